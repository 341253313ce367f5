"""Why ξ_n > 0 where some classes came more often than others (scan_snap, Theorem 1 a): all |θ_n| ≤ 1/5.

With q_0 < 0 < q_1: ξ_n/γ = q_1(1+θ_n)(-E′_nn) - q_0 Σ_{k≠n} (1+θ_k)E′_kn. Under Assumption 2 the first summand is more than
14/M, the second at least -(6/5)M/(M-1)².
"""

from theorems.scan_snap.gradient_bounds import columns_are_small, many_tokens, rest_of_iota, weighted
from theorems.scan_snap.language import *
from theorems.scan_snap.pull import ENOUGH, QS, XI_POSITIVE, enough_lost

BETA = Definition(
    "β_nn′ is minus the coefficient of f_n′ in F(I+E)⁻¹(I+Θ)(q_0,…,q_1,…,q_0)ᵀ",
    (n, np, SUMMED),
    beta[n, np] == -Sum(SUMMED, classes, back[np, SUMMED] * ((1 + theta[SUMMED]) * (q0 + (q1 - q0) * Indicator(SUMMED == n)))),
    of=CLASS_WORDS,
    at=((expr(0), expr(1), k), (expr(1), expr(0), k)),
)
PULL = ForAll(n, classes, xi[n] == q1 * (1 + theta[n]) * -corrected[n, n] - q0 * weighted(n, others))


def turned(class_: Expr) -> Expr:
    """An entry of (I+E)⁻¹(1+θ)."""
    return Sum(k, classes, (1 + theta[k]) * back[class_, k])


@auxiliary(PULL)
def pull() -> None:
    """E(I+E)⁻¹ = E′ and E E′ = E - E′, entry by entry."""
    obtain(corrected_is_symmetric)
    pulled = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
    combined = Sum(k, classes, back[np, k] * ((1 + theta[k]) * (q0 + (q1 - q0) * Indicator(k == n))))
    picked = Sum(k, classes, Indicator(k == n) * ((1 + theta[k]) * back[np, k]))
    to_others, across = (Sum(np, others, excess[n, np] * x) for x in (turned(np), corrected[np, n]))
    whole, whole_across = (Sum(np, classes, excess[n, np] * x) for x in (turned(np), corrected[np, n]))
    by_class = Sum(k, classes, (1 + theta[k]) * Sum(np, classes, excess[n, np] * back[np, k]))
    parted = linear(pulled, -q0, to_others, (q1 - q0) * (1 + theta[n]), across)
    with proving(*parted.hypotheses):
        have(combined == q0 * turned(np) + (q1 - q0) * picked, linear(combined, q0, turned(np), q1 - q0, picked))
        have(picked == (1 + theta[n]) * back[np, n], SUM_PICKS(lambda k: (1 + theta[k]) * back[np, k], k, classes, n))
        have(back[np, n] == -corrected[np, n], CORRECTED(np, n), LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n))
        hence(BETA(n, np, k), OVERLAP(n, np), GRAM_MATRIX(n, np), LEFT_OUT(np, n, classes), INDICATOR_FAILS(np, n))
    have(pulled == -q0 * to_others + (q1 - q0) * (1 + theta[n]) * across, parted)
    with proving(ForAll(j, classes, Sum(m, classes, excess[n, m] * corrected[m, j]) == excess[n, j] - corrected[n, j])):
        hence(E_TIMES_CORRECTED, SUM_RENAMED(lambda k: excess[n, k] * corrected[k, j], k, m, classes))
    with proving(ForAll(k, classes, last_factor(by_class) == corrected[k, n])):
        row, product = (Sum(np, classes, x) for x in (Indicator(np == k) * excess[n, np], excess[n, np] * corrected[np, k]))
        have(last_factor(by_class) == row - product, linear(last_factor(by_class), 1, row, -1, product), CORRECTED(np, k))
        have(row == excess[n, k], SUM_PICKS(lambda np: excess[n, np], np, classes, k))
        have(product == excess[n, k] - corrected[n, k], SUM_RENAMED(terms(product), np, m, classes))
    have(whole == by_class, exchanged(whole))
    have(by_class == weighted(n, classes), equal(by_class, weighted(n, classes)))
    have(weighted(n, classes) == weighted(n, others) + (1 + theta[n]) * corrected[n, n], SUM_WITHOUT)
    have(whole == to_others, SUM_WITHOUT(terms(whole), np, classes, n), OFF_DIAGONAL(n))
    have(whole_across == across, SUM_WITHOUT(terms(whole_across), np, classes, n), OFF_DIAGONAL(n))
    have(whole_across == -corrected[n, n], SUM_RENAMED(terms(whole_across), np, k, classes), E_TIMES_CORRECTED, OFF_DIAGONAL(n))
    hence(XI(n), CLOCK())


@auxiliary(XI_POSITIVE)
def positive_xi() -> None:
    """-E′_nn ≥ 18/M under Assumption 2, and |Σ_{k≠n} (1+θ_k)E′_kn| ≤ 6/5."""
    have(lambda1 < 1)
    obtain(regular, *IN_EIGENVALUES, shrunk_is_small, columns_are_small, rest_of_iota(Q(1, 5)), enough_lost, many_tokens, pull)
    have(q1 * (1 + theta[n]) * -corrected[n, n] >= q1 * Q(4, 5) * (18 / M), ENOUGH, QS)
    hence(PULL, QS)
