"""How the decoder moves and where it rests (scan_snap, Section 4): Eqn 7, its critical point, and that no finite Y is one."""

from theorems.scan_snap.decoder_step import DECODER, small
from theorems.scan_snap.language import *
from theorems.scan_snap.reparameterisation import GRAM_ENTRY, OF_DECODER, Y, eta_Y, now, p, residual, t
from theorems.scan_snap.setting import SEQUENCES

w, alpha, other, l, q, tokens = *symbols("w α n′ l q"), Named("[M]")
given = (classes, tokens, f[k, q], gram[j, k], back[k, n])


def some_at_rest() -> Iterator[Instance]:
    for i in small():
        yield i
        yield i.but(dY="0,0,0;0,0,0;0,0,0")


# what is answered where n comes next may be anything: x_{T+1} less what is drawn as a movement of Y
ANSWERED = Computed(
    replace(DECODER, small=some_at_rest),
    {
        **{each: OF_DECODER.quantities[each] for each in given},
        P(n): lambda x, n: Fraction(2 * (n + 1), x.K * (x.K + 1)),
        alpha[n, l]: lambda x, n, l: int(l == n) - x.moved[n][l],
    },
    ranges=(ForAll(n, classes, P(n) > 0),),
)


def left_over(class_: Expr) -> Expr:
    """Entry l of P(n)(e_n - α_n)."""
    return P(class_) * (Indicator(l == class_) - alpha[class_, l])


S4 = Lemma(
    "Section 4",
    "Section 4",
    "the critical point of the decoder",
    given=ANSWERED,
    provenance="text",
    uses=["Assumption 2/full rank"],
)


def logit(token: Expr) -> Total:
    """An entry of Yᵀf_n."""
    return Sum(q, tokens, f[n, q] * Y[q, token](now))


def at_time(tree: Expr) -> Callable[[Expr], Expr]:
    return lambda x: substituted(tree, {now: x})


answered = Sum(p, tokens, exp(logit(p)))
log_alpha_n = logit(n) - log(answered)
# a column stands for its entry j, a row for its entry l, a matrix for its entry (j, l)
OF_Y = OF_DECODER.knowing(
    {
        f[n]: lambda x, n: x.f[n][x.j],
        ddt(Y, t): lambda x: x.eta * x.slope_in_Y,
        ddt(log_alpha_n, now): "slope_in_Y",
        Y[q, l](now): lambda x, q, l, _: x.Y[q][l],
        ddt(Y[q, l](now), now): lambda x, q, l, _: int(q == x.j and l == x.l),
    }
)
OF_Y = replace(OF_Y, ranges=(*OF_Y.ranges, Member(j, tokens)))
with S4.where(given=OF_Y):
    S4["Eqn 7"] = ddt(Y, t) == eta_Y * f[n] * residual
S4["Eqn 7"].uses("Lemma 1/Eqn 3 Y").note(
    "The objective of Eqn 15 where n comes next, with f_n, the limit of LN(Xᵀb_T) by Lemma 2, in its place; an entry of each."
)
ONE_ENTRY = Definition(
    "entry (j, l) of Y alone moves, at speed 1",
    (q, p),
    ddt(Y[q, p](now), now) == Indicator(q == j) * Indicator(p == l),
    of=OF_Y,
    at=((j, l), (expr(0), l)),
)
ASCENT = Definition(
    "Y moves by η_Y times the gradient of ln α_nn, entry (j, l)", (), ddt(Y, t) == eta_Y * ddt(log_alpha_n, now), of=OF_Y
)
ANSWERS = Definition(
    "f_n and e_n - α_n with α_n = softmax(Yᵀf_n), entry by entry",
    (),
    (f[n] == f[n, j]) & (residual == Indicator(l == n) - exp(logit(l)) / answered),
    of=OF_Y,
)


@proof(S4["Eqn 7"])
def _() -> None:
    """Entry (j, l) of Y moves the logit of l alone, at speed f_nj; and d ln α_nn = d logit_n - Σ_p α_np d logit_p."""
    steps, own = (Sum(q, tokens, x) for x in (ddt(f[n, q] * Y[q, p](now), now), Indicator(q == j) * f[n, q]))
    with proving(ForAll(p, tokens, ddt(logit(p), now) == f[n, j] * Indicator(p == l))):
        rule = DDT_FACTOR(f[n, q], lambda t: Y[q, p](t), now), ONE_ENTRY(q, p)
        have(steps == Indicator(p == l) * own, multiple(steps, Indicator(p == l), own), *rule)
        have(own == f[n, j], SUM_PICKS(lambda q: f[n, q], q, tokens, j))
        hence(DDT_TOTAL(lambda q, t: f[n, q] * Y[q, p](t), now, q, tokens))
    moving, moved = (Sum(p, tokens, x) for x in (ddt(exp(logit(p)), now), Indicator(p == l) * exp(logit(p))))
    have(answered > 0, SUM_POSITIVE(terms(answered), p, tokens, l))
    have(moving == f[n, j] * moved, multiple(moving, f[n, j], moved), DDT_EXP(at_time(logit(p)), now))
    have(moved == exp(logit(l)), SUM_PICKS(lambda p: exp(logit(p)), p, tokens, l))
    have(ddt(answered, now) == moving, DDT_TOTAL(lambda p, t: exp(substituted(logit(p), {now: t})), now, p, tokens))
    have(ddt(log(answered), now) == ddt(answered, now) / answered, DDT_LOG(at_time(answered), now))
    hence(ASCENT(), ANSWERS(), DDT_DIFFERENCE(at_time(logit(n)), at_time(log(answered)), now), INDICATOR_OF_EQUALITY(n, l))


