"""Random signs with Q K^T = I_d (superiority v1, Appendix E, pp. 34-41): Lemma E.3, Theorem E.4, and the three claims whose
proofs the section leaves out.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels.balls import Truth
from strategies.unit_circle import circle_point
from theorems.provers.argument import Argument, Step
from theorems.provers.families import PRINTED_ROUTE, Eventually, RefutedAlong
from theorems.provers.positivity import Positivity, is_nonnegative, is_positive, proved_in_all_cases
from theorems.statement import Condition, Statement
from theorems.superiority.accounts import PROBABILITY, WIDTH, accounted
from theorems.superiority.identity_signs_on_data import (
    SPECIAL,
    BlockSigns,
    FewByBlock,
    Scale,
    block_signs,
    bounded,
    entries_of,
    linear_scale,
    single_copies,
    softmax_scale_d0,
    softmax_scale_d1,
    widening_by_block,
)
from theorems.superiority.identity_softmax_on_d1 import E2, POWERS
from theorems.superiority.identity_weights import (
    A1_FROM_ONE,
    CONTRADICTION,
    REPAIRED,
    free_cases,
    identity_weights,
    on_circle,
    without_sum,
)
from theorems.superiority.printed_routes import OMITTED as LEFT_OUT
from theorems.superiority.printed_routes import TWENTIETH, PrintedRoute, row_width
from theorems.superiority.self_attention import (
    FIRST_COLUMN,
    J0_OTHER,
    J0_SPECIAL,
    SelfAttention,
    Weights,
    self_attention,
)
from theorems.superiority.sign_arguments import DELTA, MANY_ONES, rests_on, self_dependence
from theorems.superiority.signs_on_data import MARGIN, NOT_WIDER, TWO_ROWS, on_family
from theorems.vocabulary import Claimed, Comparison, Reading, Verdict, at_least

PAPER = "superiority"
B_SMALL = Fraction(1, 5)
GROWTH = on_family("t √d = o(n^(1-b^2-0.01))")
WIDE = on_family("d = ω(n^(2b^2+0.02))")
B_RANGE = Condition("b in (0, 0.2)", lambda i: 0 < i.b < B_SMALL)
FIXED_A1 = Condition("a1 <= 10 (a1 does not grow with n)", lambda i: i.a1 <= 10)
ON_FAMILY = "δ = 1/100, κ = 1"
TENTH = Fraction(1, 10)
ENDS = (TENTH, 9 * TENTH)  # b, c of the families with b + c = 1


# -- the large first entry of row j3 -------------------------------------------------------------------------------------


def first_entry_exceeds_half() -> bool:
    """a1 f(j3, j3) > 1/2 for a1 >= 1 and all b, c >= 1/10, symbolically."""
    domain = identity_weights(("j0", "i0")).where(J0_SPECIAL, FIRST_COLUMN)
    domain = replace(domain, cases=lambda: free_cases(1, ("j0", "i0")))
    return proved_in_all_cases(domain, lambda x: at_least(x.c_exp, x.ratio(1, 2) * x.a1 * x.sqrt_log_n), bases=POWERS.bases)


LARGE_FIRST_ENTRY = Step("a1 f(j3,j3) >= 1/2 for a1 >= 1 (symbolic)", first_entry_exceeds_half)

# -- Lemma E.3 -----------------------------------------------------------------------------------------------------------

E3 = Statement(
    PAPER,
    "Lemma E.3",
    source="Appendix E.1.3, p. 38",
    title="random signs against c_exp on D1, Q K^T = I_d",
    given=block_signs(identity_weights(()), 1, TWO_ROWS, GROWTH),
    content=PROBABILITY,
)
UNBOUND = "The lemma prints no Q K^T and no V: they are I_d, as the section announces."
REACHES = "Pr[<c_exp(A,x)_{j0}, σ> ≥ (c + 0.1) √(log n)] ≥ 1/10 for j0 = j3"
STAYS = "Pr[<c_exp(A,x)_{j0}, σ> < (c + 0.1) √(log n)] ≥ 1 - δ/poly(n) for j0 ≠ j3"
E2_ROW_J3 = [f"superiority/Lemma E.2/{label}" for label in ("1", "2.i", "2.ii", "3")] + ["superiority/Lemma 3.1"]
E2_OTHERS = [f"superiority/Lemma E.2/{label}" for label in ("4", "5", "6")] + ["superiority/Lemma 3.1"]


def reaches(x: BlockSigns) -> Comparison:
    return at_least(x.row(SPECIAL).tail(x.tau, strict=False).value, balls.ball(MARGIN))


def stays_below(x: BlockSigns) -> Claimed:
    """For both kinds of rows j0 ≠ j3: those of j3's block, and the others."""
    rows = [(row, x.row(row).tail(x.tau, strict=False).complement) for row in x.other_rows()]
    return tuple(at_least(probability, x.high_probability, f"row {row}") for row, probability in rows)


