"""One formula, several arithmetics.

A formula is written once, with ``+ - * / **`` and the functions of an :class:`Arithmetic`; the arithmetic that is
handed in decides whether it runs on floats, on mpmath numbers, on rigorous balls or on symbols.
"""

import math
from fractions import Fraction

import mpmath
import numpy as np
import sympy

from kernels.ball_arithmetic import BALLS as BALLS
from kernels.ball_arithmetic import Arithmetic as Arithmetic
from kernels.ball_arithmetic import BallArithmetic as BallArithmetic
from kernels.ball_arithmetic import Exact as Exact
from kernels.ball_arithmetic import Number as Number


class FloatArithmetic(Arithmetic):
    """float64, elementwise on arrays: fast, never a judge of a close call."""

    name = "float64"

    def number(self, value: Exact) -> Number:
        try:
            return np.float64(value)
        except OverflowError:
            return np.float64(math.inf if value > 0 else -math.inf)

    def log(self, x: Number) -> Number:
        return np.log(x)

    def exp(self, x: Number) -> Number:
        return np.exp(x)

    def sqrt(self, x: Number) -> Number:
        return np.sqrt(x)

    @property
    def pi(self) -> Number:
        return np.float64(np.pi)

    def elementary(self, name: str, x: Number) -> Number:
        if name in ("erf", "gamma"):
            from scipy import special  # slow to load, and few formulas have one of these

            return getattr(special, name)(x)
        return getattr(np, name)(x)

    def maximum(self, a: Number, b: Number) -> Number:
        return np.maximum(a, b)

    def minimum(self, a: Number, b: Number) -> Number:
        return np.minimum(a, b)


class RationalArithmetic(Arithmetic):
    """Exact fractions; a formula that needs a logarithm or a root does not run here (TypeError).

    Python's own powers leave the rationals silently (``Fraction(4) ** Fraction(1, 2)`` is a float): what uses the result
    asks whether it is still exact.
    """

    name = "rationals"

    def number(self, value: Exact) -> Number:
        return Fraction(value)

    def log(self, x: Number) -> Number:
        raise TypeError("no logarithms among the rationals")

    def exp(self, x: Number) -> Number:
        raise TypeError("no exponentials among the rationals")

    def sqrt(self, x: Number) -> Number:
        raise TypeError("no roots among the rationals")

    def maximum(self, a: Number, b: Number) -> Number:
        return max(_rational(a), _rational(b))

    def minimum(self, a: Number, b: Number) -> Number:
        return min(_rational(a), _rational(b))


def _rational(x: Number) -> Number:
    if not isinstance(x, Exact):
        raise TypeError(f"{x!r} is not among the rationals")
    return x


class MpArithmetic(Arithmetic):
    """mpmath at its current precision."""

    name = "mpmath"

    def number(self, value: Exact) -> Number:
        fraction = Fraction(value)
        return mpmath.mpf(fraction.numerator) / fraction.denominator

    def log(self, x: Number) -> Number:
        return mpmath.log(x)

    def exp(self, x: Number) -> Number:
        return mpmath.exp(x)

    def sqrt(self, x: Number) -> Number:
        return mpmath.sqrt(x)

    @property
    def pi(self) -> Number:
        return +mpmath.pi

    def elementary(self, name: str, x: Number) -> Number:
        return getattr(mpmath, name)(x)

    def maximum(self, a: Number, b: Number) -> Number:
        return max(a, b)

    def minimum(self, a: Number, b: Number) -> Number:
        return min(a, b)


class SymbolicArithmetic(Arithmetic):
    """sympy expressions."""

    name = "sympy"

    def number(self, value: Exact) -> Number:
        fraction = Fraction(value)
        return sympy.Rational(fraction.numerator, fraction.denominator)

    def log(self, x: Number) -> Number:
        return sympy.log(x)

    def exp(self, x: Number) -> Number:
        return sympy.exp(x)

    def sqrt(self, x: Number) -> Number:
        return sympy.sqrt(x)

    @property
    def pi(self) -> Number:
        return sympy.pi

    def elementary(self, name: str, x: Number) -> Number:
        return getattr(sympy, name)(x)

    def maximum(self, a: Number, b: Number) -> Number:
        return sympy.Max(a, b)

    def minimum(self, a: Number, b: Number) -> Number:
        return sympy.Min(a, b)


FLOAT = FloatArithmetic()
RATIONALS = RationalArithmetic()
MP = MpArithmetic()
SYMBOLIC = SymbolicArithmetic()
