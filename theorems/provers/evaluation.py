"""A claim about sums of powers over one box: certainly true, certainly false, or neither.

Nothing is truncated: with one positive term divided out every other one is ``exp`` of a sum ``(exponent difference) *
(log of an atom)``, and such a sum has a finite upper end on ``n in [K, oo)`` as soon as the exponent differences stay
<= 0 on the box. Where the sum is tight (at n = 1, at a0 -> 0, at infinity) positive terms are first matched with
negative ones that they outweigh throughout the box: ``P`` with a ``Q <= P``, and ``P + O`` with ``Q + R`` where
``Q, R <= P`` and ``Q R <= P O`` (because ``P + QR/P - Q - R = (P-Q)(P-R)/P``).
"""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy

from kernels import balls
from kernels.balls import Ball
from kernels.intervals import WHOLE, Interval, between, exactly
from theorems.provers.guesses import guessed_signs
from theorems.provers.matching import Matching
from theorems.provers.power_sums import Atom, Box, Claim, Polynomial, Term, minus, plus, polynomial_range

Piece = tuple[tuple[Term, ...], tuple[Term, ...], int]  # (positive terms, negative ones that they outweigh, how often)
Exponents = list[Polynomial]


class Evaluation:
    """A claim over one box, at the current ball precision."""

    def __init__(self, claim: Claim, box: Box) -> None:
        self.claim = claim
        self.box = box
        self.names = {p.name: between(*ends) for p, ends in zip(claim.parameters, box, strict=True)}
        factors = [self.names[p.name] for p in claim.parameters if p.factor]
        size: Interval | None = exactly(1)
        for factor in factors:
            size = None if size is None else size * factor
        if size is not None and claim.size != (None, None):
            size = size.meet(between(*claim.size))
        self.empty = size is None
        self.names["n"] = size or WHOLE
        self.log_n = self.names["n"].log()
        self.logs = [self._log(atom) for atom in claim.atoms]
        sizes = [i for i, p in enumerate(claim.parameters) if p.factor]  # the parameters are the first atoms
        self.growing = [i for i, log in enumerate(self.logs) if log.high is None and i not in sizes]
        self.guesses = guessed_signs(claim, box)
        self._intervals: dict[Polynomial, Interval] = {}
        self._ranges: dict[Polynomial, tuple[Fraction | None, Fraction | None]] = {}

    def _log(self, atom: Atom) -> Interval:
        if atom.parameter is not None:
            return self.names[self.claim.parameters[atom.parameter].name].log()
        if atom.expression is None:
            return self.log_n.log()
        return enclose(atom.expression, self.names).log()

    def holds(self) -> bool:
        """Is the claim certain at every point of the box?"""
        claim = self.claim
        if self.empty:
            return True
        if -1 in self.guesses or not (self._sound() and self._above(claim.denominator, strict=True)):
            return False
        return self._above(claim.numerator, strict=claim.strict) and (not claim.strict or self._positive(claim.common))

    def fails(self) -> bool:
        """Is the claim certainly false at every point of the box?"""
        claim = self.claim
        if self.empty or not (self._sound() and self._above(claim.denominator, strict=True)):
            return False
        if claim.strict and self._zero(claim.common):
            return True
        if 1 in self.guesses:
            return False
        opposite = tuple(Term(-term.coefficient, term.exponents) for term in claim.numerator)
        return self._above(opposite, strict=not claim.strict) and (claim.strict or self._positive(claim.common))

    def value(self) -> Interval:
        """What numerator/denominator can be over the box."""

        def total(terms: tuple[Term, ...]) -> Interval:
            one = Term(1, tuple(() for _ in self.claim.atoms))
            return sum((exactly(term.coefficient) * self._ratio(term, one) for term in terms), exactly(0))

        numerator = total(self.claim.numerator) * total((self.claim.common,))
        return numerator * total(self.claim.denominator).inverse()

    def _sound(self) -> bool:
        """Every atom is certainly >= 0, and one that may be 0 is raised to no negative power."""
        for k, atom in enumerate(self.claim.atoms):
            if atom.parameter is not None:
                value = self.names[self.claim.parameters[atom.parameter].name]
            else:
                value = self.log_n if atom.expression is None else enclose(atom.expression, self.names)
            if not value.nonnegative:
                return False
            if not value.positive:
                terms = (*self.claim.numerator, *self.claim.denominator, self.claim.common)
                lows = [self._range(term.exponents[k])[0] for term in terms]
                if not all(low is not None and low >= 0 for low in lows):
                    return False
        return True

    def _positive(self, term: Term) -> bool:
        """Is the product of powers certainly not 0?"""
        return all(
            not exponent or (log.low is not None and self._range(exponent)[0] is not None)
            for exponent, log in zip(term.exponents, self.logs, strict=True)
        )

    def _zero(self, term: Term) -> bool:
        """Is the product of powers certainly 0?"""
        for atom, exponent in zip(self.claim.atoms, term.exponents, strict=True):
            if exponent and atom.parameter is None and atom.expression is None:
                least = self._range(exponent)[0]
                if least is not None and least > 0 and self.log_n.high is not None and bool(self.log_n.high <= 0):
                    return True
        return False

    def _above(self, terms: tuple[Term, ...], *, strict: bool) -> bool:
        """Is the sum >= 0 (strict: > 0) at every point of the box?"""
        if not terms:
            return not strict
        positive = [term for term in terms if term.coefficient > 0]
        negative = [term for term in terms if term.coefficient < 0]
        if not positive:
            return False
        plain: list[Piece] = [((t,), (), t.coefficient) if t.coefficient > 0 else ((), (t,), -t.coefficient) for t in terms]
        for pieces in (self._matched(positive, negative), plain):
            if not strict and all(outweighing for outweighing, _, _ in pieces):
                return True
            for reference in positive:
                if strict and not self._positive(reference):
                    continue
                low = self._lower_end(pieces, reference)
                if low is not None and (bool(low > 0) if strict else bool(low >= 0)):
                    return True
        return False

    def _matched(self, positive: list[Term], negative: list[Term]) -> list[Piece]:
        """Pieces that add up to the sum: every negative term outweighed if that can be done, else the closest pairs."""
        left = [term.coefficient for term in positive]
        owed = [-term.coefficient for term in negative]
        pairs: list[tuple[float, int, int]] = []
        for (i, p), (j, q) in product(enumerate(positive), enumerate(negative)):
            least = self._lowest(_difference(p, q))
            if least is not None and bool(least >= 0):
                most = self._highest(_difference(p, q))
                pairs.append((float("inf") if most is None else balls.approximate(most), i, j))
        dominates = {(i, j) for _, i, j in pairs}
        complete = Matching(self.outweighs, positive, negative, dominates).find(left, owed)
        pieces: list[Piece] = []
        for above, below, count in complete or [((i,), (j,), 0) for _, i, j in sorted(pairs)]:
            count = count or min(left[above[0]], owed[below[0]])
            for i in above:
                left[i] -= count
            for j in below:
                owed[j] -= count
            if count:
                pieces.append((tuple(positive[i] for i in above), tuple(negative[j] for j in below), count))
        pieces += [((p,), (), c) for p, c in zip(positive, left, strict=True) if c]
        pieces += [((), (q,), c) for q, c in zip(negative, owed, strict=True) if c]
        return pieces

    def outweighs(self, p: Term, o: Term, q: Term, r: Term) -> bool:
        """Is the product of p and o at least that of q and r throughout the box?"""
        sums = [plus(e, f) for e, f in zip(p.exponents, o.exponents, strict=True)]
        difference = [minus(minus(s, e), f) for s, e, f in zip(sums, q.exponents, r.exponents, strict=True)]
        least = self._lowest(difference)
        return least is not None and bool(least >= 0)

    def _lower_end(self, pieces: list[Piece], reference: Term) -> Ball | None:
        """A lower bound of sum/reference; None when there is no finite one."""
        total = exactly(0)
        for above, below, count in pieces:
            if len(above) > 1:
                continue  # nonnegative
            if not above:
                value = -self._ratio(below[0], reference)
            else:
                value = self._ratio(above[0], reference)
                if below:
                    gap = exactly(1) - self._ratio(below[0], above[0])
                    value = value * (gap.meet(Interval(balls.ball(0), balls.ball(1))) or WHOLE)
            total = total + exactly(count) * value
        return total.low

    def _ratio(self, p: Term, q: Term) -> Interval:
        """Product of p's powers over that of q's."""
        difference = _difference(p, q)
        return Interval(self._lowest(difference), self._highest(difference)).exp()

    def _lowest(self, exponents: Exponents) -> Ball | None:
        most = self._highest([minus((), exponent) for exponent in exponents])
        return None if most is None else -most

    def _highest(self, exponents: Exponents) -> Ball | None:
        """An upper end of the logarithm of a product of powers; None for no finite one."""
        direct = self._sum(exponents)
        if direct is not None:
            return direct
        ends = [end for end in (self._tamed(exponents, True), self._tamed(exponents, False)) if end is not None]
        return min(ends, key=balls.approximate, default=None)

    def _sum(self, exponents: Exponents) -> Ball | None:
        total = exactly(0)
        for exponent, log in zip(exponents, self.logs, strict=True):
            if exponent:
                total = total + self._between(exponent) * log
        return total.high

    def _tamed(self, exponents: Exponents, by_size: bool) -> Ball | None:
        """An upper end where a growing slow factor meets a falling power of n, or a falling exponential.

        With the tangent ``log y <= log z + y/z - 1`` at ``z`` = the low end of y, a factor ``(log n)^m`` costs the power
        ``n^(m/z)`` and a constant, and ``a^m`` on an unbounded box costs ``exp(m a/z)``: that is a power of e, or at most
        the power ``n^(m a / (z log n_low))``.
        """
        claim, box = self.claim, self.box
        if not any(exponents[i] for i in self.growing):
            return None
        slowest = _rational_below(self.log_n.low)
        factors = [i for i, p in enumerate(claim.parameters) if p.factor and slowest is not None]  # the first atoms
        exponentials = [i for i, atom in enumerate(claim.atoms) if atom.expression == sympy.E]
        origin = (0,) * len(box)
        tamed, constant = list(exponents), exactly(0)
        for i, (atom, exponent) in enumerate(zip(claim.atoms, exponents, strict=True)):
            power = dict(exponent).get(origin)
            if i not in self.growing or power is None or power <= 0 or len(exponent) > 1:
                continue
            if atom.parameter is None and atom.expression is None and slowest is not None:
                z, growth, absorbing = slowest, ((origin, power / slowest),), factors
            elif atom.parameter is not None and box[atom.parameter][0] > 0:
                z = box[atom.parameter][0]
                speed = power / z / (slowest if by_size and slowest is not None else 1)
                growth = ((tuple(int(j == atom.parameter) for j in range(len(box))), speed),)
                absorbing = factors if by_size else exponentials
            else:
                continue
            if not absorbing:
                return None
            constant = constant + exactly(power) * (exactly(z).log() - exactly(1))
            tamed[i] = ()
            for k in absorbing:
                tamed[k] = plus(tamed[k], growth)
        rest = self._sum(tamed)
        return None if rest is None else (Interval(rest, rest) + constant).high

    def _between(self, p: Polynomial) -> Interval:
        if p not in self._intervals:
            self._intervals[p] = between(*self._range(p))
        return self._intervals[p]

    def _range(self, p: Polynomial) -> tuple[Fraction | None, Fraction | None]:
        if p not in self._ranges:
            self._ranges[p] = polynomial_range(p, self.box)
        return self._ranges[p]


