"""Rotary positions: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from tests.helpers.subject import sines_in
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_turned
from theory.rounding.bounds import bound_sinusoid

SEEDS = st.integers(0, 2**32)
HEADS = [
    (2, 2, 3, 4), (2, 2, 3, 16), (2, 3, 66), (2, 2, 128), (2, 65, 4), (2, 18, 2), (2, 1, 2, 3, 4),
]  # fmt: skip
BASES = st.sampled_from([10000.0, 100.0, 2.0])
STARTS = st.sampled_from([0, 1, 7, 1000, 2049, 131_071])  # beyond the ends of narrow counters


@st.composite
def rows(draw, dtypes=("float64", "float32", "float16")):
    n, pairs = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    return draw(numbers(n, 2 * pairs, dtype=draw(st.sampled_from(dtypes))))


@st.composite
def heads(draw, dtypes=("float64", "float32", "float16")):
    """Draw rows of several heads of a batch, some of them wide, or many rows."""
    shape, random = draw(st.sampled_from(HEADS)), np.random.default_rng(draw(SEEDS))
    return random.normal(size=shape).astype(draw(st.sampled_from(dtypes)))


def turned(row, position, base, dtype, kept="float64"):
    """Return a row turned exactly, its pairs being neighbours, and the bounds of its entries."""
    x, pairs = oracle.exact(row), len(row) // 2
    exact, bounds = [], []
    for k in range(pairs):
        exponent = mp.mpf(k) / pairs
        angle = position / mp.mpf(base) ** exponent
        off = bound_sinusoid(angle, exponent, base, kept)
        first, second = x[2 * k], x[2 * k + 1]
        exact += [first * mp.cos(angle) - second * mp.sin(angle),
                  first * mp.sin(angle) + second * mp.cos(angle)]  # fmt: skip
        bounds += [bound_turned(first, second, off, dtype)] * 2
    return exact, bounds


def halves(row):
    """Return the columns of a row with the first entries of all pairs before the second ones."""
    return np.concatenate([row[..., 0::2], row[..., 1::2]], axis=-1)


@holds(
    "position.rotary-score-knows-the-offset", "position.rotary-keeps-lengths",
    "position.rotary-score-is-a-sum-of-waves", "position.rotary-leaves-turns-and-scales",
    x=rows() | heads(), base=BASES, start=STARTS,
)  # fmt: skip
def test_each_pair_is_turned_by_its_angle(subject, x, base, start):
    got, kept = subject.rotary(x, start=start, base=base), sines_in(subject.rotary)
    assert got.dtype == x.dtype and got.shape == x.shape
    for head in np.ndindex(x.shape[:-2]):
        for p, (row, found) in enumerate(zip(x[head], got[head], strict=True), start=start):
            within(found, *turned(row, p, base, x.dtype.name, kept), "a turned row")


@holds("position.rotary-at-zero-is-nothing", x=rows(), base=BASES, halved=st.booleans())
def test_at_position_zero_nothing_is_turned(subject, x, base, halved):
    assert np.array_equal(subject.rotary(x, base=base, halved=halved)[0], x[0])


@holds(
    "position.rotary-score-knows-the-offset", "position.rotary-forms-are-a-permutation-apart",
    x=rows() | heads(), base=BASES, start=STARTS,
)  # fmt: skip
def test_the_halved_form_is_the_other_in_another_order_of_columns(subject, x, base, start):
    got = subject.rotary(halves(x), start=start, base=base, halved=True)
    kept = sines_in(subject.rotary)
    assert got.dtype == x.dtype and got.shape == x.shape
    for head in np.ndindex(x.shape[:-2]):
        for p, (row, found) in enumerate(zip(x[head], got[head], strict=True), start=start):
            exact, bounds = (
                halves(np.asarray(each)) for each in turned(row, p, base, x.dtype.name, kept)
            )
            within(found, exact, bounds, "a row turned by halves")


@holds(
    "position.rotary-base-stretches-slow-pairs", "position.rotary-angles-divide-positions",
    x=rows(dtypes=("float64",)), base=BASES, growth=st.sampled_from([2, 4, 8]), p=st.integers(1, 9),
)  # fmt: skip
def test_a_larger_base_turns_each_pair_as_many_positions_later(subject, x, base, growth, p):
    """With a base growth^d times as large, pair k at growth^k p is turned as it was at p."""
    row, pairs = x[:1], x.shape[-1] // 2
    kept = sines_in(subject.rotary)
    before, _ = turned(row[0], p, base, "float64")
    larger = base * growth**pairs
    for k in range(pairs):
        found = subject.rotary(row, start=p * growth**k, base=larger)[0]
        _, bounds = turned(row[0], p * growth**k, larger, "float64", kept)
        pair = slice(2 * k, 2 * k + 2)
        within(found[pair], before[pair], bounds[pair], "a pair at a stretched position")


def test_ten_thousand_is_the_base_unless_another_is_given(subject):
    x = np.ones((3, 4))
    assert np.array_equal(subject.rotary(x), subject.rotary(x, base=1e4))
