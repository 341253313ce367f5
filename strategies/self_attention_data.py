"""Generated self-attention data (superiority v1, Definition D.1, p. 17): exact parameters, never matrices.

A draw is a dict of integers and rationals: the sizes ``n = (d-2) t``, the special row ``j3``, the coefficients of the
three kinds of columns, and the indices that a statement speaks of. Everything else follows from these numbers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

LARGEST_EXPONENT = 300
TENTH = Fraction(1, 10)


@cache
def sizes() -> st.SearchStrategy[tuple[int, int]]:
    """Pairs ``(d, t)`` with ``d >= 3``, ``t >= 1``: mostly small, both ends alone, and up to (d-2)t = 10^300."""
    small = st.integers(1, 8)
    middle = st.integers(1, 400)
    huge = st.integers(1, LARGEST_EXPONENT // 2).flatmap(lambda k: st.integers(10 ** (k - 1), 10**k))
    width = st.one_of(small, middle, huge)
    repeats = st.one_of(st.just(1), small, middle, huge)
    return st.tuples(width.map(lambda blocks: blocks + 2), repeats)


@cache
def small_sizes(most: int, extra_columns: int, widest: int | None = None) -> st.SearchStrategy[tuple[int, int]]:
    """Pairs ``(d, t)`` with ``2 <= (d - extra_columns) t <= most`` and d at most ``widest``: each as likely as any other."""
    blocks = range(1, min(most, most if widest is None else widest - extra_columns) + 1)
    pairs = [(width + extra_columns, t) for width in blocks for t in range(1, most // width + 1) if width * t >= 2]
    return st.sampled_from(pairs)


@cache
def between(low: Fraction, high: Fraction, *, open_ends: bool = False) -> st.SearchStrategy[Fraction]:
    """Rationals of an interval: its ends (or points next to them) often, small denominators first."""
    near = Fraction(1, 1000) * (high - low)
    ends = [low + near, high - near] if open_ends else [low, high, low + near, high - near]
    inside = st.fractions(low, high, max_denominator=1000)
    return st.one_of(st.sampled_from(ends), inside.filter(lambda x: low < x < high or not open_ends))


@cache
def first_coefficients(dataset: int) -> st.SearchStrategy[Fraction]:
    """``a0`` in (0, 0.1) for dataset 0; ``a1 >= 0.7`` for dataset 1, to 10 and with the values where bounds turn."""
    if dataset == 0:
        return between(Fraction(0), TENTH, open_ends=True)
    turning = st.sampled_from([Fraction(7, 10), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(10)])
    return st.one_of(turning, between(Fraction(7, 10), Fraction(2)), between(Fraction(2), Fraction(10)))


@st.composite
def self_attention_data(
    draw: st.DrawFn, dataset: int, indices: tuple[str, ...] = (), most: int | None = None, widest: int | None = None
) -> dict[str, Any]:
    """Parameters of one member of dataset 0 or 1, with the ``indices`` (of "j0", "j1", "i0") that a claim needs.

    ``most`` bounds n from above, and from below by 2, where matrices are built; ``widest`` then bounds d.
    Rows are drawn so that the special row, its twins (same residue modulo ``d-2``) and strangers all occur.
    """
    d, t = draw(sizes() if most is None else small_sizes(most, 2, widest))
    n = (d - 2) * t
    j3 = draw(st.one_of(st.just(1), st.just(n), st.integers(1, n)))
    values: dict[str, Any] = {"n": n, "d": d, "t": t, "j3": j3}
    values[f"a{dataset}"] = draw(first_coefficients(dataset))
    b = draw(between(TENTH, 9 * TENTH))
    values["b"], values["c"] = b, 1 - b
    twin = (j3 - 1 + (d - 2)) % n + 1
    neighbour = j3 % n + 1
    row = st.one_of(st.sampled_from([j3, twin, neighbour]), st.integers(1, n))
    for index in indices:
        if index == "i0":
            residue_column = (j3 - 1) % (d - 2) + 2
            values[index] = draw(st.one_of(st.sampled_from([1, 2, residue_column, d - 1, d]), st.integers(1, d)))
        else:
            values[index] = draw(row)
    return values
