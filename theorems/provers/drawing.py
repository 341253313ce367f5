"""Instances drawn at random: the same for a seed whatever else is loaded, and drawn once for all parts over the same data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, islice
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

from theorems.instance import Instance
from theorems.statement import Domain

BLOCK = 60  # values that are drawn at a time
TRIED = 10  # times as many instances as are wanted are looked at for them,
LEAST_TRIED = 480  # and never fewer than these


class SeedAlone(HypothesisProvider):
    """Hypothesis' draws without the numbers that it reads off the source of whatever modules happen to be loaded."""

    def _maybe_draw_constant(self, *_: Any, **__: Any) -> None:
        return None


AVAILABLE_PROVIDERS["seed_alone"] = SeedAlone


@dataclass(frozen=True)
class _Source:
    """What tells draws from others, and how they are drawn."""

    key: Hashable
    draw: Callable[[], st.SearchStrategy[dict[str, Any]]] = field(compare=False)


@lru_cache(maxsize=256)
def _block(source: _Source, seed: str) -> tuple[Mapping[str, Any], ...]:
    drawn: list[Mapping[str, Any]] = []

    @hypothesis.seed(seed)
    @settings(
        max_examples=BLOCK,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        backend="seed_alone",
    )
    @hypothesis.given(source.draw())
    def collect(values: Mapping[str, Any]) -> None:
        drawn.append(values)

    with suppress(hypothesis.errors.Unsatisfiable):
        collect()
    return tuple(drawn)


def instances(domain: Domain, seed: int) -> Iterator[Instance]:
    """Different drawn instances, steered towards the conditions; not every one of them meets all.

    They end where a whole block brings nothing new.
    """
    source = _Source(domain.draw if domain.drawn_from is None else domain.drawn_from, domain.draw)
    seen: set[Instance] = set()
    for number in count():
        known = len(seen)
        for values in _block(source, f"{seed}/{number}"):
            instance = domain.steered(values)
            if instance not in seen:
                seen.add(instance)
                yield instance
        if len(seen) == known:
            return


def each_drawn(domain: Domain, examples: int, seed: int, visit: Callable[[Instance], bool]) -> None:
    """``visit`` drawn instances until ``examples`` of them were of use, as its answer says; none at all is no error."""
    useful = 0
    for instance in islice(instances(domain, seed), max(TRIED * examples, LEAST_TRIED)):
        if useful == examples:
            return
        useful += visit(instance)


def drawn(domain: Domain, examples: int, seed: int) -> list[Instance]:
    """``examples`` drawn instances that meet the hypotheses, as far as they are found."""
    met: list[Instance] = []

    def collect(instance: Instance) -> bool:
        useful = domain.broken(instance) is None
        if useful:
            met.append(instance)
        return useful

    each_drawn(domain, examples, seed, collect)
    return met
