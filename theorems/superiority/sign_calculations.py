"""Calculations about the signed sum of a row's entries: Hoeffding's bound from what lemmas say of the entries.

A row of the self-attention data has c √log n in the last column, which is left to its own sign; a row of the cross-attention
data has no such column. The squares of all other entries add up to at most K u²/n^0.02, u being the unit of the entries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from theorems.kernel import scripts
from theorems.kernel.context import Reason
from theorems.kernel.scripts import Script, by, calc, cases, each, have
from theorems.language.tree import free_symbols
from theorems.proofs import statements as flat
from theorems.superiority.drawn_signs import Defined
from theorems.superiority.language import *
from theorems.superiority.signs_on_data import TAU
from theorems.textbook import *

all_but_last, ROOT, ONE = Range(expr(1), d - 1), sqrt(log(n)), expr(1)
u_, v_ = symbols("u v")  # any real numbers
of_columns = Range(expr(1), m)
n_01, n_02 = n ** Q("0.01"), n ** Q("0.02")
POSITIVE = (n > 0, n_01 > 0, n_02 > 0)


Event = Callable[[Expr], Relation]


def only(*reasons: Reason) -> Script:
    """The goal follows from the reasons alone; that a unit of 1 is positive is none."""
    return scripts.only(*(r for r in reasons if not isinstance(r, Relation) or free_symbols(r)))


def times(number: Expr, unit: Expr) -> Expr:
    return number if unit is ONE else number * unit


def in_turn(*shown: tuple[Claim, Script], then: Script) -> Script:
    """First one claim after the other, then the goal."""
    for claim, script in reversed(shown):
        then = have(claim, script, then)
    return then


def bound_of(line: Line) -> Expr:
    """What a line says that an entry is at most. Raises TypeError for a line that says something else."""
    claim = line.claimed.claim
    if not isinstance(claim, Relation) or claim.sign != "<=":
        raise TypeError(f"{line.part.address} is no upper bound")
    return claim.right


@dataclass(frozen=True)
class Bounds:
    """What a lemma says of the entries of one kind of row, and what that comes to.

    first, others: the lines on the first column and on the block columns
    P, R:          they say at most P u/n^0.01 and R u/(d-2) in a block column; ``first_is``, ``others_are`` show it
    last:          the line on the last column
    own:           the line on the column of j3's block entry, where it is another one than ``others``: at most O u/n^0.01
    """

    first: Line
    first_is: Script
    P: Expr
    others: Line
    others_are: Script
    R: Expr
    last: Line | None = None
    own: Line | None = None
    own_is: Script | None = None
    O: Expr | None = None


@dataclass(frozen=True)
class Signs:
    """The signs of a sum: a vector, its entries, and that an inner product with it is a sum."""

    vector: Expr
    at: Callable[[Expr], Expr]
    added_up: Callable[[Expr], Fact]
    fair: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        return str(self.vector)


def _last(shown: tuple[tuple[Claim, Script], ...]) -> Script:
    """The last of some claims, after the others."""
    *before, (_, script) = shown
    return in_turn(*before, then=script)


@dataclass(frozen=True)
class SignedRows:
    """The entries ``c`` of the rows of some data, against signs.

    by:     what the data have by definition
    K:      the squares of the small entries add up to at most K u²/n^0.02
    unit:   u
    blocks: the block columns, ``count`` of them
    small:  the columns of the small entries: all of them, or all but the last one
    special: the row that is another one than all others
    """

    c: Quantity
    by: Defined
    K: int
    unit: Expr = ROOT
    blocks: Range = block_columns
    small: Range = all_but_last
    count: Expr = d - 2
    sizes: tuple[Claim, ...] = (n == (d - 2) * t, d >= 3, t >= 1)
    special: Symbol = j3
    for_network: bool = False

    @property
    def sigma(self) -> Signs:
        return Signs(sigma, lambda k: sigma[k], self.by.inner)

    @property
    def column(self) -> Signs:
        return self.signs_of(l)

    def signs_of(self, of: Expr) -> Signs:
        """The signs of a column of a network."""
        fair = (
            INSTANCE(lambda k: all_independent(i0, columns, y[k, i0]), l, of_columns, of),
            INSTANCE(lambda k: ForAll(i0, columns, fair_sign(y[k, i0])), l, of_columns, of),
        )
        return Signs(y[of], lambda k: y[of, k], lambda row: self.by.of_network(row, of), fair)

    @property
    def positive_unit(self) -> tuple[Claim, ...]:
        return () if self.unit is ONE else (n > 0, self.unit > 0)

    @property
    def positive(self) -> tuple[Claim, ...]:
        """What gives the unit a value."""
        return () if self.unit is ONE else (n > 0,)

    @property
    def beginning(self) -> tuple[tuple[Claim, Script], ...]:
        """What is positive."""
        if self.unit is ONE:
            return ((n > 0, only(*self.sizes)),)
        return (
            (n > 0, only(n >= 2)),
            (log(n) > 0, by(LOG_GROWS_STRICTLY(1, n))),
            (self.unit > 0, by()),
        )

    @property
    def wide(self) -> tuple[Claim, Script]:
        """d ≥ 3 n^0.02, or t √d ≤ n^0.99, leaves many columns."""
        if self.for_network:
            return n_02 <= self.count, in_turn(
                (n_02 >= 1, only(POWER_GROWS(n, 0, Q("0.02")))), then=only(3 * n_02 <= d, n_02 >= 1)
            )
        g = n ** Q("0.99")
        script = in_turn(
            (g > 0, by()),
            (t * sqrt(d) >= 0, only(ROOT_POSITIVE(d), t >= 1)),
            (t**2 * d <= n ** Q("1.98"), only(SQUARE_GROWS(t * sqrt(d), g), n > 0)),
            (n_02 * (t**2 * d) <= n**2, only(FACTOR_KEEPS_ORDER(t**2 * d, n ** Q("1.98"), n_02), n > 0)),
            (n_02 * (t**2 * d) <= (self.count * t) ** 2, by()),
            (n_02 * d <= self.count**2, only(n_02 * (t**2 * d) <= (self.count * t) ** 2, n_02 > 0, t >= 1)),
            then=only(n_02 * d <= self.count**2, n_02 > 0, self.sizes[1]),
        )
        return n_02 <= self.count, script

    def squares(self, row: Expr) -> Expr:
        return Sum(i0, self.small, self.c[row, i0] ** 2)

    @property
    def allowed(self) -> Expr:
        """What the squares add up to at most."""
        if self.unit is ONE:
            return self.K / n_02
        return self.unit**2 / n_02 if self.K == 1 else self.K * self.unit**2 / n_02

    def squares_are_small(self, row: Symbol, bounds: Bounds) -> tuple[tuple[Claim, Script], ...]:
        """The squares of the entries of one kind of row, added up."""
        others = self.blocks if bounds.own is None else Without(self.blocks, block(j3))
        u, entry, first, w = self.unit, self.c[row, i0], self.c[row, expr(1)], self.count
        A, B = map(bound_of, (bounds.first, bounds.others))
        highest, high = times(bounds.P, u) / n_01, times(bounds.R, u) / w
        u2 = ONE if u is ONE else u**2
        of_blocks, of_others = (Sum(i0, within, entry**2) for within in (self.blocks, others))
        both = first**2 + of_blocks
        high_of_blocks = times(bounds.R**2 if bounds.O is None else bounds.R**2 + bounds.O**2, u2) / n_02
        in_the_range = (
            (
                LEFT_OUT(i0, block(j3), self.blocks),
                IN_THE_WHOLE(i0, block(j3), self.blocks),
                IN_RANGE(i0, self.blocks.low, self.blocks.high),
            )
            if bounds.own
            else ()
        )
        here, positive = (j0, row), (n > 0, u > 0)
        in_block = ForAll(i0, others, entry <= high)
        first_squared, blocks_squared = first**2 <= times(bounds.P**2, u2) / n_02, of_blocks <= high_of_blocks
        others_squared = (
            of_others <= times(bounds.R**2, u2) / n_02,
            in_turn(
                (high**2 * w <= times(bounds.R**2, u2) / n_02, only(n_02 <= w, n_02 > 0, u > 0)),
                then=calc(of_others).le(high**2 * w).le(times(bounds.R**2, u2) / n_02),
            ),
        )
        block_by_block = in_turn(
            (
                in_block,
                in_turn(
                    (ForAll(i0, others, entry <= B), only(*in_the_range, cite(bounds.others, here, (i0, i0)))),
                    (B <= high, bounds.others_are),
                    then=only(INSTANCE(lambda k: self.c[row, k] <= B, i0, others, i0), B <= high, n > 0, self.sizes[1]),
                ),
            ),
            then=only(
                self.by.nonnegative(row, i0),
                INSTANCE(lambda k: self.c[row, k] <= high, i0, others, i0),
                SQUARE_GROWS(entry, high),
            ),
        )
        return (
            (
                of_others <= high**2 * w,
                in_turn(
                    (ForAll(i0, others, entry**2 <= high**2), block_by_block),
                    then=only(
                        SUM_BELOW_COUNT(lambda k: self.c[row, k] ** 2, high**2, i0, others),
                        COUNT(i0, self.blocks.low, self.blocks.high),
                        *((SUM_WITHOUT(lambda _: expr(1), i0, self.blocks, block(j3)),) if bounds.own else ()),
                        *self.positive_unit,
                        self.sizes[1],
                    ),
                ),
            ),
            (n_02 > 0, only(POWER_POSITIVE(n, Q("0.02")))),
            self.wide,
            others_squared if bounds.own is None else (blocks_squared, self._with_own_block(row, bounds, others_squared)),
            (
                first_squared,
                in_turn(
                    (n_01 > 0, only(POWER_POSITIVE(n, Q("0.01")))),
                    (first <= A, only(cite(bounds.first, here, (i0, 1)))),
                    (A <= highest, bounds.first_is),
                    (first <= highest, calc(first).le(A).le(highest)),
                    then=only(self.by.nonnegative(row, expr(1)), SQUARE_GROWS(first, highest), n > 0),
                ),
            ),
            (
                self.squares(row) <= self.allowed,
                in_turn(
                    (
                        both <= times(bounds.P**2, u2) / n_02 + high_of_blocks,
                        only(first_squared, blocks_squared, *positive),
                    ),
                    (times(bounds.P**2, u2) / n_02 + high_of_blocks <= self.allowed, only(*positive)),
                    then=calc(self.squares(row))
                    .eq(both, SUM_FIRST(lambda k: self.c[row, k] ** 2, i0, 1, 2, self.small.high))
                    .le(times(bounds.P**2, u2) / n_02 + high_of_blocks)
                    .le(self.allowed),
                ),
            ),
        )

    def _with_own_block(self, row: Symbol, bounds: Bounds, others_squared: tuple[Claim, Script]) -> Script:
        """The squares of all block columns, the one of j3's block entry on its own."""
        own, u, line = self.c[row, block(j3)], self.unit, bounds.own
        assert line is not None
        assert bounds.O is not None
        assert bounds.own_is is not None
        high, u2 = times(bounds.O, u) / n_01, ONE if u is ONE else u**2
        O = bound_of(line)
        return in_turn(
            others_squared,
            (
                own**2 <= times(bounds.O**2, u2) / n_02,
                in_turn(
                    (n_01 > 0, only(POWER_POSITIVE(n, Q("0.01")))),
                    (
                        own <= O,
                        only(IN_RANGE(block(j3), self.blocks.low, self.blocks.high), cite(line, (j0, row), (i0, block(j3)))),
                    ),
                    (O <= high, bounds.own_is),
                    (own <= high, calc(own).le(O).le(high)),
                    then=only(self.by.nonnegative(row, block(j3)), SQUARE_GROWS(own, high), n > 0),
                ),
            ),
            then=only(
                SUM_WITHOUT(lambda k: self.c[row, k] ** 2, i0, self.blocks, block(j3)),
                others_squared[0],
                own**2 <= times(bounds.O**2, u2) / n_02,
                n > 0,
                u > 0,
            ),
        )

    def sum(self, row: Expr, signs: Signs) -> Expr:
        return Sum(i0, self.small, self.c[row, i0] * signs.at(i0))

    @property
    def exponent(self) -> Expr:
        return n_02 / (200 * self.K)

    @property
    def tail(self) -> Expr:
        return 2 * exp(-self.exponent)

    def is_large(self, row: Expr, signs: Signs) -> Claim:
        return abs(self.sum(row, signs)) >= times(Q(1, 10), self.unit)

    def seldom_large(self, row: Expr, signs: Signs, *fair: Fact) -> tuple[Claim, Script]:
        """Hoeffding's bound for the sum of the small entries."""
        level, allowed = times(Q(1, 10), self.unit), self.allowed
        positive = (n > 0, self.unit > 0)
        script = in_turn(
            (allowed > 0, only(*positive)),
            (2 * allowed > 0, only(*(() if self.unit is ONE else (allowed > 0,)), n > 0)),
            (level >= 0, only(*self.positive_unit)),
            (
                ForAll(i0, self.small, fair_sign(signs.at(i0))),
                by(*fair[1:], INSTANCE(lambda k: fair_sign(signs.at(k)), i0, columns, i0)),
            ),
            then=only(
                *fair[:1],
                *(() if self.small is columns else (PART_OF_INDEPENDENT(signs.at, i0, columns, self.small),)),
                HOEFFDING_OF_SIGNS_ABS(lambda k: self.c[row, k], signs.at, i0, self.small, level, allowed),
                n > 0,
            ),
        )
        return Pr(self.is_large(row, signs)) < self.tail, script

    def large_then(
        self, row: Symbol, signs: Signs, last: Script | None, event: Event, why: tuple[Fact, ...], *fair: Fact
    ) -> tuple[Claim, Script]:
        """Where the whole sum is beyond τ that of the small entries is large: the last entry, if it is none, is c u."""
        if last is None:
            return self._all_are_small(row, signs, event, why)
        product, rest, c_u = inner(self.c.row(row), signs.vector), self.sum(row, signs), c * self.unit
        level, sign = times(Q(1, 10), self.unit), signs.at(d)

        def with_sign(rest: Expr, sign: Expr) -> Claim:
            return event(rest + c_u * sign) & (abs(sign) <= 1)

        follows = ForAll(u_, REALS, ForAll(v_, REALS, Implies(with_sign(u_, v_), abs(u_) >= level)))
        script = in_turn(
            (self.c[row, d] == c_u, last),
            (c_u >= 0, only(n > 0, self.unit > 0, c >= Q("0.1"))),
            (follows, only(*why, event(u_ + c_u * v_), abs(v_) <= 1, c_u >= 0, n > 0)),
            then=calc(Pr(event(product)))
            .eq(
                Pr(event(rest + c_u * sign)),
                signs.added_up(row),
                SUM_LAST(lambda k: self.c[row, k] * signs.at(k), i0, 1, d),
                EQUALS(lambda x: Pr(event(x)), product, rest + c_u * sign),
            )
            .eq(
                Pr(with_sign(rest, sign)),
                *fair[1:],
                INSTANCE(lambda k: fair_sign(signs.at(k)), i0, columns, d),
                SIGN_BOUNDED(sign),
                AND_CERTAIN(event(rest + c_u * sign), abs(sign) <= 1),
            )
            .le(
                Pr(self.is_large(row, signs)),
                MORE_LIKELY_OF_TWO(with_sign, lambda rest, _: abs(rest) >= level, rest, sign, u_, v_),
            ),
        )
        return Pr(event(product)) <= Pr(self.is_large(row, signs)), script

    def _all_are_small(self, row: Symbol, signs: Signs, event: Event, why: tuple[Fact, ...]) -> tuple[Claim, Script]:
        product, terms, large = inner(self.c.row(row), signs.vector), self.sum(row, signs), self.is_large(row, signs)
        script = in_turn(
            (ForAll(u_, REALS, Implies(event(u_), abs(u_) >= Q(1, 10))), only(*why, event(u_))),
            then=calc(Pr(event(product)))
            .eq(Pr(event(terms)), signs.added_up(row), EQUALS(lambda x: Pr(event(x)), product, terms))
            .le(Pr(large), MORE_LIKELY(event, lambda x: abs(x) >= Q(1, 10), terms, u_)),
        )
        return Pr(event(product)) <= Pr(large), script

    def power(self, more: int) -> Expr:
        return kappa + more if more else kappa

    def beyond(self, more: int = 0) -> Relation:
        """The exponent passes every multiple of log n at last."""
        return (self.power(more) * log(n) + log(2 / delta)) / n_02 <= Q(1, 200 * self.K)

    def rare(self, more: int = 0) -> tuple[Claim, Script]:
        rate = self.power(more) * log(n) + log(2 / delta)
        script = in_turn(
            (2 / delta > 0, only(delta > 0)),
            (rate <= self.exponent, only(self.beyond(more), n_02 > 0, delta > 0)),
            then=only(EXP_GROWS(-self.exponent, -rate), POWER_AS_EXP(n, -self.power(more)), n > 0),
        )
        return self.tail <= delta / n ** self.power(more), script

    def row_concentrates(self, bounds: Bounds, event: Event, why: tuple[Fact, ...], special: Bounds | None = None) -> Script:
        """A row stays on the other side of an event but for a probability of δ/n^κ.

        special: what is known of it where it may be the special one
        """
        crossing, allowed = event(inner(self.c.row(j0), sigma)), delta / n**kappa
        outside, large = Pr(crossing), Pr(self.is_large(j0, self.sigma))
        small = self.squares_are_small(j0, bounds)
        if special is not None:
            either = cases(j0 == self.special, _last(self.squares_are_small(j0, special)), _last(small))
            small = ((self.squares(j0) <= self.allowed, either), (n_02 > 0, only(POWER_POSITIVE(n, Q("0.02")))))
        last = None if bounds.last is None else only(cite(bounds.last, (i0, d)))
        return in_turn(
            *self.beginning,
            *small,
            self.seldom_large(j0, self.sigma),
            self.large_then(j0, self.sigma, last, event, why),
            self.rare(),
            (outside < allowed, calc(outside).le(large).lt(self.tail).le(allowed)),
            then=only(BELOW_OR_NOT(crossing.left, crossing.right), outside < allowed, n > 0),
        )

    def network_is_silent(self, F: Expr, threshold: Expr, special: Bounds, other: Bounds) -> Script:
        """F = 0 but for a probability of δ/n^κ: a union over all rows and all columns of signs."""
        signs, allowed, most = self.column, delta / n**kappa, m * self.tail

        def excess(row: Expr, of: Expr) -> Expr:
            return inner(self.c.row(row), y[of]) - threshold

        def quiet(row: Expr) -> Claim:
            return ForAll(l, of_columns, excess(row, l) <= 0)

        fair = (
            INSTANCE(lambda k: all_independent(i0, columns, y[k, i0]), l, of_columns, l),
            INSTANCE(lambda k: ForAll(i0, columns, fair_sign(y[k, i0])), l, of_columns, l),
        )

        def last(bounds: Bounds) -> Script:
            assert bounds.last is not None
            return only(cite(bounds.last, (j0, j1), (i0, d)))

        def small(bounds: Bounds) -> Script:
            return _last(self.squares_are_small(j1, bounds))

        at_end = None if special.last is None else cases(j1 == self.special, last(special), last(other))
        crosses = Pr(excess(j1, l) > 0)
        pair = in_turn(
            (self.squares(j1) <= self.allowed, cases(j1 == self.special, small(special), small(other))),
            (n_02 > 0, only(POWER_POSITIVE(n, Q("0.02")))),
            self.seldom_large(j1, signs, *fair),
            self.large_then(
                j1,
                signs,
                at_end,
                lambda x: x - threshold > 0,
                (ABS_ABOVE(u_),) if at_end is None else (ABS_ABOVE(u_), ABS_ABOVE(v_)),
                *fair,
            ),
            then=calc(crosses).le(Pr(self.is_large(j1, signs))).le(self.tail),
        )
        row = in_turn(
            (ForAll(l, of_columns, crosses <= self.tail), each(pair)),
            (
                ForAll(l, of_columns, 1 - Pr(excess(j1, l) <= 0) <= self.tail),
                only(
                    ABOVE_OR_NOT(excess(j1, l), 0),
                    INSTANCE(lambda k: Pr(excess(j1, k) > 0) <= self.tail, l, of_columns, l),
                    n > 0,
                ),
            ),
            then=only(
                ALL_AT_ONCE(lambda k: excess(j1, k) <= 0, l, of_columns),
                SUM_BELOW_COUNT(lambda k: 1 - Pr(excess(j1, k) <= 0), self.tail, l, of_columns),
                COUNT(l, 1, m),
                n > 0,
            ),
        )
        added_up = Sum(j1, rows, Sum(l, of_columns, largest(excess(j1, l), 0)))
        union = 1 - n * most
        return in_turn(
            *self.beginning,
            (
                (m >= 0) & (m < n),
                in_turn(
                    (n / delta >= 1, only(n >= 2, delta > 0, delta < 1)),
                    (log(n / delta) >= 0, only(LOG_GROWS(1, n / delta), n > 0, delta > 0)),
                    then=only(
                        CEIL(C * log(n / delta)),
                        m == ceil(C * log(n / delta)),
                        (C * log(n / delta) + 1) / n <= 1,
                        n > 0,
                        C > 0,
                        log(n / delta) >= 0,
                    ),
                ),
            ),
            (ForAll(j1, rows, 1 - Pr(quiet(j1)) <= most), each(row)),
            (
                Pr(F == 0) >= union,
                in_turn(
                    (
                        Pr(F == 0) == Pr(ForAll(j1, rows, quiet(j1))),
                        only(
                            self.by.network(),
                            EQUALS(lambda x: Pr(x == 0), F, added_up),
                            POSITIVE_PARTS(excess, j1, rows, l, of_columns),
                        ),
                    ),
                    then=only(
                        Pr(F == 0) == Pr(ForAll(j1, rows, quiet(j1))),
                        ALL_AT_ONCE(quiet, j1, rows),
                        SUM_BELOW_COUNT(lambda k: 1 - Pr(quiet(k)), most, j1, rows),
                        COUNT(j1, 1, n),
                        n > 0,
                    ),
                ),
            ),
            (n_02 > 0, only(POWER_POSITIVE(n, Q("0.02")))),
            self.rare(2),
            (
                n * most < allowed,
                in_turn(
                    (n * most < n**2 * self.tail, only(m < n, n > 0)),
                    (
                        n**2 * self.tail <= n**2 * (delta / n ** (kappa + 2)),
                        only(FACTOR_KEEPS_ORDER(self.tail, delta / n ** (kappa + 2), n**2)),
                    ),
                    then=calc(n * most).lt(n**2 * self.tail).le(n**2 * (delta / n ** (kappa + 2))).eq(allowed),
                ),
            ),
            then=only(Pr(F == 0) >= union, n * most < allowed, n > 0),
        )


