"""A statement of the second paper, and the words that it is written with."""

from theorems.language import lemma
from theorems.language.tree import Eventually as Eventually
from theorems.language.words import *


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "sparse"
