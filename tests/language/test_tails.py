"""The function of a tail probability serves every level, and only what nothing else explains is a level."""

from __future__ import annotations

from fractions import Fraction

from kernels.arithmetic import RATIONALS
from theorems.language.tree import Pr, symbols
from theorems.sparse.concentration import SCORE_LAWS
from theorems.sparse.language import Computed
from theorems.sparse.score_models import SCORES

S, x, n, y = symbols("S x n y")
GIVEN = Computed(SCORES, {Pr(abs(S) > x): lambda model, level: Fraction(1) / (1 + level), Pr(n < S): lambda model: 7})


class Model:
    arithmetic = RATIONALS
    n = Fraction(4)


def test_a_tail_is_taken_at_the_level_that_the_claim_writes() -> None:
    seen = GIVEN.seen(Model())
    assert seen.value(Pr(abs(S) > 2 * n)) == Fraction(1, 9)
    assert seen.value(Pr(abs(S) > n)) == Fraction(1, 5)
    assert seen.value(Pr(n < S)) == 7  # n has a value of its own: no level
    assert set(GIVEN.unknown(Pr(abs(S) > y))) == {"y"}
    assert not set(GIVEN.unknown(Pr(abs(S) > 2 * n)))
    assert len(list(GIVEN.used(Pr(abs(S) > n) >= 1))) == 1


def test_the_bounds_of_a_score_stand_in_the_claims_alone() -> None:
    assert len([name for name, *_ in SCORE_LAWS.patterns if name.startswith("Pr[")]) == 4
