"""One class along the flow of attention, in a clock of its own (scan_snap, Section 5 and Appendix E): the models of Theorem 3.

Let c̃_l be the scores of class n. A distinct token has ż_l = η_Z f_l² ξ = c̃_l² · (η_Z ξ/|c̃|²), so in the clock
dτ = η_Z ξ/|c̃|² dt each one moves alone, d c̃_l²/dτ = 2 c̃_l⁴, whatever ξ > 0 is:

    c̃_l²(τ) = a_l/(1 - 2 a_l τ),   z_l(τ) - z_l(0) = -½ ln(1 - 2 a_l τ),   a_l = c̃_l²(0).

The single common token of a query with k such classes that are images of each other (so that their ξ are equal) falls by the
sum of all these rises, dz_c/dτ = -k Σ_l c̃_l², and B = ∫ |c̃|² dτ = Σ_l (z_l - z_l(0)) + ∫ c̃_c² dτ with a polynomial c̃_c².
Nothing here uses Eqns 108 to 117. ``share`` = 2 a_l₀ τ in [0, 1) says how far the dominant token has come: χ = 1/(1-share).
"""

import itertools
from typing import Self

from strategies.sequence_classes import read
from theorems.scan_snap.transition import B, chi, f, l, l_0, m, n, t, z
from theorems.scan_snap.words import *
from theorems.textbook import *


def own_of(i: Instance) -> tuple[Fraction, ...]:
    """The scores of the distinct tokens of class n, the first of those that are given."""
    return read(str(i.own))[0]


@dataclass(frozen=True)
class Gains:
    """Classes of one query with the scores ``rows`` of their distinct tokens and ``commons`` of common ones at the beginning.

    One row stands for ``copies`` classes that have it. Class n is the first; ``l`` and ``other`` are two of its distinct
    tokens (from 0), l₀ the first of them with the largest score.
    """

    arithmetic: Arithmetic
    rows: tuple[tuple[Fraction, ...], ...]
    commons: tuple[Fraction, ...]
    copies: int
    share: Fraction
    l: int
    other: int

    @property
    def own(self) -> tuple[Fraction, ...]:
        return self.rows[0]

    @property
    def common(self) -> Fraction:
        return self.commons[0]

    def row(self, class_: int) -> tuple[Fraction, ...]:
        return self.rows[class_ if len(self.rows) > 1 else 0]

    @property
    def top(self) -> int:
        return self.own.index(max(self.own))

    @property
    def tau(self) -> Fraction:
        return self.share / (2 * max(self.own) ** 2)

    def at(self, tau: Fraction) -> Self:
        """The same class at another time of the clock."""
        return replace(self, share=2 * max(self.own) ** 2 * tau)

    def left(self, l: int) -> Fraction:
        """1 - 2 a_l τ."""
        return 1 - 2 * self.own[l] ** 2 * self.tau

    def rise(self, l: int) -> Ball:
        """z_l(t) - z_l(0)."""
        return -balls.log(balls.ball(self.left(l))) / 2

    @property
    def fall(self) -> Ball:
        """z_c(t) - z_c(0), of the common token."""
        return -self.copies * sum((self.rise(l) for l in range(len(self.own))), balls.ball(0))

    def score(self, l: int) -> Ball:
        """c̃_l(t) = c̃_l(0) e^(z_l(t) - z_l(0))."""
        return balls.ball(self.own[l]) * balls.exp(self.rise(l))

    @property
    def common_score(self) -> Ball:
        return balls.ball(self.common) * balls.exp(self.fall)

    def gain(self, l: int, other: int) -> Ball:
        """r_{l/l'}(t) = c̃_l²/c̃_l'² - 1."""
        return (self.score(l) / self.score(other)) ** 2 - 1

    def gain0(self, l: int, other: int) -> Ball:
        """r_{l/l'}(0)."""
        return balls.ball(self.own[l] ** 2 / self.own[other] ** 2 - 1)

    @property
    def r(self) -> Ball:
        return self.gain(self.l, self.other)

    @property
    def r0(self) -> Ball:
        return self.gain0(self.l, self.other)

    @property
    def z_l(self) -> Ball:
        return self.rise(self.l)

    @property
    def z_other(self) -> Ball:
        return self.rise(self.other)

    @property
    def z_top(self) -> Ball:
        return self.rise(self.top)

    @property
    def chi(self) -> Ball:
        """χ_l₀ = e^(2(z_l₀(t) - z_l₀(0)))."""
        return balls.exp(2 * self.z_top)

    @property
    def f2_start(self) -> Ball:
        """f_l₀²(0)."""
        return balls.ball(max(self.own) ** 2 / (self.common**2 + sum((x * x for x in self.own), Fraction(0))))

    @property
    def f2(self) -> Ball:
        """f_l₀²(t)."""
        return self._squared_share(self.score(self.top))

    @property
    def f2_other(self) -> Ball:
        """f_l'²(t) of the token ``other``."""
        return self._squared_share(self.score(self.other))

    @property
    def f2_common(self) -> Ball:
        """f_l'²(t) of the common token."""
        return self._squared_share(self.common_score)

    @property
    def f2_other_start(self) -> Ball:
        """f_l'²(0)."""
        return balls.ball(self.own[self.other] ** 2) / balls.ball(max(self.own) ** 2) * self.f2_start

    @property
    def f2_common_start(self) -> Ball:
        """f_c²(0)."""
        return balls.ball(self.common**2 / (self.common**2 + sum((x * x for x in self.own), Fraction(0))))

    def _squared_share(self, score: Ball) -> Ball:
        total = sum((self.score(l) * self.score(l) for l in range(len(self.own))), self.common_score * self.common_score)
        return score * score / total

    @cached_property
    def common_area(self) -> Fraction:
        """∫_0^τ c̃_c² dτ, exactly: the integrand is common² Π_l (1 - 2 a_l s)^k."""
        coefficients = [self.common**2]
        for weight in self.own * self.copies:
            slope = -2 * weight * weight
            coefficients = [
                (coefficients[k] if k < len(coefficients) else Fraction(0))
                + (slope * coefficients[k - 1] if k else Fraction(0))
                for k in range(len(coefficients) + 1)
            ]
        return sum((c * self.tau ** (k + 1) / (k + 1) for k, c in enumerate(coefficients)), Fraction(0))

    @property
    def B(self) -> Ball:
        """B_n(t) = η_Z ∫ ξ_n."""
        return sum((self.rise(l) for l in range(len(self.own))), balls.ball(self.common_area))


