"""The package luctor of this repository, a client for the program luctor, takes a `Board`."""

import pytest
from emergo import Board
from luctor import Engine


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
