"""One point of a statement's domain: exact, hashable, printable, rebuildable from its own text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from theorems.reader import NoSuchNumberError, number

Value = int | Fraction | str


class Instance(Mapping[str, Any]):
    """Named exact values in a fixed order; ``str`` prints them and :meth:`parse` reads them back.

    Values are also attributes: ``instance.n``. A float is refused, because a witness must be exact.
    """

    __slots__ = ("_items",)
    _items: dict[str, Value]

    def __init__(self, values: Mapping[str, Value] | None = None, /, **more: Value) -> None:
        items = {**(values or {}), **more}
        for name, value in items.items():
            kind = type(value)
            if kind is int or kind is str:
                continue
            if isinstance(value, float):
                hint = "NaN is no number" if math.isnan(value) else f"write {Fraction(value).limit_denominator(10**6)}"
                raise ValueError(f"{name} = {value!r} is not exact ({hint})")
            if not isinstance(value, int | Fraction | str):
                raise ValueError(f"{name} = {value!r} is neither an integer, a rational nor a word")
            items[name] = _normal(value)
        object.__setattr__(self, "_items", items)

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no parameter {name} in {self}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an instance does not change; use but()")

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and dict(self._items) == dict(other._items)

    def __reduce__(self) -> tuple[type[Instance], tuple[dict[str, Value]]]:
        return (Instance, (dict(self._items),))

    def but(self, **changes: Value) -> Instance:
        """The same point with some values replaced."""
        return Instance({**self._items, **changes})

    def __str__(self) -> str:
        return " ".join(f"{name}={_show(value)}" for name, value in self._items.items())

    def __repr__(self) -> str:
        return f"Instance({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Instance:
        """Read ``n=2 d=4 a1=7/10``; raises ValueError that names the word it cannot read."""
        values: dict[str, Value] = {}
        for word in text.split():
            name, equal, value = word.partition("=")
            if not equal or not name.isidentifier():
                raise ValueError(f"{word!r} is not of the form name=value")
            values[name] = _read(value)
        return cls(values)


def _normal(value: Value) -> Value:
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value


def _show(value: Value) -> str:
    """``1e150+2`` for an integer next to a round one, otherwise the plain number."""
    if isinstance(value, int) and abs(value) >= 10**15:
        zeros = len(str(abs(value))) - 1
        for power in (zeros, zeros - 1, zeros - 2):
            head, rest = divmod(value, 10**power)
            if rest < 10**4:
                return f"{head}e{power}" + (f"+{rest}" if rest else "")
    return str(value)


def _read(text: str) -> Value:
    """A number, or the word that it is instead. Raises NoSuchNumberError for ``1/0`` and for what nobody can spell out."""
    head, plus, rest = text.partition("+")
    try:
        return _normal(number(head) + (number(rest) if plus else 0))
    except NoSuchNumberError:
        raise
    except ValueError:
        return text
