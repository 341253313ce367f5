"""The speed of the back-propagated gradient (scan_snap, Section 4 and Appendix D.5): Theorem 1, part b and around it."""

from theorems.scan_snap.gradient_coefficients import delta1, eta, iota, sigma
from theorems.scan_snap.language import *
from theorems.scan_snap.pull_bounds import T1
from theorems.scan_snap.rounds import ROUNDS, Rounds
from theorems.scan_snap.two_stages import LATE, STANDING, half_the_clock, past_the_crossing

_L, _M, _rho, _x = (positive(name) for name in ("L", "M", "rho", "x"))


@dataclass(frozen=True)
class ByRounds(Growth):
    """The decoder after ``rounds`` whole rounds over the classes."""

    rounds: int = 0


def bind_rounds(instance: Instance, arithmetic: Arithmetic) -> ByRounds:
    """γ of Eqn 85, with the number of rounds ⌈t/K⌉; ``age`` stays η t/K."""
    rounds = math.ceil(Fraction(instance.t) / Fraction(instance.K))
    at = schedule.bind_growth(instance.but(t=rounds * int(instance.K)), arithmetic)
    age = arithmetic.number(Fraction(instance.eta) * Fraction(instance.t) / Fraction(instance.K))
    return ByRounds(at.arithmetic, at.M, at.K, at.eta, age, at.u, at.exp_u, rounds)


BY_ROUNDS = replace(GROWTH, name="the decoder after ⌈t/K⌉ rounds", bind=bind_rounds, cases=None)
ONE_ROUND = Condition(t >= K**2, steer=lambda i: i.but(t=max(i.t, i.K**2), eta=min(i.eta, 1 / Fraction(i.K))), said="t ≫ K²")
SOME_TIME = Condition(t > 0, steer=lambda i: i.but(t=i.t or 1))


C, rho = symbols("C ρ")
age = eta * t / K
rounds = ceil(t / K)
DECODER: dict[Node, Any] = {eta: "eta", gamma(t): "gamma", h(rounds): "h", omega_1: "omega1"}
AFTER_ROUNDS = Computed(BY_ROUNDS, {**DECODER, rounds: "rounds"})
GAMMA = Definition("γ(t) of Eqn 85", (), gamma(t) == (M - 1) ** 2 * h(rounds) / ((M - 1) + exp(M * h(rounds))), of=AFTER_ROUNDS)
FLOW_EQUATION = replace(schedule.FLOW_EQUATION, of=AFTER_ROUNDS, at=((rounds,),))
STARTS_AT_ZERO = replace(schedule.FLOW_STARTS_AT_ZERO, of=AFTER_ROUNDS, at=((rounds,),))


@auxiliary(h(rounds) > 0)
def something_is_learnt() -> None:
    """After a round: where Mh ≤ 1, e^{Mh} ≤ 1 + Mh + (Mh)² in the flow's equation."""
    have(rounds > 0, CEIL(t / K))
    with case(M * h(rounds) <= 1):
        hence(FLOW_EQUATION(rounds), STARTS_AT_ZERO(rounds), EXP_BELOW_PARABOLA(M * h(rounds)))
    with otherwise():
        hence()


def late_speed(scale: Expr) -> Expr:
    """What γ is compared with when t is late: K ln(scale)/(η_Y t)."""
    return K * log(scale) / (eta * t)


with T1.where(given=AFTER_ROUNDS):
    printed = (M - 1) ** 2 * h(ceil(t / K)) / ((M - 1) + exp(M * h(ceil(t / K))))
    T1["Eqn 85"] = chain(gamma(t), "==", printed, ">", 0), SOME_TIME
    T1["b1"] = chain(0, "<", gamma(t), "==", O(age)), ONE_ROUND, schedule.FIRST_STAGE
T1["Eqn 85"].uses("Lemma 6").feasible("every M ≥ 2, K ≥ 1, η_Y > 0, t > 0")
T1["Eqn 85"].note("Section D.3 defines γ with t/K; Lemma 9 and Theorem 4 use that one.")


@proof(T1["Eqn 85"])
def _() -> None:
    """h is positive after a round."""
    obtain(something_is_learnt)


T1["b1"].constant(2).note("The constant is 2, and it serves every t ≥ K.")
T1["b1"].uses("Lemma 9/1c").feasible("M ≥ 2, η_Y > 0, K² ≤ t ≤ K ln M/η_Y: not empty where η_Y K ≤ ln M")


