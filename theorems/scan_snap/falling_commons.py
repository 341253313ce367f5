"""One class along the flow of attention, whose common tokens fall (scan_snap, Section 5 and Appendix E): Theorem 3.

Distinct tokens move as in :mod:`theorems.scan_snap.gains`, whatever the other classes do. Nothing is known of the common tokens
of the class but that they fall, as the theorem asks. Instances have z_c fall by k_c Σ_l (z_l - z_l(0)), with a k_c > 0 for each
common token, so that c̃_c² is a polynomial of the clock.
"""

from itertools import product

from theorems.kernel.scripts import Have
from theorems.scan_snap import gains
from theorems.scan_snap.class_flow import (
    GAIN_AT_FIRST,
    MOVES,
    SPEEDS,
    distinct_length,
    every,
    gain,
    gain_of_clock,
    left,
    logit,
    order,
    ratio,
    reached,
    rise,
    rooms,
    share_follows,
    squared,
    time,
    token,
    while_growing,
)
from theorems.scan_snap.class_motion import SCORES
from theorems.scan_snap.language import *
from theorems.scan_snap.pairs_of_tokens import later, of_n

# -- the class ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Falling(Gains):
    """A class whose common token i, -1-i among all, falls ``falls[i]`` times as fast as the distinct ones rise together."""

    falls: tuple[int, ...]

    def rise_of(self, token: int) -> Ball:
        """z_l(t) - z_l(0)."""
        return self.rise(token) if token >= 0 else -self.falls[-1 - token] * sum(map(self.rise, self.distinct), balls.ball(0))

    def square(self, token: int) -> Ball:
        """c̃_l²."""
        start = self.own[token] if token >= 0 else self.commons[-1 - token]
        return balls.ball(start**2) * balls.exp(2 * self.rise_of(token))

    @property
    def distinct(self) -> range:
        return range(len(self.own))

    @property
    def shared(self) -> range:
        """The common tokens."""
        return range(-len(self.commons), 0)

    @property
    def of_distinct(self) -> Ball:
        """Σ c̃_l² of the distinct tokens."""
        return sum(map(self.square, self.distinct), balls.ball(0))

    @property
    def length(self) -> Ball:
        """‖c̃‖²."""
        return sum(map(self.square, self.shared), self.of_distinct)

    @property
    def exponent(self) -> Ball:
        """B_n: the distinct tokens' rises, and ∫ c̃_c² dτ for each common one, of common² Π_l (1 - 2 a_l s)^k."""
        one = replace(self, commons=())
        areas = (replace(one, commons=(c,), copies=k).common_area for c, k in zip(self.commons, self.falls, strict=True))
        return sum(map(self.rise, self.distinct), balls.ball(sum(areas, Fraction(0))))

    def share_of(self, token: int) -> Ball:
        """f_nl²."""
        return self.square(token) / self.length


def bind_falling(i: Instance, arithmetic: Arithmetic) -> Falling:
    """A class with ``own``, ``common`` and their ``falls``, ``share`` of the way."""
    (own,), (commons,), (falls,) = (read(str(i[name])) for name in ("own", "common", "falls"))
    return Falling(arithmetic, (own,), commons, 1, Fraction(i.share), 0, 0, tuple(map(int, falls)))


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, Any]:
    own = draw(st.lists(st.integers(1, 12), min_size=2, max_size=4, unique=True))
    common = draw(st.lists(st.integers(1, 12), min_size=1, max_size=3))
    falls = draw(st.lists(st.integers(1, 4), min_size=len(common), max_size=len(common)))
    far = st.integers(1, 40).map(lambda k: 1 - Fraction(1, 2**k))
    share = draw(st.one_of(st.just(Fraction(0)), st.fractions(0, Fraction(99, 100), max_denominator=100), far))
    return {"own": word([own]), "common": word([common]), "falls": word([falls]), "share": share}


def small() -> Iterator[Instance]:
    for own, (common, falls) in product(("2,1", "1/2,1/3", "3,2,1"), (("1", "1"), ("4,1", "1,3"), ("1/4,2,5", "2,1,1"))):
        for share in (Fraction(1, 2), Fraction(0), Fraction(9, 10), Fraction(99, 100)):
            yield Instance(own=own, common=common, falls=falls, share=share)


