"""The claims of the title, the abstract and the introduction."""

import sympy

from theorems.sparse import uniform_rows
from theorems.sparse.adaptive_windows import (
    DIFFERENT,
    DROPS_SOMEWHERE,
    TWO_LENGTHS_MET,
    UNIFORM_DATASETS,
    state_better_on_average,
)
from theorems.sparse.approximation import (
    ONE_SPIKE,
    ONE_SPIKE_SURE,
    WEIGHTS_REPAIR,
    at_half,
    error_vanishes,
    wide_window,
    with_exponent,
    with_target,
)
from theorems.sparse.companions import LEAST_MASS
from theorems.sparse.error_claims import at_two_lengths, where_it_drops
from theorems.sparse.language import *
from theorems.sparse.limits import FROBENIUS, MAXIMUM, mass_dropped, mass_threshold, where_dropped
from theorems.sparse.lower_bounds import frobenius_grows, sharp_rows
from theorems.sparse.sparsity import SMALL_EPSILON
from theorems.sparse.stability import OF_ZERO_WEIGHTS, PLATEAUS, Err

_n, _x = positive("n"), positive("x")
roots = row_data(with_target(with_window(INPUTS, ROOT)))
event_roots = row_data(with_target(with_window(ROWS, ROOT)))
logarithms = row_data(with_target(with_window(INPUTS, LOGARITHM), None))
root, logarithm = (k == ceil(n**C)) & (C == Q(1, 2)), k == ceil(log(n))
vanishes = Limit(largest_error, n, infinity) == 0
_TENDS = "tends to 0 in place of decreases"

TITLE = Lemma(
    "Title claim",
    "title, abstract and Section 8",
    "attention is n^C-sparse",
    given=roots,
    provenance="public",
    uses=["Theorem 6.1/(a)"],
)
decreases = Err(n + 1) <= Err(n)
with TITLE.where(given=OF_ZERO_WEIGHTS):
    TITLE["(a)"] = Implies(root & SMALL_R, likely(decreases))
    TITLE["(a), on G_M"] = Implies(ON_EVENT & root & SMALL_R, decreases)
for _label in ("(a)", "(a), on G_M"):
    TITLE[_label].refuted("n=6").trivial(MAXIMUM.trivial).proved(PLATEAUS).note(
        'The loss is the entrywise maximum, and "decreasing" is read as it stands. W = 0 is one of the weights. Nor is it the '
        "rounding of k: with W = 0 at even n and one score 1 at odd n the loss rises for the real number k = n^C as well."
    )
TITLE["(a), on G_M"].uses()
weak = TITLE["(a)"].instead(
    held_fixed(c),
    claim=Implies(wide_window & limsup_below(c), likely_limit(largest_error)),
    why=f"{_TENDS}; {WEIGHTS_REPAIR}; {AT_EACH_SIZE}",
    given=row_data(with_target(with_exponent(REPAIRED_INPUTS), WEIGHTS_BELOW_WINDOW)),
)
error_vanishes(weak, M_sure, c, at_half(ONE_SPIKE_SURE))
weak.trivial(MAXIMUM.below_epsilon).uses().note("With R = o(√log n) alone the loss need not tend to 0: Theorem 6.1 (a).")
limited = TITLE["(a), on G_M"].instead(
    held_fixed(c),
    claim=Implies(ON_EVENT & wide_window & SMALL_R, vanishes),
    why=_TENDS,
    given=row_data(with_target(with_exponent(ROWS))),
)
error_vanishes(limited.trivial(MAXIMUM.below_epsilon).uses(), M, c, at_half(ONE_SPIKE))

