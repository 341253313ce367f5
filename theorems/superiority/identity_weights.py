"""The self-attention datasets with Q K^T = I_d (superiority v1, Appendix E, pp. 34-40): domains and what they cannot meet.

Row j0 looks at row j1 with logit ``(a1^2 [j0 = j1 = j3] + b^2 [same residue] + c^2) log n``: rows differ by block. With
``Z3 = n^(a1^2+b^2) + (t-1) n^(b^2) + n - t`` and ``Z = t n^(b^2) + n - t`` the factor ``n^(c^2)`` cancels, and f is
``n^(a1^2+b^2)/Z3, n^(b^2)/Z3, 1/Z3`` in row j3 and ``n^(b^2)/Z, 1/Z`` elsewhere.

Lemma E.1 and Theorem E.4 ask for ``b^2 + c^2 = 1`` of data that Definition D.1 builds with ``b + c = 1`` and b, c >= 0.1: no
data meet both. Their intended readings give up ``b + c = 1``; the formulas use neither.
"""

from fractions import Fraction

from hypothesis import strategies as st

from strategies.unit_circle import circle_point, circle_points
from theorems.kernel.scripts import calc
from theorems.language.assembled import Tied
from theorems.superiority.language import *

SIMPLE_POINTS = tuple(circle_point(slope) for slope in (Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(1, 19)))
A1_FROM_ONE = Condition(a1 >= 1, steer=lambda i: i if i.a1 >= 1 else i.but(a1=1), feasible="a1 ≥ 1")

# -- the data of the section -------------------------------------------------------------------------------------------


def circle(b_below: Fraction = Fraction(1)) -> Tied:
    """b^2 + c^2 = 1 with b < ``b_below``."""
    simple = tuple(point for point in SIMPLE_POINTS if point[0] < b_below)
    return Tied((b, c), b**2 + c**2 == 1, lambda: circle_points(Fraction(1, 10), b_below), simple)


SEGMENT = Tied(
    (b, c),
    b + c == 1,
    lambda: st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=200).map(lambda x: (x, 1 - x)),
    tuple((Fraction(x), 1 - Fraction(x)) for x in ("1/2", "1/10", "9/10", "1/5", "4/5")),
)


def tied_together(tie: Tied, *hypotheses: Claim, dataset: int = 1) -> Given:
    """Definition D.1 with QKᵀ = I_d; proofs see b and c free of each other."""
    data = self_attention(dataset, IDENTITY, *hypotheses)
    free = {**data.free, c: "coefficient of the last column"}
    return replace(data, free=free, derived={n: data.derived[n]}, tied=(tie,))


def on_circle(dataset: int, *hypotheses: Claim, b_below: Fraction = Fraction(1)) -> Given:
    """Definition D.1 and Appendix E's b^2 + c^2 = 1 (and a1 >= 1 on D1) together: as printed, with nothing in it."""
    own = (a1 >= 1,) if dataset == 1 else ()
    return replace(
        tied_together(circle(b_below), *own, b**2 + c**2 == 1, *hypotheses, dataset=dataset),
        name=f"D{dataset} of Definition D.1 with b^2 + c^2 = 1, QKᵀ = I_d",
        nowhere="b + c = 1 and b, c ≥ 1/10 give b^2 + c^2 = 1 - 2bc < 1",
    )


def without_sum(data: Given) -> Given:
    """The intended data: Definition D.1's b + c = 1 is given up for b^2 + c^2 = 1."""
    return replace(data, hypotheses=tuple(h for h in data.hypotheses if h is not (b + c == 1)), nowhere="")


def at_any_point(dataset: int, *hypotheses: Claim) -> Given:
    """Definition D.1 with QKᵀ = I_d and neither b + c = 1 nor b^2 + c^2 = 1."""
    return replace(without_sum(tied_together(SEGMENT, *hypotheses, dataset=dataset)), tied=())


PRINTED = on_circle(1)
ON_THE_CIRCLE = without_sum(PRINTED)
WITH_IDENTITY = tied_together(SEGMENT)

CONTRADICTION = Contradiction(
    calc(1).eq((b + c) ** 2).eq(b**2 + c**2 + 2 * b * c).gt(b**2 + c**2).eq(1),
    how="Definition D.1 has b + c = 1 with b, c ≥ 0.1, the statement b^2 + c^2 = 1; but (b+c)^2 - (b^2+c^2) = 2bc ≥ 0.02.",
)
REPAIRED = "b^2 + c^2 = 1 replaces Definition D.1's b + c = 1"
