"""A client for engines that speak UGI, in the style of `chess.engine.SimpleEngine` of python-chess.

    with Engine.open("luctor") as engine:
        engine.configure({"Hash": 64})
        analysis = engine.analyse("startpos", nodes=100_000, multipv=3)
        print(analysis.best.pv, analysis.best.score)

All calls block. An engine that ends or does not answer in time raises an exception with its last
lines. protocol.md of Luctor is the specification of the protocol.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType

#: Lines of an engine that an exception repeats.
_LAST_LINES = 10


class EngineError(Exception):
    """The engine rejects a command, such as a position or the value of an option.

    UGI has no mark for rejections. So the first `info string` that an engine prints after options
    or a position is raised, also if it is a note: `hexemergo has oblique coordinates only`.
    """


class EngineTerminated(EngineError):
    """The engine has ended. The message has its exit code and its last lines."""


class EngineTimeout(EngineError):
    """The engine does not answer in time. It is killed. The message has its last lines."""


@dataclass(frozen=True)
class Position:
    """A position: a start, as position text or `startpos`, and the moves that follow it."""

    start: str = "startpos"
    moves: Sequence[str] = ()

    def command(self) -> str:
        start = self.start if self.start == "startpos" else f"fen {self.start}"
        return " ".join(["position", start, *(["moves", *self.moves] if self.moves else [])])


@dataclass(frozen=True)
class Score:
    """A score from the view of the side to move: exactly one of the two fields has a value."""

    #: Hundredths of a man.
    centimen: int | None = None
    #: The side to move wins in this number of its moves, or loses if the number is negative or 0.
    mate: int | None = None
    #: `lower` or `upper`: the true score is at least, or at most, this one.
    bound: str | None = None


@dataclass(frozen=True)
class Line:
    """One of the best lines of a search."""

    score: Score
    depth: int
    nodes: int
    #: Milliseconds since the start of the search.
    time_ms: int
    pv: tuple[str, ...] = ()
    #: Chances of win, draw and loss in thousandths, with the option UCI_ShowWDL.
    wdl: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    #: The best lines, best first. A finished game has one line without moves.
    lines: tuple[Line, ...]
    #: The best move; `None` if the game has ended.
    move: str | None

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


@dataclass(frozen=True)
class Played:
    """A move that an engine has chosen."""

    #: `None` if the game has ended.
    move: str | None
    #: The reply that the engine expects.
    ponder: str | None
    #: The best line, if the engine has printed one.
    line: Line | None


@dataclass(frozen=True)
class Option:
    """An option that an engine declares."""

    name: str
    #: `check`, `spin`, `combo`, `button` or `string`.
    kind: str
    default: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()


@dataclass
class Clock:
    """The clocks of both sides in milliseconds."""

    white: int
    black: int
    white_increment: int = 0
    black_increment: int = 0


@dataclass
class _Search:
    """What a search has printed so far."""

    lines: dict[int, Line] = field(default_factory=dict)
    bestmove: list[str] = field(default_factory=list)


class Engine:
    """A running engine. Use it as a context manager, or call `quit`."""

    def __init__(self, process: subprocess.Popen[str], timeout: float) -> None:
        self._process = process
        self._timeout = timeout
        self._replies: queue.Queue[str | None] = queue.Queue()
        self._last: deque[str] = deque(maxlen=_LAST_LINES)
        #: Name and author of the engine, by `id`: the keys are `name` and `author`.
        self.id: dict[str, str] = {}
        #: The options of the engine by name.
        self.options: dict[str, Option] = {}
        self._readers = [
            threading.Thread(target=self._read_stdout, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @classmethod
    def open(
        cls,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
    ) -> Engine:
        """Starts an engine.

        `command` is a program, or a list of a program and its arguments. `timeout` is the time in
        seconds for each answer, in addition to the time of a search.
        """
        words = shlex.split(command) if isinstance(command, str) else list(command)
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            errors="replace",
        )
        engine = cls(process, timeout)
        try:
            engine._identify()
            engine.configure(options or {})
        except BaseException:
            engine.close()
            raise
        return engine

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.quit()

    def configure(self, options: Mapping[str, object]) -> None:
        """Sets options. Raises `EngineError` if there is no such option, or for a wrong value."""
        names = {name.lower(): name for name in self.options}
        for name, value in options.items():
            if name.lower() not in names:
                raise EngineError(f"the engine has no option {name!r}")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._send(f"setoption name {names[name.lower()]} value {text}")
        self._check_accepted()

    def new_game(self) -> None:
        """Sends `uginewgame`: the engine clears its tables."""
        self._send("uginewgame")
        self._wait_until_ready()

    def analyse(
        self,
        position: Position | str,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        movetime: int | None = None,
        multipv: int = 1,
        moves: Sequence[str] = (),
        timeout: float | None = None,
    ) -> Analysis:
        """Searches a position to a limit. At least one limit is needed; the first one ends it.

        `movetime` is in milliseconds. `multipv` is the number of lines. `moves` are the only moves
        to search. `timeout` is the longest time of the whole search in seconds; without it a search
        with a limit of nodes or depth may take any time.
        """
        limits = _limits(nodes=nodes, depth=depth, movetime=movetime)
        if not limits:
            raise ValueError("a limit is needed: nodes, depth or movetime")
        if multipv > 1 and "MultiPV" not in self.options:
            raise EngineError("the engine has no option 'MultiPV'")
        if "MultiPV" in self.options:
            self._send(f"setoption name MultiPV value {multipv}")
        words = [*limits, *(["searchmoves", *moves] if moves else [])]
        if timeout is None and movetime is not None:
            timeout = movetime / 1000 + self._timeout
        search = self._search(position, words, timeout)
        lines = tuple(line for _, line in sorted(search.lines.items()))
        if not lines:
            raise EngineError(f"the engine prints no score: {self._tail()}")
        return Analysis(lines, _move(search.bestmove))

    def play(
        self,
        position: Position | str,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        movetime: int | None = None,
        clock: Clock | None = None,
        timeout: float | None = None,
    ) -> Played:
        """Chooses a move with a limit or with clocks. `timeout` is as for `analyse`."""
        limits = _limits(nodes=nodes, depth=depth, movetime=movetime)
        if clock is not None:
            limits += [
                *("p1time", str(clock.white), "p2time", str(clock.black)),
                *("p1inc", str(clock.white_increment), "p2inc", str(clock.black_increment)),
            ]
        if not limits:
            raise ValueError("a limit is needed: nodes, depth, movetime or clock")
        if timeout is None and (movetime is not None or clock is not None):
            milliseconds = [0 if clock is None else max(clock.white, clock.black), movetime or 0]
            timeout = max(milliseconds) / 1000 + self._timeout
        if "MultiPV" in self.options:
            self._send("setoption name MultiPV value 1")
        search = self._search(position, limits, timeout)
        ponder = search.bestmove[2] if search.bestmove[1:2] == ["ponder"] else None
        return Played(_move(search.bestmove), ponder, search.lines.get(1))

    def legal_moves(self, position: Position | str) -> list[str]:
        """The legal moves in alphabetical order; none if the game has ended."""
        self._set_position(position)
        self._send("moves")
        return self._wait_for("moves", self._timeout).split()[1:]

    def query(self, question: str, position: Position | str) -> str:
        """The answer to a `query` of UGI, for example `result` or `islegal e4`."""
        self._set_position(position)
        self._send(f"query {question}")
        return self._wait_for("response", self._timeout).partition(" ")[2]

    def quit(self) -> None:
        """Ends the engine. It is killed if it does not end in time."""
        if self._process.poll() is None:
            try:
                self._send("quit")
                self._process.wait(self._timeout)
            except (EngineError, subprocess.TimeoutExpired):
                pass
        self.close()

    def close(self) -> None:
        """Kills the engine."""
        self._process.kill()
        self._process.wait()
        for reader in self._readers:
            reader.join(self._timeout)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                # The rest of a line that the engine did not read is lost.
                with contextlib.suppress(OSError):
                    stream.close()

    # The conversation.

    def _identify(self) -> None:
        self._send("ugi")
        deadline = time.monotonic() + self._timeout
        while (line := self._next_line(deadline)) != "ugiok":
            words = line.split()
            if words[:1] == ["id"] and len(words) > 2:
                self.id[words[1]] = " ".join(words[2:])
            elif words[:1] == ["option"]:
                option = _read_option(words[1:])
                self.options[option.name] = option

    def _search(self, position: Position | str, words: list[str], timeout: float | None) -> _Search:
        self._set_position(position)
        self._send(" ".join(["go", *words]))
        deadline = None if timeout is None else time.monotonic() + timeout
        search = _Search()
        while True:
            tokens = self._next_line(deadline).split()
            if tokens[:1] == ["bestmove"]:
                search.bestmove = tokens[1:]
                return search
            if tokens[:1] == ["info"] and "score" in tokens:
                rank, line = _read_line(tokens)
                search.lines[rank] = line

    def _set_position(self, position: Position | str) -> None:
        place = Position(position) if isinstance(position, str) else position
        self._send(place.command())
        self._check_accepted()

    def _check_accepted(self) -> None:
        """Waits for the commands so far. Raises the first message of the engine about them."""
        messages = self._wait_until_ready()
        if messages:
            raise EngineError(messages[0])

    def _wait_until_ready(self) -> list[str]:
        """Returns the texts of the `info string` lines before `readyok`."""
        self._send("isready")
        deadline = time.monotonic() + self._timeout
        texts = []
        while (line := self._next_line(deadline)) != "readyok":
            if line.startswith("info string "):
                texts.append(line.removeprefix("info string "))
        return texts

    def _wait_for(self, word: str, timeout: float) -> str:
        deadline = time.monotonic() + timeout
        while True:
            line = self._next_line(deadline)
            if line.split(maxsplit=1)[:1] == [word]:
                return line

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError(f"a command is one line: {line!r}")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._terminated() from None

    def _next_line(self, deadline: float | None) -> str:
        """The next line; `deadline` is on the monotonic clock."""
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            line = self._replies.get(timeout=left)
        except queue.Empty:
            self._process.kill()
            raise EngineTimeout(f"the engine does not answer in time: {self._tail()}") from None
        if line is None:
            raise self._terminated()
        return line

    def _terminated(self) -> EngineTerminated:
        try:
            code = self._process.wait(self._timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        for reader in self._readers:
            reader.join(self._timeout)
        end = f"signal {-code}" if code < 0 else f"exit code {code}"
        # A later call raises again.
        self._replies.put(None)
        return EngineTerminated(f"the engine has ended ({end}): {self._tail()}")

    def _tail(self) -> str:
        return " | ".join(self._last) or "it has printed nothing"

    def _read_stdout(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._last.append(line.rstrip())
            self._replies.put(line.rstrip())
        self._replies.put(None)

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._last.append(line.rstrip())


def _limits(**limits: int | None) -> list[str]:
    words = []
    for name, value in limits.items():
        if value is not None:
            if value < 1:
                raise ValueError(f"{name} is at least 1, not {value}")
            words += [name, str(value)]
    return words


def _move(bestmove: list[str]) -> str | None:
    return None if bestmove[:1] in ([], ["0000"]) else bestmove[0]


def _read_line(tokens: list[str]) -> tuple[int, Line]:
    """The rank and the contents of an `info` line with a score."""

    def number(name: str, default: int) -> int:
        return int(tokens[tokens.index(name) + 1]) if name in tokens else default

    kind, value = tokens[tokens.index("score") + 1 :][:2]
    bound = next((name for name in ("lower", "upper") if f"{name}bound" in tokens), None)
    score = Score(
        centimen=int(value) if kind == "cp" else None,
        mate=int(value) if kind == "mate" else None,
        bound=bound,
    )
    wdl = None
    if "wdl" in tokens:
        win, draw, loss = (int(word) for word in tokens[tokens.index("wdl") + 1 :][:3])
        wdl = (win, draw, loss)
    pv = tuple(tokens[tokens.index("pv") + 1 :]) if "pv" in tokens else ()
    line = Line(score, number("depth", 0), number("nodes", 0), number("time", 0), pv, wdl)
    return number("multipv", 1), line


def _read_option(words: list[str]) -> Option:
    """Reads `name NAME type TYPE ...`. Names and values can have several words."""
    fields: dict[str, list[str]] = {}
    choices: list[str] = []
    keyword = ""
    for word in words:
        if word in ("name", "type", "default", "min", "max", "var") and word != keyword:
            keyword = word
            fields.setdefault(word, [])
        elif word == "var":
            fields["var"].append("\n")
        else:
            fields.setdefault(keyword, []).append(word)
    if "var" in fields:
        choices = [choice.strip() for choice in " ".join(fields["var"]).split("\n")]

    def bound(name: str) -> int | None:
        return int(fields[name][0]) if fields.get(name) else None

    return Option(
        name=" ".join(fields.get("name", [])),
        kind=" ".join(fields.get("type", [])),
        default=" ".join(fields["default"]) if "default" in fields else None,
        minimum=bound("min"),
        maximum=bound("max"),
        choices=tuple(choices),
    )
