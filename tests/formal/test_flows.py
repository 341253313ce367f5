"""Derivatives in exported statements: they exist where they are named, and none is assumed that no function has."""

from __future__ import annotations

import pytest

from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.printer import Printer
from theorems.formal.terms import NoCoqFormError
from theorems.language.tree import ddt, symbols

h, l, t, z = symbols("h l t z")


def test_a_derivative_exists_where_a_statement_names_it() -> None:
    assert Printer().prop(ddt(h(t), t) >= 0) == "differentiable (fun t_b => h t_b) t /\\ slope (fun t_b => h t_b) t >= 0"


def test_the_derivative_of_what_is_not_written_as_a_function_is_no_0() -> None:
    assert Printer().prop(ddt(z[l], t) == 0) == "d_dt_z l = 0"


def test_no_function_has_a_derivative_that_jumps() -> None:
    (part,) = [each for each in find("scan_snap/Lemma 7/Eqn 47") if each.reading.value == "stated"]
    with pytest.raises(NoCoqFormError, match="jumps"):
        calculations.export(part)
