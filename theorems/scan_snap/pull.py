"""Why ξ_n > 0 (scan_snap, Theorem 1 a): classes that overlap another, all |θ_n| ≤ 1/5.

With q_0 < 0 < q_1: ξ_n/γ = q_1(1+θ_n)(-E′_nn) - q_0 Σ_{k≠n} (1+θ_k)E′_kn. Under Assumption 2 the first summand is more than
14/M, the second at least -(6/5)M/(M-1)². At equal counts |λ₁| < 1/K is enough: Σ_k E′_kn = Σ_j E_nj s_j for s = (I+E)⁻¹1, and
s ≥ 0 because rows of E add up to less than 1.
"""

from theorems.scan_snap.gradient_bounds import columns_are_small, many_tokens, overlaps_are_small, rest_of_iota, weighted
from theorems.scan_snap.language import *
from theorems.textbook import *

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
    "β_nn′ is minus the coefficient of f_n′ in F(I+E)⁻¹(I+Θ)(q_0,…,q_1,…,q_0)ᵀ",
    (n, np, SUMMED),
    beta[n, np] == -Sum(SUMMED, classes, back[np, SUMMED] * ((1 + theta[SUMMED]) * (q0 + (q1 - q0) * Indicator(SUMMED == n)))),
    of=CLASS_WORDS,
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
FEW = ForAll(i, classes, (overlaps_of(i) >= 0) & (overlaps_of(i) <= K * lambda1))
SPLIT = ForAll(i, classes, row_of(i) == 1 - spread(i))
NOT_NEGATIVE = ForAll(j, classes, row_of(j) >= 0)


@auxiliary(FEW)
def few_overlaps() -> None:
    """A row of E adds up to at most K |λ₁|."""
    obtain(overlaps_are_small)
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


PULL = ForAll(n, classes, xi[n] == q1 * (1 + theta[n]) * -corrected[n, n] - q0 * weighted(n, others))


def turned(class_: Expr) -> Expr:
    """An entry of (I+E)⁻¹(1+θ)."""
    return Sum(k, classes, (1 + theta[k]) * back[class_, k])


@auxiliary(PULL)
def pull() -> None:
    """E(I+E)⁻¹ = E′ and E E′ = E - E′, entry by entry."""
    obtain(corrected_is_symmetric)
    pulled = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
    combined = Sum(k, classes, back[np, k] * ((1 + theta[k]) * (q0 + (q1 - q0) * Indicator(k == n))))
    picked = Sum(k, classes, Indicator(k == n) * ((1 + theta[k]) * back[np, k]))
    to_others, across = (Sum(np, others, excess[n, np] * x) for x in (turned(np), corrected[np, n]))
    whole, whole_across = (Sum(np, classes, excess[n, np] * x) for x in (turned(np), corrected[np, n]))
    by_class = Sum(k, classes, (1 + theta[k]) * Sum(np, classes, excess[n, np] * back[np, k]))
    parted = linear(pulled, -q0, to_others, (q1 - q0) * (1 + theta[n]), across)
    with proving(*parted.hypotheses):
        have(combined == q0 * turned(np) + (q1 - q0) * picked, linear(combined, q0, turned(np), q1 - q0, picked))
        have(picked == (1 + theta[n]) * back[np, n], SUM_PICKS(lambda k: (1 + theta[k]) * back[np, k], k, classes, n))
        have(back[np, n] == -corrected[np, n], CORRECTED(np, n), LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n))
        hence(BETA(n, np, k), OVERLAP(n, np), GRAM_MATRIX(n, np), LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n))
    have(pulled == -q0 * to_others + (q1 - q0) * (1 + theta[n]) * across, parted)
    with proving(ForAll(j, classes, Sum(m, classes, excess[n, m] * corrected[m, j]) == excess[n, j] - corrected[n, j])):
        hence(E_TIMES_CORRECTED, SUM_RENAMED(lambda k: excess[n, k] * corrected[k, j], k, m, classes))
    with proving(ForAll(k, classes, last_factor(by_class) == corrected[k, n])):
        row, product = (Sum(np, classes, x) for x in (Indicator(np == k) * excess[n, np], excess[n, np] * corrected[np, k]))
        have(last_factor(by_class) == row - product, linear(last_factor(by_class), 1, row, -1, product), CORRECTED(np, k))
        have(row == excess[n, k], SUM_PICKS(lambda np: excess[n, np], np, classes, k))
        have(product == excess[n, k] - corrected[n, k], SUM_RENAMED(terms(product), np, m, classes))
    have(whole == by_class, exchanged(whole))
    have(by_class == weighted(n, classes), equal(by_class, weighted(n, classes)))
    have(weighted(n, classes) == weighted(n, others) + (1 + theta[n]) * corrected[n, n], SUM_WITHOUT)
    have(whole == to_others, SUM_WITHOUT(terms(whole), np, classes, n), OFF_DIAGONAL(n))
    have(whole_across == across, SUM_WITHOUT(terms(whole_across), np, classes, n), OFF_DIAGONAL(n))
    have(whole_across == -corrected[n, n], SUM_RENAMED(terms(whole_across), np, k, classes), E_TIMES_CORRECTED, OFF_DIAGONAL(n))
    hence(XI(n), CLOCK())


@auxiliary(ForAll(n, classes, Sum(k, classes, corrected[k, n]) == 1 - row_of(n)))
def columns_of_corrected() -> None:
    """E′ = I - (I+E)⁻¹ is symmetric."""
    obtain(corrected_is_symmetric)
    column, own = Sum(k, classes, corrected[k, n]), Sum(k, classes, Indicator(k == n) * expr(1))
    with proving(ForAll(k, classes, corrected[k, n] == Indicator(k == n) * expr(1) - back[n, k])):
        hence(CORRECTED(n, k), INDICATOR_OF_EQUALITY(k, n), CORRECTED_IS_SYMMETRIC)
    have(column == own - row_of(n), linear(column, 1, own, -1, row_of(n)))
    have(own == 1, SUM_PICKS(lambda _: expr(1), k, classes, n))


AT_EQUAL_COUNTS = ForAll(n, classes, (xi[n] == -q0 * spread(n) + (q1 - q0) * -corrected[n, n]) & (spread(n) >= 0))


@auxiliary(AT_EQUAL_COUNTS)
def pull_at_equal_counts() -> None:
    """Σ_k E′_kn = 1 - s_n = Σ_j E_nj s_j."""
    obtain(split, no_row_is_negative, columns_of_corrected, pull)
    column, rest = (Sum(k, of, corrected[k, n]) for of in (classes, others))
    have(weighted(n, others) == rest, equal(weighted(n, others), rest))
    have(column == rest + corrected[n, n], SUM_WITHOUT(terms(column), k, classes, n))
    have(spread(n) >= 0, SUM_NONNEGATIVE(terms(spread(n)), j, classes), NONNEGATIVE(n, j), NOT_NEGATIVE)
    hence(PULL, SPLIT)


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


@auxiliary(XI_POSITIVE)
def positive_xi() -> None:
    """-E′_nn ≥ 18/M under Assumption 2, and |Σ_{k≠n} (1+θ_k)E′_kn| ≤ 6/5."""
    have(lambda1 < 1)
    obtain(regular, *IN_EIGENVALUES, shrunk_is_small, columns_are_small, rest_of_iota(Q(1, 5)), enough_lost, many_tokens, pull)
    have(q1 * (1 + theta[n]) * -corrected[n, n] >= q1 * Q(4, 5) * (18 / M), ENOUGH, QS)
    hence(PULL, QS)
