"""A flat proof as a proof of its part."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script
from theorems.language.digest import written as tree_text
from theorems.language.lemma import Line
from theorems.proofs.elaborate import Elaborator
from theorems.proofs.files import Entry, digest_of, said
from theorems.proofs.search import Keeping, Record, Searching
from theorems.proofs.statements import written
from theorems.provers.calculation import Calculation
from theorems.provers.context import hypotheses, line_of


class Flat(Calculation):
    """A calculation whose script is put together when somebody asks for it.

    With ``script`` it is a plain one, as when a field of it is replaced.
    """

    _line: Line

    def __init__(
        self,
        script: Script | None = None,
        how: str = "",
        *,
        line: Line | None = None,
        statements: Callable[[], None] | None = None,
    ) -> None:
        object.__setattr__(self, "how", how)
        if script is not None:
            object.__setattr__(self, "script", script)
        else:
            object.__setattr__(self, "_line", line)
            object.__setattr__(self, "_statements", statements)
            object.__setattr__(self, "_asked", False)

    def __getattr__(self, name: str) -> Any:
        if name != "script" or "_line" not in self.__dict__:
            raise AttributeError(name)
        if self.__dict__["_asked"]:
            raise GapError(f"{self.key} rests on itself")
        object.__setattr__(self, "_asked", True)
        try:
            script = self.elaborated(self.entry.keeping())[0]
        finally:
            object.__setattr__(self, "_asked", False)
        object.__setattr__(self, "script", script)
        return script

    @property
    def _function(self) -> FunctionType:
        found: FunctionType = self.__dict__["_statements"]
        return found

    @property
    def key(self) -> str:
        return self._line.part.key

    @property
    def entry(self) -> Entry:
        """What is kept of it."""
        part, function = self._line.part, self._function
        said_of = [tree_text(line_of(part).at_an_instance), *map(tree_text, hypotheses(part).claims), *said(written(function))]
        command = f'python -m theorems.prove "{part.address}" --fill'
        return Entry(function.__module__, self.key, digest_of(said_of), command)

    def elaborated(self, reasoner: Searching | Keeping) -> tuple[Script, list[Record]]:
        """The script, and what is to be kept of it."""
        part = self._line.part
        return Elaborator(reasoner).block(written(self._function), line_of(part).at_an_instance, hypotheses(part))

    def found(self) -> tuple[Searching, list[Record]]:
        """Search for the reasons of every link; what is to be kept."""
        reasoner = Searching(self.entry.scope)
        _, records = self.elaborated(reasoner)
        return reasoner, records

    def keep(self, records: list[Record]) -> None:
        """Write them beside the module."""
        self.entry.keep(records)
        self.__dict__.pop("script", None)


def proof(line: Line) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """``@proof(T3["Eqn 108"])``: the function below, whose docstring says how, proves the line."""

    def attached(statements: Callable[[], None]) -> Callable[[], None]:
        how = " ".join((statements.__doc__ or "").split())
        line.proved(Flat(how=how, line=line, statements=statements))
        return statements

    return attached
