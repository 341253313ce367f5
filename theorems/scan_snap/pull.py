"""Why ξ_n > 0 at equal counts (scan_snap, Theorem 1 a): classes that overlap another, where |λ₁| < 1/K.

With q_0 < 0 < q_1: ξ_n/γ = (q_1 - q_0)(-E′_nn) - q_0 Σ_j E_nj s_j for s = (I+E)⁻¹1, and s ≥ 0 because rows of E add up to
less than 1.
"""

from __future__ import annotations

from theorems.kernel.facts import Definition
from theorems.kernel.scripts import Script, by, calc, cases, each, have
from theorems.scan_snap.classes import (
    CLASS_WORDS,
    CLOCK,
    EQUAL_COUNTS,
    XI,
    K,
    beta,
    classes,
    equally_often,
    f,
    k,
    n,
    np,
    others,
    q0,
    q1,
    xi,
)
from theorems.scan_snap.entries import equal, instances, linear, multiple, terms, termwise
from theorems.scan_snap.language import *
from theorems.scan_snap.overlaps import (
    CORRECTED,
    COUNT,
    E_TIMES_CORRECTED,
    GRAM_MATRIX,
    INVERSE,
    OFF_DIAGONAL,
    OVERLAP,
    STRONG,
    SUMMED,
    M,
    back,
    corrected,
    entry,
    excess,
    gram,
    i,
    j,
    lam,
    m,
    u,
)
from theorems.scan_snap.spectrum import (
    DIAGONAL,
    E_ENTRIES,
    FIRST,
    LOST_ENTRIES,
    REGULAR,
    ROW,
    eigenvalue,
    lambda1,
    lost,
    of_eigenvalues,
    with_diagonal,
    within,
)
from theorems.textbook.elementary import (
    ABS_ABOVE,
    ABS_NONNEGATIVE,
    ABS_SQUARED,
    SQUARE,
)
from theorems.textbook.sums import (
    INDICATOR_FAILS,
    INDICATOR_OF_EQUALITY,
    LARGEST_ABOVE,
    LARGEST_BELOW,
    LEFT_OUT,
    SMALLEST_ABOVE,
    SMALLEST_BELOW,
    SUM_BELOW_COUNT,
    SUM_NONNEGATIVE,
    SUM_ORDER,
    SUM_PICKS,
    SUM_RENAMED,
    SUM_SWAP,
    SUM_WITHOUT,
)

A_CLASS = expr(0)
NONNEGATIVE = Definition(
    "attention is not negative", (i, j), excess[i, j] >= 0, of=CLASS_WORDS, at=((expr(0), expr(1)), (expr(1), expr(1)))
)
QS = Definition("q_1 and q_0", (), (q1 == M / (M - 1)) & (q0 == -M / (M - 1) ** 2), of=CLASS_WORDS, at=((),))
BETA = Definition(
    "β_nn′ is minus the coefficient of f_n′ in F(I+E)⁻¹(q_0,…,q_1,…,q_0)ᵀ",
    (n, np, SUMMED),
    beta[n, np] == -Sum(SUMMED, classes, back[np, SUMMED] * (q0 + (q1 - q0) * Indicator(SUMMED == n))),
    (EQUAL_COUNTS.claim,),
    of=equally_often(CLASS_WORDS),
    at=((expr(0), expr(1), k), (expr(1), expr(0), k)),
)


def row_of(class_: Expr) -> Expr:
    """An entry of (I+E)⁻¹1."""
    return Sum(k, classes, back[class_, k])


def overlaps_of(class_: Expr) -> Expr:
    return Sum(j, classes, excess[class_, j])


def spread(class_: Expr) -> Expr:
    """An entry of E(I+E)⁻¹1."""
    return Sum(j, classes, excess[class_, j] * row_of(j))


most, least = Largest(m, classes, row_of(m)), Smallest(m, classes, row_of(m))
rho = K * lambda1
BOUNDED = ForAll(i, classes, ForAll(j, classes, excess[i, j] <= lambda1))
FEW = ForAll(i, classes, (overlaps_of(i) >= 0) & (overlaps_of(i) <= K * lambda1))
SPLIT = ForAll(i, classes, row_of(i) == 1 - spread(i))
NOT_NEGATIVE = ForAll(j, classes, row_of(j) >= 0)


