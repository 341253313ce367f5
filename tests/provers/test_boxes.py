"""Bounds certified over a whole domain, and what must never be certified."""

import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from kernels import balls
from kernels.balls import Truth
from tests.fabricated import claiming
from theorems.catalogue import find
from theorems.mutants.mutation import without
from theorems.provers import bisection
from theorems.provers.bisection import Budget
from theorems.provers.boxes import attempt, certify
from theorems.provers.normal_form import questions
from theorems.provers.ranges import NoNormalFormError
from theorems.provers.search import evaluate
from theorems.statement import Condition, Part
from theorems.vocabulary import Evidence, Reading, Verdict, at_least, at_most, equals, less, more

SHORT = Budget(boxes=600, seconds=8)


def part_at(address: str, reading: Reading = Reading.STATED) -> Part:
    return next(part for part in find(f"superiority/{address}") if part.reading is reading)


def exactly(x, value: str):
    return x.arithmetic.number(Fraction(value))


def log_n(x):
    return x.arithmetic.log(x.n)


F_SPECIAL = "Lemma D.2/3a"  # f(j3, j3) on D1
F_TO_J3 = "Lemma D.2/4a"  # f(j0, j3) on D1, j0 other

CERTIFIED = {
    "D.2 3a: f >= 1/2": (F_SPECIAL, lambda x: at_least(x.f_exp, x.ratio(1, 2))),
    "D.2 3b with a constant below 1": ("Lemma D.2/3b", lambda x: at_most(x.f_exp, exactly(x, "0.99") / x.n)),
    "D.2 4a with slack 1.001": (F_TO_J3, lambda x: at_most(x.f_exp, exactly(x, "1.001") / x.n ** (1 - x.a1))),
    "strictly: a1 f(j3, j3) > 1/10": (F_SPECIAL, lambda x: more(x.a1 * x.f_exp, x.ratio(1, 10))),
    "log n <= 4 n^(1/10), by many boxes": (F_SPECIAL, lambda x: at_most(log_n(x), 4 * x.n ** x.ratio(1, 10))),
    "a growing logarithm against a falling power": (
        "Lemma D.3/4",
        lambda x: at_most(x.c_exp, 2 * x.sqrt_log_n * log_n(x) * x.a1 * x.n ** (x.a1 - x.ratio(9, 10))),
    ),
    "an exponential against its argument": ("Lemma D.10/3a", lambda x: at_most(x.f_lin, x.arithmetic.exp(x.a1) / x.n)),
    "a function of d alone": ("Lemma D.10/3a", lambda x: at_most(x.f_lin, (1 + x.a1) * x.arithmetic.log(x.d) / x.n)),
    "an equality that is an identity": (F_SPECIAL, lambda x: equals(x.u_exp, x.n ** ((1 + x.a1) * (1 + x.a1)))),
}


def test_true_bounds_are_certified() -> None:
    for address, claim in CERTIFIED.values():
        finding = certify(part_at(address), claim, SHORT)
        assert (finding.verdict, finding.evidence) == (Verdict.HOLDS, Evidence.CERTIFIED), finding.how
        assert finding.steps
        assert finding.precision_bits == bisection.BITS


FALSE = {
    "D.2 4a times 0.999": (F_TO_J3, lambda x: at_most(x.f_exp, exactly(x, "0.999") / x.n ** (1 - x.a1))),
    "false only beyond 10^5": (F_TO_J3, lambda x: at_most(x.f_exp, 50 / x.n ** (x.ratio(13, 10) - x.a1))),
    "false only at t = 1": ("Lemma D.2/3b", lambda x: at_most(x.f_exp, (1 - x.ratio(1, 2) / (x.t * x.t)) / x.n)),
    "false at n = 1 alone": (F_SPECIAL, lambda x: more(x.n, exactly(x, "1"))),
    "strict where it is tight": ("Lemma D.2/2b", lambda x: less(x.u_exp, x.n)),
    "D.10 3a times 0.999": ("Lemma D.10/3a", lambda x: at_most(x.f_lin, exactly(x, "0.999") * (1 + x.a1) / (x.n + x.a1))),
}


