"""The value of a tree in one arithmetic: floats and arrays, mpmath, balls, exact fractions, sympy."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from math import ceil, floor
from typing import Any

from kernels.ball_arithmetic import Arithmetic
from kernels.balls import Ball, bounds
from theorems.language.tree import ELEMENTARY, Call, Expr, Minus, Negative, Number, Over, Plus, Power, Symbol, Times

Value = Any
MOST_FACTORS = 10**4
LARGEST = 4000  # digits of a constant


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
    fixed = constant(printed)
    # an integer power of a number that touches zero is a product, not exp(p log x)
    return base ** int(fixed) if fixed is not None and fixed.denominator == 1 else power(base, exponent)


@lru_cache(maxsize=8192)
def constant(node: Expr) -> Fraction | None:
    """The exact value of a tree of rational numbers; None for anything else, and for a power of too many digits."""
    match node:
        case Number():
            return node.value
        case Negative():
            inner = constant(node.argument)
            return None if inner is None else -inner
        case Plus() | Minus() | Times() | Over() | Power():
            left, right = map(constant, node.children)
            if left is None or right is None:
                return None
            return _constant_of(node, left, right)
    return None


def _constant_of(node: Expr, left: Fraction, right: Fraction) -> Fraction | None:
    match node:
        case Plus():
            return left + right
        case Minus():
            return left - right
        case Times():
            return left * right
        case Over():
            return left / right if right != 0 else None
    digits = (left.numerator.bit_length() + left.denominator.bit_length()) * abs(right)
    small = right.denominator == 1 and digits <= 10 * LARGEST
    return left ** int(right) if small and (left != 0 or right >= 0) else None


def power(base: Value, exponent: Value) -> Value:
    """Raises TypeError for a root of a rational number: Python's own power rounds it, to 0 where it is small."""
    found = base**exponent
    if isinstance(found, float | complex) and isinstance(base, int | Fraction) and isinstance(exponent, int | Fraction):
        raise TypeError(f"{base}^({exponent}) is no rational number")
    return found


def _called(node: Call, arguments: list[Value], arithmetic: Arithmetic) -> Value:
    match node.name:
        case "abs":
            return arithmetic.absolute(arguments[0])
        case "max":
            return arithmetic.maximum(*arguments)
        case "min":
            return arithmetic.minimum(*arguments)
        case "floor" | "ceil" if isinstance(arguments[0], Ball):
            return getattr(arguments[0], node.name)()
        case "floor" | "ceil":
            if not isinstance(arguments[0], int | Fraction):
                raise TypeError(f"{node.name} needs an exact number, so {node!r} is a parameter of its own")
            return floor(arguments[0]) if node.name == "floor" else ceil(arguments[0])
    if node.name == "pi":
        return arithmetic.pi
    if node.name == "binomial":
        return binomial(arguments[0], arguments[1], arithmetic.number(1))
    if node.name in ELEMENTARY:
        return arithmetic.elementary(node.name, arguments[0])
    return getattr(arithmetic, node.name)(arguments[0])


def binomial(n: Value, k: Value, one: Value) -> Value:
    """A product of k factors, times ``one``. Raises TypeError unless k is known to be whole, and 0 to 10,000."""
    if isinstance(k, Ball) and k.is_integer():
        k = bounds(k)[0]
    if isinstance(k, Ball) or k != int(k) or not 0 <= k <= MOST_FACTORS:
        raise TypeError(f"binomial(n, k) is of a whole number k from 0 to {MOST_FACTORS}, not of {k}")
    return reduce(lambda found, j: found * (n - j) / (j + 1), range(int(k)), one)
