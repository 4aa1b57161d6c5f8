"""Matches on many machines.

The program contains the rules and the statistics. A task runs `luctor match -range` for some games
of the schedule. `luctor match -collect` writes the games to the record file and reports the score.
"""

import json
import logging
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from distributed import Client

from luctor.cluster import tasks
from luctor.cluster.pool import WAIT_TIMEOUT, Pool
from luctor.cluster.report import MatchReport
from luctor.cluster.source import Batch, Source, Unfit, Worker
from luctor.cluster.tasks import OUTPUT_FILE, Command, Output, Prepared, Revision

log = logging.getLogger("luctor.cluster")

#: The name of the program that plays the games, among those of the setup. No player can have it.
_RUNNER = "?"
#: Ends of games that can be the fault of a machine, with the names of a match file.
_FAILURES = {"time loss", "crash", "hang"}
#: A worker with fewer failed games is not excluded.
_FEW_FAILURES = 3
#: A worker is excluded if it fails this many times as often as all others.
_FAILURE_RATIO = 5.0

#: A program is sent to the workers, so it must run on their processors. They build a revision.
Program = Path | Revision


@dataclass(frozen=True)
class Player:
    """An engine of a match."""

    name: str
    program: Program
    #: Settings of `-engine`, such as `option.Hash=16` or `tc=10+0.1`.
    settings: Sequence[str] = ()

    def recorded_command(self) -> str:
        """`cmd` in the record file."""
        if isinstance(self.program, Revision):
            return f"luctor-{self.program.commit[:12]}"
        return str(self.program)


@dataclass(frozen=True)
class Sprt:
    """H0: Elo <= elo0. H1: Elo >= elo1. The defaults are those of `luctor match`."""

    elo0: float | None = None
    elo1: float | None = None
    alpha: float | None = None
    beta: float | None = None
    model: str | None = None

    def words(self) -> list[str]:
        given = {name: value for name, value in vars(self).items() if value is not None}
        return ["-sprt", *(f"{name}={value}" for name, value in given.items())]


@dataclass(frozen=True)
class MatchSettings:
    """What is played. Everything that is not named here is an option of `luctor match`."""

    players: Sequence[Player]
    #: The record file.
    out: Path
    #: The program `luctor` on this machine. It is sent to the workers as the runner.
    luctor: Path
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
    #: The speed that times are meant for, in nodes per second of the last player. By default that
    #: of the first worker, which is only for a match without games.
    reference: float | None = None
    #: The time in seconds of a batch of games.
    batch_seconds: float = 30.0

    def sprt_words(self) -> list[str]:
        return [] if self.sprt is None else self.sprt.words()

    def words(self, programs: Mapping[str, str] | None = None, scale: float = 1.0) -> list[str]:
        """The options of the match here, or in a folder with its files and with these programs."""
        words = []
        for player in self.players:
            words += ["-engine", f"cmd={player.recorded_command()}", f"name={player.name}"]
            words += player.settings
            words += [] if programs is None else [f"path={programs[player.name]}"]
        words += ["-each", *self.each, f"timescale={scale:.6g}"]
        if self.openings is not None:
            file = self.openings if programs is None else self.openings.name
            words += ["-openings", f"file={file}", *self.openings_settings]
        return [*words, "-rounds", str(self.rounds), *self.options]

    def command(self, *words: str) -> list[str]:
        """A command of `luctor match` on this machine."""
        return [str(self.luctor.resolve()), "match", *words]

    def sent_files(self) -> list[Path]:
        """The files that each worker gets, by their names in one folder."""
        files = [*self.files, *([] if self.openings is None else [self.openings])]
        names = [file.name for file in files]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise tasks.ClusterError(f"two files have the name {twice}")
        return files


@dataclass(frozen=True)
class MatchResult:
    """The end of a match."""

    score: MatchReport
    workers: Sequence[Worker] = ()

    @property
    def games(self) -> int:
        return self.score["games"]

    @property
    def accepted(self) -> Literal["H0", "H1"] | None:
        """The accepted hypothesis of the SPRT."""
        test = self.score["sprt"]
        return None if test is None else test["accepted"]


def match(
    client: Client,
    settings: MatchSettings,
    *,
    on_progress: Callable[[str], None] = print,
    wait_timeout: float = WAIT_TIMEOUT,
) -> MatchResult:
    """Plays a match, or continues the one in the record file, on all workers of a Dask cluster.

    With a test it ends when the test is decided. `on_progress` gets a line after each batch.
    `wait_timeout` is the time in seconds to wait for a lost scheduler, or for a worker.
    """
    programs = {player.name: player.program for player in settings.players}
    here = {
        name: str(tasks.build(program) if isinstance(program, Revision) else program.resolve())
        for name, program in programs.items()
    }
    _check_engines(settings, here)
    with _collector(settings) as add:
        start = add([])
        if lacks := {"missing", "score", "timed", "total"} - start.keys():
            text = f"{settings.luctor} and luctor.cluster are of different versions: the answer of"
            raise tasks.ClusterError(f"{text} -collect lacks {', '.join(sorted(lacks))}")
        pool = Pool(
            client,
            {_RUNNER: settings.luctor, **programs},
            settings.sent_files(),
            benches={name: tasks.bench(program)[0] for name, program in here.items()},
            speed_program=settings.players[-1].name if start["timed"] else None,
            on_progress=on_progress,
            wait_timeout=wait_timeout,
        )
        missing = [(games["first"], games["last"]) for games in start["missing"]]
        source = _Games(missing, settings.batch_seconds, settings, add, start)
        is_continued = source.score["games"] > 0 and not source.is_done()
        if start["timed"] and is_continued and settings.reference is None:
            raise tasks.ClusterError(
                f"{settings.out} has games with times: add --reference N, the nodes per second "
                "that the first run printed"
            )
        pool.run(source)
    return MatchResult(source.score, pool.workers)


