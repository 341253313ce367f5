"""The differentials inside the proof of Lemma 1 (scan_snap, Appendix C): Eqns 17 to 19 and what they use."""

from theorems.scan_snap import setting
from theorems.scan_snap.language import *
from theorems.scan_snap.moving_sequences import DIFFERENTIALS
from theorems.scan_snap.objective import dot
from theorems.scan_snap.setting import *

n, r, b, v, z, dz, score, d_logit = symbols("n r b v z dz (XZ^⊤x_T) dlogit")
differential, dJ, dY, dZ, db, da, L, Z, logits = symbols("d dJ dY dZ db da L Z a")
bracket17, bracket18, bracket19, XL, Xdiag = symbols("(17) (18) (19) (X^⊤L) (X^⊤diag(b))")
whole = residual * differential(Y**top * direction(b))


def bracket(moved: Expr) -> Expr:
    return dY**top * direction(b) + Y**top * rescaled(b) * moved


row_score = Sum(j, vocabulary, shown[s, j] * z[j](t))
softened_score = exp(score[s](t)) / Sum(r, positions, exp(score[r](t)))


squared = Sum(m, vocabulary, a[m](t) ** 2)
grown_mass = Sum(k, vocabulary, exp(logit[k](t)))
log_softmax_of_n = logit[n](t) - log(grown_mass)
through_Y = Sum(l, vocabulary, Y[l, k](t) * (a[l](t) / sqrt(squared)))


OF_DIFFERENTIALS = Computed(
    DIFFERENTIALS,
    {
        **VECTORS,
        t: lambda _: None,
        a[k]: lambda x, k: x.weights[k - 1],
        positions: lambda x: range(len(x.positions)),
        length: "norm",
        shown[s, k]: lambda x, s, k: int(x.positions[s] == k - 1),
        Y[l, k]: lambda x, l, k: x.Y[l - 1][k - 1],
        dY[l, k]: lambda x, l, k: x.dY_moved[l - 1][k - 1],
        v[l]: lambda x, l: x.v[l - 1],
        dz[l]: lambda x, l: x.dZ_moved[x.m][l - 1],
        score[s](t): lambda x, s, _: balls.log(balls.ball(x.boosts[x.m][x.positions[s]])),
        ddt(score[s](t), t): lambda x, s, _: x.d_scores[s],
        ddt(softened_score, t): lambda x, s: x.db[s],
        ddt(row_score, t): lambda x, s: x.d_scores[s],
        n: lambda x: x.n + 1,
        Y[l, k](t): lambda x, l, k, _: x.Y[l - 1][k - 1],
        ddt(Y[l, k](t), t): lambda x, l, k, _: x.dY_moved[l - 1][k - 1],
        a[l](t): lambda x, l, _: x.weights[l - 1],
        ddt(a[l](t), t): lambda x, l, _: x.by_token(x.db, balls.ball(0))[l - 1],
        logit[k](t): lambda x, k, _: dot([balls.ball(row[k - 1]) for row in x.Y], x.v),
        alpha[k]: lambda x, k: int(k == x.n + 1) - x.residual[k - 1],
        d_logit[k]: lambda x, k: x.d_answer[k - 1],
        ddt(logit[k](t), t): lambda x, k, _: x.d_answer[k - 1],
        ddt(through_Y, t): lambda x, k: x.d_answer[k - 1],
        ddt(log_softmax_of_n, t): "dJ",
        ddt(z[j](t), t): lambda x, j, _: x.dZ_moved[x.m][j - 1],
        whole: lambda x: dot(x.residual, x.d_answer),
        residual * bracket(X**top * db): lambda x: dot(x.residual, x.bracket_17),
        b[s]: lambda x, s: x.b[s],
        db[s]: lambda x, s: x.db[s],
        da[s]: lambda x, s: x.d_scores[s],
        bracket17[k]: lambda x, k: x.bracket_17[k - 1],
        bracket18[k]: lambda x, k: x.bracket_18[k - 1],
        bracket19[k]: lambda x, k: x.bracket_19[k - 1],
        XL[k, s]: lambda x, k, s: x.by_token([row[s] for row in x.L], Fraction(0))[k - 1],
        Xdiag[k, s]: lambda x, k, s: x.by_token([int(r == s) * w for r, w in enumerate(x.b)], Fraction(0))[k - 1],
    },
    ranges=(Sum(k, vocabulary, a[k] ** 2) > 0, length > 0, squared > 0, explicit(t), Member(n, vocabulary)),
)
softened = Sum(r, positions, (Indicator(r == s) * b[s] - b[s] * b[r]) * da[r])
projection = P_perp[X**top * b]
d_softmax = differential(exp(logits) / (one**top * exp(logits)))
of_db, of_scores = bracket(X**top * db), bracket(X**top * L * differential(X * Z**top * query))
of_dZ = bracket(X**top * L * X * dZ**top * query)
ENTRY_BY_ENTRY = Declared(
    vectors=(
        (((s, positions),), {d_softmax: db[s], L * da: softened}),
        (((k, vocabulary),), {of_db: bracket17[k], of_scores: bracket18[k], of_dZ: bracket19[k]}),
        (
            ((s, positions), (l, vocabulary)),
            {
                projection * X**top * L: XL[l, s] - along(XL[k, s]),
                projection * X**top * diag(b): Xdiag[l, s] - along(Xdiag[k, s]),
            },
        ),
    )
)
with L1.where(given=OF_DIFFERENTIALS):
    L1["Eqn 17"] = chain(dJ, "==", whole, "==", residual * of_db)
