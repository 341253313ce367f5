"""The growth of the decoder's logit: flow, recursion and their difference, in every arithmetic."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import BALLS, SYMBOLIC

SIZES = st.one_of(st.integers(2, 12), st.integers(1, 6).map(lambda k: 10**k))
AGES = st.one_of(
    st.fractions(Fraction(1, 10**6), 30, max_denominator=10**6), st.integers(1, 12).map(lambda k: Fraction(10) ** k)
)


def test_the_implicit_equation_is_the_integral_of_the_flow() -> None:
    M, u = sympy.symbols("M u", positive=True)
    assert sympy.simplify(sympy.diff(growth.clock(SYMBOLIC, M, u), u) * growth.speed(SYMBOLIC, M, u)) == 1
    assert growth.clock(SYMBOLIC, M, sympy.Integer(0)) == 0


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


@pytest.mark.parametrize(("M", "eta_t"), [(0, 1), (2, -1)])
def test_parameters_outside_the_flow_are_refused(M: int, eta_t: int) -> None:
    with pytest.raises(ValueError, match="the flow needs"):
        growth.logit(balls.ball(M), balls.ball(eta_t))


@settings(max_examples=40)
@given(M=st.integers(2, 300), eta=st.fractions(Fraction(1, 20), 3, max_denominator=20), steps=st.integers(1, 60))
def test_the_recursion_leads_the_flow_by_the_closed_form(M: int, eta: Fraction, steps: int) -> None:
    size, rate = balls.ball(M), balls.ball(eta)
    path = list(growth.recursion(BALLS, size, rate, steps))
    lead = growth.clock(BALLS, size, path[-1]) / rate - steps
    assert balls.agrees(lead, growth.lead(BALLS, size, rate, path), digits=10)
    assert lead > 0
    assert growth.recursion_float(float(M), float(eta), steps)[-1] == pytest.approx(balls.approximate(path[-1]), rel=1e-12)


@pytest.mark.parametrize("M", [4, 5, 100, 10**6, 10**50])
def test_the_two_zeros_enclose_exactly_the_scanning_stage(M: int) -> None:
    size = balls.ball(M)
    lower, upper = growth.scan_zeros(size)
    for u in (lower, upper):
        assert balls.agrees(balls.exp(u), (size - 1) * u)
    middle = (lower + upper) / 2
    assert balls.exp(middle) < (size - 1) * middle
    for outside in (lower / 2, upper * 2):
        assert balls.exp(outside) > (size - 1) * outside
