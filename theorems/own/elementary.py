"""Trees over a few real numbers as sympy expressions, and what they need to have a value."""

from collections.abc import Mapping
from typing import Any

import sympy

from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import ELEMENTARY, Expr, Number, Relation, Symbol
from theorems.own.parameters import Parameter

LARGEST_EXPONENT = 1000  # of a power that sympy works with


class NotElementaryError(TypeError):
    """The claim is not about a few real numbers."""


def kind_of(p: Parameter) -> dict[str, bool]:
    """What sympy is to know of a name."""
    if p.low is not None and (p.low > 0 or (p.low == 0 and p.low_open)):
        return {"positive": True}
    return {"nonnegative": True} if p.low is not None and p.low >= 0 else {"real": True}


class Written:
    """Trees as sympy expressions; ``needed`` collects what they need to have a value."""

    def __init__(self, names: Mapping[Expr, Any]) -> None:
        self.names = names
        self.needed: list[tuple[Any, str, str]] = []
        self.totals: dict[Any, tree.Total] = {}

    def upwards(self, r: Relation) -> tuple[Any, bool]:
        """The difference that is claimed to be ≥ 0, or > 0; is it strict?"""
        left, right = self(r.left), self(r.right)
        return (right - left if r.sign in ("<=", "<") else left - right), r.sign in ("<", ">")

    def need(self, node: Expr, sign: str, value: Any = None) -> None:
        found = self(node) if value is None else value
        if not found.is_number or not found.is_positive:
            self.needed.append((found, sign, text(node)))

    def __call__(self, node: Expr) -> Any:
        match node:
            case Number():
                return sympy.Rational(node.value.numerator, node.value.denominator)
            case Symbol() if node in self.names:
                return self.names[node]
            case tree.Defined():
                return self(node.body)
            case tree.Total():
                total = sympy.Dummy(real=True)
                self.totals[total] = node
                return total
            case tree.Plus():
                return self(node.left) + self(node.right)
            case tree.Minus():
                return self(node.left) - self(node.right)
            case tree.Times(left=left, right=tree.Call(name="log", arguments=(inside,))) if left is inside:  # 0 log 0 = 0
                self.need(inside, ">=")
                return self(left) * sympy.log(self(inside))
            case tree.Times():
                return self(node.left) * self(node.right)
            case tree.Over():
                self.need(node.right, "!=")
                return self(node.left) / self(node.right)
            case tree.Negative():
                return -self(node.argument)
            case tree.Power(exponent=Number(value=exponent)) if exponent.denominator == 1:
                if exponent <= 0:
                    self.need(node.base, "!=")
                return _power(self(node.base), sympy.Integer(int(exponent)))
            case tree.Power(exponent=exponent):
                self.need(node.base, ">=" if isinstance(exponent, Number) and exponent.value > 0 else ">")
                return _power(self(node.base), self(exponent))
            case tree.Call(name="pi"):
                return sympy.pi
            case tree.Call(name="log" | "sqrt" | "gamma", arguments=(inside,)):
                self.need(inside, ">=" if node.name == "sqrt" else ">")
                return getattr(sympy, node.name)(self(inside))
            case tree.Call(name="asin" | "acos", arguments=(inside,)):
                self.need(node, ">=", 1 - self(inside) ** 2)
                return getattr(sympy, node.name)(self(inside))
            case tree.Call(name="tan", arguments=(inside,)):
                self.need(node, "!=", sympy.cos(self(inside)))
                return sympy.tan(self(inside))
            case tree.Call(name="sinh" | "cosh"):
                return getattr(sympy, node.name)(self(node.arguments[0])).rewrite(sympy.exp)
            case tree.Call() if node.name in ("exp", *ELEMENTARY):
                return getattr(sympy, node.name)(self(node.arguments[0]))
        raise NotElementaryError(f"{text(node)} is no elementary function of numbers")


def _power(base: Any, exponent: Any) -> Any:
    """Raises NotElementaryError for one that takes too long to multiply out."""
    if exponent.is_Rational and abs(exponent) > LARGEST_EXPONENT:
        raise NotElementaryError(f"the exponent {exponent} is too large")
    return base**exponent
