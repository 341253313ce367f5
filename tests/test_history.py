from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, report, several
from theorems import history
from theorems.history import Change, changes, finding_changes, findings_in, index, records_in
from theorems.judging.journal import Journal
from theorems.judging.record import Record


def saved(path: Path, records: list[Record], *findings: dict[str, Any]) -> Path:
    path.write_text(json.dumps(report(records) | {"findings": list(findings)}))
    return path


def finding(key: str = "a-b", **more: Any) -> dict[str, Any]:
    return {
        "paper": "superiority",
        "key": key,
        "sentence": "It is wrong.",
        "breaks": "a misprint",
        "where": "Lemma Z.2 (p. 9)",
        "root": "superiority/Lemma Z.2 (stated)",
        "witness": "n=2",
        "repair": "",
        "parts": ["superiority/Lemma Z.2 (stated)"],
        "rests": [],
        "rank": 1,
    } | more


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {"rank": 2, "rests": ["superiority/Lemma Z.9"]}, []),
        ({}, {"witness": "n=1"}, ["witness n=2 -> n=1"]),
        ({}, {"repair": "n ≥ 3"}, ["repair nothing -> n ≥ 3"]),
        (
            {},
            {"parts": ["superiority/Lemma Z.2 (stated)", "superiority/Lemma Z.3/1 (stated)"]},
            ["parts 1 -> 2 (with Lemma Z.3/1)"],
        ),
        ({"key": "c"}, {}, ["new, It is wrong. (parts: 1)", "removed, was It is wrong."]),
    ],
)
def test_what_changed_in_findings(before: dict[str, Any], after: dict[str, Any], expected: list[str]) -> None:
    found = finding_changes([finding(**before)], [finding(**after)])
    assert [str(change).partition(": ")[2] for change in found] == expected


def test_findings_come_first_and_a_report_without_any_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = saved(tmp_path / "old.json", several()), saved(tmp_path / "new.json", several()[1:], finding(), {"key": 3})
    assert history.main(["since", str(old), "--now", str(new)]) == 1
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == "superiority, finding a-b: new, It is wrong. (parts: 1)"
    assert history.main(["since", str(old), "--now", str(new), "--format", "markdown"]) == 1
    text = capsys.readouterr().out
    assert text.index("## Findings") < text.index("finding a-b: new") < text.index("## Verdicts") < text.index("removed")
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(record("Lemma Z.2"))
    assert findings_in(journal.path) == findings_in(old) == findings_in(tmp_path / "none") == []


def between(tmp_path: Path, old: list[Record], new: list[Record]) -> list[Change]:
    connection = index([saved(tmp_path / "old.json", old), saved(tmp_path / "new.json", new)])
    return changes(connection, 1, 2)


def test_the_same_report_twice_has_no_changes(tmp_path: Path) -> None:
    assert between(tmp_path, several(), several()) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {"verdict": "fails", "witness": POINT}, ["verdict holds (proved) -> fails (proved)"]),
        ({}, {"evidence": "tested"}, ["evidence proved -> tested (weaker)"]),
        ({"evidence": "tested"}, {"evidence": "certified"}, ["evidence tested -> certified (stronger)"]),
        ({}, {"digest": "f" * 16}, ["the statement was edited"]),
        (
            {},
            {"digest": "f" * 16, "verdict": "unknown", "evidence": "none"},
            ["the statement was edited", "verdict holds (proved) -> unknown (none)"],
        ),
        ({}, {"seconds": 9.0, "how": "otherwise", "tried": 7}, []),
    ],
)
def test_what_changed(before: dict[str, Any], after: dict[str, Any], expected: list[str], tmp_path: Path) -> None:
    found = between(tmp_path, [record("Lemma Z.2", "1", **before)], [record("Lemma Z.2", "1", **after)])
    assert [str(change) for change in found] == [f"superiority/Lemma Z.2/1 (stated): {text}" for text in expected]


def test_new_and_removed_parts_and_readings(tmp_path: Path) -> None:
    repaired = record("Lemma Z.2", "1", reading="intended", changed="j1")
    found = between(tmp_path, [record("Lemma Z.2", "1"), record("Lemma Z.9")], [record("Lemma Z.2", "1"), repaired])
    assert [str(change) for change in found] == [
        "superiority/Lemma Z.2/1 (intended): new, holds (proved)",
        "superiority/Lemma Z.9 (stated): removed, was holds (proved)",
    ]


def test_a_journal_is_read_up_to_where_it_was_cut_off_and_its_last_word_counts(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    for verdict, evidence in (("unknown", "none"), ("holds", "tested")):
        journal.append(record("Lemma Z.2", verdict=verdict, evidence=evidence))
    journal.append(record("Lemma Z.3"))
    text = journal.path.read_text()
    journal.path.write_text(text[:-40])
    (only,) = records_in(journal.path)
    assert (only["statement"], only["verdict"]) == ("Lemma Z.2", "holds")
    assert records_in(tmp_path) == [only]
    saved(tmp_path / "report.json", [record("Lemma Z.3")])
    assert records_in(tmp_path)[0]["statement"] == "Lemma Z.3"


def test_records_of_an_older_schema_are_compared_too(tmp_path: Path) -> None:
    old = {name: value for name, value in record("Lemma Z.2").items() if name in history.NEEDED}
    assert between(tmp_path, [old], [record("Lemma Z.2")]) == []


def test_exit_status_and_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = saved(tmp_path / "old.json", several()), saved(tmp_path / "new.json", several()[1:])
    assert history.main(["since", str(old), "--now", str(old)]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert history.main(["since", str(old), "--now", str(new)]) == 1
    assert "superiority/Definition Z.1 (stated): removed" in capsys.readouterr().out
    assert history.main(["since", str(old), "--now", str(new), "--format", "json"]) == 1
    (change,) = json.loads(capsys.readouterr().out)
    assert change["what"] == "removed"


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"records": []}', "half a line", '{"record": 3}'])
def test_unusable_files(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    if content is not None:
        path.write_text(content)
    new = saved(tmp_path / "new.json", several())
    assert history.main(["since", str(path), "--now", str(new)]) == 2
    assert history.main(["since", str(new), "--now", str(path)]) == 2
    (tmp_path / "empty").mkdir()
    assert history.main(["since", str(tmp_path / "empty"), "--now", str(new)]) == 2


def test_the_index_can_be_kept_and_is_rebuilt(tmp_path: Path) -> None:
    old, database = saved(tmp_path / "old.json", several()), tmp_path / "kept" / "index.sqlite"
    for _ in range(2):
        assert history.main(["since", str(old), "--now", str(old), "--database", str(database)]) == 0
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM run").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM verdict").fetchone() == (2 * len(several()),)


def test_a_database_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    """--database must not delete a file that is no index."""
    old = saved(tmp_path / "old.json", several())
    assert history.main(["since", str(old), "--now", str(old), "--database", str(old)]) == 2
    assert records_in(old)
