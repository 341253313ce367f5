"""The solution of the modified dynamics (scan_snap, Appendix D.4): Theorem 5, by induction over the steps of Eqn 26."""

from theorems.scan_snap.class_counts import SECTION
from theorems.scan_snap.language import *
from theorems.scan_snap.sampled_decoder import *
from theorems.scan_snap.sampled_decoder import tokens  # not those of the language
from theorems.textbook import sums

drawn, came, logit, alpha, ip, lp, first = symbols("drawn came logit α i′ l′ s_0")
shown = drawn(s + 1)
ALSO_ANSWERS, EVER_DRAWN = ForAll(k, classes, Member(k, columns)), ForAll(s, INTEGERS, Member(shown, classes))
OF_TRAINING = Computed(
    replace(TRAINED, declared=AS_MATRICES),
    {
        **ENTRIES,
        N: lambda x: len(x.order),
        N_bar: "mean",
        eta_Y: "eta",
        drawn(s): lambda x, s: x.drawn(s),
        came(k, s): lambda x, k, s: x.count(k, s),
        Y[l, j](s): lambda x, l, j, s: x.path[s][l][j],
        logit[j](s): lambda x, j, s: x.logit(s, j),
        alpha[j](s): lambda x, j, s: balls.exp(x.logit(s, j)) / x.mass(s),
        INTEGERS: lambda x: range(len(x.order) + 1),  # the steps; classes may be drawn in any way after them
        first: lambda _: 0,  # a step at which definitions are evaluated, as at the last one
        Sum(k, columns, exp(logit[k](first + 1))): lambda x: x.mass(1),
        Sum(k, columns, exp(logit[k](N + 1))): lambda x: x.mass(len(x.order) + 1),
        Sum(k, columns, expr(1)): "M",
        h_star(s): lambda x, s: x.u(s) / x.M,
        gram[i, k]: lambda x, i, k: sum((x.f[i][l] * x.f[k][l] for l in x.tokens), balls.ball(0)),
        back[k, i]: lambda x, k, i: x.inverse[k][i],
    },
    ranges=(M >= 2, Member(N, INTEGERS), N >= 1, h_star(N_bar) > 0, ALSO_ANSWERS, EVER_DRAWN),
)
T5 = Lemma(
    "Theorem 5",
    SECTION,
    "the solution of the modified dynamics",
    given=OF_TRAINING,
    uses=["Lemma 12", "Lemma 3/Eqn 26", "Lemma 14"],
)
T5["Eqn 70"] = chain(Y, "==", F_dual * (I + Theta_K) * W_K(N), "==", F * (I - E_prime) * (I + Theta_K) * W_K(N))
T5["Eqn 70"].note("The solution of (26).")


def row(height: Expr, class_: Expr = k, answer: Expr = j) -> Expr:
    """An entry of (M-1)h*ζ_k."""
    return Cases(((answer == class_, (M - 1) * height),), -height)


def height(class_: Expr, s: Expr) -> Expr:
    """h* after as many steps as the class had."""
    return h_star(came(class_, s))


def solved(s: Expr) -> ForAll:
    """Y = F(FᵀF)⁻¹W, whose rows are those of Lemma 5."""
    rows = Sum(k, classes, row(height(k, s)) * F_dual[l, k])
    return ForAll(l, tokens, ForAll(j, columns, Y[l, j](s) == rows))


def parts_of_residual(s: Expr) -> tuple[Expr, Expr]:
    """(M-1)/(M-1+e^{Mh*})ζ_n for the class n that is drawn."""
    grown = M - 1 + exp(M * height(drawn(s + 1), s))
    return (M - 1) / grown, -1 / grown


def residual_cases(s: Expr, answer: Expr) -> Expr:
    right, other = parts_of_residual(s)
    return Cases(((answer == drawn(s + 1), right),), other)


