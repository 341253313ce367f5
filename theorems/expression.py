"""Formulas typed by a user: parsed, never evaluated as Python; exact constants, the paper's names, a few functions."""

from __future__ import annotations

import ast
import difflib
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS, Arithmetic
from kernels.balls import Truth
from theorems.vocabulary import Comparison, Relation

Number = Any
LARGEST = 4000
FUNCTIONS = ("log", "sqrt", "exp")
_OPERATORS: dict[type, Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_RELATIONS: dict[type, Relation] = {
    ast.LtE: Relation.AT_MOST,
    ast.GtE: Relation.AT_LEAST,
    ast.Lt: Relation.LESS,
    ast.Gt: Relation.MORE,
    ast.Eq: Relation.EQUAL,
}


class ExpressionError(ValueError):
    """What in a typed formula cannot be read, and what could stand there instead."""


@dataclass(frozen=True)
class Expression:
    """A parsed formula over ``names``; evaluates in any arithmetic."""

    text: str
    tree: ast.expr

    @property
    def names(self) -> set[str]:
        """All names that occur, functions included."""
        return {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}

    @property
    def name(self) -> str | None:
        """The name when the formula is nothing else."""
        return self.tree.id if isinstance(self.tree, ast.Name) else None

    @property
    def constant(self) -> Fraction | None:
        """The constant when the formula is nothing else."""
        return _constant(self.tree)

    def value(self, names: Mapping[str, Number], arithmetic: Arithmetic) -> Number:
        """Its value with the given names, which are numbers of ``arithmetic`` already."""
        return _evaluate(self.tree, names, arithmetic)


@dataclass(frozen=True)
class Restriction:
    """Comparisons joined by ``and``, such as ``a1 < 1 and n >= 100``."""

    text: str
    pieces: tuple[tuple[Expression, Relation, Expression], ...]

    @property
    def names(self) -> set[str]:
        return {name for left, _, right in self.pieces for name in left.names | right.names}

    def comparisons(self, names: Mapping[str, Number], arithmetic: Arithmetic) -> list[Comparison]:
        return [
            Comparison(left.value(names, arithmetic), relation, right.value(names, arithmetic))
            for left, relation, right in self.pieces
        ]

    def check(self, names: Mapping[str, int | Fraction]) -> bool:
        """Certainly true at exact values; an undecidable comparison (beyond 4096 bits) is not met."""

        def question() -> Truth:
            numbers = {name: balls.ball(value) for name, value in names.items()}
            return balls.all_of(comparison.truth() for comparison in self.comparisons(numbers, BALLS))

        return balls.decide(question, limit=4096)[0] is Truth.HOLDS


def parse(text: str, names: Mapping[str, str]) -> Expression:
    """A formula in the documented ``names``. Raises ExpressionError naming what cannot be read."""
    return Expression(text, _checked(_body(text), names, text))


def parse_restriction(text: str, names: Mapping[str, str]) -> Restriction:
    """Comparisons of formulas. Raises ExpressionError naming what cannot be read."""
    body = _body(text)
    terms = body.values if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And) else [body]
    pieces = []
    for term in terms:
        if not isinstance(term, ast.Compare):
            raise ExpressionError(f"{ast.unparse(term)!r} in {text!r} is no comparison; write for example 'a1 < 1 and n >= 4'")
        sides = [term.left, *term.comparators]
        for left, sign, right in zip(sides, term.ops, sides[1:], strict=False):
            if type(sign) not in _RELATIONS:
                raise ExpressionError(f"a comparison is one of <=, >=, <, >, == in {text!r}")
            left_side, right_side = (Expression(text, _checked(side, names, text)) for side in (left, right))
            pieces.append((left_side, _RELATIONS[type(sign)], right_side))
    return Restriction(text, tuple(pieces))


def _body(text: str) -> ast.expr:
    if len(text) > 2000:
        raise ExpressionError("the formula is longer than 2000 characters")
    if "^" in text:
        raise ExpressionError(f"a power is written ** and not ^ in {text!r}")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"{text!r} is no formula: {error}") from error


def _checked(node: ast.expr, names: Mapping[str, str], text: str) -> ast.expr:
    """The tree itself when every node of it is allowed; constants are turned into exact fractions."""
    match node:
        case ast.Constant(value=bool()):
            raise ExpressionError(f"{node.value!r} in {text!r} is no number")
        case ast.Constant(value=int() | float()):
            written = ast.get_source_segment(text.strip(), node) or repr(node.value)
            try:
                decimal = Decimal(written.replace("_", ""))
            except (ArithmeticError, ValueError):
                raise ExpressionError(f"{written!r} in {text!r} is no decimal number") from None
            if abs(decimal.adjusted()) > LARGEST:
                raise ExpressionError(f"{written!r} in {text!r} has more than {LARGEST} digits")
            node.value = Fraction(decimal)  # type: ignore[assignment]
        case ast.Name(id=name):
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise ExpressionError(f"{name!r} in {text!r} is unknown here; there are {', '.join(names)}{hint}")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            _checked(operand, names, text)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _checked(left, names, text)
            _checked(right, names, text)
            if isinstance(op, ast.Pow) and not any(isinstance(part, ast.Name) for part in ast.walk(right)):
                _moderate(right, text)
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            _checked(argument, names, text)
        case ast.Call():
            raise ExpressionError(f"{ast.unparse(node)!r} in {text!r}: the functions are {', '.join(FUNCTIONS)}")
        case _:
            allowed = f"numbers, names, + - * / ** and {', '.join(FUNCTIONS)}"
            raise ExpressionError(f"{ast.unparse(node)!r} in {text!r} is not allowed: {allowed}")
    return node


def _moderate(exponent: ast.expr, text: str) -> None:
    """A constant exponent beyond LARGEST would only exhaust the machine."""
    with balls.precision(balls.DEFAULT_BITS):
        value = _evaluate(exponent, {}, BALLS)
        if balls.le(abs(value), balls.ball(LARGEST)) is not Truth.HOLDS:
            raise ExpressionError(f"the exponent {ast.unparse(exponent)!r} in {text!r} is beyond {LARGEST}")


def _evaluate(node: ast.expr, names: Mapping[str, Number], arithmetic: Arithmetic) -> Number:
    constant = _constant(node)
    if constant is not None:
        return arithmetic.number(constant)
    match node:
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=op, operand=operand):
            value = _evaluate(operand, names, arithmetic)
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp(left=left, op=op, right=right):
            base = _evaluate(left, names, arithmetic)
            power = _constant(right)
            if isinstance(op, ast.Pow) and power is not None and power.denominator == 1:
                # an integer power of a number that touches zero is a product, not exp(p log x)
                return base ** int(power)
            return _OPERATORS[type(op)](base, _evaluate(right, names, arithmetic))
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            function: Callable[[Number], Number] = getattr(arithmetic, name)
            return function(_evaluate(argument, names, arithmetic))
    raise AssertionError(f"unchecked node {ast.dump(node)}")


def _constant(node: ast.expr) -> Fraction | None:
    """The exact value of a constant that :func:`_checked` has read."""
    value: object = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, Fraction) else None
