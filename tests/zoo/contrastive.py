"""Wrong contrastive losses."""

import math

import numpy as np
from array_api_compat import array_namespace

from impl import contrastive
from impl.softmax import logsumexp
from tests.zoo import specimen


@specimen("contrastive_loss", "no positive in the denominator", "amazon-science/sccl#27", 2023)
def loss_without_its_positive(positive, negatives):
    return logsumexp(negatives) - positive


@specimen("contrastive_loss", "the mean over candidates")
def loss_of_the_mean(positive, negatives):
    full = contrastive.contrastive_loss(positive, negatives)
    return full - math.log(negatives.shape[-1] + 1)


@specimen("contrastive_loss", "the weight, not its logarithm", "yyliu01/IT2#3", 2024)
def loss_without_logarithm(positive, negatives):
    full = contrastive.contrastive_loss(positive, negatives)
    return full * full


@specimen("dot_contrastive_loss", "multiplied by the temperature", "bowang-lab/BLEEP#5", 2024)
def loss_times_the_temperature(anchor, positive, negatives, temperature=1.0):
    return contrastive.dot_contrastive_loss(anchor, positive, negatives, 1 / temperature)


@specimen("dot_contrastive_loss", "the temperature for the negatives alone",
          "RElbers/info-nce-pytorch#17", 2023)  # fmt: skip
def loss_of_warm_negatives(anchor, positive, negatives, temperature=1.0):
    return contrastive.dot_contrastive_loss(anchor, positive, negatives / temperature, 1.0)


@specimen("contrastive_loss", "the positive is counted again among the negatives",
          "modelscope/ms-swift#10068", 2026)  # fmt: skip
def loss_that_counts_the_positive_twice(positive, negatives):
    again = np.concat([negatives, np.expand_dims(positive, -1)], axis=-1)
    return contrastive.contrastive_loss(positive, again)


@specimen("dot_contrastive_loss", "the anchor is compared with itself", "microsoft/A-CLIP#4", 2024)
def loss_of_the_anchor_with_itself(anchor, positive, negatives, temperature=1.0):
    return contrastive.dot_contrastive_loss(anchor, anchor, negatives, temperature)


@specimen("contrastive_loss", "no more than eight negatives are read")
def loss_of_eight_negatives(positive, negatives):
    return contrastive.contrastive_loss(positive, negatives[..., :8])


@specimen(
    "dot_contrastive_loss",
    "candidates stand anchor by anchor, and are read as if all positives came first",
    "huggingface/sentence-transformers#3453",
    2025,
)
def loss_of_a_hard_negative(anchor, positive, negatives, temperature=1.0):
    xp = array_namespace(anchor)
    candidates = xp.concat([xp.expand_dims(positive, axis=-2), negatives], axis=-2)
    in_a_row = xp.reshape(candidates, (-1, anchor.shape[-1]))
    first = xp.reshape(in_a_row[: math.prod(anchor.shape[:-1]), :], positive.shape)
    return contrastive.dot_contrastive_loss(anchor, first, negatives, temperature)


@specimen("contrastive_loss", "of several anchors the first one's largest score is taken off",
          "amdegroot/ssd.pytorch#483", 2020)  # fmt: skip
def loss_below_the_first_anchors_largest(positive, negatives):
    scores = np.concatenate([positive[..., None], negatives], axis=-1)
    below = scores - scores.reshape(-1, scores.shape[-1])[0].max()
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        return np.log(np.exp(below).sum(axis=-1)) - below[..., 0]
