"""Directions of attention from the scores (scan_snap, Section 2): c̃_nl = P(l|n) e^(z_ml), c_n = c̃_n/Σc̃_n, f_n = c_n/‖c_n‖.

Nothing is taken for granted but what these words mean: a law is not negative and adds up to 1, distinct tokens have one class.
"""

from theorems.kernel.scripts import Have, cases
from theorems.scan_snap.language import *


def logit(x: Classes, m: int, l: int) -> Ball:
    """z_ml."""
    return next((balls.log(balls.ball(x.boost(n, l))) for n in x.members(m) if x.weights[n][l]), balls.ball(0))


c, n_1 = symbols("c n_1")
q = Symbol("q", VARIABLE)  # any token
SCORED = CLASS_WORDS.knowing(
    {
        z[m, l]: logit,
        c[n, l]: lambda x, n, l: x.scores[n][l] / sum(x.scores[n]),
        Norm(c[n], "2"): lambda x, n: x.norms[n] / balls.ball(sum(x.scores[n])),
    }
)
TWICE, PAIRS = ((expr(0), k), (expr(1), k)), ((expr(0), expr(1)), (expr(1), expr(0)))
defined = partial(Definition, of=SCORED)
LAW = defined(
    "P(·|n) is a law",
    (n, l, q),
    (P(l, n) >= 0) & (Sum(q, tokens, P(q, n)) == 1),
    at=((expr(0), expr(1), k), (expr(1), expr(0), k)),
    names=(P(l, n),),
    exists="the data are drawn by one",
)
SCORE = defined("c̃_nl = P(l|n) e^(z_ml)", (n, l), score[l, n] == P(l, n) * exp(z[psi(n), l]), at=PAIRS)
SHARE = defined(
    "c_n = c̃_n/Σ c̃_n", (n, l, q), c[n, l] == score[l, n] / Sum(q, tokens, score[q, n]), at=tuple((*p, k) for p in PAIRS)
)
LENGTH = defined("‖c_n‖ = √Σ c_nl²", (n, q), Norm(c[n], "2") == sqrt(Sum(q, tokens, c[n, q] ** 2)), at=TWICE)
DIRECTION = defined("f_n = c_n/‖c_n‖", (n, l), f[n, l] == c[n, l] / Norm(c[n], "2"), at=PAIRS)
DISTINCT = defined(
    "a distinct token has one class",
    (),
    ForAll(
        n_1, classes, ForAll(l, distinct(n_1), (P(l, n_1) > 0) & ForAll(n, classes, P(l, n) == Indicator(n == n_1) * P(l, n)))
    ),
    names=(distinct(n_1),),
    exists="a set of tokens by what they have",
)
among_common = Sum(q, common, Indicator(q == k))
COMMON = defined(
    "what two classes share is a common token",
    (q,),
    ForAll(n, classes, ForAll(np, others, ForAll(k, tokens, P(k, n) * P(k, np) == among_common * (P(k, n) * P(k, np))))),
    at=((q,),),
    names=(common,),
    exists="a set of tokens by what they have",
)

Of = Callable[[Expr], Expr]


def in_all(body: Of, variable: Symbol = q) -> Expr:
    return Sum(variable, tokens, body(variable))


def not_negative(n: Expr, token: Expr) -> tuple[Reason, ...]:
    """Why c̃_nl ≥ 0."""
    return (SCORE(n, token), LAW(n, token, q), EXP_POSITIVE(z[psi(n), token]))


def positive_total(of: Of, why: tuple[Reason, ...], vanishing: Script, then: Script, whole: Of, *more: Reason) -> Script:
    """First Σ of(l) > 0 of terms that are not negative by ``why``: were it 0, so would be all terms, and Σ whole(l) = 1.

    vanishing: shows whole(l) ≤ 0 where of(l) = 0; more: why Σ whole(l) = 1
    """
    terms, nothing = ForAll(q, tokens, of(q) >= 0), ForAll(q, tokens, whole(q) <= 0)
    none = Have(
        nothing,
        each(Have(of(q) <= 0, by(SUM_ABOVE_TERM(of, q, tokens, q)), vanishing)),
        by(SUM_BELOW_COUNT(whole, 0, q, tokens), *more),
    )
    return Have(terms, by(*why), Have(in_all(of) > 0, cases(in_all(of) > 0, by(), none), then))


def with_scores(n: Expr, then: Script) -> Script:
    """First Σ c̃_n > 0."""
    why = not_negative(n, q)
    return positive_total(lambda l: score[l, n], why, by(*why), then, lambda l: P(l, n), LAW(n, q, q))


