"""The self-attention datasets D0 and D1 in closed form (superiority v1, Definition D.1, p. 16).

Row ``j`` of ``A`` is ``(a [j = j3], b e_r, c) sqrt(log n)`` with residue ``r = (j-1) mod (d-2)``: only "is it row j3?"
and its residue matter. Rows that agree in both are merged, so a row of attention is a weighted multiset of a few
(logit, value, multiplicity) triples and ``n`` may be as large as one likes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

import sympy

from kernels.arithmetic import SYMBOLIC, Arithmetic
from strategies.self_attention_data import self_attention_data
from theorems.instance import Instance
from theorems.statement import Condition, Domain, SymbolicCase
from theorems.superiority.merged_attention import MergedAttention

Number = Any


class Weights(Enum):
    """The product Q K^T that a section fixes; V is the identity throughout."""

    ONES = "QKᵀ = 1_{d×d}"
    IDENTITY = "QKᵀ = I_d"


@dataclass(frozen=True)
class Row:
    """A row of A up to merging: ``residue`` 0 is that of row j3, other named residues count up, None is any other."""

    special: bool
    residue: int | None

    def __str__(self) -> str:
        return "j3" if self.special else f"residue {self.residue}"


@dataclass(frozen=True)
class Pattern:
    """How the indices of an instance lie; ``column`` is "first", "last" or a residue."""

    j0: Row | None = None
    j1: Row | None = None
    column: str | int | None = None

    def __str__(self) -> str:
        shown = {"j0": self.j0, "j1": self.j1, "i0": self.column}
        return "(" + ", ".join(f"{k}: {v}" for k, v in shown.items() if v is not None) + ")"

    @property
    def residues(self) -> int:
        """The number of named residues, that of j3 included."""
        named = [row.residue for row in (self.j0, self.j1) if row is not None and row.residue is not None]
        return 1 + max([0, *named, *([self.column] if isinstance(self.column, int) else [])])

    @property
    def has_twin(self) -> bool:
        """Is there a row with j3's residue beside j3 (so that t >= 2)?"""
        return any(row is not None and not row.special and row.residue == 0 for row in (self.j0, self.j1))


def pattern_of(instance: Instance) -> Pattern:
    """The pattern of the indices ``j0``, ``j1``, ``i0`` that the instance has."""
    width = int(instance.d) - 2
    named = {(int(instance.j3) - 1) % width: 0}

    def name(residue: int) -> int:
        return named.setdefault(residue, len(named))

    def row(index: str) -> Row | None:
        if index not in instance:
            return None
        j = int(instance[index])
        return Row(j == instance.j3, name((j - 1) % width))

    j0, j1 = row("j0"), row("j1")
    column: str | int | None = None
    if "i0" in instance:
        i0 = int(instance.i0)
        column = "first" if i0 == 1 else "last" if i0 == instance.d else name(i0 - 2)
    return Pattern(j0, j1, column)


@dataclass(frozen=True)
class SelfAttention(MergedAttention):
    """A member of D0 or D1 seen through one arithmetic; ``a`` is the coefficient of its first column.

    ``u_exp, f_exp, u_lin, f_lin`` are the entries at (j0, j1), ``c_exp, c_lin`` those at (j0, i0) of Definitions C.1
    and C.4 with A3 V = A; ``log n`` is natural.
    """

    arithmetic: Arithmetic
    pattern: Pattern
    weights: Weights
    n: Number
    d: Number
    t: Number
    a: Number
    b: Number
    c: Number
    root: Number = None
    a0: Number = None
    a1: Number = None

    @property
    def sqrt_log_n(self) -> Number:
        """The common factor sqrt(log n) of all entries of A; ``root`` where it is a symbol of its own."""
        return self.arithmetic.sqrt(self.arithmetic.log(self.n)) if self.root is None else self.root

    @property
    def log_n(self) -> Number:
        return self.arithmetic.log(self.n) if self.root is None else self.root * self.root

    @property
    def unit(self) -> Number:
        return self.sqrt_log_n

    def rows(self) -> Iterator[tuple[Row, Number]]:
        """The distinct kinds of rows with how often each occurs; they add up to n."""
        named = self.pattern.residues
        yield Row(True, 0), self.arithmetic.number(1)
        yield Row(False, 0), self.t - 1
        for residue in range(1, named):
            yield Row(False, residue), self.t
        yield Row(False, None), (self.d - 2 - named) * self.t

    def logit(self, row: Row, other: Row) -> Number:
        """(A QKᵀ Aᵀ)_{row, other} in units of log n."""
        if self.weights is Weights.ONES:
            return self._sum(row) * self._sum(other)
        logit = self.c * self.c
        if row.residue is not None and row.residue == other.residue:
            logit = logit + self.b * self.b
        return logit + self.a * self.a if row.special and other.special else logit

    def _sum(self, row: Row) -> Number:
        return self.a + self.b + self.c if row.special else self.b + self.c

    def value(self, row: Row, column: str | int) -> Number:
        """(A V)_{row, column} in units of sqrt(log n); a block column must be one of the pattern's residues."""
        if isinstance(column, int) and column >= self.pattern.residues:
            raise ValueError(f"residue {column} is not named in {self.pattern}")
        if column == "last":
            return self.c
        if column == "first":
            return self.a if row.special else self.arithmetic.number(0)
        return self.b if row.residue == column else self.arithmetic.number(0)