def test_false_bounds_are_never_certified_and_the_place_is_named() -> None:
    for address, claim in FALSE.values():
        part = part_at(address)
        start = time.process_time()
        tried = attempt(part, claim, SHORT)
        assert time.process_time() - start < 10
        assert not tried.certified
        assert certify(part, claim, SHORT).verdict is Verdict.UNKNOWN
        assert tried.false_at is not None, tried.why_not
        assert part.domain.broken(tried.false_at) is None
        assert evaluate(claiming(part, claim), tried.false_at).truth is Truth.FAILS
        assert str(tried.false_at) in tried.why_not


def test_a_further_hypothesis_narrows_the_box_where_its_check_says_what_it_says() -> None:
    """F(j0, j3) <= 1.0001 n^(a1-1)/(1 + 1/n) needs a1 > 1; the hypothesis is read off its words and its check."""
    claim = lambda x: at_most(x.f_exp, x.n ** -x.ratio(1, 4))  # noqa: E731
    part = part_at(F_TO_J3)
    assert certify(part, claim, SHORT).verdict is Verdict.UNKNOWN
    for end, verdict in ((Fraction(3, 4), Verdict.HOLDS), (Fraction(4, 5), Verdict.UNKNOWN)):

        def check(i: Any, end: Fraction = end) -> bool:
            return bool(i.a1 <= end)

        below = Condition(words="a1 <= 3/4", check=check)
        assert certify(replace(part, domain=part.domain.where(below)), claim, SHORT).verdict is verdict


def test_indeterminate_balls_and_formulas_without_a_value_somewhere_certify_nothing(monkeypatch) -> None:
    for claim in (
        lambda x: at_least(x.arithmetic.sqrt(x.a1 - 5), -1),
        lambda x: at_least(x.arithmetic.log(x.a1 - x.n), -(x.n**9)),
        lambda x: at_least(x.n * x.arithmetic.log(x.a1), exactly(x, "0")),  # a factor that changes sign
    ):
        assert certify(part_at(F_SPECIAL), claim, Budget(boxes=100)).verdict is Verdict.UNKNOWN
    part = part_at(F_SPECIAL)
    assert certify(part).verdict is Verdict.HOLDS
    monkeypatch.setattr(balls, "log", lambda x: balls.sqrt(balls.ball(-1)))
    assert certify(part, budget=Budget(boxes=50)).verdict is Verdict.UNKNOWN


def test_a_wrong_conversion_is_noticed(monkeypatch):
    """Planted: the term n^e is read as n^(2e)."""
    from theorems.provers import normal_form

    honest = normal_form._Builder._polynomial
    doubled = lambda self, power: tuple((k, 2 * c) for k, c in honest(self, power) or ())  # noqa: E731
    monkeypatch.setattr(normal_form._Builder, "_polynomial", doubled)
    with pytest.raises(NoNormalFormError, match="another function"):
        questions(part_at(F_SPECIAL))


def test_an_empty_domain_and_a_claim_without_a_value_at_a_small_point_are_not_certified() -> None:
    """Lemma E.1 as printed has b + c = 1 and b^2 + c^2 = 1 together; boxes cover supersets of what is left: nothing."""
    tried = attempt(part_at("Lemma E.1/3a"), lambda x: at_least(x.n, 1))
    assert not tried.certified
    assert "no instance" in tried.why_not
    (part, *_) = find("superiority/Lemma D.10/3a")
    (at_least_two,) = (c for c in part.domain.conditions if c.text == "n ≥ 2")
    tried = attempt(without(part, at_least_two).part)
    assert (tried.certified, tried.why_not.partition(" at n=1")[0]) == (False, "the claim has no value")
