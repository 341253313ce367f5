"""What is made of records: history, explanations, what stands with repairs, counts that are alike wherever they stand."""

import json
import re
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.fabricated import POINT, record, report, several
from tests.test_errata import broken
from theorems import errata, explain, history
from theorems.catalogue import OURS, parts
from theorems.history import changes, index
from theorems.judging.expectations import stand_ins
from theorems.judging.record import Record
from theorems.judging.support import fill_supported
from theorems.report import overview, page, table, words
from theorems.report.outline import ASKED, FIRST, LOST, READINGS, REPAIRED, outline, readings_of
from theorems.report.survival import survivals

# -- history -------------------------------------------------------------------------------------------------------------


def saved(path: Path, records: list[Record]) -> Path:
    path.write_text(json.dumps(report(records) | {"findings": []}))
    return path


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


def test_what_changed_between_two_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def between(old: list[Record], new: list[Record]) -> list[str]:
        connection = index([saved(tmp_path / "old.json", old), saved(tmp_path / "new.json", new)])
        return [str(change).removeprefix("superiority/") for change in changes(connection, 1, 2)]

    one = record("Lemma Z.2", "1")
    for before, after, expected in BETWEEN:
        assert between([one | before], [one | after]) == [f"Lemma Z.2/1 (stated): {text}" for text in expected]
    repaired = record("Lemma Z.2", "1", reading="intended", changed="j1")
    assert between([one, record("Lemma Z.9")], [one, repaired]) == [
        "Lemma Z.2/1 (intended): new, holds (proved)",
        "Lemma Z.9 (stated): removed, was holds (proved)",
    ]
    old, new = str(tmp_path / "old.json"), str(tmp_path / "new.json")
    assert history.main(["since", old, "--now", old]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert history.main(["since", old, "--now", new, "--format", "json"]) == 1
    assert [change["what"] for change in json.loads(capsys.readouterr().out)] == ["new", "removed"]


# -- explanations --------------------------------------------------------------------------------------------------------


def test_a_finding_in_full_by_rank_or_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "report.json"
    source.write_text(json.dumps(report(broken())))
    told = []
    for name in ("4", "column-j3-forgotten"):
        assert explain.main([f"superiority/{name}", "--from", str(source)]) == 0
        told.append(" ".join(capsys.readouterr().out.split()))
    assert told[0] == told[1]
    for piece in (
        "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1 (interval-certified, the smallest)",
        "repair j1 ≠ j3; then x ≤ 1 holds (machine-proved)",
        "affected results Lemma D.2 [4b], Lemma D.3 [5]",
        "rests on it Lemma D.4",
    ):
        assert piece in told[0]


def test_a_theorem_needs_repairs_below_exactly_where_it_is_not_supported() -> None:
    for paper in OURS:
        records = fill_supported([r | {"n0": None, "supported": False} for r in stand_ins(parts(paper))])
        for each in survivals(records):
            stated = [r for r in records if (r["statement"], r["reading"]) == (each.statement, "stated")]
            own = {r["part"] or each.statement for r in stated}
            missing = [name for name in each.missing if name.rpartition(" (")[0] not in own]
            assert (not each.below and not missing) == all(r["supported"] for r in stated), each.statement


# -- counts --------------------------------------------------------------------------------------------------------------


def counted_in(text: str, kind: str) -> Counter[str]:
    """What a line of counts says of one kind of reading: ``195 printed: 111 hold (...), 59 fail``."""
    (line,) = re.findall(rf"\b\d+ +{re.escape(READINGS[kind])}: ([^;\n]*)", text)
    without_evidence = re.sub(r" \([^)]*\)", "", line)
    said = {phrase: verdict for verdict, phrases in words.SAID.items() for phrase in phrases}
    return Counter({said[piece.partition(" ")[2]]: int(piece.partition(" ")[0]) for piece in without_evidence.split(", ")})


def test_terminal_table_page_and_errata_count_alike_and_what_is_lost_is_not_printed() -> None:
    lost = [record("Lemma Z.9", part, provenance="inferred") for part in ("1", "1(b)", "1(c)")]
    records = [*several(), *lost, record("Lemma Z.9", "1(b)", reading="intended", changed="x")]
    kinds = readings_of(outline(records))
    counts = Counter((kinds[id(r)], words.verdict(r)) for r in records)
    assert {kind for kind, _ in counts} == {*READINGS}
    assert kinds[id(lost[0])] == LOST
    assert all(r["provenance"] in ("text", "spec") for r in records if kinds[id(r)] == FIRST)
    console = Console(width=400, file=StringIO(), record=True)
    overview.show({"records": records, "findings": []}, console)
    letter = "; ".join(errata.page_of("superiority", records, {})["read"])
    surfaces = (
        re.sub(r"\s*\n\s*", "\n", console.export_text()),
        table.summary(records),
        table.markdown(records).splitlines()[2],
    )
    html = page.html(report(records) | {"findings": []}, "superiority")
    on_page = Counter({(k, v): int(n) for k, v, n in re.findall(r'data-kind="([^"]*)" data-fares="([^"]*)">(\d+)<', html)})
    assert on_page == counts
    for kind in READINGS:
        expected = Counter({verdict: number for (each, verdict), number in counts.items() if each == kind})
        for text in surfaces:
            assert counted_in(text.replace("\\", ""), kind) == expected, (kind, text)
        if kind not in (REPAIRED, ASKED):  # the letter is about what the paper says
            assert counted_in(letter, kind) == expected
