"""The pictures of the experiments that lie beside a report, for its pages to link."""

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from theorems.report.markup import markdown as escaped

Figure = dict[str, str]
COMMAND = "python -m theorems.experiments run all"


def beside(output: Path) -> list[Figure]:
    """Name and path (relative to ``output``, as a link) of every picture under the other folder ``experiments``."""
    folder = output.parent / "experiments"
    return [
        {
            "name": str(picture.relative_to(folder).with_suffix("")),
            "path": quote(Path(os.path.relpath(picture, output)).as_posix()),
        }
        for picture in sorted(folder.rglob("*.svg"))
    ]


def markdown(figures: Sequence[Figure]) -> str:
    """The links, or the command that makes what they would point to."""
    lines = ["", "## Figures", ""]
    if not figures:
        return "\n".join([*lines, f"None beside this report yet: `{COMMAND}` draws them.", ""])
    return "\n".join([*lines, *(f"- [{escaped(figure['name'])}]({figure['path']})" for figure in figures), ""])
