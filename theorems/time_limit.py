"""A bound on the time of a computation that nothing else bounds: multiplying out in symbols, for instance."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTimeError(BaseException):
    """The time is over. No ``Exception``: code that tries this and that must not take it for a failed attempt."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError inside the block after ``seconds``; only the main thread can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    rung: list[int] = []

    def ring(number: int, _frame: FrameType | None) -> None:
        rung.append(number)
        raise OutOfTimeError

    def unraisable(told: sys.UnraisableHookArgs) -> None:
        if not isinstance(told.exc_value, OutOfTimeError):
            before_hook(told)

    before_hook, sys.unraisablehook = sys.unraisablehook, unraisable
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # and again every second, should a destructor swallow the first
    try:
        yield
    except Exception as error:
        if rung:  # what an interrupted library says of its own state
            raise OutOfTimeError from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = before_hook
