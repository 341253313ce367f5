"""The same theorems for centred entries (Definition C.1 with E X_ij = 0 added).

The counterexamples elsewhere are deterministic inputs, which Definition C.1 allows. Here every entry has a fair sign:
X_j1 = σ_j b, and X_j2 = τ_j b for the first ``a`` keys and 0 for the others, W = w E_12: S_ij = σ_i τ_j R log(2n/δ) or 0.
A fixed row sees u spikes up and a - u down, u ~ Bin(a, 1/2): with a = 2 the bad cases have probability 1/4 or 1/2, above any
δ < 0.1. Only the lower bound on D survives centring.
"""

import sympy

from theorems.kernel.facts import REALS
from theorems.sparse.centred_laws import *
from theorems.sparse.facts import Point, bind_point
from theorems.sparse.lower_bounds import EVERY_TARGET

_N, _x, _delta, _a = positive("N"), positive("x"), positive("delta"), positive("a")

CENTRED_STATEMENT = Lemma(
    "Centred entries",
    "Definition C.1 with E X_ij = 0; Lemma D.3, Theorems 4.3, 5.1, E.1, E.2",
    "the theorems for centred entries",
    provenance="inferred",
    given=CENTRED_DATA,
    trivial=ranges.PROBABILITY,
)

_logarithm = log(n / delta)
weight = peak == (200 * n) ** 2


@auxiliary(exp(2 * M) <= n / exp(1))
def far_below() -> None:
    """2M = 4C√L ≤ L/4 + 16C² for L = log 100 n, and C² ≤ (log n)/25."""
    root, share = sqrt(_logarithm), sqrt(log(n)) / 5
    calc(2 * M).eq(4 * C * root, M_OF_X).le(_logarithm / 4 + 16 * C**2, SQUARE(root / 2 - 4 * C))
    calc(C**2).le(share**2, SQUARE_GROWS(C, share)).eq(log(n) / 25)
    have(2 * M <= log(n) - 1)
    hence(EXP_GROWS(2 * M, log(n) - 1))


@auxiliary((exp(M) >= 1) & (exp(M) <= n))
def below_length() -> None:
    """e^M ≤ e^{2M}."""
    have(M >= 0, M_OF_X)
    have(exp(M) >= 1, EXP_ABOVE_TANGENT(M))
    obtain(far_below)


def missed(law: Definition, event: Relation, times: int = 1) -> None:
    """The event is missed with more than ``times`` δ, the probability that a law knows."""
    known, contrary = probability(law), event.contrary
    seen = known.event
    assert isinstance(seen, Relation)
    likely = MORE_LIKELY(
        lambda y: Relation(y, seen.sign, seen.right), lambda y: Relation(y, contrary.sign, contrary.right), event.left, y
    )
    calc(delta if times == 1 else times * delta).lt(known, law()).le(Pr(contrary), likely)


def by_spikes(line: Line, count: int = 1, confirm: tuple[int, ...] = (60, 100, 200)) -> Any:
    """``@by_spikes(line)``: the statements below are of spikes of R = 2 along n = 10^m, k = 1."""
    every_constant = (C > 0, C <= sqrt(log(n)) / 5)
    sizes = (n >= 100, log(n) >= 138, k == 1, a == count, R == 2, *every_constant, delta == Q(1, 100), eps == Q(1, 10), d == 2)
    return refuted_along(
        line,
        f"m -> n = 10^m, {count} spike(s), R = 2, fair signs",
        lambda m: f"a={count} n={10**m} k=1 R=2 delta=1/100 C=2 eps=1/10",
        sizes,
        sizes=(n == 10**K, R == 2),
        confirm=confirm,
    )


