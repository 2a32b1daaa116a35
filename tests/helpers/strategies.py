"""Draw the arguments of the properties: hard ones, built and never filtered."""

from functools import cache

import numpy as np
from hypothesis import event
from hypothesis import strategies as st

from proofs.exhaustive.all_floats import dtype_of, largest
from tests.helpers.accumulated import HALVES
from theory.rounding.formats import FORMATS

DTYPES = ("float64", "float32", "float16")
sides = st.integers(1, 6)


@cache  # a strategy that is made anew is also looked through anew, which takes as long as a draw
def _row(kind, dtype, size):
    """Return the strategy of so many entries of a kind."""
    return st.lists(_elements(kind, dtype), min_size=size, max_size=size)


@cache
def _elements(kind, dtype):
    most, tiny = largest(dtype), 2.0 ** FORMATS[dtype].least
    step = 64 if dtype == "bfloat16" else 8  # how far apart floats are around 10⁴
    near = lambda most: sorted(range(-most, most + 1), key=abs)  # the simplest first
    return {  # a choice from a list is drawn in half the time of a number that is then mapped
        "ties": st.sampled_from([float(k) for k in near(1)]),
        "moderate": st.floats(-8, 8, width=16),
        "spikes": st.sampled_from([-1000.0, 0.0, 1.0, 999.0, 1000.0]),
        "huge": st.sampled_from([-most, -most / 2, 0.0, most / 2, most]),
        "far below": st.sampled_from([-0.0, -1.5, -30.0, -200.0]),
        "shifted": st.sampled_from([9984.0 + step * k for k in near(3)]),  # floats of the format
        "saturating": st.sampled_from(
            [k / 8 for k in range(56, 65)]
        ),  # a logistic unit is nearly 1
        "subnormal": st.sampled_from([k * tiny for k in near(9)]),
        "cancelling": st.sampled_from([-1000.0, -999.5, 999.5, 1000.0]),
        "dominant": st.floats(-8, 8, width=16),  # and one of each row far above
    }[kind]


KINDS = ("ties", "moderate", "spikes", "huge", "far below", "shifted", "subnormal", "dominant")
VALUES = ("ties", "moderate", "cancelling", "subnormal")


@cache
@st.composite
def numbers(draw, *shape, dtype="float64", kinds=("ties", "moderate")):
    """Draw an array of the given shape, all its entries of one kind."""
    kind = draw(st.sampled_from(kinds))
    event(f"numbers: {kind}")
    size = int(np.prod(shape))
    flat = draw(_row(kind, dtype, size))
    x = np.asarray(flat).reshape(shape)
    if kind == "dominant" and size:
        x[..., draw(st.integers(0, shape[-1] - 1))] += 100
    return x.astype(dtype_of(dtype))


EPSILONS = st.sampled_from([0.0, 1.0, 1e-12, 1e-6, 1e-5, 1e-3])  # of norms: those in use, and ends


@st.composite
def logits(draw, kinds=KINDS, dtypes=DTYPES, least=1, batch=True):
    """Draw rows of logits, with up to two batch dimensions."""
    lead = draw(st.lists(st.integers(1, 3), max_size=2)) if batch else []
    dtype = draw(st.sampled_from(dtypes))
    event(f"logits: {dtype}, batch {len(lead)}")
    return draw(numbers(*lead, draw(st.integers(least, 6)), dtype=dtype, kinds=kinds))


@st.composite
def long_rows(draw, dtypes=HALVES, n=300):
    """Draw a row in which few scores come again and again: a short sum of so many stands still."""
    few = draw(logits(kinds=("ties", "moderate"), dtypes=dtypes, batch=False))
    return np.resize(few, n)


HARD = ("moderate", "saturated", "dominant", "shifted", "cancelling", "equal keys", "subnormal")


WIDTHS = (8, 9, 16, 33, 64, 65, 130, 257, 257)  # full vectors and blocks, one more, other rests


@st.composite
def wide(draw, *lead, dtypes=DTYPES, spread=4.0, widths=WIDTHS):
    """Draw rows of many numbers, by a seed: they are too many to be drawn one by one."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = random.normal(size=(*lead, draw(st.sampled_from(widths)))) * spread
    return rows.astype(draw(st.sampled_from(dtypes)))


@st.composite
def hard_triples(draw, dtypes=HALVES, kinds=HARD):
    """Draw queries (m, d_k), keys (n, d_k) and values (n, d_v) that round badly in one way."""
    m, n, d_k, d_v = (draw(sides) for _ in range(4))
    dtype, kind = draw(st.sampled_from(dtypes)), draw(st.sampled_from(kinds))
    event(f"triples: {dtype}, {kind}")
    shapes = ((m, d_k), (n, d_k), (n, d_v))
    q, k, v = (draw(numbers(*shape, kinds=("moderate",))) for shape in shapes)
    if kind == "saturated":
        q = 64 * q
    if kind == "dominant":
        k[draw(st.integers(0, n - 1))] = 8 * q[0]
    if kind == "shifted":  # all scores by 10⁴
        q[:, 0], k[:, 0] = 100, 100 * np.sqrt(d_k)
    if kind == "cancelling":
        v = v + 1000 * (-1.0) ** np.arange(n)[:, None]
    if kind == "equal keys":
        k[:] = k[0]
    if kind == "subnormal":
        k, v = (np.round(x) * 2.0 ** FORMATS[dtype].least for x in (k, v))
    return [x.astype(dtype_of(dtype)) for x in (q, k, v)]


@st.composite
def vocabularies(draw):
    """Draw a table with a row for each token: of few tokens, or of more than a byte can count."""
    dtype, width = draw(st.sampled_from(DTYPES)), draw(st.integers(1, 3))
    if draw(st.booleans()):
        return draw(numbers(draw(st.integers(1, 5)), width, dtype=dtype))
    return np.arange(300 * width).reshape(300, width).astype(dtype)


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
