"""The console script `luctor-cluster`, which also answers where Dask is not installed."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs `luctor.cluster`. The exit code is 1 without Dask."""
    try:
        from luctor.cluster.__main__ import main as run
    except ModuleNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return run()
