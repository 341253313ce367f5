"""What Theorem 4 says of two pairs of learning rates (scan_snap, Section 6 and Appendix F), where no stage decides."""

from theorems.scan_snap.double_logarithm import *
from theorems.scan_snap.exponent_in_stages import AT_TWO_RATES, FROM_M_FOUR, eta_Zp
from theorems.scan_snap.growth_exponent import FROM_FOUR, exponent_closed, grown_at
from theorems.scan_snap.language import *
from theorems.scan_snap.two_stages import past_the_crossing


def beside(together: int, least: int, faster: Laws, named: Symbol) -> Computed:
    """A model at two rates; the quantities at the smaller one have their plain names."""
    return Computed(
        two_rates(together, least),
        {
            C_0: "C0",
            omega_1: lambda x: x.omega1,
            B[n](t, named): "B_slow",
            **supplied(ONE_RATE, lambda x: x),
            **supplied(faster, lambda x: x.fast),
        },
        ranges=(explicit(t), explicit(tp)),
    )


TRANSITION_TIMES: dict[Node, Callable[[Any], Any]] = {t_0(eta_Y): lambda x: x.t0_snap, t_0(eta_Yp): lambda x: x.fast.t0_snap}
FASTER_TOGETHER = Laws(eta_Yp, eta_Zp, (eta_Zp,), ALONG)
RATES_TOGETHER = beside(1, 2, FASTER_TOGETHER, eta_Z)
FASTER_TOGETHER = replace(FASTER_TOGETHER, of=RATES_TOGETHER)
NU_FIXED = Definition(
    "the smaller rate, and ν fixed", (), (B[n](t, eta_Z) == B[n](t)) & (eta_Zp == eta_Z * eta_Yp / eta_Y), of=RATES_TOGETHER
)
FASTER_DECODER = Laws(eta_Yp, eta_Z, (eta_Yp,), ALONG)
DECODER_RATES = beside(0, 8, FASTER_DECODER, eta_Y).knowing(TRANSITION_TIMES)
FASTER_DECODER = replace(FASTER_DECODER, of=DECODER_RATES)
SMALLER_RATE = Definition("the smaller rate", (), B[n](t, eta_Y) == B[n](t), of=DECODER_RATES)


@auxiliary(lambda faster: h(t / K) < faster.h(t / K))
def higher(faster: Laws) -> None:
    """h is larger at the larger rate, because the clocks are in this order."""
    slow, fast = h(t / K), faster.h(t / K)
    clocks = ONE_RATE.clock(t), faster.clock(t), POSITIVE_FACTOR_KEEPS_ORDER(eta_Y, eta_Yp, M * t / K)
    with case(slow < fast):
        hence()
    with otherwise():
        hence(only(M >= 2, K >= 1, *clocks, FACTOR_KEEPS_ORDER(fast, slow, M), EXP_GROWS(M * fast, M * slow)))


def both_rates_scaled(label: str, in_print: str) -> None:
    """Two conclusions that say the same of η_Z and η_Y = ν η_Z."""
    slow, fast = h(t / K) ** 2, FASTER_TOGETHER.h(t / K) ** 2
    scale = 2 * eta_Z / eta_Y * K * (M - 1) ** 2 / C_0
    with T4.where(Condition(t > 0, steer=lambda i: i.but(t=i.t or 1)), given=RATES_TOGETHER):
        T4[label] = B[n](t, eta_Z) < B[n](t, eta_Zp)

    @proof(T4[label].note(in_print))
    def _() -> None:
        """4Γ/C₀ = 2K(M-1)²h²/(νC₀), and h(t/K) increases with η_Yt/K = νη_Zt/K: for every t > 0."""
        have((eta_Yp > 0) & (eta_Zp > 0), NU_FIXED())
        obtain(exponent_closed(t), exponent_closed(t, FASTER_TOGETHER))
        have(h(t / K) >= 0, ONE_RATE.clock(t))
        obtain(higher(FASTER_TOGETHER))
        hence(NU_FIXED(), LOG_GROWS_STRICTLY(1 + scale * slow, 1 + scale * fast))


both_rates_scaled("conclusion a", "In print: fixing ν, larger η_Z gives larger B_n(t).")
both_rates_scaled(
    "insight b", "In print: scaling up both learning rates gives larger B_n(t) as t → ∞. In fact for every t > 0."
)


