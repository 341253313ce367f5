"""Quantities that change with time: signs of derivatives on an interval, comparison, rules of differentiation, integrals.

``explicit(t)``: in the trees of the data every quantity that changes with t is written as a function of t. A derivative
that has a value exists.
"""

from theorems.kernel.facts import FUNCTION, REALS, SET, VARIABLE, Theorem, explicit
from theorems.language.tree import (
    Claim,
    Expr,
    ForAll,
    Implies,
    Integral,
    Sum,
    Symbol,
    Words,
    ddt,
    exp,
    log,
    sqrt,
    symbols,
)

F, G, V, R = symbols("F G V R", FUNCTION)
S = Symbol("S", SET)
t, k, y, z = symbols("t k y z", VARIABLE)
a, b, c = symbols("x_1 x_2 x_3")


def continuous(body: Expr, t: Symbol, low: Expr, high: Expr) -> ForAll:
    """From low to high; beyond them it may have poles."""
    return ForAll(t, REALS, Implies((low <= t) & (t <= high), Words("continuous in ", t, ": ", body)))


def meanwhile(claim: Claim) -> ForAll:
    """At every time from a to b."""
    return ForAll(t, REALS, Implies((a <= t) & (t <= b), claim))


def speed(body: Expr) -> Expr:
    return ddt(body, t)


# -- signs of derivatives ----------------------------------------------------------------------------------------------------

GROWS = Theorem(
    "what has a nonnegative derivative grows",
    (F, t, a, b),
    F(a) <= F(b),
    (meanwhile(speed(F(t)) >= 0), a <= b, explicit(t)),
    strict=(meanwhile(speed(F(t)) > 0), a < b),
)
GROWS_STRICTLY = Theorem(
    "what has a positive derivative grows strictly",
    (F, t, a, b),
    F(a) < F(b),
    (meanwhile(speed(F(t)) > 0), a < b, explicit(t)),
)
FALLS = Theorem(
    "what has a nonpositive derivative falls",
    (F, t, a, b),
    F(b) <= F(a),
    (meanwhile(speed(F(t)) <= 0), a <= b, explicit(t)),
    strict=(meanwhile(speed(F(t)) < 0), a < b),
)
STAYS = Theorem("what has derivative 0 stays", (F, t, a, b), F(a) == F(b), (meanwhile(speed(F(t)) == 0), a <= b, explicit(t)))
SPEED_AT_LEAST = Theorem(
    "the mean value theorem, from below",
    (F, t, a, b, c),
    c * (b - a) <= F(b) - F(a),
    (meanwhile(c <= speed(F(t))), a <= b, explicit(t)),
    strict=(meanwhile(c < speed(F(t))), a < b),
)

# -- rules of differentiation ------------------------------------------------------------------------------------------------

DDT_TIME = Theorem("dt/dt = 1", (t,), ddt(t, t) == 1)
DDT_CONSTANT = Theorem("a constant has derivative 0", (c, t), ddt(c, t) == 0, (explicit(t),))
DDT_FACTOR = Theorem("a factor comes out of a derivative", (c, F, t), ddt(c * F(t), t) == c * ddt(F(t), t), (explicit(t),))
DDT_NEGATIVE = Theorem("a sign comes out of a derivative", (F, t), ddt(-F(t), t) == -ddt(F(t), t))
DDT_SUM = Theorem("derivatives add up", (F, G, t), ddt(F(t) + G(t), t) == ddt(F(t), t) + ddt(G(t), t))
DDT_DIFFERENCE = Theorem("derivatives subtract", (F, G, t), ddt(F(t) - G(t), t) == ddt(F(t), t) - ddt(G(t), t))
DDT_TOTAL = Theorem(
    "derivatives add up", (F, t, k, S), ddt(Sum(k, S, F(k, t)), t) == Sum(k, S, ddt(F(k, t), t)), (explicit(t),)
)
DDT_PRODUCT = Theorem("the product rule", (F, G, t), ddt(F(t) * G(t), t) == ddt(F(t), t) * G(t) + F(t) * ddt(G(t), t))
DDT_QUOTIENT = Theorem(
    "the quotient rule",
    (F, G, t),
    ddt(F(t) / G(t), t) == (ddt(F(t), t) * G(t) - F(t) * ddt(G(t), t)) / G(t) ** 2,
    ((G(t) > 0) | (G(t) < 0),),
)
DDT_SQUARE = Theorem("the derivative of a square", (F, t), ddt(F(t) ** 2, t) == 2 * F(t) * ddt(F(t), t))
DDT_EXP = Theorem("the derivative of an exponential", (F, t), ddt(exp(F(t)), t) == exp(F(t)) * ddt(F(t), t))
DDT_LOG = Theorem("the derivative of a logarithm", (F, t), ddt(log(F(t)), t) == ddt(F(t), t) / F(t), (F(t) > 0,))
DDT_INSIDE = Theorem(
    "the chain rule for another clock",
    (F, G, y, t, a),
    ddt(F(t / a), t) == G(t / a) / a,
    (ForAll(y, REALS, Implies(y >= 0, ddt(F(y), y) == G(y))), a > 0, t >= 0, explicit(t)),
)
DDT_ROOT = Theorem("the derivative of a root", (F, t), ddt(sqrt(F(t)), t) == ddt(F(t), t) / (2 * sqrt(F(t))), (F(t) > 0,))

# -- integrals ---------------------------------------------------------------------------------------------------------------


def integral(body: Expr) -> Integral:
    return Integral(body, t, a, b)


FUNDAMENTAL = Theorem(
    "the integral of a derivative",
    (F, G, t, a, b),
    integral(G(t)) == F(b) - F(a),
    (meanwhile(speed(F(t)) == G(t)), a <= b, explicit(t), continuous(G(t), t, a, b)),
)
