"""Attention on the data of Appendices D, E and F by plain matrices, and every small member of these data."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from tests.marks import IN_CI
from theorems.instance import Instance
from theorems.language.tree import Expr
from theorems.superiority.language import ONES

LENGTH = 16 if IN_CI else 40  # all n below
SIGNS: dict[str, Any] = {"delta": Fraction(1, 100), "kappa": 1, "C": 1}


@dataclass(frozen=True)
class Dense:
    """Logits in units of log n and values in units of their own, as integers over a common denominator each."""

    n: int
    logits: np.ndarray
    logit_unit: int
    values: np.ndarray
    value_unit: int

    def c_lin(self, j0: int, i0: int) -> Fraction:
        return Fraction(int(self.logits[j0] @ self.values[:, i0]), int(self.logits[j0].sum()) * self.value_unit)


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


def integers(rows: list[list[Fraction]]) -> tuple[np.ndarray, int]:
    unit = lcm(*(entry.denominator for row in rows for entry in row))
    return np.array([[int(entry * unit) for entry in row] for row in rows], dtype=np.int64), unit


def dense_self(i: Instance, weights: Expr) -> Dense:
    A, unit = integers(entries(i))
    QK = np.ones((i.d, i.d), dtype=np.int64) if weights is ONES else np.eye(i.d, dtype=np.int64)
    return Dense(i.n, A @ QK @ A.T, unit * unit, A, unit)


def dense_cross(i: Instance, dataset: int) -> Dense:
    first = [
        [Fraction(i[f"a{dataset}"]) if row == i.j2 else Fraction(0)] + [Fraction(1)] * (i.d - 1) for row in range(1, i.n + 1)
    ]
    A1, unit = integers(first)
    A2 = np.zeros((i.n, i.d), dtype=np.int64)
    A2[i.j3 - 1, 0] = 1
    A2[np.arange(i.n), 1 + np.arange(i.n) % (i.d - 1)] = 1
    return Dense(i.n, A1 @ A2.T, unit, A2, 1)


POINTS = {
    0: ((Fraction(1, 20), Fraction(1, 2)), (Fraction(1, 11), Fraction(9, 10))),
    1: ((Fraction(7, 10), Fraction(2, 5)), (Fraction(1), Fraction(1, 2))),  # other rows exceed a threshold, the first does not
}


def self_members(dataset: int, *, most_columns: int = LENGTH + 2, least: int = 1) -> Iterator[Instance]:
    """Every (d, t) with n = (d-2)t < LENGTH, at two coefficients; j3 is the first row, then the last."""
    for d in range(3, most_columns + 1):
        for t in range(1, LENGTH):
            n = (d - 2) * t
            if least <= n < LENGTH:
                for (a, b), j3 in zip(POINTS[dataset], (1, n), strict=True):
                    yield Instance({"n": n, "d": d, "t": t, "j3": j3, f"a{dataset}": a, "b": b, "c": 1 - b, **SIGNS})


def cross_members(*, most_columns: int = LENGTH + 1, least: int = 1) -> Iterator[Instance]:
    for d in range(2, most_columns + 1):
        for t in range(1, LENGTH):
            n = (d - 1) * t
            if least <= n < LENGTH:
                for j2, j3, a1 in dict.fromkeys([(1, 1, Fraction(3, 2)), (1, n, Fraction(2)), (n, 1 + n // 2, Fraction(2))]):
                    yield Instance({"n": n, "d": d, "t": t, "j2": j2, "j3": j3, "a0": Fraction(1, 20), "a1": a1, **SIGNS})
