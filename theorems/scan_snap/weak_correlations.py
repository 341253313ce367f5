"""When classes can be weakly correlated (scan_snap, Section 4): Assumption 2."""

from math import isqrt

from strategies.sequence_classes import equal_overlaps
from theorems.provers.calculation import Contradiction
from theorems.scan_snap.language import *

x = Symbol("x")  # any vector
A2 = Lemma("Assumption 2", "Section 4", "weak correlations", given=replace(OVERLAP_WORDS, points=WEAK_OVERLAPS))
overlap = 6 / sqrt(M)
EXHIBITED = Condition((K >= 2) & (sqrt(M) == 6 * K * (K - 1) + 1), lambda i: i.K >= 2 and i.M == (6 * i.K * (i.K - 1) + 1) ** 2)
EQUAL = Condition(
    ForAll(i, classes, ForAll(j, classes, excess[i, j] == overlap * (1 - Indicator(i == j)))),
    lambda i: set(str(i.E).split(",")) == {str(Fraction(6, isqrt(int(i.M))))},
    said="all classes overlap equally, by 6/√M",
)


def exhibited(K: int) -> Instance:
    """K classes with equal overlaps."""
    root = 6 * K * (K - 1) + 1
    return Instance(K=K, M=root**2, E=equal_overlaps(K, Fraction(6, root)))


EXAMPLES = Domain(
    name="for each number of classes, one choice of M and of equal overlaps",
    draw=lambda: st.integers(2, 12).map(lambda K: dict(exhibited(K))),
    bind=bind_overlaps,
    conditions=(EXHIBITED, EQUAL),
    small=lambda: map(exhibited, range(2, 9)),
    variables={"K": "number of classes", "M": "vocabulary size"},
    feasible="every K ≥ 2",
)
met = ForAll(k, classes, chain(6 / sqrt(M), "<=", abs(lam[k]), "<", 1 / K))
with A2.where(given=replace(OVERLAP_WORDS, points=EXAMPLES)):
    A2["satisfiable"] = met
A2["satisfiable"].note(
    "In print an assumption, of which nothing says that it can be met. It can for every K ≥ 2: as here, at M = (6K(K-1) + 1)². "
    "6/√M < 1/K forces M > 36K²: 36K² + 1 is enough for even K (disjoint pairs of classes); for K = 3 it takes 1297."
)


@auxiliary(met)
def equal_eigenvalues() -> None:
    """(λ + e)u_j = eΣu for every j, which add up to (λ + e)Σu = KeΣu. So (λ + e)(λ - (K-1)e)u = 0, and (K-1)e < 1/K."""
    column = Sum(m, classes, u[m, k])
    row, picked = Sum(m, classes, u[m, k] * excess[m, j]), Sum(m, classes, Indicator(m == j) * u[m, k])
    apart, own = lam[k] - (K - 1) * overlap, (lam[k] + overlap) * u[j, k]
    have((overlap > 0) & (K * (K - 1) * overlap < 1))
    with proving(ForAll(j, classes, own == overlap * column)):
        with proving(ForAll(m, classes, row.body == overlap * u[m, k] - overlap * picked.body)):
            hence(EQUAL.claim)
        have(row == overlap * column - overlap * picked, linear(row, overlap, column, -overlap, picked))
        hence(EIGENVECTORS(k, j, m), SUM_PICKS(lambda m: u[m, k], m, classes, j))
    whole, along, lengths, count, squares = (
        Sum(j, classes, x) for x in (own, u[j, k], u[j, k] ** 2, expr(1), own * apart * u[j, k])
    )
    have(whole == (lam[k] + overlap) * along, multiple(whole, lam[k] + overlap, along))
    have(whole == overlap * column * count, multiple(whole, overlap * column, count))
    have((lengths == 1) & (count == K), SPECTRUM(k, k, k, j), COUNT_OF_CLASSES(j))
    have(apart * column == 0, SUM_RENAMED(terms(along), j, m, classes))
    have(squares == (lam[k] + overlap) * apart * lengths, multiple(squares, (lam[k] + overlap) * apart, lengths))
    with proving(ForAll(j, classes, squares.body == 0 * u[j, k])):
        calc(squares.body).eq(overlap * column * apart * u[j, k]).eq(0 * u[j, k])
    have((lam[k] + overlap) * apart == 0, multiple(squares, 0, along))
    with case(lam[k] >= 0):
        calc(lam[k]).eq((lam[k] + overlap) * apart / (lam[k] + overlap) + (K - 1) * overlap).eq((K - 1) * overlap)
        hence(ABS_OF_NONNEGATIVE(lam[k]))
    with otherwise():
        have(apart < 0)
        calc(lam[k]).eq((lam[k] + overlap) * apart / apart - overlap).eq(-overlap)
        hence(ABS_OF_NONPOSITIVE(lam[k]))


