"""The limit of a search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """When a search of this process ends: at the first of these limits.

    It has no clock. `luctor.engine.Limit`, for engines in their own process, has one.

    >>> import emergo
    >>> emergo.Engine().analyse(emergo.Board(), Limit(depth=3)).depth
    3
    """

    nodes: int | None = None
    #: Iterations.
    depth: int | None = None
    #: Milliseconds.
    movetime: int | None = None
    #: Searches for a win in at most this number of moves.
    mate: int | None = None