@proof(T1["b1"])
def _() -> None:
    """γ ≤ Mh, and Mh ≤ η_Y⌈t/K⌉."""
    have((t / K >= 1) & (rounds > 0), CEIL(t / K))
    obtain(something_is_learnt)
    calc(gamma(t)).le(eta * rounds, FLOW_EQUATION(rounds), EXP_ABOVE_TANGENT(M * h(rounds))).le(2 * age, CEIL(t / K))


@dataclass(frozen=True)
class Bounded(Growth):
    """The decoder with an implied constant C to refute."""

    C: Number = None


def bind_bounded(instance: Instance, arithmetic: Arithmetic) -> Bounded:
    """The rounds of an instance together with its constant ``C``."""
    model = bind_rounds(instance, arithmetic)
    return Bounded(
        model.arithmetic, model.M, model.K, model.eta, model.age, model.u, model.exp_u, arithmetic.number(instance.C)
    )


def at_threshold(k: int) -> Instance:
    """M = 10^k, K = 2, η = 1/2 at the first even step after t0 = 2(1+ω₁)K ln M/η_Y."""
    size = 10**k
    _, u1 = growth.scan_zeros(balls.ball(size))
    threshold = balls.bounds(2 * u1 * 4)[1]
    return Instance(M=size, K=2, eta=Fraction(1, 2), t=2 * math.ceil(threshold / 2), C=1)


WITH_A_CONSTANT = replace(
    BY_ROUNDS,
    name="the decoder after ⌈t/K⌉ rounds, with a constant C",
    bind=bind_bounded,
    draw=lambda: GROWTH.draw().map(lambda values: values | {"C": 1}),
    small=lambda: (i.but(C=1) for i in schedule.small_schedules() if i.M >= 100),
)
with T1.where(given=Computed(WITH_A_CONSTANT, {**DECODER, C: "C"})):
    T1["b2"] = gamma(t) == O(late_speed(age)), STANDING, SECOND_STAGE
T1["b2"].constant(C).trivial(never_negative("γ")).uses("Lemma 9/2c").feasible("M ≥ 100, t ≥ 2(1+ω₁)K ln M/η_Y")
T1["b2"].note("The members have the constant C = 1. Lemma 9, on which this part rests, has ln(Mη_Y t/K).")
FIRST_LATE = (
    M >= 10**FAMILY,
    K == 2,
    eta == Q(1, 2),
    C <= (16 * FAMILY) ** Q(1, 2) / 12,
    t >= 8 * crossing,
    t <= 8 * crossing + 3,
)
AT_FIRST_LATE = RefutedAlong(
    family=Family("M = 10^k, K = 2, η_Y = 1/2, t = t0 rounded up to a whole round, C fixed", at_threshold, first=9),
    confirm=(9, 20, 50),
    calculation=Contrary(FIRST_LATE, reasons=(POWER_GROWS(10, 4, FAMILY), CROSSING(), LOG_GROWS(3, M - 1))),
)
most_grown = M * (2 * crossing + Q(5, 4))
least = crossing / (M * (M - 1 + most_grown))  # of h/(M-1+e^(Mh))


