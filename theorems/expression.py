"""Formulas typed by a user: parsed, never evaluated as Python; exact constants, the paper's names, a few functions."""

from __future__ import annotations

import ast
import difflib
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.balls import Truth
from theorems.vocabulary import Comparison, Relation

Number = Any
LARGEST = 4000  # digits of a constant, and the largest constant exponent
DEEPEST = 100  # nested operations
SHOWN = 60  # characters of a formula in a message
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
        """All names of variables that occur."""
        return _names(self.tree)

    @property
    def name(self) -> str | None:
        """The name when the formula is nothing else."""
        return self.tree.id if isinstance(self.tree, ast.Name) else None

    @property
    def constant(self) -> Fraction | None:
        """The exact constant when the formula is nothing else."""
        return _constant(self.tree)

    @property
    def degree(self) -> int:
        """How many factors a product has when everything is multiplied out, at most."""
        return _degree(self.tree)

    @property
    def demands(self) -> list[tuple[Expression, Relation | None]]:
        """What must be ``relation`` 0 (None: not 0) for the formula to be a real number: arguments, bases, denominators."""
        return [(Expression(_written(node, self.text), node), relation) for node, relation in _demands(self.tree)]

    def exact(self, names: Mapping[str, int | Fraction]) -> Fraction | None:
        """Its exact value at exact numbers; None where it needs a root or a logarithm, or is no number."""
        if not _is_rational(self.tree):
            return None
        try:
            return Fraction(_evaluate(self.tree, {name: Fraction(value) for name, value in names.items()}, RATIONALS))
        except ZeroDivisionError:
            return None

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
        exact = [(left.exact(names), relation, right.exact(names)) for left, relation, right in self.pieces]
        if all(left is not None and right is not None for left, _, right in exact):
            return all(relation.true_of(left, right) for left, relation, right in exact)

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
            hint = "write for example 'a1 < 1 and n >= 4'"
            raise ExpressionError(f"{_short(_written(term, text))} in {_short(text)} is no comparison; {hint}")
        sides = [Expression(text, _checked(side, names, text)) for side in (term.left, *term.comparators)]
        for left, sign, right in zip(sides, term.ops, sides[1:], strict=False):
            if type(sign) not in _RELATIONS:
                raise ExpressionError(f"a comparison is one of <=, >=, <, >, == in {_short(text)}")
            pieces.append((left, _RELATIONS[type(sign)], right))
    return Restriction(text, tuple(pieces))


def _body(text: str) -> ast.expr:
    if len(text) > 2000:
        raise ExpressionError("the formula is longer than 2000 characters")
    if "^" in text:
        raise ExpressionError(f"a power is written ** and not ^ in {_short(text)}")
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"{_short(text)} is no formula: {error}") from error
    level: list[ast.AST] = [body]
    for _ in range(DEEPEST + 1):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if level:
        raise ExpressionError(f"{_short(text)} is nested more than {DEEPEST} deep")
    return body


def _checked(node: ast.expr, names: Mapping[str, str], text: str) -> ast.expr:
    """The tree itself when every node of it is allowed; constants are turned into exact fractions."""
    match node:
        case ast.Constant(value=bool()):
            raise ExpressionError(f"{node.value!r} in {_short(text)} is no number")
        case ast.Constant(value=int() | float()):
            written = _written(node, text)
            try:
                decimal = Decimal(written.replace("_", ""))
            except (ArithmeticError, ValueError):
                raise ExpressionError(f"{_short(written)} in {_short(text)} is no decimal number") from None
            if abs(decimal.adjusted()) > LARGEST:
                raise ExpressionError(f"{_short(written)} in {_short(text)} has more than {LARGEST} digits")
            node.value = Fraction(decimal)  # type: ignore[assignment]
        case ast.Name(id=name):
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise ExpressionError(f"{_short(name)} in {_short(text)} is unknown here; there are {', '.join(names)}{hint}")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            _checked(operand, names, text)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _checked(left, names, text)
            _checked(right, names, text)
            if isinstance(op, ast.Div) and _constant(right) == 0:
                raise ExpressionError(f"{_short(_written(node, text))} in {_short(text)} divides by 0")
            if isinstance(op, ast.Pow) and not _names(right):
                _moderate(right, text)
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            _checked(argument, names, text)
        case ast.Call():
            raise ExpressionError(f"{_short(_written(node, text))} in {_short(text)}: the functions are {', '.join(FUNCTIONS)}")
        case _:
            allowed = f"numbers, names, + - * / ** and {', '.join(FUNCTIONS)}"
            raise ExpressionError(f"{_short(_written(node, text))} in {_short(text)} is not allowed: {allowed}")
    if not isinstance(node, ast.Constant) and not _names(node):
        _real(node, text)
    return node


