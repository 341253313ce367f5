"""Findings: every broken part belongs to exactly one, and what they say is true of the records."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.fabricated import POINT, record
from theorems.catalogue import OURS, parts
from theorems.judging import expectations, findings
from theorems.judging.findings import BREAKS, MISPRINT, RootCause, findings_of, members, misjudged
from theorems.judging.record import Record
from theorems.paper import Paper
from theorems.report import overview, table
from theorems.report.outline import counted_apart


def as_expected(paper: str) -> list[Record]:
    return expectations.stand_ins(parts(paper))


@pytest.mark.parametrize("paper", OURS)
def test_every_broken_part_belongs_to_exactly_one_finding_and_no_finding_names_what_holds(paper: str) -> None:
    assert misjudged(as_expected(paper)) == []


@pytest.mark.parametrize("paper", OURS)
def test_findings_hold_the_broken_parts_and_are_ranked_by_what_they_break(paper: str) -> None:
    records = as_expected(paper)
    found = findings_of(records)
    named = [key for finding in found for key in finding["parts"]]
    assert sorted(named) == sorted(f"{findings.address_of(r)} (stated)" for r in records if findings.broken(r))
    assert [finding["rank"] for finding in found] == list(range(1, len(found) + 1))
    literal = [finding["sentence"].startswith(findings.TO_THE_LETTER) for finding in found]
    kinds = [BREAKS.index(finding["breaks"]) for finding in found]
    most = [min(findings.weight(findings.statement_of(key)) for key in finding["parts"]) for finding in found]
    assert list(zip(literal, kinds, most, strict=True)) == sorted(zip(literal, kinds, most, strict=True))
    for finding in found:
        assert not {findings.statement_of(key) for key in finding["parts"]} & set(finding["rests"])


@pytest.mark.parametrize(
    ("verdict", "complaint"), [("holds", "does not break as printed"), ("fails", "belongs to no finding, or to several")]
)
def test_a_verdict_that_turns_is_seen(verdict: str, complaint: str) -> None:
    """A named part that no longer breaks, and a part that nobody has explained."""
    records = as_expected("superiority")
    turned = next(r for r in records if r["statement"] == "Theorem D.13" and r["reading"] == "stated")
    turned |= {"verdict": verdict} | ({"statement": "Lemma Z.1"} if verdict == "fails" else {})
    assert any(complaint in line for line in misjudged(records))


def cause(key: str, root: str, *falls: str) -> RootCause:
    return RootCause(key, "It is wrong.", breaks=MISPRINT, where=root, root=root, falls=falls)


def fails(statement: str, part: str = "", **more: Any) -> Record:
    return record(statement, part, **({"verdict": "fails", "witness": POINT} | more))


def belonging(records: list[Record], *known: RootCause) -> dict[str, list[str]]:
    return {address.split("/", 1)[1]: keys for address, keys in members(records, known).items()}


def test_a_part_belongs_where_it_is_named_before_its_statement() -> None:
    records = [fails("Lemma Z.1", "1"), fails("Lemma Z.1", "2")]
    found = belonging(records, cause("a", "Lemma Z.1/1"), cause("b", "Lemma Z.9", "Lemma Z.1"))
    assert found == {"Lemma Z.1/1": ["a"], "Lemma Z.1/2": ["b"]}


def test_an_unnamed_part_follows_its_witness_and_then_its_proof() -> None:
    other = POINT | {"text": "n=3"}
    records = [
        fails("Lemma Z.1"),
        fails("Lemma Z.2", witness=other),
        fails("Lemma Z.3", depends_on=["superiority/Lemma Z.2"]),
        fails("Lemma Z.4", witness=POINT | {"text": "n=4"}, depends_on=["superiority/Lemma Z.2"]),
        fails("Lemma Z.5", witness=POINT | {"text": "n=5"}),
    ]
    found = belonging(records, cause("a", "Lemma Z.1"), cause("b", "Lemma Z.2"))
    assert found == {"Lemma Z.1": ["a"], "Lemma Z.2": ["b"], "Lemma Z.3": ["a"], "Lemma Z.4": ["b"], "Lemma Z.5": []}


def test_what_two_findings_name_belongs_to_both_and_is_a_complaint() -> None:
    found = belonging([fails("Lemma Z.1")], cause("a", "Lemma Z.1"), cause("b", "Lemma Z.2", "Lemma Z.1"))
    assert found == {"Lemma Z.1": ["a", "b"]}


def test_what_is_true_repaired_or_our_own_question_is_no_finding() -> None:
    records = [
        record("Lemma Z.1", verdict="asymptotic", n0={"variable": "n", "value": "4", "family": "", "constants": ""}),
        fails("Lemma Z.1", "1", reading="intended", changed="x"),
        fails("Lemma Z.1", "2", provenance="own"),
    ]
    assert belonging(records) == {}


def test_a_report_of_one_part_has_the_finding_that_it_shows() -> None:
    (finding,) = findings_of([fails("Lemma D.10", "4b")])
    assert finding["key"] == "column-j3-forgotten"
    assert finding["root"] == "superiority/Lemma D.10/4b (stated)"
    assert finding["witness"] == POINT["text"]


def test_the_first_screen_counts_what_is_printed_repaired_and_ours_apart_and_ranks_the_findings() -> None:
    records = as_expected("superiority")
    console = Console(width=120, record=True, file=StringIO())
    overview.show({"records": records, "findings": findings_of(records)}, console)
    text = console.export_text()
    for kind in ("printed: ", "corrected: ", "additional, not in the paper: ", "1 stands as printed"):
        assert kind in text
    assert f" {len(dict(counted_apart(records))['printed'])}  printed" in text
    title = "Theorem 6.2 (gone in v2) concludes"
    assert f"{title} F_exp > 0" in text.splitlines()[text[: text.index(title)].count("\n")]
    assert "Lemma D.2, Part 4b, p. 16" in text


def test_questions_of_our_own_are_counted_with_no_part_of_a_paper() -> None:
    fates = {"killed": 4, "true": 1, "survived": 0, "slack": None}
    records = [record("Lemma Z.1", "1", mutants=fates), record("Lemma Z.2", "1", provenance="own", mutants=fates)]
    assert (
        table.summary(records)
        == "1 printed: 1 holds (1 machine-proved); 1 additional, not in the paper: 1 holds (1 machine-proved)"
    )
    once = "of 1 part that holds: 4 refuted, 1 proved true as well, 0 undecided"
    assert overview.mutants_counted(records) == f"{once}; {once.replace('part', 'additional part')}"


def test_one_statement_in_one_line() -> None:
    repaired = record("Lemma Z.1", "2", reading="intended", changed="j1 ≠ j3")
    ours = record("Lemma Z.1", "4", provenance="own")
    records = [record("Lemma Z.1", "1"), fails("Lemma Z.1", "2", evidence="certified"), repaired, ours]
    assert overview.line_of(records) == "1 holds (1 machine-proved), 1 fails: 2 at n=2 a_1=7/10; corrected: j1 ≠ j3"
    many = [fails("Lemma Z.1", str(n)) for n in range(5)]
    assert overview.line_of(many).startswith("5 fail: 0 at n=2 a_1=7/10; 1 at")
    assert overview.line_of(many).endswith("; and 2 more")
    assert len(overview.shortened("n = " + "w " * 99)) <= overview.SHORT + 2


@pytest.mark.parametrize("paper", OURS)
def test_the_readme_opens_with_the_gravest_findings(paper: str) -> None:
    told = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    for finding in findings_of(as_expected(paper))[:3]:
        assert f"  {finding['rank']}. {finding['sentence']}\n" in told


def test_a_paper_that_nobody_has_judged_has_no_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = {"bare": "", "unjudged": "kernels"}
    monkeypatch.setattr(findings, "papers", lambda: {key: Paper(key, "a paper", package=packages[key]) for key in packages})
    for paper in packages:
        assert findings_of([fails("Lemma 1", paper=paper)]) == []
        assert misjudged([fails("Lemma 1", paper=paper)]) == [f"{paper}/Lemma 1 (stated): belongs to no finding, or to several"]
        assert findings.weight(f"{paper}/Theorem 1") < findings.weight(f"{paper}/Lemma 1")


def test_a_literalism_comes_after_everything_else_of_its_paper() -> None:
    last = {
        "scan_snap": ["one-hot-in-the-end", "small-cases"],
        "sparse": ["monotone", "two-by-two", "ties"],
        "superiority": ["normaliser-zero"],
    }
    for paper, literal in last.items():
        assert [finding["key"] for finding in findings_of(as_expected(paper))][-len(literal) :] == literal


def test_the_flow_lags_behind_the_recursion_and_not_the_other_way_round() -> None:
    """Remark 2 prints h ≤ h*, with h the flow of Eqn 44 and h* the recursion of Eqn 33; the finding names them so."""
    (finding,) = (f for f in findings_of(as_expected("scan_snap")) if f["root"] == "scan_snap/Remark 2/c (stated)")
    assert "continuous h falls behind the recursion h*" in finding["sentence"]


def test_the_finding_on_large_t_is_witnessed_after_t0() -> None:
    """Every witness meets its part's conditions, and t ≥ t0 is one of them."""
    (finding,) = (f for f in findings_of(as_expected("scan_snap")) if f["key"] == "which-t-is-large")
    (root,) = (part for part in parts("scan_snap") if part.key == finding["root"])
    assert "t ≥ 2 (1+ω_1) K log M/η_Y" in [condition.text for condition in root.domain.conditions]


def test_the_two_repairs_of_eqn_13_are_told_together() -> None:
    """K-1 and 1/K pull apart; who follows one of them alone mends Eqn 13 the wrong way."""
    (finding,) = (f for f in findings_of(as_expected("scan_snap")) if f["key"] == "factors-of-k")
    assert "(K-1)/K" in finding["sentence"]
    repairs = [p.changed for p in parts("scan_snap") if p.changed and p.label in ("Eqn 13 z", "Eqn 10 rate")]
    assert len(repairs) == 2
    assert all("(K-1)/K" in repair for repair in repairs)
