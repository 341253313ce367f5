"""The documented variables of a part as numbers, for formulas that a user types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kernels.arithmetic import BALLS, Arithmetic
from theorems.instance import Instance
from theorems.statement import Domain, World


@dataclass(frozen=True)
class Named:
    """A world that also answers to the names of its instance, where it has no attribute of that name."""

    world: World
    instance: Instance
    arithmetic: Arithmetic

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if hasattr(self.world, name) or name not in self.instance:
            return getattr(self.world, name)
        return self.instance[name]


def named(domain: Domain) -> Domain:
    """The same domain with worlds that answer to every documented variable."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> Named:
        return Named(domain.bind(instance, arithmetic), instance, arithmetic)

    return replace(domain, bind=bind)


def world_of(world: World) -> World:
    """The world itself, without the names that :func:`named` has added."""
    return world.world if isinstance(world, Named) else world


def arithmetic_of(world: World) -> Arithmetic:
    """The arithmetic that a world computes in; balls where it does not say."""
    found: Arithmetic = getattr(world, "arithmetic", BALLS)
    return found


def values(world: World, names: Iterable[str]) -> dict[str, Any]:
    """The named variables as numbers of the world's arithmetic. Raises ValueError for one that has no value here."""
    arithmetic = arithmetic_of(world)

    def number(value: Any) -> Any:
        return arithmetic.number(value) if isinstance(value, int | Fraction) else value

    return {name: number(getattr(world, name)) for name in names}
