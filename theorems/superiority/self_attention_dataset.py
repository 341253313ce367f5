"""The data and the one probability tool of Appendix D (superiority v1): Lemma 3.1, p. 3, and Definition D.1, p. 16."""

from math import comb

from hypothesis import strategies as st

from theorems.kernel.scripts import by
from theorems.language.rules import Declared
from theorems.superiority.language import *
from theorems.textbook import *

# -- Lemma 3.1 -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoPointSums:
    """X = X_1 + ... + X_n with X_i = low + width (probability p) or low: the two-sided tail is an exact rational.

    Only the first ``moving`` of them vary; the others are certain, with b_i = a_i.
    """

    tail: Any
    t: Any
    width: Any
    n: int
    moving: int
    arithmetic: Arithmetic

    def width_of(self, i: int) -> Any:
        """b_i - a_i."""
        return self.width if i <= self.moving else self.arithmetic.number(0)

    @property
    def squares(self) -> Any:
        """Σ (b_i - a_i)^2."""
        return self.arithmetic.number(self.moving) * self.width**2


def two_sided_tail(n: int, p: Fraction, width: Fraction, threshold: Fraction) -> Fraction:
    """Pr[|X - E X| >= threshold], exactly."""
    inside = (k for k in range(n + 1) if abs(k - n * p) * width >= threshold)
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in inside), Fraction(0))


def _bind_sums(instance: Instance, arithmetic: Arithmetic) -> TwoPointSums:
    """Raises ValueError where p is no probability: there is no such law."""
    n, p, width, t = int(instance.n), Fraction(instance.p), Fraction(instance.width), Fraction(instance.t)
    if not 0 <= p <= 1:
        raise ValueError(f"no law has the probability {p}")
    number, moving = arithmetic.number, min(n, int(instance.moving))
    return TwoPointSums(number(two_sided_tail(moving, p, width, t)), number(t), number(width), n, moving, arithmetic)


@st.composite
def two_point_sums(draw: st.DrawFn) -> dict[str, Any]:
    """N up to 40 two-point variables and a threshold up to the whole range."""
    n = draw(st.integers(1, 40))
    width = draw(st.fractions(Fraction(1, 8), 4, max_denominator=16))
    share = draw(st.fractions(0, 1, max_denominator=24))
    return {
        "n": n,
        "p": draw(st.fractions(0, 1, max_denominator=24)),
        "width": width,
        "t": share * n * width,
        "moving": draw(st.one_of(st.just(n), st.integers(1, n))),
    }


def _small_sums() -> Iterator[Instance]:
    for n in range(1, 13):
        for p in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)):
            for k in range(4 * n + 1):
                yield Instance(n=n, p=p, width=Fraction(1), t=Fraction(k, 4), moving=n)
    yield Instance(n=10**10, p=Fraction(1, 2), width=Fraction(1), t=Fraction(1, 2), moving=1)


X, a, i = symbols("X a i")
TO_N = Range(expr(1), n)
squares, sum_of_X = Sum(i, TO_N, (b[i] - a[i]) ** 2), Sum(i, TO_N, X[i])
HOEFFDING = Domain(
    name="sums of independent two-point variables in [a_i, b_i], the extreme case of bounded ones",
    draw=two_point_sums,
    bind=_bind_sums,
    conditions=(
        Condition(t >= 0, said="left implicit"),
        Condition(
            squares > 0, lambda i: i.width != 0 and i.moving >= 1, said="some b_i > a_i; otherwise the bound divides by 0"
        ),
        Condition(ForAll(i, TO_N, a[i] <= b[i]), lambda i: i.width >= 0),
        Condition(words="p in [0, 1]", check=lambda i: 0 <= i.p <= 1),
    ),
    small=_small_sums,
    variables={
        "n": "number of variables",
        "moving": "number of those that are not certain",
        "t": "deviation",
        "width": "b_i - a_i, the same for all that are not certain",
        "p": "law",
    },
    feasible="t ≥ 0, a_i ≤ b_i with some a_i < b_i; any laws on [a_i, b_i]",
)

SUMS = Computed(
    replace(HOEFFDING, declared=Declared(meaning=((X, sum_of_X),))),
    {
        Pr(abs(sum_of_X - E(sum_of_X)) >= t): "tail",
        squares: "squares",
        b[i]: lambda x, i: x.width_of(i),
        a[i]: lambda x, _: x.arithmetic.number(0),
    },
    ranges=(all_independent(i, TO_N, X[i]), ForAll(i, TO_N, sure(a[i] <= X[i]) & sure(X[i] <= b[i])), fixed(n, t, a[1], b[1])),
)
L31 = about_chances("3.1", "Section 3.1, p. 3", "Hoeffding bound", SUMS)
bound = 2 * exp(-(2 * t**2) / squares)
L31[""] = Pr(abs(X - E(X)) >= t) <= bound
L31[""].uninformative(2 * t**2 <= log(2) * squares)
L31[""].note(
    "X is the sum of independent X_i in [a_i, b_i]. For t < 0 the bound can fall below the probability 1; t >= 0 is what every "
    "textbook leaves implicit."
)
L31[""].proved(
    Calculation(
        by(HOEFFDING_ABS(lambda k: X[k], lambda k: a[k], lambda k: b[k], i, TO_N, t)),
        how="The textbook's theorem, letter for letter; the paper cites it from Hoeffding 1963, and so does the proof here.",
    )
)

# -- Definition D.1 ------------------------------------------------------------------------------------------------------

BOTH_MET = "d ≥ 3, t ≥ 1, n = (d-2)t, j3 in [n]; a0 in (0, 1/10), a1 ≥ 7/10; b in [1/10, 9/10], c = 1-b"


def _both() -> Given:
    """The definition's own hypotheses: it says nothing of QKᵀ."""
    d0, d1 = self_attention(0, ONES), self_attention(1, ONES)
    free, hypotheses = {**d0.free, **d1.free}, tuple(dict.fromkeys((*d0.hypotheses, *d1.hypotheses)))
    return replace(d1, name="D0 and D1 of Definition D.1", free=free, hypotheses=hypotheses, other=None)


D1 = Lemma("Definition D.1", "Appendix D.1, p. 16", "self-attention datasets D0 and D1", given=_both())
A1, a, e, I, of_ones, star = symbols("A1 a e I 1 *")
scale = sqrt(log(n))
DEFINED = Fits(
    (A1[star, 1] == a * scale * e[j3])
    & (Component(A1, (star, block_columns)) == b * scale * Kron(of_ones[t], I[d - 2]))
    & (A1[star, d] == c * scale * of_ones[n]),
    A1.isin(Matrices(n, d)) & e[j3].isin(Matrices(n, expr(1))),
)
D1[""] = DEFINED
D1[""].feasible(BOTH_MET)
D1[""].note(
    """a is a0 in D0 and a1 in D1, the t stacked copies of I_{d-2} are 1_t ⊗ I_{d-2}, and A1 = A2 = A3. d >= 3 is
    understood (the block I_{d-2} must exist). For n = 1 every entry is 0, D0 and D1 coincide, and linear
    attention is 0/0; nothing bounds a1 from above, which matters below."""
)
D1[""].proved(
    Calculation(
        by(),
        how="""The three kinds of columns have 1, d-2 and 1 columns and n rows each, so the matrix exists for every d >= 3,
        t >= 1, j3 in [n], a0 in (0, 0.1), a1 >= 0.7 and b in [0.1, 0.9], c = 1-b; one such point is checked exactly.""",
    )
)

STATEMENTS = (L31, D1)
