"""How large the back-propagated gradient is (scan_snap, Appendix D.5): Theorem 1, Eqns 87, 89 to 93, part a."""

from dataclasses import replace
from fractions import Fraction

from theorems.kernel.scripts import by
from theorems.proofs import *
from theorems.scan_snap.gradient_coefficients import (
    NEARLY_EQUAL,
    OF_OVERLAPS,
    OF_WEAK_OVERLAPS,
    beta_formula,
    corrected_lam,
    delta1,
    delta2,
    delta3,
    difference,
    iota_formula,
    least,
    others,
    product,
    pull,
    q0,
    q1,
    repaired_88,
    sigma,
    spectral,
    theta,
    xi,
)
from theorems.scan_snap.gradient_coefficients import T1 as T1
from theorems.scan_snap.language import *
from theorems.scan_snap.overlaps import ENTRIES, NONNEGATIVE, corrected_is_symmetric, product_with_corrected
from theorems.scan_snap.spectrum import CORRECTED_ROWS, DEFINITE
from theorems.textbook import *

_K = positive("K")
SUM_OF_CORRECTIONS = (
    "With -q_0 = M/(M-1)²: δ_2 = -q_0 Σ_{k≠n}(1+θ_k)E'_kn and δ_3 = -q_0((1+θ_n') - Σ_{k≠n}(1+θ_k)E'_kn'). For K = 2 the "
    "sum is "
    "E'_n'n' with |E'_n'n'| ≤ λ²/(1-λ²) < 1/3; for K ≥ 3 Cauchy-Schwarz bounds it by √(K-1)·1/(K-1) ≤ 1/√2 times 1 + max θ. "
    "So the bracket "
    "is at most 1.1·(1 + 0.7072) < 2. "
)
bound = M / (M - 1) ** 2 * (2 * (1 + 3 * abs(delta1(n))))
T1["Eqn 87, 89"] = (
    ForAll(
        n,
        classes,
        chain(abs(delta2(n)), "<=", bound, "<", 3 / M) & ForAll(np, others, chain(abs(delta3(n, np)), "<=", bound, "<", 3 / M)),
    ),
    NEARLY_EQUAL,
)
T1["Eqn 87, 89"].trivial(never_negative("|δ_2|, |δ_3|"))
T1["Eqn 87, 89"].note(
    "1+δ_1 = q_1(1+θ_n); δ_2 and δ_3 are what ι_n = (1+σ)[(1-E'_nn)(1+δ_1)+δ_2] and β_nn' = (1+σ)[E'_n'n(1+δ_1)+δ_3] make them."
)
_large = 145 + slack("mu")
T1["Eqn 87, 89"].uses("Theorem 1/Eqn 86", "Theorem 1/Eqn 88", "Theorem 1/Eqn 90").proved(
    proved(
        SUM_OF_CORRECTIONS + "And |δ_1| ≤ 0.1 + 1.1/(M-1) ≤ 0.108 for M ≥ 145 gives (M/(M-1))²·2·1.324 < 3.",
        exact("1.1·(1 + 0.7072) < 2", lambda: Fraction(11, 10) * Fraction(17072, 10000) < 2),
        exact("0.7072² ≥ 1/2", lambda: Fraction(7072, 10000) ** 2 >= Fraction(1, 2)),
        exact("(1/4)/(1-1/4) = 1/3", lambda: Fraction(1, 4) / Fraction(3, 4) == Fraction(1, 3)),
        exact(
            "M = 145: (M/(M-1))²·2(1+3(0.1 + 1.1/(M-1))) < 3, and it falls with M",
            lambda: Fraction(145, 144) ** 2 * 2 * (1 + 3 * (Fraction(1, 10) + Fraction(11, 1440))) < 3,
        ),
        strictly_positive("M/(M-1) falls", _large / (_large - 1) - (_large + 1) / _large),
        *(exact(f"K = {K}: ι", lambda K=K: iota_formula(K)) for K in (2, 3)),  # type: ignore[misc]
        *(exact(f"K = {K}: β", lambda K=K: beta_formula(K, -1)) for K in (2, 3)),  # type: ignore[misc]
        in_words="that the sums over classes are bounded by Cauchy-Schwarz with the spectral bound of E', for "
        "every K ≥ 3; the steps check the numbers, and ι and β for K = 2, 3.",
    )
)


