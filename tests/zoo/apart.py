"""Wrong merges of parts that lie apart."""

from functools import reduce

import numpy as np

from impl import fold, kernel
from impl.fast import apart
from tests.zoo import specimen


def _summaries(q, parts, scale, tile):
    given = [(*part(), None)[:3] for part in parts]
    return [fold.attention_summary(q, *each, scale, tile=tile) for each in given]


@specimen(
    "attention_apart",
    "the means of the parts are averaged, each as much as the others",
    "huggingface/transformers#34138",
    2024,
)
def mean_of_the_parts_means(q, parts, executor=None, scale=None, tile=512):
    means = [fold.mean(each) for each in _summaries(q, parts, scale, tile)]
    return np.mean(means, axis=0, dtype=q.dtype)


@specimen("attention_apart", "what is left when all parts are in pairs is forgotten")
def parts_in_pairs_alone(q, parts, executor=None, scale=None, tile=512):
    even = parts[: len(parts) // 2 * 2] or parts
    return apart.attention_apart(q, even, executor, scale, tile)


@specimen("attention_apart", "sums and outputs of parts are added up without their shifts")
def parts_without_their_shifts(q, parts, executor=None, scale=None, tile=512):
    every = _summaries(q, parts, scale, tile)
    output, mass = sum(each.output for each in every), sum(each.mass for each in every)
    return output / np.where(mass == 0, 1, mass)


@specimen("attention_apart", "every part has the mask of the first")
def parts_with_one_mask(q, parts, executor=None, scale=None, tile=512):
    given = [(*part(), None)[:3] for part in parts]
    first = next((mask for *_, mask in given if mask is not None and mask.shape[-1]), None)
    if first is None:
        return apart.attention_apart(q, parts, executor, scale, tile)
    masks = [first[..., np.arange(len(k)) % first.shape[-1]] for k, *_ in given]
    again = [lambda each=each: each for each in
             ((k, v, mask) for (k, v, _), mask in zip(given, masks, strict=True))]  # fmt: skip
    return apart.attention_apart(q, again, executor, scale, tile)


@specimen(
    "regression_apart",
    "the predictions of parts are averaged by how many points they have",
    "MCFpy/mcf#24",
    2026,
)
def mean_by_numbers_of_points(x_query, parts, beta, executor=None, tile=512):
    given = [part() for part in parts]
    total = sum(len(x) for x, _ in given)
    predicted = (len(x) * kernel.kernel_regression(x_query, x, y, beta) for x, y in given)
    return (reduce(np.add, predicted) / total).astype(x_query.dtype)


@specimen("attention_apart", "every part begins at the first key: all are the first",
          "tile-ai/tilelang#2010", 2026)  # fmt: skip
def parts_that_are_all_the_first(q, parts, executor=None, scale=None, tile=512):
    return apart.attention_apart(q, [parts[0]] * len(parts), executor, scale, tile)
