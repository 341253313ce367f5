"""How large the back-propagated gradient is (scan_snap, Appendix D.5): Theorem 1, Eqns 87, 89 to 92."""

from theorems.scan_snap.eigenvalues import *
from theorems.scan_snap.gradient_coefficients import (
    NEARLY_EQUAL,
    OF_OVERLAPS,
    OF_WEAK_OVERLAPS,
    T1,
    delta1,
    delta2,
    delta3,
    difference,
    iota,
    product,
    repaired_88,
    sigma,
)
from theorems.scan_snap.language import *

bound = M / (M - 1) ** 2 * (2 * (1 + 3 * abs(delta1(n))))
small_delta2, small_delta3 = (chain(abs(delta), "<=", bound, "<", 3 / M) for delta in (delta2(n), delta3(n, np)))
T1["Eqn 87, 89"] = ForAll(n, classes, small_delta2 & ForAll(np, others, small_delta3)), NEARLY_EQUAL
T1["Eqn 87, 89"].trivial(never_negative("|δ_2|, |δ_3|"))
T1["Eqn 87, 89"].note(
    "1+δ_1 = q_1(1+θ_n); δ_2 and δ_3 are what ι_n = (1+σ)[(1-E'_nn)(1+δ_1)+δ_2] and β_nn' = (1+σ)[E'_n'n(1+δ_1)+δ_3] make them."
)
T1["Eqn 87, 89"].uses("Theorem 1/Eqn 86", "Theorem 1/Eqn 88", "Theorem 1/Eqn 90")


A_CLASS = expr(0)
with T1.where(given=OF_WEAK_OVERLAPS):
    entries = chain(abs(corrected[k, n]), "<=", largest_of_corrected, "<=", lambda1 / (1 - 1 / K), "<=", 1 / (K - 1))
    T1["Eqn 90"] = ForAll(n, classes, ForAll(k, classes, entries))
    split = Sum(k, others, excess[n, k] * corrected[n, k]) + excess[n, n] * corrected[n, n]
    T1["Eqn 91"] = ForAll(n, classes, product[n, n] == split)
    left = Sum(k, others, excess[n, k] * corrected[k, n])
    T1["Eqn 92"] = ForAll(n, classes, (difference[n, n] == 0) & (left == -corrected[n, n]))
T1["Eqn 90"].trivial(never_negative("|E'_kn|")).uses("Lemma 13", "Lemma 15")


@proof(T1["Eqn 90"])
def _() -> None:
    """Lemma 13 for E′, then |λ(E′)| ≤ |λ₁|/(1-|λ₁|) (Lemma 15)."""
    obtain(regular, *IN_EIGENVALUES, shrunk_is_small, eigenvalues_are_small, entries_below_eigenvalues)
    with proving(ForAll(i, classes, abs(lam[i](corrected)) <= lambda1 / (1 - 1 / K))):
        calc(abs(lam[i](corrected))).le(SHRUNK_BOUND, EIGENVALUES_ARE_SMALL).le(lambda1 / (1 - 1 / K))
    have(
        largest_of_corrected <= lambda1 / (1 - 1 / K),
        LARGEST_BELOW(lambda i: abs(lam[i](corrected)), i, classes, lambda1 / (1 - 1 / K), A_CLASS),
    )


PRODUCT = Definition(
    "EE′, entry by entry",
    (k, n, SUMMED),
    product[k, n] == Sum(SUMMED, classes, excess[k, SUMMED] * corrected[SUMMED, n]),
    of=OF_WEAK_OVERLAPS,
    at=tuple((*at, k) for at in AT_ENTRIES),
)
DIFFERENCE = Definition(
    "E - E′ - EE′, entry by entry",
    (k, n),
    difference[k, n] == excess[k, n] - corrected[k, n] - product[k, n],
    of=OF_WEAK_OVERLAPS,
    at=AT_ENTRIES,
)
along_n, of_rows = (Sum(k, classes, excess[n, k] * e) for e in (corrected[k, n], corrected[n, k]))


@proof(T1["Eqn 91"].uses())
def _() -> None:
    """E′ is symmetric."""
    obtain(corrected_is_symmetric)
    have(along_n == of_rows, equal(along_n, of_rows))
    hence(PRODUCT(n, n, k), SUM_WITHOUT(terms(of_rows), k, classes, n))


