from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, report, several
from theorems.report import layers, page, table
from theorems.report.survey import surveys
from theorems.sparse.limits import NORMS
from theorems.sparse.norm_table import cell_label
from theorems.sparse.windows import ALL_WINDOWS

CHROMIUM = shutil.which("chromium")


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


def test_the_page_needs_no_other_resource() -> None:
    text = page.html(report())
    read = Read(text)
    assert not [tag for tag, _ in read.tags if tag in ("link", "img", "iframe", "object", "embed", "base")]
    assert not [attributes for _, attributes in read.tags if {"src", "srcset", "action"} & set(attributes)]
    assert not re.search(r"https?://|@import|url\(|fetch\(|XMLHttpRequest|import\(", text)


def test_every_record_is_in_the_page_whole() -> None:
    data = json.loads(Read(page.html(report())).data)
    assert [{k: v for k, v in r.items() if k not in ("kind", "formula", "calculation")} for r in data["records"]] == [
        {k: v for k, v in r.items() if k != "versions"} for r in several()
    ]


def test_no_text_of_a_record_becomes_markup() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)> <!-- {{ 7*7 }} \u2028 '\""
    fields: dict[str, Any] = {"claim": evil, "how": evil, "note": evil, "hypotheses": [evil]}
    text = page.html(report([record(f"Lemma {evil}", "1 <b>", **fields)], python=evil))
    read = Read(text)
    assert [tag for tag, _ in read.tags].count("script") == 2
    assert "img" not in [tag for tag, _ in read.tags]
    assert json.loads(read.data)["records"][0]["claim"] == evil


def test_the_overview_counts_what_is_there() -> None:
    counts = {
        (a["data-kind"], a["data-verdict"]): text for (tag, a), text in zip_counts(page.html(report())) if tag == "button"
    }
    assert counts["as printed", "fails"] == "3"
    assert counts["own question", "fails"] == "1"
    assert counts["as printed", "vacuous"] == "1"
    assert counts["repaired", "asymptotic"] == "1"
    assert ("repaired", "fails") not in counts


def zip_counts(text: str) -> list[tuple[tuple[str, dict[str, str | None]], str]]:
    tags = [t for t in Read(text).tags if "count" in (t[1].get("class") or "").split()[:1]]
    return list(zip(tags, re.findall(r'<button type="button" class="count [^>]*>(\d+)</button>', text), strict=True))


def test_questions_of_our_own_are_not_drawn_among_the_papers_statements() -> None:
    text = page.html(report())
    assert 'data-name="Lemma Z.2"' in text
    assert 'data-name="Table Z.8"' not in text


def test_an_empty_report_makes_a_page() -> None:
    assert "0 verdicts" in page.html(report([]))


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([("1", "stated", "holds"), ("2", "stated", "asymptotic")], "stands"),
        ([("1", "stated", "fails"), ("1", "intended", "holds")], "repaired"),
        ([("1", "stated", "fails"), ("1.i", "intended", "holds"), ("1.ii", "intended", "asymptotic")], "repaired"),
        ([("1", "stated", "fails"), ("1.i", "intended", "holds"), ("1.ii", "intended", "fails")], "broken"),
        ([("1", "stated", "vacuous"), ("2", "intended", "holds")], "broken"),
        ([("1", "stated", "fails"), ("10", "intended", "holds")], "broken"),
        ([("1", "stated", "fails"), ("2", "stated", "unknown")], "open"),
        ([("1", "stated", "fails"), ("1", "intended", "unknown")], "open"),
    ],
)
def test_the_colour_of_a_statement_is_computed(verdicts: list[tuple[str, str, str]], expected: str) -> None:
    made = [
        {"statement": "Lemma Z.2", "part": part, "reading": reading, "verdict": verdict} for part, reading, verdict in verdicts
    ]
    assert layers.state_of(made) == expected