@proof(T1["b2"], AT_FIRST_LATE)
def stays_large() -> None:
    """At t0 = 2u1K/η the age ηt/K is about 2u1 with ln(M-1) ≤ u1, and e^u ≤ Mη⌈t/K⌉: γ is more than 1/4, while C ln(age)/age ≤
    (3/√t) C is less from k = 9C² on. With M fixed and t → ∞ a constant exists, but it grows like ln M/lnln M.
    """
    have(M >= 10**4)
    have(log(M) >= FAMILY * log(10), LOG_GROWS(10**FAMILY, M), LOG_OF_POWER(10, FAMILY))
    have(log(M - 1) >= log(M) - log(2), LOG_GROWS(M / 2, M - 1), LOG_OF_QUOTIENT(M, 2))
    have(crossing >= 2 * FAMILY, CROSSING())
    have(2 * crossing <= eta * rounds, CEIL(t / K))
    obtain(past_the_crossing(rounds))
    have(exp(M * h(rounds)) <= most_grown, FLOW_EQUATION(rounds), CEIL(t / K))
    high_enough = crossing >= 8, crossing <= M * h(rounds), exp(M * h(rounds)) <= most_grown
    have(h(rounds) / (M - 1 + exp(M * h(rounds))) >= least, only(M >= 100, K >= 1, *high_enough))
    have((M * (M - 1 + most_grown) > 0) & ((M - 1) ** 2 * least > Q(1, 4)), only(M >= 100, crossing >= 8))
    index, root = (16 * FAMILY) ** Q(1, 2), t ** Q(1, 2)
    have((root >= index) & (index > 0), only(t >= 16 * FAMILY, FAMILY >= 9, BASE_GROWS(16 * FAMILY, t, Q(1, 2))))
    have(log(t) <= Q(3, 4) * root, only(t >= 3, LOG_BELOW_POWER(t, Q(1, 2))))
    have((log(age) >= 0) & (log(age) <= log(t)), only(K == 2, eta == Q(1, 2), t >= 16, LOG_GROWS(1, age), LOG_GROWS(age, t)))
    have(C * log(age) <= index / 12 * log(age), FACTOR_KEEPS_ORDER(C, index / 12, log(age)))
    (
        calc(C * late_speed(age))
        .eq(4 * (C * log(age)) / t, only(K == 2, eta == Q(1, 2), t >= 3))
        .le(4 * (index / 12 * log(t)) / t, only(t >= 3, index > 0, C * log(age) <= index / 12 * log(age), log(age) <= log(t)))
        .le(index / 4 * root / t, only(t >= 3, index > 0, log(t) <= Q(3, 4) * root))
        .le(Q(1, 4), only(t >= 3, root >= index, index > 0))
    )
    (
        calc(gamma(t))
        .eq((M - 1) ** 2 * (h(rounds) / (M - 1 + exp(M * h(rounds)))), GAMMA())
        .ge((M - 1) ** 2 * least, FACTOR_KEEPS_ORDER(least, h(rounds) / (M - 1 + exp(M * h(rounds))), (M - 1) ** 2))
        .gt(Q(1, 4))
        .ge(C * late_speed(age))
    )


repaired = T1["b2"].instead(
    *LATE,
    given=AFTER_ROUNDS,
    claim=gamma(t) == O(late_speed(M * eta * t / K)),
    why="ln(Mη_Y t/K), as in Lemma 9, for ln(η_Y t/K); from M = 4 on",
)
repaired.constant(2).note("The constant is 2.")
grown, clock = exp(M * h(rounds)), M * (eta * rounds)
LATE_SPEED = repaired.trivial(never_negative("γ"), schedule.FROM_FOUR_LATE)


@proof(LATE_SPEED)
def falls_at_last() -> None:
    """γ at ⌈t/K⌉ is at most 2 ln(Ma)/a for the age a = η_Y⌈t/K⌉, and ln(Ma)/a falls with a."""
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    have((rounds > 0) & (t / K <= rounds), CEIL(t / K))
    have(2 * crossing <= eta * rounds)
    obtain(half_the_clock(rounds))
    (
        calc(gamma(t))
        .le(2 * M * (M * h(rounds)) / clock)
        .le(2 * M * (log(clock) / clock), LOG_GROWS(grown, clock))
        .le(2 * late_speed(M * eta * t / K), LOG_SLOWER(M * eta * t / K, clock))
    )


def many_draws(k: int) -> Instance:
    return Instance(N=4 * 4**k, K=2, M=1000, eta=Fraction(1, 2), delta=Fraction(1, 100))


c = Symbol("N_n")
strays = Named("{N̄ - 2Δ, N̄ + 2Δ}")
DRAWN_COUNTS = Computed(
    DRAWS,
    {
        delta: "delta",
        strays: lambda x: range(len(x.extremes)),
        delta1(c): lambda x, which: x.M / (x.M - 1) * (1 + x.extremes[which].theta) - 1,
        sigma(c): lambda x, which: x.extremes[which].sigma,
    },
)
close = K / sqrt(N) * sqrt(log(1 / delta))
with T1.where(MANY_DRAWS, given=DRAWN_COUNTS):
    T1["delta1"] = chain(abs(delta1), "==", O(close + 1 / M), "==", o(1)) & chain(-1, "<", sigma, "==", o(log(M)))
