"""Proofs as text, and their check: an entry of a journal says what is shown from what, by which links and certificates.

Whoever checks it needs nothing else and trusts nobody who wrote it. What an entry takes for granted, the hypotheses, the
theorems and the facts of the data that it names, what it quotes of other parts, is part of its *statement*; the statement's
fingerprint is kept elsewhere, in the record of the part.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theorems.kernel import scripts
from theorems.kernel.context import Context, Quoted
from theorems.kernel.factors import text_of
from theorems.kernel.facts import EVENT, FUNCTION, VARIABLE, Definition, Fact, Theorem, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.signs import Certificate, Question, finding
from theorems.kernel.values import has_value
from theorems.language import tree
from theorems.language.tree import Applied, Claim, Expr, Node, Symbol, expr

KINDS = (
    scripts.By,
    scripts.Only,
    scripts.Calc,
    scripts.Have,
    scripts.Cases,
    scripts.Each,
    scripts.FirstOf,
    scripts.Growing,
    scripts.Suppose,
    Quoted,
)
BY_NAME = {kind.__name__: kind for kind in KINDS}
NODES = {name: kind for name, kind in vars(tree).items() if isinstance(kind, type) and issubclass(kind, Node)}
Json = Any


class RefusedError(ValueError):
    """The entry is none, or shows nothing; the message says why."""


@dataclass(frozen=True)
class Refused:
    """A part that was quoted and does not hold, or not here."""

    reason: str

    def quoted(self, context: Context) -> Quoted:
        raise GapError(self.reason)


@dataclass(frozen=True)
class Proof:
    """What is shown, from what, and how."""

    key: str
    goal: Claim
    claims: tuple[Claim, ...]
    words: tuple[str, ...]
    script: scripts.Script

    @property
    def taken(self) -> tuple[Theorem | Quoted, ...]:
        """The theorems, the facts of the data and the parts elsewhere that it names, each once."""
        return tuple(dict.fromkeys(_taken(self.script)))

    @property
    def statement(self) -> str:
        """A fingerprint of what is shown, and of all that it is shown from."""
        shown = _alone([self.goal, list(self.claims), sorted(self.words)])
        return _hash(json.dumps([shown, *sorted({_alone(each) for each in self.taken})]))

    def shown_by(self, certificates: Callable[[Question], Certificate | None]) -> None:
        """Raise GapError unless the goal follows, and has a value, with these certificates."""
        with finding(certificates):
            context = Context(self.claims, frozenset(self.words))
            self.script.show(self.goal, context)
            has_value(self.goal, self.script, context)


def _taken(each: Any) -> Iterator[Theorem | Quoted]:
    match each:
        case Fact():
            yield each.theorem
        case Quoted():
            yield each
        case tuple():
            for one in each:
                yield from _taken(one)
        case _ if type(each) in KINDS:
            for field_ in fields(each):
                yield from _taken(getattr(each, field_.name))


def fingerprint(theorem: Theorem) -> str:
    """Of all that a theorem says."""
    return _hash(_alone(theorem))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _alone(each: Any) -> str:
    """As text that says all of it."""
    writer = Writer()
    written = writer.of(each)
    return json.dumps([writer.nodes, writer.theorems, written], ensure_ascii=True)


# -- written ---------------------------------------------------------------------------------------------------------------


@dataclass
class Writer:
    """Trees and theorems stand in tables, each once, after all that they are made of."""

    nodes: list[Json] = field(default_factory=list)
    theorems: list[Json] = field(default_factory=list)
    _places: dict[Any, int] = field(default_factory=dict)

    def of(self, each: Any) -> Json:
        """Raises TypeError for what has no place in a journal."""
        match each:
            case None | bool() | int() | str():
                return each
            case Fraction():
                return {"is": "Fraction", "value": str(each)}
            case Node():
                return {"is": "Node", "at": self._node(each)}
            case Theorem():
                return {"is": "Theorem", "at": self._theorem(each)}
            case Fact():
                arguments = zip(each.theorem.formals, each.arguments, strict=True)
                return {"is": "Fact", "of": self.of(each.theorem), "for": [self._argument(each.theorem, *a) for a in arguments]}
            case Refused():
                return {"is": "Refused", "reason": each.reason}
            case tuple() | list():
                return [self.of(one) for one in each]
        if type(each) in KINDS:
            return {"is": type(each).__name__} | {f.name: self.of(getattr(each, f.name)) for f in fields(each)}
        raise TypeError(f"{type(each).__name__} has no place in a journal")

    def _node(self, node: Node) -> int:
        if node not in self._places:
            kind = next(k for k in type(node).__mro__ if NODES.get(k.__name__) is k)  # a symbol of somebody's own is a symbol
            if kind is not type(node) and getattr(node, "shape", None):
                raise TypeError("vectors and matrices have no place in a journal")
            written = [kind.__name__, *(self._part(part) for part in node.parts[: len(kind.fields)])]
            self._places[node] = len(self.nodes)
            self.nodes.append(written)
        return self._places[node]

    def _part(self, part: Any) -> Json:
        match part:
            case Node():
                return self._node(part)
            case tuple():
                return [self._part(each) for each in part]
        return self.of(part)

    def _theorem(self, theorem: Theorem) -> int:
        key = id(theorem)
        if key not in self._places:
            said = [theorem.formals, theorem.claim, theorem.hypotheses, theorem.strict]
            written = [isinstance(theorem, Definition), theorem.name, *map(self.of, said)]
            self._places[key] = len(self.theorems)
            self.theorems.append(written)
        return self._places[key]

    def _argument(self, theorem: Theorem, formal: Symbol, argument: Any) -> Json:
        if isinstance(argument, Node) or formal.sort not in (FUNCTION, EVENT):
            return self.of(argument if isinstance(argument, Node) else expr(argument))
        found = []
        for count in sorted(_arities(theorem, formal)):
            fresh = tuple(Symbol(f"{formal.name} at {k}", VARIABLE) for k in range(count))
            body = argument(*fresh)
            found.append([self.of(fresh), self.of(body if isinstance(body, Claim) else expr(body))])
        return {"is": "Body", "ways": found}


def _arities(theorem: Theorem, formal: Symbol) -> set[int]:
    trees = (theorem.claim, *theorem.hypotheses, *(theorem.strict or ()))
    nodes = (node for each in trees for _, node in each.walk())
    return {len(node.arguments) for node in nodes if isinstance(node, Applied) and node.base is formal}


def entry_of(proof: Proof, certificates: Mapping[str, Certificate]) -> Json:
    """The journal's entry for a proof; ``certificates`` are those that it asks for, by their questions."""
    writer = Writer()
    said = {name: writer.of(getattr(proof, name)) for name in ("key", "goal", "claims", "words", "script")}
    return {
        **said,
        "nodes": writer.nodes,
        "theorems": writer.theorems,
        "certificates": {key: _plain(certificate) for key, certificate in certificates.items()},
    }


