"""What becomes of a user's own bound: refuted, proved, true from some size on, or neither.

Nothing is believed against anything else: a refutation is a confirmed point, a proof is symbolic, by boxes, or by
comparison with the printed bound where that one is proved. What remains open is ``unknown``, with what was tried.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Truth
from theorems.expression import Expression
from theorems.implication import follows, implies
from theorems.instance import Instance
from theorems.judge import Effort
from theorems.provers.bisection import Budget
from theorems.provers.boxes import Attempt, attempt, finding_of
from theorems.provers.climb import climb, grown, shrunk
from theorems.provers.families import Eventually, RefutedAlong
from theorems.provers.positivity import Positivity, proved_in_all_cases, restricted
from theorems.provers.search import Search, each_drawn, evaluate, search, smallest_witness, witness_of
from theorems.report import recorded
from theorems.statement import Finding, Part, World
from theorems.user_bound import Conjecture, names_in
from theorems.variables import values
from theorems.vocabulary import Comparison, Evidence, Relation, Verdict, comparisons

FAR_SECONDS = 15.0  # for members of a family beyond the size that is proved
LARGE = 10**6  # the n from which a point counts as a large size
EFFORT = Effort("conjecture", examples=1500, seconds=25.0)
GENERAL_BASES = tuple(
    tuple(exponent.replace("a", a) for exponent in basis)
    for a in ("a0", "a1")
    for basis in (("a",), ("a", "a**2"), ("a", "a + a**2 - 1"), ("a - a**2", "a**2"), ("1 - a", "a"), ("a - 1", "a**2"))
)


def settle(conjecture: Conjecture, effort: Effort = EFFORT, seed: int = 0) -> Finding:
    """Refute, prove, or say what was tried: in this order of what is cheap."""
    part, printed = conjecture.as_part(), conjecture.part
    if isinstance(printed.proof, Eventually):
        return along_family(conjecture, part)
    known = recorded_verdict(printed)
    if known is Verdict.ASYMPTOTIC:
        return about_large_sizes(conjecture, part)
    if isinstance(printed.proof, RefutedAlong) and printed.domain.about_large_sizes:
        return along_refutation(conjecture, part, printed.proof)
    if known is Verdict.FAILS and (refuted := _refuted_with_printed(conjecture)) is not None:
        return refuted
    drawn = search(part, effort.examples // 10, seed)
    if drawn.satisfied == 0 and (empty := _nothing_meets(conjecture, known)) is not None:
        return empty
    refuted_at = drawn.refuted_at
    if refuted_at is None:
        symbolic = _runs_on_symbols(part)
        proved = (prove(conjecture, part) if symbolic else None) or implied(conjecture)
        if proved is not None:
            return _with_counts(proved, drawn)
        boxed = attempt(part, budget=Budget(seconds=effort.seconds)) if symbolic else Attempt()
        if boxed.certified:
            return _with_counts(finding_of(boxed), drawn)
        refuted_at = boxed.false_at or climb(part, effort.seconds / 2)
    if refuted_at is None:
        refuted_at = smallest_witness(part, seconds=effort.seconds)
    if refuted_at is None:
        drawn = search(part, effort.examples, seed + 1, 2 * effort.seconds)
        refuted_at = drawn.refuted_at
    if refuted_at is None:
        how = f"not refuted and not proved: tested at {drawn.decided} instances"
        return _with_counts(Finding(Verdict.UNKNOWN, Evidence.NONE, how=how), drawn)
    return _with_counts(_refuted(part, refuted_at, effort), drawn)


def _refuted_with_printed(conjecture: Conjecture) -> Finding | None:
    """``fails`` by the argument that refutes the printed claim, where the conjecture implies that one."""
    printed = conjecture.part
    if printed.proof is None or conjecture.only_a_part:
        return None
    reason = implies(printed, conjecture.bound, conjecture.relation)
    finding = printed.proof.run(printed) if reason else None
    return replace(finding, how=f"{reason}. {finding.how}") if finding and finding.verdict is Verdict.FAILS else None


def _refuted(part: Part, refuted_at: Instance, effort: Effort) -> Finding:
    """``fails`` with the smallest witness; where the hypotheses speak of growth, only if large sizes refute it as well."""
    smallest = shrunk(part, smallest_witness(part, seconds=effort.seconds) or refuted_at)
    how = "a confirmed counterexample"
    if part.domain.about_large_sizes:
        large = _large_refutation(part, smallest, effort)
        if large is None:
            how = f"false at {smallest}, but no large size was found where it is: as a claim about large sizes it stays open"
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)
        how, smallest = f"{how} at a large size; false at {smallest} already", large
    return Finding(Verdict.FAILS, Evidence.CERTIFIED, how=how, witness=witness_of(part, smallest))


def _large_refutation(part: Part, smallest: Instance, effort: Effort) -> Instance | None:
    """A refuting instance with n >= LARGE and d >= n^(1/10): grown from a known one, or drawn."""
    found = [i for i in [grown(part, smallest, LARGE)] if i is not None]

    def visit(instance: Instance) -> bool:
        large = instance.get("n", 0) >= LARGE and instance.get("d", 0) ** 10 >= instance.n
        wanted = not found and large and part.domain.broken(instance) is None
        if wanted and evaluate(part, instance, limit=1024).truth is Truth.FAILS:
            found.append(instance)
        return True

    if not found:
        each_drawn(part.domain, effort.examples, 2, visit)
    return found[0] if found else None


def recorded_verdict(part: Part) -> Verdict | None:
    """The verdict on the printed part that every report confirms."""
    known = recorded.load(part.paper).get(part.key)
    return None if known is None else Verdict(known.verdict)


def _runs_on_symbols(part: Part) -> bool:
    """Has the domain symbolic cases, and does the claim ask nothing of them that only numbers can answer?"""
    if part.domain.cases is None or part.claim is None:
        return False
    try:
        for case in part.domain.admitted_cases():
            tuple(comparisons(part.claim(case.world)))
    except TypeError:  # sympy: the truth of a comparison of symbols
        return False
    return True


def prove(conjecture: Conjecture, part: Part) -> Finding | None:
    """A symbolic proof over the whole domain, restricted to --where as far as that is an interval of one parameter."""
    own = conjecture.part.proof.bases if isinstance(conjecture.part.proof, Positivity) else ()
    domain = restricted(part.domain, _intervals(conjecture))
    finding = Positivity((*own, *GENERAL_BASES)).run(replace(part, domain=domain))
    return finding if finding.verdict is Verdict.HOLDS else None


def implied(conjecture: Conjecture) -> Finding | None:
    """A bound that follows from the printed one, where that is proved."""
    part = conjecture.part
    if part.proof is None or recorded_verdict(part) is not Verdict.HOLDS:
        return None
    reason = follows(part, conjecture.bound, conjecture.relation)
    finding = part.proof.run(part) if reason else None
    return replace(finding, how=f"{reason}. {finding.how}") if finding and finding.verdict is Verdict.HOLDS else None


def _intervals(conjecture: Conjecture) -> list[tuple[str, Relation, Fraction]]:
    """The pieces of --where of the form ``name relation constant``."""
    found = []
    for left, relation, right in conjecture.where.pieces if conjecture.where else ():
        if left.name is not None and right.constant is not None:
            found.append((left.name, relation, right.constant))
        elif left.constant is not None and right.name is not None:
            found.append((right.name, relation.reversed, left.constant))
    return found


def _nothing_meets(conjecture: Conjecture, known: Verdict | None) -> Finding | None:
    """``vacuous`` where the part's own hypotheses are proved contradictory, or --where contradicts them."""
    printed = conjecture.part
    if known is Verdict.VACUOUS and printed.proof is not None:
        finding = printed.proof.run(printed)
        return finding if finding.verdict is Verdict.VACUOUS else None
    if _where_is_impossible(conjecture):
        return Finding(Verdict.VACUOUS, Evidence.PROVED, how="no point of the domain meets --where (proved symbolically)")
    return None


