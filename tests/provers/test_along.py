"""What is said of a family has to be true of all its large members, not of the first few alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.own.test_own_paper import paper
from theorems.instance import Instance
from theorems.judge import EFFORTS, judge
from theorems.language.tree import Claim, Q, Symbol, chain, floor, free_symbols, log, sqrt
from theorems.provers.along import not_shown
from theorems.provers.argument import GapError
from theorems.provers.calculation import Contrary, K
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.scripts import calc
from theorems.textbook.elementary import LOG_GROWS
from theorems.vocabulary import Verdict

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


def test_a_claim_about_large_sizes_is_not_refuted_by_small_ones(tmp_path: Path) -> None:
    """log N > N/10 at 2, 3 and 4, the members that are looked at; the calculation is right of N ≤ 4."""
    (part,) = (
        paper(tmp_path, 'L["1"] = Eventually(log(n) <= n / 10, n)', 'L["1"].compared(log(n) <= n / 10)').statements[0].parts
    )
    family, size = Family("n = k", lambda k: Instance(n=k), 2), next(iter(part.domain.variables))
    N = next(s for s in free_symbols(part.printed.at_an_instance) if s.name == size)
    script = calc(N / 10).le(Q(2, 5)).lt(log(2)).le(log(N), LOG_GROWS(2, N))
    for along, sizes in (((N == K, N <= 4), ()), ((N >= 2, N <= 4), (N == K,)), ((N >= 2, N <= 4), ())):
        proof = RefutedAlong(family, "", confirm=(2, 3), calculation=Contrary(along, script, sizes=sizes))
        assert judge(replace(part, proof=proof), EFFORTS["quick"]).verdict is Verdict.UNKNOWN
