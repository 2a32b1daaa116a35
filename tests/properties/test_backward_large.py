"""The backward pass, up to a hundred thousand keys: its laws need no reference and no table.

The inputs are drawn by a seed and not entry by entry. Few queries look at many keys, or many at
some.
"""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds
from tests.properties.test_backward import assert_small, judged
from theory.backward.kept_laws import LAWS

# of queries and keys: more than a tile has of the one, the other, or both
SIZES = st.sampled_from([(70, 130), (130, 2), (70, 1000), (2, 10_000), (1, 100_000)])


@st.composite
def inputs(draw):
    """Draw rows of any size, upstream gradients that are all different, and perhaps a mask."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    (m, n), dtype = draw(SIZES), draw(st.sampled_from(["float64", "float32"]))
    spread = draw(st.sampled_from([0.5, 4.0]))
    d = draw(st.sampled_from([2, 40])) if m * n < 100_000 else 2
    shapes = ((m, d), (n, d), (n, d), (m, d))
    rows = [(random.normal(size=shape) * spread).astype(dtype) for shape in shapes]
    options = {"scale": draw(st.sampled_from([None, 1.0]))}
    if draw(st.booleans()):
        options["mask"] = random.random((m, n)) < draw(st.sampled_from([0.5, 1e-3]))
    return rows, options


@holds(
    "backward.key-gradients-sum-to-zero", "backward.value-gradients-sum-to-the-upstream",
    "backward.queries-and-keys-share-a-gauge", "backward.values-answer-outputs", drawn=inputs(),
)  # fmt: skip
def test_the_laws_hold_of_many_keys(subject, drawn):
    case = judged(subject, *drawn)
    for claim, law in LAWS.items():
        assert_small(law(case), f"{claim}, of {len(case.k)} keys")
