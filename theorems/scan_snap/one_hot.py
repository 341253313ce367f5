"""Attention does not collapse to one-hot (scan_snap, Section 1)."""

from kernels.arithmetic import Number
from theorems.scan_snap import transition
from theorems.scan_snap.class_fates import least
from theorems.scan_snap.contents import GROWTH_FACTOR, SHARE
from theorems.scan_snap.exponent_in_stages import a_logarithm, late_growth
from theorems.scan_snap.growth_exponent import LATE, exponent_closed, reached
from theorems.scan_snap.language import *
from theorems.scan_snap.two_stages import around_late_logarithm, late_log
from theorems.textbook import *

INTRO = Lemma(
    "Introduction",
    "Section 1",
    "attention does not collapse",
    given=ALONG,
    provenance="text",
    uses=["Theorem 3/Eqn 12", "Theorem 4/snapping B"],
)


@dataclass(frozen=True)
class Collapse(Started):
    """The transition of a class whose dominant token starts with the gain ``r0`` over another."""

    r0: Number = None


def bind_collapse(i: Instance, arithmetic: Arithmetic) -> Collapse:
    """A started transition with ``r0``."""
    return Collapse(**vars(transition.bind_started(i, arithmetic)), r0=arithmetic.number(i.r0))


COLLAPSE: Domain = replace(
    STARTED,
    draw=lambda: st.builds(
        lambda values, share, gain: values | {"f2_start": share, "r0": gain},
        drawn_transitions(),
        st.fractions(Fraction(1, 2), Fraction(9, 10), max_denominator=10),
        st.fractions(Fraction(1, 10), 9, max_denominator=10),
    ),
    bind=bind_collapse,
    conditions=(*STARTED.conditions, Condition(r[l_0, l](0) > 0, lambda i: i.r0 > 0)),
    small=lambda: (i.but(f2_start=Fraction(4, 5), r0=3) for i in small_transitions()),
    variables={**STARTED.variables, "r0": "r_{l₀/l|n}(0)"},
)


def late_in_training(k: int) -> Instance:
    """f²(0) = 4/5 against 1/5 (r₀ = 3), at t = 10^(10^k)."""
    return Instance(M=100, K=2, eta=Fraction(1, 2), t=10 ** (10**k), eta_Z=Fraction(1, 2), C0=1, f2_start=Fraction(4, 5), r0=3)


LATE_COLLAPSE = (
    M >= 100,
    K == 2,
    eta_Y == Q(1, 2),
    eta_Z == Q(1, 2),
    C_0 == 1,
    t >= 10**5,
    f[n, l_0](0) ** 2 >= Q(3, 4),
    f[n, l_0](0) ** 2 < 1,
    r[l_0, l](0) == 3,
)
grown = (M - 1) * h(t / K)
AT_TEN = (FLOW_EQUATION(t / K), EXP_GROWS(M * h(t / K), 10), FACTOR_KEEPS_ORDER(10**5, t, M))
with INTRO.where(given=replace(WITH_A_START, points=COLLAPSE).knowing({r[l_0, l](0): "r0"})):
    INTRO["one-hot"] = Words("the self-attention layer will not collapse to one-hot, because of the phase transition")
INTRO["one-hot"].bridge(1 / (1 + r[l_0, l](0) * least) >= Q(1, 20)).trivial(SHARE)
INTRO["one-hot"].note(
    "Compared: another token keeps f_nl² ≥ c for all t, here c = 1/20; by Theorem 3 f_nl² is at most 1/(1 + r₀e^(2f²(0)B_n))."
)
INTRO["one-hot"].in_words("One share c is compared. The bound tends to 0 as B_n grows, below every c.")


@proof(
    INTRO["one-hot"],
    RefutedAlong(
        family=Family("f_nl₀²(0) = 4/5, r₀ = 3, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1, t = 10^(10^k)", late_in_training),
        confirm=(1, 2, 3),
        calculation=Contrary(LATE_COLLAPSE),
    ),
)
def _() -> None:
    """Theorems 3 and 4 together say the opposite about t → ∞: B_n → ∞, so χ_l₀ ≥ e^(2f²(0)B_n) → ∞, r_{l₀/l} = r(0)χ_l₀ → ∞
    for every other distinct token, and common tokens fall: f_n → e_l₀, one-hot. The transition only delays it: e^(2B_n) =
    √(1+Au²) with u = ln t + O(1).
    """
    with proving(grown >= 9):
        with case(M * h(t / K) <= 10):
            have(M * 9 <= M * grown, only(*LATE_COLLAPSE[:3], exp(10) <= 30000, *AT_TEN))
        with otherwise():
            hence(FLOW_STARTS_AT_ZERO(t / K))
    obtain(exponent_closed(t))
    have(B[n](t) >= Q(1, 4) * log(325), LOG_GROWS(325, reached))
    hence(EXP_GROWS(Q("2.1"), 2 * f[n, l_0](0) ** 2 * B[n](t)))


exponent_bounded = exp(2 * B[n](t)) <= 1 + sqrt(late_growth / C_0) * late_log
repaired = INTRO["one-hot"].instead(
    *LATE,
    given=WITH_A_START,
    claim=(chi[l_0](t) <= exp(2 * B[n](t))) & exponent_bounded,
    why="not within any number of steps that is polynomial in the gain, instead of never: the gain is at most of the order "
    "ln t",
)
repaired.trivial(GROWTH_FACTOR, FROM_FOUR_LATE)
repaired.note("With A = 2K(M-1)²η_Z/(M²η_YC₀) a gain X takes exp(X/√A) steps. χ_l₀ ≤ e^(2B_n) is Theorem 3.")
growth_rate, height = late_growth / C_0, M * h(t / K)
scaled = growth_rate * late_log**2


@proof(repaired)
def _() -> None:
    """χ ≤ e^(2B_n) is Theorem 3; e^(4B_n) = 1 + A(Mh)² with Mh ≤ ln(Mη_Yt/K), and √(1 + x²) ≤ 1 + x."""
    obtain(around_late_logarithm, exponent_closed(t), a_logarithm)
    have(t > 0)
    have(growth_rate * height**2 <= scaled)
    (
        calc(exp(2 * B[n](t)))
        .le(sqrt(1 + scaled), ROOT_GROWS(reached, 1 + scaled))
        .le(1 + sqrt(scaled), ROOT_OF_SUM(1, scaled))
        .le(1 + sqrt(growth_rate) * late_log, ROOT_BELOW(scaled, sqrt(growth_rate) * late_log))
    )


STATEMENTS = (INTRO,)
