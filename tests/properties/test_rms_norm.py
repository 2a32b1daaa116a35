"""RMSNorm: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import EPSILONS, numbers, wide
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_rms_norm

GAINS = (1.0, 0.5, -2.0)  # exact, and another one in each column


@st.composite
def rows(draw, dtypes=("float64", "float32", "float16")):
    n, d = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    dtype, kinds = draw(st.sampled_from(dtypes)), ("ties", "moderate", "spikes")
    return draw(numbers(n, d, dtype=dtype, kinds=kinds))


@remembered
def normal(row, eps):
    """Return a row divided exactly by the root of its mean square and eps; zeros stay."""
    x = oracle.exact(row)
    root = mp.sqrt(sum(v * v for v in x) / len(x) + mp.mpf(eps))
    return [v / root if root else mp.zero for v in x]


@holds(
    "normalization.rms-norm", "normalization.rms-norm-has-mean-square-one",
    "normalization.rms-norm-is-layer-norm-of-centred-rows",
    x=rows() | wide(2, 2) | wide(20, widths=(3, 5)), eps=EPSILONS, given=st.booleans(),
    size=st.sampled_from([1, 2.0**-10]),
)  # fmt: skip
def test_a_row_is_divided_by_its_root_mean_square(subject, x, eps, given, size):
    x = (x * size).astype(x.dtype)  # as small as the roots of small eps are
    d, dtype = x.shape[-1], x.dtype
    gain = np.resize(GAINS if given else 1.0, d).astype(dtype)
    got = subject.rms_norm(x, gain if given else None, eps)
    assert got.dtype == dtype and got.shape == x.shape
    for row, found in zip(x.reshape(-1, d), got.reshape(-1, d), strict=True):
        pairs = list(zip(normal(row, eps), oracle.exact(gain), strict=True))
        bounds = [bound_rms_norm(v, by, d, dtype.name) for v, by in pairs]
        within(found, [by * v for v, by in pairs], bounds, "a normalised row")


@holds("normalization.rms-norm-ignores-the-scale", x=rows(), power=st.integers(-6, 6))
def test_a_power_of_two_changes_nothing(subject, x, power):
    scaled = x * np.asarray(2.0**power, dtype=x.dtype)
    exact = np.array_equal(scaled / np.asarray(2.0**power, dtype=x.dtype), x)
    if exact and np.isfinite(scaled).all():
        for row, found in zip(x, subject.rms_norm(scaled), strict=True):
            wanted = normal(row, 0)
            bounds = [bound_rms_norm(v, mp.one, len(row), x.dtype.name) for v in wanted]
            within(found, wanted, bounds, "a scaled row")
