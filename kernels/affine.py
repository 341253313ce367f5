"""Numbers alpha + beta * x with rational alpha, beta and one ball x: enough to decide the ties that balls cannot.

The rows of attention are such numbers: after division by √(log n) every entry is rational in the sizes and affine in a
single weight p such as n^a1 / (n^a1 + n - 1). When alpha and beta cancel, the sign is zero for certain, whatever p is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kernels import balls
from kernels.balls import Ball

Exact = int | Fraction


@dataclass(frozen=True)
class Affine:
    """``constant + slope * unknown``; exact when the slope is zero."""

    constant: Exact
    slope: Exact = 0
    unknown: Ball | None = None

    def __post_init__(self) -> None:
        if (self.slope == 0) != (self.unknown is None):
            raise ValueError("a slope needs the ball that it multiplies, and no slope needs none")

    @property
    def is_exact(self) -> bool:
        return self.slope == 0

    def ball(self) -> Ball:
        """An enclosure at the current precision."""
        constant = balls.ball(self.constant)
        return constant if self.unknown is None else constant + balls.ball(self.slope) * self.unknown

    def sign(self) -> int | None:
        """-1, 0 or 1 where that is certain."""
        if self.unknown is None:
            return _sign(self.constant)
        value = self.ball()
        if not value.is_finite():
            return None
        if value > 0 or value < 0:
            return 1 if value > 0 else -1
        low, high = balls.bounds(self.unknown)
        return _sign(self.constant + self.slope * low) if low == high else None

    def __neg__(self) -> Affine:
        return self.times(-1)

    def __add__(self, other: Affine) -> Affine:
        if self.is_exact or other.is_exact or self.unknown is other.unknown:
            unknown = other.unknown if self.unknown is None else self.unknown
            return self._with(self.constant + other.constant, self.slope + other.slope, unknown)
        return Affine(0, 1, self.ball() + other.ball())

    def __sub__(self, other: Affine) -> Affine:
        if self.unknown is None and other.unknown is None:
            return Affine(self.constant - other.constant)
        return self + -other

    def magnitude(self) -> Affine:
        """The absolute value; as a plain ball where the sign is not certain."""
        sign = self.sign()
        return Affine(0, 1, abs(self.ball())) if sign is None else self.times(sign)

    def times(self, factor: Exact) -> Affine:
        return self._with(self.constant * factor, self.slope * factor, self.unknown)

    @staticmethod
    def _with(constant: Exact, slope: Exact, unknown: Ball | None) -> Affine:
        return Affine(constant, slope, unknown if slope else None)


def _sign(x: Exact) -> int:
    return (x > 0) - (x < 0)


Value = Exact | Ball | Affine


def affine(value: Value) -> Affine:
    """An exact number, a ball or an affine number as an affine number; a float is refused."""
    if isinstance(value, Affine):
        return value
    if isinstance(value, Ball):
        return Affine(0, 1, value)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TypeError(f"a coefficient is an exact number or a ball, not {value!r}")
    return Affine(Fraction(value))
