"""How far the decoder is from its critical point (scan_snap, Appendix D.4): Corollary 1."""

import math

from kernels import decoder_growth as growth
from strategies.training_schedules import step_counts
from theorems.scan_snap.class_counts import OF_MANY, R4, SECTION, L
from theorems.scan_snap.concentration import g, late_in_counts, off_by, within_the_counts
from theorems.scan_snap.language import *
from theorems.scan_snap.one_class import (
    ZETA_N,
    answers,
    in_both_cases,
    residual_after,
    residual_cases,
    row_at_every_step,
    trained_row,
    vocabulary,
    zeta_cases,
)
from theorems.scan_snap.samples import Counts, Samples, binomial_law, with_a_decoder
from theorems.scan_snap.targets import BUDGETS, TARGETS, coarse_target
from theorems.textbook import *

sigma, S_n, j, n, zeta, x_next, alpha, residual = symbols("σ S_n j n ζ x_{T+1} α (x_{T+1}-α_n)")
OF_SIGMA = SHOWN_COUNTS.knowing({sigma: "sigma"})
SIGMA = Definition("σ", (), sigma == g(N_n) / g(N_bar) - 1, of=OF_SIGMA)
C1 = Lemma(
    "Corollary 1",
    SECTION,
    "how far the decoder is from its critical point",
    given=OF_SIGMA,
    uses=["Lemma 5/residual", "Lemma 11/Eqn 62"],
)


@dataclass(frozen=True)
class Shown(Steps):
    """One class after N_n = s of its own steps, beside N̄ = ``mean`` of them; ``path`` reaches the larger of the two."""

    mean: int

    def factor(self, count: int) -> Ball:
        """(M-1)/(M-1+exp(Mh*(count)))."""
        return (self.M - 1) / (self.M - 1 + balls.exp(self.path[count]))

    @property
    def residual(self) -> tuple[Ball, Ball]:
        """The entries of e_n - α_n after N_n steps of the row itself."""
        right, other = list(trained_row(self))[-1]
        total = balls.exp(right) + (self.M - 1) * balls.exp(other)
        return 1 - balls.exp(right) / total, -balls.exp(other) / total


def bind_shown(i: Instance, arithmetic: Arithmetic) -> Shown:
    """``M``, ``eta``, the steps ``s`` that the class had and the ``mean`` of all classes."""
    longest = bind_steps(i.but(s=max(int(i.s), int(i.mean))), arithmetic)
    return Shown(arithmetic, longest.M, longest.eta, int(i.s), longest.path, int(i.mean))


SHOWN = replace(
    STEPS,
    name="one class after N_n steps instead of N̄",
    draw=lambda: st.builds(lambda a, mean: a | {"mean": mean}, STEPS.draw(), step_counts()),
    bind=bind_shown,
    conditions=(*STEPS.conditions, Condition(words="N̄ ∈ ℕ", check=lambda i: int(i.mean) == i.mean and i.mean >= 0)),
    small=lambda: (i.but(mean=mean) for i in small_steps() for mean in (1, 2, 5)),
    variables={**STEPS.variables, "s": "N_n", "mean": "N̄"},
    feasible="every M ≥ 2, η_Y > 0 and whole N_n, N̄ ≥ 0",
)


ENTRY_BY_ENTRY = Declared(
    meaning=((h(N_n), h_star(N_n)), (h(N_bar), h_star(N_bar))),
    vectors=((((j, vocabulary),), {x_next - alpha[n]: residual[j], zeta[n]: zeta[n, j]}),),
)
RESIDUALS = replace(RECURSION, points=replace(SHOWN, declared=ENTRY_BY_ENTRY)).knowing(
    {
        vocabulary: lambda _: range(2),  # the entry of the class, and any other
        N_n: "s",
        N_bar: "mean",
        sigma: lambda x: x.factor(x.s) / x.factor(x.mean) - 1,
        residual[j]: lambda x, j: x.residual[j],
        n: lambda _: 0,
        zeta[n, j]: lambda x, n, j: 1 if j == n else -1 / (x.M - 1),
        alpha[n, j](s): lambda x, n, j, s: answers(x, s)[j - n],
    }
)
RESIDUALS = replace(RESIDUALS, ranges=(Member(n, vocabulary), Member(N_n, INTEGERS), N_n >= 0))
by_own_count, by_mean_count = ((M - 1) / ((M - 1) + exp(M * h(count))) for count in (N_n, N_bar))
with C1.where(given=RESIDUALS):
    C1["Eqn 71"] = chain(x_next - alpha[n], "==", by_own_count * zeta[n], "==", by_mean_count * (1 + sigma) * zeta[n])
