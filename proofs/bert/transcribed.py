"""BERT: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.bert import X, next_sentence, sigma, w
from theory.transcribing.meaning import Column

transcription(
    "001:493",
    "bert.next-sentence",
    {
        "p": next_sentence(X, w), r"\sigma": sigma, r"\text{BERT}([\mathbf{t}_1, \mathbf{t}_2])": X,
        r"\text{[CLS]}": 1, r"\mathbf{W}^o": Column(w),
    },
)  # fmt: skip
