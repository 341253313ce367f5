"""Ball arithmetic: the only room, with that of arrays of balls (``kernels.ball_arrays``), that knows python-flint.

A ball is a midpoint with a rigorous radius. Comparisons are three-valued: they say ``HOLDS`` or ``FAILS``
only when that is certain for every point of the balls, and ``UNKNOWN`` otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from functools import reduce
from numbers import Rational, Real
from typing import Any

from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpz, fmpz_poly

Ball = arb
ComplexBall = acb
Exact = int | Fraction

DEFAULT_BITS = 128
MAXIMUM_BITS = 8192


class Truth(Enum):
    """What is certain about a claim; neither certain is ``UNKNOWN``."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"

    def __invert__(self) -> Truth:
        return {Truth.HOLDS: Truth.FAILS, Truth.FAILS: Truth.HOLDS, Truth.UNKNOWN: Truth.UNKNOWN}[self]


def all_of(truths: Iterable[Truth]) -> Truth:
    """Conjunction: one certain failure fails all, one unknown leaves the rest unknown."""
    found = list(truths)
    if Truth.FAILS in found:
        return Truth.FAILS
    return Truth.UNKNOWN if Truth.UNKNOWN in found else Truth.HOLDS


def any_of(truths: Iterable[Truth]) -> Truth:
    """Disjunction: one that certainly holds is enough."""
    found = list(truths)
    if Truth.HOLDS in found:
        return Truth.HOLDS
    return Truth.UNKNOWN if Truth.UNKNOWN in found else Truth.FAILS


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work at ``bits`` bits inside the block; the precision before it comes back, also after an error."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def current_precision() -> int:
    return int(ctx.prec)


def reset_precision() -> None:
    ctx.prec = DEFAULT_BITS


Function = Callable[[Ball], Ball]
_made: Callable[[Exact], Ball] | None = None
_solved: Callable[[Function, Ball, str], Ball] | None = None


@contextmanager
def made_by(make: Callable[[Exact], Ball], solve: Callable[[Function, Ball, str], Ball]) -> Iterator[None]:
    """Inside the block balls know more than their ends: ``make`` makes those of exact numbers, ``solve`` those of zeros."""
    global _made, _solved
    before = _made, _solved
    _made, _solved = make, solve
    try:
        yield
    finally:
        _made, _solved = before


def zero_of(function: Function, enclosure: Ball, name: str) -> Ball:
    """The zero in a ball of a continuous function that is negative before it and positive after it."""
    return enclosure if _solved is None else _solved(function, enclosure, name)


def ball(value: Exact | str | Ball) -> Ball:
    """The tightest ball around an exact number; a float is refused, because it is rarely the number meant."""
    if isinstance(value, arb):
        return value
    if type(value) is not int and type(value) is not Fraction:  # the usual ones: the abstract classes are slow to ask
        if isinstance(value, bool) or (isinstance(value, Real) and not isinstance(value, Rational)):  # numpy's floats too
            raise TypeError(f"a ball is built from exact numbers, not from {value!r}")
        value = value if isinstance(value, int) else Fraction(value)
    return tightest(value) if _made is None else _made(value)


def tightest(value: Exact) -> Ball:
    if isinstance(value, int):
        return arb(fmpz(value))
    return arb(fmpq(value.numerator, value.denominator))


def enclosing(low: Exact | Ball, high: Exact | Ball) -> Ball:
    """A ball that contains both ends and all that lies between them."""
    if isinstance(low, int | Fraction) and low == high:
        return ball(low)
    return ball(low).union(ball(high))


def le(a: Ball, b: Ball) -> Truth:
    if not (a.is_finite() and b.is_finite()):
        return Truth.UNKNOWN
    if a <= b:
        return Truth.HOLDS
    return Truth.FAILS if a > b else Truth.UNKNOWN


def lt(a: Ball, b: Ball) -> Truth:
    if not (a.is_finite() and b.is_finite()):
        return Truth.UNKNOWN
    if a < b:
        return Truth.HOLDS
    return Truth.FAILS if a >= b else Truth.UNKNOWN


def ge(a: Ball, b: Ball) -> Truth:
    return le(b, a)


def gt(a: Ball, b: Ball) -> Truth:
    return lt(b, a)


def eq(a: Ball, b: Ball) -> Truth:
    """Equality of two exact balls is certain; so is the difference of two balls that do not meet."""
    if not (a.is_finite() and b.is_finite()):
        return Truth.UNKNOWN
    if not a.overlaps(b):
        return Truth.FAILS
    return Truth.HOLDS if a.is_exact() and b.is_exact() and a == b else Truth.UNKNOWN


def agrees(a: Ball, b: Ball, digits: int = 12) -> bool:
    """Do the balls meet, and are both narrow enough for that to mean something?"""
    if not (a.is_finite() and b.is_finite() and a.overlaps(b)):
        return False
    scale = max(abs(a), abs(b), key=lambda value: value.upper())
    tolerance = scale.upper() * ball(Fraction(1, 10**digits))
    return bool(a.rad() <= tolerance and b.rad() <= tolerance) or (a.is_exact() and b.is_exact())


def nothing() -> Ball:
    """What has no value: 0/0."""
    return ball(0) / ball(0)


