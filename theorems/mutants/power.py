"""What the mutants say of a part: how many die, and between which factors the best constant of its bound lies."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from theorems.digest import digest
from theorems.judging.decide import expected_verdict
from theorems.mutants.mutation import tightened
from theorems.mutants.score import Outcome, fate, fates, slack
from theorems.statement import Part
from theorems.vocabulary import Reading, Verdict

STEPS = 5  # of bisection between what is proved and what is refuted
FINEST = Fraction(1, 100)
FATES = ("killed", "true", "survived", "invalid")


def power(part: Part, seconds: float) -> dict[str, Any]:
    """The fates of all mutants of a part, as kept for the report; ``outcomes`` lists every one and is not kept."""
    outcomes = fates(part, seconds)
    found = slack(outcomes)
    killed = next((o for o in outcomes if o.fate == "killed"), None)
    return {
        "digest": digest(part),
        **{kind: sum(o.fate == kind for o in outcomes) for kind in FATES},
        "slack": None if found is None else str(found),
        "best": best_constant(part, outcomes, seconds),
        "example": None if killed is None else {"mutant": killed.mutant.kind, "witness": str(killed.witness)},
        "true as well": [f"{o.mutant.kind} ({o.why})" for o in outcomes if o.fate == "true"],
        "survivors": [o.mutant.kind for o in outcomes if o.fate == "survived"],
        "outcomes": [[o.mutant.kind, o.fate, str(o.witness) if o.witness is not None else o.why] for o in outcomes],
    }


def best_constant(part: Part, outcomes: Sequence[Outcome], seconds: float) -> dict[str, str]:
    """Of a repaired reading: the largest ε with the bound times 1 ∓ ε proved, the smallest with it refuted, and where.

    Empty where nothing is known of any factor. One size refutes no bound that is claimed of large sizes.
    """
    if part.reading is not Reading.INTENDED:
        return {}
    asymptotic = expected_verdict(part) is Verdict.ASYMPTOTIC
    killed = {
        o.mutant.amount: o.witness
        for o in outcomes
        if o.fate == "killed" and o.mutant.amount and o.witness is not None and not asymptotic
    }
    proved = slack(outcomes) or Fraction(0)
    for _ in range(STEPS if killed else 0):
        refuted = min(killed)
        if refuted - proved <= FINEST:
            break
        middle = ((proved + refuted) / 2).limit_denominator(100)
        outcome = fate(tightened(part, middle), part, seconds, suspects=list(dict.fromkeys(killed.values())))
        if outcome.fate == "true":
            proved = middle
        elif outcome.fate == "killed" and outcome.witness is not None:
            killed[middle] = outcome.witness
        else:
            break
    told = {"proved": str(proved)} if proved else {}
    return {**told, "refuted": str(min(killed)), "witness": str(killed[min(killed)])} if killed else told
