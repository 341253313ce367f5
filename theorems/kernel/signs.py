"""Is a polynomial in exponentials, powers and names nonnegative where others are? The certificate of that, and its check.

A certificate puts what is known in, generator by generator, until each of them is nonnegative, and then names a nonnegative
combination of products that vanishes identically, although the contrary of the goal, or something positive, is among them.
Somebody else has to find it, and need not be trusted.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod
from typing import Any

import sympy
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.core.exprtools import decompose_power

from kernels import balls

ENCLOSED = 40  # bits of the enclosure of a constant such as e
Given = tuple[sympy.Expr, bool, bool]  # an expression that is nonnegative; is it positive, is it 0
Put = tuple[int | None, int]  # a fact and a generator, see Certificate
Powers = tuple[tuple[sympy.Expr, int], ...]  # generators with their exponents
LARGEST = 2**12  # a power above it is left to other ways: a sum to such a power is not multiplied out
REMEMBERED = 2**15  # expressions whose terms are kept
CONTRARY = -1  # the contrary of the goal among the facts


class NoCertificateError(ValueError):
    """What was handed in as a certificate is none."""


@dataclass(frozen=True)
class Certificate:
    """What shows a sign.

    put:   facts and generators: an equation gives the generator, a bound the place from which it is counted; no fact (None)
           where the generator has no sign and becomes the difference of two that have one
    terms: coefficients, facts that are multiplied, powers of the generators: they add up to 0
    """

    put: tuple[Put, ...]
    terms: tuple[tuple[Fraction, tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True)
class Question:
    """Is ``goal`` nonnegative (positive where ``strict``) wherever the ``given`` hold?"""

    goal: sympy.Expr
    given: tuple[Given, ...]
    strict: bool

    @cached_property
    def named(self) -> tuple[sympy.Expr, tuple[Given, ...]]:
        """With names for constants."""
        return _named(self.goal), tuple((_named(polynomial), sharp, equal) for polynomial, sharp, equal in self.given)

    @cached_property
    def generators(self) -> tuple[sympy.Expr, ...]:
        goal, known = self.named
        found = {g for each in (goal, *(p for p, _, _ in known)) for powers, _ in _terms(each) for g, _ in powers}
        return tuple(sorted(found, key=_place))

    @property
    def high(self) -> bool:
        """Does a power stand in it that is not multiplied out?"""
        goal, known = self.named
        every = (goal, *(polynomial for polynomial, _, _ in known))
        return any(power > LARGEST for each in every for powers, _ in _terms(each) for _, power in powers)

    def shown_by(self, certificate: Certificate) -> bool:
        """Does the certificate show it?"""
        goal, known = self.named
        try:
            setting = prepared(known, self.generators, certificate.put)
            return setting.contradicted(Known(-setting.written(goal), strict=not self.strict), certificate.terms)
        except (NoCertificateError, IndexError, ValueError):  # also a generator or a fact that there is not, other powers
            return False


Finder = Callable[[Question], Certificate | None]
_finders: list[Finder] = []


@contextmanager
def finding(finder: Finder) -> Iterator[None]:
    """Inside the block certificates come from ``finder``."""
    _finders.append(finder)
    try:
        yield
    finally:
        _finders.pop()


def always_finding(finder: Finder) -> None:
    """Where nobody else is asked, certificates come from ``finder``."""
    _finders.insert(0, finder)


def finder() -> Finder:
    """The one that is asked. Raises LookupError where there is none."""
    if not _finders:
        raise LookupError("nobody finds certificates of sign: import theorems.provers")
    return _finders[-1]


def nonnegative(goal: sympy.Expr, known: Sequence[Given], strict: bool) -> bool:
    """Is ``goal`` nonnegative (positive where ``strict``) wherever the ``known`` hold, by a certificate that is found?"""
    question = Question(goal, tuple(known), strict)
    certificate = finder()(question)
    return certificate is not None and _shown(question, certificate)


@lru_cache(maxsize=4096)  # parts over the same data ask the same
def _shown(question: Question, certificate: Certificate) -> bool:
    return question.shown_by(certificate)


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
        coefficient, powers = fmpq(1), dict[sympy.Expr, int]()
        for factor in sympy.Mul.make_args(term):
            if factor.is_Rational:
                coefficient *= fmpq(int(factor.p), int(factor.q))
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


@lru_cache(maxsize=REMEMBERED)
def _place(generator: sympy.Expr) -> tuple[bool, str, int]:
    """The names of a calculation come first, by their numbers: the order does not depend on the process."""
    text = str(generator)
    letters = text.rstrip("0123456789")
    return letters != "x", letters, int(text[len(letters) :] or 0)


@dataclass(frozen=True)
class Known:
    """A polynomial that is nonnegative, or positive where ``strict``; ``zero``: it vanishes."""

    polynomial: fmpq_mpoly
    strict: bool = False
    zero: bool = False


class Setting:
    """What is known, as polynomials in generators.

    Of 2 n generators the first n are those of the expressions, and each has a second one, should it have no sign.
    ``signs``: is a generator positive (True), nonnegative (False), or is nothing known of it (None)?
    """

    def __init__(self, given: Sequence[Given], generators: Sequence[sympy.Expr], put: Sequence[Put] = ()) -> None:
        self.count = len(generators)
        self.index = {generator: k for k, generator in enumerate(generators)}
        self.ring = fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(2 * self.count)), Ordering.lex)
        self.signs: list[bool | None] = [None] * self.count + [False] * self.count
        self.generators = self.ring.gens()
        self.by: list[tuple[int, Sequence[fmpq_mpoly]]] = []  # which generator is put away, and what is put for all, in order
        self.known = [Known(self._polynomial(p), sharp, equal) for p, sharp, equal in given]
        for k, generator in enumerate(generators):
            self._know(k, generator)
        for step in put:
            self.put(*step)

    def _polynomial(self, expression: sympy.Expr) -> fmpq_mpoly:
        """Raises KeyError where something else than the generators stands in it."""
        found: dict[tuple[int, ...], Any] = {}
        for powers, coefficient in _terms(expression):
            monomial = [0] * (2 * self.count)
            for generator, power in powers:
                monomial[self.index[generator]] = power
            found[tuple(monomial)] = found.get(tuple(monomial), 0) + coefficient
        return self.ring.from_dict(found)

    def _know(self, k: int, generator: sympy.Expr) -> None:
        """The sign of a generator, the bounds of a constant, what a root is a root of."""
        x = self.ring.gen(k)
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
            power, other = base ** abs(int(generator.exp.p)), x ** int(generator.exp.q)
            self.known.append(Known(other - power if generator.exp > 0 else other * power - 1, zero=True))

    def put(self, fact: int | None, k: int) -> None:
        """Put what a fact gives for a generator everywhere; what was known of its sign is known of that.

        Raises NoCertificateError where the fact gives nothing.
        """
        before, x = self.signs[k], self.ring.gen(k)
        if fact is None:
            by, self.signs[k] = x - self.ring.gen(self.count + k), False
        else:
            known = self.known[fact]
            given = solved(known.polynomial, k)
            if given is None or (not known.zero and given[1] < 0):
                raise NoCertificateError
            by = given[0]
            if not known.zero:
                by, self.signs[k] = by + x, known.strict
        self.by.append((k, (*self.generators[:k], by, *self.generators[k + 1 :])))
        self.known = [Known(with_(f.polynomial, *self.by[-1]), f.strict, f.zero) for f in self.known]
        if before is not None:
            self.known.append(Known(by, strict=before))

    def written(self, expression: sympy.Expr) -> fmpq_mpoly:
        """A polynomial in the generators with everything put in."""
        found = self._polynomial(expression)
        for step in self.by:
            found = with_(found, *step)
        return found

    def contradicted(self, contrary: Known, terms: Sequence[tuple[Fraction, tuple[int, ...], tuple[int, ...]]]) -> bool:
        """Do the terms add up to 0, none of them negative and one positive? Raises NoCertificateError for no such terms."""
        total, positive = self.ring.constant(0), False
        for coefficient, facts, powers in terms:
            factors = [contrary if place == CONTRARY else self.known[place] for place in facts]
            signs = [sign for sign, power in zip(self.signs, powers, strict=True) if power]
            zero = any(factor.zero for factor in factors)
            if min(powers, default=0) < 0 or None in signs or not (coefficient >= 0 or zero):
                raise NoCertificateError
            monomial = self.ring.from_dict({powers: fmpq(coefficient.numerator, coefficient.denominator)})
            total += prod((factor.polynomial for factor in factors), start=monomial)
            positive |= coefficient > 0 and all(signs) and all(factor.strict for factor in factors)
        return positive and total.is_zero()


prepared = lru_cache(maxsize=256)(Setting)  # the questions of one proof know the same


def solved(polynomial: fmpq_mpoly, k: int) -> tuple[fmpq_mpoly, Any] | None:
    """``by`` and ``c`` of ``c (generator - by)``; None where the generator stands in it in another way, or not at all."""
    slope = polynomial.derivative(k)
    if not slope.is_constant() or slope.is_zero():
        return None
    c = slope.leading_coefficient()
    return polynomial.context().gen(k) - polynomial / c, c


def with_(polynomial: fmpq_mpoly, k: int, put: Sequence[fmpq_mpoly]) -> fmpq_mpoly:
    """The polynomial with what is ``put`` for the generators, of which the ``k``-th alone is changed."""
    return polynomial if polynomial.derivative(k).is_zero() else polynomial.compose(*put)


@lru_cache(maxsize=256)
def _enclosure(number: sympy.Expr) -> tuple[Any, Any] | None:
    """Rational bounds, one below and one above, of a constant such as e or log 2."""
    try:
        low, high = balls.bounds(_ball(number))
    except (TypeError, ValueError):  # a number of another kind, or one without a value
        return None
    scale = 2**ENCLOSED
    return fmpq(int(low * scale // 1) - 1, scale), fmpq(int(high * scale // 1) + 2, scale)


def of_sign(number: sympy.Expr, strict: bool, equal: bool) -> bool:
    """Is a number nonnegative (positive where ``strict``, 0 where ``equal``), in balls?"""
    asked = balls.eq if equal else balls.gt if strict else balls.ge
    try:
        return balls.decide(lambda: asked(_ball(number), balls.ball(0)))[0] is balls.Truth.HOLDS
    except (TypeError, ValueError):  # a number of another kind, or one without a value
        return False


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
        return prod(inside[1:], start=inside[0])
    raise TypeError(f"{number} is no known constant")
