"""Cross-attention: the data, and the entries of both attentions on them (superiority v1, Appendix F, pp. 40-52).

Definition F.1 and Lemmas F.2, F.3, F.6, F.7, F.10, F.11, F.14, F.15. The entries on D0 are those on D1 with a0 for a1. Lemmas
F.6 and F.14 print "dataset D1" above claims about a0, Lemma F.11 "dataset D0" in the section on D1; Lemmas F.7, F.11, F.14
speak of row j3 where row j2 is the special one; Lemma F.15 adds n = t(d-2) to the definition's n = (d-1)t, with the same t. All
are read as printed first. For n = 1 every logit is 0 and linear attention is 0/0.
"""

from theorems.kernel import scripts
from theorems.proofs import *
from theorems.provers.vacuity import ContradictoryHypotheses
from theorems.superiority.language import *
from theorems.textbook import *

DATA, PLAIN = ["Definition F.1"], Positivity()
ON_D1, ON_D0 = cross_attention(1), cross_attention(0)
LINEAR_ON_D1, LINEAR_ON_D0 = cross_attention(1, n >= 2), cross_attention(0, n >= 2)
POWERS_OF_A1, POWERS = Positivity(bases=[("a1",), ("a1 - 1",)]), Positivity(bases=[("a0",), ("a1",)])
TO_D0 = "the data are from D0 instead of D1"
TO_J2 = "j0 ≠ j3 reads j0 ≠ j2: row j2 is the special one"
POINT = "n=2 d=2 t=2 j2=1 j3=1 a0=1/11 a1=2 j0=1 j1=1"

F1 = Lemma("Definition F.1", "Appendix F.1, p. 40", "cross-attention datasets D0 and D1", given=cross_attention(1))
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
both_times = "both times, the second to the (d-1)-th columns read the second to the d-th"
repaired = F1[""].repair(claim=defined(cross_columns) & (log(n) != 1), why=f"{both_times}; A1 ≠ A2, as log n ≠ 1")
repaired.note("A1 has log n where A2 has the 1 of row 1.")


@proof(repaired)
def _() -> None:
    """1 + (d-1) columns are d, and t blocks of d-1 rows are n = (d-1)t rows, for every d >= 2, t >= 1. Row 1 of A2 has
    a 1 in the block column where A1 has log n, and log n = 1 for no integer n, so A1 ≠ A2 needs no assumption. The
    ranges of a0 and a1 do not meet, so D0 and D1 are disjoint for n >= 2.
    """
    with proving((log(n) - 1) ** 2 > 0):
        with case((d - 1) * t <= 2):
            have(log(n) < 1, LOG_GROWS(n, 2))
        with otherwise():
            have(log(n) > 1, INTEGERS_APART(2, (d - 1) * t), LOG_GROWS(3, n))


# -- softmax attention on D1 -------------------------------------------------------------------------------------------------

HEADER = "the header of Part 4 reads j0 ≠ j2, and the sub-parts split by j1 as in Parts 1 to 3"

F2 = Lemma("F.2", "Appendix F.2.1, p. 41", "entries of u_exp and f_exp on D1", given=ON_D1, proof=POWERS_OF_A1, uses=DATA)

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

F3 = Lemma("F.3", "Appendix F.2.2, p. 42", "entries of c_exp on D1", given=ON_D1, proof=POWERS_OF_A1)

with F3.where(j0 == j2).resting_on("Lemma F.2/3a", "Lemma F.2/3b", *DATA):
    F3["1"] = c_exp[j0, i0] >= Q(1, 2), i0 == 1
    F3["2.i"] = ExactlyOne(i0, cross_columns, c_exp[j0, i0] >= Q(1, 2))
    F3["2.i"].the_one(block(j3))
    F3["2.ii"] = c_exp[j0, i0] <= t / n, i0.isin(cross_columns), i0 != block(j3)
