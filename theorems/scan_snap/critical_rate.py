"""How fast the decoder approaches its critical point (scan_snap, Appendix D.4): the rate of Corollary 1."""

from theorems.scan_snap.concentration import third_of_the_clock
from theorems.scan_snap.language import *
from theorems.scan_snap.modified_dynamics import T5
from theorems.scan_snap.sampled_decoder import L12
from theorems.scan_snap.two_stages import half_the_clock
from theorems.scan_snap.uniform_sampling import (
    C1,
    FAR_FROM_0,
    SAMPLED_FOR_LONG,
    SAMPLED_LATE,
    by_counts,
    distance,
    distance_at,
    spread,
    y,
)
from theorems.textbook import *

OF_DISTANCE = FLOW.knowing({distance: lambda x: x.arithmetic.sqrt(x.M / (x.M - 1)) * (x.M - 1) / (x.M - 1 + x.exp_u)})
OF_LENGTH = "‖x_{T+1} - α_n‖ of Lemma 5, with ‖ζ_n‖"
DISTANCE = Definition(OF_LENGTH, (), distance == distance_at(t / K), of=OF_DISTANCE)
with C1.where(M >= 4, SECOND_STAGE, held_fixed(M, K, eta_Y), given=OF_DISTANCE):
    C1["rate"] = distance == O(1 / t)
C1["rate"].constant(3 * K / eta_Y).trivial(RESIDUAL_NORM).feasible("M ≥ 4, t ≥ 2(1+ω₁)K ln M/η_Y")
C1["rate"].note(
    "In print in words: the critical point of (7) is approached at this rate. From t0 on the constant is 3K/η_Y. Each class "
    "came t/K times here; as the classes are drawn it is the part rate, drawn."
)


@proof(C1["rate"])
def _() -> None:
    """e^{Mh} is at least half of the clock Mη_Yt/K."""
    obtain(half_the_clock(t / K))
    (
        calc(distance)
        .eq(distance_at(t / K), DISTANCE())
        .le(M / exp(M * h(t / K)), ROOT_BELOW(M / (M - 1), M / (M - 1)))
        .le(2 * K / (eta_Y * t))
        .le(3 * K / eta_Y * (1 / t))
    )


DISTANCE_DRAWN = Definition(OF_LENGTH, (), distance == distance_at(N_n), of=SAMPLED_FOR_LONG)
with C1.where(SAMPLED_LATE, FAR_FROM_0, held_fixed(K, eta_Y), given=SAMPLED_FOR_LONG):
    C1["rate, drawn"] = Pr(distance == O(1 / N)) >= 1 - delta
C1["rate, drawn"].constant(4 * K / eta_Y).trivial(RESIDUAL_NORM).uses("Remark 4/near", "Lemma 11/late")
C1["rate, drawn"].feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y, N ≥ K², 16√(N ln(1/δ)) ≤ N̄").note(
    "In print in words. The constant is 4K/η_Y, for one class; N counts all draws."
)


@proof(C1["rate, drawn"])
def _() -> None:
    """With N_n ≥ ¾N̄ e^{Mh} is at least a quarter of Mη_YN̄, and N̄ ≥ N/K."""
    bound = 4 * K / eta_Y * (1 / N)
    have((N_bar > 0) & (log(1 / delta) >= 0) & (K > 0), CENTRE(), LOG_GROWS(1, 1 / delta))
    have(K * N_bar >= N, CENTRE(), FACTOR_KEEPS_ORDER(N * P(n), N_bar, K))
    with proving(ForAll(y, REALS, Implies((abs(y - N_bar) <= 4 * spread) & (y >= 0), distance_at(y) <= bound))):
        have(abs(y - N_bar) <= N_bar / 4)
        obtain(third_of_the_clock(y))
        (calc(distance_at(y)).le(M / exp(M * h(y)), ROOT_BELOW(M / (M - 1), M / (M - 1))).le(4 / (eta_Y * N_bar)).le(bound))
    by_counts(bound, distance, distance_at, DISTANCE_DRAWN())


STATEMENTS = (L12, T5, C1)
