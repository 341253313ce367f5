"""Scanning, snapping and what is concluded from them (scan_snap, Section 6 and Appendix F): the rest of Theorem 4."""

from theorems.language.letters import EPSILON
from theorems.scan_snap import backpropagated_gradient
from theorems.scan_snap.class_fates import RIVAL, ratio_falls
from theorems.scan_snap.contents import GROWTH_FACTOR, SHARE
from theorems.scan_snap.double_logarithm import A_0, LARGE_CLOCK, SECOND_AT_52, after_steps, in_the_long_run, whole
from theorems.scan_snap.exponent_in_stages import *
from theorems.scan_snap.language import *
from theorems.scan_snap.twins import OF_TWINS, ONE_QUERY
from theorems.scan_snap.two_pairs_of_rates import T4  # with the lines that stand there
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, STANDING, below_the_age
from theorems.vocabulary import Reading

with T4.where(*EARLY):
    T4["scanning gamma"] = gamma(t) == O(eta_Y * t / K)
T4["scanning gamma"].constant(1).trivial(never_negative("γ"), SCANNING).note("The constant is 1.")
proof(T4["scanning gamma"].uses("Lemma 9/1c"))(below_the_age)

C = Symbol("C")  # of an O, any positive number
both_speeds = rho_0**4 + 2 * eta_Y * eta_Z * t**2


def large_constant(k: int, **more: Fraction) -> Instance:
    """The first step with C₀ = 10^(4k)."""
    half = Fraction(1, 2)
    return Instance(M=100, K=2, eta=half, t=1, eta_Z=half, C0=10 ** (4 * k), **more)


BEGINNING = "the first step, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 10^(4k)"
WITH_A_FACTOR = ALONG.knowing({C: lambda _: 1})
with T4.where(*EARLY, given=WITH_A_FACTOR):
    T4["scanning B"] = Words(B[n](t), " ≈ ", Q(1, 4) * log(K**-1 * both_speeds))
T4["scanning B"].constant(C).uses("Theorem 4/Eqn 14 scanning").trivial(EXPONENT, SCANNING)
T4["scanning B"].note(
    "In print at the beginning. B_n(0) = 0; the printed value is ¼ ln C₀ there, of either sign and as large as one likes: the "
    "difference is ¼ ln C₀ at every t. False for every constant factor C; the members have C = 1."
)
share = 2 * eta_Y * eta_Z * t**2 / rho_0**4
near_one = (1 - 1 / M) ** 2
repaired = T4["scanning B"].instead(
    *EARLY,
    given=ALONG,
    claim=(B[n](t) >= Q(1, 4) * log(1 + near_one * early_factor**2 * share)) & (B[n](t) <= Q(1, 4) * log(1 + near_one * share)),
    why="ρ₀⁻⁴ in place of K⁻¹, and the factor 1+o(1) is written out",
)
SCANNED = repaired.trivial(EXPONENT, SCANNING)
TEN_THOUSAND = POWER_GROWS(10, 4, 4 * FAMILY)  # C₀ ≥ 10⁴
FIRST_STEP = (M == 100, K == 2, eta_Y == Q(1, 2), t == 1, eta_Z == Q(1, 2), C_0 == 10 ** (4 * FAMILY))
SCANNED_BOUNDS = SCANNED.claimed.at_an_instance


@proof(SCANNED)
def _() -> None:
    """Eqn 129 between the heights of Eqn 130."""
    have(closed(t), cite(EXPONENT_CLOSED))
    obtain(between_lines(t))
    between_early_heights(SCANNED_BOUNDS, CONSTANT_0())


@proof(
    T4["scanning B"],
    RefutedAlong(
        family=Family(BEGINNING, large_constant),
        confirm=(2, 5, 50),
        calculation=Contrary((*FIRST_STEP, C <= FAMILY), number=1, reasons=(TEN_THOUSAND,)),
    ),
)
def _() -> None:
    """At the first step B_n ≤ ¼ ln(1 + 2η_Yη_Zt²/(KC₀)) → 0, and the printed value is at least ¼ ln C₀ → ∞."""
    have(SCANNED_BOUNDS, cite(SCANNED))
    have(B[n](t) <= Q(1, 10**4), CONSTANT_0(), LOG_1P_BELOW(near_one * share))
    least_share = near_one * early_factor**2 * share
    have(B[n](t) >= 0, LOG_GROWS(1, 1 + least_share))
    printed = Q(1, 4) * log(K**-1 * both_speeds)
    have(printed >= Q(1, 4) * log(C_0), CONSTANT_0(), LOG_GROWS(C_0, K**-1 * both_speeds))
    hence(ABS_ABOVE(printed), ABS_OF_NONNEGATIVE(B[n](t)))


