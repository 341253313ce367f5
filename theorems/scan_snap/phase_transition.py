"""Scanning, snapping and what is concluded from them (scan_snap, Section 6 and Appendix F): the rest of Theorem 4."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from theorems.instance import Instance
from theorems.provers.families import Eventually, Family, RefutedAlong
from theorems.scan_snap.contents import EXPONENT, GROWTH_FACTOR, SHARE, never_negative
from theorems.scan_snap.double_logarithm import AFTER_PRINTED_START, SECOND_AT_52, after_steps
from theorems.scan_snap.gains import BEHIND, DOMINANT, LATER
from theorems.scan_snap.gradient_coefficients import T1
from theorems.scan_snap.growth import FROM_FOUR_LATE, SECOND_STAGE
from theorems.scan_snap.growth_exponent import (
    ANTIDERIVATIVE,
    EARLY,
    FROM_FOUR,
    GAMMA_CLOSED,
    LARGE,
    LATE,
    MONOTONE,
    SCANNING,
    SLOPE_END,
    START,
    T4,
    early_bounds,
    exponent,
)
from theorems.scan_snap.steps import (
    NO_SIZE,
    certain,
    convex_from_tangent,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.scan_snap.transition import STARTED, Started, Transition, two_rates
from theorems.scan_snap.twins import ONE_QUERY, TWINS
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, late
from theorems.statement import Condition
from theorems.vocabulary import Comparison, Reading, at_least, at_most, less, more

L, M, s, t, u, x = (positive(name) for name in ("L", "M", "s", "t", "u", "x"))

for label, words in (
    ("conclusion a", "fixing ν, larger η_Z gives larger B_n(t)"),
    ("insight b", "scaling up both learning rates gives larger B_n(t) (as t → ∞, in fact for every t > 0)"),
):
    T4.add(
        label,
        lambda x: less(x.slow.B, x.fast.B),
        given=two_rates(1).where(Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1))),
        says=words,
        proof=proved(
            "4Γ/C₀ = 2K(M-1)²h²/(νC₀), and h(t/K) increases with η_Yt/K = νη_Zt/K: for every t > 0.",
            GAMMA_CLOSED,
            MONOTONE,
            strictly_positive("the flow rises with its age: speed > 0", (2 + slack("m")) / (2 + slack("m") + slack("s"))),
        ),
    )


def both_at_the_first_step(k: int) -> Instance:
    """M = 10^(10k), t = 1."""
    half = Fraction(1, 2)
    return Instance(M=10 ** (10 * k), K=2, eta=half, t=1, eta_Z=half, C0=1, faster=1, together=0)


ELASTIC = nonnegative(
    "½u(M-1+e^u) - (e^u+(M-1)u-1) ≥ 0 for e^u = (M-1)u(1+r), u = 3+v: (M-1)u((u-2)r + u-3)/2 + 1",
    (1 + slack("m")) * (3 + slack("v")) * ((1 + slack("v")) * slack("r") + slack("v")) / 2 + 1,
)
ELASTIC_FORM = identity(
    "the same, expanded",
    u * ((M - 1) + (M - 1) * u * (1 + x)) / 2 - ((M - 1) * u * (1 + x) + (M - 1) * u - 1),
    (M - 1) * u * ((u - 2) * x + u - 3) / 2 + 1,
)
U1_THREE = certain("u1 ≥ 3 from M = 8 on: e³ < 3·7", lambda: balls.lt(balls.exp(balls.ball(3)), balls.ball(21)))
SMALLER = late(
    "u²/η_Y falls with η_Y while 2·(age du/dage) ≤ u, that is e^u+(M-1)u-1 ≤ ½u(M-1+e^u): true where e^u ≥ (M-1)u and u ≥ 3.",
    ELASTIC,
    ELASTIC_FORM,
    U1_THREE,
    GAMMA_CLOSED,
)
SECOND_RATE = [Condition("M ≥ 8 (M ≫ 100)", lambda i: i.M >= 8, lambda i: i.but(M=max(i.M, 8))), SECOND_STAGE]
T4.add(
    "conclusion b",
    lambda x: more(x.slow.B, x.fast.B),
    given=two_rates(0, least=8),
    where=AFTER_PRINTED_START,
    met="t ≥ 100(Mη_Y)⁻¹exp(1/√(2ν)), Mη_Yt/K ≥ 8",
    says="fixing η_Z, larger ν (larger η_Y) gives smaller B_n(t) for t ≫ (Mη_Y)⁻¹exp(1/√(2ν)), where (133) is printed for",
    proof=RefutedAlong(
        family=Family("K = 2, η_Y = 1/2 and 1, η_Z = 1/2, C₀ = 1, t = 1, M = 10^(10k)", both_at_the_first_step),
        how="At t = 1 the condition holds for large M, but training has hardly begun: 4Γ is nearly 2η_Yη_Zt²/K, which grows "
        "with η_Y. With u between (1-0.568/ln M)η_Yt/K and η_Yt/K the quotient of both Γ is at least 2(1-0.568/ln M)² > 1.",
        steps=[
            certain(
                "2(1 - 0.568/ln 100)² > 1",
                lambda: balls.gt(2 * (1 - balls.ball("71/125") / balls.log(balls.ball(100))) ** 2, balls.ball(1)),
            ),
            limit_is("t = 1 ≫ (Mη_Y)⁻¹ exp(1/√2): the right side → 0", 2 * sympy.exp(1 / sympy.sqrt(2)) / L, L, 0),
            SLOPE_END,
            GAMMA_CLOSED,
        ],
        confirm=(1, 5, 20),
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 133"],
)
T4.add(
    "conclusion b",
    lambda x: more(x.slow.B, x.fast.B),
    given=two_rates(0, least=8),
    where=SECOND_RATE,
    says="fixing η_Z, larger ν (larger η_Y) gives smaller B_n(t) for t ≥ t0 of the smaller rate",
    reading=Reading.INTENDED,
    changed="t ≥ t0: before the transition the order is the other way round",
    proof=SMALLER,
)
T4.add(
    "insight c",
    lambda x: more(x.slow.B, x.fast.B),
    given=two_rates(0, least=8),
    where=SECOND_RATE,
    says="for fixed η_Z a small η_Y gives larger B_n(t) when t ≥ t0 (of the smaller rate)",
    proof=SMALLER,
)
T4.add(
    "insight a",
    lambda x: (less(x.fast.t0_snap, x.slow.t0_snap, "shorter"), less(x.slow.t0_snap, 2 * (2 * x.slow.t0_scan), "order")),
    given=two_rates(0, least=4).where(FROM_FOUR),
    met="M ≥ 4, every K ≥ 2, rates and C₀ > 0",
    says="larger η_Y gives a shorter transition time t0 ≈ 2K ln M/η_Y (at most twice that)",
    proof=proved(
        "t0 = 2(1+ω₁)K ln M/η_Y with ω₁ → 0.",
        strictly_positive("1/η falls", 1 / x - 1 / (x + s)),
        limit_is("1+ω₁ → 1: 1 + 2 ln L/L", 1 + 2 * sympy.log(L) / L, L, 1),
    ),
    depends_on=["scan_snap/Lemma 8/omega1"],
)
T4.add(
    "scanning gamma",
    lambda x: at_most(x.gamma, x.age),
    where=EARLY,
    content=never_negative("γ"),
    met=SCANNING,
    says="scanning: γ(t) = O(η_Yt/K) (constant 1)",
    proof=proved(
        "Lemma 9.",
        nonnegative(
            "age - γ for e^u = 1+u+s, M = 2+m",
            (lambda size, v, r: ((1 + v + r) + (size - 1) * v - 1) / size - (size - 1) ** 2 * v / (size * (size + v + r)))(
                2 + slack("m"), slack("u"), slack("s")
            ),
        ),
    ),
    depends_on=["scan_snap/Lemma 9/1c"],
)
T4.add(
    "scanning B",
    lambda x: exponent(x, 2 * x.age * x.age * x.K / x.nu, start=False),
    where=[*EARLY, Condition("t = 0", lambda i: i.t == 0, steer=lambda i: i.but(t=0))],
    met="t = 0, every M ≥ 2, K ≥ 2, η_Y, η_Z, C₀ > 0",
    says="scanning: B_n(t) ≈ ¼ ln K⁻¹(ρ₀⁴ + 2η_Yη_Zt²), at the beginning t = 0",
    witness=START,
    note="B_n(0) = 0; the printed value is ¼ ln C₀, of either sign and as large as one likes.",
    depends_on=["scan_snap/Theorem 4/Eqn 14 scanning"],
)
T4.add(
    "scanning B",
    early_bounds,
    where=EARLY,
    content=EXPONENT,
    met=SCANNING,
    says="scanning: B_n(t) = ¼ ln(1 + (1+o(1))2η_Yη_Zt²/ρ₀⁴), 1 ≥ 1+o(1) ≥ (1-1/M)²(1-0.568/ln M)²",
    reading=Reading.INTENDED,
    changed="ρ₀⁻⁴ in place of K⁻¹",
    proof=proved(
        "Eqn 130 (repaired); KC₀ = ρ₀⁴.",
        MONOTONE,
        SLOPE_END,
        ANTIDERIVATIVE,
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 14 scanning"],
)
T4.add(
    "scanning chi",
    lambda x: at_most(x.arithmetic.exp(2 * x.B), 1 + x.age * x.arithmetic.sqrt(2 * x.K / (x.nu * x.C0))),
    where=EARLY,
    content=GROWTH_FACTOR,
    met=SCANNING,
    says="scanning: the growth factor is (sub-)linear: χ ≤ e^(2B_n) ≤ 1 + t√(2η_Yη_Z/(KC₀))",
    proof=proved(
        "e^(2B) = √(1+4Γ/C₀) ≤ 1 + √(4Γ/C₀), and h ≤ η_Yt/(MK).",
        identity("(1+y)² - (1+y²) = 2y", (1 + x) ** 2 - (1 + x**2), 2 * x),
        convex_from_tangent("u ≤ ηt/K", sympy.exp(u) - 1 - u, u),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 12"],
)
T4.add(
    "scanning chi bound",
    lambda x: at_least(x.chi_most, x.share_of(x.C0 + 2 * x.age * x.age * x.K / x.nu)),
    given=STARTED,
    where=EARLY,
    content=GROWTH_FACTOR.silent_for("K⁻¹(ρ₀⁴+2η_Yη_Zt²) ≤ 1", lambda i: i.C0 + 2 * i.eta * i.eta_Z * i.t * i.t / i.K <= 1),
    met=SCANNING,
    says="scanning: χ_l₀(t) ≥ e^(2f²B_n) ≈ [K⁻¹(ρ₀⁴+2η_Yη_Zt²)]^(0.5f²), f² = f_nl₀²(0) (compared: e^(2B_n), the most that "
    "Theorem 3 allows χ_l₀ to be)",
    witness="M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=5/2 f2_start=1/4",
    depends_on=["scan_snap/Theorem 3/Eqn 12", "scan_snap/Theorem 4/scanning B"],
)


def least_growth(x: Started) -> tuple[Comparison, Comparison]:
    """e^(2f²B_n) between the powers with and without 1+o(1)."""
    low = x.arithmetic.maximum(1 - x.ratio(568, 1000) / x.log_M, x.ratio(0, 1))
    grown = 2 * x.age * x.age * x.K * x.K / (x.nu * x.rho0_to_4)
    kept = low * (x.M - 1) / x.M
    return (
        at_least(x.chi_least, x.share_of(1 + kept * kept * grown), "lower"),
        at_most(x.chi_least, x.share_of(1 + grown), "upper"),
    )


T4.add(
    "scanning chi bound",
    least_growth,
    given=STARTED,
    where=EARLY,
    content=GROWTH_FACTOR,
    met=SCANNING,
    says="scanning: χ_l₀(t) ≥ e^(2f²B_n) = [1 + (1+o(1))2η_Yη_Zt²/ρ₀⁴]^(0.5f²), 1 ≥ 1+o(1) ≥ (1-1/M)²(1-0.568/ln M)²",
    reading=Reading.INTENDED,
    changed="ρ₀⁻⁴ in place of K⁻¹; the factor 1+o(1) is kept",
    proof=proved(
        "Theorem 3, and e^(2B) = √(1+4Γ/C₀) with 4Γ = 2K(M-1)²h²/ν, KC₀ = ρ₀⁴, and the bounds on h of Eqn 130.",
        MONOTONE,
        SLOPE_END,
        ANTIDERIVATIVE,
        identity("(C₀ + G)/C₀ with C₀ = ρ₀⁴/K", (x / t + s) / (x / t), 1 + t * s / x),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 12", "scan_snap/Theorem 4/Eqn 129", "scan_snap/Theorem 4/Eqn 130 h"],
)


def in_logarithms(x: Transition) -> Comparison:
    """B_n against (½ + ¼ ln(1+c)/ln 2) ln t, c = 2η_Yη_Z/ρ₀⁴."""
    log = x.arithmetic.log
    c = 2 * x.eta * x.eta_Z / (x.K * x.C0)
    return at_most(x.B, (x.ratio(1, 2) + log(1 + c) / (4 * log(x.arithmetic.number(2)))) * log(x.t))


T4.add(
    "scanning B order",
    in_logarithms,
    where=[*EARLY, Condition("t ≥ 2", lambda i: i.t >= 2)],
    content=EXPONENT,
    met="M ≥ 2, K ≥ 2, all rates and C₀ > 0, 2 ≤ t ≤ K ln M/η_Y",
    says="scanning: B_n(t) = O(ln t) (from t = 2 on, constant ½ + ¼ ln(1+2η_Yη_Z/ρ₀⁴)/ln 2)",
    proof=proved(
        "B ≤ ¼ ln(1+ct²) ≤ ¼ ln((1+c)t²) for t ≥ 1, c = 2η_Yη_Z/ρ₀⁴, and ln t ≥ ln 2.",
        nonnegative("(1+c)t² - (1+ct²) ≥ 0 for t = 1 + s", (1 + x) * (1 + slack("s")) ** 2 - 1 - x * (1 + slack("s")) ** 2),
        convex_from_tangent("u ≤ ηt/K", sympy.exp(u) - 1 - u, u),
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 129"],
)
T4.add(
    "scanning drop",
    lambda x: less(x.f2_other, x.f2_other_start),
    given=TWINS.where(DOMINANT, ONE_QUERY, BEHIND, LATER),
    content=SHARE,
    says="scanning: the attention f_nl'² on a less co-occurring (distinct) token l' drops gradually",
    witness="own=2,1 common=2 copies=2 share=1/2 l=0 other=1 M=400 K=2",
    depends_on=["scan_snap/Theorem 3/Eqn 112"],
)
T4.add(
    "scanning drop",
    lambda x: less(x.f2_other / x.f2, x.f2_other_start / x.f2_start),
    given=TWINS.where(DOMINANT, ONE_QUERY, BEHIND, LATER),
    content=never_negative("f_nl'²/f_nl₀²"),
    says="scanning: the attention on a less co-occurring (distinct) token l' drops relative to that on l₀: f_nl'²/f_nl₀² falls",
    reading=Reading.INTENDED,
    changed="relative to the dominant token: all distinct tokens share what the common token loses at first",
    proof=proved(
        "f_l'²/f_l₀² = 1/(1+r_{l₀/l'}), and r_{l₀/l'} = r(0)χ_l₀ rises (Theorem 3).",
        strictly_positive("1/(1+r) falls", 1 / (1 + x) - 1 / (1 + x + s)),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 11", "scan_snap/Theorem 3/monotone"],
)
b2 = next(part for part in T1.parts if part.label == "b2" and part.reading is Reading.STATED)
b2_repaired = next(part for part in T1.parts if part.label == "b2" and part.reading is Reading.INTENDED)
T4.add(
    "snapping gamma",
    b2.claim,
    given=b2.domain,
    content=never_negative("γ"),
    met="M ≥ 100, t ≥ 2(1+ω₁)K ln M/η_Y",
    says="snapping: γ(t) = O(K ln(η_Yt/K)/(η_Yt)) when t ≥ t0 (here the constant is C = 1)",
    proof=b2.proof,
    note="The same words as Theorem 1 b.",
    depends_on=["scan_snap/Theorem 1/b2"],
)
T4.add(
    "snapping gamma",
    b2_repaired.claim,
    given=b2_repaired.domain,
    content=never_negative("γ"),
    met=FROM_FOUR_LATE,
    says="snapping: γ(t) = O(K ln(Mη_Yt/K)/(η_Yt)) when t ≥ t0 (constant 2)",
    reading=Reading.INTENDED,
    changed="ln(Mη_Yt/K)",
    proof=b2_repaired.proof,
    depends_on=["scan_snap/Theorem 1/b2"],
)
T4.add(
    "snapping B",
    lambda x: (
        at_most(x.B, x.arithmetic.log(x.arithmetic.log(x.t)), "B"),
        at_most(x.arithmetic.log(x.arithmetic.log(x.t)) / 4, x.B, "B → ∞"),
        at_most(x.arithmetic.exp(2 * x.B), 5 * x.arithmetic.log(x.t), "χ"),
    ),
    where=[Condition("t ≥ 3", lambda i: i.t >= 3)],
    content=EXPONENT,
    met="t ≥ 3 (lnln t exists)",
    says="snapping: B_n(t) = O(lnln t), B_n → ∞, χ_l₀ = O(ln t) as t → ∞ (all other parameters fixed; constants 1, 1/4 and 5)",
    proof=Eventually(
        family=Family("t = 2^k, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1", lambda k: after_steps(2**k), first=2),
        beyond=lambda: 9,
        how="4B = ln(1+Au²) with u = ln t + O(1), so B/lnln t → ½ and e^(2B) = √(1+Au²) = O(ln t). Along this family, from t0 "
        "on, T = ln t: T + ln(25/2) ≤ u ≤ T + ln 25 and 3.9 ≤ A ≤ 4; so 1 + Au² ≤ 1 + 4(T+3.3)² ≤ T⁴ and ≤ 25T² from T = 6 "
        "on, and Au² ≥ T.",
        steps=[
            limit_is(
                "¼ ln(1+A(ln t + a)²)/lnln t → ½ in L = ln t",
                sympy.log(1 + 7 * (L + 3) ** 2) / (4 * sympy.log(L)),
                L,
                sympy.Rational(1, 2),
            ),
            limit_is("√(1+A(L+a)²)/L → √A (A = 4)", sympy.sqrt(1 + 4 * (L + 3) ** 2) / L, L, 2),
            limit_is("B → ∞", sympy.log(1 + 7 * L**2) / 4, L, sympy.oo),
            SECOND_AT_52,
            PAST,
            LATE_MEANS_PAST,
            certain("ln 25 ≤ 3.3", lambda: balls.le(balls.log(balls.ball(25)), balls.ball("33/10"))),
            certain("ln 2^9 ≥ 6", lambda: balls.ge(9 * balls.log(balls.ball(2)), balls.ball(6))),
            nonnegative(
                "T⁴ - 1 - 4(T+3.3)² ≥ 0 for T = 6 + v",
                (6 + slack("v")) ** 4 - 1 - 4 * (6 + slack("v") + sympy.Rational(33, 10)) ** 2,
            ),
            nonnegative(
                "25T² - 1 - 4(T+3.3)² ≥ 0 for T = 6 + v",
                25 * (6 + slack("v")) ** 2 - 1 - 4 * (6 + slack("v") + sympy.Rational(33, 10)) ** 2,
            ),
        ],
        variable="t",
        constants="M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1; B_n/lnln t → ½, χ/ln t → √A, A = 2K(M-1)²/(M²νC₀)",
        printed=NO_SIZE,
        dependence="max(t0, exp(e·(1 + √A)(1 + |ln(Mη_Y/K)|))) is enough for the constants 1 and 1 + 2√A: exponential in √A "
        "and polynomial of that degree in Mη_Y/K",
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 131 h", "scan_snap/Theorem 3/Eqn 12"],
)


def at_transition(k: int) -> Instance:
    """M = 10^k at the first step after t0 = 8u1."""
    size = 10**k
    first = ceil(balls.bounds(8 * growth.scan_zeros(balls.ball(size))[1])[1])
    return Instance(M=size, K=2, eta=Fraction(1, 2), t=first, eta_Z=Fraction(1, 2), C0=1)


T4.add(
    "snapping B uniform",
    lambda x: at_most(x.B, x.arithmetic.log(x.arithmetic.log(x.t))),
    given=LARGE,
    where=[*LATE, Condition("t ≥ 3", lambda i: i.t >= 3)],
    content=EXPONENT,
    met=FROM_FOUR_LATE,
    says="B_n(t) = O(lnln t) for all t ≥ t0, with a constant that does not depend on M (here 1)",
    proof=RefutedAlong(
        family=Family("K = 2, η_Y = η_Z = 1/2, C₀ = 1, M = 10^k, t = ⌈t0⌉", at_transition, first=6),
        how="At t0 B_n ≥ ¼ ln(A ln²M) grows like ½ lnln M, but t0 = O(ln M), so lnln t0 = O(lnlnln M).",
        steps=[
            limit_is("½ ln L/lnln(8L) → ∞", sympy.log(L) / (2 * sympy.log(sympy.log(8 * L))), L, sympy.oo),
            PAST,
            LATE_MEANS_PAST,
        ],
        confirm=(10, 50, 300),
    ),
    note="A stronger reading of the snapping bullet: it says 'when t ≥ t0', and t0 depends on M.",
    depends_on=["scan_snap/Theorem 4/snapping B"],
)

STATEMENTS = (T4,)
