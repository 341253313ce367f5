"""How often classes come (scan_snap, Appendix D.4): Lemma 10 and Remark 4."""

from math import comb

from theorems.scan_snap.contents import kept_within
from theorems.scan_snap.language import *

p, _s, _t, _N, L, u, w, eta, D = (positive(name) for name in ("p", "s", "t", "N", "L", "u", "w", "eta", "D"))
SECTION = "Appendix D.4"

log_mgf = -_s * p + sympy.log(1 - p + p * sympy.exp(_s))
share = p * sympy.exp(_s) / (1 - p + p * sympy.exp(_s))
HOEFFDING = (
    identity(
        "log-moment ψ(s) = -sp + ln(1-p+pe^s): ψ'' = w(1-w), w = pe^s/(1-p+pe^s)",
        sympy.diff(log_mgf, _s, 2),
        share * (1 - share),
    ),
    identity("w(1-w) ≤ 1/4", sympy.Rational(1, 4) - w * (1 - w), (w - sympy.Rational(1, 2)) ** 2),
    identity("ψ(0) = 0", log_mgf.subs(_s, 0), 0),
    identity("ψ'(0) = 0", sympy.diff(log_mgf, _s).subs(_s, 0), 0),
    identity("so ψ ≤ s²/8, and N(s²/8 - st) at s = 4t is -2Nt²", _N * ((4 * _t) ** 2 / 8 - 4 * _t * _t), -2 * _N * _t**2),
)


most = sqrt(N * log(2 / delta))
radius = sqrt(N / 2 * log(2 / delta))  # where 2 exp(-2Nt²) = δ
HOEFFDING_SILENT = "N ≤ ln(2/δ)/(2 max(P, 1-P)²)"
STRAYS = strays_beyond(radius, HOEFFDING_SILENT)
off = abs(N_n - ceil(N * P(n)))
L10 = Lemma("10", SECTION, "how often a class comes", given=COUNTED)


L10["Eqn 58 first"] = Pr(off <= radius + 1) >= 1 - delta
L10["Eqn 58 first"].trivial(kept_within(radius + 1, "√((N/2)ln(2/δ)) + 1 ≥ max(⌈NP⌉, N-⌈NP⌉)"))
y = Symbol("y")
mean, enough = N * P(n), log(2 / delta)


def from_mean(count: Expr) -> Claim:
    return abs(count - mean) < radius


def from_centre(count: Expr) -> Claim:
    return abs(count - ceil(mean)) <= radius + 1


@proof(L10["Eqn 58 first"])
def _() -> None:
    """Hoeffding at the radius where his bound is δ, and |⌈NP⌉ - NP| < 1."""
    with suppose_not(N / 2 * enough >= 0):
        hence(LOG_GROWS(1, 2 / delta))
    calc(Pr(abs(N_n - mean) >= radius)).lt(2 * exp(-2 * radius**2 / N), HOEFFDING_OF_BINOMIAL(N_n, N, P(n), radius)).eq(delta)
    with proving(ForAll(y, REALS, Implies(from_mean(y), from_centre(y)))):
        hence(CEIL(mean), ABS_ABOVE(y - mean), ABS_BELOW(y - ceil(mean), radius + 1))
    (
        calc(Pr(off <= radius + 1))
        .ge(Pr(abs(N_n - mean) < radius), MORE_LIKELY(from_mean, from_centre, N_n, y))
        .gt(1 - delta, BELOW_OR_NOT(abs(N_n - mean), radius))
    )


SEVENTEEN = Condition(N >= 17, steer=lambda i: i.but(N=i.N if i.N >= 17 else i.N + 17))


L10["Eqn 58 second"] = radius + 1 < most
L10["Eqn 58 second"].refuted("N=1 p=1/2 delta=1/2").uses().note(
    "The two ends of Eqn 58 can disagree too: N = 1, P = 1/20, δ = 9/10."
)
repaired = L10["Eqn 58 second"].repair(
    SEVENTEEN, why="N ≥ 17, the least N that serves every δ in (0, 1) (false at N = 16, δ = 99/100)"
)


