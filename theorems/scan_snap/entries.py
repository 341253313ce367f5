"""Entries of vectors and matrices in calculations: sums that are given as trees, and the textbook on them."""

from collections.abc import Callable, Iterator

from theorems.kernel.context import Reason
from theorems.kernel.facts import Fact, substituted
from theorems.kernel.scripts import Script, by, have
from theorems.language.tree import Claim, Expr, ForAll, Times, Total, expr
from theorems.textbook import *


def _total(tree: Expr) -> Total:
    assert isinstance(tree, Total)
    return tree


def last_factor(total: Expr) -> Expr:
    """v of Σ u v."""
    body = _total(total).body
    assert isinstance(body, Times)
    return body.right


def terms(total: Expr) -> Callable[[Expr], Expr]:
    """The term of a sum at an element."""
    found = _total(total)
    return lambda x: substituted(found.body, {found.variable: x})


def equal(left: Expr, right: Expr) -> Fact:
    """The sums are equal, because their terms are."""
    return SUM_EQUAL(terms(left), terms(right), _total(left).variable, _total(left).range)


def multiple(total: Expr, a: Expr | int, first: Expr) -> Fact:
    """total = a first, because that is so term by term."""
    return SUM_MULTIPLE(terms(total), expr(a), terms(first), _total(total).variable, _total(total).range)


def linear(total: Expr, a: Expr | int, first: Expr, b: Expr | int, second: Expr) -> Fact:
    """total = a first + b second, because that is so term by term."""
    over = _total(total)
    return SUM_LINEAR(terms(total), terms(first), terms(second), expr(a), expr(b), over.variable, over.range)


def exchanged(tree: Expr) -> Fact:
    """Σ_k u_k Σ_l v_l A_kl = Σ_l v_l Σ_k u_k A_kl, for a sum that is written like one of the two."""
    total, inner = _total(tree), _total(last_factor(tree))
    assert isinstance(total.body, Times)
    assert isinstance(inner.body, Times)
    outer_factor, inner_factor, entry = total.body.left, inner.body.left, inner.body.right

    def at(k: Expr, l: Expr) -> Expr:
        put: Expr = substituted(entry, {total.variable: k, inner.variable: l})
        return put

    return SUM_EXCHANGE(
        lambda k: substituted(outer_factor, {total.variable: k}),
        lambda l: substituted(inner_factor, {inner.variable: l}),
        at,
        total.variable,
        total.range,
        inner.variable,
        inner.range,
    )


def termwise(fact: Fact, script: Script, *reasons: Reason, then: Script | None = None) -> Script:
    """First what a theorem asks of every term, then its claim, then the goal, which is that claim unless more is to come.

    reasons: why the numbers of the theorem have a value
    """
    (asked,) = fact.hypotheses
    return have(asked, script, by(*reasons, fact) if then is None else have(fact.claim, by(*reasons, fact), then))


def instances(claim: Claim, *elements: Expr) -> Iterator[Fact]:
    """What holds for all holds for these, one after the other."""
    for element in elements:
        assert isinstance(claim, ForAll)
        variable, body = claim.variable, claim.body
        yield INSTANCE(lambda x, v=variable, body=body: substituted(body, {v: x}), variable, claim.range, element)
        claim = substituted(body, {variable: element})
