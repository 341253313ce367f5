"""Marks of tests that take long: every change waits for CI, so CI leaves them to ``make test`` and ``make nightly``."""

from __future__ import annotations

import os

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE")
IN_CI = PROFILE == "ci"
long = pytest.mark.skipif(IN_CI, reason="long: make test and make nightly run it")
