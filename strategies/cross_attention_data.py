"""Generated cross-attention data (superiority v1, Definition F.1, p. 40): exact parameters, never matrices.

A draw is a dict of integers and rationals: the sizes ``n = (d-1) t``, the special rows ``j2`` (of A1) and ``j3`` (of
A2 = A3), both coefficients ``a0`` and ``a1`` that the definition announces, and the indices a statement speaks of.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from strategies.self_attention_data import between, sizes, small_sizes

TENTH = Fraction(1, 10)


@cache
def small_coefficients() -> st.SearchStrategy[Fraction]:
    """``a0`` in (0, 0.1), points next to both ends often."""
    return between(Fraction(0), TENTH, open_ends=True)


@cache
def large_coefficients() -> st.SearchStrategy[Fraction]:
    """``a1 > 1``: next to 1 often, to 10, small denominators first."""
    turning = st.sampled_from([Fraction(1001, 1000), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(10)])
    return st.one_of(turning, between(Fraction(1), Fraction(2), open_ends=True), between(Fraction(2), Fraction(10)))


@st.composite
def cross_attention_data(
    draw: st.DrawFn, indices: tuple[str, ...] = (), most: int | None = None, widest: int | None = None
) -> dict[str, Any]:
    """Parameters of one pair of datasets, with the ``indices`` (of "j0", "j1", "i0") that a claim needs.

    The special rows coincide about half of the time, and each index often is one of them, a row of the same block
    entry as j3, or neither. ``most`` bounds n where matrices are built, and ``widest`` d.
    """
    if most is None:
        d, t = draw(sizes().map(lambda drawn: (drawn[0] - 1, drawn[1])))
    else:
        d, t = draw(small_sizes(most, 1, widest))
    width = d - 1
    n = width * t
    j2 = draw(st.one_of(st.just(1), st.just(n), st.integers(1, n)))
    j3 = draw(st.one_of(st.just(j2), st.integers(1, n)))
    values: dict[str, Any] = {"n": n, "d": d, "t": t, "j2": j2, "j3": j3}
    values["a0"], values["a1"] = draw(small_coefficients()), draw(large_coefficients())
    twin = (j3 - 1 + width) % n + 1
    row = st.one_of(st.sampled_from([j2, j3, twin, j2 % n + 1, j3 % n + 1]), st.integers(1, n))
    for index in indices:
        if index == "i0":
            values[index] = draw(st.one_of(st.sampled_from([1, 2, (j3 - 1) % width + 2, d]), st.integers(1, d)))
        else:
            values[index] = draw(row)
    return values
