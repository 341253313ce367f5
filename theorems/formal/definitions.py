"""Claims over data of blocks, from the definitions: attention as Definitions C.1 and C.4 print it, on matrices that are
Definition D.1's or F.1's.

The theorem speaks of matrices and indices, all of them. Its proof rewrites the quantity with its closed form (the table in
coq/FromDefinition.v), asks how the indices lie, and ends in the theorems over the parameters: one for each way in which the
closed form can come out, at the least sizes that have room for it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

from theorems.formal import over_parameters
from theorems.formal.statements import DEFINITION, Export, Said, Theorem, _apart, theorem_name
from theorems.formal.terms import NoCoqFormError, defined, name_of, prop, term
from theorems.language import tree
from theorems.language.given import Given
from theorems.language.structure import ROW, Model, Scene
from theorems.language.tree import Claim, Number, Relation, Symbol, free_symbols, relations_of
from theorems.statement import Part
from theorems.superiority.language import (
    IDENTITY,
    ONES,
    a0,
    a1,
    b,
    block,
    c,
    cross_model,
    d,
    i0,
    j0,
    j1,
    j2,
    j3,
    n,
    self_model,
    t,
)


@dataclass(frozen=True)
class Data:
    """Matrices of one definition with one QKᵀ.

    model:      what the suite's trees are closed with
    predicate:  the same matrices as coq/Datasets.v has them
    beside:     how many columns stand beside the blocks
    family:     where the names of the theorems in coq/ClosedForms.v begin, for u and f and for c
    own:        the row whose block column is told from the others
    asks:       what the closed forms of u and f depend on, and those of c
    """

    model: Model
    predicate: tuple[str, tuple[Symbol, ...]]
    weights: str
    beside: int
    family: str
    own: Symbol
    asks: tuple[tuple[Claim, ...], tuple[Claim, ...]]

    @property
    def arguments(self) -> str:
        """The arguments of a theorem before the weights."""
        return f"{' '.join(name_of(s.name) for s in self.predicate[1])} A1 A2 A3"


@cache
def _data() -> tuple[Data, ...]:
    marked, first, last = (j0 == j3, j1 == j3), i0 == 1, i0 == d
    own, alike = i0 == block(j3), block(j1) == block(j0)
    asks_of_ones = marked, (j0 == j3, first, last, own)
    asks_of_identity = (*marked, alike), (j0 == j3, block(j0) == block(j3), first, last, i0 == block(j0))
    asks_of_cross = (j0 == j2, j1 == j3), (j0 == j2, first, own)
    found = []
    for a in (a0, a1):
        self_data = "self_attention_data", (n, d, t, j3, a, b, c)
        cross_data = "cross_attention_data", (n, d, t, j2, j3, a)
        found += [
            Data(self_model(a, ONES), self_data, "is_ones", 2, "self_ones", j3, asks_of_ones),
            Data(self_model(a, IDENTITY), self_data, "is_identity", 2, "self_identity", j0, asks_of_identity),
            Data(cross_model(a), cross_data, "is_identity", 1, "cross", j3, asks_of_cross),
        ]
    return tuple(found)


def data_of(given: Given) -> Data:
    """Raises NoCoqFormError where the data are of no definition that is written in Coq, or no data meet the hypotheses."""
    if given.nowhere:
        raise NoCoqFormError(f"no data meet the hypotheses: {given.nowhere}")

    def same(model: Model) -> bool:
        here, there = model.quantities, given.model.quantities
        return here.keys() == there.keys() and all(
            here[name].definition is there[name].definition
            and all(x is y for x, y in zip(here[name].formals, there[name].formals, strict=True))
            for name in here
        )

    for data in _data():
        if same(data.model):
            return data
    raise NoCoqFormError(f"{given.name}: no definition of these data")


# -- the statement -----------------------------------------------------------------------------------------------------------


def index_term(node: Any, data: Data) -> str:
    """An index, a column, or its number, as natural numbers."""
    match node:
        case Symbol():
            return name_of(node.name)
        case Number() if node.value.denominator == 1 and node.value >= 0:
            return f"{node.value}%nat"
        case tree.Function(name="block", argument=Symbol() as row):
            return f"block (d - {data.beside}) {name_of(row.name)}"
    raise NoCoqFormError(f"{node!r} is no index")


def index_prop(claim: Claim, data: Data) -> str:
    """A hypothesis that says how indices lie."""
    match claim:
        case Relation(sign="==" | "!="):
            return f"{index_term(claim.left, data)} {'=' if claim.sign == '==' else '<>'} {index_term(claim.right, data)}"
        case tree.Member() if isinstance(claim.element, Symbol) and claim.element.sort != ROW:
            low, high = (term(end) for end in (claim.range.low, claim.range.high))
            return f"({low} <= {name_of(claim.element.name)} <= {high})%nat"
        case tree.Or():
            return " \\/ ".join(index_prop(each, data) for each in claim.claims)
    raise NoCoqFormError(f"{claim!r} is no hypothesis on indices")


def applied(entry: tree.Entry) -> str:
    """``f_exp(A,x)_{j0,j1}`` as Coq applies it."""
    name = entry.quantity.removesuffix("(A,x)")
    if name not in {"u_exp", "u_lin", "f_exp", "f_lin", "c_exp", "c_lin"}:
        raise NoCoqFormError(f"{entry.quantity} is not defined in coq/Attention.v")
    matrices = "A1 A2 A3 Q K V" if name.startswith("c") else "A1 A2 Q K"
    indices = " ".join(name_of(index.name) for index in entry.arguments if isinstance(index, Symbol))
    if len(indices.split()) != 2:
        raise NoCoqFormError(f"{entry!r}: an index that is no letter")
    return f"{name} n d {matrices} {indices}"


def entry_of(claim: Claim) -> tree.Entry:
    """The one quantity that a claim speaks of, a side of each relation. Raises NoCoqFormError."""
    entries = {node for _, node in claim.walk() if isinstance(node, tree.Entry)}
    sides = {side for each in relations_of(claim) for side in (each.left, each.right)}
    if len(entries) != 1 or not entries <= sides:
        raise NoCoqFormError("not one quantity that is a side of each relation")
    return next(iter(entries))


@dataclass(frozen=True)
class Writer:
    """Writes the theorem of one part."""

    part: Part
    given: Given
    data: Data
    cases: tuple[Theorem, ...]

    @property
    def claim(self) -> Claim:
        found: Claim = self.part.printed.claim
        return found

    @property
    def body(self) -> Claim:
        """What the claim says of one entry."""
        found = self.claim.body if isinstance(self.claim, tree.ExactlyOne) else self.claim
        if not isinstance(found, Relation | tree.Chain):
            raise NoCoqFormError("no relation")
        return found

    @property
    def entry(self) -> tree.Entry:
        return entry_of(self.body)

    @property
    def about(self) -> tuple[Symbol, ...]:
        return self.given.about

    @property
    def on_indices(self) -> tuple[Claim, ...]:
        return tuple(h for h in self.given.hypotheses if self.given._on_indices(h))

    @property
    def on_numbers(self) -> tuple[Claim, ...]:
        """What the hypotheses say of the parameters, without what the data say themselves."""
        own = Relation(n, "==", self.given.derived[n])
        found = over_parameters.about_parameters(self.given, self.given.hypotheses)
        return tuple(h for h in found if h is not own)

    @property
    def numbers(self) -> tuple[Symbol, ...]:
        used = set(self.data.predicate[1]) | free_symbols(self.claim).union(*map(free_symbols, self.on_numbers))
        sizes = {n, *self.given.sizes}
        return tuple(s for s in self.given.parameters if s in used and s not in sizes)

    def values(self) -> list[str]:
        """What has a value."""
        name = self.entry.quantity.removesuffix("(A,x)")
        alpha = [f"{name.replace(name[0], 'alpha', 1)} n d A1 A2 Q K j0 <> 0"] if name[0] in "fc" else []
        sides = [side for each in relations_of(self.body) for side in (each.left, each.right)]
        return [*alpha, *(self._real(each) for each in defined(side for side in sides if side is not self.entry))]

    def claimed(self) -> list[str]:
        """The claim, the quantity in its place."""
        if isinstance(self.claim, tree.ExactlyOne):
            one = tree.Member(self.claim.variable, cast(tree.Range, self.claim.range))
            return [f"exists! {name_of(one.element.name)}, {index_prop(one, self.data)} /\\ {self.said(self.body)}"]
        return [self.said(self.body)]

    def said(self, claim: Claim) -> str:
        """A claim with the quantity in its place."""
        placeholder = Symbol("entry")
        written = prop(claim.mapped(lambda node: placeholder if node is self.entry else None))
        return re.sub(rf"\b{placeholder.name}\b", applied(self.entry), written)

    def _real(self, value: Relation) -> str:
        """A size is a natural number; alone beside ``=`` it has to be told that it is meant as a real one."""
        return f"INR {prop(value)}" if value.left in {n, *self.given.sizes} else prop(value)

    def statement(self) -> str:
        name, arguments = self.data.predicate
        rows = " ".join(name_of(s.name) for s in (*self.given.fixed, *self.about))
        reals = " ".join(name_of(s.name) for s in self.numbers)
        matrices = "A1 A2 A3 Q K V"
        lines = [
            f"forall (n d t {rows} : nat) ({reals} : R) ({matrices} : matrix),",
            f"{name} {' '.join(name_of(s.name) for s in arguments)} A1 A2 A3 ->",
            f"{self.data.weights} d (QK d Q K) -> is_identity d V ->",
            *(f"{_apart(h)} ->" for h in self.on_numbers),
            " ".join(f"{s.name} ∈ [{'n' if s.sort == ROW else 'd'}] ->" for s in self.about),
            *(f"{self._apart(index_prop(h, self.data))} ->" for h in self.on_indices),
            " /\\\n  ".join([*self.values(), *self.claimed()]),
        ]
        return "\n  ".join(filter(None, lines))

    @staticmethod
    def _apart(found: str) -> str:
        return f"({found})" if "\\/" in found else found

    def export(self) -> Export:
        where, proof = "for all indices, from the definitions", tuple(self.proof())
        theorem = Said(theorem_name(self.part), where, (), (), self.claim, proof, said=self.statement())
        return Export(self.part, DEFINITION, (*self.cases, theorem))

    # -- the proof -----------------------------------------------------------------------------------------------------------

    def proof(self) -> Iterator[str]:
        rows = " ".join(name_of(s.name) for s in (*self.given.fixed, *self.about))
        reals = " ".join(name_of(s.name) for s in self.numbers)
        names = [f"H{k}" for k in range(len(self.on_numbers))]
        inside = [f"In_{s.name}" for s in self.about]
        places = [f"At{k}" for k in range(len(self.on_indices))]
        yield f"intros n d t {rows} {reals} A1 A2 A3 Q K V Hdata HQK HV {' '.join((*names, *inside, *places))}."
        yield "repeat match goal with H : _ /\\ _ |- _ => destruct H end."
        yield f"{'cross' if self.data.beside == 1 else 'self'}_sizes Hdata."
        for hypothesis in self.on_indices:
            if isinstance(hypothesis, Relation) and hypothesis.sign == "==" and isinstance(hypothesis.left, Symbol):
                yield f"subst {name_of(hypothesis.left.name)}."
        values = self.values()
        if self.entry.quantity[0] in "fc":
            yield "match goal with |- ?P /\\ _ => assert (Alpha : P) by alpha_value end."
            yield "split; [exact Alpha|]."
            values = values[1:]
        yield from ("split; [has_value|]." for _ in values)
        yield from self.bounded()

    def bounded(self) -> Iterator[str]:
        kinds = self.kinds()
        own, width = self.index(self.data.own), f"(d - {self.data.beside})"
        if isinstance(self.claim, tree.ExactlyOne):
            yield f"exists (block {width} {own}). split."
            yield "{ split; [block_in_range|]."
            yield from (f"  {line}" for line in self.bounded_at("own_block"))
            yield "}"
            yield f"intros i0 [Range Claim]. destruct (Nat.eq_dec i0 (block {width} {own})) as [E|E]; [congruence|exfalso]."
            other = re.sub(rf"\b{j0.name}\b", self.index(j0), self.said(cast(Relation, self.body).contrary))
            yield f"assert (Other : {other})."
            yield "{"
            yield from (f"  {line}" for line in self.bounded_at("other_block"))
            yield "}"
            yield "lra."
            return
        if len(kinds) == 1:
            yield from self.bounded_at(kinds[0])
            return
        yield f"destruct (Nat.eq_dec i0 (block {width} {own})); [subst i0|]."
        for kind in kinds:
            yield "{ " + " ".join(self.bounded_at(kind)) + " }"

    def index(self, symbol: Symbol) -> str:
        """The name that an index has after substitution."""
        for hypothesis in self.on_indices:
            if isinstance(hypothesis, Relation) and hypothesis.sign == "==" and hypothesis.left is symbol:
                return index_term(hypothesis.right, self.data)
        return name_of(symbol.name)

    def kinds(self) -> list[str]:
        """Which columns the claim speaks of, as the names of the closed forms have them."""
        if not self.entry.quantity.startswith("c"):
            return [""]
        for hypothesis in self.on_indices:
            match hypothesis:
                case Relation(sign="==" | "!=", left=left, right=right) if left is i0:
                    if right is d:
                        return ["last"]
                    if isinstance(right, Number):
                        return ["first"]
                    return ["own_block"] if hypothesis.sign == "==" else ["other_block"]
        return ["own_block", "other_block"]

    def bounded_at(self, kind: str) -> Iterator[str]:
        name = self.entry.quantity.removesuffix("(A,x)")
        attention = "softmax" if name.endswith("exp") else "linear"
        data, row = self.data, self.index(j0)
        if name[0] in "uf":
            column = self.index(j1)
            yield f"change ({name} n d A1 A2 Q K {row} {column}) with ({name[0]} {attention} n d A1 A2 Q K {row} {column})."
            theorem = f"{data.family}_{name[0]} {data.arguments} Q K Hdata {attention} HQK {row} {column}"
        else:
            column = {"first": "1%nat", "last": "d", "own_block": f"(block (d - {data.beside}) {self.index(data.own)})"}.get(
                kind, "i0"
            )
            yield (
                f"change ({name} n d A1 A2 A3 Q K V {row} {column}) with (c_ {attention} n d A1 A2 A3 Q K V {row} {column})."
            )
            if kind == "last":
                theorem = f"self_c_last {data.arguments} Q K V Hdata {attention} HV {row}"
            else:
                last = " i0" if kind == "other_block" else ""
                theorem = f"{data.family}_c_{kind} {data.arguments} Q K V Hdata {attention} HV HQK {row}{last}"
        yield f"rewrite ({theorem}) by first [assumption | lia]."
        if kind == "last":
            yield "reflexivity."
            return
        yield "unfold_closed_form."
        numbers = [f"({each.name} {' '.join(name_of(s.name) for s in each.variables)})" for each in self.cases]
        yield "settle_indices; room; repeat match goal with |- _ /\\ _ => split end;"
        yield f"first [ {' | '.join(f'by_case {each}' for each in numbers)} ]."


def needed(part: Part, data: Data) -> set[int]:
    """The numbers of the cases that a proof asks for: of those with the same closed form one at each least pair of sizes."""
    given: Given = part.printed.given
    structure = given.model.structure
    found: dict[tuple[bool, ...], dict[tuple[int, int], int]] = {}
    for number, case in enumerate(part.domain.admitted_cases, 1):
        scene: Scene = case.model.pattern
        asked = tuple(structure.holds(each, scene) for each in data.asks[i0 in scene.where])
        found.setdefault(asked, {}).setdefault(structure.needs(scene), number)
    return {
        number
        for sizes in found.values()
        for least, number in sizes.items()
        if not any(other != least and other[0] <= least[0] and other[1] <= least[1] for other in sizes)
    }


def export(part: Part) -> Export:
    """The part's theorem from the definitions after those over the parameters that it needs. Raises NoCoqFormError."""
    if part.printed is None or not isinstance(part.printed.given, Given) or not part.printed.as_it_stands:
        raise NoCoqFormError("no claim over blocks")
    given = part.printed.given
    data = data_of(given)
    writer = Writer(part, given, data, ())
    if writer.kinds() != ["last"]:
        writer = replace(writer, cases=over_parameters.export(part, needed(part, data)).theorems)
    return writer.export()
