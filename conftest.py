"""Profiles, options and what every test runs under."""

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path

import mpmath
import pytest
from hypothesis import HealthCheck, settings

from kernels import balls
from tests.chosen import KINDS, can_have_tests, choose, chosen_parts, misspelt, named, nearest, undotted
from theorems import catalogue
from theorems.catalogue import UnknownStatementError, find
from theorems.report import verdicts
from theorems.workers import collect_seldom

SLUG = rf"\b((?:{KINDS})_[A-Z]?\d+(?:_\d+)*)"
FEW = 2_000  # tests: of no more than these each file has its line, and not each part
WHOLE_SLUG = re.compile(rf"{SLUG}(?![-\w])", re.IGNORECASE)

# deadline=None everywhere: the first call of a kernel compiles it
# dev draws the same examples every time: a fresh clone's tests pass or fail for everybody. Exploring is nightly's business.
settings.register_profile("dev", max_examples=50, deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile(
    "ci", max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "nightly", max_examples=10_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--statement",
        action="append",
        default=[],
        metavar="ADDRESS",
        help='only the tests of this statement or part, exactly: "superiority/Lemma D.3", "superiority/Lemma D.3/4"',
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    collect_seldom()
    config.option.keyword = undotted(config.option.keyword)
    words = config.option.keyword.split()
    slugs = re.findall(rf"{SLUG}(?!\w)", config.option.keyword, re.IGNORECASE)
    slugs += filter(misspelt, words)
    if slugs and not {"or", "not"} & set(words):
        try:
            choose(named(slugs[0]), truths=True)  # nobody waits for the other statements to be read
        except UnknownStatementError as error:
            raise pytest.UsageError(str(error)) from error
    # -k matches substrings: lemma_D1 must not drag in lemma_D10. In every id a slug is followed by "-".
    config.option.keyword = WHOLE_SLUG.sub(r"\1-", config.option.keyword)
    try:
        for address in config.getoption("--statement"):
            choose(find(address))
    except UnknownStatementError as error:
        raise pytest.UsageError(str(error)) from error


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return None if can_have_tests(collection_path) else True


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    _choose_statements(config, items)
    if len(items) > FEW:
        # the tests of one part one after the other: they share its proof and its draws, which a process keeps
        place = {part.slug: number for number, part in enumerate(chosen_parts(), 1)}
        items.sort(key=lambda item: place.get(_slug_in(item.nodeid), 0))
    words = {word for item in items for word in re.findall(r"\w+", item.nodeid)}
    yield
    if not items and words and config.option.keyword:
        near = nearest(config.option.keyword.rstrip("-"), words)
        raise pytest.UsageError(f"-k {config.option.keyword} selects nothing; the nearest are {', '.join(near)}")


def _slug_in(test: str) -> str:
    return test.partition("[")[2].removesuffix("]")


def _choose_statements(config: pytest.Config, items: list[pytest.Item]) -> None:
    addresses: list[str] = config.getoption("--statement")
    if not addresses:
        return
    slugs = {part.slug for address in addresses for part in find(address)}
    kept = [item for item in items if any(f"[{slug}]" in item.nodeid for slug in slugs)]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.pluginmanager.hasplugin("theorems.pytest_plugin"):  # which says them itself
        verdicts.say(terminalreporter)


@pytest.fixture(autouse=True)
def _fresh_precision() -> Iterator[None]:
    """Global precision is global state: no test inherits another's."""
    balls.reset_precision()
    mpmath.mp.dps = 15
    yield
    balls.reset_precision()
    mpmath.mp.dps = 15


@pytest.fixture(autouse=True)
def _no_other_papers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A paper in a file of its own is known to the test that reads it, and to no other."""
    monkeypatch.setattr(catalogue, "_by_path", {})
    yield
    if catalogue._by_path:
        catalogue.statements.cache_clear()


def pytest_unconfigure() -> None:
    """What is left is taken apart with the process: looking through it for garbage took pytest a tenth of a short run."""
    gc.freeze()
