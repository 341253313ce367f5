"""The decoder's logit as a recursion and as a flow (scan_snap, Appendix D.3): Lemmas 6 and 7.

The exact lead of the recursion over the flow decides them all: with u = M h, D the increment of a step from u,

    lead(s) = sum over the steps of e^u (e^D - 1 - D) / (M eta),    (M - 1 + e^u) D = M eta,

is the time with h(s + lead) = h*(s). It stays below 1/2 while e^(eta s) <= M, and grows like ln(eta s)/2 for ever.
"""

from contextlib import contextmanager

from theorems.scan_snap.language import *

_M, eta, u, D = (positive(name) for name in ("M", "eta", "u", "D"))
mu, s_u = slack("mu"), slack("s_u")
k = Symbol("k")
size = 2 + mu

LEAD_OF_A_STEP = identity(
    "the flow needs the time (e^(u+D) - e^u + (M-1)D)/(Mη) for a step D = Mη/(M-1+e^u): 1 + e^u (e^D - 1 - D)/(Mη)",
    ((sympy.exp(u) * (sympy.exp(D) - 1) + (_M - 1) * D) / (_M * eta) - 1).subs(eta, D * (_M - 1 + sympy.exp(u)) / _M),
    (sympy.exp(u) * (sympy.exp(D) - 1 - D) / (_M * eta)).subs(eta, D * (_M - 1 + sympy.exp(u)) / _M),
)
SHORT_STEPS = nonnegative("a step is at most η: η - Mη/(M-1+e^u) ≥ 0 because e^u = 1 + s ≥ 1", 1 - size / (size + s_u))


# -- what the calculations have in common: everything is compared through the clock, which rises with the logit ---------------


def clocked(height: Expr) -> Expr:
    """Mη_Y times the time at which the flow has come to this height (Eqn 45)."""
    return exp(M * height) + (M - 1) * (M * height) - 1


def in_order(relation: Relation, *reasons: Reason) -> None:
    """Statements of a proof: two heights are in this order because their clocks are."""
    low, high = relation.left, relation.right
    grows = EXP_GROWS_STRICTLY if relation.sign == "<=" else EXP_GROWS  # for a single token the exponential is all there is
    with suppose_not(relation):
        hence(*reasons, grows(M * high, M * low))


@auxiliary(lambda first, last: h(first) < h(last))
def rises(first: Expr, last: Expr) -> None:
    """The flow rises."""
    in_order(h(first) < h(last), FLOW_EQUATION(first), FLOW_EQUATION(last))


@contextmanager
def by_induction(claim: Callable[[Expr], Claim], at: Expr) -> Iterator[None]:
    """A claim about h*(s) for a whole s; inside it is shown from k to k + 1."""
    fact = INDUCTION(claim, k, at)
    with proving(fact.hypotheses[1]):
        yield
    have(claim(at), NOTHING_LEARNT(), fact)


STEP_OF_K = M * (h_star(k + 1) - h_star(k))


def never_behind(s: Expr) -> Claim:
    return clocked(h_star(s)) >= M * (eta_Y * s)


@auxiliary(never_behind)
def ahead(s: Expr) -> None:
    """A step at the speed of its beginning is at least as long as the flow's: the recursion is never behind."""
    with by_induction(never_behind, s):
        hence(STEP(k), EXP_ABOVE_TANGENT(STEP_OF_K))


SHORT = (STEP(k), h_star(k + 1) >= h_star(k), EXP_ABOVE_TANGENT(M * h_star(k)))  # a step is at most η_Y/M where h* ≥ 0


flow, start = ddt(h(t), t) == eta_Y / ((M - 1) + exp(M * h(t))), h(0) == 0
OF_ONE_CLASS = replace(FLOW, points=replace(GROWTH, declared=Declared(premises=(flow, start)))).knowing(
    {h(t): lambda x: growth.logit(x.M, x.eta * x.t) / x.M}
)
L6 = Lemma("6", "Appendix D.3", "the flow in closed form", given=OF_ONE_CLASS)
L6["Eqn 45"] = Implies(flow & start, exp(M * h(t)) + (M - 1) * M * h(t) == M * eta_Y * t + 1)
L6["Eqn 45"].proved(Calculation(flow_solved(t, FLOW_OF_EQN_44, FLOW_START())))

