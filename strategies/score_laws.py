"""Generated laws of one score S_ij = Σ_ab X_ia W_ab X_jb: small integer matrices W and two-point entries X = ±1.

Entries are 1 with probability 1 - p and -1 with probability p, so p = 1/2 is a fair sign and any other p is not centred.
"""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

Matrix = tuple[tuple[int, ...], ...]

WIDTHS = {"ones": 1, "identity": 1, "corner": 2, "antidiagonal": 2}  # the least d of each shape


def matrix(shape: str, d: int) -> Matrix:
    """The weights named ``shape``: all ones (rank one), identity (large trace), E_12 (no trace), antidiagonal.

    Raises ValueError for an unknown shape or a d below its least.
    """
    if d < WIDTHS.get(shape, d + 1):
        raise ValueError(f"no {d} x {d} weights {shape!r}; there are {', '.join(WIDTHS)}")
    entry = {
        "ones": lambda a, b: 1,
        "identity": lambda a, b: int(a == b),
        "corner": lambda a, b: int((a, b) == (0, 1)),
        "antidiagonal": lambda a, b: int(a + b == d - 1),
    }[shape]
    return tuple(tuple(entry(a, b) for b in range(d)) for a in range(d))


@st.composite
def score_laws(draw: st.DrawFn) -> dict[str, Any]:
    """Width d ≤ 4 (to 100 for rank one), weights, p, and the sizes n, δ, C, b of the bound.

    Now and then the narrowest signs with a chance beyond McDiarmid's bound, in an input so long that powers of n tell.
    """
    if draw(st.integers(0, 9)) == 0:
        n = 10 ** draw(st.sampled_from([200, 2000]))
        return {"d": 30, "W": "ones", "p": Fraction(1, 2), "n": n, "delta": Fraction(9, 100), "C": 2}
    shape = draw(st.sampled_from(sorted(WIDTHS)))
    widths = st.integers(WIDTHS[shape], 4)
    return {
        "d": draw(st.one_of(widths, st.sampled_from([20, 60, 100])) if shape == "ones" else widths),
        "W": shape,
        "p": draw(st.sampled_from([Fraction(1, 2), Fraction(1, 10), Fraction(1, 20), Fraction(1, 3), Fraction(0)])),
        "n": draw(st.one_of(st.integers(1, 4), st.sampled_from([100, 10**6, 10**100]))),
        "delta": draw(st.sampled_from([Fraction(1, 100), Fraction(1, 20), Fraction(9, 100), Fraction(1, 64)])),
        "C": draw(st.sampled_from([2, 4, 10])),
        "b": draw(st.sampled_from([Fraction(1), Fraction(1), Fraction(1, 100), Fraction(3)])),
    }
