"""Domains: hypotheses are checked exactly, and the symbolic cases of a domain together know no more than its instances meet."""

from contextlib import suppress
from fractions import Fraction
from itertools import islice

import pytest
import sympy
from hypothesis import strategies as st

from tests.fabricated import one_number, part_of
from theorems.catalogue import OURS, parts
from theorems.instance import Instance
from theorems.language.computed import Computed
from theorems.language.exact import Exactly
from theorems.provers.drawing import drawn
from theorems.provers.ranges import _own_range
from theorems.provers.vacuity import ContradictoryHypotheses
from theorems.statement import Condition, Domain, Part, SymbolicCase
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Verdict, at_most

EVEN = Condition(
    words="n even",
    check=lambda i: i.n % 2 == 0,
    steer=lambda i: i.but(n=i.n + i.n % 2),
    on_case=lambda pattern: pattern == "even",
)
ODD = Condition(words="n odd", check=lambda i: i.n % 2 == 1, on_case=lambda pattern: pattern == "odd")
POSITIVE = Condition(words="n > 0", check=lambda i: i.n > 0)  # no case reads it


def integers(*conditions: Condition) -> Domain:
    n = sympy.Symbol("n", nonnegative=True)
    cases = [SymbolicCase(pattern, n, {n: n}) for pattern in ("even", "odd")]
    return one_number("n", st.integers(-3, 9), *conditions, cases=lambda: iter(cases))


def part(*conditions: Condition) -> Part:
    return part_of(integers(*conditions), lambda x: at_most(x, x))


def test_hypotheses_are_checked_in_order_and_the_broken_one_is_named():
    domain = integers(POSITIVE, EVEN)
    assert domain.broken(Instance(n=4)) is None
    assert domain.broken(Instance(n=-1)) == "n > 0"
    assert domain.broken(Instance(n=3)) == "n even"
    domain.require(Instance(n=2))
    with pytest.raises(ValueError, match="hypothesis broken: n even"):
        domain.require(Instance(n=3))
    assert {i.n for i in drawn(domain, 30, 0)} <= {2, 4, 6, 8, 10}


def test_only_cases_that_every_condition_admits_are_left_and_hypotheses_without_any_are_vacuous():
    assert [case.pattern for case in integers().admitted_cases] == ["even", "odd"]
    assert [case.pattern for case in integers(POSITIVE, EVEN).admitted_cases] == ["even"]
    empty, met = (ContradictoryHypotheses().run(part(*conditions)) for conditions in ((EVEN, ODD), (POSITIVE, EVEN)))
    assert (empty.verdict, "n even; n odd" in empty.how) == (Verdict.VACUOUS, True)
    assert (met.verdict, "even" in met.how) == (Verdict.UNKNOWN, True)


def met(domain: Domain) -> list[Instance]:
    small = islice(domain.small(), 400) if domain.small is not None else ()
    return [*islice((i for i in small if domain.broken(i) is None), 0, 100, 5), *drawn(domain, 5, 0)]


def test_what_a_symbolic_case_takes_for_granted_is_true_of_its_instances():
    with_cases = {part.domain.name: part.domain for part in parts() if part.domain.cases and part.domain.pattern_of}
    assert len(with_cases) >= 9
    for name, domain in with_cases.items():
        assert domain.pattern_of is not None
        cases = {case.pattern: case for case in domain.admitted_cases}
        for instance in met(domain):
            case = cases[domain.pattern_of(instance)]  # every instance that meets the hypotheses is in an admitted case
            known = [symbol for symbol in case.positive if str(symbol) in instance]
            values = {symbol: sympy.Rational(Fraction(instance[str(symbol)])) for symbol in known}
            for symbol, value in values.items():
                low, high = _own_range(case.positive[symbol])
                assert low is None or low <= value, (name, symbol, instance)
                assert high is None or value <= high, (name, symbol, instance)
            assert not case.size_above_one or instance.n >= 2
            assert case.size_value is None or case.size_value.subs(values) == instance.n


SECONDS = 0.3  # for each hypothesis
NOT_DECIDED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError)
COMPARED = {"superiority": 5, "sparse": 20, "scan_snap": 20}  # hypotheses of which something is seen, at least


@pytest.mark.parametrize("paper", OURS)
def test_a_hypothesis_is_checked_as_its_tree_says(paper: str) -> None:
    """Also where it is broken: at the smallest instances, whatever they meet."""
    seen, differ = set(), []
    for domain, condition, given in hypotheses_of(paper):
        with suppress(*NOT_DECIDED, OutOfTimeError), time_limit(SECONDS):
            tree = given.condition(condition.claim)
            for instance in islice(domain.small() if domain.small is not None else (), 40):
                if tree.check(instance) != condition.check(instance):
                    differ.append(f"{domain.name}: {condition.text} at {instance}")
                seen.add(condition.text)
    assert not differ, "\n".join(differ)
    assert len(seen) >= COMPARED[paper]


def hypotheses_of(paper: str) -> list[tuple[Domain, Condition, Computed]]:
    """Each hypothesis that is a tree beside its own check, once for each domain, with the data that say what its names mean."""
    found: dict[tuple[str, str], tuple[Domain, Condition, Computed]] = {}
    for part in parts(paper):
        given = getattr(part.printed, "given", None)
        if isinstance(given, Computed):
            for condition in part.domain.conditions:
                if condition.claim is not None and not condition.growth and not isinstance(condition.check, Exactly):
                    found.setdefault((part.domain.name, condition.text), (part.domain, condition, given))
    return list(found.values())
