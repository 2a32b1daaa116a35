"""The sizes of the decoder's block, and the layer that scores the next token.

Method of the chapter: a derivation for one causal row of any length; general runs of `impl`; the
worked table in exact numbers.
"""

from impl import decoder as impl
from proofs.arrays import shapes
from proofs.encoder.sizes import block_params
from proofs.engine.evidence import sizes
from theory.symbols import d, m, n, size


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
