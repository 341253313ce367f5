"""Functions with hypotheses (convex, L-smooth, ...): exact ones to try a claim at, and how they are written in an instance.

A function is a sum over coordinates of weighted shapes of one number: ``2*square(t)+1/2*huber((t-1)/3)``. The curvature and the
slope of each shape lie in a known interval, so what the sum meets is known exactly. No sum here misses a claim's hypotheses.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import inf, isqrt
from typing import Any, NamedTuple

from theorems.language.seen import NoValueError

End = Fraction | float  # ±∞ where there is none


class Shape(NamedTuple):
    """A function of one number, its slope, and where its curvature and its slope lie; ``kink``: it has no slope at 0."""

    value: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]
    curvature: tuple[End, End]
    slopes: tuple[End, End]
    kink: bool = False
    even: bool = False


def _huber(a: Any, s: Any) -> Any:
    beyond = a.larger(a.minus(a.absolute(s), a.exactly(1)), a.exactly(0))
    return a.over(a.minus(a.times(s, s), a.times(beyond, beyond)), a.exactly(2))


def _root(a: Any, s: Any) -> Any:
    return a.sqrt(a.plus(a.exactly(1), a.times(s, s)))


ONE, QUARTER, ZERO = Fraction(1), Fraction(1, 4), Fraction(0)
SHAPES: dict[str, Shape] = {
    "square": Shape(lambda a, s: a.over(a.times(s, s), a.exactly(2)), lambda a, s: s, (ONE, ONE), (-inf, inf), even=True),
    "linear": Shape(lambda a, s: s, lambda a, s: a.exactly(1), (ZERO, ZERO), (ONE, ONE)),
    "huber": Shape(
        _huber, lambda a, s: a.larger(a.exactly(-1), a.smaller(a.exactly(1), s)), (ZERO, ONE), (-ONE, ONE), even=True
    ),
    "softplus": Shape(
        lambda a, s: a.log(a.plus(a.exactly(1), a.exp(s))),
        lambda a, s: a.over(a.exactly(1), a.plus(a.exactly(1), a.exp(-s))),
        (ZERO, QUARTER),
        (ZERO, ONE),
    ),
    "root": Shape(_root, lambda a, s: a.over(s, _root(a, s)), (ZERO, ONE), (-ONE, ONE), even=True),
    "abs": Shape(lambda a, s: a.absolute(s), lambda a, s: a.over(s, a.absolute(s)), (ZERO, inf), (-ONE, ONE), True, True),
    "hinge": Shape(
        lambda a, s: a.larger(a.exactly(0), s),
        lambda a, s: a.over(a.plus(a.exactly(1), a.over(s, a.absolute(s))), a.exactly(2)),
        (ZERO, inf),
        (ZERO, ONE),
        True,
    ),
    "quartic": Shape(lambda a, s: a.power(s, 4), lambda a, s: a.times(4, a.power(s, 3)), (ZERO, inf), (-inf, inf), even=True),
    "exp": Shape(lambda a, s: a.exp(s), lambda a, s: a.exp(s), (ZERO, inf), (ZERO, inf)),
    "cos": Shape(lambda a, s: a.elementary("cos", s), lambda a, s: -a.elementary("sin", s), (-ONE, ONE), (-ONE, ONE)),
}


class Term(NamedTuple):
    """weight · shape((t - centre)/width)."""

    weight: Fraction
    shape: str
    centre: Fraction = ZERO
    width: Fraction = ONE

    def __str__(self) -> str:
        inside = "t" if not self.centre else f"t-{self.centre}" if self.centre > 0 else f"t+{-self.centre}"
        width = f"({self.width})" if self.width.denominator > 1 else f"{self.width}"
        inside = inside if self.width == 1 else f"({inside})/{width}"
        return f"{self.weight}*{self.shape}({inside})"

    def range(self, order: int) -> tuple[End, End]:
        """Where its slope lies, or its curvature."""
        known = SHAPES[self.shape]
        factor = self.weight / self.width**order
        low, high = (factor * end if factor else ZERO for end in (known.slopes if order == 1 else known.curvature))
        return (low, high) if factor >= 0 else (high, low)


TERM = re.compile(r"(-?\d+(?:/\d+)?)\*([a-z]+)\((?:\((t[^()]*)\)/(?:\((\d+/\d+)\)|(\d+))|(t[^()]*))\)")
TURNED = "turned:"


@dataclass(frozen=True)
class Function:
    """A sum of terms for each coordinate; ``turned``: of the point mirrored at the plane across (1, 2, ..., n)."""

    coordinates: tuple[tuple[Term, ...], ...]
    turned: bool = False

    def __str__(self) -> str:
        return TURNED * self.turned + ",".join("+".join(map(str, terms)) for terms in self.coordinates)

    def value(self, numbers: Any, x: Any) -> Any:
        return numbers.sum(self._terms(numbers, x, terms, "value") for x, terms in self._at(numbers, x))

    def gradient(self, numbers: Any, x: Any) -> list[Any]:
        """Raises NoValueError where there may be a kink."""
        return self._mirrored(numbers, [self._terms(numbers, each, terms, "slope") for each, terms in self._at(numbers, x)])

    def _at(self, numbers: Any, x: Any) -> Iterator[tuple[Any, tuple[Term, ...]]]:
        return zip(self._mirrored(numbers, [*x] if hasattr(x, "shape") and x.shape else [x]), self.coordinates, strict=True)

    def _mirrored(self, numbers: Any, x: list[Any]) -> list[Any]:
        if not self.turned:
            return x
        across = [numbers.exactly(k + 1) for k in range(len(x))]
        along = numbers.sum(map(numbers.times, across, x))
        share = numbers.over(numbers.times(numbers.exactly(2), along), numbers.sum(map(numbers.times, across, across)))
        return [numbers.minus(each, numbers.times(share, a)) for each, a in zip(x, across, strict=True)]

    @staticmethod
    def _terms(numbers: Any, x: Any, terms: tuple[Term, ...], part: str) -> Any:
        def of(term: Term) -> Any:
            weight = term.weight / (term.width if part == "slope" else 1)
            place = numbers.over(numbers.minus(x, numbers.exactly(term.centre)), numbers.exactly(term.width))
            if part == "slope" and SHAPES[term.shape].kink and isinstance(place, Fraction) and place == 0:
                raise NoValueError(f"no slope of {term} at {x}")
            return numbers.times(numbers.exactly(weight), getattr(SHAPES[term.shape], part)(numbers, place))

        return numbers.sum(map(of, terms))

    def ends(self, order: int) -> list[tuple[End, End]]:
        """Of each coordinate, between what its slope or its curvature lies."""
        ranges = [[term.range(order) for term in terms] for terms in self.coordinates]
        return [(sum((r[0] for r in each), ZERO), sum((r[1] for r in each), ZERO)) for each in ranges]

    @cached_property
    def smooth(self) -> bool:
        """Has it a gradient everywhere?"""
        return not any(SHAPES[term.shape].kink for terms in self.coordinates for term in terms)

    def lowest(self, numbers: Any) -> list[Any] | None:
        return None if self.minimiser is None else self._mirrored(numbers, [*map(numbers.exactly, self.minimiser)])

    @cached_property
    def minimiser(self) -> tuple[Fraction, ...] | None:
        """The mirror image of the point where it is smallest.

        None where that is not seen: each coordinate is convex and even about a centre.
        """
        found: list[Fraction] = []
        for terms in self.coordinates:
            centres = {term.centre for term in terms if term.weight}
            if len(centres) > 1 or any(term.weight and not (SHAPES[term.shape].even and term.weight > 0) for term in terms):
                return None
            found.append(*centres or {ZERO})
        return tuple(found)


class Sought(ABC):
    """What is asked of something that a point tells as text, and where it is looked for."""

    @abstractmethod
    def met_by(self, found: Any) -> bool: ...
    @abstractmethod
    def simple(self) -> tuple[Any, ...]: ...
    @abstractmethod
    def drawn(self, source: random.Random) -> Any: ...
    @abstractmethod
    def read(self, told: str) -> Any: ...


@dataclass(frozen=True)
class Wanted(Sought):
    """What a function has to meet: the numbers of its hypotheses, and what is asked of it."""

    length: int
    convex: bool
    smooth: Fraction | None
    strongly: Fraction | None
    lipschitz: Fraction | None
    gradient: bool
    minimiser: bool

    def met_by(self, f: Function) -> bool:
        curvatures: list[tuple[Any, Any]] = f.ends(2)
        slopes: list[tuple[Any, Any]] = f.ends(1)
        low: Any = min(a for a, _ in curvatures)
        high: Any = max(b for _, b in curvatures)
        steepest: Any = sum(max(abs(a), abs(b)) ** 2 for a, b in slopes)
        return (
            len(f.coordinates) == self.length
            and (f.smooth or not (self.gradient or self.smooth is not None))
            and (low >= 0 or not self.convex)
            and (self.smooth is None or max(abs(low), abs(high)) <= self.smooth)
            and (self.strongly is None or low >= self.strongly)
            and (self.lipschitz is None or steepest <= self.lipschitz**2)
            and (f.minimiser is not None or not self.minimiser)
        )

    def simple(self) -> tuple[Function, ...]:
        return _simple(self)

    def drawn(self, source: random.Random) -> Function | None:
        return _drawn(self, source)

    def read(self, told: str) -> Function:
        return _read(told, self.length)


def _each(wanted: Wanted, centre: Fraction, width: Fraction) -> Iterator[tuple[Term, ...]]:
    """Functions of one number that use up what is allowed, the simplest first; some may break a hypothesis."""

    def one(weight: Fraction, *names: str) -> Iterator[tuple[Term, ...]]:
        for name in names:  # a square has no width
            yield (Term(weight, name, centre, ONE if name in ("square", "linear") else width),)

    low = wanted.strongly if wanted.strongly is not None else ZERO
    high, curved = wanted.smooth, not wanted.convex  # may it be curved downwards?
    if wanted.lipschitz is not None:
        steep = wanted.lipschitz / (isqrt(wanted.length - 1) + 1)
        width = max(width, steep / high) if high else width
        yield from one(steep * width, "huber", "abs", *(("cos",) if curved else ()), "softplus", "hinge", "root")
        yield from one(steep, "linear")
        yield from one(-steep * width, *(("abs", "huber") if curved else ()))
    elif high is not None:
        base: tuple[Term, ...] = (Term(low, "square", centre),)
        rest = (high - low) * width**2
        yield from one(high, "square")
        if curved:
            yield from one(-high, "square")
            yield from one(high * width**2, "cos")
            yield (Term(high, "square", centre), Term(-2 * rest, "huber", centre, width))
        yield from ((*base, *terms) for terms in (*one(rest, "huber", "root"), *one(4 * rest, "softplus")))
        yield from (terms for each in (low, (low + high) / 2) for terms in one(each, "square"))
        yield from one(ONE if low == 0 else ZERO, "linear")
    else:
        base = (Term(low, "square", centre),) if low else ()
        names = ("square", "huber", "abs", "quartic", "exp", "linear", "hinge", "softplus", "root")
        yield from ((*base, *terms) for terms in one(ONE, *names))
        yield from one(low, "square")
        if curved:
            yield from (*one(ONE, "cos"), *one(-ONE, "square", "abs"))


def _tidy(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(t for t in terms if t.weight) or (Term(ZERO, "linear"),)


@lru_cache(maxsize=1024)
def _simple(wanted: Wanted) -> tuple[Function, ...]:
    """The simplest ones: the same in each coordinate, then two kinds in turn."""
    each = list(_each(wanted, ZERO, ONE))
    for centre, width in ((ONE, ONE), (ZERO, Fraction(1, 10)), (ZERO, Fraction(10))):
        each += list(_each(wanted, centre, width))
    pairs = [(a, a) for a in each] + (
        [(a, b) for a, b in zip(each, each[1:] + each[:1], strict=True)] if wanted.length > 1 else []
    )
    different = (False, True) if wanted.length > 1 else (False,)
    made = (Function(tuple(_tidy(pair[k % 2]) for k in range(wanted.length)), turned) for pair in pairs for turned in different)
    return tuple(dict.fromkeys(f for f in made if wanted.met_by(f)))


def _drawn(wanted: Wanted, source: random.Random) -> Function | None:
    """One by structure and seed: mixtures of two in each coordinate; None where ten of them break a hypothesis."""
    for _ in range(10):
        coordinates = []
        centre = Fraction(source.randint(-4, 4), 2)
        for _ in range(wanted.length):
            part, centre = (
                Fraction(source.choice((0, 0, 1, 2, 3)), 4),
                centre if wanted.minimiser else Fraction(source.randint(-4, 4), 2),
            )
            width = Fraction(source.choice((1, 1, 2, 5, 10, 50))) ** source.choice((1, -1))
            first, second = (source.choice(list(_each(wanted, centre, width))) for _ in range(2))
            shares = ((first, 1 - part), (second, part))
            coordinates.append(_tidy(tuple(t._replace(weight=t.weight * share) for terms, share in shares for t in terms)))
        found = Function(tuple(coordinates), wanted.length > 1 and source.random() < 0.5)
        if wanted.met_by(found):
            return found
    return None


def _read(told: str, length: int) -> Function:
    """Raises ValueError for what is no such function."""
    coordinates = []
    for written in told.removeprefix(TURNED).split(","):
        terms = [
            Term(Fraction(weight), shape, -Fraction((inside or plain)[1:] or 0), Fraction(width or whole or 1))
            for weight, shape, inside, width, whole, plain in TERM.findall(written)
        ]
        if "+".join(map(str, terms)) != written or any(t.shape not in SHAPES or t.width <= 0 for t in terms):
            raise ValueError(f"{told}: write 2*square(t)+1/2*huber((t-1)/3), with one of {', '.join(SHAPES)}")
        coordinates.append(tuple(terms))
    if len(coordinates) != length:
        raise ValueError(f"{told}: {length} coordinates are needed")
    return Function(tuple(coordinates), told.startswith(TURNED))
