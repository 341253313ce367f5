"""From which length on: the families on which a claim about large sizes is decided, and the sizes that proofs need.

The lengths are n = 10^m, the rows the worst ones (see ``companions``), and the scores as large as the event allows:
M = C R √log(n/δ) with C = 2, δ = 1/100 and R fixed, or M' = d R log(nd/δ) with d = 2 and R = 1/32, where 2dR = 1/8. The first
is rounded up by at most 1/16, which makes M rational.
"""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

import mpmath

from kernels.arithmetic import BALLS, MP
from kernels.balls import Ball, Truth
from theorems.sparse.language import *

DELTA = Fraction(1, 100)
PARTS = 64  # M is a multiple of 2R/64
MOST = 2000  # powers of ten, or log n, that are looked through
DIGITS = 30  # with so many digits


def _root(n: int, spread: Fraction) -> int:
    """⌊64 √log(n · spread)⌋, decided in balls."""
    bits = 64
    while True:
        with balls.precision(bits):
            low, high = balls.bounds(PARTS * balls.sqrt(balls.log(balls.ball(n * spread))))
        if low // 1 == high // 1:
            return int(low // 1)
        bits *= 2


@dataclass(frozen=True)
class Scale:
    """How large the scores are at a length n = e^L.

    bound, largest_score: names of M and of the largest score that the rows of the family have
    M, slope: the bound itself and its derivative in L, which does not grow with L
    parameters: those of an instance; they may round M up by 1/16
    """

    text: str
    bound: str
    largest_score: str
    M: Callable[[Arithmetic, Number], Number]
    slope: Callable[[Arithmetic, Number], Number]
    parameters: Callable[[int], dict[str, Fraction | int]]

    def largest(self, n: int) -> Fraction | int:
        """The largest logit as a row codes it: M itself, or the coefficient 1."""
        return self.parameters(n).get("M", 1)


@cache
def on_event(R: Fraction = Fraction(1)) -> Scale:
    """|S_ij| ≤ M = 2R √log(n/δ), rounded up, R fixed."""
    spread = 1 / DELTA

    def root(x: Arithmetic, L: Number) -> Number:
        return x.sqrt(L + x.log(x.number(spread)))

    return Scale(
        f"M = 2R √log(n/δ) rounded up to a multiple of R/32, R = {R}",
        "M",
        "M",
        lambda x, L: 2 * x.number(R) * root(x, L),
        lambda x, L: x.number(R) / root(x, L),
        lambda n: {"M": 2 * R * Fraction(_root(n, spread) + 1, PARTS)},
    )


SMALL_WEIGHTS = Fraction(1, 32)
SURE_SCALE = Scale(
    f"R = {SMALL_WEIGHTS}, d = 2 (M' = d R log(nd/δ), 2dR = {4 * SMALL_WEIGHTS})",
    "M'",
    "M'/2",
    lambda x, L: 2 * x.number(SMALL_WEIGHTS) * (L + x.log(x.number(2 / DELTA))),
    lambda x, L: 2 * x.number(SMALL_WEIGHTS),
    lambda n: {"R": SMALL_WEIGHTS, "delta": DELTA, "C": 2},
)

Shape = Callable[[int, int, Fraction | int], list[tuple[Fraction | int, int]]]


def spikes(count: int) -> Shape:
    """``count`` scores M, the others -M: the largest entries, and the largest error of one."""
    return lambda n, k, top: [(top, count), (-top, n - count)]


def block(n: int, k: int, top: Fraction | int) -> list[tuple[Fraction | int, int]]:
    """k scores M, the others -M: the least dropped mass, and with it the least error in every norm but the spectral one."""
    return [(top, k), (-top, n - k)]


def lengths(scale: Scale, words: str, shape: Shape, window: Window | None = None, **more: Fraction | int) -> Family:
    """n = 10^m with the rows of a shape and the window's k (1 where there is none)."""

    def member(m: int) -> Instance:
        n = 10**m
        k = window(n) if window is not None else 1
        row = text_of(shape(n, k, scale.largest(n)))
        return Instance({"n": n, "row": row, "k": k, **scale.parameters(n), **more})

    chosen = f", k = {window.name}" if window is not None else ""
    return Family(f"m -> n = 10^m{chosen}, {words.format(M=scale.largest_score)}, {scale.text}", member)


@dataclass(frozen=True)
class Margin:
    """``share · L - times · M - log(factor) - slow · log(L + 1)``: a claim is proved for the lengths where it is ≥ 0."""

    text: str
    times: int
    factor: Fraction = Fraction(1)
    share: Fraction = Fraction(1)
    slow: int = 0

    def value(self, m: int, scale: Scale) -> Ball:
        """A lower bound at n = 10^m."""
        L = balls.log(balls.ball(10)) * m
        M = scale.M(BALLS, L) + balls.ball(Fraction(1, 16))
        return balls.ball(self.share) * L - self.times * M - balls.log(balls.ball(self.factor)) - self.slow * balls.log(L + 1)

    def first(self, scale: Scale) -> int:
        """The least m from which on the margin is nonnegative and grows."""
        return next(m for m in range(4, MOST) if self._grows(m, scale) and self._nonnegative(m, scale))

    def _grows(self, m: int, scale: Scale) -> bool:
        """Is its derivative share - times dM/dL - slow/(L + 1) nonnegative from n = 10^m on? Both subtracted terms fall."""
        L = balls.log(balls.ball(10)) * m
        slope = balls.ball(self.share) - self.times * scale.slope(BALLS, L) - self.slow / (L + 1)
        return balls.ge(slope, balls.ball(0)) is Truth.HOLDS

    def _nonnegative(self, m: int, scale: Scale) -> bool:
        return balls.decide(lambda: balls.ge(self.value(m, scale), balls.ball(0)))[0] is Truth.HOLDS

    def step(self, scale: Scale) -> Step:
        """From its first size on the margin stays nonnegative."""
        rates = [f"{self.share}", f"{self.times} d{scale.bound}/dL", *([f"{self.slow}/(L + 1)"] if self.slow else [])]
        return Step(
            f"{self.text}: the logarithm of the ratio is at least 0 at the size named, and grows with L = log n from there on: "
            f"{' - '.join(rates)} ≥ 0, and d{scale.bound}/dL does not grow",
            lambda: self._nonnegative(self.first(scale), scale) and self._grows(self.first(scale), scale),
        )


# log(n/(2k)) = share · L - log(factor) - slow · log(L+1), at least: k ≤ L + 1, (L + 1)², 2√n
SPREAD: dict[Window, tuple[Fraction, int, int]] = {
    CONSTANT: (Fraction(1), 8, 0),
    LOGARITHM: (Fraction(1), 2, 1),
    SQUARED_LOGARITHM: (Fraction(1), 2, 2),
    ROOT: (Fraction(1, 2), 4, 0),
}


def per_window(text: str, times: int, factor: Fraction, window: Window) -> Margin:
    """The margin of ``n/(2k) ≥ factor · e^{times M}``."""
    share, own, slow = SPREAD[window]
    return Margin(text, times, factor * own, share, slow)


Excess = Callable[[Any, Any], Any]  # (L, r = e^{2M}) -> above 0 where the claim is false for some row


@cache
def _looked_through(scale: Scale) -> list[tuple[int, Any, Any]]:
    """Twice the logarithm of a length, the logarithm L itself, and r = e^{2M} there; the largest first."""
    with mpmath.workdps(DIGITS):
        lengths = [(step, mpmath.mpf(step) / 2) for step in range(2 * MOST, 0, -1)]
        return [(step, L, mpmath.exp(2 * scale.M(MP, L))) for step, L in lengths]


@cache  # the parts about one window ask the same
def sharp(excess: Excess, scale: Scale) -> str:
    """The least length beyond which no row within the bound on the scores breaks the claim; lengths and windows are real."""

    def at(L: Any) -> Any:
        return excess(L, mpmath.exp(2 * scale.M(MP, L)))

    with mpmath.workdps(DIGITS):
        last = next((step for step, L, r in _looked_through(scale) if excess(L, r) > 0), None)
        if last is None:
            return f"every n ≥ 2, for all rows with |S_ij| ≤ {scale.bound}"
        low, high = mpmath.mpf(last) / 2, mpmath.mpf(last + 1) / 2
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if at(middle) > 0 else (low, middle)
        return f"e^{mpmath.nstr(high, 7)} = {mpmath.nstr(mpmath.exp(high), 4)}, for all rows with |S_ij| ≤ {scale.bound}"


@dataclass(frozen=True)
class Route:
    """What the paper's own printed proof needs: a margin, or the reason why there is none."""

    text: str
    margin: Margin | None = None

    def size(self, scale: Scale) -> str:
        if self.margin is None:
            return self.text
        return f"1e{self.margin.first(scale)}, from {self.margin.text}{' ' if self.text else ''}{self.text}"


@dataclass(frozen=True)
class Threshold:
    """Everything about the size from which a claim is true, but the argument.

    words, shape: the worst rows;  margin: the sufficient inequality;  excess: the exact one, where it is known
    """

    words: str
    shape: Shape
    margin: Margin
    excess: Excess | None
    route: Route
    dependence: str
    window: Window | None = None
    more: Mapping[str, Fraction | int] = field(default_factory=dict)

    def proof(
        self, how: str, steps: Sequence[Step], scale: Scale | None = None, calculation: FromSomeSizeOn | None = None
    ) -> Later:
        """``asymptotic``, decided along the worst rows on the scale (the event with R = 1 where none is given)."""
        chosen = scale or on_event()
        others = {f"R = {R}": on_event(R) for R in (Fraction(1, 4), Fraction(1, 2))} if scale is None else {}
        constants = ", ".join(["C = 2", "δ = 1/100", *(f"{name} = {value}" for name, value in self.more.items())])
        return Later(
            self._family(chosen),
            lambda: self.margin.first(chosen),
            how,
            (*steps, self.margin.step(chosen)),
            constants=constants.replace("eps", "ε"),
            dependence=self.dependence,
            also={"route": lambda: self.route.size(chosen)} | self._sharp(chosen),
            elsewhere={name: (self._family(other), self._first(other)) for name, other in others.items()},
            calculation=calculation,
        )

    def _sharp(self, scale: Scale) -> dict[str, Callable[[], str]]:
        excess = self.excess
        return {} if excess is None else {"sharp": lambda: sharp(excess, scale)}

    def _family(self, scale: Scale) -> Family:
        return lengths(scale, self.words, self.shape, self.window, **self.more)

    def _first(self, scale: Scale) -> Callable[[], int]:
        return lambda: self.margin.first(scale)
