"""The growth exponent B_n of Theorem 4 seen through one arithmetic: its models.

Under the theorem's two hypotheses B_n(t) = (1/4) ln(1 + 4 Gamma/C0) with Gamma = (eta_Z/eta_Y) K (M-1)² h(t/K)²/2, exactly.
"""

from __future__ import annotations

from itertools import islice

from kernels.arithmetic import Number
from kernels.balls import ComplexBall
from strategies.training_schedules import learning_rates, schedules
from theorems.scan_snap import growth as schedule
from theorems.scan_snap.growth import GROWTH, Growth
from theorems.scan_snap.words import *

M, K, t, eta_Y, eta_Z, nu, C_0, rho_0, omega_1 = symbols("M K t η_Y η_Z ν C_0 ρ_0 ω_1")
h, gamma, Gamma, B, xi, z, f, chi = symbols("h γ Γ B ξ z f χ")
m, n, l, l_0 = symbols("m n l l_0")
eta_Yp = Symbol("η′_Y")  # the larger of two rates
t_0, t_0p = symbols("t_0 t′_0")  # the end of scanning is t′_0, the beginning of snapping t_0
G, tp, hp = symbols("Γ′ t′ h′")  # variables of integration


@dataclass(frozen=True)
class Transition(Growth):
    """The decoder with the rate of attention and the constant C0 = rho0⁴/K."""

    eta_Z: Number = None
    C0: Number = None

    @property
    def nu(self) -> Number:
        return self.eta / self.eta_Z

    @property
    def Gamma(self) -> Number:
        return self.K * ((self.M - 1) * self.h) ** 2 / (2 * self.nu)

    @property
    def B(self) -> Number:
        """∫ η_Z ξ_n = ∫ dΓ/(C0 + 4Γ) from Γ = 0."""
        return self.arithmetic.log(1 + 4 * self.Gamma / self.C0) / 4

    @property
    def z(self) -> Number:
        """z_ml(t) in closed form, -(1/4) ln(1 + 4Γ/C0)."""
        return -self.B

    @property
    def h_rate(self) -> Number:
        """dh/dt: the age counts η_Y/K a step, and the logit u rises by 1/(d age/du) with it."""
        return self.eta / self.K / (self.M - 1 + self.exp_u)

    @property
    def Gamma_rate(self) -> Number:
        """dΓ/dt by the chain rule from the closed form."""
        return self.K * (self.M - 1) ** 2 * self.h * self.h_rate / self.nu

    @property
    def z_rate(self) -> Number:
        """dz_ml/dt by the chain rule from the closed form."""
        return -self.Gamma_rate / (self.C0 + 4 * self.Gamma)

    def along_the_way(self, integrand: Callable[[ComplexBall, ComplexBall], ComplexBall]) -> Ball:
        """∫ over [0, t] of a function of γ and Γ by rigorous quadrature over u = Mh, dt = K(M-1+e^u)/(Mη_Y) du."""

        def by_logit(u: ComplexBall) -> ComplexBall:
            grown = self.M - 1 + u.exp()
            reached = self.K * ((self.M - 1) * u / self.M) ** 2 / (2 * self.nu)
            return integrand((self.M - 1) ** 2 * u / (self.M * grown), reached) * self.K * grown / (self.M * self.eta)

        return balls.integral(by_logit, 0, self.u)

    @property
    def speed_by_time(self) -> Ball:
        """∫γ dt over [0, t]."""
        return self.along_the_way(lambda gamma, Gamma: gamma)

    @property
    def rise_by_time(self) -> Ball:
        """∫γ/(C0 + 4Γ) dt over [0, t]."""
        return self.along_the_way(lambda gamma, Gamma: gamma / (self.C0 + 4 * Gamma))

    @property
    def rise_by_Gamma(self) -> Ball:
        """∫dΓ'/(C0 + 4Γ') over [0, Γ]."""
        return balls.integral(lambda G: 1 / (self.C0 + 4 * G), 0, self.Gamma)

    @property
    def speed_by_h(self) -> Ball:
        """∫γ(h')(M-1+exp(Mh'))dh' over [0, h] by rigorous quadrature."""

        def integrand(h: ComplexBall) -> ComplexBall:
            grown = self.M - 1 + (self.M * h).exp()
            return (self.M - 1) ** 2 * h / grown * grown

        return balls.integral(integrand, 0, self.h)

    @property
    def xi(self) -> Ball:
        """ξ_n = C0⁻¹γe^(4z), with e^(-4z) = 1 + 4 η_Z ∫γ/C0 by quadrature."""
        return self.gamma / self.C0 / (1 + 4 * self.eta_Z * self.speed_by_time / self.C0)

    @property
    def t0_scan(self) -> Number:
        """t0' = K ln M/η_Y."""
        return self.K * self.log_M / self.eta

    @property
    def t0_snap(self) -> Number:
        """t0 = 2(1+ω₁)K ln M/η_Y."""
        return 2 * self.u1 * self.K / self.eta

    @property
    def B_of_the_model(self) -> Ball:
        """B_n by quadrature over Γ from Eqn 13 with its terms counted: ż = -(K-1)C₀⁻¹η_Zγe^(4z), ξ_n = ((K-1)/K)C₀⁻¹γe^(4z)."""
        others = self.K - 1
        return others / self.K * balls.integral(lambda G: 1 / (self.C0 + 4 * others * G), 0, self.Gamma)

    def at(self, t: Number) -> Transition:
        """The same at another time."""
        age = self.eta * t / self.K
        u = growth.logit(self.M, age)
        return replace(self, age=age, u=u, exp_u=self.arithmetic.exp(u))

    def B_at(self, t: Number) -> Number:
        return self.at(t).B


