"""The coefficients of the back-propagated gradient (scan_snap, Section 4 and Appendix D.5): Theorem 1, Eqns 9, 82-93, part a.

g = Y (x_{T+1} - alpha) is a combination of f_1, ..., f_K; up to (1 + sigma) gamma its coefficients are those of
(I - E')(I + Theta)(q_0, ..., q_1, ..., q_0)ᵀ, rationals of the overlaps and deviations of an instance.
"""

from __future__ import annotations

from fractions import Fraction

import sympy

from kernels import symmetric_matrices as symmetric
from kernels.balls import Ball
from theorems.scan_snap.contents import never_negative
from theorems.scan_snap.overlaps import DEVIATING, WEAK_OVERLAPS, Overlaps
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    exact,
    identity,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.scan_snap.trained import TRAINED
from theorems.statement import Condition, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less, more

M, L, x, lam = (positive(name) for name in ("M", "L", "x", "lambda"))

T1 = Statement(
    PAPER,
    "Theorem 1",
    source="Section 4 and Appendix D.5",
    provenance=PROVENANCE,
    given=DEVIATING,
    depends_on=["scan_snap/Theorem 5", "scan_snap/Corollary 1/Eqn 71"],
    title="the back-propagated gradient",
)
CLOSE = Condition(
    "|θ_n| ≤ 1/10 (t ≫ K²)",
    lambda i: all(abs(Fraction(v)) <= Fraction(1, 10) for v in str(i.theta).split(",")),
    lambda i: i.but(theta=",".join(str(Fraction(v) / 2) for v in str(i.theta).split(","))),
)


def _symbolic(K: int) -> tuple[sympy.Matrix, list[sympy.Expr], sympy.Matrix]:
    """A symmetric E', deviations theta and the coefficients of g_1, symbolically."""
    E = sympy.Matrix(K, K, lambda i, j: sympy.Symbol(f"E_{min(i, j)}{max(i, j)}"))
    theta = [sympy.Symbol(f"theta_{k}") for k in range(K)]
    q1, q0 = M / (M - 1), -M / (M - 1) ** 2
    v = sympy.Matrix([(1 + theta[k]) * (q1 if k == 0 else q0) for k in range(K)])
    return E, theta, (sympy.eye(K) - E) * v


def iota_formula(K: int) -> bool:
    """Eqn 86 for the first of K classes."""
    E, theta, g = _symbolic(K)
    q1, q0 = M / (M - 1), -M / (M - 1) ** 2
    printed = q1 * (1 + theta[0]) * (1 - E[0, 0]) - q0 * sum((1 + theta[k]) * E[k, 0] for k in range(1, K))
    return bool(sympy.simplify(printed - g[0]) == 0)


def beta_formula(K: int, sign: int) -> bool:
    """Eqn 88 for the first of K classes and the second; ``sign`` = 1 as printed, -1 repaired."""
    E, theta, g = _symbolic(K)
    q1, q0 = M / (M - 1), -M / (M - 1) ** 2
    rest = sum((1 + theta[k]) * E[k, 1] for k in range(1, K))
    printed = q1 * (1 + theta[0]) * E[1, 0] + q0 * (sign * (1 + theta[1]) + rest)
    return bool(sympy.simplify(printed + g[1]) == 0)


def _transposes() -> bool:
    F = sympy.Matrix(3, 2, lambda i, j: sympy.Symbol(f"F_{i}{j}"))
    E = sympy.Matrix(2, 2, lambda i, j: sympy.Symbol(f"E_{min(i, j)}{max(i, j)}"))
    return bool((sympy.eye(2) - E) * F.T == (F * (sympy.eye(2) - E)).T)


