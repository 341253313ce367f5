"""Softmax attention against random signs (superiority v1, Appendices D.2.3-D.3.4, pp. 20-26): D.4, D.5, D.8, D.9."""

from theorems.superiority.centred_signs import (
    NEAR_ZERO,
    OTHERS_HOW,
    OtherEntries,
    centred,
    others_stay_small,
    signs_near,
    with_law_of_others,
)
from theorems.superiority.softmax_on_d0 import D7
from theorems.superiority.softmax_on_d1 import D3, D3_4_IN_FULL, D3_5_OTHERS, D3_5_OWN
from theorems.superiority.words import *

GROWTH_1 = widens("0.02", narrow(Q("0.99")))
GROWTH_0 = widens("(4a0+0.02)", narrow(1 - 2 * a0 - Q("0.01")))
WIDE_0 = widens("(4a0+0.02)", wider(4 * a0 + Q("0.02")), columns=True)
BOUNDED_A1 = Condition(
    a1 <= Q("0.99"),
    steer=lambda i: i if i.a1 <= 1 - Fraction(1, 100) else i.but(a1=Fraction(7, 10) + Fraction(29, 100) / (1 + i.a1)),
    feasible="a1 ≤ 99/100",
    said="1 - 0.01",
)
NINE_TENTHS = 9 * MARGIN
A1 = Fraction(7, 10)
A0 = Fraction(1, 20)

SOFTMAX_ROWS = SignedRows(c_exp, defined(linear=False, cross=False), 6)

# row j3 of D1 has more than √(log n)/10 in the first column and c √(log n) in the last one; the others have
# 2 n² √(log n)/(n² + n - 1) in the first column where a1 = 2
ROW_J3_OF_D1 = Outward(SOFTMAX_ROWS, d, TAU, first_and_last(D3["1"], D3["3"]))
OTHERS_OF_D1 = Outward(SOFTMAX_ROWS, d, TAU, first_and_last(D3_4_IN_FULL, D3["6"]))
ROW_OF_D1 = softmax_bounds((D3["4"], D3_5_OWN, D3_5_OTHERS, D3["6"]), a1, Fraction(99, 100), 1 - a1)
ROW_J3, OTHER_ROW = (
    softmax_bounds((D7[first], D7[own], D7[others], D7[last]), a0, Fraction(1, 10), decay)
    for (first, own, others, last), decay in ((("1", "2.i", "2.ii", "3"), 1 - 2 * a0), (("4", "5.i", "5.ii", "6"), 1 - a0))
)

ENTRIES_1 = Entries(entries_of(1, j0 != j3), cited(D3, "4", "5.i", "5.ii"))
FEW_1 = FewOnes(r=1, a=A1, b=NINE_TENTHS, G=Fraction(1), decay=1 - A1)
# the squares of t/n b in d-3 block columns and of (n^(a1-1) + t/n) b in the column of j3's block entry
ROUTE_1 = PrintedRoute(
    "Hoeffding's bound with t √d b/n for the block columns, and a1/n^(1-a1) for the first one, each at most 1/20; in j3's "
    "column the bound t b/n of Lemma D.3, Part 5, which is false there, replaced by (n^(a1-1) + t/n) b",
    ((NINE_TENTHS**2, 4 * (1 - A1)), (2 * NINE_TENTHS**2, 2 * (1 - A1) + 1), (NINE_TENTHS**2, Fraction(1))),
    TWENTIETH,
    apart=(A1, 2 * (1 - A1)),
)
BESIDES_1 = (
    "; while n - 1 < (10 a1 - 1) n^a1 the first entry alone exceeds 1/10 and the part is false, so n0 is at least about "
    "(10 a1 - 1)^(1/(1-a1))"
)
FEW_HOW = """<c,σ> differs from c s_d by a signed sum whose squared coefficients add up to S, so it stays below c + 1/10 except
with probability 2 exp(-1/(200 S)) (Hoeffding). By the entry bounds S <= M (t^2 d/n^2 + g^2), which under the hypothesis is at
most M n^(-0.02) from some n on, and exp(-n^0.02/(200 M)) falls below every power of n: true from some n0 on along every
admissible family. What works is not the power of n but d >= const · log(n/δ): on d - 2 = t = √n the threshold is modest."""

