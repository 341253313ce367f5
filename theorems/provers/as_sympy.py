"""Expressions for sympy, which finds limits."""

from collections.abc import Set
from typing import Any

import sympy

from kernels.arithmetic import SYMBOLIC
from theorems.language import tree
from theorems.language.tree import Expr
from theorems.language.values import computed


class AsSympy:
    """What has no arithmetic of its own is a real symbol (positive, where so said); equal pieces share one."""

    def __init__(self, positive: Set[Expr] = frozenset()) -> None:
        self.positive = positive
        self.symbols: dict[Expr, sympy.Symbol] = {}

    def __call__(self, node: Expr) -> Any:
        match node:
            case tree.Number() | tree.Plus() | tree.Minus() | tree.Times() | tree.Over() | tree.Power() | tree.Negative():
                return computed(node, self, SYMBOLIC)
            case tree.Call(name="exp" | "log" | "sqrt"):
                return computed(node, self, SYMBOLIC)
            case tree.Defined():
                return self(node.body)
        assumed = {"positive": True} if node in self.positive else {"real": True}
        return self.symbols.setdefault(node, sympy.Symbol(f"x{len(self.symbols)}", **assumed))
