"""Marks of tests that take long: who makes a change waits for CI and for ``make test``."""

import os

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE")
IN_CI = PROFILE == "ci"
long = pytest.mark.skipif(IN_CI, reason="long: make test and make nightly run it")
