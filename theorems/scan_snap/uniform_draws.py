"""Uniform draws of K classes, and the decoder that is trained on them (scan_snap, Appendix D.4)."""

from itertools import product

from strategies.training_schedules import learning_rates, vocabulary_sizes
from theorems.scan_snap.growth import *
from theorems.scan_snap.samples import DELTA_RANGE, N_RANGE, Counts, Delta, N, N_bar, delta, whole_above
from theorems.scan_snap.words import *
from theorems.textbook import *


@dataclass(frozen=True)
class UniformDraws:
    """N uniform draws of K classes, the decoder's size and rate, and how far counts stray: Δ with probability 1-δ."""

    arithmetic: Arithmetic
    N: int
    K: int
    M: Ball
    eta: Ball
    delta: Fraction

    @property
    def spread(self) -> Ball:
        """√(N ln(1/δ)), of which Δ is the ceiling."""
        return balls.sqrt(self.N * balls.log(balls.ball(1 / self.delta)))

    @property
    def reach(self) -> int:
        return whole_above(self.spread, "√(N ln(1/δ))")

    @property
    def Delta(self) -> Ball:
        return balls.ball(self.reach)

    @property
    def mean(self) -> int:
        return -(-self.N // self.K)

    @property
    def N_bar(self) -> Ball:
        return balls.ball(self.mean)

    @property
    def scale(self) -> Ball:
        """(K/√N)√ln(1/δ)."""
        return self.K * self.spread / self.N

    @property
    def times(self) -> Ball:
        """⌊√(N/K²)⌋."""
        return balls.ball(math.isqrt(self.N // self.K**2))

    @property
    def log_M(self) -> Ball:
        return balls.log(self.M)

    @property
    def extremes(self) -> tuple[Counts, Counts]:
        """The decoder at N̄ - 2Δ and at N̄ + 2Δ draws of the class: farther than Remark 4 lets a count stray."""
        counts = (max(self.mean - 2 * self.reach, 0), self.mean + 2 * self.reach)
        decoder = self.arithmetic, self.M, self.eta
        low, high = (Counts(*decoder, balls.ball(c), self.N_bar, balls.ball(2 * self.reach)) for c in counts)
        return low, high


def bind_draws(i: Instance, arithmetic: Arithmetic) -> UniformDraws:
    """Draws with ``N``, ``K``, ``M``, ``eta`` and ``delta``; judged in balls."""
    return UniformDraws(arithmetic, int(i.N), int(i.K), balls.ball(i.M), balls.ball(i.eta), Fraction(i.delta))


@st.composite
def drawn_draws(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(1, 12))
    return {
        "N": K * K * draw(st.one_of(st.integers(1, 50), st.integers(2, 9).map(lambda k: 10**k))) + draw(st.integers(0, K)),
        "K": K,
        "M": max(K, draw(vocabulary_sizes())),
        "eta": draw(learning_rates()),
        "delta": draw(st.sampled_from([Fraction(k, 100) for k in (50, 10, 1, 99)] + [Fraction(1, 10**6)])),
    }


def small_draws() -> Iterator[Instance]:
    for K, ratio, failure in product((1, 2, 3, 10), (1, 2, 5, 100), (Fraction(1, 2), Fraction(1, 100), Fraction(9, 10))):
        yield Instance(N=ratio * K**2, K=K, M=max(K, 10), eta=Fraction(1, 2), delta=failure)


MANY_DRAWS = Condition(N >= K**2, steer=lambda i: i.but(N=max(i.N, i.K**2)), said="N ≫ K²")
FIXED = Condition(Words(delta, " fixed"), lambda i: True)  # at one N, where a rate is compared, nothing varies
DRAWS = Domain(
    name="uniform draws of K classes",
    draw=drawn_draws,
    bind=bind_draws,
    conditions=(N_RANGE, Condition((1 <= K) & (K <= M), built=Condition(K >= 1)), M_RANGE, ETA_RANGE, DELTA_RANGE),
    small=small_draws,
    variables={
        "N": "number of draws",
        "K": "number of classes",
        "M": "vocabulary size",
        "eta": "learning rate of the decoder",
        "delta": "allowed failure probability",
        "Delta": "Δ = ⌈√(N ln(1/δ))⌉",
        "N_bar": "N̄ = ⌈N/K⌉",
        "spread": "√(N ln(1/δ))",
        "scale": "(K/√N)√ln(1/δ)",
        "times": "⌊√(N/K²)⌋",
        "log_M": "ln M",
    },
    feasible="every N ≥ 1, K ≤ M, η_Y > 0, 0 < δ < 1",
)
DRAWN = Computed(DRAWS, {eta_Y: "eta", delta: "delta", Delta: "Delta", N_bar: "N_bar", floor(sqrt(N / K**2)): "times"})
needed = sqrt(N * log(1 / delta))
ROUNDED_REACH = Definition("Δ = ⌈√(N ln(1/δ))⌉", (), Delta == ceil(needed), of=DRAWN)
ROUNDED_MEAN = Definition("N̄ = ⌈N/K⌉", (), N_bar == ceil(N / K), of=DRAWN)
REACH = Definition(
    "√(N ln(1/δ)) ≤ Δ",
    (),
    chain(needed, "<=", Delta, "<", needed + 1),
    (N * log(1 / delta) >= 0, delta > 0),
    of=DRAWN,
    shown=lambda: by(ROUNDED_REACH(), CEIL(needed)),
)
MEAN = Definition("N/K ≤ N̄", (), N / K <= N_bar, (K > 0,), of=DRAWN, shown=lambda: by(ROUNDED_MEAN(), CEIL(N / K)))
