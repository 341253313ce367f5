"""Exact laws of scores, integer windows, exponents and the constructions behind the norm table."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

import numpy as np
import pytest
from scipy.stats import binomtest

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.judging.judge import Effort, judge
from theorems.provers.search import evaluate
from theorems.sparse.adaptive_windows import Windows
from theorems.sparse.centred_inputs import CENTRED, bounded_entry
from theorems.sparse.language import Pr
from theorems.sparse.row_words import effective
from theorems.sparse.rows import AttentionRow
from theorems.sparse.score_models import parity_law
from theorems.sparse.thresholds import BOUNDS, ball_of
from theorems.sparse.uniform_rows import UNIFORM_ERRORS
from theorems.sparse.windows import LOGARITHM
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


def test_centred_inputs_have_the_rows_they_are_said_to_have():
    """Draw the signs, build X and W, and count how often a fixed row of the dense softmax breaks the claim."""
    a, n, R, delta = 2, 12, 1.0, 0.01
    instance = Instance(a=a, n=n, k=1, R=1, delta=Fraction(1, 100), C=2, eps=Fraction(1, 10))
    exact = CENTRED.bind(instance, BALLS).failure(effective <= 1)
    assert exact == balls.ball(Fraction(1, 4))
    rng, broken, trials = np.random.default_rng(5), 0, 2000
    b = np.sqrt(np.log(2 * n / delta))
    for _ in range(trials):
        coefficients = np.where(np.arange(n) < a, 1.0, 0.0)
        X = b * np.column_stack([rng.choice([-1.0, 1.0], n), coefficients * rng.choice([-1.0, 1.0], n)])
        S = X @ np.array([[0.0, R], [0.0, 0.0]]) @ X.T
        broken += ((np.exp(S[3]) / np.exp(S[3]).sum()) > 0.1).sum() > 1
    low, high = binomtest(int(broken), trials).proportion_ci(1 - 1e-6)
    assert low <= 0.25 <= high


def uniform_errors(lengths: list[int], windows: list[int]) -> list[Fraction]:
    """Entrywise errors of W = 0 by the definition: 1/n against 1/k on the window and 0 outside it."""
    pairs = zip(lengths, windows, strict=True)
    return [max(abs(Fraction(1, n) - (Fraction(1, k) if j < k else 0)) for j in range(n)) for n, k in pairs]


def part_of(address: str, reading: str) -> Part:
    (found,) = (part for part in find(f"sparse/{address}") if part.reading.value == reading)
    return found


def with_windows(lengths: list[int], k0: int, windows: list[int]) -> Instance:
    return Instance(lengths=",".join(map(str, lengths)), k0=k0, windows=",".join(map(str, windows)))


@pytest.mark.parametrize(
    ("lengths", "k0", "alpha", "c", "windows"),
    [
        ([10, 20], 8, 1.57, 0.585, [6, 9]),
        ([6, 11], 5, 1, 0.75, [3, 6]),
        ([11] * 14 + [14] * 11, 6, 0.98, 0.75, [5] * 14 + [7] * 11),
    ],
)
def test_windows_that_grow_win_where_k0_is_more_than_half_of_a_length(lengths, k0, alpha, c, windows):
    """Proposition 7.2, (b) (intended), needs 2 k0 ≤ n_i: with 2 k0 = n_i + 1 it is false already."""
    part = part_of("Proposition 7.2/(b)", "intended")
    instance = with_windows(lengths, k0, windows)
    assert part.domain.broken(instance) == "2 k0 ≤ n_i for all i ∈ [N]"
    assert sum(n * k for n, k in zip(lengths, windows, strict=True)) <= k0 * sum(lengths)
    assert sum(uniform_errors(lengths, windows)) < sum(uniform_errors(lengths, [k0] * len(lengths)))
    assert evaluate(part, instance).truth is balls.Truth.FAILS
    assert [math.floor(alpha * n**c) for n in lengths] == windows


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


def test_the_worst_error_can_fall_at_equal_cost_where_the_mean_cannot():
    """Proposition 7.2: what the note of part (c) says, and the mean at the same point."""
    lengths, k0, windows = [30, 30, 60], 9, [8, 8, 10]
    assert sum(n * k for n, k in zip(lengths, windows, strict=True)) == k0 * sum(lengths)
    adaptive, fixed = uniform_errors(lengths, windows), uniform_errors(lengths, [k0] * 3)
    assert max(adaptive) < max(fixed)
    assert sum(adaptive) > sum(fixed)
    assert 0 < math.log(10 / 8) / math.log(2) < 1  # the exponent of α n^C


def test_windows_proportional_to_the_inverse_root_are_the_best_for_zero_weights():
    """Lagrange: at equal cost 1/k is least on average for k proportional to n^(-1/2)."""
    n = np.array([300.0, 1000.0, 5000.0])
    cost = 20 * n.sum()

    def mean_inverse(c: float) -> float:
        k = n**c
        return float(np.mean(1 / (k * cost / (n * k).sum())))

    grid = np.linspace(-1, 1, 41)
    assert grid[np.argmin([mean_inverse(c) for c in grid])] == pytest.approx(-0.5)


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


def test_the_error_in_the_maximum_can_fall_to_0_with_log_n_entries():
    """Theorem 6.2/(c): the rows of the refutation, one by one over a change of the window."""

    def error(n: int) -> float:
        k = LOGARITHM(n)
        first = math.floor(math.exp(k - 1)) + 1
        a = math.log((n - k) / (first - k))
        assert 0 <= a < 1.5
        row = AttentionRow(FLOAT, n, k, 2, a, -a, ((1.0, k),), ((math.exp(-2 * a), n - k),), {})
        return float(row.max_error)

    errors = [error(n) for n in range(149, 3000)]
    assert all(later < now for now, later in pairwise(errors))
