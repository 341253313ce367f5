"""Many points of a formula part in float64: where is its claim tight, and where might it be false?

A float64 result is no verdict. What it finds, the points that look false, those that are too close to tell and the
tightest ones, is handed on as exact instances, and balls decide.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from kernels.rounded import Rounded
from theorems.instance import Instance
from theorems.language.given import Bound, Given
from theorems.language.seen import SIGNS
from theorems.language.structure import Scene
from theorems.language.tree import And, Chain, Claim, ExactlyOne, Member, Relation, free_symbols, relations_of
from theorems.provers.columns import Points, Source
from theorems.statement import Part
from theorems.vocabulary import Comparison, comparisons
from theorems.vocabulary import Relation as Sign

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]
CHUNK = 16384  # points at a time: columns that stay in the second-level cache
FALSE, CLOSE, TIGHT = 4, 2, 2  # instances of each kind that are handed on
AROUND = 8  # of the best points: half of all points are drawn near these
NOTICED = 1 + 1e-6  # times as tight
SLACK = 1.01  # on margins, for the rounding of the margins themselves


@dataclass(frozen=True, order=True)
class Found:
    """A point that balls should see; the smaller the key the sooner."""

    key: float
    number: int
    points: Points = field(compare=False)
    place: int = field(compare=False)

    @property
    def instance(self) -> Instance:
        return self.points.instance(self.place)


@dataclass
class Scan:
    """What float64 saw of a part.

    clear: points that meet the hypotheses up to rounding, at which every comparison holds by more than its error bound
           (an equality: up to it)
    """

    drawn: int = 0
    clear: int = 0
    false: list[Found] = field(default_factory=list)
    close: list[Found] = field(default_factory=list)
    tight: list[Found] = field(default_factory=list)

    def look(self, part: Part, points: Points, hypotheses: Sequence[Relation]) -> None:
        """Evaluate the claim's own tree at all points."""
        bound = points.bound()
        count = len(points.width.mantissa)
        self.drawn += count
        met = reduce(np.logical_and, (_perhaps(bound, each) for each in hypotheses), np.ones(count, dtype=bool))
        assert part.claim is not None
        compared = list(comparisons(part.claim(bound)))
        gaps = [_score(comparison.relation, comparison.lhs, comparison.rhs) for comparison in compared]
        if not gaps:
            return
        gap = reduce(np.minimum, (np.broadcast_to(each, count) for each in gaps))
        ratio = reduce(np.fmax, (np.broadcast_to(_ratio(comparison), count) for comparison in compared))
        clear = met & (gap > 1)
        self.clear += int(clear.sum())
        unclear = met & ~(np.abs(gap) > 1)
        self._keep(self.false, points, np.where(met & (gap < -1), gap, np.nan), FALSE)
        self._keep(self.close, points, np.where(unclear, np.nan_to_num(np.abs(gap), nan=np.inf), np.nan), CLOSE)
        self._keep(self.tight, points, np.where(clear & (ratio <= 1), -ratio, np.nan), AROUND)

    def _keep(self, kept: list[Found], points: Points, keys: Floats, most: int) -> None:
        """The smallest keys so far."""
        limit = kept[-1].key if len(kept) == most else np.inf
        places = np.flatnonzero(keys < limit if np.isfinite(limit) else ~np.isnan(keys))
        for place in places[np.argsort(keys[places], kind="stable")[:most]]:
            kept.append(Found(float(keys[place]), self.drawn + int(place), points, int(place)))
        kept.sort()
        del kept[most:]

    def suspects(self, worst: float = 0.0) -> Iterator[Instance]:
        """The instances that balls should look at: those that look false first, and such as are tighter than ``worst``."""
        tighter = (found for found in self.tight[:TIGHT] if -found.key > NOTICED * worst)
        return (found.instance for found in (*self.false, *self.close, *tighter))


