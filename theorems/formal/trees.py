"""An arithmetic whose numbers are trees: what a formula computes with it is the formula itself."""

from typing import Any

from kernels.arithmetic import Arithmetic, Exact
from theorems.language import tree
from theorems.language.tree import Expr, expr


class TreeArithmetic(Arithmetic):
    """Trees, as the formula puts them together. A formula that asks whether one is larger does not run (TypeError)."""

    name = "trees"

    def number(self, value: Exact) -> Expr:
        return expr(value)

    def log(self, x: Any) -> Expr:
        return tree.log(x)

    def exp(self, x: Any) -> Expr:
        return tree.exp(x)

    def sqrt(self, x: Any) -> Expr:
        return tree.sqrt(x)

    def maximum(self, a: Any, b: Any) -> Expr:
        return tree.largest(a, b)

    def minimum(self, a: Any, b: Any) -> Expr:
        return tree.smallest(a, b)


TREES = TreeArithmetic()
