"""Does a user's bound follow from the printed one, whatever the left-hand side?

Where the printed claim is proved, a weaker one needs no proof of its own. The user's bound is compared with the printed one
as a function of it: ``g(P)`` with ``P`` the printed right-hand side, over all values that ``P`` can have when the printed
claim is true. A bound typed in the paper's variables becomes such a function when it is an affine one of the printed
formula, which is read off the claim with symbols in place of numbers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

import sympy
from sympy import Expr, Symbol

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Truth
from theorems.expression import Expression
from theorems.instance import Instance
from theorems.provers.families import Eventually
from theorems.provers.positivity import is_nonnegative, is_positive
from theorems.provers.search import each_drawn
from theorems.statement import Part, World
from theorems.variables import named, values
from theorems.vocabulary import Comparison, Relation, comparisons

PRINTED = "printed"  # in a user's bound: the right-hand side that the paper prints
CHECKS = 12  # instances at which a formula read off a claim must agree with it
DIGITS = 30
HUGE, ASKED = 10**20, 5  # instances with larger numbers decide nothing about a formula; so many others must
P = Symbol(PRINTED, real=True)


def follows(part: Part, bound: Expression, relation: Relation | None) -> str | None:
    """Why ``lhs relation bound`` follows from the printed claim of ``part``, or from the constant that its proof gives beyond
    it (``Part.gives``); None where that is not clear.
    """
    if part.gives is not None and relation in (None, Relation.AT_LEAST):
        constants = [_constant(part, formula, bound) for _, formula in _compared(part)]
        if constants and all(value is not None and bool(value <= sympy.Rational(part.gives)) for value in constants):
            return f"the printed part's own proof gives {part.gives}"
    reason = _for_all(part, bound, relation, _weaker, "no stronger than the printed bound")
    if reason is not None:
        return reason
    others = [_by_logarithm(part, formula, bound, relation or c.relation, c.relation) for c, formula in _compared(part)]
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
    own = sympy.sympify(bound.value(_symbols(part), SYMBOLIC))
    if not (own.is_positive and formula.is_positive):
        return None
    ratio = own / formula if mine in UPPER else formula / own
    excess = sympy.simplify(sympy.expand_log(sympy.log(ratio), force=True))
    return f"no stronger than the printed bound: the logarithm of their ratio is {excess}" if excess.is_nonnegative else None


def _for_all(part: Part, bound: Expression, relation: Relation | None, judged: Judgement, says: str) -> str | None:
    known = _compared(part)
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
        shown.append(f"{says}: " + (f"{sympy.sstr(sympy.nsimplify(g))} for P" if P in g.free_symbols else sympy.sstr(g)))
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
    return _no_stronger(g, ends.low, ends.high, strict=strict, bounded=bounded)


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


def _no_stronger(g: Expr, low: Expr | None, high: Expr | None, *, strict: bool, bounded: bool) -> bool:
    """Is ``g(P) >= P``, or beyond ``high`` anyway, for every ``P >= low``? (``>`` where ``strict``.)"""
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
    return end and (bounded or bool(proved(g.subs(P, high + q) - high)))


def _range(part: Part) -> Range:
    """The trivial range of the left-hand side, as far as its ends are numbers."""
    ends = (part.content.low, part.content.high) if part.content is not None else (None, None)
    low, high = (sympy.Rational(Fraction(end)) if isinstance(end, int | Fraction) else None for end in ends)
    return Range(low, high)


def _function_of_printed(part: Part, formula: Expr | None, bound: Expression) -> Expr | None:
    """The user's bound as an expression in ``P`` alone; None where it is none."""
    constants = _constants(part)
    mine = sympy.sympify(bound.value(_symbols(part) | {PRINTED: P}, SYMBOLIC)).subs(constants)
    if mine.free_symbols <= {P}:
        return mine
    if formula is None:
        return None
    own, theirs = (sympy.expand(side.subs(P, formula).subs(constants)) for side in (mine, formula))
    shift, base = (side.as_independent(*side.free_symbols, as_Add=True)[0] for side in (own, theirs))
    rest = theirs - base
    slope = sympy.simplify(sympy.powsimp((own - shift) / rest)) if rest != 0 else sympy.nan
    return slope * P + shift - slope * base if slope.is_number and slope.is_finite else None


