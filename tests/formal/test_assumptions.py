"""What exported statements take for granted: no cited part, no derivative that no function has, no hypothesis left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chosen import chosen_parts, sample
from tests.formal.conftest import WITH_COQ
from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.__main__ import accepted_of, exported, verdict_of
from theorems.formal.exports import export, file_of, sha
from theorems.formal.needed import IDLE, REFUSED, UNSAID, UNWRITTEN, outcomes, same_way, without_each
from theorems.formal.printer import Printer
from theorems.formal.statements import CLOSED, DEFINITION, HYPOTHESES, USED, Export
from theorems.formal.terms import NoCoqFormError
from theorems.judging.accepted import accepted
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


def test_a_derivative_exists_where_a_statement_names_it_and_a_constant_has_0_where_every_dependence_is_written() -> None:
    assert Printer().prop(ddt(h(t), t) >= 0) == "differentiable (fun t_b => h t_b) t /\\ slope (fun t_b => h t_b) t >= 0"
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


def test_neither_what_is_printed_without_its_time_nor_what_jumps_has_a_derivative() -> None:
    (part,) = find("scan_snap/Lemma 3/Eqn 27")
    W, at = symbols("W t")
    with pytest.raises(GapError, match="what changes with t"):
        by(DDT_CONSTANT(W, at)).show(ddt(W, at) == 0, hypotheses(part))
    (part,) = [each for each in find("scan_snap/Lemma 7/Eqn 47") if each.reading.value == "stated"]
    with pytest.raises(NoCoqFormError, match="jumps"):
        calculations.export(part)


def test_a_cited_part_is_proved_first_and_not_assumed_and_one_without_a_calculation_not_cited() -> None:
    (part,) = find("scan_snap/Corollary 1/Eqn 73")
    (theorem,) = calculations.export(part).theorems
    bound = "(1 / M) * (ln (M / epsilon))"
    cited = rf"(h S_n >= (4 / 5) * ({bound})) /\ (h S_n <= (5 / 4) * ({bound}))"
    first = next(line for line in theorem.proof if line.startswith("assert (Part"))
    assert first.startswith("assert (Part1 : ")
    assert first.endswith(f"-> {cited}).")
    assert cited not in theorem.statement
    assert any(line.startswith("refine (Part1 _") for line in theorem.proof)
    (part,) = find("superiority/Lemma D.4/1")
    with pytest.raises(NoCoqFormError, match=r"Lemma D\.3/1 \(stated\) is cited and has no calculation"):
        calculations.export(part)


def test_a_bound_that_says_nothing_is_held_against_the_end_of_the_trivial_range() -> None:
    (part,) = find("sparse/Lemma E.3/1(b), on G_M")
    shown = calculations.export(part)
    claimed, silent = shown.theorems
    assert claimed.statement.endswith(") <= (exp (2 * M)) / k")
    assert silent.statement.endswith("(exp (2 * M)) / k >= 1 / (k + 1)")
    assert verdict_of(shown) == "vacuous"


MOVING = "what changes with t is written as a function of it for all t ∈ ℝ"
# of each kind of theorem one part, with what becomes of it without some of its hypotheses
EACH_KIND = {
    DEFINITION: ("superiority/Lemma D.2/4a (stated)", {"a1 ≥ 0.7": REFUSED, "j0 ≠ j3": REFUSED, "c ≥ 0.1": IDLE}),
    CLOSED: ("superiority/Lemma D.3/4 in full (intended)", {"b + c = 1": REFUSED, "i0 = 1": UNWRITTEN, "c ≥ 0.1": IDLE}),
    HYPOTHESES: ("superiority/Lemma F.15/1 (stated)", {"n = t (d - 2)": REFUSED, "j0 = j2": IDLE}),
    USED: ("scan_snap/Lemma 3/Eqn 24 (stated)", {"n ∈ [M]": REFUSED, MOVING: UNSAID, "η_Y > 0": IDLE}),
}


def part_of(key: str) -> Part:
    return next(part for part in find(key.rpartition(" (")[0]) if part.key == key)


def test_a_range_that_is_deleted_changes_the_theorem_also_where_the_old_one_is_kept(tmp_path: Path) -> None:
    """No digest of a claim speaks of what its data declare."""
    part = part_of("scan_snap/Lemma 3/Eqn 24 (stated)")
    whole = export(part, tmp_path)
    without = {one.hypothesis: sha(export(one.part, tmp_path)) for one in without_each(part)}
    assert without["n ∈ [M]"] != sha(whole)
    assert sha(export(part, tmp_path)) == sha(whole)


@WITH_COQ
@pytest.mark.parametrize("kind", EACH_KIND)
def test_coq_refuses_a_theorem_without_a_hypothesis_that_it_needs(kind: str, home: tuple[Path, dict[str, str]]) -> None:
    key, expected = EACH_KIND[kind]
    whole = same_way(part_of(key), kind)
    found = {one.hypothesis: one.outcome for one in outcomes([whole], *home)}
    assert expected.items() <= found.items()
    assert sha(whole) == accepted()[key].sha


@WITH_COQ
def test_the_other_parts_of_the_file_are_accepted_as_before(home: tuple[Path, dict[str, str]]) -> None:
    broken = part_of("scan_snap/Lemma 3/Eqn 24 (stated)")
    others = exported([p for p in find("scan_snap/Lemma 3") if p.key in accepted() and p is not broken], False, {}, home[0])
    assert len(others) > 3
    (without,) = (same_way(one.part, USED) for one in without_each(broken) if one.hypothesis == "n ∈ [M]")
    refused: dict[str, str] = {}
    kept: list[Export] = accepted_of(file_of(broken), [without, *others], refused, *home)[0]
    assert list(refused) == [broken.key]
    assert {each.part.key: sha(each) for each in kept} == {each.part.key: accepted()[each.part.key].sha for each in others}
