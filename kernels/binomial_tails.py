"""The number of pluses among k fair signs: U ~ Bin(k, 1/2), exactly and in balls.

Up to ``EXACT_SIGNS`` signs a probability is a count of sign strings, an integer over 2^k. Beyond that the upper tail
is an incomplete beta integral, enclosed rigorously in about a millisecond whatever the size of k (10^300 is fine).
"""

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from kernels import balls
from kernels.balls import Ball, ComplexBall

EXACT_SIGNS = 4096
GUARD_BITS = 40
CUT = Fraction(999, 1000)


@lru_cache(maxsize=16)
def _cumulative_counts(k: int) -> list[int]:
    """Entry u: the number of sign strings of length k with fewer than u pluses, for u = 0, ..., k + 1."""
    binomials = [1]
    for u in range(k):
        binomials.append(binomials[-1] * (k - u) // (u + 1))
    return [0, *accumulate(binomials)]


def count_between(k: int, low: int, high: int) -> int:
    """How many of the 2^k sign strings have between ``low`` and ``high`` pluses, both included."""
    low, high = max(low, 0), min(high, k)
    if low > high:
        return 0
    cumulative = _cumulative_counts(k)
    return cumulative[high + 1] - cumulative[low]


def probability_between(k: int, low: int, high: int) -> Ball:
    """Pr[low <= U <= high] with a small relative radius, however small the probability is."""
    low, high = max(low, 0), min(high, k)
    if low > high:
        return balls.ball(0)
    if k <= EXACT_SIGNS:
        return balls.ball(Fraction(count_between(k, low, high), 2**k))
    if 2 * high < k:  # U and k - U have the same law: keep to the right of the centre
        low, high = k - high, k - low
    # In a short range the tails cancel in up to as many bits as k has: work with that many more.
    with balls.precision(balls.current_precision() + k.bit_length()):
        if 2 * low > k:
            return upper_tail(k, low) - upper_tail(k, high + 1)
        return 1 - upper_tail(k, high + 1) - upper_tail(k, k - low + 1)


def upper_tail(k: int, u: int) -> Ball:
    """Pr[U >= u], with a relative radius of about the current precision."""
    if u <= 0:
        return balls.ball(1)
    if u > k:
        return balls.ball(0)
    if 2 * u <= k:
        return 1 - upper_tail(k, k - u + 1)
    if k <= EXACT_SIGNS:
        return balls.ball(Fraction(count_between(k, u, k), 2**k))
    return _beta_tail(k, u, balls.current_precision())


@lru_cache(maxsize=4096)
def _beta_tail(k: int, u: int, bits: int) -> Ball:
    """Pr[U >= u] for k < 2u <= 2k.

    Pr[U >= u] = u C(k,u) ∫_0^{1/2} s^(u-1) (1-s)^(k-u) ds. With s = (1 - y)/2 this is u C(k,u) 2^-k ∫_0^1 e^h(y) dy,
    h(y) = (u-1) log(1-y) + (k-u) log(1+y) = (k-1)/2 · log(1-y²) - (2u-1-k) · artanh y.
    Both terms of h are concave and <= 0, so that beyond any Y the integral is at most e^h(Y) / |h'(Y)|.
    """
    # lgamma(k) is about k log k, and the differences of three of those are needed to ``bits`` bits after the point.
    with balls.precision(bits + k.bit_length() + GUARD_BITS):
        width = balls.ball(k - 1) / 2
        slope = balls.ball(2 * u - 1 - k)

        # Y solves width·Y² + slope·Y = (bits + guard) log 2: what lies beyond is below the precision asked for.
        wanted = (bits + GUARD_BITS) * balls.log(balls.ball(2))
        root = balls.sqrt(slope * slope + 4 * width * wanted)
        Y = (2 * wanted / (slope + root)).mid()
        Y = balls.minimum(Y, balls.ball(CUT)).mid()  # caps Y only where there are more bits than signs
        log_at_Y = width * balls.log1p(-Y * Y) - slope * Y.atanh()
        steepness = (2 * width * Y + slope) / (1 - Y * Y)
        rest = balls.exp(log_at_Y) / steepness

        def integrand(z: ComplexBall) -> ComplexBall:
            y = Y * z
            if not abs(y) < 1:  # log and artanh are analytic inside the unit disc
                return ComplexBall("nan")
            return (width * (-y * y).log1p() - slope * y.atanh()).exp()

        with balls.precision(bits + GUARD_BITS):
            head = balls.integral(integrand, 0, 1)
        whole = Y * head
        whole = balls.enclosing(whole, whole + rest)
        log_factor = (
            balls.lgamma(balls.ball(k + 1))
            - balls.lgamma(balls.ball(u))
            - balls.lgamma(balls.ball(k - u + 1))
            - k * balls.log(balls.ball(2))
        )
        return balls.exp(log_factor) * whole
