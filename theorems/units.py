"""Units of work, done by processes of this machine or by a Dask cluster.

A unit is a task, a function that a worker can import, with its arguments. It is a pure function of them: done twice, or on
another machine, it gives the same. So a worker may die: its units are done again elsewhere, and each result comes out once.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from theorems.catalogue import ask_again, read_by_path
from theorems.workers import pool

T = TypeVar("T")
Unit = tuple[Any, ...]
AHEAD = 2  # units handed out to each worker: one that it does, one that waits


class LostError(RuntimeError):
    """The workers are gone, or cannot do this work. What came out before stands."""


@dataclass(frozen=True)
class Where:
    """Who does the work: ``jobs`` processes here, or the cluster of a ``scheduler`` (tcp://host:8786)."""

    jobs: int
    scheduler: str | None = None

    @property
    def here(self) -> bool:
        return self.scheduler is None


def done(task: Callable[..., T], units: Iterable[Unit], where: Where) -> Iterator[tuple[Unit, T]]:
    """Each unit with its result, as they come.

    Of a sequence every process here takes a run of neighbours, which share what it has computed for them; other ``units`` are
    read only as far as workers are free, so that they may be decided by what has come out. An error of a task is raised at
    once; that workers die of one unit only when all the others are done. Raises LostError.
    """
    deadly: list[Unit] = []
    with _workers(where) as (lanes, number, killed):
        coming = _Shares(units, len(lanes))
        waiting: dict[Future[T], tuple[int, Unit]] = {}
        try:
            while True:
                for lane, working in enumerate(lanes):
                    held = sum(of == lane for of, _ in waiting.values())
                    for _ in range(AHEAD * max(1, number()) - held):
                        if (unit := coming.next(lane)) is not None:
                            waiting[working.submit(task, *unit)] = lane, unit
                if not waiting:
                    break
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    _, unit = waiting.pop(future)
                    try:
                        result = future.result()
                    except killed:
                        deadly.append(unit)
                    except (BrokenExecutor, CancelledError) as error:
                        raise LostError(f"the workers are gone{'' if where.here else f', or {where.scheduler} is'}") from error
                    else:
                        yield unit, result
        except BaseException:
            for future in waiting:
                future.cancel()
            for working in lanes:
                working.shutdown(wait=False)
            for child in multiprocessing.active_children():
                child.terminate()  # leaving the pool waits for its workers, and a unit may take minutes
            raise
    if deadly:
        raise LostError(f"several workers died of {', '.join(' '.join(map(str, unit)) for unit in deadly)}")


class _Shares:
    """What each lane does next: of a sequence its own run of neighbours, then the last ones of the longest run that is left."""

    def __init__(self, units: Iterable[Unit], lanes: int) -> None:
        known = units if isinstance(units, Sequence) else ()
        ends = [len(known) * lane // lanes for lane in range(lanes + 1)]
        self._runs = [deque(known[start:end]) for start, end in pairwise(ends)]
        self._others = iter(() if known else units)

    def next(self, lane: int) -> Unit | None:
        if self._runs[lane]:
            return self._runs[lane].popleft()
        longest = max(self._runs, key=len)
        return longest.pop() if longest else next(self._others, None)


Workers = tuple[list[Executor], Callable[[], int], tuple[type[BaseException], ...]]


@contextmanager
def _workers(where: Where) -> Iterator[Workers]:
    """Executors, how many work at each of them at the moment, and the errors of a unit of which workers die."""
    if where.scheduler is None:
        with ExitStack() as pools:
            prepare = partial(ask_again, read_by_path())
            yield [pools.enter_context(pool(1, prepare)) for _ in range(where.jobs)], lambda: 1, ()
        return
    try:
        from theorems import cluster
    except ImportError as error:
        raise LostError("a cluster needs the package distributed: make extra-cluster") from error
    from theorems.journal import code_version  # with it come the judge and the provers: every command loads this module

    try:
        with cluster.workers(where.scheduler, code_version(), read_by_path()) as (working, number):
            yield [working], number, (cluster.DEADLY,)
    except cluster.ClusterError as error:
        raise LostError(str(error)) from error
