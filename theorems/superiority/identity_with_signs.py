"""Random signs with Q K^T = I_d (superiority v1, Appendix E, pp. 34-40): Lemma E.3, Theorem E.4, and the three claims whose
proofs the section leaves out.
"""

from strategies.unit_circle import circle_point
from theorems.superiority.centred_signs import NEAR_ZERO, OTHERS_HOW, OtherEntries, others_stay_small, with_law_of_others
from theorems.superiority.identity_signs_on_data import *
from theorems.superiority.identity_softmax_on_d1 import BLOCKS_OF_OTHERS, E2, FIRST_OF_J3, FIRST_OF_OTHERS, LAST_OF_J3, POWERS
from theorems.superiority.identity_weights import (
    A1_FROM_ONE,
    CONTRADICTION,
    REPAIRED,
    WITH_IDENTITY,
    at_any_point,
    on_circle,
    without_sum,
)
from theorems.superiority.linear_with_signs import DEFINED as LINEAR
from theorems.superiority.softmax_with_signs import ROW_J3_OTHERS, SOFTMAX_ROWS
from theorems.superiority.words import *

B_SMALL = Fraction(1, 5)
EXPONENT = 1 - b**2 - Q("0.01")
GROWTH = widens("(2b^2+0.02)", narrow(EXPONENT), ", so that d ≤ n+2 needs b < 7/10")
WIDE = widens("(2b^2+0.02)", wider(2 * b**2 + Q("0.02")), columns=True)
B_RANGE = Condition((b > 0) & (b < Q(1, 5)), feasible="b < 1/5")
FIXED_A1 = Condition(a1 <= 10, feasible="a1 ≤ 10", said="a1 does not grow with n")
TENTH = Fraction(1, 10)
ENDS = (TENTH, 9 * TENTH)  # b, c of the families with b + c = 1

# -- the entries of every row --------------------------------------------------------------------------------------------

IN_EVERY_ROW = Lemma(
    "Section E in every row",
    "Appendix E, p. 34",
    "entries of c, Q K^T = I_d, whatever b and c are",
    provenance="own",
    given=at_any_point(0),
    proof=POWERS.trying(*((f"{a}**2", "b**2", last) for a, last in (("a0", "c**2"), ("a1", "(1 - b)**2")))),
)


def in_every_row(given: Given, a: Symbol, linear: bool) -> Lines:
    """The lines of one kind of attention on one kind of data."""
    on, unit, lemma = f"{'linear' if linear else 'softmax'} on D{a.name[1]}", sqrt(log(n)), IN_EVERY_ROW
    entry, share = (c_lin if linear else c_exp)[j0, i0], own_share(a, linear)
    first, own, others, last = (f"{on}, {column}" for column in ("first", "own block", "others", "last"))
    with lemma.where(given=given):
        lemma[first] = entry <= a * share * unit, i0 == 1
        lemma[own] = entry <= b * t * share * unit, i0.isin(block_columns), i0 == block(j0)
        lemma[others] = entry <= b * t / n * unit, i0.isin(block_columns), i0 != block(j0)
        lemma[last] = entry == c * unit, i0 == d
    lemma[first].uninformative(share >= 1)
    lemma[own].uninformative(t * share >= 1)
    return lemma[first], lemma[own], lemma[others], lemma[last]


SOFTMAX_D1 = in_every_row(self_attention(1, IDENTITY), a1, linear=False)
LINEAR_D0, LINEAR_D1 = (in_every_row(at_any_point(k, n >= 2), a, linear=True) for k, a in enumerate((a0, a1)))


def upper_bounds(lines: Lines) -> tuple[str, ...]:
    return tuple(line.part.label for line in lines[:3])


# -- Lemma E.3 -----------------------------------------------------------------------------------------------------------

UNBOUND = "The lemma prints no Q K^T and no V: they are I_d, as the section announces."
E3 = about_chances(
    "E.3",
    "Appendix E.1.3, p. 38",
    "random signs against c_exp on D1, Q K^T = I_d",
    named(self_attention(1, IDENTITY), 1, GROWTH),
)

with E3.where(j0 == j3, given=named(self_attention(1, IDENTITY), 1, TWO_ROWS, GROWTH)):
    E3["1"] = Pr(inner(c_exp.row(j0), sigma) >= TAU) >= Q(1, 10)