def bound_self_attention(instance: Instance, arithmetic: Arithmetic, dataset: int, weights: Weights) -> SelfAttention:
    """The model of an instance; parameters need not meet any hypothesis beyond being finite."""
    number = arithmetic.number
    n = number(instance.n)
    a = {name: number(instance[name]) for name in ("a0", "a1") if name in instance}
    return SelfAttention(
        arithmetic,
        pattern_of(instance),
        weights,
        n=n,
        d=number(instance.d),
        t=number(instance.t),
        a=a[f"a{dataset}"],
        b=number(instance.b),
        c=number(instance.c),
        **a,
    )


# -- the printed hypotheses of Definition D.1 -------------------------------------------------------------------------

SIZES = Condition(
    "n = (d-2)t with a positive integer t",
    lambda i: i.d >= 3 and i.t >= 1 and i.n == (i.d - 2) * i.t,
)
SPECIAL_ROW = Condition("j3 in [n]", lambda i: 1 <= i.j3 <= i.n)
B_AT_LEAST = Condition("b >= 0.1", lambda i: i.b >= Fraction(1, 10))
C_AT_LEAST = Condition("c >= 0.1", lambda i: i.c >= Fraction(1, 10))
SUM_IS_ONE = Condition("b + c = 1", lambda i: i.b + i.c == 1)
A0_RANGE = Condition("a0 in (0, 0.1)", lambda i: 0 < i.a0 < Fraction(1, 10))
A1_RANGE = Condition("a1 >= 0.7", lambda i: i.a1 >= Fraction(7, 10))
INDICES = Condition(
    "j0, j1 in [n], i0 in [d]",
    lambda i: all(1 <= i[j] <= (i.d if j == "i0" else i.n) for j in ("j0", "j1", "i0") if j in i),
)
LOG_NONZERO = Condition("n >= 2 (linear attention divides by log n)", lambda i: i.n >= 2, feasible="n ≥ 2")

# -- the index sets of the parts ---------------------------------------------------------------------------------------

J0_SPECIAL = Condition("j0 = j3", lambda i: i.j0 == i.j3, lambda i: i.but(j0=i.j3), lambda p: p.j0.special)
J0_OTHER = Condition("j0 ≠ j3", lambda i: i.j0 != i.j3, lambda i: _away(i, "j0"), lambda p: not p.j0.special)
J1_SPECIAL = Condition("j1 = j3", lambda i: i.j1 == i.j3, lambda i: i.but(j1=i.j3), lambda p: p.j1.special)
J1_OTHER = Condition("j1 ≠ j3", lambda i: i.j1 != i.j3, lambda i: _away(i, "j1"), lambda p: not p.j1.special)
FIRST_COLUMN = Condition("i0 = 1", lambda i: i.i0 == 1, lambda i: i.but(i0=1), lambda p: p.column == "first")
LAST_COLUMN = Condition("i0 = d", lambda i: i.i0 == i.d, lambda i: i.but(i0=i.d), lambda p: p.column == "last")
OWN_COLUMN = Condition(
    "i0 is the column of j3's block entry",
    lambda i: i.i0 == _own_column(i),
    lambda i: i.but(i0=_own_column(i)),
    lambda p: p.column == 0,
)
OTHER_COLUMN = Condition(
    "i0 is not the column of j3's block entry",
    lambda i: i.i0 != _own_column(i),
    lambda i: i.but(i0=2 + (_own_column(i) - 1) % (i.d - 2)) if i.i0 == _own_column(i) else i,
    lambda p: p.column != 0,
)


def _own_column(i: Instance) -> int:
    return (int(i.j3) - 1) % (int(i.d) - 2) + 2


