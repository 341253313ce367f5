"""Softmax attention on dataset 1 with Q K^T = I_d (superiority v1, Appendix E.1, pp. 34-38): Lemmas E.1, E.2.

With ``Z3 = n^(a1^2+b^2) + (t-1) n^(b^2) + n - t`` and ``Z = t n^(b^2) + n - t`` the factor ``n^(c^2)`` cancels, and f is
``n^(a1^2+b^2)/Z3, n^(b^2)/Z3, 1/Z3`` in row j3 and ``n^(b^2)/Z, 1/Z`` elsewhere. Lemma E.1 asks for more than its data can
meet; Lemma E.2 prints Q K^T = 1_{d×d} in a section about I_d, and is judged with what it prints.
"""

from theorems.superiority.identity_weights import CONTRADICTION, ON_THE_CIRCLE, PRINTED, REPAIRED, WITH_IDENTITY
from theorems.superiority.language import *
from theorems.superiority.ranges import LOGIT, WEIGHT, reaches
from theorems.superiority.softmax_on_d1 import POWERS as ROW_SUM_POWERS

POWERS = Positivity(
    bases=[("b**2", "c**2"), ("a1**2 - 1", "b**2"), ("a1**2", "b**2", "c**2"), ("a1**2 - 1", "b**2", "c**2"), ("b**2",)]
)

# -- Lemma E.1: vacuous as printed, and what is true once its hypotheses can be met ------------------------------------------

E1 = Lemma(
    "E.1",
    "Appendix E.1.1, p. 34",
    "entries of u_exp and f_exp on D1, Q K^T = I_d",
    given=PRINTED,
    uses=["Definition D.1"],
    proof=CONTRADICTION,
)
ALIKE, APART = block(j1) == block(j0), block(j1) != block(j0)


def number(property_: Claim) -> Expr:
    """How many j1 have the property."""
    return Sum(j1, ROWS, Indicator(property_))


def at_least(count: Expr, property_: Claim, which: Claim) -> Claim:
    """These j1 have the property, and there are as many of them as claimed."""
    return ForAll(j1, ROWS, Implies(which, property_)) & (number(which) == count)


def repaired(label: str, claim: Claim | None = None, also: str = "") -> Line:
    why = "; ".join(filter(None, (REPAIRED, also)))
    return E1[label].repair(given=ON_THE_CIRCLE, claim=claim, why=why).proved(POWERS)


shared, alone = u_exp[j0, j1] == n ** (b**2 + c**2), u_exp[j0, j1] == n ** (c**2)
two_values = "The two values are those of rows that share j0's block entry and of rows that do not."
between = chain(n ** (c**2), "<=", u_exp[j0, j1], "<=", n ** (b**2 + c**2))
with E1.where(j0 == j3):
    E1["1a"] = u_exp[j0, j1] == n ** ((1 + a1) ** 2), j1 == j3
    meant = u_exp[j0, j1] == n ** (a1**2 + b**2 + c**2)
    value_of_d2 = "(1+a1)^2 is Lemma D.2's value; at n = 2, a1 = 1, b^2+c^2 = 1 it is 16 where the entry is 4."
    repaired("1a", meant, "the exponent is a1^2+b^2+c^2, as in the proof").note(value_of_d2)
    E1["1a"].note(value_of_d2)
    E1["1b"] = between, j1 != j3
    E1["1b"].note(two_values)
    repaired("1b").trivial(LOGIT).note(two_values)
    E1["1b.i"] = number((j1 != j3) & shared) == t - 1
    count = "The proof says t, and writes (b+c)(b+c)^2 for b^2+c^2; t-1 as stated is right."
    E1["1b.i"].partition(ALIKE).note(count)
    repaired("1b.i").note(count)
    E1["1b.ii"] = number((j1 != j3) & alone) == n - t
    E1["1b.ii"].partition(APART)
    repaired("1b.ii")
with E1.where(j0 != j3):
    E1["2"] = between
    E1["2"].note(two_values)
    repaired("2").trivial(LOGIT).note(two_values)
    E1["2.i"] = number(shared) == t - 1
    as_in_proof = "The proof says t too. Read as 'at least t-1' the line would be true."
    E1["2.i"].partition(ALIKE).note(as_in_proof)
    line = repaired("2.i", number(shared) == t, "t instead of t-1 (j1 = j0 counts; t-1 and n-t leave one index out)")
    line.partition(ALIKE).note(as_in_proof)
    E1["2.ii"] = number(alone) == n - t
    E1["2.ii"].partition(APART)
    repaired("2.ii")
with E1.where(j0 == j3).resting_on("Definition D.1", "Lemma E.1/1a", "Lemma E.1/1b"):
    E1["3a"] = f_exp[j0, j1] >= Q(1, 2), j1 == j3, a1 > 1
    from_one = "a1 >= 1 would be enough: (t-1) n^(b^2) + n - t < n^(1+b^2) <= n^(a1^2+b^2)."
    E1["3a"].note(from_one)
    repaired("3a").note(from_one)
    E1["3b"] = f_exp[j0, j1] <= 1 / n ** (1 - b**2), j1 != j3
    repaired("3b")
