"""Matches on many machines.

The program contains the rules and the statistics. A task runs `luctor match -range` for some games
of the schedule. `luctor match -collect` writes the games to the record file and reports the score.
The final score is that of `luctor match -score`.
"""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client

from luctor.cluster.pool import Batch, ClusterError, Pool, Worker
from luctor.cluster.programs import (
    Binary,
    Prepared,
    Program,
    ProgramError,
    Revision,
    SentFile,
    SentFiles,
    Setup,
    bench,
)
from luctor.cluster.sizes import BatchSizes
from luctor.cluster.tasks import OUTPUT_FILE, Command, Output

log = logging.getLogger("luctor.cluster")

#: The name of the program that plays the games, among those of the setup.
_RUNNER = "the runner"
#: Ends of games that can be the fault of a machine, with the names of a match file.
_FAILURES = {"time loss", "crash", "hang", "engine failed to start"}
#: A worker with fewer failed games is not excluded.
_FEW_FAILURES = 3
#: A worker is excluded if it fails this many times as often as all others.
_FAILURE_RATIO = 5.0


@dataclass(frozen=True)
class Player:
    """An engine of a match."""

    name: str
    program: Program
    #: Settings of `-engine`, such as `option.Hash=16` or `tc=10+0.1`.
    settings: Sequence[str] = ()
    #: `cmd` in the record file. By default the path of a binary, or `luctor-COMMIT`.
    command: str | None = None
    #: The bench number. By default it is measured here, or read from the revision.
    bench: int | None = None

    def recorded_command(self) -> str:
        if self.command is not None:
            return self.command
        if isinstance(self.program, Binary):
            return str(self.program.path)
        return f"luctor-{self.program.commit[:12]}"

    def expected_bench(self) -> int:
        if self.bench is not None:
            return self.bench
        if isinstance(self.program, Binary):
            return bench(str(self.program.path.resolve()))[0]
        found = self.program.bench()
        if found is None:
            raise ProgramError(
                f"the bench number of {self.name} is not known: the revision "
                f"{self.program.commit[:12]} has no tests/data/bench.txt here"
            )
        return found


@dataclass(frozen=True)
class Sprt:
    """H0: Elo <= elo0. H1: Elo >= elo1."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def words(self) -> list[str]:
        values = ("elo0", "elo1", "alpha", "beta", "model")
        return ["-sprt", *(f"{name}={getattr(self, name)}" for name in values)]


@dataclass(frozen=True)
class MatchSettings:
    """What is played. Everything that is not named here is an option of `luctor match`."""

    players: Sequence[Player]
    #: The record file.
    out: Path
    #: Settings of `-each`, such as `tc=10+0.1`.
    each: Sequence[str] = ()
    rounds: int = 1
    #: The file of openings, and the other settings of `-openings`.
    openings: Path | None = None
    openings_settings: Sequence[str] = ("order=random",)
    #: A PGN file of the games.
    pgn: Path | None = None
    #: Further options of `luctor match`, such as `-variant`, `emergo7`.
    options: Sequence[str] = ()
    sprt: Sprt | None = None
    #: Files that engines read, by the name that they have in the working directory.
    files: Sequence[Path] = ()
    #: The program `luctor` on this machine. It is sent to the workers as the runner.
    luctor: Path = Path("luctor")
    #: The speed that times are meant for, in nodes per second of the last player. By default that
    #: of the first worker.
    reference: float | None = None
    #: The time in seconds of a batch of games.
    batch_seconds: float = 30.0

    def words(self, prepared: Prepared | None = None, scale: float = 1.0) -> list[str]:
        """The options of the match here, or on a worker."""
        words = []
        for player in self.players:
            words += ["-engine", f"cmd={player.recorded_command()}", f"name={player.name}"]
            words += player.settings
            if prepared is not None:
                words.append(f"path={prepared.programs[player.name]}")
        words += ["-each", *self.each, f"timescale={scale:.3f}"]
        if self.openings is not None:
            file = self.openings if prepared is None else Path(prepared.folder, self.openings.name)
            words += ["-openings", f"file={file}", *self.openings_settings]
        return [*words, "-rounds", str(self.rounds), *self.options]

    def is_timed(self) -> bool:
        """Whether the games depend on the speed of the machine."""
        settings = [*self.each, *(word for player in self.players for word in player.settings)]
        return not any(word.startswith(("nodes=", "depth=")) for word in settings)


@dataclass(frozen=True)
class MatchResult:
    """The end of a match."""

    #: What `luctor match -score -json` prints.
    score: dict[str, Any]
    workers: Sequence[Worker] = ()

    @property
    def games(self) -> int:
        return int(self.score["games"])

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis of the SPRT: `H0`, `H1` or `None`."""
        test = self.score["sprt"]
        return None if test is None else test["accepted"]