T1.add(
    "Eqn 9",
    lambda x: equals(x.g_l, x.gamma * (x.iota * x.f_nl - x.others)),
    says="g = γ(ι_n f_n - Σ_{n'≠n} β_nn' f_n') with the coefficients of the appendix (β as repaired in Eqn 88)",
    given=TRAINED,
    proof=proved(
        "g = F(I - E')(I + Θ)W̄(e_n - α_n); rows of W̄ are (M-1)hζ_kᵀ, e_n - α_n = (1+σ)(M-1)/(M-1+e^{Mh}) ζ_n, ζ_kᵀζ_n = "
        "q_0 or q_1, and "
        "(M-1)h (M-1)/(M-1+e^{Mh}) = γ: the coefficients are read off column by column.",
        identity("ζ_n·ζ_n: 1 + (M-1)/(M-1)² = q_1", 1 + (M - 1) / (M - 1) ** 2, M / (M - 1)),
        identity("ζ_k·ζ_n: -2/(M-1) + (M-2)/(M-1)² = q_0", -2 / (M - 1) + (M - 2) / (M - 1) ** 2, -M / (M - 1) ** 2),
        *(exact(f"K = {K}: ι is the coefficient of f_n", lambda K=K: iota_formula(K)) for K in (2, 3, 4)),  # type: ignore[misc]
        *(exact(f"K = {K}: β is minus that of f_n'", lambda K=K: beta_formula(K, -1)) for K in (2, 3, 4)),  # type: ignore[misc]
    ),
)
T1.add(
    "Eqn 82",
    lambda x: equals(x.g_l, x.pushed),
    says="g[i] = F(I-E')(I+Θ)W̄(N)(x_{T+1}[i]-α[i])",
    given=TRAINED,
    proof=proved(
        "g = Y(x-α) with Y of Theorem 5 (Eqn 70).",
        exact("F(I-E') is the transpose of (I-E')Fᵀ, E' symmetric: 3×2", _transposes),
    ),
    depends_on=["scan_snap/Theorem 5/Eqn 70"],
)
T1.add(
    "Eqn 83",
    lambda x: equals(x.g_l, (1 + x.sigma) * x.gamma * x.combined),
    says="= (1+σ)γ F(I-E')(I+Θ)[q_0, ..., q_1, ..., q_0]ᵀ with q_1 in position n, γ as in Eqn 85",
    given=TRAINED,
    proof=proved(
        "W̄(x-α) has the entries (M-1)h·(1+σ)(M-1)/(M-1+e^{Mh})·ζ_kᵀζ_n.",
        identity(
            "(M-1)h·(M-1)/(M-1+e^u) = (M-1)²h/(M-1+e^u)", (M - 1) * L * (M - 1) / (M - 1 + x), (M - 1) ** 2 * L / (M - 1 + x)
        ),
        identity("q_1", 1 + 1 / (M - 1), M / (M - 1)),
    ),
    depends_on=["scan_snap/Notation D.1/q0 q1", "scan_snap/Corollary 1/Eqn 71"],
)


