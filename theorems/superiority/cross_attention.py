"""The cross-attention datasets D0 and D1 in closed form (superiority v1, Definition F.1, p. 40).

With the definition's columns repaired (2 to d instead of 2 to d-1) row ``j0`` of ``A1`` is
``(a [j0 = j2], 1, ..., 1) log n`` and row ``j1`` of ``A2 = A3`` is ``([j1 = j3], e_r)`` with residue
``r = (j1-1) mod (d-1)``. With Q K^T = I_d the logits are ``(1 + a [j0 = j2, j1 = j3]) log n``: a row of attention is
uniform, or uniform but for one key. Keys that agree in what matters are merged, so ``n`` may be as large as one likes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy

from kernels.arithmetic import SYMBOLIC, Arithmetic
from theorems.instance import Instance
from theorems.statement import Condition, Domain, SymbolicCase
from theorems.superiority import language

Number = Any
Column = str | int


@dataclass(frozen=True)
class Query:
    """A row of A1, by the special rows that it is."""

    is_j2: bool
    is_j3: bool

    def __str__(self) -> str:
        return {(True, True): "j2 = j3", (True, False): "j2", (False, True): "j3"}.get((self.is_j2, self.is_j3), "another row")


@dataclass(frozen=True)
class Key:
    """A row of A2 up to merging: ``residue`` 0 is that of row j3, other named residues count up, None is any other."""

    is_j3: bool
    residue: int | None

    def __str__(self) -> str:
        return "j3" if self.is_j3 else f"residue {self.residue}"


@dataclass(frozen=True)
class Pattern:
    """How the indices of an instance lie; ``column`` is "first" or a residue."""

    j0: Query | None = None
    j1: Key | None = None
    column: str | int | None = None

    def __str__(self) -> str:
        shown = {"j0": self.j0, "j1": self.j1, "i0": self.column}
        return "(" + ", ".join(f"{k}: {v}" for k, v in shown.items() if v is not None) + ")"

    @property
    def residues(self) -> int:
        """The number of named residues, that of j3 included."""
        named = [index for index in (self.j1.residue if self.j1 else None, self.column) if isinstance(index, int)]
        return 1 + max([0, *named])

    @property
    def has_twin(self) -> bool:
        """Is there a key with j3's residue beside j3 (so that t >= 2)?"""
        return self.j1 is not None and not self.j1.is_j3 and self.j1.residue == 0

    @property
    def has_two_rows(self) -> bool:
        """Do the indices show that n >= 2?"""
        alone = self.j0 is None or (self.j0.is_j2 and self.j0.is_j3)
        return not alone or self.residues > 1 or self.has_twin


def pattern_of(instance: Instance) -> Pattern:
    """The pattern of the indices ``j0``, ``j1``, ``i0`` that the instance has."""
    width = int(instance.d) - 1
    named = {(int(instance.j3) - 1) % width: 0}

    def name(residue: int) -> int:
        return named.setdefault(residue, len(named))

    j0 = Query(instance.j0 == instance.j2, instance.j0 == instance.j3) if "j0" in instance else None
    j1 = Key(instance.j1 == instance.j3, name((int(instance.j1) - 1) % width)) if "j1" in instance else None
    column: str | int | None = None
    if "i0" in instance:
        column = "first" if instance.i0 == 1 else name(int(instance.i0) - 2)
    return Pattern(j0, j1, column)


Weights = list[tuple[Key, Number, Number]]  # kind of key, multiplicity, weight


