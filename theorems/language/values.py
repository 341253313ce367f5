"""The value of a tree in one arithmetic: floats and arrays, mpmath, balls, exact fractions, sympy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from kernels.arithmetic import Arithmetic
from theorems.language.tree import Call, Expr, Minus, Negative, Number, Over, Plus, Power, Symbol, Times

Value = Any


def value(node: Expr, numbers: Mapping[Expr, Value], arithmetic: Arithmetic, known: dict[Expr, Value] | None = None) -> Value:
    """The value of an expression over parameters; ``numbers`` gives that of each symbol, and may give that of other trees.

    Equal subtrees are evaluated once. Raises LookupError naming a symbol without a value.
    """
    known = {} if known is None else known

    def of(tree: Expr) -> Value:
        found = known.get(tree)
        if found is None:
            found = known[tree] = numbers[tree] if tree in numbers else computed(tree, of, arithmetic)
        return found

    return of(node)


def computed(node: Expr, of: Callable[[Expr], Value], arithmetic: Arithmetic) -> Value:
    match node:
        case Number():
            return arithmetic.number(node.value)
        case Symbol():
            raise LookupError(f"{node.name} has no value here")
        case Plus():
            return of(node.left) + of(node.right)
        case Minus():
            return of(node.left) - of(node.right)
        case Times():
            return of(node.left) * of(node.right)
        case Over():
            return of(node.left) / of(node.right)
        case Power():
            return _power(of(node.base), of(node.exponent), node.exponent)
        case Negative():
            return -of(node.argument)
        case Call():
            return _called(node, [of(argument) for argument in node.arguments], arithmetic)
    raise TypeError(f"{type(node).__name__} is no expression over parameters: unfold it first")


def _power(base: Value, exponent: Value, printed: Expr) -> Value:
    if isinstance(printed, Number) and printed.value.denominator == 1:
        return base ** int(printed.value)
    return base**exponent


def _called(node: Call, arguments: list[Value], arithmetic: Arithmetic) -> Value:
    match node.name:
        case "abs":
            return arithmetic.absolute(arguments[0])
        case "max":
            return arithmetic.maximum(*arguments)
        case "min":
            return arithmetic.minimum(*arguments)
        case "floor" | "ceil":
            if not isinstance(arguments[0], int | Fraction):
                raise TypeError(f"{node.name} needs an exact number, so {node!r} is a parameter of its own")
            return floor(arguments[0]) if node.name == "floor" else ceil(arguments[0])
    return getattr(arithmetic, node.name)(arguments[0])
