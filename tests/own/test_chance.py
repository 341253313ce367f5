"""Means and probabilities of normal numbers against numerical integration, those of laws against sums over outcomes."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import exp as e
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from kernels import balls
from kernels.arithmetic import BALLS
from tests.chosen import sample
from theorems.api import Claim, Verdict, judge, part_of
from theorems.language.tree import Expr
from theorems.own import *
from theorems.own.laws import Law, WantedLaw
from theorems.own.values import Point, seen_at

n = size("n")
a = vector("a", n)
s, c = reals("s c")
t = real("t", above=0)
lam, mu = real("lam", -3, 3), real("mu", 0, 1)
(i,) = indices("i")
G, Z, P = normal("G"), normal("Z", n), normal("P", 2)
X, Y, W = bounded("X", 0, 1), bounded("Y", -1, 1, mean=0), bounded("W", 0, 1, n)

OF_ONE: dict[str, tuple[Expr, Callable[[float, float, float], float]]] = {  # of G, s and c
    "powers": (E((G + s) ** 4 - c * G**3 + G), lambda g, s, c: (g + s) ** 4 - c * g**3 + g),
    "exponentials": (E(G**2 * exp(s * G + c)), lambda g, s, c: g**2 * e(s * g + c)),
    "third": (
        E(G**3 * exp(s * G) - abs(G) ** 3 * exp(c * G)),
        lambda g, s, c: g**3 * e(s * g) - abs(g) ** 3 * e(c * g),
    ),
    "absolute": (E(abs(G - s) * abs(G)), lambda g, s, c: abs(g - s) * abs(g)),
    "maxima": (E(largest(G, s) * smallest(2 * G + c, 1)), lambda g, s, c: max(g, s) * min(2 * g + c, 1)),
    "steps": (E(Indicator(G**2 - s * G <= c) * G), lambda g, s, c: g * (g**2 - s * g <= c)),
    "one-sided": (E(exp(s * abs(G)) * Indicator(c <= G)), lambda g, s, c: e(s * abs(g)) * (g >= c)),
    "quotient": (E(G / exp(s * G)), lambda g, s, c: g / e(s * g)),
    "probability": (Pr((s <= G) & (c >= G)), lambda g, s, c: float(s <= g <= c)),
    "squares": (Pr(s + 2 <= G**2), lambda g, s, c: float(g * g >= s + 2)),
}


@pytest.mark.parametrize("name", OF_ONE)
def test_of_one_normal_number(name: str) -> None:
    word, own = OF_ONE[name]
    source = random.Random(name)
    for _ in range(4):
        at = {s: Fraction(source.randint(-6, 6), 4), c: Fraction(source.randint(-6, 6), 3)}
        numbers = tuple(map(float, at.values()))
        whole = lambda g: own(g, *numbers) * e(-g * g / 2) / np.sqrt(2 * np.pi)  # noqa: B023, E731
        # cut everywhere: the integrand has kinks and steps
        expected = sum(integrate.quad(whole, x / 16, (x + 1) / 16, epsabs=1e-10)[0] for x in range(-160, 160))
        found = seen_at(Point(at, BALLS)).value(word)
        steps = name in ("steps", "probability", "squares", "one-sided")
        assert balls.approximate(found) == pytest.approx(expected, abs=2e-3 if steps else 1e-7)
        assert float(found.rad()) < 1e-15


OF_SEVERAL: dict[str, tuple[Expr, Callable[[Any, Any], float]]] = {  # of drawn rows and a; what is known in closed form
    "second moment": (E(dot(a, Z) ** 2), lambda a, n: a @ a),
    "fourth moment": (E(dot(a, Z) ** 4), lambda a, n: 3 * (a @ a) ** 2),
    "mixed": (E(dot(a, Z) ** 2 * norm(Z) ** 2), lambda a, n: (n + 2) * (a @ a)),
    "exponential": (E(exp(dot(a, Z))), lambda a, n: e(a @ a / 2)),
    "absolute": (E(abs(dot(a, Z))), lambda a, n: np.sqrt(2 / np.pi * (a @ a))),
    "sum norm": (E(norm(Z, 1)), lambda a, n: n * np.sqrt(2 / np.pi)),
    "tail": (Pr(dot(a, Z) >= 1), lambda a, n: stats.norm.sf(1 / np.sqrt(a @ a))),
    "two tails": (Pr(abs(dot(a, Z)) <= 2), lambda a, n: 1 - 2 * stats.norm.sf(2 / np.sqrt(a @ a))),
    "chi square": (Pr(norm(Z) ** 2 >= n + 1), lambda a, n: stats.chi2.sf(n + 1, n)),
    "length": (Pr(norm(Z) <= 2), lambda a, n: stats.chi2.cdf(4, n)),
    "largest": (Pr(maximum(Z) <= 1), lambda a, n: stats.norm.cdf(1) ** n),
    "largest size": (Pr(norm(Z, "∞") > 1), lambda a, n: 1 - (1 - 2 * stats.norm.sf(1)) ** n),
    "all": (Pr(ForAll(i, upto(n), Z[i] >= a[i])), lambda a, n: float(np.prod(stats.norm.sf(a)))),
}


@pytest.mark.parametrize("name", OF_SEVERAL)
@given(entries=st.lists(st.fractions(-2, 2, max_denominator=5).filter(bool), min_size=1, max_size=3))
def test_of_several_normal_numbers(name: str, entries: list[Fraction]) -> None:
    word, known = OF_SEVERAL[name]
    array = np.empty(len(entries), dtype=object)
    array[:] = entries
    found = seen_at(Point({n: Fraction(len(entries)), a: array}, BALLS)).value(word)
    assert balls.approximate(found) == pytest.approx(known(array.astype(float), len(entries)), rel=1e-9, abs=1e-12)


@given(seed=st.integers(0, 10**6), length=st.integers(1, 3))
def test_laws_are_enumerated(seed: int, length: int) -> None:
    source = random.Random(seed)
    wanted = WantedLaw(Fraction(-1), Fraction(2), source.choice((None, Fraction(1, 3))))
    law = wanted.drawn(source) or wanted.simple()[0]
    assert wanted.met_by(law)
    assert wanted.read(str(law)) == law
    at = seen_at(Point({n: Fraction(length), W: law}, BALLS))
    draws = list(product(zip(law.values, law.weights, strict=True), repeat=length))
    weight = lambda drawn: Fraction(np.prod([p for _, p in drawn]))  # noqa: E731
    assert at.worth(E(total(W) ** 3)) == sum(weight(drawn) * sum(x for x, _ in drawn) ** 3 for drawn in draws)
    centred = Pr(total(W) - n * E(W[1]) >= 1)
    assert at.worth(centred) == sum(weight(d) for d in draws if sum(x for x, _ in d) - length * law.mean >= 1)


def test_what_no_law_allows_is_seen() -> None:
    half, wanted = Fraction(1, 2), WantedLaw(Fraction(0), Fraction(1), Fraction(1, 2))

    def met(values: tuple[int, int], *weights: Fraction | int) -> bool:
        return wanted.met_by(Law(tuple(map(Fraction, values)), tuple(map(Fraction, weights))))

    assert met((0, 1), half, half)
    assert not any((met((0, 2), half, half), met((0, 1), half, 1), met((0, 1), 1, 0), met((0, 1), 3 * half, -half)))


CLAIMS: list[tuple[Claim, bool]] = [
    (Pr(t <= G) <= exp(-(t**2) / 2), True),
    (Pr(t <= G) <= exp(-(t**2) / 2) / 3, False),
    (Pr(abs(G) >= t) <= 2 * exp(-(t**2) / 2), True),
    (E(exp(s * G)) == exp(s**2 / 2), True),
    (E(exp(s * G)) <= 1 + s**2, False),
    (Pr(norm(Z) ** 2 >= n + 2 * sqrt(n * t) + 2 * t) <= exp(-t), True),
    (Pr(norm(Z) ** 2 >= n + 2 * sqrt(n * t) + t / 2) <= exp(-t), False),
    (E(exp(lam * Y)) <= exp(lam**2 / 2), True),
    (E(exp(lam * Y)) <= exp(lam**2 / 3), False),
    (Pr(t <= X) <= E(X) / t, True),
    (Pr(t <= X) <= E(X) ** 2 / t, False),
    (Pr(total(W) - n * E(W[1]) >= n * t) <= exp(-4 * n * t**2), False),
    (E(X**2) - E(X) ** 2 <= t / (4 * t), True),
]


@pytest.mark.parametrize(("claim", "true"), sample(CLAIMS, 3))
def test_claims_about_random_variables(claim: Claim, true: bool) -> None:
    finding = judge(claim)
    assert finding.verdict is (Verdict.HOLDS if true else Verdict.FAILS), finding.how


def test_what_is_not_known_is_not_guessed() -> None:
    """Signs of two normal numbers that are not one linear form, and logarithms, have no value here."""
    for word in (E(abs(P[1]) * abs(P[2])) <= t, E(largest(P[1], largest(P[2], 0))) <= t, E(exp(t * G**2)) <= 0):
        finding = judge(word)
        assert finding.verdict is Verdict.UNKNOWN
        assert "known mean" in finding.how or "depend on one another" in finding.how
    for loose in (G >= 0, E(X) <= X, Pr(Z[1] >= t) <= Z[1]):
        with pytest.raises(ValueError, match="is random: it stands inside of Pr and E"):
            part_of(loose)
