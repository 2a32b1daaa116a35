"""What the code of the feed-forward net computes, at all sizes."""

from impl.feedforward import PARAMS, feed_forward
from proofs.engine.evidence import general_run


def net(x, *params):
    """Run the net with parameters given one by one."""
    return feed_forward(x, dict(zip(PARAMS, params, strict=True)))


@general_run("feedforward.definition", {"ffn": net})
def feed_forward_bends_between_two_layers(chain):
    return chain.closes("as it is printed")
