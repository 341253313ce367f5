"""Figure 3 (superiority v1, Section 7.1, p. 10): the softmax regression model of Sections 3 to 5.

A trial has one Ax from D0 and one from D1, each in R^n; the networks see f_exp(A, x) or f_lin(A, x) through m columns of
n signs (Definitions 3.2 to 3.8). All entries of Ax sit at the ends of their interval [log n, 1.4 log n], except the one
entry 4 log n in D1: two groups of equal entries and one entry alone.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kernels.affine import Affine
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from kernels.sign_events import Event, FormRow
from theorems.experiments.chart import Axis, Curves
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.success import SHARED_SIGNS, Floats, Point, for_rational_entries
from theorems.experiments.sweeps import ROUNDING, around, grid, mixture, success_curve
from theorems.experiments.values import positive_number

TRIALS = 1000
UPPER, SPECIAL = Fraction(7, 5), Fraction(4)  # Ax in units of log n: from 1 to UPPER, and the one entry of D1


@dataclass(frozen=True)
class RegressionPair:
    """One Ax of each dataset: ``high`` entries at 1.4 log n, the others at log n; one of those is 4 log n in D1."""

    n: int
    high: int
    tau: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.high < self.n:
            raise ValueError(f"{self.high} high entries of {self.n} leave none for the special one")

    @property
    def sizes(self) -> tuple[int, ...]:
        """The special entry, the high ones, the low ones."""
        return (1, self.high, self.n - 1 - self.high)

    def events(self, arithmetic: Arithmetic) -> tuple[Event, ...]:
        exact = for_rational_entries(arithmetic).number
        events = []
        for special in (SPECIAL, Fraction(1)):
            logits = (special, UPPER, Fraction(1))
            softmax = [arithmetic.number(self.n) ** arithmetic.number(logit - max(logits)) for logit in logits]
            linear = [exact(logit) for logit in logits]
            for u in (softmax, linear):
                alpha = sum(count * entry for count, entry in zip(self.sizes, u, strict=True))
                row = tuple(entry / alpha for entry in u)
                if arithmetic.rigorous and u is softmax and special == 1:
                    row = self._two_values(row[1])
                events.append(Event((FormRow(row),), exact(self.tau)))
        return tuple(events)

    def _two_values(self, p: Ball) -> tuple[Affine, ...]:
        """A row with ``high`` entries p and the others equal, through p alone: it sums to 1.

        Half of both kinds at their mean gives a rational product whatever p is, so that ties do occur.
        """
        others = self.n - self.high
        high = Affine(Fraction(0), Fraction(1), p)
        other = Affine(Fraction(1, others)) - high.times(Fraction(self.high, others))
        return other, high, other

    def attention(self) -> Iterator[tuple[Floats, float]]:
        """f_exp and f_lin of Definitions 3.2 and 3.3, densely, as one row each."""
        for special in (SPECIAL, Fraction(1)):
            Ax = np.full(self.n, math.log(self.n))
            Ax[1 : 1 + self.high] *= float(UPPER)
            Ax[0] *= float(special)
            for u in (np.exp(Ax - Ax.max()), Ax):
                yield (u / u.sum())[None, :], float(self.tau)


HIGH_ENTRIES = {
    "half": lambda n: n // 2,
    "low": lambda n: 0,
    "high": lambda n: n - 1,
    "spread": lambda n: min(n - 1, round(n**0.6)),
}
LAW = Option(
    "Ax",
    "half",
    "only the interval [log n, 1.4 log n] is given; its ends are the extreme cases, and half at each is the middle way",
    {
        "half": "⌊n/2⌋ entries at the upper end, the others at the lower",
        "low": "all at the lower end",
        "high": "all but the special one at the upper end",
        "spread": "about n^0.6 at the upper end, where ‖f_exp‖ is largest on D0",
    },
)
THRESHOLD = Option(
    "tau", "1/4", "τ is nowhere given a value; 1/4 is the bound that the proofs compare ⟨f_exp, y⟩ with", check=positive_number
)
ROUND_LOG = Option(
    "m",
    "up",
    "m = log n is no integer; up, as in m = ⌈C log(n/δ)⌉ (natural logarithm)",
    {"up": "the next integer", "down": "the integer before", "nearest": "the nearest integer"},
)


def points_at(sizes: list[tuple[float, int, int]], settings: Settings) -> list[Point]:
    """Points (x, n, m)."""
    high, tau = HIGH_ENTRIES[settings["Ax"]], positive_number(settings["tau"])
    return [Point(x, mixture([(Fraction(1), RegressionPair(n, high(n), tau))]), m) for x, n, m in sizes]


@panel(
    "superiority/fig3a",
    title="Softmax regression: success with respect to n",
    source="Figure 3(a), Section 7.1",
    options=[SHARED_SIGNS, LAW, THRESHOLD, ROUND_LOG],
    trials=TRIALS,
)
def _(settings: Settings) -> Curves:
    values = grid("100", "10", "2000")
    points = points_at([(float(n), int(n), ROUNDING[settings["m"]](math.log(n))) for n in values], settings)
    title = "Figure 3(a): softmax regression, m = log n"
    return success_curve(title, Axis("n", around(values)), points, settings, TRIALS)


@panel(
    "superiority/fig3b",
    title="Softmax regression: success with respect to m",
    source="Figure 3(b), Section 7.1",
    options=[SHARED_SIGNS, LAW, THRESHOLD],
    trials=TRIALS,
)
def _(settings: Settings) -> Curves:
    values = grid("1", "1", "100")
    points = points_at([(float(m), 1000, int(m)) for m in values], settings)
    title = "Figure 3(b): softmax regression, n = 1000"
    return success_curve(title, Axis("m", around(values)), points, settings, TRIALS)