L7 = Lemma("7", "Appendix D.3", "the recursion follows the flow", given=RECURSION, uses=["Lemma 6"])
L7["a1"] = h_star(s) >= h(s)
L7["a1"].trivial(h_star_positive("h* ≥ 0")).uses("Lemma 7/h below")


@proof(L7["a1"])
def _() -> None:
    """The recursion's clock is never behind."""
    obtain(ahead(s))
    in_order(h(s) <= h_star(s), FLOW_EQUATION(s))


def small_gap(s: Expr) -> Claim:
    return (h_star(s) >= 0) & (h_star(s) - h(s) <= eta_Y / M)


@auxiliary(lambda k: h_star(k + 1) - h_star(k) < h(k + 1) - h(k))
def gains(k: Expr) -> None:
    """A flow that has not come to h*(k) at k + 1 rises by more than the step from k."""
    obtain(rises(k, k + 1))
    have(
        eta_Y <= (h(k + 1) - h(k)) * (M - 1 + exp(M * h(k + 1))),
        FLOW_EQUATION(k),
        FLOW_EQUATION(k + 1),
        EXP_ABOVE_TANGENT(M * (h(k) - h(k + 1))),
    )
    hence(STEP(k), EXP_GROWS_STRICTLY(M * h(k + 1), M * h_star(k)))


L7["a2"] = h_star(s) - h(s) <= 2 * eta_Y / M
L7["a2"].trivial(never_negative("h* - h"))
L7["a2"].uses("Lemma 7/(i)-(ii)", "Lemma 7/(i) at 0, 1", "Lemma 7/in (i)", "Lemma 7/from (i) to (ii)")
L7["a2"].note("The proof gives η/M, half of what is printed; no smaller multiple of η/M serves all η.")


@proof(L7["a2"])
def _() -> None:
    """Where h(s+1) ≥ h*(s), the gap is at most a step. Otherwise the flow was below h*(s) during the whole step, hence faster
    than the recursion, and the gap shrank.
    """
    with by_induction(small_gap, s):
        have(h_star(k + 1) >= 0, STEP(k))
        with case(h_star(k) <= h(k + 1)):
            hence(*SHORT)
        with otherwise():
            obtain(gains(k))


L7["a3"] = Exists(c, Named("Θ(1)"), h(s + c) >= h_star(s)), EARLY_STEPS
L7["a3"].witness(Q(1, 2)).trivial(h_star_positive("h ≥ 0")).feasible(
    "M ≥ 2, η_Y > 0, s ≤ ln M/η_Y (only s = 0 where η_Y > ln M)"
)
L7["a3"].note("c = 1/2 is an absolute constant.")
in_excess = clocked(h_star(s)) - M * (eta_Y * s)  # Mη_Y times the lead
of_one = exp(eta_Y) - 1 - eta_Y


def short_lead(s: Expr) -> Claim:
    excess = clocked(h_star(s)) - M * (eta_Y * s)
    return (h_star(s) >= 0) & (M * h_star(s) <= eta_Y * s) & (excess <= (exp(eta_Y * s) - 1) * eta_Y / 2)


added = exp(M * h_star(k)) * (exp(STEP_OF_K) - 1 - STEP_OF_K)  # to the lead, by the step from k


@proof(L7["a3"])
def _() -> None:
    """Steps are at most η, so Mh*(k) ≤ ηk, and the step from k adds at most e^{ηk}(e^η-1-η) to the clock beyond its Mη:
    with e^η-1-η ≤ (e^η-1)η/2 at most (M-1)η/2 by the end of the range.
    """
    have(2 * of_one <= eta_Y * (exp(eta_Y) - 1), growing(eta_Y, 0, order=2))
    with by_induction(short_lead, s):
        have((STEP_OF_K >= 0) & (STEP_OF_K <= eta_Y), *SHORT)
        (
            calc(added)
            .le(exp(eta_Y * k) * (exp(STEP_OF_K) - 1 - STEP_OF_K), EXP_ABOVE_TANGENT(STEP_OF_K))
            .le(exp(eta_Y * k) * of_one, EXP_ABOVE_TANGENT(eta_Y - STEP_OF_K), EXP_ABOVE_TANGENT(STEP_OF_K))
        )
    have(in_excess <= M * eta_Y / 2, EXP_GROWS(eta_Y * s, log(M)))
    in_order(h_star(s) <= h(s + Q(1, 2)), FLOW_EQUATION(s + Q(1, 2)))


# -- how far ahead the recursion is -------------------------------------------------------------------------------------------

