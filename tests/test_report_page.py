"""The report's pages: they stand alone, no text of a record is markup, and every claim has one place and one number."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from tests.fabricated import POINT, record, report
from theorems.catalogue import OURS, parts
from theorems.judging.record import number_of
from theorems.report import page
from theorems.report.outline import outline, readings_of


class Read(HTMLParser):
    """The tags with their attributes, and the text of the data script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == ("script", {"type": "application/json", "id": "data"}) and not self.data:
            self.data = data


def finding(statement: str, text: str = "a misprint") -> dict[str, Any]:
    said = dict.fromkeys(("key", "sentence", "breaks", "where", "witness", "repair"), text)
    root = f"superiority/{statement} (stated)"
    return said | {"paper": "superiority", "root": root, "parts": [root], "rests": [text], "rank": 1}


def test_no_text_of_a_record_or_a_finding_becomes_markup_and_nothing_is_fetched() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)> <!-- {{ 7*7 }} \u2028 '\""
    fields: dict[str, Any] = {"claim": evil, "how": evil, "note": evil, "hypotheses": [evil], "witness": POINT | {"lhs": evil}}
    broken = record(f"Lemma {evil}", "1 <b>", verdict="fails", **fields)
    made = report([broken], python=evil) | {"findings": [finding(f"Lemma {evil}/1 <b>", evil)]}
    innocent = page.pages(report([record("Lemma Z.2")]))
    assert set(innocent) == {"report.html", "superiority.html"}
    for name, text in page.pages(made).items():
        read, plain = Read(text), Read(innocent[name])
        assert [tag for tag, _ in read.tags].count("script") == [tag for tag, _ in plain.tags].count("script")
        assert not {"img", "b onerror", "link", "iframe", "object", "embed", "base"} & {tag for tag, _ in read.tags}
        assert not [attributes for _, attributes in read.tags if {"src", "srcset", "action"} & set(attributes)]
        assert not re.search(r"https?://(?!arxiv\.org/pdf/)|@import|url\(|fetch\(|XMLHttpRequest|import\(", innocent[name])
    assert json.loads(Read(page.html(made, "superiority")).data)["records"][0]["claim"] == evil


def test_a_formula_that_the_copy_lost_is_never_called_printed() -> None:
    lost = [record("Lemma Z.2", provenance=kind, verdict="fails", witness=POINT) for kind in ("inferred", "public")]
    lost.append(record("Lemma Z.3", provenance="stated here: with b^2 + c^2 = 1"))
    for one in lost:
        text = page.html(report([one]) | {"findings": [finding("Lemma Z.2")]}, "superiority")
        (shown,) = json.loads(Read(text).data)["records"]
        assert "printed" not in shown["badge"] + shown["badge_meaning"] + shown["kind"]
        assert "<dt>printed</dt>" not in text.partition('<section id="findings">')[2]


def test_every_claim_of_a_paper_has_one_place_in_its_outline_and_one_permanent_number() -> None:
    numbers: list[str] = []
    for paper in OURS:
        claims = [
            {"paper": paper, "statement": p.statement, "part": p.label, "reading": p.reading.value, "provenance": p.provenance}
            for p in parts(paper)
        ]
        entries = outline(claims)
        assert set(readings_of(entries)) == {id(claim) for claim in claims}
        assert all(entry.parts or entry.asked for entry in entries)
        numbers += map(number_of, claims)
    assert len(set(numbers)) == len(numbers)
    assert not [number for number in numbers if number[0].isdigit()]  # that would be a finding's
