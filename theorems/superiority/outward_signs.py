"""Two entries that add up to more than the threshold: with both their signs pluses, and half of the time nothing against them
from the other terms, a signed sum is beyond it at least an eighth of the time.
"""

from theorems.kernel.context import Reason
from theorems.language.tree import Product
from theorems.provers.calculation import K
from theorems.provers.context import Cited
from theorems.superiority.sign_calculations import *

EIGHTH, SELDOM, HUNDREDTH = Q(1, 8), Q(7, 8), Q("0.01")


@dataclass(frozen=True)
class Outward:
    """Two entries of a row, in the first column and in ``second``, that add up to more than ``threshold``.

    adds_up: why they do in this row; lies: that the second column is one
    """

    rows: SignedRows
    second: Expr
    threshold: Expr
    adds_up: Callable[[Expr], tuple[Reason, ...]]
    lies: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        return " and ".join(each.reason for each in self.adds_up(j0) if isinstance(each, Cited))

    def excess(self, row: Expr, of: Expr) -> Expr:
        return inner(self.rows.c.row(row), y[of]) - self.threshold

    def quiet(self, row: Expr) -> Claim:
        """No column of signs takes the row beyond the threshold."""
        return ForAll(l, of_columns, self.excess(row, l) <= 0)


def signed_sum(two: Outward, row: Expr, signs: Signs) -> Expr:
    return inner(two.rows.c.row(row), signs.vector)


@auxiliary(lambda two, row, signs, event: Pr(of(event, signed_sum(two, row, signs))) >= EIGHTH)
def beyond(two: Outward, row: Expr, signs: Signs, event: Relation) -> None:
    """An eighth of the time the signed sum of a row is where what is above the threshold is."""
    c, product = two.rows.c, signed_sum(two, row, signs)
    both, total = c[row, expr(1)] + c[row, two.second], Sum(i0, columns, c[row, i0] * signs.at(i0))
    have(both > two.threshold, *two.adds_up(row))
    have(ForAll(u_, REALS, Implies(u_ >= both, event)), ABS_ABOVE(u_))
    pluses = TWO_SIGNS(lambda k: c[row, k], signs.at, i0, columns, 1, two.second)
    (
        calc(EIGHTH)
        .le(Pr(total >= both), *signs.fair, *two.lies, pluses)
        .eq(Pr(product >= both), signs.added_up(row))
        .le(Pr(of(event, product)), MORE_LIKELY(lambda x: x >= both, lambda x: of(event, x), product, u_))
    )


@auxiliary(lambda two, row, of: Pr(two.excess(row, of) <= 0) <= SELDOM)
def seldom_quiet(two: Outward, row: Expr, of: Expr) -> None:
    """7/8 of the time at most a column leaves a row below the threshold."""
    obtain(beyond(two, row, two.rows.signs_of(of), u_ - two.threshold > 0))
    hence(ABOVE_OR_NOT(two.excess(row, of), 0))


def silent_in_a_row(two: Outward, F: Expr, row: Expr, silent: Relation) -> None:
    """A network that is silent is so on this row for all columns."""
    added_up = Sum(j1, rows, Sum(l, of_columns, largest(two.excess(j1, l), 0)))
    (
        calc(Pr(of(silent, F)))
        .eq(Pr(of(silent, added_up)), two.rows.by.network)
        .eq(Pr(ForAll(j1, rows, two.quiet(j1))), POSITIVE_PARTS(two.excess, j1, rows, l, of_columns))
        .le(Pr(two.quiet(row)), ALL_BELOW_EACH(two.quiet, j1, rows, row))
    )


