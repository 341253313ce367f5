"""What is said of a family has to be true of all its large members, not of the first few alone."""

from __future__ import annotations

import pytest

from theorems.kernel.gaps import GapError
from theorems.language.tree import Claim, Symbol, chain, floor, log, sqrt
from theorems.provers.along import not_shown
from theorems.provers.calculation import K

n, k, t = Symbol("n"), Symbol("k"), Symbol("t")


@pytest.mark.parametrize(
    "claims",
    [
        (n == 10**K, n >= 1000),
        (n == k**8, k == 10**K, n == 10 ** (8 * K), log(k) >= 92),
        (n == 10**K, floor(n / 2) == n / 2),
        (n == 10**K, chain(sqrt(n), "<=", k, "<=", sqrt(n) + 1), k >= 1),
        (t >= 8 * log(n), t <= 8 * log(n) + 3),
    ],
)
def test_what_all_large_members_meet_is_seen(claims: tuple[Claim, ...]) -> None:
    assert not not_shown(claims, K, 1)


@pytest.mark.parametrize(
    "claims",
    [
        (n == K, n <= 35),
        (n == K, floor(n / 40) == 0),
        (n == K, floor(n / 2) == n / 2),
        (n == K**2, n == K),
        (n == 10**K, k >= sqrt(n), k <= 35),
    ],
)
def test_what_is_false_of_large_members_is_refused(claims: tuple[Claim, ...]) -> None:
    with pytest.raises(GapError):
        assert not_shown(claims, K, 2)  # said to be unknown is refused as well
