"""The tensor trick (superiority v1, Appendix A, p. 12, and Claims C.3, C.5, pp. 14-15).

For a row ``a`` of A1 and ``X = Q K^T`` entry ``i`` of the j0-th block times ``vec(X)`` is the sum over c of
``(a ⊗ A2_i)_c vec(X)_c``. The index formula of ``⊗`` makes ``c = (k-1)d + l`` carry ``a_k A2_{i,l}``, so the sum is
``(a X A2^T)_i`` exactly when ``vec`` puts ``X_{k,l}`` at the same place: row by row. Column by column it is
``(a X^T A2^T)_i``. Everything below is this one remark.
"""

from theorems.proofs import *
from theorems.superiority.tensor_products import *
from theorems.textbook import *

# -- the proof for every n and d --------------------------------------------------------------------------------------


@auxiliary(ForAll(i, to_n, ForAll(j, to_n, of_block(i, j) == entry(i, j))))
def by_numbering_pairs() -> None:
    """Entry j of A_i x is entry (i, j) of A1 Q K^T A2^T: column (k-1)d + l of A meets X[k, l], for all k and l."""

    def column(c: Expr) -> Expr:
        return A[place(i, j, n), c] * vec_QK[c]

    def term(k: Expr, l: Expr, r: Expr) -> Expr:
        return A1[i, k] * Q_[k, r] * K[l, r] * A2[j, l]

    def of_pair(k: Expr, l: Expr) -> Expr:
        return Sum(r, to_d, term(k, l, r))

    def row_of_columns(k: Expr) -> Expr:
        return Sum(l, to_d, column(place(k, l, d)))

    def row_of_pairs(k: Expr) -> Expr:
        return Sum(r, to_d, Sum(l, to_d, term(k, l, r)))

    with proving(ForAll(k, to_d, ForAll(l, to_d, column(place(k, l, d)) == of_pair(k, l)))):
        weight = SUM_MULTIPLE(lambda r: term(k, l, r), A1[i, k] * A2[j, l], lambda r: Q_[k, r] * K[l, r], r, to_d)
        hence(KRON(i, j, k, l), VEC_OF_WEIGHTS(k, l), weight)
    with proving(ForAll(k, to_d, row_of_columns(k) == row_of_pairs(k))):
        hence(SUM_EQUAL, SUM_SWAP(lambda l, r: term(k, l, r), l, to_d, r, to_d))
    hence(SUM_OF_PAIRS(column, p, k, l, d, d, d**2), SUM_EQUAL(row_of_columns, row_of_pairs, k, to_d))


# -- the notation, Appendix A ------------------------------------------------------------------------------------------

APPENDIX_A = Lemma("Appendix A", "Appendix A, p. 12", "notation of the tensor trick", given=BY_ROWS)


def entry_in(column: Expr) -> Fits:
    """Where A ⊗ B has the products of entries."""
    return Fits(
        Component(Kron(A_, B), ((iA - 1) * nB + iB, column)) == A_[iA, jA] * B[iB, jB],
        A_.isin(Matrices(nA, d1)) & B.isin(Matrices(nB, d2)),
    )


with APPENDIX_A.where(given=Computed(ENTRIES)):
    APPENDIX_A["kron"] = entry_in((jA - i) * d2 + jB)
APPENDIX_A["kron"].refuted("i=2 i1=1 n1=1 j1=1 d1=1 i2=1 n2=1 j2=1 d2=1")
APPENDIX_A["kron"].note(
    "A ⊗ B is in R^{n1 n2 × d1 d2}. The letter i is bound nowhere. Only i = 1 works: at j1 = 1, j2 = 1 the column is "
    "(1-i) d2 + 1, below 1 for i >= 2 and, at j1 = d1, j2 = d2, beyond d1 d2 for i <= 0; in particular it cannot be i1."
)
repaired = APPENDIX_A["kron"].repair(claim=entry_in((jA - 1) * d2 + jB), why="i reads 1").proved(Positivity())
repaired.note("That no two entries fall on one place is division with remainder.")

TRICK = vec(exp(A1 * Q_ * K**T * A2**T)) == exp(A * vec(Q_ * K**T))


def of_entries() -> None:
    """The entries of both sides agree, place by place."""

    def at_entry(k: Expr) -> Claim:
        return exp(vec_logits[k]) == exp(Sum(p, to_d2, A[k, p] * vec_QK[p]))

    obtain(by_numbering_pairs)
    have(ForAll(i, to_n, ForAll(j, to_n, at_entry(place(i, j, n)))), VEC_OF_LOGITS)
    have(ForAll(k, to_n2, at_entry(k)), ALL_PAIRS(at_entry, k, i, j, n, n, n**2))


