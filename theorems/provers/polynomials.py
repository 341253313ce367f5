"""Is a polynomial in exponentials, powers and names nonnegative where others are?

What equations give is put in, a name with a lower bound is written through its slack, one without a sign as a difference of two
that have one. The polynomial that is left is nonnegative if :mod:`~theorems.provers.certificate_of_sign` finds a certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from sympy import QQ, ring
from sympy.core.exprtools import decompose_power
from sympy.polys.rings import PolyElement, PolyRing

from kernels import balls
from theorems.provers.certificate_of_sign import Known, certified

ENCLOSED = 40  # bits of the enclosure of a constant such as e
Given = tuple[sympy.Expr, bool, bool]  # an expression that is nonnegative; is it positive, is it 0
Powers = tuple[tuple[sympy.Expr, int], ...]  # generators with their exponents
LARGEST = 2**12  # a power above it is left to other ways: a sum to such a power is not multiplied out
REMEMBERED = 2**15  # expressions whose terms are kept


def nonnegative(goal: sympy.Expr, known: Sequence[Given], strict: bool) -> bool:
    """Is ``goal`` nonnegative (positive where ``strict``) wherever the ``known`` hold?"""
    return _nonnegative(goal, tuple(known), strict)


@lru_cache(maxsize=4096)  # parts over the same data ask the same
def _nonnegative(goal: sympy.Expr, given: tuple[Given, ...], strict: bool) -> bool:
    goal, known = _named(goal), [(_named(polynomial), sharp, equal) for polynomial, sharp, equal in given]
    expressions = (goal, *(polynomial for polynomial, _, _ in known))
    generators = _generators(expressions)
    if any(power > LARGEST for expression in expressions for powers, _ in _terms(expression) for _, power in powers):
        return False
    if not generators:
        return bool(goal > 0 if strict else goal >= 0)
    prepared = _prepared(tuple(known), generators)
    return certified(prepared.written(goal), prepared.known, [bool(sign) for sign in prepared.signs], strict)


@lru_cache(maxsize=REMEMBERED)
def _named(expression: sympy.Expr) -> sympy.Expr:
    """With a name for every e^q: sympy would write e^(-71/125) as the 71st power of another constant."""
    exponentials = [e for e in expression.atoms(sympy.exp) if e.args[0].is_Rational and not e.args[0].is_Integer]
    return expression.subs({e: _name(e) for e in exponentials}) if exponentials else expression


@lru_cache(maxsize=256)
def _name(number: sympy.Expr) -> sympy.Symbol:
    name = sympy.Symbol(str(number), positive=True)
    NAMED[name] = number
    return name


NAMED: dict[sympy.Symbol, sympy.Expr] = {}  # constants by their names


@lru_cache(maxsize=REMEMBERED)
def _terms(expression: sympy.Expr) -> tuple[tuple[Powers, Any], ...]:
    """The terms of what is multiplied out: the powers of generators, and the coefficient."""
    found = []
    for term in sympy.Add.make_args(expression):
        coefficient, powers = QQ(1), dict[sympy.Expr, int]()
        for factor in sympy.Mul.make_args(term):
            if factor.is_Rational:
                coefficient *= QQ(int(factor.p), int(factor.q))
            else:
                generator, power = _power(factor)
                powers[generator] = powers.get(generator, 0) + power
        found.append((tuple(powers.items()), coefficient))
    return tuple(found)


@lru_cache(maxsize=REMEMBERED)
def _power(factor: sympy.Expr) -> tuple[sympy.Expr, int]:
    """The generator that a factor is a power of, and this power: that of e^(2 x/3) is e^(x/3), that of 1/x is 1/x."""
    generator, power = decompose_power(factor)
    return (generator, power) if power > 0 else (1 / generator, -power)


def _generators(expressions: Sequence[sympy.Expr]) -> tuple[sympy.Expr, ...]:
    found = {generator for expression in expressions for powers, _ in _terms(expression) for generator, _ in powers}
    return tuple(sorted(found, key=_place))


@lru_cache(maxsize=REMEMBERED)
def _place(generator: sympy.Expr) -> tuple[bool, str, int]:
    """The names of a calculation come first, by their numbers: the order does not depend on the process."""
    text = str(generator)
    letters = text.rstrip("0123456789")
    return letters != "x", letters, int(text[len(letters) :] or 0)


@lru_cache(maxsize=64)
def _ring(count: int) -> PolyRing:
    return ring([f"g{k}" for k in range(count)], QQ)[0]


@lru_cache(maxsize=1024)
def _prepared(known: tuple[Given, ...], generators: tuple[sympy.Expr, ...]) -> Prepared:
    return Prepared(known, generators)


@dataclass
class Prepared:
    """What is known, as polynomials in nonnegative generators; ``put``: what stands for a generator, in order.

    Of 2 n generators the first n are those of the expressions, and each has a second one, should it have no sign.
    ``signs``: is a generator positive (True), nonnegative (False), or is nothing known of it (None)?
    """

    given: tuple[Given, ...]
    generators: tuple[sympy.Expr, ...]
    index: dict[sympy.Expr, int] = field(init=False)
    ring: PolyRing = field(init=False)
    known: list[Known] = field(init=False)
    signs: list[bool | None] = field(init=False)
    put: list[tuple[int, PolyElement]] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.generators)
        self.index = {generator: k for k, generator in enumerate(self.generators)}
        self.ring = _ring(2 * count)
        self.signs = [None] * count + [False] * count
        self.put = []
        self.known = [Known(self._polynomial(p), sharp, equal) for p, sharp, equal in self.given]
        for k, generator in enumerate(self.generators):
            self._know(k, generator)
        while (equation := self._equation()) is not None:
            self._replace(*equation)
        done: set[int] = set()
        while (bound := self._lower_bound(done)) is not None:
            self._replace(*bound[:3])
            self.signs[bound[1]] = bound[3]
            done.add(bound[1])
        for k in range(count):
            if self.signs[k] is None:
                self._replace(None, k, self.ring.gens[k] - self.ring.gens[count + k])

    def written(self, expression: sympy.Expr) -> PolyElement:
        """A polynomial in the generators with everything put in."""
        found = self._polynomial(expression)
        for k, by in self.put:
            found = _with(found, k, by)
        return found

    def _polynomial(self, expression: sympy.Expr) -> PolyElement:
        """Raises KeyError where something else than the generators stands in it."""
        found: dict[tuple[int, ...], Any] = {}
        for powers, coefficient in _terms(expression):
            monomial = [0] * self.ring.ngens
            for generator, power in powers:
                monomial[self.index[generator]] = power
            found[tuple(monomial)] = found.get(tuple(monomial), QQ(0)) + coefficient
        return self.ring.from_dict(found)

    def _know(self, k: int, generator: sympy.Expr) -> None:
        """The sign of a generator, the bounds of a constant, what a root is a root of."""
        x = self.ring.gens[k]
        number = NAMED.get(generator, generator)
        if not number.free_symbols:
            enclosed = _enclosure(number)
            if enclosed is not None:
                # not strict: the tiny distance between the two bounds would look like a contradiction to a search in floats
                self.known += [Known(x - enclosed[0]), Known(enclosed[1] - x)]
            return
        root = generator.is_Pow and generator.exp.is_Rational and not generator.exp.is_integer
        if generator.is_positive or generator.is_nonnegative or root:  # a root has a value only where it is nonnegative
            self.signs[k] = bool(generator.is_positive)
        if root:
            try:
                base = self._polynomial(sympy.expand(generator.base))
            except KeyError:  # a quotient, say
                return
            power, other = base ** abs(generator.exp.p), x**generator.exp.q
            self.known.append(Known(other - power if generator.exp > 0 else other * power - 1, zero=True))

    def _replace(self, used: int | None, k: int, by: PolyElement) -> None:
        """Put ``by`` for a generator everywhere; the fact that says so is used up, the generator's sign is not."""
        sign = self.signs[k]
        self.put.append((k, by))
        others = [fact for j, fact in enumerate(self.known) if j != used]
        found = [Known(_with(f.polynomial, k, by), f.strict, f.zero) if k in f.generators else f for f in others]
        if sign is not None and not self._plainly(by, k):
            found.append(Known(by, strict=sign))
        self.known = [f for f in found if f.polynomial != 0]

    def _plainly(self, by: PolyElement, own: int) -> bool:
        """Is it a polynomial with nonnegative coefficients in what is nonnegative?"""
        used = {j for powers in by for j, power in enumerate(powers) if power} - {own}
        return all(x >= 0 for x in by.values()) and all(self.signs[j] is not None for j in used)

    def _equation(self) -> tuple[int, int, PolyElement] | None:
        """An equation that gives a generator: linear in it, with a constant coefficient."""
        for index, fact in enumerate(self.known):
            if fact.zero and fact.solved:
                k = max(fact.solved)
                return index, k, fact.solved[k][0]
        return None

    def _lower_bound(self, done: set[int]) -> tuple[int, int, PolyElement, bool] | None:
        """A fact ``generator ≥ something`` without that generator on the right: numbers first, then sums of positive terms."""
        found = []
        for index, fact in enumerate(self.known):
            for k, (by, c) in () if fact.zero else fact.solved.items():
                if k in done or c < 0:
                    continue
                names = {*fact.generators} - {k}
                plain = names <= done
                if plain or all(x > 0 for x in by.values()):
                    constant = by.coeff(1) if not names else 0
                    found.append((len(names) if plain else 10 + len(names), -constant, index, k, by, fact.strict))
        if not found:
            return None
        _, _, index, k, by, strict = min(found, key=lambda f: f[:4])
        return index, k, by + self.ring.gens[k], strict


