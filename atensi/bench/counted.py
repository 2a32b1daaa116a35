"""How the work grows with the rows: the degree of the multiplications that the code makes."""

import sympy as sp

from impl.heads import scaled_dot_product_attention
from proofs.arrays import shapes
from proofs.decoder.costs import all_rows_again, the_newest_row_alone
from theory.symbols import d, m


def degrees() -> dict[str, int]:
    """Return the exponent of the rows in the work of attention, and of a decoder's next row."""
    rows = shapes.array(m, d)
    with shapes.counting() as cost:
        scaled_dot_product_attention(rows, rows, rows)
    ((*_, newest),), ((*_, whole),) = the_newest_row_alone(), all_rows_again()
    counted = {
        "attention": cost.multiply_adds,
        "cached": newest["multiplications"],
        "all again": whole["multiplications"],
    }
    return {name: int(sp.degree(each, m)) for name, each in counted.items()}