CENTRED_STATEMENT["Lemma D.3, 1"] = Implies(centred, likely(scores_exponential))
CENTRED_STATEMENT["Lemma D.3, 2"] = Implies(centred, likely(sum_above))
CENTRED_STATEMENT["Theorem 4.3 (c)"] = Implies(centred, likely(entry))
with CENTRED_STATEMENT.where(given=GROWING):
    CENTRED_STATEMENT["Theorem 5.1, 1(b)"] = Implies(centred & SMALL_R, likely(Eventually(at_most_one, n)))
    CENTRED_STATEMENT["Theorem 5.1, 1(c)"] = Implies(centred & SMALL_R, likely(Limit(effective, n, infinity) == 0))


@by_spikes(CENTRED_STATEMENT["Lemma D.3, 1"])
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike points up: its score R log(2n/δ) exceeds M for
    every C.
    """
    obtain(below_length)
    missed(MOST, scores_exponential)


@by_spikes(CENTRED_STATEMENT["Lemma D.3, 2"])
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike points up: D_ii ≥ (2n/δ)² exceeds
    n e^M = n^{1 + o(1)}.
    """
    obtain(below_length)
    missed(WHOLE, sum_above)


@by_spikes(CENTRED_STATEMENT["Theorem 4.3 (c)"], confirm=(130, 200, 300))
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike takes the share q/(q + n-1), q = (2n/δ)²."""
    most, whole = exp(2 * M) / n, peak / (peak + n - 1)
    obtain(far_below)
    calc(most).le(n / exp(1) / n).eq(1 / exp(1)).lt(Q(1, 2)).le(whole)
    missed(SHARE, entry)


@by_spikes(CENTRED_STATEMENT["Theorem 5.1, 1(b)"], count=2)
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/4 both spikes point up and share the row: two effective
    entries, for every n.
    """
    missed(TWO_LEFT, at_most_one, times=2)


