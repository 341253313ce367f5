"""How a mutant is known to be true: by the part's own proof, whose bound had room left, or by the printed claim.

What a calculation ends in need not be its last term: the links before it and the reasons of the last one may give more. Every
answer here is a calculation that the checker accepts for the mutant's own claim under the mutant's own hypotheses.
"""

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cache, partial
from itertools import chain, zip_longest
from typing import Any

from theorems.catalogue import UnknownStatementError, find
from theorems.instance import Instance
from theorems.kernel.arithmetic import pieces
from theorems.kernel.context import shown
from theorems.kernel.facts import Fact, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import By, Calc, Cases, Each, FirstOf, Have, Script, composed, goals_of, parts_of
from theorems.language.computed import Computed
from theorems.language.lemma import Line
from theorems.language.printed_line import PrintedLine
from theorems.language.strict import made_strict
from theorems.language.tree import Claim, Expr, Indicator, Probability, Relation, Total, relations_of
from theorems.mutants.mutation import Mutant, without
from theorems.mutants.same_script import about, citing, facts_in, other_bounds, other_numbers, other_pieces, other_values
from theorems.provers.bisection import Budget
from theorems.provers.boxes import attempt
from theorems.provers.calculation import Calculation
from theorems.provers.context import hypotheses, line_of
from theorems.provers.families import Eventually
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.provers.positivity import Positivity
from theorems.provers.sharper import Sharper
from theorems.provers.weakening import weaker
from theorems.statement import Condition, Part
from theorems.textbook.sums import COUNT_NONNEGATIVE
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Verdict

SAME = "no other claim"


def same_statement(mutant: Mutant) -> str:
    """Why a dropped hypothesis leaves the statement as it is: the others imply it, or the data have it anyway; "" if not."""
    dropped = mutant.dropped
    if dropped is None or dropped.claim is None:
        return ""
    if mutant.built_in:
        return "every instance meets this hypothesis by the way it is built"
    try:
        hypotheses(mutant.part).shows(dropped.claim)
    except GapError:
        return ""
    return "what is left implies this hypothesis"


def proof_of(mutant: Mutant, printed: Part, seconds: float) -> str | Instance:
    """How the mutant is proved, or where boxes find it false; "" where neither is known."""
    try:
        with time_limit(max(60 * seconds, 10.0)):  # of a clock that runs on while the machine is busy
            return _weaker(mutant, printed) or _by_its_calculation(mutant, printed) or _on_cases(mutant, seconds)
    except OutOfTimeError:
        return ""


def _weaker(mutant: Mutant, printed: Part) -> str:
    """Does the mutant follow from the printed claim, relation by relation, under the same hypotheses?"""
    if mutant.part.domain is not printed.domain:
        return ""
    try:
        context = hypotheses(printed)
        asked = list(goals_of(line_of(mutant.part).at_an_instance, context))
        given = list(parts_of(line_of(printed).at_an_instance, context))
        if [known.claims for _, known in asked] != [known.claims for _, known in given]:
            return ""
        script = _accepted(printed)
        facts = tuple(facts_in(script, context.claims))
        for number, ((goal, known), (claim, _)) in enumerate(zip(asked, given, strict=True)):
            beside = (other for other, there in given if there.claims == known.claims)
            weaker(claim, *facts).show(goal, known.assuming(claim, *beside, *_shown_first(script, number, len(asked))))
    except GapError:
        return ""
    return "it follows from the printed claim"


def _accepted(part: Part) -> Script:
    """The script of the part's own calculation, where the checker accepts it; else one that shows nothing."""
    match part.proof:
        case Calculation(script=script) if part.proved is not None and part.proved.verdict is Verdict.HOLDS:
            return script
    return By(())


def _shown_first(script: Script, number: int, relations: int) -> Iterator[Claim]:
    """What a script shows of all its points before it comes to a relation of its goal."""
    match script:
        case Have():
            yield script.claim
            yield from _shown_first(script.then, number, relations)
        case Each() if len(script.scripts) == relations:
            yield from _shown_first(script.scripts[number], 0, 1)


