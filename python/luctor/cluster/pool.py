"""The workers of a run: their preparation, their batches, and what happens when one is lost.

Dask starts and watches the workers and carries the tasks. This module decides which batch a worker
gets: each worker has as many batches as cores, and one more so that it never waits. A batch that a
worker does not finish goes to another one.
"""

from __future__ import annotations

import contextlib
import logging
import time
import uuid
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from distributed import Client, Future

from luctor.cluster import tasks
from luctor.cluster.programs import Missing, Prepared, Refused, SentFiles, Setup, prepare
from luctor.cluster.tasks import Command, Output

log = logging.getLogger("luctor.cluster")

#: Time in seconds between two looks at the workers.
_REFRESH = 1.0
#: Time in seconds between two looks at the running tasks.
_POLL = 0.02
#: Tasks of a worker that end with an error before it is excluded.
_ERRORS = 3
#: The time in seconds for a result to arrive.
_GATHER_SECONDS = 30.0


class ClusterError(Exception):
    """The run cannot continue. Games in files are kept; the answers of an analysis are lost."""


@dataclass
class Worker:
    """A worker process, and its part in the report."""

    address: str
    threads: int
    name: str
    host: str = ""
    #: `preparing`, `playing`, `excluded` or `lost`.
    state: str = "preparing"
    #: Why the worker is excluded.
    reason: str = ""
    #: Nodes per second of a core, if it was measured.
    speed: float | None = None
    #: Games, blocks or queries that were accepted.
    done: int = 0
    #: Games that ended by a loss on time, a crash or a hang.
    failures: int = 0
    #: Batches that the worker had when it was lost.
    lost_batches: int = 0
    errors: int = 0
    seconds: float = 0.0
    prepared: Prepared | None = field(default=None, repr=False)

    def line(self) -> str:
        """The worker in the report."""
        speed = "" if self.speed is None else f", {self.speed / 1e6:.3f} Mnps per core"
        failures = f", {self.failures} failed" if self.failures else ""
        lost = f", {self.lost_batches} batches given to others" if self.lost_batches else ""
        reason = f": {self.reason}" if self.reason else ""
        place = f"{self.name} ({self.host or self.address}, cores: {self.threads})"
        return f"{place}: {self.state}{reason}; {self.done} done{failures}{lost}{speed}"


@dataclass
class Batch:
    """Work for one worker."""

    command: Command
    #: The games, blocks or queries, for the source that made it.
    item: Sequence[int]


class Source(Protocol):
    """Where batches come from and results go."""

    def next_batch(self, worker: Worker, prepared: Prepared) -> Batch | None:
        """The next batch for a worker; `None` if there is none now."""

    def give_back(self, item: Sequence[int]) -> None:
        """A batch was not finished."""

    def finish(self, item: Sequence[int], output: Output, worker: Worker) -> str | None:
        """A batch was finished. Returns why it is not accepted; then it is given back."""

    def is_done(self) -> bool:
        """No more results are needed."""


@dataclass
class _Running:
    worker: Worker
    #: `None` for the preparation of the worker.
    batch: Batch | None


