"""Each class learns on its own row (scan_snap, Section 4, Appendices D.1, D.2): notation, Lemma 3."""

from theorems.scan_snap.decoder_step import DECODER
from theorems.scan_snap.language import *

I, F, W, Y, e, w, t, s, eta_Y = symbols("I F W Y e w t s η_Y")
zeta, alpha, delta, x, T = symbols("ζ α δ x T")
lambda1 = abs(lam[1])
modification = Norm(F * corrected * e[n], "")
OF_OVERLAPS = OVERLAP_WORDS.where(CONTRACTION).knowing(
    {modification: lambda x, n: balls.root_of_nonnegative(balls.ball(modified(x)[n][n]))}
)
D1 = Lemma("Notation D.1", "Appendix D.1", given=OF_OVERLAPS)


def modified(x: Overlaps) -> symmetric.Matrix:
    """(FE')ᵀFE' = E'(I+E)E'."""
    own = symmetric.combination(1, symmetric.identity(x.K), 1, x.E)
    return symmetric.product(x.E_prime, symmetric.product(own, x.E_prime))


AS_MATRICES = Declared(
    vectors=(
        (((i, classes), (j, classes)), {I: Indicator(i == j), corrected: corrected[i, j], (I + excess) ** -1: back[i, j]}),
    )
)
with D1.where(given=replace(OF_OVERLAPS, points=replace(OF_OVERLAPS.points, declared=AS_MATRICES))):
    D1["E'"] = corrected == (I + excess) ** -1 - I
D1["E'"].refuted("K=2 M=2 E=1/2")
D1["E'"].note(
    "E' is what the text needs, (I+E)⁻¹ = I - E' (Lemma 14). "
    "The sign is wrong: with the printed E', Eqn 26 gives dW = η(I + 2E)e_n(...)ᵀ. Everything that uses E' is read "
    "with the sign "
    "of Lemma 14."
)
repaired = D1["E'"].repair(claim=corrected == I - (I + excess) ** -1, why="the sign: E' = I - (I+E)⁻¹")


@proof(repaired)
def _() -> None:
    """E′ is defined so in Lemma 14."""


vocabulary = Named("[M]")
OF_ZETAS = Computed(
    ZETAS,
    {
        i: "i",
        j: "j",
        vocabulary: lambda x: range(x.size),
        zeta[i] ** top * zeta[j]: "product",
        zeta[i, k]: lambda x, i, k: x.zeta(i)[k],
    },
    ranges=(M >= 2, Member(i, vocabulary), Member(j, vocabulary)),
)
ZETA = Definition(
    "ζ_i", (i, k), zeta[i, k] == M / (M - 1) * (Indicator(k == i) - 1 / M), of=OF_ZETAS, at=((i, expr(0)), (j, expr(1)))
)
ZETA_PRODUCT = Definition("ζ_i·ζ_j", (), zeta[i] ** top * zeta[j] == Sum(k, vocabulary, zeta[i, k] * zeta[j, k]), of=OF_ZETAS)
TOKENS = Definition("there are M tokens", (), Sum(k, vocabulary, 1) == M, of=OF_ZETAS)
with D1.where(given=OF_ZETAS):
    D1["q0 q1"] = zeta[i] ** top * zeta[j] == Cases(((i == j, 1 + 1 / (M - 1)),), -M / (M - 1) ** 2)
products = Sum(k, vocabulary, zeta[i, k] * zeta[j, k])
scale = (M / (M - 1)) ** 2
at_i = Sum(k, vocabulary, Indicator(k == i) * (Indicator(k == j) - 1 / M))
at_j, constant = Sum(k, vocabulary, Indicator(k == j) * expr(1)), Sum(k, vocabulary, expr(1))
beside = Sum(k, vocabulary, 1 / M - Indicator(k == j))
D1["q0 q1"].note("The first value is called q_1, the second q_0.")


