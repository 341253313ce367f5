"""The tensor trick (superiority v1, Appendix A, p. 12, and Claims C.3, C.5, pp. 14-16).

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
from theorems.provers.positivity import Positivity, is_nonnegative, is_positive
from theorems.statement import Statement
from theorems.superiority.accounts import accounted
from theorems.superiority.tensor_products import (
    ATTENTION,
    COLUMNS,
    PRODUCT_EXISTS,
    Attention,
    KroneckerColumns,
    entrywise,
    kron,
    product,
    symbolic_attention,
    times_vector,
    total,
    transposed,
    vec_by_columns,
    vec_by_rows,
)
from theorems.vocabulary import Claimed, Reading, Verdict, comparisons, equals

PAPER = "superiority"
Claim = Callable[[Attention], Claimed]

SYMBOLIC_SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3))


# -- the proof for every n and d --------------------------------------------------------------------------------------


def division_is_unique() -> bool:
    """0 <= l < d makes floor((k d + l)/d) = k: column l of the k-th group of d columns is no other's."""
    l, rest = sympy.symbols("l rest", nonnegative=True)
    d = l + 1 + rest
    return is_nonnegative(l / d) and is_positive(1 - l / d)


def rows_and_kron_agree(d: int) -> bool:
    """``e_k ⊗ e_l = vec(e_k e_l^T)``, vec by rows: both put the pair (k, l) at the same place."""
    units = [[[int(j == k) for j in range(d)]] for k in range(d)]
    return all(kron(a, b)[0] == vec_by_rows(product(transposed(a), b)) for a, b in itertools.product(units, repeat=2))


def holds_with_free_entries(claim: Claim) -> bool:
    """The claim with free symbols as entries, at every size of ``SYMBOLIC_SIZES`` and every row."""
    return all(
        sympy.expand(comparison.lhs - comparison.rhs) == 0
        for n, d in SYMBOLIC_SIZES
        for j0 in range(1, n + 1)
        for comparison in comparisons(claim(symbolic_attention(n, d, j0)))
    )


def by_numbering_pairs(claim: Claim) -> Argument:
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

APPENDIX_A = Statement(PAPER, "Appendix A", source="Appendix A, p. 12", title="notation of the tensor trick", given=ATTENTION)


def kron_as_printed(x: KroneckerColumns) -> Claimed:
    """The letter i is bound nowhere. Only i = 1 works: at j1 = 1, j2 = 1 the column is (1-i) d2 + 1, below 1 for i >= 2 and,
    at j1 = d1, j2 = d2, beyond d1 d2 for i <= 0; in particular it cannot be i1.
    """
    return x.in_range((x.j1 - x.i) * x.d2 + x.j2)


def kron_repaired(x: KroneckerColumns) -> Claimed:
    """That no two entries fall on one place is the first step of Fact A.1's proof."""
    return x.in_range((x.j1 - 1) * x.d2 + x.j2)


APPENDIX_A.add(
    "kron",
    kron_as_printed,
    says="entry A_{i1,j1} B_{i2,j2} of A ⊗ B in R^{n1 n2 × d1 d2} is in column (j1-i) d2 + j2, i not bound",
    given=COLUMNS,
    witness="i=2 j1=1 d1=1 j2=1 d2=1",
)
APPENDIX_A.add(
    "kron",
    kron_repaired,
    says="entry A_{i1,j1} B_{i2,j2} of A ⊗ B in R^{n1 n2 × d1 d2} is in column (j1-1) d2 + j2",
    reading=Reading.INTENDED,
    changed="i reads 1",
    given=COLUMNS,
    proof=Positivity(),
)


def tensor_trick_by_columns(x: Attention) -> Claimed:
    """The order of the entries is not said. Textbooks stack columns, and then Fact A.1 is false with A1 ⊗ A2 (it needs
    A2 ⊗ A1): X enters transposed, and at n = 2, d = 1 it is false although X is a number.
    """
    return entrywise(x.exp(vec_by_columns(x.logits)), x.exp(times_vector(x.A, vec_by_columns(x.QK))))


def tensor_trick(x: Attention) -> Claimed:
    """``vec`` is read row by row, as the record of Appendix A repairs it: the one order that goes with A1 ⊗ A2."""
    return entrywise(x.exp(vec_by_rows(x.logits)), x.exp(times_vector(x.A, vec_by_rows(x.QK))))


