"""How many rows have a property, from the definitions: the counts of Lemma E.1.

A printed count of the rows whose entry has a value speaks of nothing else, so it is stated as printed: the suite compares the
entries and the number of rows instead.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from theorems.formal import over_parameters
from theorems.formal.definitions import Writer, data_of, index_prop, index_term
from theorems.formal.statements import Export
from theorems.formal.terms import NoCoqFormError, name_of, term
from theorems.language.given import Given
from theorems.language.structure import ROWS
from theorems.language.tree import And, Claim, ForAll, Implies, Indicator, Relation, Total
from theorems.statement import Part
from theorems.superiority.language import b, c, j0, j1


class Counted(Writer):
    """``Σ_{j1} [j1 ≠ j3, u = value] = number``, or ``bound if which for all j1, Σ_{j1} [which] = number``."""

    @property
    def count(self) -> Relation:
        """The sum and the number."""
        *_, found = self.claim.claims if isinstance(self.claim, And) else [self.claim]
        if not isinstance(found, Relation) or found.sign != "==" or not isinstance(found.left, Total):
            raise NoCoqFormError("no count")
        if found.left.variable is not j1 or found.left.range is not ROWS or not isinstance(found.left.body, Indicator):
            raise NoCoqFormError("no count of rows")
        return found

    @property
    def which(self) -> tuple[Claim, ...]:
        """What the counted rows have."""
        claim = cast(Indicator, cast(Total, self.count.left).body).claim
        return claim.claims if isinstance(claim, And) else (claim,)

    @property
    def implied(self) -> Implies | None:
        """The bound for all of these rows; None where they are counted by their entry."""
        match self.claim:
            case And(claims=(ForAll(variable=variable, range=range_, body=Implies() as body), _)):
                if variable is j1 and range_ is ROWS and self.which == (body.premise,):
                    return body
        if isinstance(self.claim, And):
            raise NoCoqFormError("no bound for the rows that are counted")
        return None

    @property
    def body(self) -> Claim:
        *_, by_entry = self.which
        found = by_entry if self.implied is None else self.implied.conclusion
        if not isinstance(found, Relation):
            raise NoCoqFormError("no relation")
        return found

    def _truth(self, claim: Claim) -> str:
        """A claim as a truth value."""
        if not isinstance(claim, Relation):
            raise NoCoqFormError(f"{claim!r} is no relation")
        if claim.left is self.entry and claim.sign == "==":
            left, right = self.said(claim).split(" = ")
            return f"equal_b ({left}) ({right})"
        left, right = (index_term(side, self.data) for side in (claim.left, claim.right))
        same = " ".join(["Nat.eqb", *(f"({side})" if " " in side else side for side in (left, right))])
        return same if claim.sign == "==" else f"negb ({same})"

    def claimed(self) -> list[str]:
        truths = [self._truth(each) for each in self.which]
        both = f"andb ({truths[0]}) ({truths[1]})" if len(truths) == 2 else truths[0]
        number = f"sum n (fun {j1.name} => when ({both}) 1) = {term(self.count.right)}"
        if self.implied is None:
            return [number]
        premise = index_prop(self.implied.premise, self.data)
        return [f"(forall {j1.name}, {j1.name} ∈ [n] -> {premise} -> {self.said(self.body)})", number]

    def bounded(self) -> Iterator[str]:
        row, rows = self.index(j0), f"n (d - {self.data.beside}) t {self.index(j0)} Sn Sw In_{j0.name}"
        if self.implied is not None:
            yield f"split; [|first [apply (count_alike {rows}) | apply (count_apart {rows})]]."
            yield f"intros {name_of(j1.name)} In_{j1.name} Which. residues_of Which."
            yield from self.bounded_at("")
            return
        alike, apart = (f"(Rpower n ({term(exponent)}))" for exponent in (b**2 + c**2, c**2))
        numbers = " ".join(name_of(s.name) for s in self.data.predicate[1])
        yield f"assert (U : forall j, j ∈ [n] -> u_exp n d A1 A2 Q K {row} j = weight softmax n (product d j3 a1 b c {row} j))"
        yield f"  by (intros; apply (self_identity_u {numbers} A1 A2 A3 Q K Hdata softmax HQK); assumption)."
        counts = ("others_alike", "others_apart") if len(self.which) == 2 else ("value_alike", "value_apart")
        ways = (f"apply (count_{count} {rows} (u_exp n d A1 A2 Q K {row}) {alike} {apart})" for count in counts)
        yield f"first [{' | '.join(ways)}]; counted U."


def export(part: Part) -> Export:
    """The part's theorem. Raises NoCoqFormError."""
    if part.printed is None or not isinstance(part.printed.given, Given):
        raise NoCoqFormError("no claim over blocks")
    writer = Counted(part, part.printed.given, data_of(part.printed.given), ())
    if writer.data.family != "self_identity":
        raise NoCoqFormError("counts are of rows with Q K^T = I_d")
    if writer.implied is not None:
        writer = replace(writer, cases=over_parameters.export(part).theorems)
    return writer.export()
