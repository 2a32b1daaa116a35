"""Attention as a lookup table: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.transcription import transcription
from theory.letters import d_k, d_v, i, m, n
from theory.lookup.attending import attention
from theory.lookup.hard import hard
from theory.lookup.words import A, K, Q, V, a, column, output, outputs, q, scores
from theory.softmax.words import f, share, softmax, x
from theory.stating.families import every
from theory.stating.variables import index
from theory.transcribing.meaning import By

averaged = every(a, entry=attention(x, column))
u, of_query = index("u", d_k), index("r", m)

transcription(
    "000:39/output",
    "lookup.attention",
    {r"\text{Output}": averaged, r"\alpha": softmax(x), r"\mathbf{v}": V},
    at=(a,),
    limits={"i": n},
)
transcription(
    "001:32/formula",
    "lookup.attention",
    {
        r"\text{Attention}": lambda q, K, V: averaged, "q": q, r"\mathbf{K}": K, r"\mathbf{V}": V,
        r"\mathbf{\alpha}": softmax(x),
    },
    at=(a,),
)  # fmt: skip
transcription(
    "001:32/size",
    "lookup.sizes",
    {
        r"\text{Attention}": lambda q, K, V: output, "q": q, r"\mathbf{K}": K, r"\mathbf{V}": V,
        r"\mathbf{\alpha}": softmax(scores(q)), "d_v": d_v,
    },
    2,
)  # fmt: skip
transcription(
    "001:38",
    "lookup.attention",
    {r"\mathbf{\alpha}": softmax(x), r"\alpha": softmax(x), "n": n},
    Part(softmax(x)[i]),
    at=(i,),
)
transcription(
    "001:14-19",
    "lookup.sizes",
    {r"\mathbf{K}": K, r"\mathbf{k}": K, "n": n, "d_k": d_k},
    Part(K[i, u]),
    at=(i, u),
)
transcription(
    "001:21-26",
    "lookup.sizes",
    {r"\mathbf{V}": V, r"\mathbf{v}": V, "n": n, "d_v": d_v},
    Part(V[i, a]),
    at=(i, a),
)
transcription("001:29/query", "lookup.sizes", {r"\mathbf{q}": q, "d_k": d_k}, Part(q[u]), at=(u,))
transcription(
    "001:72-77",
    "lookup.sizes",
    {r"\mathbf{Q}": Q, r"\mathbf{q}": Q, "m": m, "d_k": d_k},
    Part(Q[of_query, u]),
    at=(of_query, u),
)
transcription(
    "001:81",
    "lookup.sizes",
    {
        r"\text{Attention}": lambda Q, K, V: outputs, r"\mathbf{Q}": Q, r"\mathbf{K}": K,
        r"\mathbf{V}": V, r"\mathbf{A}": A, "m": m, "d_v": d_v,
    },
    1,
)  # fmt: skip
transcription(
    "001:87-103",
    "lookup.sizes",
    {r"\mathbf{A}": A, r"\mathbf{\alpha}": A, r"\alpha": A, "m": m, "n": n},
    0,
    but={r"\mathbf{\Alpha}": r"\mathbf{A}"},
)
transcription(
    "001:48",
    "lookup.ratio-weights-of-scores-that-do-not-cancel",
    {r"\alpha": share(f), "n": n},
)
transcription(
    "001:49",
    "lookup.ratio-weights-lie-between-zero-and-one",
    {r"\alpha": share(f), "i": i},
)
transcription(
    "001:59-63",
    "lookup.hard-attention",
    {r"\alpha": hard(f), r"f_{attn}": By((r"\mathbf{q}", r"\mathbf{k}"), f), "i": i},
    limits={"j": n},  # the largest of all scores
)
