"""Derivatives of elementary expressions, as trees again."""

from collections.abc import Collection

from theorems.language import tree
from theorems.language.tree import Expr, Number, Symbol, exp, expr, free_symbols, log

ZERO, ONE = expr(0), expr(1)


def elementary_in(node: Expr, variable: Symbol) -> bool:
    """Does the variable stand only where arithmetic, exp, log and sqrt see it, not inside a piece that a model computes?"""
    if node is variable or variable not in free_symbols(node):
        return True
    return _elementary(node) and all(elementary_in(child, variable) for child in node.children)  # type: ignore[arg-type]


def elementary_of(node: Expr, names: Collection[Symbol]) -> bool:
    """Is it made of numbers and these names by arithmetic, exp, log and sqrt alone, a function of nothing else?"""
    if isinstance(node, Symbol | Number):
        return isinstance(node, Number) or node in names
    return _elementary(node) and all(elementary_of(child, names) for child in node.children)  # type: ignore[arg-type]


def _elementary(node: Expr) -> bool:
    called = isinstance(node, tree.Call) and node.name in ("exp", "log", "sqrt")
    return called or isinstance(node, tree.Plus | tree.Minus | tree.Times | tree.Over | tree.Negative | tree.Power)


def derivative(node: Expr, variable: Symbol, order: int = 1) -> Expr:
    """The derivative of so high an order. Raises TypeError where the expression is not elementary in the variable."""
    for _ in range(order):
        node = _derivative(node, variable)
    return node


def _derivative(node: Expr, x: Symbol) -> Expr:
    if node is x:
        return ONE
    if x not in free_symbols(node):
        return ZERO

    def d(child: Expr) -> Expr:
        return _derivative(child, x)

    match node:
        case tree.Plus():
            return _plus(d(node.left), d(node.right))
        case tree.Minus():
            return _plus(d(node.left), _negative(d(node.right)))
        case tree.Times():
            return _plus(_times(d(node.left), node.right), _times(node.left, d(node.right)))
        case tree.Over():
            falling = _times(node.left, _times(d(node.right), ONE / node.right**2))
            return _plus(_times(d(node.left), ONE / node.right), _negative(falling))
        case tree.Negative():
            return _negative(d(node.argument))
        case tree.Power(exponent=Number() as exponent):
            return _times(exponent * node.base ** expr(exponent.value - 1), d(node.base))
        case tree.Power():
            return _times(node, d(node.exponent * log(node.base)))
        case tree.Call(name="exp"):
            return _times(exp(node.arguments[0]), d(node.arguments[0]))
        case tree.Call(name="log"):
            return _times(ONE / node.arguments[0], d(node.arguments[0]))
        case tree.Call(name="sqrt"):
            return _times(ONE / (2 * node), d(node.arguments[0]))
    raise TypeError(f"{node!r} is not elementary in {x.name}")


def _plus(a: Expr, b: Expr) -> Expr:
    return b if a is ZERO else a if b is ZERO else a + b


def _times(a: Expr, b: Expr) -> Expr:
    return ZERO if ZERO in (a, b) else b if a is ONE else a if b is ONE else a * b


def _negative(a: Expr) -> Expr:
    return a if a is ZERO else -a
