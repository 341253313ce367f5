"""Elementary facts (B.1-B.3)."""

import math
from functools import partial

import mpmath
import sympy

from theorems.language.printing import text
from theorems.sparse.language import *


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


def bind_point(instance: Instance, arithmetic: Arithmetic) -> Point:
    """Every parameter as a number."""
    return Point(arithmetic, {name: arithmetic.number(Fraction(value)) for name, value in instance.items()})


def rationals(*hypotheses: Relation, **ranges: tuple[int, int]) -> Domain:
    """Rational parameters, drawn from closed ranges; small instances have denominators 1 and 2.

    hypotheses: the signs of parameters that the statement asks for, ``a >= 0``; nothing else restricts them.
    """

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
        tuple(Condition(claim, partial(_has_sign, claim)) for claim in hypotheses),
        small,
        variables={name: f"drawn between {low} and {high}" for name, (low, high) in ranges.items()},
        feasible="all points",
    )


def _has_sign(claim: Relation, point: Instance) -> bool:
    """Is ``a > 0`` or ``a >= 0`` true at a point?"""
    value = Fraction(point[text(claim.left)])
    return value > 0 if claim.sign == ">" else value >= 0


_a, _c, _L = (positive(s) for s in ("a", "c", "L"))

i, j, c = symbols("i j c")
x = Symbol("x")
all_n = Named("[n]")

ENTRIES = Computed(
    rationals(x1=(-9, 9), x2=(-9, 9), x3=(-9, 9), c=(-99, 99)),
    {all_n: lambda point: (1, 2, 3), x[i]: lambda point, i: getattr(point, f"x{i}")},
)
B1 = Lemma("Fact B.1", "Appendix B.2", "softmax is shift invariant", given=ENTRIES)
shifted = Sum(j, all_n, exp(x[j] + c))
B1[""] = ForAll(i, all_n, exp(x[i]) / Sum(j, all_n, exp(x[j])) == exp(x[i] + c) / shifted)
B1[""].note("Entry by entry, compared at n = 3.").proved(
    Calculation(
        Have(
            shifted == exp(c) * Sum(j, all_n, exp(x[j])),
            linked(shifted)
            .eq(Sum(j, all_n, exp(c) * exp(x[j])), SUM_EQUAL(lambda l: exp(x[l] + c), lambda l: exp(c) * exp(x[l]), j, all_n))
            .eq(exp(c) * Sum(j, all_n, exp(x[j])), SUM_FACTOR(exp(c), lambda l: exp(x[l]), j, all_n)),
            by(SUM_POSITIVE(lambda l: exp(x[l]), j, all_n, i)),
        )
    )
)

a, b, p, q, y, C, n = symbols("a b p q y C n")
B2 = Lemma("Fact B.2", "Appendix B.3", given=Computed(rationals(a >= 0, b >= 0, a=(0, 100), b=(0, 100))), provenance="inferred")
B2[""] = Exists(C, POSITIVE, Implies((a >= 0) & (b >= 0), sqrt(a) + sqrt(b) <= C * sqrt(a + b)))
B2[""].witness(sqrt(2)).note("C = √2 is the smallest constant: equality at a = b.")
_together = linked(sqrt(a) + sqrt(b)).le(sqrt(2 * (a + b)), ROOTS_TOGETHER(a, b)).eq(sqrt(2) * sqrt(a + b))
B2[""].proved(Calculation(each(_together, by())))
POWERS = Computed(rationals(p > 0, q > 0, x > 0, y > 0, p=(0, 20), q=(0, 20), x=(0, 20), y=(0, 20)))
left = exp(p * sqrt(x)) * exp(q * sqrt(y))
longest = sqrt(p**2 + q**2)
with B2.where(given=POWERS):
    B2["(b)"] = Exists(C, POSITIVE, Implies((p > 0) & (q > 0) & (x > 0) & (y > 0), left <= exp(C * sqrt(x + y))))
B2["(b)"].witness(longest).note("C = √(p² + q²).").proved(
    Calculation(
        each(
            linked(left)
            .eq(exp(p * sqrt(x) + q * sqrt(y)))
            .le(
                exp(longest * sqrt(x + y)),
                SQUARE(p * sqrt(y) - q * sqrt(x)),
                EXP_GROWS(p * sqrt(x) + q * sqrt(y), longest * sqrt(x + y)),
            ),
            by(),
        ),
        how="Cauchy-Schwarz. The smallest constant: equality at p√y = q√x.",
    )
)


