"""The file beside a module that keeps the reasons that were found for its proofs."""

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from theorems import files
from theorems.kernel.facts import Definition, Fact, Theorem
from theorems.language.digest import written as tree_text
from theorems.language.lemma import Line
from theorems.language.tree import Claim, Node
from theorems.proofs.search import Keeping, Record, StaleError
from theorems.proofs.statements import Auxiliary, Block, First, Had, Hence, Links, Shown, Split
from theorems.provers.context import Cited
from theorems.reader import json_in


@dataclass(frozen=True)
class Entry:
    """What is kept of one proof.

    digest: of what is to be shown, from what, in which statements; command: what finds it anew
    """

    module: str
    key: str
    digest: str
    command: str

    @property
    def file(self) -> Path:
        return file_of(self.module)

    @property
    def scope(self) -> tuple[Definition, ...]:
        """The definitions that the module sees."""
        return tuple(dict.fromkeys(each for each in vars(sys.modules[self.module]).values() if isinstance(each, Definition)))

    def keeping(self) -> Keeping:
        """The reasons that are kept. Raises StaleError where there are none, or of another claim or other statements."""
        kept = kept_in(self.file).get(self.key)
        if kept is None:
            raise StaleError(f"no reasons are kept of {self.key}: {self.command}")
        stale = f"the reasons that are kept of {self.key} are of another claim or other facts: {self.command}"
        if kept["digest"] != self.digest:
            raise StaleError(stale)
        return Keeping(self.scope, list(kept["links"]), stale)

    def keep(self, records: list[Record]) -> None:
        kept_in.cache_clear()  # another process may have kept something
        content = dict(kept_in(self.file)) | {self.key: {"digest": self.digest, "links": records}}
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {_in_lines(entry)}" for key, entry in sorted(content.items())]
        files.replace({self.file: "{\n" + ",\n".join(lines) + "\n}\n"})
        kept_in.cache_clear()


def file_of(module: str) -> Path:
    found = sys.modules[module].__file__
    assert found is not None
    return Path(found).with_suffix(".reasons.json")


@cache
def kept_in(file: Path) -> dict[str, Record]:
    """What a file keeps of each proof. Raises UnreadableError."""
    return dict(json_in(file)) if file.exists() else {}


def _in_lines(entry: Record) -> str:
    links = ",\n  ".join(json.dumps(link, ensure_ascii=False) for link in entry["links"])
    return f'{{"digest": {json.dumps(entry["digest"])}, "links": [\n  {links}]}}'


@cache
def entry_of(lemma: Auxiliary) -> Entry:
    """Of an auxiliary lemma; any proof that obtains it finds its reasons anew."""
    digest = digest_of([tree_text(lemma.claim), *said(lemma.statements)])
    return Entry(lemma.written.__module__, lemma.key, digest, "python -m theorems.prove --fill, of a part that obtains it")


def digest_of(words: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def said(statements: Sequence[Any]) -> list[str]:
    """The statements as texts."""
    found: list[str] = []
    for each in statements:
        match each:
            case Had(claim=claim, hints=hints):
                found += [tree_text(claim), *map(_hint, hints)]
            case Hence(hints=hints):
                found += ["hence", *map(_hint, hints)]
            case Block(claim=claim, auxiliary=Auxiliary()) | Shown(claim=claim):
                found.append(tree_text(claim))
            case Block(claim=claim, statements=inside):
                found += [tree_text(claim), "[", *said(inside), "]"]
            case Split(claim=claim, holds=holds, fails=fails):
                found += [tree_text(claim), "[", *said(holds), "|", *said(fails or ()), "]"]
            case Links(terms=terms, signs=signs, hints=all_hints):
                found += [*map(tree_text, terms), *signs, *(_hint(hint) for hints in all_hints for hint in hints)]
            case First(helper=helper):
                found.append(getattr(helper, "__name__", ""))
    return found


def _hint(hint: Any) -> str:
    match hint:
        case Fact():
            return f"{hint.reason} {tree_text(hint.claim)}"
        case Theorem():
            return f"{hint.name} {tree_text(hint.claim)}"
        case Cited():
            return hint.reason
        case Line():
            return hint.part.key
        case Claim() | Node():
            return tree_text(hint)
    return type(hint).__name__
