"""Wrong softmaxes with one more, and wrong soft caps."""

import numpy as np
from array_api_compat import array_namespace

from impl.sinks import softcap
from impl.softmax import softmax
from tests.zoo import specimen


@specimen("softmax_one", "one is added after the largest score was subtracted",
          "kyegomez/AttentionIsOFFByOne#5")  # fmt: skip
def softmax_one_beside_the_largest(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / (1 + e.sum(axis=axis, keepdims=True))


@specimen("softmax_one", "nothing is subtracted, so large scores overflow")
def softmax_one_that_overflows(x, axis=-1):
    e = np.exp(x)
    return e / (1 + e.sum(axis=axis, keepdims=True))


@specimen("softmax_one", "plain softmax, whose rows cannot abstain")
def softmax_one_without_the_one(x, axis=-1):
    return softmax(x, axis=axis)


@specimen("softcap", "scores are cut off at the cap, so beyond it no gradient is left")
def softcap_that_cuts(scores, cap):
    xp = array_namespace(scores)
    return xp.where(scores > cap, cap, xp.where(scores < -cap, -cap, scores))


@specimen("softcap", "the bend is not multiplied by the cap again")
def softcap_to_one(scores, cap):
    return softcap(scores, cap) / cap


@specimen("softcap", "the scores are not divided by the cap")
def softcap_that_bends_at_one(scores, cap):
    return softcap(scores * cap, cap)


@specimen("softcap", "the score stands where the cap should: what is large is not capped",
          "unslothai/unsloth-zoo#593")  # fmt: skip
def softcap_that_multiplies_the_score(scores, cap):
    return scores * softcap(scores, cap) / cap
