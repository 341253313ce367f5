"""Displays about signed sums in proofs (superiority v1, Lemmas D.4, D.8, D.12, D.16, E.3, pp. 20-40).

In D.8, D.12 and D.16 <c(A,x)_{j0}, σ> stays near c √(log n); the last column has that entry and a sign of its own, so it is
c σ_d √(log n) that the sum stays near. In D.4 and E.3 the block columns of row j3 stay near 0, but for one.
"""

from kernels import balls
from theorems.superiority.signs_on_data import *
from theorems.superiority.words import *

LAST, TENTH_OF_UNIT = c * sqrt(log(n)), Q("0.1") * sqrt(log(n))  # the entry of the last column, and what the others may add
OTHERS = (1 - Indicator(i0 == block(j3))) * c_exp[j0, i0]  # the entries of the block columns but for that of j3's block entry
SUM_OF_OTHERS = Sum(i0, block_columns, OTHERS * sigma[i0])
LEAST = sqrt(log(n)) ** 2 / n_02
NEAR_ZERO = Pr(abs(SUM_OF_OTHERS) <= TENTH_OF_UNIT)
WITH_SIGN = "c σ_d for c: the last column has a sign like all others"


def stays_near(x: SignsOnData, row: Row) -> Ball:
    """Pr[|<c(A,x)_row, σ> - c √(log n)| <= 0.1 √(log n)]."""
    sums = x.sums(row)
    return sums.tail(2 * x.last - x.tau, strict=False).value - sums.tail(x.tau).value


def stays_near_with_sign(x: SignsOnData, row: Row) -> Ball:
    """Pr[|<c(A,x)_row, σ> - c √(log n) σ_d| <= 0.1 √(log n)]."""
    return SignedSums(x.sums(row).groups[:-1]).inside(x.tau - x.last, strict=False).value


def others_near_zero(x: InUnits, sums: SignedSums) -> Ball:
    """Pr[|Σ c(A,x)_{j3,i0} σ_{i0}| <= 0.1 √(log n)] over the block columns but for that of j3's block entry."""
    others = sums.groups[2:-1]
    return SignedSums(others).inside(x.tau - x.last, strict=False).value if others else balls.ball(1)


def with_law_of_others(given: Computed, sums: Callable[[Any, Row], SignedSums]) -> Computed:
    """The data and this law; ``sums``: the signed sum of a row. The column of j3's block entry is no more random than j3."""
    of_others: Supply = lambda x, row: others_near_zero(x, sums(x, row))  # noqa: E731
    return replace(given, quantities={**given.quantities, NEAR_ZERO: of_others}, ranges=(*given.ranges, fixed(block(j3))))


def signs_near(dataset: int, *conditions: Condition, linear: bool = False) -> Computed:
    """The data with random signs and the laws of both events."""
    given, signed = signs(dataset, *conditions, linear=linear), inner((c_lin if linear else c_exp).row(j0), sigma)
    near: dict[Node, Supply] = {
        Pr(abs(signed - LAST) <= TENTH_OF_UNIT): stays_near,
        Pr(abs(signed - LAST * sigma[d]) <= TENTH_OF_UNIT): stays_near_with_sign,
    }
    return replace(given, quantities={**given.quantities, **near})


