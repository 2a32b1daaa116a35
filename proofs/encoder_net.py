"""The net of a block sees the normalised sum, not attention alone."""

from impl import encoder as impl
from impl.feedforward import feed_forward
from proofs.arrays import symbols
from proofs.derivation import Chain, as_written
from proofs.encoder import ROWS, feed, flat, plain_params
from proofs.evidence import Witness, counterexample, derivation, exact_run
from theory import encoder as theory
from theory import normalization as norm
from theory.symbols import family, o, real

y, v = family("y"), family("v")


@counterexample("encoder.net-sees-attention-alone")
def the_net_sees_the_sum():
    params = plain_params()
    params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
    row = symbols.array([ROWS[0]])
    net = {name.removeprefix("net."): each for name, each in params.items()
           if name.startswith("net.")}  # fmt: skip
    blind = flat(feed_forward(symbols.array([[0, 0]]), net))
    z = impl.layer_norm(row)
    seen = flat(feed_forward(z, net))
    return Witness(
        given={"x": "(1, 3)", "W^O": "0, so attention gives (0, 0)"},
        claimed="the net's output is that of (0, 0), first entry",
        left=seen[0],
        op="=",
        right=blind[0],
        ours=flat(impl.encoder_block(row, params)),
        instead="the block's row, from the net of LN(x) = (-1, 1)",
    )


@derivation(
    "encoder.net-sees-the-normalised-sum",
    wrong=lambda: Chain(_square_of_sum(real("w"))).equals(_square_of_sum(0), "with any attention"),
)
def the_row_passes_where_attention_gives_nothing():
    # squares of entries, whose signs are those of the deviations
    plain = (y[o] - norm.mean(y)) ** 2 / norm.variance(y)
    return Chain(as_written(lambda: _square_of_sum(0))).equals(plain, "LN(x + 0)")


def _square_of_sum(weight):
    """LN(x + attention W^O)², one entry, with W^O a multiple of one matrix."""
    row = lambda column: y[column] + weight * v[column]  # noqa: E731
    return (row(o) - norm.mean(row)) ** 2 / norm.variance(row)


@exact_run("encoder.net-sees-the-normalised-sum")
def the_block_without_attention_output_is_a_net_of_its_row():
    for row in ROWS:
        params = plain_params()
        params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
        z = theory.normalised(row)
        printed = theory.normalised([a + b for a, b in zip(z, feed(z), strict=True)])
        yield f"x = {tuple(row)}", flat(impl.encoder_block(symbols.array([row]), params)), printed
