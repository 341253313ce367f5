"""Uniformly sampled classes (scan_snap, Appendix D.4): Lemmas 10 to 12, Remark 4, Theorem 5, Corollary 1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import SYMBOLIC, Arithmetic
from kernels.balls import Ball
from strategies.training_schedules import learning_rates, vocabulary_sizes
from theorems.instance import Instance
from theorems.provers.families import Family, RefutedAlong
from theorems.scan_snap.growth import ETA_RANGE, GROWTH, M_RANGE, SECOND_STAGE, Growth
from theorems.scan_snap.logit_growth import SPEED_FALLS
from theorems.scan_snap.reparameterisation import RESIDUAL
from theorems.scan_snap.samples import (
    CLOSE,
    COUNTS,
    LATE,
    SAMPLES,
    SMALL_DELTA,
    UNIFORM,
    Counts,
    Samples,
)
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    asymptotic,
    certain,
    convex_from_tangent,
    exact,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    refuted,
    slack,
    strictly_positive,
)
from theorems.scan_snap.two_stages import late
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less, more

p, s, t, N, L, u, w, M, eta, D = (positive(name) for name in ("p", "s", "t", "N", "L", "u", "w", "M", "eta", "D"))
SECTION = "Appendix D.4"

log_mgf = -s * p + sympy.log(1 - p + p * sympy.exp(s))
share = p * sympy.exp(s) / (1 - p + p * sympy.exp(s))
HOEFFDING = (
    identity(
        "log-moment ψ(s) = -sp + ln(1-p+pe^s): ψ'' = w(1-w), w = pe^s/(1-p+pe^s)",
        sympy.diff(log_mgf, s, 2),
        share * (1 - share),
    ),
    identity("w(1-w) ≤ 1/4", sympy.Rational(1, 4) - w * (1 - w), (w - sympy.Rational(1, 2)) ** 2),
    identity("ψ(0) = 0", log_mgf.subs(s, 0), 0),
    identity("ψ'(0) = 0", sympy.diff(log_mgf, s).subs(s, 0), 0),
    identity("so ψ ≤ s²/8, and N(s²/8 - st) at s = 4t is -2Nt²", N * ((4 * t) ** 2 / 8 - 4 * t * t), -2 * N * t**2),
)
BY_HOEFFDING = "Hoeffding, both sides: Pr[|N_n/N - P| ≥ t] ≤ 2 exp(-2Nt²). "

L10 = Statement(PAPER, "Lemma 10", source=SECTION, provenance=PROVENANCE, given=SAMPLES, title="how often a class comes")


@L10.part(
    "Eqn 58 first",
    says="with probability ≥ 1-δ: |N_n - ⌈N P(n)⌉| ≤ √((N/2) ln(2/δ)) + 1",
    proof=proved(BY_HOEFFDING + "At t = √(ln(2/δ)/(2N)) the right side is δ, and |⌈NP⌉ - NP| < 1.", *HOEFFDING),
)
def _(x: Samples) -> Comparison:
    radius = balls.sqrt(x.N * x.log(2 / x.delta) / 2) + 1
    return at_least(x.number(1 - x.beyond(radius)), x.number(1 - x.delta))


SEVENTEEN = Condition("N ≥ 17", lambda i: i.N >= 17, lambda i: i.but(N=i.N if i.N >= 17 else i.N + 17))


def second_inequality(x: Samples) -> Comparison:
    spread = x.N * x.log(2 / x.delta)
    return less(balls.sqrt(spread / 2) + 1, balls.sqrt(spread))


L10.add(
    "Eqn 58 second",
    second_inequality,
    says="√((N/2) ln(2/δ)) + 1 < √(N ln(2/δ))",
    witness="N=1 p=1/2 delta=1/2",
    note="False whenever N ln(2/δ) ≤ 11.65. The two ends of Eqn 58 can disagree too: N = 1, P = 1/20, δ = 9/10.",
    depends_on=[],
)
L10.add(
    "Eqn 58 second",
    second_inequality,
    says="√((N/2) ln(2/δ)) + 1 < √(N ln(2/δ)) for N ≥ 17",
    where=[SEVENTEEN],
    reading=Reading.INTENDED,
    changed="N ≥ 17, the least N that serves every δ in (0, 1)",
    proof=proved(
        "√(N ln(2/δ)) (1 - 1/√2) > 1 for N ≥ 17, because ln(2/δ) > ln 2.",
        certain(
            "17 ln 2 (1-1/√2)² > 1",
            lambda: balls.gt(17 * balls.log(balls.ball(2)) * (1 - 1 / balls.sqrt(balls.ball(2))) ** 2, balls.ball(1)),
        ),
        certain(
            "16 ln 2 (1-1/√2)² < 1",
            lambda: balls.lt(16 * balls.log(balls.ball(2)) * (1 - 1 / balls.sqrt(balls.ball(2))) ** 2, balls.ball(1)),
        ),
    ),
    depends_on=[],
)


def ends(x: Samples) -> Comparison:
    radius = balls.sqrt(x.N * x.log(2 / x.delta))
    return at_least(x.number(1 - x.beyond(radius, at_radius=True)), x.number(1 - x.delta))


L10.add(
    "Eqn 58 ends",
    ends,
    says="with probability ≥ 1-δ: |N_n - ⌈N P(n)⌉| < √(N ln(2/δ))",
    witness="N=1 p=1/20 delta=9/10",
    depends_on=["scan_snap/Lemma 10/Eqn 58 first", "scan_snap/Lemma 10/Eqn 58 second"],
)
L10.add(
    "Eqn 58 ends",
    ends,
    says="with probability ≥ 1-δ: |N_n - ⌈N P(n)⌉| < √(N ln(2/δ)) for N ≥ 17",
    where=[SEVENTEEN],
    reading=Reading.INTENDED,
    changed="N ≥ 17",
    proof=proved(
        "Both inequalities of Eqn 58.",
        *HOEFFDING,
        certain(
            "17 ln 2 (1-1/√2)² > 1",
            lambda: balls.gt(17 * balls.log(balls.ball(2)) * (1 - 1 / balls.sqrt(balls.ball(2))) ** 2, balls.ball(1)),
        ),
    ),
    depends_on=["scan_snap/Lemma 10/Eqn 58 first", "scan_snap/Lemma 10/Eqn 58 second"],
)


@L10.part(
    "Eqn 59",
    says="Pr[|N_n/N - P(n)| > t] ≤ 2 exp(-2Nt²) (here t = √(ln(2/δ)/(2N)))",
    proof=proved(BY_HOEFFDING, *HOEFFDING),
)
def _(x: Samples) -> Comparison:
    threshold = balls.sqrt(x.log(2 / x.delta) / (2 * x.N)) * x.N
    return at_most(x.number(x.strayed(threshold)), x.number(x.delta))


R4 = Statement(
    PAPER,
    "Remark 4",
    source=SECTION,
    provenance=PROVENANCE,
    given=SAMPLES.where(UNIFORM),
    depends_on=["scan_snap/Lemma 10/Eqn 58 first"],
    title="all classes come about equally often",
)


@R4.part(
    "Eqn 60",
    says="P(n) ≡ 1/K: with probability ≥ 1-δ, |N_n - N̄| ≲ Δ = ⌈√(N ln(1/δ))⌉ (constant 2, δ ≤ 1/2)",
    where=[SMALL_DELTA],
    proof=proved(
        "ln(2/δ) ≤ 2 ln(1/δ) for δ ≤ 1/2, so √((N/2)ln(2/δ)) + 1 ≤ √(N ln(1/δ)) + 1 ≤ 2Δ because Δ ≥ 1.",
        *HOEFFDING,
        nonnegative("2 ln(1/δ) - ln(2/δ) = ln(1/δ) - ln 2 ≥ 0", slack("excess")),
        nonnegative("2Δ - (Δ + 1) ≥ 0 for Δ = 1 + d", 2 * (1 + slack("d")) - (2 + slack("d"))),
    ),
    note="For δ > 1/2 the constant √(ln(2/δ)/ln(1/δ)) grows without bound as δ → 1.",
)
def _(x: Samples) -> Comparison:
    width = balls.sqrt(x.N * x.log(1 / x.delta))
    high = balls.bounds(width)[1]
    reach = balls.ball(2 * (-floor(-high)))
    return at_least(x.number(1 - x.beyond(reach)), x.number(1 - x.delta))


R4.add(
    "small",
    None,
    says="N P(n) = N/K ≫ √N and Δ ≪ N̄ for N ≫ K²",
    proof=proved(
        "(N/K)/√N = √N/K → ∞, and Δ/N̄ ≤ (K/√N)√(ln(1/δ)) + K/N → 0 for fixed δ.",
        limit_is("√N/K with N = K² r", sympy.sqrt(N), N, sympy.oo),
        limit_is("C/√r + 1/r → 0", 3 / sympy.sqrt(N) + 1 / N, N, 0),
    ),
    depends_on=["scan_snap/Notation D.1/Delta"],
)

L11 = Statement(
    PAPER,
    "Lemma 11",
    source=SECTION,
    provenance=PROVENANCE,
    given=COUNTS,
    depends_on=["scan_snap/Remark 4/Eqn 60", "scan_snap/Lemma 6"],
    title="h concentrates",
)
BELOW_CHORD = convex_from_tangent("t dh/dt ≤ h: ue^u - e^u + 1 ≥ 0", u * sympy.exp(u) - sympy.exp(u) + 1, u, 1)
CONCAVE = "h is concave with h(0) = 0: its speed falls, and t dh/dt ≤ h. "


@L11.part(
    "Eqn 61",
    says="|h(N_n) - h(N̄)| ≲ h(N̄)Δ/N̄ (constant 1 in |N_n - N̄|, hence that of Eqn 60 in Δ)",
    proof=proved(
        CONCAVE + "Above N̄ the rise is at most dh/dt(N̄)·(N_n-N̄) ≤ h(N̄)(N_n-N̄)/N̄; below, h(N_n) ≥ h(N̄)N_n/N̄.",
        SPEED_FALLS,
        BELOW_CHORD,
        identity(
            "the clock times the speed",
            growth.clock(SYMBOLIC, M, u) * growth.speed(SYMBOLIC, M, u),
            (sympy.exp(u) - 1 + (M - 1) * u) / (M - 1 + sympy.exp(u)),
        ),
    ),
    note="Holds for every deviation, without Δ < N̄.",
)
def _(x: Counts) -> Comparison:
    return at_most(abs(x.h(x.count) - x.h(x.mean)), x.h(x.mean) * x.off / x.mean)


@L11.part(
    "Eqn 63",
    says="|N_n - N̄| ≤ Δ: |h(N_n)-h(N̄)| ≤ h(N̄)-h(N̄-Δ) ≤ (dh/dt)(N̄-Δ)Δ ≤ h(N̄)Δ/(N̄-Δ)",
    proof=proved(
        CONCAVE + "A concave function falls more over Δ to the left than it rises to the right.",
        SPEED_FALLS,
        BELOW_CHORD,
        strictly_positive("h increases", 1 / (1 + slack("s"))),
    ),
)
def _(x: Counts) -> tuple[Comparison, ...]:
    left = x.h(x.mean) - x.h(x.mean - x.reach)
    slope = x.speed(x.mean - x.reach) * x.reach
    return (
        at_most(abs(x.h(x.count) - x.h(x.mean)), left, "first"),
        at_most(left, slope, "second"),
        at_most(slope, x.h(x.mean) * x.reach / (x.mean - x.reach), "third"),
    )


DIFFERENCE = (
    "Subtract Eqn 45 at the two counts: e^{u₂} - e^{u₁} = MηD - (M-1)(u₂-u₁) ≤ MηD for D = |N_n-N̄|, and "
    "|σ| = (e^{u₂}-e^{u₁})/(M-1+e^{u}) with u the logit at N_n. "
)
SUBTRACTED = identity("g(N_n)/g(N̄) - 1 = (e^{u̅} - e^{u})/(M-1+e^{u})", (M - 1 + w) / (M - 1 + u) - 1, (w - u) / (M - 1 + u))


@L11.part(
    "Eqn 62",
    says="|1/(M-1+exp(Mh(N_n))) - 1/(M-1+exp(Mh(N̄)))| ≲ σ'/(M-1+exp(Mh(N̄))), σ' ≤ ⅓η_YΔ (implied constant 3)",
    proof=proved(
        DIFFERENCE + "M-1+e^u ≥ M, so |σ| ≤ ηD: three times the printed ⅓ηΔ.",
        SUBTRACTED,
        nonnegative(
            "ηD - (MηD - r)/(M + s) ≥ 0 with r = (M-1)(u₂-u₁) ≥ 0", (eta * D * slack("s") + slack("r")) / (M + slack("s"))
        ),
    ),
)
def _(x: Counts) -> Comparison:
    return at_most(abs(x.sigma), x.eta * x.off)


L11.add(
    "sigma' small",
    None,
    says="σ' ≤ ⅓η_YΔ ≪ ln M (for every N ≫ K²)",
    proof=refuted(
        "N has no upper bound in the lemma: with N = M, ηΔ/3 ≥ (η/3)√(M ln(1/δ)) outgrows ln M.",
        limit_is("√M/ln M → ∞", sympy.exp(L / 2) / L, L, sympy.oo),
        certain(
            "M = N = 10^4, η = 1/2, δ = 1/100: ⅓ηΔ > ln M",
            lambda: balls.gt(balls.sqrt(10**4 * balls.log(balls.ball(100))) / 6, balls.log(balls.ball(10**4))),
        ),
        family="K = 2, η_Y = 1/2, δ = 1/100, N = M → ∞ (N ≫ K²)",
        members=("K=2 M=10000 N=10000 eta=1/2 delta=1/100",),
        lhs="⅓η_YΔ ≥ √(M ln 100)/6",
        relation="≫",
        rhs="ln M",
    ),
)
L11.add(
    "sigma' small",
    None,
    says="⅓η_YΔ ≪ ln M for K² ≪ N < 2K(1+ω₁)ln M/η_Y",
    reading=Reading.INTENDED,
    changed="only before the second stage, where the printed proof uses it",
    proof=asymptotic(
        "(ηΔ/ln M)² ≤ η²N ln(1/δ)(1+o(1))/L² ≤ 4ηK ln(1/δ)/L, and K² ≪ N ≤ 4KL/η gives ηK ≪ L.",
        identity("η²N/L² at N = 4KL/η", (eta**2 * (4 * D * L / eta)) / L**2, 4 * eta * D / L),
        limit_is("4·r·C → 0 with r = ηK/L → 0", 4 * 5 / L, L, 0),
        variable="ln M/(η_Y K)",
        value="36 ln(1/δ)/ε² makes ⅓η_YΔ ≤ ε ln M up to rounding",
        family="K² ≪ N < 2K(1+ω₁)ln M/η_Y",
        constants="δ = 0.01",
    ),
)


@L11.part(
    "late",
    says="if N ≥ 2K(1+ω₁)ln M/η_Y then σ' ≲ Δ/N̄ ≪ 1 (constant 4, once Δ ≤ N̄/4)",
    where=[LATE, CLOSE],
    proof=proved(
        DIFFERENCE
        + "Let s = min(N_n, N̄), ηs ≥ ¾ηN̄ ≥ 1.5 u1. Where e^u ≥ (M-1)u, M-1+e^u ≥ ½(Mηs+1); otherwise u < u1 ≤ ηs/1.5 and "
        "e^u ≥ Mηs - (M-1)u1 ≥ Mηs/3. So |σ| ≤ 3D/s ≤ 4D/N̄.",
        SUBTRACTED,
        identity("1 - 1/1.5 = 1/3", 1 - sympy.Rational(2, 3), sympy.Rational(1, 3)),
        identity("3/(3/4) = 4", 3 / sympy.Rational(3, 4), 4),
        nonnegative(
            "M-1+e^u - ½(e^u + (M-1)u) ≥ 0 where e^u = (M-1)u + r",
            (slack("m") + ((slack("m") * u + slack("r")) - slack("m") * u) / 2),
        ),
    ),
)
def _(x: Counts) -> Comparison:
    return at_most(abs(x.sigma), 4 * x.off / x.mean)


DERIVATIVE = identity(
    "d/du (M-1+e^u)⁻¹ = -e^u/(M-1+e^u)²", sympy.diff(1 / (M - 1 + sympy.exp(u)), u), -sympy.exp(u) / (M - 1 + sympy.exp(u)) ** 2
)


def derivative_of_g(x: Growth, sign: int) -> Comparison:
    """dg/ds by the chain rule against sign · M e^u/(M-1+e^u)² dh/ds."""
    speed = x.eta / (x.M - 1 + x.exp_u)
    chain = -x.exp_u * (x.M * speed) / ((x.M - 1 + x.exp_u) * (x.M - 1 + x.exp_u))
    return equals(chain, sign * x.M * x.exp_u / ((x.M - 1 + x.exp_u) * (x.M - 1 + x.exp_u)) * speed)


L11.add(
    "Eqn 64 derivative",
    lambda x: derivative_of_g(x, 1),
    given=GROWTH,
    says="dg/ds = (M exp(Mh)/(M-1+exp(Mh))²) dh/ds for g = 1/(M-1+exp(Mh))",
    witness="M=2 K=1 eta=1/2 t=0",
    note="g falls: the minus sign is missing.",
    depends_on=[],
)
L11.add(
    "Eqn 64 derivative",
    lambda x: derivative_of_g(x, -1),
    given=GROWTH,
    says="dg/ds = -(M exp(Mh)/(M-1+exp(Mh))²) dh/ds",
    reading=Reading.INTENDED,
    changed="the sign",
    proof=proved("The chain rule.", DERIVATIVE),
    depends_on=[],
)


@L11.part(
    "Eqn 64 bound",
    given=GROWTH,
    says="|dg/ds| ≤ (1/(M-1+exp(Mh))) · Mη_Y/(4(M-1)), with equality only at h = ln(M-1)/M",
    proof=proved(
        "|dg/ds| = g · Mη e^u/(M-1+e^u)² and 4(M-1)e^u ≤ (M-1+e^u)²; equality exactly where e^u = M-1.",
        identity("(M-1+w)² - 4(M-1)w = (M-1-w)²", (M - 1 + w) ** 2 - 4 * (M - 1) * w, (M - 1 - w) ** 2),
        DERIVATIVE,
    ),
    depends_on=[],
)
def _(x: Growth) -> Comparison:
    g = 1 / (x.M - 1 + x.exp_u)
    return at_most(x.M * x.exp_u * g * g * x.eta * g, g * x.M * x.eta / (4 * (x.M - 1)))


def third(x: Counts) -> Comparison:
    return at_most(abs(x.sigma), x.eta * x.reach / 3)


def at_bend(k: int) -> Instance:
    """M = 10^k, η = 1/2: N_n where e^u is about M/10, Δ = 20."""
    count = floor(balls.bounds(2 * (balls.log(balls.ball(10**k)) - balls.log(balls.ball(10))))[0])
    return Instance(M=10**k, eta=Fraction(1, 2), count=count, mean=count + 20, reach=20)


L11.add(
    "Eqn 65",
    third,
    says="|g(N_n) - g(N̄)| ≤ ⅓η_YΔ g(N̄) for |N_n-N̄| ≤ Δ, read with the constant ⅓ literally",
    proof=RefutedAlong(
        family=Family("M = 10^k, η_Y = 1/2, N_n = ⌊2 ln(M/10)⌋, N̄ = N_n + 20, Δ = 20 (Δ ≪ N̄ as M → ∞)", at_bend, first=4),
        how="At N_n, u = ηN_n - e^u/M + o(1), so e^u = εM with ε in (0.05, 0.1); ten units of ηt later e^ū = yM with y + ln "
        "y = 10 + ε + ln ε + o(1) "
        "≥ 7.0, so y ≥ 5.2 and σ = (y-ε)/(1+ε) + o(1) ≥ 4.6 > 10/3 = ⅓ηΔ.",
        steps=[
            certain(
                "10.05 + ln 0.05 ≥ 7.0", lambda: balls.ge(balls.ball("201/20") + balls.log(balls.ball("1/20")), balls.ball(7))
            ),
            certain(
                "5.2 + ln 5.2 < 7.0", lambda: balls.lt(balls.ball("52/10") + balls.log(balls.ball("52/10")), balls.ball(7))
            ),
            exact("(5.2-0.1)/1.1 > 10/3", lambda: Fraction(51, 10) / Fraction(11, 10) > Fraction(10, 3)),
        ],
        confirm=(5, 20, 45),
    ),
    note="Linearising g is only right while ηΔ ≪ 1. Read with the ≲ of Eqn 62 the constant is 3 times as large (Eqn 62).",
)
L11.add(
    "Eqn 65",
    lambda x: at_most(abs(x.sigma), x.eta * x.reach),
    says="|g(N_n) - g(N̄)| ≤ η_YΔ g(N̄) for |N_n-N̄| ≤ Δ",
    reading=Reading.INTENDED,
    changed="the constant: 1 instead of ⅓",
    proof=proved(
        DIFFERENCE,
        SUBTRACTED,
        nonnegative("ηD - (MηD - r)/(M + s) ≥ 0", (eta * D * slack("s") + slack("r")) / (M + slack("s"))),
    ),
)

L12 = Statement(
    PAPER,
    "Lemma 12",
    source=SECTION,
    provenance=PROVENANCE,
    given=COUNTS,
    depends_on=["scan_snap/Lemma 5/Eqn 31", "scan_snap/Lemma 11/Eqn 61"],
    title="the decoder after uniform sampling",
)


def _basis_identity(size: int) -> bool:
    """Y = (F')^{-T} W' for W' = F'ᵀ Y, with a symbolic upper triangular F'."""
    F = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"F_{i}{j}") if i < j else sympy.Integer(int(i == j)))
    Y = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"Y_{i}{j}"))
    return all(sympy.expand(entry) == 0 for entry in (F.T.inv() * (F.T * Y) - Y))


