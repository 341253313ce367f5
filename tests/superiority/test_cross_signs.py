"""Random signs on the cross-attention data: exact laws against enumeration over dense attention and against draws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from kernels import attention, balls
from kernels.arithmetic import BALLS, FLOAT
from kernels.rademacher import count_silent, count_tail
from tests.superiority.dense import small_members
from tests.superiority.test_cross_attention import inputs
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.provers.families import Eventually
from theorems.superiority.cross_signs_on_data import HALF, TAU, bound_signs, widening
from theorems.superiority.language import cross_attention
from theorems.vocabulary import Reading

KINDS = pytest.mark.parametrize(("dataset", "linear"), [(0, False), (1, False), (0, True), (1, True)])


def constants(i: Instance, **more: int | Fraction) -> Instance:
    return i.but(delta=Fraction(1, 100), kappa=1, **more)


def members() -> st.SearchStrategy[Instance]:
    return small_members(cross_attention(1), most=24, widest=9).map(lambda i: constants(i, C=Fraction(1)))


def dense_rows(i: Instance, dataset: int, linear: bool) -> np.ndarray:
    A1, A2 = inputs(i, dataset)
    compute = attention.linear_attention if linear else attention.softmax_attention
    return compute(A1, A2, A2, np.eye(i.d), np.eye(i.d))


@KINDS
@given(data=st.data())
def test_rows_are_those_of_dense_attention(dataset: int, linear: bool, data: st.DataObject) -> None:
    i = data.draw(members())
    model, dense = bound_signs(i, BALLS, dataset, linear), dense_rows(i, dataset, linear)
    own = 1 + (i.j3 - 1) % (i.d - 1)
    for is_j2, row in ((True, i.j2 - 1), (False, i.j2 % i.n)):
        first, block, other = (balls.approximate(_ball(x)) for x in model.row(is_j2))
        assert dense[row, 0] == pytest.approx(first, rel=1e-10)
        assert dense[row, own] == pytest.approx(block, rel=1e-10)
        assert all(dense[row, k] == pytest.approx(other, rel=1e-10) for k in range(1, i.d) if k != own)


def _ball(x):
    return x.ball() if hasattr(x, "ball") else balls.ball(x) if isinstance(x, int | Fraction) else x


@KINDS
@given(data=st.data())
def test_laws_are_those_of_all_sign_strings(dataset: int, linear: bool, data: st.DataObject) -> None:
    i = data.draw(members())
    model, dense = bound_signs(i, BALLS, dataset, linear), dense_rows(i, dataset, linear)
    sigma = np.array(list(product((-1, 1), repeat=i.d)), dtype=float).T
    for is_j2, row in ((True, i.j2 - 1), (False, i.j2 % i.n)):
        values = dense[row] @ sigma
        if np.abs(np.abs(values) - float(HALF)).min() > 1e-9:
            assert balls.approximate(model.stays_inside(is_j2)) == pytest.approx(np.mean(np.abs(values) < float(HALF)))
        if np.abs(values - float(TAU)).min() > 1e-9:
            assert balls.approximate(model.reaches(is_j2)) == pytest.approx(np.mean(values >= float(TAU)))
    products = dense @ sigma
    if np.abs(products - float(TAU)).min() > 1e-9:
        fires = np.mean((products > float(TAU)).any(axis=0))
        network = model.network()
        assert balls.approximate(network.complement) == pytest.approx(1 - (1 - fires) ** model.m, abs=1e-12)
        assert balls.approximate(network.value + network.complement) == pytest.approx(1)


@KINDS
def test_draws_agree_with_the_law(dataset: int, linear: bool) -> None:
    i = constants(Instance.parse("n=60 d=13 t=5 j2=7 j3=3 a0=1/20 a1=2"), C=Fraction(1))
    model, dense = bound_signs(i, BALLS, dataset, linear), dense_rows(i, dataset, linear)
    counts = count_tail(dense[6].tolist(), TAU, 40_000, seed=1)
    assert binomtest(counts.above, counts.draws, balls.approximate(model.reaches(True))).pvalue > 1e-6
    silent = count_silent([dense[6].tolist(), dense[0].tolist()], TAU, model.m, 4000, seed=2)
    assert binomtest(silent, 4000, balls.approximate(model.network().value)).pvalue > 1e-6


def test_ties_are_decided() -> None:
    """Row (1/2, 1/2, 1/2) of n = 2, d = 3: <c,σ> is 1/2 with probability 3/8 and -1/2 with the same: never inside."""
    i = constants(Instance.parse("n=2 d=3 t=1 j2=1 j3=1 a0=1/20 a1=2"))
    assert bound_signs(i, BALLS, 0, True).sums(False).inside(HALF, strict=True).exact == 0
    assert bound_signs(i, BALLS, 0, False).sums(False).inside(HALF, strict=False).exact == Fraction(3, 4)


def test_a_row_that_sits_on_its_threshold_reaches_it_and_does_not_fire() -> None:
    """n = 10, t = 1: eleven entries 1/10, and nine more pluses than minuses in one of 12 strings out of 2^11."""
    i = constants(Instance.parse("n=10 d=11 t=1 j2=1 j3=1 a0=1/20 a1=2"))
    model = bound_signs(i, BALLS, 0, True)
    assert balls.approximate(model.reaches(False)) == 12 / 2**11
    assert balls.approximate(model.sums(False).no_activation(TAU, 1).complement) == 1 / 2**11


def test_probabilities_exist_in_balls_only() -> None:
    with pytest.raises(TypeError, match="computed in balls"):
        bound_signs(widening().member(2), FLOAT, 1, False)


def test_the_smallest_probability_of_the_repaired_F4_1_is_where_its_note_says() -> None:
    i = constants(Instance.parse("n=5 d=6 t=1 j2=1 j3=1 a0=1/20 a1=1000001/1000000"))
    tail = bound_signs(i, BALLS, 1, False).sums(True).tail(TAU, strict=False)
    assert tail.exact == Fraction(11, 64)


@pytest.mark.parametrize("address", ["Lemma F.4/2", "Lemma F.8/1", "Lemma F.8/2", "Lemma F.12/1", "Lemma F.16/2"])
def test_thresholds_are_false_just_before_and_true_at_n0(address: str) -> None:
    (part,) = (p for p in find(f"superiority/{address}") if p.reading is Reading.INTENDED)
    assert isinstance(part.proof, Eventually)
    found = part.proof.run(part)
    assert found.n0 is not None
    assert found.n0["false_at"] is not None
    assert int(found.n0["value"]) == 4 * Instance.parse(found.n0["false_at"]).n


def test_a_proof_with_a_weaker_bound_is_not_accepted() -> None:
    """Power: with entries ten times larger the route's own threshold moves out, and a broken step refuses the verdict."""
    (part,) = (p for p in find("superiority/Lemma F.4/2") if p.reading is Reading.INTENDED)
    assert isinstance(part.proof, Eventually)
    assert part.proof.steps[-1].check()
    found = part.proof.run(part)
    assert found.verdict.value == "asymptotic"
    early = Eventually(part.proof.family, lambda: 2, part.proof.how, part.proof.steps)
    assert early.run(part).verdict.value == "unknown", "still false at the last index"