TWO_TRANSITIONS = replace(DECODER_RATES, points=two_rates(0, least=4).where(FROM_FOUR))
with T4.where(FROM_FOUR, given=replace(TWO_TRANSITIONS, points=two_rates(0, least=4))):
    T4["insight a"] = (t_0(eta_Yp) < t_0(eta_Y)) & Words(t_0(eta_Y), " ≈ ", 2 * K * log(M) / eta_Y)
T4["insight a"].rate((log(2) + log(log(M))) / log(M)).feasible(FROM_M_FOUR)
T4["insight a"].note("In print: larger η_Y gives a shorter transition time. ≈ is read as 2(1+o(1))K ln M/η_Y, as in Eqn 14.")
SNAPPING_STARTS = Definition(
    "t0 = 2(1+ω₁)K ln M/η_Y",
    (),
    (t_0(eta_Y) == 2 * crossing * K / eta_Y) & (t_0(eta_Yp) == 2 * crossing * K / eta_Yp),
    of=TWO_TRANSITIONS,
)


@proof(T4["insight a"].uses("Lemma 8/omega1"))
def _() -> None:
    """t0 = 2(1+ω₁)K ln M/η_Y; e^u₁ = (M-1)u₁ and u₁ < 2 ln M make u₁ = (1+ω₁) ln M less than ln M + ln(2 ln M)."""
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    have(M**2 > 2 * (M - 1) * log(M), growing(M, 4, LOG_BELOW_TANGENT(M)))
    with suppose_not(crossing < 2 * log(M)):
        have((M - 1) * crossing >= M**2 * (1 + crossing - 2 * log(M)), CROSSING(), EXP_ABOVE_TANGENT(crossing - 2 * log(M)))
    have(log(M) >= 1, LOG_GROWS(3, M))
    (
        calc(crossing)
        .eq(log((M - 1) * crossing), CROSSING(), EQUALS(log, exp(crossing), (M - 1) * crossing))
        .le(log(M * (2 * log(M))), LOG_GROWS((M - 1) * crossing, M * (2 * log(M))))
        .eq(log(M) + (log(2) + log(log(M))), LOG_OF_PRODUCT(M, 2 * log(M)), LOG_OF_PRODUCT(2, log(M)))
    )
    have((log(log(M)) >= 0) & (log(M) - log(2) <= crossing), CROSSING(), LOG_GROWS(M, 2 * (M - 1)), LOG_OF_PRODUCT(2, M - 1))


fast_t_0, fast_t_0p = symbols("t̂_0 t̂′_0")  # at the larger rate
SAME_TIMES = RATES_TOGETHER.knowing(
    {
        t_0: lambda x: x.t0_snap,
        t_0p: lambda x: x.t0_scan,
        fast_t_0: lambda x: x.fast.t0_snap,
        fast_t_0p: lambda x: x.fast.t0_scan,
        B[n](t_0): lambda x: x.B_at(x.t0_snap),
        B[n](t_0p): lambda x: x.B_at(x.t0_scan),
        B[n](fast_t_0, eta_Zp): lambda x: x.fast.B_at(x.fast.t0_snap),
        B[n](fast_t_0p, eta_Zp): lambda x: x.fast.B_at(x.fast.t0_scan),
    }
)
SAME_TIMES = replace(SAME_TIMES, points=AT_TWO_RATES.points)
THEIR_TIMES = Definition(
    "t0′ = K ln M/η_Y, t0 = 2(1+ω₁)K ln M/η_Y",
    (),
    (t_0 == 2 * crossing * K / eta_Y)
    & (fast_t_0 == 2 * crossing * K / eta_Yp)
    & (t_0p == K * log(M) / eta_Y)
    & (fast_t_0p == K * log(M) / eta_Yp),
    (M >= 4,),
    of=replace(SAME_TIMES, points=SAME_TIMES.points.where(FROM_FOUR)),
)
SAME_AT_SNAPPING = B[n](t_0) == B[n](fast_t_0, eta_Zp)
SAME_AT_SCAN_END = B[n](t_0p) == B[n](fast_t_0p, eta_Zp)


