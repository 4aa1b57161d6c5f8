"""Game records in all formats, and files of self-play games."""

import copy
import errno
import pickle
import random
import resource
import subprocess
from pathlib import Path

import emergo
import numpy as np
import pytest
from emergo import Board, IllegalMoveError, Move, Record, RecordError, RecordFormat, Variant
from games import random_game

BROKEN = '[Event "a"]\n\n1. e4 e6 *\n\n[Event "b"]\n\n1. e4 e4 *\n\n[Event "c"]\n\n1. e3 *\n'


def annotated(seed: int) -> Record:
    choice = random.Random(seed)
    board = random_game(choice.choice(emergo.variants()), seed, 40)
    record = Record(board, white="Ann", black="Bob", event="a match", date="2026.11.24")
    record.comment, record.tags = "before the game", (("Annotator", "Eve"),)
    for ply in range(1, len(record) + 1):
        record.annotate(ply, comment=f"comment {ply}", nags=[choice.randint(1, 6)])
    for ply in choice.sample(range(1, len(record) + 1), 5):
        line = record.board(ply - 1)
        moves = []
        for _ in range(2):
            if len(line.legal_moves) > 0:
                moves.append(choice.choice(line.legal_moves))
                line.push(moves[-1])
        record.add_variation(ply, moves)
    record.result, record.termination = "0-1", "resignation"
    return record


@pytest.mark.parametrize("format", ["pgn", "json"])
def test_games_with_notes_are_read_as_they_were_written(format: RecordFormat) -> None:
    for record in map(annotated, range(15)):
        assert list(emergo.parse_records(record.to_text(format), format=format)) == [record]


@pytest.mark.parametrize("format", ["pgn", "json", "moves", "abstractplay"])
def test_files_are_read_in_every_format_that_is_written(
    format: RecordFormat, tmp_path: Path
) -> None:
    boards = [random_game("emergo", seed, 30) for seed in range(5)]
    path = tmp_path / "games"
    assert emergo.write_records(path, (Record(board) for board in boards), format) == 5
    reader = emergo.read_records(path, variant="emergo")
    assert reader.format == format and reader.board_choice
    records = list(reader)
    assert [record.board() for record in records] == boards
    assert [record.board().move_stack for record in records] == [b.move_stack for b in boards]


def test_a_record_tells_its_boards_and_notes() -> None:
    record = annotated(1)
    boards = record.boards()
    assert len(boards) == len(record) + 1 == len(record.moves) + 1
    assert len(Record(Board())) == 0 and Record(Board())
    for ply, board in enumerate(boards):
        assert record.board(ply) == board and board.ply() == ply
    assert boards[0].fen() == record.start_fen
    record.tags += (("Mode", "OTB"),)
    assert record.tags == (("Annotator", "Eve"), ("Mode", "OTB"))
    assert record.moves[2].comment == "comment 3" and len(record.moves[2].nags) == 1
    with pytest.raises(ValueError, match="a NAG is too large: 256"):
        record.annotate(1, nags=[256])
    assert sum(len(recorded.variations) for recorded in record.moves) == 5
    # The moves can be an iterator that reads the record.
    choice = next(move for move in boards[0].legal_moves if move != record.moves[0].move)
    record.add_variation(1, (move for move in [choice] if record.moves))
    assert [recorded.move for recorded in record.moves[0].variations[-1]] == [choice]
    assert set(copy.deepcopy(record.moves)) == set(record.moves)
    assert copy.copy(record.moves[0]) == record.moves[0]
    for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert other == record
        other.white = "Carl"
        other.annotate(1, comment="changed")
        assert other != record and record.white == "Ann"


def test_reports_of_engines_are_read() -> None:
    text = "1. d3 {+0.35/12 0.10s n=500} d5 {-M3/7 2s, a plan} *"
    moves = next(emergo.parse_records(f'[Variant "emergo7"]\n\n{text}')).moves
    first, second = moves
    assert (first.centimen, first.mate, first.depth, first.nodes) == (35, None, 12, 500)
    assert (second.centimen, second.mate, second.depth, second.nodes) == (None, -3, 7, None)
    assert first.seconds == pytest.approx(0.1) and first.move == Move("d3", "emergo7")


