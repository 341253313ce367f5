"""n^c entries suffice in the entrywise maximum (Theorem E.1).

On |S_ij| ≤ M the error is at most e^{2M}/k. It tends to 0 for k = n^c and R = o(√log n), and for R = O(√log n) exactly when
2M < c log n. With the probability of the paper limsup 2dR < c is needed, and enough.
"""

from fractions import Fraction

import mpmath
import sympy

from kernels.balls import Truth
from theorems.sparse.four_steps import large_first_error, small_bound, spike
from theorems.sparse.language import *
from theorems.sparse.large_sizes import SURE_SCALE, Margin, Route, Threshold, spikes
from theorems.sparse.thresholds import speaks

_N = positive("N")

EXPONENTS = [Fraction(1, 2), Fraction(1, 8), Fraction(1, 4), Fraction(3, 4)]


def wide(least: Fraction) -> Condition:
    """The window is at least ``least`` · n^c, compared exactly through integer powers."""

    def check(instance: Instance) -> bool:
        c = Fraction(instance["c"])
        window = Fraction(int(instance["k"])) / least
        return 0 < c < 1 and window**c.denominator >= length_of(str(instance.row)) ** c.numerator

    def widen(instance: Instance) -> Instance:
        c, n = Fraction(instance["c"]), length_of(str(instance.row))
        root, exact = sympy.integer_nthroot(n**c.numerator, c.denominator)
        return instance.but(k=min(n, max(int(instance["k"]), int(root) + (not exact))))

    bound = n**c if least == 1 else Q(str(least)) * n**c
    return Condition((k >= bound) & chain(0, "<", c, "<", 1), check, widen)


def with_exponent(domain: Domain, least: Fraction = Fraction(1)) -> Domain:
    """The domain with the exponent c of k = Ω(n^c) (the paper's C in (0, 1))."""
    return with_parameter(domain, "c", EXPONENTS, wide(least), "the exponent of the window k = Ω(n^c)")


def says_nothing(share: Expr) -> Callable[[Domain], TrivialRange]:
    """The error of an entry is at most 1: the bound share/n^c says nothing while n^c ≤ share."""
    silent = n**c <= share

    def found(domain: Domain) -> TrivialRange:
        def reached(x: AttentionRow) -> Truth:
            seen = on(domain).seen(x)
            return balls.le(seen.value(silent.left), seen.value(silent.right))

        shown = surely(silent) if domain.bind is REPAIRED_INPUTS.bind else silent
        return ranges.silent(ranges.MAXIMUM, domain, repr(shown), reached)

    return found


BELOW_EPSILON = ranges.below_target(ranges.MAXIMUM, lambda n: 1, "1")


def _growing(j: int) -> str:
    M = Fraction(7 * j, 2)
    return f"row={M}x1,{-M}x{10 ** (4 * j) - 1} k={10 ** (2 * j)} M={M} c=1/2 eps=1/10"


def _largest_error(L: Any, r: Any) -> Any:
    """The largest error of an entry over all rows with scores up to M, less ε (see the companions), k = √n."""
    n, k = mpmath.exp(L), mpmath.exp(L / 2)
    q = min(r, max(1, mpmath.sqrt((k - 1) * (n - 1))))
    return max(q / (q + k - 1) - q / (q + n - 1), r / ((k + 1) * r + n - k - 1)) - mpmath.mpf(1) / 100


_EPS = Fraction(1, 100)
PRINTED_ROUTE = Route("", Margin("2 e^{6M}/n^c ≤ ε", 6, 2 / _EPS, Fraction(1, 2)))
_DEPENDENCE = (
    "√log(n0/δ) is about (CR + √(C²R² + c log(1/ε) + c² log(1/δ)))/c: n0 grows like e^{4C²R²/c²} with R/c and like ε^{-1/c} "
    "e^{O(√log(1/ε))} as ε falls; the printed route: e^{36C²R²/c²}; along R = o(√log n): the size beyond which "
    "2CR√log(n/δ) ≤ (c/2) log n, and ε^{-2/c}"
)
ONE_SPIKE = Threshold(
    "one score {M}, the others -{M}",
    spikes(1),
    Margin("e^{2M}/k ≤ ε", 2, 1 / _EPS, Fraction(1, 2)),
    _largest_error,
    PRINTED_ROUTE,
    _DEPENDENCE,
    ROOT,
    {"eps": _EPS},
)
ONE_SPIKE_SURE = replace(ONE_SPIKE, dependence="((d/δ)^{2dR}/ε)^{1/(c - 2dR)}: without bound as 2dR approaches c")

