"""A polynomial is nonnegative because its contrary contradicts what is known.

Its negation joins the known polynomials, and a nonnegative combination of products of all these is to vanish identically
although one of the products is positive. The combination is searched with a linear program in floats and then solved for
and checked in exact rationals, so that the search need not be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations_with_replacement, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import QQ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import PolyElement, PolyRing

Array = NDArray[Any]

MOST_COLUMNS = 4000
LARGE = 10**100  # a coefficient above it is left to other ways
COARSE = QQ(1, 10**6)  # the search in floats takes coefficients much below it, as in the narrow bounds of e, for 0
TINY = 1e-9  # a coefficient below it counts as 0 in the search


@dataclass(frozen=True)
class Known:
    """A polynomial that is nonnegative, or positive where ``strict``; ``zero``: it vanishes."""

    polynomial: PolyElement
    strict: bool = False
    zero: bool = False


def certified(goal: PolyElement, known: Sequence[Known], positive: Sequence[bool], strict: bool) -> bool:
    """Is ``goal`` shown to be nonnegative (positive where ``strict``)?

    The generators of the ring are nonnegative themselves; ``positive`` says which of them are positive.
    """
    if _coefficients_suffice(goal, positive, strict):
        return True
    known = [*known, Known(-goal, strict=not strict)]
    codes = Codes(goal.ring, 2 * max(1, *map(_degree, known)))
    coarse = [each for each in known if all(abs(x) > COARSE for x in each.polynomial.coeffs())]
    ways = [[codes.head(each) for each in facts] for facts in ([coarse, known] if len(coarse) < len(known) else [known])]
    signs = [codes.head(each) for each in _signs(goal.ring, positive)]
    if any(_contradiction([Multiples(head) for head in (*signs, *facts)]) for facts in ways):  # added up as they are
        return True
    return any(_contradiction(_products(codes, facts, positive, factors)) for factors in (1, 2) for facts in ways)


def _coefficients_suffice(goal: PolyElement, positive: Sequence[bool], strict: bool) -> bool:
    if any(coefficient < 0 for coefficient in goal.coeffs()):
        return False
    return not strict or any(_positive(powers, positive) for powers in goal.monoms())


def _signs(ring: PolyRing, positive: Sequence[bool]) -> Iterator[Known]:
    yield Known(ring.one, strict=True)
    yield from (Known(generator, strict=sure) for generator, sure in zip(ring.gens, positive, strict=True))


def _positive(powers: Sequence[int], positive: Sequence[bool]) -> bool:
    return all(power == 0 or sure for power, sure in zip(powers, positive, strict=True))


@dataclass(frozen=True)
class Codes:
    """Monomials of degree at most ``most`` as integers: that of a product is the sum of theirs."""

    ring: PolyRing
    most: int

    def code(self, powers: Sequence[int]) -> int:
        found = 0
        for power in reversed(powers):
            found = found * (self.most + 1) + power
        return found

    def powers(self, code: int) -> tuple[int, ...]:
        found = []
        for _ in self.ring.gens:
            code, power = divmod(code, self.most + 1)
            found.append(power)
        return tuple(found)

    def head(self, known: Known) -> Head:
        terms = known.polynomial.terms()
        degrees = tuple(map(max, zip(*(powers for powers, _ in terms), strict=True))) or (0,) * self.ring.ngens
        large = any(abs(x) > LARGE for _, x in terms)
        values = () if large else tuple(float(x) for _, x in terms)
        return Head(self, known, tuple(self.code(powers) for powers, _ in terms), values, degrees)


@dataclass(frozen=True)
class Head:
    """A known polynomial with its terms as codes of monomials and floats; no floats where one would be too large."""

    codes: Codes
    known: Known
    monomials: tuple[int, ...]
    values: tuple[float, ...]
    degrees: tuple[int, ...]

    def times(self, other: Head) -> Head:
        one, two = self.known, other.known
        product = Known(one.polynomial * two.polynomial, one.strict and two.strict, one.zero or two.zero)
        return self.codes.head(product)


@dataclass(frozen=True)
class Column:
    """A known polynomial times a monomial; is that positive?"""

    head: Head
    monomial: int = 0
    positive: bool = True

    @property
    def zero(self) -> bool:
        return self.head.known.zero

    @property
    def strict(self) -> bool:
        return self.head.known.strict and self.positive and not self.zero

    @property
    def polynomial(self) -> PolyElement:
        known, codes = self.head.known.polynomial, self.head.codes
        return known * codes.ring({codes.powers(self.monomial): QQ(1)})


@dataclass(frozen=True)
class Multiples:
    """A known polynomial times each of some monomials: their codes, and which of them are positive."""

    head: Head
    monomials: tuple[int, ...] = (0,)
    positive: tuple[bool, ...] = (True,)

    @property
    def columns(self) -> list[Column]:
        return [Column(self.head, *each) for each in zip(self.monomials, self.positive, strict=True)]


def _products(codes: Codes, known: Sequence[Head], positive: Sequence[bool], factors: int) -> list[Multiples]:
    """Products of at most so many known polynomials with monomials, none of higher degree than the known ones have.

    The first ``MOST_COLUMNS`` of them.
    """
    most = max(_degree(head.known) for head in known)
    most_in = [max(degrees) for degrees in zip(*(head.degrees for head in known), strict=True)]
    units = [codes.code([int(j == k) for j in range(len(most_in))]) for k in range(len(most_in))]
    several = (
        reduce(Head.times, chosen) for size in range(2, factors + 1) for chosen in combinations_with_replacement(known, size)
    )
    found: list[Multiples] = []
    left = MOST_COLUMNS
    for head in chain((codes.head(Known(codes.ring.one, strict=True)),), known, several):
        room = [
            (end - degree, unit, sure)
            for end, degree, unit, sure in zip(most_in, head.degrees, units, positive, strict=True)
            if end > degree
        ]
        monomials = _monomials(room, max(most - _degree(head.known), 0), left)
        found.append(Multiples(head, *zip(*monomials, strict=True)))
        left -= len(monomials)
        if not left:
            break
    return found


def _degree(known: Known) -> int:
    return max((sum(powers) for powers in known.polynomial), default=0)


def _monomials(room: Sequence[tuple[int, int, bool]], degree: int, most: int) -> list[tuple[int, bool]]:
    """The first ``most`` monomials up to a degree; ``room``: each generator's largest power, its code, is it positive?"""
    found = [(0, True, degree)]
    for largest, unit, sure in room:
        longer = (
            (code + power * unit, positive and (sure or power == 0), left - power)
            for code, positive, left in found
            for power in range(min(largest, left) + 1)
        )
        found = list(islice(longer, most))  # each of them can be extended: those beyond only lead to later ones
    return [(code, positive) for code, positive, _ in found]


