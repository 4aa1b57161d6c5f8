"""What several tests share: the built program, engines without a search, and Dask processes."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from distributed import Client

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
if sys.argv[1:] == ["bench"]:
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
        time.sleep(float(env("SLEEP", "{sleep}")))
        print("bestmove", "{move}", flush=True)
"""


def fake_engine(folder: Path, name: str, *, is_weak: bool = False, sleep: float = 0.0) -> Path:
    """A program that answers after some seconds. Its environment can change what it does."""
    program = folder / name
    move = "a5" if is_weak else "e4xc4xc6xe6xe4xc4"
    program.write_text(_ENGINE.format(python=sys.executable, move=move, sleep=sleep))
    program.chmod(0o755)
    return program


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Cluster:
    """A Dask scheduler and Dask workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start_scheduler()

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        place = ["--host", "127.0.0.1", "--port", str(self._port), "--no-dashboard"]
        return self._start(["scheduler", *place], {})

    def start_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Starts a worker with one core."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0"]
        place = ["--local-directory", str(self._folder), "--host", "127.0.0.1"]
        return self._start(["worker", self.address, *options, *place], environment)

    def connect(self, workers: int) -> Client:
        client = Client(self.address, set_as_default=False, timeout=HANG_SECONDS)
        client.wait_for_workers(workers, timeout=HANG_SECONDS)
        return client

    def _start(self, words: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        cache = {"LUCTOR_CACHE": str(self._folder / "cache"), "TMPDIR": str(self._folder)}
        with (self._folder / "dask.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                env={**os.environ, **cache, **environment},
                stdout=log,
                stderr=log,
            )
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


def kill(process: subprocess.Popen[bytes]) -> None:
    """Sends SIGKILL."""
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.wait()


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
