"""The results of a match, as `luctor match -score -json` prints them."""

from typing import Literal, TypedDict


class EloEstimate(TypedDict):
    """A difference in strength, with its 95 % confidence interval. `None` is an infinite number."""

    difference: float | None
    #: Half of the width of the interval.
    error: float | None
    low: float | None
    high: float | None


class EngineReport(TypedDict):
    """The results of an engine."""

    name: str
    wins: int
    draws: int
    losses: int


class SprtReport(TypedDict):
    """A test and its state."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Literal["logistic", "normalized"]
    llr: float
    #: H0 is accepted at or below this LLR.
    lower: float
    #: H1 is accepted at or above this LLR.
    upper: float
    accepted: Literal["H0", "H1"] | None


class MatchReport(TypedDict):
    """The results of a match."""

    games: int
    #: In the order of the settings.
    engines: list[EngineReport]
    #: The difference of the first engine to the others.
    elo: EloEstimate
    normalized_elo: EloEstimate
    #: The probability that the first engine is stronger.
    los: float
    #: Finished pairs by the points of the first engine: 0, 0.5, 1, 1.5 and 2.
    pairs: list[int]
    unfinished_pairs: int
    sprt: SprtReport | None
    #: Games by the reason of their end.
    ends: dict[str, int]