@lru_cache(maxsize=64)
def _symbols(part: Part) -> dict[str, Symbol]:
    """The documented variables as symbols, positive or nonnegative where they are so at every looked-at instance.

    A rational parameter must not only happen to be so: there the hypotheses must refuse other values.
    """
    instances = _some_instances(part)
    seen: dict[str, list[Any]] = {name: [] for name in part.domain.variables}
    for instance in instances:
        with balls.precision(balls.DEFAULT_BITS):
            for name, value in values(named(part.domain).bind(instance, BALLS), seen).items():
                seen[name].append(value)

    def refused(name: str, *others: Fraction) -> bool:
        free = [i for i in instances if name in i and not isinstance(i[name], int)]
        return all(part.domain.broken(i.but(**{name: other})) is not None for i in free for other in others)

    def assumed(name: str) -> dict[str, bool]:
        if not all(value >= 0 for value in seen[name]) or not refused(name, Fraction(-1), Fraction(-1, 10**6)):
            return {"real": True}
        return {"positive": True} if all(v > 0 for v in seen[name]) and refused(name, Fraction(0)) else {"nonnegative": True}

    return {name: Symbol(name, **assumed(name)) for name in part.domain.variables}


@lru_cache(maxsize=64)
def _constants(part: Part) -> dict[Symbol, Expr]:
    """The variables that do not vary: the constants of the part's family, and kappa = 1 of poly(n) = n^kappa."""
    instances = _some_instances(part)
    fixed = part.domain.variables if isinstance(part.proof, Eventually) else {"kappa"} & set(part.domain.variables)
    found = {}
    for name in fixed:
        exact = {instance.get(name) for instance in instances}
        if len(instances) > 2 and len(exact) == 1 and isinstance(value := exact.pop(), int | Fraction):
            found[_symbols(part)[name]] = sympy.Rational(value)
    return found


# -- the printed right-hand side as a formula ------------------------------------------------------------------------------


def _compared(part: Part) -> list[tuple[Comparison, Expr | None]]:
    """The printed comparisons at a first instance, each with the formula of its right-hand side where one can be read off."""
    instances = _some_instances(part)
    if not instances or part.claim is None:
        return []
    actual = {instance: _at(part, instance) for instance in instances}
    first = actual[instances[0]]
    relations = [c.relation for c in first]
    if any([c.relation for c in compared] != relations for compared in actual.values()):
        kinds = {c.relation for compared in actual.values() for c in compared}
        return [(Comparison(None, relation, None), None) for relation in kinds]
    traced = _traced(part, first)
    return [
        (c, formula if formula is not None and _agrees(part, k, formula, actual) else None)
        for k, (c, formula) in enumerate(zip(first, traced, strict=True))
    ]


def _at(part: Part, instance: Instance) -> list[Comparison]:
    assert part.claim is not None
    with balls.precision(256):
        return list(comparisons(part.claim(part.domain.bind(instance, BALLS))))


@lru_cache(maxsize=64)
def _some_instances(part: Part) -> list[Instance]:
    """A few members of the part's family, or small and drawn instances that meet the hypotheses."""
    if isinstance(part.proof, Eventually):
        family = part.proof.family
        return [family.member(family.first + k) for k in (0, 1, 2, 7)]
    found: list[Instance] = []
    if part.domain.small is not None:
        met = (i for i in islice(part.domain.small(), 0, 4000, 7) if part.domain.broken(i) is None)
        found += islice(met, CHECKS)

    def visit(instance: Instance) -> bool:
        if part.domain.broken(instance) is None:
            found.append(instance)
        return True

    each_drawn(part.domain, 3 * CHECKS, 0, visit)
    return found


