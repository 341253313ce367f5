"""How fast a softmax decoder learns one class: the logit u of the right answer, by recursion, by flow, exactly.

With M answers and step size eta the gap u between the right logit and each of the M - 1 others grows as

    du = eta M / (M - 1 + e^u)      per unit of time, u(0) = 0,

so that e^u + (M - 1) u = M eta t + 1. The recursion u* takes the same increments in whole steps. Written through u = M h,
these are h and h* of scan_snap, Lemmas 5 and 6. All closed forms below are functions of u: the flow's clock
:func:`clock` is its inverse, and what is true of every u > 0 is true of every t > 0.
"""

import math
from collections.abc import Iterator
from itertools import pairwise

import mpmath
import numpy as np
from numpy.typing import NDArray

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from kernels.balls import Ball, Exact

Floats = NDArray[np.float64]

FLOAT_ITERATIONS = 60
FIRST_RADIUS_BITS = 20


def clock(ring: Arithmetic, M: Number, u: Number) -> Number:
    """eta·t at which the flow has reached u: (e^u + (M-1) u - 1) / M."""
    return (ring.exp(u) + (M - 1) * u - 1) / M


def speed(ring: Arithmetic, M: Number, u: Number) -> Number:
    """du/d(eta t) = M / (M - 1 + e^u)."""
    return M / (M - 1 + ring.exp(u))


def speed_control(ring: Arithmetic, M: Number, u: Number) -> Number:
    """gamma = (M-1)² h / (M - 1 + e^u) with h = u/M (scan_snap, Section D.3)."""
    return (M - 1) ** 2 * u / (M * (M - 1 + ring.exp(u)))


def logit_float(M: Floats | float, eta_t: Floats | float) -> Floats:
    """u with e^u + (M-1) u = M eta t + 1 in float64, elementwise (M >= 2, eta t >= 0).

    Newton's method on the convex function e^u + (M-1)u - M eta t - 1, from min(eta t M/(M-1), log(M eta t + 1)), which
    lies right of the root: the iterates fall monotonically, so they cannot leave the domain.
    """
    size, age = np.broadcast_arrays(np.asarray(M, dtype=np.float64), np.asarray(eta_t, dtype=np.float64))
    u = np.minimum(age, np.log1p(size * age))
    for _ in range(FLOAT_ITERATIONS):
        # expm1 keeps the relative accuracy of small u
        step = (np.expm1(u) + (size - 1) * u - size * age) / (np.exp(u) + size - 1)
        u = u - step
        if np.all(np.abs(step) <= 1e-16 * np.abs(u)):
            break
    return u


def logit_mp(M: Exact, eta_t: Exact) -> mpmath.mpf:
    """u by Lambert's W in mpmath at its current precision: u = a - W(e^a / (M-1)), a = (M eta t + 1)/(M-1)."""
    size, age = mpmath.mpf(M), mpmath.mpf(eta_t.numerator) / eta_t.denominator
    if M == 1:
        return mpmath.log(1 + age)
    lost = int(mpmath.log(2 + age, 2)) + int(mpmath.log(2 + size, 2)) + 20  # a - W cancels, and so does a small u
    with mpmath.workprec(2 * mpmath.mp.prec + 2 * lost):
        a = (size * age + 1) / (size - 1)
        u = a - mpmath.lambertw(mpmath.exp(a) / (size - 1)).real
    return +u


def logit(M: Ball, eta_t: Ball) -> Ball:
    """A ball that contains u for every M >= 1 and every eta t >= 0 of the balls given.

    A guess from the middle of the box is certified by signs: the defining function rises in u, so the root lies between
    a point where it is surely too small and one where it is surely too large.

    Raises:
        ValueError: when the parameters reach below M = 1 or t = 0.
        ValueError: when the balls are so wide that no enclosure is found.
    """
    if not (M >= 1 and eta_t >= 0):
        raise ValueError(f"the flow needs M >= 1 and eta·t >= 0, not M = {balls.text(M)}, eta·t = {balls.text(eta_t)}")
    if eta_t.is_zero():
        return balls.ball(0)
    target = M * eta_t

    def defect(u: Ball) -> Ball:
        return balls.expm1(u) + (M - 1) * u - target

    middle = _newton(M.mid(), eta_t.mid())
    slope = M.mid() - 1 + balls.exp(middle)
    # the width that the parameters' own width forces, and the last bits of the precision
    radius = (abs(defect(middle)) / slope).upper() + abs(middle) * balls.ball(2) ** (8 - balls.current_precision())
    for _ in range(FIRST_RADIUS_BITS):
        low, high = (middle - radius).lower(), (middle + radius).upper()
        if defect(low) < 0 and defect(high) > 0:
            return balls.zero_of(defect, balls.enclosing(low, high), "u")
        radius = radius * 2
    raise ValueError("no enclosure of the logit: the parameter balls are too wide")


def _newton(M: Ball, age: Ball) -> Ball:
    u = balls.minimum(age, balls.log1p(M * age)).mid()
    for _ in range(FLOAT_ITERATIONS + balls.current_precision().bit_length()):
        step = (balls.expm1(u) + (M - 1) * u - M * age) / (M - 1 + balls.exp(u))
        following = (u - step).mid()
        if abs(step).upper() <= abs(u).lower() * balls.ball(2) ** (4 - balls.current_precision()):
            return following
        u = following
    return u


def scan_zeros(M: Ball) -> tuple[Ball, Ball]:
    """The two solutions of e^u = (M-1) u, M >= 4, by the two real branches of Lambert's W (scan_snap, Lemma 8).

    Raises:
        ValueError: for M below 4, where e^u > (M-1) u for every u (because M - 1 < e).
    """
    if not M >= 4:
        raise ValueError("e^u = (M-1) u has a solution only for M - 1 >= e")
    argument = -1 / (M - 1)

    def gap(u: Ball) -> Ball:
        return balls.exp(u) - (M - 1) * u

    first, second = -argument.lambertw(0), -argument.lambertw(-1)
    return balls.zero_of(lambda u: -gap(u), first, "u_0"), balls.zero_of(gap, second, "u_1")


def recursion(ring: Arithmetic, M: Number, eta: Number, steps: int) -> Iterator[Number]:
    """u*(0), u*(1), ..., u*(steps) in any arithmetic: u*(s) = u*(s-1) + eta M / (M - 1 + e^u*(s-1))."""
    u = ring.number(0)
    yield u
    for _ in range(steps):
        u = u + eta * M / (M - 1 + ring.exp(u))
        yield u


def recursion_float(M: float, eta: float, steps: int) -> Floats:
    """u*(0..steps) in float64, shape (steps + 1,)."""
    path = [0.0]
    for _ in range(steps):
        path.append(path[-1] + eta * M / (M - 1 + math.exp(path[-1])))
    return np.array(path)


def lead(ring: Arithmetic, M: Number, eta: Number, path: list[Number]) -> Number:
    """How far the recursion is ahead of the flow, in time: the c with u(s + c) = u*(s) for the path u*(0..s).

    Each step of the recursion gains e^u (e^D - 1 - D) / (M eta), D its increment: the flow needs the time
    (e^(u+D) - e^u + (M-1) D) / (M eta) for it, and (M - 1 + e^u) D = M eta.
    """
    total = ring.number(0)
    for before, after in pairwise(path):
        step = after - before
        total = total + ring.exp(before) * (ring.exp(step) - 1 - step) / (M * eta)
    return total
