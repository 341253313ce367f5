"""Bounds of one's own: a formula as a reader types it, read, decided, and set against the printed one."""
