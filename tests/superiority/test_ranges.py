"""Where superiority's hypotheses can be met and its bounds say nothing, and what its parts about large sizes rest on."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy

from kernels.arithmetic import BALLS, RATIONALS
from kernels.balls import Truth
from tests.chosen import sample
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging.feasibility import silence
from theorems.language.lemma import Lemma
from theorems.language.tree import log, sqrt
from theorems.provers.argument import Step
from theorems.provers.families import PRINTED_ROUTE, Eventually
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.superiority import cross_signs_on_data
from theorems.superiority.cross_entries import F7, F11, F15
from theorems.superiority.identity_signs_on_data import FewByBlock
from theorems.superiority.language import n
from theorems.superiority.linear_attention import D10
from theorems.superiority.printed_routes import PrintedRoute, row_width
from theorems.superiority.sign_arguments import FewOnes, rests_on
from theorems.superiority.softmax_on_d1 import D3
from theorems.superiority.squared_entries import Entries, cited, on_growth, stay_below
from theorems.vocabulary import Relation, comparisons

# a normaliser that is not 0, matrices that differ, two constants, a column number, a swept coefficient: nothing is clear before
NO_RANGE = {f"Definition {number}" for number in ("3.2", "3.3", "3.8", "C.1", "C.4", "F.1")}
NO_RANGE |= {"Appendix A", "Section 7.2", "Section F.6"}


def is_an_equation(part: Part) -> bool:
    """A count, say, which is judged by what it counts; or a formula, by how many rows and columns its pieces have."""
    return getattr(part.printed.claim, "sign", "") == "==" or any(r.name == "shapes" for r in part.printed.reduced.rules)


def test_every_inequality_has_a_trivial_range() -> None:
    for part in parts("superiority"):
        if part.claim is None or part.domain.small is None or part.statement in NO_RANGE or is_an_equation(part):
            continue
        point = next((i for i in itertools.islice(part.domain.small(), 300) if part.domain.broken(i) is None), None)
        if point is None:
            continue
        claimed = list(comparisons(part.claim(part.domain.bind(point, BALLS))))
        if any(c.relation is not Relation.EQUAL for c in claimed):
            assert part.trivial is not None, part.slug


MEANS = [
    p
    for name in ("D.3", "D.11", "D.15")
    for p in find(name, "superiority")
    if p.trivial is not None and p.label != "2.i"  # exactly one column: no single comparison
]


@pytest.mark.parametrize("part", MEANS, ids=lambda p: p.slug)
def test_silent_sets_of_means_are_exact_where_bound_and_range_meet(part: Part) -> None:
    """With 1 for √(log n) and whole exponents both sides are rational, so that ties count as well."""
    assert part.trivial is not None
    assert part.domain.small is not None
    assert part.claim is not None
    decided = 0
    for point in itertools.islice(part.domain.small(), 3000):
        softmax_is_irrational = "exp" in part.text and point.get("a1", Fraction(1, 2)).denominator != 1
        if point.n == 1 or point.n > 24 or softmax_is_irrational or part.domain.broken(point) is not None:
            continue
        bound = part.domain.bind(point, RATIONALS)
        model = replace(bound, numbers={**bound.numbers, log(n): Fraction(1), sqrt(log(n)): Fraction(1)}, known={})
        (claimed,) = comparisons(part.claim(model))
        end = part.trivial.high if claimed.relation.upper else part.trivial.low
        value = end(model) if callable(end) else end
        silent = claimed.rhs >= value if claimed.relation.upper else claimed.rhs <= value
        if claimed.relation is Relation.LESS:
            silent = claimed.rhs > value
        assert part.trivial.where(point) is bool(silent), point
        decided += 1
    assert decided > 20


def test_the_column_of_a_single_block_is_bounded_by_its_largest_entry_alone() -> None:
    (part,) = find("superiority/Lemma D.7/2.i")
    assert part.trivial is not None
    wide, narrow = Instance.parse("n=2 d=4 t=1 j3=1 a0=1/11 b=1/2 c=1/2 j0=1 i0=2"), "n=4 d=3 t=4"
    assert silence(part, part.trivial, wide) is Truth.FAILS
    assert silence(part, part.trivial, Instance.parse(narrow + " j3=1 a0=1/11 b=1/2 c=1/2 j0=1 i0=2")) is Truth.HOLDS


EVENTUAL = [(part, part.proof) for part in parts("superiority") if isinstance(part.proof, Eventually)]


def step(proof: Eventually, start: str) -> Step:
    (found,) = (s for s in proof.steps if s.text.startswith(start))
    return found


def changed(right: Callable[[Any], Any], change: Callable[[Any], Any]) -> property:
    return property(lambda self: change(right(self)))


CHANGES: dict[str, Callable[[Any], Any]] = {"M": lambda M: M / 1000, "e": lambda e: e + Fraction(1, 10)}


def test_a_wrong_bound_on_the_squares_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """M/1000 and e + 1/10 are false on the family, and M/1000 wherever the growth hypothesis alone is used."""
    for part, proof in sample([each for each in EVENTUAL if "Lemma 5." not in each[0].statement], 4):
        along, everywhere = step(proof, "S <= M w^(-e)"), step(proof, "S <= M n^(-e)")
        assert along.check(), part.key
        assert everywhere.check(), part.key
        for kind in {FewOnes, FewByBlock} & {type(cell.cell_contents) for cell in along.check.__closure__ or ()}:
            for name, change in CHANGES.items():
                with monkeypatch.context() as planted:
                    planted.setattr(kind, name, changed(getattr(kind, name).fget, change))
                    assert not along.check(), (part.key, name)
                    assert name == "e" or not everywhere.check(), part.key


def test_a_bound_of_other_data_or_of_another_row_counts_for_nothing_and_what_grows_too_fast_is_refused() -> None:
    """Lemma F.11's Parts 3 and 4 speak of D0; Lemma F.7's Parts 1 and 2 of row j3, which need not be row j2."""
    on_d1 = cross_signs_on_data.cross_entries_of(1, linear=True)
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(on_d1, cited(F11, "1 on D1", "2 on D1", "3", "4")).squares({"a1": Fraction(2)})
    assert Entries(on_d1, cited(F11, "1 on D1", "2 on D1", "3 on D1", "4 on D1")).squares({"a1": Fraction(2)})
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(cross_signs_on_data.cross_entries_of(0), cited(F7, "1", "2", "4", "5")).squares({"a0": Fraction(1, 20)})
    n, d, t = sympy.symbols("n d t", positive=True)
    with pytest.raises(ValueError, match="does not bound"):
        on_growth(d**2 * t**2 / n**2, Fraction(1, 50))
    assert on_growth(d * t**2 / n**2, Fraction(1, 50)) == [(Fraction(1), Fraction(-1, 50))]
    assert stay_below([(Fraction(1), Fraction(-1)), (Fraction(-5), Fraction(0))], Fraction(1), Fraction(1))
    assert not stay_below([(Fraction(1), Fraction(-1, 2))], Fraction(100), Fraction(1))
    slow = FewByBlock(r=1, a=Fraction(1), b=Fraction(1, 10), G=Fraction(1), decay=Fraction(1, 4))
    with pytest.raises(ValueError, match="too little"):
        slow.edge(Fraction(1, 25))


CITED: list[tuple[Lemma, tuple[str, ...], tuple[str, ...], bool]] = [  # parts as printed, parts repaired: may they be cited?
    (D3, ("4",), ("5.i", "5.ii"), True),
    (D10, ("4a",), ("4b",), True),
    (F15, (), ("1",), True),
    (D3, ("5",), (), False),  # refuted
    (D3, ("4", "5"), (), False),
    (D10, ("4b",), (), False),
    (D3, ("5.i", "5.ii"), (), False),  # in the other reading
    (D3, (), ("4",), False),
    (F15, ("1",), (), False),  # its hypotheses cannot be met
    (D3, ("7",), (), False),  # no such part
    (D3, (), (), False),
]


def test_a_part_is_cited_in_the_reading_that_is_proved_and_in_no_other() -> None:
    for lemma, printed, repaired, may in CITED:
        assert rests_on(lemma, *printed, repaired=repaired).check() is may, (printed, repaired)
    told = rests_on(D3, "4", repaired=("5.i", "5.ii")).text
    assert told == "Lemma D.3, Parts 4 (stated), Parts 5.i, 5.ii (intended): proved"


def test_a_part_is_true_from_the_size_on_from_which_its_printed_proof_works_if_its_width_shrinks() -> None:
    for part, proof in EVENTUAL:
        route = proof.also[PRINTED_ROUTE]
        if isinstance(route, PrintedRoute):
            start = route.start()
            assert start is not None
            assert [route.proves(k) for k in range(start - 1, start + 40)] == [False] + [True] * 40, part.key
            for k in range(start, start + 3):
                assert evaluate(part, proof.family.member(k)).truth is Truth.HOLDS, part.key
    # d = n^(1/5) and a0 = 1/20, 1/40: t √d/n^(1-2a0) is n^(2a0) d^(-1/2) up to a constant
    assert PrintedRoute("", row_width(Fraction(1), Fraction(9, 10), 2, 4), Fraction(1, 10), r=4).start() is None
    assert PrintedRoute("", row_width(Fraction(1), Fraction(19, 20), 2, 4), Fraction(1, 10), r=4).start() is not None


def test_no_repair_is_said_to_be_without_a_hypothesis_that_it_lists() -> None:
    said = [part for part in parts("superiority") if "(without " in part.text]
    assert {part.address for part in said} >= {"superiority/Theorem E.4", "superiority/Lemma F.15/1"}
    for part in said:
        dropped = part.text.rpartition("(without ")[2].removesuffix(")").split(", ")
        assert not [words for words in dropped if any(words == condition.text for condition in part.domain.conditions)]
