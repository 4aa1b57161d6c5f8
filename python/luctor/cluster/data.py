"""Training data from many machines.

A task runs `luctor datagen --blocks` for a part of the file. A game depends only on the settings,
the seed and its number, so the joined parts are the file that one machine makes, byte for byte.
`luctor datagen --parts` checks and joins them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client

from luctor.cluster.pool import Batch, Pool, Source, Unfit, Worker, luctor_pool
from luctor.cluster.tasks import OUTPUT_FILE, Command, Output, Prepared, run


@dataclass(frozen=True)
class DataSettings:
    """What is generated."""

    #: The game file. The same settings continue it.
    out: Path
    positions: int
    seed: int = 1
    #: Further options of `luctor datagen`, such as `--variant`, `emergo7`.
    options: Sequence[str] = ()
    #: The network to play with.
    network: Path | None = None
    luctor: Path = Path("luctor")
    #: The time in seconds of a part.
    part_seconds: float = 60.0

    def words(self, network: str | None) -> list[str]:
        words = ["--seed", str(self.seed), *self.options]
        return words if network is None else [*words, "--network", network]

    def parts_folder(self) -> Path:
        return self.out.with_name(self.out.name + ".parts")


@dataclass(frozen=True)
class DataResult:
    """The totals of the file."""

    games: int
    plies: int
    positions: int
    workers: Sequence[Worker] = ()


def datagen(
    client: Client,
    settings: DataSettings,
    *,
    on_progress: Callable[[str], None] = print,
    wait_timeout: float = 600.0,
) -> DataResult:
    """Generates a game file on all workers of a Dask cluster, or continues it."""
    network = [] if settings.network is None else [settings.network]
    pool = luctor_pool(client, settings.luctor, network, wait_timeout)
    settings.parts_folder().mkdir(parents=True, exist_ok=True)
    source = _Parts(settings, pool, on_progress)
    pool.run(source)
    shutil.rmtree(settings.parts_folder())
    totals = source.totals
    return DataResult(totals["games"], totals["plies"], totals["positions"], pool.workers)


class _Parts(Source):
    """The blocks of a game file. Their number is not known before the end."""

    def __init__(
        self,
        settings: DataSettings,
        pool: Pool,
        on_progress: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._pool = pool
        self._on_progress = on_progress
        #: Parts that are not joined yet, by their first and last block.
        self._waiting: dict[tuple[int, int], Path] = {}
        self.totals = self._run_join([])
        # The parts of an earlier run. Blocks between them are generated.
        following: int = self.totals["blocks"] + 1
        missing = []
        for part in settings.parts_folder().iterdir():
            numbers = [int(word) for word in part.name.split("-") if word.isdigit()]
            if len(numbers) == 2:
                self._waiting[numbers[0], numbers[1]] = part
        for first, last in sorted(self._waiting):
            if first > following:
                missing.append((following, first - 1))
            following = max(following, last + 1)
        self._following = following
        super().__init__([*missing, (following, 2**62)], batch_seconds=settings.part_seconds)
        if (damaged := self._join()) is not None:
            self.put(*damaged)

    def is_done(self) -> bool:
        return bool(self.totals["positions"] >= self._settings.positions)

    def left(self) -> int:
        """An estimate."""
        blocks, positions = self.totals["blocks"], self.totals["positions"]
        needed = self._settings.positions * blocks / max(positions, 1)
        return max(int(needed) - self._following + 1, 1)

    def command(self, batch: Batch, worker: Worker, prepared: Prepared) -> Command:
        self._following = max(self._following, batch.last + 1)
        network = next((file.name for file in self._pool.files), None)
        blocks = ["--blocks", f"{batch.first}-{batch.last}", "--threads", "1", "--stdin"]
        words = [prepared.programs["luctor"], "datagen", OUTPUT_FILE, *blocks]
        return Command([*words, *self._settings.words(network)], self._pool.files)

    def finish(self, batch: Batch, output: Output, worker: Worker) -> None:
        if output.code != 0:
            raise Unfit(output.errors)
        # The name is complete only if the contents are.
        new = self._settings.parts_folder() / "new"
        new.write_bytes(output.contents)
        blocks = (batch.first, batch.last)
        self._waiting[blocks] = new.rename(new.with_name(f"{batch.first}-{batch.last}"))
        damaged = self._join()
        if damaged == blocks:
            raise Unfit("a part is damaged")
        if damaged is not None:
            self.put(*damaged)
        self._on_progress(
            f"{self.totals['positions']} of {self._settings.positions} positions, parts that wait: "
            f"{len(self._waiting)}, workers: {len(self._pool.playing())}"
        )

    def _join(self) -> tuple[int, int] | None:
        """Joins the parts that follow the file. Returns the blocks of the first damaged one."""
        for part in sorted(self._waiting):
            if self.is_done() or part[0] > self.totals["blocks"] + 1:
                break
            file = self._waiting.pop(part)
            self.totals = self._run_join([file])
            file.unlink()
            if self.totals["rejected"] is not None:
                return part
        return None

    def _run_join(self, parts: Sequence[Path]) -> dict[str, Any]:
        settings = self._settings
        network = None if settings.network is None else str(settings.network)
        command = [
            *(str(settings.luctor), "datagen", str(settings.out), "--json"),
            *("--positions", str(settings.positions), *settings.words(network)),
            *("--parts", *map(str, parts)),
        ]
        totals: dict[str, Any] = json.loads(run(command))
        return totals
