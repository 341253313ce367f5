"""Attention collapse (Theorems 5.1, D.2, the remark of Section 5, the claim of Figure 1).

On |S_ij| ≤ M = C R √log(n/δ) with R = o(√log n) the largest entry is at most e^{2M}/n -> 0: no entry stays above a fixed
ε. The count of effective entries therefore falls to 0, not to 1, and |S_ε(u)| is n, not n-1 (which Figure 1 shows as well).
Without the event the scores of Definition C.1 are of order R log(2n/δ): already R = 1/2 lets one entry, or two equal
ones, hold the whole row for every n. That fewer than 1/ε entries exceed ε is true of every softmax row.
"""

import mpmath

from theorems.sparse.facts import bind_point
from theorems.sparse.language import *
from theorems.sparse.large_sizes import SURE_SCALE, Margin, Route, Threshold, spikes
from theorems.sparse.sparsity import with_epsilon

PRINTED, REPAIRED, ROWS_ON_EVENT = with_epsilon(INPUTS), with_epsilon(REPAIRED_INPUTS), with_epsilon(ROWS)
printed, repaired, on_event, of_any = (row_data(each) for each in (PRINTED, REPAIRED, ROWS_ON_EVENT, with_epsilon(ANY_INPUTS)))
slowly = sqrt(log(n))
at_least_slowly = (R == Omega(slowly)) | (R == Theta(slowly))

_ONE_ENTRY = ranges.ABOVE.uninformative_on(
    "n = 1 or ε ≥ 1/2", lambda i: length_of(str(i.row)) == 1 or Fraction(i["eps"]) >= Fraction(1, 2)
)

_eps, _delta, _N = (positive(s) for s in ("epsilon", "delta", "N"))
_EPS = Fraction(1, 100)
_DEPENDENCE = (
    "log(n0/δ) = (CR + √(C²R² + log((1-ε)/(εδ))))²: n0 grows like e^{4C²R²}/(ε²δ) with R and like "
    "e^{2CR√log(1/(εδ))}/ε as ε falls; for R = o(√log n): the size beyond which R ≤ √log(n/δ)/(4C), and 1/(δε²)"
)


def _threshold(scores: str, count: int) -> Threshold:
    """``count`` equal scores M have the entries r/(count r + n - count)."""
    return Threshold(
        scores,
        spikes(count),
        Margin("e^{2M}/n ≤ ε", 2, 1 / _EPS),
        lambda L, r: r / (count * r + mpmath.exp(L) - count) - 1 / mpmath.mpf(100),
        Route("none: the sketch goes through Eq. (1), which leaves e^M/ε ≥ 1/ε > 1 entries above ε at every length"),
        _DEPENDENCE if count == 1 else _DEPENDENCE.replace("(1-ε)/(εδ)", "(1-2ε)/(εδ)"),
        more={"eps": _EPS},
    )


ONE_LARGE = _threshold("one score {M}, the others -{M}", 1)
TWO_LARGE = _threshold("two scores {M}, the others -{M}", 2)


def no_entry_above(m: Expr) -> None:
    """u_j ≤ e^{2m}/n, and e^{2m}/ε is at most n: no entry exceeds ε."""
    obtain(low_sum(m))
    with proving(ForAll(l, columns, Indicator(u[l] > eps) <= 0)):
        obtain(high_entry(m, i, l))
        have(u[l] <= exp(2 * m) / n, U_IS(l))
        calc(u[l]).le(exp(2 * m) / n).le(eps, *below_power(m, 1 / eps, expr(1)))
        hence(INDICATOR_HOLDS(u[l] <= eps), INDICATOR_OF_CONTRARY(u[l], eps))
    hence(LARGE_SET(), SUM_BELOW_COUNT(lambda l: Indicator(u[l] > eps), 0, l, columns))


_t, _D = positive("t"), positive("D")
_hub = _N / _delta
AT_THE_EDGE = (
    identity("(n D)^{1-t}/n = n^{-t} D^{1-t} for 2dR = 1 - t, D = d/δ", (_N * _D) ** (1 - _t) / _N, _N**-_t * _D ** (1 - _t)),
    identity(
        "n^{-t} D^{1-t} = ε at n = (D^{1-t}/ε)^{1/t}", ((_D ** (1 - _t) / _eps) ** (1 / _t)) ** -_t * _D ** (1 - _t), _eps
    ),
    limit_is("at 2dR = 1: r/(r + n-1) -> 1/(1 + δ) for r = n/δ", _hub / (_hub + _N - 1), _N, 1 / (1 + _delta)),
    limit_is("and r/(2r + n-2) -> 1/(2 + δ)", _hub / (2 * _hub + _N - 2), _N, 1 / (2 + _delta)),
)