@proof(repaired.feasible("N ≥ 17, 0 < P(n) ≤ 1, 0 < δ < 1"))
def _() -> None:
    """√(N ln(2/δ)) (1 - 1/√2) > 1 for N ≥ 17, because ln(2/δ) > ln 2; N = 16 is not enough for every δ."""
    calc(N * enough).ge(17 * log(2), LOG_GROWS(2, 2 / delta)).ge(Q("11.78"))
    have((most >= Q("3.43")) & (radius <= Q("0.708") * most))


ENDS = kept_within(most, "√(N ln(2/δ)) > max(⌈NP⌉, N-⌈NP⌉)", strictly=True)
L10["Eqn 58 ends"] = Pr(off < most) >= 1 - delta
L10["Eqn 58 ends"].trivial(ENDS).refuted("N=1 p=1/20 delta=9/10").uses("Lemma 10/Eqn 58 first", "Lemma 10/Eqn 58 second")


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


TWO = Condition(words="N ≥ 2", check=lambda i: i.N >= 2, steer=lambda i: i.but(N=max(i.N, 2)))
repaired = L10["Eqn 58 ends"].repair(TWO, why="N ≥ 2: only N = 1 is an exception")
repaired.trivial(ENDS).feasible("N ≥ 2, 0 < P(n) ≤ 1, 0 < δ < 1").uses("Lemma 10/Eqn 58 first")
repaired.proved(
    proved(
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
        in_words="that between two multiples of 1/N the probabilities are monotone in P, so that finitely many "
        "bounds cover all P.",
    )
)


AT_DISTANCE = COUNTED.knowing({t: lambda x: balls.sqrt(balls.log(balls.ball(2 / x.delta)) / (2 * x.N))})
AT_DISTANCE = replace(AT_DISTANCE, ranges=(*AT_DISTANCE.ranges, t > 0, fixed(t)))
with L10.where(given=AT_DISTANCE):
    L10["Eqn 59"] = Pr(abs(N_n / N - P(n)) > t) <= 2 * exp(-(2 * N * t**2))
L10["Eqn 59"].note("For every t > 0; at instances t = √(ln(2/δ)/(2N)).").trivial(STRAYS)


@proof(L10["Eqn 59"])
def _() -> None:
    """Hoeffding for N_n, the number of successes, at Nt."""
    with proving(ForAll(y, REALS, Implies(abs(y / N - P(n)) > t, abs(y - mean) >= N * t))):
        hence(ABS_OF_PRODUCT(N, y / N - P(n)), ABS_OF_NONNEGATIVE(N))
    apart = MORE_LIKELY(lambda x: abs(x / N - P(n)) > t, lambda x: abs(x - mean) >= N * t, N_n, y)
    calc(Pr(abs(N_n / N - P(n)) > t)).le(2 * exp(-(2 * N * t**2)), HOEFFDING_OF_BINOMIAL(N_n, N, P(n), N * t), apart)


WHOLE_NUMBERS = tuple(Member(count, INTEGERS) for count in (N, N_bar, Delta))
UNIFORMLY = replace(COUNTED.where(UNIFORM), ranges=(*COUNTED.ranges, *WHOLE_NUMBERS, fixed(Delta, INTEGERS)))
R4 = Lemma("Remark 4", SECTION, "all classes come about equally often", given=UNIFORMLY, uses=["Lemma 10/Eqn 58 first"])
R4["Eqn 60"] = Pr(abs(N_n - N_bar) == O(Delta)) >= 1 - delta
R4["Eqn 60"].constant(1)
R4["Eqn 60"].trivial(kept_within(expr(Delta), "Δ ≥ max(N̄, N-N̄)")).feasible("N ≥ 1, P(n) = 1/K, 0 < δ < 1")
R4["Eqn 60"].note(
    "Δ = ⌈√(N ln(1/δ))⌉, and the constant is 1. Lemma 10 alone gives a constant for δ ≤ 1/2 only: √(ln(2/δ)/ln(1/δ)) has no "
    "bound as δ → 1."
)
j, k = Symbol("j", VARIABLE), Symbol("k", VARIABLE)
ROUNDED_REACH = Definition("Δ = ⌈√(N ln(1/δ))⌉", (), Delta == ceil(sqrt(N * log(1 / delta))), of=COUNTED)


