"""Top-k attention errors against P and P̂ written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernels.topk import topk_errors

Floats = NDArray[np.float64]
SEEDS = st.integers(0, 2**32 - 1)


def draw_queries_and_keys(r: int, n: int, d: int, structure: str, scale: float, seed: int) -> tuple[Floats, Floats]:
    """Queries (r, d) and keys (n, d): generic, with many exactly equal logits, or all logits zero."""
    random = np.random.default_rng(seed)
    if structure == "ties":
        return scale * random.integers(-1, 2, (r, d)).astype(float), random.integers(-1, 2, (n, d)).astype(float)
    queries, keys = random.standard_normal((r, d)), random.standard_normal((n, d))
    return scale * queries, keys * (structure != "zero")


DATA = st.builds(
    draw_queries_and_keys,
    r=st.integers(1, 9),
    n=st.one_of(st.integers(1, 64), st.sampled_from([127, 128, 129, 260])),
    d=st.sampled_from([1, 3, 4, 16]),
    structure=st.sampled_from(["random", "ties", "zero"]),
    scale=st.sampled_from([0.125, 1.0, 8.0]),
    seed=SEEDS,
)


def dense(queries: Floats, keys: Floats, k: int) -> tuple[Floats, Floats]:
    """P and P̂ of Definitions 3.1, 3.3 and 3.4; of equal logits the first are kept."""
    scores = queries @ keys.T / np.sqrt(keys.shape[1])
    a = np.exp(scores - scores.max(axis=1, keepdims=True))
    kept = np.zeros_like(a)
    for i, row in enumerate(scores):
        indices = np.argsort(-row, kind="stable")[:k]
        kept[i, indices] = a[i, indices]
    return a / a.sum(axis=1, keepdims=True), kept / kept.sum(axis=1, keepdims=True)


@given(data=DATA, fractions=st.lists(st.floats(0, 1), min_size=1, max_size=3), seed=SEEDS)
def test_errors_are_those_of_the_dense_matrices(data: tuple[Floats, Floats], fractions: list[float], seed: int) -> None:
    queries, keys = data
    n = len(keys)
    ks = [max(1, round(fraction * n)) for fraction in fractions]
    values = np.random.default_rng(seed).standard_normal((n, 3))
    errors = topk_errors(queries, keys, ks, V=values)
    for column, k in enumerate(ks):
        p, p_hat = dense(queries, keys, k)
        difference = p - p_hat
        output = difference @ values
        for found, expected in (
            (errors.dropped, np.where(p_hat == 0, p, 0).sum(axis=1)),
            (errors.largest, np.abs(difference).max(axis=1)),
            (errors.l1, np.abs(difference).sum(axis=1)),
            (errors.l2_squared, (difference**2).sum(axis=1)),
            (errors.output_largest, np.abs(output).max(axis=1)),
            (errors.output_l2_squared, (output**2).sum(axis=1)),
        ):
            assert np.abs(found[:, column] - expected).max() <= 1e-11 * (1 + np.abs(values).max() ** 2)


@given(data=DATA, epsilon=st.sampled_from([1e-9, 1e-3, 0.02, 0.3, 0.999]))
def test_effective_entries_are_counted(data: tuple[Floats, Floats], epsilon: float) -> None:
    p, _ = dense(*data, 1)
    errors = topk_errors(*data, [1], [epsilon])
    assert (errors.effective[:, 0] <= (p > epsilon * (1 - 1e-9)).sum(axis=1)).all()
    assert (errors.effective[:, 0] >= (p > epsilon * (1 + 1e-9)).sum(axis=1)).all()
    assert (errors.effective + errors.doubtful >= (p > epsilon).sum(axis=1)[:, None]).all()


def test_an_entry_at_epsilon_is_doubtful_and_not_guessed() -> None:
    # W = 0: every entry is 1/49, and in floating point 1/49 · 49 < 1.
    errors = topk_errors(np.zeros((1, 2)), np.ones((49, 2)), [1], [1 / 49, 0.99 / 49, 1.01 / 49])
    assert errors.effective.tolist() == [[0, 49, 0]]
    assert errors.doubtful.tolist() == [[49, 0, 0]]


def test_a_tiny_dropped_mass_keeps_its_digits() -> None:
    """1 - Z_k / Z would lose every digit: the dropped mass is e^-80/(1 + e^-80)."""
    errors = topk_errors(np.array([[2.0]]), np.array([[20.0], [-20.0]]), [1])
    mass = np.exp(-80) / (1 + np.exp(-80))
    assert np.ravel(errors[:4]) == pytest.approx([mass, mass, 2 * mass, 2 * mass**2], rel=1e-12)
