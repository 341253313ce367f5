"""Whatever takes more than five seconds says how far it is, on standard error."""

import sys
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar

SECONDS = 5.0
Thing = TypeVar("Thing")
_counted: dict[str, tuple[int, int]] = {}  # of the panel that is being drawn: what is counted -> (done, all)


def counted(things: Collection[Thing], what: str) -> Iterator[Thing]:
    """The things, one after the other, and known to whoever asks how far it is."""
    for done, thing in enumerate(things):
        _counted[what] = (done, len(things))
        yield thing
    _counted.pop(what, None)


@contextmanager
def told(name: str, every: float = SECONDS) -> Iterator[None]:
    """While the block runs: a line every so often with the time and what is being counted."""
    _counted.clear()
    over = threading.Event()
    start = time.monotonic()

    def tell() -> None:
        while not over.wait(every):
            parts = [f"{what} {done} of {number}" for what, (done, number) in list(_counted.items())]
            print(f"{name}: {', '.join([f'{time.monotonic() - start:.0f} s', *parts])}", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()