C1["Eqn 71"].note("σ is defined by the second equality; h stands for h*, as the paper agrees after Remark 2.")
C1["Eqn 71"].uses("Lemma 5/residual")
ROW = Definition(
    "x_{T+1} - α_n after N_n steps of the row",
    (j,),
    residual[j] == Indicator(j == n) - alpha[n, j](N_n + 1),
    of=RESIDUALS,
    at=((expr(0),), (expr(1),)),
)
RELATIVE = Definition("σ", (), 1 + sigma == (M - 1 + exp(M * h_star(N_bar))) / (M - 1 + exp(M * h_star(N_n))), of=RESIDUALS)


@proof(C1["Eqn 71"])
def _() -> None:
    """Lemma 5 after N_n steps; h for h* by the convention after Remark 2."""
    obtain(row_at_every_step(N_n), residual_after(N_n))
    in_both_cases(j, ROW(j), RELATIVE(), ZETA_N(j), values=[residual_cases(N_n), zeta_cases])


C1["sigma"] = sigma > -1


@proof(C1["sigma"].uses())
def _() -> None:
    """1 + σ is a quotient of positive numbers."""
    hence(SIGMA())


def chance_of(size: Callable[[Counts], Ball]) -> Callable[[Samples, Ball], Fraction]:
    """Pr[size ≤ r], count by count. Raises ValueError where balls do not tell on which side a count is."""

    def chance(x: Samples, radius: Ball) -> Fraction:
        total = Fraction(0)
        for count, weight in binomial_law(x.N, x.p).atoms:
            off = size(Counts(x.arithmetic, *(balls.ball(each) for each in (x.M, x.eta, count, x.centre, 1))))
            if not (off <= radius or off > radius):
                raise ValueError(f"the size at {count} is too close to the radius")
            total += weight if off <= radius else 0
        return total

    return chance


def zeros_of(x: Samples) -> tuple[Ball, Ball]:
    """u₁ and ω₁."""
    u = growth.scan_zeros(balls.ball(x.M))[1]
    return u, u / balls.log(balls.ball(x.M)) - 1


spread = sqrt(N * log(1 / delta))
distance = Norm(x_next - alpha[n], "2")


def distance_at(count: Expr) -> Expr:
    """‖x_{T+1} - α_n‖ after so many steps of the row."""
    return sqrt(M / (M - 1)) * (M - 1) / (M - 1 + exp(M * h(count)))


SAMPLED = replace(
    OF_MANY,
    points=with_a_decoder(OF_MANY.points),
    quantities={
        **OF_MANY.quantities,
        M: "M",
        eta_Y: "eta",
        Pr(abs(sigma) <= r): chance_of(lambda x: abs(x.sigma)),
        Pr(distance <= r): chance_of(lambda x: balls.sqrt(x.M / (x.M - 1)) * (x.M - 1) * x.g(x.count)),
        Pr(N_n >= r): lambda x, r: x.at_least(r),
    },
    ranges=(*OF_MANY.ranges, sure(N_n >= 0), fixed(M, eta_Y, h(N_bar)), M >= 2, eta_Y > 0),
)
y = Symbol("y")


