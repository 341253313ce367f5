"""Findings: every broken part belongs to exactly one, what they say is true of the records; numbers in words are computed."""

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kernels import balls
from tests.fabricated import POINT, record
from theorems.catalogue import OURS, PaperError, find, parts
from theorems.judging import expectations, findings
from theorems.judging.findings import BREAKS, MISPRINT, RootCause, findings_of, members, misjudged
from theorems.judging.record import Record
from theorems.sparse.thresholds import BOUNDS, Bound, ball_of, length_text, speaks


@pytest.mark.parametrize("paper", OURS)
def test_every_broken_part_belongs_to_one_finding_and_they_are_ranked_by_what_they_break(paper: str) -> None:
    records = expectations.stand_ins(parts(paper))
    assert misjudged(records) == []
    found = findings_of(records)
    named = [key for finding in found for key in finding["parts"]]
    assert sorted(named) == sorted(f"{findings.address_of(r)} (stated)" for r in records if findings.broken(r))
    assert [finding["rank"] for finding in found] == list(range(1, len(found) + 1))
    gravity = [
        (
            finding["sentence"].startswith(findings.TO_THE_LETTER),
            BREAKS.index(finding["breaks"]),
            min(findings.weight(findings.statement_of(key)) for key in finding["parts"]),
        )
        for finding in found
    ]
    assert gravity == sorted(gravity)
    for finding in found:
        assert not {findings.statement_of(key) for key in finding["parts"]} & set(finding["rests"])
    told = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    for finding in found[:3]:
        assert f"  {finding['rank']}. {finding['sentence']}\n" in told


def test_a_verdict_that_turns_is_seen() -> None:
    """A named part that no longer breaks, and a part that nobody has explained."""
    for changed, complaint in (
        ({"verdict": "holds"}, "does not break as printed"),
        ({"verdict": "fails", "statement": "Lemma Z.1"}, "belongs to no finding, or to several"),
    ):
        records = expectations.stand_ins(parts("superiority"))
        turned = next(r for r in records if r["statement"] == "Theorem D.13" and r["reading"] == "stated")
        turned |= changed
        assert any(complaint in line for line in misjudged(records))


def cause(key: str, root: str, *falls: str) -> RootCause:
    return RootCause(key, "It is wrong.", breaks=MISPRINT, where=root, root=root, falls=falls)


def fails(statement: str, part: str = "", **more: Any) -> Record:
    return record(statement, part, **({"verdict": "fails", "witness": POINT} | more))


def belonging(records: list[Record], *known: RootCause) -> dict[str, list[str]]:
    return {address.split("/", 1)[1]: keys for address, keys in members(records, known).items()}


def at(n: int) -> dict[str, Any]:
    return POINT | {"text": f"n={n}"}


A, B = cause("a", "Lemma Z.1"), cause("b", "Lemma Z.2")


def test_a_part_belongs_where_it_is_named_before_its_statement_then_by_its_witness_then_by_its_proof() -> None:
    records = [fails("Lemma Z.1", "1"), fails("Lemma Z.1", "2")]
    found = belonging(records, cause("a", "Lemma Z.1/1"), cause("b", "Lemma Z.9", "Lemma Z.1"))
    assert found == {"Lemma Z.1/1": ["a"], "Lemma Z.1/2": ["b"]}
    assert belonging([fails("Lemma Z.1")], A, cause("b", "Lemma Z.2", "Lemma Z.1")) == {"Lemma Z.1": ["a", "b"]}
    records = [
        fails("Lemma Z.1"),
        fails("Lemma Z.2", witness=at(3)),
        fails("Lemma Z.3", depends_on=["superiority/Lemma Z.2"]),
        fails("Lemma Z.4", witness=at(4), depends_on=["superiority/Lemma Z.2"]),
        fails("Lemma Z.5", witness=at(5)),
    ]
    belong = {"Lemma Z.1": ["a"], "Lemma Z.2": ["b"], "Lemma Z.3": ["a"], "Lemma Z.4": ["b"], "Lemma Z.5": []}
    assert belonging(records, A, B) == belong
    records = [
        record("Lemma Z.1", verdict="asymptotic", n0={"variable": "n", "value": "4", "family": "", "constants": ""}),
        fails("Lemma Z.1", "1", reading="intended", changed="x"),
        fails("Lemma Z.1", "2", provenance="own"),
    ]
    assert belonging(records) == {}


@pytest.mark.parametrize("name", ["Lemma D.2/9", "Lemma D.99"])
def test_a_finding_that_speaks_of_no_part_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to a report of one statement: of a part of it, and of any statement."""
    records = expectations.stand_ins(find("superiority/Lemma D.2"))
    monkeypatch.setattr(findings, "causes", lambda _: [cause("a", "Lemma D.2/4b", "Lemma D.3/9", name)])
    with pytest.raises(PaperError, match=f"'a' speaks of '{name}'"):
        findings_of(records)


DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+")
REFERENCE = re.compile(r"(Theorems?|Lemmas?|Definitions?|Propositions?|Claims?|Sections?) \d\.\d")
COMPUTED = [speaks(bound.where) for bound in BOUNDS]
OWN = {  # the papers' own, and what a calculation shows on its way
    "scan_snap": {"0.01", "0.99"},
    "sparse": set[str](),
    "superiority": {"0.01", "0.02", "0.1", "0.4", "0.7", "0.716", "0.9", "0.99", "1.4"},
}


@pytest.mark.parametrize("paper", OWN)
def test_a_decimal_in_the_words_of_a_part_is_printed_or_compared(paper: str) -> None:
    for part in parts(paper):
        said = {
            *DECIMAL.findall(f"{part.text} {getattr(part.printed, 'compared', '')} {part.printed.at_an_instance}"),
            *OWN[paper],
        }
        told = ("dependence",) if paper == "scan_snap" else ("how", "dependence", "constants")  # its proofs tell their numbers
        proof = (getattr(part.proof, name, "") for name in told)
        words = REFERENCE.sub("", " ".join(word for word in (part.note, part.changed, *proof) if isinstance(word, str)))
        for text in COMPUTED:
            words = words.replace(text, "")
        assert {*DECIMAL.findall(words)} <= said, part.key


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.where)
@pytest.mark.parametrize("R", [Fraction(1, 4), Fraction(1)])
def test_from_the_printed_length_on_the_bound_is_below_the_trivial_one(bound: Bound, R: Fraction) -> None:
    """And two digits say no less."""
    text = length_text(bound.where, R)
    digits, _, power = text.partition("·10^")
    unit = Fraction(1, 10) if power else Fraction(1)

    def logarithm(leading: Fraction) -> Fraction:
        return Fraction(math.log(leading) + int(power or 0) * math.log(10))

    assert balls.approximate(ball_of(logarithm(Fraction(digits)), R, bound)) < 0
    assert balls.approximate(ball_of(logarithm(Fraction(digits) - unit), R, bound)) > 0
