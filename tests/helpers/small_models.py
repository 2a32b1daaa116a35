"""Small models to test on: their random parameters, strategies and bounds at fifty digits."""

import numpy as np
from hypothesis import strategies as st

from impl.parameters import block_shapes, encoder_shapes, transformer_shapes
from impl.parameters import blocks as blocks_of
from proofs.arrays import digits
from proofs.arrays.objects import INT
from theory.rounding.block_bounds import bound_block
from theory.rounding.bounds import bound_dot, bound_scaled_sum


def random_parameters(shapes, seed, dtype="float64"):
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


def whole(tokens):
    """Return whole numbers for functions that are run on fifty digits."""
    return digits.xp.asarray([int(token) for token in tokens], dtype=INT)


def name_of_dtype(rows):
    """Return the name under which the bounds know a dtype: of floats, or of fifty digits."""
    return getattr(rows.dtype, "name", "digits")


def sizes_of_block(params):
    """Return the width, the number of heads and that of hidden units, as the bounds take them."""
    heads, width, _ = params["attention.w_q"].shape
    return width, heads, params["net.w_1"].shape[1]


def bound_blocks(layers, off, count, memory=None, dtype="digits"):
    """Bound the error of blocks: eps = 1, up to `count` rows, each off by `off`."""
    for params in layers:
        off = bound_block(off, *sizes_of_block(params), count, dtype, memory)
    return off


def bound_rows(params, count, dtype="digits"):
    """Bound the error of the last rows: of the decoder if there is one.

    Embeddings, times at most the root of the width, and positions are added first. No segments.
    """
    width = params["tokens"].shape[1]
    start = bound_scaled_sum(1, np.sqrt(width), dtype)
    memory = bound_blocks(blocks_of(params, "encoder"), start, count, dtype=dtype)
    layers = blocks_of(params, "decoder")
    return bound_blocks(layers, start, count, memory, dtype) if layers else memory


def bound_next_scores(params, count):
    """Bound the error of the scores of the next token at fifty digits."""
    width, off = params["tokens"].shape[1], bound_rows(params, count)
    return width * off + bound_dot(width * (np.sqrt(width) + 1 + off) + 1, width + 1, "digits")


SEEDS = st.integers(0, 2**32 - 1)
FEW = st.integers(1, 4)


@st.composite
def blocks(draw, crossed=False, rows=FEW):
    """Draw rows (m, d), memory (n, d) and the parameters of a block with one head or two."""
    heads, d_k = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    m, n, seed = draw(rows), draw(rows), draw(SEEDS)
    width = heads * d_k
    params = random_parameters(
        block_shapes(width, heads, draw(st.integers(1, 3)), crossed=crossed), seed
    )
    given = random_parameters({"rows": (m, width), "memory": (n, width)}, seed + 1)
    return given["rows"], given["memory"], params


@st.composite
def encoders(draw, segments=0):
    """Draw tokens and the parameters of a whole encoder of one or two layers."""
    seed, length = draw(SEEDS), draw(st.integers(1, 4))
    shapes = encoder_shapes(5, 4, 4, 2, 3, layers=draw(st.integers(1, 2)), segments=segments)
    tokens = np.random.default_rng(seed).integers(0, 5, length)
    return tokens, random_parameters(shapes, seed)


@st.composite
def transformers(draw):
    """Draw source, target and the parameters of an encoder-decoder."""
    seed = draw(SEEDS)
    shapes = transformer_shapes(5, 6, 4, 2, 3, layers=draw(st.integers(1, 2)))
    generator = np.random.default_rng(seed)
    source, target = (generator.integers(0, 5, draw(st.integers(1, 4))) for _ in range(2))
    return source, target, random_parameters(shapes, seed)
