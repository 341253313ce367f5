"""What becomes of the mutants of a part: killed by a witness, proved true as well, or neither.

A true mutant says how much slack the printed bound has. A part that holds and none of whose mutants dies is an error: its
check is worth nothing.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, takewhile

import sympy

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Truth
from theorems.bounds.expression import parse
from theorems.bounds.implication import PRINTED, follows
from theorems.instance import Instance
from theorems.judging.decide import expected_verdict
from theorems.judging.kept_fates import kept
from theorems.kernel.gaps import GapError
from theorems.language.computed import Computed
from theorems.language.tree import ExactlyOne, Implies, Or
from theorems.language.tree import relations_of as relations_in
from theorems.mutants.equal_sides import tied
from theorems.mutants.mutation import Mutant, mutants_of, relations_of
from theorems.mutants.neighbours import in_turn, moved, outside
from theorems.mutants.proofs import SAME, proof_of, same_statement
from theorems.provers.climb import climb
from theorems.provers.context import built
from theorems.provers.drawing import each_drawn
from theorems.provers.families import Eventually
from theorems.provers.search import Outcome as SearchOutcome
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Relation, Verdict, comparisons

DRAWN = 100  # instances that are drawn against each mutant
BITS, BITS_OF_MODELS = 1024, 256  # of closed forms; a model that integrates is asked less
SLOW = 5.0  # seconds for one instance of a model
FAR = (30, 200, 1000, 10**4, 10**6, 10**50)  # places in a family after its threshold; the last ones where it grows slowly
STRICT = (Relation.LESS, Relation.MORE)


@dataclass(frozen=True)
class Outcome:
    """``killed`` at ``witness``, ``true`` (proved, hence slack), ``survived`` (neither), ``invalid`` (says nothing at all)."""

    mutant: Mutant
    fate: str
    witness: Instance | None = None
    why: str = ""


@dataclass
class Trial:
    """The points at which one mutant is tried, and what was met on the way."""

    mutant: Mutant
    printed: Part
    beyond: int = 0
    undefined: int = 0
    met: list[Instance] = field(default_factory=list)

    def kills(self, instance: Instance) -> bool:
        """Is the mutant certainly false here, where the printed claim is true?

        False below the size from which an asymptotic part is true is no news, so there the printed claim is asked as well.
        """
        part = self.mutant.part
        if part.domain.broken(instance) is not None:
            return False
        outside = self.mutant.dropped is not None and not self.mutant.dropped.check(instance)
        try:
            outcome = _evaluated(part, instance)
        except OutOfTimeError:
            return False
        except (TypeError, AttributeError, ZeroDivisionError, ValueError, LookupError):
            self.undefined += 1
            if not outside:
                raise
            return False
        if outside and outcome.truth is Truth.UNKNOWN and outcome.undefined:
            self.undefined += 1
            return False
        self.beyond += outside
        if outcome.truth is Truth.UNKNOWN:
            self.met.append(instance)
        if outcome.truth is not Truth.FAILS and (outcome.truth is Truth.HOLDS or not _tied(part, instance, outcome)):
            return False
        if not _as_built(part, instance):
            return False
        if outside:
            return True
        asymptotic = expected_verdict(self.printed) is Verdict.ASYMPTOTIC
        if not _speaks_of(self.printed, instance):  # other indices, other data: the printed claim says nothing here
            return not asymptotic
        truth = _evaluated(self.printed, instance).truth  # false, it would show that this is no point of the data
        return truth is Truth.HOLDS or (truth is Truth.UNKNOWN and not asymptotic)


def _tied(part: Part, instance: Instance, outcome: SearchOutcome) -> bool:
    with suppress(GapError):  # a claim that is no tree
        return not outcome.undefined and tied(part, instance)
    return False


def _speaks_of(part: Part, instance: Instance) -> bool:
    """Is the instance a point of the part's domain? One of another dataset has other parameters."""
    try:
        return part.domain.broken(instance) is None
    except (AttributeError, LookupError):
        return False


def _evaluated(part: Part, instance: Instance) -> SearchOutcome:
    """What balls say. Raises OutOfTimeError where a model takes too long."""
    if part.domain.cases is not None:
        return evaluate(part, instance, limit=BITS)
    with time_limit(SLOW):
        return evaluate(part, instance, limit=BITS_OF_MODELS)


