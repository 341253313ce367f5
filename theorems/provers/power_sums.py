"""Sums of powers over boxes: ``sum c_k prod_i x_i^(e_ik)`` in positive atoms ``x_i``.

The atoms are ``n`` or its factors, ``a1``, ``b``, ``log n``, ...; the exponents ``e_ik`` are polynomials in the real
parameters, and their ranges over a box, bounded or not, are found in exact rationals.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

Polynomial = tuple[tuple[tuple[int, ...], Fraction], ...]  # ((powers of the parameters), coefficient), sorted
Ends = tuple[Fraction, Fraction | None]
Box = tuple[Ends, ...]  # one pair of ends per parameter; None: unbounded


@dataclass(frozen=True)
class Parameter:
    """``low <= name <= high`` (None: unbounded); an ``integer`` takes no other values; a ``factor`` is one of n."""

    name: str
    low: Fraction
    high: Fraction | None
    integer: bool = False
    factor: bool = False


@dataclass(frozen=True)
class Atom:
    """A positive quantity that is raised to powers: a parameter, log n, or any expression in the parameters."""

    name: str
    parameter: int | None = None
    expression: Any = None  # None with no parameter: log n


@dataclass(frozen=True)
class Term:
    """``coefficient`` times the product of the atoms to ``exponents``."""

    coefficient: int
    exponents: tuple[Polynomial, ...]


@dataclass(frozen=True)
class Claim:
    """``numerator/denominator >= 0`` (``strict``: > 0) for all parameters; ``common`` is divided out of the numerator.

    ``size`` narrows n, the product of the factors; a box without such an n is empty.
    """

    name: str
    strict: bool
    parameters: tuple[Parameter, ...]
    atoms: tuple[Atom, ...]
    numerator: tuple[Term, ...]
    denominator: tuple[Term, ...]
    common: Term
    size: tuple[Fraction | None, Fraction | None] = (None, None)

    @property
    def domain(self) -> Box:
        return tuple((p.low, p.high) for p in self.parameters)


# -- exponents: polynomials over a box, in exact rationals ---------------------------------------------------------------


@lru_cache(maxsize=2**16)
def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    total = dict(p)
    for powers, coefficient in q:
        total[powers] = total.get(powers, Fraction(0)) + coefficient
    return tuple(sorted((k, v) for k, v in total.items() if v))


@lru_cache(maxsize=2**16)
def minus(p: Polynomial, q: Polynomial) -> Polynomial:
    return plus(p, tuple((powers, -coefficient) for powers, coefficient in q))


def polynomial_range(p: Polynomial, box: Box) -> tuple[Fraction | None, Fraction | None]:
    """Ends of an interval that contains the polynomial's values, None for no finite end.

    In ``u = parameter - low end >= 0``. One bounded parameter: the Bernstein coefficients, exact at both ends of the
    box; otherwise the sum of the ranges of the monomials.
    """
    if not p:
        return Fraction(0), Fraction(0)
    used = [i for i in range(len(box)) if any(powers[i] for powers, _ in p)]
    shifted = _shifted(p, box, used)
    if len(used) == 1 and box[used[0]][1] is not None:
        low, high = box[used[0]]
        width, degree = _finite(high) - low, max((powers[0] for powers in shifted), default=0)
        scaled = [shifted.get((j,), Fraction(0)) * width**j for j in range(degree + 1)]
        bernstein = [
            sum((Fraction(comb(i, j), comb(degree, j)) * scaled[j] for j in range(i + 1)), Fraction(0))
            for i in range(degree + 1)
        ]
        return min(bernstein), max(bernstein)
    low_end: Fraction | None = Fraction(0)
    high_end: Fraction | None = Fraction(0)
    for powers, coefficient in shifted.items():
        extreme: Fraction | None = coefficient
        for i, k in zip(used, powers, strict=True):
            low, high = box[i]
            if k:
                extreme = None if extreme is None or high is None else extreme * (high - low) ** k
        if not any(powers):
            low_end, high_end = _plus(low_end, coefficient), _plus(high_end, coefficient)
        elif coefficient > 0:
            high_end = _plus(high_end, extreme)
        else:
            low_end = _plus(low_end, extreme)
    return low_end, high_end


def _shifted(p: Polynomial, box: Box, used: list[int]) -> dict[tuple[int, ...], Fraction]:
    """Coefficients in ``u_i = x_i - low_i`` of the used parameters."""
    result: dict[tuple[int, ...], Fraction] = {}
    for powers, coefficient in p:
        partial: dict[tuple[int, ...], Fraction] = {(): coefficient}
        for i in used:
            low, k = box[i][0], powers[i]
            partial = {
                (*key, j): value * comb(k, j) * low ** (k - j)
                for key, value in partial.items()
                for j in range(k + 1)
                if low or j == k
            }
        for key, value in partial.items():
            result[key] = result.get(key, Fraction(0)) + value
    return {key: value for key, value in result.items() if value}


def _plus(a: Fraction | None, b: Fraction | None) -> Fraction | None:
    return None if a is None or b is None else a + b


def _finite(x: Fraction | None) -> Fraction:
    if x is None:
        raise ValueError("an unbounded end has no value")
    return x
