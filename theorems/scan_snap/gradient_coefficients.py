"""The coefficients of the back-propagated gradient (scan_snap, Section 4 and Appendix D.5): Theorem 1, Eqns 9, 82-93, part a.

g = Y (x_{T+1} - alpha) is a combination of f_1, ..., f_K; up to (1 + sigma) gamma its coefficients are those of
(I - E')(I + Theta)(q_0, ..., q_1, ..., q_0)ᵀ, rationals of the overlaps and deviations of an instance.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import sympy

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.balls import Ball
from theorems.language.tree import Total
from theorems.provers.calculation import Calculation
from theorems.provers.facts import Definition
from theorems.provers.scripts import by, each
from theorems.provers.steps import nonnegative, positive, proved, slack, strictly_positive
from theorems.scan_snap.contents import never_negative
from theorems.scan_snap.entries import equal, linear, multiple, terms, termwise
from theorems.scan_snap.language import *
from theorems.scan_snap.overlaps import (
    CORRECTED_IS_SYMMETRIC,
    DEVIATING,
    E_TIMES_CORRECTED,
    ENTRIES,
    OFF_DIAGONAL,
    OVERLAP_WORDS,
    SUMMED,
    WEAK_OVERLAPS,
    K,
    M,
    Overlaps,
    classes,
    corrected,
    correction_of,
    entry,
    excess,
    f,
    i,
    k,
    lam,
    n,
    np,
    with_product,
    with_symmetry,
)
from theorems.scan_snap.steps import PROVENANCE, exact, identity
from theorems.scan_snap.trained import TRAINED
from theorems.statement import Condition
from theorems.textbook.sums import (
    CASE_FAILS,
    CASE_HOLDS,
    IN_THE_WHOLE,
    INDICATOR_FAILS,
    INDICATOR_HOLDS,
    LEFT_OUT,
    SUM_PICKS,
    SUM_WITHOUT,
)

_M, _L, _x, _lambda = (positive(name) for name in ("M", "L", "x", "lambda"))


def _symbolic(K: int) -> tuple[sympy.Matrix, list[sympy.Expr], sympy.Matrix]:
    """A symmetric E', deviations theta and the coefficients of g_1, symbolically."""
    E = sympy.Matrix(K, K, lambda i, j: sympy.Symbol(f"E_{min(i, j)}{max(i, j)}"))
    theta = [sympy.Symbol(f"theta_{k}") for k in range(K)]
    q1, q0 = _M / (_M - 1), -_M / (_M - 1) ** 2
    v = sympy.Matrix([(1 + theta[k]) * (q1 if k == 0 else q0) for k in range(K)])
    return E, theta, (sympy.eye(K) - E) * v


def iota_formula(K: int) -> bool:
    """Eqn 86 for the first of K classes."""
    E, theta, g = _symbolic(K)
    q1, q0 = _M / (_M - 1), -_M / (_M - 1) ** 2
    printed = q1 * (1 + theta[0]) * (1 - E[0, 0]) - q0 * sum((1 + theta[k]) * E[k, 0] for k in range(1, K))
    return bool(sympy.simplify(printed - g[0]) == 0)


def beta_formula(K: int, sign: int) -> bool:
    """Eqn 88 for the first of K classes and the second; ``sign`` = 1 as printed, -1 repaired."""
    E, theta, g = _symbolic(K)
    q1, q0 = _M / (_M - 1), -_M / (_M - 1) ** 2
    rest = sum((1 + theta[k]) * E[k, 1] for k in range(1, K))
    printed = q1 * (1 + theta[0]) * E[1, 0] + q0 * (sign * (1 + theta[1]) + rest)
    return bool(sympy.simplify(printed + g[1]) == 0)


def _transposes() -> bool:
    F = sympy.Matrix(3, 2, lambda i, j: sympy.Symbol(f"F_{i}{j}"))
    E = sympy.Matrix(2, 2, lambda i, j: sympy.Symbol(f"E_{min(i, j)}{max(i, j)}"))
    return bool((sympy.eye(2) - E) * F.T == (F * (sympy.eye(2) - E)).T)


