"""How many entries of a softmax row are small (Theorems 4.3, D.1, Eq. (1)).

A softmax row adds up to 1, so fewer than 1/ε of its entries exceed ε, whatever S, X and W are. The thresholds of the
theorem are above that trivial one: it holds surely, and its hypotheses do no work.
"""

from theorems.sparse.language import *
from theorems.sparse.thresholds import speaks

SLACKS = [Fraction(1), Fraction(101, 100), Fraction(2), Fraction(50)]
more_slack = Symbol("slack")
SLACK = Condition(more_slack >= 1, said="ε at least its threshold")


def with_slack(domain: Domain) -> Domain:
    """The domain with ε = slack · (the theorem's threshold)."""
    slacked = with_parameter(domain, "slack", SLACKS, SLACK, "ε over its threshold, at least 1")
    return replace(slacked, declared=replace(domain.declared, slack=more_slack))


small_in_row = abs(S[eps](u))  # how many entries are at most ε
FORMS = (with_slack(INPUTS), with_slack(REPAIRED_INPUTS), with_slack(ROWS))


def never(domain: Domain, eps: Expr, silent: Script) -> TrivialRange:
    """Every softmax row has fewer than 1/ε entries above ε, which is already what is claimed."""
    trivial = ranges.at_most_epsilon(lambda x: entries(domain).seen(x).value(eps))
    return ranges.always_silent(trivial, Silent(largest(0, n - 1 / eps), silent))


Large = tuple[Shown, ...]  # why a threshold is positive, and so large that room · threshold ≥ 1
PRINTED_SCORES: Large = (
    (log(n / delta) >= 0, by(LOG_ABOVE(n / delta))),
    (M >= 0, by(M_IS())),
    (exp(M) >= 1, by(EXP_ABOVE_TANGENT(M))),
)


def enough_room(eps: Expr, room: Expr, large: Large) -> tuple[Shown, ...]:
    return *large, ((eps > 0) & (eps * room >= 1), by())


def few_are_large(eps: Expr, room: Expr, large: Large) -> None:
    """If m entries exceed ε then 1 = Σ u_j ≥ m ε, and ε room ≥ 1. Nothing is used of S, of X or of the event."""
    above, below = Indicator(u[l] > eps), Indicator(u[l] <= eps)
    count = Sum(l, columns, above)
    obtain(*enough_room(eps, room, large), unit_row)
    calc(eps * count).le(1, COUNTING(lambda l: u[l], eps, l, columns)).le(eps * room)
    have(count <= room, only(FACTOR_CANCELS(count, room, eps)))
    have(ForAll(l, columns, below == 1 - above), INDICATOR_OF_CONTRARY(u[l], eps))
    calc(Sum(l, columns, below)).eq(Sum(l, columns, 1 - above), SUM_EQUAL).eq(n - count, SUM_OF_DIFFERENCES, LENGTH(l))
    hence(SPARSE_SET(eps))


def by_counting(line: Line, eps: Expr, room: Expr, large: Large) -> None:
    proof(line)(wraps(few_are_large)(lambda: few_are_large(eps, room, large)))


def room_is_left(eps: Expr, least: Expr, room: Expr, large: Large) -> Script:
    """1/ε ≤ room: the trivial n - 1/ε is at least n - room, the number that is claimed."""
    inverse = 1 / eps <= room, by(FACTOR_CANCELS(1 / eps, room, eps))
    most = largest(0, n - 1 / eps)
    final = linked(least).le(n - 1 / eps).le(most, MAX_ABOVE(0, n - 1 / eps))
    return using(*enough_room(eps, room, large), inverse, then=final)


def sharp_entry(m: Expr) -> None:
    """An entry of A is at most e^m, the sum of its row at least n e^-m."""
    obtain(share(m, i, j))
    calc(u[j]).eq(D[i, i] ** -1 * A[i, j], U_IS(j)).le(exp(2 * m) / n)


FIRST_OF_ROW = Definition(
    "the largest entry of a row with one score s_1 and n - 1 scores s_n",
    (),
    u[j] == exp(highest) / (exp(highest) + (n - 1) * exp(lowest)),
    (levels == 2, leaders == 1),
    of=entries(ONE_SCORE.points),
)