grown_at_most = 1 + 2 * eta_Y * eta_Z / (K * C_0) * t**2
with T4.where(*EARLY, given=WITH_A_START):
    T4["scanning chi"] = chain(chi[l_0](t), "<=", exp(2 * B[n](t)), "<=", 1 + t * sqrt(2 * eta_Y * eta_Z / (K * C_0)))
T4["scanning chi"].trivial(GROWTH_FACTOR, SCANNING).uses("Theorem 3/Eqn 12")
T4["scanning chi"].note("The growth factor of the dominant token is (sub-)linear; χ ≤ e^(2B_n) is Theorem 3.")
root = 1 + t * sqrt(2 * eta_Y * eta_Z / (K * C_0))


@auxiliary((reached > 0) & (reached <= grown_at_most))
def grown_little() -> None:
    """(M-1)h ≤ η_Yt/K, from e^u ≥ 1 + u."""
    have(h(t / K) <= eta_Y * t / (M * K), FLOW_EQUATION(t / K), EXP_ABOVE_TANGENT(M * h(t / K)))
    hence(FLOW_STARTS_AT_ZERO(t / K))


@proof(T4["scanning chi"])
def _() -> None:
    """χ ≤ e^(2B_n) is Theorem 3, and e^(4B_n) = 1 + 4Γ/C₀."""
    obtain(exponent_closed(t), grown_little)
    calc(exp(2 * B[n](t))).le(sqrt(grown_at_most), ROOT_GROWS(reached, grown_at_most)).le(root, ROOT_BELOW(grown_at_most, root))


start = f[n, l_0](0)
start_share = start**2
half_share = Q("0.5") * start_share
least = exp(2 * start_share * B[n](t))
printed_power = (K**-1 * both_speeds) ** half_share
with T4.where(*EARLY, given=WITH_A_START.knowing({C: lambda _: 1, start: lambda x: x.arithmetic.sqrt(x.f2_start)})):
    T4["scanning chi bound"] = (chi[l_0](t) >= least) & Words(least, " ≈ ", printed_power)
T4["scanning chi bound"].constant(C).uses("Theorem 3/Eqn 12", "Theorem 4/scanning B").trivial(GROWTH_FACTOR, SCANNING)
T4["scanning chi bound"].note("False for every constant factor C; the members have C = 1.")


@proof(
    T4["scanning chi bound"],
    RefutedAlong(
        family=Family(BEGINNING + ", f_nl₀²(0) = 1/4", lambda k: large_constant(k, f2_start=Fraction(1, 4)), first=2),
        confirm=(2, 5, 50),
        calculation=Contrary((*FIRST_STEP, start == Q(1, 2), C <= 2 * FAMILY / 3), number=2, reasons=(TEN_THOUSAND,)),
    ),
)
def _() -> None:
    """At the first step e^(2B_n) ≤ √(1 + 2η_Yη_Zt²/(KC₀)) → 1, and the printed value is at least C₀^(1/8) → ∞."""
    obtain(exponent_closed(t), grown_little)
    have((B[n](t) >= 0) & (B[n](t) <= Q(1, 4)), LOG_GROWS(1, reached), LOG_GROWS(reached, 2))
    have((least > 0) & (least <= Q(3, 2)), EXP_GROWS(2 * start_share * B[n](t), Q(1, 8)))
    (
        calc(printed_power)
        .eq((K**-1 * both_speeds) ** Q(1, 8), EQUALS(lambda p: (K**-1 * both_speeds) ** p, half_share, Q(1, 8)))
        .ge((10 ** (4 * FAMILY)) ** Q(1, 8), CONSTANT_0(), BASE_GROWS(10 ** (4 * FAMILY), K**-1 * both_speeds, Q(1, 8)))
        .eq(exp(FAMILY * log(10) / 2), POWER_AS_EXP(10 ** (4 * FAMILY), Q(1, 8)), LOG_OF_POWER(10, 4 * FAMILY))
        .ge(1 + FAMILY * log(10) / 2, EXP_ABOVE_TANGENT(FAMILY * log(10) / 2))
    )
    bounds = FAMILY >= 2, C * least <= FAMILY, printed_power >= 1 + FAMILY * log(10) / 2
    have(printed_power > C * least + Q(1, 2), only(*bounds, *FIRST_STEP, CONSTANT_0()))
    calc(abs(printed_power)).ge(printed_power, ABS_ABOVE(printed_power)).gt(C * abs(least) + Q(1, 2), ABS_OF_NONNEGATIVE(least))


