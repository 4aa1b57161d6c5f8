"""Engines that crash, hang or answer late or wrongly."""

import asyncio
import sys

import pytest
from ugi_engines import FakeEngine, Traffic, with_async

from luctor import (
    AsyncEngine,
    Engine,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Position,
    Score,
)


def test_a_crash_is_an_exception_with_the_last_lines(fake: FakeEngine) -> None:
    crash = "say('info string before'); print('no memory', file=sys.stderr); sys.exit(3)"
    with Engine.open(fake(crash)) as engine:
        with pytest.raises(EngineTerminatedError, match=r"exit code 3") as error:
            engine.play("startpos", nodes=1)
        assert "info string before" in str(error.value) and "no memory" in str(error.value)
        with pytest.raises(EngineTerminatedError, match="exit code 3"):
            engine.new_game()


def test_a_crash_in_a_stream_ends_the_iteration(fake: FakeEngine) -> None:
    with Engine.open(fake("say('info depth 1 score cp 3'); sys.exit(3)")) as engine:
        search = engine.analysis("startpos")
        assert next(search).score == Score(3)
        for _ in range(2):
            with pytest.raises(EngineTerminatedError, match="exit code 3"):
                next(search)
        with pytest.raises(EngineTerminatedError, match="exit code 3"):
            search.wait()


def test_an_engine_that_ignores_stop_is_killed(fake: FakeEngine) -> None:
    with Engine.open(fake("until('never')"), grace=0.1) as engine:
        with pytest.raises(EngineTimeoutError, match=r"was killed: no answer to 'stop' in 0\.1 s"):
            engine.play("startpos", nodes=1, timeout=0.1)
        with pytest.raises(EngineTerminatedError, match="signal 9"):
            engine.new_game()


def test_an_engine_that_answers_nothing_is_killed() -> None:
    silent = [sys.executable, "-SE", "-c", "import sys; sys.stdin.read()"]
    with pytest.raises(EngineTimeoutError, match=r"no answer to 'ugi' in 0\.1 s"):
        Engine.open(silent, timeout=0.1)


def test_a_late_answer_is_discarded(fake: FakeEngine, traffic: Traffic) -> None:
    late = "if line == 'go nodes 1': until('stop'); time.sleep(0.2); say('bestmove late')\n"
    with Engine.open(fake(late + "else: say('bestmove e4')")) as engine:
        with pytest.raises(EngineTimeoutError, match="is stopped"):
            engine.play("startpos", nodes=1, timeout=0.01)
        assert engine.play("startpos", nodes=2).move == "e4"
        search = engine.analysis("startpos", nodes=1)
        assert engine.query("second", "startpos") == "second"
        assert search.wait().move == "late"
        order = [
            line[3:] for line in traffic.lines if line in ("<< bestmove late", ">> query second")
        ]
        assert order == ["bestmove late", "bestmove late", "query second"]


def test_garbage_is_an_error_of_the_search_and_the_engine_goes_on(fake: FakeEngine) -> None:
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


def test_lines_are_in_the_order_of_their_rank(fake: FakeEngine) -> None:
    infos = [f"info multipv {rank} score cp {9 - rank} pv e{rank}" for rank in (2, 1, 3)]
    with Engine.open(fake(f"say(*{infos!r}, 'bestmove e1')")) as engine:
        search = engine.analysis("startpos")
        assert [line.rank for line in search] == [2, 1, 3]
        assert [line.pv for line in search.wait().lines] == [("e1",), ("e2",), ("e3",)]


def test_a_line_can_be_long(fake: FakeEngine) -> None:
    with Engine.open(fake("say('info score cp 1 pv' + ' e4' * 10**6, 'bestmove e4')")) as engine:
        assert len(engine.analyse("startpos", nodes=1).best.pv) == 10**6


def test_the_lines_of_a_cancelled_call_are_not_those_of_the_next(fake: FakeEngine) -> None:
    async def work(engine: AsyncEngine) -> None:
        for _ in range(3):
            first = asyncio.create_task(engine.query("first", "startpos"))
            await asyncio.sleep(0)
            first.cancel()
        assert await engine.query("second", "startpos") == "second"

    with_async(fake("say('bestmove e4')"), work)
