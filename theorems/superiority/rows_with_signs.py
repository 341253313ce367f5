"""Rows of the data against signs, and what lemmas say of their entries: what the calculations of signed sums are about.

A row of the self-attention data has c √log n in the last column, which is left to its own sign; a row of the cross-attention
data has no such column.
"""

from theorems.superiority.drawn_signs import Defined
from theorems.superiority.signs_on_data import *

Statements = Callable[[], None]
all_but_last, ROOT, ONE = Range(expr(1), d - 1), sqrt(log(n)), expr(1)
of_columns = Range(expr(1), m)
n_01, n_02 = n ** Q("0.01"), n ** Q("0.02")


def times(number: Expr, unit: Expr) -> Expr:
    return number if unit is ONE else number * unit


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
    own:           the line on the column of one block entry, where it is another one than ``others``: at most O u/n^0.01
    own_of:        the row whose block entry that is
    high:          what an entry of a block column is at most, in place of R u/(d-2); all squared add up to R² u²/n^0.02
    """

    first: Line
    first_is: Statements
    P: Expr
    others: Line
    others_are: Statements
    R: Expr
    last: Line | None = None
    own: Line | None = None
    own_is: Statements = lambda: None
    O: Expr = ONE
    own_of: Symbol = j3
    high: Expr | None = None
    high_is: Statements = lambda: None

    def __str__(self) -> str:
        return f"{self.first.part.key}, {self.others.part.key}"


@dataclass(frozen=True)
class Signs:
    """The signs of a sum: a vector, its entries, that an inner product with it is a sum, and why they are fair."""

    vector: Expr
    at: Callable[[Expr], Expr]
    added_up: Callable[[Expr], Fact]
    fair: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        return str(self.vector)

    def fair_at(self, column: Expr) -> Fact:
        return INSTANCE(lambda k: fair_sign(self.at(k)), i0, columns, column)


@dataclass(frozen=True)
class SignedRows:
    """The entries ``c`` of the rows of some data, against signs.

    by:      what the data have by definition
    K:       the squares of the small entries add up to at most K u²/n^0.02, or over ``fall``, the square of ``root``
    unit:    u
    blocks:  the block columns, ``count`` of them
    small:   the columns of the small entries: all of them, or all but the last one
    special: the row that is another one than all others
    """

    c: Quantity
    by: Defined
    K: int
    unit: Expr = ROOT
    blocks: Range = block_columns
    small: Range = all_but_last
    count: Expr = d - 2
    special: Symbol = j3
    fall: Expr = n_02
    root: Expr = n_01

    def __str__(self) -> str:
        return f"{self.c.name} of {self.count} blocks, K = {self.K}"

    @property
    def sigma(self) -> Signs:
        return Signs(sigma, lambda k: sigma[k], self.by.inner)

    def signs_of(self, of: Expr) -> Signs:
        """The signs of a column of a network."""
        fair = (
            INSTANCE(lambda k: all_independent(i0, columns, y[k, i0]), l, of_columns, of),
            INSTANCE(lambda k: ForAll(i0, columns, fair_sign(y[k, i0])), l, of_columns, of),
        )
        return Signs(y[of], lambda k: y[of, k], lambda row: self.by.of_network(row, of), fair)

    @property
    def level(self) -> Expr:
        return times(Q(1, 10), self.unit)

    @property
    def allowed(self) -> Expr:
        """What the squares add up to at most."""
        if self.unit is ONE:
            return self.K / self.fall
        return self.unit**2 / self.fall if self.K == 1 else self.K * self.unit**2 / self.fall

    def squares(self, row: Expr) -> Expr:
        return Sum(i0, self.small, self.c[row, i0] ** 2)

    def whole(self, row: Expr, signs: Signs) -> Expr:
        return inner(self.c.row(row), signs.vector)

    def sum(self, row: Expr, signs: Signs) -> Expr:
        return Sum(i0, self.small, self.c[row, i0] * signs.at(i0))

    def is_large(self, row: Expr, signs: Signs) -> Relation:
        return abs(self.sum(row, signs)) >= self.level

    @property
    def tail(self) -> Expr:
        return 2 * exp(-(self.fall / (200 * self.K)))

    def rate(self, more: int) -> Expr:
        return power(more) * log(n) + log(2 / delta)

    def beyond(self, more: int = 0) -> Relation:
        """The exponent passes every multiple of log n at last."""
        return self.rate(more) / n_02 <= Q(1, 200 * self.K)


def power(more: int) -> Expr:
    return kappa + more if more else kappa
