"""The wiring of the decoder's block, and the layer that scores the next token.

Method of the chapter: a derivation for one causal row of any length; the dependence reading of the
whole decoder; exact runs of `impl` at small sizes; the worked table in exact numbers.
"""

import sympy as sp

from impl import decoder as impl
from impl.parameters import block_shapes
from proofs.arrays import shapes, symbols
from proofs.evidence import exact_run, sizes
from theory import decoder as theory
from theory.encoder import normalised
from theory.softmax import weight
from theory.symbols import b, d_ff, d_k, family, h, m, n, size, sum_to

X, W, bias = (family(name) for name in ("X", "W", "b"))


EYE = [[1, 0], [0, 1]]


def _params():
    """One head for each attention, W^O = 1 and 3, a net of ReLU; plain norms."""
    attention = {"w_q": [EYE], "w_k": [EYE], "w_v": [EYE]}
    given = {
        **{f"attention.{name}": value for name, value in attention.items()},
        **{f"crossed.{name}": value for name, value in attention.items()},
        "attention.w_o": EYE, "crossed.w_o": [[3, 0], [0, 3]],
        "net.w_1": [[0, 1], [1, 0]], "net.b_1": [1, 2], "net.w_2": EYE, "net.b_2": [0, 0],
        **{f"norm_{k}.gain": [1, 1] for k in (1, 2, 3)},
        **{f"norm_{k}.bias": [0, 0] for k in (1, 2, 3)},
    }  # fmt: skip
    return {name: symbols.array(value) for name, value in given.items()}


@exact_run("decoder.block")
def one_row_through_the_block():
    for row, memory in (([1, 3], [4, 0]), ([5, 0], [0, 2])):
        printed = theory.block(
            row,
            lambda y: y,  # a row alone attends to itself
            lambda _, source=memory: [3 * value for value in source],
            lambda y: [sp.Max(0, y[1] + 1), sp.Max(0, y[0] + 2)],
            normalised,
        )
        ours = impl.decoder_block(symbols.array([row]), symbols.array([memory]), _params())
        yield f"y = {tuple(row)}, M = {tuple(memory)}", ours.flat(), printed


def _symbolic(crossed=True):
    """Shapes of a decoder's block of h heads, from those of 5 heads in rows of 15."""
    known = {5: h, 3: d_k, 15: h * d_k, 7: d_ff}
    named = block_shapes(15, 5, 7, crossed=crossed)
    return {name: shapes.array(*(known[s] for s in shape)) for name, shape in named.items()}


@sizes("decoder.sizes")
def sizes_of_the_decoder():
    width, vocabulary = h * d_k, size("V")
    params = {f"decoder.0.{name}": each for name, each in _symbolic().items()}
    params |= {f"encoder.0.{name}": each for name, each in _symbolic(crossed=False).items()}
    params |= {
        "tokens": shapes.array(vocabulary, width), "positions": shapes.array(size("N"), width),
        "output.w": shapes.array(width, vocabulary), "output.b": shapes.array(vocabulary),
    }  # fmt: skip
    rows, memory = shapes.array(m, width), shapes.array(n, width)
    yield "Block(y, M)", impl.decoder(rows, memory, params).shape, (m, width), {}
    yield "logits", impl.logits(rows, params).shape, (m, vocabulary), {}


@exact_run("decoder.output-layer")
def the_output_layer_is_softmax_of_a_linear_map():
    params = {"output.w": symbols.entries(W, 2, 2), "output.b": symbols.entries(bias, 2)}
    ours = impl.next_token_probabilities(symbols.entries(X, 1, 2), params).flat()
    score = lambda word: sum_to(2, b, X[1, b] * W[b, word]) + bias[word]  # noqa: E731
    printed = [weight(score, word).subs(n, 2).doit() for word in (1, 2)]
    yield "d = 2, |V| = 2", ours, printed
