"""From which n does a bound say anything? Every collapse bound in balls, for n up to e^1000 and beyond.

With L = log n, λ = log(1/δ) and M = 2R √(L + λ) (the route constant C = 2), each bound is the exponential of
a√(L + λ) - bL + g: it is below its trivial value exactly from L = x² - λ on, x the larger root of b x² - a x = g + bλ. What is
below a trivial bound for no n says nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, Arithmetic, Number
from theorems.instance import Instance
from theorems.provers.argument import Argument
from theorems.provers.families import Eventually, Family
from theorems.sparse.steps import identity, nonnegative, positive, slack, strictly_positive
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Verdict, at_most


@dataclass(frozen=True)
class Size:
    """A length through its logarithm: n = e^L may be far beyond any float."""

    arithmetic: Arithmetic
    L: Number
    R: Number
    delta: Number
    c: Number

    @property
    def M(self) -> Number:
        return 2 * self.R * self.arithmetic.sqrt(self.L - self.arithmetic.log(self.delta))


def _bind(instance: Instance, arithmetic: Arithmetic) -> Size:
    L, R, delta, c = (arithmetic.number(Fraction(instance[name])) for name in ("L", "R", "delta", "c"))
    return Size(arithmetic, L, R, delta, c)


def _small() -> Iterator[Instance]:
    for R in (0, 1):
        for L in (1, 5, 20, 100, 400, 1000):
            yield Instance(L=L, R=R, delta=Fraction(1, 100), c=Fraction(1, 2))


SIZES = Domain(
    "lengths n = e^L up to L = 2000, M = 2R √log(n/δ)",
    lambda: st.builds(
        lambda L, R, c: {"L": L, "R": R, "delta": Fraction(1, 100), "c": c},
        st.one_of(st.fractions(0, 40, max_denominator=4), st.integers(0, 2000)),
        st.fractions(0, 3, max_denominator=4),
        st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)]),
    ),
    _bind,
    (
        Condition("n ≥ 1", lambda x: Fraction(x["L"]) >= 0),
        Condition("R ≥ 0, δ, c in (0, 1)", lambda x: Fraction(x["R"]) >= 0 and 0 < Fraction(x["c"]) < 1),
    ),
    _small,
    variables={
        "L": "log n",
        "R": "B² ‖W‖_F",
        "c": "the exponent of the window",
        "delta": "failure probability δ",
        "M": "2R√log(n/δ)",
    },
    met="every n ≥ 1, R ≥ 0, c in (0, 1)",
)


@dataclass(frozen=True)
class Bound:
    """log(bound / trivial bound) = a R √(L+λ) - b L + g with b in units of 1 or c.

    where: the statement;  text: the bound and the trivial one
    """

    where: str
    text: str
    a: int
    per_exponent: bool
    g: Fraction = Fraction(0)
    log_g: int = 1  # g adds log(log_g)

    def excess(self, x: Size) -> Number:
        """Its logarithm over the trivial one's."""
        rate = x.c if self.per_exponent else x.arithmetic.number(1)
        return self.a * x.M / 2 - rate * x.L + x.arithmetic.log(x.arithmetic.number(self.log_g))

    def threshold(self, R: Fraction, delta: Fraction, c: Fraction) -> balls.Ball:
        """The L from which on the bound is at most the trivial one, as a ball."""
        b = balls.ball(c) if self.per_exponent else balls.ball(1)
        lam = -balls.log(balls.ball(delta))
        slope = balls.ball(self.a * R)
        target = balls.log(balls.ball(self.log_g)) + b * lam
        x = (slope + balls.sqrt(slope * slope + 4 * b * target)) / (2 * b)
        return x * x - lam


