"""Balls: what is certain for every point of two balls, and nothing else."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import ball_arrays, balls
from kernels.arithmetic import BALLS, Arithmetic, Number
from kernels.ball_arrays import BALL_ARRAYS, BallArray
from kernels.balls import Truth, all_of, ball, enclosing

HOLDS, FAILS, UNKNOWN = Truth.HOLDS, Truth.FAILS, Truth.UNKNOWN
NAN = balls.sqrt(ball(-1))
INFINITE = balls.exp(balls.exp(ball(10**40)))
BEYOND = balls.Ball("inf")
rationals = st.fractions(-20, 20, max_denominator=30)

UNIT = enclosing(0, 1)  # a little wider than [0, 1]: its radius is rounded up
WIDTH = UNIT.upper() - UNIT.lower()  # exact, so that the moved copy touches it in exactly one point
MOVED, FAR, TOP = UNIT + WIDTH, UNIT + 3, UNIT.upper()
PAIRS = {
    "apart": (UNIT, FAR, HOLDS, HOLDS, FAILS, FAILS, FAILS),
    "apart, turned round": (FAR, UNIT, FAILS, FAILS, HOLDS, HOLDS, FAILS),
    "touching in one point": (UNIT, MOVED, HOLDS, UNKNOWN, UNKNOWN, FAILS, UNKNOWN),
    "touching, turned round": (MOVED, UNIT, UNKNOWN, FAILS, HOLDS, UNKNOWN, UNKNOWN),
    "a ball and its upper end": (UNIT, TOP, HOLDS, UNKNOWN, UNKNOWN, FAILS, UNKNOWN),
    "an upper end and its ball": (TOP, UNIT, UNKNOWN, FAILS, HOLDS, UNKNOWN, UNKNOWN),
    "overlapping": (UNIT, UNIT + WIDTH / 2, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN),
    "one inside the other": (enclosing(-1, 2), UNIT, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN),
    "a ball and itself": (UNIT, UNIT, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN),  # two of its points may differ
    "equal exact numbers": (ball(1), ball(1), HOLDS, FAILS, HOLDS, FAILS, HOLDS),
    "different exact numbers": (ball(1), ball(2), HOLDS, HOLDS, FAILS, FAILS, FAILS),
}

COMPARE = (balls.le, balls.lt, balls.ge, balls.gt, balls.eq)


@given(a=st.tuples(rationals, rationals), b=st.tuples(rationals, rationals), at=st.tuples(st.booleans(), st.booleans()))
def test_no_comparison_contradicts_a_point(a, b, at):
    x, y = a[at[0]], b[at[1]]
    first, second = enclosing(*sorted(a)), enclosing(*sorted(b))
    for compare, true in ((balls.le, x <= y), (balls.lt, x < y), (balls.ge, x >= y), (balls.gt, x > y), (balls.eq, x == y)):
        assert compare(first, second) is not (FAILS if true else HOLDS)


def test_comparisons_are_certain_only_for_all_points_and_a_conjunction_only_by_all() -> None:
    for name, (a, b, *certain) in PAIRS.items():
        assert [compare(a, b) for compare in COMPARE] == certain, name
    for compare, nothing in product(COMPARE, (NAN, INFINITE, BEYOND, -BEYOND)):  # and decide nothing of what says nothing
        for other in (ball(0), ball(10**30), nothing):
            assert compare(nothing, other) is compare(other, nothing) is UNKNOWN
    for truths in product(Truth, repeat=2):
        expected = FAILS if FAILS in truths else UNKNOWN if UNKNOWN in truths else HOLDS
        assert all_of(truths) is expected
    assert all_of(()) is HOLDS
    assert (~HOLDS, ~FAILS, ~UNKNOWN) == (FAILS, HOLDS, UNKNOWN)


def test_balls_agree_or_are_close_where_both_are_narrow_and_meet():
    third = ball(1) / 3
    assert balls.agrees(third, ball(Fraction(1, 3)), 30)
    assert balls.agrees(ball(2), ball(2), 30)
    assert not balls.agrees(third, ball(Fraction(1, 3)) + ball(Fraction(1, 10**20)), 30)
    assert not balls.agrees(enclosing(0, 1), enclosing(0, 1))
    assert not balls.agrees(enclosing(0, 1), ball(Fraction(1, 2)))  # one of them narrow is not enough
    assert not balls.agrees(ball(Fraction(1, 2)), enclosing(0, 1))
    assert not balls.agrees(NAN, NAN)
    nothing = balls.sq(balls.sqrt(ball(2))) - 2
    assert not balls.agrees(nothing, ball(0), 20)
    assert balls.close(nothing, ball(0), 20)
    assert not balls.close(nothing, ball(0), 60)
    assert not balls.close(nothing, ball(Fraction(1, 10**25)), 20)
    assert not balls.close(enclosing(-1, 1), ball(0), 20)
    assert not balls.close(ball(0), enclosing(-1, 1), 20)
    assert not balls.close(NAN, ball(0), 1)


@given(rationals)
def test_a_ball_contains_its_number_and_its_ends_enclose_it(x):
    low, high = balls.bounds(ball(x))
    assert low <= x <= high
    with balls.precision(20):
        low, high = balls.bounds(ball(x))
        assert low <= x <= high
        assert high - low <= Fraction(1, 2**12)


@given(rationals, rationals)
def test_an_enclosure_contains_both_ends_in_either_order(a, b):
    low, high = balls.bounds(enclosing(a, b))
    assert low <= min(a, b)
    assert max(a, b) <= high


def test_a_ball_is_built_from_exact_numbers_only_and_what_says_nothing_has_no_ends() -> None:
    wrong: list[Any] = [0.5, True, np.float64(0.5), np.float32(0.5)]
    for value in wrong:
        with pytest.raises(TypeError):
            ball(value)
    for nothing in (NAN, INFINITE):
        with pytest.raises(ValueError, match="no finite ends"):
            balls.bounds(nothing)
    assert balls.indeterminate(NAN)
    assert balls.indeterminate((ball(0)) / ball(0))
    assert not balls.indeterminate(INFINITE)
    assert not balls.indeterminate(enclosing(-1, 1))
    assert not balls.indeterminate(Fraction(1, 3))
    assert balls.indeterminate(balls.sqrt(enclosing(-1, 4)))
    assert not any(balls.root_of_nonnegative(x).is_finite() for x in (ball(-1), NAN, INFINITE))
    assert balls.sqrt(ball(0)) == 0
    assert balls.le(balls.sqrt(balls.sq(balls.sqrt(ball(2))) - 2), ball(1)) is UNKNOWN


@given(st.fractions(0, 5, max_denominator=9), st.fractions(0, 5, max_denominator=9))
def test_the_root_of_what_is_known_to_be_nonnegative_contains_the_root_of_every_point(a, b):
    low, high = sorted((a * a, b * b))
    for below in (0, Fraction(1, 10**30), Fraction(1, 2)):  # what rounding put below 0
        low_end, high_end = balls.bounds(balls.root_of_nonnegative(enclosing(low - below, high)))
        assert low_end <= min(a, b)
        assert max(a, b) <= high_end
        assert high_end <= max(a, b) + Fraction(1, 1000)


def test_precision_comes_back_after_an_error_and_doubles_until_a_question_is_decided():
    before = balls.current_precision()
    with pytest.raises(ZeroDivisionError), balls.precision(999):
        1 // (balls.current_precision() - 999)
    assert balls.current_precision() == before == balls.DEFAULT_BITS
    asked: list[int] = []

    def question() -> Truth:
        asked.append(balls.current_precision())
        return balls.lt(balls.sqrt(ball(10**120)), ball(10**60) + ball(Fraction(1, 10**60)))

    assert balls.decide(question, start=64) == (HOLDS, asked[-1])
    assert asked == [64 * 2**k for k in range(len(asked))]
    assert len(asked) > 1
    assert balls.decide(lambda: UNKNOWN, start=64, limit=100) == (UNKNOWN, 128)


OPERATIONS: dict[str, Callable[[Arithmetic, Number, Number], Number]] = {
    "+": lambda A, x, y: x + y,
    "-": lambda A, x, y: x - y,
    "*": lambda A, x, y: x * y,
    "/": lambda A, x, y: x / y,
    "**": lambda A, x, y: x**y,
    "maximum": lambda A, x, y: A.maximum(x, y),
    "minimum": lambda A, x, y: A.minimum(x, y),
    "log": lambda A, x, y: A.log(x),
    "exp": lambda A, x, y: A.exp(y),
    "sqrt": lambda A, x, y: A.sqrt(x),
    "abs": lambda A, x, y: A.absolute(x),
    "neg": lambda A, x, y: -x,
    "1 - x": lambda A, x, y: 1 - x,
    "1 / x": lambda A, x, y: Fraction(1) / x if isinstance(x, BallArray) else 1 / x,
    "2 ** x": lambda A, x, y: 2**x,
    "x ** 3": lambda A, x, y: x**3,
}
NUMBERS = st.one_of(
    st.integers(-4, 4), st.fractions(-5, 5, max_denominator=12), st.sampled_from([10**30, Fraction(1, 10**30), -(2**64)])
)
POINTS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=5)


@pytest.mark.parametrize("name", OPERATIONS)
@given(points=POINTS, bits=st.sampled_from([53, 128, 185, 400]))
def test_each_operation_is_that_of_single_balls(name: str, points: list, bits: int) -> None:
    operation = OPERATIONS[name]
    with balls.precision(bits):
        found = operation(BALL_ARRAYS, BallArray.of(x for x, _ in points), BallArray.of(y for _, y in points))
        # times 1: a whole number of any length is an exact ball, and has as many bits as others in an array
        alone = [operation(BALLS, balls.ball(x) * 1, balls.ball(y) * 1) for x, y in points]
    with balls.precision(8 * bits):  # what is true, as good as exactly
        true = [operation(BALLS, balls.ball(x), balls.ball(y)) for x, y in points]
        for index, (one, exact) in enumerate(zip(alone, true, strict=True)):
            same = found[index]
            assert same.is_finite() == one.is_finite()
            if one.is_finite():
                assert same.overlaps(exact)
                # through its logarithm a power loses as many bits as its exponent has
                assert same.rad() <= 64 * (one.rad() + abs(one.mid()) * balls.ball(Fraction(1, 2**bits)) * 2**10)


@given(points=POINTS, strict=st.booleans(), wide=st.booleans())
def test_comparisons_are_those_of_single_balls(points: list, strict: bool, wide: bool) -> None:
    xs, ys = zip(*points, strict=True)
    bits = 4 if wide else 128  # thirds are wide balls then, and often neither certain
    with balls.precision(bits):
        found = (ball_arrays.lt if strict else ball_arrays.le)(BallArray.of(xs), BallArray.of(ys))
        single = balls.lt if strict else balls.le
        expected = [single(balls.ball(x), balls.ball(y)) for x, y in points]
    codes = {balls.Truth.HOLDS: 1, balls.Truth.FAILS: -1, balls.Truth.UNKNOWN: 0}
    assert all(code in (codes[truth], 0) for code, truth in zip(found, expected, strict=True))
    if not wide:
        assert found.tolist() == [codes[truth] for truth in expected]


def test_integer_powers_of_exact_balls_are_exact_floats_refused_and_nothing_is_certain_of_what_says_nothing() -> None:
    nothing, one = BALL_ARRAYS.log(BallArray.of([-1, 0])), BallArray.of([1])
    for compare in (ball_arrays.le, ball_arrays.lt):
        assert compare(nothing, one).tolist() == compare(one, nothing).tolist() == [0, 0]
    found = BallArray.of([3, -3, 3]) ** BallArray.of([4, 3, 0])
    assert ball_arrays.le(found, BallArray.of([81, -27, 1])).tolist() == [1, 1, 1]
    assert ball_arrays.lt(found, BallArray.of([81, -27, 1])).tolist() == [-1, -1, -1]
    wrongs: list[Any] = [0.5, np.float64(0.5), True]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="exact numbers"):
            BallArray.of([1, wrong])


def test_the_logarithm_is_taken_anew_at_another_precision() -> None:
    x = BallArray.of([2])
    for bits in (64, 256, 64):
        with balls.precision(bits):
            assert (x ** BALL_ARRAYS.ratio(1, 3))[0].overlaps(balls.ball(2) ** balls.ball(Fraction(1, 3)))
            assert x.log()[0].rad() <= balls.ball(Fraction(8, 2**bits))
