"""The probability tools, second half: quadratic forms in signs (Lemma B.8)."""

import sympy

from kernels.tails import Law
from strategies.score_laws import WIDTHS, matrix
from theorems.sparse.language import *
from theorems.sparse.score_models import score_law

t, n, c, A = symbols("t n c A")
HANSON_WRIGHT_CONSTANT = Fraction(1, 512)


@dataclass(frozen=True)
class QuadraticForm:
    """x^T A x for fair signs x (K = 1), its law known exactly; ``frobenius``, ``operator``: the norms of A."""

    arithmetic: Arithmetic
    law: Law
    frobenius: Number
    operator: Number
    t: Number
    level: Fraction

    @property
    def tail(self) -> Number:
        """Pr[|x^T A x - E x^T A x| > t]."""
        return self.arithmetic.number(self.law.centred().map(abs).more_than(self.level))


def _bind_form(instance: Instance, arithmetic: Arithmetic) -> QuadraticForm:
    n, shape, t = int(instance["n"]), str(instance["A"]), Fraction(instance["t"])
    squared = sum(entry * entry for row in matrix(shape, n) for entry in row)
    operator = n if shape == "ones" else 1
    law = score_law(n, shape, Fraction(1, 2), True)
    number = arithmetic.number
    return QuadraticForm(arithmetic, law, arithmetic.sqrt(number(squared)), number(operator), number(t), t)


FORMS = Domain(
    "quadratic forms in fair signs",
    lambda: st.sampled_from(sorted(WIDTHS)).flatmap(
        lambda shape: st.fixed_dictionaries(
            {
                "A": st.just(shape),
                "n": st.integers(WIDTHS[shape], 100 if shape == "ones" else 8),
                "t": st.fractions(0, 200, max_denominator=4),
            }
        )
    ),
    _bind_form,
    (Condition(words="t ≥ 0", check=lambda x: Fraction(x["t"]) >= 0),),
    lambda: (Instance(n=n, A=shape, t=t) for n in range(1, 5) for shape in WIDTHS for t in (1, 2, 4) if n >= WIDTHS[shape]),
    variables={"t": "deviation", "frobenius": "‖A‖_F", "operator": "‖A‖", "n": "number of variables"},
    feasible="every A ≠ 0, t ≥ 0",
)

quadratic = Symbol("x^T A x", "number")
regime = smallest(t**2 / Norm(A, "F") ** 2, t / Norm(A, ""))
HANSON_WRIGHT = Computed(
    FORMS,
    {
        Pr(abs(quadratic - E(quadratic)) > t): "tail",
        Norm(A, "F"): "frobenius",
        Norm(A, ""): "operator",
        c: lambda _: HANSON_WRIGHT_CONSTANT,
    },
)
B8 = Lemma("B.8", "Appendix B.4", "Hanson-Wright", given=HANSON_WRIGHT, provenance="standard", trivial=ranges.PROBABILITY)
_t, _F, _A = (positive(s) for s in ("t", "F", "A"))
B8[""] = Pr(abs(quadratic - E(quadratic)) > t) <= 2 * exp(-c * regime)
B8[""].uninformative(regime <= 512 * log(2), "min(t²/‖A‖_F², t/‖A‖) ≤ 512 log 2 (K = 1)")
B8[""].note(
    "Here c = 1/512 and K = 1. A = 0 divides by 0 and is left out. A deviation is at most 2n‖A‖: with c = 1/512 the bound "
    "says something only for n > 256 log 2. The decoupling inequality and the Gaussian comparison are textbook facts."
)
B8[""].proved(
    proved(
        "K = 1. Diagonal: Σ a_ii x_i² has terms in intervals of length |a_ii|, so Pr[> t/2] ≤ 2 exp(-t²/(2‖A‖_F²)) "
        "(Hoeffding). Off the diagonal: decoupling gives E e^{λS} ≤ E e^{4λ x^T A x'}, and with Gaussian comparison Π (1 - "
        "16λ²σ_m²)^{-1/2} ≤ exp(16 λ² ‖A‖_F²) while 16 λ² (2‖A‖)² ≤ 1/2. At λ = min(t/(64‖A‖_F²), 1/(8√2 ‖A‖)) this is at most "
        "exp(-λt/4) beyond t/2 on each side, so the tail is at most 4 exp(-m/256), m the minimum, which is at most 2 "
        "exp(-m/512) wherever it is below 1.",
        identity("2 (t/2)²/F² = t²/(2F²)", 2 * (_t / 2) ** 2 / _F**2, _t**2 / (2 * _F**2)),
        nonnegative(
            "-(1/2) log(1-x) ≤ x on [0, 1/2]: the derivative of x + (1/2) log(1-x) is (1-2x)/(2(1-x)) ≥ 0",
            (1 - 2 * (1 / (2 + slack("y")))) / (2 * (1 - 1 / (2 + slack("y")))),
        ),
        identity(
            "λt/2 - 16λ²F² = λt/4 at λ = t/(64F²)",
            (_t / (64 * _F**2)) * _t / 2 - 16 * (_t / (64 * _F**2)) ** 2 * _F**2,
            (_t / (64 * _F**2)) * _t / 4,
        ),
        identity(
            "16 λ² (2‖A‖)² = 1/2 at λ = 1/(8√2‖A‖)", 16 * (1 / (8 * sympy.sqrt(2) * _A)) ** 2 * 4 * _A**2, sympy.Rational(1, 2)
        ),
        strictly_positive("1/(32√2) > 1/256", 1 / (32 * sympy.sqrt(2)) - sympy.Rational(1, 256)),
        nonnegative("4q² ≤ 2q for q = e^{-m/512} = 1/(2+y)", 2 / (2 + slack("y")) - 4 / (2 + slack("y")) ** 2),
        in_words="decoupling and the comparison with Gaussian entries (both textbook facts), Markov's inequality, and "
        "the union of the diagonal and the rest.",
    )
)

STATEMENTS = (B8,)
