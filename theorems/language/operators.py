"""Expressions and claims that Python's operators build: sums, powers, values of functions, relations and what joins them.

Equal trees are one object, so identity is structural equality and trees are keys of dicts; ``==`` and its kin build relations.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theorems.language.node import Node


class Expr(Node):
    """A number, exactly as printed."""

    def __add__(self, other: Any) -> Plus:
        return Plus(self, expr(other))

    def __radd__(self, other: Any) -> Plus:
        return Plus(expr(other), self)

    def __sub__(self, other: Any) -> Minus:
        return Minus(self, expr(other))

    def __rsub__(self, other: Any) -> Minus:
        return Minus(expr(other), self)

    def __mul__(self, other: Any) -> Times:
        return Times(self, expr(other))

    def __rmul__(self, other: Any) -> Times:
        return Times(expr(other), self)

    def __truediv__(self, other: Any) -> Over:
        return Over(self, expr(other))

    def __rtruediv__(self, other: Any) -> Over:
        return Over(expr(other), self)

    def __pow__(self, other: Any) -> Power:
        return Power(self, expr(other))

    def __rpow__(self, other: Any) -> Power:
        return Power(expr(other), self)

    def __neg__(self) -> Negative:
        return Negative(self)

    def isin(self, range_: Node) -> Member:
        """``i0.isin(block_columns)``: Python's ``in`` cannot build a tree."""
        return Member(self, range_)

    def __abs__(self) -> Call:
        return Call("abs", (self,))

    def __call__(self, *arguments: Any) -> Applied:
        """``h(t)``: the value of a function that has a name."""
        return Applied(self, tuple(expr(argument) for argument in arguments))

    def __le__(self, other: Any) -> Relation:
        return Relation(self, "<=", expr(other))

    def __ge__(self, other: Any) -> Relation:
        return Relation(self, ">=", expr(other))

    def __lt__(self, other: Any) -> Relation:
        return Relation(self, "<", expr(other))

    def __gt__(self, other: Any) -> Relation:
        return Relation(self, ">", expr(other))

    def __eq__(self, other: Any) -> Any:
        return Relation(self, "==", expr(other)) if isinstance(other, Expr | int | Fraction) else NotImplemented

    def __ne__(self, other: Any) -> Any:
        return Relation(self, "!=", expr(other)) if isinstance(other, Expr | int | Fraction) else NotImplemented

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is an expression, neither true nor false")


def expr(value: Any) -> Expr:
    """A tree from a tree or an exact number. Raises TypeError for a float, a bool and whatever else is no exact number."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool):
        raise TypeError(f"{value} is a truth value, not a number")
    if isinstance(value, float):
        raise TypeError(f'{value} is a float and stands for no exact number: write Q("{value}") or Q(1, 3)')
    if isinstance(value, int | Fraction):
        return Number(Fraction(value), str(value))
    raise TypeError(f"{value!r} is no number of a claim")


def expressions(indices: Any) -> tuple[Expr, ...]:
    """Of one index or of several, as Python's brackets hand them over."""
    return tuple(expr(index) for index in (indices if isinstance(indices, tuple) else (indices,)))


class Number(Expr):
    """An exact rational with its printed form: 7/10 may be printed ``0.7``."""

    value: Fraction
    printed: str


class Symbol(Expr):
    """A parameter, an index or a bound variable; ``sort`` tells indices of rows, columns, ... and numbers apart."""

    name: str
    sort: str

    def __new__(cls, name: str, sort: str = "number") -> Any:
        return super().__new__(cls, name, sort)

    def __getitem__(self, indices: Any) -> Entry:
        """``z[l]``: the entry of a quantity that has this name."""
        return Entry(self.name, expressions(indices))

    __iter__ = None  # indexing is no sequence


class Entry(Expr):
    """A named quantity at its arguments: ``f_exp[j0, j1]``; ``quantity`` is its name in the paper's language."""

    quantity: str
    arguments: tuple[Expr, ...]


class Composed(Expr):
    """What may be an array, and has entries then: ``(A * x)[i]``."""

    def __getitem__(self, indices: Any) -> Component:
        return Component(self, expressions(indices))

    __iter__ = None


class Component(Composed):
    """An entry of a vector or matrix, or a row of a matrix: ``softmax(x)[i]``."""

    array: Expr
    arguments: tuple[Expr, ...]

    def __getitem__(self, indices: Any) -> Component:
        """``A[i][j]`` is ``A[i, j]``."""
        return Component(self.array, (*self.arguments, *expressions(indices)))


class Binary(Composed):
    left: Expr
    right: Expr


class Plus(Binary): ...


class Minus(Binary): ...


class Times(Binary): ...


class Over(Binary): ...


class Power(Composed):
    base: Expr
    exponent: Expr


class Negative(Composed):
    argument: Expr


ELEMENTARY = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "gamma")  # every arithmetic has these
FUNCTIONS = {
    "exp": 1,
    "log": 1,
    "sqrt": 1,
    "abs": 1,
    "floor": 1,
    "ceil": 1,
    "max": 2,
    "min": 2,
    **dict.fromkeys(ELEMENTARY, 1),
    "pi": 0,
    "binomial": 2,
}


class Call(Expr):
    """An elementary function; ``name`` is one of :data:`FUNCTIONS`."""

    name: str
    arguments: tuple[Expr, ...]

    def __new__(cls, name: str, arguments: tuple[Expr, ...]) -> Any:
        if name not in FUNCTIONS:
            raise ValueError(f"no function {name!r}; there are {', '.join(FUNCTIONS)}")
        if len(arguments) != FUNCTIONS[name]:
            raise ValueError(f"{name} takes {FUNCTIONS[name]} argument{'s' * (FUNCTIONS[name] > 1)}, not {len(arguments)}")
        return super().__new__(cls, name, arguments)


class Applied(Expr):
    """A function with a name, or an indexed one, at its arguments: ``h(t)``, ``z_l(t)``."""

    base: Expr
    arguments: tuple[Expr, ...]


# -- claims ----------------------------------------------------------------------------------------------------------------


class Claim(Node):
    """What can be true or false."""

    def exactly(self) -> Any:
        """The claim as a function of an instance: is it true of the numbers that this has by the names of the claim?"""
        from theorems.language.exact import Exactly

        return Exactly(self)

    def __and__(self, other: Claim) -> And:
        return And((*self._members(), *other._members()))

    def __or__(self, other: Claim) -> Or:
        return Or((self, other))

    def _members(self) -> tuple[Claim, ...]:
        return (self,)

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is a claim: write chain(a, '<=', b, '<=', c) for a <= b <= c, and & for and")


CONTRARY = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!=", "!=": "=="}
REVERSED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="}


class Relation(Claim):
    """``left sign right``; ``sign`` is one of <=, >=, <, >, ==, !=."""

    left: Expr
    sign: str
    right: Expr

    def __bool__(self) -> bool:
        # dicts and ``in`` ask whether two trees are equal; nobody else may ask
        if self.sign == "==":
            return self.left is self.right
        return super().__bool__()

    @property
    def contrary(self) -> Relation:
        return Relation(self.left, CONTRARY[self.sign], self.right)


class And(Claim):
    """All of ``claims``."""

    claims: tuple[Claim, ...]

    def _members(self) -> tuple[Claim, ...]:
        return tuple(self.claims)


class Or(Claim):
    """At least one of ``claims``."""

    claims: tuple[Claim, ...]


class Member(Claim):
    """``element in range``."""

    element: Expr
    range: Any