with L1.where(given=replace(OF_DIFFERENTIALS, points=replace(DIFFERENTIALS, declared=ENTRY_BY_ENTRY))):
    L1["d softmax"] = d_softmax == L * da
    L1["Eqn 18"] = of_db == of_scores
    L1["Eqn 19"] = of_scores == of_dZ
    L1["L to diag(b)"] = projection * X**top * L == projection * X**top * diag(b)
defined = partial(Definition, of=OF_DIFFERENTIALS)
ROW = defined(
    "b is the softmax of the scores",
    (s, SUMMED),
    b[s] == exp(score[s](t)) / Sum(SUMMED, positions, exp(score[SUMMED](t))),
    at=((expr(0), r),),
)
OF_SCORES = defined("d of the scores", (s,), da[s] == ddt(score[s](t), t), at=((expr(0),),))
OF_ROW = defined("db", (), ForAll(s, positions, db[s] == ddt(softened_score, t)))
score_mass, moving_mass = Sum(r, positions, exp(score[r](t))), Sum(r, positions, ddt(exp(score[r](t)), t))
weighted_moves = Sum(r, positions, exp(score[r](t)) * da[r])
own_move = Sum(r, positions, Indicator(r == s) * (b[s] * da[r]))
L1["d softmax"].note("L = diag(b) - bbᵀ; here db = L d(XZᵀx_T).")


@auxiliary(ForAll(s, positions, db[s] == softened))
def softmax_rule() -> None:
    """The quotient rule for exp(score)/Σ exp(score)."""
    have(own_move == b[s] * da[s], SUM_PICKS(lambda r: b[s] * da[r], r, positions, s))
    have(score_mass > 0, SUM_POSITIVE(terms(score_mass), r, positions, s))
    chain_rule = DDT_EXP(lambda t: score[r](t), t), OF_SCORES(r)
    have(moving_mass == weighted_moves, equal(moving_mass, weighted_moves), *chain_rule)
    in_parts = linear(softened, 1, own_move, -b[s] / score_mass, weighted_moves)
    have(softened == own_move - b[s] / score_mass * weighted_moves, in_parts, ROW(r, r))
    hence(OF_ROW(), OF_SCORES(s), ROW(s, r))


proof(L1["d softmax"].uses())(softmax_rule)

moving_row = Sum(l, vocabulary, dY[l, k] * v[l])


def pushed_row(moved: Callable[[Expr], Expr]) -> Total:
    """Entry k of Yᵀ (P⊥/‖Xᵀb‖) times a vector over the tokens, with v = LN(Xᵀb)."""
    return Sum(l, vocabulary, Y[l, k] * ((moved(l) - v[l] * Sum(m, vocabulary, v[m] * moved(m))) / length))


softening = Indicator(s == r) * b[s] - b[s] * b[r]


def by_db(token: Expr) -> Expr:
    return Sum(s, positions, shown[s, token] * db[s])