def _away(i: Instance, index: str) -> Instance:
    return i if i[index] != i.j3 else i.but(**{index: int(i.j3) % int(i.n) + 1})


# -- symbolic cases and small instances ----------------------------------------------------------------------------------


def symbolic_cases(dataset: int, weights: Weights, indices: tuple[str, ...]) -> Iterator[SymbolicCase]:
    """Every pattern of the indices with the parameters as symbols."""
    n, d, t = sympy.symbols("n d t", positive=True)
    a = sympy.Symbol(f"a{dataset}", positive=True)
    b = sympy.Symbol("b", positive=True)
    s = sympy.Symbol("s", positive=True)
    tau, epsilon, alpha, beta = sympy.symbols("tau epsilon alpha beta", nonnegative=True)
    # b runs over [1/10, oo), more than the hypotheses allow: what is proved there holds on [1/10, 9/10]
    ranges = {0: 1 / (10 * (1 + sympy.Symbol("alpha", positive=True))), 1: sympy.Rational(7, 10) + alpha}
    for pattern in patterns(indices):
        positive = {
            t: (2 if pattern.has_twin else 1) + tau,
            d: 2 + pattern.residues + epsilon,
            a: ranges[dataset],
            b: sympy.Rational(1, 10) + beta,
        }
        model = SelfAttention(SYMBOLIC, pattern, weights, n, d, t, a, b, 1 - b, s, **{f"a{dataset}": a})
        several = pattern.residues >= 2 or pattern.has_twin
        yield SymbolicCase(pattern, model, positive, size=n, size_value=(d - 2) * t, size_above_one=several, log_size=s**2)


def patterns(indices: tuple[str, ...]) -> Iterator[Pattern]:
    """All patterns of the given indices, residues named in order of appearance."""
    rows = [Row(True, 0), Row(False, 0), Row(False, 1), Row(False, 2)]
    choices: list[list[Any]] = [
        rows if "j0" in indices else [None],
        rows if "j1" in indices else [None],
        ["first", "last", 0, 1, 2, 3] if "i0" in indices else [None],
    ]
    for j0, j1, column in itertools.product(*choices):
        seen = [r.residue for r in (j0, j1) if r is not None] + ([column] if isinstance(column, int) else [])
        fresh = [r for k, r in enumerate(seen) if r not in seen[:k] and r != 0]
        if fresh == list(range(1, len(fresh) + 1)):
            yield Pattern(j0, j1, column)


def small_instances(dataset: int, indices: tuple[str, ...]) -> Iterator[Instance]:
    """Instances in order of n, then d, then denominators: where the smallest witness is looked for."""
    firsts = {
        0: [Fraction(1, 11), Fraction(1, 20), Fraction(1, 100), Fraction(99, 1000)],
        1: [Fraction(1), Fraction(2), Fraction(10), Fraction(3, 2), Fraction(7, 10), Fraction(9, 10)],
    }[dataset]
    middles = [Fraction(1, 2), Fraction(1, 10), Fraction(9, 10), Fraction(1, 5), Fraction(4, 5)]
    for n in itertools.chain(range(1, 25), (10**k for k in (2, 3, 4, 5, 6, 7, 9, 12, 20, 50, 100, 300))):
        for width in _widths(n):
            d, t = width + 2, n // width
            rows = [j for j in dict.fromkeys((1, 2, 3, 1 + width)) if j <= n]
            columns = [i for i in dict.fromkeys((1, 2, 3, d)) if i <= d]
            spaces = [columns if index == "i0" else rows for index in indices]
            for a, b in itertools.product(firsts, middles):
                for chosen in itertools.product(*spaces):
                    yield Instance(
                        {"n": n, "d": d, "t": t, "j3": 1, f"a{dataset}": a, "b": b, "c": 1 - b}
                        | dict(zip(indices, chosen, strict=True))
                    )


