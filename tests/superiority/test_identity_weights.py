"""Appendix E: rows that differ by block, their joint law, the empty hypotheses, and errors planted in the closed forms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import attention
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from tests.superiority.dense import matrix
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.provers.search import evaluate
from theorems.superiority import identity_signs_on_data, identity_with_signs
from theorems.superiority.identity_signs_on_data import (
    SOFTMAX_ON_D1,
    SPECIAL,
    BlockSigns,
    FewByBlock,
    bind_signs,
)
from theorems.superiority.identity_softmax_on_d1 import E1
from theorems.superiority.identity_with_signs import E4
from theorems.superiority.language import j0, j3
from theorems.vocabulary import Reading, comparisons


def dense(i: Instance, linear: bool) -> np.ndarray:
    """c(A,x) in units of sqrt(log n), from the definitions."""
    A, identity = matrix(i), np.eye(i.d)
    kernel = attention.linear_attention if linear else attention.softmax_attention
    return kernel(A, A, A, identity, identity) / np.sqrt(np.log(i.n))


def model(i: Instance, dataset: int, linear: bool) -> BlockSigns:
    return bind_signs(i, BALLS, dataset, linear)


def reaches_tau(i: Instance) -> Fraction:
    """Pr[<c_exp(A,x)_{j3}, σ> >= (c + 0.1) sqrt(log n)], decided and exact."""
    exact = model(i, 1, False).row(SPECIAL).tail(i.c + Fraction(1, 10), strict=False).exact
    assert exact is not None
    return exact


# -- hypotheses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("statement", [E1, E4], ids=lambda s: s.name)
@settings(max_examples=10)
@given(data=st.data())
def test_no_drawn_instance_meets_what_is_called_vacuous(statement: Any, data: st.DataObject) -> None:
    for part in statement.parts:
        if part.reading is Reading.STATED:
            i = data.draw(part.domain.instances())
            assert part.domain.broken(i) is not None


# -- verdicts, checked again by other means --------------------------------------------------------------------------------


def test_lemma_e3_part_1_needs_a1_from_one() -> None:
    i = Instance.parse("n=42 d=9 t=6 j3=1 a1=7/10 b=1/10 c=9/10 delta=1/100 kappa=1")
    assert reaches_tau(i) < Fraction(1, 10)
    assert reaches_tau(i.but(a1=1)) >= Fraction(1, 8)


def test_a_bound_that_is_too_hopeful_is_refused() -> None:
    """Entries that fall too slowly for the family make no step, and an edge beyond the hypothesis raises."""
    slow = FewByBlock(r=1, a=Fraction(1), b=Fraction(1, 10), G=Fraction(1), decay=Fraction(1, 4))
    entries = SOFTMAX_ON_D1.entries(Fraction(9, 10), j0 != j3)
    assert replace(slow, decay=Fraction(99, 100)).squares_stay_below(entries)
    assert not slow.squares_stay_below(entries)
    with pytest.raises(ValueError, match="too little"):
        slow.edge(Fraction(1, 25))


def test_a_wrong_count_of_the_block_is_refuted() -> None:
    """Lemma E.1, Part 2.i with t-1 as printed, at data that meet everything else."""
    stated, intended = find("superiority/Lemma E.1/2.i")
    i = Instance.parse("n=4 d=4 t=2 j3=1 a1=1 b=4/5 c=3/5 j0=2")
    x = intended.domain.bind(i, BALLS)
    intended.domain.require(i)
    assert stated.claim is not None
    assert intended.claim is not None
    assert any(c.truth() is Truth.FAILS for c in comparisons(stated.claim(x)))
    assert not any(c.truth() is Truth.FAILS for c in comparisons(intended.claim(x)))


@pytest.mark.parametrize(("C", "truth"), [(3, Truth.FAILS), (8, Truth.HOLDS)])
@pytest.mark.parametrize("k", [8, 20, 60])
def test_theorem_e4_needs_a_constant_above_one_over_log_four_thirds(C: int, truth: Truth, k: int) -> None:
    """A column fires with probability near 1/4, so C = 3 < 3.48 is too small for large n, and C = 8 is enough."""
    (intended,) = (p for p in find("superiority/Theorem E.4") if p.reading is Reading.INTENDED)
    family = identity_signs_on_data.widening_by_block(1, 1, a=Fraction(1), point=identity_with_signs.POINT, C=C)
    assert evaluate(intended, family.member(k)).truth is truth
