"""Training data from many machines.

A task runs `luctor datagen --blocks` for a part of the file. A game depends only on the settings,
the seed and its number, so the joined parts are the file that one machine makes, byte for byte.
`luctor datagen --parts` checks and joins them.
"""

import json
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from distributed import Client

from luctor.cluster.pool import WAIT_TIMEOUT, Pool
from luctor.cluster.source import Batch, Source, Unfit, Worker
from luctor.cluster.tasks import OUTPUT_FILE, ClusterError, Command, Output, Prepared, run


@dataclass(frozen=True)
class DataSettings:
    """What is generated."""

    #: The game file. The same settings continue it.
    out: Path
    positions: int
    #: The program `luctor` on this machine.
    luctor: Path
    seed: int = 1
    #: Further options of `luctor datagen`, such as `--variant`, `emergo7`.
    options: Sequence[str] = ()
    #: The network to play with.
    network: Path | None = None
    #: The time in seconds of a part.
    batch_seconds: float = 60.0

    def words(self, network: Path | None) -> list[str]:
        if any(option.split("=")[0] == "--threads" for option in self.options):
            raise ClusterError("--threads: a worker runs a process for each core")
        words = ["--seed", str(self.seed), "--threads", "1", *self.options]
        return words if network is None else [*words, "--net", str(network)]

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
    wait_timeout: float = WAIT_TIMEOUT,
) -> DataResult:
    """Generates a game file on all workers of a Dask cluster, or continues it."""
    network = [] if settings.network is None else [settings.network]
    programs = {"luctor": settings.luctor.resolve()}
    pool = Pool(client, programs, network, on_progress=on_progress, wait_timeout=wait_timeout)
    source = _Parts([], settings.batch_seconds, settings)
    pool.run(source)
    shutil.rmtree(settings.parts_folder())
    totals = source.totals
    return DataResult(totals["games"], totals["plies"], totals["positions"], pool.workers)


@dataclass
class _Parts(Source):
    """The blocks of a game file. Their number is not known before the end."""

    settings: DataSettings
    #: What `luctor datagen --parts` says about the file.
    totals: dict[str, Any] = field(init=False)
    #: Parts that are not joined yet, by their first and last block.
    waiting: dict[tuple[int, int], Path] = field(default_factory=dict)
    #: The block after the last one that is generated or was given to a worker.
    following: int = field(init=False)

    def __post_init__(self) -> None:
        """Takes the parts of an earlier run. Blocks between them are generated."""
        self.totals = self._run_join([])
        self.settings.parts_folder().mkdir(exist_ok=True)
        self.following = self.totals["blocks"] + 1
        for part in self.settings.parts_folder().iterdir():
            if found := re.fullmatch(r"(\d+)-(\d+)", part.name):
                self.waiting[int(found[1]), int(found[2])] = part
        for first, last in sorted(self.waiting):
            if first > self.following:
                self.put(self.following, first - 1)
            self.following = max(self.following, last + 1)
        self.put(self.following, 2**62)
        self._join()

    def is_done(self) -> bool:
        return bool(self.totals["positions"] >= self.settings.positions)

    def left(self) -> int:
        """An estimate."""
        blocks, positions = self.totals["blocks"], self.totals["positions"]
        needed = self.settings.positions * blocks / max(positions, 1)
        return max(int(needed) - self.following + 1, 1)

    def command(self, batch: Batch, worker: Worker, prepared: Prepared) -> Command:
        self.following = max(self.following, batch.last + 1)
        network = None if self.settings.network is None else Path(self.settings.network.name)
        blocks = ["--blocks", f"{batch.first}-{batch.last}", "--stdin"]
        words = [prepared.programs["luctor"], "datagen", "--out", OUTPUT_FILE, *blocks]
        return Command([*words, *self.settings.words(network)])

    def finish(self, batch: Batch, output: Output, worker: Worker) -> None:
        if output.code != 0:
            raise Unfit(output.errors)
        # The name is complete only if the contents are.
        new = self.settings.parts_folder() / "new"
        new.write_bytes(output.contents)
        blocks = (batch.first, batch.last)
        self.waiting[blocks] = new.rename(new.with_name(f"{batch.first}-{batch.last}"))
        self._join(blocks)

    def progress(self) -> str:
        positions = f"{self.totals['positions']} of {self.settings.positions} positions"
        return f"{positions}, parts that wait: {len(self.waiting)}"

    def _join(self, new: tuple[int, int] | None = None) -> None:
        """Joins the parts that follow the file, up to a damaged one."""
        following, end = [], self.totals["blocks"]
        for part in sorted(self.waiting):
            if part[0] <= end + 1:
                following.append(part)
                end = max(end, part[1])
        if not following or self.is_done():
            return
        self.totals = self._run_join([self.waiting[part] for part in following])
        rejected = self.totals["rejected"]
        for part in following:
            file = self.waiting.pop(part)
            file.unlink()
            if rejected is not None and rejected["part"] == str(file):
                if part == new:
                    raise Unfit("a part is damaged")
                return self.put(*part)

    def _run_join(self, parts: Sequence[Path]) -> dict[str, Any]:
        settings = self.settings
        command = [
            *(str(settings.luctor.resolve()), "datagen", "--out", str(settings.out), "--json"),
            *("--positions", str(settings.positions), *settings.words(settings.network)),
            *("--parts", *map(str, parts)),
        ]
        totals: dict[str, Any] = json.loads(run(command))
        return totals
