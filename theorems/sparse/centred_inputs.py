"""The same theorems for centred entries (Definition C.1 with E X_ij = 0 added).

The counterexamples elsewhere are deterministic inputs, which Definition C.1 allows. Here every entry has a fair sign:
X_j1 = σ_j b, and X_j2 = τ_j b for the first ``a`` keys and 0 for the others, W = w E_12: S_ij = σ_i τ_j R log(2n/δ) or 0.
A fixed row sees u spikes up and a - u down, u ~ Bin(a, 1/2): with a = 2 the bad cases have probability 1/4 or 1/2, above any
δ < 0.1. Only the lower bound on D survives centring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from kernels.balls import Truth
from strategies.attention_rows import text_of
from theorems.language.computed import SIGNS
from theorems.sparse.language import *
from theorems.sparse.sparsity import with_epsilon
from theorems.sparse.tail_bounds import HOEFFDING_STEPS
from theorems.textbook import *
from theorems.vocabulary import Comparison

a, y = symbols("a y")
ROW_OF_ONE = row_data(with_epsilon(ROWS))


@dataclass(frozen=True)
class CentredInput:
    """The possible rows of a fixed position with their probabilities: (spikes up, probability, row)."""

    arithmetic: Arithmetic
    n: int
    delta: Number
    outcomes: tuple[tuple[int, Fraction, AttentionRow], ...]
    values: dict[str, Number]

    def __getattr__(self, name: str) -> Number:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"no parameter {name}") from None

    def chance(self, quantity: Expr, value: Number, low: bool = False) -> Fraction:
        """The probability that a quantity of the row is this value (or at least it)."""
        there = (ROW_OF_ONE.seen(row).value(quantity) for _, _, row in self.outcomes)
        return sum(
            (
                probability
                for (_, probability, _), here in zip(self.outcomes, there, strict=True)
                if balls.close(balls.ball(here), balls.ball(value)) or (low and balls.ge(here, value) is Truth.HOLDS)
            ),
            Fraction(0),
        )

    def failure(self, event: Relation) -> Number:
        """Pr[the event does not happen in this row]."""
        certain = possible = Fraction(0)
        for _, probability, row in self.outcomes:
            truth = self._truth(event, row)
            certain += probability if truth is Truth.FAILS else 0
            possible += probability if truth is not Truth.HOLDS else 0
        return balls.enclosing(certain, possible)

    def failure_somewhere(self, event: Relation) -> Number:
        """Pr[the event does not happen in some of the n rows].

        A row with σ_i = 1 sees as many spikes up as there are, the others see the rest; of n signs all are the same with
        probability 2^(1-n).
        """
        signs = min(self.n, 64)
        least, most = 1 - Fraction(1, 2**signs), 1 - (Fraction(1, 2**signs) if self.n == signs else 0)
        truths = [self._truth(event, row) for _, _, row in self.outcomes]
        certain = possible = Fraction(0)
        for (_, probability, _), here, turned in zip(self.outcomes, truths, reversed(truths), strict=True):
            failed = [truth is Truth.FAILS for truth in (here, turned)]
            open_ = [truth is not Truth.HOLDS for truth in (here, turned)]
            certain += probability * (1 if all(failed) else least if any(failed) else 0)
            possible += probability * (1 if all(open_) else most if any(open_) else 0)
        return balls.enclosing(certain, possible)

    def _truth(self, event: Relation, row: AttentionRow) -> Truth:
        seen = ROW_OF_ONE.seen(row)
        return Comparison(seen.value(event.left), SIGNS[event.sign], seen.value(event.right)).truth()


def _bind(instance: Instance, arithmetic: Arithmetic) -> CentredInput:
    a, n, k = (int(instance[name]) for name in ("a", "n", "k"))
    R, delta, C, eps = (Fraction(instance[name]) for name in ("R", "delta", "C", "eps"))
    number = arithmetic.number
    scale = number(R) * arithmetic.log(number(2 * n) / number(delta))
    M = number(C * R) * arithmetic.sqrt(arithmetic.log(number(n) / number(delta)))
    outcomes = []
    for up in range(a + 1):
        levels = [(1, up), (0, n - a), (-1, a - up)]
        row = text_of((logit, times) for logit, times in levels if times)
        outcomes.append((up, Fraction(comb(a, up), 2**a), row_of(arithmetic, row, k, M, scale, eps=number(eps))))
    values = {"R": number(R), "C": number(C), "M": M, "k": number(k), "a": number(a), "eps": number(eps)}
    return CentredInput(arithmetic, n, number(delta), tuple(outcomes), values)


def _small() -> Iterator[Instance]:
    for length, spikes, size in product((2, 3, 4, 6, 10, 100, 10**4, 10**8, 10**20, 10**50), (1, 2), (1, 2)):
        for window in sorted({1, ROOT(length)}):
            yield Instance(a=spikes, n=length, k=window, R=size, delta=Fraction(1, 100), C=2, eps=Fraction(1, 10))


CENTRED = Domain(
    "centred inputs: mutually independent fair signs times coefficients of at most B √log(nd/δ)",
    lambda: st.builds(
        lambda a, more, R, k: {
            "a": a, "n": a + more, "k": min(k, a + more), "R": R, "delta": Fraction(1, 100), "C": 2, "eps": Fraction(1, 10),
        },
        st.integers(1, 3),
        st.one_of(st.integers(1, 10), st.sampled_from([10**3, 10**9, 10**50])),
        st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)]),
        st.integers(1, 10),
    ),
    _bind,
    (
        Condition(chain(1, "<=", a, "<=", n) & chain(1, "<=", k, "<=", n)),
        Condition(chain(0, "<", delta, "<", Q("0.1"))),
    ),
    _small,
    variables={
        "n": "length", "k": "window", "a": "number of spikes", "R": "B² ‖W‖_F", "delta": "failure probability δ",
        "C": "constant in M", "M": "C R √log(n/δ)", "eps": "the threshold ε",
    },
    feasible="every n ≥ a ≥ 1, k in [n], δ in (0, 0.1), R ≥ 0, C > 0",
)  # fmt: skip


_N, _x, _delta, _a = positive("N"), positive("x"), positive("delta"), positive("a")


X, B, ups = symbols("X B spikes_up")
centred = E(X[i, j]) == 0
scores_exponential = largest_exponential <= exp(M)
sum_above, sum_below = D[i, i] <= n * exp(M), D[i, i] >= n * exp(-M)
entry = largest_entry <= exp(2 * M) / n
at_most_one, none_left = effective <= 1, effective <= 0
small_error, some_error = largest_error <= eps, frobenius >= eps


EVENTS = (scores_exponential, sum_above, entry, at_most_one, none_left, small_error, some_error)
some_sum_below = Pr(Exists(i, indices, sum_below.contrary))


def _failure(event: Relation) -> Supply:
    return lambda x: x.failure(event)


LAWS: dict[Node, Supply] = {
    **{Pr(event.contrary): _failure(event) for event in EVENTS},
    some_sum_below: lambda x: x.failure_somewhere(sum_below),
    d: lambda x: 2,
    eps: "eps",
}
_declared = Declared(premises=(centred,), each=(indices,), whole=(effective,), nonnegative=(effective,))
CENTRED_DATA = Computed(replace(CENTRED, declared=_declared), LAWS)
GROWING = CENTRED_DATA.where(GROWTH_OF_R)
peak = exp(R * log(n * d / delta))  # the weight of a spike that points up
peak_error = peak / (peak + k - 1) - peak / (peak + n - 1)
M_OF_X = Definition("M = C R √log(n/δ)", (), M == C * R * sqrt(log(n / delta)), of=CENTRED_DATA)


def _spikes(count: int) -> Domain:
    """Inputs with so many spikes whose scores are so large that they share the row."""

    def small() -> Iterator[Instance]:
        for more, size in product((1, 2, 5, 40), (1, 2)):
            yield Instance(a=count, n=count + more, k=1, R=size, delta=Fraction(1, 100), C=2, eps=Fraction(1, 10))

    return replace(
        CENTRED, name=f"centred inputs with {count} spikes", draw=lambda: st.sampled_from([dict(i.items()) for i in small()]),
        small=small,
    )  # fmt: skip


def pointing_up(quantity: Expr, value: Expr, words: str, sign: str = "==", count: int = 1, *where: Claim) -> Definition:
    """The law of the spikes: with probability 2^-count all of them point up, and the row is known."""
    event = Relation(quantity, sign, value)

    def supply(x: CentredInput) -> Fraction:
        return x.chance(quantity, CENTRED_DATA.seen(x).value(value), low=sign == ">=")

    return Definition(
        f"with probability {Fraction(1, 2**count)} all spikes point up: {words}",
        (),
        Pr(event) >= Q(1, 2**count),
        (a == count, *where),
        of=Computed(_spikes(count), LAWS | {Pr(event): supply}),
    )


CENTRED_STATEMENT = Lemma(
    "Centred entries",
    "Definition C.1 with E X_ij = 0; Lemma D.3, Theorems 4.3, 5.1, E.1, E.2",
    "the theorems for centred entries",
    provenance="inferred",
    given=CENTRED_DATA,
    trivial=ranges.PROBABILITY,
)


def probability(law: Definition) -> Probability:
    """The one that a law speaks of."""
    assert isinstance(law.claim, Relation)
    assert isinstance(law.claim.left, Probability)
    return law.claim.left


MOST = pointing_up(largest_exponential, peak, "the largest entry of A is (nd/δ)^R")
WHOLE = pointing_up(D[i, i], peak + n - 1, "D_ii = (nd/δ)^R + n - 1")
SHARE = pointing_up(largest_entry, peak / (peak + n - 1), "the largest entry of u is (nd/δ)^R/D_ii")
ONE_LEFT = pointing_up(effective, expr(1), "its entry exceeds ε", ">=", 1, eps < peak / (peak + n - 1))
TWO_LEFT = pointing_up(effective, expr(2), "their entries exceed ε", ">=", 2, eps < peak / (2 * peak + n - 2))
_lost = 1 / (peak + n - 1)
LARGE = pointing_up(
    largest_error, largest(peak_error, _lost), "its entries of P and P̂ differ, the others are 1 in A", "==", 1, k < n
)
_logarithm = log(n / delta)
weight = peak == (200 * n) ** 2


@auxiliary(exp(2 * M) <= n / exp(1))
def far_below() -> None:
    """M = 4√L ≤ L/4 + 16 for L = log 100 n."""
    have(M <= _logarithm / 4 + 16, only(M_OF_X(), SQUARE(sqrt(_logarithm) / 2 - 4), C == 2, R == 2, delta == Q(1, 100), n >= 1))
    have(2 * M <= log(n) - 1, only(M <= _logarithm / 4 + 16, delta == Q(1, 100), n >= 1, log(n) >= 138))
    hence(EXP_GROWS(2 * M, log(n) - 1))


@auxiliary((exp(M) >= 1) & (exp(M) <= n))
def below_length() -> None:
    """e^M ≤ e^{2M}."""
    have(M >= 0, M_OF_X)
    have(exp(M) >= 1, EXP_ABOVE_TANGENT(M))
    obtain(far_below)
    calc(exp(M)).le(exp(2 * M)).le(n / exp(1)).le(n)


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
    sizes = (n >= 100, log(n) >= 138, k == 1, a == count, R == 2, C == 2, delta == Q(1, 100), eps == Q(1, 10), d == 2)
    return refuted_along(
        line,
        f"m -> n = 10^m, {count} spike(s), R = 2, fair signs",
        lambda m: f"a={count} n={10**m} k=1 R=2 delta=1/100 C=2 eps=1/10",
        Contrary(sizes, PENDING, sizes=(n == 10**K, R == 2)),
        confirm,
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
    have(weight)
    calc(exp(M)).le(n).lt((200 * n) ** 2).eq(peak)
    missed(MOST, scores_exponential)


@by_spikes(CENTRED_STATEMENT["Lemma D.3, 2"])
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike points up: D_ii ≥ (2n/δ)² exceeds
    n e^M = n^{1 + o(1)}.
    """
    obtain(below_length)
    have(weight)
    calc(n * exp(M)).le(n * n).lt(peak + n - 1)
    missed(WHOLE, sum_above)


