"""The net of a block sees the normalised sum, not attention alone."""

from impl import encoder as impl
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention
from impl.parameters import part
from proofs.arrays import symbols
from proofs.encoder.block import ROWS, flat, plain_params
from proofs.encoder.wiring import feed
from proofs.encoder.wiring import norm as layer_norm
from proofs.engine.derivation import Chain
from proofs.engine.evidence import (
    Witness,
    counterexample,
    derivation,
    exact_run,
    necessity,
    refuses,
)
from theory import encoder as theory
from theory import normalization as norm
from theory.symbols import family, o, real

y, v = family("y"), family("v")


@counterexample("encoder.net-sees-attention-alone")
def the_net_sees_the_sum():
    params = plain_params()
    params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
    row = symbols.array([ROWS[0]])
    net = part(params, "net")
    blind = flat(feed_forward(symbols.array([[0, 0]]), net))
    z = impl.layer_norm(row)
    seen = flat(feed_forward(z, net))
    return Witness(
        given={"x": "(1, 3)", "W^O": "0, so attention gives (0, 0)"},
        claimed="the output of the net is that for (0, 0), first entry",
        left=seen[0],
        op="=",
        right=blind[0],
        ours=flat(impl.encoder_block(row, params)),
        instead="the row of the block, from the net at LN(x) = (-1, 1)",
    )


@derivation("encoder.net-sees-the-normalised-sum")
def the_row_passes_where_attention_gives_nothing():
    return (
        Chain(_normalised_sum())
        .given("attention-gives-nothing", real("w"), 0, "W^O = 0")
        .equals(norm.printed_layer_norm(y, o), "LN(x + 0)")
    )


refuses(
    the_row_passes_where_attention_gives_nothing,
    lambda: Chain(_normalised_sum()).equals(norm.printed_layer_norm(y, o), "with any attention"),
)


def _normalised_sum():
    """LN(x + w a), one entry: attention gives a multiple of a, as W^O is one of a matrix."""
    return norm.printed_layer_norm(lambda column: y[column] + real("w") * v[column], o)


@exact_run("encoder.net-sees-the-normalised-sum")
def the_block_without_attention_output_is_a_net_of_its_row():
    for row in ROWS:
        params = plain_params()
        params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
        printed = theory.post_norm([row], lambda rows: [[0, 0]], feed, layer_norm(), layer_norm())
        ours = flat(impl.encoder_block(symbols.array([row]), params))
        yield f"x = {tuple(row)}", ours, printed[0]


@necessity("encoder.net-sees-the-normalised-sum", "attention-gives-nothing")
def attention_may_turn_the_row():
    row, params = symbols.array([ROWS[0]]), plain_params()
    params["attention.w_o"] = symbols.array([[-2, 0], [0, -2]])
    attend = lambda rows: multi_head_attention(rows, rows, part(params, "attention"))
    return Witness(
        given={"x": "(1, 3)", "W^O": "-2, so attention gives (-2, -6)"},
        claimed="Z = LN(x), first entry",
        left=flat(impl.residual(row, attend, part(params, "norm_1")))[0],
        op="=",
        right=flat(impl.layer_norm(row))[0],
    )