@proof(D1["q0 q1"])
def _() -> None:
    """Σ_k ζ_ik ζ_jk with ζ_ik = M/(M-1) ([k = i] - 1/M)."""
    have(products == scale * at_i + scale / M * beside, linear(products, scale, at_i, scale / M, beside))
    have(beside == 1 / M * constant - at_j, linear(beside, 1 / M, constant, -1, at_j))
    have(at_i == Indicator(i == j) - 1 / M, SUM_PICKS(lambda k: Indicator(k == j) - 1 / M, k, vocabulary, i))
    have(at_j == 1, SUM_PICKS(lambda _: expr(1), k, vocabulary, j))
    have(zeta[i] ** top * zeta[j] == scale * (Indicator(i == j) - 1 / M), ZETA_PRODUCT(), TOKENS())
    with case(i == j):
        hence(INDICATOR_HOLDS(i == j), CASE_HOLDS(i == j, 1 + 1 / (M - 1), -M / (M - 1) ** 2))
    with otherwise():
        hence(INDICATOR_FAILS(i, j), CASE_FAILS(1 + 1 / (M - 1), -M / (M - 1) ** 2, i, j))


Delta, mean, draws = symbols("Δ N̄ N")
DELTA_FIXED = Condition(
    draws * log(1 / delta) >= 1,
    lambda i: certainly(lambda: balls.ge(i.N * balls.log(balls.ball(1 / Fraction(i.delta))), balls.ball(1))),
    lambda i: i.but(delta=min(i.delta, Fraction(1, 3))),
    said="N large, δ fixed",
)
logarithm = log(1 / delta)
closeness = K / sqrt(draws) * sqrt(logarithm)
OF_DRAWS = Computed(
    replace(DRAWS, declared=Declared(nonnegative=(closeness,))), {mean: "N_bar", Delta: "Delta", delta: "delta"}
)
with D1.where(MANY_DRAWS, DELTA_FIXED, FIXED, given=OF_DRAWS):
    D1["Delta"] = (Delta / mean == Theta(closeness)) & Implies(K**2 == o(draws), closeness == o(1))
D1["Delta"].constant(Q(1, 2), 2, sqrt(logarithm)).power(Fraction(1, 2)).note(
    "Δ = ⌈√(N ln(1/δ))⌉ and N̄ = ⌈N/K⌉; the constants are 1/2 and 2, and ≪ 1 is said for N ≫ K². δ is fixed while N grows; "
    "for a fixed N no constant serves all δ < 1, since Δ ≥ 1."
)
needed = sqrt(draws * log(1 / delta))
ROUNDED_UP = Definition(
    "Δ = ⌈√(N ln(1/δ))⌉ and N̄ = ⌈N/K⌉",
    (),
    chain(needed, "<=", Delta, "<", needed + 1) & chain(draws / K, "<=", mean, "<", draws / K + 1),
    of=OF_DRAWS,
)


@proof(D1["Delta"].trivial(never_negative("Δ/N̄"), "N ≥ K², K ≤ M, 0 < δ ≤ e^(-1/N)"))
def _() -> None:
    """With 1 ≤ L = √(N ln(1/δ)): L/(N/K + 1) ≤ Δ/N̄ ≤ (L + 1)K/N, and (K/√N)√ln(1/δ) is KL/N."""
    have(Delta <= 2 * needed, ROUNDED_UP, ROOT_GROWS(1, draws * logarithm))
    calc(Delta / mean).le(2 * needed / (draws / K)).eq(2 * closeness)