APPENDIX_A.add(
    "vec",
    tensor_trick_by_columns,
    says="vec(A) in R^{nd} stacks the columns of A, and with it vec(exp(A1 X A2^T)) = exp((A1 ⊗ A2) vec(X)), X = Q K^T",
    witness="n=1 d=2 j0=1 A1=1,0 A2=0,1 Q=0,1;0,0 K=1,0;0,1",
)
APPENDIX_A.add(
    "vec",
    tensor_trick,
    says="vec(A) in R^{nd} lists the rows of A, and with it vec(exp(A1 X A2^T)) = exp((A1 ⊗ A2) vec(X)), X = Q K^T",
    reading=Reading.INTENDED,
    changed="rows one after the other",
    proof=by_numbering_pairs(tensor_trick),
)

# -- the statements ---------------------------------------------------------------------------------------------------

FACT_A1 = Statement(
    PAPER,
    "Fact A.1",
    source="Appendix A, p. 12",
    title="tensor trick",
    given=ATTENTION,
    depends_on=["superiority/Appendix A"],
)
FACT_A1.add(
    "",
    tensor_trick,
    says="vec(exp(A1 Q K^T A2^T)) = exp(A vec(Q K^T)) with A = A1 ⊗ A2",
    proof=by_numbering_pairs(tensor_trick),
)

CLAIM_C3 = Statement(
    PAPER,
    "Claim C.3",
    source="Appendix C.1, p. 14",
    title="u_lin and alpha_lin by rows of A1",
    given=ATTENTION,
    depends_on=["superiority/Fact A.1"],
)
CLAIM_C5 = Statement(
    PAPER,
    "Claim C.5",
    source="Appendix C.2, p. 16",
    title="u_exp and alpha_exp by rows of A1",
    given=ATTENTION,
    depends_on=["superiority/Fact A.1"],
)


def linear_row(x: Attention) -> Claimed:
    """``x = vec(Q K^T)`` row by row; stacked columns would need Q K^T symmetric."""
    return entrywise(x.u_lin, vec_by_rows(x.row_logits))


def linear_total(x: Attention) -> Claimed:
    """The sum of the row above."""
    return equals(total(x.u_lin), total(vec_by_rows(x.row_logits)))


def softmax_row(x: Attention) -> Claimed:
    """The exponential acts on entries and commutes with transposition."""
    return entrywise(x.u_exp, x.exp(vec_by_rows(x.row_logits)))


def softmax_total_as_printed(x: Attention) -> Claimed:
    """The transpose of A2 stands outside exp: for n ≠ d, as at n = 1, d = 2, the product (1×d)(d×d)(n×d) does not exist,
    and for n = d it is another one than in part 1.
    """
    logits = product(product(x.row, x.QK), x.A2)
    return equals(total(x.u_exp), total(x.exp(vec_by_rows(logits))))


def softmax_total(x: Attention) -> Claimed:
    """The sum of the row of part 1."""
    return equals(total(x.u_exp), total(x.exp(vec_by_rows(x.row_logits))))


CLAIM_C3.add("1", linear_row, says="u_lin(A,x)_{j0} = ((A1)_{j0,*} Q K^T A2^T)^T", proof=by_numbering_pairs(linear_row))
CLAIM_C3.add(
    "2",
    linear_total,
    says="alpha_lin(A,x)_{j0} = ⟨((A1)_{j0,*} Q K^T A2^T)^T, 1_n⟩",
    proof=by_numbering_pairs(linear_total),
)
CLAIM_C5.add(
    "1",
    softmax_row,
    says="u_exp(A,x)_{j0} = (exp((A1)_{j0,*} Q K^T A2^T))^T",
    proof=by_numbering_pairs(softmax_row),
)
CLAIM_C5.add(
    "2",
    softmax_total_as_printed,
    says="alpha_exp(A,x)_{j0} = ⟨(exp((A1)_{j0,*} Q K^T A2)^T)^T, 1_n⟩",
    where=[PRODUCT_EXISTS],
    witness="n=2 d=2 j0=1 A1=1,0;0,0 A2=0,1;0,0 Q=1,0;0,0 K=1,0;0,1",
)
CLAIM_C5.add(
    "2",
    softmax_total,
    says="alpha_exp(A,x)_{j0} = ⟨(exp((A1)_{j0,*} Q K^T A2^T))^T, 1_n⟩",
    reading=Reading.INTENDED,
    changed="A2 carries its transpose inside exp",
    proof=by_numbering_pairs(softmax_total),
)

STATEMENTS = accounted(APPENDIX_A, FACT_A1, CLAIM_C3, CLAIM_C5)
