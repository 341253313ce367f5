"""Figure 7 (superiority v1, Appendix F.6, pp. 53-54): cross-attention with X = vec(I_d).

The data are those of Definition F.1 with its columns repaired. Row j2 of the queries is the only one that is not
uniform, and which row it is changes nothing; of j3 only the column of its block entry matters.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.attention import linear_attention, softmax_attention
from kernels.sign_events import Event, FormRow
from theorems.experiments.chart import Axis, Curves
from theorems.experiments.panel import Option, Settings, panel
from theorems.experiments.success import SHARED_SIGNS, Floats, for_rational_entries
from theorems.experiments.sweeps import ROUND_M, around, columns, grid, placed, success_curve
from theorems.experiments.values import positive_number
from theorems.instance import Instance
from theorems.superiority.cross_signs_on_data import CROSS_DATA, entries_by_kind
from theorems.superiority.signs_on_data import in_units

TRIALS = 100


@dataclass(frozen=True)
class CrossAttentionPair:
    """One input of each dataset; ``apart``: the j3 of D0 and of D1 have their block entries in different columns."""

    n: int
    d: int
    a0: Fraction
    a1: Fraction
    tau: Fraction
    apart: bool = False

    def __post_init__(self) -> None:
        if self.d < 2 or self.n % (self.d - 1):
            raise ValueError(f"n = {self.n} is not a multiple of d - 1 = {self.d - 1}")
        if self.apart and self.d < 3:
            raise ValueError("two different block columns need d >= 3")

    @property
    def sizes(self) -> tuple[int, ...]:
        """First column, the block columns of j3 in D1 and in D0 (if apart), the other block columns."""
        named = 2 if self.apart else 1
        return (*(1,) * (1 + named), self.d - 1 - named)

    def events(self, arithmetic: Arithmetic) -> tuple[Event, ...]:
        exact = for_rational_entries(arithmetic)
        events = []
        for a, special in ((self.a1, 1), (self.a0, 2 if self.apart else 1)):
            for linear in (False, True):
                rows = []
                for is_j2 in (True, False) if self.n > 1 else (True,):
                    first, own, other = self._entries(arithmetic, a, is_j2, linear=linear)
                    blocks = [own if g == special else other for g in range(1, len(self.sizes))]
                    rows.append(FormRow((first, *blocks)))
                events.append(Event(tuple(rows), exact.number(self.tau)))
        return tuple(events)

    def _entries(self, arithmetic: Arithmetic, a: Fraction, is_j2: bool, *, linear: bool) -> tuple[Any, ...]:
        """The entries of c(A,x): first column, column of j3's block entry, other block column."""
        point = Instance(n=self.n, d=self.d, t=self.n // (self.d - 1), j2=1, j3=1, a0=a, a1=a)
        data = in_units(CROSS_DATA[1], point, RATIONALS if linear else BALLS)
        found = entries_by_kind(data, is_j2, self.d, linear=linear)
        return found if arithmetic.rigorous else tuple(map(float, found))

    def attention(self) -> Iterator[tuple[Floats, float]]:
        identity = np.eye(self.d)
        for a, j3 in ((self.a1, 0), (self.a0, 1 if self.apart else 0)):
            A1, A2 = self._input(float(a), j3)
            for attention in (softmax_attention, linear_attention):
                yield attention(A1, A2, A2, identity, identity), float(self.tau)

    def _input(self, a: float, j3: int) -> tuple[Floats, Floats]:
        """A1 and A2 = A3 of Definition F.1 (columns repaired), densely, with j2 the last row."""
        A1 = np.full((self.n, self.d), np.log(self.n))
        A1[:, 0] = 0
        A1[-1, 0] = a * np.log(self.n)
        A2 = np.hstack([np.zeros((self.n, 1)), np.tile(np.eye(self.d - 1), (self.n // (self.d - 1), 1))])
        A2[j3, 0] = 1
        return A1, A2


WHERE_J3 = Option(
    "j3",
    "same",
    "the law of j2, j3 is not given; by symmetry only whether D0 and D1 share the column of j3's block entry matters",
    {"same": "one j3 for both inputs, fixed or random", "independent": "two independent uniform j3"},
)
THRESHOLD = Option("tau", "0.9", "Section F.6 gives no τ; 0.9 is that of the section's theorems", check=positive_number)
DIVISION = Option(
    "d",
    "11",
    "printed as d = 12 with n = 200, but 11 does not divide 200; d = 11 is the value of panels (a) and (c)",
    {"11": "n = 200, d = 11", "12": "n = 198, d = 12: the largest multiple of 11"},
)
LARGE_A1 = Option("a1", "3", "not printed for the sweep over a0; the value of the panels before", check=positive_number)


def _swept(letter: str, settings: Settings) -> tuple[tuple[Fraction, ...], list[CrossAttentionPair]]:
    """The values of the sweep and the pair of inputs at each."""
    base = CrossAttentionPair(200, 11, Fraction(1, 100), Fraction(3), positive_number(settings["tau"]))
    if letter == "a":
        values = grid("200", "10", "1000")
        return values, [replace(base, n=int(n)) for n in values]
    if letter == "b":
        values = tuple(Fraction(d) for d in (2, 3, 5, 6, 9, 11, 21, 26, 41, 51))
        return values, [replace(base, d=int(d)) for d in values]
    if letter == "c":
        values = grid("1", "1", "80")
        return values, [base for _ in values]
    if settings["d"] == "12":
        base = replace(base, n=198, d=12)
    if letter == "d":
        values = grid("0.1", "0.036", "3")
        return values, [replace(base, a1=a1) for a1 in values]
    values = grid("0.01", "0.01", "0.9")
    return values, [replace(base, a1=positive_number(settings["a1"]), a0=a0) for a0 in values]


def _announce(letter: str, varied: str) -> None:
    options = [SHARED_SIGNS, WHERE_J3, THRESHOLD]
    options += [] if letter == "c" else [ROUND_M]
    options += [DIVISION] if letter in "de" else []
    options += [LARGE_A1] if letter == "e" else []

    @panel(
        f"superiority/fig7{letter}",
        title=f"Cross-attention: vary with {varied}",
        source=f"Figure 7({letter}), Section F.6",
        options=options,
        trials=TRIALS,
    )
    def _(settings: Settings) -> Curves:
        values, pairs = _swept(letter, settings)
        points = [
            placed(float(x), pair, pair.d - 1, int(x) if letter == "c" else columns(pair.n, settings), settings)
            for x, pair in zip(values, pairs, strict=True)
        ]
        title = f"Figure 7({letter}): cross-attention, varying {varied}"
        return success_curve(title, Axis(varied, around(values)), points, settings, TRIALS)


for _letter, _varied in zip("abcde", ("n", "d", "m", "a1", "a0"), strict=True):
    _announce(_letter, _varied)
