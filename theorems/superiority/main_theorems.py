"""The main theorems (superiority v1, Theorems 1.1 and 1.2, pp. 1-2, and Theorem 6.2, p. 9).

Theorems 1.1 and 1.2 are existence claims: two datasets, two networks, and with high probability over the signs one network
tells the datasets apart and the other does not. They are read as that. The reading people take from them, that no network
with linear attention could tell these datasets apart, is a part of its own.
"""

from theorems.superiority.cross_signs_on_data import CROSS_DATA, bound_cross_signs, signs_on_cross_data
from theorems.superiority.linear_with_signs import AS_LARGE_AS_ROOT, FIXED_A1, all_rows
from theorems.superiority.softmax_with_signs import (
    BESIDES_0,
    COEFFICIENTS,
    ENTRIES_0,
    FEW_0_COLUMNS,
    FEW_HOW,
    ROUTE_0_COLUMNS,
    ROW_J3_OF_D1,
    silent_on_d0,
)
from theorems.superiority.words import *

Binding = Callable[[Instance, Arithmetic, int, bool], Any]

# -- existence -----------------------------------------------------------------------------------------------------------

EVENTS = ("F_exp > 0 on D1", "F_exp = 0 on D0", "F_lin = 0 on D1", "F_lin = 0 on D0")


def failures(bound: Binding, point: Instance) -> list[Ball]:
    """The probabilities that the four events fail: exact laws, in balls."""
    found = []
    for linear in (False, True):
        on_d1, on_d0 = (bound(point, BALLS, dataset, linear).network() for dataset in (1, 0))
        found += [on_d1.complement if linear else on_d1.value, on_d0.complement]
    return found


def separates(bound: Binding, point: Instance) -> Callable[[], bool]:
    """At this point all four events together have probability at least 1 - δ/n^κ, by a union over their failures."""

    def check() -> bool:
        with balls.precision(balls.DEFAULT_BITS):
            allowed = balls.ball(point.delta) / balls.ball(point.n) ** balls.ball(point.kappa)
            return bool(sum(failures(bound, point), balls.ball(0)) <= allowed)

    return check


def exists(bound: Binding, point: Instance) -> Argument:
    """Two datasets and two networks, at one size, with exact probabilities."""
    events = f"{', '.join(EVENTS)}, all four with probability at least 1 - δ/n"
    return Argument(
        Verdict.HOLDS,
        f"""At {point} the appendix's own datasets and networks, which depend on the special rows only up to symmetry, have
        {events}. That the same holds for all large n is in the appendix's theorems.""",
        [Step(f"{events} at {point} (exact laws)", separates(bound, point))],
        evidence=Evidence.EXACT,
    )


# -- the universal reading -----------------------------------------------------------------------------------------------

F = Symbol("F_lin")
success = Pr((F(Symbol("D0")) == 0) & (F(Symbol("D1")) > 0))


@dataclass(frozen=True)
class FirstColumnNetwork:
    """F_lin with V = e_1 e_1^T, which sees the first column of c alone, and τ the largest first entry on D0.

    On D0 it is always 0. On D1 it is positive when some y_l has a plus in front, if the first entry there is above τ.
    ``success``: the probability of both.
    """

    top_on_d0: Fraction
    top_on_d1: Fraction
    m: int
    n: Ball
    delta: Ball
    kappa: Ball

    @property
    def success(self) -> Ball:
        return balls.ball(1 - Fraction(1, 2**self.m) if self.top_on_d1 > self.top_on_d0 else 0)


def tops(on_d0: Given, on_d1: Given) -> Callable[[Instance], tuple[Fraction, Fraction]]:
    """The largest first entry of c_lin on D0 and on D1, of self-attention in units of √(log n)."""

    def top(data: Given, instance: Instance) -> Fraction:
        bound = in_units(data, instance, RATIONALS)
        rows = (SPECIAL, STRANGER if instance.d > data.beside + 1 else TWIN)
        return max(mean_entry(bound, row, Column("first"), linear=True) for row in rows)

    return lambda instance: (top(on_d0, instance), top(on_d1, instance))


