"""The exceptions of this package. Each is a `ValueError` with the sentence of the rules."""

from pathlib import Path
from typing import Literal

from emergo.emergo_native import Record

IllegalMoveKind = Literal[
    "must_capture",
    "not_longest",
    "no_such_capture",
    "must_enter",
    "empty_hand",
    "occupied",
    "centre",
    "feeding",
    "not_yours",
    "no_moves",
    "no_such_move",
    "unreadable",
    "unknown_square",
    "ambiguous",
    "game_ended",
    "other_variant",
]


class IllegalMoveError(ValueError):
    """A text or a move that is not legal in a position.

    >>> import emergo
    >>> error = emergo.Board().why_illegal("e5")
    >>> error.kind, error.squares
    ('centre', ('e5',))
    >>> print(error)
    illegal move 'e5': White's first entry may not be on the centre e5
    """

    def __init__(
        self,
        message: str,
        kind: IllegalMoveKind,
        squares: tuple[str, ...],
        moves: tuple[str, ...],
    ) -> None:
        super().__init__(message, kind, squares, moves)
        self.message = message
        #: The rule, or why the text is no move.
        self.kind = kind
        #: The squares that the rule is about, in the coordinates of the text.
        self.squares = squares
        #: A legal capture if one is mandatory, or the moves that an ambiguous text may mean.
        self.moves = moves

    def __str__(self) -> str:
        return self.message


class RecordError(ValueError):
    """A game of a file or a text that cannot be read.

    If a move is illegal, `__cause__` is an `IllegalMoveError`.

    >>> import emergo
    >>> faults: list[RecordError] = []
    >>> records = list(emergo.parse_records("1. e4 e4", on_error=faults.append))
    >>> print(faults[0])
    game 1, line 1: ply 2: illegal move 'e4': e4 is not vacant
    >>> faults[0].line, faults[0].__cause__.kind, len(faults[0].legal_part)
    (1, 'occupied', 1)
    """

    def __init__(
        self,
        message: str,
        path: Path | None,
        game: int,
        line: int,
        legal_part: Record | None,
        is_complete: bool,
    ) -> None:
        super().__init__(message, path, game, line, legal_part, is_complete)
        self.message = message
        #: The file.
        self.path = path
        #: The number of the game, from 1.
        self.game = game
        #: The number of the line, from 1.
        self.line = line
        #: The game without an illegal move and what follows it in its line.
        #: It has no result if that is the main line.
        self.legal_part = legal_part
        #: The main line is complete: the illegal move is in a variation.
        self.is_complete = is_complete

    def __str__(self) -> str:
        return self.message
