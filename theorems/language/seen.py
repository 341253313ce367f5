"""A model through the words of the claims about it: named pieces are looked up, what stands between them is computed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache, reduce
from inspect import signature
from itertools import product
from operator import add, mul, sub
from typing import TYPE_CHECKING, Any

from kernels import balls
from kernels.balls import Truth
from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, free_symbols
from theorems.language.values import computed
from theorems.language.variables import arithmetic_of
from theorems.statement import Condition, Model
from theorems.vocabulary import Comparison
from theorems.vocabulary import Relation as Sign

if TYPE_CHECKING:
    from theorems.language.computed import Computed

SIGNS = {"<=": Sign.AT_MOST, ">=": Sign.AT_LEAST, "<": Sign.LESS, ">": Sign.MORE, "==": Sign.EQUAL}

# what no arithmetic computes: the data must supply it as a whole
LOOKED_UP = (
    tree.Named,
    tree.SetOf,
    tree.Probability,
    tree.Expectation,
    tree.Norm,
    tree.Inner,
    tree.Derivative,
    tree.Integral,
    tree.Limit,
    tree.Order,
)

OF_WHOLE_NUMBERS: Mapping[type[Node], Callable[[int, int], int]] = {
    tree.Plus: add,
    tree.Minus: sub,
    tree.Times: mul,
    tree.Power: pow,
}

MOST = 10**6  # elements of a set that is listed

Supply = str | Callable[..., Any]
Scope = Mapping[Symbol, Any]
NOWHERE: Scope = {}


class NoValueError(LookupError):
    """Something in a claim has no value at a point: an entry beyond the last one, the largest of none."""


class TooManyError(LookupError):
    """A set has too many elements to be listed."""


@dataclass(frozen=True)
class Seen:
    """A model through the words of the claims about it."""

    given: Computed
    model: Model
    known: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    def value(self, node: Expr, scope: Scope = NOWHERE) -> Any:
        """The value of an expression; ``scope``: the elements that bound variables stand for.

        Raises LookupError for a name that nothing supplies.
        """
        free = free_symbols(node)
        inside = [(s, e) for s, e in scope.items() if s in free] if scope else ()
        if inside and isinstance(node, Symbol):
            return self._computed(node, scope)
        place = (node, *inside) if inside else node
        if place not in self.known:  # each piece is evaluated once for the elements that it speaks of
            self.known[place] = self._computed(node, scope if inside else NOWHERE)
        return self.known[place]

    def _computed(self, node: Expr, scope: Scope) -> Any:
        arithmetic = arithmetic_of(self.model)
        if node in scope:
            return self._number(scope[node])  # type: ignore[index]
        supply = self.given.quantities.get(node)
        if supply is not None and not (isinstance(supply, str) and scope.keys() & free_symbols(node)):
            return self._number(self._supplied(node, supply, scope))
        if pattern_of(node) is not None:
            if self.given.serving(node) is None:
                raise LookupError(f"nothing supplies {text(node)}")
            return self._number(self._served(node, scope))
        if isinstance(node, Symbol):
            if node.name not in self.given.points.variables:
                raise LookupError(f"{node.name} has no value here")
            return self._number(getattr(self.model, node.name))
        if isinstance(node, tree.Folded):
            terms = [self.value(node.body, {**scope, node.variable: e}) for e in self.elements(node.range, scope)]
            return _folded(node, terms, arithmetic)
        if isinstance(node, tree.Cases):
            return self.value(next((v for claim, v in node.branches if self._admits(claim, scope)), node.otherwise), scope)
        if isinstance(node, tree.Indicator):
            return arithmetic.number(int(self._admits(node.claim, scope)))
        return computed(node, lambda child: self.value(child, scope), arithmetic)

    def _supplied(self, node: Node, supply: Supply, scope: Scope) -> Any:
        if isinstance(supply, str):
            return getattr(self.model, supply)
        if arguments_of(supply) == 0:
            return supply(self.model)
        shape = pattern_of(node)
        formals = () if shape is None else (*shape[1], *shape[2])
        if not formals or not all(isinstance(formal, Symbol) for formal in formals):
            formals = _in_order(node, scope)
        return supply(self.model, *(self.element(formal, scope) for formal in formals))

    def _served(self, node: Node, scope: Scope) -> Any:
        """What the function that serves a piece at all arguments gives here."""
        served = self.given.serving(node)
        assert served is not None
        function, arguments = served
        return function(self.model, *(self.element(argument, scope) for argument in arguments))

    def _number(self, found: Any) -> Any:
        return arithmetic_of(self.model).number(found) if isinstance(found, int | Fraction) else found

    def element(self, node: Node, scope: Scope) -> Any:
        """An index, an element of a set, or a number; a whole number comes as an int."""
        if node in scope:
            return scope[node]  # type: ignore[index]
        if isinstance(node, Number):
            return int(node.value) if node.value.denominator == 1 else self._number(node.value)
        if isinstance(node, Symbol):
            supply = self.given.quantities.get(node)
            if supply is None and not hasattr(self.model, node.name):
                raise LookupError(f"{node.name} has no value here")
            return getattr(self.model, node.name) if supply is None else self._supplied(node, supply, scope)
        if type(node) in OF_WHOLE_NUMBERS and node not in self.given.quantities:  # the step s + 1: a whole number stays one
            left, right = (self.element(child, scope) for child in node.children)
            if isinstance(left, int) and isinstance(right, int) and (right >= 0 or not isinstance(node, tree.Power)):
                return OF_WHOLE_NUMBERS[type(node)](left, right)
        assert isinstance(node, Expr)
        if self.given.serving(node) is not None:  # the query of class n: an index comes as it is, not as a number
            return self._served(node, scope)
        return self.value(node, scope)

    def placements(self, claim: Claim, conditions: Iterable[Claim | Condition]) -> Iterator[tuple[Scope, str]]:
        """Every choice of the free indices of a claim that its conditions on them admit, with a word on which one it is."""
        known = self.given.indices
        deciding = [c for c in conditions if isinstance(c, Claim) and self.given.on_indices(c)]
        free = free_symbols(claim).union(*map(free_symbols, deciding))
        chosen = {index: self._supplied(index, supply, NOWHERE) for index, supply in known.items() if index in free}
        scopes = [dict(zip(chosen, elements, strict=True)) for elements in product(*chosen.values())]
        admitted = [scope for scope in scopes if all(self._admits(c, scope) for c in deciding)]
        for scope in admitted:
            yield scope, ", ".join(f"{index.name}: {e}" for index, e in scope.items()) if len(admitted) > 1 else ""

    def _admits(self, claim: Claim, scope: Scope) -> bool:
        match claim:
            case Relation(sign="==" | "!="):
                return (self.element(claim.left, scope) == self.element(claim.right, scope)) is (claim.sign == "==")
            case tree.And():
                return all(self._admits(c, scope) for c in claim.claims)
            case tree.Or():
                return any(self._admits(c, scope) for c in claim.claims)
        truth = self.truth(claim, scope)
        if truth is Truth.UNKNOWN:
            raise ValueError(f"undecided: {text(claim)}")
        return truth is Truth.HOLDS

    def truth(self, claim: Claim, scope: Scope = NOWHERE) -> Truth:
        """Raises TypeError for a claim that is put together from no relations."""
        match claim:
            case Relation(sign="!="):
                return ~self.truth(claim.contrary, scope)
            case Relation():
                return self.compared(claim, scope)
            case tree.Chain():
                return balls.all_of(self.truth(link, scope) for link in claim.links)
            case tree.And():
                return balls.all_of(self.truth(c, scope) for c in claim.claims)
            case tree.Or():
                return balls.any_of(self.truth(c, scope) for c in claim.claims)
            case tree.Implies():
                return balls.any_of((~self.truth(claim.premise, scope), self.truth(claim.conclusion, scope)))
            case tree.ForAll() | tree.Exists():
                combined = balls.all_of if isinstance(claim, tree.ForAll) else balls.any_of
                return combined(self.truth(claim.body, {**scope, claim.variable: e}) for e, _ in self.runs(claim, scope))
            case tree.Member():
                return Truth.HOLDS if self.element(claim.element, scope) in self.elements(claim.range, scope) else Truth.FAILS
        raise TypeError(f"{text(claim)} is put together from no relations")

    def compared(self, claim: Relation, scope: Scope) -> Truth:
        left, right = self.value(claim.left, scope), self.value(claim.right, scope)
        if isinstance(left, str) or isinstance(right, str):
            raise TypeError(f"{text(claim)} is not compared where an element goes by a name")
        return Comparison(left, SIGNS[claim.sign], right).truth()

    def runs(self, node: tree.Folded | tree.ForAll | tree.Exists, scope: Scope = NOWHERE) -> list[tuple[Any, int]]:
        """The elements of the range of what is bound, and how many others each stands for."""
        return [(element, 1) for element in self.elements(node.range, scope)]

    def elements(self, range_: Node, scope: Scope = NOWHERE) -> list[Any]:
        """The elements of a set. Raises LookupError for one that the model does not know, TooManyError for a large one."""
        if isinstance(range_, tree.Range):
            low, high = (_whole(self.element(end, scope)) for end in (range_.low, range_.high))
            if high - low >= MOST:
                raise TooManyError(f"{text(range_)} has {high - low + 1} elements")
            return list(range(low, high + 1))
        if isinstance(range_, tree.Without):
            left_out = self.element(range_.element, scope)
            return [each for each in self.elements(range_.range, scope) if each != left_out]
        supply = self.given.quantities.get(range_)
        if supply is not None:
            return list(self._supplied(range_, supply, scope))
        if self.given.serving(range_) is not None:
            return list(self._served(range_, scope))
        raise LookupError(f"{range_!r} is no set of {self.given.name}")


@cache
def arguments_of(supply: Callable[..., Any]) -> int:
    """How many arguments a function takes after the model."""
    return len(signature(supply).parameters) - 1


@lru_cache(maxsize=4096)
def pattern_of(node: Node) -> tuple[str, tuple[Expr, ...], tuple[Expr, ...]] | None:
    """Name, indices and arguments of ``z[l]``, ``h(t)``, ``z[l](t)``, derivatives, norms, ``f[n]**⊤ * f[k]``, indexed sets."""
    match node:
        case tree.Entry():
            return node.quantity, node.arguments, ()
        case tree.SetOf():
            return node.name, node.arguments, ()
        case tree.Applied(base=Symbol(name=name)):
            return name, (), node.arguments
        case tree.Applied(base=tree.Entry() as base):
            return base.quantity, base.arguments, node.arguments
        case tree.Probability(event=Relation(left=left, sign=sign, right=right)):
            return f"Pr[{text(left)} {sign}", (), (right,)
        case tree.Inner(left=tree.Entry() as left, right=tree.Entry() as right):
            return f"⟨{left.quantity}, {right.quantity}⟩", (*left.arguments, *right.arguments), ()
        case tree.Norm(body=tree.Entry() as body, kind=kind):
            return f"‖{body.quantity}‖_{kind}", body.arguments, ()
        case tree.Times(left=tree.Power(base=tree.Entry() as left, exponent=Symbol(name="⊤")), right=tree.Entry() as right):
            return f"{left.quantity}⊤{right.quantity}", (*left.arguments, *right.arguments), ()
        case tree.Derivative():
            shape = pattern_of(node.body)
            return None if shape is None else (f"d/d{node.variable.name} {shape[0]}", *shape[1:])
    return None


def _in_order(node: Node, scope: Scope) -> tuple[Symbol, ...]:
    """The bound variables in a piece, in printed order."""
    return tuple(dict.fromkeys(n for _, n in node.walk() if isinstance(n, Symbol) and n in scope))


def _folded(node: tree.Folded, terms: list[Any], arithmetic: Any) -> Any:
    match node:
        case tree.Total():
            return sum(terms[1:], terms[0]) if terms else arithmetic.number(0)
        case tree.Product():
            return reduce(lambda a, b: a * b, terms, arithmetic.number(1))
        case tree.Largest():
            return reduce(arithmetic.maximum, terms)
        case tree.Smallest():
            return reduce(arithmetic.minimum, terms)
    raise TypeError(f"{type(node).__name__} is no known way to take terms together")


def _whole(number: Any) -> int:
    if isinstance(number, int):
        return number
    if isinstance(number, Fraction) and number.denominator == 1:
        return int(number)
    raise TypeError(f"{number} is no exact whole number: a range needs the model's own integers")
