"""What a claim speaks of: numbers, vectors and matrices with their ranges, declared once, and the words over them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from inspect import get_annotations
from itertools import pairwise
from math import ceil, floor, prod
from typing import Any

from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import BINDERS, FUNCTIONS, Claim, Expr, Node, Number, Relation, Symbol, expr, free_symbols, symbols
from theorems.own.parameters import (
    FUNCTION,
    INTEGER,
    KINDS,
    LAW,
    NORMAL,
    REAL,
    SIGNS,
    SIMPLEX,
    SIZE,
    FunctionName,
    LawName,
    Parameter,
    ShapeError,
    Told,
    checked_number,
    described,
    shape_of,
)
from theorems.own.words import BY_NAME

# the largest size that is drawn, where a declaration names no other: of vectors, of matrices, of random signs
MOST, MOST_ROWS, MOST_SIGNS, MOST_OF_A_LAW = 32, 6, 6, 4
MOST_COUNTED = 100  # and the largest whole number, where something is taken together over a range
LARGEST, MOST_ENTRIES = 10**6, 10**4
LADDER = (*range(9), 10, 12, 16, 24, 32, 48, *(2**k for k in range(6, 20)))
DEFINED: dict[tree.Defined, tuple[Node, ...]] = {}  # each definition at its arguments, with its formals and its body
WORDS = {*FUNCTIONS, *BY_NAME, "softmax", "logsumexp", "entropy", "KL", "max", "min", "sum"}  # no names of definitions


# -- declarations ----------------------------------------------------------------------------------------------------------


def _declared(
    kind: str,
    name: str,
    shape: tuple[Any, ...] = (),
    low: Any = None,
    high: Any = None,
    above: Any = None,
    below: Any = None,
    most: int = 0,
) -> Parameter:
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(f"{name!r} is no name: letters, digits and _")
    if (low is not None and above is not None) or (high is not None and below is not None):
        raise ValueError(f"{name}: one least and one largest value")
    ends = [None if end is None else _exact(end) for end in (low if above is None else above, high if below is None else below)]
    least, most_ = ends
    if least is not None and most_ is not None and least > most_:
        raise ValueError(f"{name}: no number lies between {least} and {most_}")
    for size in shape:
        if not (isinstance(size, int) and size >= 1) and not (isinstance(size, Expr) and _of_sizes(size)):
            raise ShapeError(f"{name}: its length is a size or a number, not {size!r}")
    signs_ = ">" if above is not None else "≥", "<" if below is not None else "≤"
    between = "".join(f" {sign} {end}" for sign, end in zip(signs_, ends, strict=True) if end is not None)
    empty = [size.name for size in shape if isinstance(size, Parameter) and not size.low]
    if empty:
        raise ShapeError(f"{name}: its length {empty[0]} may be 0, and an array has an entry")
    entries = prod(
        int(size.low or 0) if isinstance(size, Parameter) else size if isinstance(size, int) else 1 for size in shape
    )
    if entries > MOST_ENTRIES:
        raise ShapeError(f"{name}: {entries} numbers, and no more than {MOST_ENTRIES} are tried")
    sizes = tuple(expr(size) for size in shape)
    sort = f"{kind}{between}{''.join(f' × {text(size)}' for size in sizes)}"
    return Parameter(name, sort, kind, sizes, *ends, above is not None, below is not None, most)


def _of_sizes(length: Expr) -> bool:
    """Is it a size, or ``n - 1``, ``2 * n``?"""
    free = free_symbols(length)
    return bool(free) and all(isinstance(size, Parameter) and size.kind == SIZE for size in free)


def sizes_in(*arrays: Parameter) -> dict[Parameter, None]:
    """The sizes that the lengths of arrays are made of."""
    lengths = (length for p in arrays for length in p.shape)
    return {size: None for length in lengths for size in sorted(free_symbols(length), key=str) if isinstance(size, Parameter)}


def _exact(number: Any) -> Fraction:
    found = expr(number)
    if not isinstance(found, Number):
        raise TypeError(f"{found!r} is no number: a range has fixed ends, other conditions are hypotheses")
    return found.value


def real(name: str, low: Any = None, high: Any = None, *, above: Any = None, below: Any = None) -> Parameter:
    """A real number: ``real("a", 0, 1)`` with 0 ≤ a ≤ 1, ``real("a", above=0)`` with a > 0."""
    return _declared(REAL, name, (), low, high, above, below)


def reals(names: str, low: Any = None, high: Any = None, *, above: Any = None, below: Any = None) -> tuple[Parameter, ...]:
    return tuple(real(name, low, high, above=above, below=below) for name in names.split())


def integer(name: str, low: Any = None, high: Any = None) -> Parameter:
    """A whole number; the ends are the nearest ones inside."""
    ends = None if low is None else ceil(_exact(low)), None if high is None else floor(_exact(high))
    return _declared(INTEGER, name, (), *ends)


def size(name: str, least: int = 1, most: int = 0) -> Parameter:
    """A whole number from ``least`` on, the length of something.

    Claims are about all sizes; those up to ``most`` are tried. Where nothing else is said that is 32 for vectors and sums,
    fewer for matrices and signs, and far out for others.
    """
    if isinstance(most, bool) or not isinstance(most, int) or isinstance(least, bool) or not isinstance(least, int):
        raise TypeError(f"{name}: the least size and the largest that is drawn are whole numbers")
    if max(least, most) > LARGEST:
        raise ValueError(f"{name}: no size beyond {LARGEST} is tried")
    if not 0 <= least <= (most or MOST):
        raise ValueError(f"{name}: no size from {least} to {most or MOST}")
    return _declared(SIZE, name, (), least, most=most)


def vector(name: str, n: Any, low: Any = None, high: Any = None, *, above: Any = None, below: Any = None) -> Parameter:
    """A vector of n real numbers, all of them in the range."""
    return _declared(REAL, name, (n,), low, high, above, below)


def vectors(
    names: str, n: Any, low: Any = None, high: Any = None, *, above: Any = None, below: Any = None
) -> tuple[Parameter, ...]:
    return tuple(vector(name, n, low, high, above=above, below=below) for name in names.split())


def matrix(
    name: str, m: Any, n: Any, low: Any = None, high: Any = None, *, above: Any = None, below: Any = None, kind: str = REAL
) -> Parameter:
    """A matrix of m rows and n columns of real numbers, all of them in the range.

    A square one may be of a kind: ``"symmetric"``, ``"positive semidefinite"``, ``"orthogonal"``; it has no range then.
    """
    if kind != REAL and (kind not in KINDS or m is not n or (low, high, above, below) != (None,) * 4):
        raise ShapeError(f"{name}: a square matrix without a range is one of {', '.join(KINDS)}")
    return _declared(kind, name, (m, n), low, high, above, below)


def probability_vector(name: str, n: Any) -> Parameter:
    """n numbers ≥ 0 with the sum 1."""
    return _declared(SIMPLEX, name, (n,), 0)


def signs(name: str, n: Any) -> Parameter:
    """n signs ±1: random, fair and independent inside ``Pr(...)`` and ``E(...)``, any signs elsewhere."""
    return _declared(SIGNS, name, (n,), -1, 1)


def normal(name: str, n: Any = None) -> Parameter:
    """A standard normal number, or n independent ones, random inside of ``Pr(...)`` and ``E(...)``."""
    return _declared(NORMAL, name, () if n is None else (n,))


def bounded(name: str, low: Any, high: Any, n: Any = None, *, mean: Any = None) -> LawName:
    """A random variable between two ends, of any law, or n independent ones of the same; random inside of ``Pr`` and ``E``."""
    where = _declared(LAW, name, () if n is None else (n,))
    told = [expr(low), expr(high), *([] if mean is None else [expr(mean)])]
    checked_number(told[0], *told)
    for least, most in pairwise([told[0], *told[2:], told[1]]):
        if isinstance(least, Number) and isinstance(most, Number) and least.value > most.value:
            raise ValueError(f"{name}: {text(least)} is above {text(most)}")
    return LawName(*where.parts, *told[:2], None if mean is None else told[2])


def function(
    name: str, n: Any = None, *, convex: bool = False, smooth: Any = None, strongly: Any = None, lipschitz: Any = None
) -> FunctionName:
    """A function of a number, or of vectors of n numbers: ``function("f", n, convex=True, smooth=L)``.

    ``smooth=L``: its gradient is L-Lipschitz; ``strongly=mu``: it is μ-strongly convex; ``lipschitz=G``: it is G-Lipschitz;
    all in the Euclidean norm. With ``gradient`` in a claim it has one everywhere, with ``argmin`` it has a minimiser.
    """
    where = _declared(FUNCTION, name, () if n is None else (n,))
    constants = [None if each is None else expr(each) for each in (smooth, strongly, lipschitz)]
    for each in constants:
        if each is not None:
            checked_number(each, each)
    return FunctionName(*where.parts, convex or strongly is not None, *constants)


def indices(names: str) -> tuple[Symbol, ...]:
    """Bound names: ``Sum(i, upto(n), x[i])``."""
    return symbols(names, "index")


def between(low: Any, high: Any) -> tree.Range:
    """{low, ..., high}."""
    return tree.Range(expr(low), expr(high))


def upto(n: Any) -> tree.Range:
    """{1, ..., n}."""
    return tree.Range(expr(1), expr(n))


def let(name: str, *formals_and_body: Any) -> Any:
    """A definition that prints by its name.

    ``f = let("f", t, t**2 + 1)`` gives a function, ``c = let("c", 2 * n)`` a number. Bound names of the body are renamed where
    an argument has the same one. Raises TypeError for another number of arguments, ValueError for a name that is a word.
    """
    *formals, body = formals_and_body
    if not isinstance(name, str) or not name[:1].isalpha() or name in WORDS:
        raise ValueError(f"{name!r} is no name of a definition: it begins with a letter, and is no word")

    def of(found: tree.Defined) -> tree.Defined:
        DEFINED[found] = (*formals, expr(body))
        return found

    if not formals:
        return of(tree.Defined(name, (), expr(body)))

    def applied(*arguments: Any) -> tree.Defined:
        if len(arguments) != len(formals):
            raise TypeError(f"{name} takes {', '.join(formal.name for formal in formals)}")
        put = dict(zip(formals, map(expr, arguments), strict=True))
        return of(tree.Defined(name, tuple(put.values()), _put(expr(body), put)))

    return applied


def _put(node: Node, put: Mapping[Symbol, Expr]) -> Any:
    """The tree with expressions in place of free names."""
    if isinstance(node, Symbol) and node in put:
        return put[node]
    if not isinstance(node, BINDERS):
        return node.rebuilt(tuple(_put(child, put) for child in node.children)) if node.children else node
    inside = {name: e for name, e in put.items() if name is not node.variable and name in free_symbols(node)}
    bound, taken = node.variable, frozenset().union(*map(free_symbols, inside.values()), free_symbols(node))
    while bound in taken:
        bound = Symbol(f"{bound.name}′", bound.sort)
    inside[node.variable] = bound
    outside = getattr(node, "range", None)
    return node.rebuilt(tuple(_put(child, put if child is outside else inside) for child in node.children))


# -- shapes ----------------------------------------------------------------------------------------------------------------


def random_signs(*nodes: Node) -> frozenset[Parameter]:
    """The signs that stand inside of a probability or an expectation."""
    means = (node for root in nodes for _, node in root.walk() if isinstance(node, tree.Probability | tree.Expectation))
    return frozenset(n for mean in means for _, n in mean.walk() if isinstance(n, Parameter) and n.kind in (SIGNS, NORMAL))


def outside(node: Node) -> Iterator[Parameter]:
    """The declared names that stand outside of probabilities and expectations."""
    if isinstance(node, Parameter):
        yield node
    elif not isinstance(node, tree.Probability | tree.Expectation):
        for child in node.children:
            yield from outside(child)


def most_of(size: Parameter, *nodes: Node) -> int:
    """The largest value of a size that is tried in trees."""
    arrays = [n for root in nodes for _, n in root.walk() if isinstance(n, Parameter) and size in sizes_in(n)]
    if size.most and size.most ** max((len(array.shape) for array in arrays), default=0) <= MOST_ENTRIES:
        return size.most
    if any(array.kind == SIGNS for array in arrays):
        return MOST_SIGNS
    if any(array.kind in (LAW, NORMAL) for array in arrays):
        return MOST_OF_A_LAW
    if any(len(array.shape) == 2 or array.kind == FUNCTION for array in arrays):
        return MOST_ROWS
    return MOST if arrays or counts(*nodes) else LADDER[-1]


def counts(*nodes: Node) -> bool:
    """Is something taken together over a range, so that large numbers take long?"""
    return any(isinstance(n, tree.Range) for root in nodes for _, n in root.walk())


def parameters_of(*nodes: Node) -> tuple[Parameter, ...]:
    """The declared names in trees but for random signs, sizes first, each after the sizes of its shape."""
    random = random_signs(*nodes)
    found = {node: None for root in nodes for _, node in root.walk() if isinstance(node, Parameter) and node not in random}
    found |= sizes_in(*random)
    constants = [each for parameter in found if isinstance(parameter, Told) for each in parameter.constants]
    found |= dict.fromkeys(parameters_of(*constants) if constants else ())
    return tuple(sorted({**sizes_in(*found), **found}, key=lambda p: (p.kind != SIZE, isinstance(p, Told), len(p.shape) > 0)))


def unambiguous(*claims: Claim) -> None:
    """Raises ValueError where a definition prints as something else in the claims does."""
    terms = dict.fromkeys(node for claim in claims for _, node in claim.walk() if isinstance(node, Expr))
    meant = {node: DEFINED[node] for node in terms if isinstance(node, tree.Defined) and node in DEFINED}
    named: dict[str, tuple[Node, ...]] = {}
    for node, meaning in meant.items():
        if named.setdefault(node.name, meaning) != meaning:
            raise ValueError(f"{node.name} is defined twice, and differently")
    printed: dict[str, Expr] = {}
    for term in terms if meant else ():
        other = printed.setdefault(text(term), term)
        if other is not term and (other in meant or term in meant):
            raise ValueError(f"{text(term)} is the name of something else, too")


CLAIM, TERM = (Claim, "claim: compare two sides"), (Node, "term of a claim: Q(2), indices('i')")
SORTS: dict[Any, tuple[type, str]] = {  # what stands where a node says so
    **dict.fromkeys(("Claim", "tuple[Claim, ...]"), CLAIM),
    **dict.fromkeys(("Expr", "tuple[Expr, ...]", "Symbol", "tuple[tuple[Claim, Expr], ...]"), TERM),
    "Node": (Node, "range: upto(n), between(2, n)"),
}


def well_formed(where: str, *claims: Any) -> None:
    """Raises TypeError for what is no claim, or holds a number or a truth value of Python's where a claim or a term stands."""
    for claim in claims:
        if not isinstance(claim, Claim):
            raise TypeError(f"{where}: {claim!r} is no claim: compare two sides")
        for _, node in claim.walk():
            kinds = {name: kind for base in type(node).__mro__ for name, kind in get_annotations(base).items() if kind in SORTS}
            for name, kind in kinds.items():
                sort, told = SORTS[kind]
                for leaf in _leaves(getattr(node, name)):
                    if not isinstance(leaf, sort):
                        raise TypeError(f"{where}: {leaf!r} is no {told}")


