"""Linear attention on the cross-attention dataset 0 (superiority v1, Appendix F.5, pp. 50-52): Lemmas F.14, F.15.

The entries are those of dataset 1 with ``a0`` for ``a1``. Lemma F.14 prints "dataset D1" and row j3 where D0 and row j2
are meant; Lemma F.15 adds n = t(d-2) to the definition's n = (d-1)t, with the same t.
"""

from __future__ import annotations

from theorems.kernel.scripts import calc
from theorems.superiority.language import *

PLAIN = Positivity()
ON_D1, ON_D0, DATA = cross_attention(1, n >= 2), cross_attention(0, n >= 2), ["Definition F.1"]
AT_J2_J3 = "n=2 d=2 t=2 j2=1 j3=1 a0=1/11 a1=2 j0=1 j1=1"
TO_D0 = "the data are from D0 instead of D1"
TO_J2 = "j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one"

F14 = Lemma(
    "F.14",
    "Appendix F.5.1, p. 50",
    "entries of u_lin and f_lin on D0",
    given=ON_D1,
    proof=PLAIN,
    uses=DATA,
)
F14["1"] = u_lin[j0, j1] == (1 + a0) * log(n), j0 == j3, j1 == j3
F14["1"].refuted(AT_J2_J3).note("On D1 the entry is (1+a1) log n for j3 = j2 and log n otherwise, never the printed one.")
F14["1"].instead(j0 == j2, j1 == j3, given=ON_D0, why=f"{TO_D0}, and j0 = j3 reads j0 = j2")
F14["2"] = u_lin[j0, j1] == log(n), j0 != j3, j1 != j3
F14["2"].note("j1 ≠ j3 alone makes it true, of both datasets.")
F14["3"] = f_lin[j0, j1] <= (1 + a0) / n, j0 == j3, j1 == j3
F14["3"].refuted(AT_J2_J3).repair(given=ON_D0, why=TO_D0)
F14["4"] = f_lin[j0, j1] <= 1 / n, j0 == j3, j1 != j3
F14["4"].note("True of both datasets and of any row.")
F14["5"] = f_lin[j0, j1] == 1 / n, j0 != j3
F14["5"].refuted("n=2 d=2 t=2 j2=1 j3=2 a0=1/11 a1=2 j0=1 j1=1").note("At j0 = j2 ≠ j3 no entry of the row is 1/n.")
F14["5"].instead(j0 != j2, why=TO_J2)


CONTRADICTORY_SIZES = Contradiction(
    calc(n).eq((d - 1) * t).eq(t * (d - 2) + t).gt(t * (d - 2)).eq(n),
    how="The lemma's n = t(d-2) and the definition's n = (d-1)t give t = 0, but t is a positive integer.",
)
PRINTED = ON_D0.where(n == t * (d - 2)).feasible_nowhere("n = (d-1)t and n = (d-2)t give t = 0")
TO_SIZES = "n = t(d-2) reads n = t(d-1), as in the definition"

F15 = Lemma("F.15", "Appendix F.5.2, p. 51", "entries of c_lin on D0", given=PRINTED, proof=CONTRADICTORY_SIZES)
with F15.where(j0 == j2).resting_on("Lemma F.14/3", "Lemma F.14/4", *DATA):
    F15["1"] = c_lin[j0, i0] <= (1 + a0) / n, i0 == 1
    F15["2"] = c_lin[j0, i0] <= (1 + a0) * t / n, i0.isin(cross_columns)
with F15.where(j0 != j2).resting_on("Lemma F.14/5", *DATA):
    F15["3"] = c_lin[j0, i0] <= 1 / n, i0 == 1
    F15["4"] = c_lin[j0, i0] <= t / n, i0.isin(cross_columns)
REPAIRED = {}  # what the statements with random signs cite
for label in "1234":
    F15[label].note("Vacuous with one t: the lemma has n = t(d-2), the definition n = (d-1)t.")
    repaired = F15[label].repair(given=ON_D0, why=TO_SIZES).proved(PLAIN)
    REPAIRED[label] = repaired
    if label in "24":
        repaired.uninformative(d == 2)

STATEMENTS = (F14, F15)
