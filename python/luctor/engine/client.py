"""The asyncio client. All logic of the conversation with an engine is here.

One command owns the engine at a time. A command that is not a search ends with `isready`. The
client counts the answers `readyok` that are due, so the lines of a cancelled call are never taken
for those of the next one. A search is an `AsyncSearch`. Its task reads from `go` to `bestmove`,
also if the call is cancelled. Each command first sends `stop` to a running search, and waits for
this task. The methods are named as in `chess.engine` of python-chess.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shlex
import warnings
import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from luctor.engine.values import (
    Analysis,
    BoardLike,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    Limit,
    LimitWords,
    Line,
    Option,
    Played,
    Position,
    SearchStopped,
    Side,
    check_moves,
    find_option,
    read_info,
    read_limit,
    read_option,
    whole_number,
)

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

#: At DEBUG: `>>` is a line to the engine, `<<` one from its stdout, `!!` one from its stderr.
LOGGER = logging.getLogger("luctor.engine")
#: Lines of an engine that an exception repeats.
_LAST_LINES = 10
#: Options that the arguments of a call set.
_ARGUMENTS = {"MultiPV": "multipv", "Ponder": "ponder"}
#: Options that the client sets, with the values that need no option.
_IMPLIED = {
    "MultiPV": ("1",),
    "Ponder": ("false", "true"),
    "UCI_Variant": ("emergo",),
    "Coordinates": ("oblique",),
}


class _Pipes(asyncio.SubprocessProtocol):
    """Splits the output of the process into lines."""

    def __init__(self) -> None:
        #: The lines of stdout; `None` at its end.
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
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


def _abandon(transport: asyncio.SubprocessTransport, loop: asyncio.AbstractEventLoop) -> None:
    """Ends the process of a client that is lost without `quit` or `close`, in any thread."""
    with contextlib.suppress(ProcessLookupError, RuntimeError):  # It has ended; no loop is left.
        transport.kill()
        loop.call_soon_threadsafe(transport.close)
    warnings.warn(f"unclosed engine, process {transport.get_pid()}", ResourceWarning, stacklevel=2)


class AsyncEngine:
    """A running engine, for asyncio. Use it as an asynchronous context manager, or call `quit`.

        async with await AsyncEngine.open("luctor") as engine:
            played = await engine.play("startpos", movetime=100)

    A new command stops a running search: `play` and `analyse` then raise `SearchStopped`, and a
    stream of `analysis` ends. A cancelled call stops its search too.
    """

    def __init__(
        self, transport: asyncio.SubprocessTransport, pipes: _Pipes, timeout: float, grace: float
    ) -> None:
        #: Name and author of the engine, by `id`: the keys are `name` and `author`.
        self.id: dict[str, str] = {}
        #: The options of the engine by name.
        self.options: dict[str, Option] = {}
        self._transport = transport
        self._pipes = pipes
        self._timeout = timeout
        self._grace = grace
        self._loop = asyncio.get_running_loop()
        self._lock = asyncio.Lock()
        self._search: AsyncSearch | None = None
        #: Answers `readyok` that are due.
        self._unanswered = 0
        #: What did not come in time, so that the engine was killed.
        self._overdue: str | None = None
        #: Options of `_IMPLIED`: what the user wants, what the engine has.
        self._wanted: dict[str, str] = {}
        self._current: dict[str, str] = {}
        self._finalizer = weakref.finalize(self, _abandon, transport, self._loop)

    @classmethod
    async def open(
        cls,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        grace: float = 5.0,
    ) -> Self:
        """Starts an engine.

        `command` is a path, a program with its arguments as one text, or a list of both. `timeout`
        is the time in seconds for each answer, in addition to the time of a search. `grace` is the
        time in seconds in which a stopped search ends. An engine that needs longer for an answer
        that is not a search, or to stop, is killed.
        """
        if isinstance(command, os.PathLike):
            words = [os.fspath(command)]
        else:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise ValueError("the command is empty")
        # Ctrl-C in a terminal is sent to the process group, and must not end the engine.
        transport, pipes = await asyncio.get_running_loop().subprocess_exec(
            _Pipes, *words, start_new_session=True
        )
        engine = cls(transport, pipes, timeout, grace)
        try:
            await engine._identify()
            await engine.configure(options or {})
        except BaseException:
            await engine.close()
            raise
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.quit()

    async def configure(self, options: Mapping[str, object]) -> None:
        """Sets options. A button has the value `None`.

        Names, types and ranges are checked before the first option is sent. Raises `EngineError`.
        """
        commands = {}
        for name, value in options.items():
            option = find_option(self.options, name)
            if argument := _ARGUMENTS.get(option.name):
                raise EngineError(
                    f"option {option.name} is set by the argument {argument} of a call"
                )
            commands[option.name] = option.command(value), str(value)
        async with self._lock:
            await self._end_search()
            for name, (command, text) in commands.items():
                await self._ask(command)
                if name in self._wanted:
                    self._wanted[name] = self._current[name] = text

    async def new_game(self) -> None:
        """Sends `uginewgame`: the engine clears its tables."""
        async with self._lock:
            await self._end_search()
            await self._ask("uginewgame")

    async def analyse(
        self,
        position: Position | BoardLike | str,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        moves: Iterable[str] = (),
        timeout: float | None = None,
        **limits: Unpack[LimitWords],
    ) -> Analysis:
        """Searches a position to a limit, given as a `Limit` or as arguments such as `nodes=1000`.

        `multipv` is the number of lines. `moves` are the only moves to search. `timeout` is the
        longest time of the whole search in seconds: then it is stopped, and `EngineTimeout` is
        raised. Without it a search with a limit of nodes, depth or mate may take any time.
        """
        limit = read_limit(limit, limits)
        search = await self.analysis(position, limit, multipv=multipv, moves=moves)
        analysis = await self._finish(search, limit, timeout)
        if not analysis.lines:
            raise EngineError(f"the engine prints no score: {self._tail()}")
        return analysis

    async def analysis(
        self,
        position: Position | BoardLike | str,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        moves: Iterable[str] = (),
        **limits: Unpack[LimitWords],
    ) -> AsyncSearch:
        """Starts a search, and returns while it runs. Without a limit it runs until `stop`."""
        limit = read_limit(limit, limits, is_needed=False)
        options = {"MultiPV": str(whole_number("multipv", multipv, 1)), "Ponder": "false"}
        place, root_moves = Position.of(position), check_moves(moves)
        async with self._lock:
            return await self._go(place, limit, root_moves, options)

    async def play(
        self,
        position: Position | BoardLike | str,
        limit: Limit | None = None,
        *,
        moves: Iterable[str] = (),
        ponder: bool = False,
        timeout: float | None = None,
        **limits: Unpack[LimitWords],
    ) -> Played:
        """Chooses a move. The arguments are those of `analyse`.

        With `ponder` the engine thinks on until the next command, as if the opponent had made the
        expected reply. If the next `play` has this reply and the same limit (its clocks may have
        other times), the engine continues its search.
        """
        limit = read_limit(limit, limits)
        place, root_moves = Position.of(position), check_moves(moves)
        options = {"MultiPV": "1", "Ponder": str(ponder).lower()}
        call = _ponder_key(place, limit, root_moves)
        async with self._lock:
            search = self._search
            if search is not None and search.is_running and search.ponders == call:
                self._write("ponderhit")
            else:
                search = await self._go(place, limit, root_moves, options)
            start = self._loop.time()
        result = await self._finish(search, limit, timeout)
        # A newer command can have the engine since `bestmove`.
        is_idle = self._search is search and not self._lock.locked()
        if ponder and result.move and result.ponder and is_idle:
            used = round((self._loop.time() - start) * 1000)
            self._ponder(place, (result.move, result.ponder), limit, used)
        return Played(result.move, result.ponder, next(iter(result.lines), None))

    async def legal_moves(self, position: Position | BoardLike | str) -> list[str]:
        """The legal moves in alphabetical order; none if the game has ended."""
        return (await self._answer("moves", "moves", position)).split()

    async def query(self, question: str, position: Position | BoardLike | str) -> str:
        """The answer to a `query` of UGI, for example `result` or `islegal e4`."""
        if len(question.splitlines()) != 1:
            raise ValueError(f"a query is one line, not {question!r}")
        return await self._answer(f"query {question}", "response", position)

    async def quit(self) -> None:
        """Ends the engine, also during a search. It is killed if it does not end in time."""
        if self._search is not None:
            self._search.is_replaced = self._search.is_running
        try:
            self._write("quit")
            await asyncio.wait({self._pipes.ended}, timeout=self._timeout)
        finally:
            await self.close()

    async def close(self) -> None:
        """Kills the engine."""
        self._finalizer.detach()
        self._transport.close()
        await asyncio.wait({self._pipes.ended}, timeout=self._grace)

    # The conversation.

    async def _identify(self) -> None:
        self._write("ugi")
        with self._deadline("ugi"):
            while (line := await self._line()) != "ugiok":
                words = line.split()
                if words[:1] == ["id"] and len(words) > 2:
                    self.id[words[1]] = " ".join(words[2:])
                elif words[:1] == ["option"]:
                    try:
                        option = read_option(words[1:])
                    except ValueError:
                        raise EngineError(f"not an option: {line!r}") from None
                    self.options[option.name] = option
        for name in _IMPLIED:
            declared = self.options.get(name)
            if declared is not None and declared.default is not None:
                self._wanted[name] = self._current[name] = declared.default

    async def _go(
        self, place: Position, limit: Limit, moves: Sequence[str], options: Mapping[str, str]
    ) -> AsyncSearch:
        await self._end_search()
        questions = [f"query islegal {move}" for move in moves]
        lines = await self._ask(*self._set_up(place, options), *questions)
        for move, answer in zip(moves, _after("response", lines), strict=False):
            if answer != "true":
                why = _after("response", await self._exchange(f"query why {move}"))
                raise EngineError(why[0] if why else f"illegal move {move!r}")
        search_moves = ["searchmoves", *moves] if moves else []
        self._write(" ".join(["go", *(limit.words() or ["infinite"]), *search_moves]))
        self._search = AsyncSearch(self, place.side)
        return self._search

    def _ponder(self, place: Position, moves: tuple[str, str], limit: Limit, used: int) -> None:
        place = replace(place, moves=(*place.moves, *moves))
        if limit.clock is not None:
            limit = replace(limit, clock=limit.clock.after(place.side, used))
        self._write(place.command())
        self._write(" ".join(["go", "ponder", *limit.words()]))
        self._search = AsyncSearch(self, place.side, _ponder_key(place, limit, ()))

    async def _finish(self, search: AsyncSearch, limit: Limit, timeout: float | None) -> Analysis:
        """Waits for the end of a search. However this call ends, the search ends."""
        if timeout is None and (seconds := limit.seconds()) is not None:
            timeout = seconds + self._timeout
        try:
            done = await search.end(timeout)
            if not done:
                search.stop()
                await search.end()
                search.result()
                raise EngineTimeout(f"the search is stopped, its time of {timeout:g} s is over")
        finally:
            search.stop()
        if search.is_replaced:
            raise SearchStopped("a newer command has stopped the search")
        return search.result()

    async def _end_search(self) -> None:
        if self._search is not None:
            if self._search.is_running:
                self._search.is_replaced = True
                self._search.stop()
            await self._search.end()

    def _set_up(self, place: Position, options: Mapping[str, str] | None = None) -> list[str]:
        """The commands that set up a position and the options of a call."""
        commands = []
        of_position = {"UCI_Variant": place.variant, "Coordinates": place.coordinates}
        wanted = {**self._wanted, **{k: v for k, v in of_position.items() if v}, **(options or {})}
        for name, value in wanted.items():
            is_default = name not in self.options and value in _IMPLIED[name]
            if not is_default and self._current.get(name) != value:
                commands.append(find_option(self.options, name).command(value))
                self._current[name] = value
        return [*commands, place.command()]

    async def _answer(self, command: str, word: str, position: Position | BoardLike | str) -> str:
        """What the engine prints after `word` as its answer."""
        place = Position.of(position)
        async with self._lock:
            await self._end_search()
            lines = await self._ask(*self._set_up(place), command)
        for answer in _after(word, lines):
            return answer
        raise EngineError(f"the engine does not answer {command!r}: {self._tail()}")

    async def _ask(self, *commands: str) -> list[str]:
        """Like `_exchange`. Raises the first message of the engine."""
        lines = await self._exchange(*commands)
        for message in _after("info string", lines):
            raise EngineError(message)
        return lines

    async def _exchange(self, *commands: str) -> list[str]:
        """Sends commands, and returns all lines that answer them."""
        for command in (*commands, "isready"):
            self._write(command)
        self._unanswered += 1
        lines: list[str] = []
        with self._deadline(commands[-1]):
            while self._unanswered:
                line = await self._line()
                if line != "readyok":
                    lines.append(line)
                    continue
                self._unanswered -= 1
                if self._unanswered:
                    # They answer a call that was cancelled.
                    lines.clear()
        return lines

    def _write(self, line: str) -> None:
        LOGGER.debug("%d >> %s", self._pipes.pid, line)
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        if not pipe.is_closing():
            pipe.write(line.encode() + b"\n")

    async def _line(self) -> str:
        """The next line. Raises `EngineTerminated`, or `EngineTimeout` if the engine was killed."""
        line = await self._pipes.lines.get()
        if line is not None:
            return line
        self._pipes.lines.put_nowait(None)
        await asyncio.wait({self._pipes.ended}, timeout=self._grace)
        self._transport.close()
        if self._overdue is not None:
            overdue, self._overdue = self._overdue, None
            raise EngineTimeout(f"the engine was killed: {overdue}: {self._tail()}")
        await asyncio.wait({self._pipes.ended}, timeout=self._grace)
        code = self._transport.get_returncode()
        end = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        raise EngineTerminated(f"the engine has ended ({end}): {self._tail()}")

    @contextlib.contextmanager
    def _deadline(self, command: str) -> Iterator[None]:
        timer = self._loop.call_later(self._timeout, self._expire, command, self._timeout)
        try:
            yield
        finally:
            timer.cancel()

    def _expire(self, command: str, seconds: float) -> None:
        self._overdue = f"no answer to {command!r} in {seconds:g} s"
        self._transport.close()

    def _tail(self) -> str:
        return " | ".join(self._pipes.last) or "it has printed nothing"


class AsyncSearch:
    """A running search: an asynchronous iterator of its lines as they come.

        with await engine.analysis(position, multipv=3) as search:
            async for line in search:
                if line.depth >= 20:
                    break

    The search goes on when an iteration is left. `stop`, the end of `with` or the next command of
    the engine stops it.
    """

    def __init__(self, engine: AsyncEngine, side: Side, ponders: object = None) -> None:
        #: The best lines so far, best first.
        self.lines: tuple[Line, ...] = ()
        #: The side to move.
        self.side = side
        #: For which call of `play` the engine ponders.
        self.ponders = ponders
        #: A newer command has stopped the search.
        self.is_replaced = False
        self._engine = engine
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self._bestmove: list[str] = []
        self._error: EngineError | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._read())

    @property
    def is_running(self) -> bool:
        """`False` when the engine has sent `bestmove`, or has ended."""
        return not self._task.done()

    def stop(self) -> None:
        """Ends the search as soon as possible. Without a running search it has no effect."""
        if self.is_running and self._timer is None:
            engine = self._engine
            engine._write("stop")
            self._timer = engine._loop.call_later(
                engine._grace, engine._expire, "stop", engine._grace
            )

    async def wait(self) -> Analysis:
        """Waits for the end of the search. It has no `lines` if it was stopped at once."""
        await self.end()
        return self.result()

    async def end(self, timeout: float | None = None) -> bool:
        """Waits for the end of the search, at most so many seconds. Returns if it has ended."""
        return bool((await asyncio.wait({self._task}, timeout=timeout))[0])

    def result(self) -> Analysis:
        """The result of a search that has ended. Raises the error that ended it."""
        if self._error is not None:
            raise self._error
        move, ponder = self._bestmove[0], None
        best = next(iter(self.lines), None)
        if self._bestmove[1:2] == ["ponder"] and len(self._bestmove) > 2:
            ponder = self._bestmove[2]
        elif best is not None and best.pv[:1] == (move,) and len(best.pv) > 1:
            # UGI has no ponder move: it is the reply of the last line.
            ponder = best.pv[1]
        return Analysis(self.lines, None if move == "0000" else move, ponder)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Line:
        line = await self._lines.get()
        if line is not None:
            return line
        self._lines.put_nowait(None)
        if self._error is not None:
            raise self._error
        raise StopAsyncIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    async def _read(self) -> None:
        by_rank: dict[int, Line] = {}
        try:
            while not self._bestmove:
                text = await self._engine._line()
                words = text.split()
                try:
                    if words[:1] == ["bestmove"]:
                        self._bestmove = [words[1], *words[2:]]
                    elif words[:1] == ["info"] and (line := read_info(words[1:], self.side)):
                        by_rank[line.rank] = line
                        self.lines = tuple(line for _, line in sorted(by_rank.items()))
                        self._lines.put_nowait(line)
                except (IndexError, ValueError):
                    self._error = self._error or EngineError(f"not a line of a search: {text!r}")
                    if words[0] == "bestmove":
                        break
                    self.stop()
        except EngineError as error:
            self._error = error
        finally:
            if self._timer is not None:
                self._timer.cancel()
            if not self._bestmove and self._error is None:
                self._error = EngineTerminated("the event loop has ended during the search")
            self._lines.put_nowait(None)


def _after(start: str, lines: Iterable[str]) -> list[str]:
    """The rest of each line that begins with these words."""
    return [line.removeprefix(start)[1:] for line in lines if f"{line} ".startswith(f"{start} ")]


def _ponder_key(place: Position, limit: Limit, moves: Sequence[str]) -> object:
    """Equal for calls of `play` that differ only in the times of their clocks."""
    return place, replace(limit, clock=None), limit.clock is None, tuple(moves)
