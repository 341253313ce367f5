"""McDiarmid's inequality for one score, whose entries are independent: the data of Lemma D.4 and what moves a score."""

from theorems.sparse.language import *
from theorems.sparse.score_models import SCORES, chance

X, W, b, p, q, r, x, softmax = symbols("X W b p q r x softmax")
size = Norm(W, "F")


def no_larger(row: Expr) -> Callable[[Expr], Claim]:
    """The entries of the rows i and ``row`` are at most b."""
    return lambda p: (Pr(abs(X[i, p]) <= b) == 1) & (Pr(abs(X[row, p]) <= b) == 1)


SCORE_LAWS = Computed(
    SCORES,
    {
        size: "frobenius",
        chance: "p",
        R: lambda x: x.b**2 * x.frobenius / x.log(x.n * x.d / x.delta),  # b is B √log(nd/δ)
        E(S[i, j]): lambda x: x.b**2 * x.arithmetic.number(x.pair.mean),
        E(S[i, i]): lambda x: x.b**2 * x.arithmetic.number(x.own.mean),
        Pr(abs(S[i, j]) > x): lambda s, level: s.beyond(s.pair, level, False),
        Pr(abs(S[i, i]) > x): lambda s, level: s.beyond(s.own, level, False),
        Pr(abs(S[i, j] - E(S[i, j])) > x): lambda s, level: s.beyond(s.pair, level, True),
        Pr(abs(S[i, i] - E(S[i, i])) > x): lambda s, level: s.beyond(s.own, level, True),
    },
    ranges=(
        n >= 1,
        d >= 1,
        i.isin(columns),
        j.isin(columns),
        *(pairs_independent(r, features, X[i, r], X[row, r]) for row in (i, j)),
        ForAll(r, features, independent(X[i, r], X[j, r])),
        *(ForAll(r, features, no_larger(row)(r)) for row in (i, j)),
        fixed(features, n, d, b, delta, size, W[1, 1]),
    ),
)


def change(k: Expr) -> Expr:
    """By how much the score moves at most with the k-th entries of its two rows."""
    return 2 * b**2 * (Sum(q, features, abs(W[k, q])) + Sum(q, features, abs(W[q, k])))


def in_row(k: Expr) -> Expr:
    return Sum(q, features, W[k, q] ** 2)


def in_column(k: Expr) -> Expr:
    return Sum(q, features, W[q, k] ** 2)


all_squares = Sum(p, features, in_row(p))


@auxiliary((size**2 == all_squares) & (Sum(r, features, in_column(r)) == all_squares))
def rows_and_columns() -> None:
    """Σ W_pq², in either order."""

    def row(k: Expr) -> Expr:
        return Sum(r, features, W[k, r] ** 2)

    have(size**2 == all_squares, SIZE_OF_W)
    have(ForAll(p, features, row(p) == in_row(p)), SUM_RENAMED(lambda k: W[p, k] ** 2, r, q, features))
    (
        calc(Sum(r, features, in_column(r)))
        .eq(Sum(q, features, row(q)), SUM_SWAP(lambda k, l: W[l, k] ** 2, r, features, q, features))
        .eq(Sum(p, features, row(p)), SUM_RENAMED(row, q, p, features))
        .eq(all_squares, SUM_EQUAL(row, in_row, p, features))
    )


def moved(row: Expr, k: Expr) -> Expr:
    """The square of the change, or where the two rows differ those of what the k-th entry of either moves."""
    out, back = Sum(q, features, abs(W[k, q])), Sum(q, features, abs(W[q, k]))
    return change(k) ** 2 if row is i else 4 * b**4 * (out**2 + back**2)


def by_cauchy_schwarz(entry: Callable[[Expr], Expr]) -> Expr:
    """(Σ |W|)² ≤ d Σ W², in a row or a column; the sum on the left."""
    absolute = Sum(q, features, abs(entry(q)))
    have(ForAll(q, features, abs(entry(q)) ** 2 == entry(q) ** 2), ABS_SQUARED)
    (
        calc(absolute**2)
        .le(d * Sum(q, features, abs(entry(q)) ** 2), SUM_SQUARED(lambda k: abs(entry(k)), q, features), WIDTH(q))
        .eq(d * Sum(q, features, entry(q) ** 2), SUM_EQUAL)
    )
    return absolute


@auxiliary(lambda row, times: Sum(r, features, moved(row, r)) <= times * b**4 * d * size**2)
def changes(row: Expr, times: int) -> None:
    """What an entry moves is at most half of it in its row, and half in its column."""
    half = times // 2 * b**4 * d
    obtain(rows_and_columns)
    with proving(ForAll(r, features, moved(row, r) <= half * (in_row(r) + in_column(r)))):
        out, back = by_cauchy_schwarz(lambda k: W[r, k]), by_cauchy_schwarz(lambda k: W[k, r])
        hence(*((TWO_SQUARES(out, back),) if row is i else ()))
    (
        calc(Sum(r, features, moved(row, r)))
        .le(Sum(r, features, half * (in_row(r) + in_column(r))), SUM_ORDER)
        .eq(half * Sum(r, features, in_row(r) + in_column(r)), SUM_FACTOR)
        .eq(times * b**4 * d * size**2, SUM_OF_SUMS, SUM_RENAMED(in_row, r, p, features))
    )


def far_off(row: Expr, odds: Expr, times: int) -> Expr:
    """The probability that a score is further from its mean than b² ‖W‖_F √(times · d log odds)."""
    return Pr(abs(S[i, row] - E(S[i, row])) > b**2 * size * sqrt(times * d * log(odds)))


@auxiliary(lambda row, odds, times: far_off(row, odds, times) < (2 / odds if row is i else 2 / odds ** (times // 4)))
def rarely(row: Expr, odds: Expr, times: int) -> None:
    """McDiarmid's inequality for the score of the rows i and ``row``, whose entries move together where they are the same."""
    score = Sum(p, features, Sum(q, features, X[i, p] * W[p, q] * X[row, q]))
    inside = times * d * log(odds)
    level = b**2 * size * sqrt(inside)
    forms = lambda k: X[i, k], lambda k: X[row, k], lambda k, l: W[k, l]
    most = (16 if row is i else 8) * b**4 * d * size**2
    mcdiarmid: tuple[Fact, ...] = (MCDIARMID_BILINEAR(*forms, p, r, q, features, b, most, level),)
    if row is i:
        of_pairs = MCDIARMID_OF_PAIRS(score, *forms[:2], change, r, features, level, most)
        mcdiarmid = BILINEAR_CHANGE(*forms, p, r, q, features, b), of_pairs
    obtain(changes(row, 16 if row is i else 8))
    have(log(odds) > 0, LOG_ABOVE(odds))
    have(inside > 0)
    have(level > 0, ROOT_POSITIVE(inside))
    or_equal = MORE_LIKELY(lambda x: abs(x) > level, lambda x: abs(x) >= level, score - E(score), x)
    (
        calc(far_off(row, odds, times))
        .eq(Pr(abs(score - E(score)) > level), S_IS(i, row), EQUALS(lambda x: Pr(abs(x - E(x)) > level), S[i, row], score))
        .le(Pr(abs(score - E(score)) >= level), or_equal)
        .lt(2 * exp(-2 * level**2 / most), *mcdiarmid)
        .eq(2 * exp(-(2 * times * b**4 * d * size**2 / most) * log(odds)))
        .eq(2 / odds if row is i else 2 / odds ** (times // 4))
    )
