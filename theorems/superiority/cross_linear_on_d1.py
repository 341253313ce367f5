"""Linear attention on the cross-attention dataset 1 (superiority v1, Appendix F.4, pp. 47-49): Lemmas F.10, F.11.

For n = 1 every logit is 0 and f is 0/0. Lemma F.11 prints "dataset D0" in a section on D1, and row j3 where row j2 is the
special one.
"""

from __future__ import annotations

from theorems.superiority.language import *

PLAIN = Positivity()
ON_D1, ON_D0, DATA = cross_attention(1, n >= 2), cross_attention(0, n >= 2), ["Definition F.1"]
TO_J2 = "j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one"
OTHERS_ON_D1 = "D1 and j0 ≠ j2, as the section and Theorem F.13 need it"

F10 = Lemma(
    "F.10",
    "Appendix F.4.1, p. 47",
    "entries of u_lin and f_lin on D1",
    given=ON_D1,
    proof=PLAIN,
    uses=DATA,
)
F10["1"] = u_lin[j0, j1] == (1 + a1) * log(n), j0 == j2, j1 == j3
F10["2"] = u_lin[j0, j1] == log(n), (j0 != j2) | (j1 != j3)
F10["3"] = f_lin[j0, j1] <= (1 + a1) / n, j0 == j2, j1 == j3
F10["3"].uninformative(n <= 1 + a1)
F10["4"] = f_lin[j0, j1] <= 1 / n, j0 == j2, j1 != j3
F10["5"] = f_lin[j0, j1] == 1 / n, j0 != j2

F11 = Lemma(
    "F.11",
    "Appendix F.4.2, p. 48",
    "entries of c_lin on D0 as printed (the section is about D1)",
    given=ON_D0,
    proof=PLAIN,
)
with F11.where(j0 == j3).resting_on("Lemma F.10/3", "Lemma F.10/4", *DATA):
    F11["1"] = c_lin[j0, i0] <= (1 + a1) / n, i0 == 1
    F11["1"].uninformative(n <= 1 + a1).note("The bound has a1 while the printed data have a0 < a1: room to spare.")
    F11["2"] = c_lin[j0, i0] <= (1 + a1) * t / n, i0.isin(cross_columns)
    F11["2"].uninformative(d <= 2 + a1)
with F11.where(j0 != j3).resting_on("Lemma F.10/5", *DATA):
    F11["3"] = c_lin[j0, i0] <= 1 / n, i0 == 1
    F11["3"].refuted("n=2 d=2 t=2 j2=1 j3=2 a0=1/11 a1=2 j0=1 i0=1")
    F11["3"].note("At j0 = j2 ≠ j3 the entry is (1+a0)/(n+a0) > 1/n.")
    F11["4"] = c_lin[j0, i0] <= t / n, i0.isin(cross_columns)
    F11["4"].refuted("n=2 d=3 t=1 j2=1 j3=2 a0=1/11 a1=2 j0=1 i0=3").uninformative(d == 2)
    F11["4"].note("At j0 = j2 ≠ j3 the column of j3's block entry has (t+a0)/(n+a0) > t/n unless d = 2.")
NEEDED_ON_D1 = {}  # what the statements with random signs cite
for label, column in (("1", i0 == 1), ("2", i0.isin(cross_columns))):
    needed = f"D1 and row j2, as the section and Theorem F.13 need it; Part {label} as printed holds too, but says less"
    of_row_j2 = F11[label].instead(j0 == j2, column, given=ON_D1, label=f"{label} on D1", why=needed, provenance="own")
    NEEDED_ON_D1[label] = of_row_j2
for label, column in (("3", i0 == 1), ("4", i0.isin(cross_columns))):
    F11[label].instead(j0 != j2, column, why=TO_J2)
    others = F11[label].instead(j0 != j2, column, given=ON_D1, label=f"{label} on D1", why=OTHERS_ON_D1, provenance="own")
    NEEDED_ON_D1[label] = others

STATEMENTS = (F10, F11)