defined = partial(Definition, of=OF_TRAINING)
STARTS = defined(
    "Y(0) = 0, and no class has come", (l, j, k), (Y[l, j](0) == 0) & (came(k, 0) == 0), at=((expr(0), expr(0), expr(0)),)
)
STEPS_OF_Y = defined(
    "Y moves by Eqn 26 at every step, for the class that is drawn",
    (s,),
    ForAll(k, classes, came(k, s + 1) == came(k, s) + Indicator(k == shown))
    & ForAll(
        l,
        tokens,
        ForAll(j, columns, Y[l, j](s + 1) == Y[l, j](s) + eta_Y * F_dual[l, shown] * (Indicator(j == shown) - alpha[j](s + 1))),
    ),
    at=((expr(0),),),
)
TOKEN = Symbol("l", VARIABLE)
LOGITS = defined(
    "α is the softmax of Yᵀf for the class that is drawn",
    (s, j, TOKEN, SUMMED),
    (logit[j](s + 1) == Sum(TOKEN, tokens, F[TOKEN, shown] * Y[TOKEN, j](s)))
    & (alpha[j](s + 1) == exp(logit[j](s + 1)) / Sum(SUMMED, columns, exp(logit[SUMMED](s + 1)))),
    at=((first, expr(0), l, k), (N, expr(1), l, k)),
)
ANSWERS = defined("there are M answers", (), Sum(k, columns, expr(1)) == M)
H_STAR = defined(
    "h* of Eqn 33",
    (s,),
    (h_star(0) == 0) & (h_star(s + 1) == h_star(s) + eta_Y / (M - 1 + exp(M * h_star(s)))),
    at=((expr(1),),),
)
DUAL = defined(
    "F(FᵀF)⁻¹, entry by entry",
    (l, k, SUMMED),
    F_dual[l, k] == Sum(SUMMED, classes, back[SUMMED, k] * F[l, SUMMED]),
    at=((expr(0), expr(1), k),),
)
GRAM_OF_F = defined(
    "FᵀF", (i, k, TOKEN), gram[i, k] == Sum(TOKEN, tokens, F[TOKEN, i] * F[TOKEN, k]), at=((expr(0), expr(1), l),)
)
INVERSE_OF_GRAM = defined(
    "the inverse of FᵀF = I + E",
    (i, k, SUMMED),
    Sum(SUMMED, classes, gram[i, SUMMED] * back[SUMMED, k]) == Indicator(i == k),
    at=((expr(0), expr(0), k), (expr(0), expr(1), k)),
    names=(back[i, k],),
    exists="linearly independent f_n have a regular FᵀF",
)
CORRECTED_IN = defined("E′ = I - (I+E)⁻¹", (i, k), corrected[i, k] == Indicator(i == k) - back[i, k], at=((expr(0), expr(1)),))
ROWS = defined(
    "Y after N steps; θ_k = h*(N_k)/h*(N̄) - 1, and W̄ has the rows (M-1)h*(N̄)ζ_k",
    (l, j, k),
    (Y[l, j] == Y[l, j](N)) & (theta[k] == height(k, N) / h_star(N_bar) - 1) & (w_bar[k, j] == row(h_star(N_bar))),
    at=((expr(0), expr(0), expr(1)), (expr(0), expr(0), expr(0))),
)


@auxiliary(ForAll(i, classes, ForAll(k, classes, Sum(lp, tokens, F[lp, i] * F_dual[lp, k]) == Indicator(i == k))))
def dual_to_F() -> None:
    """FᵀF(FᵀF)⁻¹ = I."""
    meeting = Sum(lp, tokens, F[lp, i] * F_dual[lp, k])
    written = Sum(lp, tokens, F[lp, i] * Sum(m, classes, back[m, k] * F[lp, m]))
    turned = Sum(m, classes, back[m, k] * Sum(lp, tokens, F[lp, i] * F[lp, m]))
    whole = Sum(m, classes, gram[i, m] * back[m, k])
    have(meeting == written, equal(meeting, written), DUAL(lp, k, m))
    have(turned == whole, equal(turned, whole), GRAM_OF_F(i, m, lp))
    hence(exchanged(written), INVERSE_OF_GRAM(i, k, m))


@auxiliary(lambda s: ForAll(i, columns, logit[i](s + 1) == row(height(drawn(s + 1), s), drawn(s + 1), i)))
def logits_of(s: Expr) -> None:
    """Row n of FᵀY = W."""
    d, shown_row = drawn(s + 1), Sum(lp, tokens, F[lp, drawn(s + 1)] * Y[lp, i](s))
    written = Sum(lp, tokens, F[lp, d] * Sum(k, classes, row(height(k, s), k, i) * F_dual[lp, k]))
    turned = Sum(k, classes, row(height(k, s), k, i) * Sum(lp, tokens, F[lp, d] * F_dual[lp, k]))
    picked = Sum(k, classes, Indicator(k == d) * row(height(k, s), k, i))
    have(logit[i](s + 1) == shown_row, LOGITS(s, i, lp, k))
    have(shown_row == written, equal(shown_row, written))
    have(turned == picked, equal(turned, picked), INDICATOR_OF_EQUALITY(d, k))
    have(picked == row(height(d, s), d, i), SUM_PICKS(lambda k: row(height(k, s), k, i), k, classes, d))
    hence(exchanged(written))


