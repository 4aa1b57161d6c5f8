"""Sizes of batches: a batch takes about the same time on each worker."""

from __future__ import annotations

from luctor.cluster.pool import Worker


class BatchSizes:
    """Chooses how many games, blocks or queries a worker gets at a time."""

    def __init__(self, seconds: float, step: int = 1) -> None:
        """`seconds` is the time of a batch. Sizes are multiples of `step`."""
        self._seconds = seconds
        self._step = step

    def choose(self, worker: Worker, left: int, cores: int) -> int:
        """The size for a worker if `left` units are left for `cores` cores.

        The first batch of a worker is the smallest one. The last batches of a run are small, so
        that all workers end at about the same time.
        """
        size = 1.0
        if worker.done > 0:
            size = self._seconds * worker.done / max(worker.seconds, 1e-3)
        size = min(size, left / (2 * max(cores, 1)))
        return max(int(size) // self._step, 1) * self._step
