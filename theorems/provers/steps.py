"""The steps that arguments of every paper are made of; each is checked by a machine."""

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from sympy import Expr, Symbol

from kernels import balls
from kernels.balls import Truth
from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import defined, is_nonnegative, is_positive
from theorems.vocabulary import Verdict

Ranges = Mapping[Expr, Any]


def slack(name: str) -> Symbol:
    """A nonnegative symbol."""
    return Symbol(name, nonnegative=True)


def positive(name: str) -> Symbol:
    """A symbol above 0."""
    return Symbol(name, positive=True)


def nonnegative(text: str, expression: Any) -> Step:
    """The expression, written in nonnegative symbols, is a quotient of polynomials with nonnegative coefficients."""
    return Step(text, lambda: is_nonnegative(sympy.sympify(expression)))


def strictly_positive(text: str, expression: Any) -> Step:
    """The same with a positive value wherever the positive symbols are positive."""
    return Step(text, lambda: is_positive(sympy.sympify(expression)))


def identity(text: str, left: Any, right: Any, where: Ranges | None = None) -> Step:
    """Both sides are the same expression (or matrix), and none of their denominators vanishes.

    where: the range of a symbol, written through nonnegative ones, where a denominator needs it
    """
    return Step(text, lambda: all(_has_a_value(side, where or {}) for side in (left, right)) and _vanishes(left, right))


def _has_a_value(side: Any, where: Ranges) -> bool:
    """Is every entry of the side shown to have a value? Exponentials are positive, and above 1 for positive exponents."""
    whole = sympy.sympify(side)
    entries = whole if isinstance(whole, sympy.MatrixBase) else [whole]
    return all(defined(_through_slack(entry, where)) for entry in entries)


def _through_slack(entry: Expr, where: Ranges) -> Expr:
    written = entry.subs(where, simultaneous=True)
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

    def reached() -> bool:
        found = sympy.limit(expression, variable, sympy.oo)
        return bool(found == value or sympy.simplify(found - value) == 0)

    return Step(text, reached)


def proved(how: str, *steps: Step, in_words: str = "") -> Argument:
    """The part holds, by these steps; ``in_words`` names the link that none of them checks."""
    return Argument(Verdict.HOLDS, how, steps, in_words=in_words)