def one_high_score(line: Line) -> None:
    """One score is R log(2n/δ), the others are 0."""
    inputs = (d == 2, R == 1, C > 0, delta == Q(1, 100), reach == 1, most == 1, least == 0, levels == 2, leaders == 1)

    @refuted_along(
        line,
        "m -> n = 10^m, one score R log(2n/δ), R = 1, the others 0",
        lambda m: f"row=1x1,0x{10**m - 1} k=1 R=1 delta=1/100 C=2",
        (n >= 100, log(n) >= 138, k == 1, C <= sqrt(log(n)) / 5, *inputs),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == 1),
        confirm=(60, 100, 300),
    )
    def _() -> None:
        """One score is R log(2n/δ), the others are 0 (R = 1, c_1 = 1, c_j = 0): u_1 = 1/(1 + (n-1) δ/(2n)) > 1/2 for every n,
        a certain event, while e^{2M}/n = e^{2C√log(n/δ)}/n tends to 0 for every C.
        """
        logarithm, root = log(n / delta), sqrt(log(n)) / 5
        calc(2 * M).eq(2 * C * sqrt(logarithm), M_IS).le(logarithm / 4 + 4 * C**2, SQUARE(sqrt(logarithm) / 2 - 2 * C))
        calc(C**2).le(root**2, SQUARE_GROWS(C, root)).eq(log(n) / 25)
        have(2 * M <= log(n) - 1)
        have(exp(2 * M) <= n / exp(1), EXP_GROWS(2 * M, log(n) - 1))
        have((highest == log(200 * n)) & (lowest == 0), SCORES_OF_INPUT)
        have(u[j] >= Q(1, 2), FIRST_OF_ROW)
        calc(exp(2 * M) / n).le(n / exp(1) / n).eq(1 / exp(1)).lt(Q(1, 2)).le(u[j])


NEVER_SPEAKS = "Fewer than 1/ε entries of any softmax row exceed ε: the bound never says anything, whatever n, R and k are."


def enough(theorem: Lemma, label: str, premise: Relation, claim: Relation, *where: Condition, provenance: str = "") -> Line:
    """A part whose ε is at least a threshold, which is e^M over the room that is left."""
    least, room = more_slack * premise.right, n - claim.right
    on_event = (at_least_one(M),)

    def silence(domain: Domain) -> TrivialRange:
        return never(domain, least, room_is_left(least, claim.right, room, on_event if domain is FORMS[2] else PRINTED_SCORES))

    return forms_of_entries(
        theorem,
        label,
        claim,
        *where,
        premise=premise,
        domains=FORMS,
        shown=wraps(few_are_large)(lambda m: few_are_large(least, room, on_event)),
        printed_proof=lambda line: by_counting(line, least, room, PRINTED_SCORES),
        trivial=silence,
        provenance=provenance,
    )


def most_entries_are_small(name: str, source: str, *uses: str) -> Lemma:
    """The theorem, which the paper prints twice."""
    theorem = Lemma(
        name, source, "most entries of a softmax row are at most ε", given=entries(FORMS[0]), provenance="public", uses=uses
    )
    enough(theorem, "(a)", eps >= exp(M) / (n - k), small_in_row >= k, DROPS).note(
        "True surely and for every softmax row: the least ε that works for all rows is 1/(n-k+1) (see the companion). "
        "For k = n the threshold divides by 0."
    )
    enough(theorem, "(b)", eps >= exp(M) / k, small_in_row >= n - k, provenance="inferred").note(NEVER_SPEAKS)
    forms_of_entries(
        theorem,
        "(c)",
        ForAll(j, columns, u[j] <= exp(2 * M) / n),
        shown=sharp_entry,
        refutation=one_high_score,
        witness="row=1x1,-1x99 k=1 R=1/4 delta=1/100 C=2",
        provenance="inferred",
        trivial=lambda data: ranges.silent(ranges.LARGEST_ENTRY, data, "n ≤ e^{2M}", lambda x: balls.ge(x.exp(2 * x.M), x.n)),
    ).note(f"With C = 2, δ = 1/100 the bound is below 1 {speaks('Theorem 4.3 (c)')}.")
    threshold = exp(C * R * sqrt(log(n * (n - k) / delta))) / (n - k)
    theorem["(d)"] = Implies(eps >= threshold, likely(small_in_row >= k)), DROPS
    odds, least = n * (n - k) / delta, more_slack * threshold
    exponent = C * R * sqrt(log(odds))
    large: Large = (
        (n - k >= 1, by(INTEGERS_APART(k, n))),
        (log(odds) >= 0, by(LOG_ABOVE(odds))),
        (exponent >= 0, by()),
        (exp(exponent) >= 1, by(EXP_ABOVE_TANGENT(exponent))),
    )
    theorem["(d)"].from_("inferred").note(NEVER_SPEAKS)
    by_counting(theorem["(d)"], least, n - k, large)
    theorem["(d)"].trivial(never(FORMS[0], least, room_is_left(least, k, n - k, large)), met_with(FORMS[0], DROPS))
    return theorem


THEOREM_4_3 = most_entries_are_small("Theorem 4.3", "Section 4.2", "Theorem D.1/(a)")
THEOREM_D_1 = most_entries_are_small("Theorem D.1", "Appendix D.1", "Equation 2", "Equation 3", "Fact B.2")