def collapses(line: Line, threshold: Threshold, m: Expr = M) -> None:
    """No entry above ε from some size on: on the event, or for few weights."""
    reaches = "u = r/(r + n-1) tends to 1/(1+δ) > ε in all these rows."
    if threshold is TWO_LARGE:
        reaches = "and with -b twice two entries of these rows are r/(2r + n-2), which tends to 1/(2+δ) > ε."
    of_bounded_entries = (
        " With M' = d R log(nd/δ) on the event of bounded entries, e^{2M'}/n = (nd/δ)^{2dR}/n tends to 0 for limsup 2dR < 1 "
        f"(exactly: as (1 - 2dR) log n -> ∞). {HUB}: at 2dR = 1 {reaches}"
    )
    sizes = where_small(m, 1 / eps, expr(1), fixed=(eps,))

    def at_last(how: str, flat: Any) -> Later:
        if m is M:
            return threshold.proof(how, (), calculation=flat(sizes))
        worst = replace(threshold, dependence="((d/δ)^{2dR}/ε)^{1/(1 - 2dR)}: without bound as 2dR approaches 1")
        return worst.proof(how + of_bounded_entries, AT_THE_EDGE, SURE_SCALE, flat(sizes))

    @proof(line, at_last)
    def _() -> None:
        """u_j ≤ e^{2M}/n, which is at most ε from some size on: beyond it no entry exceeds ε, in every row."""
        obtain(small_scores(m, 1 / eps, expr(1)))
        no_entry_above(m)


_UNIFORM_HOW = (
    "W = 0 (R = 0) gives u_j = 1/n for every input, so |S_ε(u)| = n for every n ≥ 1/ε, never n-1. (A limit as n -> ∞ that "
    "depends on n is ill-typed; read as |S_ε(u)| - (n-1) -> 0 it is false along this family.)"
)
UNIFORM_INPUTS = along(
    "m -> n = 10^m, any X, W = 0, ε = 1/10",
    lambda m: f"row=1x{10**m} k=1 R=0 delta=1/100 C=2 eps=1/10",
    _UNIFORM_HOW,
    calculation=Contrary(
        (n >= 100, k == 1, eps == Q(1, 10), R == 0, C == 2, delta == Q(1, 100), reach == 1),
        by(NONE_ABOVE_AT_ZERO()),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == 0),
    ),
)
UNIFORM_ON_EVENT = along(
    "m -> n = 10^m, S = 0, ε = 1/10",
    lambda m: f"row=0x{10**m} k=1 M=0 eps=1/10",
    _UNIFORM_HOW,
    calculation=Contrary(
        (n >= 100, k == 1, eps == Q(1, 10), M == 0, Norm(S, "∞") <= M), by(NONE_ABOVE()), sizes=(n == 10**K, M == 0)
    ),
)


def sink(count: int) -> RefutedAlong:
    """``count`` equal scores R log(2n/δ), the others -R log(2n/δ), R = 1: they share the row for ever."""
    inputs = (d == 2, R == 1, C == 2, delta == Q(1, 100), reach == 1, most == 1, least == -1, levels == 2, leaders == count)
    return along(
        f"m -> n = 10^m, d = 2, X_j = (b, ±b) with + for {count} keys, W = E_12/B², R = 1, ε = 1/10",
        lambda m: f"row=1x{count},-1x{10**m - count} k=1 R=1 delta=1/100 C=2 eps=1/10",
        f"R = 1 = o(√log n); c_j = 1 for {count} of the keys and -1 for the others. Their entries are "
        f"1/({count} + (n-{count}) (δ/2n)²) ≥ 1/({count} + δ²/(4n)), a certain event, for every n: exactly {count} entries "
        "exceed any ε < 1/3, in every row (all rows are equal), whatever the size.",
        calculation=Contrary(
            (n >= 100, k == 1, eps == Q(1, 10), *inputs),
            by(SCORES_OF_INPUT(), SOME_ABOVE()),
            reasons=(ENTRIES_OF_X(),),
            sizes=(n == 10**K, R == 1),
        ),
    )


