"""What the code of the feed-forward net computes, at all sizes."""

from impl.feedforward import PARAMS, feed_forward
from proofs.engine.evidence import general_run


@general_run("feedforward.definition", {"ffn": lambda x, *w: feed_forward(x, dict(zip(PARAMS, w)))})
def feed_forward_bends_between_two_layers(chain):
    return chain.closes("as it is printed")
