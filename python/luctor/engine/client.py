"""The asyncio client: the conversation with an engine.

One command owns the engine at a time, and first stops a running search. A command that is not a
search ends with `isready`. The client counts the answers `readyok` that are due, so the lines of a
cancelled call are never taken for those of the next one. The methods are named as in `chess.engine`
of python-chess.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from luctor.engine.analysis import AsyncAnalysis
from luctor.engine.errors import EngineError, EngineTimeoutError, SearchStoppedError
from luctor.engine.limit import Limit, LimitWords, needed_limit, whole_number
from luctor.engine.lines import SearchResult
from luctor.engine.option import Option, find_option, read_option
from luctor.engine.position import BoardLike, Position, check_root_moves
from luctor.engine.process import EngineProcess

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Options that the arguments of a call set.
_ARGUMENTS = {"MultiPV": "multipv", "Ponder": "ponder"}
#: Options that the client sets, with the values that need no option.
_IMPLIED = {
    "MultiPV": ("1",),
    "Ponder": ("false", "true"),
    "UCI_Variant": ("emergo",),
    "Coordinates": ("oblique",),
    "Blocked": ("draw",),
}


class AsyncEngine:
    """A running engine, for asyncio. Use it as an asynchronous context manager, or call `quit`.

        async with await AsyncEngine.open("luctor") as engine:
            result = await engine.play("startpos", movetime=100)

    A new command stops a running search: `play` and `analyse` then raise `SearchStoppedError`, and
    a stream of `analysis` ends. A cancelled call stops its search too.
    """

    def __init__(self, process: EngineProcess) -> None:
        #: Name and author of the engine, by `id`: the keys are `name` and `author`.
        self.id: dict[str, str] = {}
        #: The options of the engine by name.
        self.options: dict[str, Option] = {}
        self._process = process
        #: Held by the command that owns the engine.
        self._lock = asyncio.Lock()
        self._search: AsyncAnalysis | None = None
        #: Answers `readyok` that are due.
        self._unanswered = 0
        #: Options of `_IMPLIED`: what the user wants, what the engine has.
        self._wanted: dict[str, str] = {}
        self._current: dict[str, str] = {}

    @classmethod
    async def open(
        cls,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        grace: float = 5.0,
    ) -> AsyncEngine:
        """Starts an engine.

        `command` is the path of a program, or a list of it and its arguments. `timeout` is the time
        in seconds for each answer, in addition to the time of a search. `grace` is the time in
        seconds in which a stopped search ends. An engine that needs longer for an answer that is
        not a search, or to stop, is killed.
        """
        engine = cls(await EngineProcess.start(command, timeout, grace))
        try:
            await engine._identify()
            await engine.configure(options or {})
        except BaseException:
            await engine.close()
            raise
        return engine

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.quit()

    async def configure(self, options: Mapping[str, object]) -> None:
        """Sets options. A button has the value `None`.

        Names are checked before the first option is sent. Raises `EngineError`.
        """
        commands = {}
        for name, value in options.items():
            option = find_option(self.options, name)
            if argument := _ARGUMENTS.get(option.name):
                raise EngineError(f"option {option.name} is set by the argument {argument}")
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
        *,
        multipv: int = 1,
        root_moves: Iterable[object] | None = None,
        timeout: float | None = None,
        **limits: Unpack[LimitWords],
    ) -> SearchResult:
        """Searches a position to the first of the limits, such as `nodes=1000`.

        `depth` is a number of iterations, `movetime` a time in milliseconds, and `mate` searches
        for a win in at most so many moves. `multipv` is the number of lines. `root_moves` are the
        only moves to search, by default all: texts, or moves of `emergo`, whose texts are oblique.
        `timeout` is the longest time of the whole search in seconds: then it is stopped, and
        `EngineTimeoutError` is raised. Without it a search with a limit of nodes, depth or mate may
        take any time.
        """
        limit = needed_limit(limits)
        search = await self.analysis(position, multipv=multipv, root_moves=root_moves, **limits)
        result = await self._finish(search, limit, timeout)
        if not result.lines:
            raise EngineError(f"the engine prints no score: {self._process.tail()}")
        return result

    async def analysis(
        self,
        position: Position | BoardLike | str,
        *,
        multipv: int = 1,
        root_moves: Iterable[object] | None = None,
        **limits: Unpack[LimitWords],
    ) -> AsyncAnalysis:
        """Starts a search, and returns while it runs.

        Without a limit the iteration waits for `stop`, also if the engine has nothing left to
        search.
        """
        limit = Limit(**limits)
        options = {"MultiPV": str(whole_number("multipv", multipv, 1)), "Ponder": "false"}
        position, root_moves = Position.of(position), check_root_moves(root_moves)
        async with self._lock:
            return await self._go(position, limit, root_moves, options)

    async def play(
        self,
        position: Position | BoardLike | str,
        *,
        root_moves: Iterable[object] | None = None,
        ponder: bool = False,
        timeout: float | None = None,
        **limits: Unpack[LimitWords],
    ) -> SearchResult:
        """Chooses a move. The arguments are those of `analyse`.

        With `ponder` the engine thinks on until the next command, as if the opponent had made the
        expected reply. If the next `play` has this reply and the same limit (its clocks may have
        other times), the engine continues its search.
        """
        limit = needed_limit(limits)
        position, root_moves = Position.of(position), check_root_moves(root_moves)
        options = {"MultiPV": "1", "Ponder": str(ponder).lower()}
        call = _ponder_key(position, limit, root_moves)
        async with self._lock:
            search = self._search
            if search is not None and search.is_running and search._ponders == call:
                self._process.write("ponderhit")
                search._ponders = None
            else:
                search = await self._go(position, limit, root_moves, options)
            start = time.monotonic()
        result = await self._finish(search, limit, timeout)
        # A newer command can have the engine since `bestmove`.
        is_idle = self._search is search and not self._lock.locked()
        if ponder and result.move and result.ponder and is_idle:
            used = round((time.monotonic() - start) * 1000)
            self._ponder(position, (result.move, result.ponder), limit, used)
        return result

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
            self._search._replace()
        await self._process.quit()

    async def close(self) -> None:
        """Kills the engine."""
        await self._process.close()

    # The conversation.

    async def _identify(self) -> None:
        self._process.write("ugi")
        with self._process.deadline("ugi"):
            while (line := await self._process.read()) != "ugiok":
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
        self, position: Position, limit: Limit, moves: Sequence[str], options: Mapping[str, str]
    ) -> AsyncAnalysis:
        await self._end_search()
        questions = [f"query islegal {move}" for move in moves]
        lines = await self._ask(*self._set_up(position, options), *questions)
        for move, answer in zip(moves, _after("response", lines), strict=False):
            if answer != "true":
                why = _after("response", await self._exchange(f"query why {move}"))
                raise EngineError(why[0] if why else f"illegal move {move!r}")
        search_moves = ["searchmoves", *moves] if moves else []
        self._process.write(" ".join(["go", *(limit.words() or ["infinite"]), *search_moves]))
        self._search = AsyncAnalysis(self._process, position.side)
        return self._search

    def _ponder(self, position: Position, moves: tuple[str, str], limit: Limit, used: int) -> None:
        """Searches the position after two moves. The engine has used so many milliseconds."""
        position = replace(position, moves=(*position.moves, *moves))
        if limit.clock is not None:
            limit = replace(limit, clock=limit.clock.after(position.side, used))
        self._process.write(position.command())
        self._process.write(" ".join(["go", "ponder", *limit.words()]))
        self._search = AsyncAnalysis(self._process, position.side, _ponder_key(position, limit, ()))

    async def _finish(
        self, search: AsyncAnalysis, limit: Limit, timeout: float | None
    ) -> SearchResult:
        """Waits for the end of a search. However this call ends, the search ends."""
        if timeout is None and (seconds := limit.seconds()) is not None:
            timeout = seconds + self._process.timeout
        try:
            done = await search._end(timeout)
            if not done:
                search.stop()
                await search._end()
                search._result()  # Raises if the engine was killed.
                raise EngineTimeoutError(f"the search is stopped, {timeout:g} s are over")
        finally:
            search.stop()
        if search._is_replaced:
            raise SearchStoppedError("a newer command has stopped the search")
        return search._result()

    async def _end_search(self) -> None:
        if self._search is not None:
            self._search._replace()
            await self._search._end()

    def _set_up(self, position: Position, options: Mapping[str, str] | None = None) -> list[str]:
        """The commands that set up a position and the options of a call."""
        of_position = {
            "UCI_Variant": position.variant,
            "Coordinates": position.coordinates,
            "Blocked": position.blocked,
        }
        wanted = {**self._wanted, **{k: v for k, v in of_position.items() if v}, **(options or {})}
        changed = {name: value for name, value in wanted.items() if self._must_be_set(name, value)}
        commands = [
            find_option(self.options, name).command(value) for name, value in changed.items()
        ]
        self._current.update(changed)
        return [*commands, position.command()]

    def _must_be_set(self, name: str, value: str) -> bool:
        if name not in self.options and value in _IMPLIED[name]:
            return False
        return self._current.get(name) != value

    async def _answer(self, command: str, word: str, position: Position | BoardLike | str) -> str:
        """What the engine prints after `word` as its answer."""
        position = Position.of(position)
        async with self._lock:
            await self._end_search()
            lines = await self._ask(*self._set_up(position), command)
        for answer in _after(word, lines):
            return answer
        raise EngineError(f"the engine does not answer {command!r}: {self._process.tail()}")

    async def _ask(self, *commands: str) -> list[str]:
        """Like `_exchange`. Raises the first message of the engine."""
        try:
            lines = await self._exchange(*commands)
            for message in _after("info string", lines):
                raise EngineError(message)
        except BaseException:
            # Which options the engine has is unknown, so the next call sends its own again.
            self._current.clear()
            raise
        return lines

    async def _exchange(self, *commands: str) -> list[str]:
        """Sends commands, and returns all lines that answer them."""
        for command in (*commands, "isready"):
            self._process.write(command)
        self._unanswered += 1
        lines: list[str] = []
        with self._process.deadline(commands[-1]):
            while self._unanswered:
                line = await self._process.read()
                if line != "readyok":
                    lines.append(line)
                    continue
                self._unanswered -= 1
                if self._unanswered:
                    # They answer a call that was cancelled.
                    lines.clear()
        return lines


def _after(start: str, lines: Iterable[str]) -> list[str]:
    """The rest of each line that begins with these words."""
    return [line.removeprefix(start)[1:] for line in lines if f"{line} ".startswith(f"{start} ")]


def _ponder_key(position: Position, limit: Limit, moves: Sequence[str]) -> object:
    """Equal for calls of `play` that differ only in the times of their clocks."""
    return position, replace(limit, clock=None), limit.clock is None, tuple(moves)
