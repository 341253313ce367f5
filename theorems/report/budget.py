"""``--budget 2h``: further blocks of seeds, given to the parts where new behaviour still appears.

A block is the property search of one part with one seed. It shows something new when it is graver than what is known of the
part (a counterexample, a contradiction) or comes closer to the bound. The next block goes where something new is likeliest for
the time, by Thompson's sampling: how likely is drawn for each part from what its blocks have shown, so that none is forgotten.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from theorems.judging.journal import Journal
from theorems.judging.judge import Effort
from theorems.judging.record import Record, key_of
from theorems.judging.sources import code_of
from theorems.judging.units import Unit, Where, done
from theorems.report.run import finished, judge_slug
from theorems.statement import Part

CLOSER = 1e-3  # of what was left to the bound: less is no new behaviour


def gravity(record: Record) -> int:
    """What a block can find, from nothing at all to two ways to a verdict that disagree."""
    if record["how"].startswith("contradiction"):
        return 4
    if record["verdict"] == "fails":
        return 3
    if record["verdict"] == "unknown":
        return 2 if record["satisfied"] else 0
    return 1


def is_new(record: Record, known: Record) -> bool:
    """Is a block graver than what is known of its part, or closer to the bound?"""
    if gravity(record) != gravity(known):
        return gravity(record) > gravity(known)
    if record["tightness"] is None or known["tightness"] is None:
        return record["tightness"] is not None and known["tightness"] is None
    ratio, before = record["tightness"]["ratio"], known["tightness"]["ratio"]
    return bool(ratio - before > CLOSER * max(1 - before, 0))


@dataclass
class Searched:
    """What the blocks of one part have shown: the gravest or tightest record, and how often it was a new one."""

    part: Part
    record: Record
    blocks: int = 1
    new: int = 0
    seconds: float = 0.0
    handed_out: int = 1

    def worth(self, chance: Random) -> float:
        """New behaviour to be expected for a second, drawn from what is known of it."""
        likely = chance.betavariate(self.new + 1, self.handed_out - self.new)
        return likely / max(self.seconds / self.blocks, 1e-3)

    def add(self, record: Record) -> None:
        self.blocks += 1
        self.seconds += record["seconds"]
        if is_new(record, self.record):
            self.new += 1
            self.record = record


def is_searched(record: Record) -> bool:
    """Do further seeds change anything? Not where a proof or a witness has refuted the part."""
    return record["verdict"] in ("holds", "unknown") and record["tried"] > 0


def search_on(
    parts: Sequence[Part],
    records: Sequence[Record],
    effort: Effort,
    seed: int,
    journal: Journal | None,
    *,
    seconds: float,
    where: Where,
    progress: Callable[[Searched], None] = lambda searched: None,
) -> tuple[list[Record], list[Searched]]:
    """The records after ``seconds`` more of search, in the parts' order, and what was searched.

    ``records`` are those of ``seed``; further blocks take the seeds after it. Those in the journal count.
    """
    found = {
        part.slug: Searched(part, record, seconds=record["seconds"])
        for part, record in zip(parts, records, strict=True)
        if is_searched(record)
    }
    kept = finished(parts, journal.records(), effort) if journal is not None else {}
    by_key = {searched.part.key: searched for searched in found.values()}
    for (key, of), record in sorted(kept.items()):
        if key in by_key and of > seed:
            by_key[key].add(record)
            by_key[key].handed_out = max(by_key[key].handed_out, of - seed + 1)
    end = time.monotonic() + seconds
    for unit, record in done(judge_slug, _blocks(found.values(), effort, seed, end), where):
        if journal is not None:
            journal.append(record, code_of(found[unit[0]].part))
        found[unit[0]].add(record)
        progress(found[unit[0]])
    after = {key_of(searched.record): searched.record for searched in found.values()}
    return [after.get(key_of(record), record) for record in records], list(found.values())


def _blocks(searched: Iterable[Searched], effort: Effort, seed: int, end: float) -> Iterator[Unit]:
    """The next block, as soon as a worker is free, until the time is over."""
    open_parts = list(searched)
    chance = Random(seed)
    while open_parts and time.monotonic() < end:
        best = max(open_parts, key=lambda each: each.worth(chance))
        yield best.part.slug, effort.name, seed + best.handed_out
        best.handed_out += 1