@auxiliary(lambda data, bounds: Pr(abs(inner(data.c.row(j0), sigma) - LAST) <= TENTH_OF_UNIT) < 1 - delta / n**kappa)
def is_off_centre(data: SignedRows, bounds: Bounds) -> None:
    """With minuses in the first and the last column, and half of the time nothing against them from the others, the sum is
    at most -c √(log n): an eighth of the time at least.
    """
    assert bounds.last is not None
    units_are_positive(data)
    product, first, end = inner(data.c.row(j0), sigma), data.c[j0, expr(1)], data.c[j0, d]
    turned = Sum(i0, columns, data.c[j0, i0] * (-1 * sigma[i0]))
    have(end == LAST, cite(bounds.last, (i0, d)))
    have(first >= 0, data.by.no_entry_negative(j0, 1))
    with proving(ForAll(i0, columns, fair_sign(-1 * sigma[i0]))):
        for sign in (1, -1):
            there = MORE_LIKELY(lambda x, of=sign: -1 * x == of, lambda x, of=sign: x == -of, sigma[i0], u_)
            back = MORE_LIKELY(lambda x, of=sign: x == -of, lambda x, of=sign: -1 * x == of, sigma[i0], u_)
            have(Pr(-1 * sigma[i0] == sign) == Pr(sigma[i0] == -sign), only(there, back))
    independent_too = INDEPENDENT_MULTIPLES(lambda _: expr(-1), lambda k: sigma[k], i0, columns)
    plain, other_signs = (lambda k: data.c[j0, k] * sigma[k]), (lambda k: data.c[j0, k] * (-1 * sigma[k]))
    have(turned == -1 * Sum(i0, columns, plain(i0)), SUM_MULTIPLE(other_signs, -1, plain, i0, columns))
    have(turned == -1 * product, data.by.inner(j0))
    have(ForAll(u_, REALS, Implies(-1 * u_ >= first + end, abs(u_ - LAST) > TENTH_OF_UNIT)), ABS_ABOVE(u_ - LAST))
    (
        calc(EIGHTH)
        .le(
            Pr(turned >= first + end),
            independent_too,
            TWO_SIGNS(lambda k: data.c[j0, k], lambda k: -1 * sigma[k], i0, columns, 1, d),
        )
        .eq(Pr(-1 * product >= first + end))
        .le(
            Pr(abs(product - LAST) > TENTH_OF_UNIT),
            MORE_LIKELY(lambda x: -1 * x >= first + end, lambda x: abs(x - LAST) > TENTH_OF_UNIT, product, u_),
        )
    )
    hence(ABOVE_OR_NOT(abs(product - LAST), TENTH_OF_UNIT))


def centred(
    lemma: Lemma,
    of: str,
    row: Claim,
    given: Computed,
    rows: SignedRows,
    bounds: Bounds,
    found: Eventually,
    family: Family,
    *along: Claim,
    sizes: tuple[Relation, ...] = (),
    bounded: Condition | None = None,
    g: Expr | None = None,
    beyond: tuple[Relation, ...] = (),
) -> None:
    """The display in the proof of the part ``of``, about the rows of ``rows``: refuted on the family, and with σ_d.

    given:                    the data with the laws of :func:`signs_near`
    bounds, found, g, beyond: what is known of the entries, n0, the hypothesis t √d = o(n^g)
    bounded:                  what the printed proof assumes of a1
    """
    label, product = f"{of}, in its proof", inner(rows.c.row(j0), sigma)
    enough = 1 - delta / n**kappa
    with lemma.where(row, given=given):
        lemma[label] = Pr(abs(product - LAST) <= TENTH_OF_UNIT) >= enough
    line = lemma[label]
    line.uses("Lemma 3.1").note(
        "Where σ_d = -1, half of the time, the sum is near -c √(log n). Printed with O(√(log(n/δ))) times a bound of the "
        "entries in between."
    )

    @refuted_along(line, family, (1, 2, 6, 12, 40), on_widening(2, *along, row, sizes=sizes))
    def _() -> None:
        """The entry of the last column is c √(log n). With minuses there and in the first column, and half of the time nothing
        against them from the other columns, the sum is at most -c √(log n), 2c √(log n) and more from where it should be: an
        eighth of the time at least, for every n.
        """
        obtain(is_off_centre(rows, bounds))

    claim = Pr(abs(product - LAST * sigma[d]) <= TENTH_OF_UNIT) >= enough
    bounds_a1 = () if bounded is None else (bounded,)
    repaired = line.repair(*bounds_a1, claim=claim, why=f"{WITH_SIGN}; a1 = O(1)" if bounds_a1 else WITH_SIGN)

    @proof(repaired, lambda _, flat: replace(found, calculation=flat(from_some_size_on(rows, g, *beyond))))
    def _() -> None:
        rest = rows.sum(j0, rows.sigma)
        entries_are_small(rows, bounds, g)
        obtain(seldom_large(rows, j0, rows.sigma), rare(rows, 0))
        terms = SUM_LAST(lambda k: rows.c[j0, k] * sigma[k], i0, 1, d)
        have(product == rest + LAST * sigma[d], rows.by.inner(j0), terms)

        def near(rest: Expr, sign: Expr) -> Relation:
            return abs(rest + LAST * sign - LAST * sign) <= TENTH_OF_UNIT

        (
            calc(Pr(abs(product - LAST * sigma[d]) <= TENTH_OF_UNIT))
            .eq(Pr(near(rest, sigma[d])))
            .ge(
                Pr(abs(rest) < rows.level),
                MORE_LIKELY_OF_TWO(lambda x, _: abs(x) < rows.level, near, rest, sigma[d], u_, v_),
            )
            .ge(1 - rows.tail, BELOW_OR_NOT(abs(rest), rows.level))
            .ge(enough)
        )