def _where_is_impossible(conjecture: Conjecture) -> bool:
    """Is some piece of --where false in every symbolic case?"""
    if conjecture.where is None or conjecture.part.domain.cases is None:
        return False
    for left, relation, right in conjecture.where.pieces:
        negated = relation.negated
        if negated is None:
            continue

        def contrary(world: World, left: Expression = left, right: Expression = right, sign: Relation = negated) -> Comparison:
            lhs, rhs = (side.value(values(world, names_in(side, conjecture.part)), SYMBOLIC) for side in (left, right))
            return Comparison(lhs, sign, rhs)

        if proved_in_all_cases(conjecture.part.domain, contrary, GENERAL_BASES):
            return True
    return False


# -- claims about large sizes ----------------------------------------------------------------------------------------------


def about_large_sizes(conjecture: Conjecture, part: Part) -> Finding:
    """A bound on a part that is true from some size on, by an argument: only what follows from the printed bound is known."""
    printed = conjecture.part
    reason = follows(printed, conjecture.bound, conjecture.relation)
    if reason is not None and printed.proof is not None:
        finding = printed.proof.run(printed)
        if finding.verdict is Verdict.ASYMPTOTIC:
            return replace(finding, how=f"{reason}. {finding.how}")
    drawn = search(part, EFFORT.examples // 10, 0)
    where = f"false at {drawn.refuted_at}" if drawn.refuted_at else f"not refuted at {drawn.decided} instances"
    how = f"the printed argument does not cover this bound, and single sizes decide nothing about large ones ({where})"
    return _with_counts(Finding(Verdict.UNKNOWN, Evidence.NONE, how=how), drawn)


def along_refutation(conjecture: Conjecture, part: Part, proof: RefutedAlong) -> Finding:
    """A bound on a part that a family refutes for arbitrarily large sizes: is it refuted along the same family?"""
    stronger = None if conjecture.only_a_part else implies(conjecture.part, conjecture.bound, conjecture.relation)
    members = [proof.family.member(k) for k in sorted({*proof.confirm, 2 * max(proof.confirm), 3 * max(proof.confirm)})]
    met = [member for member in members if part.domain.broken(member) is None]
    truths = [evaluate(part, member, limit=2048).truth for member in met]
    if stronger is not None and Truth.HOLDS not in truths:
        finding = proof.run(conjecture.part)
        if finding.verdict is Verdict.FAILS:
            return replace(finding, how=f"{stronger}. {finding.how}")
    if len(met) > 1 and all(truth is Truth.FAILS for truth in truths):
        how = f"false along the family that refutes the printed bound, at {len(met)} members up to {met[-1]}"
        witness = witness_of(part, met[0]) | {"kind": "family", "text": proof.family.text, "members": [str(m) for m in met]}
        return Finding(Verdict.FAILS, Evidence.CERTIFIED, how=how, witness=witness)
    how = "the family that refutes the printed bound does not refute this one, and single sizes decide nothing about large ones"
    return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)


