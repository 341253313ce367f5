"""From a part to its verdict: run the proof, confirm the witness, search, and refuse to let them disagree."""

import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy

from kernels.balls import Truth
from theorems.catalogue import option_of
from theorems.instance import Instance
from theorems.judging.assumes import assumes
from theorems.judging.feasibility import PROVED, uninformative_everywhere
from theorems.judging.feasibility import ContradictionError as ContradictionError
from theorems.judging.shown import gap, theorems_of
from theorems.kernel.arithmetic import pieces
from theorems.kernel.context import shown as follows
from theorems.kernel.facts import Definition
from theorems.kernel.gaps import GapError
from theorems.language.computed import Computed
from theorems.language.rules import conjuncts
from theorems.language.tree import Chain, Claim, Expr, Relation, Symbol, free_symbols, held
from theorems.own.by_signs import BySigns, found_for_large_sizes
from theorems.own.instances import data_of
from theorems.own.reasons import found_proof
from theorems.own.search import lowered, says_apart
from theorems.own.stated import Declared
from theorems.own.touching import touching
from theorems.proofs.kept import Flat, FlatAlong, FlatBeyond
from theorems.provers import bridges
from theorems.provers.argument import Argument, with_words
from theorems.provers.as_sympy import AsSympy
from theorems.provers.at_instances import false_definition, false_range, false_step, instances, none_of, refuting
from theorems.provers.boxes import Boxes
from theorems.provers.calculation import Calculation, Contradiction, Contrary, K, Silent
from theorems.provers.context import hypotheses
from theorems.provers.families import Eventually, RefutedAlong
from theorems.provers.growth import tends_to_zero
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.provers.positivity import Positivity
from theorems.provers.search import Search, evaluate, search, smallest_witness, witness_of
from theorems.provers.vacuity import ContradictoryHypotheses
from theorems.statement import Finding, Part, Proof
from theorems.vocabulary import Evidence, Verdict

OWN_SEARCH = 24  # times as long as for a smallest witness: who writes a claim that is slow to compute does not wait for ever
STEPS_AT = 4  # small instances, and as many drawn ones, at which each step of a proof is looked at
READERS: tuple[type[Proof], ...] = (Positivity, Boxes, ContradictoryHypotheses, Calculation, Flat, Contradiction)
ALONG = (FromSomeSizeOn, Contrary, FlatBeyond, FlatAlong)


def reads_the_claim(proof: Proof | None) -> bool:
    """Is it a prover that reads what it judges: the part's own claim, or its hypotheses, over its whole domain?

    A paper's own subclass of a prover is none.
    """
    along = type(proof) in (Eventually, RefutedAlong) and type(getattr(proof, "calculation", None)) in ALONG
    return along or type(proof) in READERS


@dataclass(frozen=True)
class Effort:
    """How hard to look.

    examples: drawn instances of each part, and small ones
    seconds:  for each smallest-witness search
    points:   of each formula part, scanned in float64
    checks:   drawn instances, and small ones, of a part whose own proof reads its claim: a cross-check of the prover; as
              many fewer points are scanned
    """

    name: str
    examples: int
    seconds: float
    points: int = 0
    checks: int = 15


EFFORTS = {
    effort.name: effort
    for effort in (
        Effort("quick", 15, 2.0, 10**4),
        Effort("standard", 60, 5.0, 10**5),
        Effort("nightly", 4000, 60.0, 10**6, checks=4000),
    )
}


