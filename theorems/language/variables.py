"""The documented variables of a part as numbers, for formulas that a user types."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kernels.arithmetic import BALLS, Arithmetic
from theorems.instance import Instance
from theorems.statement import Domain, Model


@dataclass(frozen=True)
class Named:
    """A model that also answers to the names of its instance, where it has no attribute of that name."""

    model: Model
    instance: Instance
    arithmetic: Arithmetic

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if hasattr(self.model, name) or name not in self.instance:
            return getattr(self.model, name)
        return self.instance[name]


def named(domain: Domain) -> Domain:
    """The same domain with models that answer to every documented variable."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> Named:
        return Named(domain.bind(instance, arithmetic), instance, arithmetic)

    return replace(domain, bind=bind)


def model_of(model: Model) -> Model:
    """The model itself, without the names that :func:`named` has added."""
    return model.model if isinstance(model, Named) else model


def arithmetic_of(model: Model) -> Arithmetic:
    """The arithmetic that a model computes in; balls where it does not say."""
    found: Arithmetic = getattr(model, "arithmetic", BALLS)
    return found


def values(model: Model, names: Iterable[str]) -> dict[str, Any]:
    """The named variables as numbers of the model's arithmetic. Raises ValueError for one that has no value here."""
    arithmetic = arithmetic_of(model)

    def number(value: Any) -> Any:
        return arithmetic.number(value) if isinstance(value, int | Fraction) else value

    return {name: number(getattr(model, name)) for name in names}
