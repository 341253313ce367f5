"""The words of Appendices D, E and F (superiority v1, Definitions C.1, C.4, D.1, F.1): softmax and linear attention on data.

All logits are multiples of log n, so u_exp is written ``n^L``. Everything else is its printed definition; tests hold it
against the dense matrices.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from kernels.arithmetic import Arithmetic
from theorems.instance import Instance
from theorems.kernel.facts import INTEGERS, REALS, Definition, Fact, fixed, substituted
from theorems.language import lemma, structure
from theorems.language.structure import ROWS, Blocks, Column, Model, Quantity
from theorems.language.tree import Function, Member, Relation
from theorems.language.words import *
from theorems.provers.argument import Argument, Step
from theorems.provers.calculation import Calculation, Contradiction, Contrary
from theorems.provers.context import cite
from theorems.provers.families import PRINTED_ROUTE, Eventually, Family, RefutedAlong
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Domain, SymbolicCase, TrivialRange
from theorems.superiority.ranges import PROBABILITY
from theorems.vocabulary import Evidence, Reading, Verdict

n, d, t, a0, a1, b, c, C = symbols("n d t a0 a1 b c C")
_COLUMNS = structure.COLUMNS
j0, j1, j2, j3, j4 = symbols("j0 j1 j2 j3 j4", structure.ROW)
i0, i1, i2 = symbols("i0 i1 i2", structure.COLUMN)
delta, kappa, m = symbols("delta kappa m")
sigma, y, l = symbols("sigma y l")  # σ is a vector of signs, y_l the l-th column of a network's
columns, rows = Range(expr(1), d), Range(expr(1), n)
F_exp, F_lin = symbols("F_exp(A1,A2,A3) F_lin(A1,A2,A3)")  # the output of a network on the data
u_, v_ = symbols("u v")  # any real numbers
block_columns, cross_columns = Range(expr(2), d - 1), Range(expr(2), d)


def bind_numbers(*names: str) -> Callable[[Instance, Arithmetic], Any]:
    """Binds an instance to its numbers of these names, and to nothing else."""
    return lambda x, arithmetic: numbers_alone(arithmetic, **{name: arithmetic.number(x[name]) for name in names})


def numbers_alone(arithmetic: Arithmetic, **values: Any) -> Any:
    """Data that are numbers alone."""
    return SimpleNamespace(arithmetic=arithmetic, **values)


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "superiority"


def about_chances(name: str, source: str, title: str, given: Computed, *uses: str) -> Lemma:
    """A statement whose parts bound probabilities."""
    return Lemma(name, source, title, given=given, uses=uses, trivial=PROBABILITY)


def block(row: Symbol) -> Function:
    """The column of the row's block entry."""
    return Function("block", row)


def of(event: Relation, x: Expr) -> Relation:
    """The event in u_ of x."""
    found: Relation = substituted(event, {u_: x})
    return found


def _names(name: str) -> Quantity:
    """A quantity as claims name it; the data that a claim is about define it."""
    second = i0 if name.startswith("c") else j1
    return Quantity(f"{name}(A,x)", (j0, second), expr(0))


u_exp, f_exp, c_exp, u_lin, f_lin, c_lin = map(_names, ("u_exp", "f_exp", "c_exp", "u_lin", "f_lin", "c_lin"))


def _attention(structure: Blocks, L: Expr, value: Expr, largest: Expr, *quantities: Quantity) -> Model:
    """Definitions C.1 and C.4 over logits ``L log n`` of (j0, j1).

    ``value`` is the entry (j4, i0) of A3 V, ``largest`` the largest one of its column.
    """
    found = Model(structure, {}).adding(*quantities)
    logit = Quantity("L", (j0, j1), L)
    found = found.adding(logit)
    for kind, u in (("exp", n ** logit[j0, j1]), ("lin", logit[j0, j1] * log(n))):
        weight = Quantity(f"u_{kind}(A,x)", (j0, j1), u)
        share = Quantity(f"f_{kind}(A,x)", (j0, j1), weight[j0, j1] / Sum(j4, ROWS, weight[j0, j4]), expr(0), expr(1))
        mean = Quantity(f"c_{kind}(A,x)", (j0, i0), Sum(j4, ROWS, share[j0, j4] * value), expr(0), largest)
        found = found.adding(weight, share, mean)
    return found


