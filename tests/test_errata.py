from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.fabricated import FAMILY, N0, POINT, record, report, several
from theorems import errata
from theorems.catalogue import OURS, parts
from theorems.judging import expectations
from theorems.judging.findings import findings_of, letters, named, symbols_of
from theorems.judging.record import Record
from theorems.report.markup import code_span, latex, markdown

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


def test_the_pages_are_the_golden_ones() -> None:
    """After a wanted change: write the pages anew with `python -m tests.test_errata` and look at the difference."""
    for name, text in errata.render("superiority", broken(), report()["environment"]).items():
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
def test_the_latex_page_compiles() -> None:
    pdf = errata.typeset(errata.render("superiority", broken(), {})["superiority.tex"])
    assert pdf is not None
    assert pdf.startswith(b"%PDF")


def test_without_latex_or_with_a_page_that_it_refuses_there_is_no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("pdflatex") is not None:
        assert errata.typeset(r"\nonsense") is None
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert errata.typeset(r"\documentclass{article}\begin{document}x\end{document}") is None


def test_the_page_is_ordered_by_finding_and_loses_no_broken_part() -> None:
    page = errata.page_of("superiority", broken(), {})
    assert [erratum.place for erratum in page["appendix"]] == ["Lemma D.2, Part 4b, p. 16"]  # a misprint
    assert [erratum.place for erratum in (*page["errata"], *page["appendix"])] == [
        "Theorem 6.2, D1, p. 9",
        "Theorem D.13, p. 30",
        "Lemma E.1, p. 34",
        "Lemma D.2, Part 4b, p. 16",
    ]
    told = " ".join(erratum.falls for erratum in (*page["errata"], *page["appendix"]))
    assert told == "Theorem 6.2 [D1] Theorem D.13 Theorem E.4 Lemma D.2 [4b], Lemma D.3 [5]"
    assert page["unexplained"] == ["Claim Z.6"]
    assert page["beyond"] == ["Table Z.8 (1)"]
    assert (page["read"], page["broken"]) == (["8 printed: 2 hold, 5 fail, 1 has contradictory hypotheses"], 6)


def test_the_witness_is_of_the_root_and_smallest_only_where_all_smaller_ones_were_tried() -> None:
    found = {erratum.place: erratum for erratum in errata.errata_of(broken())}
    entries = found["Lemma D.2, Part 4b, p. 16"]
    assert (entries.root, entries.searched) == ("", True)
    assert entries.sides == {"lhs": "0.666667", "relation": "≤", "rhs": "0.5", "what": "row j3 | column 1", "first": ""}
    assert dict(entries.symbols)["j1"] == "its column"
    assert not found["Theorem D.13, p. 30"].searched
    assert found["Lemma E.1, p. 34"].root == "Theorem E.4"
    assert found["Lemma E.1, p. 34"].symbols == []
    elsewhere = [
        r | {"witness": r["witness"] | {"text": "n=3 d=3"}} if r["part"] == "4b" and r["witness"] else r for r in broken()
    ]
    assert not any(erratum.searched for erratum in errata.errata_of(elsewhere))


def test_repairs_are_found_also_where_a_part_is_split() -> None:
    records = several()
    split = next(r for r in records if r["part"] == "5")
    assert [r["part"] for r in errata.repairs_of(split, records)] == ["5.i", "5.ii"]
    own = record("Lemma Z.2", "5", reading="intended", changed="its own")
    assert errata.repairs_of(split, [*records, own]) == [own]


def test_a_repair_that_is_another_one_is_told_of_the_parts_that_need_it() -> None:
    needs = [record("Lemma D.3", f"5.{i}", reading="intended", changed="more") for i in ("i", "ii")]
    found = {erratum.place: erratum.others for erratum in errata.errata_of([*broken(), *needs])}
    assert found["Lemma D.2, Part 4b, p. 16"] == [("Lemma D.3 [5]", "more")]
    assert found["Theorem D.13, p. 30"] == []


@pytest.mark.parametrize(
    ("ball", "digits"),
    [
        ("[0.66666666666666666667 +/- 3.34e-21]", "0.666667"),
        ("0.50000000000000000000", "0.5"),
        ("[6.4369535261752264475e-32 +/- 1e-50]", "6.43695e-32"),
        ("[-145.2151 +/- 2e-4]", "-145.215"),
        ("[+/- 3.58e-21]", "[+/- 3.58e-21]"),
        ("3", "3"),
    ],
)
def test_sides_have_six_digits(ball: str, digits: str) -> None:
    assert errata.number(ball) == digits


@pytest.mark.parametrize(
    ("witness", "expected"),
    [
        ("n=2 d=3 a1=1 delta=1/100", ["n", "d", "a1", "delta"]),
        ("w = 2^k, d = w + 2, η_Y = 1/2", ["w", "d", "η_Y"]),
        ("f_nl₀²(0) = 4/5, r₀ = 3, t = 10^(10^k)", ["f_nl₀²(0)", "r₀", "t"]),
        ("m -> n = 10^m, any X, W = 0", ["n", "W"]),
    ],
)
def test_letters_of_a_witness(witness: str, expected: list[str]) -> None:
    assert letters(witness) == expected


@pytest.mark.parametrize("paper", OURS)
def test_every_letter_of_a_witness_is_explained(paper: str) -> None:
    """Of witnesses that are pinned, and of families; what a run finds by itself has the same letters."""
    for finding in findings_of(expectations.stand_ins(parts(paper))):
        part, _ = symbols_of(finding)
        family = getattr(part.proof, "family", None)
        text = part.witness or (family.text if family is not None else "")
        assert [name for name, meaning in symbols_of(finding | {"witness": text})[1] if not meaning] == [], finding["key"]


def test_names_of_lines() -> None:
    assert [named("Lemma D.2", "4b"), named("Theorem 4", "Eqn 124"), named("Theorem D.9", "")] == [
        "Lemma D.2, Part 4b",
        "Theorem 4, Eqn 124",
        "Theorem D.9",
    ]


def test_pages_are_written_for_the_papers_in_the_report(tmp_path: Path) -> None:
    source = tmp_path / "report.json"
    source.write_text(json.dumps(report([*several(), record("Lemma 1", paper="sparse")])))
    assert errata.main(["--from", str(source), "--output", str(tmp_path / "all")]) == 0
    written = {p.name for p in (tmp_path / "all").iterdir() if p.suffix != ".pdf"}
    assert written == {"superiority.md", "superiority.tex", "sparse.md", "sparse.tex"}
    assert errata.main(["--from", str(source), "--paper", "sparse", "--output", str(tmp_path / "one")]) == 0
    assert {p.stem for p in (tmp_path / "one").iterdir()} == {"sparse"}


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"records": [{}], "environment": {}}'])
def test_an_unusable_report_is_said_to_be_unusable(content: str | None, tmp_path: Path) -> None:
    source = tmp_path / "report.json"
    if content is not None:
        source.write_text(content)
    assert errata.main(["--from", str(source), "--output", str(tmp_path)]) == 2


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for _name, _text in errata.render("superiority", broken(), report()["environment"]).items():
        (GOLDEN / _name).write_text(_text, encoding="utf-8")
