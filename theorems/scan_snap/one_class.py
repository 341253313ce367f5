"""One class at every step (scan_snap, Appendix D.2): Lemma 5."""

from theorems.scan_snap.language import *
from theorems.textbook import sums

e, w, zeta, alpha = symbols("e w ζ α")
h_star, wdot = symbols("h* ẇ")
vocabulary = Named("[M]")
others = Without(vocabulary, n)
NEXT_TOKENS = ForAll(j, classes, Member(j, vocabulary))


def trained_row(x: Steps, steps: int | None = None) -> Iterator[tuple[Ball, Ball]]:
    """(right, other) entries of w_n after 0, 1, ..., s steps, from w_n += η (e_n - softmax(w_n)) itself."""
    right = other = balls.ball(0)
    yield right, other
    for _ in range(x.s if steps is None else steps):
        total = balls.exp(right) + (x.M - 1) * balls.exp(other)
        right, other = right + x.eta * (1 - balls.exp(right) / total), other - x.eta * balls.exp(other) / total
        yield right, other


def row_at(x: Steps, s: int) -> tuple[Ball, Ball]:
    """w_n after s steps. Raises ValueError before the first."""
    if s < 0:
        raise ValueError("no row before the first step")
    return list(trained_row(x, s))[s]


def tokens_of(x: Steps) -> tuple[int, ...]:
    """The right answer and one other, where there is one: all others are alike."""
    return (1,) if balls.eq(x.M, balls.ball(1)) is Truth.HOLDS else (1, 2)


def sum_of_row(x: Steps, s: int) -> Ball:
    """1ᵀexp(w_n) after s steps."""
    right, other = row_at(x, s)
    return balls.exp(right) + (x.M - 1) * balls.exp(other)


def answers(x: Steps, s: int) -> tuple[Ball, Ball]:
    """α_nn(s) and α_nj(s), the softmax of the row before step s."""
    right, other = row_at(x, s - 1)
    return balls.exp(right) / sum_of_row(x, s - 1), balls.exp(other) / sum_of_row(x, s - 1)


def reached(x: Steps, s: int) -> Ball:
    """h*(s) by the recursion of Eqn 33. Raises ValueError before its start."""
    if s < 0:
        raise ValueError("the recursion starts at 0")
    return list(growth.recursion(x.arithmetic, x.M, x.eta, s))[-1] / x.M


_entries = {w[n](s): w[n, j](s), alpha[n](s): alpha[n, j](s), zeta[n]: zeta[n, j], e[n]: Indicator(j == n)}
OF_STEPS = Computed(
    replace(STEPS, declared=Declared(vectors=((((j, vocabulary),), _entries),))),
    {
        vocabulary: tokens_of,
        classes: tokens_of,
        n: lambda _: 1,
        eta_Y: "eta",
        h_star(s): reached,
        zeta[n, j]: lambda x, n, j: x.M / (x.M - 1) * (int(j == n) - 1 / x.M),
        Sum(k, others, expr(1)): lambda x: x.M - 1,
        Sum(k, vocabulary, expr(1)): "M",
        Sum(k, vocabulary, exp(w[n, k](s))): lambda x: sum_of_row(x, x.s),
        w[n, j](s): lambda x, n, j, s: row_at(x, s)[j - n],
        alpha[n, j](s): lambda x, n, j, s: answers(x, s)[j - n],
        wdot[n, j](s): lambda x, n, j, s: x.eta * (int(j == n) - answers(x, s)[j - n]),
    },
    ranges=(Member(n, vocabulary), Member(s, INTEGERS), NEXT_TOKENS),
)
L5 = Lemma("Lemma 5", "Appendix D.2", "one class at every step", given=OF_STEPS, uses=["Lemma 3/Eqn 8"])


