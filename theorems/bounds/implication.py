"""Does a user's bound follow from the printed one, whatever the left-hand side?

Where the printed claim is proved, a weaker one needs no proof of its own. The user's bound is compared with the printed one
as a function of it: ``g(P)`` with ``P`` the printed right-hand side, over all values that ``P`` can have when the printed
claim is true. A bound typed in the paper's variables becomes such a function when it is an affine one of the printed
formula, which is read off the claim with symbols in place of numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy
from sympy import Expr, Symbol

from kernels import balls
from kernels.arithmetic import SYMBOLIC
from kernels.balls import Truth
from theorems.bounds.expression import Expression
from theorems.bounds.printed_formula import claimed, compared, constants, symbols
from theorems.provers.positivity import is_nonnegative, is_positive
from theorems.statement import Part
from theorems.vocabulary import Relation

PRINTED = "printed"  # in a user's bound: the right-hand side that the paper prints
P = Symbol(PRINTED, real=True)


def follows(part: Part, bound: Expression, relation: Relation | None) -> str | None:
    """Why ``lhs relation bound`` follows from the printed claim of ``part``, or from the constant that its proof gives beyond
    it (``Part.gives``); None where that is not clear.
    """
    if part.gives is not None and all((relation or c.relation) is Relation.AT_LEAST for c, _ in compared(part)):
        numbers = [_constant(part, formula, bound) for _, formula in compared(part)]
        if numbers and all(number is not None and bool(number <= sympy.Rational(part.gives)) for number in numbers):
            return f"the printed part's own proof gives {part.gives}"
    reason = _for_all(part, bound, relation, _weaker, "no stronger than the printed bound")
    if reason is not None:
        return reason
    others = [_by_logarithm(part, formula, bound, relation or c.relation, c.relation) for c, formula in compared(part)]
    return others[0] if others and None not in others else None


def implies(part: Part, bound: Expression, relation: Relation | None) -> str | None:
    """Why the printed claim follows from ``lhs relation bound``, which is then refuted with it; None where not clear."""
    return _for_all(part, bound, relation, _stronger, "no weaker than the printed bound")


def _constant(part: Part, formula: Expr | None, bound: Expression) -> Expr | None:
    """The user's bound where it is a number."""
    g = _function_of_printed(part, formula, bound)
    if g is not None and formula is not None and not formula.free_symbols:
        g = g.subs(P, formula)
    return g if g is not None and g.is_number and g.is_real else None


Judgement = Callable[[Expr, Relation, Relation, "Range"], bool]


@dataclass(frozen=True)
class Range:
    """The trivial ends of the left-hand side, None where there is none; ``floor``: the right-hand side is >= low as well."""

    low: Expr | None
    high: Expr | None
    floor: bool = False

    @property
    def above_zero(self) -> Range:
        """The same for a right-hand side that is known to be nonnegative."""
        return self if self.low is not None and self.low > 0 else Range(sympy.Integer(0), self.high, floor=True)

    @property
    def mirrored(self) -> Range:
        return Range(None if self.high is None else -self.high, None if self.low is None else -self.low)


def _by_logarithm(part: Part, formula: Expr | None, bound: Expression, mine: Relation, printed: Relation) -> str | None:
    """A bound that is the printed one times exp(L), L >= 0 (for lower bounds <= 0) for all signs that the hypotheses allow."""
    if formula is None or PRINTED in bound.names or mine not in (*UPPER, *LOWER):
        return None
    if printed not in ((*UPPER, Relation.EQUAL) if mine in UPPER else (*LOWER, Relation.EQUAL)):
        return None
    if mine in (Relation.LESS, Relation.MORE) and printed is not mine:
        return None
    own = sympy.sympify(bound.value(symbols(part), SYMBOLIC))
    if not (own.is_positive and formula.is_positive):
        return None
    ratio = own / formula if mine in UPPER else formula / own
    excess = sympy.simplify(sympy.expand_log(sympy.log(ratio), force=True))
    return f"no stronger than the printed bound: the logarithm of their ratio is {excess}" if excess.is_nonnegative else None


def _for_all(part: Part, bound: Expression, relation: Relation | None, judged: Judgement, says: str) -> str | None:
    known = compared(part)
    shown = []
    for printed, formula in known:
        g = _function_of_printed(part, formula, bound)
        if g is None:
            return None
        ends = _range(part)
        if formula is not None and not formula.free_symbols:
            ends = Range(formula, formula)  # a constant is its own range
        elif formula is not None and formula.is_nonnegative:
            ends = ends.above_zero
        if not judged(g, relation or printed.relation, printed.relation, ends):
            return None
        shown.append(f"{says}: " + sympy.sstr(g) + (" for P" if P in g.free_symbols else ""))
    return shown[0] if shown else None


UPPER, LOWER = (Relation.AT_MOST, Relation.LESS), (Relation.AT_LEAST, Relation.MORE)