MASS_RISES = Argument(
    Verdict.FAILS,
    "W = 0: the dropped mass is 1 - k/n. It grows wherever the window ⌈√n⌉ stays level, and it tends to 1.",
    (
        strictly_positive("k/n - k/(n+1) > 0", _x / _n - _x / (_n + 1)),
        limit_is("1 - n^{-1/2} -> 1", 1 - 1 / sympy.sqrt(_n), _n, 1),
    ),
)
uniform_mass = at_two_lengths(
    where_it_drops(ROOT), ROOT, {tau(n): lambda x: 1 - x.now[1] / x.now[0], tau(n + 1): lambda x: 1 - x.then[1] / x.then[0]}
)
mass_decreases = tau(n + 1) <= tau(n)
with TITLE.where(given=uniform_mass):
    TITLE["(b)"] = Implies(root & SMALL_R, likely(mass_decreases))
    TITLE["(b), on G_M"] = Implies(ON_EVENT & root & SMALL_R, mass_decreases)
for _label in ("(b)", "(b), on G_M"):
    TITLE[_label].refuted("n=3").trivial(ranges.MASS).proved(MASS_RISES).note(
        "The loss is the dropped softmax mass. W = 0 is one of the weights."
    )
TITLE["(b), on G_M"].uses()
all_dropped = TITLE["(b), on G_M"].instead(
    claim=Implies(ON_EVENT & root & SMALL_R, Limit(tau, n, infinity) == 1),
    why="the opposite: the dropped mass tends to 1, for every admissible family",
    given=event_roots,
)
all_dropped.trivial(ranges.MASS.uninformative_on("ε ≥ 1", lambda i: Fraction(i["eps"]) >= 1)).uses()


@proof(all_dropped, lambda how, flat: mass_threshold(ROOT).proof(how, (), calculation=flat(where_dropped(ROOT, eps, eps))))
def _() -> None:
    """tau/(1-tau) ≥ (n-k) e^{-2M}/k = n^{1-C-o(1)} -> ∞."""
    obtain(mass_dropped(eps))
    calc(tau).ge(least_mass(M), LEAST_MASS).ge(1 - eps)


ABSTRACT = Lemma("Abstract", "abstract and Section 1", "the other claims", given=logarithms, provenance="text")
ABSTRACT["log n"] = Implies(logarithm, likely(frobenius == Omega(1)))
sharp_rows(ABSTRACT["log n"].trivial(FROBENIUS.trivial).uses("Theorem 6.2"), LOGARITHM)
OR_FEWER = Condition(
    chain(1, "<=", k, "<=", LOGARITHM.high),
    lambda x: int(x["k"]) <= LOGARITHM(length_of(str(x.row))),
    lambda x: x.but(k=min(int(x["k"]), LOGARITHM(length_of(str(x.row))))),
    printed=k <= LOGARITHM.printed,
)
with ABSTRACT.where(given=row_data(with_target(ROWS.where(OR_FEWER)))):
    ABSTRACT["log n, on G_M"] = Implies(
        ON_EVENT & (k <= LOGARITHM.printed) & SMALL_R, Limit(frobenius, n, infinity) == infinity
    )
frobenius_grows(ABSTRACT["log n, on G_M"].trivial(FROBENIUS.trivial), LOGARITHM)
ABSTRACT["log n, on G_M"].note(
    "With log n or fewer entries the error persists, and grows with the length. So does it with n^C entries: the claim does "
    "not tell the two windows apart."
)
with ABSTRACT.where(given=UNIFORM_DATASETS):
    adaptive = state_better_on_average(ABSTRACT, "adaptive", uniform_rows.MAXIMUM, DROPS_SOMEWHERE, DIFFERENT)
adaptive.refuted("lengths=1,2 k0=1").feasible(TWO_LENGTHS_MET).uses("Proposition 7.2/(b)")
adaptive.note(
    "The words: guaranteed to be more accurate and as efficient on flexible lengths, so at least two. For k0 = 1 no other "
    "window costs as little; with W = 0 it is false for every k0 up to half of the shortest length (Proposition 7.2 (b))."
)
left, now, then = symbols("N_ε now then")


