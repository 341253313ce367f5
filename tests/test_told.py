"""What is made of records: errata and their golden pages, history, explanations, repairs, counts that are alike everywhere."""

import json
import re
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console

from tests.fabricated import FAMILY, N0, POINT, record, report, several
from theorems import errata, explain, history
from theorems.catalogue import OURS, parts
from theorems.history import changes, index
from theorems.judging.expectations import stand_ins
from theorems.judging.record import Record
from theorems.judging.support import fill_supported
from theorems.report import overview, page, table, words
from theorems.report.markup import code_span, latex, markdown
from theorems.report.outline import ASKED, FIRST, LOST, READINGS, REPAIRED, outline, readings_of
from theorems.report.survival import survivals

GOLDEN = Path(__file__).parent / "golden"
AWKWARD = several()[2]["claim"]
texts = st.text(
    st.one_of(
        st.sampled_from("\\`*_{}[]()<>#|~$&^!-+=.1a \"'≤√P̂ᵀ"), st.characters(codec="utf-8", exclude_categories=["C", "Z"])
    )
)


def broken() -> list[Record]:
    """Findings of every kind among parts that the paper has, one that nobody has explained, and awkward characters."""
    witness = {"text": "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1"}
    return [
        record("Lemma D.2", "4b", verdict="fails", witness=POINT | witness, evidence="certified"),
        record("Lemma D.2", "4b", reading="intended", changed="j1 ≠ j3"),
        record("Lemma D.3", "5", verdict="fails", witness=POINT, depends_on=["superiority/Lemma D.2/4b"]),
        record("Lemma D.4", "1", depends_on=["superiority/Lemma D.3/5"]),
        record("Theorem D.13", verdict="fails", witness=FAMILY, how=AWKWARD, source="Appendix D.4.4, p. 30"),
        record("Theorem D.13", reading="intended", changed=f"n is large {AWKWARD}", verdict="asymptotic", n0=N0),
        record("Theorem E.4", verdict="vacuous", how="b + c = 1 and b^2 + c^2 = 1 contradict"),
        record("Theorem 6.2", "D1", verdict="fails", witness={"kind": "contradiction", "text": "a < b and b < a"}),
        record("Theorem 1.1", depends_on=["superiority/Theorem D.13"]),
        record("Claim Z.6", verdict="fails", witness=POINT | {"text": "n=9"}),
        record("Table Z.8", "k = 4 | x", verdict="fails", witness=POINT, provenance="own"),
    ]


def as_read(source: str) -> str:
    """What a Markdown reader sees of one line of running text."""
    read = []
    for block in MarkdownIt().parse(f"x {source} x"):
        for token in block.children or []:
            assert token.type in ("text", "text_special", "code_inline"), token
            read.append(token.content)
    return "".join(read)


@given(texts)
def test_markdown_is_read_as_it_was_meant_and_code_letter_by_letter(text: str) -> None:
    plain = re.sub(r"\s+", " ", text)
    assert as_read(markdown(text)) == f"x {plain} x"
    if text.strip():
        assert as_read(code_span(text)) == f"x {' '.join(text.split())} x"


@given(texts)
def test_latex_has_balanced_braces_and_no_bare_markup(text: str) -> None:
    escaped = latex(text)
    bare = re.sub(r"\\[{}$&#%_]", "", escaped)
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    outside = re.sub(r"\\ensuremath\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", bare)
    assert not re.search(r"[$&#%_^]", outside)
    assert all(character.isascii() or ord(character) < 0x180 for character in escaped)


def test_latex_has_a_rendering_of_every_character_of_the_statements_and_the_pages_are_the_golden_ones() -> None:
    """After a wanted change: write the pages anew with `python -m tests.test_told` and look at the difference."""
    for name, text in errata.render("superiority", broken(), report()["environment"]).items():
        assert text == (GOLDEN / name).read_text(encoding="utf-8"), name
    words = {text for p in parts() for text in (p.text, p.note, p.changed, *(c.text for c in p.domain.conditions))}
    assert not [text for text in sorted(words) if "U+" in latex(text)]


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


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for _name, _text in errata.render("superiority", broken(), report()["environment"]).items():
        (GOLDEN / _name).write_text(_text, encoding="utf-8")