def sprt(
    client: Client,
    settings: MatchSettings,
    *,
    on_progress: Callable[[str], None] = print,
    wait_timeout: float = 600.0,
) -> MatchResult:
    """Plays until the test of the settings is decided, or all rounds are played."""
    if settings.sprt is None:
        raise ValueError("the settings have no test")
    return match(client, settings, on_progress=on_progress, wait_timeout=wait_timeout)


def match(
    client: Client,
    settings: MatchSettings,
    *,
    on_progress: Callable[[str], None] = print,
    wait_timeout: float = 600.0,
) -> MatchResult:
    """Plays a match, or continues the one in the record file, on all workers of a Dask cluster.

    `on_progress` gets a line after each batch. `wait_timeout` is the time in seconds to wait for a
    lost scheduler, or for a worker.
    """
    pool = _pool(client, settings, wait_timeout)
    with _Collector(settings) as collector:
        source = _Games(settings, collector, pool, on_progress)
        pool.run(source)
    result = MatchResult(score(settings), pool.workers)
    log.info("the workers:\n%s", pool.table())
    return result


def score(settings: MatchSettings) -> dict[str, Any]:
    """The score of the record file, from `luctor match -score`."""
    found: dict[str, Any] = json.loads(_score(settings, ["-json"]))
    return found


def table(settings: MatchSettings) -> str:
    """The score of the record file as a table for people, from `luctor match -score`."""
    return _score(settings, [])


def _score(settings: MatchSettings, words: Sequence[str]) -> str:
    test = [] if settings.sprt is None else settings.sprt.words()
    command = [str(settings.luctor), "match", "-score", str(settings.out), *test, *words]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise ClusterError(done.stderr.strip())
    return done.stdout


def _pool(client: Client, settings: MatchSettings, wait_timeout: float) -> Pool:
    sent = SentFiles()
    programs: dict[str, SentFile | Revision] = {_RUNNER: sent.add(settings.luctor)}
    for player in settings.players:
        program = player.program
        if isinstance(program, Binary):
            programs[player.name] = sent.add(program.path)
        else:
            programs[player.name] = program
    paths = [*settings.files, *([] if settings.openings is None else [settings.openings])]
    setup = Setup(
        programs=programs,
        benches={player.name: player.expected_bench() for player in settings.players},
        speed_program=settings.players[-1].name if settings.is_timed() else None,
        files=[sent.add(path) for path in paths],
    )
    return Pool(client, setup, sent, wait_timeout=wait_timeout)


