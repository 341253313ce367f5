from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.fabricated import POINT, record, report, several
from theorems.catalogue import OURS, find, papers, parts
from theorems.judging import curves
from theorems.judging.curves import curve_of
from theorems.judging.record import Record, number_of
from theorems.report import layers, page, table
from theorems.report.markup import short_number, sides
from theorems.report.outline import outline, printed_label, readings_of
from theorems.report.page import CLASSES
from theorems.report.survey import surveys
from theorems.sparse.limits import NORMS
from theorems.sparse.norm_table import cell_label
from theorems.sparse.windows import ALL_WINDOWS
from theorems.statement import Part
from theorems.vocabulary import Verdict

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


FINDINGS: list[dict[str, Any]] = [
    {
        "paper": "superiority",
        "key": "column of j3",
        "sentence": "The column <of j3> collects more than the others.",
        "breaks": "a misprint",
        "where": "Lemma Z.2, Part 3a, Appendix Z, p. 99",
        "root": "superiority/Lemma Z.2/3a (stated)",
        "witness": "n=2 a_1=7/10",
        "repair": "j1 ≠ j3",
        "parts": ["superiority/Lemma Z.2/3a (stated)", "superiority/Lemma Z.2/5 (stated)"],
        "rests": ["superiority/Theorem Z.3"],
        "rank": 2,
    },
    {
        "paper": "superiority",
        "key": "empty range",
        "sentence": "No n meets the hypotheses.",
        "breaks": "a misprint",
        "where": "Remark Z.5",
        "root": "superiority/Remark Z.5 (stated)",
        "witness": "",
        "repair": "",
        "parts": ["superiority/Remark Z.5 (stated)"],
        "rests": [],
        "rank": 1,
    },
]
ADDED = (
    *(
        "kind",
        "assumed",
        "badge",
        "badge_meaning",
        "findings",
        "formula",
        "calculation",
        "sides",
        "mutants_text",
        "fares",
        "known",
    ),
    *("below", "attains", "stands", "number", "written", "page", "letters"),
)


def html(records: list[Record] | None = None, findings: list[dict[str, Any]] | None = None, **environment: Any) -> str:
    made = report(records, **environment) | {"findings": FINDINGS if findings is None else findings}
    return page.html(made, "superiority")


def test_the_pages_need_no_other_resource() -> None:
    made = page.pages(report() | {"findings": FINDINGS})
    assert set(made) == {"report.html", "superiority.html"}
    for text in made.values():
        read = Read(text)
        assert not [tag for tag, _ in read.tags if tag in ("link", "img", "iframe", "object", "embed", "base")]
        assert not [attributes for _, attributes in read.tags if {"src", "srcset", "action"} & set(attributes)]
        assert not re.search(r"https?://(?!arxiv\.org/pdf/)|@import|url\(|fetch\(|XMLHttpRequest|import\(", text)
        links = {str(attributes["href"]) for tag, attributes in read.tags if tag == "a"} - {
            "https://arxiv.org/pdf/2310.11685v1"
        }
        assert {link.partition("#")[0] for link in links} <= {"", *made}


def test_every_record_is_in_the_page_whole() -> None:
    data = json.loads(Read(html()).data)
    assert [{k: v for k, v in r.items() if k not in ADDED} for r in data["records"]] == [
        {k: v for k, v in r.items() if k != "versions"} for r in several()
    ]
    places = [at for entry in data["entries"] for part in entry["parts"] for reading in part for at in reading]
    assert sorted(places + [at for entry in data["entries"] for at in entry["asked"]]) == list(range(len(several())))


def test_no_text_of_a_record_or_a_finding_becomes_markup() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)> <!-- {{ 7*7 }} \u2028 '\""
    fields: dict[str, Any] = {"claim": evil, "how": evil, "note": evil, "hypotheses": [evil], "witness": POINT | {"lhs": evil}}
    broken = record(f"Lemma {evil}", "1 <b>", verdict="fails", **fields)
    root = f"superiority/Lemma {evil}/1 <b> (stated)"
    found = dict.fromkeys(("key", "sentence", "breaks", "where", "witness", "repair"), evil) | {
        "paper": "superiority",
        "root": root,
    }
    made = report([broken], python=evil) | {"findings": [found | {"parts": [root], "rests": [evil], "rank": 1}]}
    innocent = page.pages(report([record("Lemma Z.2")]))
    for name, text in page.pages(made).items():
        read = Read(text)
        assert [tag for tag, _ in read.tags].count("script") == [tag for tag, _ in Read(innocent[name]).tags].count("script")
        assert not {"img", "b onerror"} & {tag for tag, _ in read.tags}
    assert json.loads(Read(page.html(made, "superiority")).data)["records"][0]["claim"] == evil