with APPENDIX_A.where(given=BY_COLUMNS):
    APPENDIX_A["vec"] = TRICK, Condition(words="vec stacks the columns of a matrix")
APPENDIX_A["vec"].from_("standard").refuted("n=1 d=2 j0=1 A1=1,0 A2=0,1 Q=0,1;0,0 K=1,0;0,1")
APPENDIX_A["vec"].note(
    "A = A1 ⊗ A2. The order of the entries is not said. Textbooks stack columns, and then Fact A.1 is false with A1 ⊗ A2 (it "
    "needs A2 ⊗ A1): Q K^T enters transposed, and at n = 2, d = 1 it is false although Q K^T is a number."
)
listed = Condition(words="vec lists the rows of a matrix")
repaired = APPENDIX_A["vec"].instead(listed, given=BY_ROWS, why="rows one after the other")
ONE_ORDER = "``vec`` is read row by row, as the record of Appendix A repairs it: the one order that goes with A = A1 ⊗ A2."
proof(repaired.note(ONE_ORDER))(of_entries)

# -- the statements ---------------------------------------------------------------------------------------------------

FACT_A1 = Lemma("Fact A.1", "Appendix A, p. 12", "tensor trick", given=BY_ROWS, uses=["Appendix A"])
FACT_A1[""] = TRICK
proof(FACT_A1[""].note(ONE_ORDER))(of_entries)

product_row = A1[j0, star] * Q_ * K**T * A2**T
printed_row = exp(A1[j0, star] * Q_ * K**T * A2) ** T


def of_logits(is_entry: Definition) -> Callable[[], None]:
    """Each entry of u is a function of an entry of A_{j0} x."""

    def statements() -> None:
        obtain(by_numbering_pairs)
        hence(is_entry(j))

    return statements


def added_up(is_entry: Definition, u: Quantity, weight: Callable[[Expr], Expr], is_sum: Definition) -> Callable[[], None]:
    """α is the sum of the entries of u."""

    def statements() -> None:
        obtain(by_numbering_pairs)
        have(ForAll(j, to_n, u[j0, j] == weight(entry(j0, j))), is_entry)
        hence(is_sum(), SUM_EQUAL(lambda x: u[j0, x], lambda x: weight(entry(j0, x)), j, to_n))

    return statements


C3 = Lemma("Claim C.3", "Appendix C.1, p. 14", "u_lin and alpha_lin by rows of A1", given=BY_ROWS, uses=["Fact A.1"])
C3["1"] = u_lin.row(j0) == product_row**T
proof(C3["1"])(of_logits(U_LIN))
C3["1"].note("``x = vec(Q K^T)`` row by row; stacked columns would need Q K^T symmetric.")
C3["2"] = alpha_lin[j0] == inner(product_row**T, ones)
proof(C3["2"])(added_up(U_LIN, u_lin, lambda logit: logit, ALPHA_LIN))
C3["2"].note("The sum of the row above.")

C5 = Lemma("Claim C.5", "Appendix C.2, p. 15", "u_exp and alpha_exp by rows of A1", given=BY_ROWS, uses=["Fact A.1"])
C5["1"] = u_exp.row(j0) == exp(product_row) ** T
proof(C5["1"])(of_logits(U_EXP))
C5["1"].note("The exponential acts on entries and commutes with transposition.")
C5["2"] = alpha_exp[j0] == inner(printed_row**T, ones), PRODUCT_EXISTS
C5["2"].refuted("n=2 d=2 j0=1 A1=1,0;0,0 A2=0,1;0,0 Q=1,0;0,0 K=1,0;0,1")
C5["2"].note(
    "The transpose of A2 stands outside exp: for n ≠ d, as at n = 1, d = 2, the product (1×d)(d×d)(n×d) does not exist, and "
    "for n = d it is another one than in part 1."
)
inside = "A2 carries its transpose inside exp, and n need not be d"
repaired = C5["2"].instead(claim=alpha_exp[j0] == inner(exp(product_row) ** T, ones), why=inside)
repaired.note("The sum of the row of part 1.")
proof(repaired)(added_up(U_EXP, u_exp, exp, ALPHA_EXP))

STATEMENTS = (APPENDIX_A, FACT_A1, C3, C5)
