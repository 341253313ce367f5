"""Who gains and who loses attention (scan_snap, Section 5 and Appendix E): Lemma 4, Theorem 2."""

from theorems.scan_snap.directions import DIRECTION
from theorems.scan_snap.language import *
from theorems.scan_snap.pull import XI_POSITIVE
from theorems.scan_snap.uneven_counts import positive_xi

ANY = classes_domain("several common tokens")
ONE = classes_domain("single common token", ONE_COMMON)


def pushed(x: Classes, n: int, l: int) -> Ball:
    """Entry l of g/γ = ι_n f_n - Σ β_nn' f_n' (Eqn 9)."""
    return sum((x.coefficients[n][other] * x.f[other][l] for other in range(x.K)), balls.ball(0))


c, g, iota, T, Y, x, alpha = symbols("c g ι T Y x α")
diag, I, P_perp = symbols("diag I P⊥")
ATTENTION = replace(CLASS_WORDS, points=ANY).knowing(
    {
        c[n, l]: lambda x, n, l: x.scores[n][l] / sum(x.scores[n]),
        Norm(c[n], "2"): lambda x, n: x.norms[n] / balls.ball(sum(x.scores[n])),
        g[n, l]: pushed,
        iota[n]: lambda x, n: x.iota(n),
    }
)
FIRST_TWO = ((expr(0), expr(1)), (expr(1), expr(0)))
NORM = Definition(
    "‖c_n‖",
    (n,),
    (Norm(c[n], "2") ** 2 == Sum(k, tokens, c[n, k] ** 2)) & (Norm(c[n], "2") > 0),
    of=ATTENTION,
    at=((expr(0),), (expr(1),)),
    shown=script_in("scan_snap.directions", "NORM_POSITIVE"),
)
GRADIENT = Definition(
    "g/γ of Eqn 9", (n, l), g[n, l] == iota[n] * f[n, l] - Sum(np, others, beta[n, np] * f[np, l]), of=ATTENTION, at=FIRST_TWO
)
COMMON_ARE_TOKENS = ForAll(l, common, Member(l, tokens))
n_1 = Symbol("n_1")
QUERY_OF_ITS_CLASSES = ForAll(n, classes, Member(psi(n), queries) & Member(n, of_query(psi(n))))
CLASSES_OF_QUERY = ForAll(m, queries, ForAll(n_1, of_query(m), Member(n_1, classes)))
OWN_ARE_TOKENS = ForAll(n_1, classes, ForAll(l, distinct(n_1), Member(l, tokens)))
OWN_IS_NOT_COMMON = ForAll(l, common, ForAll(n_1, classes, ForAll(k, distinct(n_1), Member(k, Without(tokens, l)))))
ONE_TOKEN = replace(CLASS_WORDS, points=ONE, ranges=(*CLASS_WORDS.ranges, COMMON_ARE_TOKENS, OWN_IS_NOT_COMMON))
OWN_TOKENS = Definition(
    "a distinct token is in one class only",
    (),
    ForAll(n_1, classes, ForAll(l, distinct(n_1), ForAll(n, classes, f[n, l] == Indicator(n == n_1) * f[n, l]))),
    of=CLASS_WORDS,
    shown=script_in("scan_snap.directions", "ELSEWHERE"),
)


def of_pairs(claim: Claim) -> ForAll:
    """What is said of every two classes n ≠ n'."""
    return ForAll(n, classes, ForAll(np, others, claim))


L4 = Lemma(
    "Lemma 4",
    "Section 5 and Appendix E",
    "the dynamics of the attention logits",
    given=ATTENTION,
    uses=["Lemma 1/Eqn 4", "Lemma 2/Eqn 6", "Theorem 1/Eqn 9"],
)


def projected(vector: Callable[[Expr], Expr]) -> Expr:
    """Entry l of P⊥ along f_n, applied to a vector that is given by its entries."""
    return vector(l) - f[n, l] * Sum(k, tokens, f[n, k] * vector(k))


def pull(token: Expr) -> Expr:
    """An entry of Σ_{n'≠n} β_nn' f_n'."""
    return Sum(np, others, beta[n, np] * f[np, token])


