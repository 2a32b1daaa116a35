"""The sizes of the decoder's block, and the layer that scores the next token.

Method of the chapter: a derivation for one causal row of any length; general runs of `impl`; the
worked table in exact numbers.
"""

from impl import decoder as impl
from proofs.arrays import expressions, shapes
from proofs.encoder.sizes import block_params
from proofs.engine.evidence import exact_run, sizes
from theory.letters import d as width
from theory.letters import m as rows_in_all
from theory.stating.families import size as any_size
from theory.symbols import d, family, m, n, size

vocabulary = any_size("V")
X, W, bias = (family(name) for name in ("y", "W", "b"))


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
    params = {"output.w": expressions.entries(W, 2, 2), "output.b": expressions.entries(bias, 2)}
    ours = impl.next_token_probabilities(expressions.entries(X, 1, 2), params).flat()
    yield {rows_in_all: 1, width: 2, vocabulary: 2}, ours
