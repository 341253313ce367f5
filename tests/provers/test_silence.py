"""A bound that says nothing: proved where a calculation shows it from the end of the trivial range, and only there."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.fabricated import Made
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, judge
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by
from theorems.language.computed import Computed
from theorems.language.tree import Claim, ForAll, Q, Range, expr, symbols
from theorems.provers.argument import Argument, Step
from theorems.provers.calculation import Calculation, Silent
from theorems.sparse.facts import bind_point
from theorems.sparse.ranges import always_silent
from theorems.statement import Condition, Domain, Finding, TrivialRange
from theorems.textbook.elementary import SQUARE
from theorems.vocabulary import Evidence, Verdict

x, y = symbols("x y")
SHARES = Computed(
    Domain(
        "shares",
        lambda: st.builds(lambda x: {"x": Fraction(x, 10)}, st.integers(0, 10)),
        bind_point,
        (Condition((x >= 0) & (x <= 1), lambda i: 0 <= Fraction(i["x"]) <= 1),),
        lambda: (Instance(x=Fraction(k, 4)) for k in range(5)),
        variables={"x": "a share"},
        feasible="x in [0, 1]",
    )
)


def judged(claim: Claim, silent: Silent, proof: Any = None) -> Finding:
    made = Made("1", "", given=SHARES)
    made[""] = claim
    made[""].proved(proof or Calculation(by())).trivial(always_silent(TrivialRange("0 ≤ x ≤ 1", 0, 1), silent))
    return judge(made.parts[0], EFFORTS["quick"])


def test_a_silence_is_proved_with_a_gap_only_tested_and_argued_where_the_part_is() -> None:
    proved = judged(x <= 2, Silent(expr(1), by()))
    assert (proved.verdict, proved.evidence) == (Verdict.VACUOUS, Evidence.PROVED)
    for silent in (
        Silent(1 + x * (x - Q(1, 4)) * (x - Q(1, 2)), by(SQUARE(x))),  # the same at the first three instances
        Silent(expr(0), by()),  # the range ends at 1
        Silent(x, by()),  # which is 1 at one instance only
        Silent(expr(1), by(x >= 1)),  # the script has a gap
    ):
        found = judged(x <= 2, silent)
        assert (found.verdict, found.evidence) == (Verdict.VACUOUS, Evidence.TESTED), silent
    proof = Argument(Verdict.HOLDS, "", (Step("", lambda: True),))
    assert judged(x <= 2, Silent(expr(1), by()), proof).evidence is Evidence.ARGUED


def test_an_equality_says_something_and_a_bound_variable_is_not_the_number_of_its_name() -> None:
    """x = 0 where 0 ≤ x, though the bound is the end of the range."""
    made = Made("1", "", given=SHARES.where(x <= 0))
    made[""] = x == 0
    made[""].trivial(always_silent(TrivialRange("0 ≤ x ≤ 1", 0, 1), Silent(expr(0), by())))
    with pytest.raises(GapError, match="no bound"):
        Silent(expr(0), by()).shown(made.parts[0])
    made = Made("1", "", given=SHARES.where(x >= 1))
    made[""] = ForAll(x, Range(expr(0), expr(1)), y <= x)
    made[""].trivial(always_silent(TrivialRange("0 ≤ y ≤ 1", 0, 1), Silent(expr(1), by())))
    with pytest.raises(GapError, match="already has a meaning"):
        Silent(expr(1), by()).shown(made.parts[0])
