"""Searches of the UGI client with the built program: limits, streams, threads and variants."""

import asyncio
import os
import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from ugi_engines import CAPTURE, WIN, Traffic, pid_of, with_async
from waiting import HANG_SECONDS

from luctor import (
    AsyncEngine,
    Clock,
    Engine,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Line,
    Position,
    Score,
    SearchResult,
    SearchStoppedError,
)


def test_a_result_has_the_best_lines_in_order(luctor: str) -> None:
    with Engine.open(luctor, options={"Hash": 1, "UCI_ShowWDL": True}) as engine:
        assert engine.id["name"].startswith("Luctor")
        assert engine.options["Hash"].kind == "spin" and engine.options["Hash"].minimum == 1
        assert "emergo7" in engine.options["UCI_Variant"].choices
        result = engine.analyse(Position(moves=["e4", "e6"]), depth=4, multipv=3)
        assert [line.rank for line in result.lines] == [1, 2, 3]
        assert result.move == result.best.pv[0]
        scores = [line.score for line in result.lines]
        assert scores == sorted(scores, reverse=True)
        assert all(line.depth == 4 and line.nodes > 0 for line in result.lines)
        assert all(line.wdl is not None and sum(line.wdl) == 1000 for line in result.lines)
        alone = engine.analyse(Position(moves=["e4", "e6"]), nodes=500, root_moves=["f5"])
        assert (alone.move, len(alone.lines)) == ("f5", 1)
        assert engine.play(Position(moves=["e4", "e6"]), nodes=500, root_moves=["f5"]).move == "f5"


