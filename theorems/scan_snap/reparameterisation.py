"""Each class learns on its own row (scan_snap, Section 4, Appendices D.1, D.2): notation, Lemma 3, Lemma 5, Remark 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.arithmetic import Arithmetic
from kernels.balls import Ball
from strategies.training_schedules import learning_rates
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.scan_snap.growth import ETA_RANGE, M_RANGE, STEPS, Steps
from theorems.scan_snap.overlaps import CONTRACTION, OVERLAPS, Overlaps
from theorems.scan_snap.steps import PAPER, PROVENANCE, identity, limit_is, nonnegative, positive, proved, slack
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less

M, eta, h, rho, lam, g = (positive(name) for name in ("M", "eta", "h", "rho", "lambda", "g"))

D1 = Statement(PAPER, "Notation D.1", source="Appendix D.1", provenance=PROVENANCE, given=OVERLAPS.where(CONTRACTION))


def sign_of_correction(x: Overlaps, sign: int) -> tuple[Comparison, ...]:
    """F^T F (sign·E') = F^T F (I - (I+E)⁻¹), entry by entry, as Eqn 28 substitutes it."""
    unit = symmetric.identity(x.K)
    gram = symmetric.combination(1, unit, 1, x.E)
    printed = symmetric.product(gram, symmetric.combination(sign, x.E_prime, 0, unit))
    substituted = symmetric.product(gram, symmetric.combination(1, unit, -1, symmetric.inverse(gram)))
    return tuple(equals(x.number(printed[i][j]), x.number(substituted[i][j])) for i in range(x.K) for j in range(x.K))


D1.add(
    "E'",
    lambda x: sign_of_correction(x, -1),
    says="E' = (I+E)⁻¹ - I is the matrix with FᵀF E' = FᵀF (I - (I+E)⁻¹) (Eqn 28) and (I+E)⁻¹ = I - E' (Lemma 14)",
    witness="K=2 M=2 E=1/2",
    note="The sign is wrong: with the printed E', Eqn 26 gives dW = η(I + 2E)e_n(...)ᵀ. Everything that uses E' is read "
    "with the sign "
    "of Lemma 14.",
)
D1.add(
    "E'",
    lambda x: sign_of_correction(x, 1),
    says="E' = I - (I+E)⁻¹ is the matrix with FᵀF E' = FᵀF (I - (I+E)⁻¹) and (I+E)⁻¹ = I - E'",
    reading=Reading.INTENDED,
    changed="the sign: E' = I - (I+E)⁻¹",
    proof=proved(
        "Both sides are the same matrix once E' = I - (I+E)⁻¹; eigenvalue by eigenvalue λ/(1+λ) = 1 - 1/(1+λ).",
        identity("λ/(1+λ) = 1 - 1/(1+λ)", lam / (1 + lam), 1 - 1 / (1 + lam)),
    ),
)


def _zeta(size: int, n: int) -> sympy.Matrix:
    return sympy.Matrix([sympy.Rational(size, size - 1) * (int(j == n) - sympy.Rational(1, size)) for j in range(size)])


D1.add(
    "q0 q1",
    None,
    says="ζ_iᵀζ_i = q₁ = 1 + 1/(M-1), ζ_jᵀζ_i = q₀ = -M/(M-1)² for i ≠ j",
    proof=proved(
        "ζ_i has the entry 1 at i and -1/(M-1) elsewhere: 1 + (M-1)/(M-1)² and -2/(M-1) + (M-2)/(M-1)².",
        identity("1 + (M-1)/(M-1)² = M/(M-1)", 1 + (M - 1) / (M - 1) ** 2, M / (M - 1)),
        identity("-2/(M-1) + (M-2)/(M-1)² = -M/(M-1)²", -2 / (M - 1) + (M - 2) / (M - 1) ** 2, -M / (M - 1) ** 2),
        identity("M = 5: ζ_1·ζ_1", (_zeta(5, 0).T * _zeta(5, 0))[0], sympy.Rational(5, 4)),
        identity("M = 5: ζ_1·ζ_2", (_zeta(5, 0).T * _zeta(5, 1))[0], sympy.Rational(-5, 16)),
    ),
)
N, K, Lam = positive("N"), positive("K"), positive("Lambda")
D1.add(
    "Delta",
    None,
    says="Δ/N̄ ≍ (K/√N) √(ln(1/δ)) ≪ 1 for N ≫ K², Δ = ⌈√(N ln(1/δ))⌉, N̄ = ⌈N/K⌉",
    proof=proved(
        "With L = √(N ln(1/δ)): L/(N/K + 1) ≤ Δ/N̄ ≤ (L + 1)K/N, and the quotients by KL/N are 1/(1 + K/N) and 1 + 1/L, "
        "which tend to 1 "
        "for fixed δ; KL/N = (K/√N)√(ln(1/δ)) → 0.",
        identity("lower quotient", (Lam / (N / K + 1)) / (K * Lam / N), 1 / (1 + K / N)),
        identity("upper quotient", ((Lam + 1) * K / N) / (K * Lam / N), 1 + 1 / Lam),
        limit_is("K/√N → 0 with N = K² r", 1 / sympy.sqrt(N), N, 0),
    ),
)

L3 = Statement(
    PAPER,
    "Lemma 3",
    source="Section 4 and Appendix D.2",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    depends_on=["scan_snap/Notation D.1/E'"],
    title="the reparameterised dynamics of the decoder",
)


def _gradient_in_w(size: int, classes: int) -> bool:
    """d/dW (w_n[n] - log Σ exp w_n) = e_n (e_n - softmax(w_n))ᵀ for every entry, symbolically."""
    w = [[sympy.Symbol(f"w_{j}_{l}", real=True) for l in range(size)] for j in range(classes)]
    n = 1
    total = sum(sympy.exp(value) for value in w[n])
    objective = w[n][n] - sympy.log(total)
    return all(
        sympy.simplify(sympy.diff(objective, w[j][l]) - (int(j == n) * (int(l == n) - sympy.exp(w[n][l]) / total))) == 0
        for j in range(classes)
        for l in range(size)
    )


GRADIENT = Step("K = 2, M = 4: the gradient in W is e_n (e_n - α_n)ᵀ, entry by entry", lambda: _gradient_in_w(4, 2))
L3.add(
    "Eqn 8",
    None,
    says="dw_j = η_Y I(j = n)(e_n - α_n), α_j = exp(w_j)/1ᵀexp(w_j), for gradient ascent on W = FᵀY",
    proof=proved(
        "Given x_{T+1} = n the objective is w_n[n] - log Σ_l exp(w_n[l]) with w_n = Yᵀf_n: only row n of W occurs, and its "
        "gradient is "
        "that of a log-softmax.",
        GRADIENT,
    ),
    note="This is the dynamics of the gradient taken in W; the gradient in Y (Eqn 7) moves W by η FᵀF e_n(e_n - α_n)ᵀ "
    "instead (Remark 1).",
    depends_on=[],
)


def _trace_identity() -> bool:
    size, n = 3, 1
    F = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"F_{i}_{j}"))
    dY = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"dY_{i}_{j}"))
    r = sympy.Matrix(size, 1, lambda i, j: sympy.Symbol(f"r_{i}"))
    unit = sympy.eye(size)[:, n]
    left = (dY.T * F[:, n] * r.T).trace()
    right = ((F.T * dY).T * unit * r.T).trace()
    return bool(sympy.expand(left - right) == 0)


