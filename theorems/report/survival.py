"""Do the main theorems survive? Each as printed, or with which repairs of its own and of what its proof rests on."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theorems.judging.record import Record, address_of
from theorems.judging.support import STANDING, known_below, stands
from theorems.provers.families import threshold_text
from theorems.report import words
from theorems.report.outline import FIRST, LOST, PrintedPart, outline, readings_of

AS_PRINTED, REPAIRED, PARTLY = "stands as printed", "stands with repairs", "stands in part only"
STANDINGS = (AS_PRINTED, REPAIRED, PARTLY)
MAIN = "Theorem "


@dataclass(frozen=True)
class Survival:
    """What became of one theorem.

    own:     repairs of its own parts: what changes -> the lines that then stand, with the size from which on
    below:   repairs of what it rests on: what changes -> the addresses that need it
    missing: parts of it, and addresses below it, that no repair at hand makes stand
    sizes:   from which size on its parts are true, as printed or repaired
    later:   what a later version of the paper makes of it, where its source says so
    """

    statement: str
    own: Mapping[str, tuple[str, ...]]
    below: Mapping[str, tuple[str, ...]]
    missing: tuple[str, ...]
    sizes: tuple[str, ...] = ()
    later: str = ""

    @property
    def standing(self) -> str:
        return PARTLY if self.missing else REPAIRED if self.own or self.below else AS_PRINTED


def touching(statement: str, findings: Iterable[Mapping[str, Any]]) -> list[int]:
    """The ranks of the findings that a statement is among, or rests on."""
    return [
        finding["rank"]
        for finding in findings
        if statement in {key.removesuffix(" (stated)").split("/")[1] for key in (*finding["parts"], *finding["rests"])}
    ]


def in_one_line(found: Sequence[Survival]) -> str:
    """``Of 12 theorems 1 stands as printed, 11 stand with repairs.``"""
    counts = Counter(each.standing for each in found)
    told = ", ".join(f"{counts[s]} {s.replace('stands', 'stand') if counts[s] != 1 else s}" for s in STANDINGS if counts[s])
    return f"Of {len(found)} theorems {told}." if found else ""


def survivals(records: Sequence[Record]) -> list[Survival]:
    """The theorems of one paper, in its order."""
    entries = outline(records)
    kinds = readings_of(entries)
    parts = {address_of(part.first.record): part for entry in entries for part in entry.parts}
    read_first = {address for address, part in parts.items() if kinds[id(part.first.record)] in (FIRST, LOST)}
    rests_on = known_below(records)
    return [
        _survival(entry.name, entry.parts, rests_on, {a: parts[a] for a in parts if a in read_first})
        for entry in entries
        if entry.printed and entry.name.startswith(MAIN)
    ]


def _survival(
    name: str, own: Sequence[PrintedPart], rests_on: Mapping[str, frozenset[str]], known: Mapping[str, PrintedPart]
) -> Survival:
    changes: dict[str, list[str]] = {}
    missing: list[str] = []
    sizes: list[str] = []
    addresses = [address_of(part.first.record) for part in own]
    for part in own:
        record, mended = part.first.record, [r for r in part.first.repairs if r["verdict"] in STANDING]
        standing = [record] if record["verdict"] in STANDING else mended
        sizes += [f"{r['part']}: {size}".removeprefix(": ") for r in standing if (size := _size(r))]
        if record["verdict"] in STANDING:
            continue
        for repair in mended:
            changes.setdefault(repair["changed"], []).append(_line(repair))
        missing += [] if mended else [f"{record['part'] or name} ({words.verdict(record)})"]
    needed: dict[str, list[str]] = {}
    for address in sorted(frozenset().union(*(rests_on[a] for a in addresses)) - {*addresses}):
        resting = known.get(address)
        if resting is None or stands(resting.first.record):
            continue
        mended = [r for r in resting.first.repairs if stands(r)]
        for repair in mended:
            needed.setdefault(repair["changed"], []).append(_short(address))
        missing += [] if mended else [f"{_short(address)} ({words.verdict(resting.first.record)})"]
    _, _, later = str(own[0].first.record.get("source", "")).rstrip(")").partition(" (")
    later = later if re.match(r"v\d", later) else ""
    return Survival(name, _together(changes), _together(needed), tuple(missing), tuple(sizes), later)


def _line(record: Record) -> str:
    """The repaired line, and the size from which on it is true."""
    size = _size(record)
    return f"{record['claim']} for {size}" if size else str(record["claim"])


def _size(record: Record) -> str:
    """``n ≥ 64 (argued)``, with the constants that it was computed with; "" where every size will do."""
    n0 = record.get("n0")
    if not n0:
        return ""
    constants = f" ({n0['constants']})" if n0.get("constants") else ""
    return f"{threshold_text(n0)}{constants}"


def _short(address: str) -> str:
    return address.partition("/")[2].replace("/", ", ")


def _together(found: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    return {changed: tuple(dict.fromkeys(names)) for changed, names in found.items()}
