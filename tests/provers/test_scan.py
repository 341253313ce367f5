"""A scan in float64 finds what a handful of instances misses, and decides nothing."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from kernels.rounded import ROUNDED, Rounded
from theorems.catalogue import find
from theorems.language.tree import Expr, Q, Relation, Symbol, exp, log, sqrt, symbols
from theorems.language.values import value
from theorems.provers.columns import Source
from theorems.provers.scan import scan
from theorems.provers.search import evaluate, search
from theorems.statement import Part
from theorems.vocabulary import Reading

x, y = symbols("x y")
FORMULAS = [
    x + y, x - y, x * y - y, x / y, (x - y) / (x + y - 2), x**3 / 7, 1 / x**2, x**y, x ** (y / 3), exp(x - y), log(x) * y,
    sqrt(x - y),
]  # fmt: skip


def part(address: str, factor: str = "1") -> Part:
    """A part, its right-hand side multiplied by a constant."""
    found = next(p for p in find(address) if p.reading is Reading.STATED)
    claim = found.printed.claim
    return replace(found, printed=found.printed.comparing(Relation(claim.left, claim.sign, claim.right * Q(factor))))


rationals = st.fractions(Fraction(1, 1000), 60, max_denominator=10**6)


@given(rationals, rationals)
def test_the_error_bounds_hold(a: Fraction, b: Fraction) -> None:
    for formula in FORMULAS:
        with np.errstate(all="ignore"):
            known: dict[Expr, Rounded] = {x: Rounded(*_column(a)), y: Rounded(*_column(b))}
            found = value(formula, known, ROUNDED)
        if np.isnan(found.value[0]) or np.isinf(found.value[0]):
            continue
        with balls.precision(512):
            exact = value(formula, {x: BALLS.number(a), y: BALLS.number(b)}, BALLS)
            off = balls.ball(Fraction(float(found.value[0]))) - exact
            assert abs(off) <= balls.ball(Fraction(float(found.error[0]))), formula


def _column(exact: Fraction) -> tuple[list[float], list[float]]:
    one = Rounded.of(exact)
    return [float(one.value)], [float(one.error)]


# factors that leave a bound false in a corner only: n = 6 with a1 up to 0.7003; n = 2 with a1 up to 1.02; large n
PLANTED = {
    "superiority/Lemma D.2/3a": "1.2558",
    "superiority/Lemma F.2/3b": "0.66",
    "superiority/Lemma F.2/3a": "1.0001",
    "superiority/Lemma F.11/1": "0.5499",
}


def test_a_bound_that_is_false_in_a_small_corner_is_refuted_by_the_scan_alone() -> None:
    for address, factor in PLANTED.items():
        false = part(address, factor)
        assert search(false, 60, 0).refuted_at is None
        found = search(false, 60, 0, points=100_000).refuted_at
        assert found is not None, address
        assert false.domain.broken(found) is None
        assert evaluate(false, found).truth is Truth.FAILS


def test_the_columns_are_the_numbers_of_the_exact_instances() -> None:
    data = part("superiority/Lemma D.7/4").printed.given
    random = np.random.default_rng(0)
    source = Source.of(data, random, 0)
    for scene in data.admitted():
        points = source.points(scene, 50, random)
        points = points.near(0, 50, random)
        columns = points.bound().numbers
        for k in range(50):
            instance = points.instance(k)
            assert data.located(instance) == scene
            for symbol, column in columns.items():
                assert isinstance(symbol, Symbol)
                if np.isfinite(column.value[k]):
                    off = abs(Fraction(float(column.value[k])) - Fraction(instance[symbol.name]))
                    assert off <= Fraction(float(np.broadcast_to(column.error, 50)[k])), symbol.name


def test_what_looks_false_to_float64_is_judged_by_balls(monkeypatch: pytest.MonkeyPatch) -> None:
    true = part("superiority/Lemma D.2/3a")
    suspect = scan(true, 2000, 0)
    assert not suspect.false
    suspect.false, suspect.clear = suspect.tight, 0
    monkeypatch.setattr("theorems.provers.search.scan", lambda *_: suspect)
    found = search(true, 10, 0, points=2000)
    assert (found.refuted_at, found.scanned) == (None, 0)
