"""Softmax attention on the cross-attention dataset 0 (superiority v1, Appendix F.3, pp. 44-47): Lemmas F.6, F.7.

The entries are those of dataset 1 with ``a0`` for ``a1``. Lemma F.6 prints "dataset D1" above claims about a0, and
Lemma F.7 speaks of row j3 where row j2 is the special one; both are read as printed first.
"""

from __future__ import annotations

from theorems.superiority.language import *

POWERS = Positivity(bases=[("a0",), ("a1",)])
ON_D0, DATA = cross_attention(0), ["Definition F.1"]
TO_D0 = "the data are from D0 instead of D1"
TO_J2 = "j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one"
POINT = "n=2 d=2 t=2 j2=1 j3=1 a0=1/11 a1=2 j0=1 j1=1"

F6 = Lemma(
    "F.6",
    "Appendix F.3.1, p. 44",
    "entries of u_exp and f_exp on D0",
    given=cross_attention(1),
    proof=POWERS,
    uses=DATA,
)
with F6.where(j0 == j2):
    F6["1a"] = u_exp[j0, j1] == n ** (1 + a0), j1 == j3
    F6["1a"].refuted(POINT).note("On D1 the entry is n^(1+a1).").repair(given=ON_D0, why=TO_D0)
    F6["1b"] = u_exp[j0, j1] == n, j1 != j3
with F6.where(j0 != j2):
    F6["2a"] = u_exp[j0, j1] == n, j1 == j3
    F6["2b"] = u_exp[j0, j1] == n, j1 != j3
with F6.where(j0 == j2):
    F6["3a"] = f_exp[j0, j1] <= 1 / n ** (1 - a0), j1 == j3, a0 < 1
    F6["3a"].refuted(POINT).uninformative(n == 1).note("On D1 the entry is at least 1/2 whatever n is.")
    F6["3a"].repair(given=ON_D0, why=TO_D0)
    F6["3b"] = f_exp[j0, j1] <= 1 / n, j1 != j3
    F6["4a"] = f_exp[j0, j1] == 1 / n
    F6["4a"].refuted(POINT)
with F6.where(j0 != j2):
    F6["4b"] = f_exp[j0, j1] == 1 / n
UNIFORM = "j0 = j2 reads j0 ≠ j2, j1 = j3 (row j2 is the one that is not uniform); true of both datasets"
F6["4a"].instead(j0 != j2, j1 == j3, why=UNIFORM)

F7 = Lemma("F.7", "Appendix F.3.2, p. 46", "entries of c_exp on D0", given=ON_D0, proof=POWERS)
with F7.where(j0 == j3).resting_on("Lemma F.6/3a", "Lemma F.6/3b", *DATA):
    F7["1"] = c_exp[j0, i0] <= 1 / n ** (1 - a0), i0 == 1
    F7["1"].uninformative(n == 1).note("Holds although j2 is meant: row j3 is row j2 or uniform.")
    F7["2"] = c_exp[j0, i0] <= t / n ** (1 - a0), i0.isin(cross_columns)
    F7["2"].uninformative(n**a0 >= d - 1).note("Holds although j2 is meant: row j3 is row j2 or uniform.")
with F7.where(j0 != j3).resting_on("Lemma F.6/4a", "Lemma F.6/4b", *DATA):
    F7["4"] = c_exp[j0, i0] <= 1 / n, i0 == 1
    F7["4"].refuted("n=2 d=2 t=2 j2=1 j3=2 a0=1/11 a1=2 j0=1 i0=1")
    F7["4"].note("At j0 = j2 ≠ j3 the entry is n^a0 / (n^a0 + n - 1) > 1/n.")
    F7["5"] = c_exp[j0, i0] <= t / n, i0.isin(cross_columns)
    F7["5"].refuted("n=2 d=3 t=1 j2=1 j3=2 a0=1/11 a1=2 j0=1 i0=3").uninformative(d == 2)
    F7["5"].note("At j0 = j2 ≠ j3 the column of j3's block entry has (n^a0 + t - 1) / (n^a0 + n - 1) > t/n unless d = 2.")
UNIFORM_ROWS = (
    F7["4"].instead(j0 != j2, i0 == 1, why=TO_J2),
    F7["5"].instead(j0 != j2, i0.isin(cross_columns), why=TO_J2),
)


def in_row_j2(label: str, bound: Expr, *columns: Claim) -> Line:
    """What the statements with random signs need of row j2."""
    why = f"{SPECIAL_ROW}; Part {label[0]} as printed holds too, but not of row j2 where j2 ≠ j3"
    claim = c_exp[j0, i0] <= bound
    return F7[label[0]].instead(j0 == j2, *columns, claim=claim, label=f"{label} in row j2", why=why, provenance="own")


SPECIAL_ROW = "row j2 is the special one, and more of it than of its largest entry is needed"
FALLS = 1 / n ** (1 - a0)
ROW_J2 = (
    in_row_j2("1", FALLS, i0 == 1),
    in_row_j2("2", FALLS + (t - 1) / n, i0.isin(cross_columns), i0 == block(j3)).uninformative(n**a0 >= n - t + 1),
    in_row_j2("5", t / n, i0.isin(cross_columns), i0 != block(j3)),
)

STATEMENTS = (F6, F7)
