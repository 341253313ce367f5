"""Climbing towards the tightest point of a comparison, and over it where the claim is false."""

import heapq
import math
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice

from kernels.balls import Truth
from theorems.instance import Instance
from theorems.provers.search import evaluate
from theorems.statement import Part

ROUNDS, STARTS = 400, 400


def _height(part: Part, instance: Instance) -> tuple[float, bool]:
    """(tightness, refuted) at an instance that meets the hypotheses; (-inf, False) elsewhere."""
    if part.domain.broken(instance) is not None:
        return -math.inf, False
    outcome = evaluate(part, instance)
    ratio = outcome.tightness
    return -math.inf if math.isnan(ratio) else ratio, outcome.truth is Truth.FAILS


def size_of(instance: Instance) -> tuple[int, ...]:
    """The order among witnesses: n first, then d, the length of coded rows, the denominators, and the other numbers."""
    numbers = [Fraction(value) for value in instance.values() if isinstance(value, int | Fraction)]
    first = [int(instance[name]) for name in ("n", "d") if name in instance]
    words = sum(len(value) for value in instance.values() if isinstance(value, str))
    return (*first, words, sum(v.denominator for v in numbers), sum(abs(v.numerator) for v in numbers))


def shrinking(part: Part, witness: Instance) -> Iterator[Instance]:
    """Smaller and smaller refuting instances, the last one undercut by none of its neighbours."""
    for _ in range(ROUNDS if part.domain.vary is not None else 0):
        assert part.domain.vary is not None
        smaller = sorted((i for i in part.domain.vary(witness) if size_of(i) < size_of(witness)), key=size_of)
        better = next((i for i in smaller if part.domain.broken(i) is None and evaluate(part, i).truth is Truth.FAILS), None)
        if better is None:
            return
        witness = better
        yield witness


def climb(part: Part, seconds: float) -> Instance | None:
    """A refuting instance reached from the small ones by always moving on from the tightest point known.

    Best first among the domain's ``small`` instances (a spread of them) and their neighbours, as long as processor time lasts.
    """
    if part.domain.small is None or part.domain.vary is None:
        return None
    end = time.process_time() + seconds
    order = count()
    queue: list[tuple[float, int, Instance]] = []
    seen: set[Instance] = set()
    for instance in islice((i for i in part.domain.small() if part.domain.broken(i) is None), 0, 40 * STARTS, 40):
        ratio, refuted = _height(part, instance)
        if refuted:
            return instance
        heapq.heappush(queue, (-ratio, next(order), instance))
        if time.process_time() > end:
            break
    while queue and time.process_time() < end:
        _, _, best = heapq.heappop(queue)
        for neighbour in part.domain.vary(best):
            if neighbour in seen:
                continue
            seen.add(neighbour)
            ratio, refuted = _height(part, neighbour)
            if refuted:
                return neighbour
            if ratio > -math.inf:
                heapq.heappush(queue, (-ratio, next(order), neighbour))
    return None