proof(A2["satisfiable"])(equal_eigenvalues)


ZERO = expr(0)
ALONE = ForAll(i, classes, i == ZERO)
SINGLE = Condition(ALONE, lambda i: i.K == 1, said="K = 1")
of_row, squared = Sum(SUMMED, classes, u[SUMMED, ZERO] * excess[SUMMED, k]), Sum(k, classes, (lam[ZERO] * u[k, ZERO]) ** 2)
is_it = partial(INSTANCE, lambda x: x == ZERO, i, classes)  # every class is the only one
to_zero = EQUALS(lambda x: excess[x, k], SUMMED, ZERO), EQUALS(lambda x: excess[ZERO, x], k, ZERO)
NO_EIGENVALUE = Definition(
    "one class has the eigenvalue 0",
    (),
    lam[ZERO] == 0,
    (ALONE, GRAM.claim),
    of=OVERLAP_WORDS.where(SINGLE),
    shown=lambda: scripts.have(
        ForAll(k, classes, lam[ZERO] * u[k, ZERO] == 0),
        scripts.each(
            termwise(
                multiple(of_row, 0, of_row),
                by(is_it(SUMMED), is_it(k), OFF_DIAGONAL(ZERO), *to_zero),
                then=by(EIGENVECTORS(ZERO, k, SUMMED)),
            )
        ),
        termwise(
            multiple(squared, 0, squared),
            by(INSTANCE(lambda x: lam[ZERO] * u[x, ZERO] == 0, k, classes, k)),
            then=by(multiple(squared, lam[ZERO] ** 2, Sum(k, classes, u[k, ZERO] ** 2)), SPECTRUM(ZERO, ZERO, ZERO, k)),
        ),
    ),
)
size = abs(lam[ZERO])
with A2.where(SINGLE):
    A2["one class"] = ForAll(i, classes, abs(lam[i]) >= 6 / sqrt(M))
A2["one class"].feasible("nowhere: E = (0), so |λ₁| = 0 < 6/√M for every M")
A2["one class"].note("The assumption with a single class: an empty hypothesis, so no comparison at an instance.").proved(
    Contradiction(
        scripts.calc(size)
        .eq(0, NO_EIGENVALUE(), ABS_OF_NONNEGATIVE(lam[ZERO]))
        .lt(6 / sqrt(M))
        .le(size, INSTANCE(lambda x: abs(lam[x]) >= 6 / sqrt(M), i, classes, ZERO)),
        "For K = 1, E has a zero diagonal and is the number 0, so |λ_1| = 0 < 6/√M for every M.",
    )
)


image_of_token, image = Sum(j, classes, x[j] * f[j, k]), Sum(j, classes, x[j] * gram[i, j])
lengths = Sum(j, classes, x[j] ** 2)
SOME_VECTOR = Condition(lengths > 0, lambda i: any(deviations_of(i)), said="x ≠ 0")
ON_VECTORS = replace(CLASS_WORDS, points=CLASS_WORDS.points.where(SOME_VECTOR)).knowing({x[j]: lambda x, j: x.theta[j]})
with A2.where(given=ON_VECTORS):
    A2["full rank"] = (Sum(i, classes, image * image) > 0) & (Sum(k, tokens, image_of_token * image_of_token) > 0)
A2["full rank"].note(
    "In print: it implies that FᵀF is invertible and F has full column rank, so neither FᵀFx nor Fx is 0 for any x ≠ 0. At "
    "instances x is the vector of the θ_n."
)


