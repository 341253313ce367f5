"""Is a polynomial in exponentials, powers and names nonnegative where others are? The certificate of that, and its check.

A certificate puts what is known in, generator by generator, until each of them is nonnegative, and then names a nonnegative
combination of products that vanishes identically, although the contrary of the goal, or something positive, is among them.
Somebody else has to find it, and need not be trusted.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from kernels import balls
from theorems.kernel.constants import ball
from theorems.kernel.factors import Exponent, Factor, Kind, Polynomial
from theorems.kernel.normal_form import REMEMBERED, sign_of_power

ENCLOSED = 40  # bits of the enclosure of a constant such as e
Given = tuple[Polynomial, bool, bool]  # a polynomial that is nonnegative; is it positive, is it 0
Put = tuple[int | None, int]  # a fact and a generator, see Certificate
Generator = tuple[Factor, Exponent]  # a root of a factor, or a power of e
LARGEST = 2**12  # a power above it is left to other ways: a sum to such a power is not multiplied out
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

    goal: Polynomial
    given: tuple[Given, ...]
    strict: bool

    @cached_property
    def generators(self) -> tuple[Generator, ...]:
        every = (self.goal, *(polynomial for polynomial, _, _ in self.given))
        found = {generator for each in every for powers, _ in _terms(each) for generator, _ in powers}
        return tuple(sorted(found, key=_place))

    @property
    def high(self) -> bool:
        """Does a power stand in it that is not multiplied out?"""
        every = (self.goal, *(polynomial for polynomial, _, _ in self.given))
        return any(power > LARGEST for each in every for powers, _ in _terms(each) for _, power in powers)

    def shown_by(self, certificate: Certificate) -> bool:
        """Does the certificate show it?"""
        try:
            setting = prepared(self.given, self.generators, certificate.put)
            return setting.contradicted(Known(-setting.written(self.goal), strict=not self.strict), certificate.terms)
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


def nonnegative(goal: Polynomial, known: Sequence[Given], strict: bool) -> bool:
    """Is ``goal`` nonnegative (positive where ``strict``) wherever the ``known`` hold, by a certificate that is found?"""
    question = Question(goal, tuple(known), strict)
    certificate = finder()(question)
    return certificate is not None and _shown(question, certificate)


@lru_cache(maxsize=4096)  # parts over the same data ask the same
def _shown(question: Question, certificate: Certificate) -> bool:
    return question.shown_by(certificate)


@lru_cache(maxsize=REMEMBERED)
def _terms(polynomial: Polynomial) -> tuple[tuple[tuple[tuple[Generator, int], ...], fmpq], ...]:
    """The terms: the powers of generators, and the coefficient."""
    return tuple((tuple(_power(*each) for each in powers), x) for powers, x in polynomial)


def _power(factor: Factor, power: Exponent) -> tuple[Generator, int]:
    """The generator that it is a power of: x^(2/3) is the square of x^(1/3); other powers of e than whole ones stay."""
    if factor.kind is Kind.E and power.denominator > 1:
        return (factor, power), 1
    return (factor, Fraction(1, power.denominator)), power.numerator


@lru_cache(maxsize=REMEMBERED)
def _place(generator: Generator) -> tuple[bool, int, str]:
    """Names come first, by their numbers: the order does not depend on the process."""
    factor, root = generator
    named = factor.kind is Kind.NAME and root == 1
    return not named, factor.parts[0] if named else 0, f"{factor} {root}"


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

    def __init__(self, given: Sequence[Given], generators: Sequence[Generator], put: Sequence[Put] = ()) -> None:
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

    def _polynomial(self, polynomial: Polynomial) -> fmpq_mpoly:
        """Raises KeyError where something else than the generators stands in it, NoCertificateError for a power below 0."""
        found: dict[tuple[int, ...], Any] = {}
        for powers, coefficient in _terms(polynomial):
            monomial = [0] * (2 * self.count)
            for generator, power in powers:
                if power < 0:  # flint would take it for the one above 0
                    raise NoCertificateError
                monomial[self.index[generator]] = power
            found[tuple(monomial)] = found.get(tuple(monomial), 0) + coefficient
        return self.ring.from_dict(found)

    def _know(self, k: int, generator: Generator) -> None:
        """The sign of a generator, the bounds of a constant, what a root is a root of."""
        x, (factor, root) = self.ring.gen(k), generator
        if not factor.names:
            enclosed = _enclosure(generator)
            if enclosed is not None:
                # not strict: the tiny distance between the two bounds would look like a contradiction to a search in floats
                self.known += [Known(x - enclosed[0]), Known(enclosed[1] - x)]
            return
        sign = sign_of_power(factor, root)  # a root has a value only where it is nonnegative
        if sign is not None:
            self.signs[k] = sign
        if root != 1 and factor.kind is not Kind.RAISED:
            base = factor.parts[0] if factor.kind is Kind.SUM else frozenset([(frozenset([(factor, 1)]), fmpq(1))])
            with suppress(KeyError, NoCertificateError):  # something else stands in it, or a quotient
                self.known.append(Known(self._polynomial(base) - x**root.denominator, zero=True))

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

    def written(self, polynomial: Polynomial) -> fmpq_mpoly:
        """A polynomial in the generators with everything put in."""
        found = self._polynomial(polynomial)
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
def _enclosure(constant: Generator) -> tuple[Any, Any] | None:
    """Rational bounds, one below and one above, of a constant such as e or log 2."""
    try:
        low, high = balls.bounds(ball(fmpq(1), [constant]))
    except (TypeError, ValueError):  # one without a value
        return None
    scale = 2**ENCLOSED
    return fmpq(int(low * scale // 1) - 1, scale), fmpq(int(high * scale // 1) + 2, scale)
