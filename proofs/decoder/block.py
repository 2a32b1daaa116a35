"""The wiring of the decoder's block, and the layer that scores the next token.

Method of the chapter: a derivation for one causal row of any length; exact runs of `impl` at small
sizes; the worked table in exact numbers.
"""

from impl import decoder as impl
from impl.parameters import part
from proofs.arrays import shapes, symbols
from proofs.encoder.sizes import block_params
from proofs.encoder.values import at, plain_params
from proofs.encoder.wiring import sharpened
from proofs.engine.evidence import exact_run, sizes
from theory.blocks import M, y
from theory.letters import d as width
from theory.letters import m as rows_in_all
from theory.stating.families import size as any_size
from theory.symbols import d, family, m, n, size

vocabulary = any_size("V")
X, W, bias = (family(name) for name in ("y", "W", "b"))


# As in proofs.encoder.wiring: in these cases, which of two numbers is larger shows every part.
TURN, OUT = [[1, 1], [-1, 0]], [[0, 1], [-3, -3]]  # of the attention to its own rows
ASK, HEAR = [[-1, 1], [0, 0]], [[3, 1], [-2, 0]]  # of the attention to the encoder's
NORMS = (([2, 1], [-1, 2]), ([1, 2], [0, -2]), ([1, 3], [1, 2]))  # gain, bias
CASES = (  # rows, the encoder's rows, the net's W_2
    ([[1, -1], [3, 1], [2, 1]], [[2, -1], [2, -1], [3, 3]], [[1, 0], [1, 2]]),
    ([[3, -1], [0, 1], [0, -1]], [[-1, -2], [3, -2], [2, 3]], [[1, 0], [1, 2]]),
    ([[1, -3], [-1, -1], [3, -3]], [[1, -3], [2, 1], [-2, 0]], [[2, 0], [1, 1]]),
    ([[2, -2], [1, -1], [-2, 1]], [[1, 2], [0, -2], [-1, 0]], [[0, 2], [2, 0]]),
)


def _params(w_2):
    given = {"attention.w_q": [sharpened(TURN)], "attention.w_o": OUT,
             "crossed.w_q": [sharpened(ASK)], "crossed.w_o": HEAR, "net.w_2": w_2}  # fmt: skip
    for number, (gain, shift) in enumerate(NORMS, start=1):
        given |= {f"norm_{number}.gain": gain, f"norm_{number}.bias": shift}
    crossed = {f"crossed.{k}": each for k, each in part(plain_params(), "attention").items()}
    return plain_params() | crossed | {name: symbols.array(each) for name, each in given.items()}


@exact_run("decoder.block", at_numbers=True)
def three_rows_ask_each_other_and_the_encoder():
    for rows, memory, w_2 in CASES:
        params = _params(w_2)
        ours = impl.decoder_block(symbols.array(rows), symbols.array(memory), params)
        yield {y: rows, M: memory, **at(params)}, ours.flat()


@sizes("decoder.sizes")
def sizes_of_the_block():
    params = block_params(crossed=True)
    made = impl.decoder_block(shapes.array(m, d), shapes.array(n, d), params)
    yield "Block(y, M)", made.shape, {}


@sizes("decoder.sizes", duty=1)
def sizes_of_the_scores():
    words = size("V")
    params = {"output.w": shapes.array(d, words), "output.b": shapes.array(words)}
    yield "logits", impl.logits(shapes.array(m, d), params).shape, {}


@exact_run("decoder.output-layer")
def the_output_layer_is_softmax_of_a_linear_map():
    params = {"output.w": symbols.entries(W, 2, 2), "output.b": symbols.entries(bias, 2)}
    ours = impl.next_token_probabilities(symbols.entries(X, 1, 2), params).flat()
    yield {rows_in_all: 1, width: 2, vocabulary: 2}, ours
