"""The witnesses of Appendices D and F, re-checked by a script that shares nothing with the theorems but the balls."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.marks import long
from theorems.catalogue import parts
from theorems.judging import expectations
from theorems.judging.judge import Effort
from theorems.judging.record import make_record
from tools import recheck_cross_witnesses
from tools.recheck_witnesses import RefusedError, check, failing, main

pytestmark = long

PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """A fresh report of what is expected to be refuted in Appendices D and F."""
    refuted = {key for key, known in expectations.load("superiority").items() if known.verdict == "fails"}
    chosen = [part for part in parts("superiority") if part.key in refuted and re.match(r"\w+ [DF]\.", part.statement)]
    return {"records": [make_record(part, PROOFS_ONLY, 0) for part in chosen]}


def named(report: dict[str, Any], statement: str, part: str) -> dict[str, Any]:
    """A copy of the record, free to be tampered with."""
    records = [*failing(report), *recheck_cross_witnesses.failing(report)]
    return copy.deepcopy(next(r for r in records if (r["statement"], r["part"]) == (statement, part)))


def test_every_refutation_of_appendix_d_and_every_one_by_a_point_of_appendix_f_stands(
    report: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    assert main([str(path)]) == 0, capsys.readouterr().out
    count = len(failing(report))
    assert count >= 22
    assert f"{count} of {count} witnesses stand" in capsys.readouterr().out
    assert recheck_cross_witnesses.main([str(path)]) == 0, capsys.readouterr().out
    assert len(recheck_cross_witnesses.failing(report)) >= 11


POINT_OF_D = [
    ({"text": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=2"}, "not certainly false"),
    ({"text": "n=2 d=3 t=2 j3=1 a1=1/2 b=1/2 c=1/2 j0=2 j1=1"}, "a1 >= 0.7"),
    ({"text": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/3 j0=2 j1=1"}, "b + c = 1"),
    ({"text": "n=3 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1"}, "n = (d-2)t"),
    ({"text": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=3 j1=1"}, "indices in range"),
    ({"text": "n=2 d=3 t=2 j3=1 b=1/2 c=1/2 j0=2 j1=1"}, "unreadable"),
    ({"lhs": "[0.66667 +/- 1e-20]"}, "lhs is"),
    ({"rhs": "0.25"}, "rhs is"),
    ({"relation": "<"}, "the relation is <="),
    ({"kind": "family"}, "no definition"),
]
POINT_OF_F = [
    ({"text": "n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=2 i0=1"}, "the printed ones"),
    ({"text": "n=2 d=2 t=2 j2=2 j3=2 a0=1/20 a1=2 j0=1 i0=1"}, "not certainly false"),
    ({"text": "n=2 d=2 t=1 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=1"}, "n = (d-1)t"),
    ({"text": "n=2 d=2 t=2 j2=1 j3=2 a0=1/5 a1=2 j0=1 i0=1"}, "a0 in"),
    ({"text": "n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=3"}, "in range"),
    ({"text": "n=2 d=2 t=2 j2=1 j3=2 a0=1/30 a1=2 j0=1 i0=1"}, "lhs is"),
]
MEMBERS = [
    (("a1=2", "a1=7/10"), "a fixed a1 >= 1|does not exceed|first entry"),
    (("t=4 ", "t=16 "), "n = "),
    (("delta=1/100", "delta=99/100"), "1/8 > δ/n"),
    (("kappa=1", "kappa=2"), "poly"),
]


def test_a_tampered_witness_is_refused(report: dict[str, Any]) -> None:
    point, cross, family = (named(report, f"Lemma {at}", part) for at, part in (("D.2", "4b"), ("F.7", "4"), ("D.4", "2")))
    for change, complaint in POINT_OF_D:
        with pytest.raises(RefusedError, match=re.escape(complaint)):
            check(point | {"witness": point["witness"] | change})
    for change, complaint in POINT_OF_F:
        with pytest.raises(RefusedError, match=re.escape(complaint)):
            recheck_cross_witnesses.check(cross | {"witness": cross["witness"] | change})
    for (old, new), complaint in MEMBERS:
        members = [text.replace(old, new) for text in family["witness"]["members"]]
        with pytest.raises(RefusedError, match=complaint):
            check(family | {"witness": family["witness"] | {"members": members}})


def test_a_family_that_grows_too_fast_is_refused(report: dict[str, Any]) -> None:
    """With t = w^50 the hypothesis t √d = o(n^0.99) fails: 50 + 1/2 > 0.99 · 51."""
    record = named(report, "Lemma D.4", "2")
    tail = "j3=1 a1=2 b=9/10 c=1/10 delta=1/100 kappa=1"
    record["witness"]["members"] = [f"n={w**51} d={w + 2} t={w**50} {tail}" for w in (2, 3)]
    with pytest.raises(RefusedError, match="t √d = o"):
        check(record)


def test_a_refuted_part_without_a_definition_here_is_not_passed_over(
    report: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"records": [named(report, "Lemma D.2", "4b") | {"part": "9z"}]}))
    assert main([str(path)]) == 1
    assert "NOT CONFIRMED" in capsys.readouterr().out