@by_spikes(CENTRED_STATEMENT["Theorem 5.1, 1(c)"])
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike takes almost the whole row: one effective
    entry, for every n.
    """
    missed(ONE_LEFT, none_left, times=2)


square_root = k == ceil(sqrt(n))
ROOT_WINDOW = Condition(
    chain(sqrt(n), "<=", k, "<=", sqrt(n) + 1), lambda x: int(x["k"]) == ROOT(int(x["n"])), printed=square_root
)
with CENTRED_STATEMENT.where(given=GROWING.where(ROOT_WINDOW)):
    CENTRED_STATEMENT["Theorem E.1, 2"] = Implies(
        centred & square_root & SMALL_R, likely(Limit(largest_error, n, infinity) == 0)
    )


@refuted_along(
    CENTRED_STATEMENT["Theorem E.1, 2"],
    "m -> n = 10^(2m), k = 10^m, one spike, R = 3/4, fair signs",
    lambda m: f"a=1 n={10 ** (2 * m)} k={10**m} R=3/4 delta=1/100 C=2 eps=1/10",
    (n == k**2, k >= 100, log(k) >= 23, a == 1, R == Q(3, 4), C == 2, delta == Q(1, 100), eps == Q(1, 10), d == 2),
    sizes=(k == 10**K, n == 10 ** (2 * K), R == Q(3, 4)),
    confirm=(10, 40, 140),
)
def _() -> None:
    """With probability 1/2 the spike points up; its weight (2n/δ)^{3/4} lies between k and n: the error tends to 1."""
    most_off, long = largest(peak_error, lost_share), Q(3, 4) * log(200 * k**2)
    have(16 * k <= peak, EXP_GROWS(log(k) + log(16), long))
    have(16 * peak <= k**2, EXP_GROWS(log(16) + long, 2 * log(k)))
    have(peak_error > Q(1, 2), only(16 * k <= peak, 16 * peak <= k**2, n == k**2, k >= 100, delta == Q(1, 100), d == 2))
    calc(eps).lt(Q(1, 2)).le(peak_error).le(most_off, MAX_ABOVE(peak_error, lost_share))
    missed(LARGE, largest_error <= eps, times=2)


few = k == o(log(n))
_rest = peak + (n - 2) + 1 / peak
_squares = n * ((1 - peak / _rest) ** 2 + (n - 2) * (1 / _rest) ** 2 + (1 / peak / _rest) ** 2)
_size = sqrt(_squares)
_known = Pr((frobenius == _size) & (ups == 1))
OPPOSITE = Definition(
    "with probability 1/2 one of two spikes points up, the other down",
    (),
    _known == Q(1, 2),
    (a == 2, k == 1),
    of=Computed(with_spikes(2), LAWS | {_known: lambda x: x.chance(frobenius, CENTRED_DATA.seen(x).value(_size))}),
)
with CENTRED_STATEMENT.where(given=GROWING.where(Condition(few, growth=True, said="along the family"))):
    CENTRED_STATEMENT["Theorem E.2, 6.2"] = Implies(centred & few & SMALL_R, likely(frobenius == Order("Ω", expr(1))))


@refuted_along(
    CENTRED_STATEMENT["Theorem E.2, 6.2"],
    "m -> n = 10^m, 2 spike(s), R = 2, fair signs",
    lambda m: f"a=2 n={10**m} k=1 R=2 delta=1/100 C=2 eps=1/10",
    (*EVERY_TARGET, n >= 100, k == 1, a == 2, R == 2, C == 2, delta == Q(1, 100), d == 2),
    sizes=(n == 10**K, k == 1, R == 2),
    confirm=(60, 100, 200),
)
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the two spikes have opposite signs. Then every row,
    whatever σ_i is, has one score R log(2n/δ), one -R log(2n/δ) and zeros: all rows put 1 - O(1/n) on one key and
    ‖P - P̂‖_F ≤ 2√n n (δ/2n)² -> 0.
    """
    least = 10 ** (-K / 2)
    have(_squares <= 1 / (4 * n), only(n >= 100, d == 2, delta == Q(1, 100), R == 2))
    have(_size <= least / 2, ROOT_BELOW(_squares, least / 2))
    calc(_size).le(least / 2).le(eps / 2).lt(eps)
    (
        calc(2 * delta)
        .lt(_known, OPPOSITE)
        .le(Pr(frobenius < eps), MORE_LIKELY(lambda y: (y == _size) & (ups == 1), lambda y: y < eps, frobenius, y))
    )


_R = positive("R")


def _within(n: int) -> Truth:
    """d log(nd/δ) (√(2 log(n/δ)/(n-1)) + 1/n) ≤ C √log(n/δ) for d = 2, C = 2, δ = 1/100: from some n on, the ratio falls."""

    def question() -> Truth:
        size, delta = balls.ball(n), balls.ball(Fraction(1, 100))
        L = balls.log(size / delta)
        left = 2 * balls.log(2 * size / delta) * (balls.sqrt(2 * L / (size - 1)) + 1 / size)
        return balls.le(left, 2 * balls.sqrt(L))

    return balls.decide(question)[0]


@cache
def _lower_size() -> int:
    """The least n that the argument covers."""
    return next(n for n in range(2, 1000) if _within(n) is Truth.HOLDS)


def _lower_n0(part: Part) -> dict[str, Any]:
    return {
        "variable": "n",
        "value": str(_lower_size()),
        "family": "every R and every centred input (an upper bound: the argument's own size)",
        "constants": "d = 2, C = 2, δ = 1/100",
        "route": "none printed: Part 3 is a corollary of Part 1, which fails",
        "dependence": "d log(nd/δ) (√(2 log(n/δ)/(n-1)) + 1/n) ≤ C √log(n/δ): n0 grows like (d/C)² log²(nd/δ)",
    }


