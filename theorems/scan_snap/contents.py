"""What the left-hand sides of this paper's bounds are anyway, and where a bound says no more than that."""

from collections.abc import Callable
from fractions import Fraction

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.language.tree import Expr
from theorems.scan_snap.samples import COUNTED, Samples, bind_samples
from theorems.statement import TrivialRange


def never_negative(quantity: str) -> TrivialRange:
    """A distance, a norm, a probability or a sum of such: bounded from below only."""
    return TrivialRange(f"{quantity} ≥ 0", low=0)


def certainly(question: Callable[[], Truth]) -> bool:
    """Decided in balls; raises ValueError where no precision decides."""
    answer, _ = balls.decide(question)
    if answer is Truth.UNKNOWN:
        raise ValueError("undecided at the highest precision")
    return answer is Truth.HOLDS


def h_star_positive(text: str = "0 ≤ h") -> TrivialRange:
    """h(s + c) or h*(s), whose lower bound is empty while nothing has been learnt."""
    return TrivialRange(text, low=0, uninformative="s = 0", where=lambda i: bool(i.s == 0))


LOGIT = TrivialRange("0 ≤ Mh ≤ η_Yt/K", 0, lambda x: x.age)
HEIGHT = TrivialRange("0 ≤ h ≤ η_Yt/(MK)", 0, lambda x: x.age / x.M)
SPEED_RANGE = TrivialRange("0 ≤ γ ≤ η_Yt/K", 0, lambda x: x.age)
EXPONENTIAL = TrivialRange("e^(Mh) ≥ 1", low=1)
EXPONENT = TrivialRange("B_n ≥ 0", low=0)
GROWTH_FACTOR = TrivialRange("e^(2B_n) ≥ 1", low=1)
RISE = TrivialRange("0 ≤ h(s+1) - h(s) ≤ η_Y/M", 0, lambda x: x.eta / x.M)
CROSSING_RANGE = TrivialRange("0 < ω_i < 1", 0, 1)
SHARE = TrivialRange("0 ≤ f_nl² ≤ 1", 0, 1)
OVERLAP_RANGE = TrivialRange("0 ≤ f_n·f_n' ≤ 1", 0, 1)
RESIDUAL_NORM = TrivialRange("0 ≤ |x_{T+1} - α_n| ≤ √2", 0, lambda x: x.arithmetic.sqrt(x.arithmetic.number(2)))


# -- probabilities: a deviation that cannot happen needs no bound --------------------------------------------------------

Farthest = Callable[[Samples], Fraction]


def from_centre(x: Samples) -> Fraction:
    """The farthest that N_n can be from ⌈NP⌉."""
    return Fraction(max(x.centre, x.N - x.centre))


def from_mean(x: Samples) -> Fraction:
    """The farthest that N_n can be from NP."""
    return max(x.N * x.p, x.N * (1 - x.p))


def _covered(radius: Expr, farthest: Farthest, strictly: bool) -> Callable[[Samples], bool]:
    def question(x: Samples) -> bool:
        compare = balls.gt if strictly else balls.ge
        return certainly(lambda: compare(COUNTED.seen(x).value(radius), balls.ball(farthest(x))))

    return question


def _at(covered: Callable[[Samples], bool]) -> Callable[[Instance], bool]:
    return lambda i: covered(bind_samples(i, BALLS))


def kept_within(radius: Expr, text: str, *, farthest: Farthest = from_centre, strictly: bool = False) -> TrivialRange:
    """Pr[the count stays within the radius] ≥ ...: 1 anyway where no count lies farther."""
    covered = _covered(radius, farthest, strictly)
    return TrivialRange(
        "0 ≤ Pr ≤ 1, and 1 where no count is farther",
        lambda x: balls.ball(int(covered(x))),
        1,
        uninformative=text,
        where=_at(covered),
    )


def strays_beyond(radius: Expr, text: str, *, farthest: Farthest = from_mean, classes: bool = False) -> TrivialRange:
    """Pr[the count strays beyond the radius] ≤ ...: 0 anyway where no count lies farther (K times that for K classes)."""
    covered = _covered(radius, farthest, strictly=False)

    def high(x: Samples) -> Ball:
        return balls.ball(0) if covered(x) else balls.ball(x.K if classes else 1)

    words = "0 ≤ K Pr ≤ K" if classes else "0 ≤ Pr ≤ 1"
    return TrivialRange(f"{words}, and 0 where no count is farther", 0, high, uninformative=text, where=_at(covered))
