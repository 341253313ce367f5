"""Expressions and claims as interned trees, literally as printed.

Nothing is simplified when a tree is built: ``1 - a1`` stays a difference, ``1/n**(1 - a1)`` a quotient. Equal trees are
one object, so identity is structural equality and trees are keys of dicts; ``==`` and its kin build relations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theorems.language.node import Node as Node

# -- expressions -----------------------------------------------------------------------------------------------------------


class Expr(Node):
    """A number, exactly as printed."""

    __slots__ = ()

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


class Number(Expr):
    """An exact rational with its printed form: 7/10 may be printed ``0.7``."""

    __slots__ = ("printed", "value")
    value: Fraction
    printed: str


class Symbol(Expr):
    """A parameter, an index or a bound variable; ``sort`` tells indices of rows, columns, ... and numbers apart."""

    __slots__ = ("name", "sort")
    name: str
    sort: str

    def __new__(cls, name: str, sort: str = "number") -> Any:
        return super().__new__(cls, name, sort)

    def __getitem__(self, indices: Any) -> Entry:
        """``z[l]``: the entry of a quantity that has this name."""
        return Entry(self.name, tuple(expr(i) for i in (indices if isinstance(indices, tuple) else (indices,))))

    __iter__ = None  # indexing is no sequence


class Entry(Expr):
    """A named quantity at its arguments: ``f_exp[j0, j1]``; ``quantity`` is its name in the paper's language."""

    __slots__ = ("arguments", "quantity")
    quantity: str
    arguments: tuple[Expr, ...]


class Composed(Expr):
    """What may be an array, and has entries then: ``(A * x)[i]``."""

    __slots__ = ()

    def __getitem__(self, indices: Any) -> Component:
        return Component(self, tuple(expr(i) for i in (indices if isinstance(indices, tuple) else (indices,))))

    __iter__ = None


class Component(Composed):
    """An entry of a vector or matrix, or a row of a matrix: ``softmax(x)[i]``."""

    __slots__ = ("arguments", "array")
    array: Expr
    arguments: tuple[Expr, ...]

    def __getitem__(self, indices: Any) -> Component:
        """``A[i][j]`` is ``A[i, j]``."""
        return Component(self.array, (*self.arguments, *super().__getitem__(indices).arguments))


class ArrayFunction(Composed):
    """A function of vectors or matrices: ``softmax(x)``. No arithmetic of numbers applies to what it is taken of."""

    __slots__ = ("arguments", "base")
    base: Symbol
    arguments: tuple[Expr, ...]


class Binary(Composed):
    __slots__ = ("left", "right")
    left: Expr
    right: Expr


class Plus(Binary):
    __slots__ = ()


class Minus(Binary):
    __slots__ = ()


class Times(Binary):
    __slots__ = ()


class Over(Binary):
    __slots__ = ()


class Kron(Binary):
    """The Kronecker product of two matrices."""

    __slots__ = ()


class Power(Composed):
    __slots__ = ("base", "exponent")
    base: Expr
    exponent: Expr


class Negative(Composed):
    __slots__ = ("argument",)
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

    __slots__ = ("arguments", "name")
    name: str
    arguments: tuple[Expr, ...]

    def __new__(cls, name: str, arguments: tuple[Expr, ...]) -> Any:
        if name not in FUNCTIONS:
            raise ValueError(f"no function {name!r}; there are {', '.join(FUNCTIONS)}")
        if len(arguments) != FUNCTIONS[name]:
            raise ValueError(f"{name} takes {FUNCTIONS[name]} argument{'s' * (FUNCTIONS[name] > 1)}, not {len(arguments)}")
        return super().__new__(cls, name, arguments)


class Folded(Expr):
    """``body`` taken together over ``variable`` in ``range``."""

    __slots__ = ("body", "range", "variable")
    variable: Symbol
    range: Node
    body: Expr

    def __new__(cls, variable: Symbol, range_: Node, body: Any) -> Any:
        return super().__new__(cls, variable, range_, expr(body))


class Total(Folded):
    """The sum."""

    __slots__ = ()


class Product(Folded):
    __slots__ = ()


class Largest(Folded):
    """The maximum."""

    __slots__ = ()


class Smallest(Folded):
    """The minimum."""

    __slots__ = ()


class Applied(Expr):
    """A function with a name, or an indexed one, at its arguments: ``h(t)``, ``z_l(t)``."""

    __slots__ = ("arguments", "base")
    base: Expr
    arguments: tuple[Expr, ...]


class Defined(Composed):
    """A definition at its arguments, ``f(x)``: it prints by its name and is worth its body, in which they stand."""

    __slots__ = ("arguments", "body", "name")
    name: str
    arguments: tuple[Expr, ...]
    body: Expr