ONE_OF_BOTH = ((expr(1),), (expr(2),))
at_s = tuple((*token, s) for token in ONE_OF_BOTH)
defined = partial(Definition, of=OF_STEPS)
ZETA_N = defined("ζ_n", (j,), zeta[n, j] == Cases(((j == n, expr(1)),), -1 / (M - 1)), at=ONE_OF_BOTH)
START = defined("w_n(0) = 0", (j,), w[n, j](0) == 0, at=ONE_OF_BOTH)
STEP = defined(
    "w_n takes a step of Eqn 8",
    (j, s),
    w[n, j](s + 1) == w[n, j](s) + eta_Y * (Indicator(j == n) - alpha[n, j](s + 1)),
    at=at_s,
)
SOFTMAX = defined(
    "α_n is the softmax of w_n",
    (j, s, SUMMED),
    alpha[n, j](s + 1) == exp(w[n, j](s)) / Sum(SUMMED, vocabulary, exp(w[n, SUMMED](s))),
    at=tuple((*at, k) for at in at_s),
)
STEP_TAKEN = defined(
    "ẇ_n = η_Y(e_n - α_n)", (j, s), wdot[n, j](s + 1) == eta_Y * (Indicator(j == n) - alpha[n, j](s + 1)), at=at_s
)
M_TOKENS = defined("there are M tokens", (SUMMED,), Sum(SUMMED, vocabulary, expr(1)) == M, at=((k,),))
OTHERS = defined(
    "all but one of M tokens",
    (SUMMED,),
    Sum(SUMMED, others, expr(1)) == M - 1,
    (Member(n, vocabulary),),
    at=((k,),),
    shown=lambda: by(M_TOKENS(SUMMED), SUM_WITHOUT(lambda _: expr(1), SUMMED, vocabulary, n)),
)
H_STAR = defined(
    "h* of Eqn 33", (s,), (h_star(0) == 0) & (h_star(s + 1) == h_star(s) + eta_Y / (M - 1 + exp(M * h_star(s)))), at=((s,),)
)


def if_right(right: Expr, other: Expr) -> Expr:
    """One value for j = n, another for j ≠ n."""
    return Cases(((j == n, expr(right)),), expr(other))


def for_every_token(claim: Claim) -> ForAll:
    return ForAll(j, vocabulary, claim)


sp = Symbol("s′")
zeta_cases = (expr(1), -1 / (M - 1))


def row_cases(r: Expr) -> tuple[Expr, Expr]:
    """(M-1)h*(r)ζ_n, which has a value for a single token as well."""
    return (M - 1) * h_star(r), -h_star(r)


def residual_cases(r: Expr) -> tuple[Expr, Expr]:
    """(M-1)/(M-1+e^{Mh*(r)})ζ_n."""
    return (M - 1) / (M - 1 + exp(M * h_star(r))), -1 / (M - 1 + exp(M * h_star(r)))


def row_after(r: Expr) -> ForAll:
    """Eqn 31, in the two values of its right-hand side."""
    return for_every_token(w[n, j](r) == if_right(*row_cases(r)))


def residual_of(r: Expr) -> ForAll:
    """What the step from r to r + 1 moves w_n by, up to η_Y."""
    residual = Indicator(i == n) - alpha[n, i](r + 1)
    return ForAll(i, vocabulary, residual == Cases(((i == n, residual_cases(r)[0]),), residual_cases(r)[1]))


def in_both_cases(token: Expr, *reasons: Reason, values: Sequence[tuple[Expr, Expr]]) -> None:
    """For the token n and for another one."""
    with case(token == n):
        hence(*reasons, INDICATOR_HOLDS(token == n), *(CASE_HOLDS(token == n, *pair) for pair in values))
    with otherwise():
        hence(*reasons, INDICATOR_FAILS(token, n), *(CASE_FAILS(*pair, token, n) for pair in values))


