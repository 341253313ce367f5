"""The records of one paper as a reader goes through them: statements, their printed parts, and what stands beside each part.

Beside a part as we read it first stand its corrections, and the other readings that the words allow: another choice of the
letter in ``1(b)``, of what the label adds (``1, on G_M``, ``1, one row``). Additional claims, which the paper does not make,
stand apart.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from theorems.judging.record import OWN, Record

FIRST, LOST, OTHER = "printed", "formula reconstructed", "another reading"
REPAIRED, ASKED = "corrected", "additional claim"
# every record is one of these, and each is counted apart; with what is said of so many claims
READINGS = {
    FIRST: "printed",
    LOST: "with a reconstructed formula",
    OTHER: "in another reading",
    REPAIRED: "corrected",
    ASKED: "additional, not in the paper",
}


@dataclass(frozen=True)
class Provenance:
    """Where a formula comes from: one word for a badge, and a sentence."""

    badge: str
    meaning: str


PRINTED = Provenance("printed", "the formula as the paper prints it")
PROVENANCES: Mapping[str, Provenance] = {
    "text": PRINTED,
    "spec": PRINTED,
    "public": Provenance("public version", "the formula of a public version or summary; the copy at hand lost it"),
    "inferred": Provenance(
        "inferred", "reconstructed from the role that the formula plays in the proof; the copy at hand lost it"
    ),
    "standard": Provenance("textbook", "the textbook form of a named result"),
    OWN: Provenance("additional", "asked by us and not in the paper: it is charged to nobody"),
}


def provenance_of(record: Mapping[str, Any]) -> Provenance:
    """What is known of a record's formula; a provenance in words of its own is told in these words."""
    return PROVENANCES.get(record["provenance"], Provenance("derived", record["provenance"]))


def reading(record: Mapping[str, Any]) -> str:
    """How a claim is read, in one word: corrected, or where its formula comes from: printed, inferred, ..."""
    corrected = record["reading"] == "intended" and record["provenance"] != OWN
    return REPAIRED if corrected else provenance_of(record).badge


@dataclass
class Reading:
    """One stated record and its repairs."""

    record: Record
    repairs: list[Record] = field(default_factory=list)


@dataclass
class PrintedPart:
    """The reading that comes first, and the other ones of the same printed part."""

    readings: list[Reading]

    @property
    def first(self) -> Reading:
        return self.readings[0]


@dataclass
class Entry:
    """One statement; ``asked`` are the questions of our own beside it, and repairs of nothing that is stated."""

    name: str
    parts: list[PrintedPart] = field(default_factory=list)
    asked: list[Record] = field(default_factory=list)

    @property
    def printed(self) -> bool:
        """Does the paper print any of it?"""
        return bool(self.parts)


def outline(records: Sequence[Record]) -> list[Entry]:
    """The statements of one paper, in the records' order."""
    members: dict[str, list[Record]] = {}
    for record in records:
        members.setdefault(record["statement"], []).append(record)
    return [_entry(name, own) for name, own in members.items()]


def _entry(name: str, records: Sequence[Record]) -> Entry:
    entry = Entry(name)
    stated = {r["part"]: Reading(r) for r in records if r["reading"] == "stated" and r["provenance"] != OWN}
    parts: dict[str, PrintedPart] = {}
    for label, reading in stated.items():
        parts.setdefault(printed_label(label), PrintedPart([])).readings.append(reading)
    for record in records:
        if record["reading"] == "stated" and record["provenance"] != OWN:
            continue
        repaired = None if record["provenance"] == OWN else _repaired_by(record["part"], stated)
        if repaired is None:
            entry.asked.append(record)
        else:
            repaired.repairs.append(record)
    entry.parts = list(parts.values())
    return entry


def _repaired_by(label: str, stated: Mapping[str, Reading]) -> Reading | None:
    """What a repair repairs: the reading of its label, or of the label that it splits (``5.i``) or reads anew (``1(ii)``)."""
    shorter = [label, label.rpartition(".")[0], label.rpartition("(")[0]]
    return next((stated[name] for name in shorter if name in stated), None)


def printed_label(label: str) -> str:
    """What a label keeps when its choices among readings are taken away: ``1(b), on G_M`` and ``1`` are one printed part."""
    words = re.split(r", (?!\d)", label)
    head = "" if words[0] == "on G_M" else words[0]
    return re.sub(r"\([a-h]\)", "", head)


def counted_apart(records: Sequence[Record]) -> Iterator[tuple[str, list[Record]]]:
    """Each of :data:`READINGS` that there is, with its records; these may be of several papers."""
    kinds: dict[int, str] = {}
    for paper in dict.fromkeys(record["paper"] for record in records):
        kinds |= readings_of(outline([record for record in records if record["paper"] == paper]))
    for kind in READINGS:
        if some := [record for record in records if kinds[id(record)] == kind]:
            yield kind, some


def readings_of(entries: Sequence[Entry]) -> dict[int, str]:
    """``id`` of each record -> which of :data:`READINGS` it is."""
    found: dict[int, str] = {}
    for entry in entries:
        for part in entry.parts:
            for position, reading in enumerate(part.readings):
                first = FIRST if provenance_of(reading.record) is PRINTED else LOST
                found[id(reading.record)] = OTHER if position else first
                found |= {id(repair): REPAIRED for repair in reading.repairs}
        found |= {id(r): ASKED if r["provenance"] == OWN else REPAIRED for r in entry.asked}
    return found