FORM = exact("3×3: (F')^(-T) F'ᵀY = Y", lambda: _basis_identity(3))
L12.add(
    "form",
    None,
    says="Y = (F')^(-T)(I+Θ')W̄'(N), Θ' = diag(θ_1, ..., θ_K, 0, ..., 0); w_n(N) = (M-1)h(N_n)ζ_n = (1+θ_n)w̄_n(N)",
    proof=proved(
        "W' = F'ᵀY has the rows w_n(N) of Lemma 5 after N_n steps and zero rows beyond K; θ_n := h(N_n)/h(N̄) - 1.", FORM
    ),
    note="For the gradient taken in W'. The completion F° must be orthogonal to F for this Y to be the one of Eqn 26 "
    "(Theorem 5).",
)


@L12.part(
    "theta",
    says="|θ_i| ≤ |N_i - N̄|/N̄",
    proof=proved(CONCAVE + "Divide Eqn 61 by h(N̄).", SPEED_FALLS, BELOW_CHORD),
    note="With h* instead of h the relative error is at most lead/N̄ (Remark 2), of lower order than K/√N.",
)
def _(x: Counts) -> Comparison:
    return at_most(abs(x.theta), x.off / x.mean)


UNION = (
    "Hoeffding for each of the K classes at δ/K: √((N/2)ln(2K/δ)) + 1 ≤ √(N ln(K/δ)) + 1 because 2K/δ ≤ (K/δ)² for K ≥ 2, "
    "and 1 ≤ 1.21 √(N ln 2). "
    "With N̄ ≥ N/K: |θ_i| ≤ (9/4)(K/√N)√(ln(K/δ)) for all i at once."
)


