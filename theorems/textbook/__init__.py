"""Inequalities that every textbook has, for the links of calculations: one theorem each, with its hypotheses and a source.

Each is held against random arguments by ``tests/textbook``: by topic ``elementary``, ``probability``, ``sums``, ``flows``.
"""
