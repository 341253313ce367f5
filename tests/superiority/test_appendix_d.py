"""Errors planted in the closed forms of Appendix D: dense attention notices each of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from kernels import attention
from kernels.arithmetic import FLOAT
from tests.superiority.dense import matrix, product
from theorems.instance import Instance
from theorems.superiority import self_attention as module
from theorems.superiority.self_attention import Row, SelfAttention, Weights, pattern_of, self_attention

ENTRIES = (attention.u_exp, attention.f_exp, attention.u_lin, attention.f_lin)
SIZES = ((3, 2), (4, 1), (4, 3), (6, 2))


def instances(dataset: int) -> Iterator[Instance]:
    for (d, t), a in itertools.product(SIZES, (Fraction(9, 100),) if dataset == 0 else (Fraction(7, 10), Fraction(2))):
        n = (d - 2) * t
        for j3 in dict.fromkeys((1, n)):
            yield Instance({"n": n, "d": d, "t": t, "j3": j3, f"a{dataset}": a, "b": Fraction(3, 10), "c": Fraction(7, 10)})


def closed_and_dense(weights: Weights, dataset: int) -> Iterator[tuple[float, float]]:
    """Every entry of u, f and c in closed form beside the same entry from the matrices."""
    for i in instances(dataset):
        A, QK = matrix(i), product(weights, i.d)
        entry, output = (self_attention(dataset, weights, ("j0", index)) for index in ("j1", "i0"))
        c_exp, c_lin = (
            kernel(A, A, A, QK, np.eye(i.d)) for kernel in (attention.softmax_attention, attention.linear_attention)
        )
        for j0 in range(1, i.n + 1):
            dense = [
                kernel(A, A, QK, j0 - 1) for kernel in (attention.u_exp, attention.f_exp, attention.u_lin, attention.f_lin)
            ]
            for j1 in range(1, i.n + 1):
                x = entry.bind(i.but(j0=j0, j1=j1), FLOAT)
                closed = (x.u_exp, x.f_exp, x.u_lin, x.f_lin)
                yield from ((mine, theirs[j1 - 1]) for mine, theirs in zip(closed, dense, strict=True))
            for i0 in range(1, i.d + 1):
                y = output.bind(i.but(j0=j0, i0=i0), FLOAT)
                yield y.c_exp, c_exp[j0 - 1, i0 - 1]
                yield y.c_lin, c_lin[j0 - 1, i0 - 1]


def dense_notices() -> bool:
    try:
        return any(
            not abs(closed - dense) <= 1e-11 * (1 + abs(dense))
            for weights in Weights
            for dataset in (0, 1)
            for closed, dense in closed_and_dense(weights, dataset)
        )
    except (ValueError, StopIteration, ZeroDivisionError):
        return True


def test_without_an_error_nothing_is_noticed() -> None:
    assert not dense_notices()


@dataclass(frozen=True)
class Planted:
    """A wrong version of one method; it may call the right one."""

    name: str
    wrong: Callable[..., Any]


right_sum, right_logit, right_value = SelfAttention._sum, SelfAttention.logit, SelfAttention.value
right_rows, right_mean, right_entry = SelfAttention.rows, SelfAttention._mean, SelfAttention._entry


def counted(change: Callable[[SelfAttention, Row, Any], Any]) -> Callable[[SelfAttention], Iterator[tuple[Row, Any]]]:
    """The kinds of rows with other multiplicities."""
    return lambda self: ((row, change(self, row, count)) for row, count in right_rows(self))


def twins(row: Row) -> bool:
    return not row.special and row.residue == 0


SUM = [
    Planted("_sum", lambda self, row: right_sum(self, row) - 2 * self.b),
    Planted("_sum", lambda self, row: right_sum(self, row) - self.c),
    Planted("_sum", lambda self, row: self.a + self.b + self.c),
    Planted("_sum", lambda self, row: right_sum(self, row) + (self.a if row.special else 0)),
    Planted("_sum", lambda self, row: self.b + self.c - self.a if row.special else self.b + self.c),
]
LOGIT = [
    Planted("logit", lambda self, row, other: -right_logit(self, row, other)),
    Planted("logit", lambda self, row, other: right_logit(self, row, row)),
    Planted("logit", lambda self, row, other: 2 * right_logit(self, row, other)),
    Planted("logit", lambda self, row, other: right_logit(self, row, other) + (self.a if row.special or other.special else 0)),
    Planted(
        "logit",
        lambda self, row, other: right_logit(self, row, other) - (self.b * self.b if row.residue == other.residue else 0),
    ),
    Planted(
        "logit",
        lambda self, row, other: right_logit(
            self, row, replace(other, residue=0) if self.weights is Weights.IDENTITY else other
        ),
    ),
    Planted(
        "logit",
        lambda self, row, other: right_logit(
            self, row, replace(other, special=False) if self.weights is Weights.IDENTITY else other
        ),
    ),
]
VALUE = [
    Planted("value", lambda self, row, column: right_value(self, row, "first" if column == "last" else column)),
    Planted("value", lambda self, row, column: self.a if column == "first" else right_value(self, row, column)),
    Planted(
        "value",
        lambda self, row, column: right_value(self, replace(row, special=row.residue == 0), column),
    ),
    Planted(
        "value",
        lambda self, row, column: 0 * self.b if row.special and column == 0 else right_value(self, row, column),
    ),
    Planted("value", lambda self, row, column: self.b if column not in ("first", "last") else right_value(self, row, column)),
    Planted("value", lambda self, row, column: -right_value(self, row, column)),
    Planted("value", lambda self, row, column: self.b if column == "last" else right_value(self, row, column)),
]
ROWS = [
    Planted("rows", counted(lambda self, row, count: count + 1 if row.special else count)),
    Planted("rows", counted(lambda self, row, count: self.t if twins(row) else count)),
    Planted("rows", counted(lambda self, row, count: self.t - 1 if row.residue not in (0, None) else count)),
    Planted("rows", counted(lambda self, row, count: count + self.t if row.residue is None else count)),
    Planted("rows", counted(lambda self, row, count: count - 1 if row.residue is None else count)),
    Planted("rows", counted(lambda self, row, count: 0 * count if row.residue is None else count)),
]
MEANS = [
    Planted("_mean", lambda self, weights, column: right_mean(self, [(r, c, w * w) for r, c, w in weights], column)),
    Planted("_mean", lambda self, weights, column: right_mean(self, [(r, c, 1 + 0 * w) for r, c, w in weights], column)),
    Planted("_mean", lambda self, weights, column: right_mean(self, weights[1:], column)),
    Planted("_entry", lambda self, weights, target: right_entry(self, weights, target) * self.n),
    Planted("_entry", lambda self, weights, target: right_entry(self, weights, weights[0][0])),
]
PLANTED = [*SUM, *LOGIT, *VALUE, *ROWS, *MEANS]
EACH = pytest.mark.parametrize("error", PLANTED, ids=[f"{error.name} {k}" for k, error in enumerate(PLANTED)])


@EACH
def test_dense_attention_notices_an_error_in_the_closed_form(error: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SelfAttention, error.name, error.wrong)
    assert dense_notices()


def test_a_residue_that_is_off_by_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def shifted(instance: Instance) -> Any:
        return pattern_of(
            instance if "i0" not in instance or instance.i0 in (1, instance.d) else instance.but(i0=instance.i0 + 1)
        )

    monkeypatch.setattr(module, "pattern_of", shifted)
    assert dense_notices()


def test_a_missing_logarithm_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SelfAttention, "log_n", property(lambda self: self.sqrt_log_n))
    assert dense_notices()