def _positive(i: Instance) -> bool:
    return all(x > 0 for name in ("own", "common") for x in read(str(i[name]))[0])


def _fall(i: Instance) -> bool:
    return all(x > 0 for x in read(str(i.falls))[0])


between = Symbol("s_1", VARIABLE)


def fallen(until: Expr, named: str) -> Condition:
    """The common tokens of the class fall until then."""
    falls = ddt(z[m, lp](s), s) < 0
    claim = ForAll(lp, of_n, ForAll(s, REALS, Implies((expr(0) <= s) & (s <= until), falls)))
    return Condition(claim, _fall, printed=ForAll(s, Named(named), ForAll(lp, of_n, falls)))


SCORES_POSITIVE = Condition(ForAll(l, G_DT, score[l, n](0) > 0) & ForAll(l, of_n, score[l, n](0) > 0), _positive)
CLASSES = Domain(
    name="one class along the flow of attention, whose common tokens fall",
    draw=drawn,
    bind=bind_falling,
    conditions=(SCORES_POSITIVE, gains.ON_THE_WAY, DOMINANT),
    small=small,
    variables={"chi": "χ_l₀(t)", "exponent": "B_n(t)", "length": "‖c̃‖²", "of_distinct": "Σ c̃_l² of the distinct tokens"},
    feasible="all positive scores of a class with a common token, every share < 1",
)
FALLING = Computed(
    CLASSES,
    {
        n: lambda _: 0,
        m: lambda _: 0,
        t: "tau",
        tp: lambda x: later(x).tau,
        l_0: lambda x: x.top,
        c: lambda _: -1,
        G_DT: lambda x, n: x.distinct,
        of_n: lambda x, n: x.shared,
        eta_Z: lambda _: Fraction(1, 3),  # any positive number
        P(l, n): lambda x, l, n: x.own[l] if l >= 0 else x.commons[-1 - l],
        score[l, n](t): lambda x, l, n, time: balls.sqrt(x.at(time).square(l)),
        z[m, l](t): lambda x, m, l, time: x.at(time).rise_of(l),
        chi[l](t): lambda x, l, time: balls.exp(2 * x.at(time).rise_of(l)),
        r[l, lp](t): lambda x, l, other, time: x.at(time).gain(l, other),
        r[l, lp, n](t): lambda x, l, other, n, time: x.at(time).gain(l, other),
        B[n](t): lambda x, n, time: x.at(time).exponent,
        f[n, l](t): lambda x, n, l, time: balls.sqrt(x.at(time).share_of(l)),
        xi[n](t): lambda x, n, time: 3 * x.at(time).length,
        ddt(z[m, l](t), t): lambda x, m, l, time: x.at(time).square(l) if l >= 0 else -x.falls[-1 - l] * x.at(time).of_distinct,
        ddt(B[n](t), t): lambda x, n, time: x.at(time).length,
    },
    ranges=(explicit(s), explicit(between), Member(l_0, G_DT), Member(c, of_n), SCORES_POSITIVE.claim, eta_Z > 0),
)
UNTIL_NOW, UNTIL_LATER = FALLING.where(fallen(t, "[0, t]")), FALLING.where(fallen(tp, "[0, t′]"))
UNTIL_LATER = replace(UNTIL_LATER, ranges=(*UNTIL_LATER.ranges, t < tp, 2 * score[l_0, n](0) ** 2 * tp < 1))


# -- what moves ----------------------------------------------------------------------------------------------------------------

WHEN = (t, expr(0))
defined = partial(Definition, of=FALLING)
WEIGHTS = defined(
    "tokens of n have P(l|n) > 0",
    (),
    ForAll(k, G_DT, P(k, n) > 0) & ForAll(k, of_n, P(k, n) > 0),
    names=(P(token, n),),
    exists="the data are given with them",
)


def common_length(time: Expr | int) -> Total:
    return Sum(k, of_n, squared(k, time))


def length(time: Expr | int) -> Expr:
    """‖c̃‖²."""
    return distinct_length(time) + common_length(time)


