"""Wrong Hopfield networks."""

import numpy as np

from impl.hopfield import energy, hopfield_step
from tests.zoo import specimen


@specimen("hopfield_step", "β is left out", "chainer/chainerrl#227", 2018)
def hopfield_step_at_one_temperature(state, stored, beta):
    return hopfield_step(state, stored, 1.0)


@specimen("hopfield_step", "the products are scaled by the width as well")
def hopfield_step_scaled_twice(state, stored, beta):
    return hopfield_step(state, stored, beta / stored.shape[-1] ** 0.5)


@specimen("hopfield_step", "the state is pulled half way only")
def hopfield_step_half_way(state, stored, beta):
    return (state + hopfield_step(state, stored, beta)) / 2


@specimen(
    "hopfield_step",
    "β multiplies products that have overflowed",
    "ultralytics/ultralytics#24990",
    2026,
)
def hopfield_step_that_overflows(state, stored, beta):
    scores = (state @ stored.mT) * beta
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ stored


@specimen("energy", "the logarithm is not divided by β")
def energy_without_temperature(state, stored, beta):
    plain = energy(state, stored, beta)
    return plain + (plain - (state * state).sum(axis=-1) / 2) * (beta - 1)


@specimen("energy", "the square of the state is not halved", "ml-jku/hopfield-layers#14", 2020)
def energy_with_the_whole_square(state, stored, beta):
    return energy(state, stored, beta) + (state * state).sum(axis=-1) / 2


@specimen(
    "hopfield_step",
    "the softmax runs over the second axis, also in a batch",
    "nerminnuraydogan/vision-transformer#1",
    2025,
)
def hopfield_step_along_the_second_axis(state, stored, beta):
    products = (beta * state) @ np.swapaxes(stored, -1, -2)
    e = np.exp(products - products.max(axis=min(1, products.ndim - 1), keepdims=True))
    return (e / e.sum(axis=min(1, e.ndim - 1), keepdims=True)) @ stored