@auxiliary(lambda slow_end, fast_end, _: B[n](slow_end) == B[n](fast_end, eta_Zp))
def same_at(slow_end: Expr, fast_end: Expr, age: Expr) -> None:
    """The exponents are the same at two times at which the clocks have come to the same age."""
    slow, fast = h(slow_end / K), FASTER_TOGETHER.h(fast_end / K)
    in_time = (slow_end >= 0) & (fast_end >= 0) & (eta_Y * slow_end == K * age) & (eta_Yp * fast_end == K * age)
    have(in_time, THEIR_TIMES())
    have((eta_Yp > 0) & (eta_Zp > 0), NU_FIXED())
    obtain(exponent_closed(slow_end), exponent_closed(fast_end, FASTER_TOGETHER))
    clocks = ONE_RATE.clock(slow_end), FASTER_TOGETHER.clock(fast_end)
    have(exp(M * slow) + (M - 1) * (M * slow) == exp(M * fast) + (M - 1) * (M * fast), *clocks)
    for low, high in ((slow, fast), (fast, slow)):
        with suppose_not(low <= high):
            hence(EXP_GROWS_STRICTLY(M * high, M * low))
    have(slow == fast)


SAME_AT_T0 = T4["B(t0)"].instead(
    FROM_FOUR,
    given=SAME_TIMES,
    claim=SAME_AT_SCAN_END & SAME_AT_SNAPPING,
    why="C₀ = ρ₀⁴/K, which depends on the data, besides K, M, ν; B_n(t0') as well",
)
SAME_AT_T0.feasible(FROM_M_FOUR)


@proof(SAME_AT_T0.note("They depend on K, M, ν and C₀ = ρ₀⁴/K alone: with ν fixed, changing η_Z does not change them."))
def _() -> None:
    """At t0', t0 the age η_Yt/K is ln M or 2(1+ω₁) ln M: h depends on M alone, and 4Γ = 2K(M-1)²h²/ν."""
    have((log(M) >= 0) & (crossing >= 0), CROSSING(), LOG_GROWS(1, M))
    obtain(same_at(t_0p, fast_t_0p, log(M)), same_at(t_0, fast_t_0, 2 * crossing))


# -- the larger rate of the decoder has the smaller exponent, from t0 on -------------------------------------------------------


def two_rates_after(t_value: int, size: int) -> Instance:
    """η_Y = 1/2 and 1, η_Z = 1/2."""
    half = Fraction(1, 2)
    return Instance(M=size, K=2, eta=half, t=t_value, eta_Z=half, C0=1, faster=1, together=0)


logit, grown = M * h(t / K), exp(M * h(t / K))
fast_logit, fast_grown = M * FASTER_DECODER.h(t / K), exp(M * FASTER_DECODER.h(t / K))
X, D, W, V, E = (Symbol(name) for name in ("x", "d", "w", "v", "e"))
bracket = X**2 * (1 + D + D**2 / 2) - (X + D) ** 2
PREMISES = (X >= 3, D > 0, V >= 1, V * X <= W, W * (1 + D + D**2 / 2) <= E)
steeper = (X + D) ** 2 * (W + V * X - 1) < X**2 * (E + V * (X + D) - 1)
ALL_OF: Claim = Implies(And(PREMISES), steeper)
for variable in (E, V, W, D, X):
    ALL_OF = ForAll(variable, REALS, ALL_OF)


@auxiliary(ALL_OF)
def elastic() -> None:
    """(e^u+(M-1)u-1)/u² grows with u, for e^u ≥ (M-1)u and u ≥ 3."""
    have(bracket >= D * (X + D), only(X >= 3, D > 0))
    bounds = (
        FACTOR_KEEPS_ORDER(W * (1 + D + D**2 / 2), E, X**2),
        FACTOR_KEEPS_ORDER(V * X, W, bracket),
        FACTOR_KEEPS_ORDER(D * (X + D), bracket, V * X),
    )
    hence(only(X >= 3, D > 0, *bounds))


def here(*values: Expr) -> tuple[Claim, Claim]:
    put = dict(zip((X, D, W, V, E), values, strict=True))
    return substituted(And(PREMISES), put), substituted(steeper, put)


