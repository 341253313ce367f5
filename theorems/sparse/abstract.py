"""The claims of the title, the abstract and the introduction."""

from __future__ import annotations

from fractions import Fraction

import sympy

from theorems.provers.argument import Argument
from theorems.provers.steps import limit_is, positive
from theorems.sparse import ranges, uniform_rows
from theorems.sparse.adaptive_windows import (
    DROPS_SOMEWHERE,
    LOWEST_MET,
    NEVER_LOWER,
    UNIFORM_DATASETS,
    never_lower_steps,
    state_better_on_average,
)
from theorems.sparse.approximation import REPAIRED_LIMIT, TENDS_TO_ZERO, WEIGHTS_REPAIR, with_target
from theorems.sparse.collapse import UNIFORM_ON_EVENT, on_event
from theorems.sparse.language import *
from theorems.sparse.limits import DROPPED_MASS, FROBENIUS, MAXIMUM, frobenius_grows, mass_threshold
from theorems.sparse.lower_bounds import sharp_rows
from theorems.sparse.row_claims import ON_EVENT, SMALL_R, C, eps, infinity, k, likely, n
from theorems.sparse.row_words import effective, error, frobenius, in_each_row, row_data, tau, weights_below
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, WEIGHTS_BELOW_WINDOW
from theorems.sparse.stability import root_spike
from theorems.sparse.steps import along
from theorems.sparse.windows import LOGARITHM, ROOT, with_window
from theorems.vocabulary import Verdict

_n, _x = positive("n"), positive("x")
roots = row_data(with_target(with_window(INPUTS, ROOT)))
sure_roots = row_data(with_target(with_window(REPAIRED_INPUTS, ROOT), WEIGHTS_BELOW_WINDOW))
event_roots = row_data(with_target(with_window(ROWS, ROOT)))
logarithms = row_data(with_target(with_window(INPUTS, LOGARITHM), None))
event_logarithms = row_data(with_target(with_window(ROWS, LOGARITHM)))
root, logarithm = (k == ceil(n**C)) & (C == Q(1, 2)), k == ceil(log(n))
vanishes, mass_vanishes = Limit(error, n, infinity) == 0, Limit(tau, n, infinity) == 0

TITLE = Lemma(
    "Title claim",
    "title, abstract and Section 8",
    "attention is n^C-sparse",
    given=roots,
    provenance="public",
    uses=["Theorem 6.1/(a)"],
)
TITLE["(a)"] = Implies(root & SMALL_R, likely(vanishes))
TITLE["(a)"].compared(error <= eps).proved(root_spike()).trivial(MAXIMUM.below_epsilon).note(
    "The loss is the entrywise maximum."
)
weak = TITLE["(a)"].repair(claim=Implies(root & weights_below(C), likely(vanishes)), why=WEIGHTS_REPAIR, given=sure_roots)
weak.compared(error <= eps).proved(REPAIRED_LIMIT).trivial(MAXIMUM.below_epsilon).uses()
with TITLE.where(given=event_roots):
    TITLE["(a), on G_M"] = Implies(ON_EVENT & root & SMALL_R, vanishes)
TITLE["(a), on G_M"].compared(error <= eps).proved(TENDS_TO_ZERO).trivial(MAXIMUM.below_epsilon).uses()
TITLE["(a), on G_M"].note('"Decreasing" fails for every integer window (Definition 3.5).')

_UNIFORM_HOW = "W = 0: the dropped mass is 1 - k/n = 1 - n^{-1/2}, which increases to 1."
_UNIFORM_LIMIT = limit_is("1 - n^{-1/2} -> 1", 1 - 1 / sympy.sqrt(_n), _n, 1)
_MASS_BELOW = ranges.below_target(ranges.MASS, lambda n: 1, "1")
TITLE["(b)"] = Implies(root & SMALL_R, likely(mass_vanishes))
TITLE["(b)"].compared(tau <= eps).trivial(_MASS_BELOW).note("The loss is the dropped softmax mass.").proved(
    along(
        "m -> n = 10^m, any X, W = 0",
        lambda m: f"row=1x{10**m} k={ROOT(10**m)} R=0 delta=1/100 C=2 eps=1/10",
        _UNIFORM_HOW,
        _UNIFORM_LIMIT,
    )
)
with TITLE.where(given=event_roots):
    TITLE["(b), on G_M"] = Implies(ON_EVENT & root & SMALL_R, mass_vanishes)