bounded_entry = abs(X[i, j]) <= B * sqrt(log(n * d / delta))
all_sums = likely(ForAll(i, indices, sum_below))
CENTRED_STATEMENT["Lemma D.3, 3"] = Implies(centred & (Pr(bounded_entry) == 1), all_sums)
CENTRED_STATEMENT["Lemma D.3, 3"].note(
    "Without centring it fails at once (Lemma D.3, 3), and so it does with rare large entries (next part)."
)
CENTRED_STATEMENT["Lemma D.3, 3"].proved(
    Argument(
        Verdict.ASYMPTOTIC,
        "D_ii ≥ n exp(mean_j S_ij) (Jensen). Given X_i, the S_ij with j ≠ i are independent, centred and bounded by d R "
        "log(nd/δ), so by Hoeffding and the union over rows their mean is at least -d R log(nd/δ) √(2 log(n/δ)/(n-1)), with "
        "probability ≥ 1-δ; the own score adds at most d R log(nd/δ)/n. The sum is o(R √log(n/δ)): below M = C R √log(n/δ) "
        "from n0 on, for every C.",
        (
            SURE_BOUND,
            identity(
                "(n-1) t²/(2 b²) = log(n/δ) at t = b √(2 log(n/δ)/(n-1))",
                _x * (_a * sympy.sqrt(2 * _R / _x)) ** 2 / (2 * _a**2),
                _R,
            ),
            limit_is(
                "log(nd/δ) (√(2 log n/n) + 1/n) -> 0", sympy.log(_N) * (sympy.sqrt(2 * sympy.log(_N) / _N) + 1 / _N), _N, 0
            ),
            Step("n0 for d = 2, C = 2, δ = 1/100 is at most 300, in balls", lambda: _lower_size() <= 300),
        ),
        in_words="Jensen's inequality for the mean of e^{S_ij}, Hoeffding's inequality given X_i and the union over "
        "the rows, and that the ratio of the two sides falls from n0 on.",
        n0=_lower_n0,
    )
)
everywhere = ForAll(i, indices, ForAll(j, Range(expr(1), d), bounded_entry))
too_low = Pr(sum_below.contrary)


def _bind_rare(instance: Instance, arithmetic: Arithmetic) -> Point:
    """p: the chance of a large entry;  L: log(n/δ)"""
    x = bind_point(instance, arithmetic)
    L, p = arithmetic.log(x.n / x.delta), x.delta / (2 * x.n)
    return replace(x, values={**x.values, "L": L, "p": p, "M": x.C * x.R * arithmetic.sqrt(L)})


def _none_large(x: Point) -> Number:
    """The probability (1-p)^n."""
    return balls.exp(x.n * balls.log(1 - balls.ball(x.p)))


def _low_sum(x: Point) -> Number:
    """At least the probability that no entry is large, where -R log(n/δ) < -M."""
    return balls.enclosing(_none_large(x) if balls.gt(x.R * x.L, x.M) is Truth.HOLDS else 0, 1)


