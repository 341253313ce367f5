"""How often classes come, and what that does to the decoder: the worlds of Lemmas 10 to 12 and Corollary 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, log

from hypothesis import strategies as st

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from kernels.tails import Law
from strategies.training_schedules import learning_rates, vocabulary_sizes
from theorems.instance import Instance
from theorems.scan_snap.growth import ETA_RANGE, M_RANGE, VARIABLES
from theorems.statement import Condition, Domain


@lru_cache(maxsize=256)
def binomial(N: int, p: Fraction) -> Law:
    return Law.binomial(N, p)


@dataclass(frozen=True)
class Samples:
    """N draws of a class of probability p, with the failure probability delta a statement allows."""

    arithmetic: Arithmetic
    N: int
    p: Fraction
    delta: Fraction

    @property
    def K(self) -> Fraction:
        """The number of classes when p = 1/K."""
        return 1 / self.p

    @property
    def centre(self) -> int:
        """⌈N p⌉."""
        return -((-self.N * self.p.numerator) // self.p.denominator)

    def number(self, value: int | Fraction) -> Ball:
        return balls.ball(value)

    def log(self, value: Fraction) -> Ball:
        return balls.log(balls.ball(value))

    def beyond(self, radius: Ball, *, at_radius: bool = False) -> Fraction:
        """Pr[|N_n - ⌈Np⌉| > radius] (>= with ``at_radius``), exactly; the radius is not an integer or decided not to be."""
        low, high = balls.bounds(radius)
        if low.__floor__() != high.__floor__() and low != high:
            raise ValueError("the radius is too wide to be compared with an integer")
        whole = low.__floor__()
        exact = low == high and low == whole
        total = Fraction(0)
        for value, weight in binomial(self.N, self.p).atoms:
            distance = abs(value - self.centre)
            if distance > whole or (at_radius and exact and distance == whole):
                total += weight
        return total

    def strayed(self, threshold: Ball) -> Fraction:
        """Pr[|N_n - N p| > threshold], exactly, for a threshold that no atom can meet."""
        return sum(
            (
                weight
                for value, weight in binomial(self.N, self.p).atoms
                if balls.ball(abs(value - self.N * self.p)) > threshold
            ),
            Fraction(0),
        )


def bind_samples(instance: Instance, arithmetic: Arithmetic) -> Samples:
    """Samples with ``N``, ``p`` and ``delta``; probabilities are exact in every arithmetic."""
    return Samples(arithmetic, int(instance.N), Fraction(instance.p), Fraction(instance.delta))


@st.composite
def drawn_samples(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(1, 8))
    p = draw(st.one_of(st.just(Fraction(1, K)), st.fractions(Fraction(1, 50), 1, max_denominator=50)))
    delta = draw(st.sampled_from([Fraction(1, 100), Fraction(1, 2), Fraction(9, 10), Fraction(1, 10**6), Fraction(99, 100)]))
    return {"N": draw(st.integers(1, 120)), "p": p, "delta": delta}


def small_samples() -> Iterator[Instance]:
    for N in range(1, 20):
        for p in (Fraction(1, 2), Fraction(1, 20), Fraction(1, 4)):
            for delta in (Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)):
                yield Instance(N=N, p=p, delta=delta)


N_RANGE = Condition("N ≥ 1", lambda i: int(i.N) == i.N and i.N >= 1)
P_RANGE = Condition("0 < P(n) ≤ 1", lambda i: 0 < i.p <= 1)
DELTA_RANGE = Condition("0 < δ < 1", lambda i: 0 < i.delta < 1)
UNIFORM = Condition(
    "P(n) ≡ 1/K", lambda i: Fraction(i.p).numerator == 1, lambda i: i.but(p=Fraction(1, Fraction(i.p).denominator))
)
SMALL_DELTA = Condition("δ ≤ 1/2", lambda i: i.delta <= Fraction(1, 2), lambda i: i.but(delta=min(i.delta, Fraction(1, 2))))
SAMPLES = Domain(
    name="how often a class comes in N draws",
    draw=drawn_samples,
    bind=bind_samples,
    conditions=(N_RANGE, P_RANGE, DELTA_RANGE),
    small=small_samples,
    variables={"N": "number of draws", "p": "probability of the class", "delta": "allowed failure probability"},
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

    @property
    def off(self) -> Ball:
        """|N_n - N̄|."""
        return abs(self.count - self.mean)

    def u(self, count: Ball) -> Ball:
        return growth.logit(self.M, self.eta * count)

    def h(self, count: Ball) -> Ball:
        return self.u(count) / self.M

    def g(self, count: Ball) -> Ball:
        """1/(M - 1 + exp(M h))."""
        return 1 / (self.M - 1 + balls.exp(self.u(count)))

    def speed(self, count: Ball) -> Ball:
        """dh/ds."""
        return self.eta * self.g(count)

    @property
    def sigma(self) -> Ball:
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
    for M in (2, 3, 10, 100):
        for eta in (Fraction(1, 2), Fraction(1, 10)):
            for mean in (1, 2, 4, 20, 100):
                for reach in (0, 1, mean // 4, mean // 2):
                    if reach < mean:
                        yield Instance(M=M, eta=eta, count=mean - reach, mean=mean, reach=reach)


COUNTS = Domain(
    name="the decoder after N_n draws instead of N̄",
    draw=drawn_counts,
    bind=bind_counts,
    conditions=(
        M_RANGE,
        ETA_RANGE,
        Condition("N_n ≥ 0, N̄ ≥ 1", lambda i: i.count >= 0 and i.mean >= 1),
        Condition("|N_n - N̄| ≤ Δ < N̄", lambda i: abs(i.count - i.mean) <= i.reach < i.mean),
    ),
    small=small_counts,
    variables={**{k: VARIABLES[k] for k in ("M", "eta")}, "count": "N_n", "mean": "N̄", "reach": "Δ"},
)


def late_counts(i: Instance) -> bool:
    """η N̄ >= 2(1+ω₁) ln M."""
    if i.M < 4:
        return False
    answer, _ = balls.decide(lambda: balls.ge(balls.ball(i.eta * i.mean), 2 * growth.scan_zeros(balls.ball(i.M))[1]))
    return answer is balls.Truth.HOLDS


def _more_draws(i: Instance) -> Instance:
    """As many more draws as the second stage needs, and four times the reach."""
    more = ceil((4 * log(i.M) + 4) / i.eta) + 4 * i.reach
    return i.but(M=max(i.M, 4), count=i.count + more, mean=i.mean + more)


LATE = Condition("N̄ ≥ 2(1+ω₁) ln M/η_Y", late_counts, _more_draws)
CLOSE = Condition("Δ ≤ N̄/4 (Δ ≪ N̄)", lambda i: 4 * i.reach <= i.mean)
