"""The law of the number of pluses: counting, the incomplete beta integral and plain summation agree."""

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.balls import Ball
from kernels.binomial_tails import EXACT_SIGNS, _beta_tail, count_between, probability_between, upper_tail


def contains(enclosure: Ball, exact: Fraction) -> bool:
    low, high = balls.bounds(enclosure)
    return low <= exact <= high


def one_probability(k: int, u: int) -> Ball:
    """Pr[U = u]."""
    chosen, left = balls.lgamma(balls.ball(u + 1)), balls.lgamma(balls.ball(k - u + 1))
    return balls.exp(balls.lgamma(balls.ball(k + 1)) - chosen - left - k * balls.log(balls.ball(2)))


@st.composite
def ranges(draw: st.DrawFn, most: int = EXACT_SIGNS) -> tuple[int, int, int]:
    k = draw(st.integers(0, most))
    return k, draw(st.integers(-2, k + 2)), draw(st.integers(-2, k + 2))


@given(ranges())
def test_balls_contain_the_exact_probability(case):
    k, low, high = case
    exact = Fraction(count_between(k, low, high), 2**k)
    assert contains(probability_between(k, low, high), exact)
    assert contains(upper_tail(k, low), Fraction(count_between(k, low, k), 2**k))


@given(st.data(), st.sampled_from([64, 128, 300]))
def test_the_beta_integral_contains_the_exact_tail(data, bits):
    k = data.draw(st.integers(2, EXACT_SIGNS))
    u = data.draw(st.integers(k // 2 + 1, k))
    tail = _beta_tail(k, u, bits)
    assert contains(tail, Fraction(count_between(k, u, k), 2**k))
    if k > 8 * bits:
        assert tail.rel_accuracy_bits() >= bits - 2


@given(st.data(), st.sampled_from([5000, 10**6, 10**12, 10**100, 10**300]))
def test_neighbouring_tails_differ_by_one_binomial_probability(data, k):
    u = k // 2 + data.draw(st.integers(0, 5) | st.integers(0, 5 * math.isqrt(k)))
    with balls.precision(128 + 2 * k.bit_length()):
        difference = upper_tail(k, u) - upper_tail(k, u + 1)
        term = one_probability(k, u)
    assert balls.agrees(difference, term, digits=30)
    assert balls.agrees(probability_between(k, u, u), term, digits=30)
    assert balls.agrees(probability_between(k, k - u, k - u), term, digits=30)
