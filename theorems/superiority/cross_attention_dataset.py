"""The data of Appendix F (superiority v1): Definition F.1, p. 40."""

from __future__ import annotations

from theorems.kernel.scripts import by, cases, have
from theorems.superiority.language import *
from theorems.textbook import *

DATA = cross_attention(1)


F1 = Lemma("Definition F.1", "Appendix F.1, p. 40", "cross-attention datasets D0 and D1", given=DATA)
A2, e, I, of_ones, star = symbols("A2 e I 1 *")


def defined(block_columns: Range) -> Fits:
    """A2 by its columns: one 1, then t stacked copies of I_{d-1}."""
    copies = Component(A2, (star, block_columns)) == Kron(of_ones[t], I[d - 1])
    return Fits((A2[star, 1] == e[j3]) & copies, A2.isin(Matrices(n, d)) & e[j3].isin(Matrices(n, expr(1))))


F1[""] = defined(block_columns)
F1[""].refuted("n=1 d=2 t=1 j2=1 j3=1 a0=1/11 a1=2")
F1[""].note(
    """Columns 2 to d-1 are d-2 columns and I_{d-1} has d-1, at every d; column d of A1 and of A2 is left undefined. The t
    stacked copies of I_{d-1} are 1_t ⊗ I_{d-1}. The same line of the self-attention definition has I_{d-2}. The lemmas of the
    appendix speak of i0 in {2, ..., d} and use n = (d-1)t, so the last column is meant to belong to the block."""
)
columns = "both times, the second to the (d-1)-th columns read the second to the d-th"
repaired = F1[""].repair(claim=defined(cross_columns) & (log(n) != 1), why=f"{columns}; A1 ≠ A2, as log n ≠ 1")
rows = (d - 1) * t
repaired.note("A1 has log n where A2 has the 1 of row 1.").proved(
    Calculation(
        have(
            (log(n) - 1) ** 2 > 0,
            cases(
                rows <= 2,
                have(log(n) < 1, by(LOG_GROWS(n, 2)), by()),
                have(log(n) > 1, by(INTEGERS_APART(2, rows), LOG_GROWS(3, n)), by()),
            ),
            by(),
        ),
        how="""1 + (d-1) columns are d, and t blocks of d-1 rows are n = (d-1)t rows, for every d >= 2, t >= 1. Row 1 of A2 has
        a 1 in the block column where A1 has log n, and log n = 1 for no integer n, so A1 ≠ A2 needs no assumption. The
        ranges of a0 and a1 do not meet, so D0 and D1 are disjoint for n >= 2.""",
    )
)

STATEMENTS = (F1,)
