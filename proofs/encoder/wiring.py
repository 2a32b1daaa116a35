"""The wiring of a block, against the printed formulas, on several rows of exact numbers."""

import sympy as sp

from impl import encoder as impl
from proofs.arrays import symbols
from proofs.encoder.values import at, plain_params
from proofs.engine.evidence import exact_run
from theory.blocks import x


def sharpened(turn):
    """Return √2 log 2 turn, one head's W^Q for rows of two numbers: weights are powers of 2."""
    return [[sp.sqrt(2) * sp.log(2) * value for value in row] for row in turn]


# A norm of two numbers keeps only which of them is larger. The cases are chosen so that this shows
# every part: some row of some case changes without a residual, a norm, attention, its scores or the
# net, with two parts exchanged, or with another input of the net. Two different nets are needed to
# show the second residual.
TURN, OUT = [[1, 0], [-1, 1]], [[-3, -3], [3, -3]]
NORMS = {"norm_1": ([1, 2], [1, -1]), "norm_2": ([2, 1], [2, -1])}  # gain, bias
CASES = (  # rows, and the net's W_2
    (((1, 2), (3, -1), (-2, 0)), [[1, 1], [1, 0]]),
    (((2, 3), (0, -1), (-2, 3)), [[2, 1], [1, 2]]),
    (((0, -1), (-3, 4), (3, 5)), [[2, 1], [1, 2]]),
    (((-1, 5), (3, -2), (-3, 0)), [[0, 2], [2, 1]]),
)


def _wired(claim, run):
    """Register the exact run of a block against its printed wiring."""

    @exact_run(claim, at_numbers=True)
    def three_rows_through_the_block():
        for rows, w_2 in CASES:
            params = plain_params() | _params(w_2)
            yield {x: rows, **at(params)}, run(symbols.array(rows), params).flat()


def _params(w_2):
    given = {"attention.w_q": [sharpened(TURN)], "attention.w_o": OUT, "net.w_2": w_2}
    for name, (gain, bias) in NORMS.items():
        given |= {f"{name}.gain": gain, f"{name}.bias": bias}
    return {name: symbols.array(value) for name, value in given.items()}


_wired("encoder.block", impl.encoder_block)
_wired("encoder.pre-norm-block", lambda x, params: impl.encoder_block(x, params, order="pre"))
_wired("encoder.block-as-printed", impl.encoder_block_as_printed)
