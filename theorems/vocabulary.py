"""The words of the suite: readings, verdicts, evidence and comparisons."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
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
    """How a verdict is known, strongest first.

    ``formal``: a proof assistant that we did not write accepts a statement exported from the claim.
    ``proved``, ``certified``: a machine reads the claim itself, over its whole domain or at a point that refutes it.
    ``argued``: a derivation in words; a machine checks the steps that it names, and nothing holds them against the claim.
    """

    FORMAL = "formal"
    PROVED = "proved"
    CERTIFIED = "certified"
    ARGUED = "argued"
    EXACT = "exact"
    TESTED = "tested"
    SAMPLED = "sampled"
    NONE = "none"

    @property
    def reads_the_claim(self) -> bool:
        """Is it a level that only a prover reaches which reads the claim?"""
        return self in (Evidence.FORMAL, Evidence.PROVED, Evidence.CERTIFIED)


class Relation(Enum):
    AT_MOST = "<="
    AT_LEAST = ">="
    LESS = "<"
    MORE = ">"
    EQUAL = "="

    @property
    def reversed(self) -> Relation:
        return Relation(self.value.translate(str.maketrans("<>", "><")))

    @property
    def negated(self) -> Relation | None:
        """What is true where the relation is false; None for an equality, whose contrary is no relation."""
        return {
            Relation.AT_MOST: Relation.MORE,
            Relation.AT_LEAST: Relation.LESS,
            Relation.LESS: Relation.AT_LEAST,
            Relation.MORE: Relation.AT_MOST,
        }.get(self)

    def true_of(self, lhs: Any, rhs: Any) -> bool:
        """Is it true of two exact numbers?"""
        return bool(_ASKED[self][0](lhs, rhs))

    @property
    def made_strict(self) -> Relation:
        return {Relation.AT_MOST: Relation.LESS, Relation.AT_LEAST: Relation.MORE}.get(self, self)

    @property
    def upper(self) -> bool:
        """Does the right-hand side bound the left-hand side from above?"""
        return self in (Relation.AT_MOST, Relation.LESS)


# of exact numbers, and of balls
_ASKED: dict[Relation, tuple[Callable[[Any, Any], Any], Callable[[Number, Number], Truth]]] = {
    Relation.AT_MOST: (operator.le, balls.le),
    Relation.AT_LEAST: (operator.ge, balls.ge),
    Relation.LESS: (operator.lt, balls.lt),
    Relation.MORE: (operator.gt, balls.gt),
    Relation.EQUAL: (operator.eq, balls.eq),
}


class InexactError(ValueError):
    """A claim that is no comparison of exact numbers: a float in it, a bare truth value, nothing at all."""


@dataclass(frozen=True)
class Comparison:
    """What a part claims of one instance: ``lhs relation rhs``; ``what`` tells several apart (an index, a row).

    Raises InexactError for a side that is no exact number: a float (``0.1`` is not 1/10) or a truth value.
    """

    lhs: Number
    relation: Relation
    rhs: Number
    what: str = ""

    def __post_init__(self) -> None:
        import sympy  # slow to load, and who only asks which papers there are compares nothing

        for side in (self.lhs, self.rhs):
            if isinstance(side, bool | float | complex) or (isinstance(side, sympy.Basic) and side.has(sympy.Float)):
                raise InexactError(
                    f"the comparison {self.what or 'without a name'} has {side!r} on one side, which is not exact "
                    "(write x.ratio(1, 10) for 0.1)"
                )

    def truth(self) -> Truth:
        """Three-valued truth of a comparison of balls or exact numbers; two exact rationals are compared exactly."""
        if self.exact:
            return Truth.HOLDS if self.relation.true_of(self.lhs, self.rhs) else Truth.FAILS
        return _ASKED[self.relation][1](balls.ball(self.lhs), balls.ball(self.rhs))

    @property
    def exact(self) -> bool:
        """Are both sides integers or rationals?"""
        return isinstance(self.lhs, int | Fraction) and isinstance(self.rhs, int | Fraction)

    def tied(self, digits: int) -> bool:
        """Are both sides equal to so many digits, which a strict relation forbids and every other one allows?"""
        if self.relation in (Relation.LESS, Relation.MORE):
            return False
        return balls.close(balls.ball(self.lhs), balls.ball(self.rhs), digits)

    def with_rhs(self, rhs: Number) -> Comparison:
        return replace(self, rhs=rhs)

    def tightness(self) -> float:
        """lhs/rhs (upper bounds) or rhs/lhs (lower bounds) of a comparison of balls: 1 is tight, above 1 is broken.

        Far outside float64 the ratio saturates at 0 or inf; where it means nothing (0/0, negative sides) it is nan.
        """
        small, large = (self.rhs, self.lhs) if self.relation in (Relation.AT_LEAST, Relation.MORE) else (self.lhs, self.rhs)
        small, large = balls.ball(small), balls.ball(large)
        if not large > 0 or not small >= 0:
            return float("nan")
        return 1.0 if small == large else balls.approximate(small / large)


def _comparing(relation: Relation) -> Callable[..., Comparison]:
    return lambda lhs, rhs, what="": Comparison(lhs, relation, rhs, what)


at_most, at_least, less, more, equals = map(_comparing, Relation)


Claimed = Comparison | tuple[Comparison, ...]


def comparisons(claimed: Claimed) -> Iterator[Comparison]:
    """A claim is one comparison or a conjunction of several; the empty one says that nothing is to be compared here.

    Raises InexactError for anything else, such as a bare truth value, number or nothing at all.
    """
    found = (claimed,) if isinstance(claimed, Comparison) else claimed
    if not isinstance(found, tuple) or not all(isinstance(c, Comparison) for c in found):
        raise InexactError(f"a claim is a comparison or a tuple of comparisons, not {claimed!r}")
    yield from found
