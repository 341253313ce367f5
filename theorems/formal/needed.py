"""Which hypotheses a theorem needs: each of them is left out of the tree once, the part is exported again and compiled.

Without a hypothesis that it needs a theorem is refused, by Coq or already where its proof is written. One that is accepted
all the same never needed the hypothesis: that is told, and is no error. A refutation needs none of its hypotheses: they say
that its point is one of the statement's.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from theorems.formal import definitions
from theorems.formal.compiling import JOBS, Compiled, compiled, in_turn
from theorems.formal.exports import WAYS, file_of, file_text, sha
from theorems.formal.statements import Export, Said
from theorems.formal.terms import NoCoqFormError
from theorems.language.given import Given
from theorems.language.printing import text
from theorems.statement import Domain, Part

REFUSED, UNWRITTEN, UNSAID, IDLE = "refused by Coq", "no proof to write", "not in the theorem", "not needed"


@dataclass(frozen=True)
class Without:
    """A part without one of its hypotheses, and what becomes of its theorems: one of the words above, and why."""

    part: Part
    hypothesis: str
    outcome: str = ""
    why: str = ""


def without_each(part: Part) -> Iterator[Without]:
    """The part without each hypothesis that its tree has, one at a time: the printed ones, then what its data declare."""
    line: Any = part.printed
    given = line.given
    if isinstance(given, Given):
        for claim in given.hypotheses:
            kept = replace(given, hypotheses=tuple(h for h in given.hypotheses if h is not claim))
            yield Without(replace(part, printed=replace(line, given=kept), domain=kept.domain()), text(claim))
        return
    for condition in part.domain.conditions:

        def dropped(domain: Domain, left_out: object = condition) -> Domain:
            return replace(domain, conditions=tuple(c for c in domain.conditions if c is not left_out))

        said = tuple(c for c in line.conditions if c is not condition and c is not condition.claim)
        data = replace(given, points=dropped(given.points))
        other = replace(line, given=data, conditions=said)
        yield Without(replace(part, printed=other, domain=dropped(part.domain)), condition.text)
    for claim in given.ranges:
        data = replace(given, ranges=tuple(r for r in given.ranges if r is not claim))
        yield Without(replace(part, printed=replace(line, given=data)), text(claim))


def same_way(part: Part, kind: str) -> Export:
    """The part's theorems where they start from what is named, and no weaker ones in their place. Raises NoCoqFormError."""
    why = []
    for named, way in WAYS:
        if kind.startswith(named):  # a way may tell its kinds apart by what it adds to the name
            try:
                found = way(part)
            except ValueError as error:  # also where a parameter has no least value any more
                why.append(str(error))
                continue
            if found.kind == kind:
                return found
    raise NoCoqFormError("; ".join(dict.fromkeys(why)))


def with_its_proof(whole: Export, one: Without) -> Export:
    """What is said of all indices without a hypothesis, with the proof that the theorem has: our prover finds no other.

    Raises NoCoqFormError for a theorem of another kind.
    """
    *cases, last = whole.theorems
    given = one.part.printed.given
    if not cases or not isinstance(last, Said) or not isinstance(given, Given) or not one.part.printed.as_it_stands:
        raise NoCoqFormError("no theorem of all indices")
    return definitions.Writer(one.part, given, definitions.data_of(given), tuple(cases)).export()


def outcomes(known: Iterable[Export], home: Path, prints: Mapping[str, str], jobs: int = JOBS) -> Iterator[Without]:
    """What becomes of each of these without each of its hypotheses, in their order, as soon as it is known."""
    told = (whole for whole in known if all(theorem.point is None for theorem in whole.theorems))
    dropped = ((whole, number, one) for whole in told for number, one in enumerate(without_each(whole.part), 1))
    return in_turn((partial(_compiled, *_exported(*each), home, prints) for each in dropped), jobs)


def _exported(whole: Export, number: int, one: Without) -> tuple[Without, Path, str]:
    """What is left to compile of it: the name of a file and its text; no text where the outcome is known without Coq."""
    path = Path(file_of(whole.part)).with_suffix("") / f"{whole.theorems[-1].name}_without_{number}.v"
    try:
        fewer = same_way(one.part, whole.kind)
    except NoCoqFormError as error:
        try:
            fewer = with_its_proof(whole, one)
        except NoCoqFormError:
            return replace(one, outcome=UNWRITTEN, why=str(error)), path, ""
    if sha(fewer) == sha(whole):
        return replace(one, outcome=UNSAID), path, ""
    return one, path, file_text([fewer])


def _compiled(one: Without, path: Path, written: str, home: Path, prints: Mapping[str, str]) -> Without:
    if not written:
        return one
    found: Compiled = compiled(home / "without" / path, written, home, prints)
    return replace(one, outcome=REFUSED, why=found.why) if found.line else replace(one, outcome=IDLE)


def table(found: Iterable[Without]) -> list[str]:
    """How many hypotheses are needed, and which are not, part by part."""
    rows = list(found)
    counts = [(word, sum(row.outcome == word for row in rows)) for word in (REFUSED, UNWRITTEN, UNSAID, IDLE)]
    lines = [f"{len(rows)} hypotheses left out: " + ", ".join(f"{number} {word}" for word, number in counts)]
    for part in dict.fromkeys(row.part.key for row in rows):
        idle = [row.hypothesis for row in rows if row.part.key == part and row.outcome == IDLE]
        if idle:
            lines.append(f"{part} holds without: {'; '.join(idle)}")
    return lines