with E1.where(j0 != j3).resting_on("Definition D.1", "Lemma E.1/2.i", "Lemma E.1/2.ii"):
    few, rare = u_exp[j0, j1] <= 1 / n ** (1 - b**2), u_exp[j0, j1] <= 1 / n
    E1["4.i"] = number(few) == t - 1
    E1["4.i"].partition(ALIKE)
    meant = at_least(t, f_exp[j0, j1] <= 1 / n ** (1 - b**2), ALIKE)
    named = "f_exp instead of u_exp (which is at least 1), t instead of t-1, and these are the indices of j0's block"
    repaired("4.i", meant, named).trivial(WEIGHT)
    E1["4.ii"] = number(rare) == n - t
    E1["4.ii"].partition(APART)
    meant = at_least(n - t, f_exp[j0, j1] <= 1 / n, APART)
    named = "f_exp instead of u_exp (which is at least 1), and these are the indices of the other blocks"
    repaired("4.ii", meant, named).trivial(WEIGHT)

# -- Lemma E.2 ---------------------------------------------------------------------------------------------------------

E2 = Lemma(
    "E.2",
    "Appendix E.1.2, p. 36",
    "entries of c_exp on D1 in the section on Q K^T = I_d",
    given=self_attention(1, ONES),
    uses=["Definition D.1"],
    proof=ROW_SUM_POWERS.trying(("a1", "a1**2", "b**2")),
)
ANNOUNCED = "Q K^T = I_d as the section announces, with Lemma E.1's a1 >= 1 and b^2 + c^2 = 1 instead of b + c = 1"


def announced(label: str) -> Line:
    return E2[label].repair(given=ON_THE_CIRCLE, label=f"{label}(ii)", why=ANNOUNCED).proved(POWERS)


def few_blocks(*lines: Line) -> None:
    """The bound t/n^(1-b^2) b √(log n) says nothing where it is above the largest entry of the column."""
    for line in lines:
        assert line.part.trivial is not None
        line.trivial(line.part.trivial.uninformative_on("n^(b^2) ≥ d-2", lambda i: reaches(i.n, i.b * i.b, i.d - 2)))


def only_with_identity(label: str) -> Line:
    why = "Q K^T = I_d as the section announces, instead of 1_{d×d}"
    return E2[label].repair(given=WITH_IDENTITY, why=why).proved(POWERS)


with E2.where(j0 == j3):
    E2["1"] = c_exp[j0, i0] >= Q(1, 2) * a1 * sqrt(log(n)), i0 == 1
    E2["1"].uses("Definition D.1", "Lemma E.1/3a").uninformative(n == 1)
    FIRST_OF_J3 = announced("1")
    E2["2.i"] = ExactlyOne(i0, block_columns, c_exp[j0, i0] >= Q(1, 2) * b * sqrt(log(n)))
    E2["2.i"].uses("Definition D.1", "Lemma E.1/3a", "Lemma E.1/3b").uninformative(n == 1).the_one(block(j3))
    announced("2.i").the_one(block(j3))
    E2["2.ii"] = c_exp[j0, i0] <= t / n ** (1 - b**2) * b * sqrt(log(n)), i0.isin(block_columns), i0 != block(j3)
    E2["2.ii"].uses("Definition D.1", "Lemma E.1/3b")
    few_blocks(E2["2.ii"], announced("2.ii"))
    E2["3"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d
    LAST_OF_J3 = announced("3")
with E2.where(j0 != j3).resting_on("Definition D.1", "Lemma E.1/4.i", "Lemma E.1/4.ii"):
    E2["4"] = c_exp[j0, i0] <= 1 / n ** (1 - b**2) * a1 * sqrt(log(n)), i0 == 1
    E2["4"].refuted("n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=1")
    E2["4"].note(
        """With Q K^T = 1_{d×d} the row looks at j3 with n^a1/(n^a1+n-1), which b does not know of. The proof refers to a
        Part 5 of Lemma E.1 that does not exist."""
    )
    FIRST_OF_OTHERS = only_with_identity("4")
    E2["5"] = c_exp[j0, i0] <= t / n ** (1 - b**2) * b * sqrt(log(n)), i0.isin(block_columns)
    E2["5"].refuted("n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=2")
    E2["5"].note("With Q K^T = 1_{d×d} the column of j3's block entry collects (n^a1+t-1)/(n^a1+n-1). True for d = 3.")
    BLOCKS_OF_OTHERS = only_with_identity("5")
    few_blocks(E2["5"], BLOCKS_OF_OTHERS)
with E2.where(j0 != j3):
    E2["6"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d
    announced("6")

STATEMENTS = (E1, E2)