THEOREMS = tuple(
    Lemma(name, source, title, given=printed, provenance="public", uses=[*before, "Theorem D.1/(a)"])
    for name, source, title, before in (
        ("Theorem 5.1", "Section 5", "attention collapse", ["Equation 1/lower bound"]),
        ("Theorem D.2", "Appendix D.2", "attention collapse, formal version", []),
    )
)
all_but_one = Limit(small, n, infinity) == n - 1
at_most_one = Eventually(effective <= 1, n)
none_left = Limit(effective, n, infinity) == 0
few_left = effective == O(1)
AS_COUNTED = "|S_ε(u)| = n-1, written n - |S_ε(u)| = 1."
CHANGED = "limsup 2dR < 1, d and δ fixed, in place of R = o(√log n) (at 2dR = 1 it fails)"
REPAIRED_MET = met_with(REPAIRED, WEIGHTS_BELOW_LENGTH)


def _first_part(theorem: Lemma, suffix: str, which: Callable[[Claim], Claim]) -> None:
    """Part 1 in its three readings, in all rows at once or in one fixed row."""
    why = f"{CHANGED}; {AT_EACH_SIZE}"
    theorem[f"1{suffix}"] = likely(which(all_but_one)), GROWTH_OF_R
    theorem[f"1(b){suffix}"] = likely(which(at_most_one)), GROWTH_OF_R
    theorem[f"1(c){suffix}"] = likely(which(none_left)), GROWTH_OF_R
    line = theorem[f"1{suffix}"].proved(UNIFORM_INPUTS).note(AS_COUNTED)
    fixed = line.instead(
        WEIGHTS_BELOW_LENGTH,
        claim=likely_at_last(which(small == n)),
        why=f"{CHANGED}, and n in place of n-1; {AT_EACH_SIZE}",
        given=repaired,
    )
    collapses(fixed.trivial(ranges.ABOVE, REPAIRED_MET).uses(), ONE_LARGE, M_sure)
    line.feasible(met_with(PRINTED, GROWTH_OF_R))
    line = theorem[f"1(b){suffix}"].proved(sink(2))
    line.trivial(_ONE_ENTRY, met_with(PRINTED, GROWTH_OF_R))
    fixed = line.instead(WEIGHTS_BELOW_LENGTH, claim=likely_at_last(which(effective <= 1)), why=why, given=repaired)
    collapses(fixed.trivial(_ONE_ENTRY, REPAIRED_MET).uses(), TWO_LARGE, M_sure)
    line = theorem[f"1(c){suffix}"].proved(sink(1))
    line.trivial(ranges.ABOVE, met_with(PRINTED, GROWTH_OF_R))
    fixed = line.instead(WEIGHTS_BELOW_LENGTH, claim=likely_at_last(which(effective == 0)), why=why, given=repaired)
    collapses(fixed.trivial(ranges.ABOVE, REPAIRED_MET).uses(), ONE_LARGE, M_sure)


_ONE_MORE = Silent(smallest(n, 1 / eps - 1), by(MIN_BELOW(n, 1 / eps - 1)))


def _bounded_part(theorem: Lemma, label: str) -> None:
    """The constant of O(1) is 1/ε, attained up to rounding: ⌈1/ε⌉ - 1 equal entries and nothing else."""
    line = theorem[label].constant(1 / eps).uses().trivial(ranges.always_silent(ranges.ABOVE, _ONE_MORE))
    line.note("The hypothesis on R does no work. The constant of O(1) is 1/ε.")

    @proof(line)
    def _() -> None:
        """m entries above ε add up to more than m ε, and to at most 1. No hypothesis on R, on n or on the event is used."""
        obtain(unit_row)
        hence(LARGE_SET(), COUNTING_STRICTLY(lambda l: u[l], eps, l, columns))