class Norm(Expr):
    """``‖body‖``; ``kind`` is its index, "" where none is printed."""

    __slots__ = ("body", "kind")
    body: Expr
    kind: str


class Inner(Expr):
    """The inner product of two vectors."""

    __slots__ = ("left", "right")
    left: Expr
    right: Expr


class Derivative(Expr):
    """``d/dvariable body``."""

    __slots__ = ("body", "variable")
    body: Expr
    variable: Symbol


class Integral(Expr):
    __slots__ = ("body", "high", "low", "variable")
    body: Expr
    variable: Symbol
    low: Expr
    high: Expr


class Limit(Expr):
    """The limit of ``body`` as ``variable`` tends to ``to``."""

    __slots__ = ("body", "to", "variable")
    body: Expr
    variable: Symbol
    to: Expr


class Order(Expr):
    """A Landau symbol: ``kind`` is one of O, o, Θ, Ω, ω."""

    __slots__ = ("argument", "kind")
    kind: str
    argument: Expr


class Probability(Expr):
    """Of an event, a claim about random quantities."""

    __slots__ = ("event",)
    event: Claim


class Expectation(Expr):
    __slots__ = ("body",)
    body: Expr


class Indicator(Expr):
    """1 where ``claim`` holds, else 0."""

    __slots__ = ("claim",)
    claim: Claim


class Cases(Expr):
    """The value of the first branch ``(claim, value)`` whose claim holds; ``otherwise`` where none does."""

    __slots__ = ("branches", "otherwise")
    branches: tuple[tuple[Claim, Expr], ...]
    otherwise: Expr


class Function(Expr):
    """What the symbol of an index is mapped to by the structure of the data: ``block(j3)``, the column of its block entry."""

    __slots__ = ("argument", "name")
    name: str
    argument: Expr


# -- sets ------------------------------------------------------------------------------------------------------------------


class Range(Node):
    """{low, ..., high}."""

    __slots__ = ("high", "low")
    low: Expr
    high: Expr


class Matrices(Node):
    """``R^{rows×columns}``, and ``R^{rows}`` for one column."""

    __slots__ = ("columns", "rows")
    rows: Expr
    columns: Expr


class Named(Node):
    """A set with a name: the rows, the columns."""

    __slots__ = ("name",)
    name: str


class SetOf(Node):
    """A set with a name that depends on something: the distinct tokens of class n, ``G_DT(n)``."""

    __slots__ = ("arguments", "name")
    name: str
    arguments: tuple[Expr, ...]


class Without(Node):
    """``range`` but for one element: the sum over k ≠ n."""

    __slots__ = ("element", "range")
    range: Node
    element: Expr


# -- claims ----------------------------------------------------------------------------------------------------------------


class Claim(Node):
    """What can be true or false."""

    __slots__ = ()

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

    __slots__ = ("left", "right", "sign")
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

    __slots__ = ("claims",)
    claims: tuple[Claim, ...]

    def _members(self) -> tuple[Claim, ...]:
        return tuple(self.claims)


class Or(Claim):
    """At least one of ``claims``."""

    __slots__ = ("claims",)
    claims: tuple[Claim, ...]


class Chain(Claim):
    """``terms[0] signs[0] terms[1] signs[1] ...``."""

    __slots__ = ("signs", "terms")
    terms: tuple[Expr, ...]
    signs: tuple[str, ...]

    @property
    def links(self) -> tuple[Relation, ...]:
        return tuple(Relation(a, sign, b) for a, sign, b in zip(self.terms[:-1], self.signs, self.terms[1:], strict=True))


class Implies(Claim):
    __slots__ = ("conclusion", "premise")
    premise: Claim
    conclusion: Claim


class Member(Claim):
    """``element in range``."""

    __slots__ = ("element", "range")
    element: Expr
    range: Any


class ForAll(Claim):
    __slots__ = ("body", "range", "variable")
    variable: Symbol
    range: Node
    body: Claim


class Exists(Claim):
    """Some ``variable`` of ``range`` has the property ``body``."""

    __slots__ = ("body", "range", "variable")
    variable: Symbol
    range: Node
    body: Claim


class Equivalent(Claim):
    """Each of the two claims holds where the other does."""

    __slots__ = ("left", "right")
    left: Claim
    right: Claim


class Eventually(Claim):
    """``body`` for all sufficiently large ``variable``."""

    __slots__ = ("body", "variable")
    body: Claim
    variable: Symbol


class Words(Claim):
    """A claim that is printed in words, formulas between them: ``Words("every row of ", A, " is a probability vector")``."""

    __slots__ = ("pieces",)
    pieces: tuple[Any, ...]

    def __new__(cls, *pieces: Any) -> Any:
        return super().__new__(cls, pieces[0] if len(pieces) == 1 and isinstance(pieces[0], tuple) else pieces)


