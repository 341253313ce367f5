"""Formulas typed by a user, read into the trees that claims are made of: exact constants, the paper's names, a few functions.

Nothing is ever evaluated as Python.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.balls import Truth
from theorems.language.tree import Call, Expr, Minus, Negative, Number, Over, Plus, Power, Symbol, Times, expr, free_symbols
from theorems.language.values import LARGEST, constant, value
from theorems.vocabulary import Comparison, Relation

DEEPEST = 100  # nested operations
SHOWN = 60  # characters of a formula in a message
FUNCTIONS = ("log", "sqrt", "exp")
_OPERATORS: dict[type, type[Expr]] = {ast.Add: Plus, ast.Sub: Minus, ast.Mult: Times, ast.Div: Over, ast.Pow: Power}
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
    """A formula as typed, ``text``, and its tree over the documented variables; evaluates in any arithmetic."""

    text: str
    tree: Expr

    @property
    def names(self) -> set[str]:
        """All names of variables that occur."""
        return {symbol.name for symbol in free_symbols(self.tree)}

    @property
    def name(self) -> str | None:
        """The name when the formula is nothing else."""
        return self.tree.name if isinstance(self.tree, Symbol) else None

    @property
    def constant(self) -> Fraction | None:
        """The exact constant when the formula is nothing else."""
        return constant(self.tree)

    @property
    def degree(self) -> int:
        """How many factors a product has when everything is multiplied out, at most."""
        return _degree(self.tree)

    def exact(self, names: Mapping[str, int | Fraction]) -> Fraction | None:
        """Its exact value at exact numbers; None where it needs a root or a logarithm, or is no number."""
        if not _is_rational(self.tree):
            return None
        try:
            return Fraction(self.value({name: Fraction(number) for name, number in names.items()}, RATIONALS))
        except ZeroDivisionError:
            return None

    def value(self, names: Mapping[str, Any], arithmetic: Arithmetic) -> Any:
        """Its value with the given names, which are numbers of ``arithmetic`` already."""
        return value(self.tree, {Symbol(name): number for name, number in names.items()}, arithmetic)


@dataclass(frozen=True)
class Restriction:
    """Comparisons joined by ``and``, such as ``a1 < 1 and n >= 100``."""

    text: str
    pieces: tuple[tuple[Expression, Relation, Expression], ...]

    @property
    def names(self) -> set[str]:
        return {name for left, _, right in self.pieces for name in left.names | right.names}

    def comparisons(self, names: Mapping[str, Any], arithmetic: Arithmetic) -> list[Comparison]:
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
    return Expression(text, _tree(_body(text), names, text))


def parse_restriction(text: str, names: Mapping[str, str]) -> Restriction:
    """Comparisons of formulas. Raises ExpressionError naming what cannot be read."""
    body = _body(text)
    terms = body.values if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And) else [body]
    pieces = []
    for term in terms:
        if not isinstance(term, ast.Compare):
            hint = "write for example 'a1 < 1 and n >= 4'"
            raise ExpressionError(f"{_short(_written(term, text))} in {_short(text)} is no comparison; {hint}")
        sides = [Expression(text, _tree(side, names, text)) for side in (term.left, *term.comparators)]
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


def _tree(node: ast.expr, names: Mapping[str, str], text: str) -> Expr:
    """The tree of a formula when every piece of it is allowed."""
    built = _built(node, names, text)
    if not isinstance(built, Number) and not free_symbols(built):
        _real(built, _written(node, text), text)
    return built


def _built(node: ast.expr, names: Mapping[str, str], text: str) -> Expr:
    match node:
        case ast.Constant(value=bool()):
            raise ExpressionError(f"{node.value!r} in {_short(text)} is no number")
        case ast.Constant(value=int() | float()):
            return _number(_written(node, text), text)
        case ast.Name(id=name):
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise ExpressionError(f"{_short(name)} in {_short(text)} is unknown here; there are {', '.join(names)}{hint}")
            return Symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Negative(_tree(operand, names, text))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _tree(operand, names, text)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            base, other = _tree(left, names, text), _tree(right, names, text)
            if isinstance(op, ast.Div) and constant(other) == 0:
                raise ExpressionError(f"{_short(_written(node, text))} in {_short(text)} divides by 0")
            if isinstance(op, ast.Pow) and not free_symbols(other):
                _moderate(other, _written(right, text), text)
            fixed = constant(other) if isinstance(op, ast.Pow) else None  # -2 as a number, not as a sign before one
            return _OPERATORS[type(op)](base, other if fixed is None else expr(fixed))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return Call(name, (_tree(argument, names, text),))
        case ast.Call():
            raise ExpressionError(f"{_short(_written(node, text))} in {_short(text)}: the functions are {', '.join(FUNCTIONS)}")
    allowed = f"numbers, names, + - * / ** and {', '.join(FUNCTIONS)}"
    raise ExpressionError(f"{_short(_written(node, text))} in {_short(text)} is not allowed: {allowed}")


def _number(written: str, text: str) -> Number:
    """A decimal constant, exactly as typed."""
    try:
        decimal = Decimal(written.replace("_", ""))
    except (ArithmeticError, ValueError):
        raise ExpressionError(f"{_short(written)} in {_short(text)} is no decimal number") from None
    if abs(decimal.adjusted()) > LARGEST:
        raise ExpressionError(f"{_short(written)} in {_short(text)} has more than {LARGEST} digits")
    return Number(Fraction(decimal), written)


def _short(text: str) -> str:
    """A piece of a formula as a message quotes it."""
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


def _written(node: ast.expr, text: str) -> str:
    """A piece of the formula as it was typed."""
    return ast.get_source_segment(text.strip(), node) or ast.unparse(node)


def _moderate(exponent: Expr, written: str, text: str) -> None:
    """A constant exponent beyond LARGEST would only exhaust the machine."""
    with balls.precision(balls.DEFAULT_BITS):
        if balls.le(abs(value(exponent, {}, BALLS)), balls.ball(LARGEST)) is not Truth.HOLDS:
            raise ExpressionError(f"the exponent {_short(written)} in {_short(text)} is beyond {LARGEST}")


def _real(fixed: Expr, written: str, text: str) -> None:
    """A constant such as 1/0, log(0) or sqrt(-1) is no real number, and one of too many digits cannot be computed with."""

    def question() -> Truth:
        found = value(fixed, {}, BALLS)
        if not found.is_finite():
            return Truth.UNKNOWN
        small = found != 0 and balls.lt(abs(found), balls.ball(Fraction(1, 10**LARGEST))) is Truth.HOLDS
        return Truth.FAILS if small else balls.le(abs(found), balls.ball(10 ** (LARGEST + 1)))

    truth = balls.decide(question, limit=4096)[0]
    if truth is Truth.UNKNOWN:
        raise ExpressionError(f"{_short(written)} in {_short(text)} is no real number that can be computed")
    if truth is Truth.FAILS:
        raise ExpressionError(f"{_short(written)} in {_short(text)} has more than {LARGEST} digits")


def _is_rational(tree: Expr) -> bool:
    """Only + - * / and powers with constant integer exponents?"""
    match tree:
        case Call():
            return False
        case Power():
            power = constant(tree.exponent)
            return power is not None and power.denominator == 1 and _is_rational(tree.base)
    return all(_is_rational(child) for child in tree.children if isinstance(child, Expr))


def _degree(tree: Expr) -> int:
    match tree:
        case Symbol():
            return 1
        case Power():
            power = constant(tree.exponent)
            return max(1, _degree(tree.base)) * (ceil(abs(power)) if power is not None else 1 + _degree(tree.exponent))
        case Times() | Over():
            return _degree(tree.left) + _degree(tree.right)
    return max((_degree(child) for child in tree.children if isinstance(child, Expr)), default=0)