for _theorem in THEOREMS:
    _first_part(_theorem, "", in_each_row)
    _first_part(_theorem, ", one row", lambda claim: claim)
    with _theorem.where(SMALL_M, given=on_event):
        _theorem["1(b), on G_M"] = Implies(ON_EVENT, in_each_row(at_most_one))
        _theorem["1(c), on G_M"] = Implies(ON_EVENT, in_each_row(none_left))
        _theorem["1, on G_M"] = Implies(ON_EVENT, in_each_row(all_but_one))
    on_event_met = met_with(ROWS_ON_EVENT, SMALL_M)
    collapses(_theorem["1(b), on G_M"].uses().trivial(_ONE_ENTRY, on_event_met), TWO_LARGE)
    collapses(_theorem["1(c), on G_M"].uses().trivial(ranges.ABOVE, on_event_met), ONE_LARGE)
    _theorem["1, on G_M"].proved(UNIFORM_ON_EVENT).uses().note(AS_COUNTED).feasible(on_event_met)
    with _theorem.where(given=of_any):
        _theorem["2"] = Implies(R == O(slowly), likely(in_each_row(few_left)))
        _theorem["2(b)"] = Implies(at_least_slowly, likely(in_each_row(few_left)))
    _bounded_part(_theorem, "2")
    _bounded_part(_theorem, "2(b)")
    with _theorem.where(given=on_event):
        _theorem["2, on G_M"] = Implies(ON_EVENT & (R == O(slowly)), in_each_row(few_left))
        _bounded_part(_theorem, "2, on G_M")
        _theorem["2(b), on G_M"] = Implies(ON_EVENT & at_least_slowly, in_each_row(few_left))
        _bounded_part(_theorem, "2(b), on G_M")

queries, keys, weight = symbols("Q K w")
largest_query, largest_key = Norm(queries, "∞"), Norm(keys, "∞")


def _slow(size: Expr) -> Condition:
    return Condition(size == o(slowly), growth=True, said="along the family")


def _entry_of_Q(x: AttentionRow) -> Number:
    """Q_i = (q, 0) and K_j = (√2 S_ij/q, 0), d = 2."""
    return x.sqrt(x.sqrt(x.number(2)) * (x.M + 1))


some_feature = Symbol("some feature")
FACTORS: dict[Node, Supply] = {
    largest_query: _entry_of_Q,
    largest_key: lambda x: x.sqrt(x.number(2)) * x.score / _entry_of_Q(x),
}
_in_row: Any = ATTENTION.quantities[S[i, l]]
FACTOR_ENTRIES: dict[Node, Supply] = {
    features: lambda x: range(2),
    queries[i, p]: lambda x, i, p: _entry_of_Q(x) if p == 0 else x.number(0),
    keys[i, p]: lambda x, i, p: x.sqrt(x.number(2)) * _in_row(x, 0, i) / _entry_of_Q(x) if p == 0 else x.number(0),
}
FACTORED = ATTENTION.knowing(FACTORS | FACTOR_ENTRIES)
S_OF_FACTORS = indexed("S = Q K^⊤/√d", (i, l), S[i, l] == Sum(p, features, queries[i, p] * keys[l, p]) / sqrt(d), FACTORED)
ENTRIES_ARE = indexed(
    "‖Q‖_∞ = max |Q_ij|, ‖K‖_∞ = max |K_ij|",
    (i, l, p),
    (abs(queries[i, p]) <= largest_query) & (abs(keys[l, p]) <= largest_key),
    FACTORED,
)
of_factors = sqrt(d) * (largest_query * largest_key)
_term, _products = queries[s, p] * keys[t, p], Sum(p, features, queries[s, p] * keys[t, p])


@auxiliary(Norm(S, "∞") <= of_factors)
def scores_of_factors() -> None:
    """|Σ_p Q_sp K_tp| ≤ d max|Q| max|K|."""
    with proving(ForAll(s, columns, ForAll(t, columns, abs(S[s, t]) <= of_factors))):
        have(ForAll(p, features, abs(_term) <= largest_query * largest_key), ENTRIES_ARE, ABS_OF_PRODUCT, ABS_NONNEGATIVE)
        at_most = SUM_BELOW_COUNT(lambda p: abs(queries[s, p] * keys[t, p]), largest_query * largest_key, p, features)
        have(abs(_products) <= largest_query * largest_key * d, SUM_TRIANGLE, at_most, WIDTH)
        hence(S_OF_FACTORS(s, t), ABS_ABOVE(_products), ABS_BELOW(S[s, t], of_factors))
    below_entry_by_entry(LARGEST_SCORE, lambda s, t: S[s, t], of_factors)


