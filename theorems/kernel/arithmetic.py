"""Does a relation between trees follow from others by the arithmetic of ordered fields?

Every named quantity is an atom, whatever it means: a probability, an entry, the value of a function. Quotients are cleared
with denominators that are shown to be positive or negative, exponentials and powers become generators, numbers such as e or
log 2 are known through balls. What is left is a polynomial that has to be nonnegative, by a certificate: see
:mod:`~theorems.kernel.signs`. No value is ever rounded, and "no" only means that nothing was found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sympy

from theorems.kernel.fractions import LARGEST_POWER, as_fraction
from theorems.kernel.signs import nonnegative, of_sign
from theorems.language.tree import (
    Applied,
    ArrayFunction,
    Call,
    Component,
    Defined,
    Entry,
    Expr,
    Minus,
    Negative,
    Node,
    Number,
    Order,
    Over,
    Plus,
    Power,
    Relation,
    Symbol,
    Times,
)

REMEMBERED = 2**15  # expressions whose sign and numerator are kept
DEPTH = 3  # how many denominators may stand in one another


class Atoms:
    """The names of a calculation as real symbols of sympy; equal pieces share one."""

    def __init__(self, positive: frozenset[Expr] = frozenset()) -> None:
        self.positive = positive
        self.known: dict[Any, sympy.Symbol] = {}
        self._seen: dict[Expr, sympy.Expr] = {}

    def __call__(self, node: Expr) -> sympy.Expr:
        if node not in self._seen:
            self._seen[node] = self._translated(node)
        return self._seen[node]

    def _translated(self, node: Expr) -> sympy.Expr:
        if of_vectors(node):
            return self.atom(node, node)
        match node:
            case Number():
                return sympy.Rational(node.value.numerator, node.value.denominator)
            case Plus():
                return self(node.left) + self(node.right)
            case Minus():
                return self(node.left) - self(node.right)
            case Times():
                return self(node.left) * self(node.right)
            case Over():
                return self(node.left) / self(node.right)
            case Negative():
                return -self(node.argument)
            case Power():
                base, exponent = self(node.base), sympy.expand(self(node.exponent))
                if exponent.is_Rational and abs(exponent) > LARGEST_POWER:
                    return self.atom(node, "power", base, exponent)
                return sympy.expand_power_exp(base**exponent)
            case Call(name="exp" | "log" | "sqrt"):
                inside = sympy.expand(self(node.arguments[0]))
                return sympy.expand_power_exp(getattr(sympy, node.name)(inside))
            case Defined():
                return self(node.body)
            case Call():
                return self.atom(node, Call, node.name, *(sympy.expand(self(a)) for a in node.arguments))
            case Entry():
                return self.atom(node, Entry, node.quantity, *(sympy.expand(self(a)) for a in node.arguments))
            case Applied() if isinstance(node.base, Entry | Symbol):
                return self.atom(node, Applied, self(node.base), *(sympy.expand(self(a)) for a in node.arguments))
        return self.atom(node, node)

    def atom(self, node: Expr, *key: Any) -> sympy.Symbol:
        if key not in self.known:
            kind = {"positive": True} if node in self.positive else {"real": True}
            self.known[key] = sympy.Symbol(f"x{len(self.known)}", **kind)
        return self.known[key]


def of_vectors(node: Expr) -> bool:
    """Does it start with a transpose, ``x⊤`` or ``x⊤ A y``? What vectors and matrices make has no arithmetic of its own.

    But ``f[n]⊤ f[k]`` is a number, which may have more factors.
    """
    if of_arrays(node):
        return True
    while isinstance(node, Times) and not _inner(node.left):
        node = node.left
    return isinstance(node, Power) and _transposes(node)


@lru_cache(maxsize=REMEMBERED)  # it is asked of every piece of every piece
def of_arrays(node: Node) -> bool:
    """Is it a vector or matrix that is put together from declared ones, and no number?"""
    match node:
        case Symbol():
            return bool(getattr(node, "shape", ()))
        case ArrayFunction():
            return node.base.sort == "vector word"
        case Defined():
            return of_arrays(node.body)
        case Component(array=Symbol() as array):
            return len(getattr(array, "shape", ())) > len(node.arguments)
        case Plus() | Minus() | Times() | Over() | Negative() | Call():
            return any(map(of_arrays, node.children))
        case Power():
            return of_arrays(node.base)
    return False


def _transposes(node: Power) -> bool:
    return isinstance(node.exponent, Symbol) and node.exponent.name == "⊤"


def _inner(node: Expr) -> bool:
    match node:
        case Times(left=Power(base=Entry()) as left, right=Entry()):
            return _transposes(left)
    return False


@lru_cache(maxsize=REMEMBERED)
def pieces(node: Expr) -> tuple[Relation, ...]:
    """What must be nonzero, positive or nonnegative for the expression to have a value; of no array this is ever shown."""
    return () if of_vectors(node) and not of_arrays(node) else tuple(_pieces(node))


def _pieces(node: Expr) -> Iterator[Relation]:
    match node:
        case Power() if _transposes(node):
            pass
        case Over():
            yield node.right != 0
        case Power(exponent=Number(value=exponent)) if exponent.denominator == 1:
            if exponent < 0:
                yield node.base != 0
        case Power():
            yield node.base > 0
        case Call(name="log"):
            yield node.arguments[0] > 0
        case Call(name="sqrt"):
            yield node.arguments[0] >= 0
        case Call(name="tan"):
            yield Call("cos", node.arguments) != 0
        case Call(name="asin" | "acos"):
            yield 1 - node.arguments[0] ** 2 >= 0
        case Call(name="gamma"):
            yield node.arguments[0] > 0
        case Component(array=Symbol() as array):
            for place, size in zip(node.arguments, getattr(array, "shape", ()), strict=False):
                yield place - 1 >= 0
                yield size - place >= 0
        case Defined():
            yield from pieces(node.body)
    if isinstance(node, Plus | Minus | Times | Over | Negative | Power | Call | Entry | Applied | Component):
        for child in node.children:
            yield from pieces(child)


@lru_cache(maxsize=REMEMBERED)
def _of_growth(relation: Relation) -> bool:
    return any(isinstance(node, Order) for _, node in relation.walk())


def _signed(relation: Relation) -> tuple[Expr, Expr, bool, bool]:
    """``low, high, strict, equal``: the relation says that high - low is nonnegative, positive, or 0."""
    low, high = (relation.left, relation.right) if relation.sign in ("<=", "<", "==") else (relation.right, relation.left)
    return low, high, relation.sign in ("<", ">"), relation.sign == "=="


@dataclass
class Facts:
    """Relations that hold, and what follows from them. An inequality ``!=`` among them is not used, nor is a growth: two
    functions that are both ω(n) are not equal.
    """

    relations: tuple[Relation, ...]
    atoms: Atoms = field(init=False)
    _shown: dict[tuple[Any, bool], bool] = field(default_factory=dict)
    _given: dict[sympy.Symbol, sympy.Expr] = field(init=False)
    _known: tuple[tuple[sympy.Expr, bool, bool], ...] = field(init=False)
    _said: frozenset[tuple[sympy.Expr, bool]] = field(init=False)

    def __post_init__(self) -> None:
        self.relations = tuple(dict.fromkeys(r for r in self.relations if r.sign != "!=" and not _of_growth(r)))
        self.atoms = Atoms(frozenset(_positive_atoms(self.relations)))
        self._given, rest = self._defined(), []
        for relation in self.relations:
            low, high, sharp, equal = _signed(relation)
            difference = self._put(self.atoms(high) - self.atoms(low))
            if difference != 0:
                rest.append((difference, sharp, equal))
        self._known = tuple(rest)
        self._said = frozenset((known, strict) for known, sharp, _ in rest for strict in {False, sharp})

    def _defined(self) -> dict[sympy.Symbol, sympy.Expr]:
        """What equations with a name alone on the left put in its place."""
        given: dict[sympy.Symbol, sympy.Expr] = {}
        for relation in self.relations:
            if relation.sign != "==":
                continue
            name = self.atoms(relation.left)
            if not name.is_Symbol:
                continue
            by = self.atoms(relation.right).xreplace(given)
            if name not in given and name not in by.free_symbols:
                given = {known: put.xreplace({name: by}) for known, put in given.items()} | {name: by}
        return given

    def _put(self, expression: sympy.Expr) -> sympy.Expr:
        return sympy.expand_power_exp(expression.xreplace(self._given)) if self._given else expression

    def give(self, goal: Relation) -> bool:
        """Does the relation follow, both its sides having a value?"""
        return not any(True for _ in self.without_value(goal)) and self._follows(goal)

    def without_value(self, goal: Relation) -> Iterator[Relation]:
        """What is not shown of pieces of the two sides and is needed for these to have a value."""
        for side in (goal.left, goal.right):
            for needed in pieces(side):
                if not self._met(needed):
                    yield needed

    def _met(self, needed: Relation) -> bool:
        written = self._put(self.atoms(needed.left))
        if needed.sign == ">=":
            return self.sign(written, strict=False)
        return self.sign(written, strict=True) or (needed.sign == "!=" and self.sign(-written, strict=True))

    def _follows(self, goal: Relation) -> bool:
        low, high, strict, equal = _signed(goal)
        difference = self._put(self.atoms(high) - self.atoms(low))
        if goal.sign != "!=" and not difference.free_symbols and of_sign(difference, strict, equal):
            return True
        if equal:
            return self.sign(difference, strict=False) and self.sign(-difference, strict=False)
        if goal.sign == "!=":
            return self.sign(difference, strict=True) or self.sign(-difference, strict=True)
        return self.sign(difference, strict=strict)

    def sign(self, expression: sympy.Expr, *, strict: bool, depth: int = DEPTH) -> bool:
        """Is the expression shown to be nonnegative (positive where ``strict``)?"""
        key = (expression, strict)
        if key not in self._shown:
            self._shown[key] = False  # asked again inside itself it proves nothing
            try:
                self._shown[key] = self._sign(expression, strict, depth)
            except BaseException:  # time was up: nothing was found out, and these facts are kept
                del self._shown[key]
                raise
        return self._shown[key]

    def _sign(self, expression: sympy.Expr, strict: bool, depth: int) -> bool:
        plain = _plain_sign(expression)
        if plain or (not strict and plain is False):
            return True
        if (expression, strict) in self._said:
            return True  # in so many words
        if expression.is_Symbol and any(sharp and (known * expression).is_positive for known, sharp, _ in self._known):
            return True  # n d/δ > 0 gives δ > 0
        cleared = self._cleared(expression, depth)
        if cleared is None:
            return False
        known = []
        for difference, sharp, equal in self._known:
            polynomial = self._cleared(difference, depth)
            if polynomial is not None:
                known.append((polynomial, sharp, equal))
        return nonnegative(cleared, known, strict)

    def _cleared(self, expression: sympy.Expr, depth: int) -> sympy.Expr | None:
        """A multiple of the expression by something positive that has no denominators; None where their sign is not shown."""
        numerator, factors = as_fraction(expression)
        for factor in factors:
            base, power = factor.as_base_exp()
            if _plain_sign(factor) or (power.is_Integer and power % 2 == 0 and self._nonzero(base, depth)):
                continue
            if depth <= 0:
                return None
            if self.sign(factor, strict=True, depth=depth - 1):
                continue
            if not self.sign(-factor, strict=True, depth=depth - 1):
                return None
            numerator = -numerator
        return numerator

    def _nonzero(self, base: sympy.Expr, depth: int) -> bool:
        return depth > 0 and (self.sign(base, strict=True, depth=depth - 1) or self.sign(-base, strict=True, depth=depth - 1))


@lru_cache(maxsize=REMEMBERED)
def _plain_sign(expression: sympy.Expr) -> bool | None:
    """Positive (True) or nonnegative (False) by the signs of its pieces; None where they do not tell."""
    if expression.is_Rational:
        return None if expression.p < 0 else bool(expression.p)
    if expression.is_Add or (expression.is_Mul and not expression.is_number):
        signs = [_plain_sign(piece) for piece in expression.args]
        if None in signs:
            return None
        return any(signs) if expression.is_Add else all(signs)
    if expression.is_Pow and expression.base.is_Add and expression.exp.is_Rational:  # no search for the sign of a sum
        base = _plain_sign(expression.base)
        if base or expression.exp < 0:
            return base or None
        even = expression.exp.is_Integer and expression.exp % 2 == 0 and expression.base.is_real
        return False if even else base
    if expression.is_positive:
        return True
    return False if expression.is_nonnegative else None


def _positive_atoms(relations: Sequence[Relation]) -> Iterator[Expr]:
    """The names that a relation says are positive: what stands above a number that is not negative."""
    for relation in relations:
        low, high, strict, equal = _signed(relation)
        for below, above in ((low, high), (high, low))[: 1 + equal]:
            above_zero = isinstance(below, Number) and (below.value > 0 or (below.value == 0 and strict))
            if above_zero and isinstance(above, Symbol | Entry | Applied):
                yield above
