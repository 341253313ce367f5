"""The entries of c(A, x) are means of what is not negative, from Definitions C.1, C.4, D.1 and F.1 (superiority).

``a`` is the coefficient of the one special row: a0 in the one data set, a1 in the other.
"""

from functools import cached_property

from theorems.kernel.context import Reason
from theorems.kernel.scripts import Script, by, cases, each, have
from theorems.language.computed import Supply
from theorems.superiority.language import *
from theorems.textbook import *

A, A1, A2, a = symbols("A A1 A2 a")
EVERY = ((j0, expr(1)), (j0, expr(2)), (j0, d))
Place = Callable[[Expr, Expr], Expr]


def case(claim: Claim, value: Expr, otherwise: Expr) -> Expr:
    return Cases(((claim, value),), otherwise)


def residue(x: Any, row: int) -> int:
    """The block column of a row."""
    return (row - 1) % (int(x.instance.d) - x.bound.given.beside) + 2


@dataclass(frozen=True, eq=False)
class Means:
    """The entries of one kind of attention on one kind of data; ``of``: small members of the data, which know c.

    ``identity``: Q K^T = I_d, on the self-attention data
    """

    linear: bool
    cross: bool
    of: Computed
    identity: bool = False

    @cached_property
    def data(self) -> Computed:
        """What computes the entries of the matrices, and u and f from these."""

        def at(entry: Entry) -> Supply:
            return lambda x, *places: x.value(entry, dict(zip(entry.arguments, places, strict=True)))

        pairs = [self.weights[j0, j1], self.shares[j0, j1]]
        return self.of.knowing(
            {a: lambda x: x.instance.a1, block(j0): residue, rows: lambda x: x.rows}
            | {matrix[j0, i0]: at(matrix[j0, i0]) for matrix in ((A1, A2) if self.cross else (A,))}
            | {pair: at(pair) for pair in pairs}
        )

    @property
    def weights(self) -> Any:
        return u_lin if self.linear else u_exp

    @property
    def shares(self) -> Any:
        return f_lin if self.linear else f_exp

    @property
    def means(self) -> Any:
        return c_lin if self.linear else c_exp

    def value(self, row: Expr, column: Expr) -> Expr:
        """The entry of A3 V."""
        return A2[row, column] if self.cross else A[row, column] * sqrt(log(n))

    def _said(self, name: str, formals: tuple[Symbol, ...], claim: Claim, *at: tuple[Any, ...], **more: Any) -> Definition:
        return Definition(name, formals, claim, of=self.data, at=at, **more)

    @cached_property
    def ranges(self) -> Definition:
        """What the data are given with."""
        sizes = (n >= (2 if self.linear else 1)) & (d >= (2 if self.cross else 3)) & Member(d, INTEGERS)
        return self._said("the data", (), sizes if self.cross else sizes & (b >= 0) & (c >= Q("0.1")), ())

    @cached_property
    def coefficient(self) -> Definition:
        return self._said("a", (), a >= 0, (), names=(a,), exists="a0 > 0 and a1 ≥ 0.7 are given")

    @cached_property
    def columns_of_blocks(self) -> Definition:
        last = d if self.cross else d - 1
        of_row = Member(block(j0), Range(expr(2), last))
        return self._said("block columns", (j0,), of_row, (j0,), names=(block(j0),), exists="residues of the rows")

    @cached_property
    def matrices(self) -> tuple[Definition, ...]:
        in_block = Indicator(i0 == block(j0))
        if self.cross:
            one = A1[j0, i0] == case(i0 == 1, a * Indicator(j0 == j2), expr(1))
            other = A2[j0, i0] == case(i0 == 1, Indicator(j0 == j3), in_block)
            return tuple(self._said(f"Definition F.1, {k}", (j0, i0), c, *EVERY) for k, c in (("A1", one), ("A2", other)))
        entry = case(i0 == 1, a * Indicator(j0 == j3), case(i0 == d, c, b * in_block))
        return (self._said("Definition D.1", (j0, i0), A[j0, i0] == entry, *EVERY),)

    @property
    def logit(self) -> Expr:
        """The logit of (j0, j1), divided by log n."""
        if self.identity:
            return Sum(i1, columns, A[j0, i1] * A[j1, i1])
        return Sum(i1, columns, A1[j0, i1] * A2[j1, i1] if self.cross else Sum(i2, columns, A[j0, i1] * A[j1, i2]))

    @cached_property
    def weight(self) -> Definition:
        said = self.logit * log(n) if self.linear else n**self.logit
        return self._said("Definition C.1", (j0, j1), self.weights[j0, j1] == said, (j0, expr(1)), (j0, n))

    @cached_property
    def share(self) -> Definition:
        every = Sum(j4, rows, self.weights[j0, j4])
        return self._said("f = u/Σu", (j0, j1), self.shares[j0, j1] == self.weights[j0, j1] / every, (j0, expr(1)), (j0, n))

    @cached_property
    def mean(self) -> Definition:
        every = Sum(j4, rows, self.shares[j0, j4] * self.value(j4, i0))
        return self._said("c is a mean of A3 V", (j0, i0), self.means[j0, i0] == every, *EVERY)

    def by(self, *reasons: Reason) -> Script:
        return by(self.ranges(), *reasons)

    def entry(self, which: int, row: Expr, column: Expr, then: Script) -> Script:
        """First that an entry of a matrix is not negative, case by case."""
        said = self.matrices[which](row, column)
        assert isinstance(said.claim, Relation)
        known: list[Reason] = [said, self.coefficient()]
        known += [INDICATOR(node.claim) for _, node in said.claim.walk() if isinstance(node, Indicator)]

        def shown(tree: Expr, *before: Reason) -> Script:
            if not isinstance(tree, Cases):
                return self.by(*known, *before)
            (((claim, value),), other) = tree.branches, tree.otherwise
            assert isinstance(claim, Relation)
            fails = CASE_FAILS(value, other, claim.left, claim.right)
            return cases(claim, self.by(*known, *before, CASE_HOLDS(claim, value, other)), shown(other, *before, fails))

        return have(said.claim.left >= 0, shown(said.claim.right), then)

    def product(self, column: Expr, at: Expr, then: Script) -> Script:
        """First that both factors of a term of a logit of (j0, j1) are not negative."""
        return self.entry(0, j0, column, self.entry(-1, j1, at, then))

    def _sum_is_positive(self, left: Symbol, right: Symbol, column: Expr, positive: Script, *lies: Reason) -> Script:
        """A row of ``left`` times one of ``right``: the term of this column is positive, by the script."""
        term = SUM_POSITIVE(lambda x: left[j0, x] * right[j1, x], i1, columns, column)
        terms = have(term.hypotheses[0], each(self.product(i1, i1, self.by())), self.by(*lies, term))
        return have(left[j0, column] * right[j1, column] > 0, positive, terms)

    @property
    def positive_logit(self) -> Script:
        """Shows that a logit of linear attention is positive: of its terms, none of them negative, one is."""
        if self.cross:
            own = block(j1)
            ones = (
                CASE_FAILS(a * Indicator(j0 == j2), expr(1), own, expr(1)),
                CASE_FAILS(Indicator(j1 == j3), Indicator(own == own), own, expr(1)),
                INDICATOR_HOLDS(own == own),
                *(of(row, own) for of, row in zip(self.matrices, (j0, j1), strict=True)),
            )
            positive = have(
                (own >= 2) & (own <= d),
                self.by(self.columns_of_blocks(j1), IN_RANGE(own, expr(2), d)),
                have(own != 1, self.by(), have(A1[j0, own] * A2[j1, own] > 0, self.by(*ones), self.by())),
            )
            is_column = self.columns_of_blocks(j1), IN_RANGE(own, expr(2), d)
            return self._sum_is_positive(A1, A2, own, positive, *is_column)
        last = (
            CASE_FAILS(a * Indicator(j0 == j3), case(d == d, c, b * Indicator(d == block(j0))), d, expr(1)),
            CASE_FAILS(a * Indicator(j1 == j3), case(d == d, c, b * Indicator(d == block(j1))), d, expr(1)),
            CASE_HOLDS(d == d, c, b * Indicator(d == block(j0))),
            CASE_HOLDS(d == d, c, b * Indicator(d == block(j1))),
            self.matrices[0](j0, d),
            self.matrices[0](j1, d),
        )
        if self.identity:
            return self._sum_is_positive(A, A, d, have(d != 1, self.by(), self.by(*last)))
        inner = SUM_POSITIVE(lambda x: A[j0, d] * A[j1, x], i2, columns, d)
        outer = SUM_POSITIVE(lambda x: Sum(i2, columns, A[j0, x] * A[j1, i2]), i1, columns, d)
        of_rows = SUM_NONNEGATIVE(lambda x: A[j0, i1] * A[j1, x], i2, columns)
        every = each(have(of_rows.hypotheses[0], each(self.product(i1, i2, self.by())), self.by(of_rows)))
        return have(
            A[j0, d] * A[j1, d] > 0,
            have(d != 1, self.by(), self.by(*last)),
            have(
                outer.hypotheses[0],
                every,
                have(
                    inner.hypotheses[0], each(self.product(d, i2, self.by())), have(inner.claim, self.by(inner), self.by(outer))
                ),
            ),
        )

    @property
    def not_negative(self) -> Script:
        """Shows that an entry of c is not negative."""
        u, f = self.weights, self.shares
        weight = self.weight(j0, j1)
        positive: Script
        if self.linear:
            positive = have(self.logit > 0, self.positive_logit, self.by(weight, LOG_GROWS_STRICTLY(1, n)))
        else:
            positive = self.by(weight, POWER_POSITIVE(n, self.logit))
        sum_of_weights = SUM_POSITIVE(lambda x: u[j0, x], j4, rows, expr(1))
        first = INSTANCE(lambda x: u[j0, x] > 0, j1, rows, expr(1))
        shares = self.by(self.share(j0, j1), INSTANCE(lambda x: u[j0, x] > 0, j1, rows, j1))
        terms = SUM_NONNEGATIVE(lambda x: f[j0, x] * self.value(x, i0), j4, rows)
        of_terms = self.entry(
            -1, j4, i0, self.by(INSTANCE(lambda x: f[j0, x] >= 0, j1, rows, j4), LOG_GROWS(1, n), ROOT_NONNEGATIVE(log(n)))
        )
        return have(
            ForAll(j1, rows, u[j0, j1] > 0),
            each(positive),
            have(
                sum_of_weights.hypotheses[0],
                self.by(INSTANCE(lambda x: u[j0, x] > 0, j1, rows, j4)),
                have(
                    sum_of_weights.claim,
                    self.by(first, sum_of_weights),
                    have(
                        ForAll(j1, rows, f[j0, j1] >= 0),
                        shares,
                        have(terms.hypotheses[0], each(of_terms), self.by(terms, self.mean(j0, i0))),
                    ),
                ),
            ),
        )