@auxiliary(residual_of)
def residual_after(r: Expr) -> None:
    """Where w_n is that of Eqn 31, 1ᵀexp(w_n) is e^{(M-1)h*} + (M-1)e^{-h*}."""
    elsewhere, all_alike = Sum(k, others, exp(w[n, k](r))), Sum(k, others, expr(1))
    mass = Sum(k, vocabulary, exp(w[n, k](r)))
    have(ForAll(k, others, w[n, k](r) == -h_star(r)), CASE_FAILS(*row_cases(r), k, n))
    have(elsewhere == exp(-h_star(r)) * all_alike, multiple(elsewhere, exp(-h_star(r)), all_alike))
    have(w[n, n](r) == (M - 1) * h_star(r), CASE_HOLDS(n == n, *row_cases(r)))
    whole = SUM_WITHOUT(lambda k: exp(w[n, k](r)), k, vocabulary, n)
    have(mass == exp((M - 1) * h_star(r)) + (M - 1) * exp(-h_star(r)), whole, OTHERS(k))
    in_both_cases(i, SOFTMAX(i, r, k), values=[row_cases(r), residual_cases(r)])


@auxiliary(row_after)
def row_at_every_step(r: Expr) -> None:
    """Eqn 31 by induction: the softmax of (M-1)h*ζ_n is that of Eqn 32, and one step adds η/(M-1+e^{Mh}) to h*."""
    with proving(row_after(expr(0))):
        in_both_cases(j, START(j), H_STAR(0), values=[row_cases(expr(0))])
    with proving(ForAll(sp, INTEGERS, Implies((sp >= 0) & row_after(sp), row_after(sp + 1)))):
        obtain(residual_after(sp))
        in_both_cases(j, STEP(j, sp), H_STAR(sp), values=[row_cases(sp), residual_cases(sp), row_cases(sp + 1)])
    hence(sums.INDUCTION(row_after, sp, r))


before = residual_cases(s - 1)
h_before = h_star(s - 1)
grown = exp(M * h_before)
L5["Eqn 31"] = w[n](s) == (M - 1) * h_star(s) * zeta[n]
L5["Eqn 31"].note("h* follows the recursion of Eqn 33.").uses("Lemma 5/Eqn 36", "Lemma 5/Eqn 39")


@proof(L5["Eqn 31"])
def _() -> None:
    """By induction over s: the softmax of (M-1)h*ζ_n is that of Eqn 32, and one step adds η/(M-1+e^{Mh}) to h*."""
    obtain(row_at_every_step(s))
    in_both_cases(j, ZETA_N(j), values=[row_cases(s), zeta_cases])


def before_step() -> None:
    """w_n(s-1), and with it e_n - α_n(s)."""
    obtain(row_at_every_step(s - 1), residual_after(s - 1))


chances = (grown / ((M - 1) + grown), 1 / ((M - 1) + grown))
with L5.where(s >= 1):
    L5["Eqn 32"] = for_every_token(alpha[n, j](s) == if_right(*chances))
    L5["residual"] = e[n] - alpha[n](s) == (M - 1) / (M - 1 + grown) * zeta[n]


@proof(L5["Eqn 32"].uses("Lemma 5/Eqn 34", "Lemma 5/Eqn 37"))
def _() -> None:
    """The softmax of w_n(s-1)."""
    before_step()
    in_both_cases(j, values=[before, chances])


@proof(L5["residual"].uses("Lemma 5/Eqn 32"))
def _() -> None:
    """e_n less the softmax of w_n(s-1)."""
    before_step()
    in_both_cases(j, ZETA_N(j), values=[before, zeta_cases])


# -- the displays inside the proof of Lemma 5 ----------------------------------------------------------------------------------

FIRST_STEP = Condition(s == 1, steer=lambda i: i.but(s=1))
LATER = Condition(s >= 1, steer=lambda i: i.but(s=max(i.s, 1)))
RATE_MISSING = (
    "dw_n = η_Y(e_n - α_n)ᵀ by Eqn 8, and Eqn {} steps by η_Y times this: the learning rate is missing, as in Eqn 24. Read as "
    "the gradient without its rate it is right."
)