def _weaker(g: Expr, mine: Relation, printed: Relation, ends: Range) -> bool:
    """Does ``lhs mine g(P)`` follow from ``lhs printed P``?"""
    if mine is Relation.EQUAL:
        return printed is Relation.EQUAL and sympy.simplify(g - P) == 0
    side = UPPER if mine in UPPER else LOWER
    if printed not in (*side, Relation.EQUAL):
        return False
    strict = mine is side[1] and printed is not side[1]
    bounded = printed is Relation.EQUAL or (side is LOWER and ends.floor)
    if side is LOWER:
        g, ends = -g.subs(P, -P), ends.mirrored
    open_end = mine is side[1]
    return _no_stronger(g, ends.low, ends.high, strict=strict, bounded=bounded, open_end=open_end)


def _stronger(g: Expr, mine: Relation, printed: Relation, ends: Range) -> bool:
    """Does ``lhs printed P`` follow from ``lhs mine g(P)``?"""
    side = UPPER if printed in UPPER else LOWER
    if printed is Relation.EQUAL or mine not in side:
        return False
    proved = is_positive if printed is side[1] and mine is not side[1] else is_nonnegative
    if side is LOWER:
        g, ends = -g.subs(P, -P), ends.mirrored
    q, r = Symbol("q", nonnegative=True), Symbol("r", nonnegative=True)
    if ends.low is not None and ends.low == ends.high:
        return bool(proved(sympy.sympify(ends.low - g.subs(P, ends.low))))
    if proved((P - g).subs(P, q - r)):
        return True
    # below the trivial end the user's claim is false as well
    above = Symbol("q", positive=True)
    return ends.low is not None and bool(
        proved((P - g).subs(P, ends.low + q)) and is_positive(ends.low - g.subs(P, ends.low - above))
    )


def _no_stronger(g: Expr, low: Expr | None, high: Expr | None, *, strict: bool, bounded: bool, open_end: bool) -> bool:
    """Is ``g(P) >= P``, or beyond ``high`` anyway, for every ``P >= low``? (``>`` where ``strict``.)

    ``open_end``: the user's relation is strict, so that ``g = high`` is not beyond it: the left-hand side may be ``high``.
    """
    proved = is_positive if strict else is_nonnegative
    if low is not None and low == high:
        return bool(proved(sympy.sympify(g.subs(P, low) - low)))
    q, r = Symbol("q", nonnegative=True), Symbol("r", nonnegative=True)
    everywhere = q - r if low is None else low + q
    if proved((g - P).subs(P, everywhere)):
        return True
    if high is None:
        return False
    inside = high - q if low is None else (low + high * q) / (1 + q)
    # (low + high q)/(1 + q) misses the end itself
    end = proved((g - P).subs(P, high)) and proved((g - P).subs(P, inside))
    beyond = is_positive if open_end else is_nonnegative
    return end and (bounded or bool(beyond(g.subs(P, high + q) - high)))


def _range(part: Part) -> Range:
    """The trivial range of the left-hand side, as far as its ends are numbers that no looked-at instance exceeds.

    A part may have its range from its statement, whose other parts speak of another quantity.
    """
    trivial = part.trivial
    low, high = (None, None) if trivial is None else (_number(trivial.low), _number(trivial.high))
    with balls.precision(256):
        sides = [comparison.lhs for found in claimed(part).values() for comparison in found]
        if low is not None and any(balls.lt(lhs, balls.ball(low)) is Truth.HOLDS for lhs in sides):
            low = None
        if high is not None and any(balls.gt(lhs, balls.ball(high)) is Truth.HOLDS for lhs in sides):
            high = None
    return Range(None if low is None else sympy.Rational(low), None if high is None else sympy.Rational(high))


def _number(end: object) -> Fraction | None:
    return Fraction(end) if isinstance(end, int | Fraction) else None


def _function_of_printed(part: Part, formula: Expr | None, bound: Expression) -> Expr | None:
    """The user's bound as an expression in ``P`` alone, for all values of the variables; None where it is none."""
    mine = sympy.sympify(bound.value(symbols(part) | {PRINTED: P}, SYMBOLIC))
    if mine.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I):
        return None
    if mine.free_symbols <= {P}:
        return mine
    if formula is None:
        return None
    theirs = formula.subs(_fixed(part, bound))
    own, theirs = (sympy.expand(side) for side in (mine.subs(P, theirs), theirs))
    shift, base = (side.as_independent(*side.free_symbols, as_Add=True)[0] for side in (own, theirs))
    rest = theirs - base
    slope = sympy.simplify(sympy.powsimp((own - shift) / rest)) if rest != 0 else sympy.nan
    return slope * P + shift - slope * base if slope.is_number and slope.is_finite else None


def _fixed(part: Part, bound: Expression) -> dict[Symbol, Expr]:
    """kappa = 1 of poly(n) = n^kappa, where the domain never varies it; a formula that speaks of kappa leaves it open."""
    value = constants(part).get("kappa")
    return {} if value is None or "kappa" in bound.names else {symbols(part)["kappa"]: sympy.Rational(value)}
