"""Hypothesis strategies, named for the mathematical objects they draw."""
