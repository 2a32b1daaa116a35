"""BERT: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Cases
from proofs.engine.transcription import transcription
from theory.bert import L_1, X, length, next_sentence, place, segment, sigma, w
from theory.stating.families import Family
from theory.transcribing.arithmetic import Column

transcription(
    "001:493",
    "bert.next-sentence",
    {
        "p": next_sentence(X, w), r"\sigma": sigma, r"\text{BERT}([\mathbf{t}_1, \mathbf{t}_2])": X,
        r"\text{[CLS]}": 1, r"\mathbf{W}^o": Column(w),
    },
)  # fmt: skip
transcription(
    "001:476-479/rule",
    "bert.segments",
    {"s": Family(segment, (length,)), "i": place, "L_1": L_1},
    Cases((0, 1)),
)
