"""Judging many parts: in parallel, journalled as they come; what is known from the last run is not judged again."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from theorems.catalogue import find
from theorems.judging.journal import Journal, Line
from theorems.judging.judge import EFFORTS, Effort
from theorems.judging.record import Record, key_of, make_record
from theorems.judging.sources import code_of
from theorems.judging.units import Where, done
from theorems.report.formulas import calculation
from theorems.statement import Part

FEW = 24  # fewer parts are judged before a worker process has read its first one
UNIT_SECONDS = 60.0


def judge_slug(slug: str, effort: str, seed: int) -> Record:
    """Judge one part by its slug."""
    (part,) = (p for p in find(slug) if p.slug == slug)
    return make_record(part, EFFORTS[effort], seed)


def judge_slugs(slugs: Sequence[str], effort: str, seed: int, typeset: bool) -> list[Record]:
    """Judge some parts by their slugs, and typeset their calculations for the pages: what a worker process is asked to do."""
    records = [judge_slug(slug, effort, seed) for slug in slugs]
    for record in records if typeset else ():
        calculation(record)
    return records


def units(parts: Sequence[Part], effort: Effort) -> list[tuple[str, ...]]:
    """The slugs of parts of one statement, which share instances and cited proofs, in the order of the papers.

    A unit searches for the smallest witnesses of its parts no longer than ``UNIT_SECONDS``: so much an interrupt may lose.
    """
    most = max(1, int(UNIT_SECONDS / effort.seconds))
    statements: dict[tuple[str, str], list[str]] = {}
    for part in parts:
        statements.setdefault((part.paper, part.statement), []).append(part.slug)
    return [tuple(slugs[k : k + most]) for slugs in statements.values() for k in range(0, len(slugs), most)]


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


def finished(parts: Sequence[Part], lines: Iterable[Line], effort: Effort) -> dict[tuple[str, int], Record]:
    """The journal's results, by key and seed, that still answer for these parts: same sources and effort."""
    wanted = {part.key: (code_of(part), list(part.depends_on)) for part in parts}
    return {
        (key_of(record), record["seed"]): record
        for code, record in lines
        if wanted.get(key_of(record)) == (code, record["depends_on"]) and record["effort"] == effort.name
    }


def judge_all(
    parts: Sequence[Part],
    effort: Effort,
    seed: int,
    journal: Journal | None,
    *,
    where: Where,
    anew: bool = False,
    progress: Callable[[Record], None] = lambda record: None,
) -> list[Record]:
    """Records of all parts in the parts' order; each is in the journal before it is reported to ``progress``.

    The journal's results are taken over where nothing has changed of what they were made by, unless all is judged ``anew``.
    Without a journal nothing is kept.
    """
    made: dict[str, Record] = {}
    codes = {part.key: code_of(part) for part in parts} if journal is not None else {}
    if journal is not None:
        known = [(code, record) for code, record in journal.records() if codes.get(key_of(record), code) == code]
        lines = [line for line in known if not anew or key_of(line[1]) not in codes]
        journal.begin_with(lines)
        made = {key: record for (key, of), record in finished(parts, lines, effort).items() if of == seed}
    for record in made.values():
        progress(record)
    todo = [part for part in parts if part.key not in made]
    for record in _judged(todo, effort, seed, where, typeset=journal is not None):
        if journal is not None:
            journal.append(record, codes[key_of(record)])
        made[key_of(record)] = record
        progress(record)
    return [made[part.key] for part in parts]


def _judged(todo: Sequence[Part], effort: Effort, seed: int, where: Where, *, typeset: bool) -> Iterator[Record]:
    if where.here and (where.jobs == 1 or len(todo) < FEW):
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
    for _, records in done(judge_slugs, [(slugs, effort.name, seed, typeset) for slugs in units(todo, effort)], where):
        yield from records
