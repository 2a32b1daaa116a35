"""The wiring of the decoder's block, and the layer that scores the next token.

Method of the chapter: a derivation for one causal row of any length; the dependence reading of the
whole decoder; exact runs of `impl` at small sizes; the worked table in exact numbers.
"""

from impl import decoder as impl
from impl.parameters import block_shapes
from proofs.arrays import shapes, symbols
from proofs.encoder.block import EYE, SWAP, layers_of_a_block
from proofs.encoder.wiring import attend, entries, feed, norm, sharpened
from proofs.engine.evidence import exact_run, sizes
from theory import decoder as theory
from theory.softmax import weight
from theory.symbols import b, d_ff, d_k, family, h, m, n, size, sum_to

X, W, bias = (family(name) for name in ("X", "W", "b"))


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
    given = {
        **{f"{name}.{key}": [EYE] for name in ("attention", "crossed") for key in ("w_k", "w_v")},
        "attention.w_q": [sharpened(TURN)], "attention.w_o": OUT,
        "crossed.w_q": [sharpened(ASK)], "crossed.w_o": HEAR,
        "net.w_1": SWAP, "net.b_1": [1, 2], "net.w_2": w_2, "net.b_2": [0, 0],
    }  # fmt: skip
    for number, (gain, bias) in enumerate(NORMS, start=1):
        given |= {f"norm_{number}.gain": gain, f"norm_{number}.bias": bias}
    return {name: symbols.array(value) for name, value in given.items()}


@exact_run("decoder.block")
def three_rows_ask_each_other_and_the_encoder():
    for rows, memory, w_2 in CASES:
        printed = theory.block(
            rows,
            lambda y: attend(y, y, TURN, OUT, causal=True),
            lambda y, source=memory: attend(y, source, ASK, HEAR),
            lambda y, last=w_2: feed(y, last),
            [norm(*given) for given in NORMS],
        )
        ours = impl.decoder_block(symbols.array(rows), symbols.array(memory), _params(w_2))
        yield f"y = {rows}, M = {memory}, W_2 = {w_2}", ours.flat(), entries(printed)


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
    yield "layers of a block", (len(layers_of_a_block(crossed=True)),), (3,), {}


@exact_run("decoder.output-layer")
def the_output_layer_is_softmax_of_a_linear_map():
    params = {"output.w": symbols.entries(W, 2, 2), "output.b": symbols.entries(bias, 2)}
    ours = impl.next_token_probabilities(symbols.entries(X, 1, 2), params).flat()
    score = lambda word: sum_to(2, b, X[1, b] * W[b, word]) + bias[word]
    printed = [weight(score, word).subs(n, 2).doit() for word in (1, 2)]
    yield "d = 2, |V| = 2", ours, printed
