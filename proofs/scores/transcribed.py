"""Scores: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.letters import d, d_attn, d_k, d_q, j
from theory.scores.words import (
    K,
    Q,
    W_k,
    W_q,
    W_v,
    c,
    keys,
    o,
    printed_additive,
    projected_attention,
    projection,
    queries,
    r,
    scaled,
    values,
    w_out,
)
from theory.shared_words import dot
from theory.stating.families import every
from theory.transcribing.arithmetic import Column

PAIR = {r"\mathbf{q}": queries[r], r"\mathbf{k}": keys[j]}
MATRICES = {r"\mathbf{W}^q": W_q, r"\mathbf{W}^k": W_k, "d_{attn}": d_attn}

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
# The claims speak of any two rows of one width; printed are rows that are projected to one.
BOTH = {Q: every(r, c, entry=projection(queries[r], W_q)[c]), d: d_attn,
        K: every(j, c, entry=projection(keys[j], W_k)[c])}  # fmt: skip
transcription(
    "001:172",
    "scores.dot",
    {**PAIR, **MATRICES, "f_{attn}": lambda q, k: dot(projection(q, W_q), projection(k, W_k))},
    instance=BOTH,
)
transcription(
    "001:179",
    "scores.scaled-dot",
    {**PAIR, **MATRICES, "f_{attn}": lambda q, k: scaled(projection(q, W_q), projection(k, W_k))},
    instance=BOTH,
)
transcription(
    "001:161/namely", "scores.equal-input-widths", {"d_q": d_q, "d_k": d_k, "d_{attn}": d_attn}, 2
)
