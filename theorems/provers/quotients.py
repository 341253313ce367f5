"""Rational expressions as quotients of two polynomials with rational coefficients, in lowest terms.

An expression is put together from its pieces: denominators are kept as products of factors, so that a sum has their least
common multiple below it, and only the end is divided by what both sides have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sympy import QQ, Expr, Symbol, fraction
from sympy import ring as ring_of
from sympy.polys.rings import PolyElement, PolyRing

REMEMBERED = 4096


class NotRationalError(ValueError):
    """The expression is no quotient of polynomials in its symbols, or has no value."""


@dataclass(frozen=True)
class Quotient:
    """``top / bottom`` in lowest terms; the sign stands where it comes out."""

    top: PolyElement
    bottom: PolyElement

    @property
    def symbols(self) -> list[Symbol]:
        """Those that both sides still speak of."""
        spoken = [max(powers) for powers in zip(*self.top.itermonoms(), *self.bottom.itermonoms(), strict=True)]
        return [symbol for symbol, power in zip(self.top.ring.symbols, spoken, strict=False) if power]

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, -self.bottom)

    def sides(self) -> tuple[Expr, Expr]:
        """Numerator and denominator; a constant denominator is divided by."""
        above, below = fraction(self.top.as_expr() / self.bottom.as_expr())
        return above.expand(), below.expand()


Factors = Mapping[PolyElement, int]
Pieces = tuple[PolyElement, Factors]


@lru_cache(maxsize=REMEMBERED)
def quotient(expression: Expr) -> Quotient:
    """The expression in lowest terms. Raises NotRationalError."""
    ring: PolyRing
    ring, *generators = ring_of(sorted(expression.free_symbols, key=str), QQ)
    top, factors = _Reader(ring, dict(zip(ring.symbols, generators, strict=True))).read(expression)
    return Quotient(*top.cancel(_product(ring.one, factors)))


def _product(start: PolyElement, factors: Factors) -> PolyElement:
    for factor, power in factors.items():
        start = start * factor**power
    return start


@dataclass(frozen=True)
class _Reader:
    ring: PolyRing
    generators: Mapping[Expr, PolyElement]

    def read(self, expression: Expr) -> Pieces:
        if expression.is_Symbol:
            return self.generators[expression], {}
        if expression.is_Rational:
            return self.ring.ground_new(QQ(expression.p, expression.q)), {}
        if expression.is_Add:
            return self._sum([self.read(term) for term in expression.args])
        if expression.is_Mul:
            return self._times([self.read(factor) for factor in expression.args])
        if expression.is_Pow and expression.exp.is_Integer:
            return self._power(self.read(expression.base), int(expression.exp))
        raise NotRationalError(f"{expression} is not rational")

    def _sum(self, terms: list[Pieces]) -> Pieces:
        common: dict[PolyElement, int] = {}
        for _, factors in terms:
            for factor, power in factors.items():
                common[factor] = max(power, common.get(factor, 0))
        total = self.ring.zero
        for top, factors in terms:
            missing = {factor: power - factors.get(factor, 0) for factor, power in common.items()}
            total = total + _product(top, missing)
        return total, common

    def _times(self, pieces: list[Pieces]) -> Pieces:
        product, below = self.ring.one, dict[PolyElement, int]()
        for top, factors in pieces:
            product = product * top
            for factor, power in factors.items():
                below[factor] = below.get(factor, 0) + power
        return product, below

    def _power(self, base: Pieces, exponent: int) -> Pieces:
        top, factors = base
        if exponent >= 0:
            return top**exponent, {factor: power * exponent for factor, power in factors.items()}
        if not top:
            raise NotRationalError("a quotient by 0")
        above = _product(self.ring.one, {factor: -power * exponent for factor, power in factors.items()})
        scale, factor = top.LC, top.monic()
        above = above.mul_ground(QQ.one / scale**-exponent)
        return (above, {}) if factor.is_ground else (above, {factor: -exponent})
