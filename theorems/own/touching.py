"""Where the two sides of a strict claim come together at real numbers that no search for rational points meets.

``(x**2 - 2)**2 > 0`` is false at √2 alone, and true at every instance. Floats find such a place; they decide nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np

from theorems.language.tree import Implies, Relation
from theorems.own.parameters import REAL, Parameter
from theorems.own.search import CERTAIN, FAR, Climb, Values, climb_of
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.time_limit import OutOfTimeError

SECONDS = 5.0  # of processor time
LOOKED_AT, STARTS = 60, 12  # simple instances, and the tightest of them
MOST = 8  # numbers that move
STEPS = 800  # evaluations of one way down
BESIDE = (1e-2, 10.0, 100.0)  # so far, relative to a number, it is looked at whether the sides come apart again
FINEST = 10**12  # the denominator of a rational point beside the place
APART = 1e-10  # by so much, relative to the sides
ROUNDING = 1e-15


def touching(part: Part) -> str:
    """``x = 1.41421356``: where a strict claim looks false, though it is true at the instances around; "" where nowhere."""
    claim = part.printed.at_an_instance
    while isinstance(claim, Implies):
        claim = claim.conclusion
    if not any(isinstance(node, Relation) and node.sign in ("<", ">", "!=") for _, node in claim.walk()):
        return ""
    climb = climb_of(part)
    end = time.process_time() + SECONDS
    with suppress(OutOfTimeError):
        starts = sorted(map(climb.values, islice(climb.data.small(), LOOKED_AT)), key=climb.height, reverse=True)[:STARTS]
        for start in starts:
            moving = _moving(climb, start)
            if 0 < len(moving) <= MOST:
                found = _lowest(climb, start, moving, end)
                if _touches(climb, found, moving) and _together(part, climb, found):
                    return ", ".join(f"{p.name} = {_written(found[p])}" for p in dict.fromkeys(p for p, _ in moving))
    return ""


def _written(value: Any) -> str:
    return ",".join(f"{float(x):.9g}" for x in np.ravel(value))


def _together(part: Part, climb: Climb, values: Values) -> bool:
    """Do balls, beside floats that cancel, see the two sides of a relation as near to one another?"""
    instance = next(climb.rounded(values, FINEST, least=FAR), None)
    if instance is None or part.domain.broken(instance) is not None:
        return False
    sides = [(c.lhs, c.rhs) for c in evaluate(part, instance).compared]
    return any(bool(abs(a - b) < APART * (abs(a) + abs(b) if a != 0 and b != 0 else 1)) for a, b in sides)


Place = tuple[Parameter, tuple[int, ...]]  # a number, or an entry of an array


def _moving(climb: Climb, values: Values) -> list[Place]:
    real = (p for p in values if p.kind == REAL and p not in climb.data.given and p not in climb.data.radii)
    return [(p, place) for p in real for place in np.ndindex(np.shape(values[p]))]


def _put(values: Values, moving: list[Place], z: Iterator[float]) -> Values:
    found = {p: np.array(x, dtype=float) if p.kind == REAL else x for p, x in values.items()}
    for (p, place), x in zip(moving, z, strict=True):
        found[p][place] = x
    return {p: x[()] if p.kind == REAL else x for p, x in found.items()}


def _at(values: Values, moving: list[Place]) -> list[float]:
    return [float(values[p][place]) if place else float(values[p]) for p, place in moving]


def _lowest(climb: Climb, start: Values, moving: list[Place], end: float) -> Values:
    """Where the sides are nearest to one another, beside a start. Raises OutOfTimeError."""
    from scipy.optimize import minimize  # only what climbs loads it

    def gap(z: Any) -> float:
        if time.process_time() > end:
            raise OutOfTimeError
        return -climb.height(_put(start, moving, iter(z)))

    options = {"maxfev": STEPS, "xatol": 1e-12, "fatol": 1e-18, "adaptive": True}
    z = minimize(gap, _at(start, moving), method="Nelder-Mead", options=options)
    return _put(start, moving, iter(z.x))


def _touches(climb: Climb, values: Values, moving: list[Place]) -> bool:
    """Are the sides equal there as far as floats see, and apart around, each number moved up and down, within the hypotheses?

    At what tends to a limit they come ever nearer on one side, or stay where they are; what says nothing is left out.
    """
    top, here = climb.height(values), _at(values, moving)
    if top < CERTAIN:
        return False
    apart = False
    for k, x in enumerate(here):
        heights = []
        for beside in BESIDE:
            step = beside * max(1.0, abs(x))
            heights += [climb.height(_put(values, moving, iter([*here[:k], x + s * step, *here[k + 1 :]]))) for s in (1, -1)]
        near = heights[:2]
        if max(near) > top + ROUNDING or min(near) <= -1:
            return False
        if max(near) < top - APART:
            apart = True
        elif max(near) < top - ROUNDING or min(heights) < top - ROUNDING:
            return False
    return apart
