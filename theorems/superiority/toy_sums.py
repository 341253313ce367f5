"""Σ f_i σ_i on the data of Definition 3.8 (superiority v1, Section 4, pp. 5-7): what Lemmas 4.1, 4.2 and 5.1 to 5.4 share.

For weights ``w_i`` in ``[p, q]``

    Σ (w_i - p)(q - w_i) >= 0   and   ((p+q) Σ w_i - 2 p q n)^2 >= 0   give   Σ w_i^2 <= (p+q)^2/(4pq) (Σ w_i)^2 / n,

so the worst data on D0 are the two ends of the interval, mixed so that the second square vanishes.
"""

from theorems.kernel.scripts import only
from theorems.proofs import *
from theorems.superiority.toy_model import *

root = n ** Q("0.4")
# of Σ f^2: on D0; on D1 attained at n = 5 with all other rows at log n, and closer for large n
SOFTMAX_VARIANCE = (1 + root) ** 2 / (4 * n ** Q("1.4"))
LINEAR_VARIANCE, PEAKED_VARIANCE, WIDELY_PEAKED_VARIANCE = Q(36, 35) / n, Q(25, 16) / n, 36 / (35 * n - 195)

OTHERS = Without(TO_N, j)  # the rows beside the peak
ratio, y, s, r = log(n / delta), *symbols("y s r")
AT_LEAST_LOG_20 = LOG_GROWS(20, n / delta)


def logit(k: Expr) -> Expr:
    return Ax[k]


def power(k: Expr) -> Expr:
    return exp(Ax[k])


def squares(f: Symbol) -> Expr:
    return Sum(i, TO_N, f[i] ** 2)


def sign(signs: Symbol | Entry, k: Expr) -> Entry:
    """σ_k, or an entry of a column y_l."""
    return signs[k] if isinstance(signs, Symbol) else Entry(signs.quantity, (*signs.arguments, k))


def signed_sum(f: Symbol, signs: Symbol | Entry = sigma) -> Expr:
    return Sum(i, TO_N, f[i] * sign(signs, i))


@dataclass(frozen=True)
class Shares:
    """f_i = w_i/Σ w."""

    f: Symbol
    weight: Callable[[Expr], Expr]
    total: Expr
    is_total: Definition
    is_share: Definition

    def __str__(self) -> str:
        return self.f.name

    @property
    def squares(self) -> Expr:
        return Sum(i, TO_N, self.weight(i) ** 2)


LINEAR = Shares(f_lin_x, logit, alpha_lin, LINEAR_IS, LINEAR_SHARE)
SOFTMAX = Shares(f_exp_x, power, alpha_exp, SOFTMAX_IS, SOFTMAX_SHARE)


@auxiliary(lambda shares: squares(shares.f) == shares.squares / shares.total**2)
def of_weights(shares: Shares) -> None:
    """Σ f² = Σ w²/(Σ w)², where Σ w > 0 is known."""
    f, weight, total = shares.f, shares.weight, shares.total
    have(ForAll(i, TO_N, f[i] ** 2 == 1 / total**2 * weight(i) ** 2), shares.is_share)
    hence(SUM_MULTIPLE(lambda k: f[k] ** 2, 1 / total**2, lambda k: weight(k) ** 2, i, TO_N))


@auxiliary(lambda shares, low, high: (squares(shares.f) > 0) & (squares(shares.f) <= (low + high) ** 2 / (4 * low * high * n)))
def between(shares: Shares, low: Expr, high: Expr) -> None:
    """0 < Σ f² ≤ (p + q)²/(4pq n) where 0 < p ≤ w ≤ q."""
    weight, total = shares.weight, shares.total
    wide = (low + high) * total
    have(total == Sum(i, TO_N, weight(i)), shares.is_total)
    have(Sum(i, TO_N, 1) == n, COUNT(i, 1, n))
    have(low * n <= total, SUM_ABOVE_COUNT(weight, low, i, TO_N))
    have(total > 0, only(low * n <= total, low > 0, n >= 2))
    have(shares.squares <= wide - low * high * n, SQUARES_BETWEEN(weight, i, TO_N, low, high))
    have(total**2 <= n * shares.squares, SUM_SQUARED(weight, i, TO_N))
    obtain(of_weights(shares))
    hence(SQUARE(wide - 2 * low * high * n))