@proof(T1["Eqn 92"].uses("Lemma 14"))
def _() -> None:
    """E E′ = E - E′, and E_nn = 0."""
    obtain(product_with_corrected)
    have(along_n == excess[n, n] - corrected[n, n], E_TIMES_CORRECTED)
    hence(DIFFERENCE(n, n), PRODUCT(n, n, k), OFF_DIAGONAL(n), SUM_WITHOUT(terms(along_n), k, classes, n))


defined = partial(Definition, of=OF_OVERLAPS)
DELTA1 = defined("δ_1 of Eqns 87, 89", (n,), delta1(n) == q1 * (1 + theta[n]) - 1, at=((expr(0),),))
DELTA2 = defined(
    "δ_2 of Eqn 87", (n,), iota[n] == (1 + sigma) * ((1 - corrected[n, n]) * (1 + delta1(n)) + delta2(n)), at=((expr(0),),)
)
DELTA3 = defined(
    "δ_3 of Eqn 89",
    (n,),
    # a class has none with itself
    ForAll(np, others, beta[n, np] == (1 + sigma) * (corrected[np, n] * (1 + delta1(n)) + delta3(n, np))),
    at=((expr(0),),),
)
QS = defined("q_1 and q_0", (), (q1 == M / (M - 1)) & (q0 == -M / (M - 1) ** 2))
kept = of_eigenvalues(lost, n, n)
small = 1 / (K - 1)
COLUMNS = ForAll(n, classes, Sum(m, classes, corrected[m, n] ** 2) <= small**2)


@auxiliary(COLUMNS)
def columns_are_small() -> None:
    """Σ_m E′_mn² = Σ_k (λ_k/(1+λ_k))² u_nk² ≤ 1/(K-1)²."""
    squares = Sum(m, classes, corrected[m, n] ** 2)
    twice = Sum(m, classes, corrected[m, n] * Sum(k, classes, (shrunk(k) * u[n, k]) * u[m, k]))
    other = Sum(k, classes, (shrunk(k) * u[n, k]) * Sum(m, classes, corrected[m, n] * u[m, k]))
    of_squares = Sum(k, classes, shrunk(k) ** 2 * (u[n, k] * u[n, k]))
    turned_column = Sum(m, classes, u[m, k] * corrected[m, n])
    obtain(shrunk_is_small)
    with proving(ForAll(k, classes, (-small <= shrunk(k)) & (shrunk(k) <= small))):
        calc(shrunk(k)).le(SHRUNK_BOUND).le(small)
    with proving(ForAll(m, classes, last_factor(twice) == corrected[m, n])):
        have(of_eigenvalues(shrunk, m, n) == last_factor(twice), equal(of_eigenvalues(shrunk, m, n), last_factor(twice)))
    have(squares == twice, equal(squares, twice))
    with proving(ForAll(k, classes, last_factor(other) == shrunk(k) * u[n, k])):
        have(last_factor(other) == turned_column, equal(last_factor(other), turned_column))
    have(other == of_squares, equal(other, of_squares))
    bounded = WEIGHTED_PRODUCTS(lambda k: shrunk(k) ** 2, lambda k: u[n, k], lambda k: u[n, k], k, classes, small**2)
    hence(bounded, exchanged(twice), ROW(n, k))


DIAGONAL_IS_SMALL = ForAll(n, classes, (corrected[n, n] <= 0) & (-corrected[n, n] <= Q(1, 3)))


