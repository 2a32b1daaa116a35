"""What a query costs with CAT and with DOT."""

import sympy as sp

from impl import retrieval as impl
from impl.encoder import encoder_block
from impl.parameters import block_shapes
from proofs.arrays import shapes
from proofs.engine.evidence import sizes
from theory.symbols import L, d_ff, d_k, h, size

N, L_q, L_d, WIDTH = size("N"), size("L_q"), size("L_d"), h * d_k
JOINED, ALONE, STORED = L_q + L_d + 3, L_q + 2, L_d + 2  # with [CLS] and [SEP], bert.sizes


def _encoded(length, *many):
    """Count the multiplications of one block on sequences of a length."""
    known = {5: h, 3: d_k, 15: WIDTH, 7: d_ff}
    params = {name: shapes.array(*(known[s] for s in shape))
              for name, shape in block_shapes(15, 5, 7).items()}  # fmt: skip
    with shapes.counting() as cost:
        rows = encoder_block(shapes.array(*many, L, WIDTH), params)  # at any length L
    return rows, sp.expand(cost.multiply_adds).subs(L, length)


@sizes("retrieval.costs")
def costs_of_cat():
    _, encoder = _encoded(JOINED, N)
    with shapes.counting() as heads:
        scores = impl.cat_score(shapes.array(N, JOINED, WIDTH), shapes.array(WIDTH))
    yield "CAT, one query", scores.shape, {"multiplications": encoder + heads.multiply_adds}


@sizes("retrieval.costs", duty=1)
def costs_of_dot():
    _, encoder = _encoded(ALONE)
    with shapes.counting() as products:
        scores = impl.dot_score(shapes.array(ALONE, WIDTH), shapes.array(N, STORED, WIDTH))
    yield "DOT, one query", scores.shape, {"multiplications": encoder + products.multiply_adds}


@sizes("retrieval.costs", duty=2)
def costs_of_the_documents():
    rows, encoder = _encoded(STORED, N)
    shape = tuple(sp.sympify(last).subs(L, STORED) for last in rows.shape)
    yield "DOT, the documents, once", shape, {"multiplications": encoder}
