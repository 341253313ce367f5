"""Findings: what is wrong with a paper, one root cause at a time.

A finding is one sentence that an author can check in a minute, the printed line where it enters, the smallest witness and
the smallest repair of its root part, and the parts that fall with it. The sentence, the line and the root part are human
judgement and stand in the ``findings`` module of its package; all else is read off the records.

**Broken** is a printed part, read as stated, that fails or is vacuous. An overstated part is one of them: a line without
words about large sizes that is true only with a condition the print does not have (a least size, a range, no ties) fails as
printed, and its repair says the condition. A part that is asymptotic speaks of large sizes itself: it is true, and no
finding. A question of our own is none either: the paper does not print it.

Every broken part belongs to exactly one finding. It belongs to the one that names it, or its statement; else to the one
that has a part with the same witness; else to the one of the broken parts that its own printed proof rests on.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any

from theorems.catalogue import PaperError, UnknownStatementError, find, papers
from theorems.judging.record import OWN, Record, address_of, check_shape, key_of, of_shape
from theorems.judging.support import known_below
from theorems.statement import Part

BROKEN = ("fails", "vacuous")
MOST = 14  # findings of one paper: more is a list of misprints, and nobody reads it
LONGEST = 200  # characters of a sentence
TO_THE_LETTER = "To the letter: "  # opens the sentence of a literalism: what the line says, and no author means
# what breaks, the gravest first; a hypothesis is missing, or wrong
THEOREM, HYPOTHESIS, CONSTANT, MISPRINT = BREAKS = ("a main theorem", "a hypothesis", "a constant", "a misprint")
KINDS = (("Theorem", "Corollary"), ("Lemma", "Proposition", "Claim"))

Finding = dict[str, Any]  # as in report.json: see findings.schema.json


@dataclass(frozen=True)
class RootCause:
    """What a person says of a finding.

    key:      a short name, the same in every report: ``a1-unbounded``
    sentence: what the paper claims and what is true instead, checked in a minute
    breaks:   one of :data:`BREAKS`
    root:     the part whose witness and repair speak for all: ``Theorem D.13``, ``Lemma D.2/4b``
    where:    the printed line where it enters, if it is another one: ``Definition D.1``
    falls:    parts and whole statements that fall with it, where neither a witness nor a proof tells
    symbols:  what the letters of the witness mean, where its data do not say
    """

    key: str
    sentence: str
    breaks: str
    root: str
    where: str = ""
    falls: tuple[str, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)


@cache
def _judgement(paper: str) -> ModuleType | None:
    """The ``findings`` module of the paper's package: FINDINGS, what the paper ANNOUNCED, its MAIN theorems, SYMBOLS."""
    package = papers()[paper].package
    if not package or importlib.util.find_spec(f"{package}.findings") is None:
        return None
    return importlib.import_module(f"{package}.findings")


@cache
def causes(paper: str) -> tuple[RootCause, ...]:
    """The root causes of one paper, as its package lists them; none of a paper that nobody has judged."""
    judgement = _judgement(paper)
    return () if judgement is None else tuple(judgement.FINDINGS)


@cache
def _weights(paper: str) -> Mapping[str, int]:
    """What the paper announces (title, abstract, introduction) weighs most, then the theorems that it is about."""
    judgement = _judgement(paper)
    return {} if judgement is None else dict.fromkeys(judgement.MAIN, 1) | dict.fromkeys(judgement.ANNOUNCED, 0)


def weight(statement: str) -> int:
    """How much the paper loses with a statement (``sparse/Theorem 6.1``): 0 is most."""
    paper, name = statement.split("/")
    return _weights(paper).get(name, next((n for n, kinds in enumerate(KINDS, start=2) if name.split()[0] in kinds), 4))


def broken(record: Record) -> bool:
    """Does the paper print it, and is it false or empty as printed?"""
    return record["reading"] == "stated" and record["provenance"] != OWN and record["verdict"] in BROKEN


def repairs_of(record: Record, records: Iterable[Record]) -> list[Record]:
    """The intended readings of a broken part: that of its label; where there is none, of the labels it is split into
    (5 -> 5.i, 5.ii).
    """
    label = record["part"]
    near = [
        r
        for r in records
        if r["reading"] == "intended" and (r["paper"], r["statement"]) == (record["paper"], record["statement"])
    ]
    return [r for r in near if r["part"] == label] or [r for r in near if r["part"].startswith(f"{label}.")]