AFTER_ONE, AFTER_SOME = "M ≥ 2, η_Y > 0, s = 1", "M ≥ 2, η_Y > 0, s ≥ 1"
first_moves = (eta_Y * (1 - 1 / M), -eta_Y / M)
after_one = if_right(*first_moves)
with L5.where(FIRST_STEP):
    L5["Eqn 34"] = ForAll(j, classes, (w[n, j](0) == 0) & (alpha[n, j](1) == 1 / M))
    L5["Eqn 35"] = for_every_token(wdot[n, j](1) == if_right(1 - 1 / M, -1 / M))


def at_first() -> None:
    """What rests on w_n(0) = 0."""
    with proving(row_after(expr(0))):
        in_both_cases(j, START(j), H_STAR(0), values=[row_cases(expr(0))])
    obtain(residual_after(expr(0)))


at_start = residual_cases(expr(0))


@proof(L5["Eqn 34"].feasible(AFTER_ONE).uses())
def _() -> None:
    """The softmax of 0."""
    at_first()
    in_both_cases(j, START(j), H_STAR(0), values=[at_start])


L5["Eqn 35"].feasible(AFTER_ONE).refuted("M=2 eta=1/2 s=1").note(RATE_MISSING.format(36))
repaired = L5["Eqn 35"].repair(claim=for_every_token(wdot[n, j](1) == after_one), why="the factor η_Y")


@proof(repaired.feasible(AFTER_ONE))
def _() -> None:
    """Eqn 8 at w_n(0) = 0."""
    at_first()
    in_both_cases(j, STEP_TAKEN(j, 0), H_STAR(0), values=[at_start, first_moves])


with L5.where(FIRST_STEP):
    L5["Eqn 36"] = for_every_token(w[n, j](1) == after_one)


@proof(L5["Eqn 36"].feasible(AFTER_ONE))
def _() -> None:
    """One step from w_n(0) = 0."""
    at_first()
    in_both_cases(j, STEP(j, 0), START(j), H_STAR(0), values=[at_start, first_moves])


right, wrong = exp((M - 1) * h_before), exp(-h_before)
mass = right + (M - 1) * wrong
step = eta_Y / (grown + (M - 1)) + h_before
softmax = (right / mass, wrong / mass)
with L5.where(LATER):
    L5["Eqn 37"] = for_every_token(alpha[n, j](s) == if_right(*softmax))
    L5["Eqn 38"] = for_every_token(wdot[n, j](s) == if_right((M - 1) / (grown + (M - 1)), -1 / (grown + (M - 1))))
L5["Eqn 38"].feasible(AFTER_SOME).refuted("M=2 eta=1/2 s=1").note(RATE_MISSING.format(39))
moves = (eta_Y * (M - 1) / (grown + (M - 1)), -eta_Y / (grown + (M - 1)))
repaired = L5["Eqn 38"].repair(claim=for_every_token(wdot[n, j](s) == if_right(*moves)), why="the factor η_Y")


@proof(L5["Eqn 37"].feasible(AFTER_SOME))
def _() -> None:
    """The softmax of w_n(s-1)."""
    before_step()
    in_both_cases(j, values=[before, softmax])


@proof(repaired.feasible(AFTER_SOME))
def _() -> None:
    """Eqn 8 at w_n(s-1)."""
    before_step()
    in_both_cases(j, STEP_TAKEN(j, s - 1), values=[before, moves])


taken, arrived = ((M - 1) * step, -step), ((M - 1) * h_star(s), -h_star(s))
with L5.where(LATER):
    L5["Eqn 39"] = for_every_token(chain(w[n, j](s), "==", if_right(*taken), "==", if_right(*arrived)))


@proof(L5["Eqn 39"].feasible(AFTER_SOME))
def _() -> None:
    """One step from w_n(s-1); h*(s) is h*(s-1) with the step added."""
    before_step()
    in_both_cases(j, STEP(j, s - 1), H_STAR(s - 1), values=[row_cases(s - 1), before, taken, arrived])


STATEMENTS = (L5,)
