"""The event E_success of the papers' experiments: exactly, and by Monte Carlo.

Four networks are looked at, in this order: F_exp on D1, F_lin on D1, F_exp on D0, F_lin on D0. Each has m columns of
signs and is positive when some row of its attention exceeds its threshold in some column; the experiment succeeds when
exactly the first one is positive (superiority v1, Section 7.1, p. 10).
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT, RATIONALS, Arithmetic
from kernels.sign_events import Event, EventLaw, event_law, settle
from kernels.sign_sampling import distinct_columns, positive_networks
from theorems.experiments.panel import Option
from theorems.experiments.progress import counted

Floats = NDArray[np.float64]
Share = tuple[float, float]

WANTED, UNWANTED = 0, (1, 2, 3)
SETTLING_BITS = (128, 512, 2048)

SHARING = {
    "shared": ((0, 1, 2, 3),),
    "networks": ((0, 2), (1, 3)),
    "inputs": ((0, 1), (2, 3)),
    "separate": ((0,), (1,), (2,), (3,)),
}

SHARED_SIGNS = Option(
    "y",
    "shared",
    "who draws the signs y is not said; one y per trial, because the definitions of F_exp and F_lin write the same y",
    {
        "shared": "one y for both networks and both inputs",
        "networks": "F_exp and F_lin have a y each, used on both inputs",
        "inputs": "each input has a y, used by both networks",
        "separate": "four independent y",
    },
)


class Setting(Hashable, Protocol):
    """One point of a sweep up to m: hashable, so that a sweep over m computes its law and its attention once.

    sizes:    the groups of exchangeable signs
    events:   the four networks' events in those groups, in a given arithmetic and in any common unit
    attention: the four networks' attention rows from the dense definitions, each with its threshold
    """

    @property
    def sizes(self) -> tuple[int, ...]: ...

    def events(self, arithmetic: Arithmetic) -> Sequence[Event]: ...

    def attention(self) -> Iterable[tuple[Floats, float]]: ...


def for_rational_entries(arithmetic: Arithmetic) -> Arithmetic:
    """Where a tie is to be settled, entries that are rational (those of linear attention) are computed exactly."""
    return RATIONALS if arithmetic.rigorous else arithmetic


@dataclass(frozen=True)
class Point:
    """A point of a sweep: the settings that a trial may be in, with their probabilities, and the number of columns."""

    x: float
    settings: tuple[tuple[Fraction, Setting], ...]
    m: int


@lru_cache(maxsize=256)
def sign_law(setting: Setting) -> EventLaw:
    """The joint law of the four networks' events for one column; ties settled in balls where that is possible."""
    law = event_law(setting.sizes, setting.events(FLOAT))
    for bits in SETTLING_BITS:
        if not law.open_cases:
            break
        with balls.precision(bits):
            law = settle(law, setting.sizes, setting.events(BALLS))
    return law


def exact_success(point: Point, sharing: str) -> Share:
    """Enclosure of Pr[E_success]; its ends differ only where a tie could not be settled."""
    low = high = 0.0
    for weight, setting in point.settings:
        law = sign_law(setting)
        # An open case counts for success when it may raise the first network and need not raise another.
        low += float(weight) * _success(law.with_open_cases(sum(1 << e for e in UNWANTED)), point.m, sharing)
        high += float(weight) * _success(law.with_open_cases(1 << WANTED), point.m, sharing)
    return low, high


def _success(law: Floats, m: int, sharing: str) -> float:
    """Networks with a common y are silent together: Pr[first positive, others not] = Pr[others silent] - Pr[all are]."""
    result = 1.0
    masks = np.arange(len(law))
    for group in SHARING[sharing]:
        others = sum(1 << e for e in group if e != WANTED)
        factor = float(law[masks & others == 0].sum()) ** m
        if WANTED in group:
            factor -= float(law[masks & (others | 1 << WANTED) == 0].sum()) ** m
        result *= factor
    return min(max(result, 0.0), 1.0)


@lru_cache(maxsize=16)
def distinct_rows(setting: Setting) -> tuple[tuple[Floats, float], ...]:
    """The four networks' distinct rows of attention, computed densely."""
    return tuple((distinct_columns(np.round(rows, 13).T)[0].T, threshold) for rows, threshold in setting.attention())


def sampled_success(point: Point, sharing: str, trials: int, stream: tuple[int, ...]) -> int:
    """How many of the trials succeed; the numbers in ``stream`` (a seed and more) fix all signs."""
    weights = [float(weight) for weight, _ in point.settings]
    split = np.random.Generator(np.random.Philox(np.random.SeedSequence(stream))).multinomial(trials, weights)
    hits = 0
    for number, (count, (_, setting)) in enumerate(zip(split, point.settings, strict=True)):
        if count:
            hits += int(_successes(distinct_rows(setting), point.m, int(count), sharing, (*stream, number)).sum())
    return hits


def _successes(
    networks: Sequence[tuple[Floats, float]], m: int, trials: int, sharing: str, stream: tuple[int, ...]
) -> NDArray[np.bool_]:
    result = np.ones(trials, dtype=bool)
    for number, group in enumerate(SHARING[sharing]):
        seed = int(np.random.SeedSequence([*stream, number]).generate_state(1, np.uint64)[0])
        positive = positive_networks([networks[e] for e in group], m, trials, seed)
        for network, fired in zip(group, positive, strict=True):
            result &= fired if network == WANTED else ~fired
    return result


def sweep(
    points: Sequence[Point], sharing: str, trials: int, stream: tuple[int, ...]
) -> Iterator[tuple[Point, Share, int, int]]:
    """(point, exact enclosure, hits, trials) along a sweep; no Monte Carlo for ``trials`` = 0."""
    for place, point in enumerate(counted(points, "points")):
        hits = sampled_success(point, sharing, trials, (*stream, place)) if trials else 0
        yield point, exact_success(point, sharing), hits, trials
