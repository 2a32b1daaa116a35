"""The plane of rows with mean 0, in the space of rows of three numbers."""

import numpy as np

from theory.rounding.bounds import bound_layer_norm

ACROSS = np.asarray([[1, -1, 0], [1, 1, -2]]) / np.sqrt([[2], [6]])  # two axes of the plane
AXIS = np.ones(3) / np.sqrt(3)


def circle(radius):
    """Return points of a circle in the plane, around 0."""
    angle = np.linspace(0, 2 * np.pi, 181)[:, None]
    return radius * (np.cos(angle) * ACROSS[0] + np.sin(angle) * ACROSS[1])


def bound_row(row, eps):
    """Bound the error of each entry of a normalised row."""
    return np.asarray([float(b) for b in bound_layer_norm(row.tolist(), float(eps), "float64")])