@auxiliary(lambda s: ForAll(i, columns, Indicator(i == drawn(s + 1)) - alpha[i](s + 1) == residual_cases(s, i)))
def residual_of(s: Expr) -> None:
    """1ᵀexp(w) is e^{(M-1)h*} + (M-1)e^{-h*}, as in Lemma 5."""
    d, h_d, others = drawn(s + 1), height(drawn(s + 1), s), Without(columns, drawn(s + 1))
    elsewhere, alike = Sum(k, others, exp(logit[k](s + 1))), Sum(k, others, expr(1))
    mass, values = Sum(k, columns, exp(logit[k](s + 1))), ((M - 1) * h_d, -h_d)
    with proving(ForAll(k, others, logit[k](s + 1) == -h_d)):
        hence(CASE_FAILS(*values, k, d))
    have(elsewhere == exp(-h_d) * alike, multiple(elsewhere, exp(-h_d), alike))
    have(alike == M - 1, ANSWERS(), SUM_WITHOUT(lambda _: expr(1), k, columns, d))
    have(logit[d](s + 1) == (M - 1) * h_d, CASE_HOLDS(d == d, *values))
    have(mass == exp((M - 1) * h_d) + (M - 1) * exp(-h_d), SUM_WITHOUT(terms(mass), k, columns, d))
    with case(i == d):
        hence(LOGITS(s, i, lp, k), CASE_HOLDS(i == d, *values), CASE_HOLDS(i == d, *parts_of_residual(s)))
    with otherwise():
        hence(LOGITS(s, i, lp, k), INDICATOR_FAILS(i, d), CASE_FAILS(*values, i, d), CASE_FAILS(*parts_of_residual(s), i, d))


def one_step() -> None:
    """Only the row of the class that is drawn moves, by a step of Eqn 33."""
    obtain(logits_of(s), residual_of(s))
    d, now, then = shown, height(shown, s), height(shown, s + 1)
    whole = [Sum(k, classes, row(height(k, at)) * F_dual[l, k]) for at in (s, s + 1)]
    rest = [Sum(k, Without(classes, d), each.body) for each in whole]
    with proving(ForAll(k, Without(classes, d), row(height(k, s + 1)) == row(height(k, s)))):
        have(came(k, s + 1) == came(k, s), STEPS_OF_Y(s), INDICATOR_FAILS(k, d))
        hence(EQUALS(lambda c: row(h_star(c)), came(k, s + 1), came(k, s)))
    have(rest[1] == rest[0], equal(rest[1], rest[0]))
    have(came(d, s + 1) == came(d, s) + 1, STEPS_OF_Y(s), INDICATOR_HOLDS(d == d))
    have(then == now + eta_Y / (M - 1 + exp(M * now)), EQUALS(h_star, came(d, s + 1), came(d, s) + 1), H_STAR(came(d, s)))
    for each, left in zip(whole, rest, strict=True):
        have(each == left + terms(each)(d), SUM_WITHOUT(terms(each), k, classes, d))
    values = [((M - 1) * now, -now), ((M - 1) * then, -then), parts_of_residual(s)]
    with case(j == d):
        hence(STEPS_OF_Y(s), *(CASE_HOLDS(j == d, *pair) for pair in values))
    with otherwise():
        hence(STEPS_OF_Y(s), *(CASE_FAILS(*pair, j, d) for pair in values))


@auxiliary(ForAll(k, classes, (1 + theta[k]) * w_bar[k, j] == row(height(k, N))))
def rows_of_W() -> None:
    """W = (I+Θ)W̄."""
    values = [((M - 1) * x, -x) for x in (height(k, N), h_star(N_bar))]
    with case(j == k):
        hence(ROWS(l, j, k), *(CASE_HOLDS(j == k, *pair) for pair in values))
    with otherwise():
        hence(ROWS(l, j, k), *(CASE_FAILS(*pair, j, k) for pair in values))


@auxiliary(solved(N))
def solution() -> None:
    """By induction over the steps."""
    with proving(solved(expr(0))):
        nothing = Sum(k, classes, row(height(k, expr(0))) * F_dual[l, k])
        with proving(ForAll(k, classes, row(height(k, expr(0))) == 0)):
            have(height(k, expr(0)) == 0, EQUALS(h_star, came(k, 0), 0), STARTS(l, j, k), H_STAR(0))
            with case(j == k):
                hence(CASE_HOLDS(j == k, (M - 1) * height(k, expr(0)), -height(k, expr(0))))
            with otherwise():
                hence(CASE_FAILS((M - 1) * height(k, expr(0)), -height(k, expr(0)), j, k))
        have(nothing == 0 * nothing, multiple(nothing, 0, nothing))
        hence(STARTS(l, j, l))
    with proving(ForAll(s, INTEGERS, Implies((s >= 0) & solved(s), solved(s + 1)))):
        one_step()
    hence(sums.INDUCTION(solved, s, N))