def by_scores(token: Expr) -> Expr:
    return Sum(s, positions, shown[s, token] * Sum(r, positions, softening * da[r]))


def by_tokens(token: Expr) -> Expr:
    column = Sum(s, positions, shown[s, token] * Sum(r, positions, softening * shown[r, j]))
    return Sum(j, vocabulary, dz[j] * column)


BRACKETS = [
    defined(f"the bracket of Eqn {number}", (k,), name[k] == moving_row + pushed_row(moved), at=((expr(1),),))
    for number, name, moved in ((17, bracket17, by_db), (18, bracket18, by_scores), (19, bracket19, by_tokens))
    for equation in (name[k] == moving_row + pushed_row(moved),)
]


def same_bracket(first: Callable[[Expr], Expr], second: Callable[[Expr], Expr], *brackets: Fact) -> None:
    """Two brackets agree, because what is projected there is the same vector."""
    along_first, along_second = (Sum(m, vocabulary, v[m] * moved(m)) for moved in (first, second))
    have(along_first == along_second, equal(along_first, along_second))
    have(pushed_row(first) == pushed_row(second), equal(pushed_row(first), pushed_row(second)))
    hence(*brackets)


def answered_with(changes: Symbol) -> Total:
    """(x_{T+1} - α)ᵀ times a vector over the tokens."""
    return Sum(k, vocabulary, (Indicator(k == n) - alpha[k]) * changes[k])


STEP = defined(
    "dJ, (x_{T+1}-α)ᵀd(Yᵀ LN(Xᵀb)) and (x_{T+1}-α)ᵀ times the bracket",
    (),
    (dJ == ddt(log_softmax_of_n, t))
    & (whole == answered_with(d_logit))
    & (residual * bracket(X**top * db) == answered_with(bracket17)),
)
ALPHA = defined(
    "α is the softmax of the logits",
    (k, SUMMED),
    alpha[k] == exp(logit[k](t)) / Sum(SUMMED, vocabulary, exp(logit[SUMMED](t))),
    at=((expr(1), l),),
)
LOGITS = defined(
    "the logits are Yᵀ LN(Xᵀb)",
    (),
    ForAll(k, vocabulary, (d_logit[k] == ddt(logit[k](t), t)) & (d_logit[k] == ddt(through_Y, t))),
)
NORMED = defined(
    "LN(Xᵀb) = Xᵀb/‖Xᵀb‖",
    (l, SUMMED),
    (v[l] == a[l](t) / length) & (length == sqrt(Sum(SUMMED, vocabulary, a[SUMMED](t) ** 2))),
    at=((expr(1), k),),
)
MOVING = defined(
    "Y and Xᵀb move by dY and Xᵀdb",
    (l, k),
    (dY[l, k] == ddt(Y[l, k](t), t)) & (Y[l, k] == Y[l, k](t)) & (ddt(a[l](t), t) == by_db(l)),
    at=((expr(1), expr(2)),),
)
chances_move = Sum(k, vocabulary, ddt(exp(logit[k](t)), t))
weighted_changes, own_change = (Sum(k, vocabulary, w * d_logit[k]) for w in (exp(logit[k](t)), Indicator(k == n)))
squares_move, along_move = Sum(m, vocabulary, ddt(a[m](t) ** 2, t)), Sum(m, vocabulary, v[m] * by_db(m))
terms_move = Sum(l, vocabulary, ddt(through_Y.body, t))
CHANGES = ForAll(k, vocabulary, d_logit[k] == bracket17[k])
mean_change = answered_with(d_logit)


@auxiliary(CHANGES)
def product_rule() -> None:
    """d(Yᵀv) = dYᵀv + Yᵀdv with v = a/|a|, and d(a/|a|) = P⊥_a/|a| da."""
    squares_rule = DDT_SQUARE(lambda t: a[m](t), t), MOVING(m, k), NORMED(m, m)
    have(squares_move == 2 * length * along_move, multiple(squares_move, 2 * length, along_move), *squares_rule)
    have(
        terms_move == moving_row + pushed_row(by_db),
        linear(terms_move, 1, moving_row, 1, pushed_row(by_db)),
        DDT_PRODUCT(lambda t: Y[l, k](t), lambda x: substituted(last_factor(through_Y), {t: x}), t),
        MOVING(l, k),
        NORMED(l, m),
    )
    hence(LOGITS(), BRACKETS[0](k))


