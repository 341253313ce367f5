"""Units of work, done by processes of this machine or by a Dask cluster.

A unit is a task, a function that a worker can import, with its arguments. It is a pure function of them: done twice, or on
another machine, it gives the same. So a worker may die, here as well: what it had not finished is done again by another, and
each result comes out once.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from theorems.catalogue import ask_again, read_by_path
from theorems.workers import pool

T = TypeVar("T")
Unit = tuple[Any, ...]
AHEAD = 2  # units handed out to each worker: one that it does, one that waits
TRIES = 2  # processes here that die of a unit before it is given up
IN_A_ROW = 3  # units given up by each process here, and nothing done between them: then it is not the units that they die of


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
    read only as far as workers are free, so that they may be decided by what has come out. An error of a task is raised when
    what else is finished has come out; that workers die of one unit only when all the others are done. Raises LostError.
    """
    deadly: list[Unit] = []
    died: list[Unit] = []  # of which a process here died, each time
    in_a_row = 0
    with _workers(where) as (lanes, killed):
        coming = _Shares(units, len(lanes))
        try:
            while True:
                free = [*enumerate(lanes)]
                while free:  # one unit each at a time: nobody holds two while another has none
                    free = [(number, lane) for number, lane in free if lane.is_free() and lane.takes(task, coming, number)]
                waiting = [future for lane in lanes for future in lane.held]
                if not waiting:
                    break
                finished = wait(waiting, return_when=FIRST_COMPLETED).done  # what comes later has its turn later
                for lane in lanes:
                    for future in [future for future in lane.held if future in finished and not _fails(future)]:
                        in_a_row = 0
                        yield lane.held.pop(future), future.result()
                for number, lane in enumerate(lanes):
                    failed = [future for future in lane.held if future in finished]
                    if failed and lane.has_died(failed[0]):
                        unit, *others = lane.begin_again()
                        died.append(unit)
                        in_a_row += 1
                        if in_a_row == IN_A_ROW * TRIES * len(lanes):
                            raise LostError(f"the workers are gone: {in_a_row} died in a row, the last one of {_named(unit)}")
                        if sum(each is unit for each in died) == TRIES:
                            deadly.append(unit)
                        else:
                            others.insert(0, unit)
                        coming.back(number, others)
                        continue
                    for future in failed:
                        unit = lane.held.pop(future)
                        try:
                            future.result()
                        except killed:
                            deadly.append(unit)
                        except (BrokenExecutor, CancelledError) as error:
                            raise LostError(f"the workers are gone, or {where.scheduler} is") from error
        except BaseException:
            for lane in lanes:
                for future in lane.held:
                    future.cancel()
                lane.executor.shutdown(wait=False)
            for child in multiprocessing.active_children():
                child.terminate()  # leaving the pool waits for its workers, and a unit may take minutes
            raise
    if deadly:
        raise LostError(f"several workers died of {', '.join(map(_named, deadly))}")


def _named(unit: Unit) -> str:
    return " ".join(", ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in unit)


def _fails(future: Future[Any]) -> bool:
    """Of one that is done."""
    return future.cancelled() or future.exception() is not None


@dataclass
class _Lane:
    """Who does units one after the other: a process here, or a whole cluster.

    number:  how many work at it at the moment
    renewed: another executor in the place of one whose process has died; None where only all together can be gone
    held:    what it does or will do next, in this order
    """

    executor: Executor
    number: Callable[[], int]
    renewed: Callable[[], Executor] | None = None
    held: dict[Future[Any], Unit] = field(default_factory=dict)

    def is_free(self) -> bool:
        return len(self.held) < AHEAD * max(1, self.number())

    def takes(self, task: Callable[..., Any], coming: _Shares, number: int) -> bool:
        """The next unit, if there is one; none where its process has died over what it holds."""
        unit = coming.next(number)
        if unit is None:
            return False
        try:
            future = self.executor.submit(task, *unit)
        except BrokenExecutor:
            if self.renewed is None:
                raise
            if self.held:
                coming.back(number, [unit])
                return False
            self.executor = self.renewed()  # it died of nothing that it did
            future = self.executor.submit(task, *unit)
        self.held[future] = unit
        return True

    def has_died(self, future: Future[Any]) -> bool:
        return self.renewed is not None and not future.cancelled() and isinstance(future.exception(), BrokenExecutor)

    def begin_again(self) -> list[Unit]:
        """With another process. What the one that died has not done, first what it died of."""
        assert self.renewed is not None
        self.executor.shutdown()  # from now on everything that it held is done, or broken
        self.executor = self.renewed()
        broken = [future for future in self.held if _fails(future)]
        return [self.held.pop(future) for future in broken]


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

    def back(self, lane: int, units: Sequence[Unit]) -> None:
        """The lane has not done them: they are the next of its run."""
        self._runs[lane].extendleft(reversed(units))


@contextmanager
def _workers(where: Where) -> Iterator[tuple[list[_Lane], tuple[type[BaseException], ...]]]:
    """Those who work side by side, and the errors of a unit of which workers of a cluster died."""
    if where.scheduler is None:
        with ExitStack() as pools:
            prepare = partial(ask_again, read_by_path())

            def process() -> Executor:
                return pools.enter_context(pool(1, prepare))

            yield [_Lane(process(), lambda: 1, process) for _ in range(where.jobs)], ()
        return
    try:
        from theorems.judging import cluster
    except ImportError as error:
        raise LostError("a cluster needs the package distributed: make extra-cluster") from error
    from theorems.judging.sources import code_version  # with it come the judge and the provers: every command loads this module

    try:
        with cluster.workers(where.scheduler, code_version(), read_by_path()) as (working, number):
            yield [_Lane(working, number)], (cluster.DEADLY,)
    except cluster.ClusterError as error:
        raise LostError(str(error)) from error
