"""A bound that says nothing: proved where a calculation shows it from the end of the trivial range, and only there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from theorems.instance import Instance
from theorems.judge import EFFORTS, judge
from theorems.language import lemma
from theorems.language.computed import Computed
from theorems.language.tree import Claim, expr, symbols
from theorems.provers.argument import Argument, Step
from theorems.provers.calculation import Calculation, Silent
from theorems.provers.scripts import by
from theorems.sparse.facts import bind_point
from theorems.sparse.ranges import always_silent
from theorems.statement import Condition, Domain, Finding, TrivialRange
from theorems.vocabulary import Evidence, Verdict

(x,) = symbols("x")
SHARES = Computed(
    Domain(
        "shares",
        lambda: st.builds(lambda x: {"x": Fraction(x, 10)}, st.integers(0, 10)),
        bind_point,
        (Condition("0 ≤ x ≤ 1", lambda i: 0 <= Fraction(i["x"]) <= 1, claim=(x >= 0) & (x <= 1)),),
        lambda: (Instance(x=Fraction(k, 4)) for k in range(5)),
        variables={"x": "a share"},
        feasible="x in [0, 1]",
    )
)


class Lemma(lemma.Lemma):
    key = "test"


def judged(claim: Claim, silent: Silent, proof: Any = None) -> Finding:
    lemma_ = Lemma("1", "", given=SHARES)
    lemma_[""] = claim
    lemma_[""].proved(proof or Calculation(by())).trivial(always_silent(TrivialRange("0 ≤ x ≤ 1", 0, 1), silent))
    return judge(lemma_.parts[0], EFFORTS["quick"])


def test_a_silence_is_proved() -> None:
    found = judged(x <= 2, Silent(expr(1), by()))
    assert (found.verdict, found.evidence) == (Verdict.VACUOUS, Evidence.PROVED)


@pytest.mark.parametrize(
    "silent",
    [
        Silent(expr(0), by()),  # the range ends at 1
        Silent(x, by()),  # which is 1 at one instance only
        Silent(expr(1), by(x >= 1)),  # the script has a gap
    ],
)
def test_a_silence_with_a_gap_is_only_tested(silent: Silent) -> None:
    found = judged(x <= 2, silent)
    assert (found.verdict, found.evidence) == (Verdict.VACUOUS, Evidence.TESTED)


def test_what_is_silent_and_only_argued_is_argued() -> None:
    proof = Argument(Verdict.HOLDS, "", (Step("", lambda: True),))
    assert judged(x <= 2, Silent(expr(1), by()), proof).evidence is Evidence.ARGUED
