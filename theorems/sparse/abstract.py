"""The claims of the title, the abstract and the introduction."""

from __future__ import annotations

from fractions import Fraction

import sympy

from theorems.provers.argument import Argument
from theorems.sparse import ranges, uniform_rows
from theorems.sparse.adaptive_windows import (
    DROPS_SOMEWHERE,
    FEW_LENGTHS,
    NEVER_LOWER,
    mean_errors,
    never_lower_steps,
    some_window_is_better,
)
from theorems.sparse.approximation import REPAIRED_LIMIT, TENDS_TO_ZERO, WEIGHTS_REPAIR, with_target
from theorems.sparse.collapse import ON_EVENT, UNIFORM_ON_EVENT
from theorems.sparse.error_claims import above, below
from theorems.sparse.limits import DROPPED_MASS, FROBENIUS, MAXIMUM, frobenius_grows, mass_threshold
from theorems.sparse.lower_bounds import sharp_rows
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, WEIGHTS_BELOW_WINDOW, AttentionRow
from theorems.sparse.stability import root_spike
from theorems.sparse.steps import along, limit_is, positive
from theorems.sparse.windows import LOGARITHM, ROOT, with_window
from theorems.statement import Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_least, at_most

_n, _x = positive("n"), positive("x")

TITLE = Statement(
    "sparse",
    "Title claim",
    source="title, abstract and Section 8",
    title="attention is n^C-sparse",
    provenance="public",
    depends_on=["sparse/Theorem 6.1/(a)"],
)
_WHAT = "the n^C largest entries of each row approximate attention with loss that tends to 0 (C = 1/2)"
TITLE.add(
    "(a)",
    below(MAXIMUM),
    content=MAXIMUM.below_epsilon,
    says=f"with probability ≥ 1-δ, R = o(√log n): {_WHAT}; loss: entrywise maximum of P - P̂",
    given=with_target(with_window(INPUTS, ROOT)),
    proof=root_spike(),
)
TITLE.add(
    "(a)",
    below(MAXIMUM),
    content=MAXIMUM.below_epsilon,
    says=f"with probability ≥ 1-δ, limsup 2dR < C, d fixed: {_WHAT}; loss: entrywise maximum of P - P̂",
    given=with_target(with_window(REPAIRED_INPUTS, ROOT), WEIGHTS_BELOW_WINDOW),
    reading=Reading.INTENDED,
    changed=WEIGHTS_REPAIR,
    proof=REPAIRED_LIMIT,
    depends_on=(),
)
TITLE.add(
    "(a), on G_M",
    below(MAXIMUM),
    content=MAXIMUM.below_epsilon,
    says=f"if |S_ij| ≤ M, R = o(√log n): {_WHAT}; loss: entrywise maximum of P - P̂",
    given=with_target(with_window(ROWS, ROOT)),
    proof=TENDS_TO_ZERO,
    note='"Decreasing" fails for every integer window (Definition 3.5).',
    depends_on=(),
)


def _mass_below(x: AttentionRow) -> Comparison:
    return at_most(x.tau, x.eps)


def _mass_above(x: AttentionRow) -> Comparison:
    return at_least(x.tau, 1 - x.eps)


