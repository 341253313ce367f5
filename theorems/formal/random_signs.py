"""Lemmas 4.1 and 4.2 of ``superiority`` from the definitions: the statements from the trees, the proofs by hand.

Attention is that of Definitions 3.2 and 3.3 on data of Definition 3.8, σ is uniform on {-1, 1}^n, and poly(n) is n as the data
say; the proofs are in coq/SoftmaxRegression.v.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from theorems.formal.statements import DEFINITION, Export, Said, theorem_name
from theorems.formal.terms import NoCoqFormError, defined, name_of, prop, term
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.tree import Claim, Expr, Node, Relation, Symbol, free_symbols, relations_of
from theorems.statement import Part
from theorems.superiority.language import C, delta, n
from theorems.superiority.toy_model import TO_N, Ax, S_exp, S_lin, i, j, poly, tau

# the part -> its theorem in coq/SoftmaxRegression.v, with its arguments
PROOFS: Mapping[str, str] = {
    "superiority/Lemma 4.1/1 (stated)": "linear_sum_on_D0 n d A x C delta",
    "superiority/Lemma 4.1/2 (stated)": "softmax_sum_on_D0 n d A x C delta",
    "superiority/Lemma 4.2/1 (stated)": "linear_sum_on_D1 n d j A x C delta",
    "superiority/Lemma 4.2/2 (stated)": "softmax_sum_on_D1 n d j A x",
    "superiority/Lemma 4.2/3 (stated)": "softmax_sign_on_D1 n d j A x",
}
KINDS: Mapping[str, Expr] = {"lin": S_lin, "exp": S_exp}
SUMS: Mapping[Expr, str] = {total: f"regression_f_{kind}" for kind, total in KINDS.items()}


@dataclass
class Written:
    """What is no number to Coq stands under a name of its own until the rest is written."""

    pieces: dict[str, str] = field(default_factory=dict)

    def claim(self, claim: Claim) -> str:
        return self.filled(prop(cast(Claim, self.with_names(claim))))

    def expression(self, node: Expr, most: int = 50) -> str:
        return self.filled(term(self.with_names(node), most))

    def with_names(self, node: Node) -> Node:
        found: Node = node.mapped(self._named)
        return found

    def filled(self, written: str) -> str:
        for name, piece in self.pieces.items():
            written = re.sub(rf"\b{name}\b", piece, written)
        return written

    def _named(self, node: Node) -> Node | None:
        if node is poly(n):
            return n
        for row in (i, j):
            if node is Ax[row]:
                return self._name(f"(apply d A x {name_of(row.name)})")
        if isinstance(node, tree.Probability):
            return self._name(f"Pr n (fun sigma => {self._event(node.event)})")
        return None

    def _name(self, piece: str) -> Symbol:
        name = f"piece{len(self.pieces)}"
        self.pieces[name] = piece
        return Symbol(name)

    def _event(self, event: Claim) -> str:
        """A comparison of the sum, or of its absolute value, as a truth value."""
        if not isinstance(event, Relation) or event.sign in ("==", "!="):
            raise NoCoqFormError(f"{event!r} is no event that is written in Coq")
        low, high = (self._side(event.left), self._side(event.right))[:: 1 if event.sign in ("<=", "<") else -1]
        return f"{'le_b' if '=' in event.sign else 'lt_b'} {low} {high}"

    def _side(self, side: Expr) -> str:
        match side:
            case tree.Call(name="abs", arguments=(total,)) if total in SUMS:
                return f"(Rabs (inner n ({SUMS[total]} n d A x) sigma))"
            case _ if side in SUMS:
                return f"(inner n ({SUMS[side]} n d A x) sigma)"
        return self.expression(side, 0)


def _hypotheses(claims: Iterator[Claim]) -> Iterator[str]:
    """What the data say, one line each."""
    for claim in claims:
        match claim:
            case tree.And():
                yield from _hypotheses(iter(claim.claims))
            case Relation(sign="==", left=left) if left is poly(n):
                pass
            case tree.ForAll(variable=variable, range=range_, body=body) if variable is i:
                apart = isinstance(range_, tree.Without)
                if range_ is not (tree.Without(TO_N, j) if apart else TO_N):
                    raise NoCoqFormError(f"{claim!r} is about other rows")
                yield f"(forall i, i ∈ [n] -> {'i <> j -> ' if apart else ''}{Written().claim(body)})"
            case Relation() | tree.Chain():
                written = Written().claim(claim)
                yield written if isinstance(claim, Relation) else f"({written})"
            case _:
                raise NoCoqFormError(f"{claim!r} is no hypothesis that is written in Coq")


def _bounds(claim: Claim) -> Iterator[Expr]:
    """The expressions of which a value is asked: the bounds inside and outside of the probabilities."""
    for each in relations_of(claim):
        yield each.right
        if isinstance(each.left, tree.Probability):
            yield from (
                side for r in relations_of(each.left.event) for side in (r.left, r.right) if not set(SUMS) & _below(side)
            )


def _below(node: Node) -> set[Node]:
    return {each for _, each in node.walk()}


def export(part: Part) -> Export:
    """The part's theorem. Raises NoCoqFormError."""
    if part.key not in PROOFS or not isinstance(part.printed.given, Computed):
        raise NoCoqFormError("no proof by hand")
    claim: Claim = part.printed.claim
    conditions = [condition.claim for condition in part.printed.given.points.conditions]
    if any(found is None for found in conditions):
        raise NoCoqFormError("a hypothesis in words only")
    said = list(_hypotheses(found for found in conditions if found is not None))
    peak = any(j in free_symbols(found) for found in conditions if found is not None)
    spoken = set().union(*(free_symbols(found) for found in (claim, *conditions) if found is not None))
    numbers = [symbol for symbol in (C, delta, tau) if symbol in spoken]
    alphas = [f"inner n (regression_u_{kind} d A x) ones <> 0" for kind, total in KINDS.items() if total in _below(claim)]
    asked = (Written().with_names(bound) for bound in _bounds(claim))
    needed = defined(each for each in asked if isinstance(each, Expr))
    values = [*alphas, *(f"INR {prop(each)}" if each.left is n else prop(each) for each in needed)]
    lines = [
        f"forall (n d{' j' * peak} : nat) ({' '.join(name_of(s.name) for s in numbers)} : R) (A : matrix) (x : vector),",
        *(["j ∈ [n] ->"] if peak else []),
        *(f"{each} ->" for each in said),
        " /\\\n  ".join([*values, Written().claim(claim)]),
    ]
    proof = (
        f"intros n d{' j' * peak} {' '.join(name_of(s.name) for s in numbers)} A x.",
        f"regression_intros; {'split; [regression_value|]; ' * len(values)}apply ({PROOFS[part.key]}); regression_data.",
    )
    theorem = Said(
        theorem_name(part), "for all data, from the definitions; by hand", (), (), claim, proof, said="\n  ".join(lines)
    )
    return Export(part, DEFINITION, (theorem,))