def _by_its_calculation(mutant: Mutant, printed: Part) -> str:
    with suppress(GapError):  # what the mutant compares is no tree: no calculation reads it
        if mutant.dropped is None:
            return by_its_calculation(mutant.part, printed) or _by_that_of_another(mutant.part)
        ways = [by_its_calculation(p, printed, mutant.dropped.text) for p in _where_it_says_something(mutant.part)]
        return ways[0] if ways and all(ways) else ""
    return ""


def _by_that_of_another(part: Part) -> str:
    """Does another part of the statement say the same of other indices, and its calculation show it of these?"""
    with suppress(UnknownStatementError):
        for other in find(f"{part.paper}/{part.statement}"):
            same = other.key != part.key and _same_claim(other, part)
            if same and by_its_calculation(replace(part, proof=other.proof), other):
                return f"proved by the calculation of {other.address}"
    return ""


def _same_claim(part: Part, other: Part) -> bool:
    lines = part.claim, other.claim
    trees = [line.at_an_instance for line in lines if isinstance(line, PrintedLine) and line.says is None]
    return len(trees) == 2 and trees[0] is trees[1]


def _where_it_says_something(part: Part) -> list[Part]:
    """Where what is compared has a value, as a claim that has none is not false: by the signs of what may not vanish.

    Of a claim with several relations that is only what all of them need: where one of them has no value, another may be false.
    """
    compared = [dict.fromkeys(_pieces(relation)) for relation in relations_of(line_of(part).at_an_instance)]
    own = [piece for piece in chain(*compared[:1]) if all(piece in other for other in compared)]
    parts = [_valued(part, *own)]
    for divisor in dict.fromkeys(piece.left for piece in (*own, *_pieces(*_left(part))) if piece.sign == "!="):
        parts = [signed for part in parts for signed in _by_sign(part, divisor)]
    return parts


def _valued(part: Part, *more: Relation) -> Part:
    """Where a hypothesis is dropped, those that are left say something only where what they compare has a value."""
    needed = dict.fromkeys((*_pieces(*_left(part)), *more))
    return _assuming(part, *(piece for piece in needed if piece.sign != "!="))


def _by_sign(part: Part, divisor: Expr) -> Iterator[Part]:
    """The part where a divisor is positive, and where it is negative, unless the hypotheses tell."""
    context = hypotheses(part)
    if shown(context, divisor > 0) or shown(context, divisor < 0):
        yield part
    else:
        yield from (_assuming(part, sign) for sign in (divisor > 0, divisor < 0) if not shown(context, _opposite(sign)))


def _opposite(sign: Relation) -> Relation:
    return sign.left <= 0 if sign.sign == ">" else sign.left >= 0


def _assuming(part: Part, *claims: Relation) -> Part:
    values = (Condition(claim, lambda x: True, said="what is compared has a value") for claim in claims)
    return replace(part, domain=part.domain.where(*values))


def _left(part: Part) -> Iterator[Relation]:
    return relations_of(*(condition.claim for condition in part.domain.conditions if condition.claim is not None))


def _pieces(*relations: Relation) -> Iterator[Relation]:
    """What must not vanish, or have a sign, for the relations to have a value, and the bounds of the events in them."""
    events = (node.event for relation in relations for _, node in relation.walk() if isinstance(node, Probability))
    bounds = (event.right for event in events if isinstance(event, Relation))
    sides = (side for relation in relations for side in (relation.left, relation.right))
    return (each for side in chain(sides, bounds) for each in pieces(side))


def by_its_calculation(part: Part, printed: Part, dropped: str = "") -> str:
    """Does the part's own calculation give the claim, perhaps with room that its last term leaves? How, or "".

    ``dropped``: the hypothesis that the part does without; the parts that it cites may have to do without it as well.
    """
    proof: Any = part.proof
    match proof:
        case Calculation(script=script):
            shown = (
                why
                for why, each in _ways(script, part, printed, dropped)
                if Calculation(each).run(part).verdict is Verdict.HOLDS
            )
            return next(shown, "")
        case Positivity() if isinstance(part.printed.given, Computed):
            return "the hypotheses that are left give it" if Calculation(By(())).run(part).verdict is Verdict.HOLDS else ""
        case Eventually(calculation=FromSomeSizeOn() as calculation):
            beyond = (why for why, each in _ways_beyond(calculation, part, printed, dropped) if _shown(each, part))
            return next((f"{why}, from some size on" for why in beyond), "")
    return ""


