"""Softmax attention against random signs on the cross-attention data (superiority v1, pp. 43-47): F.4, F.5, F.8, F.9."""

from theorems.superiority.cross_entries import F3, F7, ROW_J2, UNIFORM_ROWS
from theorems.superiority.cross_sign_arguments import *

TENTH = Fraction(1, 10)

UNIT = Fraction(1)
ROUTE_1 = PrintedRoute("Hoeffding's bound with t √d/n ≤ 1/10, where 1/2 is asked", row_width(UNIT, UNIT, 1), TENTH)

# row j2 of D1 has 1/2 in the first column and in that of j3's block entry
ROW_J2_OF_D1 = Outward(
    cross_rows(c_exp),
    block(j3),
    1 - Q("0.1"),
    lambda row: (cite(F3["1"], (j0, row), (i0, 1)), cite(F3["2.i"], (j0, row))),
    (IN_RANGE(block(j3), cross_columns.low, cross_columns.high),),
)

OTHER_ROW = "Printed with the row j3 of the keys instead of j2 and with = instead of ≥; either change alone does not save it."
inside = Pr(abs(inner(c_exp.row(j0), sigma)) < Q("0.5"))
reaches = Pr(inner(c_exp.row(j0), sigma) >= 1 - Q("0.1"))
F4 = about_chances(
    "F.4",
    "Appendix F.2.3, p. 43 (v2 keeps the proof of Part 1 only)",
    "random signs against c_exp on D1",
    cross_signs(1, GROWTH),
)
F4["1"] = reaches == Q(1, 10), j0 == j3
F4["1"].uses("Lemma F.3/1", "Lemma F.3/2.i", "Lemma F.3/2.ii", "Lemma 3.1").note(OTHER_ROW)
repaired = F4["1"].instead(j0 == j2, claim=reaches >= Q(1, 10), why="j0 = j3 reads j0 = j2 and = reads ≥")
repaired.note("The growth of d does no work.")


@proof(repaired)
def _() -> None:
    """<c,σ> = s1 c_1 + s2 c_* + Y with c_1 + c_* >= 1 and Y a symmetric sum of the other columns. With s1 = s2 = 1 it is at
    least 1 + Y, and Y >= 0 has probability at least 1/2, so it exceeds 9/10 with probability at least 1/8, for every n and d:
    the hypothesis on t √d is not needed.
    """
    obtain(beyond(ROW_J2_OF_D1, j0, ROW_J2_OF_D1.rows.sigma, u_ >= 1 - Q("0.1")))


@refuted_along(F4["1"], cross_widening(), (2, 3, 6, 10), replace(on_cross_widening(1, j0 == j3), reasons=()))
def _() -> None:
    """A probability over σ in {-1,1}^d is an integer over 2^d, and 1/10 is not: the equality is false at every instance. Nor
    does the inequality hold for the printed row: for j3 ≠ j2 row j3 is (1/n, t/n, ..., t/n) and the probability tends to 0.
    """
    obtain(is_never(c_exp, u_ >= 1 - Q("0.1"), Q(1, 10), 1, 8))


def seldom_in_other_rows(line: Line, threshold: Fraction, far: Relation) -> None:
    """<c_exp(A,x)_{j0}, σ> is seldom ``far`` from 0, beyond the threshold, where j0 ≠ j2."""
    entries = Entries(cross_entries_of(1, j0 != j2), cited(F3, "3", "4"), threshold)
    found = concentration(1, few_ones(threshold=str(threshold)), [rests_on(F3, "3", "4")], entries, route=ROUTE_1)
    row_concentrates(line, found, cross_rows(c_exp), far, cross_bounds(F3["3"], F3["4"]), n >= 2)


F4["2"] = inside == 1 - delta / n**kappa, j0 != j3
F4["2"].uses("Lemma F.3/3", "Lemma F.3/4", "Lemma 3.1").note(OTHER_ROW)
repaired = F4["2"].instead(j0 != j2, claim=inside >= 1 - delta / n**kappa, why="j0 ≠ j3 reads j0 ≠ j2 and = reads ≥")
repaired.note("The printed proof refers to Parts 4, 5, 6 of Lemma F.3, which ends with Part 4.")
seldom_in_other_rows(repaired, HALF, OUTSIDE)
not_a_dyadic(
    F4["2"],
    c_exp,
    2,
    j0 != j3,
    """ For j0 = j2 ≠ j3 even the inequality is false: with probability at least 1/8 the inner product is at least 9/10
    (Part 1).""",
)