def judge(part: Part, effort: Effort, seed: int = 0) -> Finding:
    """The verdict of a part with the strongest evidence there is; ``vacuous`` where what is true says nothing.

    Raises ContradictionError when a proof says ``holds`` and a confirmed point says otherwise, or when a pinned
    witness no longer refutes the part, or is a single point of a part about large sizes; when a step of a proof, or what it
    takes for granted of the data, is false at an instance.
    """
    finding = _as_printed(part, _truth(part, effort, seed))
    if finding.verdict.stands and (step := false_step(part, STEPS_AT)):
        raise ContradictionError(f"{part.address}: its proof says what is false: {step}")
    if finding.verdict is not Verdict.UNKNOWN and (ground := false_ground(part)):
        raise ContradictionError(f"{part.address}: its proof stands on what is false, or not shown: {ground}")
    if left := none_of(part.printed.given, finding.witness):
        raise ContradictionError(f"{part.address}: its witness is none of its data: {left}")
    silent = uninformative_everywhere(part)
    if not silent:
        return finding
    if finding.verdict is Verdict.FAILS:
        raise ContradictionError(f"{part.address} is false, and yet its bound says no more than the trivial range")
    return _uninformative(part, finding, silent) if finding.verdict.stands else finding


def false_ground(part: Part) -> str:
    """What a part's proof takes from definitions, from what is shown once and from ranges of its data, and should not."""
    for theorem in theorems_of(part):
        if theorem.shown is not None and (why := gap(theorem)):
            return f"{theorem.name} is not shown: {why}"
        if isinstance(theorem, Definition) and (why := false_definition(theorem, STEPS_AT)):
            return why
    data = part.printed.given
    return false_range(data, STEPS_AT) if isinstance(data, Computed) else ""


def _as_printed(part: Part, finding: Finding) -> Finding:
    """What is known of the printed line: no more than argued where words alone lead to it from what is compared."""
    rules = part.printed.reduced.rules
    crossed = bridges.steps(part, finding.verdict)
    finding = replace(finding, steps=(*map(str, rules), *crossed, *finding.steps)) if rules else finding
    family = finding.witness is not None and finding.witness["kind"] == "family"
    if (
        finding.verdict is Verdict.FAILS
        and not family
        and (part.printed.reduced.of_large_sizes or isinstance(part.proof, Eventually))
    ):
        how = f"false at {finding.witness and finding.witness['text']}; single instances decide nothing about large sizes"
        return replace(finding, verdict=Verdict.UNKNOWN, evidence=Evidence.NONE, how=how, witness=None)
    read = finding.verdict is not Verdict.UNKNOWN and not of_hypotheses(part)
    read = read and (finding.evidence.reads_the_claim or reads_the_claim(part.proof))
    missing = part.printed.reduced.missing(finding.verdict, _moving(part), partial(_is_shown, part)) if read else ""
    if missing:
        return replace(finding, verdict=Verdict.UNKNOWN, evidence=Evidence.NONE, how=missing, witness=None, n0=None)
    words = only_in_words(part, finding)
    if not words or not finding.evidence.reads_the_claim:
        return finding
    told = (part.note or part.in_words) and not isinstance(part.proof, RefutedAlong)  # whose words are its own: it has a gap
    argued = family or isinstance(part.proof, Argument) or told
    if finding.verdict is Verdict.FAILS and not argued:
        how = f"false is what is compared, at {finding.witness and finding.witness['text']}; {words}"
        return replace(finding, verdict=Verdict.UNKNOWN, evidence=Evidence.NONE, how=how, witness=None)
    return replace(finding, evidence=Evidence.ARGUED, how=with_words(finding.how, words))


def of_hypotheses(part: Part) -> bool:
    """Does the part's proof speak of its hypotheses alone: that they contradict each other?"""
    return isinstance(part.proof, ContradictoryHypotheses | Contradiction)


def only_in_words(part: Part, finding: Finding) -> str:
    """Why the verdict on what is compared is only an argument for one on the printed line; "" where rules lead to it."""
    family = finding.witness is not None and finding.witness["kind"] == "family"
    claims = _along(part)
    named = frozenset().union(*map(free_symbols, claims))
    fixed = frozenset(letter for letter in named if any(_fixes(part, c, letter) for c in claims))
    true = partial(_true_at, part, finding.witness)
    reduced = part.printed.reduced
    unsound = reduced.unsound(finding.verdict, fixed, family=family, named=named, true=true, vanishes=_tends_to_zero)
    unsound = "" if of_hypotheses(part) else unsound or bridges.gap(part, finding.verdict)
    return part.in_words or _of_the_author(part) or unsound