@auxiliary(B[n](t, eta_Y) > B[n](t, eta_Yp))
def less_at_the_larger_rate() -> None:
    """B_n is smaller at the larger rate where (e^u+(M-1)u-1)/u² grows."""
    slow, fast = h(t / K) ** 2 * eta_Yp, FASTER_DECODER.h(t / K) ** 2 * eta_Y
    ahead = fast_logit - logit
    scale = 2 * eta_Z * K * (M - 1) ** 2 / (C_0 * eta_Y * eta_Yp)
    age, fast_age = M * eta_Y * t / K, M * eta_Yp * t / K
    clock, fast_clock = grown + (M - 1) * logit - 1, fast_grown + (M - 1) * fast_logit - 1
    have((t > 0) & (eta_Yp > 0) & (eta_Z > 0))
    obtain(higher(FASTER_DECODER))
    have(grown * (1 + ahead + ahead**2 / 2) <= fast_grown, EXP_ABOVE_PARABOLA(ahead))
    values = (logit, ahead, grown, M - 1, fast_grown)
    have(fast_logit**2 * clock < logit**2 * fast_clock, *instances(ALL_OF, *values), FOLLOWS(*here(*values)))
    (
        calc(fast_logit**2 * age)
        .eq(fast_logit**2 * clock, ONE_RATE.clock(t), EQUALS(lambda c: fast_logit**2 * c, age, clock))
        .lt(logit**2 * fast_clock)
        .eq(logit**2 * fast_age, FASTER_DECODER.clock(t), EQUALS(lambda c: logit**2 * c, fast_clock, fast_age))
    )
    with suppose_not(fast < slow):
        in_time = fast_logit**2 * age < logit**2 * fast_age
        hence(only(K >= 1, in_time, FACTOR_KEEPS_ORDER(slow, fast, M**3 * t / K)))
    obtain(exponent_closed(t), exponent_closed(t, FASTER_DECODER))
    have(scale * fast < scale * slow, POSITIVE_FACTOR_KEEPS_ORDER(fast, slow, scale))
    hence(SMALLER_RATE(), LOG_GROWS_STRICTLY(1 + scale * fast, 1 + scale * slow))


U1_THREE = certain("u1 ≥ 3 from M = 8 on: e³ < 3·7", lambda: balls.lt(balls.exp(balls.ball(3)), balls.ball(21)))
SECOND_RATE = [Condition(M >= 8, steer=lambda i: i.but(M=max(i.M, 8)), said="M ≫ 100"), SECOND_STAGE]
smaller_B = B[n](t, eta_Y) > B[n](t, eta_Yp)
SMALLER_IN_PRINT = "In print: fixing η_Z, larger ν (larger η_Y) gives smaller B_n(t). "
with T4.where(given=DECODER_RATES):
    T4["conclusion b"] = Eventually(smaller_B, t), held_fixed(M, K, eta_Y, eta_Yp, eta_Z)
T4["conclusion b"].uses("Theorem 4/Eqn 133", "Lemma 6", "Lemma 9/2a")
T4["conclusion b"].note(
    f"{SMALLER_IN_PRINT}Concluded from (133), so for large t: t → ∞ with everything else fixed. "
    "In fact from the t0 of the smaller rate on."
)


@proof(
    T4["conclusion b"],
    families.Eventually(
        family=Family("t = k, M = 100, K = 2, η_Y = 1/2 and 1, η_Z = 1/2, C₀ = 1", lambda k: two_rates_after(k, 100)),
        threshold_index=lambda: 52,
        steps=[PAST, LATE_MEANS_PAST, SECOND_AT_52, U1_THREE],
        calculation=FromSomeSizeOn(t, (*LARGE_CLOCK[:3], late_log >= 4), fixed=(M, K, eta_Y)),
        variable="t",
        constants="M = 100, K = 2, η_Y = 1/2 and 1, η_Z = 1/2, C₀ = 1",
        printed=NO_SIZE,
        dependence="t ≥ 2(1+ω₁)K ln M/η_Y with the smaller rate is enough, for every M ≥ 8",
    ),
)
def _() -> None:
    """From the t0 of the smaller rate on u ≥ u1 > 1 and e^u ≥ (M-1)u at both rates. u²/η_Y falls with η_Y while
    2·(age du/dage) ≤ u, that is e^u+(M-1)u-1 ≤ ½u(M-1+e^u): true where e^u ≥ (M-1)u and u ≥ 3.
    """
    obtain(between_logarithms)
    calc((M - 1) * logit).le((M - 1) * late_log).le(clocked / 2).le(grown, EXP_GROWS(late_log - log(2), logit))
    obtain(less_at_the_larger_rate)


