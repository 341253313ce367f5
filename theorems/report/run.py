"""Judging many parts: in parallel, journalled as they come, resumable."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from functools import partial
from types import FrameType

from theorems.catalogue import ask_again, find, read_by_path
from theorems.journal import Journal
from theorems.judge import EFFORTS, Effort
from theorems.record import Record, digest, key_of, make_record
from theorems.statement import Part
from theorems.workers import pool

FEW = 24  # fewer parts are judged before a worker process has read its first one


def judge_slug(slug: str, effort: str, seed: int) -> Record:
    """Judge one part by its slug: what a worker process is asked to do."""
    (part,) = (p for p in find(slug) if p.slug == slug)
    return make_record(part, EFFORTS[effort], seed)


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
    wanted = {p.key: (digest(p), list(p.depends_on)) for p in parts}
    return {
        key_of(record): record
        for record in journal.records()
        if wanted.get(key_of(record)) == (record["digest"], record["depends_on"])
        and (record["effort"], record["seed"]) == (effort.name, seed)
    }


def judge_all(
    parts: Sequence[Part],
    effort: Effort,
    seed: int,
    journal: Journal | None,
    *,
    jobs: int,
    resume: bool,
    progress: Callable[[Record], None] = lambda record: None,
) -> list[Record]:
    """Records of all parts in the parts' order; each is in the journal before it is reported to ``progress``.

    With ``resume`` the journal's results are taken over, otherwise the journal starts anew. Without a journal nothing is kept.
    """
    done: dict[str, Record] = {}
    if journal is not None and resume:
        done = finished(parts, journal, effort, seed)
    elif journal is not None:
        journal.clear()
    for record in done.values():
        progress(record)
    todo = [part for part in parts if part.key not in done]
    for record in _judged(todo, effort, seed, jobs):
        if journal is not None:
            journal.append(record)
        done[key_of(record)] = record
        progress(record)
    return [done[part.key] for part in parts]


def _judged(todo: Sequence[Part], effort: Effort, seed: int, jobs: int) -> Iterator[Record]:
    if jobs == 1 or len(todo) < FEW:
        with _remembered_interrupt() as interrupted:
            for part in todo:
                try:
                    record = make_record(part, effort, seed)
                except Exception:
                    if interrupted:  # a library can turn an interrupt into an error of its own
                        raise KeyboardInterrupt from None
                    raise
                if interrupted:  # or swallow it, and go on with half of what it was computing: that is no result
                    raise KeyboardInterrupt
                yield record
        return
    with pool(jobs, partial(ask_again, read_by_path())) as working:
        pending: set[Future[Record]] = {working.submit(judge_slug, part.slug, effort.name, seed) for part in todo}
        try:
            while pending:
                ready, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
        except BaseException:
            working.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()  # leaving the pool waits for its workers, and a part may take minutes
            raise
