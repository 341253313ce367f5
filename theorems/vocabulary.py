"""The words of the suite: readings, verdicts, evidence and comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from kernels import balls
from kernels.balls import Truth

Number = Any


class Reading(Enum):
    """``stated``: literally as printed. ``intended``: the smallest repair of a stated reading that breaks."""

    STATED = "stated"
    INTENDED = "intended"


class Verdict(Enum):
    HOLDS = "holds"
    FAILS = "fails"
    VACUOUS = "vacuous"
    ASYMPTOTIC = "asymptotic"
    UNKNOWN = "unknown"

    @property
    def stands(self) -> bool:
        """May a proof rest on it?"""
        return self in (Verdict.HOLDS, Verdict.ASYMPTOTIC)


class Evidence(Enum):
    """How a verdict is known, strongest first."""

    PROVED = "proved"
    CERTIFIED = "certified"
    EXACT = "exact"
    TESTED = "tested"
    SAMPLED = "sampled"
    NONE = "none"


class Relation(Enum):
    AT_MOST = "<="
    AT_LEAST = ">="
    LESS = "<"
    MORE = ">"
    EQUAL = "="

    @property
    def reversed(self) -> Relation:
        return {
            Relation.AT_MOST: Relation.AT_LEAST,
            Relation.AT_LEAST: Relation.AT_MOST,
            Relation.LESS: Relation.MORE,
            Relation.MORE: Relation.LESS,
            Relation.EQUAL: Relation.EQUAL,
        }[self]

    @property
    def negated(self) -> Relation | None:
        """What is true where the relation is false; None for an equality, whose contrary is no relation."""
        return {
            Relation.AT_MOST: Relation.MORE,
            Relation.AT_LEAST: Relation.LESS,
            Relation.LESS: Relation.AT_LEAST,
            Relation.MORE: Relation.AT_MOST,
        }.get(self)

    @property
    def made_strict(self) -> Relation:
        return {Relation.AT_MOST: Relation.LESS, Relation.AT_LEAST: Relation.MORE}.get(self, self)

    @property
    def upper(self) -> bool:
        """Does the right-hand side bound the left-hand side from above?"""
        return self in (Relation.AT_MOST, Relation.LESS)


_BALL_TRUTH: dict[Relation, Callable[[Number, Number], Truth]] = {
    Relation.AT_MOST: balls.le,
    Relation.AT_LEAST: balls.ge,
    Relation.LESS: balls.lt,
    Relation.MORE: balls.gt,
    Relation.EQUAL: balls.eq,
}


@dataclass(frozen=True)
class Comparison:
    """What a part claims of one instance: ``lhs relation rhs``; ``what`` tells several apart (an index, a row)."""

    lhs: Number
    relation: Relation
    rhs: Number
    what: str = ""

    def truth(self) -> Truth:
        """Three-valued truth of a comparison of balls."""
        return _BALL_TRUTH[self.relation](self.lhs, self.rhs)

    def with_rhs(self, rhs: Number) -> Comparison:
        return replace(self, rhs=rhs)

    def tightness(self) -> float:
        """lhs/rhs (upper bounds) or rhs/lhs (lower bounds) of a comparison of balls: 1 is tight, above 1 is broken.

        Far outside float64 the ratio saturates at 0 or inf; where it means nothing (0/0, negative sides) it is nan.
        """
        small, large = (self.lhs, self.rhs) if self.relation.upper else (self.rhs, self.lhs)
        if self.relation is Relation.EQUAL:
            small, large = self.lhs, self.rhs
        if small == large:
            return 1.0
        if not large > 0 or not small >= 0:
            return float("nan")
        return balls.approximate(small / large)


def at_most(lhs: Number, rhs: Number, what: str = "") -> Comparison:
    """Lhs <= rhs."""
    return Comparison(lhs, Relation.AT_MOST, rhs, what)


def at_least(lhs: Number, rhs: Number, what: str = "") -> Comparison:
    """Lhs >= rhs."""
    return Comparison(lhs, Relation.AT_LEAST, rhs, what)


def less(lhs: Number, rhs: Number, what: str = "") -> Comparison:
    """Lhs < rhs."""
    return Comparison(lhs, Relation.LESS, rhs, what)


def more(lhs: Number, rhs: Number, what: str = "") -> Comparison:
    """Lhs > rhs."""
    return Comparison(lhs, Relation.MORE, rhs, what)


def equals(lhs: Number, rhs: Number, what: str = "") -> Comparison:
    """Lhs = rhs, literally."""
    return Comparison(lhs, Relation.EQUAL, rhs, what)


Claimed = Comparison | tuple[Comparison, ...]


def comparisons(claimed: Claimed) -> Iterator[Comparison]:
    """A claim is one comparison or a conjunction of several."""
    if isinstance(claimed, Comparison):
        yield claimed
    else:
        yield from claimed
