"""The tensor trick (superiority v1, Appendix A, p. 12, and Claims C.3, C.5, pp. 14-15).

For a row ``a`` of A1 and ``X = Q K^T`` entry ``i`` of the j0-th block times ``vec(X)`` is the sum over c of
``(a ⊗ A2_i)_c vec(X)_c``. The index formula of ``⊗`` makes ``c = (k-1)d + l`` carry ``a_k A2_{i,l}``, so the sum is
``(a X A2^T)_i`` exactly when ``vec`` puts ``X_{k,l}`` at the same place: row by row. Column by column it is
``(a X^T A2^T)_i``. Everything below is this one remark.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import sympy

from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import is_nonnegative, is_positive
from theorems.superiority.language import *
from theorems.superiority.tensor_products import (
    A1,
    A2,
    BY_COLUMNS,
    BY_ROWS,
    COLUMNS,
    PRODUCT_EXISTS,
    Q_,
    A,
    Attention,
    K,
    T,
    alpha_exp,
    alpha_lin,
    j,
    k,
    kron,
    l,
    product,
    r,
    star,
    symbolic_attention,
    to_d,
    to_d2,
    to_n,
    to_n2,
    transposed,
    vec,
    vec_by_rows,
    vec_logits,
    vec_QK,
)
from theorems.vocabulary import Claimed, Verdict, comparisons

SYMBOLIC_SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3))


# -- the proof for every n and d --------------------------------------------------------------------------------------


def division_is_unique() -> bool:
    """0 <= l < d makes floor((k d + l)/d) = k: column l of the k-th group of d columns is no other's."""
    place, rest = sympy.symbols("l rest", nonnegative=True)
    size = place + 1 + rest
    return is_nonnegative(place / size) and is_positive(1 - place / size)


def rows_and_kron_agree(size: int) -> bool:
    """``e_k ⊗ e_l = vec(e_k e_l^T)``, vec by rows: both put the pair (k, l) at the same place."""
    units = [[[int(column == row) for column in range(size)]] for row in range(size)]
    return all(kron(x, y)[0] == vec_by_rows(product(transposed(x), y)) for x, y in itertools.product(units, repeat=2))


def holds_with_free_entries(claim: Callable[[Attention], Claimed]) -> bool:
    """The claim with free symbols as entries, at every size of ``SYMBOLIC_SIZES`` and every row."""
    return all(
        sympy.expand(comparison.lhs - comparison.rhs) == 0
        for n, d in SYMBOLIC_SIZES
        for j0 in range(1, n + 1)
        for comparison in comparisons(claim(symbolic_attention(n, d, j0)))
    )


def by_numbering_pairs(claim: Callable[[Attention], Claimed]) -> Argument:
    """Proof of an identity between sums over (k, l) in [d]^2 that differ only in how the pairs are numbered."""
    return Argument(
        Verdict.HOLDS,
        how="""Entry i of the j0-th block of the Kronecker product times vec(X) is a sum over d^2 columns, one for each
        pair (k, l): division with remainder makes columns and pairs correspond one to one. vec puts X[k, l] at the
        column that carries A1[j0, k] A2[i, l], so the sum is that of A1[j0, k] X[k, l] A2[i, l] over all k and l: entry
        i of A1[j0] X A2^T, for every n and d. exp acts on entries, and the inner product with 1_n adds them.""",
        steps=(
            Step("0 <= l < d implies floor((k d + l)/d) = k", division_is_unique),
            Step("e_k ⊗ e_l = vec(e_k e_l^T) at d = 1, ..., 6", lambda: all(map(rows_and_kron_agree, range(1, 7)))),
            Step(f"an identity of free entries at (n, d) in {SYMBOLIC_SIZES}", lambda: holds_with_free_entries(claim)),
        ),
    )


# -- the notation, Appendix A ------------------------------------------------------------------------------------------

APPENDIX_A = Lemma("Appendix A", "Appendix A, p. 12", "notation of the tensor trick", given=BY_ROWS)

A_, B, i, i1, i2, d1, d2, n2, jA, jB = symbols("A B i i1 i2 d1 d2 n2 j1 j2")
KRONECKER = Computed(COLUMNS)


def entry_in(column: Expr) -> Words:
    """Where A ⊗ B has the products of entries."""
    return Words("A ⊗ B has entry ", A_[i1, jA] * B[i2, jB], " in row ", (i1 - 1) * n2 + i2, " and column ", column)


def is_a_column(column: Expr) -> Claim:
    return (column >= 1) & (column <= d1 * d2)


with APPENDIX_A.where(given=KRONECKER):
    APPENDIX_A["kron"] = entry_in((jA - i) * d2 + jB)
APPENDIX_A["kron"].compared(is_a_column((jA - i) * d2 + jB)).refuted("i=2 j1=1 d1=1 j2=1 d2=1")
APPENDIX_A["kron"].note(
    "A ⊗ B is in R^{n1 n2 × d1 d2}. The letter i is bound nowhere. Only i = 1 works: at j1 = 1, j2 = 1 the column is "
    "(1-i) d2 + 1, below 1 for i >= 2 and, at j1 = d1, j2 = d2, beyond d1 d2 for i <= 0; in particular it cannot be i1."
)
repaired = APPENDIX_A["kron"].repair(claim=entry_in((jA - 1) * d2 + jB), why="i reads 1")
repaired.compared(is_a_column((jA - 1) * d2 + jB)).proved(Positivity())
repaired.note("That no two entries fall on one place is the first step of Fact A.1's proof.")

