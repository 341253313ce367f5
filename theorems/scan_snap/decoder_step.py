"""One step of the decoder on rational classes (scan_snap, Section 4 and Appendices D.1, D.2): the models of Lemma 3.

The directions f_n are rational unit vectors, so F, E = FᵀF - I, E' = I - (I+E)⁻¹ and W = FᵀY are exact, and every entry of
a matrix identity is decided, also where it is zero.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product

from hypothesis import strategies as st

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from kernels.symmetric_matrices import Matrix
from strategies.sequence_classes import read, word
from strategies.training_schedules import learning_rates
from theorems.instance import Instance
from theorems.language.tree import ForAll
from theorems.scan_snap.growth import ETA_RANGE
from theorems.scan_snap.objective import Dual, constant, log_softmax, total
from theorems.scan_snap.overlaps import classes, k, pivot
from theorems.statement import Condition, Domain

Row = tuple[Fraction, ...]
TRIPLES = ((1, 2, 2, 3), (3, 4, 0, 5), (2, 3, 6, 7), (1, 4, 8, 9), (2, 6, 9, 11), (0, 0, 1, 1), (4, 4, 7, 9))


def _unit_vectors() -> tuple[Row, ...]:
    """Rational points of the unit sphere with entries >= 0, in three coordinates."""
    found = {
        tuple(Fraction((a, b, c)[k], norm) for k in order)
        for a, b, c, norm in TRIPLES
        for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    }
    return tuple(sorted(found))


UNIT_VECTORS = _unit_vectors()


def inner_product(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


@dataclass(frozen=True)
class DecoderStep:
    """K classes on M tokens, a decoder Y, a drawn class n and the entry (j, l) that is looked at."""

    arithmetic: Arithmetic
    f: tuple[Row, ...]
    Y: tuple[Row, ...]
    moved: tuple[Row, ...]
    n: int
    j: int
    l: int
    eta: Ball

    @property
    def K(self) -> int:
        return len(self.f)

    @property
    def M(self) -> int:
        return len(self.Y)

    @cached_property
    def gram(self) -> Matrix:
        """FᵀF, from the vectors."""
        return tuple(tuple(inner_product(a, b) for b in self.f) for a in self.f)

    @cached_property
    def inverse(self) -> Matrix:
        """(I + E)⁻¹."""
        return symmetric.inverse(self.gram)

    @cached_property
    def correction(self) -> Matrix:
        """E' = I - (I + E)⁻¹."""
        return symmetric.combination(1, symmetric.identity(self.K), -1, self.inverse)

    @cached_property
    def W(self) -> tuple[Row, ...]:
        """FᵀY."""
        return tuple(tuple(inner_product(f, [row[l] for row in self.Y]) for l in range(self.M)) for f in self.f)

    @cached_property
    def direction(self) -> Row:
        """f_n - F E' e_n, token by token."""
        return tuple(
            self.f[self.n][token] - sum((self.f[k][token] * self.correction[k][self.n] for k in range(self.K)), Fraction(0))
            for token in range(self.M)
        )

    def softmax(self, logits: Sequence[Fraction]) -> list[Ball]:
        grown = [balls.exp(balls.ball(x)) for x in logits]
        mass = sum(grown, balls.ball(0))
        return [x / mass for x in grown]

    @property
    def alpha(self) -> list[Ball]:
        """α of the definition: softmax(Yᵀf_n)."""
        return self.softmax(
            [sum((self.Y[k][l] * self.f[self.n][k] for k in range(self.M)), Fraction(0)) for l in range(self.M)]
        )

    @property
    def alpha_l(self) -> Ball:
        return self.alpha[self.l]

    @property
    def from_w(self) -> Ball:
        """Entry l of exp(w_n)/1ᵀexp(w_n)."""
        return self.softmax(self.W[self.n])[self.l]

    @property
    def r_l(self) -> Ball:
        """Entry l of e_n - α_n."""
        return int(self.l == self.n) - self.from_w

    @property
    def d_jn(self) -> Ball:
        """Is j the drawn class?"""
        return balls.ball(int(self.j == self.n))

    @property
    def E_jn(self) -> Ball:
        """Entry (j, n) of E, the inner product off the diagonal."""
        return balls.ball(self.gram[self.j][self.n] - int(self.j == self.n))

    @property
    def slope(self) -> Ball:
        """Entry (j, l) of the gradient in W of ln α_nn, by differentiation."""
        W = [[constant(entry) for entry in row] for row in self.W]
        W[self.j][self.l] = Dual(W[self.j][self.l].value, balls.ball(1))
        return log_softmax(W[self.n], self.n).slope

    @property
    def slope_in_Y(self) -> Ball:
        """Entry (j, l) of the gradient in Y of ln α_nn, by differentiation of softmax(Yᵀf_n)."""
        Y, tokens = [[constant(entry) for entry in row] for row in self.Y], range(self.M)
        Y[self.j][self.l] = Dual(Y[self.j][self.l].value, balls.ball(1))
        return log_softmax([total([Y[k][l] * constant(self.f[self.n][k]) for k in tokens]) for l in tokens], self.n).slope

    @property
    def dW_jl(self) -> Ball:
        """Entry (j, l) of FᵀdY for the dY of Eqn 26, as a product of the whole matrices."""
        r = [int(k == self.n) - a for k, a in enumerate(self.softmax(self.W[self.n]))]
        dY = [[self.eta * balls.ball(x) * r[l] for l in range(self.M)] for x in self.direction]
        return sum((balls.ball(self.f[self.j][token]) * dY[token][self.l] for token in range(self.M)), balls.ball(0))

    @property
    def pulled(self) -> Fraction:
        """Entry j of Fᵀ(f_n - F E' e_n), from the vectors."""
        return inner_product(self.f[self.j], self.direction)

    @property
    def corrected(self) -> Fraction:
        """Entry j of FᵀF(I - (I+E)⁻¹)e_n, from the matrices."""
        unit = symmetric.identity(self.K)
        return symmetric.product(self.gram, symmetric.combination(1, unit, -1, self.inverse))[self.j][self.n]

    @property
    def own(self) -> Fraction:
        """Entry j of Fᵀf_n, from the vectors."""
        return inner_product(self.f[self.j], self.f[self.n])

    @property
    def traces(self) -> tuple[Ball, Ball]:
        """tr(dYᵀ f_n rᵀ) and tr(d(W')ᵀ e_n rᵀ) for dY = ``moved``, W' = (F')ᵀY.

        F' completes F by unit vectors to M columns, r = e_n - α_n.
        """
        tokens = range(self.M)
        extended = [*self.f, *(tuple(Fraction(int(k == c)) for k in tokens) for c in range(self.M - self.K))]
        r = [int(l == self.n) - a for l, a in enumerate(self.alpha)]
        outer = [[balls.ball(self.f[self.n][k]) * r[l] for l in tokens] for k in tokens]
        left = sum((balls.ball(self.moved[k][l]) * outer[k][l] for k in tokens for l in tokens), balls.ball(0))
        images = [[inner_product(row, [self.moved[k][l] for k in tokens]) for l in tokens] for row in extended]
        right = sum(
            (balls.ball(images[k][l]) * int(k == self.n) * r[l] for k in range(len(extended)) for l in tokens), balls.ball(0)
        )
        return left, right


