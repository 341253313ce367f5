"""Random signs with Q K^T = I_d (superiority v1, Appendix E, pp. 34-40): Lemma E.3, Theorem E.4, and the three claims whose
proofs the section leaves out.
"""

import sympy

from kernels import balls
from kernels.balls import Truth
from strategies.unit_circle import circle_point
from theorems.provers.positivity import is_nonnegative
from theorems.superiority.identity_signs_on_data import *
from theorems.superiority.identity_softmax_on_d1 import BLOCKS_OF_OTHERS, E2, FIRST_OF_J3, FIRST_OF_OTHERS, LAST_OF_J3, POWERS
from theorems.superiority.identity_weights import A1_FROM_ONE, CONTRADICTION, REPAIRED, on_circle, without_sum
from theorems.superiority.linear_with_signs import DEFINED as LINEAR
from theorems.superiority.softmax_with_signs import SOFTMAX_ROWS
from theorems.superiority.words import *

B_SMALL = Fraction(1, 5)
EXPONENT = 1 - b**2 - Q("0.01")
GROWTH = widens("(2b^2+0.02)", narrow(EXPONENT), ", so that d ≤ n+2 needs b < 7/10")
WIDE = widens("(2b^2+0.02)", wider(2 * b**2 + Q("0.02")), columns=True)
B_RANGE = Condition((b > 0) & (b < Q(1, 5)), feasible="b < 1/5")
FIXED_A1 = Condition(a1 <= 10, feasible="a1 ≤ 10", said="a1 does not grow with n")
TENTH = Fraction(1, 10)
ENDS = (TENTH, 9 * TENTH)  # b, c of the families with b + c = 1


# -- Lemma E.3 -----------------------------------------------------------------------------------------------------------

UNBOUND = "The lemma prints no Q K^T and no V: they are I_d, as the section announces."
E3 = Lemma(
    "E.3",
    "Appendix E.1.3, p. 38",
    "random signs against c_exp on D1, Q K^T = I_d",
    given=named(self_attention(1, IDENTITY), 1, GROWTH),
    trivial=PROBABILITY,
)


NARROW_ENOUGH = Step(
    "t √d = √(n+2) = o(n^0.98): 1/2 < 1 - b^2 - 1/100", lambda: Fraction(1, 2) < 1 - TENTH**2 - Fraction(1, 100)
)


def starved_first_entry() -> bool:
    """F = √n/(√n + n - 1) <= n^(-1/2) for n = s^2, s >= 1 (a1^2 + b^2 = 0.49 + 0.01 = 1/2, t = 1)."""
    s = 1 + sympy.Symbol("x", nonnegative=True)
    return Fraction(7, 10) ** 2 + TENTH**2 == Fraction(1, 2) and is_nonnegative(1 / s - s / (s + s**2 - 1))


def needs_a_large_mean() -> bool:
    """7/10 F + 1/10 F + (1-F)/10 · mean >= 1/10 needs mean >= (1-8F)/(1-F) >= 1 - 8F."""
    F = sympy.Symbol("F", positive=True)
    mean = (1 - 8 * F) / (1 - F)
    reached = sympy.simplify(sympy.Rational(8, 10) * F + (1 - F) / 10 * mean - sympy.Rational(1, 10)) == 0
    at_all = sympy.simplify((mean - (1 - 8 * F)) * (1 - F) - F * (1 - 8 * F)) == 0
    return bool(reached and at_all)


def hardly_large() -> bool:
    """exp(-(n-1)/8) < 1/10 from n = 256 on, where F <= 1/16 and the mean must be at least 1/2."""
    return balls.lt(balls.exp(balls.ball(Fraction(-255, 8))), balls.ball(TENTH)) is Truth.HOLDS


with E3.where(j0 == j3, given=named(self_attention(1, IDENTITY), 1, TWO_ROWS, GROWTH)):
    E3["1"] = Pr(inner(c_exp.row(j0), sigma) >= TAU) >= Q(1, 10)
