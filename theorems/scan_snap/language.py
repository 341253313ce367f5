"""The words of the third paper: its parameters, and a statement of its own."""

from __future__ import annotations

from theorems.language import lemma
from theorems.language.later import script_in as script_in
from theorems.language.tree import Eventually as Eventually
from theorems.language.words import *


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "scan_snap"


INFINITY, top = symbols("∞ ⊤")  # top: x**top is the transpose
