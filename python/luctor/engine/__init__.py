"""A client for engines that speak UGI, in the style of `chess.engine` of python-chess.

`Engine` blocks, `AsyncEngine` is for asyncio; both have the same methods. protocol.md of Luctor is
the specification of the protocol. All lines go to the logger `luctor.engine` at DEBUG.
"""

from luctor.engine.blocking import Engine, Search
from luctor.engine.client import AsyncEngine, AsyncSearch
from luctor.engine.values import (
    Analysis,
    BoardLike,
    Clock,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    Limit,
    Line,
    Option,
    Played,
    Position,
    Score,
    SearchStopped,
    Side,
)

__all__ = [
    "Analysis",
    "AsyncEngine",
    "AsyncSearch",
    "BoardLike",
    "Clock",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "EngineTimeout",
    "Limit",
    "Line",
    "Option",
    "Played",
    "Position",
    "Score",
    "Search",
    "SearchStopped",
    "Side",
]
