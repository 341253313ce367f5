"""A polynomial is nonnegative because its contrary contradicts what is known.

Its negation joins the known polynomials, and a nonnegative combination of products of all these is to vanish identically
although one of the products is positive. The combination is searched with a linear program in floats and then solved for in
exact rationals; :mod:`~theorems.kernel.signs` checks it, so that the search need not be trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations_with_replacement, islice
from math import prod
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_mpoly
from numpy.typing import NDArray

from theorems.kernel import signs
from theorems.kernel.signs import CONTRARY

Array = NDArray[Any]
Terms = tuple[tuple[Fraction, tuple[int, ...], tuple[int, ...]], ...]

MOST_COLUMNS = 4000
ONE = -2  # the place of what is no fact: of 1
LARGE = 10**100  # a coefficient above it is left to other ways
COARSE = fmpq(1, 10**6)  # the search in floats takes coefficients much below it, as in the narrow bounds of e, for 0
TINY = 1e-9  # a coefficient below it counts as 0 in the search
SECONDS = 5.0  # a program in floats that goes round in circles, as some with coefficients like 10^12 do, is left
ROUNDING = 1e-14  # what floats that cancel may leave of their sizes


@dataclass(frozen=True)
class Known(signs.Known):
    """One of the facts of a certificate, by its place there."""

    place: int = 0

    @cached_property
    def powers(self) -> Array:
        """Those of the generators, term by term."""
        return np.array(self.polynomial.monoms(), dtype=np.int64).reshape(-1, self.polynomial.context().nvars())

    @cached_property
    def terms(self) -> tuple[Array, Array]:
        """The powers, and the coefficients as floats."""
        return self.powers, np.array([float(x) for x in self.polynomial.coeffs()])

    @cached_property
    def degrees(self) -> Array:
        """The largest power of each generator, and the degree."""
        powers = self.powers
        return np.append(powers.max(axis=0, initial=0), powers.sum(axis=1).max(initial=0))

    @cached_property
    def generators(self) -> tuple[int, ...]:
        """Those that occur."""
        return tuple(np.flatnonzero(self.powers.any(axis=0)).tolist())

    @cached_property
    def solved(self) -> dict[int, tuple[fmpq_mpoly, Any]]:
        """``by`` and ``c`` of ``c (generator - by)`` for the generators that stand in it in no other way."""
        alone = self.powers[self.powers.sum(axis=1) == 1].any(axis=0)
        linear = np.flatnonzero(alone & (self.powers.astype(bool).sum(axis=0) == 1)).tolist()
        return {k: by for k in linear if (by := signs.solved(self.polynomial, k)) is not None}

    def sized(self, least: Any, most: Any) -> bool:
        """Are all coefficients, without their signs, above the one and not above the other?"""
        return all(least < abs(x) <= most for x in self.polynomial.coeffs())


@dataclass(frozen=True)
class Product:
    """Of known polynomials."""

    factors: tuple[Known, ...]

    @property
    def zero(self) -> bool:
        return any(factor.zero for factor in self.factors)

    @property
    def strict(self) -> bool:
        return all(factor.strict for factor in self.factors) and not self.zero

    @cached_property
    def terms(self) -> tuple[Array, Array]:
        return reduce(_multiplied, (factor.terms for factor in self.factors))

    def times(self, powers: Sequence[int], *, positive: bool) -> Column:
        """The product times a monomial that is nonnegative, or positive."""
        factors = [factor.polynomial for factor in self.factors]
        monomial = factors[0].context().from_dict({tuple(powers): 1})
        places = tuple(factor.place for factor in self.factors if factor.place != ONE)
        return Column(prod(factors, start=monomial), self.strict and positive, self.zero, places, tuple(powers))


@dataclass(frozen=True)
class Column(signs.Known):
    """Facts, by their places, multiplied with a monomial."""

    places: tuple[int, ...] = ()
    powers: tuple[int, ...] = ()


def certified(goal: fmpq_mpoly, known: Sequence[Known], positive: Sequence[bool], strict: bool) -> Terms | None:
    """The terms of a certificate that ``goal`` is nonnegative (positive where ``strict``), where some are found.

    The generators of the ring are nonnegative themselves; ``positive`` says which of them are positive.
    """
    if coefficients_suffice(goal.to_dict(), positive, strict):
        nothing = (0,) * len(positive)
        return ((Fraction(1), (CONTRARY,), nothing), *((_fraction(x), (), _whole(powers)) for powers, x in goal.terms()))
    known = [*known, Known(-goal, strict=not strict, place=CONTRARY)]
    coarse = [fact for fact in known if fact.sized(COARSE, LARGE)]
    ways = [coarse, known] if len(coarse) < len(known) else [known]
    ways = [facts for facts in ways if facts and all(fact.sized(0, LARGE) for fact in facts)]
    one, sure = Known(goal.context().constant(1), strict=True, place=ONE), np.array(positive)
    columns = chain(
        (_as_they_are(one, facts) for facts in ways),
        (_products(one, facts, factors) for factors in (1, 2) for facts in ways),
    )
    return next((terms for each in columns if (terms := _contradiction(*each, sure)) is not None), None)


def coefficients_suffice(goal: Mapping[tuple[int, ...], Any], positive: Sequence[bool], strict: bool) -> bool:
    """Is a polynomial, powers and coefficients, nonnegative (positive where ``strict``) by the signs of the coefficients?

    Its generators are nonnegative.
    """
    if any(coefficient < 0 for coefficient in goal.values()):
        return False
    return not strict or any(all(sure or not power for power, sure in zip(powers, positive, strict=True)) for powers in goal)


# columns: some products, which of them each column is, and the powers of the monomial that it is multiplied with
Columns = tuple[Sequence[Product], Array, Array]


def _as_they_are(one: Known, known: Sequence[Known]) -> Columns:
    """1, the generators, and what is known."""
    count = one.polynomial.context().nvars()
    which = np.append(np.zeros(count, dtype=int), np.arange(len(known) + 1))
    by = np.vstack([np.eye(count, dtype=np.int64), np.zeros((len(known) + 1, count), dtype=np.int64)])
    return [Product((each,)) for each in (one, *known)], which, by


def _products(one: Known, known: Sequence[Known], factors: int) -> Columns:
    """Products of at most so many known polynomials with monomials, none of higher degree than the known ones have.

    The first ``MOST_COLUMNS`` of them, so of no more products: each is a column itself, times 1.
    """
    chosen = chain.from_iterable(combinations_with_replacement(known, size) for size in range(1, factors + 1))
    products = [Product(each) for each in islice(chain([(one,)], chosen), MOST_COLUMNS)]
    degrees = np.array([sum(factor.degrees for factor in product.factors) for product in products])
    most = np.max([fact.degrees for fact in known], axis=0)
    monomials = _monomials(tuple(most.tolist()))
    room = np.maximum(most - degrees, 0)
    fits = np.ones((len(products), len(monomials)), dtype=bool)
    for k in np.flatnonzero(most):
        fits &= monomials[:, k] <= room[:, k, None]
    which, by = (each[:MOST_COLUMNS] for each in np.nonzero(fits))
    return products[: which[-1] + 1], which, monomials[by, :-1]


@lru_cache(maxsize=256)
def _monomials(most: tuple[int, ...]) -> Array:
    """The first ``MOST_COLUMNS`` monomials by their powers and degrees, which are at most these."""
    *ends, degree = most
    found = np.zeros((1, len(most)), dtype=np.int64)
    for k in np.flatnonzero(ends):
        longer = np.minimum(np.minimum(ends[k], degree - found[:, -1]), MOST_COLUMNS) + 1
        before = np.cumsum(longer) - longer
        longer = longer[before < MOST_COLUMNS]
        found = np.repeat(found[: len(longer)], longer, axis=0)
        power = np.arange(len(found)) - np.repeat(before[: len(longer)], longer)
        found[:, k] = power
        found[:, -1] += power
        found = found[:MOST_COLUMNS]  # each of them can be extended: those beyond only lead to later ones
    return found


def _contradiction(products: Sequence[Product], which: Array, by: Array, positive: Array) -> Terms | None:
    """Columns that add up to 0, with nonnegative coefficients and a positive one before a positive column."""
    from scipy import sparse as matrices  # slow to load, and most statements are read without a search
    from scipy.optimize import Bounds, LinearConstraint, milp

    zero = np.array([product.zero for product in products])[which]
    strict = np.array([product.strict for product in products])[which] & ~by[:, ~positive].any(axis=1)
    rows, places, values = _table(products, which, by)
    kept = _not_idle(rows, places, values, zero)
    if not strict[kept].any():
        return None
    alive, columns = kept[places], np.flatnonzero(kept)
    zero, sure = zero[columns], np.flatnonzero(strict[columns])
    rows, places = np.unique(rows[alive], return_inverse=True)[1], np.searchsorted(columns, places[alive])
    ends = np.append(np.zeros(rows.max(initial=-1) + 1), 1.0)  # the coefficients before positive columns add up to 1
    rows, places = np.append(rows, np.full_like(sure, len(ends) - 1)), np.append(places, sure)
    values = np.append(values[alive], np.ones_like(sure))
    sums = matrices.csc_array((values, (rows, places)), shape=(len(ends), len(columns)))
    bounds = Bounds(np.where(zero, -np.inf, 0.0), np.inf)
    costs, constraints = np.where(zero, 0.0, 1.0), LinearConstraint(sums, ends, ends)
    found = milp(costs, constraints=constraints, bounds=bounds, options={"time_limit": SECONDS})
    if found.status != 0:
        return None
    support = columns[np.abs(found.x) > TINY]
    return _exactly([products[which[k]].times(by[k].tolist(), positive=not by[k, ~positive].any()) for k in support])


def _table(products: Sequence[Product], which: Array, by: Array) -> tuple[Array, Array, Array]:
    """The coefficients of all columns: the rows of their monomials, their columns, their values."""
    powers, coefficients = (np.concatenate(each) for each in zip(*(product.terms for product in products), strict=True))
    lengths = np.array([len(product.terms[1]) for product in products])
    own, first = lengths[which], (np.cumsum(lengths) - lengths)[which]
    places = np.repeat(np.arange(len(which)), own)
    terms = np.arange(len(places)) - np.repeat(np.cumsum(own) - own - first, own)
    rows = np.unique(_codes(powers)[terms] + _codes(by)[places], return_inverse=True)[1]
    return rows, places, coefficients[terms]


def _codes(powers: Array) -> Array:
    """Monomials as integers modulo 2^64: that of a product is the sum of theirs.

    Two that differ have the same one by a chance of 1 in 2^64; then a contradiction is overlooked.
    """
    codes: Array = powers @ _codes_of_generators(powers.shape[1])
    return codes


@lru_cache(maxsize=64)
def _codes_of_generators(count: int) -> Array:
    ends = np.iinfo(np.int64)
    return np.random.default_rng(0).integers(ends.min, ends.max, count)


def _multiplied(one: tuple[Array, Array], two: tuple[Array, Array]) -> tuple[Array, Array]:
    """The terms of a product."""
    powers = (one[0][:, None] + two[0]).reshape(-1, one[0].shape[1])
    values = np.outer(one[1], two[1]).ravel()
    _, first, same = np.unique(_codes(powers), return_index=True, return_inverse=True)
    total, size = np.bincount(same, values), np.bincount(same, np.abs(values))
    left = np.abs(total) > ROUNDING * size
    return powers[first[left]], total[left]


def _not_idle(rows: Array, places: Array, values: Array, zero: Array) -> Array:
    """Which columns can have a coefficient at all? Not one that has a monomial with nothing of the other sign against it."""
    kept, height = np.ones(len(zero), dtype=bool), rows.max(initial=-1) + 1
    up, down = (zero[places] | signs for signs in (values > 0, values < 0))
    while True:
        above, below = (np.bincount(rows[signs], minlength=height) > 0 for signs in (up, down))
        alone = ~(above & below)[rows]
        if not alone.any():
            return kept
        kept[places[alone]] = False
        alive = kept[places]
        rows, places, up, down = rows[alive], places[alive], up[alive], down[alive]


def _exactly(support: Sequence[Column]) -> Terms | None:
    """The columns with their coefficients in rationals, where these have the right signs."""
    if not support:
        return None
    coefficients = [column.polynomial.to_dict() for column in support]
    monomials = dict.fromkeys(m for each in coefficients for m in each)
    table = [[*(each.get(m, 0) for each in coefficients), 0] for m in monomials]
    table.append([*(int(column.strict) for column in support), 1])
    reduced, rank = fmpq_mat(table).rref()
    found, last = [fmpq(0)] * len(support), len(support)
    for row in reduced.table()[:rank]:
        pivot = next(k for k, x in enumerate(row) if x != 0)
        if pivot == last:
            return None
        found[pivot] = row[last]
    if not all(x >= 0 or c.zero for c, x in zip(support, found, strict=True)):
        return None
    return tuple((_fraction(x), c.places, c.powers) for c, x in zip(support, found, strict=True) if x != 0)


def _whole(powers: Sequence[Any]) -> tuple[int, ...]:
    return tuple(map(int, powers))


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))