def indeterminate(x: Exact | Ball) -> bool:
    """Does the ball say nothing at all, as that of 0/0, or of the logarithm of what may be 0?"""
    return bool(ball(x).is_nan())


def close(a: Ball, b: Ball, digits: int = 12) -> bool:
    """Like :func:`agrees`, but balls around 0, where no digit is ever certain, need only be narrow."""
    if agrees(a, b, digits):
        return True
    narrow = ball(Fraction(1, 10**digits))
    return bool(a.is_finite() and b.is_finite() and a.overlaps(b) and a.rad() <= narrow and b.rad() <= narrow)


def sq(x: Ball) -> Ball:
    # arb(0, 1) ** 2 is nan: a product is the square that always works
    return x * x


def log(x: Ball) -> Ball:
    return x.log()


def exp(x: Ball) -> Ball:
    return x.exp()


def sqrt(x: Ball) -> Ball:
    """The root; indeterminate (nan) where the ball reaches below 0, for then nothing says that there is a root."""
    return x.sqrt()


def root_of_nonnegative(x: Ball) -> Ball:
    """The root of what is known to be >= 0, such as a sum of squares: what its ball has below 0 is rounding."""
    if not x.is_finite() or bool(x > 0):
        return x.sqrt()
    return enclosing(0, x.upper().sqrt())  # indeterminate where even the upper end is below 0


def operator_norm(rows: Sequence[Sequence[Fraction]], times: Sequence[Sequence[Fraction]] | None = None) -> Ball:
    """The largest singular value of an exact matrix: the root of the largest zero of det(t - AᵀA), isolated exactly.

    ``times``: of a matrix in blocks of equal entries, each entry times how many of it there are.
    """
    return root_of_nonnegative(reduce(maximum, _zeros_of(rows, times or rows)))


def eigenvalues(rows: Sequence[Sequence[Fraction]]) -> list[Ball]:
    """Of an exact symmetric matrix, the largest first, each as often as it is one."""
    identity = [[Fraction(int(i == j)) for j in range(len(rows))] for i in range(len(rows))]
    return sorted(_zeros_of(identity, rows), key=lambda x: x.mid(), reverse=True)


def _zeros_of(rows: Sequence[Sequence[Fraction]], times: Sequence[Sequence[Fraction]]) -> list[Ball]:
    """The zeros of det(t - AᵀB), all of them real, isolated exactly."""
    a, b = (fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in each]) for each in (rows, times))
    polynomial = (a.transpose() * b).charpoly()
    zeros: list[Any] = fmpz_poly(polynomial.numer().coeffs()).complex_roots()  # each with its multiplicity
    return [acb(zero).real for zero, multiplicity in zeros for _ in range(multiplicity)]


def pi() -> Ball:
    return arb.pi()


def elementary(name: str, x: Ball) -> Ball:
    """Exp, log, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, erf or gamma."""
    found: Ball = getattr(x, name)()
    return found


def log1p(x: Ball) -> Ball:
    """log(1 + x), accurate for small x."""
    return x.log1p()


def expm1(x: Ball) -> Ball:
    """exp(x) - 1, accurate for small x."""
    return x.expm1()


def lgamma(x: Ball) -> Ball:
    return x.lgamma()


def upper_gamma(s: Exact, x: Ball) -> Ball:
    """Γ(s, x)/Γ(s), the probability that a gamma variable of order s is above x ≥ 0."""
    return x.gamma_upper(ball(s), regularized=1)


def integral(integrand: Callable[[ComplexBall], ComplexBall], low: Exact, high: Exact) -> Ball:
    """A rigorous enclosure of a real integral.

    ``integrand`` receives complex balls around pieces of the path; it must be real on the real line and, wherever
    it returns a finite ball, analytic on the whole ball that it was given (return ``ComplexBall("nan")`` elsewhere).
    """
    if isinstance(low, int | Fraction) and low == high:
        return ball(0)
    return acb.integral(lambda z, _analytic: integrand(z), ball(low), ball(high)).real


def maximum(a: Ball, b: Ball) -> Ball:
    return a.max(b)


def minimum(a: Ball, b: Ball) -> Ball:
    return a.min(b)


def decide(question: Callable[[], Truth], start: int = DEFAULT_BITS, limit: int = MAXIMUM_BITS) -> tuple[Truth, int]:
    """Ask ``question`` at doubling precision until it is decided; returns the answer and the bits it took."""
    bits = start
    while True:
        with precision(bits):
            answer = question()
        if answer is not Truth.UNKNOWN or bits >= limit:
            return answer, bits
        bits *= 2


def bounds(x: Ball) -> tuple[Fraction, Fraction]:
    """The exact rational ends of a finite ball (rounded outwards to the current precision)."""
    if not x.is_finite():
        raise ValueError(f"the ball {x} has no finite ends")
    return _fraction(x.lower()), _fraction(x.upper())


def _fraction(end: Ball) -> Fraction:
    mantissa, exponent = map(int, end.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def text(x: Exact | Ball, digits: int = 20) -> str:
    """Decimal digits of a ball with its radius, as printed in records."""
    return str(ball(x).str(digits))


def approximate(x: Ball) -> float:
    """Nearest float of the midpoint, for plots and tables only: never for a decision."""
    return float(x.mid())


reset_precision()  # flint's own default is 53 bits
