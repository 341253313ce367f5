"""Drawn inputs: laws of X and of W, rows of the attention matrix through the streaming kernel, windows at matched cost.

One trial draws X and the weights. A mean over rows is estimated from a few rows chosen at random, for a row of P - P̂ does not
depend on the others; a maximum over rows needs all n of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kernels.topk import TopkErrors

Floats = NDArray[np.float64]
WIDTH = 64

ENTRIES: dict[str, Callable[[np.random.Generator, int, int], Floats]] = {
    "gaussian": lambda rng, n, d: rng.standard_normal((n, d)),
    "signs": lambda rng, n, d: rng.choice([-1.0, 1.0], (n, d)),
    "uniform": lambda rng, n, d: rng.uniform(-math.sqrt(3), math.sqrt(3), (n, d)),
    "shifted": lambda rng, n, d: 1 + rng.standard_normal((n, d)),
    "spiky": lambda rng, n, d: np.where(rng.random((n, d)) < 0.01, 10.0, 0.0) * rng.choice([-1.0, 1.0], (n, d)),
}
WEIGHTS: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "gaussian": lambda rng, d: rng.standard_normal((d, d)) @ rng.standard_normal((d, d)).T / d,
    "zero": lambda rng, d: np.zeros((d, d)),
    "identity": lambda rng, d: np.eye(d),
    "ones": lambda rng, d: np.ones((d, d)) / d,
}


@dataclass(frozen=True)
class Draw:
    """Names of the laws of X and W (keys of ENTRIES and WEIGHTS), and how many rows a trial looks at."""

    entries: str = "gaussian"
    weights: str = "gaussian"
    rows: int = 8

    def few_rows(self, rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        """Queries of random positions and all keys: the kernel's logits are rows of S = X W_Q W_K^T X^T/√d."""
        X = ENTRIES[self.entries](rng, n, WIDTH)
        W = WEIGHTS[self.weights](rng, WIDTH)
        chosen = rng.choice(n, min(self.rows, n), replace=False)
        return X[chosen] @ W, X


@dataclass(frozen=True)
class Norm:
    """A norm of P - P̂, from all rows or estimated from a few, and its value for W = 0.

    of_rows: (errors, n) -> one value per window;  uniform: (n, k) -> the error of W = 0
    every_row: the norm is a maximum over the rows: a few of them would give less
    """

    what: str
    of_rows: Callable[[TopkErrors, int], Floats]
    uniform: Callable[[int, int], float]
    every_row: bool = False


DRAWN_NORMS = {
    "maximum": Norm(
        "max_ij |P - P̂|", lambda e, n: e.largest.max(0), lambda n, k: max(1 / k - 1 / n, 1 / n if k < n else 0), every_row=True
    ),
    "frobenius": Norm("‖P - P̂‖_F", lambda e, n: np.sqrt(n * e.l2_squared.mean(0)), lambda n, k: math.sqrt(n / k - 1)),
    "row_sum": Norm("largest l1 error of a row", lambda e, n: e.l1.max(0), lambda n, k: 2 * (1 - k / n), every_row=True),
    "root_mean": Norm("‖P - P̂‖_F/√n", lambda e, n: np.sqrt(e.l2_squared.mean(0)), lambda n, k: math.sqrt(1 / k - 1 / n)),
}


@dataclass(frozen=True)
class Strategy:
    """A named window k(n), at least 1 and at most n."""

    name: str
    formula: Callable[[int], float]

    def __call__(self, n: int) -> int:
        return max(1, min(n, round(self.formula(n))))


def power_window(lengths: Sequence[int], k0: int, c: float) -> Strategy:
    """α n^c with the total cost Σ n k of the constant window k0."""
    alpha = k0 * sum(lengths) / sum(n ** (1 + c) for n in lengths)
    return Strategy(f"{alpha:.3g} n^{c:g}", lambda n: alpha * n**c)


def logarithmic_window(lengths: Sequence[int], k0: int) -> Strategy:
    """α log n with the total cost of the constant window k0."""
    alpha = k0 * sum(lengths) / sum(n * math.log(n) for n in lengths)
    return Strategy(f"{alpha:.3g} log n", lambda n: alpha * math.log(n))


def constant_window(k0: int) -> Strategy:
    return Strategy(f"k0 = {k0}", lambda n: k0)


def window_errors(
    draw: Draw, norm: Norm, lengths: Sequence[int], strategies: Sequence[Strategy], trials: int, seed: Sequence[int]
) -> list[list[Floats]]:
    """``[strategy][length]``: the error of each trial, the same draws for every strategy."""
    from kernels.topk import topk_errors  # compiled code, which few statements need

    errors = [[np.empty(trials) for _ in lengths] for _ in strategies]
    for i, n in enumerate(lengths):
        windows = [strategy(n) for strategy in strategies]
        seen = replace(draw, rows=n) if norm.every_row else draw
        for trial in range(trials):
            rng = np.random.default_rng([*seed, n, trial])
            values = norm.of_rows(topk_errors(*seen.few_rows(rng, n), windows), n)
            for s, value in enumerate(values):
                errors[s][i][trial] = value
    return errors
