"""The gradient of the objective (scan_snap, Section 3.1 and Appendix C): Eqns 3 and 4 of Lemma 1."""

from typing import Literal

from theorems.scan_snap import objective
from theorems.scan_snap.differentials import *
from theorems.scan_snap.language import *
from theorems.scan_snap.moving_sequences import Differential


def one_entry(of: Literal["Y", "Z"]) -> Computed:
    """The data in which entry (i, q) of this matrix alone moves, at speed 1."""

    def bind(at: Instance, arithmetic: Arithmetic) -> Differential:
        x = objective.bind_gradient(at, arithmetic)
        rows = range(x.M)
        moved, still = (
            tuple(tuple(Fraction(int(moves and (k, l) == (x.i, x.j))) for l in rows) for k in rows) for moves in (True, False)
        )
        dY, dZ = (moved, still) if of == "Y" else (still, moved)
        return Differential(arithmetic, x.tally, x.boosts, x.Y, x.m, x.n, x.i, x.j, x.eta, dY, dZ)

    return Computed(replace(GRADIENTS, bind=bind), {**OF_DIFFERENTIALS.quantities, **OF_GRADIENTS.quantities, dJ: "dJ"})


ASCENT_IN_Y = Definition(
    "Ẏ is η_Y times the gradient: its entry (i, q) is dJ where that of Y alone moves, at speed 1",
    (l, k),
    (moves_Y == eta_Y * dJ) & (dY[l, k] == Indicator(l == i) * Indicator(k == q)) & (dz[l] == 0),
    of=one_entry("Y"),
    at=((i, q), (expr(1), expr(2))),
)
ASCENT_IN_Z = Definition(
    "Ż is η_Z times the gradient: its entry (i, q) is dJ where that of Z alone moves, at speed 1; dz is dZᵀx_T",
    (l, k),
    (moves_Z == eta_Z * dJ) & (moves_z == eta_Z * dJ) & (dY[l, k] == 0) & (dz[l] == Indicator(i == m) * Indicator(l == q)),
    of=one_entry("Z"),
    at=((q, i), (expr(1), expr(2))),
)
ATTENDED = Definition(
    "Xᵀb at this time",
    (l, SUMMED),
    a[l](t) == Sum(SUMMED, positions, shown[SUMMED, l] * b[SUMMED]),
    of=OF_DIFFERENTIALS,
    at=((expr(1), s),),
)
p = Symbol("p")
answers_off = Indicator(k == n) - alpha[k]


def pulled(l: Expr) -> Total:
    """Entry l of Y(x_{T+1} - α)."""
    return Sum(k, vocabulary, answers_off * Y[l, k])


def diagonal(l: Expr, j: Expr) -> Total:
    """Entry (l, j) of Xᵀdiag(b)X."""
    return Sum(s, positions, shown[s, l] * (b[s] * shown[s, j]))


along_v = Sum(p, vocabulary, v[p] * pulled(p))


def coefficient_at(token: Expr) -> Expr:
    return (pulled(token) - v[token] * along_v) / length


def row(j: Expr) -> Total:
    """Entry j of (x_{T+1} - α)ᵀYᵀ (P⊥/‖Xᵀb‖) Xᵀdiag(b)X."""
    return Sum(l, vocabulary, coefficient_at(l) * diagonal(l, j))


in_Y = Sum(k, vocabulary, answers_off * moving_row)
in_Z = Sum(j, vocabulary, dz[j] * row(j))


def column(l: Expr) -> Total:
    """Entry (l, j) of XᵀLX."""
    return Sum(s, positions, shown[s, l] * Sum(r, positions, softening * shown[r, j]))


STAYING = ForAll(l, vocabulary, ForAll(j, vocabulary, column(l) == diagonal(l, j) - a[j](t) * length * v[l]))
squares_of_v = Sum(m, vocabulary, v[m] ** 2)
moved_by_Z = Sum(k, vocabulary, answers_off * pushed_row(by_tokens))


