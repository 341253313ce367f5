"""Linear attention on the cross-attention dataset 0 (superiority v1, Appendix F.5, pp. 50-52): Lemmas F.14, F.15.

The entries are those of dataset 1 with ``a0`` for ``a1``. Lemma F.14 prints "dataset D1" and row j3 where D0 and row j2
are meant; Lemma F.15 adds n = t(d-2) to the definition's n = (d-1)t, with the same t.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Content, Statement
from theorems.superiority.accounts import MEAN_OF_ONES, NOWHERE, WEIGHT, accounted
from theorems.superiority.cross_attention import (
    BLOCK_COLUMN,
    FIRST_COLUMN,
    J0_IS_J2,
    J0_IS_J3,
    J0_NOT_J2,
    J0_NOT_J3,
    J1_IS_J3,
    J1_NOT_J3,
    CrossAttention,
    cross_attention,
    in_printed_order,
)
from theorems.superiority.cross_softmax_on_d1 import DEFINITION, PAPER
from theorems.vocabulary import Comparison, Reading, Verdict, at_most, equals

PLAIN = Positivity()
Claim = Callable[[CrossAttention], Comparison]
ON_D0 = cross_attention(0, ("j0", "j1"), linear=True)
AT_J2_J3 = "n=2 d=2 t=2 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1"

F14 = Statement(
    PAPER,
    "Lemma F.14",
    source="Appendix F.5.1, p. 50",
    title="entries of u_lin and f_lin on D0",
    given=cross_attention(1, ("j0", "j1"), linear=True),
    depends_on=[DEFINITION],
    content=WEIGHT,
)


@F14.part(
    "1",
    says="u_lin(A,x)_{j0,j1} = (1+a0) log n for j0 = j3, j1 = j3 (data from D1)",
    where=[J0_IS_J3, J1_IS_J3],
    witness=AT_J2_J3,
)
@F14.part(
    "1",
    says="u_lin(A,x)_{j0,j1} = (1+a0) log n for j0 = j2, j1 = j3",
    reading=Reading.INTENDED,
    changed="the data are from D0 instead of D1, and j0 = j3 reads j0 = j2",
    given=ON_D0,
    where=[J0_IS_J2, J1_IS_J3],
    proof=PLAIN,
)
def _(x: CrossAttention) -> Comparison:
    """On D1 the entry is (1+a1) log n for j3 = j2 and log n otherwise, never the printed one."""
    return equals(x.u_lin, (1 + x.a0) * x.log_n)


@F14.part(
    "2",
    says="u_lin(A,x)_{j0,j1} = log n for j0 ≠ j3 and j1 ≠ j3",
    where=[J0_NOT_J3, J1_NOT_J3],
    proof=PLAIN,
)
def _(x: CrossAttention) -> Comparison:
    """j1 ≠ j3 alone makes it true, of both datasets."""
    return equals(x.u_lin, x.log_n)


@F14.part(
    "3",
    says="f_lin(A,x)_{j0,j1} ≤ (1+a0)/n for j0 = j3, j1 = j3 (data from D1)",
    where=[J0_IS_J3, J1_IS_J3],
    witness=AT_J2_J3,
)
@F14.part(
    "3",
    says="f_lin(A,x)_{j0,j1} ≤ (1+a0)/n for j0 = j3, j1 = j3",
    reading=Reading.INTENDED,
    changed="the data are from D0 instead of D1",
    given=ON_D0,
    where=[J0_IS_J3, J1_IS_J3],
    proof=PLAIN,
)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.f_lin, (1 + x.a0) / x.n)


@F14.part("4", says="f_lin(A,x)_{j0,j1} ≤ 1/n for j0 = j3, j1 ≠ j3", where=[J0_IS_J3, J1_NOT_J3], proof=PLAIN)
def _(x: CrossAttention) -> Comparison:
    """True of both datasets and of any row."""
    return at_most(x.f_lin, 1 / x.n)


@F14.part(
    "5",
    says="f_lin(A,x)_{j0,j1} = 1/n for j0 ≠ j3 and all j1",
    where=[J0_NOT_J3],
    witness="n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=1 j1=1",
)
@F14.part(
    "5",
    says="f_lin(A,x)_{j0,j1} = 1/n for j0 ≠ j2 and all j1",
    reading=Reading.INTENDED,
    changed="j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one",
    where=[J0_NOT_J2],
    proof=PLAIN,
)
def _(x: CrossAttention) -> Comparison:
    """At j0 = j2 ≠ j3 no entry of the row is 1/n."""
    return equals(x.f_lin, 1 / x.n)


SIZES_OF_F15 = Condition("n = t(d-2), with the same t", lambda i: i.n == i.t * (i.d - 2))


def _both_sizes_leave_no_length() -> bool:
    """(d-1) t = (d-2) t only for t = 0."""
    d, t = sympy.symbols("d t", integer=True)
    return sympy.expand((d - 1) * t - (d - 2) * t) == t


CONTRADICTORY_SIZES = Argument(
    Verdict.VACUOUS,
    how="The lemma's n = t(d-2) and the definition's n = (d-1)t give t = 0, but t is a positive integer.",
    steps=[Step("(d-1)t - (d-2)t = t, which is positive", _both_sizes_leave_no_length)],
)

F15 = Statement(
    PAPER,
    "Lemma F.15",
    source="Appendix F.5.2, p. 51",
    title="entries of c_lin on D0",
    given=cross_attention(0, ("j0", "i0"), linear=True).where(SIZES_OF_F15),
    depends_on=[DEFINITION],
)
SIZED = cross_attention(0, ("j0", "i0"), linear=True)
TO_SIZES = "n = t(d-2) reads n = t(d-1), as in the definition"
ROW_J2 = ["superiority/Lemma F.14/3", "superiority/Lemma F.14/4", DEFINITION]
OTHER_ROWS = ["superiority/Lemma F.14/5", DEFINITION]


ONE_BLOCK = MEAN_OF_ONES.silent_for("d = 2, where t = n", lambda i: i.d == 2)


def _of_f15(
    label: str, says: str, where: list[Condition], rests_on: list[str], content: Content = MEAN_OF_ONES
) -> Callable[[Claim], Claim]:
    """Both readings of a part: vacuous as printed, with the definition's sizes as intended."""

    def keep(claim: Claim) -> Claim:
        nowhere = f"{NOWHERE}: n = (d-1)t and n = (d-2)t give t = 0"
        F15.add(label, claim, says=says, where=where, proof=CONTRADICTORY_SIZES, depends_on=rests_on, met=nowhere)
        F15.add(
            label,
            claim,
            says=says,
            reading=Reading.INTENDED,
            changed=TO_SIZES,
            given=SIZED,
            where=where,
            proof=PLAIN,
            depends_on=rests_on,
            content=content,
        )
        return claim

    return keep


@_of_f15("1", "c_lin(A,x)_{j0,i0} ≤ (1+a0)/n for j0 = j2, i0 = 1", [J0_IS_J2, FIRST_COLUMN], ROW_J2)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_lin, (1 + x.a0) / x.n)


@_of_f15("2", "c_lin(A,x)_{j0,i0} ≤ (1+a0)t/n for j0 = j2, i0 in {2, ..., d}", [J0_IS_J2, BLOCK_COLUMN], ROW_J2, ONE_BLOCK)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_lin, (1 + x.a0) * x.t / x.n)


@_of_f15("3", "c_lin(A,x)_{j0,i0} ≤ 1/n for j0 ≠ j2, i0 = 1", [J0_NOT_J2, FIRST_COLUMN], OTHER_ROWS)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_lin, 1 / x.n)


@_of_f15("4", "c_lin(A,x)_{j0,i0} ≤ t/n for j0 ≠ j2, i0 in {2, ..., d}", [J0_NOT_J2, BLOCK_COLUMN], OTHER_ROWS, ONE_BLOCK)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_lin, x.t / x.n)


STATEMENTS = accounted(*in_printed_order(F14, F15))
