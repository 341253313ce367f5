"""Figures 7 and 10: the corpora, training on the text that Python brings along, and what is said when something is missing."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from theorems.experiments import training_deep
from theorems.experiments.__main__ import main
from theorems.experiments.panel import MissingExtraError, find
from theorems.experiments.training_text import RATES, EntropyLines, WordHeat, shown_steps
from theorems.experiments.wikitext import PYTHON, UNKNOWN, CorpusNotFoundError, load

SMALL = {"vocabulary": "100", "length": "8", "width": "8", "batch": "8"}
WITH_TORCH = importlib.util.find_spec("torch") is not None


@pytest.fixture
def wikitext(tmp_path: Path) -> Path:
    """A directory of WikiText's form."""
    (tmp_path / "wiki.train.tokens").write_text(" \n = Cats = \n the cat saw the <unk> dog \n" * 20, encoding="utf-8")
    (tmp_path / "wiki.valid.raw").write_text("the dog saw a cat\n" * 10, encoding="utf-8")
    return tmp_path


def test_a_local_copy_is_read_and_rare_words_are_unknown(wikitext: Path) -> None:
    corpus = load(str(wikitext), 5)
    assert corpus.words == (UNKNOWN, "<eos>", "=", "the", "Cats")
    text = [corpus.words[k] for k in corpus.validation[:6]]
    assert text == ["the", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, "<eos>"]
    assert (corpus.train == 0).sum() == 20 * 4


def test_windows_are_runs_of_the_text(wikitext: Path) -> None:
    corpus = load(str(wikitext), 50)
    windows = corpus.windows(4, 200, np.random.default_rng(0), validation=True)
    runs = {tuple(corpus.validation[k : k + 5]) for k in range(len(corpus.validation) - 4)}
    assert windows.shape == (200, 5)
    assert {tuple(window) for window in windows} == runs
    with pytest.raises(ValueError, match="too few"):
        corpus.windows(60, 1, np.random.default_rng(0), validation=True)


def test_a_missing_copy_is_said_to_be_missing_with_its_authors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CorpusNotFoundError, match="Merity, Xiong, Bradbury and Socher"):
        load(str(tmp_path), 10)
    assert main(["run", "scan_snap/fig10", "--output", str(tmp_path), "--option", f"corpus={tmp_path / 'none'}"]) == 2
    assert "wiki.train.tokens" in capsys.readouterr().err


def test_pythons_documentation_is_a_corpus() -> None:
    corpus = load(PYTHON, 100)
    assert len(corpus.words) == 100
    assert len(corpus.train) > 5 * len(corpus.validation) > 10_000
    assert "the" in corpus.words[:6]


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


def test_figure_10_has_every_rate_and_says_whether_entropy_drops(wikitext: Path) -> None:
    chosen = find("scan_snap/fig10")
    picture = chosen.draw(chosen.settings(SMALL | {"steps": "20", "corpus": str(wikitext)}, trials=2))
    assert isinstance(picture, EntropyLines)
    (line,) = picture.lines
    assert line.x == RATES
    assert all(0 < y < np.log(7) + 1e-9 for y in line.y)
    assert picture.notes[0].startswith("entropy")


def test_entropy_drops_with_the_rate_on_pythons_documentation() -> None:
    """The paper's reading of its Figure 10, at one seed and the ends of its range."""
    chosen = find("scan_snap/fig10")
    picture = chosen.draw(chosen.settings({"steps": "800", "vocabulary": "500"}, trials=1))
    assert isinstance(picture, EntropyLines)
    assert picture.lines[0].y[0] > picture.lines[0].y[-1] + 0.02


@pytest.mark.parametrize("steps", [1, 2, 5, 400])
def test_shown_steps_have_both_ends(steps: int) -> None:
    shown = shown_steps(steps)
    assert shown[0] == 0
    assert shown[-1] == steps
    assert len(shown) <= 9


def test_without_the_extra_the_message_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(MissingExtraError, match="wikitext"):
        training_deep.torch_module()
    with pytest.raises(MissingExtraError, match="make extra-wikitext"):
        find("scan_snap/fig7b").draw(find("scan_snap/fig7b").settings({}))


@pytest.mark.skipif(not WITH_TORCH, reason="PyTorch is the optional extra 'wikitext'")
def test_three_layers_learn_and_their_first_attends_to_earlier_words_only() -> None:
    chosen = find("scan_snap/fig7b")
    picture = chosen.draw(chosen.settings(SMALL | {"steps": "20"}))
    assert isinstance(picture, WordHeat)
    values = np.array(picture.values)
    np.testing.assert_allclose(values.sum(axis=1), 1, atol=1e-5)
    corpus = load(PYTHON, 100)
    rng = np.random.default_rng(0)
    window, shown = corpus.train[:9], frozenset[int]()
    _, losses = training_deep.train(
        100, 3, 16, lambda step: corpus.windows(8, 16, rng), rate=1.0, steps=60, seed=0, window=window, shown=shown
    )
    assert np.mean(losses[-10:]) < np.mean(losses[:10]) - 0.3