@auxiliary(lambda f, within, variance: Pr(abs(signed_sum(f)) <= within) >= 1 - delta / poly(n))
def concentrated(f: Symbol, within: Expr, variance: Expr) -> None:
    """|Σ f_i σ_i| ≤ t but for less than δ/n, where 0 < Σ f² ≤ V and t²/(2V) > log 2 + log(n/δ)."""
    total, needed, exponent = signed_sum(f), log(2) + ratio, -(within**2) / (2 * squares(f))
    beyond = Pr(abs(total) >= within)
    have(ratio >= 0, AT_LEAST_LOG_20)
    small = squares(f) > 0, squares(f) <= variance, needed < within**2 / (2 * variance)
    have(exponent < -needed, only(*small, ratio >= 0, delta > 0, n >= 2))
    (
        calc(beyond)
        .le(2 * exp(exponent), HOEFFDING_OF_SIGNS_ABS(lambda k: f[k], lambda k: sigma[k], i, TO_N, within, squares(f)))
        .lt(
            2 * exp(-needed), EXP_GROWS_STRICTLY(exponent, -needed), POSITIVE_FACTOR_KEEPS_ORDER(exp(exponent), exp(-needed), 2)
        )
        .eq(delta / n)
    )
    (
        calc(Pr(abs(total) <= within))
        .eq(1 - Pr(abs(total) > within), ABOVE_OR_NOT(abs(total), within))
        .ge(1 - beyond, MORE_LIKELY(lambda x: abs(x) > within, lambda x: abs(x) >= within, total, y))
        .gt(1 - delta / poly(n))
    )


all_of_it = Sum(i, TO_N, abs(f_exp_x[i]))


@auxiliary(all_of_it == 1)
def shares_add_up() -> None:
    """The entries of f_exp are positive, and their sum is 1."""
    have(alpha_exp > 0, SOFTMAX_IS, SUM_POSITIVE(power, i, TO_N, 1))
    have(ForAll(i, TO_N, abs(f_exp_x[i]) == 1 / alpha_exp * power(i)), SOFTMAX_SHARE, ABS_OF_NONNEGATIVE(f_exp_x[i]))
    hence(SOFTMAX_IS, SUM_MULTIPLE(lambda k: abs(f_exp_x[k]), 1 / alpha_exp, power, i, TO_N))


# -- Σ f^2 on the two datasets -----------------------------------------------------------------------------------------


@auxiliary((squares(f_lin_x) > 0) & (squares(f_lin_x) <= LINEAR_VARIANCE))
def linear_on_d0() -> None:
    """p = log n and q = 1.4 log n."""
    have(log(n) > 0, LOG_POSITIVE)
    obtain(between(LINEAR, lowest, highest))


@auxiliary((squares(f_exp_x) > 0) & (squares(f_exp_x) <= SOFTMAX_VARIANCE))
def softmax_on_d0() -> None:
    """p = n and q = n^1.4."""
    with proving(ForAll(i, TO_N, (n <= power(i)) & (power(i) <= n ** Q("1.4")))):
        hence(EXP_GROWS(lowest, Ax[i]), EXP_GROWS(Ax[i], highest))
    obtain(between(SOFTMAX, n, n ** Q("1.4")))


count, of_others, of_all = Sum(i, OTHERS, 1), Sum(i, OTHERS, Ax[i]), LINEAR.squares

CLOSER = Implies(n >= 6, squares(f_lin_x) <= WIDELY_PEAKED_VARIANCE)


@auxiliary((squares(f_lin_x) > 0) & (squares(f_lin_x) <= PEAKED_VARIANCE) & CLOSER)
def linear_on_d1() -> None:
    """Σ w = S + 4 log n and Σ w² ≤ (12/5 S - 7/5 (n-1) log n) log n + 16 log² n, where S ≥ (n-1) log n is of the other rows."""
    squares_of_others = Sum(i, OTHERS, Ax[i] ** 2)
    have(log(n) > 0, LOG_POSITIVE)
    have(count == n - 1, COUNT(i, 1, n), SUM_WITHOUT(lambda _: expr(1), i, TO_N, j))
    sums = alpha_lin == of_others + 4 * log(n), of_all == squares_of_others + 16 * log(n) ** 2
    have(sums[0], LINEAR_IS, SUM_WITHOUT(logit, i, TO_N, j))
    have(sums[1], SUM_WITHOUT(lambda k: Ax[k] ** 2, i, TO_N, j))
    have(log(n) * (n - 1) <= of_others, SUM_ABOVE_COUNT(logit, lowest, i, OTHERS))
    most = Q(12, 5) * log(n) * of_others - Q(7, 5) * log(n) ** 2 * (n - 1)
    have(squares_of_others <= most, SQUARES_BETWEEN(logit, i, OTHERS, lowest, highest))
    have(squares_of_others >= 0, SUM_NONNEGATIVE(lambda k: Ax[k] ** 2, i, OTHERS))
    known = *sums, log(n) * (n - 1) <= of_others, log(n) > 0, n >= 2
    have(alpha_lin > 0, only(*known))
    have(of_all > 0, only(*known, squares_of_others >= 0))
    have(16 * n * of_all <= 25 * alpha_lin**2, only(*known, squares_of_others <= most, SQUARE(n - 5)))
    with suppose(n >= 6):
        have((35 * n - 195) * of_all <= 36 * alpha_lin**2, SQUARE(6 * alpha_lin - (7 * n - 39) * log(n)))
    obtain(of_weights(LINEAR))