least_growth = 1 + near_one * early_factor**2 * share
chi_between = (least >= least_growth**half_share) & (least <= (1 + share) ** half_share)
repaired = T4["scanning chi bound"].instead(
    *EARLY,
    given=WITH_A_START,
    claim=(chi[l_0](t) >= least) & chi_between,
    why="ρ₀⁻⁴ in place of K⁻¹; the factor 1+o(1) is kept",
)
repaired.trivial(GROWTH_FACTOR, SCANNING)


@proof(repaired.uses("Theorem 3/Eqn 12", "Theorem 4/Eqn 129", "Theorem 4/Eqn 130 h"))
def _() -> None:
    """χ ≥ e^(2f²B_n) is Theorem 3, and B_n is as in the scanning stage."""
    with proving(SCANNED_BOUNDS):
        obtain(exponent_closed(t), between_lines(t))
        between_early_heights(SCANNED_BOUNDS, CONSTANT_0())
    have((rho_0**4 > 0) & (share >= 0) & (near_one * share >= 0) & (near_one * share <= share), CONSTANT_0())
    have(log(M) >= Q("0.6"), LOG_GROWS(2, M))
    have(least_growth > 0)
    for bound, low, high, ends in (
        (chi_between.claims[0], Q(1, 4) * log(least_growth), B[n](t), least_growth),
        (chi_between.claims[1], B[n](t), Q(1, 4) * log(1 + share), 1 + share),
    ):
        powers = half_share * log(ends), 2 * start_share * B[n](t)
        grows = EXP_GROWS(*(powers if ends is least_growth else powers[::-1]))
        also = () if ends is least_growth else (LOG_GROWS(1 + near_one * share, 1 + share),)
        have(bound, *also, POWER_AS_EXP(ends, half_share), FACTOR_KEEPS_ORDER(low, high, 2 * start_share), grows)


per_step = 2 * eta_Y * eta_Z / rho_0**4
with T4.where(*EARLY, t >= 2):
    T4["scanning B order"] = B[n](t) == O(log(t)), held_fixed(eta_Y, eta_Z, rho_0)
T4["scanning B order"].constant(Q(1, 2) + Q(1, 4) * log(1 + per_step) / log(2))
T4["scanning B order"].trivial(EXPONENT, "M ≥ 2, K ≥ 2, all rates and C₀ > 0, 2 ≤ t ≤ K ln M/η_Y")
T4["scanning B order"].note("From t = 2 on, with the constant ½ + ¼ ln(1+2η_Yη_Z/ρ₀⁴)/ln 2.")


@proof(T4["scanning B order"].uses("Theorem 4/Eqn 129"))
def _() -> None:
    """4B_n ≤ ln(1 + 2η_Yη_Zt²/(KC₀)) ≤ ln((1 + 2η_Yη_Z/ρ₀⁴)t²)."""
    obtain(grown_little)
    (
        calc(B[n](t))
        .le(Q(1, 4) * log(grown_at_most), cite(EXPONENT_CLOSED), LOG_GROWS(reached, grown_at_most))
        .le(Q(1, 4) * log((1 + per_step) * t**2), CONSTANT_0(), LOG_GROWS(grown_at_most, (1 + per_step) * t**2))
        .le(Q(1, 4) * log(1 + per_step) + Q(1, 2) * log(t), CONSTANT_0(), LOG_OF_PRODUCT(1 + per_step, t**2))
        .le(
            (Q(1, 2) + Q(1, 4) * log(1 + per_step) / log(2)) * log(t), CONSTANT_0(), LOG_GROWS(1, 1 + per_step), LOG_GROWS(2, t)
        )
    )


