"""An expression as a fraction: a numerator that is multiplied out, and the factors of its denominator.

Sums are polynomials in generators (names, exponentials, powers that are not whole) with rational coefficients. What their
terms have in common stands before them, and a factor that stands above and below the line is gone: where it is 0 the
expression has no value.
"""

from functools import lru_cache
from math import gcd, lcm
from typing import Any

import sympy
from flint import Ordering, fmpq, fmpq_mpoly_ctx
from sympy.core.exprtools import decompose_power

REMEMBERED = 2**15  # expressions that are kept as fractions
LARGEST_POWER = 64  # a higher power of a sum is not multiplied out
Powers = dict[int, int]  # of factors, by their places


@lru_cache(maxsize=REMEMBERED)  # what is known is cleared for every question
def as_fraction(expression: sympy.Expr) -> tuple[sympy.Expr, tuple[sympy.Expr, ...]]:
    """A positive multiple of the numerator, with whole coefficients, and the factors of the denominator."""
    try:
        fraction = _Fraction(expression)
    except ZeroDivisionError:  # a sum below a line is 0 when it is multiplied out
        return sympy.S.One, (sympy.S.Zero,)
    return fraction.above(fraction.coefficient.p), fraction.below()


class _Fraction:
    """``coefficient · Π factor^power``: a factor is a generator, or a sum whose terms have nothing in common."""

    def __init__(self, expression: sympy.Expr) -> None:
        self.roots: dict[sympy.Expr, int] = {}  # which root of what is a generator
        self._collect(expression)
        self.places = {base: k for k, base in enumerate(self.roots)}
        self.generators = tuple(base ** sympy.Rational(1, root) for base, root in self.roots.items())
        self.ring = fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(len(self.generators) or 1)), Ordering.lex)
        self.sums: list[Any] = []
        self.radicands: list[tuple[int, int, Any]] = []  # generators that are roots of sums, which roots, and of what
        for k, (base, root) in enumerate(self.roots.items()):
            if root > 1 and min((radicand := self._of(base))[1].values()) > 0:
                self.radicands.insert(0, (k, root, self._product(*radicand)))
        self.coefficient, self.powers = self._of(expression)

    def above(self, coefficient: Any) -> sympy.Expr:
        """The numerator with another coefficient."""
        above = self._product(coefficient, {k: power for k, power in self.powers.items() if power > 0})
        return self._written(self._without_radicals(above))

    def below(self) -> tuple[sympy.Expr, ...]:
        return tuple(self._written(self._product(1, {k: 1})) ** -power for k, power in self.powers.items() if power < 0)

    def root(self, power: sympy.Rational) -> sympy.Expr:
        """A power of the expression: that of a positive number is taken alone."""
        scale = sympy.Rational(int(self.coefficient.p), int(self.coefficient.q))
        factors = (self._written(self._product(1, {k: 1})) ** power for k, power in self.powers.items())
        return abs(scale) ** power * sympy.Mul(sympy.sign(scale), *factors) ** power

    def _collect(self, expression: sympy.Expr) -> None:
        if expression.is_Add or expression.is_Mul:
            for piece in expression.args:
                self._collect(piece)
        elif _is_multiplied_out(expression):
            self._collect(expression.base)
        elif not expression.is_Rational:
            inside = _expanded(expression)
            if inside is not expression:
                self._collect(inside)
            else:
                base, power = _power(expression)
                if power.q > 1:
                    self._collect(base)
                self.roots[base] = lcm(self.roots.get(base, 1), power.q)

    def _of(self, expression: sympy.Expr) -> tuple[Any, Powers]:
        if expression.is_Rational:
            return fmpq(int(expression.p), int(expression.q)), {}
        if expression.is_Add:
            return self._sum([self._of(piece) for piece in expression.args])
        if expression.is_Mul:
            coefficient, powers = fmpq(1), Powers()
            for factor, more in map(self._of, expression.args):
                coefficient, powers = coefficient * factor, _multiplied(powers, more)
            return coefficient, powers
        if _is_multiplied_out(expression):
            coefficient, powers = self._of(expression.base)
            by = int(expression.exp)
            return coefficient**by, {k: power * by for k, power in powers.items()}
        inside = _expanded(expression)
        if inside is not expression:
            return self._of(inside)
        base, power = _power(expression)
        return fmpq(1), {self.places[base]: int(power * self.roots[base])}

    def _sum(self, pieces: list[tuple[Any, Powers]]) -> tuple[Any, Powers]:
        every = set[int]().union(*(powers for _, powers in pieces))
        common = {k: min(powers.get(k, 0) for _, powers in pieces) for k in every}
        total = self.ring.constant(0)
        for coefficient, powers in pieces:
            total += self._product(coefficient, {k: powers.get(k, 0) - power for k, power in common.items()})
        terms = self._without_radicals(total).to_dict()
        if not terms:
            return fmpq(0), {}
        least = tuple(map(min, zip(*terms, strict=True)))
        powers = _multiplied(common, dict(enumerate(least)))
        content = fmpq(gcd(*(int(c.p) for c in terms.values())), lcm(*(int(c.q) for c in terms.values())))
        if len(terms) == 1:
            return content if next(iter(terms.values())) > 0 else -content, powers
        rest = {tuple(p - q for p, q in zip(of, least, strict=True)): c / content for of, c in terms.items()}
        return content, _multiplied(powers, {self._place(self.ring.from_dict(rest)): 1})

    def _without_radicals(self, polynomial: Any) -> Any:
        """With its radicand for a root that is raised to its own power: √(n-1)² is n - 1."""
        for k, root, radicand in self.radicands:
            if polynomial.degrees()[k] >= root:
                found = self.ring.constant(0)
                for powers, c in polynomial.to_dict().items():
                    times, rest = divmod(powers[k], root)
                    found += self.ring.from_dict({(*powers[:k], rest, *powers[k + 1 :]): c}) * radicand**times
                polynomial = found
        return polynomial

    def _place(self, polynomial: Any) -> int:
        if polynomial not in self.sums:
            self.sums.append(polynomial)
        return self.ring.nvars() + self.sums.index(polynomial)

    def _product(self, coefficient: Any, powers: Powers) -> Any:
        """A polynomial; no power is negative."""
        of_generators, sums = [0] * self.ring.nvars(), []
        for k, power in powers.items():
            if k < len(of_generators):
                of_generators[k] = power
            elif power:
                sums.append(self.sums[k - len(of_generators)] ** power)
        found = self.ring.from_dict({tuple(of_generators): coefficient})
        for factor in sums:
            found = found * factor
        return found

    def _written(self, polynomial: Any) -> sympy.Expr:
        terms = []
        for powers, c in polynomial.to_dict().items():
            factors = (g if p == 1 else g**p for g, p in zip(self.generators, powers, strict=False) if p)
            terms.append(sympy.Mul(sympy.Rational(int(c.p), int(c.q)), *factors))
        return sympy.Add(*terms)