along_c = g[n, l] - c[n, l] * Sum(k, tokens, c[n, k] * g[n, k]) / Sum(k, tokens, c[n, k] ** 2)
moved = Sum(np, others, beta[n, np] * ((f[n] ** top * f[np]) * f[n, l] - f[np, l]))
movement = Sum(n, of_query(m), f[n, l] * moved)

in_94 = diag(c[n]) * (P_perp[f[n]] / Norm(c[n], "2")) * Y * (x[T + 1] - alpha)
in_95 = diag(f[n]) * P_perp[f[n]] * Sum(np, others, beta[n, np] * f[np])
in_10 = diag(f[n]) * Sum(np, others, beta[n, np] * (f[n] * f[n] ** top - I) * f[np])
from_c = Sum(n, of_query(m), c[n, l] * along_c / Norm(c[n], "2"))
from_f = Sum(n, of_query(m), c[n, l] / Norm(c[n], "2") * projected(lambda token: g[n, token]))
of_g, of_pull = (Sum(n, of_query(m), f[n, l] * projected(v)) for v in (lambda token: g[n, token], pull))
applied = Sum(k, tokens, f[n, l] * f[n, k] * f[np, k]) - f[np, l]  # entry l of (f fᵀ - I) f'
pushed_by_others = Sum(np, others, beta[n, np] * applied)
of_10 = Sum(n, of_query(m), f[n, l] * pushed_by_others)
OF_QUERIES = Declared(
    vectors=(
        (((l, tokens),), {ddt(z[m], t): ddt(z[m, l], t), in_94: gamma * from_f.body, in_95: of_pull.body, in_10: of_10.body}),
    )
)


with L4.where(given=replace(ATTENTION, points=replace(ANY, declared=OF_QUERIES))):
    L4["Eqn 94"] = ForAll(m, queries, ddt(z[m], t) == eta_Z * Sum(n, of_query(m), in_94))
    L4["Eqn 95"] = ForAll(m, queries, ddt(z[m], t) == -(eta_Z * gamma * Sum(n, of_query(m), in_95)))
    L4["Eqn 10"] = ForAll(m, queries, ddt(z[m], t) == eta_Z * gamma * Sum(n, of_query(m), in_10))
L4["Eqn 97"] = ForAll(m, queries, ForAll(l, tokens, ddt(z[m, l], t) == eta_Z * gamma * movement))
DYNAMICS = Definition(
    "(4) summed over the classes of a query, by Lemma 2",
    (m, l),
    ddt(z[m, l], t) == eta_Z * gamma * from_c,
    of=ATTENTION,
    at=((expr(0), expr(0)), (expr(0), expr(1))),
)
in_the_clock = Sum(n, of_query(m), gamma * from_f.body)
along_f, times_c = (Sum(k, tokens, v[n, k] * g[n, k]) for v in (f, c))
along_pull, meeting = Sum(k, tokens, f[n, k] * pull(k)), Sum(k, tokens, f[n, k] * f[np, k])
L4["Eqn 94"].note(
    "The sum over n ∈ ψ⁻¹(m) of the right-hand sides of (4) in the limit of Lemma 2, where attention is projected along c_n; "
    "Y(x_{T+1}-α) is the g of Eqn 9."
)
L4["Eqn 10"].note("The sum of (4) over the classes of m.").uses("Lemma 4/Eqn 95")


@proof(L4["Eqn 94"])
def _() -> None:
    """f_n = c_n/‖c_n‖ in every term."""
    with proving(ForAll(n, of_query(m), from_c.body == from_f.body)):
        at_unit = multiple(along_f, 1 / Norm(c[n], "2"), times_c)
        have(at_unit.claim, at_unit, DIRECTION(n, k), NORM(n))
        hence(DIRECTION(n, l), NORM(n))
    have(from_c == from_f, SUM_EQUAL)
    have(ForAll(n, of_query(m), Norm(c[n], "2") > 0), NORM(n))
    hence(DYNAMICS(m, l), multiple(in_the_clock, gamma, from_f), NORM(n))


