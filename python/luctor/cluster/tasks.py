"""What runs on the workers: their preparation, and one process of the program per task.

A worker keeps programs and files in a folder of its machine (`LUCTOR_CACHE`, by default
`~/.cache/luctor`), by the digest of their contents. A worker fits if its copy of this module is
that of the coordinator, so the module uses nothing else of the package.

A process gets a pipe as standard input. It ends when the pipe is closed: when its task is
cancelled, and also when the worker is killed. A process with text for standard input, which is
`luctor batch`, ends at its last answer if the worker is killed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import harmonic_mean

import locket
from distributed import get_worker

log = logging.getLogger("luctor.cluster")

#: The word of a command that stands for its output file.
OUTPUT_FILE = "<output>"
#: The last line of `bench`, as OpenBench reads it.
_BENCH = re.compile(r"(\d+) nodes (\d+) nps")
#: A program that prints no bench number in this time in seconds hangs.
_BENCH_TIMEOUT = 300.0
#: The speed is measured until this time in seconds has passed.
_SPEED_SECONDS = 2.0
#: Time in seconds between two looks at a running process.
_POLL = 0.05
#: The time in seconds in which a stopped process may end before it is killed.
_STOP_SECONDS = 1.0


class ClusterError(Exception):
    """The run cannot continue. Games in files are kept; the answers of an analysis are lost."""


class ProgramError(ClusterError):
    """A program cannot be built, cannot be run, or is not the expected one."""


@dataclass(frozen=True)
class SentFile:
    """A file of the coordinator. Its contents are sent once to each machine."""

    name: str
    #: The SHA-256 of the contents.
    digest: str


@dataclass(frozen=True)
class Revision:
    """A revision of a repository that each machine builds with `cargo build --release`."""

    #: An address or a path that all workers can clone.
    repository: str
    #: The full name of the commit.
    commit: str

    @staticmethod
    def find(repository: str, name: str) -> Revision:
        """The revision that git calls `name`.

        Git looks for it in the repository or, if that is an address, in the current folder.
        """
        is_address = ":" in repository and not Path(repository).is_dir()
        words = ["git", "-C", "." if is_address else repository]
        commit = run([*words, "rev-parse", "--verify", f"{name}^{{commit}}"]).strip()
        return Revision(repository if is_address else str(Path(repository).resolve()), commit)


@dataclass(frozen=True)
class Setup:
    """What a worker needs before its first task."""

    #: The programs by the name that tasks give them.
    programs: Mapping[str, SentFile | Revision]
    #: The bench numbers that they must have.
    benches: Mapping[str, int]
    #: Files for the working folder of the tasks.
    files: Sequence[SentFile] = ()
    #: The program whose speed counts.
    speed_program: str | None = None


@dataclass(frozen=True)
class Prepared:
    """The programs of a worker that can play."""

    #: Paths by name.
    programs: Mapping[str, str]
    #: Nodes per second of one core while all cores work; `None` if it was not measured.
    speed: float | None


@dataclass(frozen=True)
class Command:
    """A process of the program. The word `OUTPUT_FILE` stands for a new file."""

    words: Sequence[str]
    #: Text for standard input. Without it, the pipe stays open until the process ends.
    text: str | None = None


@dataclass(frozen=True)
class Output:
    """What a process has left."""

    code: int
    #: The output file, or standard output if the command has none.
    contents: bytes
    #: The sentence about a failure.
    errors: str
    seconds: float


def missing(setup: Setup) -> set[str]:
    """The digests of files and the commits of builds that this machine lacks."""
    needed = [*setup.programs.values(), *setup.files]
    lacks = [of for of in needed if not _place(of).exists()]
    return {of.digest if isinstance(of, SentFile) else of.commit for of in lacks}


def prepare(setup: Setup, threads: int, contents: Mapping[str, bytes]) -> Prepared:
    """Gets the programs, checks their bench numbers, and measures the speed.

    `contents` are missing files by digest. Raises `ProgramError` if the worker cannot play.
    """
    for name, data in contents.items():
        _store(name, data)
    programs = {
        name: str(_place(program) if isinstance(program, SentFile) else build(program))
        for name, program in setup.programs.items()
    }
    for name, expected in setup.benches.items():
        found = bench(programs[name])[0]
        if found != expected:
            raise ProgramError(f"the bench of {name} is {found}, expected {expected}")
    if setup.speed_program is None:
        return Prepared(programs, None)
    program = programs[setup.speed_program]
    with ThreadPoolExecutor(threads) as pool:
        speeds = list(pool.map(_speed, [program] * threads))
    return Prepared(programs, sum(speeds) / threads)


def bench(program: str) -> tuple[int, int]:
    """The nodes and the nodes per second of `PROGRAM bench`."""
    lines = run([program, "bench"], timeout=_BENCH_TIMEOUT).split("\n")
    found = next((match for line in reversed(lines) if (match := _BENCH.fullmatch(line))), None)
    if found is None:
        raise ProgramError(f"{program} bench prints no 'N nodes M nps'")
    return int(found[1]), int(found[2])


def _speed(program: str) -> float:
    speeds: list[int] = []
    end = time.monotonic() + _SPEED_SECONDS
    while not speeds or time.monotonic() < end:
        speeds.append(bench(program)[1])
    # All runs have the same number of nodes.
    return harmonic_mean(speeds)


def build(revision: Revision) -> Path:
    """Builds a revision, unless this machine has built it before."""
    program = _place(revision)
    folder = program.parent
    with locket.lock_file(str(folder / "lock")):
        if not program.exists():
            log.info("building %s", revision.commit[:12])
            with tempfile.TemporaryDirectory(prefix="luctor-build-") as place:
                source = Path(place) / "source"
                run(["git", "clone", "--quiet", "--no-checkout", revision.repository, str(source)])
                run(["git", "checkout", "--quiet", "--detach", revision.commit], cwd=source)
                target = ["--target-dir", f"{place}/target"]
                run(["cargo", "build", "--release", "--locked", "--quiet", *target], cwd=source)
                shutil.copy(f"{place}/target/release/luctor", folder / "new")
            (folder / "new").replace(program)
    return program


def _cache(name: str) -> Path:
    """A folder of the cache, which is made."""
    folder = Path(os.environ.get("LUCTOR_CACHE") or Path.home() / ".cache" / "luctor", name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _place(of: SentFile | Revision) -> Path:
    """Where this machine keeps a file, or the program of a revision."""
    if isinstance(of, SentFile):
        return _cache("files") / of.digest
    # The program uses the instructions of the processor, so each machine has its own.
    return _cache(f"builds/{of.commit}-{platform.node()}") / "luctor"


def _store(name: str, contents: bytes) -> None:
    """Another process may store the same contents at the same time."""
    folder = _cache("files")
    with tempfile.TemporaryDirectory(dir=folder) as place:
        new = Path(place, name)
        new.write_bytes(contents)
        new.chmod(0o755)
        new.replace(folder / name)


def run(command: Sequence[str], *, cwd: Path | None = None, timeout: float | None = None) -> str:
    """The output of a command. The `ProgramError` of one that fails has its last lines."""
    try:
        done = subprocess.run(
            command, input=b"", capture_output=True, cwd=cwd, timeout=timeout, check=False
        )
    except OSError as error:
        raise ProgramError(f"{command[0]} cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired as error:
        raise ProgramError(f"{shlex.join(command[:3])}: no end after {error.timeout} s") from None
    if done.returncode != 0:
        raise ProgramError(failure(command, done.returncode, done.stderr.decode(errors="replace")))
    return done.stdout.decode(errors="replace")


def failure(command: Sequence[str], code: int, stderr: str) -> str:
    """The sentence about a command that failed."""
    end = f"signal {-code}" if code < 0 else f"exit code {code}"
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return f"{shlex.join(command[:2])}: {end}: {' | '.join(lines[-4:])}".removesuffix(": ")


def execute(command: Command, files: Sequence[SentFile]) -> Output | None:
    """Runs a process to its end, with files in its folder; `None` if the task was cancelled."""
    worker = get_worker()
    key = worker.get_current_task()
    with tempfile.TemporaryDirectory(
        prefix="luctor-", dir=worker.local_directory, ignore_cleanup_errors=True
    ) as place:
        folder, output = Path(place, "files"), Path(place, "output")
        stdin, stdout, stderr = (Path(place, name) for name in ("stdin", "stdout", "stderr"))
        folder.mkdir()
        for file in files:
            shutil.copyfile(_place(file), folder / file.name)
        stdin.write_text(command.text or "")
        words = [str(output) if word == OUTPUT_FILE else word for word in command.words]
        started = time.monotonic()
        with contextlib.ExitStack() as stack:
            text = stack.enter_context(stdin.open("rb"))
            out, err = (stack.enter_context(file.open("wb")) for file in (stdout, stderr))
            process = subprocess.Popen(
                words,
                cwd=folder,
                stdin=subprocess.PIPE if command.text is None else text,
                stdout=out,
                stderr=err,
            )
            stack.callback(_end, process)
            while process.poll() is None:
                # Dask does not stop a thread. The state of its task tells that it was cancelled.
                task = worker.state.tasks.get(key)
                if task is None or task.state == "cancelled":
                    return None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_POLL)
        contents = output if OUTPUT_FILE in command.words else stdout
        return Output(
            process.returncode,
            contents.read_bytes() if contents.exists() else b"",
            failure(words, process.returncode, stderr.read_text(errors="replace")),
            time.monotonic() - started,
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