def units_are_positive(rows: SignedRows) -> None:
    """What is positive."""
    flat.have(n > 0)
    if rows.unit is not ONE:
        flat.have(log(n) > 0, LOG_GROWS_STRICTLY(1, n))
        flat.have(rows.unit > 0)


def outside_of_both_sides(unit: Expr) -> tuple[Event, tuple[Fact, ...]]:
    """|x| ≥ τ, and why the sum of the small entries is large then."""
    last = c * unit
    return lambda x: abs(x) >= TAU, (TRIANGLE(u_, last * v_), ABS_OF_PRODUCT(last, v_), ABS_OF_NONNEGATIVE(last))


def above() -> tuple[Event, tuple[Fact, ...]]:
    """x ≥ τ, and why."""
    return lambda x: x >= TAU, (ABS_ABOVE(u_), ABS_ABOVE(v_))


def row_concentrates(
    rows: SignedRows,
    bounds: Bounds,
    outside: tuple[Event, tuple[Fact, ...]],
    *beyond: Relation,
    special: Bounds | None = None,
) -> FromSomeSizeOn:
    """One kind of row, or two, beyond what the growth of d gives."""
    script = rows.row_concentrates(bounds, *outside, special=special)
    return FromSomeSizeOn(n, (*beyond, rows.beyond()), script, fixed=(delta, kappa))


