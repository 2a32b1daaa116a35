"""Wrong gated nets."""

import numpy as np

from impl import gated
from tests.zoo import specimen

net, silu = gated.gated_feed_forward, gated.silu


@specimen(
    "gated_feed_forward", "the units are bent, and not the gates", "ml-explore/mlx-lm#767", 2026
)
def gated_by_its_units(x, params, activation=silu):
    return net(x, {**params, "w_gate": params["w_up"], "w_up": params["w_gate"]}, activation)


@specimen("gated_feed_forward", "SiLU, whatever is asked for", "Dao-AILab/sonic-moe#2", 2025)
def gated_by_silu_always(x, params, activation=None):
    return net(x, params)


@specimen("gated_feed_forward", "gate and unit are added", "LeronQ/STGCN-Pytorch#1", 2020)
def gated_by_adding(x, params, activation=silu):
    return (activation(x @ params["w_gate"]) + x @ params["w_up"]) @ params["w_down"]


@specimen("gated_feed_forward", "the product is bent, and not the gate",
          "Nijikadesu/breakdown-minimind#3", 2025)  # fmt: skip
def bent_after_its_gate(x, params, activation=silu):
    return activation((x @ params["w_gate"]) * (x @ params["w_up"])) @ params["w_down"]


@specimen("silu", "the share alone, not times the argument")
def silu_without_its_argument(x):
    return 1 / (1 + np.exp(-np.clip(x, -80, 80)))


@specimen("silu", "x σ(1.702 x), as for GELU", "microsoft/onnxruntime#28738", 2026)
def silu_of_gelu(x):
    return x / (1 + np.exp(-np.clip(1.702 * x, -80, 80)))


@specimen("silu", "the exponential overflows below", "antirez/ds4#498", 2026)
def silu_that_overflows(x):
    return x / (1 + np.exp(-x))