def _lambert(inverse: int) -> int:
    """⌈exp(-W_{-1}(-C)/C)⌉ for C = 1/inverse < 1/e."""
    C = mpmath.mpf(1) / inverse
    return int(math.floor(mpmath.exp(-mpmath.lambertw(-C, -1).real / C)) + 1)


LENGTHS = Domain(
    "lengths and exponents",
    lambda: st.builds(lambda n, c: {"n": n, "C": c}, st.integers(1, 10**30), st.fractions("1/20", "19/20", max_denominator=20)),
    bind_point,
    (Condition(n >= 1), Condition(chain(0, "<", C, "<", 1))),
    lambda: (Instance(n=n, C=c) for n in range(1, 50) for c in (Fraction(1, 4), Fraction(1, 10))),
    variables={"n": "length", "C": "exponent"},
    feasible="every n ≥ 1, C in (0, 1)",
)
B3 = Lemma("Fact B.3", "Appendix B.3", given=Computed(LENGTHS), provenance="inferred")
B3[""] = Eventually(log(n) <= n**C, n), held_fixed(C)
B3[""].note("For n ≥ n0(C), C in (0, 1).").proved(
    Later(
        Family("n -> C = 1/4", lambda n: Instance(n=n, C=Fraction(1, 4))),
        lambda: _lambert(4),
        "With L = log n: e^{CL} - L is convex and tends to infinity; its larger zero is L = -W_-1(-C)/C, for C ≥ 1/e it has "
        "none inside (min e^{CL} - L = (1 + log C)/C ≥ 0).",
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
        calculation=FromSomeSizeOn(n, (log(n) / n**C <= 1,), by(), fixed=(C,)),
        constants="C = 1/4",
        dependence="n0 = exp(-W_{-1}(-C)/C) for C < 1/e, W_{-1} the lower branch of Lambert's W; 1 for C ≥ 1/e",
        also={"route": lambda: "none printed", "C = 1/10": lambda: str(_lambert(10))},
    )
)
SLOPES = Domain(
    "lengths, a and c",
    lambda: st.builds(
        lambda n, a, c: {"n": n, "a": a, "c": c},
        st.integers(1, 10**300),
        st.integers(1, 5),
        st.fractions("1/20", 2, max_denominator=20),
    ),
    bind_point,
    (Condition((n >= 1) & (a > 0) & (c > 0)),),
    lambda: (Instance(n=n, a=1, c=Fraction(1, 2)) for n in range(1, 80)),
    variables={"n": "length", "a": "slope", "c": "exponent"},
    feasible="every n ≥ 1, a, c > 0",
)
with B3.where(given=Computed(SLOPES)):
    B3["(b)"] = Eventually(exp(a * sqrt(log(n))) <= n**c, n), held_fixed(a, c)
_slow, _fast = a * sqrt(log(n)), c * log(n)
THROUGH_LOGARITHMS = Have(_slow <= _fast, by(), by(EXP_GROWS(_slow, _fast), POWER_AS_EXP(n, c)))
B3["(b)"].note("For n ≥ n0(a, c), a, c > 0.").proved(
    Later(
        Family("n -> a = 1, c = 1/2", lambda n: Instance(n=n, a=1, c=Fraction(1, 2))),
        lambda: 55,
        "a√L ≤ cL exactly for L = 0 or L ≥ (a/c)².",
        (
            nonnegative(
                "with √L = a/c + y: cL - a√L = c√L y ≥ 0", _c * (_a / _c + slack("y")) ** 2 - _a * (_a / _c + slack("y"))
            ),
            strictly_positive(
                "with √L = z, a/c = z + y: a√L - cL = c z y > 0",
                _c * (positive("z") + positive("y")) * positive("z") - _c * positive("z") ** 2,
            ),
            certain("55 ≥ e^4", lambda: balls.ge(balls.ball(55), balls.exp(balls.ball(4)))),
        ),
        calculation=FromSomeSizeOn(n, (a * (sqrt(log(n)) / log(n)) <= c, log(n) >= 1), THROUGH_LOGARITHMS, fixed=(a, c)),
        constants="a = 1, c = 1/2",
        dependence="n0 = exp((a/c)²)",
        also={"route": lambda: "none printed"},
    )
)

STATEMENTS = (B1, B2, B3)
