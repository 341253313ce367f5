"""How often classes come (scan_snap, Appendix D.4): Lemma 10 and Remark 4."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil, comb

import sympy

from kernels import balls
from kernels.balls import Ball, Truth
from theorems.scan_snap.contents import kept_within, never_negative, strays_beyond
from theorems.scan_snap.samples import (
    DRAWS,
    MANY_DRAWS,
    SAMPLES,
    SMALL_DELTA,
    UNIFORM,
    Samples,
)
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    certain,
    exact,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
)
from theorems.statement import Condition, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, less

p, s, t, N, L, u, w, M, eta, D = (positive(name) for name in ("p", "s", "t", "N", "L", "u", "w", "M", "eta", "D"))
SECTION = "Appendix D.4"

log_mgf = -s * p + sympy.log(1 - p + p * sympy.exp(s))
share = p * sympy.exp(s) / (1 - p + p * sympy.exp(s))
HOEFFDING = (
    identity(
        "log-moment ψ(s) = -sp + ln(1-p+pe^s): ψ'' = w(1-w), w = pe^s/(1-p+pe^s)",
        sympy.diff(log_mgf, s, 2),
        share * (1 - share),
    ),
    identity("w(1-w) ≤ 1/4", sympy.Rational(1, 4) - w * (1 - w), (w - sympy.Rational(1, 2)) ** 2),
    identity("ψ(0) = 0", log_mgf.subs(s, 0), 0),
    identity("ψ'(0) = 0", sympy.diff(log_mgf, s).subs(s, 0), 0),
    identity("so ψ ≤ s²/8, and N(s²/8 - st) at s = 4t is -2Nt²", N * ((4 * t) ** 2 / 8 - 4 * t * t), -2 * N * t**2),
)
BY_HOEFFDING = "Hoeffding, both sides: Pr[|N_n/N - P| ≥ t] ≤ 2 exp(-2Nt²). "


def hoeffding_radius(x: Samples) -> Ball:
    """√((N/2)ln(2/δ)), where 2 exp(-2Nt²) = δ."""
    return balls.sqrt(x.N * x.log(2 / x.delta) / 2)


HOEFFDING_SILENT = "N ≤ ln(2/δ)/(2 max(P, 1-P)²)"
STRAYS = strays_beyond(hoeffding_radius, HOEFFDING_SILENT)
L10 = Statement(PAPER, "Lemma 10", source=SECTION, provenance=PROVENANCE, given=SAMPLES, title="how often a class comes")


@L10.part(
    "Eqn 58 first",
    content=kept_within(lambda x: hoeffding_radius(x) + 1, "√((N/2)ln(2/δ)) + 1 ≥ max(⌈NP⌉, N-⌈NP⌉)"),
    says="with probability ≥ 1-δ: |N_n - ⌈N P(n)⌉| ≤ √((N/2) ln(2/δ)) + 1",
    proof=proved(BY_HOEFFDING + "At t = √(ln(2/δ)/(2N)) the right side is δ, and |⌈NP⌉ - NP| < 1.", *HOEFFDING),
)
def _(x: Samples) -> Comparison:
    return at_least(x.number(1 - x.beyond(hoeffding_radius(x) + 1)), x.number(1 - x.delta))


SEVENTEEN = Condition("N ≥ 17", lambda i: i.N >= 17, lambda i: i.but(N=i.N if i.N >= 17 else i.N + 17))


def second_inequality(x: Samples) -> Comparison:
    spread = x.N * x.log(2 / x.delta)
    return less(balls.sqrt(spread / 2) + 1, balls.sqrt(spread))


L10.add(
    "Eqn 58 second",
    second_inequality,
    says="√((N/2) ln(2/δ)) + 1 < √(N ln(2/δ))",
    witness="N=1 p=1/2 delta=1/2",
    note="False whenever N ln(2/δ) ≤ 11.65. The two ends of Eqn 58 can disagree too: N = 1, P = 1/20, δ = 9/10.",
    depends_on=[],
)
L10.add(
    "Eqn 58 second",
    second_inequality,
    met="N ≥ 17, 0 < P(n) ≤ 1, 0 < δ < 1",
    says="√((N/2) ln(2/δ)) + 1 < √(N ln(2/δ)) for N ≥ 17",
    where=[SEVENTEEN],
    reading=Reading.INTENDED,
    changed="N ≥ 17, the least N that serves every δ in (0, 1) (false at N = 16, δ = 99/100)",
    proof=proved(
        "√(N ln(2/δ)) (1 - 1/√2) > 1 for N ≥ 17, because ln(2/δ) > ln 2.",
        certain(
            "17 ln 2 (1-1/√2)² > 1",
            lambda: balls.gt(17 * balls.log(balls.ball(2)) * (1 - 1 / balls.sqrt(balls.ball(2))) ** 2, balls.ball(1)),
        ),
        certain(
            "16 ln 2 (1-1/√2)² < 1",
            lambda: balls.lt(16 * balls.log(balls.ball(2)) * (1 - 1 / balls.sqrt(balls.ball(2))) ** 2, balls.ball(1)),
        ),
    ),
    depends_on=[],
)


def full_radius(x: Samples) -> Ball:
    return balls.sqrt(x.N * x.log(2 / x.delta))


ENDS = kept_within(full_radius, "√(N ln(2/δ)) > max(⌈NP⌉, N-⌈NP⌉)", strictly=True)


def ends(x: Samples) -> Comparison:
    radius = full_radius(x)
    return at_least(x.number(1 - x.beyond(radius, at_radius=True)), x.number(1 - x.delta))


L10.add(
    "Eqn 58 ends",
    ends,
    content=ENDS,
    says="with probability ≥ 1-δ: |N_n - ⌈N P(n)⌉| < √(N ln(2/δ))",
    witness="N=1 p=1/20 delta=9/10",
    depends_on=["scan_snap/Lemma 10/Eqn 58 first", "scan_snap/Lemma 10/Eqn 58 second"],
)


def never_too_far(N: int) -> bool:
    """Pr[|N_n - ⌈NP⌉| ≥ d] ≤ 2 exp(-d²/N) for every P and every whole d where the right side is below 1.

    For NP in (c-1, c] the counts up to c - d are likeliest at the lower end, those from c + d on at the upper one.
    """

    def tail(p: Fraction, counts: range) -> Fraction:
        return sum((comb(N, k) * p**k * (1 - p) ** (N - k) for k in counts), Fraction(0))

    def bounded(c: int, d: int) -> bool:
        most = tail(Fraction(c - 1, N), range(c - d + 1)) + tail(Fraction(c, N), range(c + d, N + 1))
        limit = Fraction(d * d, N)
        return (
            balls.decide(lambda: balls.le(balls.log(balls.ball(2)), balls.ball(limit)))[0] is not Truth.HOLDS
            or balls.decide(lambda: balls.le(balls.ball(most), 2 * balls.exp(-balls.ball(limit))))[0] is Truth.HOLDS
        )

    return all(bounded(c, d) for c in range(1, N + 1) for d in range(1, N + 1))


TWO = Condition("N ≥ 2", lambda i: i.N >= 2, lambda i: i.but(N=max(i.N, 2)))
L10.add(
    "Eqn 58 ends",
    ends,
    content=ENDS,
    met="N ≥ 2, 0 < P(n) ≤ 1, 0 < δ < 1",
    says="with probability ≥ 1-δ: |N_n - ⌈N P(n)⌉| < √(N ln(2/δ)) for N ≥ 2",
    where=[TWO],
    reading=Reading.INTENDED,
    changed="N ≥ 2: only N = 1 is an exception",
    proof=proved(
        "From N = 17 on by both inequalities of Eqn 58. For N = 2, ..., 16: where √(N ln(2/δ)) lies in (d-1, d], the event is "
        "|N_n - ⌈NP⌉| ≤ d - 1 and δ ≥ 2 exp(-d²/N), so it is enough that Pr[|N_n - ⌈NP⌉| ≥ d] ≤ 2 exp(-d²/N) for every d where "
        "this is below 1; all P between two multiples of 1/N are bounded at once.",
        *HOEFFDING,
        certain(
            "17 ln 2 (1-1/√2)² > 1",
            lambda: balls.gt(17 * balls.log(balls.ball(2)) * (1 - 1 / balls.sqrt(balls.ball(2))) ** 2, balls.ball(1)),
        ),
        *(exact(f"N = {N}: every d, every P", partial(never_too_far, N)) for N in range(2, 17)),
        exact("N = 1: not so", lambda: not never_too_far(1)),
    ),
    depends_on=["scan_snap/Lemma 10/Eqn 58 first"],
)


@L10.part(
    "Eqn 59",
    content=STRAYS,
    says="Pr[|N_n/N - P(n)| > t] ≤ 2 exp(-2Nt²) (here t = √(ln(2/δ)/(2N)))",
    proof=proved(BY_HOEFFDING, *HOEFFDING),
)
def _(x: Samples) -> Comparison:
    threshold = balls.sqrt(x.log(2 / x.delta) / (2 * x.N)) * x.N
    return at_most(x.number(x.strayed(threshold)), x.number(x.delta))


R4 = Statement(
    PAPER,
    "Remark 4",
    source=SECTION,
    provenance=PROVENANCE,
    given=SAMPLES.where(UNIFORM),
    depends_on=["scan_snap/Lemma 10/Eqn 58 first"],
    title="all classes come about equally often",
)


def remark_radius(x: Samples) -> Ball:
    """2Δ; raises ValueError where the precision does not tell which integer Δ is."""
    low, high = balls.bounds(balls.sqrt(x.N * x.log(1 / x.delta)))
    if ceil(low) != ceil(high):
        raise ValueError("√(N ln(1/δ)) is too close to an integer at this precision")
    return balls.ball(2 * ceil(high))


@R4.part(
    "Eqn 60",
    content=kept_within(remark_radius, "2Δ ≥ max(N̄, N-N̄)"),
    met="N ≥ 1, P(n) = 1/K, 0 < δ ≤ 1/2",
    says="P(n) ≡ 1/K: with probability ≥ 1-δ, |N_n - N̄| ≲ Δ = ⌈√(N ln(1/δ))⌉ (constant 2, δ ≤ 1/2)",
    where=[SMALL_DELTA],
    proof=proved(
        "ln(2/δ) ≤ 2 ln(1/δ) for δ ≤ 1/2, so √((N/2)ln(2/δ)) + 1 ≤ √(N ln(1/δ)) + 1 ≤ 2Δ because Δ ≥ 1.",
        *HOEFFDING,
        nonnegative("2 ln(1/δ) - ln(2/δ) = ln(1/δ) - ln 2 ≥ 0", slack("excess")),
        nonnegative("2Δ - (Δ + 1) ≥ 0 for Δ = 1 + d", 2 * (1 + slack("d")) - (2 + slack("d"))),
    ),
    note="For δ > 1/2 the constant √(ln(2/δ)/ln(1/δ)) grows without bound as δ → 1.",
)
def _(x: Samples) -> Comparison:
    return at_least(x.number(1 - x.beyond(remark_radius(x))), x.number(1 - x.delta))


R4.add(
    "small",
    lambda x: (
        at_most(x.times * x.arithmetic.sqrt(x.N), x.N / x.K, "N/K"),
        at_most(x.Delta, (x.scale + x.K / x.N) * x.N_bar, "Δ"),
    ),
    given=DRAWS,
    where=[MANY_DRAWS],
    content=never_negative("√N, Δ"),
    met="N ≥ K², K ≤ M, 0 < δ ≤ 1/2",
    says="N P(n) = N/K ≫ √N and Δ ≪ N̄ for N ≫ K² (factors ⌊√(N/K²)⌋ and (K/√N)√(ln(1/δ)) + K/N)",
    proof=proved(
        "(N/K)/√N = √N/K → ∞, and Δ/N̄ ≤ (K/√N)√(ln(1/δ)) + K/N → 0 for fixed δ.",
        limit_is("√N/K with N = K² r", sympy.sqrt(N), N, sympy.oo),
        limit_is("C/√r + 1/r → 0", 3 / sympy.sqrt(N) + 1 / N, N, 0),
    ),
    depends_on=["scan_snap/Notation D.1/Delta"],
)