class Fits(Claim):
    """The shapes in ``body``, a formula or the equations of a definition, fit; ``given`` says what its letters are."""

    __slots__ = ("body", "given")
    body: Node
    given: Claim


class ExactlyOne(Claim):
    """Exactly one ``variable`` of ``range`` has the property ``body``."""

    __slots__ = ("body", "range", "variable")
    variable: Symbol
    range: Node
    body: Claim


def held(claim: Claim) -> frozenset[Symbol]:
    """The letters of which a line says in words that they are fixed: ``M, K fixed``."""
    pieces = claim.pieces if isinstance(claim, Words) else ()
    said = pieces and isinstance(pieces[-1], str) and pieces[-1].endswith(" fixed")
    return frozenset(piece for piece in pieces if isinstance(piece, Symbol)) if said else frozenset()


BINDERS = (Folded, Integral, Limit, ForAll, Exists, ExactlyOne, Eventually)

# -- the words -------------------------------------------------------------------------------------------------------------


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


def Q(value: int | str, denominator: int | None = None) -> Number:
    """An exact constant as printed: ``Q(1, 2)``, ``Q("0.7")``."""
    if denominator is None:
        from theorems.reader import number  # only those who write claims spell numbers

        if isinstance(value, float):
            raise TypeError(f'{value} is a float: write Q("{value}")')
        return Number(number(value) if isinstance(value, str) else Fraction(value), str(value))
    return Number(Fraction(int(value), denominator), f"{value}/{denominator}")


def symbols(names: str, sort: str = "number") -> tuple[Symbol, ...]:
    return tuple(Symbol(name, sort) for name in names.split())


def chain(*members: Any) -> Chain:
    """``chain(a, "<=", b, "<=", c)``."""
    if len(members) < 3 or len(members) % 2 == 0 or any(sign not in CONTRARY for sign in members[1::2]):
        raise ValueError("a chain alternates terms and signs: chain(a, '<=', b, '<', c)")
    return Chain(tuple(expr(term) for term in members[::2]), tuple(members[1::2]))


def _named(make: Any, name: str) -> Any:
    """A function under the name that it has here: fingerprints tell functions apart by their names."""
    make.__name__ = make.__qualname__ = name
    return make


def _of_one(name: str) -> Callable[[Any], Call]:
    return _named(lambda x: Call(name, (expr(x),)), name)


def _of_two(name: str, word: str = "") -> Callable[[Any, Any], Call]:
    return _named(lambda a, b: Call(name, (expr(a), expr(b))), word or name)


pi = Call("pi", ())
exp, log, sqrt, floor, ceil = map(_of_one, ("exp", "log", "sqrt", "floor", "ceil"))
sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, erf, gamma = map(_of_one, ELEMENTARY)
# binomial: how many sets of k there are among n; n(n-1)...(n-k+1)/k! for any number n and whole k ≥ 0
largest, smallest, binomial = _of_two("max", "largest"), _of_two("min", "smallest"), _of_two("binomial")


def Pr(event: Claim) -> Probability:
    return Probability(event)


def E(body: Any) -> Expectation:
    return Expectation(expr(body))


def inner(left: Expr, right: Expr) -> Inner:
    return Inner(left, right)


def ddt(body: Expr, variable: Symbol) -> Derivative:
    return Derivative(body, variable)


def _order(kind: str, name: str) -> Callable[[Any], Order]:
    return _named(lambda x: Order(kind, expr(x)), name)


O, o, omega, Omega, Theta = map(_order, "OoωΩΘ", ("O", "o", "omega", "Omega", "Theta"))  # the printed letters


def Sum(variable: Symbol, range_: Node, body: Any) -> Total:
    return Total(variable, range_, body)


def free_symbols(node: Node) -> frozenset[Symbol]:
    """The symbols that stand free in a tree."""
    try:
        return node._free
    except AttributeError:
        found = frozenset({node}) if isinstance(node, Symbol) else frozenset().union(*map(free_symbols, node.children))
        free = found - {node.variable} if isinstance(node, BINDERS) else found
        object.__setattr__(node, "_free", _SETS.setdefault(free, free))
        return node._free


@lru_cache(maxsize=2**15)  # theorems are applied again and again
def binding(tree: Node) -> tuple[Any, ...]:
    """The nodes of a tree that bind a variable or differentiate by one."""
    return tuple(node for node in tree.nodes() if isinstance(node, (*BINDERS, Derivative)))


_SETS: dict[frozenset[Symbol], frozenset[Symbol]] = {}  # the same few stand free in many trees


def relations_of(*claims: Claim) -> Iterator[Relation]:
    """The relations that claims assert, alone or joined by "and"; nothing of what they say otherwise."""
    for claim in claims:
        match claim:
            case Relation():
                yield claim
            case Chain():
                yield from claim.links
            case And():
                yield from relations_of(*claim.claims)
