"""A running search: its lines as they come, and its result.

A task reads the output of the engine from `go` to `bestmove`, also if the call that started the
search is cancelled.
"""

from __future__ import annotations

import asyncio

from luctor.engine.errors import EngineError, EngineTerminatedError
from luctor.engine.lines import Line, SearchResult, read_bestmove, read_info
from luctor.engine.position import Side
from luctor.engine.process import EngineProcess


class AsyncAnalysis:
    """A running search: an asynchronous iterator of its lines as they come.

        with await engine.analysis(position, depth=20, multipv=3) as analysis:
            async for line in analysis:
                print(line.depth, *line.pv)

    The search goes on when an iteration is left. `stop`, the end of `with` or the next command of
    the engine stops it.
    """

    def __init__(self, process: EngineProcess, side: Side, ponders: object = None) -> None:
        #: The best lines so far, best first.
        self.lines: tuple[Line, ...] = ()
        #: The side to move.
        self._side: Side = side
        #: For which call of `play` the engine ponders; `None` after `ponderhit`.
        self._ponders = ponders
        #: A newer command has stopped the search.
        self._is_replaced = False
        self._process = process
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._read())

    @property
    def is_running(self) -> bool:
        """`False` when the engine has sent `bestmove`, or has ended."""
        return not self._task.done()

    def stop(self) -> None:
        """Ends the search as soon as possible. Without a running search it has no effect."""
        if self.is_running and self._timer is None:
            self._process.write("stop")
            self._timer = self._process.kill_later("stop", self._process.grace)

    def _replace(self) -> None:
        """Ends the search for a newer command."""
        self._is_replaced |= self.is_running
        self.stop()

    async def wait(self) -> SearchResult:
        """Waits for the end of the search. It has no `lines` if it was stopped at once."""
        await self._end()
        return self._result()

    async def _end(self, timeout: float | None = None) -> bool:
        """Waits for the end of the search, or so many seconds. Returns whether it has ended."""
        return bool((await asyncio.wait({self._task}, timeout=timeout))[0])

    def _result(self) -> SearchResult:
        """The result of a search that has ended. Raises the error that ended it."""
        outcome = self._task.result()
        if isinstance(outcome, EngineError):
            raise outcome
        return outcome

    def __aiter__(self) -> AsyncAnalysis:
        return self

    async def __anext__(self) -> Line:
        line = await self._lines.get()
        if line is not None:
            return line
        self._lines.put_nowait(None)
        await self.wait()
        raise StopAsyncIteration

    def __enter__(self) -> AsyncAnalysis:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    async def _read(self) -> SearchResult | EngineError:
        """The result. An error is not raised, because a caller may not wait for the end."""
        by_rank: dict[int, Line] = {}
        error: EngineError | None = None
        try:
            while True:
                text = await self._process.read()
                words = text.split()
                try:
                    if words[:1] == ["bestmove"]:
                        return error or read_bestmove(words[1:], self.lines)
                    if words[:1] == ["info"] and (line := read_info(words[1:], self._side)):
                        by_rank[line.rank] = line
                        self.lines = tuple(line for _, line in sorted(by_rank.items()))
                        self._lines.put_nowait(line)
                except (IndexError, ValueError):
                    error = error or EngineError(f"not a line of a search: {text!r}")
                    if words[0] == "bestmove":
                        return error
                    self.stop()
        except EngineError as end:
            return end
        except asyncio.CancelledError:
            return EngineTerminatedError("the event loop has ended during the search")
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self._lines.put_nowait(None)
