"""The feed-forward net: the formulas of corrections, read, are those of the claims."""

from proofs.engine.correction import correction
from proofs.feedforward.transcribed import PARTS
from theory.feedforward.words import c, x

for key in ("000:92/rows", "001:404/rows"):
    correction(key, "feedforward.definition", {**PARTS, r"\mathbf{x}": x}, at=(c,))
