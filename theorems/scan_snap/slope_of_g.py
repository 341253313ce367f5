"""How fast g = 1/(M-1+e^(Mh)) falls, and what that makes of uneven counts (scan_snap, Appendix D.4): Lemma 11, Eqns 64, 65."""

from theorems.scan_snap.class_counts import L10, R4
from theorems.scan_snap.concentration import L11, far, g, logit_at, more, near_in_counts, rises, sigma, third, w_at, x
from theorems.scan_snap.language import *

STRETCH = Named("[N_n, N_n+Δ]")
r = Symbol("r")  # a moment of the stretch
steepest = Largest(r, STRETCH, abs(ddt(g(r), r)))
UNEVEN = replace(
    SHOWN_COUNTS.knowing(
        {
            steepest: lambda x: x.steepest(x.count, x.count + x.reach),
            ddt(h(s), s): lambda x, s: x.speed(s),
            ddt(g(s), s): lambda x, s: -x.steepest(s, s),
        }
    ),
    indices={s: lambda x: (x.count, x.count + x.reach)},
    ranges=(explicit(x),),
)
EQN_44 = Definition("Eqn 44", (s,), ddt(h(s), s) == eta_Y * g(s), of=UNEVEN, at=((s,),))
STEEPEST = Definition(
    "the largest |dg/ds|", (x,), abs(ddt(g(x), x)) <= steepest, (N_n <= x, x <= N_n + Delta), of=UNEVEN, at=((s,),)
)


def slope_of_g(x: Growth) -> Any:
    """dg/ds of dual numbers."""
    speed = x.eta / (x.M - 1 + x.exp_u)
    grown = Dual(x.exp_u, x.exp_u * x.M * speed)
    return (Dual(x.ratio(1, 1), x.ratio(0, 1)) / (Dual(x.M - 1, x.ratio(0, 1)) + grown)).slope


ONE_CLASS = Computed(
    GROWTH,
    {eta_Y: "eta", exp(M * h(s)): "exp_u", ddt(h(s), s): lambda x: x.eta / (x.M - 1 + x.exp_u), ddt(g(s), s): slope_of_g},
    ranges=(explicit(s),),
)
EQN_44_OF_ONE_CLASS = replace(EQN_44, of=ONE_CLASS)
change = M * exp(M * h(s)) / (M - 1 + exp(M * h(s))) ** 2 * ddt(h(s), s)
with L11.where(given=ONE_CLASS):
    L11["Eqn 64 derivative"] = ddt(g(s), s) == change
L11["Eqn 64 derivative"].refuted("M=2 K=1 eta=1/2 t=0").uses().note("g falls: the minus sign is missing.")
G_FALLS = L11["Eqn 64 derivative"].repair(given=ONE_CLASS, claim=ddt(g(s), s) == -change, why="the sign")


@proof(G_FALLS)
def _() -> None:
    """The chain rule."""


with L11.where(given=ONE_CLASS):
    L11["Eqn 64 bound"] = abs(ddt(g(s), s)) <= g(s) * (M / (M - 1)) * (eta_Y / 4)
L11["Eqn 64 bound"].trivial(never_negative("|dg/ds|")).uses().note("With equality only at h = ln(M-1)/M.")
speed_of_fall = M * w_at(s) / (M - 1 + w_at(s)) ** 2 * (eta_Y * g(s))


@proof(L11["Eqn 64 bound"])
def _() -> None:
    """4(M-1)e^u ≤ (M-1+e^u)²."""
    (
        calc(abs(ddt(g(s), s)))
        .eq(speed_of_fall, cite(G_FALLS), EQN_44_OF_ONE_CLASS(s), ABS_OF_NONPOSITIVE(ddt(g(s), s)))
        .le(g(s) * (M / (M - 1)) * (eta_Y / 4), SQUARE(M - 1 - w_at(s)))
    )


def late_and_more(i: Instance) -> bool:
    """η(N̄ - Δ) ≥ 2(1+ω₁) ln M."""
    return LATE_COUNTS.check(i.but(mean=i.mean - i.reach))


def more_draws(i: Instance) -> Instance:
    """As many more draws as that needs."""
    if late_and_more(i):
        return i
    more = math.ceil((4 * math.log(i.M) + 4) / i.eta) + i.reach
    return i.but(count=i.count + more, mean=i.mean + more)


AHEAD = Condition(N_n > N_bar, lambda i: i.count > i.mean, lambda i: i.but(count=i.mean + (abs(i.count - i.mean) or i.reach)))
BEHIND = Condition(N_n < N_bar, lambda i: i.count < i.mean, lambda i: i.but(count=i.mean - (abs(i.count - i.mean) or i.reach)))
LATE_AND_MORE = Condition(N_bar >= 2 * (1 + omega_1) * log(M) / eta_Y + Delta, late_and_more, more_draws)
CROSSES = Condition(M >= 4, steer=lambda i: i.but(M=max(i.M, 4)), said="where the lemma's ω₁ exists")


