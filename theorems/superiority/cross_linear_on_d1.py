"""Linear attention on the cross-attention dataset 1 (superiority v1, Appendix F.4, pp. 47-49): Lemmas F.10, F.11.

Row j2 has the logit ``(1+a1) log n`` at j3 and ``log n`` elsewhere, so ``f(j2, j3) = (1+a1)/(n+a1)``, ``f(j2, .) =
1/(n+a1)``; all other rows are ``1/n``. For n = 1 every logit is 0 and f is 0/0. Lemma F.11 prints "dataset D0" in
a section on D1, and row j3 where row j2 is the special one.
"""

from __future__ import annotations

from theorems.provers.positivity import Positivity
from theorems.statement import Statement
from theorems.superiority.accounts import MEAN_OF_ONES, WEIGHT, accounted
from theorems.superiority.cross_attention import (
    BLOCK_COLUMN,
    FIRST_COLUMN,
    J0_IS_J2,
    J0_IS_J3,
    J0_NOT_J2,
    J0_NOT_J3,
    J1_IS_J3,
    J1_NOT_J3,
    NOT_BOTH,
    CrossAttention,
    cross_attention,
    in_printed_order,
)
from theorems.superiority.cross_softmax_on_d1 import DEFINITION, PAPER
from theorems.vocabulary import Comparison, Reading, at_most, equals

PLAIN = Positivity()

F10 = Statement(
    PAPER,
    "Lemma F.10",
    source="Appendix F.4.1, p. 47",
    title="entries of u_lin and f_lin on D1",
    given=cross_attention(1, ("j0", "j1"), linear=True),
    depends_on=[DEFINITION],
    content=WEIGHT,
)


@F10.part("1", says="u_lin(A,x)_{j0,j1} = (1+a1) log n for j0 = j2, j1 = j3", where=[J0_IS_J2, J1_IS_J3], proof=PLAIN)
def _(x: CrossAttention) -> Comparison:
    return equals(x.u_lin, (1 + x.a1) * x.log_n)


@F10.part("2", says="u_lin(A,x)_{j0,j1} = log n for j0 ≠ j2 or j1 ≠ j3", where=[NOT_BOTH], proof=PLAIN)
def _(x: CrossAttention) -> Comparison:
    return equals(x.u_lin, x.log_n)


@F10.part(
    "3",
    says="f_lin(A,x)_{j0,j1} ≤ (1+a1)/n for j0 = j2, j1 = j3",
    where=[J0_IS_J2, J1_IS_J3],
    proof=PLAIN,
    content=WEIGHT.silent_for("n ≤ 1+a1", lambda i: i.n <= 1 + i.a1),
)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.f_lin, (1 + x.a1) / x.n)


@F10.part("4", says="f_lin(A,x)_{j0,j1} ≤ 1/n for j0 = j2, j1 ≠ j3", where=[J0_IS_J2, J1_NOT_J3], proof=PLAIN)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.f_lin, 1 / x.n)


@F10.part("5", says="f_lin(A,x)_{j0,j1} = 1/n for j0 ≠ j2", where=[J0_NOT_J2], proof=PLAIN)
def _(x: CrossAttention) -> Comparison:
    return equals(x.f_lin, 1 / x.n)


F11 = Statement(
    PAPER,
    "Lemma F.11",
    source="Appendix F.4.2, p. 48",
    title="entries of c_lin on D0 as printed (the section is about D1)",
    given=cross_attention(0, ("j0", "i0"), linear=True),
    depends_on=[DEFINITION],
    content=MEAN_OF_ONES,
)
FEW_ROWS = MEAN_OF_ONES.silent_for("n ≤ 1+a1", lambda i: i.n <= 1 + i.a1)
FEW_BLOCKS = MEAN_OF_ONES.silent_for("d ≤ 2+a1", lambda i: i.d <= 2 + i.a1)
ONE_BLOCK = MEAN_OF_ONES.silent_for("d = 2, where t = n", lambda i: i.d == 2)
ON_D1 = cross_attention(1, ("j0", "i0"), linear=True)
ROW_J2 = ["superiority/Lemma F.10/3", "superiority/Lemma F.10/4", DEFINITION]
OTHER_ROWS = ["superiority/Lemma F.10/5", DEFINITION]
TO_J2 = "j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one"


