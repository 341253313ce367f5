"""The words of the third paper: what statements and their data are made of, and a statement of its own."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from theorems.instance import Instance
from theorems.kernel.context import Reason
from theorems.kernel.facts import INTEGERS, REALS, VARIABLE, Definition, Fact, fixed, substituted
from theorems.language import lemma
from theorems.language.reductions import Declared
from theorems.language.tree import Eventually as Eventually
from theorems.language.tree import Member, Relation, Total
from theorems.language.words import *
from theorems.provers.argument import Step
from theorems.provers.calculation import Calculation, Contrary
from theorems.provers.context import cite
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.provers.steps import certain, limit_is, nonnegative, positive, proved, slack, strictly_positive
from theorems.statement import Condition, Domain, SymbolicCase, TrivialRange


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "scan_snap"


def script_in(module: str, name: str) -> Callable[[], Any]:
    """What shows a fact, in a module that speaks of more than the fact's own."""
    return lambda: getattr(import_module(f"theorems.scan_snap.{module}"), name)


INFINITY, top = symbols("∞ ⊤")  # top: x**top is the transpose
