"""A report's proofs are written down, and checked by a process that knows nothing but the kernel; edits are refused."""

from __future__ import annotations

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


def _with_first(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Entries], Entries]:
    return lambda entries: [change(entries[0]), *entries[1:]]


def _without_certificates(entry: dict[str, Any]) -> dict[str, Any]:
    return entry | {"certificates": {}}


EDITS: dict[str, Callable[[Entries], Entries]] = {
    "an entry less": lambda entries: entries[1:],
    "an entry twice": lambda entries: [*entries, entries[0]],
    "an entry under another key": lambda entries: [entries[0] | {"key": entries[1]["key"]}, *entries[1:]],
    "the keys of two exchanged": lambda e: [e[0] | {"key": e[1]["key"]}, e[1] | {"key": e[0]["key"]}, *e[2:]],
    "no certificates": lambda entries: [_without_certificates(each) for each in entries],
    "another hypothesis": _with_first(lambda entry: entry | {"claims": [entry["goal"], *entry["claims"]]}),
    "a theorem that says its hypotheses": lambda entries: [
        each | {"theorems": [[*theorem[:4], [], theorem[5]] for theorem in each["theorems"]]} for each in entries
    ],
    "a definition that was a theorem": lambda entries: [
        each | {"theorems": [[not theorem[0], *theorem[1:]] for theorem in each["theorems"]]} for each in entries
    ],
    "no entry at all": lambda entries: [{}, *entries[1:]],
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_journal_is_refused(edit: str, report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_proofs.main([str(_edited(report, tmp_path, EDITS[edit]))]) == check_proofs.REFUSED
    assert "refused: " in capsys.readouterr().out


def test_what_is_written_as_it_was_is_not_refused(report: Path, tmp_path: Path) -> None:
    assert check_proofs.main([str(_edited(report, tmp_path, lambda entries: entries[::-1]))]) == check_proofs.HOLDS


def test_without_a_report_or_a_journal_nothing_is_said(tmp_path: Path, report: Path) -> None:
    assert check_proofs.main([str(tmp_path / "report.json")]) == check_proofs.UNUSABLE
    (tmp_path / "report.json").write_bytes(report.read_bytes())
    assert check_proofs.main([str(tmp_path / "report.json")]) == check_proofs.UNUSABLE
    (tmp_path / "report.json").write_text("{}")
    assert check_proofs.main([str(tmp_path / "report.json")]) == check_proofs.UNUSABLE


def test_keys_are_those_of_records() -> None:
    for record in _records():
        assert check_proofs._key(record) == key_of(record)
        assert address_of(record) in key_of(record)


# -- another solver ----------------------------------------------------------------------------------------------------------


def _questions(report: Path) -> list[Question]:
    return [q for _, q in second_solver.questions(check_proofs.entries_in(report.parent / write_proofs.JOURNAL))]


def test_each_question_of_sign_is_put_once(report: Path) -> None:
    questions = _questions(report)
    assert len(questions) == len(set(questions)) >= 20


def test_another_solver_agrees_and_sees_a_false_answer(report: Path) -> None:
    pytest.importorskip("z3", reason="the optional package z3-solver: make extra-solvers")
    questions = _questions(report)[:20]
    answers = [second_solver.answer(question) for question in questions]
    assert set(answers) <= {"unsat", "unknown"}
    assert answers.count("unsat") >= 15
    assert "sat" in {second_solver.answer(Question(-question.goal - 1, (), question.strict)) for question in questions}