factored = replace(on_event.knowing(FACTORS), ranges=(*on_event.ranges, some_feature.isin(features)))
REMARK = Lemma(
    "Remark of Section 5",
    "Section 5, discussion",
    "the bound on R and the bounded entries of Alman and Song",
    given=factored,
    provenance="text",
)
REMARK["entries to collapse"] = in_each_row(none_left), _slow(largest_query), _slow(largest_key), held_fixed(d)
REMARK["entries to collapse"].trivial(
    ranges.ABOVE, met_with(ROWS_ON_EVENT, more="entries of Q and K of order (log n)^{1/4} are such a family")
)


def factors_at_last(how: str, flat: Any) -> Later:
    """The sizes from which on the entries of Q and K are small."""
    share = 1 / (2 * sqrt(d))
    slow = largest_query <= share * slowly, largest_key <= share * slowly
    sizes = FromSomeSizeOn(n, (*slow, log(1 / eps) <= log(n) / 2, log(n) >= 1), PENDING, fixed=(eps, d))
    threshold = replace(
        ONE_LARGE,
        route=Route("none printed"),
        dependence="1/ε², and the size beyond which max|Q| max|K| ≤ log n/(4√d); M = √d max|Q| max|K| in the family",
    )
    return threshold.proof(how, (), calculation=flat(sizes))


@proof(REMARK["entries to collapse"], factors_at_last)
def _() -> None:
    """|S_ij| ≤ d max|Q| max|K| / √d = √d q² with q = o(√log n): M = √d q² = o(log n). Once q² ≤ log n/(4√d),
    e^{2M} ≤ n^{1/2} ≤ ε n for n ≥ 1/ε².
    """
    obtain(scores_of_factors)
    have((largest_query >= 0) & (largest_key >= 0), ENTRIES_ARE(i, j, some_feature), ABS_NONNEGATIVE)
    calc(2 * of_factors).le(log(n) / (2 * sqrt(d))).le(log(n) / 2, ROOT_ABOVE(d, 1))
    no_entry_above(of_factors)


SCALED = Domain(
    "X = (1, ..., 1) with d = 1, W_Q = w, W_K = R/w",
    lambda: st.builds(
        lambda n, w, R: {"n": n, "w": w, "R": R},
        st.integers(1, 10**9),
        st.fractions("1/8", 99, max_denominator=8),
        st.fractions(0, 3, max_denominator=4),
    ),
    bind_point,
    (Condition((n >= 1) & (weight > 0)), GROWTH_OF_R),
    lambda: (Instance(n=n, w=w, R=1) for n in range(2, 9) for w in range(1, 5)),
    variables={"n": "length", "w": "the weight W_Q", "R": "B² ‖W‖_F, B = 1"},
    feasible="every n ≥ 1, w > 0; R constant is a family",
)
QUERIES = Computed(SCALED, {Norm(queries, "∞"): lambda x: x.w, Norm(keys, "∞"): lambda x: x.R / x.w})
QUERIES_ARE = Definition(
    "Q = X W_Q, K = X W_K", (), (Norm(queries, "∞") == weight) & (Norm(keys, "∞") == R / weight), (weight > 0,), of=QUERIES
)
with REMARK.where(given=QUERIES):
    REMARK["collapse to entries"] = Implies(R == o(slowly), (Norm(queries, "∞") == o(slowly)) & (Norm(keys, "∞") == o(slowly)))
REMARK["collapse to entries"].constant(1, 1).proved(
    along(
        "m -> n = 10^m, X = (1, ..., 1) (d = 1), W_Q = n, W_K = 1/n: R = 1 for every n, Q_ij = n",
        lambda m: f"n={10**m} w={10**m} R=1",
        "W_Q = c·I and W_K = I/c leave W, R and S as they are while Q grows with c: choose c = n. R bounds only the product.",
        calculation=Contrary(
            (n >= 100, log(n) >= 1, weight == n, R == 1),
            linked(slowly).le(log(n)).lt(n, LOG_BELOW_TANGENT(n)).eq(Norm(queries, "∞"), QUERIES_ARE()),
            sizes=(n == 10**K, R == 1),
        ),
    )
)
REMARK["collapse to entries"].from_("own").note(
    "The remark calls the two bounds similar and does not say this. Compared is the constant 1 of the order: along the family "
    "no constant serves. R bounds the product W_Q W_K^⊤ only."
)

STATEMENTS = (*THEOREMS, REMARK)
