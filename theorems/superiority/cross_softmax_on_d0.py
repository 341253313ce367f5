"""Softmax attention on the cross-attention dataset 0 (superiority v1, Appendix F.3, pp. 44-47): Lemmas F.6, F.7.

The entries are those of dataset 1 with ``a0`` for ``a1``. Lemma F.6 prints "dataset D1" above claims about a0, and
Lemma F.7 speaks of row j3 where row j2 is the special one; both are read as printed first.
"""

from __future__ import annotations

from theorems.provers.positivity import Positivity
from theorems.statement import Statement
from theorems.superiority.accounts import MEAN_OF_ONES, WEIGHT, accounted, at_one, reaches
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
from theorems.vocabulary import Comparison, Reading, at_most, equals

POWERS = Positivity(bases=[("a0",), ("a1",)])
ON_D0 = cross_attention(0, ("j0", "j1"))
TO_D0 = "the data are from D0 instead of D1"

F6 = Statement(
    PAPER,
    "Lemma F.6",
    source="Appendix F.3.1, p. 44",
    title="entries of u_exp and f_exp on D0",
    given=cross_attention(1, ("j0", "j1")),
    depends_on=[DEFINITION],
    content=WEIGHT,
)


@F6.part(
    "1a",
    says="u_exp(A,x)_{j0,j1} = n^(1+a0) for j0 = j2, j1 = j3 (data from D1)",
    where=[J0_IS_J2, J1_IS_J3],
    witness="n=2 d=2 t=2 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1",
)
@F6.part(
    "1a",
    says="u_exp(A,x)_{j0,j1} = n^(1+a0) for j0 = j2, j1 = j3",
    reading=Reading.INTENDED,
    changed=TO_D0,
    given=ON_D0,
    where=[J0_IS_J2, J1_IS_J3],
    proof=POWERS,
)
def _(x: CrossAttention) -> Comparison:
    """On D1 the entry is n^(1+a1)."""
    return equals(x.u_exp, x.n ** (1 + x.a0))


