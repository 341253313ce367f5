"""Expectations and probabilities: laws on a bounded range, told with the point, and standard normal numbers, in closed forms.

A polynomial in normal numbers, times exponentials of linear forms, has a mean that is written down. Where absolute values,
maxima or comparisons of one linear form stand, the line is cut where their signs change, and each piece has one, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import comb, inf
from typing import Any

from kernels import balls
from kernels.arithmetic import FLOAT
from kernels.balls import Truth
from theorems.language.seen import SIGNS as PRINTED
from theorems.language.seen import NoValueError
from theorems.own.normal_forms import Form, Powers, Rates, Root, Value, in_order, merged, of_chance
from theorems.own.numbers import Numbers, exact
from theorems.vocabulary import Comparison

MOST_PIECES = 64


class UndecidedError(Exception):
    """The sign of a form changes: ``form`` where there are no pieces yet, else ``places``."""

    def __init__(self, form: Form, places: tuple[Value, ...] = ()) -> None:
        super().__init__()
        self.form, self.places = form, places


@dataclass(frozen=True)
class Random(Numbers):
    """Operations on forms, on a piece of the line where ``line`` is a normal number that signs depend on."""

    line: Any = None
    low: Value = -inf
    high: Value = inf
    blurs: list[Value] = field(default_factory=list, compare=False)  # how far apart places that count as one may be

    def _form(self, a: Value) -> Form:
        if isinstance(a, Root):
            raise NoValueError("a norm of normal numbers stands there, and only squares of it have a known mean")
        return a if isinstance(a, Form) else Form.of(self, iter([((), (), a)]))

    def _tidy(self, form: Form) -> Value:
        return form if form.constant is None else form.constant

    def of(self, x: Value) -> Value:
        return x if of_chance(x) else super().of(x)

    def plus(self, a: Value, b: Value) -> Value:
        if not of_chance(a, b):
            return super().plus(a, b)
        return self._tidy(Form.of(self, iter([*self._form(a).terms.values(), *self._form(b).terms.values()])))

    def minus(self, a: Value, b: Value) -> Value:
        return self.plus(a, self.negative(b)) if of_chance(a, b) else super().minus(a, b)

    def negative(self, a: Value) -> Value:
        return self.times(Fraction(-1), a) if of_chance(a) else -a

    def times(self, a: Value, b: Value) -> Value:
        if isinstance(a, Root) and a is b:
            return self._tidy(a.square)
        if not of_chance(a, b):
            return super().times(a, b)
        left, right = self._form(a).terms.values(), self._form(b).terms.values()
        products = (
            (merged(p, q, lambda j, k: j + k), merged(r, s, self.plus), self.times(x, y))
            for p, r, x in left
            for q, s, y in right
        )
        return self._tidy(Form.of(self, products))

    def over(self, a: Value, b: Value) -> Value:
        if of_chance(b):
            found = list(self._form(b).terms.values())
            if len(found) != 1 or found[0][0]:
                raise NoValueError("a quotient by normal numbers has no known mean")
            ((_, rates, factor),) = found
            inverse = tuple((v, self.negative(s)) for v, s in rates)
            return self.times(a, Form.of(self, iter([((), inverse, super().over(Fraction(1), factor))])))
        return self.times(a, super().over(Fraction(1), b)) if of_chance(a) else super().over(a, b)

    def power(self, a: Value, b: Value) -> Value:
        if of_chance(b):
            return self.exp(self.times(b, self.log(a)))
        if not of_chance(a):
            return super().power(a, b)
        if isinstance(a, Root) and exact(b) and b % 2 == 0:
            a, b = self._tidy(a.square), Fraction(b) / 2
        if not exact(b) or Fraction(b).denominator != 1 or b < 0:
            raise NoValueError("a power of normal numbers has a known mean for whole exponents")
        return reduce(self.times, [a] * int(b), Fraction(1))

    def exp(self, a: Value) -> Value:
        if not of_chance(a):
            return super().exp(a)
        found = self._form(a).linear
        if found is None:
            raise NoValueError("the exponential of a form that is not linear has no known mean")
        return Form.of(self, iter([((), in_order(found[0]), super().exp(found[1]))]))

    def log(self, a: Value) -> Value:
        return self.elementary("log", a) if of_chance(a) else super().log(a)

    def sqrt(self, a: Value) -> Value:
        return self.elementary("sqrt", a) if of_chance(a) else super().sqrt(a)

    def elementary(self, name: str, a: Value) -> Value:
        if of_chance(a):
            raise NoValueError(f"{name} of normal numbers has no known mean")
        return super().elementary(name, a)

    def floor(self, x: Value) -> Value:
        return self.elementary("floor", x) if of_chance(x) else super().floor(x)

    def root_of_squares(self, a: Value) -> Value:
        return Root(a) if isinstance(a, Form) else super().root_of_squares(a)

    def absolute(self, a: Value) -> Value:
        if isinstance(a, Root):
            return a
        return (a if self.sign(a) >= 0 else self.negative(a)) if isinstance(a, Form) else super().absolute(a)

    def larger(self, a: Value, b: Value) -> Value:
        return (a if self.sign(self.minus(a, b)) >= 0 else b) if of_chance(a, b) else super().larger(a, b)

    def smaller(self, a: Value, b: Value) -> Value:
        return (b if self.sign(self.minus(a, b)) >= 0 else a) if of_chance(a, b) else super().smaller(a, b)

    def compared(self, left: Value, sign: str, right: Value) -> Truth:
        """Of a piece, without its ends; equal forms of normal numbers are so with probability 0."""
        left, right = self.comparable(left, right)
        found = self.minus(left, right)
        if not isinstance(found, Form):
            return Comparison(found, PRINTED[sign], Fraction(0)).truth()
        known = self.sign(found)
        return Truth.HOLDS if sign == "!=" or known == {">": 1, "<": -1}.get(sign[0]) else Truth.FAILS

    def sign(self, a: Value) -> int:
        """On the whole piece. Raises UndecidedError where it changes there."""
        if not isinstance(a, Form):
            return _sign(a)
        if self.line is None:
            raise UndecidedError(a)
        found = a.polynomial
        if found is None or any(v != self.line for powers in found[0] for v, _ in powers):
            raise NoValueError("signs of several normal numbers, or of exponentials of them, depend on one another")
        factors = {k: factor for ((_, k),), factor in found[0].items()} | {0: found[1]}
        places = self._zeros(factors)
        inside = tuple(place for place in places if self._beyond(place, self.low) > 0 and self._beyond(self.high, place) > 0)
        if inside:
            raise UndecidedError(a, inside)
        before = sum(self._beyond(self.low, place) < 0 for place in places)  # zeros behind the piece
        return _sign(factors[max(factors)]) * (-1) ** before

    def _zeros(self, factors: dict[int, Value]) -> list[Value]:
        a, b, c = (factors.get(k, Fraction(0)) for k in (2, 1, 0))
        if max(factors) == 1:
            return [self.over(-c, b)]
        if max(factors) != 2:
            raise NoValueError("the sign of a power above the second of normal numbers")
        square = self.minus(self.times(b, b), self.times(4, self.times(a, c)))
        if _sign(square) <= 0:
            return []
        root = self.sqrt(square)
        ends = [self.over(self.plus(-b, self.times(s, root)), self.times(2, a)) for s in (-1, 1)]
        return ends if _sign(a) > 0 else ends[::-1]

    def _beyond(self, a: Value, b: Value) -> int:
        """The sign of a - b; 0, too, where balls do not tell places apart: what lies between them goes into the radius."""
        gap = a if _infinite(a) else -b if _infinite(b) else self.minus(a, b)
        if isinstance(gap, balls.Ball) and gap.contains(0):
            self.blurs.append(abs(gap).upper())
            return 0
        return _sign(gap)

    def mean(self, a: Value, variance: Value = 1) -> Value:
        """Over all normal numbers, that of the line on the piece alone, where it has this variance."""
        if not isinstance(a, Form):
            a = self._form(a)
        return self.sum(self._mean_of(powers, rates, factor, variance) for powers, rates, factor in a.terms.values())

    def _mean_of(self, powers: Powers, rates: Rates, factor: Value, variance: Value) -> Value:
        orders, slopes = dict(powers), dict(rates)
        names = {*orders, *slopes, *([] if self.line is None else [self.line])}
        for v in sorted(names, key=str):
            if v[0] == "across":
                raise NoValueError("normal numbers in several directions")
            k, s = orders.get(v, 0), slopes.get(v, Fraction(0))
            if v == self.line:
                deviation = self.sqrt(variance)
                ends = [end if _infinite(end) else self.over(end, deviation) for end in (self.low, self.high)]
                factor, s = self.times(factor, self.power(deviation, k)), self.times(s, deviation)
            else:
                ends = [-inf, inf]
            factor = self.times(factor, self._moment(k, s, *ends))
        return factor

    def _moment(self, k: int, s: Value, low: Value, high: Value) -> Value:
        """E[u^k e^(su); low < u < high] of a normal number u: that of (u + s)^k between ends that are moved, times e^(s²/2)."""
        ends = [end if _infinite(end) else self.minus(end, s) for end in (low, high)]
        moments = self._moments(k, *ends)
        summed = self.sum(self.times(comb(k, j), self.times(self.power(s, k - j), moments[j])) for j in range(k + 1))
        return self.times(self.exp(self.over(self.times(s, s), 2)), summed)

    def _moments(self, k: int, low: Value, high: Value) -> list[Value]:
        def edge(x: Value, j: int) -> Value:
            if _infinite(x):
                return Fraction(0)
            density = self.over(self.exp(self.over(self.times(x, x), -2)), self.sqrt(self.times(2, self.arithmetic.pi)))
            return self.times(self.power(x, j), density)

        def below(x: Value) -> Value:
            if _infinite(x):
                return Fraction(x > 0)
            return self.over(self.plus(1, self.elementary("erf", self.over(x, self.sqrt(2)))), 2)

        found = [self.minus(below(high), below(low)), self.minus(edge(low, 0), edge(high, 0))]
        for j in range(2, k + 1):
            found.append(self.plus(self.times(j - 1, found[j - 2]), self.minus(edge(low, j - 1), edge(high, j - 1))))
        return found

    def name(self, v: Any) -> Form:
        """A normal number as a form."""
        return Form.of(self, iter([(((v, 1),), (), Fraction(1))]))

    def squares_above(self, left: Value, right: Value) -> Value | None:
        """The probability that left - right = c Σ v² + d is above 0; None for another form, and for one number alone."""
        a = self.minus(*self.comparable(left, right))
        found = a.polynomial if isinstance(a, Form) else None
        if found is None or len(found[0]) < 2 or any([k for _, k in powers] != [2] for powers in found[0]):
            return None
        factors, rest = list(found[0].values()), found[1]
        if any(not (exact(c) or isinstance(c, float)) or c != factors[0] for c in factors):
            return None
        x = self.of(self.over(self.over(self.negative(rest), factors[0]), 2))
        if _sign(x) <= 0:
            above: Value = Fraction(1)
        elif self.arithmetic is FLOAT:
            from scipy import special  # slow to load, and few papers draw numbers

            above = special.gammaincc(len(factors) / 2, float(x))
        else:
            above = balls.upper_gamma(Fraction(len(factors), 2), x)
        return above if factors[0] > 0 else self.minus(1, above)

    def comparable(self, left: Value, right: Value) -> tuple[Value, Value]:
        """The squares of a norm and of what is no less than 0."""
        if isinstance(left, Root) == isinstance(right, Root) or isinstance(left, Form) or isinstance(right, Form):
            return left, right
        if _sign(right if isinstance(left, Root) else left) < 0:
            raise NoValueError("a norm is compared with what is negative")
        squares = [self._tidy(x.square) if isinstance(x, Root) else self.times(x, x) for x in (left, right)]
        return squares[0], squares[1]


def _infinite(x: Value) -> bool:
    return isinstance(x, float) and abs(x) == inf


def _sign(x: Value) -> int:
    """Raises NoValueError where balls do not tell."""
    if bool(x > 0):
        return 1
    if bool(x < 0):
        return -1
    if (exact(x) or isinstance(x, float)) and x == 0:
        return 0
    raise NoValueError("balls do not tell a sign")


def mean(numbers: Numbers, names: list[Any], value: Callable[[Random, dict[Any, Value]], Value]) -> Value:
    """The mean of what is a function of standard normal numbers; ``value`` computes it with forms in their place."""
    plain = Random(numbers.arithmetic)
    single = {v: plain.name(v) for v in names}
    try:
        return plain.mean(value(plain, single))
    except UndecidedError as undecided:
        found = undecided.form.linear
        factors = {v for powers, _, _ in undecided.form.terms.values() for v, _ in powers} if found is None else {*found[0]}
    if len(factors) == 1:
        line, variance, put = next(iter(factors)), Fraction(1), single
    elif found is None:
        raise NoValueError("the sign of a form that is not linear in several normal numbers")
    else:
        line, variance, put = _along(plain, found[0], single)
    pieces: list[tuple[Value, Value]] = [(-inf, inf)]
    means: list[Value] = []
    forms: list[Value] = []
    blurs: list[Value] = []
    reach: Value = Fraction(1)
    while pieces:
        low, high = pieces.pop()
        piece = Random(numbers.arithmetic, line, low, high)
        try:
            form = value(piece, put)
            means.append(piece.mean(form, variance))
            forms.append(form)
            blurs += piece.blurs
            reach = plain.sum([reach, *(abs(end) for end in (low, high) if not _infinite(end))])
        except UndecidedError as undecided:
            ends = [low, *undecided.places, high]
            pieces += list(pairwise(ends))
        if len(pieces) + len(means) > MOST_PIECES:
            raise NoValueError(f"more than {MOST_PIECES} changes of sign")
    if blurs:  # there the form of a neighbouring piece may be the right one; no density is above 1/(2σ)
        largest = plain.sum(_largest(plain, form, line, reach) for form in forms)
        wide = plain.over(plain.times(plain.sum(blurs), largest), plain.sqrt(variance)).upper()
        means.append(balls.enclosing(-wide, wide))
    return plain.sum(means)


def _largest(plain: Random, form: Value, line: Any, reach: Value) -> Value:
    """A bound on what has its mean taken, where the normal number is at most ``reach``."""
    if not isinstance(form, Form):
        return abs(form)
    if any(v != line for powers, rates, _ in form.terms.values() for v, _ in (*powers, *rates)):
        raise NoValueError("balls do not tell where a form of several normal numbers changes its sign")

    def largest(powers: Powers, rates: Rates, factor: Value) -> Value:
        power, rate = plain.power(reach, sum(k for _, k in powers)), sum(abs(s) for _, s in rates)
        return plain.times(abs(factor), plain.times(power, plain.exp(plain.times(rate, reach))))

    return plain.sum(largest(*term) for term in form.terms.values())


def _along(plain: Random, factors: dict[Any, Value], single: dict[Any, Form]) -> tuple[Any, Value, dict[Any, Value]]:
    """The normal number ⟨a, Z⟩/|a|² for a linear form, its variance 1/|a|², and Z as its part along a and one across.

    What is a function of ⟨a, Z⟩ alone is worth the same whatever the part across is: it has to cancel, or it stays behind as a
    name whose law nobody knows.
    """
    if not all(exact(c) or isinstance(c, float) for c in factors.values()):
        raise NoValueError("the factors of a linear form of normal numbers are no rational numbers")
    line, first = ("along", 0), next(iter(factors))
    across = {v: plain.name(("across", v)) for v in single if v != first}
    along = plain.name(line)
    put = {v: plain.plus(plain.times(factors.get(v, Fraction(0)), along), w) for v, w in across.items()}
    shares = (plain.times(-factors[v] / factors[first], across[v]) for v in factors if v != first)
    put[first] = plain.plus(plain.times(factors[first], along), plain.sum(shares))
    return line, 1 / sum(Fraction(c) ** 2 for c in factors.values()), put
