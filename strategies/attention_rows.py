"""Generated rows of an attention matrix, run-length coded: a few distinct logits and how often each occurs.

A softmax row depends on its logits only through such a multiset, so ``1x3,-1/2x5`` (logit 1 three times, -1/2 five
times) is a whole row of length 8, and a row may have 10^300 entries. Every such row occurs: with ``d = 2``,
``X_j = (1, s_j)`` and ``W = [[0, 1], [0, 0]]`` all rows of ``S = X W X^T`` are ``(s_1, ..., s_n)``.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from hypothesis import strategies as st

Levels = tuple[tuple[Fraction, int], ...]


@lru_cache(maxsize=4096)  # the models of a row, its length and its windows all read it
def levels_of(text: str) -> Levels:
    """Read a coded row: (logit, multiplicity) pairs, largest logit first.

    Raises ValueError for a multiplicity below 1 or a word that is no ``logit x multiplicity``.
    """
    counts: defaultdict[Fraction, int] = defaultdict(int)
    for word in text.split(","):
        logit, times, multiplicity = word.partition("x")
        if not times or not multiplicity.isdigit() or int(multiplicity) < 1:
            raise ValueError(f"{word!r} is not of the form logit x multiplicity")
        counts[Fraction(logit)] += int(multiplicity)
    return tuple(sorted(counts.items(), reverse=True))


def text_of(levels: Iterable[tuple[Fraction | int, int]]) -> str:
    """The code of a row; equal logits are merged."""
    counts: defaultdict[Fraction, int] = defaultdict(int)
    for logit, multiplicity in levels:
        counts[Fraction(logit)] += multiplicity
    return ",".join(f"{logit}x{multiplicity}" for logit, multiplicity in sorted(counts.items(), reverse=True))


@cache
def lengths() -> st.SearchStrategy[int]:
    """Multiplicities: mostly a handful, now and then thousands, rarely beyond any float."""
    huge = st.integers(3, 300).flatmap(lambda digits: st.integers(10 ** (digits - 1), 10**digits))
    return st.one_of(st.integers(1, 4), st.integers(1, 4), st.integers(1, 5000), huge)


@st.composite
def attention_rows(draw: st.DrawFn, largest: Fraction | None = None) -> dict[str, Any]:
    """A coded row with all logits in [-M, M], a window ``k`` of it and ``M`` itself (at most ``largest``).

    The ends ±M are drawn often (they are the worst rows), as are M = 0 (a uniform row), one level, ties at the edge of
    the window, k = 1 and k = n.
    """
    top = Fraction(20) if largest is None else largest
    M = draw(st.one_of(st.sampled_from([Fraction(0), min(Fraction(1, 2), top), top]), st.fractions(0, top, max_denominator=8)))
    steps = st.one_of(st.sampled_from([-8, 8]), st.integers(-8, 8))
    logits = [Fraction(step) * M / 8 for step in draw(st.lists(steps, min_size=1, max_size=4))]
    row = text_of((logit, draw(lengths())) for logit in logits)
    n = length_of(row)
    return {"row": row, "k": draw(windows(row, n)), "M": M}


def length_of(row: str) -> int:
    """n, the number of entries of a coded row."""
    return sum(multiplicity for _, multiplicity in levels_of(row))


@st.composite
def windows(draw: st.DrawFn, row: str, n: int) -> int:
    """A window of 1 to n entries: the ends, the edges of the levels (it cuts a tie, or just does not), anything."""
    edges, seen = [1, n], 0
    for _, multiplicity in levels_of(row):
        seen += multiplicity
        edges += [max(1, seen - 1), seen, min(n, seen + 1)]
    return draw(st.one_of(st.sampled_from(edges), st.integers(1, n)))


@st.composite
def sink_inputs(draw: st.DrawFn) -> dict[str, Any]:
    """Inputs ``X_j = (b, c_j b)`` of Definition C.1 with ``W = w E_12``: S_ij = c_j R log(2n/δ), with c_j in [-1, 1].

    ``row`` codes the c_j; ``R = B² w``; ``C`` is the paper's absolute constant in ``M = C R sqrt(log(n/δ))``.
    """
    values = draw(attention_rows(largest=Fraction(1)))
    del values["M"]
    values["R"] = draw(st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2)]))
    values["delta"] = draw(st.sampled_from([Fraction(1, 1000), Fraction(1, 100), Fraction(1, 20), Fraction(99, 1000)]))
    values["C"] = draw(st.sampled_from([2, 2, 4, 10]))
    return values
