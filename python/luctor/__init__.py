"""A client for UGI engines (`Engine`), and matches and data on many machines (`luctor.cluster`)."""

from luctor.engine import (
    Analysis,
    Clock,
    Engine,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    Line,
    Option,
    Played,
    Position,
    Score,
)

__all__ = [
    "Analysis",
    "Clock",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "EngineTimeout",
    "Line",
    "Option",
    "Played",
    "Position",
    "Score",
]
