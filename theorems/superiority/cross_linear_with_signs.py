"""Linear attention against random signs on the cross-attention data (superiority v1, pp. 49-53): F.12, F.13, F.16, F.17.

All entries are rational, so every probability is an exact fraction at moderate d. Lemma F.12 prints "dataset D0" in the
section on D1; for D1 its proof uses a1 = O(1), which Theorem F.13 states and the lemma does not.
"""

from theorems.superiority.cross_entries import F11, F15, NEEDED_OF_D1, REPAIRED_OF_D0
from theorems.superiority.cross_sign_arguments import *
from theorems.superiority.cross_softmax_with_signs import TO_AT_LEAST

BOUND = 10
FIXED_A1 = Condition(a1 <= BOUND, feasible=f"a1 ≤ {BOUND}", said="a1 = O(1)")
COEFFICIENT = {0: Fraction(1, 20), 1: Fraction(2)}


def printed_route(factor: Fraction, lines: str, columns: int | None = None) -> PrintedRoute:
    """R = factor · t √d/n against 1/2."""
    return PrintedRoute(lines, row_width(factor, Fraction(1), 1), Fraction(1, 2), columns=columns)


ON_D1 = ("1 on D1", "2 on D1", "3 on D1", "4 on D1")
RESTS = (rests_on(F15, repaired=("1", "2", "3", "4")), rests_on(F11, repaired=ON_D1))
ENTRY_BOUNDS = (cited(F15, "1", "2", "3", "4"), cited(F11, *ON_D1))
# the rows, what is known of row j2, and of all others
ROWS_OF = tuple(
    (cross_rows(c_lin, K), cross_bounds(lines["1"], lines["2"], a, Fraction(high)), cross_bounds(lines["3"], lines["4"]))
    for K, lines, a, high in ((3, REPAIRED_OF_D0, a0, "0.1"), (2 * (1 + BOUND) ** 2, NEEDED_OF_D1, a1, BOUND))
)
NOT_ROW_J2 = "which does not bound row j2, one of the rows j0 ≠ j3 where j2 ≠ j3"
ROUTES = {
    "F.12/1": printed_route(1 + COEFFICIENT[1], "Hoeffding's bound with (1+a1) t √d/n ≤ 1/2, the a1 of D1 also on D0"),
    "F.12/2": printed_route(Fraction(2), "Hoeffding's bound with 2t √d/n ≤ 1/2, which covers row j2 as well, since 1+a0 < 2"),
    "F.12/1 on D1": printed_route(1 + COEFFICIENT[1], "Hoeffding's bound with (1+a1) t √d/n ≤ 1/2"),
    "F.12/2 on D1": printed_route(
        1 + COEFFICIENT[1],
        f"Hoeffding's bound with the (1+a1) t √d/n ≤ 1/2 of Part 1; Part 2 has 2t √d/n, {NOT_ROW_J2}, for a1 > 1",
    ),
    "F.16/1": printed_route(1 + COEFFICIENT[0], "Hoeffding's bound with (1+a0) t √d/n ≤ 1/2"),
    "F.16/2": printed_route(
        1 + COEFFICIENT[0], f"Hoeffding's bound with the (1+a0) t √d/n ≤ 1/2 of Part 1; Part 2 has t √d/n, {NOT_ROW_J2}"
    ),
    "F.13": printed_route(1 + COEFFICIENT[1], "Lemma F.12's bound (1+a1) t √d/n ≤ 1/2 for n rows and m columns", 1),
    "F.17": printed_route(1 + COEFFICIENT[0], "Lemma F.16's bound (1+a0) t √d/n ≤ 1/2 for n rows and m columns", 1),
}


def concentrates(line: Line, dataset: int, part: str, *, j3: int = 1, columns: int | None = None) -> Line:
    """The threshold of ``part`` for dataset 0 or 1 with its first entry at most (1+a)/n."""
    a = COEFFICIENT[dataset]
    threshold = HALF if columns is None else CROSS_TAU
    rows, special, others = ROWS_OF[dataset]
    found = concentration(
        j3,
        few_ones(threshold=str(threshold), G=1 + a, columns=columns),
        [RESTS[dataset]],
        Entries(cross_entries_of(dataset, linear=True), ENTRY_BOUNDS[dataset], threshold, ((f"a{dataset}", a),)),
        route=ROUTES[part],
    )
    if columns is None:
        row_concentrates(line, found, rows, OUTSIDE, others, special=special)
    else:
        network_is_silent(line, found, rows, F_lin, 1 - Q("0.1"), special, others)
    return line


