"""A tree as a term or a proposition of Coq over the real numbers.

A tree without a Coq form is refused by name: nothing is guessed. Coq's
functions are total (x / 0 is 0, the logarithm of -1 is 0), so what must have a value is written down beside a claim: see
:func:`defined`.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from theorems.kernel.arithmetic import pieces
from theorems.language import tree
from theorems.language.printing import LETTERS, text
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol
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
        case tree.Plus():
            return SUM, f"{term(node.left)} + {term(node.right, PRODUCT)}"
        case tree.Minus():
            return SUM, f"{term(node.left)} - {term(node.right, PRODUCT)}"
        case tree.Times():
            return PRODUCT, f"{term(node.left, PRODUCT)} * {_factor(node.right)}"
        case tree.Over():
            return PRODUCT, f"{term(node.left, PRODUCT)} / {_factor(node.right)}"
        case tree.Negative():
            return NEGATIVE, f"- {term(node.argument, POWER)}"
        case tree.Power():
            return _power(node)
        case tree.Call() if node.name in CALLS:
            return APPLIED, " ".join([CALLS[node.name], *(term(argument, ATOM) for argument in node.arguments)])
    raise NoCoqFormError(f"{text(node)} has no form over the reals")


def _factor(node: Expr) -> str:
    """A factor after a sign: one more minus or power is put in parentheses, as a reader expects."""
    return term(node, POWER)


def _power(node: tree.Power) -> tuple[int, str]:
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
        case tree.Chain():
            return prop(tree.And(claim.links))
        case tree.And():
            return " /\\ ".join(_member(each) for each in claim.claims)
        case tree.Or():
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
