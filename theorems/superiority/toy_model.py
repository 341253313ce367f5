"""The softmax regression model (superiority v1, Sections 3 and 4, pp. 3-5): its words, the data of Definition 3.8, their laws.

A matters only through ``z_i = (Ax)_i / log n``, and z may be any point of its range (A = z x^T log n / |x|^2). Then
``f_lin = z / Σ z`` and ``f_exp = n^z / Σ n^z``; rows with equal z are merged, so that every sum over random signs has
few distinct coefficients and an exact law.
"""

import itertools
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from kernels.random_signs import Group, Probability, SignedSums
from strategies.softmax_regression_data import HIGH, LOW, PEAK, Levels, extreme, levels_of, levels_text, softmax_regression_data
from theorems.language.computed import Supply
from theorems.superiority.language import *
from theorems.superiority.signs_on_data import columns_for
from theorems.textbook import *

Number = Any


@dataclass(frozen=True)
class SoftmaxRegression:
    """One data point of D0 or D1 with a random sign vector σ, or a network with columns y_1, ..., y_m.

    ``levels`` lists the values of z with how often each occurs; ``tau``, ``delta`` and ``C`` are those of the text, and
    ``1/poly(n)`` is 1/n.
    """

    arithmetic: Arithmetic
    size: int
    levels: Levels
    tau: Fraction
    delta: Fraction
    C: Fraction

    @property
    def n(self) -> Number:
        return self.arithmetic.number(self.size)

    @property
    def log_n(self) -> Number:
        return self.arithmetic.log(self.n)

    @property
    def m(self) -> int:
        return columns_for(self.C, self.size, self.delta)

    def level(self, i: int) -> int:
        """The level that row i is in; levels come one after the other."""
        return next(k for k, last in enumerate(itertools.accumulate(count for _, count in self.levels)) if i <= last)

    def logit(self, i: int) -> Number:
        """(Ax)_i."""
        return self.arithmetic.number(self.levels[self.level(i)][0]) * self.log_n

    @property
    def peak(self) -> int:
        """The row at 4 log n, on D1."""
        return sum(count for _, count in itertools.takewhile(lambda level: level[0] != PEAK, self.levels)) + 1

    @property
    def alpha_lin(self) -> Number:
        """Σ (Ax)_i."""
        return self.arithmetic.number(sum(value * count for value, count in self.levels)) * self.log_n

    @property
    def alpha_exp(self) -> Number:
        """Σ exp((Ax)_i)."""
        return sum(count * self.n ** self.arithmetic.number(value) for value, count in self.levels)

    @property
    def exact_f_lin(self) -> list[Fraction]:
        """The distinct entries of f_lin, one for each level: rational, since log n cancels."""
        total = sum(value * count for value, count in self.levels)
        return [value / total for value, _ in self.levels]

    @property
    def f_lin(self) -> list[Number]:
        """u_lin / alpha_lin."""
        return [self.arithmetic.number(value) * self.log_n / self.alpha_lin for value, _ in self.levels]

    @property
    def f_exp(self) -> list[Number]:
        """The distinct entries of f_exp, one for each level."""
        return [self.n ** self.arithmetic.number(value) / self.alpha_exp for value, _ in self.levels]

    def _signed(self, entries: Sequence[Number]) -> SignedSums:
        groups = (Group(count, (entry,)) for entry, (_, count) in zip(entries, self.levels, strict=True))
        return SignedSums(tuple(groups))

    @property
    def S_lin(self) -> SignedSums:
        """The law of Σ f_lin(A,x)_i σ_i."""
        return self._signed(self.exact_f_lin)

    @property
    def S_exp(self) -> SignedSums:
        """The law of Σ f_exp(A,x)_i σ_i."""
        return self._signed(self.f_exp)

    def inner(self, entries: Sequence[Number]) -> Number:
        """⟨f, y⟩ for the one column y with a minus in the first level and a plus elsewhere."""
        signs = [-1] + [1] * (len(self.levels) - 1)
        terms = zip(signs, entries, self.levels, strict=True)
        return sum(self.arithmetic.number(sign * count) * entry for sign, entry, (_, count) in terms)

    def above(self, threshold: Fraction | int, value: Number) -> Number:
        """The ReLU with a threshold."""
        return self.arithmetic.maximum(value - self.arithmetic.number(threshold), self.arithmetic.number(0))

    def F_lin(self) -> Probability:
        """``value`` is Pr[F_lin = 0], ``complement`` Pr[F_lin > 0]: F > 0 exactly when a column exceeds τ."""
        return self.S_lin.no_activation(self.tau, self.m)

    def F_exp(self) -> Probability:
        """The same for F_exp."""
        return self.S_exp.no_activation(self.tau, self.m)