@F6.part("1b", says="u_exp(A,x)_{j0,j1} = n for j0 = j2, j1 ≠ j3", where=[J0_IS_J2, J1_NOT_J3], proof=POWERS)
@F6.part("2a", says="u_exp(A,x)_{j0,j1} = n for j0 ≠ j2, j1 = j3", where=[J0_NOT_J2, J1_IS_J3], proof=POWERS)
@F6.part("2b", says="u_exp(A,x)_{j0,j1} = n for j0 ≠ j2, j1 ≠ j3", where=[J0_NOT_J2, J1_NOT_J3], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    """True of both datasets."""
    return equals(x.u_exp, x.n)


@F6.part(
    "3a",
    content=at_one(WEIGHT),
    says="f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a0) for j0 = j2, j1 = j3 (if a0 < 1; data from D1)",
    where=[J0_IS_J2, J1_IS_J3],
    witness="n=2 d=2 t=2 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1",
)
@F6.part(
    "3a",
    content=at_one(WEIGHT),
    says="f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a0) for j0 = j2, j1 = j3 (if a0 < 1)",
    reading=Reading.INTENDED,
    changed=TO_D0,
    given=ON_D0,
    where=[J0_IS_J2, J1_IS_J3],
    proof=POWERS,
)
def _(x: CrossAttention) -> Comparison:
    """On D1 the entry is at least 1/2 whatever n is."""
    return at_most(x.f_exp, 1 / x.n ** (1 - x.a0))


@F6.part("3b", says="f_exp(A,x)_{j0,j1} ≤ 1/n for j0 = j2, j1 ≠ j3", where=[J0_IS_J2, J1_NOT_J3], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    """True of both datasets."""
    return at_most(x.f_exp, 1 / x.n)


@F6.part(
    "4a",
    says="f_exp(A,x)_{j0,j1} = 1/n for j0 = j2 (any j1, as printed; data from D1)",
    where=[J0_IS_J2],
    witness="n=2 d=2 t=2 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1",
)
@F6.part(
    "4a",
    says="f_exp(A,x)_{j0,j1} = 1/n for j0 ≠ j2, j1 = j3",
    reading=Reading.INTENDED,
    changed="j0 = j2 reads j0 ≠ j2, j1 = j3 (row j2 is the one that is not uniform), and the data are from D0",
    given=ON_D0,
    where=[J0_NOT_J2, J1_IS_J3],
    proof=POWERS,
)
@F6.part("4b", says="f_exp(A,x)_{j0,j1} = 1/n for j0 ≠ j2 (any j1)", where=[J0_NOT_J2], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    return equals(x.f_exp, 1 / x.n)


F7 = Statement(
    PAPER,
    "Lemma F.7",
    source="Appendix F.3.2, p. 46",
    title="entries of c_exp on D0",
    given=cross_attention(0, ("j0", "i0")),
    depends_on=[DEFINITION],
    content=MEAN_OF_ONES,
)
ONE_BLOCK = MEAN_OF_ONES.silent_for("d = 2, where t = n", lambda i: i.d == 2)
ROW_J2 = ["superiority/Lemma F.6/3a", "superiority/Lemma F.6/3b", DEFINITION]
OTHER_ROWS = ["superiority/Lemma F.6/4a", "superiority/Lemma F.6/4b", DEFINITION]
TO_J2 = "j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one"


@F7.part(
    "1",
    says="c_exp(A,x)_{j0,i0} ≤ 1/n^(1-a0) for j0 = j3, i0 = 1",
    where=[J0_IS_J3, FIRST_COLUMN],
    content=at_one(MEAN_OF_ONES),
    proof=POWERS,
    depends_on=ROW_J2,
)
def _(x: CrossAttention) -> Comparison:
    """Holds although j2 is meant: row j3 is row j2 or uniform."""
    return at_most(x.c_exp, 1 / x.n ** (1 - x.a0))


@F7.part(
    "2",
    says="c_exp(A,x)_{j0,i0} ≤ t/n^(1-a0) for j0 = j3, i0 in {2, ..., d}",
    where=[J0_IS_J3, BLOCK_COLUMN],
    content=MEAN_OF_ONES.silent_for("n^a0 ≥ d-1", lambda i: reaches(i.n, i.a0, i.d - 1)),
    proof=POWERS,
    depends_on=ROW_J2,
)
def _(x: CrossAttention) -> Comparison:
    """Holds although j2 is meant: row j3 is row j2 or uniform."""
    return at_most(x.c_exp, x.t / x.n ** (1 - x.a0))


@F7.part(
    "4",
    says="c_exp(A,x)_{j0,i0} ≤ 1/n for j0 ≠ j3, i0 = 1",
    where=[J0_NOT_J3, FIRST_COLUMN],
    witness="n=2 d=2 t=2 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=1",
    depends_on=OTHER_ROWS,
)
@F7.part(
    "4",
    says="c_exp(A,x)_{j0,i0} ≤ 1/n for j0 ≠ j2, i0 = 1",
    reading=Reading.INTENDED,
    changed=TO_J2,
    where=[J0_NOT_J2, FIRST_COLUMN],
    proof=POWERS,
    depends_on=OTHER_ROWS,
)
def _(x: CrossAttention) -> Comparison:
    """At j0 = j2 ≠ j3 the entry is n^a0 / (n^a0 + n - 1) > 1/n."""
    return at_most(x.c_exp, 1 / x.n)


@F7.part(
    "5",
    says="c_exp(A,x)_{j0,i0} ≤ t/n for j0 ≠ j3, i0 in {2, ..., d}",
    where=[J0_NOT_J3, BLOCK_COLUMN],
    content=ONE_BLOCK,
    witness="n=2 d=3 t=1 j2=1 j3=2 a0=1/20 a1=2 j0=1 i0=3",
    depends_on=OTHER_ROWS,
)
@F7.part(
    "5",
    says="c_exp(A,x)_{j0,i0} ≤ t/n for j0 ≠ j2, i0 in {2, ..., d}",
    reading=Reading.INTENDED,
    changed=TO_J2,
    where=[J0_NOT_J2, BLOCK_COLUMN],
    content=ONE_BLOCK,
    proof=POWERS,
    depends_on=OTHER_ROWS,
)
def _(x: CrossAttention) -> Comparison:
    """At j0 = j2 ≠ j3 the column of j3's block entry has (n^a0 + t - 1) / (n^a0 + n - 1) > t/n unless d = 2."""
    return at_most(x.c_exp, x.t / x.n)


STATEMENTS = accounted(*in_printed_order(F6, F7))