def all_classes(x: Samples) -> Comparison:
    """K Pr[|N_1 - N̄| > (9/4)√(N ln(K/δ))] ≤ δ."""
    radius = balls.sqrt(x.N * x.log(x.K / x.delta)) * balls.ball("9/4")
    return at_most(x.number(x.K * x.beyond(radius)), x.number(x.delta))


TWO_CLASSES = Condition("K ≥ 2", lambda i: i.p <= Fraction(1, 2), lambda i: i.but(p=min(Fraction(i.p), Fraction(1, 2))))
UNION_STEPS = (
    *HOEFFDING,
    nonnegative("(K/δ)² - 2K/δ ≥ 0 with K/δ = 2 + r", (2 + slack("r")) ** 2 - 2 * (2 + slack("r"))),
    certain("1 ≤ 1.25 √(ln 2)", lambda: balls.ge(balls.ball("5/4") * balls.sqrt(balls.log(balls.ball(2))), balls.ball(1))),
)
L12.add(
    "theta probability",
    all_classes,
    given=SAMPLES.where(UNIFORM, TWO_CLASSES),
    says="with probability ≥ 1-δ: |θ_i| ≲ (K/√N)√(ln(K/δ)) for all i ∈ [K] (constant 9/4; by a union bound over the classes)",
    proof=proved(UNION, *UNION_STEPS),
    note="N ≫ K² is not needed for the bound, only for its being small. For K = 1, N_1 = N and θ = 0.",
    depends_on=["scan_snap/Lemma 12/theta", "scan_snap/Lemma 10/Eqn 58 first"],
)

