"""What a part takes for granted, and what it quotes of parts that are proved elsewhere, for the kernel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from theorems.kernel.context import Context, Quoted
from theorems.kernel.facts import INTEGERS, Fact, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.signs import finding
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.given import Given
from theorems.language.lemma import Line
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.seen import LOOKED_UP
from theorems.language.structure import ROW
from theorems.language.tree import BINDERS, Claim, Expr, Node, Number, Symbol, chain, expr, free_symbols
from theorems.provers.polynomials import found
from theorems.provers.search import met_at
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict


@dataclass(frozen=True)
class Cited:
    """A part that is proved elsewhere, with other trees in place of some of its symbols."""

    line: Line
    put: tuple[tuple[Expr, Expr], ...] = ()

    @property
    def reason(self) -> str:
        part = self.line.part
        return f"{part.statement}/{part.label} ({part.reading.value})" if part.label else part.statement

    def quoted(self, context: Context) -> Quoted:
        """Raises GapError where the part does not hold, is about other data, or not for all that is put."""
        part = self.line.part
        with finding(found):  # it has a proof of its own
            known = _finding(part)
        if known.verdict is not Verdict.HOLDS or not (known.evidence.reads_the_claim or known.evidence is Evidence.ARGUED):
            raise GapError(f"{self.reason} is cited and is {known.verdict.value}: {known.how}")
        context.cited.append(known.evidence)
        given, claimed = hypotheses(part), part.claim
        assert isinstance(claimed, PrintedLine)
        claim = claimed.at_an_instance
        if isinstance(claim, tree.ExactlyOne) and claimed.element is not None:  # a proof has shown that this one is the one
            claim = substituted(claim.body, {claim.variable: claimed.element})
        if not same_meaning(claim, claimed.given, context.data):
            raise GapError(f"{self.reason} is about {claimed.given.name}")
        _may_be_put({key: other for key, other in self.put if key is not other}, (claim, *given.claims), claimed.given, part)
        return Quoted(self.reason, claim, given.claims, tuple(sorted(given.words)), self.put)


def cite(line: Line, *put: tuple[Any, Any]) -> Cited:
    """``cite(L9["2a"], (t, t + 1))``: a part for certain arguments."""
    return Cited(line, tuple((expr(a), expr(b)) for a, b in put))


def reasons_in(proof: Any) -> Iterator[Fact | Cited]:
    """The facts and cited parts that a proof names anywhere."""
    match proof:
        case Fact() | Cited():
            yield proof
        case tuple() | list():
            for each in proof:
                yield from reasons_in(each)
        case Node() | Part() | Line():
            pass
        case _ if is_dataclass(proof) and not isinstance(proof, type):
            for field in fields(proof):
                yield from reasons_in(getattr(proof, field.name))


def facts_of(proof: Any) -> Iterator[Fact]:
    return (reason for reason in reasons_in(proof) if isinstance(reason, Fact))


def same_meaning(claim: Claim, there: Any, here: Any) -> bool:
    """Do the names of a claim mean the same in the data that it is about and in those at hand?"""
    if here is None or there is here:
        return True
    if isinstance(there, Computed) and isinstance(here, Computed):
        return there.points.bind == here.points.bind and list(there.used(claim)) == list(here.used(claim))
    if isinstance(there, Given) and isinstance(here, Computed):
        own = (node for node, _ in here.used(claim))
        if here.over is None or there.model != here.over.model or not all(node in there.indices for node in own):
            return False
        theirs = there.domain().variables
        ours = {s.name: here.points.variables.get(s.name) for s in free_symbols(claim).difference(there.indices)}
        return all(meaning is None or meaning == theirs.get(name) for name, meaning in ours.items())
    return isinstance(there, Given) and isinstance(here, Given) and there.model is here.model


_RUNNING: list[Part] = []  # the parts whose proofs are under way


def _finding(part: Part) -> Finding:
    if part in _RUNNING:
        return Finding(Verdict.UNKNOWN, Evidence.NONE, how="it rests on itself")
    _RUNNING.append(part)
    try:
        finding = None if part.witness is not None else part.proved
    finally:
        _RUNNING.pop()
    return finding or Finding(Verdict.UNKNOWN, Evidence.NONE, how="it has no proof")


def _may_be_put(put: Mapping[Expr, Expr], claims: Sequence[Claim], data: Any, part: Part) -> None:
    """Raise GapError where a part does not hold for all trees in place of a name.

    The name is a parameter of the points or an index, and whatever the data compute in the claim shows it: ``h(t)`` at
    ``t + 1`` is ``h(t + 1)``, but ``ω_1`` at another ``M`` is another ``ω_1``.
    """
    instance = met_at(part.domain) if put else None
    for key in put:
        names = {s for s in frozenset().union(*map(free_symbols, claims)) if _is_parameter(s, data, instance)}
        if not isinstance(key, Symbol) or key not in names:
            raise GapError(f"{text(key)} is no parameter of {data.name}")
        hidden = [] if key in data.indices else [n for claim in claims for n in _hiding(claim, key, frozenset(names), data)]
        if hidden:
            raise GapError(f"{text(hidden[0])} may depend on {key.name}")


def _is_parameter(name: Symbol, data: Any, instance: Any) -> bool:
    supply = data.quantities.get(name, name.name) if isinstance(data, Computed) else None
    return name in data.indices or (isinstance(supply, str) and instance is not None and supply in instance)


def _hiding(node: Node, key: Symbol, names: frozenset[Symbol], data: Any) -> Iterator[Node]:
    """What may depend on a parameter without showing it; the law of a random quantity may depend on any."""
    if isinstance(node, Number) or node in names:
        return
    served = data.serving(node) if isinstance(node, tree.Probability) else None
    if served is not None:  # Pr(X ≥ t) for every t
        assert isinstance(node, tree.Probability)
        event = node.event.children[0]
        shown = any(key in free_symbols(argument) for argument in served[1]) and key not in free_symbols(event)
    elif isinstance(node, tree.Applied | tree.Entry | tree.SetOf):
        shown = key in free_symbols(node)
    elif isinstance(node, (Symbol, *LOOKED_UP)):
        shown = False
    else:
        bound = names | {node.variable} if isinstance(node, BINDERS) else names
        for child in node.children:
            yield from _hiding(child, key, bound, data)
        return
    if not shown:
        yield node


def line_of(part: Part) -> PrintedLine:
    """The line that a part claims. Raises GapError where it compares something else than its tree."""
    line = part.claim
    if not isinstance(line, PrintedLine) or line.says is not None:
        raise GapError(f"{part.key} claims no tree")
    return line


def hypotheses(part: Part) -> Context:
    """What a part may take for granted: the conditions that it still has, as trees where they are, and its data's ranges."""
    line = line_of(part)
    conditions = part.domain.conditions
    claims = [c.claim for c in conditions if c.claim is not None]
    words = frozenset(c.text for c in conditions if c.claim is None)
    return Context((), words, line.given).assuming(*claims, *built(line.given))


def built(data: Given | Computed) -> list[Claim]:
    """What data have by the way they are built."""
    if isinstance(data, Given):
        return _sizes(data)
    if data.over is None:
        return [*data.ranges]
    rows = (index for index in data.indices if index.sort == ROW)
    return [*data.ranges, *_sizes(data.over), *(chain(1, "<=", row, "<=", data.over.length) for row in rows)]


def _sizes(data: Given) -> list[Claim]:
    derived = [symbol == formula for symbol, formula in data.derived.items()]
    whole = [tree.Member(size, INTEGERS) for size in data.sizes]
    return [*derived, data.copies >= 1, data.model.structure.columns >= 1 + data.beside, *whole]


def evidence_of(context: Context) -> Evidence:
    return Evidence.PROVED if all(level.reads_the_claim for level in context.cited) else Evidence.ARGUED
