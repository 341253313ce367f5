"""Errors planted into claims of every kind are found: a check that cannot fail is worth nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from kernels import balls
from tests.fabricated import claiming
from theorems.catalogue import find
from theorems.judging.judge import EFFORTS, judge
from theorems.provers.argument import Argument
from theorems.provers.search import search
from theorems.scan_snap.classes import OWN_TOKEN, Classes, classes_domain
from theorems.scan_snap.gains import Gains
from theorems.scan_snap.overlaps import STRONG
from theorems.scan_snap.trained import Trained
from theorems.statement import Part
from theorems.vocabulary import Reading, Verdict, at_most, comparisons, equals, less

QUICK = EFFORTS["quick"]


def only(address: str, reading: Reading = Reading.STATED) -> Part:
    (part,) = [p for p in find(address) if p.reading is reading]
    return part


def planted(part: Part, change: Callable[[Any], Any]) -> Part:
    """Every right-hand side changed; the proof is left out: it is about the other claim."""
    claim = part.claim
    assert claim is not None

    def changed(x: Any) -> Any:
        return tuple(c.with_rhs(change(c.rhs)) for c in comparisons(claim(x)))

    return replace(claiming(part, changed), proof=None, witness=None)


def scaled(part: Part, factor: str) -> Part:
    return planted(part, lambda rhs: rhs * balls.ball(Fraction(factor)))


@pytest.mark.parametrize(
    ("address", "reading", "factor"),
    [
        ("scan_snap/Lemma 6/Eqn 45", "stated", "1001/1000"),
        ("scan_snap/Lemma 5/Eqn 31", "stated", "1001/1000"),
        ("scan_snap/Lemma 7/a2", "stated", "1/30"),
        ("scan_snap/Lemma 8/Eqn 51", "stated", "1001/1000"),
        ("scan_snap/Lemma 9/2b", "stated", "9/10"),
        ("scan_snap/Lemma 9/Eqn 57", "stated", "1001/1000"),
        ("scan_snap/Lemma 10/Eqn 59", "stated", "1/4"),
        ("scan_snap/Lemma 11/Eqn 61", "stated", "1/2"),
        ("scan_snap/Lemma 13", "stated", "9/10"),
        ("scan_snap/Lemma 17/Eqn 80", "stated", "1/4"),
        ("scan_snap/Theorem 1/Eqn 86", "stated", "1001/1000"),
        ("scan_snap/Theorem 1/Eqn 88", "intended", "1001/1000"),
        ("scan_snap/Lemma 4/Eqn 10", "stated", "1001/1000"),
        ("scan_snap/Theorem 2/Eqn 98", "stated", "1001/1000"),
        ("scan_snap/Theorem 3/Eqn 114", "stated", "1001/1000"),
        ("scan_snap/Theorem 4/Eqn 129", "intended", "1001/1000"),
        ("scan_snap/Lemma 2/Eqn 20", "stated", "1001/1000"),
        ("scan_snap/Lemma 1/Eqn 3 Y", "stated", "1001/1000"),
        ("scan_snap/Lemma 1/Eqn 3 Z", "stated", "1001/1000"),
        ("scan_snap/Lemma 1/Eqn 4", "stated", "1001/1000"),
        ("scan_snap/Lemma 3/Eqn 27", "stated", "1001/1000"),
        ("scan_snap/Lemma 3/Eqn 28", "stated", "1001/1000"),
        ("scan_snap/Lemma 12/form", "stated", "1001/1000"),
        ("scan_snap/Theorem 5/Eqn 70", "stated", "1001/1000"),
        ("scan_snap/Theorem 1/Eqn 9", "stated", "1001/1000"),
        ("scan_snap/Theorem 1/Eqn 83", "stated", "1001/1000"),
        ("scan_snap/Lemma 4/Eqn 94", "stated", "1001/1000"),
        ("scan_snap/Lemma 4/Eqn 97", "stated", "1001/1000"),
        ("scan_snap/Corollary 2/Eqn 101", "stated", "1001/1000"),
        ("scan_snap/Corollary 2/Eqn 102", "intended", "1001/1000"),
        ("scan_snap/Corollary 2/Eqn 103", "stated", "1001/1000"),
        ("scan_snap/Corollary 2/Eqn 104-106", "stated", "1001/1000"),
        ("scan_snap/Theorem 3/Eqn 109", "stated", "1001/1000"),
        ("scan_snap/Section 6/slow decay", "stated", "1/2"),
        ("scan_snap/Section 6/estimate", "intended", "1/2"),
        ("scan_snap/Section 6/B of Eqn 13", "intended", "1001/1000"),
        ("scan_snap/Theorem 4/B(t0') scanning", "intended", "9/10"),
        ("scan_snap/Theorem 4/B(t0) snapping", "intended", "9/10"),
        ("scan_snap/Theorem 4/scanning B order", "stated", "1/2"),
        ("scan_snap/Theorem 3/Eqn 11", "stated", "1001/1000"),
        ("scan_snap/Theorem 3/Eqn 12", "stated", "99/100"),
        ("scan_snap/Theorem 3/Eqn 116", "stated", "6/5"),
        ("scan_snap/Theorem 4/Eqn 122", "stated", "1001/1000"),
        ("scan_snap/Theorem 4/Eqn 125-128", "stated", "1001/1000"),
        ("scan_snap/Theorem 4/B(t0)", "stated", "1001/1000"),
        ("scan_snap/Remark 4/small", "stated", "999/1000"),
    ],
)
def test_a_wrong_constant_is_refuted(address: str, reading: str, factor: str) -> None:
    finding = judge(scaled(only(address, Reading(reading)), factor), QUICK)
    assert finding.verdict is Verdict.FAILS


@pytest.mark.parametrize("label", ["zero sums", "residual", "projection"])
def test_a_sum_that_is_not_0_is_refuted(label: str) -> None:
    part = planted(only(f"scan_snap/Lemma 1/{label}"), lambda rhs: rhs + balls.ball("1/1000"))
    assert judge(part, QUICK).verdict is Verdict.FAILS


def test_the_printed_signs_and_factors_are_refuted_at_their_witnesses() -> None:
    for address in (
        "scan_snap/Notation D.1/E'",
        "scan_snap/Theorem 1/Eqn 88",
        "scan_snap/Theorem 1/Eqn 93 first",
        "scan_snap/Theorem 3/Eqn 112",
        "scan_snap/Theorem 4/Eqn 124",
        "scan_snap/Lemma 4/Eqn 10 rate",
    ):
        assert judge(only(address), QUICK).verdict is Verdict.FAILS
        assert judge(only(address, Reading.INTENDED), QUICK).verdict is Verdict.HOLDS


def test_dropping_the_lower_edge_of_assumption_2_breaks_theorem_1() -> None:
    """Without |λ_i| ≥ 6/√M a class may overlap nobody, and ξ_n > 0 is false."""
    part = only("scan_snap/Theorem 1/a")
    loose = replace(part, domain=part.domain.without(STRONG.text), proof=None)
    point = "K=3 M=400 E=1/5,0,0 theta=0,0,0"
    assert judge(replace(loose, witness=point), QUICK).verdict is Verdict.FAILS


def test_a_broken_step_takes_the_proof_away() -> None:
    part = only("scan_snap/Theorem 1/Eqn 90")
    proof = part.proof
    assert isinstance(proof, Argument)
    last = proof.steps[-1]
    finding = replace(proof, steps=(*proof.steps[:-1], replace(last, check=lambda: False))).run(part)
    assert finding.verdict is Verdict.UNKNOWN
    assert last.text in finding.how


def test_an_early_bound_is_false_late() -> None:
    """h = η t/(MK) is right early only: from t0 on it is far too large a lower bound."""
    part = only("scan_snap/Lemma 9/2b")
    planted = replace(claiming(part, lambda x: at_most(x.age / x.M * x.ratio(9, 10), x.h)), proof=None)
    assert judge(planted, QUICK).verdict is Verdict.FAILS


def test_the_gradient_with_the_printed_sign_of_beta_is_not_the_trained_decoders() -> None:
    """Eqn 9 with β as printed in Eqn 88: off by 2(1+σ)q_0(1+θ_n')f_n'l, which the decoder that ran can tell."""
    part = only("scan_snap/Theorem 1/Eqn 9")

    def as_printed(x: Trained) -> Any:
        excess = sum(
            (2 * (1 + x.sigma) * x.q0 * (1 + x.theta(k)) * x.f[k][x.l] for k in range(x.classes) if k != x.n), balls.ball(0)
        )
        return equals(x.g_l, x.gamma * (x.iota * x.f_nl - x.others - excess))

    assert judge(replace(claiming(part, as_printed), proof=None), QUICK).verdict is Verdict.FAILS


def test_theorem_3_needs_the_dominant_token_to_be_ahead() -> None:
    """Between two tokens the one behind never grows faster than e^(2f²(0)B): with l₀ the smaller the lower bound is false."""
    part = only("scan_snap/Theorem 3/Eqn 12")

    def of_the_smaller(x: Gains) -> Any:
        behind = x.own.index(min(x.own))
        start = balls.ball(min(x.own) ** 2 / (x.common**2 + sum((a * a for a in x.own), Fraction(0))))
        return at_most(balls.exp(2 * start * x.B), balls.exp(2 * x.rise(behind)))

    assert judge(replace(claiming(part, of_the_smaller), proof=None), QUICK).verdict is Verdict.FAILS


def test_dropping_the_single_common_token_breaks_theorem_2() -> None:
    """With several common tokens and no symmetry one of them may gain attention."""
    part = only("scan_snap/Theorem 2/b")
    several = classes_domain("several common tokens", OWN_TOKEN)

    def every_common_token_falls(x: Classes) -> Any:
        return tuple(less(x.drift(query, l), balls.ball(0)) for query in sorted(set(x.psi)) for l in x.common)

    loose = replace(claiming(part, every_common_token_falls), domain=several, proof=None)
    found = search(loose, 400, 0)
    assert found.refuted_at is not None
