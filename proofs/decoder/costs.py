"""What one more row costs a block, with the rows before kept and without."""

from impl.decoder import cached_block
from proofs.arrays import shapes
from proofs.decoder.code import BLOCK, of_parameters
from proofs.engine.evidence import sizes
from theory.symbols import d_k, h

CLAIM = "decoder.cache-makes-a-step-linear"


def newest(y, memory, params, eps):
    """Return the newest row alone, where keys and values of all others, and of M, are kept."""
    before, others = y.shape[0] - 1, memory.shape[0]
    own, crossed = ((shapes.array(h, many, d_k),) * 2 for many in (before, others))
    return cached_block(y[-1:, ...], own, crossed, params, eps=eps)[0][0]


NEWEST = {"newest_row": of_parameters(newest)}
sizes(CLAIM, NEWEST)
sizes(CLAIM, BLOCK, duty=1)
