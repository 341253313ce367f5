"""Dense attention and top-k attention against their definitions, written naively."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernels import attention
from kernels.topk import topk_errors

Floats = NDArray[np.float64]
Data = tuple[Floats, Floats, Floats, Floats, Floats]
SIZES = [1, 7, 8, 9, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193, 257, 385]


def draw_data(n1: int, n2: int, d: int, k: int, structure: str, scale: float, seed: int) -> Data:
    """A1, A2, A3, QK, V of one of the structures that attention kernels stumble over."""
    random = np.random.default_rng(seed)
    a1, a2, a3 = (random.standard_normal((rows, d)) for rows in (n1, n2, n2))
    qk, v = random.standard_normal((d, d)), random.standard_normal((d, k))
    if structure == "equal rows":
        a1[:], a2[:] = a1[0], a2[0]
    elif structure == "spike":
        a2[random.integers(n2)] *= 20
    elif structure == "zero":
        a1[random.integers(n1)] = 0
    return scale * a1, a2, a3, qk, v


DATA = st.builds(
    draw_data,
    n1=st.integers(1, 64),
    n2=st.integers(1, 64),
    d=st.integers(1, 20),
    k=st.integers(1, 9),
    structure=st.sampled_from(["random", "equal rows", "spike", "zero"]),
    scale=st.sampled_from([0.0, 1e-3, 1.0, 30.0]),
    seed=st.integers(0, 2**32 - 1),
)


def naive_softmax(a1: Floats, a2: Floats, a3: Floats, qk: Floats, v: Floats) -> Floats:
    """Definition C.4 through the n1 × n2 matrix, for logits that NumPy's exp can take after a shift."""
    scores = a1 @ qk @ a2.T
    u = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray((u / u.sum(axis=1, keepdims=True)) @ (a3 @ v))


def tolerance(a1: Floats, a2: Floats, a3: Floats, qk: Floats, v: Floats) -> float:
    """1e-12 · (1 + largest sum of absolute terms of a logit), relative to the largest value."""
    return float(1e-12 * (1 + (np.abs(a1) @ np.abs(qk) @ np.abs(a2).T).max()) * (np.abs(a3) @ np.abs(v)).max())


@given(data=DATA)
def test_softmax_attention_is_its_definition(data: Data) -> None:
    assert np.abs(attention.softmax_attention(*data) - naive_softmax(*data)).max() <= tolerance(*data)


def test_no_key_is_lost_or_counted_twice_at_a_block_boundary() -> None:
    for n1, n2 in product((1, 6, 95, 97), SIZES):
        random = np.random.default_rng(n2)
        # Logit zero everywhere: c is the plain mean of the values, and every key weighs the same.
        a3 = random.standard_normal((n2, 3))
        c = attention.softmax_attention(np.ones((n1, 3)), np.ones((n2, 3)), a3, np.zeros((3, 3)), np.eye(3))
        assert np.abs(c - a3.mean(axis=0)).max() <= 1e-14
        # The largest logit last, then first: the running maximum has to rise in the last block, and to stay.
        for rising in (np.arange(float(n2)), np.arange(float(n2))[::-1]):
            data: Data = (np.ones((n1, 1)), rising[:, None] * 0.3, a3[:, :1], np.ones((1, 1)), np.ones((1, 1)))
            assert np.abs(attention.softmax_attention(*data) - naive_softmax(*data)).max() <= tolerance(*data)
    for n2 in (*SIZES, 2047, 2049, 4500):
        keys = np.arange(1.0, n2 + 1)[:, None]
        c = attention.linear_attention([[2.0]], keys, keys, [[1.0]], [[1.0]])
        assert c[0, 0] == pytest.approx((2 * n2 + 1) / 3, rel=1e-13)  # Σ j² / Σ j


def test_large_logits_lose_no_digit() -> None:
    """Two keys whose logits differ by 1, whatever both are: their weights are e/(1 + e) and 1/(1 + e)."""
    for logit in (1e-6, 1.0, 700.0, 1e4):
        keys = np.array([[logit], [-logit - 2e4], [logit - 1]])  # the second weighs nothing beside them
        c = attention.softmax_attention([[1.0], [-1.0]], keys, np.eye(3), [[1.0]], np.eye(3))
        heavy = 1 / (1 + np.exp(-1))
        assert c == pytest.approx(np.array([[heavy, 0, 1 - heavy], [0, 1, 0]]), abs=1e-12 * (1 + logit))


