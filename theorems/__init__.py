"""What the papers say, and what we find."""