# -- the block columns of row j3 but for its own -----------------------------------------------------------------------------


OTHERS_HOW = """The other block columns have at most d - 3 entries of at most b t/n √(log n), whose squares add up to at most
b²/(d-2) log n. So the signed sum exceeds √(log n)/10 with probability at most 2 exp(-(d-2)/(200 b²)) (Hoeffding), and d grows
like a power of n."""


@dataclass(frozen=True)
class OtherEntries:
    """The rows, and the line that bounds the entries of the block columns but for that of j3's block entry."""

    rows: SignedRows
    line: Line

    def __str__(self) -> str:
        return self.line.part.key


@auxiliary(lambda others: Sum(i0, block_columns, OTHERS**2) <= LEAST)
def squares_of_others(others: OtherEntries) -> None:
    """At most d - 2 entries of at most √(log n)/(d-2)."""
    rows, line = others.rows, others.line
    entry, unit, own = c_exp[j0, i0], sqrt(log(n)), Indicator(i0 == block(j3))
    high, one = unit / (d - 2), Sum(i0, block_columns, 1)
    have(high >= 0, only(d >= 3, unit > 0, n > 0))
    with proving(ForAll(i0, block_columns, OTHERS**2 <= high**2)):
        with case(i0 == block(j3)):
            have(own == 1, INDICATOR_HOLDS(i0 == block(j3)))
            hence(SQUARE(high))
        with otherwise():
            have(own == 0, INDICATOR_FAILS(i0, block(j3)))
            have(b <= 1, only(c >= Q("0.1"), b + c == 1))
            with proving(bound_of(line) <= high):
                hence(only(b <= 1, n == (d - 2) * t, d >= 3, t >= 1, unit > 0))
            have(c_exp[j3, i0] <= bound_of(line), IN_RANGE(i0, 2, d - 1), cite(line, (j0, j3), (i0, i0)))
            calc(entry).eq(c_exp[j3, i0], EQUALS(lambda k: c_exp[k, i0], j0, j3)).le(bound_of(line)).le(high)
            have(entry**2 <= high**2, rows.by.no_entry_negative(j0, i0), SQUARE_GROWS(entry, high))
            hence()
    have(one == d - 2, COUNT(i0, 2, d - 1))
    have(high**2 * (d - 2) <= LEAST, only(n_02 <= d - 2, n_02 > 0, unit > 0))
    (
        calc(Sum(i0, block_columns, OTHERS**2))
        .le(
            high**2 * one,
            SUM_BELOW_COUNT(lambda k: ((1 - Indicator(k == block(j3))) * c_exp[j0, k]) ** 2, high**2, i0, block_columns),
        )
        .le(LEAST)
    )


def others_stay_small(line: Line, found: Eventually, others: OtherEntries, g: Expr | None = None) -> None:
    """Hoeffding's bound for the block columns of row j3 but for its own."""
    rows = replace(others.rows, K=1)

    def weight(k: Expr) -> Expr:
        return (1 - Indicator(k == block(j3))) * c_exp[j0, k]

    @proof(line, lambda _, flat: replace(found, calculation=flat(from_some_size_on(rows, g, n >= 2))))
    def _() -> None:
        units_are_positive(rows)
        powers_are_positive()
        if g is not None:
            calc(t * sqrt(d)).le(n**g).le(NARROW)
        obtain(many_columns(rows), squares_of_others(others), rare(rows, 0))
        with proving(ForAll(i0, block_columns, fair_sign(sigma[i0]))):
            hence(INSTANCE(lambda k: fair_sign(sigma[k]), i0, columns, i0))
        have(LEAST > 0)
        part = PART_OF_INDEPENDENT(lambda k: sigma[k], i0, columns, block_columns)
        seldom = HOEFFDING_OF_SIGNS_ABS(weight, lambda k: sigma[k], i0, block_columns, TENTH_OF_UNIT, LEAST)
        have(Pr(abs(SUM_OF_OTHERS) >= TENTH_OF_UNIT) < rows.tail, part, seldom)
        (
            calc(NEAR_ZERO)
            .ge(
                Pr(abs(SUM_OF_OTHERS) < TENTH_OF_UNIT),
                MORE_LIKELY(lambda x: x < TENTH_OF_UNIT, lambda x: x <= TENTH_OF_UNIT, abs(SUM_OF_OTHERS), u_),
            )
            .ge(1 - rows.tail, BELOW_OR_NOT(abs(SUM_OF_OTHERS), TENTH_OF_UNIT))
            .ge(1 - delta / n**kappa)
        )
