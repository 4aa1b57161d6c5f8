"""Boards and moves."""

import copy
import itertools
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import emergo
import pytest
from emergo import (
    Blocked,
    Board,
    Coordinates,
    IllegalMoveError,
    Layout,
    Move,
    RecordFormat,
    Repetition,
    Variant,
)
from emergo.errors import IllegalMoveKind
from games import random_game

PERFT = Path(__file__).parents[2] / "emergo/tests/data/perft.txt"
CAPTURE = "1/3/5/7/4b4/3w3/5/3/1 w 1,0"
TWO_JUMPS = "b/3/5/7/9/2b1bw1/5/3/1 w 0,0"
ROUND = "1/3/5/2b4/2b1b4/2bwb2/5/3/1 w 0,0"
#: Enough for all kinds of tests, and small enough for a debug build.
PERFT_NODES = 3_000


def perft_table() -> Iterator[tuple[Any, str, list[int]]]:
    for line in PERFT.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") and line.strip():
            variant, fen, counts, _ = (field.strip() for field in line.split(";"))
            yield variant, fen, [int(count) for count in counts.split(",")]


def count_by_moves(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += count_by_moves(board, depth - 1)
        board.pop()
    return nodes


def test_perft_and_counting_by_moves_agree_with_the_table_of_the_rules() -> None:
    table = list(perft_table())
    assert len(table) > 50
    for variant, fen, counts in table:
        # Perft does not know the end by repetition.
        board = Board(variant, fen, repetition="unlimited")
        before = board.fen()
        depth, count = max(pair for pair in enumerate(counts, 1) if pair[1] <= PERFT_NODES)
        assert board.perft(depth) == count_by_moves(board, depth) == count, (fen, depth)
        assert board.fen() == before


@pytest.mark.parametrize("variant", emergo.variants())
def test_a_game_is_taken_back_move_by_move(variant: Variant) -> None:
    board = random_game(variant, 1)
    moves = board.move_stack
    for ply in range(len(moves), 0, -1):
        assert board.ply() == ply and board.peek() == moves[ply - 1]
        assert board.pop() == moves[ply - 1]
        replayed = board.root()
        for move in moves[: ply - 1]:
            replayed.push(move)
        assert board == replayed and board.repetitions() == replayed.repetitions()
        assert board.outcome() is None
    assert board == board.root() and board.move_stack == ()
    for empty in (board.pop, board.peek):
        with pytest.raises(IndexError, match="the game has no move"):
            empty()


def test_repetition_ends_a_game_and_pop_takes_the_end_back() -> None:
    board = Board(fen="1/3/5/7/4w2b1/7/5/3/1 w 0,0")
    cycle = ["e5-d5", "h5-g5", "d5-e5", "g5-h5"]
    for text in cycle * 2:
        board.push_text(text)
    assert board.repetitions() == 3 and board.is_repetition()
    assert (board.result(), str(board.outcome())) == ("1/2-1/2", "draw (third repetition)")
    assert len(board.legal_moves) == 0
    with pytest.raises(IllegalMoveError, match="the game has ended: draw") as refusal:
        board.push_text("e5-d5")
    assert refusal.value.kind == "game_ended"
    board.pop()
    assert board.outcome() is None and board.result() == "*"
    unlimited = Board("emergo", board.start_fen, "draw", "unlimited")
    for text in cycle * 3:
        unlimited.push_text(text)
    assert unlimited.repetitions() == 4 and not unlimited.is_game_over()


def test_a_blocked_side_draws_or_loses() -> None:
    fen = "1/3/5/7/9/7/2w2/1w1/b b 0,0"
    rules: list[tuple[Blocked, str]] = [("draw", "1/2-1/2"), ("loss", "1-0")]
    for rule, result in rules:
        board = Board(fen=fen, blocked=rule)
        outcome = board.outcome()
        assert outcome is not None and outcome.termination == "blocked"
        assert board.result() == outcome.result() == result


def test_moves_are_written_and_read_in_both_coordinates() -> None:
    for variant in emergo.variants():
        board = random_game(variant, 2)
        systems = ("oblique",) if variant == "hexemergo" else get_args(Coordinates)
        replayed = {coordinates: Board(variant) for coordinates in systems}
        for move in board.move_stack:
            for coordinates, other in replayed.items():
                text = move.text(coordinates)
                assert Move(text, variant, coordinates) == move
                assert other.push_text(text, coordinates) == move
        for coordinates, other in replayed.items():
            assert other == board
            assert other.moves_text(coordinates) == board.moves_text(coordinates)
    assert Board().parse_text("a1", "checkerboard") == Move("e1")
    assert Move("f4-e4").path("checkerboard") == ["e3", "d4"]


def test_the_reason_of_a_refusal_is_data_and_a_sentence() -> None:
    table = [
        (Board(), "?", "unreadable", (), ()),
        (Board(), "a1", "unknown_square", ("a1",), ()),
        (Board(), "e5", "centre", ("e5",), ()),
        (Board(fen=CAPTURE), "e3", "must_capture", (), ("e4xe6",)),
        (Board(fen=TWO_JUMPS), "g4xe4", "not_longest", (), ("g4xe4xc4",)),
        (Board(fen=ROUND), "e4g4", "ambiguous", (), ("e4xe6xc6xc4xe4xg4", "e4xc4xc6xe6xe4xg4")),
    ]
    for board, text, kind, squares, moves in table:
        before = board.fen()
        with pytest.raises(IllegalMoveError) as refusal:
            board.push_text(text)
        error = refusal.value
        assert (error.kind, error.squares, error.moves) == (kind, squares, moves), text
        assert text in str(error)
        assert board.fen() == before
        again = board.why_illegal(text)
        assert again is not None and again.args == error.args
        unpickled = pickle.loads(pickle.dumps(error))
        assert unpickled.args == error.args and str(unpickled) == str(error)
    assert Board().why_illegal("e4") is None and Board().why_illegal(Move("e4")) is None


def test_the_kinds_of_refusals_are_those_of_the_rules() -> None:
    notation = Path(__file__).parents[2] / "emergo" / "src" / "notation"
    names = r'(?:IllegalReason|MoveTextError|GameMoveError)::\w+(?: \{ \.\. \})? => "(\w+)"'
    found = []
    for file in ("illegal_reason.rs", "move_text.rs", "game_move.rs"):
        found += re.findall(names, (notation / file).read_text("utf-8"))
    assert sorted([*found, "other_variant"]) == sorted(get_args(IllegalMoveKind))


def test_an_illegal_move_object_is_refused_with_its_rule() -> None:
    board = Board(fen=CAPTURE)
    for move, kind in [
        (Move("e3"), "must_capture"),
        (Move("e4xc4"), "no_such_capture"),
        (Move("c4", "emergo7"), "other_variant"),
    ]:
        assert not board.is_legal(move) and move not in board.legal_moves
        with pytest.raises(ValueError, match="is not legal"):
            board.legal_moves.index(move)
        with pytest.raises(IllegalMoveError) as refusal:
            board.push(move)
        assert refusal.value.kind == kind
        why = board.why_illegal(move)
        assert why is not None and why.args == refusal.value.args
    assert str(why) == "a move of emergo7 on a board of emergo"


def test_columns_and_hands_are_those_of_the_position_text() -> None:
    board = Board(fen="1/b2/w3b/3b2w/1b1b1w3/1w1w1(b2w)1/1w1wb/3/1 w 3,4")
    columns = board.columns()
    assert len(columns) == 14 and set(columns) < set(board.squares())
    assert (board.hand("white"), board.hand("black"), board.entering_men) == (3, 4, 1)
    for square in board.squares():
        assert board.column_at(square) == columns.get(square)
        assert board.column_at(square.upper()) == columns.get(square)
    tall = [(square, column) for square, column in columns.items() if column.cap == 2]
    assert [(square, column.owner, column.prisoners) for square, column in tall] == [
        ("g4", "black", 1)
    ]
    assert board.column_at("d4", "checkerboard") == columns["e4"]
    assert len(board.columns("checkerboard")) == 14


def test_copies_are_independent_and_pickles_are_equal() -> None:
    board = Board("emergo7", "1/3/5/3w3/5/3/1 b 7,8 3", "loss", "unlimited")
    board.push_text("b4")
    copiers: list[Callable[[Board], Board]] = [
        copy.copy,
        copy.deepcopy,
        Board.copy,
        lambda board: pickle.loads(pickle.dumps(board)),
    ]
    for make in copiers:
        other = make(board)
        assert other == board and other.move_stack == board.move_stack
        assert other.start_fen == board.start_fen
        assert (other.blocked, other.repetition) == ("loss", "unlimited")
        other.push(other.legal_moves[0])
        assert other != board and board.ply() == 1
    short = board.copy(stack=False)
    assert short == board and short.ply() == 0 and short.start_fen == board.fen()
    move = board.peek()
    assert pickle.loads(pickle.dumps(move)) == move
    assert {move: 1}[Move("b4", "emergo7")] == 1


def test_boards_are_equal_if_position_and_turn_number_are() -> None:
    first, second = Board(), Board()
    for board, texts in [(first, ["e4", "e7", "c4"]), (second, ["c4", "e7", "e4"])]:
        for text in texts:
            board.push_text(text)
    assert first == second and first.key() == second.key()
    assert first == Board(fen=first.fen(), blocked="loss", repetition="unlimited")
    assert first != Board() and Board.__hash__ is None
    assert first != "a board"  # type: ignore[comparison-overlap]
    later = Board(fen=first.fen().replace(" 2", " 3"))
    assert later.key() == first.key() and later != first


def test_pictures_and_texts_show_the_board() -> None:
    for variant in emergo.variants():
        board = random_game(variant, 3, plies=20)
        assert repr(board) == f"Board('{variant}', '{board.fen()}')"
        assert eval(repr(board), {"Board": Board}) == board
        assert str(board) == board.diagram() and board.fen() in str(board)
        pictures = {board._repr_svg_(), board.svg(turned=True), board.svg("checkerboard")}
        assert len(pictures) == (2 if variant == "hexemergo" else 3)
        assert all(picture.startswith("<svg") for picture in pictures)
    rules = eval(repr(Board(blocked="loss", repetition="unlimited")), {"Board": Board})
    assert (rules.blocked, rules.repetition) == ("loss", "unlimited")
    move = Move("c4", "emergo7")
    assert eval(repr(move), {"Move": Move}) == move
    assert eval(repr(Move("f4-e4")), {"Move": Move}) == Move("f4-e4")


class Wrong:
    """An argument of no accepted type."""


def test_wrong_arguments_raise_type_errors_and_value_errors() -> None:
    board = Board()
    moves = board.legal_moves
    methods: list[Callable[[Any], object]] = [
        board.push,
        board.push_text,
        board.parse_text,
        board.is_legal,
        board.why_illegal,
        board.hand,
        board.column_at,
        board.columns,
        board.squares,
        board.moves_text,
        board.perft,
        board.diagram,
        board.svg,
        board.is_repetition,
        moves.__getitem__,
        moves.__contains__,
        Board,
        Move,
    ]
    values = [Wrong(), b"e4", 1.5, [], object, -1, 2**70, "", "\0", "é" * 100, "w" * 10_000]
    for method, value in itertools.product(methods, values):
        if value in (-1, 2**70) and method == moves.__getitem__:
            continue
        try:
            answer = method(value)
        except (TypeError, ValueError, IndexError) as error:
            assert str(error)
        else:
            assert method == board.why_illegal, (method, value)
            assert isinstance(answer, IllegalMoveError)
    for depth in (65, 2**32 - 1):
        with pytest.raises(ValueError, match=f"at most 64, and not {depth}"):
            board.perft(depth)
    assert board == Board()


def test_the_names_of_the_annotations_are_those_of_the_library() -> None:
    wrong: Any = "?"
    calls: dict[Any, Callable[[], object]] = {
        Variant: lambda: Board(wrong),
        Coordinates: lambda: Board().diagram(wrong),
        Blocked: lambda: Board(blocked=wrong),
        Repetition: lambda: Board(repetition=wrong),
        Layout: lambda: Board().svg(wrong),
        RecordFormat: lambda: emergo.parse_records("", format=wrong),
    }
    for names, call in calls.items():
        with pytest.raises(ValueError) as error:
            call()
        assert str(error.value).endswith(f"expected one of {', '.join(get_args(names))}")


def test_a_wrong_name_is_answered_with_a_sentence() -> None:
    table: list[tuple[Callable[[], object], str]] = [
        (lambda: Board(fen="1/3 w 0,0"), "line"),
        (lambda: Board(fen="1/3/5/7/9/7/5/3/1 w 13,12"), "not valid: too many men: White has 0"),
        (
            lambda: Board().hand("green"),  # type: ignore[arg-type]
            "a side is white or black, not 'green'",
        ),
        (lambda: Board().column_at("a1"), "emergo has no square 'a1'"),
        (
            lambda: Board().push_text("e4", "polar"),  # type: ignore[arg-type]
            "unknown coordinates 'polar'",
        ),
        (
            lambda: Board().why_illegal("e4", "polar"),  # type: ignore[arg-type]
            "unknown coordinates 'polar'",
        ),
        (lambda: Move("e4xd5"), "'e4xd5' is not a move"),
        (lambda: Move("f4e4"), "'f4e4' is not a move"),
    ]
    oblique_only: list[Callable[[], object]] = [
        lambda: Board("hexemergo").push_text("c3", "checkerboard"),
        lambda: Board("hexemergo").why_illegal("c3", "checkerboard"),
        lambda: Board("hexemergo").svg(coordinates="checkerboard"),
        lambda: Move("c3", "hexemergo", "checkerboard"),
        lambda: Move("c3", "hexemergo").text("checkerboard"),
        lambda: emergo.action_cells("hexemergo", "checkerboard"),
        lambda: emergo.parse_records("c3", variant="hexemergo", coordinates="checkerboard"),
    ]
    table += [(call, "hexemergo has oblique coordinates only") for call in oblique_only]
    for call, sentence in table:
        with pytest.raises(ValueError) as error:
            call()
        assert sentence in str(error.value)
