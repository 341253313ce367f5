"""Softmax attention on the cross-attention dataset 1 (superiority v1, Appendix F.2, pp. 41-43): Lemmas F.2, F.3."""

from __future__ import annotations

from theorems.provers.vacuity import ContradictoryHypotheses
from theorems.superiority.language import *

POWERS = Positivity(bases=[("a1",), ("a1 - 1",)])
ON_D1, DATA = cross_attention(1), ["Definition F.1"]
HEADER = "the header of Part 4 reads j0 ≠ j2, and the sub-parts split by j1 as in Parts 1 to 3"

F2 = Lemma(
    "F.2",
    "Appendix F.2.1, p. 41",
    "entries of u_exp and f_exp on D1",
    given=ON_D1,
    proof=POWERS,
    uses=DATA,
)

with F2.where(j0 == j2):
    F2["1a"] = u_exp[j0, j1] == n ** (1 + a1), j1 == j3
    F2["1b"] = u_exp[j0, j1] == n, j1 != j3
with F2.where(j0 != j2):
    F2["2a"] = u_exp[j0, j1] == n, j1 == j3
    F2["2b"] = u_exp[j0, j1] == n, j1 != j3
with F2.where(j0 == j2):
    F2["3a"] = f_exp[j0, j1] >= Q(1, 2), j1 == j3, a1 > 1
    F2["3a"].note("f >= 1/2 iff n^a1 >= n-1; the printed condition is already the definition's.")
    F2["3b"] = f_exp[j0, j1] <= 1 / n, j1 != j3
    F2["4a"] = f_exp[j0, j1] == 1 / n
    F2["4a"].refuted("n=2 d=2 t=2 j2=1 j3=1 a0=1/11 a1=2 j0=1 j1=1")
    F2["4a"].note("Row j2 is the one row that is not uniform. Printed: the header's j0 = j2 again, for any j1.")
    F2["4b"] = f_exp[j0, j1] == 1 / n, j0 != j2
    F2["4b"].proved(ContradictoryHypotheses())
    F2["4b"].note("The header of Part 4 prints j0 = j2 where its proof and Part 2 have j0 ≠ j2; 4b contradicts it.")
F2["4a"].instead(j0 != j2, j1 == j3, why=HEADER)
F2["4b"].instead(j0 != j2, j1 != j3, why=HEADER)

F3 = Lemma("F.3", "Appendix F.2.2, p. 42", "entries of c_exp on D1", given=ON_D1, proof=POWERS)

with F3.where(j0 == j2).resting_on("Lemma F.2/3a", "Lemma F.2/3b", *DATA):
    F3["1"] = c_exp[j0, i0] >= Q(1, 2), i0 == 1
    F3["2.i"] = ExactlyOne(i0, cross_columns, c_exp[j0, i0] >= Q(1, 2))
    F3["2.i"].the_one(block(j3))
    F3["2.ii"] = c_exp[j0, i0] <= t / n, i0.isin(cross_columns), i0 != block(j3)
with F3.where(j0 != j2).resting_on("Lemma F.2/4a", "Lemma F.2/4b", *DATA):
    F3["3"] = c_exp[j0, i0] <= 1 / n, i0 == 1
    F3["4"] = c_exp[j0, i0] <= t / n, i0.isin(cross_columns)
    F3["4"].uninformative(d == 2)

STATEMENTS = (F2, F3)
