"""The shapes of a stack of any length, and how much a block multiplies."""

import sympy as sp

from impl import encoder as impl
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.parameters import block_shapes
from proofs.arrays import shapes
from proofs.arrays.objects import INT
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, refuses, sizes
from theory import encoder as theory
from theory.symbols import L, d, d_ff, d_k, h, n, size


def _shapes(width, hidden):
    """Shapes of a block with h heads, width = h d_k."""
    return {name: shapes.array(*shape) for name, shape in _block(width, hidden).items()}


def _block(width, hidden):
    """The shapes of a block of h heads, from those of 5 heads in rows of 15 and a net of 7."""
    known = {5: h, 3: d_k, 15: width, 7: hidden}
    named = block_shapes(15, 5, 7)
    return {name: tuple(known[size_] for size_ in shape) for name, shape in named.items()}


def _stack():
    """Tokens, and the parameters of an encoder of two blocks."""
    width = h * d_k
    params = {f"encoder.{block}.{name}": each
              for block in (0, 1) for name, each in _shapes(width, d_ff).items()}  # fmt: skip
    params |= {"tokens": shapes.array(size("V"), width), "positions": shapes.array(L, width)}
    return shapes.array(L, dtype=INT), params


@sizes("encoder.stack-sizes")
def sizes_of_the_stack():
    (tokens, params), width = _stack(), h * d_k
    yield "Embed(t) + Pos(t)", impl.embedded(tokens, params).shape, (L, width), {}
    yield "Encoder(t), two blocks", impl.encode(tokens, params).shape, (L, width), {}


@sizes("encoder.all-rows-at-once")
def one_pass_for_every_length():
    # The length is a symbol: this one run, with its fixed list of operations, is that of every L.
    with shapes.counting() as cost:
        output = impl.encode(*_stack())
    yield "Encoder(t), two blocks", output.shape, (L, h * d_k), {"peak memory": cost.peak_memory}


@counterexample("encoder.block-is-lighter-than-lstm-with-attention")
def the_net_outweighs_the_gates():
    return Witness(
        given={"n": "1", "d": "1", "d_ff": "4"},
        claimed="the block multiplies no more than an LSTM layer with attention",
        left=theory.attention_layer_cost(1, 1) + theory.net_cost(1, 1),
        op="≤",
        right=theory.lstm_cost(1, 1) + theory.attention_cost(1, 1),
    )


@derivation("encoder.attention-layer-is-lighter-than-lstm-with-attention")
def attention_multiplies_less_than_gates():
    return Chain(theory.attention_layer_cost(n, d)).below(_recurrent_cost(), "4 matrices against 8")


refuses(
    attention_multiplies_less_than_gates,
    lambda: Chain(_block_cost()).below(_recurrent_cost(), "with the net as well"),
)


@derivation("encoder.attention-layer-is-lighter-than-lstm-with-attention")
def the_block_multiplies_more():
    return Chain(_block_less_recurrent()).equals(4 * n * d**2, "12 - 8 = 4 matrices")


refuses(the_block_multiplies_more, lambda: Chain(_block_less_recurrent()).equals(0, "the same"))


def _block_less_recurrent():
    block, recurrent = _block_cost(), _recurrent_cost()
    return as_written(lambda: block - recurrent)


def _block_cost():
    return theory.attention_layer_cost(n, d) + theory.net_cost(n, d)


def _recurrent_cost():
    return theory.lstm_cost(n, d) + theory.attention_cost(n, d)


@sizes("encoder.costs")
def costs_of_a_block():
    width = h * d_k
    rows = shapes.array(n, width)
    heads = shapes.array(h, n, d_k)
    with shapes.counting() as mixing:
        mixed = scaled_dot_product_attention(heads, heads, heads)
    yield from _counted("mixing", mixed, (h, n, d_k), mixing, theory.attention_cost(n, width))
    params = _shapes(width, d_ff)
    attention_params = {name.removeprefix("attention."): each for name, each in params.items()
           if name.startswith("attention.")}  # fmt: skip
    with shapes.counting() as attention:
        output = multi_head_attention(rows, rows, attention_params)
    total = theory.attention_layer_cost(n, width)
    yield from _counted("attention", output, (n, width), attention, total)
    net = {name.removeprefix("net."): each for name, each in params.items()
           if name.startswith("net.")}  # fmt: skip
    with shapes.counting() as fed:
        output = feed_forward(rows, net)
    yield from _counted("net", output, (n, width), fed, 2 * n * width * d_ff)


def _counted(name, array, shape, cost, printed):
    """Yield the shape, and the count as a shape of its own, so that it is compared too."""
    yield name, array.shape, shape, {"multiply-adds": cost.multiply_adds}
    counted, stated = sp.expand(cost.multiply_adds), sp.expand(printed)
    yield f"{name}: multiply-adds", (counted,), (stated,), {}
