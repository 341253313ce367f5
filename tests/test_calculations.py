"""Every calculation: no reason in it is idle, what it takes for a definition is what the data compute."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any

import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from tests.chosen import chosen_parts, sample
from tests.marks import PROFILE
from theorems import textbook
from theorems.judging.assumes import in_the_textbook
from theorems.judging.shown import with_reasons
from theorems.kernel.facts import Definition, Fact, Theorem, substituted
from theorems.language.computed import Computed
from theorems.language.lemma import PrintedLine
from theorems.language.printing import text
from theorems.language.tree import And, Chain, Claim, Folded, Node, Range, Relation
from theorems.proofs.kept import flat_of
from theorems.provers.at_instances import certain_at, false_at, false_step, instances, refuting
from theorems.provers.calculation import links_of
from theorems.provers.context import facts_of
from theorems.statement import Domain, Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Verdict, comparisons

CALCULATED = [p for p in chosen_parts() if links_of(p)]
HYPOTHESES = {condition.text for part in chosen_parts() for condition in part.domain.conditions}
EACH = 1 if PROFILE == "nightly" else 3  # of so many reasons one is left out
INSTANCES = 12  # at which a definition is evaluated
SECONDS = 2.0


def named_in_papers(kind: type) -> dict[int, Any]:
    """Every object of a kind that a module of a paper names."""
    modules = [m for name, m in sys.modules.items() if name.startswith("theorems.") and name.count(".") == 2]
    return {id(x): x for module in modules for x in vars(module).values() if isinstance(x, kind)}


DATA = {f"{d.name}: {', '.join(map(text, d.ranges))}": d for d in named_in_papers(Computed).values() if d.ranges}


USED = with_reasons({f.theorem: None for p in CALCULATED for f in facts_of(p.proof)})
DEFINITIONS = [
    definition
    for definition in (named_in_papers(Definition) | {id(t): t for t in USED if isinstance(t, Definition)}).values()
    if definition not in in_the_textbook()  # there it is what a word means
]


def with_fewer_reasons(script: Any) -> Iterator[tuple[str, Any]]:
    """The script without one of its reasons, for each of them."""
    if not is_dataclass(script) or isinstance(script, type | Node | Fact):
        return
    for field in fields(script):
        value = getattr(script, field.name)
        if field.name == "reasons":
            yield from ((name, replace(script, reasons=fewer)) for name, fewer in _fewer(value))
        elif isinstance(value, tuple):
            for k, each in enumerate(value):
                for name, changed in with_fewer_reasons(each):
                    yield name, replace(script, **{field.name: (*value[:k], changed, *value[k + 1 :])})
        else:
            for name, changed in with_fewer_reasons(value):
                yield name, replace(script, **{field.name: changed})


def _fewer(reasons: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for k, reason in enumerate(reasons):
        if isinstance(reason, tuple):  # those of one link of several
            yield from ((name, (*reasons[:k], fewer, *reasons[k + 1 :])) for name, fewer in _fewer(reason))
        else:
            name = text(reason) if isinstance(reason, Claim) else reason.reason
            yield name, (*reasons[:k], *reasons[k + 1 :])


BY_HAND = [part for part in CALCULATED if flat_of(part.proof) is None]  # a lemma's reasons serve all of its instances


@pytest.mark.parametrize("part", sample(BY_HAND, 20), ids=lambda part: part.slug)
def test_every_reason_is_needed(part: Part) -> None:
    found = part.proved
    assert found is not None
    assert found.verdict is not Verdict.UNKNOWN, found.how
    tried = islice(with_fewer_reasons(part.proof), CALCULATED.index(part) % EACH, None, EACH)
    idle = [name for name, fewer in tried if fewer.run(part).verdict is not Verdict.UNKNOWN]
    assert not idle, f"the calculation goes through without: {idle}"


def test_calculations_rest_on_the_textbook_and_on_definitions_that_are_tested() -> None:
    modules = [m for name, m in sys.modules.items() if name.startswith(f"{textbook.__name__}.")]
    known = {id(x) for module in modules for x in vars(module).values() if isinstance(x, Theorem)}
    known |= {id(definition) for definition in DEFINITIONS}
    strangers = {fact.theorem.name for part in CALCULATED for fact in facts_of(part.proof) if id(fact.theorem) not in known}
    assert not strangers


def certainly_false_at(data: Computed, claim: Claim, instance: Any) -> bool:
    """Not where a side has no value in balls, such as the root of a ball around 0."""
    with balls.precision(200):
        bound = data.points.bind(instance, BALLS)
        return any(c.truth() is Truth.FAILS for c in comparisons(PrintedLine(claim, (), data).comparing(claim)(bound)))


def assert_true_at_instances(data: Computed, claim: Claim, points: Domain | None = None, under: tuple[Claim, ...] = ()) -> None:
    found = instances(points or data.points, INSTANCES)
    assert found, f"no instance of {data.name}"
    instance = refuting(data, claim, found, under)
    assert instance is None, f"{text(claim)} at {instance}"


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda d: f"{d.of.name}-{d.name}")
def test_definitions_are_what_the_data_compute(definition: Definition) -> None:
    """Also where no hypothesis of a paper holds: a part that uses the definition need not have those of its data."""
    assert definition.at, f"{definition.name} names no argument at which it is evaluated"
    assert definition.of is not None
    for arguments in definition.at:
        assert_true_at_instances(definition.of, definition(*arguments).claim)
        small = (c for c in definition.of.points.conditions if c.text not in HYPOTHESES)  # what keeps the test short
        anywhere = replace(definition.of.points, conditions=tuple(small))
        fact = definition(*arguments)
        try:
            with time_limit(SECONDS):
                for instance in instances(anywhere, INSTANCES):
                    if all(certain_at(definition.of, each, instance) for each in fact.hypotheses):
                        assert not certainly_false_at(definition.of, fact.claim, instance), f"{definition.name} at {instance}"
        except AssertionError:
            raise
        except (Exception, OutOfTimeError):
            continue  # the model may need the conditions


@pytest.mark.parametrize("definition", [d for d in DEFINITIONS if d.strictly], ids=lambda d: f"{d.of.name}-{d.name}")
def test_definitions_are_strict_where_they_say_so(definition: Definition) -> None:
    strict = definition.strictly
    assert strict is not None
    assert definition.of is not None
    for arguments in definition.at:
        fact = strict(*arguments)
        assert_true_at_instances(definition.of, fact.claim, under=fact.hypotheses)


@pytest.mark.parametrize("part", sample(CALCULATED, 6), ids=lambda part: part.slug)
def test_what_a_calculation_says_is_true_at_instances(part: Part) -> None:
    """Its links, and what it takes for a fact, in the data of the part itself: at more of them than a verdict looks at."""
    assert false_step(part, INSTANCES) == ""


def definitions_on(data: Computed, proof: Any) -> Iterator[tuple[Definition, Fact]]:
    """What a proof takes for a definition, at the arguments at which the data have sums over whole ranges."""
    used = {id(f.theorem): f.theorem for f in facts_of(proof) if isinstance(f.theorem, Definition)}
    for definition in used.values():
        for fact in (definition(*arguments) for arguments in definition.at):
            ranges = [node.range for _, node in fact.claim.walk() if isinstance(node, Folded)]
            if definition.of is not data and all(isinstance(range_, Range) for range_ in ranges):
                yield definition, fact


def assert_defined_alike(data: Computed, proof: Any) -> None:
    for definition, fact in definitions_on(data, proof):
        assert definition.of is not None
        under = tuple(h for h in (*definition.of.ranges, *fact.hypotheses) if isinstance(h, Relation | Chain | And))
        with suppress(LookupError, TypeError):  # these data do not compute what it speaks of
            assert_true_at_instances(data, fact.claim, under=under)


def names_of(part: Part) -> tuple[Any, ...]:
    """What the names of its data mean, and the definitions that it uses: parts with the same need one look."""
    data = part.claim.given if isinstance(part.claim, PrintedLine) else None
    assert isinstance(data, Computed)
    used = {id(f.theorem) for f in facts_of(part.proof) if isinstance(f.theorem, Definition)}
    return data.points.bind, tuple(data.quantities.items()), frozenset(used)


ELSEWHERE = {names_of(p): p for p in CALCULATED if isinstance(p.claim, PrintedLine) and isinstance(p.claim.given, Computed)}


@pytest.mark.parametrize("part", sample(list(ELSEWHERE.values()), 6), ids=lambda part: part.slug)
def test_a_definition_of_other_data_is_one_of_these(part: Part) -> None:
    assert isinstance(part.claim, PrintedLine)
    assert isinstance(part.claim.given, Computed)
    assert_defined_alike(part.claim.given, part.proof)


def test_a_definition_of_rows_is_caught_where_columns_are_listed() -> None:
    from theorems.superiority.tensor_products import BY_COLUMNS, BY_ROWS
    from theorems.superiority.tensor_trick import FACT_A1

    trick = FACT_A1[""].part.proof
    assert_defined_alike(BY_ROWS, trick)
    with pytest.raises(AssertionError):
        assert_defined_alike(BY_COLUMNS, trick)


@pytest.mark.parametrize("data", DATA.values(), ids=DATA.keys())
def test_ranges_hold_at_every_instance(data: Computed) -> None:
    for claim in data.ranges:
        if isinstance(claim, Relation | Chain | And):
            assert_true_at_instances(data, claim)


@pytest.mark.parametrize("part", sample(CALCULATED, 10), ids=lambda part: part.slug)
def test_a_condition_says_all_that_its_claim_says(part: Part) -> None:
    """Also where the other conditions do not hold: a mutant may have dropped them."""
    data = part.claim.given if isinstance(part.claim, PrintedLine) else None
    if not isinstance(data, Computed):
        return
    for condition in part.domain.conditions:
        if condition.claim is None or condition.growth or data.on_indices(condition.claim):
            continue
        alone = replace(part.domain, conditions=(condition,))
        for instance in (*instances(part.domain, INSTANCES), *instances(alone, INSTANCES)):
            with suppress(
                LookupError, TypeError, ValueError, ArithmeticError, AttributeError
            ):  # the model may need the other conditions
                assert not false_at(data, condition.claim, instance), f"{condition.text}: {text(condition.claim)} at {instance}"


def test_a_definition_of_something_else_is_caught() -> None:
    from theorems.scan_snap.growth import FLOW, K, M, h, t

    with pytest.raises(AssertionError):
        assert_true_at_instances(FLOW, substituted(M * h(t / K) <= 0, {}))
