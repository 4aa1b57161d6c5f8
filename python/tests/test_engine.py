"""The engine client, with the built program and with engines that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from luctor import Clock, Engine, EngineError, EngineTerminated, EngineTimeout, Position

WIN = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"
CAPTURE = "e4xc4xc6xe6xe4xc4"

GREETING = "print('id name Bad\\nugiok', flush=True)"


def bad_engine(tmp_path: Path, behaviour: str) -> list[str]:
    """An engine that answers `isready`, and runs `behaviour` for each other command."""
    program = tmp_path / "bad_engine.py"
    program.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        f"    if words == ['ugi']: {GREETING}\n"
        "    elif words == ['isready']: print('readyok', flush=True)\n"
        "    elif words == ['quit']: break\n"
        f"    elif words[0] == 'go':\n        {behaviour}\n"
    )
    return [sys.executable, str(program)]


def test_an_analysis_has_the_best_lines_in_order(luctor: str) -> None:
    with Engine.open(luctor, options={"Hash": 1, "UCI_ShowWDL": True}) as engine:
        assert engine.id["name"].startswith("Luctor")
        assert engine.options["Hash"].kind == "spin" and engine.options["Hash"].minimum == 1
        assert "emergo7" in engine.options["UCI_Variant"].choices
        analysis = engine.analyse(Position(moves=["e4", "e6"]), depth=4, multipv=3)
        assert len(analysis.lines) == 3
        assert analysis.move == analysis.best.pv[0]
        scores = [line.score.centimen for line in analysis.lines]
        assert scores == sorted(scores, key=lambda score: -(score or 0))
        assert all(line.depth == 4 and line.nodes > 0 for line in analysis.lines)
        assert all(line.wdl is not None and sum(line.wdl) == 1000 for line in analysis.lines)
        alone = engine.analyse(Position(moves=["e4", "e6"]), nodes=500, moves=["f5"])
        assert (alone.move, len(alone.lines)) == ("f5", 1)


def test_a_forced_win_and_a_finished_game_are_told_apart(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        analysis = engine.analyse(WIN, depth=3)
        assert (analysis.move, analysis.best.score.mate) == (CAPTURE, 1)
        over = Position(WIN, [CAPTURE])
        assert engine.analyse(over, depth=3).move is None
        assert engine.legal_moves(over) == []
        assert engine.query("result", over) == "p1win"


def test_moves_are_played_by_nodes_and_by_clock(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        legal = engine.legal_moves("startpos")
        assert len(legal) == 40 and legal == sorted(legal)
        played = engine.play("startpos", nodes=300)
        assert played.move in legal and played.line is not None
        assert engine.play("startpos", clock=Clock(200, 200)).move in legal


def test_the_engine_rejects_wrong_positions_moves_and_options(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        with pytest.raises(EngineError, match="illegal move 'e5'"):
            engine.analyse(Position(moves=["e5"]), depth=1)
        with pytest.raises(EngineError, match="position"):
            engine.legal_moves("not a position")
        with pytest.raises(EngineError, match="no option 'Hsah'"):
            engine.configure({"Hsah": 1})
        with pytest.raises(EngineError, match="Hash takes a number"):
            engine.configure({"Hash": 0})
        with pytest.raises(ValueError, match="a limit is needed"):
            engine.analyse("startpos")
        with pytest.raises(ValueError, match="one line"):
            engine.legal_moves("startpos\nquit")
        assert engine.play("startpos", depth=1).move is not None


def test_a_crash_is_an_exception_with_the_last_lines(tmp_path: Path) -> None:
    crash = "print('info string before', flush=True); print('no memory', file=sys.stderr); exit(3)"
    with Engine.open(bad_engine(tmp_path, crash)) as engine:
        with pytest.raises(EngineTerminated, match=r"exit code 3") as error:
            engine.play("startpos", nodes=1)
        assert "info string before" in str(error.value) and "no memory" in str(error.value)
        with pytest.raises(EngineTerminated, match="exit code 3"):
            engine.new_game()


def test_an_engine_that_hangs_is_killed_after_the_timeout(tmp_path: Path) -> None:
    engine = Engine.open(bad_engine(tmp_path, "time.sleep(1000)"), timeout=5)
    with pytest.raises(EngineTimeout, match="in time"):
        engine.play("startpos", nodes=1, timeout=0.1)
    engine.close()
    with pytest.raises(EngineTerminated):
        engine.new_game()


def test_a_program_that_is_no_engine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineTerminated, match="exit code 7"):
        Engine.open([sys.executable, "-c", "exit(7)"])
    with pytest.raises(FileNotFoundError):
        Engine.open(str(tmp_path / "missing"))