L3.add(
    "Eqn 24",
    None,
    says="tr(dYᵀ f_n (x_{T+1}-α)ᵀ) = tr(d(W')ᵀ e_n (x_{T+1}-α)ᵀ), W' = (F')ᵀY; rows K+1..M of W' are not updated",
    proof=proved("f_n = F' e_n and d(W')ᵀ = dYᵀF'; n ≤ K.", Step("3×3: both traces agree", _trace_identity)),
    depends_on=[],
)


@dataclass(frozen=True)
class Rate:
    """A learning rate and a residual entry."""

    eta: Ball
    residual: Ball


RATES = Domain(
    name="learning rates",
    draw=lambda: st.builds(lambda e: {"eta": e}, learning_rates()),
    bind=lambda i, arithmetic: Rate(balls.ball(i.eta), balls.ball("1/2")),
    conditions=(ETA_RANGE,),
    small=lambda: (Instance(eta=value) for value in (Fraction(1), Fraction(1, 2), Fraction(2))),
    variables={"eta": "learning rate of the decoder"},
)
L3.add(
    "Eqn 24 rate",
    lambda x: equals(x.eta * x.residual, x.residual),
    says="dW' = e_n (x_{T+1}-α)ᵀ is the dynamics of Eqn 8 (entry η_Y·1/2 against 1/2)",
    given=RATES,
    witness="eta=1/2",
    note="The learning rate is missing; Eqn 8 and Eqn 30 have it.",
    depends_on=[],
)
L3.add(
    "Eqn 24 rate",
    lambda x: equals(x.eta * x.residual, x.eta * x.residual),
    says="dW' = η_Y e_n (x_{T+1}-α)ᵀ is the dynamics of Eqn 8",
    given=RATES,
    reading=Reading.INTENDED,
    changed="the factor η_Y",
    proof=proved("Gradient ascent with rate η_Y.", GRADIENT),
    depends_on=[],
)
L3.add(
    "Eqn 25",
    None,
    says="α = exp(w_n)/1ᵀexp(w_n)",
    proof=proved(
        "α is the softmax of Yᵀf_n, and row n of FᵀY is f_nᵀY.",
        Step(
            "2×3: row n of FᵀY is f_nᵀY",
            lambda: _row_is_image(3, 2),
        ),
    ),
    depends_on=[],
)


