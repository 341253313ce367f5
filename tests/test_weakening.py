"""A claim that is weaker than a known one, or strict where the known one is not: seen where it follows, and only there."""

from fractions import Fraction

import pytest

from tests.fabricated import shows
from tests.test_mutant_proofs import OBVIOUS, made
from theorems.instance import Instance
from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script, by, calc, cases, each, growing, have
from theorems.language.tree import Claim, Pr, Q, Relation, exp, largest, log, smallest, sqrt, symbols
from theorems.mutants.equal_sides import tied
from theorems.provers.calculation import Calculation
from theorems.provers.sharper import Sharper
from theorems.provers.weakening import weaker
from theorems.statement import Part
from theorems.textbook.elementary import EXP_ABOVE_TANGENT, EXP_GROWS, LOG_BELOW_TANGENT, MAX_BELOW

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


def test_the_weaker_claim_is_seen_from_what_is_known_for_a_reason_that_holds_and_no_other() -> None:
    for known, goal, stronger in WEAKER:
        assert (seen(known, goal), seen(known, stronger), seen(goal, known)) == (True, False, False), known
    for known, goal in NOT_WEAKER:
        assert not seen(known, goal), f"{goal} from {known}"
    with pytest.raises(GapError):
        weaker(x <= a).show(x <= 2 * a, Context().assuming(*FACTS))
    known, goal = x <= exp(2 * c), x <= exp(3 * c)
    assert not seen(known, goal, c >= 0)
    script = have(c >= 0, by(), weaker(known, EXP_ABOVE_TANGENT(c)))
    script.show(goal, Context().assuming(known, c >= b, *FACTS))


TANGENT = calc(1 + x).le(exp(x), EXP_ABOVE_TANGENT(x))
SHOWN: dict[str, tuple[Script, Claim, tuple[Claim, ...], Claim, Claim]] = {  # a script, its goal, where it is true, where not
    "a theorem": (TANGENT, 1 + x < exp(x), (), x > 0, x >= 0),
    "one link of two": (TANGENT.le(exp(y), EXP_GROWS(x, y)), 1 + x < exp(y), (x <= y,), x > 0, x >= 0),
    "what is had first": (have(1 + x <= exp(x), TANGENT, by()), x < exp(x) - 1, (x >= 0,), x > 0, x >= 0),
    "one of two that are had": (
        have((log(z) <= z - 1) & (z >= 1), each(by(LOG_BELOW_TANGENT(z)), by()), by()), log(z) < z - 1, (), z > 1, z >= 1
    ),
    "cases": (cases(y <= x, by(), by(EXP_GROWS(x, y))), y < x, (), exp(y) < exp(x), exp(y) <= exp(x)),
    "a maximum": (by(MAX_BELOW(x, y, z)), largest(x, y) < z, (x < z,), z > y, z >= y),
    "a derivative": (growing(x, 0, EXP_GROWS(0, x)), 1 + x < exp(x), (x >= 0,), x > 0, x >= 0),
}  # fmt: skip


@pytest.mark.parametrize(("script", "goal", "known", "true", "false"), SHOWN.values(), ids=SHOWN)
def test_a_strict_relation_is_shown_where_it_is_true_and_only_there(script, goal, known, true, false) -> None:
    assert shows(Sharper(script), goal, Context().assuming(*known, true))
    assert not shows(Sharper(script), goal, Context().assuming(*known, false))


def test_a_calculation_proves_its_strict_mutant_and_no_false_one() -> None:
    for claim, shown in ((x > 0, True), (x >= 0, False)):
        part = made(1 + x < exp(x), Calculation(Sharper(TANGENT)), claim)
        assert part.proof is not None
        assert (part.proof.run(part).verdict.value == "holds") is shown


def at(claim: Claim, x: int, y: int) -> bool:
    part: Part = made(claim, OBVIOUS)
    return tied(part, Instance(x=Fraction(x), y=Fraction(y)))


def test_equal_sides_are_seen_where_they_are_equal_and_kill_no_weak_relation_and_no_alternative() -> None:
    for claim, equal, apart in (
        (exp(x) < exp(y), (2, 2), (2, 3)),
        (exp(x) * (x - y) < 2 * (x - y) / exp(y), (2, 2), (2, 3)),
        (abs(log(x) - log(y)) < log(y) - log(x), (1, 3), (3, 1)),
        ((x < 5) & (log(x * x) < log(x * y)), (2, 2), (2, 3)),
    ):
        assert (at(claim, *equal), at(claim, *apart)) == (True, False), claim
    assert not at(exp(x) <= exp(y), 2, 2)
    assert not at((exp(x) < exp(y)) | (x <= y), 2, 2)
