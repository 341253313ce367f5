"""From which size on the printed proofs of the parts about large sizes prove them (superiority v1, Appendices D to F).

They all have one line: the signed sum of the small entries is O(√(log(n/δ))) R with a printed R such as t √d b/n, hence at
most a share of √(log n). With the constant of Hoeffding's bound (Lemma 3.1) in place of O(·) the line says

    2 exp(-share²/(2 R²)) <= δ/n^κ,

on a family d = w + const, t = w^r, n = w^(r+1) an inequality between a power of w and a logarithm. The theorems about F
then follow "from the lemma": a union over m columns and, as far as the text says, all n rows. This is the size that the
printed argument needs; the parts themselves are true from a smaller one on, and proved by our own steps from another one on.
"""

from dataclasses import dataclass
from fractions import Fraction

from kernels import balls
from kernels.balls import Ball, Truth

AT_DELTA, AT_KAPPA = Fraction(1, 100), 1
Term = tuple[Fraction, Fraction]  # coefficient and exponent: coefficient · w^(-exponent)
TENTH, TWENTIETH = Fraction(1, 10), Fraction(1, 20)
NO_PROOF = "none: the section leaves the proof out"
LAST = 20_000  # the largest power of two that is tried


@dataclass(frozen=True)
class PrintedRoute:
    """Hoeffding's bound with the printed R on the family with n = w^(r+1), w = 2^k.

    lines:   what is used, in words
    squares: R² as a sum of powers of w
    share:   the deviation that the text leaves to the signed sum, in units of √(log n) (or of 1 for cross-attention)
    apart:   an entry that is added in absolute value and must be at most 1/20
    columns: C of m = ceil(C log(n/δ)) where a network is silent, None for a single row
    """

    lines: str
    squares: tuple[Term, ...]
    share: Fraction
    apart: Term | None = None
    columns: Fraction | int | None = None
    r: int = 1
    delta: Fraction = AT_DELTA

    @property
    def growth(self) -> Fraction:
        """A lower bound on d log(1/R²)/d log w."""
        return min(exponent for _, exponent in self.squares)

    def exponent(self, w: Ball) -> Ball:
        """share²/(2 R²)."""
        return balls.ball(self.share**2) / (2 * sum((_at(term, w) for term in self.squares), balls.ball(0)))

    def needed(self, w: Ball) -> Ball:
        """log(2 n^κ/δ), and log(n m) more for a network, with m <= C log(n/δ) + 1."""
        log_n = (self.r + 1) * balls.log(w)
        single = balls.log(balls.ball(2 / self.delta)) + AT_KAPPA * log_n
        if self.columns is None:
            return single
        most = balls.ball(self.columns) * (log_n - balls.log(balls.ball(self.delta))) + 1
        return single + log_n + balls.log(most)

    def proves(self, k: int) -> bool:
        """Is the printed line true at w = 2^k?"""
        w = balls.ball(2) ** k
        enough = balls.ge(self.exponent(w), self.needed(w)) is Truth.HOLDS
        return enough and (self.apart is None or balls.le(_at(self.apart, w), balls.ball(TWENTIETH)) is Truth.HOLDS)

    def stays(self, k: int) -> bool:
        """Does the exponent outgrow what is needed from w = 2^k on? The latter gains at most 3 (r+1) κ per unit of log w."""
        w = balls.ball(2) ** k
        return balls.ge(balls.ball(self.growth) * self.exponent(w), balls.ball(3 * (self.r + 1) * AT_KAPPA)) is Truth.HOLDS

    def start(self) -> int | None:
        """The first k from which the printed line is true for all larger ones; None where R does not tend to 0."""
        if self.growth <= 0:
            return None
        k = next((k for k in range(1, LAST) if self.proves(k) and self.stays(k)), None)
        while k is not None and k > 1 and self.proves(k - 1):
            k -= 1
        return k

    def __call__(self) -> str:
        """As it stands in a record."""
        k = self.start()
        return f"nothing at any n: {self.lines}" if k is None else f"n ≥ {2 ** (k * (self.r + 1))}: {self.lines}"


def _at(term: Term, w: Ball) -> Ball:
    coefficient, exponent = term
    return balls.ball(coefficient) * w ** balls.ball(-exponent)


def row_width(factor: Fraction, g: Fraction, beyond: int, r: int = 1) -> tuple[Term, ...]:
    """R² for R = factor · t √d/n^g with d = w + ``beyond``, t = w^r, n = w^(r+1)."""
    power = 2 * g * (r + 1) - 2 * r
    return (factor**2, power - 1), (beyond * factor**2, power)
