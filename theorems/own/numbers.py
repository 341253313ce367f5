"""Operations on numbers and arrays: exact rationals as long as there are no roots and logarithms, then balls; or float64."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import factorial, isqrt
from operator import add, mul, sub, truediv
from typing import Any

import numpy as np

from kernels import balls
from kernels.arithmetic import BALLS, Arithmetic
from kernels.balls import Ball
from theorems.language.seen import NoValueError
from theorems.language.values import binomial, power

Value = Any  # a number, or an object array of numbers
MOST_FACTORIAL = 1000
MOST_DIGITS = 4000  # of an exact power, in bits
MOST_EXACT = 10**6  # and of one where everything has to be exact


@dataclass(frozen=True)
class Numbers:
    """Operations on numbers that are exact rationals where both operands are, and otherwise the arithmetic's own."""

    arithmetic: Arithmetic

    def of(self, x: Value) -> Value:
        return self.arithmetic.number(x) if isinstance(x, int | Fraction) else x

    def exactly(self, x: int | Fraction) -> Value:
        return Fraction(x)

    def each(self, operation: Callable[..., Value], *arrays: Value) -> Value:
        if any(isinstance(a, np.ndarray) for a in arrays):
            return np.frompyfunc(operation, len(arrays), 1)(*arrays)
        return operation(*arrays)

    def plus(self, a: Value, b: Value) -> Value:
        return a + b if exact(a, b) else self.of(a) + self.of(b)

    def minus(self, a: Value, b: Value) -> Value:
        return a - b if exact(a, b) else self.of(a) - self.of(b)

    def times(self, a: Value, b: Value) -> Value:
        if zero(a) or zero(b):
            other = b if zero(a) else a
            return other * 0 if exact(other) else self._none_of(other)
        return a * b if exact(a, b) else self.of(a) * self.of(b)

    def _none_of(self, other: Value) -> Value:
        """Zero times a number that is not exact: zero, unless that is no number."""
        return Fraction(0) if not hasattr(other, "is_finite") or other.is_finite() else self.of(0) * other

    def over(self, a: Value, b: Value) -> Value:
        if exact(a, b) and b != 0:
            return Fraction(a) / b
        return self.of(a) / self.of(b)

    def power(self, a: Value, b: Value) -> Value:
        if exact(b) and Fraction(b).denominator == 1:
            n = int(b)
            if exact(a) and (a != 0 or n >= 0) and _bits(a) * abs(n) <= MOST_DIGITS:
                return Fraction(a) ** n
            base = self.of(a)
            if exact(base) and _bits(base) * abs(n) > MOST_EXACT:
                raise NoValueError(f"the exponent {n} is too large for an exact power")
            return base**n
        if exact(b) and Fraction(b).denominator == 2 and b > 0:
            return self.power(self.sqrt(a), 2 * Fraction(b))
        if exact(a) and a == 0 and (b > 0 if exact(b) else bool(b > 0)):
            return Fraction(0)
        return power(self.of(a), self.of(b))

    def exp(self, a: Value) -> Value:
        return Fraction(1) if exact(a) and a == 0 else self.arithmetic.exp(self.of(a))

    def log(self, a: Value) -> Value:
        return Fraction(0) if exact(a) and a == 1 else self.arithmetic.log(self.of(a))

    def sqrt(self, a: Value) -> Value:
        if exact(a) and a >= 0:
            a = Fraction(a)
            root = Fraction(isqrt(a.numerator), isqrt(a.denominator))
            if root * root == a:
                return root
        return self.arithmetic.sqrt(self.of(a))

    def elementary(self, name: str, a: Value) -> Value:
        """Sin, cos, ... of a number; exact at 0, and Γ at whole numbers."""
        if name == "gamma" and exact(a) and 0 < a <= MOST_FACTORIAL and Fraction(a).denominator == 1:
            return Fraction(factorial(int(a) - 1))
        if exact(a) and a == 0 and name not in ("acos", "gamma"):
            return Fraction(name in ("cos", "cosh"))
        return self.arithmetic.elementary(name, self.of(a))

    def binomial(self, n: Value, k: Value) -> Value:
        if not exact(n, k) or Fraction(k).denominator != 1 or k < 0:
            raise NoValueError(f"binomial(n, k) of a whole number k ≥ 0, not of {k}")
        if k <= MOST_FACTORIAL:
            return binomial(n, k, self.exactly(1))
        if Fraction(n).denominator == 1 and 0 <= n < k:
            return self.exactly(0)
        if n < k:
            raise NoValueError(f"binomial(n, k) where {k} is large and {n} is below")
        return balls.exp(reduce(lambda a, b: a - b, (balls.lgamma(self.of(x + 1)) for x in (n, k, n - k))))

    def root_of_squares(self, a: Value) -> Value:
        """The root of what is known to be >= 0."""
        return balls.root_of_nonnegative(a) if self.arithmetic is BALLS and not exact(a) else self.sqrt(a)

    def negative(self, a: Value) -> Value:
        return -a

    def absolute(self, a: Value) -> Value:
        return abs(a) if exact(a) else self.arithmetic.absolute(a)

    def larger(self, a: Value, b: Value) -> Value:
        return max(a, b) if exact(a, b) else self.arithmetic.maximum(self.of(a), self.of(b))

    def smaller(self, a: Value, b: Value) -> Value:
        return min(a, b) if exact(a, b) else self.arithmetic.minimum(self.of(a), self.of(b))

    def floor(self, x: Value) -> Value:
        return x.floor() if isinstance(x, Ball) else Fraction(x // 1)

    def sum(self, terms: Iterable[Value], counts: Iterable[int] | None = None) -> Value:
        """Of terms, each as often as there are equal ones."""
        return reduce(self.plus, terms if counts is None else map(self.times, counts, terms), self.exactly(0))

    def inner(self, x: Iterable[Value], y: Iterable[Value]) -> Value:
        return self.sum(self.times(a, b) for a, b in zip(x, y, strict=True))

    def dotted(self, a: Value, b: Value) -> Value:
        """The product of a matrix with a vector or a matrix."""
        if b.ndim == 1:
            return array([self.inner(row, b) for row in a])
        return array([[self.inner(row, column) for column in b.T] for row in a])

    def norm(self, x: Value, kind: str, counts: Value) -> Value:
        match kind:
            case "1":
                return self.sum(map(self.absolute, x.flat), counts)
            case "2" | "F":
                return self.root_of_squares(self.sum((self.times(a, a) for a in x.flat), counts))
            case "∞" | "max" if x.ndim == 1 or kind == "max":
                return reduce(self.larger, map(self.absolute, x.flat))
        if self.arithmetic is not BALLS or not exact(*x.flat):
            raise NoValueError("an operator norm is computed in balls, of a matrix of rationals")
        return balls.operator_norm(x.tolist(), None if counts is None else (x.ravel() * counts).reshape(x.shape).tolist())

    def softmax(self, x: Value, counts: Value) -> Value:
        if exact(*x) and len(set(x)) == 1:
            return array([Fraction(1, len(x) if counts is None else sum(counts))] * len(x))
        top = reduce(self.larger, x)
        weights = [self.exp(self.minus(a, top)) for a in x]
        return array([self.over(w, self.sum(weights, counts)) for w in weights])

    def logsumexp(self, x: Value, counts: Value) -> Value:
        top = reduce(self.larger, x)
        return self.plus(top, self.log(self.sum((self.exp(self.minus(a, top)) for a in x), counts)))

    def surprise(self, p: Value, ratio: Value) -> Value:
        """P log(ratio), 0 at p = 0."""
        return self.exactly(0) if zero(p) else self.times(p, self.log(ratio))

    def function(self, name: str, arrays: list[Value], counts: Value = None) -> Value:
        x = arrays[0]
        match name:
            case "softmax":
                return self.softmax(x, counts)
            case "logsumexp":
                return self.logsumexp(x, counts)
            case "max":
                return reduce(self.larger, x.flat)
            case "min":
                return reduce(self.smaller, x.flat)
            case "sum":
                return self.sum(x.flat, counts)
            case "entropy":
                return -self.sum((self.surprise(a, a) for a in x), counts)
            case "KL":
                return self.sum((self.surprise(a, self.over(a, b)) for a, b in zip(*arrays, strict=True)), counts)
        raise TypeError(f"no function {name}")


class Floats(Numbers):
    """The same on float64 arrays, for a search."""

    def binomial(self, n: Value, k: Value) -> Value:
        from scipy import special  # slow to load, and few papers count

        return np.float64(special.binom(n, k))

    def exactly(self, x: int | Fraction) -> Value:
        return np.float64(x)

    def each(self, operation: Callable[..., Value], *arrays: Value) -> Value:
        return operation(*arrays)

    plus: Any = add
    minus: Any = sub
    times: Any = mul
    over: Any = truediv
    power: Any = pow
    exp: Any = np.exp
    log: Any = np.log
    sqrt: Any = np.sqrt
    floor: Any = np.floor
    absolute: Any = np.abs

    def elementary(self, name: str, a: Value) -> Value:
        return self.arithmetic.elementary(name, a)

    def inner(self, x: Iterable[Value], y: Iterable[Value]) -> Value:
        return np.asarray(x) @ np.asarray(y)

    def dotted(self, a: Value, b: Value) -> Value:
        return a @ b

    def norm(self, x: Value, kind: str, counts: Value) -> Value:
        if counts is not None and kind not in ("∞", "max"):  # as many copies of an entry are one that is larger
            x = x * (counts if kind == "1" else np.sqrt(counts)).reshape(x.shape)
        return np.linalg.norm(x.ravel() if kind in ("F", "max") else x, {"1": 1, "∞": np.inf, "max": np.inf}.get(kind, 2))

    def softmax(self, x: Value, counts: Value) -> Value:
        weights = np.exp(x - x.max())
        return weights / (weights if counts is None else weights * counts).sum()

    def surprise(self, p: Value, ratio: Value) -> Value:
        return p * np.log(ratio) if p else 0.0


def exact(*numbers: Value) -> bool:
    return all(isinstance(x, int | Fraction) for x in numbers)


def zero(x: Value) -> bool:
    return isinstance(x, int | float | Fraction) and x == 0


def _bits(x: int | Fraction) -> int:
    x = Fraction(x)
    return x.numerator.bit_length() + x.denominator.bit_length()


def array(rows: list[Any]) -> Value:
    return np.array(rows, dtype=object)
