"""What becomes of a user's own bound: refuted, proved, true from some size on, or neither.

Each answer and what it rests on:

- ``fails``: a point that meets everything and is false in balls; or the printed claim's own refutation, where the user's
  bound implies that claim. A point never refutes a claim about large sizes.
- ``holds``: symbols or boxes over the whole domain, or the printed claim's own proof, where the user's bound follows from
  that claim for all values of the variables. The bound is shown to be a real number everywhere, and a point is exhibited.
- ``asymptotic``: the same from the printed claim's own argument for all large sizes.
- ``vacuous``: the hypotheses contradict each other by the part's own proof, or --where contradicts them or itself.

An answer that rests on the printed claim is never known better than that one. All else is ``unknown``.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice

import sympy

from kernels.arithmetic import SYMBOLIC
from kernels.balls import Truth
from theorems.bounds.expression import Expression
from theorems.bounds.implication import PRINTED, P, follows, implies
from theorems.bounds.printed_formula import constants, looked_at, symbols
from theorems.bounds.user_bound import Conjecture, names_in, with_ends
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.kernel.arithmetic import pieces
from theorems.language.intervals import Interval
from theorems.language.printing import text
from theorems.language.seen import SIGNS
from theorems.language.variables import values
from theorems.provers.bisection import Budget
from theorems.provers.boxes import attempt, finding_of
from theorems.provers.climb import climb, shrinking
from theorems.provers.drawing import drawn
from theorems.provers.ends import reals
from theorems.provers.families import Eventually, RefutedAlong
from theorems.provers.positivity import Positivity, proved_in_all_cases, restricted
from theorems.provers.power_sums import Parameter
from theorems.provers.ranges import NoNormalFormError, read_parameters
from theorems.provers.search import Search, evaluate, search, smallest_witness, witness_of
from theorems.statement import Finding, Model, Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Comparison, Evidence, Relation, Verdict, comparisons

SECONDS = 60.0
EXAMPLES = 1500
MANY_FACTORS = 40  # a product of more is not multiplied out: no symbols, no boxes
POINTS = 20_000  # small instances among which one that meets --where is looked for,
DRAWN = 200  # drawn ones,
BEYOND = 12  # and members of a family from the proved size on
STRENGTH = list(Evidence)
GENERAL_BASES = tuple(
    tuple(exponent.replace("a", a) for exponent in basis)
    for a in ("a0", "a1")
    for basis in (("a",), ("a", "a**2"), ("a", "a + a**2 - 1"), ("a - a**2", "a**2"), ("1 - a", "a"), ("a - 1", "a**2"))
)


def decide(conjecture: Conjecture, seconds: float = SECONDS, seed: int = 0) -> Finding:
    """Refute, prove, or say what was tried: in this order of what is cheap, and within so many seconds."""
    part = conjecture.as_part()
    false_at: list[Instance] = []
    try:
        with time_limit(0.7 * seconds):
            finding = _settled(conjecture, part, seconds, seed, false_at)
    except OutOfTimeError:
        finding = _unknown(f"not settled within {seconds:g} seconds")
    if false_at:
        finding = _refuted(part, false_at[0], 0.3 * seconds, finding)
    return finding


def _settled(conjecture: Conjecture, part: Part, seconds: float, seed: int, false_at: list[Instance]) -> Finding:
    """The finding; a point that refutes the part goes to ``false_at``, to be made smaller as long as time lasts."""
    printed = conjecture.part
    if (why := _where_contradicts_itself(conjecture)) != "":
        return _vacuous(why)
    if (refuted := _refuted_with_printed(conjecture, part)) is not None:
        return refuted
    found = search(part, EXAMPLES // 10, seed, seconds / 10)
    if found.satisfied == 0 and (empty := _nothing_meets(conjecture)) is not None:
        return empty
    point = found.refuted_at or _pinned(part, printed)
    proved = implied(conjecture)
    if proved is None and point is None and _runs_on_symbols(conjecture, part):
        proved = prove(conjecture, part)
        if proved is None:
            boxed = attempt(part, budget=Budget(seconds=seconds / 5))
            proved, point = finding_of(boxed) if boxed.certified else None, boxed.false_at
    if proved is not None:
        return _with_counts(_exhibited(conjecture, part, proved, point), found)
    if speaks_of_large_sizes(printed):
        where = f"false at {point}" if point else f"not refuted at {found.decided} instances"
        how = f"the printed argument does not cover this bound, and single sizes decide nothing about large ones ({where})"
        return _with_counts(_unknown(how), found)
    point = point or climb(with_ends(part), seconds / 10) or smallest_witness(part, seconds=seconds / 10)
    if point is None:
        found = search(part, EXAMPLES, seed + 1, seconds / 8)
        point = found.refuted_at
    false_at += [point] if point is not None else []
    return _with_counts(_unknown(f"not refuted and not proved: tested at {found.decided} instances{_tested(printed)}"), found)


def speaks_of_large_sizes(part: Part) -> bool:
    """Is the claim one about all large sizes, so that no single point refutes it?"""
    by_a_family = isinstance(part.proof, Eventually | RefutedAlong)
    return part.domain.about_large_sizes or by_a_family or expected_verdict(part) is Verdict.ASYMPTOTIC


def expected_verdict(part: Part) -> Verdict | None:
    """The verdict on the printed part that every report confirms."""
    known = expectations.load(part.paper).get(part.key)
    return None if known is None else Verdict(known.verdict)


def established(part: Part) -> Finding | None:
    """What the printed part's own proof gives, with no better evidence than is expected of it."""
    known = expectations.load(part.paper).get(part.key)
    if known is None or known.verdict == Verdict.UNKNOWN.value:
        return None
    finding = part.proved
    if finding is None:
        return None
    return replace(finding, evidence=max(finding.evidence, Evidence(known.evidence), key=STRENGTH.index))


