"""The engine in the process."""

import itertools
import multiprocessing
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import emergo
import numpy as np
import pytest
from emergo import Board, Column, Engine, Line, Move, Outcome, Score, SearchResult, Variant

T = TypeVar("T")
WON = "1/3/5/7/9/3b1bw/5/3/1 w 0,0"
ENDED = "1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0"
NETWORKS = Path(__file__).parents[2] / "engine" / "nets"


@pytest.mark.parametrize("variant", emergo.variants())
def test_a_search_returns_a_legal_line(variant: Variant) -> None:
    board = Board(variant)
    before = board.fen()
    engine = Engine()
    for result in (
        engine.analyse(board, nodes=2_000),
        engine.analyse(board, depth=3, nodes=None),
        engine.analyse(board, movetime=20),
    ):
        assert result.move == result.best.pv[0]
        assert result.best.score.centimen is not None and result.best.score.view == "white"
        line = board.copy()
        for move in result.best.pv:
            line.push(move)
    assert board.fen() == before


def test_a_limit_is_a_whole_number_with_a_name() -> None:
    board = Board("emergo7")
    assert Engine().analyse(board, nodes=500).best.nodes == pytest.approx(500, abs=100)
    assert Engine().analyse(board, depth=np.int64(3)).best.depth == 3  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'time'"):
        Engine().analyse(board, time=1)  # type: ignore[call-arg]


def test_scores_have_an_order_and_a_view() -> None:
    engine = Engine()
    won = engine.analyse(Board(fen=WON), depth=4).best.score
    assert (won.win_in, won.loss_in, won.mate, won.centimen) == (1, None, 1, None)
    lost = won.black()
    assert (lost.win_in, lost.loss_in, lost.mate, lost.view) == (None, 1, -1, "black")
    assert lost.white() == won == won.from_view("white") and hash(lost.white()) == hash(won)
    equal = engine.analyse(Board(), depth=2).best.score
    assert won > equal >= equal and equal < won
    assert won.expectation() == 1 and lost.expectation() == 0
    assert equal.expectation() + equal.black().expectation() == pytest.approx(1)
    assert won != lost
    with pytest.raises(TypeError, match="views of white and black have no order"):
        assert won < lost


def test_a_bound_is_kept_changes_with_the_view_and_has_an_order() -> None:
    lower, exact, upper = (Score(25, "white", bound) for bound in ("lower", None, "upper"))
    assert (lower.bound, exact.bound, upper.bound) == ("lower", None, "upper")
    assert lower > exact > upper and len({lower, exact, upper}) == 3
    assert (lower.black().bound, upper.black().bound) == ("upper", "lower")
    assert lower.black() == Score(-25, "black", "upper") != Score(-25, "black")
    assert repr(lower) == "<Score cp 25 for white lower bound>"
    # A search that ends within an iteration may have a bound.
    boards = [Board(name) for name in ("emergo", "emergo7", "hexemergo")]
    searches = [(board, nodes) for board in boards for nodes in range(300, 9_000, 600)]
    found = {Engine().analyse(board, nodes=nodes).best.score.bound for board, nodes in searches}
    assert found & {"lower", "upper"}


def test_a_result_has_the_length_of_its_longest_line_and_the_use_of_the_table() -> None:
    result = Engine(hash=1).analyse(Board("emergo7"), nodes=50_000)
    line = result.lines[0]
    assert line.seldepth > line.depth > 0
    assert line.hashfull > 0
    for nodes in (10, 100, 300, 1_000, 3_000):
        lines = Engine().analyse(Board(), nodes=nodes, multipv=3).lines
        assert all(line.depth >= 1 and line.seldepth >= len(line.pv) for line in lines)


