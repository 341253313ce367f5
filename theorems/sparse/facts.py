"""Facts about softmax and elementary inequalities (Facts B.1-B.3)."""

from __future__ import annotations
