from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.fabricated import record, report, several
from theorems import errata
from theorems.catalogue import parts
from theorems.report.markup import code_span, latex, markdown

GOLDEN = Path(__file__).parent / "golden"
AWKWARD = several()[2]["claim"]
texts = st.text(
    st.one_of(
        st.sampled_from("\\`*_{}[]()<>#|~$&^!-+=.1a \"'≤√P̂ᵀ"), st.characters(codec="utf-8", exclude_categories=["C", "Z"])
    )
)


def as_read(source: str) -> str:
    """What a Markdown reader sees of one line of running text."""
    read = []
    for block in MarkdownIt().parse(f"x {source} x"):
        for token in block.children or []:
            assert token.type in ("text", "text_special", "code_inline"), token
            read.append(token.content)
    return "".join(read)


def test_the_pages_are_the_golden_ones() -> None:
    """After a wanted change: write the pages anew with `python -m tests.test_errata` and look at the difference."""
    for name, text in errata.render("superiority", several(), report()["environment"]).items():
        assert text == (GOLDEN / name).read_text(encoding="utf-8"), name


@given(texts)
def test_markdown_is_read_as_it_was_meant(text: str) -> None:
    plain = re.sub(r"\s+", " ", text)
    assert as_read(markdown(text)) == f"x {plain} x"


@given(texts.filter(lambda text: text.strip()))
def test_code_is_read_letter_by_letter(text: str) -> None:
    assert as_read(code_span(text)) == f"x {' '.join(text.split())} x"


@pytest.mark.parametrize("start", ["- a", "+ a", "1. a", "12) a", "# a", "> a", "* a", "=== ", "--- "])
def test_running_text_never_starts_a_block(start: str) -> None:
    (paragraph,) = (token.type for token in MarkdownIt().parse(markdown(start)) if token.nesting == 1)
    assert paragraph == "paragraph_open"


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("≤", r"\ensuremath{\le}"),
        ("α Σ Λ", r"\ensuremath{\alpha} \ensuremath{\Sigma} \ensuremath{\Lambda}"),
        ("P̂", r"\ensuremath{\hat{P}}"),
        ("Aᵀ", r"A\ensuremath{^{T}}"),
        ("x₁₀", r"x\ensuremath{_{1}}\ensuremath{_{0}}"),
        ("50% of $x_1$", r"50\% of \$x\_1\$"),
        ("a\\b", r"a\textbackslash{}b"),
        ("--", "-{}-{}"),
        ("é", "é"),
        ("¼ ⅔", r"\ensuremath{\tfrac{1}{4}} \ensuremath{\tfrac{2}{3}}"),
        ("1" * 25, rf"{'1' * 12}\allowbreak{{}}{'1' * 12}\allowbreak{{}}1"),
        ("☃", r"\texttt{U+2603}"),
    ],
)
def test_signs_in_latex(text: str, expected: str) -> None:
    assert latex(text) == expected


def test_every_character_of_the_statements_has_a_rendering() -> None:
    words = {text for p in parts() for text in (p.text, p.note, p.changed, *(c.text for c in p.domain.conditions))}
    assert not [text for text in sorted(words) if "U+" in latex(text)]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX on this machine")
@pytest.mark.slow
def test_the_latex_page_compiles(tmp_path: Path) -> None:
    (tmp_path / "page.tex").write_text(errata.render("superiority", several(), {})["superiority.tex"])
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=tmp_path, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]


def test_only_broken_readings_as_printed_are_listed() -> None:
    names = [erratum.name for erratum in errata.errata_of(several())]
    assert names == ["Lemma Z.2, Part 3a", "Lemma Z.2, Part 5", "Remark Z.5", "Claim Z.6", "Table Z.8, Part k = 4 | x"]


def test_a_question_of_our_own_is_not_charged_to_the_paper() -> None:
    page = errata.page_of("superiority", several(), {})
    assert "Table Z.8" not in {erratum.record["statement"] for erratum in page["errata"]}
    assert [r["statement"] for r in page["beyond"]] == ["Table Z.8"]
    assert page["read"] == 8


def test_repairs_are_found_also_where_a_part_is_split() -> None:
    repairs = {erratum.name: [r["part"] for r in erratum.repairs] for erratum in errata.errata_of(several())}
    assert repairs["Lemma Z.2, Part 3a"] == ["3a"]
    assert repairs["Lemma Z.2, Part 5"] == ["5.i", "5.ii"]


def test_no_intended_reading_is_lost() -> None:
    records = several()
    (left,) = errata.unattached(records, errata.errata_of(records))
    assert left["statement"] == "Claim Z.7"


def test_dependents_are_followed_through_others() -> None:
    found = {erratum.name: erratum.dependents for erratum in errata.errata_of(several())}
    resting = [(d.address, d.direct) for d in found["Lemma Z.2, Part 5"]]
    assert resting == [("Theorem Z.3", True), ("Theorem Z.4, Part 1", False)]
    assert found["Remark Z.5"] == []


def test_a_report_of_one_statement_needs_no_others() -> None:
    alone = [record("Theorem Z.3", depends_on=["superiority/Lemma Z.2/5"], verdict="vacuous")]
    assert len(errata.errata_of(alone)) == 1


def test_pages_are_written_for_the_papers_in_the_report(tmp_path: Path) -> None:
    source = tmp_path / "report.json"
    source.write_text(json.dumps(report([*several(), record("Lemma 1", paper="sparse")])))
    assert errata.main(["--from", str(source), "--output", str(tmp_path / "all")]) == 0
    assert {p.name for p in (tmp_path / "all").iterdir()} == {"superiority.md", "superiority.tex", "sparse.md", "sparse.tex"}
    assert errata.main(["--from", str(source), "--paper", "sparse", "--output", str(tmp_path / "one")]) == 0
    assert {p.name for p in (tmp_path / "one").iterdir()} == {"sparse.md", "sparse.tex"}


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"records": [{}], "environment": {}}'])
def test_an_unusable_report_is_said_to_be_unusable(content: str | None, tmp_path: Path) -> None:
    source = tmp_path / "report.json"
    if content is not None:
        source.write_text(content)
    assert errata.main(["--from", str(source), "--output", str(tmp_path)]) == 2


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for _name, _text in errata.render("superiority", several(), report()["environment"]).items():
        (GOLDEN / _name).write_text(_text, encoding="utf-8")