def common_score(which: Expr, time: Expr) -> tuple[Reason, ...]:
    """Why c̃_l > 0."""
    weight = INSTANCE(lambda x: P(x, n) > 0, k, of_n, which)
    return WEIGHTS(), weight, SCORES(which, time), EXP_POSITIVE(z[m, which](time))


def share_script() -> Script:
    of_distinct = SUM_NONNEGATIVE(terms(distinct_length(time)), k, G_DT)
    of_common = SUM_POSITIVE(terms(common_length(time)), k, of_n, c)
    shown: Script = by(SHARE(token, time))
    shown = Have(length(time) > 0, by(of_distinct, of_common), shown)
    shown = Have(of_distinct.hypotheses[0], by(), Have(of_common.hypotheses[0], by(), shown))
    return Have(score[c, n](time) > 0, by(*common_score(c, time)), Have(squared(c, time) > 0, by(), shown))


SHARE = defined(
    "f_n = c̃_n/‖c̃_n‖",
    (token, time),
    f[n, token](time) == score[token, n](time) / sqrt(length(time)),
    at=tuple((l_0, when) for when in WHEN),
)
SHARE_OF = defined(
    "f_nl² = c̃_l²/‖c̃‖²",
    (token, time),
    f[n, token](time) ** 2 == squared(token, time) / length(time),
    (Member(c, of_n),),
    at=tuple((l_0, when) for when in WHEN),
    shown=share_script,
)
SPEED_OF_EXPONENT = defined(
    "B_n = η_Z ∫ξ_n dt in this clock",
    (moment,),
    ddt(B[n](moment), moment) == length(moment),
    (moment >= 0, 2 * squared(l_0, 0) * moment < 1),
    at=((t,),),
)
NOTHING_YET = defined("B_n(0) = 0", (), B[n](0) == 0)
XI_OF_CLOCK = defined("ξ_n in the clock dτ = η_Z ξ_n/‖c̃‖² dt", (), xi[n](t) == length(t) / eta_Z)


@auxiliary(lambda a, b, until: ForAll(k, of_n, squared(k, b) <= squared(k, a)))
def commons_fall(a: Expr, b: Expr, until: Expr) -> None:
    """z_l falls from a to b, and with it c̃_l = P(l|n) e^(z_l)."""
    have(z[m, k](b) <= z[m, k](a), FALLS(logit(k), between, a, b))
    have(
        (score[k, n](b) > 0) & (score[k, n](b) <= score[k, n](a)), SCORES(k, a), SCORES(k, b), EXP_GROWS(z[m, k](b), z[m, k](a))
    )


@auxiliary(lambda time: (squared(l_0, time) > 0) & (common_length(time) > 0) & (distinct_length(time) >= squared(l_0, time)))
def lengths(time: Expr) -> None:
    """‖c̃‖² > 0."""
    have(squared(l_0, time) > 0, MOVES(time))
    have(distinct_length(time) >= squared(l_0, time), SUM_ABOVE_TERM(terms(distinct_length(time)), k, G_DT, l_0))
    hence(SUM_POSITIVE(terms(common_length(time)), k, of_n, c), *common_score(c, time))


@auxiliary(lambda a, b, sign, until: Relation(f[n, l_0](a) ** 2, sign, f[n, l_0](b) ** 2))
def share_rises(a: Expr, b: Expr, sign: str, until: Expr) -> None:
    """f_nl₀² rises from a to b, because ‖c̃‖²/c̃_l₀² falls; strictly where c̃_l₀² rises strictly."""
    obtain(rooms(a, b), order(a, b), lengths(a), lengths(b), commons_fall(a, b, until))
    have(common_length(b) <= common_length(a), SUM_ORDER)
    if sign == "<":
        left_a, left_b = (squared(l_0, 0) / x for x in (1 - 2 * squared(l_0, 0) * a, 1 - 2 * squared(l_0, 0) * b))
        calc(squared(l_0, a)).eq(left_a, MOVES(a)).lt(left_b).eq(squared(l_0, b), MOVES(b))
    else:
        have(squared(l_0, a) <= squared(l_0, b))
    share_follows(a, b, sign, length, SHARE_OF)


