"""The witnesses of Sections 3-5 and Appendices A, C, E, re-checked by a script that shares only the balls with the theorems."""

import copy
import json
from typing import Any

import pytest

from tests.marks import long
from theorems.catalogue import parts
from theorems.judging.judge import Effort
from theorems.judging.record import make_record
from tools.recheck_toy_witnesses import check, failing, main
from tools.recheck_witnesses import RefusedError

pytestmark = long

PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)
PLACES = ("Equation 1", "Definition 3.", "Lemma 5.", "Appendix A", "Claim C.", "Definition C.", "Lemma E.2", "Lemma E.3")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    chosen = [part for part in parts("superiority") if part.statement.startswith(PLACES)]
    return {"records": [make_record(part, PROOFS_ONLY, 0) for part in chosen]}


def named(report: dict[str, Any], statement: str, part: str = "") -> dict[str, Any]:
    return copy.deepcopy(next(r for r in failing(report) if (r["statement"], r["part"]) == (statement, part)))


def test_every_refutation_stands(report: dict[str, Any], tmp_path, capsys) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    assert main([str(path)]) == 0, capsys.readouterr().out
    assert "16 of 16 witnesses stand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "part", "old", "new", "complaint"),
    [
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
    ],
)
def test_a_tampered_point_is_refused(
    report: dict[str, Any], statement: str, part: str, old: str, new: str, complaint: str
) -> None:
    record = named(report, statement, part)
    assert old in record["witness"]["text"]
    record["witness"]["text"] = record["witness"]["text"].replace(old, new)
    with pytest.raises(RefusedError, match=complaint.replace("+", r"\+")):
        check(record)


@pytest.mark.parametrize(
    ("part", "old", "new", "complaint"),
    [
        ("1", "a1=7/10", "a1=1", "a1.2 . b.2 = 1/2"),
        ("1", "n=256 d=258", "n=128 d=130", "n >= 256"),
        ("2", "b=1/10 c=9/10", "b=9/10 c=1/10", "o.n"),
        ("2", "kappa=1", "kappa=2", "poly"),
    ],
)
def test_a_tampered_family_is_refused(report: dict[str, Any], part: str, old: str, new: str, complaint: str) -> None:
    record = named(report, "Lemma E.3", part)
    record["witness"]["members"] = [text.replace(old, new) for text in record["witness"]["members"]]
    with pytest.raises(RefusedError, match=complaint):
        check(record)