def with_few_overlaps(then: Script) -> Script:
    """First that a row of E adds up to at most K |λ₁|."""
    bounded = termwise(
        within(eigenvalue, lambda1, i, j),
        by(FIRST(k), ABS_ABOVE(lam[k])),
        then=by(*entry(E_ENTRIES, i, j), ROW(i, k), ROW(j, k)),
    )
    few = each(
        termwise(SUM_NONNEGATIVE(terms(overlaps_of(i)), j, classes), by(NONNEGATIVE(i, j))),
        termwise(SUM_BELOW_COUNT(terms(overlaps_of(i)), lambda1, j, classes), by(*instances(BOUNDED, i, j)), then=by(COUNT(j))),
    )
    return have(BOUNDED, each(bounded), have(FEW, few, then))


def with_rows(then: Script) -> Script:
    """First (I+E)⁻¹1 = s ≥ 0: from s = 1 - E s, the least s is at least 1 - K|λ₁| (1 - K|λ₁| min s) where it is negative."""
    both = Sum(j, classes, Sum(k, classes, gram[i, j] * back[j, k]))
    rows = Sum(j, classes, gram[i, j] * row_of(j))
    ones, own = Sum(k, classes, Indicator(k == i) * expr(1)), Sum(j, classes, Indicator(j == i) * row_of(j))
    columns = Sum(k, classes, Sum(j, classes, gram[i, j] * back[j, k]))
    split = termwise(
        equal(both, rows),
        each(termwise(multiple(Sum(k, classes, gram[i, j] * back[j, k]), gram[i, j], row_of(j)), by(), then=by())),
        then=termwise(
            equal(columns, ones),
            by(INVERSE(i, k, j), INDICATOR_OF_EQUALITY(i, k)),
            then=termwise(
                linear(rows, 1, own, 1, spread(i)),
                by(GRAM_MATRIX(i, j)),
                then=by(
                    SUM_SWAP(lambda j, k: gram[i, j] * back[j, k], j, classes, k, classes),
                    SUM_PICKS(lambda _: expr(1), k, classes, i),
                    SUM_PICKS(row_of, j, classes, i),
                ),
            ),
        ),
    )
    return have(SPLIT, each(split), _not_negative(then))


def _not_negative(then: Script) -> Script:
    low, high = (Sum(j, classes, excess[m, j] * end) for end in (least, most))
    row = (*instances(SPLIT, m), *instances(FEW, m))

    def above_least(then: Script) -> Script:
        order = SUM_ORDER(terms(low), terms(spread(m)), j, classes)
        below = by(SMALLEST_BELOW(row_of, m, classes, j), NONNEGATIVE(m, j))
        return each(termwise(multiple(low, least, overlaps_of(m)), by(), then=termwise(order, below, then=then)))

    def below_most(then: Script) -> Script:
        order = SUM_ORDER(terms(spread(m)), terms(high), j, classes)
        above = by(LARGEST_ABOVE(row_of, m, classes, j), NONNEGATIVE(m, j))
        return each(termwise(multiple(high, most, overlaps_of(m)), by(), then=termwise(order, above, then=then)))

    up, down, at_start = (
        ForAll(m, classes, r) for r in (row_of(m) <= 1 - least * rho, 1 - most * rho <= row_of(m), expr(0) <= row_of(m))
    )
    contrary = have(
        up,
        above_least(by(*row)),
        have(
            most <= 1 - least * rho,
            by(LARGEST_BELOW(row_of, m, classes, 1 - least * rho, A_CLASS)),
            cases(
                most >= 0,
                have(
                    down,
                    below_most(by(*row)),
                    by(SMALLEST_ABOVE(row_of, m, classes, 1 - most * rho, A_CLASS)),
                ),
                have(
                    at_start,
                    below_most(by(*row)),
                    by(SMALLEST_ABOVE(row_of, m, classes, 0, A_CLASS)),
                ),
            ),
        ),
    )
    return have(
        least >= 0,
        cases(least >= 0, by(), have((rho >= 0) & (rho < 1), by(ABS_NONNEGATIVE(lam[1])), contrary)),
        have(NOT_NEGATIVE, each(by(SMALLEST_BELOW(row_of, m, classes, j))), then),
    )


