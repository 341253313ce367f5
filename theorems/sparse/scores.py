"""Scores through W and R, and what bounded entries of X give for all of them at once (Definitions 4.1, C.8, C.9)."""

from theorems.proofs import *
from theorems.sparse.attention import *

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


@auxiliary(lambda b, area: Norm(S, "∞") <= area * weight)
def scores_through_weights(b: Expr, area: Expr) -> None:
    """|S_st| ≤ b² Σ|W_pq| where no entry of X exceeds b; ``area`` is b²."""
    with proving(ForAll(s, columns, ForAll(t, columns, abs(S[s, t]) <= area * weight))):
        with proving(ForAll(p, features, abs(over_q(term)) <= area * over_q(abs(W[p, q])))):
            with proving(ForAll(q, features, abs(term) <= area * abs(W[p, q]))):
                have((first <= b) & (second <= b), LARGEST_INPUT(s, p), LARGEST_INPUT(t, q))
                have((first >= 0) & (second >= 0), ABS_NONNEGATIVE)
                product = ABS_OF_PRODUCT(X[s, p] * W[p, q], X[t, q]), ABS_OF_PRODUCT(X[s, p], W[p, q])
                calc(abs(term)).eq(first * abs(W[p, q]) * second, *product).le(area * abs(W[p, q]), ABS_NONNEGATIVE(W[p, q]))
            (
                calc(abs(over_q(term)))
                .le(over_q(abs(term)), SUM_TRIANGLE)
                .le(over_q(area * abs(W[p, q])), SUM_ORDER)
                .eq(area * over_q(abs(W[p, q])), SUM_FACTOR)
            )
        (
            calc(abs(score))
            .le(Sum(p, features, abs(over_q(term))), SUM_TRIANGLE)
            .le(Sum(p, features, area * over_q(abs(W[p, q]))), SUM_ORDER)
            .eq(area * weight, SUM_FACTOR)
        )
        hence(S_IS(s, t), ABS_ABOVE(score), ABS_BELOW(S[s, t], area * weight))
    below_entry_by_entry(LARGEST_SCORE, lambda s, t: S[s, t], area * weight)


@auxiliary(weight <= d * Norm(W, "F"))
def weights_below() -> None:
    """Cauchy-Schwarz, twice."""
    with proving(ForAll(p, features, over_q(abs(W[p, q])) ** 2 <= d * over_q(W[p, q] ** 2))):
        have(ForAll(q, features, abs(W[p, q]) ** 2 == W[p, q] ** 2), ABS_SQUARED)
        (
            calc(over_q(abs(W[p, q])) ** 2)
            .le(d * over_q(abs(W[p, q]) ** 2), SUM_SQUARED(lambda q: abs(W[p, q]), q, features), WIDTH(q))
            .eq(d * over_q(W[p, q] ** 2), SUM_EQUAL)
        )
    (
        calc(weight**2)
        .le(d * Sum(p, features, over_q(abs(W[p, q])) ** 2), SUM_SQUARED(lambda p: over_q(abs(W[p, q])), p, features), WIDTH(p))
        .le(d * Sum(p, features, d * over_q(W[p, q] ** 2)), SUM_ORDER)
        .eq(d * (d * squares), SUM_FACTOR)
    )
    hence(SIZE_OF_W)


within = d * R * logarithm


def weights(number: str, source: str, title: str) -> Lemma:
    """The scores through W and R."""
    lemma = Lemma(f"Definition {number}", source, title, given=SCORES, provenance="public")
    lemma[""] = Implies(Norm(X, "∞") <= bound, Norm(S, "∞") <= within)
    lemma[""].note("S = QK^⊤/√d = X W X^⊤, with every |X_ij| at most b, every |S_ij|.")

    @proof(lemma[""])
    def _() -> None:
        """S = X W X^⊤ because products are associative; Cauchy-Schwarz bounds the entries."""
        most = d * Norm(W, "F")
        have(logarithm >= 0)
        obtain(weights_below, scores_through_weights(bound, area))
        calc(area * weight).le(area * most, SQUARE(B), FACTOR_KEEPS_ORDER(weight, most, area)).eq(within, R_IS)

    return lemma


DEFINITION_4_1 = weights("4.1", "Section 4.1", "W and R")
DEFINITION_C_8 = weights("C.8", "Appendix C.5", "W = W_Q W_K^T/√d")
DEFINITION_C_9 = weights("C.9", "Appendix C.5", "R = B² ‖W‖_F")
