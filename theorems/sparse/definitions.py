"""Are the definitions well posed? (Definitions 3.1-3.4, 4.1, C.1-C.9; Definition 3.5 is in ``stability``.)

A defect is charged here; the theorems read a definition repaired.
"""

from math import prod

from kernels.tails import normal_beyond
from theorems.sparse.facts import Point, bind_point
from theorems.sparse.language import *
from theorems.sparse.scores import DEFINITION_4_1, DEFINITION_C_8
from theorems.sparse.sparsity import more_slack, with_epsilon, with_slack
from theorems.sparse.top_k import top_k

X = Symbol("X")
features = Named("[d]")

# where no quantifier stands, an entry is the one that a bound from below has to cover: the smallest of the row
SOFTMAX = on(ROWS).knowing({D[i, i]: "D", P[i, j]: "u_min", Sum(l, columns, P[i, l]): "u_sum"})


def attention(number: str, source: str) -> Lemma:
    """The attention computation, P = D^-1 A."""
    lemma = Lemma(f"Definition {number}", source, "attention computation", given=SOFTMAX)
    lemma[""] = (D[i, i] > 0) & (P[i, j] >= 0) & (Sum(l, columns, P[i, l]) == 1)
    lemma[""].note("D = diag(A 1_n) is invertible and every row of P = D^-1 A is a softmax vector.")

    @proof(lemma[""])
    def _() -> None:
        """Exponentials are positive, and D adds them up."""
        obtain(positive_sum, positive_entry())
        have(ForAll(l, columns, P[i, l] == A[i, l] / D[i, i]), by(P_IS(i, l)))
        (
            calc(Sum(l, columns, P[i, l]))
            .eq(Sum(l, columns, A[i, l] / D[i, i]), SUM_EQUAL(lambda l: P[i, l], lambda l: A[i, l] / D[i, i], l, columns))
            .eq(Sum(l, columns, A[i, l]) / D[i, i], SUM_DIVISOR(D[i, i], lambda l: A[i, l], l, columns))
            .eq(1, D_IS(i))
        )

    return lemma


COUNTED = Computed(
    with_slack(with_epsilon(ROWS)), {u: lambda x: x, S[eps](u): lambda x, level, u: u.n - u.effective(level), eps: "eps"}
)
larger = Symbol("ε′")


def sparsity(number: str, source: str) -> Lemma:
    """(ε, k)-sparsity: |S_ε(u)| ≥ k."""
    lemma = Lemma(f"Definition {number}", source, "(ε, k)-sparsity", given=COUNTED)
    lemma[""] = Implies(larger >= eps, abs(S[larger](u)) >= abs(S[eps](u)))
    lemma[""].trivial(
        ranges.silent(
            TrivialRange("0 ≤ |S_ε(u)| ≤ n", 0, lambda x: x.n),
            COUNTED.points,
            "min_j u_j > ε",
            lambda x: balls.gt(x.u_min, x.eps),
        )
    )
    lemma[""].note(
        "S_ε(u) = {j : |u_j| ≤ ε} is well defined and grows with ε: (ε, k)-sparse implies (ε′, k′)-sparse for k′ ≤ k. "
        'The words call sparse entries "smaller than ε" once and "not greater than ε" twice; the set uses ≤. '
        "Takeaway 1 of Section 8 says the same: a smaller ε relieves attention collapse."
    )
    few, more = u[l] <= eps, u[l] <= more_slack * eps

    @proof(lemma[""])
    def _() -> None:
        """An entry that is at most ε is at most ε′ ≥ ε."""
        have(ForAll(l, columns, Indicator(few) <= Indicator(more)), by(INDICATOR_ORDER(few, more)))
        hence(SPARSE_SET(eps), SPARSE_SET(more_slack * eps), SUM_ORDER)

    return lemma


SPARSE_SOFTMAX = on(ROWS).knowing({D[i, i]: "D", D_spar[i, i]: "D_spar", Sum(l, columns, P_hat[i, l]): "u_hat_sum"})


