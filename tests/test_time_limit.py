"""A computation in any thread ends with its time; one that is done in time is left alone afterwards."""

from __future__ import annotations

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from theorems.time_limit import OutOfTimeError, time_limit


def spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def stubborn() -> str:
    try:
        with time_limit(0.1):
            end = time.monotonic() + 30
            while time.monotonic() < end:
                with suppress(Exception):
                    spin(0.01)
    except OutOfTimeError:
        return "out of time"
    return "swallowed"


def test_the_time_ends_a_loop_also_one_that_swallows_errors_and_in_any_thread() -> None:
    assert stubborn() == "out of time"
    with ThreadPoolExecutor(1) as other:
        assert other.submit(stubborn).result() == "out of time"


@pytest.mark.parametrize("within", [0.01, 30.0])
def test_a_time_goes_on_after_another_within_it(within: float) -> None:
    """Also where the one within would have been over later."""
    start = time.monotonic()

    def one_after_the_other() -> None:
        while time.monotonic() < start + 10:
            with suppress(OutOfTimeError), time_limit(within):
                spin(0.02)
            spin(0.01)

    with pytest.raises(OutOfTimeError), time_limit(0.3):
        one_after_the_other()
    assert time.monotonic() < start + 5
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
