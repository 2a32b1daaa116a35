"""The encoder's block as printed is not the original; the layers of both.

Method of the chapter: derivations for a layer of any size; exact runs of `impl` on rows of two
numbers, where roots stay plain; type checks on symbolic sizes.
"""

from impl import encoder as impl
from impl.decoder import decoder_block
from impl.feedforward import feed_forward
from impl.parameters import part
from proofs.arrays import expressions
from proofs.encoder.values import ROWS, at, flat, plain_params
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, met_by, necessity
from theory.encoder.blocks import NET, M, c, x, y
from theory.encoder.words import row, unit
from theory.letters import d
from theory.stating.families import total
from theory.stating.operations import sqrt


@counterexample("encoder.printed-block-is-the-original")
def the_printed_block_is_not_normalised():
    params = plain_params()
    z = expressions.array([(-1, 1)])
    net = lambda rows: feed_forward(rows, part(params, "net"))
    original = flat(impl.residual(z, net, part(params, "norm_2")))
    return At(
        {row: (-1, 1), **at(params, "net", "norm_2")},
        original,
        "the row of the original",
        words="for z = (-1, 1) and a small net an entry is 3 as printed, and -1 in the original",
    )


@derivation("encoder.printed-block-is-the-net-of-twice-z")
def a_normalised_row_is_doubled(chain):
    squares = total(row**2)
    return (
        chain.equals(
            (row[c] - total(row) / d) / sqrt(squares / d - total(row) ** 2 / d**2) + row[c],
            "open the squares of the variance",
        )
        .given("normalised", squares, d, "Σ z² = d")
        .given("normalised", total(row), 0, "Σ z = 0, so LN(Z) = Z")
    )


@derivation("encoder.printed-block-is-the-net-of-twice-z", duty=1)
def a_net_of_nothing_gives_its_bias(chain):
    return chain.given("", NET[2][unit, c], 0, "W_2 = 0").closes("only the bias is left")


@met_by("encoder.printed-block-is-the-net-of-twice-z", supposed_by=1)
def a_unit_that_writes_nothing():
    net = dict(zip(NET, (((1,), (1,)), (0,), ((0, 0),), (1, 2)), strict=True))
    return {row: (-1, 1), c: 1, **net}


@necessity("encoder.printed-block-is-the-net-of-twice-z", "normalised")
def a_gain_spoils_it():
    return At({row: (-2, 2)}, impl.layer_norm(expressions.array([-2, 2])).tolist(), "LN(Z)")


@counterexample("encoder.block-takes-tokens")
def the_second_block_gets_no_tokens():
    block = impl.encoder_block(expressions.array([ROWS[0]]), plain_params())
    try:
        impl.embedded(
            block, {"tokens": expressions.array([[1], [2]]), "positions": expressions.array([[0]])}
        )
    except TypeError as error:
        message = f'"{error}"'
    return At(
        {x: ROWS[:1], **at(plain_params())},
        message,
        "the error message of Embed",
        words="a block gives -1 in its output, which is no token, and Embed refuses it",
    )


@counterexample("encoder.nothing-but-attention")
def a_block_has_a_net_too():
    ours = flat(impl.encoder_block(expressions.array([ROWS[1]]), plain_params()))
    return At(
        {x: ROWS[1:], **at(plain_params())},
        ours,
        "the row of the block",
        words="for the row (5, 0): attention alone gives 1 where the block gives -1",
    )


@counterexample("encoder.each-block-has-two-parts")
def a_decoder_block_has_three():
    params = plain_params() | {
        f"crossed.{name}": each for name, each in part(plain_params(), "attention").items()
    }
    params |= {f"norm_3.{name}": each for name, each in part(plain_params(), "norm_1").items()}
    params["net.w_2"] = 0 * params["net.w_2"]  # where the net gives nothing
    target, memory = ((0, 1),), ((5, 0),)
    ours = flat(decoder_block(expressions.array(target), expressions.array(memory), params))
    return At({y: target, M: memory, **at(params)}, ours, "the row of the decoder's block")
