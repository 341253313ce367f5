"""A repair is as small as can be: the next weaker change of the printed line is false as well. Sections 5 and 6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from tests.fabricated import claiming
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, judge
from theorems.language import tree
from theorems.language.tree import Q, exp, log, sqrt
from theorems.provers.search import smallest_witness, witness_of
from theorems.scan_snap import distinct_tokens, twins
from theorems.scan_snap.double_logarithm import AFTER_PRINTED_START, factor, snapped_log
from theorems.scan_snap.growth_exponent import LARGE, LATE, early_growth, late_growth, late_log
from theorems.scan_snap.phase_transition import kept, least, share, start_share
from theorems.scan_snap.transition import C_0, TRANSITION, B, Gamma, K, M, n, t, t_0, t_0p
from theorems.statement import Condition, Domain, Part
from theorems.vocabulary import Reading, Verdict, at_least, comparisons, more

Claim = Callable[[Any], Any]
QUICK = EFFORTS["quick"]


def only(address: str, reading: Reading = Reading.INTENDED) -> Part:
    (part,) = [p for p in find(f"scan_snap/{address}") if p.reading is reading]
    return part


def undivided(claim: Claim) -> Claim:
    """The repaired bounds with ¼ ln(C₀ + ...) in place of ¼ ln(1 + .../C₀)."""

    def planted(x: Any) -> Any:
        return tuple(c.with_rhs(c.rhs + balls.log(x.C0) / 4) for c in comparisons(claim(x)))

    return planted


def repaired(address: str) -> Claim:
    claim = only(address).claim
    assert claim is not None
    return claim


def divided(four_gamma: tree.Expr) -> tree.Expr:
    """B_n for this 4Γ."""
    return Q(1, 4) * log(1 + four_gamma / C_0)


A = late_growth / C_0
power = Q(1, 2) * start_share
WEAKER: dict[str, tuple[str, Claim | tree.Claim]] = {
    "scanning: 1+o(1) without dividing by C₀": ("Theorem 4/Eqn 14 scanning", undivided(repaired("Theorem 4/Eqn 14 scanning"))),
    "scanning: dividing without 1+o(1)": ("Theorem 4/Eqn 130", B[n](t) == divided(early_growth)),
    "snapping: O(1) without dividing by C₀": ("Theorem 4/Eqn 14 snapping", undivided(repaired("Theorem 4/Eqn 14 snapping"))),
    "snapping: dividing without O(1)": ("Theorem 4/Eqn 131", B[n](t) == divided(late_growth * late_log**2)),
    "B(t0') without O(1)": ("Theorem 4/B(t0') scanning", B[n](t_0p) == divided(factor * log(M) ** 2)),
    "B(t0') without dividing": ("Theorem 4/B(t0') scanning", undivided(repaired("Theorem 4/B(t0') scanning"))),
    "B(t0) without O(1)": ("Theorem 4/B(t0) snapping", B[n](t_0) == divided(factor * snapped_log**2)),
    "B(t0) without dividing": ("Theorem 4/B(t0) snapping", undivided(repaired("Theorem 4/B(t0) snapping"))),
    "¼ ln(1 + 2η_Yη_Zt²/ρ₀⁴) without 1+o(1)": ("Theorem 4/scanning B", B[n](t) >= Q(1, 4) * log(1 + share)),
    "χ without 1+o(1)": ("Theorem 4/scanning chi bound", least >= (1 + share) ** power),
    "χ without the 1/M of 1+o(1)": ("Theorem 4/scanning chi bound", least <= (1 + kept**2 * share) ** power),
    "Eqn 132 without C₀": (
        "Theorem 4/Eqn 132 uniform",
        B[n](t) <= Q(1, 4) * log(late_growth) + Q(1, 2) * log(late_log) + 1 / (4 * late_growth * late_log**2),
    ),
    "e^(2B) ≤ √A ℓ without 1": ("Introduction/one-hot", exp(2 * B[n](t)) <= sqrt(A) * late_log),
    "the K-1 terms of ż only": (
        "Section 6/B of Eqn 13",
        B[n](t) == log(1 + 4 * (K - 1) * Gamma(t) / C_0) / (4 * (K - 1)),
    ),
    "the (K-1)/K of ξ only": ("Section 6/B of Eqn 13", B[n](t) == (K - 1) / K * divided(4 * Gamma(t))),
    "Assumption 2 kept: e does not fall below half its start": (
        "Theorem 3/Assumption 2 kept",
        lambda x: at_least(x.overlap, balls.ball(Fraction(x.common**2, sum(a * a for a in x.own) + x.common**2)) / 2),
    ),
}


def instead(part: Part, claim: Claim | tree.Claim) -> Part:
    """The part with another claim over the same data, and without its proof."""
    return replace(claiming(part, claim), proof=None)


@pytest.mark.parametrize("name", WEAKER)
def test_the_next_weaker_change_is_false(name: str) -> None:
    address, claim = WEAKER[name]
    assert judge(instead(only(address), claim), QUICK).verdict is Verdict.FAILS


def test_a_repair_does_not_print_the_refuted_words() -> None:
    printed = {(p.address, p.reading): p.text for p in parts("scan_snap")}
    assert not [
        address
        for (address, reading), says in printed.items()
        if reading is Reading.INTENDED and printed[address, Reading.STATED] == says
    ]


def elsewhere(address: str, domain: Domain, reading: Reading = Reading.INTENDED) -> Part:
    """The same claim on a larger domain."""
    return replace(only(address, reading), domain=domain, proof=None, witness=None)


def overlaps_above(least: Callable[[Instance], Fraction]) -> Domain:
    above = Condition(words="e(t) not too small", check=lambda i: twins.overlap_at(i) >= least(i))
    return twins.TWINS.where(twins.ONE_QUERY, above)


LARGER: dict[str, Part] = {
    "Eqn 132 after the printed start": elsewhere("Theorem 4/Eqn 132 uniform", TRANSITION.where(*AFTER_PRINTED_START)),
    "Eqn 133 from t0 on for all K, M, ν": elsewhere("Theorem 4/Eqn 133", LARGE.where(*LATE), Reading.STATED),
    "the estimate down to overlaps of 1/(2M)": elsewhere("Section 6/estimate", overlaps_above(lambda i: Fraction(1, 2 * i.M))),
    "γ at whole t": elsewhere(
        "Theorem 4/gamma",
        only("Theorem 4/gamma", Reading.STATED).domain.where(Condition(words="t whole", check=lambda i: i.t == int(i.t))),
    ),
}


def test_the_printed_lower_bound_of_chi_is_above_the_most_that_chi_can_be() -> None:
    """K = 2, ρ₀⁴ = 2000, f² = 1/4, η_Y = 1/2, η_Z = 1/50, t = 1: more than twice it."""
    part = only("Theorem 4/scanning chi bound", Reading.STATED)
    for size in (2, 100, 10**9):
        point = Instance(M=size, K=2, eta=Fraction(1, 2), t=1, eta_Z=Fraction(1, 50), C0=1000, f2_start=Fraction(1, 4))
        assert witness_of(part, point)["relation"] == ">="


@pytest.mark.parametrize("name", LARGER)
def test_the_hypothesis_of_a_repair_is_needed(name: str) -> None:
    assert judge(LARGER[name], QUICK).verdict is Verdict.FAILS or smallest_witness(LARGER[name], seconds=20) is not None


@pytest.mark.parametrize(
    ("equation", "weights", "psi"),
    [("Eqn 114", "1,4,1,1,0;4,1,2,0,3", "0,1"), ("Eqn 113", "2,1,4,5,8,0,0,0;2,0,0,0,0,2,6,0;1,4,1,0,0,0,0,1", "0,1,2")],
)
def test_a_common_token_that_gains_breaks_what_follows(equation: str, weights: str, psi: str) -> None:
    """Dominance is given, Assumption 2 holds; only 'all common tokens of n fall' is missing."""
    part = elsewhere(f"Theorem 3/{equation}", distinct_tokens.ANY.where(distinct_tokens.LED), Reading.STATED)
    boosts = ";".join([",".join("1" for _ in weights.split(";")[0].split(","))] * (1 + max(map(int, psi.split(",")))))
    point = Instance(K=weights.count(";") + 1, M=10**10, psi=psi, weights=weights, boosts=boosts)
    assert witness_of(part, point)["relation"] == ">"
    assert not distinct_tokens.LOSING.check(point)


def test_a_token_that_does_not_lead_may_lose_though_all_common_tokens_fall() -> None:
    """The 'increases' of Eqn 114 is about l₀: the least of the distinct tokens loses somewhere."""

    def of_the_least(x: Any) -> Any:
        found = []
        for own in range(x.K):
            last = min(x.distinct(own), key=lambda l: x.scores[own][l])
            mean = sum((x.f[own][l] ** 2 * x.drift(x.psi[own], l) for l in range(x.tokens)), balls.ball(0))
            found.append(more(x.drift(x.psi[own], last) - mean, balls.ball(0)))
        return tuple(found)

    assert judge(instead(only("Theorem 3/Eqn 114", Reading.STATED), of_the_least), QUICK).verdict is Verdict.FAILS


def test_assumption_2_is_lost_at_every_vocabulary_size() -> None:
    """Two classes 2 : 1 with a common token of 2: for each M there is a time from which |λ| < 6/√M, with ξ_n > 0 until then."""
    part, claim = only("Theorem 3/Assumption 2 kept", Reading.STATED), repaired("Theorem 3/Assumption 2 kept")
    for size in (400, 10**4, 10**8):
        point = Instance(own="2,1", common=2, copies=2, share=1 - Fraction(1, 4 * size), l=0, other=1, M=size, K=2)
        assert witness_of(part, point)["relation"] == ">="
        assert all(c.truth() is balls.Truth.HOLDS for c in comparisons(claim(twins.bind(point, BALLS))))


def test_the_printed_exponent_is_wrong_by_the_start_alone() -> None:
    """With 1+o(1) allowed for, Eqns 14, 130, 131 and B_n(t0) stand at C₀ = 1: what refutes them is ¼ ln C₀."""
    for label in ("Eqn 14 scanning", "Eqn 130", "B(t0') scanning", "Eqn 14 snapping", "Eqn 131", "B(t0) snapping"):
        part = only(f"Theorem 4/{label}", Reading.STATED)
        at_one = Condition(words="C₀ = 1", check=lambda i: i.C0 == 1, steer=lambda i: i.but(C0=1))
        domain = part.domain.where(at_one)
        found = judge(replace(part, domain=domain, witness=None), QUICK)
        assert found.verdict is not Verdict.FAILS, label
