"""Overlapping classes seen through E = FᵀF - I: its eigenvalues, E' = I - (I+E)⁻¹, and the coefficients of the gradient.

E is given by rationals, so E' and all coefficients are exact; eigenvalues are enclosed, and hypotheses about them are decided
by exact definiteness.
"""

from functools import lru_cache
from itertools import combinations

from kernels.symmetric_matrices import Matrix
from strategies.sequence_classes import any_overlaps, deviating, excess_word, overlap_patterns, weak_overlaps, with_residuals
from theorems.proofs import *
from theorems.scan_snap.entries import equal, exchanged, last_factor, linear
from theorems.scan_snap.words import *
from theorems.textbook import *


@lru_cache(maxsize=512)
def excess_of(K: int, word: str) -> Matrix:
    """E from its word; raises ValueError when the word has the wrong number of entries."""
    pairs = list(combinations(range(K), 2))
    entries = [Fraction(entry) for entry in word.split(",")] if pairs else []
    if len(entries) != len(pairs):
        raise ValueError(f"{K} classes have {len(pairs)} overlaps, not {len(entries)}")
    values = dict(zip(pairs, entries, strict=True))
    return symmetric.matrix([[values.get((min(i, j), max(i, j)), Fraction(0)) for j in range(K)] for i in range(K)])


@lru_cache(maxsize=512)
def correction_of(K: int, word: str) -> Matrix:
    """E' = I - (I + E)⁻¹."""
    unit = symmetric.identity(K)
    return symmetric.combination(1, unit, -1, symmetric.inverse(symmetric.combination(1, unit, 1, excess_of(K, word))))


@lru_cache(maxsize=512)
def magnitudes_of(K: int, word: str) -> tuple[Ball, Ball]:
    with balls.precision(128):
        return symmetric.extreme_magnitudes(excess_of(K, word))


@lru_cache(maxsize=512)
def spectrum_of(K: int, word: str) -> tuple[list[Ball], list[list[Ball]]]:
    return symmetric.decomposition(excess_of(K, word))


@lru_cache(maxsize=512)
def corrected_spectrum_of(K: int, word: str) -> tuple[list[Ball], list[list[Ball]]]:
    return symmetric.decomposition(correction_of(K, word))


def pivot_of(gram: Matrix, k: int) -> Fraction:
    """The k-th pivot, k from 0; 0 behind the first that is 0."""
    found = symmetric.pivots(gram)
    return found[k] if k < len(found) else Fraction(0)


@lru_cache(maxsize=4096)
def power_of(K: int, word: str, n: int) -> Matrix:
    """(-E)ⁿ."""
    if n == 0:
        return symmetric.identity(K)
    E = excess_of(K, word)
    return symmetric.product(power_of(K, word, n - 1), symmetric.combination(-1, E, 0, E))


