"""Looking for a point that refutes a part: one point, drawn points, the smallest point."""

import math
import re
import time
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.provers.drawing import drawn, each_drawn
from theorems.provers.scan import scan
from theorems.statement import Domain, Part
from theorems.vocabulary import Comparison, InexactError, Relation, comparisons

TIED_BITS, TIED_DIGITS = 512, 100  # two sides that meet here to so many digits: only a proof can say more
EXACT = 2**12  # a power of whole numbers up to here, and of fractions up to its square, is still quickly an exact rational
FIRST = 60  # of the smallest instances, walked before anything is drawn, meet the hypotheses
PASSED = 20  # times as many are looked at for them,
MET_SECONDS = 3.0  # of processor time: how long one instance that meets the hypotheses is looked for
MANY = re.compile(r"\*\d")  # how an array says that it has equal entries side by side
FEWEST = 3  # instances are no evidence, unless there are no others;
FEW_MET = 20  # instances that meet the hypotheses, where these are a small part of those tried, say nothing of the others
EVERY_SECONDS = 20.0  # for so long all of finitely many instances
FIRST_SECONDS = 2.0  # for so long: a guard against claims that are slow to compute, not a measure of effort


@dataclass(frozen=True)
class Outcome:
    """What balls say of a part at one instance.

    ``tied``: undecided, but every open comparison has two sides that are equal as far as balls can see, which ``=``, ``≤``
    and ``≥`` allow.
    """

    truth: Truth
    bits: int
    compared: tuple[Comparison, ...]
    tied: bool = False

    @property
    def broken(self) -> Comparison | None:
        """The first comparison that is certainly false."""
        return next((c for c in self.compared if c.truth() is Truth.FAILS), None)

    @property
    def undefined(self) -> bool:
        """Is some side no number at all, as 0/0 is at every precision?"""
        return any(balls.indeterminate(side) for c in self.compared for side in (c.lhs, c.rhs))

    @property
    def missing(self) -> str:
        """What has no value, where the claim says so."""
        return next((c.what for c in self.compared if balls.indeterminate(c.lhs) and balls.indeterminate(c.rhs)), "")

    @property
    def tightness(self) -> float:
        """The largest ratio of a decided comparison; a tie is no evidence that a bound is tight. nan where there is none."""
        ratios = [c.tightness() for c in self.compared if c.truth() is not Truth.UNKNOWN]
        return max((ratio for ratio in ratios if not math.isnan(ratio)), default=math.nan)


def evaluate(part: Part, instance: Instance, limit: int = 4096) -> Outcome:
    """Decide a part at an instance in balls, precision doubling; the hypotheses are the caller's business.

    What balls leave open is compared in exact rationals where the claim needs no roots and logarithms.
    """
    bits = balls.DEFAULT_BITS
    while True:
        with balls.precision(bits):
            compared = _claimed(part, instance, BALLS)
            truths = [c.truth() for c in compared]
            truth = balls.all_of(truths)
            undecided = [c for c, found in zip(compared, truths, strict=True) if found is Truth.UNKNOWN]
            tied = all(c.tied(TIED_DIGITS) for c in undecided)
        if not compared:  # nothing is claimed here, so nothing holds
            return Outcome(Truth.UNKNOWN, bits, ())
        if truth is not Truth.UNKNOWN:
            return Outcome(truth, bits, compared)
        if bits == balls.DEFAULT_BITS and (exactly := _exactly(part, instance)) is not None:
            return Outcome(balls.all_of(c.truth() for c in exactly) if exactly else Truth.UNKNOWN, bits, exactly)
        if bits >= limit or (tied and bits >= TIED_BITS and all(c.relation is Relation.EQUAL for c in undecided)):
            return Outcome(truth, bits, compared, tied)
        bits *= 2


def _claimed(part: Part, instance: Instance, arithmetic: Arithmetic) -> tuple[Comparison, ...]:
    if part.claim is None:
        raise ValueError(f"{part.address} is established as a whole: it has no claim at a single instance")
    model = part.domain.model(instance, arithmetic)
    try:
        return tuple(comparisons(part.claim(model)))
    except InexactError as error:
        raise InexactError(f"{part.key} at {instance}: {error}") from error


def _exactly(part: Part, instance: Instance) -> tuple[Comparison, ...] | None:
    """The comparisons between exact rationals, none where a premise is false; None unless all of them are."""
    numbers = [Fraction(value) for value in instance.values() if isinstance(value, int | Fraction)]
    if any(max(abs(x.numerator), x.denominator) > (EXACT if x.denominator == 1 else EXACT**2) for x in numbers):
        return None
    try:
        compared = _claimed(part, instance, RATIONALS)
    except (TypeError, ValueError, AttributeError, ArithmeticError):  # it is no formula in rational numbers
        return None
    return compared if all(c.exact for c in compared) else None


