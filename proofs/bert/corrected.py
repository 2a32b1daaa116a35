"""BERT: the formulas of corrections, read, are those of the claims."""

from proofs.engine.comparing import Cases
from proofs.engine.correction import correction
from theory.bert.words import L_1, X, length, next_sentence, place, segment, sigma, w
from theory.stating.families import Family
from theory.stating.variables import real
from theory.transcribing.arithmetic import Column

PAIR = r"[\text{[CLS]}, \mathbf{t}^{(1)}, \text{[SEP]}, \mathbf{t}^{(2)}, \text{[SEP]}]"

correction(
    "001:476-479/type",
    "bert.segments",
    {"s": Family(segment, (length,)), "i": place, "L_1": L_1},
    Cases((0, 1)),
)
for key in ("001:489/input", "001:493/input"):
    correction(
        key,
        "bert.next-sentence",
        {
            "p": next_sentence(X, w), r"\text{sigmoid}": sigma, r"\text{[CLS]}": 1,
            rf"\text{{BERT}}({PAIR})": X, r"\mathbf{W}^o": Column(w), "y": real("y"),
            r"\text{Ber}": lambda outcome, parameter: parameter,
        },
    )  # fmt: skip
