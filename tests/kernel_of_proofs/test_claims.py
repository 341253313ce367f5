"""The kernel refuses what is false, and shows what is true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kernel_of_proofs.claims import cases_


@pytest.mark.parametrize("right", [pytest.param(right, id=name) for name, right in cases_()])
def test_claim(right: Callable[[], bool]) -> None:
    assert right()
