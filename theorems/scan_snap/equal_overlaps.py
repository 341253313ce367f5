"""The original dynamics when all overlaps are equal (scan_snap, Appendix D.2): Remark 1."""

from theorems.language.tree import free_symbols
from theorems.scan_snap.decoder_step import DECODER, inner_product
from theorems.scan_snap.language import *
from theorems.scan_snap.reparameterisation import GRAM_ENTRY, OF_DECODER, Y, now, q, residual
from theorems.scan_snap.reparameterisation import gram as entry_of_gram
from theorems.scan_snap.rounds import ROUNDS, entry, kinds, mass
from theorems.textbook import sums

_lam, _rho = positive("lambda"), positive("rho")
W, w, e, alpha, rho, I, eta_Y, t = symbols("W w e α ρ I η_Y t")
h_star, zeta, N, F, r = symbols("h* ζ N F r")

R1 = Lemma(
    "Remark 1",
    "Appendix D.2",
    "the original dynamics with equal overlaps",
    given=OVERLAP_WORDS.where(CONTRACTION).knowing({rho: lambda x: x.E[0][1]}),
    uses=["Remark 1/Eqn 41", "Remark 1/Eqn 42", "Lemma 5/Eqn 31"],
)
carried = (I + excess) * corrected * e[n]
moved_row = Sum(q, tokens, f[k, q] * Y[q, l](now))  # entry l of row k of W = F⊤Y
row_of_n = Sum(q, tokens, f[n, q] * Y[q, l](now))
ROWS = Computed(  # a row stands for its entry l
    DECODER,
    {
        **{known: supply for known, supply in OF_DECODER.quantities.items() if j not in free_symbols(known)},
        K: "K",
        entry_of_gram[i, k]: lambda x, i, k: x.gram[i][k],
        ddt(Y[q, l](now), now): lambda x, q, l, _: x.eta * balls.ball(x.f[x.n][q]) * x.r_l,
        ddt(w[k], t): lambda x, k: x.eta * balls.ball(x.gram[k][x.n]) * x.r_l,
        ddt(row_of_n, now): lambda x: sum((balls.ball(a) * (x.eta * balls.ball(a) * x.r_l) for a in x.f[x.n]), balls.ball(0)),
        f[i] ** top * f[j]: lambda x, i, j: x.gram[i][j],
        rho: lambda x: x.gram[0][-1],
    },
    ranges=tuple(each for each in OF_DECODER.ranges if j not in free_symbols(each)),
)
ORIGINAL = ROWS.knowing(  # a vector stands for its entry j, a matrix for its entry (j, l)
    {
        j: "j",
        ddt(W, t): lambda x: x.eta * balls.ball(x.own) * x.r_l,
        carried: lambda x: sum((x.gram[x.j][k] * x.correction[k][x.n] for k in range(x.K)), Fraction(0)),
    }
)
ORIGINAL = replace(ORIGINAL, ranges=OF_DECODER.ranges)
MOVED_BY_EQN_7 = Definition(
    "Y moves by Eqn 7", (), ForAll(q, tokens, ddt(Y[q, l](now), now) == eta_Y * f[n, q] * residual), of=ROWS, at=((),)
)
ROW = Definition("w_k is row k of F⊤Y", (k,), ddt(w[k], t) == ddt(moved_row, now), of=ROWS, at=((n,),))
PRODUCT = Definition("f_k·f_n", (k, q), f[k] ** top * f[n] == Sum(q, tokens, f[k, q] * f[n, q]), of=ROWS, at=((n, q),))
UNIT = Definition("f_n is a unit vector", (), f[n] ** top * f[n] == 1, of=ROWS, at=((),))
ENTRY = Definition(
    "entry j of F⊤f_n, of (I+E)E′e_n and of e_n, and row j of W",
    (),
    (F**top * f[n] == f[j] ** top * f[n])
    & (carried == Sum(k, classes, entry_of_gram[j, k] * corrected[k, n]))
    & (e[n] == Indicator(j == n))
    & (ddt(W, t) == ddt(w[j], t)),
    of=ORIGINAL,
    at=((),),
)


