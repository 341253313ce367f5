"""Each class learns on its own row (scan_snap, Section 4, Appendices D.1, D.2): notation, Lemma 3, Lemma 5."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.balls import Ball
from theorems.provers.argument import Step
from theorems.provers.steps import limit_is, nonnegative, positive, proved
from theorems.scan_snap.contents import certainly, never_negative
from theorems.scan_snap.decoder_step import DECODER, ZETAS
from theorems.scan_snap.growth import STEPS, Steps
from theorems.scan_snap.language import *
from theorems.scan_snap.overlaps import (
    CONTRACTION,
    OVERLAP_WORDS,
    K,
    M,
    Overlaps,
    classes,
    corrected,
    excess,
    f,
    i,
    j,
    k,
    lam,
    n,
)
from theorems.scan_snap.samples import DRAWS, MANY_DRAWS
from theorems.scan_snap.steps import PROVENANCE, identity
from theorems.statement import Condition

_M, _eta, _h, _lam = (positive(name) for name in ("M", "eta", "h", "lambda"))

I, F, W, Y, e, w, t, s, eta_Y = symbols("I F W Y e w t s η_Y")
zeta, alpha, delta, x, T = symbols("ζ α δ x T")
gram, back = symbols("(F^⊤F) ((I+E)^-1)")
lambda1 = abs(lam[1])
OF_OVERLAPS = OVERLAP_WORDS.where(CONTRACTION).knowing(
    {
        gram[i, k]: lambda x, i, k: x.E[i][k] + int(i == k),
        back[k, n]: lambda x, k, n: int(k == n) - x.E_prime[k][n],
        Norm(F * corrected * e[n], "") ** 2: lambda x, n: modified(x)[n][n],
    }
)
D1 = Lemma("Notation D.1", "Appendix D.1", given=OF_OVERLAPS, provenance=PROVENANCE)


def modified(x: Overlaps) -> symmetric.Matrix:
    """(FE')ᵀFE' = E'(I+E)E'."""
    own = symmetric.combination(1, symmetric.identity(x.K), 1, x.E)
    return symmetric.product(x.E_prime, symmetric.product(own, x.E_prime))


def substituted(printed: Expr) -> Claim:
    """FᵀF E' = FᵀF (I - (I+E)⁻¹), entry by entry, for an E' with the entries (k, j) as printed."""
    left = Sum(k, classes, gram[i, k] * printed)
    right = Sum(k, classes, gram[i, k] * (Indicator(k == j) - back[k, j]))
    return ForAll(i, classes, ForAll(j, classes, left == right))


D1["E'"] = corrected == (I + excess) ** -1 - I
D1["E'"].compared(substituted(back[k, j] - Indicator(k == j))).refuted("K=2 M=2 E=1/2")
D1["E'"].note(
    "What the text needs of E' is compared: FᵀF E' = FᵀF (I - (I+E)⁻¹) (Eqn 28), which is (I+E)⁻¹ = I - E' (Lemma 14). "
    "The sign is wrong: with the printed E', Eqn 26 gives dW = η(I + 2E)e_n(...)ᵀ. Everything that uses E' is read "
    "with the sign "
    "of Lemma 14."
)
repaired = D1["E'"].repair(claim=corrected == I - (I + excess) ** -1, why="the sign: E' = I - (I+E)⁻¹")
inverse = Sum(k, classes, gram[i, k] * back[k, j]) == Indicator(i == j)
repaired.compared(ForAll(i, classes, ForAll(j, classes, inverse))).note("Compared: (I+E)(I - E') = I.").proved(
    proved(
        "Both sides are the same matrix once E' = I - (I+E)⁻¹; eigenvalue by eigenvalue λ/(1+λ) = 1 - 1/(1+λ).",
        identity("λ/(1+λ) = 1 - 1/(1+λ)", _lam / (1 + _lam), 1 - 1 / (1 + _lam)),
    )
)


def _zeta(size: int, n: int) -> sympy.Matrix:
    return sympy.Matrix([sympy.Rational(size, size - 1) * (int(j == n) - sympy.Rational(1, size)) for j in range(size)])


OF_ZETAS = Computed(ZETAS, {i: "i", j: "j", zeta[i] ** top * zeta[j]: "product"})
with D1.where(given=OF_ZETAS):
    D1["q0 q1"] = zeta[i] ** top * zeta[j] == Cases(((i == j, 1 + 1 / (M - 1)),), -M / (M - 1) ** 2)
D1["q0 q1"].note("The first value is called q_1, the second q_0.").proved(
    proved(
        "ζ_i has the entry 1 at i and -1/(M-1) elsewhere: 1 + (M-1)/(M-1)² and -2/(M-1) + (M-2)/(M-1)².",
        identity("1 + (M-1)/(M-1)² = M/(M-1)", 1 + (_M - 1) / (_M - 1) ** 2, _M / (_M - 1)),
        identity("-2/(M-1) + (M-2)/(M-1)² = -M/(M-1)²", -2 / (_M - 1) + (_M - 2) / (_M - 1) ** 2, -_M / (_M - 1) ** 2),
        identity("M = 5: ζ_1·ζ_1", (_zeta(5, 0).T * _zeta(5, 0))[0], sympy.Rational(5, 4)),
        identity("M = 5: ζ_1·ζ_2", (_zeta(5, 0).T * _zeta(5, 1))[0], sympy.Rational(-5, 16)),
    )
)
_N, _K, _Lambda = positive("N"), positive("K"), positive("Lambda")
Delta, mean, count = symbols("Δ N̄ N")
DELTA_FIXED = Condition(
    "N ln(1/δ) ≥ 1 (N large, δ fixed)",
    lambda i: certainly(lambda: balls.ge(i.N * balls.log(balls.ball(1 / Fraction(i.delta))), balls.ball(1))),
    lambda i: i.but(delta=min(i.delta, Fraction(1, 3))),
)
closeness = K / sqrt(count) * sqrt(log(1 / delta))
with D1.where(MANY_DRAWS, DELTA_FIXED, given=Computed(DRAWS, {mean: "N_bar", Delta: "Delta", delta: "delta"})):
    D1["Delta"] = chain(Delta / mean, "==", Theta(closeness), "==", o(1))
D1["Delta"].compared(
    (Delta / mean >= closeness / (1 + K / count)) & (Delta / mean <= closeness * (1 + 1 / sqrt(count * log(1 / delta))))
)  # between 1/2 and 2 times
D1["Delta"].note(
    "Δ = ⌈√(N ln(1/δ))⌉ and N̄ = ⌈N/K⌉; the constants are 1/(1+K/N) ≥ 1/2 and 1 + 1/√(N ln(1/δ)) ≤ 2, and ≪ 1 is said "
    "for N ≫ K². δ is fixed while N grows; for a fixed N no constant serves all δ < 1, since Δ ≥ 1."
)
D1["Delta"].trivial(never_negative("Δ/N̄"), "N ≥ K², K ≤ M, 0 < δ ≤ e^(-1/N)").proved(
    proved(
        "With L = √(N ln(1/δ)): L/(N/K + 1) ≤ Δ/N̄ ≤ (L + 1)K/N, and the quotients by KL/N are 1/(1 + K/N) and 1 + 1/L, "
        "which tend to 1 "
        "for fixed δ; KL/N = (K/√N)√(ln(1/δ)) → 0.",
        identity("lower quotient", (_Lambda / (_N / _K + 1)) / (_K * _Lambda / _N), 1 / (1 + _K / _N)),
        identity("upper quotient", ((_Lambda + 1) * _K / _N) / (_K * _Lambda / _N), 1 + 1 / _Lambda),
        limit_is("K/√N → 0 with N = K² r", 1 / sympy.sqrt(_N), _N, 0),
    )
)

# a vector stands for its entry j, a row for its entry l, a matrix for its entry (j, l)
tr, dY, dW1, W1, one = symbols("tr dY d(W′) W′ 1")
residual, answered = (e[n] - alpha[n]) ** top, (x[T + 1] - alpha) ** top
moved_by = f[n] - F * corrected * e[n]
inverse = (I + excess) ** -1
OF_DECODER = Computed(
    DECODER,
    {
        j: "j",
        n: "n",
        eta_Y: "eta",
        ddt(w[j], t): lambda x: x.eta * x.slope,
        ddt(W1, t): lambda x: x.eta * x.slope,
        e[n] - alpha[n]: "r_l",
        residual: "r_l",
        e[n] * answered: lambda x: x.d_jn * x.r_l,
        tr(dY**top * f[n] * answered): lambda x: x.traces[0],
        tr(dW1**top * e[n] * answered): lambda x: x.traces[1],
        alpha: "alpha_l",
        w[n]: lambda x: x.W[x.n][x.l],
        one**top * exp(w[n]): lambda x: sum((balls.exp(balls.ball(entry)) for entry in x.W[x.n]), balls.ball(0)),
        ddt(W, t): "dW_jl",
        F**top * ddt(Y, t): "dW_jl",
        F**top * moved_by: "pulled",
        F**top * f[n]: "own",
        F**top * F * e[n]: lambda x: x.gram[x.j][x.n],
        F**top * F * (I - inverse) * e[n]: "corrected",
        e[n]: "d_jn",
    },
)
L3 = Lemma(
    "Lemma 3",
    "Section 4 and Appendix D.2",
    "the reparameterised dynamics of the decoder",
    given=OF_DECODER,
    uses=["Notation D.1/E'"],
    provenance=PROVENANCE,
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
L3["Eqn 8"] = ddt(w[j], t) == eta_Y * Indicator(j == n) * (e[n] - alpha[n])
L3["Eqn 8"].uses().note(
    "α_j = exp(w_j)/1ᵀexp(w_j), by gradient ascent on W = FᵀY. "
    "This is the dynamics of the gradient taken in W; the gradient in Y (Eqn 7) moves W by η FᵀF e_n(e_n - α_n)ᵀ "
    "instead (Remark 1)."
)
L3["Eqn 8"].proved(
    proved(
        "Given x_{T+1} = n the objective is w_n[n] - log Σ_l exp(w_n[l]) with w_n = Yᵀf_n: only row n of W occurs, and its "
        "gradient is "
        "that of a log-softmax.",
        GRADIENT,
    )
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


def _row_is_image(size: int, classes: int) -> bool:
    F = sympy.Matrix(size, classes, lambda i, j: sympy.Symbol(f"F_{i}_{j}"))
    Y = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"Y_{i}_{j}"))
    return all((F.T * Y)[n, :] == (F[:, n].T * Y) for n in range(classes))


L3["Eqn 24"] = tr(dY**top * f[n] * answered) == tr(dW1**top * e[n] * answered)
L3["Eqn 24"].uses().note("W' = (F')ᵀY. Hence dW' is e_n times a row, and as n ≤ K rows K+1..M of W' are not updated.")
L3["Eqn 24"].proved(proved("f_n = F' e_n and d(W')ᵀ = dYᵀF'.", Step("3×3: both traces agree", _trace_identity)))
L3["Eqn 24 rate"] = ddt(W1, t) == e[n] * answered
L3["Eqn 24 rate"].uses().refuted("f=0,0,1 Y=1,0,0;0,1,0;0,0,1 dY=1,0,0;0,1,0;0,0,1 n=0 j=0 l=0 eta=1/2")
L3["Eqn 24 rate"].note(
    "The dynamics of Eqn 8 is gradient ascent at the rate η_Y. The learning rate is missing; Eqn 8 and Eqn 30 have it."
)
repaired = L3["Eqn 24 rate"].repair(claim=ddt(W1, t) == eta_Y * (e[n] * answered), why="the factor η_Y")
repaired.proved(proved("Gradient ascent with rate η_Y.", GRADIENT))
L3["Eqn 25"] = alpha == exp(w[n]) / (one**top * exp(w[n]))
L3["Eqn 25"].uses().proved(
    proved(
        "α is the softmax of Yᵀf_n, and row n of FᵀY is f_nᵀY.",
        Step("2×3: row n of FᵀY is f_nᵀY", lambda: _row_is_image(3, 2)),
    )
)
EIGEN = identity("(1+λ)(1 - λ/(1+λ)) = 1", (1 + _lam) * (1 - _lam / (1 + _lam)), 1)
with L3.where(given=OF_OVERLAPS):
    L3["Eqn 26"] = Implies(
        ddt(Y, t) == eta_Y * moved_by * residual, chain(ddt(W, t), "==", F**top * ddt(Y, t), "==", eta_Y * e[n] * residual)
    )
column = Sum(k, classes, gram[j, k] * (Indicator(k == n) - corrected[k, n]))
L3["Eqn 26"].compared(ForAll(n, classes, ForAll(j, classes, column == Indicator(j == n))))
L3["Eqn 26"].note("Compared: Fᵀ(f_n - FE'e_n) = e_n, column n of (I+E)(I-E').").uses("Notation D.1/E'", "Lemma 14")
L3["Eqn 26"].proved(proved("Fᵀ(f_n - FE'e_n) = (I+E)(I - E')e_n = e_n.", EIGEN))
L3["Eqn 27"] = chain(ddt(W, t), "==", F**top * ddt(Y, t), "==", eta_Y * (F**top * moved_by) * residual)
L3["Eqn 28"] = F**top * moved_by == F**top * f[n] - F**top * F * (I - inverse) * e[n]
L3["Eqn 29"] = F**top * F * (I - inverse) * e[n] == F**top * F * e[n] - e[n]
L3["Eqn 30"] = F**top * f[n] - F**top * F * e[n] + e[n] == e[n]
COLUMN = "Column n of a matrix identity in the common eigenbasis, with Fᵀf_n = FᵀFe_n."
L3["Eqn 27"].proved(proved(COLUMN, EIGEN))
L3["Eqn 28"].proved(
    proved(
        COLUMN,
        identity(
            "(1+λ)(1 - 1/(1+λ)) = (1+λ)λ/(1+λ)",
            (1 + _lam) * (1 - 1 / (1 + _lam)),
            (1 + _lam) * _lam / (1 + _lam),
        ),
    )
)
L3["Eqn 29"].proved(
    proved(COLUMN, identity("(1+λ)(1 - 1/(1+λ)) = (1+λ) - 1", (1 + _lam) * (1 - 1 / (1 + _lam)), (1 + _lam) - 1))
)
L3["Eqn 30"].proved(proved(COLUMN, identity("(1+λ) - (1+λ) + 1 = 1", (1 + _lam) - (1 + _lam) + 1, 1)))
with L3.where(given=OF_OVERLAPS):
    L3["small"] = Words("if ", Symbol("λ")[1], " is small the modification is small as well")
L3["small"].compared(ForAll(n, classes, Norm(F * corrected * e[n], "") ** 2 <= lambda1**2 / (1 - lambda1)))
L3["small"].trivial(never_negative("‖FE'e_n‖²"), "|λ₁| < 1").note(
    "Compared: a bound of ‖FE'e_n‖² that vanishes with λ₁. "
    "Small against f_n, but not against what moves attention: β_nn' ≈ E'_nn' is made of it (see Theorem 1, original "
    "dynamics)."
)
L3["small"].proved(
    proved(
        "‖FE'e_n‖² = e_nᵀE'(I+E)E'e_n has the eigenvalues λ²/(1+λ) ≤ |λ₁|²/(1-|λ₁|).",
        identity("(λ/(1+λ))² (1+λ) = λ²/(1+λ)", (_lam / (1 + _lam)) ** 2 * (1 + _lam), _lam**2 / (1 + _lam)),
        nonnegative("1/(1-a) - 1/(1+a) ≥ 0, a = 1/(1+λ)", (1 + _lam) / _lam - (1 + _lam) / (2 + _lam)),
    )
)

h_star, wdot = symbols("h* ẇ")
vocabulary = Named("[M]")
OF_STEPS = Computed(
    STEPS,
    {
        vocabulary: lambda _: (1, 2),  # the right answer and one other: all others are alike
        classes: lambda _: (1, 2),
        n: lambda _: 1,
        eta_Y: "eta",
        h_star(s): "h_star",
        h_star(s - 1): "h_before",
        zeta[n, j]: lambda x, n, j: balls.ball(1) if j == n else -1 / (x.M - 1),
        w[n, j](s): lambda x, n, j, s: list(trained_row(x))[s][j - n],
        alpha[n, j](s): lambda x, n, j, s: answers(x, s)[j - n],
        wdot[n, j](s): lambda x, n, j, s: x.eta * (int(j == n) - answers(x, s)[j - n]),
    },
)
L5 = Lemma(
    "Lemma 5",
    "Appendix D.2",
    "one class at every step",
    given=OF_STEPS,
    uses=["Lemma 3/Eqn 8"],
    provenance=PROVENANCE,
)


def trained_row(x: Steps) -> Iterator[tuple[Ball, Ball]]:
    """(right, other) entries of w_n after 0, 1, ..., s steps, from w_n += η (e_n - softmax(w_n)) itself."""
    right = other = balls.ball(0)
    yield right, other
    for _ in range(x.s):
        total = balls.exp(right) + (x.M - 1) * balls.exp(other)
        right, other = right + x.eta * (1 - balls.exp(right) / total), other - x.eta * balls.exp(other) / total
        yield right, other


def answers(x: Steps, s: int) -> tuple[Ball, Ball]:
    """α_nn(s) and α_nj(s), the softmax of the row before step s."""
    right, other = list(trained_row(x))[s - 1]
    total = balls.exp(right) + (x.M - 1) * balls.exp(other)
    return balls.exp(right) / total, balls.exp(other) / total


exp_u = positive("exp_u")
RESIDUAL = identity(
    "1 - e^u/(M-1+e^u) = (M-1)/(M-1+e^u)·1 and -1/(M-1+e^u) = (M-1)/(M-1+e^u)·(-1/(M-1))",
    sympy.Matrix([1 - exp_u / (_M - 1 + exp_u), -1 / (_M - 1 + exp_u)]),
    (_M - 1) / (_M - 1 + exp_u) * sympy.Matrix([1, -1 / (_M - 1)]),
)
INDUCTION = identity(
    "w + η(e_n - α) = (M-1)(h + η/(M-1+e^u))ζ_n for w = (M-1)hζ_n, ζ_n = (1, -1/(M-1), ...)",
    (_M - 1) * _h * sympy.Matrix([1, -1 / (_M - 1)])
    + _eta * sympy.Matrix([1 - exp_u / (_M - 1 + exp_u), -1 / (_M - 1 + exp_u)]),
    (_M - 1) * (_h + _eta / (_M - 1 + exp_u)) * sympy.Matrix([1, -1 / (_M - 1)]),
)
GAP_OF_ROW = identity(
    "the right entry exceeds the others by Mh: (M-1)h(1 + 1/(M-1))", (_M - 1) * _h * (1 + 1 / (_M - 1)), _M * _h
)
BY_INDUCTION = (
    "By induction over s: w_n(0) = 0 = h*(0)ζ_n; with the gap Mh the softmax is that of Eqn 32, and one step adds "
    "η/(M-1+e^{Mh}) to h."
)


def if_right(right: Expr, other: Expr) -> Expr:
    """One value for j = n, another for j ≠ n."""
    return Cases(((j == n, right),), other)


def for_every_token(claim: Claim) -> Claim:
    return ForAll(j, vocabulary, claim)


h_before = h_star(s - 1)
grown = exp(M * h_before)
INDUCTIVELY = proved(BY_INDUCTION, GAP_OF_ROW, RESIDUAL, INDUCTION)
L5["Eqn 31"] = w[n](s) == (M - 1) * h_star(s) * zeta[n]
L5["Eqn 31"].compared(for_every_token(w[n, j](s) == (M - 1) * h_star(s) * zeta[n, j]))
L5["Eqn 31"].note("h* follows the recursion of Eqn 33.").uses("Lemma 5/Eqn 36", "Lemma 5/Eqn 39").proved(INDUCTIVELY)
with L5.where(s >= 1):
    L5["Eqn 32"] = for_every_token(alpha[n, j](s) == if_right(grown / ((M - 1) + grown), 1 / ((M - 1) + grown)))
    L5["residual"] = e[n] - alpha[n](s) == (M - 1) / (M - 1 + grown) * zeta[n]
L5["Eqn 32"].uses("Lemma 5/Eqn 34", "Lemma 5/Eqn 37").proved(proved(BY_INDUCTION, GAP_OF_ROW, INDUCTION))
L5["residual"].compared(for_every_token(Indicator(j == n) - alpha[n, j](s) == (M - 1) / (M - 1 + grown) * zeta[n, j]))
L5["residual"].uses("Lemma 5/Eqn 32").proved(proved(BY_INDUCTION, RESIDUAL, GAP_OF_ROW, INDUCTION))

# -- the displays inside the proof of Lemma 5 ----------------------------------------------------------------------------------

FIRST = Condition("s = 1", lambda i: i.s == 1, lambda i: i.but(s=1))
LATER = Condition("s ≥ 1", lambda i: i.s >= 1, lambda i: i.but(s=max(i.s, 1)))
UNIFORM_START = identity("e^0/(e^0 + (M-1)e^0) = 1/M", 1 / (1 + (_M - 1)), 1 / _M)
RATE_MISSING = (
    "dw_n = η_Y(e_n - α_n)ᵀ by Eqn 8, and Eqn {} steps by η_Y times this: the learning rate is missing, as in Eqn 24. Read as "
    "the gradient without its rate it is right."
)


AFTER_ONE, AFTER_SOME = "M ≥ 2, η_Y > 0, s = 1", "M ≥ 2, η_Y > 0, s ≥ 1"
after_one = if_right(eta_Y * (1 - 1 / M), -eta_Y / M)
with L5.where(FIRST):
    L5["Eqn 34"] = ForAll(j, classes, (w[n, j](0) == 0) & (alpha[n, j](1) == 1 / M))
    L5["Eqn 35"] = for_every_token(wdot[n, j](1) == if_right(1 - 1 / M, -1 / M))
L5["Eqn 34"].feasible(AFTER_ONE).uses().proved(proved("Y(0) = 0, and the softmax of equal entries is uniform.", UNIFORM_START))
L5["Eqn 35"].feasible(AFTER_ONE).refuted("M=2 eta=1/2 s=1").note(RATE_MISSING.format(36))
repaired = L5["Eqn 35"].repair(claim=for_every_token(wdot[n, j](1) == after_one), why="the factor η_Y")
repaired.feasible(AFTER_ONE).proved(proved("η_Y(e_n - α_n(1)) by Eqn 8, with α of Eqn 34.", UNIFORM_START, GRADIENT))
with L5.where(FIRST):
    L5["Eqn 36"] = for_every_token(w[n, j](1) == after_one)
L5["Eqn 36"].feasible(AFTER_ONE).proved(proved("One step of M η_Y from w_n(0) = 0.", UNIFORM_START, GRADIENT))
right, wrong = exp((M - 1) * h_before), exp(-h_before)
mass = right + (M - 1) * wrong
step = eta_Y / (grown + (M - 1)) + h_before
with L5.where(LATER):
    L5["Eqn 37"] = for_every_token(alpha[n, j](s) == if_right(right / mass, wrong / mass))
    L5["Eqn 38"] = for_every_token(wdot[n, j](s) == if_right((M - 1) / (grown + (M - 1)), -1 / (grown + (M - 1))))
L5["Eqn 37"].feasible(AFTER_SOME).proved(
    proved(BY_INDUCTION + " These are the softmax entries of (M-1)h*ζ_n.", GAP_OF_ROW, RESIDUAL, INDUCTION)
)
L5["Eqn 38"].feasible(AFTER_SOME).refuted("M=2 eta=1/2 s=1").note(RATE_MISSING.format(39))
moved = if_right(eta_Y * (M - 1) / (grown + (M - 1)), -eta_Y / (grown + (M - 1)))
repaired = L5["Eqn 38"].repair(claim=for_every_token(wdot[n, j](s) == moved), why="the factor η_Y")
repaired.feasible(AFTER_SOME).proved(INDUCTIVELY)
with L5.where(LATER):
    taken, reached = if_right((M - 1) * step, -step), if_right((M - 1) * h_star(s), -h_star(s))
    L5["Eqn 39"] = for_every_token(chain(w[n, j](s), "==", taken, "==", reached))
L5["Eqn 39"].feasible(AFTER_SOME).proved(INDUCTIVELY)

STATEMENTS = (D1, L3, L5)
