"""The self-attention data as matrices: the judge of the closed forms (Definitions C.1, C.4, D.1)."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np

from theorems.instance import Instance
from theorems.superiority.self_attention import Weights


def entries(instance: Instance) -> list[list[Fraction]]:
    """A in units of sqrt(log n), row by row as Definition D.1 prints it."""
    n, d = instance.n, instance.d
    a = instance["a0" if "a0" in instance else "a1"]
    rows = [[Fraction(0)] * d for _ in range(n)]
    for j in range(n):
        rows[j][0] = Fraction(a if j + 1 == instance.j3 else 0)
        rows[j][1 + j % (d - 2)] = Fraction(instance.b)
        rows[j][d - 1] = Fraction(instance.c)
    return rows


def matrix(instance: Instance) -> np.ndarray:
    return np.array(entries(instance), dtype=float) * np.sqrt(np.log(instance.n))


def product(weights: Weights, d: int) -> np.ndarray:
    return np.ones((d, d)) if weights is Weights.ONES else np.eye(d)


def logits_mp(instance: Instance, weights: Weights) -> mpmath.matrix:
    """A QKᵀ Aᵀ at mpmath's current precision."""
    rows, n = entries(instance), instance.n
    scale = mpmath.log(n)
    result = mpmath.matrix(n, n)
    for i in range(n):
        for j in range(n):
            if weights is Weights.ONES:
                value = sum(rows[i]) * sum(rows[j])
            else:
                value = sum(x * y for x, y in zip(rows[i], rows[j], strict=True))
            result[i, j] = scale * mpmath.mpf(value.numerator) / value.denominator
    return result
