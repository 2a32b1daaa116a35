"""Draw the arguments of the properties: hard ones, built and never filtered."""

import numpy as np
from hypothesis import event
from hypothesis import strategies as st

DTYPES = ("float64", "float32", "float16")
sides = st.integers(1, 6)


def _elements(kind, dtype):
    largest, tiny = (float(getattr(np.finfo(dtype), end)) for end in ("max", "smallest_subnormal"))
    return {
        "ties": st.integers(-1, 1).map(float),
        "moderate": st.floats(-8, 8, width=16),
        "spikes": st.sampled_from([-1000.0, 0.0, 1.0, 999.0, 1000.0]),
        "huge": st.sampled_from([-largest, -largest / 2, 0.0, largest / 2, largest]),
        "far below": st.sampled_from([-0.0, -1.5, -30.0, -200.0]),
        "shifted": st.integers(-3, 3).map(lambda k: 10000.0 + 8 * k),  # floats of every format
        "saturating": st.integers(56, 64).map(lambda k: k / 8),  # a logistic unit is nearly 1
        "subnormal": st.integers(-9, 9).map(lambda k: k * tiny),
        "cancelling": st.sampled_from([-1000.0, -999.5, 999.5, 1000.0]),
    }[kind]


KINDS = ("ties", "moderate", "spikes", "huge", "far below", "shifted", "subnormal")
VALUES = ("ties", "moderate", "cancelling", "subnormal")


@st.composite
def numbers(draw, *shape, dtype="float64", kinds=("ties", "moderate")):
    """Draw an array of the given shape, all its entries of one kind."""
    kind = draw(st.sampled_from(kinds))
    event(f"numbers: {kind}")
    size = int(np.prod(shape))
    flat = draw(st.lists(_elements(kind, dtype), min_size=size, max_size=size))
    return np.asarray(flat, dtype=dtype).reshape(shape)


@st.composite
def logits(draw, kinds=KINDS, dtypes=DTYPES, least=1, batch=True):
    """Draw rows of logits, with up to two batch dimensions."""
    lead = draw(st.lists(st.integers(1, 3), max_size=2)) if batch else []
    dtype = draw(st.sampled_from(dtypes))
    event(f"logits: {dtype}, batch {len(lead)}")
    return draw(numbers(*lead, draw(st.integers(least, 6)), dtype=dtype, kinds=kinds))


@st.composite
def tables(draw, kinds=KINDS, dtypes=DTYPES, least=1):
    """Draw scores (m, n) and values (n, d_v) of one dtype."""
    m, n, d_v = draw(sides), draw(st.integers(least, 6)), draw(st.integers(1, 3))
    dtype = draw(st.sampled_from(dtypes))
    scores = draw(numbers(m, n, dtype=dtype, kinds=kinds))
    return scores, draw(numbers(n, d_v, dtype=dtype, kinds=VALUES))


@st.composite
def masked_tables(draw):
    """Draw a table and a mask in which rows that drop all, some and nothing occur."""
    scores, values = draw(tables(kinds=("ties", "moderate", "spikes")))
    m, n = scores.shape
    flat = draw(st.lists(st.booleans(), min_size=m * n, max_size=m * n))
    mask = np.asarray(flat).reshape(m, n)
    if draw(st.booleans()):
        mask[draw(st.integers(0, m - 1))] = False
    return scores, values, mask


@st.composite
def data(draw, dtypes=("float64", "float32"), least=1):
    """Draw queries (m, d), points (n, d), targets (n,) and a reciprocal width."""
    m, n, d = draw(st.integers(1, 3)), draw(st.integers(least, 5)), draw(st.integers(1, 3))
    dtype = draw(st.sampled_from(dtypes))
    beta = draw(st.sampled_from([0.0, 0.25, 0.7, 1.0, 3.0, -1.0]))
    kinds = ("ties", "moderate")
    return (
        *(draw(numbers(*shape, dtype=dtype, kinds=kinds)) for shape in ((m, d), (n, d), (n,))),
        beta,
    )


@st.composite
def orders(draw, array, axis=-1):
    """Draw a permutation of the entries along an axis."""
    return np.asarray(draw(st.permutations(range(array.shape[axis]))))
