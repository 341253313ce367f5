"""Random signs on the datasets with Q K^T = I_d (superiority v1, Lemma E.3, Theorem E.4 and the claims that E leaves out).

Rows differ by block, so <c(A,x)_{j0}, σ> is not one number for all j0 ≠ j3. In units of sqrt(log n), with σ_1 the sign of the
first column, σ_(r) that of block r (r = 0 is j3's block) and σ_d that of the last column:

    row j3:               α3 σ_1 + β3 σ_(0)                  + γ3 Σ_{r ≠ 0} σ_(r)      + c σ_d
    others of its block:  α0 σ_1 + β σ_(0)                   + γ  Σ_{r ≠ 0} σ_(r)      + c σ_d
    rows of block s ≠ 0:  α  σ_1 + γ σ_(0) + (β-γ) σ_(s)     + γ  Σ_{r ≠ 0} σ_(r)      + c σ_d

The third kind is a family over s. All rows together depend on σ_1, σ_(0), σ_d and the number of pluses among the d-3 other
blocks: the joint law is exact for any d.
"""

from __future__ import annotations

from kernels import balls
from kernels.balls import Ball
from kernels.random_signs import Group, Probability, SignedSums
from theorems.language.computed import Supply
from theorems.language.structure import Row
from theorems.superiority.language import *
from theorems.superiority.printed_routes import AT_DELTA, AT_KAPPA
from theorems.superiority.sign_arguments import FewOnes
from theorems.superiority.signs_on_data import DATA, SPECIAL, STRANGER, TAU, TWIN, InUnits, law, under_signs, with_signs
from theorems.superiority.squared_entries import Entries, on_width, stay_below

Number = Any


class BlockSigns(InUnits):
    """A member of D0 or D1 with Q K^T = I_d."""

    def entry(self, row: Row, column: Column | str | int) -> Number:
        """The entry in a block column, by its number, or in the first or the last one."""
        kind = Column("block", column) if isinstance(column, int) else column
        return super().entry(row, Column(kind) if isinstance(kind, str) else kind)

    def other_rows(self) -> list[Row]:
        """The kinds of rows j0 ≠ j3 that there are."""
        return ([TWIN] if self.instance.t > 1 else []) + ([STRANGER] if self.instance.d > 3 else [])

    @property
    def kinds(self) -> list[Row]:
        """A row of each kind."""
        return [SPECIAL, *self.other_rows()]

    def row(self, row: Row) -> SignedSums:
        """<c(A,x)_row, σ> for one row of that kind."""
        own = [Group(1, (self.entry(row, 0),))]
        rest = int(self.instance.d) - 3
        if row == STRANGER:
            own.append(Group(1, (self.entry(row, 1),)))
            rest -= 1
        return SignedSums((self._first(row), *own, *self._others(rest, row), self._last(1)))

    def all_rows(self) -> SignedSums:
        """Every row of c(A,x) against the same signs; the rows of the other blocks are a family over the blocks."""
        rows = self.kinds
        groups = [self._first(*rows), Group(1, tuple(self.entry(row, 0) for row in rows))]
        if self.instance.d > 3:
            spreads = tuple(self._spread(row) for row in rows)
            groups.append(Group(int(self.instance.d) - 3, tuple(self._common(row) for row in rows), spreads))
        return SignedSums((*groups, self._last(len(rows))))

    def network(self) -> Probability:
        """Pr[F = 0], and Pr[F > 0] as its complement: does no row exceed τ for any of the m shared columns?"""
        return self.all_rows().no_activation(self.tau, self.m)

    def _first(self, *rows: Row) -> Group:
        return Group(1, tuple(self.entry(row, "first") for row in rows))

    def _last(self, rows: int) -> Group:
        return Group(1, (self.last,) * rows)

    def _others(self, count: int, row: Row) -> list[Group]:
        return [Group(count, (self._common(row),))] if count > 0 else []

    def _common(self, row: Row) -> Number:
        """The coefficient of a block that is not the row's own."""
        return self.entry(row, 0 if row == STRANGER else 1)

    def _spread(self, row: Row) -> Number:
        return self.entry(row, 1) - self.entry(row, 0) if row == STRANGER else Fraction(0)


def bind_signs(instance: Instance, arithmetic: Arithmetic, dataset: int, linear: bool) -> BlockSigns:
    return law(BlockSigns, DATA[dataset, IDENTITY], linear, instance, arithmetic)


