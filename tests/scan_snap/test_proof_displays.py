"""Displays inside the proofs of Lemmas 1, 5, 7, 11, and the smallest repairs; numbers that know no claim of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from mpmath import mpf

from kernels import balls
from kernels.balls import Truth
from tests.fabricated import Says, claiming
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.judge import Effort, judge
from theorems.judging.support import fill_supported
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.vocabulary import Reading, Verdict, comparisons

PROOFS = Effort("proofs", examples=0, seconds=1.0)


def only(address: str, reading: Reading = Reading.STATED) -> Part:
    (part,) = [p for p in find(f"scan_snap/{address}") if p.reading is reading and p.address == f"scan_snap/{address}"]
    return part


def logit(M: int, age: mpf) -> mpf:
    """The root of e^u + (M-1)u = M age + 1 by halving."""
    low, high = mpf(0), age + 1
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if mpmath.exp(middle) + (M - 1) * middle > M * age + 1 else (middle, high)
    return low


def g(M: int, eta: mpf, count: int) -> mpf:
    return 1 / (M - 1 + mpmath.exp(logit(M, eta * count)))


def with_claim(part: Part, claim: Says, at: Instance) -> Truth:
    """What another claim comes to at a point of the part's domain."""
    part.domain.require(at)
    return evaluate(replace(claiming(part, claim), proof=None), at).truth


def scaled(part: Part, factor: str) -> Callable[[Any], Any]:
    """The part's claim with its right-hand sides times ``factor``."""
    claim = part.claim
    assert claim is not None
    return lambda x: tuple(c.with_rhs(c.rhs * balls.ball(Fraction(factor))) for c in comparisons(claim(x)))


def supported() -> dict[str, bool]:
    verdicts = expectations.load("scan_snap")
    records = [
        {
            "paper": p.paper,
            "statement": p.statement,
            "part": p.label,
            "reading": p.reading.value,
            "verdict": verdicts[p.key].verdict,
            "depends_on": list(p.depends_on),
        }
        for p in parts("scan_snap")
    ]
    return {f"{r['statement']}/{r['part']} ({r['reading']})": r["supported"] for r in fill_supported(records)}


def test_eqn_65_holds_as_printed_from_four_tokens_on() -> None:
    """|g(N̄+Δ) - g(N̄)| ≤ ⅓ηΔ g(N̄), by another solver; for M = 2 it is false."""
    assert judge(only("Lemma 11/Eqn 65"), PROOFS).verdict is Verdict.HOLDS

    def holds(M: int, eta: mpf, mean: int, reach: int) -> bool:
        before, after = g(M, eta, mean), g(M, eta, mean + reach)
        return bool(abs(after - before) <= eta * reach * before / 3)

    sizes = [(M, eta, mean, reach) for M in (4, 5, 20, 1000) for eta in ("0.001", "0.1", "1", "4") for mean in (1, 2, 7, 60)
             for reach in (1, 2, 9, 50)]  # fmt: skip
    assert all(holds(M, mpf(eta), mean, reach) for M, eta, mean, reach in sizes)
    assert not holds(2, mpf("0.1"), 2, 1)


def test_eqn_62_and_corollary_1_rest_on_what_stands() -> None:
    found = supported()
    for label in (
        "Lemma 11/Eqn 62",
        "Corollary 1/Eqn 71",
        "Corollary 1/sigma early",
        "Corollary 1/sigma late",
        "Corollary 1/Eqn 73",
    ):
        assert found[f"{label} (stated)"], label


@pytest.mark.parametrize("label", ["Eqn 35", "Eqn 38"])
def test_the_moves_of_lemma_5_lack_the_learning_rate(label: str) -> None:
    """At η = 1 the printed display is right, at no other rate."""
    stated = only(f"Lemma 5/{label}")
    assert judge(stated, PROOFS).verdict is Verdict.FAILS
    assert judge(only(f"Lemma 5/{label}", Reading.INTENDED), PROOFS).verdict is Verdict.HOLDS
    assert evaluate(stated, Instance(M=3, eta=1, s=1)).truth is not Truth.FAILS
    assert evaluate(stated, Instance(M=3, eta=2, s=1)).truth is Truth.FAILS