TRICK = vec(exp(A1 * Q_ * K**T * A2**T)) == exp(A * vec(Q_ * K**T))
TRICK_BY_ENTRIES = ForAll(k, to_n2, exp(vec_logits[k]) == exp(Sum(l, to_d2, A[k, l] * vec_QK[l])))
with APPENDIX_A.where(given=BY_COLUMNS):
    APPENDIX_A["vec"] = Words("vec stacks the columns of a matrix, and with it ", TRICK)
APPENDIX_A["vec"].from_("standard").compared(TRICK_BY_ENTRIES).refuted("n=1 d=2 j0=1 A1=1,0 A2=0,1 Q=0,1;0,0 K=1,0;0,1")
APPENDIX_A["vec"].note(
    "A = A1 ⊗ A2. The order of the entries is not said. Textbooks stack columns, and then Fact A.1 is false with A1 ⊗ A2 (it "
    "needs A2 ⊗ A1): Q K^T enters transposed, and at n = 2, d = 1 it is false although Q K^T is a number."
)
listed = Words("vec lists the rows of a matrix, and with it ", TRICK)
repaired = APPENDIX_A["vec"].repair(claim=listed, given=BY_ROWS, why="rows one after the other").compared(TRICK_BY_ENTRIES)
ONE_ORDER = "``vec`` is read row by row, as the record of Appendix A repairs it: the one order that goes with A = A1 ⊗ A2."
repaired.note(ONE_ORDER).proved(by_numbering_pairs(repaired.claimed))

# -- the statements ---------------------------------------------------------------------------------------------------

FACT_A1 = Lemma("Fact A.1", "Appendix A, p. 12", "tensor trick", given=BY_ROWS, uses=["Appendix A"])
FACT_A1[""] = TRICK
FACT_A1[""].compared(TRICK_BY_ENTRIES).note(ONE_ORDER)
FACT_A1[""].proved(by_numbering_pairs(FACT_A1[""].claimed))

ones = Symbol("1")[n]
product_row = A1[j0, star] * Q_ * K**T * A2**T
printed_row = exp(A1[j0, star] * Q_ * K**T * A2) ** T
# the entries of these rows, at j
weighted = Sum(k, to_d, Sum(l, to_d, A1[j0, k] * Sum(r, to_d, Q_[k, r] * K[l, r]) * A2[j, l]))
untransposed = Sum(k, to_d, Sum(l, to_d, A1[j0, k] * Sum(r, to_d, Q_[k, r] * K[l, r]) * A2[l, j]))

C3 = Lemma("Claim C.3", "Appendix C.1, p. 14", "u_lin and alpha_lin by rows of A1", given=BY_ROWS, uses=["Fact A.1"])
C3["1"] = u_lin.row(j0) == product_row**T
C3["1"].compared(ForAll(j, to_n, u_lin[j0, j] == weighted)).proved(by_numbering_pairs(C3["1"].claimed))
C3["1"].note("``x = vec(Q K^T)`` row by row; stacked columns would need Q K^T symmetric.")
C3["2"] = alpha_lin[j0] == inner(product_row**T, ones)
C3["2"].compared(alpha_lin[j0] == Sum(j, to_n, weighted)).proved(by_numbering_pairs(C3["2"].claimed))
C3["2"].note("The sum of the row above.")

C5 = Lemma("Claim C.5", "Appendix C.2, p. 15", "u_exp and alpha_exp by rows of A1", given=BY_ROWS, uses=["Fact A.1"])
C5["1"] = u_exp.row(j0) == exp(product_row) ** T
C5["1"].compared(ForAll(j, to_n, u_exp[j0, j] == exp(weighted))).proved(by_numbering_pairs(C5["1"].claimed))
C5["1"].note("The exponential acts on entries and commutes with transposition.")
C5["2"] = alpha_exp[j0] == inner(printed_row**T, ones), PRODUCT_EXISTS
C5["2"].compared(alpha_exp[j0] == Sum(j, to_n, exp(untransposed)))
C5["2"].refuted("n=2 d=2 j0=1 A1=1,0;0,0 A2=0,1;0,0 Q=1,0;0,0 K=1,0;0,1")
C5["2"].note(
    "The transpose of A2 stands outside exp: for n ≠ d, as at n = 1, d = 2, the product (1×d)(d×d)(n×d) does not exist, and "
    "for n = d it is another one than in part 1."
)
inside = "A2 carries its transpose inside exp, and n need not be d"
repaired = C5["2"].instead(claim=alpha_exp[j0] == inner(exp(product_row) ** T, ones), why=inside)
repaired.compared(alpha_exp[j0] == Sum(j, to_n, exp(weighted))).note("The sum of the row of part 1.")
repaired.proved(by_numbering_pairs(repaired.claimed))

STATEMENTS = (APPENDIX_A, FACT_A1, C3, C5)
