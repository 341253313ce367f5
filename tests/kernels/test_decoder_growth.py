"""The growth of the decoder's logit in balls against Lambert's function and Newton's method."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import balls
from kernels import decoder_growth as growth

SIZES = st.one_of(st.integers(2, 12), st.integers(1, 6).map(lambda k: 10**k))
AGES = st.one_of(
    st.fractions(Fraction(1, 10**6), 30, max_denominator=10**6), st.integers(1, 12).map(lambda k: Fraction(10) ** k)
)


@settings(max_examples=60)
@given(M=SIZES, age=AGES)
def test_lambert_newton_and_balls_agree(M: int, age: Fraction) -> None:
    enclosure = growth.logit(balls.ball(M), balls.ball(age))
    assert enclosure.rad() <= abs(enclosure) * balls.ball(Fraction(1, 10**25))
    low, high = balls.bounds(enclosure)
    with mpmath.workdps(50):
        by_lambert = growth.logit_mp(M, age)
        slack = mpmath.mpf(10) ** -45 * by_lambert
        assert mpmath.mpf(low.numerator) / low.denominator - slack <= by_lambert
        assert by_lambert <= mpmath.mpf(high.numerator) / high.denominator + slack
    assert float(growth.logit_float(float(M), float(age))) == pytest.approx(float(by_lambert), rel=1e-13)


@given(M=SIZES, age=AGES)
def test_the_enclosure_contains_the_logits_of_a_whole_box(M: int, age: Fraction) -> None:
    box = growth.logit(balls.enclosing(M, M + 1), balls.enclosing(age, age * Fraction(101, 100)))
    for size in (M, Fraction(2 * M + 1, 2), M + 1):
        for when in (age, age * Fraction(101, 100)):
            assert box.contains(growth.logit(balls.ball(size), balls.ball(when)))
