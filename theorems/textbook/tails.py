"""Proofs of tail bounds from moment generating functions: Hoeffding's inequality for both sides, and for a binomial count."""

from collections.abc import Callable
from dataclasses import dataclass

from theorems.kernel.facts import VARIABLE, Fact, fixed
from theorems.kernel.scripts import Script, by, calc, cases, each, have
from theorems.language.tree import (
    Claim,
    E,
    Expr,
    ForAll,
    Implies,
    Node,
    Pr,
    Product,
    Sum,
    Symbol,
    exp,
    expr,
)
from theorems.textbook import probability as of
from theorems.textbook.elementary import SUM_GROWS_STRICTLY
from theorems.textbook.sums import (
    EQUALS,
    FOLLOWS,
    INSTANCE,
    PRODUCT_OF_EXP,
    PRODUCT_ORDER,
    SUM_EQUAL,
    SUM_FACTOR,
    SUM_OF_CONSTANT,
    SUM_OF_DIFFERENCES,
    SUM_RENAMED,
)

Terms = Callable[[Expr], Expr]
Shown = tuple[Claim, Script]
x, y = (Symbol(name, VARIABLE) for name in "xy")


def using(*shown: Shown, then: Script) -> Script:
    """First these claims, then the goal by what may use them."""
    for claim, script in reversed(shown):
        then = have(claim, script, then)
    return then


@dataclass(frozen=True)
class Bounds:
    """Independent terms between numbers; ``independent``, ``numbers``: why they are, where the data do not say so."""

    of: Terms
    low: Terms
    high: Terms
    index: Symbol
    terms: Node
    independent: tuple[Fact, ...] = ()
    numbers: tuple[Fact, ...] = ()

    @property
    def total(self) -> Expr:
        return Sum(self.index, self.terms, self.of(self.index))

    def bounds(self, k: Expr) -> Claim:
        return of.sure(self.low(k) <= self.of(k)) & of.sure(self.of(k) <= self.high(k))

    def finite(self, s: Expr) -> Fact:
        return of.FINITE_EXPONENTIALS(s, self.of, self.low, self.high, self.index, self.terms)

    def product(self, s: Expr) -> tuple[Fact, ...]:
        """E e^{sΣ} is the product of the E e^{s X_i}."""
        return *self.independent, self.finite(s), of.MGF_OF_SUM(s, self.of, self.index, self.terms)

    def moment(self, s: Expr, log_moment: Terms, alone: Script, bound: Expr, *sums: Fact) -> Shown:
        """E e^{sΣ} ≤ e^bound, factor by factor; ``alone`` shows the bound of one of them, ``sums`` what these add up to."""
        i, terms = self.index, self.terms
        one, most, added = E(exp(s * self.of(i))), exp(log_moment(i)), Sum(i, terms, log_moment(i))
        bounds = INSTANCE(self.bounds, i, terms, i)
        factor = by(bounds, *self.numbers, of.FINITE_EXPONENTIAL(s, self.of(i), self.low(i), self.high(i)))
        order = PRODUCT_ORDER(lambda k: E(exp(s * self.of(k))), lambda k: exp(log_moment(k)), i, terms)
        together = E(exp(s * self.total))
        return together <= exp(bound), using(
            (ForAll(i, terms, (one >= 0) & (one <= most)), each(factor, alone)),
            then=calc(together)
            .eq(Product(i, terms, one), *self.product(s))
            .le(Product(i, terms, most), order)
            .eq(exp(added), PRODUCT_OF_EXP(log_moment, i, terms))
            .le(exp(bound), *sums),
        )

    def above(self, s: Expr, bound: Expr, a: Expr, low: Expr, *grows: Fact, strict: bool = False) -> Script:
        """Pr[Σ ≥ a] ≤ e^{bound - sa} ≤ e^-low; the first with < where ``strict``."""
        markov = (of.CRAMER_CHERNOFF_STRICTLY if strict else of.CRAMER_CHERNOFF)(self.total, s, a, bound)
        begun = calc(Pr(self.total >= a))
        return (begun.lt if strict else begun.le)(exp(bound - s * a), *self.product(s), markov).le(exp(-low), *grows)

    def below(self, s: Expr, bound: Expr, a: Expr, low: Expr, *grows: Fact, strict: bool = False) -> Script:
        """Pr[Σ ≤ a] ≤ e^{bound + sa} ≤ e^-low; the first with < where ``strict``."""
        markov = (of.CRAMER_CHERNOFF_BELOW_STRICTLY if strict else of.CRAMER_CHERNOFF_BELOW)(self.total, s, a, bound)
        begun = calc(Pr(self.total <= a))
        return (begun.lt if strict else begun.le)(exp(bound + s * a), *self.product(-s), markov).le(exp(-low), *grows)