@by_spikes(CENTRED_STATEMENT["Theorem 4.3 (c)"], confirm=(130, 200, 300))
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike takes the share q/(q + n-1), q = (2n/δ)²."""
    most, whole = exp(2 * M) / n, peak / (peak + n - 1)
    obtain(far_below)
    have(weight)
    have(whole >= Q(1, 2))
    calc(most).le(n / exp(1) / n).eq(1 / exp(1)).lt(Q(1, 2)).le(whole)
    missed(SHARE, entry)


@by_spikes(CENTRED_STATEMENT["Theorem 5.1, 1(b)"], count=2)
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/4 both spikes point up and share the row: two effective
    entries, for every n.
    """
    have(weight)
    have(peak / (2 * peak + n - 2) > eps)
    missed(TWO_LEFT, at_most_one, times=2)


@by_spikes(CENTRED_STATEMENT["Theorem 5.1, 1(c)"])
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the spike takes almost the whole row: one effective
    entry, for every n.
    """
    have(weight)
    have(peak / (peak + n - 1) > eps)
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
    Contrary(
        (n == k**2, k >= 100, log(k) >= 23, a == 1, R == Q(3, 4), C == 2, delta == Q(1, 100), eps == Q(1, 10), d == 2),
        PENDING,
        sizes=(k == 10**K, n == 10 ** (2 * K), R == Q(3, 4)),
    ),
    confirm=(10, 40, 140),
)
def _() -> None:
    """With probability 1/2 the spike points up; its weight (2n/δ)^{3/4} lies between k and n: the error tends to 1."""
    most_off, long = largest(peak_error, _lost), Q(3, 4) * log(200 * k**2)
    have(16 * k <= peak, EXP_GROWS(log(k) + log(16), long))
    have(16 * peak <= k**2, EXP_GROWS(log(16) + long, 2 * log(k)))
    have(peak_error > Q(1, 2), only(16 * k <= peak, 16 * peak <= k**2, n == k**2, k >= 100, delta == Q(1, 100), d == 2))
    calc(eps).lt(Q(1, 2)).le(peak_error).le(most_off, MAX_ABOVE(peak_error, _lost))
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
    of=Computed(_spikes(2), LAWS | {_known: lambda x: x.chance(frobenius, CENTRED_DATA.seen(x).value(_size))}),
)
CENTRED_STATEMENT["Theorem E.2, 6.2"] = Implies(centred & few & SMALL_R, likely(frobenius == Order("Ω", expr(1))))
CENTRED_STATEMENT["Theorem E.2, 6.2"].in_words(
    "One constant is compared. With probability 1/2 the error of the family tends to 0, below every constant."
)


@refuted_along(
    CENTRED_STATEMENT["Theorem E.2, 6.2"],
    "m -> n = 10^m, 2 spike(s), R = 2, fair signs",
    lambda m: f"a=2 n={10**m} k=1 R=2 delta=1/100 C=2 eps=1/10",
    Contrary((n >= 100, k == 1, a == 2, R == 2, C == 2, delta == Q(1, 100), eps == Q(1, 10), d == 2), PENDING),
    confirm=(60, 100, 200),
)
def _() -> None:
    """R = 2 is constant, every entry is centred. With probability 1/2 the two spikes have opposite signs. Then every row,
    whatever σ_i is, has one score R log(2n/δ), one -R log(2n/δ) and zeros: all rows put 1 - O(1/n) on one key and
    ‖P - P̂‖_F ≤ 2√n n (δ/2n)² -> 0.
    """
    have(weight)
    have((_squares >= 0) & (_squares <= Q(1, 400)))
    have(_size <= Q(1, 20), only(ROOT_BELOW(_squares, Q(1, 20))))
    calc(_size).le(Q(1, 20)).lt(eps)
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
        "log(nd/δ), so by "
        "Hoeffding and the union over rows their mean is at least -d R log(nd/δ) √(2 log(n/δ)/(n-1)), with probability ≥ 1-δ; "
        "the own "
        "score adds at most d R log(nd/δ)/n. The sum is o(R √log(n/δ)): below M = C R √log(n/δ) from n0 on, for every C.",
        (
            SURE_BOUND,
            *HOEFFDING_STEPS,
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
_p, _b = positive("p"), positive("b")
rare = "Lemma D.3, 3, rare large entries"
everywhere = ForAll(i, indices, ForAll(j, Range(expr(1), d), bounded_entry))
CENTRED_STATEMENT[rare] = Words(Implies(centred & likely(everywhere), all_sums))
CENTRED_STATEMENT[rare].proved(
    Argument(
        Verdict.FAILS,
        "d = 1, X_j = b = B √log(n/δ) with probability 1-p and -b (1-p)/p with probability p = δ/(2n), independent: centred, "
        "and bounded by b with probability (1-p)^n ≥ 1 - δ/2. On that event all entries are b, and W = -R/B² makes every score "
        "-R log(n/δ): D_ii = n e^{-R log(n/δ)} < n e^-M for every C as soon as log(n/δ) > C², with probability ≥ 1 - δ/2 > δ.",
        (
            identity("(1-p) b - p b (1-p)/p = 0", (1 - _p) * _b - _p * _b * (1 - _p) / _p, sympy.Integer(0)),
            identity("n p = δ/2, so (1-p)^n ≥ 1 - δ/2 (Bernoulli)", _N * (_delta / (2 * _N)), _delta / 2),
            OUTRUNS,
        ),
        in_words="that the n entries are b at once with probability (1-p)^n, and that all scores are then -R log(n/δ).",
        witness=lambda part: {
            "kind": "family",
            "text": "n -> d = 1, X_j = b with probability 1-p, -b(1-p)/p with probability p = δ/(2n), W = -R/B²",
        },
    )
)
CENTRED_STATEMENT[rare].feasible("every n ≥ 1, δ in (0, 0.1), R > 0").note(
    "A probability over laws with rare large entries: no comparison at an instance. Centring says nothing of the entries that "
    "are seen."
)

STATEMENTS = (CENTRED_STATEMENT,)
