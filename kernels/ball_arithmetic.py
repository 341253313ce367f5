"""What an arithmetic has beside the four operations and powers, and the arithmetic of balls."""

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, ClassVar

from kernels import balls

Exact = int | Fraction
Number = Any  # a float or array, an mpf, an arb or a sympy expression: whatever the arithmetic works on


class Arithmetic(ABC):
    """The functions that a formula may use beside the four operations and powers."""

    name: ClassVar[str]
    rigorous: ClassVar[bool] = False

    @abstractmethod
    def number(self, value: Exact) -> Number:
        """An exact integer or rational in this arithmetic."""

    def ratio(self, numerator: int, denominator: int) -> Number:
        """The constant ``numerator/denominator``, exactly where the arithmetic can."""
        return self.number(Fraction(numerator, denominator))

    @abstractmethod
    def log(self, x: Number) -> Number: ...

    @abstractmethod
    def exp(self, x: Number) -> Number: ...

    @abstractmethod
    def sqrt(self, x: Number) -> Number: ...

    @abstractmethod
    def maximum(self, a: Number, b: Number) -> Number: ...

    @abstractmethod
    def minimum(self, a: Number, b: Number) -> Number: ...

    @property
    def pi(self) -> Number:
        raise TypeError(f"no π among {self.name}")

    def elementary(self, name: str, x: Number) -> Number:
        """Sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, erf or gamma. Raises TypeError where the arithmetic has none."""
        del x
        raise TypeError(f"no {name} among {self.name}")

    def absolute(self, x: Number) -> Number:
        return abs(x)


class BallArithmetic(Arithmetic):
    """Rigorous enclosures at the current ball precision."""

    name = "balls"
    rigorous = True

    def number(self, value: Exact) -> Number:
        return balls.ball(value)

    def log(self, x: Number) -> Number:
        return balls.log(x)

    def exp(self, x: Number) -> Number:
        return balls.exp(x)

    def sqrt(self, x: Number) -> Number:
        return balls.sqrt(x)

    @property
    def pi(self) -> Number:
        return balls.pi()

    def elementary(self, name: str, x: Number) -> Number:
        return balls.elementary(name, x)

    def maximum(self, a: Number, b: Number) -> Number:
        return balls.maximum(a, b)

    def minimum(self, a: Number, b: Number) -> Number:
        return balls.minimum(a, b)


BALLS = BallArithmetic()
