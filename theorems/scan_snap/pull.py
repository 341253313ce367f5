"""Why ξ_n > 0 at equal counts (scan_snap, Theorem 1 a): classes that overlap another, where |λ₁| < 1/K.

With q_0 < 0 < q_1: ξ_n/γ = (q_1 - q_0)(-E′_nn) - q_0 Σ_j E_nj s_j for s = (I+E)⁻¹1, and s ≥ 0 because rows of E add up to
less than 1.
"""

from theorems.scan_snap.language import *

A_CLASS = expr(0)
NONNEGATIVE = Definition(
    "attention is not negative",
    (i, j),
    excess[i, j] >= 0,
    of=CLASS_WORDS,
    at=((expr(0), expr(1)), (expr(1), expr(1))),
    shown=script_in("scan_snap.directions", "NOT_NEGATIVE"),
)
QS = Definition("q_1 and q_0", (), (q1 == M / (M - 1)) & (q0 == -M / (M - 1) ** 2), of=CLASS_WORDS)
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


@auxiliary(FEW)
def few_overlaps() -> None:
    """A row of E adds up to at most K |λ₁|."""
    with proving(BOUNDED):
        first = FIRST(k), ABS_ABOVE(lam[k])
        hence(within(eigenvalue, lambda1, i, j), *first, *instances(E_ENTRIES, i, j), ROW(i, k), ROW(j, k))
    overlaps = terms(overlaps_of(i)), j, classes
    hence(SUM_NONNEGATIVE(*overlaps), NONNEGATIVE(i, j), SUM_BELOW_COUNT(overlaps[0], lambda1, j, classes), COUNT_OF_CLASSES(j))


@auxiliary(SPLIT)
def split() -> None:
    """s = 1 - E s, from (I+E)(I+E)⁻¹ = I."""
    both = Sum(j, classes, Sum(k, classes, gram[i, j] * back[j, k]))
    rows = Sum(j, classes, gram[i, j] * row_of(j))
    ones, own = Sum(k, classes, Indicator(k == i) * expr(1)), Sum(j, classes, Indicator(j == i) * row_of(j))
    columns = Sum(k, classes, Sum(j, classes, gram[i, j] * back[j, k]))
    with proving(ForAll(j, classes, both.body == rows.body)):
        hence(multiple(Sum(k, classes, gram[i, j] * back[j, k]), gram[i, j], row_of(j)))
    have(both == rows, equal(both, rows))
    have(columns == ones, equal(columns, ones), INVERSE(i, k, j), INDICATOR_OF_EQUALITY(i, k))
    have(both == columns, SUM_SWAP(lambda j, k: gram[i, j] * back[j, k], j, classes, k, classes))
    have(rows == own + spread(i), linear(rows, 1, own, 1, spread(i)), GRAM_MATRIX(i, j))
    hence(SUM_PICKS(lambda _: expr(1), k, classes, i), SUM_PICKS(row_of, j, classes, i))


@auxiliary(NOT_NEGATIVE)
def no_row_is_negative() -> None:
    """(I+E)⁻¹1 = s ≥ 0: the least s is at least 1 - K|λ₁| (1 - K|λ₁| min s) where it is negative."""
    obtain(few_overlaps, split)
    low, high = (Sum(j, classes, excess[m, j] * end) for end in (least, most))

    def below_most() -> None:
        have(high == most * overlaps_of(m), multiple(high, most, overlaps_of(m)))
        above = LARGEST_ABOVE(row_of, m, classes, j), NONNEGATIVE(m, j)
        have(spread(m) <= high, SUM_ORDER(terms(spread(m)), terms(high), j, classes), *above)
        hence(SPLIT, FEW)

    with suppose_not(least >= 0):
        have((rho >= 0) & (rho < 1), ABS_NONNEGATIVE(lam[1]))
        with proving(ForAll(m, classes, row_of(m) <= 1 - least * rho)):
            have(low == least * overlaps_of(m), multiple(low, least, overlaps_of(m)))
            below = SMALLEST_BELOW(row_of, m, classes, j), NONNEGATIVE(m, j)
            have(low <= spread(m), SUM_ORDER(terms(low), terms(spread(m)), j, classes), *below)
            hence(SPLIT, FEW)
        have(most <= 1 - least * rho, LARGEST_BELOW(row_of, m, classes, 1 - least * rho, A_CLASS))
        with case(most >= 0):
            with proving(ForAll(m, classes, 1 - most * rho <= row_of(m))):
                below_most()
            hence(SMALLEST_ABOVE(row_of, m, classes, 1 - most * rho, A_CLASS))
        with otherwise():
            with proving(ForAll(m, classes, expr(0) <= row_of(m))):
                below_most()
            hence(SMALLEST_ABOVE(row_of, m, classes, 0, A_CLASS))
    hence(SMALLEST_BELOW(row_of, m, classes, j))


