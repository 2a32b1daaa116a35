"""Wrong feed-forward nets."""

import numpy as np
from scipy.special import erf

from impl import feedforward
from tests.zoo import specimen

net = feedforward.feed_forward


@specimen(
    "feed_forward", "no activation: one affine map", "Nota-NetsPresso/netspresso-trainer#320", 2024
)
def net_without_a_bend(x, params, activation=None):
    return net(x, params, activation=lambda hidden: hidden)


@specimen(
    "feed_forward",
    "the activation after the second layer as well",
    "lucidrains/tab-transformer-pytorch#9",
    2021,
)
def net_bent_twice(x, params, activation=feedforward.relu):
    return activation(net(x, params, activation))


@specimen(
    "feed_forward", "the given activation is ignored", "NVlabs/Forecasting-Model-Search#6", 2026
)
def net_of_relu_always(x, params, activation=None):
    return net(x, params)


@specimen("feed_forward", "the first bias is added after the bend", "infer-actively/pypc#2", 2023)
def net_with_a_late_bias(x, params, activation=feedforward.relu):
    none = {**params, "b_1": params["b_1"] - params["b_1"]}
    return net(x, none, activation) + params["b_1"] @ params["w_2"]


@specimen("feed_forward", "rows are mixed: each gets the first beside its own")
def net_that_mixes_rows(x, params, activation=feedforward.relu):
    if x.ndim < 2:
        return net(x, params, activation)
    return net(x + x[..., :1, :], params, activation)


@specimen("relu", "leaky: a hundredth of what is negative", "titu1994/Keras-ResNeXt#8", 2018)
def leaky_relu(x):
    return np.where(x > 0, x, x / 100)


@specimen("relu", "six at most, as on small devices", "jixing0415/caffe-mobilenet-v3#3", 2019)
def relu_of_at_most_six(x):
    return np.minimum(np.maximum(x, 0), 6)


@specimen("gelu", "x σ(1.702 x), the coarser form", "mlfoundations/open_clip#510", 2023)
def gelu_by_logistic(x):
    return x / (1 + np.exp(-np.clip(1.702 * x, -80, 80)))


@specimen("gelu", "the cube without its factor")
def gelu_with_plain_cube(x):
    y = np.clip(x, -20, 20)
    return x * (1 + np.tanh((2 / np.pi) ** 0.5 * (y + y**3))) / 2


@specimen(
    "gelu",
    "x Φ(x) by the error function, where its tanh form is promised",
    "chengchingwen/Transformers.jl#209",
    2025,
)
def gelu_by_the_error_function(x):
    return (x * (1 + erf(x / 2**0.5)) / 2).astype(x.dtype)
