"""What forms are made of: names, e, and what is not taken apart any further of powers, logarithms and sums."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary

from flint import fmpq

Exponent = int | Fraction
Power = tuple["Factor", Exponent]
Powers = frozenset[Power]
Polynomial = frozenset[tuple[Powers, fmpq]]  # a sum of coefficients times powers


def whole(exponent: Exponent) -> Exponent:
    """The same number, as an int where it is one."""
    return int(exponent) if exponent.denominator == 1 else exponent


def fraction(value: fmpq) -> Exponent:
    return whole(Fraction(int(value.p), int(value.q)))


class Kind(Enum):
    """What a factor is, what it is made of, and in which order factors are written."""

    RAISED = "a factor, and the powers whose product is its exponent"
    LOG = "a factor"
    E = ""
    SUM = "a polynomial"
    WHOLE = "a whole number above 1"
    NAME = "its number, is it known to be positive"


PLACES = {kind: place for place, kind in enumerate(Kind)}


class Factor:
    """Two with the same parts are the same object."""

    __slots__ = ("__weakref__", "_names", "_text", "kind", "parts")

    def __init__(self, kind: Kind, parts: tuple[Any, ...]) -> None:
        self.kind, self.parts = kind, parts
        self._text: str | None = None
        self._names: frozenset[Factor] | None = None

    @property
    def names(self) -> frozenset["Factor"]:
        """Those that occur in it."""
        if self._names is None:
            inside = frozenset[Factor]().union(*(factor.names for factor in _inside(self)))
            self._names = inside | {self} if self.kind is Kind.NAME else inside
        return self._names

    @property
    def text(self) -> str:
        """What tells it from others, in every process."""
        if self._text is None:
            said = (text_of(part) if isinstance(part, frozenset) else str(part) for part in self.parts)
            self._text = f"{PLACES[self.kind]}{self.kind.name}({', '.join(said)})"
        return self._text

    __str__ = text.fget  # type: ignore[attr-defined]


_factors: WeakValueDictionary[tuple[Any, ...], Factor] = WeakValueDictionary()


def factor(kind: Kind, *parts: Any) -> Factor:
    key = (kind, *parts)
    found = _factors.get(key)
    if found is None:
        found = _factors[key] = Factor(kind, parts)
    return found


def _inside(one: Factor) -> Iterator[Factor]:
    for part in one.parts:
        if isinstance(part, Factor):
            yield part
        elif isinstance(part, frozenset):
            for each, _ in part:
                if isinstance(each, Factor):
                    yield each
                else:
                    yield from (inner for inner, _ in each)


def text_of(powers: Powers | Polynomial) -> str:
    """Powers, or a polynomial, in an order that every process has."""
    return " ".join(sorted(f"{text_of(of) if isinstance(of, frozenset) else of}:{by}" for of, by in powers))


EULER = factor(Kind.E)
