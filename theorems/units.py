"""Units of work, done by processes of this machine or by a Dask cluster.

A unit is a task, a function that a worker can import, with its arguments. It is a pure function of them: done twice, or on
another machine, it gives the same. So a worker may die: its units are done again elsewhere, and each result comes out once.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from theorems.catalogue import ask_again, read_by_path
from theorems.workers import pool

T = TypeVar("T")
Unit = tuple[Any, ...]
AHEAD = 2  # units handed out for each worker: one that it does, one that waits


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

    ``units`` is read only as far as workers are free, so it may decide by what has come out. An error of a task is raised at
    once; that workers die of one unit only when all the others are done. Raises LostError.
    """
    deadly: list[Unit] = []
    with _workers(where) as (working, number, killed):
        coming = iter(units)
        waiting: dict[Future[T], Unit] = {}
        try:
            while True:
                while len(waiting) < AHEAD * max(1, number()) and (unit := next(coming, None)) is not None:
                    waiting[working.submit(task, *unit)] = unit
                if not waiting:
                    break
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    unit = waiting.pop(future)
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
            working.shutdown(wait=False)
            for child in multiprocessing.active_children():
                child.terminate()  # leaving the pool waits for its workers, and a unit may take minutes
            raise
    if deadly:
        raise LostError(f"several workers died of {', '.join(' '.join(map(str, unit)) for unit in deadly)}")


Workers = tuple[Executor, Callable[[], int], tuple[type[BaseException], ...]]


@contextmanager
def _workers(where: Where) -> Iterator[Workers]:
    """An executor, how many work at the moment, and the errors of a unit of which workers die."""
    if where.scheduler is None:
        with pool(where.jobs, partial(ask_again, read_by_path())) as working:
            yield working, lambda: where.jobs, ()
        return
    try:
        from theorems import cluster
    except ImportError as error:
        raise LostError("a cluster needs the package distributed: make extra-cluster") from error
    from theorems.journal import code_version  # with it come the judge and the provers: every command loads this module

    try:
        with cluster.workers(where.scheduler, code_version(), read_by_path()) as (working, number):
            yield working, number, (cluster.DEADLY,)
    except cluster.ClusterError as error:
        raise LostError(str(error)) from error
