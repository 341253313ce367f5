"""How often classes come, and what that does to the decoder: the models of Lemmas 10 to 12 and Corollary 1."""

from functools import lru_cache

from kernels import decoder_growth
from kernels.tails import Law
from strategies.training_schedules import learning_rates, vocabulary_sizes
from theorems.scan_snap.growth import *
from theorems.scan_snap.words import *
from theorems.textbook import *

N, P, n, N_n, N_bar, Delta, delta, r, h_dot, u_1 = symbols("N P n N_n N̄ Δ δ r ḣ u_1")


def whole_above(number: Ball, name: str) -> int:
    low, high = balls.bounds(number)
    if math.ceil(low) != math.ceil(high):
        raise ValueError(f"{name} is too close to an integer at this precision")
    return math.ceil(high)


@lru_cache(maxsize=256)
def binomial_law(N: int, p: Fraction) -> Law:
    return Law.binomial(N, p)


@dataclass(frozen=True)
class Samples:
    """N draws of a class of probability p, with the failure probability delta a statement allows."""

    arithmetic: Arithmetic
    N: int
    p: Fraction
    delta: Fraction
    M: int = 2
    eta: Fraction = Fraction(1)

    @property
    def K(self) -> Fraction:
        """The number of classes when p = 1/K."""
        return 1 / self.p

    @property
    def centre(self) -> int:
        """⌈N p⌉."""
        return -((-self.N * self.p.numerator) // self.p.denominator)

    @property
    def Delta(self) -> int:
        """⌈√(N ln(1/δ))⌉; raises ValueError where the precision does not tell which integer that is."""
        return whole_above(balls.sqrt(self.N * balls.log(balls.ball(1 / self.delta))), "√(N ln(1/δ))")

    def beyond(self, radius: Ball, *, at_radius: bool = False) -> Fraction:
        """Pr[|N_n - ⌈Np⌉| > radius] (>= with ``at_radius``), exactly; the radius is not an integer or decided not to be."""
        low, high = balls.bounds(radius)
        if low.__floor__() != high.__floor__() and low != high:
            raise ValueError("the radius is too wide to be compared with an integer")
        whole = low.__floor__()
        exact = low == high and low == whole
        total = Fraction(0)
        for value, weight in binomial_law(self.N, self.p).atoms:
            distance = abs(value - self.centre)
            if distance > whole or (at_radius and exact and distance == whole):
                total += weight
        return total

    def at_least(self, count: Ball) -> Fraction:
        """Pr[N_n ≥ count], exactly, for a count that is decided against every whole number."""
        return sum((weight for value, weight in binomial_law(self.N, self.p).atoms if balls.ball(value) >= count), Fraction(0))

    def strayed(self, threshold: Ball) -> Fraction:
        """Pr[|N_n - N p| > threshold], exactly, for a threshold that no atom can meet. Raises ValueError where it is none."""
        if balls.indeterminate(threshold):
            raise ValueError("the threshold has no value")
        return sum(
            (
                weight
                for value, weight in binomial_law(self.N, self.p).atoms
                if balls.ball(abs(value - self.N * self.p)) > threshold
            ),
            Fraction(0),
        )


def bind_samples(instance: Instance, arithmetic: Arithmetic) -> Samples:
    """Samples with ``N``, ``p`` and ``delta``; probabilities are exact in every arithmetic."""
    decoder = (int(instance.M), Fraction(instance.eta)) if "M" in instance else ()
    return Samples(arithmetic, int(instance.N), Fraction(instance.p), Fraction(instance.delta), *decoder)


@st.composite
def drawn_samples(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(1, 8))
    p = draw(st.one_of(st.just(Fraction(1, K)), st.fractions(Fraction(1, 50), 1, max_denominator=50)))
    delta = draw(st.sampled_from([Fraction(1, 100), Fraction(1, 2), Fraction(9, 10), Fraction(1, 10**6), Fraction(99, 100)]))
    return {"N": draw(st.integers(1, 120)), "p": p, "delta": delta}


def small_samples() -> Iterator[Instance]:
    for N in range(1, 20):
        for p in (Fraction(1, 2), Fraction(1, 20), Fraction(1, 4)):
            for delta in (Fraction(1, 2), Fraction(9, 10), Fraction(1, 100), Fraction(74, 100)):
                yield Instance(N=N, p=p, delta=delta)  # at N = 2, p = 1/2, δ = 74/100 Hoeffding's bound is no 3/2 of the tail


N_RANGE = Condition(N >= 1, lambda i: int(i.N) == i.N and i.N >= 1)
P_RANGE = Condition((0 < P(n)) & (P(n) <= 1), lambda i: 0 < i.p <= 1)
DELTA_RANGE = Condition((0 < delta) & (delta < 1), lambda i: 0 < i.delta < 1)
UNIFORM = Condition(
    words="P(n) ≡ 1/K",
    check=lambda i: Fraction(i.p).numerator == 1,
    steer=lambda i: i.but(p=Fraction(1, Fraction(i.p).denominator)),
)
SAMPLES = Domain(
    name="how often a class comes in N draws",
    draw=drawn_samples,
    bind=bind_samples,
    conditions=(N_RANGE, P_RANGE, DELTA_RANGE),
    small=small_samples,
    variables={"N": "number of draws", "p": "probability of the class", "delta": "allowed failure probability"},
    feasible="every N ≥ 1, 0 < P(n) ≤ 1, 0 < δ < 1",
)
COUNTED = Computed(
    SAMPLES,
    {
        P(n): "p",
        K: "K",
        delta: "delta",
        N_bar: "centre",
        Delta: lambda x: balls.ball(x.Delta),
        Pr(abs(N_n - ceil(N * P(n))) <= r): lambda x, r: 1 - x.beyond(r),
        Pr(abs(N_n - ceil(N * P(n))) < r): lambda x, r: 1 - x.beyond(r, at_radius=True),
        Pr(abs(N_n - N_bar) <= r): lambda x, r: 1 - x.beyond(r),
        Pr(abs(N_n - N_bar) > r): lambda x, r: x.beyond(r),
        Pr(abs(N_n / N - P(n)) > r): lambda x, r: x.strayed(r * x.N),
    },
    ranges=(binomial(N_n, N, P(n)), fixed(N, P(n), delta, K, N_bar)),
)


def with_a_decoder(samples: Domain) -> Domain:
    """The same draws, and a vocabulary and a learning rate of a decoder that is trained on them."""
    small = samples.small
    assert small is not None
    return replace(
        samples,
        draw=lambda: st.builds(
            lambda drawn, M, eta: {**drawn, "M": M, "eta": eta}, samples.draw(), st.integers(2, 100), learning_rates()
        ),
        conditions=(*samples.conditions, M_RANGE, ETA_RANGE),
        small=lambda: (i.but(M=2, eta=Fraction(1, 2)) for i in small()),
        variables={**samples.variables, "M": "vocabulary size", "eta": "learning rate of the decoder"},
    )


EXPECTED = Definition("N̄ = ⌈NP(n)⌉", (), N_bar == ceil(N * P(n)), of=COUNTED)
EQUALLY_LIKELY = Definition("K = 1/P(n)", (), K * P(n) == 1, of=COUNTED, names=(K,), exists="P(n) > 0 is given")
CENTRE = Definition(
    "N̄ = ⌈NP(n)⌉ = ⌈N/K⌉",
    (),
    chain(N * P(n), "<=", N_bar, "<", N * P(n) + 1) & (K * P(n) == 1),
    of=COUNTED,
    shown=lambda: by(EXPECTED(), EQUALLY_LIKELY(), CEIL(N * P(n))),
)


@dataclass(frozen=True)
class Counts:
    """The decoder of one class after N_n draws, beside the expected N̄."""

    arithmetic: Arithmetic
    M: Ball
    eta: Ball
    count: Ball
    mean: Ball
    reach: Ball

    def u(self, count: Ball) -> Ball:
        return decoder_growth.logit(self.M, self.eta * count)

    def h(self, count: Ball) -> Ball:
        return self.u(count) / self.M

    def g(self, count: Ball) -> Ball:
        """1/(M - 1 + exp(M h))."""
        return 1 / (self.M - 1 + balls.exp(self.u(count)))

    def speed(self, count: Ball) -> Ball:
        """dh/ds."""
        return self.eta * self.g(count)

    def steepest(self, low: Ball, high: Ball) -> Ball:
        """The largest |dg/ds| = ηM w/(M-1+w)³, w = e^u, between two counts: it rises up to w = (M-1)/2, then falls."""
        peak = balls.log((self.M - 1) / 2)
        grown = balls.exp(balls.minimum(balls.maximum(peak, self.u(low)), self.u(high)))
        return self.eta * self.M * grown / (self.M - 1 + grown) ** 3

    @property
    def u1(self) -> Ball:
        """The larger zero of e^u = (M-1)u, for M ≥ 4."""
        return decoder_growth.scan_zeros(self.M)[1]

    @property
    def omega1(self) -> Ball:
        return self.u1 / balls.log(self.M) - 1

    @property
    def sigma(self) -> Ball:
        if self.count.is_exact() and self.count == self.mean:
            return balls.ball(0)
        return self.g(self.count) / self.g(self.mean) - 1

    @property
    def theta(self) -> Ball:
        return self.h(self.count) / self.h(self.mean) - 1


def bind_counts(instance: Instance, arithmetic: Arithmetic) -> Counts:
    """Counts with ``M``, ``eta``, ``count`` = N_n, ``mean`` = N̄ and ``reach`` = Δ; judged in balls."""
    M, eta, count, mean, reach = (balls.ball(instance[name]) for name in ("M", "eta", "count", "mean", "reach"))
    return Counts(arithmetic, M, eta, count, mean, reach)


@st.composite
def drawn_counts(draw: st.DrawFn) -> dict[str, object]:
    M = draw(vocabulary_sizes())
    mean = draw(st.one_of(st.integers(2, 30), st.integers(31, 3000)))
    reach = draw(st.one_of(st.integers(1, mean - 1), st.integers(1, max(1, mean // 8))))
    return {
        "M": M,
        "eta": draw(learning_rates()),
        "count": mean + draw(st.sampled_from([-reach, reach, -((reach + 1) // 2), (reach + 2) // 3])),
        "mean": mean,
        "reach": reach,
    }


def small_counts() -> Iterator[Instance]:
    """By vocabulary; first a class that was hardly drawn, late."""
    yield Instance(M=10, eta=Fraction(1, 2), count=1, mean=40, reach=39)
    for size in (2, 3, 10, 100):
        for eta in (Fraction(1, 2), Fraction(1, 10)):
            for mean in (1, 2, 4, 20, 100):
                for reach in sorted({1, mean // 4, mean // 2} - {0}):
                    if reach < mean:
                        for count in (mean - reach, mean, mean + reach):
                            yield Instance(M=size, eta=eta, count=count, mean=mean, reach=reach)
    yield from EXTREME


EXTREME = (
    Instance(M=10**100, eta=Fraction(1, 2), count=448, mean=5448, reach=5000),  # before and long after e^u = M
    Instance(M=10**1000, eta=Fraction(1, 2), count=6933, mean=9244, reach=2311),  # ηN̄ is just beyond 2(1+ω₁) ln M, Δ = N̄/4
    Instance(M=10**1000, eta=Fraction(1, 2), count=9245, mean=9244, reach=1),
    Instance(M=10, eta=Fraction(1, 10**6), count=1002, mean=1001, reach=1000),  # hardly anything is learnt
)


COUNTS = Domain(
    name="the decoder after N_n draws instead of N̄",
    draw=drawn_counts,
    bind=bind_counts,
    conditions=(
        M_RANGE,
        ETA_RANGE,
        Condition((N_n >= 0) & (N_bar >= 1), lambda i: i.count >= 0 and i.mean >= 1),
        Condition(
            (abs(N_n - N_bar) <= Delta) & (Delta < N_bar) & (Delta >= 1),
            lambda i: max(abs(i.count - i.mean), 1) <= i.reach < i.mean,
            built=Condition(Delta >= 0, lambda i: i.reach >= 0),
        ),
    ),
    small=small_counts,
    variables={**{k: VARIABLES[k] for k in ("M", "eta")}, "count": "N_n", "mean": "N̄", "reach": "Δ"},
    feasible="N̄ > Δ ≥ |N_n - N̄|, Δ ≥ 1, every M ≥ 2 and η_Y > 0",
)
SHOWN_COUNTS = Computed(
    COUNTS,
    {
        eta_Y: "eta",
        N_n: "count",
        N_bar: "mean",
        Delta: "reach",
        omega_1: "omega1",
        u_1: "u1",
        h(s): lambda x, s: x.h(s),
        h_dot(s): lambda x, s: x.speed(s),
    },
)
COUNTED_STEPS = ((N_n,), (N_bar,))
COUNT_EQUATION = replace(FLOW_EQUATION, of=SHOWN_COUNTS, at=COUNTED_STEPS)
COUNT_STARTS_AT_ZERO = replace(FLOW_STARTS_AT_ZERO, of=SHOWN_COUNTS, at=COUNTED_STEPS)
SPEED = Definition("the speed of Eqn 44", (s,), h_dot(s) == eta_Y / (M - 1 + exp(M * h(s))), of=SHOWN_COUNTS, at=COUNTED_STEPS)


def late_counts(i: Instance) -> bool:
    """η N̄ >= 2(1+ω₁) ln M."""
    if i.M < 4:
        return False
    answer, _ = balls.decide(lambda: balls.ge(balls.ball(i.eta * i.mean), 2 * decoder_growth.scan_zeros(balls.ball(i.M))[1]))
    return answer is balls.Truth.HOLDS


def _more_draws(i: Instance) -> Instance:
    """As many more draws as the second stage needs, and four times the reach."""
    more = math.ceil((4 * math.log(i.M) + 4) / i.eta) + 4 * i.reach
    return i.but(M=max(i.M, 4), count=i.count + more, mean=i.mean + more)


LATE_COUNTS = Condition((M >= 4) & (N_bar >= 2 * (1 + omega_1) * log(M) / eta_Y), late_counts, _more_draws)
CLOSE = Condition(Delta <= N_bar / 4, lambda i: 4 * i.reach <= i.mean, said="Δ ≪ N̄")
LARGER_ZERO = Definition(
    "u₁ = (1+ω₁) ln M is the zero of e^u = (M-1)u above ln M",
    (),
    ((1 + omega_1) * log(M) == u_1) & (exp(u_1) == (M - 1) * u_1) & (omega_1 > 0),
    of=SHOWN_COUNTS.where(LATE_COUNTS),
    names=(omega_1, u_1),
    exists=BY_INTERMEDIATE_VALUES,
)
