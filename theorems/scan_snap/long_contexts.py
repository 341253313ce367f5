"""The long-context limit of attention (scan_snap, Section 3.3 and Appendix C): Lemma 2."""

from theorems.scan_snap.class_counts import HOEFFDING
from theorems.scan_snap.language import *
from theorems.scan_snap.setting import SEQUENCES

X, b, p, c, q, h, T, i, j, k, l, one = symbols("X b p c q h T i j k l 1⊤")
X_T, b_T, p_X, h_X, x_T, x_next, m, n, diag = symbols("X⊤ b_T p_X h_X x_T x_{T+1} m n diag")
c_mn, q_l, probability = symbols("c_{m,n} q_{l|m,n} P(l|m,n)")
tokens, positions = Named("[M]"), Named("[T-1]")
t_1, mass = symbols("t_1 Σp")  # the first position, the sum of all p
CONTEXTS = Computed(
    SEQUENCES,
    {
        tokens: lambda x: range(x.M),
        positions: lambda x: range(len(x.contexts)),
        T: lambda x: len(x.contexts) + 1,
        X[t, l]: lambda x, t, l: int(x.contexts[t] == l),
        b[t]: lambda x, t: x.b[t],
        p[t]: lambda x, t: x.boosts[x.contexts[t]],
        h[l]: lambda x, l: x.boosts[l],
        c[l]: lambda x, l: x.a[l],
        q[l]: lambda x, l: Fraction(x.tally[l], len(x.contexts)),
        t_1: lambda _: 0,
        mass: lambda x: sum(x.boosts[l] for l in x.contexts),
    },
    ranges=(Member(t_1, positions), T >= 2),
)
first = (expr(0),)
MASS = Definition("Σ p", (), mass == Sum(t, positions, p[t]), of=CONTEXTS)
SOFTMAX = Definition("b = softmax", (t,), b[t] == p[t] / mass, of=CONTEXTS, at=(first,))
SCORES = Definition("p = exp(z)", (t,), p[t] > 0, of=CONTEXTS, at=(first,), names=(p[t],), exists="an exponential")
each_token = Symbol("k", VARIABLE)
ONE_PER_PLACE = Definition(
    "X 1 = 1", (t, each_token), Sum(each_token, tokens, X[t, each_token]) == 1, of=CONTEXTS, at=((expr(0), l),)
)
TRANSPOSED = Definition("c = X⊤b", (l,), c[l] == Sum(t, positions, X[t, l] * b[t]), of=CONTEXTS, at=(first, (expr(1),)))
ONE_TOKEN_EACH = Definition(
    "x_t is one-hot",
    (t, i, j),
    (X[t, i] * X[t, j] == Indicator(i == j) * X[t, i]) & (X[t, i] * p[t] == X[t, i] * h[i]) & (X[t, i] >= 0),
    of=CONTEXTS,
    at=((expr(0), expr(0), expr(0)), (expr(0), expr(0), expr(1)), (expr(0), expr(1), expr(1))),
)
EQN_137 = Definition("q of Eqn 137", (l,), q[l] == Sum(t, positions, X[t, l]) / (T - 1), of=CONTEXTS, at=(first, (expr(1),)))
LENGTH = Definition("T - 1 positions", (), Sum(t, positions, 1) == T - 1, of=CONTEXTS)


def gathered(weight: Symbol, l: Symbol) -> Expr:
    """Entry l of X⊤ weight, for a weight of each position."""
    return Sum(t, positions, X[t, l] * weight[t])


def on_diagonal(weight: Symbol) -> Expr:
    """Entry (i, j) of X⊤ diag(weight) X."""
    return Sum(t, positions, X[t, i] * weight[t] * X[t, j])


total_gathered = Sum(k, tokens, gathered(p, k))


@auxiliary(lambda weight, l: Sum(l, tokens, gathered(weight, l)) == Sum(t, positions, weight[t]))
def of_all_tokens(weight: Symbol, l: Symbol) -> None:
    """Σ_l (X⊤w)_l = Σ_t w_t, because X 1 = 1."""
    at_place = Sum(l, tokens, X[t, l] * weight[t])
    have(
        ForAll(t, positions, at_place == weight[t]), multiple(at_place, weight[t], Sum(l, tokens, X[t, l])), ONE_PER_PLACE(t, l)
    )
    have(Sum(t, positions, at_place) == Sum(t, positions, weight[t]), SUM_EQUAL)
    hence(SUM_SWAP(lambda l, t: X[t, l] * weight[t], l, tokens, t, positions))


