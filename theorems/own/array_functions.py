"""Functions of arrays by their names: softmax, norms, traces, and what is taken of a function."""

from collections.abc import Callable
from typing import Any

from theorems.language.printing import text
from theorems.language.tree import ArrayFunction, Expr, Inner, Norm, Power, Symbol, expr, inner
from theorems.own.parameters import NORMS, TRANSPOSED, VECTOR, WORD, FunctionName, ShapeError, shape_of


def _function(name: str, *arguments: Any) -> ArrayFunction:
    found = ArrayFunction(Symbol(name, WORD), tuple(expr(argument) for argument in arguments))
    shape_of(found)
    return found


def softmax(x: Expr) -> ArrayFunction:
    """The vector of exp(x_i) / Σ_j exp(x_j)."""
    found = ArrayFunction(Symbol("softmax", VECTOR), (expr(x),))
    shape_of(found)
    return found


def transposed(A: Expr) -> Power:
    found = Power(A, TRANSPOSED)
    shape_of(found)
    return found


def _word(name: str, count: int, told: str, word: str = "") -> Callable[..., ArrayFunction]:
    """The function of arrays that has a name, of so many arguments; ``word``: its name in a paper, where that is another."""

    def applied(*arguments: Any) -> ArrayFunction:
        if len(arguments) != count:
            raise TypeError(f"{name} takes {count} argument{'s' * (count > 1)}, not {len(arguments)}")
        return _function(name, *arguments)

    applied.__name__ = applied.__qualname__ = word or name  # fingerprints tell functions apart by their names
    applied.__doc__ = told
    return applied


logsumexp = _word("logsumexp", 1, "The logarithm of Σ_i exp(x_i).")
entropy = _word("entropy", 1, "-Σ p_i log p_i, with 0 log 0 = 0.")
kl = _word("KL", 2, "Σ p_i log(p_i/q_i), with 0 log 0 = 0.", "kl")
maximum = _word("max", 1, "The largest entry.", "maximum")
minimum = _word("min", 1, "The smallest entry.", "minimum")
total = _word("sum", 1, "The sum of all entries.", "total")
hadamard = _word("hadamard", 2, "The product of entries with entries.")
relu = _word("relu", 1, "max(·, 0) of each entry.")
outer = _word("outer", 2, "The matrix x yᵀ.")
trace = _word("trace", 1, "The sum of the diagonal.")
inverse = _word("inverse", 1, "Of a square matrix.")
identity = _word("identity", 1, "The matrix with n ones on its diagonal.")
ones = _word("ones", 1, "The vector of n ones.")
diagonal = _word("diagonal", 1, "The matrix with a vector on its diagonal.")
row_softmax = _word("row_softmax", 1, "The softmax of each row.")
eigenvalues = _word("eigenvalues", 1, "Of a symmetric matrix, the largest first.")
singular_values = _word("singular_values", 1, "As many as there are columns, the largest first.")
argmax = _word("argmax", 1, "The first place where a vector is largest.")
largest_entries = _word("largest_entries", 2, "The k largest entries of a vector, the largest first.")


def dot(x: Expr, y: Expr) -> Inner:
    found = inner(expr(x), expr(y))
    shape_of(found)
    return found


def norm(x: Expr, kind: Any = None) -> Norm | ArrayFunction:
    """``norm(x, 1)``, ``norm(x)`` or ``norm(x, 2)``, ``norm(x, "∞")``, ``norm(x, p)`` for a number p ≥ 1.

    Of a matrix ``norm(A, "F")``, ``"op"``, ``"max"``, the induced norms 1 and ``"∞"``, and ``"*"``, the sum of singular values.
    """
    if isinstance(kind, Expr) or (isinstance(kind, int) and kind > 2):
        return _function("norm", x, kind)
    known = NORMS.get(len(shape_of(expr(x))), ())
    named = "2" if kind is None and "2" in known else {"inf": "∞"}.get(str(kind), str(kind))
    if isinstance(kind, bool | float) or named not in known:
        told = f"a norm of it is one of {', '.join(known)}" if known else "it is a number: abs(...)"
        raise ShapeError(f"‖{text(expr(x))}‖ with {kind!r}: {told}")
    return Norm(expr(x), named)


def gradient(f: FunctionName, x: Any) -> ArrayFunction:
    """∇f(x), a vector; of a function of one number its derivative."""
    return _function("∇", f, x)


def argmin(f: FunctionName) -> ArrayFunction:
    """The point where f is smallest."""
    return _function("argmin", f)