def _difference(p: Term, q: Term) -> Exponents:
    return [minus(e, f) for e, f in zip(p.exponents, q.exponents, strict=True)]


def _rational_below(end: Ball | None) -> Fraction | None:
    """A short positive rational below a positive end."""
    if end is None or not bool(end > balls.ball(Fraction(1, 64))):
        return None
    return Fraction(int(balls.bounds(end)[0] * 64), 64)


def enclose(expression: Any, names: dict[str, Interval]) -> Interval:
    """A sympy expression over intervals of its symbols; the whole line for anything unknown."""
    if expression.is_Rational:
        return exactly(Fraction(int(expression.p), int(expression.q)))
    if expression.is_Symbol:
        return names.get(expression.name, WHOLE)
    arguments = [enclose(argument, names) for argument in expression.args]
    if expression.is_Add:
        return sum(arguments[1:], arguments[0])
    if expression.is_Mul:
        return prod(arguments[1:], start=arguments[0])
    if expression.func is sympy.log:
        return arguments[0].log()
    if expression.func is sympy.exp:
        return arguments[0].exp()
    if expression.is_Pow:
        if expression.exp.is_Integer:
            return arguments[0].power(int(expression.exp))
        return (arguments[1] * arguments[0].log()).exp() if arguments[0].nonnegative else WHOLE
    return exactly(1).exp() if expression is sympy.E else WHOLE
