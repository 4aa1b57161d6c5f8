"""The work of a run: numbers of games, blocks or queries, which workers get in batches."""

import heapq
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from luctor.cluster.tasks import Command, Output, Prepared


class Unfit(Exception):
    """A worker should get no more batches, with the reason."""


@dataclass(eq=False)
class Worker:
    """A worker process, and its part in the report."""

    address: str
    threads: int
    host: str = ""
    state: Literal["preparing", "playing", "excluded", "lost"] = "preparing"
    #: Why the worker is excluded.
    reason: str = ""
    #: Games, blocks or queries that were accepted, and the seconds that they took.
    done: int = 0
    seconds: float = 0.0
    #: Games that ended by a loss on time, a crash or a hang.
    failures: int = 0
    #: Batches that the worker had when it was lost or excluded.
    lost_batches: int = 0
    errors: int = 0
    #: What the worker can run, when it plays.
    prepared: Prepared | None = None

    @property
    def speed(self) -> float | None:
        """Nodes per second of a core, if it was measured."""
        return None if self.prepared is None else self.prepared.speed

    @property
    def name(self) -> str:
        return f"{self.address} ({self.host})" if self.host else self.address

    def line(self) -> str:
        """The worker in the report."""
        speed = "" if self.speed is None else f", {self.speed:.0f} nps per core"
        failures = f", {self.failures} failed" if self.failures else ""
        lost = f", {self.lost_batches} batches given to others" if self.lost_batches else ""
        state = f"{self.state}: {self.reason}" if self.reason else self.state
        return (
            f"{self.name}, cores: {self.threads}, {state}; {self.done} done{failures}{lost}{speed}"
        )


@dataclass(eq=False)
class Batch:
    """Numbers for one worker, or for two if the first one is late."""

    first: int
    last: int
    is_done: bool = False

    def numbers(self) -> range:
        return range(self.first, self.last + 1)


@dataclass
class Source(ABC):
    """The numbers that no worker has, and what is done with them."""

    #: First and last numbers, in ascending order.
    missing: list[tuple[int, int]]
    batch_seconds: float
    #: Sizes of batches are multiples of this number.
    step: ClassVar[int] = 1

    def put(self, first: int, last: int) -> None:
        """These numbers are missing again."""
        heapq.heappush(self.missing, (first, last))

    def take(self, worker: Worker, cores: int) -> Batch | None:
        """The next batch for a worker, of `cores` cores in total.

        The first batch of a worker is the smallest one. The last batches of a run are small, so
        that all workers end at about the same time.
        """
        if not self.missing:
            return None
        size = 1.0
        if worker.done > 0:
            size = self.batch_seconds * worker.done / max(worker.seconds, 1e-3)
        size = min(size, self.left() / (2 * max(cores, 1)))
        steps = max(int(size) // self.step, 1)
        first, last = heapq.heappop(self.missing)
        end = min((first // self.step + steps) * self.step - 1, last)
        if end < last:
            self.put(end + 1, last)
        return Batch(first, end)

    def left(self) -> int:
        """How many numbers no worker has."""
        return sum(last - first + 1 for first, last in self.missing)

    @abstractmethod
    def command(self, batch: Batch, worker: Worker, prepared: Prepared) -> Command:
        """What the worker runs."""

    @abstractmethod
    def finish(self, batch: Batch, output: Output, worker: Worker) -> None:
        """Takes a result. Raises `Unfit` if it is wrong: another worker gets the batch."""

    @abstractmethod
    def progress(self) -> str:
        """What is done, for people."""

    def fault(self, worker: Worker, others: Sequence[Worker]) -> str | None:
        """Why a worker should get no more batches, although its results were accepted."""
        return None

    @abstractmethod
    def is_done(self) -> bool:
        """No more results are needed."""