BY_THE_SAME, OTHER_VALUE = "proved by the same calculation", f"{SAME}: the printed one for another value of a parameter"
BY_WHAT_IT_CITES = f"{BY_THE_SAME}, and what it cites is proved without this hypothesis as well"


def _ways(script: Script, part: Part, printed: Part, dropped: str) -> Iterator[tuple[str, Script]]:
    """The script itself, the script for any end, what it shows of the printed claim, and the script about other trees."""
    claim, goal = (line_of(each).at_an_instance for each in (printed, part))
    yield BY_THE_SAME, script
    if dropped:
        yield BY_WHAT_IT_CITES, _lighter(script, dropped)
    if goal is not claim:
        yield BY_THE_SAME, loosened(script)
        if _is_stricter(goal, claim):
            sharp = citing(script, _line_strictly)
            yield BY_THE_SAME, Sharper(sharp)
            yield BY_THE_SAME, Sharper(loosened(sharp))
        yield BY_THE_SAME, Have(claim, script, weaker(claim, *facts_in(script, hypotheses(part).claims)))
        for put in (*other_bounds(claim, goal), *other_numbers(claim, goal)):
            yield BY_THE_SAME, about(script, put)
        for put in other_values(claim):
            yield OTHER_VALUE, Have(about(claim, put), about(script, put), By(()))


def _ways_beyond(calculation: FromSomeSizeOn, part: Part, printed: Part, dropped: str) -> Iterator[tuple[str, FromSomeSizeOn]]:
    """The same for what holds from some size on, whose sizes are taken for the other value as well."""
    claim, goal = (line_of(each).at_an_instance for each in (printed, part))
    yield BY_THE_SAME, calculation
    if dropped:
        yield BY_WHAT_IT_CITES, replace(calculation, script=_lighter(calculation.script, dropped))
    if goal is not claim:
        then = weaker(claim, *facts_in(calculation.script, hypotheses(part).claims))
        sharper = Sharper(loosened(citing(calculation.script, _line_strictly)))
        scripts = (
            loosened(calculation.script),
            *([sharper] * _is_stricter(goal, claim)),
            Have(claim, calculation.script, then),
        )
        for script in scripts:
            yield BY_THE_SAME, replace(calculation, script=script)
        for put in other_bounds(claim, goal):
            yield BY_THE_SAME, replace(about(calculation, put), fixed=calculation.fixed)
        for put in other_pieces(claim, goal):
            beyond = tuple(dict.fromkeys((*calculation.beyond, *about(calculation.beyond, put))))
            either = FirstOf((calculation.script, about(calculation.script, put)))
            yield BY_THE_SAME, replace(calculation, beyond=beyond, script=either)
        for put in other_numbers(claim, goal):
            yield BY_THE_SAME, about(calculation, put)
        for put in other_values(claim):
            if calculation.size not in put:
                other = replace(about(calculation, put), size=calculation.size, fixed=calculation.fixed)
                yield OTHER_VALUE, replace(other, script=Have(about(claim, put), other.script, By(())))


def _is_stricter(goal: Claim, claim: Claim) -> bool:
    """Does the goal ask for more than the claim by its signs alone?"""
    pairs = list(zip_longest(relations_of(goal), relations_of(claim)))
    same = all(x is not None and y is not None and x.left is y.left and x.right is y.right for x, y in pairs)
    return same and any(x.sign != y.sign for x, y in pairs)


def _lighter(script: Script, dropped: str) -> Script:
    """The script with every part cited as it is without this hypothesis, proved by its own proof."""
    lighter: Script = citing(script, partial(_line_without, dropped=dropped))
    return lighter


