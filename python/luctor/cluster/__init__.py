"""Matches, training data and analysis on many machines, with Dask. See docs/cluster.md."""

from luctor.cluster.analysis import analyse
from luctor.cluster.data import DataResult, DataSettings, datagen
from luctor.cluster.matches import (
    MatchResult,
    MatchSettings,
    Player,
    Sprt,
    match,
    score,
    sprt,
    table,
)
from luctor.cluster.pool import ClusterError, Worker
from luctor.cluster.programs import Binary, Program, ProgramError, Revision

__all__ = [
    "Binary",
    "ClusterError",
    "DataResult",
    "DataSettings",
    "MatchResult",
    "MatchSettings",
    "Player",
    "Program",
    "ProgramError",
    "Revision",
    "Sprt",
    "Worker",
    "analyse",
    "datagen",
    "match",
    "score",
    "sprt",
    "table",
]