E3["1"].uses(*(f"Lemma E.2/{label}" for label in ("1", "2.i", "2.ii", "3")), "Lemma 3.1").note(UNBOUND)
repaired = E3["1"].repair(A1_FROM_ONE, why="a1 >= 1, as in Lemma E.1 and Theorem E.4; with a1^2 + b^2 < 1 it fails for large n")
IDENTITY_ROWS = SignedRows(c_exp, defined_with_identity(linear=False), 101)
FALLING = replace(IDENTITY_ROWS, K=1, fall=n, root=n ** Q(1, 2))
POWER = expr(2) ** K
AT_TENTH = (b == Q("0.1"), c == Q("0.9"))


@refuted_along(
    E3["1"],
    single_copies(a1=Fraction(7, 10), point=ENDS, first=10),
    (10, 11, 13),
    Contrary(
        (n == POWER, d == n + 2, t == 1, delta == Q("0.01"), kappa == 1, a1 == Q("0.7"), *AT_TENTH, j3 == 1, j0 == j3),
        PENDING,
        reasons=(POWER_GROWS(2, 10, K),),
        sizes=(n == POWER, d == POWER + 2, t == 1, b == Q("0.1")),
    ),
)
def _() -> None:
    """a1 >= 0.7 alone does not let row j3 look at itself: with a1^2 + b^2 = 1/2 and t = 1 its first entry is at most 7/10 √(log
    n)/√n, that of its own block √(log n)/(10 √n), each other one √(log n)/(10 n). The sum reaches (c + 0.1) √(log n) only where
    their signed sum reaches √(log n)/10, with probability at most 2 exp(-n/200) (Hoeffding): below 1/10 from n = 1024 on.
    """
    obtain(squares_are_small(FALLING, j0, starved_bounds(SOFTMAX_D1)))
    have(c_exp[j0, d] == c * ROOT, cite(SOFTMAX_D1[-1], (i0, d)))
    obtain(seldom_large(FALLING, j0, FALLING.sigma), large_then(FALLING, j0, FALLING.sigma, u_ >= TAU, True))
    calc(FALLING.tail).le(2 * exp(-5), EXP_GROWS(-(n / 200), -5)).lt(Q(1, 10))
    calc(Pr(inner(c_exp.row(j0), sigma) >= TAU)).le(Pr(FALLING.is_large(j0, FALLING.sigma))).lt(FALLING.tail).lt(Q(1, 10))


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


OTHER_BLOCKS = SOFTMAX_D1[2].part.label
ENTRIES = Entries(entries_in(WITH_IDENTITY, j0 != j3), (*cited(IN_EVERY_ROW, OTHER_BLOCKS), *cited(E2, "4", "5")))
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
with E3.where(j0 == j3, given=with_law_of_others(named(self_attention(1, IDENTITY), 1, TWO_ROWS, GROWTH), BlockSigns.row)):
    E3["1, in its proof"] = NEAR_ZERO >= 1 - delta / n**kappa
WIDER = (Fraction(2, 5), Fraction(3, 5))  # b, c of a family on which the other block columns add up to more than 1/10
E3["1, in its proof"].uses("Lemma E.2/2.ii", "Lemma 3.1").note(UNBOUND)
others_stay_small(
    E3["1, in its proof"],
    threshold(
        FewOnes(r=1, a=Fraction(1), b=WIDER[0], G=Fraction(0), decay=Fraction(1)),
        Entries(entries_in(self_attention(1, IDENTITY), *ROW_J3_OTHERS), cited(IN_EVERY_ROW, OTHER_BLOCKS)),
        1 - WIDER[0] ** 2 - Fraction(1, 100),
        OTHERS_HOW,
        family=lambda x: widening(1, x.r, a=str(x.a), b=WIDER[0], c=WIDER[1]),
        constants=", a1 = 1, b = 2/5, c = 3/5",
        dependence=self_dependence(),
        route=PrintedRoute(
            "Hoeffding's bound with t √(d-3) b/n^(1-b²) ≤ 1/10", ((WIDER[0] ** 2, 1 - 4 * WIDER[0] ** 2),), TENTH
        ),
        edge="t √d <= n^(1-b²-0.01)",
    ),
    OtherEntries(IDENTITY_ROWS, SOFTMAX_D1[2]),
    g=EXPONENT,
)