DROPPING = replace(OF_TWINS.where(DOMINANT, ONE_QUERY, BEHIND, LATER), ranges=(*OF_TWINS.ranges, RIVAL))
with T4.where(given=DROPPING):
    T4["scanning drop"] = f[n, lp](t) ** 2 < f[n, lp](0) ** 2
T4["scanning drop"].trivial(SHARE).uses("Theorem 3/Eqn 112")
T4["scanning drop"].refuted("own=2,1 common=2 copies=2 share=1/2 l=0 other=1 M=400 K=2")
T4["scanning drop"].note("The attention on a less co-occurring (distinct) token l' drops gradually.")
repaired = T4["scanning drop"].repair(
    claim=f[n, lp](t) ** 2 / f[n, l_0](t) ** 2 < f[n, lp](0) ** 2 / f[n, l_0](0) ** 2,
    why="relative to the dominant token: all distinct tokens share what the common token loses at first",
)
repaired.trivial(never_negative("f_nl'²/f_nl₀²")).uses("Theorem 3/Eqn 11", "Theorem 3/monotone")


@proof(repaired)
def _() -> None:
    """f_l'²/f_l₀² = 1/(1+r_{l₀/l'}), and r_{l₀/l'} = r(0)χ_l₀ rises (Theorem 3)."""
    ratio_falls()


(T1,) = backpropagated_gradient.STATEMENTS
b2 = next(part for part in T1.parts if part.label == "b2" and part.reading is Reading.STATED)
b2_repaired = next(part for part in T1.parts if part.label == "b2" and part.reading is Reading.INTENDED)
BY_ROUNDS = backpropagated_gradient.DECODER | {C: "C"}
rounds = Computed(b2.domain.without(STANDING.text, SECOND_STAGE.text), BY_ROUNDS)
with T4.where(STANDING, SECOND_STAGE, given=rounds):
    T4["snapping gamma"] = gamma(t) == O(K * log(eta_Y * t / K) / (eta_Y * t))
T4["snapping gamma"].constant(C).trivial(never_negative("γ"), "M ≥ 100, t ≥ 2(1+ω₁)K ln M/η_Y").uses("Theorem 1/b2")
T4["snapping gamma"].note("The same words as Theorem 1 b.")
proof(T4["snapping gamma"], backpropagated_gradient.AT_FIRST_LATE)(backpropagated_gradient.stays_large)
rounds = Computed(b2_repaired.domain.without("M ≥ 4", SECOND_STAGE.text), BY_ROUNDS)
late_speed = K * log(M * eta_Y * t / K) / (eta_Y * t)
repaired = T4["snapping gamma"].instead(
    *LATE, given=rounds, claim=gamma(t) == O(late_speed), why="ln(Mη_Yt/K) for ln(η_Yt/K); from M = 4 on"
)
repaired.constant(2).trivial(never_negative("γ"), FROM_FOUR_LATE)
proof(repaired.note("The constant is 2."))(backpropagated_gradient.falls_at_last)

double = log(log(t))
TO_INFINITY = WITH_A_START.knowing({EPSILON: lambda _: Fraction(1, 4)})
TO_INFINITY = replace(TO_INFINITY, ranges=(*TO_INFINITY.ranges, EPSILON > 0))
with T4.where(t >= 3, held_fixed(M, K, eta_Y, eta_Z, C_0), given=TO_INFINITY):
    T4["snapping B"] = (B[n](t) == O(double)) & (Limit(B[n](t), t, INFINITY) == INFINITY) & (chi[l_0](t) == O(log(t)))
T4["snapping B"].constant(1, 1 + A_0)
T4["snapping B"].trivial(EXPONENT, "t ≥ 3 (lnln t exists)").uses("Theorem 4/Eqn 131 h", "Theorem 3/Eqn 12")
T4["snapping B"].note("As t → ∞, all other parameters fixed. The constants are 1 and 1 + A, A = 2K(M-1)²/(M²νC₀).")


