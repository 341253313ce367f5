"""An application of a theorem says what it should, captures nothing, and is refused where its hypotheses are not met."""

from __future__ import annotations

import pytest

from theorems.kernel.context import Context
from theorems.kernel.facts import INTEGERS, REALS, Theorem, fixed, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by, calc, cases, have
from theorems.language.tree import E, ForAll, Implies, Member, Pr, Q, Range, Sum, ddt, exp, expr, log, symbols
from theorems.textbook.elementary import EXP_ABOVE_TANGENT
from theorems.textbook.flows import DDT_FACTOR, DDT_SUM, DDT_TIME, GROWS, explicit
from theorems.textbook.probability import HOEFFDING_OF_SIGNS_ABS, MORE_LIKELY, all_independent, fair_sign, finite
from theorems.textbook.sums import COUNT, INSTANCE, SUM_ABOVE_TERM, SUM_OF_CONSTANT, SUM_ORDER

a, s, n, i, j, x, w, r, sigma, h, y = symbols("a s n i j x w r σ h y")
up_to_n = Range(expr(1), n)


def test_bound_variables_are_those_of_the_user() -> None:
    fact = SUM_ORDER(lambda j: w[i, j], lambda j: x[j] ** 2, j, up_to_n)
    assert fact.claim is (Sum(j, up_to_n, w[i, j]) <= Sum(j, up_to_n, x[j] ** 2))
    assert fact.hypotheses == (ForAll(j, up_to_n, w[i, j] <= x[j] ** 2),)


def test_nothing_is_captured() -> None:
    for body in (lambda _: w[j], lambda k: Sum(j, up_to_n, w[k, j])):
        with pytest.raises(ValueError, match="is bound"):
            _ = SUM_ORDER(body, body, j, up_to_n).claim
    with pytest.raises(ValueError, match="is bound"):
        _ = SUM_OF_CONSTANT(w[j], j, up_to_n).claim
    with pytest.raises(ValueError, match="different symbols"):
        _ = MORE_LIKELY(lambda y: y > 0, lambda y: y >= 0, r, expr(1)).claim


def test_what_holds_for_all_holds_for_a_number_of_the_same_name() -> None:
    body = x[i] >= 0
    known = Context((ForAll(i, up_to_n, body), Member(i, up_to_n)))
    by(INSTANCE(lambda k: x[k] >= 0, i, up_to_n, i)).show(body, known)
    with pytest.raises(ValueError, match="is bound"):
        _ = INSTANCE(lambda _: body, i, up_to_n, i).claim
    for factor in (s, s + 1):
        with pytest.raises(ValueError, match="is bound"):
            _ = DDT_FACTOR(factor, lambda x: x, s).claim


def test_what_a_theorem_binds_itself_is_not_free_in_an_argument() -> None:
    row_sum = Theorem("", (i,), h[i] == Sum(j, up_to_n, w[i, j]))
    assert row_sum(s).claim is (h[s] == Sum(j, up_to_n, w[s, j]))
    with pytest.raises(ValueError, match="binds j"):
        _ = row_sum(j).claim


def test_an_argument_needs_a_value() -> None:
    with pytest.raises(GapError, match="x > 0"):
        by(EXP_ABOVE_TANGENT(log(x))).show(1 + log(x) <= exp(log(x)), Context())
    by(EXP_ABOVE_TANGENT(log(x))).show(1 + log(x) <= exp(log(x)), Context((x > 0,)))


def test_a_range_has_integers_only() -> None:
    known = Context((n >= 3, Member(n, INTEGERS), ForAll(j, up_to_n, w[j] >= 0)))
    by(SUM_ABOVE_TERM(lambda j: w[j], j, up_to_n, n - 1)).show(w[n - 1] <= Sum(j, up_to_n, w[j]), known)
    with pytest.raises(GapError):
        by(SUM_ABOVE_TERM(lambda j: w[j], j, up_to_n, Q(3, 2))).show(w[Q(3, 2)] <= Sum(j, up_to_n, w[j]), known)
    by(COUNT(j, 1, n)).show(Sum(j, up_to_n, 1) == n, known)
    with pytest.raises(GapError):
        by(COUNT(j, 1, n)).show(Sum(j, up_to_n, 1) == n, Context((n >= 3,)))


CHERNOFF = Theorem(
    "Chernoff's bound", (x, s, a), Pr(x >= a) <= exp(-s * a) * E(exp(s * x)), (finite(exp(s * x)), s >= 0, fixed(s, a))
)
E_CONSTANT = Theorem("the expectation of a number", (a,), E(a) == a, (fixed(a),))
TAIL = Pr(r >= a) <= exp(-s * a) * E(exp(s * r))


def test_chernoff() -> None:
    known = Context((s >= 0, fixed(a, s), finite(exp(s * r))))
    calc(TAIL.left).le(TAIL.right, CHERNOFF(r, s, a)).show(TAIL, known)
    for missing in range(3):
        with pytest.raises(GapError):
            calc(TAIL.left).le(TAIL.right, CHERNOFF(r, s, a)).show(
                TAIL, Context(tuple(c for k, c in enumerate(known.claims) if k != missing))
            )


def test_hoeffding() -> None:
    squares = Sum(i, up_to_n, w[i] ** 2)
    goal = Pr(abs(Sum(i, up_to_n, w[i] * sigma[i])) >= a) < 2 * exp(-(a**2) / (2 * squares))
    signs = (all_independent(i, up_to_n, sigma[i]), ForAll(i, up_to_n, fair_sign(sigma[i])))
    fact = HOEFFDING_OF_SIGNS_ABS(lambda i: w[i], lambda i: sigma[i], i, up_to_n, a, squares)
    by(fact).show(goal, Context((*signs, fixed(w[1], n, a), a >= 0, squares > 0)))
    with pytest.raises(GapError, match="not random"):
        by(fact).show(goal, Context((*signs, fixed(n, a), a >= 0, squares > 0)))


def test_what_is_random_is_no_number() -> None:
    known = Context((fixed(a), finite(r)))
    by(E_CONSTANT(a + 1)).show(E(a + 1) == a + 1, known)
    with pytest.raises(GapError, match="not random"):
        by(E_CONSTANT(r)).show(E(r) == r, known)
    with pytest.raises(GapError, match="not random"):
        cases(r <= a, by(), by()).show(Pr(r <= a) <= 1, known)


def test_along_a_flow() -> None:
    t, u = symbols("t u")
    known = Context((explicit(t), a >= 0, ForAll(u, REALS, ddt(h(u), u) >= 0)))
    rises = ForAll(t, REALS, Implies((expr(0) <= t) & (t <= a), ddt(h(t) + t, t) >= 0))
    speeds = (INSTANCE(lambda y: ddt(h(y), y) >= 0, u, REALS, t), DDT_SUM(h, lambda y: y, t), DDT_TIME(t))
    grown = by(GROWS(lambda y: h(y) + y, t, 0, a))
    have(rises, by(*speeds), grown).show(h(expr(0)) + expr(0) <= h(a) + a, known)
    with pytest.raises(GapError):
        have(rises, by(*speeds[1:]), grown).show(h(expr(0)) + expr(0) <= h(a) + a, known)


def test_a_derivative_keeps_its_body() -> None:
    t, u = symbols("t u")
    with pytest.raises(ValueError, match="would differentiate something else"):
        substituted(ddt(u * h(t), u), {u: t})
    with pytest.raises(ValueError, match="would differentiate something else"):
        substituted(ddt(u * h(t), t), {u: t + 1})
    assert substituted(ddt(u * h(t), t), {u: a}) is ddt(a * h(t), t)
