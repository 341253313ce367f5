"""Branch and bound over boxes of parameters, in several processes when there are many boxes.

Boxes are halved in a compact coordinate: ``x = low + u/(1-u)`` for a real parameter without upper end, the same for the
logarithm of an integer, so that the last box always reaches to infinity and is decided like every other (see
:mod:`theorems.provers.power_sums`). Halves of an integer range share no integer. Floats choose where to cut, never what
is certain.
"""

import math
import time
from collections import deque
from dataclasses import dataclass, replace
from fractions import Fraction

from kernels import balls
from theorems.provers.evaluation import Evaluation
from theorems.provers.power_sums import Box, Claim, Ends, Parameter
from theorems.workers import pool

BITS = 128
SMALLEST = 2.0**-24  # of a parameter's compact range: a box below it is left undecided
ALONE = 256  # boxes that one process looks at before others are asked


@dataclass(frozen=True)
class Budget:
    """What a search may cost, for each claim: boxes looked at and seconds of processor time (not of a busy clock)."""

    boxes: int = 4000
    seconds: float = 20.0
    processes: int = 1


@dataclass(frozen=True)
class Cover:
    """The proved boxes and the undecided ones cover the domain; ``false`` is a box where the claim is certainly false."""

    proved: tuple[Box, ...]
    undecided: tuple[Box, ...]
    false: Box | None = None

    @property
    def complete(self) -> bool:
        return not self.undecided


def certain(claim: Claim, box: Box, bits: int = BITS) -> bool:
    """Does the claim hold on the whole box?"""
    with balls.precision(bits):
        return Evaluation(claim, box).holds()


def bisect(claim: Claim, budget: Budget) -> Cover:
    """Cover the claim's domain by boxes on which it holds, as far as the budget goes.

    Stops at the first box on which the claim is certainly false.
    """
    start = time.process_time()
    alone = budget.boxes if budget.processes == 1 else min(ALONE, budget.boxes)
    cover = _search(claim, [claim.domain], replace(budget, boxes=alone))
    if cover.complete or cover.false is not None or budget.processes == 1 or alone == budget.boxes:
        return cover
    left = max(1.0, budget.seconds - (time.process_time() - start))
    share = Budget((budget.boxes - alone) // budget.processes, left)
    shares = [list(cover.undecided[k :: budget.processes]) for k in range(budget.processes)]
    with pool(budget.processes) as working:
        found = list(working.map(_search, [claim] * len(shares), shares, [share] * len(shares)))
    return Cover(
        cover.proved + tuple(box for part in found for box in part.proved),
        tuple(box for part in found for box in part.undecided),
        next((part.false for part in found if part.false is not None), None),
    )


def _search(claim: Claim, boxes: list[Box], budget: Budget) -> Cover:
    end = time.process_time() + budget.seconds
    live = _live(claim)
    queue = deque(boxes)
    proved: list[Box] = []
    stuck: list[Box] = []
    looked = 0
    with balls.precision(BITS):
        while queue and looked < budget.boxes and time.process_time() < end:
            box = queue.popleft()
            looked += 1
            evaluation = Evaluation(claim, box)
            if evaluation.holds():
                proved.append(box)
            elif evaluation.fails():
                return Cover(tuple(proved), (box, *queue, *stuck), box)
            else:
                halves = _halves(claim, box, live)
                queue.extend(halves)
                stuck += [] if halves else [box]
    return Cover(tuple(proved), (*queue, *stuck))


def _live(claim: Claim) -> list[bool]:
    """Which parameters the two sides of the fraction depend on at all."""
    names: set[str] = set()
    for term in (*claim.numerator, *claim.denominator):
        for atom, exponent in zip(claim.atoms, term.exponents, strict=True):
            names |= {p.name for k, p in enumerate(claim.parameters) if any(powers[k] for powers, _ in exponent)}
            if exponent and atom.parameter is not None:
                names.add(claim.parameters[atom.parameter].name)
            elif exponent:
                names |= {"n"} if atom.expression is None else {str(s) for s in atom.expression.free_symbols}
    return [p.name in names or (p.factor and "n" in names) for p in claim.parameters]


def _halves(claim: Claim, box: Box, live: list[bool]) -> list[Box]:
    """Two boxes with the points of ``box``, cut across the parameter that is widest in its compact coordinate."""
    widths = [
        (_coordinate(p, ends[1]) - _coordinate(p, ends[0])) if alive else 0.0
        for p, ends, alive in zip(claim.parameters, box, live, strict=True)
    ]
    for width, k in sorted(((w, k) for k, w in enumerate(widths)), reverse=True):
        if width < SMALLEST:
            break
        parameter, (low, high) = claim.parameters[k], box[k]
        cut = _cut(parameter, box[k])
        halves: tuple[Ends, Ends] | None = None
        if parameter.integer:
            cut = Fraction(math.floor(cut))
            if low <= cut and (high is None or cut < high):
                halves = (low, cut), (cut + 1, high)
        elif low < cut and (high is None or cut < high):
            halves = (low, cut), (cut, high)
        if halves is not None:
            return [(*box[:k], half, *box[k + 1 :]) for half in halves]
    return []


def _coordinate(p: Parameter, x: Fraction | None) -> float:
    """The compact coordinate in [0, 1] of a parameter's value."""
    if x is None:
        return 1.0
    if p.high is not None:
        return float((x - p.low) / (p.high - p.low)) if p.high > p.low else 0.0
    away = _log(x) - _log(p.low) if p.integer else float(x - p.low)
    return away / (1 + away)


def _cut(p: Parameter, ends: Ends) -> Fraction:
    """The middle of a range in the compact coordinate, as a short rational."""
    low, high = ends
    if p.high is not None and high is not None and not p.integer:
        return (low + high) / 2
    if p.high is not None and p.high - p.low < 16 and high is not None:
        return (low + high) / 2
    u = (_coordinate(p, low) + _coordinate(p, high)) / 2 if p.high is None else 0.5
    if p.integer and p.high is None:
        away = u / (1 - u) + _log(p.low)
        return Fraction(2) ** int(away / math.log(2)) if away > 40 else Fraction(int(math.exp(away)))
    if p.integer and high is not None:
        return Fraction(math.isqrt(int(low) * int(high)))
    return p.low + Fraction(u / (1 - u)).limit_denominator(2**12)


def _log(x: Fraction) -> float:
    return math.log(x.numerator) - math.log(x.denominator)