self_attention_tops = tops(DATA[0, ONES], DATA[1, ONES])
cross_attention_tops = tops(CROSS_DATA[0], CROSS_DATA[1])


def with_first_column(domain: Domain, tops: Callable[[Instance], tuple[Fraction, Fraction]]) -> Computed:
    def bind(instance: Instance, arithmetic: Arithmetic) -> FirstColumnNetwork:
        if arithmetic is not BALLS:
            raise TypeError(f"probabilities are computed in balls, not in {arithmetic.name}")
        number = arithmetic.number
        return FirstColumnNetwork(
            *tops(instance),
            columns_for(instance.C, int(instance.n), instance.delta),
            number(instance.n),
            number(instance.delta),
            number(instance.kappa),
        )

    return Computed(replace(domain, bind=bind, vary=None, other_dataset=None), {success: "success"})


UNIVERSAL_NOTE = """For every V, τ and C. Not printed, but what the theorem is often taken to say.
The first entry of c_lin in the special row is
larger on D1 than anywhere on D0: with V = e_1 e_1^T and τ the largest first entry on D0, linear attention is 0 on D0 always
and positive on D1 with probability 1 - 2^(-m). Only the fixed V = I and τ of the appendix make it fail. C = 2 > 1/log 2 is
enough."""

# D1's instances with an a0 of the same definition beside them
BOTH_SETS = self_attention(1, ONES, n >= 2, A0_RANGE).speaking_of(a0, "coefficient of the first column of D0")

SELF_POINT = Instance.parse("n=130 d=67 t=2 j3=1 a0=1/20 a1=2 b=1/10 c=9/10 delta=1/100 kappa=1 C=16")
CROSS_POINT = Instance.parse("n=48 d=25 t=2 j2=1 j3=1 a0=1/20 a1=2 delta=1/100 kappa=1 C=8")

SIGNED_DATA = with_signs(BOTH_SETS, lambda instance, arithmetic: bound_signs(instance, arithmetic, 1, True), C=2)
SIGNED_CROSS_DATA = signs_on_cross_data(1, linear=True, C=2)


def existence(domain: Domain) -> Computed:
    """The data of a claim that something exists, which has no hypotheses."""
    return Computed(replace(domain, conditions=(), feasible="no hypotheses: an existence claim"))


AT_ONE_SIZE = """Printed as one claim: the same two datasets, and both networks. n and d are bound nowhere, and "there
exists" asks for one pair; F_lin alone would be trivial, since a huge threshold makes a network 0 everywhere."""


def main_theorem(number: str, page: int, kind: str, data: Domain, bound: Binding, point: Instance, tops: Any, F: str) -> Lemma:
    """Theorem 1.1 or 1.2, which rests on four theorems of Appendix ``F``, and what it is often taken to say."""
    found = about_chances(
        f"Theorem {number}",
        f"Section 1.1, p. {page}",
        f"{kind}: softmax tells two datasets apart, linear attention does not",
        existence(data),
        *[f"Theorem {F}.{k}" for k in (5, 9, 13, 17)],
    )
    found[""] = Words(  # one claim: the two points of the list speak of the same datasets
        "there are datasets D0, D1, a network F_exp with softmax attention and a network F_lin with linear attention such that "
        f"with high probability F_exp tells D0 and D1 apart and F_lin does not (shown at n = {point.n})"
    )
    found[""].proved(exists(bound, point)).note(AT_ONE_SIZE)
    with found.where(given=with_first_column(data, tops)):
        found["universal"] = success < 1 - delta / n**kappa
    found["universal"].note(UNIVERSAL_NOTE).uses().from_("own")
    return found


T11 = main_theorem("1.1", 1, "self-attention", SIGNED_DATA, bound_signs, SELF_POINT, self_attention_tops, "D")
T11["universal"].refuted("n=2 d=3 t=2 j3=1 a1=1 b=1/2 a0=1/11 c=1/2 delta=1/100 kappa=1 C=2")
T12 = main_theorem("1.2", 2, "cross-attention", SIGNED_CROSS_DATA, bound_cross_signs, CROSS_POINT, cross_attention_tops, "F")
T12["universal"].refuted("n=2 d=2 t=2 j2=1 j3=1 a0=1/11 a1=2 delta=1/100 kappa=1 C=2")