@cache
def _line_without(line: Line, dropped: str) -> Line:
    """The line without this hypothesis. An argument in words reads no hypotheses, so it shows nothing without one."""
    condition = next((c for c in line.part.domain.conditions if c.text == dropped), None)
    if condition is None or not isinstance(line.part.proof, Calculation | Positivity):
        return line
    part, lemma = _valued(without(line.part, condition).part), copy(line.lemma)
    if isinstance(part.proof, Calculation):
        part = replace(part, proof=replace(part.proof, script=_lighter(part.proof.script, dropped)))
    lemma.parts = [part]
    return Line(lemma, 0)


@cache
def _line_strictly(line: Line) -> Line:
    """The line with strict relations where its own calculation shows these; the line as it is elsewhere."""
    part, proof = line.part, line.part.proof
    with suppress(GapError):
        claim = made_strict(line_of(part).at_an_instance)
        if claim is not None and isinstance(proof, Calculation):
            sharper = replace(proof, script=Sharper(citing(proof.script, _line_strictly)))
            strict = replace(part, printed=line_of(part).comparing(claim), proof=sharper)
            if sharper.run(strict).verdict is Verdict.HOLDS:
                lemma = copy(line.lemma)
                lemma.parts = [strict]
                return Line(lemma, 0)
    return line


def _shown(calculation: FromSomeSizeOn, part: Part) -> bool:
    proof = part.proof
    assert isinstance(proof, Eventually)
    try:
        calculation.shown(part, proof.family, ())
    except GapError:
        return False
    return True


def _on_cases(mutant: Mutant, seconds: float) -> str | Instance:
    part = mutant.part
    if not mutant.provable or part.domain.cases is None:
        return ""
    if isinstance(part.proof, Positivity) and part.proof.run(part).verdict is Verdict.HOLDS:
        return "proved symbolically"
    tried = attempt(part, budget=Budget(seconds=4 * seconds))
    return "certified by boxes" if tried.certified else tried.false_at or ""


def loosened(script: Script) -> Script:
    """The script for any end: where a calculation does not end in the goal, the goal is to follow from its beginning and from
    what the next link rests on, or be weaker than that, or follow from all links but one and from what that one rests on.

    What is counted there may be used to be nonnegative.
    """
    match script:
        case By():
            return FirstOf((script, By((*script.reasons, *_counts(script)))))
        case Calc():
            places = tuple(reversed(range(len(script.signs))))
            return FirstOf((script, *(_begun(script, k) for k in places if k), *(_open_at(script, k) for k in places)))
        case Have():
            return replace(script, then=loosened(script.then))
        case Cases():
            return replace(script, holds=loosened(script.holds), fails=loosened(script.fails))
        case Each():
            return replace(script, scripts=tuple(map(loosened, script.scripts)))
    return script


def _counts(script: By) -> Iterator[Fact]:
    """That what the reasons count is nonnegative."""
    claims = (reason.claim for reason in script.reasons if isinstance(reason, Fact))
    for _, node in (walked for claim in claims for walked in claim.walk()):
        match node:
            case Total(variable=k, range=range_, body=Indicator(claim=counted)):
                yield COUNT_NONNEGATIVE(lambda each, k=k, counted=counted: substituted(counted, {k: each}), k, range_)


def _begun(calculation: Calc, place: int) -> Script:
    terms, signs, reasons = calculation.terms, calculation.signs[:place], calculation.reasons
    beginning = Relation(terms[0], composed(signs), terms[place])
    then = FirstOf((By(reasons[place]), weaker(beginning, *facts_in(calculation, ()))))
    return Have(beginning, Calc(terms[: place + 1], signs, reasons[:place]), then)


def _open_at(calculation: Calc, place: int) -> Script:
    shown: Script = By(calculation.reasons[place])
    links = list(zip(calculation.links, calculation.reasons, strict=True))
    for link, reasons in reversed([*links[:place], *links[place + 1 :]]):
        shown = Have(link, By(reasons), shown)
    return shown
