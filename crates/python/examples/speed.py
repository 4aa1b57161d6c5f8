"""Random play in one process: plies and steps a second, beside other packages.

    pip install open_spiel chess
    python speed.py

A ply of a board is: list the legal moves, choose one, play it. A game that has ended is followed
by the next. A step of the batch is one action in one of 1,024 games, chosen by ``random_actions``;
the games restart in place. A capture of several jumps is one ply, but several steps. All run on
one core.
"""

import argparse
import importlib.util
import itertools
import random
import time
from collections.abc import Callable

import emergo
import numpy as np

GAMES = 1024  # of a batch
STEPS = 100  # of a batch between two looks at the clock
Work = Callable[[], int]  # works a while, and returns the plies made


def board(variant: emergo.Variant) -> Work:
    """A whole game of `emergo.Board` with move objects."""

    def work() -> int:
        game = emergo.Board(variant)
        while moves := game.legal_moves:
            game.push(moves[int(random.random() * len(moves))])
        return game.ply()

    return work


def batch(variant: emergo.Variant, *, mask: bool = False, observe: bool = False) -> Work:
    """Steps of many games, into arrays that are reused."""
    games = emergo.BatchBoard(GAMES, variant)
    actions = np.zeros(GAMES, np.int64)
    rewards, done = np.zeros(GAMES, np.float32), np.zeros(GAMES, np.bool_)
    masks, planes = games.legal_mask(), games.observe()
    steps = itertools.count()

    def work() -> int:
        for _ in range(STEPS):
            games.random_actions(next(steps), actions)
            games.step(actions, restart=True, rewards=rewards, done=done)
            if mask:
                games.legal_mask(masks)
            if observe:
                games.observe(planes)
        return STEPS * GAMES

    return work


def openspiel(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)

    def work() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            plies += 1
        return plies

    return work


def python_chess() -> Work:
    import chess

    def work() -> int:
        game = chess.Board()
        while not game.is_game_over() and (moves := list(game.legal_moves)):
            game.push(moves[int(random.random() * len(moves))])
        return len(game.move_stack)

    return work


def rate(work: Work, seconds: float) -> float:
    """Plies a second, after a start that is not measured."""
    work()
    plies, start, elapsed = 0, time.perf_counter(), 0.0
    while plies == 0 or elapsed < seconds:
        plies += work()
        elapsed = time.perf_counter() - start
    return plies / elapsed


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of random play in one process.")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each line")
    seconds = parser.parse_args().seconds
    random.seed(1)
    lines: list[tuple[str, Work]] = []
    for variant in emergo.variants():
        lines += [
            (f"emergo.Board, {variant}", board(variant)),
            (f"emergo.BatchBoard({GAMES}), {variant}", batch(variant)),
            ("the same with legal_mask", batch(variant, mask=True)),
            ("the same with legal_mask and observe", batch(variant, mask=True, observe=True)),
        ]
    if importlib.util.find_spec("pyspiel"):
        lines += [(f"OpenSpiel {name}", openspiel(name)) for name in ("checkers", "chess")]
    if importlib.util.find_spec("chess"):
        lines.append(("python-chess", python_chess()))
    print("| random play, one process | plies or steps a second |\n|---|---|")
    for name, work in lines:
        print(f"| {name} | {rate(work, seconds):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