def test_the_overview_counts_what_is_there() -> None:
    counts = {(a["data-kind"], a["data-fares"]): text for (tag, a), text in zip_counts(html()) if tag == "button"}
    assert counts["printed", "fails"] == "3"
    assert counts["additional claim", "fails"] == "1"
    assert counts["printed", "contradictory hypotheses"] == "1"
    assert counts["corrected", "asymptotic"] == "1"
    assert ("corrected", "fails") not in counts


def zip_counts(text: str) -> list[tuple[tuple[str, dict[str, str | None]], str]]:
    tags = [t for t in Read(text).tags if "count" in (t[1].get("class") or "").split()[:1]]
    return list(zip(tags, re.findall(r'<button type="button" class="count [^>]*>(\d+)</button>', text), strict=True))


def test_questions_of_our_own_are_not_drawn_among_the_papers_statements() -> None:
    text = html()
    graph, _, statements = text.partition('<section id="statements">')
    assert 'data-name="Lemma Z.2"' in graph
    assert 'data-name="Table Z.8"' not in graph
    assert 'data-name="Table Z.8"' in statements.partition("Additional claims")[2]


def test_an_empty_report_makes_pages() -> None:
    assert set(page.pages(report([]))) == {"report.html"}
    assert "None in this report." in html([], [])


# -- findings and provenance ------------------------------------------------------------------------------------------------


def test_findings_come_by_rank_with_both_sides_of_the_witness_and_what_falls() -> None:
    text = html()
    cards = text.partition('<section id="findings">')[2]
    assert cards.index("No n meets the hypotheses.</span>") < cards.index("The column &lt;of j3&gt; collects")
    finding = text.partition('data-key="column of j3"')[2].partition("</details>")[0]
    assert 'title="[0.66666666666666666667 +/- 3.34e-21]">0.6667</b>' in finding
    assert '>0.5</b><span class="faint">left side' in finding
    assert 'href="#superiority/Lemma%20Z.2/5">5</a>' in finding
    assert 'href="#superiority/Theorem%20Z.3">Theorem Z.3</a>' in finding
    assert '<b class="breaks">a misprint</b>' in finding
    assert '<span class="verdict holds">✓ holds</span>' in finding
    assert '<span class="same">x ≤ 1</span>' in finding
    assert "n &lt; 1 and n &gt;= 1 contradict" in text.partition('data-key="empty range"')[2].partition("</details>")[0]


def test_a_finding_is_marked_at_its_root_in_the_graph_and_at_every_part_that_falls() -> None:
    text = html()
    node = text.partition('data-name="Lemma Z.2"')[2].partition("</g>")[0]
    assert '<text class="disc-text" x="2" y="-3">2</text>' in node
    numbers = {(r["statement"], r["part"], r["reading"]): r["findings"] for r in json.loads(Read(text).data)["records"]}
    assert numbers["Lemma Z.2", "5", "stated"] == [2]
    assert numbers["Lemma Z.2", "5.i", "intended"] == []
    assert numbers["Remark Z.5", "", "stated"] == [1]


def test_the_index_shows_each_papers_findings_in_one_line_with_a_link() -> None:
    text = page.pages(report() | {"findings": FINDINGS})["report.html"]
    assert '<a href="superiority.html#superiority/1">No n meets the hypotheses.</a>' in text
    assert "7 printed" not in text
    assert papers()["superiority"].title in text


@pytest.mark.parametrize(
    ("provenance", "badge"),
    [
        ("text", "printed"),
        ("spec", "printed"),
        ("public", "public version"),
        ("inferred", "inferred"),
        ("standard", "textbook"),
    ],
)
def test_each_formula_says_where_it_comes_from(provenance: str, badge: str) -> None:
    one = record("Lemma Z.2", provenance=provenance, verdict="fails", witness=POINT)
    (shown,) = json.loads(Read(html([one])).data)["records"]
    assert shown["badge"] == badge


