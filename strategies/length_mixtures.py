"""Generated datasets of Section 7 of the sparse-attention paper: lengths n_1, ..., n_N, coded ``3,4,100``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st


def lengths_of(text: str) -> tuple[int, ...]:
    """The lengths of a coded dataset. Raises ValueError for a length below 1."""
    lengths = tuple(int(word) for word in str(text).split(","))
    if min(lengths) < 1:
        raise ValueError(f"a length below 1 in {text!r}")
    return lengths


@st.composite
def length_mixtures(draw: st.DrawFn) -> dict[str, Any]:
    """Lengths (equal, close, far apart), a constant window k0, the constants α and c of an adaptive window α n^c."""
    base = draw(st.one_of(st.integers(1, 10), st.integers(1, 5000)))
    spread = draw(st.lists(st.sampled_from([0, 0, 1, 3, 100, 10**4]), min_size=0, max_size=4))
    lengths = [base, *(base + more for more in spread)]
    return {
        "lengths": ",".join(map(str, lengths)),
        "k0": draw(st.one_of(st.integers(1, 4), st.integers(1, 200))),
        "alpha": draw(st.sampled_from([Fraction(1, 10), Fraction(1), Fraction(3)])),
        "c": draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)])),
    }