def network_is_silent(
    rows: SignedRows, F: Expr, threshold: Expr, special: Bounds, other: Bounds, power: Expr = n_02.exponent, *beyond: Relation
) -> FromSomeSizeOn:
    """A network, where d = ω(n^power) with a power of at least 0.02."""
    few = (C * log(n / delta) + 1) / n <= 1
    rows = replace(rows, for_network=True)
    script = rows.network_is_silent(F, threshold, special, other)
    if power is not n_02.exponent:
        wide = in_turn(
            (n_02 <= n**power, only(POWER_GROWS(n, n_02.exponent, power))),
            then=calc(3 * n_02).le(3 * n**power).le(d),
        )
        script = in_turn((n > 0, only(n >= 2)), (3 * n_02 <= d, wide), then=script)
    return FromSomeSizeOn(n, (*beyond, 3 * n**power <= d, few, rows.beyond(2)), script, fixed=(delta, kappa, C))


# -- linear attention --------------------------------------------------------------------------------------------------------


def linear_bounds(cited: Lemma, labels: tuple[str, str, str], a: Symbol, high: Fraction) -> Bounds:
    """A row of c_lin where ``a`` is at most ``high``."""
    u, first, others = sqrt(log(n)), cited[labels[0]], cited[labels[1]]
    most, P, R = Q(str(high)), Q(str(high * (1 + high))), Q(str((1 + high) * Fraction(9, 10)))
    up_to = (a <= most, a > 0)
    A = (1 + a) / n * a * u
    positive = (n > 0, u > 0)
    first_is = in_turn(
        ((1 + a) * a <= P, only(*up_to)),
        (A <= P * u / n, only((1 + a) * a <= P, *positive)),
        (n ** Q(-1) <= n ** -Q("0.01"), only(POWER_GROWS(n, Q(-1), -Q("0.01")))),
        (P * u / n <= P * u / n_01, only(FACTOR_KEEPS_ORDER(n ** Q(-1), n ** -Q("0.01"), P * u), n > 0)),
        then=calc(A).le(P * u / n).le(P * u / n_01),
    )
    coefficients = (c >= Q("0.1"), b + c == 1)
    others_are = in_turn(
        ((1 + a) * b <= R, only(*up_to, *coefficients)),
        then=only((1 + a) * b <= R, n == (d - 2) * t, d >= 3, t >= 1, u > 0),
    )
    return Bounds(first, first_is, P, others, others_are, R, cited[labels[2]])


