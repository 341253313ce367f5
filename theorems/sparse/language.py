"""The alphabet of the second paper: its symbols, quantities, definitions, ranges and named facts, each declared once.

A module of statements says ``from theorems.sparse.language import *`` and ``from theorems.textbook import *``; exact numbers,
draws, balls and what builds data out of them are words of it as well.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from theorems.instance import Instance
from theorems.kernel.context import Reason
from theorems.kernel.facts import VARIABLE, Definition, Fact, fixed
from theorems.kernel.scripts import By, Have, Script, by, cases, each, only
from theorems.kernel.scripts import calc as linked
from theorems.language.computed import Supply
from theorems.language.lemma import Line
from theorems.language.rules import POSITIVE, Declared
from theorems.language.tree import Chain, Probability, Relation, free_symbols
from theorems.proofs import *
from theorems.proofs.kept import PENDING, Around
from theorems.provers.argument import Argument, Step
from theorems.provers.calculation import Calculation, Contrary, K, Silent
from theorems.provers.context import cite
from theorems.provers.families import Eventually as Later
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.large_sizes import AtEverySize, FromSomeSizeOn
from theorems.provers.steps import certain, identity, limit_is, nonnegative, positive, proved, slack, strictly_positive
from theorems.sparse import ranges
from theorems.sparse.attention import *
from theorems.sparse.described_rows import *
from theorems.sparse.lemma import *
from theorems.sparse.row_claims import *
from theorems.sparse.row_entries import *
from theorems.sparse.row_norms import (
    FROBENIUS_IS,
    frobenius_at_least,
    largest_squares,
    least_entry,
    least_mass,
    least_row_sum,
    least_squares,
    no_square_below_zero,
    spectral_at_least,
    squared_errors,
    squared_row,
)
from theorems.sparse.rows import *
from theorems.sparse.small_scores import *
from theorems.sparse.steps import HUB, OUTRUNS, REPAIR, SURE_BOUND, along, refuted_along
from theorems.sparse.windows import *
from theorems.statement import Condition, Domain, Part, Proof, TrivialRange
from theorems.vocabulary import Verdict
