"""A report's proofs are written down, and checked by a process that knows nothing but the kernel; edits are refused."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from theorems import check_proofs, second_solver, write_proofs
from theorems.catalogue import find
from theorems.judging.record import address_of, key_of
from theorems.kernel.normal_form import ONE, Form, numerator, total
from theorems.kernel.signs import Question
from theorems.proofs.written import statement_of

ROOT = Path(__file__).parents[2]
SOME = ("sparse/Lemma E.3", "superiority/Lemma D.11")
Entries = list[dict[str, Any]]


def _records() -> list[dict[str, Any]]:
    parts = [part for address in SOME for part in find(address)]
    return [
        {
            "paper": p.paper,
            "statement": p.statement,
            "part": p.label,
            "reading": p.reading.value,
            "evidence": "proved",
            "proof": statement_of(p) if p.witness is None else None,
        }
        for p in parts
    ]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.json"
    path.write_text(json.dumps({"records": _records()}), encoding="utf-8")
    assert write_proofs.main([str(path)]) == 0
    return path


def _edited(report: Path, folder: Path, change: Callable[[Entries], Entries]) -> Path:
    lines = (report.parent / write_proofs.JOURNAL).read_text(encoding="utf-8").splitlines()
    entries = change([json.loads(line) for line in lines])
    (folder / write_proofs.JOURNAL).write_text("".join(f"{json.dumps(each)}\n" for each in entries), encoding="utf-8")
    copy = folder / "report.json"
    copy.write_bytes(report.read_bytes())
    return copy


def test_the_proofs_of_a_report_follow_by_the_kernel_alone(report: Path) -> None:
    asked = [sys.executable, "-m", "theorems.check_proofs", str(report)]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    count = sum(bool(record["proof"]) for record in _records())
    assert count >= 5
    assert done.stdout.startswith(f"{count} proofs follow by the kernel alone")


EDITS: dict[str, Callable[[Entries], Entries]] = {
    "an entry less": lambda e: e[1:],
    "an entry twice": lambda e: [*e, e[0]],
    "an entry under another key": lambda e: [e[0] | {"key": e[1]["key"]}, *e[1:]],
    "the keys of two exchanged": lambda e: [e[0] | {"key": e[1]["key"]}, e[1] | {"key": e[0]["key"]}, *e[2:]],
    "a definition that was a theorem": lambda e: [x | {"theorems": [[not t[0], *t[1:]] for t in x["theorems"]]} for x in e],
}


def test_an_edited_journal_is_refused(report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, edit in EDITS.items():
        assert check_proofs.main([str(_edited(report, tmp_path, edit))]) == check_proofs.REFUSED, name
        assert "refused: " in capsys.readouterr().out
    assert check_proofs.main([str(_edited(report, tmp_path, lambda entries: entries[::-1]))]) == check_proofs.HOLDS


def test_without_a_report_or_a_journal_nothing_is_said(tmp_path: Path, report: Path) -> None:
    path = tmp_path / "report.json"
    assert check_proofs.main([str(path)]) == check_proofs.UNUSABLE
    for content in (report.read_bytes(), b"{}"):
        path.write_bytes(content)
        assert check_proofs.main([str(path)]) == check_proofs.UNUSABLE


def test_keys_are_those_of_records() -> None:
    for record in _records():
        assert check_proofs._key(record) == key_of(record)
        assert address_of(record) in key_of(record)


# -- another solver ----------------------------------------------------------------------------------------------------------


def test_another_solver_agrees_and_sees_a_false_answer(report: Path) -> None:
    questions = [q for _, q in second_solver.questions(check_proofs.entries_in(report.parent / write_proofs.JOURNAL))]
    assert len(questions) == len(set(questions)) >= 20  # each is put once
    pytest.importorskip("z3", reason="the optional package z3-solver: make extra-solvers")
    answers = [second_solver.answer(question) for question in questions[:20]]
    assert set(answers) <= {"unsat", "unknown"}
    assert answers.count("unsat") >= 15
    contraries = (numerator(total((*(Form(-x, powers) for powers, x in q.goal), -ONE))) for q in questions[:20])
    assert "sat" in {second_solver.answer(Question(contrary, (), strict=False)) for contrary in contraries}