with F3.where(j0 != j2).resting_on("Lemma F.2/4a", "Lemma F.2/4b", *DATA):
    F3["3"] = c_exp[j0, i0] <= 1 / n, i0 == 1
    F3["4"] = c_exp[j0, i0] <= t / n, i0.isin(cross_columns)
    F3["4"].uninformative(d == 2)

# -- softmax attention on D0 -------------------------------------------------------------------------------------------------

F6 = Lemma("F.6", "Appendix F.3.1, p. 44", "entries of u_exp and f_exp on D0", given=ON_D1, proof=POWERS, uses=DATA)
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
    F6["3a, in its proof"] = f_exp[j0, j1] <= 1 / (1 - a0), j1 == j3, a0 < 1
    F6["3a, in its proof"].uninformative(a0 > 0)
    F6["3a, in its proof"].note("A misprint of 1/n^(1-a0): 1/(1-a0) is more than 1, and no entry is, on D1 as well.")
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
    F7["2, in its proof"] = c_exp[j0, i0] <= 1 / n ** (1 - a0), i0.isin(cross_columns)
    F7["2, in its proof"].refuted("n=2 d=2 t=2 j2=1 j3=1 a0=1/11 a1=2 j0=1 i0=2").uninformative(n == 1)
    F7["2, in its proof"].note("The factor t of the lemma is missing: t entries of the column are 1.")
with F7.where(j0 != j3).resting_on("Lemma F.6/4a", "Lemma F.6/4b", *DATA):
    F7["4"] = c_exp[j0, i0] <= 1 / n, i0 == 1
    F7["4"].refuted("n=2 d=2 t=2 j2=1 j3=2 a0=1/11 a1=2 j0=1 i0=1")
    F7["4"].note("At j0 = j2 ≠ j3 the entry is n^a0 / (n^a0 + n - 1) > 1/n.")
    F7["5"] = c_exp[j0, i0] <= t / n, i0.isin(cross_columns)
    F7["5"].refuted("n=2 d=3 t=1 j2=1 j3=2 a0=1/11 a1=2 j0=1 i0=3").uninformative(d == 2)
    F7["5"].note("At j0 = j2 ≠ j3 the column of j3's block entry has (n^a0 + t - 1) / (n^a0 + n - 1) > t/n unless d = 2.")
UNIFORM_ROWS = (F7["4"].instead(j0 != j2, i0 == 1, why=TO_J2), F7["5"].instead(j0 != j2, i0.isin(cross_columns), why=TO_J2))


def in_row_j2(label: str, bound: Expr, *columns: Claim) -> Line:
    """What the statements with random signs need of row j2."""
    why = f"{SPECIAL_ROW}; Part {label[0]} as printed holds too, but not of row j2 where j2 ≠ j3"
    claim = c_exp[j0, i0] <= bound
    return F7[label[0]].instead(j0 == j2, *columns, claim=claim, label=f"{label} in row j2", why=why, provenance="own")


SPECIAL_ROW = "row j2 is the special one, and more of it than of its largest entry is needed"
FALLS_LIKE = 1 / n ** (1 - a0)
ROW_J2 = (
    in_row_j2("1", FALLS_LIKE, i0 == 1),
    in_row_j2("2", FALLS_LIKE + (t - 1) / n, i0.isin(cross_columns), i0 == block(j3)).uninformative(n**a0 >= n - t + 1),
    in_row_j2("5", t / n, i0.isin(cross_columns), i0 != block(j3)),
)

# -- linear attention on D1 --------------------------------------------------------------------------------------------------

OTHERS_OF_D1 = "D1 and j0 ≠ j2, as the section and Theorem F.13 need it"

F10 = Lemma("F.10", "Appendix F.4.1, p. 47", "entries of u_lin and f_lin on D1", given=LINEAR_ON_D1, proof=PLAIN, uses=DATA)
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
    given=LINEAR_ON_D0,
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
NEEDED_OF_D1 = {}  # what the statements with random signs cite
for label, column in (("1", i0 == 1), ("2", i0.isin(cross_columns))):
    needed = f"D1 and row j2, as the section and Theorem F.13 need it; Part {label} as printed holds too, but says less"
    of_row_j2 = F11[label].instead(j0 == j2, column, given=LINEAR_ON_D1, label=f"{label} on D1", why=needed, provenance="own")
    NEEDED_OF_D1[label] = of_row_j2
