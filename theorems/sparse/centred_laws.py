"""The laws of centred inputs: a fixed row sees u spikes up and a - u down, u ~ Bin(a, 1/2)."""

from math import comb

from kernels.balls import Truth
from theorems.language.seen import SIGNS
from theorems.sparse.language import *
from theorems.sparse.sparsity import with_epsilon
from theorems.vocabulary import Comparison

a, y = symbols("a y")
ROW_OF_ONE = row_data(with_epsilon(ROWS))


@dataclass(frozen=True)
class CentredInput:
    """The possible rows of a fixed position with their probabilities: (spikes up, probability, row)."""

    arithmetic: Arithmetic
    n: int
    delta: Number
    outcomes: tuple[tuple[int, Fraction, AttentionRow], ...]
    values: dict[str, Number]

    def __getattr__(self, name: str) -> Number:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"no parameter {name}") from None

    def chance(self, quantity: Expr, value: Number, low: bool = False) -> Fraction:
        """The probability that a quantity of the row is this value (or at least it)."""
        there = (ROW_OF_ONE.seen(row).value(quantity) for _, _, row in self.outcomes)
        return sum(
            (
                probability
                for (_, probability, _), here in zip(self.outcomes, there, strict=True)
                if balls.close(balls.ball(here), balls.ball(value)) or (low and balls.ge(here, value) is Truth.HOLDS)
            ),
            Fraction(0),
        )

    def failure(self, event: Relation) -> Number:
        """Pr[the event does not happen in this row]."""
        certain = possible = Fraction(0)
        for _, probability, row in self.outcomes:
            truth = self._truth(event, row)
            certain += probability if truth is Truth.FAILS else 0
            possible += probability if truth is not Truth.HOLDS else 0
        return balls.enclosing(certain, possible)

    def failure_somewhere(self, event: Relation) -> Number:
        """Pr[the event does not happen in some of the n rows].

        A row with σ_i = 1 sees as many spikes up as there are, the others see the rest; of n signs all are the same with
        probability 2^(1-n).
        """
        signs = min(self.n, 64)
        least, most = 1 - Fraction(1, 2**signs), 1 - (Fraction(1, 2**signs) if self.n == signs else 0)
        truths = [self._truth(event, row) for _, _, row in self.outcomes]
        certain = possible = Fraction(0)
        for (_, probability, _), here, turned in zip(self.outcomes, truths, reversed(truths), strict=True):
            failed = [truth is Truth.FAILS for truth in (here, turned)]
            open_ = [truth is not Truth.HOLDS for truth in (here, turned)]
            certain += probability * (1 if all(failed) else least if any(failed) else 0)
            possible += probability * (1 if all(open_) else most if any(open_) else 0)
        return balls.enclosing(certain, possible)

    def _truth(self, event: Relation, row: AttentionRow) -> Truth:
        seen = ROW_OF_ONE.seen(row)
        return Comparison(seen.value(event.left), SIGNS[event.sign], seen.value(event.right)).truth()


def _bind(instance: Instance, arithmetic: Arithmetic) -> CentredInput:
    a, n, k = (int(instance[name]) for name in ("a", "n", "k"))
    R, delta, C, eps = (Fraction(instance[name]) for name in ("R", "delta", "C", "eps"))
    number = arithmetic.number
    scale = number(R) * arithmetic.log(number(2 * n) / number(delta))
    M = number(C * R) * arithmetic.sqrt(arithmetic.log(number(n) / number(delta)))
    outcomes = []
    for up in range(a + 1):
        levels = [(1, up), (0, n - a), (-1, a - up)]
        row = text_of((logit, times) for logit, times in levels if times)
        outcomes.append((up, Fraction(comb(a, up), 2**a), row_of(arithmetic, row, k, M, scale, eps=number(eps))))
    values = {"R": number(R), "C": number(C), "M": M, "k": number(k), "a": number(a), "eps": number(eps)}
    return CentredInput(arithmetic, n, number(delta), tuple(outcomes), values)


def _small() -> Iterator[Instance]:
    for length, spikes, size in product((2, 3, 4, 6, 10, 100, 10**4, 10**8, 10**20, 10**50), (1, 2), (1, 2)):
        for window in sorted({1, ROOT(length)}):
            yield Instance(a=spikes, n=length, k=window, R=size, delta=Fraction(1, 100), C=2, eps=Fraction(1, 10))


