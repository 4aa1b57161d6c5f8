"""What the UGI client takes and returns: positions, limits, options, scores and lines.

The values are checked when they are made, so that a wrong one never reaches the engine. This module
also reads the lines of an engine that describe them. It sends nothing.
"""

from __future__ import annotations

import difflib
import functools
import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NoReturn, Protocol, TypedDict, runtime_checkable

Side = Literal["white", "black"]


class EngineError(Exception):
    """The engine rejects a command, such as a position or the value of an option.

    UGI has no mark for rejections. So the first `info string` that an engine prints after options,
    a position or a query is raised, also if it is a note: `hexemergo has oblique coordinates only`.
    """


class EngineTerminated(EngineError):
    """The engine has ended. The message has its exit code and its last lines."""


class EngineTimeout(EngineError):
    """The engine has not answered in time. The message says if it was stopped or killed."""


class SearchStopped(EngineError):
    """A newer command has stopped the search before its limit."""


@runtime_checkable
class BoardLike(Protocol):
    """What the client needs of a board, such as `emergo.Board`.

    The engine then plays its variant, and moves have oblique coordinates, also in the answers.
    """

    @property
    def variant(self) -> str:
        """The name of the variant, such as `emergo7`."""

    @property
    def start_fen(self) -> str:
        """The position text of the start of the game."""

    def moves_text(self) -> list[str]:
        """The moves since the start, in oblique coordinates."""


@dataclass(frozen=True)
class Position:
    """A position: a start, as position text or `startpos`, and the moves that follow it.

    Without a variant or coordinates they are those of the options UCI_Variant and Coordinates.
    """

    start: str = "startpos"
    moves: Sequence[str] = ()
    variant: str | None = None
    coordinates: str | None = None

    def __post_init__(self) -> None:
        if len(self.start.splitlines()) != 1:
            raise ValueError(f"a position is one line, not {self.start!r}")
        object.__setattr__(self, "moves", check_moves(self.moves))

    @classmethod
    def of(cls, position: Position | BoardLike | str) -> Position:
        """The position that an argument means."""
        if isinstance(position, Position):
            return position
        if isinstance(position, str):
            return cls(position)
        if isinstance(position, BoardLike):
            return cls(position.start_fen, position.moves_text(), position.variant, "oblique")
        raise TypeError(
            "a position is a text, a Position, or an object with variant, start_fen and "
            f"moves_text(), not {position!r}"
        )

    @property
    def side(self) -> Side:
        """The side to move."""
        starts_black = self.start.lower().split()[1:2] == ["b"]
        return "black" if starts_black ^ (len(self.moves) % 2 == 1) else "white"

    def command(self) -> str:
        """The line that sets up the position."""
        start = self.start if self.start == "startpos" else f"fen {self.start}"
        return " ".join(["position", start, *(["moves", *self.moves] if self.moves else [])])


def check_moves(moves: Iterable[str]) -> tuple[str, ...]:
    """The moves as a tuple. Raises `TypeError` or `ValueError` for other things than words."""
    if isinstance(moves, str):
        raise TypeError(f"moves are a list of texts, not the text {moves!r}")
    found = tuple(moves)
    for move in found:
        if not isinstance(move, str):
            raise TypeError(f"a move is a text, not {move!r}")
        if len(move.split()) != 1:
            raise ValueError(f"a move is one word, not {move!r}")
    return found