def deltas(x: Overlaps, n: int) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """δ_1 = q_1(1+θ_n) - 1, δ_2 of ι_n and the δ_3 of all β_nn', defined by Eqns 87 and 89."""
    d1 = x.q1 * (1 + x.theta[n]) - 1
    d2 = x.iota(n) - (1 - x.E_prime[n][n]) * (1 + d1)
    return d1, d2, {m: x.beta(n, m) - x.E_prime[m][n] * (1 + d1) for m in range(x.K) if m != n}


def squares(x: Overlaps, n: int) -> Fraction:
    """Entry nn of UᵀD²(I+D)⁻¹U = E²(I+E)⁻¹."""
    back = symmetric.inverse(symmetric.combination(1, symmetric.identity(x.K), 1, x.E))
    return symmetric.product(symmetric.product(x.E, x.E), back)[n][n]


@lru_cache(maxsize=512)
def largest_correction(K: int, word: str) -> Ball:
    """The largest magnitude of an eigenvalue of E'."""
    with balls.precision(128):
        return symmetric.extreme_magnitudes(correction_of(K, word))[0]


N, T, sigma, gamma, delta, eta, t = symbols("N T σ γ δ η_Y t")
theta, iota, beta, u, h, x, alpha = symbols("θ ι β u h x α")
q0, q1, xi, F, I, deviation, W, g = symbols("q_0 q_1 ξ F I Θ W̄ g")
corrected_lam, product, difference, unit = symbols("λ(E′) (EE′) (E-E′-EE′) [q_0,…,q_1,…,q_0]")
delta1, delta2, delta3 = symbols("δ_1 δ_2 δ_3")
others = Without(classes, n)
lambda1 = abs(lam[1])
least = Smallest(i, classes, abs(lam[i]) ** 2)
spectral = Sum(k, classes, lam[k] ** 2 / (1 + lam[k]) * u[n, k] ** 2)
pull = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
OF_WEAK_OVERLAPS = replace(OVERLAP_WORDS, points=WEAK_OVERLAPS).knowing(
    {
        sigma: lambda _: 0,
        q0: "q0",
        q1: "q1",
        theta[n]: lambda x, n: x.theta[n],
        iota[n]: lambda x, n: x.iota(n),
        beta[n, np]: lambda x, n, other: x.beta(n, other),
        delta1(n): lambda x, n: deltas(x, n)[0],
        delta2(n): lambda x, n: deltas(x, n)[1],
        delta3(n, np): lambda x, n, other: deltas(x, n)[2][other],
        least: lambda x: x.lambda_last**2,
        spectral: squares,
        Largest(i, classes, abs(corrected_lam[i])): lambda x: largest_correction(x.K, x.word),
        product[k, n]: lambda x, k, n: symmetric.product(x.E, x.E_prime)[k][n],
        difference[k, n]: lambda x, k, n: x.E[k][n] - x.E_prime[k][n] - symmetric.product(x.E, x.E_prime)[k][n],
    }
)
OF_OVERLAPS = replace(OF_WEAK_OVERLAPS, points=DEVIATING)
pushed = F * (I - corrected) * (I + deviation) * W(N) * (x[T + 1] - alpha)
combined = F * (I - corrected) * (I + deviation) * unit**top
# a vector stands for its entry l
OF_TRAINED = Computed(
    TRAINED,
    {
        classes: lambda x: range(x.classes),
        n: lambda x: x.n,
        sigma: "sigma",
        gamma: "gamma",
        g: "g_l",
        iota[n]: lambda x, _: x.iota,
        beta[n, np]: lambda x, _, other: x.beta(other),
        f[k]: lambda x, k: x.f[k][x.l],
        pushed: "pushed",
        combined: "combined",
    },
)

T1 = Lemma(
    "Theorem 1",
    "Section 4 and Appendix D.5",
    "the back-propagated gradient",
    given=OF_OVERLAPS,
    uses=["Theorem 5", "Corollary 1/Eqn 71"],
    provenance=PROVENANCE,
)
CLOSE = Condition(
    "|θ_n| ≤ 1/10 (t ≫ K²)",
    lambda i: all(abs(Fraction(v)) <= Fraction(1, 10) for v in str(i.theta).split(",")),
    lambda i: i.but(theta=",".join(str(Fraction(v) / 2) for v in str(i.theta).split(","))),
)
COMMON_FACTOR = "The factor 1+σ > 0 is common to all sides: here σ = 0."


