"""Softmax: the formulas of corrections, read, are those of the claims."""

from proofs.engine.correction import correction
from proofs.softmax.transcribed import ROW, SCORES
from theory.letters import i, n
from theory.softmax.words import f, softmax, x
from theory.transcribing.meaning import By

correction(
    "000:37/no-limit",
    "softmax.definition",
    {r"f_\text{attn}": SCORES, r"\alpha": softmax(x), "i": i, "n": n},
    only=(0,),
)
WEIGHT = {r"\alpha": softmax(f), "i": i, "n": n, "f_{attn}": By((r"\mathbf{q}", r"\mathbf{k}"), f)}
correction("001:42/ratio", "softmax.definition", WEIGHT, instance={x: f})
WEIGHTS = {r"\alpha_{ij}": softmax(f)[i], "j": i, "n": n, "f_{attn}": ROW}
correction("001:106/ratio", "softmax.definition", WEIGHTS, instance={x: f})
correction("001:48", "softmax.rows-sum-to-one", {r"\alpha": softmax(x), "n": n})
correction("001:49", "softmax.positive-and-at-most-one", {r"\alpha": softmax(x), "i": i})