def members(records: Sequence[Record], known: Sequence[RootCause]) -> dict[str, list[str]]:
    """Address of each broken part of one paper -> the keys of the findings it belongs to: one, when all is well."""
    fallen = {address_of(record): record for record in records if broken(record)}
    found = {address: _naming(record, known) for address, record in fallen.items()}
    for address in [address for address, keys in found.items() if not keys]:
        same = (other for other, record in fallen.items() if _same_witness(record, fallen[address]))
        found[address] = list(dict.fromkeys(key for other in same for key in _naming(fallen[other], known)))
    below = known_below(records)
    for address in [address for address, keys in found.items() if not keys]:
        found[address] = list(dict.fromkeys(key for other in fallen if other in below[address] for key in found[other]))
    return found


def _naming(record: Record, known: Sequence[RootCause]) -> list[str]:
    """The findings that name the part; where none does, those that name its statement."""
    part = "/".join(filter(None, (record["statement"], record["part"])))
    for name in dict.fromkeys((part, record["statement"])):
        keys = [cause.key for cause in known if name == cause.root or name in cause.falls]
        if keys:
            return keys
    return []


def _same_witness(one: Record, other: Record) -> bool:
    if one["witness"] is None or other["witness"] is None:
        return False
    return all(one["witness"][name] == other["witness"][name] for name in ("kind", "text"))


def findings_of(records: Sequence[Record]) -> list[Finding]:
    """The findings of every paper among these records, the gravest of each paper first.

    A report of some statements has the findings that these show, and of each the parts at hand.
    """
    found = []
    for paper in dict.fromkeys(record["paper"] for record in records):
        found += _of_paper(paper, [record for record in records if record["paper"] == paper])
    return found


def _of_paper(paper: str, records: Sequence[Record]) -> list[Finding]:
    """Raises PaperError naming a finding that speaks of a part that there is not."""
    known = causes(paper)
    at_hand = {record["statement"] for record in records}
    for cause in known:
        for name in filter(None, (cause.root, *cause.falls)):
            if not _is_there(paper, name, at_hand):
                raise PaperError(f"{paper}: the finding {cause.key!r} speaks of {name!r}, and there is no such part")
    belonging = members(records, known)
    stated = {address_of(record): record for record in records if record["reading"] == "stated"}
    below = known_below(records)
    found = []
    for cause in known:
        fallen = [address for address, keys in belonging.items() if cause.key in keys]
        if fallen:
            root = f"{paper}/{cause.root}"
            found.append(_finding(cause, stated[root if root in fallen else fallen[0]], fallen, stated, records, below))
    found.sort(key=gravity)
    return [finding | {"rank": rank} for rank, finding in enumerate(found, start=1)]


def _is_there(paper: str, name: str, at_hand: Container[str]) -> bool:
    """Has the paper this statement, or this part? A part is looked for among statements at hand: others are not read for it."""
    statement, _, label = name.partition("/")
    known = statement in papers()[paper].names
    if not known or not label or statement not in at_hand:
        return known
    return any(part.label == label for part in find(f"{paper}/{statement}"))


def _finding(
    cause: RootCause,
    root: Record,
    fallen: Sequence[str],
    stated: Mapping[str, Record],
    records: Sequence[Record],
    below: Mapping[str, frozenset[str]],
) -> Finding:
    own = {statement_of(address) for address in fallen}
    resting = dict.fromkeys(statement_of(address) for address in stated if not below[address].isdisjoint(fallen))
    finding = {
        "paper": root["paper"],
        "key": cause.key,
        "sentence": cause.sentence,
        "breaks": cause.breaks,
        "where": _printed_at(root["paper"], cause.where or cause.root),
        "root": key_of(root),
        "witness": root["witness"]["text"] if root["witness"] else root["how"].split(" (checked at")[0].rstrip("."),
        "repair": "; ".join(dict.fromkeys(repair["changed"] for repair in repairs_of(root, records))),
        "parts": [key_of(stated[address]) for address in fallen],
        "rests": [statement for statement in resting if statement not in own],
        "rank": 1,
    }
    check_shape("findings", finding, f"{root['paper']}, {cause.key}")
    return finding


def _printed_at(paper: str, line: str) -> str:
    """``Lemma D.2, Part 4b (Appendix D.2.1, p. 16)``. Raises UnknownStatementError for a line that is none of the paper's."""
    source = find(f"{paper}/{line}")[0].source.split(" (")[0]
    statement, _, label = line.partition("/")
    return f"{named(statement, label)} ({source})"


def named(statement: str, label: str) -> str:
    """``Lemma D.2, Part 4b``; ``Theorem 4, Eqn 124`` where the label is a name of its own."""
    if not label:
        return statement
    return f"{statement}, Part {label}" if label[0] in "(0123456789" else f"{statement}, {label}"


