"""The wiring of a block, against the printed formulas, on several rows of exact numbers."""

import sympy as sp

from impl import encoder as impl
from proofs.arrays import symbols
from proofs.encoder.block import EYE, plain_params
from proofs.engine.evidence import exact_run
from theory import encoder as theory


def attend(queries, rows, turn, out, causal=False):
    """Return attention's rows: weights 2^(q·k) over their sum, q = x turn, k and v the rows.

    That is one head with W^Q = √2 log 2 turn, W^K = W^V = 1 and W^O = out: fractions throughout.
    """
    mixed = []
    for place, query in enumerate((sp.Matrix(queries) * sp.Matrix(turn)).tolist(), start=1):
        keys = sp.Matrix(rows[:place] if causal else rows)
        weights = (sp.Matrix([query]) * keys.T).applyfunc(lambda score: 2**score)
        mixed += (weights * keys / sum(weights)).tolist()
    return (sp.Matrix(mixed) * sp.Matrix(out)).tolist()


def sharpened(turn):
    """Return √2 log 2 turn, one head's W^Q for rows of two numbers."""
    return [[sp.sqrt(2) * sp.log(2) * value for value in row] for row in turn]


def feed(rows, w_2=EYE):
    """Return max(0, x SWAP + (1, 2)) W_2 for each row."""
    hidden = [[sp.Max(0, second + 1), sp.Max(0, first + 2)] for first, second in rows]
    return (sp.Matrix(hidden) * sp.Matrix(w_2)).tolist()


def norm(gain=(1, 1), bias=(0, 0)):
    """Return LayerNorm of rows, with a gain and a bias for each column."""
    return lambda rows: [
        [g * value + b for g, value, b in zip(gain, theory.normalised(row), bias, strict=True)]
        for row in rows
    ]


def entries(rows):
    return [value for row in rows for value in row]


# A norm of two numbers keeps only which of them is larger. The cases are chosen so that this shows
# every part: some row of some case changes without a residual, a norm, attention, its scores or the
# net, with two parts exchanged, or with another input of the net. Two different nets are needed to
# show the second residual.
TURN, OUT = [[1, 0], [-1, 1]], [[-3, -3], [3, -3]]
NORMS = {"norm_1": ([1, 2], [1, -1]), "norm_2": ([2, 1], [2, -1])}  # gain, bias
CASES = (  # rows, and the net's W_2
    ([[1, 2], [3, -1], [-2, 0]], [[1, 1], [1, 0]]),
    ([[2, 3], [0, -1], [-2, 3]], [[2, 1], [1, 2]]),
    ([[0, -1], [-3, 4], [3, 5]], [[2, 1], [1, 2]]),
    ([[-1, 5], [3, -2], [-3, 0]], [[0, 2], [2, 1]]),
)


def _wired(claim, formula, run):
    """Register the exact run of a block against its printed wiring."""

    @exact_run(claim)
    def three_rows_through_the_block():
        for rows, w_2 in CASES:
            printed = formula(
                rows,
                lambda x: attend(x, x, TURN, OUT),
                lambda x, last=w_2: feed(x, last),
                *(norm(*given) for given in NORMS.values()),
            )
            ours = run(symbols.array(rows), plain_params() | _params(w_2))
            yield f"X = {rows}, W_2 = {w_2}", ours.flat(), entries(printed)


def _params(w_2):
    given = {"attention.w_q": [sharpened(TURN)], "attention.w_o": OUT, "net.w_2": w_2}
    for name, (gain, bias) in NORMS.items():
        given |= {f"{name}.gain": gain, f"{name}.bias": bias}
    return {name: symbols.array(value) for name, value in given.items()}


_wired("encoder.block", theory.post_norm, impl.encoder_block)
_wired(
    "encoder.pre-norm-block", theory.pre_norm,
    lambda x, params: impl.encoder_block(x, params, order="pre"),
)  # fmt: skip
_wired("encoder.block-as-printed", theory.as_printed, impl.encoder_block_as_printed)
