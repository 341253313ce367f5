"""An instance in one arithmetic: what the models of this paper have in common."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kernels.arithmetic import Arithmetic, Number
from theorems.instance import Instance


@dataclass(frozen=True)
class Point:
    """An instance's parameters as numbers of one arithmetic, by name; a model adds what cannot be read off them."""

    arithmetic: Arithmetic
    values: dict[str, Number]

    def __getattr__(self, name: str) -> Number:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"no parameter {name}") from None

    def number(self, value: int | Fraction) -> Number:
        """An exact constant."""
        return self.arithmetic.number(value)

    def exp(self, x: Number) -> Number:
        return self.arithmetic.exp(x)

    def sqrt(self, x: Number) -> Number:
        return self.arithmetic.sqrt(x)

    def log(self, x: Number) -> Number:
        return self.arithmetic.log(x)


def parameters(instance: Instance, arithmetic: Arithmetic, *but: str) -> dict[str, Number]:
    """Every parameter that is a number, except ``but``: what codes a row, a window, a shape."""
    return {name: arithmetic.number(Fraction(value)) for name, value in instance.items() if name not in but}


def bind_point(instance: Instance, arithmetic: Arithmetic) -> Point:
    """Every parameter as a number."""
    return Point(arithmetic, parameters(instance, arithmetic))
