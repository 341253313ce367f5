"""The same theorems for centred entries (Definition C.1 with E X_ij = 0 added).

The counterexamples elsewhere are deterministic inputs, which Definition C.1 allows. Here every entry has a fair sign:
X_j1 = σ_j b, and X_j2 = τ_j b for the first ``a`` keys and 0 for the others, W = w E_12: S_ij = σ_i τ_j R log(2n/δ) or 0.
A fixed row sees u spikes up and a - u down, u ~ Bin(a, 1/2): with a = 2 the bad cases have probability 1/4 or 1/2, above any
δ < 0.1. Only the lower bound on D survives centring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
from kernels.tails import Law
from strategies.attention_rows import text_of
from theorems.instance import Instance
from theorems.language.computed import SIGNS, Supply
from theorems.language.tree import Relation
from theorems.provers.argument import Argument, Step
from theorems.provers.families import RefutedAlong
from theorems.provers.steps import identity, limit_is, positive
from theorems.sparse import ranges
from theorems.sparse.language import *
from theorems.sparse.row_claims import SMALL_R, M, d, delta, eps, i, infinity, k, likely, n
from theorems.sparse.row_words import (
    D,
    effective,
    error,
    frobenius,
    indices,
    j,
    largest_entry,
    largest_exponential,
    row_data,
)
from theorems.sparse.rows import ROWS, AttentionRow, row_of
from theorems.sparse.sparsity import with_epsilon
from theorems.sparse.steps import OUTRUNS, SURE_BOUND, along
from theorems.sparse.tail_bounds import HOEFFDING_LEMMA
from theorems.sparse.windows import ROOT
from theorems.statement import Condition, Domain, Part
from theorems.vocabulary import Comparison, Verdict

ROW_OF_ONE = row_data(with_epsilon(ROWS))


@dataclass(frozen=True)
class CentredInput:
    """The possible rows of a fixed position with their probabilities: (spikes up, probability, row)."""

    arithmetic: Arithmetic
    n: int
    delta: Number
    outcomes: tuple[tuple[int, Fraction, AttentionRow], ...]

    def failure(self, event: Relation, ups: tuple[int, ...] = ()) -> Number:
        """Pr[the event does not happen in this row], or its part with the given numbers of spikes up."""
        certain = possible = Fraction(0)
        for up, probability, row in self.outcomes:
            if ups and up not in ups:
                continue
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
    return CentredInput(arithmetic, n, number(delta), tuple(outcomes))


def _small() -> Iterator[Instance]:
    for length, a, R in product((2, 3, 4, 6, 10, 100, 10**4, 10**8, 10**20, 10**50), (1, 2), (1, 2)):
        for window in sorted({1, ROOT(length)}):
            yield Instance(a=a, n=length, k=window, R=R, delta=Fraction(1, 100), C=2, eps=Fraction(1, 10))


CENTRED = Domain(
    "centred inputs: fair signs times bounded coefficients",
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
        Condition("1 ≤ a ≤ n, k in [n]", lambda x: 1 <= int(x["a"]) <= int(x["n"]) and 1 <= int(x["k"]) <= int(x["n"])),
        Condition("δ in (0, 0.1)", lambda x: 0 < Fraction(x["delta"]) < Fraction(1, 10)),
        Condition("E X_ij = 0, |X_ij| ≤ B √log(nd/δ), mutually independent (by construction)", lambda x: True),
    ),
    _small,
    variables={"n": "length", "k": "window", "R": "B² ‖W‖_F", "delta": "failure probability δ", "C": "constant in M"},
    feasible="every n ≥ a ≥ 1, k in [n], δ in (0, 0.1), R ≥ 0, C > 0",
)  # fmt: skip


_N, _x, _delta, _a = positive("N"), positive("x"), positive("delta"), positive("a")
_q = _N**2


_SIGNS = Step(
    "Pr[u of a signs agree with σ_i] = C(a, u)/2^a: 1/2 for a = u = 1; 1/4 and 1/2 for a = 2, u = 2 and u = 1",
    lambda: (
        (Fraction(comb(1, 1), 2), Fraction(comb(2, 2), 4), Fraction(comb(2, 1), 4))
        == (Fraction(1, 2), Fraction(1, 4), Law.sign().repeated(2).at_least(0) - Fraction(1, 4))
    ),
)


def _family(a: int, how: str, *more: Step, confirm: tuple[int, ...] = (60, 100, 200)) -> RefutedAlong:
    """``a`` spikes of R = 2 along n = 10^m, k = 1."""
    return along(
        f"m -> n = 10^m, {a} spike(s), R = 2, fair signs",
        lambda m: f"a={a} n={10**m} k=1 R=2 delta=1/100 C=2 eps=1/10",
        f"R = 2 is constant, every entry is centred. {how}",
        _SIGNS,
        OUTRUNS,
        *more,
        confirm=confirm,
    )


_SHARE = limit_is("q/(q + n) -> 1 for the weight q = n² of a spike", _q / (_q + _N), _N, 1)
_MASS = limit_is("√n · 2 n/(200 n)² -> 0", sympy.sqrt(_N) * 2 * _N / (200 * _N) ** 2, _N, 0)

X, B, ups = symbols("X B spikes_up")
centred = E(X[i, j]) == 0
scores_exponential = largest_exponential <= exp(M)
sum_above, sum_below = D[i, i] <= n * exp(M), D[i, i] >= n * exp(-M)
entry = largest_entry <= exp(2 * M) / n
at_most_one, none_left = effective <= 1, effective <= 0
small_error, some_error = error <= eps, frobenius >= eps


def unlikely(event: Relation) -> Claim:
    """What is compared: the probability of the contrary, in a fixed row."""
    return Pr(event.contrary) <= delta


opposite = Pr(some_error.contrary & (ups == 1))  # of two spikes one is up, the other down
EVENTS = (scores_exponential, sum_above, entry, at_most_one, none_left, small_error)
some_sum_below = Pr(Exists(i, indices, sum_below.contrary))


def _failure(event: Relation) -> Supply:
    return lambda x: x.failure(event)


CENTRED_DATA = Computed(
    CENTRED,
    {
        **{Pr(event.contrary): _failure(event) for event in EVENTS},
        opposite: lambda x: x.failure(some_error, ups=(1,)),
        some_sum_below: lambda x: x.failure_somewhere(sum_below),
    },
)
CENTRED_STATEMENT = Lemma(
    "Centred entries",
    "Definition C.1 with E X_ij = 0; Lemma D.3, Theorems 4.3, 5.1, E.1, E.2",
    "the theorems for centred entries",
    provenance="inferred",
    given=CENTRED_DATA,
    trivial=ranges.PROBABILITY,
)
CENTRED_STATEMENT["Lemma D.3, 1"] = Implies(centred, likely(scores_exponential))
CENTRED_STATEMENT["Lemma D.3, 1"].compared(unlikely(scores_exponential)).proved(
    _family(1, "With probability 1/2 the spike points up: its score R log(2n/δ) exceeds M for every C.")
)
CENTRED_STATEMENT["Lemma D.3, 2"] = Implies(centred, likely(sum_above))
CENTRED_STATEMENT["Lemma D.3, 2"].compared(unlikely(sum_above)).proved(
    _family(1, "With probability 1/2 the spike points up: D_ii ≥ (2n/δ)² exceeds n e^M = n^{1 + o(1)}.", _SHARE)
)
CENTRED_STATEMENT["Theorem 4.3 (c)"] = Implies(centred, likely(entry))
CENTRED_STATEMENT["Theorem 4.3 (c)"].compared(unlikely(entry)).proved(
    _family(1, "With probability 1/2 the spike takes the share q/(q + n-1), q = (2n/δ)².", _SHARE, confirm=(130, 200, 300))
)
CENTRED_STATEMENT["Theorem 5.1, 1(b)"] = Implies(centred & SMALL_R, likely(Eventually(at_most_one, n)))
CENTRED_STATEMENT["Theorem 5.1, 1(b)"].compared(unlikely(at_most_one)).proved(
    _family(2, "With probability 1/4 both spikes point up and share the row: two effective entries, for every n.", _SHARE)
)
CENTRED_STATEMENT["Theorem 5.1, 1(c)"] = Implies(centred & SMALL_R, likely(Limit(effective, n, infinity) == 0))
CENTRED_STATEMENT["Theorem 5.1, 1(c)"].compared(unlikely(none_left)).proved(
    _family(1, "With probability 1/2 the spike takes almost the whole row: one effective entry, for every n.", _SHARE)
)
square_root = k == ceil(sqrt(n))
CENTRED_STATEMENT["Theorem E.1, 2"] = Implies(centred & square_root & SMALL_R, likely(Limit(error, n, infinity) == 0))
CENTRED_STATEMENT["Theorem E.1, 2"].compared(unlikely(small_error)).proved(
    along(
        "m -> n = 10^(2m), k = 10^m, one spike, R = 3/4, fair signs",
        lambda m: f"a=1 n={10 ** (2 * m)} k={10**m} R=3/4 delta=1/100 C=2 eps=1/10",
        "With probability 1/2 the spike points up; its weight (2n/δ)^{3/4} lies between k and n: the error tends to 1.",
        limit_is("q/(q + √n) -> 1", _N ** sympy.Rational(3, 4) / (_N ** sympy.Rational(3, 4) + sympy.sqrt(_N)), _N, 1),
        limit_is("q/(q + n) -> 0", _N ** sympy.Rational(3, 4) / (_N ** sympy.Rational(3, 4) + _N), _N, 0),
        confirm=(10, 40, 140),
    )
)
few = k == o(log(n))
CENTRED_STATEMENT["Theorem E.2, 6.2"] = Implies(centred & few & SMALL_R, likely(frobenius == Order("Ω", expr(1))))
CENTRED_STATEMENT["Theorem E.2, 6.2"].compared(opposite <= delta).proved(
    _family(
        2,
        "With probability 1/2 the two spikes have opposite signs. Then every row, whatever σ_i is, has one score R "
        "log(2n/δ), one "
        "-R log(2n/δ) and zeros: all rows put 1 - O(1/n) on one key and ‖P - P̂‖_F ≤ 2√n n (δ/2n)² -> 0.",
        _MASS,
    )
)
CENTRED_STATEMENT["Theorem E.2, 6.2"].note("Compared is a part of the probability: of two spikes one is up, the other down.")

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


bounded = abs(X[i, j]) <= B * sqrt(log(n * d / delta))
all_sums = likely(ForAll(i, indices, sum_below))
CENTRED_STATEMENT["Lemma D.3, 3"] = Implies(centred & (Pr(bounded) == 1), all_sums)
CENTRED_STATEMENT["Lemma D.3, 3"].compared(some_sum_below <= delta).note(
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
            *HOEFFDING_LEMMA,
            identity(
                "(n-1) t²/(2 b²) = log(n/δ) at t = b √(2 log(n/δ)/(n-1))",
                _x * (_a * sympy.sqrt(2 * _R / _x)) ** 2 / (2 * _a**2),
                _R,
            ),
            limit_is(
                "log(nd/δ) (√(2 log n/n) + 1/n) -> 0",
                sympy.log(_N) * (sympy.sqrt(2 * sympy.log(_N) / _N) + 1 / _N),
                _N,
                0,
            ),
            Step("n0 for d = 2, C = 2, δ = 1/100 is at most 300, in balls", lambda: _lower_size() <= 300),
        ),
        n0=_lower_n0,
    )
)
_p, _b = positive("p"), positive("b")
rare = "Lemma D.3, 3, rare large entries"
everywhere = ForAll(i, indices, ForAll(j, Range(expr(1), d), bounded))
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