def _short(text: str) -> str:
    """A piece of a formula as a message quotes it."""
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


def _written(node: ast.expr, text: str) -> str:
    """A piece of the formula as it was typed."""
    return ast.get_source_segment(text.strip(), node) or ast.unparse(node)


def _moderate(exponent: ast.expr, text: str) -> None:
    """A constant exponent beyond LARGEST would only exhaust the machine."""
    with balls.precision(balls.DEFAULT_BITS):
        value = _evaluate(exponent, {}, BALLS)
        if balls.le(abs(value), balls.ball(LARGEST)) is not Truth.HOLDS:
            raise ExpressionError(f"the exponent {_short(_written(exponent, text))} in {_short(text)} is beyond {LARGEST}")


def _real(constant: ast.expr, text: str) -> None:
    """A constant such as 1/0, log(0) or sqrt(-1) is no real number, and one of too many digits cannot be computed with."""

    def question() -> Truth:
        value = _evaluate(constant, {}, BALLS)
        if not value.is_finite():
            return Truth.UNKNOWN
        small = value != 0 and balls.lt(abs(value), balls.ball(Fraction(1, 10**LARGEST))) is Truth.HOLDS
        return Truth.FAILS if small else balls.le(abs(value), balls.ball(10 ** (LARGEST + 1)))

    found = balls.decide(question, limit=4096)[0]
    if found is Truth.UNKNOWN:
        raise ExpressionError(f"{_short(_written(constant, text))} in {_short(text)} is no real number that can be computed")
    if found is Truth.FAILS:
        raise ExpressionError(f"{_short(_written(constant, text))} in {_short(text)} has more than {LARGEST} digits")


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
    """The exact value of a rational constant whose numbers :func:`_checked` has read; None for anything else."""
    match node:
        case ast.Constant():
            value: object = node.value
            return value if isinstance(value, Fraction) else None
        case ast.UnaryOp(op=op, operand=operand):
            inner = _constant(operand)
            return -inner if inner is not None and isinstance(op, ast.USub) else inner
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _constant(left), _constant(right)
            if a is None or b is None or (b == 0 and isinstance(op, ast.Div)):
                return None
            if isinstance(op, ast.Pow):
                digits = (a.numerator.bit_length() + a.denominator.bit_length()) * abs(b)
                return a ** int(b) if b.denominator == 1 and digits <= 10 * LARGEST and (a != 0 or b >= 0) else None
            return Fraction(_OPERATORS[type(op)](a, b))
    return None


def _names(node: ast.expr) -> set[str]:
    """The names of variables in a tree: a function's name is none."""
    match node:
        case ast.Name(id=name):
            return {name}
        case ast.Call(args=arguments):
            return {name for argument in arguments for name in _names(argument)}
    return {name for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr) for name in _names(child)}


def _is_rational(node: ast.expr) -> bool:
    """Only + - * / and powers with constant integer exponents?"""
    match node:
        case ast.Call():
            return False
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _constant(right)
            return power is not None and power.denominator == 1 and _is_rational(left)
    return all(_is_rational(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))


def _degree(node: ast.expr) -> int:
    match node:
        case ast.Name():
            return 1
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _constant(right)
            return max(1, _degree(left)) * (ceil(abs(power)) if power is not None else 1 + _degree(right))
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            return _degree(left) + _degree(right)
    return max((_degree(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)), default=0)


def _demands(node: ast.expr) -> Iterator[tuple[ast.expr, Relation | None]]:
    """The parts of a formula that must be positive, nonnegative, or (None) not zero."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _demands(child)
    match node:
        case ast.BinOp(op=ast.Div(), right=right):
            yield right, None
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _constant(right)
            if power is None or power.denominator != 1:
                yield left, Relation.MORE
            elif power < 0:
                yield left, None
        case ast.Call(func=ast.Name(id="log"), args=[argument]):
            yield argument, Relation.MORE
        case ast.Call(func=ast.Name(id="sqrt"), args=[argument]):
            yield argument, Relation.AT_LEAST
