"""The console script `luctor-cluster`, which also answers where Dask is not installed."""


def main() -> int:
    """Runs `luctor.cluster`. The exit code is 1 without Dask."""
    try:
        from luctor.cluster.__main__ import main as run
    except ModuleNotFoundError as error:
        raise SystemExit(f"error: {error}: pip install './python[cluster]'") from None
    return run()