T1["delta1"].bridge(
    ForAll(
        c,
        strays,
        (abs(delta1(c)) <= 5 * (close + 1 / M))
        & (abs(delta1(c)) <= Q(1, 10))
        & (sigma(c) > -1)
        & (abs(sigma(c)) <= log(M) / 10),
    )
)
T1["delta1"].trivial(never_negative("|δ_1|, |σ|"), "N ≥ K², K ≤ M, 0 < δ < 1")
T1["delta1"].uses("Theorem 5/theta", "Corollary 1/sigma").note(
    "With probability ≥ 1-δ: the counts are N̄ ± 2Δ, farther than Remark 4 lets them stray, and 1+δ_1 = q_1(1+θ_n). The "
    "constant is 5, and ≪ stands for 1/10 and ln M/10."
)
T1["delta1"].proved(
    families.Eventually(
        family=Family("N = K²·4^k, K = 2, M = 1000, η_Y = 1/2, δ = 1/100, N_n = N̄ ± 2Δ (Remark 4)", many_draws),
        threshold_index=lambda: 9,
        how="1+δ_1 = q_1(1+θ_n), so |δ_1| ≤ (|θ_n| + 1/M)·M/(M-1); |θ_n| ≤ 2Δ/N̄ ≤ 2(K/√N)√(ln(1/δ))(1 + 1/√(N ln(1/δ))). "
        "σ = g(N_n)/g(N̄) - 1 > -1, and |σ| ≤ η|N_n-N̄|: before the second stage N < 2K(1+ω₁)ln M/η, and N ≫ K² makes "
        "ηK ≪ ln M, so η√N ≪ ln M; in it |σ| ≤ 4|N_n-N̄|/N̄ ≪ 1 (Lemma 11).",
        steps=[
            identity("q_1(1+θ) - 1 = (θ + 1/M)M/(M-1)", _M / (_M - 1) * (1 + _x) - 1, (_x + 1 / _M) * _M / (_M - 1)),
            limit_is("η√N/ln M with N = 4KL/η is 2√(ηK/L) → 0 as ηK/L → 0", 2 * sympy.sqrt(1 / _L), _L, 0),
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
        in_words="that N ≫ K² and N below the second stage give η√N ≪ ln M along every admissible family; the "
        "steps check one family and the limits.",
    )
)


def _small(k: int) -> Ball:
    """(K/√N)√(ln(1/δ)) = √(ln 100)/2^k for N = K²·4^k."""
    return balls.sqrt(balls.log(balls.ball(100))) / 2**k


def early_ratio() -> Iterator[Step]:
    yield identity("(e_n' - 1/M)·(e_n - 1/M) = -2/M + M/M² = -1/M", -2 / _M + _M / _M**2, -1 / _M)
    e_prime = sympy.Matrix([[0, _rho], [_rho, 0]])
    entry = (sympy.eye(2) - (sympy.eye(2) + e_prime).inv())[0, 1]
    yield identity("K = 2: E'_12 = ρ/(1-ρ²)", entry, _rho / (1 - _rho**2), where={_rho: 1 / (1 + positive("s"))})
    yield limit_is("(1/M)/(ρ - 3/M) → 0 at ρ = 6/√M", (1 / _L**2) / (6 / _L - 3 / _L**2), _L, 0)


def ratio(x: Rounds) -> Ball:
    """β_12/ι_1 of g = F S(e_1 - α_1), W = (I+E)S, for two classes."""
    own, rival, idle = x.entries(x.r)
    total = balls.exp(own) + balls.exp(rival) + (x.M - 2) * balls.exp(idle)
    residual = [1 - balls.exp(own) / total, -balls.exp(rival) / total, -balls.exp(idle) / total]
    back = 1 / (1 - x.rho * x.rho)
    direct = [(own - x.rho * rival) * back, (rival - x.rho * own) * back, idle / (1 + x.rho)]
    crossed = [direct[1], direct[0], direct[2]]
    weights = (1, 1, x.M - 2)
    coefficient, other = (
        sum((w * a * r for w, a, r in zip(weights, row, residual, strict=True)), balls.ball(0)) for row in (direct, crossed)
    )
    return -other / coefficient


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


least_correction = rho / (1 - rho**2) * (M / (M - 1)) - 3 / M
largest_own = 1 / (1 - rho**2) * (M / (M - 1)) + 3 / M
with T1.where(
    Condition(words="K = 2", check=lambda i: i.K == 2),
    Condition(
        words="6/√M ≤ ρ < 1/2 (Assumption 2)", check=lambda i: i.rho < Fraction(1, 2) and Fraction(i.rho) ** 2 * i.M >= 36
    ),
    given=Computed(TWO_CLASSES, {rho: "rho", beta[1, 2] / iota[1]: ratio}),
):
    T1["original dynamics"] = Words(
        "for the original dynamics (7) with equal overlaps Theorem 1 still holds, with a smaller effective learning rate"
    )
T1["original dynamics"].bridge(beta[1, 2] / iota[1] >= least_correction / largest_own)
T1["original dynamics"].trivial(TrivialRange("β_nn'/ι_n ≥ 0", low=0), "K = 2: M ≥ 145, 6/√M ≤ ρ < 1/2").uses("Remark 1/eta'")
T1["original dynamics"].note(
    "Sentence after Theorem 1. β_12/ι_1 for two classes, which no learning rate changes, is compared with the least that "
    "Theorem 1 admits: E'_12 = ρ/(1-ρ²), 1-E'_11 = 1/(1-ρ²), δ_2, δ_3 within 3/M. "
    "The theorem is read with the coefficients that its proof defines (Eqns 86, 88): part a by itself survives in this regime, "
    "as ξ_n stays positive, but smaller by the factor 1/(Mρ)."
)
T1["original dynamics"].proved(
    RefutedAlong(
        family=Family("K = 2, ρ = 1/4, M = 10^(4k), η_Y = M^(-1/2), t = M^(1/4): t ≫ K², η_Y t/K → 0", early_rounds),
        how="Under (7) Y = FS where row n of S collects the residuals of class n. While ηt/K → 0, S_n' = (ηt/K)(e_n' - 1/M) "
        "and e_n - α_n = e_n - 1/M to first order, so the coefficient of f_n' in g is -(ηt/K)/M: β_nn'/ι_n ≈ 1/M. Theorem 1 "
        "with any learning rate has β_nn' ≥ E'_n'n - 3/M with E'_n'n ≥ ρ, ρ ≥ 6/√M (and ρ may be a constant), so a ratio of "
        "about ρ: the quotient tends to 0. The coefficients that drive attention come from the modification (26) itself.",
        steps=list(early_ratio()),
        confirm=(1, 2, 3),
        in_words="the first order in ηt/K of the original dynamics, with its error; the members are checked in "
        "balls, the limit is checked for the ratio of the leading terms.",
    )
)
with T1.where(*LATE, held_fixed(M), given=AFTER_ROUNDS):
    T1["b2 fixed M"] = gamma(t) == O(late_speed(age))
T1["b2 fixed M"].constant(2 * (1 + log(M) / log(2 * log(M)))).uses("Lemma 9/2c", "Theorem 1/b2")
T1["b2 fixed M"].trivial(never_negative("γ"), schedule.FROM_FOUR_LATE).note(
    "The other reading of part b2: t → ∞ with M fixed, and an implied constant that may depend on M, here 2(1 + ln M/ln(2 ln "
    "M)) from t0 on. It tends to ln M/lnln M times 2 and cannot be bounded (part b2)."
)


@auxiliary(log(M) <= crossing)
def crossing_above_log() -> None:
    """e^u = (M-1)u at the crossing, and (M-1) ln M > M; e^(ln M - u) ≥ 1 + ln M - u."""
    have(M < (M - 1) * log(M), growing(M, 4, LOG_GROWS(4, M)))
    have(1 < crossing, CROSSING(), LOG_GROWS(3, M - 1))
    with suppose_not(log(M) <= crossing):
        have((M - 1) * (crossing * (1 + log(M) - crossing)) <= M, CROSSING(), EXP_ABOVE_TANGENT(log(M) - crossing))


@proof(T1["b2 fixed M"])
def _() -> None:
    """γ ≤ 2 ln(Ma)/a for a = η_Yt/K, and ln(Ma)/ln a = 1 + ln M/ln a falls with a ≥ 2(1+ω₁) ln M."""
    obtain(crossing_above_log)
    have(1 < 2 * log(M), LOG_GROWS(4, M))
    have(0 < log(2 * log(M)), LOG_GROWS_STRICTLY(1, 2 * log(M)))
    have(log(2 * log(M)) <= log(age), LOG_GROWS(2 * log(M), age))
    hence(LATE_SPEED)


STATEMENTS = (T1,)
