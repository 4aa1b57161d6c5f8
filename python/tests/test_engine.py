"""The UGI client, with the built program and with engines that misbehave."""

from __future__ import annotations

import asyncio
import contextlib
import doctest
import gc
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from conftest import wait_for

from luctor import (
    AsyncEngine,
    Clock,
    Engine,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    Limit,
    Line,
    Option,
    Played,
    Position,
    Score,
    SearchStopped,
)
from luctor.engine import values

pytestmark = pytest.mark.timeout(60)

WIN = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"
CAPTURE = "e4xc4xc6xe6xe4xc4"

_FAKE = """
import sys, time
options = "option name Hash type spin default 16 min 1 max 64"
def say(*lines): print(*lines, sep="\\n", flush=True)
def read():
    line = sys.stdin.readline()
    if line in ("", "quit\\n"): sys.exit()
    return line.strip()
def until(word):
    while (line := read()) != word:
        if line == "isready": say("readyok")
while True:
    line = read()
    if line == "ugi": say("id name Fake", options, "ugiok")
    elif line == "isready": say("readyok")
    elif line.startswith("query "): say("response " + line[6:])
    elif line.startswith("go"):
{go}
"""


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], list[str]]:
    """Makes an engine that runs Python code for `go`. It answers a query with the question."""

    def make(go: str) -> list[str]:
        program = tmp_path / "fake.py"
        program.write_text(_FAKE.format(go="\n".join(f"        {line}" for line in go.split("\n"))))
        return [sys.executable, "-SE", str(program)]

    return make