with T1.where(given=OF_TRAINED):
    T1["Eqn 9"] = g == gamma * (iota[n] * f[n] - Sum(np, others, beta[n, np] * f[np]))
    T1["Eqn 82"] = g == pushed
    T1["Eqn 83"] = g == (1 + sigma) * gamma * combined
T1["Eqn 9"].note("The coefficients are those of the appendix, β as repaired in Eqn 88.")
T1["Eqn 9"].proved(
    proved(
        "g = F(I - E')(I + Θ)W̄(e_n - α_n); rows of W̄ are (M-1)hζ_kᵀ, e_n - α_n = (1+σ)(M-1)/(M-1+e^{Mh}) ζ_n, ζ_kᵀζ_n = "
        "q_0 or q_1, and "
        "(M-1)h (M-1)/(M-1+e^{Mh}) = γ: the coefficients are read off column by column.",
        identity("ζ_n·ζ_n: 1 + (M-1)/(M-1)² = q_1", 1 + (_M - 1) / (_M - 1) ** 2, _M / (_M - 1)),
        identity("ζ_k·ζ_n: -2/(M-1) + (M-2)/(M-1)² = q_0", -2 / (_M - 1) + (_M - 2) / (_M - 1) ** 2, -_M / (_M - 1) ** 2),
        *(exact(f"K = {K}: ι is the coefficient of f_n", lambda K=K: iota_formula(K)) for K in (2, 3, 4)),  # type: ignore[misc]
        *(exact(f"K = {K}: β is minus that of f_n'", lambda K=K: beta_formula(K, -1)) for K in (2, 3, 4)),  # type: ignore[misc]
    )
)
T1["Eqn 82"].uses("Theorem 5/Eqn 70").proved(
    proved(
        "g = Y(x-α) with Y of Theorem 5 (Eqn 70).",
        exact("F(I-E') is the transpose of (I-E')Fᵀ, E' symmetric: 3×2", _transposes),
    )
)
T1["Eqn 83"].note("q_1 stands in position n, and γ is that of Eqn 85.")
T1["Eqn 83"].uses("Notation D.1/q0 q1", "Corollary 1/Eqn 71").proved(
    proved(
        "W̄(x-α) has the entries (M-1)h·(1+σ)(M-1)/(M-1+e^{Mh})·ζ_kᵀζ_n.",
        identity(
            "(M-1)h·(M-1)/(M-1+e^u) = (M-1)²h/(M-1+e^u)",
            (_M - 1) * _L * (_M - 1) / (_M - 1 + _x),
            (_M - 1) ** 2 * _L / (_M - 1 + _x),
        ),
        identity("q_1", 1 + 1 / (_M - 1), _M / (_M - 1)),
    )
)
own = q1 * (1 + theta[n]) * (1 - corrected[n, n])
T1["Eqn 86"] = ForAll(n, classes, iota[n] == (1 + sigma) * (own - q0 * Sum(k, others, (1 + theta[k]) * corrected[k, n])))
NO_DEVIATION = Definition("σ = 0 for equal counts", (), sigma == 0, of=OF_OVERLAPS, at=((),))


def coefficient(class_: Expr) -> Total:
    """That of f_class in F(I - E′)(I + Θ)(q_0, ..., q_1, ..., q_0)ᵀ, q_1 in position n."""
    weight = Cases(((k == n, q1),), q0)
    return Sum(k, classes, (Indicator(k == class_) - corrected[class_, k]) * ((1 + theta[k]) * weight))


