"""Angles in the order of halves on pairs that are neighbours."""

import numpy as np


def rotary(x, start=0, base=10000.0):
    width = x.shape[-1]
    frequencies = base ** (-np.arange(0, width, 2) / width)
    angles = np.arange(start, start + x.shape[-2])[:, None] * frequencies
    angles = np.concatenate([angles, angles], axis=-1)
    turned = np.stack([-x[..., 1::2], x[..., ::2]], axis=-1).reshape(x.shape)
    return (x * np.cos(angles) + turned * np.sin(angles)).astype(x.dtype)