@T1.part(
    "Eqn 86",
    says="ι_n = (1+σ)[q_1(1+θ_n)(1-E'_nn) - q_0 Σ_{k≠n}(1+θ_k)E'_kn]",
    proof=proved(
        "Coefficient n of (I - E')(I + Θ)v.",
        *(exact(f"K = {K}", lambda K=K: iota_formula(K)) for K in (2, 3, 4)),  # type: ignore[misc]
    ),
    depends_on=[],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    def printed(n: int) -> Fraction:
        rest = sum(((1 + x.theta[k]) * x.E_prime[k][n] for k in range(x.K) if k != n), Fraction(0))
        return x.q1 * (1 + x.theta[n]) * (1 - x.E_prime[n][n]) - x.q0 * rest

    return tuple(equals(x.number(x.iota(n)), x.number(printed(n)), f"n = {n + 1}") for n in range(x.K))


def beta_claim(x: Overlaps, sign: int) -> tuple[Comparison, ...]:
    """Eqn 88 for all ordered pairs, with (1 + θ_n') taken ``sign`` times."""

    def printed(n: int, other: int) -> Fraction:
        rest = sum(((1 + x.theta[k]) * x.E_prime[k][other] for k in range(x.K) if k != n), Fraction(0))
        return x.q1 * (1 + x.theta[n]) * x.E_prime[other][n] + x.q0 * (sign * (1 + x.theta[other]) + rest)

    return tuple(equals(x.number(x.beta(n, m)), x.number(printed(n, m)), f"n = {n + 1}, n' = {m + 1}") for n, m in x.pairs)


T1.add(
    "Eqn 88",
    lambda x: beta_claim(x, 1),
    says="β_nn' = (1+σ)[q_1(1+θ_n)E'_n'n + q_0((1+θ_n') + Σ_{k≠n}(1+θ_k)E'_kn')]",
    witness="K=2 M=580 E=1/4 theta=0,0",
    note="The term (1+θ_n') has the wrong sign: the error is 2M(1+θ_n')/(M-1)², of the order of the overlap corrections δ_3 "
    "themselves; "
    "small against E' only while E' ≫ 1/M.",
    depends_on=[],
)
T1.add(
    "Eqn 88",
    lambda x: beta_claim(x, -1),
    says="β_nn' = (1+σ)[q_1(1+θ_n)E'_n'n + q_0(-(1+θ_n') + Σ_{k≠n}(1+θ_k)E'_kn')]",
    reading=Reading.INTENDED,
    changed="the sign of (1+θ_n')",
    proof=proved(
        "Minus the coefficient n' of (I - E')(I + Θ)v.",
        *(exact(f"K = {K}", lambda K=K: beta_formula(K, -1)) for K in (2, 3, 4)),  # type: ignore[misc]
    ),
    depends_on=[],
)


def deltas(x: Overlaps, n: int) -> tuple[Fraction, Fraction, list[Fraction]]:
    """δ_1 = q_1(1+θ_n) - 1, δ_2 of ι_n and the δ_3 of all β_nn', defined by Eqns 87 and 89."""
    d1 = x.q1 * (1 + x.theta[n]) - 1
    d2 = x.iota(n) - (1 - x.E_prime[n][n]) * (1 + d1)
    return d1, d2, [x.beta(n, m) - x.E_prime[m][n] * (1 + d1) for m in range(x.K) if m != n]


SUM_OF_CORRECTIONS = (
    "With -q_0 = M/(M-1)²: δ_2 = -q_0 Σ_{k≠n}(1+θ_k)E'_kn and δ_3 = -q_0((1+θ_n') - Σ_{k≠n}(1+θ_k)E'_kn'). For K = 2 the "
    "sum is "
    "E'_n'n' with |E'_n'n'| ≤ λ²/(1-λ²) < 1/3; for K ≥ 3 Cauchy-Schwarz bounds it by √(K-1)·1/(K-1) ≤ 1/√2 times 1 + max θ. "
    "So the bracket "
    "is at most 1.1·(1 + 0.7072) < 2. "
)


@T1.part(
    "Eqn 87, 89",
    content=never_negative("|δ_2|, |δ_3|"),
    says="|δ_2|, |δ_3| ≤ (M/(M-1)²)·2(1+3|δ_1|) < 3/M in ι_n = (1+σ)[(1-E'_nn)(1+δ_1)+δ_2], β_nn' = (1+σ)[E'_n'n(1+δ_1)+δ_3]",
    where=[CLOSE],
    proof=proved(
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
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 86", "scan_snap/Theorem 1/Eqn 88", "scan_snap/Theorem 1/Eqn 90"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    found: list[Comparison] = []
    for n in range(x.K):
        d1, d2, d3 = deltas(x, n)
        bound = x.number(Fraction(x.M, (x.M - 1) ** 2) * 2 * (1 + 3 * abs(d1)))
        found += [at_most(x.number(abs(value)), bound, f"n = {n + 1}") for value in (d2, *d3)]
        found.append(less(bound, x.number(Fraction(3, x.M)), "3/M"))
    return tuple(found)


@T1.part(
    "Eqn 90",
    given=WEAK_OVERLAPS,
    content=never_negative("|E'_kn|"),
    says="|E'_kn| ≤ max|λ_i(E')| ≤ |λ₁|/(1-1/K) ≤ 1/(K-1)",
    proof=proved(
        "Lemma 13 for E', then Lemma 15 with λ = 1/K.",
        identity("(1/K)/(1-1/K) = 1/(K-1)", (1 / lam) / (1 - 1 / lam), 1 / (lam - 1), where={lam: 2 + slack("kappa")}),
        nonnegative("a/(1-b) with a ≤ b", (slack("a") + slack("b")) - slack("a")),
    ),
    depends_on=["scan_snap/Lemma 13", "scan_snap/Lemma 15"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    bound = x.lambda1 / (1 - x.number(Fraction(1, x.K)))
    entries = [at_most(abs(x.number(entry)), bound) for row in x.E_prime for entry in row]
    return (*entries, at_most(bound, x.number(Fraction(1, x.K - 1)), "1/(K-1)"))


@T1.part(
    "Eqn 91",
    given=WEAK_OVERLAPS,
    says="(EE')_nn = Σ_{k≠n} E_nk E'_nk + E_nn E'_nn",
    proof=proved("The definition of a product, split at k = n, with E' symmetric.", exact("K = 3", lambda: _product_splits(3))),
    depends_on=[],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    def product(n: int) -> Fraction:
        return sum((x.E[n][k] * x.E_prime[k][n] for k in range(x.K)), Fraction(0))

    def split(n: int) -> Fraction:
        return sum((x.E[n][k] * x.E_prime[n][k] for k in range(x.K) if k != n), x.E[n][n] * x.E_prime[n][n])

    return tuple(equals(x.number(product(n)), x.number(split(n))) for n in range(x.K))


def _product_splits(K: int) -> bool:
    A = sympy.Matrix(K, K, lambda i, j: sympy.Symbol(f"a{min(i, j)}{max(i, j)}"))
    B = sympy.Matrix(K, K, lambda i, j: sympy.Symbol(f"b{min(i, j)}{max(i, j)}"))
    return bool(sympy.expand((A * B)[0, 0] - sum(A[0, k] * B[0, k] for k in range(1, K)) - A[0, 0] * B[0, 0]) == 0)


@T1.part(
    "Eqn 92",
    given=WEAK_OVERLAPS,
    says="(E-E'-EE')_nn = 0, so Σ_{k≠n} E_nk E'_kn = -E'_nn",
    proof=proved(
        "(I+E)(I-E') = I and E_nn = 0.", identity("λ - λ/(1+λ) - λ·λ/(1+λ) = 0", lam - lam / (1 + lam) - lam**2 / (1 + lam), 0)
    ),
    depends_on=["scan_snap/Lemma 14"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    def left(n: int) -> Fraction:
        return sum((x.E[n][k] * x.E_prime[k][n] for k in range(x.K) if k != n), Fraction(0))

    return tuple(equals(x.number(left(n)), x.number(-x.E_prime[n][n])) for n in range(x.K))


@T1.part(
    "Eqn 93 equality",
    says="Σ_{n'≠n} β_nn' f_nᵀf_n' = (1+σ)[(1+δ_1)Σ_k (λ_k²/(1+λ_k))u_nk² + Σ_{n'≠n} δ_3 E_nn'] (compared without 1 + σ; "
    "δ_3 is that of each β_nn')",
    proof=proved(
        "Insert Eqn 89; Σ E'_n'n E_nn' = -E'_nn (Eqn 92) = Σ_k (λ_k²/(1+λ_k))u_nk² (Eqn 79), entry nn of E²(I+E)⁻¹.",
        identity("λ/(1+λ) = λ - λ²/(1+λ)", lam / (1 + lam), lam - lam**2 / (1 + lam)),
        identity("λ·λ/(1+λ) = λ²/(1+λ)", lam * (lam / (1 + lam)), lam**2 / (1 + lam)),
    ),
    note="The print takes δ_3 out of the sum; as β_nn' has a δ_3 of its own that is a weighted mean of them, with their bound.",
    depends_on=["scan_snap/Theorem 1/Eqn 87, 89", "scan_snap/Theorem 1/Eqn 92", "scan_snap/Lemma 16/Eqn 79"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    unit = symmetric.identity(x.K)
    squares = symmetric.product(
        symmetric.product(x.E, x.E), symmetric.inverse(symmetric.combination(1, unit, 1, x.E))
    )  # UᵀD²(I+D)⁻¹U
    found = []
    for n in range(x.K):
        d1, _, d3 = deltas(x, n)
        others = [m for m in range(x.K) if m != n]
        rest = sum((d * x.E[n][m] for d, m in zip(d3, others, strict=True)), Fraction(0))
        found.append(equals(x.number(x.pull(n)), x.number((1 + d1) * squares[n][n] + rest), f"n = {n + 1}"))
    return tuple(found)


def lower_bound(x: Overlaps, denominator: Ball) -> tuple[Comparison, ...]:
    """Eqn 93's first inequality without the common factor 1 + σ > 0."""
    least = x.lambda_last * x.lambda_last
    found = []
    for n in range(x.K):
        d1 = x.number(x.q1 * (1 + x.theta[n]))
        found.append(at_least(x.number(x.pull(n)), d1 * least / denominator - 3 * x.K * x.lambda1 / x.M, f"n = {n + 1}"))
    return tuple(found)


PULL = (
    "Σβ_nn' E_nn' = (1+δ_1)(-E'_nn) + Σ δ_3 E_nn' by Eqn 92; -E'_nn = Σ (λ_k²/(1+λ_k)) u_nk², |δ_3| < 3/M and Σ_n' E_nn' ≤ "
    "(K-1)|λ₁|. "
)
T1.add(
    "Eqn 93 first",
    lambda x: lower_bound(x, 1 - x.lambda1),
    says="Σ_{n'≠n} β_nn' f_nᵀf_n' ≥ (1+σ)[((1+δ_1)/(1-|λ₁|)) min|λ_i|² - (3/M)K|λ₁|]",
    where=[CLOSE],
    witness="K=2 M=580 E=1/4 theta=0,0",
    note="λ²/(1+λ) is bounded from below by min λ²/(1+|λ₁|); with 1-|λ₁| the inequality is false for K = 2 wherever "
    "Assumption 2 holds.",
    depends_on=["scan_snap/Theorem 1/Eqn 93 equality"],
)
T1.add(
    "Eqn 93 first",
    lambda x: lower_bound(x, 1 - x.lambda_last * x.lambda_last),
    says="Σ_{n'≠n} β_nn' f_nᵀf_n' ≥ (1+σ)[((1+δ_1)/(1-min|λ_i|²)) min|λ_i|² - (3/M)K|λ₁|]",
    where=[CLOSE],
    reading=Reading.INTENDED,
    changed="1-min|λ_i|² in place of 1-|λ₁| (1-|λ₁|² is too small already: two pairs with unequal overlaps, K = 4)",
    proof=proved(
        PULL + "Σ λ_k u_nk² = E_nn = 0, so the u_nk² are a mixture of two-point weights b/(a+b), a/(a+b) on a > 0 and -b < 0; "
        "each gives ab/((1+a)(1-b)), which rises with a and b: at least m²/(1-m²) for m = min|λ_i|.",
        identity(
            "b/(a+b)·a²/(1+a) + a/(a+b)·b²/(1-b) = ab/((1+a)(1-b))",
            x / (lam + x) * lam**2 / (1 + lam) + lam / (lam + x) * x**2 / (1 - x),
            lam * x / ((1 + lam) * (1 - x)),
            where={x: 1 / (1 + positive("s"))},
        ),
        strictly_positive("a/(1+a) rises", 1 / (1 + slack("a")) ** 2),
        strictly_positive("b/(1-b) rises: with 1 - b = 1/(1+r) it is r", 1 + slack("r")),
        identity(
            "m·m/((1+m)(1-m)) = m²/(1-m²)",
            lam * lam / ((1 + lam) * (1 - lam)),
            lam**2 / (1 - lam**2),
            where={lam: 1 / (1 + positive("s"))},
        ),
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 93 equality"],
)


@T1.part(
    "Eqn 93 last",
    says="(1+σ)[((1+δ_1)/(1-|λ₁|)) min|λ_i|² - (3/M)K|λ₁|] > (1+σ)[½ min|λ_i|² - (3/M)K|λ₁|] > 0, and so "
    "Σ_{n'≠n} β_nn' f_nᵀf_n' > (1+σ)[½ min|λ_i|² - (3/M)K|λ₁|]",
    where=[CLOSE],
    proof=proved(
        PULL + "λ²/(1+λ) ≥ min λ²/(1+|λ₁|); 1+δ_1 ≥ 0.9 and 1/(1+1/K) ≥ 2/3 leave 0.6 min λ² > ½ min λ²; and "
        "½·36/M = 18/M > 3/M > (3/M)K|λ₁|.",
        exact("0.9·2/3 > 1/2 and 18 > 3", lambda: Fraction(9, 10) * Fraction(2, 3) > Fraction(1, 2) and Fraction(36, 2) > 3),
        nonnegative("1/(1+1/K) ≥ 2/3 for K = 2 + k", (2 + slack("k")) / (3 + slack("k")) - sympy.Rational(2, 3)),
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 93 first"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    least, loss = x.lambda_last * x.lambda_last, 3 * x.K * x.lambda1 / x.M
    found = [more(least / 2 - loss, x.number(0), "positive")]
    for n in range(x.K):
        printed = x.number(x.q1 * (1 + x.theta[n])) / (1 - x.lambda1) * least - loss
        found += [
            more(x.number(x.pull(n)), least / 2 - loss, f"n = {n + 1}"),
            more(printed, least / 2 - loss, f"link, n = {n + 1}"),
        ]
    return tuple(found)


@T1.part(
    "a",
    says="ξ_n = γ Σ_{n'≠n} β_nn' f_nᵀf_n' > 0 for every n (compared without γ(1+σ), which is positive for t > 0)",
    proof=proved(
        "γ, 1+σ > 0. With |θ| ≤ 1/5: (M-1)·pull ≥ 0.8·M·min λ²/(1+1/K) - (M/(M-1))·1.2·2·Σ E_nn' ≥ 0.8·24 - 2.4·145/144 > "
        "0, because "
        "M min λ² ≥ 36, 1/(1+1/K) ≥ 2/3, |E'| ≤ 1/(K-1), Σ E_nn' ≤ (K-1)|λ₁| < 1.",
        exact("0.8·24 - 2.4·145/144 > 0", lambda: Fraction(8, 10) * 24 - Fraction(24, 10) * Fraction(145, 144) > 0),
        nonnegative("1/(1+1/K) ≥ 2/3 for K = 2 + k", (2 + slack("k")) / (3 + slack("k")) - sympy.Rational(2, 3)),
        strictly_positive("γ > 0 for t > 0", (1 + slack("m")) ** 2 * x / (1 + slack("m") + 1 + x)),
    ),
    note="After t ≫ K² steps all |θ_n| ≤ 1/5 with high probability; with equal counts θ = 0. At t = 0 nothing is learnt and "
    "ξ = 0. "
    "The overlap hypothesis is needed: a class without overlap has ξ_n = 0.",
    depends_on=["scan_snap/Theorem 1/Eqn 90", "scan_snap/Theorem 1/Eqn 93 last", "scan_snap/Corollary 1/sigma"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    return tuple(more(x.number(x.pull(n)), x.number(0), f"n = {n + 1}") for n in range(x.K))