@auxiliary((dJ == mean_change) & (mean_change == answered_with(bracket17)))
def log_softmax_rule() -> None:
    """J is a log-softmax of YᵀLN(Xᵀb), whose gradient is x - α; then the product rule, and d(a/|a|) = P⊥_a/|a| da."""
    have(grown_mass > 0, SUM_POSITIVE(terms(grown_mass), k, vocabulary, n))
    chain_rule = DDT_EXP(lambda t: logit[k](t), t), LOGITS()
    have(chances_move == weighted_changes, equal(chances_move, weighted_changes), *chain_rule)
    in_parts = linear(mean_change, 1, own_change, -1 / grown_mass, weighted_changes)
    have(mean_change == own_change - 1 / grown_mass * weighted_changes, in_parts, ALPHA(k, k))
    have(own_change == d_logit[n], SUM_PICKS(lambda k: d_logit[k], k, vocabulary, n))
    obtain(product_rule)
    have(mean_change == answered_with(bracket17), equal(mean_change, answered_with(bracket17)))
    hence(STEP(), DDT_DIFFERENCE(lambda t: logit[n](t), lambda x: log(substituted(grown_mass, {t: x})), t), LOGITS())


@proof(L1["Eqn 17"].uses())
def _() -> None:
    """J is a log-softmax of YᵀLN(Xᵀb), whose gradient is x - α; then the product rule, and d(a/|a|) = P⊥_a/|a| da."""
    obtain(log_softmax_rule)


@auxiliary(ForAll(k, vocabulary, bracket17[k] == bracket18[k]))
def through_scores() -> None:
    """db = L d(XZᵀx_T)."""
    obtain(softmax_rule)
    with proving(ForAll(l, vocabulary, by_db(l) == by_scores(l))):
        with proving(ForAll(s, positions, db[s] == last_factor(by_scores(l)))):
            have(softened == last_factor(by_scores(l)), equal(softened, last_factor(by_scores(l))), INDICATOR_OF_EQUALITY(r, s))
        hence(equal(by_db(l), by_scores(l)))
    same_bracket(by_db, by_scores, *(bracket(k) for bracket in BRACKETS[:2]))


proof(L1["Eqn 18"].uses("Lemma 1/d softmax"))(through_scores)


THROUGH_X = defined("d(XZᵀx_T)", (), ForAll(s, positions, da[s] == ddt(row_score, t)))
MOVING_Z = defined("dZᵀx_T", (j,), dz[j] == ddt(z[j](t), t), at=((expr(1),),))
STILL_X = ForAll(s, positions, da[s] == Sum(j, vocabulary, dz[j] * shown[s, j]))
entry_moves = Sum(j, vocabulary, ddt(shown[s, j] * z[j](t), t))
of_score, of_token = (Sum(r, positions, softening * moved) for moved in (da[r], Sum(j, vocabulary, dz[j] * shown[r, j])))
through = Sum(s, positions, shown[s, l] * Sum(j, vocabulary, dz[j] * Sum(r, positions, softening * shown[r, j])))


@auxiliary(ForAll(k, vocabulary, bracket18[k] == bracket19[k]))
def through_Z() -> None:
    """XZᵀx_T moves by X dZᵀx_T."""
    moved = Sum(j, vocabulary, dz[j] * shown[s, j])
    with proving(STILL_X):
        rule = DDT_FACTOR(shown[s, j], lambda t: z[j](t), t), MOVING_Z(j)
        have(entry_moves == moved, equal(entry_moves, moved), *rule)
        hence(THROUGH_X(), DDT_TOTAL(lambda j, t: shown[s, j] * z[j](t), t, j, vocabulary))
    with proving(ForAll(l, vocabulary, by_scores(l) == by_tokens(l))):
        with proving(ForAll(s, positions, of_score == last_factor(through))):
            have(of_score == of_token, equal(of_score, of_token))
            hence(exchanged(of_token))
        have(by_scores(l) == through, equal(by_scores(l), through))
        hence(exchanged(through))
    same_bracket(by_scores, by_tokens, *(bracket(k) for bracket in BRACKETS[1:]))


