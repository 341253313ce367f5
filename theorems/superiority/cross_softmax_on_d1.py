"""Softmax attention on the cross-attention dataset 1 (superiority v1, Appendix F.2, pp. 41-43): Lemmas F.2, F.3.

Row j2 has one logit ``(1+a1) log n``, at j3; every other logit is ``log n``. Hence, with ``D = n^a1 + n - 1``,
``f(j2, j3) = n^a1/D``, ``f(j2, .) = 1/D`` and all other rows are ``1/n``. The block column of j3 collects t keys.
"""

from __future__ import annotations

from theorems.provers.positivity import Positivity
from theorems.provers.vacuity import ContradictoryHypotheses
from theorems.statement import Statement
from theorems.superiority.accounts import MEAN_OF_ONES, NOWHERE, WEIGHT, accounted
from theorems.superiority.cross_attention import (
    BLOCK_COLUMN,
    FIRST_COLUMN,
    J0_IS_J2,
    J0_NOT_J2,
    J1_IS_J3,
    J1_NOT_J3,
    OTHER_COLUMN,
    CrossAttention,
    cross_attention,
    in_printed_order,
)
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less

PAPER = "superiority"
DEFINITION = "superiority/Definition F.1"
POWERS = Positivity(bases=[("a1",), ("a1 - 1",)])

F2 = Statement(
    PAPER,
    "Lemma F.2",
    source="Appendix F.2.1, p. 41",
    title="entries of u_exp and f_exp on D1",
    given=cross_attention(1, ("j0", "j1")),
    depends_on=[DEFINITION],
    content=WEIGHT,
)