@auxiliary(STAYING)
def without_bb() -> None:
    """L = diag(b) - bbᵀ."""
    inner = Sum(r, positions, softening * shown[r, j])
    own, at_j = Sum(r, positions, Indicator(r == s) * (b[s] * shown[r, j])), Sum(r, positions, shown[r, j] * b[r])
    with proving(ForAll(s, positions, inner == b[s] * shown[s, j] - b[s] * a[j](t))):
        have(own == b[s] * shown[s, j], SUM_PICKS(lambda r: b[s] * shown[r, j], r, positions, s))
        have(inner == own - b[s] * at_j, linear(inner, 1, own, -b[s], at_j), INDICATOR_OF_EQUALITY(r, s))
        hence(ATTENDED(j, r))
    weights = Sum(s, positions, shown[s, l] * b[s])
    have(column(l) == diagonal(l, j) - a[j](t) * weights, linear(column(l), 1, diagonal(l, j), -a[j](t), weights))
    have(weights == length * v[l], ATTENDED(l, s), NORMED(l, m))


from_v = Sum(m, vocabulary, v[m] * by_tokens(m))
projected = (by_tokens(l) - v[l] * from_v) / length
across = Sum(k, vocabulary, answers_off * Sum(l, vocabulary, projected * Y[l, k]))
pulled_by_Z = Sum(l, vocabulary, pulled(l) * by_tokens(l))
pulled_column, v_column = Sum(l, vocabulary, pulled(l) * column(l)), Sum(m, vocabulary, v[m] * column(m))


@auxiliary(squares_of_v == 1)
def unit_vector() -> None:
    """LN(Xᵀb) has length 1."""
    all_squares = Sum(m, vocabulary, a[m](t) ** 2)
    have(all_squares == length**2, NORMED(l, m))
    hence(multiple(squares_of_v, 1 / length**2, all_squares), NORMED(m, k))


@auxiliary(ForAll(j, vocabulary, row(j) == (pulled_column - along_v * v_column) / length))
def projected_column() -> None:
    """P⊥ kills Xᵀb, the image of bbᵀ."""
    of_pulled, of_v = Sum(l, vocabulary, pulled(l) * diagonal(l, j)), Sum(m, vocabulary, v[m] * diagonal(m, j))
    along, with_l = Sum(l, vocabulary, v[l] * pulled(l)), Sum(l, vocabulary, v[l] * diagonal(l, j))
    obtain(without_bb, unit_vector)
    have(along == along_v, SUM_RENAMED(terms(along), l, p, vocabulary))
    have(with_l == of_v, SUM_RENAMED(terms(with_l), l, m, vocabulary))
    have(pulled_column == of_pulled - a[j](t) * length * along, linear(pulled_column, 1, of_pulled, -a[j](t) * length, along))
    have(v_column == of_v - a[j](t) * length, linear(v_column, 1, of_v, -a[j](t) * length, squares_of_v))
    have(
        row(j) == 1 / length * of_pulled - along_v / length * with_l,
        linear(row(j), 1 / length, of_pulled, -along_v / length, with_l),
    )


@auxiliary(dJ == in_Y + in_Z)
def gradients() -> None:
    """Eqns 17 to 19 with L for diag(b), and P⊥ kills the difference."""
    obtain(projected_column, log_softmax_rule, through_scores, through_Z)
    have(ForAll(k, vocabulary, bracket17[k] == moving_row + pushed_row(by_tokens)), BRACKETS[2](k))
    have(answered_with(bracket17) == in_Y + moved_by_Z, linear(answered_with(bracket17), 1, in_Y, 1, moved_by_Z))
    have(ForAll(k, vocabulary, pushed_row(by_tokens) == last_factor(across)), equal(pushed_row(by_tokens), last_factor(across)))
    have(moved_by_Z == across, equal(moved_by_Z, across))
    of_tokens = Sum(l, vocabulary, projected * pulled(l))
    have(across == of_tokens, exchanged(across))
    along = Sum(l, vocabulary, v[l] * pulled(l))
    have(along == along_v, SUM_RENAMED(terms(along), l, p, vocabulary))
    have(
        of_tokens == 1 / length * pulled_by_Z - from_v / length * along,
        linear(of_tokens, 1 / length, pulled_by_Z, -from_v / length, along),
    )
    by_column, by_v = Sum(j, vocabulary, dz[j] * pulled_column), Sum(j, vocabulary, dz[j] * v_column)
    have((pulled_by_Z == by_column) & (from_v == by_v), exchanged(pulled_by_Z), exchanged(from_v))
    have(in_Z == 1 / length * by_column - along_v / length * by_v, linear(in_Z, 1 / length, by_column, -along_v / length, by_v))


