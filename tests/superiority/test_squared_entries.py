"""The step S <= M w^(-e) of every asymptotic part: S comes from the entries, so that a wrong M or e is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from theorems.catalogue import parts
from theorems.provers.argument import Step
from theorems.provers.families import Eventually
from theorems.statement import Part
from theorems.superiority import cross_signs_on_data, toy_classification, toy_properties
from theorems.superiority.cross_entries import F7, F11
from theorems.superiority.identity_signs_on_data import FewByBlock
from theorems.superiority.language import j0, j3
from theorems.superiority.sign_arguments import FewOnes
from theorems.superiority.signs_on_data import entries_of
from theorems.superiority.softmax_on_d1 import D3
from theorems.superiority.squared_entries import Entries, cited, on_growth, on_widening, stay_below

BY_SIGNS = [
    pytest.param(part, id=part.slug)
    for part in parts("superiority")
    if isinstance(part.proof, Eventually) and "Lemma 5." not in part.statement
]
ROWS_D3 = entries_of(1)
FAMILIES, EDGES = "S <= M w^(-e)", "S <= M n^(-e)"


def step(part: Part, start: str) -> Step:
    assert isinstance(part.proof, Eventually)
    (found,) = (s for s in part.proof.steps if s.text.startswith(start))
    return found


def test_every_asymptotic_part_is_looked_at() -> None:
    """29 parts with random signs on data, and three lemmas on the toy model."""
    asymptotic = [part for part in parts("superiority") if isinstance(part.proof, Eventually)]
    assert len(BY_SIGNS) == 29
    assert len(asymptotic) == len(BY_SIGNS) + 3


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


@pytest.mark.parametrize("name", ["softmax_variance", "linear_variance", "with_peak_variance"])
def test_a_wrong_variance_of_the_toy_model_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bound = {"softmax_variance": "SOFTMAX", "linear_variance": "LINEAR", "with_peak_variance": "PEAKED"}[name]
    lemma = {"SOFTMAX": "Lemma 5.1", "LINEAR": "Lemma 5.3", "PEAKED": "Lemma 5.4"}[bound]
    (part,) = (p for p in parts("superiority") if p.statement == lemma and isinstance(p.proof, Eventually))
    assert isinstance(part.proof, Eventually)
    (checked,) = (s for s in part.proof.steps if "V = " in s.text)
    assert checked.check()
    right = getattr(toy_classification, name)
    planted = replace(getattr(toy_classification, bound), variance=lambda x, n: right(x, n) / 1000)
    monkeypatch.setattr(toy_classification, bound, planted)
    if name == "softmax_variance":
        monkeypatch.setattr(toy_properties, name, planted.variance)
    assert not checked.check()
    assert not replace(planted, growth=planted.growth + 1).grows()


def test_a_bound_of_other_data_or_of_another_row_counts_for_nothing() -> None:
    """Lemma F.11's Parts 3 and 4 speak of D0; Lemma F.7's Parts 1 and 2 of row j3, which need not be row j2."""
    on_d1 = cross_signs_on_data.entries_of(1, linear=True)
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(on_d1, cited(F11, "1 on D1", "2 on D1", "3", "4")).squares({"a1": Fraction(2)})
    assert Entries(on_d1, cited(F11, "1 on D1", "2 on D1", "3 on D1", "4 on D1")).squares({"a1": Fraction(2)})
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(cross_signs_on_data.entries_of(0), cited(F7, "1", "2", "4", "5")).squares({"a0": Fraction(1, 20)})


def test_an_entry_without_a_bound_is_named() -> None:
    with pytest.raises(LookupError, match="no bound for the entry"):
        Entries(ROWS_D3, cited(D3, "4", "5.i")).squares({"a1": Fraction(7, 10), "b": Fraction(1, 2)})
    with pytest.raises(LookupError, match="no upper bound"):
        Entries(ROWS_D3, cited(D3, "1", "2.i", "2.ii")).squares({"a1": Fraction(7, 10), "b": Fraction(1, 2)})
    with pytest.raises(LookupError, match="has no Part 9"):
        cited(D3, "9")


@pytest.mark.parametrize("r", [1, 3])
def test_the_sum_read_off_the_claims_is_that_of_the_claims(r: int) -> None:
    """Lemma D.3's bounds at a point, squared and added up by hand: 2 + (w - 1) columns beside the last."""
    a, b = Fraction(7, 10), Fraction(9, 10)
    rows = Entries(entries_of(1, j0 != j3), cited(D3, "4", "5.i", "5.ii"))
    for w in (2, 5, 16):
        n, t = w ** (r + 1), w**r
        g = n ** float(a - 1)
        by_hand = float(a * g) ** 2 + (float(b) * (g + (t - 1) / n)) ** 2 + (w - 1) * float(b * t / n) ** 2
        for apart, total in rows.squares({"a1": a, "b": b}):
            terms = on_widening(total, apart, r)
            assert sum(float(c) * w ** float(p) for c, p in terms) == pytest.approx(by_hand, rel=1e-12)


def test_what_grows_too_fast_is_refused() -> None:
    n, d, t = sympy.symbols("n d t", positive=True)
    with pytest.raises(ValueError, match="does not bound"):
        on_growth(d**2 * t**2 / n**2, Fraction(1, 50))
    assert on_growth(d * t**2 / n**2, Fraction(1, 50)) == [(Fraction(1), Fraction(-1, 50))]
    assert stay_below([(Fraction(1), Fraction(-1)), (Fraction(-5), Fraction(0))], Fraction(1), Fraction(1))
    assert not stay_below([(Fraction(1), Fraction(-1, 2))], Fraction(100), Fraction(1))
