"""The self-attention data as matrices: the judge of the laws of its rows (Definition D.1), and small members to draw."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorems.instance import Instance


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
