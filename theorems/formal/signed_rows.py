"""A row against random signs, and networks with random columns, from the definitions: two entries of a row add up to more than
a threshold.

The statements come from the trees; the proofs are by hand in coq/Eighth.v and coq/Networks.v. The lemmas on the two entries are
cited: their own theorems stand before, each proved from the definitions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from theorems.catalogue import find
from theorems.formal import definitions
from theorems.formal.definitions import Writer, data_of, index_term
from theorems.formal.statements import Export, theorem_name
from theorems.formal.terms import NoCoqFormError, defined, name_of, term
from theorems.kernel.facts import Definition
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.given import Given
from theorems.language.tree import Claim, Expr, Node, Relation, Symbol, expr, free_symbols
from theorems.provers.context import facts_of
from theorems.statement import Part
from theorems.superiority.language import C, F_exp, d, delta, i0, j0, j2, j3, kappa, l, m, rows, sigma, y

Columns = tuple[tuple[str, Expr | None], ...]
OF_D1: Columns = (("superiority/Lemma D.3/1 (stated)", expr(1)), ("superiority/Lemma D.3/3 (stated)", d))
ON_THE_CIRCLE: Columns = (
    ("superiority/Lemma E.2/1(ii) (intended)", expr(1)),
    ("superiority/Lemma E.2/3(ii) (intended)", d),
)
OF_CROSS: Columns = (("superiority/Lemma F.3/1 (stated)", expr(1)), ("superiority/Lemma F.3/2.i (stated)", None))
# the part -> the row, and the lemmas on its two entries, each with the column that it speaks of; None: it says there is one
CITED: Mapping[str, tuple[Symbol, Columns]] = {
    "superiority/Lemma D.4/1 (stated)": (j3, OF_D1),
    "superiority/Lemma F.4/1 (intended)": (j2, OF_CROSS),
    "superiority/Theorem D.5 (stated)": (j3, OF_D1),
    "superiority/Theorem 6.2/D1.i (intended)": (j3, OF_D1),
    "superiority/Theorem E.4 (intended)": (j3, ON_THE_CIRCLE),
    "superiority/Theorem F.5 (stated)": (j2, OF_CROSS),
}
MATRICES = "A1 A2 A3 Q K V"


def part_of(key: str) -> Part:
    return next(part for part in find(key.rpartition(" (")[0]) if part.key == key)


@dataclass(frozen=True)
class SignedRow(Writer):
    """``Pr[<c_{j0}, σ> ≥ τ] ≥ p``, σ uniform on {-1, 1}^d."""

    @property
    def bound(self) -> Relation:
        """``Pr[...] ≥ p``."""
        if not isinstance(self.claim, Relation) or self.claim.sign != ">=" or not isinstance(self.claim.left, tree.Probability):
            raise NoCoqFormError("no lower bound of a probability")
        return self.claim

    @property
    def threshold(self) -> Expr:
        match self.bound.left:
            case tree.Probability(
                event=Relation(left=tree.Inner(left=tree.Entry() as row, right=signs), sign=">=", right=threshold)
            ):
                if signs is sigma and (row.quantity, row.arguments) == ("c_exp(A,x)", (j0,)):
                    return threshold
        raise NoCoqFormError("no probability that a signed row reaches a threshold")

    def values(self) -> list[str]:
        needed = map(self._real, defined((self.threshold, self.bound.right)))
        return [f"alpha_exp n d A1 A2 Q K {name_of(j0.name)} <> 0", *needed]

    def claimed(self) -> list[str]:
        event = f"le_b {term(self.threshold, 0)} (inner d (c_exp n d {MATRICES} {name_of(j0.name)}) sigma)"
        return [f"Pr d (fun sigma => {event}) >= {term(self.bound.right)}"]

    def proof(self) -> Iterator[str]:
        names = [f"H{k}" for k in range(len(self.on_numbers))]
        variables = [name_of(s.name) for s in (*self.given.fixed, *self.about, *self.numbers)]
        inside, places = [f"In_{s.name}" for s in self.about], [f"At{k}" for k in range(len(self.on_indices))]
        yield f"intros n d t {' '.join(variables)} {MATRICES} Hdata HQK HV {' '.join((*names, *inside, *places))}."
        yield "repeat match goal with H : _ /\\ _ |- _ => destruct H end."
        yield f"{'cross' if self.data.beside == 1 else 'self'}_sizes Hdata."
        if self.about:
            yield f"subst {name_of(j0.name)}."
        yield "match goal with |- ?P /\\ _ => assert (Alpha : P) by (intros; alpha_value) end."
        yield "split; [exact Alpha|]."
        yield from ("split; [has_value|]." for _ in self.values()[1:])
        row, lines = CITED[self.part.key]
        columns = []
        for k, (key, column) in enumerate(lines):
            yield f"pose proof ({self.cited(part_of(key), column)}) as Entry{k}."
            yield f"cited Entry{k}."
            if column is None:
                yield f"destruct Entry{k} as (i & [Range Entry{k}] & _)."
            columns.append("i" if column is None else index_term(column, self.data))
        yield from self.concluded(name_of(row.name), columns)

    def cited(self, part: Part, column: Expr | None) -> str:
        """The theorem of a lemma for this row and a column."""
        given: Given = part.printed.given
        put = {j0: name_of(CITED[self.part.key][0].name), i0: "" if column is None else index_term(column, self.data)}
        places = [put[s] if s in put else name_of(s.name) for s in (*given.fixed, *given.about)]
        numbers = [name_of(s.name) for s in Writer(part, given, self.data, ()).numbers]
        return " ".join([theorem_name(part), "n d t", *places, *numbers, MATRICES])

    def concluded(self, row: str, columns: list[str]) -> Iterator[str]:
        at = f"d (c_exp n d {MATRICES} {row}) {' '.join(columns)}"
        yield f"apply Rge_trans with (1 / 8); [apply (an_eighth {at}) | lra]."
        yield "all: first [unfold is_in in *; lia | two_entries]."


@dataclass(frozen=True)
class SignedNetwork(SignedRow):
    """``Pr[F > 0] ≥ p`` for a network with m columns, uniform on {-1, 1}^d and independent."""

    @property
    def threshold(self) -> Expr:
        """τ, from the definition of the network that the calculation uses."""
        match self.bound.left:
            case tree.Probability(event=Relation(left=network, sign=">", right=right)) if network is F_exp and right is expr(0):
                said = (fact.theorem.claim for fact in facts_of(self.part.proof) if isinstance(fact.theorem, Definition))
                (claim,) = {c for c in said if isinstance(c, Relation) and c.left is F_exp}
                match claim.right:
                    case tree.Total(
                        range=of_rows, body=tree.Total(body=tree.Call(name="max", arguments=(tree.Minus() as beyond, zero)))
                    ):
                        if of_rows is rows and zero is expr(0) and _is_product(beyond.left, claim.right):
                            return beyond.right
        raise NoCoqFormError("no network whose definition is as Definition C.6 prints it")

    @property
    def on_numbers(self) -> tuple[Claim, ...]:
        own = Relation(self.given.length, "==", self.given.derived[self.given.length])
        return tuple(
            _without_ceil(h) for h in self.given.hypotheses if h is not own and not free_symbols(h) <= {*self.given.fixed}
        )

    @property
    def numbers(self) -> tuple[Symbol, ...]:
        return (*super().numbers, delta, kappa, C)

    def values(self) -> list[str]:
        first, *others = super().values()
        return [f"(forall {name_of(j0.name)}, {name_of(j0.name)} ∈ [n] -> {first})", *others]

    def claimed(self) -> list[str]:
        event = f"lt_b 0 (network n d m (c_exp n d {MATRICES}) {term(self.threshold, 0)} y)"
        return [f"Pr_columns d m (fun y => {event}) >= {term(self.bound.right)}"]

    def concluded(self, row: str, columns: list[str]) -> Iterator[str]:
        yield "many_rows."
        at = f"n d m (c_exp n d {MATRICES}) {term(self.threshold, 0)} {row} delta kappa C {' '.join(columns)}"
        yield f"apply (a_network_with_enough_columns {at})."
        yield "all: first [assumption | unfold is_in in *; lia | two_entries]."


def _is_product(product: Expr, over: tree.Total) -> bool:
    """Is it <c_{j1}, y_l> for the j1 and l that are summed over?"""
    match product, over.body:
        case tree.Inner(left=tree.Entry() as row, right=column), tree.Total(variable=of):
            return (row.quantity, row.arguments) == ("c_exp(A,x)", (over.variable,)) and of is l and column is y[l]
    return False


def _without_ceil(claim: Claim) -> Claim:
    """``m = ⌈x⌉`` of a natural number m as ``x ≤ m < x + 1``."""

    def change(node: Node) -> Node | None:
        match node:
            case Relation(left=left, sign="==", right=tree.Call(name="ceil", arguments=(x,))) if left is m:
                return tree.And((x <= m, m < x + 1))
        return None

    found: Claim = claim.mapped(change)
    return found


def _is_said(claim: Claim, known: set[Symbol]) -> bool:
    """Is it about the numbers or the row? Without the others, about growth or the data's own, the theorem says more."""
    return free_symbols(claim) <= known and not any(isinstance(node, tree.Order) for _, node in claim.walk())


def export(part: Part) -> Export:
    """The part's theorem after those that it cites. Raises NoCoqFormError."""
    data = part.printed.given
    if part.key not in CITED or not isinstance(data, Computed) or data.over is None or not part.printed.as_it_stands:
        raise NoCoqFormError("no proof by hand")
    over = data.over
    of_row = any(isinstance(node, tree.Inner) for _, node in part.printed.claim.walk())
    known = {*over.parameters, *((j0, *over.fixed) if of_row else (delta, kappa, C, m))}
    said = tuple(c.claim for c in part.domain.conditions if c.claim is not None and _is_said(c.claim, known))
    if of_row:
        exported = SignedRow(part, replace(over, hypotheses=said, about=(j0,)), data_of(over), ()).export()
    else:
        given = replace(over, hypotheses=said, fixed=(*over.fixed, m))
        exported = SignedNetwork(part, given, data_of(over), ()).export()
    before = [theorem for key, _ in CITED[part.key][1] for theorem in definitions.export(part_of(key)).theorems]
    return replace(exported, theorems=(*before, *exported.theorems))