def test_an_error_names_file_game_and_line_and_the_other_games_are_read(tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text(BROKEN, encoding="utf-8")
    reader = emergo.read_records(path)
    assert len(next(reader)) == 2
    with pytest.raises(RecordError) as raised:
        next(reader)
    error = raised.value
    expected = "game 2, line 7: ply 2: illegal move 'e4': e4 is not vacant"
    assert str(error) == f"{path}: {expected}"
    assert (error.path, error.game, error.line) == (path, 2, 7)
    assert error.legal_part is not None and len(error.legal_part) == 1
    assert isinstance(error.__cause__, IllegalMoveError) and error.__cause__.kind == "occupied"
    assert len(next(reader)) == 1
    faults: list[RecordError] = []
    assert len(list(emergo.parse_records(BROKEN, on_error=faults.append))) == 2
    assert [str(fault) for fault in faults] == [expected]
    formats: list[str] = []
    reader = emergo.parse_records(BROKEN, on_error=lambda _: formats.append(reader.format))
    assert (len(list(reader)), formats) == (2, ["pgn"])
    assert not error.is_complete
    assert pickle.loads(pickle.dumps(error)).args == error.args
    with pytest.raises(RecordError) as in_variation:
        next(emergo.parse_records("1. e4 e6 (1... e4) 1-0"))
    legal_part = in_variation.value.legal_part
    assert in_variation.value.is_complete and legal_part is not None and legal_part.result == "1-0"


def test_wrong_input_is_refused_with_a_sentence(tmp_path: Path) -> None:
    record, start = annotated(2), Record(Board(fen="1/3/5/7/9/4w2/5/3/1 b 11,12"))
    kept = tmp_path / "kept"
    kept.write_text("kept", encoding="utf-8")
    with pytest.raises(ValueError, match="game 2: a list of moves has no start position"):
        emergo.write_records(kept, [record, start], "moves")
    with pytest.raises(TypeError):
        emergo.write_records(kept, [record, "e4"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="only read"):
        emergo.write_records(kept, [record], "zillions")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        with pytest.raises(OSError) as full:
            emergo.write_records(kept, [record])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (full.value.errno, full.value.filename) == (errno.EFBIG, str(kept))
    assert kept.read_text(encoding="utf-8") == "kept" and list(tmp_path.iterdir()) == [kept]
    with pytest.raises(FileNotFoundError, match=r"directory: '/.*/missing/games'"):
        emergo.write_records(tmp_path / "missing" / "games", [record])
    with pytest.raises(IsADirectoryError):
        emergo.write_records(tmp_path, [record])
    with pytest.raises(ValueError, match="expected one of pgn, json"):
        emergo.read_records(kept, format="docx")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError) as missing:
        emergo.read_records(tmp_path / "missing")
    with pytest.raises(FileNotFoundError) as opened:
        (tmp_path / "missing").read_bytes()
    assert str(missing.value) == str(opened.value)
    for ply in (0, len(record) + 1):
        with pytest.raises(IndexError, match="the game has the plies 1 to"):
            record.annotate(ply, comment="none")
        with pytest.raises(IndexError, match="the game has the plies 1 to"):
            record.add_variation(ply, [Move("e4")])
    with pytest.raises(IndexError, match="the game has 40 plies, not 41"):
        record.board(len(record) + 1)
    with pytest.raises(ValueError):
        record.add_variation(1, [])
    with pytest.raises(TypeError, match="moves: 'e4' is not a Move"):
        record.add_variation(1, ["e4"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="unknown result"):
        record.result = "2-0"
    with pytest.raises(ValueError, match="third repetition"):
        record.termination = "bored"
    for name in ("White", "fen", "TimeControl", "Time Control", "é", ""):
        with pytest.raises(ValueError, match=f"^the name of a tag is a word .*, not .{name}.$"):
            record.tags = (("Mode", "OTB"), (name, "x"))
    assert record.tags == (("Annotator", "Eve"),)
    # Other tags of a file do not keep its tags from being changed.
    read = next(emergo.parse_records('[White-Elo "1500"]\n\n1. e4 *'))
    read.tags += (("Annotator", "Eve"),)
    assert read.tags == (("White-Elo", "1500"), ("Annotator", "Eve"))
    with pytest.raises(ValueError, match="not a file of self-play games"):
        emergo.read_datagen(kept)
    with pytest.raises(FileNotFoundError):
        emergo.read_datagen(tmp_path / "missing")


@pytest.mark.parametrize("variant", emergo.variants())
def test_arrays_of_datagen_are_the_games_that_luctor_converts(
    variant: Variant, tmp_path: Path, luctor: str
) -> None:
    games, lines = tmp_path / "games", tmp_path / "games.json"
    blocks = ["--blocks", "1-1", "--nodes", "20"]
    subprocess.run([luctor, "datagen", "--out", games, "--variant", variant, *blocks], check=True)
    subprocess.run([luctor, "convert", games, "--to", "json", "--out", lines], check=True)
    records = list(emergo.read_records(lines))
    reader = emergo.read_datagen(games)
    assert reader.variant == variant and f"variant={variant}" in reader.settings
    (block,) = reader
    assert len(block["results"]) == len(records) and block["searched"].any()
    squares = Board(variant).squares()
    for game, record in enumerate(records):
        result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[int(block["results"][game])]
        assert result == record.result
        first, end = block["game_starts"][game : game + 2]
        assert end - first == len(record)
        for ply, (board, recorded) in enumerate(
            zip(record.boards(), record.moves, strict=False), first
        ):
            # The record may have ended by adjudication, and never before its last move.
            assert block["moves"][ply] == board.legal_moves.index(recorded.move)
            assert block["black_to_move"][ply] == (board.turn == "black")
            assert list(block["hands"][ply]) == [board.hand("white"), board.hand("black")]
            columns = np.zeros((len(squares), 2), np.int8)
            for square, column in board.columns().items():
                sign = 1 if column.owner == "white" else -1
                columns[squares.index(square)] = sign * column.cap, column.prisoners
            assert np.array_equal(block["columns"][ply], columns)
            if recorded.centimen is not None:
                assert block["searched"][ply] and block["scores"][ply] == recorded.centimen
