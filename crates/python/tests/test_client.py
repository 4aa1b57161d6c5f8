"""Random games, compared ply by ply with the program luctor.

The client for the program is the package luctor of this repository, which takes a `Board`.
"""

import random

import emergo
import pytest
from emergo import Board, Variant
from luctor import Engine

GAMES = 4


@pytest.mark.parametrize("variant", emergo.variants())
def test_random_games_are_those_of_luctor_ply_by_ply(variant: Variant, luctor: str) -> None:
    with Engine.open(luctor) as engine:
        for seed in range(GAMES):
            board, choice = Board(variant), random.Random(seed)
            while True:
                assert engine.query("fen", board) == board.fen()
                outcome = board.outcome()
                assert engine.query("ending", board) == (str(outcome) if outcome else "none")
                if outcome is not None:
                    break
                texts = sorted(engine.legal_moves(board))
                assert sorted(move.text() for move in board.legal_moves) == texts
                board.push_text(choice.choice(texts))


def test_the_client_takes_the_rules_and_the_moves_of_a_board(luctor: str) -> None:
    fen = "w/(bw)(b2)1/2b2/(bw)4(bw2)1/(bw2)1(bw)2/3/1 w 0,0"
    with Engine.open(luctor) as engine:
        for rule in ("draw", "loss", "draw"):
            board = Board("emergo7", fen, rule)
            assert engine.query("ending", board) == str(board.outcome())
        with pytest.raises(ValueError, match="UGI has no option for the rule repetition="):
            engine.query("result", Board(repetition="unlimited"))
        board = Board("emergo7")
        result = engine.play(board, nodes=50, root_moves=list(board.legal_moves)[-1:])
        assert result.move == str(board.legal_moves[-1])