# -- refuted ---------------------------------------------------------------------------------------------------------------


def _refuted_with_printed(conjecture: Conjecture, part: Part) -> Finding | None:
    """``fails`` by the argument that refutes the printed claim, where the conjecture implies that one."""
    printed = conjecture.part
    if conjecture.only_a_part or not _multiplies_out(conjecture) or open_demand(conjecture):
        return None
    reason = implies(printed, conjecture.bound, conjecture.relation)
    finding = established(printed) if reason else None
    if finding is None or finding.verdict is not Verdict.FAILS:
        return None
    if isinstance(printed.proof, RefutedAlong):
        members = (printed.proof.family.member(k) for k in printed.proof.confirm)
        if any(evaluate(part, member, limit=2048).truth is Truth.HOLDS for member in members):
            return None
    return replace(finding, how=f"{reason}. {finding.how}")


def _pinned(part: Part, printed: Part) -> Instance | None:
    """The printed claim's own witness, where it refutes the conjecture as well."""
    if printed.witness is None:
        return None
    point = Instance.parse(printed.witness)
    false = part.domain.broken(point) is None and evaluate(part, point).truth is Truth.FAILS
    return point if false else None


def _refuted(part: Part, point: Instance, seconds: float, so_far: Finding) -> Finding:
    """``fails`` at a point, or at a smaller one that is found in so many seconds."""
    with suppress(OutOfTimeError), time_limit(seconds):  # the point that is known refutes as well as a smaller one
        point = smallest_witness(part, seconds=0.5 * seconds) or point
        for smaller in shrinking(part, point):
            point = smaller
    how = "a confirmed counterexample"
    return replace(so_far, verdict=Verdict.FAILS, evidence=Evidence.CERTIFIED, how=how, witness=witness_of(part, point))


# -- proved ----------------------------------------------------------------------------------------------------------------


def implied(conjecture: Conjecture) -> Finding | None:
    """A bound that follows from the printed one, where that holds, at once or from some size on."""
    part = conjecture.part
    reason = follows(part, conjecture.bound, conjecture.relation) if _multiplies_out(conjecture) else None
    findings = (established(each) for each in (part, conjecture.whole)) if reason else ()  # what is true of all is true of one
    finding = next((found for found in findings if found is not None and found.verdict.stands), None)
    return None if finding is None else replace(finding, how=f"{reason}. {finding.how}")


def prove(conjecture: Conjecture, part: Part) -> Finding | None:
    """A symbolic proof over the whole domain, restricted to --where as far as that is an interval of one parameter."""
    own = conjecture.part.proof.bases if isinstance(conjecture.part.proof, Positivity) else ()
    domain = restricted(part.domain, _intervals(conjecture))
    finding = Positivity((*own, *GENERAL_BASES)).run(replace(part, domain=domain))
    return finding if finding.verdict is Verdict.HOLDS else None


