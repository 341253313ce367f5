"""Generated sequence classes and their overlaps, as exact numbers and short words.

A class n of K has a query token psi(n) and integer weights of its context tokens: P(l|n) is proportional to them. Token l
is distinct when one class has it, common when several do. A word ``3,1,0;1,0,2`` lists the weights of two classes on three
tokens; the vocabulary has M tokens, of which those not listed never occur in a context.

Overlaps alone are the numbers E_nn' = f_n·f_n' for n < n', row by row: ``1/10,0,1/10`` for three classes.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

Weights = tuple[tuple[int, ...], ...]


def word(rows: Sequence[Sequence[int | Fraction]]) -> str:
    """``3,1,0;1,0,2`` for rows of numbers."""
    return ";".join(",".join(str(entry) for entry in row) for row in rows)


@lru_cache(maxsize=4096)  # models and hypotheses read the same words
def read(text: str) -> tuple[tuple[Fraction, ...], ...]:
    """The rows of a :func:`word`. Raises ValueError for a word that is none."""
    rows = tuple(tuple(Fraction(entry) for entry in row.split(",")) for row in str(text).split(";"))
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"the rows of {text!r} differ in length")
    return rows


def common_tokens(weights: Sequence[Sequence[int | Fraction]]) -> tuple[int, ...]:
    """Tokens that occur in two classes or more."""
    return tuple(l for l in range(len(weights[0])) if sum(row[l] > 0 for row in weights) > 1)


def distinct_tokens(weights: Sequence[Sequence[int | Fraction]], n: int) -> tuple[int, ...]:
    """Tokens that class n has alone."""
    return tuple(
        l for l in range(len(weights[0])) if weights[n][l] > 0 and all(row[l] == 0 for k, row in enumerate(weights) if k != n)
    )


def single_common_token(common: Sequence[int], own: Sequence[Sequence[int]]) -> Weights:
    """One token that every class has with weight ``common[n]``; class n's own tokens have the weights ``own[n]``."""
    rows = []
    for n, weight in enumerate(common):
        blocks = [tuple(tokens) if k == n else (0,) * len(tokens) for k, tokens in enumerate(own)]
        rows.append((weight, *sum(blocks, ())))
    return tuple(rows)


def symmetric(common: Sequence[int], own: Sequence[int], K: int) -> Weights:
    """Common tokens with the same weights in all K classes, own tokens with the same list of weights in each."""
    return tuple((*common, *sum(((tuple(own) if k == n else (0,) * len(own)) for k in range(K)), ())) for n in range(K))


def overlap_patterns(K: int) -> dict[str, tuple[tuple[int, int], ...]]:
    """Which pairs of classes overlap: a matching (K even), a triangle beside a matching (K odd), all pairs, a path."""
    pairs = list(combinations(range(K), 2))
    head = [(0, 1), (0, 2), (1, 2)] if K % 2 and K > 1 else []
    rest = range(3 if head else 0, K - 1, 2)
    return {
        "matching": (*head, *((i, i + 1) for i in rest)),
        "complete": tuple(pairs),
        "path": tuple((i, i + 1) for i in range(K - 1)),
    }


def excess_word(K: int, values: dict[tuple[int, int], Fraction]) -> str:
    """E above the diagonal, row by row, as one word."""
    return ",".join(str(values.get(pair, Fraction(0))) for pair in combinations(range(K), 2)) or "0"


def equal_overlaps(K: int, value: Fraction) -> str:
    """The same of any two classes."""
    return excess_word(K, dict.fromkeys(combinations(range(K), 2), value))


@st.composite
def weak_overlaps(draw: st.DrawFn) -> dict[str, Any]:
    """``K``, ``M`` and overlaps ``E``: mostly inside Assumption 2, often exactly at one of its edges, sometimes outside.

    At the upper edge |λ_1| = 1/K (excluded), at the lower edge |λ_K| = 6/√M (included) with M a square.
    """
    K = draw(st.integers(2, 5))
    pattern = draw(st.sampled_from(sorted(overlap_patterns(K))))
    pairs = overlap_patterns(K)[pattern]
    root = draw(st.integers(6 * K + 1, 40 * K))
    M = root * root
    equal = draw(st.booleans())
    low, high = Fraction(6, root), Fraction(1, K)
    radius = {"matching": 2 if K % 2 else 1, "complete": K - 1, "path": 2}[pattern]
    inside = st.fractions(low, max(low, high / radius), max_denominator=500)
    edge = st.sampled_from([low, high, high / radius, Fraction(999, 1000) * high / radius])
    value = draw(st.one_of(inside, edge))
    if equal:
        values = dict.fromkeys(pairs, value)
    else:
        values = {pair: value * draw(st.fractions(Fraction(9, 10), 1, max_denominator=40)) for pair in pairs}
        M *= 4
    return {"K": K, "M": M, "E": excess_word(K, values)}