# a vector stands for its entry j, a row for its entry l, a matrix for its entry (j, l)
tr, dY, dW1, W1, one = symbols("tr dY d(W′) W′ 1")
residual, answered = (e[n] - alpha[n]) ** top, (x[T + 1] - alpha) ** top
moved_by = f[n] - F * corrected * e[n]
inverse = (I + excess) ** -1
q, p, l, r = symbols("q p l r")
# the same time where the entries are written as functions of it; W, Y and w_j are printed without theirs
now = Symbol("t_now")
tokens = Named("[M]")
through_F = Sum(q, tokens, f[j, q] * Y[q, l](now))
mass_of_n = Sum(p, tokens, exp(w[n, p](now)))
log_alpha_n = w[n, n](now) - log(mass_of_n)
OF_DECODER = Computed(
    DECODER,
    {
        j: "j",
        n: "n",
        l: "l",
        t: lambda _: None,
        now: lambda _: None,
        classes: lambda x: range(x.K),
        tokens: lambda x: range(x.M),
        f[k, q]: lambda x, k, q: x.f[k][q] if k < x.K else int(q == k - x.K),
        Y[q, l]: lambda x, q, l: x.Y[q][l],
        dY[q, l]: lambda x, q, l: x.moved[q][l],
        r[l]: lambda x, l: int(l == x.n) - x.alpha[l],
        gram[j, k]: lambda x, j, k: x.gram[j][k],
        pivot[k]: lambda x, k: pivot_of(x.gram, k),
        back[k, n]: lambda x, k, n: x.inverse[k][n],
        corrected[k, n]: lambda x, k, n: x.correction[k][n],
        ddt(through_F, now): "dW_jl",
        ddt(Y[q, l](now), now): lambda x, q, l, _: x.eta * balls.ball(x.direction[q]) * x.r_l,
        w[k, p](now): lambda x, k, p, _: x.W[k][p],
        ddt(w[k, p](now), now): lambda x, k, p, _: int(k == x.j and p == x.l),
        ddt(log_alpha_n, now): "slope",
        eta_Y: "eta",
        ddt(w[j], t): lambda x: x.eta * x.slope,
        ddt(W1, t): lambda x: x.eta * x.slope,
        e[n] - alpha[n]: "r_l",
        residual: "r_l",
        e[n] * answered: lambda x: x.d_jn * x.r_l,
        tr(dY**top * f[n] * answered): lambda x: x.traces[0],
        tr(dW1**top * e[n] * answered): lambda x: x.traces[1],
        alpha: "alpha_l",
        w[n]: lambda x: x.W[x.n][x.l],
        one**top * exp(w[n]): lambda x: sum((balls.exp(balls.ball(entry)) for entry in x.W[x.n]), balls.ball(0)),
        ddt(W, t): "dW_jl",
        F**top * ddt(Y, t): "dW_jl",
        F**top * moved_by: "pulled",
        F**top * f[n]: "own",
        F**top * F * e[n]: lambda x: x.gram[x.j][x.n],
        F**top * F * (I - inverse) * e[n]: "corrected",
        e[n]: "d_jn",
    },
    ranges=(Member(j, classes), Member(n, classes), Member(n, tokens), Member(l, tokens), explicit(now)),
)
L3 = Lemma(
    "Lemma 3",
    "Section 4 and Appendix D.2",
    "the reparameterised dynamics of the decoder",
    given=OF_DECODER,
    uses=["Notation D.1/E'"],
)


L3["Eqn 8"] = ddt(w[j], t) == eta_Y * Indicator(j == n) * (e[n] - alpha[n])
L3["Eqn 8"].uses().note(
    "α_j = exp(w_j)/1ᵀexp(w_j), by gradient ascent on W = FᵀY. "
    "This is the dynamics of the gradient taken in W; the gradient in Y (Eqn 7) moves W by η FᵀF e_n(e_n - α_n)ᵀ "
    "instead (Remark 1)."
)
defined = partial(Definition, of=OF_DECODER)
ONE_ENTRY = defined(
    "entry (j, l) of W alone moves, at speed 1",
    (k, p),
    ddt(w[k, p](now), now) == Indicator(k == j) * Indicator(p == l),
    at=((n, l),),
)
ASCENT = defined(
    "W moves by η_Y times the gradient of ln α_nn, entry (j, l)",
    (),
    (ddt(w[j], t) == eta_Y * ddt(log_alpha_n, now)) & (ddt(W1, t) == eta_Y * ddt(log_alpha_n, now)),
)
ROW_OF_ALPHA = defined(
    "e_n - α_n with the softmax α_n of w_n, and e_n(x_{T+1} - α)ᵀ, entry by entry",
    (),
    (e[n] - alpha[n] == Indicator(l == n) - exp(w[n, l](now)) / mass_of_n)
    & (e[n] * answered == Indicator(j == n) * (Indicator(l == n) - exp(w[n, l](now)) / mass_of_n)),
)
masses_move = Sum(p, tokens, ddt(exp(w[n, p](now)), now))
own_mass = Sum(p, tokens, Indicator(p == l) * exp(w[n, p](now)))


