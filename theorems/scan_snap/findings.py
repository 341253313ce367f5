"""What is wrong with *Scan and Snap*, root cause by root cause."""

from theorems.judging.findings import CONSTANT, HYPOTHESIS, MISPRINT, THEOREM, RootCause

ANNOUNCED = ("Introduction",)
MAIN = ("Theorem 1", "Theorem 2", "Theorem 3", "Theorem 4")

SYMBOLS = {
    "E": "the overlap f_1·f_2, the entries of E off its diagonal",
    "theta": "θ_1, θ_2",
    "s": "number of steps",
    "z": "the attention logit z_ml",
    "f_nl₀²(0)": "what the dominant token has of the squared attention of n at the start",
    "r₀": "r_{l₀/l|n}(0), its relative gain over another distinct token at the start",
}

FINDINGS = [
    RootCause(
        "gain-starts-at-0",
        "B_n(0) = 0, so the integral is ¼ log(1 + 4Γ/C₀); the printed ¼ log(C₀ + 4Γ) is off by ¼ log C₀ at every t, "
        "in Eqn 14, too.",
        breaks=CONSTANT,
        where="Theorem 4/Eqn 124",
        root="Theorem 4/Eqn 124",
        falls=(
            "Theorem 4/Eqn 129",
            "Theorem 4/Eqn 130",
            "Theorem 4/Eqn 131",
            "Theorem 4/Eqn 14 scanning",
            "Theorem 4/Eqn 14 snapping",
            "Theorem 4/B(t0)",
            "Theorem 4/B(t0') scanning",
            "Theorem 4/B(t0) snapping",
            "Theorem 4/scanning B",
            "Theorem 4/scanning chi bound",
        ),
    ),
    RootCause(
        "one-hot-in-the-end",
        "To the letter: by Theorem 3 every ratio goes to ∞ as soon as B_n → ∞, however slowly, and by Theorem 4 it does: "
        "attention does collapse to one-hot, only very late.",
        breaks=THEOREM,
        where="Introduction/one-hot",
        root="Introduction/one-hot",
        falls=("Section 6/slow growth",),
    ),
    RootCause(
        "which-t-is-large",
        "No constant of B_n = O(log log t) serves every M: at t0 it grows as M does. Nor does t ≫ exp(1/√(2ν))/(Mη_Y), where "
        "ν stands upside down, give Eqn 132.",
        breaks=THEOREM,
        where="Theorem 4/snapping B",
        root="Theorem 4/snapping B uniform",
        falls=("Theorem 4/Eqn 132 uniform", "Theorem 4/Eqn 133 uniform", "Theorem 4/conclusion b uniform"),
    ),
    RootCause(
        "log-of-gamma",
        "γ(t) of Theorem 1 (b) needs log(Mη_Y t/K), as in Lemma 9: with log(η_Y t/K) no constant serves every M.",
        breaks=CONSTANT,
        where="Theorem 1/b2",
        root="Theorem 1/b2",
        falls=("Theorem 4/snapping gamma",),
    ),
    RootCause(
        "coefficients-of-theorem-1",
        "Signs and a denominator: E' is I - (I+E)⁻¹, Eqn 88 has +(1+θ) for -(1+θ), and 1 - |λ₁| in Eqn 93 makes its bound "
        "too large.",
        breaks=MISPRINT,
        where="Theorem 1/Eqn 88",
        root="Theorem 1/Eqn 88",
        falls=("Theorem 1/Eqn 93 first", "Notation D.1/E'"),
    ),
    RootCause(
        "original-dynamics",
        "Theorem 1 does not carry over to the original dynamics (7): with K = 2 equal overlaps ρ, β₁₂/ι₁ starts near 1/M, "
        "at any learning rate.",
        breaks=THEOREM,
        where="Theorem 1/original dynamics",
        root="Theorem 1/original dynamics",
        symbols={"t": "number of steps"},
    ),
    RootCause(
        "common-tokens-fade",
        "While a common token fades, distinct tokens share what it loses: rarer ones can rise, the ranking by P(l|n) "
        "breaks, and Assumption 2 is lost.",
        breaks=THEOREM,
        where="Theorem 4/scanning drop",
        root="Theorem 4/scanning drop",
        symbols={
            "own": "c̃_l(0) of the distinct tokens of each class, the first being the dominant one",
            "common": "c̃_l(0) of the token that all classes share",
            "copies": "classes at one query",
            "share": "how far the flow has come: 0 at the start, 1 in the end",
            "l": "a token",
            "other": "l', the token that is compared, counted from 0",
            "M": "vocabulary size",
            "K": "number of classes",
        },
        falls=(
            "Theorem 3/Assumption 2 kept",
            "Theorem 3/Assumption 2 kept, several common tokens",
            "Section 6/ranking",
            "Section 6/estimate",
        ),
    ),
    RootCause(
        "factors-of-k",
        "The sum behind Eqn 13 has K(K-1) terms, not K; and a sample shows one class of K, so Eqn 10 lacks 1/K. The repairs "
        "pull apart: together they leave Eqn 13 the factor (K-1)/K.",
        breaks=CONSTANT,
        where="Section 6/Eqn 13 z",
        root="Section 6/Eqn 13 z",
        falls=("Section 6/B of Eqn 13", "Lemma 4/Eqn 10 rate"),
    ),
    RootCause(
        "residual-connection",
        "With residuals two classes of one query overlap by ½ or more: Assumption 2 (|λ₁| < 1/K) fails, β is not near "
        "f·f' + 1, and classes of other queries count, too.",
        breaks=HYPOTHESIS,
        where="Section 7/residual beta",
        root="Section 7/residual beta",
        falls=("Section 7",),
    ),
    RootCause(
        "remark-1-needs-k-m",
        "With equal overlaps the ζ_n do not add up to 0 unless K = M, and the factor 1-ρ belongs to the rate inside h*, not in "
        "front of h*.",
        breaks=HYPOTHESIS,
        where="Remark 1/sum zeta",
        root="Remark 1/sum zeta",
        falls=("Remark 1",),
    ),
    RootCause(
        "flow-lags-behind-recursion",
        "The continuous h falls behind the recursion h* by a time that grows without bound: no shift c = O(log M) makes up "
        "for it; and the late form of h starts later.",
        breaks=CONSTANT,
        where="Remark 2/c",
        root="Remark 2/c",
        falls=("Remark 2",),
    ),
    RootCause(
        "concentration",
        "Constants and ranges of the counts: Eqn 58 is false at N = 1, Lemma 11 bounds N nowhere and loses factors 3 and 2, "
        "Lemma 18 lacks a union bound.",
        breaks=CONSTANT,
        where="Lemma 10/Eqn 58 second",
        root="Lemma 10/Eqn 58 second",
        falls=(
            "Lemma 10",
            "Lemma 11/sigma' small",
            "Lemma 11/below, same constant",
            "Lemma 11/late sigma",
            "Lemma 18/Eqn 136 all tokens",
        ),
    ),
    RootCause(
        "small-cases",
        "To the letter: Lemma 9 is false at t = 0, Lemma 7 needs ε > ln 2/M, c′ of Lemma 8 depends on M, h stands at t/K "
        "and ⌈t/K⌉, one class misses Assumption 2, Corollary 2's induction wants equal counts.",
        breaks=HYPOTHESIS,
        where="Lemma 9/1a",
        root="Lemma 9/1a",
        falls=(
            "Lemma 7/b s0 first",
            "Lemma 8/c' universal",
            "Assumption 2/one class",
            "Theorem 4/gamma",
            "Remark 1/rho",
            "Corollary 2/beta",
            "Corollary 2/Eqn 101",
            "Corollary 2/induction",
        ),
    ),
    RootCause(
        "misprints",
        "η_Y is missing in Eqns 24, 35, 38; α_m for α (Lemma 1); a sign (Eqn 64), a square (Eqn 102), a factor 2 "
        "(Eqn 112), a turned > (Remark 3).",
        breaks=MISPRINT,
        where="Lemma 3/Eqn 24 rate",
        root="Lemma 3/Eqn 24 rate",
        symbols={
            "f": "the one direction f_n",
            "Y": "the decoder",
            "dY": "its movement before the rate",
            "n": "the class, counted from 0",
            "j": "row of dW′",
            "l": "its column",
        },
        falls=(
            "Lemma 5/Eqn 35",
            "Lemma 5/Eqn 38",
            "Lemma 1/alpha",
            "Lemma 11/Eqn 64 derivative",
            "Corollary 2/Eqn 102",
            "Theorem 3/Eqn 112",
            "Remark 3/eta_Y",
        ),
    ),
]