with T1.where(given=OF_WEAK_OVERLAPS):
    every_eigenvalue = Largest(i, classes, abs(corrected_lam[i]))
    entries = chain(abs(corrected[k, n]), "<=", every_eigenvalue, "<=", lambda1 / (1 - 1 / K), "<=", 1 / (K - 1))
    T1["Eqn 90"] = ForAll(n, classes, ForAll(k, classes, entries))
    split = Sum(k, others, excess[n, k] * corrected[n, k]) + excess[n, n] * corrected[n, n]
    T1["Eqn 91"] = ForAll(n, classes, product[n, n] == split)
    left = Sum(k, others, excess[n, k] * corrected[k, n])
    T1["Eqn 92"] = ForAll(n, classes, (difference[n, n] == 0) & (left == -corrected[n, n]))
T1["Eqn 90"].trivial(never_negative("|E'_kn|")).uses("Lemma 13", "Lemma 15").proved(
    proved(
        "Lemma 13 for E', then Lemma 15 with λ = 1/K.",
        identity("(1/K)/(1-1/K) = 1/(K-1)", (1 / _K) / (1 - 1 / _K), 1 / (_K - 1), where={_K: 2 + slack("kappa")}),
        nonnegative("a/(1-b) with a ≤ b", (slack("a") + slack("b")) - slack("a")),
        in_words="that an entry of a symmetric matrix is at most its largest eigenvalue, and how the eigenvalues "
        "of E' follow from those of E (Lemmas 13 and 15, cited).",
    )
)
PRODUCT = Definition(
    "EE′, entry by entry",
    (k, n, SUMMED),
    product[k, n] == Sum(SUMMED, classes, excess[k, SUMMED] * corrected[SUMMED, n]),
    of=OF_WEAK_OVERLAPS,
    at=tuple((*at, k) for at in ENTRIES),
)
DIFFERENCE = Definition(
    "E - E′ - EE′, entry by entry",
    (k, n),
    difference[k, n] == excess[k, n] - corrected[k, n] - product[k, n],
    of=OF_WEAK_OVERLAPS,
    at=ENTRIES,
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


corrections = Sum(np, others, delta3(n, np) * excess[n, np])
T1["Eqn 93 equality"] = ForAll(n, classes, pull == (1 + sigma) * ((1 + delta1(n)) * spectral + corrections))
T1["Eqn 93 equality"].uses("Theorem 1/Eqn 87, 89", "Theorem 1/Eqn 92", "Lemma 16/Eqn 79")
T1["Eqn 93 equality"].note(
    "The print takes δ_3 out of the sum; as β_nn' has a δ_3 of its own that is a weighted mean of them, with their bound."
)
DELTA1 = Definition("δ_1 of Eqns 87, 89", (n,), delta1(n) == q1 * (1 + theta[n]) - 1, of=OF_OVERLAPS, at=((expr(0),),))
DELTA3 = Definition(
    "δ_3 of Eqn 89",
    (n,),
    ForAll(
        np, others, beta[n, np] == (1 + sigma) * (corrected[np, n] * (1 + delta1(n)) + delta3(n, np))
    ),  # a class has none with itself
    of=OF_OVERLAPS,
    at=((expr(0),),),
)
across = Sum(np, others, excess[n, np] * corrected[np, n])
whole_across = Sum(np, classes, across.body)
kept = of_eigenvalues(lost, n, n)


@proof(T1["Eqn 93 equality"])
def _() -> None:
    """Insert Eqn 89; Σ E'_n'n E_nn' = -E'_nn (Eqn 92) = Σ_k (λ_k²/(1+λ_k))u_nk² (Eqn 79)."""
    obtain((ABOVE_MINUS_ONE, by(DEFINITE(k))), *IN_EIGENVALUES)
    with proving(ForAll(np, others, f[n] ** top * f[np] == excess[n, np])):
        hence(LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n), OVERLAP(n, np), GRAM_MATRIX(n, np))
    in_parts = linear(pull, (1 + sigma) * (1 + delta1(n)), across, 1 + sigma, corrections)
    have(pull == (1 + sigma) * (1 + delta1(n)) * across + (1 + sigma) * corrections, in_parts, DELTA3(n))
    have(spectral == kept, equal(spectral, kept))
    have(whole_across == across, SUM_WITHOUT(terms(whole_across), np, classes, n), OFF_DIAGONAL(n))
    have(whole_across == -corrected[n, n], SUM_RENAMED(terms(whole_across), np, k, classes), E_TIMES_CORRECTED, OFF_DIAGONAL(n))
    hence(LOST_ENTRIES, OFF_DIAGONAL(n))