def _as_built(part: Part, instance: Instance) -> bool:
    """Does an instance meet what all instances meet by the way they are built? One that was moved may not, and what a
    hypothesis compares may have no value there.
    """
    data = part.printed.given
    ranges = built(data)
    if isinstance(data, Computed):
        seen = data.seen(part.domain.bind(instance, BALLS))
        claims = (*ranges, *(c.claim for c in part.domain.conditions if c.claim is not None))
        for side in (side for relation in relations_in(*claims) for side in (relation.left, relation.right)):
            with suppress(LookupError, TypeError, AttributeError, ValueError):  # what no instance carries
                if balls.indeterminate(balls.ball(seen.value(side))):
                    return False
    for claim in ranges:
        try:
            if not (data.condition(claim).check(instance) if isinstance(data, Computed) else data.true(claim, instance)):
                return False
        except (LookupError, TypeError, AttributeError):  # words, or the sort of a name: nothing to be asked of an instance
            continue
        except ValueError:  # no such data can be built
            return False
    return True


def fate(mutant: Mutant, printed: Part, seconds: float = 2.0, suspects: Sequence[Instance] = ()) -> Outcome:
    """Kill the mutant of ``printed`` with a known, small, drawn or climbed instance, or else prove it.

    ``suspects`` are tried first: what killed one mutant often kills the next.
    """
    trial = Trial(mutant, printed)
    try:
        why = same_statement(mutant)
        if why:
            return Outcome(mutant, "invalid", why=why)
        killer = small_killer(trial, seconds / 5, suspects)
        known = killer or proof_of(mutant, printed, seconds) or _no_other_claim(mutant, printed)
        if known and isinstance(known, str):
            return Outcome(mutant, "true", why=known)
        killer = known if isinstance(known, Instance) and trial.kills(known) else killer_of(trial, seconds)
        if killer is not None:
            return Outcome(mutant, "killed", killer)
        if mutant.dropped is not None and not trial.beyond and not mutant.provable:
            why = "no point outside this hypothesis has a meaning" if trial.undefined else "no point outside it was met"
            return Outcome(mutant, "invalid", why=why)
    except (TypeError, AttributeError, ZeroDivisionError, ValueError, StopIteration, LookupError) as error:
        return Outcome(mutant, "invalid", why=f"{type(error).__name__}: {error}")
    return Outcome(mutant, "survived")


def killer_of(trial: Trial, seconds: float, suspects: Sequence[Instance] = ()) -> Instance | None:
    """A known, small, drawn or climbed instance that kills the mutant; None where none is found."""
    return small_killer(trial, seconds, suspects) or _further_killer(trial, seconds)


def small_killer(trial: Trial, seconds: float, suspects: Sequence[Instance] = ()) -> Instance | None:
    """A known instance, a member of the part's family beyond its threshold, or a small instance that kills the mutant.

    ``seconds`` are of processor time: a busy machine finds no fewer.
    """
    known = [i for i in suspects if _fits(trial.mutant, i)]
    proof = trial.mutant.part.proof
    if isinstance(proof, Eventually):
        known += [proof.family.member(proof.threshold_index() + k) for k in (0, 2)]
        return next((i for i in known if trial.kills(i)), None)
    end = time.process_time() + seconds
    near = outside(trial.printed.domain, trial.mutant.part.domain) if trial.mutant.dropped is not None else iter(())
    for instance in chain(known, in_turn([small_and_near(trial.mutant.part), near])):
        if trial.kills(instance):
            return instance
        if time.process_time() > end and instance not in known:
            break
    return None


def _fits(mutant: Mutant, suspect: Instance) -> bool:
    """Has the suspect the parameters of the mutant's domain? A swapped dataset has others."""
    try:
        mutant.part.domain.broken(suspect)
    except (AttributeError, LookupError):
        return False
    return True


def _further_killer(trial: Trial, seconds: float) -> Instance | None:
    part = trial.mutant.part
    if isinstance(part.proof, Eventually):
        return _far_member(trial, part.proof)
    equal = next((i for i in trial.met[:20] if _equal_at(part, i)), None)
    return equal or _drawn_killer(trial, 4 * seconds) or _climbed(trial, 4 * seconds) or _far_killer(trial, 4 * seconds)


def _far_killer(trial: Trial, seconds: float) -> Instance | None:
    """A point outside the dropped hypothesis, two moves away from points of the data, that kills the mutant."""
    end = time.process_time() + seconds
    far = outside(trial.printed.domain, trial.mutant.part.domain, twice=True) if trial.mutant.dropped is not None else ()
    return next((i for i in takewhile(lambda _: time.process_time() < end, far) if trial.kills(i)), None)


def _far_member(trial: Trial, proof: Eventually) -> Instance | None:
    """A member of the part's family far beyond the threshold that kills the mutant; the farthest where parameters grow with
    the index, and no faster.
    """
    with suppress(OutOfTimeError, ValueError), time_limit(2 * SLOW):  # a model that goes step by step does not come so far
        for k in FAR:
            member = proof.family.member(proof.threshold_index() + k)
            if trial.kills(member):
                return member
            numbers = (abs(Fraction(x)) for x in member.values() if isinstance(x, int | Fraction))
            if k >= 1000 and any(number > 1000 * k for number in numbers):
                return None
    return None