E3["1"].uses(*(f"Lemma E.2/{label}" for label in ("1", "2.i", "2.ii", "3")), "Lemma 3.1").note(UNBOUND)
repaired = E3["1"].repair(A1_FROM_ONE, why="a1 >= 1, as in Lemma E.1 and Theorem E.4; with a1^2 + b^2 < 1 it fails for large n")
E3["1"].proved(
    RefutedAlong(
        single_copies(a1=Fraction(7, 10), point=ENDS, first=8),
        """a1 >= 0.7 alone does not let row j3 look at itself: with a1^2 + b^2 = 1/2 its weight on itself is
        F = √n/(√n+n-1) <= n^(-1/2). With σ_d = -1 the sum is below c; with σ_d = 1 the event needs the n - 1 signs of the other
        blocks to have a mean of at least (1-8F)/(1-F) >= 1 - 8F >= 1/2 for n >= 256, which has probability at most
        exp(-(n-1)/8) (Hoeffding): below 1/10.""",
        [
            NARROW_ENOUGH,
            Step("F <= n^(-1/2) for a1 = 7/10, b = 1/10, t = 1", starved_first_entry),
            Step("4/5 F + (1-F)/10 · mean >= 1/10 needs mean >= (1-8F)/(1-F) >= 1-8F while 8F <= 1", needs_a_large_mean),
            Step("exp(-255/8) < 1/10", hardly_large),
        ],
        confirm=(8, 9, 11),
        in_words="the signs of the n - 1 other blocks are independent of the other three, so that Hoeffding's bound for their "
        "mean holds whatever those are; the steps check the inequalities between which it stands.",
    )
)
repaired.note("True for every n >= 2 with 1/8 in place of 1/10 (attained); the hypothesis on t √d is not needed.")


