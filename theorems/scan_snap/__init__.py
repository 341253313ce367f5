"""Scan and Snap: training dynamics and token composition in a one-layer transformer (arXiv 2305.16380 v4)."""
