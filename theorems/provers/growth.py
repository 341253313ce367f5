"""How fast an expression grows with a size: ``c N^p (log N)^q (log log N)^r``, by rules of our own.

Exponents may hold fixed positive numbers as letters; what depends on how these compare is not answered. No computer algebra
is asked: N^a - N^b has no limit that it could know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from theorems.language.derivatives import elementary_of
from theorems.language.tree import Call, Expr, Minus, Negative, Number, Over, Plus, Power, Symbol, Times, free_symbols

Linear = Mapping[Symbol | None, Fraction]  # a number (at None) plus multiples of positive letters; no zeros among the values
Exponents = tuple[Linear, Linear, Linear]  # of N, log N, log log N
CONSTANT: Exponents = ({}, {}, {})


class UnknownGrowthError(ValueError):
    """The expression is none that the rules know, or hangs on how two letters compare."""


@dataclass(frozen=True)
class Growth:
    """Up to a fixed factor, from some size on: between two positive multiples of the powers where ``sign`` is 1 or -1.

    sign:  0 where only |f| is known to be at most a multiple of the powers
    exact: the factor, where it is a known number and f is asymptotically equal to it times the powers
    """

    sign: int
    exponents: Exponents = CONSTANT
    exact: Fraction | None = None

    def __mul__(self, other: Growth) -> Growth:
        exact = None if self.exact is None or other.exact is None else self.exact * other.exact
        powers = tuple(_plus(p, q) for p, q in zip(self.exponents, other.exponents, strict=True))
        return Growth(self.sign * other.sign, powers, exact)  # type: ignore[arg-type]

    def __neg__(self) -> Growth:
        return Growth(-self.sign, self.exponents, None if self.exact is None else -self.exact)

    def __add__(self, other: Growth) -> Growth:
        order = _sign_of([_plus(p, _times(q, Fraction(-1))) for p, q in zip(self.exponents, other.exponents, strict=True)])
        if order:
            return self if order > 0 else other
        if self.exact is not None and other.exact is not None and self.exact + other.exact:
            total = self.exact + other.exact
            return Growth(1 if total > 0 else -1, self.exponents, total)
        return Growth(self.sign if self.sign == other.sign else 0, self.exponents)

    def power(self, exponent: Linear) -> Growth:
        if self.sign != 1:
            raise UnknownGrowthError
        plain = set(exponent) <= {None}
        if not plain and any(set(p) - {None} for p in self.exponents):
            raise UnknownGrowthError  # a product of letters
        number = exponent.get(None, Fraction(0))
        powers = tuple(_times(p, number) if plain else _times(exponent, p.get(None, Fraction(0))) for p in self.exponents)
        exact = self.exact if self.exact == 1 or (plain and number == 1) else None
        return Growth(1, powers, exact)  # type: ignore[arg-type]

    def logarithm(self) -> Growth:
        """log f is asymptotically equal to its first exponent that is not 0 times the logarithm of that base."""
        if self.sign != 1:
            raise UnknownGrowthError
        for place, p in enumerate(self.exponents[:2]):
            if p:
                sign = _sign_of([p])
                number = p[None] if set(p) == {None} else None
                base = [Fraction(0)] * 3
                base[place + 1] = Fraction(1)
                return Growth(sign, tuple({None: b} if b else {} for b in base), number)  # type: ignore[arg-type]
        if self.exponents[2]:
            raise UnknownGrowthError
        return Growth(0)


def tends_to_infinity(node: Expr, size: Symbol, positive: frozenset[Symbol]) -> bool:
    """Is it known to? ``positive``: fixed positive numbers, besides which nothing but the size may stand in it."""
    growth = _growth_of(node, size, positive)
    return growth is not None and growth.sign == 1 and _known_sign(growth.exponents) == 1


def tends_to_zero(node: Expr, size: Symbol, positive: frozenset[Symbol]) -> bool:
    """Is it known to?"""
    growth = _growth_of(node, size, positive)
    return growth is not None and _known_sign(growth.exponents) == -1


def _growth_of(node: Expr, size: Symbol, positive: frozenset[Symbol]) -> Growth | None:
    if not elementary_of(node, positive | {size}):
        return None
    try:
        return _growth(node, size)
    except UnknownGrowthError:
        return None


def _growth(node: Expr, size: Symbol) -> Growth:
    match node:
        case Number():
            value = Fraction(node.value)
            return Growth((value > 0) - (value < 0), CONSTANT, value if value else None)
        case Symbol():
            return Growth(1, ({None: Fraction(1)}, {}, {}), Fraction(1)) if node is size else Growth(1)
        case Plus():
            return _growth(node.left, size) + _growth(node.right, size)
        case Minus():
            return _growth(node.left, size) + -_growth(node.right, size)
        case Negative():
            return -_growth(node.children[0], size)  # type: ignore[arg-type]
        case Times():
            return _growth(node.left, size) * _growth(node.right, size)
        case Over():
            below = _growth(node.right, size)
            if not below.sign:
                raise UnknownGrowthError
            inverse = (below if below.sign > 0 else -below).power({None: Fraction(-1)})
            exact = None if below.exact is None else 1 / below.exact
            return _growth(node.left, size) * Growth(below.sign, inverse.exponents, exact)
        case Power():
            return _growth(node.children[0], size).power(_linear(node.children[1], size))  # type: ignore[arg-type]
        case Call(name="sqrt"):
            return _growth(node.children[0], size).power({None: Fraction(1, 2)})  # type: ignore[arg-type]
        case Call(name="log"):
            return _growth(node.children[0], size).logarithm()  # type: ignore[arg-type]
        case _ if size not in free_symbols(node):
            return Growth(1 if isinstance(node, Call) and node.name == "exp" else 0)
    raise UnknownGrowthError


def _linear(node: Expr, size: Symbol) -> Linear:
    """An exponent: numbers, letters, sums of these, and multiples by numbers."""
    match node:
        case Number():
            return {None: Fraction(node.value)} if node.value else {}
        case Symbol() if node is not size:
            return {node: Fraction(1)}
        case Plus():
            return _plus(_linear(node.left, size), _linear(node.right, size))
        case Minus():
            return _plus(_linear(node.left, size), _times(_linear(node.right, size), Fraction(-1)))
        case Negative():
            return _times(_linear(node.children[0], size), Fraction(-1))  # type: ignore[arg-type]
        case Times(left=Number() as number):
            return _times(_linear(node.right, size), Fraction(number.value))
        case Over(right=Number() as number) if number.value:
            return _times(_linear(node.left, size), 1 / Fraction(number.value))
    raise UnknownGrowthError


def _plus(p: Linear, q: Linear) -> Linear:
    total = {letter: p.get(letter, Fraction(0)) + q.get(letter, Fraction(0)) for letter in {*p, *q}}
    return {letter: number for letter, number in total.items() if number}


def _times(p: Linear, number: Fraction) -> Linear:
    return {letter: value * number for letter, value in p.items()} if number else {}


def _sign_of(exponents: list[Linear]) -> int:
    """Of the first that is not 0. Raises UnknownGrowthError where it hangs on the values of letters."""
    for p in exponents:
        if p:
            if all(value > 0 for value in p.values()):
                return 1
            if all(value < 0 for value in p.values()):
                return -1
            raise UnknownGrowthError
    return 0


def _known_sign(exponents: Exponents) -> int:
    try:
        return _sign_of(list(exponents))
    except UnknownGrowthError:
        return 0
