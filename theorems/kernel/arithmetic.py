"""Does a relation between trees follow from others by the arithmetic of ordered fields?

Every named quantity is an atom, whatever it means: a probability, an entry, the value of a function. Quotients are cleared
with denominators that are shown to be positive or negative, exponentials and powers become generators, numbers such as e or
log 2 are known through balls. What is left is a polynomial that has to be nonnegative, by a certificate: see
:mod:`~theorems.kernel.signs`. No value is ever rounded, and "no" only means that nothing was found.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theorems.kernel.factors import Factor, Kind, Polynomial, factor
from theorems.kernel.normal_form import (
    LARGEST_POWER,
    Form,
    exp,
    log,
    lowest,
    number,
    numerator,
    of_factor,
    of_sign,
    plain_sign,
    raised,
    replaced,
    sign_of_power,
)
from theorems.kernel.signs import nonnegative
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
    """The forms of expressions; what has no arithmetic of its own is a name, and equal pieces share one."""

    def __init__(self, positive: frozenset[Expr] = frozenset()) -> None:
        self.positive = positive
        self.known: dict[Any, Factor] = {}
        self._seen: dict[Expr, Form] = {}

    def __call__(self, node: Expr) -> Form:
        if node not in self._seen:
            try:
                self._seen[node] = self._written(node)
            except ZeroDivisionError:  # it has no value
                self._seen[node] = self.atom(node, node)
        return self._seen[node]

    def _written(self, node: Expr) -> Form:
        if of_vectors(node):
            return self.atom(node, node)
        match node:
            case Number():
                return number(node.value)
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
                base, exponent = self(node.base), lowest(self(node.exponent))
                if not exponent.powers and abs(exponent.coefficient) > LARGEST_POWER:
                    return self.atom(node, "power", base, exponent)
                return raised(base, exponent)
            case Call(name="exp"):
                return exp(self(node.arguments[0]))
            case Call(name="log"):
                return log(self(node.arguments[0]))
            case Call(name="sqrt"):
                return self(node.arguments[0]) ** Fraction(1, 2)
            case Defined():
                return self(node.body)
            case Call():
                return self.atom(node, Call, node.name, *self._arguments(node))
            case Entry():
                return self.atom(node, Entry, node.quantity, *self._arguments(node))
            case Applied() if isinstance(node.base, Entry | Symbol):
                return self.atom(node, Applied, self(node.base), *self._arguments(node))
        return self.atom(node, node)

    def _arguments(self, node: Call | Entry | Applied) -> Iterator[Form]:
        return (lowest(self(argument)) for argument in node.arguments)

    def atom(self, node: Expr, *key: Any) -> Form:
        if key not in self.known:
            self.known[key] = factor(Kind.NAME, len(self.known), node in self.positive)
        return of_factor(self.known[key])


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
    _given: dict[Factor, Form] = field(init=False)
    _known: tuple[tuple[Form, bool, bool], ...] = field(init=False)
    _said: frozenset[tuple[Form, bool]] = field(init=False)

    def __post_init__(self) -> None:
        self.relations = tuple(dict.fromkeys(r for r in self.relations if r.sign != "!=" and not _of_growth(r)))
        self.atoms = Atoms(frozenset(_positive_atoms(self.relations)))
        self._given, rest = self._defined(), []
        for relation in self.relations:
            low, high, sharp, equal = _signed(relation)
            difference = self._put(self.atoms(high) - self.atoms(low))
            if difference is not None and difference.coefficient != 0:
                rest.append((difference, sharp, equal))
        self._known = tuple(rest)
        self._said = frozenset((known, strict) for known, sharp, _ in rest for strict in {False, sharp})

    def _defined(self) -> dict[Factor, Form]:
        """What equations with a name alone on the left put in its place."""
        given: dict[Factor, Form] = {}
        for relation in self.relations:
            name = _name(self.atoms(relation.left)) if relation.sign == "==" else None
            if name is None or name in given:
                continue
            with suppress(ZeroDivisionError):
                by = replaced(self.atoms(relation.right), given)
                if name not in by.names:
                    given = {known: replaced(put, {name: by}) for known, put in given.items()} | {name: by}
        return given

    def _put(self, form: Form) -> Form | None:
        """With what is given for names; None where that has no value."""
        try:
            return replaced(form, self._given)
        except ZeroDivisionError:
            return None

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
        if written is None:
            return False
        if needed.sign == ">=":
            return self.sign(written, strict=False)
        return self.sign(written, strict=True) or (needed.sign == "!=" and self.sign(-written, strict=True))

    def _follows(self, goal: Relation) -> bool:
        low, high, strict, equal = _signed(goal)
        difference = self._put(self.atoms(high) - self.atoms(low))
        if difference is None:
            return False
        if goal.sign != "!=" and not difference.names and of_sign(difference, "==" if equal else ">" if strict else ">="):
            return True
        if equal:
            return self.sign(difference, strict=False) and self.sign(-difference, strict=False)
        if goal.sign == "!=":
            return self.sign(difference, strict=True) or self.sign(-difference, strict=True)
        return self.sign(difference, strict=strict)

    def sign(self, form: Form, *, strict: bool, depth: int = DEPTH) -> bool:
        """Is it shown to be nonnegative (positive where ``strict``)?"""
        key = (form, strict)
        if key not in self._shown:
            self._shown[key] = False  # asked again inside itself it proves nothing
            try:
                self._shown[key] = self._sign(form, strict, depth)
            except BaseException:  # time was up: nothing was found out, and these facts are kept
                del self._shown[key]
                raise
        return self._shown[key]

    def _sign(self, form: Form, strict: bool, depth: int) -> bool:
        plain = plain_sign(form)
        if plain or (not strict and plain is False):
            return True
        if (form, strict) in self._said:
            return True  # in so many words
        if _name(form) and any(sharp and plain_sign(known * form) for known, sharp, _ in self._known):
            return True  # n d/δ > 0 gives δ > 0
        cleared = self._cleared(form, depth)
        if cleared is None:
            return False
        known = []
        for difference, sharp, equal in self._known:
            polynomial = self._cleared(difference, depth)
            if polynomial is not None:
                known.append((polynomial, sharp, equal))
        return nonnegative(cleared, known, strict)

    def _cleared(self, form: Form, depth: int) -> Polynomial | None:
        """A multiple of the form by something positive that has no denominators; None where their sign is not shown."""
        try:
            form, negative = lowest(form), False
        except ZeroDivisionError:  # it has no value
            return None
        for one, power in sorted(form.powers, key=lambda each: each[0].text):  # the same in every process
            if power > 0 or sign_of_power(one, -power) or (power % 2 == 0 and self._nonzero(of_factor(one), depth)):
                continue
            if depth <= 0:
                return None
            below = of_factor(one, -power)
            if self.sign(below, strict=True, depth=depth - 1):
                continue
            if not self.sign(-below, strict=True, depth=depth - 1):
                return None
            negative = not negative
        return numerator(-form if negative else form)

    def _nonzero(self, base: Form, depth: int) -> bool:
        return depth > 0 and (self.sign(base, strict=True, depth=depth - 1) or self.sign(-base, strict=True, depth=depth - 1))


def _name(form: Form) -> Factor | None:
    """The name that a form is, where it is nothing else."""
    match form:
        case Form(coefficient=1, alone=(Factor(kind=Kind.NAME) as name, 1)):
            return name
    return None


def _positive_atoms(relations: Sequence[Relation]) -> Iterator[Expr]:
    """The names that a relation says are positive: what stands above a number that is not negative."""
    for relation in relations:
        low, high, strict, equal = _signed(relation)
        for below, above in ((low, high), (high, low))[: 1 + equal]:
            above_zero = isinstance(below, Number) and (below.value > 0 or (below.value == 0 and strict))
            if above_zero and isinstance(above, Symbol | Entry | Applied):
                yield above
