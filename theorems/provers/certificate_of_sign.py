"""A polynomial is nonnegative because its contrary contradicts what is known.

Its negation joins the known polynomials, and a nonnegative combination of products of all these is to vanish identically
although one of the products is positive. The combination is searched with a linear program in floats and then solved for
and checked in exact rationals, so that the search need not be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice

import numpy as np
from scipy import sparse as matrices
from scipy.optimize import linprog
from sympy import QQ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import PolyElement, PolyRing

MOST_COLUMNS = 4000
LARGE = 10**100  # a coefficient above it is left to other ways
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
    if _contradiction(goal.ring, [*_signs(goal.ring, positive), *known]):  # added up as they are
        return True
    for factors in (1, 2):
        columns = list(islice(_products(known, positive, factors), MOST_COLUMNS))
        if _contradiction(goal.ring, columns):
            return True
    return False


def _coefficients_suffice(goal: PolyElement, positive: Sequence[bool], strict: bool) -> bool:
    if any(coefficient < 0 for coefficient in goal.coeffs()):
        return False
    return not strict or any(_positive(powers, positive) for powers in goal.monoms())


def _signs(ring: PolyRing, positive: Sequence[bool]) -> Iterator[Known]:
    yield Known(ring.one, strict=True)
    yield from (Known(generator, strict=sure) for generator, sure in zip(ring.gens, positive, strict=True))


def _positive(powers: Sequence[int], positive: Sequence[bool]) -> bool:
    return all(power == 0 or sure for power, sure in zip(powers, positive, strict=True))


def _products(known: Sequence[Known], positive: Sequence[bool], factors: int) -> Iterator[Known]:
    """Products of at most so many known polynomials with monomials, none of higher degree than the known ones have."""
    ring = known[0].polynomial.ring
    heads = [Known(ring.one, strict=True), *known]
    for size in range(2, factors + 1):
        for chosen in combinations_with_replacement(known, size):
            product = ring.one
            for each in chosen:
                product *= each.polynomial
            heads.append(Known(product, all(c.strict for c in chosen), any(c.zero for c in chosen)))
    most = max(map(_degree, known))
    most_in = [max(max(k.polynomial.degree(x), 0) for k in known) for x in ring.gens]
    for head in heads:
        own = [max(head.polynomial.degree(x), 0) for x in ring.gens]
        room = [max(end - degree, 0) for end, degree in zip(most_in, own, strict=True)]
        for powers in _monomials(room, max(most - _degree(head), 0)):
            monomial = ring({powers: QQ(1)})
            yield Known(head.polynomial * monomial, head.strict and _positive(powers, positive), head.zero)


def _degree(known: Known) -> int:
    return max((sum(powers) for powers in known.polynomial.monoms()), default=0)


def _monomials(room: Sequence[int], degree: int) -> Iterator[tuple[int, ...]]:
    if not room:
        yield ()
        return
    for power in range(min(room[0], degree) + 1):
        for rest in _monomials(room[1:], degree - power):
            yield (power, *rest)


def _contradiction(ring: PolyRing, columns: Sequence[Known]) -> bool:
    """Do some of the columns add up to 0, with nonnegative coefficients and a positive one before a positive column?"""
    monomials = list(dict.fromkeys(m for column in columns for m in column.polynomial.monoms()))
    row = {monomial: k for k, monomial in enumerate(monomials)}
    if any(abs(x) > LARGE for column in columns for x in column.polynomial.coeffs()):
        return False
    entries = [(row[m], k, float(x)) for k, c in enumerate(columns) for m, x in c.polynomial.terms()]
    strict = [k for k, c in enumerate(columns) if c.strict and not c.zero]
    entries += [(len(monomials), k, 1.0) for k in strict]  # the coefficients before positive columns add up to 1
    rows, places, values = (np.array(x) for x in zip(*entries, strict=True))
    shape = (len(monomials) + 1, len(columns))
    found = linprog(
        np.array([0.0 if c.zero else 1.0 for c in columns]),
        A_eq=matrices.csr_matrix((values, (rows, places)), shape=shape),
        b_eq=np.concatenate([np.zeros(len(monomials)), [1.0]]),
        bounds=[(None, None) if c.zero else (0, None) for c in columns],
        method="highs",
    )
    if found.status != 0:
        return False
    support = [c for c, x in zip(columns, found.x, strict=True) if abs(x) > TINY]
    return _exactly(ring, support)


def _exactly(ring: PolyRing, support: Sequence[Known]) -> bool:
    """Solve for the coefficients in rationals, and check the identity and their signs."""
    if not support:
        return False
    monomials = list(dict.fromkeys(m for column in support for m in column.polynomial.monoms()))
    table = [[c.polynomial.get(m, QQ(0)) for c in support] + [QQ(0)] for m in monomials]
    table.append([QQ(int(c.strict and not c.zero)) for c in support] + [QQ(1)])
    reduced, pivots = DomainMatrix(table, (len(table), len(support) + 1), QQ).rref()
    if len(support) in pivots:
        return False
    entries = reduced.to_Matrix()
    coefficients = [QQ(0)] * len(support)
    for k, pivot in enumerate(pivots):
        coefficients[pivot] = QQ.from_sympy(entries[k, len(support)])
    total = sum((c.polynomial * x for c, x in zip(support, coefficients, strict=True)), ring.zero)
    signs = all(x >= 0 or c.zero for c, x in zip(support, coefficients, strict=True))
    return total == 0 and signs and any(x > 0 and c.strict and not c.zero for c, x in zip(support, coefficients, strict=True))
