"""Deng, Song, Zhou: Superiority of Softmax (arXiv 2310.11685v1), section by section."""

from theorems.paper import Paper

PAPER = Paper(
    "superiority",
    "Superiority of Softmax: Unveiling the Performance Edge Over Linear Attention (arXiv 2310.11685v1)",
    package=__name__,
    modules={
        "toy_definitions": (
            "Definition 3.2, Definition 3.3, Definition 3.4, Definition 3.5, Definition 3.6, Definition 3.7, Definition 3.8"
        ),
        "toy_properties": "Lemma 4.1, Lemma 4.2",
        "toy_classification": "Lemma 5.1, Lemma 5.2, Lemma 5.3, Lemma 5.4",
        "attention_definitions": "Equation 1, Definition 6.1, Definition C.1, Definition C.2, Definition C.4, Definition C.6",
        "tensor_trick": "Appendix A, Fact A.1, Claim C.3, Claim C.5",
        "self_attention_dataset": "Lemma 3.1, Definition D.1",
        "softmax_on_d1": "Lemma D.2, Lemma D.3",
        "softmax_with_signs": "Lemma D.4, Theorem D.5, Lemma D.8, Theorem D.9",
        "softmax_on_d0": "Lemma D.6, Lemma D.7",
        "linear_attention": "Lemma D.10, Lemma D.11, Lemma D.14, Lemma D.15",
        "linear_with_signs": "Lemma D.12, Theorem D.13, Lemma D.16, Theorem D.17",
        "identity_softmax_on_d1": "Lemma E.1, Lemma E.2",
        "identity_with_signs": (
            "Section E in every row, Lemma E.2 where b + c = 1, Lemma E.3, Theorem E.4, Section E in row j3, Section E"
        ),
        "cross_entries": (
            "Definition F.1, Lemma F.2, Lemma F.3, Lemma F.6, Lemma F.7, Lemma F.10, Lemma F.11, Lemma F.14, Lemma F.15"
        ),
        "cross_softmax_with_signs": "Lemma F.4, Theorem F.5, Lemma F.8, Theorem F.9",
        "cross_linear_with_signs": "Lemma F.12, Theorem F.13, Lemma F.16, Theorem F.17",
        "main_theorems": "Theorem 1.1, Theorem 1.2, Theorem 6.2",
        "experiment_settings": "Section 7.2, Section 7.2.2, Section F.6",
    },
    numbered=True,
)
