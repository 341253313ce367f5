"""The signed sum of a row's entries: Hoeffding's bound from what lemmas say of the entries.

A row of the self-attention data has c √log n in the last column, which is left to its own sign; a row of the cross-attention
data has no such column. The squares of all other entries add up to at most K u²/n^0.02, u being the unit of the entries.
"""

from functools import reduce
from operator import add

from theorems.kernel.scripts import only
from theorems.proofs import *
from theorems.proofs.kept import PENDING
from theorems.superiority.rows_with_signs import *

NARROW = n ** Q("0.99")


def units_are_positive(data: SignedRows) -> None:
    """So that the entries have values."""
    if data.unit is not ONE:
        have(log(n) > 0, LOG_GROWS_STRICTLY(1, n))
        have(data.unit > 0)


def powers_are_positive() -> None:
    have(n_01 > 0, POWER_POSITIVE(n, Q("0.01")))
    have(n_02 > 0, POWER_POSITIVE(n, Q("0.02")))


@auxiliary(lambda data: n_02 <= data.count)
def many_columns(data: SignedRows) -> None:
    """t √d ≤ n^0.99 leaves many columns."""
    have(t**2 * d <= n ** Q("1.98"), SQUARE_GROWS(t * sqrt(d), NARROW))
    have(n_02 * (t**2 * d) <= n**2, FACTOR_KEEPS_ORDER(t**2 * d, n ** Q("1.98"), n_02))
    have(n_02 * d <= data.count**2, only(n_02 * (t**2 * d) <= (data.count * t) ** 2, n_02 > 0, t >= 1))
    hence(only(n_02 * d <= data.count**2, n_02 > 0, data.count >= 1))


# -- the squares of the entries ----------------------------------------------------------------------------------------------


@auxiliary(lambda data, row, bounds: data.squares(row) <= data.allowed)
def squares_are_small(data: SignedRows, row: Symbol, bounds: Bounds) -> None:
    """The squares of the entries of one kind of row, added up."""
    blocks, count, own_column = data.blocks, data.count, block(bounds.own_of)
    entry, first, own = data.c[row, i0], data.c[row, expr(1)], data.c[row, own_column]
    high = times(bounds.R, data.unit) / count if bounds.high is None else bounds.high
    highest = times(bounds.P, data.unit) / data.root

    def is_in(column: Expr) -> Fact:
        return IN_RANGE(column, blocks.low, blocks.high)

    def added(*numbers: Expr) -> Expr:
        return times(reduce(add, (number**2 for number in numbers)), ONE if data.unit is ONE else data.unit**2) / data.fall

    def is_below(column: Expr, entry: Expr, line: Line, most: Expr, why: Statements, *lies: Fact) -> None:
        """What a line says of an entry is at most this; so are the squares."""
        with proving(bound_of(line) <= most):
            why()
        calc(entry).le(bound_of(line), *lies, cite(line, (j0, row), (i0, column))).le(most)
        have(entry**2 <= most**2, data.by.no_entry_negative(row, column), SQUARE_GROWS(entry, most))

    in_blocks = () if bounds.own_of is j3 else (data.by.columns_of_blocks(bounds.own_of),)  # of j3 the data say it
    others: Range | Without = blocks
    lies: tuple[Fact, ...] = (is_in(i0),)
    if bounds.own is not None:
        others = Without(blocks, own_column)
        lies = LEFT_OUT(i0, own_column, blocks), IN_THE_WHOLE(i0, own_column, blocks), *lies
    of_blocks, of_others, one = Sum(i0, blocks, entry**2), Sum(i0, others, entry**2), Sum(i0, others, 1)
    with proving(ForAll(i0, others, entry**2 <= high**2)):
        is_below(i0, entry, bounds.others, high, bounds.others_are, *lies)
    have(one <= count, COUNT(i0, blocks.low, blocks.high), SUM_WITHOUT(lambda _: expr(1), i0, blocks, own_column), *in_blocks)
    positive = () if data.unit is ONE else (data.unit > 0, n > 0)
    if bounds.high is None:
        have(high**2 * count <= added(bounds.R), only(data.fall <= count, data.fall > 0, *positive))
    else:
        with proving(high**2 * count <= added(bounds.R)):
            bounds.high_is()
    (
        calc(of_others)
        .le(high**2 * one, SUM_BELOW_COUNT(lambda k: data.c[row, k] ** 2, high**2, i0, others))
        .le(high**2 * count, *(() if bounds.high is None else (FACTOR_KEEPS_ORDER(one, count, high**2),)))
        .le(added(bounds.R))
    )
    if bounds.own is not None:
        is_below(
            own_column, own, bounds.own, times(bounds.O, data.unit) / data.root, bounds.own_is, is_in(own_column), *in_blocks
        )
        have(of_blocks == of_others + own**2, SUM_WITHOUT(lambda k: data.c[row, k] ** 2, i0, blocks, own_column), *in_blocks)
    is_below(expr(1), first, bounds.first, highest, bounds.first_is)
    (
        calc(data.squares(row))
        .eq(first**2 + of_blocks, SUM_FIRST(lambda k: data.c[row, k] ** 2, i0, 1, 2, data.small.high))
        .le(added(bounds.P, bounds.R, *([bounds.O] if bounds.own is not None else [])))
        .le(data.allowed)
    )


