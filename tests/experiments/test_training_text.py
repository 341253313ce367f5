"""Figure 7 and its corpus: windows are runs of the text, and training follows the attention of one word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from theorems.experiments.panel import find
from theorems.experiments.training_text import WordHeat, shown_steps
from theorems.experiments.wikitext import load

SMALL = {"vocabulary": "100", "length": "8", "width": "8", "batch": "8"}


@pytest.fixture
def wikitext(tmp_path: Path) -> Path:
    """A directory of WikiText's form."""
    (tmp_path / "wiki.train.tokens").write_text(" \n = Cats = \n the cat saw the <unk> dog \n" * 20, encoding="utf-8")
    (tmp_path / "wiki.valid.raw").write_text("the dog saw a cat\n" * 10, encoding="utf-8")
    return tmp_path


def test_windows_are_runs_of_the_text(wikitext: Path) -> None:
    corpus = load(str(wikitext), 50)
    windows = corpus.windows(4, 200, np.random.default_rng(0), validation=True)
    runs = {tuple(corpus.validation[k : k + 5]) for k in range(len(corpus.validation) - 4)}
    assert windows.shape == (200, 5)
    assert {tuple(window) for window in windows} == runs
    with pytest.raises(ValueError, match="too few"):
        corpus.windows(60, 1, np.random.default_rng(0), validation=True)


def test_figure_7_follows_the_attention_of_one_word() -> None:
    chosen = find("scan_snap/fig7a")
    settings = chosen.settings(SMALL | {"steps": "60"})
    picture = chosen.draw(settings)
    assert isinstance(picture, WordHeat)
    values = np.array(picture.values)
    assert values.shape == (len(shown_steps(60)), 7) == (len(picture.rows), len(picture.words))
    np.testing.assert_allclose(values.sum(axis=1), 1)
    assert np.abs(values[-1] - values[0]).max() > 1e-4
    again = chosen.draw(settings)
    assert list(again.table()) == list(picture.table())
    assert any("entropy" in note for note in picture.notes)