@dataclass
class Search:
    """The counts of a property search and the worst point it met.

    satisfied: instances that meet the hypotheses and of which something is claimed
    decided:   those of them at which the claim is certain; ``tied`` ones are only consistent with it
    scanned:   further points at which float64 saw the claim hold by more than its error bound, which decides nothing
    undefined_at: an undecided one where a side of the claim has no value (0/0, the logarithm of 0) at any precision
    unclear_at: one at which the claim is false, and of which it is not decided whether it meets a hypothesis: ``unclear``
    unmet: the last hypothesis that an instance was found to break
    ends: the least and the largest value of each number at the instances that meet the hypotheses
    exhausted: there are no other instances, and all are decided
    missing: what has no value there (an entry beyond the last one) and where it is written, if that is known
    stopped: time was up before all was looked at
    """

    tried: int = 0
    satisfied: int = 0
    decided: int = 0
    tied: int = 0
    scanned: int = 0
    bits: int = 0
    worst: float = -math.inf
    worst_at: Instance | None = None
    refuted_at: Instance | None = None
    undecided_at: Instance | None = None
    undefined_at: Instance | None = None
    missing: str = ""
    stopped: bool = False
    unclear_at: Instance | None = None
    unclear: str = ""
    unmet: str = ""
    ends: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    exhausted: bool = False

    @property
    def why_not(self) -> str:
        missing = self.missing or (self.undefined_at is not None and "a side has no value there")
        return f": {missing}" if missing else ""

    @property
    def tightness(self) -> dict[str, Any] | None:
        if self.worst_at is None:
            return None
        return {"ratio": self.worst, "instance": str(self.worst_at)}

    @property
    def counted(self) -> str:
        """``12 decided instances and 3 ties, none in sight at 90000 points scanned in float64``."""
        ties = f" and {self.tied} ties" if self.tied else ""
        scanned = f", none in sight at {self.scanned} points scanned in float64" if self.scanned else ""
        return f"{self.decided} decided instances{ties}{scanned}"

    @property
    def hardly_met(self) -> bool:
        """Do the hypotheses leave so few instances that these say nothing of the others?"""
        return self.satisfied < FEWEST or (self.satisfied < FEW_MET and self.satisfied < self.tried / 10)

    @property
    def reached(self) -> str:
        """``; 480 of 500 instances meet the hypotheses, with a from 0 to 1, n from 1 to 32``."""
        ranges = ", ".join(f"{name} from {low} to {high}" for name, (low, high) in self.ends.items())
        ranges += "; time was up before all was looked at" if self.stopped else ""
        return f"; {self.satisfied} of {self.tried} instances meet the hypotheses" + (f", with {ranges}" if ranges else "")

    def visit(self, part: Part, instance: Instance) -> Outcome | None:
        """Count and evaluate one instance; None when it breaks a hypothesis, or when the claim says nothing or has no value."""
        self.tried += 1
        try:
            if (broken := part.domain.broken(instance)) is not None:
                self.unmet = broken
                if self.unclear_at is None and part.domain.undecided(instance):
                    self.unclear_at = instance if evaluate(part, instance).truth is Truth.FAILS else None
                    self.unclear = broken
                return None
            outcome = evaluate(part, instance)
        except InexactError:  # a float where numbers are exact is no lack of a value
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            self.missing = self.missing or f"{error} ({part.written})"
            self.undecided_at, self.undefined_at = self.undecided_at or instance, self.undefined_at or instance
            return None
        if not outcome.compared:
            return None
        self.satisfied += 1
        for name, value in instance.items():
            if found := _numbers(value) if part.domain.towards is not None or name in part.domain.variables else []:
                named = name if name in part.domain.variables else f"entries of {name}"
                named += " with equal entries" if any(MANY.search(str(other)) for other in instance.values()) else ""
                low, high = self.ends.get(named, (found[0], found[0]))
                self.ends[named] = min(low, *found), max(high, *found)
        self.bits = max(self.bits, outcome.bits)
        if outcome.truth is not Truth.UNKNOWN:
            self.decided += 1
        elif outcome.tied:
            self.tied += 1
        else:
            self.undecided_at = self.undecided_at or instance
            if outcome.undefined:
                self.undefined_at = self.undefined_at or instance
                self.missing = self.missing or (outcome.missing and f"{outcome.missing} ({part.written})")
        if outcome.truth is Truth.FAILS:
            self.refuted_at = self.refuted_at or instance
        if outcome.tightness > self.worst:
            self.worst, self.worst_at = outcome.tightness, instance
        return outcome


