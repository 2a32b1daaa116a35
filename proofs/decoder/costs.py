"""What one more row costs a block, with the rows before kept and without."""

from impl import decoder as impl
from proofs.arrays import shapes
from proofs.decoder.block import of_block
from proofs.encoder.sizes import block_params
from proofs.engine.evidence import sizes
from theory.symbols import d_k, h

CLAIM = "decoder.cache-makes-a-step-linear"


def newest(y, memory):
    """Return the newest row alone, where keys and values of all others, and of M, are kept."""
    before, others = y.shape[0] - 1, memory.shape[0]
    own, crossed = ((shapes.array(h, many, d_k),) * 2 for many in (before, others))
    return impl.cached_block(y[-1:, ...], own, crossed, block_params(crossed=True))[0]


sizes(CLAIM, {"decoder_block": newest})
sizes(CLAIM, {"decoder_block": of_block}, duty=1)
