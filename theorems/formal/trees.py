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

    log: Any = staticmethod(tree.log)
    exp: Any = staticmethod(tree.exp)
    sqrt: Any = staticmethod(tree.sqrt)
    maximum: Any = staticmethod(tree.largest)
    minimum: Any = staticmethod(tree.smallest)


TREES = TreeArithmetic()
