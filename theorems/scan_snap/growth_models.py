"""The decoder's logit seen through one arithmetic: h, gamma and the quantities that Lemmas 6 to 9 compare.

Everything is a function of u = M h(t/K). In proofs u is a symbol and e^u = 1 + u + s with s >= 0; then t is
K (e^u + (M-1) u - 1) / (M eta), so that what is proved for every u >= 0 is proved for every t >= 0.
"""

import itertools
from collections.abc import Iterable
from math import log as ln

from kernels.arithmetic import SYMBOLIC
from strategies.training_schedules import schedules, step_counts
from theorems.scan_snap.words import *

Number = Any

VARIABLES = {
    "M": "vocabulary size",
    "K": "number of next tokens",
    "eta": "learning rate of the decoder",
    "t": "training time in steps",
    "u": "M h(t/K)",
    "h": "h(t/K)",
    "gamma": "speed control coefficient",
    "age": "η_Y t/K",
}

M, K, t, s, h, c = symbols("M K t s h c")
tp = Symbol("t′")  # a time before t
eta_Y, gamma, h_star, epsilon = symbols("η_Y γ h* ε")
omega_0, omega_1, Delta_1, Delta_2 = symbols("ω_0 ω_1 Δ_1 Δ_2")


@dataclass(frozen=True)
class Growth:
    """h(t/K) and gamma(t); ``age`` is eta t / K and ``exp_u`` is exp(M h(t/K))."""

    arithmetic: Arithmetic
    M: Number
    K: Number
    eta: Number
    age: Number
    u: Number
    exp_u: Number

    def ratio(self, numerator: int, denominator: int) -> Number:
        return self.arithmetic.ratio(numerator, denominator)

    @property
    def t(self) -> Number:
        return self.age * self.K / self.eta

    @property
    def h(self) -> Number:
        return self.u / self.M

    @property
    def gamma(self) -> Number:
        return (self.M - 1) ** 2 * self.h / (self.M - 1 + self.exp_u)

    @property
    def delta1(self) -> Number:
        return self.exp_u / (self.M - 1)

    @property
    def delta2(self) -> Number:
        return self.exp_u / ((self.M - 1) * self.u)

    @property
    def log_M(self) -> Number:
        return self.arithmetic.log(self.M)

    @property
    def u1(self) -> Number:
        """(1 + omega_1) ln M: the larger zero of e^u = (M-1) u; for balls with M >= 4."""
        return growth.scan_zeros(self.M)[1]

    @property
    def omega1(self) -> Number:
        return self.u1 / self.log_M - 1


def bind_growth(instance: Instance, arithmetic: Arithmetic) -> Growth:
    """See an instance with ``M``, ``K``, ``eta`` and ``t`` through ``arithmetic`` (balls decide, floats search)."""
    number = arithmetic.number
    M, K, eta, t = (number(instance[name]) for name in ("M", "K", "eta", "t"))
    age = eta * t / K
    if arithmetic.rigorous:
        u: Any = growth.logit(M, age)
    elif arithmetic.name == "mpmath":
        u = growth.logit_mp(int(instance.M), Fraction(instance.eta) * Fraction(instance.t) / Fraction(instance.K))
    else:
        u = growth.logit_float(M, age)
    return Growth(arithmetic, M, K, eta, age, u, arithmetic.exp(u))


def symbolic() -> tuple[Growth, dict[Any, Any]]:
    """The symbolic model and how its symbols are written through nonnegative ones."""
    M, K, eta, u, s = (positive(name) for name in ("M", "K", "eta", "u", "s"))
    exp_u = 1 + u + s
    age = (exp_u + (M - 1) * u - 1) / M
    return Growth(SYMBOLIC, M, K, eta, age, u, exp_u), {
        M: 2 + slack("mu"),
        K: 1 + slack("kappa"),
        eta: positive("epsilon"),
        u: slack("upsilon"),
        s: slack("sigma"),
    }


def symbolic_cases() -> Iterable[SymbolicCase]:
    """One case: every M >= 2, K >= 1, eta > 0 and t >= 0, with e^u = 1 + u + s, s >= 0."""
    model, written = symbolic()
    yield SymbolicCase("M = 2 + mu, e^u = 1 + u + s", model, written)


M_RANGE = Condition(
    M >= 2, lambda i: int(i.M) == i.M and i.M >= 2, built=Condition(M >= 1, lambda i: int(i.M) == i.M and i.M >= 1)
)
K_RANGE = Condition(K >= 1, lambda i: int(i.K) == i.K and i.K >= 1)
ETA_RANGE = Condition(eta_Y > 0, lambda i: i.eta > 0, built=Condition(eta_Y >= 0, lambda i: i.eta >= 0))
T_RANGE = Condition(t >= 0)


