"""The words of the third paper: what statements and their data are made of, and a statement of its own.

Exact numbers, draws, balls and what builds data out of them are words of it as well.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import ceil as round_up
from typing import Any

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels import decoder_growth as growth
from kernels import symmetric_matrices as symmetric
from kernels.arithmetic import BALLS, Arithmetic
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.kernel import scripts
from theorems.kernel.context import Reason
from theorems.kernel.facts import INTEGERS, REALS, VARIABLE, Definition, Fact, fixed, substituted
from theorems.kernel.scripts import Script, by, growing, only
from theorems.language import lemma
from theorems.language.later import script_in as script_in
from theorems.language.rules import Declared
from theorems.language.tree import Eventually as Eventually
from theorems.language.tree import Member, Relation, Total
from theorems.language.words import *
from theorems.provers import families
from theorems.provers.argument import Step
from theorems.provers.calculation import Calculation, Contrary
from theorems.provers.calculation import K as FAMILY
from theorems.provers.context import cite
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.provers.steps import certain, limit_is, nonnegative, positive, proved, slack, strictly_positive
from theorems.statement import Condition, Domain, SymbolicCase, TrivialRange


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "scan_snap"
    comes_from = "spec"


INFINITY, top = symbols("∞ ⊤")  # top: x**top is the transpose