class Traffic(logging.Handler):
    """The lines of the log. `on` maps the beginning of a line to what happens then."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.on: dict[str, Callable[[], object]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().partition(" ")[2]
        self.lines.append(line)
        for start in [start for start in self.on if line.startswith(start)]:
            self.on.pop(start)()

    def sent(self, *starts: str) -> list[str]:
        """The lines to the engine that begin with one of the words."""
        lines = [line[3:] for line in self.lines if line.startswith(">> ")]
        return [line for line in lines if line.startswith(starts)]


@pytest.fixture
def traffic() -> Iterator[Traffic]:
    logger, handler = logging.getLogger("luctor.engine"), Traffic()
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


def with_async(
    command: str | list[str], work: Callable[[AsyncEngine], Coroutine[Any, Any, None]]
) -> None:
    async def main() -> None:
        async with await AsyncEngine.open(command) as engine:
            await work(engine)

    asyncio.run(main())


def pid_of(engine: Engine) -> int:
    return engine._engine._pipes.pid


def wait_for_end(pid: int) -> None:
    def has_ended() -> bool:
        with contextlib.suppress(psutil.NoSuchProcess):
            return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
        return True

    wait_for("end of the engine", has_ended)


# Searches.


def test_an_analysis_has_the_best_lines_in_order(luctor: str) -> None:
    with Engine.open(luctor, options={"Hash": 1, "UCI_ShowWDL": True}) as engine:
        assert engine.id["name"].startswith("Luctor")
        assert engine.options["Hash"].kind == "spin" and engine.options["Hash"].minimum == 1
        assert "emergo7" in engine.options["UCI_Variant"].choices
        analysis = engine.analyse(Position(moves=["e4", "e6"]), Limit(depth=4), multipv=3)
        assert [line.rank for line in analysis.lines] == [1, 2, 3]
        assert analysis.move == analysis.best.pv[0]
        scores = [line.score for line in analysis.lines]
        assert scores == sorted(scores, reverse=True)
        assert all(line.depth == 4 and line.nodes > 0 for line in analysis.lines)
        assert all(line.wdl is not None and sum(line.wdl) == 1000 for line in analysis.lines)
        alone = engine.analyse(Position(moves=["e4", "e6"]), nodes=500, moves=["f5"])
        assert (alone.move, len(alone.lines)) == ("f5", 1)
        assert engine.play(Position(moves=["e4", "e6"]), nodes=500, moves=["f5"]).move == "f5"


def test_a_forced_win_and_a_finished_game_are_told_apart(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        analysis = engine.analyse(WIN, depth=3)
        assert (analysis.move, analysis.best.score.win_in) == (CAPTURE, 1)
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
        for limit, words in [
            (Limit(nodes=300), "nodes 300"),
            (Limit(depth=2, movetime=5000), "depth 2 movetime 5000"),
            (Limit(clock=clock, depth=1), f"depth 1 {clock_words}"),
            (Limit(mate=1), "mate 1"),
        ]:
            played = engine.play("startpos", limit)
            assert played.move in legal and played.line is not None
            assert traffic.sent("go")[-1] == f"go {words}"
        assert engine.play("startpos", clock=clock, nodes=100, moves=["e4"]).move == "e4"
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
        with engine.analysis("startpos", multipv=2) as search:
            seen = [next(search), next(search), next(search)]
            assert [line.rank for line in seen] == [1, 2, 1]
            assert len(search.lines) == 2
        rest = list(search)
        assert all(isinstance(line, Line) for line in rest) and list(search) == []
        result = search.wait()
        assert result.lines == search.lines and result.move in engine.legal_moves("startpos")
        assert not search.is_running
        limited = list(engine.analysis("startpos", depth=3))
        assert [line.depth for line in limited] == [1, 2, 3]


def test_a_new_command_ends_a_stream(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        search = engine.analysis("startpos")
        next(search)
        assert engine.play(WIN, depth=1).move == CAPTURE
        assert search.wait().move in engine.legal_moves("startpos")


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
        assert await engine._search.end()
        assert (await engine.play(WIN, depth=1)).move == CAPTURE

    with_async(luctor, work)


def test_a_new_command_stops_the_search_of_another_task(luctor: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        first, second, last = await asyncio.gather(
            engine.analyse("startpos", nodes=10**12),
            engine.play("startpos", nodes=10**12),
            engine.play(WIN, depth=1),
            return_exceptions=True,
        )
        assert isinstance(first, SearchStopped) and isinstance(second, SearchStopped)
        assert isinstance(last, Played) and last.move == CAPTURE

    with_async(luctor, work)


def test_the_lines_of_a_cancelled_call_are_not_those_of_the_next(
    fake: Callable[[str], list[str]],
) -> None:
    async def work(engine: AsyncEngine) -> None:
        for _ in range(3):
            first = asyncio.create_task(engine.query("first", "startpos"))
            await asyncio.sleep(0)
            first.cancel()
        assert await engine.query("second", "startpos") == "second"

    with_async(fake("say('bestmove e4')"), work)


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
                stopped.wait()
            assert engine.play(WIN, nodes=1000).move == CAPTURE
            assert traffic.sent("stop", "go")[-2:] == ["stop", "go nodes 1000"]


def test_a_terminal_interrupt_does_not_reach_the_engine(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        assert os.getpgid(pid_of(engine)) != os.getpgid(0)


def test_calls_of_several_threads_wait_for_each_other(luctor: str) -> None:
    def play(turn: int) -> bool:
        if turn % 2:
            return engine.play(WIN, nodes=50).move == CAPTURE
        return engine.analyse("startpos", nodes=50).move in legal

    with Engine.open(luctor) as engine, ThreadPoolExecutor(4) as threads:
        legal = engine.legal_moves("startpos")
        assert all(threads.map(play, range(100)))


def test_closing_the_engine_ends_the_call_of_another_thread(luctor: str, traffic: Traffic) -> None:
    for end, error in ((Engine.close, EngineTerminated), (Engine.quit, SearchStopped)):
        searching = threading.Event()
        traffic.on["<< info"] = searching.set
        with ThreadPoolExecutor(1) as threads:
            engine = Engine.open(luctor)
            call = threads.submit(engine.analyse, "startpos", nodes=10**12)
            searching.wait()
            end(engine)
            with pytest.raises(error):
                call.result()
        with pytest.raises(EngineTerminated, match="the engine is closed"):
            engine.new_game()


def test_a_timeout_stops_the_search_and_keeps_the_engine(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        pid = pid_of(engine)
        for _ in range(2):
            with pytest.raises(EngineTimeout, match=r"is stopped, its time of 0\.05 s is over"):
                engine.play("startpos", nodes=10**12, timeout=0.05)
            with pytest.raises(EngineTimeout, match="is stopped"):
                engine.analyse("startpos", depth=200, timeout=0.05)
            assert engine.play(WIN, nodes=1000).move == CAPTURE
        assert pid_of(engine) == pid


# Pondering.


def test_the_engine_ponders_on_the_expected_reply(luctor: str, traffic: Traffic) -> None:
    clock = Clock(60_000, 50_000, 100, 200)
    with Engine.open(luctor) as engine:
        first = engine.play("startpos", clock=clock, nodes=2000, ponder=True)
        assert first.line is not None and first.line.pv[:2] == (first.move, first.ponder)
        assert first.move and first.ponder
        after = Position(moves=[first.move, first.ponder])
        assert traffic.sent("position", "go")[-2] == after.command()
        words = traffic.sent("go")[-1].split()
        assert words[:4] == ["go", "ponder", "nodes", "2000"]
        assert words[6:8] + words[10:] == ["p2time", "50000", "p2inc", "200"]

        clock.white -= 100
        second = engine.play(after, clock=clock, nodes=2000)
        assert traffic.sent("go", "stop", "ponderhit")[-1] == "ponderhit"
        assert second.move in engine.legal_moves(after)


@pytest.mark.parametrize("change", ["reply", "limit", "moves", "new game"])
def test_the_engine_does_not_go_on_pondering_for_another_call(
    luctor: str, traffic: Traffic, change: str
) -> None:
    with Engine.open(luctor) as engine:
        first = engine.play("startpos", nodes=500, ponder=True)
        assert first.move and first.ponder
        after = Position(moves=[first.move, first.ponder])
        replies = engine.legal_moves(after) if change == "reply" else []
        legal = [move for move in replies if move != first.ponder]
        if change == "reply":
            engine.play("startpos", nodes=500, ponder=True)
            after = Position(moves=[first.move, legal[0]])
        if change == "new game":
            engine.new_game()
        nodes = 400 if change == "limit" else 500
        moves = engine.legal_moves(after)[:1] if change == "moves" else ()
        assert engine.play(after, nodes=nodes, moves=moves).move is not None
        assert not traffic.sent("ponderhit")
        assert traffic.sent("stop") and traffic.sent("go")[-1].startswith(f"go nodes {nodes}")


def test_the_ponder_move_is_the_reply_of_the_last_line(fake: Callable[[str], list[str]]) -> None:
    for lines, ponder in [
        (["info score cp 1 pv e4 e6 f4", "bestmove e4"], "e6"),
        (["info score cp 1 pv e4 e6", "info score cp 1 pv e4 f6", "bestmove e4"], "f6"),
        (["info score cp 1 pv f4 f6", "bestmove e4"], None),
        (["info score cp 1 pv e4", "bestmove e4"], None),
        (["info score cp 1 pv e4 e6", "bestmove e4 ponder d6"], "d6"),
        (["bestmove e4 ponder"], None),
        (["bestmove e4"], None),
    ]:
        with Engine.open(fake(f"say(*{lines!r})")) as engine:
            played = engine.play("startpos", nodes=1)
            assert (played.move, played.ponder) == ("e4", ponder), lines


def test_a_clock_loses_the_time_of_the_move_and_gains_the_increment() -> None:
    clock = Clock(1000, 2000, 10, 20, 3)
    assert clock.after("white", 100) == Clock(910, 2000, 10, 20, 2)
    assert clock.after("black", 100) == Clock(1000, 1920, 10, 20, 2)
    assert Clock(1, 2, moves_to_go=1).after("white", 0).moves_to_go is None


def test_pondering_does_not_disturb_a_command_that_comes_after_bestmove(
    fake: Callable[[str], list[str]], traffic: Traffic
) -> None:
    async def ask_after(turns: int, engine: AsyncEngine) -> str:
        for _ in range(turns):
            await asyncio.sleep(0)
        return await engine.query("second", "startpos")

    async def work(engine: AsyncEngine) -> None:
        for turns in range(8):
            asked: list[asyncio.Task[str]] = []

            def ask(turns: int = turns, asked: list[asyncio.Task[str]] = asked) -> None:
                asked.append(asyncio.create_task(ask_after(turns, engine)))

            traffic.on["<< bestmove e4"] = ask
            with contextlib.suppress(SearchStopped):
                assert (await engine.play("startpos", nodes=1, ponder=True)).ponder == "e6"
            assert await asked[0] == "second"

    ponder = "if 'ponder' in line: until('stop'); say('bestmove d4')\n"
    with_async(fake(ponder + "else: say('info score cp 1 pv e4 e6', 'bestmove e4')"), work)


# Scores.


def test_scores_are_in_the_order_of_their_worth() -> None:
    ascending = [
        Score(loss_in=0),
        Score(loss_in=1),
        Score(loss_in=7),
        Score(centimen=-900),
        Score(centimen=5, bound="upper"),
        Score(centimen=5),
        Score(centimen=5, bound="lower"),
        Score(centimen=6),
        Score(win_in=7),
        Score(win_in=1),
        Score(win_in=0),
    ]
    for index, score in enumerate(ascending):
        for other_index, other in enumerate(ascending):
            assert (score < other, score >= other) == (index < other_index, index >= other_index)
    flipped = [score.black() for score in ascending]
    assert sorted(flipped) == flipped[::-1]
    assert [score.white() for score in flipped] == ascending
    with pytest.raises(TypeError):
        assert Score(centimen=1) < Score(centimen=1, view="black")
    expected = {-400: 1 / 5, 0: 1 / 2, 200: 2 / 3, 400: 4 / 5}
    for centimen, points in expected.items():
        assert Score(centimen=centimen).expectation() == pytest.approx(points)
    assert (Score(win_in=3).expectation(), Score(loss_in=3).expectation()) == (1, 0)


def test_a_score_has_its_bound_and_the_view_of_the_side_to_move(
    fake: Callable[[str], list[str]],
) -> None:
    cases: list[tuple[Position | str, str, Score]] = [
        ("startpos", "cp 30", Score(30)),
        ("startpos", "cp 30 lowerbound", Score(30, bound="lower")),
        (Position(moves=["e4"]), "cp 30 upperbound", Score(30, bound="upper", view="black")),
        (Position(moves=["e4", "e6"]), "mate 2", Score(win_in=2)),
        ("1/3/5/7/9/7/5/3/1 b 12,12", "mate -2", Score(loss_in=2, view="black")),
        (Position("1/3/5/7/9/7/5/3/1 b 12,12", ["e4"]), "mate 0", Score(loss_in=0)),
    ]
    for position, words, score in cases:
        with Engine.open(
            fake(f"say('info depth 3 score {words} nodes 9', 'bestmove e4')")
        ) as engine:
            line = engine.analyse(position, nodes=1).best
            assert (line.score, line.depth, line.nodes) == (score, 3, 9)
    assert Score(30, bound="upper", view="black").white() == Score(-30, bound="lower")


# What is refused.


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda e: e.analyse(Position(moves=["e5"]), depth=1), EngineError, "illegal move 'e5'"),
        (lambda e: e.legal_moves("not a position"), EngineError, "position"),
        (lambda e: e.query("nonsense", "startpos"), EngineError, "nonsense"),
        (lambda e: e.analyse("startpos", nodes=1, moves=["zz"]), EngineError, "'zz' is not a move"),
        (lambda e: e.play("startpos", nodes=1, moves=["e4", "e5"]), EngineError, "centre e5"),
        (lambda e: e.configure({"Hsah": 1}), EngineError, "no option 'Hsah'; did you mean 'Hash'"),
        (lambda e: e.configure({"xyzzy": 1}), EngineError, "no option 'xyzzy'$"),
        (lambda e: e.configure({"Hash": 0}), EngineError, "Hash takes a number from 1 to 335"),
        (lambda e: e.configure({"Hash": 1.5}), EngineError, r"Hash takes a number.*not 1\.5"),
        (lambda e: e.configure({"Hash": True}), EngineError, "Hash takes a number.*not True"),
        (lambda e: e.configure({"UCI_Variant": "go"}), EngineError, "emergo7 or hexemergo, not"),
        (lambda e: e.configure({"OwnBook": 3}), EngineError, "OwnBook takes True or False, not 3"),
        (lambda e: e.configure({"Clear Hash": 3}), EngineError, "Clear Hash takes None, not 3"),
        (lambda e: e.configure({"EvalFile": "a\nb"}), EngineError, "EvalFile takes a text of one"),
        (lambda e: e.configure({"EvalFile": None}), EngineError, "EvalFile takes a text"),
        (lambda e: e.configure({"EvalFile": "/no/such"}), EngineError, "/no/such: "),
        (lambda e: e.configure({"MultiPV": 3}), EngineError, "set by the argument multipv"),
        (lambda e: e.analyse("startpos"), ValueError, "a limit is needed"),
        (lambda e: e.play("startpos", Limit()), ValueError, "a limit is needed"),
        (lambda e: e.play("startpos", Limit(nodes=1), depth=1), TypeError, "not both"),
        (lambda e: e.play("startpos", nodes=1.5), TypeError, r"nodes is a whole number, not 1\.5"),
        (lambda e: e.play("startpos", depth=True), TypeError, "depth is a whole number, not True"),
        (lambda e: e.play("startpos", nodes=0), ValueError, "nodes is at least 1, not 0"),
        (lambda e: e.play("startpos", clock=Clock(1, 2, -1)), ValueError, "white_increment is at"),
        (lambda e: e.analyse("startpos", nodes=1, multipv=0), ValueError, "multipv is at least 1"),
        (lambda e: e.analyse("startpos", nodes=1, multipv=999), EngineError, "MultiPV takes"),
        (lambda e: e.analyse("startpos", nodes=1, moves="e4"), TypeError, "not the text 'e4'"),
        (lambda e: e.play("startpos", nodes=1, moves=["e4 e6"]), ValueError, "one word"),
        (lambda e: Position(moves="e4"), TypeError, "a list of texts, not the text 'e4'"),
        (lambda e: Position(moves=cast(Any, [4])), TypeError, "a move is a text, not 4"),
        (lambda e: e.legal_moves("startpos\nquit"), ValueError, "one line"),
        (lambda e: e.query("result\nquit", "startpos"), ValueError, "one line"),
        (lambda e: e.legal_moves(5), TypeError, "a position is a text, a Position, or an object"),
        (lambda e: e.legal_moves(Position(variant="go")), EngineError, "UCI_Variant takes emergo"),
        (lambda e: Score(), ValueError, "one of centimen"),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence_and_the_engine_goes_on(
    shared_engine: Engine, call: Callable[[Engine], object], error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        call(shared_engine)
    assert shared_engine.play(WIN, depth=1).move == CAPTURE


@pytest.fixture(scope="module")
def shared_engine(luctor: str) -> Iterator[Engine]:
    with Engine.open(luctor) as engine:
        yield engine


def test_options_are_checked_before_the_first_is_sent(luctor: str, traffic: Traffic) -> None:
    with Engine.open(luctor) as engine:
        with pytest.raises(EngineError):
            engine.configure({"Hash": 2, "Threads": 0})
        assert not traffic.sent("setoption")
        engine.configure({"hash": 2, "UCI_ShowWDL": False, "Clear Hash": None, "EvalFile": ""})
        names = ["Hash value 2", "UCI_ShowWDL value false", "Clear Hash", "EvalFile value "]
        assert traffic.sent("setoption") == [f"setoption name {name}" for name in names]


def test_an_option_declares_its_kind_default_range_and_choices() -> None:
    line = "name Move Style type combo default very calm var very calm var wild"
    option = values.read_option(line.split())
    assert option == Option("Move Style", "combo", "very calm", None, None, ("very calm", "wild"))


# Boards and variants.


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


# Engines that misbehave.


def test_a_crash_is_an_exception_with_the_last_lines(fake: Callable[[str], list[str]]) -> None:
    crash = "say('info string before'); print('no memory', file=sys.stderr); sys.exit(3)"
    with Engine.open(fake(crash)) as engine:
        with pytest.raises(EngineTerminated, match=r"exit code 3") as error:
            engine.play("startpos", nodes=1)
        assert "info string before" in str(error.value) and "no memory" in str(error.value)
        with pytest.raises(EngineTerminated, match="exit code 3"):
            engine.new_game()


def test_a_crash_in_a_stream_ends_the_iteration(fake: Callable[[str], list[str]]) -> None:
    with Engine.open(fake("say('info depth 1 score cp 3'); sys.exit(3)")) as engine:
        search = engine.analysis("startpos")
        assert next(search).score == Score(3)
        for _ in range(2):
            with pytest.raises(EngineTerminated, match="exit code 3"):
                next(search)
        with pytest.raises(EngineTerminated, match="exit code 3"):
            search.wait()


def test_an_engine_that_ignores_stop_is_killed(fake: Callable[[str], list[str]]) -> None:
    with Engine.open(fake("until('never')"), grace=0.1) as engine:
        with pytest.raises(EngineTimeout, match=r"was killed: no answer to 'stop' in 0\.1 s"):
            engine.play("startpos", nodes=1, timeout=0.1)
        with pytest.raises(EngineTerminated, match="signal 9"):
            engine.new_game()


def test_an_engine_that_answers_nothing_is_killed(fake: Callable[[str], list[str]]) -> None:
    silent = [sys.executable, "-SE", "-c", "import sys; sys.stdin.read()"]
    with pytest.raises(EngineTimeout, match=r"no answer to 'ugi' in 0\.1 s"):
        Engine.open(silent, timeout=0.1)


def test_a_late_answer_is_discarded(fake: Callable[[str], list[str]], traffic: Traffic) -> None:
    late = "if line == 'go nodes 1': until('stop'); time.sleep(0.2); say('bestmove late')\n"
    with Engine.open(fake(late + "else: say('bestmove e4')")) as engine:
        with pytest.raises(EngineTimeout, match="is stopped"):
            engine.play("startpos", nodes=1, timeout=0.01)
        assert engine.play("startpos", nodes=2).move == "e4"
        search = engine.analysis("startpos", nodes=1)
        assert engine.query("second", "startpos") == "second"
        assert search.wait().move == "late"
        order = [
            line[3:] for line in traffic.lines if line in ("<< bestmove late", ">> query second")
        ]
        assert order == ["bestmove late", "bestmove late", "query second"]


def test_garbage_is_an_error_of_the_search_and_the_engine_goes_on(
    fake: Callable[[str], list[str]],
) -> None:
    for garbage, message in [
        ("info depth x score cp 1", "not a line of a search: 'info depth x"),
        ("info score furlong 3", "not a line of a search"),
        ("info score cp", "not a line of a search"),
    ]:
        go = f"if line == 'go nodes 1': say('{garbage}'); until('stop'); say('bestmove e4')\n"
        with Engine.open(fake(go + "else: say('bestmove f4')")) as engine:
            with pytest.raises(EngineError, match=message):
                engine.play("startpos", nodes=1)
            assert engine.play("startpos", nodes=2).move == "f4"
    noise = "print('\\x00 readyok?', 'info string score cp x', '', 'info', sep='\\n')\n"
    noise += "sys.stdout.flush(); sys.stdout.buffer.write(b'\\xff\\xfe\\n')\n"
    with Engine.open(fake(noise + "say('bestmove e4')")) as engine:
        assert engine.play("startpos", nodes=1).move == "e4"
        with pytest.raises(EngineError, match="prints no score"):
            engine.analyse("startpos", nodes=1)
    with Engine.open(fake("say('bestmove')")) as engine:
        with pytest.raises(EngineError, match="not a line of a search: 'bestmove'"):
            engine.play("startpos", nodes=1)
        assert engine.query("second", "startpos") == "second"
        with pytest.raises(EngineError, match="the engine has no option 'MultiPV'"):
            engine.analyse("startpos", nodes=1, multipv=2)
        with pytest.raises(EngineError, match="the engine has no option 'UCI_Variant'"):
            engine.legal_moves(Position(variant="emergo7"))


def test_lines_are_in_the_order_of_their_rank(fake: Callable[[str], list[str]]) -> None:
    infos = [f"info multipv {rank} score cp {9 - rank} pv e{rank}" for rank in (2, 1, 3)]
    with Engine.open(fake(f"say(*{infos!r}, 'bestmove e1')")) as engine:
        search = engine.analysis("startpos")
        assert [line.rank for line in search] == [2, 1, 3]
        assert [line.pv for line in search.wait().lines] == [("e1",), ("e2",), ("e3",)]


def test_a_line_can_be_long(luctor: str, fake: Callable[[str], list[str]]) -> None:
    with Engine.open(fake("say('info score cp 1 pv' + ' e4' * 10**6, 'bestmove e4')")) as engine:
        assert len(engine.analyse("startpos", nodes=1).best.pv) == 10**6


def test_a_command_is_a_path_or_a_text_or_a_list(luctor: str) -> None:
    for command in (Path(luctor), luctor, f"'{luctor}'", [luctor]):
        with Engine.open(command) as engine:
            assert engine.play(WIN, depth=1).move == CAPTURE


def test_a_program_that_is_no_engine_is_refused(tmp_path: Path) -> None:
    for empty in ("", " "):
        with pytest.raises(ValueError, match="the command is empty"):
            Engine.open(empty)
    with pytest.raises(EngineTerminated, match="exit code 7"):
        Engine.open([sys.executable, "-c", "exit(7)"])
    with pytest.raises(FileNotFoundError):
        Engine.open(str(tmp_path / "missing"))


# The process.


def test_an_engine_that_is_not_closed_warns_and_ends(luctor: str) -> None:
    engine = Engine.open(luctor)
    engine.analysis("startpos")
    pid, threads = pid_of(engine), threading.active_count()
    with pytest.warns(ResourceWarning, match=f"unclosed engine, process {pid}"):
        del engine
        gc.collect()
    wait_for_end(pid)
    wait_for("end of the thread", lambda: threading.active_count() < threads)


def test_an_asyncio_engine_that_is_not_closed_warns_and_ends(luctor: str) -> None:
    async def main() -> None:
        engine = await AsyncEngine.open(luctor)
        pid = engine._pipes.pid
        with pytest.warns(ResourceWarning, match=f"unclosed engine, process {pid}"):
            del engine
            gc.collect()
        await asyncio.to_thread(wait_for_end, pid)

    asyncio.run(main())


@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_the_engine_ends_with_the_program_that_started_it(luctor: str, end: str) -> None:
    script = (
        "import os, signal, sys; from luctor import Engine\n"
        "engine = Engine.open(sys.argv[1]); engine.analysis('startpos')\n"
        f"print(engine._engine._pipes.pid, flush=True); {end}"
    )
    command = [sys.executable, "-W", "default", "-c", script, luctor]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wait_for_end(int(done.stdout))
    if not end:
        assert "ResourceWarning: unclosed engine" in done.stderr and done.returncode == 0


def test_traffic_is_logged_in_both_directions(luctor: str, traffic: Traffic) -> None:
    with Engine.open(luctor):
        pass
    assert traffic.lines[0] == ">> ugi" and "<< ugiok" in traffic.lines
    assert traffic.lines[-1] == ">> quit"


def test_the_examples_of_the_documentation_run(
    luctor: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert doctest.testmod(values) == (0, 2)
    monkeypatch.setenv("PATH", str(Path(luctor).parent), prepend=os.pathsep)
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert examples
    for example in examples:
        exec(example, {"__name__": "example"})
    assert "40\n" in capsys.readouterr().out
