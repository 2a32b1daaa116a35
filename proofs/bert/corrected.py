"""BERT: the formulas of corrections, read, are those of the claims."""

from proofs.engine.comparing import Cases
from proofs.engine.correction import correction
from theory.bert.words import L_1, length, place, segment
from theory.stating.families import Family

correction(
    "001:476-479/type",
    "bert.segments",
    {"s": Family(segment, (length,)), "i": place, "L_1": L_1},
    Cases((0, 1)),
)