for label, column in (("3", i0 == 1), ("4", i0.isin(cross_columns))):
    F11[label].instead(j0 != j2, column, why=TO_J2)
    others = F11[label].instead(
        j0 != j2, column, given=LINEAR_ON_D1, label=f"{label} on D1", why=OTHERS_OF_D1, provenance="own"
    )
    NEEDED_OF_D1[label] = others

# -- linear attention on D0 --------------------------------------------------------------------------------------------------

F14 = Lemma("F.14", "Appendix F.5.1, p. 50", "entries of u_lin and f_lin on D0", given=LINEAR_ON_D1, proof=PLAIN, uses=DATA)
F14["1"] = u_lin[j0, j1] == (1 + a0) * log(n), j0 == j3, j1 == j3
F14["1"].refuted(POINT).note("On D1 the entry is (1+a1) log n for j3 = j2 and log n otherwise, never the printed one.")
F14["1"].instead(j0 == j2, j1 == j3, given=LINEAR_ON_D0, why=f"{TO_D0}, and j0 = j3 reads j0 = j2")
F14["2"] = u_lin[j0, j1] == log(n), j0 != j3, j1 != j3
F14["2"].note("j1 ≠ j3 alone makes it true, of both datasets.")
F14["3"] = f_lin[j0, j1] <= (1 + a0) / n, j0 == j3, j1 == j3
F14["3"].refuted(POINT).repair(given=LINEAR_ON_D0, why=TO_D0)
F14["4"] = f_lin[j0, j1] <= 1 / n, j0 == j3, j1 != j3
F14["4"].note("True of both datasets and of any row.")
F14["5"] = f_lin[j0, j1] == 1 / n, j0 != j3
F14["5"].refuted("n=2 d=2 t=2 j2=1 j3=2 a0=1/11 a1=2 j0=1 j1=1").note("At j0 = j2 ≠ j3 no entry of the row is 1/n.")
F14["5"].instead(j0 != j2, why=TO_J2)

CONTRADICTORY_SIZES = Contradiction(
    scripts.calc(n).eq((d - 1) * t).eq(t * (d - 2) + t).gt(t * (d - 2)).eq(n),
    how="The lemma's n = t(d-2) and the definition's n = (d-1)t give t = 0, but t is a positive integer.",
)
PRINTED = LINEAR_ON_D0.where(n == t * (d - 2)).feasible_nowhere("n = (d-1)t and n = (d-2)t give t = 0")

F15 = Lemma("F.15", "Appendix F.5.2, p. 51", "entries of c_lin on D0", given=PRINTED, proof=CONTRADICTORY_SIZES)
with F15.where(j0 == j2).resting_on("Lemma F.14/3", "Lemma F.14/4", *DATA):
    F15["1"] = c_lin[j0, i0] <= (1 + a0) / n, i0 == 1
    F15["2"] = c_lin[j0, i0] <= (1 + a0) * t / n, i0.isin(cross_columns)
with F15.where(j0 != j2).resting_on("Lemma F.14/5", *DATA):
    F15["3"] = c_lin[j0, i0] <= 1 / n, i0 == 1
    F15["4"] = c_lin[j0, i0] <= t / n, i0.isin(cross_columns)
REPAIRED_OF_D0 = {}  # what the statements with random signs cite
for label in "1234":
    F15[label].note("Vacuous with one t: the lemma has n = t(d-2), the definition n = (d-1)t.")
    repaired = F15[label].repair(given=LINEAR_ON_D0, why="n = t(d-2) reads n = t(d-1), as in the definition").proved(PLAIN)
    REPAIRED_OF_D0[label] = repaired
    if label in "24":
        repaired.uninformative(d == 2)

STATEMENTS = (F1, F2, F3, F6, F7, F10, F11, F14, F15)
