"""The gradient that reaches attention (scan_snap, Section 4 and Appendix D.5): Theorem 1.

g = Y (x_{T+1} - alpha) is a combination of f_1, ..., f_K; up to (1 + sigma) gamma its coefficients are those of
(I - E')(I + Theta)(q_0, ..., q_1, ..., q_0)ᵀ, rationals of the overlaps and deviations of an instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import Arithmetic, Number
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.provers.families import Eventually, Family, RefutedAlong
from theorems.scan_snap import growth as schedule
from theorems.scan_snap.contents import never_negative
from theorems.scan_snap.equal_overlaps import ROUNDS, Rounds
from theorems.scan_snap.growth import GROWTH, SECOND_STAGE, Growth
from theorems.scan_snap.overlaps import DEVIATING, WEAK_OVERLAPS, Overlaps
from theorems.scan_snap.samples import DRAWS, MANY_DRAWS, UniformDraws
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    certain,
    exact,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.scan_snap.trained import TRAINED
from theorems.scan_snap.two_stages import STANDING, late, late_exp, late_scale
from theorems.statement import Condition, Content, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less, more

M, L, x, rho, lam = (positive(name) for name in ("M", "L", "x", "rho", "lambda"))

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
        identity("(1/K)/(1-1/K) = 1/(K-1)", (1 / lam) / (1 - 1 / lam), 1 / (lam - 1)),
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


def lower_bound(x: Overlaps, denominator: Ball) -> tuple[Comparison, ...]:
    """Eqn 93's first inequality without the common factor 1 + σ > 0."""
    least = x.lambda_last * x.lambda_last
    found = []
    for n in range(x.K):
        d1 = x.number(x.q1 * (1 + x.theta[n]))
        found.append(at_least(x.number(x.pull(n)), d1 * least / denominator - 3 * x.K * x.lambda1 / x.M, f"n = {n + 1}"))
    return tuple(found)


