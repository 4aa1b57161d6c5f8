"""Matches, training data and analysis on many machines, with Dask. See docs/cluster.md."""

from luctor.cluster.analysis import AnalysisSettings, analyse
from luctor.cluster.data import DataResult, DataSettings, datagen
from luctor.cluster.matches import MatchResult, MatchSettings, Player, Program, Sprt, match, table
from luctor.cluster.report import EloEstimate, EngineReport, MatchReport, SprtReport
from luctor.cluster.source import Worker
from luctor.cluster.tasks import ClusterError, ProgramError, Revision

__all__ = [
    "AnalysisSettings",
    "ClusterError",
    "DataResult",
    "DataSettings",
    "EloEstimate",
    "EngineReport",
    "MatchReport",
    "MatchResult",
    "MatchSettings",
    "Player",
    "Program",
    "ProgramError",
    "Revision",
    "Sprt",
    "SprtReport",
    "Worker",
    "analyse",
    "datagen",
    "match",
    "table",
]