@proof(L3["Eqn 8"])
def gradient_of_log_softmax() -> None:
    """The objective is ln α_nn = w_nn - ln Σ_l exp(w_nl): only row n of W occurs, and d/dw_nl is [l = n] - α_nl."""
    have(mass_of_n > 0, SUM_POSITIVE(terms(mass_of_n), p, tokens, l))
    entry_rule = DDT_EXP(lambda t: w[n, p](t), now), ONE_ENTRY(n, p)
    have(masses_move == Indicator(n == j) * own_mass, multiple(masses_move, Indicator(n == j), own_mass), *entry_rule)
    have(own_mass == exp(w[n, l](now)), SUM_PICKS(lambda p: exp(w[n, p](now)), p, tokens, l))
    hence(ASCENT(), ROW_OF_ALPHA(), ONE_ENTRY(n, n), INDICATOR_OF_EQUALITY(n, j), INDICATOR_OF_EQUALITY(n, l))


L3["Eqn 24"] = tr(dY**top * f[n] * answered) == tr(dW1**top * e[n] * answered)
L3["Eqn 24"].uses().note("W' = (F')ᵀY. Hence dW' is e_n times a row, and as n ≤ K rows K+1..M of W' are not updated.")
row_n = Sum(q, tokens, f[n, q] * dY[q, p])
row_k = Sum(k, tokens, Indicator(k == n) * Sum(q, tokens, f[k, q] * dY[q, p]))
in_Y, in_W = Sum(p, tokens, row_n * r[p]), Sum(p, tokens, row_k * r[p])
TRACES = defined(
    "both traces, entry by entry: W' = (F')ᵀY",
    (),
    (tr(dY**top * f[n] * answered) == in_Y) & (tr(dW1**top * e[n] * answered) == in_W),
)


@proof(L3["Eqn 24"])
def _() -> None:
    """Row n is the one that e_n picks."""
    have(ForAll(p, tokens, row_k == row_n), SUM_PICKS(lambda k: substituted(row_n, {n: k}), k, tokens, n))
    have(in_Y == in_W, equal(in_Y, in_W))


L3["Eqn 24 rate"] = ddt(W1, t) == e[n] * answered
L3["Eqn 24 rate"].uses().refuted("f=0,0,1 Y=1,0,0;0,1,0;0,0,1 dY=1,0,0;0,1,0;0,0,1 n=0 j=0 l=0 eta=1/2")
L3["Eqn 24 rate"].note(
    "The dynamics of Eqn 8 is gradient ascent at the rate η_Y. The learning rate is missing; Eqn 8 and Eqn 30 have it."
)
repaired = L3["Eqn 24 rate"].repair(claim=ddt(W1, t) == eta_Y * (e[n] * answered), why="the factor η_Y")
proof(repaired)(gradient_of_log_softmax)
L3["Eqn 25"] = alpha == exp(w[n]) / (one**top * exp(w[n]))
from_Y, from_W = (lambda l: Sum(q, tokens, Y[q, l] * f[n, q])), (lambda l: Sum(q, tokens, f[n, q] * Y[q, l]))
mass_of_Y, mass_of_W = (Sum(p, tokens, exp(entry(p))) for entry in (from_Y, from_W))
DECODED = defined(
    "α is the softmax of Yᵀf_n, and W = FᵀY",
    (),
    (alpha == exp(from_Y(l)) / mass_of_Y) & (w[n] == from_W(l)) & (one**top * exp(w[n]) == mass_of_W),
)


@proof(L3["Eqn 25"].uses())
def _() -> None:
    """W = FᵀY, entry by entry."""
    with proving(ForAll(p, tokens, from_Y(p) == from_W(p))):
        hence(equal(from_Y(p), from_W(p)))
    have(mass_of_W > 0, SUM_POSITIVE(terms(mass_of_W), p, tokens, l))
    have(mass_of_Y == mass_of_W, equal(mass_of_Y, mass_of_W))


