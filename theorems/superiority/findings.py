"""What is wrong with *Superiority of Softmax*, root cause by root cause."""

from theorems.judging.findings import HYPOTHESIS, MISPRINT, THEOREM, RootCause

ANNOUNCED = ("Theorem 1.1", "Theorem 1.2")
MAIN = ("Theorem 6.2",)

SYMBOLS = {
    "j0": "row of the attention matrix",
    "j1": "its column",
    "i0": "entry of the row c(A, x)_{j0}",
    "j2": "the special row of A1",
    "j3": "the special index of the data",
    "w": "size of the family, k = 1, 2, ...",
    "z": "the values of (Ax)_i / log n, each as value:how often",
    "A": "the matrix, row by row",
    "x": "the vector",
    "A1": "first matrix",
    "A2": "second matrix",
}

FINDINGS = [
    RootCause(
        "theorem-6-2-contradicts-itself",
        "Theorem 6.2 (gone in v2) concludes F_exp > 0 and F_exp = 0 for the same data of D1 with probability 1 - δ/poly(n); "
        "the second was meant for F_lin.",
        breaks=THEOREM,
        root="Theorem 6.2/D1",
    ),
    RootCause(
        "d1-printed-for-d0",
        "Theorems D.9, F.9 and Lemmas D.6, F.6, F.14 say D1 in sections about D0; so read, D.9 and F.9 contradict "
        "Theorems D.5 and F.5.",
        breaks=MISPRINT,
        root="Theorem D.9",
        falls=("Theorem F.9", "Lemma D.6", "Lemma F.6", "Lemma F.14"),
        symbols={"a0": "the coefficient of D0, in the hypothesis on the size of d"},
    ),
    RootCause(
        "a1-unbounded",
        "Theorem D.13, Lemmas D.12, E.3 do not state the a1 = O(1) of D.12's proof and Theorem F.13: for a1 = n F_lin fires on "
        "D1. Lemma D.4 Part 2 needs a1 ≤ 1 - ε, E.3 Part 1 the a1 ≥ 1 of E.1.",
        breaks=HYPOTHESIS,
        root="Theorem D.13",
        falls=("Lemma D.12", "Lemma D.4", "Lemma E.3"),
    ),
    RootCause(
        "b-and-c",
        "Lemma E.1 and Theorem E.4 have b² + c² = 1 for data of Definition D.1, which has b + c = 1 and b, c ≥ 0.1: no b, c "
        "meet both, and the first has to replace the second.",
        breaks=HYPOTHESIS,
        where="Lemma E.1",
        root="Theorem E.4",
        falls=("Lemma E.1", "Section 7.2", "Section F.6/range of a0", "Section F.6/range of a1"),
    ),
    RootCause(
        "qkt-of-the-other-section",
        "Lemma D.14 prints QKᵀ = I_d in the section of QKᵀ = 1_{d×d}, and Lemma E.2 prints 1_{d×d} in the section of I_d.",
        breaks=MISPRINT,
        where="Lemma D.14",
        root="Lemma D.14/1a",
        falls=("Lemma D.14", "Lemma E.2"),
    ),
    RootCause(
        "column-j3-forgotten",
        "In rows j0 ≠ j3 the entry at j1 = j3 exceeds 1/n: Part 4b of Lemmas D.2, D.6, D.10 repeats j0 ≠ j3 where j1 ≠ j3 is "
        "meant, and Lemma D.3 Part 5 does not except j3's block column.",
        breaks=MISPRINT,
        root="Lemma D.2/4b",
        falls=("Lemma D.6/4b", "Lemma D.10/4b", "Lemma D.3/5"),
    ),
    RootCause(
        "equal-for-at-least",
        "Lemmas F.4, F.8, F.12, F.16 print Pr[...] = 1/10 (F.4) or = 1 - δ/poly(n) of random signs, where every probability "
        "is a multiple of 2^-d; ≥ is meant, as in F.4's proof.",
        breaks=MISPRINT,
        root="Lemma F.4/1",
        falls=("Lemma F.4", "Lemma F.8", "Lemma F.12", "Lemma F.16"),
    ),
    RootCause(
        "special-row-of-appendix-f",
        "Row j2, the only one whose first entry in A1 is not 0, is the only row that is not uniform; Lemmas F.7, F.11, F.14 "
        "except row j3 instead, and Part 4 of F.2, F.6 prints j0 = j2 for j0 ≠ j2.",
        breaks=MISPRINT,
        where="Lemma F.2/4a",
        root="Lemma F.7/4",
        falls=("Lemma F.7/5", "Lemma F.11", "Lemma F.2", "Lemma F.4/2, in its proof", "Lemma F.6/4a", "Lemma F.14/5"),
    ),
    RootCause(
        "block-columns-of-appendix-f",
        'The block I_{d-1} needs d - 1 columns, but Definition F.1 prints "the second column to d-1 columns", which are '
        "d - 2, and Lemma F.15 has n = t(d-2) for n = (d-1)t.",
        breaks=MISPRINT,
        root="Definition F.1",
        falls=("Lemma F.15",),
    ),
    RootCause(
        "threshold-of-the-toy-model",
        "Lemmas 5.1 to 5.4 say nothing of τ or of the size of n: at n = 2, τ = 1/4 a column fires with probability 1/4 and "
        "more, and for τ ≥ 1 F_exp is always 0.",
        breaks=HYPOTHESIS,
        root="Lemma 5.1",
        falls=("Lemma 5.2", "Lemma 5.3", "Lemma 5.4"),
    ),
    RootCause(
        "normaliser-zero",
        "To the letter: f_lin is defined for all A and x and divides by a sum of logits that may be 0.",
        breaks=HYPOTHESIS,
        root="Definition 3.2",
        falls=("Definition C.1/normaliser",),
    ),
    RootCause(
        "shapes",
        "Shapes that do not fit: D(X) is not d×d (Equation 1), y has d rows (Definition C.6), C.5 Part 2 lacks a transpose, "
        "vec(QKᵀ) has d² entries (Section 7.2.2), 200 rows are not blocks of 11 (Section F.6).",
        breaks=MISPRINT,
        root="Definition C.6",
        falls=("Equation 1", "Claim C.5/2", "Section 7.2.2", "Section F.6"),
    ),
    RootCause(
        "f-exp-named-twice",
        "Definition 3.6 defines F_exp again, for F_lin; proofs have m ≤ δ/poly(n), true of no m (Section 5), lose a factor t "
        "(F.7), and keep <c,σ> near c √(log n) for c σ_d √(log n) (D.8, D.12, D.16).",
        breaks=MISPRINT,
        root="Definition 3.6",
        falls=(
            "Lemma 5.1/m",
            "Lemma F.7/2, in its proof",
            "Lemma D.8/2, in its proof",
            "Lemma D.12/1, in its proof",
            "Lemma D.12/2, in its proof",
            "Lemma D.16/1, in its proof",
            "Lemma D.16/2, in its proof",
        ),
    ),
    RootCause(
        "tensor-notation",
        "The entry of A ⊗ B is given with a letter i that nothing binds (1 is meant), and vec, which is not defined, has to "
        "list rows, not stack columns as usual, for Fact A.1.",
        breaks=MISPRINT,
        root="Appendix A/kron",
        falls=("Appendix A/vec",),
    ),
]