def _leaves(part: Any) -> Iterator[Any]:
    if isinstance(part, tuple):
        for each in part:
            yield from _leaves(each)
    else:
        yield part


def checked(*claims: Claim) -> None:
    """Raises ShapeError for a claim that compares what is no number, ValueError for one that says nothing."""
    declared = {node.name for claim in claims for _, node in claim.walk() if isinstance(node, Parameter)}
    for claim in claims:
        for relation in _relations(claim):
            if relation.left is relation.right:
                raise ValueError(f"{text(relation)}: both sides are the same, so it says nothing")
            for side in (relation.left, relation.right):
                found = shape_of(side)
                if found:
                    raise ShapeError(
                        f"{text(relation)}: {described(side, found)}; compare entries: ForAll(i, upto({text(found[0])}), ...)"
                    )
        for _, node in claim.walk():
            if isinstance(node, Expr):
                shape_of(node)
            ranging = tree.ForAll | tree.Exists | tree.Folded | tree.Integral
            if isinstance(node, ranging) and isinstance(node.variable, Parameter):
                raise ValueError(f"{node.variable.name} has a range of its own: {text(node)} takes an index, indices('i')")
            if isinstance(node, BINDERS) and not isinstance(node.variable, Parameter) and node.variable.name in declared:
                raise ValueError(f"{node.variable.name} is declared, and an index of {text(node)}: take another name")
            if isinstance(node, BINDERS) and any(
                isinstance(inner, BINDERS) and inner is not node and inner.variable is node.variable for _, inner in node.walk()
            ):
                raise ValueError(f"{node.variable.name} is bound twice in {text(node)}: take another index inside, or let(...)")


def _relations(claim: Claim) -> Iterator[Relation]:
    for _, node in claim.walk():
        if isinstance(node, Relation):
            yield node
        elif isinstance(node, tree.Chain):
            yield from node.links
