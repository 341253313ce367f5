"""Ways to establish a verdict."""
