"""Where the hypotheses of a part can be met, and where its bound says nothing that was not clear before.

A bound says nothing where it is no better than the trivial one: a probability below 1, an attention weight above 0. The
trivial range stands next to the claim (:class:`theorems.statement.TrivialRange`) with the exact set where the bound is silent;
here both are held against each other at small and drawn instances, and proved where the symbolic cases allow it.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.variables import arithmetic_of
from theorems.provers.drawing import drawn
from theorems.provers.families import Eventually
from theorems.provers.positivity import Positivity
from theorems.statement import Model, Part, TrivialRange
from theorems.vocabulary import Comparison, Relation, Verdict, comparisons

LOOKED_AT = 4000  # instances in order of size; of those that meet the hypotheses
SMALL = 30  # are held against the bound,
PROVED_AT = 10  # where the symbolic cases prove the answer
MEMBERS = 12  # of a family

NOWHERE, EVERYWHERE = "nowhere", "everywhere"
PROVED = "proved"


class ContradictionError(Exception):
    """Two independent ways to a verdict disagree: the suite must not say anything before somebody finds out why."""


@cache
def uninformative_everywhere(part: Part) -> str:
    """How it is known that the bound says no more anywhere than the trivial range; ``""`` where it says something.

    ``proved`` in all symbolic cases, or ``checked at 30 instances``, small ones or members of the part's family. Raises
    ContradictionError where the part's content says ``everywhere`` and some instance says otherwise.
    """
    if part.trivial is None or part.trivial.uninformative != EVERYWHERE or part.claim is None:
        return ""
    first = next(_instances(part), None)
    if first is None or not _bounded(part, part.trivial, first):
        return ""
    told = _silence(part, part.trivial)
    return str(told["known"]) if told["uninformative_at"] is not None else ""


def account(part: Part, examples: int, seed: int, *, empty: bool = False) -> dict[str, Any]:
    """What a record says of the part's hypotheses and of its bound's content; ``empty``: no instance meets them.

    ``met``: the exact set where the hypotheses can be met, ``smallest``: the first instance that meets them;
    ``silent``: where the bound says nothing ("" where the part states no trivial range), ``known``: how that is known,
    ``silent_at``: the first such instance. Raises ContradictionError where an instance contradicts the stated set.
    """
    first = None if empty else next(_instances(part), None) or next(iter(_drawn(part, examples, seed)), None)
    found: dict[str, Any] = {
        "feasible": part.feasible,
        "smallest": None if first is None else str(first),
        "trivial": "",
        "uninformative": "",
        "known": "",
        "uninformative_at": None,
    }
    if part.trivial is None or part.claim is None or first is None or not _bounded(part, part.trivial, first):
        return found
    return found | {"trivial": part.trivial.text} | _silence(part, part.trivial, examples, seed)


def _silence(part: Part, content: TrivialRange, examples: int = 0, seed: int = 0) -> dict[str, Any]:
    proved = _proved(part, content)
    silent: list[Instance] = []
    decided = 0
    points = list(_instances(part, PROVED_AT if proved else SMALL)) or _drawn(part, examples, seed)
    for point in (*points, *_drawn(part, examples // 4, seed)):
        truth = silence(part, content, point)
        if truth is Truth.UNKNOWN:
            continue
        decided += 1
        if content.where(point) is not (truth is Truth.HOLDS):
            told = content.uninformative or NOWHERE
            says = "nothing" if truth is Truth.HOLDS else "something"
            raise ContradictionError(f"{part.address}: the bound says {says} at {point}, not {told!r}")
        if truth is Truth.HOLDS:
            silent.append(point)
    return {
        "uninformative": content.uninformative or proved or NOWHERE,
        "known": PROVED if proved else f"checked at {decided} instances",
        "uninformative_at": str(silent[0]) if silent else None,
    }


def _bounded(part: Part, content: TrivialRange, point: Instance) -> bool:
    """Does the claim compare anything that the trivial range could make trivial (and not only state equalities)?"""
    with balls.precision(balls.DEFAULT_BITS):
        model = part.domain.model(point, BALLS)
        return any(_trivial(content, model, c) is not None for c in comparisons(_claimed(part, model)))


def silence(part: Part, content: TrivialRange, instance: Instance) -> Truth:
    """Does the part's claim at this instance follow from the trivial range alone?"""

    def question() -> Truth:
        model = part.domain.model(instance, BALLS)
        return balls.all_of(
            trivial.truth() if (trivial := _trivial(content, model, c)) is not None else Truth.FAILS
            for c in comparisons(_claimed(part, model))
        )

    return balls.decide(question, limit=1024)[0]


def _claimed(part: Part, model: Model) -> Any:
    """The comparisons by their right-hand sides: what a bound is worth does not depend on what it bounds."""
    assert part.claim is not None
    return part.claim.bounds(model)


def _trivial(content: TrivialRange, model: Model, claimed: Comparison) -> Comparison | None:
    """The comparison that makes ``claimed`` trivial: its bound lies outside the range; None where no bound could."""
    end = content.high if claimed.relation.upper else content.low
    if claimed.relation is Relation.EQUAL or end is None:
        return None
    value = end(model) if callable(end) else arithmetic_of(model).number(end)
    return Comparison(claimed.rhs, claimed.relation.reversed, value)


def _proved(part: Part, content: TrivialRange) -> str:
    """``nowhere`` or ``everywhere`` where the symbolic cases prove that the bound is silent there, else ``""``."""
    if part.domain.cases is None or content.uninformative not in ("", EVERYWHERE):
        return ""

    def trivial(model: Model) -> tuple[Comparison, ...]:
        found = (_trivial(content, model, c) for c in comparisons(_claimed(part, model)))
        return tuple(c for c in found if c is not None)

    def informative(model: Model) -> tuple[Comparison, ...]:
        return tuple(replace(c, relation=contrary) for c in trivial(model) if (contrary := c.relation.negated))

    prover = part.proof if isinstance(part.proof, Positivity) else Positivity()
    claim, answer = (trivial, EVERYWHERE) if content.uninformative else (informative, NOWHERE)
    return answer if prover.run(replace(part, printed=part.printed.saying(claim))).verdict is Verdict.HOLDS else ""


def _instances(part: Part, most: int = SMALL) -> Iterator[Instance]:
    """At most so many small instances that meet the hypotheses, or the first members of the part's family."""
    domain = part.domain
    if isinstance(part.proof, Eventually):
        family = part.proof.family
        yield from (family.member(k) for k in range(family.first, family.first + MEMBERS))
    elif domain.small is not None:
        looked_at = islice(domain.small(), LOOKED_AT)
        yield from islice((i for i in looked_at if domain.broken(i) is None), most)


def _drawn(part: Part, examples: int, seed: int) -> list[Instance]:
    """Drawn instances that meet the hypotheses; none where the part speaks of a family."""
    return drawn(part.domain, examples, seed) if examples and not isinstance(part.proof, Eventually) else []