def scan(part: Part, count: int, seed: int) -> Scan:
    """``count`` points: one half from everywhere, one half near the worst of those.

    Nothing is scanned where the claim is no formula over declared parameters or a hypothesis is no tree.
    """
    seen, given = Scan(), part.printed.given
    asked = hypotheses_and_scenes(part, given) if isinstance(given, Given) and not given.nowhere else None
    if asked is None or not count:
        return seen
    hypotheses, scenes = asked
    random = np.random.default_rng(seed)
    source = Source.of(given, random, seed)

    def everywhere(share: int) -> Iterator[Points]:
        for scene in scenes:
            yield from (source.points(scene, size, random) for size in _chunks(share // len(scenes)))

    with np.errstate(all="ignore"):
        try:
            for points in everywhere(count // 2):
                seen.look(part, points, hypotheses)
        except (AttributeError, LookupError, TypeError, ValueError):  # it asks for what columns do not have
            return Scan()
        worst = [found for found in (*seen.false, *seen.close, *seen.tight) if np.isfinite(found.key)]
        near = (w.points.near(w.place, size, random) for w in worst for size in _chunks(count // 2 // len(worst)))
        for points in near if worst else everywhere(count // 2):
            seen.look(part, points, hypotheses)
    return seen


def _chunks(count: int) -> Iterator[int]:
    for start in range(0, count, CHUNK):
        yield min(CHUNK, count - start)


def hypotheses_and_scenes(part: Part, given: Given) -> tuple[list[Relation], list[Scene]] | None:
    """The hypotheses on parameters, and how the indices may lie; None where columns cannot tell."""
    drawn_by = getattr(part.domain.draw, "__self__", None)
    if part.claim is None or not isinstance(drawn_by, Given) or drawn_by.model is not given.model:
        return None
    if any(isinstance(node, ExactlyOne) for _, node in part.printed.at_an_instance.walk()):
        return None
    hypotheses: list[Relation] = []
    for condition in part.domain.conditions:
        claim = condition.claim
        if condition.on_case is not None or _of_indices(claim, given):
            continue
        if not isinstance(claim, Relation | Chain | And) or not free_symbols(claim) <= set(given.parameters):
            return None
        hypotheses += relations_of(claim)
    tests = [condition.on_case for condition in part.domain.conditions if condition.on_case is not None]
    scenes = [scene for scene in given.scenes() if all(test(scene) for test in tests)]
    return (hypotheses, scenes) if scenes else None


def _of_indices(claim: Claim | None, given: Given) -> bool:
    """Does it say no more than that an index is one?"""
    inside = claim.element if isinstance(claim, Member) else claim.terms[1] if isinstance(claim, Chain) else None
    return inside in given.indices


def _score(relation: Sign, lhs: Rounded, rhs: Rounded) -> Floats:
    """By how many error bounds it holds: certain above 1, false below -1; an equality holds when it is not refuted."""
    difference = rhs - lhs if relation.upper else lhs - rhs
    gap, margin = difference.value, SLACK * difference.error
    score = np.where((gap == 0) & (margin == 0), 0.0, gap / margin)
    return np.where(np.abs(score) <= 1, 2.0, -np.abs(score)) if relation is Sign.EQUAL else score


def _ratio(comparison: Comparison) -> Floats:
    """How tight a comparison is: 1 is an equality; nan where it means nothing."""
    small, large = (comparison.lhs, comparison.rhs)
    if not comparison.relation.upper:
        small, large = large, small
    if comparison.relation is Sign.EQUAL:
        return np.array(np.nan)
    return np.where((large.value > 0) & (small.value >= 0), small.value / large.value, np.nan)


def _perhaps(bound: Bound, claim: Relation) -> Mask:
    """Where a hypothesis on parameters is met, up to rounding."""
    left, right = bound.value(claim.left), bound.value(claim.right)
    if claim.sign == "!=":
        return np.asarray((left - right).value != 0)
    return np.asarray(_score(SIGNS[claim.sign], left, right) > -1)