# -- the signed sum of a row -------------------------------------------------------------------------------------------------


@auxiliary(lambda data, row, signs: Pr(data.is_large(row, signs)) < data.tail)
def seldom_large(data: SignedRows, row: Symbol, signs: Signs) -> None:
    """Hoeffding's bound for the sum of the small entries."""
    positive = () if data.unit is ONE else (data.unit > 0,)
    have(data.allowed > 0, only(data.fall > 0, n > 0, *positive))
    have(2 * data.allowed > 0, only(data.allowed > 0, data.fall > 0, n > 0))
    have(data.level >= 0, only(n > 0, *positive))
    have(ForAll(i0, data.small, fair_sign(signs.at(i0))), only(*signs.fair[1:], signs.fair_at(i0)))
    part = () if data.small is columns else (PART_OF_INDEPENDENT(signs.at, i0, columns, data.small),)
    hoeffding = HOEFFDING_OF_SIGNS_ABS(lambda k: data.c[row, k], signs.at, i0, data.small, data.level, data.allowed)
    hence(only(*signs.fair[:1], *part, hoeffding, n > 0))


@auxiliary(
    lambda data, row, signs, event, *_: Pr(of(event, inner(data.c.row(row), signs.vector))) <= Pr(data.is_large(row, signs))
)
def large_then(data: SignedRows, row: Symbol, signs: Signs, event: Relation, has_last: bool) -> None:
    """Where the whole sum is beyond τ that of the small entries is large: the last entry, if it is none, is c u."""
    product, rest = data.whole(row, signs), data.sum(row, signs)
    if not has_last:
        have(ForAll(u_, REALS, Implies(event, abs(u_) >= data.level)), ABS_ABOVE(u_))
        (
            calc(Pr(of(event, product)))
            .eq(Pr(of(event, rest)), signs.added_up(row))
            .le(Pr(data.is_large(row, signs)), MORE_LIKELY(lambda x: of(event, x), lambda x: abs(x) >= data.level, rest, u_))
        )
        return
    c_u, sign = c * data.unit, signs.at(d)

    def with_sign(rest: Expr, sign: Expr) -> Claim:
        return of(event, rest + c_u * sign) & (abs(sign) <= 1)

    absolute = TRIANGLE(u_, c_u * v_), ABS_OF_PRODUCT(c_u, v_), ABS_OF_NONNEGATIVE(c_u), ABS_ABOVE(u_), ABS_ABOVE(v_)
    either = of(event, u_ + c_u * v_), abs(v_) <= 1, c_u >= 0, n > 0
    have(ForAll(u_, REALS, ForAll(v_, REALS, Implies(with_sign(u_, v_), abs(u_) >= data.level))), only(*absolute, *either))
    certain = SIGN_BOUNDED(sign), AND_CERTAIN(of(event, rest + c_u * sign), abs(sign) <= 1)
    whole = Pr(of(event, rest + c_u * sign)) == Pr(with_sign(rest, sign))
    have(whole, only(*signs.fair[1:], signs.fair_at(d), *certain))
    likely = MORE_LIKELY_OF_TWO(with_sign, lambda rest, _: abs(rest) >= data.level, rest, sign, u_, v_)
    have(Pr(with_sign(rest, sign)) <= Pr(data.is_large(row, signs)), only(likely))
    have(product == rest + c_u * sign, signs.added_up(row), SUM_LAST(lambda k: data.c[row, k] * signs.at(k), i0, 1, d))
    (
        calc(Pr(of(event, product)))
        .eq(Pr(of(event, rest + c_u * sign)))
        .eq(Pr(with_sign(rest, sign)))
        .le(Pr(data.is_large(row, signs)))
    )


