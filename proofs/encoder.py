"""The wiring of the encoder's block, in the original, with the norms first, and as printed.

Method of the chapter: derivations where every row-wise part is an arbitrary function; exact runs of
`impl` on single rows, where attention is linear and roots stay plain; type checks on symbolic
sizes.
"""

import sympy as sp

from impl import encoder as impl
from impl.parameters import block_shapes
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity
from theory import encoder as theory
from theory.symbols import a, d, family, o, sum_over

y = family("y")


def plain_params(width=2):
    """One head of identities, a net of ReLU with biases, plain norms."""
    eye = [[int(p == q) for q in range(width)] for p in range(width)]
    ones, ramp = [1] * width, list(range(1, width + 1))
    given = {
        "attention.w_q": [eye], "attention.w_k": [eye], "attention.w_v": [eye],
        "attention.w_o": [[2 * value for value in row] for row in eye],
        "net.w_1": [row[::-1] for row in eye], "net.b_1": ramp, "net.w_2": eye,
        "net.b_2": [0] * width,
        "norm_1.gain": ones, "norm_1.bias": [0] * width,
        "norm_2.gain": ones, "norm_2.bias": [0] * width,
    }  # fmt: skip
    return {name: symbols.array(value) for name, value in given.items()}


def _attend(row):
    """One row attends to itself: x W^V W^O, here 2x."""
    return [2 * value for value in row]


def feed(row):
    return [sp.Max(0, value + b) for b, value in enumerate(row[::-1], start=1)]


ROWS = ([1, 3], [5, 0])  # of width 2, so that all roots are plain


def flat(array):
    return [sp.radsimp(value) for value in array.data.ravel()]


def _wired(claim, formula, run, *norms):
    """Register the exact run of a block against its printed wiring."""

    @exact_run(claim)
    def one_row_through_the_block():
        for row in ROWS:
            printed = formula(row, _attend, feed, *norms)
            ours = run(symbols.array([row]), plain_params(len(row)))
            yield f"x = {tuple(row)}", flat(ours), [sp.radsimp(value) for value in printed]


_NORM = theory.normalised
_wired("encoder.block", theory.post_norm, impl.encoder_block, _NORM, _NORM)
_wired(
    "encoder.pre-norm-block", theory.pre_norm,
    lambda x, params: impl.encoder_block(x, params, order="pre"), _NORM, _NORM,
)  # fmt: skip
_wired("encoder.block-as-printed", theory.as_printed, impl.encoder_block_as_printed, _NORM)


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
        instead="the original's row",
    )


SUM, SQUARES = sum_over(a, y[a]), sum_over(a, y[a] ** 2)


def _twice():
    """LN(y)_o + y_o, with σ² opened as Σ y²/d - (Σ y/d)²."""
    return (y[o] - SUM / d) / sp.sqrt(SQUARES / d - SUM**2 / d**2) + y[o]


@derivation(
    "encoder.printed-block-is-the-net-of-twice-z",
    wrong=lambda: Chain(_twice()).equals(2 * y[o], "for any row"),
)
def a_normalised_row_is_doubled():
    return (
        Chain(_twice())
        .given("normalised", SQUARES, d, "Σ y² = d")
        .given("normalised", SUM, 0, "Σ y = 0")
        .equals(2 * y[o], "LN(Z) = Z")
    )


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
        given={"EncoderBlock_1(t)": flat(row), "Embed says": message},
        claimed="the entries are tokens, whole numbers from 0 on",
        left=min(flat(row)),
        op="≥",
        right=0,
    )


@counterexample("encoder.each-block-has-two-parts")
def a_decoder_block_has_three():
    parts = {name.split(".")[0] for name in block_shapes(2, 1, 1, crossed=True)}
    layers = {part for part in parts if not part.startswith("norm")}
    return Witness(
        given={"block": "of the decoder, by 004:67-78", "its layers": ", ".join(sorted(layers))},
        claimed="it has two",
        left=len(layers),
        op="=",
        right=2,
    )