def test_a_formula_that_the_copy_lost_is_never_called_printed() -> None:
    lost = [record("Lemma Z.2", provenance=kind, verdict="fails", witness=POINT) for kind in ("inferred", "public")]
    lost.append(record("Lemma Z.3", provenance="stated here: with b^2 + c^2 = 1"))
    found = [FINDINGS[0] | {"root": "superiority/Lemma Z.2 (stated)", "parts": ["superiority/Lemma Z.2 (stated)"]}]
    for one in lost:
        (shown,) = json.loads(Read(html([one], found)).data)["records"]
        assert "printed" not in shown["badge"] + shown["badge_meaning"] + shown["kind"]
        card = page.html(report([one]) | {"findings": found}, "superiority").partition('<section id="findings">')[2]
        assert "<dt>printed</dt>" not in card


# -- statements and their readings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "printed"),
    [
        ("", ""),
        ("4b", "4b"),
        ("2.i", "2.i"),
        ("1(b)", "1"),
        ("(a)(iii)", "(iii)"),
        ("1(c), one row", "1"),
        ("on G_M", ""),
        ("(b), on G_M", ""),
        ("Eqn 87, 89", "Eqn 87, 89"),
        ("constant, frobenius", "constant"),
    ],
)
def test_the_choices_of_a_reading_are_no_part_of_the_printed_label(label: str, printed: str) -> None:
    assert printed_label(label) == printed


def test_other_readings_stand_behind_the_first_one_and_repairs_beside_what_they_repair() -> None:
    made = [
        record("Lemma Z.2", "1", verdict="fails", witness=POINT),
        record("Lemma Z.2", "1", reading="intended", changed="n is large"),
        record("Lemma Z.2", "1(b)", verdict="fails", witness=POINT),
        record("Lemma Z.2", "1(b).i", reading="intended", changed="n is larger"),
        record("Lemma Z.2", "1, on G_M"),
        record("Lemma Z.2", "2"),
        record("Lemma Z.2", "2(ii)", reading="intended", changed="with the other index"),
        record("Lemma Z.2", "on D0", reading="intended", changed="the other data", provenance="own"),
    ]
    (entry,) = outline(made)
    shape = [
        [[r["part"] for r in (reading.record, *reading.repairs)] for reading in printed.readings] for printed in entry.parts
    ]
    assert shape == [[["1", "1"], ["1(b)", "1(b).i"], ["1, on G_M"]], [["2", "2(ii)"]]]
    assert [r["part"] for r in entry.asked] == ["on D0"]
    kinds = readings_of([entry])
    first, other, repaired, asked = "printed", "another reading", "corrected", "additional claim"
    assert [kinds[id(r)] for r in made] == [first, repaired, other, repaired, other, first, repaired, asked]


def test_another_reading_does_not_colour_its_statement() -> None:
    made = [record("Lemma Z.2", "1"), record("Lemma Z.2", "1(b)", verdict="fails", witness=POINT)]
    assert 'class="node stands"' in html(made)


@pytest.mark.parametrize("paper", OURS)
def test_every_claim_of_a_paper_has_one_place_in_its_outline(paper: str) -> None:
    claims = [
        {"statement": p.statement, "part": p.label, "reading": p.reading.value, "provenance": p.provenance}
        for p in parts(paper)
    ]
    entries = outline(claims)
    assert set(readings_of(entries)) == {id(claim) for claim in claims}
    assert all(entry.parts or entry.asked for entry in entries)


# -- numbers ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[0.66666666666666666667 +/- 3.34e-21]", "0.666667"),
        ("0.99750000000000000000", "0.9975"),
        ("[0.12 +/- 0.05]", "0.1"),
        ("[1.2345678e+500 +/- 3e+480]", "1.23457e500"),
        ("[3.71234e+30102999566398 +/- 4.1e+30102999566379]", "3.71234e30102999566398"),
        ("2097152", "2097152"),
        ("123456789012345678", "1.23457e17"),
        ("-3", "-3"),
        ("0", "0"),
        ("5/7", "5/7"),
        ("[+/- 3e-10]", "[+/- 3e-10]"),
        ("nan", "nan"),
        ("½ of it", "½ of it"),
    ],
)
def test_a_number_of_a_witness_is_shown_short(text: str, expected: str) -> None:
    assert short_number(text) == expected


