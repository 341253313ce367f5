"""Every way to export a part, strongest first, and one file for each statement."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from theorems.formal import definitions, over_parameters, refutations
from theorems.formal.compiling import FROM_DEFINITION
from theorems.formal.statements import DEFINITION, Export
from theorems.formal.terms import NoCoqFormError
from theorems.statement import Part, statement_slug

WAYS: tuple[Callable[[Part], Export], ...] = (definitions.export, over_parameters.export, refutations.export)
HEAD = """From Coq Require Import Reals Lra ZArith List Psatz.
From Referee Require Import Powers{more}.
Import ListNotations.
Open Scope R_scope.
Set Default Timeout 100.
"""


def export(part: Part) -> Export:
    """The theorems of a part. Raises NoCoqFormError, which says why there are none."""
    why = []
    for way in WAYS:
        try:
            return way(part)
        except NoCoqFormError as error:
            why.append(str(error))
    raise NoCoqFormError("; ".join(why))


def file_of(part: Part) -> str:
    """``superiority/LemmaD2.v``: the file of a statement beside its paper."""
    return f"{part.paper}/{''.join(word.capitalize() for word in statement_slug(part.statement).split('_'))}.v"


def file_text(exported: Sequence[Export]) -> str:
    """The file of one statement: each part under its printed line, and at the end the axioms that its theorems use."""
    theorems = [theorem for each in exported for theorem in each.theorems]
    intervals = any("number" in line or "refuted" in line for theorem in theorems for line in theorem.proof)
    matrices = any(each.kind == DEFINITION for each in exported)
    pieces = [HEAD.format(more=" Refute" * intervals + f" {' '.join(FROM_DEFINITION)}" * matrices)]
    for each in exported:
        part = each.part
        changed = f"\n   {part.changed}" if part.changed else ""
        title = f"{part.address} ({part.reading.value}), {part.source}; {each.kind}"
        pieces.append(f"(* {comment(title)}\n   {comment(part.text)}{comment(changed)} *)\n")
        pieces += [theorem.text for theorem in each.theorems]
    pieces.append(f"Definition all_of_them := ({', '.join(theorem.name for theorem in theorems)}).")
    pieces.append("Print Assumptions all_of_them.")
    return "\n".join(pieces) + "\n"


def comment(words: str) -> str:
    """Words inside a comment: they neither end it nor open a string."""
    return words.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def sha(exported: Export) -> str:
    """A fingerprint of what the theorems state."""
    return hashlib.sha256("\n".join(t.statement for t in exported.theorems).encode()).hexdigest()[:16]
