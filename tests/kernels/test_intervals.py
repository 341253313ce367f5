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
    assert between(0, 3).meet(between(2, 5)) == between(2, 3) == between(2, 5).meet(between(0, 3))


def test_ends_in_the_wrong_order_are_refused():
    with pytest.raises(ValueError, match="no interval"):
        between(2, 1)


# -- rounding: the exact ends of every result lie outside the exact result -----------------------------------------------

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


@pytest.mark.parametrize("x", AWKWARD)
@pytest.mark.parametrize("y", AWKWARD)
def test_every_operation_rounds_outwards_on_both_sides(x, y):
    with balls.precision(24):
        first, second = exactly(x), exactly(y)
        assert encloses(-first, -x, -x)
        assert encloses(first + second, x + y, x + y)
        assert encloses(first - second, x - y, x - y)
        assert encloses(first * second, x * y, x * y)
        assert encloses(first.inverse(), 1 / x, 1 / x)
        for k in (1, 2, 3):
            assert encloses(first.power(k), x**k, x**k)
            assert encloses(first.power(-k), 1 / x**k, 1 / x**k)


def test_exponentials_and_logarithms_round_outwards_on_both_sides():
    """At few bits the ends lie outside the value at many bits."""
    for x in (Fraction(1, 3), Fraction(10, 7), Fraction(22, 7)):
        with balls.precision(24):
            grown, fallen, log = exactly(x).exp(), exactly(-x).exp(), exactly(x).log()
        with balls.precision(200):
            for interval, value in ((grown, balls.exp(balls.ball(x))), (fallen, balls.exp(balls.ball(-x)))):
                assert encloses(interval, *balls.bounds(value))
            assert encloses(log, *balls.bounds(balls.log(balls.ball(x))))


@pytest.mark.parametrize(
    ("a", "b", "product"),
    [
        ((-2, 3), (-5, 7), (-15, 21)),
        ((-2, 3), (5, 7), (-14, 21)),
        ((-3, -2), (5, 7), (-21, -10)),
        ((-3, -2), (-7, -5), (10, 21)),
        ((2, None), (-5, 7), (None, None)),
        ((2, None), (-7, -5), (None, -10)),
        ((None, -2), (-7, -5), (10, None)),
        ((None, 2), (0, 0), (0, 0)),
        ((None, None), (1, 2), (None, None)),
        ((-2, 3), (0, None), (None, None)),
        ((0, 3), (0, None), (0, None)),
    ],
)
def test_products_have_the_ends_of_the_extreme_corners(a, b, product):
    assert between(*a) * between(*b) == between(*product) == between(*b) * between(*a)


@pytest.mark.parametrize(
    ("interval", "inverse"),
    [
        ((2, 4), (Fraction(1, 4), Fraction(1, 2))),
        ((-4, -2), (Fraction(-1, 2), Fraction(-1, 4))),
        ((2, None), (0, Fraction(1, 2))),
    ],
)
def test_an_inverse_turns_the_ends_round(interval, inverse):
    assert between(*interval).inverse() == between(*inverse)


def test_signs_are_certain_throughout():
    assert between(1, 2).positive
    assert not between(0, 2).positive
    assert between(0, 2).nonnegative
    assert not between(-1, 2).nonnegative
    assert not between(None, 2).nonnegative
    assert not WHOLE.positive


def test_a_logarithm_reaches_down_from_0_and_an_exponential_stays_above():
    assert between(0, 1).log().low is None
    assert between(0, 0).log() == Interval(None, None)
    assert between(None, 0).exp() == between(0, 1)
    assert between(0, None).exp().high is None


def test_an_even_power_of_what_crosses_0_is_nonnegative_and_an_odd_one_is_not():
    assert between(-2, 1).power(2).low == 0
    low, _ = ends(between(-2, 1).power(3))
    assert low is not None
    assert low <= -8
    assert between(5, 6).power(0) == exactly(1)
