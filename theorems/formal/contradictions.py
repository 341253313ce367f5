"""Hypotheses that nothing meets: from all of them together follows what is false."""

from theorems.formal.statements import HYPOTHESES, Export, Theorem, parameters, theorem_name
from theorems.formal.terms import NoCoqFormError, name_of, prop
from theorems.language.computed import Computed
from theorems.language.given import Given
from theorems.language.tree import And, Chain, Claim, Member, Range, Relation
from theorems.provers.calculation import Contradiction
from theorems.provers.vacuity import ContradictoryHypotheses
from theorems.statement import Part


def export(part: Part) -> Export:
    """The part's hypotheses as one theorem. Raises NoCoqFormError."""
    data = part.printed.given
    given = data.over if isinstance(data, Computed) else data
    if not isinstance(part.proof, Contradiction | ContradictoryHypotheses) or not isinstance(given, Given):
        raise NoCoqFormError("no hypotheses that contradict each other")
    built = (given.model.structure.columns >= 1 + given.beside, given.copies >= 1)
    assumed = tuple(known for c in part.domain.conditions if c.claim is not None for known in _known(c.claim))
    hypotheses = tuple(dict.fromkeys((*assumed, *built)))
    variables = parameters(given.parameters, hypotheses)
    names = [name_of(symbol.name) for symbol in variables]
    proof = (
        f"intros {' '.join(names)} {' '.join(f'H{k}' for k in range(len(hypotheses)))}.",
        "repeat match goal with H : _ /\\ _ |- _ => destruct H end.",
        "first [contradiction | lra | nra].",
    )
    theorem = Theorem(theorem_name(part, "never"), "nothing meets the hypotheses", variables, hypotheses, None, proof)
    return Export(part, HYPOTHESES, (theorem,))


def _known(claim: Claim) -> tuple[Claim, ...]:
    """A hypothesis over the reals; what has no form is left out, which makes the theorem say more."""
    match claim:
        case Member(range=Range() as range_):
            return _known(Chain((range_.low, claim.element, range_.high), ("<=", "<=")))
        case Relation() | Chain() | And():
            try:
                prop(claim)
            except NoCoqFormError:
                return ()
            return (claim,)
    return ()
