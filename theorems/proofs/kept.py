"""Flat proofs in the provers: as the proof of a part, along a family, from some size on."""

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any, TypeVar

from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script
from theorems.language.digest import written as tree_text
from theorems.language.lemma import Line
from theorems.language.tree import Claim
from theorems.proofs.elaborate import Elaborator
from theorems.proofs.files import Entry, digest_of, said
from theorems.proofs.search import Keeping, Record, Searching
from theorems.proofs.statements import Auxiliary, obtained_in, written
from theorems.provers.calculation import Calculation, Contrary
from theorems.provers.families import Eventually, RefutedAlong
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Part, Proof


class Written:
    """What has a script that is put together when somebody asks for it; with ``script`` it is a plain one."""

    script: Script
    asked: Callable[[Part], tuple[Claim, Context]]  # what the script is to show, and what it may use

    def written_for(self, line: Line, statements: Callable[[], None]) -> None:
        self.__dict__.pop("script", None)
        self.__dict__.update(_line=line, _statements=statements, _asked=False)

    def __getattr__(self, name: str) -> Any:
        if name != "script" or "_line" not in self.__dict__:
            raise AttributeError(name)
        if self.__dict__["_asked"]:
            raise GapError(f"{self.key} rests on itself")
        self.__dict__["_asked"] = True
        try:
            script = self.elaborated(self.entry.keeping())[0]
        finally:
            self.__dict__["_asked"] = False
        self.__dict__["script"] = script
        return script

    @property
    def _part(self) -> Part:
        line: Line = self.__dict__["_line"]
        return line.part

    @property
    def _function(self) -> FunctionType:
        found: FunctionType = self.__dict__["_statements"]
        return found

    @property
    def key(self) -> str:
        return self._part.key

    @property
    def lemmas(self) -> list[Auxiliary]:
        """The auxiliary lemmas that it obtains, each once."""
        return list({lemma.key: lemma for lemma in obtained_in(written(self._function))}.values())

    @property
    def entry(self) -> Entry:
        """What is kept of it."""
        function, (goal, context) = self._function, self.asked(self._part)
        said_of = [tree_text(goal), *map(tree_text, context.claims), *said(written(function))]
        command = f'python -m theorems.prove "{self._part.address}" --fill'
        return Entry(function.__module__, self.key, digest_of(said_of), command)

    def elaborated(self, reasoner: Searching | Keeping) -> tuple[Script, list[Record]]:
        """The script, and what is to be kept of it."""
        return Elaborator(reasoner).block(written(self._function), *self.asked(self._part))

    def found(self) -> tuple[Searching, list[Record]]:
        """Search for the reasons of every link; what is to be kept."""
        reasoner = Searching(self.entry.scope)
        _, records = self.elaborated(reasoner)
        return reasoner, records

    def keep(self, records: list[Record]) -> None:
        """Write them beside the module."""
        self.entry.keep(records)
        self.__dict__.pop("script", None)


class Flat(Calculation, Written):
    """A calculation."""


class FlatAlong(Contrary, Written):
    """What refutes a part along a family."""


class FlatBeyond(FromSomeSizeOn, Written):
    """What holds from some size on."""


KINDS: dict[type, type[Written]] = {Calculation: Flat, Contrary: FlatAlong, FromSomeSizeOn: FlatBeyond}


def flat_of(proof: Any) -> Written | None:
    """The flat proof in the proof of a part; None where it has none."""
    found = getattr(proof, "calculation", proof)
    return found if isinstance(found, Written) and "_line" in found.__dict__ else None


Statements = TypeVar("Statements", bound=Callable[[], None] | Auxiliary)
Around = RefutedAlong | Eventually | Callable[[str, Callable[[Any], Any]], Proof]


def proof(line: Line, around: Around | None = None) -> Callable[[Statements], Statements]:
    """``@proof(T3["Eqn 108"])``: the function below, whose docstring says how, proves the line; or the auxiliary lemma does.

    ``around``: the proof of another kind for whose calculation the function is the script:
    ``RefutedAlong(family, confirm=(1, 2), calculation=Contrary(along))``; or how it is made of both.
    """

    def attached(given: Statements) -> Statements:
        statements = given.alone if isinstance(given, Auxiliary) else given

        def flat(calculation: Any) -> Any:
            found = object.__new__(KINDS[type(calculation)])
            found.__dict__.update(calculation.__dict__)
            found.written_for(line, statements)
            return found

        how = " ".join((statements.__doc__ or "").split())
        match around:
            case None:
                line.proved(flat(Calculation(PENDING, how)))
            case RefutedAlong() | Eventually():
                line.proved(replace(around, how=how, calculation=flat(around.calculation)))
            case _:
                line.proved(around(how, flat))
        return given

    return attached


PENDING: Any = None  # the script of what a flat proof is put into
