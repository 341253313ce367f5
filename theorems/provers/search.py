"""Looking for a point that refutes a part: one point, drawn points, the smallest point."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, settings

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.statement import Domain, Part
from theorems.vocabulary import Comparison, Relation, comparisons

EQUALITY_BITS, EQUALITY_DIGITS = 512, 100  # two sides that meet here to so many digits: only a proof can say more


@dataclass(frozen=True)
class Outcome:
    """What balls say of a part at one instance.

    ``consistent``: undecided, but every open comparison is an equality whose narrow balls meet.
    """

    truth: Truth
    bits: int
    compared: tuple[Comparison, ...]
    consistent: bool = False

    @property
    def broken(self) -> Comparison | None:
        """The first comparison that is certainly false."""
        return next((c for c in self.compared if c.truth() is Truth.FAILS), None)


def evaluate(part: Part, instance: Instance, limit: int = 4096) -> Outcome:
    """Decide a part at an instance in balls, precision doubling; the hypotheses are the caller's business."""
    if part.claim is None:
        raise ValueError(f"{part.address} is established as a whole: it has no claim at a single instance")
    bits = balls.DEFAULT_BITS
    while True:
        with balls.precision(bits):
            compared = tuple(comparisons(part.claim(part.domain.bind(instance, BALLS))))
            truths = [c.truth() for c in compared]
            truth = balls.all_of(truths)
            undecided = [c for c, found in zip(compared, truths, strict=True) if found is Truth.UNKNOWN]
            only_equalities = all(
                c.relation is Relation.EQUAL and balls.agrees(c.lhs, c.rhs, EQUALITY_DIGITS) for c in undecided
            )
        if not compared:  # nothing is claimed here, so nothing holds
            return Outcome(Truth.UNKNOWN, bits, ())
        if truth is not Truth.UNKNOWN:
            return Outcome(truth, bits, compared)
        if bits >= limit or (only_equalities and bits >= EQUALITY_BITS):
            return Outcome(truth, bits, compared, consistent=only_equalities)
        bits *= 2


@dataclass
class Search:
    """The counts of a property search and the worst point it met."""

    tried: int = 0
    satisfied: int = 0
    decided: int = 0
    bits: int = 0
    worst: float = -math.inf
    worst_at: Instance | None = None
    refuted_at: Instance | None = None
    undecided_at: Instance | None = None

    @property
    def tightness(self) -> dict[str, Any] | None:
        if self.worst_at is None:
            return None
        return {"ratio": self.worst, "instance": str(self.worst_at)}

    def visit(self, part: Part, instance: Instance) -> Outcome | None:
        """Count and evaluate one instance; None when it breaks a hypothesis or when nothing is claimed of it."""
        self.tried += 1
        if part.domain.broken(instance) is not None:
            return None
        outcome = evaluate(part, instance)
        if not outcome.compared:
            return None
        self.satisfied += 1
        self.bits = max(self.bits, outcome.bits)
        if outcome.truth is Truth.UNKNOWN and not outcome.consistent:
            self.undecided_at = self.undecided_at or instance
        else:
            self.decided += 1
        ratio = max((c.tightness() for c in outcome.compared), key=_rank, default=math.nan)
        if not math.isnan(ratio) and ratio > self.worst:
            self.worst, self.worst_at = ratio, instance
        return outcome


def _rank(ratio: float) -> float:
    return -math.inf if math.isnan(ratio) else ratio


def search(part: Part, examples: int, seed: int, seconds: float = math.inf) -> Search:
    """A property search: ``examples`` drawn instances from ``seed``; stops at the first refutation, unshrunk.

    After ``seconds`` the remaining draws are not looked at.

    The smallest witness is :func:`smallest_witness`'s business, so no time goes into shrinking here.
    """
    found = Search()

    class RefutedError(Exception):
        pass

    end = time.monotonic() + seconds

    def visit(instance: Instance) -> bool:
        if time.monotonic() > end:
            return True
        outcome = found.visit(part, instance)
        if outcome is not None and outcome.truth is Truth.FAILS:
            found.refuted_at = instance
            raise RefutedError
        return outcome is not None

    with suppress(RefutedError):
        each_drawn(part.domain, examples, seed, visit)
    return found


def each_drawn(domain: Domain, examples: int, seed: int, visit: Callable[[Instance], bool]) -> None:
    """``visit`` every drawn instance until ``examples`` of them were of use, as its answer says; none at all is no error."""

    @hypothesis.seed(seed)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(domain.instances())
    def visited(instance: Instance) -> None:
        hypothesis.assume(visit(instance))

    with suppress(hypothesis.errors.Unsatisfiable):
        visited()


def drawn(domain: Domain, examples: int, seed: int) -> list[Instance]:
    """``examples`` drawn instances that meet the hypotheses, as far as they are found."""
    met: list[Instance] = []

    def collect(instance: Instance) -> bool:
        useful = domain.broken(instance) is None
        if useful:
            met.append(instance)
        return useful

    each_drawn(domain, examples, seed, collect)
    return met


def smallest_witness(part: Part, *, seconds: float = 10.0, most: int = 200_000) -> Instance | None:
    """The first instance in the domain's order of size that meets the hypotheses and refutes the part."""
    if part.domain.small is None:
        return None
    end = time.monotonic() + seconds
    for instance in islice(part.domain.small(), most):
        if time.monotonic() > end:
            return None
        if part.domain.broken(instance) is None and evaluate(part, instance).truth is Truth.FAILS:
            return instance
    return None


def witness_of(part: Part, instance: Instance) -> dict[str, Any]:
    """A witness confirmed in balls, as it stands in a record.

    Raises ValueError when a hypothesis is broken there or the violation is not certain.
    """
    part.domain.require(instance)
    outcome = evaluate(part, instance)
    with balls.precision(outcome.bits):
        broken = outcome.broken
        if broken is None:
            raise ValueError(f"{part.key} is not refuted at {instance}")
        return {
            "kind": "instance",
            "text": str(instance),
            "lhs": balls.text(broken.lhs),
            "relation": broken.relation.value,
            "rhs": balls.text(broken.rhs),
            "what": broken.what,
            "precision_bits": outcome.bits,
        }