def test_both_sides_have_the_digits_that_tell_them_apart() -> None:
    assert sides({"lhs": "0.50000012345", "rhs": "0.5000001"}) == ("0.50000012345", "0.5000001")
    assert sides({"lhs": "1", "rhs": "[0.33333333333 +/- 1e-15]"}) == ("1", "0.3333")
    assert sides({"text": "a < b and b < a"}) is None


# -- curves -----------------------------------------------------------------------------------------------------------------

TIGHTEST = {"ratio": 0.9, "instance": "n=6 d=5 t=2 j3=1 a1=7/10 b=1/2 c=1/2 j0=2 j1=1"}


def the_part(address: str) -> Part:
    (part,) = (p for p in find(address) if p.reading.value == "stated")
    return part


def the_record(address: str, **more: Any) -> Record:
    """A record of a part of the papers as it is now, without judging it."""
    part = the_part(address)
    own = {"paper": part.paper, "claim": part.text, "provenance": part.provenance}
    return record(part.statement, part.label, **own | more)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine draws the same curves."""
    monkeypatch.setattr(curves, "SECONDS", 60)


def drawn_at(address: str, witness: str) -> dict[str, Any]:
    """The curve of a part that fails at a point."""
    found = curve_of(the_part(address), Verdict.FAILS, POINT | {"text": witness}, None)
    assert found is not None
    return found


@pytest.mark.usefixtures("patient")
def test_a_curve_goes_along_the_parameter_that_parts_bound_and_truth_most() -> None:
    drawn = curve_of(the_part("superiority/Lemma D.2/4a"), Verdict.HOLDS, None, TIGHTEST)
    assert drawn is not None
    assert (drawn["parameter"], drawn["at"]) == ("a1", 0.7)
    assert all(x >= 0.7 and lhs <= rhs and stands for x, lhs, rhs, stands in drawn["points"])
    first, *_, last = drawn["points"]
    assert drawn["log"]
    assert 10 ** first[2] == pytest.approx(6**-0.3, rel=1e-5)
    assert last[2] - last[1] > first[2] - first[1]


@pytest.mark.usefixtures("patient")
def test_a_curve_is_red_where_the_claim_is_false() -> None:
    drawn = drawn_at("superiority/Lemma D.2/4b", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1")
    assert not any(stands for *_, stands in drawn["points"])
    assert all(lhs > rhs for _, lhs, rhs, _ in drawn["points"])


@pytest.mark.usefixtures("patient")
def test_a_false_equality_has_a_curve_and_a_true_one_has_none() -> None:
    witness = "M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=2"
    drawn = drawn_at("scan_snap/Theorem 4/Eqn 124", witness)
    assert not any(stands for *_, stands in drawn["points"])
    true = the_part("scan_snap/Theorem 4/Eqn 123")
    assert curve_of(true, Verdict.HOLDS, None, {"ratio": 1.0, "instance": witness}) is None


def test_what_has_no_point_or_no_time_has_no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    part = the_part("superiority/Lemma D.2/4a")
    assert curve_of(part, Verdict.HOLDS, None, None) is None
    assert curve_of(part, Verdict.FAILS, {"kind": "family", "text": "n = 2^k"}, None) is None
    monkeypatch.setattr(curves, "SECONDS", 1e-6)
    assert curve_of(part, Verdict.HOLDS, None, TIGHTEST) is None


# -- the graph and the surveys ----------------------------------------------------------------------------------------------


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
    assert '<td class="verdict holds">always</td>' in page.html(report(made), "sparse")
    assert f"| P | {NORMS[0].name} | always |" in table.markdown(made)
    assert not [survey for survey in surveys(several()) if "norm" in survey.title]


def test_thresholds_and_vacuity_have_a_table_each() -> None:
    threshold = {"variable": "n", "value": "64", "family": "n = 2^k", "constants": ""}
    told = record("Lemma Z.8", "1", verdict="asymptotic", n0=threshold | {"route": "1024", "dependence": "like 1/δ"})
    silent = {"trivial": "0 ≤ Pr ≤ 1", "uninformative": "δ ≥ n", "known": "proved", "uninformative_at": None}
    told["account"] = {"feasible": "n ≥ 2", "smallest": "n=2"} | silent
    sizes, vacuity = surveys([told, record("Lemma Z.9", "1")])
    assert sizes.rows == [["Lemma Z.8 1 (printed)", "asymptotic", "n ≥ 2", "n ≥ 64 (argued)", "", "1024", "like 1/δ"]]
    assert vacuity.rows == [["Lemma Z.8 1 (printed)", "asymptotic", "n ≥ 2", "δ ≥ n (proved)"]]
    assert "| n ≥ 2 | δ ≥ n (proved) |" in table.markdown([told])


# -- light and dark ---------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` or ``#rgb``, as WCAG 2 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_word_stands_out_from_what_is_behind_it_in_the_light_and_in_the_dark() -> None:
    styles = html().partition("<style>")[2].partition("</style>")[0]
    themes = [
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", block)) for block in re.findall(r"\{([^{}]*--ink:[^{}]*)\}", styles)
    ]
    assert len(themes) == 3  # light, dark by the system, dark by choice
    assert themes[1] == themes[2]
    words = [(word, behind) for word in ("ink", "faint", "link", *CLASSES.values()) for behind in ("paper", "soft")]
    words += [("ink", f"{state}-fill") for state in layers.STATES]
    for theme in themes:
        for word, behind in words:
            light, dark = sorted((luminance(theme[word]), luminance(theme[behind])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (word, behind)


# -- in a browser -----------------------------------------------------------------------------------------------------------

QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SEEN = """
const seen = (name, value) => { document.body.dataset[name] = value; };
const $ = (selector) => [...document.querySelectorAll(selector)];
const filters = document.getElementById("filters");
const filter = (name, value) => { filters.elements[name].value = value; filters.dispatchEvent(new Event("input")); };
"""
in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no browser on this machine")


def seen_in_browser(tmp_path: Path, text: str, address: str = "", script: str = "", width: int = 1280) -> dict[str, str]:
    """What ``script`` says of the page with ``seen(name, value)``, once the browser has opened it at ``address``."""
    dom = dumped(tmp_path, text.replace("</body>", f"<script>{SEEN}{script}</script></body>"), address, width)
    (body,) = (dict(attributes) for tag, attributes in Read(dom).tags if tag == "body")
    return {name.removeprefix("data-"): value or "" for name, value in body.items()}


def dumped(tmp_path: Path, text: str, address: str, width: int = 1280) -> str:
    """The document that the browser has made of the page at ``address``."""
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    url = path.as_uri() + (f"#{quote(address, safe='')}" if address else "")
    command = [
        str(CHROMIUM),
        *QUIET,
        f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width},900",
        "--dump-dom",
        url,
    ]
    return subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.decode()


@in_a_browser
@pytest.mark.slow
def test_an_address_unfolds_its_statement_and_its_parts(tmp_path: Path) -> None:
    script = """
      seen("open", $(".statement[open]").map((s) => s.dataset.name).join());
      seen("drawn", $(".claim").length);
      seen("details", $(".claim[open]").map((c) => c.dataset.address).join());
      setTimeout(() => seen("text", $(".detail").map((d) => d.textContent).join().replaceAll('"', "'")));
    """
    seen = seen_in_browser(tmp_path, html(), "superiority/Lemma Z.2/5", script)
    assert seen["open"] == "Lemma Z.2"
    assert seen["drawn"] == "5"  # and none of a statement that is folded
    assert seen["details"] == "superiority/Lemma Z.2/5"
    assert "n=16 d=6" in seen["text"]


@in_a_browser
@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_a_claim_unfolds_to_its_typeset_formula_its_calculation_and_its_curve(tmp_path: Path) -> None:
    drawn = curve_of(the_part("superiority/Lemma D.2/4a"), Verdict.HOLDS, None, TIGHTEST)
    proved = the_record("scan_snap/Theorem 4/scanning gamma") | {"paper": "scan_snap"}
    text = page.html(report([the_record("superiority/Lemma D.2/4a", tightness=TIGHTEST, curve=drawn)]), "superiority")
    script = """
      setTimeout(() => {
        seen("formula", $(".claim .formula math").length);
        seen("words", $(".claim .formula")[0].textContent.replaceAll("\u00a0", "_"));
        seen("chart", $(".chart .lhs").length && $(".chart circle.fine").length);
        seen("links", $(".link math").length);
      });
    """
    seen = seen_in_browser(tmp_path, text, "superiority/Lemma D.2/4a", script)
    assert int(seen["formula"]) > 1  # in pieces, between which a line may break
    assert "_for_" in seen["words"]
    assert int(seen["chart"]) >= 4
    assert seen["links"] == "0"
    text = page.html(report([proved]), "scan_snap")
    seen = seen_in_browser(tmp_path, text, "scan_snap/Theorem 4/scanning gamma", script.replace('seen("words', '// ("words'))
    assert int(seen["links"]) >= 3


@in_a_browser
@pytest.mark.slow
def test_filters_leave_what_they_name_and_unfold_it(tmp_path: Path) -> None:
    script = """
      filter("fares", "fails");
      seen("fails", $(".claim .verdict").map((v) => v.textContent).join());
      seen("left", document.getElementById("shown").textContent);
      filter("kind", "additional claim");
      seen("own", $(".statement").filter((s) => !s.hidden).map((s) => s.dataset.name).join());
      filter("kind", ""); filter("fares", ""); filter("text", "n=16");
      seen("text", $(".claim").map((c) => c.dataset.address).join());
      filter("text", "");
      seen("all", $(".statement").filter((s) => !s.hidden).length);
      $(".count.vacuous")[0].click();
      seen("counted", $(".claim").map((c) => c.dataset.address).join());
    """
    seen = seen_in_browser(tmp_path, html(), script=script)
    assert seen["fails"] == ",".join(["✗ fails"] * 4)
    assert seen["left"] == f"4 of {len(several())} claims"
    assert seen["own"] == "Table Z.8"
    assert seen["text"] == "superiority/Lemma Z.2/5"
    assert seen["all"] == str(len({r["statement"] for r in several()}))
    assert seen["counted"] == "superiority/Remark Z.5"


@in_a_browser
@pytest.mark.slow
def test_a_finding_unfolds_at_its_address_and_the_graph_keeps_what_a_statement_rests_on(tmp_path: Path) -> None:
    script = """
      seen("finding", $(".finding[open]").map((f) => f.dataset.key).join());
      const shown = () => $(".node").filter((n) => n.style.display !== "none").map((n) => n.dataset.name).join();
      $('.node[data-name="Theorem Z.3"]')[0].dispatchEvent(new Event("click"));
      seen("around", shown());
      $("#zoom button")[0].click();
      seen("below", shown());
      $("#zoom button")[2].click();
      seen("whole", $(".node").filter((n) => n.style.display === "none").length);
      $('.node[data-name="Theorem Z.3"]')[0].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
      seen("left", document.activeElement.dataset.name);
    """
    seen = seen_in_browser(tmp_path, html(), "finding/column of j3", script)
    assert seen["finding"] == "column of j3"
    assert seen["around"] == "Definition Z.1,Lemma Z.2,Theorem Z.3,Theorem Z.4"
    assert seen["below"] == "Definition Z.1,Lemma Z.2,Theorem Z.3"
    assert seen["whole"] == "0"
    assert seen["left"] == "Lemma Z.2"


@in_a_browser
@pytest.mark.slow
def test_what_is_chosen_stands_in_the_address_and_an_address_brings_it_back(tmp_path: Path) -> None:
    script = """
      seen("opened", $(".finding[open]").map((f) => f.dataset.key).join());
      filter("fares", "fails"); seen("filtered", decodeURIComponent(location.hash));
      filter("fares", ""); seen("cleared", location.hash);
      $(".statement summary")[0].click(); seen("statement", decodeURIComponent(location.hash));
      $('.node[data-name="Theorem Z.3"]')[0].dispatchEvent(new Event("click")); seen("node", decodeURIComponent(location.hash));
    """
    seen = seen_in_browser(tmp_path, html(), "superiority/2", script)
    assert seen["opened"] == "column of j3"
    assert seen["filtered"] == "#?fares=fails"
    assert seen["cleared"] == ""
    assert seen["statement"] == "#superiority/Definition Z.1"
    assert seen["node"] == "#graph/Theorem Z.3"
    again = """
      seen("left", document.getElementById("shown").textContent);
      seen("claims", $(".claim[open]").map((c) => c.dataset.address).join());
    """
    assert seen_in_browser(tmp_path, html(), "?fares=fails", again)["left"] == f"4 of {len(several())} claims"
    number = number_of(next(r for r in several() if (r["part"], r["reading"]) == ("5", "stated")))
    assert seen_in_browser(tmp_path, html(), f"superiority/{number}", again)["claims"] == "superiority/Lemma Z.2/5"


def test_a_permanent_number_is_of_one_claim() -> None:
    keys = {"paper": "paper", "statement": "statement", "label": "part"}
    numbers = [number_of({name: getattr(p, a) for a, name in keys.items()} | {"reading": p.reading.value}) for p in parts()]
    assert len(set(numbers)) == len(numbers)
    assert not [number for number in numbers if number[0].isdigit()]  # that would be a finding's


@in_a_browser
@pytest.mark.slow
def test_a_repair_that_is_not_accepted_recolours_what_rests_on_it(tmp_path: Path) -> None:
    made = [
        record("Lemma Z.2", "1", verdict="fails", witness=POINT),
        record("Lemma Z.2", "1", reading="intended", changed="j1 ≠ j3"),
        record("Theorem Z.3", depends_on=["superiority/Lemma Z.2/1"]),
    ]
    script = """
      const of = (name) => $(`.node[data-name="${name}"]`)[0].classList, told = () => $("#repairs summary")[0].textContent;
      seen("before", [of("Lemma Z.2").contains("repaired"), of("Theorem Z.3").contains("shaken"), told()].join());
      $(".switches input")[0].click();
      seen("after", [of("Lemma Z.2").contains("broken"), of("Theorem Z.3").contains("shaken"), told()].join());
      seen("address", location.hash);
    """
    seen = seen_in_browser(tmp_path, html(made, []), script=script)
    assert seen["before"] == "true,false,1 of 1 repairs accepted: 1 of 1 theorems stand"
    assert seen["after"] == "true,true,0 of 1 repairs accepted: 0 of 1 theorems stand"
    assert seen["address"] == "#repairs/0"


@in_a_browser
@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_no_text_is_smaller_than_11_pixels_and_nothing_is_counted_that_was_not_there(tmp_path: Path) -> None:
    proved = [the_record(f"scan_snap/Theorem 4/{part}") | {"paper": "scan_snap"} for part in ("scanning gamma", "Eqn 125-128")]
    script = """
      filter("text", "theorem");
      for (const claim of $(".claim")) claim.open = true;
      setTimeout(() => {
        const speaks = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        const said = $("body *").filter((e) => !e.closest("script, style") && speaks(e));
        const sizes = said.filter((e) => e.getClientRects().length).map((e) => parseFloat(getComputedStyle(e).fontSize));
        seen("least", Math.min(...sizes)); seen("many", sizes.length);
        seen("rows", $(".detail dd").filter((d) => /(^|, )0 |^$/.test(d.textContent)).length);
      });
    """
    seen = seen_in_browser(tmp_path, page.html(report(proved), "scan_snap"), script=script)
    assert float(seen["least"]) >= 11
    assert int(seen["many"]) > 200
    assert seen["rows"] == "0"


@in_a_browser
@pytest.mark.slow
def test_an_address_on_the_index_leads_to_its_papers_page(tmp_path: Path) -> None:
    made = page.pages(report())
    (tmp_path / "superiority.html").write_text(made["superiority.html"], encoding="utf-8")
    dom = dumped(tmp_path, made["report.html"], "superiority/Lemma Z.2/5")
    assert re.search(r'data-address="superiority/Lemma Z.2/5" data-number="\w{5}" open=""', dom)


@in_a_browser
@pytest.mark.slow
def test_nothing_sticks_out_of_a_narrow_window(tmp_path: Path) -> None:
    long = record("Lemma Z.9", "1", claim="x" * 300, verdict="fails", witness=POINT | {"text": "n=" + "1" * 400})
    script = """
      for (const finding of $(".finding")) finding.open = true;
      filter("text", "z");
      for (const claim of $(".claim")) claim.open = true;
      setTimeout(() => { seen("wide", document.documentElement.scrollWidth); seen("window", innerWidth); });
    """
    seen = seen_in_browser(tmp_path, html([*several(), long]), script=script, width=390)
    assert int(seen["wide"]) <= int(seen["window"])
