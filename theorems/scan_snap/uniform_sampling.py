"""How far the decoder is from its critical point (scan_snap, Appendix D.4): Corollary 1."""

from kernels import decoder_growth as growth
from theorems.scan_snap.class_counts import SECTION, L
from theorems.scan_snap.concentration import deviation, g, late_in_counts, within_the_counts
from theorems.scan_snap.language import *
from theorems.scan_snap.modified_dynamics import T5
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
from theorems.scan_snap.sampled_decoder import L12
from theorems.scan_snap.targets import BUDGETS, TARGETS, coarse_target
from theorems.scan_snap.two_stages import half_the_clock
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


off = abs(N_n - N_bar)
C1["sigma early"] = Pr(abs(sigma) == O(eta_Y * sqrt(N * log(1 / delta)))) >= 1 - delta
C1["sigma early"].bridge(abs(sigma) <= eta_Y * off).trivial(never_negative("|σ|"))
C1["sigma early"].note("Compared in |N_n - N̄|; so the constant is 4, with N ≥ K², K ≥ 2 (9/4 where δ ≤ 1/2).")
C1["sigma early"].in_words("Compared is |σ| ≤ η_Y |N_n - N̄|, at every sample; its probability is told in the derivation.")
C1["sigma early"].uses("Lemma 10/Eqn 58 first", "Remark 4/Eqn 60", "Lemma 11/Eqn 62")


@proof(C1["sigma early"])
def _() -> None:
    """Eqn 62. With probability ≥ 1-δ, |N_n-N̄| ≤ √((N/2)ln(2/δ)) + 1 ≤ √(N ln(1/δ)) + 1 ≤ (9/4)√(N ln(1/δ)) for δ ≤ 1/2
    (Lemma 10). For δ > 1/2 let y = ln(1/δ) < ln 2. Where √(Ny) ≥ 1/3, |N_n-N̄| ≤ Δ ≤ √(Ny) + 1 ≤ 4√(Ny) (Eqn 60).
    Elsewhere 1 - δ ≤ y < 1/(9N), and Pr[N_n = N̄] ≥ 1/(2(N+1)): the mode, N̄ or N̄ - 1, has at least 1/(N+1), and N̄ at
    least half of it.
    """
    obtain(within_the_counts)
    hence(SIGMA(), ABS_ABOVE(deviation), ABS_BELOW(sigma, eta_Y * off))


enough = K * (sqrt(N * log(1 / delta)) + 2 * (1 + omega_1) * log(M) / eta_Y) == o(N)
close = Pr(abs(sigma) == O(K / sqrt(N) * sqrt(log(1 / delta)))) >= 1 - delta
C1["sigma late"] = Implies(enough, close), LATE_COUNTS, CLOSE
C1["sigma late"].bridge(abs(sigma) <= 4 * (off / N_bar)).trivial(never_negative("|σ|"))
C1["sigma late"].feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y, Δ ≤ N̄/4").uses("Lemma 11/late")
C1["sigma late"].note("Compared with the constant 4 in |N_n - N̄|/N̄, hence 16 by the line before.")
C1["sigma late"].in_words("Compared is |σ| ≤ 4 |N_n - N̄|/N̄, at every sample; how likely N_n is near N̄ is Lemma 10 and Eqn 60.")


@proof(C1["sigma late"])
def _() -> None:
    """Lemma 11, of σ."""
    obtain(late_in_counts)
    hence(SIGMA(), ABS_ABOVE(deviation), ABS_BELOW(sigma, 4 * (off / N_bar)))


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


distance = Norm(x_next - alpha[n], "2")
OF_DISTANCE = FLOW.knowing({distance: lambda x: x.arithmetic.sqrt(x.M / (x.M - 1)) * (x.M - 1) / (x.M - 1 + x.exp_u)})
DISTANCE = Definition(
    "‖x_{T+1} - α_n‖ of Lemma 5, with ‖ζ_n‖",
    (),
    distance == sqrt(M / (M - 1)) * (M - 1) / (M - 1 + exp(M * h(t / K))),
    of=OF_DISTANCE,
)
with C1.where(M >= 4, SECOND_STAGE, held_fixed(M, K, eta_Y), given=OF_DISTANCE):
    C1["rate"] = distance == O(1 / t)
C1["rate"].constant(3 * K / eta_Y).trivial(RESIDUAL_NORM).feasible("M ≥ 4, t ≥ 2(1+ω₁)K ln M/η_Y")
C1["rate"].note("In print in words: the critical point of (7) is approached at this rate. From t0 on the constant is 3K/η_Y.")


@proof(C1["rate"])
def _() -> None:
    """e^{Mh} is at least half of the clock Mη_Yt/K."""
    obtain(half_the_clock(t / K))
    (
        calc(distance)
        .eq(sqrt(M / (M - 1)) * (M - 1) / (M - 1 + exp(M * h(t / K))), DISTANCE())
        .le(M / exp(M * h(t / K)), ROOT_BELOW(M / (M - 1), M / (M - 1)))
        .le(2 * K / (eta_Y * t))
        .le(3 * K / eta_Y * (1 / t))
    )


STATEMENTS = (L12, T5, C1)
