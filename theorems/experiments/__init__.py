"""The papers' figures, computed twice: exactly by sums over sign counts, and by Monte Carlo with the dense kernels.

``python -m theorems.experiments list`` names the panels, ``… run NAME`` draws them. A module of this package announces
its panels with :func:`theorems.experiments.panel.panel`; ``MODULES`` lists the modules.
"""

import kernels as kernels  # first of all: it limits BLAS to one thread, which NumPy reads when it is loaded