def with_length(n: Expr, then: Script) -> Script:
    """First c_nl ≥ 0 and ‖c_n‖ > 0."""
    scores, whole = in_all(lambda l: score[l, n], k), in_all(lambda l: c[n, l])
    added = termwise(
        equal(whole, in_all(lambda l: score[l, n] / scores)),
        by(SHARE(n, q, k)),
        then=by(SUM_DIVISOR(scores, lambda l: score[l, n], q, tokens), SUM_RENAMED(lambda l: score[l, n], q, k, tokens)),
    )
    squares = positive_total(
        lambda l: c[n, l] ** 2,
        (),
        by(),
        Have(Norm(c[n], "2") > 0, by(LENGTH(n, q), ROOT_POSITIVE(in_all(lambda l: c[n, l] ** 2))), then),
        lambda l: c[n, l],
    )
    shares = Have(ForAll(q, tokens, c[n, q] >= 0), by(SHARE(n, q, k), *not_negative(n, q)), squares)
    positive = by(SUM_RENAMED(lambda l: score[l, n], q, k, tokens))
    return with_scores(n, Have(scores > 0, positive, Have(whole == 1, added, shares)))


def with_directions(n: Expr, then: Script) -> Script:
    """First f_nl ≥ 0."""
    shown = by(INSTANCE(lambda l: c[n, l] >= 0, q, tokens, q), DIRECTION(n, q))
    return with_length(n, Have(ForAll(q, tokens, f[n, q] >= 0), shown, then))


def unit(n: Expr, variable: Symbol, then: Script) -> Script:
    """First Σ f_nl² = 1."""
    squares, length = in_all(lambda l: f[n, l] ** 2, variable), Norm(c[n], "2")
    scaled = in_all(lambda l: c[n, l] ** 2 / length**2, variable)
    added = termwise(
        equal(squares, scaled),
        by(DIRECTION(n, variable)),
        then=by(SUM_DIVISOR(length**2, lambda l: c[n, l] ** 2, variable, tokens), LENGTH(n, variable)),
    )
    return with_length(n, Have(squares == 1, added, then))


def overlap(i: Expr, j: Expr) -> Expr:
    return in_all(lambda l: f[i, l] * f[j, l], k)


def vanishing(n: Expr, token: Expr) -> tuple[Reason, ...]:
    """Why f_nl = 0 where P(l|n) = 0."""
    return SCORE(n, token), SHARE(n, token, k), DIRECTION(n, token)


def not_negative_overlap() -> Script:
    """E_ij ≥ 0: an entry of FᵀF off the diagonal is a sum of what is not negative."""
    positive = by(*(INSTANCE(lambda l, n=n: f[n, l] >= 0, q, tokens, k) for n in (i, j)))
    added = termwise(
        SUM_NONNEGATIVE(lambda l: f[i, l] * f[j, l], k, tokens), each(positive), then=by(*ENTRY, INDICATOR_FAILS(j, i))
    )
    apart = with_directions(i, with_directions(j, added))
    return cases(j == i, by(EQUALS(lambda x: excess[i, x], j, i), OFF_DIAGONAL(i)), apart)


def met_in_one() -> Script:
    """Classes n ≠ n′ share no token but the common one, l: k is it, or is in no class of the two."""
    rest = Without(common, l)
    left_over = Sum(q, rest, Indicator(q == k))
    counted = (SUM_WITHOUT(lambda _: expr(1), q, common, l), SUM_RENAMED(lambda _: expr(1), l, q, common))
    none_left = termwise(
        SUM_BELOW_COUNT(lambda x: Indicator(x == k), 1, q, rest),
        by(INDICATOR(q == k)),
        then=termwise(SUM_NONNEGATIVE(lambda x: Indicator(x == k), q, rest), by(INDICATOR(q == k)), then=by(*counted)),
    )
    of_two = tuple(instances(COMMON.claim, n, np, k))
    apart = Have(
        P(k, n) * P(k, np) == 0,
        by(
            COMMON(q),
            *of_two,
            SUM_WITHOUT(lambda x: Indicator(x == k), q, common, l),
            INDICATOR_OF_EQUALITY(l, k),
            INDICATOR_FAILS(k, l),
        ),
        cases(
            P(k, n) <= 0,
            by(LAW(n, k, q), *vanishing(n, k), INDICATOR_FAILS(k, l)),
            Have(P(k, np) == 0, by(), by(*vanishing(np, k), INDICATOR_FAILS(k, l))),
        ),
    )
    pair = Have(left_over == 0, none_left, cases(k == l, by(INDICATOR_HOLDS(k == l)), apart))
    return each(with_length(n, with_length(np, pair)))


of_others = (INSTANCE(lambda n: P(l, n) == Indicator(n == n_1) * P(l, n), n, classes, n),)
ENTRY = GRAM_MATRIX(i, j), OVERLAP(i, j), INNER(i, j)


def of_gram(m: Expr, j: Expr) -> tuple[Reason, ...]:
    """What entry (m, j) of FᵀF is, from the other side."""
    return overlaps.GRAM_IS_SYMMETRIC(m, j), OVERLAP(j, m), INNER(j, m)