T5 = Statement(
    PAPER,
    "Theorem 5",
    source=SECTION,
    provenance=PROVENANCE,
    given=COUNTS,
    depends_on=["scan_snap/Lemma 12", "scan_snap/Lemma 3/Eqn 26", "scan_snap/Lemma 14"],
    title="the solution of the modified dynamics",
)
lam = positive("lambda")
T5.add(
    "Eqn 70",
    None,
    says="Y = (F†)ᵀ(I+Θ)W̄(N) = F(I-E')(I+Θ)W̄(N) solves (26)",
    proof=proved(
        "Every step of (26) adds F(I-E')e_n times a row to Y, so Y = F(I-E')W, and FᵀY = (I+E)(I-E')W = W; W = (I+Θ)W̄ "
        "(Lemma 12). "
        "(F†)ᵀ = F(FᵀF)⁻¹ = F(I-E').",
        identity("(1+λ)(1-λ/(1+λ)) = 1", (1 + lam) * (1 - lam / (1 + lam)), 1),
        FORM,
    ),
)
T5.add(
    "theta",
    all_classes,
    given=SAMPLES.where(UNIFORM, TWO_CLASSES),
    says="with probability ≥ 1-δ: |θ_i| ≲ (K/√N)√(ln(K/δ)) for all i ∈ [K] (constant 9/4)",
    proof=proved(UNION, *UNION_STEPS),
    depends_on=["scan_snap/Lemma 12"],
)

