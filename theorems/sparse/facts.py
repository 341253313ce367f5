"""Elementary facts (B.1-B.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor

import mpmath
import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from theorems.instance import Instance
from theorems.provers.families import Eventually, Family
from theorems.sparse.steps import certain, identity, limit_is, nonnegative, positive, proved, slack, strictly_positive
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, at_most, equals


@dataclass(frozen=True)
class Point:
    """An instance's parameters in one arithmetic, and its functions."""

    arithmetic: Arithmetic
    values: dict[str, Number]

    def __getattr__(self, name: str) -> Number:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"no parameter {name}") from None

    def exp(self, x: Number) -> Number:
        return self.arithmetic.exp(x)

    def log(self, x: Number) -> Number:
        return self.arithmetic.log(x)

    def sqrt(self, x: Number) -> Number:
        return self.arithmetic.sqrt(x)


def bind_point(instance: Instance, arithmetic: Arithmetic) -> Point:
    """Every parameter as a number."""
    return Point(arithmetic, {name: arithmetic.number(Fraction(value)) for name, value in instance.items()})


def rationals(**ranges: tuple[int, int]) -> Domain:
    """Rational parameters in closed ranges; small instances have denominators 1 and 2."""

    def small() -> Iterator[Instance]:
        grids = [[Fraction(i, 2) for i in range(2 * low, min(2 * high, 2 * low + 8) + 1)] for low, high in ranges.values()]
        for values in product(*grids):
            yield Instance(dict(zip(ranges, values, strict=True)))

    return Domain(
        "rational points",
        lambda: st.fixed_dictionaries(
            {name: st.fractions(low, high, max_denominator=100) for name, (low, high) in ranges.items()}
        ),
        bind_point,
        tuple(
            Condition(f"{low} ≤ {name} ≤ {high}", lambda x, name=name, low=low, high=high: low <= Fraction(x[name]) <= high)  # type: ignore[misc]
            for name, (low, high) in ranges.items()
        ),
        small,
        variables={name: f"between {low} and {high}" for name, (low, high) in ranges.items()},
        met="all points of these ranges",
    )


B1 = Statement("sparse", "Fact B.1", source="Appendix B.2", title="softmax is shift invariant", provenance="text")
B2 = Statement("sparse", "Fact B.2", source="Appendix B.3", provenance="inferred")
B3 = Statement("sparse", "Fact B.3", source="Appendix B.3", provenance="inferred")

_a, _r, _t, _c, _L = (positive(s) for s in ("a", "r", "t", "c", "L"))


def _shifted(x: Point) -> Comparison:
    """One entry x1 against the two others x2, x3."""
    own, rest = x.exp(x.x1), x.exp(x.x2) + x.exp(x.x3)
    moved, others = x.exp(x.x1 + x.c), x.exp(x.x2 + x.c) + x.exp(x.x3 + x.c)
    return equals(own / (own + rest), moved / (moved + others))


B1.add(
    "",
    _shifted,
    says="⟨exp(x), 1_n⟩^-1 exp(x) = ⟨exp(x + c 1_n), 1_n⟩^-1 exp(x + c 1_n), entry by entry (shown at n = 3)",
    given=rationals(x1=(-9, 9), x2=(-9, 9), x3=(-9, 9), c=(-99, 99)),
    proof=proved(
        "e^{x+c} = e^c e^x for each entry, and e^c cancels: an entry a beside a sum r of others becomes a t/(a t + r t), t = "
        "e^c.",
        identity("a/(a + r) = a t/(a t + r t)", _a / (_a + _r), _a * _t / (_a * _t + _r * _t)),
    ),
)


def _roots(x: Point) -> Comparison:
    """The smallest constant is √2, attained at a = b."""
    return at_most(x.sqrt(x.a) + x.sqrt(x.b), x.sqrt(x.arithmetic.number(2)) * x.sqrt(x.a + x.b))


B2.add(
    "",
    _roots,
    says="√a + √b ≤ C √(a+b) for a, b ≥ 0, with C = √2",
    given=rationals(a=(0, 100), b=(0, 100)),
    proof=proved(
        "2(a+b) - (√a + √b)² = (√a - √b)² ≥ 0.",
        identity("2(p² + q²) - (p+q)² = (p-q)²", 2 * (_a**2 + _r**2) - (_a + _r) ** 2, (_a - _r) ** 2),
    ),
    note="C = √2 is the smallest constant: equality at a = b.",
)


def _exponentials(x: Point) -> Comparison:
    left = x.exp(x.p * x.sqrt(x.x)) * x.exp(x.q * x.sqrt(x.y))
    return at_most(left, x.exp(x.sqrt(x.p * x.p + x.q * x.q) * x.sqrt(x.x + x.y)))


_p, _q, _u, _v = (positive(s) for s in ("p", "q", "u", "v"))
B2.add(
    "(b)",
    _exponentials,
    says="exp(p√x) exp(q√y) ≤ exp(C √(x+y)) for p, q, x, y > 0, with C = √(p² + q²)",
    given=rationals(p=(1, 20), q=(1, 20), x=(1, 20), y=(1, 20)),
    proof=proved(
        "Cauchy-Schwarz: (p² + q²)(x + y) - (p√x + q√y)² = (p√y - q√x)². The smallest constant: equality at p√y = q√x.",
        identity(
            "(p² + q²)(u² + v²) - (pu + qv)² = (pv - qu)²",
            (_p**2 + _q**2) * (_u**2 + _v**2) - (_p * _u + _q * _v) ** 2,
            (_p * _v - _q * _u) ** 2,
        ),
    ),
)


