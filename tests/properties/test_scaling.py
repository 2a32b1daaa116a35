"""Scaling: the random claims, sampled, and the bounds on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.chance import chance
from tests.helpers.holds import holds, within
from tests.helpers.means import Sample
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.letters import d
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import bound_dot, bound_softmax, factors
from theory.rounding.library_functions import DIGITS
from theory.scaling.words import (
    sampled_gradient,
    sampled_scaled_gradient,
    sampled_scaled_square,
    sampled_square,
)

TENTH = 0.1  # of a variance: the discrepancy that is noticed

# entries of mean 0 and variance 1, and how large they are at most
ENTRIES = {
    "signs": (lambda draw, *shape: draw.choice([-1.0, 1.0], shape), 1),
    "uniform": (lambda draw, *shape: draw.uniform(-(3**0.5), 3**0.5, shape), 3**0.5),
    "two unequal values": (lambda draw, *shape: draw.choice([-0.5, 2], shape, p=[0.8, 0.2]), 2),
}
CASES = [("signs", 4), ("signs", 16), ("uniform", 4), ("two unequal values", 4)]


def _largest(kind, width):
    """Return the largest possible square of a divided score."""
    return width * ENTRIES[kind][1] ** 4


def _scores(score, draw, count, case):
    kind, width = case
    entries, _ = ENTRIES[kind]
    q, k = entries(draw, count, 1, width), entries(draw, count, 1, width)
    return score(q, k)[:, 0, 0]


@chance(
    "scaling.sampled-scores-have-the-proved-variance",
    sampled_scaled_square(d),
    {case: Sample({d: case[1]}, (0, _largest(*case)), TENTH) for case in CASES},
)
def test_divided_scores_have_variance_one(subject, draw, count, case):
    return _scores(subject.scaled_dot, draw, count, case) ** 2


@chance(
    "scaling.sampled-scores-have-the-proved-variance", sampled_square(d),
    {(kind, width): Sample({d: width}, (0, width * _largest(kind, width)), TENTH * width)
     for kind, width in CASES},
)  # fmt: skip
def test_scores_have_the_width_as_their_variance(subject, draw, count, case):
    return _scores(subject.dot, draw, count, case) ** 2


PROJECTED = Sample({d: 4}, (0, 64), TENTH)  # |x W| ≤ 2 in each of 4 entries: a divided score is ≤ 8


@chance(
    "scaling.sampled-scores-have-the-proved-variance",
    sampled_scaled_square(d),
    {"another row": PROJECTED, "the row itself": PROJECTED},
)
def test_initial_projections_of_normalised_rows_have_scores_of_variance_one(
    subject, draw, count, case
):
    x = np.asarray([1.0, 1.0, -1.0, -1.0])  # mean 0, variance 1, as LayerNorm leaves a row
    y = x if case == "the row itself" else np.asarray([1.0, -1.0, 1.0, -1.0])
    w_q, w_k = (draw.choice([-0.5, 0.5], (count, 4, 4)) for _ in range(2))  # variance 1/4
    return subject.scaled_dot(x[None, None] @ w_q, y[None, None] @ w_k)[:, 0, 0] ** 2


QUARTER = 1 / 4


def _gradients(subject, score, draw, count, width):
    """Return α_1 α_2 for a normalised query and two standard normal keys."""
    q = draw.choice([-1.0, 1.0], (count, 1, width))
    weights = subject.softmax(score(q, draw.normal(size=(count, 2, width))))
    return weights[:, 0, 0] * weights[:, 0, 1]


@chance(
    "scaling.sampled-gradients-keep-the-bounds",
    sampled_gradient(d),
    {width: Sample({d: width}, (0, QUARTER), 0.005) for width in (16, 64)},
)
def test_gradients_of_undivided_scores_fall_with_the_width(subject, draw, count, case):
    return _gradients(subject, subject.dot, draw, count, case)


@chance(
    "scaling.sampled-gradients-keep-the-bounds",
    sampled_scaled_gradient(d),
    {width: Sample({d: width}, (0, QUARTER), 0.0125) for width in (16, 256)},
)
def test_gradients_of_divided_scores_stay(subject, draw, count, case):
    return _gradients(subject, subject.scaled_dot, draw, count, case)


@holds("scaling.scores-of-normalised-rows-reach-the-root-of-the-width", data=st.data())
def test_no_score_of_normalised_rows_exceeds_the_root_of_the_width(subject, data):
    width, count = data.draw(st.integers(1, 64)), data.draw(st.integers(1, 4))
    signs = st.lists(st.sampled_from([-1.0, 1.0]), min_size=width, max_size=width)
    rows = np.asarray(data.draw(st.lists(signs, min_size=count, max_size=count)))
    scores = subject.scaled_dot(rows, rows)
    root = mp.sqrt(width)
    off = bound_dot(root, width, "float64", more=3)
    assert all(mp.mpf(float(score)) <= root + off for score in scores.ravel())
    within(np.diag(scores), [root] * count, [off] * count, "scores of rows with themselves")


@holds(
    "scaling.weights-dilute", "scaling.focus-needs-a-logarithm", x=numbers(5),
    lead=st.sampled_from([0.0, 1.0, 3.0]),
)  # fmt: skip
def test_no_weight_exceeds_what_its_lead_allows(subject, x, lead):
    weights = subject.softmax(digits.array(x)).tolist()
    entries = oracle.exact(x)
    off = bound_softmax(entries, oracle.softmax(entries), "digits")
    for entry, weight, e in zip(entries, weights, off, strict=True):
        least = 1 + 4 * mp.exp(-(entry - min(entries)))
        # an exponential, a sum and a product, against 1
        assert weight * least <= 1 + least * e + factors(DIGITS + 4, "digits")
    focus = digits.array([lead, 0, 0, 0])
    focus.data[0] += mp.log(3) - lead
    allowance = bound_attended(
        mp.log(3), factors(DIGITS + 4, "digits") * (lead + 2), 1, 4, "digits"
    )
    within(subject.softmax(focus).tolist()[:1], [mp.mpf(1) / 2], [allowance], "a lead of log 3")


@holds("scaling.gradient-vanishes-where-softmax-is-certain", x=numbers(4))
def test_derivatives_are_small_where_a_weight_is_near_one(subject, x):
    exact = digits.array(x)
    step = oracle.STEP
    weights = subject.softmax(exact).tolist()
    total = [mp.zero] * len(x)
    for place in range(len(x)):
        moved = digits.array(x)
        moved.data[place] += step
        after = subject.softmax(moved).tolist()
        total = [t + abs(b - a) / step for t, a, b in zip(total, weights, after, strict=True)]
    expected = [2 * weight * (1 - weight) for weight in weights]
    within(total, expected, [4 * step] * len(x), "sums of derivatives")  # |α''| ≤ 1, 4 entries
    assert all(t <= 2 * (1 - max(weights)) + 4 * step for t in total)


@holds("scaling.weights-ignore-distance", x=numbers(5), data=st.data())
def test_a_score_weighs_the_same_at_any_place(subject, x, data):
    order = data.draw(st.permutations(range(len(x))))
    weights = subject.softmax(digits.array(x)).data
    moved = subject.softmax(digits.array(x[order])).data
    entries = oracle.exact(x[order])
    off = bound_softmax(entries, oracle.softmax(entries), "digits")
    within(moved, weights[order], [2 * e for e in off], "moved weights")
