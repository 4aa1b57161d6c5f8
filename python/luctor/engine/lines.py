"""What a search returns: scores, lines and moves. `read_info` and `read_bestmove` read UGI."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from luctor.engine.position import Side

Bound = Literal["lower", "upper"]


@functools.total_ordering
@dataclass(frozen=True)
class Score:
    """A score from the view of one side: centimen, a win or a loss.

    Scores of one view are in the order of their worth: losses, centimen, wins; a shorter win is
    better. A lower bound is better than the same exact score, and an upper bound is worse. The
    engine gives scores from the view of the side to move.

    >>> Score(win_in=3) > Score(win_in=5) > Score(centimen=900) > Score(loss_in=1)
    True
    >>> Score(centimen=200, bound="lower").black()
    <Score cp -200 for black upper bound>
    """

    #: 200 centimen more double the odds p / (1 - p), where p is `expectation()`.
    centimen: int | None = None
    #: In how many of its own moves the side of the view wins; 0 if it has won.
    win_in: int | None = None
    #: In how many moves of the opponent the side of the view loses; 0 if it has lost.
    loss_in: int | None = None
    #: The true score is at least (`lower`) or at most (`upper`) this one.
    bound: Bound | None = None
    view: Side = "white"

    def __post_init__(self) -> None:
        if [self.centimen, self.win_in, self.loss_in].count(None) != 2:
            raise ValueError("a score has one of centimen, win_in and loss_in")
        if self.bound not in (None, *get_args(Bound)):
            raise ValueError(f"a bound is lower or upper, not {self.bound!r}")
        if self.view not in get_args(Side):
            raise ValueError(f"a side is white or black, not {self.view!r}")

    @property
    def mate(self) -> int | None:
        """The win or loss as in UGI: `win_in`, or the negative of `loss_in`."""
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
        bound: Bound | None = None
        if self.bound is not None:
            bound = "lower" if self.bound == "upper" else "upper"
        return Score(centimen, self.loss_in, self.win_in, bound, side)

    def expectation(self) -> float:
        """The expected points of the side of the view: 0 for a loss to 1 for a win."""
        if self.centimen is None:
            return float(self.win_in is not None)
        return (1 + math.tanh(self.centimen * math.log(2) / 400)) / 2

    def __repr__(self) -> str:
        worth = f"cp {self.centimen}" if self.mate is None else f"mate {self.mate}"
        bound = f" {self.bound} bound" if self.bound else ""
        return f"<Score {worth} for {self.view}{bound}>"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        if self.view != other.view:
            raise TypeError("scores from the views of white and black have no order: see from_view")
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
    #: The time since the start of the search.
    seconds: float = 0.0
    pv: tuple[str, ...] = ()
    #: Chances of win, draw and loss in thousandths, with the option UCI_ShowWDL.
    wdl: tuple[int, int, int] | None = None
    #: 1 for the best line.
    rank: int = 1
    #: The length of the longest line searched, in plies.
    seldepth: int = 0
    #: Nodes per second.
    nps: int = 0
    #: Thousandths of the transposition table that this search has filled.
    hashfull: int = 0


@dataclass(frozen=True)
class SearchResult:
    """The result of a search."""

    #: The best lines, best first. A finished game has one line without moves. `play` and `wait` can
    #: have none.
    lines: tuple[Line, ...]
    #: The best move; `None` if the game has ended.
    move: str | None
    #: The reply that the engine expects.
    ponder: str | None = None

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


#: The numbers of an `info` line, and their fields of `Line`.
_NUMBERS = {
    **{name: name for name in ("depth", "seldepth", "nodes", "nps", "hashfull")},
    "multipv": "rank",
}


def read_info(words: Sequence[str], side_to_move: Side) -> Line | None:
    """Reads an `info` line; `None` if it has no score. Raises `ValueError` or `IndexError`."""
    numbers: dict[str, int] = {}
    seconds = 0.0
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
        elif word == "time":
            seconds = int(rest.pop()) / 1000
        elif word == "score":
            score = _read_score(rest.pop(), int(rest.pop()), side_to_move)
        elif word in ("lowerbound", "upperbound") and score is not None:
            score = replace(score, bound="lower" if word == "lowerbound" else "upper")
        elif word == "wdl":
            wdl = (int(rest.pop()), int(rest.pop()), int(rest.pop()))
        elif word == "pv":
            pv, rest = tuple(reversed(rest)), []
    return None if score is None else Line(score, seconds=seconds, pv=pv, wdl=wdl, **numbers)


def read_bestmove(words: Sequence[str], lines: tuple[Line, ...]) -> SearchResult:
    """Reads the end of a search with these best lines. Raises `IndexError` without a move."""
    move, ponder = words[0], None
    if words[1:2] == ["ponder"] and len(words) > 2:
        ponder = words[2]
    elif lines and lines[0].pv[:1] == (move,) and len(lines[0].pv) > 1:
        # UGI has no ponder move: it is the reply of the last line.
        ponder = lines[0].pv[1]
    return SearchResult(lines, None if move == "0000" else move, ponder)


def _read_score(kind: str, value: int, side_to_move: Side) -> Score:
    if kind == "cp":
        return Score(centimen=value, view=side_to_move)
    if kind != "mate":
        raise ValueError(kind)
    if value > 0:
        return Score(win_in=value, view=side_to_move)
    return Score(loss_in=-value, view=side_to_move)
