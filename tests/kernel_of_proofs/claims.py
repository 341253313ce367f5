"""What the kernel must refuse, and what it must not: each with its name, quick, and checked without pytest as well.

Every line of the kernel and every side condition has a false claim here that goes through without it: ``python -m
tests.kernel_of_proofs.mutate`` plants the errors.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.kernel_of_proofs.arithmetic import CERTIFICATES, FALSE, NO_SIGN, TRUE, V, W, follows, shows, sign
from tests.kernel_of_proofs.journals import journals
from tests.kernel_of_proofs.theorems import *
from tests.kernel_of_proofs.values import is_, values
from theorems.kernel.context import Context, Quoted
from theorems.kernel.context import shown as shown_in
from theorems.kernel.facts import *
from theorems.kernel.gaps import GapError
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
from theorems.language.tree import *

Case = tuple[str, Callable[[], bool]]  # true where the kernel does as it must


def shown(goal: Claim, script: Script, *known: Claim | str) -> bool:
    claims = tuple(each for each in known if isinstance(each, Claim))
    try:
        script.show(goal, Context(claims, frozenset(each for each in known if isinstance(each, str))))
    except GapError:
        return False
    return True


# -- links and theorems ----------------------------------------------------------------------------------------------------

# goal, claims: must not follow by logic and arithmetic alone
UNMET: tuple[tuple[Claim, tuple[Claim, ...]], ...] = (
    (chain(x, "<=", y, "<=", a), ()),
    (chain(x, "<=", y, "<=", a), (x <= y,)),
    (Implies(x <= 1, x <= 0), ()),
    (Or((x <= 1, x >= 2)), ()),
    (ForAll(x, REALS, x >= 0), ()),
    (Member(n / 2, INTEGERS), (Member(n, INTEGERS),)),
    (Member(n + Q(1, 2), INTEGERS), (Member(n, INTEGERS),)),
    (Member(Q(1, 2) + n, INTEGERS), (Member(n, INTEGERS),)),
    (Member(n * Q(1, 2), INTEGERS), (Member(n, INTEGERS),)),
    (Words("not random: ", X), (Words("independent: ", X),)),
    (Words("not random: ", a, ", ", X), (fixed(a),)),
)  # fmt: skip
MET: tuple[tuple[Claim, tuple[Claim, ...]], ...] = (
    (Member(j + 1, INTEGERS), (Member(j, WHERE),)),
    (Member(2 * n - 1, INTEGERS), (Member(n, INTEGERS),)),
    (Member(expr(2), WHERE), (n >= 2,)),
    (Member(x, REALS), ()),
    (fixed(Sum(j, WHERE, h[j] * j)), (fixed(n, h[1]),)),
    (ForAll(j, WHERE, fixed(j)), (fixed(n),)),
)


def met(goal: Claim, *claims: Claim) -> bool:
    return shown_in(Context(claims), goal)


# goal, script, claims: must not be shown
UNSHOWN: tuple[tuple[Claim, Script, tuple[Claim, ...]], ...] = (
    (y >= 0, by(SQUARE(sqrt(y))), ()),  # no number
    (exp(log(x)) >= 1 + log(x), by(EXP_ABOVE(log(x))), ()),
    (y >= 0, cases(sqrt(y) >= 0, by(), by()), ()),  # √y has no value there
    (Or((V <= W, W <= V)), cases(V <= W, by(), by()), ()),  # of vectors neither need hold
    (Or((x > V, x <= V)), cases(x > V, by(), by()), ()),
    ((W / V)[1] == (W / V)[1], by(), ()),  # an entry of V may be 0
    (x <= 1, Suppose(by(x <= 1)), (x <= 1,)),  # it supposes nothing
    (Implies(x <= 1, x <= 0), Suppose(by()), ()),
    (ForAll(j, WHERE, Implies(fixed(j), fixed(a * j))), by(), ()),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(j, WHERE, Implies(fixed(a), fixed(h[j]))))),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(j, REALS, Implies(fixed(j), fixed(h[j]))))),
    (fixed(Sum(j, WHERE, h[j])), by(), (fixed(n), ForAll(k, WHERE, Implies(fixed(j), fixed(h[j]))))),
    (expr(2) == exp(expr(1)), by(), ()),
    (1 / x <= 1 / x, calc(1 / x), ()),
    (1 / x <= 1 / x, calc(1 / x).le(1 / x), ()),
    (x != 0, growing(x, 0), (x >= 0,)),
    (x**2 < 1 + x**2 - 1, growing(x, 0, order=0), (x >= 0,)),
    (0 * (1 / x) <= 0, growing(x, -1), (x >= -1,)),
    (x >= 1, growing(x, 1), ()),
    (x * x >= x, growing(x, 0, order=2), (x >= 0,)),
    (x > 0, growing(x, 0), (x >= 0,)),
    (x**2 > 0, growing(x, 0), (x >= 0,)),
    (expr(1) < 1 + 0 * x, growing(x, 0), (x > 0,)),
    (x <= 2 * x - 1, growing(x, 0), (x >= 0,)),
    (h(x) >= h(0 * x), growing(x, 0), (x >= 0,)),
    (h(x) >= 0, growing(x, 0), (x >= 0,)),
    (ForAll(x, Range(a, x), x >= a), by(), ()),
    (ForAll(j, Range(expr(1), X), fixed(j)), by(), ()),
    ((x <= 0) | (x >= 0), by(), ()),  # true, but no branch is
    (And((Implies(x <= 0, x <= 1), x <= 1)), by(Implies(x <= 0, x <= 1) & (x <= 1)), ()),
    (x <= 1, calc(x).le(2).le(1), ()),
    (x <= 1, calc(1).le(x), (x >= 1,)),
    (x >= 1, calc(x).le(1), (x <= 1,)),
    (x < 1, calc(x).le(1), (x <= 1,)),
    (x != 1, calc(x).eq(1), (x == 1,)),
    (x < 1, calc(x).eq(1), (x == 1,)),
    (x <= 1, have(y <= 0, by(), by()), (y <= 0,)),
    (x <= 1, cases(x <= 1, by(), by()), ()),
    (x <= 1, cases(x >= 1, by(), by()), ()),
    (And((x <= 1, y <= 1)), each(by()), (x <= 1,)),
    (And((x <= 1, y <= 1)), each(by(), by(), by()), (x <= 1, y <= 1)),
    (x <= 1, FirstOf((by(), by())), ()),
    (And((x <= 1, y <= 1)), FirstOf((by(),)), (x <= 1,)),
    (x <= n, only(x <= y), (x <= y, y <= n)),
    # theorems
    (h[0] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, 0)), (ForAll(j, WHERE, h[j] >= 0),)),
    (h[n + 1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, n + 1)), (ForAll(j, WHERE, h[j] >= 0), Member(n, INTEGERS), n >= 1)),
    (h[n / 2] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, n / 2)), (ForAll(j, WHERE, h[j] >= 0), Member(n, INTEGERS), n >= 2)),
    (h[1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, 1)), (n >= 1,)),
    (1 / y == 1 / y, by(QUOTIENT(lambda l: 1 / l, y)), ()),
    (Pr(X <= 1) == 1, by(CERTAIN(X <= 1)), ()),
    (E(X + a) == X + a, by(CONSTANT(X + a)), (fixed(a),)),
    (E(X[1]) == X[1], by(CONSTANT(X[1])), (fixed(h[1]),)),
    # what is supposed holds at one outcome: it is not certain
    (Implies(X <= 1, Pr(X <= 1) == 1), by(CERTAIN(X <= 1)), ()),
    (Implies(X <= 1, Pr(X <= 1) == 1), Suppose(by(CERTAIN(X <= 1))), ()),
    (Implies(X <= 1, Implies(X >= 1, Pr(X <= 1) == 1)), by(CERTAIN(X <= 1)), ()),
    (Implies(X == 1, Pr(X <= 1) == Pr(expr(1) <= 1)), by(EQUALS(lambda l: Pr(l <= 1), X, 1)), ()),
    (Implies(X <= 1, Pr(X <= 1) == 1), by(Quoted("A", Pr(X <= 1) == 1, (X <= 1,))), ()),
    (Implies(X <= 1, Pr(X <= 2) == 1), have(X <= 2, by(), by(CERTAIN(X <= 2))), ()),
    (Implies((X <= 1) & fixed(a), Pr(X <= 1) == 1), by(CERTAIN(X <= 1)), ()),
    (Implies(ForAll(j, WHERE, X[j] <= 1), Pr(ForAll(j, WHERE, X[j] <= 1)) == 1), by(CERTAIN(ForAll(j, WHERE, X[j] <= 1))), ()),
    (Implies(UP_TO_X, Pr(UP_TO_X) == 1), by(CERTAIN(UP_TO_X)), (fixed(a),)),
    (Implies(X <= 0, Implies(ODD_ONES, Pr(ODD_ONES) == 1)), by(CERTAIN(ODD_ONES)), ()),
    (Implies(Member(a, SET_OF_X), Pr(Member(a, SET_OF_X)) == 1), by(CERTAIN(Member(a, SET_OF_X))), (fixed(a),)),
    (X <= 1, cases(X <= 1, by(), by(ABOUT_X(), CERTAIN(X > 1))), ()),
    (Implies(X >= 0, Pr(sqrt(X) <= 1) + Pr(sqrt(X) > 1) == 1), by(COMPLEMENT(sqrt(X), 1)), ()),  # of no outcome X < 0
    # nor does what is equal at one time stay so
    (ddt(x, t) == ddt(y, t), by(EQUALS(lambda l: ddt(l, t), x, y)), (x == y,)),
    (ddt(x, t) == ddt(j, t), by(EQUALS(lambda l: ddt(l, t), x, j)), (x == j, Member(x, REALS), Member(j, WHERE))),
    # what is said of a family says nothing of one of it, as often as you like
    (ForAll(i, WHERE, apart(X[1])), by(OF_EACH(lambda l: apart(X[l]), j, WHERE, 1)), (APART, n >= 1)),
    (ForAll(i, WHERE, apart(X[1 + 0 * i])), by(OF_EACH(lambda l: apart(X[l]), j, WHERE, 1 + 0 * i)), (APART, n >= 1)),
    (
        ForAll(i, WHERE, apart(X[1]) & (n >= 1)),
        by(OF_EACH(lambda l: apart(X[l]) & (n >= 1), j, WHERE, 1)),
        (ForAll(j, WHERE, apart(X[j]) & (n >= 1)), n >= 1),
    ),
    (ForAll(i, WHERE, apart(X[1])), by(), (apart(X[1]),)),
    (CERTAIN(apart(X[1])).claim, by(CERTAIN(apart(X[1]))), (apart(X[1]),)),
    # nor does what holds for the numbers of a set hold for a random one
    (fixed(floor(X)), by(OF_EACH(fixed, j, WHERE, floor(X))), (fixed(n), floor(X) >= 1, floor(X) <= n)),
    (
        Pr(h[floor(X)] >= 0) <= a,
        by(OF_EACH(lambda l: Pr(h[l] >= 0) <= a, j, WHERE, floor(X))),
        (ForAll(j, WHERE, Pr(h[j] >= 0) <= a), floor(X) >= 1, floor(X) <= n),
    ),
    *(
        (x < x, by(WHOLE(m), LARGEST_ABOVE(lambda l: l, j, m.range, floor(m) + 1)), (Member(floor(m) + 1, m.range),))
        for m in NO_LARGEST
    ),
    (h[j] == Sum(j, WHERE, f[j, j]), by(ROWS_SUM(j)), ()),
    (ForAll(n, REALS, n >= 5), by(ABOUT_N()), ()),
    (ForAll(n, REALS, Implies(n <= 1, n >= 5)), by(ABOUT_N()), ()),
    (V**2 >= 0, by(SQUARE(V)), ()),
    (ForAll(x, Range(x + 1, n), x <= -7), by(), (a >= 0,)),
    (ForAll(x, WHERE, x < n), by(), ()),
    (ForAll(x, WHERE, x > 1), by(), ()),
    (x**2 - 2 * x >= 0, growing(x, 0), (x == 1,)),
    (expr(1) / expr(0) == expr(1) / expr(0), by(AT_ZERO(lambda l: 1 / l)), ()),
    (x**2 >= 1, Growing(x, expr(1), 1, (x >= 2,)), (x >= 1,)),
    (n**2 >= 8 * n, growing(n, 0, ABOUT_N()), (n >= 5,)),  # from 0 on it is not
)
# goal, script, claims: must be shown
SHOWN: tuple[tuple[Claim, Script, tuple[Claim, ...]], ...] = (
    (Implies((x <= 1) & (y <= 1), x + y <= 2), Suppose(have(x + y <= 2, by(), by())), ()),
    (x <= 1, cases(V == W, by(), by()), (x <= 1,)),
    (x <= 1, cases(Relation(V, "!=", W), by(), by()), (x <= 1,)),
    (ForAll(j, WHERE, Implies(fixed(j), fixed(a * j))), by(), (fixed(a),)),
    (fixed(Sum(j, WHERE, f[j, j] * j)), by(), (fixed(n), ForAll(j, WHERE, Implies(fixed(j), fixed(f[j, j]))))),
    (log(x) < log(y), by(*strict_too((LOG_GROWS(x, y),), Context((x > 0, x < y)))), (x > 0, x < y)),
    (x <= y, by(), (And((x <= a, a <= y)),)),
    (x <= a, calc(x).le(y).eq(n).lt(a), (x <= y, y == n, n < a)),
    (x < a, calc(x).le(y).lt(a), (x <= y, y < a)),
    (x == a, calc(x).eq(y).eq(a), (x == y, y == a)),
    (x <= 1, calc(x).eq(1), (x == 1,)),
    ((x <= 0) | (x <= 1), by(), (x <= 1,)),
    (x + 1 <= 2 * x, growing(x, 1), (x >= 1,)),
    (x < 2 * x, growing(x, 1), (x >= 1,)),
    (x**2 >= 2 * x - 1, growing(x, 1, order=2), (x >= 1,)),
    (exp(x) > 1, growing(x, 0), (x > 0,)),
    (h[n - 1] >= 0, by(INSTANCE(lambda l: h[l], j, WHERE, n - 1)), (ForAll(j, WHERE, h[j] >= 0), Member(n, INTEGERS), n >= 2)),
    (h[-n] >= 0, by(INSTANCE(lambda l: h[l], j, REALS, -n)), (ForAll(j, REALS, h[j] >= 0),)),
    (
        h[floor(x)] >= 0,
        by(INSTANCE(lambda l: h[l], j, WHERE, floor(x))),
        (ForAll(j, WHERE, h[j] >= 0), floor(x) >= 1, floor(x) <= n),
    ),
    (E(Sum(j, WHERE, X[j])) == Sum(j, WHERE, X[j]), by(CONSTANT(Sum(j, WHERE, X[j]))), (fixed(n, X[1]),)),
    (E(Pr(X <= 1)) == Pr(X <= 1), by(CONSTANT(Pr(X <= 1))), ()),
    (Implies(a <= 1, Pr(a <= 1) == 1), by(CERTAIN(a <= 1)), (fixed(a),)),
    (Implies(Member(a, SET_OF_X), Pr(Member(a, SET_OF_X)) == 1), by(CERTAIN(Member(a, SET_OF_X))), (fixed(a, SET_OF_X),)),
    (Implies(And((fixed(a), a <= 1)), Pr(a <= 1) == 1), by(CERTAIN(a <= 1)), ()),
    (Implies(X <= 0, Pr(X <= 1) == 1), by(CERTAIN(X <= 1)), (X <= 1,)),
    (Implies(X <= 0, Implies(fixed(a), E(a) == a)), by(CONSTANT(a)), ()),
    (Implies(X <= 0, Implies(ODD_ONES, Pr(X <= 1) == 1)), by(Quoted("A", Pr(X <= 1) == 1, (ODD_ONES,))), ()),
    (Implies(y >= X, log(X) <= log(y)), by(LOG_GROWS(X, y)), (X > 0,)),
    (
        h[floor(X)] <= Pr(X <= 1),
        by(OF_EACH(lambda l: h[l] <= Pr(X <= 1), j, WHERE, floor(X))),
        (ForAll(j, WHERE, h[j] <= Pr(X <= 1)), floor(X) >= 1, floor(X) <= n),
    ),
    (Pr(X <= 1) == 1, cases(X <= 0, by(CERTAIN(X <= 1)), by(CERTAIN(X <= 1))), (X <= 1,)),
    (Implies(X <= 1, Pr(h[1] <= 1) == 1), by(CERTAIN(h[1] <= 1)), (h[1] <= 1,)),
    (
        Implies(ForAll(j, WHERE, fixed(h[j])) & (a <= 1) & Member(a, INTEGERS), E(a) == a),
        by(OF_EACH(lambda l: E(l) == l, j, INTEGERS, a)),
        (fixed(a), ForAll(j, INTEGERS, E(j) == j)),
    ),
    (
        Pr(h[floor(a)] >= 0) <= b,
        by(OF_EACH(lambda l: Pr(h[l] >= 0) <= b, j, WHERE, floor(a))),
        (fixed(a), ForAll(j, WHERE, Pr(h[j] >= 0) <= b), floor(a) >= 1, floor(a) <= n),
    ),
    (Pr(sqrt(X) <= 1) + Pr(sqrt(X) > 1) == 1, by(COMPLEMENT(sqrt(X), 1)), (X >= 0,)),
    (ddt(x, t) == ddt(y, t), by(EQUALS(lambda l: ddt(l, t), x, y)), (x == y, explicit(t))),
    (ddt(h[i], t) == ddt(h[j], t), by(EQUALS(lambda l: ddt(h[l], t), i, j)), (i == j, Member(i, WHERE), Member(j, WHERE))),
    (ddt(h(a), a) == ddt(h(b), b), by(EQUALS(lambda l: ddt(h(l), l), a, b)), (a == b,)),
    (APART, by(), (APART,)),
    (
        ForAll(i, WHERE, apart(X[i, 1])),
        by(OF_EACH(lambda l: ForAll(i, WHERE, apart(X[i, l])), j, WHERE, 1)),
        (PAIRS_APART, n >= 1),
    ),
    (n <= Largest(j, WHERE, j), by(LARGEST_ABOVE(lambda l: l, j, WHERE, n)), (Member(n, INTEGERS), n >= 1)),
)


def _asked_once() -> bool:
    """A function that has changed since it was asked for the claim is not asked again for the hypotheses."""
    of = [h]
    fact = SUM_ORDER(lambda l: expr(0), lambda l: of[0][l], j, WHERE)
    claim = fact.claim
    of[0] = f
    return shown(claim, by(fact), ForAll(j, WHERE, expr(0) <= f[j]))


def _refused(make: Callable[[], Any]) -> bool:
    try:
        made = make()
        return made is None
    except ValueError:
        return True


# what may be put nowhere: it would be bound there, or bind what it should not
CAPTURES: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("a number is bound by the sum", lambda: SUM_OF_CONSTANT(f[j], j, WHERE).claim),
    ("two variables are one", lambda: TWO_SUMS(lambda l: f[l], j, j, WHERE).claim),
    ("the range speaks of the variable", lambda: SUM_OF_CONSTANT(x, j, Range(expr(1), j)).claim),
    ("a derivative by what is no name", lambda: Theorem("", (x,), ddt(h(x), x) == 0)(expr(1)).claim),
    ("the theorem's own variable", lambda: ROWS_SUM(j).claim),
    ("a free name is caught", lambda: substituted(Sum(j, WHERE, f[j] * x), {x: j})),
    ("a bound name is put", lambda: substituted(Sum(j, WHERE, f[j]), {j: x})),
    ("for all, caught", lambda: substituted(ForAll(j, WHERE, f[j] >= x), {x: j + 1})),
    ("a derivative by a number", lambda: substituted(ddt(a * x, x), {x: Q(1)})),
    ("a derivative by what is inside", lambda: substituted(ddt(a * x, x), {x: a + x})),
    ("a derivative of what varies then", lambda: substituted(ddt(a * x, x), {a: x})),
)
NOT_CAUGHT: tuple[tuple[str, Callable[[], bool]], ...] = (
    ("an event of nothing", lambda: CERTAIN(a >= X).claim is (Pr(a >= X) == 1)),
    ("a name", lambda: substituted(Sum(j, WHERE, f[j] * x), {x: a}) is Sum(j, WHERE, f[j] * a)),
    ("a derivative", lambda: substituted(ddt(a * x, x), {a: b}) is ddt(b * x, x)),
)

# -- quoting -----------------------------------------------------------------------------------------------------------------

ODD = "t is odd"
# name, goal, what is quoted, what is known (claims, and words): does it follow?
QUOTES: tuple[tuple[str, Claim, Quoted, tuple[Claim | str, ...], bool], ...] = (
    ("without its condition", h(t) <= 0, Quoted("A", h(t) <= 0, (t >= 1,)), (), False),
    ("at another place", h(t + 1) <= 0, Quoted("A", h(t) <= 0, (t >= 1,), (), ((t, t + 1),)), (t >= 1,), True),
    ("its condition there", h(t - 1) <= 0, Quoted("A", h(t) <= 0, (t >= 1,), (), ((t, t - 1),)), (t >= 1,), False),
    ("where that has no value", h(1 / t) <= 0, Quoted("A", h(t) <= 0, (), (), ((t, 1 / t),)), (), False),
    ("words", h(t) <= 0, Quoted("A", h(t) <= 0, (), (ODD,)), (ODD,), True),
    ("without its words", h(t) <= 0, Quoted("A", h(t) <= 0, (), (ODD,)), (), False),
    ("words about another", h(t + 1) <= 0, Quoted("A", h(t) <= 0, (), (ODD,), ((t, t + 1),)), (ODD,), False),
    ("words of what a quantifier takes", ForAll(t, REALS, h(a) <= 0), Quoted("A", h(a) <= 0, (), (ODD,)), (ODD,), False),
    ("what is bound here", ForAll(t, WHERE, h(t) <= 0), Quoted("A", h(t) <= 0), (), False),
    ("what is bound in a condition", ForAll(t, WHERE, h(a) <= 0), Quoted("A", h(a) <= 0, (t >= t,)), (), False),
    ("vectors", h(V) <= 0, Quoted("A", h(x) <= 0, (), (), ((x, V),)), (), False),
    ("where its condition is supposed", Implies(t >= 1, h(t) <= 0), Quoted("A", h(t) <= 0, (t >= 1,)), (), True),
    ("a number", h(y) <= 0, Quoted("A", h(x) <= 0, (), (), ((x, y),)), (), True),
    ("a random quantity in a law", Pr(y <= X) <= 0, Quoted("A", Pr(y <= x) <= 0, (), (), ((x, X),)), (), False),
    ("a number in a law", Pr(y <= t) <= 0, Quoted("A", Pr(y <= x) <= 0, (), (), ((x, t),)), (fixed(t),), True),
)


def cases_() -> Iterator[Case]:
    """All of them."""
    for goal, facts in FALSE:
        yield f"{facts} do not give {goal}", partial(is_, False, follows, goal, *facts)
    for place, (strict, make, facts) in enumerate(NO_SIGN):
        yield f"{facts} give no sign {place}", partial(is_, False, sign, strict, make, *facts)
    for goal, facts in TRUE:
        yield f"{facts} give {goal}", partial(is_, True, follows, goal, *facts)
    for claim, claims in UNMET:
        yield f"{claims} do not meet {claim}", partial(is_, False, met, claim, *claims)
    for claim, claims in MET:
        yield f"{claims} meet {claim}", partial(is_, True, met, claim, *claims)
    for place, (claim, script, claims) in enumerate(UNSHOWN):
        yield f"{place}: {claims} do not show {claim}", partial(is_, False, shown, claim, script, *claims)
    for place, (claim, script, claims) in enumerate(SHOWN):
        yield f"{place}: {claims} show {claim}", partial(is_, True, shown, claim, script, *claims)
    for name, put in CAPTURES:
        yield name, partial(_refused, put)
    yield from NOT_CAUGHT
    yield "a function is asked once", lambda: not _asked_once()
    for name, claim, quoted, known, right in QUOTES:
        yield f"quoted {name}", partial(is_, right, shown, claim, by(quoted), *known)
    for place, (question, certificate, right) in enumerate(CERTIFICATES):
        yield f"certificate {place}", partial(is_, right, shows, question, certificate)
    yield from values()
    yield from journals()
