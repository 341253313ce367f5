"""How large ξ_n is (scan_snap, Appendix D.5): Theorem 1, Eqn 93 and part a."""

from theorems.scan_snap.gradient_bounds import *
from theorems.scan_snap.gradient_coefficients import least, pull, spectral
from theorems.scan_snap.language import *

corrections = Sum(np, others, delta3(n, np) * excess[n, np])
T1["Eqn 93 equality"] = ForAll(n, classes, pull == (1 + sigma) * ((1 + delta1(n)) * spectral + corrections))
T1["Eqn 93 equality"].uses("Theorem 1/Eqn 87, 89", "Theorem 1/Eqn 92", "Lemma 16/Eqn 79")
T1["Eqn 93 equality"].note(
    "The print takes δ_3 out of the sum; as β_nn' has a δ_3 of its own that is a weighted mean of them, with their bound."
)
across = Sum(np, others, excess[n, np] * corrected[np, n])
whole_across = Sum(np, classes, across.body)


@proof(T1["Eqn 93 equality"])
def _() -> None:
    """Insert Eqn 89; Σ E'_n'n E_nn' = -E'_nn (Eqn 92) = Σ_k (λ_k²/(1+λ_k))u_nk² (Eqn 79)."""
    obtain((ABOVE_MINUS_ONE, by(GRAM_IS_DEFINITE(k))), *IN_EIGENVALUES)
    with proving(ForAll(np, others, f[n] ** top * f[np] == excess[n, np])):
        hence(LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n), OVERLAP(n, np), GRAM_MATRIX(n, np))
    in_parts = linear(pull, (1 + sigma) * (1 + delta1(n)), across, 1 + sigma, corrections)
    have(pull == (1 + sigma) * (1 + delta1(n)) * across + (1 + sigma) * corrections, in_parts, DELTA3(n))
    have(spectral == kept, equal(spectral, kept))
    have(whole_across == across, SUM_WITHOUT(terms(whole_across), np, classes, n), OFF_DIAGONAL(n))
    have(whole_across == -corrected[n, n], SUM_RENAMED(terms(whole_across), np, k, classes), E_TIMES_CORRECTED, OFF_DIAGONAL(n))
    hence(LOST_ENTRIES, OFF_DIAGONAL(n))


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


delta_bound = Q(13, 5) * M / (M - 1) ** 2
most_corrected = delta_bound * lambda1 * (K - 1)
CORRECTIONS = ForAll(n, classes, corrections >= -most_corrected)
OWN_FACTOR = ForAll(n, classes, 1 + delta1(n) >= Q(4, 5) * (M / (M - 1)))


@auxiliary(ForAll(n, classes, ForAll(np, others, abs(delta3(n, np)) <= delta_bound)))
def delta3_is_small() -> None:
    """|δ_3| ≤ 16/9·6/5 M/(M-1)²."""
    have((-Q(13, 5) <= apart) & (apart <= Q(13, 5)))
    hence(ABS_BELOW(delta3(n, np), delta_bound))


@auxiliary(CORRECTIONS)
def corrections_are_small() -> None:
    """Σ δ_3 E_nn′ ≥ -(13/5) M/(M-1)² |λ₁|(K-1)."""
    with proving(ForAll(np, others, -(delta_bound * lambda1) <= delta3(n, np) * excess[n, np])):
        have(-delta_bound <= delta3(n, np), ABS_ABOVE(delta3(n, np)))
    count = SUM_WITHOUT(lambda _: expr(1), np, classes, n), COUNT_OF_CLASSES(np)
    hence(SUM_ABOVE_COUNT(terms(corrections), -(delta_bound * lambda1), np, others), *count)


@auxiliary(least >= 36 / M)
def no_eigenvalue_is_zero() -> None:
    """The least of them is at least 6/√M."""
    hence(SMALLEST_ABOVE(square, i, classes, 36 / M, A_CLASS))


@auxiliary(OWN_FACTOR)
def own_factor() -> None:
    """θ_n ≥ -1/5."""
    hence(DELTA1(n), QS(), SMALL_THETA.claim)


@auxiliary(ForAll(n, classes, (spectral >= least) & (corrections >= -delta_bound)))
def in_parts_above() -> None:
    """m/(1-m) ≥ m for m = min λ² and |λ₁|(K-1) < 1."""
    calc(corrections).ge(-most_corrected, CORRECTIONS).ge(-delta_bound, FACTOR_KEEPS_ORDER(lambda1 * (K - 1), 1, delta_bound))


