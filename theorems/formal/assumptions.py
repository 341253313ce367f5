"""What the theorem of a calculation assumes: the part's hypotheses, and definitions, each for all its formals."""

from collections.abc import Iterator

from theorems.formal.flows import in_words
from theorems.formal.printer import Printer
from theorems.formal.terms import NoCoqFormError
from theorems.kernel import facts
from theorems.kernel.context import Context
from theorems.kernel.facts import VARIABLE, Definition
from theorems.language import tree
from theorems.language.tree import Claim, Node, Relation, Symbol, free_symbols
from theorems.textbook.flows import explicit

Places = tuple[Node | None, ...]  # for each formal of a definition that is no bound variable: the set that it is taken from


def stated(printer: Printer, context: Context) -> Iterator[tuple[Claim, str]]:
    """The hypotheses that have a form; without the others the theorem says more."""
    for claim in dict.fromkeys(context.claims):
        try:
            yield claim, printer.prop(claim)
        except NoCoqFormError:
            continue


def times_told(context: Context) -> frozenset[Symbol]:
    """The times of which the data say that what changes with them is written as a function of them."""
    claims = [claim for claim in context.claims if isinstance(claim, tree.ForAll)]
    return frozenset(claim.variable for claim in claims if explicit(claim.variable) in claims)


def times_of(theorem: facts.Theorem) -> set[Symbol]:
    """The times by which a definition differentiates: no bound variables, they stand free in it."""
    if not isinstance(theorem, Definition):
        return set()
    free = frozenset().union(*map(free_symbols, (theorem.claim, *theorem.hypotheses)))
    return {f for f in theorem.formals if f.sort == VARIABLE and f in free}


def quantified(definition: Definition) -> list[Symbol]:
    """Its formals that are no bound variables."""
    return [f for f in definition.formals if f.sort != VARIABLE or f in times_of(definition)]


def told_apart(definition: Definition) -> set[Symbol]:
    """The formals that a definition with a sum compares with one another.

    No more unit vectors than K are orthogonal in K dimensions: over all numbers it would be a contradiction.
    """
    said = [n for c in (definition.claim, *definition.hypotheses) for _, n in c.walk()]
    if not any(isinstance(n, tree.Total) for n in said):
        return set()
    compared = [
        {f for f in definition.formals if f.sort != VARIABLE and f in (n.left, n.right)}
        for n in said
        if isinstance(n, Relation) and n is not definition.claim and n.sign in ("==", "!=")
    ]
    return {formal for sides in compared if len(sides) > 1 for formal in sides}


def for_all(printer: Printer, definition: Definition, places: Places) -> str:
    """A definition, for all its formals in their places."""
    inside = printer
    for formal in definition.formals:
        inside = inside.within(formal)
    asked = "".join(f"({inside.prop(h)}) -> " for h in definition.hypotheses if not in_words(h))
    said = [n for c in (definition.claim, *definition.hypotheses) for _, n in c.walk()]
    variables, within = "", ""
    for formal, place in zip(quantified(definition), places, strict=True):
        arity = next((len(n.arguments) for n in said if isinstance(n, tree.Applied) and n.base is formal), 0)
        variables += f"forall {inside.bound[formal]} : {'R -> ' * arity}R, "
        within += f"In {inside.bound[formal]} {printer.set(place)} -> " if place else ""
    variables += within
    return f"{variables}{asked}{inside.prop(definition.claim)}"
