"""Each class learns on its own row (scan_snap, Section 4, Appendices D.1, D.2): notation, Lemma 3, Lemma 5."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.balls import Ball
from theorems.provers.argument import Step
from theorems.scan_snap.contents import never_negative
from theorems.scan_snap.decoder_step import DECODER, ZETAS, DecoderStep
from theorems.scan_snap.growth import STEPS, Steps
from theorems.scan_snap.overlaps import CONTRACTION, OVERLAPS, Overlaps
from theorems.scan_snap.samples import DRAWS, MANY_DRAWS
from theorems.scan_snap.steps import PAPER, PROVENANCE, identity, limit_is, nonnegative, positive, proved
from theorems.statement import Condition, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals

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
    lambda x: equals(x.product, x.d_ij * (1 + 1 / (x.M - 1)) - (1 - x.d_ij) * x.M / (x.M - 1) ** 2),
    given=ZETAS,
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
    lambda x: (
        at_least(x.Delta / x.N_bar, x.scale / (1 + x.K / x.N), "lower"),
        at_most(x.Delta / x.N_bar, x.scale * (1 + 1 / x.spread), "upper"),
    ),
    given=DRAWS,
    where=[MANY_DRAWS],
    content=never_negative("Δ/N̄"),
    met="N ≥ K², K ≤ M, 0 < δ ≤ 1/2",
    says="Δ/N̄ ≍ (K/√N) √(ln(1/δ)) ≪ 1 for N ≫ K², Δ = ⌈√(N ln(1/δ))⌉, N̄ = ⌈N/K⌉ (constants 1/(1+K/N) and 1 + 1/√(N ln(1/δ)))",
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
    lambda x: equals(x.eta * x.slope, x.eta * x.d_jn * x.r_l),
    given=DECODER,
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
    lambda x: equals(*x.traces),
    given=DECODER,
    says="tr(dYᵀ f_n (x_{T+1}-α)ᵀ) = tr(d(W')ᵀ e_n (x_{T+1}-α)ᵀ), W' = (F')ᵀY",
    note="Hence dW' is e_n times a row, and as n ≤ K rows K+1..M of W' are not updated.",
    proof=proved("f_n = F' e_n and d(W')ᵀ = dYᵀF'.", Step("3×3: both traces agree", _trace_identity)),
    depends_on=[],
)


L3.add(
    "Eqn 24 rate",
    lambda x: equals(x.eta * x.slope, x.d_jn * x.r_l),
    given=DECODER,
    says="dW' = e_n (x_{T+1}-α)ᵀ is the dynamics of Eqn 8, gradient ascent at the rate η_Y",
    witness="f=0,0,1 Y=1,0,0;0,1,0;0,0,1 dY=1,0,0;0,1,0;0,0,1 n=0 j=0 l=0 eta=1/2",
    note="The learning rate is missing; Eqn 8 and Eqn 30 have it.",
    depends_on=[],
)
L3.add(
    "Eqn 24 rate",
    lambda x: equals(x.eta * x.slope, x.eta * x.d_jn * x.r_l),
    given=DECODER,
    says="dW' = η_Y e_n (x_{T+1}-α)ᵀ is the dynamics of Eqn 8, gradient ascent at the rate η_Y",
    reading=Reading.INTENDED,
    changed="the factor η_Y",
    proof=proved("Gradient ascent with rate η_Y.", GRADIENT),
    depends_on=[],
)
L3.add(
    "Eqn 25",
    lambda x: equals(x.alpha_l, x.from_w),
    given=DECODER,
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
CHAIN: dict[str, tuple[str, Callable[[DecoderStep], Comparison], Step]] = {
    "Eqn 27": (
        "dW = FᵀdY = η_Y Fᵀ(f_n - F E' e_n)(e_n - α_n)ᵀ",
        lambda x: equals(x.dW_jl, x.eta * x.entry(x.pulled) * x.r_l),
        EIGEN,
    ),
    "Eqn 28": (
        "Fᵀ(f_n - F E' e_n) = Fᵀf_n - FᵀF(I - (I+E)⁻¹)e_n",
        lambda x: equals(x.entry(x.pulled), x.entry(x.own - x.corrected)),
        identity("(1+λ)(1 - 1/(1+λ)) = (1+λ)λ/(1+λ)", (1 + lam) * (1 - 1 / (1 + lam)), (1 + lam) * lam / (1 + lam)),
    ),
    "Eqn 29": (
        "FᵀF(I - (I+E)⁻¹)e_n = FᵀFe_n - e_n",
        lambda x: equals(x.entry(x.corrected), x.entry(x.gram[x.j][x.n]) - x.d_jn),
        identity("(1+λ)(1 - 1/(1+λ)) = (1+λ) - 1", (1 + lam) * (1 - 1 / (1 + lam)), (1 + lam) - 1),
    ),
    "Eqn 30": (
        "Fᵀf_n - FᵀFe_n + e_n = e_n",
        lambda x: equals(x.entry(x.own - x.gram[x.j][x.n]) + x.d_jn, x.d_jn),
        identity("(1+λ) - (1+λ) + 1 = 1", (1 + lam) - (1 + lam) + 1, 1),
    ),
}
for label, (words, claim, step) in CHAIN.items():
    L3.add(
        label,
        claim,
        given=DECODER,
        says=words,
        proof=proved("Column n of a matrix identity in the common eigenbasis, with Fᵀf_n = FᵀFe_n.", step),
    )


@L3.part(
    "small",
    content=never_negative("‖FE'e_n‖²"),
    met="|λ₁| < 1",
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
    depends_on=["scan_snap/Lemma 5/Eqn 36", "scan_snap/Lemma 5/Eqn 39"],
)
def _(x: Steps) -> tuple[Comparison, Comparison]:
    right, other = list(trained_row(x))[-1]
    return equals(right, (x.M - 1) * x.h_star, "right"), equals(other, -x.h_star, "other")


@L5.part(
    "Eqn 32",
    says="α_nn(s) = exp(Mh*(s-1))/((M-1)+exp(Mh*(s-1))), α_nj(s) = 1/((M-1)+exp(Mh*(s-1))) for j ≠ n",
    where=[Condition("s ≥ 1", lambda i: i.s >= 1)],
    proof=proved(BY_INDUCTION, GAP_OF_ROW, INDUCTION),
    depends_on=["scan_snap/Lemma 5/Eqn 34", "scan_snap/Lemma 5/Eqn 37"],
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
    depends_on=["scan_snap/Lemma 5/Eqn 32"],
)
def _(x: Steps) -> tuple[Comparison, Comparison]:
    right, other = row_before(x)
    total = balls.exp(right) + (x.M - 1) * balls.exp(other)
    factor = (x.M - 1) / (x.M - 1 + balls.exp(x.u_before))
    return (
        equals(1 - balls.exp(right) / total, factor, "right"),
        equals(-balls.exp(other) / total, -factor / (x.M - 1), "other"),
    )


# -- the displays inside the proof of Lemma 5 ----------------------------------------------------------------------------------

FIRST = Condition("s = 1", lambda i: i.s == 1, lambda i: i.but(s=1))
LATER = Condition("s ≥ 1", lambda i: i.s >= 1, lambda i: i.but(s=max(i.s, 1)))


def answers(x: Steps) -> tuple[Ball, Ball]:
    """α_nn(s) and α_nj(s), the softmax of the row before step s."""
    right, other = row_before(x)
    total = balls.exp(right) + (x.M - 1) * balls.exp(other)
    return balls.exp(right) / total, balls.exp(other) / total


def moved(x: Steps) -> tuple[Ball, Ball]:
    """dw_nj(s) of Eqn 8, η_Y(e_n - α_n(s)), at j = n and at j ≠ n."""
    right, other = answers(x)
    return x.eta * (1 - right), -x.eta * other


def both(found: tuple[Ball, Ball], printed: tuple[Ball, Ball]) -> tuple[Comparison, Comparison]:
    return equals(found[0], printed[0], "j = n"), equals(found[1], printed[1], "j ≠ n")


def first_move(x: Steps, rate: Ball) -> tuple[Comparison, Comparison]:
    """Eqn 35 with ``rate`` before it."""
    return both(moved(x), (rate * (1 - 1 / x.M), -rate / x.M))


def later_move(x: Steps, rate: Ball) -> tuple[Comparison, Comparison]:
    """Eqn 38 with ``rate`` before it."""
    total = balls.exp(x.u_before) + (x.M - 1)
    return both(moved(x), (rate * (x.M - 1) / total, -rate / total))


UNIFORM_START = identity("e^0/(e^0 + (M-1)e^0) = 1/M", 1 / (1 + (M - 1)), 1 / M)
RATE_MISSING = (
    "dw_n = η_Y(e_n - α_n)ᵀ by Eqn 8, and Eqn {} steps by η_Y times this: the learning rate is missing, as in Eqn 24. Read as "
    "the gradient without its rate it is right."
)
AFTER_ONE = "M ≥ 2, η_Y > 0, s = 1"
L5.add(
    "Eqn 34",
    lambda x: (equals(next(trained_row(x))[0], balls.ball(0), "w_i(0)"), *both(answers(x), (1 / x.M, 1 / x.M))),
    where=[FIRST],
    met=AFTER_ONE,
    says="w_i(0) = 0 and α_nj(1) = 1/M for all j ∈ [K]",
    proof=proved("Y(0) = 0, and the softmax of equal entries is uniform.", UNIFORM_START),
    depends_on=[],
)
L5.add(
    "Eqn 35",
    lambda x: first_move(x, balls.ball(1)),
    where=[FIRST],
    met=AFTER_ONE,
    says="dw_nj(1) = 1 - 1/M for j = n, -1/M for j ≠ n",
    witness="M=2 eta=1/2 s=1",
    note=RATE_MISSING.format(36),
)
L5.add(
    "Eqn 35",
    lambda x: first_move(x, x.eta),
    where=[FIRST],
    met=AFTER_ONE,
    says="dw_nj(1) = η_Y(1 - 1/M) for j = n, -η_Y/M for j ≠ n",
    reading=Reading.INTENDED,
    changed="the factor η_Y",
    proof=proved("η_Y(e_n - α_n(1)) by Eqn 8, with α of Eqn 34.", UNIFORM_START, GRADIENT),
)
L5.add(
    "Eqn 36",
    lambda x: both(list(trained_row(x))[1], (x.eta * (1 - 1 / x.M), -x.eta / x.M)),
    where=[FIRST],
    met=AFTER_ONE,
    says="w_nj(1) = η_Y(1 - 1/M) for j = n, -η_Y/M for j ≠ n",
    proof=proved("One step of size η_Y from w_n(0) = 0.", UNIFORM_START, GRADIENT),
)
L5.add(
    "Eqn 37",
    lambda x: both(
        answers(x),
        (
            balls.exp((x.M - 1) * x.h_before) / (balls.exp((x.M - 1) * x.h_before) + (x.M - 1) * balls.exp(-x.h_before)),
            balls.exp(-x.h_before) / (balls.exp((x.M - 1) * x.h_before) + (x.M - 1) * balls.exp(-x.h_before)),
        ),
    ),
    where=[LATER],
    met="M ≥ 2, η_Y > 0, s ≥ 1",
    says="α_nj(s) = exp((M-1)h*)/(exp((M-1)h*)+(M-1)exp(-h*)) for j = n, exp(-h*)/(exp((M-1)h*)+(M-1)exp(-h*)) for j ≠ n, "
    "h* = h*(s-1)",
    proof=proved(BY_INDUCTION + " These are the softmax entries of (M-1)h*ζ_n.", GAP_OF_ROW, RESIDUAL, INDUCTION),
)
L5.add(
    "Eqn 38",
    lambda x: later_move(x, balls.ball(1)),
    where=[LATER],
    met="M ≥ 2, η_Y > 0, s ≥ 1",
    says="dw_nj(s) = (M-1)/(exp(Mh*)+(M-1)) for j = n, -1/(exp(Mh*)+(M-1)) for j ≠ n, h* = h*(s-1)",
    witness="M=2 eta=1/2 s=1",
    note=RATE_MISSING.format(39),
)
L5.add(
    "Eqn 38",
    lambda x: later_move(x, x.eta),
    where=[LATER],
    met="M ≥ 2, η_Y > 0, s ≥ 1",
    says="dw_nj(s) = η_Y(M-1)/(exp(Mh*)+(M-1)) for j = n, -η_Y/(exp(Mh*)+(M-1)) for j ≠ n, h* = h*(s-1)",
    reading=Reading.INTENDED,
    changed="the factor η_Y",
    proof=proved(BY_INDUCTION, GAP_OF_ROW, RESIDUAL, INDUCTION),
)


@L5.part(
    "Eqn 39",
    where=[LATER],
    met="M ≥ 2, η_Y > 0, s ≥ 1",
    says="w_nj(s) = (M-1)(η_Y/(exp(Mh*)+(M-1)) + h*) = (M-1)h*(s) for j = n, -(η_Y/(exp(Mh*)+(M-1)) + h*) = -h*(s) for "
    "j ≠ n, h* = h*(s-1)",
    proof=proved(BY_INDUCTION, GAP_OF_ROW, RESIDUAL, INDUCTION),
)
def _(x: Steps) -> tuple[Comparison, ...]:
    grown = x.eta / (balls.exp(x.u_before) + (x.M - 1)) + x.h_before
    last = list(trained_row(x))[-1]
    return (*both(last, ((x.M - 1) * grown, -grown)), equals(grown, x.h_star, "h*(s)"))


STATEMENTS = (D1, L3, L5)