with L11.where(AHEAD, given=UNEVEN):
    L11["Eqn 65 mean value"] = abs(g(far) - g(N_n)) <= steepest * Delta
L11["Eqn 65 mean value"].trivial(never_negative("|g(N̄+Δ) - g(N_n)|")).feasible(
    "N̄ < N_n ≤ N̄ + Δ, Δ < N̄, every M ≥ 2 and η_Y > 0"
).uses()
L11["Eqn 65 mean value"].note(
    "Read with |dg/ds|: the missing sign is charged to Eqn 64. Its interval starts at N_n, that of Eqn 65 at N̄."
)


@proof(L11["Eqn 65 mean value"])
def _() -> None:
    """The mean value theorem on [N_n, N̄+Δ], which lies in [N_n, N_n+Δ] and is at most Δ long."""
    have(N_n <= far, ABS_ABOVE(more))
    have(h(N_n) <= h(far), rises(N_n, far))
    have(steepest >= 0, STEEPEST(N_n), ABS_NONNEGATIVE(ddt(g(N_n), N_n)))
    steep = Implies((N_n <= x) & (x <= far), -steepest <= ddt(g(x), x))
    have(ForAll(x, REALS, steep), STEEPEST(x), ABS_ABOVE(ddt(g(x), x)))
    falls = EXP_GROWS(logit_at(N_n), logit_at(far)), ABS_OF_NONPOSITIVE(g(far) - g(N_n))
    hence(SPEED_AT_LEAST(g, x, N_n, far, -steepest), *falls)


rises_by = abs(g(far) - g(N_bar))
L11["Eqn 65"] = rises_by <= g(N_bar) * third, CROSSES
L11["Eqn 65"].trivial(never_negative("|g(N̄+Δ) - g(N̄)|")).feasible("M ≥ 4, every η_Y > 0, N̄ > Δ ≥ 1")
L11["Eqn 65"].note(
    "Without M ≥ 4 it is false: M = 2, η_Y = 1/10, N̄ = 2, Δ = 1 (there the constant is M/(4(M-1)) = ½). The section "
    "assumes M ≫ 100."
)
L11["Eqn 65"].uses("Lemma 11/Eqn 64 bound", "Lemma 11/Eqn 65 mean value")
clock = M - 1 + w_at(far)


@proof(L11["Eqn 65"])
def _() -> None:
    """Eqn 45 at both counts, subtracted, and 3Me^u ≤ (M-1+e^u)² from M = 4 on."""
    have(h(N_bar) <= h(far), rises(N_bar, far))
    at_both = COUNT_EQUATION(N_bar), COUNT_EQUATION(far), EXP_ABOVE_TANGENT(logit_at(N_bar) - logit_at(far))
    have(w_at(far) - w_at(N_bar) <= M * (eta_Y * Delta) * w_at(far) / clock, *at_both)
    have(3 * M * w_at(far) <= clock**2, SQUARE(M - 1 - w_at(far)))
    falls = EXP_GROWS(logit_at(N_bar), logit_at(far)), ABS_OF_NONPOSITIVE(g(far) - g(N_bar))
    calc(rises_by).eq(g(N_bar) * ((w_at(far) - w_at(N_bar)) / clock), *falls).le(g(N_bar) * third)


difference = abs(g(N_n) - g(N_bar))
L11["below"] = difference == O(g(N_bar) * third), BEHIND
L11["below"].constant(3).trivial(never_negative("|σ|")).feasible("N̄ - Δ ≤ N_n < N̄, every M ≥ 2 and η_Y > 0").uses()
L11["below"].note("In print: similar inequalities also hold. The implied constant is 3, as Eqn 62 needs it.")
proof(L11["below"])(near_in_counts)


L11["below, same constant"] = difference <= g(N_bar) * third, BEHIND
L11["below, same constant"].trivial(never_negative("|σ|")).feasible("N̄ - Δ ≤ N_n < N̄, every M ≥ 2 and η_Y > 0").uses(
    "Lemma 11/Eqn 64 bound"
)
L11["below, same constant"].refuted("M=10 eta=1/2 count=1 mean=40 reach=39").note(
    "The other reading of the last sentence. g falls, so from N̄ - Δ on |dg/ds| ≤ g(N̄-Δ)·⅓η_Y, not g(N̄)·⅓η_Y: "
    "linearising is right only while η_YΔ ≪ 1. It is false for Δ ≪ N̄ as well: M = 10^100, η_Y = 1/2, N_n = 455, N̄ = 475, "
    "Δ = 20."
)
repaired = L11["below, same constant"].repair(
    claim=difference <= g(N_bar) * (eta_Y * Delta),
    why="the constant 1 instead of ⅓ (19/20 is too little at M = 10^3000, η_Y = 1/2, N_n = 13806, N̄ = 15806, Δ = 2000)",
)
repaired.trivial(never_negative("|σ|")).feasible("N̄ - Δ ≤ N_n < N̄, every M ≥ 2 and η_Y > 0")
proof(repaired.uses())(near_in_counts)


