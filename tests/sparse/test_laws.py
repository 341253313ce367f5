"""Exact laws of scores, integer windows, exponents and the constructions behind the norm table."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT
from strategies.length_mixtures import few_short_lengths, lengths_of
from strategies.score_laws import WIDTHS, matrix
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.judging.judge import Effort, judge
from theorems.provers.search import evaluate
from theorems.sparse.adaptive_windows import Windows
from theorems.sparse.centred_inputs import CENTRED, bounded_entry
from theorems.sparse.language import Pr
from theorems.sparse.norm_table import TABLE, norm_table
from theorems.sparse.outputs import outputs
from theorems.sparse.row_words import effective
from theorems.sparse.rows import INPUTS, AttentionRow
from theorems.sparse.score_models import parity_law, score_law
from theorems.sparse.thresholds import BOUNDS, ball_of
from theorems.sparse.uniform_rows import UNIFORM_ERRORS
from theorems.sparse.windows import ALL_WINDOWS, LOGARITHM, ROOT, ceiling_of_log
from theorems.statement import Part
from theorems.vocabulary import Verdict


@pytest.mark.parametrize(
    ("rare", "alpha", "met"),
    [
        ("667/1000000", "1/4", True),  # E cosh(4X) - 1 ≤ e^8 - 1 allows 0.00067070...
        ("671/1000000", "1/4", False),
        ("671/1000000", "1/3", True),  # for |λ| < 3 more is allowed
        ("1/15", "1000", False),  # E X² ≤ 1
    ],
)
def test_rare_values_are_as_likely_as_the_moment_condition_allows(rare: str, alpha: str, met: bool) -> None:
    (part,) = find("sparse/Lemma B.10/(b)")
    broken = part.domain.broken(Instance.parse(f"n=1 variance=1 alpha={alpha} t=4 r=4 rare={rare}"))
    assert (broken is None) is met


@pytest.mark.parametrize("shape", sorted(WIDTHS))
@pytest.mark.parametrize("same", [False, True])
@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 10)])
def test_score_laws_are_the_enumeration_of_all_entries(shape, same, p):
    d = 2
    W = matrix(shape, d)
    outcomes: dict[int, Fraction] = {}
    for signs in product((-1, 1), repeat=d if same else 2 * d):
        x, y = signs[:d], signs[:d] if same else signs[d:]
        weight = math.prod(p if s < 0 else 1 - p for s in signs)
        value = sum(x[a] * W[a][b] * y[b] for a in range(d) for b in range(d))
        outcomes[value] = outcomes.get(value, Fraction(0)) + weight
    assert dict(score_law(d, shape, p, same).atoms) == {Fraction(v): w for v, w in outcomes.items() if w}


def test_parities_are_pairwise_independent_and_no_more():
    d, m = 3, 3
    signs = [[1 - 2 * ((z & s).bit_count() & 1) for s in range(1, 2 * d + 1)] for z in range(2**m)]
    table = np.array(signs)
    for a in range(2 * d):
        for b in range(a):
            assert sorted(map(tuple, table[:, [a, b]])) == sorted([(-1, -1), (-1, 1), (1, -1), (1, 1)] * 2)
    assert (table[:, 0] * table[:, 1] * table[:, 2] == 1).all()  # parities 1, 2 and 3 = 1 xor 2
    assert parity_law(d, m).at_least(d * d) >= Fraction(1, 2**m)


@given(st.integers(1, 10**6))
def test_integer_windows_are_ceilings(n):
    assert ROOT(n) == math.ceil(math.sqrt(n)) or n > 2**40
    k = ceiling_of_log(n)
    assert k - 1 < math.log(n) + 1e-9
    assert k >= math.log(n) - 1e-9
    assert all(1 <= window(n) <= n for window in ALL_WINDOWS)


def test_a_window_of_a_huge_row_is_exact():
    assert ROOT(10**300) == 10**150
    assert ROOT(10**300 + 1) == 10**150 + 1
    assert LOGARITHM(10**300) == 691  # 300 log 10 = 690.77...


def test_windows_of_a_group_have_a_small_spectral_error():
    """S = 0, n = 2^m, window of row i = i + T: the spectral norm is the largest nontrivial character average of T."""
    m, k = 8, 64
    n = 2**m
    rng = np.random.default_rng(1)
    T = rng.choice(n, k, replace=False)
    P_hat = np.zeros((n, n))
    for i in range(n):
        P_hat[i, i ^ T] = 1 / k
    spectral = np.linalg.norm(1 / n - P_hat, 2)
    averages = [abs(sum(1 - 2 * ((int(t) & s).bit_count() & 1) for t in T)) / k for s in range(1, n)]
    assert spectral == pytest.approx(max(averages))
    assert max(averages) <= math.sqrt(2 * math.log(2 * n) / k)
    shared = np.zeros((n, n))
    shared[:, T] = 1 / k
    assert np.linalg.norm(1 / n - shared, 2) == pytest.approx(math.sqrt(n / k - 1))


@pytest.mark.parametrize("n", [8, 30])
@pytest.mark.parametrize("w", [Fraction(1, 10), Fraction(1)])
def test_aligned_values_are_off_by_one_minus_tanh(n, w):
    X = np.array([1.0 if j % 2 else -1.0 for j in range(n)])
    A = np.exp(float(w) * np.outer(X, X))
    k = LOGARITHM(n)
    error = []
    for i in range(n):
        kept = np.argsort(-A[i], kind="stable")[:k]
        error.append(A[i] @ X / A[i].sum() - A[i][kept] @ X[kept] / A[i][kept].sum())
    model = outputs(LOGARITHM).bind(Instance(n=n, w=w, V="X", eps=Fraction(1, 10)), FLOAT)
    assert np.abs(error) == pytest.approx(np.full(n, model.row))
    assert np.linalg.norm(error) == pytest.approx(model.norm("(b)"))


def test_the_norm_table_reads_words_off_the_records():
    records = [{"statement": TABLE.name, "part": part.label, "reading": "stated", "verdict": "fails"} for part in TABLE.parts]
    assert {row["⌈log n⌉"] for row in norm_table(records)} == {"depends"}
    for record in records:
        record["verdict"] = "holds"
    with pytest.raises(ValueError, match="at once"):
        norm_table(records)
    assert {row["4"] for row in norm_table([])} == {"?"}


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.where)
@pytest.mark.parametrize("R", [Fraction(0), Fraction(1), Fraction(3)])
def test_a_bound_speaks_exactly_from_its_threshold_on(bound, R):
    root = bound.threshold(R, Fraction(1, 100), Fraction(1, 2))
    low, high = balls.bounds(root)
    for L in (high + Fraction(1, 10**6), high + 1, high + 1000):
        assert balls.lt(ball_of(L, R, bound), balls.ball(0)) is balls.Truth.HOLDS
    if low > 1:
        assert balls.gt(ball_of(low - Fraction(1, 10**6), R, bound), balls.ball(0)) is balls.Truth.HOLDS


@given(st.fractions(1, 1000), st.fractions(0, 3, max_denominator=8))
def test_bounds_agree_at_two_precisions_up_to_e_1000(L, R):
    for bound in BOUNDS:
        with balls.precision(64):
            coarse = ball_of(L, R, bound)
        with balls.precision(256):
            fine = ball_of(L, R, bound)
        assert coarse.overlaps(fine)


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


def test_the_error_of_zero_weights_rises_and_falls_as_the_definition_says():
    """Definition 3.5 and Theorem 6.1 (D2), (D3): k = ⌈√n⌉; at n = 5 (k = 3 twice) the error falls, from m = 3 on it grows."""
    part = part_of("Definition 3.5", "stated")
    for n in range(1, 40):
        now, then = uniform_errors([n, n + 1], [ROOT(n), ROOT(n + 1)])
        assert evaluate(part, Instance(n=n)).truth is (balls.Truth.HOLDS if then <= now else balls.Truth.FAILS), n
    assert evaluate(part, Instance(n=5)).truth is balls.Truth.HOLDS
    assert all(evaluate(part, Instance(n=m * m + 1)).truth is balls.Truth.FAILS for m in range(3, 30))


def test_windows_proportional_to_the_inverse_root_are_the_best_for_zero_weights():
    """Lagrange: at equal cost 1/k is least on average for k proportional to n^(-1/2)."""
    n = np.array([300.0, 1000.0, 5000.0])
    cost = 20 * n.sum()

    def mean_inverse(c: float) -> float:
        k = n**c
        return float(np.mean(1 / (k * cost / (n * k).sum())))

    grid = np.linspace(-1, 1, 41)
    assert grid[np.argmin([mean_inverse(c) for c in grid])] == pytest.approx(-0.5)


def test_balls_decide_a_window_beyond_float64():
    n = 10**1000
    k = LOGARITHM(n)
    with balls.precision(8192):
        assert balls.le(balls.log(balls.ball(n)), balls.ball(k)) is balls.Truth.HOLDS


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


@pytest.mark.parametrize("sinks", [1, 2])
@pytest.mark.parametrize("n", [10, 101, 10**6, 10**40])
def test_the_number_of_effective_entries_need_not_settle(sinks, n):
    """Abstract/collapse: one sink at even n, two at odd n, the same W."""
    row = INPUTS.bind(Instance.parse(f"row=1x{sinks},-1x{n - sinks} k=1 R=1 delta=1/100 C=2"), BALLS)
    assert row.effective(balls.ball(Fraction(1, 10))) == sinks


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


@given(few_short_lengths(), st.fractions("1/8", 4, max_denominator=8), st.sampled_from([(1, 4), (1, 2), (3, 4)]))
def test_adaptive_windows_are_among_those_that_are_compared(data: dict[str, Any], alpha: Fraction, c: tuple[int, int]) -> None:
    """What the rule "one of more" takes from the data: ⌈α n^C⌉, or n where that is less."""
    lengths = lengths_of(data["lengths"])
    x = Windows(BALLS, lengths, data["k0"])
    exact = [sympy.ceiling(sympy.Rational(alpha) * sympy.Integer(n) ** sympy.Rational(*c)) for n in lengths]
    windows = tuple(min(n, int(k)) for n, k in zip(lengths, exact, strict=True))
    assert windows in x.growing
    if sum(n * k for n, k in zip(lengths, exact, strict=True)) <= x.k0 * sum(lengths) and windows != x.constant:
        assert windows in x.rivals
