"""Looking for the reasons of a claim over numbers: theorems whose terms stand in the claim, and squares of differences.

What is found is a calculation like anybody's: its one link is checked as if an author had written it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from theorems.kernel.context import Context
from theorems.kernel.facts import Fact, Theorem
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by
from theorems.language.printed_line import PrintedLine
from theorems.language.tree import Call, Claim, Power, Q, free_symbols
from theorems.own.declared import parameters_of
from theorems.own.parameters import SIZE
from theorems.proofs.match import applications
from theorems.provers.calculation import Calculation
from theorems.provers.context import hypotheses
from theorems.statement import Part
from theorems.textbook import elementary
from theorems.textbook.elementary import SQUARE
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Verdict

SECONDS = 3.0
MOST = 18  # reasons of one link
BESIDE = (Q(0), Q(1), Q(1, 2))  # what a number is compared with in a square


def found_proof(part: Part) -> Calculation | None:
    """A calculation of one link that proves the part, without a reason that it can do without; None where none is found."""
    line = part.claim
    if not isinstance(line, PrintedLine) or line.says is not None:
        return None
    try:
        with time_limit(SECONDS):
            known = hypotheses(part)
            reasons = [fact for fact in _candidates(line.at_an_instance) if _applies(known, fact)][:MOST]
            for tried in ([], reasons):
                if _proves(part, tried):
                    return Calculation(by(*_needed(part, tried)), "found by matching the claim with the textbook")
    except (OutOfTimeError, GapError, TypeError, ValueError):
        pass
    return None


def _needed(part: Part, reasons: list[Fact]) -> list[Fact]:
    """Without those that are idle, the last ones first."""
    for fact in reversed(list(reasons)):
        fewer = [each for each in reasons if each is not fact]
        if _proves(part, fewer):
            reasons = fewer
    return reasons


def _proves(part: Part, reasons: list[Fact]) -> bool:
    return Calculation(by(*reasons)).run(part).verdict is Verdict.HOLDS


def _applies(known: Context, fact: Fact) -> bool:
    try:
        known.with_reasons((fact,))
    except GapError:
        return False
    return True


def _candidates(claim: Claim) -> Iterator[Fact]:
    terms = list(dict.fromkeys(node for _, node in claim.walk() if isinstance(node, Call | Power) and free_symbols(node)))
    for theorem in _about_numbers():
        yield from applications(theorem, terms, alone=True)
    numbers = [p for p in parameters_of(claim) if not p.shape and p.kind != SIZE]
    squared = [*numbers, *(node for node in terms if isinstance(node, Call) and node.name in ("sqrt", "exp"))]
    for first, second in combinations(squared, 2):
        yield SQUARE(first - second)
        yield SQUARE(first + second)
    for each in squared:
        yield from (SQUARE(each - other) for other in BESIDE)


@cache
def _about_numbers() -> tuple[Theorem, ...]:
    found = (each for each in vars(elementary).values() if isinstance(each, Theorem))
    return tuple(theorem for theorem in found if all(formal.sort == "number" for formal in theorem.formals))