def test_results_of_a_search_can_be_pickled() -> None:
    def again(value: T) -> list[T]:
        return [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)]

    for board in (Board("emergo7"), Board(fen=WON), Board(fen=ENDED)):
        result = Engine().analyse(board, depth=4, multipv=2)
        assert set(again(result)) == {result}
        scores = [line.score for line in result.lines]
        assert scores == sorted(scores, reverse=True)
        assert result != Engine().analyse(board, depth=1)
        for bound in ("lower", "upper", None):
            score = Score(-31_000, "black", bound)
            assert again(score) == [score] * 4 and score.loss_in == 0
        outcome, columns = board.outcome(), board.columns()
        assert set(again(outcome)) == {outcome} and again(columns) == [columns] * 4


def test_wrong_results_are_refused_with_a_sentence() -> None:
    table: list[tuple[Callable[[], object], str]] = [
        (lambda: Score(31_001, "white"), "a score is -31000 to 31000, not 31001"),
        (lambda: Score(2**40, "white"), "a score is -31000 to 31000, not 1099511627776"),
        (
            lambda: Line(1, Score(0, "white"), [], -1, 0, 0, 0.0, 0),
            "depth is a whole number of at least 0, and not -1",
        ),
        (lambda: Score(0, "white", "exact"), "a bound is lower or upper, not 'exact'"),  # type: ignore[arg-type]
        (lambda: Column("white", 0, 3), "a cap of 1 to 12 men"),
        (lambda: Column("white", -1, 3), "cap is a whole number of at least 0, and not -1"),
        (lambda: Outcome("white", "tired"), "unknown reason for the end of a game 'tired'"),  # type: ignore[arg-type]
        (lambda: SearchResult([]), "a result has at least one line"),
    ]
    for call, sentence in table:
        with pytest.raises(ValueError, match=sentence):
            call()


def test_a_game_that_has_ended_has_a_result_without_a_move() -> None:
    result = Engine().analyse(Board(fen=ENDED), depth=5)
    assert result.move is None and result.ponder is None and result.best.pv == ()
    assert result.best.score.loss_in == 0
    with Engine().analysis(Board(fen=ENDED)) as analysis:
        assert list(analysis) == [] and analysis.wait().move is None


def test_only_the_root_moves_are_searched() -> None:
    board = Board()
    moves = {Move("e4"), Move("c5")}
    for given in (moves, tuple(moves), iter(moves)):
        result = Engine().analyse(board, depth=3, multipv=5, root_moves=given)
        assert {line.pv[0] for line in result.lines} == moves
    for every in (None, board.legal_moves):
        result = Engine().analyse(board, depth=1, multipv=50, root_moves=every)
        assert len(result.lines) == len(board.legal_moves)
    with pytest.raises(ValueError, match="root_moves has at least one move"):
        Engine().analyse(board, depth=3, root_moves=[])
    with pytest.raises(emergo.IllegalMoveError, match="centre"):
        Engine().analyse(board, depth=3, root_moves=[Move("e5")])


def test_an_analysis_streams_lines_until_it_is_stopped() -> None:
    engine, board = Engine(), Board()
    with engine.analysis(board, multipv=3) as analysis:
        seen = list(itertools.islice(analysis, 15))
        assert {line.rank for line in seen} == {1, 2, 3}
        assert [line.rank for line in analysis.lines] == [1, 2, 3]
        assert seen[-1].depth > seen[0].depth and analysis.is_running
    result = analysis.wait()
    assert not analysis.is_running
    assert result.move in board.legal_moves and len(result.lines) == 3
    limited = engine.analysis(board, depth=3)
    assert limited.wait().best.depth == 3
    # The lines that were not read are still there.
    assert [line.depth for line in limited] == [1, 2, 3] and list(limited) == []


def test_an_analysis_without_a_limit_ends_when_nothing_is_left_to_search() -> None:
    assert list(Engine().analysis(Board(fen=WON)))[-1].score.win_in == 1


def test_a_new_search_stops_a_running_analysis() -> None:
    engine, board = Engine(), Board()
    analysis = engine.analysis(board)
    next(analysis)
    assert engine.analyse(Board("emergo7"), nodes=200).move is not None
    assert analysis.wait().move in board.legal_moves
    # An analysis that is not needed any more does not hold the engine.
    next(engine.analysis(board))
    engine.new_game()
    assert engine.analyse(board, nodes=200).move is not None