@F11.part(
    "1",
    says="c_lin(A,x)_{j0,i0} ≤ (1+a1)/n for j0 = j3, i0 = 1 (data from D0)",
    where=[J0_IS_J3, FIRST_COLUMN],
    content=FEW_ROWS,
    proof=PLAIN,
    depends_on=ROW_J2,
)
@F11.part(
    "1 on D1",
    says="c_lin(A,x)_{j0,i0} ≤ (1+a1)/n for j0 = j2, i0 = 1 (data from D1)",
    reading=Reading.INTENDED,
    changed="D1 and row j2, as the section and Theorem F.13 need it; Part 1 as printed holds too, but says less",
    provenance="own",
    given=ON_D1,
    where=[J0_IS_J2, FIRST_COLUMN],
    content=FEW_ROWS,
    proof=PLAIN,
    depends_on=ROW_J2,
)
def _(x: CrossAttention) -> Comparison:
    """The bound has a1 while the printed data have a0 < a1: it holds with room to spare."""
    return at_most(x.c_lin, (1 + x.a1) / x.n)


@F11.part(
    "2",
    says="c_lin(A,x)_{j0,i0} ≤ (1+a1)t/n for j0 = j3, i0 in {2, ..., d} (data from D0)",
    where=[J0_IS_J3, BLOCK_COLUMN],
    content=FEW_BLOCKS,
    proof=PLAIN,
    depends_on=ROW_J2,
)
@F11.part(
    "2 on D1",
    says="c_lin(A,x)_{j0,i0} ≤ (1+a1)t/n for j0 = j2, i0 in {2, ..., d} (data from D1)",
    reading=Reading.INTENDED,
    changed="D1 and row j2, as the section and Theorem F.13 need it; Part 2 as printed holds too, but says less",
    provenance="own",
    given=ON_D1,
    where=[J0_IS_J2, BLOCK_COLUMN],
    content=FEW_BLOCKS,
    proof=PLAIN,
    depends_on=ROW_J2,
)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_lin, (1 + x.a1) * x.t / x.n)


@F11.part(
    "3",
    says="c_lin(A,x)_{j0,i0} ≤ 1/n for j0 ≠ j3, i0 = 1 (data from D0)",
    where=[J0_NOT_J3, FIRST_COLUMN],
    witness="n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=1",
    depends_on=OTHER_ROWS,
)
@F11.part(
    "3",
    says="c_lin(A,x)_{j0,i0} ≤ 1/n for j0 ≠ j2, i0 = 1 (data from D0)",
    reading=Reading.INTENDED,
    changed=TO_J2,
    where=[J0_NOT_J2, FIRST_COLUMN],
    proof=PLAIN,
    depends_on=OTHER_ROWS,
)
def _(x: CrossAttention) -> Comparison:
    """At j0 = j2 ≠ j3 the entry is (1+a0)/(n+a0) > 1/n."""
    return at_most(x.c_lin, 1 / x.n)


@F11.part(
    "4",
    says="c_lin(A,x)_{j0,i0} ≤ t/n for j0 ≠ j3, i0 in {2, ..., d} (data from D0)",
    where=[J0_NOT_J3, BLOCK_COLUMN],
    content=ONE_BLOCK,
    witness="n=2 d=3 t=1 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=3",
    depends_on=OTHER_ROWS,
)
@F11.part(
    "4",
    says="c_lin(A,x)_{j0,i0} ≤ t/n for j0 ≠ j2, i0 in {2, ..., d} (data from D0)",
    reading=Reading.INTENDED,
    changed=TO_J2,
    where=[J0_NOT_J2, BLOCK_COLUMN],
    content=ONE_BLOCK,
    proof=PLAIN,
    depends_on=OTHER_ROWS,
)
def _(x: CrossAttention) -> Comparison:
    """At j0 = j2 ≠ j3 the column of j3's block entry has (t+a0)/(n+a0) > t/n unless d = 2."""
    return at_most(x.c_lin, x.t / x.n)


STATEMENTS = accounted(*in_printed_order(F10, F11))