HALF_POWER = Q(1, 2)
_c, _t, _D, _delta = positive("c"), positive("t"), positive("D"), positive("delta")
_hub = sympy.sqrt(_N / _delta)
AT_THE_EDGE = " At 2dR = c it need not: " + HUB + ", so for k = n^c the error of these rows tends to a constant, 1/(1 + δ^c)."
AT_THE_EDGE_STEPS = (
    identity(
        "(n D)^{c-t}/n^c = n^{-t} D^{c-t} for 2dR = c - t, D = d/δ", (_N * _D) ** (_c - _t) / _N**_c, _N**-_t * _D ** (_c - _t)
    ),
    limit_is("n^{-t} -> 0 for t > 0", _N**-_t, _N, 0),
    limit_is(
        "at 2dR = c = 1/2, k = √n: r/(r + k-1) - r/(r + n-1) -> 1/(1 + √δ)",
        _hub / (_hub + sympy.sqrt(_N) - 1) - _hub / (_hub + _N - 1),
        _N,
        1 / (1 + sympy.sqrt(_delta)),
    ),
)


def at_last(threshold: Threshold, m: Expr, factor: Expr, share: Expr, *fixed: Symbol) -> Around:
    """From where e^{2m} times the factor is at most n^share on: for m = M on the event, or m = M′, and what is at the edge."""
    sizes = where_small(m, factor, share, fixed=(eps, *fixed))
    if m is M:
        return lambda how, flat: threshold.proof(how, (), calculation=flat(sizes))
    return lambda how, flat: threshold.proof(how + AT_THE_EDGE, AT_THE_EDGE_STEPS, SURE_SCALE, flat(sizes))


def error_vanishes(line: Line, m: Expr = M, c: Expr = HALF_POWER, threshold: Threshold = ONE_SPIKE) -> None:
    """The limit of the entrywise maximum, with a window of n^c."""

    @proof(line, at_last(threshold, m, 1 / eps, c, *free_symbols(c)))
    def _() -> None:
        """The error is at most e^{2M}/k, and from some size on e^{2M}/ε is at most n^c ≤ k (R = o(√log n), limsup 2dR < c)."""
        obtain(whole_error(m), small_scores(m, 1 / eps, c))
        calc(largest_error).le(exp(2 * m) / k).le(eps, *below_power(m, 1 / eps, c))


WEIGHTS_REPAIR = "limsup 2dR < c in place of R = o(√log n) (at 2dR = c it fails); " + REPAIR


def growing_R(line: Line) -> None:
    """R = Θ(√log n): the weight of one score lies between k and n."""
    lengths = (n == 10 ** (4 * K), k == 10 ** (2 * K), n == k**2, k >= 100, c == Q(1, 2), eps == Q(1, 10))
    scores = (M == 7 * K / 2, Norm(S, "∞") <= M, highest == M, lowest == -M, levels == 2, leaders == 1)

    @refuted_along(
        line,
        "j -> n = 10^(4j), k = 10^(2j), one score M, the others -M, M = 7j/2 (M/log n is constant: R = Θ(√log n))",
        _growing,
        (*lengths, *scores),
        sizes=(n == 10 ** (4 * K), M == 7 * K / 2),
        confirm=(3, 10, 60),
    )
    def _() -> None:
        """The weight r = e^{2M} = e^{7j} lies between k = 10^{2j} and n = 10^{4j}: r/(r + k-1) -> 1, r/(r + n-1) -> 0.
        The limit is 0 along M = m log n exactly when 2m < c.
        """
        weight, narrow, long = exp(7 * K), 2 * K * log(10), 4 * K * log(10)
        calc(16 * k).eq(16 * exp(narrow), POWER_AS_EXP(10, 2 * K)).le(exp(narrow + 3)).le(weight, EXP_GROWS(narrow + 3, 7 * K))
        calc(16 * weight).le(exp(7 * K + 3)).le(exp(long), EXP_GROWS(7 * K + 3, long)).eq(n, POWER_AS_EXP(10, 4 * K))
        calc(Q(1, 2)).le(first_error).le(largest_error, SPIKE)


