"""Wrong scales. (Those of scores and heads are in their own chapters.)"""

from impl import scores
from tests.zoo import specimen


@specimen("scaled_dot", "divided by the root of the number of keys, not of the width")
def dot_divided_by_the_number_of_keys(q, k, scale=None):
    return scores.scaled_dot(q, k, 1 / k.shape[-2] ** 0.5 if scale is None else scale)


@specimen(
    "scaled_dot",
    "divided by the root of all heads' width together, here of four",
    "lucidrains/vit-pytorch#65",
    2021,
)
def dot_divided_by_the_whole_width(q, k, scale=None):
    return scores.scaled_dot(q, k, 0.5 / q.shape[-1] ** 0.5 if scale is None else scale)


@specimen(
    "scaled_dot",
    "queries and keys each normalised first: every score is a cosine",
    "alanqrwang/nwhead#3",
    2024,
)
def dot_of_normalised_rows(q, k, scale=None):
    return scores.cosine(q, k)
