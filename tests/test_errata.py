"""The page of errata: golden pages, and no text that a record holds becomes markup."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.fabricated import FAMILY, N0, POINT, record, report, several
from theorems import errata
from theorems.catalogue import parts
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


def test_every_character_of_the_statements_has_a_rendering() -> None:
    words = {text for p in parts() for text in (p.text, p.note, p.changed, *(c.text for c in p.domain.conditions))}
    assert not [text for text in sorted(words) if "U+" in latex(text)]


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for _name, _text in errata.render("superiority", broken(), report()["environment"]).items():
        (GOLDEN / _name).write_text(_text, encoding="utf-8")
