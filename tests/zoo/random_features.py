"""Wrong random features."""

import numpy as np

from impl.random_features import positive_features, trigonometric_features
from tests.zoo import specimen


@specimen("positive_features", "the length is not taken off")
def features_of_products_alone(x, w):
    return np.exp(x @ w) / np.sqrt(w.dtype.type(w.shape[1]))


@specimen("positive_features", "the whole square of the length is taken off, not half of it")
def features_less_the_square(x, w):
    half = np.sum(x * x, axis=-1, keepdims=True) / 2
    return positive_features(x, w) * np.exp(-half)


@specimen("positive_features", "not divided by the root of how many there are")
def features_not_divided(x, w):
    return positive_features(x, w) * np.sqrt(w.dtype.type(w.shape[1] + 1))


@specimen("trigonometric_features", "the length is taken off, as of positive features")
def waves_that_fade(x, w):
    return trigonometric_features(x, w) * np.exp(-np.sum(x * x, axis=-1, keepdims=True))


@specimen("trigonometric_features", "cosines twice, and no sines")
def waves_of_cosines(x, w):
    cosines = trigonometric_features(x, w)[..., : w.shape[1]]
    return np.concatenate([cosines, cosines], axis=-1)


@specimen(
    "trigonometric_features",
    "divided by the root of how many there are, twice",
    "gwgundersen/random-fourier-features#1",
    2020,
)
def waves_divided_twice(x, w):
    return trigonometric_features(x, w) / np.sqrt(w.dtype.type(w.shape[1]))


@specimen("positive_features", "exponentials are divided, and their exponents not subtracted")
def features_that_overflow(x, w):
    root = np.sqrt(w.dtype.type(w.shape[1]))
    return np.exp(x @ w) / np.exp(np.sum(x * x, axis=-1, keepdims=True) / 2) / root


@specimen("trigonometric_features", "the root of a square that overflows")
def waves_that_overflow(x, w):
    square = np.sum(x * x, axis=-1, keepdims=True)
    return trigonometric_features(x, w) * (np.sqrt(np.exp(square)) / np.exp(square / 2))