def test_what_is_used_stands_left_of_what_uses_it_and_no_boxes_overlap() -> None:
    records = [
        record(f"Lemma {i}", depends_on=[f"superiority/Lemma {j}" for j in range(1, i) if i % j == 0]) for i in range(1, 31)
    ]
    drawing = layers.draw([*records, record("Lemma 99")])
    at = {node.name: (node.x, node.y) for node in drawing.nodes}
    assert len(at) == 31
    assert drawing.edges
    assert all(at[edge.source][0] < at[edge.target][0] for edge in drawing.edges)
    for (x1, y1), (x2, y2) in combinations(at.values(), 2):
        assert abs(x1 - x2) >= layers.WIDTH or abs(y1 - y2) >= layers.HEIGHT
    assert all(0 <= x <= drawing.width - layers.WIDTH and 0 <= y <= drawing.height - layers.HEIGHT for x, y in at.values())


def test_statements_whose_parts_rest_on_each_other_share_a_column() -> None:
    records = [
        record("Lemma A", "1"),
        record("Lemma A", "2", depends_on=["superiority/Lemma B/1"]),
        record("Lemma B", "1", depends_on=["superiority/Lemma A/1"]),
        record("Lemma C", depends_on=["superiority/Lemma A"]),
    ]
    x = {node.name: node.x for node in layers.draw(records).nodes}
    assert x["Lemma A"] == x["Lemma B"] < x["Lemma C"]


def test_a_box_is_dashed_when_something_below_does_not_stand() -> None:
    supported = {node.name: node.supported for node in layers.draw(several()).nodes}
    assert not supported["Theorem Z.3"]
    assert supported["Claim Z.7"]


def test_the_norm_table_is_in_the_page_and_in_the_markdown() -> None:
    cells = {"always": "holds", "never": "fails"}
    made = [
        record("Norm table", cell_label("P", norm, window, question), paper="sparse", verdict=verdict, witness=witness)
        for norm in NORMS
        for window in ALL_WINDOWS
        for question, verdict in cells.items()
        for witness in [POINT if verdict == "fails" else None]
    ]
    (found,) = (survey for survey in surveys(made) if "norm" in survey.title)
    assert found.rows[0][2:] == ["always"] * len(ALL_WINDOWS)
    assert found.rows[-1][2:] == ["?"] * len(ALL_WINDOWS)
    assert '<td class="holds">always</td>' in page.html(report(made))
    assert f"| P | {NORMS[0].name} | always |" in table.markdown(made)
    assert not [survey for survey in surveys(several()) if "norm" in survey.title]


def test_thresholds_and_vacuity_have_a_table_each() -> None:
    threshold = {"variable": "n", "value": "64", "family": "n = 2^k", "constants": ""}
    told = record("Lemma Z.8", "1", verdict="asymptotic", n0=threshold | {"route": "1024", "dependence": "like 1/δ"})
    silent = {"trivial": "0 ≤ Pr ≤ 1", "uninformative": "δ ≥ n", "known": "proved", "uninformative_at": None}
    told["account"] = {"feasible": "n ≥ 2", "smallest": "n=2"} | silent
    sizes, vacuity = surveys([told, record("Lemma Z.9", "1")])
    assert sizes.rows == [["Lemma Z.8 1 (stated)", "asymptotic", "n ≥ 2", "n = 64", "", "1024", "like 1/δ"]]
    assert vacuity.rows == [["Lemma Z.8 1 (stated)", "asymptotic", "n ≥ 2", "δ ≥ n (proved)"]]
    assert "| n ≥ 2 | δ ≥ n (proved) |" in table.markdown([told])


@pytest.mark.skipif(CHROMIUM is None, reason="no browser on this machine")
@pytest.mark.slow
def test_the_script_lists_and_opens_records_in_a_browser(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(page.html(report()), encoding="utf-8")
    url = (tmp_path / "report.html").as_uri() + "#superiority%2FLemma%20Z.2%2F5"
    quiet = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-sync",
    ]
    command = [str(CHROMIUM), *quiet, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", url]
    dom = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.decode()
    assert dom.count('class="record') == len(several())
    assert f"{len(several())} of {len(several())}" in dom
    assert dom.count('class="detail"') == 1
    assert "n=16 d=6" in dom
