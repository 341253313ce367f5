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
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from tests.fabricated import Says, claiming
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.judge import Effort, judge
from theorems.judging.support import fill_supported
from theorems.provers.search import evaluate
from theorems.scan_snap import concentration, samples, transition
from theorems.scan_snap.gradient_coefficients import bounded_below, lambda1
from theorems.scan_snap.growth import FLOW_EQUATION, GAMMA
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


def test_the_sentence_on_fewer_draws_fails_only_with_the_constant_of_eqn_65() -> None:
    assert judge(only("Lemma 11/below"), PROOFS).verdict is Verdict.HOLDS
    assert judge(only("Lemma 11/below, same constant"), PROOFS).verdict is Verdict.FAILS
    assert judge(only("Lemma 11/below, same constant", Reading.INTENDED), PROOFS).verdict is Verdict.HOLDS


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


# -- the repairs are the smallest: the next weaker change fails --------------------------------------------------------------


def test_no_constant_below_1_serves_for_fewer_draws() -> None:
    part = only("Lemma 11/below, same constant", Reading.INTENDED)
    at = Instance(M=10**3000, eta=Fraction(1, 2), count=13806, mean=15806, reach=2000)
    assert with_claim(part, scaled(part, "19/20"), at) is Truth.FAILS


def test_the_tolerance_of_lemma_7_cannot_reach_ln_2() -> None:
    """At ε just below ln 2/M the right side is negative, and h rises."""
    part = only("Lemma 7/b s0 first")
    for s in (1, 10**6, 10**12):
        assert evaluate(part, Instance(M=2, eta=1, s=s, epsilon=Fraction(34657, 100000))).truth is Truth.FAILS


def test_the_first_stage_starts_at_1_03_of_a_step_per_token_and_not_at_1() -> None:
    part = only("Lemma 9/1a", Reading.INTENDED)
    for M in (100, 10**4, 10**9):
        at = Instance(M=M, K=1, eta=Fraction(1, 2), t=Fraction(2 * 103, 100 * M))
        part.domain.require(at)
        assert evaluate(part, at).truth is Truth.HOLDS
        assert evaluate(part, at.but(t=Fraction(2, M))).truth is Truth.FAILS


def test_two_draws_are_enough_for_the_ends_of_eqn_58_and_one_is_not() -> None:
    part = only("Lemma 10/Eqn 58 ends", Reading.INTENDED)
    assert judge(part, PROOFS).verdict is Verdict.HOLDS
    assert evaluate(part, Instance(N=1, p=Fraction(1, 20), delta=Fraction(9, 10))).truth is Truth.FAILS
    for N in range(2, 17):
        for k in range(1, 40):
            for delta in ("1/10", "1/2", "3/4", "99/100"):
                assert evaluate(part, Instance(N=N, p=Fraction(k, 40), delta=Fraction(delta))).truth is Truth.HOLDS


def test_sixteen_draws_are_too_few_for_the_second_inequality_of_eqn_58() -> None:
    part = only("Lemma 10/Eqn 58 second", Reading.INTENDED)
    assert evaluate(part, Instance(N=16, p=Fraction(1, 2), delta=Fraction(99, 100))).truth is Truth.FAILS


def test_eqn_93_cannot_have_the_largest_eigenvalue_squared() -> None:
    """1-min|λ|² serves; 1-|λ₁|² does not, for two pairs of classes with overlaps 1/60 and 1/5."""
    part = only("Theorem 1/Eqn 93 first", Reading.INTENDED)
    at = Instance(K=4, M=10**7, E="1/60,0,0,0,0,1/5", theta="0,0,0,0")
    part.domain.require(at)
    assert evaluate(part, at).truth is Truth.HOLDS
    assert with_claim(part, bounded_below(1 - lambda1**2), at) is Truth.FAILS


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


def test_the_largest_c_prime_is_that_of_twelve_tokens() -> None:
    """1 + ω₁ = u₁/ln M by halving; it is 1.4924 there."""

    def c_prime(M: int) -> mpf:
        low, high = mpmath.log(M - 1), mpf(10 * M)
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (low, middle) if mpmath.exp(middle) > (M - 1) * middle else (middle, high)
        return low / mpmath.log(M)

    found = {M: c_prime(M) for M in range(4, 60)}
    assert max(found, key=found.__getitem__) == 12
    assert mpmath.nstr(found[12], 5) == "1.4924"


def test_h_and_gamma_are_not_said_to_stand_in_eqn_10() -> None:
    """Eqn 10 is attention's; h is Eqns 44, 45, and γ(t) stands in Section D.3."""
    clocks = (FLOW_EQUATION, samples.SPEED, concentration.EQN_44, transition.ONE_RATE.clock, transition.EQN_44)
    assert all("Eqn 44" in law.name and "Eqn 10" not in law.name for law in clocks)
    assert all(law.name == "γ(t) of Section D.3" for law in (GAMMA, transition.ONE_RATE.speed))


def test_after_t0_the_printed_start_of_eqn_132_still_gives_no_double_logarithm() -> None:
    """Its ν stands upside down: at ν = 10⁴ and Mη_Yt/K = 10⁶, past t0 and that start, the print is negative and B_n is not."""
    at = transition.bind(Instance(M=1000, K=2, eta=1, t=2000, eta_Z=Fraction(1, 10**4), C0=1), BALLS)
    size = mpmath.log(2 * 2 * mpf(999) ** 2 / 1000**2 / 10**4) / 4
    assert balls.approximate(at.t0_snap) < 2000
    assert 100 * mpmath.exp(1 / mpmath.sqrt(2 * 10**4)) < 1000 * 2000
    assert mpmath.log(mpmath.log(mpf(10) ** 6)) / 2 + size < 0 < balls.approximate(at.B)