C1 = Statement(
    PAPER,
    "Corollary 1",
    source=SECTION,
    provenance=PROVENANCE,
    given=COUNTS,
    depends_on=["scan_snap/Lemma 5/residual", "scan_snap/Lemma 11"],
    title="how far the decoder is from its critical point",
)
C1.add(
    "Eqn 71",
    lambda x: equals(x.g(x.mean) * (1 + x.sigma), x.g(x.count)),
    says="x_{T+1}-α_n = ((M-1)/(M-1+exp(Mh(N_n))))ζ_n = ((M-1)/(M-1+exp(Mh(N̄))))(1+σ)ζ_n",
    proof=proved(
        "Lemma 5 after N_n steps (h for h* by the convention after Remark 2); σ := g(N_n)/g(N̄) - 1.",
        RESIDUAL,
        identity("g(1 + σ)", w * (1 + (u / w - 1)), u),
    ),
    depends_on=["scan_snap/Lemma 5/residual"],
)
C1.add(
    "sigma",
    lambda x: more(x.sigma, balls.ball(-1)),
    says="σ > -1",
    proof=proved("g > 0.", strictly_positive("g(N_n)/g(N̄) > 0", u / w)),
    depends_on=[],
)
C1.add(
    "sigma early",
    lambda x: at_most(abs(x.sigma), x.eta * x.off),
    says="with probability ≥ 1-δ: |σ| ≲ η_Y√(N ln(1/δ)) (|σ| ≤ η_Y|N_n-N̄|, constant 2 for δ ≤ 1/2)",
    proof=proved(
        DIFFERENCE + "Remark 4 bounds |N_n-N̄|.",
        SUBTRACTED,
        nonnegative("ηD - (MηD - r)/(M + s) ≥ 0", (eta * D * slack("s") + slack("r")) / (M + slack("s"))),
    ),
    depends_on=["scan_snap/Remark 4/Eqn 60"],
)
C1.add(
    "sigma late",
    lambda x: at_most(abs(x.sigma), 4 * x.off / x.mean),
    where=[LATE, CLOSE],
    says="if N ≫ K(√(N ln(1/δ)) + 2(1+ω₁)ln M/η_Y): |σ| ≲ (K/√N)√(ln(1/δ)) (constant 4 in |N_n-N̄|/N̄)",
    proof=proved(
        "As in Lemma 11: the hypothesis gives N̄ ≥ 2(1+ω₁)ln M/η and Δ ≤ N̄/4.",
        SUBTRACTED,
        identity("1 - 1/1.5 = 1/3", 1 - sympy.Rational(2, 3), sympy.Rational(1, 3)),
        identity("3/(3/4) = 4", 3 / sympy.Rational(3, 4), 4),
    ),
    depends_on=["scan_snap/Lemma 11/late"],
)