def test_a_new_game_begins_after_the_analysis_that_it_stops() -> None:
    engine, board = Engine(), Board()
    alone = engine.analyse(board, nodes=3_000)
    for _ in range(20):
        with engine.analysis(board):
            engine.new_game()
        assert engine.analyse(board, nodes=3_000).best.pv == alone.best.pv


def test_engines_side_by_side_and_one_engine_from_many_threads_find_the_same() -> None:
    boards = [Board(variant) for variant in emergo.variants()] * 4
    alone = [Engine().analyse(board, nodes=3_000).best.pv for board in boards]

    def search(board: Board) -> tuple[Move, ...]:
        return Engine().analyse(board, nodes=3_000).best.pv

    shared = Engine()

    def search_shared(board: Board) -> Move | None:
        return shared.analyse(board, nodes=500).move

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, boards)) == alone
        for board, move in zip(boards, pool.map(search_shared, boards), strict=True):
            assert move in board.legal_moves


def test_a_search_and_an_analysis_that_start_at_the_same_time_both_end() -> None:
    engine, board, barrier = Engine(hash=1), Board(), threading.Barrier(2)

    def start(call: Callable[[], T]) -> T:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(2) as pool:
        for _ in range(40):
            analysis = pool.submit(start, lambda: engine.analysis(board))
            search = pool.submit(start, lambda: engine.analyse(board, nodes=10))
            try:
                # An analysis that began after the search runs until it is stopped.
                assert search.result(timeout=60).move is not None
            finally:
                analysis.result().stop()


def test_each_of_several_searches_of_one_engine_has_its_whole_time() -> None:
    engine, board = Engine(), Board("emergo7")
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda _: engine.analyse(board, movetime=200), range(6)))
    assert min(result.best.depth for result in results) > 1


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize(("threads", "analyses"), [(1, 0), (2, 0), (1, 1)])
def test_a_forked_process_does_not_wait_for_threads(threads: int, analyses: int) -> None:
    engine, board = Engine(threads), Board()
    running = [engine.analysis(board) for _ in range(analyses)]

    def call(function: Callable[[], object]) -> None:
        if threads == 1 and not running:
            function()
            return
        with pytest.raises(RuntimeError, match="another process"):
            function()
        for analysis in running:
            with analysis:
                pass

    functions = [lambda: engine.analyse(board, nodes=10), engine.new_game]
    functions += [analysis.wait for analysis in running]
    fork = multiprocessing.get_context("fork").Process
    processes = [fork(target=call, args=[function]) for function in functions]
    for process in processes:
        process.start()
    for process in processes:
        process.join(20)
        process.kill()
    for analysis in running:
        analysis.stop()
    assert {process.exitcode for process in processes} == {0}


ENDLESS = {
    "analyse": "engine.analyse(board, nodes=10**15)",
    "analysis": "list(engine.analysis(board))",
    "wait": "engine.analysis(board).wait()",
    "perft": "board.perft(12)",
}
# Another thread searches with the engine, or begins to.
WAITING = {
    "analyse": "engine.analyse(board, nodes=10)",
    "new_game": "engine.new_game()",
}


