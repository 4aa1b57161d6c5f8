"""The programs that workers run, and the preparation of a worker.

A program is sent to the workers as it is (`Binary`), or each machine builds it from a repository
(`Revision`). Both are kept in a folder of the machine (`LUCTOR_CACHE`, by default
`~/.cache/luctor`). Before its first game a worker checks the bench number of each program, and
measures its speed with one copy per core.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import locket
from distributed import Worker, get_worker

#: The last line of `bench`, as OpenBench reads it.
_BENCH = re.compile(r"(\d+) nodes (\d+) nps")
#: The speed is measured until this time in seconds has passed.
_SPEED_SECONDS = 2.0
#: A program that prints no bench number in this time in seconds hangs.
_BENCH_TIMEOUT = 300.0


class ProgramError(Exception):
    """A program cannot be built, cannot be run, or is not the expected one."""


@dataclass(frozen=True)
class Binary:
    """A program that is sent to the workers. It must run on their processors."""

    path: Path


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
        folder = _local_folder(repository)
        commit = _run(["git", "-C", folder, "rev-parse", "--verify", f"{name}^{{commit}}"])
        place = repository if _is_address(repository) else str(Path(repository).resolve())
        return Revision(place, commit.strip())

    def bench(self) -> int | None:
        """The number in tests/data/bench.txt of the revision, if git finds it on this machine."""
        path = f"{self.commit}:tests/data/bench.txt"
        folder = _local_folder(self.repository)
        found = subprocess.run(["git", "-C", folder, "show", path], capture_output=True, text=True)
        return int(found.stdout) if found.returncode == 0 else None


Program = Binary | Revision


@dataclass(frozen=True)
class SentFile:
    """A file of the coordinator. Its contents are sent once to each machine."""

    name: str
    digest: str


class SentFiles:
    """The contents of the files that workers can ask for."""

    def __init__(self) -> None:
        #: Contents by digest.
        self.contents: dict[str, bytes] = {}

    def add(self, path: Path) -> SentFile:
        contents = path.read_bytes()
        digest = hashlib.sha256(contents).hexdigest()
        self.contents[digest] = contents
        return SentFile(path.name, digest)


@dataclass(frozen=True)
class Setup:
    """What a worker needs before its first task."""

    #: The programs by the name that tasks give them, with their expected bench number.
    programs: Mapping[str, SentFile | Revision]
    benches: Mapping[str, int]
    #: The program whose speed counts.
    speed_program: str | None = None
    #: Files for the working directory of the tasks.
    files: Sequence[SentFile] = ()
    #: Contents by digest. They are sent in a second step, to machines that lack them.
    contents: Mapping[str, bytes] = field(default_factory=dict)
    #: The name of the run.
    run: str = field(default_factory=lambda: uuid.uuid4().hex[:12])


@dataclass(frozen=True)
class Prepared:
    """A worker that can play."""

    name: str
    host: str
    folder: str
    programs: Mapping[str, str]
    #: Nodes per second of one core while all cores work; `None` if it was not measured.
    speed: float | None


@dataclass(frozen=True)
class Missing:
    """The machine lacks the contents with these digests."""

    digests: Sequence[str]


@dataclass(frozen=True)
class Refused:
    """The worker cannot play."""

    name: str
    host: str
    reason: str


def prepare(setup: Setup, threads: int) -> Prepared | Missing | Refused:
    """Runs on a worker: gets its programs, checks their bench numbers, and measures its speed."""
    worker, host = _dask_worker(), platform.node()
    name = host if worker is None else str(worker.name)
    cache = _cache()
    for known, contents in setup.contents.items():
        _store(cache, known, contents)
    sent = [file for file in setup.programs.values() if isinstance(file, SentFile)]
    missing = {file.digest for file in [*sent, *setup.files] if not _path(cache, file).exists()}
    if missing:
        return Missing(sorted(missing))
    try:
        programs = {
            program: str(_path(cache, source) if isinstance(source, SentFile) else _build(source))
            for program, source in setup.programs.items()
        }
        for program, expected in setup.benches.items():
            found = bench(programs[program])[0]
            if found != expected:
                raise ProgramError(f"the bench of {program} is {found}, expected {expected}")
        speed = None
        if setup.speed_program is not None:
            speed = measure_speed(programs[setup.speed_program], threads)
    except ProgramError as error:
        return Refused(name, host, str(error))
    # Dask removes its folder with the worker.
    place = None if worker is None else worker.local_directory
    folder = Path(tempfile.mkdtemp(prefix=f"luctor-{setup.run}-", dir=place))
    for file in setup.files:
        (folder / file.name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_path(cache, file), folder / file.name)
    return Prepared(name, host, str(folder), programs, speed)


def bench(program: str) -> tuple[int, int]:
    """The nodes and the nodes per second of `PROGRAM bench`."""
    text = _run([program, "bench"], timeout=_BENCH_TIMEOUT)
    lines = text.split("\n")
    found = next((match for line in reversed(lines) if (match := _BENCH.fullmatch(line))), None)
    if found is None:
        raise ProgramError(f"{program} bench prints no 'N nodes M nps'")
    return int(found[1]), int(found[2])


def measure_speed(program: str, threads: int) -> float:
    """Nodes per second of a core while `threads` cores work."""

    def measure(_: int) -> float:
        nodes, seconds = 0, 0.0
        end = time.monotonic() + _SPEED_SECONDS
        while time.monotonic() < end:
            run_nodes, run_speed = bench(program)
            nodes += run_nodes
            seconds += run_nodes / max(run_speed, 1)
        return nodes / seconds

    with ThreadPoolExecutor(threads) as pool:
        speeds = list(pool.map(measure, range(threads)))
    return sum(speeds) / threads


def _is_address(repository: str) -> bool:
    """Is it an address, such as `https://host/path` or `host:path`, and not a folder?"""
    return ":" in repository and not Path(repository).is_dir()


def _local_folder(repository: str) -> str:
    """The folder in which git looks for revisions."""
    return "." if _is_address(repository) else repository


def _dask_worker() -> Worker | None:
    """The worker that runs this task; `None` outside of a task."""
    try:
        return get_worker()
    except ValueError:
        return None


def _cache() -> Path:
    folder = Path(os.environ.get("LUCTOR_CACHE") or Path.home() / ".cache" / "luctor")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _path(cache: Path, file: SentFile) -> Path:
    return cache / "files" / file.digest


def _store(cache: Path, name: str, contents: bytes) -> None:
    """Another process may store the same contents at the same time."""
    (cache / "files").mkdir(exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=cache / "files")
    with os.fdopen(descriptor, "wb") as file:
        file.write(contents)
    Path(temporary).chmod(0o755)
    Path(temporary).replace(cache / "files" / name)


def _build(revision: Revision) -> Path:
    """Builds a revision, unless this machine has built it before."""
    # The program uses the instructions of the processor, so each machine has its own.
    folder = _cache() / "builds" / f"{revision.commit}-{platform.node()}"
    program = folder / "luctor"
    folder.mkdir(parents=True, exist_ok=True)
    with locket.lock_file(str(folder / "lock")):
        if not program.exists():
            with tempfile.TemporaryDirectory(prefix="luctor-build-") as place:
                source = Path(place) / "source"
                _run(["git", "clone", "--quiet", "--no-checkout", revision.repository, str(source)])
                _run(["git", "checkout", "--quiet", "--detach", revision.commit], cwd=source)
                target = ["--target-dir", f"{place}/target"]
                _run(["cargo", "build", "--release", "--locked", "--quiet", *target], cwd=source)
                shutil.copy(f"{place}/target/release/luctor", folder / "new")
            (folder / "new").replace(program)
    return program


def _run(command: Sequence[str], *, cwd: Path | None = None, timeout: float | None = None) -> str:
    """The output of a command. The error has its last lines."""
    try:
        done = subprocess.run(
            command, cwd=cwd, timeout=timeout, capture_output=True, text=True, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ProgramError(str(error)) from None
    if done.returncode != 0:
        end = f"exit code {done.returncode}"
        if done.returncode < 0:
            end = f"signal {-done.returncode}"
        last = " | ".join(done.stderr.strip().splitlines()[-3:])
        raise ProgramError(f"{' '.join(command[:2])}: {end} {last}".strip())
    return done.stdout