E3["2"] = Pr(inner(c_exp.row(j0), sigma) < TAU) >= 1 - delta / n**kappa, j0 != j3
E3["2"].uses(*(f"Lemma E.2/{label}" for label in ("4", "5", "6")), "Lemma 3.1").note(UNBOUND)
repaired = E3["2"].repair(FIXED_A1, why="a1 = O(1) (here a1 <= 10); a1 = o(n^(1-b^2)) would do, a1 = n^(1-b^2) fails")


@refuted_along(
    E3["2"],
    single_copies(a1=None, point=ENDS, first=1),
    (1, 2, 5, 10),
    Contrary(
        (n == POWER, d == n + 2, t == 1, delta == Q("0.01"), kappa == 1, a1 == n, *AT_TENTH, j3 == 1, j0 != j3),
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
        rests=[rests_on(E2, repaired=("4", "5")), rests_on(IN_EVERY_ROW, OTHER_BLOCKS)],
    ),
    IDENTITY_ROWS,
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
    given=named(PRINTED, 1, B_RANGE, NOT_WIDER, WIDE, C=8),
    uses=["Lemma E.3/1"],
)
E4[""] = Pr(F_exp > 0) >= 1 - delta / n**kappa, ENOUGH
E4[""].proved(CONTRADICTION)
repaired = E4[""].repair(given=named(without_sum(PRINTED), 1, B_RANGE, NOT_WIDER, WIDE, C=8), why=REPAIRED).trivial(PROBABILITY)
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
SILENT_HOW = """F = 0 unless one of m columns exceeds τ on one of at most d - 1 kinds of rows (row j3, the rest of its block,
each other block). The sum beside c σ_d has squared coefficients adding up to S, and exceeds 1/10 with probability at most
exp(-1/(200 S)). S falls like a power of n along every admissible family, so for every constant C the union is below δ/n^κ from
some n0 on; n0 is given for C = 1."""


def omitted(dataset: int, *conditions: Condition, linear: bool = False) -> Computed:
    """Theorem E.4's hypotheses with b^2 + c^2 = 1 in place of b + c = 1, on either dataset."""
    data = without_sum(on_circle(dataset, *((n >= 2,) if linear else ()), b_below=B_SMALL))
    hypotheses = (B_RANGE, NOT_WIDER, WIDE, *conditions)
    return named(data, dataset, *hypotheses, linear=linear, C=1)


def silent(line: Line, dataset: int, linear: bool, lines: Lines, bound: FewByBlock) -> None:
    """F = 0 on D0 or D1, from what is known of every row."""
    a, high, G, K = ((a0, Fraction(1, 10), 2, 1), (a1, Fraction(10), 106, 1_125_000))[dataset]
    found = threshold(
        bound,
        Entries(entries_in(at_any_point(dataset)), cited(IN_EVERY_ROW, *upper_bounds(lines)), fixed=(("c", POINT[1]),)),
        1 - POINT[0] ** 2 - Fraction(1, 100),
        SILENT_HOW,
        family=lambda x: widening(dataset, x.r, a=str(x.a), b=POINT[0], c=POINT[1], C=1),
        constants=f", a{dataset} = {bound.a}, b = {POINT[0]}, c = {POINT[1]}",
        dependence=self_dependence(1, "; the d-1 kinds of rows add at most log d"),
        route=lambda: NO_PROOF,
        edge="d >= n^(2b^2+0.02)",
        rests=[rests_on(IN_EVERY_ROW, *upper_bounds(lines))],
    )
    power, rows = 2 * b**2 + Q("0.02"), SignedRows(c_lin if linear else c_exp, defined_with_identity(linear), K)
    bounds = own_block_bounds(lines, linear, a, high, G, power)
    network_is_silent(line, found, rows, F_lin if linear else F_exp, TAU, bounds, bounds, power, n >= 2)


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
silent(line, 0, False, in_every_row(at_any_point(0), a0, linear=False), FEW_ON_D0)
line = OMITTED.state("F_lin=0 on D0", F_LIN_SILENT, (), given=on_d0, why=FROM_TEXT, of=" on D0")
silent(line, 0, True, LINEAR_D0, linear_bound(A0))
line = OMITTED.state("F_lin=0 on D1", F_LIN_SILENT, (), given=on_d1, why=FIXED, of=" on D1, a1 = O(1)")
silent(line, 1, True, LINEAR_D1, linear_bound(Fraction(1)))
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


STATEMENTS = (IN_EVERY_ROW, ROW_OF_D1, E3, E4, LINEAR_ROW, OMITTED)