fast_least = Q("0.36") * FAMILY
MANY_MORE = 20 * exp(FAMILY) <= M
with T4.where(*AFTER_PRINTED_START, given=DECODER_RATES):
    T4["conclusion b uniform"] = smaller_B
T4["conclusion b uniform"].uses("Theorem 4/Eqn 133 uniform")
T4["conclusion b uniform"].feasible(PRINTED_START_MET).note(SMALLER_IN_PRINT + PRINTED_START_ENOUGH)


@proof(
    T4["conclusion b uniform"],
    RefutedAlong(
        family=Family(
            "K = 2, η_Y = 1/2 and 1, η_Z = 1/2, C₀ = 1, t = k, M = 10^(10k)", lambda k: two_rates_after(k, 10 ** (10 * k))
        ),
        confirm=(1, 5, 20),
        calculation=Contrary(
            (M >= 10 ** (10 * FAMILY), K == 2, eta_Y == Q(1, 2), eta_Yp == 1, eta_Z == Q(1, 2), C_0 == 1, t == FAMILY),
            reasons=(POWER_GROWS(10, 4, 10 * FAMILY),),
        ),
    ),
)
def _() -> None:
    """Here t → ∞ and t ≫ (Mη_Y)⁻¹exp(1/√(2ν)), but t < K ln M = t0' at the larger rate: 4Γ is nearly 2η_Yη_Zt²/K, which
    grows with η_Y.
    """
    obtain(exponent_closed(t), exponent_closed(t, FASTER_DECODER))
    have(MANY_MORE, POWER_AS_EXP(10, 10 * FAMILY), EXP_GROWS(FAMILY + 3, 10 * FAMILY * log(10)))
    have(logit >= 0, FLOW_STARTS_AT_ZERO(t / K))
    have(logit <= FAMILY / 4, FLOW_EQUATION(t / K), EXP_ABOVE_TANGENT(logit))
    with suppose_not(fast_logit >= fast_least):
        hence(FASTER_DECODER.clock(t), EXP_GROWS(fast_logit, FAMILY))
    squares_grow = SQUARE(FAMILY), SQUARE_GROWS(logit, FAMILY / 4), SQUARE_GROWS(fast_least, fast_logit)
    have(2 * logit**2 <= fast_logit**2, only(K == 2, *squares_grow))
    slow, fast = 2 * h(t / K) ** 2, FASTER_DECODER.h(t / K) ** 2
    have(slow <= fast, FACTOR_CANCELS(slow, fast, M**2))
    ends = 1 + grown_at(t) / C_0, 1 + grown_at(t, FASTER_DECODER) / C_0
    hence(SMALLER_RATE(), FACTOR_KEEPS_ORDER(slow, fast, 2 * (M - 1) ** 2), LOG_GROWS(*ends))


repaired = T4["conclusion b uniform"].instead(
    *SECOND_RATE, why="t ≥ t0: before the transition the order is the other way round"
)
repaired.note("t0 is that of the smaller rate.").uses("Lemma 6", "Lemma 9/2a")
with T4.where(*SECOND_RATE, given=DECODER_RATES):
    T4["insight c"] = smaller_B
T4["insight c"].note("In print: for fixed η_Z a small η_Y gives larger B_n(t) when t ≥ t0, which is that of the smaller rate.")


@proof(repaired)
@proof(T4["insight c"])
def _() -> None:
    """From t0 = 2 u1 K/η on u ≥ u1 > 1 and e^u ≥ (M-1)u. u²/η_Y falls with η_Y while 2·(age du/dage) ≤ u, that is
    e^u+(M-1)u-1 ≤ ½u(M-1+e^u): true where e^u ≥ (M-1)u and u ≥ 3.
    """
    obtain(past_the_crossing(t / K))
    with suppose_not(crossing >= 3):
        have(3 <= crossing * (4 - crossing))
        have(exp(crossing) * (4 - crossing) <= exp(3), only(M >= 8, EXP_ABOVE_TANGENT(3 - crossing)))
        hence(CROSSING())
    obtain(less_at_the_larger_rate)
