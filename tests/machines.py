"""Machines to test on: parameters drawn afresh, small enough for fifty digits."""

import numpy as np
from hypothesis import strategies as st

from impl.parameters import block_shapes, encoder_shapes, transformer_shapes
from proofs.arrays import digits


def drawn(shapes, seed, dtype="float64"):
    """Return parameters in eighths for the shapes: gains above 0, the rest between -1 and 1."""
    draw = np.random.default_rng(seed)
    params = {}
    for name, shape in shapes.items():
        low = 4 if name.endswith("gain") else -8
        params[name] = (draw.integers(low, 9, shape) / 8).astype(dtype)
    return params


def exact(params):
    """Return the parameters as numbers of fifty digits."""
    return {name: digits.array(each) for name, each in params.items()}


SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def blocks(draw, crossed=False):
    """Draw rows (m, d), memory (n, d) and the parameters of a block with one head or two."""
    heads, d_k = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    m, n, seed = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(SEEDS)
    width = heads * d_k
    params = drawn(block_shapes(width, heads, draw(st.integers(1, 3)), crossed=crossed), seed)
    rows = drawn({"rows": (m, width), "memory": (n, width)}, seed + 1)
    return rows["rows"], rows["memory"], params


@st.composite
def encoders(draw, segments=0):
    """Draw tokens and the parameters of a whole encoder of one or two layers."""
    seed, length = draw(SEEDS), draw(st.integers(1, 4))
    shapes = encoder_shapes(5, 4, 4, 2, 3, layers=draw(st.integers(1, 2)), segments=segments)
    tokens = np.random.default_rng(seed).integers(0, 5, length)
    return tokens, drawn(shapes, seed)


@st.composite
def transformers(draw):
    """Draw source, target and the parameters of an encoder-decoder."""
    seed = draw(SEEDS)
    shapes = transformer_shapes(5, 6, 4, 2, 3, layers=draw(st.integers(1, 2)))
    generator = np.random.default_rng(seed)
    source, target = (generator.integers(0, 5, draw(st.integers(1, 4))) for _ in range(2))
    return source, target, drawn(shapes, seed)