@proof(L4["Eqn 95"])
def _() -> None:
    """P⊥ along f_n kills ι_n f_n, because f_n has length 1."""
    have(from_f == of_g, equal(from_f, of_g), DIRECTION(n, l), NORM(n))
    with proving(ForAll(n, of_query(m), of_g.body == -1 * of_pull.body)):
        hence(linear(along_f, iota[n], Sum(k, tokens, f[n, k] ** 2), -1, along_pull), GRADIENT(n, k), GRADIENT(n, l), UNIT(n))
    have(of_g == -1 * of_pull, SUM_MULTIPLE)
    hence(L4["Eqn 94"], multiple(in_the_clock, gamma, from_f), NORM(n))


@proof(L4["Eqn 10"])
def _() -> None:
    """(f fᵀ - I) f' entry by entry, and the sums over tokens and classes in either order."""
    with proving(ForAll(n, of_query(m), of_10.body == -1 * of_pull.body)):
        split = linear(pushed_by_others, f[n, l], Sum(np, others, beta[n, np] * meeting), -1, pull(l))
        with proving(*split.hypotheses):
            hence(multiple(Sum(k, tokens, f[n, l] * f[n, k] * f[np, k]), f[n, l], meeting))
        hence(split, exchanged(along_pull))
    have(of_10 == -1 * of_pull, SUM_MULTIPLE)
    hence(L4["Eqn 95"])


@proof(L4["Eqn 97"].uses("Lemma 4/Eqn 10"))
def _() -> None:
    """f_nᵀf_n' is the sum over the tokens."""
    with proving(ForAll(n, of_query(m), of_10.body == movement.body)):
        with proving(ForAll(np, others, pushed_by_others.body == moved.body)):
            hence(multiple(Sum(k, tokens, f[n, l] * f[n, k] * f[np, k]), f[n, l], meeting), INNER(n, np))
        have(pushed_by_others == moved, SUM_EQUAL)
    have(of_10 == movement, SUM_EQUAL)
    hence(L4["Eqn 10"])


def mean_step(movement: Expr) -> ForAll:
    """A distinct token of n moves when n is drawn, with probability 1/K: the mean is what (10) says."""
    return ForAll(n, classes, ForAll(l, distinct(n), f[n, l] ** 2 * xi[n] / K == movement))


SETS = (QUERY_OF_ITS_CLASSES, CLASSES_OF_QUERY, OWN_ARE_TOKENS)
DRIFT = ForAll(
    m, queries, ForAll(n_1, of_query(m), ForAll(l, distinct(n_1), ddt(z[m, l], t) == eta_Z * f[n_1, l] ** 2 * xi[n_1]))
)


def of_class(tree: Expr, class_: Expr) -> Expr:
    found: Expr = substituted(tree, {n: class_})
    return found


@auxiliary(DRIFT)
def drift() -> None:
    """A distinct token of a class moves by η_Z f² ξ: it is in no other class."""
    alone = Sum(n, of_query(m), Indicator(n == n_1) * (f[n, l] * moved))
    pulled_alone = Sum(np, Without(classes, n_1), beta[n_1, np] * (f[n_1] ** top * f[np]))
    have(movement == alone, equal(movement, alone), OWN_TOKENS)
    scaled = multiple(of_class(moved, n_1), f[n_1, l], pulled_alone)
    have(scaled.claim, scaled)
    hence(XI(n_1), L4["Eqn 97"], SUM_PICKS(lambda n: f[n, l] * of_class(moved, n), n, of_query(m), n_1))


with L4.where(given=replace(CLASS_WORDS, points=ANY, ranges=(*CLASS_WORDS.ranges, *SETS))):
    L4["Eqn 10 rate"] = mean_step(ddt(z[psi(n), l], t))
L4["Eqn 10 rate"].refuted("K=2 M=400 psi=0,1 weights=3,0;3,6 boosts=1,1;1,1")
L4["Eqn 10 rate"].from_("inferred").note(
    "Read: (10) is the mean movement per single-sample step, with γ(t) of step t. Not printed in these "
    "words: (4) is the movement at one sample, (10) the sum over the classes. A step shows one class of "
    "K: the mean over uniform classes is 1/K of the sum. γ(t) counts single steps (t/K per class), so the printed flow runs K "
    "times too fast, or η_Z stands for K η_Z. Compared for distinct tokens and uniformly drawn classes."
)
repaired = L4["Eqn 10 rate"].repair(
    claim=mean_step(ddt(z[psi(n), l], t) / K),
    why="the factor 1/K of uniform sampling; beside the K-1 that Eqn 13 lacks it leaves (K-1)/K",
)


