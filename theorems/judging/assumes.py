"""What a verdict stands on beyond the printed hypotheses, as ``#print axioms`` of Lean tells it of a theorem.

Read off the proof itself: every fact and every part that it names, whether the links need it or not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import Any, TypeVar

from theorems.judging.shown import gap, reasons_of, script_of
from theorems.kernel.context import shown
from theorems.kernel.facts import Definition, Fact, Theorem
from theorems.kernel.gaps import GapError
from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import BINDERS, Claim, Node, Number, Relation, Symbol
from theorems.proofs.kept import flat_of
from theorems.provers.context import Cited, facts_of, hypotheses
from theorems.statement import Part
from theorems.textbook import kept
from theorems.textbook.coq import has_a_lemma

KINDS = {
    "definitions": "definitions of the paper: a new symbol for a term",
    "motion": "differential equations and recursions of the data, and where they start",
    "chosen": "names of the paper for what has a property, and why there is such a thing",
    "shown": "shown once, from what else is listed",
    "lemmas": "shown on the way: lemmas of ours, charged to nobody",
    "facts": "taken for granted of the data, without a proof",
    "textbook": "textbook theorems without a proof of their own",
    "own": "theorems of the author's own, without a proof",
    "laws": "laws of random data",
    "parts": "parts that are cited",
    "words": "in words",
}
UNPROVED = ("facts", "textbook", "own", "words")
Assumed = dict[str, list[str]]
T = TypeVar("T")


@cache
def assumes(part: Part) -> Assumed:
    """What the part's proof takes from each kind of :data:`KINDS`, in the proof's order; empty kinds are left out."""
    reasons = reasons_of(part)
    named = dict.fromkeys(r.theorem for r in reasons if isinstance(r, Fact))
    shown = _shown_among(named)
    theorems = tuple(theorem for theorem in _with_their_reasons(named, shown) if theorem not in shown)
    changed = set(kept.theorems()) - in_the_textbook()
    about_data = [theorem for theorem in theorems if isinstance(theorem, Definition) and theorem not in changed]
    defining = definitions_among(about_data)
    others = [theorem for theorem in theorems if theorem not in about_data]
    law = part.domain.declared and part.domain.declared.law
    flat = flat_of(part.proof)
    found = {
        "definitions": [_said(d) for d in about_data if defining.get(d) == "definitions"],
        "motion": [_said(d) for d in about_data if defining.get(d) == "motion"],
        "chosen": [f"{_said(d)}; {d.exists}" for d in about_data if defining.get(d) == "chosen"],
        "facts": [_said(d) for d in about_data if d not in defining and not printed(d, part)],
        "shown": [_said(t) for t in shown],
        "lemmas": [f"{lemma.name}: {text(lemma.claim)}" for lemma in (flat.lemmas if flat else ())],
        "textbook": [t.name for t in others if t in in_the_textbook() and not has_a_lemma(t)],
        "own": [_said(t) for t in others if t not in in_the_textbook()],
        "laws": [] if not law else [f"Pr[{text(law.event)}] ≥ {text(law.at_least)}"],
        "parts": list(dict.fromkeys(r.line.part.key for r in reasons if isinstance(r, Cited))),
        "words": [w for w in (part.in_words, getattr(part.proof, "in_words", "")) if w],
    }
    return {kind: list(dict.fromkeys(names)) for kind, names in found.items() if names}


def beneath(key: str, records: Mapping[str, Mapping[str, Any]]) -> Assumed:
    """The same with everything that the cited parts stand on, for the record of this key among ``records`` by key."""
    found: dict[str, dict[str, None]] = {kind: {} for kind in KINDS}
    waiting, seen = [key], {key}
    while waiting:
        record = records.get(waiting.pop(0))
        for kind, names in (record["assumes"] if record else {}).items():
            found[kind] |= dict.fromkeys(names)
            if kind == "parts":
                waiting += [name for name in names if name not in seen]
                seen.update(names)
    return {kind: list(names) for kind, names in found.items() if names}


def on_nothing_unproved(key: str, records: Mapping[str, Mapping[str, Any]]) -> bool:
    """Does a verdict stand on definitions, laws and what is proved alone, all that it cites included?"""
    below = beneath(key, records)
    return not any(kind in below for kind in UNPROVED) and all(name in records for name in below.get("parts", ()))


def printed(theorem: Theorem, part: Part) -> bool:
    """Do the part's own hypotheses say it, of all that it speaks of? Of names that they speak of they would say it of one."""
    try:
        context = hypotheses(part)
    except GapError:
        return False
    for formal in theorem.formals:
        context = context.silent_on(formal)
    return shown(context.assuming(*theorem.hypotheses), theorem.claim)


