"""A client for UGI engines (`Engine`), and matches and data on many machines (`luctor.cluster`)."""

from luctor.engine import *  # noqa: F403
from luctor.engine import __all__ as __all__

__version__ = "0.1.0"