def along_family(conjecture: Conjecture, part: Part) -> Finding:
    """A bound on a part about large sizes: decided on the part's own family.

    The printed proof's steps cover what follows from the printed bound. Being false at many large sizes refutes nothing
    about all of them: ``fails`` needs a bound that only the end of the trivial range could meet (a probability of 1).
    """
    proof = conjecture.part.proof
    assert isinstance(proof, Eventually)
    last = proof.beyond()
    reason = follows(conjecture.part, conjecture.bound, conjecture.relation)
    if reason is None:
        return _beyond_the_proof(part, proof, last)
    failing = None
    for k in range(proof.family.first, last + 1):
        member = proof.family.member(k)
        if part.domain.broken(member) is not None:
            continue
        truth = evaluate(part, member, limit=2048).truth
        if truth is Truth.UNKNOWN:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"undecided at {member}")
        if truth is Truth.FAILS:
            failing = k
    start = proof.family.member(proof.family.first if failing is None else failing + 1)
    n0 = {
        "variable": proof.variable,
        "value": str(start[proof.variable]),
        "family": proof.family.text,
        "constants": proof.constants,
    }
    return Finding(Verdict.ASYMPTOTIC, Evidence.PROVED, how=f"{reason}. {proof.how}", n0=n0)


def _beyond_the_proof(part: Part, proof: Eventually, last: int) -> Finding:
    """A bound that the printed proof does not cover: refuted only where nothing but a trivial end would do."""
    end = time.monotonic() + FAR_SECONDS
    met: list[tuple[Instance, Truth]] = []
    for k in (last, last + 1, *(last + 2**j for j in range(3, 10))):
        member = proof.family.member(k)
        if part.domain.broken(member) is None:
            met.append((member, evaluate(part, member, limit=2048).truth))
        if time.monotonic() > end:
            break
    false = [member for member, truth in met if truth is Truth.FAILS]
    true = [member for member, truth in met if truth is Truth.HOLDS]
    if len(false) > 1 and not true and all(_reaches_the_end(part, member) for member in false):
        how = f"only the end of the trivial range ({part.content.text if part.content else ''}) would do, up to {false[-1]}"
        return Finding(Verdict.FAILS, Evidence.CERTIFIED, how=how, witness=witness_of(part, false[0]))
    where = f"true at {true[-1]}" if true else f"false at {false[-1]} as well" if false else "no member was decided"
    how = f"the printed proof does not cover this bound, and single sizes decide nothing about all large ones; {where}"
    return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)


def _reaches_the_end(part: Part, member: Instance) -> bool:
    """Is the bound here at the end of the trivial range or beyond, so that nothing inside the range meets it?"""
    if part.content is None or part.claim is None:
        return False
    with balls.precision(256):
        world = part.domain.bind(member, BALLS)
        compared = list(comparisons(part.claim(world)))
        ends = [part.content.low if c.relation.upper else part.content.high for c in compared]
        if not compared or any(end is None or callable(end) for end in ends):
            return False
        return all(
            (balls.le if c.relation.upper else balls.ge)(c.rhs, balls.ball(end)) is Truth.HOLDS
            for c, end in zip(compared, ends, strict=True)
            if not callable(end) and end is not None
        )


def _with_counts(finding: Finding, found: Search) -> Finding:
    return replace(
        finding,
        tried=found.tried,
        satisfied=found.satisfied,
        decided=found.decided,
        precision_bits=found.bits,
        tightness=found.tightness,
    )
