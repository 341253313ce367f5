"""The whole report as one HTML file that needs nothing else: overview, dependency graphs, every record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import jinja2

from theorems.record import Record
from theorems.report import layers
from theorems.report.markup import TEMPLATES
from theorems.report.table import summary
from theorems.vocabulary import Evidence, Verdict

VERDICTS = [verdict.value for verdict in Verdict]
EVIDENCE = [evidence.value for evidence in Evidence]
SIZES = {"width": layers.WIDTH, "height": layers.HEIGHT}


def html(report: dict[str, Any]) -> str:
    """The page of a report.json's content. Every text of a record is escaped, in the markup and in the script."""
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
    slim = [{name: value for name, value in record.items() if name != "versions"} for record in records]
    return environment.get_template("report.html.j2").render(
        records=slim,
        environment=report["environment"],
        summary=summary(records),
        verdicts=VERDICTS,
        evidence=EVIDENCE,
        papers=papers,
        overview=[_overview(paper, records) for paper in papers],
        graphs=[(paper, layers.draw([r for r in records if r["paper"] == paper])) for paper in papers],
        states=layers.STATES,
        sizes=SIZES,
    )


def _overview(paper: str, records: Sequence[Record]) -> dict[str, Any]:
    """Counts of one paper: verdicts of the readings as printed and of the repairs, and evidence of all."""
    own = [record for record in records if record["paper"] == paper]
    return {
        "paper": paper,
        "statements": len({record["statement"] for record in own}),
        "readings": [
            {"reading": reading, "total": len(some), "verdicts": Counter(r["verdict"] for r in some)}
            for reading in ("stated", "intended")
            for some in [[r for r in own if r["reading"] == reading]]
        ],
        "evidence": Counter(record["evidence"] for record in own),
        "unsupported": sum(not record["supported_repaired"] for record in own),
    }