@dataclass(frozen=True)
class Sinks:
    """A row at the lengths n and n + 1: ``now`` and ``then`` scores R log(2n/δ), R = 1, the others -R log(2n/δ)."""

    n: Number
    now: Number
    then: Number
    delta: Number
    eps: Number
    rows: tuple[AttentionRow, AttentionRow]


def _bind_sinks(instance: Instance, arithmetic: Arithmetic) -> Sinks:
    n, delta = int(instance["n"]), arithmetic.number(Fraction(instance["delta"]))

    def row(length: int, sinks: int) -> AttentionRow:
        scale = arithmetic.log(arithmetic.number(2 * length) / delta)
        return row_of(arithmetic, f"1x{sinks},-1x{length - sinks}", 1, scale, scale)

    here, there = int(instance["now"]), int(instance["then"])
    number = arithmetic.number
    rows = row(n, here), row(n + 1, there)
    return Sinks(number(n), number(here), number(there), delta, number(Fraction(instance["eps"])), rows)


def _sinks(n: int, now: int, then: int) -> Instance:
    return Instance(n=n, now=now, then=then, delta=Fraction(1, 100), eps=Fraction(1, 10))


SINKS = Computed(
    Domain(
        "d = 2, W = E_12/B² (R = 1), X_j = (b, ±b), b = B √log(2n/δ), + for some keys, at the lengths n and n + 1",
        lambda: st.builds(lambda *x: dict(_sinks(*x).items()), st.integers(4, 10**9), st.integers(1, 3), st.integers(1, 3)),
        _bind_sinks,
        (
            Condition((1 <= now) & (now < n) & (1 <= then) & (then <= n)),
            Condition(chain(0, "<", delta, "<", Q("0.1"))),
            SMALL_EPSILON,
        ),
        lambda: (_sinks(n, a, b) for n in (4, 5, 10, 100) for a in (1, 2) for b in (1, 2)),
        variables={"n": "length", "now": "keys of the one sign at n", "then": "at n + 1", "delta": "δ", "eps": "ε"},
        feasible="every n ≥ 2, numbers of keys below n, δ in (0, 0.1), ε in (0, 1)",
    ),
    {eps: "eps", left(n): lambda x: x.rows[0].effective(x.eps), left(n + 1): lambda x: x.rows[1].effective(x.eps)},
)


def _share(sign: int, length: Expr, sinks: Expr) -> Expr:
    """An entry of such a row, e^{±R log(2n/δ)} over the sum."""
    weight = 2 * length / delta
    return weight**sign / (sinks * weight + (length - sinks) / weight)


def _counted(length: Expr, sinks: Expr) -> Definition:
    return Definition(
        f"at {length!r} the entries of the named keys exceed ε, and no others",
        (),
        left(length) == sinks,
        (eps < _share(1, length, sinks), _share(-1, length, sinks) <= eps),
        of=SINKS,
    )


AT_N, AT_NEXT = _counted(n, now), _counted(n + 1, then)
with ABSTRACT.where(given=SINKS):
    ABSTRACT["collapse"] = Eventually(left(n + 1) == left(n), n), held_fixed(eps, delta)


@refuted_along(
    ABSTRACT["collapse"],
    "m -> n = 2m: + for one key at even n and for two at odd n, ε = 1/10",
    lambda m: f"n={2 * m} now=1 then=2 delta=1/100 eps=1/10",
    (n == 2 * K, n >= 100, now == 1, then == 2, delta == Q(1, 100), eps == Q(1, 10)),
    confirm=(50, 1000, 10**9),
)
def _() -> None:
    """Exactly one and exactly two entries of every row exceed ε < 1/3, 1/(1 + (n-1) (δ/2n)²) and 1/(2 + (n-2) (δ/2n)²): the
    number of effective entries goes on alternating. A sequence of whole numbers with a limit does not change any more.
    """
    have(left(n) == 1, AT_N)
    have(left(n + 1) == 2, AT_NEXT)
    hence()