def _logarithm(x: Point) -> Comparison:
    return at_most(x.log(x.n), x.exp(x.C * x.log(x.n)))


def _lambert(C: float) -> int:
    """⌈exp(-W_{-1}(-C)/C)⌉ for C < 1/e."""
    return int(floor(mpmath.exp(-mpmath.lambertw(-C, -1).real / C)) + 1)


B3.add(
    "",
    _logarithm,
    says="log n ≤ n^C for n ≥ n0(C), C in (0, 1)",
    given=Domain(
        "lengths and exponents",
        lambda: st.builds(
            lambda n, c: {"n": n, "C": c}, st.integers(1, 10**30), st.fractions("1/20", "19/20", max_denominator=20)
        ),
        bind_point,
        (
            Condition("n ≥ 1", lambda x: Fraction(x["n"]) >= 1),
            Condition("C in (0, 1)", lambda x: 0 < Fraction(x["C"]) < 1),
        ),
        lambda: (Instance(n=n, C=c) for n in range(1, 50) for c in (Fraction(1, 4), Fraction(1, 10))),
        variables={"n": "length", "C": "exponent"},
        met="every n ≥ 1, C in (0, 1)",
    ),
    proof=Eventually(
        Family("n -> C = 1/4", lambda n: Instance(n=n, C=Fraction(1, 4))),
        lambda: _lambert(0.25),
        "With L = log n: e^{CL} - L is convex and tends to infinity; its larger zero is L = -W_-1(-C)/C, for C ≥ 1/e it has "
        "none "
        "inside (min e^{CL} - L = (1 + log C)/C ≥ 0).",
        (
            identity("(e^{CL} - L)'' = C² e^{CL}", sympy.diff(sympy.exp(_c * _L) - _L, _L, 2), _c**2 * sympy.exp(_c * _L)),
            identity(
                "at L = log(1/C)/C: e^{CL} - L = (1 + log C)/C",
                sympy.exp(_c * (sympy.log(1 / _c) / _c)) - sympy.log(1 / _c) / _c,
                (1 + sympy.log(_c)) / _c,
            ),
            limit_is("e^{L/20} - L -> ∞", sympy.exp(_L / 20) - _L, _L, sympy.oo),
            certain(
                "e^{L/4} ≥ L and its slope e^{L/4}/4 ≥ 1 at n = 5504",
                lambda: balls.all_of(
                    (
                        balls.ge(balls.exp(balls.log(balls.ball(5504)) / 4), balls.log(balls.ball(5504))),
                        balls.ge(balls.exp(balls.log(balls.ball(5504)) / 4), balls.ball(4)),
                    )
                ),
            ),
        ),
        constants="C = 1/4",
        dependence="n0 = exp(-W_{-1}(-C)/C) for C < 1/e, W_{-1} the lower branch of Lambert's W; 1 for C ≥ 1/e",
        also={"route": lambda: "none printed", "C = 1/10": lambda: str(_lambert(0.1))},
    ),
)


def _subpolynomial(x: Point) -> Comparison:
    return at_most(x.a * x.sqrt(x.log(x.n)), x.c * x.log(x.n))


B3.add(
    "(b)",
    _subpolynomial,
    says="exp(a √log n) ≤ n^c for n ≥ n0(a, c), a, c > 0 (compared through logarithms)",
    given=Domain(
        "lengths, a and c",
        lambda: st.builds(
            lambda n, a, c: {"n": n, "a": a, "c": c},
            st.integers(1, 10**300),
            st.integers(1, 5),
            st.fractions("1/20", 2, max_denominator=20),
        ),
        bind_point,
        (Condition("n ≥ 1, a, c > 0", lambda x: min(Fraction(x["n"]) - 1, Fraction(x["a"]), Fraction(x["c"])) >= 0),),
        lambda: (Instance(n=n, a=1, c=Fraction(1, 2)) for n in range(1, 80)),
        variables={"n": "length", "a": "slope", "c": "exponent"},
        met="every n ≥ 1, a, c > 0",
    ),
    proof=Eventually(
        Family("n -> a = 1, c = 1/2", lambda n: Instance(n=n, a=1, c=Fraction(1, 2))),
        lambda: 55,
        "a√L ≤ cL exactly for L = 0 or L ≥ (a/c)².",
        (
            nonnegative("with √L = a/c + y: cL - a√L = c√L y ≥ 0", _c * (_a / _c + slack("y")) * slack("y")),
            strictly_positive("with √L = z, a/c = z + y: a√L - cL = c z y > 0", _c * positive("z") * positive("y")),
            certain("55 ≥ e^4", lambda: balls.ge(balls.ball(55), balls.exp(balls.ball(4)))),
        ),
        constants="a = 1, c = 1/2",
        dependence="n0 = exp((a/c)²)",
        also={"route": lambda: "none printed"},
    ),
)

STATEMENTS = (B1, B2, B3)
