"""The witnesses of superiority, re-checked by scripts that share nothing with the theorems but the balls."""

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
from tools import recheck_cross_witnesses as cross
from tools import recheck_toy_witnesses as toy
from tools import recheck_witnesses as plain
from tools.recheck_witnesses import RefusedError

pytestmark = long

PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)
LEAST = {plain: 22, cross: 11, toy: 16}  # refutations that each script must know


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """A fresh report of what is expected to be refuted."""
    refuted = {key for key, known in expectations.load("superiority").items() if known.verdict == "fails"}
    chosen = [part for part in parts("superiority") if part.key in refuted and "Lemma 4." not in part.statement]
    return {"records": [make_record(part, PROOFS_ONLY, 0) for part in chosen]}


def named(report: dict[str, Any], statement: str, part: str = "") -> dict[str, Any]:
    """A copy of the record, free to be tampered with."""
    records = [record for script in LEAST for record in script.failing(report)]
    return copy.deepcopy(next(r for r in records if (r["statement"], r["part"]) == (statement, part)))


def test_every_refutation_stands_and_none_without_a_definition_is_passed_over(
    report: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    for script, least in LEAST.items():
        assert script.main([str(path)]) == 0, capsys.readouterr().out
        count = len(script.failing(report))
        assert count >= least
        assert f"{count} of {count} witnesses stand" in capsys.readouterr().out
    path.write_text(json.dumps({"records": [named(report, "Lemma D.2", "4b") | {"part": "9z"}]}))
    assert plain.main([str(path)]) == 1
    assert "NOT CONFIRMED" in capsys.readouterr().out


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


# statement, part, what is replaced in its point or in each member of its family, the complaint
TOY = [
    ("Lemma 5.1", "", "tau=1/4", "tau=1", "not certainly false"),
    ("Lemma 5.1", "", "z=1:2", "z=1:1;3/2:1", "1.4 log n"),
    ("Lemma 5.2", "", "tau=2", "tau=1/4", "not certainly false"),
    ("Lemma 5.4", "", "4:1", "7/5:1", "1 rows at 4"),
    ("Definition 3.6", "", "tau=1/4", "tau=2", "not certainly false"),
    ("Equation 1", "", "d=2", "d=1", "not certainly false"),
    ("Appendix A", "kron", "i=2", "i=1", "not certainly false"),
    ("Appendix A", "vec", "K=1,0;0,1", "K=0,0;0,0", "some entry differs"),
    ("Claim C.5", "2", "A2=0,1;0,0", "A2=1,0;0,1", "not certainly false"),
    ("Lemma E.2", "4", "b=1/2 c=1/2", "b=1/2 c=1/3", "b + c = 1"),
    ("Lemma E.2", "5", "i0=2", "i0=3", "not certainly false"),
    ("Lemma E.3", "1", "a1=7/10", "a1=1", "a1.2 . b.2 = 1/2"),
    ("Lemma E.3", "1", "n=256 d=258", "n=128 d=130", "n >= 256"),
    ("Lemma E.3", "2", "b=1/10 c=9/10", "b=9/10 c=1/10", "o.n"),
    ("Lemma E.3", "2", "kappa=1", "kappa=2", "poly"),
]


def test_a_tampered_witness_is_refused(report: dict[str, Any]) -> None:
    point, crossed, family = (named(report, f"Lemma {at}", part) for at, part in (("D.2", "4b"), ("F.7", "4"), ("D.4", "2")))
    for script, record, changes in ((plain, point, POINT_OF_D), (cross, crossed, POINT_OF_F)):
        for change, complaint in changes:
            with pytest.raises(RefusedError, match=re.escape(complaint)):
                script.check(record | {"witness": record["witness"] | change})
    for (old, new), complaint in MEMBERS:
        members = [text.replace(old, new) for text in family["witness"]["members"]]
        with pytest.raises(RefusedError, match=complaint):
            plain.check(family | {"witness": family["witness"] | {"members": members}})
    for statement, part, old, new, complaint in TOY:
        record = named(report, statement, part)
        assert old in str(record["witness"])
        record["witness"] = json.loads(json.dumps(record["witness"]).replace(old, new))
        with pytest.raises(RefusedError, match=complaint.replace("+", r"\+")):
            toy.check(record)


def test_a_family_that_grows_too_fast_is_refused(report: dict[str, Any]) -> None:
    """With t = w^50 the hypothesis t √d = o(n^0.99) fails: 50 + 1/2 > 0.99 · 51."""
    record = named(report, "Lemma D.4", "2")
    tail = "j3=1 a1=2 b=9/10 c=1/10 delta=1/100 kappa=1"
    record["witness"]["members"] = [f"n={w**51} d={w + 2} t={w**50} {tail}" for w in (2, 3)]
    with pytest.raises(RefusedError, match="t √d = o"):
        plain.check(record)
