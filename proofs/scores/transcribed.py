"""Scores: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.letters import d, d_attn, d_k, d_q, j
from theory.scores import (
    K,
    Q,
    W_k,
    W_q,
    W_v,
    keys,
    o,
    one_key,
    printed_additive,
    projected_attention,
    projection,
    queries,
    query,
    r,
    scaled,
    values,
    w_out,
)
from theory.transcribing.meaning import Column
from theory.words import dot

PAIR = {r"\mathbf{q}": queries[r], r"\mathbf{k}": keys[j]}
MATRICES = {r"\mathbf{W}^q": W_q, r"\mathbf{W}^k": W_k, "d_{attn}": d_attn}
# the claims speak of any two rows of one width; here they are projections
PROJECTED = {Q[r]: None}

transcription(
    "001:166/formula",
    "scores.additive-as-printed",
    {
        **PAIR, **MATRICES, r"\mathbf{W}_{\text{out}}": Column(w_out),
        "f_{attn}": lambda q, k: printed_additive(q, W_q, k, W_k, w_out),
    },
)  # fmt: skip
transcription(
    "001:190",
    "scores.parametric-attention",
    {
        r"\text{Attention}": lambda Q, K, V: projected_attention(Q, W_q, K, W_k, V, W_v),
        r"\mathbf{Q}": queries, r"\mathbf{K}": keys, r"\mathbf{V}": values,
        **MATRICES, r"\mathbf{W}^v": W_v,
    },
    at=(r, o),
)  # fmt: skip
