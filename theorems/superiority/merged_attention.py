"""Attention over keys that are merged into kinds: a row is a weighted multiset of a few (logit, value, multiplicity).

This much the self-attention and the cross-attention data have in common (superiority v1, Definitions C.1 and C.4): what
a kind is, its logit and its value are the data's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from kernels.arithmetic import Arithmetic

Number = Any
Kind = Any  # a key up to merging
Query = Any  # what a row of attention depends on
Column = str | int
Weights = list[tuple[Kind, Number, Number]]


class MergedAttention(ABC):
    """Entries of u, f and c for softmax and linear attention; V is the identity.

    ``u_exp, f_exp, u_lin, f_lin`` are the entries at (j0, j1), ``c_exp, c_lin`` those at (j0, i0) of the pattern.
    """

    arithmetic: Arithmetic
    n: Number
    pattern: Any

    @property
    @abstractmethod
    def log_n(self) -> Number:
        """The natural logarithm of n, the unit of the logits."""

    @property
    @abstractmethod
    def unit(self) -> Number:
        """The unit of the values."""

    @abstractmethod
    def rows(self) -> Iterator[tuple[Kind, Number]]:
        """The distinct kinds of keys with how often each occurs; they add up to n."""

    @abstractmethod
    def logit(self, query: Query, kind: Kind) -> Number:
        """(A1 QKᵀ A2ᵀ)_{query, kind} in units of log n."""

    @abstractmethod
    def value(self, kind: Kind, column: Column) -> Number:
        """(A3 V)_{kind, column} in units of ``unit``."""

    def ratio(self, numerator: int, denominator: int) -> Number:
        return self.arithmetic.ratio(numerator, denominator)

    def softmax_weights(self, query: Query) -> Weights:
        """(kind of key, multiplicity, unnormalised weight), scaled by a common factor where overflow threatens."""
        kinds = list(self.rows())
        logits = [self.logit(query, kind) for kind, _ in kinds]
        shift = self.arithmetic.reference(logits)
        return [(kind, count, self.n ** (logit - shift)) for (kind, count), logit in zip(kinds, logits, strict=True)]

    def linear_weights(self, query: Query) -> Weights:
        return [(kind, count, self.logit(query, kind)) for kind, count in self.rows()]

    def _entry(self, weights: Weights, target: Kind) -> Number:
        total = sum(count * weight for _, count, weight in weights)
        return next(weight for kind, _, weight in weights if kind == target) / total

    def _mean(self, weights: Weights, column: Column) -> Number:
        total = sum(count * weight for _, count, weight in weights)
        return sum(count * weight * self.value(kind, column) for kind, count, weight in weights) / total

    def softmax_mean(self, query: Query, column: Column) -> Number:
        """c_exp(A, x)_{query, column} in units of ``unit``."""
        return self._mean(self.softmax_weights(query), column)

    def linear_mean(self, query: Query, column: Column) -> Number:
        """c_lin(A, x)_{query, column} in units of ``unit``."""
        return self._mean(self.linear_weights(query), column)

    @property
    def u_exp(self) -> Number:
        return self.n ** self.logit(self._j0, self._j1)

    @property
    def f_exp(self) -> Number:
        return self._entry(self.softmax_weights(self._j0), self._j1)

    @property
    def u_lin(self) -> Number:
        return self.logit(self._j0, self._j1) * self.log_n

    @property
    def f_lin(self) -> Number:
        return self._entry(self.linear_weights(self._j0), self._j1)

    @property
    def c_exp(self) -> Number:
        return self.softmax_mean(self._j0, self._column) * self.unit

    @property
    def c_lin(self) -> Number:
        return self.linear_mean(self._j0, self._column) * self.unit

    @property
    def _j0(self) -> Query:
        return present(self.pattern.j0, "j0")

    @property
    def _j1(self) -> Kind:
        return present(self.pattern.j1, "j1")

    @property
    def _column(self) -> Column:
        column: Column = present(self.pattern.column, "i0")
        return column


def present(value: Any, name: str) -> Any:
    """The value; ValueError where the instance has no such index."""
    if value is None:
        raise ValueError(f"this claim needs the index {name}, which the instance does not have")
    return value
