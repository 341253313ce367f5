"""What is open at its right end is put in parentheses before a factor."""

from __future__ import annotations

from theorems.language.printing import text
from theorems.language.tree import Named, Sum, Symbol, ddt, symbols

K, k, n = symbols("K k n")


def test_a_sum_or_a_derivative_before_a_factor_is_in_parentheses() -> None:
    total = Sum(k, Named("[K]"), Symbol("v")[k])
    assert text(total * n) == "(Σ_{k∈[K]} v_k) n"
    assert text(n * total) == "n (Σ_{k∈[K]} v_k)"
    assert text(ddt(K, n) * k) == "(d/dn K) k"
    assert text(ddt(K, n) / k) == "(d/dn K)/k"
    assert text(total / k) == "(Σ_{k∈[K]} v_k)/k"
