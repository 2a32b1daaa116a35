"""Softmax: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.letters import i, n
from theory.softmax.words import alpha, f, softmax, x
from theory.transcribing.meaning import By

SCORES = By((r"\mathbf{q}", r"\mathbf{k}"), x)

transcription(
    "000:37/weights",
    "softmax.definition",
    {r"f_\text{attn}": SCORES, r"\alpha": softmax(x), "i": i},
    limits={"j": n},
)
transcription(
    "001:42/ratio",
    "softmax.ratio-of-scores",
    {r"f_{attn}": By((r"\mathbf{q}", r"\mathbf{k}"), f), r"\mathbf{\alpha}": f, "i": i, "n": n},
)
transcription(
    "001:42/softmax-of-weights",
    "softmax.of-its-own-weights",
    {r"\mathbf{\alpha}": alpha, r"\alpha": alpha, "i": i},
)
ROW = By((r"\mathbf{q}_i", r"\mathbf{k}"), f)  # the scores of one query
transcription(
    "001:106/ratio",
    "softmax.ratio-of-scores",
    {r"f_{attn}": ROW, r"\mathbf{\alpha}_i": f, "j": i, "n": n},
)
transcription(
    "001:106/softmax-of-weights",
    "softmax.of-its-own-weights",
    {r"\mathbf{\alpha}_i": alpha, r"\alpha_{ij}": alpha[i], "j": i},
)
transcription("001:48/softmax", "softmax.rows-sum-to-one", {r"\alpha": softmax(x), "n": n})