def times_rows(dual: Symbol) -> Total:
    """An entry of the dual of F times (I+Θ)W̄."""
    scaled = Indicator(k == i) + Indicator(k == i) * theta[i]
    return Sum(k, classes, Sum(i, classes, dual[l, k] * scaled * w_bar[i, j]))


def by_rows(dual: Symbol) -> Expr:
    """Y = Σ_k w_k ⊗ (column k of the dual of F) is that times (I+Θ)W̄."""
    obtain(rows_of_W)
    whole = Sum(k, classes, row(height(k, N)) * dual[l, k])
    have(Y[l, j] == whole, ROWS(l, j, l))
    next_to = times_rows(dual)
    with proving(ForAll(k, classes, next_to.body == row(height(k, N)) * dual[l, k])):
        picked = Sum(i, classes, Indicator(i == k) * (dual[l, k] * ((1 + theta[i]) * w_bar[i, j])))
        have(next_to.body == picked, equal(next_to.body, picked), INDICATOR_OF_EQUALITY(k, i))
        hence(SUM_PICKS(lambda i: dual[l, k] * ((1 + theta[i]) * w_bar[i, j]), i, classes, k))
    have(next_to == whole, equal(next_to, whole))
    return whole


@proof(T5["Eqn 70"])
def _() -> None:
    """Every step of (26) adds F(FᵀF)⁻¹e_n times a row to Y, so Y = F(FᵀF)⁻¹W by induction over the steps, and W = (I+Θ)W̄.
    (F†)ᵀ = F(FᵀF)⁻¹ = F(I-E').
    """
    obtain(dual_to_F, solution)
    whole, spread = by_rows(F_dual), Indicator(k == i) - corrected[k, i]
    at_i = Indicator(i == ip) + Indicator(i == ip) * theta[ip]
    one = Sum(ip, classes, F[l, k] * spread * at_i * w_bar[ip, j])
    last = Sum(k, classes, Sum(i, classes, one))
    through = Sum(k, classes, F[l, k] * Sum(i, classes, row(height(i, N), i) * back[k, i]))
    back_again = Sum(i, classes, row(height(i, N), i) * Sum(k, classes, F[l, k] * back[k, i]))
    with proving(ForAll(k, classes, last.body == through.body)):
        products = F[l, k] * (row(height(i, N), i) * back[k, i])
        with proving(ForAll(i, classes, one == products)):
            picked = Sum(ip, classes, Indicator(ip == i) * (F[l, k] * spread * ((1 + theta[ip]) * w_bar[ip, j])))
            have(one == picked, equal(one, picked), INDICATOR_OF_EQUALITY(i, ip))
            own = SUM_PICKS(lambda m: F[l, k] * spread * ((1 + theta[m]) * w_bar[m, j]), ip, classes, i)
            hence(own, CORRECTED_IN(k, i))
        hence(multiple(last.body, F[l, k], last_factor(through)))
    have(last == through, equal(last, through))
    with proving(ForAll(i, classes, last_factor(back_again) == F_dual[l, i])):
        turned = Sum(k, classes, back[k, i] * F[l, k])
        have(last_factor(back_again) == turned, equal(last_factor(back_again), turned))
        hence(DUAL(l, i, k))
    have(back_again == Sum(i, classes, terms(whole)(i)), equal(back_again, Sum(i, classes, terms(whole)(i))))
    hence(exchanged(through), SUM_RENAMED(terms(whole), i, k, classes))


OF_EXTENDED = replace(
    OF_TRAINING, points=replace(EXTENDED, declared=AS_MATRICES), ranges=(*OF_TRAINING.ranges, Member(n, classes))
)
of_class = chain(w[n](N), "==", (M - 1) * h(N_n) * zeta[n], "==", (1 + theta[n]) * w_bar[n](N))
with L12.where(given=OF_EXTENDED):
    L12["form"] = Y == F_back * (I + Theta_M) * W_M(N)
    L12["Eqns 66-69"] = of_class
