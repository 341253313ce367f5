"""Rows, windows and outputs by their definitions, on dense matrices: each check holds closed forms against them."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT, RATIONALS, RationalArithmetic
from strategies.attention_rows import text_of
from tests.marks import IN_CI
from theorems.instance import Instance
from theorems.sparse.columns_of_values import with_values
from theorems.sparse.dataset_windows import Windows
from theorems.sparse.drawn_inputs import DRAWN_NORMS
from theorems.sparse.outputs import outputs
from theorems.sparse.rows import ANY_ROWS, row_of
from theorems.sparse.uniform_rows import UNIFORM_ERRORS
from theorems.sparse.window_costs import COSTS, DATASETS, adaptive, all_pairs, constant_cost
from theorems.sparse.windows import ALL_WINDOWS

MOST = 15 if IN_CI else 39
SIZES_AND_WINDOWS = [(n, k) for n in range(1, MOST + 1) for k in range(1, n + 1)]


class PowersOfTwo(RationalArithmetic):
    """Exact numbers with 2^x for e^x: softmax rows of integer logits are rational."""

    name = "powers of two"

    def exp(self, x: Any) -> Any:
        return Fraction(2) ** x


EXACT = PowersOfTwo()


def dense(logits: list[int], k: int) -> dict[str, Any]:
    """One row of P - P̂ in exact fractions; ties at the edge of the window are broken to the first."""
    n = len(logits)
    if n <= 8:  # beyond, the rows of S = X W X^T are taken for what they are here
        X = np.array([[1, s] for s in logits], dtype=object)
        S = X @ np.array([[0, 1], [0, 0]], dtype=object) @ X.T
        assert all(list(row) == logits for row in S)
    A = [Fraction(2) ** s for s in logits]
    order = sorted(range(n), key=lambda j: (-A[j], j))
    kept = set(order[:k])
    A_spar = [a if j in kept else Fraction(0) for j, a in enumerate(A)]
    D, D_spar = sum(A), sum(A_spar)
    P, P_hat = [a / D for a in A], [a / D_spar for a in A_spar]
    error = [abs(p - q) for p, q in zip(P, P_hat, strict=True)]
    inside = [j for j in range(n) if j in kept]
    outside = [j for j in range(n) if j not in kept]
    squared = sum(e * e for e in error)
    return {
        "kept_weight": sum(A[j] for j in inside) / max(A), "dropped_weight": sum(A[j] for j in outside) / max(A),
        "weight": D / max(A), "smallest_level": min(A) / max(A), "score": max(map(abs, logits)), "A_max": max(A),
        "D": D, "D_spar": D_spar, "D_inverse": 1 / D, "D_spar_inverse": 1 / D_spar,
        "inverse_difference": abs(1 / D - 1 / D_spar), "u_max": max(P), "u_min": min(P),
        "u_sum": sum(P), "u_hat_sum": sum(P_hat),
        "u_dropped": max((P[j] for j in outside), default=Fraction(0)), "tau": sum(P[j] for j in outside),
        "kept_error": max(error[j] for j in inside), "max_error": max(error), "row_sum_error": sum(error),
        "squared_error": squared, "frobenius": n * squared,
    }  # fmt: skip


def shapes(n: int, k: int) -> Iterator[list[int]]:
    """Equal scores, one hub, one low key, almost one-hot, two halves, all distinct, a tie across the edge of the window."""
    yield [0] * n
    yield [3] * n
    if n > 1:
        yield [2] + [0] * (n - 1)
        yield [1] * (n - 1) + [-5]
        yield [60] + [-60] * (n - 1)
        yield [1] * (n // 2) + [-1] * (n - n // 2)
        yield list(range(n, 0, -1))
        yield [4 if j < k - 1 else 0 if j < k + 2 else -3 for j in range(n)]


ROW_NAMES = tuple(dense([0], 1))


def check_rows() -> None:
    for n, k in SIZES_AND_WINDOWS:
        for logits in shapes(n, k):
            row, expected = text_of((s, 1) for s in logits), dense(logits, k)
            model = row_of(EXACT, row, k, 0)
            found = {name: getattr(model, name) for name in ROW_NAMES if name != "frobenius"}
            assert found == {name: value for name, value in expected.items() if name != "frobenius"}, (n, k, logits)
            rooted = row_of(FLOAT, row, k, 0.0, math.log(2)).frobenius  # its square is exact
            assert rooted == pytest.approx(math.sqrt(expected["frobenius"]), rel=1e-9, abs=1e-30), (n, k, logits)


VALUES = (
    "value", "kept_values", "dropped_values", "kept_share", "output_error", "highest_value", "lowest_value", "largest_value",
)  # fmt: skip


def check_values() -> None:
    """Beside the rows that ``shapes`` lists, largest first, a column V of whole numbers."""
    bind = with_values(ANY_ROWS).bind
    for n, k in SIZES_AND_WINDOWS[: 78 if IN_CI else 200]:
        for logits, V in product(shapes(n, k), ([j * j % 5 - 2 for j in range(n)], [1] * k + [-1] * (n - k), [3] * n)):
            A = [Fraction(2) ** s for s in logits]
            exact = [a / sum(A) for a in A]
            sparse = [a / sum(A[:k]) if j < k else Fraction(0) for j, a in enumerate(A)]
            column = ",".join(f"{v}x1" for v in V)
            model = bind(Instance(row=text_of((s, 1) for s in logits), k=k, M=max(map(abs, logits)), V=column), EXACT)
            assert [model.value(l) for l in range(n)] == V
            expected = {
                "kept_values": sum(u * v for u, v in zip(exact[:k], V, strict=False)),
                "dropped_values": sum(u * v for u, v in zip(exact[k:], V[k:], strict=True)),
                "kept_share": sum(exact[:k]),
                "output_error": sum((u - u_hat) * v for u, u_hat, v in zip(exact, sparse, V, strict=True)),
                "highest_value": max(V), "lowest_value": min(V), "largest_value": max(map(abs, V)),
            }  # fmt: skip
            assert {name: getattr(model, name) for name in expected} == expected, (n, k, logits, V)


def check_effective() -> None:
    for n, k in SIZES_AND_WINDOWS[:200]:
        for logits in shapes(n, k):
            total = sum(Fraction(2) ** s for s in logits)
            scaled = balls.log(balls.ball(2))
            model = row_of(BALLS, text_of((s, 1) for s in logits), k, balls.ball(0), scaled)
            for eps in (Fraction(200, 701), Fraction(7, 701), Fraction(1, 1009)):
                assert model.effective(balls.ball(eps)) == sum(Fraction(2) ** s > eps * total for s in logits)


def uniform_dense(n: int, k: int) -> dict[str, float]:
    """W = 0 by numpy on the whole matrix: X, S, softmax, top-k, difference, norms."""
    X = np.arange(2.0 * n).reshape(n, 2)
    S = X @ np.zeros((2, 2)) @ X.T
    A = np.exp(S)
    kept = np.argsort(-S, axis=1, kind="stable")[:, :k]
    A_spar = np.zeros_like(A)
    np.put_along_axis(A_spar, kept, np.take_along_axis(A, kept, 1), 1)
    E = np.abs(A / A.sum(1, keepdims=True) - A_spar / A_spar.sum(1, keepdims=True))
    return {
        "entrywise maximum": E.max(), "Frobenius": np.sqrt((E * E).sum()), "maximal row sum": E.sum(1).max(),
        "Frobenius/√n": np.sqrt((E * E).sum() / n), "spectral": np.linalg.norm(A / n - A_spar / k, 2),
    }  # fmt: skip


def check_uniform() -> None:
    for n, k in SIZES_AND_WINDOWS:
        expected, exact = uniform_dense(n, k), dense([0] * n, k)
        for name, error in UNIFORM_ERRORS.items():
            assert error(FLOAT, float(n), float(k)) == pytest.approx(expected[name], rel=1e-9, abs=1e-13), (name, n, k)
        for name, definition in (("entrywise maximum", "max_error"), ("maximal row sum", "row_sum_error")):
            assert UNIFORM_ERRORS[name](RATIONALS, Fraction(n), Fraction(k)) == exact[definition], (name, n, k)
        assert expected["spectral"] == pytest.approx(expected["Frobenius"], rel=1e-9, abs=1e-7), (n, k)


_DRAWN = {
    "maximum": "entrywise maximum", "frobenius": "Frobenius", "row_sum": "maximal row sum", "root_mean": "Frobenius/√n",
}  # fmt: skip


def check_drawn() -> None:
    assert set(_DRAWN) == set(DRAWN_NORMS)
    for n, k in SIZES_AND_WINDOWS:
        expected = uniform_dense(n, k)
        for name, norm in DRAWN_NORMS.items():
            assert norm.uniform(n, k) == pytest.approx(expected[_DRAWN[name]], rel=1e-9, abs=1e-13), (name, n, k)


SMALL_DATASETS = [lengths for size in (1, 2) for lengths in combinations_with_replacement(range(1, 9), size)] + [(2, 2, 5)]


def check_windows_errors() -> None:
    for lengths in SMALL_DATASETS:
        for k0 in range(1, min(lengths) + 1):
            model = Windows(FLOAT, lengths, k0)
            for norm in UNIFORM_ERRORS:
                expected = [uniform_dense(n, k0)[norm] for n in lengths]
                assert [model.error(norm, i, k0) for i in range(len(lengths))] == pytest.approx(expected, abs=1e-12)
                assert model.mean_error(norm, model.constant) == pytest.approx(np.mean(expected), abs=1e-12)


def check_costs() -> None:
    """Kept entries counted one by one."""
    for lengths, k0, alpha in product(SMALL_DATASETS, range(1, 9), (Fraction(1, 10), Fraction(3))):
        instance = Instance(lengths=",".join(map(str, lengths)), k0=k0, alpha=alpha, c=Fraction(1, 2))
        model = DATASETS.bind(instance, FLOAT)
        value = COSTS.seen(model).value
        assert value(constant_cost) == sum(1 for n in lengths for _ in range(n) for j in range(n) if j < k0)
        assert value(all_pairs) == sum(n * n for n in lengths)
        assert model.total_length == sum(1 for n in lengths for _ in range(n))
        assert [model.power(FLOAT.number(n)) for n in lengths] == pytest.approx([math.sqrt(n) for n in lengths])
        assert model.powers == pytest.approx(sum(n**1.5 for n in lengths))
        assert value(adaptive) == pytest.approx(model.powers)


def check_outputs() -> None:
    """(P - P̂)V for every even n, every window up to n/2 of the table, both V."""
    for window, n, w in product(ALL_WINDOWS, range(2, MOST, 2), (Fraction(0), Fraction(1, 10), Fraction(2))):
        k = window(n)
        if 2 * k > n:
            continue
        X = np.array([1.0 if j % 2 else -1.0 for j in range(n)])
        A = np.exp(float(w) * np.outer(X, X))
        for name in ("X", "1"):
            V = X if name == "X" else np.ones(n)
            error = np.empty(n)
            for i in range(n):
                # ties are broken towards keys of the row's own sign (w = 0 ties all)
                kept = sorted(range(n), key=lambda j, i=i: (-A[i, j], X[j] != X[i]))[:k]  # type: ignore[misc]
                error[i] = A[i] @ V / A[i].sum() - A[i][kept] @ V[kept] / A[i][kept].sum()
            model = outputs(window).bind(Instance(n=n, w=w, V=name, eps=Fraction(1, 10)), FLOAT)
            assert np.abs(error) == pytest.approx(np.full(n, model.row), abs=1e-12)
            column = error[:, None]
            for label, value in (
                ("(a)", np.abs(column).max()), ("(b)", np.linalg.norm(column)), ("(c)", np.abs(column).sum(1).max()),
                ("(d)", np.linalg.norm(column, 2)), ("(e)", np.linalg.norm(column) / math.sqrt(n)),
            ):  # fmt: skip
                assert model.norm(label) == pytest.approx(value, abs=1e-12), (label, n, k)