def _row_is_image(size: int, classes: int) -> bool:
    F = sympy.Matrix(size, classes, lambda i, j: sympy.Symbol(f"F_{i}_{j}"))
    Y = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"Y_{i}_{j}"))
    return all((F.T * Y)[n, :] == (F[:, n].T * Y) for n in range(classes))


def step_of_w(x: Overlaps) -> tuple[Comparison, ...]:
    """Fᵀ(f_n - F E' e_n) = e_n: column n of (I+E)(I - E')."""
    unit = symmetric.identity(x.K)
    moved = symmetric.product(symmetric.combination(1, unit, 1, x.E), symmetric.combination(1, unit, -1, x.E_prime))
    return tuple(equals(x.number(moved[j][n]), x.number(unit[j][n]), f"{j},{n}") for j in range(x.K) for n in range(x.K))


EIGEN = identity("(1+λ)(1 - λ/(1+λ)) = 1", (1 + lam) * (1 - lam / (1 + lam)), 1)
L3.add(
    "Eqn 26",
    step_of_w,
    says="dY = η_Y (f_n - F E' e_n)(e_n - α_n)ᵀ gives dW = FᵀdY = η_Y e_n (e_n - α_n)ᵀ",
    proof=proved("Fᵀ(f_n - FE'e_n) = (I+E)(I - E')e_n = e_n.", EIGEN),
    depends_on=["scan_snap/Notation D.1/E'", "scan_snap/Lemma 14"],
)
CHAIN = {
    "Eqn 27": ("dW = FᵀdY = η_Y Fᵀ(f_n - F E' e_n)(e_n - α_n)ᵀ", EIGEN),
    "Eqn 28": (
        "Fᵀ(f_n - F E' e_n) = Fᵀf_n - FᵀF(I - (I+E)⁻¹)e_n",
        identity("(1+λ)(1 - 1/(1+λ)) = (1+λ)λ/(1+λ)", (1 + lam) * (1 - 1 / (1 + lam)), (1 + lam) * lam / (1 + lam)),
    ),
    "Eqn 29": (
        "FᵀF(I - (I+E)⁻¹)e_n = FᵀFe_n - e_n",
        identity("(1+λ)(1 - 1/(1+λ)) = (1+λ) - 1", (1 + lam) * (1 - 1 / (1 + lam)), (1 + lam) - 1),
    ),
    "Eqn 30": ("Fᵀf_n - FᵀFe_n + e_n = e_n", identity("(1+λ) - (1+λ) + 1 = 1", (1 + lam) - (1 + lam) + 1, 1)),
}
for label, (words, step) in CHAIN.items():
    L3.add(
        label,
        None,
        says=words,
        proof=proved("Column n of a matrix identity in the common eigenbasis, with Fᵀf_n = FᵀFe_n.", step),
    )