@dataclass(frozen=True)
class Started(Transition):
    """The transition of a class whose dominant token starts with f_l₀²(0) = ``f2_start``."""

    f2_start: Number = None


def bind_transition(i: Instance, arithmetic: Arithmetic) -> Transition:
    """A schedule with ``eta_Z`` and ``C0`` in addition."""
    w = schedule.bind_growth(i, arithmetic)
    return Transition(w.arithmetic, w.M, w.K, w.eta, w.age, w.u, w.exp_u, arithmetic.number(i.eta_Z), arithmetic.number(i.C0))


def drawn_transitions() -> st.SearchStrategy[dict[str, object]]:
    constants = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 10), Fraction(100)])
    return st.builds(lambda values, rate, c0: values | {"eta_Z": rate, "C0": c0}, schedules(), learning_rates(), constants)


def small_transitions() -> Iterator[Instance]:
    for i in schedule.small_schedules():
        for c0 in (Fraction(1), Fraction(2), Fraction(1, 2)):
            yield i.but(eta_Z=Fraction(1, 2), C0=c0)


_TWO_CLASSES = Condition(K >= 2, steer=lambda i: i.but(K=max(i.K, 2)), said="a common token occurs in two classes")
RATES = Condition(
    (eta_Z > 0) & (C_0 > 0),
    lambda i: i.eta_Z > 0 and i.C0 > 0,
    built=Condition(C_0 > 0, lambda i: i.C0 > 0, said="as ρ₀⁴/K is"),
)
TRANSITION: Domain = replace(
    GROWTH,
    name="the single common token under Eqns 118, 119",
    draw=drawn_transitions,
    bind=bind_transition,
    conditions=(*GROWTH.conditions, _TWO_CLASSES, RATES),
    small=small_transitions,
    cases=None,
    variables={
        **GROWTH.variables,
        "eta_Z": "learning rate of attention",
        "C0": "ρ₀⁴/K",
        "nu": "η_Y/η_Z",
        "Gamma": "η_Z∫γ",
        "z": "z_ml(t) of the common token",
        "B": "B_n(t)",
    },
    feasible="every M ≥ 2, K ≥ 2, η_Y, η_Z, C₀ > 0, t ≥ 0 (Eqns 118, 119 taken as given)",
)


@dataclass(frozen=True)
class Rounded(Transition):
    """The transition beside h at ⌈t/K⌉."""

    h_of_rounds: Number = None


def bind_rounded(i: Instance, arithmetic: Arithmetic) -> Rounded:
    """A transition with ``h_of_rounds``."""
    w = bind_transition(i, arithmetic)
    u = growth.logit(balls.ball(i.M), balls.ball(i.eta) * round_up(Fraction(i.t) / Fraction(i.K)))
    return Rounded(**vars(w), h_of_rounds=u / w.M)