def _with(polynomial: PolyElement, k: int, by: PolyElement) -> PolyElement:
    """The polynomial with ``by`` for one generator."""
    if not any(powers[k] for powers in polynomial):
        return polynomial
    ring = polynomial.ring
    by_power: dict[int, dict[tuple[int, ...], Any]] = {}
    for powers, x in polynomial.items():
        by_power.setdefault(powers[k], {})[(*powers[:k], 0, *powers[k + 1 :])] = x
    found = ring.zero
    for power, terms in by_power.items():
        found += ring.from_dict(terms) * (by**power if power else ring.one)
    return found


@lru_cache(maxsize=256)
def _enclosure(number: sympy.Expr) -> tuple[Any, Any] | None:
    """Rational bounds, one below and one above, of a constant such as e or log 2."""
    try:
        low, high = balls.bounds(_ball(number))
    except (TypeError, ValueError):  # a number of another kind, or one without a value
        return None
    scale = 2**ENCLOSED
    return QQ(int(low * scale // 1) - 1, scale), QQ(int(high * scale // 1) + 2, scale)


def _ball(number: sympy.Expr) -> Any:
    if number.is_Rational:
        return balls.ball(Fraction(int(number.p), int(number.q)))
    if number is sympy.E:
        return balls.exp(balls.ball(1))
    inside = [_ball(a) for a in number.args]
    if number.func is sympy.exp:
        return balls.exp(inside[0])
    if number.func is sympy.log:
        return balls.log(inside[0])
    if number.is_Pow:
        return balls.exp(inside[1] * balls.log(inside[0]))
    if number.is_Add:
        return sum(inside[1:], inside[0])
    if number.is_Mul:
        product = inside[0]
        for each in inside[1:]:
            product = product * each
        return product
    raise TypeError(f"{number} is no known constant")