IOTA = Definition("ι_n is the coefficient of f_n", (n,), iota[n] == coefficient(n), of=OF_OVERLAPS, at=((expr(0),),))
BETA = Definition("β_nn′ is minus that of f_n′", (n, np), beta[n, np] == -coefficient(np), of=OF_OVERLAPS, at=ENTRIES[1:])
ELSEWHERE = (LEFT_OUT(k, n, classes), CASE_FAILS(q1, q0, k, n))
OWN_CASE = CASE_HOLDS(n == n, q1, q0)
of_n, of_n_elsewhere = coefficient(n), Sum(k, others, coefficient(n).body)
lost = Sum(k, others, (1 + theta[k]) * corrected[k, n])
T1["Eqn 86"].note(COMMON_FACTOR).uses().proved(
    Calculation(
        with_symmetry(
            each(
                termwise(
                    multiple(of_n_elsewhere, -q0, lost),
                    by(
                        *ELSEWHERE,
                        INDICATOR_FAILS(k, n),
                        IN_THE_WHOLE(k, n, classes),
                        *entry(CORRECTED_IS_SYMMETRIC, n, k),
                    ),
                    then=by(
                        IOTA(n),
                        SUM_WITHOUT(terms(of_n), k, classes, n),
                        OWN_CASE,
                        INDICATOR_HOLDS(n == n),
                        NO_DEVIATION(),
                    ),
                )
            )
        )
    )
)
rest = Sum(k, others, (1 + theta[k]) * corrected[k, np])
first = q1 * (1 + theta[n]) * corrected[np, n]
T1["Eqn 88"] = ForAll(n, classes, ForAll(np, others, beta[n, np] == (1 + sigma) * (first + q0 * ((1 + theta[np]) + rest))))
T1["Eqn 88"].uses().refuted("K=2 M=580 E=1/4 theta=0,0")
T1["Eqn 88"].note(
    "The term (1+θ_n') has the wrong sign: the error is 2M(1+θ_n')/(M-1)², of the order of the overlap corrections δ_3 "
    "themselves; "
    "small against E' only while E' ≫ 1/M. " + COMMON_FACTOR
)
repaired = T1["Eqn 88"].repair(
    claim=ForAll(n, classes, ForAll(np, others, beta[n, np] == (1 + sigma) * (first + q0 * (-(1 + theta[np]) + rest)))),
    why="the sign of (1+θ_n')",
)
of_np, of_np_elsewhere = coefficient(np), Sum(k, others, coefficient(np).body)
direct = Sum(k, others, Indicator(k == np) * (1 + theta[k]))
repaired.proved(
    Calculation(
        with_symmetry(
            each(
                termwise(
                    linear(of_np_elsewhere, q0, direct, -q0, rest),
                    by(
                        *ELSEWHERE,
                        IN_THE_WHOLE(k, n, classes),
                        IN_THE_WHOLE(np, n, classes),
                        *entry(CORRECTED_IS_SYMMETRIC, np, k),
                    ),
                    then=by(
                        BETA(n, np),
                        SUM_WITHOUT(terms(of_np), k, classes, n),
                        SUM_PICKS(lambda k: 1 + theta[k], k, others, np),
                        LEFT_OUT(np, n, classes),
                        INDICATOR_FAILS(n, np),
                        OWN_CASE,
                        NO_DEVIATION(),
                    ),
                )
            )
        )
    )
)
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
    CLOSE,
)
T1["Eqn 87, 89"].trivial(never_negative("|δ_2|, |δ_3|"))
T1["Eqn 87, 89"].note(
    "1+δ_1 = q_1(1+θ_n); δ_2 and δ_3 are what ι_n = (1+σ)[(1-E'_nn)(1+δ_1)+δ_2] and β_nn' = (1+σ)[E'_n'n(1+δ_1)+δ_3] make them."
)
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
        strictly_positive("M/(M-1) falls: M/(M-1) = 1 + 1/(M-1)", 1 / (1 + slack("mu"))),
        *(exact(f"K = {K}: ι", lambda K=K: iota_formula(K)) for K in (2, 3)),  # type: ignore[misc]
        *(exact(f"K = {K}: β", lambda K=K: beta_formula(K, -1)) for K in (2, 3)),  # type: ignore[misc]
    )
)