def stays_near_zero(x: SignsOnCrossData, row: str) -> Ball:
    """Pr[|<c(A,x)_row, σ>| <= 0.1]."""
    return x.sums(row == "j2").inside(TENTH, strict=False).value


NEAR = abs(u_) <= Q("0.1")
of_tenth = Pr(of(NEAR, inner(c_exp.row(j0), sigma)))
data_1 = cross_signs(1, GROWTH)
with F4.where(given=replace(data_1, quantities={**data_1.quantities, of_tenth: stays_near_zero})):
    F4["2, in its proof"] = of_tenth >= 1 - delta / n**kappa, j0 != j3
F4["2, in its proof"].uses("Lemma 3.1").note("Printed with O(√(log(n/δ))) t √d/n in between.")
repaired = F4["2, in its proof"].instead(j0 != j2, why="j0 ≠ j3 reads j0 ≠ j2")
seldom_in_other_rows(repaired, TENTH, NEAR.contrary)


@refuted_along(F4["2, in its proof"], cross_widening(j3=2), (2, 3, 6, 10), on_cross_widening(2, j0 == j2))
def _() -> None:
    """Row j2 is one of the rows j0 ≠ j3, and beyond 9/10 an eighth of the time (Part 1)."""
    obtain(beyond(ROW_J2_OF_D1, j0, ROW_J2_OF_D1.rows.sigma, NEAR.contrary))
    hence(ABOVE_OR_NOT(abs(inner(c_exp.row(j0), sigma)), Q("0.1")))


cross_wide(F4, 1, Q("0.99"), Q("0.02"))

F5 = about_chances("Theorem F.5", "Appendix F.2.4, p. 44", "F_exp > 0 on D1", cross_signs(1, WIDE, C=8))
F5[""] = Pr(F_exp > 0) >= 1 - delta / n**kappa, ENOUGH
F5[""].uses("Lemma F.4/1").note(
    "m = O(log(n/δ)) is read as m = ⌈C log(n/δ)⌉ for every C from 8 κ on; τ = 0.9. The growth of d does no work. The printed "
    "formula of F_exp lacks the row index on c, read from Definition C.6. d <= n forces t >= 2. As d grows one column fires "
    "with probability 1/4, so C below 1/log(4/3) fails for large n."
)


@proof(F5[""])
def _() -> None:
    """A column is beyond 9/10 on row j2 at least an eighth of the time, as in Lemma F.4, Part 1. F_exp > 0 as soon as one of m
    independent columns is, so Pr[F_exp = 0] <= (7/8)^m <= δ/n^κ once m >= κ log(n/δ)/log(8/7): C = κ/log(8/7) is enough, here
    C >= 8 κ. Neither d = ω(n^0.02) nor any n0 is needed.
    """
    obtain(fires(ROW_J2_OF_D1, F_exp, j2))


# -- dataset 0 -----------------------------------------------------------------------------------------------------------

GROWTH_0 = widens("(2a0+0.02)", narrow(1 - a0 - Q("0.01")))
A0 = Fraction(1, 20)
D0_GROWTH = Fraction(99, 100) - A0
ROUTE_0 = PrintedRoute("Hoeffding's bound with t √d/n^(1-a0) ≤ 1/2", row_width(Fraction(1), 1 - A0, 1), Fraction(1, 2))

IN_ROW_J2 = ("1 in row j2", "2 in row j2", "5 in row j2")
# Lemma F.7 as printed bounds row j3, which is uniform where j3 ≠ j2, and gives n^a0 too much to every block column
ON_D0_STEPS = [rests_on(F7, repaired=("4", "5", *IN_ROW_J2))]


def entries_on_d0(threshold: Fraction) -> Entries:
    """All rows of D0 on the families, a0 = 1/20."""
    return Entries(cross_entries_of(0), cited(F7, *IN_ROW_J2, "4", "5"), threshold, (("a0", A0),))


