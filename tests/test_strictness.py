"""A relation made strict: proved by theorems that are strict there, killed where both sides are equal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.fabricated import shows
from tests.test_mutant_proofs import OBVIOUS, made
from theorems.instance import Instance
from theorems.kernel.context import Context
from theorems.kernel.scripts import Script, by, calc, cases, each, growing, have
from theorems.language.tree import Claim, exp, largest, log, symbols
from theorems.mutants.equal_sides import tied
from theorems.provers.calculation import Calculation
from theorems.provers.sharper import Sharper
from theorems.statement import Part
from theorems.textbook.elementary import EXP_ABOVE_TANGENT, EXP_GROWS, LOG_BELOW_TANGENT, MAX_BELOW

x, y, z = symbols("x y z")
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
def test_a_strict_relation_is_shown_where_it_is_true_and_only_there(
    script: Script, goal: Claim, known: tuple[Claim, ...], true: Claim, false: Claim
) -> None:
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
