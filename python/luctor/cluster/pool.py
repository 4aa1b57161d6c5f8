"""The workers of a run: which batch a worker gets, and what happens when it is lost or hangs.

Dask starts and watches the workers and carries the tasks. A worker has as many batches as cores,
and one more so that it never waits. A batch that a worker does not finish goes to another one.
"""

import hashlib
import importlib
import importlib.metadata
import inspect
import logging
import platform
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from distributed import Client, Future

from luctor.cluster import tasks
from luctor.cluster.source import Batch, Source, Unfit, Worker
from luctor.cluster.tasks import ClusterError, Output, ProgramError, SentFile

log = logging.getLogger("luctor.cluster")

#: Default of `wait_timeout`: a run ends after this time in seconds without a scheduler or a worker.
WAIT_TIMEOUT = 600.0
#: Time in seconds between two looks at the workers.
_REFRESH = 1.0
#: Time in seconds between two looks at the running tasks.
_POLL = 0.02
#: Tasks of a worker that end with an error before it is excluded.
_ERRORS = 3
#: The time in seconds for a result to arrive.
_GATHER_SECONDS = 30.0
#: A batch is overdue after this many times the time that it should take, and this time in seconds.
_OVERDUE_RATIO = 3.0
_OVERDUE_SECONDS = 30.0

#: The user wants the run to end. Python ignores a `KeyboardInterrupt` in a destructor or a callback
#: of Dask.
interrupted = threading.Event()


@dataclass(eq=False)
class _Task:
    worker: Worker
    #: It yields futures and gets their results.
    script: Generator[Future, Any, None]
    batch: Batch | None = None
    #: The numbers that the worker has, with those of this batch.
    load: int = 0
    started: float = 0.0


