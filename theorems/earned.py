"""Is a part's evidence earned? A proof that still says ``holds`` of a mutant known to be false has not read the claim.

Every mutant that some witness kills is handed to the part's own proof. An argument in words never looks at the claim, so it
says of each what it says of the part; that is why it is called ``argued``. What is called ``proved`` or ``certified`` must
never be said of a false mutant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from theorems.digest import digest
from theorems.instance import Instance
from theorems.kept_fates import kept
from theorems.mutation import mutants_of
from theorems.mutation_score import Trial, killer_of, small_killer
from theorems.provers.argument import Argument, Step
from theorems.provers.families import Eventually
from theorems.statement import Part, Proof
from theorems.vocabulary import Evidence

UNREADABLE = (TypeError, AttributeError, ZeroDivisionError, ValueError, StopIteration, LookupError)
CHECKED = (Step("checked on the part itself, and the same on its mutants", lambda: True),)


@dataclass(frozen=True)
class Tally:
    """Of ``killed`` mutants known to be false the part's proof still says ``still``; ``where``: each with its witness.

    ``evidence`` is the level at which the proof speaks. An argument's mutants are counted and not listed.
    """

    evidence: Evidence
    killed: int
    still: int
    where: tuple[tuple[str, Instance], ...] = ()

    @property
    def overstated(self) -> bool:
        return self.evidence.reads_the_claim and self.still > 0


def tally(part: Part, seconds: float) -> Tally | None:
    """How many false mutants the part's proof still proves; None for a part without a proof that stands."""
    if isinstance(part.proof, Argument):
        killed = _kept_kills(part)
        count = len(list(_killed(part, part.proof, seconds))) if killed is None else killed
        return Tally(part.proof.evidence, count, count)
    finding = part.proved
    if part.proof is None or finding is None or not finding.verdict.stands:
        return None
    found = _killed(part, lightened(part.proof), seconds)
    still = tuple((kind, witness) for kind, witness, proved in found if proved)
    return Tally(finding.evidence, len(found), len(still), still)


def _kept_kills(part: Part) -> int | None:
    """The kills that are kept for the report; None when the statement has changed since."""
    fates = kept(part.paper).get(part.key)
    return int(fates["killed"]) if fates is not None and fates["digest"] == digest(part) else None


def _killed(part: Part, proof: Proof, seconds: float) -> list[tuple[str, Instance, bool]]:
    """Every mutant that a witness kills, with that witness, and whether ``proof`` says of it what it says of the part."""
    found: list[tuple[str, Instance, bool]] = []
    for mutant in mutants_of(part):
        trial = Trial(mutant, part)
        try:
            killer = small_killer(trial, seconds, list(dict.fromkeys(witness for _, witness, _ in found)))
            proved = _says_so(proof, mutant.part)
            if proved and killer is None:  # what a proof stands by is looked at in every way: there a killer is news
                killer = killer_of(trial, seconds)
        except UNREADABLE:
            continue
        if killer is not None:
            found.append((mutant.kind, killer, proved))
    return found


def _says_so(proof: Proof, mutated: Part) -> bool:
    try:
        return proof.run(mutated).verdict.stands
    except UNREADABLE:
        return False


def lightened(proof: Proof) -> Proof:
    """The same proof without what does not depend on the part: its steps have been checked, other thresholds are not asked."""
    return replace(proof, steps=CHECKED, also={}, elsewhere={}) if isinstance(proof, Eventually) else proof
