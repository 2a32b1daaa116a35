"""Attention as a lookup table: the formulas of corrections, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from proofs.lookup.transcribed import averaged, u
from theory.letters import d_k, d_v, i, n
from theory.lookup.hard import hard
from theory.lookup.words import K, V, a, output, q, scores
from theory.softmax.words import f, softmax, x

correction(
    "000:37/no-limit",
    "lookup.attention",
    {r"\mathbf{y}": averaged, r"\alpha": softmax(x), r"\mathbf{v}": V, "n": n},
    only=(1,),
    at=(a,),
)
correction(
    "001:14-19/typesetting",
    "lookup.sizes",
    {r"\mathbf{K}": K, r"\mathbf{k}": K, "n": n, "d_k": d_k},
    Part(K[i, u]),
    at=(i, u),
)
correction(
    "001:29/called-score", "lookup.sizes", {r"\mathbf{q}": q, "d_k": d_k}, Part(q[u]), at=(u,)
)
correction(
    "001:32/typesetting",
    "lookup.sizes",
    {
        r"\text{Attention}": lambda q, K, V: output, r"\mathbf{q}": q, r"\mathbf{K}": K,
        r"\mathbf{V}": V, r"\boldsymbol{\alpha}": softmax(scores(q)), "d_v": d_v,
    },
    2,
)  # fmt: skip
correction(
    "001:56/one-hot",
    "lookup.hard-weights-are-one-hot",
    {r"\boldsymbol{\alpha}": hard(f), r"\alpha": hard(f), "n": n},
    Part(hard(f)[i]),
    only=(0,),
    at=(i,),
)
