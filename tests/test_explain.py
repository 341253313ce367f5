"""``python -m theorems.explain``, and which theorems stand once what they rest on is repaired."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fabricated import POINT, record, report
from tests.test_errata import broken
from theorems import explain
from theorems.catalogue import OURS, parts
from theorems.judging.expectations import stand_ins
from theorems.judging.support import fill_supported
from theorems.report.survival import survivals


def test_a_finding_in_full_by_rank_or_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "report.json"
    source.write_text(json.dumps(report(broken())))
    told = []
    for name in ("4", "column-j3-forgotten"):
        assert explain.main([f"superiority/{name}", "--from", str(source)]) == 0
        told.append(" ".join(capsys.readouterr().out.split()))
    assert told[0] == told[1]
    for piece in (
        "finding 4 (column-j3-forgotten)",
        "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1 (interval-certified, the smallest)",
        "there 0.666667 ≤ 0.5 is claimed",
        "repair j1 ≠ j3; then x ≤ 1 holds (machine-proved)",
        "affected results Lemma D.2 [4b], Lemma D.3 [5]",
        "rests on it Lemma D.4",
    ):
        assert piece in told[0]


def test_a_repair_below_is_needed_only_where_the_printed_line_does_not_stand() -> None:
    lemma = record("Lemma D.2", "4b", verdict="fails", witness=POINT)
    theorem = record("Theorem D.5", depends_on=["superiority/Lemma D.2/4b"])
    mended = record("Lemma D.2", "4b", reading="intended", changed="j1 ≠ j3")
    (found,) = survivals([lemma, mended, theorem])
    assert (found.standing, found.below) == ("stands with repairs", {"j1 ≠ j3": ("Lemma D.2, 4b",)})
    (found,) = survivals([lemma, theorem])
    assert (found.standing, found.missing) == ("stands in part only", ("Lemma D.2, 4b (fails)",))
    (found,) = survivals([lemma | {"verdict": "holds", "witness": None}, mended, theorem])
    assert found.standing == "stands as printed"


@pytest.mark.parametrize("paper", OURS)
def test_a_theorem_needs_repairs_below_exactly_where_it_is_not_supported(paper: str) -> None:
    records = fill_supported([r | {"n0": None, "supported": False} for r in stand_ins(parts(paper))])
    for each in survivals(records):
        stated = [r for r in records if (r["statement"], r["reading"]) == (each.statement, "stated")]
        own = {r["part"] or each.statement for r in stated}
        missing = [name for name in each.missing if name.rpartition(" (")[0] not in own]
        assert (not each.below and not missing) == all(r["supported"] for r in stated), each.statement