at_rest = ForAll(q, tokens, ForAll(l, tokens, Sum(i, classes, left_over(i) * f[i, q]) == 0))
S4["critical point"] = Implies(at_rest, ForAll(n, classes, ForAll(l, tokens, alpha[n, l] == Indicator(l == n))))
S4["critical point"].feasible("every F of full column rank").note(
    "In print in words: the critical point of (7) needs α = x_{T+1} for any given x_{T+1} = n. The mean of (7) is "
    "Σ_n P(n) f_n (e_n-α_n)ᵀ, here over all n with P(n) > 0; where it vanishes for each n by itself, the mean does."
)


@auxiliary(ForAll(m, classes, ForAll(i, classes, gram[m, i] == gram[i, m])))
def gram_is_symmetric() -> None:
    """f_m·f_i = f_i·f_m."""
    there, back_again = (Sum(q, tokens, f[a, q] * f[b, q]) for a, b in ((m, i), (i, m)))
    have(there == back_again, equal(there, back_again))
    hence(GRAM_ENTRY(m, i, q), GRAM_ENTRY(i, m, q))


@proof(S4["critical point"])
def _() -> None:
    """FᵀΣ_n P(n) f_n (e_n-α_n)ᵀ = 0 has FᵀF before it, which (I+E)⁻¹ takes away: P(n)(e_n-α_n) = 0."""
    obtain(gram_is_symmetric)
    along_f = Sum(i, classes, left_over(i) * gram[m, i])
    with proving(ForAll(m, classes, along_f == 0)):
        turned = Sum(q, tokens, f[m, q] * Sum(i, classes, left_over(i) * f[i, q]))
        by_class = Sum(i, classes, left_over(i) * Sum(q, tokens, f[m, q] * f[i, q]))
        with proving(ForAll(q, tokens, last_factor(turned) == 0)):
            hence(at_rest)
        have(turned == 0 * turned, multiple(turned, 0, turned))
        have(along_f == by_class, equal(along_f, by_class), GRAM_ENTRY(m, i, q))
        hence(exchanged(turned))
    whole = Sum(m, classes, back[m, n] * along_f)
    apart = Sum(i, classes, left_over(i) * Sum(m, classes, back[m, n] * gram[m, i]))
    picked = Sum(i, classes, Indicator(i == n) * left_over(i))
    have(whole == 0 * whole, multiple(whole, 0, whole))
    with proving(ForAll(i, classes, last_factor(apart) == Indicator(i == n))):
        column = Sum(m, classes, gram[i, m] * back[m, n])
        have(last_factor(apart) == column, equal(last_factor(apart), column))
        hence(INVERSE(i, n, m))
    have(apart == picked, equal(apart, picked))
    have(left_over(n) == 0, exchanged(whole), SUM_PICKS(left_over, i, classes, n))


FINITE = Computed(
    SEQUENCES,
    {
        tokens: lambda x: range(x.M),
        n: "n",
        other: lambda x: (x.n + 1) % x.M,
        w[k]: lambda x, k: x.logits[k],
        alpha[k]: lambda x, k: x.answers[k],
    },
    ranges=(Member(n, tokens), Member(other, Without(tokens, n))),
)
SOFTMAX = Definition(
    "α = softmax(Y⊤LN(X⊤b))", (j,), alpha[j] == exp(w[j]) / Sum(k, tokens, exp(w[k])), of=FINITE, at=((n,), (other,))
)
with S4.where(given=FINITE):
    S4["finite steps"] = alpha[n] < 1
rivals = Sum(k, Without(tokens, n), exp(w[k]))
S4["finite steps"].trivial(TrivialRange("0 ≤ α_n ≤ 1", low=0, high=1)).uses("Lemma 1/Eqn 3 Y").note(
    "In print in words: α = x_{T+1} needs infinite entries of Y and is not achieved in finite steps. x_{T+1} = e_n has the "
    "entry 1 there; Y is any matrix of numbers, as after each step."
)


@proof(S4["finite steps"])
def _() -> None:
    """The other tokens have a part of the softmax."""
    have(rivals > 0, SUM_POSITIVE(terms(rivals), k, Without(tokens, n), other))
    hence(SOFTMAX(n), SUM_WITHOUT(terms(rivals), k, tokens, n))


STATEMENTS = (S4,)