def bind_decoder(i: Instance, arithmetic: Arithmetic) -> DecoderStep:
    """Rational directions ``f``, ``Y`` and a movement ``dY`` of it; class ``n``, entry ``j``, ``l`` (from 0), ``eta``."""
    rows = (read(str(i.f)), read(str(i.Y)), read(str(i.dY)))
    return DecoderStep(arithmetic, *rows, int(i.n), int(i.j), int(i.l), balls.ball(i.eta))


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(1, 3))
    f = draw(st.lists(st.sampled_from(UNIT_VECTORS), min_size=K, max_size=K, unique=True))
    entry = st.fractions(-2, 2, max_denominator=4)
    return {
        "f": word(f),
        "Y": word([[draw(entry) for _ in range(3)] for _ in range(3)]),
        "dY": word([[draw(entry) for _ in range(3)] for _ in range(3)]),
        "n": draw(st.integers(0, K - 1)),
        "j": draw(st.integers(0, K - 1)),
        "l": draw(st.integers(0, 2)),
        "eta": draw(learning_rates()),
    }


def small() -> Iterator[Instance]:
    """One class, then pairs of classes, every entry."""
    table = word([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    for f in (*((v,) for v in UNIT_VECTORS[:3]), *combinations(UNIT_VECTORS[:6], 2)):
        for n, j, l in product(range(len(f)), range(len(f)), range(3)):
            yield Instance(f=word(f), Y=table, dY=table, n=n, j=j, l=l, eta=Fraction(1, 2))


INDEPENDENT_DIRECTIONS = Condition(
    ForAll(k, classes, pivot[k] > 0),
    lambda i: symmetric.is_definite(tuple(tuple(inner_product(a, b) for b in read(str(i.f))) for a in read(str(i.f)))),
    said="F has full column rank",
)
DECODER = Domain(
    name="a step of the decoder on rational classes",
    draw=drawn,
    bind=bind_decoder,
    conditions=(INDEPENDENT_DIRECTIONS, ETA_RANGE),
    small=small,
    variables={
        "M": "vocabulary size",
        "K": "number of classes",
        "eta": "learning rate of the decoder",
        "d_jn": "1 where j is the drawn class n, else 0",
        "E_jn": "entry (j, n) of E",
        "r_l": "entry l of e_n - α_n",
        "alpha_l": "entry l of α_n",
    },
    feasible="every K ≤ M and η_Y > 0: independent unit vectors f_n exist",
)


@dataclass(frozen=True)
class Zeta:
    """ζ_i and ζ_j of D.1 as vectors."""

    arithmetic: Arithmetic
    size: int
    i: int
    j: int

    @property
    def M(self) -> Ball:
        return balls.ball(self.size)

    @property
    def d_ij(self) -> Ball:
        return balls.ball(int(self.i == self.j))

    def zeta(self, n: int) -> Row:
        return tuple(Fraction(self.size, self.size - 1) * (int(k == n) - Fraction(1, self.size)) for k in range(self.size))

    @property
    def product(self) -> Ball:
        return balls.ball(inner_product(self.zeta(self.i), self.zeta(self.j)))


ZETAS = Domain(
    name="two of the vectors ζ",
    draw=lambda: st.integers(2, 40).flatmap(
        lambda M: st.builds(lambda i, j: {"M": M, "i": i, "j": j}, st.integers(0, M - 1), st.integers(0, M - 1))
    ),
    bind=lambda i, arithmetic: Zeta(arithmetic, int(i.M), int(i.i), int(i.j)),
    conditions=(Condition(words="M ≥ 2, i, j ∈ [M]", check=lambda i: i.M >= 2 and 0 <= i.i < i.M and 0 <= i.j < i.M),),
    small=lambda: (Instance(M=M, i=0, j=j) for M in range(2, 20) for j in (0, 1)),
    variables={"M": "vocabulary size", "d_ij": "1 where i = j, else 0"},
    feasible="every M ≥ 2",
)
