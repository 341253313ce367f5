"""Intervals of balls: what is certain of every point, rounded outwards."""

from fractions import Fraction
from itertools import product

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


# what is exact: products have the ends of the extreme corners, and infinity is no point of an unbounded interval
EXACT = {
    "(-2, 3) (-5, 7)": (between(-2, 3) * between(-5, 7), (-15, 21)),
    "(-2, 3) (5, 7)": (between(-2, 3) * between(5, 7), (-14, 21)),
    "(5, 7) (-3, -2)": (between(5, 7) * between(-3, -2), (-21, -10)),
    "(-3, -2) (-7, -5)": (between(-3, -2) * between(-7, -5), (10, 21)),
    "(2, oo) (-5, 7)": (between(2, None) * between(-5, 7), (None, None)),
    "(-7, -5) (2, oo)": (between(-7, -5) * between(2, None), (None, -10)),
    "(-oo, -2) (-7, -5)": (between(None, -2) * between(-7, -5), (10, None)),
    "(-oo, 2) 0": (between(None, 2) * exactly(0), (0, 0)),
    "0 (2, oo)": (exactly(0) * between(2, None), (0, 0)),
    "(0, oo) (2, oo)": (between(0, None) * between(2, None), (0, None)),
    "(-oo, oo) (1, 2)": (WHOLE * between(1, 2), (None, None)),
    "(-2, 3) (0, oo)": (between(-2, 3) * between(0, None), (None, None)),
    "1/(2, 4)": (between(2, 4).inverse(), (Fraction(1, 4), Fraction(1, 2))),
    "1/(-4, -2)": (between(-4, -2).inverse(), (Fraction(-1, 2), Fraction(-1, 4))),
    "1/(2, oo)": (between(2, None).inverse(), (0, Fraction(1, 2))),
    "an inverse across 0": (between(-1, 1).inverse(), (None, None)),
    "an inverse at 0": (between(0, 1).inverse(), (None, None)),
    "a logarithm across 0": (between(-1, 2).log(), (None, None)),
    "a logarithm below 0": (between(-3, -1).log(), (None, None)),
    "a logarithm of anything": (WHOLE.log(), (None, None)),
    "a logarithm at 0": (exactly(0).log(), (None, None)),
    "e^(-oo, 0)": (between(None, 0).exp(), (0, 1)),
    "(5, 6)^0": (between(5, 6).power(0), (1, 1)),
}


def test_what_is_exact_has_exact_ends_and_what_may_have_no_value_says_nothing() -> None:
    for what, (found, ends_) in EXACT.items():
        assert found == between(*ends_), what
    assert (between(0, None).exp().high, between(0, 1).log().low) == (None, None)
    assert between(-2, 1).power(2).low == 0
    assert ends(between(-2, 1).power(3))[0] <= -8
    falling = (-between(2, None) * between(2, None)).exp()  # stays above 0
    assert falling.low == 0
    assert falling.meet(between(Fraction(1, 50), None)) is None


def test_what_is_too_large_for_a_ball_is_unbounded_and_an_indeterminate_ball_never_an_end(monkeypatch) -> None:
    huge = exactly(10**2000).exp()
    assert huge.high is None
    assert huge.nonnegative
    assert not (-huge).nonnegative
    for name in ("exp", "log"):
        monkeypatch.setattr(balls, name, lambda _: balls.sqrt(balls.ball(-1)))
    assert between(1, 2).log() == WHOLE
    assert between(1, 2).exp() == between(0, None)


def test_intervals_meet_in_their_common_points_have_ends_in_order_and_signs_throughout() -> None:
    assert between(0, 1).meet(between(2, None)) is None
    assert between(0, 3).meet(between(2, None)) == between(2, 3)
    assert between(0, 3).meet(between(2, 5)) == between(2, 3) == between(2, 5).meet(between(0, 3))
    with pytest.raises(ValueError, match="no interval"):
        between(2, 1)
    assert between(1, 2).positive
    assert between(0, 2).nonnegative
    assert not any(each.positive for each in (between(0, 2), WHOLE))
    assert not any(each.nonnegative for each in (between(-1, 2), between(None, 2)))


# neither is a binary fraction, on both sides of 0, and at few bits, so that an end rounded the wrong way is far away
AWKWARD = [Fraction(*x) for x in ((1, 3), (-1, 3), (10, 7), (-22, 7), (10**9 + 1, 3), (-(10**9) - 1, 3))]


def ends(interval: Interval) -> tuple[Fraction, Fraction]:
    assert interval.low is not None
    assert interval.high is not None
    (low, low_too), (high, high_too) = balls.bounds(interval.low), balls.bounds(interval.high)
    return min(low, low_too), max(high, high_too)


def encloses(interval: Interval, low: Fraction, high: Fraction) -> bool:
    """Strictly: what is no binary fraction is rounded on both sides."""
    return ends(interval)[0] < low and high < ends(interval)[1]


def test_every_operation_exponentials_and_logarithms_too_rounds_outwards_on_both_sides() -> None:
    for x, y in product(AWKWARD, repeat=2):
        with balls.precision(24):
            first, second = exactly(x), exactly(y)
            made = [(-first, -x), (first + second, x + y), (first - second, x - y), (first * second, x * y)]
            made += [(first.power(k), x**k) for k in (-3, -2, -1, 1, 2, 3)]
            assert all(encloses(interval, value, value) for interval, value in [*made, (first.inverse(), 1 / x)]), (x, y)
    for x in (Fraction(1, 3), Fraction(10, 7), Fraction(22, 7)):
        with balls.precision(24):
            grown, fallen, log = exactly(x).exp(), exactly(-x).exp(), exactly(x).log()
        with balls.precision(200):
            for interval, value in ((grown, balls.exp(balls.ball(x))), (fallen, balls.exp(balls.ball(-x)))):
                assert encloses(interval, *balls.bounds(value))
            assert encloses(log, *balls.bounds(balls.log(balls.ball(x))))