EPSILONS = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000)]
SMALL_EPSILON = Condition(chain(0, "<", eps, "<", 1), lambda x: 0 < Fraction(x["eps"]) < 1)


def with_epsilon(domain: Domain) -> Domain:
    """The domain with a fixed threshold ε in (0, 1)."""
    return with_parameter(domain, "eps", EPSILONS, SMALL_EPSILON, "the fixed threshold ε")


given = entries(with_epsilon(INPUTS))
EQUATION_1 = Lemma(
    "Equation 1", "Section 5", "k = n - e^{C R √log(n/δ)}/ε", given=given, provenance="inferred", uses=["Theorem D.1/(a)"]
)
formula = n - exp(M) / eps
EQUATION_1["lower bound"] = Implies(k == formula, small_in_row >= k)
by_counting(EQUATION_1["lower bound"], eps, exp(M) / eps, PRINTED_SCORES)
EQUATION_1["lower bound"].trivial(never(given.points, eps, room_is_left(eps, formula, exp(M) / eps, PRINTED_SCORES)))
EQUATION_1["lower bound"].note(
    "e^M/ε ≥ 1/ε, and fewer than 1/ε entries of any softmax row exceed ε: the bound never says anything."
)
eta = Symbol("eta")
close = Condition(eta > 0, lambda x: Fraction(x["eta"]) > 0)
near_1 = with_parameter(with_epsilon(INPUTS), "eta", [Fraction(1, 10), Fraction(1, 100)], close, "how close to 1")
with EQUATION_1.where(given=entries(near_1)):
    EQUATION_1["limit"] = Limit(formula / n, n, infinity) == 1, held_fixed(R, eps, C, delta)


def one_score(m: int) -> str:
    """n = 10^m keys of one score."""
    return f"n={10**m} row=1x{10**m} k=1 R=1 delta=1/100 C=2"


SHARE = Later(
    Family("m -> n = 10^m, any X, R = 1", lambda m: Instance.parse(f"{one_score(m)} eps=1/2 eta=1/10")),
    lambda: 5,
    calculation=FromSomeSizeOn(
        n, (2 * C * R <= sqrt(log(n / delta)), 1 / (eps**2 * delta * eta**2) <= n), PENDING, fixed=(C, R, delta, eps, eta)
    ),
    constants="C = 2, R = 1, δ = 1/100, ε = 1/2, η = 1/10",
    dependence="max(δ e^{(2CR)²}, 1/(ε² δ η²))",
    also={"route": lambda: "none printed"},
)


@proof(EQUATION_1["limit"], SHARE)
def _() -> None:
    """1 - k/n = e^M/(ε n), and e^M ≤ √(n/δ) where M = C R √L ≤ L/2, L = log(n/δ)."""
    odds = n / delta
    calc(exp(M)).le(exp(log(odds) / 2), M_IS, EXP_GROWS).eq(sqrt(odds))
    share = sqrt(odds) / (eps * n)
    calc(share**2).eq(1 / (eps**2 * delta * n)).le(eta**2)
    off = exp(M) / (eps * n)
    calc(abs((n - exp(M) / eps) / n - 1)).eq(off, ABS_OF_NONPOSITIVE).le(share).le(eta)


lengths = Named("ℕ")
EQUATION_1["maximum"] = Exists(n, lengths, Implies(k == formula, k >= n - 1))
EQUATION_1["maximum"].from_("text").note(
    '"Its maximal is at least n-1." The count itself reaches n (all entries ≤ ε), not n-1: see Theorem 5.1.'
)


def at_every_length(how: str) -> Proof:
    """k stays below the bound at every n, R, C and ε."""
    calculation = Contrary((), using(*PRINTED_SCORES, then=by()))
    return along(
        "m -> n = 10^m, any X, R = 1, and every other length, R, C and ε",
        lambda m: f"{one_score(m)} eps=1/2",
        how,
        calculation=calculation,
    )


EQUATION_1["maximum"].proved(at_every_length("e^M ≥ 1 and ε < 1, so e^M/ε > 1 and k < n - 1 for every n, R, C and ε."))
repaired = EQUATION_1["maximum"].repair(
    claim=Implies(k == formula, k < n - 1), why="the opposite: k stays below n - 1 for every n, there is no n with k ≥ n - 1"
)
repaired.proved(Calculation(using(*PRINTED_SCORES, then=by())))
EQUATION_1["hyper-linear"] = Exists(n, lengths, Implies(k == formula, k >= n))
EQUATION_1["hyper-linear"].from_("text").note(
    '"This equation will grow hyper-linear." If k/n were unbounded, k would pass n itself, somewhere beyond every size.'
)
EQUATION_1["hyper-linear"].proved(at_every_length("k = n - e^M/ε < n for every n: the growth is linear, k/n -> 1."))