def small_schedules() -> Iterator[Instance]:
    """Schedules by size: M first, then K, then the step size and the time."""
    rates, times = (Fraction(1, 2), Fraction(1, 10), Fraction(1)), (0, 1, 2, 3, 5, 10, 30, 100, 1000)
    for size, classes, eta, time in itertools.product((2, 3, 4, 5, 6, 7, 8, 10, 20, 50, 100), (1, 2, 3), rates, times):
        yield Instance(M=size, K=classes, eta=eta, t=time)
    yield from AT_THE_EDGES


AT_THE_EDGES = (
    Instance(M=10**1000, K=2, eta=Fraction(1), t=9242),  # the second stage has just begun
    Instance(M=10**6, K=1, eta=Fraction(1, 10**6), t=Fraction(1001, 1000)),  # so has the second round
)


def _at(claim: Claim, question: Callable[[Instance], Ball], steer: Callable[[Instance], Instance] | None = None) -> Condition:
    """A condition with a transcendental threshold: decided in balls at doubling precision.

    ``steer`` moves an instance that breaks the condition; one that meets it stays.
    """

    def check(instance: Instance) -> bool:
        answer, _ = balls.decide(lambda: balls.ge(question(instance), balls.ball(0)))
        if answer is balls.Truth.UNKNOWN:
            raise ValueError(f"undecided: {claim} at {instance}")
        return answer is balls.Truth.HOLDS

    def move(instance: Instance) -> Instance:
        return instance if steer is None or check(instance) else steer(instance)

    return Condition(claim, check, None if steer is None else move)


def _earlier(i: Instance) -> Instance:
    """A time whose age is a fraction of ln M that depends on the drawn time."""
    share = Fraction(i.t).numerator % 97
    return i.but(t=Fraction(int(ln(i.M) * 1000) * share, 97_000) * i.K / i.eta)


def _later(i: Instance) -> Instance:
    """From M = 4 on, and 4 ln M + 4 later in age: (1+ω₁) is at most 3/2."""
    size = max(int(i.M), 4)
    return i.but(M=size, t=i.t + Fraction(round_up(4 * ln(size) + 4) * i.K) / i.eta)


def _age(instance: Instance) -> Ball:
    return balls.ball(Fraction(instance.eta) * Fraction(instance.t) / Fraction(instance.K))


FIRST_STAGE = _at(t <= K * log(M) / eta_Y, lambda i: balls.log(balls.ball(i.M)) - _age(i), _earlier)
SECOND_STAGE = _at(
    t >= 2 * (1 + omega_1) * K * log(M) / eta_Y,
    lambda i: _age(i) - 2 * growth.scan_zeros(balls.ball(i.M))[1] if i.M >= 4 else balls.ball(-1),
    _later,
)
ETA_BELOW_ONE = Condition(eta_Y < 1, lambda i: i.eta < 1, lambda i: i if i.eta < 1 else i.but(eta=1 / (1 + Fraction(i.eta))))

GROWTH = Domain(
    name="the decoder's logit after t steps over K classes",
    draw=schedules,
    bind=bind_growth,
    conditions=(M_RANGE, K_RANGE, ETA_RANGE, T_RANGE),
    small=small_schedules,
    cases=symbolic_cases,
    pattern_of=lambda instance: "M = 2 + mu, e^u = 1 + u + s",
    variables=VARIABLES,
    feasible="every M ≥ 2, K ≥ 1, η_Y > 0, t ≥ 0",
)


@dataclass(frozen=True)
class Steps:
    """The recursion M h* beside the flow M h after s whole steps of one class."""

    arithmetic: Arithmetic
    M: Number
    eta: Number
    s: int
    path: list[Number]

    @property
    def u_star(self) -> Number:
        return self.path[-1]

    @property
    def u_before(self) -> Number:
        """M h*(s-1); raises ValueError for s = 0."""
        if self.s < 1:
            raise ValueError("no step has been taken")
        return self.path[-2]

    @property
    def h_before(self) -> Number:
        """h*(s-1); raises ValueError for s = 0."""
        return self.u_before / self.M

    @property
    def h_star(self) -> Number:
        return self.u_star / self.M

    @property
    def h_after(self) -> Number:
        """h*(s+1)."""
        *_, u = growth.recursion(self.arithmetic, self.M, self.eta, self.s + 1)
        return u / self.M

    @property
    def h(self) -> Number:
        return self.h_at(self.s)

    def h_at(self, s: Number) -> Number:
        """The flow after any time s."""
        return growth.logit(self.M, self.eta * s) / self.M

    @property
    def lead(self) -> Number:
        """The c with h(s + c) = h*(s)."""
        return growth.lead(self.arithmetic, self.M, self.eta, self.path)


