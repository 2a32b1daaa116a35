"""Kernel regression: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.transcription import transcription
from theory.kernel.words import K, beta, gaussian, prediction, query, u, x, y
from theory.letters import i, n
from theory.softmax.words import share
from theory.transcribing.meaning import By

POINTS = {r"\mathbf{x}_{*}": query, r"\mathbf{x}": x, "y": y, "n": n}
VALUES = {"y_{*}": prediction, "f": lambda point: prediction, r"\alpha": share(K)}
SCORE = {"f_{attn}": By((r"\mathbf{x}_*", r"\mathbf{x}"), K)}
KERNEL = {r"\mathcal{K}_{\beta}": lambda apart: gaussian(beta, apart), r"\beta": beta}

transcription("001:119", "kernel.regression", {**POINTS, **VALUES})
transcription(
    "001:123", "kernel.regression", {**POINTS, **VALUES, **SCORE, "i": i}, Part(share(K)[i])
)
for key in ("001:131/formula", "001:131/beta"):
    transcription(
        key,
        "kernel.gaussian",
        {**POINTS, **SCORE, **KERNEL, "i": i},
        instance={u: query - x[i]},
    )
transcription("001:137", "kernel.regression", {**POINTS, **VALUES, **SCORE})
transcription("001:140-145", "kernel.softmax-of-kernel-values", {**POINTS, **KERNEL})
transcription("001:147", "kernel.regression", {**POINTS, **KERNEL})
PAIR = By((r"\mathbf{q}", r"\mathbf{k}"), K)
transcription(
    "001:156", "kernel.regression", {"f_{attn}": PAIR, r"\text{Kernel}": PAIR}, Part(K[i]), at=(i,)
)
