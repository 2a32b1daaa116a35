"""BERT: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Cases
from proofs.engine.transcription import transcription
from theory.bert.words import (
    L_1,
    L_2,
    X,
    Z_passes,
    length,
    next_sentence,
    place,
    pseudo_loss,
    segment,
    sigma,
    token,
    tokens,
    w,
)
from theory.letters import L
from theory.softmax.words import softmax
from theory.stating.families import Family, every
from theory.transcribing.arithmetic import Column
from theory.transcribing.meaning import By

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
WHOLE = every(place, entry=segment(place))
transcription(
    "001:471",
    "bert.sizes",
    {
        r"\text{Seg}([\text{[CLS]},\mathbf{t}_1, \text{[SEP]}, \mathbf{t}_2, \text{[SEP]}])": WHOLE,
        r"\mathbf{s}": WHOLE, "L_1": L_1, "L_2": L_2,
    },
    1,
)  # fmt: skip
transcription(
    "001:458",
    "bert.pseudo-likelihood",
    {
        r"\mathcal{L}_{\text{MLM}}": pseudo_loss(Z_passes, tokens), "L": L,
        # the probability of a token, in the pass in which it is hidden
        "p": By(
            ("t", r"\mathbf{t}_{\backslash i}"),
            every(token, entry=softmax(Z_passes[token, token])[tokens[token]]),
        ),
    },
)  # fmt: skip