class Pool:
    """The workers of a run on a Dask cluster."""

    def __init__(
        self,
        client: Client,
        setup: Setup,
        sent: SentFiles,
        *,
        wait_timeout: float = 600.0,
    ) -> None:
        """It gives up after `wait_timeout` seconds without a scheduler or a worker."""
        self._client = client
        self._own_client: Client | None = None
        self._address = client.scheduler.address
        self._security = client.security
        self._setup = setup
        self._sent = sent
        self._wait_timeout = wait_timeout
        self._running: dict[Future, _Running] = {}
        #: By address. A process that is started again has another one.
        self._workers: dict[str, Worker] = {}
        #: Workers whose address another one has now.
        self._replaced: list[Worker] = []
        self._last_refresh = 0.0
        self._last_worker = time.monotonic()

    @property
    def run_id(self) -> str:
        """The name of the run in its commands."""
        return self._setup.run

    @property
    def workers(self) -> list[Worker]:
        """All workers, also lost ones."""
        return [*self._replaced, *self._workers.values()]

    def playing(self) -> list[Worker]:
        return [worker for worker in self._workers.values() if worker.state == "playing"]

    def cores(self) -> int:
        """The cores of all workers that play."""
        return sum(worker.threads for worker in self.playing())

    def exclude(self, worker: Worker, reason: str) -> None:
        """The worker gets no more batches."""
        if worker.state != "excluded":
            worker.state, worker.reason = "excluded", reason
            log.warning("worker %s (%s) is excluded: %s", worker.name, worker.host, reason)
            self._take_back(worker)

    def run(self, source: Source) -> None:
        """Plays until the source has all results. Nothing is left running on the workers."""
        try:
            while not source.is_done():
                self._refresh(source)
                self._hand_out(source)
                if not self._collect(source):
                    time.sleep(_POLL)
        finally:
            self._stop(source)

    # Workers.

    def _refresh(self, source: Source) -> None:
        if time.monotonic() < self._last_refresh + _REFRESH:
            return
        threads = self._scheduler_workers(source)
        self._last_refresh = time.monotonic()
        for address, worker in self._workers.items():
            if address not in threads and worker.state in ("playing", "preparing"):
                self._lose(worker, source)
        for address, count in threads.items():
            known = self._workers.get(address)
            if known is None or known.state == "lost":
                self._replaced += [] if known is None else [known]
                self._workers[address] = self._start_preparation(address, count)
        if self.playing() or any(running.batch is None for running in self._running.values()):
            self._last_worker = time.monotonic()
        elif time.monotonic() > self._last_worker + self._wait_timeout:
            raise ClusterError("there is no worker that can play:\n" + self.table())
        # A future of a scheduler that was started again, or of a client that is closed.
        for future in [f for f in self._running if f.status in ("cancelled", "lost")]:
            self._give_back(self._running.pop(future), source)

    def _start_preparation(self, address: str, threads: int) -> Worker:
        worker = Worker(address, threads, name=address)
        self._submit(worker, None, prepare, self._setup, threads)
        return worker

    def _prepared(self, worker: Worker, result: Prepared | Missing | Refused) -> None:
        if isinstance(result, Missing):
            contents = {name: self._sent.contents[name] for name in result.digests}
            setup = replace(self._setup, contents=contents)
            with warnings.catch_warnings():
                # Each machine gets the programs once.
                warnings.filterwarnings("ignore", "Sending large graph")
                self._submit(worker, None, prepare, setup, worker.threads)
            return
        worker.host, worker.name = result.host, result.name
        if isinstance(result, Refused):
            self.exclude(worker, result.reason)
        else:
            worker.prepared, worker.speed, worker.state = result, result.speed, "playing"
            log.info("worker %s", worker.line())

    def _lose(self, worker: Worker, source: Source) -> None:
        worker.state = "lost"
        for future in [f for f, running in self._running.items() if running.worker is worker]:
            running = self._running.pop(future)
            future.cancel()
            if running.batch is not None:
                worker.lost_batches += 1
            self._give_back(running, source)
        batches = worker.lost_batches
        log.warning("worker %s (%s) is lost with %d batches", worker.name, worker.host, batches)

    def _take_back(self, worker: Worker) -> None:
        """Batches that have not started are cancelled. They come back as cancelled futures."""
        futures = [f for f, running in self._running.items() if running.worker is worker]
        if futures:
            self._client.cancel(futures)

    # The scheduler.

    def _scheduler_workers(self, source: Source) -> dict[str, int]:
        """The threads of each worker. Waits for a lost scheduler."""
        end = time.monotonic() + self._wait_timeout
        is_lost = False
        while True:
            try:
                if self._client.status == "running":
                    return dict(self._client.nthreads())
                if self._client.status == "closed":
                    self._own_client = self._client = Client(
                        self._address, security=self._security, timeout=5, set_as_default=False
                    )
                    continue
            except (OSError, TimeoutError, ValueError, RuntimeError) as error:
                reason = str(error)
            else:
                reason = f"the client is {self._client.status}"
            if not is_lost:
                is_lost = True
                log.warning("the scheduler %s is lost: %s", self._address, reason)
                for running in self._running.values():
                    running.worker.lost_batches += running.batch is not None
                    self._give_back(running, source)
                self._running.clear()
                for worker in self._workers.values():
                    if worker.state in ("playing", "preparing"):
                        worker.state = "lost"
            if time.monotonic() > end:
                raise ClusterError(f"the scheduler {self._address} is lost: {reason}")
            time.sleep(0.2)

    # Batches.

    def _submit(
        self, worker: Worker, batch: Batch | None, function: Callable[..., Any], *arguments: object
    ) -> None:
        future = self._client.submit(
            function,
            *arguments,
            key=f"{function.__name__}-{self._setup.run}-{uuid.uuid4().hex}",
            workers=[worker.address],
            allow_other_workers=False,
            pure=False,
        )
        self._running[future] = _Running(worker, batch)

    def _hand_out(self, source: Source) -> None:
        counts: dict[str, int] = {}
        for running in self._running.values():
            counts[running.worker.address] = counts.get(running.worker.address, 0) + 1
        for worker in self.playing():
            assert worker.prepared is not None
            for _ in range(counts.get(worker.address, 0), worker.threads + 1):
                batch = source.next_batch(worker, worker.prepared)
                if batch is None:
                    break
                self._submit(worker, batch, tasks.execute, batch.command)

    def _collect(self, source: Source) -> bool:
        """Takes the results that have arrived. Returns whether there was one."""
        finished = [f for f in self._running if f.status in ("finished", "error")]
        for future in finished:
            running = self._running.pop(future, None)
            if running is not None and not source.is_done():
                self._take(future, running, source)
        return bool(finished)

    def _take(self, future: Future, running: _Running, source: Source) -> None:
        worker = running.worker
        try:
            result = future.result(timeout=_GATHER_SECONDS)
        # A task can end with any exception, which Dask raises here.
        except Exception as error:
            worker.errors += 1
            self._give_back(running, source)
            if running.batch is None:
                self.exclude(worker, f"its preparation ended with {error!r}")
            elif worker.errors >= _ERRORS:
                self.exclude(worker, f"a task ended with {error!r}")
            return
        if running.batch is None:
            self._prepared(worker, result)
            return
        rejected = source.finish(running.batch.item, result, worker)
        if rejected is None:
            worker.seconds += result.seconds
        else:
            self._give_back(running, source)
            self.exclude(worker, rejected)

    def _give_back(self, running: _Running, source: Source) -> None:
        if running.batch is not None:
            source.give_back(running.batch.item)

    def _stop(self, source: Source) -> None:
        """Stops all tasks. Those of a worker that cannot be reached end with the worker."""
        futures = list(self._running)
        self._running.clear()
        addresses = [
            w.address for w in self._workers.values() if w.state in ("playing", "excluded")
        ]
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                if futures:
                    self._client.cancel(futures)
                self._client.run(tasks.stop, self._setup.run, workers=addresses, on_error="ignore")
        if self._own_client is not None:
            with contextlib.suppress(Exception):
                self._own_client.close(timeout=2)

    def table(self) -> str:
        """A line for each worker."""
        return "\n".join(worker.line() for worker in self.workers) or "no worker has joined"