def exponent_at(n: Expr) -> Expr:
    """M at this length."""
    return C * R * sqrt(log(n / delta))


def formula_at(n: Expr) -> Expr:
    """k = n - e^M/ε at this length."""
    return n - exp(exponent_at(n)) / eps


repaired = EQUATION_1["hyper-linear"].repair(
    held_fixed(C, R, delta),
    claim=Eventually(formula_at(n + 1) / (n + 1) >= formula_at(n) / n, n),
    why="faster than linear read as: the share k/n increases, from a size on that grows with C R",
)
repaired.note("k/n = 1 - e^M/(ε n) at n + 1 against n, from n = δ exp((C R/2)²) on: M(n+1) - M(n) ≤ log((n+1)/n).")

SHARE_RISES = Later(
    Family("n -> any X, R = 3", lambda n: Instance.parse(f"n={n} row=1x{n} k=1 R=3 delta=1/100 C=2 eps=1/10")),
    lambda: 82,
    steps=(certain("82 ≥ δ e^{(CR/2)²} = e^9/100", lambda: balls.ge(balls.ball(8200), balls.exp(balls.ball(9)))),),
    calculation=FromSomeSizeOn(n, (C * R <= 2 * sqrt(log(n / delta)),), PENDING, fixed=(C, R, delta)),
    constants="C = 2, R = 3, δ = 1/100; for R = 1 it increases from n = 1 on",
    dependence="n0 = δ e^{(CR/2)²}, whatever ε is",
    also={"route": lambda: "none printed"},
)


@proof(repaired, SHARE_RISES)
def _() -> None:
    """log(e^M/n) = a√L - L + const with a = CR has derivative a/(2√L) - 1 < 0 exactly for L > (a/2)²."""
    later, ratio = (n + 1) / delta, (n + 1) / n
    growth = exponent_at(n + 1) - exponent_at(n)
    have(log(later) - log(n / delta) == log(ratio), by(LOG_OF_QUOTIENT(n + 1, delta), LOG_OF_QUOTIENT(n + 1, n)))
    have(growth <= log(ratio), ROOT_GROWS(log(n / delta), log(later)))
    calc(exp(growth)).le(exp(log(ratio)), EXP_GROWS).eq(ratio)


POWER = Condition(chain(0, "<", c, "<", 1))
any_row = with_parameter(with_epsilon(ANY_ROWS), "c", [Fraction(1, 2), Fraction(3, 4)], POWER, "the exponent of n^c")
DISCUSSION = Lemma(
    "Discussion of Section 6.2",
    "Section 6.2",
    "attention is n^C-sparse",
    given=entries(any_row),
    provenance="text",
    uses=["Theorem 6.1/(a)"],
)
DISCUSSION[""] = Eventually(small_in_row >= n**c, n), held_fixed(eps, c)
DISCUSSION[""].note(
    "At least n^C-sparse for a small ε, in the sense of Definition 3.2. True of every softmax row and no consequence of "
    "Theorem 6.1: fewer than 1/ε entries exceed ε, so n - 1/ε are small, nearly all of them."
)
LONG_ENOUGH = Later(
    Family(
        "n -> nine scores 20, the others -20, ε = 1/10",
        lambda n: Instance.parse(f"n={n} row=20x9,-20x{n - 9} k=1 M=20 eps=1/10 c=1/2"),
        10,
    ),
    lambda: 20,
    steps=(certain("20 - √20 ≥ 10", lambda: balls.ge(20 - balls.sqrt(balls.ball(20)), balls.ball(10))),),
    calculation=FromSomeSizeOn(n, (log(2) / (1 - c) <= log(n), 2 / eps <= n), PENDING, fixed=(eps, c)),
    constants="ε = 1/10, c = 1/2",
    dependence="n0 = max(2^{1/(1 - c)}, 2/ε), whatever the row is",
    also={"route": lambda: "none printed"},
)


@proof(DISCUSSION[""], LONG_ENOUGH)
def _() -> None:
    """If m entries exceed ε then 1 = Σ u_j ≥ m ε: n - 1/ε are at most ε, and n^c ≤ n/2 ≤ n - 1/ε."""
    with proving(small_in_row >= n - 1 / eps):
        few_are_large(eps, 1 / eps, ())
    have(n**c <= n / 2, POWER_AS_EXP(n, c), EXP_GROWS(c * log(n), log(n) - log(2)))
    hence()


STATEMENTS = (THEOREM_4_3, THEOREM_D_1, EQUATION_1, DISCUSSION)