D4 = about_chances("D.4", "Appendix D.2.3, p. 20", "random signs against c_exp on D1", signs(1, GROWTH_1))
with D4.where(j0 == j3, given=signs(1, GROWTH_1, TWO_ROWS)):
    D4["1"] = Pr(inner(c_exp.row(j0), sigma) >= TAU) >= Q(1, 10)
D4["1"].uses(*(f"Lemma D.3/{label}" for label in ("1", "2.i", "2.ii", "3")), "Lemma 3.1").gives(Fraction(1, 8))
D4["1"].note("It holds for every n, also at n = 1, where both sides of the event are 0: the growth of d does no work.")


@proof(D4["1"])
def _() -> None:
    """The entries in the first and the last column add up to more than (c + 0.1) √(log n). Both have pluses a quarter of the
    time, and half of the time the other terms do not add up to less than 0: for every n >= 2 and every d, so the hypothesis
    on t √d is not needed.
    """
    units_are_positive(SOFTMAX_ROWS)
    obtain(beyond(ROW_J3_OF_D1, j0, SOFTMAX_ROWS.sigma, u_ >= TAU))


with D4.where(j0 == j3, given=with_law_of_others(signs(1, GROWTH_1, TWO_ROWS), lambda x, row: x.sums(row))):
    D4["1, in its proof"] = NEAR_ZERO >= 1 - delta / n**kappa
D4["1, in its proof"].uses("Lemma D.3/2.ii", "Lemma 3.1").note("Printed with O(√(log(n/δ))) t √(d-3) b/n √(log n) in between.")
FEW_OTHERS = FewOnes(r=1, a=A1, b=NINE_TENTHS, G=Fraction(0), decay=Fraction(1))
ROW_J3_OTHERS = (j0 == j3, i0.isin(block_columns), i0 != block(j3))
others_stay_small(
    D4["1, in its proof"],
    on_self_attention(
        1,
        FEW_OTHERS,
        Entries(entries_of(1, *ROW_J3_OTHERS), cited(D3, "2.ii")),
        Fraction(99, 100),
        OTHERS_HOW,
        besides="",
        route=PrintedRoute("Hoeffding's bound with t √(d-3) b/n ≤ 1/10", ((NINE_TENTHS**2, Fraction(1)),), TENTH),
        edge="t √d <= n^0.99",
    ),
    OtherEntries(SOFTMAX_ROWS, D3["2.ii"]),
)

D4["2"] = Pr(inner(c_exp.row(j0), sigma) < TAU) >= 1 - delta / n**kappa, j0 != j3
D4["2"].uses(*(f"Lemma D.3/{label}" for label in ("4", "5", "6")), "Lemma 3.1")
repaired = D4["2"].repair(
    BOUNDED_A1, why="a1 <= 1 - ε for a fixed ε > 0 (here 0.01); a1 < 1 is not enough: a1 = 1 - 1/n fails for n >= 4"
)


@refuted_along(
    D4["2"],
    widening(1, 1, a="2", first=1),
    (1, 2, 5, 10, 40),
    on_widening(2, a1 == 2, b == Q("0.9"), c == Q("0.1"), j3 == 1, j0 != j3),
)
def _() -> None:
    """Nothing bounds a1 from above. With a1 = 2 row j0 ≠ j3 looks at j3 almost exclusively: α = a1 f(j0,j3) > 1/10, so as in
    Part 1 the inner product reaches (c + 0.1) √(log n) with probability at least 1/8, for every n.
    """
    obtain(leaves(OTHERS_OF_D1, u_ >= TAU))


