"""Numba's CUDA, imported so that a newer NumPy does not stop it: all that works on a card takes ``cuda`` from here."""

import warnings

import numpy as np

if not hasattr(np, "row_stack"):  # NumPy 2.5 has dropped the name, and some versions of numba-cuda still look for it
    np.row_stack = np.vstack

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of NumPy, over what numba-cuda does while it is imported
    from numba import cuda

__all__ = ["cuda"]
