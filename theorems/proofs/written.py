"""The proof of a part as the kernel's journal writes it down, with the certificates that are found for it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from theorems.kernel.context import Context
from theorems.kernel.gaps import GapError
from theorems.kernel.journal import KINDS, Proof, Refused, entry_of
from theorems.proofs.kept import Flat
from theorems.provers.calculation import Calculation, Contradiction
from theorems.provers.context import Cited, hypotheses, line_of
from theorems.provers.polynomials import certificates_of
from theorems.statement import Part


def proof_of(part: Part) -> Proof | None:
    """What the kernel is asked of a part; None where its proof is of another kind. Raises GapError where it claims no tree."""
    if type(part.proof) not in (Calculation, Flat, Contradiction):
        return None
    proof: Any = part.proof
    context = hypotheses(part)
    goal = line_of(part).at_an_instance if isinstance(proof, Calculation) else proof.absurd
    return Proof(part.key, goal, context.claims, tuple(sorted(context.words)), _resolved(proof.script, context))


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
