"""Engines without a search, and what tests of the client ask about an engine."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import psutil
from waiting import wait_for

from luctor import AsyncEngine, Engine

#: Makes an engine that runs this Python code for `go`. The result is its command.
FakeEngine = Callable[[str], list[str]]

#: White wins with the only legal move.
WIN = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"
CAPTURE = "e4xc4xc6xe6xe4xc4"

_ENGINE_OF_CODE = """
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


def engine_of_code(folder: Path, go: str) -> list[str]:
    """An engine that runs Python code for `go`. It answers a query with the question."""
    program = folder / "fake.py"
    code = "\n".join(f"        {line}" for line in go.split("\n"))
    program.write_text(_ENGINE_OF_CODE.format(go=code))
    return [sys.executable, "-SE", str(program)]


_ENGINE_OF_ONE_MOVE = """#!{python} -SE
# Knows one position. A weak engine plays an illegal move there.
import os, sys, time
def env(name, default):
    return os.environ.get("FAKE_" + name, default)
def wait_for(file):
    while file and not os.path.exists(file):
        time.sleep(0.02)
if sys.argv[1:] == ["bench"]:
    wait_for(env("BENCH_AFTER", ""))
    print(env("BENCH", "1000"), "nodes 1000000 nps")
    sys.exit()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("id name Fake\\nugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["quit"]:
        break
    elif words[:1] == ["go"]:
        if env("LOG", ""):
            with open(env("LOG", ""), "a") as log:
                log.write(line)
        wait_for(env("MOVE_AFTER", ""))
        time.sleep(float(env("SLEEP", "{sleep}")))
        print("bestmove", "{move}", flush=True)
"""


def fake_engine(folder: Path, name: str, *, is_weak: bool = False, sleep: float = 0.0) -> Path:
    """A program that answers after some seconds.

    The environment of a worker changes what it does there: FAKE_BENCH is its bench number,
    FAKE_SLEEP is the time of a move, FAKE_LOG is a file for its searches, and before the bench or a
    move it waits for the files FAKE_BENCH_AFTER and FAKE_MOVE_AFTER.
    """
    program = folder / name
    move = "a5" if is_weak else CAPTURE
    program.write_text(_ENGINE_OF_ONE_MOVE.format(python=sys.executable, move=move, sleep=sleep))
    program.chmod(0o755)
    return program


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


def with_async(
    command: str | list[str], work: Callable[[AsyncEngine], Coroutine[Any, Any, None]]
) -> None:
    async def main() -> None:
        async with await AsyncEngine.open(command) as engine:
            await work(engine)

    asyncio.run(main())


def pid_of(engine: Engine) -> int:
    return engine._engine._process.pid


def wait_for_end(pid: int) -> None:
    def has_ended() -> bool:
        with contextlib.suppress(psutil.NoSuchProcess):
            return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
        return True

    wait_for("end of the engine", has_ended)