# What Lemma E.2 says of the first and the last column, for the data of Lemma E.3: printed for Q K^T = 1_{d×d}, announced for
# b^2 + c^2 = 1.
ROW_OF_D1 = Lemma(
    "Lemma E.2 where b + c = 1",
    "Appendix E.1.2, p. 36",
    "first and last column, Q K^T = I_d",
    provenance="own",
    given=self_attention(1, IDENTITY, a1 >= 1),
    proof=POWERS.trying(("a1**2 - 1", "b**2", "(1 - b)**2")),
)
with ROW_OF_D1.where(j0 == j3):
    ROW_OF_D1["1"] = c_exp[j0, i0] >= Q(1, 2) * a1 * sqrt(log(n)), i0 == 1
    ROW_OF_D1["1"].uninformative(n == 1)
    ROW_OF_D1["3"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d
with ROW_OF_D1.where(j0 != j3):
    ROW_OF_D1["4"] = c_exp[j0, i0] >= a1 * sqrt(log(n)) / (t * n ** (b**2) + n), i0 == 1
with ROW_OF_D1.where(j0 != j3, given=self_attention(1, IDENTITY)):
    ROW_OF_D1["6"] = c_exp[j0, i0] == c * sqrt(log(n)), i0 == d
    ROW_OF_D1["6"].proved(POWERS.trying(("b**2", "(1 - b)**2")))


repaired.uses(*(f"Lemma E.2 where b + c = 1/{label}" for label in ("1", "3")), "Lemma 3.1")


@proof(repaired)
def _() -> None:
    """In units of √(log n) the inner product is s1 α + Y + c s_d with α = a1 f(j3,j3) >= 1/2 and Y a sum of independent
    symmetric terms: s1 and s_d are pluses a quarter of the time, and half of the time Y is not negative.
    """
    units_are_positive(SOFTMAX_ROWS)
    obtain(
        beyond(Outward(SOFTMAX_ROWS, d, TAU, first_and_last(ROW_OF_D1["1"], ROW_OF_D1["3"])), j0, SOFTMAX_ROWS.sigma, u_ >= TAU)
    )


POWER, LARGE = expr(2) ** K, (a1 == n, b == Q("0.1"), c == Q("0.9"))
ENTRIES = SOFTMAX_ON_D1.entries(ENDS[1], j0 != j3)
FEW = FewByBlock(r=1, a=Fraction(1), b=TENTH, G=Fraction(1), decay=1 - TENTH**2)
ROUTE = PrintedRoute(
    "Hoeffding's bound with t √d b/n^(1-b²), and a1/n^(1-b²) for the first column, each at most 1/20, from Lemma E.2, Parts 4 "
    "and 5, which are true for Q K^T = I_d only",
    row_width(TENTH, 1 - TENTH**2, 2),
    TWENTIETH,
    apart=(Fraction(1), 2 * (1 - TENTH**2)),
)
FIRST_ENTRY = (
    "; the row's own block has at most b t/n^(1-b²), of lower order where d grows faster than n^(2b²); the first entry, at "
    "most a1/n^(1-b²), asks for n up to (10 a1)^(1/(1-b²))"
)
FEW_HOW = """<c,σ> differs from c s_d by a signed sum whose squared coefficients add up to S, so it stays below c + 1/10 except
with probability exp(-1/(200 S)) (Hoeffding). The entries are at most a1 n^(b^2-1), b t n^(b^2-1) in the row's own block and
b t/n in the others, and d = ω(n^(2b^2+0.02)) makes S at most a constant times n^(-2b^2-0.02): true from some n0 on along every
admissible family. What works is d >= const · log(n/δ)."""
HOEFFDING_IN_WORDS = (
    "Hoeffding's bound for the signed sum of a row: the steps check the bounds of the entries, what their squares add up to "
    "and from which size on the exponential is small enough, but no step joins them to the probability of the claim."
)
E3["2"] = Pr(inner(c_exp.row(j0), sigma) < TAU) >= 1 - delta / n**kappa, j0 != j3
E3["2"].uses(*(f"Lemma E.2/{label}" for label in ("4", "5", "6")), "Lemma 3.1").note(UNBOUND)
repaired = E3["2"].repair(FIXED_A1, why="a1 = O(1) (here a1 <= 10); a1 = o(n^(1-b^2)) would do, a1 = n^(1-b^2) fails")


@refuted_along(
    E3["2"],
    single_copies(a1=None, point=ENDS, first=1),
    (1, 2, 5, 10),
    Contrary(
        (n == POWER, d == n + 2, t == 1, delta == Q("0.01"), kappa == 1, *LARGE, j3 == 1, j0 != j3),
        PENDING,
        reasons=(POWER_GROWS(2, 1, K),),
        sizes=(n == POWER, d == POWER + 2, t == 1, b == Q("0.1")),
    ),
)
def _() -> None:
    """Nothing bounds a1 from above. With a1 = n and t = 1 the first entry of every row j0 ≠ j3 is n/(n^(b^2)+n-1) > 1/2, so the
    inner product reaches (c + 0.1) √(log n) with probability at least 1/8, for every n >= 2.
    """
    large = first_and_last(ROW_OF_D1["4"], ROW_OF_D1["6"], POWER_GROWS(n, Q("0.01"), 1))
    obtain(leaves(Outward(SOFTMAX_ROWS, d, TAU, large), u_ >= TAU))


OTHERS = SignedRows(c_exp, defined_with_identity(), 101)
row_concentrates(
    repaired,
    threshold(
        FEW,
        ENTRIES,
        1 - TENTH**2 - Fraction(1, 100),
        FEW_HOW,
        family=lambda x: widening(1, x.r, a=str(x.a), b=ENDS[0], c=ENDS[1]),
        constants=", a1 = 1, b = 1/10, c = 9/10",
        dependence=self_dependence(besides=FIRST_ENTRY),
        route=ROUTE,
        edge="d >= n^(2b^2+0.02)",
        rests=[rests_on(E2, repaired=("4", "5")), SOFTMAX_ON_D1.proved(j0 != j3)],
    ),
    OTHERS,
    u_ >= TAU,
    identity_bounds((FIRST_OF_OTHERS, BLOCKS_OF_OTHERS, ROW_OF_D1["6"]), Fraction(10)),
    n >= 2,
    g=EXPONENT,
)
wide(E3, self_attention(1, IDENTITY), EXPONENT, 2 * b**2 + Q("0.02"), sqrt(d) == omega(n ** (b**2 + Q("0.01"))))

# -- Theorem E.4 ---------------------------------------------------------------------------------------------------------

PRINTED = on_circle(1, b_below=B_SMALL)
E4 = Lemma(
    "Theorem E.4",
    "Appendix E.1.4, p. 39",
    "F_exp > 0 on D1, Q K^T = I_d",
    given=named(PRINTED, 1, B_RANGE, NOT_WIDER, WIDE, constants=(Fraction(8),)),
    uses=["Lemma E.3/1"],
)
E4[""] = Pr(F_exp > 0) >= 1 - delta / n**kappa, ENOUGH
E4[""].proved(CONTRADICTION)
on_the_circle = named(without_sum(PRINTED), 1, B_RANGE, NOT_WIDER, WIDE, constants=(Fraction(8),))
repaired = E4[""].repair(given=on_the_circle, why=REPAIRED).trivial(PROBABILITY)
repaired.note(
    """m = O(log(n/δ)) is read as m = ⌈C log(n/δ)⌉ for every C from 8 κ on; C = κ/log(8/7) suffices at every n. The
    hypothesis on d does no work; for 1 <= a1 < 2c + 0.1 - b
    the probability of a column tends to 1/4, so below 1/log(4/3) no constant does for large n."""
)


@proof(repaired)
def _() -> None:
    """F_exp > 0 as soon as one of the m independent columns has <c_{j3}, y> > τ, which has probability at least 1/8 (as in
    Lemma E.3, Part 1, strictly: α >= 1/2 > 1/10). So Pr[F_exp = 0] <= (7/8)^m <= δ/n^κ once m >= κ log(n/δ)/log(8/7): C >= 8 κ
    is enough, for every n.
    """
    obtain(fires(Outward(SOFTMAX_ROWS, d, TAU, first_and_last(FIRST_OF_J3, LAST_OF_J3)), F_exp, j3))


# -- the claims that the section omits -----------------------------------------------------------------------------------

POINT = circle_point(Fraction(1, 19))  # b = 0.105, c = 0.994: near the small end of b
FROM_TEXT = "only announced in the text: stated under Theorem E.4's hypotheses, b^2 + c^2 = 1 in place of b + c = 1"
OWN_BLOCKS = "; the d-1 kinds of rows add at most log d"
SILENT_HOW = """F = 0 unless one of m columns exceeds τ on one of at most d - 1 kinds of rows (row j3, the rest of its block,
each other block). The sum beside c σ_d has squared coefficients adding up to S, and exceeds 1/10 with probability at most
exp(-1/(200 S)). S falls like a power of n along every admissible family, so for every constant C the union is below δ/n^κ from
some n0 on; n0 is given for C = 1."""


def omitted(dataset: int, *conditions: Condition, linear: bool = False) -> Computed:
    """Theorem E.4's hypotheses with b^2 + c^2 = 1 in place of b + c = 1, on either dataset."""
    data = without_sum(on_circle(dataset, *((n >= 2,) if linear else ()), b_below=B_SMALL))
    hypotheses = (B_RANGE, NOT_WIDER, WIDE, *conditions)
    return named(data, dataset, *hypotheses, linear=linear, constants=(Fraction(1),))


def eventually(scale: Scale, bound: FewByBlock) -> Eventually:
    """F = 0 on D0 or D1 with constant coefficients."""
    rows, dataset = (j0 == j3, j0 != j3), scale.dataset
    entries = scale.entries(POINT[1], *rows)
    return threshold(
        bound,
        entries,
        1 - POINT[0] ** 2 - Fraction(1, 100),
        SILENT_HOW,
        family=lambda x: widening(dataset, x.r, a=str(x.a), b=POINT[0], c=POINT[1], C=1),
        constants=f", a{dataset} = {bound.a}, b = {POINT[0]}, c = {POINT[1]}",
        dependence=self_dependence(1, OWN_BLOCKS),
        route=lambda: NO_PROOF,
        edge="d >= n^(2b^2+0.02)",
        rests=[scale.proved(*rows)],
        in_words=HOEFFDING_IN_WORDS + " The union over rows and columns is words as well: no step adds up the probabilities.",
    )


def linear_bound(a: Fraction) -> FewByBlock:
    """G = (a^2 + 1)/c^2 on the unit circle."""
    return FewByBlock(r=1, a=a, b=POINT[0], G=(a * a + 1) / POINT[1] ** 2, decay=Fraction(1), columns=1)


ON_POINT = (a1 == n, *(name == Q(str(value)) for name, value in zip((b, c), POINT, strict=True)))
# the first and the last entry of row j3 on D1, linear attention
LINEAR_ROW = Lemma(
    "Section E in row j3",
    "Appendix E, p. 34",
    "first and last column of linear attention, Q K^T = I_d",
    provenance="own",
    given=without_sum(on_circle(1, n >= 2, b_below=B_SMALL)),
    proof=Positivity(),
)
with LINEAR_ROW.where(j0 == j3):
    LINEAR_ROW["first"] = c_lin[j0, i0] >= a1**3 / (a1**2 + n * (b**2 + c**2)) * sqrt(log(n)), i0 == 1
    LINEAR_ROW["last"] = c_lin[j0, i0] == c * sqrt(log(n)), i0 == d
LINEAR_ROW_J3 = Outward(SignedRows(c_lin, LINEAR, 1), d, TAU, first_and_last(LINEAR_ROW["first"], LINEAR_ROW["last"]))
A0 = Fraction(1, 20)
FEW_ON_D0 = FewByBlock(r=1, a=A0, b=POINT[0], G=Fraction(1), decay=1 - A0**2 - POINT[0] ** 2, columns=1)
OMITTED = Lemma(
    "Section E",
    "Appendix E, p. 34",
    "three claims whose proofs are left out, Q K^T = I_d",
    given=omitted(0),
    uses=["Definition D.1", "Lemma 3.1"],
    provenance="stated here: Theorem E.4's hypotheses with b^2 + c^2 = 1 in place of b + c = 1",
    trivial=PROBABILITY,
)
F_EXP_SILENT, F_LIN_SILENT = (Pr(F == 0) >= 1 - delta / n**kappa for F in (F_exp, F_lin))
FIXED = f"{FROM_TEXT}; a1 does not grow with n (here a1 <= 10)"
on_d0, on_d1 = omitted(0, linear=True), omitted(1, FIXED_A1, linear=True)
line = OMITTED.state("F_exp=0 on D0", F_EXP_SILENT, (), why=FROM_TEXT, of=" on D0")
line.proved(eventually(SOFTMAX_ON_D0, FEW_ON_D0))
line = OMITTED.state("F_lin=0 on D0", F_LIN_SILENT, (), given=on_d0, why=FROM_TEXT, of=" on D0")
line.proved(eventually(LINEAR_ON_D0, linear_bound(A0)))
line = OMITTED.state("F_lin=0 on D1", F_LIN_SILENT, (), given=on_d1, why=FIXED, of=" on D1, a1 = O(1)")
line.proved(eventually(LINEAR_ON_D1, linear_bound(Fraction(1))))
line = OMITTED.state(
    "F_lin=0 on D1, any a1", F_LIN_SILENT, (), given=omitted(1, linear=True), why=FROM_TEXT, of=" on D1 for all a1 ≥ 1"
)
line.note("An added part: without a bound on a1, which nothing in the section gives, the third claim is false.")
line.uses("Definition D.1", "Section E in row j3/first", "Section E in row j3/last")


@refuted_along(
    line,
    widening(1, 1, a="n", b=POINT[0], c=POINT[1], C=1),
    (2, 3, 6, 10),
    on_widening(2, *ON_POINT, j3 == 1, *columns_with(1), sizes=ON_POINT[1:2]),
)
def _() -> None:
    """With a1 = n the first entry of row j3 is at least n (n^2+1)/(n^2+2n) > 1/10, so one column exceeds τ with probability at
    least 1/8 (given σ_d = 1, as in Lemma E.3, Part 1): F_lin > 0 with at least that probability for every n and m >= 1.
    """
    obtain(is_not_silent(LINEAR_ROW_J3, F_lin, j3))


STATEMENTS = (ROW_OF_D1, E3, E4, LINEAR_ROW, OMITTED)
