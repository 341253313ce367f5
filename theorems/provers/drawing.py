"""Instances drawn at random: the same for a seed whatever else is loaded, and drawn once for all parts over the same data."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, islice
from random import Random
from typing import Any, NoReturn

from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.errors import UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import HypothesisProvider

from theorems.instance import Instance
from theorems.statement import Domain

BLOCK = 20  # values that are drawn at a time
TRIED = 10  # times as many instances as are wanted are looked at for them,
LEAST_TRIED = 120  # and never fewer than these


class SeedAlone(HypothesisProvider):
    """Hypothesis' draws without the numbers that it reads off the source of whatever modules happen to be loaded."""

    def _maybe_draw_constant(self, *_: Any, **__: Any) -> None:
        return None


class Drawing(ConjectureData):
    """Draws from a strategy without the record of choices that shrinking needs."""

    def __init__(self, random: Random) -> None:
        super().__init__(random=random, provider=SeedAlone)

    def draw(self, strategy: st.SearchStrategy[Any], label: Any = None, observe_as: Any = None) -> Any:
        del label, observe_as
        return strategy.do_draw(self)

    def start_span(self, label: int) -> None:
        del label
        self.depth += 1

    def stop_span(self, *, discard: bool = False) -> None:
        del discard
        self.depth -= 1

    def _draw(self, choice_type: Any, constraints: Any, *, observe: bool, forced: Any) -> Any:
        del observe
        return getattr(self.provider, f"draw_{choice_type}")(**constraints) if forced is None else forced

    def mark_invalid(self, why: str | None = None, *, location: str | None = None) -> NoReturn:
        del location
        raise UnsatisfiedAssumption(why)


@dataclass(frozen=True)
class _Source:
    """What tells draws from others, and how they are drawn."""

    key: Hashable
    draw: Callable[[], st.SearchStrategy[Any]] = field(compare=False)


@lru_cache(maxsize=1024)
def _block(source: _Source, seed: str) -> tuple[Any, ...]:
    strategy, random = source.draw(), Random(seed)
    strategy.validate()
    drawn: list[Any] = []
    for _ in range(0 if strategy.is_empty else BLOCK):
        data = Drawing(random)
        with suppress(UnsatisfiedAssumption), BuildContext(data, wrapped_test=_block):
            drawn.append(data.draw(strategy))
    return tuple(drawn)


def some(key: Hashable, strategy: Callable[[], st.SearchStrategy[Any]], seed: int) -> tuple[Any, ...]:
    """A block of values of a strategy; ``key`` tells it from others."""
    return _block(_Source(key, strategy), str(seed))


def instances(domain: Domain, seed: int) -> Iterator[Instance]:
    """Different drawn instances, steered towards the conditions; not every one of them meets all.

    They end where a whole block brings nothing new.
    """
    own = domain.drawn_from is not None and hasattr(domain.draw, "__self__")  # not a draw that was put in place of the data's
    source = _Source(domain.drawn_from if own else domain.draw, domain.draw)
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