inside = Pr(abs(inner(c_lin.row(j0), sigma)) < Q("0.5"))
ON_D0 = cross_signs(0, GROWTH, linear=True)


def equals_and_exceeds(lemma: Lemma, label: str, row: Claim, number: str, j3: int) -> None:
    """One line as printed, with its equality, and as an inequality: true on D0."""
    lemma[label] = inside == 1 - delta / n**kappa, row
    bounds = {"1": ("1", "2"), "2": ("3", "4")}[label]
    lemma[label].uses(*(f"Lemma {number}/{part}" for part in bounds), "Lemma 3.1")
    repaired = lemma[label].repair(claim=inside >= 1 - delta / n**kappa, why=TO_AT_LEAST)
    concentrates(repaired, 0, f"{lemma.name.removeprefix('Lemma ')}/{label}", j3=j3)
    not_a_dyadic(lemma[label], c_lin, j3, row)


def exceeds_on_d1(label: str, j3: int) -> None:
    """What Theorem F.13 needs of Lemma F.12."""
    line = F12[label].repair(
        FIXED_A1,
        label=f"{label} on D1",
        claim=inside >= 1 - delta / n**kappa,
        given=cross_signs(1, GROWTH, linear=True),
        why=f"{TO_AT_LEAST}, the data are from D1 as the section has it, and a1 = O(1) (here a1 <= {BOUND})",
        provenance="own",
    )
    line.note("This is what Theorem F.13 needs. With a1 = n the two large entries of row j2 add up to more than 1: false.")
    concentrates(line, 1, f"F.12/{label} on D1", j3=j3)


F12 = about_chances(
    "F.12",
    "Appendix F.4.3, p. 49 (v2 prints no proof)",
    "random signs against c_lin on D0 as printed (the section is about D1)",
    ON_D0,
)
equals_and_exceeds(F12, "1", j0 == j3, "F.11", j3=1)
exceeds_on_d1("1", j3=1)
equals_and_exceeds(F12, "2", j0 != j3, "F.11", j3=2)
exceeds_on_d1("2", j3=2)
cross_wide(F12, 0, Q("0.99"), Q("0.02"))

F13 = about_chances(
    "Theorem F.13",
    "Appendix F.4.4, p. 50",
    "F_lin = 0 on D1",
    cross_signs(1, WIDE, linear=True, C=1),
    "Lemma F.12/1 on D1",
    "Lemma F.12/2 on D1",
)
F13[""] = Pr(F_lin == 0) >= 1 - delta / n**kappa, FIXED_A1
concentrates(F13[""], 1, "F.13", columns=1).note(
    f"m = O(log(n/δ)), τ = 0.9. a1 = O(1) is read as a1 <= K with K = {BOUND}; n0 grows with K. Without it the claim is false: "
    "with a1 = n row j2 has two entries above 1/2. The printed proof refers to Lemma F.4, which is about softmax; what it "
    "needs is Lemma F.12 for D1, printed for D0."
)

F16 = about_chances("F.16", "Appendix F.5.3, p. 52 (v2 prints no proof)", "random signs against c_lin on D0", ON_D0)
equals_and_exceeds(F16, "1", j0 == j3, "F.15", j3=1)
equals_and_exceeds(F16, "2", j0 != j3, "F.15", j3=2)
cross_wide(F16, 0, Q("0.99"), Q("0.02"))

F17 = about_chances(
    "Theorem F.17",
    "Appendix F.5.4, p. 53",
    "F_lin = 0 on D0",
    cross_signs(0, WIDE, linear=True, C=1),
    "Lemma F.16/1",
    "Lemma F.16/2",
)
F17[""] = Pr(F_lin == 0) >= 1 - delta / n**kappa
concentrates(F17[""], 0, "F.17", columns=1).note(
    "m = O(log(n/δ)), τ = 0.9. The printed proof refers to Lemma F.4, which is about softmax on D1; what it needs is Lemma "
    "F.16."
)

STATEMENTS = (F12, F13, F16, F17)