@auxiliary(lambda data, more: data.tail <= delta / n ** power(more))
def rare(data: SignedRows, more: int) -> None:
    """exp(-n^0.02/(200 K)) falls below every power of n."""
    have(2 / delta > 0, only(delta > 0))
    have(data.rate(more) <= n_02 / (200 * data.K), only(data.beyond(more), n_02 > 0, delta > 0))
    hence(only(EXP_GROWS(-(n_02 / (200 * data.K)), -data.rate(more)), POWER_AS_EXP(n, -power(more)), n > 0))


def each_kind(
    data: SignedRows, row: Symbol, claim: Claim, special: Bounds, other: Bounds, shown: Callable[[Bounds], None]
) -> None:
    """A claim about the special row and about all others, from what is known of their entries."""
    with proving(claim):
        if special is other:
            shown(other)
            return
        with case(row == data.special):
            shown(special)
        with otherwise():
            shown(other)


def from_some_size_on(data: SignedRows, g: Expr | None, *beyond: Relation) -> FromSomeSizeOn:
    """Where t √d = o(n^g), g = 0.99 or less."""
    narrow = NARROW if g is None else n**g
    return FromSomeSizeOn(n, (*beyond, t * sqrt(d) <= narrow, data.beyond()), PENDING, fixed=(delta, kappa))


def entries_are_small(data: SignedRows, bounds: Bounds, g: Expr | None = None, special: Bounds | None = None) -> None:
    """The squares of row j0 add up to little, and its last entry is what it is."""
    units_are_positive(data)
    powers_are_positive()
    if g is not None:
        calc(t * sqrt(d)).le(n**g).le(NARROW)
    obtain(many_columns(data))
    if special is None:
        obtain(squares_are_small(data, j0, bounds))
    else:
        squares = data.squares(j0) <= data.allowed
        each_kind(data, j0, squares, special, bounds, lambda known: obtain(squares_are_small(data, j0, known)))
    if bounds.last is not None:
        have(data.c[j0, d] == c * data.unit, cite(bounds.last, (i0, d)))


def row_concentrates(
    line: Line,
    found: Eventually,
    data: SignedRows,
    event: Relation,
    bounds: Bounds,
    *beyond: Relation,
    g: Expr | None = None,
    special: Bounds | None = None,
) -> None:
    """A row stays on the other side of an event but for a probability of δ/n^κ, where t √d = o(n^g), g = 0.99 or less.

    special: what is known of it where it may be the special one
    """

    @proof(line, lambda _, flat: replace(found, calculation=flat(from_some_size_on(data, g, *beyond))))
    def _() -> None:
        product = inner(data.c.row(j0), sigma)
        entries_are_small(data, bounds, g, special)
        obtain(
            seldom_large(data, j0, data.sigma), large_then(data, j0, data.sigma, event, bounds.last is not None), rare(data, 0)
        )
        calc(Pr(of(event, product))).le(Pr(data.is_large(j0, data.sigma))).lt(data.tail).le(delta / n**kappa)
        crossing = of(event, product)
        complement = ABOVE_OR_NOT if crossing.sign == ">" else BELOW_OR_NOT
        hence(only(complement(crossing.left, crossing.right), Pr(crossing) < delta / n**kappa, n > 0))


