"""Theorems of Coq that say what a part claims: parameters, hypotheses, what has a value, the claim, and a proof."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from theorems.formal.terms import defined, name_of, names, number, prop
from theorems.language.tree import And, Claim, Relation, Symbol, relations_of
from theorems.statement import Part

# What a statement starts from: the paper's definitions; the closed form of its quantities; the numbers, each by the formula
# with which the suite's model computes it at a point; the hypotheses alone
DEFINITION, CLOSED, NUMBERS = "from the definition", "of the closed form", "of the numbers at a point"
CLOSED_COMPARED = f"{CLOSED}, of what is compared"
NUMBERS_COMPARED = f"{NUMBERS}, of what is compared"
HYPOTHESES = "of the hypotheses"
# all quantities that meet the definitions which the calculation uses
USED = "from the definitions it uses"
COMPARED = "from the definitions it uses, of what is compared"


@dataclass(frozen=True)
class Theorem:
    r"""``for all parameters, hypotheses -> both sides have values /\ claim``, or with ``point``: there are parameters with
    the hypotheses, at which both sides have values and the claim is false. Without a claim: nothing meets the hypotheses.

    where: the case of the indices, in words
    proof: the lines between ``Proof.`` and ``Qed.``
    silent: it says of the bounds of another theorem that they are no better than the trivial range
    """

    name: str
    where: str
    variables: tuple[Symbol, ...]
    hypotheses: tuple[Claim, ...]
    claim: Claim | None
    proof: tuple[str, ...]
    point: tuple[Fraction | Symbol, ...] | None = None
    silent: bool = False

    @property
    def values(self) -> list[Relation]:
        """What the claim takes for granted."""
        claims = () if self.claim is None else (self.claim,)
        return defined(side for each in relations_of(*claims) for side in (each.left, each.right))

    @property
    def conclusion(self) -> Claim | None:
        return And((*self.values, self.claim)) if self.claim is not None and self.values else self.claim

    @property
    def statement(self) -> str:
        """The statement as Coq reads it, one hypothesis a line."""
        variables = " ".join(name_of(symbol.name) for symbol in self.variables)
        if self.point is None:
            bound = f"forall {variables} : R,\n  " if variables else ""
            return bound + "".join(f"{_apart(h)} ->\n  " for h in self.hypotheses) + _prop(self.conclusion)
        bound = f"exists {variables} : R,\n  " if variables else ""
        known = [*self.hypotheses, *self.values]
        return bound + "".join(f"{_apart(c)} /\\\n  " for c in known) + f"~ ({_prop(self.claim)})"

    @property
    def text(self) -> str:
        proof = "\n".join(f"  {line}" for line in self.proof)
        return f"(* {self.where} *)\nTheorem {self.name} :\n  {self.statement}.\nProof.\n{proof}\nQed.\n"


@dataclass(frozen=True)
class Said(Theorem):
    """A theorem whose statement is written out: its variables are of several kinds."""

    said: str = ""

    @property
    def statement(self) -> str:
        return self.said


def _prop(claim: Claim | None) -> str:
    return "False" if claim is None else prop(claim)


def _apart(claim: Claim) -> str:
    return prop(claim) if isinstance(claim, Relation) else f"({prop(claim)})"


@dataclass(frozen=True)
class Export:
    """The theorems that together say what a part claims; ``kind`` tells what they start from."""

    part: Part
    kind: str
    theorems: tuple[Theorem, ...]


def theorem_name(part: Part, *more: str) -> str:
    """``Lemma_D_2_3a``; the intended reading says so."""
    words = [part.statement, part.label, *([] if part.reading.value == "stated" else ["repaired"]), *more]
    spelt = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in "_".join(filter(None, words)))
    return spelt.replace("__", "_").strip("_")


def parameters(order: Iterable[Symbol], nodes: Iterable[Claim]) -> tuple[Symbol, ...]:
    """The symbols of the trees, those of ``order`` first. Raises NoCoqFormError for two of the same spelling."""
    found = list(names(nodes))
    known = [symbol for symbol in order if symbol in found]
    return (*known, *(symbol for symbol in found if symbol not in known))


def explicit(value: Fraction) -> str:
    """A number as an argument."""
    level, piece = number(value)
    return f"({piece})" if level else piece
