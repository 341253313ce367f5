"""Each lemma of Coq's library says what the textbook's theorem says: the theorem, written from its tree, follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.formal.conftest import WITH_COQ
from theorems.formal.compiling import CALCULATIONS, OF_CHANCE, compiled, theorem_at
from theorems.formal.flows import in_words
from theorems.formal.printer import Printer
from theorems.judging.assumes import in_the_textbook
from theorems.kernel.facts import EVENT, SET, VARIABLE, Theorem
from theorems.language.tree import *
from theorems.textbook import flows, sums
from theorems.textbook.coq import NEEDS_DISTINCT, RULES, lemma_of, of_chance, of_integrals

HEAD = f"""From Coq Require Import Reals Lra ZArith List Psatz.
From Coquelicot Require Import Coquelicot.
From Referee Require Import Powers {" ".join(CALCULATIONS)} Flows {" ".join(OF_CHANCE)}.
Open Scope R_scope.
Set Default Timeout 100.
"""
PROVED = sorted(
    (t for t in in_the_textbook() if lemma_of(t) is not None), key=lambda t: (t.name, len(t.formals), repr(t.claim))
)


@dataclass
class Stating(Printer):
    """Writes a theorem with its formals: sets and claims are among them."""

    fixed: frozenset[Symbol] | None = None  # of a theorem about probabilities, what does not depend on the outcome w

    def within(self, variable: Symbol) -> Stating:
        inside = super().within(variable)
        return Stating(inside.names, inside.bound, inside.explicit, self.fixed)

    def random(self, formal: Node) -> bool:
        known = isinstance(formal, Symbol) and formal in self.bound and formal.sort != VARIABLE
        return known and self.fixed is not None and formal not in self.fixed

    def set(self, node: Node) -> str:
        found = self.bound[node] if isinstance(node, Symbol) and node in self.bound else super().set(node)
        return f"({found} w)" if self.random(node) else found

    def _term(self, node: Node) -> str:
        match node:
            case Integral():
                inside = self.within(node.variable)
                body = f"(fun {inside.bound[node.variable]} => {inside._term(node.body)})"
                return f"RInt {body} {self.term(node.low)} {self.term(node.high)}"
            case Probability():
                return f"Pr (fun w => {self.prop(node.event)})"
            case Expectation():
                return f"E (fun w => {self._term(node.body)})"
        found = super()._term(node)
        return f"{found} w" if self.random(node.base if isinstance(node, Applied) else node) else found

    def prop(self, claim: Any, *, values: bool = False) -> str:
        match claim:
            case ForAll(variable=k, range=range_, body=Words(pieces=("independent of all the others: ", body))):
                inside = self.within(k)
                of_events = isinstance(body, Words)
                said = inside.prop(body) if of_events else inside._term(body)
                return f"independent{'_events' * of_events} {self.set(range_)} (fun {inside.bound[k]} w => {said})"
            case Words(pieces=("finite expectation: ", body)):
                return f"finite (fun w => {self._term(body)})"
            case Words(pieces=("continuous in ", Symbol() as variable, _, Expr() as body)):
                inside = self.within(variable)
                return f"continuous_at (fun {inside.bound[variable]} => {inside._term(body)}) {self.term(variable)}"
            case Words(pieces=(Symbol(sort="event") as formal,)):
                return self.bound[formal] + " w" * self.random(formal)
            case Words(pieces=(Applied(base=Symbol(sort="event") as formal) as at,)):
                return " ".join([self.bound[formal], *map(self.term, at.arguments)]) + " w" * self.random(formal)
        return super().prop(claim, values=values)

    def events(self, node: Node) -> list[str]:
        """That what Pr is taken of are events."""
        match node:
            case Probability():
                return [f"is_event (fun w => {self.prop(node.event)})"]
            case Folded() | ForAll():
                inside = self.within(node.variable)
                where = f"forall {inside.bound[node.variable]} : R, {inside.member(node.variable, node.range)} ->"
                return [f"{where} {each}" for each in inside.events(node.body)]
        return list(dict.fromkeys(each for child in node.children for each in self.events(child)))

    def said(self, claim: Claim) -> str:
        """A claim beside a probability holds whatever the outcome."""
        bare = claim.mapped(lambda node: expr(0) if isinstance(node, Probability) or of_integrals(node) else None)
        alone = any(self.random(node) for _, node in bare.walk()) and not (isinstance(claim, ForAll) and of_chance(claim.body))
        return ("forall w : outcome P, " if alone else "") + self.prop(claim)


def claims_of(theorem: Theorem) -> Iterator[Node]:
    yield from (node for claim in (theorem.claim, *theorem.hypotheses) for _, node in claim.walk())


def arity(theorem: Theorem, formal: Symbol) -> int:
    return max((len(n.arguments) for n in claims_of(theorem) if isinstance(n, Applied) and n.base is formal), default=0)


def times(theorem: Theorem) -> list[Symbol]:
    """By which it differentiates outside of every quantifier."""
    free = frozenset().union(*map(free_symbols, (theorem.claim, *theorem.hypotheses)))
    return [f for f in theorem.formals if f.sort == VARIABLE and f in free]


def first_words(claim: Claim) -> list[Any]:
    return [node.pieces[0] for _, node in claim.walk() if isinstance(node, Words)]


def speaks_of_trees(claim: Claim) -> bool:
    """Is it a hypothesis in words, and no claim that the theorem is about? That something is continuous has a form in Coq."""
    said = any(n == "continuous in " for n in first_words(claim))
    return in_words(claim) and not said and not any(isinstance(n, Symbol) and n.sort == EVENT for _, n in claim.walk())


def is_rule(theorem: Theorem) -> bool:
    return (theorem.name, len(theorem.formals)) in RULES


def fixed_in(theorem: Theorem) -> frozenset[Symbol]:
    """What it takes to be fixed: numbers, sets, functions and claims."""
    words = [n for h in theorem.hypotheses for _, n in h.walk() if isinstance(n, Words) and n.pieces[0] == "not random: "]
    said = [node for each in words for _, node in each.walk()]
    return frozenset(node for node in said if isinstance(node, Symbol) and node in theorem.formals)


def types(theorem: Theorem, fixed: frozenset[Symbol] | None) -> Iterator[tuple[Symbol, str]]:
    for formal in theorem.formals:
        outcome = "outcome P -> " if fixed is not None and formal not in fixed else ""
        ends = "Prop" if formal.sort == EVENT else "R"
        if formal.sort == SET:
            yield formal, f"{outcome}list R"
        elif formal.sort != VARIABLE or formal in times(theorem):
            yield formal, "R -> " * arity(theorem, formal) + outcome + ends


def have_derivatives(theorem: Theorem, printer: Stating) -> Iterator[str]:
    """What a rule asks of its pieces."""
    body = next(node.body for _, node in theorem.claim.walk() if isinstance(node, Derivative))
    ((t, time),) = ((printer.bound[each], each) for each in times(theorem))
    for piece in (node for _, node in body.walk() if isinstance(node, Applied)):
        others = [printer.term(each) for each in piece.arguments if each is not time]
        over = "".join(f"forall {k} : R, In {k} {printer.bound[sums.S]} -> " for k in others)
        yield f"{over}differentiable (fun {t} => {printer._term(piece)}) {t}"


def are_measurable(theorem: Theorem, printer: Stating, fixed: frozenset[Symbol], integral: bool) -> Iterator[str]:
    """What a theorem about probabilities asks of its formals."""
    sets = [f for f in theorem.formals if f.sort == SET]
    yield from (f"forall w, NoDup ({printer.bound[f]} w)" for f in sets if f not in fixed)
    # a claim about a number is one about its place in a Borel set
    events = [f for f in theorem.formals if f.sort == EVENT and f in fixed]
    yield from (f"borel {printer.bound[f]}" for f in events if arity(theorem, f) == 1)
    for formal in theorem.formals if integral else ():  # expectations are of random variables
        name = printer.bound[formal]
        if formal not in fixed and formal.sort not in (SET, EVENT, VARIABLE):
            if arity(theorem, formal):  # each member of a family
                yield f"forall k : R, In k {printer.set(*sets)} -> random ({name} k)"
            else:
                yield f"random {name}"


def written(theorem: Theorem) -> tuple[str, str]:
    """What the theorem says, for all its formals, and how it follows from its lemma as an export applies it."""
    fixed = fixed_in(theorem) if any(map(of_chance, claims_of(theorem))) else None
    explicit = frozenset(f for f in theorem.formals if f.sort == VARIABLE and flows.explicit(f) in theorem.hypotheses)
    printer = Stating(explicit=explicit, fixed=fixed)
    for formal in theorem.formals:
        printer = printer.within(formal)
    formals, spaces = dict(types(theorem, fixed)), ""
    if fixed is None:
        hypotheses = [h for h in theorem.hypotheses if not speaks_of_trees(h)]
    else:
        hypotheses = [h for h in theorem.hypotheses if "not random: " not in first_words(h)]
    integral = any(of_integrals(node) for claim in (theorem.claim, *hypotheses) for _, node in claim.walk())
    asked = [f"NoDup {printer.bound[f]}" for f in formals if f.sort == SET and (fixed is None or f in fixed)]
    if is_rule(theorem):
        asked += have_derivatives(theorem, printer)
    if fixed is not None:
        spaces = "(P : space) (I : expectation P) " if integral else "(P : space) "
        asked += are_measurable(theorem, printer, fixed, integral)
        asked += [each for claim in (theorem.claim, *hypotheses) for each in printer.events(claim)]
    asked += map(printer.said, hypotheses)
    bound = " ".join(f"({printer.bound[f]} : {kind})" for f, kind in formals.items())
    said = f"forall {spaces}{bound}, " + "".join(f"({each}) -> " for each in asked) + printer.said(theorem.claim)
    lemma = " ".join([str(lemma_of(theorem)), *(printer.bound[f] for f in formals if f.sort != VARIABLE)])
    if fixed is not None:
        return said, f"do {1 + integral + len(formals) + len(asked)} intro; apply ({lemma}); assumption"
    splits = "split; [intros; differentiate|]; " * len(printer.differentiable(theorem.claim))
    intro = f"do {len(formals) + len(asked)} intro; {splits}"
    if is_rule(theorem):
        return said, f"{intro}apply ({lemma}); first [intros; differentiate | link]"
    holes = " _" * (len(hypotheses) + (theorem.name in NEEDS_DISTINCT))
    return said, f"{intro}refine ({lemma}{holes}); assumption"


@WITH_COQ
def test_every_theorem_with_a_lemma_follows_from_it(home: tuple[Path, dict[str, str]]) -> None:
    some = {f"says_{k}": theorem for k, theorem in enumerate(PROVED)}
    proved = zip(some, map(written, PROVED), strict=True)
    said = [f"Theorem {name} : {claim}.\nProof. solve [{proof}]. Qed." for name, (claim, proof) in proved]
    ends = [f"Definition all_of_them := ({', '.join(some)}).", "Print Assumptions all_of_them."]
    text = "\n".join([HEAD, *said, *ends]) + "\n"
    found = compiled(home[0] / "Lemmas.v", text, *home)
    where = theorem_at(text, found.line) if found.line else ""
    assert not found.line, f"{some[where].name if where in some else where}: {found.why}"
    assert not found.axioms


def stricter(theorem: Theorem) -> Theorem | None:
    """A claim that says more: < for ≤, one more on one side of an equation."""
    match theorem.claim:
        case Relation(left=left, sign="<=" | ">=" as sign, right=right):
            return replace(theorem, claim=Relation(left, sign[0], right))
        case Relation(left=left, sign="<" | ">" | "==" as sign, right=right):
            return replace(theorem, claim=Relation(left, sign, right - 1 if sign == "<" else right + 1))
    return None


@WITH_COQ
def test_no_lemma_gives_more_than_its_theorem(home: tuple[Path, dict[str, str]]) -> None:
    """A stricter claim follows from none of them."""
    false = {t.name: more for t in PROVED if (more := stricter(t)) is not None}
    assert len(false) > 50
    goals = [f"Goal {said}.\nProof. Fail solve [{proof}]. Abort." for said, proof in map(written, false.values())]
    text = "\n".join([HEAD, *goals, "Definition nothing := I.", "Print Assumptions nothing."]) + "\n"
    found = compiled(home[0] / "False.v", text, *home)
    tried = sum(line.startswith("Goal ") for line in text.split("\n")[: found.line])
    assert not found.line, f"{[*false][tried - 1]}: {found.why}"