A_CLASS = expr(0)
QS = Definition("q_1 and q_0", (), (q1 == M / (M - 1)) & (q0 == -M / (M - 1) ** 2), of=OF_OVERLAPS, at=((),))
share = least / (1 - least)
SQUARES_ABOVE = ForAll(k, classes, lam[k] ** 2 >= least)
SPECTRAL_ABOVE = ForAll(n, classes, spectral >= share)


def square(k: Expr) -> Expr:
    return abs(lam[k]) ** 2


@auxiliary(least < 1)
def least_below_one() -> None:
    """It is at most λ₁²."""
    hence(SMALLEST_BELOW(square, i, classes, A_CLASS), FIRST(A_CLASS), ABS_NONNEGATIVE(lam[A_CLASS]))


@auxiliary(SPECTRAL_ABOVE)
def spectral_above() -> None:
    """Σ λ²/(1+λ) u² ≥ m/(1-m) for m = min λ²: term by term λ²/(1+λ) ≥ (1-λ) m/(1-m), and Σ λ u² = E_nn = 0."""
    lengths, own = Sum(k, classes, u[n, k] ** 2), of_eigenvalues(eigenvalue, n, n)
    lower = Sum(k, classes, share * u[n, k] ** 2 - share * (lam[k] * (u[n, k] * u[n, k])))
    with proving(SQUARES_ABOVE):
        hence(SMALLEST_BELOW(square, i, classes, k), ABS_SQUARED(lam[k]))
    have(lower == share * lengths - share * own, linear(lower, share, lengths, -share, own))
    have(lower <= kept, SUM_ORDER(terms(lower), terms(kept), k, classes), SQUARE(u[n, k]))
    have(spectral == kept, equal(spectral, kept))
    have(own == 0, E_ENTRIES, OFF_DIAGONAL(n))
    hence(ROW(n, k))


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
        have(SHRUNK_BOUND <= small)
        calc(-small).le(-SHRUNK_BOUND).le(shrunk(k))
        calc(shrunk(k)).le(SHRUNK_BOUND).le(small)
    with proving(ForAll(m, classes, last_factor(twice) == corrected[m, n])):
        have(of_eigenvalues(shrunk, m, n) == last_factor(twice), equal(of_eigenvalues(shrunk, m, n), last_factor(twice)))
        hence(CORRECTED_ENTRIES)
    have(squares == twice, equal(squares, twice))
    with proving(ForAll(k, classes, last_factor(other) == shrunk(k) * u[n, k])):
        have(last_factor(other) == turned_column, equal(last_factor(other), turned_column))
        hence(CORRECTED_ROWS)
    have(other == of_squares, equal(other, of_squares))
    with proving(ForAll(k, classes, (-(small**2) <= shrunk(k) ** 2) & (shrunk(k) ** 2 <= small**2))):
        calc(-(small**2)).le(0).le(shrunk(k) ** 2, SQUARE(shrunk(k)))
    bounded = WEIGHTED_PRODUCTS(lambda k: shrunk(k) ** 2, lambda k: u[n, k], lambda k: u[n, k], k, classes, small**2)
    hence(bounded, exchanged(twice), ROW(n, k))


of_np_column = Sum(k, others, (1 + theta[k]) * corrected[k, np])
REST = ForAll(n, classes, ForAll(np, others, (-Q(27, 20) <= of_np_column) & (of_np_column <= Q(27, 20))))


