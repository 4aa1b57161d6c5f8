"""What runs on the workers: one process of the program per task.

A process gets a pipe as standard input. Without text for it, the process ends when the pipe is
closed: when the run is stopped, and also when the worker is killed. A process with text, which is
`luctor batch`, ends at its last answer if the worker is killed.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

#: The word of a command that stands for its output file.
OUTPUT_FILE = "<output>"
#: Time in seconds between two looks at a running process.
_POLL = 0.05
#: The time in seconds in which a stopped process may end before it is killed.
_STOP_SECONDS = 1.0

#: The runs that this worker must stop.
_stopped: set[str] = set()


@dataclass(frozen=True)
class Command:
    """A process of the program. The word `OUTPUT_FILE` stands for a new file."""

    run: str
    folder: str
    words: Sequence[str]
    #: Text for standard input. Without it, the pipe stays open until the process ends.
    text: str | None = None


@dataclass(frozen=True)
class Output:
    """What a process has left."""

    code: int
    #: The file, or what it has of it after an error.
    contents: bytes
    stdout: str
    #: The last lines of standard error.
    errors: str
    seconds: float


class Stopped(Exception):
    """The run was stopped."""


def stop(run: str) -> None:
    """Stops the processes of a run on this worker."""
    _stopped.add(run)


def execute(command: Command) -> Output:
    """Runs a process to its end."""
    place = Path(command.folder) / uuid.uuid4().hex
    files = {kind: place.with_suffix(f".{kind}") for kind in ("file", "out", "err")}
    words = [str(files["file"]) if word == OUTPUT_FILE else word for word in command.words]
    started = time.monotonic()
    try:
        with files["out"].open("wb") as out, files["err"].open("wb") as err:
            process = subprocess.Popen(
                words, cwd=command.folder, stdin=subprocess.PIPE, stdout=out, stderr=err
            )
            _wait(process, command)
        return Output(
            code=process.returncode,
            contents=files["file"].read_bytes() if files["file"].exists() else b"",
            stdout=files["out"].read_text(errors="replace"),
            errors=" | ".join(files["err"].read_text(errors="replace").splitlines()[-3:]),
            seconds=time.monotonic() - started,
        )
    finally:
        for file in files.values():
            file.unlink(missing_ok=True)


def _wait(process: subprocess.Popen[bytes], command: Command) -> None:
    try:
        assert process.stdin is not None
        if command.text is not None:
            # A process that ends early reads only a part.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(command.text.encode())
                process.stdin.close()
        while True:
            try:
                process.wait(_POLL)
                return
            except subprocess.TimeoutExpired:
                if command.run in _stopped:
                    raise Stopped(command.run) from None
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
