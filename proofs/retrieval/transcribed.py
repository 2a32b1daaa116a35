"""Retrieval: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.letters import j
from theory.retrieval.words import X, Y, cat, dot_score, logistic, of_query, w
from theory.shared_words import dot
from theory.transcribing.arithmetic import Column

FIRST = {r"\text{[CLS]}": 1}  # the first row is that of [CLS]
OF_QUERY, OF_DOCUMENT = r"\text{BERT}(q)", r"\text{BERT}(d)"

transcription(
    "001:506",
    "retrieval.cat",
    {
        "p": cat(X, w), r"\sigma": logistic, r"\text{BERT}([\mathbf{q}, \mathbf{d}])": X, **FIRST,
        r"\mathbf{W}^o": Column(w),
    },
)  # fmt: skip
transcription(
    "001:511",
    "retrieval.dot",
    {
        r"\text{BERT}_{\text{DOT}}": dot_score(of_query, Y[j]), OF_QUERY: of_query,
        OF_DOCUMENT: Y[j], **FIRST, r"f_{\text{sim}}": dot,
    },
)  # fmt: skip
transcription(
    "001:517",
    "retrieval.dot",
    {
        r"\text{BERT}_{\text{DOT}}": dot_score(of_query, Y[j]), **FIRST,
        OF_QUERY: Column(of_query), OF_DOCUMENT: Column(Y[j]),  # as printed, they stand upright
    },
)  # fmt: skip