NARROW_ENOUGH = Step(
    "t √d = √(n+2) = o(n^0.98): 1/2 < 1 - b^2 - 1/100", lambda: Fraction(1, 2) < 1 - TENTH**2 - Fraction(1, 100)
)


def starved_first_entry() -> bool:
    """F = √n/(√n + n - 1) <= n^(-1/2) for n = s^2, s >= 1 (a1^2 + b^2 = 0.49 + 0.01 = 1/2, t = 1)."""
    s = 1 + sympy.Symbol("x", nonnegative=True)
    return Fraction(7, 10) ** 2 + TENTH**2 == Fraction(1, 2) and is_nonnegative(1 / s - s / (s + s**2 - 1))


def needs_a_large_mean() -> bool:
    """7/10 F + 1/10 F + (1-F)/10 · mean >= 1/10 needs mean >= (1-8F)/(1-F) >= 1 - 8F."""
    F = sympy.Symbol("F", positive=True)
    mean = (1 - 8 * F) / (1 - F)
    reached = sympy.simplify(sympy.Rational(8, 10) * F + (1 - F) / 10 * mean - sympy.Rational(1, 10)) == 0
    at_all = sympy.simplify((mean - (1 - 8 * F)) * (1 - F) - F * (1 - 8 * F)) == 0
    return bool(reached and at_all)


def seldom_large() -> bool:
    """exp(-(n-1)/8) < 1/10 from n = 256 on, where F <= 1/16 and the mean must be at least 1/2."""
    return balls.lt(balls.exp(balls.ball(Fraction(-255, 8))), balls.ball(TENTH)) is Truth.HOLDS


E3.add(
    "1",
    reaches,
    says=REACHES,
    note=UNBOUND,
    depends_on=E2_ROW_J3,
    proof=RefutedAlong(
        single_copies(a1=Fraction(7, 10), point=ENDS, first=8),
        """a1 >= 0.7 alone does not let row j3 look at itself: with a1^2 + b^2 = 1/2 its weight on itself is
        F = √n/(√n+n-1) <= n^(-1/2). With σ_d = -1 the sum is below c; with σ_d = 1 the event needs the n - 1 signs of the other
        blocks to have a mean of at least (1-8F)/(1-F) >= 1 - 8F >= 1/2 for n >= 256, which has probability at most
        exp(-(n-1)/8) (Hoeffding): below 1/10.""",
        [
            NARROW_ENOUGH,
            Step("F <= n^(-1/2) for a1 = 7/10, b = 1/10, t = 1", starved_first_entry),
            Step("4/5 F + (1-F)/10 · mean >= 1/10 needs mean >= (1-8F)/(1-F) >= 1-8F while 8F <= 1", needs_a_large_mean),
            Step("exp(-255/8) < 1/10", seldom_large),
        ],
        confirm=(8, 9, 11),
    ),
)
E3.add(
    "1",
    reaches,
    says=f"{REACHES}, a1 ≥ 1",
    reading=Reading.INTENDED,
    changed="a1 >= 1, as in Lemma E.1 and Theorem E.4; with a1^2 + b^2 < 1 it fails for large n",
    where=[A1_FROM_ONE],
    depends_on=E2_ROW_J3,
    note="True for every n >= 2 with 1/8 in place of 1/10 (attained); the hypothesis on t √d is not needed.",
    proof=Argument(
        Verdict.HOLDS,
        """In units of sqrt(log n) the inner product is s1 α + Y + c s_d with α = a1 f(j3,j3) >= 1/2 and Y a sum of independent
        symmetric terms. Given s_d = 1 the event is s1 α + Y >= 1/10, which has probability at least 1/4.""",
        [LARGE_FIRST_ENTRY, MANY_ONES, Step("1/8 >= 1/10", lambda: Fraction(1, 8) >= MARGIN)],
    ),
)


