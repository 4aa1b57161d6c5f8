"""The limit of a search, and its words of UGI."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from typing import TypedDict

from luctor.engine.position import Side


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


class LimitWords(TypedDict, total=False):
    """The limits of a search as arguments of a call."""

    nodes: int | None
    #: Iterations.
    depth: int | None
    #: Milliseconds.
    movetime: int | None
    #: Searches for a win in at most this number of moves.
    mate: int | None
    clock: Clock | None


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first of these limits. Without any it runs until it is stopped."""

    nodes: int | None = None
    depth: int | None = None
    movetime: int | None = None
    mate: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.clock, Clock | None):
            raise TypeError(f"a clock is luctor.Clock(2000, 2000), not {self.clock!r}")
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


def needed_limit(words: LimitWords) -> Limit:
    """The limit of a call that needs one."""
    limit = Limit(**words)
    if not limit.words():
        raise ValueError("a limit is needed: nodes, depth, movetime, mate or clock")
    return limit


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