class Pool:
    """The workers of a run on a Dask cluster."""

    def __init__(
        self,
        client: Client,
        programs: Mapping[str, Path | tasks.Revision],
        files: Sequence[Path] = (),
        *,
        benches: Mapping[str, int] | None = None,
        speed_program: str | None = None,
        on_progress: Callable[[str], None] = print,
        wait_timeout: float = WAIT_TIMEOUT,
    ) -> None:
        """The arguments are those of `Setup`, with paths on this machine.

        Without `benches`, the programs are files, and have the benches that they have here.
        `on_progress` gets a line after each batch. The pool gives up after `wait_timeout` seconds
        without a scheduler or a worker.
        """
        if benches is None:
            benches = {name: tasks.bench(str(of))[0] for name, of in programs.items()}
        self._given_client = self._client = client
        self._address = client.scheduler.address
        try:
            client.run_on_scheduler(importlib.import_module, tasks.__name__)
        except ImportError as error:
            text = f"the scheduler {self._address} cannot import the package luctor: {error}"
            raise ClusterError(text) from None
        #: The contents of the files that workers can ask for, by digest.
        self._contents: dict[str, bytes] = {}
        sent = {
            name: self._send(program) if isinstance(program, Path) else program
            for name, program in programs.items()
        }
        self._setup = tasks.Setup(sent, benches, list(map(self._send, files)), speed_program)
        self._on_progress = on_progress
        self._wait_timeout = wait_timeout
        #: The source of the run.
        self._source: Source
        self._tasks: dict[Future, _Task] = {}
        #: All workers, also lost ones.
        self.workers: list[Worker] = []
        #: The workers that the scheduler has, by address.
        self._present: dict[str, Worker] = {}
        self._last_refresh = 0.0
        #: When a worker could play, or was being prepared.
        self._last_worker = time.monotonic()
        self._is_waiting = False

    def _send(self, path: Path) -> SentFile:
        contents = path.read_bytes()
        digest = hashlib.sha256(contents).hexdigest()
        self._contents[digest] = contents
        return SentFile(path.name, digest)

    def playing(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.state == "playing"]

    def table(self) -> str:
        """A line for each worker."""
        return "\n".join(worker.line() for worker in self.workers) or "no worker has joined"

    def run(self, source: Source) -> None:
        """Plays until the source has all results. Nothing is left running on the workers."""
        self._source = source
        try:
            while not source.is_done():
                if interrupted.is_set():
                    raise KeyboardInterrupt
                self._refresh()
                self._hand_out()
                finished = [future for future in self._tasks if future.status != "pending"]
                for future in finished:
                    if future in self._tasks and not source.is_done():
                        self._resume(self._tasks.pop(future), future)
                if not finished:
                    time.sleep(_POLL)
        finally:
            # Tasks of a worker that cannot be reached end with the worker.
            with suppress(Exception):
                self._client.cancel(list(self._tasks))
            self._tasks.clear()
            if self._client is not self._given_client:
                with suppress(Exception):
                    self._client.close(timeout=2)
        log.info("the workers:\n%s", self.table())

    # Workers.

    def _refresh(self) -> None:
        if time.monotonic() < self._last_refresh + _REFRESH:
            return
        threads = self._threads()
        self._last_refresh = time.monotonic()
        for address in self._present.keys() - threads.keys():
            worker = self._present.pop(address)
            if worker.state in ("playing", "preparing"):
                self._drop(worker)
        for address in threads.keys() - self._present.keys():
            worker = self._present[address] = Worker(address, threads[address])
            self.workers.append(worker)
            self._resume(_Task(worker, self._prepare(worker)))
        if any(worker.state in ("playing", "preparing") for worker in self.workers):
            self._last_worker, self._is_waiting = time.monotonic(), False
            return
        is_lost = self._client.status != "running"
        reason = f"the scheduler {self._address} is lost" if is_lost else "no worker can play"
        if time.monotonic() > self._last_worker + self._wait_timeout:
            raise ClusterError(f"{reason}:\n{self.table()}")
        if not self._is_waiting:
            self._is_waiting = True
            log.warning("%s: waiting up to %.0f s", reason, self._wait_timeout)

    def _threads(self) -> dict[str, int]:
        """The threads of each worker by address; none while the scheduler is lost."""
        with suppress(OSError, TimeoutError, ValueError, RuntimeError):
            if self._client.status == "closed":
                options = {"security": self._given_client.security, "set_as_default": False}
                self._client = Client(self._address, timeout=5, **options)
            if self._client.status == "running":
                return dict(self._client.nthreads())
        return {}

    def _drop(self, worker: Worker, reason: str = "") -> None:
        """The worker gets no more batches: it is excluded with a reason, or lost without one."""
        worker.state, worker.reason = ("excluded" if reason else "lost"), reason
        futures = [future for future, task in self._tasks.items() if task.worker is worker]
        with suppress(Exception):
            self._client.cancel(futures)
        for task in [self._tasks.pop(future) for future in futures]:
            worker.lost_batches += task.batch is not None
            self._give_back(task.batch)
        log.warning("worker %s", worker.line())

    # Scripts.

    def _prepare(self, worker: Worker) -> Generator[Future, Any, None]:
        submit = partial(self._client.submit, workers=[worker.address], pure=False)
        # A worker without this package has these functions too.
        module = submit(importlib.import_module, tasks.__name__)
        answers = [submit(platform.node), submit(platform.python_version)]
        answers += [submit(importlib.metadata.version, "distributed")]
        answers += [submit(inspect.getsource, module)]
        worker.host, python, dask, text = yield submit(list, answers)
        here, dask_here = platform.python_version(), importlib.metadata.version("distributed")
        if python.split(".")[:2] != here.split(".")[:2]:
            raise Unfit(f"its Python is {python}, here {here}")
        if dask != dask_here:
            raise Unfit(f"its Dask is {dask}, here {dask_here}")
        if text != inspect.getsource(tasks):
            raise Unfit("its luctor is another version: install the same everywhere")
        missing: set[str] = yield submit(tasks.missing, self._setup)
        contents = {name: self._contents[name] for name in missing & self._contents.keys()}
        for commit in sorted(missing - contents.keys()):
            log.info("worker %s: building %s", worker.name, commit[:12])
        with warnings.catch_warnings():
            # Each machine gets the programs once.
            warnings.filterwarnings("ignore", "Sending large graph")
            future = submit(tasks.prepare, self._setup, worker.threads, contents)
        worker.prepared = yield future
        worker.state = "playing"
        log.info("worker %s", worker.line())

    def _play(self, worker: Worker, batch: Batch) -> Generator[Future, Output | None, None]:
        assert worker.prepared is not None
        command = self._source.command(batch, worker, worker.prepared)
        submit = partial(self._client.submit, workers=[worker.address], pure=False)
        output = yield submit(tasks.execute, command, self._setup.files)
        # If another worker was faster, the answer is dropped.
        if output is not None and not batch.is_done:
            self._source.finish(batch, output, worker)
            batch.is_done = True
            worker.done += len(batch.numbers())
            worker.seconds += output.seconds
            self._on_progress(f"{self._source.progress()}, workers: {len(self.playing())}")
            others = [other for other in self.workers if other is not worker]
            if (fault := self._source.fault(worker, others)) is not None:
                raise Unfit(fault)

    def _resume(self, task: _Task, future: Future | None = None) -> None:
        """Continues a script with the result that it waits for, or gives back its batch."""
        try:
            self._advance(task, future)
        finally:
            self._give_back(task.batch)

    def _advance(self, task: _Task, future: Future | None) -> None:
        worker = task.worker
        if future is not None and future.status in ("cancelled", "lost"):
            # The scheduler was started again. A worker without a batch is asked again.
            if task.batch is None:
                self._present.pop(worker.address, None)
                self._drop(worker)
            return
        try:
            result = None if future is None else future.result(timeout=_GATHER_SECONDS)
        # A task can end with any exception, which Dask raises here.
        except Exception as error:
            worker.errors += 1
            if isinstance(error, ImportError):
                self._drop(worker, f"it cannot import the package luctor: {error}")
            elif isinstance(error, ProgramError):
                self._drop(worker, str(error))
            elif task.batch is None or worker.errors >= _ERRORS:
                reason = f"a task ended with {type(error).__name__}: {error}"
                self._drop(worker, reason)
            return
        try:
            self._tasks[task.script.send(result)] = task
        except StopIteration:
            pass
        except Unfit as error:
            self._drop(worker, str(error))

    # Batches.

    def _hand_out(self) -> None:
        if self._client.status != "running":
            return
        counts = Counter(task.worker for task in self._tasks.values())
        cores = sum(worker.threads for worker in self.playing())
        for worker in self.playing():
            for _ in range(counts[worker], worker.threads + 1):
                batch = self._overdue(worker) or self._source.take(worker, cores)
                if batch is None:
                    break
                held = [task.batch for task in self._tasks.values() if task.worker is worker]
                load = sum(len(found.numbers()) for found in [*held, batch] if found is not None)
                script = self._play(worker, batch)
                self._resume(_Task(worker, script, batch, load, time.monotonic()))

    def _overdue(self, worker: Worker) -> Batch | None:
        """A batch of another worker that is late, and that no second worker has."""
        now = time.monotonic()
        rates = [known.seconds / known.done for known in self.workers if known.done > 0]
        rate = max(rates, default=inf)
        for task in self._tasks.values():
            batch, late = task.batch, task.worker
            limit = max(_OVERDUE_SECONDS, _OVERDUE_RATIO * task.load * rate / late.threads)
            if batch is None or batch.is_done or late is worker or now < task.started + limit:
                continue
            if sum(other.batch is batch for other in self._tasks.values()) == 1:
                text = "worker %s does not answer for %.0f s: its batch is given to %s too"
                log.warning(text, late.name, now - task.started, worker.name)
                return batch
        return None

    def _give_back(self, batch: Batch | None) -> None:
        """The numbers of a batch that is not done are missing, unless a worker has them."""
        holders = [task.batch for task in self._tasks.values()]
        if batch is not None and not batch.is_done and batch not in holders:
            self._source.put(batch.first, batch.last)
