"""Words for what is said of random quantities: finite, independent, and the named laws. The data declare them."""

from typing import Any

from theorems.language.tree import Claim, Expr, ForAll, Pr, Q, Symbol, Words

half = Q(1, 2)


def finite(x: Any) -> Words:
    """The quantity has a finite expectation."""
    return Words("finite expectation: ", x)


def independent(x: Any, y: Any) -> Words:
    return Words("independent: ", x, ", ", y)


def all_independent(k: Symbol, S: Any, x: Any) -> ForAll:
    """The family is independent as a whole."""
    return ForAll(k, S, Words("independent of all the others: ", x))


def pairs_independent(k: Symbol, S: Any, x: Any, y: Any) -> ForAll:
    """The pairs are independent as a whole; the two of a pair need not be."""
    return ForAll(k, S, Words("independent of all the others: ", x, " with ", y))


def bounded_change_of_pairs(k: Symbol, S: Any, x: Any, z: Any, y: Any, c: Any) -> ForAll:
    """x is a function of the family of all pairs (z, y), and changes by at most c where that of k alone changes."""
    return ForAll(k, S, Words("a function of the pairs that changes by at most ", c, " with ", z, " and ", y, ": ", x))


def sure(event: Claim) -> Claim:
    return Pr(event) == 1


def fair_sign(x: Expr) -> Claim:
    return (Pr(x == 1) == half) & (Pr(x == -1) == half)


def standard_normal(x: Expr) -> Words:
    return Words("standard normal: ", x)


def chi_squared(x: Expr, n: Expr) -> Words:
    return Words("chi-squared with ", n, " degrees of freedom: ", x)


def binomial(x: Expr, n: Expr, p: Expr) -> Words:
    """The number of successes among independent draws."""
    return Words("binomial, ", n, " draws of probability ", p, ": ", x)
