"""Expressions and claims as interned trees, literally as printed.

Nothing is simplified when a tree is built: ``1 - a1`` stays a difference, ``1/n**(1 - a1)`` a quotient. Equal trees are
one object, so identity is structural equality and trees are keys of dicts; ``==`` and its kin build relations.

Who looks at many kinds of node imports everyday words (``Node``, ``Expr``, ``Claim``, ``Relation``) and says ``tree.Total``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theorems.language.node import Node as Node
from theorems.language.operators import *

# -- expressions -----------------------------------------------------------------------------------------------------------


class ArrayFunction(Composed):
    """A function of vectors or matrices: ``softmax(x)``. No arithmetic of numbers applies to what it is taken of."""

    base: Symbol
    arguments: tuple[Expr, ...]


class Kron(Binary):
    """The Kronecker product of two matrices."""


class Folded(Expr):
    """``body`` taken together over ``variable`` in ``range``."""

    variable: Symbol
    range: Node
    body: Expr

    def __new__(cls, variable: Symbol, range_: Node, body: Any) -> Any:
        return super().__new__(cls, variable, range_, expr(body))


class Total(Folded):
    """The sum."""


class Product(Folded): ...


class Largest(Folded):
    """The maximum."""


class Smallest(Folded):
    """The minimum."""


class Defined(Composed):
    """A definition at its arguments, ``f(x)``: it prints by its name and is worth its body, in which they stand."""

    name: str
    arguments: tuple[Expr, ...]
    body: Expr


class Norm(Expr):
    """``‖body‖``; ``kind`` is its index, "" where none is printed."""

    body: Expr
    kind: str


class Inner(Expr):
    """The inner product of two vectors."""

    left: Expr
    right: Expr


class Derivative(Expr):
    """``d/dvariable body``."""

    body: Expr
    variable: Symbol


class Integral(Expr):
    body: Expr
    variable: Symbol
    low: Expr
    high: Expr


class Limit(Expr):
    """The limit of ``body`` as ``variable`` tends to ``to``."""

    body: Expr
    variable: Symbol
    to: Expr


class Order(Expr):
    """A Landau symbol: ``kind`` is one of O, o, Θ, Ω, ω."""

    kind: str
    argument: Expr


class Probability(Expr):
    """Of an event, a claim about random quantities."""

    event: Claim


class Expectation(Expr):
    body: Expr


class Indicator(Expr):
    """1 where ``claim`` holds, else 0."""

    claim: Claim


class Cases(Expr):
    """The value of the first branch ``(claim, value)`` whose claim holds; ``otherwise`` where none does."""

    branches: tuple[tuple[Claim, Expr], ...]
    otherwise: Expr


class Function(Expr):
    """What the symbol of an index is mapped to by the structure of the data: ``block(j3)``, the column of its block entry."""

    name: str
    argument: Expr


# -- sets ------------------------------------------------------------------------------------------------------------------


class Range(Node):
    """{low, ..., high}."""

    low: Expr
    high: Expr


class Matrices(Node):
    """``R^{rows×columns}``, and ``R^{rows}`` for one column."""

    rows: Expr
    columns: Expr


class Named(Node):
    """A set with a name: the rows, the columns."""

    name: str


class SetOf(Node):
    """A set with a name that depends on something: the distinct tokens of class n, ``G_DT(n)``."""

    name: str
    arguments: tuple[Expr, ...]


class Without(Node):
    """``range`` but for one element: the sum over k ≠ n."""

    range: Node
    element: Expr


# -- claims ----------------------------------------------------------------------------------------------------------------


class Quantified(Claim):
    """A claim about the elements ``variable`` of ``range``, of which ``body`` says something."""

    variable: Symbol
    range: Node
    body: Claim


class Chain(Claim):
    """``terms[0] signs[0] terms[1] signs[1] ...``."""

    terms: tuple[Expr, ...]
    signs: tuple[str, ...]

    @property
    def links(self) -> tuple[Relation, ...]:
        return tuple(Relation(a, sign, b) for a, sign, b in zip(self.terms[:-1], self.signs, self.terms[1:], strict=True))


class Implies(Claim):
    premise: Claim
    conclusion: Claim


class ForAll(Quantified): ...


class Exists(Quantified): ...


class Equivalent(Claim):
    """Each of the two claims holds where the other does."""

    left: Claim
    right: Claim


class Eventually(Claim):
    """``body`` for all sufficiently large ``variable``."""

    body: Claim
    variable: Symbol


class Words(Claim):
    """A claim that is printed in words, formulas between them: ``Words("every row of ", A, " is a probability vector")``."""

    pieces: tuple[Any, ...]

    def __new__(cls, *pieces: Any) -> Any:
        return super().__new__(cls, pieces[0] if len(pieces) == 1 and isinstance(pieces[0], tuple) else pieces)


class Fits(Claim):
    """The shapes in ``body``, a formula or the equations of a definition, fit; ``given`` says what its letters are."""

    body: Node
    given: Claim


class ExactlyOne(Quantified): ...


def held(claim: Claim) -> frozenset[Symbol]:
    """The letters of which a line says in words that they are fixed: ``M, K fixed``."""
    pieces = claim.pieces if isinstance(claim, Words) else ()
    said = pieces and isinstance(pieces[-1], str) and pieces[-1].endswith(" fixed")
    return frozenset(piece for piece in pieces if isinstance(piece, Symbol)) if said else frozenset()


BINDERS = (Folded, Integral, Limit, Quantified, Eventually)

# -- the words -------------------------------------------------------------------------------------------------------------


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
