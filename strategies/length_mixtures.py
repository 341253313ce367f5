"""Generated datasets of Section 7 of the sparse-attention paper: lengths n_1, ..., n_N, and windows, coded ``3,4,100``."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st


def lengths_of(text: str) -> tuple[int, ...]:
    """The lengths (or windows) of a coded dataset. Raises ValueError for one below 1."""
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


@st.composite
def few_short_lengths(draw: st.DrawFn) -> dict[str, Any]:
    """One to three lengths up to 14 in increasing order, equal ones among them, and a constant window k0 of the shortest."""
    lengths = sorted(draw(st.lists(st.integers(2, 14), min_size=1, max_size=3)))
    return {"lengths": ",".join(map(str, lengths)), "k0": draw(st.integers(1, lengths[0]))}


@st.composite
def growing_windows(draw: st.DrawFn) -> dict[str, Any]:
    """Two to five increasing lengths, k0 at most half of the shortest, and windows ⌊α n^c⌋ that cost no more than k0.

    α is the largest that keeps Σ n k within k0 Σ n; where ⌊α n^c⌋ would be 0 all windows are 1.
    """
    base = draw(st.one_of(st.integers(2, 40), st.integers(2, 5000)))
    more = draw(st.lists(st.sampled_from([0, 1, 2, 7, 100, 10**4]), min_size=1, max_size=4))
    lengths = sorted([base, *(base + longer for longer in more)])
    half = base // 2
    k0 = draw(st.one_of(st.just(half), st.integers(1, half)))
    c = draw(st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.95]))
    alpha = k0 * sum(lengths) / sum(n ** (1 + c) for n in lengths)
    windows = [min(n, int(alpha * n**c)) for n in lengths]
    if min(windows) < 1 or sum(n * k for n, k in zip(lengths, windows, strict=True)) > k0 * sum(lengths):
        windows = [1] * len(lengths)
    return {"lengths": ",".join(map(str, lengths)), "k0": k0, "windows": ",".join(map(str, windows))}