def _contradiction(multiples: Sequence[Multiples]) -> bool:
    """Do some of the columns add up to 0, with nonnegative coefficients and a positive one before a positive column?"""
    from scipy import sparse as matrices  # slow to load, and most statements are read without a search
    from scipy.optimize import linprog

    if any(len(each.head.values) < len(each.head.monomials) for each in multiples):
        return False
    columns = [column for each in multiples for column in each.columns]
    zero, strict = (np.array([getattr(c, what) for c in columns]) for what in ("zero", "strict"))
    rows, places, values = _table(multiples)
    height, width = int(rows.max()) + 1, len(columns)
    if not strict[_not_idle(rows, places, values, zero)].any():
        return False
    rows = np.append(rows, np.full(strict.sum(), height))  # the coefficients before positive columns add up to 1
    places = np.append(places, np.flatnonzero(strict))
    values = np.append(values, np.ones(strict.sum()))
    found = linprog(
        np.where(zero, 0.0, 1.0),
        A_eq=matrices.csr_matrix((values, (rows, places)), shape=(height + 1, width)),
        b_eq=np.append(np.zeros(height), 1.0),
        bounds=np.column_stack([np.where(zero, -np.inf, 0.0), np.full(width, np.inf)]),
        method="highs",
    )
    if found.status != 0:
        return False
    support = [c for c, x in zip(columns, found.x, strict=True) if abs(x) > TINY]
    return _exactly(support)


def _table(multiples: Sequence[Multiples]) -> tuple[Array, Array, Array]:
    """The coefficients of all columns: the rows of their monomials, numbered as they appear, their columns, their values."""
    monomials, places, values, first = [], [], [], 0
    for each in multiples:
        own, by = (np.array(codes, dtype=object) for codes in (each.head.monomials, each.monomials))
        monomials.append(np.add.outer(by, own).ravel())
        places.append(np.repeat(np.arange(first, first + len(by)), len(own)))
        values.append(np.tile(each.head.values, len(by)))
        first += len(by)
    number: dict[int, int] = {}
    rows = [number.setdefault(monomial, len(number)) for monomial in np.concatenate(monomials).tolist()]
    return np.array(rows), np.concatenate(places), np.concatenate(values)


def _not_idle(rows: Array, places: Array, values: Array, zero: Array) -> Array:
    """Which columns can have a coefficient at all? Not one that has a monomial with nothing of the other sign against it."""
    kept = np.ones(len(zero), dtype=bool)
    while True:
        alive = kept[places]
        above, below = (
            np.bincount(rows, alive & (zero[places] | signs), minlength=rows.max() + 1) > 0
            for signs in (values > 0, values < 0)
        )
        alone = alive & ~(above & below)[rows]
        if not alone.any():
            return kept
        kept[places[alone]] = False


def _exactly(support: Sequence[Column]) -> bool:
    """Solve for the coefficients in rationals, and check the identity and their signs."""
    if not support:
        return False
    polynomials = [column.polynomial for column in support]
    monomials = list(dict.fromkeys(m for polynomial in polynomials for m in polynomial.monoms()))
    table = [[polynomial.get(m, QQ(0)) for polynomial in polynomials] + [QQ(0)] for m in monomials]
    table.append([QQ(int(c.strict)) for c in support] + [QQ(1)])
    reduced, pivots = DomainMatrix(table, (len(table), len(support) + 1), QQ).rref()
    if len(support) in pivots:
        return False
    coefficients = [QQ(0)] * len(support)
    for pivot, row in zip(pivots, reduced.to_list(), strict=False):
        coefficients[pivot] = row[-1]
    total = sum((p * x for p, x in zip(polynomials, coefficients, strict=True)), polynomials[0].ring.zero)
    signs = all(x >= 0 or c.zero for c, x in zip(support, coefficients, strict=True))
    return total == 0 and signs and any(x > 0 and c.strict for c, x in zip(support, coefficients, strict=True))
