"""Every printed line of the three papers: its words are declared, and it is typeset in text, LaTeX and MathML."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from theorems.catalogue import parts

LINES = list(parts())


def test_every_line_speaks_of_declared_words() -> None:
    unknown = {part.key: part.printed.unknown() for part in LINES if part.claim is not None}
    assert {key: words for key, words in unknown.items() if words} == {}


def test_the_claim_of_a_record_is_the_printed_line() -> None:
    assert [part.key for part in LINES if not part.text.startswith(part.printed.text)] == []


def test_every_line_is_typeset() -> None:
    wrong = []
    for part in LINES:
        written = re.sub(r"\\[{}]", "", part.printed.latex)
        open_braces = 0
        for character in written:
            open_braces += {"{": 1, "}": -1}.get(character, 0)
            if open_braces < 0:
                break
        if open_braces != 0 or not written.isascii() or written.count(r"\left") != written.count(r"\right"):
            wrong.append(f"{part.key}: {part.printed.latex}")
        assert ElementTree.fromstring(part.printed.mathml).tag.endswith("math"), part.key
    assert not wrong
