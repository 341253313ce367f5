"""The whole report as one HTML file that needs nothing else: overview, dependency graphs, every record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import jinja2

from theorems.record import OWN, Record
from theorems.report import formulas, layers
from theorems.report.figures import COMMAND, Figure
from theorems.report.markup import TEMPLATES
from theorems.report.survey import surveys
from theorems.report.table import mutants_summary, summary
from theorems.vocabulary import Evidence, Verdict

VERDICTS = [verdict.value for verdict in Verdict]
EVIDENCE = [evidence.value for evidence in Evidence]
KINDS = ["as printed", "repaired", "own question"]
SIZES = {"width": layers.WIDTH, "height": layers.HEIGHT}


def html(report: dict[str, Any], figures: Sequence[Figure] = ()) -> str:
    """The page of a report.json's content, with links to the ``figures`` beside it.

    Every text of a record is escaped, in the markup and in the script.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}  # a witness opens with what it is
    records: list[Record] = report["records"]
    papers = list(dict.fromkeys(record["paper"] for record in records))
    # the versions are the same in every record and stand in the environment
    slim = [
        {name: r[name] for name in r if name != "versions"}
        | {"kind": kind_of(r), "formula": formulas.mathml(r), "calculation": formulas.calculation(r)}
        for r in records
    ]
    return environment.get_template("report.html.j2").render(
        records=slim,
        environment=report["environment"],
        summary=summary(records),
        mutants=mutants_summary(records),
        verdicts=VERDICTS,
        evidence=EVIDENCE,
        papers=papers,
        overview=[_overview(paper, records) for paper in papers],
        kinds=KINDS,
        graphs=[
            (paper, layers.draw([r for r in records if r["paper"] == paper and kind_of(r) != "own question"]))
            for paper in papers
        ],
        states=layers.STATES,
        surveys=surveys(records),
        figures=figures,
        draw_figures=COMMAND,
        sizes=SIZES,
    )


def kind_of(record: Record) -> str:
    """What the paper prints, its repair, or a question that we asked beyond the printed lines."""
    if record["reading"] == "intended":
        return "repaired"
    return "own question" if record["provenance"] == OWN else "as printed"


def _overview(paper: str, records: Sequence[Record]) -> dict[str, Any]:
    """Counts of one paper: verdicts of each kind of reading, and evidence of all."""
    own = [record for record in records if record["paper"] == paper]
    return {
        "paper": paper,
        "statements": len({record["statement"] for record in own}),
        "kinds": [
            {"kind": kind, "total": len(some), "verdicts": Counter(r["verdict"] for r in some)}
            for kind in KINDS
            for some in [[r for r in own if kind_of(r) == kind]]
        ],
        "evidence": Counter(record["evidence"] for record in own),
        "unsupported": sum(not record["supported_repaired"] for record in own),
    }
