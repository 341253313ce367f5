"""The witnesses of Appendices D and F, re-checked by a script that shares nothing with the theorems but the balls."""

from __future__ import annotations

import copy
import json
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
    """A fresh report of Appendix D, and of what is expected to be refuted in Appendix F."""
    refuted = {key for key, known in expectations.load("superiority").items() if known.verdict == "fails"}
    chosen = []
    for part in parts("superiority"):
        number = part.statement.partition(" ")[2]
        if number.startswith("D.") or (number.startswith("F.") and part.key in refuted):
            chosen.append(part)
    return {"records": [make_record(part, PROOFS_ONLY, 0) for part in chosen]}


@pytest.fixture
def record(report: dict[str, Any]) -> dict[str, Any]:
    """A copy of the record of Lemma D.2, Part 4b, free to be tampered with."""
    return named(report, "Lemma D.2", "4b")


def named(report: dict[str, Any], statement: str, part: str) -> dict[str, Any]:
    return copy.deepcopy(next(r for r in failing(report) if (r["statement"], r["part"]) == (statement, part)))


def test_every_refutation_of_appendix_d_stands(report: dict[str, Any], tmp_path, capsys) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    assert main([str(path)]) == 0, capsys.readouterr().out
    count = len(failing(report))
    assert count >= 22
    assert f"{count} of {count} witnesses stand" in capsys.readouterr().out


def test_every_refutation_by_a_point_of_appendix_f_stands(report: dict[str, Any], tmp_path, capsys) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    assert recheck_cross_witnesses.main([str(path)]) == 0, capsys.readouterr().out
    assert len(recheck_cross_witnesses.failing(report)) >= 11


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=2 i0=1", "the printed ones"),
        ("n=2 d=2 t=2 j2=2 j3=2 a0=1/20 a1=2 j0=1 i0=1", "not certainly false"),
        ("n=2 d=2 t=1 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=1", "n = .d-1.t"),
        ("n=2 d=2 t=2 j2=1 j3=2 a0=1/5 a1=2 j0=1 i0=1", "a0 in"),
        ("n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=3", "in range"),
        ("n=2 d=2 t=2 j2=1 j3=2 a0=1/30 a1=2 j0=1 i0=1", "lhs is"),
        ("n=2 d=2 t=2", "unreadable"),
    ],
)
def test_a_tampered_witness_of_appendix_f_is_refused(report: dict[str, Any], text: str, complaint: str) -> None:
    cross = recheck_cross_witnesses.failing(report)
    record = copy.deepcopy(next(r for r in cross if (r["statement"], r["part"]) == ("Lemma F.7", "4")))
    record["witness"]["text"] = text
    with pytest.raises(RefusedError, match=complaint):
        recheck_cross_witnesses.check(record)


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("text", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=2", "not certainly false"),
        ("text", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=1 j1=1", "j0 ≠ j3"),
        ("text", "n=2 d=3 t=2 j3=1 a1=1/2 b=1/2 c=1/2 j0=2 j1=1", "a1 >= 0.7"),
        ("text", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/3 j0=2 j1=1", "b + c = 1"),
        ("text", "n=3 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1", "n = (d-2)t"),
        ("text", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=3 j1=1", "indices in range"),
        ("text", "n=2 d=3 t=2 j3=1 b=1/2 c=1/2 j0=2 j1=1", "unreadable"),
        ("text", "the first row", "unreadable"),
        ("lhs", "[0.66667 +/- 1e-20]", "lhs is"),
        ("rhs", "0.25", "rhs is"),
        ("relation", "<", "the relation is <="),
        ("kind", "family", "no definition"),
    ],
)
def test_a_tampered_witness_is_refused(record: dict[str, Any], field: str, value: str, complaint: str) -> None:
    record["witness"][field] = value
    with pytest.raises(RefusedError, match=complaint.replace("(", r"\(").replace(")", r"\)").replace("+", r"\+")):
        check(record)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("a1=2", "a1=7/10", "a fixed a1 >= 1|does not exceed|first entry"),
        ("t=4 ", "t=16 ", "n = "),
        ("delta=1/100", "delta=99/100", "1/8 > δ/n"),
        ("kappa=1", "kappa=2", "poly"),
    ],
)
def test_a_tampered_family_is_refused(report: dict[str, Any], old: str, new: str, complaint: str) -> None:
    record = named(report, "Lemma D.4", "2")
    record["witness"]["members"] = [text.replace(old, new) for text in record["witness"]["members"]]
    with pytest.raises(RefusedError, match=complaint):
        check(record)


def test_a_family_that_grows_too_fast_is_refused(report: dict[str, Any]) -> None:
    """With t = w^50 the hypothesis t √d = o(n^0.99) fails: 50 + 1/2 > 0.99 · 51."""
    record = named(report, "Lemma D.4", "2")
    tail = "j3=1 a1=2 b=9/10 c=1/10 delta=1/100 kappa=1"
    record["witness"]["members"] = [f"n={w**51} d={w + 2} t={w**50} {tail}" for w in (2, 3)]
    with pytest.raises(RefusedError, match="t √d = o"):
        check(record)


def test_a_refuted_part_without_a_definition_here_is_not_passed_over(record: dict[str, Any], tmp_path, capsys) -> None:
    record["part"] = "9z"
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"records": [record]}))
    assert main([str(path)]) == 1
    assert "NOT CONFIRMED" in capsys.readouterr().out