def bound_both_parts() -> None:
    """Of (1+δ_1) Σ λ²/(1+λ) u² + Σ δ_3 E_nn', which is ξ_n/γ up to 1+σ: what bounds both from below."""
    have(lambda1 < 1)
    obtain(regular, *IN_EIGENVALUES, least_below_one, spectral_above, columns_are_small, diagonal_is_small)
    obtain(rest_of_beta(Q(1, 5)), delta3_is_the_rest, delta3_is_small)
    obtain(overlaps_are_small, corrections_are_small, no_eigenvalue_is_zero, own_factor, in_parts_above)


loss = 3 / M * K * lambda1
LOSS = ForAll(n, classes, corrections >= -loss)


@auxiliary(LOSS)
def loss_is_small() -> None:
    """|δ_3| < 3/M, and Σ δ_3 E_nn' is at least what Eqn 93 loses."""
    obtain(many_tokens)
    most = lambda1 * (K - 1)
    calc(corrections).ge(-(most * delta_bound), CORRECTIONS).ge(-(most * (3 / M))).ge(-loss)


in_parts = (1 + delta1(n)) * spectral + corrections


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


@proof(T1["Eqn 93 last"])
def _() -> None:
    """1+δ_1 > 1/2, Σ λ²/(1+λ) u² ≥ min λ² ≥ 36/M, |δ_3| < 3/M and Σ E_nn' ≤ (K-1)|λ₁| < 1."""
    bound_both_parts()
    obtain(loss_is_small)
    have(1 + delta1(n) > Q(1, 2), OWN_FACTOR)
    have(pull == (1 + sigma) * in_parts, T1["Eqn 93 equality"])


met_by_others = Sum(m, others, excess[m, n])
with T1.where(given=OF_WEAK_OVERLAPS):
    T1["overlap"] = ForAll(n, classes, met_by_others > 0)
T1["overlap"].note(
    "In print |λ_i| ≥ 6/√M in Assumption 2 implies that E_kn > 0 for some k ≠ n. Read of every n; no entry is negative: one "
    "is positive exactly where their sum is."
)


@proof(T1["overlap"].uses("Theorem 1/Eqn 92"))
def _() -> None:
    """Were every E_kn with k ≠ n 0, -E′_nn = Σ_{k≠n} E_nk E′_kn would be 0; but it is Σ λ²/(1+λ) u_nk² > 0, as no λ is 0."""
    have(lambda1 < 1)
    obtain(regular, *IN_EIGENVALUES, least_below_one, spectral_above, no_eigenvalue_is_zero)
    have(share > 0)
    have(spectral == kept, equal(spectral, kept))
    have(-corrected[n, n] > 0, LOST_ENTRIES, OFF_DIAGONAL(n), SPECTRAL_ABOVE)
    with suppose_not(met_by_others > 0):
        meeting = Sum(k, others, excess[n, k] * corrected[k, n])
        have(ForAll(m, others, excess[m, n] >= 0))
        with proving(ForAll(k, others, meeting.body <= 0)):
            have(excess[k, n] == 0, SUM_ABOVE_TERM(terms(met_by_others), m, others, k))
            hence(E_IS_SYMMETRIC(n, k))
        hence(T1["Eqn 92"], SUM_BELOW_COUNT(terms(meeting), 0, k, others))


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
    "For t > 0, where γ > 0; at t = 0 nothing is learnt and ξ = 0. After t ≫ K² steps all |θ_n| ≤ 1/5 with high probability; "
    "with equal counts θ = 0. |λ_i| ≥ 6/√M is needed: a class without overlap has ξ_n = 0."
)


@proof(T1["a"])
def _() -> None:
    """γ, 1+σ > 0. 1+δ_1 ≥ (4/5) M/(M-1), Σ λ²/(1+λ) u² ≥ min λ² ≥ 36/M, and Σ δ_3 E_nn' ≥ -(13/5) M/(M-1)²."""
    bound_both_parts()
    calc(in_parts).ge((1 + delta1(n)) * least - delta_bound).gt(0)
    hence(T1["Eqn 93 equality"], XI(n))
