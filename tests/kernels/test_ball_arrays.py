"""Arrays of balls against single balls, and against what is exact."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import ball_arrays, balls
from kernels.arithmetic import BALLS, Arithmetic, Number
from kernels.ball_arrays import BALL_ARRAYS, BallArray

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