ABSTRACT["collapse"].uses("Theorem 5.1/1").note(
    "N_ε(n) entries of a row exceed ε: does their number settle? The words: whatever the weights and the entries of X are, the "
    "number inevitably decreases to 1 or some constant. That it stays below a constant is Theorem 5.1, Part 2, which is true "
    "of every softmax row and says nothing. For scores bounded by o(log n) it falls to 0, as Section 5's own Figure 1 says."
)

short_or_long = replace(ROWS.without(WINDOW.text).where(Condition(k >= 1)), name="rows on the event G_M, k whatever n is")
windows = row_data(with_target(short_or_long))
TAKEAWAY_2 = Lemma(
    "Takeaway 2",
    "Section 8",
    "a large constant window is enough",
    given=replace(windows, ranges=tuple(each for each in windows.ranges if k not in free_symbols(each))),
    provenance="text",
    uses=["Definition 3.5"],
)
TAKEAWAY_2[""] = Implies(ON_EVENT & SMALL_R, Exists(k, POSITIVE, Eventually(largest_error <= eps, n)))
TAKEAWAY_2[""].trivial(MAXIMUM.below_epsilon).note(
    "Enough: for every ε some constant window leaves at most the error ε from some size on. In print it is read off Tables 1 "
    "and 2; Theorem 6.2 says the opposite in the Frobenius norm. That a dynamic window improves: Table 2, adaptive, and "
    "Proposition 7.2."
)


@refuted_along(
    TAKEAWAY_2[""],
    "m -> n = 10^(m²), one score M = m, the others -m (R = O(1)), k ≤ m",
    lambda m: f"row={m}x1,{-m}x{10 ** (m * m) - 1} k={m} M={m} eps=1/10",
    (
        *(n == 10 ** (K**2), n >= 10**6, n >= K, k >= 1, k <= K, eps == Q(1, 10)),
        *(M == K, Norm(S, "∞") <= M, highest == M, lowest == -M, levels == 2, leaders == 1),
    ),
    sizes=(n == 10 ** (K**2), M == K),
    confirm=(10, 12, 16),
)
def _() -> None:
    """M = m = O(√log n), that is R = O(1) = o(√log n). The weight r = e^{2m} of one entry outgrows every constant window, but
    not n: u_hat_1 = r/(r + k-1) -> 1 while u_1 = r/(r + n-1) -> 0. Every row carries an error that tends to 1, whatever k is.
    """
    weight, long = exp(2 * K), K**2 * log(10)
    have((Q(67, 100) * K) ** 8 <= weight, only(EXP_ABOVE_LINE(K / 4), BASE_GROWS(Q(67, 100) * K, exp(K / 4), 8)))
    have(16 * K <= (Q(67, 100) * K) ** 8, only(K >= 10))
    calc(16 * k).le(16 * K).le((Q(67, 100) * K) ** 8).le(weight)
    calc(16 * weight).le(exp(2 * K + 3)).le(exp(long), EXP_GROWS(2 * K + 3, long)).eq(n, POWER_AS_EXP(10, K**2))
    have(Q(1, 2) <= first_error, only(highest == K, lowest == -K, 16 * k <= weight, 16 * weight <= n, k >= 1))
    calc(Q(1, 2)).le(first_error).le(largest_error, SPIKE)


bounded_scores = TAKEAWAY_2[""].repair(
    claim=Implies(ON_EVENT & (k >= exp(2 * M) / eps), largest_error <= eps),
    given=row_data(with_target(ROWS, None)),
    why="scores that stay bounded: M is fixed, and so is a window of at least e^{2M}/ε entries, whatever n is",
)


@proof(bounded_scores.trivial(MAXIMUM.below_epsilon))
def _() -> None:
    """The error is at most e^{2M}/k."""
    obtain(whole_error(M))
    calc(largest_error).le(exp(2 * M) / k).le(eps)


STATEMENTS = (TITLE, ABSTRACT, TAKEAWAY_2)
