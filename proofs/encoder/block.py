"""The encoder's block as printed is not the original; the layers of both.

Method of the chapter: derivations where every row-wise part is an arbitrary function; exact runs of
`impl` on rows of two numbers, where roots stay plain; type checks on symbolic sizes.
"""

import sympy as sp

from impl import encoder as impl
from impl.parameters import block_shapes
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from theory import encoder as theory
from theory.symbols import a, d, family, o, sum_over

y = family("y")

EYE, SWAP = [[1, 0], [0, 1]], [[0, 1], [1, 0]]


def plain_params():
    """One head of identities, a net of ReLU with biases, plain norms."""
    given = {
        "attention.w_q": [EYE], "attention.w_k": [EYE], "attention.w_v": [EYE],
        "attention.w_o": [[2, 0], [0, 2]],
        "net.w_1": SWAP, "net.b_1": [1, 2], "net.w_2": EYE, "net.b_2": [0, 0],
        "norm_1.gain": [1, 1], "norm_1.bias": [0, 0],
        "norm_2.gain": [1, 1], "norm_2.bias": [0, 0],
    }  # fmt: skip
    return {name: symbols.array(value) for name, value in given.items()}


ROWS = ([1, 3], [5, 0])


def flat(array):
    return [sp.radsimp(value) for value in array.data.ravel()]


@counterexample("encoder.printed-block-is-the-original")
def the_printed_block_is_not_normalised():
    row = symbols.array([ROWS[0]])
    printed = flat(impl.encoder_block_as_printed(row, plain_params()))
    original = flat(impl.encoder_block(row, plain_params()))
    return Witness(
        given={"x": "(1, 3)", "net": "max(0, (x_2, x_1) + (1, 2))"},
        claimed="both blocks give the same first entry",
        left=printed[0],
        op="=",
        right=original[0],
        ours=original,
        instead="the row of the original",
    )


SUM, SQUARES = sum_over(a, y[a]), sum_over(a, y[a] ** 2)


def _twice():
    """LN(y)_o + y_o, with σ² opened as Σ y²/d - (Σ y/d)²."""
    return (y[o] - SUM / d) / sp.sqrt(SQUARES / d - SUM**2 / d**2) + y[o]


@derivation("encoder.printed-block-is-the-net-of-twice-z")
def a_normalised_row_is_doubled():
    return (
        Chain(_twice())
        .given("normalised", SQUARES, d, "Σ y² = d")
        .given("normalised", SUM, 0, "Σ y = 0")
        .equals(2 * y[o], "LN(Z) = Z")
    )


refuses(a_normalised_row_is_doubled, lambda: Chain(_twice()).equals(2 * y[o], "for any row"))


@necessity("encoder.printed-block-is-the-net-of-twice-z", "normalised")
def a_gain_spoils_it():
    z = [2 * value for value in theory.normalised(ROWS[0])]  # as a gain of 2 leaves it
    return Witness(
        given={"Z": "(-2, 2)"},
        claimed="LN(Z) + Z = 2Z, second entry",
        left=theory.normalised(z)[1] + z[1],
        op="=",
        right=2 * z[1],
    )


@counterexample("encoder.block-takes-tokens")
def the_second_block_gets_no_tokens():
    row = impl.encoder_block(symbols.array([ROWS[0]]), plain_params())
    try:
        impl.embedded(row, {"tokens": symbols.array([[1], [2]]), "positions": symbols.array([[0]])})
    except TypeError as error:
        message = str(error)
    return Witness(
        given={"EncoderBlock_1(t)": flat(row), "error message of Embed": f'"{message}"'},
        claimed="the entries are tokens, whole numbers from 0 on",
        left=min(flat(row)),
        op="≥",
        right=0,
    )


def layers_of_a_block(crossed):
    """Name the parts that a block has parameters for, its norms apart."""
    parts = {name.split(".")[0] for name in block_shapes(2, 1, 1, crossed=crossed)}
    return sorted(part for part in parts if not part.startswith("norm"))


def number_of_layers(block, crossed, claimed, said):
    """Compare how many layers a block has with how many a document says."""
    layers = layers_of_a_block(crossed)
    given = {"block": block, "its layers": ", ".join(layers)}
    return Witness(given=given, claimed=claimed, left=len(layers), op="=", right=said)


@counterexample("encoder.nothing-but-attention")
def a_block_has_a_net_too():
    return number_of_layers("of the encoder, by 004:36-44", False, "the block has one layer", 1)


@counterexample("encoder.each-block-has-two-parts")
def a_decoder_block_has_three():
    return number_of_layers("of the decoder, by 004:67-78", True, "the block has two layers", 2)
