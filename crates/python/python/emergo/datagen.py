"""What `read_datagen` returns."""

from typing import TypedDict

import numpy as np
import numpy.typing as npt


class DatagenBlock(TypedDict):
    """The games of a block, as arrays with one entry per ply in the order of the games.

    The squares are those of `Board.squares()`. Moves are indices of `Board.legal_moves`.
    """

    #: Shape (plies, squares, 2): the cap, negative if it is black; the prisoners. 0, 0 if vacant.
    columns: npt.NDArray[np.int8]
    #: Shape (plies, 2): men in the hands of White and Black.
    hands: npt.NDArray[np.int8]
    black_to_move: npt.NDArray[np.bool_]
    #: The moves played.
    moves: npt.NDArray[np.uint16]
    #: The best moves of the searches. Without a search, the move played.
    best_moves: npt.NDArray[np.uint16]
    #: Centimen from the view of the side to move; a win or loss in n plies is 31000 - n, n - 31000.
    scores: npt.NDArray[np.int16]
    #: False if there was no search: random opening moves, and the only legal move.
    searched: npt.NDArray[np.bool_]
    #: Shape (games + 1,): the first ply of each game, and the number of plies.
    game_starts: npt.NDArray[np.int64]
    #: Shape (games,): 1 if White won, 0 for a draw, -1 if Black won.
    results: npt.NDArray[np.int8]
