"""Goals that follow and have a value, and goals that have none somewhere, whatever follows: each with what is known."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.kernel_of_proofs.arithmetic import V, W
from theorems.kernel.context import Context, finite
from theorems.kernel.facts import INTEGERS, REALS, SET
from theorems.kernel.scripts import Script, Suppose, by, each, have
from theorems.kernel.values import valued
from theorems.language.tree import *
from theorems.language.tree import Cases as Branches

c, h, i, j, n, t, u, x, X = symbols("c h i j n t u x X")
ALL, OTHERS = Range(expr(1), n), Without(Range(expr(1), n), j)
TOKENS = Named("G_CT")
quotients, integral = Sum(i, ALL, 1 / (x[i] - c)), Integral(1 / h(u), u, expr(0), t)
highest, highest_other = Largest(i, ALL, x[i]), Largest(i, OTHERS, x[i])
likely = Pr(1 / X > 0)
branch = Branches(((x > 0, log(x)),), expr(0))
ALL_ABOVE = ForAll(i, ALL, x[i] > c)


def itself(tree: Expr) -> Claim:
    return tree == tree


# goal, script, what is known, has the goal a value?
GOALS: tuple[tuple[Claim, Script, tuple[Claim, ...], bool], ...] = (
    (0 * quotients == 0, by(), (), False),
    (0 * quotients == 0, by(), (ALL_ABOVE,), True),
    (0 * quotients == 0, by(), (ForAll(j, ALL, x[j] > c),), True),
    (0 * quotients == 0, by(), (ForAll(i, OTHERS, x[i] > c),), False),
    (0 * quotients == 0, by(), (ForAll(i, ALL, Implies(i >= 2, x[i] > c)),), False),
    (0 * quotients == 0, by(), (ForAll(i, ALL, Implies(i >= 1, x[i] > c)),), True),
    (0 * quotients == 0, have(ALL_ABOVE, by(), by()), (), True),  # its script is another matter
    (Implies(ALL_ABOVE, 0 * quotients == 0), Suppose(by()), (), True),
    (Implies(ALL_ABOVE, 0 * quotients == 0), by(), (), True),
    (itself(n) & itself(quotients), each(by(), have(ALL_ABOVE, by(), by())), (), True),
    (itself(quotients) & itself(quotients), each(by(), have(ALL_ABOVE, by(), by())), (), False),
    (ForAll(j, ALL, itself(x[j] * quotients)), by(), (), False),
    (ForAll(j, ALL, itself(x[j] * quotients)), by(), (ALL_ABOVE,), True),
    (itself(Sum(j, ALL, quotients)), by(), (), False),
    (highest - highest == 0, by(), (), False),
    (highest - highest == 0, by(), (n >= 1,), True),
    (itself(Smallest(i, ALL, x[i])), by(), (n >= 0,), False),
    (itself(highest_other), by(), (n >= 1,), False),
    (itself(highest_other), by(), (n >= 2,), True),
    *((itself(Largest(i, of, x[i])), by(), (), right) for of, right in ((TOKENS, True), (Without(TOKENS, j), False))),
    (itself(Sum(i, ALL, x[i])), by(), (), True),
    (itself(likely), by(), (), False),
    (itself(likely), by(), (X > 0,), True),
    (Implies(X > 0, likely >= 0), by(), (), False),  # at one outcome
    (itself(E(1 / X)), by(), (), False),
    (itself(Indicator(1 / x > 0)), by(), (), False),
    (itself(integral), by(), (), False),
    (itself(integral), by(), (t >= 0, ForAll(u, REALS, Implies((expr(0) <= u) & (u <= t), h(u) > 0))), True),
    (itself(integral), by(), (ForAll(u, REALS, Implies((expr(0) <= u) & (u <= t), h(u) > 0)),), False),  # t < 0
    (itself(Integral(1 / (1 + u), u, expr(0), t)), by(), (t >= 0,), True),
    (itself(Integral(1 / (1 + u), u, expr(0), t)), by(), (), False),
    (itself(Integral(1 / u, u, expr(1), expr(0))), by(), (), False),
    *((itself(ddt(of, t)), by(), (t >= 0,), False) for of in (1 / t, abs(t), floor(t), u * sqrt(t), largest(u, t), asin(t))),
    *((itself(ddt(of, t)), by(), (t >= 0,), False) for of in (Indicator(t > 1), Branches(((u > t, t),), u))),
    *(
        (itself(ddt(of, t)), by(), (t > 0,), True)
        for of in (1 / t, u * sqrt(t) + log(t), abs(u) * t, h(t), Sum(i, ALL, x[i](t)))
    ),
    *((itself(ddt(of, t)), by(), (n >= 1,), False) for of in (Largest(i, ALL, x[i](t)), Smallest(i, ALL, x[i](t)))),
    (itself(ddt(Largest(i, ALL, x[i]) * t, t)), by(), (n >= 1,), True),
    (itself(Limit(1 / n, n, Symbol("∞"))), by(), (n >= 1,), False),
    *((Member(of, kind), by(), (), False) for of, kind in ((1 / x, REALS), (floor(1 / x), INTEGERS))),
    (Member(1 / x, REALS), by(), (x > 0,), True),
    (ForAll(i, ALL, 1 / x[i] <= n), by(), (), True),  # who shows it asks
    (itself(branch), by(), (), True),
    (itself(Branches(((x >= 0, log(x)),), expr(0))), by(), (), False),
    (itself(Branches(((1 / x > 0, expr(1)),), expr(0))), by(), (), False),
    (itself(Branches(((x > 0, expr(1)),), 1 / x)), by(), (), False),
    (Implies(0 * quotients == 0, itself(n)), by(), (), False),
    (Implies(0 * quotients == 0, itself(n)), Suppose(by()), (), False),
    (itself(n) & Implies(0 * quotients == 0, itself(n)), each(by(), by()), (), False),
    (ForAll(j, ALL, Implies(x[j] > 0, itself(n))), each(by()), (), True),
    (ForAll(j, ALL, Implies(0 * quotients == 0, itself(n))), each(by()), (), False),
    (Implies(ALL_ABOVE, Implies(0 * quotients == 0, itself(n))), each(by()), (), True),
    (Implies(n >= 1, Implies(0 * quotients == 0, itself(n))), each(by()), (), False),
    (0 * Norm(X / (x - 1), "2") == 0, by(), (), False),
    (0 * Norm(X / (x - 1), "2") == 0, by(), (x > 1,), True),
    (itself(Norm(c * X - sqrt(x) * h, "")), by(), (), False),
    (itself(inner(X, h / x)), by(), (), False),
    (itself(Norm(X / x / 2, "2")), by(), (), False),
    (itself(Norm((X / x) ** Symbol("⊤"), "2")), by(), (), False),
    (itself(ArrayFunction(Symbol("softmax", "vector"), (-(X / x),))), by(), (), False),
    (itself(Norm(X**-1 * h, "∞")), by(), (), True),  # of matrices
    *((itself(Norm(of, "2")), by(), (), False) for of in (W / V, V**-1, V ** Q(1, 2), log(V), V - W / V)),
    *((itself(Norm(of, "2")), by(), (x > 1,), True) for of in (V / x, V**2, V - W, V ** Symbol("⊤"))),
    (itself(inner(V, W / V)), by(), (), False),
    *(
        (itself(Norm(ArrayFunction(Symbol("inverse"), (of,)), "F")), by(), (), right)
        for of, right in ((X - h, False), (X, True))
    ),
    *((itself(ArrayFunction(Symbol(word), of)), by(), (), False) for word, of in (("entropy", (X - h,)), ("KL", (X, X - h)))),
    (itself(ArrayFunction(Symbol("sum"), (X - h,))), by(), (), True),
    (0 * quotients == 0, have(n >= 1, by(), by()), (), False),
    (Implies(n >= 1, 0 * quotients == 0), Suppose(by()), (), False),
    (itself(Pr(quotients > 0)), by(), (), False),
    (itself(Pr((X > 0) & (1 / X > 0))), by(), (), False),
    (itself(Sum(j, ALL, 1 / (x[j] - c))), by(), (j >= 1, ALL_ABOVE), True),  # another j
    *((itself(Indicator(some(x, REALS, 1 / x > c))), by(), (x > 0,), False) for some in (ForAll, Exists, ExactlyOne)),
    (itself(Pr(ForAll(i, ALL, 1 / i > X))), by(), (), True),
    (ForAll(i, ALL, ExactlyOne(x, REALS, 0 * Indicator(1 / x > c) == c)), by(), (x > 0,), False),  # another x
    (itself(integral), by(), (t >= 0, ForAll(u, REALS, Implies((expr(0) < u) & (u <= t), h(u) > 0))), False),
    (itself(integral), by(), (t >= 0, ForAll(u, REALS, Implies((expr(0) <= u) & (u < t), h(u) > 0))), False),
)

# are sums and maxima taken over it?
FINITE = ("[n]", "[n] of a context", "[T-1]", "{1, ..., T-1}", "G_CT", "T_k(u)", "ψ([K])")
INFINITE = ("{0, 1, ...}", "[0, t]", "ℕ", "ℚ", "(0, 1)", "(0; 1)", "Θ(1)", "O(log M)", "ℝ^M", "{x: x > 0}")


def is_(wanted: bool, asked: Callable[..., bool], *arguments: Any) -> bool:
    return asked(*arguments) is wanted


def has(goal: Claim, script: Script, *known: Claim) -> bool:
    return valued(goal, script, Context(known))


def values() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Each with its name; true where the kernel does as it must."""
    for place, (goal, script, known, right) in enumerate(GOALS):
        yield f"value {place}: {known} and {goal}", partial(is_, right, has, goal, script, *known)
    for name in (*FINITE, *INFINITE):
        yield f"over {name}", partial(is_, name in FINITE, finite, Without(Named(name), j))
    yield "over a theorem's own set", partial(finite, Symbol("S", SET))
    yield "over a number", partial(is_, False, finite, x)
