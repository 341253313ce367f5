"""What the kernel's arithmetic must give and must not: relations from facts, signs, certificates."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy
from flint import fmpq

from theorems.kernel.arithmetic import Facts
from theorems.kernel.factors import Kind, factor
from theorems.kernel.normal_form import ONE, Form, number, numerator, of_factor, raised
from theorems.kernel.signs import CONTRARY as OPPOSITE
from theorems.kernel.signs import Certificate, Question
from theorems.language.tree import *

p, q, r, h, n, TOP = symbols("p q r h n ⊤")
s = Symbol("s", "vector word")
V, W = ArrayFunction(s, (p,)), ArrayFunction(s, (q,))
C, D = Defined("c", (), V), Defined("d", (), W)


class Array(Symbol):
    """A vector of length n."""

    shape = (n,)

    def __getitem__(self, place: Any) -> Any:
        return Component(self, (expr(place),))


ROW = Array("row")


def follows(goal: Relation, *facts: Relation) -> bool:
    return Facts(facts).give(goal)


# goal, facts: false at some point that meets the facts, or without a value there
FALSE: tuple[tuple[Relation, tuple[Relation, ...]], ...] = (
    (p / p == 1, (p >= 0,)),
    (expr(1) / expr(0) == expr(1) / expr(0), ()),
    (h(p) == h(q), ()),
    (floor(p) == floor(q), ()),
    (abs(p) == p, ()),
    (largest(p, q) == p, ()),
    (sqrt(p**2) == p, ()),
    ((p**2) ** Q(1, 2) == p, ()),
    (log(p**2) == 2 * log(p), (p != 0,)),
    (exp(p + q) == exp(p) + exp(q), ()),
    (0 * log(p) == 0, ()),
    ((p + 1) ** 2 - 1 >= 0, (p >= -1,)),
    (1 / (p - q) ** 2 <= 0, (p < q,)),
    (1 / (1 / p) == p, (p >= 0,)),
    (1 / p <= 1 / q, (q <= p,)),
    (q / p <= r / p, (q <= r,)),
    (p == q, (p**2 == q**2,)),
    (p == 0, (p * q == 0,)),
    (p > 0, (p >= 0,)),
    (p <= 2, (p**2 <= 5,)),
    (p <= 1, (log(Q(-2)) <= p,)),
    (2**-p >= 2**-q, ()),
    (p**q > 0, (p >= 0,)),
    (p**2 + q**2 > 0, ()),
    (p ** expr(66) > 0, ()),
    (p / p == 1, (p <= 0,)),
    (p**-1 * p == 1, (p >= 0,)),
    (log(p) == log(p), (p >= 0,)),
    (p**TOP * q == q * p**TOP, ()),
    (p**TOP * (q + r) == p**TOP * q + p**TOP * r, (p > 0,)),
    (p ** Q(1, 2) == p ** Q(1, 2), (p >= -1,)),
    (exp(log(p)) == p, ()),
    (p > 0, (q / p >= 0, q >= 1)),
    (p >= 0, (q - 1 / p > 0, q >= 1)),
    (p * q**2 > 0, (p > 0,)),  # q = 0
    ((p - 1) ** 2 > 0, (p > 0,)),
    ((p - 1) ** 3 >= 0, (p > 0,)),
    (p == q, (p >= q,)),
    (p == q, (p <= q,)),
    (p == q, (p == O(n), q == O(n))),  # two that grow alike
    (Q(1, 3) == Q("0.3333"), ()),
    (exp(expr(1)) < Q("2.718281828459045"), ()),
    (log(expr(2)) > Q("0.6931471805599454"), ()),
    (log(expr(1)) != 0, ()),
    (expr(2) != expr(2), ()),
    (p * exp(Q(1, 2)) <= Q("1.6487212707") * p, (p > 0,)),
    (2**p >= 2, (p >= 0,)),
    (sqrt(p) >= p, (p >= 0,)),
    (p >= q, (p != q,)),
    (-p >= 0, (p >= 0,)),
    (p**q == p**q, (p >= 0,)),
    (Defined("f", (p,), 1 / p) * p == 1, (p >= 0,)),
    (V * W == W * V, ()),
    (V / p == p**-1 * V, (p > 0,)),
    (C * D == D * C, ()),
    (tan(p) ** 2 >= 0, ()),
    (tan(p) == tan(p), (p >= 0,)),
    (asin(p) ** 2 >= 0, (p <= 1,)),
    (acos(p) ** 2 >= 0, (p >= -1,)),
    (0 * gamma(p) == 0, (p >= 0,)),
    (0 * ROW[q] == 0, (q >= 1,)),
    (0 * ROW[q] == 0, (q <= n,)),
    (0 * ROW[1 / q] == 0, (1 / q >= 1, 1 / q <= n)),
    ((p + 1) * q >= p * q + 2 * q, (q >= 0,)),
    ((sqrt(p + 1 / q) + 1) ** 2 == (p * q + 1) * q + 2 * sqrt(p + 1 / q) + 1, (p >= 0, q > 0)),
    (sqrt((p + q) ** -2) == (p + q) ** -1, (p + q < 0,)),
    (sqrt((p + q) ** 2) == p + q, (p + q < 0,)),
    (exp(log((p + q) ** 2) / 2) == p + q, (p + q < 0,)),
    (exp(log(p**2 * q) / 2) == p * sqrt(q), (p < 0, q > 0)),
    (sqrt(-p) ** 2 == p, (p < 0,)),
    (sqrt(p**2) == 1, ()),
    (exp(log(p) ** 2) == p, (p > 0,)),
    (exp(log(p) ** 2) == p ** (log(p) ** 2), (p > 0,)),
    (exp(p) == exp(q), ()),
    (log(2 * p + 2) == log(p + 1), (p > 0,)),
    (log((p + 1) * q) == log(p + 1), (p > 0, q > 0)),
    (log((p + 1) * q) == log(q), (p > 0, q > 0)),
    (p == q, (2 * p == q,)),
    (p == r, (p * q == r,)),
    (q == r, (p * q == r,)),
    (p == q, (p**2 == q,)),
    (p >= 0, (sqrt(p * q) >= 1,)),
    (p >= 0, (log(p * q) >= 1,)),
    ((Q(1, 2) * expr(2) ** Q(3, 4)) ** Q(1, 2) == expr(2) ** Q(3, 8), ()),
    (0 * ROW[q] == 0, (q >= 0, q <= n)),
    (0 * ROW[q] == 0, (q >= 1, n >= 0)),
)
# goal, facts: these follow
TRUE: tuple[tuple[Relation, tuple[Relation, ...]], ...] = (
    (expr(0) ** expr(0) == 1, ()),
    (r == log(200 * p), (p >= 100, q == 2, h == Q(1, 100), r == log(p * q / h))),
    (exp(p * log(expr(2)) + p * log(expr(5))) == 10**p, ()),
    (sqrt(log(Q(10)) / p) ** 2 == -log(Q(1, 10)) / p, (p > 0,)),
    (sqrt(p * q) ** 2 == p * q, (p * q >= 0,)),
    (sqrt(p**2) ** 2 == p**2, ()),
    (exp(p * log(q)) == q**p, (q > 0,)),
    (p != q, (p > q,)),
    (p != q, (p < q,)),
    (p**-1 * p == 1, (p < 0,)),
    (p > 0, (q * r / p > 0, q >= 1, r > 0)),
    ((p + 2 * q**2) ** Q(-1, 2) > 0, (p > 0,)),
    ((q - 1) ** 2 / p >= 0, (p > 0,)),
    (sqrt(2 * (p + q)) == sqrt(expr(2)) * sqrt(p + q), (p >= 0, q >= 0)),
    (p * exp(Q("-0.568")) <= p * Q("0.568"), (p >= 0,)),
    (p == q, (p <= q, q <= p)),
    (q / p >= r / p, (q <= r, p < 0)),
    (2 ** (p + 1) == 2 * 2**p, ()),
    (sqrt(p) * sqrt(p) == p, (p >= 0,)),
    (log(expr(2)) > Q("0.6931471805599453"), ()),
    (sqrt(expr(2)) <= Q("1.41421356237309505"), ()),
    (p >= 1, (sqrt(p) >= 1,)),
    (p <= 4, (sqrt(p) <= 2, p >= 0)),
    (p * log(Q(2, 3)) <= Q("-0.4") * p, (p > 0,)),
    (1 / (p - q) ** 3 <= 0, (p < q,)),
    (p * q + 2 * q >= (p + 1) * q, (q >= 0,)),
    (((p + 1) ** 2 - 1) * r == p * (p + 2) * r, ()),
    (q * (sqrt(p - 1) + 1) ** 2 == q * p + 2 * q * sqrt(p - 1), (p >= 1,)),
    (tan(p) * 0 == 0, (cos(p) > 0,)),
    (tan(p) * 0 == 0, (cos(p) < 0,)),
    (asin(p) - asin(p) == 0, (p >= -1, p <= 1)),
    (gamma(p) - gamma(p) == 0, (p > 0,)),
    (ROW[q] - ROW[q] == 0, (q >= 1, q <= n)),
    (Component(r, (q,)) - Component(r, (q,)) == 0, ()),
    (p[1] ** TOP * p[2] * h * 2 == 2 * h * q, (p[1] ** TOP * p[2] == q, h > 0)),
)  # fmt: skip


def sign(strict: bool, make: Callable[[Form, Form], Form], *facts: Relation) -> bool:
    """Is the sign of an expression shown, which may have no value?"""
    known = Facts(facts)
    return known.sign(make(known.atoms(p), known.atoms(q)), strict=strict)


# facts, expression of p and q: its sign is not known
NO_SIGN: tuple[tuple[bool, Callable[[Form, Form], Form], tuple[Relation, ...]], ...] = (
    (False, lambda p, q: -ONE / p, (p <= 0,)),
    (False, lambda p, q: raised(p - ONE, q), ()),
    (True, lambda p, q: ONE / p**2, (p <= 0,)),
    (True, lambda p, q: ONE / p**2, (p >= 0,)),
    (True, lambda p, q: ONE / (p - q) ** 2, (p >= q,)),
    (True, lambda p, q: ONE / (p - q) ** 2 + ONE, (p <= q,)),
    (False, lambda p, q: -q / (p - ONE), (q >= 0, p <= 1)),
)

# -- certificates ------------------------------------------------------------------------------------------------------------

X = factor(Kind.NAME, 0, False)
P, R = (of_factor(factor(Kind.NAME, k, False)) for k in (0, 1))  # x and y
POSITIVE = of_factor(factor(Kind.NAME, 0, True))
ROOT_ = P ** Fraction(1, 2)
TWO, THREE, FOUR, HALF = map(number, (2, 3, 4, Fraction(1, 2)))


Term = tuple[Fraction, tuple[int, ...], tuple[int, ...]]
Known = tuple[Form, bool, bool]  # what is not negative, or positive, or 0


def one(*facts: int, of: Any = 1, powers: tuple[int, ...] = (0, 0)) -> Term:
    return Fraction(of), facts, powers


def asked(goal: Form, *known: Known, strict: bool = False) -> Question:
    return Question(numerator(goal), tuple((numerator(form), sharp, equal) for form, sharp, equal in known), strict)


def adds_up(*terms: Term, put: tuple[Any, ...] = ()) -> Certificate:
    return Certificate(put, terms)


def _as_if_it_were_solved(bound: Fraction, put: str, times: int) -> Certificate:
    """x + x² > 0 is no bound of x. If x were x' - x², or 3x'/2 - x²'/2, with this x' > 0 for x as well, bound - x would be a
    polynomial in x' that times (1 + x')^times has no negative coefficient.
    """
    z = sympy.Symbol("z")
    factor = sympy.Poly((1 + z) ** times, z)
    product = factor * sympy.Poly(sympy.Rational(bound) - sympy.sympify(put, {"z": z}), z)
    terms = [one(OPPOSITE, of=int(c), powers=(k, 0)) for (k,), c in factor.terms()]
    return adds_up(*terms, *(one(of=str(c), powers=(k, 0)) for (k,), c in product.terms() if c), put=((0, 0),))


ZERO = (0,) * 4  # the powers of two generators and of what is put for them
PUT, SPLIT = ((0, 0),), ((None, 0),)  # x from the first fact; x as a difference
X_AND_CONTRARY = (one(OPPOSITE), one(powers=(1, 0)))
# question, certificate, does it show the goal?
CERTIFICATES: tuple[tuple[Question, Certificate, bool], ...] = (
    (asked(HALF - P, (P + P**2, True, False)), _as_if_it_were_solved(Fraction(1, 2), "z - z**2", 4), False),
    (asked(TWO - P, (P + P**2, True, False)), _as_if_it_were_solved(Fraction(2), "3*z/2 - z**2/2", 8), False),
    (Question(frozenset([(frozenset([(X, -1)]), fmpq(1))]), (), False), adds_up(*X_AND_CONTRARY), False),  # 1/x
    # what a root is a root of says nothing with a power too few: √x ≥ 2 gives no x ≥ 5, and x - √x may be negative
    (asked(P - FOUR - ONE, (ROOT_ - TWO, False, False)),
     adds_up(one(OPPOSITE, powers=ZERO), one(1, of=-1, powers=ZERO), one(0, powers=(0, 1, 0, 0)), one(0, of=2, powers=ZERO)),
     False),
    (asked(P - ROOT_),adds_up(one(OPPOSITE, powers=ZERO), one(0, of=-1, powers=ZERO)),False),
    (asked(P - FOUR, (ROOT_ - TWO, False, False)),
     adds_up(one(OPPOSITE, powers=ZERO), one(1, powers=ZERO), one(0, powers=(0, 1, 0, 0)), one(0, of=2, powers=ZERO)), True),
    # a power below 0 divides by what may be 0
    (asked(ROOT_, strict=True), adds_up(one(OPPOSITE, powers=(-1, 0)), one()), False),
    # x ≥ 0 gives x ≥ 0: the fact and the contrary add up to 0, and this is positive
    (asked(P, (P, False, False)), adds_up(*X_AND_CONTRARY, put=PUT), True),
    (asked(P, (P, True, False), strict=True), adds_up(*X_AND_CONTRARY, put=PUT), True),
    (asked(P, (P, False, False), strict=True), adds_up(*X_AND_CONTRARY, put=PUT), False),
    (asked(P, (-P, False, False)), adds_up(*X_AND_CONTRARY, put=PUT), False),
    (asked(P, (-P, False, True)), adds_up(one(OPPOSITE), one(0, of=-1), put=SPLIT), True),  # -x = 0
    (asked(P), adds_up(*X_AND_CONTRARY, one(of=-1, powers=(0, 1)), put=SPLIT), False),
    (asked(P), adds_up(one(of=0)), False),
    (asked(P), adds_up(*X_AND_CONTRARY), False),  # x has no sign
    (asked(P, (THREE, True, False)), adds_up(*X_AND_CONTRARY, put=PUT), False),
    # a sign that is known stays known of what is put: x > 0, x = y - 1 gives y > 1
    (asked(R - ONE, (R - POSITIVE - ONE, False, True), strict=True),adds_up(one(OPPOSITE, powers=ZERO), one(1, powers=ZERO),
     put=((0, 0), (None, 1))),True),
    (asked(ROOT_, strict=True), adds_up(*X_AND_CONTRARY), False),
    (asked(-P, (P, False, False)), adds_up(one(OPPOSITE), one(of=-1, powers=(1, 0)), put=PUT), False),
    (asked(P, (P, True, False), (-P, False, True), strict=True),adds_up(one(0, of=0), one(OPPOSITE, 1, of=0), put=SPLIT),False
     ),
)  # fmt: skip


def shows(question: Question, certificate: Certificate) -> bool:
    try:
        return question.shown_by(certificate)
    except ValueError:
        return False
