"""What a proof says, held against instances: a link, or a fact of the data, that is false at one is no step of a proof."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.kernel.facts import INTEGERS, Definition
from theorems.language.computed import Computed
from theorems.language.printed_line import Hypothesis, PrintedLine
from theorems.language.printing import text
from theorems.language.seen import TooManyError
from theorems.language.structure import ROW
from theorems.language.tree import Claim, Folded, Member, Node, Range, Relation, floor
from theorems.provers.calculation import Calculation, links_of
from theorems.provers.context import facts_of
from theorems.provers.drawing import drawn
from theorems.statement import Domain, Part
from theorems.vocabulary import Comparison, comparisons

LOOKED_AT = 2000  # small instances, for some that meet the hypotheses
BITS = 200
UNKNOWN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)  # what the data do not compute
TWELVE_DIGITS = 40  # in bits: of a side that is known to fewer, no agreement to so many is asked


@lru_cache(maxsize=256)  # every definition and every range of the data is looked at there
def instances(domain: Domain, number: int) -> tuple[Instance, ...]:
    """So many of the smallest ones that meet the hypotheses, and so many drawn ones."""
    small = (i for i in islice(domain.small() if domain.small else (), LOOKED_AT) if domain.broken(i) is None)
    return (*islice(small, number), *drawn(domain, number, 0))


def _compared(data: Computed, claim: Claim, instance: Instance, about: tuple[Hypothesis, ...]) -> tuple[Comparison, ...]:
    return tuple(comparisons(_line(data, claim, about)(data.points.bind(instance, BALLS))))


@lru_cache(maxsize=256)  # one claim after the other is looked at everywhere
def _line(data: Computed, claim: Claim, about: tuple[Hypothesis, ...]) -> PrintedLine:
    return PrintedLine(claim, about, data).comparing(claim.mapped(_as_relations))


def _as_relations(node: Node) -> Node | None:
    """That something is a whole number, or one of a range."""
    match node:
        case Member(element=x, range=Range() as range_):
            return (range_.low <= x) & (x <= range_.high) & (floor(x) == x)
        case Member(element=x) if node.range is INTEGERS:
            return floor(x) == x
    return None


def false_at(data: Computed, claim: Claim, instance: Instance, about: tuple[Hypothesis, ...] = ()) -> bool:
    """Is it certainly false? Nothing is seen of a sum over too many terms."""
    with balls.precision(BITS):
        try:
            compared = _compared(data, claim, instance, about)
        except TooManyError:
            return False
        return any(_differ(c) if c.relation.value == "=" else c.truth() is Truth.FAILS for c in compared)


def _differ(equation: Comparison) -> bool:
    """By more than the last digits of two ways to compute a number; few are known of ⌈x⌉ where x is just above 10^10."""
    sides = balls.ball(equation.lhs), balls.ball(equation.rhs)
    known = all(side.rel_accuracy_bits() > TWELVE_DIGITS for side in sides)
    return not balls.close(*sides) and (known or not sides[0].overlaps(sides[1]))


def certain_at(data: Computed, claim: Claim, instance: Instance, about: tuple[Hypothesis, ...] = ()) -> bool:
    with balls.precision(BITS):
        return all(c.truth() is Truth.HOLDS for c in _compared(data, claim, instance, about))


def refuting(
    data: Computed,
    claim: Claim,
    points: Sequence[Instance],
    under: tuple[Claim, ...] = (),
    about: tuple[Hypothesis, ...] = (),
) -> Instance | None:
    """The first instance at which a claim is certainly false, where ``under`` is certain, of the indices that ``about`` admits.

    Raises LookupError where the data do not compute what the claim speaks of.
    """
    met = (i for i in points if all(certain_at(data, each, i, about) for each in under))
    return next((instance for instance in met if false_at(data, claim, instance, about)), None)


@cache
def false_definition(definition: Definition, number: int) -> str:
    """What a definition says and its own data refute, and where; "" where nothing is seen at 2 * ``number``."""
    data = definition.of
    if not isinstance(data, Computed):
        return ""
    for fact in (definition(*arguments) for arguments in definition.at):
        with suppress(*UNKNOWN):
            if (instance := refuting(data, fact.claim, instances(data.points, number), fact.hypotheses)) is not None:
                return f"{definition.name}: {text(fact.claim)} at {instance}"
    return ""


@cache
def false_range(data: Computed, number: int) -> str:
    """What data are said to have by the way they are built, and have not, and where."""
    return _false_range(data, instances(data.points, number))


def none_of(data: Any, witness: Mapping[str, Any] | None) -> str:
    """The same, at a witness, or at the members of a family that are named."""
    if not isinstance(data, Computed) or witness is None or witness["kind"] not in ("instance", "family"):
        return ""
    points = [witness["text"]] if witness["kind"] == "instance" else witness.get("members", [])  # of a family none may be named
    return _false_range(data, [Instance.parse(each) for each in points])


def _false_range(data: Computed, points: Sequence[Instance]) -> str:
    declared = data.points.declared
    for claim in (*data.ranges, *(_declared(declared) if declared else ())):
        with suppress(*UNKNOWN):
            if (instance := refuting(data, claim, points)) is not None:
                return f"{text(claim)} at {instance}"
    return ""


def _declared(of: Any) -> Iterator[Claim]:
    """What data say of quantities, for the rules of a printed line."""
    yield from (each >= 0 for each in of.nonnegative)
    yield from (Member(each, INTEGERS) for each in of.whole)


def said_by(part: Part) -> Iterator[tuple[Claim, tuple[Claim, ...]]]:
    """The links of a calculation and the facts of the data that it uses, each with what it is said under."""
    yield from ((link.claim, link.under) for link in links_of(part))
    yield from ((f.claim, f.hypotheses) for f in facts_of(part.proof) if isinstance(f.theorem, Definition))


def false_step(part: Part, number: int) -> str:
    """What a part's calculation says and the part's own data refute, and where; "" where nothing is seen at 2 * ``number``."""
    line = part.claim
    if not isinstance(part.proof, Calculation) or not isinstance(line, PrintedLine) or not isinstance(line.given, Computed):
        return ""
    about = tuple(each for each in line.conditions if isinstance(each, Claim) and line.given.on_indices(each))
    points = instances(part.domain, number)
    for claim, under in said_by(part):
        if any(isinstance(node, Folded) for node in claim.nodes()):
            continue  # data may tell a set by one element of each kind: enough for "for all", not for a sum
        of_a_row = isinstance(claim, Relation) and ROW in {getattr(side, "sort", "") for side in (claim.left, claim.right)}
        by_name = (ValueError,) if of_a_row else ()  # what some data call by its name is no number
        # it speaks of what only the proof knows, or of any value of a variable
        with suppress(LookupError, TypeError, *by_name):
            if (instance := refuting(line.given, claim, points, under, about)) is not None:
                return f"{text(claim)} at {instance}"
    return ""