@auxiliary(lambda k: ddt(w[k], t) == eta_Y * (f[k] ** top * f[n]) * residual)
def row_moves(k: Expr) -> None:
    """Row k of W moves by η_Y f_k·f_n times the residual."""
    of_step, own = Sum(q, tokens, f[k, q] * ddt(Y[q, l](now), now)), Sum(q, tokens, f[k, q] * f[n, q])
    steps = Sum(q, tokens, ddt(f[k, q] * Y[q, l](now), now))
    have(steps == of_step, equal(steps, of_step), DDT_FACTOR(f[k, q], lambda t: Y[q, l](t), now))
    have(of_step == eta_Y * residual * own, multiple(of_step, eta_Y * residual, own), MOVED_BY_EQN_7())
    hence(ROW(k), PRODUCT(k, q), DDT_TOTAL(lambda q, t: f[k, q] * Y[q, l](t), now, q, tokens))


with R1.where(given=ORIGINAL):
    R1["Eqn 40"] = chain(ddt(W, t), "==", eta_Y * (e[n] + carried) * residual, "==", eta_Y * (F**top * f[n]) * residual)
R1["Eqn 40"].note("An entry of each matrix.").uses("Notation D.1/E'")


@proof(R1["Eqn 40"])
def _() -> None:
    """F⊤f_n moves W; (I+E)E′ = E, so e_n + (I+E)E′e_n = (I+E)e_n = F⊤f_n."""
    obtain(row_moves(j))
    carried_entries = Sum(k, classes, entry_of_gram[j, k] * corrected[k, n])
    own, undone = (Sum(k, classes, x) for x in (Indicator(k == n) * entry_of_gram[j, k], entry_of_gram[j, k] * back[k, n]))
    have(carried_entries == own - undone, linear(carried_entries, 1, own, -1, undone), CORRECTED(k, n))
    have(own == entry_of_gram[j, n], SUM_PICKS(lambda k: entry_of_gram[j, k], k, classes, n))
    hence(ENTRY(), INVERSE(j, n, k), GRAM_ENTRY(j, n, q), PRODUCT(j, q))


