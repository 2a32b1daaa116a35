"""How the work grows with the rows: the degree of the multiplications that the code makes."""

import sympy as sp

from impl.heads import scaled_dot_product_attention
from proofs.arrays import shapes
from proofs.decoder.code import BLOCK
from proofs.decoder.costs import NEWEST
from proofs.engine.counted_code import with_letters
from theory.symbols import d, m, n


def degrees() -> dict[str, int]:
    """Return the exponent of the rows in the work of attention, and of a decoder's next row."""
    rows, memory = shapes.array(m, d), shapes.array(n, d)
    works = {
        "attention": lambda: scaled_dot_product_attention(rows, rows, rows),
        "cached": lambda: with_letters(NEWEST["newest_row"])(rows, memory),
        "all again": lambda: with_letters(BLOCK["decoder_block"])(rows, memory),
    }
    return {name: _degree(work) for name, work in works.items()}


def _degree(work) -> int:
    with shapes.counting(memory=False) as cost:
        work()
    return int(sp.degree(cost.multiply_adds, m))