def softmax_rows(
    rows: SignedRows,
    bounds: Bounds,
    outside: tuple[Event, tuple[Fact, ...]],
    decay: Expr,
    special: Bounds | None = None,
) -> FromSomeSizeOn:
    """One kind of row, where t √d = o(n^(decay-0.01))."""
    g = decay - Q("0.01")
    narrow, narrower = t * sqrt(d) <= n ** Q("0.99"), t * sqrt(d) <= n**g
    script = in_turn(
        (n > 0, only(n >= 2)),
        (
            narrow,
            in_turn(
                (n**g <= n ** Q("0.99"), by(POWER_GROWS(n, g, Q("0.99")))),
                then=calc(t * sqrt(d)).le(n**g).le(n ** Q("0.99")),
            ),
        ),
        then=rows.row_concentrates(bounds, *outside, special=special),
    )
    return FromSomeSizeOn(n, (n >= 2, narrower, rows.beyond()), script, fixed=(delta, kappa))


# -- softmax attention -------------------------------------------------------------------------------------------------------


def softmax_bounds(lines: tuple[Line, Line, Line, Line], a: Symbol, high: Fraction, decay: Expr) -> Bounds:
    """A row of c_exp whose entries at j3 fall like n^-decay, with decay ≥ 0.01 and ``a`` at most ``high``.

    lines: on the first column, on that of j3's block entry, on the other block columns, on the last one
    """
    u, (first, own, others, last) = sqrt(log(n)), lines
    P, R, one = Q(str(high)), Q(9, 10), n ** -Q("0.01")
    falls = (n**-decay <= one, only(POWER_GROWS(n, -decay, -Q("0.01"))))
    small_b = (b <= R, only(c >= Q("0.1"), b + c == 1))
    A = a * u * n**-decay
    first_is = in_turn(
        falls,
        (a > 0, by()),
        (a * u * n**-decay <= a * u * one, only(FACTOR_KEEPS_ORDER(n**-decay, one, a * u))),
        (a * u * one <= P * u * one, only(a <= P, n > 0, u > 0)),
        then=calc(bound_of(first)).eq(A).le(a * u * one).le(P * u * one).eq(P * u / n_01),
    )
    share, shares = (n**-decay + (t - 1) / n, 2 * one)
    own_is = in_turn(
        falls,
        small_b,
        (n_01 <= n_02, only(POWER_GROWS(n, Q("0.01"), Q("0.02")))),
        ((t - 1) / n <= 1 / (d - 2), only(n == (d - 2) * t, d >= 3, t >= 1)),
        (1 / (d - 2) <= one, only(n_01 <= n_02, n_02 <= d - 2, n_01 > 0)),
        ((t - 1) / n <= one, calc((t - 1) / n).le(1 / (d - 2)).le(one)),
        (share <= shares, only(SUM_GROWS(n**-decay, one, (t - 1) / n, one), n > 0)),
        (b * u * share <= b * u * shares, only(FACTOR_KEEPS_ORDER(share, shares, b * u))),
        (b * u * shares <= 2 * R * u * one, only(b <= R, n > 0, u > 0)),
        then=calc(bound_of(own)).eq(b * u * share).le(b * u * shares).le(2 * R * u * one).eq(2 * R * u / n_01),
    )
    others_are = in_turn(small_b, then=only(b <= R, n == (d - 2) * t, d >= 3, t >= 1, u > 0))
    return Bounds(first, first_is, P, others, others_are, R, last, own, own_is, 2 * R)