RARE = Computed(
    Domain(
        "independent X_j = b with probability 1 - p, -b (1-p)/p with probability p = δ/(2n), b = B √log(n/δ)",
        lambda: st.builds(
            lambda n, R, C: {"n": n, "R": R, "delta": Fraction(1, 100), "C": C},
            st.one_of(st.integers(1, 100), st.sampled_from([10**9, 10**50])),
            st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)]),
            st.integers(1, 4),
        ),
        _bind_rare,
        (Condition((n >= 1) & (R > 0) & (C > 0)), Condition(chain(0, "<", delta, "<", Q("0.1")))),
        lambda: (Instance(n=n, R=R, delta=Fraction(1, 100), C=2) for n in (1, 2, 10, 10**4) for R in (1, 2)),
        variables={
            "n": "length",
            "R": "B² ‖W‖_F",
            "delta": "failure probability δ",
            "C": "constant in M",
            "M": "C R √log(n/δ)",
        },
        feasible="every n ≥ 1, δ in (0, 0.1), R > 0",
        declared=Declared(premises=(centred, likely(everywhere)), each=(indices,)),
    ),
    {
        d: lambda x: 1,
        B: lambda x: 1,
        W[1, 1]: lambda x: -x.R,
        too_low: _low_sum,
        E(X[i, j]): lambda x: (1 - x.p) * x.arithmetic.sqrt(x.L) - x.p * (x.arithmetic.sqrt(x.L) * (1 - x.p) / x.p),
        Pr(everywhere): _none_large,
    },
    ranges=(d == 1, B > 0, M == C * R * sqrt(log(n / delta)), i.isin(columns), fixed(columns), centred, likely(everywhere)),
)
size_of_most = B * sqrt(log(n * d / delta))
MOST_ENTRIES = Definition(
    "an entry is b with probability 1 - δ/(2n)",
    (l,),
    Pr(X[l, 1] == size_of_most) == 1 - delta / (2 * n),
    (l.isin(columns),),
    of=RARE.knowing({Pr(X[l, 1] == size_of_most): lambda x: 1 - x.p}),
    at=((l,),),
)
ONE_FEATURE = Definition(
    "S = X W X^⊤ for d = 1",
    (i, l),
    S[i, l] == X[i, 1] * W[1, 1] * X[l, 1],
    (i.isin(columns), l.isin(columns)),
    of=RARE.knowing({S[i, l]: lambda x, i, l: -x.R * x.L, X[i, q]: lambda x, i, q: x.arithmetic.sqrt(x.L)}),  # none is large
    at=((expr(1), expr(1)),),
)
with CENTRED_STATEMENT.where(given=RARE):
    CENTRED_STATEMENT["Lemma D.3, 3, rare large entries"] = Implies(centred & likely(everywhere), all_sums)
CENTRED_STATEMENT["Lemma D.3, 3, rare large entries"].note("Centring says nothing of the entries that are seen.")


@refuted_along(
    CENTRED_STATEMENT["Lemma D.3, 3, rare large entries"],
    "m -> n = 10^m, d = 1, W = -R/B², R = 1",
    lambda m: f"n={10**m} R=1 delta=1/100 C=2",
    (n == 10**K, n >= 100, R == 1, W[1, 1] == -R / B**2, delta == Q(1, 100), C > 0, C <= sqrt(log(n))),
    confirm=(3, 20, 100),
)
def _() -> None:
    """With probability 1 - δ/2 no entry is large: all are b, every score is -R log(n/δ), and D_ii = n e^{-R log(n/δ)} is below
    n e^-M for every C as soon as log(n/δ) > C².
    """
    logarithm = log(n / delta)
    seen = ForAll(l, columns, X[l, 1] == size_of_most)
    root, least = sqrt(logarithm), sqrt(log(n))
    calc(M).eq(C * root).le(least * root).le((log(n) + logarithm) / 2, TWO_SQUARES(least, root)).lt(logarithm)
    with proving(ForAll(y, REALS, Implies(seen, sum_below.contrary))):
        have(ForAll(l, columns, A[i, l] == exp(-logarithm)), A_IS(i, l), ONE_FEATURE(i, l))
        have(D[i, i] == n * exp(-logarithm), D_IS(i), SUM_EQUAL, SUM_OF_CONSTANT(exp(-logarithm), l, columns), LENGTH(l))
        have(exp(-logarithm) < exp(-M), EXP_GROWS_STRICTLY(-logarithm, -M))
    large = Sum(l, columns, 1 - Pr(X[l, 1] == size_of_most))
    have(large == delta / 2, SUM_EQUAL, SUM_OF_CONSTANT(delta / (2 * n), l, columns), LENGTH(l), MOST_ENTRIES)
    (
        calc(delta)
        .lt(Pr(seen), ALL_AT_ONCE(lambda l: X[l, 1] == size_of_most, l, columns))
        .le(too_low, MORE_LIKELY(lambda _: seen, lambda _: sum_below.contrary, X[i, 1], y))
    )


STATEMENTS = (CENTRED_STATEMENT,)
