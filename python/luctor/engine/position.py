"""A position as the client takes it, and the line of UGI that sets it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

Side = Literal["white", "black"]


@runtime_checkable
class BoardLike(Protocol):
    """What the client needs of a board, such as `emergo.Board`.

    The engine then plays its variant, and moves have oblique coordinates, also in the answers. A
    board can have the rule `blocked`, and a rule `repetition`, which must be `draw`.
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

    The options UCI_Variant, Coordinates and Blocked replace a None.
    """

    start: str = "startpos"
    moves: Sequence[str] = ()
    variant: str | None = None
    coordinates: str | None = None
    #: The result for a side that has men and no legal move: `draw` or `loss`.
    blocked: str | None = None

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
            repetition = getattr(position, "repetition", "draw")
            if repetition != "draw":
                raise ValueError(f"UGI has no option for the rule repetition={repetition!r}")
            blocked = getattr(position, "blocked", None)
            moves = position.moves_text()
            return cls(position.start_fen, moves, position.variant, "oblique", blocked)
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


def check_moves(moves: Iterable[object]) -> tuple[str, ...]:
    """The texts of moves, such as those of `emergo.Move`. Raises `TypeError` or `ValueError`."""
    if isinstance(moves, str):
        raise TypeError(f"moves are a list of texts, not the text {moves!r}")
    found = tuple(map(str, moves))
    for move in found:
        if len(move.split()) != 1:
            raise ValueError(f"a move is one word, not {move!r}")
    return found


def check_root_moves(moves: Iterable[object] | None) -> tuple[str, ...]:
    """As `check_moves`, for the only moves to search: at least one, or `None` for all."""
    found = () if moves is None else check_moves(moves)
    if moves is not None and not found:
        raise ValueError("root_moves has at least one move")
    return found