def _tends_to_zero(rate: Expr) -> bool:
    """As the one letter in it grows."""
    match [*free_symbols(rate)]:
        case [size]:
            return tends_to_zero(rate, size, frozenset())
    return False


def _fixes(part: Part, claim: Claim, letter: Symbol) -> bool:
    """Does a family say more of a constant than that it is positive? A bound on it that moves with the index leaves it free."""
    if isinstance(claim, Relation) and claim.sign == "==" and claim.left is letter:
        return True
    bounded = letter in free_symbols(claim) and not _reaches_all(claim, letter) and claim is not (letter > 0)
    return bounded and not part.printed.known.issuperset(conjuncts(claim))


def _along(part: Part) -> tuple[Claim, ...]:
    """What a calculation says of a family that refutes the part."""
    along: Any = getattr(part.proof, "calculation", None)
    return (*along.along, *along.sizes) if isinstance(along, Contrary) else ()


def _moving(part: Part) -> frozenset[Symbol]:
    """The letters of which a family says how they lie to something that no hypothesis fixes."""
    told = [c for c in _along(part) if isinstance(c, Relation) and c.sign == "==" and not free_symbols(c.right)]
    still = frozenset().union(*map(held, part.printed.known), *(free_symbols(c.left) for c in told))
    others = (free_symbols(claim) for claim in _along(part))
    return frozenset(letter for names in others for letter in names - still if not names - {letter} <= still)


def _reaches_all(claim: Claim, letter: Symbol) -> bool:
    """Does a bound that moves with the index leave room for every positive constant at last: ``C ≤ 10^k``, ``ε ≥ 10^-k``?"""
    if not isinstance(claim, Relation) or claim.left is not letter or free_symbols(claim.right) != {K}:
        return False
    symbols, at_last = AsSympy(), {"<": sympy.oo, "<=": sympy.oo, ">": 0, ">=": 0}
    bound, index = symbols(claim.right), symbols(K)
    return bound.free_symbols == {index} and bool(sympy.limit(bound, index, sympy.oo) == at_last.get(claim.sign))


def _true_at(part: Part, witness: Mapping[str, Any] | None, claim: Claim) -> bool:
    """Does a claim over the part's data certainly hold at its witness?"""
    with suppress(LookupError):  # it is within a claim for all k
        if witness is not None and witness["kind"] == "instance":
            asked = replace(part, printed=part.printed.comparing(claim))
            return evaluate(asked, Instance.parse(witness["text"])).truth is Truth.HOLDS
    return False


def _is_shown(part: Part, claim: Claim) -> bool:
    """Does f ≥ 0, or that f has a value, f = f, follow from what holds?

    Or is the one the trivial range of the left-hand side, and false at no instance, or the other asked of what is shown?
    """
    data, compared = part.printed.given, part.printed.at_an_instance
    if not isinstance(claim, Relation):
        return all(_is_shown(part, each) for each in conjuncts(claim))
    if claim.sign == "==" and isinstance(compared, Relation) and {*pieces(claim.left)} <= {*pieces(compared.left)}:
        return True
    with suppress(LookupError, TypeError):  # the data do not compute it, so that nothing is seen
        if isinstance(data, Computed) and refuting(data, claim, instances(part.domain, STEPS_AT)) is not None:
            return False
    said = part.trivial is not None and part.trivial.low == 0 and not option_of(part.paper)
    said = said and claim.sign == ">=" and any(claim.left is side for side in _sides(part.printed.claim))
    return said or follows(hypotheses(part).assuming(compared), claim)


def _sides(claim: Claim) -> Iterator[Expr]:
    for _, node in claim.walk():
        yield from (node.left, node.right) if isinstance(node, Relation) else node.terms if isinstance(node, Chain) else ()


