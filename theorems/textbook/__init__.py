"""Inequalities that every textbook has, for the links of calculations: one theorem each, with its hypotheses and a source.

Each is held against random arguments by ``tests/textbook``: by topic ``elementary``, ``probability``, ``sums``, ``flows``.
``from theorems.textbook import *`` gives all theorems, and the words of their hypotheses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.kernel.facts import Theorem
from theorems.textbook.elementary import *
from theorems.textbook.flows import *
from theorems.textbook.laws import *
from theorems.textbook.probability import *
from theorems.textbook.sums import *

WORDS = {"all_independent", "binomial", "bounded_change_of_pairs", "chi_squared", "continuous", "explicit"}
WORDS |= {"fair_sign", "finite", "independent", "meanwhile", "pairs_independent", "standard_normal", "sure"}
if not TYPE_CHECKING:  # a checker of types reads no list that is computed
    __all__ = [name for name, value in globals().items() if isinstance(value, Theorem) or name in WORDS]  # not their letters
