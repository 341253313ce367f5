"""All statements of all papers, and how to find one by its address."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Sequence
from functools import cache

from theorems.statement import Part, Statement, statement_slug

PAPERS: dict[str, dict[str, str]] = {
    "superiority": {
        "toy_model": (
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
        "identity_with_signs": "Lemma E.3, Theorem E.4, Section E",
        "cross_attention_dataset": "Definition F.1",
        "cross_softmax_on_d1": "Lemma F.2, Lemma F.3",
        "cross_softmax_on_d0": "Lemma F.6, Lemma F.7",
        "cross_linear_on_d1": "Lemma F.10, Lemma F.11",
        "cross_linear_on_d0": "Lemma F.14, Lemma F.15",
        "cross_softmax_with_signs": "Lemma F.4, Theorem F.5, Lemma F.8, Theorem F.9",
        "cross_linear_with_signs": "Lemma F.12, Theorem F.13, Lemma F.16, Theorem F.17",
        "main_theorems": "Theorem 1.1, Theorem 1.2, Theorem 6.2",
    },
    "sparse": {
        "abstract": "Title claim, Abstract",
        "definitions": (
            "Definition 3.1, Definition C.2, Definition 3.2, Definition C.3, Definition C.4, Definition 3.3, "
            "Definition C.5, Definition 3.4, Definition C.6, Definition C.7, Definition C.1, Definition 4.1, "
            "Definition C.8, Definition C.9"
        ),
        "score_bounds": "Lemma 4.2, Lemma D.3, Equation 2, Equation 3, Lemma E.4",
        "sparsity": "Theorem 4.3, Theorem D.1, Equation 1",
        "collapse": "Theorem 5.1, Theorem D.2, Remark of Section 5",
        "stability": "Definition 3.5, Theorem 6.1",
        "lower_bounds": "Theorem E.2, Theorem 6.2",
        "adaptive_windows": "Claim 7.1, Proposition 7.2",
        "facts": "Fact B.1, Fact B.2, Fact B.3",
        "tail_bounds": "Lemma B.4, Lemma B.5, Lemma B.6, Lemma B.7",
        "chaos_bounds": "Lemma B.8, Lemma B.9, Lemma B.10",
        "concentration": "Lemma D.4, Remark D.5",
        "four_steps": "Lemma E.3, Equation 6",
        "approximation": "Theorem E.1",
        "norm_table": "Norm table",
        "centred_inputs": "Centred entries",
        "companions": "Companion",
        "constants": "Constants",
        "thresholds": "Thresholds",
        "figures": "Figure 1, Figure 2, Table 1",
    },
    "scan_snap": {
        "differentials": "Lemma 1",
        "setting": "Assumption 1",
        "long_contexts": "Lemma 2, Lemma 18",
        "reparameterisation": "Notation D.1, Lemma 3, Lemma 5",
        "equal_overlaps": "Remark 1",
        "logit_growth": "Lemma 6, Lemma 7, Remark 2",
        "crossings": "Lemma 8, Remark 3",
        "two_stages": "Lemma 9",
        "concentration": "Lemma 10, Remark 4, Lemma 11",
        "uniform_sampling": "Lemma 12, Theorem 5, Corollary 1",
        "eigenvalues": "Section 4, Assumption 2, Lemma 13, Lemma 14, Lemma 15, Lemma 16, Lemma 17",
        "backpropagated_gradient": "Theorem 1",
        "attention_dynamics": "Lemma 4, Theorem 2, Corollary 2",
        "distinct_tokens": "Theorem 3",
        "fates": "Section 6, Section 7, Introduction",
        "phase_transition": "Theorem 4",
    },
}
"""The modules of each paper's package in the order of the paper, each with its statements, which it lists in ``STATEMENTS``."""


NUMBERED_THROUGHOUT = ("superiority", "sparse")
"""Papers whose statements share one numbering, so that the number gives the printed order."""


