"""The shapes of a stack of any length, and how much a block multiplies."""

from impl import encoder as impl
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.parameters import part
from proofs.arrays import shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, formed, met_by, sizes
from theory.letters import d as width_of_rows
from theory.letters import d_ff as hidden_units
from theory.letters import d_k as width_of_heads
from theory.letters import h as heads_in_all
from theory.letters import n as length
from theory.symbols import d, d_ff, d_k, h


def block_params(crossed=False):
    """Shapes of a block whose h heads of width d_k need not fill its rows of width d."""
    attentions = ("attention", "crossed") if crossed else ("attention",)
    named = {
        **{f"{each}.w_{name}": (h, d, d_k) for each in attentions for name in "qkv"},
        **{f"{each}.w_o": (h * d_k, d) for each in attentions},
        "net.w_1": (d, d_ff), "net.b_1": (d_ff,), "net.w_2": (d_ff, d), "net.b_2": (d,),
        **{f"norm_{k}.{name}": (d,) for k in range(1, len(attentions) + 2)
           for name in ("gain", "bias")},
    }  # fmt: skip
    return {name: shapes.array(*shape) for name, shape in named.items()}


def of_block(x):
    return impl.encoder_block(x, block_params())


sizes("encoder.stack-sizes", {"block": of_block})
# The length is a symbol: this one run, with its fixed list of operations, is that of every n.
sizes("encoder.all-rows-at-once", {"block": of_block})


ONES = {length: 1, width_of_rows: 1, heads_in_all: 1, width_of_heads: 1, hidden_units: 4}


@counterexample("encoder.block-is-lighter-than-lstm-with-attention")
def the_net_outweighs_the_gates():
    return At(ONES)


LAYER = "encoder.attention-layer-is-lighter-than-lstm-with-attention"
FILLED = {width_of_rows: heads_in_all * width_of_heads}


met_by(LAYER)(lambda: ONES)


formed(LAYER)


closes(LAYER, "4 + 4 = 8 matrices", duty=1, let=FILLED)
closes(LAYER, "12 = 8 + 4 matrices", duty=2, let={hidden_units: 4 * width_of_rows, **FILLED})


def of_heads(x):
    return multi_head_attention(x, x, part(block_params(), "attention"))


def of_net(x):
    return feed_forward(x, part(block_params(), "net"))


sizes("encoder.costs", {"attention": scaled_dot_product_attention})
sizes("encoder.costs", {"mha": of_heads}, duty=1)
sizes("encoder.costs", {"net": of_net}, duty=2)