y, r = Symbol("y", VARIABLE), Symbol("r", VARIABLE)
CURVED = ForAll(y, REALS, Implies(y >= 0, exp(y) - 1 - y <= y**2 * exp(y) / 2))
mixed = 1 - r + r * exp(y)
BELOW_CHORD = ForAll(r, REALS, ForAll(y, REALS, Implies((0 <= r) & (r <= 1) & (y > 0), r * y <= log(mixed))))


def lead(s: Expr) -> Expr:
    """The flow needs no longer than this to come to h*(s)."""
    return exp(eta_Y) / 2 * log((M - 1 + exp(M * h_star(s))) / M)


def kept_lead(s: Expr) -> Claim:
    return (h_star(s) >= 0) & (clocked(h_star(s)) <= M * (eta_Y * (s + lead(s))))


exp_of_k = exp(M * h_star(k))
pace_of_k, next_pace = M - 1 + exp_of_k, M - 1 + exp(M * h_star(k + 1))
share, risen_by = exp_of_k / pace_of_k, log(next_pace / pace_of_k)


@auxiliary(kept_lead)
def lead_from_above(s: Expr) -> None:
    """A step D adds e^u (e^D - 1 - D) ≤ e^u D² e^η/2 to the clock beyond its Mη = (M-1+e^u)D, and D e^u/(M-1+e^u) is at most
    the growth of ln(M-1+e^u), because the exponential lies below its chord.
    """
    have(CURVED, growing(y, 0, order=2))
    with proving(BELOW_CHORD):
        have(y * exp(r * y) <= y * mixed, EXP_CONVEX(r * y, 0, y))
        hence(LOG_GROWS(exp(r * y), mixed))
    with by_induction(kept_lead, s):
        have((STEP_OF_K > 0) & (STEP_OF_K <= eta_Y), *SHORT)
        have(h_star(k + 1) >= 0)
        (
            calc(exp(STEP_OF_K) - 1 - STEP_OF_K)
            .le(STEP_OF_K**2 * exp(STEP_OF_K) / 2, *instances(CURVED, STEP_OF_K))
            .le(STEP_OF_K**2 * exp(eta_Y) / 2, FACTOR_KEEPS_ORDER(exp(STEP_OF_K), exp(eta_Y), STEP_OF_K**2 / 2), EXP_GROWS)
        )
        have(
            share * STEP_OF_K <= risen_by,
            *instances(BELOW_CHORD, share, STEP_OF_K),
            EQUALS(log, substituted(mixed, {r: share, y: STEP_OF_K}), next_pace / pace_of_k),
        )
        have(risen_by == log(next_pace / M) - log(pace_of_k / M), LOG_OF_QUOTIENT)
        (
            calc(added)
            .le(exp_of_k * STEP_OF_K**2 * exp(eta_Y) / 2)
            .eq(M * eta_Y * (exp(eta_Y) / 2 * (share * STEP_OF_K)), STEP(k))
            .le(M * eta_Y * (exp(eta_Y) / 2 * risen_by))
            .eq(M * eta_Y * (lead(k + 1) - lead(k)))
        )


LEAD_FROM_ABOVE = (
    "e^D - 1 - D ≤ D² e^D/2 and D ≤ η give lead(s) ≤ (e^η/2) Σ D e^u/(M-1+e^u) ≤ (e^η/2) ln((M-1+e^{u*_s})/M), a left "
    "sum of the rising function e^u/(M-1+e^u). "
)
TAYLOR = convex_from_tangent("e^D - 1 - D ≤ D² e^D / 2", D**2 * sympy.exp(D) / 2 - sympy.exp(D) + 1 + D, D, 2)
SHARE_RISES = strictly_positive(
    "e^u/(M-1+e^u) rises with u",
    sympy.diff(sympy.exp(u) / (_M - 1 + sympy.exp(u)), u).subs(sympy.exp(u), 1 + s_u).subs(_M, size),
)
x = positive("x")

