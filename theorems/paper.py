"""A paper: its title, its statements in printed order, and where what is known of it is kept."""

import importlib
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from theorems.advice import told
from theorems.reader import UnreadableError
from theorems.statement import Statement

OURS = Path(__file__).resolve().parent
KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(eq=False)
class Paper:
    """One paper; a file or a package that states its lemmas binds it to ``PAPER``.

    key:      opens every address and test id: ``sparse``
    package:  the package of its modules, ``__name__`` where that declares the paper
    modules:  module of the package -> the statements that it lists in ``STATEMENTS``, by name and in printed order
    numbered: do its statements share one numbering, so that the number gives the printed order?
    home:     the file that declares it, once the catalogue has read that
    option:   what the commands are given beside an address of it: ``--paper mine.py``
    own:      statements that it holds itself, beside those of its modules
    """

    key: str
    title: str
    package: str = ""
    modules: Mapping[str, str] = field(default_factory=dict)
    numbered: bool = False
    home: Path | None = None
    option: str = ""
    own: list[Statement] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.key):
            raise ValueError(f"{self.key!r} is no key of a paper: letters, digits and _, a letter first")

    def of_module(self, module: str) -> Sequence[Statement]:
        """A module's statements, in its own order. Raises UnreadableError naming the line that is wrong."""
        name = f"{self.package}.{module}"
        try:
            found: Sequence[Statement] = importlib.import_module(name).STATEMENTS
        except (NameError, AttributeError, TypeError, ValueError, LookupError) as error:
            frames = traceback.extract_tb(error.__traceback__)
            file = next((f.filename for f in reversed(frames) if f.name == "<module>" and "importlib" not in f.filename), "")
            raise UnreadableError(f"{file or name}, {told(error, Path(file))}") from error
        return found

    @property
    def statements(self) -> list[Statement]:
        """All of them in printed order."""
        listed = [statement for module in self.modules for statement in self.of_module(module)]
        return (sorted(listed, key=_number) if self.numbered else listed) + self.own

    @property
    def names(self) -> list[str]:
        """The names of all of them, without reading any."""
        return [name for names in self.modules.values() for name in names.split(", ")] + [s.name for s in self.own]

    def listing(self, wanted: Callable[[str], bool]) -> list[Statement]:
        """The statements beside one whose name is wanted: those of its module, which needs no other module."""
        modules = (m for m, names in self.modules.items() if any(map(wanted, names.split(", "))))
        return [statement for module in modules for statement in self.of_module(module)] + self.own

    def kept(self, what: str) -> Path:
        """The file of what is kept about it, ``expected`` or ``mutants``: beside its own file, or in ``theorems/expected``."""
        if self.home is None or self.home.is_relative_to(OURS):
            return OURS / "expected" / (f"{self.key}.json" if what == "expected" else f"{self.key}.{what}.json")
        stem = self.key if self.home.name == "__init__.py" else self.home.stem
        return self.home.with_name(f"{stem}.{what}.json")


def _number(statement: Statement) -> list[tuple[int, int, str]]:
    """``Lemma D.10`` after ``Theorem D.9``, sections 1 to 8 before the appendices."""
    words = re.split(r"[.\s]", statement.name.partition(" ")[2])
    return [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in words]
