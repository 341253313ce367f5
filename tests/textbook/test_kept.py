"""A theorem of the textbook that was changed is nobody's but its author's, until it is kept again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from theorems.judging import assumes
from theorems.textbook import elementary, kept


def test_the_textbook_is_as_it_is_kept() -> None:
    assert json.loads(kept.PATH.read_text("utf-8")) == json.loads(kept.written(kept.theorems()))


def test_a_theorem_without_one_of_its_hypotheses_is_not_the_textbook_s(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(elementary.LOG_GROWS, hypotheses=elementary.LOG_GROWS.hypotheses[1:])
    monkeypatch.setattr(elementary, "LOG_GROWS", changed)
    assumes.in_the_textbook.cache_clear()
    try:
        assert changed not in assumes.in_the_textbook()
        assert elementary.EXP_GROWS in assumes.in_the_textbook()
    finally:
        assumes.in_the_textbook.cache_clear()