@auxiliary((mass > 0) & (total_gathered == mass))
def the_mass() -> None:
    """Σ_k (X⊤p)_k = Σ_t p_t > 0."""
    have(ForAll(t, positions, p[t] >= 0), SCORES(t))
    have(mass > 0, MASS(), SCORES(t_1), SUM_POSITIVE(lambda t: p[t], t, positions, t_1))
    obtain(of_all_tokens(p, k))
    hence(MASS())


LEMMA_2 = Declared(
    meaning=((one * X_T * p_X, total_gathered),),
    vectors=(
        (((l, tokens),), {X_T * b_T: gathered(b, l), X_T * p_X: gathered(p, l)}),
        (((i, tokens), (j, tokens)), {X_T * diag(b_T) * X: on_diagonal(b), X_T * diag(p_X) * X: on_diagonal(p)}),
    ),
)
L2 = Lemma(
    "2",
    "Section 3.3 and Appendix C",
    given=replace(CONTEXTS, points=replace(CONTEXTS.points, declared=LEMMA_2)),
    uses=["Lemma 18/limit"],
)


L2["Eqn 20"] = X_T * b_T == X_T * p_X / (one * X_T * p_X)
L2["Eqn 22"] = X_T * diag(b_T) * X == X_T * diag(p_X) * X / (one * X_T * p_X)
L2["Eqn 20"].uses().note("For every T. p_X is the vector of p_{x_t}, p_l = exp(z_ml). Compared entry by entry.")
L2["Eqn 22"].uses().note("For every T: a diagonal matrix with Xᵀb_T on it. Compared entry by entry.")


@proof(L2["Eqn 20"])
@proof(L2["Eqn 22"])
def _() -> None:
    """b_t = p_t/Σ p, and 1⊤X⊤p_X = Σ p because X1 = 1."""
    obtain(the_mass)
    hence(multiple(gathered(b, l), 1 / mass, gathered(p, l)), multiple(on_diagonal(b), 1 / mass, on_diagonal(p)), SOFTMAX(t))


CONTINUOUS = limit_is(
    "two tokens: q p/(q p + (1-q) p') is continuous in q: with q = P + 1/r it tends to its value at P (P = 1/3, p = 2, p' = 5)",
    ((sympy.Rational(1, 3) + 1 / positive("r")) * 2)
    / ((sympy.Rational(1, 3) + 1 / positive("r")) * 2 + (sympy.Rational(2, 3) - 1 / positive("r")) * 5),
    positive("r"),
    sympy.Rational(2, 3) / (sympy.Rational(2, 3) + sympy.Rational(10, 3)),
)
SUMMABLE = limit_is(
    "2 exp(-2nt²) is summable in n: the ratio of neighbours is exp(-2t²) < 1", sympy.exp(-2 * positive("n")), positive("n"), 0
)
L2["Eqn 6"] = Words(
    "given ",
    (x_T == m) & (x_next == n),
    ": ",
    (Limit(X_T * b_T, T, INFINITY) == c_mn) & (Limit(X_T * diag(b_T) * X, T, INFINITY) == diag(c_mn)),
    " almost surely",
)
L2["Eqn 6"].note("Almost sure convergence: no comparison at an instance. Its exact form at finite T is Eqns 20 and 22.")
L2["Eqn 6"].proved(
    proved(
        "With token frequencies q, Xᵀb = q∘p/Σ q p (Eqn 20), continuous in q near P because Σ P p > 0; q → P almost surely "
        "(Lemma 18, whose bounds are summable in T). The error is O(1/√T).",
        CONTINUOUS,
        SUMMABLE,
        *HOEFFDING,
        in_words="From q → P to the limit of Xᵀb almost surely: a continuous function of frequencies that converge converges. "
        "Continuity is checked for two tokens and one choice of numbers only.",
    )
)


L2["sum"] = (Sum(l, tokens, c[l]) == 1) & (Sum(t, positions, b[t]) == 1)
L2["sum"].uses().note("c is c_{m,n} with the frequencies of the context for P, which is Xᵀb_T (Eqn 20).")
all_attention = Sum(t, positions, b[t])


@proof(L2["sum"])
def _() -> None:
    """Σ b = Σ p/Σ p, and X 1 = 1."""
    obtain(the_mass)
    have(all_attention == 1, multiple(all_attention, 1 / mass, Sum(t, positions, p[t])), SOFTMAX(t), MASS())
    obtain(of_all_tokens(b, l))
    have(Sum(l, tokens, c[l]) == Sum(l, tokens, gathered(b, l)), SUM_EQUAL, TRANSPOSED(l))


STATEMENTS = (L2,)