def unbounded_first_entry() -> bool:
    """n/(n^(b^2) + n - 1) > 1/10 for n >= 2, since n^(b^2) <= n."""
    n = 2 + sympy.Symbol("x", nonnegative=True)
    return is_positive(n / (2 * n - 1) - sympy.Rational(1, 10))


ENTRIES = entries_of(1, softmax_scale_d1, ENDS[1], J0_OTHER)
FEW = FewByBlock(r=1, a=Fraction(1), b=TENTH, G=Fraction(1), decay=1 - TENTH**2)
ROUTE = PrintedRoute(
    "Hoeffding's bound with t √d b/n^(1-b²), and a1/n^(1-b²) for the first column, each at most 1/20, from Lemma E.2, Parts 4 "
    "and 5, which are true for Q K^T = I_d only",
    row_width(TENTH, 1 - TENTH**2, 2),
    TWENTIETH,
    apart=(Fraction(1), 2 * (1 - TENTH**2)),
)
FIRST_ENTRY = (
    "; the row's own block has at most b t/n^(1-b²), of lower order where d grows faster than n^(2b²); the first entry, at "
    "most a1/n^(1-b²), asks for n up to (10 a1)^(1/(1-b²))"
)
FEW_HOW = """<c,σ> differs from c s_d by a signed sum whose squared coefficients add up to S, so it stays below c + 1/10 except
with probability exp(-1/(200 S)) (Hoeffding). The entries are at most a1 n^(b^2-1), b t n^(b^2-1) in the row's own block and
b t/n in the others, and d = ω(n^(2b^2+0.02)) makes S at most a constant times n^(-2b^2-0.02): true from some n0 on along every
admissible family. What works is d >= const · log(n/δ)."""
E3.add(
    "2",
    stays_below,
    says=STAYS,
    note=UNBOUND,
    depends_on=E2_OTHERS,
    proof=RefutedAlong(
        single_copies(a1=None, point=ENDS, first=1),
        """Nothing bounds a1 from above. With a1 = n and t = 1 the first entry of every row j0 ≠ j3 is n/(n^(b^2)+n-1) > 1/2, so
        the inner product reaches (c + 0.1) √(log n) with probability at least 1/8, for every n >= 2.""",
        [
            NARROW_ENOUGH,
            Step("n/(n + n - 1) > 1/10 for all n >= 2", unbounded_first_entry),
            MANY_ONES,
            Step("1/8 > δ/n for δ = 1/100", lambda: Fraction(1, 8) > DELTA),
        ],
        confirm=(1, 2, 5, 10),
    ),
)
E3.add(
    "2",
    stays_below,
    says=f"{STAYS}, a1 = O(1)",
    reading=Reading.INTENDED,
    changed="a1 = O(1) (here a1 <= 10); a1 = o(n^(1-b^2)) would do, a1 = n^(1-b^2) fails",
    where=[FIXED_A1],
    depends_on=E2_OTHERS,
    proof=Eventually(
        widening_by_block(1, 1, a=Fraction(1), point=ENDS),
        FEW.beyond,
        FEW_HOW,
        [
            rests_on(E2, repaired=("4", "5")),
            bounded(1, softmax_scale_d1, J0_OTHER),
            *FEW.steps(1 - TENTH**2 - Fraction(1, 100), ENTRIES),
        ],
        constants=f"{ON_FAMILY}, a1 = 1, b = 1/10, c = 9/10",
        dependence=self_dependence(besides=FIRST_ENTRY),
        also={PRINTED_ROUTE: ROUTE, "every family with d >= n^(2b^2+0.02)": lambda: FEW.edge(2 * TENTH**2 + Fraction(1, 50))},
    ),
)


def wide_enough(x: SelfAttention) -> Comparison:
    """With u = t √d/n^(1-b^2-0.01) the implication is d >= n^(2b^2+0.02)/u^2."""
    growth = x.ratio(99, 100) - x.b * x.b
    return at_least(x.d, x.n ** (2 * x.b * x.b + x.ratio(1, 50)) * x.n ** (2 * growth) / (x.t * x.t * x.d))