def by_counts(bound: Expr, size: Expr, at: Callable[[Expr], Expr], defined: Reason) -> None:
    """A size is at most the bound wherever |N_n - N̄| ≤ 4√(N ln(1/δ)), at such counts as occur."""
    near, within = lambda x: (abs(x - N_bar) <= 4 * spread) & (x >= 0), lambda x: at(x) <= bound
    have(ForAll(y, REALS, Implies(near(y), within(y))))
    (
        calc(Pr(size <= bound))
        .eq(Pr(within(N_n)), defined, EQUALS(lambda x: Pr(x <= bound), size, at(N_n)))
        .ge(Pr(near(N_n)), MORE_LIKELY(near, within, N_n, y))
        .eq(Pr(abs(N_n - N_bar) <= 4 * spread), AND_CERTAIN(abs(N_n - N_bar) <= 4 * spread, N_n >= 0))
        .ge(1 - delta, cite(R4["near"]))
    )


with C1.where(given=SAMPLED):
    C1["sigma early"] = Pr(abs(sigma) == O(eta_Y * spread)) >= 1 - delta
C1["sigma early"].constant(4).trivial(never_negative("|σ|"))
C1["sigma early"].uses("Remark 4/near", "Lemma 11/Eqn 62").note("The constant is 4, with N ≥ K², K ≥ 2 (N ≫ K² in print).")


@proof(C1["sigma early"])
def _() -> None:
    """|σ| ≤ η_Y |N_n - N̄| (Eqn 62)."""
    bound = 4 * (eta_Y * spread)
    have((N_bar > 0) & (log(1 / delta) >= 0), CENTRE(), LOG_GROWS(1, 1 / delta))
    with proving(ForAll(y, REALS, Implies((abs(y - N_bar) <= 4 * spread) & (y >= 0), abs(off_by(y)) <= bound))):
        obtain(within_the_counts(y))
        hence()
    by_counts(bound, abs(sigma), lambda x: abs(off_by(x)), SIGMA())


