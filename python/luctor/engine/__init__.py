"""A client for engines that speak UGI, in the style of `chess.engine` of python-chess.

`Engine` blocks, `AsyncEngine` is for asyncio; both have the same methods. protocol.md of Luctor is
the specification of the protocol. All lines go to the logger `luctor.engine` at DEBUG.
"""

from luctor.engine.analysis import AsyncAnalysis
from luctor.engine.blocking import Analysis, Engine
from luctor.engine.client import AsyncEngine
from luctor.engine.errors import (
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    SearchStoppedError,
)
from luctor.engine.limit import Clock
from luctor.engine.lines import Line, Score, SearchResult
from luctor.engine.option import Option
from luctor.engine.position import BoardLike, Position, Side

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "BoardLike",
    "Clock",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Line",
    "Option",
    "Position",
    "Score",
    "SearchResult",
    "SearchStoppedError",
    "Side",
]
