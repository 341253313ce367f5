"""Sequence classes seen through one arithmetic: attention, overlaps and the drift of the logits.

The un-normalised scores c̃_nl = P(l|n) exp(z_ml) are rationals (weights times boosts), so that I + E = N^(-1/2) G N^(-1/2)
with the rational Gram matrix G of the scores and its diagonal N: Assumption 2 is decided exactly although f_n has square roots.
"""

from strategies.sequence_classes import common_tokens, distinct_tokens, read
from theorems.scan_snap.overlaps import *
from theorems.scan_snap.words import *

Vector = list[Ball]


def scores_of(i: Instance) -> Matrix:
    """c̃ (K, L): weights of each class times the boosts of its query's tokens."""
    weights, boosts, psi = read(str(i.weights)), read(str(i.boosts)), queries_of(i)
    return tuple(tuple(weight * boosts[psi[n]][l] for l, weight in enumerate(row)) for n, row in enumerate(weights))


def deviations_of(i: Instance) -> tuple[Fraction, ...]:
    """θ_n: by how much class n came more often than the mean; 0 where the point does not say."""
    return read(str(i["theta"]))[0] if "theta" in i else (Fraction(0),) * int(i.K)


def queries_of(i: Instance) -> tuple[int, ...]:
    return tuple(int(q) for q in str(i.psi).split(","))


@lru_cache(maxsize=4096)  # every hypothesis of every part over the same classes asks
def gram_of(i: Instance) -> Matrix:
    """G: inner products of the scores."""
    scores = scores_of(i)
    return tuple(tuple(sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0)) for q in scores) for p in scores)


def _diagonal(G: Matrix) -> Matrix:
    return tuple(tuple(G[i][j] if i == j else Fraction(0) for j in range(len(G))) for i in range(len(G)))


@lru_cache(maxsize=4096)
def weak_enough(i: Instance) -> bool:
    """|λ_1| < 1/K: (1/K + 1)N - G and G + (1/K - 1)N are positive definite."""
    G = gram_of(i)
    N, bound = _diagonal(G), Fraction(1, len(G))
    return symmetric.is_definite(symmetric.combination(bound + 1, N, -1, G)) and symmetric.is_definite(
        symmetric.combination(bound - 1, N, 1, G)
    )


@lru_cache(maxsize=4096)
def strong_enough(i: Instance) -> bool:
    """|λ_i| >= 6/√M: (G - N) N⁻¹ (G - N) - (36/M) N is positive semidefinite."""
    G = gram_of(i)
    N = _diagonal(G)
    if any(N[k][k] == 0 for k in range(len(N))):
        return False
    off = symmetric.combination(1, G, -1, N)
    square = symmetric.product(off, symmetric.product(symmetric.inverse(N), off))
    return symmetric.is_semidefinite(symmetric.combination(1, square, -Fraction(36, int(i.M)), N))


@dataclass(frozen=True)
class Classes:
    """K classes with their attention directions f_n and the coefficients of Theorem 1, for deviations θ (σ = 0)."""

    arithmetic: Arithmetic
    M: int
    K: int
    psi: tuple[int, ...]
    weights: tuple[tuple[Fraction, ...], ...]
    scores: Matrix
    theta: tuple[Fraction, ...]

    @property
    def tokens(self) -> int:
        return len(self.weights[0])

    @property
    def common(self) -> tuple[int, ...]:
        return common_tokens(self.weights)

    def distinct(self, n: int) -> tuple[int, ...]:
        return distinct_tokens(self.weights, n)

    def boost(self, n: int, l: int) -> Fraction:
        """e^(z_ml) for a token of class n."""
        return self.scores[n][l] / self.weights[n][l]

    def overlapping(self, n: int) -> bool:
        """Does class n share a token with another?"""
        return any(self.scores[n][l] * self.scores[m][l] for m in range(self.K) if m != n for l in range(self.tokens))

    @cached_property
    def norms(self) -> Vector:
        return [balls.sqrt(balls.ball(sum((x * x for x in row), Fraction(0)))) for row in self.scores]

    @cached_property
    def f(self) -> list[Vector]:
        return [[balls.ball(x) / norm for x in row] for row, norm in zip(self.scores, self.norms, strict=True)]

    @cached_property
    def E(self) -> list[Vector]:
        """Overlaps in balls; the inner products of the scores are exact."""
        inner = [[sum((x * y for x, y in zip(p, q, strict=True)), Fraction(0)) for q in self.scores] for p in self.scores]
        return [
            [balls.ball(inner[i][j]) / (self.norms[i] * self.norms[j]) if i != j else balls.ball(0) for j in range(self.K)]
            for i in range(self.K)
        ]

    @cached_property
    def inverse(self) -> list[Vector]:
        """(I+E)⁻¹ = N^(1/2) G⁻¹ N^(1/2) with G⁻¹ exact."""
        gram = tuple(
            tuple(sum((x * y for x, y in zip(p, q, strict=True)), Fraction(0)) for q in self.scores) for p in self.scores
        )
        back = symmetric.inverse(gram)
        return [[a * balls.ball(back[i][j]) * b for j, b in enumerate(self.norms)] for i, a in enumerate(self.norms)]

    @cached_property
    def spectrum(self) -> tuple[Vector, list[Vector]]:
        """Eigenvalues of E by falling magnitude, and the orthogonal matrix of its eigenvectors: to look at."""
        return symmetric.decomposition(self.E)

    @property
    def q1(self) -> Fraction:
        return Fraction(self.M, self.M - 1)

    @property
    def q0(self) -> Fraction:
        return Fraction(-self.M, (self.M - 1) ** 2)

    @cached_property
    def coefficients(self) -> list[Vector]:
        """Row n: those of g/γ in f_1, ..., f_K for class n."""
        table = []
        for n in range(self.K):
            v = [balls.ball((1 + self.theta[k]) * (self.q1 if k == n else self.q0)) for k in range(self.K)]
            g = [sum((self.inverse[i][j] * v[j] for j in range(self.K)), balls.ball(0)) for i in range(self.K)]
            table.append(g)
        return table

    @cached_property
    def beta(self) -> list[Vector]:
        """β_nn' of Theorem 1, repaired."""
        return [[-g if m != n else balls.ball(0) for m, g in enumerate(row)] for n, row in enumerate(self.coefficients)]

    def iota(self, n: int) -> Ball:
        """ι_n of Theorem 1."""
        return self.coefficients[n][n]

    def xi(self, n: int) -> Ball:
        """ξ_n / γ."""
        return sum((self.beta[n][m] * self.E[n][m] for m in range(self.K) if m != n), balls.ball(0))

    def members(self, query: int) -> list[int]:
        return [n for n in range(self.K) if self.psi[n] == query]

    def drift(self, query: int, l: int) -> Ball:
        """ż_ml / (η_Z γ) by Eqn 97, with f_n ∘ (f_n·f_n' f_n - f_n') summed over the classes of the query."""
        total = balls.ball(0)
        for n in self.members(query):
            inner = balls.ball(0)
            for m in range(self.K):
                if m != n:
                    inner = inner + self.beta[n][m] * (self.E[n][m] * self.f[n][l] - self.f[m][l])
            total = total + self.f[n][l] * inner
        return total


def bind_classes(instance: Instance, arithmetic: Arithmetic) -> Classes:
    """The classes of an instance; square roots make balls the arithmetic of every judgement."""
    weights, theta = read(str(instance.weights)), deviations_of(instance)
    return Classes(arithmetic, int(instance.M), int(instance.K), queries_of(instance), weights, scores_of(instance), theta)