def _product_splits(K: int) -> bool:
    A = sympy.Matrix(K, K, lambda i, j: sympy.Symbol(f"a{min(i, j)}{max(i, j)}"))
    B = sympy.Matrix(K, K, lambda i, j: sympy.Symbol(f"b{min(i, j)}{max(i, j)}"))
    return bool(sympy.expand((A * B)[0, 0] - sum(A[0, k] * B[0, k] for k in range(1, K)) - A[0, 0] * B[0, 0]) == 0)


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
        identity(
            "(1/K)/(1-1/K) = 1/(K-1)", (1 / _lambda) / (1 - 1 / _lambda), 1 / (_lambda - 1), where={_lambda: 2 + slack("kappa")}
        ),
        nonnegative("a/(1-b) with a ≤ b", (slack("a") + slack("b")) - slack("a")),
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
diagonal, of_rows = (Sum(k, classes, excess[n, k] * e) for e in (corrected[k, n], corrected[n, k]))
SYMMETRICALLY = by(*entry(CORRECTED_IS_SYMMETRIC, n, k))
T1["Eqn 91"].uses().proved(
    Calculation(
        with_symmetry(
            each(
                termwise(
                    equal(diagonal, of_rows),
                    SYMMETRICALLY,
                    then=by(PRODUCT(n, n, k), SUM_WITHOUT(terms(of_rows), k, classes, n)),
                )
            )
        )
    )
)
AT_NN = (*entry(E_TIMES_CORRECTED, n, n), OFF_DIAGONAL(n))
T1["Eqn 92"].uses("Lemma 14").proved(
    Calculation(
        with_product(
            each(
                by(DIFFERENCE(n, n), PRODUCT(n, n, k), *AT_NN[:-1]),
                by(SUM_WITHOUT(terms(diagonal), k, classes, n), *AT_NN),
            )
        )
    )
)
corrections = Sum(np, others, delta3(n, np) * excess[n, np])
T1["Eqn 93 equality"] = ForAll(n, classes, pull == (1 + sigma) * ((1 + delta1(n)) * spectral + corrections))
T1["Eqn 93 equality"].uses("Theorem 1/Eqn 87, 89", "Theorem 1/Eqn 92", "Lemma 16/Eqn 79")
T1["Eqn 93 equality"].note(
    "The print takes δ_3 out of the sum; as β_nn' has a δ_3 of its own that is a weighted mean of them, with their bound. "
    + COMMON_FACTOR
)
T1["Eqn 93 equality"].proved(
    proved(
        "Insert Eqn 89; Σ E'_n'n E_nn' = -E'_nn (Eqn 92) = Σ_k (λ_k²/(1+λ_k))u_nk² (Eqn 79), entry nn of E²(I+E)⁻¹.",
        identity("λ/(1+λ) = λ - λ²/(1+λ)", _lambda / (1 + _lambda), _lambda - _lambda**2 / (1 + _lambda)),
        identity("λ·λ/(1+λ) = λ²/(1+λ)", _lambda * (_lambda / (1 + _lambda)), _lambda**2 / (1 + _lambda)),
    )
)
loss = 3 / M * K * lambda1


def bounded_below(denominator: Expr) -> Claim:
    """Eqn 93's first inequality."""
    return ForAll(n, classes, pull >= (1 + sigma) * ((1 + delta1(n)) / denominator * least - loss))


