"""The feed-forward net: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.feedforward.words import NET, W_1, W_2, b_1, b_2, c, ffn, x

PARTS = {
    r"\mathbf{X}": x,  # any row of X: the net works on each by itself
    r"\text{FFN}": lambda x: ffn(x, *NET),
    r"\mathbf{W}_1": W_1, r"\mathbf{b}_1": b_1, r"\mathbf{W}_2": W_2, r"\mathbf{b}_2": b_2,
}  # fmt: skip

transcription("000:92", "feedforward.definition", PARTS, at=(c,))
transcription("001:404", "feedforward.definition", PARTS, at=(c,))