@dataclass(frozen=True)
class Overlaps:
    """E, E' and, when the instance has them, the deviations theta of the rows of W and sigma of the residual (Eqn 71)."""

    arithmetic: Arithmetic
    K: int
    M: int
    word: str
    theta: tuple[Fraction, ...]
    sigma: Fraction = Fraction(0)

    @cached_property
    def E(self) -> Matrix:
        return excess_of(self.K, self.word)

    @cached_property
    def E_prime(self) -> Matrix:
        return correction_of(self.K, self.word)

    @property
    def spectrum(self) -> tuple[list[Ball], list[list[Ball]]]:
        """Eigenvalues of E by falling magnitude, and the orthogonal matrix of its eigenvectors: to look at."""
        return spectrum_of(self.K, self.word)

    @property
    def corrected_spectrum(self) -> tuple[list[Ball], list[list[Ball]]]:
        """The same of E′."""
        return corrected_spectrum_of(self.K, self.word)

    @property
    def lambda1(self) -> Ball:
        """|λ_1|, the largest magnitude of an eigenvalue of E."""
        return magnitudes_of(self.K, self.word)[0]

    @property
    def lambda_last(self) -> Ball:
        """|λ_K|, the smallest."""
        return magnitudes_of(self.K, self.word)[1]

    def magnitude(self, k: int) -> Ball:
        """|λ_k|, k from 0."""
        ends = {0: self.lambda1, self.K - 1: self.lambda_last}
        return ends[k] if k in ends else abs(self.spectrum[0][k])

    @property
    def gram(self) -> Matrix:
        """FᵀF = I + E."""
        return symmetric.combination(1, symmetric.identity(self.K), 1, self.E)

    @property
    def q1(self) -> Fraction:
        return Fraction(self.M, self.M - 1)

    @property
    def q0(self) -> Fraction:
        return Fraction(-self.M, (self.M - 1) ** 2)

    def number(self, value: int | Fraction) -> Ball:
        return balls.ball(value)

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Ordered pairs of different classes."""
        return ((i, j) for i in range(self.K) for j in range(self.K) if i != j)

    def gradient(self, n: int) -> list[Fraction]:
        """The coefficients of g = F (I - E')(I + Θ)(q_0, ..., q_1, ..., q_0)ᵀ in f_1, ..., f_K, for class n."""
        v = [(1 + self.theta[k]) * (self.q1 if k == n else self.q0) for k in range(self.K)]
        E = self.E_prime
        return [v[k] - sum((E[k][j] * v[j] for j in range(self.K)), Fraction(0)) for k in range(self.K)]

    def iota(self, n: int) -> Fraction:
        return self.gradient(n)[n]

    def beta(self, n: int, other: int) -> Fraction:
        return -self.gradient(n)[other]

    def pull(self, n: int) -> Fraction:
        """Σ_{n' ≠ n} β_nn' f_n·f_n', which is ξ_n/γ (without the factor 1 + σ)."""
        g = self.gradient(n)
        return -sum((g[k] * self.E[n][k] for k in range(self.K) if k != n), Fraction(0))


def bind_overlaps(instance: Instance, arithmetic: Arithmetic) -> Overlaps:
    """The overlaps of an instance with ``K``, ``M``, ``E`` and perhaps ``theta`` and ``sigma``; exact in every arithmetic."""
    K = int(instance.K)
    theta = tuple(Fraction(x) for x in str(instance.theta).split(",")) if "theta" in instance else (Fraction(0),) * K
    return Overlaps(arithmetic, K, int(instance.M), str(instance.E), theta, Fraction(instance.get("sigma", 0)))


def _excess(i: Instance) -> Matrix:
    return excess_of(int(i.K), str(i.E))


def _gram(i: Instance) -> Matrix:
    return symmetric.combination(1, symmetric.identity(int(i.K)), 1, _excess(i))


i, j, k, m, n, np, K, M = symbols("i j k m n n′ K M")
excess, corrected, lam, u, v, f = symbols("E E′ λ u v f")  # u: eigenvectors of E, v: of E′
gram, back, pivot = symbols("(F^⊤F) ((I+E)^-1) pivot")  # pivot[k]: of FᵀF, all positive exactly where it is definite
theta, minus_E_to = symbols("θ (-E)^")  # minus_E_to[n, i, j] is an entry of (-E)ⁿ
classes = Named("[K]")


_NONNEGATIVE = Condition(
    ForAll(i, classes, ForAll(j, classes, excess[i, j] >= 0)), lambda i: all(entry >= 0 for row in _excess(i) for entry in row)
)
GRAM = Condition(
    ForAll(i, classes, pivot[i] > 0),
    lambda i: symmetric.is_definite(_gram(i)),
    said="FᵀF = I + E with linearly independent f_n",
)
CONTRACTION = Condition(abs(lam[1]) < 1, lambda i: symmetric.spectral_radius_below(_excess(i), Fraction(1)))
LARGE_M = Condition((M >= K) & (M >= 2))
WEAK = Condition(abs(lam[1]) < 1 / K, lambda i: symmetric.spectral_radius_below(_excess(i), Fraction(1, int(i.K))))


def _strong_enough(i: Instance) -> bool:
    return symmetric.squares_at_least(_excess(i), Fraction(36, int(i.M)))


STRONG = Condition(
    ForAll(i, classes, abs(lam[i]) >= 6 / sqrt(M)),
    _strong_enough,
    lambda i: i if _strong_enough(i) else i.but(M=int(i.M) * 10**6),
)
SMALL_THETA = Condition(
    ForAll(n, classes, chain(-Q(1, 5), "<=", theta[n], "<=", Q(1, 5))),
    lambda i: "theta" not in i or all(abs(Fraction(x)) <= Fraction(1, 5) for x in str(i.theta).split(",")),
)


def small_overlaps() -> Iterator[Instance]:
    """Overlaps by number of classes, then by vocabulary; first three classes with |λ₁| > 1."""
    yield Instance(K=3, M=4, E="3/4,3/4,3/4")
    for K in (1, 2, 3, 4):
        for M in (2, 3, 4, 10, 100, 36 * K * K + 1, 144 * K * K + 4, 400 * K * K):
            for pairs in overlap_patterns(K).values():
                for value in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10), Fraction(1, 20), Fraction(1, 50)):
                    if max(K, 2) <= M:
                        yield Instance(K=K, M=M, E=excess_word(K, dict.fromkeys(pairs, value)))