@L3.part(
    "small",
    says="if λ₁ is small the modification is small: ‖F E' e_n‖² ≤ |λ₁|²/(1-|λ₁|)",
    proof=proved(
        "‖FE'e_n‖² = e_nᵀE'(I+E)E'e_n has the eigenvalues λ²/(1+λ) ≤ |λ₁|²/(1-|λ₁|).",
        identity("(λ/(1+λ))² (1+λ) = λ²/(1+λ)", (lam / (1 + lam)) ** 2 * (1 + lam), lam**2 / (1 + lam)),
        nonnegative("1/(1-a) - 1/(1+a) ≥ 0, a = 1/(1+λ)", (1 + lam) / lam - (1 + lam) / (2 + lam)),
    ),
    note="Small against f_n, but not against what moves attention: β_nn' ≈ E'_nn' is made of it (see Theorem 1, original "
    "dynamics).",
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    unit = symmetric.identity(x.K)
    squared = symmetric.product(x.E_prime, symmetric.product(symmetric.combination(1, unit, 1, x.E), x.E_prime))
    bound = x.lambda1 * x.lambda1 / (1 - x.lambda1)
    return tuple(at_most(x.number(squared[n][n]), bound, f"n = {n + 1}") for n in range(x.K))


L5 = Statement(
    PAPER,
    "Lemma 5",
    source="Appendix D.2",
    provenance=PROVENANCE,
    given=STEPS,
    depends_on=["scan_snap/Lemma 3/Eqn 8"],
    title="one class at every step",
)


def trained_row(x: Steps) -> Iterator[tuple[Ball, Ball]]:
    """(right, other) entries of w_n after 0, 1, ..., s steps, from w_n += η (e_n - softmax(w_n)) itself."""
    right = other = balls.ball(0)
    yield right, other
    for _ in range(x.s):
        total = balls.exp(right) + (x.M - 1) * balls.exp(other)
        right, other = right + x.eta * (1 - balls.exp(right) / total), other - x.eta * balls.exp(other) / total
        yield right, other


def row_before(x: Steps) -> tuple[Ball, Ball]:
    """The entries before the last step; raises ValueError for s = 0."""
    rows = list(trained_row(x))
    if len(rows) < 2:
        raise ValueError("no step has been taken")
    return rows[-2]


exp_u = positive("exp_u")
RESIDUAL = identity(
    "1 - e^u/(M-1+e^u) = (M-1)/(M-1+e^u)·1 and -1/(M-1+e^u) = (M-1)/(M-1+e^u)·(-1/(M-1))",
    sympy.Matrix([1 - exp_u / (M - 1 + exp_u), -1 / (M - 1 + exp_u)]),
    (M - 1) / (M - 1 + exp_u) * sympy.Matrix([1, -1 / (M - 1)]),
)
INDUCTION = identity(
    "w + η(e_n - α) = (M-1)(h + η/(M-1+e^u))ζ_n for w = (M-1)hζ_n, ζ_n = (1, -1/(M-1), ...)",
    (M - 1) * h * sympy.Matrix([1, -1 / (M - 1)]) + eta * sympy.Matrix([1 - exp_u / (M - 1 + exp_u), -1 / (M - 1 + exp_u)]),
    (M - 1) * (h + eta / (M - 1 + exp_u)) * sympy.Matrix([1, -1 / (M - 1)]),
)
GAP_OF_ROW = identity("the right entry exceeds the others by Mh: (M-1)h(1 + 1/(M-1))", (M - 1) * h * (1 + 1 / (M - 1)), M * h)
BY_INDUCTION = (
    "By induction over s: w_n(0) = 0 = h*(0)ζ_n; with the gap Mh the softmax is that of Eqn 32, and one step adds "
    "η/(M-1+e^{Mh}) to h."
)


@L5.part(
    "Eqn 31",
    says="w_n(s) = (M-1)h*(s)ζ_n with the recursion of Eqn 33",
    proof=proved(BY_INDUCTION, GAP_OF_ROW, RESIDUAL, INDUCTION),
)
def _(x: Steps) -> tuple[Comparison, Comparison]:
    right, other = list(trained_row(x))[-1]
    return equals(right, (x.M - 1) * x.h_star, "right"), equals(other, -x.h_star, "other")


@L5.part(
    "Eqn 32",
    says="α_nn(s) = exp(Mh*(s-1))/((M-1)+exp(Mh*(s-1))), α_nj(s) = 1/((M-1)+exp(Mh*(s-1))) for j ≠ n",
    where=[Condition("s ≥ 1", lambda i: i.s >= 1)],
    proof=proved(BY_INDUCTION, GAP_OF_ROW, INDUCTION),
)
def _(x: Steps) -> tuple[Comparison, Comparison]:
    right, other = row_before(x)
    total = balls.exp(right) + (x.M - 1) * balls.exp(other)
    grown = balls.exp(x.u_before)
    return (
        equals(balls.exp(right) / total, grown / (x.M - 1 + grown), "right"),
        equals(balls.exp(other) / total, 1 / (x.M - 1 + grown), "other"),
    )


@L5.part(
    "residual",
    says="e_n - α_n(s) = ((M-1)/(M-1+exp(Mh*(s-1)))) ζ_n",
    where=[Condition("s ≥ 1", lambda i: i.s >= 1)],
    proof=proved(BY_INDUCTION, RESIDUAL, GAP_OF_ROW, INDUCTION),
)
def _(x: Steps) -> tuple[Comparison, Comparison]:
    right, other = row_before(x)
    total = balls.exp(right) + (x.M - 1) * balls.exp(other)
    factor = (x.M - 1) / (x.M - 1 + balls.exp(x.u_before))
    return (
        equals(1 - balls.exp(right) / total, factor, "right"),
        equals(-balls.exp(other) / total, -factor / (x.M - 1), "other"),
    )


R1 = Statement(
    PAPER,
    "Remark 1",
    source="Appendix D.2",
    provenance=PROVENANCE,
    given=OVERLAPS.where(CONTRACTION),
    depends_on=["scan_snap/Lemma 3", "scan_snap/Lemma 5"],
    title="the original dynamics with equal overlaps",
)


@R1.part(
    "Eqn 40",
    says="dW = η_Y(e_n + (I+E)E'e_n)(e_n-α_n)ᵀ = η_Y Fᵀf_n (e_n-α_n)ᵀ",
    proof=proved(
        "(I+E)E' = E and Fᵀf_n = (I+E)e_n.", identity("1 + (1+λ)λ/(1+λ) = 1 + λ", 1 + (1 + lam) * lam / (1 + lam), 1 + lam)
    ),
    depends_on=["scan_snap/Notation D.1/E'"],
)
def _(x: Overlaps) -> tuple[Comparison, ...]:
    unit = symmetric.identity(x.K)
    gram = symmetric.combination(1, unit, 1, x.E)
    left = symmetric.combination(1, unit, 1, symmetric.product(gram, x.E_prime))
    return tuple(equals(x.number(left[i][j]), x.number(gram[i][j])) for i in range(x.K) for j in range(x.K))


def _made_equal(i: Instance) -> Instance:
    """The first overlap everywhere; a lone class gets a second one."""
    classes, first = max(int(i.K), 2), str(i.E).split(",")[0]
    return i.but(K=classes, M=max(i.M, classes), E=",".join([first] * (classes * (classes - 1) // 2)))


EQUAL = Condition("f_nᵀf_n' = ρ for all n ≠ n', K ≥ 2", lambda i: i.K >= 2 and len(set(str(i.E).split(","))) == 1, _made_equal)


@R1.part(
    "rho",
    says="if all off-diagonal elements of E are ρ, then 0 ≤ ρ ≤ 1",
    where=[EQUAL],
    proof=proved(
        "f ≥ 0 entrywise gives ρ ≥ 0; ρ ≤ (‖f_n‖² + ‖f_n'‖²)/2 = 1.",
        identity("(x² + y²)/2 - xy = (x-y)²/2", (lam**2 + rho**2) / 2 - lam * rho, (lam - rho) ** 2 / 2),
    ),
    depends_on=[],
)
def _(x: Overlaps) -> tuple[Comparison, Comparison]:
    entry = x.number(x.E[0][1])
    return at_least(entry, x.number(0)), at_most(entry, x.number(1))


def moved_row(x: Overlaps, row: int) -> Comparison:
    """Row ``row`` of FᵀF e_1 is 1 for the class itself and ρ for any other."""
    gram = symmetric.combination(1, symmetric.identity(x.K), 1, x.E)
    return equals(x.number(gram[row][0]), x.number(x.E[0][1] if row else 1))


OWN_OR_RHO = proved("Row j of FᵀF e_n is f_j·f_n: 1 or ρ.", identity("f_n·f_n = 1 and E_nn = 0", (1 + rho) - rho, 1))
R1.add(
    "Eqn 41",
    lambda x: moved_row(x, 0),
    says="equal overlaps: dw_n = η_Y(e_n - α_n)ᵀ",
    where=[EQUAL],
    proof=OWN_OR_RHO,
    depends_on=["scan_snap/Remark 1/Eqn 40"],
)
R1.add(
    "Eqn 42",
    lambda x: moved_row(x, 1),
    says="equal overlaps: dw_j = η_Y ρ (e_n - α_n)ᵀ for j ≠ n",
    where=[EQUAL],
    proof=OWN_OR_RHO,
    depends_on=["scan_snap/Remark 1/Eqn 40"],
)


@dataclass(frozen=True)
class Rounds:
    """K classes with equal overlaps rho, trained by the original dynamics for r rounds.

    Every round shows each class once and moves W by η (I+E)(I - A) at the W before it (A: the softmax rows), the reading in
    which
    the order of a round does not matter. ``own``, ``rival``, ``idle`` are the entries of w_n at n, at another class, at any
    other
    token.
    """

    M: int
    K: int
    rho: Ball
    eta: Ball
    r: int

    def entries(self) -> tuple[Ball, Ball, Ball]:
        own = rival = idle = balls.ball(0)
        for _ in range(self.r):
            total = balls.exp(own) + (self.K - 1) * balls.exp(rival) + (self.M - self.K) * balls.exp(idle)
            p, q, z = balls.exp(own) / total, balls.exp(rival) / total, balls.exp(idle) / total
            mixed = 1 + (self.K - 1) * self.rho
            own, rival, idle = (
                own + self.eta * (1 - p - self.rho * (self.K - 1) * q),
                rival + self.eta * (self.rho * (1 - p) - q - self.rho * (self.K - 2) * q),
                idle - self.eta * mixed * z,
            )
        return own, rival, idle

    def recursion(self, rate: Ball) -> Ball:
        """(M-1) h*(r) at a learning rate."""
        value = balls.ball(0)
        for _ in range(self.r):
            value = value + rate / (self.M - 1 + balls.exp(self.M * value))
        return (self.M - 1) * value


def bind_rounds(i: Instance, arithmetic: Arithmetic) -> Rounds:
    """Rounds of an instance; the recursion needs exponentials, so balls judge it in every arithmetic."""
    del arithmetic
    return Rounds(int(i.M), int(i.K), balls.ball(i.rho), balls.ball(i.eta), int(i.r))


@st.composite
def drawn_rounds(draw: st.DrawFn) -> dict[str, object]:
    K = draw(st.integers(2, 5))
    return {
        "K": K,
        "M": K + draw(st.one_of(st.just(0), st.integers(1, 30))),
        "rho": draw(st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=50)),
        "eta": draw(learning_rates()),
        "r": draw(st.integers(1, 8)),
    }


def small_rounds() -> Iterator[Instance]:
    for K in (2, 3):
        for size in (K, K + 1, K + 3):
            for r in (1, 2, 3):
                yield Instance(K=K, M=size, rho=Fraction(1, 2), eta=Fraction(1), r=r)


CLASSES_FIT = Condition("2 ≤ K ≤ M", lambda i: 2 <= i.K <= i.M)
ROUNDS = Domain(
    name="equal overlaps, uniformly sampled classes, original dynamics",
    draw=drawn_rounds,
    bind=bind_rounds,
    conditions=(M_RANGE, CLASSES_FIT, ETA_RANGE, Condition("0 < ρ < 1", lambda i: 0 < i.rho < 1)),
    small=small_rounds,
    variables={"K": "classes", "M": "tokens", "rho": "overlap", "eta": "learning rate", "r": "rounds N/K"},
)
ALL_TOKENS = Condition("K = M", lambda i: i.K == i.M, lambda i: i.but(M=i.K))


def first_equality(x: Rounds) -> tuple[Comparison, ...]:
    """w_n = (M-1)h*(r)(ζ_n + ρ Σ_{n'≠n} ζ_n'), entry by entry."""
    scale, minus = x.recursion(x.eta), balls.ball(Fraction(-1, x.M - 1))
    own, rival, idle = x.entries()
    found = [
        equals(own, scale * (1 + x.rho * (x.K - 1) * minus), "own"),
        equals(rival, scale * (minus + x.rho * (1 + (x.K - 2) * minus)), "rival"),
    ]
    if x.M > x.K:
        found.append(equals(idle, scale * minus * (1 + x.rho * (x.K - 1)), "idle"))
    return tuple(found)


def closed_form(x: Rounds, rate: Ball, factor: Ball) -> tuple[Comparison, ...]:
    """w_n = factor (M-1)h*(r) ζ_n with h* at ``rate``."""
    scale = factor * x.recursion(rate)
    own, rival, idle = x.entries()
    found = [equals(own, scale, "own"), equals(rival, -scale / (x.M - 1), "rival")]
    if x.M > x.K:
        found.append(equals(idle, -scale / (x.M - 1), "idle"))
    return tuple(found)


ALONG_ZETA = identity(
    "K = M: η(e_n-α_n) + ηρ Σ_{n'≠n}(e_n'-α_n') = η(1-ρ)c ζ_n because Σ ζ_n = 0 (entries: own, rival)",
    g * sympy.Matrix([1 - rho * (M - 1) / (M - 1), -1 / (M - 1) + rho * (1 - (M - 2) / (M - 1))]),
    (1 - rho) * g * sympy.Matrix([1, -1 / (M - 1)]),
)
R1.add(
    "Eqn 43 first",
    first_equality,
    says="uniform sampling: w_n(N) = (M-1)h*(N/K)(ζ_n + ρ Σ_{n'≠n} ζ_n')",
    given=ROUNDS,
    witness="K=2 M=2 rho=1/2 eta=1 r=2",
    note="Equal at the first round; from the second on the residual of class n depends on its own row, which the other "
    "classes have moved.",
)
R1.add(
    "Eqn 43 second",
    lambda x: closed_form(x, x.eta, 1 - x.rho),
    says="uniform sampling: w_n(N) = (1-ρ)(M-1)h*(N/K)ζ_n",
    given=ROUNDS,
    witness="K=2 M=2 rho=1/2 eta=1 r=2",
)
R1.add(
    "Eqn 43 second",
    lambda x: closed_form(x, (1 - x.rho) * x.eta, balls.ball(1)),
    says="w_n(N) = (M-1)h*(N/K)ζ_n with h* at the rate (1-ρ)η_Y, for K = M and rounds applied as a whole",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M, and h* at the effective rate instead of (1-ρ)h* at the full one",
    proof=proved(
        "For K = M the ζ_n add up to 0. If w_n = (M-1)hζ_n for all n, then e_n - α_n = cζ_n and a round adds η(1-ρ)cζ_n to "
        "w_n: "
        "the recursion of Lemma 5 at the rate (1-ρ)η.",
        ALONG_ZETA,
        INDUCTION,
    ),
)


def zeta_sum(x: Rounds) -> Comparison:
    """Entry of Σ_{n∈[K]} ζ_n at a class: (M/(M-1))(1 - K/M)."""
    return equals(balls.ball(Fraction(x.M - x.K, x.M - 1)), balls.ball(0), "own entry")


def effective_rate(x: Rounds) -> Comparison:
    """w_n[n] minus another entry, against the same gap at the rate (1-ρ)η."""
    own, rival, idle = x.entries()
    return equals(
        own - (idle if x.M > x.K else rival), x.recursion((1 - x.rho) * x.eta) * balls.ball(Fraction(x.M, x.M - 1)), "lead"
    )


ONE_ROUND = "K=2 M=3 rho=1/2 eta=1 r=1"
R1.add("sum zeta", zeta_sum, says="Σ_{n∈[K]} ζ_n = 0 (its entry at a class)", given=ROUNDS, witness=ONE_ROUND, depends_on=[])
R1.add(
    "sum zeta",
    zeta_sum,
    says="Σ_{n∈[K]} ζ_n = 0 (its entry at a class) for K = M",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M",
    proof=proved("(M/(M-1))(1 - K/M) = 0 exactly for K = M.", identity("1 - M/M", 1 - M / M, 0)),
    depends_on=[],
)
R1.add(
    "eta'",
    effective_rate,
    says="the effective learning rate is (1-ρ)η_Y: after N/K rounds w_n[n] leads the other tokens as at the rate (1-ρ)η_Y",
    given=ROUNDS,
    witness=ONE_ROUND,
    note="For K < M the first round moves w_n[n] ahead of a token outside [K] by the full η_Y.",
    depends_on=["scan_snap/Remark 1/sum zeta"],
)
R1.add(
    "eta'",
    effective_rate,
    says="the effective learning rate is (1-ρ)η_Y for K = M",
    given=ROUNDS,
    where=[ALL_TOKENS],
    reading=Reading.INTENDED,
    changed="K = M",
    proof=proved("See Eqn 43, intended.", ALONG_ZETA, INDUCTION),
    depends_on=["scan_snap/Remark 1/sum zeta"],
)
R1.add(
    "eta' at most eta_Y",
    lambda x: less((1 - x.rho) * x.eta, x.eta),
    says="(1-ρ)η_Y ≤ η_Y",
    given=ROUNDS,
    proof=proved("ρ ≥ 0.", nonnegative("η - (1-ρ)η = ρη", slack("r") * slack("e"))),
    depends_on=[],
)

STATEMENTS = (D1, L3, L5, R1)