def _of_the_author(part: Part) -> str:
    """The theorems that the proof takes from its own author, and what it says of data in a paper's file of one's own."""
    told = assumes(part)
    taken = [*told.get("own", ()), *(told.get("facts", ()) if option_of(part.paper) else ())]
    return f"what the author takes for granted: {'; '.join(taken)}." if taken else ""


def _uninformative(part: Part, finding: Finding, silent: str) -> Finding:
    """A bound that is true and says nothing: known as that is known, by proof or argument, else by looking at instances."""
    assert part.trivial is not None
    true = f"true ({finding.verdict.value}, {finding.evidence.value})"
    how = f"the bound says no more than {part.trivial.text} anywhere ({silent}). As far as it goes it is {true}: {finding.how}"
    steps, evidence = _silence(part, silent)
    if silent != PROVED and evidence is Evidence.PROVED and not finding.evidence.reads_the_claim:
        evidence = Evidence.ARGUED
    return replace(finding, verdict=Verdict.VACUOUS, evidence=evidence, how=how, steps=(*finding.steps, *steps))


def _silence(part: Part, silent: str) -> tuple[tuple[str, ...], Evidence]:
    """Why the bound is silent everywhere, and how well that is known."""
    assert part.trivial is not None
    steps = part.trivial.silent_by
    if silent == PROVED:
        return tuple(step.text for step in steps), Evidence.PROVED
    if len(steps) == 1 and isinstance(steps[0], Silent):
        try:
            return steps[0].shown(part)
        except GapError as gap:
            return (f"the silence has a gap: {gap}",), Evidence.TESTED
    argued = steps and all(step.check() for step in steps)
    return tuple(step.text for step in steps), Evidence.ARGUED if argued else Evidence.TESTED


def _truth(part: Part, effort: Effort, seed: int) -> Finding:
    finding = established(part)
    if part.witness is not None:
        return _refuted(part, Instance.parse(part.witness), finding)
    if finding is not None and finding.verdict in (Verdict.FAILS, Verdict.ASYMPTOTIC, Verdict.VACUOUS):
        return finding
    found = _searched(part, effort, seed, finding) if part.claim is not None and effort.examples else Search()
    if finding is not None and finding.verdict is not Verdict.UNKNOWN:
        if found.refuted_at is not None and finding.verdict is Verdict.HOLDS:
            raise ContradictionError(f"{part.address}: proved to hold, but false at {found.refuted_at}")
        if found.undefined_at is not None and finding.verdict is Verdict.HOLDS:
            how = f"a proof says holds, but the claim has no value at {found.undefined_at}{found.why_not}"
            return _counted(Finding(Verdict.UNKNOWN, Evidence.NONE, how=how), found)
        return _counted(finding, found)
    own = _one_s_own(part)
    why = finding.how if finding is not None else "no proof and no witness"
    if part.domain.about_large_sizes:
        large = found_for_large_sizes(part) if own and finding is None and part.printed.compares else None
        if large is not None and large.verdict is not Verdict.UNKNOWN:
            return _counted(large, found)
        how = f"{why}; single instances decide nothing about large sizes"
        return _counted(Finding(Verdict.UNKNOWN, Evidence.NONE, how=how), found)
    if found.refuted_at is not None:
        smallest = smallest_witness(part, seconds=effort.seconds)
        smallest = smallest or found.refuted_at
        return _counted(_refuted(part, lowered(part, smallest) if own else smallest, finding), found)
    if finding is None and found.undefined_at is None and own and found.decided + found.tied:
        shown = proved_unasked(part, found)
        if shown.verdict is Verdict.HOLDS:
            return _counted(shown, found)
        why = shown.how
    if found.satisfied == 0 or found.undecided_at is not None:
        where = f"; undecided at {found.undecided_at}{found.why_not}" if found.undecided_at is not None else ""
        if found.tried and found.satisfied == 0 and not found.missing:
            where = f"; none of {found.tried} instances meets the hypotheses, or nothing is claimed of it"
            where += f": the last one breaks {found.unmet}" if found.unmet else ""
        return _counted(Finding(Verdict.UNKNOWN, Evidence.NONE, how=why + where), found)
    if found.unclear_at is not None:
        where = f"; false at {found.unclear_at}, where balls do not tell whether {found.unclear} is met"
    elif found.hardly_met:
        where = f"; the hypotheses are hardly met: at {found.satisfied} of {found.tried} instances"
    elif own and says_apart(part.printed.at_an_instance):
        where = f"; real numbers that are apart at {found.counted} may be equal between them"
    elif own and (place := touching(part)):
        where = f"; its sides come together near {place}, and at no rational number where that is looked for"
    else:
        where = ""
    if where:
        return _counted(Finding(Verdict.UNKNOWN, Evidence.NONE, how=why + where), found)
    untried = data_of(part).untried if own else ""
    how = f"no counterexample among {found.counted} ({why}){found.reached}{untried}"
    return _counted(Finding(Verdict.HOLDS, Evidence.TESTED, how=how), found)