@pytest.mark.parametrize(
    ("address", "factor", "at"),
    [
        ("Lemma 1/Eqn 17", "1001/1000", "tally=1,2 boosts=1,2;1,1 Y=1,0;0,2 m=0 n=0 dY=1,0;0,0 dZ=0,1;0,0"),
        ("Lemma 1/d softmax", "1001/1000", "tally=1,2 boosts=1,2;1,1 Y=1,0;0,2 m=0 n=0 dY=1,0;0,0 dZ=0,1;0,0"),
        ("Lemma 1/Eqn 18", "1001/1000", "tally=1,2 boosts=1,2;1,1 Y=1,0;0,2 m=0 n=0 dY=1,0;0,0 dZ=0,1;0,0"),
        ("Lemma 1/Eqn 19", "1001/1000", "tally=1,2 boosts=1,2;1,1 Y=1,0;0,2 m=0 n=0 dY=1,0;0,0 dZ=0,1;0,0"),
        ("Lemma 1/L to diag(b)", "1001/1000", "tally=1,2 boosts=1,2;1,1 Y=1,0;0,2 m=0 n=0 dY=1,0;0,0 dZ=0,1;0,0"),
        ("Lemma 5/Eqn 34", "1001/1000", "M=3 eta=1/2 s=1"),
        ("Lemma 5/Eqn 36", "1001/1000", "M=3 eta=1/2 s=1"),
        ("Lemma 5/Eqn 37", "1001/1000", "M=3 eta=1/2 s=4"),
        ("Lemma 5/Eqn 39", "1001/1000", "M=3 eta=1/2 s=4"),
        ("Lemma 7/h below", "9/10", "M=3 eta=1/2 t=1/2"),
        ("Lemma 7/Eqn 47", "9/10", "M=3 eta=1/2 t=51/10"),
        ("Lemma 7/strict", "9/10", "M=3 eta=1/2 s=4"),
        ("Lemma 7/in (i)", "9/10", "M=3 eta=1/2 s=1"),
        ("Lemma 7/from (i) to (ii)", "9/10", "M=4 eta=1/6 s=39"),
        ("Lemma 7/Eqn 48", "3", "M=2 eta=5 t=3/2 epsilon=5/4"),
        ("Lemma 11/Eqn 65", "1/2", "M=4 eta=1/10 count=10 mean=12 reach=2"),
        ("Lemma 11/Eqn 65 mean value", "1/2", "M=3 eta=1/10 count=9 mean=8 reach=7"),
        ("Lemma 11/late chain", "9/10", "M=4 eta=1 count=12 mean=13 reach=1"),
        ("Corollary 1/Eqn 71", "1001/1000", "M=3 eta=1/2 s=3 mean=2"),
        ("Theorem 1/Eqn 93 equality", "1001/1000", "K=2 M=580 E=1/4 theta=0,0"),
        ("Lemma 14", "1001/1000", "K=2 M=2 E=1/2"),
        ("Assumption 2/full rank", "-1", "K=2 M=2 E=1/2"),
    ],
)
def test_a_wrong_constant_in_a_display_is_refuted(address: str, factor: str, at: str) -> None:
    """As printed it is not refuted there; with its right-hand sides off it is."""
    part, point = only(address), Instance.parse(at)
    assert evaluate(part, point).truth is not Truth.FAILS
    assert with_claim(part, scaled(part, factor), point) is Truth.FAILS


def test_the_late_step_to_the_constant_1_is_false() -> None:
    """σ' ≤ Δ/N̄ without the constant of ≲, at M = 1000 just past the threshold."""
    part = only("Lemma 11/late chain")
    at = Instance(M=1000, eta=1, count=20, mean=20, reach=1)
    assert with_claim(part, scaled(part, "1"), at) is not Truth.FAILS
    u = [logit(1000, mpf(n)) for n in (20, 21)]
    assert abs((999 + mpmath.exp(u[0])) / (999 + mpmath.exp(u[1])) - 1) > mpf(1) / 20


# -- numbers in words ----------------------------------------------------------------------------------------------------------


SECTION_D_3 = {"0.01", "0.99"}  # the section's own, printed beside most of its lines


def test_a_decimal_in_the_words_of_a_part_is_printed_or_compared() -> None:
    """A note, a reason for a repair, a remark on n0: what no claim says there is checked by nobody."""
    decimal = re.compile(r"(?<![\w.])\d+\.\d+")
    for part in parts("scan_snap"):
        printed = part.printed
        said = {*decimal.findall(f"{part.text} {printed.at_an_instance}"), *SECTION_D_3}
        words = (part.note, part.changed, getattr(part.proof, "dependence", ""))
        assert {*decimal.findall(" ".join(word or "" for word in words))} <= said, part.key