def thinned(count: Expr, a: Expr, s: Expr) -> Claim:
    return Pr(count > a + s) <= exp(-(s**2) / N) * Pr(count > a)


@auxiliary(lambda count, p, a: thinned(count, a, expr(Delta)))
def tail_thins_out(count: Expr, p: Expr, a: Expr) -> None:
    """Of the counts beyond a ≥ Np - 1, each beyond a + k is at most e^{-(2k+1)/N} times as likely as the one before: j + 1 is
    (N-j)p/((j+1)(1-p)) times as likely as j, N - j ≤ N(1-p)(1-k/N) and Np ≤ (j+1)(1-(k+1)/N). And 1 + 3 + ... + (2Δ-1) = Δ².
    """
    shift = INDUCTION(lambda s: thinned(count, a, s), k, Delta)
    falls, beyond = exp(-(2 * k + 1) / N), lambda least: Pr(count > least)
    have(thinned(count, a, expr(0)), EQUALS(beyond, a + 0, a))
    with proving(shift.hypotheses[1]):
        with proving(ForAll(j, INTEGERS, Implies(j > a + k, Pr(count == j + 1) <= falls * Pr(count == j)))):
            have(Pr(count == j) >= 0)
            with case(j + 1 > N):
                hence(BINOMIAL_AT_MOST(count, N, p, j + 1))
            with otherwise():
                have(j >= a + k + 1, INTEGERS_APART(a + k, j))
                have((N * p >= 0) & (j + 1 > 0) & (N * (1 - p) >= 1) & (1 - p > 0))
                calc(N - j).le(N * (1 - p) * (1 - k / N)).le(N * (1 - p) * exp(-k / N), EXP_ABOVE_TANGENT(-k / N))
                calc(N * p).le((j + 1) * (1 - (k + 1) / N)).le((j + 1) * exp(-(k + 1) / N), EXP_ABOVE_TANGENT(-(k + 1) / N))
                calc((N - j) * p).le((1 - p) * exp(-k / N) * (N * p)).le((j + 1) * (1 - p) * falls)
                (
                    calc((j + 1) * (1 - p) * Pr(count == j + 1))
                    .eq((N - j) * p * Pr(count == j), MASSES_OF_BINOMIAL(count, N, p, j))
                    .le((j + 1) * (1 - p) * (falls * Pr(count == j)))
                )
                hence(FACTOR_CANCELS(Pr(count == j + 1), falls * Pr(count == j), (j + 1) * (1 - p)))
        (
            calc(Pr(count > a + (k + 1)))
            .eq(Pr(count > a + k + 1), EQUALS(beyond, a + (k + 1), a + k + 1))
            .le(exp(-((k + 1) ** 2) / N) * Pr(count > a), TAIL_OF_BINOMIAL(count, N, p, a + k, falls, j))
        )
    hence(shift)


@proof(R4["Eqn 60"])
def _() -> None:
    """Beyond N̄ on either side the counts thin out: Pr[|N_n-N̄| > Δ] ≤ e^{-Δ²/N} Pr[N_n ≠ N̄] ≤ δ."""
    have(sqrt(N * log(1 / delta)) <= Delta, ROUNDED_REACH(), CEIL(sqrt(N * log(1 / delta))))
    have(binomial(N - N_n, N, 1 - P(n)), FAILURES_OF_BINOMIAL(N_n, N, P(n)))
    have((N * P(n) <= N_bar + 1) & (N * (1 - P(n)) <= N - N_bar + 1), CENTRE())
    obtain(tail_thins_out(N_n, P(n), N_bar), tail_thins_out(N - N_n, 1 - P(n), N - N_bar))
    beyond, not_reached = Pr(N_n > N_bar), Pr(N - N_n > N - N_bar)
    have(
        beyond + not_reached <= 1,
        MORE_LIKELY(lambda y: N - y > N - N_bar, lambda y: y <= N_bar, N_n, y),
        ABOVE_OR_NOT(N_n, N_bar),
    )
    (
        calc(Pr(abs(N_n - N_bar) > Delta))
        .le(Pr(N_n - N_bar > Delta) + Pr(N_n - N_bar < -Delta), BEYOND_TWO_SIDES(N_n - N_bar, Delta))
        .le(
            Pr(N_n > N_bar + Delta) + Pr(N - N_n > N - N_bar + Delta),
            MORE_LIKELY(lambda y: y - N_bar > Delta, lambda y: y > N_bar + Delta, N_n, y),
            MORE_LIKELY(lambda y: y - N_bar < -Delta, lambda y: N - y > N - N_bar + Delta, N_n, y),
        )
        .le(delta, EXP_GROWS(-(Delta**2) / N, -log(1 / delta)))
    )
    hence(ABOVE_OR_NOT(abs(N_n - N_bar), Delta))


