"""Derivatives in exported statements: they exist where they are named, and none is assumed that no function has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chosen import chosen_parts, sample
from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.printer import Printer
from theorems.formal.terms import NoCoqFormError
from theorems.kernel.facts import Definition, Fact
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by
from theorems.language.computed import Computed
from theorems.language.printing import text
from theorems.language.tree import Derivative, ForAll, ddt, free_symbols, symbols
from theorems.provers.context import hypotheses, line_of, reasons_in
from theorems.statement import Part
from theorems.textbook.flows import DDT_CONSTANT, explicit

h, l, t, z = symbols("h l t z")


def test_a_derivative_exists_where_a_statement_names_it() -> None:
    assert Printer().prop(ddt(h(t), t) >= 0) == "differentiable (fun t_b => h t_b) t /\\ slope (fun t_b => h t_b) t >= 0"


def test_a_constant_has_derivative_0_where_every_dependence_is_written() -> None:
    told = Printer(explicit=frozenset({t}))
    assert told.prop(ddt(z[l], t) == 0) == "differentiable (fun t_b => z l) t /\\ slope (fun t_b => z l) t = 0"


def data_of(part: Part) -> Iterator[Computed]:
    reasons = [r for r in reasons_in((part.proof, part.trivial)) if isinstance(r, Fact)]
    named = [r.theorem.of for r in reasons if isinstance(r.theorem, Definition)]
    given = [] if part.claim is None or part.in_words else [line_of(part).given]
    yield from (each for each in (*given, *named) if isinstance(each, Computed))


def test_no_data_say_that_all_is_written_as_functions_of_time_and_speak_of_a_derivative_of_what_is_not() -> None:
    """Where they did, "a constant has derivative 0" would show that nothing moves."""
    for part in sample(chosen_parts(), 10):
        for data in data_of(part):
            times = {c.variable for c in data.ranges if isinstance(c, ForAll) and explicit(c.variable) is c}
            moving = [
                n for each in data.quantities for _, n in each.walk() if isinstance(n, Derivative) and n.variable in times
            ]
            assert all(n.variable in free_symbols(n.body) for n in moving), (part.key, [*map(text, moving)])


def test_what_lemma_3_prints_without_its_time_is_no_constant() -> None:
    (part,) = find("scan_snap/Lemma 3/Eqn 27")
    W, at = symbols("W t")
    with pytest.raises(GapError, match="what changes with t"):
        by(DDT_CONSTANT(W, at)).show(ddt(W, at) == 0, hypotheses(part))


def test_no_function_has_a_derivative_that_jumps() -> None:
    (part,) = [each for each in find("scan_snap/Lemma 7/Eqn 47") if each.reading.value == "stated"]
    with pytest.raises(NoCoqFormError, match="jumps"):
        calculations.export(part)
