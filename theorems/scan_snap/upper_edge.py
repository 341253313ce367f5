"""Three classes at the upper edge |λ₁| = 1/3 of Assumption 2, and where attention takes them (scan_snap, Section 5).

The own tokens' weights are scaled by an s between two near rationals: at the larger one |λ₁| < 1/3, at the smaller one not,
so that |λ₁| = 1/3 at some s between. What is computed with the ball of all these s is true at that one; there E - I/3 is
singular, and the cross product w of two of its rows is the eigenvector of λ₁. Along the flow dλ₁ = wᵀ dE w/(wᵀw).
"""

from strategies.sequence_classes import read
from theorems.scan_snap.contents import certainly
from theorems.scan_snap.words import *

Vector = list[Ball]
ZERO = Fraction(0)


def dot(a: Sequence[Ball], b: Sequence[Ball]) -> Ball:
    return sum((x * y for x, y in zip(a, b, strict=True)), balls.ball(0))


def cross(a: Sequence[Ball], b: Sequence[Ball]) -> Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


@dataclass(frozen=True)
class AtTheEdge:
    """Three classes of one query: ``shared`` weights of common tokens, ``own`` weights (one each) times the ball ``scale``."""

    M: int
    shared: tuple[tuple[Fraction, ...], ...]
    own: tuple[Fraction, ...]
    scale: Ball

    @cached_property
    def f(self) -> list[Vector]:
        found = []
        for n, row in enumerate(self.shared):
            scores = [balls.ball(x) for x in row] + [
                balls.ball(x) * self.scale if k == n else balls.ball(0) for k, x in enumerate(self.own)
            ]
            norm = balls.sqrt(dot(scores, scores))
            found.append([x / norm for x in scores])
        return found

    @cached_property
    def E(self) -> list[Vector]:
        return [[dot(p, q) if n != m else balls.ball(0) for m, q in enumerate(self.f)] for n, p in enumerate(self.f)]

    @property
    def least(self) -> Ball:
        """|det E|/λ₁² = 9 |det E|, at most the least |λ_i|."""
        return 9 * abs(dot(self.E[0], cross(self.E[1], self.E[2])))

    @cached_property
    def drift(self) -> Vector:
        """ż/(η_Z γ) by Eqn 97, with β = -(I+E)⁻¹(q₀, ..., q₁, ..., q₀) through the adjugate of I + E."""
        gram = [[entry + (n == m) for m, entry in enumerate(row)] for n, row in enumerate(self.E)]
        adjugate = [cross(gram[1], gram[2]), cross(gram[2], gram[0]), cross(gram[0], gram[1])]
        determinant = dot(gram[0], adjugate[0])
        q1, q0 = balls.ball(Fraction(self.M, self.M - 1)), balls.ball(Fraction(-self.M, (self.M - 1) ** 2))
        total = [balls.ball(0)] * len(self.f[0])
        for n in range(3):
            v = [q1 if k == n else q0 for k in range(3)]
            beta = [-dot(row, v) / determinant for row in adjugate]
            for m in range(3):
                if m != n:
                    terms = zip(total, self.f[n], self.f[m], strict=True)
                    total = [z + beta[m] * a * (self.E[n][m] * a - b) for z, a, b in terms]
        return total

    @property
    def rise(self) -> Ball:
        """dλ₁/dt over η_Z γ."""
        mean = [dot([x * x for x in row], self.drift) for row in self.f]
        w = cross(
            [entry - (balls.ball("1/3") if m == 0 else 0) for m, entry in enumerate(self.E[0])],
            [entry - (balls.ball("1/3") if m == 1 else 0) for m, entry in enumerate(self.E[1])],
        )
        total = balls.ball(0)
        for n in range(3):
            for m in range(3):
                if n != m:
                    terms = zip(self.f[n], self.f[m], self.drift, strict=True)
                    moved = sum((a * b * (2 * z - mean[n] - mean[m]) for a, b, z in terms), balls.ball(0))
                    total += w[n] * w[m] * moved
        return total / dot(w, w)


def bind(i: Instance, arithmetic: Arithmetic) -> AtTheEdge:
    """``shared`` and ``own`` words, the two ends ``low`` and ``high`` of the scale."""
    del arithmetic
    return AtTheEdge(int(i.M), read(str(i.shared)), read(str(i.own))[0], balls.enclosing(Fraction(i.low), Fraction(i.high)))


def weak_at(i: Instance, scale: Fraction) -> bool:
    """|λ₁| < 1/3, exactly: (4/3)N - G and G - (2/3)N are positive definite."""
    shared, own = read(str(i.shared)), read(str(i.own))[0]
    rows = [[*row, *(x * scale if k == n else ZERO for k, x in enumerate(own))] for n, row in enumerate(shared)]
    G = symmetric.matrix([[sum((a * b for a, b in zip(p, q, strict=True)), ZERO) for q in rows] for p in rows])
    N = symmetric.matrix([[G[n][m] if n == m else ZERO for m in range(3)] for n in range(3)])
    third = Fraction(1, 3)
    return symmetric.is_definite(symmetric.combination(1 + third, N, -1, G)) and symmetric.is_definite(
        symmetric.combination(third - 1, N, 1, G)
    )


def _strong(i: Instance) -> bool:
    def question() -> Truth:
        x = bind(i, BALLS)
        return balls.ge(x.least, 6 / balls.sqrt(balls.ball(i.M)))

    return certainly(question)


def examples() -> list[Instance]:
    """The scale is bisected to 2^-40."""
    found = []
    for shared, own in (("1,9,1,0;1,2,2,23;0,1,20,3", "2,1,2"), ("2;2;2", "4,4,4")):
        i = Instance(K=3, M=10**8, shared=shared, own=own, low=0, high=8)
        low, high = ZERO, Fraction(8)
        while high - low > Fraction(1, 2**40):
            middle = (low + high) / 2
            low, high = (low, middle) if weak_at(i, middle) else (middle, high)
        found.append(i.but(low=low, high=high))
    return found


UPPER_EDGE = Domain(
    name="three classes of one query at the upper edge of Assumption 2",
    draw=lambda: st.sampled_from([dict(i) for i in examples()]),
    bind=bind,
    conditions=(
        Condition(words="P(·|n) is a law with common tokens", check=lambda i: all(any(row) for row in read(str(i.shared)))),
        Condition(
            words="|λ₁| = 1/3 for a scale between low and high", check=lambda i: weak_at(i, i.high) and not weak_at(i, i.low)
        ),
        Condition(words="|λ_i| ≥ 6/√M", check=_strong),
    ),
    small=lambda: iter(examples()),
    variables={"M": "vocabulary size", "rise": "dλ₁/dt over η_Zγ"},
    feasible="K = 3, M ≥ 1297",
)