@dataclass(frozen=True)
class Target:
    """The logit and time at which |e_n - α_n| = ε."""

    M: Ball
    eta: Ball
    epsilon: Ball

    @property
    def length(self) -> Ball:
        """|ζ_n| = √(M/(M-1))."""
        return balls.sqrt(self.M / (self.M - 1))

    @property
    def u(self) -> Ball:
        return balls.log((self.M - 1) * (self.length / self.epsilon - 1))

    @property
    def steps(self) -> Ball:
        return ((self.M - 1) * (self.length / self.epsilon - 1) + (self.M - 1) * self.u - 1) / (self.M * self.eta)

    @property
    def log_ratio(self) -> Ball:
        return balls.log(self.M / self.epsilon)


def bind_target(i: Instance, arithmetic: Arithmetic) -> Target:
    """``M``, ``eta`` and ``epsilon`` in balls."""
    del arithmetic
    return Target(balls.ball(i.M), balls.ball(i.eta), balls.ball(i.epsilon))


TARGETS = Domain(
    name="how long until the residual is ε",
    draw=lambda: st.builds(
        lambda size, rate, k: {"M": max(size, 100), "eta": rate, "epsilon": Fraction(1, k)},
        vocabulary_sizes(),
        learning_rates(),
        st.one_of(st.integers(2, 100), st.integers(1, 30).map(lambda k: 10**k)),
    ),
    bind=bind_target,
    conditions=(
        M_RANGE,
        ETA_RANGE,
        Condition("M ≥ 100 (M ≫ 100)", lambda i: i.M >= 100),
        Condition("0 < ε ≤ 1/2 (ε ≪ 1)", lambda i: 0 < i.epsilon <= Fraction(1, 2)),
    ),
    small=lambda: (Instance(M=100, eta=Fraction(1, 2), epsilon=Fraction(1, k)) for k in (2, 3, 10, 100)),
    variables={"M": "vocabulary size", "eta": "learning rate", "epsilon": "target"},
)
HUNDRED = certain("|ζ| ≤ 1.01 for M ≥ 100", lambda: balls.le(balls.sqrt(balls.ball("100/99")), balls.ball("101/100")))


