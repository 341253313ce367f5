"""From which length on a bound speaks, and the constructions behind laws and windows."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from kernels import balls
from kernels.arithmetic import FLOAT
from theorems.catalogue import find
from theorems.judging.judge import Effort, judge
from theorems.sparse.centred_inputs import bounded_entry
from theorems.sparse.dataset_windows import Windows
from theorems.sparse.language import Pr
from theorems.sparse.score_models import parity_law
from theorems.sparse.thresholds import BOUNDS, ball_of
from theorems.sparse.uniform_rows import UNIFORM_ERRORS
from theorems.statement import Part
from theorems.vocabulary import Verdict


def test_parities_are_pairwise_independent_and_no_more():
    d, m = 3, 3
    signs = [[1 - 2 * ((z & s).bit_count() & 1) for s in range(1, 2 * d + 1)] for z in range(2**m)]
    table = np.array(signs)
    for a in range(2 * d):
        for b in range(a):
            assert sorted(map(tuple, table[:, [a, b]])) == sorted([(-1, -1), (-1, 1), (1, -1), (1, 1)] * 2)
    assert (table[:, 0] * table[:, 1] * table[:, 2] == 1).all()  # parities 1, 2 and 3 = 1 xor 2
    assert parity_law(d, m).at_least(d * d) >= Fraction(1, 2**m)


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.where)
@pytest.mark.parametrize("R", [Fraction(0), Fraction(1), Fraction(3)])
def test_a_bound_speaks_exactly_from_its_threshold_on(bound, R):
    root = bound.threshold(R, Fraction(1, 100), Fraction(1, 2))
    low, high = balls.bounds(root)
    for L in (high + Fraction(1, 10**6), high + 1, high + 1000):
        assert balls.lt(ball_of(L, R, bound), balls.ball(0)) is balls.Truth.HOLDS
    if low > 1:
        assert balls.gt(ball_of(low - Fraction(1, 10**6), R, bound), balls.ball(0)) is balls.Truth.HOLDS


def part_of(address: str, reading: str) -> Part:
    (found,) = (part for part in find(f"sparse/{address}") if part.reading.value == reading)
    return found


@pytest.mark.parametrize("norm", UNIFORM_ERRORS)
def test_no_growing_window_beats_k0_up_to_half_of_every_length(norm):
    """Proposition 7.2, (b) (intended), by trying all windows of all short datasets, on the definition of the errors."""

    def error(n: int, k: int) -> float:
        entries = np.array([abs(1 / n - (1 / k if j < k else 0)) for j in range(n)])
        squared = (entries**2).sum()
        return {
            "entrywise maximum": entries.max(), "Frobenius": math.sqrt(n * squared), "maximal row sum": entries.sum(),
            "Frobenius/√n": math.sqrt(squared),
        }[norm]  # fmt: skip

    known = {(n, k): error(n, k) for n in range(1, 14) for k in range(1, n + 1)}
    tried = 0
    for lengths in [*combinations_with_replacement(range(2, 14), 2), *combinations_with_replacement(range(2, 11), 3)]:
        for k0 in range(1, min(lengths) // 2 + 1):
            constant = sum(known[n, k0] for n in lengths)
            for windows in Windows(FLOAT, lengths, k0).rivals:
                tried += 1
                found = sum(known[n, k] for n, k in zip(lengths, windows, strict=True))
                assert found >= constant - 1e-12, (lengths, k0, windows)
    assert tried > 1000


def test_rare_large_entries_are_centred_and_bounded_but_for_delta():
    """The centred lower bound on D (Lemma D.3, Part 3) needs |X_ij| ≤ b for certain: with probability ≥ 1-δ is not enough."""
    n, delta, R, C = 2000, Fraction(1, 100), 1.0, 2.0
    p = delta / (2 * n)
    values = {Fraction(1): 1 - p, -(1 - p) / p: p}  # X_j/b
    assert sum(value * chance for value, chance in values.items()) == 0
    assert (1 - p) ** n >= 1 - delta / 2
    b = math.sqrt(math.log(n / float(delta)))
    X = np.full((n, 1), b)  # with probability (1-p)^n
    S = X @ np.array([[-R]]) @ X.T
    M = C * R * b
    assert np.exp(S).sum(1).max() < n * math.exp(-M)
    holds = part_of("Centred entries/Lemma D.3, 3", "stated")
    fails = part_of("Centred entries/Lemma D.3, 3, rare large entries", "stated")
    assert repr(Pr(bounded_entry) == 1) in holds.text
    assert judge(fails, Effort("proofs", 0, 1.0)).verdict is Verdict.FAILS
