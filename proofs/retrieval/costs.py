"""What a query costs with CAT and with DOT."""

import sympy as sp

from impl import retrieval as impl
from impl.encoder import encoder_block
from impl.parameters import block_shapes
from proofs.arrays import shapes
from proofs.engine.evidence import sizes
from theory import encoder
from theory.symbols import L, d_ff, d_k, h, size


def _encoder_cost(length, width):
    """The multiplications of one block, by encoder.costs."""
    return encoder.attention_cost(length, width) + 4 * length * width**2 + 2 * length * width * d_ff


@sizes("retrieval.costs")
def costs_of_both():
    N, L_q, L_d, width = size("N"), size("L_q"), size("L_d"), h * d_k
    known = {5: h, 3: d_k, 15: width, 7: d_ff}
    params = {name: shapes.array(*(known[s] for s in shape))
              for name, shape in block_shapes(15, 5, 7).items()}  # fmt: skip

    def count(*rows):
        with shapes.counting() as cost:
            encoder_block(shapes.array(*rows), params)
        return sp.expand(cost.multiply_adds)

    def printed(what, counted, stated):
        return what, (sp.expand(counted),), (sp.expand(stated),), {}

    joined, alone, document = L_q + L_d + 3, L_q + 2, L_d + 2  # with [CLS] and [SEP], bert.sizes
    many, one = count(N, L, width), count(L, width)  # at any length L
    with shapes.counting() as heads:
        impl.cat_score(shapes.array(N, joined, width), shapes.array(width))
    per_query = many.subs(L, joined) + heads.multiply_adds
    yield printed("CAT, one query", per_query, N * (_encoder_cost(joined, width) + width))
    with shapes.counting() as products:
        impl.dot_score(shapes.array(alone, width), shapes.array(N, document, width))
    per_query = one.subs(L, alone) + products.multiply_adds
    yield printed("DOT, one query", per_query, _encoder_cost(alone, width) + N * width)
    stored = N * _encoder_cost(document, width)
    yield printed("DOT, the documents, once", many.subs(L, document), stored)
