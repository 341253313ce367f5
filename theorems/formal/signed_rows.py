"""A row against random signs, from the definitions: two of its entries add up to more than a threshold.

The statements come from the trees; the proof is by hand in coq/Eighth.v. The lemmas on the two entries are cited: their own
theorems stand before, each proved from the definitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from theorems.catalogue import find
from theorems.formal import definitions
from theorems.formal.definitions import Writer, data_of, index_term
from theorems.formal.statements import Export, theorem_name
from theorems.formal.terms import NoCoqFormError, defined, name_of, term
from theorems.language.computed import Computed
from theorems.language.given import Given
from theorems.language.tree import Claim, Entry, Expr, Inner, Order, Probability, Relation, expr, free_symbols
from theorems.statement import Part
from theorems.superiority.language import d, i0, j0, sigma

# the part -> the lemmas on its two entries, each with the column that it speaks of; None where it says that there is one
CITED: Mapping[str, tuple[tuple[str, Expr | None], ...]] = {
    "superiority/Lemma D.4/1 (stated)": (("superiority/Lemma D.3/1", expr(1)), ("superiority/Lemma D.3/3", d)),
    "superiority/Lemma F.4/1 (intended)": (("superiority/Lemma F.3/1", expr(1)), ("superiority/Lemma F.3/2.i", None)),
}


@dataclass(frozen=True)
class SignedRow(Writer):
    """``Pr[<c_{j0}, σ> ≥ τ] ≥ p``, σ uniform on {-1, 1}^d."""

    @property
    def event(self) -> Relation:
        """``<c_{j0}, σ> ≥ τ``."""
        match self.claim:
            case Relation(left=Probability(event=Relation(left=Inner(left=Entry(), right=right), sign=">=") as event)):
                if right is sigma and isinstance(self.claim, Relation) and self.claim.sign == ">=":
                    return event
        raise NoCoqFormError("no probability that a signed row reaches a threshold")

    def row(self, index: str) -> str:
        """The row, as a vector."""
        return f"({self.entry.quantity.removesuffix('(A,x)')} n d A1 A2 A3 Q K V {index})"

    @property
    def entry(self) -> Entry:
        """What has a normaliser."""
        match self.event.left:
            case Inner(left=Entry(quantity="c_exp(A,x)", arguments=(index,)) as entry) if index is j0:
                return entry
        raise NoCoqFormError("no row of c_exp")

    def values(self) -> list[str]:
        assert isinstance(self.claim, Relation)
        needed = defined((self.event.right, self.claim.right))
        return [f"alpha_exp n d A1 A2 Q K {name_of(j0.name)} <> 0", *(self._real(each) for each in needed)]

    def claimed(self) -> list[str]:
        assert isinstance(self.claim, Relation)
        event = f"le_b {term(self.event.right, 0)} (inner d {self.row(name_of(j0.name))} sigma)"
        return [f"Pr d (fun sigma => {event}) >= {term(self.claim.right)}"]

    def bounded(self) -> Iterator[str]:
        columns = []
        for k, (address, column) in enumerate(CITED[self.part.key]):
            cited = self._cited(address, column)
            yield f"pose proof ({cited}) as Entry{k}."
            yield f"cited Entry{k}."
            if column is None:
                yield f"destruct Entry{k} as (i & [Range Entry{k}] & _)."
            columns.append("i" if column is None else index_term(column, self.data))
        yield f"apply Rge_trans with (1 / 8); [apply (an_eighth d {self.row(self.index(j0))} {' '.join(columns)}) | lra]."
        yield "all: first [unfold is_in in *; lia | two_entries]."

    def _cited(self, address: str, column: Expr | None) -> str:
        """The theorem of a lemma for this row and a column."""
        (part,) = (each for each in find(address) if each.reading.value == "stated")
        given: Given = part.printed.given
        writer = Writer(part, given, self.data, ())
        put = {j0: self.index(j0), i0: "" if column is None else index_term(column, self.data)}
        rows = [put[s] if s in put else name_of(s.name) for s in (*given.fixed, *given.about)]
        numbers = [name_of(s.name) for s in writer.numbers]
        return " ".join([theorem_name(part), "n d t", *rows, *numbers, "A1 A2 A3 Q K V"])


def _is_said(claim: Claim, given: Given) -> bool:
    """Is it about the numbers or the row? Without the others, about growth or the data's own, the theorem says more."""
    growth = any(isinstance(node, Order) for _, node in claim.walk())
    return not growth and free_symbols(claim) <= {*given.parameters, *given.fixed, j0}


def export(part: Part) -> Export:
    """The part's theorem after those that it cites. Raises NoCoqFormError."""
    data = part.printed.given
    if part.key not in CITED or not isinstance(data, Computed) or data.over is None or part.printed.compared is not None:
        raise NoCoqFormError("no proof by hand")
    cited = [each for address, _ in CITED[part.key] for each in find(address) if each.reading.value == "stated"]
    said = tuple(c.claim for c in part.domain.conditions if c.claim is not None and _is_said(c.claim, data.over))
    given = replace(data.over, hypotheses=said, about=(j0,))
    exported = SignedRow(part, given, data_of(data.over), ()).export()
    before = [theorem for each in cited for theorem in definitions.export(each).theorems]
    return replace(exported, theorems=(*before, *exported.theorems))
