"""What defines the growth exponent B_n of Theorem 4, at one or several learning rates (scan_snap, Appendix F)."""

from theorems.kernel.scripts import each
from theorems.kernel.scripts import have as having
from theorems.language.printing import text
from theorems.scan_snap.growth import s
from theorems.scan_snap.transition_models import *
from theorems.scan_snap.words import *
from theorems.textbook import *


def speed_at(height: Expr) -> Expr:
    """γ as a function of h."""
    return (M - 1) ** 2 * height / (M - 1 + exp(M * height))


def by_height(height: Expr) -> Expr:
    """γ dt/dh but for constants."""
    return speed_at(height) * (M - 1 + exp(M * height))


ALONG = Computed(
    TRANSITION,
    {
        eta_Y: "eta",
        eta_Z: "eta_Z",
        nu: "nu",
        C_0: "C0",
        t_0p: "t0_scan",
        t_0: "t0_snap",
        rho_0**4: lambda x: x.K * x.C0,
        omega_1: lambda x: x.u1 / x.log_M - 1,
        h(t / K): "h",
        gamma(t): "gamma",
        Gamma(t): "Gamma",
        B[n](t): "B",
        B[n](t_0p): lambda x: x.B_at(x.t0_scan),
        B[n](t_0): lambda x: x.B_at(x.t0_snap),
        xi[n](t): "xi",
        z[l](t): "z",
        ddt(z[l](t), t): "z_rate",
        ddt(exp(-(4 * z[l](t))), t): lambda x: -4 * x.arithmetic.exp(-4 * x.z) * x.z_rate,
        Integral(gamma(tp), tp, expr(0), t): "speed_by_time",
        Integral(gamma(tp) / (C_0 + 4 * Gamma(tp)), tp, expr(0), t): "rise_by_time",
        Integral(1 / (C_0 + 4 * G), G, expr(0), Gamma(t)): "rise_by_Gamma",
        Integral(by_height(hp), hp, h(0), h(t / K)): "speed_by_h",
        Integral(hp, hp, h(0), h(t / K)): lambda x: balls.integral(lambda h: h, 0, x.h),
        h(0): lambda x: x.at(balls.ball(0)).h,
        Gamma(0): lambda x: x.at(balls.ball(0)).Gamma,
        B[n](0): lambda x: x.at(balls.ball(0)).B,
        z[l](0): lambda x: x.at(balls.ball(0)).z,
        ddt(h(t / K), t): "h_rate",
        ddt(Gamma(t), t): "Gamma_rate",
        ddt(B[n](t), t): lambda x: -x.z_rate,
    },
    ranges=(
        *map(explicit, (t, tp, G, hp)),
        continuous(gamma(tp), tp, expr(0), t),
        continuous(gamma(tp) / (C_0 + 4 * Gamma(tp)), tp, expr(0), t),
        continuous(1 / (C_0 + 4 * G), G, expr(0), Gamma(t)),
        continuous(by_height(hp), hp, h(0), h(t / K)),
        continuous(hp, hp, h(0), h(t / K)),
    ),
)

NU = Definition("ν = η_Y/η_Z", (), nu == eta_Y / eta_Z, of=ALONG)
CONSTANT_0 = Definition(
    "C₀ = ρ₀⁴/K",
    (),
    (rho_0**4 > 0) & (C_0 == rho_0**4 / K),
    of=ALONG,
    names=(rho_0,),
    exists="C₀ > 0 is given, and ρ₀ the fourth root of K C₀",
)
moment = Symbol("t", VARIABLE)


