"""What changed between two reports: verdicts, evidence, statements; not the time it took."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, report, several
from theorems import history
from theorems.history import changes, index
from theorems.judging.record import Record


def saved(path: Path, records: list[Record]) -> Path:
    path.write_text(json.dumps(report(records) | {"findings": []}))
    return path


SAID = "superiority/Lemma Z.2/1 (stated): "
BETWEEN: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {"verdict": "fails", "witness": POINT}, ["verdict holds (proved) -> fails (proved)"]),
    ({}, {"evidence": "tested"}, ["evidence proved -> tested (weaker)"]),
    ({"evidence": "tested"}, {"evidence": "certified"}, ["evidence tested -> certified (stronger)"]),
    (
        {},
        {"digest": "f" * 16, "verdict": "unknown", "evidence": "none"},
        ["the statement was edited", "verdict holds (proved) -> unknown (none)"],
    ),
    ({}, {"seconds": 9.0, "how": "otherwise", "tried": 7}, []),
]


def test_what_changed(tmp_path: Path) -> None:
    def between(old: list[Record], new: list[Record]) -> list[str]:
        connection = index([saved(tmp_path / "old.json", old), saved(tmp_path / "new.json", new)])
        return [str(change) for change in changes(connection, 1, 2)]

    one = record("Lemma Z.2", "1")
    for before, after, expected in BETWEEN:
        assert between([one | before], [one | after]) == [SAID + text for text in expected]
    repaired = record("Lemma Z.2", "1", reading="intended", changed="j1")
    assert between([one, record("Lemma Z.9")], [one, repaired]) == [
        "superiority/Lemma Z.2/1 (intended): new, holds (proved)",
        "superiority/Lemma Z.9 (stated): removed, was holds (proved)",
    ]


def test_exit_status_and_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = saved(tmp_path / "old.json", several()), saved(tmp_path / "new.json", several()[1:])
    assert history.main(["since", str(old), "--now", str(old)]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert history.main(["since", str(old), "--now", str(new), "--format", "json"]) == 1
    (change,) = json.loads(capsys.readouterr().out)
    assert change["what"] == "removed"