@proof(
    T4["snapping B"],
    families.Eventually(
        family=Family(
            "t = 2^k, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1",
            lambda k: after_steps(2**k).but(f2_start=Fraction(1, 4)),
            first=2,
        ),
        threshold_index=lambda: 9,
        steps=[
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
                "24T² - 1 - 4(T+3.3)² ≥ 0 for T = 6 + v",
                24 * (6 + slack("v")) ** 2 - 1 - 4 * (6 + slack("v") + sympy.Rational(33, 10)) ** 2,
            ),
        ],
        calculation=FromSomeSizeOn(
            t,
            (
                *LARGE_CLOCK,
                log(M * eta_Y / K) <= log(t) / 3,
                -log(M * eta_Y / K) <= log(t) / 2,
                16 / A_0 <= log(t),
                4 * A_0 <= log(t) ** 2,
                4 * EPSILON <= double,
            ),
            fixed=(M, K, eta_Y, eta_Z, C_0, EPSILON),
        ),
        variable="t",
        constants="M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1, f_nl₀²(0) = 1/4; B_n ≥ ε = 1/4; B_n/lnln t → ½, χ/ln t ≤ √A at "
        "last, A = 2K(M-1)²/(M²νC₀)",
        printed=NO_SIZE,
        dependence="max(t0, exp(e·(1 + √A)(1 + |ln(Mη_Y/K)|))) is enough for the constants 1 and 1 + A: exponential in √A "
        "and polynomial of that degree in Mη_Y/K",
    ),
)
def _() -> None:
    """4B = ln(1+Au²) with u = ln t + O(1), so B/lnln t → ½ and e^(2B) = √(1+Au²) = O(ln t). Along this family, from t0 on, T
    = ln t: T + ln(25/2) ≤ u ≤ T + ln 25 and 3.9 ≤ A ≤ 4; so 1 + Au² ≤ 1 + 4(T+3.3)² ≤ T⁴ and ≤ 24T² ≤ (1+A)²T² from T = 6
    on, and Au² ≥ T.
    """
    obtain(in_the_long_run, exponent_closed(t))
    have((log(t) > 0) & (late_log <= 4 * log(t) / 3) & (log(t) / 2 <= late_log))
    (
        calc(log(t))
        .le(A_0 * (log(t) / 2) ** 2 / 4, FACTOR_KEEPS_ORDER(16 / A_0, log(t), A_0 * log(t) / 16))
        .le(whole / 4, FACTOR_KEEPS_ORDER((log(t) / 2) ** 2, late_log**2, A_0))
        .le(reached)
    )
    fourfold = 4 * A_0 * log(t) ** 2
    calc(reached).le(2 * whole).le(fourfold, FACTOR_KEEPS_ORDER(late_log**2, (4 * log(t) / 3) ** 2, A_0))
    calc(reached).le(fourfold).le(log(t) ** 4, FACTOR_KEEPS_ORDER(4 * A_0, log(t) ** 2, log(t) ** 2))
    calc(reached).le(fourfold).le(((1 + A_0) * log(t)) ** 2, SQUARE((1 - A_0) * log(t)))
    have(B[n](t) <= double, LOG_GROWS(reached, log(t) ** 4), LOG_OF_POWER(log(t), 4))
    calc(EPSILON).le(double / 4).le(B[n](t), LOG_GROWS(log(t), reached))
    (
        calc(chi[l_0](t))
        .le(exp(2 * B[n](t)), CHI_OF_THEOREM_3())
        .eq(sqrt(reached))
        .le((1 + A_0) * log(t), ROOT_BELOW(reached, (1 + A_0) * log(t)))
    )


def at_transition(k: int) -> Instance:
    """M = 10^k at the first step after t0 = 8u1."""
    size = 10**k
    first = round_up(balls.bounds(8 * growth.scan_zeros(balls.ball(size))[1])[1])
    return Instance(M=size, K=2, eta=Fraction(1, 2), t=first, eta_Z=Fraction(1, 2), C0=1)