@auxiliary(ForAll(m, classes, x[m] == 0))
def regular_gram() -> None:
    """Where FᵀFx = 0: (Uᵀ(I+E)x)_k = (1+λ_k)(Uᵀx)_k with 1 + λ_k > 0, and x = UUᵀx."""
    along = Sum(j, classes, x[j] * u[j, k])
    with proving(ForAll(k, classes, along == 0)):
        both = Sum(i, classes, u[i, k] * Sum(j, classes, x[j] * gram[i, j]))
        other = Sum(j, classes, x[j] * Sum(i, classes, u[i, k] * gram[i, j]))
        have(both == 0 * Sum(i, classes, u[i, k]), multiple(both, 0, Sum(i, classes, u[i, k])))
        with proving(ForAll(j, classes, other.body == (1 + lam[k]) * (x[j] * u[j, k]))):
            row, picked = last_factor(other), Sum(i, classes, Indicator(i == j) * u[i, k])
            carried = Sum(i, classes, u[i, k] * excess[i, j])
            have(row == picked + carried, linear(row, 1, picked, 1, carried), GRAM_MATRIX(i, j), INDICATOR_OF_EQUALITY(i, j))
            hence(SUM_PICKS(lambda i: u[i, k], i, classes, j), EIGENVECTORS(k, j, i))
        have(other == (1 + lam[k]) * along, multiple(other, 1 + lam[k], along))
        have((1 + lam[k]) * along == 0, exchanged(both))
        calc(along).eq((1 + lam[k]) * along / (1 + lam[k])).eq(0)
    turned = Sum(k, classes, u[m, k] * Sum(j, classes, x[j] * u[j, k]))
    back_again = Sum(j, classes, x[j] * Sum(k, classes, u[m, k] * u[j, k]))
    picked = Sum(j, classes, Indicator(j == m) * x[j])
    have(turned == 0 * Sum(k, classes, u[m, k]), multiple(turned, 0, Sum(k, classes, u[m, k])))
    have(back_again == picked, equal(back_again, picked), ORTHOGONAL(m, j, k), INDICATOR_OF_EQUALITY(m, j))
    hence(exchanged(turned), SUM_PICKS(lambda j: x[j], j, classes, m))


def all_zero(squares: Expr, index: Symbol, over: Node) -> None:
    """Where Σ v² is not positive, every v is 0."""
    v = last_factor(squares)
    have(ForAll(index, over, v * v >= 0), SQUARE(v))
    with proving(ForAll(index, over, v == 0)):
        for claim in (v <= 0, v >= 0):
            with suppose_not(claim):
                hence(SUM_ABOVE_TERM(terms(squares), index, over, index))


def impossible() -> None:
    """FᵀFx = 0 for an x ≠ 0."""
    obtain(regular_gram)
    have(ForAll(j, classes, x[j] == 0))
    have(ForAll(j, classes, x[j] ** 2 == 0 * x[j]))
    have(lengths <= 0, multiple(lengths, 0, Sum(j, classes, x[j])))
    hence(only(lengths > 0, lengths <= 0))


@proof(A2["full rank"])
def _() -> None:
    """FᵀFx = 0 only for x = 0, and Fx = 0 gives FᵀFx = 0."""
    have(lambda1 < 1)
    obtain(regular)
    squares, of_tokens = Sum(i, classes, image * image), Sum(k, tokens, image_of_token * image_of_token)
    with suppose_not(squares > 0):
        all_zero(squares, i, classes)
        impossible()
    with suppose_not(of_tokens > 0):
        all_zero(of_tokens, k, tokens)
        with proving(ForAll(i, classes, image == 0)):
            both, other = Sum(k, tokens, f[i, k] * image_of_token), Sum(j, classes, x[j] * Sum(k, tokens, f[i, k] * f[j, k]))
            have(both == 0 * Sum(k, tokens, f[i, k]), multiple(both, 0, Sum(k, tokens, f[i, k])))
            have(image == other, equal(image, other), OVERLAP(i, j), INNER(i, j))
            hence(exchanged(both))
        impossible()


l = Symbol("l")  # the token that all classes have
SHARES = ForAll(n, classes, f[n, l] == sqrt(overlap))
SHARED = Condition(
    SHARES & ForAll(i, classes, ForAll(j, classes, excess[i, j] == f[i, l] * f[j, l] * (1 - Indicator(i == j)))),
    EQUAL.check,
    said="one common token, to which every f_n gives √(6/√M)",
)
ONE_SHARED = replace(EXAMPLES, conditions=(EXHIBITED, SHARED))
with A2.where(
    given=replace(OVERLAP_WORDS, points=ONE_SHARED).knowing({f[n, l]: lambda x, _: balls.sqrt(balls.ball(x.E[0][1]))})
):
    A2["single common token"] = met
A2["single common token"].note(
    "For every K ≥ 2, as here. E = vvᵀ - diag(v²) for v_n = f_nl has one positive eigenvalue and the trace 0, so |λ₁| is the "
    "sum of the K-1 other magnitudes, and the smallest M is 36K²(K-1)² + 1."
)


@proof(A2["single common token"])
def _() -> None:
    """f_n·f_n' = f_nl f_n'l = 6/√M."""
    have(overlap > 0)
    with proving(EQUAL.claim):
        hence(SHARES)
    obtain(equal_eigenvalues)


STATEMENTS = (A2,)
