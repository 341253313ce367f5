"""Deng, Song, Xiong, Yang: How Sparse Attention Approximates Exact Attention? (arXiv 2404.02690v2), by section."""

from theorems.paper import Paper

PAPER = Paper(
    "sparse",
    "How Sparse Attention Approximates Exact Attention? Your Attention is Naturally n^C-Sparse (arXiv 2404.02690v2)",
    package=__name__,
    modules={
        "abstract": "Title claim, Abstract, Takeaway 2",
        "definitions": (
            "Definition 3.1, Definition C.2, Definition 3.2, Definition C.3, Definition C.4, Definition 3.3, Definition C.5, "
            "Definition 3.4, Definition C.6, Definition C.7, Definition C.1, Definition 4.1, Definition C.8, Definition C.9"
        ),
        "score_bounds": "Lemma 4.2, Lemma D.3, Equation 2, Equation 3, Lemma E.4",
        "sparsity": "Theorem 4.3, Theorem D.1, Equation 1, Discussion of Section 6.2",
        "collapse": "Theorem 5.1, Theorem D.2, Remark of Section 5",
        "stability": "Definition 3.5, Theorem 6.1",
        "lower_bounds": "Theorem E.2, Theorem 6.2",
        "window_costs": "Claim 7.1",
        "adaptive_windows": "Proposition 7.2",
        "facts": "Fact B.1, Fact B.2, Fact B.3",
        "tail_bounds": "Lemma B.4, Lemma B.5, Lemma B.6",
        "sums_with_signs": "Lemma B.7",
        "quadratic_forms": "Lemma B.8",
        "chaos_bounds": "Lemma B.9, Lemma B.10",
        "concentration": "Lemma D.4, Remark D.5, Equation 5",
        "four_steps": "Lemma E.3",
        "equation_6": "Equation 6",
        "approximation": "Theorem E.1",
        "norm_table": "Norm table",
        "centred_inputs": "Centred entries",
        "wider_windows": "Companion",
        "constants": "Constants",
        "thresholds": "Thresholds",
        "freezing": "Freezing scale",
        "figures": "Figure 1, Figure 2, Table 1",
        "longbench": "Table 2",
    },
    numbered=True,
)