@auxiliary(REST)
def rest_is_small() -> None:
    """|Σ_{k≠n} (1+θ_k) E′_kn′| ≤ 6/5 (4/5 + 5/(16(K-1))), by |x| ≤ 4c/5 + 5x²/(16c) with c = 1/(K-1)."""
    x = corrected[k, np]
    half = Q(4, 5) * small + Q(5, 16) * (K - 1) * x**2
    cap = Sum(k, others, Q(24, 25) * small * 1 + Q(3, 8) * (K - 1) * x**2)
    lowest, column, count = Sum(k, others, -cap.body), Sum(k, classes, x**2), Sum(k, others, expr(1))
    squares = Sum(k, others, x**2)
    with proving(ForAll(k, others, (-cap.body <= of_np_column.body) & (of_np_column.body <= cap.body))):
        have(-half <= x, SQUARE(x * (K - 1) * Q(5, 8) + 1))
        have(x <= half, SQUARE(x * (K - 1) * Q(5, 8) - 1))
        have((-Q(1, 5) <= theta[k]) & (theta[k] <= Q(1, 5)), SMALL_THETA.claim)
        calc(-cap.body).eq(-(half * Q(6, 5))).le(-(half * (1 + theta[k]))).le(of_np_column.body)
        calc(of_np_column.body).le((1 + theta[k]) * half).le(half * Q(6, 5)).eq(cap.body)
    bound = Q(24, 25) * small * (K - 1) + Q(3, 8) * (K - 1) * squares
    have(column == squares + corrected[n, np] ** 2, SUM_WITHOUT(terms(column), k, classes, n))
    have(squares <= small**2, COLUMNS, SUM_RENAMED(terms(column), k, m, classes), SQUARE(corrected[n, np]))
    have(count == K - 1, SUM_WITHOUT(lambda _: expr(1), k, classes, n), COUNT_OF_CLASSES(k))
    have(cap == bound, linear(cap, Q(24, 25) * small, count, Q(3, 8) * (K - 1), squares))
    calc(cap).eq(bound).le(Q(24, 25) * small * (K - 1) + Q(3, 8) * (K - 1) * small**2).le(Q(27, 20))
    have(lowest == -1 * cap, multiple(lowest, -1, cap))
    have(lowest <= of_np_column, SUM_ORDER(terms(lowest), terms(of_np_column), k, others))
    have(of_np_column <= cap, SUM_ORDER(terms(of_np_column), terms(cap), k, others))


delta_bound = Q(13, 5) * M / (M - 1) ** 2
most_corrected = delta_bound * lambda1 * (K - 1)
CORRECTIONS = ForAll(n, classes, corrections >= -most_corrected)
OWN_FACTOR = ForAll(n, classes, 1 + delta1(n) >= Q(4, 5) * (M / (M - 1)))


@auxiliary(ForAll(n, classes, ForAll(np, others, abs(delta3(n, np)) <= delta_bound)))
def delta3_is_small() -> None:
    """|δ_3| ≤ (13/5) M/(M-1)², from Eqn 88."""
    apart = of_np_column - (1 + theta[np])
    have((1 + sigma) * delta3(n, np) == (1 + sigma) * (q0 * apart), repaired_88, DELTA1(n), DELTA3(n))
    have(delta3(n, np) == q0 * apart)
    have((-Q(13, 5) <= apart) & (apart <= Q(13, 5)), REST, SMALL_THETA.claim, IN_THE_WHOLE(np, n, classes))
    have((-delta_bound <= delta3(n, np)) & (delta3(n, np) <= delta_bound), QS())
    hence(ABS_BELOW(delta3(n, np), delta_bound))


@auxiliary(ForAll(i, classes, ForAll(j, classes, excess[i, j] <= lambda1)))
def overlaps_are_small() -> None:
    """Lemma 13."""
    have(ForAll(k, classes, (-lambda1 <= lam[k]) & (lam[k] <= lambda1)), FIRST(k), ABS_ABOVE(lam[k]))
    hence(within(eigenvalue, lambda1, i, j), ROW(i, k), ROW(j, k), E_ENTRIES)


@auxiliary(CORRECTIONS)
def corrections_are_small() -> None:
    """Σ δ_3 E_nn′ ≥ -(13/5) M/(M-1)² |λ₁|(K-1)."""
    with proving(ForAll(np, others, -(delta_bound * lambda1) <= delta3(n, np) * excess[n, np])):
        have((0 <= excess[n, np]) & (excess[n, np] <= lambda1), NONNEGATIVE.claim, IN_THE_WHOLE(np, n, classes))
        have(-delta_bound <= delta3(n, np), ABS_ABOVE(delta3(n, np)))
        calc(-(delta_bound * lambda1)).le(-(delta_bound * excess[n, np])).le(delta3(n, np) * excess[n, np])
    count = SUM_WITHOUT(lambda _: expr(1), np, classes, n), COUNT_OF_CLASSES(np)
    hence(SUM_ABOVE_COUNT(terms(corrections), -(delta_bound * lambda1), np, others), *count)