PULL = (
    "Σβ_nn' E_nn' = (1+δ_1)(-E'_nn) + Σ δ_3 E_nn' by Eqn 92; -E'_nn = Σ (λ_k²/(1+λ_k)) u_nk², |δ_3| < 3/M and Σ_n' E_nn' ≤ "
    "(K-1)|λ₁|. "
)
T1["Eqn 93 first"] = bounded_below(1 - lambda1), CLOSE
T1["Eqn 93 first"].uses("Theorem 1/Eqn 93 equality").refuted("K=2 M=580 E=1/4 theta=0,0")
T1["Eqn 93 first"].note(
    "λ²/(1+λ) is bounded from below by min λ²/(1+|λ₁|); with 1-|λ₁| the inequality is false for K = 2 wherever "
    "Assumption 2 holds. " + COMMON_FACTOR
)
repaired = T1["Eqn 93 first"].repair(
    claim=bounded_below(1 - least),
    why="1-min|λ_i|² in place of 1-|λ₁| (1-|λ₁|² is too small already: two pairs with unequal overlaps, K = 4)",
)
repaired.proved(
    proved(
        PULL + "Σ λ_k u_nk² = E_nn = 0, so the u_nk² are a mixture of two-point weights b/(a+b), a/(a+b) on a > 0 and -b < 0; "
        "each gives ab/((1+a)(1-b)), which rises with a and b: at least m²/(1-m²) for m = min|λ_i|.",
        identity(
            "b/(a+b)·a²/(1+a) + a/(a+b)·b²/(1-b) = ab/((1+a)(1-b))",
            _x / (_lambda + _x) * _lambda**2 / (1 + _lambda) + _lambda / (_lambda + _x) * _x**2 / (1 - _x),
            _lambda * _x / ((1 + _lambda) * (1 - _x)),
            where={_x: 1 / (1 + positive("s"))},
        ),
        strictly_positive("a/(1+a) rises", 1 / (1 + slack("a")) ** 2),
        strictly_positive("b/(1-b) rises: with 1 - b = 1/(1+r) it is r", 1 + slack("r")),
        identity(
            "m·m/((1+np)(1-np)) = m²/(1-m²)",
            _lambda * _lambda / ((1 + _lambda) * (1 - _lambda)),
            _lambda**2 / (1 - _lambda**2),
            where={_lambda: 1 / (1 + positive("s"))},
        ),
    )
)
at_least_half = (1 + sigma) * (Q(1, 2) * least - loss)
links = chain((1 + sigma) * ((1 + delta1(n)) / (1 - lambda1) * least - loss), ">", at_least_half, ">", 0)
T1["Eqn 93 last"] = ForAll(n, classes, links & (pull > at_least_half)), CLOSE
T1["Eqn 93 last"].note(COMMON_FACTOR).uses("Theorem 1/Eqn 93 first").proved(
    proved(
        PULL + "λ²/(1+λ) ≥ min λ²/(1+|λ₁|); 1+δ_1 ≥ 0.9 and 1/(1+1/K) ≥ 2/3 leave 0.6 min λ² > ½ min λ²; and "
        "½·36/M = 18/M > 3/M > (3/M)K|λ₁|.",
        exact("0.9·2/3 > 1/2 and 18 > 3", lambda: Fraction(9, 10) * Fraction(2, 3) > Fraction(1, 2) and Fraction(36, 2) > 3),
        nonnegative("1/(1+1/K) ≥ 2/3 for K = 2 + k", (2 + slack("k")) / (3 + slack("k")) - sympy.Rational(2, 3)),
    )
)
T1["a"] = ForAll(n, classes, chain(xi[n], "==", gamma * pull, ">", 0))
T1["a"].compared(ForAll(n, classes, pull > 0))
T1["a"].uses("Theorem 1/Eqn 90", "Theorem 1/Eqn 93 last", "Corollary 1/sigma")
T1["a"].note(
    "The sum is compared without γ(1+σ), which is positive for t > 0. "
    "After t ≫ K² steps all |θ_n| ≤ 1/5 with high probability; with equal counts θ = 0. At t = 0 nothing is learnt and "
    "ξ = 0. "
    "The overlap hypothesis is needed: a class without overlap has ξ_n = 0."
)
T1["a"].proved(
    proved(
        "γ, 1+σ > 0. With |θ| ≤ 1/5: (M-1)·pull ≥ 0.8·M·min λ²/(1+1/K) - (M/(M-1))·1.2·2·Σ E_nn' ≥ 0.8·24 - 2.4·145/144 > "
        "0, because "
        "M min λ² ≥ 36, 1/(1+1/K) ≥ 2/3, |E'| ≤ 1/(K-1), Σ E_nn' ≤ (K-1)|λ₁| < 1.",
        exact("0.8·24 - 2.4·145/144 > 0", lambda: Fraction(8, 10) * 24 - Fraction(24, 10) * Fraction(145, 144) > 0),
        nonnegative("1/(1+1/K) ≥ 2/3 for K = 2 + k", (2 + slack("k")) / (3 + slack("k")) - sympy.Rational(2, 3)),
        strictly_positive("γ > 0 for t > 0", (1 + slack("m")) ** 2 * _x / (1 + slack("m") + 1 + _x)),
    )
)
