"""Float curves against the exact law: close everywhere, and never silently on the wrong side of a tie."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels import random_signs_float as curves
from kernels.random_signs import Group, SignedSums

small_numbers = st.fractions(-3, 3, max_denominator=3)


def close(value: float, exact: balls.Ball, relative: float = 1e-10) -> bool:
    """Relatively close, or both below what float64 can tell from zero."""
    return bool(abs(value - balls.approximate(exact)) <= relative * abs(balls.approximate(exact)) + 1e-300)


@given(st.data(), st.integers(1, 3), st.integers(1, 2), st.booleans())
def test_points_of_a_curve_are_the_exact_law_unless_marked(data, groups, rows, strict):
    counts = [data.draw(st.integers(0, 3)) for _ in range(groups - 1)]
    sizes = data.draw(st.lists(st.integers(0, 300), min_size=1, max_size=4))
    coefficients, spreads = ([[data.draw(small_numbers) for _ in range(rows)] for _ in range(groups)] for _ in range(2))
    if data.draw(st.booleans()):
        spreads = [[Fraction(0)] * rows for _ in range(groups)]
    taus = [data.draw(small_numbers) for _ in range(rows)]
    as_floats = [[[float(x) for x in group] for group in table] for table in (coefficients, spreads)]
    law = curves.below([*counts, np.array(sizes)], as_floats[0], [float(tau) for tau in taus], strict, as_floats[1])
    for point, k in enumerate(sizes):
        groups_of_point = zip([*counts, k], coefficients, spreads, strict=True)
        exact = SignedSums(tuple(Group(n, tuple(c), tuple(s)) for n, c, s in groups_of_point)).below(taus, strict)
        if not law.doubtful[point]:
            assert close(law.value[point], exact.value)
            assert close(law.complement[point], exact.complement)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 12), st.booleans(), st.data())
def test_ties_are_marked_although_rounding_hides_them(first, second, k, strict, data):
    pluses = data.draw(st.integers(0, k))
    tie = Fraction(first + second * (2 * pluses - k), 10)
    marked = curves.tail([1, np.array([k])], [first / 10, second / 10], float(tie), strict).doubtful
    free = curves.tail([1, np.array([k])], [first / 10, second / 10], float(tie) + 0.05, strict).doubtful
    assert marked[0]
    assert not free[0]


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 12), st.integers(-60, 60), st.booleans())
def test_ties_of_numbers_that_floats_can_hold_are_right_all_the_same(first, second, k, tau, strict):
    law = curves.tail([1, np.array([k])], [first / 8, second / 8], tau / 8, strict)
    exact = SignedSums((Group(1, (first,)), Group(k, (second,)))).tail(tau, strict)
    assert close(law.value[0], exact.value)
    assert close(law.complement[0], exact.complement)


@given(st.integers(1, 10**6), st.integers(-40, 40), st.booleans())
def test_tails_of_one_group_agree_with_balls_over_forty_deviations(k, deviations, strict):
    tau = deviations * int(k**0.5 / 4) + Fraction(1, 3)
    exact = SignedSums((Group(k, (1,)),)).tail(tau, strict)
    law = curves.tail([np.array([k])], [1.0], float(tau), strict)
    assert not law.doubtful.any()
    assert close(law.value[0], exact.value)
    assert close(law.complement[0], exact.complement)
    both = curves.inside([np.array([k])], [1.0], float(tau), strict)
    assert close(both.value[0], SignedSums((Group(k, (1,)),)).inside(tau, strict).value)
