"""What the kernel must refuse, and what it must not: each with its name, quick, and checked without pytest as well.

Every line of the kernel and every side condition has a false claim here that goes through without it: ``python -m
tests.kernel_of_proofs.mutate`` plants the errors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import sympy

from theorems.kernel.arithmetic import Facts
from theorems.kernel.context import Context, Quoted
from theorems.kernel.context import shown as shown_in
from theorems.kernel.facts import (
    EVENT,
    FUNCTION,
    INTEGERS,
    REALS,
    SET,
    VARIABLE,
    Definition,
    Theorem,
    event,
    fixed,
    substituted,
)
from theorems.kernel.gaps import GapError
from theorems.kernel.journal import Proof, RefusedError, check, entry_of
from theorems.kernel.scripts import (
    FirstOf,
    Growing,
    Script,
    Suppose,
    by,
    calc,
    cases,
    each,
    growing,
    have,
    only,
    strict_too,
)
from theorems.kernel.signs import CONTRARY, Certificate, Question
from theorems.language.tree import (
    And,
    ArrayFunction,
    Call,
    Claim,
    Component,
    E,
    Entry,
    Exists,
    ForAll,
    Function,
    Implies,
    Indicator,
    Integral,
    Member,
    Named,
    Norm,
    O,
    Or,
    Pr,
    Q,
    Range,
    Relation,
    SetOf,
    Sum,
    Symbol,
    Words,
    chain,
    ddt,
    exp,
    expr,
    floor,
    largest,
    log,
    sqrt,
    symbols,
)
from theorems.provers.polynomials import certificates_of

p, q, r, h, f, TOP = symbols("p q r h f ⊤")
a, b, x, y, n, t, X, i, j = symbols("a b x y n t X i j")
u, v, M = (Symbol(name, "vector word") for name in "uvM")
s = Symbol("s", "vector word")
WHERE = Range(expr(1), n)
V, W = ArrayFunction(s, (p,)), ArrayFunction(s, (q,))
Case = tuple[str, Callable[[], bool]]  # true where the kernel does as it must


def _follows(goal: Relation, *facts: Relation) -> bool:
    return Facts(facts).give(goal)


def shown(goal: Claim, script: Script, *claims: Claim, words: frozenset[str] = frozenset()) -> bool:
    try:
        script.show(goal, Context(claims, words))
    except GapError:
        return False
    return True


# -- arithmetic ------------------------------------------------------------------------------------------------------------

# goal, facts: false at some point that meets the facts, or without a value there
FALSE: tuple[tuple[Relation, tuple[Relation, ...]], ...] = (
    (h(p / p) == h(1), ()),  # no value at p = 0
    (p / p == 1, (p >= 0,)),
    (p / p == 1, (p <= 0,)),
    (1 / p == 1 / p, (p**2 >= 0,)),
    (p**-1 * p == 1, (p >= 0,)),
    (Entry("max", (p, q)) == Call("max", (p, q)), ()),
    (Entry("value", (h, p)) == h(p), ()),
    (Symbol("p", "row") == p, ()),
    (h(p) == h(q), ()),
    (f(p) == h(p), ()),
    (Entry("f", (p,)) == Entry("h", (p,)), ()),
    (Call("floor", (p,)) == Call("ceil", (p,)), ()),
    (floor(p) == floor(q), ()),
    (sqrt(p**2) == p, ()),
    (sqrt(p) == sqrt(p), ()),
    (sqrt(p) >= 0, ()),
    (log(p) == log(p), (p >= 0,)),
    (log(p) == log(p), (p != 0,)),
    (log(p**2) == 2 * log(p), (p != 0,)),
    (p**TOP * q == q * p**TOP, ()),
    (p**TOP * (q + r) == p**TOP * q + p**TOP * r, (p > 0,)),
    (p**TOP * p * h == 0, (h == 0,)),
    (p**TOP == 1, (p == 1,)),
    (log(p * q) == log(p) + log(q), (p * q > 0,)),
    ((p**2) ** Q(1, 2) == p, ()),
    (p**q > 0, (p >= 0,)),
    (p ** Q(1, 2) == p ** Q(1, 2), (p >= -1,)),
    (exp(log(p)) == p, ()),
    (p / q <= 1, (p <= q, q >= 0)),
    (1 / p <= 1 / q, (q <= p,)),
    (p <= q, (1 / (p - p) <= q,)),
    (p == q, (p**2 == q**2,)),
    (0 * log(p) == 0, ()),
    (0 * h(1 / p) == 0, ()),
    (0 * Entry("w", (1 / p,)) == 0, ()),
    (0 * floor(log(p)) == 0, ()),
    (-log(p) + log(p) == 0, ()),
    (1 / p - 1 / p == 0, ()),
    (p <= 1, (log(Q(-2)) <= p,)),
    (p > 0, (q / p > 0,)),
    (p > 0, (q / p >= 0, q >= 1)),
    (p > 0, (q / p**2 > 0, q >= 1)),
    (p >= 0, (q - 1 / p > 0, q >= 1)),
    (p * q >= 0, (p > 0,)),
    (p * q**2 > 0, (p > 0,)),  # q = 0
    (p * q**2 >= 0, ()),
    (p + q**2 > 0, (p >= 0,)),
    (p**2 + q**2 > 0, ()),
    (p**2 > 0, ()),
    (p**3 >= 0, ()),
    ((p - 1) ** 2 > 0, (p > 0,)),
    ((p - 1) ** 3 >= 0, (p > 0,)),
    (1 / (p - 1) > 0, (p > 0, p != 1)),
    (1 / (p - q) ** 2 > 0, ()),
    (sqrt(p + q) > 0, (p > 0, p + q >= 0)),
    ((p - q) ** r > 0, ()),
    (p / 2 + q / 3 >= 0, (p > 0, q >= -1)),
    (p * exp(-q) / 2 >= p / 3, (p > 0,)),
    (p > 0, (p >= 0,)),
    (p < 0, (p <= 0,)),
    (p != q, (p >= q,)),
    (p != q, (p <= q,)),
    (p != q, ()),
    (p == q, (p >= q,)),
    (p == q, (p <= q,)),
    (p >= q, (p <= q,)),
    (p <= q, (p >= q,)),
    (p < q, (p <= q,)),
    (p > q, (p >= q,)),
    (p < q, (p == q,)),
    (p == 0, (p * q == 0,)),
    (p >= 1, (p > 0,)),
    (p == q, (p == O(n), q == O(n))),  # two that grow alike
    (p == q, (p != r, q != r)),
    (Q(1, 3) == Q("0.3333"), ()),
    (exp(expr(1)) == Q("2.718281828459045"), ()),
    (exp(expr(1)) < Q("2.718281828459045"), ()),
    (log(expr(2)) > Q("0.6931471805599454"), ()),
    (log(expr(1)) != 0, ()),
    (expr(2) != expr(2), ()),
    (expr(2) < expr(2), ()),
    (expr(2) > expr(2), ()),
    (expr(3) <= expr(2), ()),
    (expr(2) >= expr(3), ()),
    (expr(1) / expr(0) == expr(1) / expr(0), ()),
    (sqrt(expr(2)) == Q("1.41421356237309504880"), ()),
    (p * exp(Q(1, 2)) <= Q("1.6487212707") * p, (p > 0,)),
    (p * exp(Q(1, 2)) >= Q("1.6487212708") * p, (p > 0,)),
    (p <= 2, (p**2 <= 5,)),
    (p >= q, (2 * p >= q,)),
    (p ** Q(1, 3) >= p, (p >= 0,)),
    (sqrt(p) >= p, (p >= 0,)),
    (sqrt(p) <= 1, (p >= 0,)),
    (1 / sqrt(p) >= 1, (p > 0,)),
    (1 / sqrt(p) <= 1, (p > 0,)),
    (p ** Q(-1, 2) <= 1, (p > 0, p <= 1)),
    (2**p >= 2, (p >= 0,)),
    (2 ** (p + q) == 2**p + 2**q, ()),
    (exp(p + q) == exp(p) + exp(q), ()),
    (exp(p) >= 1, (p >= -1,)),
    (p**q * p**r == p ** (q * r), (p > 0,)),
    (q == r, (p == q, p == r + 1)),
    (p == 1, (p == p + 0 * q,)),
    (p >= 2, (p == q, q >= 1)),
    (q / p <= r / p, (q <= r, p <= -1)),
    (q / p <= r / p, (q <= r,)),
    (q / (p * r) >= 0, (q >= 0, p > 0)),
    (1 / (1 / p) == p, (p >= 0,)),
    (q / (p / r) == q * r / p, (p > 0,)),
    (p ** expr(65) >= 0, ()),
    (p ** expr(66) > 0, ()),
    (p**2 * q >= q, (p >= 1,)),
    (abs(p) == p, ()),
    (largest(p, q) == p, ()),
    (p >= q, (p != q,)),
    (-p >= 0, (p >= 0,)),
    (p**q == p**q, (p >= 0,)),
    (Entry("w", (expr(1),)) == 5, ()),  # no number that balls know
    (Entry("w", (expr(1),)) != 5, ()),
    (p * log(Q(2, 3)) >= Q("-0.1") * p, (p > 0,)),
    (p >= 1, (p ** Q(-1, 2) >= 1, p > 0)),
    (p <= 1, (sqrt(p) >= 1,)),
    (p >= 4, (sqrt(p) <= 2, p >= 0)),
    (2**-p >= 2**-q, ()),
    (2**-p * q <= 2**-p * r, (r <= q,)),
    (V * W == W * V, ()),
    (V + W == W + V, ()),
    (V - V == 0 * V, ()),
    (-V == 0 - V, ()),
    (V / p == p**-1 * V, (p > 0,)),
    (V**2 == V * V, ()),
    (abs(V) >= 0 * V, ()),
    (Component(V, (i,)) == Component(W, (i,)), ()),
    (1 / (p - q) ** 3 >= 0, (p < q,)),
)
# goal, facts: these follow
TRUE: tuple[tuple[Relation, tuple[Relation, ...]], ...] = (
    (p != q, (p > q,)),
    (p != q, (p < q,)),
    (p / p == 1, (p > 0,)),
    (p / p == 1, (p < 0,)),
    (p**-1 * p == 1, (p < 0,)),
    (p > 0, (q * r / p > 0, q >= 1, r > 0)),
    ((p + 2 * q**2) ** Q(-1, 2) > 0, (p > 0,)),
    ((q - 1) ** 2 / p >= 0, (p > 0,)),
    (sqrt(2 * (p + q)) == sqrt(expr(2)) * sqrt(p + q), (p >= 0, q >= 0)),
    (q <= r - log(Q(2)) / p, (p >= 2, p * q <= p * r - log(Q(2)))),
    (p <= h(p), (p <= sqrt(q * h(q) / r), sqrt(q * h(q) / r) <= h(p), q * h(q) / r >= 0, r > 0)),
    (p * exp(Q("-0.568")) <= p * Q("0.568"), (p >= 0,)),
    (p <= r, (p <= q, q <= r)),
    (p < r, (p < q, q <= r)),
    (p == q, (p <= q, q <= p)),
    (q / p <= r / p, (q <= r, p > 0)),
    (q / p >= r / p, (q <= r, p < 0)),
    (exp(p + q) == exp(p) * exp(q), ()),
    (2 ** (p + 1) == 2 * 2**p, ()),
    (p**q > 0, (p > 0,)),
    (q == 2, (p == q, p == 2)),
    (sqrt(p) * sqrt(p) == p, (p >= 0,)),
    (p * q >= 1, (p >= 1, q >= 1)),
    (log(expr(2)) > Q("0.6931471805599453"), ()),
    (sqrt(expr(2)) <= Q("1.41421356237309505"), ()),
    (expr(2) == expr(2), ()),
    (p**2 * q >= q, (p >= 1, q >= 0)),
    (log(p * q) == log(p) + log(q), (p > 0, q > 0)),
    ((p**2) ** Q(1, 2) == p, (p > 0,)),
    (h(p + q) == h(q + p), ()),
    (-p <= 0, (p >= 0,)),
    (p >= 1, (sqrt(p) >= 1,)),
    (p <= 4, (sqrt(p) <= 2, p >= 0)),
    (p <= 1, (p ** Q(-1, 2) >= 1, p > 0)),
    (2**-p * q <= 2**-p * r, (q <= r,)),
    (2**-p * 2**-p == 2 ** (-2 * p), ()),
    (p * log(Q(2, 3)) <= Q("-0.4") * p, (p > 0,)),
    (1 / (p - q) ** 3 <= 0, (p < q,)),
    (1 / (p - q) ** 2 > 0, (p < q,)),
    (p[1] ** TOP * p[2] * h * 2 == 2 * h * q, (p[1] ** TOP * p[2] == q, h > 0)),
)


def _sign(strict: bool, make: Callable[[sympy.Expr, sympy.Expr], sympy.Expr], *facts: Relation) -> bool:
    """Is the sign of an expression shown, which may have no value?"""
    known = Facts(facts)
    return known.sign(make(known.atoms(p), known.atoms(q)), strict=strict)


# facts, expression of p and q: its sign is not known
NO_SIGN: tuple[tuple[bool, Callable[[sympy.Expr, sympy.Expr], sympy.Expr], tuple[Relation, ...]], ...] = (
    (False, lambda p, q: 1 / p, ()),
    (True, lambda p, q: 1 / p, (p >= 0,)),
    (False, lambda p, q: -1 / p, (p <= 0,)),
    (False, lambda p, q: 1 / p + 1 / q, ()),
    (False, lambda p, q: (p - 1) ** q, ()),
    (True, lambda p, q: 1 / p**2, ()),
    (True, lambda p, q: 1 / p**2, (p >= 0,)),
    (True, lambda p, q: 1 / p**2, (p <= 0,)),
    (True, lambda p, q: 1 / (p - q) ** 2, (p >= q,)),
    (True, lambda p, q: 1 / (p - q) ** 2 + 1, (p <= q,)),
    (False, lambda p, q: q / (p - 1), (q >= 0, p >= 1)),
    (False, lambda p, q: -q / (p - 1), (q >= 0, p <= 1)),
    (False, lambda p, q: q / (p - 1) ** 3, (q >= 0,)),
)

# -- links and theorems ----------------------------------------------------------------------------------------------------

EXP_ABOVE = Theorem("e^x ≥ 1 + x", (x,), exp(x) >= 1 + x)
SQUARE = Theorem("x² ≥ 0", (x,), x**2 >= 0)
ROOT = Theorem("√x ≥ 0", (x,), sqrt(x) >= 0, (x >= 0,))
LOG_GROWS = Theorem("log grows", (x, y), log(x) <= log(y), (x > 0, x <= y), strict=(x < y,))
F, G = Symbol("F", FUNCTION), Symbol("G", FUNCTION)
A, B = Symbol("A", EVENT), Symbol("B", EVENT)
S, k, m = Symbol("S", SET), Symbol("k", VARIABLE), Symbol("m", VARIABLE)
SUM_ORDER = Theorem("sums keep the order", (F, G, k, S), Sum(k, S, F(k)) <= Sum(k, S, G(k)), (ForAll(k, S, F(k) <= G(k)),))
SUM_OF_CONSTANT = Theorem("a sum of equal terms", (x, k, S), Sum(k, S, x) == x * Sum(k, S, 1))
INSTANCE = Theorem("for all, for one", (F, k, S, x), F(x) >= 0, (ForAll(k, S, F(k) >= 0), Member(x, S)))
TWO_SUMS = Theorem("", (F, k, m, S), Sum(k, S, F(k)) == Sum(m, S, F(m)))
QUOTIENT = Theorem("", (F, x), F(x) == F(x))
AT_ZERO = Theorem("", (F,), F(expr(0)) == F(expr(0)))
CERTAIN = Theorem("", (A,), Pr(event(A)) == 1, (event(A),))
EACH_EVENT = Theorem("", (A, k, S), ForAll(k, S, event(A, k)), (ForAll(k, S, event(A, k)),))
CONSTANT = Theorem("E a = a", (x,), E(x) == x, (fixed(x),))
DDT = Theorem("a constant has derivative 0", (x, k), ddt(x, k) == 0)
ROWS_SUM = Theorem("of the data", (i,), h[i] == Sum(j, WHERE, f[i, j]))
ABOUT_N = Theorem("of the data", (), n >= 5)
positive = Theorem("", (F, k), ForAll(k, REALS, F(k) > 0), (ForAll(k, REALS, F(k) > 0),))


# goal, claims: must not follow by logic and arithmetic alone
UNMET: tuple[tuple[Claim, tuple[Claim, ...]], ...] = (
    (chain(x, "<=", y, "<=", a), ()),
    (chain(x, "<=", y, "<=", a), (x <= y,)),
    (Implies(x <= 1, x <= 0), ()),
    (And((x <= 1, y <= 1)), (x <= 1,)),
    (Or((x <= 1, x >= 2)), ()),
    (ForAll(x, REALS, x >= 0), ()),
    (Member(x, INTEGERS), ()),
    (Member(n / 2, INTEGERS), (Member(n, INTEGERS),)),
    (Member(n + Q(1, 2), INTEGERS), (Member(n, INTEGERS),)),
    (Member(Q(1, 2) + n, INTEGERS), (Member(n, INTEGERS),)),
    (Member(n * Q(1, 2), INTEGERS), (Member(n, INTEGERS),)),
    (Member(-x, INTEGERS), (Member(n, INTEGERS),)),
    (Member(x, INTEGERS), (Member(n, INTEGERS), Member(x, REALS))),
    (Member(Q(3, 2), WHERE), (n >= 2,)),
    (Member(expr(0), WHERE), (n >= 2,)),
    (Member(expr(3), WHERE), (n >= 2,)),
    (Member(x, Named("the rows")), ()),
    (Words("not random: ", X), ()),
    (Words("not random: ", X), (Words("independent: ", X),)),
    (Words("not random: ", a, ", ", X), (fixed(a),)),
    (Words("not random: ", h(a)), (fixed(a),)),
    (Words("not random: ", SetOf("G", (a,))), (fixed(a),)),
    (Words("not random: ", Named("G")), (fixed(a),)),
)
MET: tuple[tuple[Claim, tuple[Claim, ...]], ...] = (
    (chain(x, "<=", y, "<=", a), (x <= y, y <= a)),
    (Implies(x <= 1, x <= 2), ()),
    (Words("all is well"), (Words("all is well"),)),
    (Member(x, REALS), ()),
    (Member(expr(2), INTEGERS), ()),
    (Member(j + 1, INTEGERS), (Member(j, WHERE),)),
    (Member(2 * n - 1, INTEGERS), (Member(n, INTEGERS),)),
    (Member(expr(2), WHERE), (n >= 2,)),
    (fixed(a + 1, a * b), (fixed(a, b),)),
    (fixed(Sum(j, WHERE, h[j] * j)), (fixed(n, h[1]),)),
)


def met(goal: Claim, *claims: Claim) -> bool:
    return shown_in(Context(claims), goal)


# goal, script, claims: must not be shown
UNSHOWN: tuple[tuple[Claim, Script, tuple[Claim, ...]], ...] = (
    (y >= 0, by(SQUARE(sqrt(y))), ()),  # no number
    (exp(log(x)) >= 1 + log(x), by(EXP_ABOVE(log(x))), ()),
    (sqrt(x) >= 0, by(ROOT(x)), ()),
    (log(x) <= log(y), by(LOG_GROWS(x, y)), (x > 0,)),
    (log(x) <= log(y), by(LOG_GROWS(x, y)), (x <= y,)),
    (y != 0, cases(y / y > 0, by(), by()), ()),
    (y >= 0, cases(sqrt(y) >= 0, by(), by()), ()),  # √y has no value there
    (x >= a, growing(x, x + 0), (x >= a - 1,)),
    (x <= 1, Suppose(by(x <= 1)), (x <= 1,)),  # it supposes nothing
    (Implies(x <= 1, x <= 0), Suppose(by()), ()),
    (ForAll(j, WHERE, Implies(fixed(j), fixed(a * j))), by(), ()),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(j, WHERE, Implies(fixed(a), fixed(h[j]))))),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(j, REALS, Implies(fixed(j), fixed(h[j]))))),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(k, WHERE, Implies(fixed(k), fixed(h[k]))))),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n),)),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(k, WHERE, Implies(fixed(j), fixed(h[j]))))),
    (expr(2) == exp(expr(1)), by(), ()),
    (expr(1) < expr(1), by(), ()),
    (exp(expr(1)) < exp(expr(1)), by(), ()),
    (1 / x <= 1 / x, calc(1 / x), ()),
    (1 / x <= 1 / x, calc(1 / x).le(1 / x), ()),
    (x != 0, growing(x, 0), (x >= 0,)),
    (x**2 < 1 + x**2 - 1, growing(x, 0, order=0), (x >= 0,)),
    (x <= 1, growing(x, 0, order=0), (x >= 0,)),
    (0 * (1 / x) <= 0, growing(x, -1), (x >= -1,)),
    (x <= 1, growing(x, 1), (x >= 1,)),
    (x >= 1, growing(x, 1), ()),
    (x * a <= a, growing(x, 1), (x >= 1, a >= 0)),
    (x * x >= x, growing(x, 0), (x >= 0,)),
    (x * x >= x, growing(x, 0, order=2), (x >= 0,)),
    (x > 0, growing(x, 0), (x >= 0,)),
    (x**2 > 0, growing(x, 0), (x >= 0,)),
    (x < 2 * x, growing(x, 0), (x >= 0,)),
    (expr(1) < 1 + 0 * x, growing(x, 0), (x > 0,)),
    (x <= 2 * x - 1, growing(x, 0), (x >= 0,)),
    (x >= a, growing(x, x), ()),
    (h(x) >= h(0 * x), growing(x, 0), (x >= 0,)),
    (x == 2 * x, growing(x, 0), (x >= 0,)),
    (h(x) >= 0, growing(x, 0), (x >= 0,)),
    (ForAll(x, Range(a, x), x >= a), by(), ()),
    (ForAll(x, Range(a, y), x <= 1), by(), (x <= 1,)),
    (ForAll(x, WHERE, x >= 2), by(), ()),
    (ForAll(x, WHERE, x <= n - 1), by(), ()),
    (ForAll(x, REALS, x >= 1), by(), ()),
    (ForAll(x, S, x >= 1), by(), ()),
    ((x <= 0) | (x >= 0), by(), ()),  # true, but no branch is
    ((x <= 0) | (x <= 1), by(), (x <= 2,)),
    (And((x <= 0, x <= 1)), by(), (x <= 1,)),
    (And((x <= 1, x <= 0)), by(), (x <= 1,)),
    (chain(x, "<=", y, "<=", a), by(), (x <= y,)),
    (chain(x, "<=", y, "<=", a), by(), (y <= a,)),
    (Implies(x <= 0, x <= 1) & (x <= 1), by(), ()),
    (Implies(x <= 1, x <= 0), by(), ()),
    (And((Implies(x <= 0, x <= 1), x <= 1)), by(Implies(x <= 0, x <= 1) & (x <= 1)), ()),
    (Exists(x, WHERE, x >= 1), by(), ()),
    (Words("all is well"), by(Words("all is well")), ()),
    (x <= 1, by(x <= 1), ()),
    (x <= 1, by(x <= 2, x <= 1), ()),
    (x <= 1, calc(x).le(2).le(1), ()),
    (x <= 1, calc(x).le(0), (x <= 0,)),
    (x <= 1, calc(y).le(1), (y <= 1,)),
    (x <= 1, calc(1).le(x), (x >= 1,)),
    (x >= 1, calc(x).le(1), (x <= 1,)),
    (x < 1, calc(x).le(1), (x <= 1,)),
    (x == 1, calc(x).le(1), (x <= 1,)),
    (x != 1, calc(x).eq(1), (x == 1,)),
    (x < 1, calc(x).eq(1), (x == 1,)),
    (x <= a, calc(x).le(y).ge(a), (x <= y, y >= a)),
    (x <= a, calc(x).ge(y).le(a), (x >= y, y <= a)),
    (x == a, calc(x).eq(y).le(a), (x == y, y <= a)),
    (And((x <= 1, y <= 1)), calc(x).le(1), (x <= 1,)),
    (x <= 1, have(x <= 0, by(), by()), ()),
    (x <= 1, have(y <= 0, by(), by()), (y <= 0,)),
    (x <= 1, cases(x <= 1, by(), by()), ()),
    (x <= 1, cases(x >= 1, by(), by()), ()),
    (x <= 0, cases(x <= 1, by(), by()), (x <= 1,)),
    (And((x <= 1, y <= 1)), each(by(), by()), (x <= 1,)),
    (And((x <= 1, y <= 1)), each(by(), by()), (y <= 1,)),
    (And((x <= 1, y <= 1)), each(by()), (x <= 1,)),
    (And((x <= 1, y <= 1)), each(by(), by(), by()), (x <= 1, y <= 1)),
    (x <= 1, FirstOf((by(), by())), ()),
    (And((x <= 1, y <= 1)), FirstOf((by(),)), (x <= 1,)),
    (x <= n, only(x <= y), (x <= y, y <= n)),
    (x <= n, only(x <= y, y <= n), (x <= y,)),
    # theorems
    (Sum(j, WHERE, f[j]) <= Sum(j, WHERE, h[j]), by(SUM_ORDER(lambda l: f[l], lambda l: h[l], j, WHERE)), ()),
    (
        Sum(j, WHERE, f[j]) <= Sum(j, WHERE, h[j]),
        by(SUM_ORDER(lambda l: f[l], lambda l: h[l], j, WHERE)),
        (ForAll(j, Range(expr(2), n), f[j] <= h[j]),),
    ),
    (h[0] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, 0)), (ForAll(j, WHERE, h[j] >= 0),)),
    (h[n + 1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, n + 1)), (ForAll(j, WHERE, h[j] >= 0), Member(n, INTEGERS), n >= 1)),
    (h[Q(3, 2)] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, Q(3, 2))), (ForAll(j, WHERE, h[j] >= 0), n >= 3)),
    (h[x] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, x)), (ForAll(j, WHERE, h[j] >= 0), x >= 1, x <= n)),
    (h[n / 2] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, n / 2)), (ForAll(j, WHERE, h[j] >= 0), Member(n, INTEGERS), n >= 2)),
    (h[1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, 1)), (n >= 1,)),
    (h[1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, 1)), (ForAll(j, WHERE, h[j] >= 0),)),
    (h[1] >= 0, by(INSTANCE(lambda l: h[l], j, S, 1)), (ForAll(j, S, h[j] >= 0),)),
    (1 / y == 1 / y, by(QUOTIENT(lambda l: 1 / l, y)), ()),
    (Pr(X <= 1) == 1, by(CERTAIN(X <= 1)), ()),
    (E(X) == X, by(CONSTANT(X)), ()),
    (E(X + a) == X + a, by(CONSTANT(X + a)), (fixed(a),)),
    (E(X[1]) == X[1], by(CONSTANT(X[1])), (fixed(h[1]),)),
    (E(h(1)) == h(1), by(CONSTANT(h(expr(1)))), (fixed(h),)),
    (E(Norm(X, "")) == Norm(X, ""), by(CONSTANT(Norm(X, ""))), (fixed(a),)),
    (E(Function("block", X)) == Function("block", X), by(CONSTANT(Function("block", X))), (fixed(X),)),
    (E(Sum(j, WHERE, X[j])) == Sum(j, WHERE, X[j]), by(CONSTANT(Sum(j, WHERE, X[j]))), (fixed(n),)),
    (E(Indicator(Words("it rains"))) == Indicator(Words("it rains")), by(CONSTANT(Indicator(Words("it rains")))), ()),
    (Pr(X <= 1) <= 1, cases(X <= 1, by(), by()), ()),
    (E(X) == X, cases(X <= 1, by(), by()), (E(X) == X + 0 * X,)),
    (h[j] == Sum(j, WHERE, f[j, j]), by(ROWS_SUM(j)), ()),
    (ForAll(n, REALS, n >= 5), by(ABOUT_N()), ()),
    (ForAll(n, REALS, Implies(n <= 1, n >= 5)), by(ABOUT_N()), ()),
    (V**2 >= 0, by(SQUARE(V)), ()),
    (log(x) < log(y), by(*strict_too((LOG_GROWS(x, y),), Context((x > 0, x <= y)))), (x > 0, x <= y)),
    (ForAll(x, Range(x + 1, n), x <= -7), by(), (a >= 0,)),
    (ForAll(x, WHERE, x > 1), by(), ()),
    (ForAll(x, WHERE, x < n), by(), ()),
    (x**2 - 2 * x >= 0, growing(x, 0), (x == 1,)),
    (expr(1) / expr(0) == expr(1) / expr(0), by(AT_ZERO(lambda l: 1 / l)), ()),
    (x**2 >= 1, Growing(x, expr(1), 1, (x >= 2,)), (x >= 1,)),
)
# goal, script, claims: must be shown
SHOWN: tuple[tuple[Claim, Script, tuple[Claim, ...]], ...] = (
    (Implies((x <= 1) & (y <= 1), x + y <= 2), Suppose(have(x + y <= 2, by(), by())), ()),
    (ForAll(j, WHERE, Implies(fixed(j), fixed(a * j))), by(), (fixed(a),)),
    (fixed(Sum(j, WHERE, f[j, j] * j)), by(), (fixed(n), ForAll(j, WHERE, Implies(fixed(j), fixed(f[j, j]))))),
    (exp(log(x)) >= 1 + log(x), by(EXP_ABOVE(log(x))), (x > 0,)),
    (log(x) <= log(y), by(LOG_GROWS(x, y)), (x > 0, x <= y)),
    (log(x) < log(y), by(*strict_too((LOG_GROWS(x, y),), Context((x > 0, x < y)))), (x > 0, x < y)),
    (x <= y, by(), (And((x <= a, a <= y)),)),
    (x <= 1, cases(x <= 0, by(), by()), (x <= 1,)),
    (x <= n, only(x <= y, y <= n), (x <= y, y <= n)),
    (x <= a, calc(x).le(y).eq(n).lt(a), (x <= y, y == n, n < a)),
    (x < a, calc(x).le(y).lt(a), (x <= y, y < a)),
    (x <= 1, calc(x).eq(1), (x == 1,)),
    (a >= x, calc(x).le(a), (x <= a,)),
    (x == a, calc(x).eq(y).eq(a), (x == y, y == a)),
    (And((x <= 1, y <= 1)), each(by(), by()), (x <= 1, y <= 1)),
    (ForAll(j, WHERE, j <= n), by(), ()),
    (ForAll(j, WHERE, j >= 1), by(), ()),
    (Implies(x <= 1, x <= 2), by(), ()),
    ((x <= 0) | (x <= 1), by(), (x <= 1,)),
    (x + 1 <= 2 * x, growing(x, 1), (x >= 1,)),
    (x < 2 * x, growing(x, 1), (x >= 1,)),
    (x**2 >= 2 * x - 1, growing(x, 1, order=2), (x >= 1,)),
    (exp(x) > 1, growing(x, 0), (x > 0,)),
    (h[n - 1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, n - 1)), (ForAll(j, WHERE, h[j] >= 0), Member(n, INTEGERS), n >= 2)),
    (
        h[floor(x)] >= 0,
        by(INSTANCE(lambda l: h[l], j, WHERE, floor(x))),
        (ForAll(j, WHERE, h[j] >= 0), floor(x) >= 1, floor(x) <= n),
    ),
    (h[-n] >= 0, by(INSTANCE(lambda l: h[l], j, REALS, -n)), (ForAll(j, REALS, h[j] >= 0),)),
    (
        Sum(j, WHERE, f[j]) <= Sum(j, WHERE, h[j]),
        by(SUM_ORDER(lambda l: f[l], lambda l: h[l], j, WHERE)),
        (ForAll(j, WHERE, f[j] <= h[j]),),
    ),
    (E(a + 1) == a + 1, by(CONSTANT(a + 1)), (fixed(a),)),
    (E(Sum(j, WHERE, X[j])) == Sum(j, WHERE, X[j]), by(CONSTANT(Sum(j, WHERE, X[j]))), (fixed(n, X[1]),)),
    (E(Pr(X <= 1)) == Pr(X <= 1), by(CONSTANT(Pr(X <= 1))), ()),
    (n >= 5, by(ABOUT_N()), ()),
    (Pr(a >= X) <= 1, cases(a <= 1, by(), by()), (Pr(a >= X) <= 1, fixed(a))),
    (1 / y == 1 / y, by(QUOTIENT(lambda l: 1 / l, y)), (y > 0,)),
)


def _refused(make: Callable[[], Any]) -> bool:
    try:
        made = make()
        return made is None
    except ValueError:
        return True


# what may be put nowhere: it would be bound there, or bind what it should not
CAPTURES: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("the bound variable stands in a function", lambda: SUM_ORDER(lambda _: f[j], lambda _: f[j], j, WHERE).claim),
    (
        "a sum in a function binds what is put",
        lambda: SUM_ORDER(lambda l: Sum(j, WHERE, f[l, j]), lambda l: 0 * l, j, WHERE).claim,
    ),
    ("a number is bound by the sum", lambda: SUM_OF_CONSTANT(f[j], j, WHERE).claim),
    ("two variables are one", lambda: TWO_SUMS(lambda l: f[l], j, j, WHERE).claim),
    ("a variable is a number", lambda: SUM_OF_CONSTANT(x, expr(1), WHERE).claim),
    ("a variable is a term", lambda: SUM_OF_CONSTANT(x, j + 1, WHERE).claim),
    ("the range speaks of the variable", lambda: SUM_OF_CONSTANT(x, j, Range(expr(1), j)).claim),
    ("a derivative of what varies", lambda: DDT(j, j).claim),
    ("a derivative by what is no name", lambda: Theorem("", (x,), ddt(h(x), x) == 0)(expr(1)).claim),
    ("a derivative of what varies, somewhere", lambda: DDT(h(j) + 1, j).claim),
    ("the theorem's own variable", lambda: ROWS_SUM(j).claim),
    ("the theorem's own variable, somewhere", lambda: ROWS_SUM(2 * j + 1).claim),
    ("an instance that is bound", lambda: INSTANCE(lambda _: h[i], i, WHERE, i).claim),
    ("an event with the variable", lambda: EACH_EVENT(lambda _: h[j] >= 0, j, WHERE).claim),
    ("a free name is caught", lambda: substituted(Sum(j, WHERE, f[j] * x), {x: j})),
    ("a bound name is put", lambda: substituted(Sum(j, WHERE, f[j]), {j: x})),
    ("for all, caught", lambda: substituted(ForAll(j, WHERE, f[j] >= x), {x: j + 1})),
    ("an integral catches", lambda: substituted(Integral(f(t) * x, t, expr(0), n), {x: t})),
    ("a derivative by a number", lambda: substituted(ddt(a * x, x), {x: Q(1)})),
    ("a derivative by what is inside", lambda: substituted(ddt(a * x, x), {x: a + x})),
    ("a derivative of what varies then", lambda: substituted(ddt(a * x, x), {a: x})),
    ("a derivative by another name of it", lambda: substituted(ddt(a * x, x), {x: a})),
)
NOT_CAUGHT: tuple[tuple[str, Callable[[], bool]], ...] = (
    ("a sum", lambda: SUM_OF_CONSTANT(x + 1, j, WHERE).claim is (Sum(j, WHERE, x + 1) == (x + 1) * Sum(j, WHERE, 1))),
    (
        "a function",
        lambda: (
            SUM_ORDER(lambda l: f[l, i], lambda l: h[l] ** 2, j, WHERE).hypotheses == (ForAll(j, WHERE, f[j, i] <= h[j] ** 2),)
        ),
    ),
    ("an event", lambda: EACH_EVENT(lambda l: h[l] >= a, j, WHERE).claim is ForAll(j, WHERE, h[j] >= a)),
    ("an event of nothing", lambda: CERTAIN(a >= X).claim is (Pr(a >= X) == 1)),
    ("a name", lambda: substituted(Sum(j, WHERE, f[j] * x), {x: a}) is Sum(j, WHERE, f[j] * a)),
    ("a derivative", lambda: substituted(ddt(a * x, x), {a: b}) is ddt(b * x, x)),
    ("a derivative by another name", lambda: substituted(ddt(a * x, x), {x: t}) is ddt(a * t, t)),
    (
        "the numbers among the arguments",
        lambda: SUM_OF_CONSTANT(x, j, WHERE).numbers == (x,) and INSTANCE(h, j, WHERE, y).numbers == (y,),
    ),
)

# -- quoting -----------------------------------------------------------------------------------------------------------------

QUOTES: tuple[tuple[str, Claim, Quoted, tuple[Claim, ...], frozenset[str], bool], ...] = (
    ("as it is", h(t) <= 0, Quoted("A", h(t) <= 0), (), frozenset(), True),
    ("with a condition", h(t) <= 0, Quoted("A", h(t) <= 0, (t >= 1,)), (t >= 1,), frozenset(), True),
    ("without its condition", h(t) <= 0, Quoted("A", h(t) <= 0, (t >= 1,)), (), frozenset(), False),
    ("at another place", h(t + 1) <= 0, Quoted("A", h(t) <= 0, (t >= 1,), (), ((t, t + 1),)), (t >= 1,), frozenset(), True),
    ("its condition there", h(t - 1) <= 0, Quoted("A", h(t) <= 0, (t >= 1,), (), ((t, t - 1),)), (t >= 1,), frozenset(), False),
    ("where that has no value", h(1 / t) <= 0, Quoted("A", h(t) <= 0, (), (), ((t, 1 / t),)), (), frozenset(), False),
    ("words", h(t) <= 0, Quoted("A", h(t) <= 0, (), ("t is odd",)), (), frozenset({"t is odd"}), True),
    ("without its words", h(t) <= 0, Quoted("A", h(t) <= 0, (), ("t is odd",)), (), frozenset(), False),
    (
        "words about another",
        h(t + 1) <= 0,
        Quoted("A", h(t) <= 0, (), ("t is odd",), ((t, t + 1),)),
        (),
        frozenset({"t is odd"}),
        False,
    ),
    (
        "words that it is not in",
        h(t + 1) <= 0,
        Quoted("A", h(t) <= 0, (), ("it is odd",), ((t, t + 1),)),
        (),
        frozenset({"it is odd"}),
        True,
    ),
    ("what is bound here", ForAll(t, WHERE, h(t) <= 0), Quoted("A", h(t) <= 0), (), frozenset(), False),
    ("what is bound here, put", ForAll(t, WHERE, h(t) <= 0), Quoted("A", h(t) <= 0, (), (), ((t, t),)), (), frozenset(), True),
    ("what is bound in a condition", ForAll(t, WHERE, h(a) <= 0), Quoted("A", h(a) <= 0, (t >= t,)), (), frozenset(), False),
    (
        "what would be caught",
        Sum(j, WHERE, f[j] * j) >= 0,
        Quoted("A", Sum(j, WHERE, f[j] * x) >= 0, (), (), ((x, j),)),
        (),
        frozenset(),
        False,
    ),
    (
        "words of what a quantifier takes",
        ForAll(t, REALS, h(a) <= 0),
        Quoted("A", h(a) <= 0, (), ("t is odd",)),
        (),
        frozenset({"t is odd"}),
        False,
    ),
    ("vectors", h(V) <= 0, Quoted("A", h(x) <= 0, (), (), ((x, V),)), (), frozenset(), False),
    ("a number", h(y) <= 0, Quoted("A", h(x) <= 0, (), (), ((x, y),)), (), frozenset(), True),
)

# -- certificates ------------------------------------------------------------------------------------------------------------

P, R = sympy.Symbol("x0", real=True), sympy.Symbol("x1", real=True)
POSITIVE = sympy.Symbol("x0", positive=True)
NONNEGATIVE = sympy.Symbol("x0", nonnegative=True)
ROOT_ = sympy.sqrt(NONNEGATIVE)


def _one(*facts: int, of: Any = 1, powers: tuple[int, ...] = (0, 0)) -> tuple[Fraction, tuple[int, ...], tuple[int, ...]]:
    return Fraction(of), facts, powers


UNKNOWN = sympy.Rational(1, 2) - P


def _as_if_it_were_solved() -> Certificate:
    """x + x² > 0 is no bound of x. If x were x' - x², with this x' > 0 for x as well, 1/2 - x would be 1/2 - x' + x'², which
    times (1 + x')⁴ has no negative coefficient.
    """
    z = sympy.Symbol("z")
    times = sympy.Poly((1 + z) ** 4, z)
    product = times * sympy.Poly(z**2 - z + sympy.Rational(1, 2), z)
    terms = [(Fraction(int(c)), (CONTRARY,), (k, 0)) for (k,), c in times.terms()]
    return Certificate(((0, 0),), (*terms, *((Fraction(int(c.p), int(c.q)), (), (k, 0)) for (k,), c in product.terms() if c)))


# goal, known, strict, put, terms, does it show the goal?
CERTIFICATES: tuple[tuple[Question, Certificate, bool], ...] = (
    (Question(UNKNOWN, ((P + P**2, True, False),), False), _as_if_it_were_solved(), False),
    # what a root is a root of adds up to 0 with itself, and says nothing
    (Question(-ROOT_ - 1, (), False), Certificate((), (_one(0), _one(0, of=-1))), False),
    (Question(1 / P, (), False), Certificate((), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    # x^(-1/2) ≥ 2 gives no x ≥ 4
    (
        Question(NONNEGATIVE - 4, ((1 / ROOT_ - 2, False, False),), False),
        Certificate(
            (),
            (
                _one(CONTRARY, powers=(0,) * 4),
                _one(0, powers=(0, 1, 0, 0)),
                _one(0, of=2, powers=(0,) * 4),
                _one(1, of=-1, powers=(0,) * 4),
            ),
        ),
        False,
    ),
    (
        Question(-NONNEGATIVE - 1 / ROOT_, (), False),
        Certificate((), (_one(0, of=-1, powers=(0,) * 4), _one(powers=(1, 2, 0, 0)), _one(powers=(0,) * 4))),
        False,
    ),
    # a power below 0 divides by what may be 0
    (Question(NONNEGATIVE, (), True), Certificate((), (_one(CONTRARY, powers=(-1, 0)), _one())), False),
    # powers of too few generators, so that all monomials are the same
    (Question(P - 1, (), False), Certificate(((None, 0),), (_one(CONTRARY, powers=()),)), False),
    # x ≥ 0 gives x ≥ 0: the fact and the contrary add up to 0, and this is positive
    (Question(P, ((P, False, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(of=1, powers=(1, 0)))), True),
    (Question(P, ((P, False, False),), False), Certificate(((None, 0),), (_one(CONTRARY), _one(0))), True),
    (Question(P, ((P, False, False),), True), Certificate(((None, 0),), (_one(CONTRARY), _one(0))), False),  # x > 0
    (Question(P, ((P, True, False),), True), Certificate(((None, 0),), (_one(CONTRARY), _one(0))), True),
    (Question(P, ((P, True, False),), True), Certificate(((0, 0),), (_one(CONTRARY), _one(of=1, powers=(1, 0)))), True),
    (Question(P, ((P, False, False),), True), Certificate(((0, 0),), (_one(CONTRARY), _one(of=1, powers=(1, 0)))), False),
    (Question(P, ((-P, False, False),), False), Certificate(((None, 0),), (_one(CONTRARY), _one(0, of=-1))), False),
    (Question(P, ((-P, False, True),), False), Certificate(((None, 0),), (_one(CONTRARY), _one(0, of=-1))), True),  # -x = 0
    (Question(P, ((-P, False, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(of=1, powers=(1, 0)))), False),
    (Question(P, (), False), Certificate((), (_one(CONTRARY), _one(of=1, powers=(1, 0)))), False),  # x has no sign
    (Question(P, (), False), Certificate(((None, 0),), (_one(CONTRARY), _one(of=1, powers=(1, 0)))), False),
    (
        Question(P, (), False),
        Certificate(((None, 0),), (_one(CONTRARY), _one(powers=(1, 0)), _one(of=-1, powers=(0, 1)))),
        False,
    ),
    (Question(P, (), False), Certificate(((None, 0), (None, 0)), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    (Question(P, (), False), Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))), False),  # no such fact
    (Question(P, (), False), Certificate(((None, 1),), (_one(CONTRARY),)), False),
    (Question(P, (), False), Certificate(((None, -2),), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    (Question(P, (), False), Certificate((), (_one(CONTRARY),)), False),  # it does not add up
    (Question(P, (), False), Certificate((), ()), False),
    (Question(P, (), False), Certificate((), (_one(of=0),)), False),
    (
        Question(P, ((P**2, True, False),), False),
        Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))),
        False,
    ),  # not linear
    (Question(P, ((P + P**2, True, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    (
        Question(P, ((sympy.Integer(3), True, False),), False),
        Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))),
        False,
    ),
    (Question(P - 1, ((P - 1, False, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))), True),
    (Question(P - 1, ((2 * P - 2, False, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))), True),
    (Question(P - 1, ((P - 1, False, True),), False), Certificate(((0, 0),), (_one(CONTRARY),)), True),  # x = 1
    (Question(P - 1, ((P - 1, False, True),), True), Certificate(((0, 0),), (_one(CONTRARY),)), False),
    (Question(P - 2, ((P - 1, False, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    # a sign that is known stays known of what is put: x > 0, x = y - 1 gives y > 1
    (
        Question(R - 1, ((R - POSITIVE - 1, False, True),), True),
        Certificate(((0, 0), (None, 1)), (_one(CONTRARY, powers=(0,) * 4), _one(1, powers=(0,) * 4))),
        True,
    ),
    (
        Question(R - 1, ((R - P - 1, False, True),), True),
        Certificate(((0, 0), (None, 1)), (_one(CONTRARY, powers=(0,) * 4), _one(1, powers=(0,) * 4))),
        False,
    ),
    (
        Question(R - 2, ((R - POSITIVE - 1, False, True),), True),
        Certificate(((0, 0), (None, 1)), (_one(CONTRARY, powers=(0,) * 4), _one(1, powers=(0,) * 4))),
        False,
    ),
    (Question(POSITIVE, (), True), Certificate((), (_one(CONTRARY), _one(powers=(1, 0)))), True),
    (Question(POSITIVE - 1, (), True), Certificate((), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    (Question(ROOT_, (), False), Certificate((), (_one(CONTRARY), _one(powers=(1, 0)))), True),
    (Question(ROOT_, (), True), Certificate((), (_one(CONTRARY), _one(powers=(1, 0)))), False),
    (Question(-P, ((P, False, False),), False), Certificate(((0, 0),), (_one(CONTRARY), _one(of=-1, powers=(1, 0)))), False),
    (Question(-(P**2), (), False), Certificate(((None, 0),), (_one(CONTRARY, 0),)), False),
    (
        Question(P, (), False),
        Certificate(((None, 0),), ((Fraction(1), (CONTRARY,), (0, 0)), (Fraction(1), (), (-1, 0)))),
        False,
    ),
    (Question(P, ((P, False, False), (-P, False, False)), False), Certificate(((None, 0),), (_one(0), _one(1))), False),
    (
        Question(P, ((P, True, False), (-P, False, False)), False),
        Certificate(((None, 0),), (_one(0), _one(1))),
        True,
    ),  # no such x
    (
        Question(P, ((P, False, True), (-P, True, False)), False),
        Certificate(((None, 0),), (_one(0, of=1), _one(1, of=1))),
        True,
    ),
    (
        Question(P, ((P, True, False), (-P, False, True)), True),
        Certificate(((None, 0),), (_one(0, of=0), _one(CONTRARY, 1, of=0))),
        False,
    ),
)

# -- the journal -----------------------------------------------------------------------------------------------------------

PROVED = Proof(
    "made/A (stated)",
    chain(0, "<", log(x), "<=", log(y)),
    (x > 1, x <= y, ForAll(j, WHERE, f[j] <= h[j] ** 2)),
    ("x is odd",),
    each(
        have(
            log(x) > 0,
            by(Theorem("log above", (a,), log(a) >= 1 - 1 / a, (a > 0,))(x)),
            calc(expr(0)).lt(log(x)),
        ),
        by(
            LOG_GROWS(x, y),
            Quoted("B", x > 0, (x > 1,)),
            SUM_ORDER(lambda l: f[l], lambda l: h[l] ** 2, j, WHERE),
            EACH_EVENT(lambda l: f[l] <= h[l] ** 2, j, WHERE),
            Definition("of the data", (a,), h[a] == a)(x),
        ),
    ),
)


def written(proof: Proof) -> Any:
    """Its entry, as it comes back from a file."""
    return json.loads(json.dumps(entry_of(proof, certificates_of(proof))))


def refused(entry: Any, statement: str = PROVED.statement) -> bool:
    """Is it refused, or does it show something else than what is said?"""
    try:
        return check(entry).statement != statement
    except RefusedError:
        return True


def _replaced(entry: Any, old: str, new: str) -> Any:
    text = json.dumps(entry)
    assert old in text, old
    return json.loads(text.replace(old, new))


def edits(entry: Any) -> Iterator[tuple[str, Any]]:
    """The entry with an error planted."""
    yield "no script", {k: v for k, v in entry.items() if k != "script"}
    yield "no certificate", entry | {"certificates": {}}
    yield "another goal", entry | {"goal": entry["claims"][0]}
    yield "another hypothesis", entry | {"claims": [entry["goal"]]}
    yield "one hypothesis more", entry | {"claims": [*entry["claims"], entry["goal"]]}
    yield "other words", entry | {"words": []}
    yield "another sign", _replaced(entry, '"<="', '"<"')
    yield "another number", _replaced(entry, '"value": "1"', '"value": "2"')
    yield "a script of nobody", _replaced(entry, '"is": "Each"', '"is": "TrustMe"')
    yield "a hypothesis of a theorem less", entry | {"theorems": [[*each_[:-2], [], each_[-1]] for each_ in entry["theorems"]]}
    yield "a quoted part says more", _replaced(entry, '"reason": "B"', '"reason": "C"')
    yield "a table that is none", entry | {"nodes": 3}
    yield "a certificate of nothing", entry | {"certificates": {key: [[], []] for key in entry["certificates"]}}
    yield (
        "a certificate of another question",
        entry
        | {"certificates": dict(zip(entry["certificates"], [*list(entry["certificates"].values())[1:], None], strict=True))},
    )
    yield (
        "coefficients",
        entry
        | {
            "certificates": {
                k: [put, [["1", *rest] for _, *rest in terms[:-1]]] for k, (put, terms) in entry["certificates"].items()
            }
        },
    )
    yield "a list", [entry]


def _is(wanted: bool, asked: Callable[..., bool], *arguments: Any) -> bool:
    return asked(*arguments) is wanted


def cases_() -> Iterator[Case]:
    """All of them."""
    for goal, facts in FALSE:
        yield f"{facts} do not give {goal}", partial(_is, False, _follows, goal, *facts)
    for place, (strict, make, facts) in enumerate(NO_SIGN):
        yield f"{facts} give no sign {place}", partial(_is, False, _sign, strict, make, *facts)
    for goal, facts in TRUE:
        yield f"{facts} give {goal}", partial(_is, True, _follows, goal, *facts)
    for claim, claims in UNMET:
        yield f"{claims} do not meet {claim}", partial(_is, False, met, claim, *claims)
    for claim, claims in MET:
        yield f"{claims} meet {claim}", partial(_is, True, met, claim, *claims)
    for place, (claim, script, claims) in enumerate(UNSHOWN):
        yield f"{place}: {claims} do not show {claim}", partial(_is, False, shown, claim, script, *claims)
    for place, (claim, script, claims) in enumerate(SHOWN):
        yield f"{place}: {claims} show {claim}", partial(_is, True, shown, claim, script, *claims)
    for name, put in CAPTURES:
        yield name, partial(_refused, put)
    yield from NOT_CAUGHT
    for name, claim, quoted, claims, words, right in QUOTES:
        yield f"quoted {name}", partial(_is, right, partial(shown, words=words), claim, by(quoted), *claims)
    for place, (question, certificate, right) in enumerate(CERTIFICATES):
        yield f"certificate {place}", partial(_is, right, _shows, question, certificate)
    yield "a proof is written and read", lambda: not refused(written(PROVED))
    for name, edited in edits(written(PROVED)):
        yield f"a journal with {name}", partial(refused, edited)


def _shows(question: Question, certificate: Certificate) -> bool:
    try:
        return question.shown_by(certificate)
    except ValueError:
        return False
