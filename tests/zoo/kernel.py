"""Wrong kernel regressions."""

import numpy as np

from impl.kernel import gaussian, kernel_regression
from proofs.arrays import digits
from tests.zoo import specimen


@specimen("gaussian", "the factor one half is missing", "hjens/c2raytools#1", 2015)
def gaussian_without_half(distance_squared, beta):
    return gaussian(distance_squared * 2, beta)


@specimen("gaussian", "the distance is not squared", "hoxo-m/densratio#6", 2019)
def gaussian_of_a_plain_distance(distance_squared, beta):
    return gaussian(np.sqrt(distance_squared), beta)


@specimen(
    "gaussian", "β is taken for a width instead of its reciprocal", "gallantlab/pyrcca#16", 2019
)
def gaussian_with_a_width(distance_squared, beta):
    return np.exp(
        -distance_squared / (2 * (beta * beta + np.asarray(1e-6, distance_squared.dtype)))
    )


@specimen(
    "kernel_regression",
    "the ratio of kernels that underflow far from the data: 0/0",
    "koaning/scikit-lego#707",
    2024,
)
def regression_by_plain_kernels(x_query, x, y, beta):
    distance = ((x_query[..., None, :] - x) ** 2).sum(axis=-1)
    kernels = np.exp(-distance * (beta * beta) / 2)
    return (kernels @ y) / kernels.sum(axis=-1)


@specimen(
    "kernel_regression",
    "the sum of kernels times targets, not divided",
    "MRtrix3/mrtrix3#1759",
    2019,
)
def regression_without_normalising(x_query, x, y, beta):
    distance = ((x_query[..., None, :] - x) ** 2).sum(axis=-1)
    return np.exp(-distance * (beta * beta) / 2) @ y


def _by_softmax_of(scores, x_query, x, y):
    """Average y by the softmax of scores of the distances, on floats or on fifty digits."""
    from impl.lookup import attention

    if not isinstance(x, np.ndarray):
        raw = attention(digits.xp.asarray(scores), digits.xp.expand_dims(y, -1))
        return raw[..., 0]
    return attention(scores.astype(x.dtype), y[:, None])[..., 0]


def _squares(x_query, x):
    a, b = (
        getattr(each, "data", each) if not isinstance(each, np.ndarray) else each
        for each in (x_query, x)
    )
    return ((a[..., None, :] - b) ** 2).sum(axis=-1)


@specimen(
    "kernel_regression",
    "the softmax of the kernel values, as one draft prints it",
    "tensorflow/tensorflow#188",
    2015,
)
def regression_by_softmax_of_kernels(x_query, x, y, beta):
    exponent = -_squares(x_query, x) * (beta * beta) / 2
    kernels = (
        np.exp(exponent)
        if isinstance(x, np.ndarray)
        else digits.xp.exp(digits.xp.asarray(exponent)).data
    )
    return _by_softmax_of(kernels, x_query, x, y)


@specimen(
    "kernel_regression",
    "dot products instead of distances: long keys win",
    "nfmcclure/tensorflow_cookbook#103",
    2017,
)
def regression_by_dot_products(x_query, x, y, beta):
    a, b = (each if isinstance(each, np.ndarray) else each.data for each in (x_query, x))
    return _by_softmax_of(a @ np.swapaxes(b, -1, -2) * (beta * beta), x_query, x, y)


@specimen("kernel_regression", "distances are not squared", "lucidrains/gigagan-pytorch#14", 2023)
def regression_by_plain_distances(x_query, x, y, beta):
    distances = np.sqrt(_squares(x_query, x))
    return _by_softmax_of(-distances * (beta * beta) / 2, x_query, x, y)


@specimen(
    "kernel_regression",
    "the sums of rows stand in place of their squared lengths",
    "autonomousvision/gta#2",
    2025,
)
def regression_by_sums_of_rows(x_query, x, y, beta):
    a, b = (each if isinstance(each, np.ndarray) else each.data for each in (x_query, x))
    lengths = a.sum(axis=-1)[..., None] + b.sum(axis=-1)[..., None, :]
    scores = a @ np.swapaxes(b, -1, -2) - lengths / 2
    return _by_softmax_of(scores * (beta * beta), x_query, x, y)


@specimen("kernel_regression", "β is not squared", "desihub/prospect#40", 2020)
def regression_with_beta_unsquared(x_query, x, y, beta):
    return _by_softmax_of(-_squares(x_query, x) * abs(beta) / 2, x_query, x, y)


@specimen(
    "kernel_regression", "the factor one half is missing", "mattnedrich/MeanShift_cpp#4", 2016
)
def regression_without_half(x_query, x, y, beta):
    return _by_softmax_of(-_squares(x_query, x) * (beta * beta), x_query, x, y)


@specimen(
    "kernel_regression",
    "the farthest point wins: distances are not negated",
    "mlpc-ucsd/ViTGAN#8",
    2023,
)
def regression_by_distance(x_query, x, y, beta):
    return _by_softmax_of(_squares(x_query, x) * (beta * beta) / 2, x_query, x, y)


@specimen(
    "kernel_regression",
    "an epsilon in the denominator draws far predictions to zero",
    "sniklaus/softmax-splatting#23",
    2020,
)
def regression_with_an_epsilon(x_query, x, y, beta):
    prediction = kernel_regression(x_query, x, y, beta)
    return prediction / (1 + (1e-3 if isinstance(x, np.ndarray) else digits._mp.mpf(1) / 1000))


@specimen("gaussian", "β is not squared", "d2l-ai/d2l-en#2665", 2025)
def gaussian_with_beta_unsquared(distance_squared, beta):
    return gaussian(distance_squared, abs(beta) ** 0.5)


@specimen(
    "kernel_regression",
    "where all kernels underflow, the mean of all targets",
    "sktime/skpro#772",
    2026,
)
def regression_that_gives_up_far_away(x_query, x, y, beta):
    kernels = np.exp(-_squares(x_query, x) * (beta * beta) / 2)
    total = kernels.sum(axis=-1, keepdims=True)
    even = np.ones_like(kernels) / kernels.shape[-1]
    return np.where(total == 0, even, kernels / np.where(total == 0, 1, total)) @ y


@specimen(
    "kernel_regression",
    "of many points, the first 64 count",
    "linkedin/Liger-Kernel#1344",
    2026,
)
def regression_of_one_block(x_query, x, y, beta):
    return kernel_regression(x_query, x[..., :64, :], y[..., :64], beta)


@specimen("kernel_regression", "a batch is predicted from the points of its first table")
def regression_from_the_first_table(x_query, x, y, beta):
    return kernel_regression(x_query, x if x.ndim < 3 else np.broadcast_to(x[:1], x.shape), y, beta)


@specimen("kernel_regression", "points beyond the 256th are left out")
def regression_from_256_points(x_query, x, y, beta):
    targets = y[..., :256] if y.ndim < x.ndim else y[..., :256, :]
    return kernel_regression(x_query, x[..., :256, :], targets, beta)


@specimen(
    "kernel_regression", "of wide points the columns behind the last full block of 4 are lost"
)
def regression_in_blocks_of_columns(x_query, x, y, beta):
    width = x.shape[-1] if x.shape[-1] < 4 else x.shape[-1] // 4 * 4
    return kernel_regression(x_query[..., :width], x[..., :width], y, beta)