@auxiliary(DIAGONAL_IS_SMALL)
def diagonal_is_small() -> None:
    """-E′_nn = Σ λ²/(1+λ) u² ≤ Σ (1-λ)/3 u² = 1/3, as |λ| < 1/2 and Σ λ u² = E_nn = 0."""
    lengths, own = Sum(k, classes, u[n, k] ** 2), of_eigenvalues(eigenvalue, n, n)
    upper = Sum(k, classes, Q(1, 3) * u[n, k] ** 2 - Q(1, 3) * (lam[k] * (u[n, k] * u[n, k])))
    with proving(ForAll(k, classes, (0 <= lost(k)) & (lost(k) <= (1 - lam[k]) / 3))):
        have((-Q(1, 2) <= lam[k]) & (lam[k] <= Q(1, 2)), FIRST(k), ABS_ABOVE(lam[k]))
    have(upper == Q(1, 3) * lengths - Q(1, 3) * own, linear(upper, Q(1, 3), lengths, -Q(1, 3), own))
    have(kept <= upper, SUM_ORDER(terms(kept), terms(upper), k, classes), SQUARE(u[n, k]))
    have(kept >= 0, SUM_NONNEGATIVE(terms(kept), k, classes), SQUARE(u[n, k]))
    have((own == 0) & (kept == -corrected[n, n]), E_ENTRIES, LOST_ENTRIES, OFF_DIAGONAL(n))
    hence(ROW(n, k))


def weighted(column: Expr, range_: Any) -> Total:
    """Σ (1+θ_k) E′_km over a set of classes."""
    return Sum(k, range_, (1 + theta[k]) * corrected[k, column])


def bound_weighted(column: Expr, range_: Any, tau: Expr) -> Expr:
    """Statements of a proof: |Σ (1+θ_k) E′_km| is at most what is returned, (1+τ)/2 (c Σ 1 + Σ E′_km²/c) with c = 1/(K-1)."""
    total, count, squares = weighted(column, range_), Sum(k, range_, expr(1)), Sum(k, range_, corrected[k, column] ** 2)
    cap = Sum(k, range_, (1 + tau) / 2 * small * 1 + (1 + tau) / 2 * (K - 1) * corrected[k, column] ** 2)
    bound, lowest = (1 + tau) / 2 * small * count + (1 + tau) / 2 * (K - 1) * squares, Sum(k, range_, -cap.body)
    with proving(ForAll(k, range_, (-cap.body <= total.body) & (total.body <= cap.body))):
        x = corrected[k, column]
        half = (small + (K - 1) * x**2) / 2
        have(-half <= x, SQUARE(x * (K - 1) + 1))
        have(x <= half, SQUARE(x * (K - 1) - 1))
        have((-tau <= theta[k]) & (theta[k] <= tau))
        calc(-cap.body).eq(-(half * (1 + tau))).le(-(half * (1 + theta[k]))).le(total.body)
        calc(total.body).le((1 + theta[k]) * half).le(half * (1 + tau)).eq(cap.body)
    have(cap == bound, linear(cap, (1 + tau) / 2 * small, count, (1 + tau) / 2 * (K - 1), squares))
    have(lowest == -1 * cap, multiple(lowest, -1, cap))
    calc(-bound).eq(lowest).le(total, SUM_ORDER(terms(lowest), terms(total), k, range_))
    calc(total).le(cap, SUM_ORDER(terms(total), terms(cap), k, range_)).eq(bound)
    return bound


@auxiliary(lambda tau: ForAll(n, classes, (-(1 + tau) <= weighted(n, others)) & (weighted(n, others) <= 1 + tau)))
def rest_of_iota(tau: Expr) -> None:
    """|Σ_{k≠n} (1+θ_k) E′_kn| ≤ (1+τ)/2 (1 + 1/(K-1))."""
    bound = bound_weighted(n, others, tau)
    column, squares = (Sum(k, of, corrected[k, n] ** 2) for of in (classes, others))
    have(column == squares + corrected[n, n] ** 2, SUM_WITHOUT(terms(column), k, classes, n))
    have(squares <= small**2, COLUMNS, SUM_RENAMED(terms(column), k, m, classes), SQUARE(corrected[n, n]))
    have(Sum(k, others, expr(1)) == K - 1, SUM_WITHOUT(lambda _: expr(1), k, classes, n), COUNT_OF_CLASSES(k))
    calc(bound).le((1 + tau) / 2 * small * (K - 1) + (1 + tau) / 2 * (K - 1) * small**2).le(1 + tau)


both = Without(others, np)
apart = weighted(np, others) - (1 + theta[np])