whole_spread = Sum(np, classes, excess[n, np] * row_of(np))
PULL = ForAll(n, classes, (xi[n] == -q0 * whole_spread + (q1 - q0) * -corrected[n, n]) & (whole_spread >= 0))


@auxiliary(PULL)
def pull() -> None:
    """ξ_n/γ = (q_1 - q_0)(-E′_nn) - q_0 Σ_j E_nj s_j, with the entries s_j ≥ 0 of (I+E)⁻¹1; E E′ = E - E′ is known."""
    obtain(no_row_is_negative)
    pulled = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
    combined = Sum(k, classes, back[np, k] * (q0 + (q1 - q0) * Indicator(k == n)))
    picked = Sum(k, classes, Indicator(k == n) * back[np, k])
    spread_to, turned_to = (Sum(np, others, excess[n, np] * x) for x in (row_of(np), corrected[np, n]))
    turned_whole = Sum(np, classes, excess[n, np] * corrected[np, n])
    parted = linear(pulled, -q0, spread_to, q1 - q0, turned_to)
    with proving(*parted.hypotheses):
        have(combined == q0 * row_of(np) + (q1 - q0) * picked, linear(combined, q0, row_of(np), q1 - q0, picked))
        have(picked == back[np, n], SUM_PICKS(lambda k: back[np, k], k, classes, n))
        have(back[np, n] == -corrected[np, n], CORRECTED(np, n), LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n))
        hence(BETA(n, np, k), OVERLAP(n, np), GRAM_MATRIX(n, np), LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n))
    have(pulled == -q0 * spread_to + (q1 - q0) * turned_to, parted)
    have(whole_spread == spread_to, SUM_WITHOUT(terms(whole_spread), np, classes, n), OFF_DIAGONAL(n))
    have(turned_whole == turned_to, SUM_WITHOUT(terms(turned_whole), np, classes, n), OFF_DIAGONAL(n))
    have(turned_whole == -corrected[n, n], SUM_RENAMED(terms(turned_whole), np, k, classes), E_TIMES_CORRECTED, OFF_DIAGONAL(n))
    have(whole_spread >= 0, SUM_NONNEGATIVE(terms(whole_spread), np, classes), NONNEGATIVE(n, np), NOT_NEGATIVE)
    hence(XI(n), CLOCK())


XI_POSITIVE = ForAll(n, classes, xi[n] > 0)


ENOUGH = ForAll(n, classes, -corrected[n, n] >= 18 / M)


@auxiliary(ENOUGH)
def enough_lost() -> None:
    """-E′_nn = Σ λ_k²/(1+λ_k) u_nk², and no λ_k is less than 6/√M."""
    enough, lengths = Sum(k, classes, 18 / M * u[n, k] ** 2), Sum(k, classes, u[n, k] ** 2)
    kept, size, smallest = of_eigenvalues(lost, n, n), abs(lam[k]), 6 / sqrt(M)
    with proving(ForAll(k, classes, lost(k) >= 18 / M)):
        (
            calc(lost(k))
            .ge(size**2 / 2, ABS_SQUARED(lam[k]), ABS_ABOVE(lam[k]), FIRST(k))
            .ge(smallest**2 / 2, STRONG.claim)
            .ge(18 / M)
        )
    have(enough == 18 / M * lengths, multiple(enough, 18 / M, lengths))
    have(enough <= kept, SUM_ORDER(terms(enough), terms(kept), k, classes), SQUARE(u[n, k]))
    hence(LOST_ENTRIES, OFF_DIAGONAL(n), ROW(n, k))
