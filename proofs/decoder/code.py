"""What the code of the decoder computes, at all sizes: the layers of a block are boxes.

Method of the chapter: a derivation for one causal row of any length; general runs of `impl`; the
worked table in exact numbers.
"""

from impl import decoder
from impl.feedforward import PARAMS
from impl.heads import scaled_dot_product_attention
from proofs.arrays.entries.family_arrays import Besides
from proofs.encoder.boxes import BOXES, of_heads
from proofs.engine.evidence import computes, general_run, sizes
from proofs.rules import up_to
from theory.encoder.blocks import BIASES, CROSSED, GAINS, NET, OWN, epsilon


def of_parameters(run):
    """Return what a block of the theory's parameters makes of two sequences, all one by one."""
    of = lambda eps, *given: run(*given[18:], _parameters(*given[:18]), eps=eps)
    return Besides(of, epsilon, *OWN, *CROSSED, *NET, *GAINS, *BIASES)


def _parameters(*given):
    own, crossed, net, norms = given[:4], given[4:8], given[8:12], given[12:]
    params = of_heads(own, "attention.") | of_heads(crossed, "crossed.")
    params |= {f"net.{name}": each for name, each in zip(PARAMS, net, strict=True)}
    names = [f"norm_{k}.{name}" for name in ("gain", "bias") for k in (1, 2, 3)]
    return params | dict(zip(names, norms, strict=True))


BLOCK = {"decoder_block": of_parameters(decoder.decoder_block)}
computes("decoder.block", BLOCK, "layer by layer", boxes=BOXES)
sizes("decoder.sizes", BLOCK)


def scored(y, W, b):
    return decoder.logits(y, {"output.w": W, "output.b": b})


sizes("decoder.sizes", {"logits": scored}, duty=1)


computes(
    "decoder.output-layer",
    {
        "next_word": lambda y, W, b: decoder.next_token_probabilities(
            y, {"output.w": W, "output.b": b}
        )
    },
    "the largest score cancels",
)


def causal(Q, K, V):
    """Run one causal pass."""
    return scaled_dot_product_attention(Q, K, V, is_causal=True)


@general_run(
    "decoder.all-prefixes-at-once",
    {"causal_attention": causal, "attention": scaled_dot_product_attention},
)
def a_causal_row_is_the_last_row_of_its_prefix(chain):
    chain.decides("a row sees itself at least").by(up_to, "what comes later counts for nothing")
    return chain.closes("both largest scores cancel")


@general_run(
    "decoder.later-rows-have-no-influence",
    {"causal_attention": causal, "attention": scaled_dot_product_attention},
)
def rows_of_another_input_come_later(chain):
    chain.decides("a row sees itself at least").by(up_to, "what comes later counts for nothing")
    return chain.closes("both largest scores cancel")


def newest(q, K, V):
    """Ask with one row alone."""
    return scaled_dot_product_attention(q[None, :], K, V)[0]


@general_run(
    "decoder.cache-equals-full-pass", {"causal_attention": causal, "attention_of_one": newest}
)
def the_newest_row_asks_the_cache(chain):
    chain.decides("a row sees itself at least").by(up_to, "what comes later counts for nothing")
    return chain.closes("both largest scores cancel")