ROWS_ON_D0, OTHER_ROWS, ROW_J2_OF_D0 = cross_rows(c_exp, 6), cross_bounds(*UNIFORM_ROWS), cross_softmax_bounds(ROW_J2, 1 - a0)


def on_d0(line: Line, j3: int) -> None:
    """The rows that the printed part speaks of, with row j3 as its family has it."""
    found = concentration(
        j3,
        few_ones(threshold="1/2", decay=1 - A0),
        ON_D0_STEPS,
        entries_on_d0(HALF),
        route=ROUTE_0,
        growth=D0_GROWTH,
        growth_text="1-a0-0.01",
    )
    row_concentrates(line, found, ROWS_ON_D0, OUTSIDE, OTHER_ROWS, n >= 2, g=1 - a0 - Q("0.01"), special=ROW_J2_OF_D0)


TO_AT_LEAST = "= reads ≥"
FOR_F3 = "The printed proof refers to Lemma F.3; the bounds for D0 are those of Lemma F.7."
NO_HARM = "The printed row j3 instead of j2 does no harm on D0, where all rows concentrate."
F8 = about_chances(
    "F.8", "Appendix F.3.3, p. 46 (v2 prints no proof)", "random signs against c_exp on D0", cross_signs(0, GROWTH_0)
)
with F8.where(given=cross_signs(0, GROWTH_0, TWO_ROWS)):
    F8["1"] = inside == 1 - delta / n**kappa, j0 == j3
F8["1"].uses("Lemma F.7/1", "Lemma F.7/2", "Lemma 3.1").note(FOR_F3)
on_d0(F8["1"].repair(claim=inside >= 1 - delta / n**kappa, why=TO_AT_LEAST).note(NO_HARM), 1)
not_a_dyadic(F8["1"], c_exp, 1, j0 == j3)
F8["2"] = inside == 1 - delta / n**kappa, j0 != j3
F8["2"].uses("Lemma F.7/4", "Lemma F.7/5", "Lemma 3.1").note(FOR_F3)
on_d0(F8["2"].repair(claim=inside >= 1 - delta / n**kappa, why=TO_AT_LEAST).note(NO_HARM), 2)
not_a_dyadic(F8["2"], c_exp, 2, j0 != j3)
cross_wide(F8, 0, 1 - a0 - Q("0.01"), 2 * a0 + Q("0.02"))

WIDE_0 = widens("(2a0+0.02)", wider(2 * a0 + Q("0.02")), columns=True)
F9 = about_chances(
    "Theorem F.9", "Appendix F.3.4, p. 47", "F_exp = 0 on D0", cross_signs(1, WIDE_0, C=1), "Lemma F.8/1", "Lemma F.8/2"
)
F9[""] = Pr(F_exp == 0) >= 1 - delta / n**kappa
F9[""].note(
    "m = O(log(n/δ)), τ = 0.9. The theorem prints D1 above a claim about D0; with D1 it contradicts Theorem F.5. Its proof "
    "names Lemma F.4, which is about D1; the lemma about c_exp on D0 is F.8."
)
repaired = F9[""].repair(given=cross_signs(0, WIDE_0, C=1), why="the data are from D0 instead of D1")
network_is_silent(
    repaired,
    concentration(
        1,
        few_ones(threshold=str(CROSS_TAU), decay=1 - A0, columns=1),
        ON_D0_STEPS,
        entries_on_d0(CROSS_TAU),
        route=replace(ROUTE_0, lines="Lemma F.8's bound t √d/n^(1-a0) ≤ 1/2 for n rows and m columns", columns=1),
        growth=D0_GROWTH,
        growth_text="1-a0-0.01",
    ),
    ROWS_ON_D0,
    F_exp,
    1 - Q("0.1"),
    ROW_J2_OF_D0,
    OTHER_ROWS,
    2 * a0 + Q("0.02"),
    n >= 2,
)


@refuted_along(F9[""], cross_widening(C=1), (2, 3, 6, 10), on_cross_widening(1, *columns_with(1)))
def _() -> None:
    """As in Lemma F.4, Part 1: F_exp > 0 with probability at least 1/8 for every n, every m >= 1 and so every constant C."""
    obtain(is_not_silent(ROW_J2_OF_D1, F_exp, j2))


STATEMENTS = (F4, F5, F8, F9)
