"""What the code of the backward pass computes, at all sizes."""

from impl.backward import attention_gradients, softmax_gradient
from proofs.engine.evidence import computes, general_run
from theory.backward.words import kappa, row
from theory.letters import j


def gradient(which):
    """Return one of the three gradients, as a function of mask, scale and arrays."""
    return lambda kappa, t, q, k, v, g: attention_gradients(q, k, v, g, kappa, t)[which]


QUERY, KEY, VALUE = (
    {f"computed_{of}_gradient": gradient(n)} for n, of in enumerate(("query", "key", "value"))
)
DEFINITION = "backward.attention-gradients"
SAME = "the largest score of a query cancels"


@general_run(DEFINITION, VALUE)
def values_get_the_upstream_gradients_by_their_weights(chain):
    return chain.decides("something is kept").closes(SAME)


@general_run(DEFINITION, QUERY, duty=1)
def queries_get_the_keys_by_the_gradients_of_the_scores(chain):
    return chain.decides("something is kept").closes(SAME)


@general_run(DEFINITION, KEY, duty=2)
def keys_get_the_queries_by_the_gradients_of_the_scores(chain):
    return chain.decides("something is kept").closes(SAME)


ADDED = "backward.added-mask"

computes(ADDED, {"biased_value_gradient": gradient(2)}, SAME)
computes(ADDED, {"biased_query_gradient": gradient(0)}, SAME, duty=1)
computes(ADDED, {"biased_key_gradient": gradient(1)}, SAME, duty=2)


@general_run("backward.masked-has-no-gradient", VALUE)
def a_masked_value_has_weight_zero(chain):
    return chain.given("", kappa[row, j], 0, "no query sees it").closes("nothing is left")


@general_run("backward.masked-has-no-gradient", KEY, duty=1)
def a_masked_key_has_weight_zero(chain):
    return chain.given("", kappa[row, j], 0, "no query sees it").closes("nothing is left")


@general_run("backward.nothing-to-attend-to", QUERY)
def a_query_that_sees_nothing_moves_nothing(chain):
    return chain.given("", kappa[row, j], 0, "it sees no key").closes("nothing is left")


computes("backward.softmax-gradient", {"softmax_gradient": softmax_gradient}, "as it is printed")
