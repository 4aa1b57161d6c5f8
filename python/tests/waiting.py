"""Waits for what has no event."""

import time
from collections.abc import Callable

#: A wait that takes longer fails. It is far longer than on a busy machine.
HANG_SECONDS = 120.0


def wait_for(what: str, is_there: Callable[[], bool]) -> None:
    """Waits until it is there."""
    end = time.monotonic() + HANG_SECONDS
    while not is_there():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.02)
