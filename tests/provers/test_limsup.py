"""What a limsup gives from some size on, and what not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from theorems.instance import Instance
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by
from theorems.language import lemma
from theorems.language.computed import Computed
from theorems.language.lemma import held_fixed
from theorems.language.tree import Claim, Expr, Q, Words, log, symbols
from theorems.provers.families import Family
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.sparse.facts import bind_point
from theorems.statement import Condition, Domain

n, r, c, gap = symbols("n r c γ")


class Lemma(lemma.Lemma):
    key = "test"


def shown(hypothesis: Claim, claim: Claim, *beyond: Any, **more: Any) -> None:
    points = Domain(
        "sizes",
        lambda: st.just({"n": 2, "r": 0, "c": 1}),
        bind_point,
        (Condition((n >= 2) & (c > 0), lambda x: Fraction(x["n"]) >= 2), Condition(hypothesis, growth=True), held_fixed(c)),
        variables={"n": "", "r": "", "c": ""},
        feasible="",
    )
    line = Lemma("1", "", given=Computed(points))
    line[""] = claim
    FromSomeSizeOn(n, beyond, by(), **more).shown(line.parts[0], Family("", lambda k: Instance(n=k, r=0, c=1)), ())


def below(bound: Expr) -> Words:
    return Words("limsup ", r < bound)


def test_a_limsup_stays_below_by_a_gap() -> None:
    shown(below(c), r <= c, r <= c - gap, fixed=(c,), gap=gap)
    shown(below(Q(1, 2)), r <= log(n), r <= Q(1, 2) - gap, Q(1, 2) <= log(n), gap=gap)


@pytest.mark.parametrize(
    ("hypothesis", "beyond", "more"),
    [
        (below(c), r <= c - 2 * gap, {"fixed": (c,), "gap": gap}),  # by the gap, not by twice as much
        (below(c), r <= c / 2, {"fixed": (c,), "gap": gap}),
        (below(c), r <= c - gap, {"fixed": (c,)}),  # no gap is named
        (below(c), r <= c - gap, {"gap": gap}),  # c may grow
        (below(c), r <= c - c, {"fixed": (c,), "gap": c}),  # c already has a meaning
        (Words("liminf ", r < c), r <= c - gap, {"fixed": (c,), "gap": gap}),
        (Words("limsup ", r <= c), r <= c - gap, {"fixed": (c,), "gap": gap}),
    ],
)
def test_and_by_no_more(hypothesis: Claim, beyond: Any, more: Any) -> None:
    with pytest.raises(GapError):
        shown(hypothesis, r <= c, beyond, **more)


def test_a_gap_bounds_nothing_else() -> None:
    with pytest.raises(GapError):
        shown(below(c), r <= c / 2, r <= c - gap, fixed=(c,), gap=gap)
