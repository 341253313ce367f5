"""What is counted is counted alike wherever it is printed: terminal, tables, pages, errata."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO

from rich.console import Console

from tests.fabricated import record, report, several
from theorems import errata
from theorems.judging.record import Record
from theorems.report import overview, page, table, words
from theorems.report.outline import ASKED, FIRST, LOST, READINGS, REPAIRED, outline, readings_of


def every_kind() -> list[Record]:
    """Claims of every kind of reading, also one whose formula is lost, with two other readings of it."""
    lost = [record("Lemma Z.9", part, provenance="inferred") for part in ("1", "1(b)", "1(c)")]
    return [*several(), *lost, record("Lemma Z.9", "1(b)", reading="intended", changed="x")]


def told(text: str, kind: str) -> Counter[str]:
    """What a line of counts says of one kind of reading: ``195 printed: 111 hold (...), 59 fail``."""
    (line,) = re.findall(rf"\b\d+ +{re.escape(READINGS[kind])}: ([^;\n]*)", text)
    without_evidence = re.sub(r" \([^)]*\)", "", line)
    said = {phrase: verdict for verdict, phrases in words.SAID.items() for phrase in phrases}
    return Counter({said[piece.partition(" ")[2]]: int(piece.partition(" ")[0]) for piece in without_evidence.split(", ")})


def test_terminal_table_page_and_errata_count_alike_and_what_is_lost_is_not_printed() -> None:
    records = every_kind()
    kinds = readings_of(outline(records))
    counts = Counter((kinds[id(r)], words.verdict(r)) for r in records)
    assert {kind for kind, _ in counts} == {*READINGS}
    assert next(kinds[id(r)] for r in records if r["statement"] == "Lemma Z.9") == LOST
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
            assert told(text.replace("\\", ""), kind) == expected, (kind, text)
        if kind not in (REPAIRED, ASKED):  # the letter is about what the paper says
            assert told(letter, kind) == expected
