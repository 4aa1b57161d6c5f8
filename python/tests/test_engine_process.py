"""The process of an engine: its start, its end and its log."""

import asyncio
import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from ugi_engines import CAPTURE, WIN, Traffic, pid_of, wait_for_end
from waiting import wait_for

from luctor import AsyncEngine, Engine, EngineTerminatedError


def test_a_command_is_a_path_or_a_list(luctor: str, tmp_path: Path) -> None:
    path = tmp_path / "an engine's path"
    path.symlink_to(luctor)
    for command in (path, str(path), [str(path)]):
        with Engine.open(command) as engine:
            assert engine.play(WIN, depth=1).move == CAPTURE


def test_a_program_that_is_no_engine_is_refused(tmp_path: Path) -> None:
    for empty in ("", [], [""]):
        with pytest.raises(ValueError, match="the command is empty"):
            Engine.open(empty)
    with pytest.raises(EngineTerminatedError, match="exit code 7"):
        Engine.open([sys.executable, "-c", "exit(7)"])
    with pytest.raises(FileNotFoundError):
        Engine.open(str(tmp_path / "missing"))


def test_a_terminal_interrupt_does_not_reach_the_engine(luctor: str) -> None:
    with Engine.open(luctor) as engine:
        assert os.getpgid(pid_of(engine)) != os.getpgid(0)


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
        pid = engine._process.pid
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
        f"print(engine._engine._process.pid, flush=True); {end}"
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
