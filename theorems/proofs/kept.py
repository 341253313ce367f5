"""A flat proof as a proof of its part, and the file beside its module that keeps the reasons that were found for it."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from theorems.language.digest import written as tree_text
from theorems.language.lemma import Line
from theorems.language.tree import Claim, Node
from theorems.proofs.elaborate import Elaborator
from theorems.proofs.search import Keeping, Record, Searching, StaleError
from theorems.proofs.statements import Block, First, Had, Hence, Links, Split, written
from theorems.provers.argument import GapError
from theorems.provers.calculation import Calculation
from theorems.provers.context import Cited, hypotheses, line_of
from theorems.provers.facts import Definition, Fact, Theorem
from theorems.provers.scripts import Script


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
            script = self.elaborated()[0]
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
    def command(self) -> str:
        return f'python -m theorems.prove "{self._line.part.address}" --fill'

    @property
    def file(self) -> Path:
        module = Path(self._function.__code__.co_filename)
        return module.with_suffix(".reasons.json")

    @property
    def scope(self) -> tuple[Definition, ...]:
        """The definitions that the module sees."""
        seen = vars(sys.modules[self._function.__module__]).values()
        return tuple(dict.fromkeys(each for each in seen if isinstance(each, Definition)))

    def digest(self) -> str:
        """Of what is to be shown, from what, in which statements."""
        part = self._line.part
        said = [tree_text(line_of(part).at_an_instance), *map(tree_text, hypotheses(part).claims)]
        return hashlib.sha256("\n".join([*said, *_said(written(self._function))]).encode()).hexdigest()[:16]

    def elaborated(self, reasoner: Searching | None = None) -> tuple[Script, list[Record]]:
        """The script and what is to be kept of it: by search, or from what was kept. Raises StaleError."""
        part = self._line.part
        return Elaborator(reasoner or self._keeping()).block(
            written(self._function), line_of(part).at_an_instance, hypotheses(part)
        )

    def _keeping(self) -> Keeping:
        kept = kept_in(self.file).get(self.key)
        if kept is None:
            raise StaleError(f"no reasons are kept of {self.key}: {self.command}")
        stale = f"the reasons that are kept of {self.key} are of another claim or other facts: {self.command}"
        if kept["digest"] != self.digest():
            raise StaleError(stale)
        return Keeping(self.scope, list(kept["links"]), stale)

    def found(self) -> tuple[Searching, list[Record]]:
        """Search for the reasons of every link; what is to be kept."""
        reasoner = Searching(self.scope)
        _, records = self.elaborated(reasoner)
        return reasoner, records

    def keep(self, records: list[Record]) -> None:
        """Write them beside the module."""
        content = dict(kept_in(self.file)) | {self.key: {"digest": self.digest(), "links": records}}
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {_in_lines(entry)}" for key, entry in sorted(content.items())]
        self.file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        kept_in.cache_clear()
        self.__dict__.pop("script", None)


def _in_lines(entry: Record) -> str:
    links = ",\n  ".join(json.dumps(link, ensure_ascii=False) for link in entry["links"])
    return f'{{"digest": {json.dumps(entry["digest"])}, "links": [\n  {links}]}}'


@cache
def kept_in(file: Path) -> dict[str, Record]:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def proof(line: Line) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """``@proof(T3["Eqn 108"])``: the function below, whose docstring says how, proves the line."""

    def attached(statements: Callable[[], None]) -> Callable[[], None]:
        how = " ".join((statements.__doc__ or "").split())
        line.proved(Flat(how=how, line=line, statements=statements))
        return statements

    return attached


def _said(statements: Sequence[Any]) -> list[str]:
    """The statements as texts."""
    found: list[str] = []
    for each in statements:
        match each:
            case Had(claim=claim, hints=hints):
                found += [tree_text(claim), *map(_hint, hints)]
            case Hence(hints=hints):
                found += ["hence", *map(_hint, hints)]
            case Block(claim=claim, statements=inside):
                found += [tree_text(claim), "[", *_said(inside), "]"]
            case Split(claim=claim, holds=holds, fails=fails):
                found += [tree_text(claim), "[", *_said(holds), "|", *_said(fails or ()), "]"]
            case Links(terms=terms, signs=signs, hints=all_hints):
                found += [*map(tree_text, terms), *signs, *(_hint(hint) for hints in all_hints for hint in hints)]
            case First(helper=helper):
                found.append(getattr(helper, "__name__", ""))
    return found


def _hint(hint: Any) -> str:
    match hint:
        case Fact():
            return f"{hint.reason} {tree_text(hint.claim)}"
        case Theorem():
            return f"{hint.name} {tree_text(hint.claim)}"
        case Cited():
            return hint.reason
        case Line():
            return hint.part.key
        case Claim() | Node():
            return tree_text(hint)
    return type(hint).__name__
