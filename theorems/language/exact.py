"""Claims and expressions over named rational numbers as exact functions of an instance."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint

from theorems.language import tree
from theorems.language.tree import Claim, Node, Number, Relation, Symbol

LARGEST = 10**7  # bits of a power that is multiplied out


@dataclass(frozen=True, eq=False)
class Root:
    """The positive number whose ``degree``-th power is ``of``, where that is not rational. It can be compared, and no more."""

    of: Fraction
    degree: int

    def _beyond(self, other: Any) -> Fraction:
        """Of the sign of the difference."""
        if isinstance(other, Root):
            return self.of**other.degree - other.of**self.degree
        return self.of - Fraction(other) ** self.degree if other > 0 else self.of

    def __lt__(self, other: Any) -> bool:
        return self._beyond(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._beyond(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._beyond(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._beyond(other) >= 0

    def __eq__(self, other: object) -> bool:
        return self._beyond(other) == 0

    __hash__ = None  # type: ignore[assignment]


def power(base: Any, exponent: Any) -> Fraction | Root:
    """Exactly. Raises ValueError where it has no value, or has one that cannot be multiplied out."""
    base, exponent = Fraction(base), Fraction(exponent)
    top, degree = exponent.numerator, exponent.denominator
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * max(abs(top), degree) > LARGEST:
        raise ValueError(f"({base})^({exponent}) is too large for an exact comparison")
    if degree == 1:
        return base**top
    if base < 0:
        raise ValueError(f"({base})^({exponent}) has no value")
    whole = base**top
    roots = [int(flint.fmpz(part).root(degree)) for part in (whole.numerator, whole.denominator)]
    root = Fraction(*roots)
    return root if root**degree == whole else Root(whole, degree)


OPERATORS: Mapping[Any, Callable[[Any, Any], Any]] = {
    tree.Plus: operator.add,
    tree.Minus: operator.sub,
    tree.Times: operator.mul,
    tree.Power: power,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}
Read = Callable[[Mapping[str, Any]], Any]


def compiled(node: Node, exact: Callable[[Node], Read]) -> Read:
    """The function of a tree whose pieces ``exact`` knows. Raises TypeError for a piece that is not over rational numbers."""
    below = [exact(child) for child in node.children if not isinstance(child, tree.Range)]
    match node:
        case Number():
            constant = int(node.value) if node.value.denominator == 1 else node.value
            return lambda i: constant
        case Symbol():
            name = node.name
            return lambda i: i[name]
        case tree.Plus() | tree.Minus() | tree.Times() | tree.Power() | Relation():
            apply, (left, right) = OPERATORS[node.sign if isinstance(node, Relation) else type(node)], below
            return lambda i: apply(left(i), right(i))
        case tree.Over():
            left, right = below
            return lambda i: Fraction(left(i)) / right(i)
        case tree.Negative():
            return lambda i: -below[0](i)
        case tree.Member():
            low, high = exact(node.range.low), exact(node.range.high)
            return lambda i: low(i) <= below[0](i) <= high(i)
        case tree.And():
            return lambda i: all(claim(i) for claim in below)
        case tree.Or():
            return lambda i: any(claim(i) for claim in below)
        case tree.Chain():
            links = [exact(link) for link in node.links]
            return lambda i: all(link(i) for link in links)
    raise TypeError(f"{node!r} cannot be checked exactly")


@lru_cache(maxsize=4096)
def _by_name(node: Node) -> Read:
    return compiled(node, _by_name)


@dataclass(frozen=True)
class Exactly:
    """Is a claim true of the numbers that an instance has by its names?"""

    claim: Claim
    _function: Read = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_function", _by_name(self.claim))

    def __call__(self, instance: Mapping[str, Any]) -> bool:
        return bool(self._function(instance))
