"""What several tests share: the built program, engines without a search, and Dask processes."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import multiprocessing
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil
import pytest
from distributed import Client, Scheduler, Worker

ROOT = Path(__file__).resolve().parents[2]
#: A wait that takes longer fails. It is far longer than on a busy machine.
HANG_SECONDS = 120.0


@pytest.fixture(scope="session")
def luctor() -> str:
    """The built program: LUCTOR of the environment, or the newest build of this repository."""
    given = os.environ.get("LUCTOR")
    if given:
        return given
    built = [ROOT / "target" / profile / "luctor" for profile in ("release", "debug")]
    found = [program for program in built if program.is_file()]
    assert found, "build the program first: cargo build --release"
    return str(max(found, key=lambda program: program.stat().st_mtime))


def wait_for(what: str, is_there: Callable[[], bool]) -> None:
    """Waits for something that has no event."""
    end = time.monotonic() + HANG_SECONDS
    while not is_there():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.02)


#: White wins with the only legal move.
OPENING = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"

_ENGINE = """#!{python} -SE
# Knows one position. A weak engine plays an illegal move there.
import os, sys, time
def env(name, default):
    return os.environ.get("FAKE_" + name, default)
def wait_for(file):
    while file and not os.path.exists(file):
        time.sleep(0.02)
if sys.argv[1:] == ["bench"]:
    wait_for(env("BENCH_AFTER", ""))
    print(env("BENCH", "1000"), "nodes", env("NPS", "1000000"), "nps")
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

    The environment of a worker changes what it does there: FAKE_BENCH and FAKE_NPS are its bench,
    FAKE_SLEEP is the time of a move, FAKE_LOG is a file for its searches, and before the bench or a
    move it waits for the files FAKE_BENCH_AFTER and FAKE_MOVE_AFTER.
    """
    program = folder / name
    move = "a5" if is_weak else "e4xc4xc6xe6xe4xc4"
    program.write_text(_ENGINE.format(python=sys.executable, move=move, sleep=sleep))
    program.chmod(0o755)
    return program


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


#: Its processes are copies of one that has imported Dask.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["distributed", "luctor.cluster"])


class Cluster:
    """A Dask scheduler and Dask workers, each a process of its own."""

    def __init__(self, folder: Path, patches: Mapping[str, object] | None = None) -> None:
        self._folder = folder
        self._port = free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._processes: list[BaseProcess] = []
        self.scheduler = self.start_scheduler(patches)

    def start_scheduler(self, patches: Mapping[str, object] | None = None) -> BaseProcess:
        place = {"host": "127.0.0.1", "port": self._port}
        return self._start({}, Scheduler, patches=patches, dashboard=False, **place)

    def start_worker(
        self, patches: Mapping[str, object] | None = None, **environment: str
    ) -> BaseProcess:
        """Starts a worker with one core. `patches` are other results of functions, by name."""
        place = {"host": "127.0.0.1", "local_directory": str(self._folder)}
        options = {"nthreads": 1, "memory_limit": 0, "dashboard": False}
        return self._start(environment, Worker, self.address, patches=patches, **place, **options)

    def connect(self, workers: int) -> Client:
        client = Client(self.address, set_as_default=False, timeout=HANG_SECONDS)
        if workers > 0:
            client.wait_for_workers(workers, timeout=HANG_SECONDS)
        return client

    def _start(
        self,
        environment: dict[str, str],
        server: Callable[..., Any],
        *place: str,
        patches: Mapping[str, object] | None = None,
        **options: object,
    ) -> BaseProcess:
        cache = {"LUCTOR_CACHE": str(self._folder / "cache"), "TMPDIR": str(self._folder)}
        log = self._folder / "dask.log"
        arguments = ({**cache, **environment}, patches or {}, log, server, place, options)
        process = _PROCESSES.Process(target=_serve, args=arguments, daemon=True)
        process.start()
        self._processes.append(process)
        return process

    def kill_workers(self) -> None:
        for process in self._processes:
            if process is not self.scheduler:
                kill(process)

    def close(self) -> None:
        for process in self._processes:
            kill(process)

    def games_processes(self) -> list[str]:
        """The processes that workers have started for games."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                folder = process.cwd()
                if folder.startswith(str(self._folder)) and "/luctor-" in folder:
                    found.append(" ".join(process.cmdline()))
        return found


def _serve(
    environment: dict[str, str],
    patches: Mapping[str, object],
    log: Path,
    server: Callable[..., Any],
    place: tuple[str, ...],
    options: dict[str, object],
) -> None:
    os.environ.update(environment)
    for name, result in patches.items():
        module, _, function = name.rpartition(".")
        if module:
            setattr(importlib.import_module(module), function, lambda *_, found=result: found)
        else:
            # A package that is not installed.
            hidden = [found for found in sys.modules if found.split(".")[0] == name]
            sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)

    async def run() -> None:
        async with server(*place, **options) as running:
            await running.finished()

    asyncio.run(run())


def kill(process: BaseProcess) -> None:
    """Sends SIGKILL."""
    process.kill()
    process.join()


@pytest.fixture(scope="session")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Iterator[Cluster]:
    """A cluster without workers."""
    yield shared_cluster
    shared_cluster.kill_workers()