def _numbers(value: Any) -> list[Fraction]:
    """Of a number, or of the rows of an array as they are written; none of a function."""
    if isinstance(value, int | Fraction):
        return [Fraction(value)]
    try:
        return [Fraction(MANY.split(x)[0]) for row in str(value).split(";") for x in row.split(",") if x[0] != "*"]
    except ValueError:
        return []


def search(
    part: Part, examples: int, seed: int, seconds: float = math.inf, points: int = 0, first: int = FIRST, cpu: float = math.inf
) -> Search:
    """A property search: the smallest instances first, those that a directed search finds, ``examples`` drawn from ``seed``.

    Of the smallest ones as many as are drawn, and ``first`` at least. The worst of ``points`` points that float64 scans come
    last. Stops at the first refutation, unshrunk: the smallest witness is :func:`smallest_witness`'s business. After
    ``seconds``, and after so many of the processor (``cpu``), the remaining instances are not looked at.
    """
    found = Search()
    end, cpu_end = time.monotonic() + seconds, time.process_time() + cpu

    def over() -> bool:
        return time.monotonic() > end or time.process_time() > cpu_end

    _walk(part, found, max(first, examples), min(seconds, FIRST_SECONDS))

    if found.refuted_at is None and part.domain.every is not None and _all(part, found, min(seconds, EVERY_SECONDS)):
        return found

    def visit(instance: Instance) -> bool:
        if found.refuted_at is not None or over():
            return True  # enough is known, or it is too late: what is left is counted, not looked at
        return found.visit(part, instance) is not None

    for instance in part.domain.towards(part, seed) if found.refuted_at is None and part.domain.towards is not None else ():
        found.visit(part, instance)
        if found.refuted_at is not None or over():
            break
    if found.refuted_at is None:
        each_drawn(part.domain, examples, seed, visit)
    if points and found.refuted_at is None and not over():
        seen = scan(part, points, seed)
        found.scanned = seen.clear
        for instance in seen.suspects(found.worst):
            visit(instance)
    found.stopped = found.refuted_at is None and over()
    return found


def _all(part: Part, found: Search, seconds: float) -> bool:
    """Visit all instances of finitely many, and count these alone; False where time is up first, or one is not decided."""
    every, end = Search(), time.process_time() + seconds
    assert part.domain.every is not None
    for instance in part.domain.every():
        every.visit(part, instance)
        if every.refuted_at is not None or every.undecided_at is not None or time.process_time() > end:
            found.refuted_at = every.refuted_at
            return found.refuted_at is not None
    every.exhausted = every.unclear_at is None and every.tied == 0
    vars(found).update(vars(every))
    return every.exhausted


def _walk(part: Part, found: Search, most: int, seconds: float) -> None:
    """Visit the domain's smallest instances until ``most`` of them met the hypotheses, one refutes, or time is up: that of
    the processor, so that a busy machine sees as many.
    """
    end = time.process_time() + seconds
    for instance in islice(part.domain.small(), PASSED * most) if part.domain.small is not None else ():
        found.visit(part, instance)
        if found.refuted_at is not None or found.satisfied >= most or time.process_time() > end:
            return


@cache
def met_at(domain: Domain) -> Instance | None:
    """An instance that meets the hypotheses, among the small ones and some drawn ones; None when none is found.

    A symbolic case or a box covers a superset of the domain and would prove anything of an empty one.
    """
    end = time.process_time() + MET_SECONDS
    for instance in domain.small() if domain.small is not None else ():
        if domain.broken(instance) is None:
            return instance
        if time.process_time() > end:
            break
    return next(iter(drawn(domain, 1, 0)), None)


def smallest_witness(part: Part, *, seconds: float = 10.0, most: int = 200_000) -> Instance | None:
    """The first instance in the domain's order of size that meets the hypotheses and refutes the part."""
    if part.domain.small is None:
        return None
    end = time.monotonic() + seconds
    for instance in islice(part.domain.small(), most):
        if time.monotonic() > end:
            return None
        if part.domain.broken(instance) is None and evaluate(part, instance).truth is Truth.FAILS:
            return instance
    return None


def witness_of(part: Part, instance: Instance) -> dict[str, Any]:
    """A witness confirmed in balls, as it stands in a record.

    Raises ValueError when a hypothesis is broken there or the violation is not certain.
    """
    part.domain.require(instance)
    outcome = evaluate(part, instance)
    with balls.precision(outcome.bits):
        broken = outcome.broken
        if broken is None:
            raise ValueError(f"{part.key} is not refuted at {instance}")
        return {
            "kind": "instance",
            "text": str(instance),
            "lhs": balls.text(broken.lhs),
            "relation": broken.relation.value,
            "rhs": balls.text(broken.rhs),
            "what": broken.what,
            "precision_bits": outcome.bits,
        }