L7["b"] = Words(Limit(h_star(s) - h(s), s, INFINITY) == 0)
L7["b"].note("Convergence: no comparison at an instance. With a rate it is Remark 2, delta h, intended.")
L7["b"].uses("Lemma 7/a2", "Lemma 7/Eqn 49")
L7["b"].proved(
    proved(
        LEAD_FROM_ABOVE
        + "The gap is at most lead times the speed at h(s), and u*_s ≤ u(s) + η by part a; with x = e^{u(s)} → ∞ the bound "
        "is a constant times ln(1 + e^η x)/(1 + x) → 0.",
        LEAD_OF_A_STEP,
        TAYLOR,
        SHARE_RISES,
        identity(
            "d/du ln(M-1+e^u) = e^u/(M-1+e^u)",
            sympy.diff(sympy.log(_M - 1 + sympy.exp(u)), u),
            sympy.exp(u) / (_M - 1 + sympy.exp(u)),
        ),
        limit_is("ln(1 + C x)/(1 + x) → 0 (any C, here C = 3)", sympy.log(1 + 3 * x) / (1 + x), x, 0),
        limit_is("the clock reaches every time: u(s) → ∞", (sympy.exp(x) + x - 1) / 2, x, sympy.oo),
        in_words="the sum over all steps, a left sum below its integral, and that the gap is at most the lead "
        "times the speed; the steps check one step and the limit for one constant.",
    )
)

in_between = chain(h_star(s - 1), "<=", h(s), "<=", h_star(s))
L7["(i)-(ii)"] = in_between | (h_star(s) - h(s) < h_star(s - 1) - h(s - 1)), s >= 1
L7["(i)-(ii)"].feasible("M ≥ 2, η_Y > 0, s ≥ 1")


@proof(L7["(i)-(ii)"])
def _() -> None:
    """The recursion is never behind; and a flow that has not come to h*(s-1) at s was the faster."""
    with case(h_star(s - 1) <= h(s)):
        obtain(ahead(s))
        in_order(h(s) <= h_star(s), FLOW_EQUATION(s))
    with otherwise():
        obtain(gains(s - 1))


DOUBLED = Condition(
    eta_Y * (t / K) >= 3 * log(M), lambda i: _late_enough(i), lambda i: i if _late_enough(i) else _much_later(i), said="s = t/K"
)


def _late_enough(i: Instance) -> bool:
    answer = balls.decide(
        lambda: balls.ge(balls.ball(Fraction(i.eta) * Fraction(i.t) / Fraction(i.K)), 3 * balls.log(balls.ball(i.M)))
    )[0]
    return answer is Truth.HOLDS


def _much_later(i: Instance) -> Instance:
    return i.but(t=i.t + Fraction(math.ceil(3 * math.log(i.M)) * i.K) / i.eta)


MANY_TOKENS = Instance(M=10**1000, K=1, eta=1, t=6908)  # 3 ln M steps
with L7.where(DOUBLED, given=replace(FLOW, points=replace(GROWTH, small=lambda: iter([*small_schedules(), MANY_TOKENS])))):
    L7["b s0 second"] = (exp(M * h(t / K)) > 2 * (M - 1)) & (2 * (M - 1) / exp(M * h(t / K)) < 1)
L7["b s0 second"].note("In print s stands for t/K, the second quotient is Δ₁, and s ≥ (3+δ) ln M/η_Y: δ = 0 serves.")
L7["b s0 second"].trivial(EXPONENTIAL).feasible("M ≥ 2, K ≥ 1, η_Y > 0, t ≥ 3K ln M/η_Y").uses("Lemma 6")


@auxiliary(lambda late: exp(M * h(late)) > Q(11, 5) * (M - 1))
def doubled(late: Expr) -> None:
    """Even at e^(Mh) = 2.2(M-1) the clock reads less than 3 ln M."""
    grown = exp(M * h(late))
    have(Q(11, 5) * (M - 1) + (M - 1) * log(Q(11, 5)) + (M - 1) * log(M) < 1 + 3 * M * log(M), growing(M, 1, LOG_ABOVE(M)))
    with suppose_not(grown > Q(11, 5) * (M - 1)):
        logarithms = LOG_GROWS(grown, Q(11, 5) * (M - 1)), LOG_OF_PRODUCT(Q(11, 5), M - 1), LOG_GROWS(M - 1, M)
        hence(FLOW_EQUATION(late), *logarithms)


proof(L7["b s0 second"])(doubled(t / K))


def many_steps(M_value: int, epsilon: Fraction, scale: int) -> Callable[[int], Instance]:
    """The members s = scale·k at η_Y = 1/10."""
    return lambda k: Instance(M=M_value, eta=Fraction(1, 10), s=scale * k, epsilon=epsilon)


