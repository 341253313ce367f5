"""The networks of Section 5 (superiority v1, Definitions 3.5 to 3.7, p. 3): columns of signs, and when none of them fires."""

from functools import cached_property
from random import Random

from theorems.superiority.toy_sums import *


@dataclass(frozen=True)
class Drawn(SoftmaxRegression):
    """The same data with signs drawn for the columns."""

    def sign(self, l: int, i: int) -> int:
        return Random(f"{self.levels} {l} {i}").choice((-1, 1))

    def product(self, f: list[Number], l: int) -> Number:
        return sum(self.sign(l, i) * f[self.level(i)] for i in range(1, self.size + 1))

    def output(self, f: list[Number]) -> Number:
        return sum(self.above(self.tau, self.product(f, l)) for l in range(1, self.m + 1))


def _drawn() -> Computed:
    def with_signs(i: Instance, arithmetic: Arithmetic) -> Drawn:
        return Drawn(**vars(bind(i, arithmetic)))

    return replace(
        DATA.knowing(
            {
                y[l, i]: Drawn.sign,
                inner(f_exp_x, y[l]): lambda x, l: x.product(x.f_exp, l),
                inner(f_exp_x, y[1]): lambda x: x.product(x.f_exp, 1),
                inner(f_lin_x, y[l]): lambda x, l: x.product(x.f_lin, l),
                inner(f_lin_x, y[1]): lambda x: x.product(x.f_lin, 1),
                F_exp_A: lambda x: x.output(x.f_exp),
                F_lin_A: lambda x: x.output(x.f_lin),
            }
        ),
        points=replace(DATA.points, name=f"{DATA.name}, signs drawn", bind=with_signs),
    )


DRAWN_SIGNS, of_columns, ONE = _drawn(), Range(expr(1), m), Range(expr(1), expr(1))
OF_COLUMNS = (
    Member(m, INTEGERS),
    fixed(m, tau, f_lin_x, f_exp_x),
    all_independent(l, of_columns, y[l]),
    ForAll(l, of_columns, all_independent(i, TO_N, y[l, i])),
    ForAll(l, of_columns, ForAll(i, TO_N, fair_sign(y[l, i]))),
)


def networks(dataset: int) -> Computed:
    data = toy_data(dataset)
    return replace(data, ranges=(*data.ranges, *OF_COLUMNS))


@dataclass(frozen=True)
class Network:
    """F = Σ φ_τ(⟨f, y_l⟩), which φ leaves as it is."""

    F: Expr
    f: Symbol

    def __str__(self) -> str:
        return str(self.F)

    def excess(self, l: Expr) -> Expr:
        return inner(self.f, y[l]) - tau

    @property
    def quiet(self) -> Claim:
        """No column fires."""
        return ForAll(l, of_columns, self.excess(l) <= 0)

    @property
    def parts(self) -> Expr:
        return Sum(l, of_columns, largest(self.excess(l), 0))

    @cached_property
    def is_sum(self) -> Definition:
        return Definition(f"the network {self.f.name}", (), self.F == self.parts, of=DRAWN_SIGNS, at=((),))

    @cached_property
    def product(self) -> Definition:
        added_up = inner(self.f, y[l]) == Sum(i, TO_N, self.f[i] * y[l, i])
        return Definition(f"⟨{self.f.name}, y_l⟩", (l,), added_up, of=DRAWN_SIGNS, at=((1,),))


OF_SOFTMAX, OF_LINEAR = Network(F_exp_A, f_exp_x), Network(F_lin_A, f_lin_x)


@auxiliary(lambda network, silent: Pr(of(silent, network.F)) == Pr(network.quiet))
def silent_where_quiet(network: Network, silent: Relation) -> None:
    """F = 0, or F ≤ 0, where no column fires."""
    k, excess, quiet = Symbol("k"), network.excess, network.quiet
    have(Sum(k, ONE, 1) == 1, COUNT(k, 1, 1))
    have(network.F == network.parts, network.is_sum)
    have(Sum(k, ONE, network.parts) == network.parts, SUM_OF_CONSTANT(network.parts, k, ONE))
    (
        calc(Pr(of(silent, network.F)))
        .eq(Pr(of(silent, Sum(k, ONE, network.parts))))
        .eq(Pr(ForAll(k, ONE, quiet)), POSITIVE_PARTS(lambda _, l: excess(l), k, ONE, l, of_columns))
    )
    have(Pr(ForAll(k, ONE, quiet)) <= Pr(quiet), ALL_BELOW_EACH(lambda _: quiet, k, ONE, 1))
    have(Sum(k, ONE, 1 - Pr(quiet)) == 1 - Pr(quiet), SUM_OF_CONSTANT(1 - Pr(quiet), k, ONE))
    have(Pr(ForAll(k, ONE, quiet)) >= Pr(quiet), ALL_AT_ONCE(lambda _: quiet, k, ONE))


n_06 = n ** Q("0.6")
RATE = 2 * log(n) + log(2 / delta)
FEW = (C * ratio + 1) / n <= 1


@auxiliary(lambda network: Pr(network.F == 0) >= 1 - delta / poly(n))
def stays_silent(network: Network) -> None:
    """Hoeffding's bound for a column and a union over fewer than n columns, where Σ f² ≤ 2/n^0.6."""
    f, tail = network.f, 2 * exp(-(tau**2 * n_06 / 4))
    have(ratio > 0, AT_LEAST_LOG_20)
    have((m >= 0) & (m < n), only(COLUMNS_ARE(), FEW, n >= 2, C > 1, ratio > 0))
    with proving(ForAll(l, of_columns, 1 - Pr(network.excess(l) <= 0) <= tail)):
        total = signed_sum(f, y[l])
        have(all_independent(i, TO_N, y[l, i]), INSTANCE(lambda k: all_independent(i, TO_N, y[k, i]), l, of_columns, l))
        have(ForAll(i, TO_N, fair_sign(y[l, i])))
        have(ForAll(u_, REALS, Implies(u_ - tau > 0, abs(u_) >= tau)), ABS_ABOVE(u_))
        (
            calc(Pr(network.excess(l) > 0))
            .eq(Pr(total - tau > 0), network.product(l))
            .le(Pr(abs(total) >= tau), MORE_LIKELY(lambda x: x - tau > 0, lambda x: abs(x) >= tau, total, u_))
            .lt(tail, HOEFFDING_OF_SIGNS_ABS(lambda k: f[k], lambda k: y[l, k], i, TO_N, tau, 2 / n_06))
        )
        hence(ABOVE_OR_NOT(network.excess(l), 0))
    added_up = SUM_BELOW_COUNT(lambda k: 1 - Pr(network.excess(k) <= 0), tail, l, of_columns)
    have(Pr(network.quiet) >= 1 - m * tail, ALL_AT_ONCE(lambda k: network.excess(k) <= 0, l, of_columns), added_up, COUNT)
    obtain(silent_where_quiet(network, u_ == 0))
    calc(tail).le(2 * exp(-RATE), EXP_GROWS(-(tau**2 * n_06 / 4), -RATE)).eq(delta / n**2)
    calc(m * tail).le(n * tail, FACTOR_KEEPS_ORDER(m, n, tail)).le(delta / n, FACTOR_KEEPS_ORDER(tail, delta / n**2, n))
    calc(Pr(network.F == 0)).eq(Pr(network.quiet)).ge(1 - m * tail).ge(1 - delta / n).eq(1 - delta / poly(n))