def self_model(a: Symbol, QK: Expr) -> Model:
    """Row j of A1 = A2 = A3 is ``(a [j = j3], b in the column of its residue, c) √(log n)``.

    ``QK`` is the entry (i1, i2) of QKᵀ.
    """
    A = Quantity("A", (j1, i1), Cases(((i1 == 1, a * Indicator(j1 == j3)), (i1 == d, c)), b * Indicator(i1 == block(j1))))
    logit = Sum(i1, _COLUMNS, Sum(i2, _COLUMNS, A[j0, i1] * QK * A[j1, i2]))
    largest = Cases(((i0 == 1, a), (i0 == d, c)), b) * sqrt(log(n))
    return _attention(Blocks(width=d - 2, copies=t, columns=d), logit, A[j4, i0] * sqrt(log(n)), largest, A)


def cross_model(a: Symbol) -> Model:
    """Row j of A1 is ``(a [j = j2], 1, ..., 1) log n``, of A2 = A3 ``([j = j3], 1 in the column of its residue)``; QKᵀ = I_d.

    The definition's columns are read repaired, 2 to d instead of 2 to d-1.
    """
    A1 = Quantity("A1", (j0, i1), Cases(((i1 == 1, a * Indicator(j0 == j2)),), expr(1)))
    A2 = Quantity("A2", (j1, i1), Cases(((i1 == 1, Indicator(j1 == j3)),), Indicator(i1 == block(j1))))
    logit = Sum(i1, _COLUMNS, A1[j0, i1] * A2[j1, i1])
    return _attention(Blocks(width=d - 1, copies=t, columns=d, last=False), logit, A2[j4, i0], expr(1), A1, A2)


ONES, IDENTITY = expr(1), Indicator(i1 == i2)
_SHOWN = {ONES: "QKᵀ = 1_{d×d}", IDENTITY: "QKᵀ = I_d"}
_SIZES = {d: "width", t: "repetitions of the identity block"}
A0_RANGE = chain(0, "<", a0, "<", Q("0.1"))
A1_RANGE = a1 >= Q("0.7")


def self_attention(dataset: int, QK: Expr, *hypotheses: Claim) -> Given:
    """Data set 0 or 1 of Definition D.1 with one QKᵀ."""

    def alone(dataset: int) -> Given:
        a, range_ = ((a0, A0_RANGE), (a1, A1_RANGE))[dataset]
        return Given(
            name=f"D{dataset} of Definition D.1, {_SHOWN[QK]}",
            model=self_model(a, QK),
            sizes=_SIZES,
            free={a: f"coefficient of the first column of D{dataset}", b: "coefficient of the block columns"},
            derived={n: (d - 2) * t, c: 1 - b},
            fixed=(j3,),
            hypotheses=(
                n == (d - 2) * t,
                Member(j3, Range(expr(1), n)),
                range_,
                b >= Q("0.1"),
                c >= Q("0.1"),
                b + c == 1,
                *hypotheses,
            ),
        )

    return replace(alone(dataset), other=alone(1 - dataset))


def cross_attention(dataset: int, *hypotheses: Claim) -> Given:
    """Data set 0 or 1 of Definition F.1, its columns repaired; both a0 and a1 belong to the definition."""

    def alone(dataset: int) -> Given:
        return Given(
            name=f"D{dataset} of Definition F.1, QKᵀ = I_d",
            model=cross_model((a0, a1)[dataset]),
            sizes=_SIZES,
            free={a0: "coefficient of row j2 in D0", a1: "coefficient of row j2 in D1"},
            derived={n: (d - 1) * t},
            fixed=(j2, j3),
            hypotheses=(
                n == (d - 1) * t,
                j2.isin(Range(expr(1), n)),
                j3.isin(Range(expr(1), n)),
                A0_RANGE,
                a1 > 1,
                *hypotheses,
            ),
        )

    return replace(alone(dataset), other=alone(1 - dataset))
