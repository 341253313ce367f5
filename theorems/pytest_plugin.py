"""``pytest -p theorems.pytest_plugin --paper path/to/mine.py``: the parts of a paper of your own as tests.

Every part is held against the expected verdict beside the file, and every one that holds against drawn instances. The run ends
with the verdicts.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorems.catalogue import PaperError, asked, read_by_path
from theorems.properties import has_the_expected_verdict, is_not_refuted_by_a_drawn_instance, said_to_hold
from theorems.report import verdicts
from theorems.statement import Finding, Part

EXAMPLES = 50


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--paper", action="append", default=[], metavar="FILE", help="a paper of your own: path/to/mine.py")


def pytest_configure(config: pytest.Config) -> None:
    files: list[str] = config.getoption("--paper")
    for file in files:
        try:
            asked(file)
        except PaperError as error:
            raise pytest.UsageError(str(error)) from error
    if files:
        named = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        config.args = [*named, *files]


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    for file in read_by_path():
        if Path(file).resolve() == module_path:
            return Collected.from_parent(parent, path=module_path, nodeid=Path(file).stem)
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    verdicts.say(terminalreporter)


class Collected(pytest.File):
    """The parts of a paper that is one file."""

    def collect(self) -> Iterator[pytest.Item]:
        paper = asked(str(next(f for f in read_by_path() if Path(f).resolve() == self.path)))
        for position, part in enumerate(part for statement in paper.statements for part in statement.parts):
            verdict = Verdict.of(self, part, has_the_expected_verdict)
            verdict.position = position
            yield verdict
            if said_to_hold(part):
                yield Property.of(self, part, no_drawn_instance_refutes_it)


def no_drawn_instance_refutes_it(part: Part) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, print_blob=False)
    @given(data=st.data())
    def drawn(data: st.DataObject) -> None:
        is_not_refuted_by_a_drawn_instance(part, data)

    drawn()


class Property(pytest.Item):
    """One property of one part."""

    check: Callable[..., None]
    part: Part

    @classmethod
    def of(cls, parent: Collected, part: Part, check: Callable[..., None]) -> Self:
        item: Self = cls.from_parent(parent, name=f"{check.__name__}[{part.slug}]")
        item.check, item.part = staticmethod(check), part
        return item

    def runtest(self) -> None:
        self.check(self.part)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]
        notes = getattr(excinfo.value, "__notes__", [])
        return "\n".join([f"{self.part.key}: {excinfo.value}", *notes])

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


class Verdict(Property):
    """The property that also tells the verdict; ``position`` is the part's place in the paper."""

    position: int = 0

    def runtest(self) -> None:
        self.check(self.part, self.tell)

    def tell(self, finding: Finding) -> None:
        self.user_properties.append((verdicts.VERDICT, verdicts.in_short(self.part, finding, self.position)))
