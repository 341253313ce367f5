"""A bound on the time of a computation that nothing else bounds: multiplying out in symbols, for instance."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOON = 1e-3  # seconds until a time rings that was over within another


class OutOfTimeError(BaseException):
    """The time is over. No ``Exception``: code that tries this and that must not take it for a failed attempt."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError inside the block after ``seconds``, or when the time of a block around it is over."""
    if threading.current_thread() is not threading.main_thread():
        with _limit_of_a_thread(seconds):
            yield
        return

    rung: list[int] = []

    def ring(number: int, frame: FrameType | None) -> None:
        if _within_hypothesis(frame):
            signal.setitimer(signal.ITIMER_REAL, SOON, 1.0)
            return
        rung.append(number)
        raise OutOfTimeError

    def unraisable(told: sys.UnraisableHookArgs) -> None:
        if not isinstance(told.exc_value, OutOfTimeError):
            before_hook(told)

    left, every = signal.setitimer(signal.ITIMER_REAL, 0)  # there is one timer for all
    start = time.monotonic()
    before_hook, sys.unraisablehook = sys.unraisablehook, unraisable
    before = signal.signal(signal.SIGALRM, ring)
    try:  # a short time is over before the timer's own call returns
        first = min(seconds, left or seconds)
        signal.setitimer(signal.ITIMER_REAL, first, 1.0)  # and again every second, should a destructor swallow the first
        yield
    except Exception as error:
        if rung:  # what an interrupted library says of its own state
            raise OutOfTimeError from error
        raise
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        except OutOfTimeError:  # it rang on the way here
            signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = before_hook
        if left:  # the time of the block around this one goes on
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - start), SOON), every)


def _within_hypothesis(frame: FrameType | None) -> bool:
    """Between two lines of Hypothesis' own an exception leaves it believing, until the process ends, that a test is running."""
    while frame is not None and _package(frame) in sys.stdlib_module_names:
        frame = frame.f_back
    return frame is not None and _package(frame) == "hypothesis"


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


@contextmanager
def _limit_of_a_thread(seconds: float) -> Iterator[None]:
    """No signal reaches a thread that is not the main one, as in a worker of a cluster: another thread raises in it.

    That comes between two instructions of Python, so not within a call of a compiled library.
    """
    raising = ctypes.pythonapi.PyThreadState_SetAsyncExc
    here = ctypes.c_ulong(threading.get_ident())
    over = threading.Event()

    def ring() -> None:
        left = over.wait(seconds)
        while not left:
            early = _within_hypothesis(sys._current_frames().get(here.value))
            if not early:
                raising(here, ctypes.py_object(OutOfTimeError))
            left = over.wait(SOON if early else 1.0)

    ringing = threading.Thread(target=ring, daemon=True)
    ringing.start()
    late = False
    try:
        yield
    finally:
        while ringing.is_alive():
            try:
                over.set()
                ringing.join()
                raising(here, None)
            except OutOfTimeError:  # it came after the block
                late = True
        if late:
            raise OutOfTimeError