E3.add(
    "side",
    wide_enough,
    says="t √d = o(n^(1-b^2-0.01)) and t (d-2) = n imply √d = ω(n^(b^2+0.01)), d = ω(n^(2b^2+0.02))",
    given=self_attention(1, Weights.IDENTITY),
    proof=Positivity(),
    content=WIDTH,
    note="With u = t √d/n^g: d (t √d)^2 = d^2 t^2 >= (d-2)^2 t^2 = n^2, so d >= n^(2-2g)/u^2, and u -> 0.",
)

# -- Theorem E.4 ---------------------------------------------------------------------------------------------------------

PRINTED = on_circle(1, b_below=B_SMALL)
E4 = Statement(
    PAPER,
    "Theorem E.4",
    source="Appendix E.1.4, p. 39",
    title="F_exp > 0 on D1, Q K^T = I_d",
    given=block_signs(PRINTED, 1, B_RANGE, NOT_WIDER, WIDE, constants=(Fraction(8),)),
    depends_on=["superiority/Lemma E.3/1"],
)
FIRES = "F_exp(A1,A2,A3) > 0 with probability 1 - δ/poly(n), m = O(log(n/δ))"


def fires(x: BlockSigns) -> Comparison:
    return at_least(x.network().complement, x.high_probability)


E4.add("", fires, says=FIRES, proof=CONTRADICTION)
E4.add(
    "",
    fires,
    says=f"{FIRES} (b^2 + c^2 = 1, not b + c = 1)",
    given=block_signs(without_sum(PRINTED), 1, TWO_ROWS, B_RANGE, NOT_WIDER, WIDE, constants=(Fraction(8),)),
    reading=Reading.INTENDED,
    changed=REPAIRED,
    content=PROBABILITY,
    note="""The hypothesis on d does no work. C = 1/log(8/7) = 7.49 suffices for κ = 1 at every n; for 1 <= a1 < 2c + 0.1 - b
    the probability of a column tends to 1/4, so below 1/log(4/3) = 3.48 no constant does for large n.""",
    proof=Argument(
        Verdict.HOLDS,
        """F_exp > 0 as soon as one of the m independent columns has <c_{j3}, y> > τ, which has probability at least 1/8 (as in
        Lemma E.3, Part 1, strictly: α >= 1/2 > 1/10). So Pr[F_exp = 0] <= (7/8)^m <= δ/n^κ once m >= κ log(n/δ)/log(8/7): C = 8
        is enough for κ = 1, for every n >= 2.""",
        [
            LARGE_FIRST_ENTRY,
            MANY_ONES,
            Step("8 log(8/7) > 1", lambda: bool(8 * balls.log(balls.ball(Fraction(8, 7))) > 1)),
        ],
    ),
)

# -- the claims that the section omits -----------------------------------------------------------------------------------

OMITTED = Statement(
    PAPER,
    "Section E",
    source="Appendix E, p. 34",
    title="three claims whose proofs are left out, Q K^T = I_d",
    content=PROBABILITY,
    provenance="stated here: Theorem E.4's hypotheses with b^2 + c^2 = 1 in place of b + c = 1",
)
POINT = circle_point(Fraction(1, 19))  # b = 0.105, c = 0.994: near the small end of b
FROM_TEXT = "only announced in the text: stated under Theorem E.4's hypotheses, b^2 + c^2 = 1 in place of b + c = 1"
OWN_BLOCKS = "; the d-1 kinds of rows add at most log d"
SILENT_HOW = """F = 0 unless one of m columns exceeds τ on one of at most d - 1 kinds of rows (row j3, the rest of its block,
each other block). The sum beside c σ_d has squared coefficients adding up to S, and exceeds 1/10 with probability at most
exp(-1/(200 S)). S falls like a power of n along every admissible family, so for every constant C the union is below δ/n^κ from
some n0 on; n0 is given for C = 1."""


def silent(x: BlockSigns) -> Comparison:
    return at_least(x.network().value, x.high_probability)


