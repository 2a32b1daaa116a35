"""What the code of the scores computes, at all sizes: for one query and one key among many."""

from impl import scores
from impl.lookup import attention
from proofs.engine.evidence import general_run
from proofs.heads.code import projected


def of_one_key(score):
    """Return the score of one query and one key."""
    return lambda q, k: score(q, k[None, :])[0]


def of_one_pair(score):
    """Return the additive score of one query and one key."""
    return lambda q, w_q, k, w_k, w_out: score(q[None, :], k[None, :], w_q, w_k, w_out)[0, 0]


@general_run("scores.dot", {"dot": of_one_key(scores.dot)})
def dot_sums_products(chain):
    return chain.closes("as it is printed")


@general_run("scores.scaled-dot", {"scaled": of_one_key(scores.scaled_dot)})
def scaled_dot_divides_by_the_root_of_the_width(chain):
    return chain.closes("the query is divided first")


@general_run("scores.cosine", {"cosine": of_one_key(scores.cosine)})
def cosine_divides_by_both_lengths(chain):
    return chain.closes("the largest entry of each cancels")


@general_run("scores.additive-as-printed", {"printed_additive": of_one_pair(scores.additive)})
def additive_has_no_bend(chain):
    return chain.closes("as it is printed")


@general_run("scores.additive-tanh", {"bent_additive": of_one_pair(scores.additive_tanh)})
def additive_tanh_bends_each_hidden_unit(chain):
    return chain.closes("as it is printed")


def projected_attention(q, w_q, k, w_k, v, w_v):
    """Project, score, attend."""
    return attention(scores.scaled_dot(projected(q, w_q), projected(k, w_k)), projected(v, w_v))


@general_run("scores.parametric-attention", {"projected_attention": projected_attention})
def attention_with_projections(chain):
    return chain.closes("the largest score of a row cancels")