def bind_gains(i: Instance, arithmetic: Arithmetic) -> Gains:
    """A class with ``own``, ``common``, ``copies`` of it at one query, ``share`` of the way, tokens ``l`` and ``other``.

    Words such as ``own=2,1;3,1`` and ``common=4,1`` are unlike classes and several common tokens.
    """
    (commons,) = read(str(i.common))
    return Gains(arithmetic, read(str(i.own)), commons, int(i.copies), Fraction(i.share), int(i.l), int(i.other))


@st.composite
def drawn_gains(draw: st.DrawFn) -> dict[str, Any]:
    own = draw(st.lists(st.integers(1, 12), min_size=2, max_size=4))
    far = st.integers(1, 40).map(lambda k: 1 - Fraction(1, 2**k))
    return {
        "own": ",".join(map(str, own)),
        "common": draw(st.integers(1, 12)),
        "copies": draw(st.integers(1, 3)),
        "share": draw(st.one_of(st.just(Fraction(0)), st.fractions(0, Fraction(99, 100), max_denominator=100), far)),
        "l": draw(st.integers(0, len(own) - 1)),
        "other": draw(st.integers(0, len(own) - 1)),
    }


def small_gains() -> Iterator[Instance]:
    for common, copies in ((4, 20), (Fraction(1, 4), 1)):  # with scores below 1/√2 the flow exists at τ = 1 as well
        yield Instance(own="1/2,1/3", common=common, copies=copies, share=Fraction(0), l=0, other=1)
    shares = Fraction(1, 2), Fraction(0), Fraction(9, 10), Fraction(99, 100)
    for own, common, share, (token, other) in itertools.product(("2,1", "3,2", "3,2,1"), (1, 4), shares, ((0, 1), (1, 0))):
        yield Instance(own=own, common=common, copies=1, share=share, l=token, other=other)


def _dominant(i: Instance) -> bool:
    own = own_of(i)
    return own.count(max(own)) == 1


lp, c, r, P, score = symbols("l′ c r P c̃")  # l′ another distinct token, c the common one
k, s = symbols("k s")  # a distinct token, a time before t
G_DT, contextual = SetOf("G_DT", (n,)), SetOf("supp", (n,))
G_CT, psi_inverse = Named("G_CT"), SetOf("ψ⁻¹", (m,))  # the common tokens, the classes of the query
np, phi = symbols("n′ φ")
SIZE_OF_QUERY = Symbol("|ψ⁻¹(m)|")
POSITIVE = Condition(
    ForAll(l, G_DT, score[l, n](0) > 0) & (score[c, n](0) > 0),
    lambda i: all(x > 0 for row in (*read(str(i.own)), *read(str(i.common))) for x in row),
)
ONE_COMMON_OF_QUERY = Condition(Sum(l, G_CT, expr(1)) == 1, lambda i: len(read(str(i.common))[0]) == 1, said="one common token")


def _image(x: Gains, other: int, l: int) -> int:
    """The distinct token of another class of the query that ranks like l."""
    row = x.row(other)
    return sorted(range(len(row)), key=row.__getitem__)[sorted(range(len(x.own)), key=x.own.__getitem__).index(l)]


def _alike(i: Instance) -> bool:
    rows = [sorted(row) for row in read(str(i.own))]
    return len(rows) in (1, i.copies) and all(row == rows[0] for row in rows)


