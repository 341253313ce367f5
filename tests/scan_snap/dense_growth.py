"""Growth, counts and draws of one class by their definitions: softmax steps, an adaptive integrator, enumeration."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, exp, log
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from kernels import balls
from kernels.arithmetic import BALLS
from theorems.instance import Instance
from theorems.scan_snap import between_steps, samples
from theorems.scan_snap import growth as schedule

Values = Any
TINY = Fraction(1, 1000)
RATES = (Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(3))


def softmax(logits: np.ndarray) -> np.ndarray:
    grown = np.exp(logits - logits.max())
    return grown / grown.sum()


def rows(M: int, eta: Fraction, s: int) -> list[np.ndarray]:
    """w_n(0), ..., w_n(s) of plain softmax steps on all M entries; the class is token 0."""
    found = [np.zeros(M)]
    for _ in range(s):
        found.append(found[-1] + float(eta) * (np.eye(M)[0] - softmax(found[-1])))
    return found


def steps(*least: int) -> Iterator[tuple[int, Fraction, int]]:
    return ((M, eta, s) for M in range(2, 9) for eta in RATES for s in range(least[0] if least else 0, 13))


def path(M: int, eta: Fraction, s: int) -> schedule.Steps:
    return schedule.bind_steps(Instance(M=M, eta=eta, s=s), BALLS)


def flowed(M: int, eta: Fraction, t: Fraction) -> float:
    """h(t) by an adaptive integrator."""
    if t == 0:
        return 0.0
    run = solve_ivp(lambda _, h: float(eta) / (M - 1 + np.exp(M * h)), (0, float(t)), [0.0], rtol=1e-11, atol=1e-13)
    return float(run.y[0, -1])


def times() -> Iterator[tuple[int, Fraction, Fraction]]:
    """From 0 over whole times and between them; M = 2 and 3 have no crossing."""
    return (
        (M, eta, t)
        for M in (2, 3, 4, 5, 8, 50)
        for eta in RATES
        for t in map(Fraction, ("0", "1/3", "1", "3/2", "2", "7/2", "10", "40"))
    )


def grown(M: int, eta: Fraction, t: Fraction) -> schedule.Growth:
    return schedule.bind_growth(Instance(M=M, K=1, eta=eta, t=t), BALLS)


def gamma_of_flow(M: int, eta: Fraction, t: Fraction) -> list[float]:
    """ζ_n·(w_n after t, times the residual): w̄_n = (M-1)hζ_n meets e_n - α_n in γζ_n·ζ_n."""
    zeta = M / (M - 1) * (np.eye(M)[0] - 1 / M)
    row = (M - 1) * flowed(M, eta, t) * zeta
    return [float(row @ (np.eye(M)[0] - softmax(row)) / (zeta @ zeta))]


def between(M: int, eta: Fraction, t: Fraction) -> between_steps.Between:
    return between_steps.bind(Instance(M=M, eta=eta, t=t), BALLS)


def broken_line(M: int, eta: Fraction, t: Fraction) -> list[float]:
    """h° and its slope from the dense rows: an entry that is not the class falls by h*."""
    heights = [-row[1] for row in rows(M, eta, int(t) + 1)]
    return [float(np.interp(float(t), range(len(heights)), heights)), heights[int(t) + 1] - heights[int(t)]]


def lead_by_inversion(M: int, eta: Fraction, s: int) -> list[float]:
    """The c with h(s + c) = h*(s), from the time ∫ (M-1+e^(Mh))/η dh that the flow needs."""
    top = -rows(M, eta, s)[s][1]
    points, weights = np.polynomial.legendre.leggauss(60)
    h = top * (points + 1) / 2
    return [float(top / 2 * np.sum(weights * (M - 1 + np.exp(M * h))) / float(eta) - s)]


def crossings(M: int) -> list[float]:
    """ω₀, ω₁ and the ages at the crossings of e^u and (M-1)u."""
    bottom = log(M - 1)
    u0, u1 = (brentq(lambda u: exp(u) - (M - 1) * u, a, b, xtol=1e-14) for a, b in ((0, bottom), (bottom, 3 * bottom + 1)))
    return [1 + log(u0) / log(M), u1 / log(M) - 1]


def counts() -> Iterator[tuple[int, Fraction, int, int]]:
    return ((M, eta, count, mean) for M in (2, 3, 10) for eta in RATES for count in range(5) for mean in range(1, 5))


def counted(M: int, eta: Fraction, count: int, mean: int) -> samples.Counts:
    return samples.bind_counts(Instance(M=M, eta=eta, count=count, mean=mean, reach=max(abs(count - mean), 1)), BALLS)


def counts_by_flow(M: int, eta: Fraction, count: int, mean: int) -> list[float]:
    """θ, σ and the steepest |dg/ds| on [count, count + mean], by integration and a fine grid."""
    at, expected = (flowed(M, eta, Fraction(c)) for c in (count, mean))
    run = solve_ivp(
        lambda _, h: float(eta) / (M - 1 + np.exp(M * h)),
        (0, count + mean),
        [0.0],
        rtol=1e-11,
        atol=1e-13,
        t_eval=np.linspace(count, count + mean, 1001),
    )
    g = 1 / (M - 1 + np.exp(M * run.y[0]))
    return [
        at / expected - 1,
        (M - 1 + exp(M * expected)) / (M - 1 + exp(M * at)) - 1,
        float(np.abs(np.gradient(g, run.t, edge_order=2)).max()),
    ]


def draws() -> Iterator[tuple[int, Fraction, int]]:
    """N draws, the probability of the class, a whole radius (met with and without its ends)."""
    return ((N, p, r) for N in range(1, 7) for p in map(Fraction, ("1/3", "1/2", "2/3", "1")) for r in range(N + 1))


def by_enumeration(N: int, p: Fraction, radius: int) -> list[float]:
    """Pr of more, of at least the radius from ⌈Np⌉, and of more than radius + 1/7 from Np, over all 2^N outcomes."""
    centre, found = ceil(N * p), [0.0, 0.0, 0.0]
    for outcome in product((0, 1), repeat=N):
        chance = float(np.prod([float(p if hit else 1 - p) for hit in outcome]))
        off, from_mean = abs(sum(outcome) - centre), abs(sum(outcome) - N * p)
        for k, beyond in enumerate((off > radius, off >= radius, from_mean > radius + Fraction(1, 7))):
            found[k] += chance * beyond
    return found


def sampled(N: int, p: Fraction, radius: int) -> Values:
    model = samples.Samples(BALLS, N, p, Fraction(1, 2))
    return [
        model.beyond(balls.ball(radius)),
        model.beyond(balls.ball(radius), at_radius=True),
        model.strayed(balls.ball(radius + Fraction(1, 7))),
    ]


def uniform() -> Iterator[tuple[int, int, Fraction]]:
    return ((N, K, delta) for N in range(1, 30) for K in range(1, 6) for delta in map(Fraction, ("1/2", "1/10", "1/100")))
