"""A claim that follows from a known one from which it differs in a few places, where all that contains these is monotone."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from theorems.kernel.context import Context, Quoted, Reason
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import parts_of, upwards
from theorems.language.printing import text
from theorems.language.strict import STRICT
from theorems.language.tree import Claim, Expr, Node, Number, Relation

Reasons = Callable[[Expr, Expr], Iterable[Reason]]  # about two expressions, of which one may be at most the other


@dataclass(frozen=True)
class Weaker:
    """The goal follows from ``claim``, which is known, relation by relation: from the places where the two differ outwards.

    signs, orders: what may give the signs of pieces of two expressions that contain a change, and which is at most the other
    reasons:       what may serve beside

    A reason that does not hold here serves for nothing.
    """

    claim: Claim
    signs: Reasons
    orders: Reasons
    reasons: tuple[Reason, ...] = ()

    def show(self, goal: Claim, context: Context) -> None:
        asked, given = list(parts_of(goal, context)), list(parts_of(self.claim, context))
        if len(asked) != len(given) or [known.claims for _, known in asked] != [known.claims for _, known in given]:
            raise GapError("the two claims have different forms")
        context.shows(self.claim)
        for (relation, known), (claim, _) in zip(asked, given, strict=True):
            known = known.assuming(claim)
            with suppress(GapError):
                known.shows(relation)
                continue
            pairs = list(changed(claim, relation))
            beside = _with(known, (*self.reasons, *(reason for pair in pairs for reason in self.signs(*pair))))
            ordered = beside
            for here, there in pairs:
                ordered = _with(ordered, self.orders(here, there), first=True)
            ordered.has_values(relation.left, relation.right)
            if not all(small is large or (small <= large) in ordered.claims for small, large in _between(claim, relation)):
                raise GapError(f"{text(relation)} is not seen to be weaker than {text(claim)}")


def _between(claim: Relation, goal: Relation) -> tuple[tuple[Expr, Expr], ...]:
    """What is to be at most what: the goal's sides may only lie farther apart. Raises GapError for another relation."""
    if claim.sign not in (goal.sign, STRICT.get(goal.sign)) or claim.sign not in ("<=", "<", ">=", ">"):
        raise GapError(f"{text(claim)} is no relation like {text(goal)}")
    (low, high), (lower, higher) = upwards(claim), upwards(goal)
    return (lower, low), (high, higher)


def _with(context: Context, reasons: Iterable[Reason], *, first: bool = False) -> Context:
    """What also holds by those of the reasons that hold here; by the first of them alone where that is asked for."""
    for reason in reasons:
        if isinstance(reason, Quoted):  # which is quoted by citing it
            continue
        with suppress(GapError):
            context = replace(context.with_reasons([reason]), before=context.before)
            if first:
                break
    return context


def changed(here: Node, there: Node) -> Iterator[tuple[Expr, Expr]]:
    """The expressions that contain a change, innermost first."""
    if here is there:
        return
    if type(here) is type(there) and len(here.children) == len(there.children):
        for pair in zip(here.children, there.children, strict=True):
            yield from changed(*pair)
    if isinstance(here, Expr) and isinstance(there, Expr) and not isinstance(here, Number):
        yield here, there