def _made_equal(i: Instance) -> Instance:
    """The first overlap everywhere; a lone class gets a second one."""
    classes, first = max(int(i.K), 2), str(i.E).split(",")[0]
    return i.but(K=classes, M=max(i.M, classes), E=",".join([first] * (classes * (classes - 1) // 2)))


ALL_EQUAL = ForAll(n, classes, ForAll(j, Without(classes, n), f[j] ** top * f[n] == rho))
EQUAL = Condition((K >= 2) & ALL_EQUAL, lambda i: i.K >= 2 and len(set(str(i.E).split(","))) == 1, _made_equal)

with R1.where(EQUAL):
    R1["rho"] = (rho >= 0) & (rho <= 1)
R1["rho"].trivial(OVERLAP_RANGE.uninformative_on("everywhere", lambda i: True), "K ≥ 2, 0 ≤ ρ < 1, |λ₁| = (K-1)ρ < 1").uses()
R1["rho"].proved(
    proved(
        "f ≥ 0 entrywise gives ρ ≥ 0; ρ ≤ (‖f_n‖² + ‖f_n'‖²)/2 = 1.",
        identity("(x² + y²)/2 - xy = (x-y)²/2", (_lam**2 + _rho**2) / 2 - _lam * _rho, (_lam - _rho) ** 2 / 2),
        in_words="that the overlap is a sum of products of nonnegative entries of unit vectors; the step checks one term.",
    )
)


def _equal_overlaps(i: Instance) -> bool:
    f = read(str(i.f))
    return len(f) >= 2 and len({inner_product(a, b) for a, b in combinations(f, 2)}) == 1


def _turned(i: Instance) -> Instance:
    """A vector and what becomes of it when the coordinates change places: equal overlaps."""
    classes = max(len(read(str(i.f))), 2)
    vectors = [tuple(Fraction(2 - int(k == c), 3) for c in (2, 1, 0)) for k in range(classes)]
    return i.but(f=word(vectors), n=int(i.n) % classes, j=int(i.j) % classes)


EQUAL_ROWS = Condition((K >= 2) & ALL_EQUAL, _equal_overlaps, _turned)
with R1.where(EQUAL_ROWS, given=ROWS):
    R1["Eqn 41"] = ddt(w[n], t) == eta_Y * residual
    R1["Eqn 42"] = ForAll(k, Without(classes, n), ddt(w[k], t) == eta_Y * rho * residual)
R1["Eqn 41"].feasible("K ≥ 2, 0 ≤ ρ < 1").uses("Remark 1/Eqn 40")
R1["Eqn 42"].feasible("K ≥ 2, 0 ≤ ρ < 1").uses("Remark 1/Eqn 40")


@proof(R1["Eqn 41"])
def _() -> None:
    """f_n is a unit vector."""
    obtain(row_moves(n))
    hence(UNIT())


@proof(R1["Eqn 42"])
def _() -> None:
    """f_k·f_n = ρ."""
    obtain(row_moves(k))
    hence(ALL_EQUAL)


effective = (1 - rho) * eta_Y
ALL_TOKENS = Condition(
    (K == M) & ForAll(k, tokens, Member(k, classes)), lambda i: i.K == i.M, lambda i: i.but(M=i.K), printed=K == M
)
_entries = {w[n](N): W[n, j](r), zeta[n]: zeta[n, j], zeta[np]: zeta[np, j]}
BY_ROUNDS = Computed(
    replace(ROUNDS, declared=Declared(vectors=((((j, tokens),), _entries),))),
    {
        rho: "rho",
        eta_Y: "eta",
        n: lambda _: 0,
        N / K: "r",
        r: "r",
        classes: lambda x: range(x.K),
        tokens: kinds,
        Sum(k, tokens, expr(1)): "M",
        Sum(k, tokens, exp(W[n, k](r))): lambda x: mass(x, x.r),
        W[n, j](s): entry,
        alpha[n, j](s): lambda x, n, j, s: balls.exp(entry(x, n, j, s)) / mass(x, s),
        zeta[n, j]: lambda x, n, token: Fraction(1) if n == token else Fraction(-1, x.M - 1),
        h_star(N / K): lambda x: x.recursion(x.r, x.eta),
        h_star(N / K, effective): lambda x: x.recursion(x.r, (1 - x.rho) * x.eta),
        h_star(s, t): lambda x, s, rate: x.recursion(s, rate),
    },
    ranges=(Member(n, classes), ForAll(k, classes, Member(k, tokens)), Member(r, INTEGERS), r >= 0, N / K == r),
)
OWN_AND_RIVAL = ((n, n), (n, expr(1)))
ZETA = Definition("ζ_n", (i, j), zeta[i, j] == M / (M - 1) * Indicator(i == j) - 1 / (M - 1), of=BY_ROUNDS, at=OWN_AND_RIVAL)
NUMBER_OF_CLASSES = Definition("K classes", (SUMMED,), Sum(SUMMED, classes, expr(1)) == K, of=BY_ROUNDS, at=((n,),))
NUMBER_OF_TOKENS = Definition("M tokens", (SUMMED,), Sum(SUMMED, tokens, expr(1)) == M, of=BY_ROUNDS, at=((k,),))
START = Definition("W(0) = 0", (n, j), W[n, j](0) == 0, of=BY_ROUNDS, at=OWN_AND_RIVAL)


def missed(class_: Expr, token: Expr, rounds: Expr) -> Expr:
    """An entry of e_n - α_n after so many rounds."""
    return Indicator(class_ == token) - alpha[class_, token](rounds)


SOFTMAX = Definition(
    "α_n is the softmax of w_n",
    (n, j, s, SUMMED),
    alpha[n, j](s) == exp(W[n, j](s)) / Sum(SUMMED, tokens, exp(W[n, SUMMED](s))),
    of=BY_ROUNDS,
    at=tuple((*each, r, k) for each in OWN_AND_RIVAL),
)
ROUND = Definition(
    "a round moves W by η_Y(I+E)(I-A)",
    (n, j, s),
    W[n, j](s + 1) == W[n, j](s) + eta_Y * (missed(n, j, s) + rho * Sum(np, Without(classes, n), missed(np, j, s))),
    of=BY_ROUNDS,
    at=tuple((*each, expr(r)) for each in OWN_AND_RIVAL for r in (0, 1, 2)),
)
H_STAR = Definition(
    "h* of Eqn 33, at a learning rate",
    (s, t),
    (h_star(0, t) == 0) & (h_star(s + 1, t) == h_star(s, t) + t / (M - 1 + exp(M * h_star(s, t)))),
    of=BY_ROUNDS,
    at=((expr(2), effective), (expr(2), eta_Y)),
)


def rows_after(r: Expr) -> ForAll:
    """Every row after r rounds."""
    return ForAll(i, classes, ForAll(j, tokens, W[i, j](r) == (M - 1) * h_star(r, effective) * zeta[i, j]))


def share(r: Expr) -> Expr:
    return (M - 1) / (M - 1 + exp(M * h_star(r, effective)))


def residuals_after(r: Expr) -> ForAll:
    return ForAll(m, classes, ForAll(l, tokens, missed(m, l, r) == share(r) * zeta[m, l]))


@auxiliary(ForAll(j, tokens, Sum(np, classes, zeta[np, j]) == 0))
def zetas_add_up() -> None:
    """(M/(M-1))(1 - K/M) = 0 for K = M."""
    whole, own, count = (Sum(np, classes, x) for x in (zeta[np, j], Indicator(np == j) * expr(1), expr(1)))
    have(whole == M / (M - 1) * own - 1 / (M - 1) * count, linear(whole, M / (M - 1), own, -1 / (M - 1), count), ZETA(np, j))
    have(own == 1, SUM_PICKS(lambda _: expr(1), np, classes, j))
    hence(NUMBER_OF_CLASSES(np))


@auxiliary(residuals_after)
def residual_along_zeta(r: Expr) -> None:
    """Where w_n = (M-1)hζ_n, 1ᵀexp(w_n) is e^{(M-1)h} + (M-1)e^{-h}."""
    height, others = h_star(r, effective), Without(tokens, m)
    elsewhere, all_alike = Sum(k, others, exp(W[m, k](r))), Sum(k, others, expr(1))
    have(ForAll(k, others, W[m, k](r) == -height), ZETA(m, k), INDICATOR_FAILS(m, k))
    have(elsewhere == exp(-height) * all_alike, multiple(elsewhere, exp(-height), all_alike))
    have(all_alike == M - 1, NUMBER_OF_TOKENS(k), SUM_WITHOUT(lambda _: expr(1), k, tokens, m))
    have(W[m, m](r) == (M - 1) * height, ZETA(m, m), INDICATOR_HOLDS(m == m))
    whole = Sum(k, tokens, exp(W[m, k](r)))
    have(whole == exp((M - 1) * height) + (M - 1) * exp(-height), SUM_WITHOUT(terms(whole), k, tokens, m))
    with case(m == l):
        have((zeta[m, l] == 1) & (W[m, l](r) == (M - 1) * height), ZETA(m, l), INDICATOR_HOLDS(m == l))
        hence(SOFTMAX(m, l, r, k), INDICATOR_HOLDS(m == l))
    with otherwise():
        have((zeta[m, l] == -1 / (M - 1)) & (W[m, l](r) == -height), ZETA(m, l), INDICATOR_FAILS(m, l))
        hence(SOFTMAX(m, l, r, k), INDICATOR_FAILS(m, l))


@auxiliary(rows_after)
def rows_at_every_round(r: Expr) -> None:
    """By induction."""
    obtain(zetas_add_up)
    with proving(rows_after(expr(0))):
        hence(START(i, j), H_STAR(0, effective))
    with proving(ForAll(s, INTEGERS, Implies((s >= 0) & rows_after(s), rows_after(s + 1)))):
        obtain(residual_along_zeta(s))
        whole, zetas = Sum(np, classes, missed(np, j, s)), Sum(np, classes, zeta[np, j])
        have(whole == share(s) * zetas, multiple(whole, share(s), zetas))
        hence(ROUND(i, j, s), SUM_WITHOUT(terms(whole), np, classes, i), H_STAR(s, effective))
    hence(sums.INDUCTION(rows_after, s, r))


@auxiliary(ForAll(j, tokens, W[n, j](r) == (M - 1) * h_star(N / K, effective) * zeta[n, j]))
def row_after_all() -> None:
    """By induction over the rounds, where Σ_n′ ζ_n′ = 0: each adds η_Y(1-ρ)cζ_n, as e_n - α_n = cζ_n for every n."""
    obtain(rows_at_every_round(r))
    hence(EQUALS(lambda r: h_star(r, effective), N / K, r))


bracket = zeta[n] + rho * Sum(np, Without(classes, n), zeta[np])
WHOLE_ROUNDS = (
    "Rounds are applied as a whole; the second argument of h* is its learning rate. K = M is outside Assumption 2 (M ≫ K²)."
)
with R1.where(given=BY_ROUNDS):
    R1["Eqn 43 first"] = w[n](N) == (M - 1) * h_star(N / K) * bracket
    R1["Eqn 43 second"] = w[n](N) == (1 - rho) * (M - 1) * h_star(N / K) * zeta[n]
    R1["sum zeta"] = Sum(n, classes, zeta[n]) == 0
    R1["eta'"] = ForAll(j, Without(tokens, n), W[n, n](r) - W[n, j](r) == M * h_star(N / K, effective))
    R1["eta' at most eta_Y"] = effective <= eta_Y
R1["Eqn 43 first"].refuted("K=2 M=2 rho=1/2 eta=1 r=2").note(
    "Uniform sampling. Equal at the first round; from the second on the residual of class n depends on its own row, which the "
    "other classes have moved. So under Assumption 2 as well: K = 2, M = 10^4, ρ = 1/4, η_Y = 1/2 give w_n[n] = .999841 after "
    "two rounds, and the right side .999843 there."
)
repaired = R1["Eqn 43 first"].repair(
    ALL_TOKENS,
    claim=w[n](N) == (M - 1) * h_star(N / K, effective) * bracket / (1 - rho),
    why="K = M, h* at the effective rate, and the bracket, which is (1-ρ)ζ_n, divided by 1-ρ",
)


@proof(repaired.note(WHOLE_ROUNDS))
def _() -> None:
    """The bracket is (1-ρ)ζ_n for K = M."""
    obtain(zetas_add_up, row_after_all)
    hence(SUM_WITHOUT(lambda np: zeta[np, j], np, classes, n))


R1["Eqn 43 second"].refuted("K=2 M=2 rho=1/2 eta=1 r=2").note(
    "Uniform sampling. Under Assumption 2 as well: K = 2, M = 10^4, ρ = 1/4, η_Y = 1/2 give w_n[n] = .9998 after two rounds, "
    "and the right side .7499 there."
)
repaired = R1["Eqn 43 second"].repair(
    ALL_TOKENS,
    claim=w[n](N) == (M - 1) * h_star(N / K, effective) * zeta[n],
    why="K = M, and h* at the effective rate instead of (1-ρ)h* at the full one",
)
proof(repaired.note(WHOLE_ROUNDS))(row_after_all)

ONE_ROUND = "K=2 M=3 rho=1/2 eta=1 r=1"
R1["sum zeta"].refuted(ONE_ROUND).uses()


@proof(R1["sum zeta"].repair(ALL_TOKENS, why="K = M"))
def _() -> None:
    """(M/(M-1))(1 - K/M) = 0 exactly for K = M."""
    obtain(zetas_add_up)
    hence(SUM_RENAMED(lambda n: zeta[n, j], n, np, classes))


R1["eta'"].refuted(ONE_ROUND).uses("Remark 1/sum zeta")
R1["eta'"].note(
    "In print in words: the effective learning rate is η′_Y = (1-ρ)η_Y; after N/K rounds w_n[n] leads the other tokens as at "
    "that rate. For K < M the first round moves w_n[n] ahead of a token outside [K] by the full η_Y."
)


@proof(R1["eta'"].repair(ALL_TOKENS, why="K = M"))
def _() -> None:
    """ζ_nn - ζ_nj = M/(M-1)."""
    obtain(row_after_all)
    hence(ZETA(n, n), ZETA(n, j), INDICATOR_HOLDS(n == n), INDICATOR_FAILS(n, j))


@proof(R1["eta' at most eta_Y"].uses())
def _() -> None:
    """ρ ≥ 0."""
    hence()


STATEMENTS = (R1,)
