"""Statements of calculations read back from Coq's text, as trees of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from theorems.formal import printer
from theorems.formal.terms import CALLS, SIGNS, defined, name_of
from theorems.kernel.facts import INTEGERS, REALS
from theorems.language.seen import pattern_of
from theorems.language.tree import *
from theorems.language.values import constant

TOKEN = re.compile(r"\s*(\d+|[A-Za-z][A-Za-z0-9_']*|/\\|\\/|<=|>=|<>|->|=>|[-+*/^()<>=:,])")
RELATIONS = {coq: sign for sign, coq in SIGNS.items()}
INDICATED = {name: sign for sign, name in printer.INDICATORS.items()}
FOLDED = {name: kind for kind, name in printer.FOLDED.items()}
TRUE, EXISTS = Words("True"), Words("the derivative exists")


def rebuilt(like: Node, arguments: list[Expr]) -> Any:
    """A piece with a name, indices and arguments, with these in their places; they are taken from the list."""

    def taken(count: int) -> tuple[Expr, ...]:
        found = tuple(arguments[:count])
        del arguments[:count]
        return found

    match like:
        case Entry() | SetOf():
            return like.rebuilt(taken(len(like.children)))
        case Applied(base=base):
            return Applied(rebuilt(base, arguments), taken(len(like.arguments)))
        case Probability(event=Relation(left=left, sign=sign)):
            return Probability(Relation(left, sign, *taken(1)))
        case Times(left=Power(base=base, exponent=exponent), right=right):
            return Times(Power(rebuilt(base, arguments), exponent), rebuilt(right, arguments))
        case Inner() | Norm() | Derivative():
            return like.rebuilt(tuple(rebuilt(c, arguments) if isinstance(c, Entry | Applied) else c for c in like.children))
    return like


def pieces_of(claims: Mapping[Any, str], trees: list[Claim]) -> dict[str, Node]:
    """What the names stand for: the symbol or the opaque piece itself, of a name with arguments one of its pieces."""
    shapes: dict[Any, Node] = {}
    for _, node in (each for tree in trees for each in tree.walk()):
        shape = pattern_of(node)
        if shape is not None:
            key = (shape[0], "set", len(shape[1])) if isinstance(node, SetOf) else (shape[0], len(shape[1]), len(shape[2]))
            shapes.setdefault(key, node)
    named = {}
    for key, name in claims.items():
        named[name] = key if isinstance(key, Node) else shapes[key]
    return named


@dataclass
class Reader:
    """Reads what :class:`theorems.formal.Printer` writes."""

    tokens: list[str]
    names: Mapping[str, Node]
    bound: frozenset[str] = frozenset()
    place: list[int] = field(default_factory=lambda: [0])

    @property
    def next(self) -> Any:
        return self.tokens[self.place[0]] if self.place[0] < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        found = self.next
        if wanted and found not in wanted:
            raise ValueError(f"{found!r} where one of {wanted} is expected")
        self.place[0] += 1
        return found

    def within(self, name: str) -> Reader:
        return Reader(self.tokens, self.names, self.bound | {name}, self.place)

    def prop(self) -> Any:
        if self.next == "forall":
            self.take()
            name = self.take()
            while self.take() != ",":  # its type
                pass
            return ForAll(Symbol(name), REALS, self.within(name).prop())
        found = self.joined()
        if self.next == "->":
            self.take()
            return Implies(found, self.prop())
        return found

    def joined(self) -> Any:
        members, sign = [self.single()], self.next
        if sign not in ("/\\", "\\/"):
            return members[0]
        while self.next == sign:
            self.take()
            members.append(self.single())
        members = [each for each in members if all(node is not EXISTS for _, node in each.walk())]
        if len(members) == 1:
            return members[0]
        return And(tuple(members)) if sign == "/\\" else Or(tuple(members))

    def single(self) -> Any:
        match self.next:
            case "True":
                self.take()
                return TRUE
            case "differentiable":
                self.take()
                self.slope()
                return EXISTS
            case "integer":
                self.take()
                return Member(self.atom(), INTEGERS)
            case "In":
                self.take()
                return Member(self.atom(), self.set())
            case "(":
                here = self.place[0]
                try:
                    self.take()
                    inside = self.prop()
                    self.take(")")
                    if self.next in ("", ")", "/\\", "\\/", "->"):
                        return inside
                except ValueError:
                    pass
                self.place[0] = here
        left = self.sum()
        return Relation(left, RELATIONS[self.take(*RELATIONS)], self.sum())

    def sum(self) -> Any:
        return self.left_to_right({"+": Plus, "-": Minus}, lambda: self.left_to_right({"*": Times, "/": Over}, self.signed))

    def left_to_right(self, kinds: dict[str, type[Expr]], operand: Any) -> Any:
        found = operand()
        while self.next in kinds:
            found = kinds[self.take()](found, operand())
        return found

    def signed(self) -> Any:
        if self.next == "-":
            self.take()
            return Negative(self.raised())
        if self.next == "/":
            self.take()
            return Over(expr(1), self.raised())
        return self.raised()

    def raised(self) -> Any:
        base = self.applied()
        if self.next == "^":
            self.take()
            return Power(base, expr(int(self.take())))
        return base

    def atoms(self) -> list[Any]:
        found = []
        while self.next == "(" or re.match(r"\w", self.next):
            found.append(self.atom())
        return found

    def applied(self) -> Any:
        word = self.next
        calls = {coq: name for name, coq in CALLS.items()}
        if word in FOLDED:
            self.take()
            range_ = self.set()
            return FOLDED[word](*self.function(range_))
        if word == "slope":
            self.take()
            return self.slope()
        if word == "ind_in":
            self.take()
            return Indicator(Member(self.atom(), self.set()))
        if word in {*calls, *INDICATED, "Rpower", "case_eq"}:
            self.take()
            found = self.atoms()
            if word in calls:
                return Call(calls[word], tuple(found))
            if word == "Rpower":
                return Power(*found)
            if word in INDICATED:
                return Indicator(Relation(found[0], INDICATED[word], found[1]))
            return Cases(((Relation(found[0], "==", found[1]), found[2]),), found[3])
        if word in self.bound or word in self.names:
            return self.named(self.take(), self.atoms())
        return self.atom()

    def function(self, *between: Any) -> tuple[Any, ...]:
        """The variable of a function, and its value."""
        for each in ("(", "fun"):
            self.take(each)
        name = self.take()
        self.take("=>")
        body = self.within(name).sum()
        self.take(")")
        return Symbol(name), *between, body

    def slope(self) -> Any:
        """A derivative is written as that of a function at the name by which it is taken."""
        variable, body = self.function()
        at = self.atom()
        return Derivative(body.mapped(lambda node: at if node is variable else None), at)

    def named(self, name: str, arguments: list[Any]) -> Any:
        if name in self.bound:
            return Applied(Symbol(name), tuple(arguments)) if arguments else Symbol(name)
        if name not in self.names:
            raise ValueError(f"{name!r} is no name here")
        return rebuilt(self.names[name], arguments) if arguments else self.names[name]

    def atom(self) -> Any:
        if self.next == "(":
            self.take()
            found = self.sum()
            self.take(")")
            return found
        word = self.take()
        return expr(int(word)) if word.isdigit() else self.named(word, [])

    def set(self) -> Any:
        if self.next != "(":
            return self.named(self.take(), [])
        self.take()
        word = self.take()
        if word == "range":
            found: Any = Range(self.atom(), self.atom())
        elif word == "without":
            found = Without(self.set(), self.atom())
        else:
            found = self.named(word, self.atoms())
        self.take(")")
        return found


class NoReaderError(ValueError):
    """A form that has no reader here: Coq alone reads it."""


def read(written: str, names: Mapping[str, Node]) -> Any:
    """The claim that a proposition states."""
    tokens = TOKEN.findall(written)
    reader = Reader(tokens, names)
    try:
        found = reader.prop()
    except ValueError as error:
        raise NoReaderError(*error.args) from None
    if reader.next or "".join(tokens) != re.sub(r"\s", "", written):
        raise NoReaderError(f"unread: {tokens[reader.place[0] :]} of {written}")
    return found


def read_terms(written: str, symbols: Iterable[Symbol]) -> Any:
    """The claim that a proposition over parameters states. Raises NoReaderError for what is not ours."""
    return read(written, {name_of(symbol.name): symbol for symbol in symbols})


def plain(node: Node) -> Node:
    """The tree as Coq sees it: a ratio of numbers is a quotient, a constant exponent its value, a chain its links."""

    def change(each: Node) -> Node | None:
        match each:
            case Number(value=value):
                whole = [Number(Fraction(x), str(x)) for x in (abs(value.numerator), value.denominator)]
                top: Expr = Negative(whole[0]) if value < 0 else whole[0]
                return top if value.denominator == 1 else Over(top, whole[1])
            case Power(base=base, exponent=exponent):
                known = constant(exponent)
                if known is None or known.denominator != 1:
                    return None
                power = Power(plain(base), expr(abs(int(known))))
                return power if known >= 0 else Over(expr(1), power)
            case Chain():
                return plain(And(each.links))
            case And(claims=(only,)) | Or(claims=(only,)):
                return plain(only)
        return None

    return node.mapped(change)


def as_said(claim: Claim, *, values: bool = False) -> Any:
    """A claim as Coq says it: quantifiers over all reals, the links of a chain; with ``values`` what has a value beside it."""
    match claim:
        case Relation():
            taken = [*defined((claim.left, claim.right))] if values else []
            return And((*taken, claim)) if taken else claim
        case Chain():
            return as_said(And(claim.links), values=values)
        case And(claims=(only,)):
            return as_said(only, values=values)
        case And() | Or():
            return type(claim)(tuple(as_said(each, values=values and isinstance(claim, And)) for each in claim.claims))
        case Implies():
            return Implies(as_said(claim.premise), as_said(claim.conclusion, values=values))
        case ForAll(range=range_):
            body = as_said(claim.body, values=values)
            return ForAll(claim.variable, REALS, body if range_ is REALS else Implies(Member(claim.variable, range_), body))
        case Member(range=range_) if range_ is REALS:
            return TRUE
    return claim


def alike(node: Node, depth: int = 0) -> Any:
    """The tree with bound variables named by how deep they are bound."""

    def change(each: Node) -> Node | None:
        if not isinstance(each, BINDERS):
            return None
        variable = Symbol(f"bound {depth}")
        put = each.mapped(lambda inner: variable if inner is each.variable else None)
        return put.rebuilt(tuple(alike(child, depth + 1) for child in put.children))

    return plain(node.mapped(change))
