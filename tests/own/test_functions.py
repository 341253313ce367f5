"""Functions with hypotheses: their values, slopes and ranges, and claims about convex and smooth functions."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.arithmetic import BALLS, FLOAT
from tests.chosen import sample
from theorems.api import Claim, Verdict, judge, part_of
from theorems.instance import Instance
from theorems.own import *
from theorems.own.functions import SHAPES, Function, Term, Wanted
from theorems.own.parameters import ShapeError
from theorems.own.values import Floats, Numbers

FLOATS = Floats(FLOAT)
PLACES = [Fraction(k, 8) for k in range(-41, 42, 3)]
OWN: dict[str, Any] = {  # written anew
    "square": lambda s: s * s / 2,
    "linear": lambda s: s,
    "huber": lambda s: s * s / 2 if abs(s) <= 1 else abs(s) - mpmath.mpf(1) / 2,
    "softplus": lambda s: mpmath.log1p(mpmath.exp(s)),
    "root": lambda s: mpmath.hypot(1, s),
    "abs": abs,
    "hinge": lambda s: max(mpmath.mpf(0), s),
    "quartic": lambda s: s**4,
    "exp": mpmath.exp,
    "cos": mpmath.cos,
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_has_its_slope_and_its_ranges(name: str) -> None:
    shape, own = SHAPES[name], OWN[name]
    assert OWN.keys() == SHAPES.keys()
    exact = Numbers(BALLS)
    slopes = []
    for place in PLACES:
        s = mpmath.mpf(place.numerator) / place.denominator
        assert float(shape.value(exact, place)) == pytest.approx(float(own(s)), rel=1e-12)
        slope = float(mpmath.diff(own, s))
        slopes.append(slope)
        assert float(shape.slope(exact, place)) == pytest.approx(slope, rel=1e-6, abs=1e-9)
        assert float(shape.slope(FLOATS, np.float64(place))) == pytest.approx(slope, rel=1e-6, abs=1e-9)
        assert shape.slopes[0] - 1e-9 <= slope <= shape.slopes[1] + 1e-9
        assert not shape.even or float(own(-s)) == pytest.approx(float(own(s)))
    steps = [(b - a) / (3 / 8) for a, b in pairwise(slopes)]
    low, high = shape.curvature
    assert low - 1e-9 <= min(steps)
    assert max(steps) <= high + 1e-9
    for end, reached in ((low, min(steps)), (high, max(steps))):  # an end that is far from all values is no use
        assert abs(end) == float("inf") or abs(float(end) - reached) < 0.2


@given(seed=st.integers(0, 10**6), length=st.integers(1, 4))
def test_a_drawn_function_meets_what_is_wanted_and_is_what_its_text_says(seed: int, length: int) -> None:
    source = random.Random(seed)
    wanted = Wanted(length, True, Fraction(3), Fraction(1, 2), None, gradient=True, minimiser=source.random() < 0.5)
    found = wanted.drawn(source) or wanted.simple()[0]
    assert wanted.read(str(found)) == found
    x, y = (np.array([source.uniform(-4, 4) for _ in range(length)]) for _ in range(2))
    value = lambda v: float(found.value(FLOATS, v))  # noqa: E731
    slope = np.array(found.gradient(FLOATS, x), dtype=float)
    numeric = [(value(x + 1e-6 * e) - value(x - 1e-6 * e)) / 2e-6 for e in np.eye(length)]
    assert slope == pytest.approx(np.array(numeric), abs=1e-4)
    difference = slope - np.array(found.gradient(FLOATS, y), dtype=float)
    across = float((x - y) @ (x - y))
    assert 0.5 * across - 1e-9 <= float(difference @ (x - y))
    assert float(difference @ difference) <= 9 * across + 1e-9
    if wanted.minimiser:
        lowest = np.array(found.lowest(FLOATS), dtype=float)
        assert value(lowest) <= value(x) + 1e-9


def test_what_misses_a_hypothesis_is_seen() -> None:
    plain = Wanted(1, False, None, None, None, gradient=False, minimiser=False)
    square, bowl, wave = (Function(((Term(Fraction(c), name),),)) for c, name in ((2, "square"), (1, "abs"), (1, "cos")))
    assert plain.met_by(square)
    assert not replace(plain, smooth=Fraction(1)).met_by(square)
    assert not replace(plain, strongly=Fraction(3)).met_by(square)
    assert not replace(plain, lipschitz=Fraction(9)).met_by(square)
    assert not replace(plain, length=2).met_by(square)
    assert not replace(plain, gradient=True).met_by(bowl)
    assert not replace(plain, convex=True).met_by(wave)


n = size("n")
x, y = vectors("x y", n)
L, mu, G, eta = reals("L mu G eta", above=0)
t = real("t", 0, 1)
f = function("f", n, convex=True, smooth=L)
g = function("g", n, smooth=L)
h = function("h", n, smooth=L, strongly=mu)
c = function("c", n, convex=True)
k = function("k", n, convex=True, lipschitz=G)
u = function("u", convex=True)
apart = gradient(f, x) - gradient(f, y)
step = let("x_1", x - gradient(f, x) / L)
nearer = norm(x - eta * gradient(h, x) - argmin(h)) <= (1 - eta * mu) * norm(x - argmin(h))

CLAIMS: list[tuple[Claim, tuple[Claim, ...], bool]] = [
    (f(y) >= f(x) + dot(gradient(f, x), y - x) + norm(apart) ** 2 / (2 * L), (), True),
    (f(y) >= f(x) + dot(gradient(f, x), y - x) + norm(apart) ** 2 / L, (), False),
    (f(step) <= f(x) - norm(gradient(f, x)) ** 2 / (2 * L), (), True),
    (f(step) <= f(x) - 3 * norm(gradient(f, x)) ** 2 / (4 * L), (), False),
    (g(y) <= g(x) + dot(gradient(g, x), y - x) + L / 2 * norm(y - x) ** 2, (), True),
    (g(y) >= g(x) + dot(gradient(g, x), y - x), (), False),
    (norm(gradient(h, x)) ** 2 >= 2 * mu * (h(x) - h(argmin(h))), (), True),
    (norm(gradient(h, x)) ** 2 >= Q("2.1") * mu * (h(x) - h(argmin(h))), (), False),
    (nearer, (eta <= 2 / (L + mu),), True),
    (nearer, (eta <= 2 / L,), False),
    (c(t * x + (1 - t) * y) <= t * c(x) + (1 - t) * c(y), (), True),
    (c(t * x + (1 - t) * y) <= t * c(x) + (1 - t) * c(y) - t * (1 - t) * norm(x - y) ** 2 / 100, (), False),
    (abs(k(x) - k(y)) <= G * norm(x - y), (), True),
    (abs(k(x) - k(y)) <= G * norm(x - y, "∞"), (), False),
    (norm(apart, "∞") <= L * norm(x - y, "∞"), (), False),  # true of sums over coordinates
    (u(t / 2) <= (u(t) + u(0)) / 2, (), True),
    (u(t / 2) <= (u(t) + u(0)) / 2 - t**2 / 100, (), False),
]


@pytest.mark.parametrize(("claim", "hypotheses", "true"), sample(CLAIMS, 3))
def test_claims_about_functions(claim: Claim, hypotheses: tuple[Claim, ...], true: bool) -> None:
    finding = judge(claim, *hypotheses)
    assert finding.verdict is (Verdict.HOLDS if true else Verdict.FAILS), finding.how
    if finding.witness is not None:
        part = part_of(claim, *hypotheses)
        assert part.domain.broken(Instance.parse(finding.witness["text"])) is None


def test_a_function_that_misses_a_hypothesis_refutes_nothing() -> None:
    domain = part_of(f(x) >= f(y)).domain
    assert domain.broken(Instance.parse("n=1 L=1 x=1 y=0 f=2*square(t)")) == "f is convex and L-smooth"
    assert domain.broken(Instance.parse("n=1 L=1 x=1 y=0 f=1*square(t)")) is None
    for told in ("2*squar(t)", "2*square(x)", "2*square(t),1*square(t)", "square(t)"):
        with pytest.raises(ValueError, match=r"write|needed"):
            domain.bind(Instance.parse(f"n=1 L=1 x=1 y=0 f={told}"), BALLS)


def test_a_function_is_no_number() -> None:
    for wrong in (lambda: f(t) >= 0, lambda: part_of(f + 1 >= 0), lambda: u(x) >= 0, lambda: gradient(f, t), lambda: f[1]):
        with pytest.raises(ShapeError, match=r"function|takes"):
            wrong()
