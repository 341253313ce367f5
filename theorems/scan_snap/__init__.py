"""Scan and Snap: training dynamics and token composition in a one-layer transformer (arXiv 2305.16380 v4)."""

from theorems.paper import Paper

PAPER = Paper(
    "scan_snap",
    "Scan and Snap: Understanding Training Dynamics and Token Composition in 1-layer Transformer (arXiv 2305.16380)",
    package=__name__,
    modules={
        "gradients": "Lemma 1",
        "setting": "Assumption 1",
        "long_contexts": "Lemma 2",
        "token_frequencies": "Lemma 18",
        "reparameterisation": "Notation D.1, Lemma 3",
        "one_class": "Lemma 5",
        "equal_overlaps": "Remark 1",
        "logit_growth": "Lemma 6, Lemma 7, Remark 2",
        "crossings": "Lemma 8, Remark 3",
        "two_stages": "Lemma 9",
        "slope_of_g": "Lemma 10, Remark 4, Lemma 11",
        "critical_rate": "Lemma 12, Theorem 5, Corollary 1",
        "critical_point": "Section 4",
        "weak_correlations": "Assumption 2",
        "eigenvalues": "Lemma 13, Lemma 14, Lemma 15, Lemma 16, Lemma 17",
        "backpropagated_gradient": "Theorem 1",
        "attention_dynamics": "Lemma 4, Theorem 2",
        "symmetric_motion": "Corollary 2",
        "distinct_tokens": "Theorem 3",
        "common_token": "Section 6",
        "residual_connections": "Section 7",
        "one_hot": "Introduction",
        "phase_transition": "Theorem 4",
        "figures": "Figure 3, Figure 8, Figure 9",
    },
)
