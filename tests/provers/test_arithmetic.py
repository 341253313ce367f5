"""What follows from facts by arithmetic: never what is false at some point that meets them."""

import sympy

from theorems.kernel.arithmetic import Facts
from theorems.kernel.signs import nonnegative
from theorems.language.tree import symbols
from theorems.provers.certificate_of_sign import Known, certified

p, q, r = symbols("p q r")


def test_a_product_that_may_be_0_is_no_positive_column() -> None:
    _, x, y = sympy.ring("x y", sympy.QQ)
    known = [Known(-x * y)]  # so x y = 0, which says nothing against x ≥ 0, y ≥ 0
    assert not certified(-x, known, [False, False], strict=False)
    assert certified(-x, known, [False, True], strict=False)


def test_a_question_with_nothing_to_add_up_has_no_proof() -> None:
    """Neither where all coefficients are too small for the first search, nor where one is too large for any."""
    _, x, y = sympy.ring("x y", sympy.QQ)
    for tiny_or_huge in (sympy.QQ(1, 10**7), sympy.QQ(10) ** 150, sympy.QQ(1, 10**350)):
        assert not certified(tiny_or_huge * (x - y), [], [False, False], strict=False)
    assert certified(x / 10**7, [Known(x - y)], [False, False], strict=False)
    assert certified((x - y) / 10**7, [Known(x - 2 * y)], [False, False], strict=False)
    assert not Facts((10**7 * q == p,)).give(q >= 0)


def test_high_powers_are_neither_multiplied_out_nor_counted_in_64_bits() -> None:
    p, q = sympy.symbols("p q", real=True)
    for power in (2**12, 2**20, 2**62, 2**65):
        assert not nonnegative(p**power - 1, [(p, True, False)], strict=True)
        assert not nonnegative(p * q**power - 1, [(p - q, False, False)], strict=False)