def from_the_second_stage(sign: str, last: Expr) -> Claim:
    after = M - 1 + exp(M * h(N_bar + Delta))
    return chain(
        abs(g(N_bar + Delta) - g(N_bar)),
        "==",
        g(N_bar) * (abs(exp(M * h(N_bar + Delta)) - exp(M * h(N_bar))) / after),
        "<=",
        g(N_bar) * (M * eta_Y * Delta / after),
        "<=",
        g(N_bar) * (M * eta_Y * Delta / (M + Q(1, 2) * M * eta_Y * (N_bar + Delta))),
        sign,
        last,
    )


share = g(N_bar) * (Delta / N_bar)
OF_THE_CHAIN = Declared(meaning=((sigma, rises_by / g(N_bar)),))
with L11.where(CROSSES, LATE_AND_MORE):
    L11["late chain"] = from_the_second_stage("==", O(share))
with L11.where(CROSSES, LATE_AND_MORE, given=replace(SHOWN_COUNTS, points=replace(COUNTS, declared=OF_THE_CHAIN))):
    L11["late sigma"] = sigma <= Delta / N_bar
L11["late chain"].constant(2).trivial(never_negative("|σ|")).feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y + Δ")
L11["late chain"].note("The constant is 2. The lemma has N ≥ 2K(1+ω₁)ln M/η_Y without + Δ.")
L11["late sigma"].trivial(never_negative("σ'")).uses("Lemma 11/late chain").refuted("M=10 eta=1/2 count=19 mean=20 reach=1")
L11["late sigma"].note(
    "The step from the chain to here drops the constant of ≲. σ′ is that of N_n = N̄ + Δ, as in the chain. With M ≫ 100 as "
    "well: .033 against .021 at M = 10^4, η_Y = 1/2, N̄ = 48, Δ = 1."
)
L11["late chain"].uses("Lemma 6", "Lemma 9/2a")
past_u_1, rest = logit_at(far) - u_1, (M - 1) * (logit_at(far) - u_1)
PARABOLA = (M - 1) * u_1 * (1 + past_u_1 + past_u_1**2 / 2) <= w_at(far)


@auxiliary((M - 1) * logit_at(far) + 1 <= w_at(far))
def past_the_line() -> None:
    """Otherwise the clock gives (M-1)(u₂-u₁) > u₁ for the crossing u₁ ≥ 3/2, where the exponential is already above its second
    Taylor polynomial.
    """
    with suppose_not(u_1 >= Q(3, 2)):
        have(u_1 >= log(4), LARGER_ZERO(), LOG_GROWS(4, M))
        hence(LARGER_ZERO(), EXP_ABOVE_TANGENT(Q(3, 2) - u_1))
    have(eta_Y * far >= 2 * u_1, LARGER_ZERO())
    with suppose_not(u_1 <= logit_at(far)):
        hence(LARGER_ZERO(), COUNT_EQUATION(far), EXP_GROWS(logit_at(far), u_1))
    have(PARABOLA, LARGER_ZERO(), EXP_ABOVE_PARABOLA(past_u_1))
    with suppose_not((M - 1) * logit_at(far) + 1 <= w_at(far)):
        have(u_1 < rest, COUNT_EQUATION(far))
        first_order = FACTOR_KEEPS_ORDER(u_1, rest, u_1 - 1)
        with case(M >= 6):
            have(u_1 >= Q("1.7"), LARGER_ZERO(), LOG_GROWS(6, M))
            hence(only(u_1 >= Q("1.7"), PARABOLA, FACTOR_KEEPS_ORDER(0, past_u_1**2, (M - 1) * u_1 / 2), first_order))
        with otherwise():
            second_order = (
                FACTOR_KEEPS_ORDER(u_1, rest, u_1 * past_u_1 / 2),
                FACTOR_KEEPS_ORDER(u_1 / 5, past_u_1, u_1**2 / 2),
            )
            hence(only(u_1 >= Q(3, 2), PARABOLA, first_order, *second_order))


@proof(L11["late chain"])
def _() -> None:
    """Eqn 45 at both counts, subtracted: e^{u₂} - e^{u₁} ≤ MηΔ. The third link is e^{u₂} ≥ (M-1)u₂ + 1: otherwise the clock
    gives (M-1)(u₂-u₁) > u₁ for the crossing u₁ ≥ 3/2, where the exponential is already above its second Taylor polynomial.
    The last link drops terms.
    """
    have(h(N_bar) <= h(far), rises(N_bar, far))
    obtain(past_the_line)
    grows = EXP_GROWS(logit_at(N_bar), logit_at(far)), ABS_OF_NONNEGATIVE(w_at(far) - w_at(N_bar))
    hence(*grows, ABS_OF_NONPOSITIVE(g(far) - g(N_bar)), COUNT_EQUATION(N_bar), COUNT_EQUATION(far))


repaired = L11["late sigma"].repair(claim=sigma <= 2 * (Delta / N_bar), why="the constant 2, as in the chain")
repaired.trivial(never_negative("σ'")).proved(Calculation(by(cite(L11["late chain"]))))


STATEMENTS = (L10, R4, L11)