proof(L1["Eqn 19"].uses())(through_Z)


PRODUCTS = defined(
    "XᵀL, Xᵀdiag(b) and Xᵀb, entry by entry",
    (l, s, SUMMED),
    (XL[l, s] == Sum(SUMMED, positions, shown[SUMMED, l] * (Indicator(SUMMED == s) * b[s] - b[SUMMED] * b[s])))
    & (Xdiag[l, s] == Sum(SUMMED, positions, shown[SUMMED, l] * (Indicator(SUMMED == s) * b[s])))
    & (a[l] == Sum(SUMMED, positions, shown[SUMMED, l] * b[SUMMED])),
    at=((expr(1), expr(0), r), (expr(2), expr(0), r)),
)
of_L, of_diag, of_b = (
    Sum(r, positions, shown[r, k] * entry) for entry in (Indicator(r == s) * b[s] - b[r] * b[s], Indicator(r == s) * b[s], b[r])
)
APART = ForAll(k, vocabulary, XL[k, s] == Xdiag[k, s] - b[s] * a[k])
along_L, along_diag = (Sum(k, vocabulary, a[k] * matrix[k, s]) for matrix in (XL, Xdiag))


@proof(L1["L to diag(b)"].uses())
def _() -> None:
    """XᵀL and Xᵀdiag(b) differ by Xᵀb bᵀ, and P⊥ along Xᵀb kills Xᵀb."""
    squares = Sum(k, vocabulary, a[k] ** 2)
    with proving(APART):
        have(of_L == of_diag - b[s] * of_b, linear(of_L, 1, of_diag, -b[s], of_b))
        hence(PRODUCTS(k, s, r))
    have(along_L == along_diag - b[s] * squares, linear(along_L, 1, along_diag, -b[s], squares))


def answer(x: Sample, m: int) -> Ball:
    """α_m of Eqn 16."""
    logits = x.logits
    return 1 / sum((balls.exp(logit - logits[m]) for logit in logits), balls.ball(0))


exponentials = exp(Y**top * direction(setting.b))
EQN_16: dict[Node, Any] = {alpha[k]: lambda x, k: answer(x, k - 1)}
ANSWERS = OF_SEQUENCES.knowing(EQN_16)


def answered_by(answer: Expr, entry: Expr, *indices: Symbol) -> Computed:
    """The data in which the vector softmax(YᵀLN(Xᵀb)) and this answer have these entries."""
    over = tuple((index, vocabulary) for index in indices)
    declared = Declared(
        meaning=((one**top * exponentials, Sum(l, vocabulary, exp(logit[l]))),),
        vectors=((over, {answer: entry, exponentials: exp(logit[k])}),),
    )
    return replace(ANSWERS, points=replace(ANSWERS.points, declared=declared))


with L1.where(given=answered_by(alpha[m], alpha[m], m, k)):
    L1["alpha"] = alpha[m] == exponentials / (one**top * exponentials)
L1["alpha"].uses().refuted("tally=0,1 boosts=1,1 Y=1,0;0,1 n=0").note(
    "An entry is set equal to a vector, so to each of its entries; Eqn 16 has e_mᵀYᵀ in the numerator. "
    "The other parts read α as in Eqn 16."
)
repaired = L1["alpha"].repair(
    claim=alpha == exponentials / (one**top * exponentials), given=answered_by(alpha, alpha[k], k), why="α in place of α_m"
)
beside = Sum(l, vocabulary, exp(logit[l] - logit[k]))
ANSWER = Definition(
    "α of Eqn 16",
    (k, SUMMED),
    alpha[k] == 1 / Sum(SUMMED, vocabulary, exp(logit[SUMMED] - logit[k])),
    of=OF_SEQUENCES.knowing(EQN_16),
    at=((expr(1), l), (expr(2), l)),
)
mass = Sum(l, vocabulary, exp(logit[l]))


@proof(repaired)
def _() -> None:
    """Divide by exp(logit k)."""
    have(exp(logit[k]) > 0)
    have(mass > 0, SUM_POSITIVE(terms(mass), l, vocabulary, k))
    have(beside == 1 / exp(logit[k]) * mass, multiple(beside, 1 / exp(logit[k]), mass))
    hence(ANSWER(k, l))