@F2.part("1a", says="u_exp(A,x)_{j0,j1} = n^(1+a1) for j0 = j2, j1 = j3", where=[J0_IS_J2, J1_IS_J3], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    return equals(x.u_exp, x.n ** (1 + x.a1))


@F2.part("1b", says="u_exp(A,x)_{j0,j1} = n for j0 = j2, j1 ≠ j3", where=[J0_IS_J2, J1_NOT_J3], proof=POWERS)
@F2.part("2a", says="u_exp(A,x)_{j0,j1} = n for j0 ≠ j2, j1 = j3", where=[J0_NOT_J2, J1_IS_J3], proof=POWERS)
@F2.part("2b", says="u_exp(A,x)_{j0,j1} = n for j0 ≠ j2, j1 ≠ j3", where=[J0_NOT_J2, J1_NOT_J3], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    return equals(x.u_exp, x.n)


@F2.part("3a", says="f_exp(A,x)_{j0,j1} ≥ 1/2 for j0 = j2, j1 = j3 (if a1 > 1)", where=[J0_IS_J2, J1_IS_J3], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    """f >= 1/2 iff n^a1 >= n-1; the printed condition is already the definition's."""
    return at_least(x.f_exp, x.ratio(1, 2))


@F2.part("3b", says="f_exp(A,x)_{j0,j1} ≤ 1/n for j0 = j2, j1 ≠ j3", where=[J0_IS_J2, J1_NOT_J3], proof=POWERS)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.f_exp, 1 / x.n)


@F2.part(
    "4a",
    says="f_exp(A,x)_{j0,j1} = 1/n for j0 = j2 (the header's j0 = j2 repeated, any j1)",
    where=[J0_IS_J2],
    witness="n=2 d=2 t=2 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1",
)
def _(x: CrossAttention) -> Comparison:
    """Row j2 is the one row that is not uniform: n^a1 = n^a1/n + (n-1)/n only for n = 1."""
    return equals(x.f_exp, 1 / x.n)


@F2.part(
    "4b",
    says="f_exp(A,x)_{j0,j1} = 1/n for j0 = j2 (header) and j0 ≠ j2",
    where=[J0_IS_J2, J0_NOT_J2],
    proof=ContradictoryHypotheses(),
    met=f"{NOWHERE}: j0 = j2 and j0 ≠ j2",
)
def _(x: CrossAttention) -> Comparison:
    """The header of Part 4 prints j0 = j2 where its proof and Part 2 have j0 ≠ j2; this sub-part then contradicts it."""
    return equals(x.f_exp, 1 / x.n)


HEADER = "the header of Part 4 reads j0 ≠ j2, and the sub-parts split by j1 as in Parts 1 to 3"


@F2.part(
    "4a",
    says="f_exp(A,x)_{j0,j1} = 1/n for j0 ≠ j2, j1 = j3",
    reading=Reading.INTENDED,
    changed=HEADER,
    where=[J0_NOT_J2, J1_IS_J3],
    proof=POWERS,
)
@F2.part(
    "4b",
    says="f_exp(A,x)_{j0,j1} = 1/n for j0 ≠ j2, j1 ≠ j3",
    reading=Reading.INTENDED,
    changed=HEADER,
    where=[J0_NOT_J2, J1_NOT_J3],
    proof=POWERS,
)
def _(x: CrossAttention) -> Comparison:
    return equals(x.f_exp, 1 / x.n)


F3 = Statement(
    PAPER,
    "Lemma F.3",
    source="Appendix F.2.2, p. 42",
    title="entries of c_exp on D1",
    given=cross_attention(1, ("j0", "i0")),
    depends_on=[DEFINITION],
    content=MEAN_OF_ONES,
)
ROW_J2 = ["superiority/Lemma F.2/3a", "superiority/Lemma F.2/3b", DEFINITION]
OTHER_ROWS = ["superiority/Lemma F.2/4a", "superiority/Lemma F.2/4b", DEFINITION]


@F3.part(
    "1",
    says="c_exp(A,x)_{j0,i0} ≥ 1/2 for j0 = j2, i0 = 1",
    where=[J0_IS_J2, FIRST_COLUMN],
    proof=POWERS,
    depends_on=ROW_J2,
)
def _(x: CrossAttention) -> Comparison:
    return at_least(x.c_exp, x.ratio(1, 2))


@F3.part(
    "2.i",
    says="there is only one i0 in {2, ..., d} with c_exp(A,x)_{j0,i0} ≥ 1/2, for j0 = j2",
    where=[J0_IS_J2, BLOCK_COLUMN],
    proof=POWERS,
    depends_on=ROW_J2,
)
def _(x: CrossAttention) -> Comparison:
    """Both halves are claimed: the column of j3's block entry is at least 1/2, and no other one is (t <= n/2 there)."""
    if x.pattern.column == 0:
        return at_least(x.c_exp, x.ratio(1, 2), "the column of j3's block entry")
    return less(x.c_exp, x.ratio(1, 2), "another column")


@F3.part(
    "2.ii",
    says="c_exp(A,x)_{j0,i0} ≤ t/n for j0 = j2 and the rest of i0 in {2, ..., d}",
    where=[J0_IS_J2, BLOCK_COLUMN, OTHER_COLUMN],
    proof=POWERS,
    depends_on=ROW_J2,
)
@F3.part(
    "4",
    says="c_exp(A,x)_{j0,i0} ≤ t/n for j0 ≠ j2, i0 in {2, ..., d}",
    where=[J0_NOT_J2, BLOCK_COLUMN],
    proof=POWERS,
    content=MEAN_OF_ONES.silent_for("d = 2, where t = n", lambda i: i.d == 2),
    depends_on=OTHER_ROWS,
)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n)


@F3.part(
    "3",
    says="c_exp(A,x)_{j0,i0} ≤ 1/n for j0 ≠ j2, i0 = 1",
    where=[J0_NOT_J2, FIRST_COLUMN],
    proof=POWERS,
    depends_on=OTHER_ROWS,
)
def _(x: CrossAttention) -> Comparison:
    return at_most(x.c_exp, 1 / x.n)


STATEMENTS = accounted(*in_printed_order(F2, F3))
