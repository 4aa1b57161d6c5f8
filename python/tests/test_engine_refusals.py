"""Arguments that the UGI client or the engine refuses."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from ugi_engines import CAPTURE, WIN, Traffic

from luctor import Clock, Engine, EngineError, Position, Score


@pytest.fixture(scope="module")
def shared_engine(luctor: str) -> Iterator[Engine]:
    with Engine.open(luctor) as engine:
        yield engine


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda e: e.analyse(Position(moves=["e5"]), depth=1), EngineError, "illegal move 'e5'"),
        (lambda e: e.legal_moves("not a position"), EngineError, "position"),
        (lambda e: e.query("nonsense", "startpos"), EngineError, "nonsense"),
        (lambda e: e.analyse("startpos", nodes=1, root_moves=["zz"]), EngineError, "'zz' is not a"),
        (lambda e: e.play("startpos", nodes=1, root_moves=["e4", "e5"]), EngineError, "centre e5"),
        (lambda e: e.configure({"Hsah": 1}), EngineError, "no option 'Hsah'; did you mean 'Hash'"),
        (lambda e: e.configure({"xyzzy": 1}), EngineError, "no option 'xyzzy'$"),
        (lambda e: e.configure({"Hash": 0}), EngineError, "Hash takes a number from 1 to 335"),
        (lambda e: e.configure({"Hash": 1.5}), EngineError, r"Hash takes a number.*'1\.5'"),
        (lambda e: e.configure({"Hash": True}), EngineError, "Hash takes a number.*'true'"),
        (lambda e: e.configure({"UCI_Variant": "go"}), EngineError, "emergo7 or hexemergo, not"),
        (lambda e: e.configure({"OwnBook": 3}), EngineError, "OwnBook takes true or false"),
        (lambda e: e.configure({"Clear Hash": 3}), EngineError, "Clear Hash takes None, not 3"),
        (lambda e: e.configure({"EvalFile": "a\nb"}), EngineError, "EvalFile takes a text of one"),
        (lambda e: e.configure({"EvalFile": None}), EngineError, "EvalFile takes a text"),
        (lambda e: e.configure({"EvalFile": "/no/such"}), EngineError, "/no/such: "),
        (lambda e: e.configure({"MultiPV": 3}), EngineError, "set by the argument multipv"),
        (lambda e: e.analyse("startpos"), ValueError, "a limit is needed"),
        (lambda e: e.play("startpos", nodez=1), TypeError, "nodez"),
        (lambda e: e.play("startpos", clock=2000), TypeError, r"Clock\(2000, 2000\), not 2000"),
        (lambda e: e.play("startpos", nodes=1.5), TypeError, r"nodes is a whole number, not 1\.5"),
        (lambda e: e.play("startpos", depth=True), TypeError, "depth is a whole number, not True"),
        (lambda e: e.play("startpos", nodes=0), ValueError, "nodes is at least 1, not 0"),
        (lambda e: e.play("startpos", clock=Clock(1, 2, -1)), ValueError, "white_increment is at"),
        (lambda e: e.analyse("startpos", nodes=1, multipv=0), ValueError, "multipv is at least 1"),
        (lambda e: e.analyse("startpos", nodes=1, multipv=999), EngineError, "MultiPV takes"),
        (lambda e: e.analyse("startpos", nodes=1, root_moves="e4"), TypeError, "not the text 'e4'"),
        (lambda e: e.play("startpos", nodes=1, root_moves=["e4 e6"]), ValueError, "one word"),
        (lambda e: e.play("startpos", nodes=1, root_moves=[]), ValueError, "at least one move"),
        (lambda e: Position(moves="e4"), TypeError, "a list of texts, not the text 'e4'"),
        (lambda e: e.legal_moves(Position(moves=cast(Any, [4]))), EngineError, "'4' is not a move"),
        (lambda e: e.legal_moves("startpos\nquit"), ValueError, "one line"),
        (lambda e: e.query("result\nquit", "startpos"), ValueError, "one line"),
        (lambda e: e.legal_moves(5), TypeError, "a position is a text, a Position, or an object"),
        (lambda e: e.legal_moves(Position(variant="go")), EngineError, "UCI_Variant takes emergo"),
        (lambda e: Score(), ValueError, "one of centimen"),
        (lambda e: Score(1, bound=cast(Any, "exact")), ValueError, "or upper, not 'exact'"),
        (lambda e: Score(1).from_view(cast(Any, "green")), ValueError, "or black, not 'green'"),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence_and_the_engine_goes_on(
    shared_engine: Engine, call: Callable[[Engine], object], error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        call(shared_engine)
    assert shared_engine.play(WIN, depth=1).move == CAPTURE


def test_names_of_options_are_checked_before_the_first_is_sent(
    luctor: str, traffic: Traffic
) -> None:
    with Engine.open(luctor) as engine:
        with pytest.raises(EngineError):
            engine.configure({"Hash": 2, "Thread": 1})
        assert not traffic.sent("setoption")
        engine.configure({"hash": 2, "UCI_ShowWDL": False, "Clear Hash": None, "EvalFile": ""})
        names = ["Hash value 2", "UCI_ShowWDL value false", "Clear Hash", "EvalFile value "]
        assert traffic.sent("setoption") == [f"setoption name {name}" for name in names]