@st.composite
def any_overlaps(draw: st.DrawFn) -> dict[str, Any]:
    """Overlaps of any strength, with zeros and ties; nothing about M."""
    K = draw(st.integers(1, 5))
    pairs = list(combinations(range(K), 2))
    entry = st.one_of(
        st.just(Fraction(0)), st.fractions(0, 1, max_denominator=30), st.fractions(0, Fraction(1, 5), max_denominator=90)
    )
    return {"K": K, "M": draw(st.integers(max(2, K), 400)), "E": excess_word(K, {pair: draw(entry) for pair in pairs})}


@cache
def deviations(K: int) -> st.SearchStrategy[str]:
    """Relative deviations theta_n of the rows of W, at most 1/5: a word of K numbers, all zero one time in three."""
    zero = st.just(",".join("0" for _ in range(K)))
    drawn = st.lists(st.fractions(Fraction(-1, 5), Fraction(1, 5), max_denominator=40), min_size=K, max_size=K)
    return st.one_of(
        zero, drawn.map(lambda values: ",".join(map(str, values))), drawn.map(lambda values: ",".join(map(str, values)))
    )


def deviating(values: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """The same classes with the deviations ``theta`` of their rows of W."""
    return values.flatmap(lambda known: deviations(known["K"]).map(lambda theta: known | {"theta": theta}))


def with_residuals(values: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """The same with the deviation ``sigma`` > -1 of the residual x_{T+1} - alpha_n."""
    factors = st.sampled_from([Fraction(0), Fraction(-1, 2), Fraction(-99, 100), Fraction(1, 3), Fraction(4)])
    return values.flatmap(lambda known: factors.map(lambda sigma: known | {"sigma": sigma}))


@st.composite
def sequence_classes(draw: st.DrawFn, family: str = "single common token") -> dict[str, Any]:
    """``K``, ``M``, ``psi``, ``weights`` and the boosts exp(z_ml) of each query's tokens.

    family: "single common token" (with ties among own tokens at times), "symmetric" (Corollary 2's), "symmetric laws" (the same
    with any logits), "several common tokens", "no distinct token" (a class that only has common ones), "no overlap".
    """
    K = draw(st.integers(2, 3))
    small = st.integers(1, 4)
    of_symmetric_laws = family.startswith("symmetric")
    if of_symmetric_laws:
        common = draw(st.lists(small, min_size=1, max_size=3))
        alike = draw(st.lists(st.integers(8, 40), min_size=1, max_size=3))
        weights = symmetric(common, alike, K)
    elif family == "several common tokens":
        shared = draw(st.integers(2, 3))
        mixed = [[draw(st.integers(0, 3)) for _ in range(shared)] for _ in range(K)]
        several = st.lists(st.integers(8, 40), min_size=1, max_size=3)
        base = single_common_token([draw(small) for _ in range(K)], [draw(several) for _ in range(K)])
        weights = tuple((*m, *row) for m, row in zip(mixed, base, strict=True))
    elif family == "no overlap":
        weights = single_common_token([0] * K, [[draw(small) for _ in range(2)] for _ in range(K)])
    else:
        alone = family == "no distinct token"
        own = [[] if alone and n == 0 else draw(st.lists(st.integers(10, 30), min_size=1, max_size=3)) for n in range(K)]
        weights = single_common_token([draw(st.integers(3, 9)) for _ in range(K)], own)
    queries = draw(st.sampled_from([1, 1, K]))
    psi = [0] * K if queries == 1 or of_symmetric_laws else list(range(K))
    tokens = len(weights[0])
    boost = st.sampled_from([Fraction(1), Fraction(1), Fraction(2), Fraction(3, 2), Fraction(1, 2)])
    if family == "symmetric":  # images of each other at any time
        boosts = [[draw(boost) for _ in common] + [draw(boost) for _ in alike] * K]
    else:
        boosts = [[draw(boost) for _ in range(tokens)] for _ in range(max(psi) + 1)]
    root = draw(st.one_of(st.integers(12 * K, 60 * K), st.integers(100, 1000), st.sampled_from([10**4, 10**6])))
    return {
        "K": K,
        "M": root * root,
        "psi": ",".join(map(str, psi)),
        "weights": word(weights),
        "boosts": word(boosts),
    }
