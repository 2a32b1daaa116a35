"""What the code of the scores computes, at all sizes: for one query and one key among many."""

from impl import scores
from impl.lookup import attention
from proofs.engine.evidence import computes
from proofs.heads.code import projected


def of_one_key(score):
    """Return the score of one query and one key."""
    return lambda q, k: score(q, k[None, :])[0]


def of_one_pair(score):
    """Return the additive score of one query and one key."""
    return lambda q, w_q, k, w_k, w_out: score(q[None, :], k[None, :], w_q, w_k, w_out)[0, 0]


computes("scores.dot", {"dot": of_one_key(scores.dot)}, "as it is printed")


computes(
    "scores.scaled-dot", {"scaled": of_one_key(scores.scaled_dot)}, "the query is divided first"
)


computes(
    "scores.cosine", {"cosine": of_one_key(scores.cosine)}, "the largest entry of each cancels"
)


computes(
    "scores.additive-as-printed",
    {"printed_additive": of_one_pair(scores.additive)},
    "as it is printed",
)


computes(
    "scores.additive-tanh", {"bent_additive": of_one_pair(scores.additive_tanh)}, "as it is printed"
)


def projected_attention(q, w_q, k, w_k, v, w_v):
    """Project, score, attend."""
    return attention(scores.scaled_dot(projected(q, w_q), projected(k, w_k)), projected(v, w_v))


computes(
    "scores.parametric-attention",
    {"projected_attention": projected_attention},
    "the largest score of a row cancels",
)
