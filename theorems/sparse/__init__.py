"""Deng, Song, Xiong, Yang: How Sparse Attention Approximates Exact Attention? (arXiv 2404.02690v2), by section."""