@dataclass(frozen=True)
class CrossAttention:
    """A member of D0 or D1 seen through one arithmetic; ``a`` is the coefficient in row j2 of A1.

    ``u_exp, f_exp, u_lin, f_lin`` are the entries at (j0, j1), ``c_exp, c_lin`` those at (j0, i0) of Definitions C.1
    and C.4 with Q K^T = I_d and V = I_d; ``log n`` is natural.
    """

    arithmetic: Arithmetic
    pattern: Pattern
    n: Number
    d: Number
    t: Number
    a: Number
    a0: Number = None
    a1: Number = None
    log_symbol: Number = None

    @property
    def log_n(self) -> Number:
        """log n; ``log_symbol`` where it is a symbol of its own."""
        return self.arithmetic.log(self.n) if self.log_symbol is None else self.log_symbol

    @property
    def unit(self) -> Number:
        return self.arithmetic.number(1)

    def rows(self) -> Iterator[tuple[Key, Number]]:
        """The distinct kinds of keys with how often each occurs; they add up to n."""
        named = self.pattern.residues
        yield Key(True, 0), self.arithmetic.number(1)
        yield Key(False, 0), self.t - 1
        for residue in range(1, named):
            yield Key(False, residue), self.t
        yield Key(False, None), (self.d - 1 - named) * self.t

    def logit(self, special: bool, key: Key) -> Number:
        """(A1 A2ᵀ)_{j0, key} in units of log n; ``special``: j0 = j2."""
        return 1 + self.a if special and key.is_j3 else self.arithmetic.number(1)

    def value(self, key: Key, column: str | int) -> Number:
        """(A3 V)_{key, column}; a block column must be one of the pattern's residues."""
        if isinstance(column, int) and column >= self.pattern.residues:
            raise ValueError(f"residue {column} is not named in {self.pattern}")
        return self.arithmetic.number(1 if (key.is_j3 if column == "first" else key.residue == column) else 0)

    @property
    def _j0(self) -> bool:
        """Is j0 = j2? Nothing else about the query matters."""
        return bool(present(self.pattern.j0, "j0").is_j2)

    def ratio(self, numerator: int, denominator: int) -> Number:
        return self.arithmetic.ratio(numerator, denominator)

    def softmax_weights(self, query: bool) -> Weights:
        """(kind of key, multiplicity, unnormalised weight), scaled by a common factor where overflow threatens."""
        kinds = list(self.rows())
        logits = [self.logit(query, kind) for kind, _ in kinds]
        shift = self.arithmetic.reference(logits)
        return [(kind, count, self.n ** (logit - shift)) for (kind, count), logit in zip(kinds, logits, strict=True)]

    def linear_weights(self, query: bool) -> Weights:
        return [(kind, count, self.logit(query, kind)) for kind, count in self.rows()]

    def _entry(self, weights: Weights, target: Key) -> Number:
        total = sum(count * weight for _, count, weight in weights)
        return next(weight for kind, _, weight in weights if kind == target) / total

    def _mean(self, weights: Weights, column: Column) -> Number:
        total = sum(count * weight for _, count, weight in weights)
        return sum(count * weight * self.value(kind, column) for kind, count, weight in weights) / total

    def softmax_mean(self, query: bool, column: Column) -> Number:
        """c_exp(A, x)_{query, column} in units of ``unit``."""
        return self._mean(self.softmax_weights(query), column)

    def linear_mean(self, query: bool, column: Column) -> Number:
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
    def _j1(self) -> Key:
        key: Key = present(self.pattern.j1, "j1")
        return key

    @property
    def _column(self) -> Column:
        column: Column = present(self.pattern.column, "i0")
        return column


def present(value: Any, name: str) -> Any:
    """The value; ValueError where the instance has no such index."""
    if value is None:
        raise ValueError(f"this claim needs the index {name}, which the instance does not have")
    return value


def bound_cross_attention(instance: Instance, arithmetic: Arithmetic, dataset: int) -> CrossAttention:
    """The model of an instance; parameters need not meet any hypothesis beyond being finite."""
    number = arithmetic.number
    n = number(instance.n)
    a0, a1 = number(instance.a0), number(instance.a1)
    return CrossAttention(
        arithmetic,
        pattern_of(instance),
        n=n,
        d=number(instance.d),
        t=number(instance.t),
        a=(a0, a1)[dataset],
        a0=a0,
        a1=a1,
    )


# -- the index sets of the parts ---------------------------------------------------------------------------------------


J0_NOT_J2 = Condition(words="j0 ≠ j2", check=lambda i: i.j0 != i.j2, on_case=lambda p: not p.j0.is_j2)

# -- symbolic cases ----------------------------------------------------------------------------------------------------


def symbolic_cases(dataset: int, indices: tuple[str, ...], *, linear: bool) -> Iterator[SymbolicCase]:
    """Every pattern of the indices with the parameters as symbols."""
    n, d, t, a0, a1, log_n = sympy.symbols("n d t a0 a1 log_n", positive=True)
    tau, epsilon = sympy.symbols("tau epsilon", nonnegative=True)
    alpha, beta = sympy.symbols("alpha beta", positive=True)
    for pattern in patterns(indices):
        positive = {
            t: (2 if pattern.has_twin else 1) + tau,
            d: 1 + pattern.residues + epsilon,
            a0: 1 / (10 * (1 + beta)),
            a1: 1 + alpha,
        }
        model = CrossAttention(SYMBOLIC, pattern, n, d, t, (a0, a1)[dataset], a0, a1, log_n)
        yield SymbolicCase(
            pattern,
            model,
            positive,
            size=n,
            size_value=(d - 1) * t,
            size_above_one=linear or pattern.has_two_rows,
        )


def patterns(indices: tuple[str, ...]) -> Iterator[Pattern]:
    """All patterns of the given indices; two residues other than j3's never occur together."""
    queries = [Query(is_j2, is_j3) for is_j2 in (True, False) for is_j3 in (True, False)]
    choices: list[list[Any]] = [
        queries if "j0" in indices else [None],
        [Key(True, 0), Key(False, 0), Key(False, 1)] if "j1" in indices else [None],
        ["first", 0, 1] if "i0" in indices else [None],
    ]
    for j0, j1, column in itertools.product(*choices):
        yield Pattern(j0, j1, column)


def cross_attention(dataset: int, indices: tuple[str, ...] = (), *, linear: bool = False) -> Domain:
    """The domain of a statement about dataset 0 or 1, its symbolic cases over merged keys."""
    about = tuple(symbol for symbol in (language.j0, language.j1, language.i0) if symbol.name in indices)
    data = replace(language.cross_attention(dataset, *((language.n >= 2,) if linear else ())), about=about)
    return replace(
        data.domain(),
        bind=lambda instance, arithmetic: bound_cross_attention(instance, arithmetic, dataset),
        cases=lambda: symbolic_cases(dataset, indices, linear=linear),
        pattern_of=pattern_of,
        other_dataset=None,
    )
