"""A claim that is weaker than a known one is seen to be; a claim that is not is refused."""

from __future__ import annotations

import pytest

from tests.fabricated import shows
from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by, have
from theorems.language.tree import Claim, Pr, Q, Relation, exp, largest, log, smallest, sqrt, symbols
from theorems.provers.weakening import weaker
from theorems.textbook.elementary import EXP_ABOVE_TANGENT

a, b, c, t, x, y, z = symbols("a b c t x y z")
FACTS = (a >= 1, b > 0, t >= 0, y > 0)


def seen(known: Relation, goal: Claim, *reasons: object) -> bool:
    return shows(weaker(known, *reasons), goal, Context().assuming(*FACTS, known))  # type: ignore[arg-type]


WEAKER = [
    (x <= exp(2 * a) / b, x <= exp(3 * a) / b, x <= exp(a) / b),
    (x >= b / (1 + exp(2 * a)), x >= b / (1 + exp(3 * a)), x >= b / (1 + exp(a))),
    (Pr(z > b * sqrt(8 * log(2 * a))) <= c, Pr(z > b * sqrt(9 * log(2 * a))) <= c, Pr(z > b * sqrt(7 * log(2 * a))) <= c),
    (Pr(z > b * sqrt(log(2 * a))) <= c, Pr(z > b * sqrt(log(3 * a))) <= c, Pr(z > b * sqrt(log(a))) <= c),
    (a * Pr(z >= t) <= c, (a - 1) * Pr(z >= t) <= c, (a + 1) * Pr(z >= t) <= c),
    (Pr(z >= t) <= 2 * exp(-(t**2) / 2), Pr(z >= t) <= 2 * exp(-(t**2) / 3), Pr(z >= t) <= 2 * exp(-(t**2))),
    (x <= a**2, x <= a**3, x <= a),
    (x < a**2, x <= a**3, x < sqrt(a)),
    (x <= 2 * (a * log(a) / b), x <= 3 * (a * log(a) / b), x <= a * log(a) / b),
    (x >= largest(a - 1, 2 * t), x >= largest(a - 2, 2 * t), x >= largest(a, 2 * t)),
    (x <= smallest(a - 1, 2 * t), x <= smallest(a, 2 * t), x <= smallest(a - 2, 2 * t)),
    (x <= 2 * exp(c / y), x <= 3 * exp(c / y), x <= exp(c / y)),
    (x <= -a / 2, x <= -(a / 3), x <= -a),
    (x <= sqrt(2 * a**2), x <= sqrt(3 * a**2), x <= sqrt(a**2)),
    (2 * t <= x, t <= x, 3 * t <= x),
]
NOT_WEAKER = [
    (x <= exp(2 * c), x <= exp(3 * c)),  # c may be negative
    (x <= c * 2, x <= c * 3),
    (x <= b**2, x <= b**3),  # b may be below 1
    (x <= a, x < 2 * a - a),
    (x <= a, x >= 2 * a),
    (x == a, x == 2 * a),
    (Pr(z <= a) <= c, Pr(z <= 2 * a) <= c),
    (Pr(z > t) <= c, Pr(z >= 2 * t) <= c),
    (Pr(z > t) <= c, Pr(y > 2 * t) <= c),
    (c * Pr(z > t) <= x, c * Pr(z > 2 * t) <= x),
    (x <= 1 / (c + 2), x <= 1 / (c + 1)),
    (x <= sqrt(b), x <= sqrt(b - 1)),
    (x <= log(b), x <= Q(2) * log(b)),
    (x <= 2 * (a * log(b) / a), x <= 3 * (a * log(b) / a)),  # b may be below 1
    (x >= largest(c, 2 * a), x >= largest(2 * c, a)),
    (x <= smallest(c, 2 * a), x <= smallest(c - 1, 3 * a)),
    (x <= 2 * (a - 2), x <= 3 * (a - 2)),
    (x <= (a - 2) ** 2, x <= (a - 2) ** 3),
    (x <= (a - 2) ** 2, x <= (a - 1) ** 2),
]


def test_the_weaker_claim_is_seen_and_no_other() -> None:
    for known, goal, stronger in WEAKER:
        assert (seen(known, goal), seen(known, stronger), seen(goal, known)) == (True, False, False), known
    for known, goal in NOT_WEAKER:
        assert not seen(known, goal), f"{goal} from {known}"


def test_a_claim_that_is_not_known_gives_nothing() -> None:
    with pytest.raises(GapError):
        weaker(x <= a).show(x <= 2 * a, Context().assuming(*FACTS))


def test_a_reason_that_does_not_hold_serves_for_nothing() -> None:
    known, goal = x <= exp(2 * c), x <= exp(3 * c)
    assert not seen(known, goal, c >= 0)
    script = have(c >= 0, by(), weaker(known, EXP_ABOVE_TANGENT(c)))
    script.show(goal, Context().assuming(known, c >= b, *FACTS))