def test_a_forced_win_and_a_finished_game_are_told_apart(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        result = engine.analyse(WIN, depth=3)
        assert (result.move, result.best.score.win_in) == (CAPTURE, 1)
        assert engine.analyse(WIN, mate=1).best.score.mate == 1
        over = Position(WIN, [CAPTURE])
        finished = engine.analyse(over, depth=3)
        assert (finished.move, finished.best.score) == (None, Score(loss_in=0, view="black"))
        assert finished.best.score.white() == Score(win_in=0)
        assert engine.legal_moves(over) == []
        assert engine.query("result", over) == "p1win"


def test_each_limit_is_sent_in_the_words_of_the_protocol(luctor: str, traffic: Traffic) -> None:
    clock = Clock(200, 300, 10, 20, moves_to_go=5)
    clock_words = "p1time 200 p2time 300 p1inc 10 p2inc 20 movestogo 5"
    with Engine.open(luctor) as engine:
        legal = engine.legal_moves("startpos")
        assert len(legal) == 40 and legal == sorted(legal)
        for play, words in [
            (partial(engine.play, nodes=300), "nodes 300"),
            (partial(engine.play, depth=2, movetime=5000), "depth 2 movetime 5000"),
            (partial(engine.play, clock=clock, depth=1), f"depth 1 {clock_words}"),
            (partial(engine.play, mate=1), "mate 1"),
        ]:
            played = play("startpos")
            assert played.move == played.best.pv[0] and played.move in legal
            assert traffic.sent("go")[-1] == f"go {words}"
        assert engine.play("startpos", clock=clock, nodes=100, root_moves=["e4"]).move == "e4"
        assert traffic.sent("go")[-1] == f"go nodes 100 {clock_words} searchmoves e4"


def test_after_new_game_a_search_is_repeated_exactly(luctor: str) -> None:
    with Engine.open(luctor) as engine:

        def nodes() -> int:
            return engine.analyse(Position(moves=["e4", "e6"]), depth=6).best.nodes

        first = nodes()
        assert nodes() != first
        engine.new_game()
        assert nodes() == first


def test_a_search_is_streamed_until_it_is_stopped(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        with engine.analysis("startpos", multipv=2) as analysis:
            seen = [next(analysis), next(analysis), next(analysis)]
            assert [line.rank for line in seen] == [1, 2, 1]
            assert len(analysis.lines) == 2
        rest = list(analysis)
        assert all(isinstance(line, Line) for line in rest) and list(analysis) == []
        result = analysis.wait()
        assert result.lines == analysis.lines and result.move in engine.legal_moves("startpos")
        assert not analysis.is_running
        limited = list(engine.analysis("startpos", depth=3))
        assert [line.depth for line in limited] == [1, 2, 3]
    assert analysis.wait() == result


def test_a_search_can_be_iterated_and_cancelled_in_asyncio(luctor: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        with await engine.analysis("startpos") as search:
            async for line in search:
                if line.depth >= 2:
                    break
        assert (await search.wait()).move in await engine.legal_moves("startpos")
        limited = [line.depth async for line in await engine.analysis("startpos", depth=2)]
        assert limited == [1, 2]

        endless = asyncio.create_task(engine.play("startpos", nodes=10**12))
        while engine._search is search or engine._search is None or not engine._search.lines:
            await asyncio.sleep(0)
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        assert await engine._search._end()
        assert (await engine.play(WIN, depth=1)).move == CAPTURE

    with_async(luctor, work)


def test_calls_of_several_threads_wait_for_each_other(luctor: str) -> None:
    def play(turn: int) -> bool:
        if turn % 2:
            return engine.play(WIN, nodes=50).move == CAPTURE
        return engine.analyse("startpos", nodes=50).move in legal

    with Engine.open(luctor) as engine, ThreadPoolExecutor(4) as threads:
        legal = engine.legal_moves("startpos")
        assert all(threads.map(play, range(100)))


def test_closing_the_engine_ends_the_call_of_another_thread(luctor: str, traffic: Traffic) -> None:
    for end, error in ((Engine.close, EngineTerminatedError), (Engine.quit, SearchStoppedError)):
        searching = threading.Event()
        traffic.on["<< info"] = searching.set
        with ThreadPoolExecutor(1) as threads:
            engine = Engine.open(luctor)
            call = threads.submit(engine.analyse, "startpos", nodes=10**12)
            searching.wait()
            end(engine)
            with pytest.raises(error):
                call.result()
        with pytest.raises(EngineTerminatedError, match="the engine is closed"):
            engine.new_game()


def test_a_new_command_stops_the_search_of_another_task(luctor: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        first, second, last = await asyncio.gather(
            engine.analyse("startpos", nodes=10**12),
            engine.play("startpos", nodes=10**12),
            engine.play(WIN, depth=1),
            return_exceptions=True,
        )
        assert isinstance(first, SearchStoppedError) and isinstance(second, SearchStoppedError)
        assert isinstance(last, SearchResult) and last.move == CAPTURE

    with_async(luctor, work)


def test_a_timeout_stops_the_search_and_keeps_the_engine(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        pid = pid_of(engine)
        for _ in range(2):
            with pytest.raises(EngineTimeoutError, match=r"is stopped, 0\.05 s are over"):
                engine.play("startpos", nodes=10**12, timeout=0.05)
            with pytest.raises(TimeoutError, match="is stopped"):
                engine.analyse("startpos", depth=200, timeout=0.05)
            assert engine.play(WIN, nodes=1000).move == CAPTURE
        assert pid_of(engine) == pid


def test_an_interrupt_stops_the_search_and_keeps_the_engine(luctor: str, traffic: Traffic) -> None:
    def interrupt() -> None:
        # To this thread: the wait of the main thread is not cut short.
        signal.raise_signal(signal.SIGINT)

    with Engine.open(luctor) as engine:
        for call, ends_search in (
            (lambda: engine.play("startpos", movetime=10**6), True),
            (lambda: engine.analyse("startpos", nodes=10**12), True),
            (lambda: list(engine.analysis("startpos")), False),
        ):
            traffic.on["<< info"] = interrupt
            stopped = threading.Event()
            traffic.on["<< bestmove"] = stopped.set
            with pytest.raises(KeyboardInterrupt):
                call()
            if ends_search:
                assert stopped.wait(HANG_SECONDS)
            assert engine.play(WIN, nodes=1000).move == CAPTURE
            assert traffic.sent("stop", "go")[-2:] == ["stop", "go nodes 1000"]


@dataclass
class Board:
    """The interface of `emergo.Board`."""

    variant: str
    start_fen: str
    moves: list[str]

    def moves_text(self) -> list[str]:
        return self.moves


def test_a_board_sets_the_variant_and_the_coordinates_for_its_calls(luctor: str) -> None:
    small = Board("emergo7", "1/3/5/7/5/3/1 w 8,8", ["d3", "d5"])
    with Engine.open(luctor, options={"Coordinates": "checkerboard"}) as engine:
        assert len(engine.legal_moves("startpos")) == 40
        assert "d6" in engine.legal_moves("startpos")
        legal = engine.legal_moves(small)
        assert engine.play(small, nodes=100).move in legal and len(legal) < 25
        assert engine.query("fen", small) == "1/3/2b2/7/2w2/3/1 w 7,7 2"
        hexagonal = Position(variant="hexemergo", coordinates="oblique")
        assert engine.query("fen", hexagonal).startswith("4/5/6/7/6/5/4 w")
        assert len(engine.legal_moves("startpos")) == 40
        assert "d6" in engine.legal_moves("startpos")
    checkerboard = Position(variant="emergo", coordinates="checkerboard")
    with Engine.open(luctor) as engine:
        for position in (checkerboard, Position(variant="hexemergo"), checkerboard, hexagonal):
            assert engine.legal_moves(position)
        # The hexagonal board always has oblique coordinates.
        named = Position(variant="hexemergo", coordinates="checkerboard")
        assert engine.legal_moves(named) == engine.legal_moves(hexagonal)


def test_a_position_sets_the_rule_for_a_blocked_side_for_its_calls(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        blocked = "1/3/5/7/9/7/2w2/1w1/b b 0,0"
        for rule, result in (("loss", "p1win"), ("draw", "draw"), ("loss", "p1win")):
            assert engine.query("result", Position(blocked, blocked=rule)) == result
        assert engine.query("result", blocked) == "draw"


def test_after_a_refused_option_the_next_call_sends_its_options(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        with pytest.raises(EngineError, match="/no/such"):
            engine.configure({"UCI_Variant": "hexemergo", "EvalFile": "/no/such"})
        assert engine.query("fen", Position(variant="emergo")).startswith("1/3/5/7/9/")
        with pytest.raises(EngineError, match="Coordinates takes"):
            engine.legal_moves(Position(variant="emergo7", coordinates="none"))
        assert engine.query("fen", Position(variant="emergo7")).startswith("1/3/5/7/5/")


def test_after_a_cancelled_option_the_next_call_sends_its_options(luctor: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        cancelled = asyncio.create_task(engine.configure({"UCI_Variant": "emergo7"}))
        await asyncio.sleep(0)
        cancelled.cancel()
        assert (await engine.query("fen", "startpos")).startswith("1/3/5/7/9/")

    with_async(luctor, work)


def test_the_examples_of_the_readme_run(
    luctor: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(Path(luctor).parent), prepend=os.pathsep)
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert examples
    for example in examples:
        exec(example, {"__name__": "example"})
    assert "40\n" in capsys.readouterr().out
