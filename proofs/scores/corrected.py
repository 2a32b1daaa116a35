"""Scores: the formulas of corrections, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from proofs.scores.transcribed import MATRICES, PAIR
from theory.letters import d, d_k, d_q, j
from theory.scores.words import (
    K,
    Q,
    W_k,
    W_q,
    W_v,
    bent_additive,
    c,
    cosine,
    key,
    keys,
    o,
    projected_attention,
    q,
    queries,
    r,
    scaled,
    u,
    values,
    w,
    w_out,
)
from theory.transcribing.arithmetic import Column

correction(
    "000:31/cosine",
    "scores.cosine",
    {r"\mathbf{q}": q, r"\mathbf{k}": key},
    Part(cosine(q, key)),
)
correction(
    "000:58/called-score",
    "scores.scaled-dot",
    {r"\mathbf{q}": Q[r], r"\mathbf{k}": K[j], "d_k": d, r"f_\text{attn}": scaled},
)
correction(
    "001:161/namely",
    "scores.parametric-sizes",
    {**MATRICES, "d_q": d_q, "d_k": d_k},
    Part(W_q[u, c], at=(u, c)),
    Part(W_k[w, c], at=(w, c)),
)
correction(
    "001:166/formula",
    "scores.additive-tanh",
    {
        **PAIR, **MATRICES, r"\mathbf{W}_{\text{out}}": Column(w_out),
        "f_{attn}": lambda q, k: bent_additive(q, W_q, k, W_k, w_out),
    },
)  # fmt: skip
OUTPUT = projected_attention(queries, W_q, keys, W_k, values, W_v)
correction(
    "001:190/name",
    "scores.parametric-attention",
    {
        r"\text{Attention}": lambda *projected: OUTPUT,
        r"\mathbf{Q}": queries, r"\mathbf{K}": keys, r"\mathbf{V}": values, **MATRICES,
        r"\mathbf{W}^v": W_v,
    },
    at=(r, o),
)  # fmt: skip