whole_spread = Sum(np, classes, excess[n, np] * row_of(np))
PULL = ForAll(n, classes, (xi[n] == -q0 * whole_spread + (q1 - q0) * -corrected[n, n]) & (whole_spread >= 0))


def with_pull(then: Script) -> Script:
    """First ξ_n/γ = (q_1 - q_0)(-E′_nn) - q_0 Σ_j E_nj s_j, with the entries s_j ≥ 0 of (I+E)⁻¹1."""
    pull = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
    combined = Sum(k, classes, back[np, k] * (q0 + (q1 - q0) * Indicator(k == n)))
    picked = Sum(k, classes, Indicator(k == n) * back[np, k])
    spread_to, turned_to = (Sum(np, others, excess[n, np] * x) for x in (row_of(np), corrected[np, n]))
    turned_whole = Sum(np, classes, excess[n, np] * corrected[np, n])
    coefficients = each(
        termwise(
            linear(combined, q0, row_of(np), q1 - q0, picked),
            by(),
            then=by(
                BETA(n, np, k),
                SUM_PICKS(lambda k: back[np, k], k, classes, n),
                LEFT_OUT(np, n, classes),
                INDICATOR_FAILS(np, n),
                CORRECTED(np, n),
                OVERLAP(n, np),
                GRAM_MATRIX(n, np),
            ),
        )
    )
    split = linear(pull, -q0, spread_to, q1 - q0, turned_to)
    (asked,) = split.hypotheses
    equation = have(
        asked,
        coefficients,
        by(
            split,
            XI(n),
            CLOCK(),
            SUM_WITHOUT(terms(whole_spread), np, classes, n),
            SUM_WITHOUT(terms(turned_whole), np, classes, n),
            SUM_RENAMED(terms(turned_whole), np, k, classes),
            *entry(E_TIMES_CORRECTED, n, n),
            OFF_DIAGONAL(n),
        ),
    )
    positive = termwise(
        SUM_NONNEGATIVE(terms(whole_spread), np, classes),
        by(NONNEGATIVE(n, np), *instances(NOT_NEGATIVE, np)),
        then=by(),
    )
    return have(lambda1 < 1, by(), with_diagonal(with_few_overlaps(with_rows(have(PULL, each(equation, positive), then)))))


XI_NOT_NEGATIVE, XI_POSITIVE = (ForAll(n, classes, sign) for sign in (xi[n] >= 0, xi[n] > 0))


def with_nonnegative_xi(then: Script) -> Script:
    """First ξ_n ≥ 0 where |λ₁| < 1/K: -E′_nn ≥ E_nn²."""
    shrinks = by(*instances(DIAGONAL, n, n), OFF_DIAGONAL(n))
    at_least = each(have(corrected[n, n] <= 0, shrinks, by(*instances(PULL, n), QS())))
    return with_pull(have(XI_NOT_NEGATIVE, at_least, then))


def with_positive_xi(then: Script) -> Script:
    """First ξ_n > 0 under Assumption 2: -E′_nn = Σ λ_k²/(1+λ_k) u_nk², and no λ_k is 0."""
    enough, lengths = Sum(k, classes, 18 / M * u[n, k] ** 2), Sum(k, classes, u[n, k] ** 2)
    kept = of_eigenvalues(lost, n, n)
    LOST_ENOUGH = ForAll(k, classes, lost(k) >= 18 / M)
    size, smallest = abs(lam[k]), 6 / sqrt(M)
    no_zero = (
        calc(lost(k))
        .ge(size**2 / 2, ABS_SQUARED(lam[k]), ABS_ABOVE(lam[k]), FIRST(k))
        .ge(smallest**2 / 2, *instances(STRONG.claim, k))
        .ge(18 / M)
    )
    positive = termwise(
        multiple(enough, 18 / M, lengths),
        by(),
        then=termwise(
            SUM_ORDER(terms(enough), terms(kept), k, classes),
            by(*REGULAR, *instances(LOST_ENOUGH, k), SQUARE(u[n, k])),
            then=by(*entry(LOST_ENTRIES, n, n), OFF_DIAGONAL(n), ROW(n, k), *instances(PULL, n), QS()),
        ),
    )
    return with_pull(have(LOST_ENOUGH, each(no_zero), have(XI_POSITIVE, each(positive), then)))
