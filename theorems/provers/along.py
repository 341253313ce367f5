"""What describes a family: is it true of all large members, or only of the few that are looked at?

An equation for a name says what the name is along the family, and a name that no equation determines may have any value within
its bounds. All else has to follow from that: ``N ≤ 35`` is true of the first members of N = k, and of no others.
"""

from collections.abc import Iterable, Iterator, Sequence

import sympy

from theorems.kernel.facts import substituted
from theorems.kernel.gaps import GapError
from theorems.language import tree
from theorems.language.derivatives import elementary_of
from theorems.language.printing import text
from theorems.language.tree import Claim, Expr, Number, Relation, Symbol, free_symbols
from theorems.provers.as_sympy import AsSympy

NAMES = (Symbol, tree.Applied, tree.Entry, tree.Norm)


def not_shown(claims: Sequence[Claim], index: Symbol, first: int) -> list[Claim]:
    """Those of the claims of which it is not known that all large members meet them.

    Raises GapError where large members do not: at the claim that is false of them, or at two bounds that leave no value.
    """
    relations = list(_relations(claims))
    family = _Family(index, first)
    left = [relation for relation in relations if not family.determines(relation)]
    family.close()
    unknown = [relation for relation in left if not family.meets(relation)]
    others = [claim for claim in claims if not isinstance(claim, tree.Chain | Relation)]
    return [*unknown, *family.open_bounds(), *(claim for claim in others if not _of_all_entries(claim, claims))]


def _of_all_entries(claim: Claim, claims: Sequence[Claim]) -> bool:
    """``W_pq = 1 for all p, q``: does it say what all entries of a name are, of which nothing else says anything?"""
    bound: list[Symbol] = []
    body = claim
    while isinstance(body, tree.ForAll):
        bound.append(body.variable)
        body = body.body
    match body:
        case Relation(left=tree.Entry(quantity=name, arguments=at), sign="==", right=Number()):
            others = (node for each in claims if each is not claim for node in each.nodes())
            alone = not any(isinstance(node, tree.Entry) and node.quantity == name for node in others)
            return at == tuple(bound) and len(set(bound)) == len(bound) and alone
    return False


def _relations(claims: Iterable[Claim]) -> Iterator[Relation]:
    for claim in claims:
        match claim:
            case tree.Chain(links=links):
                yield from links
            case Relation():
                yield claim


class _Family:
    def __init__(self, index: Symbol, first: int) -> None:
        self.index, self.first = index, first
        self.values: dict[Expr, Expr] = {}
        self.lows: dict[Expr, list[Relation]] = {}
        self.highs: dict[Expr, list[Relation]] = {}

    def determines(self, relation: Relation) -> bool:
        """Does the equation say what a name is, of which nothing was said before?"""
        if relation.sign == "==":
            for name, value in ((relation.left, relation.right), (relation.right, relation.left)):
                if self._is_open(name) and name not in self.values and not _speaks_of(value, name):
                    self.values[name] = value
                    return True
        return False

    def _is_open(self, side: Expr) -> bool:
        """A name other than the index; after substitution, one that no equation determines."""
        return isinstance(side, NAMES) and side is not self.index

    def close(self) -> None:
        """Values through the index alone, as far as they go."""
        for _ in self.values:
            self.values = {name: substituted(value, self.values) for name, value in self.values.items()}

    def meets(self, relation: Relation) -> bool:
        """Is the relation met by all large members, or a bound of a name that is open? False where neither is known."""
        low, high = (substituted(side, self.values) for side in (relation.left, relation.right))
        if relation.sign in (">=", ">"):
            low, high = high, low
        gap = self._gap(low, high)
        if gap is not None:
            if not _met(relation.sign, gap):
                raise GapError(f"{text(relation)} is not true of all large members")
            return True
        free_low, free_high = self._is_open(low), self._is_open(high)
        if relation.sign == "!=":
            return free_low or free_high
        if relation.sign == "==" or free_low == free_high:
            return False
        (self.highs if free_low else self.lows).setdefault(low if free_low else high, []).append(Relation(low, "<=", high))
        return True

    def open_bounds(self) -> Iterator[Relation]:
        """Upper bounds that are not known to leave a value above each lower bound of the same name."""
        for name, highs in self.highs.items():
            for high in highs:
                for low in self.lows.get(name, ()):
                    gap = self._gap(low.left, high.right)
                    if gap is None:
                        yield high
                    elif not _met("<=", gap):
                        raise GapError(f"{text(low)} and {text(high)} leave {text(name)} no value at large members")

    def _gap(self, low: Expr, high: Expr) -> sympy.Expr | None:
        """``high - low`` as a function of the index, or as a number; None where it is neither."""
        symbols = AsSympy()
        if all(elementary_of(_without_floor(side), {self.index}) for side in (low, high)):
            at_index = symbols(self.index), sympy.Symbol("k", integer=True, nonnegative=True) + self.first
            below, above = (self._function(side, symbols(_without_floor(side)).subs(*at_index)) for side in (low, high))
            return sympy.expand(above - below)
        gap = sympy.expand(symbols(high) - symbols(low))
        return gap if gap.is_number else None

    @staticmethod
    def _function(side: Expr, inner: sympy.Expr) -> sympy.Expr:
        return sympy.floor(sympy.expand(inner)) if _without_floor(side) is not side else inner


def _met(sign: str, gap: sympy.Expr) -> bool:
    """Is ``gap`` 0 at all k, or of the right sign from some k on?"""
    (k,) = gap.free_symbols or (sympy.Symbol("k"),)
    if sign in ("==", "<=", ">=") and sympy.expand(gap) == 0:
        return True
    if sign == "==":
        return False
    try:
        if sign == "!=":
            return bool(sympy.limit(gap, k, sympy.oo) != 0)
        parts = gap, *sympy.fraction(sympy.together(gap))  # a quotient may tend to 0 from above
        whole, *ends = (sympy.limit(part, k, sympy.oo).is_extended_positive for part in parts)
    except (NotImplementedError, ValueError, TypeError):
        return False
    return bool(whole or all(ends))


def _speaks_of(value: Expr, name: Expr) -> bool:
    return bool(free_symbols(value) & free_symbols(name)) if isinstance(name, Symbol) else value is name


def _without_floor(side: Expr) -> Expr:
    return side.arguments[0] if isinstance(side, tree.Call) and side.name == "floor" else side