class UnknownStatementError(LookupError):
    """No such statement; the message names the nearest ones."""


@cache
def statements(paper: str | None = None) -> tuple[Statement, ...]:
    """Every statement (of one paper), in printed order. Raises UnknownStatementError for an unknown paper."""
    if paper is not None and paper not in PAPERS:
        raise UnknownStatementError(f"no paper {paper!r}; there are {', '.join(PAPERS)}")
    found: list[Statement] = []
    for key in PAPERS if paper is None else (paper,):
        listed = [statement for module in PAPERS[key] for statement in _of_module(key, module)]
        found += sorted(listed, key=_number) if key in NUMBERED_THROUGHOUT else listed
    return tuple(found)


def _of_module(paper: str, module: str) -> Sequence[Statement]:
    """A module's statements, in its own order."""
    found: Sequence[Statement] = importlib.import_module(f"theorems.{paper}.{module}").STATEMENTS
    return found


def _number(statement: Statement) -> list[tuple[int, int, str]]:
    """``Lemma D.10`` after ``Theorem D.9``, sections 1 to 8 before the appendices."""
    words = re.split(r"[.\s]", statement.name.partition(" ")[2])
    return [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in words]


def parts(paper: str | None = None) -> tuple[Part, ...]:
    return tuple(part for statement in statements(paper) for part in statement.parts)


def find(address: str, paper: str | None = None) -> tuple[Part, ...]:
    """The parts at ``superiority/Lemma D.3`` or ``superiority/Lemma D.3/4`` (the paper may be left out if unique).

    Raises UnknownStatementError with the nearest addresses when there is none.
    """
    papers = tuple(PAPERS) if paper is None else (paper,)
    wanted = _at(address, _parts_where_listed(address, papers)) or _at(address, parts(paper))
    if wanted:
        return wanted
    raise UnknownStatementError(f"no statement {address!r}; the nearest are: {'; '.join(_nearest(address, parts(paper)))}")


def _parts_where_listed(address: str, papers: Sequence[str]) -> list[Part]:
    """The parts of the modules that list a statement of this address: it needs no other paper or section."""
    return [
        part
        for paper in papers
        for module, names in PAPERS.get(paper, {}).items()
        if any(_speaks_of(address, paper, name) for name in names.split(", "))
        for statement in _of_module(paper, module)
        for part in statement.parts
    ]


def _speaks_of(address: str, paper: str, name: str) -> bool:
    """Can the address be that of the statement, of one of its parts, or a slug of these?"""
    alone = (name, name.partition(" ")[2])
    return (
        address in alone
        or f"{address}/".startswith(f"{paper}/{name}/")
        or address.startswith(f"{paper}-{statement_slug(name)}-")
    )


def _at(address: str, every: Sequence[Part]) -> tuple[Part, ...]:
    """The parts at an address. Raises UnknownStatementError where it is in several papers."""
    wanted = tuple(p for p in every if address in (p.address, f"{p.paper}/{p.statement}", p.slug))
    if wanted or not address or "/" in address:
        return wanted
    wanted = tuple(p for p in every if address in (p.statement, p.statement.partition(" ")[2]))
    papers = sorted({p.paper for p in wanted})
    if len(papers) > 1:
        raise UnknownStatementError(f"{address!r} is in several papers: {', '.join(papers)}")
    return wanted


def _nearest(address: str, every: Sequence[Part], most: int = 4) -> list[str]:
    """The addresses that look most like ``address``, whatever its case and with or without the paper or the kind."""
    written: dict[str, list[str]] = {}
    for full in dict.fromkeys(name for p in every for name in (f"{p.paper}/{p.statement}", p.address)):
        alone = full.partition("/")[2]
        for short in {full, alone, alone.partition(" ")[2]}:
            written.setdefault(short.lower(), []).append(full)
    close = difflib.get_close_matches(address.lower(), written, n=most, cutoff=0.3)
    return list(dict.fromkeys(full for short in close or written for full in written[short]))[:most]
