"""The softmax regression model (superiority v1, Sections 3 and 4, pp. 3-5): Definitions 3.2 to 3.8 and their data.

A matters only through ``z_i = (Ax)_i / log n``, and z may be any point of its range (A = z x^T log n / |x|^2). Then
``f_lin = z / Σ z`` and ``f_exp = n^z / Σ n^z``; rows with equal z are merged, so that every sum over random signs has
few distinct coefficients and an exact law.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic
from kernels.random_signs import Group, Probability, SignedSums
from strategies.matrices import matrices, matrix_of, matrix_text
from strategies.softmax_regression_data import HIGH, LOW, PEAK, Levels, extreme, levels_of, levels_text, softmax_regression_data
from theorems.kernel.scripts import by, calc, cases
from theorems.language.computed import Supply
from theorems.language.rules import Declared
from theorems.superiority.attention_definitions import SHAPES, SHAPES_OF
from theorems.superiority.language import *
from theorems.superiority.signs_on_data import columns_for
from theorems.superiority.tensor_products import A, added, columns, has_shape, rows, shapes_of, times_vector
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

tau, m, alpha_lin, alpha_exp, F_lin, F_exp, phi, phi_tau, poly, z = symbols(
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


def _raise(i: Instance, name: str, least: Fraction) -> Instance:
    return i if i[name] >= least else i.but(**{name: least})


SIZE = Condition(n >= 2, said="log n divides")
ON_D0 = Condition(in_interval(TO_N), lambda i: _in_range(i, 0))
ON_D1 = Condition((Ax[j] == 4 * log(n)) & in_interval(Without(TO_N, j)), lambda i: _in_range(i, 1), said="for one j")
DELTA = Condition(chain(0, "<", delta, "<", Q("0.1")) & (poly(n) == n), lambda i: 0 < i.delta < Fraction(1, 10))
CONSTANT = Condition(C > 1)
TAU = Condition(tau > 0)


def constant_at_least(least: Fraction) -> Condition:
    """A "sufficiently large constant", found and not assumed."""
    return Condition(least <= C, steer=lambda i: _raise(i, "C", least), feasible=f"C ≥ {least}")


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


DATA_MET = (
    "every Ax in [log n, 1.4 log n]^n",
    "every Ax with one entry 4 log n and n-1 entries in [log n, 1.4 log n]",
)


def regression(dataset: int, C: Fraction = Fraction(3, 2)) -> Domain:
    """All data of D0 or D1 with the parameters of Sections 4 and 5; ``C`` is the constant of the small instances."""
    return Domain(
        name=f"D{dataset} of Definition 3.8",
        draw=lambda: softmax_regression_data(dataset, DRAWN),
        bind=bind,
        conditions=(SIZE, (ON_D0, ON_D1)[dataset], DELTA, CONSTANT, TAU),
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


# -- arbitrary A and x, as the definitions have them ----------------------------------------------------------------------


@dataclass(frozen=True)
class LinearMap:
    """A in R^{n×d} and x in R^d."""

    arithmetic: Arithmetic
    A: list[list[Number]]
    x: list[Number]
    n: Number

    @property
    def Ax(self) -> list[Number]:
        return times_vector(self.A, self.x)

    @property
    def alpha_lin(self) -> Number:
        """⟨Ax, 1_n⟩."""
        return added(self.Ax)

    @property
    def alpha_exp(self) -> Number:
        """⟨exp(Ax), 1_n⟩."""
        return added(self.arithmetic.exp(entry) for entry in self.Ax)


def bind_map(instance: Instance, arithmetic: Arithmetic) -> LinearMap:
    """The model of an instance: its words read as a matrix and a column."""
    A, x = ([[arithmetic.number(entry) for entry in row] for row in matrix_of(instance[name])] for name in ("A", "x"))
    return LinearMap(arithmetic, A, [entry for (entry,) in x], arithmetic.number(instance.n))


@st.composite
def linear_maps(draw: st.DrawFn) -> dict[str, Any]:
    """Sizes up to 4 with small integer entries."""
    n, d = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return {"n": n, "d": d, "A": matrix_text(draw(matrices(n, d))), "x": matrix_text(draw(matrices(d, 1)))}


def _small_maps() -> Iterator[Instance]:
    for n, entries in itertools.product((1, 2), itertools.product((0, 1, -1, -9), repeat=2)):
        yield Instance(n=n, d=1, A=matrix_text([[entry] for entry in entries[:n]]), x=matrix_text([[1]]))


def _map_fits(i: Instance) -> bool:
    A, x = matrix_of(i.A), matrix_of(i.x)
    return (len(A), len(A[0]), len(x), len(x[0])) == (i.n, i.d, i.d, 1)


LINEAR_MAPS = Domain(
    name="arbitrary A and x",
    draw=linear_maps,
    bind=bind_map,
    conditions=(Condition(has_shape(A, n, d) & has_shape(input_x, d, expr(1)), _map_fits, said="A in R^{n×d}, x in R^d"),),
    small=_small_maps,
    variables={"n": "rows of A", "d": "columns of A"},
    feasible="all n, d ≥ 1, A in R^{n×d}, x in R^d",
)


@dataclass(frozen=True)
class Threshold:
    """A number and a threshold of the ReLU."""

    arithmetic: Arithmetic
    z: Number
    tau: Number

    def above(self, value: Number) -> Number:
        """The ReLU at another number."""
        return self.arithmetic.maximum(value - self.tau, self.arithmetic.number(0))


def _small_thresholds() -> Iterator[Instance]:
    for z, threshold in itertools.product(map(Fraction, ("0", "1", "-1", "1/2")), repeat=2):
        yield Instance({"z": z, "tau": threshold})


THRESHOLDS = Domain(
    name="arbitrary z and τ",
    draw=lambda: st.fixed_dictionaries({name: st.fractions(max_denominator=1000) for name in ("z", "tau")}),
    bind=lambda i, arithmetic: Threshold(arithmetic, arithmetic.number(i.z), arithmetic.number(i.tau)),
    conditions=(Condition(words="z, τ in R"),),
    small=_small_thresholds,
    variables={"z": "a number", "tau": "threshold of the ReLU"},
    feasible="all z and τ",
)

# -- the definitions ---------------------------------------------------------------------------------------------------

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
    Pr(F_lin == 0): lambda x: x.F_lin().value,
    Pr(F_exp == 0): lambda x: x.F_exp().value,
    Pr(F_exp > 0): lambda x: x.F_exp().complement,
}
COLUMNS_OF_SIGNS = QUANTITIES | {  # of one network: all its columns are the same
    inner(f_lin_x, y[j]): lambda x, _: x.inner(x.f_lin),
    inner(f_exp_x, y[j]): lambda x, _: x.inner(x.f_exp),
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
MAPS = Computed(
    LINEAR_MAPS,
    {
        **shapes_of("A"),
        rows(input_x): lambda x: len(x.x),
        columns(input_x): lambda _: 1,
        n: lambda x: len(x.A),
        d: lambda x: len(x.x),
        alpha_lin: "alpha_lin",
        alpha_exp: "alpha_exp",
        Ax[i]: lambda x, i: x.Ax[i - 1],
    },
    ranges=(WHOLE, n >= 1),
)
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
LINEAR = Lemma("Definition 3.2", "Section 3.2, p. 3", "u_lin, alpha_lin, f_lin", given=MAPS)
LINEAR[""] = alpha_lin != 0
LINEAR[""].refuted("n=1 d=1 A=0; x=1;")
LINEAR[""].note(
    "f_lin(A,x) = alpha_lin(A,x)^(-1) u_lin(A,x) is defined for all A in R^{n×d} and x. The sum of the entries of Ax may be 0, "
    "also where none of them is: A = (1, -1)^T, x = 1."
)
repaired = LINEAR[""].repair(claim=alpha_lin > 0, given=EITHER, why="for the data of Definition 3.8 with n >= 2")
repaired.note("At n = 1 log n = 0 makes f_lin 0/0 on D0 and D1.").proved(
    Calculation(
        calc(alpha_lin)
        .ge(n * log(n), LINEAR_IS(), COUNT(i, 1, n), SUM_ABOVE_COUNT(Ax.__getitem__, lowest, i, TO_N))
        .ge(2 * log(2), LOG_GROWS(2, n))
        .gt(0)
    )
)
SOFTMAX = Lemma("Definition 3.3", "Section 3.2, p. 3", "u_exp, alpha_exp, f_exp", given=MAPS)
SOFTMAX[""] = alpha_exp > 0
SOFTMAX[""].proved(Calculation(by(SOFTMAX_IS(), SUM_POSITIVE(lambda k: exp(Ax[k]), i, TO_N, 1)))).note(
    "So f_exp exists. The notation section prints exp(x)_i = exp(x_i) for the entries of a vector that it calls u."
)


NUMBERS = Computed(THRESHOLDS, {phi_tau(z): Threshold.above})
RELU_IS = Definition("Definition 3.4", (row,), phi_tau(row) == largest(row - tau, 0), of=NUMBERS, at=((z,), (tau,)))
RELU = Lemma("Definition 3.4", "Section 3.2, p. 3", "ReLU with a threshold", given=NUMBERS)
RELU[""] = (phi_tau(z) == largest(z - tau, 0)) & (tau + phi_tau(z) == largest(z, tau))
RELU[""].note("φ = φ_0, and φ_τ(z) > 0 exactly when z > τ.")
RELU[""].proved(
    Calculation(
        cases(
            z >= tau,
            by(RELU_IS(z), MAX_FIRST(z - tau, 0), MAX_FIRST(z, tau)),
            by(RELU_IS(z), MAX_SECOND(z - tau, 0), MAX_SECOND(z, tau)),
        )
    )
)


def network(f: Symbol) -> Expr:
    """The network over one kind of attention, as Definitions 3.5 and 3.6 print it."""
    return phi(Sum(j, Range(expr(1), m), phi_tau(inner(f, y[j]))))


u_lin_x, u_exp_x, of_ones = symbols("u_lin(A,x) u_exp(A,x) 1")


def shapes_in(output: Symbol, f: Symbol, alpha: Symbol, u: Symbol, entries: Expr) -> Fits:
    """A network with f(A,x) as Definitions 3.2 and 3.3 build it, and a y in R^{n×m}."""
    data = A.isin(Matrices(n, d)) & input_x.isin(Matrices(d, expr(1))) & y.isin(Matrices(n, m))
    shares = (u == entries) & (alpha == inner(u, of_ones[n])) & (f == alpha ** expr(-1) * u)
    return Fits(output == network(f), data & shares)


NETWORK = SHAPES_OF.where(Condition(words="y in R^{n×m}, τ > 0"))
F_EXP = Lemma("Definition 3.5", "Section 3.2, p. 3", "the network F_exp", given=NETWORK)
F_EXP[""] = shapes_in(output_exp, f_exp_x, alpha_exp, u_exp_x, exp(A * input_x))
F_EXP[""].proved(SHAPES).note(
    "Called a three-layer network here; Definition 3.6 calls the same architecture, and Figure 1 draws it, with four."
)

NAMED = Computed(replace(DATA.points, declared=Declared(meaning=((output_exp, network(f_exp_x)),))), COLUMNS_OF_SIGNS)
F_LIN = Lemma("Definition 3.6", "Section 3.2, p. 3", "the network F_lin", given=NAMED)
F_LIN[""] = output_exp == network(f_lin_x)
F_LIN[""].refuted("n=2 z=1:1;4:1 tau=1/4 delta=1/100 C=3/2").uses("Definition 3.5")
F_LIN[""].note(
    "Announced as F_lin, the formula binds the name F_exp a second time; the witness has columns with a minus in the first "
    "level and a plus elsewhere."
)
named = shapes_in(output_lin, f_lin_x, alpha_lin, u_lin_x, A * input_x)
F_LIN[""].repair(claim=named, given=NETWORK, why="the name before the equation is F_lin; for all A, x").uses().proved(SHAPES)

wanted_columns = C * log(n / delta)
COLUMNS_ARE = Definition("m is C log(n/δ) rounded up", (), (wanted_columns <= m) & (m < wanted_columns + 1), of=DATA, at=((),))
FAR_AS_WELL = replace(
    DATA,
    points=replace(
        DATA.points,
        small=lambda: itertools.chain(far_regressions(), small_regressions(1)),
        declared=Declared(premises=(m == ceil(wanted_columns),)),
    ),
)
COLUMNS = Lemma("Definition 3.7", "Section 3.2, p. 4", "m columns of random signs", given=FAR_AS_WELL)
COLUMNS[""] = Implies(m == ceil(wanted_columns), m > 2)
COLUMNS[""].trivial(TrivialRange("m ≥ 1: a positive number rounded up", 1))
COLUMNS[""].note("C log(n/δ) is irrational for rational C, n/δ: the rounding up that every reader adds is not charged.")
COLUMNS[""].proved(Calculation(by(COLUMNS_ARE(), LOG_GROWS(20, n / delta))))

DATASETS = Lemma("Definition 3.8", "Section 3.3, p. 5", "the datasets D0 and D1", given=EITHER)
DATASETS[""] = chain(lowest, "<=", highest, "<", 4 * log(n))
DATASETS[""].in_words("Compared are the ends of the ranges of Ax; that each value in them is met by some A and x is words.")
DATASETS[""].proved(Calculation(by(LOG_POSITIVE))).note(
    "D0 and D1 have members and none in common. At n = 1 both are {Ax = 0}. A "
    "enters only through Ax, and every vector in the range is A x for A = z x^T/|x|^2."
)

STATEMENTS = (LINEAR, SOFTMAX, RELU, F_EXP, F_LIN, COLUMNS, DATASETS)