def bind(instance: Instance, arithmetic: Arithmetic) -> SoftmaxRegression:
    """The model of an instance."""
    exact = {name: Fraction(instance[name]) for name in ("tau", "delta", "C")}
    return SoftmaxRegression(arithmetic, int(instance.n), levels_of(instance.z), **exact)


# -- the words of Sections 3 to 5 ----------------------------------------------------------------------------------------

tau, m, alpha_lin, alpha_exp, F_lin_A, F_exp_A, phi, phi_tau, poly, z = symbols(
    "tau m α_lin(A,x) α_exp(A,x) F_lin(A) F_exp(A) φ φ_τ poly z"
)
f_lin_x, f_exp_x, y, i, j, Ax = symbols("f_lin(A,x) f_exp(A,x) y i j (Ax)")
output_lin, output_exp = symbols("F_lin(A;x,y) F_exp(A;x,y)")
TO_N = Range(expr(1), n)
lowest, highest = log(n), Q("1.4") * log(n)
input_x = Symbol("x")


def in_interval(rows: Node) -> Claim:
    return ForAll(i, rows, (lowest <= Ax[i]) & (Ax[i] <= highest))


# -- the data of Definition 3.8 and the parameters ---------------------------------------------------------------------


def _in_range(i: Instance, dataset: int) -> bool:
    levels = levels_of(i.z)
    peaks = sum(count for value, count in levels if value == PEAK)
    inside = sum(count for value, count in levels if LOW <= value <= HIGH)
    return peaks == dataset and inside == i.n - dataset


SIZE = Condition(n >= 2, said="log n divides")
IN_INTERVAL = Condition(in_interval(TO_N), lambda i: _in_range(i, 0))
WITH_PEAK = Condition((Ax[j] == 4 * log(n)) & in_interval(Without(TO_N, j)), lambda i: _in_range(i, 1), said="for one j")
DELTA = Condition(chain(0, "<", delta, "<", Q("0.1")) & (poly(n) == n), lambda i: 0 < i.delta < Fraction(1, 10))
CONSTANT = Condition(C > 1)
TAU = Condition(tau > 0)


def constant_at_least(least: Fraction) -> Condition:
    """A "sufficiently large constant", found and not assumed."""
    return Condition(least <= C, steer=lambda i: i if i.C >= least else i.but(C=least), feasible=f"C ≥ {least}")


def tau_at_most(high: Fraction) -> Condition:
    return Condition(tau <= high, steer=lambda i: i if i.tau <= high else i.but(tau=high / 2), feasible=f"τ ≤ {high}")


def far_regressions() -> Iterator[Instance]:
    """Of D1, with the fewest columns, and so large that columns are few beside any power of n."""
    for n in (2, 10**20, 10**300):
        z = levels_text(extreme(n, 1, 0))
        yield Instance(n=n, z=z, tau=Fraction(1), delta=Fraction(999, 10**4), C=Fraction(10001, 10**4))