def sparse_attention(number: str, source: str) -> Lemma:
    """Sparse attention, P̂ = D_spar^-1 A_spar."""
    lemma = Lemma(f"Definition {number}", source, "sparse attention", given=SPARSE_SOFTMAX)
    largest = Norm(S, "∞")  # whatever the scores are
    lemma[""] = (D_spar[i, i] > 0) & (D_spar[i, i] <= D[i, i]) & (Sum(l, columns, P_hat[i, l]) == 1)
    lemma[""].note("D_spar is invertible for k ≥ 1, and every row of P̂ = D_spar^-1 A_spar is a softmax vector on its window.")

    @proof(lemma[""])
    def _() -> None:
        """Some entry is kept, and D_spar adds up what is."""
        obtain(low_sparse_sum(largest))
        obtain(sum_difference(largest))
        have(ForAll(l, columns, P_hat[i, l] == A_spar[i, l] / D_spar[i, i]), by(P_HAT_IS(i, l)))
        terms = SUM_EQUAL(lambda l: P_hat[i, l], lambda l: A_spar[i, l] / D_spar[i, i], l, columns)
        (
            calc(Sum(l, columns, P_hat[i, l]))
            .eq(Sum(l, columns, A_spar[i, l] / D_spar[i, i]), terms)
            .eq(Sum(l, columns, A_spar[i, l]) / D_spar[i, i], SUM_DIVISOR(D_spar[i, i], lambda l: A_spar[i, l], l, columns))
            .eq(1, D_SPAR_IS(i, l))
        )

    return lemma


NORMAL_ENTRIES = Domain(
    "normal entries",
    lambda: st.builds(
        lambda more, delta: {"more": more, "delta": delta},
        st.one_of(st.integers(0, 100), st.integers(0, 10**30)),
        st.fractions("1/1000", "99/1000", max_denominator=1000),
    ),
    bind_point,
    (Condition(words="nd ≥ 1", check=lambda x: int(x["more"]) >= 0), Condition(chain(0, "<", delta, "<", Q("0.1")))),
    lambda: (Instance(more=m, delta=delta) for m in range(50) for delta in (Fraction(99, 1000), Fraction(1, 100))),
    variables={"more": "nd - 1", "delta": "failure probability δ"},
    feasible="every n, d ≥ 1 and δ in (0, 0.1), with B = 2",
)

B, t = symbols("B t")
NORMAL_LAW = Words("the entries are independent and N(0, 1)")
beyond = Pr(abs(X[i, j]) > t)
NORMAL = Computed(  # only nd enters
    replace(NORMAL_ENTRIES, declared=Declared(premises=(NORMAL_LAW,), same=(n * d, (columns, features)))),
    {n: lambda x: 1 + x.more, d: lambda x: 1, beyond: lambda x, t: normal_beyond(t)},
    ranges=(n >= 1, d >= 1, standard_normal(X[i, j]), fixed(n, d, delta)),
)
C1 = Lemma(
    "Definition C.1",
    "Appendix C.1 (Section 3, assumption)",
    "independent and bounded entries",
    given=NORMAL,
    provenance="public",
)
bounded_input = Pr(ForAll(i, columns, ForAll(j, features, abs(X[i, j]) <= B * sqrt(log(n * d / delta))))) >= 1 - delta
can_be_met = Implies(NORMAL_LAW & (B == 2), bounded_input)
reached = 2 * sqrt(log(n * d / delta))
C1[""] = can_be_met
C1[""].trivial(ranges.PROBABILITY).note(
    "Can it be met? Nothing is said of E X_ij, constant entries are independent, and only pairs of entries need be: three "
    "weaknesses that Lemma D.4 and all that rests on it pay for."
)


def normal_tails(line: Line) -> None:
    """Normal entries are bounded so."""

    @proof(line)
    def _() -> None:
        """Pr[|g| > t] ≤ 2 e^{-t²/2}, and the union bound: 2 nd (δ/nd)² ≤ δ for δ ≤ 1/2. Bounded entries |X_ij| ≤ b satisfy it
        too (B = b/√log(nd/δ) for the given δ, B = b/√log 10 for all δ).
        """
        have(log(n * d / delta) >= 0, LOG_ABOVE(n * d / delta))
        entry, low = X[i, j], reached**2 / 2
        moments = MGF_OF_NORMAL(entry, reached), MGF_OF_NORMAL(entry, -reached)
        have(Pr(entry >= reached) <= exp(-low), *moments, CRAMER_CHERNOFF(entry, reached, reached, low))
        have(Pr(entry <= -reached) <= exp(-low), *moments, CRAMER_CHERNOFF_BELOW(entry, reached, -reached, low))
        (
            calc(Pr(abs(entry) > reached))
            .le(Pr(abs(entry) >= reached), MORE_LIKELY(lambda x: abs(x) > reached, lambda x: abs(x) >= reached, entry, t))
            .le(Pr(entry >= reached) + Pr(entry <= -reached), TWO_SIDES(entry, reached))
            .le(2 * exp(-low))
        )