@auxiliary(rise(l_0, t) <= B[n](t))
def exponent_above() -> None:
    """z_l₀(t) - z_l₀(0) ≤ B_n(t), because c̃_l₀² ≤ ‖c̃‖²."""
    with while_growing(lambda time: B[n](time) - z[m, l_0](time)):
        obtain(rooms(s), lengths(s))
        hence(SPEEDS(s), SPEED_OF_EXPONENT(s), DDT_DIFFERENCE(B[n], logit(l_0), s))


at_start = f[n, l_0](0) ** 2


@auxiliary(rise(l_0, t) >= at_start * B[n](t))
def exponent_below() -> None:
    """z_l₀(t) - z_l₀(0) ≥ f_nl₀(0)² B_n(t), because f_nl₀² rises."""
    with while_growing(lambda time: z[m, l_0](time) - at_start * B[n](time)):
        obtain(rooms(s), lengths(s), share_rises(expr(0), s, "<=", t))
        have(squared(l_0, s) >= at_start * length(s), SHARE_OF(l_0, s))
        hence(SPEEDS(s), SPEED_OF_EXPONENT(s))


@auxiliary(lambda a, b: B[n](a) < B[n](b))
def exponent_rises(a: Expr, b: Expr) -> None:
    """dB_n = ‖c̃‖² > 0."""
    with proving(ForAll(between, REALS, Implies((a <= between) & (between <= b), ddt(B[n](between), between) > 0))):
        obtain(rooms(between), lengths(between))
    hence(GROWS_STRICTLY(B[n], between, a, b))


@auxiliary(lambda time: f[n, l_0](time) ** 2 <= 1)
def below_one(time: Expr) -> None:
    """c̃_l₀² ≤ ‖c̃‖²."""
    hence(SHARE_OF(l_0, time))


LAWS = defined("Z(0) = 0", (), every(score[k, n](0) == P(k, n)))


def left_behind(rare: Expr, frequent: Expr) -> Claim:
    """l₀ leads a rare token by more than a frequent one at first, and gains more on it from t to t′."""
    gained = [gain(token, tp) - gain(token, t) for token in (rare, frequent)]
    return (r[l_0, rare](0) > r[l_0, frequent](0)) & (gained[0] > gained[1])


def slower(rare: Expr, frequent: Expr) -> Implies:
    return Implies(P(rare, n) < P(frequent, n), left_behind(rare, frequent))


@auxiliary(slower)
def rare_tokens_first(rare: Expr, frequent: Expr) -> None:
    """r_{l₀/l} - r_{l₀/l'} = c̃_l₀²(t) (1/c̃_l² - 1/c̃_l'²) at the scores of the beginning, and c̃_l₀² rises."""
    obtain(rooms(t, tp), *(gain_of_clock(which, time) for which in (rare, frequent) for time in (t, tp)))
    ahead = 1 / squared(rare, 0) - 1 / squared(frequent, 0)
    with suppose(P(rare, n) < P(frequent, n)):
        have((score[rare, n](0) > 0) & (score[rare, n](0) < score[frequent, n](0)), LAWS)
        have((squared(rare, 0) > 0) & (squared(rare, 0) < squared(frequent, 0)))
        have(ahead > 0)
        have((left(l_0, t) > 0) & (left(l_0, tp) > 0))
        have(reached(l_0, t) < reached(l_0, tp))
        for time in (t, tp):
            (
                calc(gain(rare, time) - gain(frequent, time))
                .eq(ratio(rare, time) - (gain(frequent, time) + 1))
                .eq(reached(l_0, time) * ahead)
            )
        (
            calc(gain(rare, t) - gain(frequent, t))
            .eq(reached(l_0, t) * ahead)
            .lt(reached(l_0, tp) * ahead, POSITIVE_FACTOR_KEEPS_ORDER(reached(l_0, t), reached(l_0, tp), ahead))
            .eq(gain(rare, tp) - gain(frequent, tp))
        )
        (
            calc(r[l_0, rare](0) - r[l_0, frequent](0))
            .eq(squared(l_0, 0) / squared(rare, 0) - squared(l_0, 0) / squared(frequent, 0), GAIN_AT_FIRST)
            .gt(0)
        )
        have(left_behind(rare, frequent))
