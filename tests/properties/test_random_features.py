"""Random features: the claims, on numbers and by sampling."""

import math
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.chance import chance
from tests.helpers.holds import holds, within
from tests.helpers.means import Sample
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.kernel.random_features import sampled_share_below, sampled_spread, sampled_wave, t
from theory.letters import n
from theory.rounding.block_bounds import bound_positive_feature, bound_wave

SMALL = st.integers(1, 3)
LONG = ("float64", "float32")


LARGE = {"float64": (1030, 1400), "float32": (130, 170)}  # ‖x‖², of which e^(‖x‖²) overflows


@st.composite
def rows(draw):
    """Draw rows and the columns that they are multiplied by, of entries that are not large.

    Or one long row: e^(‖x‖²) and e^(x·w) overflow, and no feature does.
    """
    n, d, m, dtype = draw(SMALL), draw(SMALL), draw(SMALL), draw(st.sampled_from(LONG))
    x, w = (draw(numbers(*shape, dtype=dtype)) / 4 for shape in ((n, d), (d, m)))
    if draw(st.booleans()):
        return x, w
    long = np.full((1, d), (draw(st.integers(*LARGE[dtype])) / d) ** 0.5, dtype)
    return long, (long.T * x.dtype.type(0.7) + w / 32).astype(dtype)


def described(x, w):
    """Yield the product of each row and column, the sums of absolute products, and ‖x‖²."""
    columns = [oracle.exact(column) for column in w.T]
    for row in map(oracle.exact, x):
        square = sum((v * v for v in row), mp.zero)
        for column in columns:
            size = sum((abs(a * b) for a, b in zip(row, column, strict=True)), mp.zero)
            yield oracle.mean(row, column), size, square


@holds("kernel.random-features", "kernel.positive-features-are-unbiased", rows=rows())
def test_positive_features_are_exponentials(subject, rows):
    x, w = rows
    got = subject.positive_features(x, w)
    assert got.dtype == x.dtype and got.shape == (len(x), w.shape[1])
    root, dtype, d = mp.sqrt(w.shape[1]), x.dtype.name, x.shape[1]
    exact = [mp.exp(p - square / 2) / root for p, _, square in described(x, w)]
    bounds = [bound_positive_feature(size, square, value, d, dtype)
              for value, (_, size, square) in zip(exact, described(x, w), strict=True)]  # fmt: skip
    within(got.reshape(-1), exact, bounds, "positive features")


@holds(
    "kernel.random-features", "kernel.trigonometric-features-fail-where-the-kernel-is-small",
    rows=rows(),
)  # fmt: skip
def test_trigonometric_features_are_cosines_and_then_sines(subject, rows):
    x, w = rows
    m, d, dtype = w.shape[1], x.shape[1], x.dtype.name
    got = subject.trigonometric_features(x, w)
    assert got.dtype == x.dtype and got.shape == (len(x), 2 * m)
    for part, wave in ((got[:, :m], mp.cos), (got[:, m:], mp.sin)):
        exact = [mp.exp(square / 2) * wave(p) / mp.sqrt(m) for p, _, square in described(x, w)]
        bounds = [bound_wave(size, square, d, dtype) for _, size, square in described(x, w)]
        within(part.reshape(-1), exact, bounds, "trigonometric features")


FAR = Fraction(3, 2)
APART = {Fraction(1, 2): (0.25, -0.25), FAR: (1.0, -0.5)}
TOGETHER = {1: (0.5, 0.5), 2: (1.5, 0.5)}


def _features(features, draw, count, pair):
    """Return two rows of features of count columns, each times the root of how many there are."""
    w = draw.normal(size=(1, count))
    return [features(np.asarray([entry]), w) * math.sqrt(count) for entry in pair]


@chance(
    "kernel.sampled-features-have-the-proved-distribution",
    sampled_wave(t),
    {apart: Sample({t: apart}, (-1, 1), 0.04) for apart in APART},
)
def test_trigonometric_features_have_the_kernel_as_mean(subject, draw, count, case):
    x, y = _features(subject.trigonometric_features, draw, count, APART[case])
    grown = math.exp(sum(entry**2 for entry in APART[case]) / 2)
    return (x[:count] * y[:count] + x[count:] * y[count:]) / grown  # cosines


@chance(
    "kernel.sampled-features-have-the-proved-distribution",
    sampled_share_below(t),
    {length: Sample({t: length}, (0, 1), 0.02) for length in TOGETHER},
)
def test_products_of_positive_features_are_mostly_too_small(subject, draw, count, case):
    x, y = _features(subject.positive_features, draw, count, TOGETHER[case])
    return (x * y <= math.exp(math.prod(TOGETHER[case]))).astype(float)


@chance(
    "kernel.sampled-means-vary-by-an-mth", sampled_spread(t, n),
    {m: Sample({t: FAR, n: m}, (0, 4), off) for m, off in ((1, 0.08), (4, 0.04))},
)  # fmt: skip
def test_a_mean_of_m_products_has_an_mth_of_the_variance(subject, draw, count, case):
    entries, claimed = APART[FAR], math.exp(-(FAR**2) / 2)
    grown = math.exp(sum(entry**2 for entry in entries) / 2)
    x, y = subject.trigonometric_features(
        np.asarray(entries)[:, None], draw.normal(size=(1, count * case))
    )
    products = (x * y).reshape(2, count, case)  # the cosines, then the sines, divided by all
    means = count * np.sum(products, axis=(0, 2)) / grown
    return (means - claimed) ** 2