def _multiplies_out(conjecture: Conjecture) -> bool:
    return conjecture.bound.degree <= MANY_FACTORS


def _runs_on_symbols(conjecture: Conjecture, part: Part) -> bool:
    """Has the domain symbolic cases, and does the claim say something in each, asking nothing that only numbers can answer?"""
    if part.domain.cases is None or part.claim is None or not _multiplies_out(conjecture):
        return False
    try:
        return all(tuple(comparisons(part.claim(case.model))) for case in part.domain.admitted_cases)
    except (TypeError, AttributeError, ArithmeticError):  # sympy: the truth of a comparison of symbols; a missing variable
        return False


def open_demand(conjecture: Conjecture) -> str:
    """The first piece of the bound that is not shown to be positive, or nonzero, as the bound needs it; "" where all are."""
    known = symbols(conjecture.part) | {PRINTED: P}
    for needed in pieces(conjecture.bound.tree):
        piece = Expression(text(needed.left), needed.left)
        value = sympy.sympify(piece.value(known, SYMBOLIC))
        told = {"!=": value.is_nonzero, ">": value.is_positive, ">=": value.is_nonnegative}[needed.sign]
        signs = (Relation.MORE, Relation.LESS) if needed.sign == "!=" else (SIGNS[needed.sign],)
        if not told and not any(_in_all_cases(conjecture, piece, sign) for sign in signs):
            return text(needed)
    return ""


def _in_all_cases(conjecture: Conjecture, left: Expression, relation: Relation, right: Expression | None = None) -> bool:
    """Is ``left relation right`` (0 unless given) proved in every symbolic case?"""
    part = conjecture.part
    if part.domain.cases is None or any(side.degree > MANY_FACTORS for side in (left, right) if side is not None):
        return False

    def claim(model: Model) -> Comparison:
        lhs, rhs = (0 if side is None else side.value(values(model, names_in(side, part)), SYMBOLIC) for side in (left, right))
        return Comparison(lhs, relation, rhs)

    try:
        return proved_in_all_cases(restricted(part.domain, _intervals(conjecture)), claim, GENERAL_BASES)
    except (
        TypeError,
        AttributeError,
        ArithmeticError,
        LookupError,
        ValueError,
    ):  # a variable that is no symbol of the case
        return False


def _exhibited(conjecture: Conjecture, part: Part, finding: Finding, false_at: Instance | None) -> Finding:
    """The finding with a point that meets everything; ``unknown`` without one, or where the bound may be no number."""
    if finding.verdict is Verdict.HOLDS and false_at is not None:
        return _unknown(f"contradiction: {finding.how} But it is false at {false_at}")
    demand = open_demand(conjecture)
    if demand:
        return _unknown(f"the bound is a real number only where {demand}, which was not shown for the whole domain")
    proof = conjecture.part.proof
    if finding.verdict is Verdict.ASYMPTOTIC and isinstance(proof, Eventually):
        finding, point = _from_its_size_on(part, proof, finding)
    elif finding.verdict is Verdict.ASYMPTOTIC and conjecture.where is not None:
        return _unknown("no family is known along which --where could be checked")
    else:
        point = next(_points(part), None)
    if point is None:
        return _unknown("proved of all points that there are, but none was found that meets the hypotheses and --where")
    return replace(finding, how=f"{finding.how.rstrip(' .')}. Met, for example, at {point}{_throughout(conjecture.part)}.")


def _points(part: Part) -> Iterator[Instance]:
    """Points that meet everything and at which the conjecture is found true."""
    small = islice(part.domain.small(), POINTS) if part.domain.small is not None else ()
    more = (instance for seed in (0, 1) for instance in drawn(part.domain, DRAWN, seed))
    for instance in chain(small, more):
        if part.domain.broken(instance) is None:
            outcome = evaluate(part, instance, limit=1024)
            if outcome.compared and (outcome.truth is Truth.HOLDS or outcome.tied):
                yield instance


def _from_its_size_on(part: Part, proof: Eventually, finding: Finding) -> tuple[Finding, Instance | None]:
    """The size from which all members of the family that meet everything are found true, and one of the proved sizes."""
    last = proof.threshold_index()
    start: Instance | None = None
    for k in range(proof.family.first, last + BEYOND):
        member = proof.family.member(k)
        if part.domain.broken(member) is not None:
            continue
        if evaluate(part, member, limit=2048).truth is not Truth.HOLDS:
            start = None
        else:
            start = start or member
            if k >= last:
                size = {"variable": proof.variable, "value": str(start[proof.variable])}
                n0 = {**size, "family": proof.family.text, "constants": proof.constants}
                return replace(finding, n0=n0), member
    return finding, None


