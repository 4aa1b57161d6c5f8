"""The planes of numbers that a network sees."""

import emergo
import numpy as np
import pytest
from emergo import BatchBoard, Board, Side, Variant
from games import ROUNDABOUT, cells, play, random_step, single

OPPONENT: dict[Side, Side] = {"white": "black", "black": "white"}


def expected_planes(board: Board, own: Side) -> np.ndarray:
    """The planes of a position at the start of a turn, without the last one."""
    size, men = {"emergo": (9, 12), "emergo7": (7, 8), "hexemergo": (7, 12)}[board.variant]
    planes = np.zeros((10, size, size), np.float32)

    def place(square: str) -> tuple[int, int]:
        return int(square[1]) - 1, ord(square[0]) - 97

    for cell in cells(board.variant):
        planes[(0, *place(cell))] = 1
    for square, column in board.columns().items():
        first = 1 if column.owner == own else 3
        planes[(first, *place(square))] = column.cap
        planes[(first + 1, *place(square))] = column.prisoners
    planes[5] = planes[0] * board.hand(own)
    planes[6] = planes[0] * board.hand(OPPONENT[own])
    planes[1:7] /= np.float32(men)
    return planes


@pytest.mark.parametrize("variant", emergo.variants())
def test_the_observation_has_the_documented_planes(variant: Variant) -> None:
    batch = BatchBoard(8, variant)
    compared = 0
    for seed in range(200):
        views = batch.observe(), batch.observe(opponent=True)
        assert views[0].shape == (8, *batch.observation_shape)
        for game in range(8):
            if batch.partial_capture(game):
                continue
            board = batch.board(game)
            assert board.turn == ["white", "black"][batch.turns()[game]]
            for view, own in zip(views, (board.turn, OPPONENT[board.turn]), strict=True):
                expected = expected_planes(board, own)
                expected[9] = view[game, 9]  # history: see the test of the third occurrence
                np.testing.assert_array_equal(view[game], expected)
            compared += 1
        random_step(batch, seed)
    assert compared > 1000


def test_the_observation_shows_the_capture_that_is_being_made() -> None:
    batch = single("emergo", ROUNDABOUT)
    assert not batch.observe()[0, 7:9].any()
    play(batch, "e4xc4")
    planes = batch.observe()[0]
    assert np.argwhere(planes[7]).tolist() == [[3, 2]]  # c4
    assert np.argwhere(planes[8]).tolist() == [[3, 4]]  # e4
    twelve = np.float32(12)
    assert planes[1, 3, 2] == 3 / twelve
    assert planes[2, 3, 2] == 1 / twelve
    # d4 was (b2w2), the jump took one man.
    assert (planes[3, 3, 3], planes[4, 3, 3]) == (1 / twelve, 2 / twelve)
    opponent = batch.observe(opponent=True)[0]
    np.testing.assert_array_equal(opponent[[3, 4, 1, 2, 7, 8]], planes[[1, 2, 3, 4, 7, 8]])
