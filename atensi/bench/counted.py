"""How the work grows with the rows: the degree of the multiplications that the code makes."""

from collections.abc import Callable

import sympy as sp

from impl.decoder import cached_block, decoder_block
from impl.heads import scaled_dot_product_attention
from proofs.arrays import shapes
from proofs.encoder.sizes import block_params
from theory.symbols import d, d_k, h, m, n


def degrees() -> dict[str, int]:
    """Return the exponent of the rows in the work of attention, and of a decoder's next row."""
    rows, memory, params = shapes.array(n, d), shapes.array(m, d), block_params(crossed=True)
    kept, crossed = ((shapes.array(h, size, d_k),) * 2 for size in (n, m))
    return {
        "attention": _degree(lambda: scaled_dot_product_attention(rows, rows, rows)),
        "cached": _degree(lambda: cached_block(shapes.array(1, d), kept, crossed, params)),
        "all again": _degree(lambda: decoder_block(rows, memory, params)),
    }


def _degree(run: Callable[[], object]) -> int:
    with shapes.counting() as cost:
        run()
    return int(sp.degree(cost.multiply_adds, n))
