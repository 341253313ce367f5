"""What a panel is: a named picture with named options, each with a reason for its default."""

import difflib
import importlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from theorems.experiments.chart import Picture

MODULES: tuple[str, ...] = (
    "softmax_regression",
    "self_attention",
    "cross_attention",
    "beyond",
    "sparse_attention",
    "scan_snap_growth",
    "scan_snap_training",
    "training_claims",
    "training_text",
)
"""Modules of this package that announce panels, in the order in which they are listed."""


MOST_TRIALS = 10**6


class UnknownPanelError(LookupError):
    """No such panel; the message names the nearest ones."""


class AmbiguousPanelError(UnknownPanelError):
    """Several papers have a panel of that name; the message names them."""


class MissingExtraError(ValueError):
    """A panel needs an optional package that is not installed; the message names the extra."""


@dataclass(frozen=True)
class Option:
    """A choice that a paper leaves open or prints inconsistently.

    name, default: as given on the command line (``--option name=default``)
    reason:        what is open, and why the default is what it is
    choices:       the admissible values with their meaning; empty when any value that ``check`` accepts will do
    check:         raises ValueError for a value that makes no sense
    also:          what ``check`` accepts beside the choices, in words
    """

    name: str
    default: str
    reason: str
    choices: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[str], object] | None = None
    also: str = "a positive number"

    def alternatives(self) -> str:
        """The values other than the default, for a listing."""
        values = [value for value in self.choices if value != self.default]
        return ", ".join(values + ([self.also] if self.check is not None else []))

    def accept(self, value: str) -> str:
        """The value, or ValueError with what would be accepted."""
        if value in self.choices or (not self.choices and self.check is None):
            return value
        if self.check is not None:
            try:
                self.check(value)
            except ValueError as error:
                raise ValueError(f"option {self.name}={value}: {error}") from None
            return value
        raise ValueError(f"option {self.name}={value}: choose from {', '.join(self.choices)}")


@dataclass(frozen=True)
class Settings:
    """How a panel is to be run.

    options: every option's value
    trials:  of the Monte Carlo at each point, or seeds of a training; None: the panel's own number
    seed:    of the Monte Carlo, together with ``stream``, a number of the panel's own
    """

    options: Mapping[str, str] = field(default_factory=dict)
    trials: int | None = None
    seed: int = 0
    stream: int = 0
    monte_carlo: bool = True

    def __getitem__(self, name: str) -> str:
        return self.options[name]


@dataclass(frozen=True)
class Panel:
    """``address`` is ``superiority/fig4a``; ``draw`` computes the picture.

    trials: how many there are unless others are asked for; None: nothing is repeated at random
    exact:  without Monte Carlo there is something left to draw
    """

    address: str
    title: str
    source: str
    draw: Callable[[Settings], Picture]
    options: tuple[Option, ...] = ()
    trials: int | None = None
    exact: bool = True

    @property
    def name(self) -> str:
        return self.address.partition("/")[2]

    def settings(
        self, given: Mapping[str, str], *, trials: int | None = None, seed: int = 0, monte_carlo: bool = True
    ) -> Settings:
        """Settings with the defaults filled in.

        Raises ValueError for an option that the panel does not have, a value it does not admit, trials where nothing is
        repeated or out of their range, and no Monte Carlo where there is nothing else.
        """
        if trials is not None and not 1 <= trials <= MOST_TRIALS:
            raise ValueError(f"trials must be at least 1 and at most {MOST_TRIALS}, not {trials}")
        if trials is not None and self.trials is None:
            raise ValueError(f"{self.address} repeats nothing at random: there are no trials to be set")
        if not (monte_carlo or self.exact):
            raise ValueError(f"{self.address} has nothing exact to draw: it needs its Monte Carlo")
        if not 0 <= seed < 2**64:
            raise ValueError(f"the seed must lie in [0, 2^64), it is {seed}")
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise ValueError(f"{self.address} has no option {name!r}; it has {', '.join(known) or 'none'}")
        values = {name: option.accept(given.get(name, option.default)) for name, option in known.items()}
        made = trials or self.trials if monte_carlo else None
        return Settings(values, made, seed, zlib.crc32(self.address.encode()), monte_carlo and self.trials is not None)


_ANNOUNCED: dict[str, Panel] = {}


def panel(
    address: str, *, title: str, source: str, options: Sequence[Option] = (), trials: int | None = None, exact: bool = True
) -> Callable[[Callable[[Settings], Picture]], Callable[[Settings], Picture]]:
    """Decorator: the function below computes the panel at ``address``. Raises ValueError for a second one there."""

    def keep(draw: Callable[[Settings], Picture]) -> Callable[[Settings], Picture]:
        if address in _ANNOUNCED:
            raise ValueError(f"two panels at {address}")
        _ANNOUNCED[address] = Panel(address, title, source, draw, tuple(options), trials, exact)
        return draw

    return keep


@cache
def panels() -> tuple[Panel, ...]:
    """All panels of all papers, in the order of ``MODULES``."""
    for module in MODULES:
        importlib.import_module(f"theorems.experiments.{module}")
    # not by the order of announcing: whoever imports a module before this call has announced its panels first
    return tuple(sorted(_ANNOUNCED.values(), key=lambda each: MODULES.index(each.draw.__module__.rpartition(".")[2])))


def find(name: str) -> Panel:
    """The panel at an address, or of a bare name that one paper alone has.

    Raises UnknownPanelError with the nearest names, AmbiguousPanelError with the addresses of a shared name.
    """
    every = panels()
    found = [p for p in every if name == p.address] or [p for p in every if name == p.name]
    if len(found) > 1:
        raise AmbiguousPanelError(f"{name!r} is in several papers: {', '.join(p.address for p in found)}")
    if found:
        return found[0]
    known = list(dict.fromkeys([p.name for p in every] + [p.address for p in every]))
    near = difflib.get_close_matches(name, known, n=4, cutoff=0.3) or known[:4]
    raise UnknownPanelError(f"no panel {name!r}; the nearest are: {', '.join(near)}")