def _plain(certificate: Certificate) -> Json:
    terms = [
        [str(x), list(facts), [[k, power] for k, power in enumerate(powers) if power]] for x, facts, powers in certificate.terms
    ]
    return [[list(step) for step in certificate.put], terms]


def name_of(question: Question) -> str:
    """What a question is found by: its text. Of two that are written alike a certificate shows what it shows."""
    given = (f"{_text(each)} {sharp} {equal}" for each, sharp, equal in question.given)
    return _hash("\n".join((f"{_text(question.goal)} {question.strict}", *given)))


_text = lru_cache(maxsize=2**15)(text_of)


# -- read ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Body:
    """A function of trees that was written down: what it makes of names that occur nowhere else."""

    ways: tuple[tuple[tuple[Expr, ...], Node], ...]

    def __call__(self, *arguments: Expr) -> Node:
        for fresh, body in self.ways:
            if len(fresh) == len(arguments):
                found: Node = substituted(body, dict(zip(fresh, arguments, strict=True)))
                return found
        raise ValueError(f"nothing is said of {len(arguments)} arguments")


class Reader:
    """An entry of a journal. Raises RefusedError for what is none."""

    def __init__(self, nodes: Sequence[Json], theorems: Sequence[Json]) -> None:
        self.nodes: list[Node] = []
        self.theorems: list[Theorem] = []
        for kind, *parts in nodes:
            self.nodes.append(NODES[kind](*map(self._part, parts)))
        for defines, name, *said in theorems:
            formals, claim, hypotheses, strict = map(self.of, said)
            kind = Definition if defines else Theorem
            self.theorems.append(kind(name, formals, claim, hypotheses, strict=strict))

    def of(self, each: Json) -> Any:
        match each:
            case None | bool() | int() | str():
                return each
            case list():
                return tuple(map(self.of, each))
            case {"is": "Fraction", "value": str(value)}:
                return _fraction(value)
            case {"is": "Node", "at": int(place)} if place >= 0:
                return self.nodes[place]
            case {"is": "Theorem", "at": int(place)} if place >= 0:
                return self.theorems[place]
            case {"is": "Fact", "of": theorem, "for": arguments}:
                return self.of(theorem)(*map(self.of, arguments))
            case {"is": "Body", "ways": ways}:
                return Body(tuple(map(self.of, ways)))
            case {"is": "Refused", "reason": reason}:
                return Refused(reason)
            case {"is": kind, **said} if kind in BY_NAME:
                return BY_NAME[kind](**{str(name): self.of(value) for name, value in said.items()})
        raise RefusedError(f"{str(each)[:60]} is nothing that a proof is made of")

    def _part(self, part: Json) -> Any:
        match part:
            case int():
                return self.nodes[part]
            case list():
                return tuple(map(self._part, part))
        return self.of(part)


MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def proof_in(entry: Json) -> Proof:
    """The proof that an entry writes down. Raises RefusedError."""
    try:
        reader = Reader(entry["nodes"], entry["theorems"])
        return Proof(entry["key"], *(reader.of(entry[name]) for name in ("goal", "claims", "words", "script")))
    except MALFORMED as error:
        raise RefusedError(f"no entry of a journal: {type(error).__name__}: {error}") from error


def check(entry: Json) -> Proof:
    """The proof in an entry, which shows its goal. Raises RefusedError where it does not."""
    proof = proof_in(entry)
    try:
        proof.shown_by(lambda question: certificate_in(entry, question))
    except GapError as gap:
        raise RefusedError(f"it does not follow: {gap}") from gap
    except MALFORMED as error:
        raise RefusedError(f"no proof: {type(error).__name__}: {error}") from error
    return proof


def certificate_in(entry: Json, question: Question) -> Certificate | None:
    """What an entry answers a question with."""
    written = entry["certificates"].get(name_of(question))
    if written is None:
        return None
    put, terms = written
    return Certificate(
        tuple((fact, k) for fact, k in put),
        tuple((_fraction(x), tuple(facts), _powers(powers, 2 * len(question.generators))) for x, facts, powers in terms),
    )


def _fraction(text: str) -> Fraction:
    """As it is written down: a quotient of integers, no ``1e999999999``."""
    if not set(text) <= set("-/0123456789"):
        raise ValueError(f"{text[:60]} is no fraction")
    return Fraction(text)


def _powers(sparse: Json, count: int) -> tuple[int, ...]:
    found = [0] * count
    for k, power in sparse:
        found[k] = power
    return tuple(found)
