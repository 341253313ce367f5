"""float64 with a bound on its error: a formula at many points at once, for looking around and never for a verdict.

Each number carries how far the exact one may lie from it: the rounding of every operation and what became of the errors
before it. Overflow, a division by what may be 0, a logarithm of what may not be positive give nan, here and ever after.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernels.arithmetic import Arithmetic, Exact

Floats = NDArray[np.float64]
ROUNDING = 2.0**-52  # of one operation, relative: twice what it is, which pays for the rounding of the bounds themselves
OF_FUNCTIONS = 8 * ROUNDING  # NumPy's logarithm and exponential are off by less than four units in the last place
LEAST = 2.0**-1000  # what underflow may lose
PRODUCTS = 16  # integer powers up to here are products


class Rounded:
    """Numbers with bounds on their errors; arrays of one shape, or single numbers that stand at all points."""

    __slots__ = ("_log", "error", "value")

    def __init__(self, value: ArrayLike, error: ArrayLike = 0.0) -> None:
        self.value: Floats = np.asarray(value, dtype=np.float64)
        self.error: Floats = np.asarray(error, dtype=np.float64)
        self._log: Rounded | None = None

    @classmethod
    def of(cls, exact: Exact) -> Rounded:
        """An exact number; nan where it is too large."""
        try:
            nearest = float(exact)
        except OverflowError:
            return cls(np.nan)
        return cls(nearest, 0.0 if Fraction(nearest) == exact else ROUNDING * abs(nearest) + LEAST)

    def __add__(self, other: Rounded | Exact) -> Rounded:
        other = _rounded(other)
        value = self.value + other.value
        return Rounded(value, self.error + other.error + ROUNDING * np.abs(value))

    def __sub__(self, other: Rounded | Exact) -> Rounded:
        other = _rounded(other)
        value = self.value - other.value
        return Rounded(value, self.error + other.error + ROUNDING * np.abs(value))

    def __mul__(self, other: Rounded | Exact) -> Rounded:
        other = _rounded(other)
        value = self.value * other.value
        carried = np.abs(self.value) * other.error + (np.abs(other.value) + other.error) * self.error
        return Rounded(value, carried + ROUNDING * np.abs(value) + LEAST)

    def __truediv__(self, other: Rounded | Exact) -> Rounded:
        other = _rounded(other)
        value = self.value / other.value
        away = np.abs(other.value) - other.error  # from 0, at least
        carried = (self.error + np.abs(value) * other.error) / away
        return Rounded(np.where(away > 0, value, np.nan), carried + ROUNDING * np.abs(value) + LEAST)

    def __pow__(self, other: Rounded | Exact) -> Rounded:
        if isinstance(other, int) and abs(other) <= PRODUCTS:
            product = Rounded(1.0)
            for _ in range(abs(other)):
                product = product * self
            return product if other >= 0 else 1 / product
        return (self.log() * other).exp()

    def __neg__(self) -> Rounded:
        return Rounded(-self.value, self.error)

    def __abs__(self) -> Rounded:
        return Rounded(np.abs(self.value), self.error)

    def __radd__(self, other: Exact) -> Rounded:
        return _rounded(other) + self

    def __rsub__(self, other: Exact) -> Rounded:
        return _rounded(other) - self

    def __rmul__(self, other: Exact) -> Rounded:
        return _rounded(other) * self

    def __rtruediv__(self, other: Exact) -> Rounded:
        return _rounded(other) / self

    def __rpow__(self, other: Exact) -> Rounded:
        return _rounded(other) ** self

    def __eq__(self, other: object) -> Any:
        """Is it certainly this number at every point?"""
        return isinstance(other, int | Fraction) and bool(np.all((self.value == other) & (self.error == 0)))

    __hash__ = object.__hash__

    def exp(self) -> Rounded:
        value = np.exp(self.value)
        return Rounded(value, value * (np.expm1(self.error) + OF_FUNCTIONS) + LEAST)

    def log(self) -> Rounded:
        """The logarithms; asked again, they are remembered."""
        if self._log is None:
            positive = self.value > self.error
            value = np.log(np.where(positive, self.value, np.nan))
            self._log = Rounded(value, -np.log1p(-self.error / self.value) + OF_FUNCTIONS * np.abs(value))
        return self._log

    def sqrt(self) -> Rounded:
        value = np.sqrt(np.where(self.value >= self.error, self.value, np.nan))
        return Rounded(value, np.where(self.error > 0, self.error / value, 0.0) + ROUNDING * value)


def _rounded(x: Rounded | Exact) -> Rounded:
    return x if isinstance(x, Rounded) else Rounded.of(x)


class RoundedArithmetic(Arithmetic):
    """float64 that knows how far it is off, elementwise on arrays."""

    name = "float64 with error bounds"

    def number(self, value: Exact) -> Rounded:
        return Rounded.of(value)

    def log(self, x: Rounded) -> Rounded:
        return x.log()

    def exp(self, x: Rounded) -> Rounded:
        return x.exp()

    def sqrt(self, x: Rounded) -> Rounded:
        return x.sqrt()

    def maximum(self, a: Rounded, b: Rounded) -> Rounded:
        return Rounded(np.maximum(a.value, b.value), np.maximum(a.error, b.error))

    def minimum(self, a: Rounded, b: Rounded) -> Rounded:
        return Rounded(np.minimum(a.value, b.value), np.maximum(a.error, b.error))


ROUNDED = RoundedArithmetic()