@proof(repaired)
def _() -> None:
    """A distinct token of class n moves by η_Zγf²Σβ f·f' when class n is drawn, with probability 1/K."""
    obtain(drift)


OF_ONE_TOKEN = replace(ONE_TOKEN, ranges=(*ONE_TOKEN.ranges, *SETS))
T2 = Lemma(
    "Theorem 2",
    "Section 5 and Appendix E",
    "the fates of contextual tokens",
    given=OF_ONE_TOKEN,
    uses=["Lemma 4/Eqn 10", "Theorem 1/a"],
)
MOVED = Definition(
    "a distinct token of a class is attended to",
    (),
    ForAll(n_1, classes, ForAll(l, distinct(n_1), f[n_1, l] > 0)),
    of=CLASS_WORDS,
    shown=script_in("scan_snap.directions", "ATTENDED"),
)
pulled = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))  # ξ_n/γ


def of_distinct_tokens(claim: Claim) -> ForAll:
    """What is said of every distinct token l of every class n."""
    return ForAll(n, classes, ForAll(l, distinct(n), claim))


OF_SETS = replace(ATTENTION, ranges=(*ATTENTION.ranges, *SETS))
with T2.where(given=nearly_equally_often(OF_SETS)):
    T2["a"] = of_distinct_tokens(ddt(z[psi(n), l], t) > 0)
T2["a"].note("For t > 0; at t = 0 nothing moves (γ(0) = 0).")


@proof(T2["a"])
def _() -> None:
    """A distinct token occurs in f_n alone: it moves by η_Z f_nl² ξ_n, and ξ_n > 0 under Assumption 2."""
    obtain(positive_xi, drift)


with T2.where(given=nearly_equally_often(OF_SETS)):
    T2["Eqn 98"] = of_distinct_tokens(
        chain(ddt(z[psi(n), l], t), "==", eta_Z * gamma * f[n, l] ** 2 * pulled, "==", eta_Z * f[n, l] ** 2 * xi[n], ">", 0)
    )


@proof(T2["Eqn 98"])
def _() -> None:
    """Eqn 97, where only the token's own class is left."""
    obtain(positive_xi, drift)


at_other = f[n, l] * ((f[n] ** top * f[np]) * f[n, l] - f[np, l])
T2["Eqn 99"] = ForAll(l, common, of_pairs(at_other == -((1 - f[n, l] ** 2) * (f[n] ** top * f[np]))))
MEET_IN_ONE = Definition(
    "f_nk f_n′k = 0 but for the single common token",
    (),
    ForAll(l, common, of_pairs(ForAll(k, tokens, f[n, k] * f[np, k] == Indicator(k == l) * (f[n, k] * f[np, k])))),
    (ONE_COMMON.claim,),
    of=ONE_TOKEN,
    shown=script_in("scan_snap.directions", "MET_IN_ONE"),
)


IN_ONE = ForAll(l, common, of_pairs(f[n] ** top * f[np] == f[n, l] * f[np, l]))


@auxiliary(IN_ONE)
def overlap() -> None:
    """f_nᵀf_n' = f_nl f_n'l, because the overlap of two classes is the single common token l alone."""
    alone = Sum(k, tokens, Indicator(k == l) * (f[n, k] * f[np, k]))
    have(meeting == alone, equal(meeting, alone), MEET_IN_ONE)
    hence(INNER(n, np), SUM_PICKS(lambda k: f[n, k] * f[np, k], k, tokens, l))


@proof(T2["Eqn 99"].note("G_CT has one token; classes that do not overlap give 0 on both sides."))
def _() -> None:
    """The overlap of two classes is l alone (f_nl f_n'l = 0 where one lacks l)."""
    obtain(overlap)
    hence(IN_ONE)


def of_the_common_token(claim: Claim) -> ForAll:
    """What is said of the single common token l and of every query m."""
    return ForAll(m, queries, ForAll(l, common, claim))