# -- cross-attention ---------------------------------------------------------------------------------------------------------


def cross_bounds(first: Line, others: Line, a: Symbol | None = None, high: Fraction = Fraction(0)) -> Bounds:
    """A row whose entries are at most (1+a)/n and (1+a) t/n, with ``a`` at most ``high``."""
    P = Q(str(1 + high))
    up_to = () if a is None else (a <= Q(str(high)),)
    first_is = in_turn(
        (n ** Q(-1) <= n ** -Q("0.01"), only(POWER_GROWS(n, Q(-1), -Q("0.01")))),
        then=only(FACTOR_KEEPS_ORDER(n ** Q(-1), n ** -Q("0.01"), P), n > 0, *up_to),
    )
    return Bounds(first, first_is, P, others, only(*up_to, n == (d - 1) * t, d >= 2, t >= 1), P)


def cross_softmax_bounds(lines: tuple[Line, Line, Line], decay: Expr) -> Bounds:
    """A row of c_exp whose entries at j3 fall like n^-decay: the first column, that of j3's block entry, the others."""
    first, own, others = lines
    one = n ** -Q("0.01")
    falls = (n**-decay <= one, only(POWER_GROWS(n, -decay, -Q("0.01"))))
    own_is = in_turn(
        falls,
        (n_01 <= n_02, only(POWER_GROWS(n, Q("0.01"), Q("0.02")))),
        ((t - 1) / n <= 1 / (d - 1), only(n == (d - 1) * t, d >= 2, t >= 1)),
        (1 / (d - 1) <= one, only(n_01 <= n_02, n_02 <= d - 1, n_01 > 0)),
        ((t - 1) / n <= one, calc((t - 1) / n).le(1 / (d - 1)).le(one)),
        then=calc(bound_of(own)).eq(n**-decay + (t - 1) / n).le(2 * one).eq(2 / n_01),
    )
    first_is = in_turn(falls, then=calc(bound_of(first)).eq(n**-decay).le(one).eq(1 / n_01))
    return Bounds(first, first_is, ONE, others, only(n == (d - 1) * t, d >= 2, t >= 1), ONE, None, own, own_is, Q(2))
