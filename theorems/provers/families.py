"""Verdicts about large sizes: refutations and thresholds along a family ``k -> instance``.

A grid of sizes proves nothing about all of them: a threshold needs steps that cover every member beyond some ``k``,
a refutation for arbitrarily large sizes needs steps that cover infinitely many. The members before that are decided
one by one in balls. Steps never read the claim, and what rests on them is ``argued``; a calculation in their place does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kernels import balls
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.kernel.gaps import GapError
from theorems.provers.argument import Step, with_words
from theorems.provers.search import evaluate
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict

ARGUED, SEARCHED = "argued", "searched"  # how a threshold is known: by steps that cover all sizes from it on, or by looking
OUR_STEPS = "our steps"  # in a threshold's record: the size from which the steps prove the claim;
PRINTED_ROUTE = "route"  # and the one that the printed proof needs


LOOKED_AT_ONCE, DOUBLES = 64, 6  # how far beyond a threshold that nothing shows a false member is looked for,
AFTER_STEPS = 3  # and how far beyond one that steps show: they do not read the claim


@dataclass(frozen=True)
class Family:
    """``text`` says how the parameters depend on the index; ``member(k)`` for ``k >= first`` is one of its points."""

    text: str
    member: Callable[[int], Instance]
    first: int = 1


class Shows(Protocol):
    """A calculation that covers the members: what was checked, and how well it is known. Raises GapError where it has a gap."""

    def shown(self, part: Part, family: Family, confirm: Sequence[int]) -> tuple[tuple[str, ...], Evidence]: ...


def _checked(
    part: Part, family: Family, steps: Sequence[Step], calculation: Shows | None, confirm: Sequence[int] = ()
) -> tuple[tuple[str, ...], Evidence]:
    """What covers all members, and how well it is known. Raises GapError naming the step that does not check."""
    if not steps and calculation is None:
        raise ValueError(f"{part.address}: an argument without a checked step is an opinion")
    for step in steps:
        if not step.check():
            raise GapError(f"this step did not check: {step.text}")
    texts = tuple(step.text for step in steps)
    if calculation is None:
        return texts, Evidence.ARGUED
    links, evidence = calculation.shown(part, family, confirm)
    return (*texts, *links), evidence


def _unknown(gap: GapError) -> Finding:
    return Finding(Verdict.UNKNOWN, Evidence.NONE, how=str(gap))


def threshold_text(n0: Mapping[str, Any]) -> str:
    """``n ≥ 36 (argued)``, where steps show that; else that there is some n0, and the least that a search has found."""
    least = f"{n0['variable']} ≥ {n0['value']}"
    return f"some n0, the least found: {least}" if n0.get("known") == SEARCHED else f"{least} ({ARGUED})"


@dataclass(frozen=True)
class Eventually:
    """``asymptotic``: true at every member from some size on.

    family:   where the threshold is computed
    threshold_index: the index from which the steps prove the claim for all members
    how:      the argument, for every admissible family and for this one
    variable: the parameter the threshold is stated in
    constants: what the threshold was computed with
    dependence: how the threshold grows with the constants
    printed:  what the printed proof needs, in words, where no size can be computed from it
    also:     further entries of the threshold's record
    elsewhere: other families or constants with the index from which the same argument covers them: the threshold there
    calculation: reads the claim and covers every admissible family from some size on
    in_words: the link that no step checks, where there is no calculation
    """

    family: Family
    threshold_index: Callable[[], int]
    how: str = ""
    steps: Sequence[Step] = ()
    variable: str = "n"
    constants: str = ""
    dependence: str = ""
    printed: str = ""
    also: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    elsewhere: Mapping[str, tuple[Family, Callable[[], int]]] = field(default_factory=dict)
    calculation: Shows | None = None
    in_words: str = ""

    def run(self, part: Part) -> Finding:
        try:
            steps, evidence = _checked(part, self.family, self.steps, self.calculation)
        except GapError as gap:
            return _unknown(gap)
        last = self.threshold_index()
        settled = _last_failure(part, self.family, last)
        if isinstance(settled, Finding):
            return settled
        later = _failure_beyond(part, self.family, last, shown=bool(self.steps))
        if later is not None:
            how = f"false at {later}: what is shown holds from some size on, which is not {self.family.member(last)}"
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)
        failing, bits = settled
        start = self._start(self.family, failing)
        n0: dict[str, Any] = {
            "variable": self.variable,
            "value": self._size(start),
            "family": self.family.text,
            "constants": self.constants,
            OUR_STEPS: self._size(self.family.member(last)),
            "dependence": self.dependence,
            "false_at": None if failing is None else str(self.family.member(failing)),
            "known": ARGUED if self.steps else SEARCHED,
        }
        if self.printed:
            n0[PRINTED_ROUTE] = self.printed
        n0 |= {name: value() for name, value in self.also.items()}
        for name, (family, beyond) in self.elsewhere.items():
            other = _last_failure(part, family, beyond())
            n0[name] = other.how if isinstance(other, Finding) else self._size(self._start(family, other[0]))
        return Finding(
            Verdict.ASYMPTOTIC,
            evidence,
            how=with_words(self.how, self.in_words),
            steps=steps,
            n0=n0,
            precision_bits=bits,
            tried=last - self.family.first + 1,
            satisfied=last - self.family.first + 1,
            decided=last - self.family.first + 1,
        )

    def _start(self, family: Family, failing: int | None) -> Instance:
        return family.member(family.first if failing is None else failing + 1)

    def _size(self, member: Instance) -> str:
        return str(member).partition(f"{self.variable}=")[2].split()[0]


def _failure_beyond(part: Part, family: Family, last: int, *, shown: bool) -> Instance | None:
    """A member beyond the last one that is known to be true, at which the part is false.

    The next few members; where no steps show the threshold, more of them, and then every double.
    """
    doubles = () if shown else ((last + LOOKED_AT_ONCE) << j for j in range(DOUBLES))
    for k in (*range(last + 1, last + (AFTER_STEPS if shown else LOOKED_AT_ONCE) + 1), *doubles):
        member = family.member(k)
        if part.domain.broken(member) is None and evaluate(part, member).truth is Truth.FAILS:
            return member
    return None


def _last_failure(part: Part, family: Family, last: int) -> tuple[int | None, int] | Finding:
    """The last index up to ``last`` where the part is false (None: nowhere) and the bits it took; UNKNOWN otherwise."""
    failing, bits = None, 0
    for k in range(family.first, last + 1):
        member = family.member(k)
        part.domain.require(member)
        outcome = evaluate(part, member)
        bits = max(bits, outcome.bits)
        if outcome.truth is Truth.UNKNOWN:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"undecided at {member}")
        if outcome.truth is Truth.FAILS:
            failing = k
    if failing == last:
        return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"still false at {family.member(last)}")
    return failing, bits


@dataclass(frozen=True)
class RefutedAlong:
    """``fails``: false at infinitely many members, which the steps or a calculation prove; some are confirmed in balls."""

    family: Family
    how: str = ""
    steps: Sequence[Step] = ()
    confirm: Sequence[int] = ()
    calculation: Shows | None = None
    in_words: str = ""

    def run(self, part: Part) -> Finding:
        if not self.confirm:
            raise ValueError(f"{part.address}: no member of the family is looked at")
        try:
            steps, evidence = _checked(part, self.family, self.steps, self.calculation, self.confirm)
        except GapError as gap:
            return _unknown(gap)
        members = [self.family.member(k) for k in self.confirm]
        shown: dict[str, Any] = {}
        for member in members:
            part.domain.require(member)
            outcome = evaluate(part, member)
            if outcome.truth is not Truth.FAILS:
                return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"not refuted at {member}")
            with balls.precision(outcome.bits):
                broken = outcome.broken
                if broken is not None and not shown:
                    shown = {"lhs": balls.text(broken.lhs), "relation": broken.relation.value, "rhs": balls.text(broken.rhs)}
        witness = {
            "kind": "family",
            "text": self.family.text,
            "members": [str(member) for member in members],
            "proof": list(steps),
            **shown,
        }
        return Finding(
            Verdict.FAILS,
            evidence,
            how=with_words(self.how, self.in_words),
            steps=steps,
            witness=witness,
            tried=len(members),
            satisfied=len(members),
            decided=len(members),
        )
