"""Parameters of generated data: sizes, rationals of an interval, positions of rows. Exact numbers, never matrices."""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

LARGEST_EXPONENT = 300
FAR = 10  # beyond the finite end of a half-line rationals are drawn so far


@cache
def block_sizes() -> st.SearchStrategy[tuple[int, int]]:
    """Pairs (width, copies) of stacked identities: mostly small, both ends alone, and up to width * copies = 10^300."""
    small = st.integers(1, 8)
    middle = st.integers(1, 400)
    huge = st.integers(1, LARGEST_EXPONENT // 2).flatmap(lambda k: st.integers(10 ** (k - 1), 10**k))
    return st.tuples(st.one_of(small, middle, huge), st.one_of(st.just(1), small, middle, huge))


@cache
def rationals(
    low: Fraction | None, high: Fraction | None, low_open: bool = False, high_open: bool = False
) -> st.SearchStrategy[Fraction]:
    """Rationals of an interval: its ends (or points next to open ones) often, small denominators first.

    Without a finite end they reach :data:`FAR` beyond the other one; 1, 2 and 10 come often, where bounds like to turn.
    """
    if low is None or high is None:
        start = low if low is not None else (high if high is not None else Fraction(0)) - FAR
        stop = high if high is not None else start + FAR
        turning = [x for x in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(10)) if start < x < stop]
        inside = rationals(start, stop, low_open, high_open)
        return st.one_of(st.sampled_from(turning), inside) if turning else inside
    near = (high - low) / 1000
    ends = [low + near if low_open else low, high - near if high_open else high, low + near, high - near]
    steps = st.integers(2, 1000).flatmap(lambda parts: st.integers(1, parts - 1).map(lambda k: low + (high - low) * k / parts))
    return st.one_of(st.sampled_from(ends), steps)


def positions(width: int, copies: int, beside: list[int]) -> st.SearchStrategy[int]:
    """Rows of ``copies`` stacked identities of size ``width``: those ``beside``, their twins and neighbours, the ends, any."""
    n = width * copies
    near = [row for other in beside for row in (other, (other - 1 + width) % n + 1, other % n + 1)]
    return st.one_of(st.sampled_from([1, n, *near]), st.integers(1, n))