def table(settings: MatchSettings) -> str:
    """The score of the record file as a table for people, from `luctor match -score`."""
    return tasks.run(settings.command("-score", str(settings.out), *settings.sprt_words()))


def _check_engines(settings: MatchSettings, programs: Mapping[str, str]) -> None:
    """Plays games of one ply on this machine: `luctor match` checks the engines before them."""
    players = [replace(of, settings=[*of.settings, "nodes=1"]) for of in settings.players]
    with tempfile.TemporaryDirectory() as name:
        for file in settings.sent_files():
            shutil.copyfile(file, Path(name, file.name))
        words = replace(settings, players=players, rounds=1).words(programs)
        tasks.run(settings.command(*words, "-maxplies", "1", "-quiet"), cwd=Path(name))


@contextmanager
def _collector(settings: MatchSettings) -> Iterator[Callable[[Sequence[str]], dict[str, Any]]]:
    """The process that writes the record file, as a function that adds games.

    Without games it returns the match at the start: `total`, `timed`, `missing` and `score`, and
    logs the warnings. With games it returns `added`, `known` and `score`, or `error`.
    """
    words = [*settings.words(), *settings.sprt_words()]
    words += [] if settings.pgn is None else ["-pgnout", str(settings.pgn)]
    command = settings.command("-collect", "-resume", "-out", str(settings.out), *words)
    pipe = subprocess.PIPE
    with (
        tempfile.NamedTemporaryFile() as errors,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True) as process,
    ):

        def add(games: Sequence[str]) -> dict[str, Any]:
            assert process.stdin is not None and process.stdout is not None
            if games:
                # If the process has ended, there is no reply.
                with suppress(OSError):
                    process.stdin.write("".join(line + "\n" for line in games) + "\n")
                    process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                code, text = process.wait(), Path(errors.name).read_text()
                raise tasks.ClusterError(tasks.failure(command, code, text))
            if not games:
                for warning in Path(errors.name).read_text().splitlines():
                    log.warning(warning)
            reply: dict[str, Any] = json.loads(line)
            return reply

        yield add


@dataclass
class _Games(Source):
    """The games of a match, in batches of pairs."""

    step = 2
    settings: MatchSettings
    add: Callable[[Sequence[str]], dict[str, Any]]
    #: The match at the start.
    start: dict[str, Any]

    def __post_init__(self) -> None:
        self.score: MatchReport = self.start["score"]
        self.reference = self.settings.reference
        #: Unfinished games at the start.
        self.games_to_play = self.left()
        #: Unfinished games now.
        self.games_left = self.games_to_play
        self.started = time.monotonic()

    def is_done(self) -> bool:
        test = self.score["sprt"]
        return self.games_left == 0 or (test is not None and test["accepted"] is not None)

    def command(self, batch: Batch, worker: Worker, prepared: Prepared) -> Command:
        scale = 1.0
        if worker.speed is not None:
            if self.reference is None:
                self.reference = worker.speed
                text = "times are meant for %.0f nodes per second: --reference %.0f continues them"
                log.info(text, self.reference, self.reference)
            scale = self.reference / worker.speed
            if not 0.01 <= scale <= 100:
                text = f"it has {worker.speed:.0f} nodes/s, the reference is {self.reference:.0f}"
                if self.settings.reference is None:
                    # Another worker has given the reference.
                    raise Unfit(text)
                raise tasks.ClusterError(f"the speed of a worker: {text}")
        words = [
            *(prepared.programs[_RUNNER], "match"),
            *self.settings.words(prepared.programs, scale),
            *("-range", f"{batch.first + 1}-{batch.last + 1}", "-stdin", "-quiet"),
            *("-concurrency", "1", "-out", OUTPUT_FILE),
        ]
        return Command(words)

    def finish(self, batch: Batch, output: Output, worker: Worker) -> None:
        # The first line is the header of the match.
        lines = output.contents.decode(errors="replace").split("\n")[1:-1]
        if lines:
            reply = self.add(lines)
            if "error" in reply:
                raise Unfit(reply["error"])
            self.score = reply["score"]
            self.games_left -= reply["added"]
            worker.failures += sum(json.loads(line).get("reason") in _FAILURES for line in lines)
        if output.code != 0:
            raise Unfit(output.errors)
        if len(lines) != len(batch.numbers()):
            raise Unfit(f"games {batch.first + 1} to {batch.last + 1} are not complete")

    def fault(self, worker: Worker, others: Sequence[Worker]) -> str | None:
        """A machine that is overloaded or broken, and not an engine that fails everywhere."""
        rate = (sum(w.failures for w in others) + 1) / (sum(w.done for w in others) + 1)
        if worker.failures <= max(_FEW_FAILURES - 1, _FAILURE_RATIO * rate * worker.done):
            return None
        return f"{worker.failures} of its {worker.done} games were lost on time or by a crash"

    def progress(self) -> str:
        elo, test = self.score["elo"], self.score["sprt"]
        error = "" if elo["error"] is None else f" ± {elo['error']:.1f}"
        difference = elo["difference"]
        text = "unbounded" if difference is None else f"{difference:+.1f}{error}"
        if test is not None:
            text += f", LLR {test['llr']:.2f} ({test['lower']:.2f}, {test['upper']:.2f})"
        minutes = max(time.monotonic() - self.started, 0.001) / 60
        speed = (self.games_to_play - self.games_left) / minutes
        games = f"{self.score['games']} of {self.start['total']} games"
        return f"{games}, Elo {text}, {speed:.0f} games per minute"