@auxiliary(lambda two, F, row: Pr(F > 0) >= 1 - delta / n**kappa)
def fires(two: Outward, F: Expr, row: Expr) -> None:
    """F > 0 but for (7/8)^m: each of m independent columns takes the row beyond the threshold an eighth of the time."""
    below, rate, lost = Pr(two.excess(row, l) <= 0), log(n / delta), log(delta) - kappa * log(n)
    have(n >= 2)
    units_are_positive(two.rows)
    have(rate > 0, LOG_GROWS_STRICTLY(1, n / delta))
    have(m >= 8 * kappa * rate, CEIL(C * rate), FACTOR_KEEPS_ORDER(8 * kappa, C, rate))
    have(m > 0, only(m >= 8 * kappa * rate, kappa >= 1, rate > 0))
    have((1 <= row) & (row <= n), IN_RANGE(row, 1, n))
    with proving(ForAll(l, of_columns, (below >= 0) & (below <= SELDOM))):
        obtain(seldom_quiet(two, row, l))
        hence(RANGE(below.event))
    silent_in_a_row(two, F, row, u_ <= 0)
    each_apart = INDEPENDENT_EVENTS(
        lambda v: inner(two.rows.c.row(row), v) - two.threshold <= 0, lambda k: y[k], l, of_columns, u_
    )
    (
        calc(Pr(F <= 0))
        .le(Pr(two.quiet(row)))
        .eq(Product(l, of_columns, below), each_apart, ALL_INDEPENDENT)
        .le(Product(l, of_columns, SELDOM), PRODUCT_ORDER)
        .eq(SELDOM**m, PRODUCT_OF_CONSTANT, COUNT)
    )
    have(kappa * rate >= -lost, only(LOG_GROWS(delta, 1), kappa >= 1, n > 0, delta > 0))
    (
        calc(SELDOM**m)
        .eq(exp(m * log(SELDOM)), POWER_AS_EXP)
        .lt(exp(lost), EXP_GROWS_STRICTLY(m * log(SELDOM), lost))
        .eq(delta / n**kappa, POWER_AS_EXP(n, -kappa))
    )
    hence(only(Pr(F <= 0) <= SELDOM**m, SELDOM**m < delta / n**kappa, ABOVE_OR_NOT(F, 0), n > 0))


@auxiliary(lambda two, F, row: Pr(F == 0) < 1 - delta / n**kappa)
def is_not_silent(two: Outward, F: Expr, row: Expr) -> None:
    """F = 0 at most 7/8 of the time, where δ = 1/100: already the first column speaks against it."""
    rate, one = log(n / delta), expr(1)
    have(m > 0, CEIL(C * rate))
    have(m >= 1, INTEGERS_APART(0, m))
    obtain(seldom_quiet(two, row, one))
    silent_in_a_row(two, F, row, u_ == 0)
    in_the_first = ALL_BELOW_EACH(lambda k: two.excess(row, k) <= 0, l, of_columns, one)
    have(Pr(two.quiet(row)) <= Pr(two.excess(row, one) <= 0), in_the_first)


@auxiliary(lambda two, event: Pr(of(event.contrary, signed_sum(two, j0, two.rows.sigma))) < 1 - delta / n**kappa)
def leaves(two: Outward, event: Relation) -> None:
    """A row is below the threshold less than 1 - δ/n^κ of the time, where δ = 1/100."""
    obtain(beyond(two, j0, two.rows.sigma, event))
    inside = of(event, signed_sum(two, j0, two.rows.sigma))
    hence(BELOW_OR_NOT(inside.left, inside.right))


def on_widening(beside: int, *along: Claim, sizes: tuple[Relation, ...] = ()) -> Contrary:
    """The contrary on the family t = w = 2^k, d = w + ``beside``, n = w² with δ = 1/100, κ = 1.

    along, sizes: what else the parameters are, and those that a hypothesis about growth speaks of
    """
    w = expr(2) ** K
    sizes = (d == w + beside, t == w, n == w**2, *sizes)
    return Contrary((*sizes, delta == HUNDREDTH, kappa == 1, *along), PENDING, reasons=(POWER_GROWS(2, 1, K),), sizes=sizes)


def columns_with(constant: int) -> tuple[Claim, ...]:
    """m = ⌈C log(n/δ)⌉ columns with this C."""
    return C == constant, m == ceil(C * log(n / delta))


def refuted_along(
    line: Line, family: Family, confirm: tuple[int, ...], along: Contrary, told: str = ""
) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """The function below shows the contrary of the line along the family; ``told``, or its docstring, says how."""
    return proof(line, lambda how, flat: RefutedAlong(family, told or how, confirm=confirm, calculation=flat(along)))


def first_and_last(first: Line, last: Line, *large: Reason) -> Callable[[Expr], tuple[Reason, ...]]:
    """What two lines say of the entries of a row in the first and in the last column; ``large``: what else is needed."""
    return lambda row: (cite(first, (j0, row), (i0, 1)), cite(last, (j0, row), (i0, d)), *large)