def _late_sampled(i: Instance) -> bool:
    return LATE_COUNTS.check(i.but(mean=-(-int(i.N) * Fraction(i.p).numerator // Fraction(i.p).denominator)))


def _many_more(i: Instance) -> Instance:
    """Two classes, and draws enough for the second stage and for δ near 1."""
    M, eta = max(4, int(i.M)), max(Fraction(1, 2), Fraction(i.eta))
    return i.but(
        M=M,
        eta=eta,
        p=Fraction(1, 2),
        delta=Fraction(99, 100),
        N=int(i.N) % 40 + 2 * math.ceil((4 * math.log(M) + 4) / eta) + 20,
    )


SAMPLED_LATE = replace(LATE_COUNTS, check=_late_sampled, steer=_many_more)
FAR_FROM_0 = Condition(
    16 * spread <= N_bar,
    lambda i: certainly(
        lambda: balls.le(256 * i.N * balls.log(balls.ball(1 / Fraction(i.delta))), balls.ball(int(i.N * i.p) ** 2))
    ),
    _many_more,
    said="Δ ≪ N̄",
)
relative_spread = K / sqrt(N) * sqrt(log(1 / delta))
enough = K * (spread + 2 * (1 + omega_1) * log(M) / eta_Y) == o(N)
SAMPLED_FOR_LONG = SAMPLED.knowing({u_1: lambda x: zeros_of(x)[0], omega_1: lambda x: zeros_of(x)[1]})
with C1.where(SAMPLED_LATE, FAR_FROM_0, given=SAMPLED_FOR_LONG):
    C1["sigma late"] = Implies(enough, Pr(abs(sigma) == O(relative_spread)) >= 1 - delta)
C1["sigma late"].constant(16).trivial(never_negative("|σ|")).uses("Remark 4/near", "Lemma 11/late")
C1["sigma late"].feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y, N ≥ K², 16√(N ln(1/δ)) ≤ N̄").note("The constant is 16.")


@proof(C1["sigma late"])
def _() -> None:
    """|σ| ≤ 4|N_n - N̄|/N̄ (Lemma 11, late), and N̄ ≥ N/K."""
    have((N_bar > 0) & (log(1 / delta) >= 0) & (K > 0), CENTRE(), LOG_GROWS(1, 1 / delta))
    have(K * N_bar >= N, CENTRE(), FACTOR_KEEPS_ORDER(N * P(n), N_bar, K))
    split = sqrt(N) * sqrt(log(1 / delta))
    have(spread <= split, ROOT_BELOW(N * log(1 / delta), split))
    have(4 * (4 * spread / N_bar) <= 16 * relative_spread)
    with proving(ForAll(y, REALS, Implies((abs(y - N_bar) <= 4 * spread) & (y >= 0), abs(off_by(y)) <= 16 * relative_spread))):
        have(abs(y - N_bar) <= N_bar / 4)
        obtain(late_in_counts(y))
        have(abs(y - N_bar) / N_bar <= 4 * spread / N_bar)
        hence()
    by_counts(16 * relative_spread, abs(sigma), lambda x: abs(off_by(x)), SIGMA())


length = Norm(zeta[n], "")
AT_TARGET = Computed(
    TARGETS,
    {eta_Y: "eta", epsilon: "epsilon", S_n: "steps", h(s): lambda x, s: growth.logit(x.M, x.eta * s) / x.M, length: "length"},
    ranges=(S_n >= 0,),
)
AT_TARGET_EQUATION = replace(FLOW_EQUATION, of=AT_TARGET, at=((S_n,),))
LENGTH = Definition("|ζ_n|² = M/(M-1)", (), (length**2 == M / (M - 1)) & (length > 0), of=AT_TARGET)
reached = exp(M * h(S_n))
TARGET = Definition(
    "S_n: the residual of Lemma 5 is ε",
    (),
    length * (M - 1) / (M - 1 + reached) == epsilon,
    of=AT_TARGET,
    names=(S_n,),
    exists="h rises from 0 without bound: the intermediate value theorem",
)
log_ratio = log(M / epsilon)
with C1.where(given=AT_TARGET):
    C1["Eqn 72"] = h(S_n) == Theta(1 / M * log_ratio)
C1["Eqn 72"].constant(Q(4, 5), Q(5, 4)).note("The constants are 4/5 and 5/4 for M ≥ 100, ε ≤ 1/2.")
least, most = Q(99, 200) * (M / epsilon), Q("1.01") * (M / epsilon)
short_by, long_by = M / epsilon / reached, reached / (M / epsilon)


@auxiliary(chain(1, "<=", length, "<=", Q(503, 500)))
def length_is_near_one() -> None:
    """|ζ_n|² = M/(M-1)."""
    with suppose_not(length >= 1):
        hence(LENGTH())
    with suppose_not(length <= Q(503, 500)):
        hence(LENGTH())


@proof(C1["Eqn 72"])
def _() -> None:
    """e^{Mh} = (M-1)(|ζ_n|/ε - 1) lies between 99/200 and 1.01 times M/ε, whose logarithm is at least 5."""
    obtain(length_is_near_one)
    calc(least).le((M - 1) * (1 / epsilon - 1)).le(reached, TARGET())
    calc(reached).le((M - 1) * (length / epsilon), TARGET()).le(most)
    calc(log_ratio).ge(log(200), LOG_GROWS(200, M / epsilon)).ge(5)
    calc(log(short_by)).le(log(Q(200, 99)), LOG_GROWS(short_by, Q(200, 99))).le(Q(3, 4))
    calc(log(long_by)).le(log(Q("1.01")), LOG_GROWS(long_by, Q("1.01"))).le(Q(1, 50))


at_full_speed, scale = h(S_n) / (eta_Y * epsilon / (M - 1)), 1 / (epsilon * eta_Y) * log_ratio
with C1.where(given=AT_TARGET):
    C1["Eqn 73"] = (S_n == O(at_full_speed)) & (at_full_speed == Theta(scale))
C1["Eqn 73"].constant(Q("1.01"), Q(79, 100), Q(5, 4)).note("The constants are 1.01, then 79/100 and 5/4.")


@proof(C1["Eqn 73"])
def _() -> None:
    """The flow is at least as fast as at its end, where it is η_Yε/(|ζ_n|(M-1)); and Eqn 72."""
    obtain(length_is_near_one)
    (
        calc(S_n)
        .le(h(S_n) / (eta_Y / (M - 1 + reached)), AT_TARGET_EQUATION(S_n), EXP_ABOVE_TANGENT(-M * h(S_n)))
        .eq(length * at_full_speed, TARGET())
        .le(Q("1.01") * at_full_speed, FLOW_STARTS_AT_ZERO(S_n))
    )
    have((M * h(S_n) >= Q(4, 5) * log_ratio) & (M * h(S_n) <= Q(5, 4) * log_ratio), C1["Eqn 72"])
    have(log_ratio >= 0, LOG_GROWS(1, M / epsilon))
    calc(at_full_speed).ge((1 - 1 / M) * (Q(4, 5) * scale)).ge(Q(99, 100) * (Q(4, 5) * scale)).ge(Q(79, 100) * scale)
    calc(at_full_speed).le((1 - 1 / M) * (Q(5, 4) * scale)).le(Q(5, 4) * scale)


short = K * Pr(N_n < S_n)
everywhere = Pr(ForAll(n, Named("[K]"), Norm(x_next - alpha[n], "2") <= epsilon)) >= 1 - delta
with C1.where(given=Computed(BUDGETS, {short: "short", delta: "delta"})):
    C1["epochs"] = Exists(N, O(K / (epsilon * eta_Y) * log_ratio), everywhere)
C1["epochs"].bridge(short <= delta).trivial(TrivialRange("0 ≤ K Pr ≤ K", 0, lambda x: x.K))
C1["epochs"].note("Compared: after N = 8K⌈S_n⌉ steps of Eqn 73 no class is short of its S_n.").uses("Corollary 1/Eqn 73")
C1["epochs"].proved(
    families.Eventually(
        family=Family("ε = 1/k, K = 2, M = 100, η_Y = 1/2, δ = 1/100", coarse_target, first=2),
        threshold_index=lambda: 5,
        how="S = O((1/(εη))ln(M/ε)) steps of class n are enough (Eqn 73), and S ≥ ln(M/ε) for ε small. After N = 8KS uniform "
        "draws Pr[N_n < S] ≤ exp(-8S(7/8)²/2) ≤ exp(-3S) ≤ (ε/M)³, so some class is short with probability at most "
        "K(ε/M)³ ≤ ε³ → 0: below δ for ε ≤ δ^(1/3).",
        steps=[
            exact("8·(7/8)²/2 > 3", lambda: 8 * Fraction(49, 64) / 2 > 3),
            certain(
                "S ≥ (99/100)(|ζ|/ε - 1 + u) - 1/M with u ≥ ln(99(1/ε - 1)) is at least ln(M/ε) at M = 100, ε = 1/2",
                lambda: balls.ge(
                    balls.ball("99/100") * (1 + balls.log(balls.ball(99))) - balls.ball("1/100"), balls.log(balls.ball(200))
                ),
            ),
            exact(
                "and beyond: per unit of 1/ε the left side gains 99/100, the right ε ≤ 1/2",
                lambda: Fraction(99, 100) > Fraction(1, 2),
            ),
            exact("(1/5)³ < 1/100", lambda: Fraction(1, 125) < Fraction(1, 100)),
            limit_is("ε³ → 0", 1 / L**3, L, 0),
        ],
        variable="epsilon",
        constants="δ = 1/100, N = 8K⌈S⌉, S of Eqn 73",
        printed=NO_SIZE,
        dependence="ε ≤ δ^(1/3) is enough for every K ≤ M",
        in_words="the union over the classes and Chernoff's bound for the short ones, cited; the steps check the "
        "numbers along the family.",
    )
)
