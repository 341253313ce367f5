"""All statements of all papers, and how to find one by its address."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Sequence
from functools import cache

from theorems.statement import Part, Statement

PAPERS: dict[str, Sequence[str]] = {
    "superiority": (
        "toy_model",
        "toy_properties",
        "toy_classification",
        "attention_definitions",
        "tensor_trick",
        "self_attention_dataset",
        "softmax_on_d1",
        "softmax_with_signs",
        "softmax_on_d0",
        "linear_attention",
        "linear_with_signs",
        "identity_softmax_on_d1",
        "identity_with_signs",
        "cross_attention_dataset",
        "cross_softmax_on_d1",
        "cross_softmax_on_d0",
        "cross_linear_on_d1",
        "cross_linear_on_d0",
        "cross_softmax_with_signs",
        "cross_linear_with_signs",
        "main_theorems",
    ),
    "sparse": (
        "abstract",
        "definitions",
        "score_bounds",
        "sparsity",
        "collapse",
        "stability",
        "lower_bounds",
        "adaptive_windows",
        "facts",
        "tail_bounds",
        "chaos_bounds",
        "concentration",
        "four_steps",
        "approximation",
        "norm_table",
        "centred_inputs",
        "companions",
        "constants",
        "thresholds",
        "figures",
    ),
    "scan_snap": (
        "differentials",
        "setting",
        "long_contexts",
        "reparameterisation",
        "equal_overlaps",
        "logit_growth",
        "crossings",
        "two_stages",
        "concentration",
        "uniform_sampling",
        "eigenvalues",
        "backpropagated_gradient",
        "attention_dynamics",
        "distinct_tokens",
        "fates",
        "phase_transition",
    ),
}
"""The modules of each paper's package in the order of the paper; each lists its statements in ``STATEMENTS``."""


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
    for key, modules in PAPERS.items():
        if paper in (None, key):
            rooms = [importlib.import_module(f"theorems.{key}.{module}") for module in modules]
            listed = [statement for room in rooms for statement in room.STATEMENTS]
            found += sorted(listed, key=_number) if key in NUMBERED_THROUGHOUT else listed
    return tuple(found)


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
    every = parts(paper)
    wanted = [p for p in every if address in (p.address, f"{p.paper}/{p.statement}", p.slug)]
    if not wanted and address and "/" not in address:
        wanted = [p for p in every if address in (p.statement, p.statement.partition(" ")[2])]
        papers = {p.paper for p in wanted}
        if len(papers) > 1:
            raise UnknownStatementError(f"{address!r} is in several papers: {', '.join(sorted(papers))}")
    if wanted:
        return tuple(wanted)
    raise UnknownStatementError(f"no statement {address!r}; the nearest are: {'; '.join(_nearest(address, every))}")


def _nearest(address: str, every: Sequence[Part], most: int = 4) -> list[str]:
    """The addresses that look most like ``address``, whatever its case and with or without the paper or the kind."""
    written: dict[str, list[str]] = {}
    for full in dict.fromkeys(name for p in every for name in (f"{p.paper}/{p.statement}", p.address)):
        alone = full.partition("/")[2]
        for short in {full, alone, alone.partition(" ")[2]}:
            written.setdefault(short.lower(), []).append(full)
    close = difflib.get_close_matches(address.lower(), written, n=most, cutoff=0.3)
    return list(dict.fromkeys(full for short in close or written for full in written[short]))[:most]