CENTRED = Domain(
    "centred inputs: mutually independent fair signs times coefficients of at most B √log(nd/δ)",
    lambda: st.builds(
        lambda a, more, R, k: {
            "a": a, "n": a + more, "k": min(k, a + more), "R": R, "delta": Fraction(1, 100), "C": 2, "eps": Fraction(1, 10),
        },
        st.integers(1, 3),
        st.one_of(st.integers(1, 10), st.sampled_from([10**3, 10**9, 10**50])),
        st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)]),
        st.integers(1, 10),
    ),
    _bind,
    (
        Condition(chain(1, "<=", a, "<=", n) & chain(1, "<=", k, "<=", n)),
        Condition(chain(0, "<", delta, "<", Q("0.1"))),
    ),
    _small,
    variables={
        "n": "length", "k": "window", "a": "number of spikes", "R": "B² ‖W‖_F", "delta": "failure probability δ",
        "C": "constant in M", "M": "C R √log(n/δ)", "eps": "the threshold ε",
    },
    feasible="every n ≥ a ≥ 1, k in [n], δ in (0, 0.1), R ≥ 0, C > 0",
)  # fmt: skip

X, B, ups = symbols("X B spikes_up")
centred = E(X[i, j]) == 0
scores_exponential = largest_exponential <= exp(M)
sum_above, sum_below = D[i, i] <= n * exp(M), D[i, i] >= n * exp(-M)
entry = largest_entry <= exp(2 * M) / n
at_most_one, none_left = effective <= 1, effective <= 0
small_error, some_error = largest_error <= eps, frobenius >= eps

EVENTS = (scores_exponential, sum_above, entry, at_most_one, none_left, small_error, some_error)


def _failure(event: Relation) -> Supply:
    return lambda x: x.failure(event)


LAWS: dict[Node, Supply] = {
    **{Pr(event.contrary): _failure(event) for event in EVENTS},
    Pr(Exists(i, indices, sum_below.contrary)): lambda x: x.failure_somewhere(sum_below),
    d: lambda x: 2,
    eps: "eps",
}
_declared = Declared(premises=(centred,), each=(indices,), whole=(effective,), nonnegative=(effective,))
CENTRED_DATA = Computed(replace(CENTRED, declared=_declared), LAWS)
GROWING = CENTRED_DATA.where(GROWTH_OF_R)
peak = exp(R * log(n * d / delta))  # the weight of a spike that points up
peak_error = peak / (peak + k - 1) - peak / (peak + n - 1)
M_OF_X = Definition("M = C R √log(n/δ)", (), M == C * R * sqrt(log(n / delta)), of=CENTRED_DATA)


def with_spikes(count: int) -> Domain:
    """Inputs with so many spikes whose scores are so large that they share the row."""

    def small() -> Iterator[Instance]:
        for more, size in product((1, 2, 5, 40), (1, 2)):
            yield Instance(a=count, n=count + more, k=1, R=size, delta=Fraction(1, 100), C=2, eps=Fraction(1, 10))

    return replace(
        CENTRED, name=f"centred inputs with {count} spikes", draw=lambda: st.sampled_from([dict(i.items()) for i in small()]),
        small=small,
    )  # fmt: skip


def pointing_up(quantity: Expr, value: Expr, words: str, sign: str = "==", count: int = 1, *where: Claim) -> Definition:
    """The law of the spikes: with probability 2^-count all of them point up, and the row is known."""
    event = Relation(quantity, sign, value)

    def supply(x: CentredInput) -> Fraction:
        return x.chance(quantity, CENTRED_DATA.seen(x).value(value), low=sign == ">=")

    return Definition(
        f"with probability {Fraction(1, 2**count)} all spikes point up: {words}",
        (),
        Pr(event) >= Q(1, 2**count),
        (a == count, *where),
        of=Computed(with_spikes(count), LAWS | {Pr(event): supply}),
    )


def probability(law: Definition) -> Probability:
    """The one that a law speaks of."""
    assert isinstance(law.claim, Relation)
    assert isinstance(law.claim.left, Probability)
    return law.claim.left


MOST = pointing_up(largest_exponential, peak, "the largest entry of A is (nd/δ)^R")
WHOLE = pointing_up(D[i, i], peak + n - 1, "D_ii = (nd/δ)^R + n - 1")
SHARE = pointing_up(largest_entry, peak / (peak + n - 1), "the largest entry of u is (nd/δ)^R/D_ii")
ONE_LEFT = pointing_up(effective, expr(1), "its entry exceeds ε", ">=", 1, eps < peak / (peak + n - 1))
TWO_LEFT = pointing_up(effective, expr(2), "their entries exceed ε", ">=", 2, eps < peak / (2 * peak + n - 2))
lost_share = 1 / (peak + n - 1)
LARGE = pointing_up(
    largest_error, largest(peak_error, lost_share), "its entries of P and P̂ differ, the others are 1 in A", "==", 1, k < n
)
