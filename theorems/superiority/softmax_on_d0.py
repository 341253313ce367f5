"""Softmax attention on dataset 0 (superiority v1, Appendix D.3, pp. 22-26): Lemmas D.6, D.7.

The entries are those of dataset 1 with ``a0`` for ``a1``. Lemma D.6 prints "dataset D1" above claims about a0: read
literally its data carry a1 >= 0.7 and most parts break; its intended reading is dataset 0.
"""

from theorems.superiority.language import *

POWERS = Positivity(
    bases=[
        ("a0",),
        ("a0", "a0**2"),
        ("a0 - a0**2", "a0**2"),
        ("a0 + a0**2", "a0 - a0**2", "1 - a0 + a0**2"),
        ("a1",),
        ("a1", "a1**2"),
    ]
)
DATA = ["Definition D.1"]
ON_D0 = self_attention(0, ONES)
PRINTED = self_attention(1, ONES, A0_RANGE).speaking_of(a0, "coefficient of D0, of which these data have none")
TO_D0 = "the data are from D0 instead of D1"
REPEATED = "the repeated j0 ≠ j3 reads j1 ≠ j3"
POINT = "n=2 d=3 t=2 j3=1 a1=1 b=1/2 a0=1/11 c=1/2"

D6 = Lemma("D.6", "Appendix D.3.1, p. 22", "entries of u_exp and f_exp on D0", given=PRINTED, proof=POWERS, uses=DATA)
with D6.where(j0 == j3):
    D6["1a"] = u_exp[j0, j1] == n ** ((1 + a0) ** 2), j1 == j3
    D6["1a"].refuted(f"{POINT} j0=1 j1=1").repair(given=ON_D0, why=TO_D0)
    D6["1b"] = u_exp[j0, j1] == n ** (1 + a0), j1 != j3
    D6["1b"].refuted(f"{POINT} j0=1 j1=2").repair(given=ON_D0, why=TO_D0)
with D6.where(j0 != j3):
    D6["2a"] = u_exp[j0, j1] == n ** (1 + a0), j1 == j3
    D6["2a"].refuted(f"{POINT} j0=2 j1=1").repair(given=ON_D0, why=TO_D0)
    D6["2b"] = u_exp[j0, j1] == n, j1 != j3
with D6.where(j0 == j3):
    D6["3a"] = f_exp[j0, j1] <= 1 / n ** (1 - 2 * a0), j1 == j3, A0_RANGE
    D6["3a"].refuted(f"{POINT} j0=1 j1=1").uninformative(n == 1).repair(given=ON_D0, why=TO_D0)
    D6["3b"] = f_exp[j0, j1] <= 1 / n, j1 != j3
with D6.where(j0 != j3):
    D6["4a"] = f_exp[j0, j1] <= 1 / n ** (1 - a0), j1 == j3
    D6["4a"].refuted(f"{POINT} j0=2 j1=1").repair(given=ON_D0, why=TO_D0)
    D6["4b"] = f_exp[j0, j1] <= 1 / n
    D6["4b"].refuted(f"{POINT} j0=2 j1=1")
    apart = D6["4b"].repair(j1 != j3, why=f"{REPEATED}; the data may stay those of D1")
for line in (D6["2b"], D6["3b"], apart):
    repeated = f"; {REPEATED}" if line is apart else ""
    AS_NEEDED = f"{TO_D0}, as Lemma D.7 needs it{repeated}; Part {line.part.label} of D1 holds too, but of other data"
    line.repair(given=ON_D0, label=f"{line.part.label} on D0", why=AS_NEEDED, provenance="own")

D7 = Lemma("D.7", "Appendix D.3.2, p. 24", "entries of c_exp on D0", given=ON_D0, proof=POWERS, uses=DATA)
with D7.where(j0 == j3).resting_on("Lemma D.6/3a", "Lemma D.6/3b on D0"):
    D7["1"] = c_exp[j0, i0] <= a0 * sqrt(log(n)) / n ** (1 - 2 * a0), i0 == 1
    D7["1"].uninformative(n == 1)
    D7["2"] = c_exp[j0, i0] <= t / n ** (1 - 2 * a0) * b * sqrt(log(n)), i0.isin(block_columns)
    D7["2"].uninformative(n ** (2 * a0) >= d - 2)
    D7["2.i"] = (
        c_exp[j0, i0] <= (1 / n ** (1 - 2 * a0) + (t - 1) / n) * b * sqrt(log(n)),
        i0.isin(block_columns),
        i0 == block(j3),
    )
    D7["2.i"].uninformative(d == 3)
    D7["2.i"].note("Printed: there is one such i0. It is that of j3's block entry; 2.ii bounds the others.")
    D7["2.ii"] = c_exp[j0, i0] <= t / n * b * sqrt(log(n)), i0.isin(block_columns), i0 != block(j3)
    D7["3"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d
with D7.where(j0 != j3).resting_on("Lemma D.6/4a", "Lemma D.6/4b on D0"):
    D7["4"] = c_exp[j0, i0] <= a0 * sqrt(log(n)) / n ** (1 - a0), i0 == 1
    D7["5"] = c_exp[j0, i0] <= t / n ** (1 - a0) * b * sqrt(log(n)), i0.isin(block_columns)
    D7["5"].uninformative(n**a0 >= d - 2)
    D7["5.i"] = c_exp[j0, i0] <= (1 / n ** (1 - a0) + (t - 1) / n) * b * sqrt(log(n)), i0.isin(block_columns), i0 == block(j3)
    D7["5.i"].uninformative(d == 3)
    D7["5.i"].note("Printed: there is one such i0. It is that of j3's block entry; 5.ii bounds the others.")
    D7["5.ii"] = c_exp[j0, i0] <= t / n * b * sqrt(log(n)), i0.isin(block_columns), i0 != block(j3)
    D7["6"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d

STATEMENTS = (D6, D7)
