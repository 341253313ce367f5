"""A tree as a term or a proposition of Coq over the real numbers, and back.

One printer and one reader of what it writes. A tree without a Coq form is refused by name: nothing is guessed. Coq's
functions are total (x / 0 is 0, the logarithm of -1 is 0), so what must have a value is written down beside a claim: see
:func:`defined`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from theorems.kernel.arithmetic import pieces
from theorems.language.printing import LETTERS, text
from theorems.language.tree import (
    And,
    Call,
    Chain,
    Claim,
    Expr,
    Minus,
    Negative,
    Node,
    Number,
    Or,
    Over,
    Plus,
    Power,
    Relation,
    Symbol,
    Times,
    expr,
)
from theorems.language.values import constant

# Coq's levels: what binds more tightly has the lower number
SUM, PRODUCT, NEGATIVE, POWER, APPLIED, ATOM = 50, 40, 35, 30, 10, 0
SIGNS = {"<=": "<=", ">=": ">=", "<": "<", ">": ">", "==": "=", "!=": "<>"}
CALLS = {"exp": "exp", "log": "ln", "sqrt": "sqrt", "abs": "Rabs", "max": "Rmax", "min": "Rmin"}
LATIN = {greek: name for name, greek in LETTERS.items()}
MARKS = {"\N{PRIME}": "'", "\N{COMBINING MACRON}": "bar"}
TAKEN = {"exp", "ln", "sqrt", "sum", "R", "Z", "nat", "list", "forall", "exists", "fun", "in", "at", "if", "then", "else"} | {
    "let", "as", "end", "match", "with", "return", "Prop", "Set", "Type", "fix", "for", "where", "using", "PI", "pi"
}  # fmt: skip
LARGEST_POWER = 400  # as a power of naturals


class NoCoqFormError(ValueError):
    """The tree has no form in Coq; the message says which piece."""


def name_of(name: str) -> str:
    """A name as Coq takes it: ``α'_1`` is ``alpha'_1``. Raises NoCoqFormError for one that cannot be spelt."""
    spelt = "".join((LATIN | MARKS).get(letter, letter) for letter in name)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_']*", spelt):
        raise NoCoqFormError(f"{name} is no name")
    return f"{spelt}_" if spelt in TAKEN else spelt


def number(value: Fraction) -> tuple[int, str]:
    if value.denominator != 1:
        return PRODUCT, f"{_set(number(Fraction(value.numerator)), PRODUCT)} / {value.denominator}"
    return (ATOM, str(value)) if value >= 0 else (NEGATIVE, str(value))


def _set(found: tuple[int, str], most: int) -> str:
    level, piece = found
    return piece if level <= most else f"({piece})"


def term(node: Node, most: int = SUM) -> str:
    """An expression where something that binds as tightly as ``most`` is asked for. Raises NoCoqFormError."""
    return _set(_term(node), most)


def _term(node: Node) -> tuple[int, str]:
    match node:
        case Number():
            return number(node.value)
        case Symbol():
            return ATOM, name_of(node.name)
        case Plus():
            return SUM, f"{term(node.left)} + {term(node.right, PRODUCT)}"
        case Minus():
            return SUM, f"{term(node.left)} - {term(node.right, PRODUCT)}"
        case Times():
            return PRODUCT, f"{term(node.left, PRODUCT)} * {_factor(node.right)}"
        case Over():
            return PRODUCT, f"{term(node.left, PRODUCT)} / {_factor(node.right)}"
        case Negative():
            return NEGATIVE, f"- {term(node.argument, POWER)}"
        case Power():
            return _power(node)
        case Call() if node.name in CALLS:
            return APPLIED, " ".join([CALLS[node.name], *(term(argument, ATOM) for argument in node.arguments)])
    raise NoCoqFormError(f"{text(node)} has no form over the reals")


def _factor(node: Expr) -> str:
    """A factor after a sign: one more minus or power is put in parentheses, as a reader expects."""
    return term(node, POWER)


def _power(node: Power) -> tuple[int, str]:
    """A whole exponent makes a product; any other a power of a positive base, which :func:`defined` asks for."""
    exponent = constant(node.exponent)
    if exponent is None or exponent.denominator != 1:
        return APPLIED, f"Rpower {term(node.base, ATOM)} {term(node.exponent, ATOM)}"
    if abs(exponent) > LARGEST_POWER:
        raise NoCoqFormError(f"{text(node)} has a large exponent")
    power = f"{term(node.base, APPLIED)} ^ {abs(exponent)}"
    return (POWER, power) if exponent >= 0 else (NEGATIVE, f"/ ({power})")


def prop(claim: Claim) -> str:
    """A claim as a proposition. Raises NoCoqFormError."""
    match claim:
        case Relation():
            return f"{term(claim.left)} {SIGNS[claim.sign]} {term(claim.right)}"
        case Chain():
            return prop(And(claim.links))
        case And():
            return " /\\ ".join(_member(each) for each in claim.claims)
        case Or():
            return " \\/ ".join(_member(each) for each in claim.claims)
    raise NoCoqFormError(f"{text(claim)} has no form as a proposition")


def _member(claim: Claim) -> str:
    inside = prop(claim)
    return inside if isinstance(claim, Relation) else f"({inside})"


def defined(sides: Iterable[Expr]) -> list[Relation]:
    """What must hold for the expressions to have a value: ``n - 1 ≠ 0`` where something is divided by n - 1.

    What is plain from the numbers alone is left out.
    """
    found: dict[Relation, None] = {}
    for side in sides:
        for needed in pieces(side):
            known = constant(needed.left)
            if known is None or not {"!=": known != 0, ">": known > 0, ">=": known >= 0}[needed.sign]:
                found[needed] = None
    return list(found)


# -- back --------------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z][A-Za-z0-9_']*)|(/\\|\\/|<=|>=|<>|[-+*/^()<>=]))")


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


class Reader:
    """Reads back what :func:`prop` writes."""

    def __init__(self, written: str, symbols: Iterable[Symbol]) -> None:
        self.names = {name_of(symbol.name): symbol for symbol in symbols}
        self.tokens = self._split(written)
        self.place = 0

    @staticmethod
    def _split(written: str) -> list[str]:
        found, place = [], 0
        written = written.rstrip()
        while place < len(written):
            match = TOKEN.match(written, place)
            if match is None:
                raise ValueError(f"unreadable: {written[place:]!r}")
            found.append(match.group(0).strip())
            place = match.end()
        return found

    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        found = self.next()
        if wanted and found not in wanted:
            raise ValueError(f"{found!r} where one of {wanted} is expected")
        self.place += 1
        return found

    def claim(self) -> Claim:
        found = self._joined()
        if self.next():
            raise ValueError(f"unread: {self.tokens[self.place :]}")
        return found

    def _joined(self) -> Claim:
        members, sign = [self._relation()], ""
        while self.next() in ("/\\", "\\/"):
            sign = self.take("/\\", "\\/") if not sign else self.take(sign)
            members.append(self._relation())
        if not sign:
            return members[0]
        return And(tuple(members)) if sign == "/\\" else Or(tuple(members))

    def _relation(self) -> Claim:
        here = self.place
        if self.next() == "(":  # a claim in parentheses, or the left side of a relation
            try:
                self.take("(")
                inside = self._joined()
                self.take(")")
                if self.next() in ("", ")", "/\\", "\\/"):
                    return inside
            except ValueError:
                pass
            self.place = here
        left = self.sum()
        sign = {coq: sign for sign, coq in SIGNS.items()}[self.take(*SIGNS.values())]
        return Relation(left, sign, self.sum())

    def sum(self) -> Expr:
        return self._left_to_right({"+": Plus, "-": Minus}, self._product)

    def _product(self) -> Expr:
        return self._left_to_right({"*": Times, "/": Over}, self._signed)

    def _left_to_right(self, kinds: dict[str, type[Expr]], operand: Callable[[], Expr]) -> Expr:
        found = operand()
        while self.next() in kinds:
            found = kinds[self.take()](found, operand())
        return found

    def _signed(self) -> Expr:
        if self.next() == "-":
            self.take("-")
            return Negative(self._raised())
        if self.next() == "/":
            self.take("/")
            return Over(expr(1), self._raised())
        return self._raised()

    def _raised(self) -> Expr:
        base = self._applied()
        if self.next() == "^":
            self.take("^")
            return Power(base, expr(int(self.take())))
        return base

    def _applied(self) -> Expr:
        word = self.next()
        calls = {coq: name for name, coq in CALLS.items()}
        if word in calls:
            self.take()
            count = 2 if word in ("Rmax", "Rmin") else 1
            return Call(calls[word], tuple(self._atom() for _ in range(count)))
        if word == "Rpower":
            self.take()
            return Power(self._atom(), self._atom())
        return self._atom()

    def _atom(self) -> Expr:
        if self.next() == "(":
            self.take("(")
            found = self.sum()
            self.take(")")
            return found
        word = self.take()
        if word.isdigit():
            return expr(int(word))
        if word not in self.names:
            raise ValueError(f"{word!r} is no name here")
        return self.names[word]


def read(written: str, symbols: Iterable[Symbol]) -> Claim:
    """The claim that a proposition states, over these names. Raises ValueError for what is not ours."""
    return Reader(written, symbols).claim()


def names(nodes: Iterable[Node]) -> Iterator[Symbol]:
    """The symbols in trees, each once, in printed order. Raises NoCoqFormError for two of the same spelling."""
    seen: dict[str, Symbol] = {}
    for node in nodes:
        for _, each in node.walk():
            if isinstance(each, Symbol):
                spelt = name_of(each.name)
                if seen.setdefault(spelt, each) is not each:
                    raise NoCoqFormError(f"{spelt} stands for two names")
    return iter(seen.values())