@auxiliary(least >= 36 / M)
def no_eigenvalue_is_zero() -> None:
    """The least of them is at least 6/√M."""
    with proving(ForAll(i, classes, 36 / M <= abs(lam[i]) ** 2)):
        hence(STRONG.claim)
    hence(SMALLEST_ABOVE(square, i, classes, 36 / M, A_CLASS))


@auxiliary(OWN_FACTOR)
def own_factor() -> None:
    """θ_n ≥ -1/5."""
    hence(DELTA1(n), QS(), SMALL_THETA.claim)


@auxiliary(ForAll(n, classes, (spectral >= least) & (corrections >= -delta_bound)))
def in_parts_above() -> None:
    """m/(1-m) ≥ m for m = min λ² and |λ₁|(K-1) < 1."""
    calc(spectral).ge(share, SPECTRAL_ABOVE).ge(least, SQUARE(least))
    calc(corrections).ge(-most_corrected, CORRECTIONS).ge(-delta_bound, FACTOR_KEEPS_ORDER(lambda1 * (K - 1), 1, delta_bound))


def bound_both_parts() -> None:
    """Of (1+δ_1) Σ λ²/(1+λ) u² + Σ δ_3 E_nn', which is ξ_n/γ up to 1+σ: what bounds both from below."""
    have(lambda1 < 1)
    have(delta_bound >= 0)
    obtain(regular, *IN_EIGENVALUES, least_below_one, spectral_above, columns_are_small, rest_is_small, delta3_is_small)
    obtain(overlaps_are_small, corrections_are_small, no_eigenvalue_is_zero, own_factor, in_parts_above)


loss = 3 / M * K * lambda1
LOSS = ForAll(n, classes, corrections >= -loss)


@auxiliary(LOSS)
def loss_is_small() -> None:
    """M > 144, because 6/√M ≤ |λ| < 1/K; so |δ_3| < 3/M, and Σ δ_3 E_nn' is at least what Eqn 93 loses."""
    have(sqrt(M) > 12, *instances(STRONG.claim, A_CLASS), FIRST(A_CLASS))
    calc(M).eq(sqrt(M) ** 2).gt(144)
    most = lambda1 * (K - 1)
    calc(corrections).ge(-(most * delta_bound), CORRECTIONS).ge(-(most * (3 / M))).ge(-loss)


in_parts = (1 + delta1(n)) * spectral + corrections


def positive_factor(low: Expr, high: Expr) -> Fact:
    """low < high, and so with the factor 1 + σ."""
    return POSITIVE_FACTOR_KEEPS_ORDER(low, high, 1 + sigma)


def bounded_below(denominator: Expr) -> Claim:
    """Eqn 93's first inequality."""
    return ForAll(n, classes, pull >= (1 + sigma) * ((1 + delta1(n)) / denominator * least - loss))


T1["Eqn 93 first"] = bounded_below(1 - lambda1), NEARLY_EQUAL
T1["Eqn 93 first"].uses("Theorem 1/Eqn 93 equality").refuted("K=2 M=580 E=1/4 theta=0,0")
T1["Eqn 93 first"].note(
    "λ²/(1+λ) is bounded from below by min λ²/(1+|λ₁|); with 1-|λ₁| the inequality is false for K = 2 wherever "
    "Assumption 2 holds."
)
repaired = T1["Eqn 93 first"].repair(
    claim=bounded_below(1 - least),
    why="1-min|λ_i|² in place of 1-|λ₁| (1-|λ₁|² is too small already: two pairs with unequal overlaps, K = 4)",
)
at_least_share = (1 + delta1(n)) * share - loss