L12["Eqns 66-69"].uses("Lemma 5/Eqn 31").note("With h* for h (the convention after Remark 2).")
L12["form"].note(
    "Θ′ = diag(θ_1, ..., θ_K, 0, ..., 0), of which the rows up to K count. For the gradient taken in W', with h* for h (the "
    "convention after Remark 2). The completion F° must be orthogonal to F for this Y to be the one of Eqn 26 (Theorem 5)."
)
IN_W = Definition(
    "a step of the gradient in W′ = F′ᵀY moves Y by (F′)^(-T) e_n, which comes back as e_n",
    (l, k, i, TOKEN),
    (F_dual[l, k] == F_back[l, k]) & (Sum(TOKEN, tokens, F[TOKEN, i] * F_back[TOKEN, k]) == Indicator(i == k)),
    of=OF_EXTENDED,
    at=((expr(0), expr(0), expr(0), l), (expr(1), expr(0), expr(0), l)),
    names=(F_back[l, k],),
    exists="F′ is regular",
)
ROW_OF_W = Definition(
    "w_n is a row of F′ᵀY; ζ_n; h for h*",
    (j, TOKEN),
    (w[n, j] == Sum(TOKEN, tokens, F[TOKEN, n] * Y[TOKEN, j]))
    & (zeta[n, j] == Cases(((j == n, expr(1)),), -1 / (M - 1)))
    & (h(N_n) == height(n, N)),
    of=OF_EXTENDED,
    at=((expr(0), l), (expr(1), l)),
)


meeting, through = (Sum(lp, tokens, F[lp, i] * dual[lp, k]) for dual in (F_dual, F_back))
moved, in_tokens = (Sum(k, classes, row(height(k, N)) * dual[l, k]) for dual in (F_dual, F_back))


@auxiliary(ForAll(i, classes, ForAll(k, classes, meeting == Indicator(i == k))))
def dual_to_extended() -> None:
    """F′ᵀ(F′)^(-T) = I."""
    have(meeting == through, equal(meeting, through), IN_W(lp, k, i, lp))


@auxiliary(ForAll(l, tokens, ForAll(j, columns, Y[l, j] == in_tokens)))
def solution_in_W() -> None:
    """Y = (F′)^(-T) W′."""
    have(moved == in_tokens, equal(moved, in_tokens), IN_W(l, k, k, lp))
    hence(ROWS(l, j, l))


@auxiliary(ForAll(l, tokens, ForAll(j, columns, Y[l, j] == times_rows(F_back))))
def product_in_W() -> None:
    """W′ = (I+Θ′)W̄′."""
    by_rows(F_back)


@auxiliary(ForAll(j, columns, w[n, j] == row(height(n, N), n)))
def row_of_class() -> None:
    """That of Lemma 5, after N_n steps."""
    own, back_again = (Sum(lp, tokens, F[lp, n] * x) for x in (Y[lp, j], Sum(k, classes, row(height(k, N)) * F_back[lp, k])))
    turned = Sum(k, classes, row(height(k, N)) * Sum(lp, tokens, F[lp, n] * F_back[lp, k]))
    picked = Sum(k, classes, Indicator(k == n) * row(height(k, N)))
    have(own == back_again, equal(own, back_again))
    have(turned == picked, equal(turned, picked), IN_W(l, k, n, lp), INDICATOR_OF_EQUALITY(n, k))
    hence(exchanged(back_again), ROW_OF_W(j, lp), SUM_PICKS(lambda k: row(height(k, N), k), k, classes, n))


@proof(L12["form"])
def _() -> None:
    """W' = F'ᵀY has the rows w_n(N) and zero rows beyond K; θ_n := h(N_n)/h(N̄) - 1."""
    obtain(dual_to_extended, solution, solution_in_W, product_in_W)


@proof(L12["Eqns 66-69"])
def _() -> None:
    """The row of Lemma 5, after N_n steps; w̄_n is that after N̄."""
    obtain(dual_to_extended, solution, solution_in_W, row_of_class, rows_of_W)
    values = [((M - 1) * height(n, N), -height(n, N)), (expr(1), -1 / (M - 1))]
    with case(j == n):
        hence(ROW_OF_W(j, lp), *(CASE_HOLDS(j == n, *pair) for pair in values))
    with otherwise():
        hence(ROW_OF_W(j, lp), *(CASE_FAILS(*pair, j, n) for pair in values))


with T5.where(given=ALL_COUNTED):
    T5["theta"] = all_close
T5["theta"].bridge(all_counts_close, shows=SHOWN).constant(Q(9, 4)).by_union()
T5["theta"].trivial(ALL_CLASSES).feasible(MANY_CLASSES).uses("Lemma 12")
proof(T5["theta"].note("With the constant 9/4."))(by_union)