_UNIFORM_HOW = "W = 0: the dropped mass is 1 - k/n = 1 - n^{-1/2}, which increases to 1."
_UNIFORM_LIMIT = limit_is("1 - n^{-1/2} -> 1", 1 - 1 / sympy.sqrt(_n), _n, 1)
_MASS_BELOW = ranges.below_target(ranges.MASS, lambda n: 1, "1")
TITLE.add(
    "(b)",
    _mass_below,
    content=_MASS_BELOW,
    says=f"with probability ≥ 1-δ, R = o(√log n): {_WHAT}; loss: dropped softmax mass",
    given=with_target(with_window(INPUTS, ROOT)),
    proof=along(
        "m -> n = 10^m, any X, W = 0",
        lambda m: f"row=1x{10**m} k={ROOT(10**m)} R=0 delta=1/100 C=2 eps=1/10",
        _UNIFORM_HOW,
        _UNIFORM_LIMIT,
    ),
)
TITLE.add(
    "(b), on G_M",
    _mass_below,
    content=_MASS_BELOW,
    says=f"if |S_ij| ≤ M, R = o(√log n): {_WHAT}; loss: dropped softmax mass",
    given=with_target(with_window(ROWS, ROOT)),
    proof=along("m -> n = 10^m, W = 0", lambda m: f"row=0x{10**m} k={ROOT(10**m)} M=0 eps=1/10", _UNIFORM_HOW, _UNIFORM_LIMIT),
    depends_on=(),
)
TITLE.add(
    "(b), on G_M",
    _mass_above,
    content=ranges.MASS.silent_for("ε ≥ 1", lambda i: Fraction(i["eps"]) >= 1),
    says="if |S_ij| ≤ M, R = o(√log n): the n^C largest entries of a row carry a share of its mass that tends to 0",
    given=with_target(with_window(ROWS, ROOT)),
    reading=Reading.INTENDED,
    changed="the opposite: the dropped mass tends to 1, for every admissible family",
    proof=mass_threshold(ROOT).proof(
        "tau/(1-tau) ≥ (n-k) e^{-2M}/k = n^{1-C-o(1)} -> ∞.",
        (
            DROPPED_MASS,
            limit_is("L/2 - 2a√L -> ∞", _x / 2 - 2 * positive("a") * sympy.sqrt(_x), _x, sympy.oo),
        ),
    ),
    depends_on=(),
)

ABSTRACT = Statement("sparse", "Abstract", source="abstract and Section 1", title="the other claims", provenance="text")
ABSTRACT.add(
    "log n",
    above(FROBENIUS),
    content=FROBENIUS.content,
    says="with O(log n) entries the error persists at a minimum of a constant (Frobenius norm, with probability ≥ 1-δ)",
    given=with_target(with_window(INPUTS, LOGARITHM), None),
    proof=sharp_rows(LOGARITHM),
    depends_on=["sparse/Theorem 6.2"],
)
ABSTRACT.add(
    "log n, on G_M",
    above(FROBENIUS),
    content=FROBENIUS.content,
    says="if |S_ij| ≤ M, R = o(√log n): with O(log n) entries the Frobenius error persists, and grows with the length",
    given=with_target(with_window(ROWS, LOGARITHM)),
    proof=frobenius_grows(LOGARITHM),
    note="So does it with n^C entries: the claim does not tell the two windows apart.",
)
ABSTRACT.add(
    "adaptive",
    some_window_is_better(uniform_rows.MAXIMUM),
    says="an adaptive window α n^C is guaranteed to be more accurate and as efficient as a fixed one on flexible lengths",
    given=FEW_LENGTHS.where(DROPS_SOMEWHERE),
    witness="lengths=2 k0=1",
    content=mean_errors(uniform_rows.MAXIMUM),
    met="1 ≤ k0 ≤ n_i, k0 < max n_i",
    proof=Argument(Verdict.FAILS, NEVER_LOWER, never_lower_steps(uniform_rows.MAXIMUM)),
    depends_on=["sparse/Proposition 7.2/(b)"],
)


def _some_left(x: AttentionRow) -> Comparison:
    """A positive number of entries is at least one."""
    return at_least(x.effective(x.eps), x.number(1))


ABSTRACT.add(
    "collapse",
    _some_left,
    says="whatever the weights and the entries of X are, the number of effective entries of a row inevitably decreases to 1 or "
    "another positive constant as n grows",
    given=ON_EVENT,
    proof=UNIFORM_ON_EVENT,
    note="It falls to 0 for scores bounded by o(log n), and stays at any number below 1/ε for suitable unbounded ones: see "
    "Theorem "
    "5.1. Section 5's own Figure 1 says 0.",
    depends_on=["sparse/Theorem 5.1/1"],
)
STATEMENTS = (TITLE, ABSTRACT)
