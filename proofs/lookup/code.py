"""What the code of attention as a lookup table computes, at all sizes."""

from impl.lookup import attention
from impl.softmax import hardmax
from proofs.engine.evidence import computes, general_run
from proofs.rules import reindex


def one_column(scores, values, mask=None):
    """Return the output of one query for values of one column."""
    return attention(scores, values[:, None], mask)[0]


MASKED = {"masked_attention": lambda kappa, x, v: one_column(x, v, kappa)}

computes("lookup.attention", {"attention": one_column}, "the weights are softmax")


@general_run("lookup.mask", MASKED)
def a_mask_keeps_what_is_true(chain):
    return chain.decides("something is kept").closes("the largest entry cancels")


computes(
    "lookup.mask",
    {"biased_attention": lambda b, x, v: one_column(x, v, b)},
    "the largest entry cancels",
    duty=1,
)


@general_run("lookup.masked-value-never-leaks", MASKED)
def a_masked_value_is_multiplied_by_zero(chain):
    return chain.decides("something is kept").closes("κ² = κ")


computes("lookup.first-of-equals", {"computed_hard": hardmax}, "this is what argmax means")


@general_run("lookup.order-of-pairs-is-irrelevant", {"attention": one_column})
def pairs_may_come_in_any_order(chain):
    return chain.by(reindex, "sums over all pairs, in another order").closes("the largest cancels")