UNIT_LENGTH = unit(n, k, by())
NORM_POSITIVE = with_length(n, by(LENGTH(n, k)))
DIAGONAL_IS_UNIT = unit(
    n,
    k,
    termwise(
        equal(overlap(n, n), in_all(lambda l: f[n, l] ** 2, k)),
        by(),
        then=by(GRAM_MATRIX(n, n), OVERLAP(n, n), INNER(n, n), INDICATOR_HOLDS(n == n)),
    ),
)
SYMMETRIC = termwise(equal(overlap(i, j), overlap(j, i)), by(), then=by(*ENTRY, OVERLAP(j, i), INNER(j, i)))
NOT_NEGATIVE = not_negative_overlap()
ATTENDED = each(
    with_length(n_1, by(DISTINCT(), *instances(DISTINCT.claim, n_1, l), EXP_POSITIVE(z[psi(n_1), l]), *vanishing(n_1, l)))
)
ELSEWHERE = each(
    with_length(
        n,
        cases(
            n == n_1,
            by(INDICATOR_HOLDS(n == n_1)),
            by(DISTINCT(), *instances(DISTINCT.claim, n_1, l), *of_others, INDICATOR_FAILS(n, n_1), *vanishing(n, l)),
        ),
    )
)
MET_IN_ONE = met_in_one()


def definite() -> Script:
    """1 + λ = uᵀFᵀFu = |Fu|² for an eigenvector u of length 1; were it 0, then FᵀFu = 0, and u = (FᵀF)⁻¹FᵀFu = 0."""
    row, own, image = Sum(m, classes, u[m, k] * gram[m, j]), (1 + lam[k]) * u[j, k], Sum(m, classes, u[m, k] * f[m, q])
    rows = ForAll(j, classes, row == own)
    of_rows = termwise(
        linear(row, 1, Sum(m, classes, Indicator(m == j) * u[m, k]), 1, Sum(m, classes, u[m, k] * excess[m, j])),
        by(GRAM_MATRIX(m, j), INDICATOR_OF_EQUALITY(j, m)),
        then=by(SUM_PICKS(lambda m: u[m, k], m, classes, j), SPECTRUM(j, j, k, m)),
    )
    entries = Sum(m, classes, u[m, k] * Sum(q, tokens, f[j, q] * f[m, q]))
    along, turned = Sum(q, tokens, f[j, q] * image), Sum(q, tokens, image * f[j, q])
    of_images = termwise(
        equal(row, entries),
        by(*of_gram(m, j), SUM_RENAMED(lambda l: f[j, l] * f[m, l], k, q, tokens)),
        then=termwise(equal(along, turned), by(), then=by(exchanged(entries), *instances(rows, j))),
    )
    length, lengths = Sum(j, classes, u[j, k] ** 2), Sum(j, classes, u[j, k] * turned)
    squares = Sum(q, tokens, image * Sum(j, classes, u[j, k] * f[j, q]))
    images = ForAll(j, classes, turned == own)
    of_length = termwise(
        multiple(lengths, 1 + lam[k], length),
        by(*instances(images, j)),
        then=termwise(
            SUM_NONNEGATIVE(lambda x: substituted(squares.body, {q: x}), q, tokens),
            by(SUM_RENAMED(lambda m: u[m, k] * f[m, q], m, j, classes)),
            then=by(exchanged(lengths)),
        ),
    )
    back_again = Sum(m, classes, u[m, k] * Sum(i, classes, back[i, j] * gram[m, i]))
    nothing = Sum(i, classes, back[i, j] * Sum(m, classes, u[m, k] * gram[m, i]))
    of_nothing = termwise(
        multiple(nothing, 0, nothing),
        by(*instances(rows, i)),
        then=termwise(
            equal(back_again, Sum(m, classes, Indicator(m == j) * u[m, k])),
            each(
                termwise(
                    equal(last_factor(back_again), Sum(i, classes, gram[m, i] * back[i, j])), by(), then=by(INVERSE(m, j, i))
                )
            ),
            then=by(exchanged(back_again), SUM_PICKS(lambda m: u[m, k], m, classes, j)),
        ),
    )
    vanishing = ForAll(j, classes, u[j, k] == 0)
    absurd = termwise(SUM_BELOW_COUNT(lambda x: u[x, k] ** 2, 0, j, classes), by(*instances(vanishing, j)), then=by())
    regular = cases(1 + lam[k] > 0, by(), Have(1 + lam[k] == 0, by(), Have(vanishing, each(of_nothing), absurd)))
    unit_length = Have(length == 1, by(SPECTRUM(i, i, k, j)), Have(1 + lam[k] >= 0, of_length, regular))
    return Have(rows, each(of_rows), Have(images, each(of_images), unit_length))


DEFINITE = definite()