def named(data: Given, dataset: int, *conditions: Condition, linear: bool = False, C: int | None = None) -> Computed:
    """Data with random signs; ``C`` where there are m = ceil(C log(n/δ)) columns of them."""
    signed = inner((c_lin if linear else c_exp).row(j0), sigma)
    laws: dict[Node, Supply] = {
        j3: lambda _: SPECIAL,
        Pr(signed >= TAU): lambda x, row: x.row(row).tail(x.tau, strict=False).value,
        Pr(signed < TAU): lambda x, row: x.row(row).tail(x.tau, strict=False).complement,
    }
    points = with_signs(data, lambda x, arithmetic: bind_signs(x, arithmetic, dataset, linear), *conditions, C=C)
    return under_signs(points, linear, laws, "kinds", data, j3)


# -- families and the bound behind the asymptotic parts ------------------------------------------------------------------


@dataclass(frozen=True)
class FewByBlock(FewOnes):
    """A tail bound on the family d - 2 = w = 2^k, t = w^r, n = w^(r+1), for entries that are at most

        a G n^(β-1) (first column),   b G t n^(β-1) (the row's own block),   b t/n (the other blocks),   β = 1 - decay.

    The squares add up to S <= G^2 (a^2 n^(2β-2) + b^2 t^2 n^(2β-2)) + b^2 t^2 d/n^2, and t^2/n^2 = w^-2, so S <= M w^(-e) with
    M = G^2 (a^2 + b^2) + b^2 and e = min(1, 2 - 2β(r+1)). One row exceeds c + 1/10 with probability at most exp(-1/(200 S)).
    There are at most d - 1 <= 2w kinds of rows, so m columns cost a factor 2 w m.
    """

    @property
    def beta(self) -> Fraction:
        return 1 - self.decay

    @property
    def M(self) -> Fraction:
        return self.G**2 * (self.a**2 + self.b**2) + self.b**2

    @property
    def e(self) -> Fraction:
        return min(Fraction(1), 2 - 2 * self.beta * (self.r + 1))

    def demand(self) -> tuple[Ball, Fraction]:
        delta = balls.ball(AT_DELTA)
        if self.columns is None:
            return balls.log(1 / delta), Fraction(AT_KAPPA * (self.r + 1))
        return balls.log(2 * (self.columns + 1) / (delta * delta)), Fraction((AT_KAPPA + 1) * (self.r + 1) + 1)

    def edge(self, exponent: Fraction) -> str:
        """The size from which the bound proves the claim for every family with d >= n^exponent and t (d-2) = n.

        With t/n = 1/(d-2) <= 3/d and n^(2β) <= n^exponent <= d the three terms are at most G^2 a^2 n^-exponent,
        9 G^2 b^2/d and 3 b^2/d. Raises ValueError where 2β <= exponent <= 2 - 2β is not met.
        """
        if not 2 * self.beta <= exponent <= 2 - 2 * self.beta:
            raise ValueError(f"d >= n^{exponent} is too little for entries of order n^{self.beta - 1}")
        k = next(k for k in range(2, 100_000) if _covered(self._general, exponent, k))
        return f"n >= 2^{k} (about 10^{k * 30103 // 100000})"

    def squares_stay_below_at_the_edge(self, entries: Entries, exponent: Fraction) -> bool:
        """S <= M n^(-exponent) for all n >= 2 wherever d >= n^exponent, with 3b for b in M."""
        squares = entries.squares(self.coefficients)
        return all(stay_below(on_width(total, exponent), self._general.M, exponent) for _, total in squares)

    def edge_words(self, exponent: Fraction) -> str:
        return f"with 3b for b in M, e = {exponent}, wherever d >= n^{exponent}"

    @property
    def _general(self) -> FewByBlock:
        """The same bound with 3b for b, since t/n = 1/(d-2) <= 3/d."""
        return replace(self, r=0, b=3 * self.b)


def _covered(bound: FewByBlock, exponent: Fraction, k: int) -> bool:
    """n^e/(200 M) >= A + B log n for all n >= 2^k."""
    A, B = bound.demand()
    n, e, M = balls.ball(2) ** k, balls.ball(exponent), balls.ball(bound.M)
    power = n**e
    grows = power >= 200 * M * balls.ball(B) / e
    return bool(grows and power / (200 * M) >= A + balls.ball(B) * balls.log(n))


def single_copies(*, a1: Fraction | None, point: tuple[Fraction, Fraction], first: int) -> Family:
    """n = 2^k, t = 1, d = n + 2; ``a1 = n`` where it is None."""
    b, c = point

    def member(k: int) -> Instance:
        n = 2**k
        sizes = {"n": n, "d": n + 2, "t": 1, "j3": 1}
        return Instance({**sizes, "a1": n if a1 is None else a1, "b": b, "c": c, "delta": AT_DELTA, "kappa": AT_KAPPA})

    return Family(f"n = 2^k, d = n + 2, t = 1, a1 = {'n' if a1 is None else a1}, b = {b}, c = {c}", member, first)
