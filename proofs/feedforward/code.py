"""What the code of the feed-forward net computes, at all sizes."""

from impl.feedforward import PARAMS, feed_forward, gelu
from proofs.engine.evidence import computes, general_run


def net(x, *params):
    """Run the net with parameters given one by one."""
    return feed_forward(x, dict(zip(PARAMS, params, strict=True)))


computes("feedforward.definition", {"ffn": net}, "as it is printed")


@general_run("feedforward.gelu", {"clamped_gelu": gelu})
def gelu_is_the_printed_form_where_nothing_is_clamped(chain):
    return chain.decides("-20 ≤ x ≤ 20").closes("as it is printed")
