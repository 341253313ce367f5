"""Worker processes: one thread each, deaf to Ctrl-C, and gone when their parent is."""

import atexit
import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait

END_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def pool(processes: int, prepare: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Spawned, not forked: a forked child dies in its first parallel kernel. ``prepare``: what each does before its work."""
    spawning = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=spawning, initializer=begin, initargs=(prepare,))


def begin(prepare: Callable[[], None] | None = None) -> None:
    """What a worker does first. An interrupt is the parent's business, which then ends its workers."""
    os.environ["NUMBA_NUM_THREADS"] = "1"
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":  # the kernel sees to it, whatever the worker computes
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    atexit.register(os._exit, 0)  # nothing is left to do, and taking the catalogue apart would take ten seconds
    if prepare is not None:
        prepare()


def collect_seldom() -> None:
    """The catalogue and its trees stay: looking through them for garbage took a sixth of the time, at the end half a second."""
    gc.set_threshold(50_000, 20, 100)
    atexit.register(gc.freeze)


@contextmanager
def collecting_nothing() -> Iterator[None]:
    """While what stays is loaded: nearly nothing of it is garbage, and looking for that took a sixth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _end_with_parent() -> None:
    """Everywhere, and where the parent was gone before the kernel was told."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