PULL = (
    "Σβ_nn' E_nn' = (1+δ_1)(-E'_nn) + Σ δ_3 E_nn' by Eqn 92; -E'_nn = Σ λ²/(1+λ) u_nk² ≥ min λ²/(1+|λ₁|), |δ_3| < 3/M and "
    "Σ_n' E_nn' ≤ (K-1)|λ₁|. "
)
T1.add(
    "Eqn 93 first",
    lambda x: lower_bound(x, 1 - x.lambda1),
    says="Σ_{n'≠n} β_nn' f_nᵀf_n' ≥ (1+σ)[((1+δ_1)/(1-|λ₁|)) min|λ_i|² - (3/M)K|λ₁|]",
    where=[CLOSE],
    witness="K=2 M=580 E=1/4 theta=0,0",
    note="λ²/(1+λ) is bounded from below by min λ²/(1+|λ₁|); with 1-|λ₁| the inequality is false for K = 2 wherever "
    "Assumption 2 holds.",
    depends_on=["scan_snap/Theorem 1/Eqn 87, 89", "scan_snap/Theorem 1/Eqn 92"],
)
T1.add(
    "Eqn 93 first",
    lambda x: lower_bound(x, 1 + x.lambda1),
    says="Σ_{n'≠n} β_nn' f_nᵀf_n' ≥ (1+σ)[((1+δ_1)/(1+|λ₁|)) min|λ_i|² - (3/M)K|λ₁|]",
    where=[CLOSE],
    reading=Reading.INTENDED,
    changed="1+|λ₁| in place of 1-|λ₁|",
    proof=proved(
        PULL,
        nonnegative("a²/(1+a) ≥ c²/(1+b) for c ≤ a ≤ b: a² ≥ c², 1+a ≤ 1+b", (slack("c") + slack("d")) ** 2 - slack("c") ** 2),
        identity("λ/(1+λ) = λ - λ²/(1+λ)", lam / (1 + lam), lam - lam**2 / (1 + lam)),
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 87, 89", "scan_snap/Theorem 1/Eqn 92"],
)


@T1.part(
    "Eqn 93 last",
    says="Σ_{n'≠n} β_nn' f_nᵀf_n' > (1+σ)[½ min|λ_i|² - (3/M)K|λ₁|] > 0",
    where=[CLOSE],
    proof=proved(
        PULL + "1+δ_1 ≥ 0.9 and 1/(1+1/K) ≥ 2/3 leave 0.6 min λ² > ½ min λ²; and ½·36/M = 18/M > 3/M > (3/M)K|λ₁|.",
        exact("0.9·2/3 > 1/2 and 18 > 3", lambda: Fraction(9, 10) * Fraction(2, 3) > Fraction(1, 2) and Fraction(36, 2) > 3),
        nonnegative("1/(1+1/K) ≥ 2/3 for K = 2 + k", (2 + slack("k")) / (3 + slack("k")) - sympy.Rational(2, 3)),
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 93 first"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    bound = x.lambda_last * x.lambda_last / 2 - 3 * x.K * x.lambda1 / x.M
    return (*(more(x.number(x.pull(n)), bound, f"n = {n + 1}") for n in range(x.K)), more(bound, x.number(0), "positive"))


@T1.part(
    "a",
    says="ξ_n = γ Σ_{n'≠n} β_nn' f_nᵀf_n' > 0 for every n",
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


def bind_rounds(instance: Instance, arithmetic: Arithmetic) -> Growth:
    """γ of Eqn 85, with the number of rounds ⌈t/K⌉; ``age`` stays η t/K."""
    rounds = ceil(Fraction(instance.t) / Fraction(instance.K))
    world = schedule.bind(instance.but(t=rounds * int(instance.K)), arithmetic)
    return replace(world, age=arithmetic.number(Fraction(instance.eta) * Fraction(instance.t) / Fraction(instance.K)))


BY_ROUNDS = replace(GROWTH, name="the decoder after ⌈t/K⌉ rounds", bind=bind_rounds, cases=None)
ONE_ROUND = Condition(
    "t ≥ K² (t ≫ K²)", lambda i: i.t >= i.K**2, lambda i: i.but(t=max(i.t, i.K**2), eta=min(i.eta, 1 / Fraction(i.K)))
)


@T1.part(
    "Eqn 85",
    given=BY_ROUNDS.where(Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1))),
    met="every M ≥ 2, K ≥ 1, η_Y > 0, t > 0",
    says="γ(t) = (M-1)²h(⌈t/K⌉)/((M-1)+exp(Mh(⌈t/K⌉))) > 0",
    proof=proved(
        "h > 0 for t > 0.", strictly_positive("(M-1)²u/(M(M-1+e^u)) > 0", (1 + slack("m")) ** 2 * x / (2 + slack("m") + x))
    ),
    note="Section D.3 defines γ with t/K; Lemma 9 and Theorem 4 use that one.",
    depends_on=["scan_snap/Lemma 6"],
)
def _(x: Growth) -> Comparison:
    return more(x.gamma, x.arithmetic.number(0))


@T1.part(
    "b1",
    given=BY_ROUNDS,
    where=[ONE_ROUND, schedule.FIRST_STAGE],
    met="M ≥ 2, η_Y > 0, K² ≤ t ≤ K ln M/η_Y: not empty where η_Y K ≤ ln M",
    says="0 < γ(t) = O(η_Y t/K) when t ≤ ln(M)K/η_Y (with the constant 2, and for every t ≥ K)",
    proof=proved(
        "γ ≤ η⌈t/K⌉ by Lemma 9, for every t, and ⌈t/K⌉ ≤ t/K + 1 ≤ 2t/K.",
        strictly_positive(
            "age - γ ≥ 0 and γ > 0 (Lemma 9, 1c): γ = (M-1)²u/(M(M-1+e^u))", (1 + slack("m")) ** 2 * x / (2 + slack("m") + x)
        ),
        nonnegative("2r - (r + 1) ≥ 0 for r = 1 + s", 2 * (1 + slack("s")) - (2 + slack("s"))),
        nonnegative(
            "age - γ for e^u = 1+u+s, M = 2+m",
            (lambda size, u, s: ((1 + u + s) + (size - 1) * u - 1) / size - (size - 1) ** 2 * u / (size * (size + u + s)))(
                2 + slack("m"), slack("u"), slack("s")
            ),
        ),
    ),
    depends_on=["scan_snap/Lemma 9/1c"],
)
def _(x: Growth) -> tuple[Comparison, Comparison]:
    return at_most(x.gamma, 2 * x.age), more(x.gamma, x.arithmetic.number(0))


@dataclass(frozen=True)
class Bounded(Growth):
    """The decoder with an implied constant C to refute."""

    C: Number = None


def bind_bounded(instance: Instance, arithmetic: Arithmetic) -> Bounded:
    """The rounds of an instance together with its constant ``C``."""
    world = bind_rounds(instance, arithmetic)
    return Bounded(
        world.arithmetic, world.M, world.K, world.eta, world.age, world.u, world.exp_u, arithmetic.number(instance.C)
    )


def at_threshold(k: int) -> Instance:
    """M = 10^k, K = 2, η = 1/2 at the first even step after t0 = 2(1+ω₁)K ln M/η_Y."""
    size = 10**k
    _, u1 = growth.scan_zeros(balls.ball(size))
    threshold = balls.bounds(2 * u1 * 4)[1]
    return Instance(M=size, K=2, eta=Fraction(1, 2), t=2 * ceil(threshold / 2), C=1)


T1.add(
    "b2",
    lambda x: at_most(x.gamma, x.C * x.arithmetic.log(x.age) / x.age),
    content=never_negative("γ"),
    met="M ≥ 100, t ≥ 2(1+ω₁)K ln M/η_Y",
    says="γ(t) = O(K ln(η_Y t/K)/(η_Y t)) when t ≥ 2(1+δ')ln(M)K/η_Y (here the constant is C = 1)",
    given=replace(
        BY_ROUNDS,
        name="the decoder after ⌈t/K⌉ rounds, with a constant C",
        bind=bind_bounded,
        draw=lambda: GROWTH.draw().map(lambda values: values | {"C": 1}),
        small=None,
    ),
    where=[STANDING, SECOND_STAGE],
    proof=RefutedAlong(
        family=Family("M = 10^k, K = 2, η_Y = 1/2, t = t0 rounded up to a whole round, C fixed", at_threshold, first=2),
        how="At t0 = 2u1K/η the age ηt/K is 2u1 with ln M < u1 < 2 ln M, and e^u ≤ M·age: γ ≥ (M-1)² ln M/(M(M-1+M(4 ln "
        "M+1))) → 1/4, "
        "while the bound C ln(age)/age ≤ C ln(2 ln M)/(2 ln M) → 0: every C is too small from some M on. With M fixed and t "
        "→ ∞ a constant "
        "exists, but it grows like ln M/lnln M.",
        steps=[
            limit_is("L/(1 + 4L + 1) → 1/4 (M → ∞ in (M-1)/M)", L / (2 + 4 * L), L, sympy.Rational(1, 4)),
            limit_is("C ln(2L)/(2L) → 0 (C = 1000)", 1000 * sympy.log(2 * L) / (2 * L), L, 0),
            nonnegative(
                "ln(age)/age falls beyond e: its derivative is (1 - ln age)/age², with ln age = 1 + v", slack("v") / x**2
            ),
        ],
        confirm=(2, 10, 50),
    ),
    note="Lemma 9, on which this part rests, has ln(Mη_Y t/K).",
    depends_on=["scan_snap/Lemma 9/2c"],
)


@T1.part(
    "b2",
    given=BY_ROUNDS,
    where=[Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE],
    content=never_negative("γ"),
    met=schedule.FROM_FOUR_LATE,
    says="γ(t) = O(K ln(Mη_Y t/K)/(η_Y t)) when t ≥ 2(1+ω₁)ln(M)K/η_Y (with the constant 2)",
    reading=Reading.INTENDED,
    changed="ln(Mη_Y t/K), as in Lemma 9, for ln(η_Y t/K)",
    proof=late(
        "γ at ⌈t/K⌉ is at most 2 ln(Ma)/a for the age a = η⌈t/K⌉, and ln(Ma)/a falls with a (Ma ≥ 8 ln 4 > e).",
        nonnegative("u ≤ ln(M age): (scale - 1) - e^u ≥ 0", late_scale - 1 - late_exp),
        exact("8·1.38 > 2.72", lambda: 8 * Fraction(138, 100) > Fraction(272, 100)),
        nonnegative("the derivative of ln(Ma)/a is (1 - ln(Ma))/a² ≤ 0", slack("v") / x**2),
    ),
    depends_on=["scan_snap/Lemma 9/2c"],
)
def _(x: Growth) -> Comparison:
    return at_most(x.gamma, 2 * x.arithmetic.log(x.M * x.age) / x.age)


def many_draws(k: int) -> Instance:
    return Instance(N=4 * 4**k, K=2, M=1000, eta=Fraction(1, 2), delta=Fraction(1, 100))


def close_to_one(x: UniformDraws) -> tuple[Comparison, ...]:
    """δ_1 = q_1(1+θ_n) - 1 and σ at the counts farthest from N̄ that Remark 4 allows."""
    found: list[Comparison] = []
    for name, counts in zip(("N̄-2Δ", "N̄+2Δ"), x.extremes, strict=True):
        delta1 = abs(x.M / (x.M - 1) * (1 + counts.theta) - 1)
        found.append(at_most(delta1, 5 * (x.scale + 1 / x.M), f"δ_1 at {name}"))
        found.append(at_most(delta1, balls.ball("1/10"), f"δ_1 small at {name}"))
        found.append(at_most(abs(counts.sigma), x.log_M / 10, f"σ at {name}"))
    return tuple(found)


T1.add(
    "delta1",
    close_to_one,
    content=never_negative("|δ_1|, |σ|"),
    met="N ≥ K², K ≤ M, 0 < δ ≤ 1/2",
    says="|δ_1| ≲ (K/√N)√(ln(1/δ)) + 1/M ≪ 1, -1 < σ ≪ ln M (with probability ≥ 1-δ; constant 5, then 1/10 and ln M/10)",
    given=DRAWS,
    where=[MANY_DRAWS],
    proof=Eventually(
        family=Family("N = K²·4^k, K = 2, M = 1000, η_Y = 1/2, δ = 1/100, N_n = N̄ ± 2Δ (Remark 4)", many_draws),
        beyond=lambda: 9,
        how="1+δ_1 = q_1(1+θ_n), so |δ_1| ≤ (|θ_n| + 1/M)·M/(M-1); |θ_n| ≤ 2Δ/N̄ ≤ 2(K/√N)√(ln(1/δ))(1 + 1/√(N ln(1/δ))). "
        "σ = g(N_n)/g(N̄) - 1 > -1, and |σ| ≤ η|N_n-N̄|: before the second stage N < 2K(1+ω₁)ln M/η, and N ≫ K² makes "
        "ηK ≪ ln M, so η√N ≪ ln M; in it |σ| ≤ 4|N_n-N̄|/N̄ ≪ 1 (Lemma 11).",
        steps=[
            identity("q_1(1+θ) - 1 = (θ + 1/M)M/(M-1)", M / (M - 1) * (1 + x) - 1, (x + 1 / M) * M / (M - 1)),
            limit_is("η√N/ln M with N = 4KL/η is 2√(ηK/L) → 0 as ηK/L → 0", 2 * sympy.sqrt(1 / L), L, 0),
            certain(
                "K = 2, k = 9: (2r(1+r) + 1/M)M/(M-1) ≤ 1/10 with r = (K/√N)√(ln 100) = √(ln 100)/2^9, and it falls with k",
                lambda: balls.le(
                    (2 * _small(9) * (1 + _small(9)) + balls.ball("1/1000")) * balls.ball("1000/999"), balls.ball("1/10")
                ),
            ),
            certain(
                "k = 9: 2Δ ≤ N̄/4 and 8r(1+r) ≤ ln(1000)/10, so σ is small in the second stage",
                lambda: balls.le(8 * _small(9) * (1 + _small(9)), balls.log(balls.ball(1000)) / 10),
            ),
            certain(
                "k = 9: ηN̄ = 2^18 ≥ 2u1 + 2Δη: every count is in the second stage",
                lambda: balls.ge(balls.ball(2**17), 4 * balls.log(balls.ball(1000)) + 2**12),
            ),
        ],
        variable="N",
        constants="K = 2, M = 1000, η_Y = 1/2, δ = 1/100, |θ_n| ≤ 2Δ/N̄",
        dependence="|δ_1| ≤ ε for N ≥ 4K² ln(1/δ)/ε² (and M > 1/ε); |σ| ≤ ε ln M needs N ≥ 64K² ln(1/δ)/(ε ln M)² as well",
    ),
    depends_on=["scan_snap/Theorem 5/theta", "scan_snap/Corollary 1/sigma"],
)


def _small(k: int) -> Ball:
    """(K/√N)√(ln(1/δ)) = √(ln 100)/2^k for N = K²·4^k."""
    return balls.sqrt(balls.log(balls.ball(100))) / 2**k


def early_ratio() -> Iterator[Step]:
    yield identity("(e_n' - 1/M)·(e_n - 1/M) = -2/M + M/M² = -1/M", -2 / M + M / M**2, -1 / M)
    e_prime = sympy.Matrix([[0, rho], [rho, 0]])
    yield identity("K = 2: E'_12 = ρ/(1-ρ²)", (sympy.eye(2) - (sympy.eye(2) + e_prime).inv())[0, 1], rho / (1 - rho**2))
    yield limit_is("(1/M)/(ρ - 3/M) → 0 at ρ = 6/√M", (1 / L**2) / (6 / L - 3 / L**2), L, 0)


def original_ratio(x: Rounds) -> Comparison:
    """β_12/ι_1 of g = F S(e_1 - α_1), W = (I+E)S, against the least that Theorem 1 admits at any learning rate.

    Two classes: E'_12 = ρ/(1-ρ²), 1-E'_11 = 1/(1-ρ²); β_12 ≥ E'_12 M/(M-1) - 3/M and ι_1 ≤ (1-E'_11)M/(M-1) + 3/M.
    """
    own, rival, idle = x.entries()
    total = balls.exp(own) + balls.exp(rival) + (x.M - 2) * balls.exp(idle)
    residual = [1 - balls.exp(own) / total, -balls.exp(rival) / total, -balls.exp(idle) / total]
    back = 1 / (1 - x.rho * x.rho)
    direct = [(own - x.rho * rival) * back, (rival - x.rho * own) * back, idle / (1 + x.rho)]
    crossed = [direct[1], direct[0], direct[2]]
    weights = (1, 1, x.M - 2)
    coefficient, other = (
        sum((w * a * r for w, a, r in zip(weights, row, residual, strict=True)), balls.ball(0)) for row in (direct, crossed)
    )
    q1 = balls.ball(Fraction(x.M, x.M - 1))
    least = (x.rho * back * q1 - balls.ball(Fraction(3, x.M))) / (back * q1 + balls.ball(Fraction(3, x.M)))
    return at_least(-other / coefficient, least)


def _overlapping(values: dict[str, Any], root: int) -> dict[str, Any]:
    """Two classes with ρ = max(6/root, 1/10), M = root²."""
    return values | {"K": 2, "M": root * root, "rho": max(Fraction(6, root), Fraction(1, 10))}


TWO_CLASSES = replace(
    ROUNDS,
    name="two classes that meet Assumption 2, original dynamics",
    draw=lambda: st.builds(_overlapping, ROUNDS.draw(), st.integers(13, 300)),
    small=lambda: (
        Instance(K=2, M=size, rho=rho, eta=Fraction(1, 2), r=r)
        for size in (580, 1000, 10**4)
        for rho in (Fraction(1, 4), Fraction(2, 5))
        for r in (1, 2, 3)
    ),
)


def early_rounds(k: int) -> Instance:
    """M = 10^(4k), η = M^(-1/2), 10^k/2 rounds over two classes with ρ = 1/4: η t/K = 10^(-k)/2."""
    return Instance(K=2, M=10 ** (4 * k), rho=Fraction(1, 4), eta=Fraction(1, 10 ** (2 * k)), r=10**k // 2)


T1.add(
    "original dynamics",
    original_ratio,
    content=Content("β_nn'/ι_n ≥ 0", low=0),
    met="K = 2: M ≥ 145, 6/√M ≤ ρ < 1/2",
    says="for the original dynamics (7) with equal overlaps Theorem 1 still holds, with a smaller effective learning rate "
    "(β_nn'/ι_n for two classes, which no learning rate changes)",
    given=TWO_CLASSES.where(
        Condition("K = 2", lambda i: i.K == 2),
        Condition("6/√M ≤ ρ < 1/2 (Assumption 2)", lambda i: i.rho < Fraction(1, 2) and Fraction(i.rho) ** 2 * i.M >= 36),
    ),
    proof=RefutedAlong(
        family=Family("K = 2, ρ = 1/4, M = 10^(4k), η_Y = M^(-1/2), t = M^(1/4): t ≫ K², η_Y t/K → 0", early_rounds),
        how="Under (7) Y = FS where row n of S collects the residuals of class n. While ηt/K → 0, S_n' = (ηt/K)(e_n' - 1/M) "
        "and e_n - α_n = e_n - 1/M to first order, so the coefficient of f_n' in g is -(ηt/K)/M: β_nn'/ι_n ≈ 1/M. Theorem 1 "
        "with any learning rate has β_nn' ≥ E'_n'n - 3/M with E'_n'n ≥ ρ, ρ ≥ 6/√M (and ρ may be a constant), so a ratio of "
        "about ρ: the quotient tends to 0. The coefficients that drive attention come from the modification (26) itself.",
        steps=list(early_ratio()),
        confirm=(1, 2, 3),
    ),
    note="Sentence after Theorem 1. ξ_n stays positive in this regime, but smaller by the factor 1/(Mρ).",
    depends_on=["scan_snap/Remark 1/eta'"],
)
T1.add(
    "b2 fixed M",
    lambda x: at_most(x.gamma, 2 * (1 + x.log_M / x.arithmetic.log(2 * x.log_M)) * x.arithmetic.log(x.age) / x.age),
    content=never_negative("γ"),
    met=schedule.FROM_FOUR_LATE,
    says="γ(t) = O(K ln(η_Y t/K)/(η_Y t)) as t → ∞ with M fixed (constant depending on M: 2(1 + ln M/ln(2 ln M)), from t0 on)",
    given=BY_ROUNDS,
    where=[Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE],
    proof=late(
        "γ ≤ 2 ln(Ma)/a for a = ηt/K (part b2, repaired), and ln(Ma)/ln a = 1 + ln M/ln a falls with a ≥ 2u1 > 2 ln M > e.",
        limit_is("ln(1000 a)/ln a → 1", sympy.log(1000 * L) / sympy.log(L), L, 1),
        certain("2 ln 4 > e, so ln(2 ln M) > 0", lambda: balls.gt(2 * balls.log(balls.ball(4)), balls.exp(balls.ball(1)))),
        strictly_positive("1/ln a falls: 1/y - 1/(y+v) > 0", 1 / x - 1 / (x + L)),
    ),
    note="The other reading of part b2: an implied constant that may depend on M. It tends to ln M/lnln M times 2 and cannot "
    "be bounded (part b2).",
    depends_on=["scan_snap/Lemma 9/2c", "scan_snap/Theorem 1/b2"],
)

STATEMENTS = (T1,)
