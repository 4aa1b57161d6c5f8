"""Pondering of the UGI client."""

import asyncio
import contextlib

import pytest
from ugi_engines import FakeEngine, Traffic, with_async

from luctor import AsyncEngine, Clock, Engine, Position, SearchResult, SearchStoppedError


def test_the_engine_ponders_on_the_expected_reply(luctor: str, traffic: Traffic) -> None:
    clock = Clock(60_000, 50_000, 100, 200)
    with Engine.open(luctor) as engine:
        first = engine.play("startpos", clock=clock, nodes=2000, ponder=True)
        assert first.best.pv[:2] == (first.move, first.ponder)
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
        expected = engine.play("startpos", nodes=500, root_moves=["e4"]).ponder
        assert expected
        replies = engine.legal_moves(Position(moves=["e4"]))
        after = Position(moves=["e4", expected])
        moves = engine.legal_moves(after)[:1] if change == "moves" else None
        # After that the search is repeated exactly.
        engine.new_game()
        assert engine.play("startpos", nodes=500, root_moves=["e4"], ponder=True).ponder == expected
        if change == "reply":
            after = Position(moves=["e4", next(move for move in replies if move != expected)])
        if change == "new game":
            engine.new_game()
        nodes = 400 if change == "limit" else 500
        assert engine.play(after, nodes=nodes, root_moves=moves).move is not None
        ponder, stop, go = traffic.sent("go", "stop", "ponderhit")[-3:]
        assert ponder.startswith("go ponder") and stop == "stop"
        assert go.startswith(f"go nodes {nodes}")


def test_the_ponder_move_is_the_reply_of_the_last_line(fake: FakeEngine) -> None:
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


def test_only_one_call_goes_on_with_a_search_that_pondered(
    fake: FakeEngine, traffic: Traffic
) -> None:
    async def work(engine: AsyncEngine) -> None:
        await engine.play("startpos", nodes=1, ponder=True)
        after = Position(moves=["e4", "e6"])
        first, second = await asyncio.gather(
            engine.play(after, nodes=1), engine.play(after, nodes=1), return_exceptions=True
        )
        assert isinstance(first, SearchStoppedError)
        assert isinstance(second, SearchResult) and second.move == "e4"
        assert traffic.sent("ponderhit", "stop", "go nodes")[1:] == [
            "ponderhit",
            "stop",
            "go nodes 1",
        ]

    ponder = "if 'ponder' in line: until('stop'); say('bestmove f4')\n"
    with_async(fake(ponder + "else: say('info score cp 1 pv e4 e6', 'bestmove e4')"), work)


def test_pondering_does_not_disturb_a_command_that_comes_after_bestmove(
    fake: FakeEngine, traffic: Traffic
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
            with contextlib.suppress(SearchStoppedError):
                assert (await engine.play("startpos", nodes=1, ponder=True)).ponder == "e6"
            assert await asked[0] == "second"

    ponder = "if 'ponder' in line: until('stop'); say('bestmove d4')\n"
    with_async(fake(ponder + "else: say('info score cp 1 pv e4 e6', 'bestmove e4')"), work)
