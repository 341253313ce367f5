"""Eigenvalue by eigenvalue (scan_snap, Appendix D.5): E = UᵀDU, so every entry of E and E′ is a sum over eigenvalues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from theorems.kernel.scripts import Script, by, calc, each, have
from theorems.scan_snap.entries import equal, exchanged, instances, last_factor, linear, multiple, terms, termwise
from theorems.scan_snap.overlaps import (
    E_TIMES_CORRECTED,
    GRAM,
    OF_ANY_ENTRY,
    OFF_DIAGONAL,
    SUMMED,
    classes,
    corrected,
    entry,
    excess,
    i,
    in_every_entry,
    j,
    k,
    lam,
    m,
    n,
    u,
    v,
    with_product,
)
from theorems.scan_snap.words import *
from theorems.textbook import *

lambda1 = abs(lam[1])
OF_U = Sum(SUMMED, classes, u[SUMMED, k] * excess[SUMMED, j]) == lam[k] * u[j, k]
ROWS_OF_U = Sum(SUMMED, classes, u[i, SUMMED] * u[j, SUMMED]) == Indicator(i == j)
SPECTRUM = Definition(
    "E = UDUᵀ, U orthogonal, λ₁ of the largest magnitude",
    (i, j, k, SUMMED),
    OF_U & ROWS_OF_U & (Sum(SUMMED, classes, u[SUMMED, k] ** 2) == 1) & (abs(lam[k]) <= lambda1),
    of=OF_ANY_ENTRY,
    at=((i, j, n, Symbol("k", "variable")),),
    names=(lam[k], u[i, k]),
    exists="the spectral theorem for symmetric matrices",
)
EIGENVECTORS = Definition(
    "the columns of U are eigenvectors of E",
    (k, j, SUMMED),
    OF_U,
    of=OF_ANY_ENTRY,
    at=((n, j, Symbol("k", "variable")),),
    shown=lambda: by(SPECTRUM(j, j, k, SUMMED)),
)
ORTHOGONAL = Definition(
    "U is orthogonal",
    (i, j, SUMMED),
    ROWS_OF_U,
    of=OF_ANY_ENTRY,
    at=((i, j, Symbol("k", "variable")),),
    shown=lambda: by(SPECTRUM(i, j, i, SUMMED)),
)
ROW = Definition(
    "the rows of U have length 1",
    (i, SUMMED),
    Sum(SUMMED, classes, u[i, SUMMED] ** 2) == 1,
    shown=lambda: termwise(
        equal(Sum(SUMMED, classes, u[i, SUMMED] ** 2), Sum(SUMMED, classes, u[i, SUMMED] * u[i, SUMMED])),
        by(),
        then=by(ORTHOGONAL(i, i, SUMMED), INDICATOR_HOLDS(i == i)),
    ),
    of=OF_ANY_ENTRY,
    at=((i, SUMMED),),
)
FIRST = Definition(
    "λ₁ has the largest magnitude",
    (k,),
    abs(lam[k]) <= lambda1,
    of=OF_ANY_ENTRY,
    at=((n,),),
    shown=lambda: by(SPECTRUM(k, k, k, SUMMED)),
)
Weight = Callable[[Expr], Expr]


def of_eigenvalues(weight: Weight, row: Expr = i, column: Expr = j) -> Expr:
    """Σ_k w_k u_ik u_jk."""
    return Sum(k, classes, weight(k) * (u[row, k] * u[column, k]))


def turned(matrix: Symbol) -> Expr:
    """Entry (k, j) of Uᵀ times a matrix."""
    return Sum(m, classes, u[m, k] * matrix[m, j])


def entries_of(matrix: Symbol, weight: Weight) -> ForAll:
    return in_every_entry(matrix[i, j] == of_eigenvalues(weight))


def with_entries(matrix: Symbol, weight: Weight, rows: Claim, then: Script, *reasons: Reason) -> Script:
    """First A_ij = Σ_k w_k u_ik u_jk, because (UᵀA)_kj = w_k u_jk, which is ``rows``; ``reasons``: why w_k has a value."""
    both = Sum(k, classes, u[i, k] * Sum(m, classes, matrix[m, j] * u[m, k]))
    other = Sum(m, classes, matrix[m, j] * Sum(k, classes, u[i, k] * u[m, k]))
    picked = Sum(m, classes, Indicator(m == i) * matrix[m, j])
    show = termwise(
        equal(both, of_eigenvalues(weight)),
        each(termwise(equal(last_factor(both), turned(matrix)), by(), then=by(*instances(rows, k, j), *reasons))),
        then=termwise(
            equal(other, picked),
            by(ORTHOGONAL(i, m, k), INDICATOR_OF_EQUALITY(i, m)),
            then=by(exchanged(both), SUM_PICKS(lambda m: matrix[m, j], m, classes, i)),
        ),
    )
    return have(entries_of(matrix, weight), each(show), then)


def eigenvalue(k: Expr) -> Expr:
    return lam[k]


def shrunk(k: Expr) -> Expr:
    """λ_k′ of Lemma 14."""
    return lam[k] / (1 + lam[k])


def lost(k: Expr) -> Expr:
    """λ_k - λ_k′."""
    return lam[k] ** 2 / (1 + lam[k])


OWN_ROWS, CORRECTED_ROWS = (
    ForAll(k, classes, ForAll(j, classes, turned(matrix) == weight(k) * u[j, k]))
    for matrix, weight in ((excess, eigenvalue), (corrected, shrunk))
)
E_ENTRIES, CORRECTED_ENTRIES = entries_of(excess, eigenvalue), entries_of(corrected, shrunk)
ABOVE_MINUS_ONE = ForAll(k, classes, 1 + lam[k] > 0)
REGULAR = tuple(instances(ABOVE_MINUS_ONE, k))
DEFINITE = Definition(
    "with positive pivots FᵀF is positive definite: so are its eigenvalues",
    (k,),
    1 + lam[k] > 0,
    (GRAM.claim,),
    of=OF_ANY_ENTRY,
    at=((n,),),
    shown=script_in("scan_snap.directions", "DEFINITE"),
)
WITHIN_ONE = (FIRST(k), ABS_ABOVE(lam[k]))  # why 1 + λ_k > 0 where |λ₁| < 1


def of_E(then: Script) -> Script:
    """First E_ij = Σ_k λ_k u_ik u_jk."""
    return have(OWN_ROWS, each(by(EIGENVECTORS(k, j, m))), with_entries(excess, eigenvalue, OWN_ROWS, then))


def of_corrected(then: Script, regular: Sequence[Reason] = WITHIN_ONE) -> Script:
    """First E′_ij = Σ_k λ_k/(1+λ_k) u_ik u_jk: UᵀEE′ = Uᵀ(E - E′) is DUᵀE′ = DUᵀ - UᵀE′. ``regular``: why 1 + λ_k > 0."""
    both = Sum(i, classes, u[i, k] * Sum(m, classes, corrected[m, j] * excess[i, m]))
    other = Sum(m, classes, corrected[m, j] * Sum(i, classes, u[i, k] * excess[i, m]))
    own, of_product = Sum(i, classes, u[i, k] * excess[i, j]), Sum(m, classes, excess[i, m] * corrected[m, j])
    left = Sum(i, classes, u[i, k] * corrected[i, j])
    show = termwise(
        linear(both, 1, own, -1, left),
        each(
            termwise(
                equal(last_factor(both), of_product),
                by(),
                then=by(*entry(E_TIMES_CORRECTED, i, j), SUM_RENAMED(terms(of_product), m, k, classes)),
            )
        ),
        then=termwise(
            multiple(other, lam[k], turned(corrected)),
            by(EIGENVECTORS(k, m, i)),
            then=by(
                exchanged(both),
                EIGENVECTORS(k, j, i),
                SUM_RENAMED(terms(left), i, m, classes),
                *REGULAR,
            ),
        ),
    )
    rows = have(CORRECTED_ROWS, each(show), with_entries(corrected, shrunk, CORRECTED_ROWS, then, *REGULAR))
    return have(ABOVE_MINUS_ONE, by(*regular), with_product(rows))


def within(weight: Weight, bound: Expr, row: Expr, column: Expr) -> Fact:
    """|Σ_k w_k u_ik u_jk| ≤ a Σ_k (u_ik² + u_jk²)/2 where -a ≤ w_k ≤ a."""
    return WEIGHTED_PRODUCTS(weight, lambda k: u[row, k], lambda k: u[column, k], k, classes, bound)


LOST_BOUND = lambda1**2 / (1 - lambda1)
LOST_IS_SMALL = ForAll(k, classes, (-LOST_BOUND <= lost(k)) & (lost(k) <= LOST_BOUND))
LOST_ENTRIES = in_every_entry(excess[i, j] - corrected[i, j] == of_eigenvalues(lost))


def with_lost(then: Script, regular: Sequence[Reason] = WITHIN_ONE) -> Script:
    """First E - E′ has the eigenvalues λ²/(1+λ), entry by entry."""
    own, kept = of_eigenvalues(eigenvalue), of_eigenvalues(shrunk)
    entries = termwise(
        linear(of_eigenvalues(lost), 1, own, -1, kept),
        by(*REGULAR),
        then=by(*entry(E_ENTRIES, i, j), *entry(CORRECTED_ENTRIES, i, j)),
    )
    return of_E(of_corrected(have(LOST_ENTRIES, each(entries), then), regular))


def with_bound_of_lost(then: Script) -> Script:
    """First |λ²/(1+λ)| ≤ λ₁²/(1-|λ₁|), whatever the sign of λ."""
    below = calc(lost(k)).le(lambda1**2 / (1 + lam[k]), FIRST(k), ABS_ABOVE(lam[k])).le(LOST_BOUND, FIRST(k), ABS_ABOVE(lam[k]))
    above = calc(-LOST_BOUND).le(0, SQUARE(lambda1)).le(lost(k), SQUARE(lam[k]), *REGULAR)
    return have(LOST_IS_SMALL, each(above, below), then)


DIAGONAL = ForAll(i, classes, ForAll(m, classes, excess[m, i] ** 2 <= -corrected[i, i]))


def with_diagonal(then: Script, regular: Sequence[Reason] = WITHIN_ONE) -> Script:
    """First -E′_ii ≥ E_mi²: with s = E_mi it is Σ_k ((1+λ_k) s u_mk - λ_k u_ik)²/(1+λ_k) = s² - 2s E_mi - E′_ii."""
    s = excess[m, i]
    lengths, own, both, kept = (
        Sum(k, classes, u[m, k] ** 2),
        *(of_eigenvalues(w, a, b) for w, a, b in ((eigenvalue, m, m), (eigenvalue, m, i), (lost, i, i))),
    )
    last = Sum(k, classes, -2 * s * (lam[k] * (u[m, k] * u[i, k])) + lost(k) * (u[i, k] * u[i, k]))
    rest = Sum(k, classes, s**2 * (lam[k] * (u[m, k] * u[m, k])) + last.body)
    squares = Sum(k, classes, ((1 + lam[k]) * s * u[m, k] - lam[k] * u[i, k]) ** 2 / (1 + lam[k]))
    values = (
        *entry(E_ENTRIES, m, m),
        *entry(E_ENTRIES, m, i)[1:],
        *entry(LOST_ENTRIES, i, i),
        OFF_DIAGONAL(i),
        OFF_DIAGONAL(m),
    )
    show = termwise(
        linear(squares, s**2, lengths, 1, rest),
        by(*REGULAR),
        then=termwise(
            linear(rest, s**2, own, 1, last),
            by(*REGULAR),
            then=termwise(
                linear(last, -2 * s, both, 1, kept),
                by(*REGULAR),
                then=termwise(
                    SUM_NONNEGATIVE(terms(squares), k, classes),
                    by(*REGULAR, SQUARE((1 + lam[k]) * s * u[m, k] - lam[k] * u[i, k])),
                    then=by(*values, ROW(m, k)),
                ),
            ),
        ),
    )
    return with_lost(have(DIAGONAL, each(show), then), regular)


def eigenvectors_of_corrected(eigenvalue: Weight, of: Computed) -> Definition:
    return Definition(
        "the eigenvalues of E′, each with an eigenvector of length 1",
        (i, n, SUMMED),
        (Sum(SUMMED, classes, corrected[i, SUMMED] * v[SUMMED, n]) == eigenvalue(n) * v[i, n])
        & (Sum(SUMMED, classes, v[SUMMED, n] ** 2) == 1),
        of=replace(of, indices=OF_ANY_ENTRY.indices),
        at=((i, n, SUMMED),),
        names=(eigenvalue(n), v[i, n]),
        exists="the spectral theorem for symmetric matrices",
    )


SHRUNK_BOUND = lambda1 / (1 - lambda1)
SHRUNK_IS_SMALL = ForAll(k, classes, (-SHRUNK_BOUND <= shrunk(k)) & (shrunk(k) <= SHRUNK_BOUND))


def with_bound_of_shrunk(then: Script) -> Script:
    """First |λ/(1+λ)| ≤ |λ₁|/(1-|λ₁|), whatever the sign of λ."""
    size, above, first = abs(lam[k]), ABS_ABOVE(lam[k]), FIRST(k)
    high = (
        calc(shrunk(k)).le(size / (1 + lam[k]), *REGULAR, above).le(size / (1 - lambda1), above, first).le(SHRUNK_BOUND, first)
    )
    low = (
        calc(-SHRUNK_BOUND)
        .le(-(size / (1 - lambda1)), first)
        .le(-(size / (1 + lam[k])), above, first)
        .le(shrunk(k), *REGULAR, above)
    )
    return have(SHRUNK_IS_SMALL, each(low, high), then)


def with_eigenvalues(eigenvalue: Weight, defined: Definition, then: Script) -> Script:
    """First |λ(E′)| ≤ |λ₁|/(1-|λ₁|): an eigenvector v of E′ has v = Σ_k c_k u_k, and λ(E′) = Σ_k λ_k/(1+λ_k) c_k²."""

    def c(k: Expr) -> Expr:
        return Sum(m, classes, v[m, n] * u[m, k])

    through = Sum(k, classes, u[i, k] * c(k))
    back_at_v = Sum(m, classes, v[m, n] * Sum(k, classes, u[i, k] * u[m, k]))
    recovered = ForAll(i, classes, through == v[i, n])
    recovering = termwise(
        equal(back_at_v, Sum(m, classes, Indicator(m == i) * v[m, n])),
        by(ORTHOGONAL(i, m, k), INDICATOR_OF_EQUALITY(i, m)),
        then=by(exchanged(through), SUM_PICKS(lambda m: v[m, n], m, classes, i)),
    )
    length, twice = Sum(k, classes, c(k) ** 2), Sum(k, classes, c(k) * Sum(i, classes, v[i, n] * u[i, k]))
    own = Sum(i, classes, v[i, n] * Sum(k, classes, c(k) * u[i, k]))
    measuring = termwise(
        equal(length, twice),
        by(SUM_RENAMED(lambda m: v[m, n] * u[m, k], m, i, classes)),
        then=termwise(
            equal(own, Sum(i, classes, v[i, n] ** 2)),
            each(termwise(equal(last_factor(own), through), by(), then=by(*instances(recovered, i)))),
            then=by(exchanged(twice), defined(n, n, i)),
        ),
    )
    both = Sum(i, classes, u[i, k] * Sum(j, classes, v[j, n] * corrected[i, j]))
    other = Sum(j, classes, v[j, n] * Sum(i, classes, u[i, k] * corrected[i, j]))
    of_v, rows, columns = (Sum(j, classes, corrected[i, j] * v[j, n]), *(Sum(x, classes, v[x, n] * u[x, k]) for x in (i, j)))
    same = ForAll(k, classes, eigenvalue(n) * c(k) == shrunk(k) * c(k))
    comparing = termwise(
        multiple(both, eigenvalue(n), rows),
        each(termwise(equal(last_factor(both), of_v), by(), then=by(defined(i, n, j)))),
        then=termwise(
            multiple(other, shrunk(k), columns),
            by(*instances(CORRECTED_ROWS, k, j), SUM_RENAMED(lambda i: u[i, k] * corrected[i, j], i, m, classes), *REGULAR),
            *REGULAR,
            then=by(exchanged(both), *REGULAR, *(SUM_RENAMED(terms(at), at.variable, m, classes) for at in (rows, columns))),
        ),
    )
    quotient = Sum(k, classes, shrunk(k) * (c(k) * c(k)))
    bounded = termwise(
        multiple(quotient, eigenvalue(n), length),
        by(*instances(same, k), *REGULAR),
        then=termwise(
            WEIGHTED_PRODUCTS(shrunk, c, c, k, classes, SHRUNK_BOUND),
            by(*instances(SHRUNK_IS_SMALL, k)),
            then=by(ABS_BELOW(eigenvalue(n), SHRUNK_BOUND)),
        ),
    )
    small = have(recovered, each(recovering), have(length == 1, measuring, have(same, each(comparing), bounded)))
    each_one, of_i = (ForAll(x, classes, abs(eigenvalue(x)) <= SHRUNK_BOUND) for x in (n, i))
    return have(each_one, each(small), have(of_i, each(by(*instances(each_one, i))), then))
