"""Scores through W and R, and what bounded entries of X give for all of them at once (Definitions 4.1, C.8, C.9)."""

from __future__ import annotations

from theorems.kernel.scripts import Script, by, calc, each, have
from theorems.provers.calculation import Calculation
from theorems.provers.context import cite
from theorems.sparse.attention import (
    BOUND_ON_X,
    LARGEST_INPUT,
    LARGEST_SCORE,
    M_SURE_IS,
    R_IS,
    S_IS,
    SIZE_OF_W,
    WIDTH,
    B,
    M_sure,
    R,
    S,
    W,
    X,
    d,
    delta,
    features,
    n,
    norm_below,
    on,
    p,
    q,
    s,
    t,
)
from theorems.sparse.lemma import *
from theorems.sparse.rows import REPAIRED_INPUTS
from theorems.textbook import *

SCORES = on(REPAIRED_INPUTS)
logarithm = log(n * d / delta)
bound, area = BOUND_ON_X, B**2 * log(n * d / delta)


def over_q(body: Expr) -> Expr:
    return Sum(q, features, body)


def over_both(body: Expr) -> Expr:
    return Sum(p, features, over_q(body))


term = X[s, p] * W[p, q] * X[t, q]
score, weight, squares = over_both(term), over_both(abs(W[p, q])), over_both(W[p, q] ** 2)

first, second = abs(X[s, p]), abs(X[t, q])


def _one_term(b: Expr, area: Expr) -> Script:
    return have(
        (first <= b) & (second <= b) & (first >= 0) & (second >= 0),
        by(LARGEST_INPUT(s, p), LARGEST_INPUT(t, q), ABS_NONNEGATIVE(X[s, p]), ABS_NONNEGATIVE(X[t, q])),
        calc(abs(term))
        .eq(first * abs(W[p, q]) * second, ABS_OF_PRODUCT(X[s, p] * W[p, q], X[t, q]), ABS_OF_PRODUCT(X[s, p], W[p, q]))
        .le(area * abs(W[p, q]), ABS_NONNEGATIVE(W[p, q])),
    )


def _one_sum(b: Expr, area: Expr) -> Script:
    return have(
        ForAll(q, features, abs(term) <= area * abs(W[p, q])),
        each(_one_term(b, area)),
        calc(abs(over_q(term)))
        .le(over_q(abs(term)), SUM_TRIANGLE(lambda q: X[s, p] * W[p, q] * X[t, q], q, features))
        .le(
            over_q(area * abs(W[p, q])),
            SUM_ORDER(lambda q: abs(X[s, p] * W[p, q] * X[t, q]), lambda q: area * abs(W[p, q]), q, features),
        )
        .eq(area * over_q(abs(W[p, q])), SUM_FACTOR(area, lambda q: abs(W[p, q]), q, features)),
    )


def one_score(b: Expr, area: Expr) -> Script:
    """|S_st| ≤ b² Σ|W_pq| where no entry of X exceeds b; ``area`` is b²."""
    return have(
        ForAll(p, features, abs(over_q(term)) <= area * over_q(abs(W[p, q]))),
        each(_one_sum(b, area)),
        have(
            abs(score) <= area * weight,
            calc(abs(score))
            .le(Sum(p, features, abs(over_q(term))), SUM_TRIANGLE(lambda p: over_q(X[s, p] * W[p, q] * X[t, q]), p, features))
            .le(
                Sum(p, features, area * over_q(abs(W[p, q]))),
                SUM_ORDER(
                    lambda p: abs(over_q(X[s, p] * W[p, q] * X[t, q])), lambda p: area * over_q(abs(W[p, q])), p, features
                ),
            )
            .eq(area * weight, SUM_FACTOR(area, lambda p: over_q(abs(W[p, q])), p, features)),
            by(S_IS(s, t), ABS_ABOVE(score), ABS_BELOW(S[s, t], area * weight)),
        ),
    )


WEIGHTS_BELOW = have(
    ForAll(p, features, over_q(abs(W[p, q])) ** 2 <= d * over_q(W[p, q] ** 2)),
    each(
        have(
            ForAll(q, features, abs(W[p, q]) ** 2 == W[p, q] ** 2),
            by(ABS_SQUARED(W[p, q])),
            by(
                SUM_SQUARED(lambda q: abs(W[p, q]), q, features),
                SUM_EQUAL(lambda q: abs(W[p, q]) ** 2, lambda q: W[p, q] ** 2, q, features),
                WIDTH(q),
            ),
        )
    ),
    have(
        (weight / d) ** 2 <= squares,
        by(
            SUM_SQUARED(lambda p: over_q(abs(W[p, q])), p, features),
            SUM_ORDER(lambda p: over_q(abs(W[p, q])) ** 2, lambda p: d * over_q(W[p, q] ** 2), p, features),
            SUM_FACTOR(d, lambda p: over_q(W[p, q] ** 2), p, features),
            WIDTH(p),
        ),
        by(SIZE_OF_W()),
    ),
)
within = d * R * logarithm
ALL_SCORES = have(
    logarithm >= 0,
    by(),
    have(
        weight <= d * Norm(W, "F"),
        WEIGHTS_BELOW,
        have(
            area * weight <= within,
            calc(area * weight)
            .le(area * (d * Norm(W, "F")), SQUARE(B), FACTOR_KEEPS_ORDER(weight, d * Norm(W, "F"), area))
            .eq(within, R_IS()),
            have(
                Norm(S, "∞") <= area * weight,
                norm_below(LARGEST_SCORE, lambda s, t: S[s, t], area * weight, one_score(bound, area)),
                by(),
            ),
        ),
    ),
)


def weights(number: str, source: str, title: str) -> Lemma:
    """The scores through W and R."""
    lemma = Lemma(f"Definition {number}", source, title, given=SCORES, provenance="public")
    lemma[""] = Implies(Norm(X, "∞") <= bound, Norm(S, "∞") <= within)
    lemma[""].note("S = QK^⊤/√d = X W X^⊤, with every |X_ij| at most b, every |S_ij|.").proved(
        Calculation(ALL_SCORES, "S = X W X^⊤ because products are associative; Cauchy-Schwarz bounds the entries.")
    )
    return lemma


DEFINITION_4_1 = weights("4.1", "Section 4.1", "W and R")
DEFINITION_C_8 = weights("C.8", "Appendix C.5", "W = W_Q W_K^T/√d")
DEFINITION_C_9 = weights("C.9", "Appendix C.5", "R = B² ‖W‖_F")


def bounded_by(m: Expr, script: Script) -> Script:
    """The script where no score exceeds m: it is M on the event, or M′, which the bounded entries give."""
    return script if m is not M_sure else have(Norm(S, "∞") <= m, by(cite(DEFINITION_C_9[""]), M_SURE_IS()), script)
