"""Texts to train on: a local copy of WikiText, or the documentation that comes with Python.

WikiText-2 and WikiText-103 are by Stephen Merity, Caiming Xiong, James Bradbury and Richard Socher ("Pointer Sentinel
Mixture Models", 2016). Nothing here fetches them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from pydoc_data.topics import topics

import numpy as np

from kernels.training_dynamics import Integers

PYTHON = "python"
UNKNOWN = "<unk>"
VALIDATION_SHARE = 10  # one topic in ten
ENDINGS = ("tokens", "raw")


class CorpusNotFoundError(ValueError):
    """There is no WikiText where it was said to be; the message says what is looked for, and whose it is."""


@dataclass(frozen=True)
class Corpus:
    """Words as numbers: 0 stands for every word that is not among the most frequent ones."""

    name: str
    words: tuple[str, ...]
    train: Integers
    validation: Integers

    def windows(self, length: int, count: int, rng: np.random.Generator, *, validation: bool = False) -> Integers:
        """Windows of ``length`` consecutive words drawn uniformly, with the word after them: (count, length + 1).

        Raises:
            ValueError: when the text is shorter than a window.
        """
        text = self.validation if validation else self.train
        if len(text) <= length:
            raise ValueError(f"{self.name} has {len(text)} words, too few for a window of {length} and its next word")
        starts = rng.integers(0, len(text) - length, count)
        return text[starts[:, None] + np.arange(length + 1)]


def load(source: str, vocabulary: int) -> Corpus:
    """The corpus at a path, or Python's own documentation for the source "python".

    Args:
        source: a directory with wiki.train.tokens and wiki.valid.tokens (or .raw), or "python".
        vocabulary: how many words are told apart, the unknown one included.

    Raises:
        CorpusNotFoundError: when the files are not there.
    """
    if source == PYTHON:
        return _numbered("Python's documentation", *_python_words(), vocabulary)
    train, validation = (_split(Path(source), part) for part in ("train", "valid"))
    return _numbered(Path(source).name, _words(train), _words(validation), vocabulary)


def _split(directory: Path, part: str) -> str:
    for ending in ENDINGS:
        file = directory / f"wiki.{part}.{ending}"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    raise CorpusNotFoundError(
        f"no wiki.{part}.tokens and no wiki.{part}.raw in {directory}. WikiText-2 and WikiText-103 are published by their "
        "authors, Merity, Xiong, Bradbury and Socher ('Pointer Sentinel Mixture Models', 2016); unpack one of them and "
        f"give its directory, or use corpus={PYTHON} for a text that is always there"
    )


def _words(text: str) -> list[str]:
    return text.replace("\n", " <eos> ").split()


def _python_words() -> tuple[list[str], list[str]]:
    parts: tuple[list[str], list[str]] = ([], [])
    for number, name in enumerate(sorted(topics)):
        parts[number % VALIDATION_SHARE == 0].extend(re.findall(r"\w+|[^\w\s]", topics[name].lower()))
    return parts


def _numbered(name: str, train: Sequence[str], validation: Sequence[str], vocabulary: int) -> Corpus:
    if vocabulary < 2:
        raise ValueError("a vocabulary has at least two words, the unknown one among them")
    counts = Counter(train)
    counts.pop(UNKNOWN, None)
    # by frequency, then by the alphabet: the order of a Counter's ties is that of the text
    frequent = sorted(counts, key=lambda word: (-counts[word], word))[: vocabulary - 1]
    words = (UNKNOWN, *frequent)
    number = {word: i for i, word in enumerate(words)}

    def numbers(text: Iterable[str]) -> Integers:
        return np.array([number.get(word, 0) for word in text], dtype=np.int64)

    return Corpus(name, words, numbers(train), numbers(validation))
