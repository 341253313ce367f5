"""Every calculation: no reason in it is idle, what it takes for a definition is what the data compute."""

import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from tests.chosen import chosen_parts, sample
from tests.marks import IN_CI
from theorems import textbook
from theorems.judging.assumes import in_the_textbook
from theorems.judging.shown import with_reasons
from theorems.kernel.facts import Definition, Fact, Theorem, substituted
from theorems.language.computed import Computed
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.tree import And, Chain, Claim, Derivative, Folded, Range, Relation, free_symbols
from theorems.provers.at_instances import certain_at, false_step, instances, refuting
from theorems.provers.calculation import links_of
from theorems.provers.context import facts_of
from theorems.statement import Domain, Part
from theorems.textbook.flows import explicit
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import comparisons

CALCULATED = [p for p in chosen_parts() if links_of(p)]
HYPOTHESES = {condition.text for part in chosen_parts() for condition in part.domain.conditions}
INSTANCES = 12  # at which a definition is evaluated
SECONDS = 0.5 if IN_CI else 2.0
SHARES = 3  # of the definitions, for processes side by side


def named_in_papers(kind: type) -> dict[int, Any]:
    """Every object of a kind that a module of a paper names."""
    modules = [m for name, m in sys.modules.items() if name.startswith("theorems.") and name.count(".") == 2]
    return {id(x): x for module in modules for x in vars(module).values() if isinstance(x, kind)}


USED = with_reasons({f.theorem: None for p in CALCULATED for f in facts_of(p.proof)})
DEFINITIONS = [
    definition
    for definition in (named_in_papers(Definition) | {id(t): t for t in USED if isinstance(t, Definition)}).values()
    if definition not in in_the_textbook()  # there it is what a word means
]


def test_calculations_rest_on_what_is_tested_and_what_changes_is_written_as_a_function_where_the_data_say_so() -> None:
    modules = [m for name, m in sys.modules.items() if name.startswith(f"{textbook.__name__}.")]
    known = {id(x) for module in modules for x in vars(module).values() if isinstance(x, Theorem)}
    known |= {id(definition) for definition in DEFINITIONS}
    strangers = {fact.theorem.name for part in CALCULATED for fact in facts_of(part.proof) if id(fact.theorem) not in known}
    assert not strangers
    told = [(d.of, d.claim, d.name) for d in DEFINITIONS] + [(p.printed.given, p.printed.claim, p.key) for p in CALCULATED]
    for data, claim, name in told:
        words = data.ranges if isinstance(data, Computed) else ()
        for node in (node for _, node in claim.walk() if isinstance(node, Derivative) and explicit(node.variable) in words):
            assert node.variable in free_symbols(node.body), f"{text(node)} of {name} is 0"


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


@pytest.mark.parametrize("first", range(SHARES))
def test_definitions_are_what_the_data_compute_and_strict_where_they_say_so(first: int) -> None:
    for definition in sample(DEFINITIONS, 6)[first::SHARES]:  # a verdict holds those that it uses against fewer instances
        assert definition.at, f"{definition.name} names no argument at which it is evaluated"
        assert definition.of is not None
        for arguments in definition.at:
            assert_true_at_instances(definition.of, definition(*arguments).claim)
            if definition.strictly is not None:
                strict = definition.strictly(*arguments)
                assert_true_at_instances(definition.of, strict.claim, under=strict.hypotheses)
            assert_not_false_anywhere(definition, definition(*arguments))


def assert_not_false_anywhere(definition: Definition, fact: Fact) -> None:
    """Also where no hypothesis of a paper holds: a part that uses the definition need not have those of its data."""
    data = definition.of
    assert data is not None
    small = tuple(c for c in data.points.conditions if c.text not in HYPOTHESES)  # what keeps the test short
    wrong = None
    # the model may need the conditions
    with suppress(Exception, OutOfTimeError), time_limit(SECONDS):
        for instance in instances(replace(data.points, conditions=small), INSTANCES):
            if all(certain_at(data, each, instance) for each in fact.hypotheses):
                wrong = wrong or (instance if certainly_false_at(data, fact.claim, instance) else None)
    assert wrong is None, f"{definition.name} at {wrong}"


@pytest.mark.parametrize("part", sample(CALCULATED, 18), ids=lambda part: part.slug)
def test_what_a_calculation_says_is_true_at_instances(part: Part) -> None:
    """Its links, and what it takes for a fact, in the data of the part itself: at more of them than a verdict looks at."""
    assert false_step(part, INSTANCES) == ""


def assert_defined_alike(data: Computed, proof: Any) -> None:
    """What a proof takes for a definition, at the arguments at which the data have sums over whole ranges."""
    used = {id(f.theorem): f.theorem for f in facts_of(proof) if isinstance(f.theorem, Definition)}
    for definition, fact in ((d, d(*arguments)) for d in used.values() for arguments in d.at):
        ranges = [node.range for _, node in fact.claim.walk() if isinstance(node, Folded)]
        if definition.of is data or not all(isinstance(range_, Range) for range_ in ranges):
            continue
        assert definition.of is not None
        under = tuple(h for h in (*definition.of.ranges, *fact.hypotheses) if isinstance(h, Relation | Chain | And))
        with suppress(LookupError, TypeError):  # these data do not compute what it speaks of
            assert_true_at_instances(data, fact.claim, under=under)


def names_of(data: Computed, proof: Any) -> tuple[Any, ...]:
    """What the names of the data mean, and the definitions that a proof uses: parts with the same need one look."""
    used = {id(f.theorem) for f in facts_of(proof) if isinstance(f.theorem, Definition)}
    return data.points.bind, tuple(data.quantities.items()), frozenset(used)


def test_a_definition_of_other_data_is_one_of_these() -> None:
    claims = [(p.claim.given, p.proof) for p in CALCULATED if isinstance(p.claim, PrintedLine)]
    elsewhere = {names_of(data, proof): (data, proof) for data, proof in claims if isinstance(data, Computed)}
    for data, proof in sample([*elsewhere.values()], 12):
        if instances(data.points, INSTANCES):  # hypotheses that contradict each other have none
            assert_defined_alike(data, proof)


def test_ranges_hold_at_every_instance() -> None:
    for data in named_in_papers(Computed).values():
        for claim in data.ranges:
            if isinstance(claim, Relation | Chain | And):
                assert_true_at_instances(data, claim)


def test_a_definition_of_something_else_is_caught() -> None:
    from theorems.scan_snap.growth import FLOW, K, M, h, t
    from theorems.superiority.tensor_products import BY_COLUMNS, BY_ROWS
    from theorems.superiority.tensor_trick import FACT_A1

    with pytest.raises(AssertionError):
        assert_true_at_instances(FLOW, substituted(M * h(t / K) <= 0, {}))
    trick = FACT_A1[""].part.proof
    assert_defined_alike(BY_ROWS, trick)  # the definition is of rows
    with pytest.raises(AssertionError):
        assert_defined_alike(BY_COLUMNS, trick)
