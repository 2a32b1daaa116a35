"""The shapes of a stack of any length, and how much a block multiplies."""

from impl import encoder as impl
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.parameters import part
from proofs.arrays import shapes
from proofs.arrays.objects import INT
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, met_by, sizes
from theory.letters import d as width_of_rows
from theory.letters import d_ff as hidden_units
from theory.letters import d_k as width_of_heads
from theory.letters import h as heads_in_all
from theory.letters import n as length
from theory.symbols import d, d_ff, d_k, h, n, size


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


def _stack():
    """Tokens, and the parameters of an encoder of two blocks."""
    params = {f"encoder.{k}.{name}": each for k in (0, 1) for name, each in block_params().items()}
    params |= {"tokens": shapes.array(size("V"), d), "positions": shapes.array(n, d)}
    return shapes.array(n, dtype=INT), params


@sizes("encoder.stack-sizes")
def sizes_of_the_stack():
    tokens, params = _stack()
    rows = impl.embedded(tokens, params)
    yield "Embed(t) + Pos(t)", rows.shape, {}
    yield "Block(x)", impl.encoder_block(rows, block_params()).shape, {}
    yield "Encoder(t), two blocks", impl.encode(tokens, params).shape, {}


@sizes("encoder.all-rows-at-once")
def one_pass_for_every_length():
    # The length is a symbol: this one run, with its fixed list of operations, is that of every n.
    yield "Encoder(t), two blocks", impl.encode(*_stack()).shape, {}


ONES = {length: 1, width_of_rows: 1, heads_in_all: 1, width_of_heads: 1, hidden_units: 4}


@counterexample("encoder.block-is-lighter-than-lstm-with-attention")
def the_net_outweighs_the_gates():
    return At(ONES)


LAYER = "encoder.attention-layer-is-lighter-than-lstm-with-attention"
FILLED = {width_of_rows: heads_in_all * width_of_heads}


met_by(LAYER)(lambda: ONES)


@sizes(LAYER)
def costs_of_the_gates():
    rows, matrices = shapes.array(1, d), [shapes.array(4, d, d) for _ in range(2)]
    with shapes.counting() as cost:
        x, s = (rows @ matrix for matrix in matrices)
        both = (x + s)[:, 0, :] + shapes.array(4, d)
    yield "gates(x, s)", both.shape, {"multiplications": cost.multiply_adds}


@derivation(LAYER, duty=1, let=FILLED)
def attention_multiplies_less_than_gates(chain):
    return chain.closes("4 + 4 = 8 matrices")


@derivation(LAYER, duty=2, let={hidden_units: 4 * width_of_rows, **FILLED})
def the_block_multiplies_more(chain):
    return chain.closes("12 = 8 + 4 matrices")


def _counted(duty, name, run):
    """Register what the code multiplies."""

    @sizes("encoder.costs", duty=duty)
    def costs_of_a_part():
        with shapes.counting() as cost:
            made = run()
        yield name, made.shape, {"multiplications": cost.multiply_adds}


def _mixed():
    return scaled_dot_product_attention(*[shapes.array(h, n, d_k)] * 3)


def _attended():
    rows = shapes.array(n, d)
    return multi_head_attention(rows, rows, part(block_params(), "attention"))


_counted(0, "mixing", _mixed)
_counted(1, "attention", _attended)
_counted(2, "net", lambda: feed_forward(shapes.array(n, d), part(block_params(), "net")))
