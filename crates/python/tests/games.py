"""Games for tests: of a board, and of a batch that is played by actions."""

import random

import numpy as np
from emergo import BatchBoard, Board, Variant, action_to_text, text_to_action

#: White wins with the only legal move, a capture of five jumps.
ROUNDABOUT = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"
ROUTE = ["e4xc4", "c4xc6", "c6xe6", "e6xe4", "e4xc4"]


def random_game(variant: Variant, seed: int, plies: int = 400) -> Board:
    """A game of random moves, to its end or of so many plies."""
    board, choice = Board(variant), random.Random(seed)
    while not board.is_game_over() and board.ply() < plies:
        board.push(choice.choice(board.legal_moves))
    return board


def cells(variant: Variant) -> list[str]:
    """The cells of a board by digit, then by letter, from the definition in the rules."""
    size = 9 if variant == "emergo" else 7
    middle = size // 2

    def inside(letter: int, digit: int) -> bool:
        u, v = letter - middle, digit - middle
        return abs(u - v) <= middle if variant == "hexemergo" else abs(u) + abs(v) <= middle

    grid = [(letter, digit) for digit in range(size) for letter in range(size)]
    return [f"{chr(97 + letter)}{digit + 1}" for letter, digit in grid if inside(letter, digit)]


def play(batch: BatchBoard, text: str) -> tuple[float, bool]:
    """Plays one action in a batch of one game. Returns the reward, and whether the game is over."""
    rewards, done = batch.step(np.array([text_to_action(batch.variant, text)]))
    return rewards[0], done[0]


def single(variant: Variant, fen: str) -> BatchBoard:
    batch = BatchBoard(1, variant)
    batch.set_board(0, Board(variant, fen))
    return batch


def legal_texts(batch: BatchBoard) -> list[str]:
    return [action_to_text(batch.variant, action) for action in batch.legal_actions(0)]


def random_step(batch: BatchBoard, seed: int, *, restart: bool = True) -> np.ndarray:
    return batch.step(batch.random_actions(seed), restart=restart)[1]
