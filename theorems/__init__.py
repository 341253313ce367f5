"""What the papers say, and what we find."""

import os

# sympy reads it when it is loaded; of its own choice it keeps 1000 results of each function, too few for a calculation
os.environ.setdefault("SYMPY_CACHE_SIZE", "10000")
