"""Deng, Song, Zhou: Superiority of Softmax (arXiv 2310.11685v1), section by section."""
