"""Scores, clocks and options of the UGI client."""

import doctest
import inspect
from importlib.metadata import version

import pytest
from ugi_engines import FakeEngine

import luctor
from luctor import Clock, Engine, Option, Position, Score
from luctor.engine import lines
from luctor.engine.option import read_option


def test_scores_are_in_the_order_of_their_worth() -> None:
    ascending = [
        Score(loss_in=0),
        Score(loss_in=1),
        Score(loss_in=7),
        Score(centimen=-900),
        Score(centimen=5, bound="upper"),
        Score(centimen=5),
        Score(centimen=5, bound="lower"),
        Score(centimen=6),
        Score(win_in=7),
        Score(win_in=1),
        Score(win_in=0),
    ]
    for index, score in enumerate(ascending):
        for other_index, other in enumerate(ascending):
            assert (score < other, score >= other) == (index < other_index, index >= other_index)
    flipped = [score.black() for score in ascending]
    assert sorted(flipped) == flipped[::-1]
    assert [score.white() for score in flipped] == ascending
    with pytest.raises(TypeError, match="views of white and black have no order"):
        assert Score(centimen=1) < Score(centimen=1, view="black")
    expected = {-400: 1 / 5, 0: 1 / 2, 200: 2 / 3, 400: 4 / 5}
    for centimen, points in expected.items():
        assert Score(centimen=centimen).expectation() == pytest.approx(points)
    assert (Score(win_in=3).expectation(), Score(loss_in=3).expectation()) == (1, 0)


def test_a_score_has_its_bound_and_the_view_of_the_side_to_move(fake: FakeEngine) -> None:
    cases: list[tuple[Position | str, str, Score]] = [
        ("startpos", "cp 30", Score(30)),
        ("startpos", "cp 30 lowerbound", Score(30, bound="lower")),
        (Position(moves=["e4"]), "cp 30 upperbound", Score(30, bound="upper", view="black")),
        (Position(moves=["e4", "e6"]), "mate 2", Score(win_in=2)),
        ("1/3/5/7/9/7/5/3/1 b 12,12", "mate -2", Score(loss_in=2, view="black")),
        (Position("1/3/5/7/9/7/5/3/1 b 12,12", ["e4"]), "mate 0", Score(loss_in=0)),
    ]
    for position, words, score in cases:
        with Engine.open(
            fake(f"say('info depth 3 score {words} nodes 9 time 1500', 'bestmove e4')")
        ) as engine:
            line = engine.analyse(position, nodes=1).best
            assert (line.score, line.depth, line.nodes, line.seconds) == (score, 3, 9, 1.5)
    assert Score(30, bound="upper", view="black").white() == Score(-30, bound="lower")


def test_a_clock_loses_the_time_of_the_move_and_gains_the_increment() -> None:
    clock = Clock(1000, 2000, 10, 20, 3)
    assert clock.after("white", 100) == Clock(910, 2000, 10, 20, 2)
    assert clock.after("black", 100) == Clock(1000, 1920, 10, 20, 2)
    assert Clock(1, 2, moves_to_go=1).after("white", 0).moves_to_go is None


def test_an_option_declares_its_kind_default_range_and_choices() -> None:
    line = "name Move Style type combo default very calm var very calm var wild"
    option = read_option(line.split())
    assert option == Option("Move Style", "combo", "very calm", None, None, ("very calm", "wild"))


def test_the_examples_of_the_documentation_run() -> None:
    assert doctest.testmod(lines) == (0, 2)


def test_help_names_the_types_of_the_blocking_client() -> None:
    assert inspect.signature(Engine.analysis).return_annotation == "Analysis"
    assert luctor.__version__ == version("luctor")