def no_likelier(count: Expr, a: Expr, s: Expr) -> Claim:
    return Pr(count == a + s) <= Pr(count == a)


@auxiliary(lambda count, p, a, s: no_likelier(count, a, s))
def falls_from(count: Expr, p: Expr, a: Expr, s: Expr) -> None:
    """From a ≥ Np on each count is at most as likely as the one before: (N-j)p ≤ (j+1)(1-p) for j ≥ Np."""
    shift = INDUCTION(lambda s: no_likelier(count, a, s), k, s)
    having, here = lambda c: Pr(count == c), a + k
    have(no_likelier(count, a, expr(0)), EQUALS(having, a + 0, a))
    with proving(shift.hypotheses[1]):
        have(Pr(count == a + (k + 1)) == Pr(count == here + 1), EQUALS(having, a + (k + 1), here + 1))
        have(Pr(count == here) >= 0)
        with case(here + 1 > N):
            hence(BINOMIAL_AT_MOST(count, N, p, here + 1))
        with otherwise():
            weight = (here + 1) * (1 - p)
            have((N * p <= here) & (here + 1 > 0) & (1 - p > 0))
            have((weight > 0) & ((N - here) * p <= weight))
            (
                calc(weight * Pr(count == here + 1))
                .eq((N - here) * p * Pr(count == here), MASSES_OF_BINOMIAL(count, N, p, here))
                .le(weight * Pr(count == here))
            )
            hence(FACTOR_CANCELS(Pr(count == here + 1), Pr(count == here), weight))
    hence(shift)


peak, below = Pr(N_n == N_bar), N_bar - 1
from_below = N - N_bar + 1  # so many failures


@auxiliary(4 * N * peak >= 1)
def mean_is_likely() -> None:
    """No count is more than twice as likely as N̄, where Np ≥ 1: N̄(1-p) ≤ 2(N-N̄+1)p."""
    have((N * P(n) <= N_bar) & (N_bar < N * P(n) + 1) & (P(n) > 0) & (P(n) <= 1), CENTRE())
    have(binomial(N - N_n, N, 1 - P(n)), FAILURES_OF_BINOMIAL(N_n, N, P(n)))
    have((from_below > 0) & (N * (1 - P(n)) <= from_below) & (N_bar * (1 - P(n)) <= 2 * (from_below * P(n))))
    have(Pr(N_n == below + 1) == peak, EQUALS(lambda c: Pr(N_n == c), below + 1, N_bar))
    have(from_below * P(n) * Pr(N_n == below) == N_bar * (1 - P(n)) * peak, MASSES_OF_BINOMIAL(N_n, N, P(n), below))
    have((peak >= 0) & (from_below * P(n) > 0))
    have(Pr(N_n == below) <= 2 * peak, FACTOR_CANCELS(Pr(N_n == below), 2 * peak, from_below * P(n)))
    whole, ones = Sum(j, Range(expr(0), N), Pr(N_n == j)), Sum(j, Range(expr(0), N), 1)
    with proving(ForAll(j, Range(expr(0), N), Pr(N_n == j) <= 2 * peak)):
        with case(j >= N_bar):
            obtain(falls_from(N_n, P(n), N_bar, j - N_bar))
            hence(EQUALS(lambda c: Pr(N_n == c), N_bar + (j - N_bar), j))
        with otherwise():
            failures = from_below + (below - j)
            have(below - j >= 0, INTEGERS_APART(j, N_bar))
            obtain(falls_from(N - N_n, 1 - P(n), from_below, below - j))
            (
                calc(Pr(N_n == j))
                .le(Pr(N - N_n == failures), MORE_LIKELY(lambda y: y == j, lambda y: N - y == failures, N_n, y))
                .le(Pr(N - N_n == from_below))
                .le(Pr(N_n == below), MORE_LIKELY(lambda y: N - y == from_below, lambda y: y == below, N_n, y))
                .le(2 * peak)
            )
    have(whole <= 2 * peak * ones, SUM_BELOW_COUNT(terms(whole), 2 * peak, j, Range(expr(0), N)))
    hence(ALL_OF_BINOMIAL(N_n, N, P(n), j), COUNT(j, 0, N))


