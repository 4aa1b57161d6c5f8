"""The planes of numbers that a network sees."""

from __future__ import annotations

import emergo
import numpy as np
import pytest
from emergo import BatchBoard
from games import ROUNDABOUT, cells, play, random_step, single


def expected_planes(variant: str, fen: str, own: str) -> np.ndarray:
    """The planes of a position at the start of a turn, read from its text."""
    size, men = (9, 12) if variant == "emergo" else (7, 8 if variant == "emergo7" else 12)
    planes = np.zeros((10, size, size), np.float32)
    board, _, hands, _ = fen.split()
    lines = dict(zip(range(size, 0, -1), board.split("/"), strict=True))
    for digit, line in lines.items():
        row = [cell for cell in cells(variant) if cell[1] == str(digit)]
        for cell in row:
            planes[0, digit - 1, ord(cell[0]) - 97] = 1
        at, i = 0, 0
        while i < len(line):
            if line[i].isdigit():
                at, i = at + int(line[i]), i + 1
                continue
            end = line.index(")", i) + 1 if line[i] == "(" else i + 1
            piece = line[i:end].strip("()")
            owner, other = piece[0], "b" if piece[0] == "w" else "w"
            cap, _, prisoners = piece[1:].partition(other)
            first = 1 if owner == own else 3
            place = digit - 1, ord(row[at][0]) - 97
            planes[(first, *place)] = int(cap or 1)
            planes[(first + 1, *place)] = int(prisoners or 1) if other in piece else 0
            at, i = at + 1, end
    white, black = map(int, hands.split(","))
    planes[5] = planes[0] * (white if own == "w" else black)
    planes[6] = planes[0] * (black if own == "w" else white)
    planes[1:7] /= np.float32(men)
    return planes


@pytest.mark.parametrize("variant", emergo.variants())
def test_the_observation_has_the_documented_planes(variant: str) -> None:
    batch = BatchBoard(8, variant)
    compared = 0
    for seed in range(200):
        views = batch.observe(), batch.observe(opponent=True)
        assert views[0].shape == (8, *batch.observation_shape)
        for game in range(8):
            if batch.partial_capture(game):
                continue
            fen = batch.board(game).fen()
            side = fen.split()[1]
            assert side == "wb"[batch.turns()[game]]
            for view, own in zip(views, (side, "b" if side == "w" else "w"), strict=True):
                expected = expected_planes(variant, fen, own)
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