ALIKE_OF_QUERY = Condition(
    ForAll(np, psi_inverse, ForAll(l, G_DT, score[phi[n, np](l), np](0) == score[l, n](0))),
    _alike,
    said="the classes of one query are images of each other",
)
ON_THE_WAY = Condition(
    (t >= 0) & (2 * score[l_0, n](0) ** 2 * t < 1), lambda i: 0 <= i.share < 1, said="as long as the gain is finite"
)
TWO_TOKENS = Condition(
    words="l ≠ l', distinct tokens of n",
    check=lambda i: i.l != i.other,
    steer=lambda i: i if i.l != i.other else i.but(other=(i.l + 1) % len(own_of(i))),
)
DOMINANT = Condition(ForAll(l, Without(G_DT, l_0), r[l_0, l](0) > 0), _dominant)
BEHIND = Condition(
    lp != l_0,
    lambda i: own_of(i).index(max(own_of(i))) != i.other,
    lambda i: i.but(other=(own_of(i).index(max(own_of(i))) + 1) % len(own_of(i))),
)
LATER = Condition(t > 0, lambda i: i.share > 0, lambda i: i.but(share=i.share or Fraction(1, 10)))
ALONE = Domain(
    name="one class along the flow of attention",
    draw=drawn_gains,
    bind=bind_gains,
    conditions=(POSITIVE, ON_THE_WAY),
    small=small_gains,
    variables={
        "r": "r_{l/l'|n}(t)",
        "r0": "r_{l/l'|n}(0)",
        "z_l": "z_l(t) - z_l(0)",
        "z_other": "z_l'(t) - z_l'(0)",
        "z_top": "z_l₀(t) - z_l₀(0)",
        "chi": "χ_l₀(t)",
        "B": "B_n(t)",
        "f2": "f_nl₀²(t)",
        "f2_start": "f_nl₀²(0)",
        "f2_other": "f_nl'²(t)",
    },
    feasible="all positive scores of a class with one common token, every share < 1: ξ_n > 0 for ever "
    "(Theorem 3/Assumption 2 kept)",
)
GAINS = ALONE.where(ONE_COMMON_OF_QUERY, ALIKE_OF_QUERY)  # all of it is known, the common tokens as well
_COMMON = "common"  # the common token as an element


def score_of(x: Gains, l: int | str) -> Ball:
    return x.common_score if l == _COMMON else x.score(int(l))


def rise_of(x: Gains, l: int | str) -> Ball:
    return x.fall if l == _COMMON else x.rise(int(l))


def square_of(x: Gains, l: int | str) -> Ball:
    """c̃_l²."""
    return score_of(x, l) ** 2


def _squares(x: Gains) -> Ball:
    """‖c̃‖² of the distinct tokens."""
    return sum((square_of(x, l) for l in range(len(x.own))), balls.ball(0))


def _speed_of(x: Gains, l: int | str) -> Ball:
    """dz_l/dτ."""
    return -x.copies * _squares(x) if l == _COMMON else square_of(x, l)


# the score of a token that the class has is P(l|n) e^(z_l) > 0
BUILT = (SIZE_OF_QUERY >= 1, Member(l_0, G_DT), POSITIVE.claim)

# times count τ; z(0) = 0, as only differences of logits matter
ONE_CLASS = Computed(
    GAINS,
    {
        n: lambda _: 0,
        m: lambda _: 0,
        t: "tau",
        c: lambda _: _COMMON,
        l_0: lambda x: x.top,
        lp: lambda x: x.other,
        G_DT: lambda x, n: range(len(x.own)),
        contextual: lambda x, n: [*range(len(x.own)), _COMMON],
        G_CT: lambda x: range(len(x.commons)),
        psi_inverse: lambda x: range(x.copies),
        phi[n, np](l): lambda x, _, other, l: _image(x, other, l),
        P(l, n): lambda x, l, n: x.common if l == _COMMON else x.own[l],
        score[l, n](t): lambda x, l, n, time: score_of(replace(x, rows=(x.row(n),)).at(time), l),
        z[m, l](t): lambda x, m, l, time: rise_of(x.at(time), l),
        chi[l](t): lambda x, l, time: balls.exp(2 * rise_of(x.at(time), l)),
        r[l_0, l](0): lambda x, l: x.gain0(x.top, l),
        r[l_0, lp](0): lambda x: x.gain0(x.top, x.other),
        r[l, lp](t): lambda x, l, other, time: x.at(time).gain(l, other),
        r[l, lp, n](t): lambda x, l, other, n, time: x.at(time).gain(l, other),
        SIZE_OF_QUERY: "copies",
        B[n](t): lambda x, n, time: x.at(time).B,
        f[n, l](t): lambda x, n, l, time: balls.sqrt(
            square_of(x.at(time), l) / (_squares(x.at(time)) + square_of(x.at(time), _COMMON))
        ),
        f[n, l_0](t) ** 2: "f2",
        f[n, l_0](0) ** 2: "f2_start",
        f[n, lp](t) ** 2: "f2_other",
        f[n, lp](0) ** 2: "f2_other_start",
        f[n, c](t) ** 2: "f2_common",
        f[n, c](0) ** 2: "f2_common_start",
        ddt(z[m, l](t), t): lambda x, m, l, time: _speed_of(x.at(time), l),
        ddt(B[n](t), t): lambda x, n, time: _squares(x.at(time)) + square_of(x.at(time), _COMMON),
    },
    ranges=(explicit(s), *BUILT),
)