def small_regressions(dataset: int, C: Fraction = Fraction(3, 2)) -> Iterator[Instance]:
    """In order of n, then thresholds, then how many rows are at 1.4 log n."""
    thresholds = [Fraction(1, 4), Fraction(1, 2), Fraction(1, 10), Fraction(2), Fraction(1)]
    for n in [*range(2, 31), *(10**k for k in range(2, 7))]:
        counts = range(n - dataset + 1) if n <= 30 else (0, n // 20)
        for tau in thresholds:
            for high in counts:
                z = levels_text(extreme(n, dataset, high))
                yield Instance(n=n, z=z, tau=tau, delta=Fraction(1, 100), C=C)


def small_of_either() -> Iterator[Instance]:
    """Of D1 far out, then of D0 and D1 in turn."""
    yield from far_regressions()
    for pair in zip(small_regressions(0), small_regressions(1), strict=False):
        yield from pair


DRAWN = 1000  # rows of drawn data at most
VARIABLES = {
    "n": "number of rows of A",
    "tau": "threshold τ of the ReLU",
    "delta": "failure probability δ",
    "C": "constant of the bound, or of m = C log(n/δ)",
}

DATA_MET = ("every Ax in [log n, 1.4 log n]^n", "every Ax with one entry 4 log n and n-1 entries in [log n, 1.4 log n]")


def regression(dataset: int, C: Fraction = Fraction(3, 2)) -> Domain:
    """All data of D0 or D1 with the parameters of Sections 4 and 5; ``C`` is the constant of the small instances."""
    return Domain(
        name=f"D{dataset} of Definition 3.8",
        draw=lambda: softmax_regression_data(dataset, DRAWN),
        bind=bind,
        conditions=(SIZE, (IN_INTERVAL, WITH_PEAK)[dataset], DELTA, CONSTANT, TAU),
        small=lambda: small_regressions(dataset, C),
        variables=VARIABLES,
        feasible=f"n ≥ 2, {DATA_MET[dataset]}; δ in (0, 1/10), C > 1, τ > 0",
    )


def either() -> Domain:
    """All data of D0 and of D1."""
    both = Condition(
        ForAll(i, TO_N, lowest <= Ax[i]),
        lambda i: _in_range(i, 0) or _in_range(i, 1),
        printed=in_interval(TO_N) | ((Ax[j] == 4 * log(n)) & in_interval(Without(TO_N, j))),
        said="as in D0 or as in D1 of Definition 3.8",
    )
    return replace(
        regression(1),
        name="D0 and D1 of Definition 3.8",
        draw=lambda: st.one_of(softmax_regression_data(0, DRAWN), softmax_regression_data(1, DRAWN)),
        conditions=(SIZE, both),
        small=small_of_either,
        feasible=f"n ≥ 2, {DATA_MET[0]}, or {DATA_MET[1]}",
    )


# -- what is defined ------------------------------------------------------------------------------------------------------

S_lin, S_exp = Sum(i, TO_N, f_lin_x[i] * sigma[i]), Sum(i, TO_N, f_exp_x[i] * sigma[i])
QUANTITIES: dict[Node, Supply] = {
    n: "size",
    alpha_lin: "alpha_lin",
    poly(n): "n",
    Ax[i]: SoftmaxRegression.logit,
    f_lin_x[i]: lambda x, i: x.f_lin[x.level(i)],
    f_exp_x[i]: lambda x, i: x.f_exp[x.level(i)],
    alpha_exp: "alpha_exp",
    phi(z): lambda x, value: x.above(0, value),
    phi_tau(z): lambda x, value: x.above(x.tau, value),
    m: "m",
    Pr(F_lin_A == 0): lambda x: x.F_lin().value,
    Pr(F_exp_A == 0): lambda x: x.F_exp().value,
    Pr(F_exp_A > 0): lambda x: x.F_exp().complement,
}
WHOLE = Member(n, INTEGERS)
RANDOM_SIGNS = (
    all_independent(i, TO_N, sigma[i]),
    ForAll(i, TO_N, fair_sign(sigma[i])),
    fixed(n, C, delta, Ax[1], alpha_lin, alpha_exp, f_lin_x[1], f_exp_x[1]),
)


def toy_data(dataset: int, C: Fraction = Fraction(3, 2)) -> Computed:
    """The same data under the names of the text; on D1 j is the row of the peak."""
    if dataset == 0:
        return Computed(regression(0, C), QUANTITIES, ranges=(WHOLE, *RANDOM_SIGNS))
    return Computed(regression(1, C), {**QUANTITIES, j: "peak"}, ranges=(WHOLE, Member(j, TO_N), fixed(j), *RANDOM_SIGNS))


DATA, EITHER = toy_data(1), Computed(either(), QUANTITIES, ranges=(WHOLE,))
row = Symbol("x_1")
in_rows = (Member(row, TO_N),)
LINEAR_IS = Definition("α_lin of Definition 3.2", (), alpha_lin == Sum(i, TO_N, Ax[i]), of=EITHER, at=((),))
LINEAR_SHARE = Definition(
    "f_lin of Definition 3.2", (row,), f_lin_x[row] == Ax[row] / alpha_lin, in_rows, of=EITHER, at=((1,), (2,))
)
SOFTMAX_IS = Definition("α_exp of Definition 3.3", (), alpha_exp == Sum(i, TO_N, exp(Ax[i])), of=EITHER, at=((),))
SOFTMAX_SHARE = Definition(
    "f_exp of Definition 3.3", (row,), f_exp_x[row] == exp(Ax[row]) / alpha_exp, in_rows, of=EITHER, at=((1,), (2,))
)
LOG_POSITIVE = LOG_GROWS_STRICTLY(1, n)  # log n > 0
wanted_columns = C * log(n / delta)
COLUMNS_ARE = Definition("m is C log(n/δ) rounded up", (), (wanted_columns <= m) & (m < wanted_columns + 1), of=DATA, at=((),))
