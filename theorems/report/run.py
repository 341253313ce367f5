"""Judging many parts: in parallel, journalled as they come, resumable."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from types import FrameType

from theorems.catalogue import find
from theorems.journal import Journal
from theorems.judge import EFFORTS, Effort
from theorems.record import Record, digest, key_of, make_record
from theorems.statement import Part


def judge_slug(slug: str, effort: str, seed: int) -> Record:
    """Judge one part by its slug: what a worker process is asked to do."""
    (part,) = (p for p in find(slug) if p.slug == slug)
    return make_record(part, EFFORTS[effort], seed)


def _prepare_worker() -> None:
    """One thread each; an interrupt is the parent's business, which then ends its workers."""
    os.environ["NUMBA_NUM_THREADS"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _remembered_interrupt() -> Iterator[list[bool]]:
    """Remembers Ctrl-C (the list is then not empty) beside raising it: a library's callback can swallow the exception."""
    interrupted: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return

    def remember(number: int, frame: FrameType | None) -> None:
        interrupted.append(True)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def finished(parts: Sequence[Part], journal: Journal, effort: Effort, seed: int) -> dict[str, Record]:
    """The journal's results that still answer for these parts: same statement, same code, effort and seed."""
    wanted = {p.key: digest(p) for p in parts}
    return {
        key_of(record): record
        for record in journal.records()
        if wanted.get(key_of(record)) == record["digest"] and (record["effort"], record["seed"]) == (effort.name, seed)
    }


def judge_all(
    parts: Sequence[Part],
    effort: Effort,
    seed: int,
    journal: Journal,
    *,
    jobs: int,
    resume: bool,
    progress: Callable[[Record], None] = lambda record: None,
) -> list[Record]:
    """Records of all parts in the parts' order; each is in the journal before it is reported to ``progress``.

    With ``resume`` the journal's results are taken over, otherwise the journal starts anew.
    """
    if not resume:
        journal.clear()
    done = finished(parts, journal, effort, seed)
    for record in done.values():
        progress(record)
    todo = [part for part in parts if part.key not in done]
    for record in _judged(todo, effort, seed, jobs):
        journal.append(record)
        done[key_of(record)] = record
        progress(record)
    return [done[part.key] for part in parts]


def _judged(todo: Sequence[Part], effort: Effort, seed: int, jobs: int) -> Iterator[Record]:
    if jobs == 1 or len(todo) < 8:
        with _remembered_interrupt() as interrupted:
            for part in todo:
                record = make_record(part, effort, seed)
                yield record
                if interrupted:
                    raise KeyboardInterrupt
        return
    # spawn, not fork: a forked child dies in its first parallel kernel
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare_worker) as pool:
        pending: set[Future[Record]] = {pool.submit(judge_slug, part.slug, effort.name, seed) for part in todo}
        try:
            while pending:
                ready, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()  # leaving the pool waits for its workers, and a part may take minutes
            raise