def small_and_near(part: Part) -> Iterator[Instance]:
    """Instances in order of size, now and then with neighbours: these leave ranges that a mutant no longer enforces."""
    for number, instance in enumerate(islice(part.domain.small() if part.domain.small else (), 20_000)):
        near = part.domain.vary(instance) if part.domain.vary and number % 50 == 0 else ()
        yield from chain((instance,), near)


def _equal_at(part: Part, instance: Instance) -> bool:
    """Are the sides of a strict comparison exactly equal here? Balls that touch cannot tell.

    Nothing is said of a claim with premises: what is undecided may be one of them, and one that is false claims nothing.
    """
    if any(isinstance(node, Implies | Or | ExactlyOne) for _, node in part.printed.at_an_instance.walk()):
        return False
    try:
        with time_limit(SLOW):
            model = part.domain.bind(instance, SYMBOLIC)
            assert part.claim is not None
            compared = [c for c in comparisons(part.claim(model)) if c.relation in STRICT]
            return any(sympy.simplify(c.lhs - c.rhs) == 0 for c in compared)
    except (Exception, OutOfTimeError):  # a model that only balls can bind answers nothing here
        return False


def _drawn_killer(trial: Trial, seconds: float) -> Instance | None:
    found: list[Instance] = []
    end = time.process_time() + seconds

    def visit(instance: Instance) -> bool:
        if found or time.process_time() > end:
            return True  # enough is known: the remaining draws are counted, not looked at
        useful = trial.mutant.part.domain.broken(instance) is None
        if useful and trial.kills(instance):
            found.append(instance)
        return useful

    each_drawn(trial.mutant.part.domain, DRAWN, 0, visit)
    return found[0] if found else None


def _climbed(trial: Trial, seconds: float) -> Instance | None:
    if trial.mutant.amount is None:
        return None
    domain = trial.mutant.part.domain
    near = domain.vary or partial(moved, domain)
    try:
        with time_limit(8 * seconds):  # a single model may take longer than the time for all of them
            reached = climb(replace(trial.mutant.part, domain=replace(domain, vary=near)), seconds)
    except OutOfTimeError:
        return None
    return reached if reached is not None and trial.kills(reached) else None


def _no_other_claim(mutant: Mutant, printed: Part) -> str:
    """A factor that tightens nothing, because the printed bound is 0 or below: the mutant follows from it."""
    relations = relations_of(printed) - {Relation.EQUAL}
    if mutant.amount is None or not relations or len({relation.upper for relation in relations}) > 1:
        return ""
    factor = 1 - mutant.amount if next(iter(relations)).upper else 1 + mutant.amount
    reason = follows(printed, parse(f"{PRINTED}*{factor.numerator}/{factor.denominator}", {PRINTED: ""}), None)
    return f"{SAME}: {reason}" if reason else ""


def first_kill(part: Part, seconds: float = 2.0) -> Outcome | None:
    """Some killed mutant: the one that is kept beside the verdict if it still dies, else the cheapest; None when none dies."""
    known = kept(part.paper).get(part.key, {}).get("example")
    if known is not None:
        mutant = next((m for m in mutants_of(part) if m.kind == known["mutant"]), None)
        witness = Instance.parse(known["witness"])
        if mutant is not None and _dies_at(mutant, part, witness):
            return Outcome(mutant, "killed", witness)
    return next((outcome for m in mutants_of(part) if (outcome := fate(m, part, seconds)).fate == "killed"), None)


def _dies_at(mutant: Mutant, part: Part, witness: Instance) -> bool:
    try:
        return Trial(mutant, part).kills(witness)
    except (TypeError, AttributeError, ZeroDivisionError, ValueError, LookupError):
        return False


def fates(part: Part, seconds: float) -> list[Outcome]:
    """What becomes of all mutants of a part."""
    outcomes: list[Outcome] = []
    for mutant in mutants_of(part):
        suspects = [o.witness for o in outcomes if o.witness is not None]
        outcomes.append(fate(mutant, part, seconds, suspects=list(dict.fromkeys(suspects))))
    return outcomes


def slack(outcomes: Sequence[Outcome]) -> Fraction | None:
    """The largest tried ε by which the printed bound is proved to be improvable, None when there is none."""
    proved = (o for o in outcomes if o.fate == "true" and not o.why.startswith(SAME))
    return max((o.mutant.amount for o in proved if o.mutant.amount), default=None)


def holds(part: Part) -> bool:
    """Is the part expected to hold, at once or from some size on?"""
    known = expected_verdict(part)
    return known is not None and known.stands
