"""Exact values of a block's parameters, as `impl` takes them and as a statement does."""

import sympy as sp

from proofs.arrays import expressions
from theory.encoder.blocks import BIASES, CROSSED, GAINS, NET, OWN, epsilon

EYE, SWAP = ((1, 0), (0, 1)), ((0, 1), (1, 0))
ROWS = ((1, 3), (5, 0))
_HEADS = {"attention": OWN, "crossed": CROSSED}
_NET = ("w_1", "b_1", "w_2", "b_2")


def plain_params():
    """One head of identities, a net of ReLU with biases, plain norms."""
    given = {
        "attention.w_q": [EYE], "attention.w_k": [EYE], "attention.w_v": [EYE],
        "attention.w_o": [[2, 0], [0, 2]],
        "net.w_1": SWAP, "net.b_1": [1, 2], "net.w_2": EYE, "net.b_2": [0, 0],
        "norm_1.gain": [1, 1], "norm_1.bias": [0, 0],
        "norm_2.gain": [1, 1], "norm_2.bias": [0, 0],
    }  # fmt: skip
    return {name: expressions.array(value) for name, value in given.items()}


def at(params, *parts, eps=0):
    """Return what a block with one head gives to a statement's parameters, in parts or in all."""
    families = {f"net.{name}": each for name, each in zip(_NET, NET, strict=True)}
    for part, (*projections, mix) in _HEADS.items():
        families |= {f"{part}.w_{k}": w for k, w in zip("qkv", projections, strict=True)}
        families[f"{part}.w_o"] = mix
    for k, (gain, bias) in enumerate(zip(GAINS, BIASES, strict=True), start=1):
        families |= {f"norm_{k}.gain": gain, f"norm_{k}.bias": bias}
    own = {
        families[name]: each.tolist()
        for name, each in params.items()
        if not parts or name.split(".")[0] in parts
    }
    split = {family: [own[family]] for family in (OWN[3], CROSSED[3]) if family in own}
    return own | split | ({} if parts == ("attention",) else {epsilon: eps})


def unquestioning(params):
    """Return the same parameters, but for queries of 0: every weight is 1/n."""
    return params | {"attention.w_q": 0 * params["attention.w_q"]}


def flat(array):
    return [sp.radsimp(value) for value in array.data.ravel()]