def _widths(n: int) -> list[int]:
    """The divisors of a small n; 1, 2, 10, about the root and n itself for a power of ten."""
    if n < 25:
        return [w for w in range(1, n + 1) if n % w == 0]
    root = 10 ** (len(str(n)) // 2)
    return sorted({w for w in (1, 2, 10, root, n // 2, n) if n % w == 0})


def neighbours(instance: Instance) -> Iterator[Instance]:
    """Nearby members of the same dataset: sizes up, down, doubled and halved, coefficients moved a little or a lot.

    The pattern of the indices is kept where the sizes allow it; hypotheses are the caller's business.
    """
    a = "a0" if "a0" in instance else "a1"
    for step in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 50), Fraction(1, 500)):
        for sign in (-1, 1):
            yield instance.but(**{a: instance[a] * (1 + sign * step)})
            b = instance.b + sign * step
            yield instance.but(b=b, c=1 - b)
    width, t = int(instance.d) - 2, int(instance.t)
    pattern = pattern_of(instance)
    for new_width, new_t in (
        *((w, t) for w in _sizes_near(width)),
        *((width, u) for u in _sizes_near(t)),
        *((new, t * width // new) for new in (2 * width, width // 2) if new and t * width % new == 0),
    ):
        if new_width >= pattern.residues and new_t >= (2 if pattern.has_twin else 1):
            yield _placed(instance, pattern, new_width, new_t)


def _sizes_near(size: int) -> list[int]:
    """One up and down, twice, ten times, half, and smaller steps down for a search that closes in on a threshold."""
    steps = {size // 4**k for k in range(1, 60) if size // 4**k}
    return [size - 1, size + 1, 2 * size, 10 * size, size // 2, *(size - step for step in sorted(steps, reverse=True))]


def _placed(instance: Instance, pattern: Pattern, width: int, t: int) -> Instance:
    """The instance at other sizes, j3 = 1 and the other indices placed as the pattern says."""

    def row(kind: Row) -> int:
        return 1 if kind.special else 1 + width if kind.residue == 0 else 1 + int(kind.residue or 0)

    columns = {"first": 1, "last": width + 2}
    places: dict[str, int] = {}
    if pattern.j0 is not None:
        places["j0"] = row(pattern.j0)
    if pattern.j1 is not None:
        places["j1"] = row(pattern.j1)
    if pattern.column is not None:
        places["i0"] = columns[pattern.column] if isinstance(pattern.column, str) else 2 + pattern.column
    return instance.but(n=width * t, d=width + 2, t=t, j3=1, **places)


VARIABLES = {
    "n": "length, n = (d-2)t",
    "d": "width",
    "t": "repetitions of the identity block",
    "a0": "coefficient of the first column of D0",
    "a1": "coefficient of the first column of D1",
    "b": "coefficient of the block columns",
    "c": "coefficient of the last column",
}


COEFFICIENTS_MET = ("a0 in (0, 1/10)", "a1 ≥ 7/10")


def self_attention(dataset: int, weights: Weights, indices: tuple[str, ...] = (), *, linear: bool = False) -> Domain:
    """The domain of a statement about dataset 0 or 1 with Definition D.1's own hypotheses."""
    return Domain(
        name=f"D{dataset} of Definition D.1, {weights.value}",
        draw=lambda: self_attention_data(dataset, indices),
        bind=lambda instance, arithmetic: bound_self_attention(instance, arithmetic, dataset, weights),
        conditions=(
            SIZES,
            SPECIAL_ROW,
            A0_RANGE if dataset == 0 else A1_RANGE,
            B_AT_LEAST,
            C_AT_LEAST,
            SUM_IS_ONE,
            INDICES,
            *((LOG_NONZERO,) if linear else ()),
        ),
        small=lambda: small_instances(dataset, indices),
        cases=lambda: symbolic_cases(dataset, weights, indices),
        pattern_of=pattern_of,
        variables={k: v for k, v in VARIABLES.items() if k != f"a{1 - dataset}"},
        vary=neighbours,
        complements=SWAPS,
        other_dataset=lambda: _under_both_names(self_attention(1 - dataset, weights, indices, linear=linear), 1 - dataset),
        feasible=f"d ≥ 3, t ≥ 1, n = (d-2)t, j3 in [n]; {COEFFICIENTS_MET[dataset]}; b in [1/10, 9/10], c = 1-b",
    )


def _under_both_names(domain: Domain, dataset: int) -> Domain:
    """Worlds of one dataset whose coefficient answers to a0 and to a1: a claim about the other dataset runs on them."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> SelfAttention:
        model: SelfAttention = domain.bind(instance, arithmetic)
        return replace(model, a0=model.a, a1=model.a)

    return replace(domain, bind=bind, cases=None)


SWAPS = {
    J0_SPECIAL: J0_OTHER,
    J0_OTHER: J0_SPECIAL,
    J1_SPECIAL: J1_OTHER,
    J1_OTHER: J1_SPECIAL,
    FIRST_COLUMN: LAST_COLUMN,
    LAST_COLUMN: FIRST_COLUMN,
    OWN_COLUMN: OTHER_COLUMN,
    OTHER_COLUMN: OWN_COLUMN,
}
