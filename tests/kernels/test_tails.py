"""Exact laws against enumeration, closed forms and each other."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kernels import balls
from kernels.tails import Law, bernoulli_exponent, chi_squared_above, chi_squared_below, law_of, sum_of


@pytest.fixture(autouse=True)
def enough_precision():
    with balls.precision(128):
        yield


chances = st.fractions(0, 1, max_denominator=12)


@given(st.lists(chances, min_size=1, max_size=6), st.fractions(-1, 7, max_denominator=3))
def test_a_tail_of_a_sum_is_the_sum_over_its_outcomes(chances, t):
    law = sum_of([Law.bernoulli(p) for p in chances])
    total = Fraction(0)
    for bits in product((0, 1), repeat=len(chances)):
        if sum(bits) >= t:
            total += math.prod((p if bit else 1 - p) for bit, p in zip(bits, chances, strict=True))
    assert law.at_least(t) == total


def test_products_and_functions_of_independent_variables_agree():
    a, b = Law.uniform([-1, 0, 2]), Law.binomial(4, Fraction(1, 3))
    assert a * b == law_of(lambda x, y: x * y, a, b)
    assert a + b == law_of(lambda x, y: x + y, a, b)


@pytest.mark.parametrize("weights", [{0: Fraction(1, 2)}, {0: Fraction(3, 2), 1: Fraction(-1, 2)}])
def test_what_is_no_law_is_refused(weights):
    with pytest.raises(ValueError, match=r"negative|add up"):
        Law.of(weights)


def test_the_moment_generating_function_of_a_sign_is_cosh():
    x = balls.ball(Fraction(7, 5))
    assert balls.agrees(Law.sign().moment_generating(x), (balls.exp(x) + balls.exp(-x)) / 2, 20)


@pytest.mark.parametrize("degrees", [1, 2, 3, 10, 101])
@pytest.mark.parametrize("x", [Fraction(1, 10), Fraction(1), Fraction(25, 2), Fraction(200)])
def test_chi_squared_tails_are_scipys(degrees, x):
    above = balls.approximate(chi_squared_above(degrees, balls.ball(x)))
    assert above == pytest.approx(stats.chi2.sf(float(x), degrees), rel=1e-10)
    assert balls.approximate(chi_squared_below(degrees, balls.ball(x))) == pytest.approx(
        stats.chi2.cdf(float(x), degrees), rel=1e-10
    )


@given(st.integers(1, 40), chances.filter(lambda p: 0 < p < 1), st.fractions(Fraction(1, 20), 8, max_denominator=20))
def test_no_sum_of_coins_exceeds_the_bernoulli_exponent(n, p, delta):
    mean = n * p
    tail = balls.ball(Law.binomial(n, p).at_least((1 + delta) * mean))
    bound = balls.exp(-balls.ball(mean) * bernoulli_exponent(balls.ball(delta)))
    assert balls.le(tail, bound) is balls.Truth.HOLDS