_W1 = tuple(with_exponent(domain) for domain in (INPUTS, REPAIRED_INPUTS, ROWS))
inputs, sure_inputs, rows = (on(domain) for domain in _W1)
wide_window, half_as_wide = k >= n**c, k >= n**c / 2
printed_bound, sharper = largest_error <= 2 * exp(6 * M) / n**c, largest_error <= exp(2 * M) / n**c
PRINTED_RANGE = says_nothing(2 * exp(6 * M))


def half_as_wide_is_enough(m: Expr) -> None:
    """The error is at most e^{2m}/k."""
    obtain(at_least_one(m), whole_error(m))
    calc(largest_error).le(exp(2 * m) / k).le(2 * exp(2 * m) / n**c).le(2 * exp(6 * m) / n**c)


def wide_is_enough(m: Expr) -> None:
    """The error is at most e^{2m}/k: where k ≥ n^c the factor 2 is not needed."""
    obtain(at_least_one(m), whole_error(m))
    calc(largest_error).le(exp(2 * m) / k).le(exp(2 * m) / n**c).le(exp(6 * m) / n**c).le(2 * exp(6 * m) / n**c)


def sharper_bound(m: Expr) -> None:
    """The error is at most e^{2m}/k."""
    obtain(whole_error(m))
    calc(largest_error).le(exp(2 * m) / k).le(exp(2 * m) / n**c)


def large_error() -> None:
    """The error of the first entry is above 1/2."""
    obtain(large_first_error)
    calc(Q(1, 2)).le(first_error).le(largest_error, SPIKE)


def above_the_bound() -> None:
    """The error of the first entry is above 1/2, and the bound below it."""
    large_error()
    obtain(small_bound)
    have(2 * exp(6 * M) / n**c <= 2 * exp(-9), only(n**c == k, exp(6 * M) <= exp(-9) * k, n >= 1))


E1 = Lemma(
    "Theorem E.1",
    "Appendix E.1",
    "n^C entries suffice, in the entrywise maximum",
    provenance="public",
    given=inputs,
    uses=["Equation 6"],
)
E1["1"] = Implies(wide_window, likely(printed_bound))
spike(E1["1"], above_the_bound, " c=1/8", (c == Q(1, 8),))
E1["1"].trivial(PRINTED_RANGE(_W1[0])).note(
    "6M = 12 R √log(n/δ). k = Ω(n^c) is read with constant 1; with another constant see the part on Ω. With C = 2, "
    f"δ = 1/100, c = 1/2 the bound is below 1 {speaks('Equation 6, Theorem E.1')}."
)
repaired = E1["1"].repair(claim=Implies(wide_window & SURE, likely(surely(printed_bound))), why=REPAIR, given=sure_inputs)
show(repaired.trivial(PRINTED_RANGE(_W1[1])).uses(), wide_is_enough, M_sure)
half_window = with_exponent(ROWS, Fraction(1, 2))
with E1.where(given=rows):
    E1["1, on G_M"] = Implies(ON_EVENT & wide_window, printed_bound)
    E1["1, sharper, on G_M"] = Implies(ON_EVENT & wide_window, sharper)
with_constant = with_parameter(
    half_window, "C", [Fraction(6), Fraction(1), Fraction(100)], Condition(C > 0), "the constant of O(M)"
)
with E1.where(given=on(with_constant)):
    E1["1, Omega, on G_M"] = Implies(ON_EVENT & half_as_wide, largest_error <= exp(O(M)) / n**c)
show(E1["1, on G_M"].trivial(PRINTED_RANGE(_W1[2])).uses(), wide_is_enough, M)
show(E1["1, sharper, on G_M"].trivial(says_nothing(exp(2 * M))(_W1[2])).uses(), sharper_bound, M)
E1["1, sharper, on G_M"].from_("own").note("A companion.")
order = E1["1, Omega, on G_M"].constant(C).uses()
order.trivial(says_nothing(exp(C * M))(with_constant)).note(
    "k ≥ n^c/2 is Ω(n^c), and R = 0 is included. W = 0 leaves 1/k - 1/n, and e^0 = 1: the constant of Ω needs a factor in "
    "front. k = ⌊n^c⌋ fails in the same way."
)


