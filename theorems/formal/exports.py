"""Every way to export a part, strongest first, and one file for each statement."""

import hashlib
import pickle
from collections.abc import Callable, Container, Sequence
from functools import cache
from pathlib import Path
from threading import RLock

from theorems import files
from theorems.digest import digest
from theorems.formal import (
    calculations,
    contradictions,
    counted,
    definitions,
    over_parameters,
    random_signs,
    refutations,
    signed_rows,
)
from theorems.formal.compiling import CALCULATIONS, FROM_DEFINITION
from theorems.formal.statements import CLOSED, COMPARED, DEFINITION, HYPOTHESES, USED, Export
from theorems.formal.terms import NoCoqFormError
from theorems.language.printed_line import PrintedLine
from theorems.provers.context import hypotheses
from theorems.statement import Part, statement_slug

# each with what its theorems start from, "" where that depends on the part
WAYS: tuple[tuple[str, Callable[[Part], Export]], ...] = (
    (DEFINITION, definitions.export),
    (DEFINITION, counted.export),
    (DEFINITION, random_signs.export),
    (DEFINITION, signed_rows.export),
    (CLOSED, over_parameters.export),
    ("", refutations.export),
    (HYPOTHESES, contradictions.export),
    (USED, calculations.export),
)
EXPORTING = RLock()  # a model that records its formulas is alone with its numbers
HEAD = """From Coq Require Import Reals Lra ZArith List Psatz.
From Referee Require Import Powers{more}.
Import ListNotations.
Open Scope R_scope.
Set Default Timeout 200.
"""


@cache
def ours() -> str:
    """A fingerprint of what turns claims into theorems."""
    here = Path(__file__).parent
    sources = [*here.glob("*.py"), *(here.parent / "language").glob("*.py"), *(here.parent / "provers").glob("*.py")]
    return hashlib.sha256(b"\n".join(path.read_bytes() for path in sorted(sources))).hexdigest()


def export(part: Part, kept: Path | None = None, without: Container[str] = ()) -> Export:
    """The theorems of a part, ``without`` those of some kinds; from the folder ``kept`` where they were made of the same claim.

    Raises NoCoqFormError, which says why there are none.
    """
    why = []
    for kind, way in WAYS:
        if kind not in without:
            try:
                with EXPORTING:
                    return _kept(part, kind, way, kept)
            except ValueError as error:  # also of a tree that no prover reads: a parameter without a least value
                why.append(str(error))
    raise NoCoqFormError("; ".join(dict.fromkeys(why)))


def _kept(part: Part, kind: str, way: Callable[[Part], Export], kept: Path | None) -> Export:
    if kept is None:
        return way(part)
    assumed = f"{hypotheses(part).claims!r}" if isinstance(part.claim, PrintedLine) and part.claim.says is None else ""
    told = f"{ours()} {kind} {part.key} {digest(part)} {part.witness} {part.text} {part.proof!r} {assumed}"
    path = kept / hashlib.sha256(told.encode()).hexdigest()[:32]
    if path.exists():
        known, theorems = pickle.loads(path.read_bytes())
        return Export(part, known, theorems)
    found = way(part)
    files.replace({path: pickle.dumps((found.kind, found.theorems))})
    return found


def file_of(part: Part) -> str:
    """``superiority/LemmaD2.v``: the file of a statement beside its paper."""
    return f"{part.paper}/{''.join(word.capitalize() for word in statement_slug(part.statement).split('_'))}.v"


def file_text(exported: Sequence[Export]) -> str:
    """The file of one statement: each part under its printed line, and at the end the axioms that its theorems use."""
    theorems = [theorem for each in exported for theorem in each.theorems]
    intervals = any("number" in line or "refuted" in line for theorem in theorems for line in theorem.proof)
    matrices = any(each.kind == DEFINITION for each in exported)
    calculated = any(each.kind in (USED, COMPARED) for each in exported)
    flows = any(word in theorem.text for theorem in theorems for word in ("slope ", "order_from"))
    calculating = f" {' '.join(CALCULATIONS)}" * calculated + " Flows" * flows
    signed = any("cited Entry" in line for theorem in theorems for line in theorem.proof)
    sizes = any("outgrown." in theorem.proof for theorem in theorems)
    more = (
        " Refute" * intervals
        + f" {' '.join(FROM_DEFINITION)}" * matrices
        + calculating
        + " Sizes" * sizes
        + " Eighth Networks" * signed
    )
    pieces = [HEAD.format(more=more)]
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
