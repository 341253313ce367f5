"""The goals of a proof, line by line: each is taken apart into relations, and these follow by arithmetic from what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any, Self

from theorems.formal.printer import Printer
from theorems.formal.terms import NoCoqFormError, defined
from theorems.kernel.arithmetic import Facts
from theorems.kernel.facts import REALS
from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import Claim, Relation, Symbol, free_symbols


@dataclass(kw_only=True)
class Goals:
    """Writes what shows a goal.

    known:   the claims that stand in Coq's context, each with its name
    numbers: what tells fresh names apart
    """

    printer: Printer
    known: list[tuple[str, Claim]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    before: int = 0  # how many of the claims were there before the reasons of the link at hand

    def say(self, line: str) -> None:
        self.lines.append(line)

    def fresh(self, letter: str) -> str:
        return f"{letter}{next(self.numbers)}"

    def inside(self, printer: Printer | None = None) -> Self:
        return replace(self, printer=printer or self.printer, known=[*self.known])

    @contextmanager
    def braces(self) -> Iterator[Self]:
        """Around the proof of one of several goals."""
        self.say("{")
        yield self.inside()
        self.say("}")

    def assume(self, name: str, claim: Claim) -> None:
        self.known.append((name, claim))
        members = claim.links if isinstance(claim, tree.Chain) else claim.claims if isinstance(claim, tree.And) else ()
        if members:
            for each, member in zip(self._taken_apart(name, len(members)), members, strict=True):
                self.assume(each, member)
        elif isinstance(claim, Relation) and (derivatives := self.printer.differentiable(claim)):
            self._taken_apart(name, len(derivatives) + 1)

    def _taken_apart(self, name: str, count: int) -> list[str]:
        """The names of the members of a conjunction that stands in Coq's context."""
        names = [self.fresh("P") for _ in range(count)]
        pattern = names[-1]
        for each in reversed(names[:-1]):
            pattern = f"[{each} {pattern}]"
        self.say(f"pose proof {name} as {pattern}.")
        return names

    def opened(self, goal: Claim, show: Callable[[Self, Any], None], *, alternatives: bool = False) -> None:
        """Take a goal apart into its relations."""
        match goal:
            case Relation():
                show(self, goal)
            case tree.Or() if alternatives:
                show(self, goal)
            case tree.Chain():
                self.opened(tree.And(goal.links), show, alternatives=alternatives)
            case tree.And(claims=(only,)):
                self.opened(only, show, alternatives=alternatives)
            case tree.And():
                self.say("refine (" + "conj _ (" * (len(goal.claims) - 2) + "conj _ _" + ")" * (len(goal.claims) - 1) + ".")
                for each in goal.claims:
                    with self.braces() as inner:
                        inner.opened(each, show, alternatives=alternatives)
            case tree.Implies():
                inner = self.inside()
                name = self.fresh("I")
                self.say(f"intros {name}.")
                inner.assume(name, goal.premise)
                inner.opened(goal.conclusion, show, alternatives=alternatives)
            case tree.ForAll():
                inner = self.inside(self.printer.within(goal.variable))
                inner.known = [(name, claim) for name, claim in self.known if goal.variable not in free_symbols(claim)]
                variable, name = inner.printer.bound[goal.variable], self.fresh("M")
                self.say(f"intros {variable}{'' if goal.range is REALS else f' {name}'}.")
                if goal.range is not REALS:
                    inner.assume(name, tree.Member(goal.variable, goal.range))
                if isinstance(goal.range, tree.Range):
                    low, high = self.fresh("B"), self.fresh("B")
                    self.say(f"destruct (in_range _ _ _ {name}) as [{low} {high}].")
                    self.say(f"try specialize ({high} ltac:(whole)).")
                inner.opened(goal.body, show, alternatives=alternatives)
            case _:
                raise NoCoqFormError(f"{text(goal)} is no goal of a calculation")

    def asserted(self, claim: Claim, show: Callable[[Self], None]) -> str:
        """The name under which the claim is known afterwards."""
        name = self.fresh("A")
        self.say(f"assert ({name} : {self.printer.prop(claim)}).")
        with self.braces() as inner:
            show(inner)
        self.assume(name, claim)
        return name

    def closed(self, relation: Claim, values: bool) -> None:
        """The relation, and that its sides have values."""
        sets = self.printer.inhabited(relation) if values and isinstance(relation, Relation) else []
        taken = defined((relation.left, relation.right)) if values and isinstance(relation, Relation) else []
        if not sets and not taken:
            self.shows(relation)
            return
        self.differentiable(relation)  # in the order of what is printed
        for _ in sets:
            self.say("split; [inhabited|].")
        for each in taken:
            self.say("split; [|].")
            with self.braces():
                self.shows(each)
        self.follows(relation)

    def differentiable(self, relation: Claim) -> None:
        """That the derivatives in it exist."""
        for _ in self.printer.differentiable(relation):
            self.say("split; [intros; differentiate|].")

    def refined(self, lemma: str, conditions: Sequence[Claim], *, distinct: bool = False) -> None:
        holes = " _" * (len(conditions) + distinct)
        self.say(f"refine ({lemma}{holes})." if holes else f"exact ({lemma}).")
        if distinct:
            self.say("{ distinct. }")
        for condition in conditions:
            with self.braces() as inner:
                inner.discharged(condition)

    def discharged(self, condition: Claim) -> None:
        """What a theorem asks for."""
        name = self.name_of(condition)
        if name is not None:  # a lemma may ask for less than that the derivatives exist
            moving = any(isinstance(node, tree.Derivative) for _, node in condition.walk())
            self.say(f"first [exact {name} | intros; apply {name}; assumption]." if moving else f"exact {name}.")
            return
        match condition:
            case tree.ForAll() | tree.And() | tree.Chain() | tree.Implies():
                self.opened(condition, lambda w, relation: w.shows(relation), alternatives=True)
            case _:
                self.shows(condition, hole=True)

    def name_of(self, claim: Claim) -> str | None:
        """The name under which a claim is known; the first of several."""
        return next((name for name, known in self.known if known is claim), None)

    def shows(self, goal: Claim, *, hole: bool = False) -> None:
        """``hole``: what a lemma asks for, which may be without the derivatives."""
        name = self.name_of(goal)
        if name is not None:
            self.say(f"exact {name}.")
            return
        if isinstance(goal, Relation) and hole:
            for _ in self.printer.differentiable(goal):
                self.say("try (split; [solve [intros; differentiate]|]).")
        elif isinstance(goal, Relation):
            self.differentiable(goal)
        self.follows(goal)

    def follows(self, goal: Claim) -> None:
        if isinstance(goal, Relation) and (names := self._needed(goal)) is not None:
            self.say(f"first [solve [clear{' - ' * bool(names)}{' '.join(names)}; link] | link].")
        else:
            self.say("alternatives." if isinstance(goal, tree.Or) else "link.")

    def _needed(self, goal: Relation) -> list[str] | None:
        """The names of relations from which the goal follows, none of them idle; None where the suite's prover sees nothing."""
        relations = {claim: name for name, claim in self.known if isinstance(claim, Relation)}
        reasons = self.known[self.before :] if self.before else ()
        names = frozenset().union(*map(free_symbols, (goal, *(claim for _, claim in reasons))))
        found = _least(goal, tuple(relations), names)
        if found is None:
            return None
        nodes = (node for claim in (goal, *found) for _, node in claim.walk())
        under = {node.arguments[0] for node in nodes if isinstance(node, tree.Call) and node.name == "sqrt"}
        signs = [
            claim for claim in relations if {claim.left, claim.right} & under
        ]  # a root has a value, which Coq does not see
        return [relations[claim] for claim in dict.fromkeys((*found, *signs))]


@lru_cache(maxsize=4096)  # a part that is cited is written again for every one that cites it
def _least(goal: Relation, relations: tuple[Relation, ...], names: frozenset[Symbol]) -> tuple[Relation, ...] | None:
    """Relations that give the goal: of those between the names, else of all, ever smaller pieces are left out."""
    near = tuple(claim for claim in relations if free_symbols(claim) <= names)
    known = next((chosen for chosen in (near, relations) if Facts(chosen).give(goal)), None)
    size = 0 if known is None else len(known)
    while known and size:
        for start in range(0, len(known), size):
            fewer = (*known[:start], *known[start + size :])
            if start < len(known) and Facts(fewer).give(goal):
                known = fewer
        size //= 2
    return known