normal_tails(C1[""])

THREE_SIGNS = Domain(
    "three signs x, y, z with probability (1 + c xyz)/8",
    lambda: st.builds(lambda c: {"c": c}, st.fractions(-1, 1, max_denominator=8)),
    bind_point,
    (Condition(abs(Symbol("c")) <= 1, lambda x: abs(Fraction(x["c"])) <= 1, said="any two are independent"),),
    lambda: (Instance(c=Fraction(c, 2)) for c in range(2, -3, -1)),
    variables={"c": "the mean of the product of all three"},
    feasible="every c in [-1, 1]; c = 0 where all three are independent",
)


def _mean_of_product(x: Point, *places: int) -> Number:
    """The mean of the product of the signs at these places."""
    laws = ((signs, (1 + x.c * prod(signs)) / 8) for signs in product((-1, 1), repeat=3))
    terms = [probability * prod(signs[place] for place in places) for signs, probability in laws]
    return sum(terms[1:], terms[0])


three = X[1, 1], X[1, 2], X[2, 1]
TWO_BY_TWO = Words("the entries are independent two by two")
with C1.where(
    given=Computed(
        replace(THREE_SIGNS, declared=Declared(premises=(TWO_BY_TWO,))),
        {
            E(three[0] * three[1] * three[2]): lambda x: _mean_of_product(x, 0, 1, 2),
            E(three[0]): lambda x: _mean_of_product(x, 0),
            E(three[1]): lambda x: _mean_of_product(x, 1),
            E(three[2]): lambda x: _mean_of_product(x, 2),
        },
    )
):
    C1["1(b)"] = Implies(TWO_BY_TWO, E(three[0] * three[1] * three[2]) == E(three[0]) * E(three[1]) * E(three[2]))
C1["1(b)"].refuted("c=1").from_("text").note(
    "The literal words are that entries are independent two by two; Hoeffding's inequality needs them mutually independent, "
    "and then the mean of a product is the product of the means. c = 1: the three parities of two fair bits, s, t "
    "and s t, are pairwise independent, and their product is 1. What it costs: Lemma D.4, pairwise."
)
C1["2(b)"] = can_be_met
normal_tails(C1["2(b)"].trivial(ranges.PROBABILITY))
C1["2(b)"].note("One B serves every δ of the definition, and all δ ≤ 1/2.")
TWO_POINTS = Domain(
    "independent entries that are b with probability p and -b otherwise",
    lambda: st.builds(lambda p: {"p": p}, st.fractions(0, 1, max_denominator=8)),
    bind_point,
    (Condition(chain(0, "<=", Symbol("p"), "<=", 1)),),
    lambda: (Instance(p=Fraction(p, 2)) for p in range(2, -1, -1)),
    variables={"p": "the probability of b = B √log(nd/δ), the unit here"},
    feasible="every p in [0, 1]; p = 1: constant entries",
)
with C1.where(given=Computed(TWO_POINTS, {E(X[i, j]): lambda x: x.p - (1 - x.p)})):
    C1["3(b)"] = E(X[i, j]) == 0
C1["3(b)"].refuted("p=1").from_("own").note(
    "Does Definition C.1 imply it? The paper says nothing of E X_ij. Constant entries X_ij = b are independent and bounded, "
    "with mean b. For what centring would change see the centred entries."
)

STATEMENTS = (
    attention("3.1", "Section 3"),
    attention("C.2", "Appendix C.2"),
    sparsity("3.2", "Section 3.1"),
    sparsity("C.3", "Appendix C.3"),
    sparsity("C.4", "Appendix C.3"),
    top_k("3.3", "Section 3.2"),
    top_k("C.5", "Appendix C.4"),
    sparse_attention("3.4", "Section 3.2"),
    sparse_attention("C.6", "Appendix C.4"),
    sparse_attention("C.7", "Appendix C.4"),
    C1,
    DEFINITION_4_1,
    DEFINITION_C_8,
    DEFINITION_C_9,
)
