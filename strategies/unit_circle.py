"""Rational points of the unit circle: pairs ``b, c > 0`` with ``b^2 + c^2 = 1`` exactly."""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

Exact = int | Fraction


def circle_point(slope: Exact) -> tuple[Fraction, Fraction]:
    """``(2s/(1+s^2), (1-s^2)/(1+s^2))`` for a slope s in (0, 1): every rational point with b, c > 0 has one."""
    s = Fraction(slope)
    return 2 * s / (1 + s * s), (1 - s * s) / (1 + s * s)


@cache
def circle_points(low: Exact, high: Exact) -> st.SearchStrategy[tuple[Fraction, Fraction]]:
    """Points with ``low <= b < high``, c >= 1/10: simple ones first, both ends of the range approached.

    ``0 < low < high <= 1``; the ends themselves are seldom rational points.
    """
    lowest, highest = Fraction(low), Fraction(high)
    simple = [circle_point(Fraction(p, q)) for q in range(2, 25) for p in range(1, q)]
    simple.sort(key=lambda point: point[0].denominator)
    inside = [(b, c) for b, c in simple if lowest <= b < highest and c >= Fraction(1, 10)]
    by_b = sorted(inside)
    fine = st.fractions(0, 1, max_denominator=10**4).filter(lambda s: 0 < s < 1).map(circle_point)
    return st.one_of(
        st.sampled_from(inside),
        st.sampled_from([by_b[0], by_b[-1]]),
        fine.filter(lambda point: lowest <= point[0] < highest and point[1] >= Fraction(1, 10)),
    )