# -- Theorem 6.2 ---------------------------------------------------------------------------------------------------------

WIDE = widens("0.02", wider(Q("0.02")), columns=True)
T62 = about_chances(
    "Theorem 6.2",
    "Section 6, p. 9 (v2 drops the theorem and goes from Definition 6.1 to Section 7)",
    "the main results for self-attention with x = 1_{d²}",
    signs(1, WIDE, C=16),
)
HIGH = 1 - delta / n**kappa
T62["D1"] = (Pr(F_exp > 0) >= HIGH) & (Pr(F_exp == 0) >= HIGH)
T62["D1"].uses("Theorem D.5", "Theorem D.13")
T62["D1"].note(
    "The second conclusion was meant for F_lin. The theorem prints d in [ω(n^0.02), n], m = O(log(n/δ)), x = 1_{d²}."
)


@refuted_along(
    T62["D1"], widening(1, 1, a="7/10", C=16), (2, 3, 6), replace(on_widening(2, *COEFFICIENTS, *columns_with(16)), number=1)
)
def _() -> None:
    """The two events exclude each other, so their probabilities add up to at most 1 and cannot both be 1 - δ/n with δ/n < 1/2:
    the statement contradicts itself at every instance. It is the second one that is false.
    """
    obtain(is_not_silent(ROW_J3_OF_D1, F_exp, j3))


first = "the first of the two contradictory conclusions on D1, with C >= 8 κ in m = ⌈C log(n/δ)⌉"
first_repair = T62["D1"].repair(ENOUGH, label="D1.i", claim=Pr(F_exp > 0) >= HIGH, why=first).uses("Theorem D.5")
first_repair.note("The growth of d does no work.")


@proof(first_repair)
def _() -> None:
    """As Theorem D.5: each of the m independent columns takes row j3 beyond τ with probability at least 1/8."""
    obtain(fires(ROW_J3_OF_D1, F_exp, j3))


second_repair = T62["D1"].repair(
    FIXED_A1,
    label="D1.ii",
    claim=Pr(F_lin == 0) >= HIGH,
    given=signs(1, WIDE, linear=True, C=1),
    why=f"the second conclusion on D1 is about F_lin instead of F_exp, and a1 = O(1) (here a1 <= 10); {AS_LARGE_AS_ROOT}",
)
all_rows(second_repair.uses("Theorem D.13"), 1)
second_repair.note(
    "Without a bound on a1 it is false: with a1 = n the first entry of the special row grows like n/2 (Theorem D.13)."
)
with T62.where(given=signs(0, WIDE, linear=True, C=1)):
    T62["D0"] = (Pr(F_lin == 0) >= HIGH) & (Pr(F_lin == 0) >= HIGH)
all_rows(T62["D0"].uses("Theorem D.9", "Theorem D.17"), 0)
T62["D0"].note("The same conclusion twice; one of them was meant to be F_exp(A1) = 0.")
SLOW_WIDTH = "; where d grows no faster than n^(4a0) this bound does not tend to 0 and the printed proof gives nothing at any n"
on_d0 = T62["D0"].repair(
    label="D0.i",
    claim=Pr(F_exp == 0) >= HIGH,
    given=signs(0, WIDE, C=1),
    why="the first conclusion on D0 is about F_exp instead of F_lin, which is printed twice",
)
on_d0.uses("Theorem D.9").note("d = ω(n^0.02) is enough, although Theorem D.9 asks for d = ω(n^(4a0+0.02)).")
silent_on_d0(
    on_d0,
    replace(
        on_self_attention(
            0,
            FEW_0_COLUMNS,
            ENTRIES_0,
            Fraction(99, 100),
            FEW_HOW,
            besides=BESIDES_0,
            route=replace(ROUTE_0_COLUMNS, lines=ROUTE_0_COLUMNS.lines + SLOW_WIDTH),
            edge="t √d <= n^0.99",
        ),
        elsewhere={},
    ),
    Q("0.02"),
)

STATEMENTS = (T11, T12, T62)
