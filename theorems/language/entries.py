"""A line about vectors and matrices is one about their entries: sums over what stands between the factors of a product."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import BINDERS, Claim, Expr, Node, Number, Relation, Symbol, free_symbols

Index = tuple[Symbol, Node]  # a letter, and what it ranges over
Shape = tuple[Index | None, Index | None]  # rows and columns, None for a single one: a vector is a column
Place = tuple[Expr | None, Expr | None]
NUMBER: Shape = (None, None)
TRANSPOSED, EACH, VEC = Symbol("⊤"), Symbol("*"), Symbol("vec")  # A⊤; the row A[j, *]; vec(A)
SOFTMAX = Symbol("softmax")


class NoRuleError(ValueError):
    """No rule leads from the printed line to what can be compared; the message names the piece."""


@dataclass(frozen=True)
class Arrays:
    """The vectors and matrices that the data know.

    known: each with its indices and its entry there;  equal: are two numbers the same by a hypothesis?
    """

    known: Mapping[Expr, tuple[tuple[Index, ...], Expr]]
    equal: Callable[[Expr, Expr], bool]

    def within(self, node: Node) -> bool:
        """Does a piece speak of one of them as a whole?"""
        return any(isinstance(each, Expr) and self._of(each) is not None for _, each in node.walk())

    def by_entries(self, claim: Relation | tree.Chain) -> Claim:
        """The same for every entry. Raises NoRuleError where shapes do not fit or a piece is nothing of arrays."""
        terms = claim.terms if isinstance(claim, tree.Chain) else (claim.left, claim.right)
        signs = claim.signs if isinstance(claim, tree.Chain) else (claim.sign,)
        sized = [(term, self.shape(term)) for term in terms if not _zero(term)]
        for (left, first), (right, second) in pairwise(sized):
            self._same(left, first, right, second)
        shape = sized[0][1]
        if shape != NUMBER and any(sign != "==" for sign in signs):
            raise NoRuleError(f"{text(claim)} compares more than two numbers")
        taken = frozenset(node for _, node in claim.walk() if isinstance(node, Symbol))
        chosen: list[Index] = []
        place: list[Symbol | None] = []
        for index in shape:
            place.append(None if index is None else _fresh(index[0], taken))
            if index is not None and place[-1] is not None:
                chosen.append((place[-1], index[1]))
                taken |= {place[-1]}
        at = (place[0], place[1])
        entries = tuple(self.entry(term, at, taken) for term in terms)
        after: Claim = (
            tree.Chain(entries, signs) if isinstance(claim, tree.Chain) else Relation(entries[0], claim.sign, entries[1])
        )
        for letter, range_ in reversed(chosen):
            after = tree.ForAll(letter, range_, after)
        return after

    def shape(self, term: Expr) -> Shape:
        """Raises NoRuleError where what is put together does not fit."""
        of = self._of(term)
        if of is not None:
            shape, _ = of
            return shape
        match term:
            case tree.Plus() | tree.Minus():
                left, right = self.shape(term.left), self.shape(term.right)
                if not _zero(term.left) and not _zero(term.right):
                    self._same(term.left, left, term.right, right)
                return right if _zero(term.left) else left
            case tree.Times():
                return self._of_product(term)
            case tree.Over(left=left, right=right):
                self._number(right)
                return self.shape(left)
            case tree.Negative(argument=argument) | tree.Call(arguments=(argument,)):
                return self.shape(argument)
            case tree.Power(base=base, exponent=exponent) if exponent is TRANSPOSED:
                rows, columns = self.shape(base)
                return columns, rows
            case tree.Inner(left=left, right=right):
                self._same(left, (self._length(left), None), right, (self._length(right), None))
                return NUMBER
            case tree.Applied(base=base, arguments=(tree.Call() as call,)) if base is VEC and self.within(call):
                return self.shape(VEC(*call.arguments))
            case tree.Applied(base=base, arguments=(vector,)) if base is SOFTMAX:
                self._length(vector)
                return self.shape(vector)
            case tree.Total(body=body):
                return self.shape(body)
        if any(self.within(each) and not (isinstance(each, Expr) and self.shape(each) == NUMBER) for each in term.children):
            raise NoRuleError(f"no rule for the entries of {text(term)}")
        return NUMBER

    def entry(self, term: Expr, at: Place, taken: frozenset[Symbol]) -> Expr:
        """The entry there; ``taken``: the letters that no sum may bind."""
        of = self._of(term)
        if of is not None:
            (rows, columns), entry = of
            return _put(entry, {index[0]: i for index, i in ((rows, at[0]), (columns, at[1])) if index and i is not None})
        if not self.within(term):
            return term
        match term:
            case tree.Plus() | tree.Minus():
                return type(term)(self.entry(term.left, at, taken), self.entry(term.right, at, taken))
            case tree.Times():
                return self._entry_of_product(term, at, taken)
            case tree.Over(left=left, right=right):
                return tree.Over(self.entry(left, at, taken), self.entry(right, NOWHERE, taken))
            case tree.Negative(argument=argument):
                return tree.Negative(self.entry(argument, at, taken))
            case tree.Call(name=name, arguments=(argument,)):
                return tree.Call(name, (self.entry(argument, at, taken),))
            case tree.Power(base=base, exponent=exponent) if exponent is TRANSPOSED:
                return self.entry(base, at[::-1], taken)
            case tree.Inner(left=left, right=right):
                index = self._length(left)
                assert index is not None
                letter = _fresh(index[0], taken)
                x, y = (
                    self.entry(side, (letter, None) if self.shape(side)[0] else (None, letter), taken | {letter})
                    for side in (left, right)
                )
                return tree.Total(letter, index[1], _times((x, y)))
            case tree.Applied(base=base, arguments=(vector,)) if base is SOFTMAX:
                return self._share(vector, at, taken)
            case tree.Applied(base=base, arguments=(tree.Call(name=name) as call,)) if base is VEC:
                # vec lists the entries, whatever is done to each
                return tree.Call(name, (self.entry(VEC(*call.arguments), at, taken),))
            case tree.Total(variable=variable, range=range_, body=body):
                return tree.Total(variable, range_, self.entry(body, at, taken))
        below = (self.entry(each, NOWHERE, taken) if isinstance(each, Expr) else each for each in term.children)
        return cast(Expr, term.rebuilt(tuple(below)))

    def _share(self, vector: Expr, at: Place, taken: frozenset[Symbol]) -> Expr:
        """``softmax(x)_l = exp(x_l) / Σ_m exp(x_m)``."""
        index = self._length(vector)
        assert index is not None
        letter = _fresh(index[0], taken)
        other = self.entry(vector, (letter, None) if at[0] is not None else (None, letter), taken | {letter})
        return tree.Over(
            tree.Call("exp", (self.entry(vector, at, taken),)), tree.Total(letter, index[1], tree.Call("exp", (other,)))
        )

    def _of(self, term: Expr) -> tuple[Shape, Expr] | None:
        """Shape and entry of what the data know, and of a row or a column of it."""
        if term in self.known:
            indices, entry = self.known[term]
            return (indices[0], indices[1] if len(indices) > 1 else None), entry
        match term:
            case tree.Entry(quantity=name, arguments=(i, j)) if (i is EACH) != (j is EACH) and Symbol(name) in self.known:
                indices, entry = self.known[Symbol(name)]
                if len(indices) == 2:
                    rows, columns = indices
                    row, column = (None, columns), (rows, None)
                    return (row, _put(entry, {rows[0]: i})) if j is EACH else (column, _put(entry, {columns[0]: j}))
        return None

    def _of_product(self, term: tree.Times) -> Shape:
        arrays = [each for each in _factors(term) if self.shape(each) != NUMBER]
        if not arrays:
            return NUMBER
        for left, right in pairwise(arrays):
            self._same(left, (self.shape(left)[1], None), right, (self.shape(right)[0], None))
        return self.shape(arrays[0])[0], self.shape(arrays[-1])[1]

    def _entry_of_product(self, term: tree.Times, at: Place, taken: frozenset[Symbol]) -> Expr:
        """``(A B C)[i, j] = Σ_k Σ_l A[i, k] B[k, l] C[l, j]``, whichever factors are taken together first."""
        factors = _factors(term)
        last = max((k for k, each in enumerate(factors) if self.shape(each) != NUMBER), default=-1)
        places: list[Place] = []
        sums: list[Index] = []
        row = at[0]
        for k, factor in enumerate(factors):
            shape = self.shape(factor)
            if shape == NUMBER:
                places.append(NOWHERE)
                continue
            column = at[1]
            if k != last:
                column = None
                if shape[1] is not None:
                    column = _fresh(shape[1][0], taken)
                    taken |= {column}
                    sums.append((column, shape[1][1]))
            places.append((row, column))
            row = column
        found = _times(self.entry(factor, place, taken) for factor, place in zip(factors, places, strict=True))
        for letter, range_ in reversed(sums):
            found = tree.Total(letter, range_, found)
        return found

    def _length(self, vector: Expr) -> Index | None:
        rows, columns = self.shape(vector)
        if (rows is None) == (columns is None):
            raise NoRuleError(f"{text(vector)} is no vector")
        return rows or columns

    def _number(self, term: Expr) -> None:
        if self.shape(term) != NUMBER:
            raise NoRuleError(f"{text(term)} is no number")

    def _same(self, left: Expr, first: Shape, right: Expr, second: Shape) -> None:
        for a, b in zip(first, second, strict=True):
            if (a is None) != (b is None) or (a is not None and b is not None and not self._as_many(a[1], b[1])):
                raise NoRuleError(f"{text(left)} and {text(right)} do not fit: {_told(a)} and {_told(b)}")

    def _as_many(self, one: Node, other: Node) -> bool:
        if isinstance(one, tree.Range) and isinstance(other, tree.Range) and one.low is other.low:
            return one.high is other.high or self.equal(one.high, other.high)
        return one is other


NOWHERE: Place = (None, None)


def _told(index: Index | None) -> str:
    return "1" if index is None else text(index[1])


def _zero(term: Expr) -> bool:
    return isinstance(term, Number) and term.value == 0


def _factors(term: Expr) -> list[Expr]:
    return [*_factors(term.left), *_factors(term.right)] if isinstance(term, tree.Times) else [term]


def _times(factors: Iterable[Expr]) -> Expr:
    """The product, without factors 1."""
    first, *others = [each for each in factors if not (isinstance(each, Number) and each.value == 1)] or [Number(1, "1")]
    for each in others:
        first = tree.Times(first, each)
    return first


def _fresh(letter: Symbol, taken: frozenset[Symbol]) -> Symbol:
    while letter in taken:
        letter = Symbol(f"{letter.name}′", letter.sort)
    return letter


def _put(entry: Expr, put: Mapping[Expr, Expr]) -> Expr:
    """The entry at other indices. Raises NoRuleError where a sum in it would catch one."""
    caught = frozenset().union(*(free_symbols(index) for index in put.values())) if put else frozenset()
    for _, node in entry.walk():
        if isinstance(node, BINDERS) and (node.variable in caught or node.variable in put):
            raise NoRuleError(f"{text(node)} binds {text(node.variable)}, which stands for an index")
    found: Expr = entry.mapped(lambda node: put.get(node) if isinstance(node, Expr) else None)
    return found