def bind_steps(instance: Instance, arithmetic: Arithmetic) -> Steps:
    """Run the recursion for ``s`` steps in ``arithmetic``."""
    M, eta = arithmetic.number(instance.M), arithmetic.number(instance.eta)
    s = int(instance.s)
    return Steps(arithmetic, M, eta, s, list(growth.recursion(arithmetic, M, eta, s)))


def small_steps() -> Iterator[Instance]:
    rates = Fraction(1, 2), Fraction(1), Fraction(2), Fraction(1, 10)
    for size, eta, steps in itertools.product((2, 3, 4, 5, 10, 50), rates, (1, 2, 3, 5, 10, 40)):
        yield Instance(M=size, eta=eta, s=steps)


STEPS = Domain(
    name="s whole steps of one class",
    draw=lambda: st.builds(lambda a, s: {"M": a["M"], "eta": a["eta"], "s": s}, schedules(), step_counts()),
    bind=bind_steps,
    conditions=(M_RANGE, ETA_RANGE, Condition(s >= 0, lambda i: int(i.s) == i.s and i.s >= 0, printed=Member(s, Named("ℕ")))),
    small=small_steps,
    variables={"M": VARIABLES["M"], "eta": VARIABLES["eta"], "s": "number of steps", "h": "h(s)", "h_star": "h*(s)"},
    feasible="every M ≥ 2, η_Y > 0 and whole s ≥ 0",
)
EARLY_STEPS = _at(eta_Y * s <= log(M), lambda i: balls.log(balls.ball(i.M)) - balls.ball(Fraction(i.eta) * Fraction(i.s)))


@dataclass(frozen=True)
class LongRun:
    """h at s and s + 1 without the recursion, for times that it would not reach, and an implied constant or tolerance."""

    arithmetic: Arithmetic
    M: Number
    eta: Number
    s: Number
    epsilon: Number

    def h_at(self, s: Number) -> Number:
        return growth.logit(self.M, self.eta * s) / self.M

    @property
    def h(self) -> Number:
        return self.h_at(self.s)

    @property
    def rise(self) -> Number:
        """h(s + 1) - h(s)."""
        return self.h_at(self.s + 1) - self.h

    @property
    def speed(self) -> Number:
        """dh/ds."""
        return self.eta * growth.speed(self.arithmetic, self.M, self.M * self.h) / self.M

    @property
    def log_time(self) -> Number:
        """ln(M η s)."""
        return self.arithmetic.log(self.M * self.eta * self.s)


def bind_long_run(i: Instance, arithmetic: Arithmetic) -> LongRun:
    """``M``, ``eta``, a real time ``s`` and ``epsilon``; the logit is enclosed, so balls are the arithmetic of judgement."""
    return LongRun(arithmetic, *(arithmetic.number(i[name]) for name in ("M", "eta", "s", "epsilon")))


def small_long_runs() -> Iterator[Instance]:
    rates = Fraction(1, 2), Fraction(1), Fraction(1, 10)
    for size, eta, steps, part in itertools.product((2, 3, 10, 100), rates, (1, 2, 5, 20, 100, 10_000), (1, 4, 40)):
        yield Instance(M=size, eta=eta, s=steps, epsilon=2 * eta / size / part)


@st.composite
def drawn_long_runs(draw: st.DrawFn) -> dict[str, Any]:
    a = draw(schedules())
    share = draw(st.fractions(Fraction(1, 100), 1, max_denominator=100))
    steps = draw(st.one_of(st.integers(1, 100), st.integers(2, 12).map(lambda k: 10**k)))
    return {"M": a["M"], "eta": a["eta"], "s": steps, "epsilon": 2 * a["eta"] / a["M"] * share}


LONG_RUNS = Domain(
    name="long runs of one class",
    draw=drawn_long_runs,
    bind=bind_long_run,
    conditions=(M_RANGE, ETA_RANGE, Condition(s >= 1), Condition(epsilon > 0, lambda i: i.epsilon > 0)),
    small=small_long_runs,
    variables={
        "M": VARIABLES["M"],
        "eta": VARIABLES["eta"],
        "s": "number of steps",
        "epsilon": "tolerance ε",
        "h": "h(s)",
        "rise": "h(s+1) - h(s)",
        "log_time": "ln(Mη_Y s)",
    },
    feasible="every M ≥ 2, η_Y > 0, s ≥ 1, ε > 0",
)
