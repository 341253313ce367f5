"""A repair is as small as can be: the next weaker change of the printed line is false as well. Sections 5 and 6."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from kernels import balls
from tests.chosen import the_part
from tests.fabricated import claiming
from theorems.judging.judge import EFFORTS, judge
from theorems.language import tree
from theorems.language.tree import Q, exp, log, sqrt
from theorems.scan_snap.exponent_in_stages import early_growth, factor, late_growth, snapped_log
from theorems.scan_snap.phase_transition import least, near_one, share, start_share
from theorems.scan_snap.transition import C_0, B, Gamma, K, M, n, t, t_0, t_0p
from theorems.scan_snap.two_stages import late_log
from theorems.vocabulary import Reading, Verdict, at_least, comparisons

Claim = Callable[[Any], Any]


def undivided(claim: Claim) -> Claim:
    """The repaired bounds with ¼ ln(C₀ + ...) in place of ¼ ln(1 + .../C₀)."""

    def planted(x: Any) -> Any:
        return tuple(c.with_rhs(c.rhs + balls.log(x.C0) / 4) for c in comparisons(claim(x)))

    return planted


def repaired(address: str) -> Claim:
    claim = the_part(f"scan_snap/{address}", Reading.INTENDED).claim
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
    "χ without the 1/M of 1+o(1)": ("Theorem 4/scanning chi bound", least <= (1 + near_one**2 * share) ** power),
    "Eqn 132 without C₀": ("Theorem 4/Eqn 132 uniform",B[n](t) <= Q(1, 4) * log(late_growth) + Q(1,
     2) * log(late_log) + 1 / (4 * late_growth * late_log**2)),
    "e^(2B) ≤ √A ℓ without 1": ("Introduction/one-hot", exp(2 * B[n](t)) <= sqrt(A) * late_log),
    "the K-1 terms of ż only": ("Section 6/B of Eqn 13", B[n](t) == log(1 + 4 * (K - 1) * Gamma(t) / C_0) / (4 * (K - 1))),
    "the (K-1)/K of ξ only": ("Section 6/B of Eqn 13", B[n](t) == (K - 1) / K * divided(4 * Gamma(t))),
    "Assumption 2 kept: e does not fall below half its start": ("Theorem 3/Assumption 2 kept",lambda x: at_least(x.overlap,
     balls.ball(Fraction(x.common**2, sum(a * a for a in x.own) + x.common**2)) / 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", WEAKER)
def test_the_next_weaker_change_is_false(name: str) -> None:
    address, claim = WEAKER[name]
    weaker = replace(claiming(the_part(f"scan_snap/{address}", Reading.INTENDED), claim), proof=None)
    assert judge(weaker, EFFORTS["quick"]).verdict is Verdict.FAILS


def test_what_lemma_11_says_with_probability_is_what_remark_4_proves() -> None:
    law = the_part("scan_snap/Lemma 11/Eqn 61").domain.declared.law
    claim = the_part("scan_snap/Remark 4/Eqn 60").printed.at_an_instance
    assert law is not None
    assert claim is (tree.Pr(law.event) >= law.at_least)
