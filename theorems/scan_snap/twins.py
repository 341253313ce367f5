"""Classes that are images of each other along the flow of attention (scan_snap, Sections 5, 6): Assumption 2 in time.

K classes with the same scores, one common token: every overlap is e = f_c², the eigenvalues of E are (K-1)e and -e, and the
clock of :mod:`theorems.scan_snap.gains` gives e at every moment. With a = M/(M-1)² and q₁ = M/(M-1), at equal counts,

    E'_nn' = e/((1-e)(1+(K-1)e)),   β_nn' = (q₁ + a) E'_nn' + a/(1+(K-1)e),   ξ_n/γ = (K-1) β e.
"""

from math import isqrt, prod

from theorems.scan_snap import gains
from theorems.scan_snap.language import *


def equal_correction(e: Any, classes: Any) -> Any:
    """E'_nn' off the diagonal when all overlaps are e."""
    return e / ((1 - e) * (1 + (classes - 1) * e))


def equal_pull(e: Any, classes: Any, M: Any) -> Any:
    """β_nn' when all overlaps are e and all classes came equally often."""
    a = M / (M - 1) ** 2
    return (M / (M - 1) + a) * equal_correction(e, classes) + a / (1 + (classes - 1) * e)


@dataclass(frozen=True)
class Twins(Gains):
    """K classes like this one, on a vocabulary of M tokens."""

    M: int
    classes: int

    @property
    def overlap(self) -> Ball:
        """e(t) = f_n·f_n' = f_c²(t)."""
        return self.f2_common

    @property
    def largest(self) -> Ball:
        """|λ₁| = (K-1) e."""
        return (self.classes - 1) * self.overlap

    @property
    def correction(self) -> Ball:
        return equal_correction(self.overlap, self.classes)

    @property
    def beta(self) -> Ball:
        return equal_pull(self.overlap, self.classes, balls.ball(self.M))

    @property
    def xi(self) -> Ball:
        """ξ_n/γ."""
        return (self.classes - 1) * self.beta * self.overlap


def bind(i: Instance, arithmetic: Arithmetic) -> Twins:
    """A class of :func:`gains.bind` with ``M`` and ``K``."""
    w = gains.bind_gains(i, arithmetic)
    return Twins(arithmetic, w.rows, w.commons, w.copies, w.share, w.l, w.other, int(i.M), int(i.K))


def first_overlap(i: Instance) -> Fraction:
    """e at t = 0."""
    common = Fraction(i.common) ** 2
    return common / (common + sum((x * x for x in gains.own_of(i)), Fraction(0)))


def overlap_at(i: Instance) -> Fraction:
    """e(t), exactly: all squared scores are rational in the clock."""
    w = bind(i, BALLS)
    own = sum((w.own[l] ** 2 / w.left(l) for l in range(len(w.own))), Fraction(0))
    common = w.common**2 * prod(w.left(l) for l in range(len(w.own))) ** w.copies
    return common / (common + own)


M, at_first = Symbol("M"), f[n, c](0) ** 2
ALIKE = Condition(
    (K >= 2) & ((SIZE_OF_QUERY == 1) | (SIZE_OF_QUERY == K)),
    lambda i: i.K >= 2 and i.copies in (1, i.K),
    said="classes with the same scores, at one query or at K",
)
ONE_QUERY = Condition(SIZE_OF_QUERY == K, lambda i: i.copies == i.K, lambda i: i.but(copies=i.K), said="ψ(n) = m for all n")
WEAK_AT_FIRST = Condition(
    (K - 1) * at_first < 1 / K, lambda i: (i.K - 1) * i.K * first_overlap(i) < 1, said="|λ₁| = (K-1) f_c² at t = 0"
)
STRONG_STILL = Condition(
    f[n, c](t) ** 2 >= 6 / sqrt(M), lambda i: overlap_at(i) ** 2 * i.M >= 36, said="|λ_i| ≥ f_c² ≥ 6/√M still"
)
STRONG_AT_FIRST = Condition(at_first >= 6 / sqrt(M), lambda i: first_overlap(i) ** 2 * i.M >= 36, said="|λ_i| ≥ f_c² at t = 0")


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, Any]:
    """Classes inside Assumption 2 at the start, M often at its lower edge."""
    values = draw(drawn_gains())
    own = [4 * int(x) for x in gains.own_of(Instance(values))]
    classes = draw(st.integers(2, 4))
    room = isqrt(round_up(Fraction(sum(x * x for x in own), classes * (classes - 1) - 1)) - 1)
    values |= {"own": ",".join(map(str, own)), "K": classes, "common": draw(st.integers(1, room))}
    values["copies"] = draw(st.sampled_from([1, classes]))
    e = first_overlap(Instance(values))
    return values | {"M": round_up(36 / e**2) * draw(st.sampled_from([1, 4, 1000]))}


def small() -> Iterator[Instance]:
    for classes in (2, 3):
        for size in (400, 10_000, 10**6):
            for i in small_gains():
                for common in (1, 2, 3):
                    for copies in (1, classes):
                        yield i.but(M=size, K=classes, common=common, copies=copies)


TWINS: Domain = replace(
    GAINS,
    name="equal classes with one common token along the flow of attention",
    draw=drawn,
    bind=bind,
    conditions=(*GAINS.conditions, ALIKE, WEAK_AT_FIRST, STRONG_AT_FIRST),
    small=small,
    variables={**GAINS.variables, "overlap": "e(t) = f_n·f_n'", "beta": "β_nn'(t)", "xi": "ξ_n(t)/γ(t)"},
    feasible="K ≥ 2 and M ≥ 36K²(K-1)²+1",
)
OF_TWINS = replace(ONE_CLASS, points=TWINS, ranges=(*BUILT, M >= 2)).knowing({K: "classes", M: "M"})
