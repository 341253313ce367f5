"""What is wrong with *How Sparse Attention Approximates Exact Attention?*, root cause by root cause."""

from theorems.judging.findings import CONSTANT, HYPOTHESIS, THEOREM, RootCause

ANNOUNCED = ("Title claim", "Abstract")
MAIN = ("Theorem 4.3", "Theorem 5.1", "Theorem 6.1", "Theorem 6.2")

SYMBOLS = {
    "row": "the scores of one row, S_ij = c_j R log(nd/δ) with d = 2, as (c_j)x(how many keys)",
    "n": "length",
    "k": "size of the window",
    "d": "width",
    "X": "the input",
    "X_j": "row j of the input",
    "W": "the weights, S = X W Xᵀ",
    "w": "the weight W where d = 1",
    "V": "the values",
    "R": "B² ‖W‖_F",
    "M": "the bound on |S_ij|",
    "lengths": "the lengths of the inputs of a dataset",
    "z": "the coefficients of the signs",
    "p": "probability of the entry -b; the entry is b otherwise",
    "X_11": "entries of X made of fair signs",
    "X_12": "the same",
    "X_21": "the same",
}


def these(names: str) -> tuple[str, ...]:
    """Parts and statements that fall with a finding, listed in one line."""
    return tuple(names.split("; "))


