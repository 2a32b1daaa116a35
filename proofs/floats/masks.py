"""A row that is masked by one large number has lost its scores."""

from impl.softmax import softmax as softmax_of
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from proofs.softmax.in_floats import floats
from theory.letters import i, j
from theory.lookup.finite_masks import t, x
from theory.stating.operations import fl


@derivation("floats.masked-row-is-uniform")
def equal_scores_have_equal_weights(chain):
    chain.given("swallowed", fl(x[j] - t), -t, "every score is lost in rounding")
    return chain.closes("n equal exponentials")


@necessity("floats.masked-row-is-uniform", "swallowed")
def a_small_number_leaves_the_scores():
    return At({x: (0, 1), t: 1, i: 1}, softmax_of(floats([-1.0, 0.0])).tolist(), "softmax(-1, 0)")