least_height = Q("0.99") * crossing
least_reached = 4 * least_height**2
snapped = 2 * (1 + omega_1) * K * log(M) / eta_Y
HALVES = (K == 2, eta_Y == Q(1, 2), eta_Z == Q(1, 2), C_0 == 1)
AT_T0 = (M >= 10**FAMILY, *HALVES, snapped <= t, t <= snapped + 1, C <= Q(4, 9) * sqrt(log(16 * FAMILY)))


with T4.where(*LATE, t >= 3, given=FROM_SIZE_FOUR.knowing({C: lambda _: 1})):
    T4["snapping B uniform"] = B[n](t) == O(double)
T4["snapping B uniform"].constant(C).trivial(EXPONENT, FROM_FOUR_LATE).uses("Theorem 4/snapping B")
T4["snapping B uniform"].note(
    "A stronger reading of the snapping bullet, with a constant that does not depend on M: it says 'when t ≥ t0', and t0 "
    "depends on M. False for every constant C; the members have C = 1."
)


@proof(
    T4["snapping B uniform"],
    RefutedAlong(
        family=Family("K = 2, η_Y = η_Z = 1/2, C₀ = 1, M = 10^k, t = ⌈t0⌉", at_transition, first=10),
        confirm=(10, 50, 300),
        calculation=Contrary(AT_T0, reasons=(POWER_GROWS(10, 10, FAMILY), CROSSING(), LOG_GROWS(10**10 - 1, M - 1))),
    ),
)
def _() -> None:
    """At t0 B_n ≥ ¼ ln(A ln²M) grows like ½ lnln M, but t0 = O(ln M), so lnln t0 = O(lnlnln M)."""
    have((1 <= crossing) & (2 * crossing <= eta_Y * (t / K)))
    with suppose_not(crossing <= logit):
        hence(CROSSING(), FLOW_EQUATION(t / K), EXP_GROWS(logit, crossing))
    have((M >= 100) & (M - 1 >= 10**FAMILY / 2))
    have(h(t / K) >= 0, FLOW_STARTS_AT_ZERO(t / K))
    have(least_height <= (M - 1) * h(t / K), only(M >= 100, K == 2, h(t / K) >= 0, crossing <= logit))
    (
        calc(crossing)
        .ge(log(10**FAMILY / 2), CROSSING(), LOG_GROWS(10**FAMILY / 2, M - 1))
        .eq(FAMILY * log(10) - log(2), LOG_OF_QUOTIENT(10**FAMILY, 2), LOG_OF_POWER(10, FAMILY))
        .ge(2 * FAMILY)
    )
    longest = Q("8.1") * crossing
    have((crossing >= 20) & (t >= 16 * FAMILY) & (t <= longest))
    have(crossing**2 >= 72, SQUARE_GROWS(20, crossing))
    (
        calc(t**4)
        .le(longest**4, BASE_GROWS(t, longest, 4))
        .le(60 * crossing**6, FACTOR_KEEPS_ORDER(72, crossing**2, crossing**4))
        .le(least_reached**3)
    )
    have(reached >= least_reached, only(M >= 4, *HALVES, SQUARE_GROWS(least_height, (M - 1) * h(t / K))))
    fourth, third = LOG_OF_POWER(t, 4), LOG_OF_POWER(least_reached, 3)
    have(least_reached > 0)
    have(log(least_reached) >= 4 * log(t) / 3, LOG_GROWS(t**4, least_reached**3), fourth, third)
    have(B[n](t) >= log(t) / 3, cite(EXPONENT_CLOSED), LOG_GROWS(least_reached, reached))
    have(log(t) > 1, LOG_GROWS_STRICTLY(3, t))
    have((double > 0) & (double <= Q(37, 50) * sqrt(log(t))), LOG_GROWS_STRICTLY(1, log(t)), LOG_BELOW_POWER(log(t), Q(1, 2)))
    have(sqrt(log(16 * FAMILY)) <= sqrt(log(t)), LOG_GROWS(16 * FAMILY, t), ROOT_GROWS(log(16 * FAMILY), log(t)))
    (
        calc(B[n](t))
        .ge(log(t) / 3)
        .gt(Q(4, 9) * sqrt(log(t)) * (Q(37, 50) * sqrt(log(t))))
        .ge(Q(4, 9) * sqrt(log(t)) * double)
        .ge(C * double)
    )


STATEMENTS = (T4,)
