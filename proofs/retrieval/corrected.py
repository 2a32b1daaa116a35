"""Retrieval: the formulas of corrections, read, are those of the claims."""

from proofs.engine.correction import correction
from proofs.retrieval.transcribed import FIRST, OF_DOCUMENT, OF_QUERY
from theory.letters import j
from theory.retrieval.words import X, Y, cat, dot_score, logistic, of_query, w
from theory.stating.variables import real
from theory.transcribing.arithmetic import Column

for key in ("001:502/unbound", "001:506/input"):
    correction(
        key,
        "retrieval.cat",
        {
            "p": cat(X, w), r"\text{sigmoid}": logistic, **FIRST,
            r"\text{BERT}([\text{[CLS]}, \mathbf{q}, \text{[SEP]}, \mathbf{d}, \text{[SEP]}])": X,
            r"\mathbf{W}^o": Column(w), "y": real("y"),
            r"\text{Ber}": lambda outcome, parameter: parameter,
        },
    )  # fmt: skip
correction(
    "001:517",
    "retrieval.dot",
    {
        r"\text{BERT}_{\text{DOT}}": dot_score(of_query, Y[j]), **FIRST,
        OF_QUERY: of_query, OF_DOCUMENT: Y[j],
    },
)  # fmt: skip