with T2.where(given=nearly_equally_often(OF_ONE_TOKEN)):
    T2["Eqn 100"] = of_the_common_token(
        chain(
            ddt(z[m, l], t),
            "==",
            -(eta_Z * gamma * Sum(n, of_query(m), (1 - f[n, l] ** 2) * pulled)),
            "==",
            -(eta_Z * Sum(n, of_query(m), (1 - f[n, l] ** 2) * xi[n])),
            "<=",
            0,
        )
    )
printed_losses = Sum(n, of_query(m), (1 - f[n, l] ** 2) * pulled)
COMMON_FALLS = of_the_common_token(ddt(z[m, l], t) == -(eta_Z * gamma * printed_losses))
AT_MOST_ONE = ForAll(n, classes, ForAll(l, tokens, f[n, l] ** 2 <= 1))
losses = Sum(n, of_query(m), (1 - f[n, l] ** 2) * xi[n])
SHARES = Sum(k, tokens, f[n, k] ** 2)
LOSING = ForAll(n, of_query(m), (1 - f[n, l] ** 2) * xi[n] >= 0)


@auxiliary(COMMON_FALLS)
def falling() -> None:
    """Eqn 99 in Eqn 97: the common token falls by η_Zγ Σ_n (1-f_nl²) Σ β f·f′."""
    obtain(overlap)
    in_both = Sum(np, others, f[n, l] * (beta[n, np] * ((f[n] ** top * f[np]) * f[n, l] - f[np, l])))
    with proving(ForAll(n, of_query(m), movement.body == -1 * printed_losses.body)):
        have(in_both == f[n, l] * moved, multiple(in_both, f[n, l], moved))
        have(in_both == -(1 - f[n, l] ** 2) * pulled, multiple(in_both, -(1 - f[n, l] ** 2), pulled))
    have(movement == -1 * printed_losses, SUM_MULTIPLE)
    hence(L4["Eqn 97"])


@auxiliary(AT_MOST_ONE)
def shares() -> None:
    """f_nl² is at most the sum of all, which is 1."""
    hence(UNIT(n), SUM_ABOVE_TERM(terms(SHARES), k, tokens, l))


@proof(T2["Eqn 100"])
def _() -> None:
    """Eqn 99 in Eqn 97; ξ_n > 0 under Assumption 2."""
    obtain(falling, positive_xi, shares)
    have(printed_losses == 1 * losses, multiple(printed_losses, 1, losses), XI(n), CLOCK())
    have(LOSING, XI_POSITIVE, AT_MOST_ONE)
    have(losses >= 0, SUM_NONNEGATIVE)
    hence(CLOCK())


OWNING = ForAll(m, owning, Member(m, queries) & Member(owner[m], of_query(m)) & Member(own_token[m], distinct(owner[m])))
OF_OWNERS = replace(OF_ONE_TOKEN, ranges=(*OF_ONE_TOKEN.ranges, OWNING))
with T2.where(given=nearly_equally_often(OF_OWNERS)):
    T2["b"] = ForAll(m, owning, ForAll(l, common, ddt(z[m, l], t) < 0))
T2["b"].note("Under Assumption 2 every class overlaps another, so every class contains the single common token.")
of_owner, own = owner[m], own_token[m]
other_shares = Sum(k, Without(tokens, l), f[of_owner, k] ** 2)


@proof(T2["b"])
def _() -> None:
    """Eqn 100: a class with a distinct token has f_nl < 1, so its term is positive."""
    obtain(falling, positive_xi, shares)
    have(printed_losses == 1 * losses, multiple(printed_losses, 1, losses), XI(n), CLOCK())
    have(LOSING, XI_POSITIVE, AT_MOST_ONE)
    have(
        f[of_owner, l] ** 2 < 1,
        MOVED,
        UNIT(of_owner),
        SUM_WITHOUT(lambda k: f[of_owner, k] ** 2, k, tokens, l),
        SUM_ABOVE_TERM(terms(other_shares), k, Without(tokens, l), own),
    )
    have((1 - f[of_owner, l] ** 2) * xi[of_owner] > 0)
    hence(CLOCK(), SUM_POSITIVE(terms(losses), n, of_query(m), of_owner))


STATEMENTS = (L4, T2)
