"""What the arguments of this paper are made of: steps that a machine checks, and families of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from sympy import Expr, Symbol

from kernels import balls
from kernels.balls import Truth
from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import defined, is_nonnegative, is_positive
from theorems.vocabulary import Verdict

# what the printed proofs of parts about large sizes need
NO_SIZE = "none printed: the text argues with ≪ and O(·) and computes no size"
VOCABULARY_ONLY = "none computed in print: the section assumes M ≫ 100 and argues with ≪ and Θ(·)"
PAPER = "scan_snap"
PROVENANCE = "spec"


def slack(name: str) -> Symbol:
    """A nonnegative symbol."""
    return Symbol(name, nonnegative=True)


def positive(name: str) -> Symbol:
    return Symbol(name, positive=True)


TWO_TOKENS_OR_MORE = {positive("M"): 2 + slack("mu")}  # of the vocabulary: so in every statement of the paper


def nonnegative(text: str, expression: Any) -> Step:
    """The expression, written in nonnegative symbols, is a quotient of polynomials with nonnegative coefficients."""
    return Step(text, lambda: is_nonnegative(sympy.sympify(expression)))


def strictly_positive(text: str, expression: Any) -> Step:
    """The same with a positive value wherever the positive symbols are positive."""
    return Step(text, lambda: is_positive(sympy.sympify(expression)))


def identity(text: str, left: Any, right: Any, where: Mapping[Symbol, Any] | None = None) -> Step:
    """Both sides are the same expression (or matrix), and none of their denominators vanishes.

    where: the range of a symbol, written through nonnegative ones, where a denominator needs it (M = 2 + mu always holds)
    """
    return Step(text, lambda: _has_a_value(left, where or {}) and _has_a_value(right, where or {}) and _vanishes(left, right))


def _has_a_value(side: Any, where: Mapping[Symbol, Any]) -> bool:
    """Is every entry of the side shown to have a value? Exponentials are positive, and above 1 for positive exponents."""
    whole = sympy.sympify(side)
    entries = whole if isinstance(whole, sympy.MatrixBase) else [whole]
    return all(defined(_through_slack(entry, where)) for entry in entries)


def _through_slack(entry: Expr, where: Mapping[Symbol, Any]) -> Expr:
    written = entry.subs(TWO_TOKENS_OR_MORE | dict(where), simultaneous=True)
    exponentials = {
        e: Symbol(f"exponential_{k}", positive=True) + (1 if e.exp.is_positive else 0)
        for k, e in enumerate(sorted(written.atoms(sympy.exp), key=str))
    }
    return written.subs(exponentials)


def _vanishes(left: Any, right: Any) -> bool:
    difference = sympy.sympify(left) - sympy.sympify(right)
    if isinstance(difference, sympy.MatrixBase):
        return all(sympy.simplify(entry) == 0 for entry in difference)
    return bool(sympy.simplify(sympy.expand(difference)) == 0)


def certain(text: str, question: Callable[[], Truth]) -> Step:
    """A comparison of balls, decided at doubling precision."""
    return Step(text, lambda: balls.decide(question)[0] is Truth.HOLDS)


def limit_is(text: str, expression: Expr, variable: Symbol, value: Any) -> Step:
    """The limit as the variable grows without bound."""
    return Step(text, lambda: sympy.limit(expression, variable, sympy.oo) == value)


def exact(text: str, check: Callable[[], bool]) -> Step:
    """A computation in integers and rationals."""
    return Step(text, check)


def convex_from_tangent(text: str, f: Expr, x: Symbol, order: int = 2) -> Step:
    """f(x) >= 0 for x >= 0: f and its derivatives below ``order`` vanish at 0, and that one is nonnegative for x >= 0.

    What is left of the derivative after division by exp(k x) must be a polynomial with nonnegative coefficients.
    """

    def check() -> bool:
        if any(sympy.simplify(sympy.diff(f, x, k).subs(x, 0)) != 0 for k in range(order)):
            return False
        last = sympy.simplify(sympy.diff(f, x, order))
        grown = slack("grown")
        return bool(is_nonnegative(sympy.expand(last).subs(sympy.exp(x), 1 + grown).subs(x, slack("x_nonnegative"))))

    return Step(text, check)


def proved(how: str, *steps: Step) -> Argument:
    """The part holds, by these steps."""
    return Argument(Verdict.HOLDS, how, steps)


def vacuous(how: str, *steps: Step) -> Argument:
    """The hypotheses contradict each other."""
    return Argument(Verdict.VACUOUS, how, steps)