MOVED = ddt(Y, t) == eta_Y * moved_by * residual
with L3.where(given=replace(OF_DECODER, points=replace(OF_DECODER.points, declared=Declared(premises=(MOVED,))))):
    L3["Eqn 26"] = Implies(MOVED, chain(ddt(W, t), "==", F**top * ddt(Y, t), "==", eta_Y * e[n] * residual))
L3["Eqn 26"].uses("Notation D.1/E'", "Lemma 14").note("In these data Y moves so; an entry of each matrix.")
L3["Eqn 27"] = chain(ddt(W, t), "==", F**top * ddt(Y, t), "==", eta_Y * (F**top * moved_by) * residual)
L3["Eqn 28"] = F**top * moved_by == F**top * f[n] - F**top * F * (I - inverse) * e[n]
L3["Eqn 29"] = F**top * F * (I - inverse) * e[n] == F**top * F * e[n] - e[n]
L3["Eqn 30"] = F**top * f[n] - F**top * F * e[n] + e[n] == e[n]
shown = Sum(k, classes, f[k, q] * corrected[k, n])
of_own, of_moved = Sum(q, tokens, f[j, q] * f[n, q]), Sum(q, tokens, f[j, q] * (f[n, q] - shown))
of_step = Sum(q, tokens, f[j, q] * ddt(Y[q, l](now), now))
entry_steps = Sum(q, tokens, ddt(f[j, q] * Y[q, l](now), now))
picked = Sum(k, classes, Indicator(k == n) * gram[j, k])
undone_column, own_column = (Sum(k, classes, gram[j, k] * e) for e in (Indicator(k == n) - back[k, n], back[k, n]))
TABLES = defined(
    "Fᵀf_n, FᵀFe_n, FᵀF(I - (I+E)⁻¹)e_n and Fᵀ(f_n - FE′e_n), entry by entry",
    (),
    (F**top * f[n] == of_own)
    & (F**top * F * e[n] == picked)
    & (F**top * F * (I - inverse) * e[n] == undone_column)
    & (F**top * moved_by == of_moved),
)
GRAM_ENTRY = defined("FᵀF", (j, k, SUMMED), gram[j, k] == Sum(SUMMED, tokens, f[j, SUMMED] * f[k, SUMMED]), at=((j, n, q),))
UNIT_ENTRY = defined("e_n", (), e[n] == Indicator(j == n))
STEP_OF_W = defined("W = FᵀY, and Fᵀ dY", (), (ddt(W, t) == ddt(through_F, now)) & (F**top * ddt(Y, t) == of_step))
STEP_OF_Y = defined("Y moves by Eqn 26", (), ForAll(q, tokens, ddt(Y[q, l](now), now) == eta_Y * (f[n, q] - shown) * residual))


@proof(L3["Eqn 27"])
def _() -> None:
    """Fᵀ stands still, and Y moves by Eqn 26."""
    have(entry_steps == of_step, equal(entry_steps, of_step), DDT_FACTOR(f[j, q], lambda t: Y[q, l](t), now))
    have(of_step == eta_Y * residual * of_moved, multiple(of_step, eta_Y * residual, of_moved), STEP_OF_Y())
    hence(STEP_OF_W(), TABLES(), DDT_TOTAL(lambda q, t: f[j, q] * Y[q, l](t), now, q, tokens))


from_columns = Sum(k, classes, corrected[k, n] * Sum(q, tokens, f[j, q] * f[k, q]))
across = Sum(q, tokens, f[j, q] * Sum(k, classes, corrected[k, n] * f[k, q]))


@proof(L3["Eqn 28"])
def _() -> None:
    """FᵀFE′ = FᵀF(I - (I+E)⁻¹)."""
    with proving(ForAll(q, tokens, shown == last_factor(across))):
        hence(equal(shown, last_factor(across)))
    have(of_moved == of_own - across, linear(of_moved, 1, of_own, -1, across))
    have(undone_column == from_columns, equal(undone_column, from_columns), CORRECTED(k, n), GRAM_ENTRY(j, k, q))
    hence(TABLES(), exchanged(across))


