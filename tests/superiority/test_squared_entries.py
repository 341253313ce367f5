"""The step S <= M w^(-e) of every asymptotic part: S comes from the entries, so that a wrong M or e is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy

from theorems.catalogue import parts
from theorems.provers.argument import Step
from theorems.provers.families import Eventually
from theorems.statement import Part
from theorems.superiority import cross_signs_on_data
from theorems.superiority.cross_entries import F7, F11
from theorems.superiority.identity_signs_on_data import FewByBlock
from theorems.superiority.sign_arguments import FewOnes
from theorems.superiority.squared_entries import Entries, cited, on_growth, stay_below

BY_SIGNS = [
    pytest.param(part, id=part.slug)
    for part in parts("superiority")
    if isinstance(part.proof, Eventually) and "Lemma 5." not in part.statement
]
FAMILIES, EDGES = "S <= M w^(-e)", "S <= M n^(-e)"


def step(part: Part, start: str) -> Step:
    assert isinstance(part.proof, Eventually)
    (found,) = (s for s in part.proof.steps if s.text.startswith(start))
    return found


@pytest.mark.parametrize("part", BY_SIGNS)
def test_a_wrong_bound_on_the_squares_is_refused(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """M/1000 and e + 1/10 are false on the family, and M/1000 wherever the growth hypothesis alone is used."""
    along, everywhere = step(part, FAMILIES), step(part, EDGES)
    assert along.check()
    assert everywhere.check()
    for kind in (FewOnes, FewByBlock):
        for name, factor, more in (("M", Fraction(1, 1000), 0), ("e", Fraction(1), Fraction(1, 10))):
            with monkeypatch.context() as planted:
                planted.setattr(kind, name, _changed(getattr(kind, name).fget, factor, more))
                if kind in _kinds(along):
                    assert not along.check()
                    assert name == "e" or not everywhere.check()


def _changed(right: Callable[[FewOnes], Fraction], factor: Fraction, more: Fraction | int) -> property:
    return property(lambda self: factor * right(self) + more)


def _kinds(found: Step) -> set[type]:
    """The class of the bound that the step speaks of."""
    cells = [cell.cell_contents for cell in found.check.__closure__ or ()]
    return {type(value) for value in cells if isinstance(value, FewOnes)}


def test_a_bound_of_other_data_or_of_another_row_counts_for_nothing() -> None:
    """Lemma F.11's Parts 3 and 4 speak of D0; Lemma F.7's Parts 1 and 2 of row j3, which need not be row j2."""
    on_d1 = cross_signs_on_data.cross_entries_of(1, linear=True)
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(on_d1, cited(F11, "1 on D1", "2 on D1", "3", "4")).squares({"a1": Fraction(2)})
    assert Entries(on_d1, cited(F11, "1 on D1", "2 on D1", "3 on D1", "4 on D1")).squares({"a1": Fraction(2)})
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(cross_signs_on_data.cross_entries_of(0), cited(F7, "1", "2", "4", "5")).squares({"a0": Fraction(1, 20)})


def test_what_grows_too_fast_is_refused() -> None:
    n, d, t = sympy.symbols("n d t", positive=True)
    with pytest.raises(ValueError, match="does not bound"):
        on_growth(d**2 * t**2 / n**2, Fraction(1, 50))
    assert on_growth(d * t**2 / n**2, Fraction(1, 50)) == [(Fraction(1), Fraction(-1, 50))]
    assert stay_below([(Fraction(1), Fraction(-1)), (Fraction(-5), Fraction(0))], Fraction(1), Fraction(1))
    assert not stay_below([(Fraction(1), Fraction(-1, 2))], Fraction(100), Fraction(1))