row_concentrates(
    repaired,
    on_self_attention(1, FEW_1, ENTRIES_1, Fraction(99, 100), FEW_HOW, besides=BESIDES_1, route=ROUTE_1, edge="t √d <= n^0.99"),
    SOFTMAX_ROWS,
    u_ >= TAU,
    ROW_OF_D1,
    n >= 2,
)
wide(D4, self_attention(1, ONES), Q("0.99"), Q("0.02"), sqrt(d) == omega(n ** Q("0.01")))

D5 = about_chances(
    "Theorem D.5", "Appendix D.2.4, p. 22", "F_exp > 0 on D1", signs(1, widens("0.02", wider(Q("0.02")), columns=True), C=8)
)
D5[""] = Pr(F_exp > 0) >= 1 - delta / n**kappa, ENOUGH
D5[""].uses("Lemma D.4/1")
D5[""].note(
    "m = O(log(n/δ)) is read as m = ⌈C log(n/δ)⌉ for every C from 8 κ on. The growth of d does no work. The printed formula of"
    " F_exp lacks the row index on c, read from Definition C.6; its V is the identity of the section. As n grows the "
    "probability of one column approaches 1/4 or more, so C below 1/log(4/3) can fail."
)


@proof(D5[""])
def _() -> None:
    """F_exp > 0 as soon as one of the m independent columns has <c_{j3}, y> > τ, which has probability at least 1/8 (strictly
    above, by the argument of Lemma D.4, Part 1). So Pr[F_exp = 0] <= (7/8)^m <= δ/n^κ once m >= κ log(n/δ)/log(8/7):
    C = κ/log(8/7) is enough, here C >= 8 κ. Neither the growth of d nor any n0 is needed.
    """
    obtain(fires(ROW_J3_OF_D1, F_exp, j3))


# -- dataset 0 -----------------------------------------------------------------------------------------------------------

D8 = about_chances("D.8", "Appendix D.3.3, p. 25", "random signs against c_exp on D0", signs(0, GROWTH_0))
ENTRIES_0 = Entries(entries_of(0), cited(D7, "1", "2.i", "2.ii", "4", "5.i", "5.ii"))
FEW_0 = FewOnes(r=1, a=A0, b=NINE_TENTHS, G=Fraction(1), decay=1 - 2 * A0)
ROUTE_0 = PrintedRoute(
    "Hoeffding's bound with t √d b/n^(1-2a0) ≤ 1/10, printed for Part 2 alone; the sum is centred at c where c σ_d is meant",
    row_width(NINE_TENTHS, 1 - 2 * A0, 2),
    TENTH,
)
ROUTE_0_COLUMNS = replace(ROUTE_0, lines="Lemma D.8's bound t √d b/n^(1-2a0) ≤ 1/10 for n rows and m columns", columns=1)
EDGE_0, GROWS_0, BESIDES_0 = "t √d <= n^(1-2a0-0.01)", Fraction(99, 100) - 2 * A0, "; a0 is of lower order"


def found_on_d0(row: Claim, *parts: str) -> Eventually:
    """The threshold for one kind of row, from the bounds of Lemma D.7."""
    bounds = [part for part in parts if part not in "36"]
    entries = Entries(entries_of(0, row), cited(D7, *bounds))
    return on_self_attention(0, FEW_0, entries, GROWS_0, FEW_HOW, besides=BESIDES_0, route=ROUTE_0, edge=EDGE_0)


def few_on_d0(line: Line, row: Claim, bounds_of_row: Bounds, *parts: str) -> None:
    found = found_on_d0(row, *parts)
    row_concentrates(line, found, SOFTMAX_ROWS, abs(u_) >= TAU, bounds_of_row, n >= 2, g=1 - 2 * a0 - Q("0.01"))


for_d3 = "The printed proof refers to Lemma D.3; the bounds for D0 are those of Lemma D.7."
special, other = ("1", "2.i", "2.ii", "3"), ("4", "5.i", "5.ii", "6")
with D8.where(j0 == j3, given=signs(0, GROWTH_0, TWO_ROWS)):
    D8["1"] = Pr(abs(inner(c_exp.row(j0), sigma)) < TAU) >= 1 - delta / n**kappa