@refuted_along(
    order,
    "m -> n = 4·10^(2m), S = 0, k = 10^m = √n/2",
    lambda m: f"row=0x{4 * 10 ** (2 * m)} k={10**m} M=0 c=1/2 C=6",
    (n == 4 * k**2, k >= 2, c == Q(1, 2), C > 0, Norm(S, "∞") <= M, M == 0),
    sizes=(k == 10**K, n == 4 * 10 ** (2 * K), M == 0),
    confirm=(1, 2, 30),
)
def _() -> None:
    """W = 0: the error is 1/k - 1/n = 1/k - 1/(4k²), more than 1/(2k) = e^{C·0}/√n for every C."""
    calc(exp(C * M) / n**c).eq(1 / (2 * k)).lt(1 / k - 1 / n).le(largest_error, UNIFORM, MAX_ABOVE(1 / k - 1 / n, 1 / n))


repaired = order.repair(
    claim=Implies(ON_EVENT & half_as_wide, printed_bound),
    given=on(half_window),
    why="a factor 2, the inverse of the constant in Ω, and O(M) written out: 6 M",
)
show(repaired.trivial(PRINTED_RANGE(half_window)).uses(), half_as_wide_is_enough, M)

TARGETS = [Fraction(1, 10), Fraction(1, 100), Fraction(2)]
SMALL_TARGET = Condition(eps > 0, lambda x: Fraction(x["eps"]) > 0)


def with_target(domain: Domain, growth: Condition | None = GROWTH_OF_R) -> Domain:
    """The domain with the ε of "the limit is 0", and the hypothesis on the growth of R."""
    growth = {GROWTH_OF_R: SMALL_M, ORDER_R: ORDER_M}.get(growth, growth) if domain.bind is ROWS.bind and growth else growth
    limited = domain if growth is None else replace(domain.where(growth), feasible=met_with(domain, growth))
    return with_parameter(limited, "eps", TARGETS, SMALL_TARGET, "the ε that the error is to fall below")


def at_half(threshold: Threshold) -> Threshold:
    """The same along c = 1/2, where c is a parameter."""
    return replace(threshold, more={"c": Fraction(1, 2), **threshold.more})


TARGET = (c == Q(1, 8), eps == Q(1, 10))
vanishes = Limit(largest_error, n, infinity) == 0
of_order = R == O(sqrt(log(n)))
with E1.where(given=on(with_target(_W1[0]))):
    E1["2"] = Implies(wide_window & SMALL_R, likely(vanishes)), held_fixed(c)
with E1.where(given=on(with_target(_W1[0], ORDER_R))):
    E1["2(b)"] = Implies(wide_window & of_order, likely(vanishes)), held_fixed(c)
with E1.where(given=on(with_target(_W1[2]))):
    E1["2, on G_M"] = Implies(ON_EVENT & wide_window & SMALL_R, vanishes), held_fixed(c)
with E1.where(given=on(with_target(_W1[2], ORDER_R))):
    E1["2(b), on G_M"] = Implies(ON_EVENT & wide_window & of_order, vanishes), held_fixed(c)
spike(E1["2"], large_error, " c=1/8 eps=1/10", TARGET)
E1["2"].trivial(BELOW_EPSILON).note("Below any ε from some size on.")
repaired = E1["2"].repair(
    claim=Implies(wide_window & limsup_below(c), likely_limit(largest_error)),
    why=f"{WEIGHTS_REPAIR}; {AT_EACH_SIZE}",
    given=on(with_target(_W1[1], WEIGHTS_BELOW_WINDOW)),
)
repaired.trivial(BELOW_EPSILON).uses()
error_vanishes(repaired, M_sure, c, at_half(ONE_SPIKE_SURE))
spike(E1["2(b)"].trivial(BELOW_EPSILON), large_error, " c=1/8 eps=1/10", TARGET)
error_vanishes(E1["2, on G_M"].uses(), M, c, at_half(ONE_SPIKE))
E1["2, on G_M"].trivial(BELOW_EPSILON)
growing_R(E1["2(b), on G_M"].trivial(BELOW_EPSILON).uses())

STATEMENTS = (E1,)