rare = log(1 / delta)
NEAR_MEAN = Pr(abs(N_n - N_bar) <= 4 * sqrt(N * rare)) >= 1 - delta
MANY = Condition(
    (N >= K**2) & (K >= 2),
    lambda i: i.N * i.p**2 >= 1 and i.p <= Fraction(1, 2),
    lambda i: i.but(p=Fraction(1, max(2, Fraction(i.p).denominator)), N=i.N + max(2, Fraction(i.p).denominator) ** 2),
)
OF_MANY = UNIFORMLY.where(MANY)
R4["near"] = NEAR_MEAN, MANY
R4["near"].from_("own").trivial(kept_within(4 * sqrt(N * rare), "4√(N ln(1/δ)) ≥ max(N̄, N-N̄)"))
R4["near"].note("Eqn 60 without the rounding, for every δ: as δ → 1 only N_n = N̄ is left.").uses("Remark 4/Eqn 60")


@proof(R4["near"])
def _() -> None:
    """Where √(N ln(1/δ)) ≥ 1/3, Δ is at most 4 times that. Elsewhere 1 - δ ≤ ln(1/δ) < 1/(9N), and Pr[N_n = N̄] ≥ 1/(4N)."""
    reach = sqrt(N * rare)
    have(rare >= 0, LOG_GROWS(1, 1 / delta))
    with case(reach >= Q(1, 3)):
        have(expr(Delta) <= 4 * reach, ROUNDED_REACH(), CEIL(reach))
        near = MORE_LIKELY(lambda y: abs(y - N_bar) <= Delta, lambda y: abs(y - N_bar) <= 4 * reach, N_n, y)
        calc(Pr(abs(N_n - N_bar) <= 4 * reach)).ge(Pr(abs(N_n - N_bar) <= Delta), near).ge(1 - delta, cite(R4["Eqn 60"]))
    with otherwise():
        have(N * P(n) >= 1, CENTRE())
        obtain(mean_is_likely)
        have(reach**2 < Q(1, 9))
        have(N * rare < Q(1, 9))
        have(1 - delta <= rare, LOG_ABOVE(1 / delta))
        only_mean = MORE_LIKELY(lambda y: y == N_bar, lambda y: abs(y - N_bar) <= 4 * reach, N_n, y)
        calc(Pr(abs(N_n - N_bar) <= 4 * reach)).ge(peak, only_mean, ABS_BELOW(y - N_bar, 4 * reach)).ge(1 - delta)


SIZES = DRAWN.knowing({P(n): lambda x: 1 / balls.ball(x.K)})
SIZES = replace(
    SIZES, points=replace(DRAWN.points, declared=Declared(nonnegative=(expr(Delta),))), ranges=(*DRAWN.ranges, P(n) == 1 / K)
)
with R4.where(MANY_DRAWS, FIXED, given=SIZES):
    R4["small"] = Implies(K**2 == o(N), (N * P(n) == N / K) & (sqrt(N) == o(N / K)) & (Delta == o(N_bar)))
R4["small"].constant(1, sqrt(rare) + 1).power(Fraction(1, 2), Fraction(1, 2))
R4["small"].trivial(never_negative("√N, Δ")).feasible("N ≥ K², K ≤ M, 0 < δ < 1").uses("Notation D.1/Delta")
R4["small"].note("√N = (K/√N) N/K, and Δ ≤ (√(ln(1/δ)) + 1) (K/√N) N̄.")
to_mean, bound = K / sqrt(N), K / sqrt(N) * sqrt(rare) + K / N


@proof(R4["small"])
def _() -> None:
    """Δ ≤ √(N ln(1/δ)) + 1, and N̄ ≥ N/K."""
    have(K / N <= to_mean, ROOT_GROWS(1, N))