@proof(L3["Eqn 29"])
def _() -> None:
    """FᵀF(I+E)⁻¹ = I."""
    have(undone_column == picked - own_column, linear(undone_column, 1, picked, -1, own_column))
    hence(TABLES(), INVERSE(j, n, k), UNIT_ENTRY())


@proof(L3["Eqn 30"])
def _() -> None:
    """F e_n = f_n."""
    hence(TABLES(), SUM_PICKS(lambda k: gram[j, k], k, classes, n), GRAM_ENTRY(j, n, q))


@proof(L3["Eqn 26"])
def _() -> None:
    """Eqns 27 to 30 in a row."""
    hence(*(L3[f"Eqn {k}"] for k in (27, 28, 29, 30)))


SMALL = Condition(
    lambda1 < Q(1, 2),
    lambda i: symmetric.spectral_radius_below(excess_of(int(i.K), str(i.E)), Fraction(1, 2)),
    said="λ₁ is small",
)
with L3.where(SMALL, given=OF_OVERLAPS):
    L3["small"] = ForAll(n, classes, Implies(lambda1 == o(1), modification == o(1)))
L3["small"].constant(Q(3, 2)).power(1).trivial(never_negative("‖FE'e_n‖"), "|λ₁| < 1/2").note(
    "The modification FE'e_n is at most (3/2)|λ₁| long; for every |λ₁| < 1 its square is at most |λ₁|²/(1-|λ₁|). "
    "Small against f_n, but not against what moves attention: β_nn' ≈ E'_nn' is made of it (see Theorem 1, original "
    "dynamics)."
)
pulled_entry = Sum(k, classes, gram[m, k] * corrected[k, n])
of_length = Sum(m, classes, corrected[m, n] * pulled_entry)
ROWS = Symbol("m", VARIABLE)
LENGTH = Definition(
    "‖FE′e_n‖²",
    (n, ROWS, SUMMED),
    modification**2 == Sum(ROWS, classes, corrected[ROWS, n] * Sum(SUMMED, classes, gram[ROWS, SUMMED] * corrected[SUMMED, n])),
    of=replace(OF_OVERLAPS, indices={n: lambda x: range(x.K)}),
    at=((n, m, k),),
)
own_entry, off_diagonal = (Sum(k, classes, x * corrected[k, n]) for x in (Indicator(k == m), excess[m, k]))
at_nn = Sum(m, classes, excess[n, m] * corrected[m, n])


@proof(L3["small"])
def _() -> None:
    """‖FE′e_n‖² = e_nᵀE′(I+E)E′e_n = (EE′)_nn = (E - E′)_nn = Σ λ²/(1+λ) u_nk² ≤ λ₁²/(1-|λ₁|)."""
    obtain(regular, *IN_EIGENVALUES, lost_is_small)
    with proving(ForAll(m, classes, pulled_entry == excess[m, n])):
        have(pulled_entry == own_entry + off_diagonal, linear(pulled_entry, 1, own_entry, 1, off_diagonal), GRAM_MATRIX(m, k))
        have(own_entry == corrected[m, n], SUM_PICKS(lambda k: corrected[k, n], k, classes, m))
    have(of_length == at_nn, equal(of_length, at_nn), E_IS_SYMMETRIC(n, m))
    have(at_nn == excess[n, n] - corrected[n, n], SUM_RENAMED(terms(at_nn), m, k, classes), E_TIMES_CORRECTED)
    have(excess[n, n] - corrected[n, n] == of_eigenvalues(lost, n, n), LOST_ENTRIES)
    have(modification**2 <= LOST_BOUND, within(lost, LOST_BOUND, n, n), LENGTH(n, m, k), ROW(n, k))
    have(lambda1 >= 0, ABS_NONNEGATIVE(lam[1]))
    have(LOST_BOUND <= 2 * lambda1**2, FACTOR_KEEPS_ORDER(lambda1, Q(1, 2), lambda1**2))
    with suppose_not(modification <= Q(3, 2) * lambda1):
        hence(only(modification > Q(3, 2) * lambda1, modification**2 <= 2 * lambda1**2, lambda1 >= 0))


STATEMENTS = (D1, L3)
