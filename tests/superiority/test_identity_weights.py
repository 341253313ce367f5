"""Appendix E: rows that differ by block, their joint law, the empty hypotheses, and errors planted in the closed forms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from itertools import product as sign_vectors
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kernels import attention, balls, networks
from kernels.affine import affine
from kernels.arithmetic import BALLS, FLOAT
from kernels.balls import Truth
from strategies.unit_circle import circle_points
from tests.superiority.dense import matrix, small_members
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.language.structure import Quantity
from theorems.provers.families import Eventually
from theorems.provers.search import evaluate
from theorems.superiority import identity_signs_on_data, identity_with_signs, signs_on_data
from theorems.superiority.identity_signs_on_data import (
    SOFTMAX_ON_D1,
    SPECIAL,
    STRANGER,
    TWIN,
    BlockSigns,
    FewByBlock,
    bind_signs,
)
from theorems.superiority.identity_softmax_on_d1 import E1
from theorems.superiority.identity_with_signs import E3, E4, OMITTED
from theorems.superiority.language import IDENTITY, Indicator, a1, b, block, c, j0, j1, j3, self_attention
from theorems.vocabulary import Reading, comparisons

KIND = pytest.mark.parametrize("linear", [False, True], ids=["softmax", "linear"])
DATASET = pytest.mark.parametrize("dataset", [0, 1])
CONSTANTS: dict[str, int | Fraction] = {"delta": Fraction(1, 100), "kappa": 1, "C": 1}


def small_data(dataset: int) -> st.SearchStrategy[Instance]:
    """n in 2..24 with at most 8 columns, so that all signs can be listed."""
    return small_members(self_attention(dataset, IDENTITY), most=24, widest=8).map(lambda i: i.but(**CONSTANTS))


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


def all_signs(d: int) -> np.ndarray:
    return np.array(list(sign_vectors((-1, 1), repeat=d)), dtype=float)


@KIND
@DATASET
@given(data=st.data())
def test_the_joint_law_of_all_rows_is_the_enumeration_of_all_signs(dataset: int, linear: bool, data: st.DataObject) -> None:
    i = data.draw(small_data(dataset))
    largest = (all_signs(i.d) @ dense(i, linear).T).max(axis=1)
    tau = float(i.c) + 0.1
    assume(np.abs(largest - tau).min() > 1e-9)
    x = model(i, dataset, linear)
    assert x.all_rows().below(x.tau).exact == Fraction(int((largest <= tau).sum()), 2**i.d)


@KIND
@DATASET
@given(data=st.data())
def test_the_law_of_each_row_is_the_enumeration_of_all_signs(dataset: int, linear: bool, data: st.DataObject) -> None:
    i = data.draw(small_data(dataset))
    x = model(i, dataset, linear)
    rows = dense(i, linear)
    block = (int(i.j3) - 1) % (int(i.d) - 2)
    signs = all_signs(i.d)
    for j in range(i.n):
        kind = SPECIAL if j + 1 == i.j3 else TWIN if j % (i.d - 2) == block else STRANGER
        sums = signs @ rows[j]
        if np.abs(sums - float(x.tau)).min() > 1e-9:
            assert x.row(kind).tail(x.tau, strict=False).exact == Fraction(int((sums >= float(x.tau)).sum()), 2**i.d)


@KIND
def test_the_network_fires_exactly_on_the_columns_that_the_law_counts(linear: bool) -> None:
    """Definitions C.2 and C.6 computed by the kernels on every column of signs, one at a time."""
    i = Instance.parse("n=8 d=6 t=2 j3=3 a1=1 b=3/5 c=4/5 delta=1/100 kappa=1 C=1")
    A, identity = matrix(i), np.eye(i.d)
    F = networks.F_lin if linear else networks.F_exp
    tau = float(i.c + Fraction(1, 10)) * float(np.sqrt(np.log(i.n)))
    fired = sum(F(A, A, A, identity, identity, column.reshape(-1, 1), tau).value > 0 for column in all_signs(i.d))
    assert model(i, 1, linear).all_rows().below(i.c + Fraction(1, 10)).exact == 1 - Fraction(fired, 2**i.d)


same, both = Indicator(block(j0) == block(j1)), Indicator((j0 == j3) & (j1 == j3))
in_j3s_block = Indicator((block(j0) == block(j1)) & (j0 == j3))
PLANTED = {  # logits with one error each
    "sign of b^2": c**2 - b**2 * same + a1**2 * both,
    "b^2 in every row": c**2 + b**2 + a1**2 * both,
    "a^2 in the whole block": c**2 + b**2 * same + a1**2 * in_j3s_block,
    "a for a^2": c**2 + b**2 * same + a1 * both,
    "c^2 left out": b**2 * same + a1**2 * both,
}


@pytest.mark.parametrize(
    ("error", "linear"),
    [
        ("sign of b^2", False),
        ("b^2 in every row", False),
        ("a^2 in the whole block", False),
        ("a for a^2", False),
        ("c^2 left out", True),
        ("sign of b^2", True),
        ("a for a^2", True),
    ],
)
def test_an_error_planted_in_the_logits_moves_the_rows_off_the_dense_ones(error: str, linear: bool, monkeypatch) -> None:
    i = Instance.parse("n=8 d=6 t=2 j3=3 a1=3/2 b=3/5 c=2/5 delta=1/100 kappa=1")

    def distance() -> float:
        x = model(i, 1, linear)
        own = [float(balls.approximate(balls.ball(x.entry(SPECIAL, column)))) for column in ("first", 0, 1)]
        rows = dense(i, linear)
        return float(np.abs(np.array(own) - rows[2, [0, 3, 1]]).max())

    assert distance() < 1e-12
    data = self_attention(1, IDENTITY)
    wrong = replace(data, model=data.model.adding(Quantity("L", (j0, j1), PLANTED[error])))
    monkeypatch.setattr(signs_on_data, "_data", lambda dataset, QK: wrong)
    assert distance() > 1e-3


def test_a_family_without_its_own_block_would_have_another_law() -> None:
    """The rows of the other blocks are a family: leaving out the spread gives another probability, so the law can fail."""
    i = Instance.parse("n=8 d=6 t=2 j3=3 a1=1 b=9/10 c=1/10 delta=1/100 kappa=1")
    x = model(i, 1, True)
    without = [g.__class__(g.count, g.coefficients) for g in x.all_rows().groups]
    assert x.all_rows().__class__(tuple(without)).below(x.tau).exact != x.all_rows().below(x.tau).exact


# -- hypotheses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("statement", [E1, E4], ids=lambda s: s.name)
@settings(max_examples=10)
@given(data=st.data())
def test_no_drawn_instance_meets_what_is_called_vacuous(statement: Any, data: st.DataObject) -> None:
    for part in statement.parts:
        if part.reading is Reading.STATED:
            i = data.draw(part.domain.instances())
            assert part.domain.broken(i) is not None


REPAIRED = [part for part in (*E1.parts, *E4.parts) if part.reading is Reading.INTENDED]


@pytest.mark.parametrize("part", [*REPAIRED, *E3.parts, *OMITTED.parts], ids=lambda p: p.slug)
def test_every_other_domain_of_the_appendix_has_members(part: Any) -> None:
    assert any(part.domain.broken(i) is None for i in part.domain.small())


@given(circle_points(Fraction(1, 10), Fraction(1, 5)))
def test_points_of_the_circle_are_exact_and_in_range(point: tuple[Fraction, Fraction]) -> None:
    b, c = point
    assert b * b + c * c == 1
    assert Fraction(1, 10) <= b < Fraction(1, 5)
    assert c >= Fraction(1, 10)


# -- verdicts, checked again by other means --------------------------------------------------------------------------------


@pytest.mark.parametrize(("part", "column"), [("4", 0), ("5", 1)])
def test_the_witnesses_of_lemma_e2_refute_it_on_dense_matrices(part: str, column: int) -> None:
    (stated,) = (p for p in find(f"superiority/Lemma E.2/{part}") if p.reading is Reading.STATED)
    i = Instance.parse(str(stated.witness))
    A = matrix(i)
    c = attention.softmax_attention(A, A, A, np.ones((i.d, i.d)), np.eye(i.d)) / np.sqrt(np.log(i.n))
    bound = float(i.a1) * 2 ** (0.25 - 1) if part == "4" else i.t * float(i.b) * 2 ** (0.25 - 1)
    assert c[i.j0 - 1, column] > bound + 0.02


def test_one_eighth_is_the_least_probability_of_lemma_e3_part_1_that_small_data_have() -> None:
    (intended,) = (p for p in find("superiority/Lemma E.3/1") if p.reading is Reading.INTENDED)
    assert intended.domain.small is not None
    met = (i for i in islice(intended.domain.small(), 3000) if intended.domain.broken(i) is None)
    laws = (model(i, 1, False).row(SPECIAL).tail(i.c + Fraction(1, 10), strict=False).exact for i in met)
    assert min(law for law in laws if law is not None) == Fraction(1, 8)


def test_lemma_e3_part_1_needs_a1_from_one() -> None:
    i = Instance.parse("n=42 d=9 t=6 j3=1 a1=7/10 b=1/10 c=9/10 delta=1/100 kappa=1")
    assert reaches_tau(i) < Fraction(1, 10)
    assert reaches_tau(i.but(a1=1)) >= Fraction(1, 8)


BOUNDS = {
    "E.3/2": (identity_with_signs.FEW, 1, False, (Fraction(1, 10), Fraction(9, 10)), (TWIN, STRANGER)),
    "F_exp on D0": (identity_with_signs.FEW_ON_D0, 0, False, identity_with_signs.POINT, (SPECIAL, TWIN, STRANGER)),
    "F_lin on D1": (
        identity_with_signs.linear_bound(Fraction(1)),
        1,
        True,
        identity_with_signs.POINT,
        (SPECIAL, TWIN, STRANGER),
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("k", [2, 3, 5, 8, 20])
def test_the_bound_on_the_squares_is_above_the_squares(name: str, k: int) -> None:
    """S <= M w^(-e), with S summed from the closed forms of each kind of row."""
    bound, dataset, linear, point, kinds = BOUNDS[name]
    family = identity_signs_on_data.widening_by_block(dataset, bound.r, a=bound.a, point=point)
    x = model(family.member(k), dataset, linear)
    w = balls.ball(2**k)
    for kind in kinds:
        squares = balls.ball(0)
        for group in x.row(kind).groups[:-1]:
            (value,) = group.coefficients
            squares += group.count * balls.sq(affine(value).ball())
        assert balls.le(squares, balls.ball(bound.M) / w ** balls.ball(bound.e)) is Truth.HOLDS


def test_a_bound_that_is_too_hopeful_is_refused() -> None:
    """Entries that fall too slowly for the family make no step, and an edge beyond the hypothesis raises."""
    slow = FewByBlock(r=1, a=Fraction(1), b=Fraction(1, 10), G=Fraction(1), decay=Fraction(1, 4))
    entries = SOFTMAX_ON_D1.entries(Fraction(9, 10), j0 != j3)
    assert replace(slow, decay=Fraction(99, 100)).squares_stay_below(entries)
    assert not slow.squares_stay_below(entries)
    with pytest.raises(ValueError, match="too little"):
        slow.edge(Fraction(1, 25))


@settings(max_examples=20)
@given(k=st.integers(2, 30), label=st.sampled_from(["F_exp=0 on D0", "F_lin=0 on D0", "F_lin=0 on D1"]))
def test_an_omitted_claim_is_true_along_its_family_from_n0_on(k: int, label: str) -> None:
    (part,) = find(f"superiority/Section E/{label}")
    assert isinstance(part.proof, Eventually)
    family = part.proof.family
    assert evaluate(part, family.member(k)).truth is (Truth.FAILS if k <= 4 else Truth.HOLDS)


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


def test_the_data_are_those_of_the_section() -> None:
    x = model(Instance.parse("n=8 d=6 t=2 j3=3 a1=1 b=1/2 c=1/2 delta=1/100 kappa=1"), 1, False)
    assert x.kinds == [SPECIAL, TWIN, STRANGER]
    assert x.data.given.name == "D1 of Definition D.1, QKᵀ = I_d"
    assert FLOAT.name != BALLS.name
    with pytest.raises(TypeError, match="computed in balls"):
        bind_signs(Instance.parse("n=8 d=6 t=2 j3=3 a1=1 b=1/2 c=1/2 delta=1/100 kappa=1"), FLOAT, 1, False)


@pytest.mark.parametrize(("C", "truth"), [(3, Truth.FAILS), (8, Truth.HOLDS)])
@pytest.mark.parametrize("k", [8, 20, 60])
def test_theorem_e4_needs_a_constant_above_one_over_log_four_thirds(C: int, truth: Truth, k: int) -> None:
    """A column fires with probability near 1/4, so C = 3 < 3.48 is too small for large n, and C = 8 is enough."""
    (intended,) = (p for p in find("superiority/Theorem E.4") if p.reading is Reading.INTENDED)
    family = identity_signs_on_data.widening_by_block(1, 1, a=Fraction(1), point=identity_with_signs.POINT, C=C)
    assert evaluate(intended, family.member(k)).truth is truth
