"""Is a part's evidence earned? A proof that still says ``holds`` of a mutant known to be false has not read the claim.

Every mutant that some witness kills, and every edit of the printed line, is handed to the part's own proof. An argument in
words never looks at the claim, so it says of each what it says of the part; that is why it is called ``argued``. What is
called ``proved`` or ``certified`` must never be said of a false mutant.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from theorems.digest import digest
from theorems.instance import Instance
from theorems.judging.kept_fates import kept
from theorems.mutants.mutation import edits_of, mutants_of
from theorems.mutants.score import Trial, killer_of, small_killer
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
    """How many false mutants the part's proof still proves; None for a part without a proof that stands.

    How many are false is taken from the kept fates where these are of today's statement.
    """
    kept_kills = _kept_kills(part)
    if isinstance(part.proof, Argument):
        killed = kept_kills if kept_kills is not None else len(_killed(part, seconds))
        return Tally(part.proof.evidence, killed, killed)
    finding = part.proved
    if part.proof is None or finding is None or not finding.verdict.stands:
        return None
    still = tuple(_false_and_proved(part, lightened(part.proof), seconds))
    killed = kept_kills if kept_kills is not None else len(_killed(part, seconds))
    return Tally(finding.evidence, max(killed, len(still)), len(still), still)


def _kept_kills(part: Part) -> int | None:
    """The kills that are kept for the report; None when the statement has changed since."""
    fates = kept(part.paper).get(part.key)
    return int(fates["killed"]) if fates is not None and fates["digest"] == digest(part) else None


def _killed(part: Part, seconds: float) -> list[Instance]:
    """A witness for every mutant that a known or small instance kills."""
    found: list[Instance] = []
    for mutant in mutants_of(part):
        with suppress(*UNREADABLE):
            killer = small_killer(Trial(mutant, part), seconds, list(dict.fromkeys(found)))
            found += [] if killer is None else [killer]
    return found


def _false_and_proved(part: Part, proof: Proof, seconds: float) -> Iterator[tuple[str, Instance]]:
    """The mutants of which ``proof`` says what it says of the part, and which are false; looked at in every way."""
    example = kept(part.paper).get(part.key, {}).get("example")
    suspects = [] if example is None else [Instance.parse(example["witness"])]
    for mutant in chain(mutants_of(part), edits_of(part)):
        with suppress(*UNREADABLE):
            if _says_so(proof, mutant.part):
                killer = killer_of(Trial(mutant, part), seconds, suspects=suspects)
                if killer is not None:
                    yield mutant.kind, killer


def _says_so(proof: Proof, mutated: Part) -> bool:
    try:
        return proof.run(mutated).verdict.stands
    except UNREADABLE:
        return False


def lightened(proof: Proof) -> Proof:
    """The same proof without what does not depend on the part: its steps have been checked, other thresholds are not asked."""
    return replace(proof, steps=CHECKED, also={}, elsewhere={}) if isinstance(proof, Eventually) else proof