@proof(repaired)
def _() -> None:
    """λ²/(1+λ) ≥ (1-λ) m/(1-m) where λ² ≥ m = min|λ_i|², and Σ λ_k u_nk² = 0; |δ_3| < 3/M and Σ E_nn' ≤ (K-1)|λ₁|."""
    bound_both_parts()
    obtain(loss_is_small)
    calc(in_parts).ge((1 + delta1(n)) * share + corrections, SPECTRAL_ABOVE, OWN_FACTOR).ge(at_least_share, LOSS)
    (
        calc(pull)
        .eq((1 + sigma) * in_parts, T1["Eqn 93 equality"])
        .ge((1 + sigma) * at_least_share, FACTOR_KEEPS_ORDER(at_least_share, in_parts, 1 + sigma))
        .eq((1 + sigma) * ((1 + delta1(n)) / (1 - least) * least - loss))
    )


at_least_half = Q(1, 2) * least - loss
at_most_first = (1 + delta1(n)) / (1 - lambda1) * least - loss
links = chain((1 + sigma) * at_most_first, ">", (1 + sigma) * at_least_half, ">", 0)
T1["Eqn 93 last"] = ForAll(n, classes, links & (pull > (1 + sigma) * at_least_half)), NEARLY_EQUAL
T1["Eqn 93 last"].uses("Theorem 1/Eqn 93 first")
least_part = (1 + delta1(n)) * least - loss
more_than_half = POSITIVE_FACTOR_KEEPS_ORDER(Q(1, 2), 1 + delta1(n), least)


@proof(T1["Eqn 93 last"])
def _() -> None:
    """1+δ_1 > 1/2, Σ λ²/(1+λ) u² ≥ min λ² ≥ 36/M, |δ_3| < 3/M and Σ E_nn' ≤ (K-1)|λ₁| < 1."""
    bound_both_parts()
    obtain(loss_is_small)
    have((loss < 3 / M) & (least > 0))
    have(1 + delta1(n) > Q(1, 2), OWN_FACTOR)
    calc(at_most_first).ge(least_part, ABS_NONNEGATIVE(lam[1])).gt(at_least_half, more_than_half)
    have(at_least_half > 0)
    have((spectral >= least) & (corrections >= -loss))
    calc(in_parts).ge((1 + delta1(n)) * least + corrections).ge(least_part).gt(at_least_half, more_than_half)
    have(pull == (1 + sigma) * in_parts, T1["Eqn 93 equality"])
    hence(*(positive_factor(at_least_half, x) for x in (at_most_first, in_parts)), positive_factor(expr(0), at_least_half))


OF_SPEED = OF_OVERLAPS.knowing(
    {
        gamma: lambda _: Fraction(1, 2),  # any positive number
        xi[n]: lambda x, n: (1 + x.sigma) * sum(x.beta(n, m) * x.E[n][m] for m in range(x.K) if m != n) / 2,
    }
)
OF_SPEED = replace(OF_SPEED, ranges=(*OF_SPEED.ranges, gamma > 0))
XI = Definition("ξ_n", (n,), xi[n] == gamma * pull, of=OF_SPEED, at=((expr(0),),))
with T1.where(given=OF_SPEED):
    T1["a"] = ForAll(n, classes, chain(xi[n], "==", gamma * pull, ">", 0))
T1["a"].uses("Theorem 1/Eqn 90", "Theorem 1/Eqn 93 last", "Corollary 1/sigma")
T1["a"].note(
    "For t > 0, where γ > 0; at t = 0 nothing is learnt and ξ = 0. "
    "After t ≫ K² steps all |θ_n| ≤ 1/5 with high probability; with equal counts θ = 0. "
    "The overlap hypothesis is needed: a class without overlap has ξ_n = 0."
)


@proof(T1["a"])
def _() -> None:
    """γ, 1+σ > 0. 1+δ_1 ≥ (4/5) M/(M-1), Σ λ²/(1+λ) u² ≥ min λ² ≥ 36/M, and Σ δ_3 E_nn' ≥ -(13/5) M/(M-1)²."""
    bound_both_parts()
    scale = Q(4, 5) * (M / (M - 1))
    have((1 + delta1(n) >= scale) & (spectral >= least) & (corrections >= -delta_bound))
    calc(in_parts).ge((1 + delta1(n)) * least - delta_bound).ge(scale * least - delta_bound).gt(0)
    hence(T1["Eqn 93 equality"], XI(n))
