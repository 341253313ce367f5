"""The joint law of several threshold events under one column of fair signs, fast enough for the sweeps of a figure.

The signs come in groups of exchangeable coordinates, so a column matters only through the number of pluses in each
group: the law is a sum of binomial weights over those counts. Weights and inner products are float64. An inner product
too close to its threshold for float64 is not decided here: its case is handed back, to be settled in balls
(:func:`settle`). What single events need in rigorous form is in ``kernels.random_signs``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import prange
from numpy.typing import NDArray
from scipy.special import gammaln

from kernels.affine import affine
from kernels.balls import Truth
from kernels.blocks import Floats, compiled, tiled

Number = Any  # a float in the sweep, an exact number or a ball where a case is settled
Integers = NDArray[np.int64]

SIZE, LOW, WIDTH = 0, 1, 2  # columns of a layout: one row per group
EXTRA, THRESHOLD, MARGIN = -3, -2, -1  # last columns of a form; its coefficients come before them

STANDARD_DEVIATIONS = 8.5  # beyond as many a count is left out: a mass of less than 2e-17 per group
CLOSE = 1e-11  # relative distance from a threshold that float64 is not asked to decide
CHUNK = 1 << 12
PARALLEL_CASES = 1 << 15
MAXIMUM_CASES = 1 << 31


@dataclass(frozen=True)
class FormRow:
    """A linear form of the signs: one coefficient per group.

    ``own = (g, extra)`` makes it a family of forms, one for each member i of group g, with ``extra · σ_i`` added.
    """

    coefficients: tuple[Number, ...]
    own: tuple[int, Number] | None = None


@dataclass(frozen=True)
class Event:
    """Some form of ``rows`` exceeds ``threshold``."""

    rows: tuple[FormRow, ...]
    threshold: Number


@dataclass(frozen=True)
class OpenCase:
    """Counts of pluses for which float64 decides not every event: those in ``possible`` but not in ``certain``."""

    pluses: tuple[int, ...]
    probability: float
    certain: int
    possible: int


@dataclass(frozen=True)
class EventLaw:
    """``probability[mask]`` that exactly the events of the mask (bit e: event e) happen, open cases apart."""

    probability: Floats
    open_cases: tuple[OpenCase, ...]

    def with_open_cases(self, favoured: int) -> Floats:
        """The law with the open cases assigned: of the undecided events those in the mask ``favoured`` happen."""
        law = self.probability.copy()
        for case in self.open_cases:
            law[case.certain | (case.possible & favoured)] += case.probability
        return law


def event_law(sizes: Sequence[int], events: Sequence[Event]) -> EventLaw:
    """The joint law of the events for independent fair signs in groups of the given sizes.

    The error of a probability is that of float64 sums, below 1e-10.

    Raises:
        ValueError: a group has a negative size, a row another number of coefficients than there are groups, a number
            is not finite, or there are more than 2^31 cases.
    """
    flat = [(number, row) for number, event in enumerate(events) for row in event.rows]
    _check(sizes, [row for _, row in flat])
    # A family over the members of an empty group has no rows.
    flat = [(number, row) for number, row in flat if row.own is None or sizes[row.own[0]] > 0]
    kinds = np.array([(-1 if row.own is None else row.own[0], number) for number, row in flat], dtype=np.int64)
    forms = np.zeros((len(flat), len(sizes) + 3))
    for form, (number, row) in zip(forms, flat, strict=True):
        form[:-3] = row.coefficients
        form[EXTRA] = 0.0 if row.own is None else row.own[1]
        form[THRESHOLD] = events[number].threshold
        form[MARGIN] = CLOSE * (np.abs(form[:-3]) @ np.array(sizes, dtype=float) + np.abs(form[-3:-1]).sum())
    if not np.isfinite(forms).all():
        raise ValueError("coefficients and thresholds must be finite")

    layout = np.array([(size, *_window(size)) for size in sizes], dtype=np.int64).reshape(len(sizes), 3)
    weights = _weights(layout)
    cases = math.prod(int(width) for width in layout[:, WIDTH])
    if cases > MAXIMUM_CASES:
        raise ValueError(f"{cases} cases are too many: use fewer or smaller groups")
    chunks = -(-cases // CHUNK)
    law, undecided = np.zeros((chunks, 1 << len(events))), np.zeros(chunks, dtype=np.int64)
    _law_chunks(cases >= PARALLEL_CASES, layout, weights, forms, kinds.reshape(len(flat), 2), cases, law, undecided)
    open_cases = []
    for chunk in np.flatnonzero(undecided):
        indices = np.empty(undecided[chunk], dtype=np.int64)
        _open_indices(layout, weights, forms, kinds, int(chunk) * CHUNK, indices)
        open_cases += [_open_case(layout, weights, forms, kinds, int(index)) for index in indices]
    return EventLaw(law.sum(axis=0), tuple(open_cases))


def settle(law: EventLaw, sizes: Sequence[int], events: Sequence[Event]) -> EventLaw:
    """The law with its open cases decided as far as possible by the same events in exact numbers and balls.

    Ties of exact numbers are always decided, those of balls never: their cases stay open.
    """
    probability = law.probability.copy()
    remaining = []
    for case in law.open_cases:
        certain, possible = case.certain, case.certain
        for number, event in enumerate(events):
            if case.possible & ~case.certain & (1 << number):
                truth = _happens(event, case.pluses, sizes)
                certain |= (truth is Truth.HOLDS) << number
                possible |= (truth is not Truth.FAILS) << number
        if certain == possible:
            probability[certain] += case.probability
        else:
            remaining.append(OpenCase(case.pluses, case.probability, certain, possible))
    return EventLaw(probability, tuple(remaining))


def _happens(event: Event, pluses: Sequence[int], sizes: Sequence[int]) -> Truth:
    """Does some row of exact numbers and balls exceed the threshold?"""
    unknown = False
    for row in event.rows:
        if row.own is not None and sizes[row.own[0]] == 0:
            continue
        above = -affine(event.threshold)
        for coefficient, h, size in zip(row.coefficients, pluses, sizes, strict=True):
            above = above + affine(coefficient).times(2 * h - size)
        members = [0]
        if row.own is not None:
            group = row.own[0]
            members = ([1] if pluses[group] > 0 else []) + ([-1] if pluses[group] < sizes[group] else [])
        for member in members:
            sign = (above if row.own is None else above + affine(row.own[1]).times(member)).sign()
            if sign is not None and sign > 0:
                return Truth.HOLDS
            unknown = unknown or sign is None
    return Truth.UNKNOWN if unknown else Truth.FAILS


def _check(sizes: Sequence[int], rows: Sequence[FormRow]) -> None:
    if any(size < 0 for size in sizes):
        raise ValueError(f"a group cannot have a negative size: {tuple(sizes)}")
    for row in rows:
        if len(row.coefficients) != len(sizes):
            raise ValueError(f"a row has {len(row.coefficients)} coefficients for {len(sizes)} groups")


def _window(size: int) -> tuple[int, int]:
    """The smallest count of pluses that is looked at, and how many counts are."""
    reach = STANDARD_DEVIATIONS * size**0.5 / 2
    low, high = max(0, int(size / 2 - reach)), min(size, int(size / 2 + reach) + 1)
    return low, high - low + 1


def _weights(layout: Integers) -> Floats:
    """Row g: the binomial probabilities of the counts that are looked at in group g."""
    weights = np.zeros((len(layout), max([1, *layout[:, WIDTH]])))
    for row, (size, low, width) in zip(weights, layout, strict=True):
        counts = np.arange(low, low + width)
        row[:width] = np.exp(gammaln(size + 1) - gammaln(counts + 1) - gammaln(size - counts + 1) - size * np.log(2))
        row /= row.sum()
    return weights


@compiled
def _read_case(index: int, layout: Integers, weights: Floats, pluses: Integers) -> float:
    """Write a case's counts of pluses, the last group's varying fastest, and return its probability."""
    probability = 1.0
    for group in range(len(layout) - 1, -1, -1):
        step = index % layout[group, WIDTH]
        index //= layout[group, WIDTH]
        pluses[group] = layout[group, LOW] + step
        probability *= weights[group, step]
    return probability


@compiled
def _masks(pluses: Integers, layout: Integers, forms: Floats, kinds: Integers) -> tuple[int, int]:
    """The events that certainly happen and those that possibly do."""
    certain, possible = 0, 0
    for row in range(len(forms)):
        own, bit = kinds[row, 0], 1 << kinds[row, 1]
        if certain & bit:
            continue
        value = 0.0
        for group in range(len(layout)):
            value += forms[row, group] * (2 * pluses[group] - layout[group, SIZE])
        if own >= 0:
            # The largest form of the family: that of a member with the sign of extra, if the group has one.
            extra = forms[row, EXTRA]
            present = pluses[own] > 0 if extra >= 0.0 else pluses[own] < layout[own, SIZE]
            value += abs(extra) if present else -abs(extra)
        above = value - forms[row, THRESHOLD]
        if above > forms[row, MARGIN]:
            certain |= bit
            possible |= bit
        elif above >= -forms[row, MARGIN]:
            possible |= bit
    return certain, possible


@compiled
def _law_chunk(layout: Integers, weights: Floats, forms: Floats, kinds: Integers, first: int, last: int, law: Floats) -> int:
    """Add the cases of a chunk to its law; how many were not decided."""
    pluses = np.empty(len(layout), dtype=np.int64)
    undecided = 0
    for index in range(first, last):
        probability = _read_case(index, layout, weights, pluses)
        certain, possible = _masks(pluses, layout, forms, kinds)
        if certain == possible:
            law[certain] += probability
        else:
            undecided += 1
    return undecided


@tiled
def _law_chunks(
    layout: Integers, weights: Floats, forms: Floats, kinds: Integers, cases: int, law: Floats, undecided: Integers
) -> None:
    for chunk in prange(len(law)):
        last = min(cases, (chunk + 1) * CHUNK)
        undecided[chunk] = _law_chunk(layout, weights, forms, kinds, chunk * CHUNK, last, law[chunk])


@compiled
def _open_indices(layout: Integers, weights: Floats, forms: Floats, kinds: Integers, first: int, indices: Integers) -> None:
    """Fill in which cases from ``first`` on are not decided; there are as many as ``indices`` has room for."""
    pluses = np.empty(len(layout), dtype=np.int64)
    found, index = 0, first
    while found < len(indices):
        _read_case(index, layout, weights, pluses)
        certain, possible = _masks(pluses, layout, forms, kinds)
        if certain != possible:
            indices[found] = index
            found += 1
        index += 1


def _open_case(layout: Integers, weights: Floats, forms: Floats, kinds: Integers, index: int) -> OpenCase:
    pluses = np.empty(len(layout), dtype=np.int64)
    probability = _read_case(index, layout, weights, pluses)
    certain, possible = _masks(pluses, layout, forms, kinds)
    return OpenCase(tuple(int(h) for h in pluses), probability, certain, possible)


def warm_up() -> None:
    """Compile the serial and the parallel kernel."""
    for size in (3, 500):
        rows = (FormRow((0.5, 0.1), own=(0, 0.1)),)
        event_law((size, size), [Event(rows, 0.2)])
