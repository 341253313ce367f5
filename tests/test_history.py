from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, report, several
from theorems import history
from theorems.history import Change, changes, index
from theorems.judging.record import Record


def saved(path: Path, records: list[Record], *findings: dict[str, Any]) -> Path:
    path.write_text(json.dumps(report(records) | {"findings": list(findings)}))
    return path


def between(tmp_path: Path, old: list[Record], new: list[Record]) -> list[Change]:
    connection = index([saved(tmp_path / "old.json", old), saved(tmp_path / "new.json", new)])
    return changes(connection, 1, 2)


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


def test_exit_status_and_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = saved(tmp_path / "old.json", several()), saved(tmp_path / "new.json", several()[1:])
    assert history.main(["since", str(old), "--now", str(old)]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert history.main(["since", str(old), "--now", str(new)]) == 1
    assert "superiority/Definition Z.1 (stated): removed" in capsys.readouterr().out
    assert history.main(["since", str(old), "--now", str(new), "--format", "json"]) == 1
    (change,) = json.loads(capsys.readouterr().out)
    assert change["what"] == "removed"
