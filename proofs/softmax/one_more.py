"""Softmax with one more in its denominator is softmax beside one more score."""

from impl.sinks import softmax_one
from proofs.engine.evidence import closes, computes

EXTRA = "softmax.one-more-is-an-extra-score"

computes(
    "softmax.one-more",
    {"softmax_one": softmax_one},
    "the largest of the scores and 0 cancels, whatever it is",
)


closes(
    EXTRA,
    "exp(0) = 1",
    "multiply above and below by exp(s)",
    "a common denominator",
    "exponentials are positive",
)
