"""The kernel refuses what is false, and shows what is true."""

from __future__ import annotations

from tests.kernel_of_proofs.claims import cases_


def test_the_kernel_refuses_what_is_false_and_shows_what_is_true() -> None:
    assert not [name for name, right in cases_() if not right()]
