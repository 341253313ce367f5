"""From which length on: the families on which a claim about large sizes is decided, and the sizes that proofs need.

The lengths are n = 10^m, the rows the worst ones (see ``companions``), and the scores as large as the event allows:
M = C R √log(n/δ) with C = 2, δ = 1/100 and R fixed, or M' = d R log(nd/δ) with d = 2 and R = 1/√log(nd/δ), which is o(1).
Both are at most 2R√(L + λ) + 1/16 (R = 1 in the second), L = log n; the 1/16 makes M and R rational.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import mpmath

from kernels import balls
from kernels.arithmetic import MP
from kernels.balls import Ball, Truth
from strategies.attention_rows import text_of
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.provers.families import Eventually, Family
from theorems.sparse.windows import CONSTANT, LOGARITHM, ROOT, SQUARED_LOGARITHM, Window

DELTA = Fraction(1, 100)
PARTS = 64  # M is a multiple of 2R/64
MOST = 2000  # powers of ten, or log n, that are looked through


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
    """How large the scores are at a length, and the spread with M ≤ 2R√log(n · spread) + 1/16.

    bound, largest_score: names of M and of the largest score that the rows of the family have
    """

    text: str
    bound: str
    largest_score: str
    spread: Fraction
    R: Fraction
    parameters: Callable[[int], dict[str, Fraction | int]]

    def largest(self, n: int) -> Fraction | int:
        """The largest logit as a row codes it: M itself, or the coefficient 1."""
        return self.parameters(n).get("M", 1)


def on_event(R: Fraction = Fraction(1)) -> Scale:
    """|S_ij| ≤ M = 2R √log(n/δ), rounded up, R fixed."""
    spread = 1 / DELTA
    return Scale(
        f"M = 2R √log(n/δ) rounded up to a multiple of R/32, R = {R}",
        "M",
        "M",
        spread,
        R,
        lambda n: {"M": 2 * R * Fraction(_root(n, spread) + 1, PARTS)},
    )


SHRINKING = Scale(
    "R = 1/√log(nd/δ) rounded up, d = 2 (M' = d R log(nd/δ) = 2√log(nd/δ))",
    "M'",
    "M'/2",
    2 / DELTA,
    Fraction(1),
    lambda n: {"R": Fraction(PARTS, _root(n, 2 / DELTA)), "delta": DELTA, "C": 2},
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
        M = 2 * balls.ball(scale.R) * balls.sqrt(L + balls.log(balls.ball(scale.spread))) + balls.ball(Fraction(1, 16))
        return balls.ball(self.share) * L - self.times * M - balls.log(balls.ball(self.factor)) - self.slow * balls.log(L + 1)

    def first(self, scale: Scale) -> int:
        """The least m from which on the margin is nonnegative and grows.

        Its derivative in L is at least share - share/2 - slow/8 once √(L + λ) ≥ 2 R times/share and L ≥ 7.
        """
        return next(m for m in range(4, MOST) if self._grows(m, scale) and self._nonnegative(m, scale))

    def _grows(self, m: int, scale: Scale) -> bool:
        slope = 2 * scale.R * self.times / self.share
        return balls.ge(balls.log(balls.ball(10**m * scale.spread)), balls.ball(slope * slope)) is Truth.HOLDS

    def _nonnegative(self, m: int, scale: Scale) -> bool:
        return balls.decide(lambda: balls.ge(self.value(m, scale), balls.ball(0)))[0] is Truth.HOLDS

    @property
    def step(self) -> Step:
        return Step(
            f"{self.text}: its logarithm grows from √log(n/δ) ≥ {2 * self.times / self.share} R, n ≥ 10^4 on "
            "(share - share/2 - slow/8 > 0)",
            lambda: self.share / 2 - Fraction(self.slow, 8) > 0,
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


def sharp(excess: Excess, scale: Scale) -> str:
    """The least length beyond which no row within the bound on the scores breaks the claim; lengths and windows are real."""

    def at(L: Any) -> Any:
        return excess(L, mpmath.exp(4 * MP.number(scale.R) * mpmath.sqrt(L + mpmath.log(MP.number(scale.spread)))))

    with mpmath.workdps(30):
        last = next((L for L in range(2 * MOST, 0, -1) if at(mpmath.mpf(L) / 2) > 0), None)
        if last is None:
            return f"every length, for all rows with |S_ij| ≤ {scale.bound}"
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

    def proof(self, how: str, steps: Sequence[Step], scale: Scale | None = None) -> Eventually:
        """``asymptotic``, decided along the worst rows on the scale (the event with R = 1 where none is given)."""
        chosen = scale or on_event()
        others = {f"R = {R}": on_event(R) for R in (Fraction(1, 4), Fraction(1, 2))} if scale is None else {}
        constants = ", ".join(["C = 2", "δ = 1/100", *(f"{name} = {value}" for name, value in self.more.items())])
        return Eventually(
            self._family(chosen),
            lambda: self.margin.first(chosen),
            how,
            (*steps, self.margin.step),
            constants=constants.replace("eps", "ε"),
            dependence=self.dependence,
            also={"route": lambda: self.route.size(chosen)} | self._sharp(chosen),
            elsewhere={name: (self._family(other), self._first(other)) for name, other in others.items()},
        )

    def _sharp(self, scale: Scale) -> dict[str, Callable[[], str]]:
        excess = self.excess
        return {} if excess is None else {"sharp": lambda: sharp(excess, scale)}

    def _family(self, scale: Scale) -> Family:
        return lengths(scale, self.words, self.shape, self.window, **self.more)

    def _first(self, scale: Scale) -> Callable[[], int]:
        return lambda: self.margin.first(scale)
