"""Equations among declared names that give a value: a number alone on a side, a linear one, a sphere, a recursion."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from kernels.arithmetic import BALLS
from theorems.language import tree
from theorems.language.tree import Claim, Expr, Number, Relation, expr, free_symbols
from theorems.language.values import constant
from theorems.own.declared import parameters_of, upto
from theorems.own.numbers import Numbers
from theorems.own.parameters import REAL, SIZE, Parameter, shape_of


def solved_for(relation: Relation) -> Iterator[tuple[Parameter, Relation]]:
    """An equation with a number alone on its left, or solved for one that it is linear in: 2x + 3y = 6 gives x = (6 - 3y)/2."""
    if relation.sign != "==":
        return
    if isinstance(relation.left, Parameter) and relation.left.shape == () and relation.left.kind != SIZE:
        yield relation.left, relation
    for parameter in parameters_of(relation):
        found = _linear(relation.left - relation.right, parameter) if parameter.kind == REAL and parameter.shape == () else None
        if found is not None and found[1]:
            yield parameter, Relation(parameter, "==", -found[0] / found[1])


def degree_in(node: Expr, names: tuple[Parameter, ...]) -> int | None:
    """The degree of a polynomial in these names; None where it is none."""
    if node in names or constant(node) is not None:
        return int(node in names)
    match node:
        case tree.Negative():
            return degree_in(node.argument, names)
        case tree.Plus() | tree.Minus() | tree.Times():
            left, right = degree_in(node.left, names), degree_in(node.right, names)
            if left is None or right is None:
                return None
            return left + right if isinstance(node, tree.Times) else max(left, right)
        case tree.Power(exponent=Number(value=exponent)) if exponent.denominator == 1 and exponent > 0:
            inner = degree_in(node.base, names)
            return None if inner is None else inner * int(exponent)
        case tree.Over() if constant(node.right):
            return degree_in(node.left, names)
    return None


def _linear(node: Expr, parameter: Parameter) -> tuple[Expr, Fraction] | None:
    """A tree as rest + factor · parameter, with a number for a factor; None where it is no such sum."""
    if node is parameter:
        return expr(0), Fraction(1)
    if parameter not in free_symbols(node):
        return node, Fraction(0)
    match node:
        case tree.Negative():
            inner = _linear(node.argument, parameter)
            return inner and (-inner[0], -inner[1])
        case tree.Plus() | tree.Minus():
            left, right = _linear(node.left, parameter), _linear(node.right, parameter)
            if left is None or right is None:
                return None
            sign = 1 if isinstance(node, tree.Plus) else -1
            return left[0] + sign * right[0], left[1] + sign * right[1]
        case tree.Times() | tree.Over():
            number, inner = constant(node.right), _linear(node.left, parameter)
            if number is None and isinstance(node, tree.Times):
                number, inner = constant(node.left), _linear(node.right, parameter)
            if not number or inner is None:
                return None
            factor = number if isinstance(node, tree.Times) else 1 / number
            return inner[0] * factor, inner[1] * factor
    return None


def is_recursion(claim: Claim) -> bool:
    """Does it say what an entry is, by an equation: x[k + 1] = ..., for all k?"""
    if isinstance(claim, tree.ForAll):
        return is_recursion(claim.body)
    named = isinstance(claim, Relation) and claim.sign == "==" and isinstance(claim.left, tree.Component)
    return named and isinstance(claim.left.array, Parameter) and claim.left.array.kind == REAL  # type: ignore[attr-defined]


def sphere_of(side: Expr, end: Fraction) -> tuple[Expr | None, Any]:
    """The vector whose norm an equation fixes, and that norm, if it is rational: ‖x‖ = 2, ‖x‖² = 4, ⟨x, x⟩ = 4, Σ x_i² = 4."""
    two = expr(2)
    match side:
        case tree.Norm(body=x, kind="2" | "F"):
            return x, end
        case tree.Power(base=tree.Norm(body=x, kind="2" | "F"), exponent=exponent) if exponent is two:
            pass
        case tree.Inner(left=x, right=other) if x is other:
            pass
        case tree.Total(
            variable=i, range=places, body=tree.Power(base=tree.Component(array=x, arguments=(j,)), exponent=exponent)
        ):
            if not (exponent is two and i is j and places is upto(shape_of(x)[0])):
                return None, end
        case _:
            return None, end
    root = Numbers(BALLS).sqrt(end)
    return (x, root) if isinstance(root, Fraction) else (None, end)