ASSUMPTION_2 = (
    "K ≥ 2 (never for K = 1); K even: M ≥ 36K²+1; K = 3: M ≥ 1297; K odd ≥ 5: from an M in (36K²((K+1)/(K-1))², 144K²+1] on"
)
ONE_COMMON_TOKEN = "K ≥ 2 and M ≥ 36K²(K-1)²+1 (never for K = 1)"


def beside_assumption_2() -> Iterator[Instance]:
    """No overlap, a small vocabulary, two classes that are nearly one, and three nearly in a plane with a fourth that barely
    meets the middle one: ξ_n < 0 for the fourth.
    """
    plane = {(0, 1): Fraction(79999997, 10**8), (1, 2): Fraction(79999997, 10**8), (0, 2): Fraction(7, 25)}
    yield Instance(K=2, M=145, E="0")
    yield Instance(K=2, M=2, E="1/3")
    yield Instance(K=2, M=145, E="99/100")
    yield Instance(K=5, M=1444, E=excess_word(5, {**plane, (1, 3): Fraction(1, 11500), (3, 4): Fraction(4, 25)}))


def small_weak() -> Iterator[Instance]:
    """The same from K = 2 on, with the vocabularies that Assumption 2 needs at least; points beside it first."""
    yield from beside_assumption_2()
    yield from (i for i in small_overlaps() if i.K >= 2 and 36 * i.K**2 < i.M)


_VARIABLES = {"K": "number of classes", "M": "vocabulary size", "lambda1": "|λ₁|, the largest magnitude of an eigenvalue of E"}
OVERLAPPING = Domain(
    name="overlaps of classes",
    draw=any_overlaps,
    bind=bind_overlaps,
    conditions=(_NONNEGATIVE, GRAM, LARGE_M),
    small=small_overlaps,
    variables=_VARIABLES,
    feasible="every K ≥ 1 and M ≥ max(K, 2)",
)
WEAK_OVERLAPS = Domain(
    name="overlaps that meet Assumption 2",
    draw=weak_overlaps,
    bind=bind_overlaps,
    conditions=(_NONNEGATIVE, GRAM, LARGE_M, WEAK, STRONG),
    small=small_weak,
    variables=_VARIABLES,
    feasible=ASSUMPTION_2,
)


def small_deviating() -> Iterator[Instance]:
    for instance in small_weak():
        K = int(instance.K)
        for value in (Fraction(0), Fraction(1, 10)):
            yield instance.but(theta=",".join(str(value if k else -value) for k in range(K)))


DEVIATING = Domain(
    name="overlaps that meet Assumption 2, with rows of W that deviate by theta, and the residual by sigma",
    draw=lambda: with_residuals(deviating(weak_overlaps())),
    bind=bind_overlaps,
    conditions=(_NONNEGATIVE, GRAM, LARGE_M, WEAK, STRONG, SMALL_THETA),
    small=small_deviating,
    variables=_VARIABLES,
    feasible=ASSUMPTION_2,
)

OVERLAP_WORDS = Computed(
    OVERLAPPING,
    {
        classes: lambda x: range(x.K),
        excess[i, j]: lambda x, i, j: x.E[i][j],
        corrected[i, j]: lambda x, i, j: x.E_prime[i][j],
        gram[i, j]: lambda x, i, j: x.E[i][j] + int(i == j),
        back[i, j]: lambda x, i, j: int(i == j) - x.E_prime[i][j],
        minus_E_to[n, i, j]: lambda x, n, i, j: power_of(x.K, x.word, n)[i][j],
        f[n] ** top * f[np]: lambda x, n, other: x.E[n][other] + (n == other),
        pivot[k]: lambda x, k: pivot_of(x.gram, k),
        abs(lam[1]): "lambda1",
        abs(lam[i]): lambda x, i: x.magnitude(i),
        lam[k]: lambda x, k: x.spectrum[0][k],
        u[i, k]: lambda x, i, k: x.spectrum[1][i][k],
        v[i, k]: lambda x, i, k: x.corrected_spectrum[1][i][k],
    },
    ranges=(Member(expr(0), classes), K >= 1),
)

