"""Wrong softmaxes with one more, and wrong soft caps."""

import numpy as np
from array_api_compat import array_namespace

from impl.sinks import softcap, softmax_one
from impl.softmax import softmax
from tests.zoo import specimen


@specimen(
    "softmax_one",
    "one is added after the largest score was subtracted",
    "kyegomez/AttentionIsOFFByOne#5",
    2023,
)
def softmax_one_beside_the_largest(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / (1 + e.sum(axis=axis, keepdims=True))


@specimen("softmax_one", "nothing is subtracted, so large scores overflow")
def softmax_one_that_overflows(x, axis=-1):
    e = np.exp(x)
    return e / (1 + e.sum(axis=axis, keepdims=True))


@specimen("softmax_one", "the one is counted twice", "ROCm/rocm-libraries#12227", 2026)
def softmax_one_with_two(x, axis=-1):
    p = softmax_one(x, axis=axis)
    return p / (2 - array_namespace(x).sum(p, axis=axis, keepdims=True))


@specimen(
    "softmax_one", "plain softmax, whose rows cannot abstain", "vllm-project/vllm-metal#212", 2026
)
def softmax_one_without_the_one(x, axis=-1):
    return softmax(x, axis=axis)


@specimen(
    "softmax_one", "the last axis is taken, whichever is asked for", "paiml/aprender#2152", 2026
)
def softmax_one_of_the_last_axis(x, axis=-1):
    return softmax_one(x)


@specimen("softcap", "scores are cut off at the cap, so beyond it no gradient is left")
def softcap_that_cuts(scores, cap):
    xp = array_namespace(scores)
    return xp.where(scores > cap, cap, xp.where(scores < -cap, -cap, scores))


@specimen("softcap", "the cap is taken, and never applied", "vllm-project/vllm-metal#665", 2026)
def softcap_never(scores, cap):
    return scores


@specimen("softcap", "scores that are kept in float32 pass without a cap", "kekzl/imp#688", 2026)
def softcap_not_of_float32(scores, cap):
    return scores if scores.dtype == "float32" else softcap(scores, cap)


@specimen("softcap", "the cap is applied twice")
def softcap_twice(scores, cap):
    return softcap(softcap(scores, cap), cap)


@specimen(
    "softcap", "the bend is not multiplied by the cap again", "Dao-AILab/flash-attention#2396", 2026
)
def softcap_to_one(scores, cap):
    return softcap(scores, cap) / cap


@specimen("softcap", "the scores are not divided by the cap")
def softcap_that_bends_at_one(scores, cap):
    return softcap(scores * cap, cap)


@specimen("softcap", "the score stands where the cap should: what is large is not capped",
          "unslothai/unsloth-zoo#593", 2026)  # fmt: skip
def softcap_that_multiplies_the_score(scores, cap):
    return scores * softcap(scores, cap) / cap
