"""Attention does not collapse to one-hot (scan_snap, Section 1)."""

from theorems.scan_snap import transition
from theorems.scan_snap.contents import GROWTH_FACTOR, SHARE
from theorems.scan_snap.exponent_in_stages import a_logarithm, late_growth
from theorems.scan_snap.growth_exponent import LATE, exponent_closed, reached
from theorems.scan_snap.language import *
from theorems.scan_snap.two_stages import around_late_logarithm, late_log

INTRO = Lemma(
    "Introduction",
    "Section 1",
    "attention does not collapse",
    given=ALONG,
    provenance="text",
    uses=["Theorem 3/Eqn 11", "Theorem 3/Eqn 12", "Theorem 4/snapping B"],
)


@dataclass(frozen=True)
class Collapse(Started):
    """The transition of a class whose dominant token starts with the gain ``r0`` over another."""

    r0: Number = None

    @property
    def f2_other(self) -> Number:
        """f_nl² of two tokens at a χ_l₀ in the middle of what Theorem 3 allows."""
        return 1 / (2 + self.r0 * self.arithmetic.exp((1 + self.f2_start) * self.B))


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
    small=lambda: (i.but(f2_start=Fraction(1, 2), r0=1) for i in small_transitions()),
    variables={**STARTED.variables, "r0": "r_{l₀/l|n}(0)"},
)


kept = Symbol("c")  # a share of attention, any positive number


def late_in_training(k: int) -> Instance:
    """f²(0) = 1/2 of l₀, 1/4 of another token (r₀ = 1) and 1/4 of the common one (ρ₀² = 4), at t = 10^(10^k)."""
    half = Fraction(1, 2)
    return Instance(M=1000, K=2, eta=half, t=10 ** (10**k), eta_Z=half, C0=8, f2_start=half, r0=1)


LATE_COLLAPSE = (
    M == 1000,
    K == 2,
    eta_Y == Q(1, 2),
    eta_Z == Q(1, 2),
    C_0 == 8,
    t >= 100**FAMILY,
    f[n, l_0](0) >= Q(7, 10),
    f[n, l_0](0) < 1,
    r[l_0, l](0) == 1,
    kept >= FAMILY ** Q(-1, 4),
)
logit, of_another = M * h(t / K), f[n, l](t) ** 2
OF_COLLAPSE = replace(WITH_A_START, points=COLLAPSE).knowing(
    {f[n, l_0](0): lambda x: x.arithmetic.sqrt(x.f2_start), r[l_0, l](0): "r0", of_another: "f2_other", kept: lambda _: 1}
)
GAIN_OF_THEOREM_3 = Definition(
    "Theorem 3 (Eqn 11): f_nl₀²/f_nl² = 1 + r(0)χ_l₀, and f_nl₀² ≤ 1",
    (),
    of_another * (1 + r[l_0, l](0) * chi[l_0](t)) <= 1,
    of=OF_COLLAPSE,
)
with INTRO.where(given=OF_COLLAPSE):
    INTRO["one-hot"] = Exists(kept, Named("(0, ∞)"), of_another >= kept)
INTRO["one-hot"].trivial(SHARE).note(
    "In print: the self-attention layer will not collapse to one-hot, because of the phase transition. So another token keeps "
    "f_nl² ≥ c for all t, with some c > 0: false for every c; the members have c = 1, begin with f_n² = (½, ¼, ¼), the last of "
    "the common token, and meet Assumption 2 then."
)


@proof(
    INTRO["one-hot"],
    RefutedAlong(
        family=Family(
            "f_nl₀²(0) = 1/2, r₀ = 1, M = 1000, K = 2, η_Y = η_Z = 1/2, C₀ = 8, t = 10^(10^k)", late_in_training, first=1
        ),
        confirm=(1, 2, 3),
        calculation=Contrary(LATE_COLLAPSE),
    ),
)
def _() -> None:
    """Theorems 3 and 4 together say the opposite about t → ∞: B_n → ∞, so χ_l₀ ≥ e^(2f²(0)B_n) → ∞, r_{l₀/l} = r(0)χ_l₀ → ∞
    for every other distinct token, and common tokens fall: f_n → e_l₀, one-hot. The transition only delays it: e^(2B_n) =
    √(1+Au²) with u = ln t + O(1).
    """
    with suppose_not(logit >= Q(3, 2) * FAMILY):
        have(exp(4 * FAMILY) <= 100**FAMILY, POWER_AS_EXP(100, FAMILY), EXP_GROWS(4 * FAMILY, FAMILY * log(100)))
        have(exp(4 * FAMILY) >= 10 * FAMILY, EXP_ABOVE_LINE(4 * FAMILY))
        hence(FLOW_EQUATION(t / K), EXP_GROWS(logit, 4 * FAMILY))
    obtain(exponent_closed(t))
    have(B[n](t) >= Q(1, 4) * log(FAMILY**2), LOG_GROWS(FAMILY**2, reached))
    have(B[n](t) >= Q(1, 2) * log(FAMILY), LOG_OF_POWER(FAMILY, 2))
    gain, root = FAMILY ** Q(2, 5), FAMILY ** Q(1, 4)
    have((f[n, l_0](0) ** 2 >= Q(2, 5)) & (log(FAMILY) >= 0), LOG_GROWS(1, FAMILY))
    have(2 * f[n, l_0](0) ** 2 * B[n](t) >= Q(2, 5) * log(FAMILY))
    have(chi[l_0](t) >= gain, CHI_OF_THEOREM_3(), EXP_GROWS, POWER_AS_EXP(FAMILY, Q(2, 5)))
    have(gain >= root, POWER_GROWS(FAMILY, Q(1, 4), Q(2, 5)))
    have(of_another * (1 + root) <= 1, GAIN_OF_THEOREM_3())
    hence()


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