BOUNDS = (
    Bound("Theorem 4.3 (c)", "e^{2M}/n ≤ 1", 4, False),
    Bound("Theorem 5.1", "e^{2M}/n ≤ ε = 1/100", 4, False, log_g=100),
    Bound("Lemma E.3, Part 4", "e^{6M}/k ≤ 1 with k = n^c", 12, True),
    Bound("Equation 6, Theorem E.1", "2 e^{6M}/n^c ≤ 1", 12, True, log_g=2),
    Bound("Theorem E.1, sharper", "e^{2M}/n^c ≤ 1", 4, True),
)
THRESHOLDS = Statement(
    "sparse",
    "Thresholds",
    source="the bounds of Sections 4 to 6",
    title="from which n a bound says anything",
    provenance="own",
)
_a, _b, _t = positive("a"), positive("b"), positive("t")
_root = (_a + sympy.sqrt(_a**2 + 4 * _b * _t)) / (2 * _b)
ROOT_STEPS = (
    identity("x = (a + √(a² + 4bt))/(2b) solves b x² - a x = t", _b * _root**2 - _a * _root, _t),
    nonnegative(
        "beyond it b x² - a x grows: with x = (a + r)/(2b) + y the derivative 2bx - a = r + 2by ≥ 0",
        2 * _b * ((_a + positive("r")) / (2 * _b) + slack("y")) - _a,
    ),
)


def _sizes(R: Fraction) -> Family:
    return Family(f"L = log n, n = e^L, R = {R}", lambda L: Instance(L=L, R=R, delta=Fraction(1, 100), c=Fraction(1, 2)), 0)


def _first(bound: Bound, R: Fraction) -> Callable[[], int]:
    """The least integer beyond the root, in balls."""

    def found() -> int:
        with balls.precision(128):
            high = balls.bounds(bound.threshold(R, Fraction(1, 100), Fraction(1, 2)))[1]
        return max(0, ceil(high))

    return found


def _threshold_text(bound: Bound, R: Fraction) -> str:
    with balls.precision(128):
        return balls.text(bound.threshold(R, Fraction(1, 100), Fraction(1, 2)), 8)


def _eventually(bound: Bound) -> Eventually:
    others = (Fraction(1, 4), Fraction(1, 2))
    return Eventually(
        _sizes(Fraction(1)),
        _first(bound, Fraction(1)),
        "The logarithm is a√(L+λ) - bL + g, a quadratic in √(L+λ): nonpositive exactly from its larger root on.",
        ROOT_STEPS,
        variable="L",
        constants="C = 2, δ = 1/100, c = 1/2",
        dependence="L = x² - log(1/δ), x the larger root of b x² - a x = g + b log(1/δ): with "
        f"a = {bound.a}R, b = {'c' if bound.per_exponent else 1}, g = log({bound.log_g})",
        also={"route": lambda: "none printed", "exact": lambda: _threshold_text(bound, Fraction(1))},
        elsewhere={f"R = {R}": (_sizes(R), _first(bound, R)) for R in others},
    )


def _says_something(bound: Bound) -> Callable[[Size], Comparison]:
    def claim(x: Size) -> Comparison:
        return at_most(bound.excess(x), x.arithmetic.number(0))

    return claim


for _bound in BOUNDS:
    THRESHOLDS.add(
        _bound.where,
        _says_something(_bound),
        says=f"{_bound.text} from some n on, R fixed",
        given=SIZES,
        proof=_eventually(_bound),
    )


def _never_below(x: Size) -> Comparison:
    """log of e^M over 1: the theorem's threshold e^M/(n-k) against the trivial 1/(n-k), which serves every row."""
    return at_most(x.M, x.arithmetic.number(0))


THRESHOLDS.add(
    "Theorem 4.3 (a)",
    _never_below,
    says="the threshold e^M/(n-k) is at most the trivial 1/(n-k), for some R > 0 and n",
    given=SIZES.where(Condition("R > 0", lambda x: Fraction(x["R"]) > 0)),
    proof=Argument(
        Verdict.FAILS,
        "M > 0 for R > 0: the theorem's threshold is above the one that every softmax row meets, for every n. It never says "
        "anything.",
        (strictly_positive("e^M - 1 ≥ M > 0: M = 2R√L", 2 * positive("R") * positive("z")),),
    ),
    witness="L=1 R=1 delta=1/100 c=1/2",
)


def ball_of(
    L: Fraction, R: Fraction, bound: Bound, delta: Fraction = Fraction(1, 100), c: Fraction = Fraction(1, 2)
) -> balls.Ball:
    """log(bound) at n = e^L as a ball, for tables and plots."""
    number = BALLS.number
    return bound.excess(Size(BALLS, number(L), number(R), number(delta), number(c)))


STATEMENTS = (THRESHOLDS,)