def _said(theorem: Theorem) -> str:
    where = f" where {', '.join(map(text, theorem.hypotheses))}" if theorem.hypotheses else ""
    return f"{theorem.name}: {text(theorem.claim)}{where}"


def _shown_among(theorems: Iterable[Theorem]) -> dict[Theorem, None]:
    """Those that have a proof, and those that these are shown from; what leads back to itself has none."""
    uses: dict[Theorem, dict[Theorem, None]] = {}
    waiting, seen = [*theorems], {*theorems}
    while waiting:
        theorem = waiting.pop()
        if not gap(theorem):
            below = dict.fromkeys(fact.theorem for fact in facts_of(script_of(theorem)))
            for each in (theorem, *below):
                uses.setdefault(each, {})
            uses[theorem] = below
            waiting += [each for each in below if each not in seen]
            seen |= below.keys()
    in_a_loop = _leading_back(uses)
    return {theorem: None for theorem in uses if not gap(theorem) and theorem not in in_a_loop}


def _leading_back(uses: Mapping[T, Iterable[T]]) -> set[T]:
    """Those from which one comes back to where one was."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError:
        import networkx  # rarely there is a loop to look for

        graph = networkx.DiGraph((each, used) for each, below in uses.items() for used in below)
        loops = [loop for loop in networkx.strongly_connected_components(graph) if len(loop) > 1]
        return {each for loop in loops for each in loop} | set(networkx.nodes_with_selfloops(graph))
    return set()


def _with_their_reasons(theorems: Iterable[Theorem], shown: Mapping[Theorem, None]) -> dict[Theorem, None]:
    found = dict.fromkeys(theorems)
    for theorem in shown:
        found |= dict.fromkeys(fact.theorem for fact in facts_of(script_of(theorem)))
    return found


@cache
def in_the_textbook() -> frozenset[Theorem]:
    """The theorems of ``theorems.textbook`` as they are kept: what merely has the name of one, or was changed, is none."""
    return frozenset(theorem for theorem in kept.theorems() if kept.fingerprint(theorem) in kept.kept())


def definitions_among(facts: Iterable[Definition]) -> dict[Definition, str]:
    """Those that define, and what of: ``definitions`` of new symbols by terms, ``motion``, or names that are ``chosen``.

    A symbol is given one term, that does not lead back to it, or else one equation of motion and one initial value, or one
    property that something has. Whatever more is said of the data may be true, and is a result.
    """
    known = dict.fromkeys(facts)
    apart = _told_apart(known)
    read = {fact: equations for fact in known if (equations := tuple(_equations(fact, apart)))}
    different = {(each.name, each.how, text(each.term)) for equations in read.values() for each in equations}
    said = Counter((name, how) for name, how, _ in different)
    by_a_term, by_a_property = ({name for name, how in said if how == kind} for kind in (TERM, CHOSEN))
    uses: dict[str, set[str]] = {}
    for equations in read.values():
        for each in equations:
            if each.how == TERM:
                inside = (_name_of(node, apart) for node in _nodes(each.term))
                uses.setdefault(each.name, set()).update(used for used in inside if used in by_a_term)
    circular = _leading_back(uses)

    def defines(each: Equation) -> bool:
        if said[each.name, each.how] > 1 or each.name in circular:
            return False
        return each.how == TERM or not (each.name in by_a_term or (each.how != CHOSEN and each.name in by_a_property))

    kinds = {frozenset({TERM}): "definitions", frozenset({CHOSEN}): "chosen"}
    return {
        fact: kinds.get(frozenset(each.how for each in equations), "motion")
        for fact, equations in read.items()
        if all(map(defines, equations))
    }


TERM, STEP, START, CHOSEN = "a term", "a step", "a start", "a property"


@dataclass(frozen=True)
class Equation:
    """What a definition says of a name: the term it stands for, how it moves, where it starts, or what it has."""

    name: str
    how: str
    term: Node


def _told_apart(facts: Iterable[Definition]) -> frozenset[Symbol]:
    """Parameters that tell quantities apart: η′ of h(s, η′), where every such h has a parameter there."""
    found: dict[tuple[str, int], set[Node]] = {}
    bound: set[Node] = set()
    for fact in facts:
        bound |= {*fact.formals}
        for claim in (fact.claim, *fact.hypotheses):
            for _, node in claim.walk():
                bound |= {node.variable} if isinstance(node, BINDERS) else set()
                if isinstance(node, tree.Applied):
                    for place, argument in enumerate(node.arguments):
                        found.setdefault((text(node.base), place), set()).add(argument)
    of_parameters = (arguments for arguments in found.values() if all(isinstance(a, Symbol) for a in arguments))
    return frozenset(a for arguments in of_parameters if not arguments & bound for a in arguments if isinstance(a, Symbol))


def _equations(fact: Definition, apart: frozenset[Symbol]) -> Iterator[Equation]:
    """Of each symbol that is defined; nothing where the claim says anything else."""
    if fact.names:
        yield from (Equation(_name_of(name, apart), CHOSEN, fact.claim) for name in fact.names)
        return
    found = [_equation(claim, bound | {*fact.formals}, apart) for claim, bound in _members(fact.claim, frozenset())]
    if all(found):
        yield from (each for each in found if each)


def _members(claim: Claim, bound: frozenset[Symbol]) -> Iterator[tuple[Claim, frozenset[Symbol]]]:
    match claim:
        case tree.And():
            for each in claim.claims:
                yield from _members(each, bound)
        case tree.ForAll():
            yield from _members(claim.body, bound | {claim.variable})
        case _:
            yield claim, bound


def _equation(claim: Claim, bound: frozenset[Symbol], apart: frozenset[Symbol]) -> Equation | None:
    if not isinstance(claim, Relation) or claim.sign != "==":
        return None
    left, term = claim.left, claim.right
    match left:
        case (
            tree.Plus(left=Symbol() | tree.Entry() | tree.Applied() as known, right=Number())
            | tree.Plus(left=Number(), right=Symbol() as known)
        ):
            left = known  # 1 + σ = ...
        case tree.Power(base=tree.Norm() as known, exponent=Number(value=2)):  # which is never below 0
            left = known
        case tree.Minus(left=tree.Applied() as ahead, right=tree.Applied() as known) if _follows(ahead, [known], bound):
            # x(s + 1) - x(s) = ...
            left, term = ahead, known + term
    if isinstance(left, tree.Derivative):
        own = _name_of(left.body, apart)
        again = any(isinstance(node, tree.Derivative) and _name_of(node.body, apart) == own for node in _nodes(term))
        return Equation(own, STEP, term) if own and not again else None
    name, arguments = _name_of(left, apart), left.arguments if isinstance(left, tree.Entry | tree.Applied) else ()
    if not name:
        return None
    if all(isinstance(each, Symbol) for each in arguments):  # all numbers, or a parameter of the data
        return Equation(name, TERM, term)
    itself = [node for node in _nodes(term) if _name_of(node, apart) == name]
    if _follows(left, itself, bound) and any(isinstance(each, tree.Plus) for each in arguments):
        return Equation(name, STEP, term)
    starts = all(each in bound | apart or isinstance(each, Number) for each in arguments)
    return Equation(name, START, term) if starts and not itself else None


def _follows(ahead: Node, nodes: Sequence[Node], bound: frozenset[Symbol]) -> bool:
    """Is it x(s + 1, y), for any s, where all of these are x(s, y)?"""
    places = range(len(ahead.arguments) if isinstance(ahead, tree.Applied) else 0)
    return not nodes or any(all(ahead is _next(node, place, bound) for node in nodes) for place in places)


def _next(node: Node, place: int, bound: frozenset[Symbol]) -> Node | None:
    """x(s + 1, y) of x(s, y), where s stands at this place and is any number."""
    if not isinstance(node, tree.Applied) or len(node.arguments) <= place or node.arguments[place] not in bound:
        return None
    before, after = node.arguments[:place], node.arguments[place + 1 :]
    return tree.Applied(node.base, (*before, node.arguments[place] + 1, *after))


def _name_of(node: Node, apart: frozenset[Symbol]) -> str:
    """What a defined quantity is known by, whatever its other arguments are; "" for a term that is put together."""
    match node:
        case tree.Entry():
            return f"entries of {node.quantity}"
        case tree.Applied():
            own = (text(each) if each in apart else "·" for each in node.arguments)
            return f"values of {text(node.base)}({', '.join(own)})"
        case tree.Times(left=tree.Power(exponent=Symbol(name="⊤"))):  # x⊤ y
            return text(node)
        case tree.SetOf():
            return f"sets {node.name}"
        case Symbol() | tree.Named() | tree.Norm() | tree.Inner() | tree.Call(name="abs", arguments=(tree.Applied(),)):
            return text(node)  # of the last kind: the size of a set
        case tree.Total(body=Number(value=1) | tree.Indicator(claim=tree.Member()), range=tree.Named()):
            return f"number of elements: {text(node)}"
    return ""


def _nodes(whole: Node) -> Iterator[Node]:
    return (node for _, node in whole.walk())