# -- vacuous ---------------------------------------------------------------------------------------------------------------


def _nothing_meets(conjecture: Conjecture) -> Finding | None:
    """``vacuous`` where the part's own hypotheses are proved contradictory, or --where contradicts them or itself."""
    printed = conjecture.part
    if not looked_at(printed):
        finding = established(printed)
        return finding if finding is not None and finding.verdict is Verdict.VACUOUS else None
    for left, relation, right in conjecture.where.pieces if conjecture.where else ():
        if relation.negated is not None and _in_all_cases(conjecture, left, relation.negated, right):
            return _vacuous("one of its pieces is false in every symbolic case")
    known = _intervals(conjecture)
    return _vacuous("outside the ranges that the hypotheses leave") if _outside_all_ranges(printed, known) else None


def _vacuous(why: str) -> Finding:
    return Finding(Verdict.VACUOUS, Evidence.PROVED, how=f"no point of the domain meets --where: {why}")


def _where_contradicts_itself(conjecture: Conjecture) -> str:
    """Why no numbers meet --where, whatever the domain; "" where that is not clear."""
    for left, relation, right in conjecture.where.pieces if conjecture.where else ():
        if left.constant is not None and right.constant is not None and not relation.true_of(left.constant, right.constant):
            return "two of its constants do not compare like that"
    none = (name for name, left in _left_by(_intervals(conjecture)).items() if left.empty)
    return next((f"its pieces about {name} contradict each other" for name in none), "")


def _left_by(known: list[tuple[str, Relation, Fraction]]) -> dict[str, Interval]:
    """What is left of each parameter."""
    found: dict[str, Interval] = {}
    for name, relation, end in known:
        for sign in ("<=", ">=") if relation is Relation.EQUAL else (relation.value,):
            found[name] = found.get(name, Interval()).meet(sign, end)
    return found


def _outside_all_ranges(part: Part, known: list[tuple[str, Relation, Fraction]]) -> bool:
    """Does every symbolic case leave some parameter of --where a range that misses its interval?"""
    asked = _left_by(known)

    def misses(p: Parameter) -> bool:
        left = asked.get(p.name, Interval()).meet(">=", p.low)
        return (left if p.high is None else left.meet("<=", p.high)).empty

    try:
        cases = part.domain.admitted_cases
        return bool(cases) and all(any(map(misses, read_parameters(case, part.domain.conditions)[1])) for case in cases)
    except (LookupError, NoNormalFormError):
        return False


def _intervals(conjecture: Conjecture) -> list[tuple[str, Relation, Fraction]]:
    """The pieces of --where of the form ``name relation constant``."""
    found = []
    for left, relation, right in conjecture.where.pieces if conjecture.where else ():
        if left.name is not None and right.constant is not None:
            found.append((left.name, relation, right.constant))
        elif left.constant is not None and right.name is not None:
            found.append((right.name, relation.reversed, left.constant))
    return found


# -- what is said of it ----------------------------------------------------------------------------------------------------


def _unknown(how: str) -> Finding:
    return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)


def _throughout(part: Part) -> str:
    """The parameters that the domain never varies, which no hypothesis fixes."""
    printed = " ".join(condition.text for condition in part.domain.conditions)
    silent = {name: value for name, value in constants(part).items() if not re.search(rf"\b{name} = \d", printed)}
    return "; throughout " + ", ".join(f"{name} = {value}" for name, value in silent.items()) if silent else ""


def _tested(part: Part) -> str:
    """The ranges that the search draws its real parameters from, however far the hypotheses reach."""
    instances = looked_at(part)
    ends = {name: [Fraction(i[name]) for i in instances if name in i] for name in sorted(reals(instances))}
    varied = [f"{name} from {min(seen)} to {max(seen)}" for name, seen in ends.items() if min(seen) < max(seen)]
    return (f"; {', '.join(varied)}" if varied else "") + _throughout(part)


def _with_counts(finding: Finding, found: Search) -> Finding:
    return replace(
        finding,
        tried=found.tried,
        satisfied=found.satisfied,
        decided=found.decided,
        precision_bits=max(finding.precision_bits, found.bits),
        tightness=found.tightness,
    )
