"""The self-attention datasets with Q K^T = I_d (superiority v1, Appendix E, pp. 34-41): domains and what they cannot meet.

Row j0 looks at row j1 with logit ``(a1^2 [j0 = j1 = j3] + b^2 [same residue] + c^2) log n``: rows differ by block. With
``Z3 = n^(a1^2+b^2) + (t-1) n^(b^2) + n - t`` and ``Z = t n^(b^2) + n - t`` the factor ``n^(c^2)`` cancels, and f is
``n^(a1^2+b^2)/Z3, n^(b^2)/Z3, 1/Z3`` in row j3 and ``n^(b^2)/Z, 1/Z`` elsewhere.

Lemma E.1 and Theorem E.4 ask for ``b^2 + c^2 = 1`` of data that Definition D.1 builds with ``b + c = 1`` and b, c >= 0.1: no
data meet both. Their intended readings give up ``b + c = 1``; the formulas use neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from hypothesis import strategies as st

from strategies.self_attention_data import self_attention_data
from strategies.unit_circle import circle_point, circle_points
from theorems.instance import Instance
from theorems.language.given import Tied
from theorems.provers.calculation import Contradiction, calc
from theorems.statement import Condition, Domain
from theorems.superiority.language import *
from theorems.superiority.self_attention import A0_RANGE as OF_A0
from theorems.superiority.self_attention import (
    SUM_IS_ONE,
    Weights,
    small_instances,
)
from theorems.superiority.self_attention import self_attention as points

SIMPLE_POINTS = tuple(circle_point(slope) for slope in (Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(1, 19)))
A1_FROM_ONE = Condition("a1 >= 1", lambda i: i.a1 >= 1, lambda i: i if i.a1 >= 1 else i.but(a1=1), feasible="a1 ≥ 1")
ON_CIRCLE = Condition("b^2 + c^2 = 1", lambda i: i.b * i.b + i.c * i.c == 1)


# -- the data of the section -------------------------------------------------------------------------------------------

CIRCLE = Tied((b, c), b**2 + c**2 == 1, lambda: circle_points(Fraction(1, 10), 1), SIMPLE_POINTS)
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


# Lemma E.1's own hypotheses beside those of Definition D.1, and without the sum that they contradict
PRINTED = replace(
    tied_together(CIRCLE, a1 >= 1, b**2 + c**2 == 1),
    name="D1 of Definition D.1 with b^2 + c^2 = 1, QKᵀ = I_d",
    nowhere="b + c = 1 and b, c ≥ 1/10 give b^2 + c^2 = 1 - 2bc < 1",
)
ON_THE_CIRCLE = replace(PRINTED, hypotheses=tuple(h for h in PRINTED.hypotheses if h is not (b + c == 1)), nowhere="")
WITH_IDENTITY = tied_together(SEGMENT)

# -- the domains of the section ----------------------------------------------------------------------------------------


@st.composite
def _on_circle(draw: st.DrawFn, dataset: int, b_below: Fraction) -> dict[str, object]:
    values = draw(self_attention_data(dataset))
    values["b"], values["c"] = draw(circle_points(Fraction(1, 10), b_below))
    return values


def _small_on_circle(dataset: int, b_below: Fraction) -> Iterator[Instance]:
    points = [(b, c) for b, c in SIMPLE_POINTS if b < b_below]
    for instance in small_instances(dataset, ()):
        if instance.b == Fraction(1, 2):  # one of the five b of the other datasets, so that no instance comes twice
            yield from (instance.but(b=b, c=c) for b, c in points)


def on_circle(dataset: int, *, b_below: Fraction = Fraction(1), linear: bool = False) -> Domain:
    """Definition D.1 and Appendix E's b^2 + c^2 = 1 (and a1 >= 1 on D1) together: as printed, with nothing in it."""
    base = points(dataset, Weights.IDENTITY, linear=linear)
    own = (A1_FROM_ONE, ON_CIRCLE) if dataset == 1 else (ON_CIRCLE,)
    return replace(
        base,
        name=f"D{dataset} of Definition D.1 with b^2 + c^2 = 1, {Weights.IDENTITY.value}",
        draw=lambda: _on_circle(dataset, b_below),
        conditions=(*base.conditions, *own),
        small=lambda: islice(_small_on_circle(dataset, b_below), 20_000),
        cases=None,
        feasible="nowhere: b + c = 1 and b, c ≥ 1/10 give b^2 + c^2 = 1 - 2bc < 1",
    )


def without_sum(domain: Domain) -> Domain:
    """The intended domain: Definition D.1's b + c = 1 is given up for b^2 + c^2 = 1."""
    coefficient = "; a0 in (0, 1/10)" if OF_A0 in domain.conditions else ""
    met = f"d ≥ 3, t ≥ 1, n = (d-2)t, j3 in [n]{coefficient}; b, c ≥ 1/10 with b^2 + c^2 = 1"
    return replace(domain.without(SUM_IS_ONE.text), feasible=met)


CONTRADICTION = Contradiction(
    calc(1).eq((b + c) ** 2).eq(b**2 + c**2 + 2 * b * c).gt(b**2 + c**2).eq(1),
    how="Definition D.1 has b + c = 1 with b, c ≥ 0.1, the statement b^2 + c^2 = 1; but (b+c)^2 - (b^2+c^2) = 2bc ≥ 0.02.",
)
REPAIRED = "b^2 + c^2 = 1 replaces Definition D.1's b + c = 1"