def add_silent(label: str, dataset: int, scale: Scale, bound: FewByBlock, *conditions: Condition) -> None:
    """F = 0 on D0 or D1 with constant coefficients."""
    linear = scale is linear_scale
    base = without_sum(on_circle(dataset, b_below=B_SMALL, linear=linear))
    name = "F_lin" if linear else "F_exp"
    hypotheses = (TWO_ROWS, B_RANGE, NOT_WIDER, WIDE)
    rows = (J0_SPECIAL, J0_OTHER)
    entries = entries_of(dataset, scale, POINT[1], *rows)
    OMITTED.add(
        label,
        silent,
        says=f"{name}(A1,A2,A3) = 0 on D{dataset} with probability 1 - δ/poly(n), m = O(log(n/δ))"
        + (", a1 = O(1)" if conditions else ""),
        given=block_signs(base, dataset, *hypotheses, *conditions, linear=linear, constants=(Fraction(1),)),
        reading=Reading.INTENDED,
        changed=FROM_TEXT + ("; a1 does not grow with n (here a1 <= 10)" if conditions else ""),
        depends_on=["superiority/Definition D.1", "superiority/Lemma 3.1"],
        proof=Eventually(
            widening_by_block(dataset, 1, a=bound.a, point=POINT, C=1),
            bound.beyond,
            SILENT_HOW,
            [bounded(dataset, scale, *rows), *bound.steps(1 - POINT[0] ** 2 - Fraction(1, 100), entries)],
            constants=f"{ON_FAMILY}, C = 1, a{dataset} = {bound.a}, b = {POINT[0]}, c = {POINT[1]}",
            dependence=self_dependence(1, OWN_BLOCKS),
            also={
                PRINTED_ROUTE: lambda: LEFT_OUT,
                "every family with d >= n^(2b^2+0.02)": lambda: bound.edge(2 * POINT[0] ** 2 + Fraction(1, 50)),
            },
        ),
    )


def linear_bound(a: Fraction) -> FewByBlock:
    """G = (a^2 + 1)/c^2 on the unit circle."""
    return FewByBlock(r=1, a=a, b=POINT[0], G=(a * a + 1) / POINT[1] ** 2, decay=Fraction(1), columns=1)


def linear_first_entry_explodes() -> bool:
    """a1 (a1^2+1)/(a1^2 + t b^2 + n c^2) >= n (n^2+1)/(n^2 + 2n) > 1/10 for a1 = n >= 2, t <= n, b^2, c^2 <= 1."""
    n = 2 + sympy.Symbol("x", nonnegative=True)
    return is_positive(n * (n**2 + 1) / (n**2 + 2 * n) - sympy.Rational(1, 10))


A0 = Fraction(1, 20)
SOFTMAX_ON_D0 = FewByBlock(r=1, a=A0, b=POINT[0], G=Fraction(1), decay=1 - A0**2 - POINT[0] ** 2, columns=1)
add_silent("F_exp=0 on D0", 0, softmax_scale_d0, SOFTMAX_ON_D0)
add_silent("F_lin=0 on D0", 0, linear_scale, linear_bound(A0))
add_silent("F_lin=0 on D1", 1, linear_scale, linear_bound(Fraction(1)), FIXED_A1)
OMITTED.add(
    "F_lin=0 on D1, any a1",
    silent,
    says="F_lin(A1,A2,A3) = 0 on D1 with probability 1 - δ/poly(n), m = O(log(n/δ)), for all a1 ≥ 1",
    given=block_signs(
        without_sum(on_circle(1, b_below=B_SMALL, linear=True)),
        1,
        *(TWO_ROWS, B_RANGE, NOT_WIDER, WIDE),
        linear=True,
        constants=(Fraction(1),),
    ),
    reading=Reading.INTENDED,
    changed=FROM_TEXT,
    depends_on=["superiority/Definition D.1", "superiority/Lemma 3.1"],
    note="An added part: without a bound on a1, which nothing in the section gives, the third claim is false.",
    proof=RefutedAlong(
        widening_by_block(1, 1, a=None, point=POINT, C=1),
        """With a1 = n the first entry of row j3 is at least n (n^2+1)/(n^2+2n) > 1/10, so one column exceeds τ with
        probability at least 1/8 (given σ_d = 1, as in Lemma E.3, Part 1): F_lin > 0 with at least that probability for every n
        and m >= 1.""",
        [
            Step("d = ω(n^(2b^2+0.02)) on the family: 2b^2 + 0.02 < 1/2", lambda: 2 * POINT[0] ** 2 + TENTH / 5 < 5 * TENTH),
            Step("n (n^2+1)/(n^2+2n) > 1/10 for n >= 2", linear_first_entry_explodes),
            MANY_ONES,
            Step("1/8 > δ/n for δ = 1/100", lambda: Fraction(1, 8) > DELTA),
        ],
        confirm=(2, 3, 6, 10),
    ),
)

STATEMENTS = accounted(E3, E4, OMITTED)
