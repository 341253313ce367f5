from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.intervals import WHOLE, Interval, between, exactly

rationals = st.fractions(-20, 20, max_denominator=30)


@st.composite
def intervals_with_a_point(draw):
    """An interval, open to infinity now and then, and one of its points."""
    point = draw(rationals)
    low = draw(st.none() | st.fractions(0, 5, max_denominator=9))
    high = draw(st.none() | st.fractions(0, 5, max_denominator=9))
    return between(None if low is None else point - low, None if high is None else point + high), point


def holds(interval: Interval, ball: balls.Ball) -> bool:
    """May the ball be inside? (False: it certainly is not.)"""
    below = interval.low is not None and bool(ball < interval.low)
    above = interval.high is not None and bool(ball > interval.high)
    return not below and not above


@given(intervals_with_a_point(), intervals_with_a_point())
def test_results_contain_the_result_of_any_two_points(first, second):
    (a, x), (b, y) = first, second
    assert holds(a + b, balls.ball(x + y))
    assert holds(a - b, balls.ball(x - y))
    assert holds(a * b, balls.ball(x * y))
    assert holds(a.exp(), balls.exp(balls.ball(x)))
    for k in (0, 1, 2, 3):
        assert holds(a.power(k), balls.ball(x**k))
    if x:
        assert holds(a.inverse(), balls.ball(1 / x))
        assert holds(a.power(-2), balls.ball(1 / x**2))
    if x > 0:
        assert holds(a.log(), balls.log(balls.ball(x)))


@given(st.fractions(Fraction(1, 50), 20, max_denominator=50))
def test_ends_are_tight_where_nothing_is_lost(x):
    value = exactly(x).log().exp()
    assert value.low is not None
    assert value.high is not None
    assert bool(value.high - value.low < balls.ball(Fraction(1, 10**30)))


def test_infinity_is_no_point_of_an_unbounded_interval():
    zero_or_more, two_or_more = between(0, None), between(2, None)
    product = exactly(0) * two_or_more
    assert product.low == 0
    assert product.high == 0
    assert (zero_or_more * two_or_more).low == 0
    assert (zero_or_more * two_or_more).high is None
    falling = (-two_or_more * two_or_more).exp()
    assert falling.low == 0
    assert falling.meet(between(Fraction(1, 50), None)) is None
    assert two_or_more.inverse().low == 0
    assert two_or_more.inverse().high == balls.ball(Fraction(1, 2))


def test_exact_ends_stay_exact():
    assert exactly(1).log().low == 0 == exactly(1).log().high
    assert exactly(0).exp().low == 1 == exactly(0).exp().high


@pytest.mark.parametrize("outside", [between(-1, 2), between(-3, -1), WHOLE])
def test_a_logarithm_of_what_may_be_negative_says_nothing(outside):
    assert outside.log() == WHOLE


def test_an_inverse_across_zero_says_nothing():
    assert between(-1, 1).inverse() == WHOLE
    assert between(0, 1).inverse() == WHOLE


def test_what_is_too_large_for_a_ball_is_unbounded_not_wrong():
    huge = exactly(10**2000).exp()
    assert huge.high is None
    assert huge.nonnegative
    assert not (-huge).nonnegative


def test_an_indeterminate_ball_never_becomes_an_end(monkeypatch):
    indeterminate = balls.sqrt(balls.ball(-1))
    monkeypatch.setattr(balls, "exp", lambda _: indeterminate)
    monkeypatch.setattr(balls, "log", lambda _: indeterminate)
    assert between(1, 2).log() == WHOLE
    shown = between(1, 2).exp()
    assert shown.low == 0
    assert shown.high is None


def test_disjoint_intervals_do_not_meet():
    assert between(0, 1).meet(between(2, None)) is None
    assert between(0, 3).meet(between(2, None)) == between(2, 3)


def test_ends_in_the_wrong_order_are_refused():
    with pytest.raises(ValueError, match="no interval"):
        between(2, 1)
