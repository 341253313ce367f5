"""What a link of a calculation may rest on: textbook theorems, definitions of a paper, parts that are proved elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from theorems.language.strict import made_strict
from theorems.language.tree import (
    Applied,
    Claim,
    Derivative,
    Expr,
    Folded,
    ForAll,
    Named,
    Node,
    Symbol,
    Without,
    Words,
    binding,
    expr,
    free_symbols,
)

# the sorts of formals that stand for something else than a number: Symbol("F", FUNCTION)
FUNCTION = "function"  # F(x), x a tree; the argument is a function from trees to trees
EVENT = "event"  # a claim, written event(A), or event(A, k) where it depends on k: the argument is a claim, or gives one
SET = "set"  # what a sum or a quantifier ranges over
VARIABLE = "variable"  # bound in the theorem; the argument is the symbol that is bound in the user's trees
INTEGERS, REALS = Named("ℤ"), Named("ℝ")
OF_ALL = ("independent of all the others", "a function of the ", "what changes with ")  # so begin words of a whole family
Argument = Any  # what the sort of its formal says; a tree or an exact number for a number


def event(A: Symbol, *arguments: Expr) -> Words:
    """The claim that a formal of sort EVENT stands for."""
    return Words(A(*arguments)) if arguments else Words(A)


def fixed(*trees: Node) -> Words:
    """They are numbers, not random: the data declare it for names, an entry for all of its name."""
    commas = (piece for tree in trees for piece in (", ", tree))
    return Words("not random: ", *list(commas)[1:])


def explicit(t: Symbol) -> ForAll:
    """Nothing else changes with t."""
    return ForAll(t, REALS, Words("what changes with ", t, " is written as a function of it"))


def whole(range_: Node) -> Node:
    """The set that elements are left out of."""
    while isinstance(range_, Without):
        range_ = range_.range
    return range_


@dataclass(frozen=True)
class Theorem:
    """A statement that holds for all its formals, as a textbook prints it.

    name:       as a reader calls it: ``Markov's inequality``
    formals:    what an application puts something for, in the order of the arguments; all bound variables are among them
    hypotheses: claims that an application has to discharge
    source:     where it is proved
    strict:     what makes its relations strict, beside the hypotheses; None where nothing is known to
    shown:      gives the script that shows the claim from the hypotheses and from other theorems, when somebody asks for it;
                None where the theorem is taken for granted
    """

    name: str
    formals: tuple[Symbol, ...]
    claim: Claim
    hypotheses: tuple[Claim, ...] = ()
    source: str = ""
    strict: tuple[Claim, ...] | None = None
    shown: Callable[[], Any] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def together(self) -> frozenset[Node]:
        """What it takes sums and maxima over: finite sets."""
        nodes = (node for tree in (self.claim, *self.hypotheses) for node in tree.nodes())
        return frozenset(whole(node.range) for node in nodes if isinstance(node, Folded))

    @cached_property
    def strictly(self) -> Theorem | None:
        """The theorem where it is strict."""
        claim = None if self.strict is None else made_strict(self.claim)
        if claim is None or self.strict is None:
            return None
        more = (*self.hypotheses, *self.strict)
        return replace(self, name=f"{self.name}, strictly", claim=claim, hypotheses=more, strict=None, shown=None)

    def __call__(self, *arguments: Argument) -> Fact:
        """The theorem for these arguments. Raises TypeError for another number of them."""
        if len(arguments) != len(self.formals):
            raise TypeError(f"{self.name} speaks of {', '.join(f.name for f in self.formals)}, not of {len(arguments)} things")
        return Fact(self, arguments)


@dataclass(frozen=True)
class Definition(Theorem):
    """An equation, or a range, that the paper's data have by definition; tests hold it against what computes them.

    of: the data; at: arguments at which the tests evaluate it, none where it takes none; names: what is chosen to have this
    property, if it is one; exists: why there is such a thing
    """

    of: Any = None
    at: tuple[tuple[Argument, ...], ...] = ()
    names: tuple[Node, ...] = ()
    exists: str = ""

    def __post_init__(self) -> None:
        if not self.formals:
            object.__setattr__(self, "at", ((),))


@dataclass(frozen=True)
class Fact:
    """A theorem for certain arguments."""

    theorem: Theorem
    arguments: tuple[Argument, ...]

    @cached_property
    def bodies(self) -> dict[tuple[Symbol, int], tuple[list[Symbol], Node]]:
        """What the functions among the arguments make of names that occur nowhere else: each is asked once, for all claims."""
        return {}

    @cached_property
    def claim(self) -> Claim:
        return self._applied(self.theorem.claim)

    @cached_property
    def hypotheses(self) -> tuple[Claim, ...]:
        return tuple(self._applied(h) for h in self.theorem.hypotheses)

    @property
    def reason(self) -> str:
        return self.theorem.name

    @property
    def numbers(self) -> tuple[Expr, ...]:
        """The arguments that are numbers: each has to have a value."""
        others = (FUNCTION, EVENT, SET, VARIABLE)
        return tuple(expr(a) for f, a in zip(self.theorem.formals, self.arguments, strict=True) if f.sort not in others)

    def _applied(self, claim: Claim) -> Claim:
        """The claim with the arguments for the formals."""
        given = dict(zip(self.theorem.formals, self.arguments, strict=True))
        bound = [a for f, a in given.items() if f.sort == VARIABLE]
        inside = {node.variable for node in binding(claim) if not isinstance(node, Derivative)} - given.keys()
        if not all(isinstance(a, Symbol) for a in bound) or len(set(bound)) < len(bound):
            raise ValueError(f"{self.reason} binds different symbols, not {', '.join(map(str, bound))}")
        binders = [node for node in binding(claim) if node.variable in given]
        for node in binders:
            if not isinstance(given[node.variable], Symbol):
                raise ValueError(f"{self.reason} binds a name, not {given[node.variable]}")

        def around(formal: Symbol) -> list[Symbol]:
            """What the theorem binds, or differentiates by, where it speaks of a formal."""
            others = (node for node in binders if node.variable is not formal)
            return [given[node.variable] for node in others if any(each is formal for each in node.nodes())]

        def free_of(put: Node) -> Node:
            """The tree, none of whose names is bound by the theorem without being an argument."""
            for variable in sorted(inside & free_symbols(put), key=lambda s: s.name):
                raise ValueError(f"{self.reason} binds {variable.name}, which stands free in {put!r}")
            return put

        def plain(formal: Symbol) -> Node:
            found = expr(given[formal]) if formal.sort not in (SET, EVENT) else given[formal]
            return _without(free_of(found), () if formal.sort == VARIABLE else around(formal))

        def called(formal: Symbol, arguments: tuple[Expr, ...]) -> Node:
            put = [argument.mapped(change) for argument in arguments]
            if (formal, len(put)) not in self.bodies:
                fresh = [Symbol(f"{formal.name} at {k}", VARIABLE) for k in range(len(put))]
                body = given[formal](*fresh)
                self.bodies[formal, len(put)] = fresh, body if isinstance(body, Claim) else expr(body)
            fresh, body = self.bodies[formal, len(put)]
            return substituted(_without(free_of(body), bound), dict(zip(fresh, put, strict=True)))

        def change(node: Node) -> Node | None:
            match node:
                case Words(pieces=(Symbol(sort="event") as formal,)) if formal in given:
                    return plain(formal)
                case Words(pieces=(Applied(base=Symbol(sort="event") as formal) as at,)) if formal in given:
                    return called(formal, at.arguments)
                case Applied(base=Symbol(sort="function") as formal) if formal in given:
                    return called(formal, node.arguments)
                case Symbol() if node in given:
                    return plain(node)
            return None

        return claim.mapped(change)


def _without(node: Node, bound: Sequence[Symbol]) -> Node:
    """The tree, which must not speak of symbols that are bound where it is put."""
    free = free_symbols(node)
    for variable in bound:
        if variable in free:
            raise ValueError(f"{variable.name} is bound where {node!r} is put")
    return node


def substituted(node: Any, put: Mapping[Expr, Expr]) -> Any:
    """The tree with other trees in place of some. Raises ValueError where a bound variable would catch a free one."""
    free = frozenset().union(*(free_symbols(tree) for tree in put.values())) if put else frozenset()
    for each in binding(node):
        caught = not isinstance(each, Derivative) and (each.variable in free or each.variable in put)
        if caught:
            raise ValueError(f"{each.variable.name} is bound in {each!r} and stands free in what is put there")
        if isinstance(each, Derivative):
            others = free_symbols(each.body) - {each.variable}
            within = frozenset().union(*(free_symbols(put.get(other, other)) for other in others))
            variable = free_symbols(put.get(each.variable, each.variable))
            if not variable or within & variable:
                raise ValueError(f"{each!r} would differentiate something else")
    return node.mapped(lambda each: put.get(each) if isinstance(each, Expr) else None)
