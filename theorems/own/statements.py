"""A statement of one's own paper: its lines are looked at when they are written, so that what is wrong is named there."""

from __future__ import annotations

from typing import Any

from kernels.arithmetic import BALLS
from theorems import paper
from theorems.instance import Instance
from theorems.kernel.scripts import by
from theorems.language import lemma
from theorems.language.lemma import Line
from theorems.language.printed_line import Hypothesis
from theorems.language.printing import text
from theorems.language.tree import Claim, Defined, Relation, Symbol
from theorems.own.declared import well_formed
from theorems.own.stated import declared
from theorems.provers import families
from theorems.provers.calculation import Calculation
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Proof, TrivialRange, statement_slug


class Paper(paper.Paper):
    """A paper whose statements stand where it does."""

    def lemma(self, name: str, source: str = "", title: str = "", *hypotheses: Claim, uses: tuple[str, ...] = ()) -> Lemma:
        """One numbered statement: its number, or kind and number, where it is printed, its title, its hypotheses."""
        found = Lemma(self.key, name, source or "no page", title, hypotheses, uses)
        if any(statement_slug(found.name) == statement_slug(other.name) for other in self.own):
            raise ValueError(f"{found.address} is stated twice")
        self.own.append(found)
        return found


class Lemma(lemma.Lemma):
    """A statement of one's own paper."""

    def __init__(
        self, key: str, name: str, source: str, title: str, hypotheses: tuple[Claim, ...], uses: tuple[str, ...]
    ) -> None:
        self.key = key  # type: ignore[misc]
        _printable(name, source, title)
        well_formed(f"{key}/{name}", *hypotheses)
        super().__init__(name, source, title, given=declared(*hypotheses), uses=uses)

    def state(self, label: str, claim: Claim, conditions: tuple[Hypothesis, ...], **more: Any) -> Line:
        _printable(label)
        well_formed(f"{self.address}/{label}", claim, *(c for c in conditions if isinstance(c, Claim)))
        line = super().state(label, claim, conditions, **more)
        every = (claim, *(c for c in conditions if isinstance(c, Claim)))
        defined = dict.fromkeys(node for each in every for _, node in each.walk() if isinstance(node, Defined))
        if defined:
            line.note(f"where {', '.join(f'{text(node)} = {text(node.body)}' for node in defined)}")
        return Named(line.lemma, line.place)

    def __getitem__(self, label: str) -> Line:
        line = super().__getitem__(label)
        return Named(line.lemma, line.place)


class Named(Line):
    """A line whose witnesses and claims are looked at when they are written: what is wrong is named where it stands."""

    def bridge(self, claim: Claim, *, shows: Any = None, refutes: Any = None) -> Line:
        raise TypeError(f"{self.part.address}: what is compared follows from the line; print the line that is to be judged")

    def proved(self, proof: Proof) -> Line:
        if not hasattr(proof, "run") or (isinstance(proof, Calculation) and not hasattr(proof.script, "show")):
            raise TypeError(f"{self.part.address}: {proof!r} is no proof: Calculation(by(...)), from_size(n, 36, ...)")
        return super().proved(proof)

    def trivial(self, trivial: TrivialRange, feasible: str = "") -> Line:
        if not isinstance(trivial, TrivialRange):
            raise TypeError(f"{self.part.address}: {trivial!r} is no range of theorems.statement.TrivialRange")
        return super().trivial(trivial, feasible)

    def refuted(self, witness: str) -> Line:
        domain, instance = self.part.domain, Instance.parse(witness)
        known = domain.bind(instance, BALLS).known
        unknown = sorted(instance.keys() - {p.name for p in known})
        if unknown:
            raise ValueError(f"{self.part.address} does not speak of {', '.join(unknown)}")
        return super().refuted(witness)


def _printable(*names: str) -> None:
    """What stands in addresses and files."""
    for name in names:
        if not isinstance(name, str) or not name.isprintable():
            raise ValueError(f"{name!r} is no name of a statement, a line or a page: text in one line")


def from_size(n: Symbol, start: int, *beyond: Relation, **others: Any) -> Proof:
    """A proof for all large n: ``beyond`` holds from n = start on, and gives the claim; ``others``: values of other names."""
    family = families.Family(
        ", ".join([f"{n.name} -> ∞", *(f"{k} = {v}" for k, v in others.items())]), lambda k: Instance({n.name: k} | others)
    )
    return families.Eventually(
        family,
        lambda: start,
        "the relations that the calculation rests on hold from some size on",
        variable=n.name,
        calculation=FromSomeSizeOn(n, beyond, by()),
    )