@given(data=DATA)
def test_linear_attention_is_its_definition(data: Data) -> None:
    a1, a2, a3, qk, v = (*map(np.abs, data[:4]), data[4])
    u = a1 @ qk @ a2.T
    if (u.sum(axis=1) == 0).any():
        with pytest.raises(ValueError, match=r"denominator alpha_lin of row .* is zero$"):
            attention.linear_attention(a1, a2, a3, qk, v)
        return
    expected = (u / u.sum(axis=1, keepdims=True)) @ (a3 @ v)
    assert np.abs(attention.linear_attention(a1, a2, a3, qk, v) - expected).max() <= 1e-13 * (a3 @ np.abs(v)).max()


def test_linear_attention_refuses_a_denominator_that_only_rounding_keeps_from_zero() -> None:
    keys = np.array([[0.1], [0.2], [-0.3]])  # the sum of these floats is 2.8e-17, their decimals cancel
    with pytest.raises(ValueError, match="zero within rounding"):
        attention.linear_attention([[1.0]], keys, keys, [[1.0]], [[1.0]])


SEEDS = st.integers(0, 2**32 - 1)


def draw_queries_and_keys(r: int, n: int, d: int, structure: str, scale: float, seed: int) -> tuple[Floats, Floats]:
    """Queries (r, d) and keys (n, d): generic, with many exactly equal logits, or all logits zero."""
    random = np.random.default_rng(seed)
    if structure == "ties":
        return scale * random.integers(-1, 2, (r, d)).astype(float), random.integers(-1, 2, (n, d)).astype(float)
    queries, keys = random.standard_normal((r, d)), random.standard_normal((n, d))
    return scale * queries, keys * (structure != "zero")


QUERIES_AND_KEYS = st.builds(
    draw_queries_and_keys,
    r=st.integers(1, 9),
    n=st.one_of(st.integers(1, 64), st.sampled_from([127, 128, 129, 260])),
    d=st.sampled_from([1, 3, 4, 16]),
    structure=st.sampled_from(["random", "ties", "zero"]),
    scale=st.sampled_from([0.125, 1.0, 8.0]),
    seed=SEEDS,
)


def exact_and_sparse(queries: Floats, keys: Floats, k: int) -> tuple[Floats, Floats]:
    """P and P̂ of Definitions 3.1, 3.3 and 3.4; of equal logits the first are kept."""
    scores = queries @ keys.T / np.sqrt(keys.shape[1])
    a = np.exp(scores - scores.max(axis=1, keepdims=True))
    kept = np.zeros_like(a)
    for i, row in enumerate(scores):
        indices = np.argsort(-row, kind="stable")[:k]
        kept[i, indices] = a[i, indices]
    return a / a.sum(axis=1, keepdims=True), kept / kept.sum(axis=1, keepdims=True)


@given(data=QUERIES_AND_KEYS, fractions=st.lists(st.floats(0, 1), min_size=1, max_size=3), seed=SEEDS)
def test_errors_are_those_of_the_dense_matrices(data: tuple[Floats, Floats], fractions: list[float], seed: int) -> None:
    queries, keys = data
    n = len(keys)
    ks = [max(1, round(fraction * n)) for fraction in fractions]
    values = np.random.default_rng(seed).standard_normal((n, 3))
    errors = topk_errors(queries, keys, ks, V=values)
    for column, k in enumerate(ks):
        p, p_hat = exact_and_sparse(queries, keys, k)
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


@given(data=QUERIES_AND_KEYS, epsilon=st.sampled_from([1e-9, 1e-3, 0.02, 0.3, 0.999]))
def test_effective_entries_are_counted(data: tuple[Floats, Floats], epsilon: float) -> None:
    p, _ = exact_and_sparse(*data, 1)
    errors = topk_errors(*data, [1], [epsilon])
    assert (errors.effective[:, 0] <= (p > epsilon * (1 - 1e-9)).sum(axis=1)).all()
    assert (errors.effective[:, 0] >= (p > epsilon * (1 + 1e-9)).sum(axis=1)).all()
    assert (errors.effective + errors.doubtful >= (p > epsilon).sum(axis=1)[:, None]).all()


def test_an_entry_at_epsilon_is_doubtful_and_a_tiny_dropped_mass_keeps_its_digits() -> None:
    # W = 0: every entry is 1/49, and in floating point 1/49 · 49 < 1.
    errors = topk_errors(np.zeros((1, 2)), np.ones((49, 2)), [1], [1 / 49, 0.99 / 49, 1.01 / 49])
    assert errors.effective.tolist() == [[0, 49, 0]]
    assert errors.doubtful.tolist() == [[49, 0, 0]]
    errors = topk_errors(np.array([[2.0]]), np.array([[20.0], [-20.0]]), [1])
    mass = np.exp(-80) / (1 + np.exp(-80))
    assert np.ravel(errors[:4]) == pytest.approx([mass, mass, 2 * mass, 2 * mass**2], rel=1e-12)