ENTRIES = Definition(
    "entry i of LN(Xᵀb) and of x_T; entry q of x_{T+1} - α and of both products of matrices",
    (),
    (direction(setting.b) == v[i])
    & (query == Indicator(i == m))
    & (residual == Indicator(q == n) - alpha[q])
    & (from_the_left == row(q))
    & (from_the_right == Sum(l, vocabulary, diagonal(q, l) * (pulled(l) - v[l] * along_v) / length)),
    of=one_entry("Y"),
)


@proof(L1["Eqn 3 Y"].uses("Lemma 1/Eqn 17", "Lemma 1/Eqn 18", "Lemma 1/Eqn 19"))
def _() -> None:
    """In the direction of entry (i, q) of Y."""
    obtain(gradients)
    own_row = Sum(l, vocabulary, Indicator(l == i) * (Indicator(k == q) * v[l]))
    with proving(ForAll(k, vocabulary, moving_row == Indicator(k == q) * v[i])):
        have(moving_row == own_row, equal(moving_row, own_row), ASCENT_IN_Y(l, k))
        hence(SUM_PICKS(lambda l: Indicator(k == q) * v[l], l, vocabulary, i))
    picked = Sum(k, vocabulary, Indicator(k == q) * (answers_off * v[i]))
    have(in_Y == picked, equal(in_Y, picked))
    have(
        picked == (Indicator(q == n) - alpha[q]) * v[i],
        SUM_PICKS(lambda k: (Indicator(k == n) - alpha[k]) * v[i], k, vocabulary, q),
    )
    still = Sum(j, vocabulary, expr(0))
    have(in_Z == 0 * still, multiple(in_Z, 0, still), ASCENT_IN_Y(j, q))
    hence(ASCENT_IN_Y(i, q), ENTRIES())


@proof(L1["Eqn 3 Z"].uses("Lemma 1/Eqn 17", "Lemma 1/Eqn 18", "Lemma 1/Eqn 19", "Lemma 1/L to diag(b)"))
def in_the_row_of_the_query() -> None:
    """In the direction of entry (i, q) of Z, which the sequence sees where i is its query."""
    obtain(gradients)
    still = Sum(l, vocabulary, expr(0))
    with proving(ForAll(k, vocabulary, moving_row == 0)):
        have(moving_row == 0 * still, multiple(moving_row, 0, still), ASCENT_IN_Z(l, k))
    nothing = Sum(k, vocabulary, expr(0))
    have(in_Y == 0 * nothing, multiple(in_Y, 0, nothing))
    picked = Sum(j, vocabulary, Indicator(j == q) * row(j))
    have(in_Z == Indicator(i == m) * picked, multiple(in_Z, Indicator(i == m), picked), ASCENT_IN_Z(j, q))
    have(picked == row(q), SUM_PICKS(row, j, vocabulary, q))
    hence(ASCENT_IN_Z(q, q), ENTRIES())


@proof(L1["Eqn 4"].uses("Lemma 1/Eqn 3 Z"))
def _() -> None:
    """Row m of Eqn 3, whose matrices are symmetric."""
    from_right = Sum(l, vocabulary, diagonal(q, l) * (pulled(l) - v[l] * along_v) / length)
    with proving(moves_z == eta_Z * (Indicator(i == m) * from_right)):
        have(ForAll(l, vocabulary, diagonal(l, q) == diagonal(q, l)), equal(diagonal(l, q), diagonal(q, l)))
        have(row(q) == from_right, equal(row(q), from_right))
        in_the_row_of_the_query()
    with case(i == m):
        hence(INDICATOR_HOLDS(i == m), CASE_HOLDS(i == m, eta_Z * from_the_right, 0), ENTRIES())
    with otherwise():
        hence(INDICATOR_FAILS(i, m), CASE_FAILS(eta_Z * from_the_right, 0, i, m), ENTRIES())


