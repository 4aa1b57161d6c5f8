"""A Dask cluster whose scheduler and workers are processes that a test can kill."""

import asyncio
import contextlib
import importlib
import multiprocessing
import os
import socket
import sys
from collections.abc import Callable, Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil
from distributed import Client, Scheduler, Worker
from waiting import HANG_SECONDS

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


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