class _Collector:
    """The process that writes the record file."""

    def __init__(self, settings: MatchSettings) -> None:
        words = settings.words()
        if settings.sprt is not None:
            words += settings.sprt.words()
        if settings.pgn is not None:
            words += ["-pgnout", str(settings.pgn)]
        command = [str(settings.luctor), "match", "-collect", "-resume", "-out", str(settings.out)]
        self._process = subprocess.Popen(
            [*command, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        #: The match at the start: `match`, `total`, `missing` and `score`.
        self.start: dict[str, Any] = self._read()

    def __enter__(self) -> _Collector:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def add(self, lines: Iterable[str]) -> dict[str, Any]:
        """Writes a batch of games. Returns `added`, `known` and `score`, or `error`."""
        assert self._process.stdin is not None
        # If the process has ended, there is no reply.
        with contextlib.suppress(OSError):
            self._process.stdin.write("".join(line + "\n" for line in lines) + "\n")
            self._process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            raise ClusterError("the record file cannot be written, see the message of luctor match")
        found: dict[str, Any] = json.loads(line)
        return found


class _Games:
    """The games of a match, as batches."""

    def __init__(
        self,
        settings: MatchSettings,
        collector: _Collector,
        pool: Pool,
        on_progress: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._collector = collector
        self._pool = pool
        self._on_progress = on_progress
        self._reference = settings.reference
        self._score: dict[str, Any] = collector.start["score"]
        self._total: int = collector.start["total"]
        #: First and last numbers of games that no worker has.
        self._missing: deque[tuple[int, int]] = deque(
            (games["first"], games["last"]) for games in collector.start["missing"]
        )
        self._finished: set[int] = set(range(self._total))
        for first, last in self._missing:
            self._finished.difference_update(range(first, last + 1))
        # A batch has whole pairs.
        self._sizes = BatchSizes(settings.batch_seconds, step=2)
        #: When the first game began.
        self._started: float | None = None
        self._played = 0

    def is_done(self) -> bool:
        test = self._score["sprt"]
        is_decided = test is not None and test["accepted"] is not None
        return is_decided or len(self._finished) == self._total

    def next_batch(self, worker: Worker, prepared: Prepared) -> Batch | None:
        if not self._missing:
            return None
        left = sum(last - first + 1 for first, last in self._missing)
        self._started = self._started or time.monotonic()
        first, last = self._missing.popleft()
        # The last game of a batch is the second one of its pair.
        end = min((first // 2) * 2 + self._sizes.choose(worker, left, self._pool.cores()) - 1, last)
        end = max(end, first)
        if end < last:
            self._missing.appendleft((end + 1, last))
        scale = self._scale(worker)
        words = [
            *(prepared.programs[_RUNNER], "match", *self._settings.words(prepared, scale)),
            *("-range", f"{first + 1}-{end + 1}", "-stdin", "-quiet", "-concurrency", "1"),
            *("-site", prepared.host, "-out", OUTPUT_FILE),
        ]
        return Batch(Command(self._pool.run_id, prepared.folder, words), (first, end))

    def _scale(self, worker: Worker) -> float:
        """The factor of times on a worker."""
        if worker.speed is None:
            return 1.0
        if self._reference is None:
            self._reference = worker.speed
            log.info("times are meant for %.0f nodes per second", self._reference)
        return min(max(self._reference / worker.speed, 0.01), 100.0)

    def give_back(self, item: Sequence[int]) -> None:
        first, last = item
        for game in range(last, first - 1, -1):
            if game in self._finished:
                continue
            if self._missing and self._missing[0][0] == game + 1:
                self._missing[0] = (game, self._missing[0][1])
            else:
                self._missing.appendleft((game, game))

    def finish(self, item: Sequence[int], output: Output, worker: Worker) -> str | None:
        lines = output.contents.decode(errors="replace").split("\n")[:-1]
        try:
            games = [json.loads(line) for line in lines]
        except ValueError:
            return "it sent a record that is not JSON"
        # The first line is the header of the match.
        played = [(line, game) for line, game in zip(lines, games, strict=True) if "game" in game]
        reply = self._collector.add(line for line, _ in played)
        if "error" in reply:
            return str(reply["error"])
        self._score = reply["score"]
        self._finished.update(game["game"] for _, game in played)
        self._played += reply["added"]
        worker.done += len(played)
        worker.failures += sum(game.get("reason") in _FAILURES for _, game in played)
        self._on_progress(self._line())
        first, last = item
        if output.code != 0:
            return output.errors or f"luctor match ended with exit code {output.code}"
        if not self._finished.issuperset(range(first, last + 1)):
            return f"games {first + 1} to {last + 1} are not complete"
        if self._fails_too_often(worker):
            reason = f"{worker.failures} of its {worker.done} games were lost on time or by a crash"
            self._pool.exclude(worker, reason)
        return None

    def _fails_too_often(self, worker: Worker) -> bool:
        """A machine that is overloaded or broken, and not an engine that fails everywhere."""
        others = [other for other in self._pool.workers if other is not worker]
        done = sum(other.done for other in others)
        failures = sum(other.failures for other in others)
        rate = (failures + 1) / (done + 1)
        is_frequent = worker.failures > _FAILURE_RATIO * rate * worker.done
        return worker.failures >= _FEW_FAILURES and is_frequent

    def _line(self) -> str:
        """The state of the match, for people."""
        elo, test = self._score["elo"], self._score["sprt"]
        known = [value for value in (elo["low"], elo["high"]) if value is not None]
        error = f" ± {(known[1] - known[0]) / 2:.1f}" if len(known) == 2 else ""
        difference = (
            "unbounded" if elo["difference"] is None else f"{elo['difference']:+.1f}{error}"
        )
        ratio = ""
        if test is not None:
            ratio = f", LLR {test['llr']:.2f} ({test['lower']:.2f}, {test['upper']:.2f})"
        minutes = max(time.monotonic() - (self._started or 0.0), 0.001) / 60
        return (
            f"{self._score['games']} of {self._total} games, Elo {difference}{ratio}, "
            f"workers: {len(self._pool.playing())}, {self._played / minutes:.0f} games per minute"
        )
