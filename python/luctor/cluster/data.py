"""Training data from many machines.

A task runs `luctor datagen --blocks` for a part of the file. A game depends only on the settings,
the seed and its number, so the joined parts are the file that one machine makes, byte for byte.
`luctor datagen --parts` checks and joins them.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client

from luctor.cluster.pool import Batch, ClusterError, Pool, Worker
from luctor.cluster.programs import Prepared, SentFiles, Setup, bench
from luctor.cluster.sizes import BatchSizes
from luctor.cluster.tasks import OUTPUT_FILE, Command, Output

_LUCTOR = "luctor"
#: Parts that are joined at a time.
_JOINED_PARTS = 200


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

    def words(self, network: Path | None) -> list[str]:
        words = ["--seed", str(self.seed), *self.options]
        return words if network is None else [*words, "--network", str(network)]

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
    sent = SentFiles()
    setup = Setup(
        programs={_LUCTOR: sent.add(settings.luctor)},
        benches={_LUCTOR: bench(str(settings.luctor.resolve()))[0]},
        files=[] if settings.network is None else [sent.add(settings.network)],
    )
    pool = Pool(client, setup, sent, wait_timeout=wait_timeout)
    settings.parts_folder().mkdir(parents=True, exist_ok=True)
    source = _Parts(settings, pool, on_progress)
    pool.run(source)
    for part in settings.parts_folder().iterdir():
        part.unlink()
    settings.parts_folder().rmdir()
    totals = source.totals
    return DataResult(totals["games"], totals["plies"], totals["positions"], pool.workers)


class _Parts:
    """The blocks of a game file, as parts."""

    def __init__(
        self, settings: DataSettings, pool: Pool, on_progress: Callable[[str], None]
    ) -> None:
        self._settings = settings
        self._pool = pool
        self._on_progress = on_progress
        self._sizes = BatchSizes(settings.part_seconds)
        self.totals = self._join([])
        #: The first block that no worker has had.
        self._next: int = self.totals["blocks"] + 1
        #: Parts on this machine that are not joined, by their first block.
        self._waiting: dict[int, tuple[int, Path]] = {}
        #: Blocks that were given back.
        self._returned: list[tuple[int, int]] = []
        self._load()
        self._join_waiting()

    def is_done(self) -> bool:
        return bool(self.totals["positions"] >= self._settings.positions)

    def next_batch(self, worker: Worker, prepared: Prepared) -> Batch | None:
        if self._returned:
            first, last = min(self._returned)
            self._returned.remove((first, last))
        else:
            first = self._next
            last = first + self._sizes.choose(worker, self._blocks_left(), self._pool.cores()) - 1
            self._next = last + 1
        network = self._settings.network
        on_worker = None if network is None else Path(prepared.folder, network.name)
        words = [
            *(prepared.programs[_LUCTOR], "datagen", OUTPUT_FILE, "--blocks", f"{first}-{last}"),
            *("--threads", "1", "--stdin", *self._settings.words(on_worker)),
        ]
        return Batch(Command(self._pool.run_id, prepared.folder, words), (first, last))

    def give_back(self, item: Sequence[int]) -> None:
        first, last = item
        self._returned.append((first, last))

    def finish(self, item: Sequence[int], output: Output, worker: Worker) -> str | None:
        first, last = item
        if output.code != 0:
            return output.errors or f"luctor datagen ended with exit code {output.code}"
        # The name is complete only if the contents are.
        new = self._settings.parts_folder() / "new"
        new.write_bytes(output.contents)
        part = new.rename(self._settings.parts_folder() / f"{first}-{last}")
        self._waiting[first] = (last, part)
        worker.done += last - first + 1
        self._join_waiting()
        rejected = None if part.exists() or first <= self.totals["blocks"] else "a part is damaged"
        if rejected is not None:
            # It is given back by the pool.
            self._returned.remove((first, last))
        positions, target = self.totals["positions"], self._settings.positions
        self._on_progress(
            f"{positions} of {target} positions, parts that wait: {len(self._waiting)}, "
            f"workers: {len(self._pool.playing())}"
        )
        return rejected

    def _blocks_left(self) -> int:
        """An estimate of the blocks that no worker has."""
        blocks: int = self.totals["blocks"]
        positions: int = self.totals["positions"]
        if positions == 0:
            return 1
        needed = self._settings.positions * blocks / positions
        return max(int(needed) - self._next + 1, 1)

    def _load(self) -> None:
        """Finds the parts of an earlier run. Blocks between them are generated."""
        for part in self._settings.parts_folder().iterdir():
            numbers = [int(word) for word in part.name.split("-") if word.isdigit()]
            if len(numbers) == 2 and numbers[1] >= self._next:
                self._waiting[numbers[0]] = (numbers[1], part)
            else:
                part.unlink()
        for first, (last, _) in sorted(self._waiting.items()):
            if first > self._next:
                self._returned.append((self._next, first - 1))
            self._next = max(self._next, last + 1)

    def _join_waiting(self) -> None:
        """Joins the parts that follow the file. A part that is damaged is generated again."""
        while not self.is_done():
            parts: list[tuple[int, int, Path]] = []
            end = self.totals["blocks"]
            for first, (last, part) in sorted(self._waiting.items()):
                if first > end + 1 or len(parts) == _JOINED_PARTS:
                    break
                parts.append((first, last, part))
                end = max(end, last)
            if not parts:
                return
            self.totals = self._join([part for _, _, part in parts])
            rejected = self.totals["rejected"]
            for first, last, part in parts:
                if rejected is not None and Path(rejected["part"]) == part:
                    self._returned.append((first, last))
                elif rejected is not None and first > self.totals["blocks"]:
                    continue
                del self._waiting[first]
                part.unlink()

    def _join(self, parts: Sequence[Path]) -> dict[str, Any]:
        settings = self._settings
        command = [
            *(str(settings.luctor), "datagen", str(settings.out), "--json"),
            *("--positions", str(settings.positions), *settings.words(settings.network)),
            *("--parts", *map(str, parts)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise ClusterError(done.stderr.strip())
        totals: dict[str, Any] = json.loads(done.stdout)
        return totals
