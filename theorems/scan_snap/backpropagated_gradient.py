"""The speed of the back-propagated gradient (scan_snap, Section 4 and Appendix D.5): Theorem 1, part b and around it."""

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
from theorems.scan_snap.gradient_coefficients import T1
from theorems.scan_snap.growth import GROWTH, SECOND_STAGE, Growth
from theorems.scan_snap.samples import DRAWS, MANY_DRAWS, UniformDraws
from theorems.scan_snap.steps import (
    NO_SIZE,
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
from theorems.scan_snap.two_stages import STANDING, late, late_exp, late_scale
from theorems.statement import Condition, Content
from theorems.vocabulary import Comparison, Reading, at_least, at_most, more

L, M, rho, x = (positive(name) for name in ("L", "M", "rho", "x"))


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
        small=lambda: (i.but(C=1) for i in schedule.small_schedules() if i.M >= 100),
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
        printed=NO_SIZE,
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
    entry = (sympy.eye(2) - (sympy.eye(2) + e_prime).inv())[0, 1]
    yield identity("K = 2: E'_12 = ρ/(1-ρ²)", entry, rho / (1 - rho**2), where={rho: 1 / (1 + positive("s"))})
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