@auxiliary(
    lambda tau: ForAll(n, classes, ForAll(np, others, (-Q(16, 9) * (1 + tau) <= apart) & (apart <= Q(16, 9) * (1 + tau))))
)
def rest_of_beta(tau: Expr) -> None:
    """|Σ_{k≠n} (1+θ_k) E′_kn′ - (1+θ_n′)| ≤ (1+τ)(1 + d + (1-d²)/2) with d = -E′_n′n′ ≤ 1/3."""
    bound, d = bound_weighted(np, both, tau), -corrected[np, np]
    column, own, squares = (Sum(k, of, corrected[k, np] ** 2) for of in (classes, others, both))
    have(column == own + corrected[n, np] ** 2, SUM_WITHOUT(terms(column), k, classes, n))
    have(own == squares + corrected[np, np] ** 2, SUM_WITHOUT(terms(own), k, others, np))
    have(column <= small**2, COLUMNS, SUM_RENAMED(terms(column), k, m, classes))
    have(squares <= small**2 - d**2, SQUARE(corrected[n, np]))
    have(Sum(k, others, expr(1)) == K - 1, SUM_WITHOUT(lambda _: expr(1), k, classes, n), COUNT_OF_CLASSES(k))
    have(Sum(k, both, expr(1)) == K - 2, SUM_WITHOUT(lambda _: expr(1), k, others, np))
    calc(bound).le((1 + tau) / 2 * (1 - d**2), SQUARE(d)).le((1 + tau) * (Q(5, 9) - d / 3), SQUARE(d - Q(1, 3)))
    own_part, most = (1 + theta[np]) * (1 + d), (1 + tau) * (Q(5, 9) - d / 3)
    have(apart == weighted(np, both) - own_part, SUM_WITHOUT(terms(weighted(np, others)), k, others, np))
    calc(-most).le(-bound).le(weighted(np, both))


@auxiliary(ForAll(n, classes, ForAll(np, others, delta3(n, np) == q0 * apart)))
def delta3_is_the_rest() -> None:
    """Eqn 88."""
    have((1 + sigma) * delta3(n, np) == (1 + sigma) * (q0 * apart), repaired_88, DELTA1(n), DELTA3(n))


@auxiliary(ForAll(i, classes, ForAll(j, classes, excess[i, j] <= lambda1)))
def overlaps_are_small() -> None:
    """Lemma 13."""
    have(ForAll(k, classes, (-lambda1 <= lam[k]) & (lam[k] <= lambda1)), FIRST(k), ABS_ABOVE(lam[k]))
    hence(within(eigenvalue, lambda1, i, j), ROW(i, k), ROW(j, k), E_ENTRIES)


@auxiliary(M > 144)
def many_tokens() -> None:
    """6/√M ≤ |λ| < 1/K."""
    have(sqrt(M) > 12, *instances(STRONG.claim, A_CLASS), FIRST(A_CLASS))


twice = 2 * M / (M - 1) ** 2


@proof(T1["Eqn 87, 89"])
def _() -> None:
    """δ_2 = -q_0 Σ_{k≠n}(1+θ_k)E′_kn and δ_3 = q_0 (Σ_{k≠n}(1+θ_k)E′_kn′ - (1+θ_n′)), and neither sum is more than 2, as
    Σ_k E′_kn² ≤ 1/(K-1)² and -E′_nn ≤ 1/3.
    """
    obtain(regular, *IN_EIGENVALUES, columns_are_small, diagonal_is_small, many_tokens, delta3_is_the_rest)
    obtain(rest_of_iota(Q(1, 10)), rest_of_beta(Q(1, 10)))
    with proving(ForAll(n, classes, chain(twice, "<=", bound, "<", 3 / M))):  # |δ_1| ≤ 1/10 + 11/(10(M-1)) ≤ 27/250
        have(abs(delta1(n)) <= Q(27, 250), ABS_BELOW(delta1(n), Q(27, 250)))
    with proving(ForAll(n, classes, abs(delta2(n)) <= twice)):
        have((1 + sigma) * delta2(n) == (1 + sigma) * (-q0 * weighted(n, others)), T1["Eqn 86"], DELTA1(n), DELTA2(n))
        have((-twice <= delta2(n)) & (delta2(n) <= twice), QS())
        hence(ABS_BELOW(delta2(n), twice))
    with proving(ForAll(n, classes, ForAll(np, others, abs(delta3(n, np)) <= twice))):
        have((-2 <= apart) & (apart <= 2))
        hence(ABS_BELOW(delta3(n, np), twice))