@C1.part(
    "Eqn 72",
    given=TARGETS,
    says="h(S_n) ≍ (1/M) ln(M/ε) (constants 4/5 and 5/4 for M ≥ 100, ε ≤ 1/2)",
    proof=proved(
        "e^u = (M-1)(|ζ|/ε - 1) lies between 0.99M/(2ε) and 1.01 M/ε; ln(0.495 M/ε) ≥ 0.8 ln(M/ε) and ln(1.01M/ε) ≤ 1.25 "
        "ln(M/ε) from M/ε = 200 on.",
        HUNDRED,
        certain(
            "ln 0.495 + 0.2 ln 200 ≥ 0",
            lambda: balls.ge(balls.log(balls.ball("495/1000")) + balls.log(balls.ball(200)) / 5, balls.ball(0)),
        ),
        certain("ln 1.01 ≤ 0.25 ln 200", lambda: balls.le(balls.log(balls.ball("101/100")), balls.log(balls.ball(200)) / 4)),
    ),
)
def _(x: Target) -> tuple[Comparison, Comparison]:
    return at_least(x.u, balls.ball("4/5") * x.log_ratio, "lower"), at_most(x.u, balls.ball("5/4") * x.log_ratio, "upper")


@C1.part(
    "Eqn 73",
    given=TARGETS,
    says="S_n ≲ h(S_n)/(η_Yε/(M-1)) ≍ (1/(εη_Y)) ln(M/ε) (constants 1.01, then 4/5·0.99 and 5/4)",
    proof=proved(
        "t dh/dt ≤ h, and at S_n the speed is dh/dt = η/(M-1+e^u) = ηε/((M-1)|ζ|).",
        BELOW_CHORD,
        HUNDRED,
        identity("M-1+e^u = (M-1)|ζ|/ε", (M - 1) + (M - 1) * (w / t - 1), (M - 1) * w / t),
    ),
)
def _(x: Target) -> tuple[Comparison, ...]:
    middle = x.u / x.M * (x.M - 1) / (x.eta * x.epsilon)
    scale = x.log_ratio / (x.epsilon * x.eta)
    return (
        at_most(x.steps, balls.ball("101/100") * middle, "first"),
        at_least(middle, balls.ball("79/100") * scale, "lower"),
        at_most(middle, balls.ball("5/4") * scale, "upper"),
    )


