"""Linear attention against random signs on the cross-attention data (superiority v1, pp. 49-54): F.12, F.13, F.16, F.17.

All entries are rational, so every probability is an exact fraction at moderate d. Lemma F.12 prints "dataset D0" in the
section on D1; for D1 its proof uses a1 = O(1), which Theorem F.13 states and the lemma does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from theorems.provers.families import Eventually
from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Domain, Statement
from theorems.superiority.accounts import CROSS_WIDTH, PROBABILITY, accounted
from theorems.superiority.cross_attention import cross_attention, in_printed_order
from theorems.superiority.cross_linear_on_d0 import F15
from theorems.superiority.cross_linear_on_d1 import F11
from theorems.superiority.cross_sign_arguments import (
    GROWTH,
    SIDE_HOW,
    WIDE,
    concentration,
    few_ones,
    not_a_dyadic,
    wide_enough,
)
from theorems.superiority.cross_signs_on_data import (
    HALF,
    TAU,
    SignsOnCrossData,
    along,
    inside,
    other_rows_at_least,
    other_rows_equal,
    row_j3_at_least,
    row_j3_equal,
    signs_on_cross_data,
    silent,
    widening,
)
from theorems.superiority.cross_softmax_with_signs import HOEFFDING, TO_AT_LEAST
from theorems.superiority.printed_routes import PrintedRoute, row_width
from theorems.superiority.sign_arguments import rests_on
from theorems.superiority.signs_on_data import NOT_WIDER, TWO_ROWS
from theorems.superiority.squared_entries import Entries, cited
from theorems.vocabulary import Reading

PAPER = "superiority"
BOUND = 10
FIXED_A1 = Condition(f"a1 <= {BOUND} (a1 = O(1))", lambda i: i.a1 <= BOUND)
COEFFICIENT = {0: Fraction(1, 20), 1: Fraction(2)}


def printed_route(factor: Fraction, lines: str, columns: int | None = None) -> PrintedRoute:
    """R = factor · t √d/n against 1/2."""
    return PrintedRoute(lines, row_width(factor, Fraction(1), 1), Fraction(1, 2), columns=columns)


ON_D1 = ("1 on D1", "2 on D1", "3 on D1", "4 on D1")
RESTS = (rests_on(F15, repaired=("1", "2", "3", "4")), rests_on(F11, repaired=ON_D1))
ENTRY_BOUNDS = (cited(F15, "1", "2", "3", "4"), cited(F11, *ON_D1))
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
        1 + COEFFICIENT[0],
        f"Hoeffding's bound with the (1+a0) t √d/n ≤ 1/2 of Part 1; Part 2 has t √d/n, {NOT_ROW_J2}",
    ),
    "F.13": printed_route(1 + COEFFICIENT[1], "Lemma F.12's bound (1+a1) t √d/n ≤ 1/2 for n rows and m columns", 1),
    "F.17": printed_route(1 + COEFFICIENT[0], "Lemma F.16's bound (1+a0) t √d/n ≤ 1/2 for n rows and m columns", 1),
}


def concentrates(dataset: int, part: str, *, j3: int = 1, columns: int | None = None) -> Eventually:
    """The threshold of ``part`` for dataset 0 or 1 with its first entry at most (1+a)/n."""
    a = COEFFICIENT[dataset]
    threshold = HALF if columns is None else TAU
    return concentration(
        along(j3=j3, C=columns),
        few_ones(threshold=str(threshold), G=1 + a, columns=columns),
        [RESTS[dataset]],
        Entries(cross_attention(dataset, ("j0", "i0"), linear=True), ENTRY_BOUNDS[dataset], threshold, ((f"a{dataset}", a),)),
        Fraction(99, 100),
        "0.99",
        route=ROUTES[part],
    )


Claim = Callable[[SignsOnCrossData], Any]
ROWS: dict[str, tuple[str, Claim, Claim, int]] = {
    "1": ("j0 = j3", row_j3_equal, row_j3_at_least, 1),
    "2": ("j0 ≠ j3", other_rows_equal, other_rows_at_least, 2),
}
SIDE_SAYS = "t √d = o(n^0.99) and t (d-1) = n imply d = ω(n^0.02)"


def _parts(lemma: Statement, bounds: Mapping[str, tuple[str, ...]], given: Domain, dataset: int) -> None:
    """Parts 1 and 2 as printed, with their equality, and as inequalities."""
    for label, (row, equal, repaired, j3) in ROWS.items():
        depends = [f"superiority/{part}" for part in bounds[label]] + [HOEFFDING]
        lemma.add(
            label,
            equal,
            says=inside("lin", "=", row),
            where=[TWO_ROWS],
            depends_on=depends,
            proof=not_a_dyadic(widening(j3=j3)),
        )
        lemma.add(
            label,
            repaired,
            says=inside("lin", "≥", row),
            reading=Reading.INTENDED,
            changed=TO_AT_LEAST,
            given=given,
            where=[TWO_ROWS],
            depends_on=depends,
            proof=concentrates(dataset, f"{lemma.name.removeprefix('Lemma ')}/{label}", j3=j3),
        )
    lemma.add(
        "side",
        wide_enough(lambda x: x.ratio(1, 50), lambda x: x.ratio(99, 100)),
        says=SIDE_SAYS,
        given=cross_attention(dataset),
        proof=Positivity(),
        note=SIDE_HOW,
        content=CROSS_WIDTH,
    )


ON_D0 = signs_on_cross_data(0, GROWTH, linear=True)

F12 = Statement(
    PAPER,
    "Lemma F.12",
    source="Appendix F.4.3, p. 49 (v2 prints no proof)",
    title="random signs against c_lin on D0 as printed (the section is about D1)",
    given=ON_D0,
    content=PROBABILITY,
)
F12_BOUNDS = {"1": ("Lemma F.11/1", "Lemma F.11/2"), "2": ("Lemma F.11/3", "Lemma F.11/4")}
_parts(F12, F12_BOUNDS, ON_D0, 0)
for label, (row, _, repaired, j3) in ROWS.items():
    F12.add(
        f"{label} on D1",
        repaired,
        says=f"{inside('lin', '≥', row)} (data from D1), a1 = O(1)",
        reading=Reading.INTENDED,
        changed=f"{TO_AT_LEAST}, the data are from D1 as the section has it, and a1 = O(1) (here a1 <= {BOUND})",
        given=signs_on_cross_data(1, GROWTH, linear=True),
        where=[TWO_ROWS, FIXED_A1],
        depends_on=[f"superiority/{part}" for part in F12_BOUNDS[label]] + [HOEFFDING],
        provenance="own",
        note="This is what Theorem F.13 needs. With a1 = n both large entries of row j2 approach 1 and the claim is false.",
        proof=concentrates(1, f"F.12/{label} on D1", j3=j3),
    )

F13 = Statement(
    PAPER,
    "Theorem F.13",
    source="Appendix F.4.4, p. 51",
    title="F_lin = 0 on D1",
    given=signs_on_cross_data(1, NOT_WIDER, WIDE, FIXED_A1, linear=True, constants=(Fraction(1),)),
    content=PROBABILITY,
    # the printed proof names Lemma F.4, which is about softmax; F.12 speaks of D0, and only its repair is about D1
    depends_on=["superiority/Lemma F.12/1 on D1", "superiority/Lemma F.12/2 on D1"],
)
LIN_SILENT = "F_lin(A1,A2,A3) = 0 with probability 1 - δ/poly(n), m = O(log(n/δ)), τ = 0.9"
F13.add(
    "",
    silent,
    says=f"{LIN_SILENT}, a1 = O(1)",
    note=f"""a1 = O(1) is read as a1 <= K with K = {BOUND}; n0 grows with K. Without it the claim is false: with a1 = n row j2
    has two entries next to 1. The printed proof refers to Lemma F.4; what it needs is Lemma F.12 for D1, printed for D0.""",
    proof=concentrates(1, "F.13", columns=1),
)

F16 = Statement(
    PAPER,
    "Lemma F.16",
    source="Appendix F.5.3, p. 52 (v2 prints no proof)",
    title="random signs against c_lin on D0",
    given=ON_D0,
    content=PROBABILITY,
)
F16_BOUNDS = {"1": ("Lemma F.15/1", "Lemma F.15/2"), "2": ("Lemma F.15/3", "Lemma F.15/4")}
_parts(F16, F16_BOUNDS, ON_D0, 0)

F17 = Statement(
    PAPER,
    "Theorem F.17",
    source="Appendix F.5.4, p. 54",
    title="F_lin = 0 on D0",
    given=signs_on_cross_data(0, NOT_WIDER, WIDE, linear=True, constants=(Fraction(1),)),
    content=PROBABILITY,
    depends_on=["superiority/Lemma F.16/1", "superiority/Lemma F.16/2"],
)
F17.add(
    "",
    silent,
    says=LIN_SILENT,
    note="The printed proof refers to Lemma F.4, which is about softmax on D1; what it needs is Lemma F.16.",
    proof=concentrates(0, "F.17", columns=1),
)


STATEMENTS = accounted(*in_printed_order(F12, F13, F16, F17))