BY_EQN_3 = Definition(
    "Y and Z move by Eqn 3",
    (r, j),
    (slope_Y[r, j] == eta_Y * v[r] * (Indicator(j == n) - alpha[j])) & (slope_Z[r, j] == eta_Z * Indicator(r == m) * row(j)),
    of=one_entry("Y"),
    at=((i, q), (expr(1), expr(2))),
)
whole_row = Sum(j, vocabulary, row(j))


answers_short = Sum(j, vocabulary, Indicator(j == n) - alpha[j])


@auxiliary(answers_short == 0)
def of_answers() -> None:
    """The entries of a softmax add up to 1."""
    have(grown_mass > 0, SUM_POSITIVE(terms(grown_mass), k, vocabulary, n))
    answers, own = Sum(j, vocabulary, alpha[j]), Sum(j, vocabulary, Indicator(j == n) * expr(1))
    same_mass = Sum(j, vocabulary, exp(logit[j](t)))
    renamed = SUM_RENAMED(terms(grown_mass), k, j, vocabulary)
    have(answers == 1, renamed, multiple(answers, 1 / grown_mass, same_mass), ALPHA(j, k))
    have(own == 1, SUM_PICKS(lambda _: expr(1), j, vocabulary, n))
    hence(linear(answers_short, 1, own, -1, answers))


@auxiliary(whole_row == 0)
def of_rows() -> None:
    """X1 = 1 makes Xᵀdiag(b)X1 = Xᵀb, which P⊥ kills."""
    obtain(unit_vector)
    of_token, along = Sum(j, vocabulary, diagonal(l, j)), Sum(l, vocabulary, v[l] * pulled(l))
    with proving(ForAll(l, vocabulary, of_token == length * v[l])):
        weights, ones = Sum(s, positions, shown[s, l] * b[s]), Sum(j, vocabulary, shown[s, j])
        by_places = Sum(s, positions, Sum(j, vocabulary, shown[s, l] * (b[s] * shown[s, j])))
        have(of_token == by_places, SUM_SWAP(lambda j, s: shown[s, l] * (b[s] * shown[s, j]), j, vocabulary, s, positions))
        with proving(ForAll(s, positions, by_places.body == shown[s, l] * b[s])):
            hence(multiple(by_places.body, shown[s, l] * b[s], ones), ONE_HOT(j))
        have(by_places == weights, equal(by_places, weights))
        hence(ATTENDED(l, s), NORMED(l, m))
    by_tokens_first = Sum(l, vocabulary, Sum(j, vocabulary, coefficient_at(l) * diagonal(l, j)))
    swapped = SUM_SWAP(lambda j, l: coefficient_at(l) * diagonal(l, j), j, vocabulary, l, vocabulary)
    have(whole_row == by_tokens_first, swapped)
    with proving(ForAll(l, vocabulary, by_tokens_first.body == v[l] * pulled(l) - along_v * v[l] ** 2)):
        hence(multiple(by_tokens_first.body, coefficient_at(l), of_token))
    squares = Sum(l, vocabulary, v[l] ** 2)
    have(squares == squares_of_v, SUM_RENAMED(terms(squares), l, m, vocabulary))
    have(along == along_v, SUM_RENAMED(terms(along), l, p, vocabulary))
    have(by_tokens_first == along - along_v * squares, linear(by_tokens_first, 1, along, -along_v, squares))


@proof(L1["zero sums"])
def _() -> None:
    """Both gradients end in a vector whose entries sum to zero."""
    obtain(of_answers, of_rows)
    in_row_Y, in_row_Z = (Sum(j, vocabulary, slope[i, j]) for slope in (slope_Y, slope_Z))
    have(in_row_Y == eta_Y * v[i] * answers_short, multiple(in_row_Y, eta_Y * v[i], answers_short), BY_EQN_3(i, j))
    have(
        in_row_Z == eta_Z * Indicator(i == m) * whole_row,
        multiple(in_row_Z, eta_Z * Indicator(i == m), whole_row),
        BY_EQN_3(i, j),
    )
    hence(*(SUM_RENAMED(terms(row), j, k, vocabulary) for row in (in_row_Y, in_row_Z)))


STATEMENTS = (L1,)