def both_sides(whole: Bounds, t: Expr) -> Script:
    """Shows Hoeffding's inequality for a family's sum, where t > 0: his lemma term by term, and Markov's at 4t/Σ(b - a)²."""
    j, terms, X, low, high = whole.index, whole.terms, whole.of, whole.low, whole.high
    own, spread = (Sum(index, terms, (high(index) - low(index)) ** 2) for index in (j, x))
    renamed = SUM_RENAMED(lambda k: (high(k) - low(k)) ** 2, j, x, terms)
    rate, least = 4 * t / spread, 2 * t**2 / spread
    given = INSTANCE(lambda k: Implies(fixed(k), fixed(low(k), high(k))), j, terms, j)
    centred = Bounds(
        lambda k: X(k) - E(X(k)),
        lambda k: low(k) - E(X(k)),
        lambda k: high(k) - E(X(k)),
        j,
        terms,
        (*whole.independent, of.INDEPENDENT_DIFFERENCES(X, lambda k: E(X(k)), j, terms)),
        (given, FOLLOWS(fixed(j), fixed(low(j), high(j)))),
    )
    deviation, mean = centred.total, whole.total - E(whole.total)
    numbers = ForAll(j, terms, Implies(fixed(j), fixed(centred.low(j), centred.high(j))))
    known = (INSTANCE(whole.bounds, j, terms, j),)

    def moment(s: Expr) -> Shown:
        return centred.moment(
            s,
            lambda k: s**2 / 8 * (high(k) - low(k)) ** 2,
            by(*known, given, FOLLOWS(fixed(j), fixed(low(j), high(j))), of.HOEFFDING_LEMMA(X(j), s, low(j), high(j))),
            s**2 / 8 * spread,
            SUM_FACTOR(s**2 / 8, lambda k: (high(k) - low(k)) ** 2, j, terms),
            renamed,
        )

    above, below = Pr(deviation >= t) < exp(-least), Pr(deviation <= -t) < exp(-least)
    shifted = by(
        *known,
        of.MORE_LIKELY(lambda x: low(j) <= x, lambda x: low(j) - E(X(j)) <= x - E(X(j)), X(j), y),
        of.MORE_LIKELY(lambda x: x <= high(j), lambda x: x - E(X(j)) <= high(j) - E(X(j)), X(j), y),
        of.RANGE(centred.low(j) <= centred.of(j)),
        of.RANGE(centred.of(j) <= centred.high(j)),
    )

    def ends(k: Expr) -> Claim:
        return fixed(low(k), high(k))

    return using(
        (spread > 0, by(renamed)),
        (
            ForAll(x, terms, Implies(fixed(x), ends(x))),
            by(INSTANCE(lambda k: Implies(fixed(k), ends(k)), j, terms, x), FOLLOWS(fixed(x), ends(x))),
        ),
        (numbers, by(given, FOLLOWS(fixed(j), fixed(low(j), high(j))))),
        (ForAll(j, terms, centred.bounds(j)), shifted),
        (
            mean == deviation,
            by(
                of.FINITE_TERMS(X, low, high, j, terms),
                of.E_TOTAL(X, j, terms),
                SUM_OF_DIFFERENCES(X, lambda k: E(X(k)), j, terms),
            ),
        ),
        moment(rate),
        (above, centred.above(rate, rate**2 / 8 * spread, t, least, strict=True)),
        moment(-rate),
        (below, centred.below(rate, rate**2 / 8 * spread, -t, least, strict=True)),
        then=calc(Pr(abs(mean) >= t))
        .eq(Pr(abs(deviation) >= t), EQUALS(lambda x: Pr(abs(x) >= t), mean, deviation))
        .le(above.left + below.left, of.TWO_SIDES(deviation, t))
        .lt(exp(-least) + exp(-least), SUM_GROWS_STRICTLY(above.left, exp(-least), below.left, exp(-least)))
        .eq(2 * exp(-2 * t**2 / own), renamed, EQUALS(lambda x: exp(-2 * t**2 / x), spread, own)),
    )


def hoeffding(whole: Bounds, t: Expr) -> Script:
    """The same for t ≥ 0: no probability is above 1."""
    event = abs(whole.total - E(whole.total)) >= t
    return cases(t > 0, both_sides(whole, t), have(t == 0, by(), by(of.RANGE(event))))


HOEFFDING = hoeffding(Bounds(of.Z, of.F, of.G, of.k, of.S), of.t)


def binomial() -> Script:
    """A binomial count adds up n draws of mean p between 0 and 1."""
    x, n, p, t, k = of.x, of.n, of.p, of.t, of.k

    def one(k: Expr) -> Expr:
        return of.draw(x, k)

    draws = Sum(k, of.draws, one(k))
    widths = Sum(k, of.draws, (expr(1) - expr(0)) ** 2)
    every, zero = of.COUNTED_DRAWS(x, n, p, k), (lambda _: expr(0))
    in_mean = INSTANCE(lambda k: E(one(k)) == p, k, of.draws, k)
    of_means = SUM_EQUAL(lambda k: E(one(k)), lambda _: p, k, of.draws)
    deviation = draws - E(draws)
    return using(
        (widths == n, by(every, SUM_EQUAL(lambda _: (expr(1) - expr(0)) ** 2, lambda _: expr(1), k, of.draws))),
        (of_means.hypotheses[0], by(every, in_mean)),
        (
            E(draws) == n * p,
            by(
                every,
                of.FINITE_TERMS(one, zero, lambda _: expr(1), k, of.draws),
                of.E_TOTAL(one, k, of.draws),
                of_means,
                SUM_OF_CONSTANT(p, k, of.draws),
            ),
        ),
        then=calc(Pr(abs(x - n * p) >= t))
        .eq(Pr(abs(deviation) >= t), every, EQUALS(lambda y: Pr(abs(y) >= t), x - n * p, deviation))
        .lt(2 * exp(-2 * t**2 / widths), every, of.HOEFFDING_ABS(one, zero, lambda _: expr(1), k, of.draws, t))
        .eq(2 * exp(-2 * t**2 / n), EQUALS(lambda y: exp(-2 * t**2 / y), widths, n)),
    )


HOEFFDING_OF_BINOMIAL = binomial()
