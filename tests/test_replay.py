"""Every refutation replays from its witness file, and a witness that somebody changed is refused."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from tests.chosen import chosen_parts, sample, the_part
from theorems import replay
from theorems.catalogue import OURS
from theorems.judging import expectations
from theorems.judging.judge import Effort
from theorems.judging.record import Record, make_record
from theorems.provers.argument import Argument, Step
from theorems.replay import entries_of
from theorems.report import witnesses
from theorems.vocabulary import Verdict

PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)
EXPECTED = {key: value.verdict for paper in OURS for key, value in expectations.load(paper).items()}


@pytest.fixture(scope="module")
def point() -> Record:
    return make_record(the_part("superiority/Lemma D.3/5"), PROOFS_ONLY, 0)


@pytest.fixture(scope="module")
def family() -> Record:
    return make_record(the_part("superiority/Lemma D.4/2"), PROOFS_ONLY, 0)


def refusal(record: Record, **witness: Any) -> str:
    """Why the record with a changed witness is refused."""
    result = replay.replay(record | {"witness": record["witness"] | witness})
    assert not result.confirmed
    return result.lines[-1]


def test_every_refutation_replays_from_its_witness_file(tmp_path: Path) -> None:
    for part in sample([p for p in chosen_parts() if EXPECTED.get(p.key) == "fails"], 32):
        ((name, content),) = witnesses.contents([make_record(part, PROOFS_ONLY, 0)]).items()
        assert name == f"{part.slug}.json"
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        (entry,) = entries_of(path)
        result = replay.replay(entry)
        assert result.confirmed, result.lines


TAMPERED = [
    ({"text": "n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=3"}, "not certainly false"),
    ({"text": "n=2 d=4 t=1 j3=1 a1=1/2 b=1/2 c=1/2 j0=2 i0=2"}, "hypothesis broken: a1 ≥ 0.7"),
    ({"text": "n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=1 i0=2"}, "hypothesis broken: j0 ≠ j3"),
    ({"text": "n=2 d=4 t=1 j3=1 a1=0.7 b=1/2 c=1/2"}, "j0"),
    ({"text": "somewhere"}, "is not of the form"),
    ({"lhs": "0.9"}, "recorded lhs"),
    ({"rhs": "[0.208138652789424440 +/- 1e-22]"}, "recorded rhs"),
    ({"relation": "<"}, "recorded relation"),
    ({"kind": "hearsay"}, "no witness is of the kind"),
    ({"kind": "contradiction"}, "no proof to re-run"),
]


def test_a_tampered_point_is_refused(point: Record) -> None:
    for change, complaint in TAMPERED:
        assert complaint in refusal(point, **change)
    for other in ({"statement": "Lemma D.3", "part": "5.i", "reading": "intended"}, {"part": "99"}):  # it holds; there is none
        refusal(point | other)


def test_a_tampered_family_or_one_whose_proof_does_not_refute_is_refused(family, monkeypatch) -> None:
    first = family["witness"]["members"][0]
    refusal(family, members=[first.replace("delta=1/100", "delta=999999/1000000").replace("a1=2", "a1=7/10")])
    assert "another witness" in refusal(family, text="w = 3^k")
    assert "hypothesis of growth" in refusal(family, kind="instance", text=first)  # one point refutes no claim about growth
    for verdict, checks, complaint in (
        (Verdict.FAILS, False, "the proof says unknown: this step did not check"),
        (Verdict.HOLDS, True, "the proof says holds"),
    ):
        step = Step("1 < 2", lambda checks=checks: checks)  # type: ignore[misc]
        proof = Argument(verdict, "because", [step], witness=lambda part: family["witness"])
        other = dataclasses.replace(the_part("superiority/Lemma D.4/2"), proof=proof)
        monkeypatch.setattr(replay, "find", lambda address, other=other: (other,))
        assert complaint in refusal(family)


def test_exit_status(point: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, holds = (tmp_path / name for name in ("good.json", "bad.json", "holds.json"))
    good.write_text(json.dumps({"schema": 1, "records": [point, point | {"verdict": "holds", "witness": None}]}))
    bad.write_text(json.dumps(point | {"witness": point["witness"] | {"lhs": "0.9"}}))
    holds.write_text(json.dumps(point | {"verdict": "holds", "witness": None}))
    assert replay.main([str(good)]) == 0
    assert "1 of 1 refutations confirmed" in capsys.readouterr().out
    assert replay.main([str(good), str(bad)]) == 1
    assert replay.main([str(holds)]) == 2
