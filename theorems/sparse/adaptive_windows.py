"""Constant against adaptive windows (Claim 7.1, Proposition 7.2).

For W = 0 the errors are closed forms in k and n alone, and the comparison at equal total cost Σ n_i k_i can be settled: a
window that grows with n spends its keys where each costs most. At equal cost it is never better on average, for any lengths
and any C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import sympy

from kernels import balls
from kernels.arithmetic import BALLS, Arithmetic, Number
from kernels.balls import Truth
from strategies.length_mixtures import length_mixtures, lengths_of
from theorems.instance import Instance
from theorems.provers.argument import Argument
from theorems.sparse import ranges
from theorems.sparse.steps import along, identity, limit_is, nonnegative, positive, proved, rho, slack, strictly_positive
from theorems.statement import Condition, Content, Domain, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_least, at_most, less


@dataclass(frozen=True)
class Dataset:
    """Lengths, a constant window k0 and an adaptive one, for inputs with W = 0."""

    arithmetic: Arithmetic
    lengths: tuple[Number, ...]
    k0: Number
    alpha: Number
    c: Number

    def number(self, value: int | Fraction) -> Number:
        """An exact constant."""
        return self.arithmetic.number(value)

    def power(self, n: Number) -> Number:
        """n^c; exact where c = 1/2 and n is a square."""
        half = self.c == self.arithmetic.ratio(1, 2)
        return self.arithmetic.sqrt(n) if half else self.arithmetic.exp(self.c * self.arithmetic.log(n))

    @property
    def constant_cost(self) -> Number:
        """Σ n_i min(k0, n_i)."""
        total = self.number(0)
        for n in self.lengths:
            total = total + n * self.arithmetic.minimum(self.k0, n)
        return total

    @property
    def total_length(self) -> Number:
        return sum(self.lengths[1:], self.lengths[0])

    @property
    def powers(self) -> Number:
        """Σ n_i^{1+c}."""
        total = self.number(0)
        for n in self.lengths:
            total = total + n * self.power(n)
        return total

    @property
    def largest_adaptive_cost(self) -> Number:
        """Σ n_i (α n_i^c + 1), at least the cost of the windows ⌈α n_i^c⌉."""
        return self.alpha * self.powers + self.total_length

    @property
    def matched(self) -> tuple[Number, ...]:
        """Windows α n_i^c with α such that Σ n_i k_i = k0 Σ n_i."""
        alpha = self.k0 * self.total_length / self.powers
        return tuple(alpha * self.power(n) for n in self.lengths)

    def errors(self, norm: str, windows: tuple[Number, ...] | None = None) -> tuple[Number, ...]:
        """The error of W = 0 on each input, with windows k_i (k0 where none are given)."""
        chosen = windows or tuple(self.k0 for _ in self.lengths)
        root = self.arithmetic.sqrt
        value: dict[str, Callable[[Number, Number], Number]] = {
            "entrywise maximum": lambda n, k: 1 / k - 1 / n,
            "Frobenius": lambda n, k: root(n / k - 1),
            "maximal row sum": lambda n, k: 2 * (1 - k / n),
            "Frobenius/√n": lambda n, k: root(1 / k - 1 / n),
        }
        return tuple(value[norm](n, k) for n, k in zip(self.lengths, chosen, strict=True))


def _bind(instance: Instance, arithmetic: Arithmetic) -> Dataset:
    k0, alpha, c = (arithmetic.number(Fraction(instance[name])) for name in ("k0", "alpha", "c"))
    return Dataset(arithmetic, tuple(map(arithmetic.number, lengths_of(str(instance.lengths)))), k0, alpha, c)


def _small() -> Iterator[Instance]:
    for size in (1, 2):
        for lengths in combinations_with_replacement(range(1, 9), size):
            for k0 in range(1, max(lengths) + 1):
                yield Instance(lengths=",".join(map(str, lengths)), k0=k0, alpha=1, c=Fraction(1, 2))


DATASETS = Domain(
    "datasets of lengths, W = 0",
    length_mixtures,
    _bind,
    (
        Condition("k0 ≥ 1", lambda x: int(x["k0"]) >= 1),
        Condition("α > 0, C in (0, 1)", lambda x: Fraction(x["alpha"]) > 0 and 0 < Fraction(x["c"]) < 1),
    ),
    _small,
    variables={
        "k0": "the constant window",
        "alpha": "α of the window α n^C",
        "c": "its exponent C",
        "total_length": "Σ n_i",
        "powers": "Σ n_i^{1+C}",
    },
    met="all lengths n_i ≥ 1, k0 ≥ 1, α > 0, C in (0, 1)",
)
FITTING = "k0 ≤ n_i and 1 ≤ k_i ≤ n_i for k_i = k0 n_i^C Σ n/Σ n^{1+C}: equal lengths n > k0, or lengths that differ and k0 ≥ 2"
DIFFERENT_AND_FITTING = (
    "k0 ≤ n_i and 1 ≤ k_i ≤ n_i for k_i = k0 n_i^C Σ n/Σ n^{1+C}: k0 ≥ 2, for k0 = 1 the least k_i is below 1"
)


def _windows_fit(instance: Instance) -> bool:
    """1 ≤ k_i ≤ n_i for the matched windows, and k0 ≤ n_i, decided in balls."""

    def question() -> Truth:
        x = _bind(instance, BALLS)
        return balls.all_of(
            truth
            for n, k in zip(x.lengths, x.matched, strict=True)
            for truth in (balls.le(x.number(1), k), balls.le(k, n), balls.le(x.k0, n))
        )

    return balls.decide(question, limit=512)[0] is Truth.HOLDS


DROPS_SOMEWHERE = Condition("k0 < the largest length", lambda x: int(x["k0"]) < max(lengths_of(str(x.lengths))))


def _make_fit(instance: Instance) -> Instance:
    """Longer inputs, a middling window and a small exponent, where the windows do not fit."""
    if _windows_fit(instance):
        return instance
    longer = ",".join(str(n + 60) for n in lengths_of(str(instance.lengths)))
    return instance.but(lengths=longer, k0=10 + int(instance["k0"]) % 20, c=Fraction(1, 4))


FITS = Condition("1 ≤ k_i ≤ n_i and k0 ≤ n_i", _windows_fit, _make_fit)


def _different(instance: Instance) -> bool:
    return len(set(lengths_of(str(instance.lengths)))) > 1


def _make_different(instance: Instance) -> Instance:
    """One more, longer input where all lengths are equal."""
    more = lengths_of(str(instance.lengths))[0] + 7
    return instance if _different(instance) else instance.but(lengths=f"{instance.lengths},{more}")


DISTINCT = Condition("at least two different lengths", _different, _make_different)


def _all_pairs(x: Dataset) -> Number:
    total = x.number(0)
    for n in x.lengths:
        total = total + n * n
    return total


CLAIM = Statement(
    "sparse", "Claim 7.1", source="Section 7.1", title="cost of the two windows", given=DATASETS, provenance="inferred"
)
_a, _s, _n = positive("alpha"), slack("s"), positive("n")


def _constant_cost(x: Dataset) -> Comparison:
    return at_most(x.constant_cost, x.k0 * x.total_length)


def _adaptive_cost(x: Dataset) -> Comparison:
    return at_most(x.largest_adaptive_cost, (1 + 1 / x.alpha) * x.alpha * x.powers)


CLAIM.add(
    "1",
    _constant_cost,
    says="window k = k0: total cost Σ n_i k_i = O(k0 Σ n_i), with constant 1 (the cost of one input being n k)",
    content=ranges.silent(
        Content("0 ≤ cost ≤ Σ n_i²: a window is at most the whole row", 0, _all_pairs),
        DATASETS,
        "k0 Σ n_i ≥ Σ n_i²",
        lambda x: balls.ge(x.k0 * x.total_length, _all_pairs(x)),
    ),
    proof=proved("min(k0, n_i) ≤ k0.", nonnegative("n (k0 - (k0 - s)) ≥ 0", _n * (positive("k0") - (positive("k0") - _s)))),
)
CLAIM.add(
    "2",
    _adaptive_cost,
    says="window k = ⌈α n^C⌉: total cost O(α Σ n_i^{1+C}), with constant 1 + 1/α",
    proof=proved(
        "⌈y⌉ ≤ y + 1 and n ≤ n^{1+C}.",
        nonnegative(
            "with n^{1+C} = n + s: (1 + 1/α) α (n + s) - (α (n + s) + n) = s ≥ 0",
            sympy.expand((1 + 1 / _a) * _a * (_n + _s) - (_a * (_n + _s) + _n)),
        ),
    ),
    note="A window is at least 1, so no constant serves all α at once: as α -> 0 the cost stays Σ n_i. Where "
    "(1 + α) Σ n_i^{1+C} ≥ Σ n_i² the bound says nothing: no window costs more than Σ n_i².",
)


def _search_cost(x: Dataset) -> Comparison:
    """Finding the top-k entries needs all n scores of a row: n² per input, with a generous constant 1000."""
    return at_most(_all_pairs(x), 1000 * x.k0 * x.total_length)


CLAIM.add(
    "(b)",
    _search_cost,
    says="the same with the search for the top-k entries included: O(k0 Σ n_i)",
    proof=along(
        "m -> one input of length 10^m, k0 = 1",
        lambda m: f"lengths={10**m} k0=1 alpha=1 c=1/2",
        "Which keys are largest depends on every one of the n scores of a row: an unread score could be the largest. So an "
        "input costs "
        "at least n², and n²/(k0 n) is unbounded.",
        limit_is("n²/n -> ∞", _n**2 / _n, _n, sympy.oo),
        confirm=(4, 20, 300),
    ),
)
CLAIM.add(
    "(b)",
    lambda x: at_most(x.total_length, x.total_length * x.total_length),
    says="with the search included the cost is of order Σ n_i² (d constant): selection is linear in the row",
    reading=Reading.INTENDED,
    changed="Σ n_i² in place of k0 Σ n_i",
    proof=proved(
        "n scores per row, and selection in linear time.",
        nonnegative("n² - n = n (n-1) ≥ 0 for n = 1 + s", (1 + _s) ** 2 - (1 + _s)),
    ),
)

PROPOSITION = Statement(
    "sparse",
    "Proposition 7.2",
    source="Section 7.1",
    title="an adaptive window has a lower error",
    given=DATASETS,
    provenance="text",
    depends_on=["sparse/Claim 7.1/1", "sparse/Claim 7.1/2"],
)
MAXIMUM = "entrywise maximum"
# mean errors over the dataset, W = 0
ERRORS = {
    MAXIMUM: ranges.MAXIMUM,
    "Frobenius": Content(
        "0 ≤ ‖P - P̂‖_F ≤ √(n-1) for W = 0, averaged", 0, lambda x: _mean(x.errors("Frobenius", (x.number(1),) * len(x.lengths)))
    ),
    "maximal row sum": ranges.ROW_SUM,
    "Frobenius/√n": ranges.ROOT_MEAN,
}


def _mean(errors: tuple[Number, ...]) -> Number:
    return sum(errors[1:], errors[0]) / len(errors)


def _keep_all(x: Dataset) -> Comparison:
    """The best adaptive window keeps everything (α = max n^{1-C}); k0 leaves min(k0, n) keys."""
    zero = x.number(0)
    kept = tuple(x.arithmetic.minimum(x.k0, n) for n in x.lengths)
    return less(zero, _mean(x.errors(MAXIMUM, kept)))


PROPOSITION.add(
    "(a)",
    _keep_all,
    says="for every k0 some window α n^C has a lower error (no constraint on cost)",
    witness="lengths=1 k0=1 alpha=1 c=1/2",
    note="For k0 at least the largest length nothing is dropped, and no error is lower than 0.",
    depends_on=(),
)
PROPOSITION.add(
    "(a)",
    _keep_all,
    says="for every k0 below the largest length some window α n^C has a lower error (no constraint on cost)",
    where=[DROPS_SOMEWHERE],
    met="k0 < max n_i: some length is at least 2",
    reading=Reading.INTENDED,
    changed="k0 is below the largest length",
    proof=proved(
        "α = max n^{1-C} gives k ≥ n: error 0. With k0 < n some positive entry is dropped, for every X and W, in every norm.",
        strictly_positive("1/k - 1/n > 0 for n = k + y", 1 / positive("k") - 1 / (positive("k") + positive("y"))),
    ),
    note="Nothing but keeping everything is used.",
    depends_on=(),
)


def lower_on_average(norm: str) -> Callable[[Dataset], Comparison]:
    """The adaptive window at equal cost has a strictly lower mean error."""

    def claim(x: Dataset) -> Comparison:
        return less(_mean(x.errors(norm, x.matched)), _mean(x.errors(norm)))

    return claim


def _never_lower(x: Dataset) -> Comparison:
    return at_least(_mean(x.errors(MAXIMUM, x.matched)), _mean(x.errors(MAXIMUM)))


def _lower_at_worst(x: Dataset) -> Comparison:
    largest = x.arithmetic.maximum
    matched, fixed = x.errors(MAXIMUM, x.matched), x.errors(MAXIMUM)
    worst = [matched[0], fixed[0]]
    for a, b in zip(matched[1:], fixed[1:], strict=True):
        worst = [largest(worst[0], a), largest(worst[1], b)]
    return less(worst[0], worst[1])


_r = 1 + rho
PAIRWISE = (
    nonnegative(
        "for lengths n, n + s and r = ((n+s)/n)^C ≥ 1: (n+s) r + n/r - n - (n+s) = (r-1)((n+s) - n/r) ≥ 0",
        (_n + _s) * _r + _n / _r - _n - (_n + _s),
    ),
    identity(
        "(Σ n_i^{-C})(Σ n_j^{1+C}) - N Σ n_i is a sum of such terms over pairs: p = n^C, q = m^C",
        (1 / _a + 1 / _r) * (_n * _a + positive("m") * _r) - 2 * (_n + positive("m")),
        (_n * _a / _r - _n) + (positive("m") * _r / _a - positive("m")),
    ),
)
NEVER_LOWER = (
    "W = 0, matched cost: α = k0 Σn/Σn^{1+C}. The mean of 1/k_i is at least 1/k0, because (Σ n_i^{-C})(Σ n_i^{1+C}) ≥ N Σ "
    "n_i: term "
    "by term over pairs of lengths, with equality only for equal lengths. So the adaptive window is never better, for any "
    "lengths, C "
    "and k0. (The best windows at equal cost are proportional to n^{-1/2}: they shrink.)"
)
PROPOSITION.add(
    "(b)",
    lower_on_average(MAXIMUM),
    says="at equal total cost Σ n_i k_i = k0 Σ n_i some window α n^C has a lower mean error",
    where=[DROPS_SOMEWHERE, FITS],
    witness="lengths=4 k0=1 alpha=1 c=1/2",
    content=ERRORS[MAXIMUM],
    met=FITTING,
    proof=Argument(Verdict.FAILS, NEVER_LOWER, PAIRWISE),
    note="With a single length the matched window is k0 itself; different lengths do not help (next parts).",
)
PROPOSITION.add(
    "(b)",
    _never_lower,
    says="for W = 0 and equal total cost every window α n^C has a mean error at least that of k0 (entrywise maximum)",
    where=[DROPS_SOMEWHERE, FITS, DISTINCT],
    content=ERRORS[MAXIMUM],
    met=DIFFERENT_AND_FITTING,
    reading=Reading.INTENDED,
    changed="the inequality is turned round (and W = 0)",
    proof=proved(NEVER_LOWER, *PAIRWISE),
    depends_on=(),
)
for _norm, _witness in (
    (MAXIMUM, "lengths=2,3 k0=2 alpha=1 c=1/2"),
    ("Frobenius", "lengths=2,3 k0=2 alpha=1 c=1/2"),
    ("maximal row sum", "lengths=2,3 k0=2 alpha=1 c=1/2"),
    ("Frobenius/√n", "lengths=2,3 k0=2 alpha=1 c=1/2"),
):
    PROPOSITION.add(
        f"(b), different lengths, {_norm}",
        lower_on_average(_norm),
        says=f"at equal total cost, for lengths that differ, some window α n^C has a lower mean error, norm: {_norm}",
        where=[DROPS_SOMEWHERE, FITS, DISTINCT],
        witness=_witness,
        content=ERRORS[_norm],
        met=DIFFERENT_AND_FITTING,
        note="At this instance C = 1/2; for W = 0 no C in (0, 1) helps: the marginal gain per unit of cost falls with n.",
    )
PROPOSITION.add(
    "(c)",
    _lower_at_worst,
    says="at equal total cost some window α n^C has a lower maximal error over the dataset",
    where=[DROPS_SOMEWHERE, FITS],
    witness="lengths=4 k0=1 alpha=1 c=1/2",
    content=ERRORS[MAXIMUM],
    met=FITTING,
    note="False for a single length. It can be true for two: W = 0, lengths 3 and 4, k0 = 2, C = 1/2.",
)

STATEMENTS = (CLAIM, PROPOSITION)
