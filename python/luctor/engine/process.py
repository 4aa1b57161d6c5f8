"""The process of an engine: its start, its lines in both directions, and its end.

It knows no command of UGI. An answer that does not come in time kills the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import warnings
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from typing import cast

from luctor.engine.errors import EngineTerminatedError, EngineTimeoutError

#: At DEBUG: `>>` is a line to the engine, `<<` one from its stdout, `!!` one from its stderr.
LOGGER = logging.getLogger("luctor.engine")
#: Lines of an engine that an exception repeats.
_LAST_LINES = 10


class EngineProcess:
    """A running program. Without `close` it is killed when the garbage collector finds it."""

    def __init__(
        self, transport: asyncio.SubprocessTransport, pipes: _Pipes, timeout: float, grace: float
    ) -> None:
        #: The time in seconds for an answer, and for the end of a search that is stopped.
        self.timeout = timeout
        self.grace = grace
        self._transport = transport
        self._pipes = pipes
        self._loop = asyncio.get_running_loop()
        #: Which answer did not come in time, so that the engine was killed.
        self._overdue: str | None = None
        #: Kills the process and warns. It can be called in any thread.
        self.abandon = weakref.finalize(self, _abandon, transport, self._loop)

    @classmethod
    async def start(
        cls, command: str | os.PathLike[str] | Sequence[str], timeout: float, grace: float
    ) -> EngineProcess:
        """Starts a program: a path, or a list of a path and arguments."""
        words = [command] if isinstance(command, str | os.PathLike) else command
        if not words or not words[0]:
            raise ValueError("the command is empty")
        # Ctrl-C in a terminal is sent to the process group, and must not end the engine.
        transport, pipes = await asyncio.get_running_loop().subprocess_exec(
            _Pipes, *words, start_new_session=True
        )
        return cls(transport, pipes, timeout, grace)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._pipes.pid

    def write(self, line: str) -> None:
        """Sends a line. It has no effect if the engine has ended."""
        LOGGER.debug("%d >> %s", self.pid, line)
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        if not pipe.is_closing():
            pipe.write(line.encode() + b"\n")

    async def read(self) -> str:
        """The next line. Raises `EngineTerminatedError`, or `EngineTimeoutError` after a kill."""
        line = await self._pipes.lines.get()
        if line is not None:
            return line
        self._pipes.lines.put_nowait(None)
        await self._wait_for_end(self.grace)
        self._transport.close()
        if self._overdue is not None:
            overdue, self._overdue = self._overdue, None
            raise EngineTimeoutError(f"the engine was killed: {overdue}: {self.tail()}")
        await self._wait_for_end(self.grace)
        code = self._transport.get_returncode()
        end = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        raise EngineTerminatedError(f"the engine has ended ({end}): {self.tail()}")

    @contextlib.contextmanager
    def deadline(self, command: str) -> Iterator[None]:
        """Kills the engine if the block, which reads the answer to a command, takes too long."""
        timer = self.kill_later(command, self.timeout)
        try:
            yield
        finally:
            timer.cancel()

    def kill_later(self, command: str, seconds: float) -> asyncio.TimerHandle:
        """Kills the engine after so many seconds without an answer, unless it is cancelled."""

        def kill() -> None:
            self._overdue = f"no answer to {command!r} in {seconds:g} s"
            self._transport.close()

        return self._loop.call_later(seconds, kill)

    def tail(self) -> str:
        """The last lines of the engine, for a message."""
        return " | ".join(self._pipes.last) or "it has printed nothing"

    async def quit(self) -> None:
        """Sends `quit`, and kills the engine if it does not end in time."""
        try:
            self.write("quit")
            await self._wait_for_end(self.timeout)
        finally:
            await self.close()

    async def close(self) -> None:
        """Kills the engine."""
        self.abandon.detach()
        self._transport.close()
        await self._wait_for_end(self.grace)

    async def _wait_for_end(self, seconds: float) -> None:
        await asyncio.wait({self._pipes.ended}, timeout=seconds)


def _abandon(transport: asyncio.SubprocessTransport, loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(ProcessLookupError, RuntimeError):  # It has ended; no loop is left.
        transport.kill()
        loop.call_soon_threadsafe(transport.close)
    warnings.warn(f"unclosed engine, process {transport.get_pid()}", ResourceWarning, stacklevel=2)


class _Pipes(asyncio.SubprocessProtocol):
    """Splits the output of the process into lines."""

    def __init__(self) -> None:
        #: The lines of stdout; `None` at its end.
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        #: The last lines of stdout and stderr.
        self.last: deque[str] = deque(maxlen=_LAST_LINES)
        #: Done when the process has ended and its output is read.
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pid = 0
        self._rest = {1: bytearray(), 2: bytearray()}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.pid = cast(asyncio.SubprocessTransport, transport).get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        rest = self._rest[fd]
        rest += data
        if b"\n" in data:
            *lines, self._rest[fd] = rest.split(b"\n")
            for line in lines:
                self._take(fd, line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if self._rest.get(fd):
            self._take(fd, self._rest[fd])
        if fd == 1:
            self.lines.put_nowait(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def _take(self, fd: int, line: bytearray) -> None:
        text = line.decode(errors="replace").rstrip()
        LOGGER.debug("%d %s %s", self.pid, "<<" if fd == 1 else "!!", text)
        self.last.append(text)
        if fd == 1:
            self.lines.put_nowait(text)