C1.add(
    "epochs",
    None,
    given=TARGETS,
    says="|x_{T+1}-α_n| ≤ ε for any n with probability ≥ 1-δ needs at most O((K/(εη_Y)) log(M/ε)) steps",
    proof=asymptotic(
        "S = O((1/(εη))ln(M/ε)) steps of class n are enough (Eqn 73), and S ≥ ln(M/ε) for ε small. After N = 8KS uniform draws "
        "Pr[N_n < S] ≤ exp(-8S(7/8)²/2) ≤ exp(-3S) ≤ (ε/M)³, so some class is short with probability at most K(ε/M)³ ≤ ε³ → "
        "0: below δ for small ε.",
        exact("8·(7/8)²/2 > 3", lambda: 8 * Fraction(49, 64) / 2 > 3),
        certain(
            "|ζ|/ε·0.99 - 1 ≥ 0 at ε = 1/2: Sη ≥ 0.99u ≥ ..., first term",
            lambda: balls.ge(balls.ball("99/50") - 1, balls.ball(0)),
        ),
        limit_is("ε³ → 0", 1 / L**3, L, 0),
        variable="1/ε",
        value="δ^(-1/3)",
        family="ε → 0, δ fixed, K ≤ M, η_Y < 1",
        constants="N = 8K S, S ≤ 1.27 ln(M/ε)/(εη_Y): implied constant 10.2; in truth S = (1/ε + ln(M/ε))/η_Y (1 + o(1))",
    ),
    depends_on=["scan_snap/Corollary 1/Eqn 73"],
)


@C1.part(
    "rate",
    given=replace(GROWTH, conditions=(*GROWTH.conditions, Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE)),
    says="the critical point of (7) is approached at rate O(1/N): |x_{T+1}-α_n| ≤ 3K/(η_Y N) from t0 on",
    proof=late(
        "The residual is |ζ|(M-1)/(M-1+e^u) ≤ 2|ζ|(M-1)/(M·age) with |ζ| ≤ √(4/3).",
        certain("2√(4/3) < 3", lambda: balls.lt(2 * balls.sqrt(balls.ball("4/3")), balls.ball(3))),
        nonnegative("M-1+e^u ≥ ½(Mage+1) where e^u = (M-1)u + r", slack("m") + slack("r") / 2),
    ),
)
def _(x: Growth) -> Comparison:
    length = x.arithmetic.sqrt(x.M / (x.M - 1))
    return at_most(length * (x.M - 1) / (x.M - 1 + x.exp_u), 3 / x.age)


STATEMENTS = (L10, R4, L11, L12, T5, C1)
