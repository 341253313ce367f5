"""What the experiments say of their inputs (superiority v1, Sections 7.2 and 7.2.2, pp. 10-11; Appendix F.6, p. 54).

Each section draws its inputs "as described" in Definitions D.1 and F.1. Do the printed settings meet them?
"""

from hypothesis import strategies as st

from theorems.kernel.scripts import by
from theorems.superiority.attention_definitions import SHAPES, SHAPES_OF, x_
from theorems.superiority.language import *
from theorems.superiority.tensor_products import A
from theorems.textbook import *

of_ones = Symbol("1")


def logits_of(length: Expr) -> Fits:
    """A block of A times the vector of that many ones, which stands for vec(Q Kᵀ)."""
    return Fits(A[j0] * x_, A[j0].isin(Matrices(n, d**2)) & (x_ == of_ones[length]))


OF_ONES = Lemma("Section 7.2.2", "Section 7.2.2, p. 11", "self-attention where vec(Q Kᵀ) consists of ones", given=SHAPES_OF)
OF_ONES[""] = logits_of(n**2)
OF_ONES[""].refuted("n=1 d=2 m=1").uses("Definition C.1")
OF_ONES[""].note("Printed as X = 1_{n²}, in the caption of Figure 5 as well; X stands for x = vec(Q Kᵀ), which is in R^{d²}.")
OF_ONES[""].repair(claim=logits_of(d**2), why="1_{d²}, as in Theorem 6.2").proved(SHAPES)

SHARES = tuple(Fraction(k, 200) for k in range(100, 181))  # c = 0.5, 0.505, ..., 0.9
SWEEP = Domain(
    name="b and c of the sweep over c",
    draw=lambda: st.fixed_dictionaries({"b": st.just(Fraction(1, 5)), "c": st.sampled_from(SHARES)}),
    bind=bind_numbers("b", "c"),
    conditions=(Condition((b == Q(1, 5)) & (Q(1, 2) <= c) & (c <= Q(9, 10))),),
    small=lambda: (Instance(b=Fraction(1, 5), c=share) for share in SHARES),
    variables={"b": "coefficient of the block columns", "c": "coefficient of the last column"},
    feasible="b = 1/5 and every c in [1/2, 9/10]",
)


def sweep(a: Symbol, low: Fraction, high: Fraction, step: Fraction) -> Computed:
    """One coefficient from ``low`` in steps up to ``high``."""
    name, values = a.name, tuple(low + k * step for k in range(int((high - low) / step) + 1))
    return Computed(
        Domain(
            name=f"{name} of a sweep over {name}",
            draw=lambda: st.fixed_dictionaries({name: st.sampled_from(values)}),
            bind=bind_numbers(name),
            conditions=(Condition((Q(str(low)) <= a) & (a <= Q(str(high)))),),
            small=lambda: (Instance(**{name: value}) for value in values),
            variables={name: "coefficient of the first column"},
            feasible=f"every {name} in [{low}, {high}]",
        )
    )


def ranges_of(lemma: Lemma, figures: str, definition: str, most: Fraction, of_a1: Claim, first: str) -> None:
    """The sweeps over a0 and a1 against the ranges of the definition; ``first``: the first value of a1 that is in its range."""
    hundredth = Fraction(1, 100)
    with lemma.where(given=sweep(a0, hundredth, most, hundredth)):
        lemma["range of a0"] = A0_RANGE
    with lemma.where(given=sweep(a1, Fraction(1, 10), Fraction(3), Fraction(36, 1000))):
        lemma["range of a1"] = of_a1
    below = Condition(a0 <= Q("0.09"), steer=lambda i: i.but(a0=min(i.a0, Fraction(9, 100))))
    above = Condition(a1 >= Q(first), steer=lambda i: i.but(a1=max(i.a1, Fraction(first))))
    for label, witness, inside in (("a0", "a0=1/10", below), ("a1", "a1=1/10", above)):
        line = lemma[f"range of {label}"].refuted(witness).uses(definition)
        line.note(f"{figures}, the sweep over {label}: it leaves the range of {definition}, as which the inputs are described.")
        line.repair(inside, why="the values of the sweep that are in the range").proved(Calculation(by()))


SELF = Lemma("Section 7.2", "Section 7.2.1, p. 11", "the inputs of the self-attention experiments", given=Computed(SWEEP))
SELF["c"] = b + c == 1
SELF["c"].refuted("b=1/5 c=1/2").uses("Definition D.1")
SELF["c"].note(
    "Figures 4 and 5, the sweep over c: it keeps b = 1/5, and Definition D.1, as which the inputs are described, has b + c = 1."
)
OF_OTHER_SWEEPS = Condition(c == Q(4, 5), steer=lambda i: i.but(c=Fraction(4, 5)))
SELF["c"].repair(OF_OTHER_SWEEPS, why="c = 4/5 alone, the value of the other sweeps").proved(Calculation(by()))
ranges_of(SELF, "Figures 4 and 5", "Definition D.1", Fraction(4, 5), A1_RANGE, "0.712")

SIZES = Domain(
    name="n and d of a cross-attention experiment",
    draw=lambda: st.fixed_dictionaries({"n": st.just(200), "d": st.sampled_from((11, 12))}),
    bind=bind_numbers("n", "d"),
    conditions=(Condition(n == 200),),
    small=lambda: (Instance(n=200, d=width) for width in (12, 11)),
    variables={"n": "rows", "d": "columns"},
    feasible="n = 200, d = 11 and d = 12",
)
CROSS = Lemma("Section F.6", "Appendix F.6, p. 54", "the inputs of the cross-attention experiments", given=Computed(SIZES))
blocks = n / (d - 1)  # t
CROSS["a1, a0"] = floor(blocks) == blocks, d == 12
CROSS["a1, a0"].refuted("n=200 d=12").uses("Definition F.1")
CROSS["a1, a0"].note("Figure 7, the sweeps over a1 and a0: Definition F.1 has n = (d-1)t, and 11 does not divide 200.")
repaired = CROSS["a1, a0"].instead(d == 11, claim=floor(blocks) == blocks, why="d = 11, as in the sweeps over n and m")
repaired.proved(Calculation(by(FLOOR_OF_INTEGER(20), EQUALS(floor, blocks, 20))))
ranges_of(CROSS, "Figure 7", "Definition F.1", Fraction(9, 10), a1 > 1, "1.036")

STATEMENTS = (SELF, OF_ONES, CROSS)
