"""How long until the residual is ε, and how many draws that takes (scan_snap, Appendix D.4): the data of Corollary 1."""

from theorems.scan_snap.language import *


@dataclass(frozen=True)
class Target:
    """The logit and time at which |e_n - α_n| = ε."""

    M: Ball
    eta: Ball
    epsilon: Ball

    @property
    def length(self) -> Ball:
        """|ζ_n| = √(M/(M-1))."""
        return balls.sqrt(self.M / (self.M - 1))

    @property
    def u(self) -> Ball:
        return balls.log((self.M - 1) * (self.length / self.epsilon - 1))

    @property
    def steps(self) -> Ball:
        return ((self.M - 1) * (self.length / self.epsilon - 1) + (self.M - 1) * self.u - 1) / (self.M * self.eta)

    @property
    def log_ratio(self) -> Ball:
        return balls.log(self.M / self.epsilon)


def bind_target(i: Instance, arithmetic: Arithmetic) -> Target:
    """``M``, ``eta`` and ``epsilon`` in balls."""
    del arithmetic
    return Target(balls.ball(i.M), balls.ball(i.eta), balls.ball(i.epsilon))


TARGETS = Domain(
    name="how long until the residual is ε",
    draw=lambda: st.builds(
        lambda size, rate, k: {"M": max(size, 100), "eta": rate, "epsilon": Fraction(1, k)},
        vocabulary_sizes(),
        learning_rates(),
        st.one_of(st.integers(2, 100), st.integers(1, 30).map(lambda k: 10**k)),
    ),
    bind=bind_target,
    conditions=(
        M_RANGE,
        ETA_RANGE,
        Condition(M >= 100, said="M ≫ 100"),
        Condition((0 < epsilon) & (epsilon <= Q(1, 2)), lambda i: 0 < i.epsilon <= Fraction(1, 2), said="ε ≪ 1"),
    ),
    small=lambda: (Instance(M=100, eta=Fraction(1, 2), epsilon=Fraction(1, k)) for k in (2, 3, 10, 100)),
    variables={
        "M": "vocabulary size",
        "eta": "learning rate",
        "epsilon": "target",
        "steps": "S_n",
        "u": "Mh(S_n)",
        "log_ratio": "ln(M/ε)",
    },
    feasible="every M ≥ 100, η_Y > 0, 0 < ε ≤ 1/2",
)


@dataclass(frozen=True)
class Budget(Target):
    """8KS uniform draws of K classes, and how likely one class comes less often than S times."""

    classes: int
    delta: Fraction

    @property
    def K(self) -> Ball:
        return balls.ball(self.classes)

    @property
    def needed(self) -> int:
        """⌈S⌉: draws of a class after which its residual is at most ε."""
        low, high = balls.bounds(self.steps)
        if math.ceil(low) != math.ceil(high):
            raise ValueError("S is too close to an integer at this precision")
        return math.ceil(high)

    @property
    def short(self) -> Ball:
        """K Pr[N_n < S] after 8K⌈S⌉ draws: a bound for some class being short, exact for K = 2."""
        draws, p = 8 * self.classes * self.needed, balls.ball(Fraction(1, self.classes))
        term = balls.exp(draws * balls.log(1 - p))
        total = balls.ball(0)
        for count in range(self.needed):
            total = total + term
            term = term * (draws - count) / (count + 1) * p / (1 - p)
        return self.K * total


def bind_budget(i: Instance, arithmetic: Arithmetic) -> Budget:
    """A target with ``K`` and ``delta``."""
    target = bind_target(i, arithmetic)
    return Budget(target.M, target.eta, target.epsilon, int(i.K), Fraction(i.delta))


def coarse_target(k: int) -> Instance:
    return Instance(M=100, eta=Fraction(1, 2), epsilon=Fraction(1, k), K=2, delta=Fraction(1, 100))


BUDGETS = Domain(
    name="8K draws for every step that a class needs",
    draw=lambda: st.builds(
        lambda size, rate, k, K, delta: {"M": size, "eta": rate, "epsilon": Fraction(1, k), "K": K, "delta": delta},
        st.integers(100, 1000),
        st.fractions(Fraction(1, 5), Fraction(19, 20), max_denominator=20),
        st.integers(2, 30),
        st.integers(2, 10),
        st.sampled_from([Fraction(1, 2), Fraction(1, 100)]),
    ),
    bind=bind_budget,
    conditions=(*TARGETS.conditions, ETA_BELOW_ONE, Condition(words="2 ≤ K ≤ M", check=lambda i: 2 <= i.K <= i.M), DELTA_RANGE),
    small=lambda: (coarse_target(k) for k in (2, 3, 5, 10, 20)),
    variables={**TARGETS.variables, "K": "number of classes", "delta": "allowed failure probability", "short": "K Pr[N_n < S]"},
    feasible="M ≥ 100, 0 < η_Y < 1, 2 ≤ K ≤ M, 0 < ε ≤ 1/2",
)