def interrupted(before: str, call: str, after: str) -> str:
    """What a program prints that is interrupted during the call."""
    program = f"""
import emergo, threading, signal, os
signal.signal(signal.SIGINT, signal.default_int_handler)  # A job in the background ignores it.
engine, board = emergo.Engine(), emergo.Board()
{before}
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", {after})
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


@pytest.mark.parametrize("call", ENDLESS)
def test_an_interrupt_ends_a_call_and_the_engine_can_be_used_again(call: str) -> None:
    again = "engine.analyse(board, nodes=100).move in board.legal_moves"
    assert interrupted("", ENDLESS[call], again) == "interrupted True\n"


@pytest.mark.parametrize("call", WAITING)
def test_an_interrupt_ends_a_call_that_waits_for_another_thread(call: str) -> None:
    search = f"threading.Thread(target=lambda: {ENDLESS['analyse']}, daemon=True).start()"
    found = interrupted(search, f"while True: {WAITING[call]}", "engine.threads")
    assert found == "interrupted 1\n"


def test_evaluations_are_those_of_the_network_of_each_board() -> None:
    boards = []
    for variant in emergo.variants():
        board = Board(variant)
        for _ in range(12):
            boards.append(board.copy())
            board.push(board.legal_moves[-1])
    engine = Engine()
    values = engine.evaluate(boards)
    assert values == [engine.evaluate([board])[0] for board in boards]
    assert len(set(values)) > 20
    assert engine.evaluate([]) == []
    assert engine.evaluate(board for board in boards) == values
    other = Engine(net=NETWORKS / "emergo.net")
    assert other.evaluate(boards) == values


def test_an_engine_has_the_settings_that_were_asked_for() -> None:
    engine = Engine(threads=2, hash=4)
    assert (engine.threads, engine.hash) == (2, 4) and engine.name.startswith("Luctor ")
    assert engine.analyse(Board(), nodes=5_000).move is not None
    assert Engine(skill=0).analyse(Board(), movetime=1_000).move is not None


def test_wrong_settings_and_limits_are_refused_with_a_sentence(tmp_path: Path) -> None:
    for settings, sentence in [
        ({"threads": 0}, "threads takes a number from 1 to 256, not '0'"),
        ({"threads": 2**70}, f"threads takes a number from 1 to 256, not '{2**70}'"),
        ({"hash": 0}, "hash takes a number from 1 to 33554432, not '0'"),
        ({"hash": -1}, "hash takes a number from 1 to 33554432, not '-1'"),
        ({"skill": 21}, "skill takes a number from 0 to 20, not '21'"),
        ({"net": Path(__file__)}, f"{__file__}: no network: "),
    ]:
        with pytest.raises(ValueError) as error:
            Engine(**settings)  # type: ignore[arg-type]
        assert str(error.value).startswith(sentence)
    for path in (tmp_path / "none.net", ""):
        with pytest.raises(FileNotFoundError, match=f"No such file or directory: '{path}'"):
            Engine(net=path)
    with pytest.raises(MemoryError, match=r"^cannot allocate a table of 33554432 MiB$"):
        Engine(hash=2**25)
    engine, board = Engine(), Board()
    for name in ("nodes", "depth", "movetime", "mate", "multipv"):
        with pytest.raises(ValueError, match=str(2**70)):
            engine.analyse(board, **{"depth": 2, name: 2**70})  # type: ignore[arg-type]
    for name, number in [("nodes", 0), ("depth", -3), ("multipv", 0), ("mate", 0)]:
        with pytest.raises(ValueError, match=f"^{name} .* number"):
            engine.analyse(board, **{"depth": 2, name: number})  # type: ignore[arg-type]
    for arguments, sentence in [
        ({"nodes": 1.5}, "nodes is a whole number, not 1.5"),
        ({"nodes": "10"}, "nodes is a whole number, not '10'"),
        ({"depth": 1, "multipv": True}, "multipv is a whole number, not True"),
        ({"root_moves": ["e4"]}, "root_moves: 'e4' is not a Move"),
        ({"root_moves": 5}, "root_moves: 5 is not a list of moves"),
    ]:
        with pytest.raises(TypeError) as wrong:
            engine.analyse(board, **arguments)  # type: ignore[arg-type]
        assert str(wrong.value).startswith(sentence)
    with pytest.raises(ValueError, match="a limit is needed"):
        engine.analyse(board)
    with pytest.raises(TypeError, match="positional arguments"):
        engine.analyse(board, 5)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        engine.evaluate(["e4"])  # type: ignore[list-item]
    assert engine.analyse(board, depth=1).best.depth == 1
