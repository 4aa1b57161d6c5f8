"""Action numbers."""

import emergo
import numpy as np
import pytest
from emergo import (
    BatchBoard,
    Board,
    Variant,
    action_cells,
    action_count,
    action_to_text,
    text_to_action,
)
from games import ROUNDABOUT, ROUTE, cells, legal_texts, play, random_step, single

DIRECTIONS = {  # in the order of the action numbers: change of letter and digit
    "emergo": [(0, 1), (-1, 0), (0, -1), (1, 0)],
    "emergo7": [(0, 1), (-1, 0), (0, -1), (1, 0)],
    "hexemergo": [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
}


def neighbour(cell: str, direction: tuple[int, int], steps: int) -> str:
    return chr(ord(cell[0]) + steps * direction[0]) + chr(ord(cell[1]) + steps * direction[1])


@pytest.mark.parametrize(
    ("variant", "count"), [("emergo", 369), ("emergo7", 225), ("hexemergo", 481)]
)
def test_the_action_numbers_are_entries_then_steps_then_jumps(variant: Variant, count: int) -> None:
    names = cells(variant)
    expected = list(names)
    for separator, steps in [("-", 1), ("x", 2)]:
        for direction in DIRECTIONS[variant]:
            expected += [f"{cell}{separator}{neighbour(cell, direction, steps)}" for cell in names]
    assert (len(expected), action_count(variant)) == (count, count)
    assert action_cells(variant) == names
    for number, text in enumerate(expected):
        if text[-2:] in names:
            assert action_to_text(variant, number) == text
            assert text_to_action(variant, text) == number
        else:
            with pytest.raises(ValueError, match=f"action {number} leads off the board"):
                action_to_text(variant, number)
            with pytest.raises(ValueError, match="is not an action"):
                text_to_action(variant, text)


def test_actions_have_names_in_both_coordinates() -> None:
    assert action_to_text("emergo", text_to_action("emergo", "e1"), "checkerboard") == "a1"
    assert text_to_action("emergo", "a1", "checkerboard") == text_to_action("emergo", "e1")


def test_a_capture_is_one_action_for_each_jump_of_the_same_player() -> None:
    batch = single("emergo", ROUNDABOUT)
    for jumps, text in enumerate(ROUTE):
        assert legal_texts(batch) == [text]
        assert batch.turns()[0] == 0
        made = "x".join(["e4", *(jump[3:] for jump in ROUTE[:jumps])])
        assert batch.partial_capture(0) == (made if jumps else None)
        end = play(batch, text)
    assert batch.board(0).fen() == "1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0 1"
    assert end == (1, True)
    assert legal_texts(batch) == []
    assert batch.history(0) == [text_to_action("emergo", jump) for jump in ROUTE]


def test_the_men_left_enter_as_one_piece_if_the_opponents_hand_is_empty() -> None:
    batch = single("emergo7", "1/3/5/7/b4/3/1 w 3,0 1")
    play(batch, "d7")
    assert batch.board(0).fen() == "(w3)/3/5/7/b4/3/1 b 0,0 1"


def sequences(batch: BatchBoard, made: tuple[int, ...] = ()) -> dict[tuple[int, ...], str]:
    """All sequences of actions to the end of the turn, and the positions that they lead to."""
    found: dict[tuple[int, ...], str] = {}
    for action in batch.legal_actions(0):
        after = batch.copy()
        after.step(np.array([action]))
        if after.partial_capture(0):
            found |= sequences(after, (*made, action))
        else:
            found[(*made, action)] = after.board(0).fen()
    return found


@pytest.mark.parametrize("variant", emergo.variants())
def test_each_legal_move_is_one_sequence_of_actions_and_back(variant: Variant) -> None:
    batch = BatchBoard(1, variant)
    longest, compared = 0, 0
    for seed in range(300):
        if batch.partial_capture(0) is None:
            board = batch.board(0)
            moves = {}
            for move in board.legal_moves:
                after = board.copy()
                after.push(move)
                moves[tuple(move.actions())] = after.fen()
                assert board.actions_to_move(move.actions()) == move
                longest = max(longest, len(move.actions()))
                compared += 1
            assert len(moves) == len(board.legal_moves)
            assert sequences(batch) == moves
        random_step(batch, seed)
    assert compared > 1500
    assert longest >= 3


def test_actions_that_are_no_legal_move_are_refused_with_a_sentence() -> None:
    board = Board(fen=ROUNDABOUT)
    jumps = board.legal_moves[0].actions()
    for actions in ([], [0], jumps[:4], [*jumps, jumps[0]], [400]):
        with pytest.raises(ValueError, match=f"no legal move has the actions \\{actions}"):
            board.actions_to_move(actions)
    board.push(board.legal_moves[0])
    with pytest.raises(ValueError, match="no legal move"):
        board.actions_to_move(jumps)
