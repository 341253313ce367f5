"""What a link of a calculation may rest on: textbook theorems, definitions of a paper, parts that are proved elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from theorems.language.printing import text
from theorems.language.tree import BINDERS, Applied, Claim, Derivative, Expr, Node, Symbol, expr, free_symbols

if TYPE_CHECKING:
    from theorems.language.computed import Computed

FUNCTION = "function"  # the sort of a formal that stands for a function: Symbol("F", FUNCTION)
PLACE = Symbol("·", "place")  # where the argument of such a function goes
Argument = Any  # a tree, an exact number, or for a formal of that sort a function from trees to trees


@dataclass(frozen=True)
class Theorem:
    """A statement that holds for all its formals, as a textbook prints it.

    name:       as a reader calls it: ``Markov's inequality``
    formals:    what an application puts trees for, in the order of the arguments; one of sort FUNCTION stands for a
                function of one argument
    hypotheses: claims that an application has to discharge
    source:     where it is proved
    """

    name: str
    formals: tuple[Symbol, ...]
    claim: Claim
    hypotheses: tuple[Claim, ...] = ()
    source: str = ""

    def __call__(self, *arguments: Argument) -> Fact:
        """The theorem for these arguments. Raises TypeError for another number of them."""
        if len(arguments) != len(self.formals):
            raise TypeError(f"{self.name} speaks of {', '.join(f.name for f in self.formals)}, not of {len(arguments)} things")
        return Fact(self, arguments)


@dataclass(frozen=True)
class Definition(Theorem):
    """An equation, or a range, that the paper's data have by definition; tests hold it against what computes them.

    of: the data; at: arguments at which the tests evaluate it
    """

    of: Computed | None = None
    at: tuple[tuple[Argument, ...], ...] = ()


@dataclass(frozen=True)
class Fact:
    """A theorem for certain arguments."""

    theorem: Theorem
    arguments: tuple[Argument, ...]

    @property
    def claim(self) -> Claim:
        return self._applied(self.theorem.claim)

    @property
    def hypotheses(self) -> tuple[Claim, ...]:
        return tuple(self._applied(h) for h in self.theorem.hypotheses)

    @property
    def reason(self) -> str:
        return self.theorem.name

    def _applied(self, claim: Claim) -> Claim:
        put = dict(zip(self.theorem.formals, self.arguments, strict=True))
        functions = {f: a for f, a in put.items() if f.sort == FUNCTION}
        return substituted(claim, {f: expr(a) for f, a in put.items() if f.sort != FUNCTION}, functions)


def substituted(node: Any, put: Mapping[Expr, Expr], functions: Mapping[Symbol, Callable[[Expr], Expr]] | None = None) -> Any:
    """The tree with other trees in place of some. Raises ValueError where a bound variable would catch a free one."""
    bodies = {name: expr(function(PLACE)) for name, function in (functions or {}).items()}
    free = frozenset().union(*map(free_symbols, (*put.values(), *bodies.values()))) - {PLACE}
    for _, each in node.walk():
        caught = isinstance(each, BINDERS) and (each.variable in free or each.variable in put)
        if caught or (isinstance(each, Derivative) and not _apart(each, put, bodies)):
            raise ValueError(f"{each.variable.name} is bound in {text(each)} and stands free in what is put there")

    def change(each: Node) -> Node | None:
        if isinstance(each, Applied) and isinstance(each.base, Symbol) and each.base in bodies:
            (inside,) = (argument.mapped(change) for argument in each.arguments)
            return substituted(bodies[each.base], {PLACE: inside})
        return put.get(each) if isinstance(each, Expr) else None

    return node.mapped(change)


def _apart(node: Derivative, put: Mapping[Expr, Expr], bodies: Mapping[Symbol, Expr]) -> bool:
    """Is what stands for the variable still to be told from the rest of the body? ``d/dt (a t)`` at ``t = a`` is not 2 a."""
    variable = free_symbols(put.get(node.variable, node.variable))
    others = free_symbols(node.body) - {node.variable}
    rest = frozenset().union(*(free_symbols(bodies.get(s, put.get(s, s))) for s in others)) - {PLACE}
    return bool(variable) and not variable & rest