def _is_multiplied_out(expression: sympy.Expr) -> bool:
    """Is it a whole power, and of a sum a small one?"""
    return (
        expression.is_Pow and expression.exp.is_Integer and (abs(expression.exp) <= LARGEST_POWER or not expression.base.is_Add)
    )


def _power(expression: sympy.Expr) -> tuple[sympy.Expr, sympy.Rational]:
    """A generator and its power: roots of a sum are powers of the sum."""
    base, exponent = expression.as_base_exp()
    if base.is_Add and exponent.is_Rational:
        return base, exponent
    generator, power = decompose_power(expression)
    return generator, sympy.Integer(power)


def _multiplied(powers: Powers, others: Powers) -> Powers:
    found = dict(powers)
    for k, power in others.items():
        found[k] = found.get(k, 0) + power
    return {k: power for k, power in found.items() if power}


@lru_cache(maxsize=REMEMBERED)
def _expanded(expression: sympy.Expr) -> sympy.Expr:
    """What is no sum, product or whole power, with its inside multiplied out; a root of a product is taken of its factors."""
    found, (base, power) = expression, expression.as_base_exp()
    if base is not expression and power.is_Rational and base.has(sympy.Add):
        found = _Fraction(base).root(power)
    found = sympy.expand(found)
    return expression if found == expression else found
