"""The blocking client: `AsyncEngine` on an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import inspect
import os
import threading
import weakref
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from luctor.engine.analysis import AsyncAnalysis
from luctor.engine.client import AsyncEngine
from luctor.engine.errors import EngineTerminatedError
from luctor.engine.lines import Line, SearchResult

P = ParamSpec("P")
T = TypeVar("T")


def _blocking(
    method: Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Engine, P], T]:
    """The same method of the blocking client."""

    @functools.wraps(method)
    def call(engine: Engine, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with engine._calls:
            return engine._run(lambda: method(engine._engine, *args, **kwargs))

    return call


def _streaming(
    method: Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, AsyncAnalysis]],
) -> Callable[Concatenate[Engine, P], Analysis]:
    """The same method of the blocking client, for a search that runs when it returns."""
    start = _blocking(method)

    @functools.wraps(method)
    def call(engine: Engine, /, *args: P.args, **kwargs: P.kwargs) -> Analysis:
        return Analysis(engine, start(engine, *args, **kwargs))

    signature = inspect.signature(method).replace(return_annotation="Analysis")
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


class Engine:
    """A running engine. Use it as a context manager, or call `quit`.

        with Engine.open("luctor", options={"Hash": 64}) as engine:
            result = engine.analyse("startpos", nodes=100_000, multipv=3)
            print(result.best.pv, result.best.score.white())

    Calls from several threads wait for each other. A call stops a search that `analysis` has
    started, or that ponders. An interrupt such as Ctrl-C stops the search of the call, and the
    engine can be used again.
    """

    def __init__(self, engine: AsyncEngine, background: _Background) -> None:
        #: Name and author of the engine, by `id`: the keys are `name` and `author`.
        self.id = engine.id
        #: The options of the engine by name.
        self.options = engine.options
        self._engine = engine
        self._background = background
        #: Held during a call.
        self._calls = threading.Lock()
        #: No call begins after the engine is closed.
        self._gate = threading.Lock()
        self._finalizer = weakref.finalize(self, _abandon, engine, background)

    @classmethod
    def open(
        cls,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        grace: float = 5.0,
    ) -> Engine:
        """Starts an engine. The arguments are those of `AsyncEngine.open`."""
        background = _Background(f"engine {command}")
        opening = AsyncEngine.open(command, options=options, timeout=timeout, grace=grace)
        try:
            return cls(_result(background.submit(opening)), background)
        except BaseException:
            background.submit(background.end())
            background.thread.join()
            raise

    configure = _blocking(AsyncEngine.configure)
    new_game = _blocking(AsyncEngine.new_game)
    analyse = _blocking(AsyncEngine.analyse)
    play = _blocking(AsyncEngine.play)
    legal_moves = _blocking(AsyncEngine.legal_moves)
    query = _blocking(AsyncEngine.query)
    analysis = _streaming(AsyncEngine.analysis)

    def quit(self) -> None:
        """Ends the engine, also during a call of another thread. It is killed if it hangs."""
        try:
            with contextlib.suppress(EngineTerminatedError):
                self._run(self._engine.quit)
        finally:
            self.close()

    def close(self) -> None:
        """Kills the engine. A call that runs in another thread raises `EngineTerminatedError`."""
        with self._gate:
            if self._finalizer.detach():
                self._background.submit(self._background.end(self._engine))
        self._background.thread.join()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_error: object) -> None:
        self.quit()

    def _run(self, method: Callable[[], Coroutine[Any, Any, T]]) -> T:
        with self._gate:
            if not self._finalizer.alive:
                raise EngineTerminatedError("the engine is closed")
            future = self._background.submit(method())
        try:
            return _result(future)
        except concurrent.futures.CancelledError:
            raise EngineTerminatedError("the engine was closed during the call") from None
        finally:
            # After an interrupt the call still runs.
            future.cancel()


class Analysis:
    """A running search: an iterator of its lines as they come. See `AsyncAnalysis`."""

    def __init__(self, engine: Engine, search: AsyncAnalysis) -> None:
        self._engine = engine
        self._search = search

    @property
    def lines(self) -> tuple[Line, ...]:
        """The best lines so far, best first."""
        return self._search.lines

    @property
    def is_running(self) -> bool:
        """`False` when the engine has sent `bestmove`, or has ended."""
        return self._search.is_running

    def stop(self) -> None:
        """Ends the search as soon as possible. Without a running search it has no effect."""
        with contextlib.suppress(RuntimeError):  # The loop is closed.
            self._engine._background.loop.call_soon_threadsafe(self._search.stop)

    def wait(self) -> SearchResult:
        """Waits for the end of the search. It has no `lines` if it was stopped at once."""
        if not self._search.is_running:
            # Also after the end of the engine.
            return self._search._result()
        return self._engine._run(self._search.wait)

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> Line:
        try:
            return self._engine._run(self._search.__anext__)
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


def _result(future: concurrent.futures.Future[T]) -> T:
    """The result. A signal just before a wait does not end it, so no wait is longer than 0.2 s."""
    while not concurrent.futures.wait([future], timeout=0.2).done:
        pass
    return future.result()


class _Background:
    """An event loop in a thread, until `end` is called."""

    def __init__(self, name: str) -> None:
        started: concurrent.futures.Future[None] = concurrent.futures.Future()
        work = functools.partial(asyncio.run, self._serve(started))
        self.thread = threading.Thread(target=work, name=name, daemon=True)
        self.thread.start()
        _result(started)

    async def _serve(self, started: concurrent.futures.Future[None]) -> None:
        self.loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        started.set_result(None)
        await self._end.wait()

    def submit(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    async def end(self, engine: AsyncEngine | None = None) -> None:
        """Ends the thread. Its other tasks are cancelled."""
        if engine is not None:
            await engine.close()
        self._end.set()


def _abandon(engine: AsyncEngine, background: _Background) -> None:
    """Ends what an engine without `quit` or `close` has left. It can run in any thread."""
    engine._process.abandon()
    background.submit(background.end(engine))