# -- the peak and the other rows ---------------------------------------------------------------------------------------

TALL, HIGHEST = Q("0.716"), n ** Q("1.4")
peak, others_weigh, others_share = f_exp_x[j], Sum(i, OTHERS, power(i)), Sum(i, OTHERS, abs(f_exp_x[i]))


@auxiliary(peak >= others_share + TALL)
def the_peak_outweighs() -> None:
    """n^4 against at most (n - 1) n^1.4, whatever the signs of the other rows are."""
    have(count == n - 1, COUNT(i, 1, n), SUM_WITHOUT(lambda _: expr(1), i, TO_N, j))
    have(alpha_exp == others_weigh + n**4, SOFTMAX_IS, SUM_WITHOUT(power, i, TO_N, j))
    with proving(ForAll(i, OTHERS, power(i) <= HIGHEST)):
        hence(EXP_GROWS(Ax[i], highest))
    have(others_weigh >= 0, SUM_NONNEGATIVE(power, i, OTHERS))
    have(others_weigh <= HIGHEST * (n - 1), SUM_BELOW_COUNT(power, HIGHEST, i, OTHERS))
    with proving(ForAll(i, OTHERS, abs(f_exp_x[i]) == 1 / alpha_exp * power(i))):
        hence(IN_THE_WHOLE(i, j, TO_N), SOFTMAX_SHARE(i), ABS_OF_NONNEGATIVE(f_exp_x[i]))
    have(peak == n**4 / alpha_exp, SOFTMAX_SHARE(j))
    have(others_share == others_weigh / alpha_exp, SUM_MULTIPLE(lambda k: abs(f_exp_x[k]), 1 / alpha_exp, power, i, OTHERS))
    with proving(Q("6.05") * (n - 1) <= n ** Q("2.6")):
        with case(n <= 2):
            hence(BASE_GROWS(2, n, Q("2.6")))  # 2^2.6 = 6.0629
        with otherwise():
            have(3 <= n, INTEGERS_APART(2, n))
            hence(BASE_GROWS(3, n, Q("0.6")))


def entails(of_sum: Relation, of_sign: Relation) -> Claim:
    """Where the sign of the peak has the one property, Σ f_i σ_i has the other, the rest being small."""
    found = Implies(of(of_sign, s) & (abs(r) <= others_share), of(of_sum, peak * s + r))
    return ForAll(s, REALS, ForAll(r, REALS, found))


@auxiliary(lambda signs, of_sum, of_sign, often: Pr(of(of_sum, signed_sum(f_exp_x, signs))) >= often)
def as_often_as(signs: Symbol | Entry, of_sum: Relation, of_sign: Relation, often: Expr) -> None:
    """Σ f_i σ_i has a property as often as σ_j has one that entails it: the other rows are certain to stay small."""
    total, of_peak = signed_sum(f_exp_x, signs), sign(signs, j)
    rest = Sum(i, OTHERS, f_exp_x[i] * sign(signs, i))
    apart, small = peak * of_peak + rest, abs(rest) <= others_share

    def premise(sign: Expr, rest: Expr) -> Claim:
        return of(of_sign, sign) & (abs(rest) <= others_share)

    def conclusion(sign: Expr, rest: Expr) -> Claim:
        return of(of_sum, peak * sign + rest)

    have(sure(small), SIGNED_BELOW(lambda k: f_exp_x[k], lambda k: sign(signs, k), i, OTHERS))
    (
        calc(Pr(of(of_sum, total)))
        .eq(Pr(of(of_sum, apart)), SUM_WITHOUT(lambda k: f_exp_x[k] * sign(signs, k), i, TO_N, j))
        .ge(Pr(premise(of_peak, rest)), MORE_LIKELY_OF_TWO(premise, conclusion, of_peak, rest, s, r))
        .eq(Pr(of(of_sign, of_peak)), AND_CERTAIN(of(of_sign, of_peak), small))
        .eq(often, A_SIGN(of_peak))
    )