def statement_of(address: str) -> str:
    """``superiority/Lemma D.3/4 (stated)`` -> ``superiority/Lemma D.3``."""
    return "/".join(address.removesuffix(" (stated)").split("/")[:2])


def gravity(finding: Finding) -> tuple[bool, int, int, int, int, int]:
    """Sorts by what breaks: a main theorem, a hypothesis, a constant, a misprint; among these an announced statement before a
    theorem, and that before a lemma.

    A literalism comes last. Beyond the main theorems what rests on it counts; then how many parts of the gravest kinds
    fall, and how many at all.
    """
    own = [weight(statement_of(key)) for key in finding["parts"]]
    most = min(own)
    rests = min([4, *map(weight, finding["rests"])]) if most > 1 else 0
    kind = BREAKS.index(finding["breaks"])
    return finding["sentence"].startswith(TO_THE_LETTER), kind, most, rests, -sum(one <= max(most, 1) for one in own), -len(own)


LATIN = {"δ": "delta", "η_Y": "eta", "η_Z": "eta_Z", "τ": "tau", "ρ": "rho", "ρ₀": "rho0", "ν": "nu", "C₀": "C0", "ε": "eps"}


def symbols_of(finding: Finding) -> tuple[Part, list[tuple[str, str]]]:
    """The root part, and each letter of its witness with what it means: ``""`` where nobody says."""
    (part,) = (p for p in find(finding["root"].removesuffix(" (stated)")) if p.key == finding["root"])
    (cause,) = (cause for cause in causes(finding["paper"]) if cause.key == finding["key"])
    return part, meanings(part, finding["witness"], cause.symbols)


def letters_of(finding: Finding) -> list[tuple[str, str]]:
    """The letters of a finding's witness that somebody explains; none of a finding whose part is not here any more."""
    try:
        return [(name, meaning) for name, meaning in symbols_of(finding)[1] if meaning]
    except (UnknownStatementError, ValueError):
        return []


def meanings(part: Part, witness: str, own: Mapping[str, str] = MappingProxyType({})) -> list[tuple[str, str]]:
    """Each letter of a witness of the part with what it means: ``""`` where nobody says."""
    judgement = _judgement(part.paper)
    known = {**(judgement.SYMBOLS if judgement is not None else {}), **part.domain.variables, **own}
    return [(name, known.get(name) or known.get(LATIN.get(name, ""), "")) for name in letters(witness)]


def letters(witness: str) -> list[str]:
    """The letters that a witness gives values to: ``n``, ``a1`` of ``n=2 a1=1/2``, ``w`` of ``w = 2^k, ...``."""
    return list(dict.fromkeys(re.findall(r"(?<![\w.])([^\W\d_][\w'₀²]*(?:\(0\))?)\s*=", witness)))


def unexplained(records: Sequence[Record]) -> list[str]:
    """Keys of broken parts that belong to no finding yet, or to several."""
    found = []
    for paper in dict.fromkeys(record["paper"] for record in records):
        own = [record for record in records if record["paper"] == paper]
        found += [f"{address} (stated)" for address, keys in members(own, causes(paper)).items() if len(keys) != 1]
    return found


def misjudged(records: Sequence[Record]) -> list[str]:
    """What is wrong with the findings of these papers, whose records are all there: one line each, none when all is well."""
    lines = [f"{key}: belongs to no finding, or to several" for key in unexplained(records)]
    for paper in dict.fromkeys(record["paper"] for record in records):
        known = causes(paper)
        fallen = {address_of(record) for record in records if broken(record)}
        if len(known) > MOST:
            lines.append(f"{paper}: {len(known)} findings are more than {MOST}")
        for cause in known:
            if len(cause.sentence) > LONGEST:
                lines.append(f"{paper}, {cause.key}: its sentence has {len(cause.sentence)} characters, more than {LONGEST}")
            named = {statement_of(f"{paper}/{name}") for name in (cause.root, *cause.falls)}
            if cause.breaks == THEOREM and min(map(weight, named)) > 1:
                lines.append(f"{paper}, {cause.key}: it names no main theorem")
            if f"{paper}/{cause.root}" not in fallen:
                lines.append(f"{paper}, {cause.key}: its root {cause.root} does not break as printed")
            for name in cause.falls:
                address = f"{paper}/{name}"
                if address not in fallen and all(statement_of(other) != address for other in fallen):
                    lines.append(f"{paper}, {cause.key}: {name} does not break as printed")
            try:
                _printed_at(paper, cause.where or cause.root)
            except UnknownStatementError as error:
                lines.append(f"{paper}, {cause.key}: {error}")
    return lines


def is_finding(one: Any) -> bool:
    """Does it fit the schema, wherever it comes from?"""
    return bool(of_shape("findings").is_valid(one))