def _traced(part: Part, like: list[Comparison]) -> list[Expr | None]:
    """The right-hand sides of the claim in symbols, None where they hang on more than the documented variables."""
    nothing: list[Expr | None] = [None] * len(like)
    try:
        with balls.precision(64):
            world = part.domain.bind(_some_instances(part)[0], BALLS)
        assert part.claim is not None
        found = [sympy.sympify(_simplest(c.rhs)) for c in comparisons(part.claim(Traced(world, _symbols(part))))]
    except Exception:  # whatever a claim does with numbers, symbols may not allow; then nothing is read off
        return nothing
    if len(found) != len(like):
        return nothing
    return [rhs if all(not s.name.startswith("?") for s in rhs.free_symbols) else None for rhs in found]


def _agrees(part: Part, position: int, formula: Expr, actual: dict[Instance, list[Comparison]]) -> bool:
    """Does the formula give the claim's right-hand side at every looked-at instance?"""
    asked = 0
    for instance, compared in actual.items():
        with balls.precision(256):
            numbers = values(named(part.domain).bind(instance, BALLS), (s.name for s in formula.free_symbols))
            if any(balls.le(abs(number), balls.ball(HUGE)) is not Truth.HOLDS for number in numbers.values()):
                continue  # differences such as n - k would lose all digits
            asked += 1
            exact = {s: _exact(numbers[s.name]) for s in formula.free_symbols}
            value = sympy.N(formula.subs(exact), 50)
            if not value.is_real or not _same(balls.ball(str(value)), compared[position].rhs):
                return False
    return asked >= min(ASKED, len(actual))


def _same(a: Any, b: Any) -> bool:
    scale = balls.maximum(balls.maximum(abs(a), abs(b)), balls.ball(Fraction(1, 10**DIGITS)))
    return balls.le(abs(a - b), scale * balls.ball(Fraction(1, 10**DIGITS))) is Truth.HOLDS


def _simplest(value: Any) -> Any:
    """A ball as the simple rational inside it, which the check at many instances must confirm; other values as they are."""
    if not hasattr(value, "mid"):
        return value
    simple = Fraction(value.mid().str(60, radius=False)).limit_denominator(10**6)
    return sympy.Rational(simple) if value.overlaps(balls.ball(simple)) else Unread("?constant")


def _exact(value: Any) -> Expr:
    """The middle of a ball for sympy, to 60 digits."""
    return sympy.Float(value.mid().str(60, radius=False), 60)


@dataclass(frozen=True)
class Traced:
    """A world whose documented variables are symbols; what else it holds is :class:`Unread`.

    Properties and methods of the true world's class run on the symbols as far as they can.
    """

    _world: World
    _variables: dict[str, Symbol]

    def __getattr__(self, name: str) -> Any:
        if name in self._variables:
            return self._variables[name]
        if name == "arithmetic":
            return SYMBOLIC
        if name == "number":
            return lambda value: value if isinstance(value, Expr) else SYMBOLIC.number(value)
        found = inspect.getattr_static(type(self._world), name, None)
        if isinstance(found, property | cached_property):
            function = found.fget if isinstance(found, property) else found.func
            return self._tried(name, function, ())
        if inspect.isfunction(found):
            return lambda *arguments: self._tried(name, found, arguments)
        if not hasattr(self._world, name):
            raise AttributeError(name)
        return Unread(f"?{name}")

    def _tried(self, name: str, function: Any, arguments: tuple[Any, ...]) -> Any:
        try:
            return function(self, *arguments)
        except Exception:  # numbers were needed: the value stays unknown
            return Unread(f"?{name}")


class Unread(Symbol):
    """What a claim takes from its world beside the documented variables: anything done with it is unread too."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "is_", "as_")):
            raise AttributeError(name)
        return Unread(f"{self.name}.{name}")

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return Unread(f"{self.name}()")

    def __getitem__(self, key: Any) -> Any:
        return Unread(f"{self.name}[]")

    def __iter__(self) -> Any:
        raise TypeError("what is unread has no known length")