FINDINGS = [
    RootCause(
        "scale-of-the-scores",
        "Entries up to B√log(nd/δ) admit scores of R log(nd/δ) and more: M = C R √log(n/δ) does not bound them, and what "
        "rests on it falls (both formulas are reconstructed).",
        breaks=THEOREM,
        root="Lemma 4.2/1",
        falls=(
            *these("Lemma 4.2; Lemma D.3; Lemma E.4; Lemma E.3; Equation 2; Equation 3; Equation 6"),
            *these("Theorem 4.3/(c); Theorem D.1/(c)"),
            *(f"Theorem {t}/1({x}){row}" for t in ("5.1", "D.2") for row in ("", ", one row") for x in "bc"),
            *these("Theorem 6.1/(a); Theorem 6.1/(e); Theorem 6.2; Theorem 6.2/(b)"),
            *these("Theorem E.1/1; Theorem E.1/2; Theorem E.1/2(b); Theorem E.2; Abstract/log n; Centred entries"),
        ),
    ),
    RootCause(
        "fewer-than-1-over-eps",
        "Fewer than 1/ε entries of a softmax row exceed ε, and its (k+1)-st is at most 1/(k+1): the reconstructed bounds "
        "e^M/ε and e^M/k say no more, and n - e^M/ε never reaches n - 1 for ε < 1.",
        breaks=THEOREM,
        root="Theorem 4.3/(a)",
        falls=(
            *these("Theorem 4.3; Theorem D.1; Equation 1; Lemma E.3/1(b); Lemma E.3/1(b), on G_M"),
            *(f"Theorem {t}/2{b}{event}" for t in ("5.1", "D.2") for b in ("", "(b)") for event in ("", ", on G_M")),
        ),
    ),
    RootCause(
        "collapse-to-0",
        "For W = 0 every entry is 1/n and none stays above ε: their number tends to 0, as in Figure 1, not to 1 or another "
        "positive constant.",
        breaks=THEOREM,
        root="Theorem 5.1/1",
        falls=these(
            "Theorem 5.1/1, one row; Theorem 5.1/1, on G_M; "
            "Theorem D.2/1; Theorem D.2/1, one row; Theorem D.2/1, on G_M; Abstract/collapse"
        ),
    ),
    RootCause(
        "norm-not-said",
        "Definition 3.5 leaves the norm open; 6.2's sketch and E.2's proof take Frobenius. In it 6.1 fails: for W = 0 the "
        "error is √(n/k - 1), while entrywise it is 1/k - 1/n (k ≤ n/2).",
        breaks=THEOREM,
        where="Definition 3.5",
        root="Theorem 6.1/(b)",
        falls=(
            *(f"Theorem 6.1/({norm}){event}" for norm in "cd" for event in ("", ", on G_M")),
            *these("Theorem 6.1/(b), on G_M; Theorem 6.2/(c), one row, on G_M; Theorem 6.2/(c), all rows, on G_M"),
            *these("Title claim/(b); Title claim/(b), on G_M; Equation 6/(b), on G_M; Figure 2"),
        ),
    ),
    RootCause(
        "output-error",
        'The introduction\'s "recover attention outputs" does not follow: for d = 1, W > 0, X = ±1 in equal numbers, V = X, '
        "k ≤ n/2 every row of the output is off by 1 - tanh W, whatever n is.",
        breaks=THEOREM,
        root="Theorem 6.1/(f)(a), on G_M",
        falls=tuple(f"Theorem 6.1/(f)({norm}), on G_M" for norm in "bcde"),
    ),
    RootCause(
        "monotone",
        "To the letter: windows ⌈n^C⌉, ⌈log n⌉ stay level at some n and grow at others; for W = 0 the entrywise error "
        "1/k - 1/n (k ≤ n/2) rises at the first, the Frobenius one √(n/k - 1) falls at the second.",
        breaks=HYPOTHESIS,
        root="Definition 3.5",
        falls=these("Title claim/(a); Title claim/(a), on G_M; Theorem 6.1/(a)(D2); Theorem 6.1/(a)(D3); Theorem 6.2/monotone"),
    ),
    RootCause(
        "adaptive-windows",
        "An adaptive window is not always better than a fixed one of the same cost: for W = 0 and k0 at most half of every "
        "length no α n^C has a lower error.",
        breaks=THEOREM,
        root="Proposition 7.2/(b)",
        falls=("Proposition 7.2", "Abstract/adaptive", "Table 1", "Table 2"),
    ),
    RootCause(
        "constant-window",
        "No constant window is enough where scores may grow with R = O(1): one score M = O(√log n) among -M outgrows it, and "
        "the entrywise error tends to 1. For bounded scores e^{2M}/ε entries are enough.",
        breaks=HYPOTHESIS,
        root="Takeaway 2",
    ),
    RootCause(
        "growth-of-r",
        "Two reconstructed hypotheses are too weak: R = O(√log n) in E.1 Part 2(b), none on R in E.2 (one score M, the others "
        "-M). And Ω(n^c) needs a constant in E.1.",
        breaks=HYPOTHESIS,
        root="Theorem E.2/(a)(a), on G_M",
        falls=("Theorem E.2/(b)(a), on G_M", "Theorem E.1/2(b), on G_M", "Theorem E.1/1, Omega, on G_M"),
    ),
    RootCause(
        "hoeffding-for-products",
        "Lemma D.4, as reconstructed, applies Hoeffding's inequality to the products X_ik W_kl X_jl, which are not "
        "independent, and at a scale below the entries' own.",
        breaks=HYPOTHESIS,
        root="Lemma D.4/(b)(i)",
        falls=("Lemma D.4",),
    ),
    RootCause(
        "terms-dropped",
        "Remark D.5 drops terms of Lemma D.4 as constants that Fact B.1 cancels; the reconstructed one, E S_ij, depends on j "
        "and does not cancel.",
        breaks=CONSTANT,
        root="Remark D.5",
    ),
    RootCause(
        "two-by-two",
        "To the letter: Definition C.1 has entries independent two by two; Hoeffding's inequality, which Lemma D.4 cites, "
        "needs full independence.",
        breaks=HYPOTHESIS,
        root="Definition C.1/1(b)",
    ),
    RootCause(
        "ties",
        "To the letter: where two equal entries stand at the edge of the window, no ε separates the top k from the rest, and "
        "several sets qualify as T_k.",
        breaks=HYPOTHESIS,
        root="Definition 3.3/(b)",
        symbols={"row": "the scores of one row, as (score)x(how many keys)"},
        falls=("Definition C.5",),
    ),
    RootCause(
        "textbook-tails",
        "In the usual wording, by which they are reconstructed, two-sided tails lack the factor 2 (Lemmas B.7, B.10), and "
        "exp(-δ²μ/3) of Lemma B.4 is false for large δ.",
        breaks=CONSTANT,
        root="Lemma B.7/(a)",
        falls=("Lemma B.4", "Lemma B.10"),
    ),
]