def bind_started(i: Instance, arithmetic: Arithmetic) -> Started:
    """A transition with ``f2_start``."""
    return Started(**vars(bind_transition(i, arithmetic)), f2_start=arithmetic.number(i.f2_start))


STARTED_SHARE = Condition((f[n, l_0](0) ** 2 > 0) & (f[n, l_0](0) ** 2 < 1), lambda i: 0 < i.f2_start < 1)
STARTED: Domain = replace(
    TRANSITION,
    name="a dominant token through the transition",
    draw=lambda: st.builds(
        lambda values, share: values | {"f2_start": share},
        drawn_transitions(),
        st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10),
    ),
    bind=bind_started,
    conditions=(*TRANSITION.conditions, STARTED_SHARE),
    small=lambda: (i.but(eta_Z=Fraction(1, 2), C0=Fraction(5, 2), f2_start=Fraction(1, 4)) for i in schedule.small_schedules()),
    variables={**TRANSITION.variables, "f2_start": "f_nl₀²(0)"},
)


@dataclass(frozen=True)
class TwoRates(Transition):
    """The model at one learning rate of the decoder, beside that at a faster one."""

    fast: Transition = None  # type: ignore[assignment]

    @property
    def faster(self) -> Number:
        return self.fast.eta

    @property
    def B_slow(self) -> Number:
        return self.B

    @property
    def B_fast(self) -> Number:
        return self.fast.B

    @property
    def t0(self) -> Number:
        return self.t0_snap


def bind_two(i: Instance, arithmetic: Arithmetic) -> TwoRates:
    """The instance's model and the one with ``faster`` for ``eta`` (and ``eta_Z`` scaled when ``together`` is 1)."""
    factor = Fraction(i.faster) / Fraction(i.eta)
    rate = Fraction(i.eta_Z) * (factor if i.together == 1 else 1)
    fast = bind_transition(i.but(eta=i.faster, eta_Z=rate), arithmetic)
    return TwoRates(**vars(bind_transition(i, arithmetic)), fast=fast)


def from_size(least: int) -> Domain:
    """The same domain with a search that starts at M = ``least``: second stages exist from M = 4 on."""
    return replace(TRANSITION, small=lambda: (i for i in small_transitions() if least <= i.M))


def two_rates(together: int, least: int = 2) -> Domain:
    """Two decoders, with ν fixed (``together`` = 1) or η_Z fixed (0); small instances start at M = ``least``."""

    def widen(values: dict[str, object], factor: Fraction) -> dict[str, object]:
        return values | {"faster": values["eta"] * factor, "together": together}  # type: ignore[operator]

    def small_pairs() -> Iterator[Instance]:
        """Among the smallest the second stage of a small vocabulary, where B_n grows with η_Y alone."""
        pairs, half = (i.but(faster=i.eta * 2, together=together) for i in small_transitions() if least <= i.M), Fraction(1, 2)
        yield from islice(pairs, 100)
        yield Instance(M=4, K=2, eta=half, t=Fraction(121, 10), eta_Z=half, C0=1, faster=Fraction(11, 20), together=together)
        yield from pairs

    return replace(
        TRANSITION,
        name="two learning rates of the decoder" + (", ν fixed" if together else ", η_Z fixed"),
        draw=lambda: st.builds(widen, drawn_transitions(), st.sampled_from([Fraction(11, 10), Fraction(2), Fraction(10)])),
        bind=bind_two,
        conditions=(*TRANSITION.conditions, Condition(eta_Y < eta_Yp, lambda i: i.faster > i.eta)),
        small=small_pairs,
        feasible="every M ≥ 2, K ≥ 2, η_Y' > η_Y > 0, η_Z, C₀ > 0, t ≥ 0",
        variables={
            "M": "vocabulary size",
            "K": "number of next tokens",
            "t": "training time in steps",
            "eta": "the smaller learning rate of the decoder",
            "faster": "the larger one",
            "C0": "ρ₀⁴/K",
            "B_slow": "B_n(t) at the smaller rate",
            "B_fast": "B_n(t) at the larger rate",
            "t0": "t0 at the smaller rate (M ≥ 4)",
        },
    )
