"""The probability of an event, kept together with that of its complement, so that neither loses its digits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kernels import balls
from kernels.balls import Ball

EXACT_POWER_BITS = 1 << 16
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Probability:
    """An event's probability and that of its complement, each with a radius that is small relative to itself.

    ``exact`` is there when the probability is a ratio of integers of reasonable size. ``ends`` are there when some tie
    could not be decided at the given precision: the event lies between two events that have these probabilities, and
    the balls enclose all that is possible.
    """

    value: Ball
    complement: Ball
    exact: Fraction | None = None
    ends: tuple[Probability, Probability] | None = None

    @classmethod
    def of(cls, exact: Fraction) -> Probability:
        return cls(balls.ball(exact), balls.ball(1 - exact), exact)

    @classmethod
    def between(cls, low: Probability, high: Probability) -> Probability:
        value = balls.enclosing(low.value, high.value)
        return cls(value, balls.enclosing(low.complement, high.complement), None, (low, high))

    @property
    def decided(self) -> bool:
        return self.ends is None

    @property
    def log(self) -> Ball:
        """Natural logarithm of the probability, accurate near 1 too; not finite where the probability may be 0."""
        if self.complement < balls.ball(HALF):
            return balls.log1p(-self.complement)
        return balls.log(self.value)

    def swapped(self) -> Probability:
        """The complementary event."""
        exact = None if self.exact is None else 1 - self.exact
        ends = None if self.ends is None else (self.ends[1].swapped(), self.ends[0].swapped())
        return Probability(self.complement, self.value, exact, ends)

    def repeated(self, m: int) -> Probability:
        """The event happens in each of m independent columns: p^m, and 1 - p^m for the complement.

        Raises:
            ValueError: m is negative, or the ball holds no probability.
        """
        if m < 0:
            raise ValueError(f"a number of columns is >= 0, not {m}")
        if m == 0:
            return Probability.of(Fraction(1))
        if self.ends is not None:
            return Probability.between(self.ends[0].repeated(m), self.ends[1].repeated(m))
        if self.exact is not None and m * self.exact.denominator.bit_length() <= EXACT_POWER_BITS:
            return Probability.of(self.exact**m)
        if self.value.is_zero():
            return self
        if not self.value > 0:  # a ball too wide to tell whether the event is possible
            most = self.value.upper()
            if not most > 0:
                raise ValueError(f"{self.value} is not a probability")
            return Probability.between(Probability.of(Fraction(0)), Probability(most, 1 - most).repeated(m))
        with balls.precision(balls.current_precision() + m.bit_length() + 64):
            log_power = m * self.log
            return Probability(balls.exp(log_power), -balls.expm1(log_power))
