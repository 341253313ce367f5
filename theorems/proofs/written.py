"""The proof of a part as the kernel's journal writes it down, with the certificates that are found for it."""

from dataclasses import fields, replace
from typing import Any

from theorems.kernel.context import Context, Reason
from theorems.kernel.gaps import GapError
from theorems.kernel.journal import KINDS, Proof, Refused, entry_of
from theorems.kernel.scripts import By, Have, Script, Suppose, gives, parts_of
from theorems.language.tree import And, Claim, Implies
from theorems.proofs.kept import Flat
from theorems.provers.calculation import Calculation, Contradiction, Contrary
from theorems.provers.context import Cited, hypotheses, line_of
from theorems.provers.families import Eventually, RefutedAlong
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.provers.polynomials import certificates_of
from theorems.provers.positivity import Positivity
from theorems.provers.slack import signs
from theorems.statement import Part

Asked = tuple[Claim, Context, Script]


def proof_of(part: Part) -> Proof | None:
    """What the kernel is asked of a part; None where its proof is of another kind. Raises GapError where it claims no tree."""
    asked = _asked(part)
    if asked is None:
        return None
    goal, context, script = asked
    return Proof(part.key, goal, context.claims, tuple(sorted(context.words)), _resolved(script, context))


def _asked(part: Part) -> Asked | None:
    """What is to be shown, where, and how.

    Of a family: at any member, or wherever the relations hold that every family meets at last. Of a formula in symbolic
    cases: that what the sides differ by in each of them, through nonnegative symbols, has its sign.
    """
    proof: Any = part.proof
    if isinstance(proof, Positivity):
        return signs(proof, part), Context(), By(())
    if type(proof) in (Calculation, Flat, Contradiction):
        goal = line_of(part).at_an_instance if isinstance(proof, Calculation) else proof.absurd
        return goal, hypotheses(part), proof.script
    calculation = proof.calculation if isinstance(proof, RefutedAlong | Eventually) else None
    if isinstance(calculation, Contrary):
        return _contrary(calculation, part)
    if isinstance(calculation, FromSomeSizeOn):
        script: Script = Suppose(calculation.script)
        for each in reversed(calculation.first):
            script = Have(each.claim, each.script, script)
        return Implies(And(calculation.beyond), line_of(part).at_an_instance), calculation.given(part), script
    return None


def _contrary(calculation: Contrary, part: Part) -> Asked | None:
    """The contrary of a relation: first what holds along the family by the reasons, one after the other."""
    context = calculation.known(part)
    known = context.with_reasons(calculation.reasons)
    relation, inside = list(parts_of(line_of(part).at_an_instance, known))[calculation.number]
    script, before = calculation.script, context
    shown: list[tuple[Claim, Reason]] = []
    for reason in calculation.reasons:
        after = before.with_reasons([reason])
        claim = after.claims[len(before.claims)]
        if not gives(By((reason,)), claim, before):
            return None  # what is said of all elements
        shown.append((claim, reason))
        before = after
    for claim, reason in reversed(shown):
        script = Have(claim, By((reason,)), script)
    return relation.contrary, replace(context, claims=(*context.claims, *inside.claims[len(known.claims) :])), script


def _resolved(each: Any, context: Context) -> Any:
    """With what the cited parts say in their place."""
    match each:
        case Cited():
            try:
                return each.quoted(context)
            except GapError as gap:
                return Refused(str(gap))
        case tuple():
            return tuple(_resolved(one, context) for one in each)
    if type(each) not in KINDS:
        return each
    return replace(each, **{field.name: _resolved(getattr(each, field.name), context) for field in fields(each)})


def statement_of(part: Part) -> str | None:
    """The fingerprint of what the part's proof shows, and from what; None where nothing of it goes into a journal."""
    try:
        proof = proof_of(part)
        return None if proof is None else proof.statement
    except (GapError, TypeError):  # it claims no tree, or speaks of what has no place there
        return None


def entry(part: Part) -> dict[str, Any] | None:
    """The entry of a part's proof; None where it is of another kind. Raises GapError where it does not go through."""
    proof = proof_of(part)
    return None if proof is None else entry_of(proof, certificates_of(proof))