D8["1"].uses(*(f"Lemma D.7/{part}" for part in special), "Lemma 3.1").note(for_d3)
few_on_d0(D8["1"], j0 == j3, ROW_J3, *special)
D8["2"] = Pr(abs(inner(c_exp.row(j0), sigma)) < TAU) >= 1 - delta / n**kappa, j0 != j3
D8["2"].uses(*(f"Lemma D.7/{part}" for part in other), "Lemma 3.1").note(for_d3)
few_on_d0(D8["2"], j0 != j3, OTHER_ROW, *other)
centred(
    D8,
    "2",
    j0 != j3,
    signs_near(0, GROWTH_0),
    SOFTMAX_ROWS,
    OTHER_ROW,
    found_on_d0(j0 != j3, *other),
    widening(0, 1, a=str(A0), first=1),
    b == Q("0.9"),
    c == Q("0.1"),
    j3 == 1,
    sizes=(a0 == Q("0.05"),),
    g=1 - 2 * a0 - Q("0.01"),
    beyond=(n >= 2,),
)
wide(D8, self_attention(0, ONES), 1 - 2 * a0 - Q("0.01"), 4 * a0 + Q("0.02"))

D9 = about_chances(
    "Theorem D.9", "Appendix D.3.4, p. 26", "F_exp = 0 on D0", signs(1, WIDE_0, C=1), "Lemma D.8/1", "Lemma D.8/2"
)
FEW_0_COLUMNS = replace(FEW_0, columns=1)


def silent_on_d0(line: Line, found: Eventually, power: Expr) -> None:
    """F_exp = 0 where d = ω(n^power)."""
    network_is_silent(line, found, SOFTMAX_ROWS, F_exp, TAU, ROW_J3, OTHER_ROW, power, n >= 2)


SILENT_HOW = """F = 0 unless one of the m columns exceeds τ on row j3 or on the rows j0 ≠ j3, which are all equal: a union
over 2m events, each of probability at most 2 exp(-1/(200 S)). With m = ceil(C log(n/δ)) the bound is true from some n0 on
for every constant C, because S falls like a power of n along every admissible family; n0 is given for C = 1."""

D9[""] = Pr(F_exp == 0) >= 1 - delta / n**kappa
D9[""].note("The theorem prints D1 above a claim about D0; with D1 it contradicts Theorem D.5.")
on_d0 = signs(0, WIDE_0, C=1)
repaired = D9[""].repair(given=on_d0, why="the data are from D0 instead of D1")
ON_D1 = widening(1, 1, a="7/10", C=1)
COEFFICIENTS = (a1 == Q("0.7"), b == Q("0.9"), c == Q("0.1"), j3 == 1)


@refuted_along(
    D9[""],
    Family(f"{ON_D1.text}, a0 = {A0}", lambda k: ON_D1.member(k).but(a0=A0), ON_D1.first),
    (2, 3, 6, 12),
    on_widening(2, *COEFFICIENTS, *columns_with(1), sizes=(a0 == Q("0.05"),)),
)
def _() -> None:
    """Printed for data from D1, where already the first column exceeds τ on row j3 with probability at least 1/8 (Lemma D.4,
    Part 1, strictly): F_exp > 0 with probability at least 1/8 for every n and every m >= 1.
    """
    obtain(is_not_silent(ROW_J3_OF_D1, F_exp, j3))


silent_on_d0(
    repaired,
    on_self_attention(0, FEW_0_COLUMNS, ENTRIES_0, GROWS_0, SILENT_HOW, besides=BESIDES_0, route=ROUTE_0_COLUMNS, edge=EDGE_0),
    4 * a0 + Q("0.02"),
)

STATEMENTS = (D4, D5, D8, D9)