slow = h(s + 1) - h(s) <= epsilon + log(Q(1, 2)) / M
wide = epsilon >= (eta_Y + log(2)) / M
TOLERANCE = Condition(M * epsilon <= 2 * eta_Y, lambda i: i.epsilon <= 2 * Fraction(i.eta) / i.M)
with L7.where(TOLERANCE, given=RUN):
    L7["b s0 first"] = Eventually(slow, s)
L7["b s0 first"].uses()
L7["b s0 first"].trivial(RISE).feasible("M ≥ 2, η_Y > 0, s ≥ 1, 0 < ε ≤ 2η_Y/M").uninformative(wide)


@proof(
    L7["b s0 first"],
    RefutedAlong(
        family=Family("M = 2, η_Y = 1/10, ε = 2η_Y/M, s = 10k", many_steps(2, Fraction(1, 10), 10)),
        confirm=(1, 100, 400),
        calculation=Contrary((M == 2, eta_Y == Q(1, 10), epsilon == Q(1, 10), s == 10 * FAMILY)),
    ),
)
def _() -> None:
    """For ε < ln 2/M the right side is negative, and h increases; for η < (ln 2)/2 that is every admitted ε, at every M ≥ 2 and
    s. The step belongs to a proof by contradiction of part b, which therefore has a gap there; part b itself is true (see its
    own proof).
    """
    obtain(rises(s, s + 1))


def slack_of(i: Instance) -> Ball:
    """Mε - ln 2."""
    return balls.ball(i.M * Fraction(i.epsilon)) - balls.log(balls.ball(2))


def settled(i: Instance) -> bool:
    """s ≥ Mη/(Mε - ln 2)²."""
    return certainly(lambda: balls.ge(balls.ball(i.s) * slack_of(i) ** 2, balls.ball(i.M * Fraction(i.eta))))


def settle_down(i: Instance) -> Instance:
    if not ABOVE_LN_2.check(i) or settled(i):
        return i
    return i.but(s=math.ceil(balls.bounds(i.M * balls.ball(i.eta) / slack_of(i) ** 2)[1]))


def widened(i: Instance) -> Instance:
    """A rate of at least 1 and the ε that takes the drawn one's share of (ln 2/M, 2η/M]."""
    if ABOVE_LN_2.check(i):
        return i
    eta = max(Fraction(i.eta), Fraction(1))
    share = Fraction(i.epsilon) * i.M / (2 * Fraction(i.eta))
    return i.but(eta=eta, epsilon=(Fraction(7, 10) + share * (2 * eta - Fraction(7, 10))) / i.M)


ABOVE_LN_2 = Condition(M * epsilon > log(2), lambda i: certainly(lambda: balls.gt(slack_of(i), balls.ball(0))), widened)
SETTLED = Condition(s * (M * epsilon - log(2)) ** 2 >= M * eta_Y, settled, settle_down)
repaired = L7["b s0 first"].repair(
    ABOVE_LN_2,
    SETTLED,
    claim=slow,
    why="ε > ln 2/M (at ε = ln 2/M the right side is 0 and h rises for ever), and the large s is named",
)
repaired.trivial(RISE).feasible("M ≥ 2, η_Y > (ln 2)/2, ln 2/M < ε ≤ 2η_Y/M, s ≥ Mη_Y/(Mε - ln 2)²").uninformative(wide)
repaired.note("The proof of part b needs every ε > 0: with h(s+1) - h(s) ≤ ε/2 its bracket is exp(Mε) - exp(Mε/2) > 0.")
risen, room = M * h(s + 1) - M * h(s), M * epsilon - log(2)
exp_now = exp(M * h(s))
pace = M - 1 + exp_now  # Mη_Y over it is that of Mh


@proof(repaired)
def _() -> None:
    """(M-1+e^u)² ≥ 4(e^u-1+(M-1)u) = 4Mη_Ys, so Mh rises by at most Mη_Y/(M-1+e^u) ≤ ½√(Mη_Y/s) in a step, which is half of
    Mε - ln 2 at the least s.
    """
    obtain(rises(s, s + 1))
    have(risen * pace <= M * eta_Y, FLOW_EQUATION(s), FLOW_EQUATION(s + 1), EXP_ABOVE_TANGENT(risen))
    have(4 * (M * eta_Y * s) <= pace**2, FLOW_EQUATION(s), EXP_ABOVE_TANGENT(M * h(s)), SQUARE(exp_now - 1 - M))
    have(4 * s * risen**2 <= M * eta_Y, SQUARE_GROWS(risen * pace, M * eta_Y))
    have(4 * risen**2 <= room**2)
