"""Calculations about two entries that add up to more than the threshold: with both their signs pluses, and half of the time
nothing against them from the other terms, a signed sum is beyond it at least an eighth of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theorems.kernel.scripts import Calc, Script, by, calc, each, only
from theorems.language.tree import Product
from theorems.provers.calculation import K
from theorems.superiority.language import *
from theorems.superiority.sign_calculations import Event, SignedRows, Signs, in_turn, of_columns, u_
from theorems.textbook import *

EIGHTH, SELDOM, HUNDREDTH = Q(1, 8), Q(7, 8), Q("0.01")


@dataclass(frozen=True)
class Outward:
    """Two entries of a row, in the first column and in ``second``, that add up to more than ``threshold``.

    adds_up: shows this of a row
    lies:    that the second column is one
    """

    rows: SignedRows
    second: Expr
    threshold: Expr
    adds_up: Callable[[Expr], Script]
    lies: tuple[Fact, ...] = ()

    def beyond(self, row: Expr, signs: Signs, event: Event, *fair: Fact, why: tuple[Fact, ...] = ()) -> tuple[Claim, Script]:
        """An eighth of the time the signed sum of a row is where what is above the threshold is."""
        c = self.rows.c
        product, terms = inner(c.row(row), signs.vector), Sum(i0, columns, c[row, i0] * signs.at(i0))
        two = c[row, expr(1)] + c[row, self.second]
        script = in_turn(
            (two > self.threshold, self.adds_up(row)),
            (
                ForAll(u_, REALS, Implies(u_ >= two, event(u_))),
                only(*why, two > self.threshold, u_ >= two, *self.rows.positive),
            ),
            then=calc(EIGHTH)
            .le(Pr(terms >= two), *fair, *self.lies, TWO_SIGNS(lambda k: c[row, k], signs.at, i0, columns, 1, self.second))
            .eq(Pr(product >= two), signs.added_up(row), EQUALS(lambda x: Pr(x >= two), product, terms))
            .le(Pr(event(product)), MORE_LIKELY(lambda x: x >= two, event, product, u_)),
        )
        return Pr(event(product)) >= EIGHTH, script

    def reaches(self) -> Script:
        """A row reaches the threshold with probability 1/10."""
        found = self.beyond(j0, self.rows.sigma, lambda x: x >= self.threshold)
        return in_turn(*self.rows.beginning, found, then=only(found[0]))

    def excess(self, row: Expr, of: Expr) -> Expr:
        return inner(self.rows.c.row(row), y[of]) - self.threshold

    def quiet(self, row: Expr) -> Claim:
        return ForAll(l, of_columns, self.excess(row, l) <= 0)

    def of_column(self, of: Expr) -> tuple[Fact, Fact]:
        """The signs of a column are independent and fair."""
        return (
            INSTANCE(lambda k: all_independent(i0, columns, y[k, i0]), l, of_columns, of),
            INSTANCE(lambda k: ForAll(i0, columns, fair_sign(y[k, i0])), l, of_columns, of),
        )

    def seldom_below(self, row: Expr, of: Expr) -> tuple[Claim, Script]:
        """7/8 of the time at most a column leaves a row below the threshold."""
        excess = self.excess(row, of)
        found = self.beyond(row, self.rows.signs_of(of), lambda x: x - self.threshold > 0, *self.of_column(of))
        return Pr(excess <= 0) <= SELDOM, in_turn(found, then=only(found[0], ABOVE_OR_NOT(excess, 0)))

    def silent_in_a_row(self, F: Expr, row: Expr, silent: Event) -> Calc:
        """A network that is silent is so on this row for all columns."""
        added_up = Sum(j1, rows, Sum(l, of_columns, largest(self.excess(j1, l), 0)))
        return (
            calc(Pr(silent(F)))
            .eq(
                Pr(ForAll(j1, rows, self.quiet(j1))),
                self.rows.by.network(),
                EQUALS(lambda x: Pr(silent(x)), F, added_up),
                POSITIVE_PARTS(self.excess, j1, rows, l, of_columns),
            )
            .le(Pr(self.quiet(row)), ALL_BELOW_EACH(self.quiet, j1, rows, row))
        )

    def fires(self, F: Expr, row: Expr) -> Script:
        """F > 0 but for (7/8)^m: each of m independent columns takes the row beyond the threshold an eighth of the time."""
        below, rate, lost = Pr(self.excess(row, l) <= 0), log(n / delta), log(delta) - kappa * log(n)
        within = (n > 0, delta > 0)
        seldom = self.seldom_below(row, l)
        return in_turn(
            (n >= 2, only(d >= 2, d <= n)),
            *self.rows.beginning,
            (n / delta > 1, only(n >= 2, delta > 0, delta < 1)),
            (rate > 0, only(LOG_GROWS_STRICTLY(1, n / delta), *within)),
            (8 * kappa * rate <= C * rate, only(FACTOR_KEEPS_ORDER(8 * kappa, C, rate), *within)),
            (m >= 8 * kappa * rate, only(8 * kappa * rate <= C * rate, CEIL(C * rate), m == ceil(C * rate), *within)),
            (m >= 0, only(m >= 8 * kappa * rate, kappa >= 1, rate > 0)),
            ((1 <= row) & (row <= n), only(IN_RANGE(row, 1, n))),
            (ForAll(l, of_columns, (below >= 0) & seldom[0]), each(only(RANGE(below.event)), seldom[1])),
            (
                Pr(F <= 0) <= SELDOM**m,
                self.silent_in_a_row(F, row, lambda x: x <= 0)
                .eq(
                    Product(l, of_columns, below),
                    INDEPENDENT_EVENTS(
                        lambda v: inner(self.rows.c.row(row), v) - self.threshold <= 0, lambda k: y[k], l, of_columns, u_
                    ),
                    ALL_INDEPENDENT(lambda k: self.excess(row, k) <= 0, l, of_columns),
                )
                .le(
                    Product(l, of_columns, SELDOM),
                    PRODUCT_ORDER(lambda k: Pr(self.excess(row, k) <= 0), lambda _: SELDOM, l, of_columns),
                )
                .eq(SELDOM**m, PRODUCT_OF_CONSTANT(SELDOM, l, of_columns), COUNT(l, 1, m)),
            ),
            (
                SELDOM**m < delta / n**kappa,
                in_turn(
                    (kappa * rate >= -lost, only(LOG_GROWS(delta, 1), kappa >= 1, *within)),
                    then=calc(SELDOM**m)
                    .eq(exp(m * log(SELDOM)), POWER_AS_EXP(SELDOM, m))
                    .lt(exp(lost), EXP_GROWS_STRICTLY(m * log(SELDOM), lost))
                    .eq(delta / n**kappa, POWER_AS_EXP(n, -kappa)),
                ),
            ),
            then=only(Pr(F <= 0) <= SELDOM**m, SELDOM**m < delta / n**kappa, ABOVE_OR_NOT(F, 0), n > 0),
        )

    @property
    def along_a_family(self) -> tuple[tuple[Claim, Script], ...]:
        """What is positive where n is a power of 2."""
        first, *others = self.rows.beginning
        return first, *((claim, by()) for claim, _ in others)

    def is_not_silent(self, F: Expr, row: Expr) -> Script:
        """F = 0 at most 7/8 of the time, where δ = 1/100: already the first column speaks against it."""
        rate, one = log(n / delta), expr(1)
        below = Pr(self.excess(row, one) <= 0)
        return in_turn(
            *self.along_a_family,
            (n / delta > 1, only(n >= 2, delta == HUNDREDTH)),
            (rate > 0, only(LOG_GROWS_STRICTLY(1, n / delta), n >= 2, delta == HUNDREDTH)),
            (C * rate > 0, only(rate > 0, C > 0, n >= 2, delta == HUNDREDTH)),
            (m > 0, only(C * rate > 0, CEIL(C * rate), m == ceil(C * rate))),
            (m >= 1, only(INTEGERS_APART(0, m))),
            ((1 <= row) & (row <= n), only(IN_RANGE(row, 1, n))),
            self.seldom_below(row, one),
            then=self.silent_in_a_row(F, row, lambda x: x == 0)
            .le(below, ALL_BELOW_EACH(lambda k: self.excess(row, k) <= 0, l, of_columns, one))
            .le(SELDOM)
            .lt(1 - delta / n**kappa),
        )

    def leaves(self, size: Callable[[Expr], Expr] = lambda x: x, *why: Fact) -> Script:
        """A row is below the threshold less than 1 - δ/n^κ of the time, where δ = 1/100."""
        found = self.beyond(j0, self.rows.sigma, lambda x: size(x) >= self.threshold, why=why)
        complement = BELOW_OR_NOT(size(inner(self.rows.c.row(j0), sigma)), self.threshold)
        return in_turn(*self.along_a_family, found, then=only(found[0], complement, n >= 2, delta == HUNDREDTH, kappa == 1))


def on_widening(beside: int, script: Script, *along: Claim, sizes: tuple[Relation, ...] = ()) -> Contrary:
    """The contrary on the family t = w = 2^k, d = w + ``beside``, n = w² with δ = 1/100, κ = 1.

    along, sizes: what else the parameters are, and those that a hypothesis about growth speaks of
    """
    w = expr(2) ** K
    sizes = (d == w + beside, t == w, n == w**2, *sizes)
    return Contrary((*sizes, delta == HUNDREDTH, kappa == 1, *along), script, reasons=(POWER_GROWS(2, 1, K),), sizes=sizes)