def _one_s_own(part: Part) -> bool:
    """Is it a line of a paper of one's own, whose data are declared there?"""
    return isinstance(getattr(part.printed, "given", None), Declared)


def proved_unasked(part: Part, found: Search) -> Finding:
    """What is known of a line of one's own paper without a proof: by the textbook, by enumeration, by signs of derivatives."""
    proof = found_proof(part)
    if proof is not None:
        return proof.run(part)
    if found.exhausted:
        return Finding(Verdict.HOLDS, Evidence.EXACT, how=f"true at all {found.satisfied} instances{found.reached}")
    return BySigns().run(part)


def _searched(part: Part, effort: Effort, seed: int, finding: Finding | None) -> Search:
    if finding is None or finding.verdict is not Verdict.HOLDS or not finding.evidence.reads_the_claim:
        cpu = OWN_SEARCH * effort.seconds if _one_s_own(part) else math.inf
        return search(part, effort.examples, seed, points=effort.points, cpu=cpu)
    checks = min(effort.checks, effort.examples)
    return search(part, checks, seed, points=effort.points * checks // effort.examples, first=checks)


def established(part: Part) -> Finding | None:
    """What the part's own proof says; None where there is no proof.

    Raises ValueError naming the part where a proof that does not read the claim says more than ``argued``.
    """
    finding = part.proved
    if finding is None:
        return None
    if finding.evidence.reads_the_claim and not reads_the_claim(part.proof):
        prover = type(part.proof).__name__
        raise ValueError(f"{part.key}: {prover} is no prover that reads the claim, and says {finding.evidence.value}")
    return finding


def _refuted(part: Part, instance: Instance, finding: Finding | None) -> Finding:
    if finding is not None and finding.verdict not in (Verdict.FAILS, Verdict.UNKNOWN):
        raise ContradictionError(f"{part.address}: a proof says {finding.verdict.value}, a witness says fails")
    if part.domain.about_large_sizes:
        raise ContradictionError(f"{part.address} is about large sizes: the point {instance} refutes nothing")
    try:
        witness = witness_of(part, instance)
    except ValueError as error:
        raise ContradictionError(f"the witness of {part.address} refutes nothing: {error}") from error
    return Finding(
        Verdict.FAILS,
        Evidence.CERTIFIED,
        how=finding.how if finding is not None and finding.verdict is Verdict.FAILS else "a confirmed counterexample",
        steps=finding.steps if finding is not None else (),
        witness=witness,
        precision_bits=int(witness["precision_bits"]),
        tried=1,
        satisfied=1,
        decided=1,
    )


def _counted(finding: Finding, found: Search) -> Finding:
    return replace(
        finding,
        tried=finding.tried + found.tried,
        satisfied=finding.satisfied + found.satisfied,
        decided=finding.decided + found.decided,
        scanned=finding.scanned + found.scanned,
        precision_bits=max(finding.precision_bits, found.bits),
        tightness=finding.tightness or found.tightness,
    )