def whole_number(name: str, value: object, minimum: int | None = None) -> int:
    """The number. Raises `TypeError` or `ValueError` with the name."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if minimum is not None and number < minimum:
        raise ValueError(f"{name} is at least {minimum}, not {number}")
    return number


@dataclass
class Clock:
    """The clocks of both sides in milliseconds, and the moves until the next time control."""

    white: int
    black: int
    white_increment: int = 0
    black_increment: int = 0
    moves_to_go: int | None = None

    def words(self) -> list[str]:
        """The arguments of `go`."""
        named = {
            "p1time": whole_number("white", self.white),
            "p2time": whole_number("black", self.black),
            "p1inc": whole_number("white_increment", self.white_increment, 0),
            "p2inc": whole_number("black_increment", self.black_increment, 0),
        }
        if self.moves_to_go is not None:
            named["movestogo"] = whole_number("moves_to_go", self.moves_to_go, 1)
        return [word for name, value in named.items() for word in (name, str(value))]

    def after(self, side: Side, used: int) -> Clock:
        """The clocks when `side` has moved and used so many milliseconds."""
        left = None if self.moves_to_go in (None, 1) else self.moves_to_go - 1
        if side == "white":
            return replace(self, white=self.white - used + self.white_increment, moves_to_go=left)
        return replace(self, black=self.black - used + self.black_increment, moves_to_go=left)


@dataclass(frozen=True)
class Limit:
    """When a search of a UGI engine ends: at the first of these limits.

    Without any it runs until it is stopped. `emergo.Limit` is for the engine in this process and
    has no clock. Neither package needs the other one.
    """

    nodes: int | None = None
    #: Iterations.
    depth: int | None = None
    #: Milliseconds.
    movetime: int | None = None
    #: Searches for a win in at most this number of moves.
    mate: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        self.words()

    def words(self) -> list[str]:
        """The arguments of `go`."""
        words = []
        for name in ("nodes", "depth", "movetime", "mate"):
            if (value := getattr(self, name)) is not None:
                words += [name, str(whole_number(name, value, 1))]
        return words if self.clock is None else [*words, *self.clock.words()]

    def seconds(self) -> float | None:
        """The longest time of a search, if the limit has one."""
        times = [] if self.movetime is None else [self.movetime]
        if self.clock is not None:
            times += [self.clock.white, self.clock.black]
        return max(0, *times) / 1000 if times else None


class LimitWords(TypedDict, total=False):
    """The fields of `Limit` as arguments of a call."""

    nodes: int | None
    depth: int | None
    movetime: int | None
    mate: int | None
    clock: Clock | None


def read_limit(limit: Limit | None, words: LimitWords, *, is_needed: bool = True) -> Limit:
    """The limit of a call, which is given as a `Limit` or in words."""
    if limit is not None and words:
        raise TypeError("the limit is a Limit or arguments such as nodes, not both")
    limit = limit or Limit(**words)
    if is_needed and not limit.words():
        raise ValueError("a limit is needed: nodes, depth, movetime, mate or clock")
    return limit


@functools.total_ordering
@dataclass(frozen=True)
class Score:
    """A score from the view of one side: centimen, a win or a loss.

    Scores of one view are in the order of their worth: losses, centimen, wins; a shorter win is
    better. A lower bound is better than the same exact score, and an upper bound is worse. The
    engine gives scores from the view of the side to move.

    >>> Score(win_in=3) > Score(win_in=5) > Score(centimen=900) > Score(loss_in=1)
    True
    >>> Score(centimen=200).black().centimen
    -200
    """

    #: A score in centimen: 200 double the odds p / (1 - p) of the expected points p.
    centimen: int | None = None
    #: The side of the view wins with this move of its own; 0 if it has won.
    win_in: int | None = None
    #: The side of the view loses in this number of moves of the opponent; 0 if it has lost.
    loss_in: int | None = None
    #: The true score is at least (`lower`) or at most (`upper`) this one.
    bound: Literal["lower", "upper"] | None = None
    view: Side = "white"

    def __post_init__(self) -> None:
        if [self.centimen, self.win_in, self.loss_in].count(None) != 2:
            raise ValueError("a score has one of centimen, win_in and loss_in")

    @property
    def mate(self) -> int | None:
        """The win or loss as in UGI: the moves, negative or 0 for a loss."""
        return self.win_in if self.loss_in is None else -self.loss_in

    def white(self) -> Score:
        """The score from the view of White."""
        return self.from_view("white")

    def black(self) -> Score:
        """The score from the view of Black."""
        return self.from_view("black")

    def from_view(self, side: Side) -> Score:
        """The score from the view of a side."""
        if side == self.view:
            return self
        centimen = None if self.centimen is None else -self.centimen
        bound: Literal["lower", "upper"] | None = None
        if self.bound is not None:
            bound = "lower" if self.bound == "upper" else "upper"
        return Score(centimen, self.loss_in, self.win_in, bound, side)

    def expectation(self) -> float:
        """The points that the side expects, from 0 to 1: +200 centimen double the odds."""
        if self.centimen is None:
            return float(self.win_in is not None)
        return (1 + math.tanh(self.centimen * math.log(2) / 400)) / 2

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score) or self.view != other.view:
            return NotImplemented
        return self._key() < other._key()

    def _key(self) -> tuple[int, int, int]:
        bound = {"upper": -1, None: 0, "lower": 1}[self.bound]
        if self.win_in is not None:
            return 1, -self.win_in, bound
        if self.loss_in is not None:
            return -1, self.loss_in, bound
        return 0, self.centimen or 0, bound


@dataclass(frozen=True)
class Line:
    """One of the best lines of a search."""

    #: From the view of the side to move.
    score: Score
    depth: int = 0
    nodes: int = 0
    #: Milliseconds since the start of the search.
    time_ms: int = 0
    pv: tuple[str, ...] = ()
    #: Chances of win, draw and loss in thousandths, with the option UCI_ShowWDL.
    wdl: tuple[int, int, int] | None = None
    #: 1 for the best line.
    rank: int = 1
    #: The length of the longest line searched, in plies.
    seldepth: int = 0
    #: Nodes per second.
    nps: int = 0
    #: Thousandths of the transposition table in use.
    hashfull: int = 0


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    #: The best lines, best first. A finished game has one line without moves.
    lines: tuple[Line, ...]
    #: The best move; `None` if the game has ended.
    move: str | None
    #: The reply that the engine expects.
    ponder: str | None = None

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

    def command(self, value: object) -> str:
        """The line that sets the option. Raises `EngineError` for a value that it does not take."""
        if self.kind == "button":
            return f"setoption name {self.name}" if value is None else self._refuse("None", value)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self.kind == "check" and text.lower() not in ("true", "false"):
            self._refuse("True or False", value)
        if self.kind == "combo" and text.lower() not in map(str.lower, self.choices):
            self._refuse(" or ".join(self.choices), value)
        if self.kind == "spin":
            low = -math.inf if self.minimum is None else self.minimum
            high = math.inf if self.maximum is None else self.maximum
            try:
                is_inside = low <= int(text) <= high
            except ValueError:
                is_inside = False
            if not is_inside:
                self._refuse(f"a number from {low} to {high}", value)
        if value is None or len(text.splitlines()) > 1:
            self._refuse("a text of one line", value)
        return f"setoption name {self.name} value {text}"

    def _refuse(self, wanted: str, value: object) -> NoReturn:
        raise EngineError(f"option {self.name} takes {wanted}, not {value!r}")


def find_option(options: Mapping[str, Option], name: str) -> Option:
    """The option of this name, in upper or lower case. Raises `EngineError` if there is none."""
    by_name = {option.name.lower(): option for option in options.values()}
    if name.lower() in by_name:
        return by_name[name.lower()]
    close = difflib.get_close_matches(name.lower(), by_name, 1)
    hint = f"; did you mean {by_name[close[0]].name!r}?" if close else ""
    raise EngineError(f"the engine has no option {name!r}{hint}")


def read_option(words: list[str]) -> Option:
    """Reads `name NAME type TYPE ...`. Names and values can have several words."""
    fields: dict[str, list[str]] = {}
    choices: list[list[str]] = []
    value: list[str] = []
    for word in words:
        if word == "var":
            choices.append(value := [])
        elif word in ("name", "type", "default", "min", "max") and word not in fields:
            value = fields[word] = []
        else:
            value.append(word)

    def number(name: str) -> int | None:
        return int(fields[name][0]) if fields.get(name) else None

    return Option(
        name=" ".join(fields.get("name", [])),
        kind=" ".join(fields.get("type", [])),
        default=" ".join(fields["default"]) if "default" in fields else None,
        minimum=number("min"),
        maximum=number("max"),
        choices=tuple(" ".join(choice) for choice in choices),
    )


#: The numbers of an `info` line, and their fields of `Line`.
_NUMBERS = {
    **{name: name for name in ("depth", "seldepth", "nodes", "nps", "hashfull")},
    **{"multipv": "rank", "time": "time_ms"},
}


def read_info(words: Sequence[str], side_to_move: Side) -> Line | None:
    """Reads an `info` line; `None` if it has no score. Raises `ValueError` or `IndexError`."""
    numbers: dict[str, int] = {}
    score: Score | None = None
    wdl: tuple[int, int, int] | None = None
    pv: tuple[str, ...] = ()
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word == "string":
            break
        if word in _NUMBERS:
            numbers[_NUMBERS[word]] = int(rest.pop())
        elif word == "score":
            score = _read_score(rest.pop(), int(rest.pop()), side_to_move)
        elif word in ("lowerbound", "upperbound") and score is not None:
            score = replace(score, bound="lower" if word == "lowerbound" else "upper")
        elif word == "wdl":
            wdl = (int(rest.pop()), int(rest.pop()), int(rest.pop()))
        elif word == "pv":
            pv, rest = tuple(reversed(rest)), []
    return None if score is None else Line(score, pv=pv, wdl=wdl, **numbers)


def _read_score(kind: str, value: int, side_to_move: Side) -> Score:
    if kind == "cp":
        return Score(centimen=value, view=side_to_move)
    if kind != "mate":
        raise ValueError(kind)
    if value > 0:
        return Score(win_in=value, view=side_to_move)
    return Score(loss_in=-value, view=side_to_move)