def network_is_silent(
    line: Line,
    found: Eventually,
    data: SignedRows,
    F: Expr,
    threshold: Expr,
    special: Bounds,
    other: Bounds,
    power: Expr = n_02.exponent,
    *beyond: Relation,
) -> None:
    """F = 0 but for a probability of δ/n^κ, where d = ω(n^power) with a power of at least 0.02: a union over all rows and all
    columns of signs.
    """
    few = (C * log(n / delta) + 1) / n <= 1
    size = FromSomeSizeOn(n, (*beyond, 3 * n**power <= d, few, data.beyond(2)), PENDING, fixed=(delta, kappa, C))
    signs, most, event = data.signs_of(l), m * data.tail, u_ - threshold > 0

    def excess(row: Expr, of: Expr) -> Expr:
        return inner(data.c.row(row), y[of]) - threshold

    def quiet(row: Expr) -> Claim:
        return ForAll(l, of_columns, excess(row, l) <= 0)

    def last_is(known: Bounds) -> None:
        assert known.last is not None
        hence(cite(known.last, (j0, j1), (i0, d)))

    def of_a_row() -> None:
        """Any row is quiet but for m times the tail."""
        squares, last = data.squares(j1) <= data.allowed, data.c[j1, d] == c * data.unit
        with proving(ForAll(l, of_columns, 1 - Pr(excess(j1, l) <= 0) <= data.tail)):
            each_kind(data, j1, squares, special, other, lambda known: obtain(squares_are_small(data, j1, known)))
            if special.last is not None:
                each_kind(data, j1, last, special, other, last_is)
            obtain(seldom_large(data, j1, signs), large_then(data, j1, signs, event, special.last is not None))
            calc(Pr(excess(j1, l) > 0)).le(Pr(data.is_large(j1, signs))).le(data.tail)
            hence(only(ABOVE_OR_NOT(excess(j1, l), 0), Pr(excess(j1, l) > 0) <= data.tail, n > 0))
        lost = SUM_BELOW_COUNT(lambda k: 1 - Pr(excess(j1, k) <= 0), data.tail, l, of_columns)
        hence(only(ALL_AT_ONCE(lambda k: excess(j1, k) <= 0, l, of_columns), lost, COUNT(l, 1, m), n > 0))

    @proof(line, lambda _, flat: replace(found, calculation=flat(size)))
    def _() -> None:
        units_are_positive(data)
        if power is not n_02.exponent:
            have(n_02 <= n**power, POWER_GROWS(n, n_02.exponent, power))
        have(n_02 >= 1, only(POWER_GROWS(n, 0, Q("0.02"))))
        have(n_02 <= data.count, only(3 * n**power <= d, n_02 <= n**power, n_02 >= 1))
        have(log(n / delta) >= 0, LOG_GROWS(1, n / delta))
        wanted = C * log(n / delta)
        have((m >= 0) & (m < n), only(CEIL(wanted), m == ceil(wanted), few, n > 0, C > 0, log(n / delta) >= 0))
        with proving(ForAll(j1, rows, 1 - Pr(quiet(j1)) <= most)):
            of_a_row()
        added_up = Sum(j1, rows, Sum(l, of_columns, largest(excess(j1, l), 0)))
        union = ALL_AT_ONCE(quiet, j1, rows), SUM_BELOW_COUNT(lambda k: 1 - Pr(quiet(k)), most, j1, rows), COUNT(j1, 1, n)
        have(Pr(ForAll(j1, rows, quiet(j1))) >= 1 - n * most, only(*union, n > 0))
        (
            calc(Pr(F == 0))
            .eq(Pr(added_up == 0), data.by.network)
            .eq(Pr(ForAll(j1, rows, quiet(j1))), POSITIVE_PARTS(excess, j1, rows, l, of_columns))
            .ge(1 - n * most)
        )
        obtain(rare(data, 2))
        have(n * most < n**2 * data.tail, only(m < n, n > 0))
        calc(n * most).lt(n**2 * data.tail).le(n**2 * (delta / n ** (kappa + 2))).eq(delta / n**kappa)
        hence(only(Pr(F == 0) >= 1 - n * most, n * most < delta / n**kappa, n > 0))
