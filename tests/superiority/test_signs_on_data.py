"""The exact probabilities of D.4 to D.17 against all 2^d signs and the dense data (superiority v1, Appendix D)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from kernels import attention, balls
from kernels.arithmetic import BALLS
from kernels.balls import Ball
from kernels.networks import network
from kernels.random_signs import Probability
from tests.superiority.dense import entries, matrix
from theorems.instance import Instance
from theorems.language.structure import Row
from theorems.superiority.linear_with_signs import few as few_linear
from theorems.superiority.sign_arguments import FewOnes
from theorems.superiority.signs_on_data import (
    SPECIAL,
    SignsOnData,
    columns_for,
    signs_on_data,
    widening,
)
from theorems.superiority.softmax_with_signs import FEW_0, FEW_1

ARITHMETIC = {"softmax": False, "linear": True}
FIRST = {0: (Fraction(1, 20), Fraction(99, 1000)), 1: (Fraction(7, 10), Fraction(3))}  # at a1 = 1 float64 would meet ties
SIZES = ((3, 2), (4, 1), (4, 2), (5, 3), (6, 1), (10, 1), (10, 2))
NEAR = 1e-9  # float64 errors of dense attention are far below, the gaps of these sums far above


def point(dataset: int, d: int, t: int, a: Fraction, b: Fraction, j3: int = 1) -> Instance:
    sizes = Instance(n=(d - 2) * t, d=d, t=t, j3=j3)
    return sizes.but(**{f"a{dataset}": a}, b=b, c=1 - b, delta=Fraction(1, 100), kappa=1, C=1)


def instances(dataset: int) -> list[Instance]:
    return [
        point(dataset, d, t, a, b, j3=1 + (d * t) % ((d - 2) * t))
        for (d, t), a, b in itertools.product(SIZES, FIRST[dataset], (Fraction(1, 2), Fraction(9, 10)))
    ]


CASES = [
    pytest.param(dataset, name, i, id=f"D{dataset} {name} {i}")
    for dataset in (0, 1)
    for name in ARITHMETIC
    for i in instances(dataset)
]


def test_one_row_has_no_logarithm_and_no_network_fires() -> None:
    one = signs_on_data(1, linear=False).bind(point(1, 3, 1, Fraction(1), Fraction(1, 2)), BALLS)
    assert balls.bounds(one.reaches(SPECIAL))[0] == 1
    assert one.network().complement == 0


@cache
def dense_rows(i: Instance, linear: bool) -> np.ndarray:
    """c(A, x) in units of sqrt(log n) from the matrices: exact fractions for linear attention, float64 for softmax."""
    if not linear:
        A = matrix(i)
        return attention.softmax_attention(A, A, A, np.ones((i.d, i.d)), np.eye(i.d)) / np.sqrt(np.log(i.n))
    A = np.array(entries(i), dtype=object)
    logits = A @ np.full((i.d, i.d), Fraction(1)) @ A.T
    return (logits / logits.sum(axis=1, keepdims=True)) @ A


@cache
def all_signs(d: int) -> np.ndarray:
    return np.array(list(itertools.product((-1, 1), repeat=d)))


def inner_products(i: Instance, linear: bool) -> np.ndarray:
    """⟨c_{j0}, σ⟩ for every row j0 and every σ, as (rows, 2^d), less the threshold c + 1/10."""
    rows, signs = dense_rows(i, linear), all_signs(i.d)
    products = rows @ (signs.T.astype(object) if linear else signs.T) - (
        i.c + Fraction(1, 10) if linear else float(i.c + Fraction(1, 10))
    )
    if not linear:
        assert np.abs(products).min() > NEAR, "a tie that float64 cannot tell: choose other parameters"
    return products


def model(dataset: int, i: Instance, linear: bool) -> SignsOnData:
    made: SignsOnData = signs_on_data(dataset, linear=linear, constants=(Fraction(1),)).bind(i, BALLS)
    return made


def share(hits: Any) -> Fraction:
    return Fraction(int(hits.sum()), hits.size)


def encloses(ball: Ball, exact: Fraction) -> bool:
    low, high = balls.bounds(ball)
    return low <= exact <= high and high - low < Fraction(1, 10**25)


@pytest.mark.parametrize(("dataset", "name", "i"), CASES)
def test_the_laws_of_single_rows_are_those_of_all_signs(dataset: int, name: str, i: Instance) -> None:
    linear = ARITHMETIC[name]
    x = model(dataset, i, linear)
    excess = inner_products(i, linear)
    width = 2 * (i.c + Fraction(1, 10))
    laws = {row: (x.reaches(row), x.stays_below(row), x.stays_inside(row)) for row in (SPECIAL, x.other)}
    for j0 in range(i.n):
        below = excess[j0] < 0
        inside = below & (excess[j0] > -(width if linear else float(width)))
        reaches, stays_below, stays_inside = laws[SPECIAL if j0 + 1 == i.j3 else x.other]
        assert encloses(reaches, share(~below))
        assert encloses(stays_below, share(below))
        assert encloses(stays_inside, share(inside))


@pytest.mark.parametrize(("dataset", "name", "i"), CASES)
def test_the_law_of_the_network_is_that_of_all_signs_on_all_rows(dataset: int, name: str, i: Instance) -> None:
    linear = ARITHMETIC[name]
    x = model(dataset, i, linear)
    silent = share((inner_products(i, linear) <= 0).all(axis=0))
    for m in (1, 2, x.m):
        law: Probability = replace(x, m=m).network()
        assert law.exact == silent**m
        assert encloses(law.value, silent**m)
        assert encloses(law.complement, 1 - silent**m)


@pytest.mark.parametrize(("d", "t", "m"), [(3, 2, 1), (3, 3, 2), (3, 2, 3), (4, 1, 2), (4, 2, 2), (5, 1, 2)])
@pytest.mark.parametrize("name", list(ARITHMETIC))
@pytest.mark.parametrize("dataset", [0, 1])
def test_the_network_on_dense_data_is_silent_as_often(dataset: int, name: str, d: int, t: int, m: int) -> None:
    """F of Definitions C.2 and C.6 on the matrices, for every choice of its m columns of signs."""
    linear = ARITHMETIC[name]
    a = Fraction(1, 20) if dataset == 0 else Fraction(9, 10)
    i = point(dataset, d, t, a, Fraction(1, 2))
    A = matrix(i)
    kernel = attention.linear_attention if linear else attention.softmax_attention
    c = kernel(A, A, A, np.ones((d, d)), np.eye(d))
    tau = float(i.c + Fraction(1, 10)) * np.sqrt(np.log(i.n))
    silent = 0
    for columns in itertools.product(all_signs(d), repeat=m):
        found = network(c, np.array(columns, dtype=float).T, tau)
        assert abs(found.largest - tau) > found.rounding + NEAR
        silent += found.value == 0
    law = replace(model(dataset, i, linear), m=m).network()
    assert law.exact == Fraction(silent, 2 ** (d * m))


@pytest.mark.parametrize(
    ("constant", "n", "delta"), [(1, 2, (1, 100)), (8, 10**6, (1, 100)), (3, 10**300, (1, 2)), (1, 3, (1, 2))]
)
def test_the_number_of_columns_is_the_least_integer_not_below_c_log(constant: int, n: int, delta: tuple[int, int]) -> None:
    m = columns_for(Fraction(constant), n, Fraction(*delta))
    with balls.precision(256):
        exact = constant * balls.log(balls.ball(Fraction(n) / Fraction(*delta)))
        assert bool(exact <= m)
        assert bool(exact > m - 1)


# -- the bound behind the thresholds ---------------------------------------------------------------------------------------

BOUNDS = [
    pytest.param(FEW_1, 1, False, False, id="D.4/2"),
    pytest.param(FEW_0, 0, False, True, id="D.8"),
    pytest.param(few_linear(1), 1, True, True, id="D.12"),
    pytest.param(few_linear(0), 0, True, True, id="D.16"),
]
SPREADS = (1, 2, 3)


def squares(x: SignsOnData, row: Row) -> Ball:
    """The squared entries of a row without the last, added up."""
    *others, _ = x.columns()
    return sum((count * balls.sq(balls.ball(x.entry(row, column))) for column, count in others), balls.ball(0))


@pytest.mark.parametrize("r", SPREADS)
@pytest.mark.parametrize(("bound", "dataset", "linear", "both"), BOUNDS)
def test_the_squares_stay_below_their_bound(bound: FewOnes, dataset: int, linear: bool, both: bool, r: int) -> None:
    """S <= M w^(-e) on the family d - 2 = w, t = w^r, at every size looked at."""
    spread = replace(bound, r=r)
    family = widening(dataset, r, a=str(bound.a))
    for k in (1, 2, 3, 5, 8, 13, 40):
        x: SignsOnData = signs_on_data(dataset, linear=linear).bind(family.member(k), BALLS)
        allowed = balls.ball(spread.M) * balls.ball(2**k) ** (-balls.ball(spread.e))
        for row in (x.other, SPECIAL) if both else (x.other,):
            assert bool(squares(x, row) <= allowed)


@pytest.mark.parametrize("columns", [None, 1, 3])
@pytest.mark.parametrize(("bound", "dataset", "linear", "both"), BOUNDS)
def test_beyond_the_threshold_of_the_proof_the_claim_is_true(
    bound: FewOnes, dataset: int, linear: bool, both: bool, columns: int | None
) -> None:
    """At the threshold, and at sizes far beyond it, by the exact law; one index before, the bound proves nothing."""
    few = replace(bound, columns=columns)
    start = few.threshold_index()
    assert few.covered(start)
    assert not few.covered(start - 1)
    family = widening(dataset, 1, a=str(bound.a), C=columns)
    constants = () if columns is None else (Fraction(columns),)
    for k in (start, start + 1, 3 * start):
        assert few.covered(k)
        if columns is not None and not both:
            continue  # on D1 softmax attention fires: only its rows j0 ≠ j3 are silent
        x: SignsOnData = signs_on_data(dataset, linear=linear, constants=constants).bind(family.member(k), BALLS)
        if columns is None:
            for row in (x.other, SPECIAL) if both else (x.other,):
                assert bool(x.stays_below(row) >= x.high_probability)
        else:
            assert bool(x.network().value >= x.high_probability)


def test_the_bound_of_hoeffding_is_never_below_the_exact_tail() -> None:
    """2 exp(-1/(200 S)) >= Pr[|Σ| >= 1/10] where Σ leaves the last column out."""
    for dataset, linear in itertools.product((0, 1), (True, False)):
        for i in instances(dataset)[::3]:
            rows = dense_rows(i, linear)[:, :-1].astype(float)
            signs = all_signs(i.d - 1)
            for row in rows:
                tail = (np.abs(signs @ row) >= 0.1 + NEAR).mean()
                assert tail <= 2 * np.exp(-1 / (200 * (row**2).sum())) + NEAR