TITLE["(b), on G_M"].compared(tau <= eps).trivial(_MASS_BELOW).uses().proved(
    along("m -> n = 10^m, W = 0", lambda m: f"row=0x{10**m} k={ROOT(10**m)} M=0 eps=1/10", _UNIFORM_HOW, _UNIFORM_LIMIT)
)
dropped = TITLE["(b), on G_M"].repair(
    claim=Implies(ON_EVENT & root & SMALL_R, Limit(tau, n, infinity) == 1),
    why="the opposite: the dropped mass tends to 1, for every admissible family",
)
dropped.compared(tau >= 1 - eps).trivial(
    ranges.MASS.uninformative_on("ε ≥ 1", lambda i: Fraction(i["eps"]) >= 1)
).uses().proved(
    mass_threshold(ROOT).proof(
        "tau/(1-tau) ≥ (n-k) e^{-2M}/k = n^{1-C-o(1)} -> ∞.",
        (
            DROPPED_MASS,
            limit_is("L/2 - 2a√L -> ∞", _x / 2 - 2 * positive("a") * sympy.sqrt(_x), _x, sympy.oo),
        ),
    )
)

ABSTRACT = Lemma("Abstract", "abstract and Section 1", "the other claims", given=logarithms, provenance="text")
ABSTRACT["log n"] = Implies(logarithm, likely(frobenius == Omega(1)))
ABSTRACT["log n"].compared(frobenius >= eps).proved(sharp_rows(LOGARITHM)).trivial(FROBENIUS.trivial).uses("Theorem 6.2")
with ABSTRACT.where(given=event_logarithms):
    ABSTRACT["log n, on G_M"] = Implies(ON_EVENT & logarithm & SMALL_R, Limit(frobenius, n, infinity) == infinity)
ABSTRACT["log n, on G_M"].compared(frobenius >= eps).proved(frobenius_grows(LOGARITHM)).trivial(FROBENIUS.trivial)
ABSTRACT["log n, on G_M"].note(
    "The error persists, and grows with the length. So does it with n^C entries: the claim does not tell the two windows apart."
)
with ABSTRACT.where(given=UNIFORM_DATASETS):
    adaptive = state_better_on_average(ABSTRACT, "adaptive", uniform_rows.MAXIMUM, DROPS_SOMEWHERE)
adaptive.refuted("lengths=2 k0=1").proved(Argument(Verdict.FAILS, NEVER_LOWER, never_lower_steps(uniform_rows.MAXIMUM)))
adaptive.feasible(LOWEST_MET).uses("Proposition 7.2/(b)")
adaptive.note("The words: guaranteed to be more accurate and as efficient on flexible lengths.")
m = Symbol("m")
with ABSTRACT.where(given=on_event):
    ABSTRACT["collapse"] = in_each_row(Exists(m, Named("{1, 2, ...}"), Limit(effective, n, infinity) == m))
ABSTRACT["collapse"].compared(effective >= 1).proved(UNIFORM_ON_EVENT).uses("Theorem 5.1/1").note(
    "The words: whatever the weights and the entries of X are, the number inevitably decreases to 1 or another positive "
    "constant. It falls to 0 for scores bounded by o(log n), and stays at any number below 1/ε for suitable unbounded ones: "
    "see Theorem 5.1. Section 5's own Figure 1 says 0."
)

STATEMENTS = (TITLE, ABSTRACT)