OF_ANY_ENTRY = replace(OVERLAP_WORDS, indices=dict.fromkeys((i, j, n), lambda x: range(x.K)))
AT_ENTRIES = ((expr(0), expr(0)), (expr(0), expr(1)))
SUMMED = Symbol("k", VARIABLE)
defined = partial(Definition, of=OF_ANY_ENTRY)
OFF_DIAGONAL = defined(
    "E_nn = 0", (n,), excess[n, n] == 0, at=((n,),), shown=script_in("scan_snap.directions", "DIAGONAL_IS_UNIT")
)
GRAM_IS_SYMMETRIC = defined(
    "FᵀF is symmetric", (i, j), gram[i, j] == gram[j, i], at=((i, j),), shown=script_in("scan_snap.directions", "SYMMETRIC")
)
GRAM_MATRIX = defined("FᵀF = I + E", (i, j), gram[i, j] == Indicator(j == i) + excess[i, j], at=((i, j),))
E_IS_SYMMETRIC = defined(
    "E is symmetric",
    (i, j),
    excess[i, j] == excess[j, i],
    at=((i, j),),
    shown=lambda: by(GRAM_MATRIX(i, j), GRAM_MATRIX(j, i), GRAM_IS_SYMMETRIC(i, j), INDICATOR_OF_EQUALITY(i, j)),
)
OVERLAP = defined("f_n·f_n′ is an entry of FᵀF", (i, j), f[i] ** top * f[j] == gram[i, j], at=((i, j),))
INVERSE = defined(
    "the inverse of I + E",
    (i, j, SUMMED),
    Sum(SUMMED, classes, gram[i, SUMMED] * back[SUMMED, j]) == Indicator(i == j),
    at=((i, j, k),),
    names=(back[i, j],),
    exists="linearly independent f_n have a regular FᵀF",
)
COUNT_OF_CLASSES = Definition("there are K classes", (SUMMED,), Sum(SUMMED, classes, 1) == K, of=OVERLAP_WORDS, at=((k,),))
CORRECTED = defined("E′ = I - (I+E)⁻¹", (i, j), corrected[i, j] == Indicator(i == j) - back[i, j], at=((i, j),))


def in_every_entry(claim: Claim) -> ForAll:
    return ForAll(i, classes, ForAll(j, classes, claim))


E_TIMES_CORRECTED = in_every_entry(Sum(k, classes, excess[i, k] * corrected[k, j]) == excess[i, j] - corrected[i, j])
CORRECTED_IS_SYMMETRIC = in_every_entry(corrected[i, j] == corrected[j, i])


@auxiliary(E_TIMES_CORRECTED)
def product_with_corrected() -> None:
    """E E′ = E - E′, from (I+E)(I+E)⁻¹ = I."""
    whole, picked = Sum(k, classes, gram[i, k] * back[k, j]), Sum(k, classes, Indicator(k == i) * back[k, j])
    product, column = Sum(k, classes, excess[i, k] * corrected[k, j]), Sum(k, classes, Indicator(k == j) * excess[i, k])
    rest = Sum(k, classes, excess[i, k] * back[k, j])
    have(whole == picked + rest, linear(whole, 1, picked, 1, rest), GRAM_MATRIX(i, k))
    have(rest == column - product, linear(rest, 1, column, -1, product), CORRECTED(k, j))
    have(picked == back[i, j], SUM_PICKS(lambda k: back[k, j], k, classes, i))
    have(column == excess[i, j], SUM_PICKS(lambda k: excess[i, k], k, classes, j))
    hence(INVERSE(i, j, k), CORRECTED(i, j))


@auxiliary(CORRECTED_IS_SYMMETRIC)
def corrected_is_symmetric() -> None:
    """B = (I+E)⁻¹ has Bᵀ = Bᵀ(I+E)B = B."""
    both = Sum(k, classes, back[k, i] * Sum(m, classes, back[m, j] * gram[k, m]))
    other = Sum(m, classes, back[m, j] * Sum(k, classes, back[k, i] * gram[k, m]))
    first, second = Sum(k, classes, Indicator(k == j) * back[k, i]), Sum(m, classes, Indicator(m == i) * back[m, j])
    row, column = Sum(m, classes, gram[k, m] * back[m, j]), Sum(k, classes, gram[m, k] * back[k, i])
    with proving(ForAll(k, classes, last_factor(both) == Indicator(k == j))):
        have(last_factor(both) == row, equal(last_factor(both), row))
        hence(INVERSE(k, j, m))
    with proving(ForAll(m, classes, last_factor(other) == Indicator(m == i))):
        have(last_factor(other) == column, equal(last_factor(other), column), GRAM_IS_SYMMETRIC(k, m))
        hence(INVERSE(m, i, k))
    have(both == first, equal(both, first))
    have(other == second, equal(other, second))
    have(both == other, exchanged(both))
    have(first == back[j, i], SUM_PICKS(lambda k: back[k, i], k, classes, j))
    have(second == back[i, j], SUM_PICKS(lambda m: back[m, j], m, classes, i))
    hence(CORRECTED(i, j), CORRECTED(j, i), INDICATOR_OF_EQUALITY(i, j))
