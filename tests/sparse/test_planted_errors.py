"""A claim of the paper made slightly false is refuted by the search that found it true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.fabricated import claiming
from theorems.catalogue import find
from theorems.provers.search import smallest_witness
from theorems.sparse.more_companions import divergence_of
from theorems.vocabulary import Comparison, Relation, at_least, at_most, less

PLANTED: dict[str, tuple[str, Callable[[Any], Comparison]]] = {
    "a smaller exponent": ("Theorem 4.3/(c), on G_M", lambda x: at_most(x.u_max, x.exp(x.M) / x.n)),
    "a factor 0.999": (
        "Theorem 4.3/(c), on G_M",
        lambda x: at_most(x.u_max, x.arithmetic.ratio(999, 1000) * x.exp(2 * x.M) / x.n),
    ),
    "k for n": ("Lemma D.3/2, on G_M", lambda x: at_most(x.D, x.k * x.exp(x.M))),
    "n for k": ("Lemma E.4/5(b), on G_M", lambda x: at_most(x.D_spar_inverse, x.exp(x.M) / x.n)),
    "the wrong sum": ("Lemma D.3/3, on G_M", lambda x: at_least(x.D_spar, x.n * x.exp(-x.M))),
    "a threshold too small": ("Companion/effective entries", lambda x: less(x.effective(x.eps / 2), 1 / x.eps)),
    "the next entry": ("Companion/k-th entry", lambda x: at_most(x.u_dropped, 1 / (x.k + 2))),
    "a missing root": ("Theorem E.2/(c), on G_M", lambda x: at_least(x.frobenius, x.n / x.k - 1)),
    "half the mass": ("Companion/row sum", lambda x: Comparison(x.row_sum_error, Relation.EQUAL, x.tau)),
    "the mass in l2": ("Companion/squared row norm, above", lambda x: at_most(x.squared_error, x.tau * x.max_error)),
    "a sharper sum of squares": (
        "Companion/squared row norm, below",
        lambda x: at_least(x.squared_error, x.arithmetic.ratio(1001, 1000) * x.tau * x.tau * x.n / (x.k * (x.n - x.k))),
    ),
    "the mass for the divergence": ("Companion/divergence", lambda x: Comparison(divergence_of(x), Relation.EQUAL, x.tau)),
    "half the spread": (
        "Companion/output, above",
        lambda x: at_most(x.arithmetic.absolute(x.output_error), x.tau * x.largest_value),
    ),
    "the mean of what is kept": ("Companion/output", lambda x: Comparison(x.output_error, Relation.EQUAL, x.dropped_values)),
    "a maximum that falls": ("Companion/error in k, maximum", lambda x: less(x.wider.max_error, x.max_error)),
    "a larger fall": (
        "Companion/error in k, squared",
        lambda x: at_most(x.wider.squared_error, x.squared_error - x.u_dropped * x.u_dropped / ((1 - x.tau) * (1 - x.tau))),
    ),
    "Chernoff with 1/2": ("Lemma B.4/1(b)", lambda x: at_most(x.number(x.law.at_least((1 + x.values["delta"]) * x.law.mean)),
                                                                x.arithmetic.exp(-x.delta * x.delta * x.mu))),
    "Hoeffding with 3": ("Lemma B.5", lambda x: at_most(x.number(x.law.far_from_mean(x.values["t"])),
                                                        2 * x.arithmetic.exp(-9 * x.t * x.t / x.S))),
    "Laurent-Massart without 2t": ("Lemma B.9/2", lambda x: at_most(x.arithmetic.exp(-x.t), x.arithmetic.exp(-2 * x.t))),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_found(name):
    address, claim = PLANTED[name]
    part = next(p for p in find(f"sparse/{address}") if p.reading.value == "stated")
    planted = replace(claiming(part, claim), proof=None, witness=None)
    assert smallest_witness(part, seconds=3) is None
    assert smallest_witness(planted, seconds=20) is not None
