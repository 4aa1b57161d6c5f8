"""Matches, training data and analysis on many machines, with Dask. See docs/cluster.md."""

try:
    import distributed as _distributed  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "luctor.cluster needs Dask: pip install './python[cluster]'",
        name="distributed",
    ) from None

from luctor.cluster.analysis import analyse as analyse
from luctor.cluster.data import DataResult as DataResult
from luctor.cluster.data import DataSettings as DataSettings
from luctor.cluster.data import datagen as datagen
from luctor.cluster.matches import MatchResult as MatchResult
from luctor.cluster.matches import MatchSettings as MatchSettings
from luctor.cluster.matches import Player as Player
from luctor.cluster.matches import Program as Program
from luctor.cluster.matches import Sprt as Sprt
from luctor.cluster.matches import match as match
from luctor.cluster.matches import table as table
from luctor.cluster.source import Worker as Worker
from luctor.cluster.tasks import ClusterError as ClusterError
from luctor.cluster.tasks import ProgramError as ProgramError
from luctor.cluster.tasks import Revision as Revision
