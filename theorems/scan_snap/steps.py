"""What the arguments of this paper are made of: steps that a machine checks, and families of parameters."""

from collections.abc import Callable
from typing import Any

import sympy
from sympy import Expr, Symbol

from theorems.provers import steps
from theorems.provers.argument import Step
from theorems.provers.positivity import is_nonnegative
from theorems.provers.steps import positive, slack

# what the printed proofs of parts about large sizes need
NO_SIZE = "none printed: the text argues with ≪ and O(·) and computes no size"
VOCABULARY_ONLY = "none computed in print: the section assumes M ≫ 100 and argues with ≪ and Θ(·)"

TWO_TOKENS_OR_MORE = {positive("M"): 2 + slack("mu")}  # of the vocabulary: so in every statement of the paper


def identity(text: str, left: Any, right: Any, where: steps.Ranges | None = None) -> Step:
    """Both sides are the same expression, and none of their denominators vanishes where the vocabulary has two tokens."""
    return steps.identity(text, left, right, TWO_TOKENS_OR_MORE | dict(where or {}))


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