@dataclass(frozen=True)
class Laws:
    """What defines the quantities at certain learning rates; where there are several, ``at`` tells their names apart."""

    eta_Y: Symbol
    eta_Z: Symbol
    at: tuple[Symbol, ...]
    of: Computed

    def __str__(self) -> str:
        return f"at {self.eta_Y}, {self.eta_Z}"

    def h(self, s: Expr) -> Expr:
        return h(s, *self.at)

    def gamma(self, time: Expr) -> Expr:
        return gamma(time, *self.at)

    def Gamma(self, time: Expr) -> Expr:
        return Gamma(time, *self.at)

    def B(self, time: Expr) -> Expr:
        return B[n](time, *self.at)

    def xi(self, time: Expr) -> Expr:
        return xi[n](time, *self.at)

    def z(self, time: Expr) -> Expr:
        return z[l](time, *self.at)

    def _law(self, name: str, equation: Claim) -> Definition:
        return Definition(name, (moment,), equation, (moment >= 0,), of=self.of, at=((t,),))

    @cached_property
    def clock(self) -> Definition:
        height, age = self.h(moment / K), M * self.eta_Y * moment / K
        reached = exp(M * height) + (M - 1) * (M * height) - 1 == age

        def shown() -> Script:
            begins = self.at_the_start(), EQUALS(self.h, expr(0) / K, 0)
            along = schedule.flow_solved(moment, self.eqn_44, *begins, height=lambda x: self.h(x / K), speed=M * self.eta_Y / K)
            return having(reached, along, each(by(), schedule.not_below_0(height)))

        return replace(
            self._law("the flow of Eqn 44, integrated (Eqn 45)", reached & (height >= 0)),
            hypotheses=(moment >= 0, M >= 1, K > 0, self.eta_Y >= 0),
            shown=shown,
        )

    @cached_property
    def speed(self) -> Definition:
        return self._law("γ(t) of Section D.3", self.gamma(moment) == speed_at(self.h(moment / K)))

    @cached_property
    def eqn_44(self) -> Definition:
        def speed(s: Expr) -> Expr:
            return self.eta_Y / ((M - 1) + exp(M * self.h(s)))

        told = f" at {', '.join(map(text, self.at))}" if self.at else ""
        known = Definition(f"the flow of Eqn 44{told}", (s,), ddt(self.h(s), s) == speed(s), (s >= 0,), of=self.of, at=((t,),))
        flow = known if self.at else schedule.FLOW_OF_EQN_44
        right = self.eta_Y / (K * (M - 1 + exp(M * self.h(moment / K))))
        return replace(
            self._law("the flow of Eqn 44 at t/K", ddt(self.h(moment / K), moment) == right),
            hypotheses=(moment >= 0, K > 0, M >= 1),
            shown=lambda: having(
                ForAll(s, REALS, Implies(s >= 0, flow.claim)), by(flow(s)), by(DDT_INSIDE(self.h, speed, s, moment, K))
            ),
        )

    @cached_property
    def eqn_118(self) -> Definition:
        right = -(C_0**-1 * self.eta_Z * self.gamma(moment) * exp(4 * self.z(moment)))
        return self._law("Eqn 118", ddt(self.z(moment), moment) == right)

    @cached_property
    def eqn_119(self) -> Definition:
        return self._law("Eqn 119", self.xi(moment) == C_0**-1 * self.gamma(moment) * exp(4 * self.z(moment)))

    @cached_property
    def gamma_rises(self) -> Definition:
        return self._law("Γ = η_Z∫γ", ddt(self.Gamma(moment), moment) == self.eta_Z * self.gamma(moment))

    @cached_property
    def B_rises(self) -> Definition:
        return self._law("B_n = η_Z∫ξ_n", ddt(self.B(moment), moment) == self.eta_Z * self.xi(moment))

    @cached_property
    def at_the_start(self) -> Definition:
        start = (self.h(expr(0)) == 0) & (self.Gamma(expr(0)) == 0) & (self.B(expr(0)) == 0) & (self.z(expr(0)) == 0)
        return Definition("at the start", (), start, of=self.of)


def supplied(laws: Laws, model: Callable[[Any], Transition]) -> dict[Node, Any]:
    """What computes these quantities where a model stands beside others."""
    start: dict[Node, Any] = {
        laws.h(expr(0)): lambda x: model(x).at(balls.ball(0)).h,
        laws.Gamma(expr(0)): lambda x: model(x).at(balls.ball(0)).Gamma,
        laws.B(expr(0)): lambda x: model(x).at(balls.ball(0)).B,
        laws.z(expr(0)): lambda x: model(x).at(balls.ball(0)).z,
    }
    return start | {
        laws.eta_Y: lambda x: model(x).eta,
        laws.eta_Z: lambda x: model(x).eta_Z,
        laws.h(t): lambda x: model(x).at(x.K * x.t).h,
        ddt(laws.h(t), t): lambda x: x.K * model(x).at(x.K * x.t).h_rate,
        laws.h(t / K): lambda x: model(x).h,
        laws.gamma(t): lambda x: model(x).gamma,
        laws.Gamma(t): lambda x: model(x).Gamma,
        laws.B(t): lambda x: model(x).B,
        laws.xi(t): lambda x: model(x).xi,
        laws.z(t): lambda x: model(x).z,
        ddt(laws.h(t / K), t): lambda x: model(x).h_rate,
        ddt(laws.Gamma(t), t): lambda x: model(x).Gamma_rate,
        ddt(laws.B(t), t): lambda x: -model(x).z_rate,
        ddt(laws.z(t), t): lambda x: model(x).z_rate,
    }


ONE_RATE = Laws(eta_Y, eta_Z, (), ALONG)
EQN_44, EQN_118, EQN_119 = ONE_RATE.eqn_44, ONE_RATE.eqn_118, ONE_RATE.eqn_119
B_RISES, AT_THE_START = ONE_RATE.B_rises, ONE_RATE.at_the_start

SCAN_END = Definition("t0′ = K ln M/η_Y", (), t_0p == K * log(M) / eta_Y, of=ALONG)

ROUNDED = replace(ALONG, points=replace(TRANSITION, bind=bind_rounded)).knowing({h(ceil(t / K)): "h_of_rounds"})
WITH_A_START = replace(ALONG, points=STARTED).knowing(
    {
        f[n, l_0](0) ** 2: "f2_start",
        chi[l_0](t): lambda x: x.arithmetic.exp((1 + x.f2_start) * x.B),  # in the middle of what Theorem 3 allows
    }
)
CHI_OF_THEOREM_3 = Definition(
    "Theorem 3 (Eqn 12)",
    (),
    chain(exp(2 * f[n, l_0](0) ** 2 * B[n](t)), "<=", chi[l_0](t), "<=", exp(2 * B[n](t))),
    of=WITH_A_START,
)
