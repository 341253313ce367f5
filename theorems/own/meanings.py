"""What the words over arrays mean, as reasons of a calculation: ``means(norm(x), i)`` says ‖x‖_2 = √(Σ_i x_i²)."""

from theorems.kernel.facts import Definition, Fact
from theorems.language import tree
from theorems.language.printing import text
from theorems.language.tree import Expr, Symbol, exp, free_symbols, log, sqrt
from theorems.own.declared import upto
from theorems.own.parameters import Parameter, ShapeError, component, shape_of


def means(node: Expr, i: Symbol) -> Fact:
    """The definition of a norm, an inner product or a function of vectors, written with the index i.

    Raises ShapeError for what has no such definition, ValueError for an index that already has a meaning.
    """
    if isinstance(i, Parameter) or i in free_symbols(node):
        raise ValueError(f"{i.name} is no free index: declare one, indices('{i.name}1')")
    return Definition(f"what {text(node)} is", (), node == _written_out(node, i))()


def _written_out(node: Expr, i: Symbol) -> Expr:
    match node:
        case tree.Norm(body=body, kind="1"):
            return tree.Sum(i, _places(body), abs(entry(body, i)))
        case tree.Norm(body=body, kind="2"):
            return sqrt(tree.Sum(i, _places(body), entry(body, i) ** 2))
        case tree.Norm(body=body, kind="∞"):
            return tree.Largest(i, _places(body), abs(entry(body, i)))
        case tree.Inner(left=left, right=right):
            return tree.Sum(i, _places(left), entry(left, i) * entry(right, i))
        case tree.ArrayFunction(arguments=(x, *others)) if len(shape_of(x)) == 1:
            return _of_vector(text(node.base), x, others, i)
    raise ShapeError(f"{text(node)} is not written out with one index")


def _of_vector(name: str, x: Expr, others: list[Expr], i: Symbol) -> Expr:
    places, e = _places(x), entry(x, i)
    match name:
        case "logsumexp":
            return log(tree.Sum(i, places, exp(e)))
        case "max":
            return tree.Largest(i, places, e)
        case "min":
            return tree.Smallest(i, places, e)
        case "sum":
            return tree.Sum(i, places, e)
        case "entropy":
            return -tree.Sum(i, places, e * log(e))
        case "KL":
            return tree.Sum(i, places, e * log(e / entry(others[0], i)))
    raise ShapeError(f"{name} is a vector: write out one entry of it")


def _places(body: Expr) -> tree.Range:
    """Of a vector. Raises ShapeError for a matrix: its norms of these names are others."""
    if len(shape_of(body)) != 1:
        raise ShapeError(f"{text(body)} is no vector: it is not written out with one index")
    return upto(shape_of(body)[0])


def entry(body: Expr, i: Symbol) -> Expr:
    """One entry of a vector, as far as that is put together from entries of others."""
    match body:
        case tree.Plus():
            return entry(body.left, i) + entry(body.right, i)
        case tree.Minus():
            return entry(body.left, i) - entry(body.right, i)
        case tree.Negative():
            return -entry(body.argument, i)
        case tree.Times() if not shape_of(body.left):
            return body.left * entry(body.right, i)
        case Parameter():
            found: Expr = body[i]
            return found
    return component(body, i)
